//! The keystroke logs of the final of 2012 as gaps between keys, for tests that compare the rhythm with people.
//!
//! Four sessions of round 1, each with a judge, a confederate and a program. A line ends at Return, after 15 s, or
//! after 3 s in which the other side pressed Return. Gaps count within a line only; a judge's gaps in which they typed
//! to the other witness are left out.

use std::path::Path;

use record::transcript::{
    Role,
    keylog::{self, KeylogSession, ScreenSide, TimedKey},
};
use rulebook::{Key, Side};

/// The typist.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Who {
    Confederate,
    Program,
    Judge,
}

/// A key, and the milliseconds since the previous one on the line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Pressed {
    pub(crate) key: Key,
    /// `None` for the first key of a line, and for gaps that are left out.
    pub(crate) gap: Option<f64>,
    /// Milliseconds since the epoch.
    pub(crate) at: f64,
}

/// A participant of one session.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Speaker {
    pub(crate) who: Who,
    /// In the order of their first keys. A judge's lines are those on the left, then those on the right.
    pub(crate) lines: Vec<Vec<Pressed>>,
}

const FILES: [&str; 4] = [
    "logfile.b-wilcox-angela.2012-05-15--13-19-13.log",
    "logfile.d_burke_adam.2012-05-15--13-14-01.log",
    "logfile.m_allan_linguo.2012-05-15--13-14-57.log",
    "logfile.m_embar_chip_vivant.2012-05-15--13-23-04.log",
];

/// The four sessions; `None`, with a printed line, if the logs are absent.
#[expect(clippy::print_stderr, reason = "a skipped test says so")]
pub(crate) fn sessions() -> Option<Vec<KeylogSession>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/2012");
    let read = |file: &&str| Some(keylog::read(&std::fs::read(folder.join(file)).ok()?).found.sessions.swap_remove(0));
    let sessions: Option<Vec<KeylogSession>> = FILES.iter().map(read).collect();
    if sessions.is_none() {
        eprintln!("skipped: the keystroke logs of 2012 are not at {}", folder.display());
    }
    sessions
}

/// The three participants of a session.
pub(crate) fn speakers(session: &KeylogSession) -> [Speaker; 3] {
    let witness = |role| lines(session, Side::Witness, session.pane(role));
    let judge = [ScreenSide::Left, ScreenSide::Right].into_iter().flat_map(|pane| lines(session, Side::Judge, pane));
    [
        Speaker { who: Who::Confederate, lines: witness(Role::Confederate) },
        Speaker { who: Who::Program, lines: witness(Role::Entry) },
        Speaker { who: Who::Judge, lines: judge.collect() },
    ]
}

/// The lines that one side typed in one pane of the screen.
pub(crate) fn lines(session: &KeylogSession, by: Side, pane: ScreenSide) -> Vec<Vec<Pressed>> {
    let (mut lines, mut line) = (Vec::new(), Vec::new());
    let (mut latest, mut returned, mut elsewhere): (Option<&TimedKey>, _, _) = (None, false, false);
    for key in &session.keys {
        if key.pane != pane {
            elsewhere |= key.by == by;
            continue;
        }
        if key.by != by {
            returned |= key.key == Key::Return;
            continue;
        }
        let mut gap = latest.map(|latest| key.at_us.saturating_sub(latest.at_us) as f64 / 1000.0);
        if gap.is_some_and(|gap| gap > 15_000.0 || gap > 3_000.0 && returned) {
            lines.push(std::mem::take(&mut line));
            gap = None;
        }
        if by == Side::Judge && elsewhere {
            gap = None;
        }
        line.push(Pressed { key: key.key, gap, at: key.at_us as f64 / 1000.0 });
        (latest, returned, elsewhere) = (Some(key), false, false);
        if key.key == Key::Return {
            lines.push(std::mem::take(&mut line));
            latest = None;
        }
    }
    lines.push(line);
    lines.retain(|line| !line.is_empty());
    lines
}
