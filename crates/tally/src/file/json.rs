//! JSON as a list of objects, or as objects one after the other (JSON lines), with the columns as member names; an
//! absent or null value is a blank cell.

use std::{collections::BTreeMap, fmt};

use serde::{
    Deserialize, Deserializer,
    de::{MapAccess, Visitor},
};
use serde_json::value::RawValue;

use super::{
    fault::{At, Report},
    gathering::Gathering,
    row::BallotRow,
};

/// Reads the objects of a list, or those of lines.
pub(super) fn read(file: usize, text: &str, gathering: &mut Gathering<'_>, report: &mut Report) {
    let mut cursor = Cursor { text, offset: 0, line: 1, column: 1 };
    let is_list = text.trim_start().starts_with('[');
    let read: Result<Vec<&RawValue>, _> = if is_list {
        serde_json::from_str(text)
    } else {
        serde_json::Deserializer::from_str(text).into_iter().collect()
    };
    let objects = match read {
        Ok(objects) => objects,
        Err(error) => {
            let at = At::new(file, error.line().max(1), Some(error.column().max(1)));
            return report
                .add(at, format!("{} (write a list of objects, or an object in each line)", without_place(&error)));
        }
    };
    let mut columns = BTreeMap::new();
    let mut row = BallotRow::new(cursor.at(file));
    for object in objects {
        cursor.move_to(object);
        let start = cursor.at(file);
        let Ok(Cells(cells)) = serde_json::from_str(object.get()) else {
            report.add(start, "this is no object (write one such as {\"judge\": \"J1\", …})".to_owned());
            continue;
        };
        row.begin(start);
        let mut named = vec![];
        for (name, value) in cells {
            cursor.move_to(value);
            let at = cursor.at(file);
            let column = *columns.entry(name).or_insert_with_key(|name| match gathering.columns.named(name) {
                Ok(column) => Ok(column),
                Err(what) => {
                    report.add(at, what);
                    Err(())
                }
            });
            // An unknown name is one fault; the answers it leaves out are not reported as well.
            row.spoiled |= column.is_err();
            let Ok(Some(column)) = column else { continue };
            if named.contains(&column) {
                report.add(at, "this object has the same name already (keep one)".to_owned());
                continue;
            }
            named.push(column);
            match value.get().as_bytes().first() {
                Some(b'"') => match serde_json::from_str::<String>(value.get()) {
                    Ok(text) => row.put(column, text.trim(), at, &mut gathering.cells, report),
                    Err(error) => report.add(at, without_place(&error)),
                },
                Some(b'[' | b'{') => {
                    row.spoil(at, "a list or an object stands here (write a text or a number)", report);
                }
                _ if value.get() == "null" => row.put(column, "", at, &mut gathering.cells, report),
                _ => row.put(column, value.get(), at, &mut gathering.cells, report),
            }
        }
        gathering.add(&mut row, report);
    }
}

/// The names and values of an object in their order, doubles included.
struct Cells<'t>(Vec<(String, &'t RawValue)>);

impl<'de: 't, 't> Deserialize<'de> for Cells<'t> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder;
        impl<'de> Visitor<'de> for InOrder {
            type Value = Cells<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Cells<'de>, A::Error> {
                let mut cells = vec![];
                while let Some(cell) = map.next_entry()? {
                    cells.push(cell);
                }
                Ok(Cells(cells))
            }
        }
        deserializer.deserialize_map(InOrder)
    }
}

/// A place that moves forward through a text, counting lines and characters.
struct Cursor<'t> {
    text: &'t str,
    offset: usize,
    line: usize,
    column: usize,
}

impl Cursor<'_> {
    /// Moves to the beginning of this part of the text.
    fn move_to(&mut self, part: &RawValue) {
        let offset = part.get().as_ptr().addr().wrapping_sub(self.text.as_ptr().addr());
        for passed in self.text.get(self.offset..offset).unwrap_or_default().chars() {
            if passed == '\n' {
                (self.line, self.column) = (self.line + 1, 1);
            } else {
                self.column += 1;
            }
        }
        self.offset = self.offset.max(offset.min(self.text.len()));
    }

    fn at(&self, file: usize) -> At {
        At::new(file, self.line, Some(self.column))
    }
}

/// serde's message, without its place.
fn without_place(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.rsplit_once(" at line ").map_or(text.clone(), |(what, _)| what.to_owned())
}
