//! The claims of `docs/transcripts.md`: its examples equal the program's output.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use record::transcript::{OffsetClock, Role, TranscriptFormat, keylog, lp95, phrases::Phrases, plain, surrey};

mod dialogue;
use dialogue::sample;

/// The example on the page under this title.
fn shown(title: &str) -> String {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/transcripts.md");
    let page = std::fs::read_to_string(page).unwrap();
    let section = page.split("\n## ").find(|section| section.starts_with(title)).unwrap();
    let (_, block) = section.split_once("```text\n").unwrap();
    block.split_once("```").unwrap().0.to_owned()
}

fn check(title: &str, written: &str) {
    let shown = shown(title);
    assert_eq!(shown, written.replace("\r\n", "\n"), "docs/transcripts.md, {title}");
}

#[test]
fn the_page_shows_what_is_written() {
    let sample = sample();
    check("Example", &lp95::write(&sample));
    check("Plain", &plain::write(&sample));
    let mut spoken = sample;
    spoken.visits[0].lines.retain(|line| !line.text.is_empty());
    let edited = Phrases::new(["winning", "newt  succeeds"]).edit_dialogue(&spoken).text;
    check("Surrey log", &surrey::write(&edited, &edited.visits[0]));
}

#[test]
fn the_page_shows_files_of_the_other_forms_that_can_be_read() {
    for (title, form) in [("Round file", TranscriptFormat::Round), ("NDJSON", TranscriptFormat::Ndjson)] {
        let text = shown(title);
        let reading = form.read(text.as_bytes(), OffsetClock::UTC);
        assert_eq!(reading.faults, [], "{title}");
        let written = reading.found.files(form, OffsetClock::UTC, "file").unwrap();
        check(title, &written[0].1);
    }
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/transcripts.md");
    let page = std::fs::read_to_string(page).unwrap();
    let (_, six) = page.split_once("### With six fields").unwrap();
    let block = six.split_once("```text\n").unwrap().1.split_once("```").unwrap().0;
    let reading = TranscriptFormat::KeylogSix.read(block.as_bytes(), OffsetClock::UTC);
    assert_eq!((reading.faults, reading.found.sessions[0].keys.len()), (vec![], 3));
    for form in TranscriptFormat::ALL {
        assert!(page.contains(&format!("| `{form}` |")), "{form} stands on the page");
    }
}

#[test]
fn the_page_shows_a_keystroke_log_that_can_be_read() {
    let reading = keylog::read(shown("Keystroke log").as_bytes());
    assert_eq!(reading.faults, []);
    check("Keystroke log", &keylog::write(&reading.found));
    let session = &reading.found.sessions[0];
    let said = session.dialogue(session.pane(Role::Entry), OffsetClock::UTC);
    let said: Vec<_> = said.visits[0].lines.iter().map(|line| (line.by, line.text.as_str())).collect();
    assert_eq!(said, [(rulebook::Side::Judge, "Hi"), (rulebook::Side::Witness, "Yes?")]);
}
