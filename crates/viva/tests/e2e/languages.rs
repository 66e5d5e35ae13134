//! Pages in another language: every word of the program comes from the language file, on every page of a contest.
//!
//! The language is English in disguise: its letters are Arabic ones, and it runs from right to left. A Latin letter on
//! such a page that is not data (a name, a text of the rulebook, a participant's words) belongs to a sentence missing
//! from the language files.

use std::{collections::BTreeSet, fs, path::Path};

use language::{Direction, disguised};
use reqwest::{StatusCode, header};
use scraper::{ElementRef, Html, Node};
use serde_json::Value;

use crate::{
    desk::Desk,
    support::{Guest, Server, contest_file, data, house_entries, http, talk, viva},
};

/// The tag of the disguised language.
pub(crate) const DISGUISE: &str = "ar";

/// A folder of languages for `viva serve`, with English in disguise.
pub(crate) fn languages(folder: &Path) -> String {
    let languages = folder.join("languages");
    fs::create_dir_all(&languages).unwrap();
    let source = disguised(DISGUISE, Direction::RightToLeft, in_arabic_letters);
    fs::write(languages.join(format!("{DISGUISE}.ftl")), source).unwrap();
    languages.to_str().unwrap().to_owned()
}

/// A text with an Arabic letter for each Latin one.
fn in_arabic_letters(text: &str) -> String {
    const LETTERS: [char; 26] = [
        'ا', 'ب', 'ت', 'ث', 'ج', 'ح', 'خ', 'د', 'ذ', 'ر', 'ز', 'س', 'ش', 'ص', 'ض', 'ط', 'ظ', 'ع', 'غ', 'ف', 'ق', 'ك',
        'ل', 'م', 'ن', 'ه',
    ];
    let letter = |c: char| match c.to_ascii_lowercase() {
        'a'..='z' => LETTERS[usize::from(c.to_ascii_lowercase() as u8 - b'a')],
        _ => c,
    };
    text.chars().map(letter).collect()
}

/// The data on a page: names, and the texts of a rulebook.
pub(crate) struct Known(String);

impl Known {
    /// The texts of this shipped rulebook and this contest file, and texts equal in every language.
    pub(crate) fn of(rulebook: &str, contest_file: &str) -> Self {
        let rulebook = rulebook::shipped::rulebook(rulebook).unwrap();
        let mut texts = vec![
            contest_file.to_owned(),
            "Vivavoce UTC JSON SHA-256 TLS HTTP EUR USD KiB MiB Ctrl Shift Enter".to_owned(),
        ];
        texts_in(&serde_json::to_value(&rulebook).unwrap(), &mut texts);
        texts.push(rulebook.told_to_judges(language::Language::english()));
        texts.push(rulebook.told_to_confederates(language::Language::english()));
        Self(texts.join("\n"))
    }

    /// Adds this text.
    pub(crate) fn and(mut self, text: &str) -> Self {
        self.0 += "\n";
        self.0 += text;
        self
    }

    /// Returns true if a run of Latin letters is data: it is in a known text, or its words are, between labels such as
    /// J1 or R2, figures and signs.
    fn is_data(&self, run: &str) -> bool {
        let mut words = run.split(|c: char| !(c.is_alphabetic() || c == ' ')).map(str::trim);
        self.0.contains(run) || words.all(|words| words.chars().count() < 2 || self.0.contains(words))
    }
}

fn texts_in(value: &Value, texts: &mut Vec<String>) {
    match value {
        Value::String(text) => texts.push(text.clone()),
        Value::Array(values) => values.iter().for_each(|value| texts_in(value, texts)),
        Value::Object(values) => values.values().for_each(|value| texts_in(value, texts)),
        _ => {}
    }
}

/// The elements whose words are always data: conversations, texts for computers, the names of other languages.
const DATA: &str = "pre, q, .said, .said *, code, code *, kbd, script, style, noscript, noscript *, bdi, bdi *, .languages *, title, .hash *";

/// Attributes read or heard by people.
const READ: [&str; 9] =
    ["aria-label", "title", "placeholder", "alt", "data-confirm", "data-mine", "data-theirs", "data-place", "label"];

