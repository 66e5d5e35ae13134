//! A link: one entry in one conversation, through any protocol.

use std::{path::PathBuf, sync::Arc, time::Duration};

use rulebook::{Key, contest_file::Protocol, key::keys_of, schema::InterviewRules};
use tokio::{sync::mpsc, time::timeout};
use tracing::Instrument;

use crate::{
    Apart, History, Incident, Pace, Shown, Spelled, drivers,
    socketio::Door,
    tap::{self, Tap},
};

/// The maximum number of messages that wait on either side of a link.
const WAITING_MAX: usize = 1_024;

/// The longest time for a link to end.
const LEAVING: Duration = Duration::from_secs(3);

/// A message from the contest to an entry's link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ToEntry {
    /// The conversation is open: the judge may begin.
    Began,
    /// The judge pressed a key.
    Key(Key),
    /// The judge shows a file. A program that does not take its kind receives a sentence about it.
    Shown(Arc<Shown>),
    /// The conversation is over; the link ends.
    Ended,
}

/// A message from a link to the contest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FromEntry {
    /// The program is running and listening; repeated after every restart. A program over stdio listens when it has
    /// printed its declared line, or is seen to read its standard input; one of the terminal protocol, when it has
    /// printed its welcome; one of the directory protocol, when it has read its directory, if the system reports that.
    Ready,
    /// The program pressed a key.
    Key(Key),
    /// The program said a whole line, given without its end; only if [`Setup::typing`] leaves typing to the contest.
    Line(String),
    /// An event for the organiser; never shown to a judge.
    Incident(Incident),
    /// A finished line of the judge reached the program with some characters replaced.
    Told(Spelled),
    /// The cost of an answer; after each answer of an entry whose server counts tokens.
    Spent(Usage),
}

/// The requests to a server, and their cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Usage {
    /// The number of requests, including failed ones.
    pub requests: u32,
    /// The tokens sent; 0 if the server does not count.
    pub prompt_tokens: u64,
    /// The tokens received; 0 if the server does not count.
    pub completion_tokens: u64,
    /// The cost, in millionths of the currency; 0 without a known price.
    pub cost_micro: u64,
}

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
    pub door: Door,
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
            door: Door::default(),
            number: 1,
            judge: 1,
            pace: Pace::REAL,
        }
    }
}

/// Both ends of a running link.
///
/// `from_entry` closes when the link has ended. A slow reader of it slows the program down, and nothing else.
#[derive(Debug)]
pub struct Link {
    /// Towards the entry. Dropping it ends the link at once; with [`ToEntry::Ended`], a program may receive a farewell
    /// and has 2 s.
    pub to_entry: mpsc::Sender<ToEntry>,
    /// From the entry.
    pub from_entry: mpsc::Receiver<FromEntry>,
}

impl Link {
    /// Ends the conversation and waits until the link has ended, at most `LEAVING`.
    pub(crate) async fn leave(self) {
        let Self { to_entry, mut from_entry } = self;
        let _ = timeout(LEAVING, async {
            if to_entry.send(ToEntry::Ended).await.is_ok() {
                while from_entry.recv().await.is_some() {}
            }
        })
        .await;
    }
}

/// Starts a link as a task of the current Tokio runtime, in the current span. The end of the link ends the program,
/// with all processes that it started.
///
/// # Panics
/// Outside a Tokio runtime.
#[must_use]
pub fn start(setup: Setup) -> Link {
    let (link, driver) = joined(setup);
    tokio::spawn(driver.in_current_span());
    link
}

/// Starts a link with a tap.
pub(crate) fn start_tapped(setup: Setup, tap: Tap) -> Link {
    let (link, driver) = joined(setup);
    tokio::spawn(tap::tapped(tap, driver).in_current_span());
    link
}

fn joined(setup: Setup) -> (Link, impl Future<Output = ()> + Send) {
    let begun: Vec<Key> = keys_of(&setup.begun).collect();
    let (to_entry, contest) = mpsc::channel(WAITING_MAX + begun.len());
    begun.into_iter().for_each(|key| drop(to_entry.try_send(ToEntry::Key(key))));
    let (reports, from_entry) = mpsc::channel(WAITING_MAX);
    (Link { to_entry, from_entry }, drivers::drive(setup, contest, reports))
}
