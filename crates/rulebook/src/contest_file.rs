//! One running of a rulebook, as its organiser writes it down: who takes part, with which programs.
//!
//! The TOML form is read by `reader`; values here have been checked against their rulebook.

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
    ConfederateId, EntryId, JudgeId, Participant, Rulebook, Timestamp,
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
    /// Who runs it.
    pub organiser: String,
    /// The organiser's contribution to the seed; made by the organiser's page when absent.
    pub seed: Option<String>,
    /// Whether `seed` alone fixes every draw, which anybody who reads the file can then compute. Never without a seed.
    pub rehearsal: bool,
    /// The rulebook with the file's overrides applied, and with the numbers of people and entries that the file lists.
    pub rulebook: Rulebook,
    /// When the first round is to begin, for the timetable on the organiser's page; absent where nobody said so.
    pub begins: Option<Timestamp>,
    /// The file with the plan of who meets whom, inside the folder of the contest file; absent where the design makes it.
    pub plan: Option<PathBuf>,
    /// The judges, as many as the rulebook says; the first is J1.
    pub judges: Vec<Person>,
    /// The confederates; the first is C1. The same people as the judges when everyone has both roles.
    pub confederates: Vec<Person>,
    /// The names of the referees; the first is F1. Nobody where the rulebook has none.
    pub referees: Vec<String>,
    /// The public keys of those who are given heads of the record while the contest runs, and who sign them; at least as many as
    /// the rulebook demands.
    pub cosigners: Vec<CosignerSpec>,
    /// The entries; the first is E1.
    pub entries: Vec<EntrySpec>,
    /// The files whose conversations are shown, where judges read transcripts; none elsewhere.
    pub sources: Vec<SourceFile>,
    /// Programs that stand by: on the day one of them can take the place of an entry that breaks.
    pub reserves: Vec<EntrySpec>,
    /// What earlier contests added to the purses, by the ids of awards.
    pub carried: BTreeMap<String, Money>,
    /// What the committee settled; absent where the rulebook has none.
    pub committee: Option<Committee>,
    /// How long clocks that stood still because no server was there stand on before they go on by themselves, in contest
    /// time; absent where they wait for the organiser. [`SCRIPTED_COUNTDOWN`] unless given where everybody is a script.
    pub countdown: Option<Duration>,
}

impl ContestFile {
    /// Every program: the entries, then the reserves.
    pub fn programs(&self) -> impl Iterator<Item = &EntrySpec> {
        self.entries.iter().chain(&self.reserves)
    }

    /// The labels of the plan that are not drawn, by those who bear them.
    #[must_use]
    pub fn settled_labels(&self) -> BTreeMap<Participant, Participant> {
        let judge = |number| Participant::Judge(JudgeId::new(number));
        let confederate = |number| Participant::Confederate(ConfederateId::new(number));
        let entry = |number| Participant::Entry(EntryId::new(number));
        // Where everybody has both roles, who bears J1 bears C1.
        let apart = if self.rulebook.roles.people == People::Apart { &self.confederates[..] } else { &[] };
        let judges = (1..).zip(&self.judges).filter_map(|(n, each)| Some((judge(n), judge(each.label?))));
        let people = (1..).zip(apart).filter_map(|(n, each)| Some((confederate(n), confederate(each.label?))));
        let entries = (1..).zip(&self.entries).filter_map(|(n, each)| Some((entry(n), entry(each.label?))));
        judges.chain(people).chain(entries).collect()
    }
}

/// The countdown of a contest in which every person is a script: nobody is there who could let it go on.
pub const SCRIPTED_COUNTDOWN: Duration = Duration::from_secs(5);

/// A committee's work before the contest: everything that its rulebook asks for, and nothing else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Committee {
    /// The names of its members, as many as the rulebook says.
    pub members: Vec<String>,
    /// Its contribution to the seed, if it makes one.
    pub seed: Option<String>,
    /// What it settled, by the ids of matters.
    pub settled: BTreeMap<String, String>,
    /// What every participant of the role has attested, by the ids of attestations.
    pub attested: BTreeSet<String>,
    /// What its members have signed: of each, the public key and the signature. Nobody has looked whether they fit.
    pub signatures: Vec<(String, String)>,
}