/// The words of a page that are in no language file, each with its element.
pub(crate) fn foreign(html: &str, known: &Known) -> BTreeSet<String> {
    let page = Html::parse_document(html);
    let data = scraper::Selector::parse(DATA).unwrap();
    let mut found = BTreeSet::new();
    let is_data = |element: &ElementRef<'_>| data.matches(element);
    for element in page.root_element().descendants().filter_map(ElementRef::wrap) {
        let mut words: Vec<&str> = READ.iter().filter_map(|name| element.attr(name)).collect();
        if !is_data(&element) {
            words.extend(element.children().filter_map(|child| match child.value() {
                Node::Text(text) => Some(&**text),
                _ => None,
            }));
        }
        for run in words.into_iter().flat_map(latin_runs).filter(|run| !known.is_data(run)) {
            found.insert(format!("<{}>: {run}", element.value().name()));
        }
    }
    found
}

/// The longest runs of words in Latin letters in a text.
fn latin_runs(text: &str) -> impl Iterator<Item = &str> {
    let is_ours = |c: char| !c.is_alphabetic() || c.is_ascii();
    // Isolating marks set a value apart when a language runs the other way.
    let runs = text.split(move |c: char| !is_ours(c) || ('\u{2066}'..='\u{2069}').contains(&c));
    let trimmed = runs.map(|run| run.trim_matches(|c: char| !c.is_ascii_alphabetic()));
    trimmed.filter(|run| run.len() > 1)
}

#[test]
fn a_word_that_no_file_has_is_found_and_data_is_none() {
    let known = Known("Jane Doe\nWhich of the two is the human?".to_owned());
    let html = "<p title='A title'>عل Jane Doe, <code>x y</code> Which of the two <b>Send it</b></p>";
    let found: Vec<_> = foreign(html, &known).into_iter().collect();
    assert_eq!(found, ["<b>: Send it", "<p>: A title"]);
}

/// The page at this address in the disguise.
async fn in_disguise(guest: &Guest, address: &str) -> String {
    let (status, page) = guest.get(address).await;
    assert!(status == StatusCode::OK, "{address}: {status}");
    assert!(page.contains("<html lang=\"ar\" dir=\"rtl\""), "{address}: {}", &page[..200.min(page.len())]);
    page
}

/// A session in the disguised language.
fn disguised_guest(guest: &Guest) -> Guest {
    Guest { cookie: format!("{}; language={DISGUISE}", guest.cookie), ..guest.clone() }
}

