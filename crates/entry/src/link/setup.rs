//! The settings of a link.

use std::{path::PathBuf, time::Duration};

use rulebook::{contest_file::Protocol, schema::InterviewRules};

use crate::{Apart, History, Pace, socketio::EntryRegistry};

/// The settings of a link.
#[derive(Debug, Clone)]
pub struct Setup {
    /// The entry's protocol.
    pub protocol: Protocol,
    /// The rulebook's rules for the interview, for protocols that pass them to their programs.
    pub rules: InterviewRules,
    /// The time between two keys of an entry that answers in whole lines, in contest time, if the link types them;
    /// `None` to hand over whole lines, which the contest then displays.
    pub typing: Option<Duration>,
    /// The silence after a judge's line that is reported to the organiser, in contest time.
    pub silence: Duration,
    /// The program's working folder: relative paths in its command count from here.
    pub folder: PathBuf,
    /// This link's own folder, created if missing. A link that starts on the folder of an interrupted one ends the
    /// program left running.
    pub workspace: PathBuf,
    /// The command of an entry that is a server started here: one for this link alone, on a port of its own.
    pub server: Option<Vec<String>>,
    /// The isolation of its program, if it is started here.
    pub apart: Apart,
    /// The lines of the interview before this link began, extended as it goes on.
    pub history: History,
    /// The judge's unfinished line: the program receives it first, or it would know only the tail.
    pub begun: String,
    /// True if a program without memory of the earlier lines is given the judge's again, and its answers are discarded.
    pub replay: bool,
    /// The registry of programs that connect to the contest.
    pub registry: EntryRegistry,
    /// The number of the round, from 1.
    pub number: u16,
    /// The judge's own number, from 1, only for the protocol that announces the judge by it (that of 1995).
    pub judge: u16,
    /// The speed of the contest's clock.
    pub pace: Pace,
}

/// Longer than any contest.
pub(crate) const NEVER: Duration = Duration::from_secs(365 * 86_400);

impl Setup {
    /// An entry that is tried out by itself, with this folder as its workspace: it runs in the current folder, in round
    /// 1, at the pace of real time, without isolation; keys are typed at once, and no silence is reported.
    #[must_use]
    pub fn new(protocol: Protocol, rules: InterviewRules, workspace: impl Into<PathBuf>) -> Self {
        Self {
            protocol,
            rules,
            typing: Some(Duration::ZERO),
            silence: NEVER,
            folder: PathBuf::from("."),
            workspace: workspace.into(),
            server: None,
            apart: Apart::not(),
            history: History::default(),
            begun: String::new(),
            replay: false,
            registry: EntryRegistry::default(),
            number: 1,
            judge: 1,
            pace: Pace::REAL,
        }
    }
}