/// A file whose conversations are shown to judges who read transcripts: the record of a contest that was released, or of an
/// imported past.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceFile {
    /// The file, inside the folder of the contest file.
    pub path: PathBuf,
    /// SHA-256 of its bytes, in hexadecimal: what is shown is what the organiser chose.
    pub sha256: String,
    /// Which of its conversations are shown, by the names that its record gives them; all that have a turn where there are none.
    pub conversations: Vec<String>,
}

/// A judge or confederate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    /// Name for people; appears in the result, never in front of a judge.
    pub name: String,
    /// True for a part played by a script: said so in the record and on the result.
    pub scripted: bool,
    /// The number of the label of the plan that they bear; drawn where absent.
    pub label: Option<u16>,
}

/// Somebody outside who signs heads of the record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CosignerSpec {
    /// The public key, `name+id+key`.
    pub key: String,
    /// The address of a standard witness, which the server calls; absent where the cosigner asks by itself.
    pub witness: Option<String>,
}

/// A program that was submitted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntrySpec {
    /// Name of the program.
    pub name: String,
    /// The person or team behind it.
    pub contestant: String,
    /// Its table as it was written: every key with its value, to the letter.
    pub written: BTreeMap<String, String>,
    /// How it speaks.
    pub protocol: Protocol,
    /// Whether what it types key by key is collected into lines, which the contest types with its human rhythm.
    pub rhythm: bool,
    /// How long it may stay silent after a judge's line before the organiser is told.
    pub silence: Duration,
    /// The program of an entry that is a server, to start for each interview; `{port}` in it and in the address stands for
    /// a free port. Absent: the server runs already.
    pub server: Option<Vec<String>>,
    /// What stands between its program and everything else on the machine.
    pub isolation: Isolation,
    /// Whether its program runs without a network.
    pub hermetic: bool,
    /// How much of the machine its program may use.
    pub limits: Limits,
    /// What its program finds in its environment, beside PATH, LANG, TERM, TZ and HOME.
    pub environment: BTreeMap<String, String>,
    /// Whether a program that was started again in mid-interview is told the judge's earlier lines, its answers thrown
    /// away.
    pub replay: bool,
    /// Files and folders beside its command that make up the program, told from the contest file's folder: their
    /// digests are in the record.
    pub files: Vec<PathBuf>,
    /// Whether it is an open-source program that the organisers entered.
    pub open_source: bool,
    /// Whether it is one of the rulebook's baselines. Those that are stand last among the entries.
    pub baseline: bool,
    /// Its place among the entries in selection, from 1; entries that were level share one. Absent: there was none.
    pub selection_place: Option<u16>,
    /// Which of the rulebook's opening words its entrant chose; absent where none was chosen.
    pub opening: Option<String>,
    /// The number of the label of the plan that it bears; drawn where absent.
    pub label: Option<u16>,
}

impl EntrySpec {
    /// The program that the contest starts, and its arguments; empty where somebody else starts it.
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

/// Where a program of the directory protocol finds its communications directory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Lpp {
    /// Here: it is started by hand, on whatever machine sees this directory.
    ByHand(PathBuf),
    /// This program is started for each interview, with a directory of that interview's own; `{directory}` in an argument
    /// stands for it.
    Started(Vec<String>),
}

/// How an entry speaks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Protocol {
    /// A child process: a line in, a line or more out.
    Stdio {
        /// The program and its arguments.
        command: Vec<String>,
        /// Beginnings of output that are prompts, not speech (`you:`, `Eliza:`): removed, also repeatedly.
        prompts: Vec<String>,
        /// How it reads and writes.
        dialect: Dialect,
    },
    /// The directory protocol of 2010.
    Lpp(Lpp),
    /// A WebSocket server of the entry's own that speaks `viva.entry.v1`: for each interview one connection is made to
    /// it.
    WebSocket {
        /// Where it listens: `ws://host:port/path`.
        url: String,
        /// A file with the bearer token that the server asks for, told from the contest file's folder.
        token_file: Option<PathBuf>,
    },
    /// The terminal protocol of 1995: we are the terminal.
    Lp95(Lp95),
    /// A web page with a form, as in 2003.
    Web(WebForm),
    /// A client that connects to the contest's own socket.io server, as from 2016 to 2019.
    Socketio(Socketio),
    /// A model behind an OpenAI-compatible address.
    Chat(Chat),
}
