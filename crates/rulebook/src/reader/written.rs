//! The short values in a text, as examples for people, with the keys that lead to them.

use super::{
    document::{self, Item, Value, ValueContent},
    fault::Report,
};

/// Every short value in a text: the keys that lead to it (`awards[].purse`), and the value as TOML.
pub(crate) fn written_values(text: &str) -> Vec<(String, String)> {
    fn collect(value: &Value, written: &mut Vec<(String, String)>) {
        if let Some(few) = in_few_words(value, EXAMPLE) {
            written.push((value.path.pattern(), few));
        }
        match &value.kind {
            ValueContent::Table(items) => items.values().for_each(|item| collect(&item.value, written)),
            ValueContent::List(items) => items.iter().for_each(|item| collect(item, written)),
            _ => {}
        }
    }
    let file = document::file("", text);
    let mut written = Vec::new();
    collect(&document::parse(&file, &mut Report::new(file.clone())), &mut written);
    written
}

/// The most characters of an example.
const EXAMPLE: usize = 60;

/// The value as TOML behind an equals sign; `None` if it takes more than this many characters. A longer text is cut.
fn in_few_words(value: &Value, most: usize) -> Option<String> {
    let few = match &value.kind {
        ValueContent::Text(text) => {
            let line = text.trim().lines().next().unwrap_or_default();
            let cut = line.char_indices().nth(most.saturating_sub(3)).map(|(end, _)| &line[..end]);
            match cut.or_else(|| (line != text.trim()).then_some(line)) {
                Some(cut) => format!("\"{}…\"", cut.trim_end().replace('\\', "\\\\").replace('"', "\\\"")),
                None => format!("\"{}\"", line.replace('\\', "\\\\").replace('"', "\\\"")),
            }
        }
        ValueContent::Whole(number) => number.to_string(),
        ValueContent::Switch(switch) => switch.to_string(),
        ValueContent::List(items) => {
            let items: Option<Vec<_>> = items.iter().map(|item| in_few_words(item, most)).collect();
            format!("[{}]", items?.join(", "))
        }
        ValueContent::Table(items) => {
            let item = |(key, item): (&String, &Item)| Some(format!("{key} = {}", in_few_words(&item.value, most)?));
            let items: Option<Vec<_>> = items.iter().map(item).collect();
            format!("{{ {} }}", items?.join(", "))
        }
        ValueContent::Date(date) => date.clone(),
        ValueContent::Other(_) => return None,
    };
    (few.chars().count() <= most).then_some(few)
}
