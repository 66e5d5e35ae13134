//! A link: one entry in one conversation, whatever protocol it speaks.

use std::{path::PathBuf, sync::Arc, time::Duration};

use rulebook::{Key, contest_file::Protocol, key::keys_of, schema::InterviewRules};
use tokio::{sync::mpsc, time::timeout};
use tracing::Instrument;

use crate::{
    Apart, History, Incident, Pace, Shown, Spelled, drivers,
    socketio::Door,
    tap::{self, Tap},
};

/// The most messages that wait on either side of a link.
const WAITING_MAX: usize = 1_024;

/// The longest time for a link to end.
const LEAVING: Duration = Duration::from_secs(3);

/// What the contest tells an entry's link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ToEntry {
    /// Talk is open: the judge may begin.
    Began,
    /// The judge pressed a key.
    Key(Key),
    /// The judge shows a file. A program that takes none of its kind is told so in words.
    Shown(Arc<Shown>),
    /// Talk is over; the link ends.
    Ended,
}

/// What a link tells the contest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FromEntry {
    /// The program runs and is listening; again after every restart. A program over stdio is listening when it has printed the line
    /// that it has declared, or is seen to read its standard input; one of the terminal protocol, when it has said
    /// its welcome; one of the directory protocol, when it has read its directory, where the system tells of that.
    Ready,
    /// The program pressed a key.
    Key(Key),
    /// The program said a whole line, here without its end; only where [`Setup::typing`] leaves typing to the contest.
    Line(String),
    /// Something the organiser should know; never shown to a judge.
    Incident(Incident),
    /// The program was told what its judge typed in other characters; when the line is finished.
    Told(Spelled),
    /// What an answer has cost; after each answer of an entry whose server counts.
    Spent(Usage),
}

/// What a server was asked for, and what that costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Usage {
    /// Requests that were made, those that failed included.
    pub requests: u32,
    /// Tokens of what it was sent; 0 when it does not count.
    pub prompt_tokens: u64,
    /// Tokens of what it answered; 0 when it does not count.
    pub completion_tokens: u64,
    /// What that costs, in millionths of the currency; 0 where no price is known.
    pub cost_micro: u64,
}

/// What a link needs to know.
#[derive(Debug, Clone)]
pub struct Setup {
    /// How the entry speaks.
    pub protocol: Protocol,
    /// What the rulebook says of the interview, for protocols that tell their programs.
    pub rules: InterviewRules,
    /// Time between two keys of an entry that answers in whole lines, in contest time, where the link types them; `None`
    /// where lines are handed over whole, and the contest decides how they are shown.
    pub typing: Option<Duration>,
    /// How long it may stay silent after a judge's line before the organiser is told, in contest time.
    pub silence: Duration,
    /// The folder in which the program runs: relative paths of its command count from here.
    pub folder: PathBuf,
    /// A folder of this link's own, made when missing. A link that starts on the folder of one that was cut off ends the
    /// program that was left running.
    pub workspace: PathBuf,
    /// The command of an entry that is a server, where we start it: one for this link alone, on a port of its own.
    pub server: Option<Vec<String>>,
    /// How its program is kept apart, where we start it.
    pub apart: Apart,
    /// What was said in the interview before this link began, and what is said from now on.
    pub history: History,
    /// The judge's unfinished line: the program receives it first, or it would know only the tail.
    pub begun: String,
    /// Whether a program that knows nothing of what was said is told the judge's earlier lines again, its answers thrown
    /// away.
    pub replay: bool,
    /// Where programs that connect to the contest are found.
    pub door: Door,
    /// The number of the round, from 1.
    pub number: u16,
    /// The judge's own number, from 1, for a protocol that announces the judge by it (that of 1995) and for no other.
    pub judge: u16,
    /// How fast the contest's clock runs.
    pub pace: Pace,
}

/// Longer than any contest.
pub(crate) const NEVER: Duration = Duration::from_secs(365 * 86_400);

impl Setup {
    /// An entry that is tried out by itself, with this folder for its workspace: it runs in the current folder, in round 1,
    /// at the pace of real time, with nothing to confine it; keys are pressed at once, and no silence is too long.
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
/// `from_entry` closes when the link has ended. Whoever does not read it slows the program down, and nothing else.
#[derive(Debug)]
pub struct Link {
    /// Towards the entry. Dropping it ends the link at once; after [`ToEntry::Ended`] a program may be told, and has 2 s.
    pub to_entry: mpsc::Sender<ToEntry>,
    /// From the entry.
    pub from_entry: mpsc::Receiver<FromEntry>,
}

impl Link {
    /// Ends the talk and waits until the program was told and the link has ended, within the time that a link has for it.
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

/// Starts a link as a task of the current Tokio runtime, in the current span. When it ends, so does the program, with every
/// process it started.
///
/// # Panics
/// Outside a Tokio runtime.
#[must_use]
pub fn start(setup: Setup) -> Link {
    let (link, driver) = joined(setup);
    tokio::spawn(driver.in_current_span());
    link
}

/// The same, with a tap.
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
