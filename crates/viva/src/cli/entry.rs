//! The arguments of `viva entry`.

use std::{net::SocketAddr, path::PathBuf, str::FromStr, time::Duration};

use clap::{Args, Subcommand};
use entry::{check::Check, socketio::packet::Engine};
use jiff::civil::DateTime;

use super::Overwrite;
use super::parsed;

#[derive(Debug, Subcommand)]
pub(crate) enum EntryCommand {
    /// Check, before the day, that an entry meets every demand of a contest.
    Check(EntryCheckOptions),
    /// Ask all entries of a contest file the same questions, several times over, and show the most similar answers.
    Alike(EntryAlikeOptions),
    /// Talk with an entry in this terminal, as a judge would. Ctrl-D ends.
    Talk(EntryTalkOptions),
    /// Put an entry of any protocol behind one plain web page, like every entry of 2003. Ctrl-C ends.
    Serve(EntryServeOptions),
    /// Play an entry on another contest server, over the socket.io protocol of 2016, or before another judge program,
    /// in a directory of the protocol of 2006 to 2016. Ctrl-C ends.
    Join(EntryJoinOptions),
    /// Play one of the built-in programs: over standard input and output, or another protocol.
    Play(EntryPlayOptions),
}

#[derive(Debug, Args)]
pub(crate) struct EntrySource {
    /// The entry: `FILE.toml#NAME` (its table in a contest file; the only one without #NAME), or `stdio:COMMAND`,
    /// `lp95:COMMAND`, `http://HOST/PATH` (with `--set reply=SELECTOR`), `lpp:DIR`, `socketio:http://HOST:PORT`,
    /// `ws://HOST:PORT/PATH`, `chat:URL#MODEL`. A script such as `bot.py` counts as a program over `stdio`.
    #[arg(value_name = "SPEC")]
    pub(crate) spec: String,
    /// A prompt that a program of `stdio:COMMAND` prints, such as "you:"; once for each.
    #[arg(long = "prompt", value_name = "TEXT")]
    pub(crate) prompts: Vec<String>,
    /// A key of the entry's table, for a short form: `--set silence=30s`. See docs/contest-file.md.
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = parsed::<Setting>)]
    pub(crate) settings: Vec<Setting>,
    /// The real time after its start before a program of `stdio:COMMAND` receives input: `20s`.
    #[arg(long, value_name = "TIME")]
    pub(crate) warm_up: Option<String>,
    /// The rulebook of the interview: the id of a shipped one, or a file.
    #[arg(long, value_name = "RULEBOOK", default_value = super::DEFAULT_RULEBOOK)]
    pub(crate) rulebook: String,
}

/// A key of an entry's table and its value.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Setting {
    pub(crate) key: String,
    pub(crate) value: toml::Value,
}

impl FromStr for Setting {
    type Err = String;

