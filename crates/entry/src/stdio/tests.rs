//! The output of real, broken and arbitrary programs, and the text typed for the judge.

use proptest::prelude::*;
use rulebook::key::{Typed, keys_of};

use super::*;
use crate::FromEntry;

/// A case: its title, the end of replies, the output, the typed text, and the kinds of incidents.
type Case<'a> = (&'a str, ReplyEnds, &'a [u8], &'a str, &'a [&'a str]);

fn told(bytes: &[u8], piece: usize) -> (String, Vec<&'static str>) {
    told_in(&Dialect::default(), bytes, piece)
}

fn told_in(dialect: &Dialect, bytes: &[u8], piece: usize) -> (String, Vec<&'static str>) {
    // A plain program prints no prompts.
    let prompts = [">", "you:"].map(str::to_owned);
    let prompts = if *dialect == Dialect::default() { &[][..] } else { &prompts };
    let mut stdio = Stdio::new(prompts, dialect, Duration::ZERO, Duration::MAX);
    stdio.listens(Duration::ZERO);
    keys_of("hi\n").for_each(|key| stdio.key(key, Duration::ZERO));
    for piece in bytes.chunks(piece) {
        stdio.printed(piece, Duration::ZERO);
        stdio.wake(Duration::ZERO);
    }
    while let Some(due) = stdio.next_wake().filter(|due| *due <= UNMARKED) {
        stdio.wake(due);
    }
    let (mut typed, mut kinds) = (Typed::default(), Vec::new());
    while let Some(report) = stdio.take_report() {
        match report {
            FromEntry::Key(key) => typed.press(key),
            FromEntry::Incident(incident) => kinds.push(incident.kind()),
            FromEntry::Ready | FromEntry::Spent(_) | FromEntry::Line(_) | FromEntry::Told(_) => {}
        }
    }
    (typed.as_str().to_owned(), kinds)
}

#[test]
fn where_the_contest_types_lines_are_handed_over_whole_and_at_once() {
    let mut stdio = Stdio::new(&[], &Dialect::default(), None, Duration::MAX);
    stdio.listens(Duration::ZERO);
    keys_of("hi\n").for_each(|key| stdio.key(key, Duration::ZERO));
    stdio.printed(b"Hello there.\nHow are you?\n", Duration::ZERO);
    let reports: Vec<_> = std::iter::from_fn(|| stdio.take_report()).collect();
    let lines = ["Hello there.", "How are you?"].map(|line| FromEntry::Line(line.to_owned()));
    assert_eq!(reports, [&[FromEntry::Ready][..], &lines].concat());
}

#[test]
fn colours_and_control_characters_are_not_speech() {
    assert_eq!(told(b"\x1b[1;31mred\x1b[0m\x07 al\x08ert\r\n", 64).0, "red alert\n");
}

#[test]
fn a_line_of_ten_thousand_characters_is_cut() {
    let (typed, kinds) = told(format!("{}\nnext\n", "x".repeat(10_000)).as_bytes(), 64);
    assert_eq!(typed, format!("{}\nnext\n", "x".repeat(LINE_MAX)));
    assert_eq!(kinds, ["long-line"]);
}

#[test]
fn an_output_in_which_nothing_is_finished_is_reported_once() {
    use ReplyEnds::{BlankLine, Json, Line, Prompt, Silence};
    let (no_end, blank, lines) = ("y".repeat(300_000), "\n".repeat(300_000), "word\n".repeat(60_000));
    let cases =
        [(Line, &no_end), (Line, &blank), (BlankLine, &lines), (Prompt, &lines), (Silence, &lines), (Json, &no_end)];
    for (reply_ends, printed) in cases {
        let dialect = Dialect { reply_ends, ..Dialect::default() };
        let mut stdio = Stdio::new(&[], &dialect, None, Duration::MAX);
        stdio.listens(Duration::ZERO);
        keys_of("hi\n").for_each(|key| stdio.key(key, Duration::ZERO));
        let mut kinds = Vec::new();
        for piece in printed.as_bytes().chunks(4_096) {
            stdio.printed(piece, Duration::ZERO);
            while let Some(report) = stdio.take_report() {
                if let FromEntry::Incident(incident) = report {
                    kinds.push(incident.kind());
                }
            }
        }
        assert_eq!(kinds, ["endless"], "{reply_ends:?}");
    }
}

