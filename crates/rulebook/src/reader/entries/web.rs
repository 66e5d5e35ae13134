//! An `[[entry]]` that is a web page with a form.

use std::{ops::RangeInclusive, time::Duration};

use super::super::{
    document::{Value, short},
    fault::{Code, Report},
    table::TableReader,
    value::{duration, line, switch, word},
};
use super::address::{self, Hints, Wrong};
use crate::contest_file::{Protocol, Replies, WebForm};

/// The keys it takes.
pub(super) const KEYS: &[&str] =
    &["url", "form", "field", "reply", "replies", "reply_url", "submit", "patience", "start", "server"];

/// The allowed times for a page to come.
const PATIENCE: RangeInclusive<Duration> = Duration::from_secs(1)..=Duration::from_secs(10 * 60);

/// Reads the address of the page and its settings.
pub(super) fn read(t: &mut TableReader<'_>) -> Option<Protocol> {
    let url = t.required("url", "\"http://127.0.0.1:8080/\"", address);
    let form = t.optional("form", selector);
    let field = t.optional("field", line(1..=200));
    let reply = t.required("reply", "\".answer\"", selector);
    let replies = t.or("replies", Replies::Last, word);
    let reply_url = t.optional("reply_url", line(1..=2048));
    let submit = t.optional("submit", line(1..=200));
    let patience = t.or("patience", Duration::from_secs(60), duration(PATIENCE));
    let start = t.or("start", false, switch);
    Some(Protocol::Web(WebForm {
        url: url?,
        form: form?,
        field: field?,
        reply: reply?,
        replies: replies?,
        reply_url: reply_url?,
        submit: submit?,
        patience: patience?,
        start: start?,
    }))
}

fn address(value: &Value, report: &mut Report) -> Option<String> {
    checked(value, report, 2048, "is no page's address", check_address)
}

/// Reports text that is surely no selector; the code that requests the page checks the rest of CSS.
fn selector(value: &Value, report: &mut Report) -> Option<String> {
    checked(value, report, 500, "is no CSS selector", check_selector)
}

fn checked(
    value: &Value,
    report: &mut Report,
    most: usize,
    what: &str,
    check: fn(&str) -> Result<(), Wrong>,
) -> Option<String> {
    let text = line(1..=most)(value, report)?;
    let Err((label, help)) = check(&text) else { return Some(text) };
    let message = format!("{} is `{}`, which {what}", value.path, short(&text));
    report.fault(Code::Malformed, &value.place, label, message, help);
    None
}

fn check_address(url: &str) -> Result<(), Wrong> {
    const HINTS: Hints = Hints {
        example: "write the address of the entry's page: \"http://127.0.0.1:8080/\"",
        user: "take the user out, and let the page be seen without a password",
    };
    let Some(rest) = url.strip_prefix("http://").or_else(|| url.strip_prefix("https://")) else {
        return Err(("does not begin with http:// or https://", HINTS.example));
    };
    address::check(rest, &HINTS).map(drop)
}

fn check_selector(text: &str) -> Result<(), Wrong> {
    if text.trim().is_empty() {
        return Err(("is empty", "write a selector: \".answer\", \"#reply\", \"table td.bot\""));
    }
    if text.trim_start().starts_with('<') {
        return Err(("is a piece of HTML", "name the element as CSS does: \"p.answer\" for `<p class=\"answer\">`"));
    }
    if text.trim_start().starts_with('/') {
        return Err(("is a path of XPath", "name the element as CSS does: \"td.bot p\" for `//td[@class='bot']//p`"));
    }
    let (mut open, mut quote) = (Vec::new(), None);
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match (c, quote) {
            ('\\', _) => drop(chars.next()),
            (c, Some(mark)) if c == mark => quote = None,
            ('"' | '\'', None) => quote = Some(c),
            ('(', None) => open.push(')'),
            ('[', None) => open.push(']'),
            (')' | ']', None) if open.pop() != Some(c) => {
                return Err(("closes what is not open", "look at its brackets"));
            }
            _ => {}
        }
    }
    if quote.is_some() || !open.is_empty() {
        return Err(("does not close what it opens", "look at its brackets and quotation marks"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{check_address, check_selector};
    use crate::{
        contest_file::{Protocol, Replies},
        reader::read_entries,
    };

    #[test]
    fn a_page_needs_its_address_and_where_its_words_are() {
        let entry = "[[entry]]\nname = \"E\"\ncontestant = \"A\"\nprotocol = \"web\"\n";
        let read = |keys: &str| read_entries("web.toml", &format!("{entry}{keys}"));
        let entries =
            read("url = \"https://bots.example/talk?x=1\"\nreply = \"td.bot\"\nreplies = \"all-new\"\n").unwrap();
        let Protocol::Web(form) = &entries[0].protocol else { panic!("no web page") };
        assert_eq!((form.replies, form.patience.as_secs(), form.start), (Replies::AllNew, 60, false));
        let faults = read("url = \"ftp://x\"\nreply = \"<p>\"\nreplies = \"newest\"\nprompts = [\">\"]\n").unwrap_err();
        assert_eq!(faults.len(), 4, "{faults}");
        assert_eq!(read("").unwrap_err().len(), 2);
    }

    #[test]
    fn an_address_names_a_host_and_nothing_secret() {
        for good in ["http://localhost", "https://bots.example:8443/a/b?c=d", "http://[::1]:80/"] {
            assert_eq!(check_address(good), Ok(()), "{good}");
        }
        for (wrong, label) in [
            ("localhost:80", "does not begin with http:// or https://"),
            ("HTTP://x", "does not begin with http:// or https://"),
            ("javascript:alert(1)", "does not begin with http:// or https://"),
            ("http://", "names no host"),
            ("http:///x", "names no host"),
            ("http://:80/", "names no host"),
            ("http://::1/", "names no host"),
            ("http://x:0/", "names no port"),
            ("http://x:99999/", "names no port"),
            ("http://x:/", "names no port"),
            ("http://me:pw@x/", "names a user"),
            ("http://x/#top", "holds a character that no address has"),
            ("http://x/a b", "holds a character that no address has"),
        ] {
            assert_eq!(check_address(wrong).unwrap_err().0, label, "{wrong}");
        }
    }

    #[test]
    fn a_selector_is_css_as_far_as_can_be_seen_here() {
        for good in [".answer", "table tr:nth-child(2) td.bot > p", "[title=\"(\"]", "a\\(b", "font[color='#ff0000']"] {
            assert_eq!(check_selector(good), Ok(()), "{good}");
        }
        for (wrong, label) in [
            (" ", "is empty"),
            ("<p>", "is a piece of HTML"),
            ("//td", "is a path of XPath"),
            ("td[class=\"x]", "does not close what it opens"),
            ("p:nth-child(2", "does not close what it opens"),
            ("p)", "closes what is not open"),
            ("[a)]", "closes what is not open"),
        ] {
            assert_eq!(check_selector(wrong).unwrap_err().0, label, "{wrong}");
        }
    }
}
