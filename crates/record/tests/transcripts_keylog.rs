//! Keystroke logs of 2012 and similar logs.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::{fs, path::Path};

use proptest::prelude::*;
use record::transcript::{
    OffsetClock, Role,
    keylog::{self, ConfederateLabel, Keylog, KeylogSession, ScreenSide, TimedKey},
    plain,
};
use rulebook::{Key, Side, key::keys_of};

/// Keys by speaker: judge to program, judge to human, program, human.
type Counts = [usize; 4];

fn counts(session: &KeylogSession) -> Counts {
    let count = |by, role| session.keys.iter().filter(|key| key.by == by && session.role(key.pane) == role).count();
    [
        (Side::Judge, Role::Entry),
        (Side::Judge, Role::Confederate),
        (Side::Witness, Role::Entry),
        (Side::Witness, Role::Confederate),
    ]
    .map(|(by, role)| count(by, role))
}

/// A log of 2012; `None`, with a message, if the data folder beside the project is absent.
#[expect(clippy::print_stderr, reason = "a skipped test says so")]
fn log(file: &str) -> Option<Vec<u8>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/2012").join(file);
    match fs::read(&path) {
        Ok(bytes) => Some(bytes),
        Err(error) => {
            eprintln!("skipped: {} cannot be read: {error}", path.display());
            None
        }
    }
}

/// Checks a log against known counts, and that writing gives the file back.
fn check(file: &str, judge: Option<u16>, round: Option<u16>, known: Counts) {
    let Some(bytes) = log(&format!("logfile.{file}.log")) else { return };
    let reading = keylog::read(&bytes);
    assert_eq!(reading.faults, [], "{file}");
    let [session] = reading.found.sessions.as_slice() else { panic!("one session in {file}") };
    assert_eq!((session.judge, session.round, counts(session)), (judge, round, known), "{file}");
    assert_eq!(reading.found.cut, None);
    assert!(keylog::write(&reading.found).as_bytes() == bytes, "{file} is not written as it was read");
}

/// Source: the judge program's own logs of the final of 2012 and its rehearsals; the counts were made with another
/// program when the logs were collected.
#[test]
fn the_logs_of_2012_hold_the_keys_that_were_counted_in_them() {
    check("b-wilcox-angela.2012-05-15--13-19-13", Some(2), Some(1), [602, 873, 3169, 678]);
    check("d_burke_adam.2012-05-15--13-14-01", Some(4), Some(1), [2015, 1482, 1654, 1761]);
    check("m_allan_linguo.2012-05-15--13-14-57", Some(3), Some(1), [2164, 1296, 925, 2999]);
    check("m_embar_chip_vivant.2012-05-15--13-23-04", Some(1), Some(1), [898, 1221, 1369, 2026]);
    check("b-wilcox-angela.2012-05-15--13-07-55", None, None, [0; 4]);
    check("d_burke_adam.2012-05-15--13-48-18", Some(3), Some(2), [64, 24, 229, 0]);
    check("m_allan_linguo.2012-05-15--13-47-26", Some(4), Some(2), [47, 17, 56, 0]);
    check("m_embar_chip_vivant.2012-05-15--10-12-08", Some(1), Some(1), [111, 77, 104, 55]);
}

#[test]
fn a_conversation_of_2012_can_be_read_as_lines() {
    let Some(bytes) = log("logfile.m_allan_linguo.2012-05-15--13-14-57.log") else { return };
    let session = keylog::read(&bytes).found.sessions.remove(0);
    let dialogue = session.dialogue(session.pane(Role::Entry), OffsetClock::east(60).unwrap());
    let lines = &dialogue.visits[0].lines;
    let by = |side| lines.iter().filter(|line| line.by == side).count();
    // The program never pressed Return, and yet its words are split into lines: 46 utterances, 8 of them joined to the one
    // before.
    assert_eq!((by(Side::Judge), by(Side::Witness)), (25, 38));
    assert!(plain::write(&dialogue).contains("started 2012-05-15 13:"), "British summer time");
}

#[test]
fn a_log_that_was_cut_off_keeps_its_whole_lines() {
    let head = "Rehearsal\nThese transcripts are in the public domain\nTranscripts of judge 2 program ELIZA round 1\nLeft =program \n";
    let key = "J2 013370845270900515 judge left H\n";
    let reading = keylog::read(format!("{head}{key}J2 013370845280498200 judge le").as_bytes());
    assert_eq!((reading.faults.len(), reading.found.cut.as_deref()), (0, Some("J2 013370845280498200 judge le")));
    assert_eq!(reading.found.sessions[0].keys.len(), 1);
    let again = keylog::read(format!("{head}{key}{head}{key}{key}").as_bytes());
    let keys: Vec<_> = again.found.sessions.iter().map(|session| session.keys.len()).collect();
    assert_eq!((again.faults.len(), keys), (0, vec![1, 2]), "two rounds in one file");
}

