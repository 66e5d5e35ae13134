//! One running of a rulebook, as its organiser writes it down: the people and the programs.
//!
//! `reader` reads the TOML form; values here have been checked against their rulebook.

mod chat;
mod dialect;
mod instructions;
mod isolation;
mod socketio;
mod web;

use std::{
    collections::{BTreeMap, BTreeSet},
    path::PathBuf,
    time::Duration,
};

pub use self::{
    chat::{Chat, Instructions, InstructionsRole, KeySource, Price},
    dialect::{Dialect, Encoding, Lp95, Newline, ReplyEnds, TurnEnds},
    instructions::{BadTemplate, FACTS, Template},
    isolation::{Isolation, Limits},
    socketio::Socketio,
    web::{Replies, WebForm},
};
use crate::{
    ConfederateId, EntryId, JudgeId, Participant, Rulebook, Timestamp, Zone,
    schema::{Money, People},
};

/// The most cosigners of a contest.
pub const COSIGNERS_MAX: usize = 16;

/// The most sources of a contest.
pub const SOURCES_MAX: usize = 64;

/// The most referees of a contest.
pub const REFEREES_MAX: usize = 16;

/// The longest contribution to a seed, in characters.
pub const SEED_MAX: usize = 200;

/// A contest as its organiser wrote it down, checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContestFile {
    /// Name for people.
    pub name: String,
    /// Short name for addresses, made from `name` unless given: lower-case letters, digits and hyphens, at most 40.
    pub id: String,
    /// The organiser.
    pub organiser: String,
    /// The organiser's contribution to the seed; if absent, the organiser's page makes it.
    pub seed: Option<String>,
    /// Whether `seed` alone fixes every draw, so that every reader of the file can compute them. Never without a seed.
    pub rehearsal: bool,
    /// The rulebook with the file's overrides applied, and with the numbers of people and entries listed in the file.
    pub rulebook: Rulebook,
    /// The planned start of the first round, for the timetable on the organiser's page; absent if none was given.
    pub begins: Option<Timestamp>,
    /// The zone of the contest, in which its pages tell times: that of `begins`, and UTC where it is absent.
    pub zone: Zone,
    /// The file with the plan of who meets whom, inside the folder of the contest file; absent where the design makes it.
    pub plan: Option<PathBuf>,
    /// The judges, as many as in the rulebook; the first is J1.
    pub judges: Vec<Person>,
    /// The confederates; the first is C1. The same people as the judges when everyone has both roles.
    pub confederates: Vec<Person>,
    /// The names of the referees; the first is F1. Empty if the rulebook has none.
    pub referees: Vec<String>,
    /// The public keys of the cosigners, who receive heads of the record while the contest runs and sign them; at least
    /// as many as the rulebook demands.
    pub cosigners: Vec<CosignerSpec>,
    /// The entries; the first is E1.
    pub entries: Vec<EntrySpec>,
    /// The files whose conversations are shown, if judges read transcripts; otherwise empty.
    pub sources: Vec<SourceFile>,
    /// Programs in reserve: during the contest, one of them can replace an entry that breaks.
    pub reserves: Vec<EntrySpec>,
    /// The additions of earlier contests to the purses, by the ids of awards.
    pub carried: BTreeMap<String, Money>,
    /// The committee's decisions; absent if the rulebook has no committee.
    pub committee: Option<Committee>,
    /// The wait, in contest time, before clocks that stopped for lack of a server run on by themselves; absent if they
    /// wait for the organiser. By default [`SCRIPTED_COUNTDOWN`] when every person is a script.
    pub countdown: Option<Duration>,
}

impl ContestFile {
    /// Every program: the entries, then the reserves.
    pub fn programs(&self) -> impl Iterator<Item = &EntrySpec> {
        self.entries.iter().chain(&self.reserves)
    }

    /// The settled labels of the plan, by the participants who bear them; all others are drawn.
    #[must_use]
    pub fn settled_labels(&self) -> BTreeMap<Participant, Participant> {
        let judge = |number| Participant::Judge(JudgeId::new(number));
        let confederate = |number| Participant::Confederate(ConfederateId::new(number));
        let entry = |number| Participant::Entry(EntryId::new(number));
        // With both roles for everybody, the person who bears J1 bears C1.
        let apart = if self.rulebook.roles.people == People::Apart { &self.confederates[..] } else { &[] };
        let judges = (1..).zip(&self.judges).filter_map(|(n, each)| Some((judge(n), judge(each.label?))));
        let people = (1..).zip(apart).filter_map(|(n, each)| Some((confederate(n), confederate(each.label?))));
        let entries = (1..).zip(&self.entries).filter_map(|(n, each)| Some((entry(n), entry(each.label?))));
        judges.chain(people).chain(entries).collect()
    }
}

/// The countdown of a contest in which every person is a script: no person is there to let it go on.
pub const SCRIPTED_COUNTDOWN: Duration = Duration::from_secs(5);

