//! Messages as words, as HTML and in a page, in languages of both directions.

use std::sync::Arc;

use askama::Template;
use language::{Direction, Element, Language, Languages, Message, Reader, disguised, say};

/// English with its words in angle brackets, to distinguish it from every real language.
fn marked(direction: Direction) -> Arc<Language> {
    let source = disguised("ar", direction, |words| words.replace("and", "⟨and⟩"));
    Arc::new(Language::read("ar", &source).expect("a language"))
}

#[derive(Template)]
#[template(
    source = "<p title=\"{{ message }}\">{{ message }}</p>{{ say!(\"list-last\", first = 1, then = \"<2>\") }}",
    ext = "html"
)]
struct Page {
    message: Message,
}

#[test]
fn a_page_is_written_in_the_language_of_its_reader_and_escaped() {
    let page = Page { message: Message::list(["a", "\"b\""]) };
    assert_eq!(
        page.render().expect("rendered"),
        "<p title=\"a and &#34;b&#34;\">a and &#34;b&#34;</p>1 and &#60;2&#62;"
    );
    let reader = Reader::of_only(marked(Direction::LeftToRight));
    assert_eq!(
        page.render_with_values(&reader).expect("rendered"),
        "<p title=\"a ⟨and⟩ &#34;b&#34;\">a ⟨and⟩ &#34;b&#34;</p>1 ⟨and⟩ &#60;2&#62;"
    );
}

#[test]
fn markup_comes_from_elements_alone_and_plain_text_has_none() {
    let message = say!("list-last", first = Element::link("/x?a=1&b=\"2\""), then = "\u{F0000}<b>");
    let language = Language::english();
    assert_eq!(language.html(&message), "<a href=\"/x?a=1&#38;b=&#34;2&#34;\"> and \u{FFFD}&#60;b&#62;");
    assert_eq!(language.say(&message), " and \u{F0000}<b>");
}

#[test]
fn a_list_is_read_as_one() {
    let list = |parts: &[&str]| Message::list(parts.iter().copied()).to_string();
    assert_eq!(list(&[]), "");
    assert_eq!(list(&["a"]), "a");
    assert_eq!(list(&["a", "b"]), "a and b");
    assert_eq!(list(&["a", "b", "c", "d"]), "a, b, c and d");
}

#[test]
fn a_value_in_a_language_that_runs_from_right_to_left_keeps_its_own_direction() {
    assert_eq!(
        marked(Direction::RightToLeft).say(&Message::list(["a", "b"])),
        "\u{2068}a\u{2069} ⟨and⟩ \u{2068}b\u{2069}"
    );
}

#[test]
fn a_page_brings_what_its_own_script_says_and_nothing_else() {
    let english = Language::english();
    let (all, own) = (english.scripts(), english.replay_script());
    assert!(own.contains("\"js-replay-clock\":\"{now} of {end}\"") && !all.contains("js-replay-clock"), "{own}");
    assert!(!own.contains("js-stop") && all.contains("js-stop"), "{own}");
    assert!(!own.contains("site-replay-play"), "{own}");
}

#[test]
fn a_browser_is_served_with_the_language_it_asks_for_first() {
    let languages = Languages::shipped();
    let served = |header: &str| languages.accepted(header).map(|language| language.tag().to_owned());
    assert_eq!(served("de-AT,de;q=0.9,en;q=0.8").as_deref(), Some("de"));
    assert_eq!(served("en-GB, de;q=0.5").as_deref(), Some("en"));
    assert_eq!(served("fr, de;q=0.5").as_deref(), Some("de"));
    assert_eq!(served("de;q=0, en").as_deref(), Some("en"));
    assert_eq!(served("de;q=0.000"), None);
    assert_eq!(served("de;q=0.001").as_deref(), Some("de"));
    assert_eq!(served("en;q=0.5, de;q=0.9").as_deref(), Some("de"), "weights decide, and not the order");
    assert_eq!(served("en;q=0.5, de;q=0.5").as_deref(), Some("en"));
    assert_eq!(served("fr"), None);
    assert_eq!(served("*"), None);
    assert_eq!(served("\u{FFFD};;,,q=1"), None);
}