/// A session with these keys, all of them at its beginning.
fn session(program: &str, keys: &[(Side, ScreenSide, &str)]) -> KeylogSession {
    let keys = keys
        .iter()
        .flat_map(|(by, pane, text)| keys_of(text).map(|key| TimedKey::new(1_337_084_527_090_051, *by, *pane, key)));
    KeylogSession {
        title: "Rehearsal".into(),
        judge: Some(2),
        program: program.into(),
        round: Some(1),
        left: Role::Entry,
        label: ConfederateLabel::Human,
        keys: keys.collect(),
    }
}

#[test]
fn a_log_is_called_by_its_program_and_its_beginning() {
    let began = "2012-05-15T12:07:55Z".parse().unwrap();
    for (program, name) in [
        ("Talker", "logfile.Talker.2012-05-15--13-07-55.log"),
        ("d_burke-adam 2", "logfile.d_burke-adam_2.2012-05-15--13-07-55.log"),
        ("../é", "logfile.____.2012-05-15--13-07-55.log"),
        (" judge", "logfile.judge_.2012-05-15--13-07-55.log"),
    ] {
        assert_eq!(keylog::file_name(&session(program, &[]), began, OffsetClock::east(60).unwrap()), name);
    }
}

#[test]
fn names_that_are_words_of_the_form_are_told_from_them() {
    for (program, read_as) in [
        ("judge", "judge_"),
        ("on the left side", "on the left side"),
        ("turn right or left", "turn right or left"),
        ("left or right turn", "left or right turn"),
    ] {
        let written = session(
            program,
            &[
                (Side::Judge, ScreenSide::Left, "Hi"),
                (Side::Witness, ScreenSide::Left, "I"),
                (Side::Witness, ScreenSide::Right, "a"),
            ],
        );
        let log = Keylog { sessions: vec![written.clone()], cut: None };
        let reading = keylog::read(keylog::write(&log).as_bytes());
        assert_eq!(reading.faults, [], "{program}");
        let [read] = reading.found.sessions.as_slice() else { panic!("one session of {program}") };
        assert_eq!((read.program.as_str(), &read.keys), (read_as, &written.keys));
    }
}

#[test]
fn blank_lines_in_a_log_say_nothing() {
    let log = Keylog { sessions: vec![session("ELIZA", &[(Side::Judge, ScreenSide::Left, "Hi")])], cut: None };
    let file = keylog::write(&log);
    let (heading, keys) = file.split_at(file.find("J2 ").unwrap());
    let reading = keylog::read(format!("\r\n{heading}\r\n  \r\n{keys}\r\n").as_bytes());
    assert_eq!((reading.faults, reading.found), (vec![], log));
}

#[test]
fn every_fault_of_a_log_has_its_line() {
    let file = "stray\nRehearsal\npublic?\nTranscripts of judge x program ELIZA round 1\nLeft =nobody\n\
        J 013370845270900515 judge left H\nJ2 13370845270900515 judge left H\nJ2 013370845279900515 judge left H\n\
        J2 013370845270900515 judge up H\nJ 013370845270900515 human right eacute\nJ 013370845270900515 referee right a\n\
        J2 013370845271000000 judge left H\nJx 013370845270900515 judge left H\n";
    let reading = keylog::read(file.as_bytes());
    let faults: Vec<_> = reading.faults.iter().map(ToString::to_string).collect();
    assert_eq!(
        faults,
        [
            "line 1: `stray` is neither heading nor speech (it is left out)",
            "line 3: `public?` is not of the form `These transcripts are in the public domain`",
            "line 4: `Transcripts of judge x program ELIZA rou…` is not of the form `Transcripts of judge N program NAME round N`",
            "line 5: `Left =nobody` is not of the form `Left =human`",
            "line 7: `J2 13370845270900515 judge left H` is not of the form `JN TIME WHO left|right KEY`",
            "line 8: `J2 013370845279900515 judge left H` is not of the form `JN TIME WHO left|right KEY`",
            "line 9: `J2 013370845270900515 judge up H` is not of the form `JN TIME WHO left|right KEY`",
            "line 10: no key is called `eacute` (the key is left out)",
            "line 11: `referee` is neither the judge nor the witness (it is taken for the witness)",
            "line 12: `J2 013370845271000000 judge left H` is not of the form `JN TIME WHO left|right KEY`",
            "line 13: `Jx 013370845270900515 judge left H` is not of the form `JN TIME WHO left|right KEY`",
        ]
    );
    assert_eq!(reading.found.sessions[0].keys.len(), 3);
    let two = "Rehearsal\nThese transcripts are in the public domain\nTranscripts of judge 2 program ELIZA round 1\n\
        Left =program \nJ2 013370845270900515 judge left H\nJ3 013370845270900515 judge left i\n";
    assert_eq!(
        keylog::read(two.as_bytes()).faults.iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["line 6: judge 3 speaks where judge 2 was announced (announce every change of judges)"]
    );
    let nothing = keylog::read(b"").faults;
    assert_eq!(
        nothing[0].to_string(),
        "line 1: no `Transcripts of judge N program NAME round N` line in the heading (add it; without it no key can be read)"
    );
}

