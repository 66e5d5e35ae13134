//! A language: a Fluent file, read and checked, that turns messages into words.

use std::{
    borrow::Cow,
    fmt,
    sync::{Arc, LazyLock},
};

use askama::filters::{Html, escape};
use fluent_bundle::{FluentArgs, FluentResource, FluentValue, concurrent::FluentBundle};
use unic_langid::LanguageIdentifier;

use crate::{LanguageFault, Message, Value, check, element::Element, message::Kind, script};

/// English, the source of every other language.
pub(crate) const ENGLISH: &str = include_str!("../../../languages/en.ftl");

static SOURCE: LazyLock<Arc<Language>> = LazyLock::new(|| {
    let english = Language::unchecked("en", ENGLISH).and_then(|english| {
        let faults = check::source(english.tag(), &english.resource);
        if faults.is_empty() { Ok(english) } else { Err(faults) }
    });
    Arc::new(english.unwrap_or_else(|faults| panic!("languages/en.ftl: {faults:?}")))
});

/// The first of the characters that stand for markup during the formatting of a sentence: a private use area, outside
/// of every script.
const MARKUP: u32 = 0xF_0000;

/// The direction of a language's script.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// From left to right.
    LeftToRight,
    /// From right to left.
    RightToLeft,
}

/// A language with all its sentences.
pub struct Language {
    pub(crate) id: LanguageIdentifier,
    tag: String,
    bundle: FluentBundle<Arc<FluentResource>>,
    pub(crate) resource: Arc<FluentResource>,
    /// The sentences of a contest's scripts, by id, as JSON.
    scripts: String,
}

impl fmt::Debug for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Language").field(&self.tag).finish()
    }
}

