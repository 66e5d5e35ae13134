//! The check of a language's file: its own faults, and its differences from English.

use std::collections::{BTreeMap, BTreeSet};

use fluent_bundle::{FluentError, FluentResource};
use fluent_syntax::{
    ast::{CallArguments, Entry, Expression, InlineExpression, Pattern, PatternElement},
    parser::ParserError,
};

use crate::{FilePosition, LanguageFault, script};

/// The values of a sentence in a file.
struct Sentence<'a> {
    id: &'a str,
    /// The names of its values, `link_end` included.
    values: BTreeSet<&'a str>,
}

/// Faults for the parts that Fluent could not parse.
pub(crate) fn unreadable(tag: &str, source: &str, errors: &[ParserError]) -> Vec<LanguageFault> {
    let faults = errors.iter().map(|error| {
        let what = format!("this is no Fluent: {} (see projectfluent.org for how a sentence is written)", error.kind);
        fault(tag, Some(FilePosition::of(source, error.pos.start)), what)
    });
    faults.collect()
}

/// Faults for sentences with the id of an earlier one.
pub(crate) fn twice(tag: &str, source: &str, errors: &[FluentError]) -> Vec<LanguageFault> {
    let faults = errors.iter().map(|error| match error {
        FluentError::Overriding { id, .. } => {
            let second =
                source.rmatch_indices(&format!("\n{id} =")).next().map(|(at, _)| FilePosition::of(source, at + 1));
            fault(tag, second, format!("`{id}` stands here a second time (leave one)"))
        }
        other => fault(tag, None, other.to_string()),
    });
    faults.collect()
}

/// The faults of a file that can be found without English.
pub(crate) fn source(tag: &str, file: &FluentResource) -> Vec<LanguageFault> {
    let mut faults = Vec::new();
    let source = file.source();
    for message in file.entries().filter_map(message) {
        let place = Some(place_of(source, message.id.name));
        let id = message.id.name;
        if let Some(pattern) = &message.value
            && script::is_of_a_script(id)
            && script::sentence(pattern).is_none()
        {
            let what =
                "a script says this, and can only fill in values and choose by one count, around the whole sentence";
            faults.push(fault(tag, place, format!("`{id}`: {what}")));
        }
        let value = |of: &str| (id == of).then(|| message.value.as_ref().map(plain).unwrap_or_default());
        if let Some(said) = value("language-direction").filter(|said| said != "ltr" && said != "rtl") {
            faults.push(fault(tag, place, format!("`{said}` is no direction (write `ltr` or `rtl`)")));
        }
        if let Some(said) = value("language-tag").filter(|said| said != tag) {
            faults.push(fault(tag, place, format!("`{said}` is not the name of the file (write `{tag}`)")));
        }
    }
    faults
}

/// The differences from English in ids and values.
pub(crate) fn against(tag: &str, file: &FluentResource, english: &FluentResource) -> Vec<LanguageFault> {
    let (own, source) = (sentences(file), sentences(english));
    let text = file.source();
    let mut faults = Vec::new();
    for (id, known) in &source {
        let Some(sentence) = own.get(id) else {
            faults.push(fault(tag, None, format!("`{id}` is missing (en.ftl has it)")));
            continue;
        };
        let place = Some(place_of(text, sentence.id));
        for value in sentence.values.difference(&known.values) {
            faults.push(fault(tag, place, format!("`{id}`: no page gives it `{{ ${value} }}`")));
        }
        for value in known.values.difference(&sentence.values) {
            faults.push(fault(tag, place, format!("`{id}`: it leaves `{{ ${value} }}` out")));
        }
    }
    for (id, sentence) in own.iter().filter(|(id, _)| !source.contains_key(*id)) {
        faults.push(fault(tag, Some(place_of(text, sentence.id)), format!("no page says `{id}` (take it out)")));
    }
    faults
}

fn fault(tag: &str, place: Option<FilePosition>, what: String) -> LanguageFault {
    LanguageFault { file: format!("{tag}.ftl"), place, what }
}

/// The place of a part of a text.
fn place_of(text: &str, part: &str) -> FilePosition {
    FilePosition::of(text, (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize))
}

fn message<'a>(entry: &'a Entry<&'a str>) -> Option<&'a fluent_syntax::ast::Message<&'a str>> {
    match entry {
        Entry::Message(message) => Some(message),
        _ => None,
    }
}

fn sentences(resource: &FluentResource) -> BTreeMap<&str, Sentence<'_>> {
    let sentences = resource.entries().filter_map(message).map(|message| {
        let mut values = BTreeSet::new();
        if let Some(pattern) = &message.value {
            in_pattern(pattern, &mut values);
        }
        (message.id.name, Sentence { id: message.id.name, values })
    });
    sentences.collect()
}

/// A pattern without its values.
fn plain(pattern: &Pattern<&str>) -> String {
    let texts = pattern.elements.iter().filter_map(|element| match element {
        PatternElement::TextElement { value } => Some(*value),
        PatternElement::Placeable { .. } => None,
    });
    texts.collect()
}

fn in_pattern<'a>(pattern: &'a Pattern<&'a str>, values: &mut BTreeSet<&'a str>) {
    for element in &pattern.elements {
        if let PatternElement::Placeable { expression } = element {
            in_expression(expression, values);
        }
    }
}

fn in_expression<'a>(expression: &'a Expression<&'a str>, values: &mut BTreeSet<&'a str>) {
    match expression {
        Expression::Inline(inline) => in_inline(inline, values),
        Expression::Select { selector, variants } => {
            in_inline(selector, values);
            for variant in variants {
                in_pattern(&variant.value, values);
            }
        }
    }
}

fn in_inline<'a>(inline: &'a InlineExpression<&'a str>, values: &mut BTreeSet<&'a str>) {
    match inline {
        InlineExpression::VariableReference { id } => {
            values.insert(id.name);
        }
        InlineExpression::Placeable { expression } => in_expression(expression, values),
        InlineExpression::FunctionReference { arguments: CallArguments { positional, named }, .. } => {
            for inline in positional {
                in_inline(inline, values);
            }
            for argument in named {
                in_inline(&argument.value, values);
            }
        }
        _ => {}
    }
}
