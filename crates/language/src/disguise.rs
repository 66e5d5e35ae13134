//! English in disguise, for tests: a complete language with every word of ours changed. A page in it shows the words
//! that do not come from a language's file, and how it looks in a script that runs from right to left.

use fluent_syntax::{
    ast::{Entry, Expression, InlineExpression, Pattern, PatternElement, Resource},
    parser, serializer,
};

use crate::{Direction, language::ENGLISH};

/// The file of a language with this tag and direction: the sentences of English with their words changed.
#[must_use]
pub fn disguised(tag: &str, direction: Direction, change: impl Fn(&str) -> String) -> String {
    let mut resource = parser::parse(ENGLISH.to_owned()).unwrap_or_else(|(resource, _)| resource);
    for entry in &mut resource.body {
        let Entry::Message(message) = entry else { continue };
        let own = match message.id.name.as_str() {
            "language-tag" => Some(tag.to_owned()),
            "language-direction" => Some(if direction == Direction::RightToLeft { "rtl" } else { "ltr" }.to_owned()),
            _ => None,
        };
        let Some(pattern) = &mut message.value else { continue };
        match own {
            Some(value) => pattern.elements = vec![PatternElement::TextElement { value }],
            None => in_pattern(pattern, &change),
        }
    }
    serializer::serialize(&Resource { body: resource.body })
}

fn in_pattern(pattern: &mut Pattern<String>, change: &impl Fn(&str) -> String) {
    in_elements(pattern, change);
    guard(pattern);
}

/// Quotes the first character of a pattern where Fluent would misread it at the beginning of a line: the serializer
/// starts a new line when a choice follows.
fn guard(pattern: &mut Pattern<String>) {
    let Some(PatternElement::TextElement { value }) = pattern.elements.first_mut() else { return };
    if value.starts_with(['[', '*', '.', '}']) {
        let sign = value.remove(0).to_string();
        let expression = Expression::Inline(InlineExpression::StringLiteral { value: sign });
        pattern.elements.insert(0, PatternElement::Placeable { expression });
    }
}

fn in_elements(pattern: &mut Pattern<String>, change: &impl Fn(&str) -> String) {
    for element in &mut pattern.elements {
        match element {
            PatternElement::TextElement { value } => *value = change(value),
            PatternElement::Placeable { expression: Expression::Select { variants, .. } } => {
                for variant in variants {
                    in_pattern(&mut variant.value, change);
                }
            }
            PatternElement::Placeable { expression: Expression::Inline(_) } => {}
        }
    }
}
