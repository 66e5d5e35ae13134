//! The pages of imported pasts: of made-up ones, of a thousand conversations, and of the eight logs of 2012.

use std::{collections::BTreeSet, fs, path::Path};

use archive::imported::{Imported, Source};
use record::{
    Hash,
    transcript::{
        Dialogue, Line, OffsetClock, Role, Transcript, TranscriptFormat, Visit,
        keylog::{KeylogSession, ScreenSide},
    },
};
use rulebook::{Side, Timestamp};
use serde_json::Value;
use site::past::{Past, PastPage, Vouched};

/// The longest page without its transcript, in bytes.
const MOST_OF_A_PAGE: usize = 60 << 10;

fn line(at: i64, by: Side, text: &str) -> Line {
    Line { at: Timestamp::from_millis(at), by, text: text.to_owned() }
}

fn dialogue(witness: &str, visits: Vec<Visit>) -> Dialogue {
    Dialogue {
        notice: "(c) somebody".to_owned(),
        witness: witness.to_owned(),
        contestant: "A <team>".to_owned(),
        role: Role::Entry,
        started: Timestamp::from_millis(819_119_540_000),
        clock: OffsetClock::east(60).unwrap(),
        visits,
    }
}

fn source(n: u64) -> Source {
    Source { bytes: 1_000_000 + n, faults: n % 3, form: "lp95".to_owned(), sha256: Hash::of(&[&n.to_le_bytes()]) }
}

fn imported(transcript: Transcript, sources: u64) -> Imported {
    Imported {
        name: Some("A past".to_owned()),
        time: Some("2030-06-01T10:00:00Z".parse().unwrap()),
        sources: (1..=sources).map(source).collect(),
        transcript,
        ..Imported::default()
    }
}

fn pages(imported: &Imported) -> Vec<(PastPage, String)> {
    let vouched = Vouched { missing: vec!["it was imported".into()], ..Vouched::default() };
    let past = Past::new(imported, vouched);
    past.pages().map(|page| (page.clone(), past.html(&page).unwrap())).collect()
}

/// The links of a page as written, without those to places within the page.
fn links(html: &str) -> impl Iterator<Item = &str> {
    let named = ["href=\"", "src=\""].into_iter().flat_map(|attribute| html.split(attribute).skip(1));
    named.filter_map(|rest| rest.split('"').next()).filter(|link| !link.starts_with('#'))
}

/// Every link leads to a page, an asset or the record; every page warns that nothing is confirmed.
fn lead_somewhere(pages: &[(PastPage, String)]) {
    let files: BTreeSet<String> = pages.iter().map(|(page, _)| page.file()).collect();
    assert_eq!(files.len(), pages.len(), "no two are one file");
    for (page, html) in pages {
        let (name, up) = (page.file(), if matches!(page, PastPage::Talk(_)) { "../" } else { "" });
        for link in links(html) {
            let file = link.strip_prefix(up).unwrap_or_else(|| panic!("{name} names {link}"));
            let is_asset = file.strip_prefix("assets/").is_some_and(|name| site::assets::find(name).is_some());
            assert!(files.contains(file) || file == "record.viva" || is_asset, "{name} names {link}");
        }
        assert!(html.contains("confirmed") && !html.contains("id=\"winner\""), "{name}: {html}");
        assert!(!html.contains("://"), "{name} names a page elsewhere");
    }
}

/// A page without its transcript and replay data.
fn bare(html: &str) -> usize {
    let cut = |html: String, from: &str, to: &str| match html.split_once(from) {
        None => html,
        Some((before, rest)) => before.to_owned() + rest.split_once(to).unwrap().1,
    };
    let html = cut(html.to_owned(), "<script type=\"application/json\"", "</script>");
    let mut left = html;
    while left.contains("<ol class=\"lines\">") {
        left = cut(left, "<ol class=\"lines\">", "</ol>");
    }
    left.len()
}

#[test]
fn a_past_of_lines_has_a_page_for_every_visit_of_a_judge() {
    let lines = vec![
        line(819_119_545_000, Side::Witness, "Welcome judge 4"),
        line(819_119_552_000, Side::Judge, "Do you </script><script>alert(1)</script>"),
    ];
    let visits = vec![Visit { judge: 4, lines }, Visit { judge: 5, lines: Vec::new() }];
    let dialogues = vec![dialogue("Talker \u{202e}rekl", visits), dialogue("", Vec::new())];
    let past = imported(Transcript { dialogues, ..Transcript::default() }, 2);
    let pages = pages(&past);
    lead_somewhere(&pages);
    let files: Vec<String> = pages.iter().map(|(page, _)| page.file()).collect();
    let talk = |n| format!("conversations/conversation-{n}.html");
    assert_eq!(files, ["index.html".to_owned(), talk(1), talk(2), talk(3)]);
    let front = &pages[0].1;
    assert!(front.contains("3 conversations from 2 files, imported on 2030-06-01"), "{front}");
    assert!(front.contains(&source(1).sha256.to_string()) && front.contains("1000002"), "{front}");
    assert!(front.contains("1995-12-16, 14:12:25 UTC+1:00"), "{front}");
    let first = &pages[1].1;
    assert!(first.contains("Judge: J4.") && first.contains("A &#60;team&#62;"), "{first}");
    assert!(!first.contains("<script>alert") && first.contains("\\u003c/script>"), "{first}");
    assert!(first.contains("\u{2068}Talker \u{202e}rekl\u{2069}"), "a name turns nothing but itself: {first}");
    assert!(pages[2].1.contains("Nothing was said.") && !pages[2].1.contains("id=\"player\""), "{}", pages[2].1);
    assert!(pages[3].1.contains("Judge: not named."), "{}", pages[3].1);
    let past = Past::new(&past, Vouched::default());
    for none in [PastPage::Talks(0), PastPage::Talks(2), PastPage::Sources(2), PastPage::Talk("session-1".into())] {
        assert_eq!(past.html(&none), None, "{none:?}");
    }
}

