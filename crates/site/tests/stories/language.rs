//! Pages in another language: all our words come from the language's file, and German pages have no English ones.

use std::{collections::BTreeSet, sync::Arc, time::Duration};

use archive::{
    dialogue::Seen,
    imported::{Imported, Source as File},
    publication::Verdict,
};
use contest::{contest::Contest, result::Report};
use language::{Direction, Language, Languages, Message, Reader, disguised, say};
use record::{
    Hash,
    transcript::{Dialogue, Line, OffsetClock, Role, Transcript, Visit},
};
use rulebook::{Rulebook, Side, Timestamp, schema::Roles, shipped};
use serde_json::Value;
use simulate::world::{Options, World, hurried};
use site::{
    Open, PageLocation, PagesSource, Site,
    past::{Past, Vouched},
};

/// The marks around all our words in the language of the tests.
const MARKS: [char; 2] = ['⟦', '⟧'];

/// English with marks around its words: text outside them comes from no file.
fn marked() -> Arc<Language> {
    let [open, close] = MARKS;
    let source = disguised("en-XA", Direction::LeftToRight, |words| {
        // The line end is not part of the words.
        let line = words.trim_end_matches('\n');
        format!("{open}{line}{close}{}", &words[line.len()..])
    });
    Arc::new(Language::read("en-XA", &source).unwrap())
}

/// Calls this with the pages of a contest under these rules: as published, with an unconfirmed result, and as a server shows them;
/// with all data in them.
fn of_a_contest(rules: Rulebook, language: &Arc<Language>, mut check: impl FnMut(&str, &str, &Data)) {
    let id = rules.id.to_string();
    let rules = hurried(rules, Duration::from_secs(40), Duration::from_secs(20));
    let record = World::run(1, &Options::calm(rules)).record;
    let audit = archive::audit::audit(&record);
    let contest = audit.room.contest().unwrap();
    let (report, seen) = (Report::of(contest), Seen::of(&record));
    let data = Data::of(contest, report.as_ref(), &seen);
    let key = Some("key+of+it".to_owned());
    let published = |verdict, missing: Vec<Message>| PagesSource::Record {
        verdict,
        missing,
        notices: vec![say!("record-stood-still", times = 2)],
        key: key.clone(),
        root: Some("root".to_owned()),
    };
    let served = PageLocation::Served { id: "c".to_owned(), look: None };
    let nothing = vec![say!("record-empty")];
    let sites = [
        (PageLocation::Folder, published(Verdict::Consistent, vec![]), report.as_ref(), true),
        (PageLocation::Folder, published(Verdict::Incomplete, nothing), None, true),
        (served, PagesSource::Server, report.as_ref(), false),
    ];
    for (place, source, report, is_open) in sites {
        let open = Open { transcripts: is_open, record: is_open };
        let site = Site::new(contest, report, &seen, source, place, open).for_reader(Reader::of_only(language.clone()));
        for page in site.pages() {
            check(&format!("{id}: {}", page.file()), &site.html(page).unwrap(), &data);
        }
    }
}

/// Does the same for an imported past.
fn of_a_past(language: &Arc<Language>, mut check: impl FnMut(&str, &str, &Data)) {
    let line = |at: i64, by, text: &str| Line { at: Timestamp::from_millis(at), by, text: text.to_owned() };
    let lines = vec![line(819_119_545_000, Side::Witness, "Welcome"), line(819_119_552_000, Side::Judge, "Thanks")];
    let dialogue = |n: u16| Dialogue {
        notice: "Somebody".to_owned(),
        witness: "Talker".to_owned(),
        contestant: "Team".to_owned(),
        role: if n == 1 { Role::Entry } else { Role::Confederate },
        started: Timestamp::from_millis(819_119_540_000),
        clock: OffsetClock::UTC,
        visits: if n < 3 { vec![Visit { judge: n, lines: lines.clone() }] } else { vec![] },
    };
    let sha256 = Hash::of(&[b"file"]);
    let source = File { bytes: 10, faults: 0, form: "lp95".to_owned(), sha256 };
    let sha256 = sha256.to_string();
    let data = Data::from(["A past", "Somebody", "Talker", "Team", "Welcome", "Thanks", "lp95", &sha256]);
    for (name, count) in [(Some("A past".to_owned()), 3_u16), (None, 0), (None, 101)] {
        let transcript = Transcript { dialogues: (1..=count).map(dialogue).collect(), ..Transcript::default() };
        let time = name.as_ref().map(|_| "2030-06-01T10:00:00Z".parse().unwrap());
        let sources = (0..count).map(|_| source.clone()).collect();
        let imported = Imported { name, time, sources, transcript, ..Imported::default() };
        let notices = vec![say!("record-stood-still", times = 2); usize::from(count)];
        let vouched = Vouched { missing: vec![say!("record-empty")], notices, ..Vouched::default() };
        let past = Past::new(&imported, vouched).for_reader(Reader::of_only(language.clone()));
        for page in past.pages() {
            check(&format!("past of {count}: {}", page.file()), &past.html(&page).unwrap(), &data);
        }
    }
}