    /// Parses `key=value`. A value that is not TOML is a string, so its quotes may be left out.
    fn from_str(text: &str) -> Result<Self, String> {
        let (key, value) = text.split_once('=').ok_or("it has no `=`; write KEY=VALUE, such as silence=30s")?;
        let (key, value) = (key.trim(), value.trim());
        if key.is_empty() {
            return Err("it names no key; write KEY=VALUE, such as silence=30s".to_owned());
        }
        let read = format!("value = {value}").parse::<toml::Table>().ok().and_then(|mut table| table.remove("value"));
        let value = read.unwrap_or_else(|| toml::Value::from(value));
        Ok(Self { key: key.to_owned(), value })
    }
}

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  viva entry check stdio:\"perl echo.pl\"\n  viva entry check --prompt you: --prompt Eliza: stdio:\"perl eliza.pl\"\n  viva entry check contest.toml#Eliza --trace eliza.txt\n  viva entry check lpp:communications --only backspace,every-key\n  viva entry check --quick chat:http://127.0.0.1:8080/v1#the-model     a dozen requests instead of hundreds\n\nExit code 0: everything passed; 1: something failed; 2: the entry cannot be read from SPEC."
)]
pub(crate) struct EntryCheckOptions {
    #[command(flatten)]
    pub(crate) source: EntrySource,
    /// Print the report as JSON.
    #[arg(long)]
    pub(crate) json: bool,
    /// Write every byte and key with its time, both ways, into this file.
    #[arg(long, value_name = "FILE")]
    pub(crate) trace: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) overwrite: Overwrite,
    /// Run only these checks of the report.
    #[arg(long, value_name = "CHECK,CHECK", value_delimiter = ',', value_parser = parsed::<Check>)]
    pub(crate) only: Vec<Check>,
    /// Run only the checks that take a dozen lines of a judge: it starts, answers two judges, and ends.
    #[arg(long, conflicts_with = "only")]
    pub(crate) quick: bool,
    /// The address at which a program connects (`socketio`); port 0 takes a free one. By default 127.0.0.1:8080, or the
    /// address in SPEC.
    #[arg(long, value_name = "HOST:PORT")]
    pub(crate) listen: Option<super::ListenAt>,
    /// The longest time to become ready, and to answer, in seconds.
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub(crate) patience: u64,
    /// Make the judge this many times faster, and less patient: for entries that are fast, and for tests.
    #[arg(long, value_name = "FACTOR", default_value = "1", value_parser = super::pace, hide = true)]
    pub(crate) pace: f64,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  viva entry alike contest.toml --questions open.txt --answers answers.csv\n  viva intake likeness answers.csv --data intake     the same figures again, from the answers\n\nThe command compares only wording; the panel judges the meaning. Exit code 0: all answered; 1: some did not."
)]
pub(crate) struct EntryAlikeOptions {
    /// The contest file with the entries; the first is E1.
    #[arg(value_name = "CONTEST.toml")]
    pub(crate) file: PathBuf,
    /// The questions, one on each line: open ones, which people answer in many ways.
    #[arg(long, value_name = "FILE")]
    pub(crate) questions: PathBuf,
    /// The number of times to ask each entry, each time in a new conversation.
    #[arg(long, value_name = "N", default_value = "3", value_parser = clap::value_parser!(u16).range(1..=20))]
    pub(crate) times: u16,
    /// Write the answers into this file, as CSV: columns `entry,input,answer`.
    #[arg(long, value_name = "ANSWERS.csv")]
    pub(crate) answers: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) overwrite: Overwrite,
    /// The number of pairs to show, the closest first.
    #[arg(long, value_name = "N", default_value = "10")]
    pub(crate) pairs: usize,
    /// Print everything as JSON.
    #[arg(long)]
    pub(crate) json: bool,
    /// The rulebook of the interview and of the authority that decides: the id of a shipped one, or a file.
    #[arg(long, value_name = "RULEBOOK", default_value = super::DEFAULT_RULEBOOK)]
    pub(crate) rulebook: String,
    /// The longest time to become ready, and to answer, in seconds.
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub(crate) patience: u64,
    /// The seconds without output after which an answer is complete.
    #[arg(long, value_name = "SECONDS", default_value = "3", value_parser = clap::value_parser!(u64).range(1..=600))]
    pub(crate) quiet: u64,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  viva entry talk stdio:\"perl echo.pl\"\n  viva entry talk contest.toml#Eliza\n  viva entry talk --rulebook my.toml ws://127.0.0.1:9000/entry\n\nA line `/show FILE` shows the entry a picture, a sound or a video, where the rulebook lets a judge. The judge's view goes to standard output, the organiser's notices to standard error."
)]
pub(crate) struct EntryTalkOptions {
    #[command(flatten)]
    pub(crate) source: EntrySource,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  viva entry join http://contest.example:8080 --id ai0 --secret-file ai0.secret stdio:\"perl echo.pl\"\n  viva entry join http://127.0.0.1:8080 --id ai0 --secret-file ai0.secret contest.toml#Eliza --engine 3\n  viva entry join lpp:/srv/contest/Program stdio:\"perl echo.pl\"\n\nExit code 0: Ctrl-C stopped it; 1: the server does not accept the name and secret, or the program is gone; 2: the entry, the secret or the directory cannot be read."
)]
pub(crate) struct EntryJoinOptions {
    /// The contest's server, `http://HOST:PORT`, or `lpp:DIR`, the directory that a judge program shares with its program.
    #[arg(value_name = "URL|lpp:DIR")]
    pub(crate) place: JoinTarget,
    #[command(flatten)]
    pub(crate) source: EntrySource,
    /// The name by which the entry registers with a server.
    #[arg(long, value_name = "ID")]
    pub(crate) id: Option<String>,
    /// The file with its secret in the first line.
    #[arg(long, value_name = "FILE")]
    pub(crate) secret_file: Option<PathBuf>,
    /// The revision of Engine.IO that the server speaks: 3 (socket.io 1 and 2), 4 (socket.io 3 and later), or auto to find
    /// out.
    #[arg(long, value_name = "3|4|auto", default_value = "auto", value_parser = parsed::<Revision>)]
    pub(crate) engine: Revision,
    /// Milliseconds between two keys of an entry that answers in whole lines.
    #[arg(long, value_name = "MS", default_value = "120", value_parser = clap::value_parser!(u64).range(0..=2000))]
    pub(crate) typing: u64,
}