/// A committee's work before the contest: everything that its rulebook asks for, and nothing else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Committee {
    /// The names of its members, as many as in the rulebook.
    pub members: Vec<String>,
    /// Its contribution to the seed, if it makes one.
    pub seed: Option<String>,
    /// Its decisions, by the ids of matters.
    pub settled: BTreeMap<String, String>,
    /// The ids of the attestations that every participant of their role has made.
    pub attested: BTreeSet<String>,
    /// The members' signatures, each with its public key. They have not been verified.
    pub signatures: Vec<(String, String)>,
}

/// A file whose conversations are shown to judges who read transcripts: the record of a released contest, or of an
/// imported one from the past.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceFile {
    /// The file, inside the folder of the contest file.
    pub path: PathBuf,
    /// SHA-256 of its bytes, in hexadecimal, so that judges see the file that the organiser chose.
    pub sha256: String,
    /// The conversations to show, by their names in its record; if empty, all that have a turn.
    pub conversations: Vec<String>,
}

/// A judge or confederate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    /// Name for people; appears in the result, never in front of a judge.
    pub name: String,
    /// True if a script plays the part; the record and the result then say so.
    pub scripted: bool,
    /// The number of their label in the plan; drawn if absent.
    pub label: Option<u16>,
}

/// An outsider who signs heads of the record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CosignerSpec {
    /// The public key, `name+id+key`.
    pub key: String,
    /// The address of a standard witness, which the server calls; absent if the cosigner asks by itself.
    pub witness: Option<String>,
}

/// A program that was submitted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntrySpec {
    /// Name of the program.
    pub name: String,
    /// The person or team behind it.
    pub contestant: String,
    /// Its table in the file: every key with its value, to the letter.
    pub written: BTreeMap<String, String>,
    /// Its protocol.
    pub protocol: Protocol,
    /// Whether text that it types key by key is collected into lines, which the contest types with its human rhythm.
    pub rhythm: bool,
    /// The silence after a judge's line at which the organiser is warned.
    pub silence: Duration,
    /// The program of an entry that is a server, started for each interview; `{port}` in it and in the address is
    /// replaced by a free port. Absent: the server runs already.
    pub server: Option<Vec<String>>,
    /// The isolation of its program from everything else on the machine.
    pub isolation: Isolation,
    /// Whether its program runs without a network.
    pub hermetic: bool,
    /// The limits on its program's use of the machine.
    pub limits: Limits,
    /// The environment of its program, beside PATH, LANG, TERM, TZ and HOME.
    pub environment: BTreeMap<String, String>,
    /// Whether a program that was restarted in mid-interview gets the judge's earlier lines again, with its answers
    /// discarded.
    pub replay: bool,
    /// Files and folders of the program beside its command, relative to the contest file's folder. Their digests are in
    /// the record.
    pub files: Vec<PathBuf>,
    /// Whether it is an open-source program that the organisers entered.
    pub open_source: bool,
    /// Whether it is one of the rulebook's baselines, which are the last of the entries.
    pub baseline: bool,
    /// Its place among the entries in selection, from 1; level entries share a place. Absent: there was no selection.
    pub selection_place: Option<u16>,
    /// The one of the rulebook's opening words that its entrant chose; absent if none was chosen.
    pub opening: Option<String>,
    /// The number of its label in the plan; drawn if absent.
    pub label: Option<u16>,
}

impl EntrySpec {
    /// The program that the contest starts, and its arguments; empty if the contest starts none.
    #[must_use]
    pub fn command(&self) -> &[String] {
        match &self.protocol {
            Protocol::Stdio { command, .. }
            | Protocol::Lp95(Lp95 { command, .. })
            | Protocol::Lpp(Lpp::Started(command)) => command,
            Protocol::Lpp(Lpp::ByHand(_))
            | Protocol::WebSocket { .. }
            | Protocol::Web(_)
            | Protocol::Socketio(_)
            | Protocol::Chat(_) => self.server.as_deref().unwrap_or_default(),
        }
    }
}

/// The communications directory of a program of the directory protocol.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Lpp {
    /// This directory: the program is started by hand, on any machine that sees it.
    ByHand(PathBuf),
    /// A directory of its own for each interview, for which this program is started; `{directory}` in an argument is
    /// replaced by it.
    Started(Vec<String>),
}

/// The protocol of an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Protocol {
    /// A child process: one line in, one line or more out.
    Stdio {
        /// The program and its arguments.
        command: Vec<String>,
        /// Beginnings of output that are prompts, not speech (`you:`, `Eliza:`): removed, also when repeated.
        prompts: Vec<String>,
        /// Its way of reading and writing.
        dialect: Dialect,
    },
    /// The directory protocol of 2010.
    Lpp(Lpp),
    /// A WebSocket server of the entry's own that speaks `viva.entry.v1`; one connection to it is made for each
    /// interview.
    WebSocket {
        /// Its address: `ws://host:port/path`.
        url: String,
        /// A file with the bearer token that the server asks for, relative to the contest file's folder.
        token_file: Option<PathBuf>,
    },
    /// The terminal protocol of 1995; Vivavoce is the terminal.
    Lp95(Lp95),
    /// A web page with a form, as in 2003.
    Web(WebForm),
    /// A client that connects to the contest's own socket.io server, as from 2016 to 2019.
    Socketio(Socketio),
    /// A model behind an OpenAI-compatible address.
    Chat(Chat),
}
