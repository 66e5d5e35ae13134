//! The short values in a text, as examples for people, with the keys that lead to them.

use super::{
    document::{self, Item, Kind, Value},
    fault::Report,
};

/// Every short value in a text: the keys that lead to it (`awards[].purse`), and the value as TOML.
pub(crate) fn written_values(text: &str) -> Vec<(String, String)> {
    fn collect(value: &Value, written: &mut Vec<(String, String)>) {
        if let Some(few) = in_few_words(value, EXAMPLE) {
            written.push((value.path.pattern(), few));
        }
        match &value.kind {
            Kind::Table(items) => items.values().for_each(|item| collect(&item.value, written)),
            Kind::List(items) => items.iter().for_each(|item| collect(item, written)),
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
        Kind::Text(text) => {
            let line = text.trim().lines().next().unwrap_or_default();
            let cut = line.char_indices().nth(most.saturating_sub(3)).map(|(end, _)| &line[..end]);
            match cut.or_else(|| (line != text.trim()).then_some(line)) {
                Some(cut) => format!("\"{}…\"", cut.trim_end().replace('\\', "\\\\").replace('"', "\\\"")),
                None => format!("\"{}\"", line.replace('\\', "\\\\").replace('"', "\\\"")),
            }
        }
        Kind::Whole(number) => number.to_string(),
        Kind::Switch(switch) => switch.to_string(),
        Kind::List(items) => {
            let items: Option<Vec<_>> = items.iter().map(|item| in_few_words(item, most)).collect();
            format!("[{}]", items?.join(", "))
        }
        Kind::Table(items) => {
            let item = |(key, item): (&String, &Item)| Some(format!("{key} = {}", in_few_words(&item.value, most)?));
            let items: Option<Vec<_>> = items.iter().map(item).collect();
            format!("{{ {} }}", items?.join(", "))
        }
        Kind::Date(date) => date.clone(),
        Kind::Other(_) => return None,
    };
    (few.chars().count() <= most).then_some(few)
}