/// A page is as full as it gets at a hundred, and there is a second one from a hundred and one on.
#[test]
fn a_past_of_a_thousand_conversations_has_short_pages() {
    let long = "a name that somebody made far too long ".repeat(50);
    let of = |count: u16| {
        let visits = |n| vec![Visit { judge: n, lines: vec![line(i64::from(n), Side::Judge, "Hello")] }];
        let dialogues = (1..=count).map(|n| dialogue(&long, visits(n))).collect();
        pages(&imported(Transcript { dialogues, ..Transcript::default() }, u64::from(count)))
    };
    let lists = |pages: &[(PastPage, String)]| {
        let numbered = |page: &PastPage| matches!(page, PastPage::Talks(_) | PastPage::Sources(_));
        pages.iter().filter(|(page, _)| numbered(page)).count()
    };
    for (count, numbered) in [(100, 0), (101, 4), (1000, 20)] {
        let pages = of(count);
        lead_somewhere(&pages);
        assert_eq!((lists(&pages), pages.len()), (numbered, 1 + numbered + usize::from(count)));
        for (page, html) in &pages {
            let bytes = bare(html);
            assert!(bytes <= MOST_OF_A_PAGE, "{}: {bytes} bytes", page.file());
        }
    }
}

/// The player's final text, line by line, for each side of each seat: pieces are added as in `assets/replay.js`.
fn replayed(html: &str) -> [[Vec<String>; 2]; 2] {
    let Some((_, json)) = html.split_once("<script type=\"application/json\" id=\"replay\">") else {
        // A conversation without keys has nothing to play.
        return Default::default();
    };
    let replay: Value = serde_json::from_str(json.split_once("</script>").unwrap().0).unwrap();
    assert_eq!(replay["seats"], serde_json::json!(["left", "right"]));
    let mut lines: [[Vec<String>; 2]; 2] = Default::default();
    let mut open: [[Option<String>; 2]; 2] = Default::default();
    for piece in replay["pieces"].as_array().unwrap() {
        let [seat, side] = [1, 2].map(|at| usize::try_from(piece[at].as_u64().unwrap()).unwrap());
        let (key, typed) = (piece[3].as_str().unwrap(), &mut open[seat][side]);
        match key {
            "\n" => lines[seat][side].push(typed.take().unwrap_or_default()),
            "\u{8}" => _ = typed.get_or_insert_default().pop(),
            key => typed.get_or_insert_default().push_str(key),
        }
    }
    for (lines, open) in lines.iter_mut().flatten().zip(open.into_iter().flatten()) {
        lines.extend(open);
        lines.retain(|line| !line.trim().is_empty());
    }
    lines
}

/// The final text by the transcript.
fn read(session: &KeylogSession) -> [[Vec<String>; 2]; 2] {
    [ScreenSide::Left, ScreenSide::Right].map(|pane| {
        let dialogue = session.dialogue(pane, OffsetClock::UTC);
        [Side::Judge, Side::Witness].map(|side| {
            let lines = dialogue.visits.iter().flat_map(|visit| &visit.lines).filter(|line| line.by == side);
            lines.map(|line| line.text.clone()).collect()
        })
    })
}

#[test]
#[expect(clippy::print_stderr, reason = "a skipped test says so")]
fn the_eight_logs_of_2012_are_replayed_key_by_key_as_they_are_read() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/2012");
    let Ok(logs) = fs::read_dir(&folder) else {
        eprintln!("skipped: {} cannot be read", folder.display());
        return;
    };
    let mut sessions = Vec::new();
    for log in logs.map(|log| log.unwrap().path()) {
        sessions.extend(TranscriptFormat::Keylog.read(&fs::read(&log).unwrap(), OffsetClock::UTC).found.sessions);
    }
    let past = imported(Transcript { sessions: sessions.clone(), ..Transcript::default() }, 8);
    let pages = pages(&past);
    lead_somewhere(&pages);
    assert_eq!(pages.len(), 1 + 8);
    for (session, (page, html)) in sessions.iter().zip(&pages[1..]) {
        let name = page.file();
        assert!(html.contains("key by key, including corrections") && bare(html) <= MOST_OF_A_PAGE, "{name}");
        assert_eq!(replayed(html), read(session), "{name}");
        // One of the eight has a head and no key.
        let told = if session.keys.is_empty() { "Nothing was said." } else { "2012-05-15" };
        assert!(html.contains(told), "{name}");
    }
}