/// The place of an entry in a contest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum JoinTarget {
    /// A server of the protocol of 2016.
    Server(String),
    /// A communications directory.
    Directory(PathBuf),
}

impl From<&str> for JoinTarget {
    fn from(text: &str) -> Self {
        match text.strip_prefix("lpp:") {
            Some(directory) => Self::Directory(directory.trim().into()),
            None => Self::Server(text.to_owned()),
        }
    }
}

/// A revision of Engine.IO; `None` to detect it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Revision(pub(crate) Option<Engine>);

impl FromStr for Revision {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "3" => Ok(Self(Some(Engine::V3))),
            "4" => Ok(Self(Some(Engine::V4))),
            "auto" => Ok(Self(None)),
            _ => Err("it is none of 3, 4 and auto".to_owned()),
        }
    }
}

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  viva entry serve stdio:\"perl echo.pl\" --log logs\n  viva entry serve contest.toml#Eliza --listen 192.168.1.10:8003 --judges 8 --log logs\n\nA judge opens the address in any browser and gets a conversation of their own; http://…/?judge=3 is the place of\nJudge03. With --log, every conversation has a file, as `viva record export` writes it."
)]
pub(crate) struct EntryServeOptions {
    #[command(flatten)]
    pub(crate) source: EntrySource,
    /// The address to listen on; port 0 takes a free one.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8003")]
    pub(crate) listen: SocketAddr,
    /// The least time between a judge's words and the answer, such as 5s or 1m; 5 s at least.
    #[arg(long, value_name = "DURATION", default_value = "5s", value_parser = delay)]
    pub(crate) delay: Duration,
    /// Write a log of every conversation into this folder, as it happens.
    #[arg(long, value_name = "DIR")]
    pub(crate) log: Option<PathBuf>,
    /// The minutes by which the clock of the logs is ahead of UTC, negative if behind, at most 18 hours.
    #[arg(
        long,
        value_name = "MINUTES",
        default_value = "0",
        allow_negative_numbers = true,
        value_parser = clap::value_parser!(i16).range(-1080..=1080)
    )]
    pub(crate) utc_offset: i16,
    /// The heading of the page. Every entry of a contest should have the same.
    #[arg(long, value_name = "TEXT", default_value = "Conversation")]
    pub(crate) title: String,
    /// The entry's name in the logs; by default the name in its table, or SPEC itself.
    #[arg(long, value_name = "TEXT")]
    pub(crate) name: Option<String>,
    /// Open every conversation with these words in the entry's name, unless it opens the conversation itself.
    #[arg(long, value_name = "TEXT")]
    pub(crate) greeting: Option<String>,
    /// The most judges in conversation at the same time.
    #[arg(long, value_name = "N", default_value = "16", value_parser = clap::value_parser!(u16).range(1..=999))]
    pub(crate) judges: u16,
    /// Make the clock this many times faster: for tests.
    #[arg(long, value_name = "FACTOR", default_value = "1", value_parser = super::pace, hide = true)]
    pub(crate) pace: f64,
}