fn any_session() -> impl Strategy<Value = KeylogSession> {
    let key = prop_oneof![
        8 => (b' '..=b'~').prop_map(|c| Key::printable(c.into()).unwrap()),
        1 => prop_oneof![Just(Key::Return), Just(Key::BackSpace), Just(Key::Tab)],
    ];
    let by = prop_oneof![Just(Side::Judge), Just(Side::Witness)];
    let pane = prop_oneof![Just(ScreenSide::Left), Just(ScreenSide::Right)];
    let keys = (0_u64..99_999_999_999_000_000, by, pane, key)
        .prop_map(|(at_us, by, pane, key)| TimedKey::new(at_us, by, pane, key));
    let left = prop_oneof![Just(Role::Entry), Just(Role::Confederate)];
    let label = prop_oneof![Just(ConfederateLabel::Program), Just(ConfederateLabel::Human)];
    let name = "[A-Za-z0-9_]{1,8}( (left|round|program|7|b))?";
    let (judge, round) = (prop::option::of(0_u16..), prop::option::of(0_u16..));
    ("[A-Z][a-z]{0,9}", judge, name, round, left, label, prop::collection::vec(keys, 0..20)).prop_map(
        |(title, judge, program, round, left, label, keys)| {
            let mut session = KeylogSession { title, judge, program, round, left, label, keys };
            let confederate = session.pane(Role::Confederate);
            // A log with a silent confederate does not show its label.
            if !session.keys.iter().any(|key| key.by == Side::Witness && key.pane == confederate) {
                session.label = ConfederateLabel::Human;
            }
            session
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_as_a_log_is_read_back(sessions in prop::collection::vec(any_session(), 1..3)) {
        prop_assume!(sessions.iter().all(|session| !["judge", "human"].contains(&session.program.as_str())));
        let log = Keylog { sessions, cut: None };
        let reading = keylog::read(keylog::write(&log).as_bytes());
        prop_assert_eq!(reading.faults, vec![]);
        prop_assert_eq!(reading.found, log);
    }

    #[test]
    fn no_log_is_too_strange_to_be_read(lines in prop::collection::vec(any_line(), 0..12), bytes: Vec<u8>) {
        let reading = keylog::read(lines.join("\n").as_bytes());
        prop_assert!(reading.faults.iter().all(|fault| (1..=lines.len().max(1)).contains(&fault.line)));
        for session in &reading.found.sessions {
            for pane in [ScreenSide::Left, ScreenSide::Right] {
                let _ = plain::write(&session.dialogue(pane, OffsetClock::UTC));
            }
        }
        let (again, keys) = (keylog::read(keylog::write(&reading.found).as_bytes()), |log: &Keylog| log.sessions.iter().map(|s| s.keys.len()).collect::<Vec<_>>());
        prop_assert_eq!(keys(&again.found), keys(&reading.found));
        let _ = keylog::read(&bytes);
    }
}

/// A line close to one of a log's.
fn any_line() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => "J[0-9]{0,2} [0-9]{11}0[0-9]{6} (judge|ELIZA|human|é) (left|right) ([a-zé ]|Return|BackSpace|space)",
        1 => "J[0-9]{0,6} [0-9]{17,19} .{0,6} (left|right) .{0,6}",
        1 => "Transcripts of judge [0-9]{0,6} program (ELIZA)? ?round [0-9]{0,6}",
        1 => "(Left =human ?|Left =program|These transcripts are in the public domain)",
        1 => ".{0,20}",
    ]
}