#[tokio::test]
async fn every_page_of_a_contest_is_written_in_the_language_of_its_reader() {
    let folder = tempfile::tempdir().unwrap();
    let contest = contest_file(&house_entries(), "");
    let languages = languages(folder.path());
    let server = Server::with_contest(folder.path(), &contest, &["--languages", &languages]);
    let desk = server.organiser().await;
    let known = Known::of("loebner-2010", &contest)
        .and(&server.url)
        .and("Nobody Tea is in the hall. Program 2 was silent We make tea everything was read")
        // Addresses, words of a card, and kinds and parts of events as named in the record.
        .and("story/login story/programme bado-kemi-tura-lofi")
        .and("words contest roster reason deposit paused opened extended entry-deposited contributed released")
        .and(env!("CARGO_BIN_EXE_viva"))
        .and("entry play doctor house Somebody");
    let links = desk.links().await;
    let judge = disguised_guest(&server.join(&links[0].1).await);
    let confederate = disguised_guest(&server.join(&links[4].1).await);
    let organiser = disguised_guest(&desk);
    let stranger = Guest { cookie: format!("language={DISGUISE}"), ..desk.clone() };
    let mut foreign_at: Vec<(String, BTreeSet<String>)> = Vec::new();
    let mut looks = async |stage: &str| {
        let seats =
            [(&judge, "/story/judge/1"), (&confederate, "/story/confederate/1"), (&organiser, "/story/organiser")];
        // There is nothing to review before the close.
        let reviews = ["closed", "released"].contains(&stage).then_some((&organiser, "/story/organiser/review"));
        let tabs = ["access", "people", "entries", "public", "handouts", "timeline", "after"];
        let tabs = tabs.map(|tab| format!("/story/organiser/{tab}"));
        let own = tabs.iter().map(|address| (&organiser, &**address)).chain(reviews);
        let public = ["/", "/join", "/story/programme", "/story/screen", "/story/results", "/story/login"];
        let receipts = (&judge, "/story/judge/1/receipts");
        let pages = seats.into_iter().chain(own).chain([receipts]).chain(public.map(|address| (&stranger, address)));
        for (guest, address) in pages {
            let found = foreign(&in_disguise(guest, address).await, &known);
            if !found.is_empty() {
                foreign_at.push((format!("{stage}: {address}"), found));
            }
        }
    };
    looks("before the draw").await;
    for (stage, form) in [
        ("drawn", &[("action", "draw"), ("anyway", "true")][..]),
        ("talk", &[("action", "open-round"), ("anyway", "true")]),
        ("paused", &[("action", "pause"), ("told", "We make tea"), ("reason", "Program 2 was silent")]),
        ("resumed", &[("action", "resume")]),
        (
            "extended",
            &[("action", "extend"), ("minutes", "5"), ("told", "We make tea"), ("reason", "Program 2 was silent")],
        ),
        ("told", &[("action", "announce"), ("to", "everybody"), ("words", "Tea is in the hall.")]),
        ("ballots", &[("action", "end-phase"), ("phase", "talk"), ("round", "R1")]),
        ("second lobby", &[("action", "end-phase"), ("phase", "scoring"), ("round", "R1")]),
    ] {
        let (status, page) = desk.post("do", form).await;
        assert_eq!(status, StatusCode::SEE_OTHER, "{stage}: {page}");
        looks(stage).await;
    }
    for round in ["R2", "R3", "R4"] {
        desk.post("do", &[("action", "open-round"), ("anyway", "true")]).await;
        desk.post("do", &[("action", "end-phase"), ("phase", "talk"), ("round", round)]).await;
        desk.post("do", &[("action", "end-phase"), ("phase", "scoring"), ("round", round)]).await;
    }
    looks("ballots at the end").await;
    desk.post("do", &[("action", "end-phase"), ("phase", "end-ballots"), ("trial", "1")]).await;
    looks("closed").await;
    desk.releases().await;
    looks("released").await;
    for address in ["/nothing/here", "/join/0123456789abcdef0123456789abcdef"] {
        let (_, page) = stranger.get(address).await;
        foreign_at.push((address.to_owned(), foreign(&page, &known)));
    }
    foreign_at.retain(|(_, found)| !found.is_empty());
    assert!(foreign_at.is_empty(), "words that are in no language's file: {foreign_at:#?}");
}

#[tokio::test]
async fn every_page_of_an_intake_is_written_in_the_language_of_its_reader() {
    let desk = Desk::new();
    desk.viva("intake open --rulebook surrey-2003 --name 'An old contest' --data intake").ends(0);
    let application = "program = \"Eliza\"\ncontestant = \"Joseph\"\n";
    desk.lay("application.toml", application);
    // It violates most of the rules, so that its faults are on a page.
    desk.viva("intake receive application.toml --received 2003-05-10 --data intake").ends(0);
    let languages = languages(&desk.path("."));
    let folder = desk.path("intake");
    let arguments = ["--intake", folder.to_str().unwrap(), "--languages", &languages];
    let server = Server::start(&desk.path("data"), &arguments);
    let clerk = disguised_guest(&server.organiser().await);
    let known = Known::of("surrey-2003", application).and("An old contest Eliza Joseph").and(&server.url);
    let known = known.and("bado-kemi-tura-lofi apply login");
    let mut foreign_at = Vec::new();
    for address in [
        "/apply",
        "/apply/form",
        "/apply/people/judge",
        "/apply/people/confederate",
        "/apply/organiser",
        "/apply/organiser/form",
        "/apply/organiser/selection",
    ] {
        let found = foreign(&in_disguise(&clerk, address).await, &known);
        foreign_at.extend((!found.is_empty()).then_some((address, found)));
    }
    // A refusal has its reason in the same language, and lists the faults.
    let form = format!("secret={}&program=Parry&contestant=Kenneth", "0".repeat(32));
    let sent = http().post(format!("{}/apply/form", server.url)).header(header::COOKIE, format!("language={DISGUISE}"));
    let sent = sent.header(header::CONTENT_TYPE, "application/x-www-form-urlencoded").body(form).send().await.unwrap();
    let page = sent.text().await.unwrap();
    assert!(page.contains("id=\"breaches\""), "{page}");
    let found = foreign(&page, &known.and("Parry Kenneth"));
    foreign_at.extend((!found.is_empty()).then_some(("/apply/form, refused", found)));
    assert!(foreign_at.is_empty(), "words that are in no language's file: {foreign_at:#?}");
}

