//! Rulebooks and plans for the tests of this crate.

use std::{fs, path::Path, time::Duration};

use rulebook::{
    Rulebook,
    schema::{
        BallotRules, Design, EndBallot, Instructions, InterviewBallot, InterviewRules, Layout, Medium, Opener, Roles,
        ScheduleRules, ScoreKind, ScoreRules, Sides,
    },
};

use crate::{Pairing, Plan};

/// A rulebook with a Graeco-Latin design for these numbers.
pub(crate) fn rulebook(judges: u16, entries: u16, confederates: u16) -> Rulebook {
    Rulebook {
        id: "fixture".to_owned(),
        title: "Fixture".to_owned(),
        source: "made for a test".to_owned(),
        roles: Roles { judges, entries, confederates },
        schedule: ScheduleRules { design: Design::GraecoLatin, sides: Sides::Drawn },
        interview: InterviewRules {
            layout: Layout::Pair,
            medium: Medium::Keystrokes { keys_per_second: 50, keys: 20_000 },
            opens: Opener::Judge,
            talk: Duration::from_secs(1500),
            scoring: Duration::from_secs(300),
        },
        ballots: BallotRules {
            interview: InterviewBallot::Choice,
            end: EndBallot::None,
            end_time: Duration::from_secs(600),
        },
        score: ScoreRules { by: ScoreKind::TimesTakenForHuman, tie_breaks: vec![] },
        awards: vec![],
        instructions: Instructions { judge: String::new(), confederate: String::new() },
    }
}

/// The plan in lines of `round,judge,entry,confederate`, in their order.
pub(crate) fn plan(lines: &str) -> Plan {
    let pairing = |line: &str| {
        let cells: Vec<_> = line.split(',').collect();
        let [round, judge, entry, confederate] = cells[..] else { panic!("four cells in `{line}`") };
        Pairing {
            round: round.parse().unwrap(),
            judge: judge.parse().unwrap(),
            entry: entry.parse().unwrap(),
            confederate: confederate.parse().unwrap(),
        }
    };
    Plan { pairings: lines.lines().map(pairing).collect() }
}

/// The lines of a schedule as printed in the rules, without its header; `None`, and a line that says so, where the
/// data folder beside the project is absent.
#[expect(clippy::print_stderr, reason = "a skipped test says so")]
pub(crate) fn printed(file: &str) -> Option<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/schedules").join(file);
    match fs::read_to_string(&path) {
        Ok(text) => Some(text.split_once('\n').unwrap().1.to_owned()),
        Err(error) => {
            eprintln!("skipped: {} cannot be read: {error}", path.display());
            None
        }
    }
}
