//! TOML documents in which every value knows its line and its path. Reading goes on after a fault.

use toml::{
    Spanned,
    de::{DeArray, DeTable, DeValue},
};

use crate::{Fault, Faults, Wrong};

/// The most characters of a text.
const TEXT_MAX_CHARS: usize = 500;

/// A document while it is read.
pub(crate) struct Document<'t> {
    text: &'t str,
    faults: Vec<Fault>,
}

/// A place in a document.
#[derive(Debug, Clone)]
pub(crate) struct Place {
    pub(crate) line: usize,
    pub(crate) path: String,
}

/// A table of a document.
pub(crate) struct Table<'d> {
    content: &'d DeTable<'d>,
    pub(crate) place: Place,
}

/// A value of a document.
pub(crate) struct Value<'d> {
    content: &'d DeValue<'d>,
    pub(crate) place: Place,
}

impl<'t> Document<'t> {
    /// The document with the faults of its syntax, and its content.
    pub(crate) fn parse(text: &'t str) -> (Self, Spanned<DeTable<'t>>) {
        let (content, errors) = DeTable::parse_recoverable(text);
        let mut document = Self { text, faults: vec![] };
        for error in errors {
            let line = document.line_of(error.span().map_or(0, |span| span.start));
            document.fault(&Place { line, path: "file".to_owned() }, Wrong::Syntax(error.message().to_owned()));
        }
        (document, content)
    }

    /// The outermost table.
    pub(crate) fn root<'d>(content: &'d Spanned<DeTable<'d>>) -> Table<'d> {
        Table { content: content.get_ref(), place: Place { line: 1, path: "file".to_owned() } }
    }

    pub(crate) fn fault(&mut self, place: &Place, wrong: Wrong) {
        self.faults.push(Fault { line: place.line, place: place.path.clone(), wrong });
    }

    pub(crate) fn is_clean(&self) -> bool {
        self.faults.is_empty()
    }

    /// The value, or every fault.
    pub(crate) fn finish<T>(mut self, value: Option<T>) -> Result<T, Faults> {
        match value {
            Some(value) if self.is_clean() => Ok(value),
            _ => {
                self.faults.sort_by_key(|fault| fault.line);
                Err(Faults(self.faults))
            }
        }
    }

    fn line_of(&self, at: usize) -> usize {
        self.text.get(..at).map_or(1, |before| before.matches('\n').count() + 1)
    }

    fn below(&self, place: &Place, name: &str, at: usize) -> Place {
        let path = match place.path.as_str() {
            "file" => name.to_owned(),
            path if name.starts_with('[') => format!("{path}{name}"),
            path => format!("{path}.{name}"),
        };
        Place { line: self.line_of(at), path }
    }

