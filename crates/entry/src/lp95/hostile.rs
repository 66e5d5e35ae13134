//! The output of hostile, broken and unlucky programs, and the judge's view of it.

use std::time::Duration;

use proptest::prelude::*;
use rulebook::{
    contest_file::{Encoding, Lp95, Newline},
    key::{Typed, keys_of},
};

use super::Host;
use crate::{FromEntry, Incident, Pace};

const TWO: Duration = Duration::from_secs(2);

fn settings() -> Lp95 {
    Lp95 {
        command: Vec::new(),
        line_end: Newline::Cr,
        echo: true,
        terminal: false,
        turn: TWO,
        encoding: Encoding::Utf8,
    }
}

/// A conversation in which the judge has asked "hi" of a correct program.
fn asked() -> Host {
    asked_of_a_typist(Duration::ZERO)
}

fn asked_of_a_typist(typing: Duration) -> Host {
    let mut host = Host::new(&settings(), 1, Pace::REAL, typing, Duration::MAX);
    host.started();
    host.listens(Duration::ZERO);
    host.printed(b"@@01\r\n>\r\n>", Duration::ZERO);
    keys_of("hi\n\n").for_each(|key| host.key(key, Duration::ZERO));
    host.printed(b"hi\r\n>", Duration::ZERO);
    host
}

/// The reports to the contest up to this time: text, and kinds of incidents.
fn heard(host: &mut Host, until: Duration) -> (String, Vec<&'static str>) {
    while let Some(due) = host.next_wake().filter(|due| *due <= until) {
        host.wake(due);
    }
    host.wake(until);
    let (mut typed, mut kinds) = (Typed::default(), Vec::new());
    while let Some(report) = host.take_report() {
        match report {
            FromEntry::Key(key) => typed.press(key),
            FromEntry::Incident(incident) => kinds.push(incident.kind()),
            FromEntry::Ready | FromEntry::Spent(_) | FromEntry::Line(_) | FromEntry::Told(_) => {}
        }
    }
    (typed.as_str().to_owned(), kinds)
}

#[test]
fn whatever_a_program_prints_the_judge_sees_what_a_person_could_have_typed() {
    let long = "x".repeat(10_000);
    let prompts = ">".repeat(5_000);
    let escape = format!("\x1b[{}", ">".repeat(3_000));
    let cases: &[(&str, &[u8], &str, &[&str])] = &[
        ("nothing", b"", "", &[]),
        ("blank lines only", b"\r\n\r\n\r\n", "", &[]),
        ("LF CR in place of CR LF", b"\n\rone\n\rtwo\n\r>", "one\ntwo\n", &[]),
        ("NUL bytes", b"\r\n\0\0a\0b\0\r\n>", "ab\n", &[]),
        ("bytes that are no text", b"\r\n\xff\xfe!\r\n>", "??!\n", &["not-text"]),
        ("text cut in the middle of a character", b"\r\ncaf\xc3", "caf?\n", &["not-text"]),
        ("a line without end", long.as_bytes(), &"x".repeat(2_000), &["long-line"]),
        ("nothing but prompts", prompts.as_bytes(), "", &[]),
        ("prompts before and after the words", b"\r\n> > >Hello\r\n>>>", "Hello\n", &[]),
        ("a prompt in colours", b"\r\n\x1b[1;32mHello\x1b[0m\r\n\x1b[1m>", "Hello\n", &[]),
        ("an escape that never ends", escape.as_bytes(), "", &[]),
        ("a bell, a form feed, BackSpaces", b"\r\n\x07\x0cHe\x08llo\r\n>", "Hello\n", &[]),
        ("a prompt without a line of its own", b"\r\nHello. >", "Hello.\n", &[]),
        ("words that were never finished", b"\r\nHel", "Hel\n", &[]),
        ("the announcement, again", b"@@01\r\n>\r\nHello\r\n>", "@@01\nHello\n", &[]),
        ("the announcement of somebody else", b"\r\n@@99\r\n>", "@@99\n", &[]),
        ("the judge's words, twice", b"\r\nhi\r\nhi\r\n>", "hi\nhi\n", &[]),
        ("a smile", b"\r\n:->\r\n>", ":->\n", &[]),
        ("typographic words", "\r\n“Voilà” – naïve…\r\n>".as_bytes(), "\"Voila\" - naive...\n", &[]),
        ("a command for our terminal", b"\r\n\x1b]0;title\x07\x1b[2J\x1b[HHi\r\n>", "]0;titleHi\n", &[]),
    ];
    for (what, bytes, text, kinds) in cases {
        let mut host = asked();
        host.printed(bytes, Duration::ZERO);
        let (typed, incidents) = heard(&mut host, TWO);
        assert_eq!((typed.trim_end_matches('\n'), &incidents[..]), (text.trim_end_matches('\n'), *kinds), "{what}");
        // The conversation goes on, at the latest after the wait for prompts.
        host.take_input();
        keys_of("go on\n\n").for_each(|key| host.key(key, TWO));
        heard(&mut host, Duration::from_secs(30));
        let input = host.take_input().unwrap_or_default();
        assert!(input.ends_with(b"go on\r\r"), "{what}: {:?}", String::from_utf8_lossy(&input));
    }
}