#[tokio::test]
async fn a_language_is_chosen_on_a_page_and_leads_back_to_it() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::with_contest(folder.path(), &contest_file(&house_entries(), ""), &["--language", "de"]);
    let get = async |cookie: &str, accepts: &str| {
        let page = http().get(format!("{}/story/programme", server.url));
        let page = page.header(header::COOKIE, cookie).header(header::ACCEPT_LANGUAGE, accepts).send().await.unwrap();
        let page = page.text().await.unwrap();
        page.split_once("<html lang=\"").unwrap().1.split('"').next().unwrap().to_owned()
    };
    assert_eq!(get("", "fr").await, "de", "the server's own");
    assert_eq!(get("", "en-GB, de;q=0.5").await, "en");
    assert_eq!(get("language=de", "en").await, "de");
    assert_eq!(get("language=xx", "en").await, "en");
    let chosen = http()
        .post(format!("{}/language", server.url))
        .header(header::REFERER, format!("{}/story/programme", server.url))
        .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
        .body("language=de");
    let chosen = chosen.send().await.unwrap();
    assert_eq!(chosen.status(), StatusCode::SEE_OTHER);
    assert_eq!(chosen.headers()[header::LOCATION], "/story/programme");
    let cookie = chosen.headers()[header::SET_COOKIE].to_str().unwrap();
    assert!(cookie.starts_with("language=de;") && cookie.contains("SameSite=Lax"), "{cookie}");
}

#[test]
fn a_server_does_not_start_with_half_a_language() {
    let folder = tempfile::tempdir().unwrap();
    let languages = languages(folder.path());
    let file = folder.path().join("languages/ar.ftl");
    let whole = fs::read_to_string(&file).unwrap();
    let serve = || {
        viva()
            .args(["serve", "--listen", "127.0.0.1:0", "--languages", &languages, "--data"])
            .arg(folder.path().join("data"))
            .output()
            .unwrap()
    };

    // A missing brace.
    let at = whole.lines().position(|line| line.starts_with("list-last")).unwrap() + 1;
    fs::write(&file, whole.replace("list-last = { $first }", "list-last = { $first")).unwrap();
    let refused = serve();
    assert_eq!(refused.status.code(), Some(1), "{}", talk(&refused));
    assert!(talk(&refused).contains(&format!("ar.ftl:{at}:")), "{}", talk(&refused));

    // A missing sentence.
    let without = whole.lines().filter(|line| !line.starts_with("skip =")).collect::<Vec<_>>().join("\n");
    fs::write(&file, without).unwrap();
    assert!(talk(&serve()).contains("`skip` is missing"), "{}", talk(&serve()));
    let checked = viva().args(["language", "check", "--json"]).arg(&file).output().unwrap();
    assert_eq!(checked.status.code(), Some(1));
    assert!(data(&checked).contains("`skip` is missing"), "{}", data(&checked));

    fs::write(&file, whole).unwrap();
    let checked = viva().args(["language", "check"]).arg(&file).output().unwrap();
    assert_eq!(checked.status.code(), Some(0), "{}", talk(&checked));
    let unknown =
        viva().args(["serve", "--language", "tlh", "--data"]).arg(folder.path().join("data")).output().unwrap();
    assert!(talk(&unknown).contains("no language `tlh` is spoken here"), "{}", talk(&unknown));
    let shown = viva().args(["language", "show", "de"]).output().unwrap();
    assert!(data(&shown).contains("language-name = Deutsch"));
}
