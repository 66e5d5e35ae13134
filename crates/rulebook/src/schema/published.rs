//! The JSON Schema of a rulebook, made from the types: `docs/rulebook.schema.json`. The program reads that file.

use super::Rulebook;

/// The JSON Schema of a rulebook, for editors and for the code that follows a rulebook's keys. Beyond the standard it
/// uses the formats `slug`, `money`, `date` and `duration`, `x-least` and `x-most` (bounds of a duration, in
/// milliseconds) and `x-lines` (a text may have several lines).
#[must_use]
pub fn schema_of_rulebook() -> serde_json::Value {
    let mut schema = schemars::schema_for!(Rulebook).to_value();
    join_lines(&mut schema);
    schema
}

/// Joins every description into one line: doc comments are wrapped in the source.
pub(crate) fn join_lines(schema: &mut serde_json::Value) {
    match schema {
        serde_json::Value::Object(items) => {
            for (key, value) in items {
                match value {
                    serde_json::Value::String(text) if key == "description" => *text = text.replace('\n', " "),
                    value => join_lines(value),
                }
            }
        }
        serde_json::Value::Array(items) => items.iter_mut().for_each(join_lines),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptions_stand_on_one_line_and_nothing_else_is_changed() {
        let mut schema =
            serde_json::json!({ "description": "one\ntwo", "of": [{ "pattern": "a\nb", "description": "c\nd" }] });
        join_lines(&mut schema);
        let joined =
            serde_json::json!({ "description": "one two", "of": [{ "pattern": "a\nb", "description": "c d" }] });
        assert_eq!(schema, joined);
    }
}