#[test]
fn a_program_that_never_stops_printing_is_bounded_and_still_told() {
    let mut host = asked_of_a_typist(Duration::from_millis(100));
    host.take_input();
    keys_of("stop\n\n").for_each(|key| host.key(key, Duration::ZERO));
    let mut kinds = Vec::new();
    for second in 0..60 {
        host.printed(&b"I never stop\r\n".repeat(500), Duration::from_secs(second));
        kinds.append(&mut heard(&mut host, Duration::from_secs(second)).1);
    }
    assert_eq!(kinds, ["flooded"]);
    assert_eq!(host.take_input(), Some(b"stop\r\r".to_vec()));
}

#[test]
fn while_a_program_loads_no_pace_hurries_it() {
    let mut host = Host::new(&settings(), 1, Pace::new(60.0), Duration::ZERO, Duration::MAX);
    host.started();
    host.listens(Duration::ZERO);
    let at = |real: f64| Duration::from_secs_f64(60.0 * real);
    let reports = |host: &mut Host| std::iter::from_fn(|| host.take_report()).collect::<Vec<_>>();
    // Its echo comes after 1.9 real seconds, which are nearly two minutes of the contest.
    host.wake(at(1.9));
    assert_eq!(reports(&mut host), []);
    host.printed(b"@@01\r\n>\r\n>", at(1.9));
    assert_eq!(reports(&mut host), [FromEntry::Ready], "it echoes, and has said nothing by itself");

    // A silent one is given up after exactly two real seconds.
    let mut mute = Host::new(&settings(), 1, Pace::new(60.0), Duration::ZERO, Duration::MAX);
    mute.started();
    mute.listens(Duration::ZERO);
    mute.wake(at(2.0) - Duration::from_millis(1));
    assert_eq!(reports(&mut mute), []);
    mute.wake(at(2.0));
    assert_eq!(reports(&mut mute), [FromEntry::Incident(Incident::NoEcho), FromEntry::Ready]);
}

#[test]
fn a_program_that_never_listens_keeps_the_last_of_what_it_was_told_out() {
    let mut host = Host::new(&settings(), 1, Pace::REAL, Duration::ZERO, Duration::MAX);
    host.started();
    for _ in 0..100 {
        keys_of(&format!("{}\n\n", "x".repeat(1_000))).for_each(|key| host.key(key, Duration::ZERO));
    }
    let (typed, kinds) = heard(&mut host, TWO);
    assert_eq!((typed.as_str(), kinds.last()), ("", Some(&"more-of-the-same")));
    assert_eq!(host.take_input(), None);
}

proptest! {
    #[test]
    fn how_the_output_is_cut_into_pieces_does_not_matter(
        bytes in prop::collection::vec(prop_oneof![any::<u8>(), Just(b'>'), Just(b'\r'), Just(b'\n'), Just(b'h'), Just(b'i')], 0..200),
        piece in 1_usize..9,
    ) {
        let told = |piece: usize| {
            let mut host = asked();
            bytes.chunks(piece).for_each(|piece| host.printed(piece, Duration::ZERO));
            let heard = heard(&mut host, TWO);
            (heard, host.take_input())
        };
        prop_assert_eq!(told(piece), told(usize::MAX));
    }

    #[test]
    fn what_a_person_could_type_arrives_as_it_was_printed(
        lines in prop::collection::vec("[!-=?-~]([ -=?-~]{0,60}[!-=?-~])?", 0..6),
    ) {
        let mut host = asked();
        host.printed(b"\r\n", Duration::ZERO);
        lines.iter().for_each(|line| host.printed(format!("{line}\r\n").as_bytes(), Duration::ZERO));
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        prop_assert_eq!(heard(&mut host, Duration::ZERO), (text, vec![]));
    }

    #[test]
    fn every_line_of_the_judge_reaches_the_program_in_order(
        text in "[a-z \n\t]{0,80}",
        pieces in prop::collection::vec(prop_oneof!["[ -~]{0,9}", Just(">".to_owned()), Just("\r\n>".to_owned())], 0..20),
    ) {
        let mut host = Host::new(&settings(), 1, Pace::REAL, Duration::ZERO, Duration::MAX);
        host.started();
        host.listens(Duration::ZERO);
        let mut pieces = pieces.iter();
        let mut now = Duration::ZERO;
        for key in keys_of(&text).chain(keys_of("\n")) {
            host.key(key, now);
            if let Some(piece) = pieces.next() {
                host.printed(piece.as_bytes(), now);
            }
            now += Duration::from_millis(300);
        }
        heard(&mut host, now + Duration::from_secs(3_600));
        let input = String::from_utf8(host.take_input().unwrap_or_default()).unwrap();
        let given: Vec<_> = input.split('\r').skip(2).filter(|line| !line.is_empty()).collect();
        let said: Vec<_> = text.split('\n').filter(|line| !line.trim().is_empty()).collect();
        prop_assert_eq!(given, said);
    }
}