/// For every kind of reply end, the output of broken programs and the text typed.
#[test]
fn broken_programs_do_no_harm_however_replies_end() {
    use ReplyEnds::{BlankLine, Json, Line, Prompt, Silence};
    let deep = format!("{}\n", "{\"text\":".repeat(5_000));
    let long = format!("{{\"text\": \"{}\"}}\n", "x".repeat(20_000));
    let words = "word\n".repeat(5_000);
    let cut = "word ".repeat(400);
    let cases: &[Case<'_>] = &[
        ("nothing", Prompt, b"", "", &[]),
        ("blank lines", BlankLine, b"\n\r\n \n\t\n", "", &[]),
        ("prompts", Prompt, b">>>you:>\n>", "", &[]),
        ("NUL bytes", Silence, b"a\0b\nc\0", "ab c\n", &[]),
        ("no text", BlankLine, b"\xff\n\xfe\n\n", "? ?\n", &["not-text"]),
        ("no end", BlankLine, b"one\ntwo", "one two\n", &["reply-not-ended"]),
        ("no prompt", Prompt, b"one\ntwo", "one two\n", &["reply-not-ended"]),
        ("a prompt in the middle of a line", Prompt, b"a > b\n>", "a > b\n", &[]),
        ("a prompt in colours", Prompt, b"one\n\x1b[1m> \x1b[0m", "one\n", &[]),
        ("prompts before the words", Prompt, b"you:> one\n>", "one\n", &[]),
        ("five thousand lines", Silence, words.as_bytes(), &cut, &["long-line"]),
        ("JSON without end", Json, deep.as_bytes(), "", &["not-json"]),
        ("JSON beyond all measure", Json, long.as_bytes(), "", &["not-json"]),
        ("JSON that is cut", Json, b"{\"text\": \"one", "", &["not-json"]),
        ("JSON of another shape", Json, b"{\"text\": {\"text\": \"x\"}}\nnull\n7\n", "", &["not-json"; 3]),
        ("JSON that says it twice", Json, b"{\"text\": \"a\", \"text\": \"b\"}\n", "", &["not-json"]),
        ("half a character in JSON", Json, b"{\"text\": \"\\ud83d\"}\n", "", &["not-json"]),
        ("keys in JSON", Json, b"{\"text\": \"a\\b\\u0000\\u001b[1mc\"}\n", "a[1mc\n", &[]),
        ("a line end that was forgotten", Line, b"one\r", "one\n", &[]),
    ];
    for (what, reply_ends, bytes, text, kinds) in cases {
        let dialect = Dialect { reply_ends: *reply_ends, ..Dialect::default() };
        let (typed, incidents) = told_in(&dialect, bytes, 64);
        assert_eq!((typed.trim_end(), &incidents[..]), (text.trim_end(), *kinds), "{what}");
    }
}

proptest! {
    #[test]
    fn however_replies_end_the_pieces_do_not_matter(
        bytes in prop::collection::vec(
            prop_oneof![any::<u8>(), Just(b'>'), Just(b'\r'), Just(b'\n'), Just(b' '), Just(b'{')], 0..200),
        piece in 1_usize..9,
        kind in 0_usize..5,
        cr: bool,
    ) {
        let kinds = [ReplyEnds::Line, ReplyEnds::Silence, ReplyEnds::BlankLine, ReplyEnds::Prompt, ReplyEnds::Json];
        let newline = if cr { Newline::Cr } else { Newline::CrLf };
        let dialect = Dialect { reply_ends: kinds[kind], newline, ..Dialect::default() };
        prop_assert_eq!(told_in(&dialect, &bytes, piece), told_in(&dialect, &bytes, usize::MAX));
    }

    #[test]
    fn how_the_output_is_cut_into_pieces_does_not_matter(bytes: Vec<u8>, piece in 1_usize..9) {
        prop_assert_eq!(told(&bytes, piece), told(&bytes, usize::MAX));
    }

    #[test]
    fn what_a_person_could_type_arrives_as_it_was_printed(lines in prop::collection::vec("[!-~]([ -~]{0,60}[!-~])?", 0..6)) {
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        prop_assert_eq!(told(text.as_bytes(), 7), (text, vec![]));
    }
}