/// The data in pages, which are not sentences of ours: names, transcripts, the rulebook's texts, and texts that are always in
/// English.
struct Data {
    /// The longest first: a shorter one may be a part of it.
    texts: Vec<String>,
}

impl Data {
    fn of(contest: &Contest, report: Option<&Report>, seen: &Seen) -> Self {
        let mut texts = BTreeSet::from(["root"].map(str::to_owned));
        let rulebook = &contest.rulebook;
        texts.extend([contest.name.clone(), contest.organiser.clone(), rulebook.title.clone()]);
        let roster = contest.roster.held().unwrap();
        texts.extend([&roster.judges, &roster.confederates, &roster.committee].into_iter().flatten().cloned());
        texts.extend(roster.entries.iter().flat_map(|entry| [entry.name.clone(), entry.contestant.clone()]));
        for award in &rulebook.awards {
            texts.insert(award.title.clone());
            texts.extend(award.then.iter().chain(&award.otherwise).cloned());
        }
        if let Some(committee) = &rulebook.committee {
            texts.extend(committee.settles.iter().map(|matter| matter.title.clone()));
            texts.extend(committee.attestations.iter().map(|attestation| attestation.sentence.clone()));
        }
        texts.extend(contest.settled.texts.values().cloned());
        texts.extend(contest.incidents.iter().map(|(_, incident)| incident.detail.clone()));
        for said in seen.dialogues().into_values().flatten() {
            texts.extend(said.file.and_then(|shown| shown.description));
            texts.insert(said.text);
        }
        if let Some(report) = report {
            let ratings = report.result.interviews.iter().filter_map(|interview| interview.answers.as_ref());
            texts.extend(ratings.flat_map(|answers| answers.ratings.keys().cloned()));
            let tally = &report.result.tally;
            texts.extend(tally.awards.iter().filter_map(|award| Some(award.each.as_ref()?.to_string())));
            texts.extend(tally.carried_over.iter().map(|carried| carried.money.to_string()));
            // Sentences of the crate that counts.
            strings(&serde_json::to_value(&report.sentences).unwrap(), &mut texts);
        }
        texts.into_iter().collect()
    }

    /// A text of a page without its data. A short datum could be part of any word, and is removed only where it is the whole text.
    fn taken_out_of(&self, text: &str) -> String {
        // A picture cuts a long name, after its label.
        let cut = text.strip_suffix('…').and_then(|text| text.split_once(' ')).map(|(_, name)| name);
        let is_data = |data: &String| data.trim() == text.trim() || cut.is_some_and(|name| data.starts_with(name));
        if self.texts.iter().any(is_data) {
            return String::new();
        }
        let long = self.texts.iter().filter(|data| data.chars().count() > 3);
        long.fold(text.to_owned(), |left, data| left.replace(data, " "))
    }
}

impl FromIterator<String> for Data {
    fn from_iter<T: IntoIterator<Item = String>>(texts: T) -> Self {
        let known = [
            "Vivavoce",
            "SHA-256",
            "viva record verify --key 'key+of+it' record.viva",
            "viva record verify record.viva",
        ];
        let mut texts: Vec<String> = texts.into_iter().chain(known.map(str::to_owned)).collect();
        texts.retain(|text| !text.is_empty());
        texts.sort_by_key(|text| std::cmp::Reverse(text.len()));
        Self { texts }
    }
}

