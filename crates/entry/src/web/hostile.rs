//! Broken pages of every kind: none of them causes a hang or a panic, or takes any of the judge's text from the next
//! page.

use std::time::Duration;

use proptest::prelude::*;
use rulebook::{
    contest_file::{Replies, WebForm},
    schema::Opener,
};

use super::{
    page::PAGE_MAX,
    traces::{BrowserRig, SILENCE, settings},
};
use crate::http::Asking;

/// A good page.
const GOOD: &str = "<form method=post><input name=a></form><p class=answer>Good.</p>";

/// Responses other than a page: each answers the judge's "Hello."; then a good page must answer "And now?".
#[test]
fn an_answer_that_is_no_page_is_reported_and_the_next_words_are_answered() {
    for (name, status, kind, body) in [
        ("no HTML", 200, "application/json", br#"{"answer":"A."}"#.as_slice()),
        ("a picture", 200, "image/gif", b"GIF89a\x01\x00"),
        ("not found", 404, "text/html", GOOD.as_bytes()),
        ("an error of the server", 500, "text/html", GOOD.as_bytes()),
        ("too busy", 503, "", b""),
        ("a redirect that leads nowhere", 302, "text/html", b""),
        ("a login of HTTP", 401, "text/html", b""),
        ("no status there is", 999, "text/html", GOOD.as_bytes()),
    ] {
        converse(name, (status, kind, body), "bad-page", "");
    }
}

/// Broken pages, in the same way.
#[test]
fn a_hostile_page_is_reported_and_the_next_words_are_answered() {
    const FIELD: &str = "<input name=a>";
    let form = |attributes: &str, inside: &str| {
        format!("<form method=post {attributes}>{inside}</form><p class=answer>A.").into_bytes()
    };
    let good = |after: &str| format!("<form method=post>{FIELD}</form><p class=answer>{after}").into_bytes();
    let raw = |after: &[u8]| [b"<form><input name=a></form><p class=answer>", after].concat();
    let cut = format!("{}\n", "x".repeat(2_000));
    let cases: Vec<(&str, Vec<u8>, &str, &str)> = vec![
        ("nothing at all", vec![], "bad-page", ""),
        ("no element of the reply", b"<form><input name=a></form>".into(), "bad-page", ""),
        ("an element without words", good(" "), "", ""),
        ("no form", b"<p class=answer>A.".into(), "bad-page", "A.\n"),
        ("a form without a field", form("", "<input type=submit>"), "bad-page", "A.\n"),
        ("a field without a name", form("", "<input>"), "bad-page", "A.\n"),
        ("a field that is dead", form("", "<input name=a disabled>"), "bad-page", "A.\n"),
        ("a login", form("", "<input name=u><input type=password name=p>"), "bad-page", "A.\n"),
        ("a file is asked for", form("enctype=multipart/form-data", FIELD), "bad-page", "A.\n"),
        ("a script is the action", form("action='javascript:send()'", FIELD), "bad-page", "A.\n"),
        ("a mail is the action", form("action=mailto:a@b", FIELD), "bad-page", "A.\n"),
        ("another host is the action", form("action=http://10.0.0.1/", FIELD), "bad-page", "A.\n"),
        ("another port is the action", form("action=http://127.0.0.1:22/", FIELD), "bad-page", "A.\n"),
        (
            "a base elsewhere",
            [b"<base href=//evil.example/>".to_vec(), form("action=x", FIELD)].concat(),
            "bad-page",
            "A.\n",
        ),
        ("an action that is no address", form("action='http://['", FIELD), "bad-page", "A.\n"),
        ("a set of frames", b"<frameset><frame src=a.html><frame src=b.html></frameset>".into(), "bad-page", ""),
        ("an abyss", good(&"<div>".repeat(50_000)), "bad-page", ""),
        ("more elements than a page has", good(&"<br>".repeat(150_000)), "bad-page", ""),
        ("an endless page", good(&"x".repeat(PAGE_MAX)), "bad-page", ""),
        ("more replies than a conversation has", good(&"<p class=answer>x</p>".repeat(1_001)), "bad-page", ""),
        ("an endless reply", good(&"x".repeat(3_000)), "long-line", &cut),
        ("NUL", raw(b"A\0."), "", "A.\n"),
        ("bytes that are not UTF-8", raw(b"<meta charset=utf-8>A\xff."), "not-text", "A?.\n"),
        ("Latin-1 that is not named", raw(b"\xc4h."), "", "Ah.\n"),
        ("controls and colours", raw(b"\x1b[1mA\x08\x07."), "", "[1mA.\n"),
        ("tags that are never closed", b"<form><input name=a><p class=answer><b><i>A.<".into(), "", "A.<\n"),
        ("an attribute that is never closed", raw(b"A.<a href=\""), "", "A.\n"),
        (
            "a form in tables in tables",
            b"<table><form><tr><td><table><tr><td><input name=a></table><td class=answer>A.</table>".into(),
            "",
            "A.\n",
        ),
        ("markup in the reply", raw(b"&lt;b&gt;A&amp;.<script>evil()</script>"), "", "<b>A&.\n"),
        ("a comment in the reply", raw(b"A<!-- B -->."), "", "A.\n"),
    ];
    for (name, page, incident, typed) in cases {
        converse(name, (200, "text/html", &page), incident, typed);
    }
}

fn converse(name: &str, (status, kind, page): (u16, &str, &[u8]), incident: &str, typed: &str) {
    let mut table = visited();
    table.hears("Hello.\n");
    asks(&mut table, "a=Hello.", name);
    table.answers(status, kind, page);
    typed_so(&mut table, typed, name);
    let told: Vec<_> = table.incidents.drain(..).map(|incident| incident.kind()).collect();
    assert_eq!(told.concat(), incident, "{name}");
    table.hears("And now?\n");
    table.pass(Duration::from_secs(1));
    if incident == "bad-page" {
        let visit = table.browser.take_request(table.now).unwrap_or_else(|| panic!("{name}: no visit"));
        assert!(visit.body.is_empty(), "{name}");
        table.asked = Some(visit);
        table.answers(200, "text/html", GOOD.as_bytes());
        assert!(table.incidents.is_empty(), "{name}");
    }
    let asked = table.browser.take_request(table.now).unwrap_or_else(|| panic!("{name}: no submission"));
    let said = [asked.url.as_bytes(), b" ", &asked.body].concat();
    assert!(String::from_utf8(said).unwrap().contains("a=And+now%3F"), "{name}");
    table.asked = Some(asked);
    table.answers(200, "text/html", GOOD.as_bytes());
    typed_so(&mut table, "Good.\n", name);
}

/// Incidents for settings that match no page.
#[test]
fn settings_that_fit_nothing_say_what_would() {
    let check = |change: fn(&mut WebForm), page: &str, words: &str| {
        let mut settings = settings();
        change(&mut settings);
        let mut table = BrowserRig::new(&settings, Opener::Judge);
        table.asked = table.browser.take_request(table.now);
        table.answers(200, "text/html", page.as_bytes());
        table.collect();
        let told = table.incidents.pop_front().map(|incident| incident.to_string()).unwrap_or_default();
        assert!(told.contains(words) && !table.ready, "{words}: {told}");
    };
    check(|s| s.form = Some("#talk".into()), GOOD, "no form of the page matches `form`");
    check(|s| s.form = Some("p".into()), GOOD, "no form of the page matches `form`");
    check(|s| s.field = Some("b".into()), GOOD, "`field`; it has `a`; set `field` to one of these");
    check(|s| s.submit = Some("Go".into()), GOOD, "it has none");
    check(|s| s.submit = Some("Go".into()), "<form><input name=a><button>Say</button></form>", "it has `Say`");
    check(|_| (), "<iframe src=x.html></iframe>", "a set of frames: `x.html`; set `url`");
    for (key, change) in [
        ("reply", (|s| s.reply = "p:no-such".into()) as fn(&mut WebForm)),
        ("form", |s| s.form = Some("form[".into())),
        ("url", |s| s.url = "http://[".into()),
        ("reply_url", |s| s.reply_url = Some("http://elsewhere.example/".into())),
    ] {
        let mut settings = settings();
        change(&mut settings);
        let trouble = super::Browser::new(&settings, Opener::Judge, SILENCE, SILENCE).unwrap_err();
        assert!(trouble.incident().to_string().contains(&format!("`{key}`")), "{trouble}");
    }
}

#[test]
fn the_judge_may_say_more_than_fits_and_is_cut_not_lost_in_silence() {
    let mut table = visited();
    table.hears("One.\n");
    asks(&mut table, "a=One.", "");
    for _ in 0..5 {
        table.hears(&format!("{}\n", "y".repeat(1_999)));
    }
    table.hears(&format!("{}\n", "z".repeat(9_000)));
    table.answers(200, "text/html", b"<form method=post><input name=a maxlength=10></form><p class=answer>A.");
    let asked = table.browser.take_request(table.now).unwrap();
    assert_eq!(String::from_utf8(asked.body).unwrap(), format!("a={}", "y".repeat(10)));
    typed_so(&mut table, "A.\n", "");
    let told: Vec<_> = table.incidents.iter().map(ToString::to_string).collect();
    assert!(told.len() == 2 && told[0].contains("8000 characters") && told[1].contains("takes 10"), "{told:?}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_some_page(bytes: Vec<u8>, kind in "[ -~]{0,30}", status in 0_u16..1_000) {
        let mut table = visited();
        table.hears("Hello.\n");
        asks(&mut table, "a=Hello.", "");
        table.answers(status, &kind, &bytes);
        table.pass(SILENCE);
    }

    #[test]
    fn any_tags_are_some_page(
        tags in prop::collection::vec(
            prop::sample::select(vec![
                "<form>", "</form>", "<table>", "</table>", "<tr>", "<td>", "<p class=answer>", "</p>", "<b>", "</b>",
                "<input name=a>", "<select name=s>", "<option>", "<textarea name=t>", "</textarea>", "<template>",
                "</template>", "<svg>", "<math>", "<frameset>", "<base href=x>", "<button>", "x", " ", "&lt", "<!--", "-->",
                "</body>", "<noscript>", "<script>", "</script>", "<plaintext>", "<form action=?y method=post>",
            ]),
            0..60,
        ),
        replies in prop::sample::select(vec![Replies::Last, Replies::AllNew, Replies::Whole]),
    ) {
        let mut table = BrowserRig::new(&WebForm { replies, start: true, ..settings() }, Opener::Anyone);
        table.browser.began(table.now);
        table.hears("Hello.\n");
        table.asked = table.browser.take_request(table.now);
        table.answers(200, "text/html", tags.concat().as_bytes());
        table.pass(SILENCE);
        table.asked = table.browser.take_request(table.now);
        prop_assert!(table.asked.is_some());
        table.answers(200, "text/html", tags.concat().as_bytes());
        table.pass(SILENCE);
    }
}

/// A table whose browser has loaded a good page.
fn visited() -> BrowserRig {
    let mut table = BrowserRig::new(&settings(), Opener::Judge);
    table.asked = table.browser.take_request(table.now);
    table.answers(200, "text/html", GOOD.as_bytes());
    table.collect();
    assert!(table.ready && table.incidents.is_empty());
    table.browser.began(table.now);
    table
}

fn asks(table: &mut BrowserRig, body: &str, name: &str) {
    let asked = table.browser.take_request(table.now).unwrap_or_else(|| panic!("{name}: nothing is asked"));
    assert_eq!(String::from_utf8_lossy(&asked.body), body, "{name}");
    table.asked = Some(asked);
}

fn typed_so(table: &mut BrowserRig, text: &str, name: &str) {
    let time = super::traces::TYPING * u32::try_from(text.len()).unwrap();
    table.pass(time);
    assert_eq!(std::mem::take(&mut table.typed).as_str(), text, "{name}");
}