/// Parses the least time before an answer.
fn delay(text: &str) -> Result<Duration, String> {
    let delay = rulebook::time::friendly::deserialize(serde_json::Value::from(text))
        .map_err(|why| format!("{why}; write it with its unit, such as 5s"))?;
    if (server::entry_page::DELAY_MIN..=server::entry_page::DELAY_MAX).contains(&delay) {
        Ok(delay)
    } else {
        Err("it is from 5s, so that speed tells nothing, to 10m".to_owned())
    }
}

/// The facts that the finalist is given; the other programs know none.
#[derive(Debug, Clone, Args)]
pub(crate) struct KnownFacts {
    /// For finalist: the start of the first round, in local time, such as 2010-10-23T09:30.
    #[arg(long, value_name = "TIME", value_parser = parsed::<LocalTime>, requires = "rounds")]
    pub(crate) starts: Option<LocalTime>,
    /// For finalist: the number of rounds.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1000), requires = "starts")]
    pub(crate) rounds: Option<u16>,
    /// For finalist: the minutes from one round to the next.
    #[arg(long, value_name = "MINUTES", default_value = "30", value_parser = clap::value_parser!(u16).range(1..=1440))]
    pub(crate) round_minutes: u16,
    /// For finalist: the local time at its start, if it is not to read this machine's clock.
    #[arg(long, value_name = "TIME", value_parser = parsed::<LocalTime>)]
    pub(crate) clock: Option<LocalTime>,
    /// For finalist: the number that chooses among equal wordings.
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) seed: u64,
}

/// A date and time without a zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LocalTime(pub(crate) DateTime);

impl FromStr for LocalTime {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        text.parse().map(Self).map_err(|_| "it is no local time; write it as 2030-05-10T09:30".to_owned())
    }
}

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  viva entry play finalist\n  viva entry play raconteur --lp95\n  viva entry play parrot --ws 127.0.0.1:9000\n  viva entry play markov novel.txt\n  viva entry play finalist --starts 2030-05-10T09:30 --rounds 6 --clock 2030-05-10T10:47\n  viva entry check stdio:\"viva entry play laconic\""
)]
pub(crate) struct EntryPlayOptions {
    /// Its name: finalist, doctor, parrot, raconteur, laconic, silent, or markov and scripted, which need TEXT.
    pub(crate) name: String,
    /// The text that markov imitates, or the lines that scripted says in turn.
    #[arg(value_name = "TEXT")]
    pub(crate) text: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) known: KnownFacts,
    /// Speak the directory protocol of 2010 in this communications directory.
    #[arg(long, value_name = "DIR", group = "way")]
    pub(crate) lpp: Option<PathBuf>,
    /// Speak the terminal protocol of 1995 over standard input and output.
    #[arg(long, group = "way")]
    pub(crate) lp95: bool,
    /// Serve `viva.entry.v1`, JSON on a WebSocket, at this address; port 0 takes a free one.
    #[arg(long, value_name = "ADDRESS", group = "way")]
    pub(crate) ws: Option<SocketAddr>,
    /// Serve chat completions, as a model would, at this address; port 0 takes a free one.
    #[arg(long, value_name = "ADDRESS", group = "way")]
    pub(crate) chat: Option<SocketAddr>,
    /// Time between two keys over the directory protocol, in milliseconds.
    #[arg(long, value_name = "MS", default_value = "120")]
    pub(crate) typing: f64,
    /// Open with this, where a rulebook lets witnesses open; a model says it in its first answer.
    #[arg(long, value_name = "WORDS")]
    pub(crate) opens_with: Option<String>,
}