impl Language {
    /// English.
    #[must_use]
    pub fn english() -> &'static Arc<Self> {
        &SOURCE
    }

    /// Reads a Fluent file. `tag` is its language (BCP 47, such as `de` or `pt-BR`) and the name of the file.
    ///
    /// # Errors
    /// Every fault of the file: an invalid tag, Fluent that cannot be parsed, a repeated sentence, a sentence that is
    /// missing or that English does not have, a value that no page gives to a sentence, or one that a sentence leaves
    /// out.
    pub fn read(tag: &str, source: &str) -> Result<Self, Vec<LanguageFault>> {
        let language = Self::unchecked(tag, source)?;
        let mut faults = check::source(language.tag(), &language.resource);
        faults.extend(check::against(language.tag(), &language.resource, &Self::english().resource));
        if faults.is_empty() { Ok(language) } else { Err(faults) }
    }

    fn unchecked(tag: &str, source: &str) -> Result<Self, Vec<LanguageFault>> {
        let fault = |what: String| vec![LanguageFault { file: format!("{tag}.ftl"), place: None, what }];
        let id: LanguageIdentifier = tag.parse().map_err(|_| {
            fault(format!(
                "`{tag}` is no language (name the file after one, as BCP 47 writes it: `fr.ftl`, `pt-BR.ftl`)"
            ))
        })?;
        let resource = FluentResource::try_new(source.replace("\r\n", "\n"))
            .map_err(|(resource, errors)| check::unreadable(tag, resource.source(), &errors))?;
        let resource = Arc::new(resource);
        let mut bundle = FluentBundle::new_concurrent(vec![id.clone()]);
        bundle.add_resource(resource.clone()).map_err(|twice| check::twice(tag, resource.source(), &twice))?;
        let scripts = script::of_a_contest(&resource);
        let mut language = Self { tag: id.to_string(), id, bundle, resource, scripts };
        // In a right-to-left language, isolate the values: a left-to-right name keeps its own direction.
        let isolates = language.direction() == Direction::RightToLeft;
        language.bundle.set_use_isolating(isolates);
        Ok(language)
    }

    /// The tag, such as `de`: the value of `lang`.
    #[must_use]
    pub fn tag(&self) -> &str {
        &self.tag
    }

    /// The text of its file.
    #[must_use]
    pub fn source(&self) -> &str {
        self.resource.source()
    }

    /// The language's own name: `Deutsch`.
    #[must_use]
    pub fn name(&self) -> String {
        self.of_itself("language-name").unwrap_or_else(|| self.tag.clone())
    }

    /// The direction of its script.
    #[must_use]
    pub fn direction(&self) -> Direction {
        match self.of_itself("language-direction").as_deref() {
            Some("rtl") => Direction::RightToLeft,
            _ => Direction::LeftToRight,
        }
    }

    /// A message in words, as plain text without markup.
    #[must_use]
    pub fn say(&self, message: &Message) -> String {
        self.words(message, &mut None).into_owned()
    }

    /// A message as HTML: escaped, with its elements.
    #[must_use]
    pub fn html(&self, message: &Message) -> String {
        let mut markup = Some(Vec::new());
        let words = self.words(message, &mut markup);
        let markup = markup.unwrap_or_default();
        let Ok(escaped) = escape(words, Html);
        let escaped = escaped.to_string();
        if markup.is_empty() {
            return escaped;
        }
        let mut html = String::with_capacity(escaped.len());
        for c in escaped.chars() {
            match (c as u32).checked_sub(MARKUP).and_then(|at| markup.get(usize::try_from(at).ok()?)) {
                Some(markup) => html.push_str(markup),
                None => html.push(c),
            }
        }
        html
    }

    /// The sentences of a contest's scripts, as a JSON object by id that is safe to embed in a page;
    /// `assets/sentences.js` reads it.
    #[must_use]
    pub fn scripts(&self) -> &str {
        &self.scripts
    }

    /// The same for the replay of a conversation.
    #[must_use]
    pub fn replay_script(&self) -> String {
        script::of_a_replay(&self.resource)
    }

    /// A message in words. For HTML, each piece of markup goes to `markup`, and its character goes into the text.
    fn words(&self, message: &Message, markup: &mut Option<Vec<Cow<'static, str>>>) -> Cow<'static, str> {
        match &message.0 {
            Kind::Verbatim(words) => clean(words, markup.is_some()).into(),
            Kind::Sentences(parts) => {
                let parts = parts.iter().filter(|part| !part.is_empty());
                parts.map(|part| self.words(part, markup)).collect::<Vec<_>>().join(" ").into()
            }
            Kind::List(parts) => self.list(parts, markup).into(),
            Kind::Sentence { id, values } => {
                let mut args = FluentArgs::with_capacity(values.len());
                for (name, value) in values {
                    match value {
                        Value::Text(text) => args.set(*name, clean(text, markup.is_some())),
                        Value::Number(number) => args.set(*name, *number),
                        Value::Message(message) => args.set(*name, self.words(message, markup)),
                        Value::Element(Element { open, close }) => {
                            args.set(*name, put_aside(markup, open.clone()));
                            args.set(format!("{name}_end"), put_aside(markup, Cow::Borrowed(*close)));
                        }
                    }
                }
                self.sentence(id, &args).into()
            }
        }
    }

    /// "a", "a and b", "a, b and c".
    fn list(&self, parts: &[Message], markup: &mut Option<Vec<Cow<'static, str>>>) -> String {
        let mut parts: Vec<_> = parts.iter().map(|part| self.words(part, markup)).collect();
        let Some(last) = parts.pop() else { return String::new() };
        let Some((first, between)) = parts.split_first() else { return last.into_owned() };
        let join = |id, first: String, then: Cow<'static, str>| {
            let mut args = FluentArgs::with_capacity(2);
            args.set("first", first);
            args.set("then", then);
            self.sentence(id, &args)
        };
        let before =
            between.iter().fold(first.clone().into_owned(), |so_far, part| join("list-part", so_far, part.clone()));
        join("list-last", before, last)
    }

    /// The file's sentence about the language itself; `None` where a file that is not checked yet has none.
    fn of_itself(&self, id: &str) -> Option<String> {
        let pattern = self.bundle.get_message(id)?.value()?;
        Some(self.bundle.format_pattern(pattern, None, &mut Vec::new()).into_owned())
    }

    /// The sentence with this id. A missing one falls back to English, but the check of a file excludes that.
    fn sentence(&self, id: &str, args: &FluentArgs<'_>) -> String {
        let Some(pattern) = self.bundle.get_message(id).and_then(|message| message.value()) else {
            debug_assert!(false, "no sentence `{id}` in languages/{}.ftl", self.tag);
            return if self.tag == "en" { id.to_owned() } else { Self::english().sentence(id, args) };
        };
        let mut faults = Vec::new();
        let words = self.bundle.format_pattern(pattern, Some(args), &mut faults).into_owned();
        debug_assert!(faults.is_empty(), "`{id}` in languages/{}.ftl: {faults:?}", self.tag);
        words
    }
}

/// Text from outside, with characters replaced that would count as markup.
fn clean(text: &str, in_html: bool) -> String {
    let is_markup = |c: char| c as u32 >= MARKUP;
    if in_html { text.replace(is_markup, "\u{FFFD}") } else { text.to_owned() }
}

/// The character for a piece of markup; none in plain text.
fn put_aside(markup: &mut Option<Vec<Cow<'static, str>>>, piece: Cow<'static, str>) -> FluentValue<'static> {
    let character = markup.as_mut().and_then(|markup| {
        markup.push(piece);
        char::from_u32(MARKUP + u32::try_from(markup.len() - 1).ok()?)
    });
    FluentValue::String(character.map(String::from).unwrap_or_default().into())
}