impl<const N: usize> From<[&str; N]> for Data {
    fn from(texts: [&str; N]) -> Self {
        texts.map(str::to_owned).into_iter().collect()
    }
}

/// Every text of a JSON value.
fn strings(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::String(text) => _ = found.insert(text.clone()),
        Value::Array(values) => values.iter().for_each(|value| strings(value, found)),
        Value::Object(values) => values.values().for_each(|value| strings(value, found)),
        _ => {}
    }
}

/// The text that a reader of a page reads or hears: its texts, and the attributes that are read out.
fn read(html: &str) -> Vec<String> {
    let mut read = Vec::new();
    let mut rest = html;
    while let Some((text, tag)) = rest.split_once('<') {
        read.push(plain(text));
        let (tag, after) = tag.split_once('>').unwrap();
        for attribute in ["aria-label", "title", "alt", "placeholder"] {
            let value = tag.split_once(&format!(" {attribute}=\"")).and_then(|(_, value)| value.split_once('"'));
            read.extend(value.map(|(value, _)| plain(value)));
        }
        rest = if tag.starts_with("script") { after.split_once("</script>").unwrap().1 } else { after };
    }
    read.retain(|text| !text.trim().is_empty());
    read
}

fn plain(html: &str) -> String {
    let entities = [
        ("&#60;", "<"),
        ("&#62;", ">"),
        ("&#34;", "\""),
        ("&#39;", "'"),
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&#38;", "&"),
        ("&amp;", "&"),
    ];
    entities.into_iter().fold(html.to_owned(), |text, (entity, character)| text.replace(entity, character))
}

/// A text without the words between the marks.
fn without_marked(text: &str) -> String {
    let [open, close] = MARKS;
    let parts = text.split(open);
    parts.map(|part| part.split_once(close).map_or(part, |(_, after)| after)).collect::<Vec<_>>().join(" ")
}

/// The words of a text, without ids such as `E1` and `R1-J2`, and without the name of the clock.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let words =
        text.split(|c: char| !c.is_alphanumeric()).filter(|word| word.contains(char::is_alphabetic) && *word != "UTC");
    words.filter(|word| word.strip_prefix(char::is_uppercase).is_none_or(|number| number.parse::<u16>().is_err()))
}

#[test]
fn every_word_of_ours_comes_from_the_file_of_a_language() {
    let language = marked();
    let mut pages = 0;
    let mut check = |page: &str, html: &str, data: &Data| {
        pages += 1;
        assert!(html.contains("<html lang=\"en-XA\" dir=\"ltr\">"), "{page}");
        for text in read(html) {
            let left = without_marked(&text);
            let left = if words(&left).next().is_none() { left } else { data.taken_out_of(&left) };
            let left: Vec<_> = words(&left).collect();
            assert!(left.is_empty(), "{page}: {left:?} of `{text}` comes from no file");
        }
    };
    // Enough for tables to have pages of their own.
    let mut large = shipped::rulebook("two-party-2024").unwrap();
    large.roles = Roles::of(30, 4, 4);
    for rules in shipped::ids().filter_map(shipped::rulebook).chain([large]) {
        of_a_contest(rules, &language, &mut check);
    }
    of_a_past(&language, &mut check);
    assert!(pages > 100, "{pages}");
}

#[test]
fn a_german_page_says_its_sentences_in_german() {
    let german = Languages::shipped().get("de").unwrap().clone();
    let mut fronts = 0;
    of_a_contest(shipped::rulebook("loebner-2010").unwrap(), &german, |page, html, _| {
        assert!(html.contains("<html lang=\"de\" dir=\"ltr\">"), "{page}");
        if page.ends_with("index.html") {
            fronts += 1;
            assert!(html.contains("<title>Ergebnisse · ") && html.contains("Veranstaltet von <bdi>"), "{page}: {html}");
            assert!(html.contains("Zum Inhalt") && html.contains("Prüfen Sie es selbst"), "{page}: {html}");
        } else {
            assert!(html.contains("\"js-replay-clock\":\"{now} von {end}\""), "{page}: {html}");
            assert!(!html.contains("js-stop"), "a page brings only what its player says: {page}");
        }
    });
    assert_eq!(fronts, 3);
}