    /// The keys of a table with their values.
    pub(crate) fn entries<'d>(&self, table: &Table<'d>) -> Vec<(String, Value<'d>)> {
        let entry = |(key, value): (&Spanned<_>, &'d Spanned<DeValue<'d>>)| {
            let key: &toml::de::DeString<'_> = key.get_ref();
            let place = self.below(&table.place, key, value.span().start);
            (key.to_string(), Value { content: value.get_ref(), place })
        };
        table.content.iter().map(entry).collect()
    }

    /// Reports every key that is not among these.
    pub(crate) fn allow(&mut self, table: &Table<'_>, keys: &[&str]) {
        for (key, value) in self.entries(table) {
            if !keys.contains(&key.as_str()) {
                self.fault(&value.place, Wrong::UnknownKey(key));
            }
        }
    }

    /// The value of a key.
    pub(crate) fn get<'d>(&self, table: &Table<'d>, key: &str) -> Option<Value<'d>> {
        self.entries(table).into_iter().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    /// The value of a key that must be there.
    pub(crate) fn need<'d>(&mut self, table: &Table<'d>, key: &'static str) -> Option<Value<'d>> {
        let value = self.get(table, key);
        if value.is_none() {
            self.fault(&table.place, Wrong::Missing(key));
        }
        value
    }

    /// A text of one line or several, not blank.
    pub(crate) fn text(&mut self, value: &Value<'_>) -> Option<String> {
        match value.content {
            DeValue::String(text) if text.trim().is_empty() => {
                self.fault(&value.place, Wrong::Malformed { found: text.to_string(), needed: "a text" });
            }
            DeValue::String(text) if text.chars().count() > TEXT_MAX_CHARS => {
                let (found, of) = (text.chars().count(), "characters");
                self.fault(&value.place, Wrong::Count { found, of, least: 1, most: TEXT_MAX_CHARS });
            }
            DeValue::String(text) => return Some(text.to_string()),
            _ => self.fault(&value.place, Wrong::Type("a text")),
        }
        None
    }

    /// The text of a key, if it is there.
    pub(crate) fn text_at(&mut self, table: &Table<'_>, key: &str) -> Option<String> {
        self.get(table, key).and_then(|value| self.text(&value))
    }

    /// The text of a key that must be there.
    pub(crate) fn needed_text(&mut self, table: &Table<'_>, key: &'static str) -> Option<String> {
        self.need(table, key).and_then(|value| self.text(&value))
    }

    /// A text in a form of its own.
    pub(crate) fn parsed<T: std::str::FromStr>(&mut self, value: &Value<'_>, needed: &'static str) -> Option<T> {
        let text = self.text(value)?;
        let parsed = text.parse().ok();
        if parsed.is_none() {
            self.fault(&value.place, Wrong::Malformed { found: text, needed });
        }
        parsed
    }

    /// A number as written.
    pub(crate) fn number<T: std::str::FromStr>(&mut self, value: &Value<'_>, needed: &'static str) -> Option<T> {
        let text = match value.content {
            DeValue::Integer(number) if number.radix() == 10 => number.as_str(),
            DeValue::Float(number) => number.as_str(),
            _ => {
                self.fault(&value.place, Wrong::Type(needed));
                return None;
            }
        };
        let parsed = text.parse().ok();
        if parsed.is_none() {
            self.fault(&value.place, Wrong::Malformed { found: text.to_owned(), needed });
        }
        parsed
    }

    /// True or false.
    pub(crate) fn switch(&mut self, value: &Value<'_>) -> Option<bool> {
        if let DeValue::Boolean(switch) = value.content {
            return Some(*switch);
        }
        self.fault(&value.place, Wrong::Type("true or false"));
        None
    }

    /// The items of a list.
    pub(crate) fn items<'d>(&mut self, value: &Value<'d>) -> Vec<Value<'d>> {
        let DeValue::Array(items) = value.content else {
            self.fault(&value.place, Wrong::Type("a list"));
            return vec![];
        };
        let items: &DeArray<'d> = items;
        let item = |(at, item): (usize, &'d Spanned<DeValue<'d>>)| Value {
            content: item.get_ref(),
            place: self.below(&value.place, &format!("[{at}]"), item.span().start),
        };
        items.iter().enumerate().map(item).collect()
    }

    /// The texts of a list under a key, if it is there.
    pub(crate) fn texts_at(&mut self, table: &Table<'_>, key: &str) -> Vec<String> {
        let Some(value) = self.get(table, key) else { return vec![] };
        self.items(&value).iter().filter_map(|item| self.text(item)).collect()
    }

    /// A table.
    pub(crate) fn table<'d>(&mut self, value: Value<'d>) -> Option<Table<'d>> {
        if let DeValue::Table(content) = value.content {
            return Some(Table { content, place: value.place });
        }
        self.fault(&value.place, Wrong::Type("a table"));
        None
    }

    /// The tables of a list under a key.
    pub(crate) fn tables_at<'d>(&mut self, table: &Table<'d>, key: &'static str) -> Vec<Table<'d>> {
        let Some(value) = self.need(table, key) else { return vec![] };
        self.items(&value).into_iter().filter_map(|item| self.table(item)).collect()
    }
}
