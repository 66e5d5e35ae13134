//! The sentences of a page's scripts: those whose ids begin with `js-`, in a form that a few lines of script can read.
//!
//! A sentence is a text with its values in braces (`"{count} files"`), or one such text for each plural category of a
//! count (`{"by": "count", "one": …, "other": …}`), from which the browser's `Intl.PluralRules` chooses.

use fluent_bundle::FluentResource;
use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement, VariantKey};
use serde_json::{Map, Value};

/// Whether this is the id of a script's sentence.
pub(crate) fn is_of_a_script(id: &str) -> bool {
    id.starts_with("js-")
}

/// The prefix of the ids for the replay of a conversation, which has pages of its own.
const REPLAY: &str = "js-replay-";

/// The sentences for the scripts of a contest's pages.
pub(crate) fn of_a_contest(resource: &FluentResource) -> String {
    sentences(resource, |id| !id.starts_with(REPLAY))
}

/// The sentences for the replay of a conversation.
pub(crate) fn of_a_replay(resource: &FluentResource) -> String {
    sentences(resource, |id| id.starts_with(REPLAY))
}

/// The scripts' sentences with the wanted ids, as JSON that is safe to embed in a page. Sentences that do not fit the
/// form are left out; [`crate::check`] reports them.
fn sentences(resource: &FluentResource, wanted: impl Fn(&str) -> bool) -> String {
    let sentences = resource.entries().filter_map(|entry| {
        let Entry::Message(message) = entry else { return None };
        let id = message.id.name;
        let pattern = message.value.as_ref().filter(|_| is_of_a_script(id) && wanted(id))?;
        Some((id.to_owned(), sentence(pattern)?))
    });
    // A text in a page ends at the first `</`.
    Value::Object(sentences.collect()).to_string().replace('<', "\\u003c")
}

/// A sentence in the form for scripts; `None` where it needs more than scripts support.
pub(crate) fn sentence(pattern: &Pattern<&str>) -> Option<Value> {
    let [PatternElement::Placeable { expression: Expression::Select { selector, variants } }] = &pattern.elements[..]
    else {
        return text(pattern).map(Value::String);
    };
    let InlineExpression::VariableReference { id } = selector else { return None };
    let mut by_count = Map::from_iter([("by".to_owned(), Value::from(id.name))]);
    for variant in variants {
        let words = Value::String(text(&variant.value)?);
        let (VariantKey::Identifier { name: key } | VariantKey::NumberLiteral { value: key }) = variant.key;
        by_count.insert(key.to_owned(), words.clone());
        if variant.default {
            by_count.insert("other".to_owned(), words);
        }
    }
    Some(Value::Object(by_count))
}

fn text(pattern: &Pattern<&str>) -> Option<String> {
    let mut text = String::new();
    for element in &pattern.elements {
        match element {
            PatternElement::TextElement { value } => text.push_str(value),
            PatternElement::Placeable {
                expression: Expression::Inline(InlineExpression::VariableReference { id }),
            } => {
                text.push_str(&format!("{{{}}}", id.name));
            }
            PatternElement::Placeable { expression: Expression::Inline(InlineExpression::StringLiteral { value }) } => {
                text.push_str(value);
            }
            PatternElement::Placeable { .. } => return None,
        }
    }
    Some(text)
}
