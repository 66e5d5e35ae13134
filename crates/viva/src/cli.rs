//! The command line: nouns, then verbs.
//!
//! Nouns with many arguments have a file of their own.

mod admin;
mod cosign;
mod day;
mod entry;
mod intake;
mod judge;
mod language;
mod load;
mod power;
mod questions;
mod record;
mod schedule;
mod score;
mod simulate;
mod transcript;

use std::{fmt, net::SocketAddr, path::PathBuf, str::FromStr};

use clap::{Args, ColorChoice, Parser, Subcommand, ValueEnum};
use contest::deletions::PartPlace;
use rulebook::{Authority, InterviewId, Participant, schema::PersonRole};
use server::proxies::Network;

pub(crate) use admin::*;
pub(crate) use cosign::*;
pub(crate) use day::*;
pub(crate) use entry::*;
pub(crate) use intake::*;
pub(crate) use judge::*;
pub(crate) use language::*;
pub(crate) use load::*;
pub(crate) use power::*;
pub(crate) use questions::*;
pub(crate) use record::*;
pub(crate) use schedule::*;
pub(crate) use score::*;
pub(crate) use simulate::*;
pub(crate) use transcript::*;

/// The default rulebook of commands that can be given one.
pub(crate) const DEFAULT_RULEBOOK: &str = "loebner-2010";

/// The option `--force`, for commands that write files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Args)]
pub(crate) struct Overwrite {
    /// Overwrite existing files.
    #[arg(long)]
    pub(crate) force: bool,
}

/// The program that runs Turing tests.
#[derive(Debug, Parser)]
#[command(
    name = "viva",
    version,
    after_help = "Examples:\n  viva demo                          a whole contest in half a minute\n  viva contest new > mine.toml       a contest file to fill in\n  viva serve --data contest mine.toml   run it\n  viva record verify mine.viva       check its result, trusting nobody\n\nExit codes:\n  0    done, or a check said yes\n  1    a check said no, or something failed\n  2    the command line, or a file it names, cannot be used\n  130  stopped before the end"
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
    /// The colours of help, faults and the log. With auto they appear on a terminal; `NO_COLOR` turns them off, and
    /// `CLICOLOR_FORCE` turns them on.
    #[arg(long, value_name = "WHEN", global = true, default_value = "auto")]
    pub(crate) color: ColorChoice,
}

#[derive(Debug, Subcommand)]
#[expect(clippy::large_enum_variant, reason = "a program has one of them, once")]
pub(crate) enum Command {
    /// Run a whole contest with scripted people, from the draw to the medal.
    Demo(DemoOptions),
    /// Serve contests to judges, confederates and their organiser.
    Serve(ServeOptions),
    /// Write and check contest files.
    #[command(subcommand)]
    Contest(ContestCommand),
    /// Look at the languages of the pages, and check one of your own.
    #[command(subcommand)]
    Language(LanguageCommand),
    /// Look at and check rulebooks.
    #[command(subcommand)]
    Rulebook(RulebookCommand),
    /// Receive entries, test them, and select finalists.
    #[command(subcommand)]
    Intake(IntakeCommand),
    /// Make and check suites of questions for the selection of entries.
    #[command(subcommand)]
    Questions(QuestionsCommand),
    /// Make and check schedules of interviews in the fewest rounds.
    #[command(subcommand)]
    Schedule(ScheduleCommand),
    /// Count ballots made elsewhere, under their own rulebook and under others.
    Score(ScoreOptions),
    /// Estimate the chance of each award by how human an entry is.
    Simulate(SimulateOptions),
    /// Plan how many judgements, judges and people a claim needs.
    Power(PowerOptions),
    /// Verify and read the record of a contest.
    #[command(subcommand)]
    Record(RecordCommand),
    /// Read, check and convert transcripts of any era.
    #[command(subcommand)]
    Transcript(TranscriptCommand),
    /// Programs that take part.
    #[command(subcommand)]
    Entry(EntryCommand),
    /// Take a judge's seat in this terminal.
    Judge(JudgeOptions),
    /// Watch a contest's record from outside, and sign its heads while it only grows.
    Cosign(CosignOptions),
    /// Look after the stores in which servers keep contests.
    #[command(subcommand)]
    Admin(AdminCommand),
    /// Load a server with many conversations, and report the outcome of every key.
    Load(LoadOptions),
    /// Print the script for a shell's completion of commands and options.
    #[command(
        after_help = "Examples:\n  viva completions bash > ~/.local/share/bash-completion/completions/viva\n  viva completions zsh > ~/.zfunc/_viva\n  viva completions fish > ~/.config/fish/completions/viva.fish"
    )]
    Completions {
        /// The shell.
        #[arg(value_name = "SHELL")]
        shell: clap_complete::Shell,
    },
    /// Write the manual pages: one for each command, as `man` reads them.
    #[command(after_help = "Examples:\n  viva man --out ~/.local/share/man/man1\n  man viva-record-verify")]
    Man {
        /// The folder to write them to; made when missing.
        #[arg(long, value_name = "DIR")]
        out: PathBuf,
        #[command(flatten)]
        overwrite: Overwrite,
    },
}

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  viva demo --seed 1\n  viva demo loebner-1995    another of the shipped rulebooks\n  viva demo my-rules.toml   a rulebook of your own\n  viva demo mine.toml       a contest file of your own, rehearsed by scripts: its programs, its rules, its plan\n  viva demo --json > result.json\n  viva demo --entries examples/four-protocols.toml\n  viva demo --seat          sit down as the first judge yourself"
)]
pub(crate) struct DemoOptions {
    /// The contest to play: a contest file of yours, a rulebook file of yours, or the id of a shipped rulebook, as in
    /// `viva rulebook list` (loebner-2010).
    #[arg(value_name = "WHAT", conflicts_with = "rulebook")]
    pub(crate) what: Option<String>,
    /// The rulebook to play by: the id of a shipped one, or a file.
    #[arg(long, value_name = "RULEBOOK")]
    pub(crate) rulebook: Option<String>,
    /// Fixes every draw, as in a rehearsal: the same seed gives the same schedule and sides. Without it a secret and
    /// all contributions make the draw. A contest file is always rehearsed: with its own seed, or with one that viva
    /// prints.
    #[arg(long)]
    pub(crate) seed: Option<String>,
    /// Print the result as JSON on standard output.
    #[arg(long)]
    pub(crate) json: bool,
    /// The folder to write the record to; made when missing.
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub(crate) out: PathBuf,
    #[command(flatten)]
    pub(crate) overwrite: Overwrite,
    /// Keep serving after the end, to look at the pages.
    #[arg(long)]
    pub(crate) watch: bool,
    /// Keep the first judge's seat for you: prints a join link, and the clock runs in real time.
    #[arg(long)]
    pub(crate) seat: bool,
    /// Have the programs of this file's `[[entry]]` tables take part; built-in programs fill the remaining places. A
    /// contest file has its own.
    #[arg(long, value_name = "FILE")]
    pub(crate) entries: Option<PathBuf>,
    /// The time to talk in each round, such as 5m (the rulebook's; at most 3m with --seat).
    #[arg(long, value_name = "DURATION")]
    pub(crate) talk: Option<String>,
    /// The clock's speed, as a multiple of real time (chosen for about a minute in all; 1 with --seat).
    #[arg(long, value_name = "FACTOR", value_parser = pace)]
    pub(crate) pace: Option<f64>,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  viva serve --data contest mine.toml\n  viva serve --data contest --listen 0.0.0.0:8080 --url http://192.168.1.10:8080 mine.toml\n  viva serve --data contest --listen 0.0.0.0:443 --url https://contest.example.org --certificate chain.pem --key key.pem\n  viva serve --data contest --organiser-link mine   also while the server runs"
)]
pub(crate) struct ServeOptions {
    /// The data folder; made when missing, continued when it holds contests.
    #[arg(long, value_name = "DIR")]
    pub(crate) data: PathBuf,
    /// The address to listen on, such as 0.0.0.0:8080 or localhost:8080; port 0 takes a free one.
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:8080", overrides_with = "listen")]
    pub(crate) listen: ListenAt,
    /// The server's address for people; join links begin with it. By default the address it listens on.
    #[arg(long, value_name = "URL", value_parser = url)]
    pub(crate) url: Option<String>,
    /// A proxy in front of this server, such as 127.0.0.1 or 10.0.0.0/8: its X-Forwarded-For and Forwarded count. Without this option none do.
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) trusted_proxy: Vec<Network>,
    /// The server's TLS certificate, then those that lead to its authority: a PEM file. The server reads it again on
    /// SIGHUP.
    #[arg(long, value_name = "FILE", requires = "key", conflicts_with = "database")]
    pub(crate) certificate: Option<PathBuf>,
    /// The key of the certificate: a PEM file.
    #[arg(long, value_name = "FILE", requires = "certificate")]
    pub(crate) key: Option<PathBuf>,
    /// An address for the server's operators: /metrics, /health and /ready. Participants should not reach it.
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) metrics: Option<SocketAddr>,
    /// The PostgreSQL database that several servers share; needs --bus.
    #[arg(long, value_name = "postgres://USER@HOST/NAME", requires = "bus", help_heading = "A cluster of servers")]
    pub(crate) database: Option<String>,
    /// The file with the database's password, to keep it out of lists of processes.
    #[arg(long, value_name = "FILE", requires = "database", help_heading = "A cluster of servers")]
    pub(crate) password_file: Option<PathBuf>,
    /// The NATS server through which the servers announce changes.
    #[arg(long, value_name = "nats://HOST:4222", requires = "database", help_heading = "A cluster of servers")]
    pub(crate) bus: Option<String>,
    /// The address of this server for the other servers, in a network of their own. By default the address it listens
    /// on.
    #[arg(long, value_name = "URL", requires = "database", value_parser = url, help_heading = "A cluster of servers")]
    pub(crate) address: Option<String>,
    /// The most megabytes the record may take on disk.
    #[arg(long, value_name = "MB", conflicts_with = "database")]
    pub(crate) max_mb: Option<u64>,
    /// The clock's speed, as a multiple of real time: for rehearsals.
    #[arg(long, value_name = "FACTOR", default_value = "1", value_parser = pace)]
    pub(crate) pace: f64,
    /// Make a new join link for the organiser of this contest (`apply` for that of the intake); the earlier one and its
    /// sessions end. A server that runs on the folder makes the link, and goes on.
    #[arg(long, value_name = "CONTEST")]
    pub(crate) organiser_link: Option<String>,
    /// The language of pages for browsers that ask for none of the server's languages: the tag of a shipped one, or of
    /// one in the folder of --languages.
    #[arg(long, value_name = "TAG", default_value = "en")]
    pub(crate) language: String,
    /// Speak the languages of this folder too: files such as fr.ftl, complete (see `viva language check`).
    #[arg(long, value_name = "DIR")]
    pub(crate) languages: Option<PathBuf>,
    /// The look of public pages: a file with a name, a logo and colours.
    #[arg(long, value_name = "FILE")]
    pub(crate) look: Option<PathBuf>,
    /// Serve the pages of this intake: the call for entries, the form, and the organisers' desk. `viva intake open`
    /// makes an intake.
    #[arg(long, value_name = "DIR", conflicts_with = "database")]
    pub(crate) intake: Option<PathBuf>,
    /// The mail server for letters to applicants: smtp:// with encryption from the first command on, smtps:// from the
    /// first byte on; to a server on this machine smtp:// goes in the clear. Needs --from.
    #[arg(
        long,
        value_name = "smtp[s]://[NAME@]HOST[:PORT]",
        requires_all = ["intake", "from"],
        help_heading = "Letters"
    )]
    pub(crate) smtp: Option<String>,
    /// The file with NAME's password at the mail server, to keep it out of lists of processes.
    #[arg(long, value_name = "FILE", requires = "smtp", help_heading = "Letters")]
    pub(crate) smtp_password_file: Option<PathBuf>,
    /// The sender's address of letters, such as contest@example.org.
    #[arg(long, value_name = "ADDRESS", requires = "smtp", help_heading = "Letters")]
    pub(crate) from: Option<String>,
    /// Serve the pages of this folder too, such as those of 2017 and 2018, at addresses without a page of the server's
    /// own: `judge.html` at /judge.html. The server reads them once, at the start. Browsers keep them away from all
    /// sessions.
    #[arg(long, value_name = "DIR")]
    pub(crate) pages: Option<PathBuf>,
    /// Go on with this contest although an older copy of the data folder was restored and signed events are lost: the
    /// record will say so.
    #[arg(long, value_name = "CONTEST")]
    pub(crate) continue_shorter: Vec<String>,
    /// Contest files to add; those of the data folder are served anyway.
    #[arg(value_name = "CONTEST.toml")]
    pub(crate) files: Vec<PathBuf>,
}

/// The address of a server: an IP address or a host name, with a port.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ListenAt {
    /// An IP address and port.
    Address(SocketAddr),
    /// A host name and port.
    Name {
        /// The host.
        host: String,
        /// The port.
        port: u16,
    },
}

impl ListenAt {
    /// Returns true for `0.0.0.0` and `[::]`, which listen on every address and cannot be connected to.
    pub(crate) fn is_everywhere(&self) -> bool {
        matches!(self, Self::Address(address) if address.ip().is_unspecified())
    }

    pub(crate) fn port(&self) -> u16 {
        match self {
            Self::Address(address) => address.port(),
            Self::Name { port, .. } => *port,
        }
    }
}

impl fmt::Display for ListenAt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Address(address) => address.fmt(f),
            Self::Name { host, port } => write!(f, "{host}:{port}"),
        }
    }
}

impl FromStr for ListenAt {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if let Ok(address) = text.parse() {
            return Ok(Self::Address(address));
        }
        let is_name = |host: &str| {
            !host.is_empty() && host.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.' | b'_'))
        };
        match text.rsplit_once(':').map(|(host, port)| (host, port.parse())) {
            Some((host, Ok(port))) if is_name(host) => Ok(Self::Name { host: host.to_owned(), port }),
            _ => Err("write it as HOST:PORT, such as localhost:8080, 192.168.1.10:8080 or [::1]:8080".to_owned()),
        }
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum ContestCommand {
    /// Write a commented contest file to fill in.
    #[command(
        after_help = "Examples:\n  viva contest new mine.toml\n  viva contest new mine.toml --rulebook loebner-2006   with its numbers of people and programs"
    )]
    New {
        /// The file to write; standard output when absent.
        #[arg(value_name = "FILE")]
        file: Option<PathBuf>,
        /// The rules: the id of a shipped rulebook, or a rulebook file. The contest file has a table for each person
        /// and program of the rules.
        #[arg(long, value_name = "RULEBOOK")]
        rulebook: Option<String>,
        #[command(flatten)]
        overwrite: Overwrite,
    },
    /// Report every fault of a contest file. Exit code 1: there is one, or a program did not answer.
    #[command(
        after_help = "Examples:\n  viva contest check mine.toml\n  viva contest check mine.toml --json     with the line and the column of each fault\n  viva contest check - < mine.toml        with the files that it names in this folder"
    )]
    Check {
        /// The file; `-` is standard input.
        #[arg(value_name = "CONTEST.toml")]
        file: PathBuf,
        /// Print the findings as JSON.
        #[arg(long, conflicts_with = "programs")]
        json: bool,
        /// Start each program as the contest would, and send it a word.
        #[arg(long)]
        programs: bool,
    },
    /// Sign the rules and settlements of a contest, as a member of its committee: prints the lines for the contest
    /// file.
    #[command(
        after_help = "Examples:\n  viva cosign --key ada.key --name ada.example\n  viva contest sign contest.toml --key ada.key >> contest.toml\n\nEither all members sign or none. After a change, all sign again."
    )]
    Sign {
        /// The file.
        #[arg(value_name = "CONTEST.toml")]
        file: PathBuf,
        /// The file of the member's key; `viva cosign --key FILE --name NAME` makes one.
        #[arg(long, value_name = "FILE")]
        key: PathBuf,
    },
    /// List the days that the rules name, with the rule of each.
    #[command(
        after_help = "Examples:\n  viva contest calendar contest.toml\n  viva contest calendar surrey-2003 --of contestant\n  viva contest calendar contest.toml --ics > contest.ics"
    )]
    Calendar {
        /// A contest file, a rulebook file, or the id of a shipped rulebook.
        #[arg(value_name = "FILE")]
        file: String,
        /// Only days that concern this role.
        #[arg(long, value_name = "ROLE", value_parser = person_role)]
        of: Option<PersonRole>,
        /// Print it as iCalendar, for calendar programs.
        #[arg(long, conflicts_with = "json")]
        ics: bool,
        /// Print it as JSON.
        #[arg(long)]
        json: bool,
    },
    /// Check that the rules allow each person's place. Exit code 1: they forbid one, or information is missing.
    #[command(
        after_help = "Examples:\n  viva contest people contest.toml --people people.toml --intake intake\n\nRelations between people are in the file of people alone: viva never records, publishes or exports them, and keeps no\ncopy of removed ones. docs/intake.md shows such a file."
    )]
    People {
        /// The contest file.
        #[arg(value_name = "CONTEST.toml")]
        file: PathBuf,
        /// People outside the contest file, seats, attestations, and relations between people.
        #[arg(long, value_name = "PEOPLE.toml")]
        people: Option<PathBuf>,
        /// The folder of the intake, with contestants and the judges of selection.
        #[arg(long, value_name = "DIR")]
        intake: Option<PathBuf>,
        /// Print it as JSON.
        #[arg(long)]
        json: bool,
    },
    #[command(flatten)]
    Day(DayCommand),
}

#[derive(Debug, Subcommand)]
pub(crate) enum RulebookCommand {
    /// List the shipped rulebooks, with the numbers of judges and witnesses, the view of the judges, and the scoring.
    List {
        /// Print the list as JSON.
        #[arg(long)]
        json: bool,
    },
    /// Print a rulebook as a page to read.
    #[command(
        after_help = "Examples:\n  viva rulebook show loebner-2006\n  viva rulebook show loebner-2006 --toml     with the rule beside each key\n  viva rulebook show my-rules.toml --json"
    )]
    Show {
        /// The id of a shipped rulebook, a file, or `-` for standard input.
        #[arg(value_name = "RULEBOOK")]
        rulebook: String,
        /// Print it in the form of records.
        #[arg(long, conflicts_with = "toml")]
        json: bool,
        /// Print its text, with comments on the source of each rule.
        #[arg(long)]
        toml: bool,
    },
    /// Report every fault of a rulebook. Exit code 1: it has one.
    #[command(
        after_help = "Examples:\n  viva rulebook check my-rules.toml\n  viva rulebook check my-rules.toml --json     with the line and the column of each fault\n  viva rulebook new | viva rulebook check -"
    )]
    Check {
        /// A file, the id of a shipped rulebook, or `-` for standard input.
        #[arg(value_name = "RULEBOOK")]
        rulebook: String,
        /// Print the findings as JSON.
        #[arg(long)]
        json: bool,
    },
    /// Write a rulebook to change: a small one of your own, with every key explained, or a copy of another with its comments.
    #[command(
        after_help = "Examples:\n  viva rulebook new > my-rules.toml\n  viva rulebook new --from loebner-2006 --id my-rules > my-rules.toml\n  viva rulebook new --from turing-1950 --id my-rules --out my-rules.toml"
    )]
    New {
        /// The rulebook to copy: the id of a shipped one, or a file. Without it viva writes a small one.
        #[arg(long, value_name = "RULEBOOK")]
        from: Option<String>,
        /// The id of the new one: lower-case letters, digits and hyphens.
        #[arg(long, value_name = "ID", default_value = "my-rules")]
        id: String,
        /// The file to write; standard output when absent.
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
        #[command(flatten)]
        overwrite: Overwrite,
    },
}

#[derive(Debug, Args)]
#[command(
    after_help = "A record is one of these; the worst of several decides the exit code:\n  verified    0  what was published follows from a complete record, under a key or cosigners that you named\n  consistent  0  the same, under a key that nobody vouched for\n  incomplete  3  unfinished, cut or redacted: no result can be confirmed\n  broken      1  something is not as it must be, and is named\n\nExamples:\n  viva record verify mine.viva\n  viva record verify mine.viva --key \"$(cat organiser.key)\"\n  viva record verify mine.viva --checkpoint kept-in-round-2.txt"
)]
pub(crate) struct VerifyOptions {
    /// The records.
    #[arg(value_name = "NAME.viva", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// The key known to be the organiser's, as in `verifier.key`. Without it viva checks a record against the key
    /// inside it.
    #[arg(long, value_name = "KEY")]
    pub(crate) key: Option<String>,
    /// The key of a cosigner who must have signed the last checkpoint too. May be given more than once.
    #[arg(long, value_name = "KEY")]
    pub(crate) cosigner: Vec<String>,
    /// An earlier checkpoint that you kept: the record must extend it. May be given more than once.
    #[arg(long, value_name = "FILE")]
    pub(crate) checkpoint: Vec<PathBuf>,
    /// Print the findings as JSON: a list with an object for each record.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum RecordCommand {
    /// Recompute everything in records: tree, signatures, commitments, the legality of every event, the result.
    Verify(VerifyOptions),
    /// Print a record: the identities, the words of every interview, the ballots, and the incidents.
    Show {
        /// The record.
        #[arg(value_name = "NAME.viva")]
        file: PathBuf,
        /// Only this interview, such as R1-J2.
        #[arg(long)]
        interview: Option<InterviewId>,
        /// Print it as JSON.
        #[arg(long)]
        json: bool,
    },
    /// Print figures of a record: sizes, events by type, lengths of interviews, lines and words of each side, times to
    /// answer, incidents.
    #[command(after_help = "Examples:\n  viva record stat mine.viva\n  viva record stat mine.viva --json")]
    Stat(StatOptions),
    /// Compare two records: the first event or part in which they differ, and the parts that only one of them has. Exit
    /// code 1: they differ.
    #[command(
        after_help = "Examples:\n  viva record diff mine.viva published.viva\n  viva record diff kept.viva mine.viva --json"
    )]
    Diff(DiffOptions),
    /// Print the state of a contest at a moment: its phase, its clocks, and the judges' view.
    #[command(
        after_help = "Examples:\n  viva record replay mine.viva --until 2010-10-23T10:01:40Z\n  viva record replay mine.viva --until 1h20m --interview R2-J3\n  viva record replay mine.viva --until 120"
    )]
    Replay(ReplayOptions),
    /// Print every occurrence of a text: in words, keys, answers, reports and announcements. Exit code 1: there is
    /// none.
    #[command(
        after_help = "Examples:\n  viva record search mine.viva \"are you human\"\n  viva record search mine.viva Ada --json"
    )]
    Search(SearchOptions),
    /// Write the record of a contest from the data folder of a server that does not run. The folder stays unchanged.
    #[command(after_help = "Examples:\n  viva record write contest autumn --out autumn.viva")]
    Write(WriteOptions),
    /// Write the transcripts of a closed contest as files, or the contest as tables.
    #[command(
        after_help = "Examples:\n  viva record export mine.viva --csv --out tables --licence CC-BY-4.0\n  viva record export mine.viva --form plain --out transcripts\n  viva record export mine.viva --form surrey --out logs --utc-offset 60 --delete-phrases offensive.txt\n  viva record export mine.viva --form lp95 --out diskette --notice \"(c) 2030 The society\""
    )]
    Export(ExportOptions),
    /// Make a record of a past contest from transcripts of any era. It is marked as imported, and never verified.
    #[command(
        after_help = "Examples:\n  viva record import logs/*.log --out 2012.viva --name \"The final of 2012\" --utc-offset 60\n  viva record import LP95-*.TXT --out 1995.viva --ballots ranks.csv --rulebook loebner-1995"
    )]
    Import(ImportOptions),
    /// List every text that people and programs wrote, with anything that may identify a person: names, addresses,
    /// numbers.
    #[command(
        after_help = "Examples:\n  viva record review mine.viva\n  viva record review mine.viva --words offensive.txt --findings\n\nExit code 1: there are findings. They are a help, not a judgement: read everything."
    )]
    Review(ReviewOptions),
    /// Remove private parts from a record before its publication, by a ruling that the record names.
    #[command(
        after_help = "Examples:\n  viva record redact mine.viva --find \"a phrase\"\n  viva record redact mine.viva --part 12/text --by panel --rule \"rule 17\" --reason \"somebody is named\" --data contest --out published.viva"
    )]
    Redact(RedactOptions),
    /// Write the pages of a closed contest into a folder: result, plots, timetable, every interview with its replay.
    /// For an imported record: its sources and every conversation with its replay, and no result (exit code 3).
    #[command(
        after_help = "Examples:\n  viva record publish mine.viva --out site\n  viva record publish mine.viva --out site --key \"$(cat verifier.key)\"\n  viva record publish mine.viva --out seiten --language de\n\nThe pages open from a disk and need no server. Put the folder on any web server to publish it."
    )]
    Publish(PublishOptions),
    /// Write a proof of one event, or that the record continues an earlier checkpoint, for a reader without the record.
    #[command(
        after_help = "Examples:\n  viva record prove mine.viva 37 --out ballot.tlog-proof\n  viva record prove mine.viva --since kept-in-round-2.txt --out continues.txt\n  viva record check-proof ballot.tlog-proof --key \"$(cat verifier.key)\""
    )]
    Prove(ProveOptions),
    /// Check a proof, such as a judge's receipt, by itself and against a published record. Exit code 1: it proves
    /// nothing.
    #[command(
        after_help = "Examples:\n  viva record check-proof ballot.tlog-proof --key \"$(cat verifier.key)\"\n  viva record check-proof receipt.tlog-proof --record published.viva\n  viva record check-proof continues.txt --since kept-in-round-2.txt --key \"$(cat verifier.key)\""
    )]
    CheckProof(CheckProofOptions),
}

#[derive(Debug, Args)]
pub(crate) struct ProveOptions {
    /// The record.
    #[arg(value_name = "NAME.viva")]
    pub(crate) file: PathBuf,
    /// The number of the event to prove, counted from 1.
    #[arg(value_name = "EVENT", conflicts_with = "since", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) event: Option<u64>,
    /// An earlier checkpoint that you kept: prove that the record continues it.
    #[arg(long, value_name = "FILE")]
    pub(crate) since: Option<PathBuf>,
    /// The file to write; standard output when absent.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) overwrite: Overwrite,
    /// Print the proof, or the name of its file, as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct CheckProofOptions {
    /// The proof.
    #[arg(value_name = "PROOF")]
    pub(crate) file: PathBuf,
    /// The key known to be the organiser's, as in `verifier.key`.
    #[arg(long, value_name = "KEY")]
    pub(crate) key: Option<String>,
    /// The key of a cosigner who must have signed the head in it too. May be given more than once.
    #[arg(long, value_name = "KEY")]
    pub(crate) cosigner: Vec<String>,
    /// The earlier checkpoint that the proof should continue.
    #[arg(long, value_name = "FILE")]
    pub(crate) since: Option<PathBuf>,
    /// The published record, which must agree with the proof. Without --key, viva takes the key inside the record.
    #[arg(long, value_name = "NAME.viva")]
    pub(crate) record: Option<PathBuf>,
    /// Print the findings as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct PublishOptions {
    /// The record.
    #[arg(value_name = "NAME.viva")]
    pub(crate) file: PathBuf,
    /// The folder to write them to; made when missing.
    #[arg(long, value_name = "DIR")]
    pub(crate) out: PathBuf,
    /// The key known to be the organiser's, as in `verifier.key`. Without it viva checks the record against the key
    /// inside it, and the pages say so.
    #[arg(long, value_name = "KEY")]
    pub(crate) key: Option<String>,
    /// The language of the pages: the tag of a shipped one, or of one in the folder of --languages.
    #[arg(long, value_name = "TAG", default_value = "en")]
    pub(crate) language: String,
    /// Use the languages of this folder too: files such as fr.ftl, complete (see `viva language check`).
    #[arg(long, value_name = "DIR")]
    pub(crate) languages: Option<PathBuf>,
    /// The look of the pages: a file with a name, a logo and colours, as for `viva serve --look`.
    #[arg(long, value_name = "FILE")]
    pub(crate) look: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) overwrite: Overwrite,
    /// Print a summary of the written files as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ReviewOptions {
    /// The records.
    #[arg(value_name = "NAME.viva", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Words and phrases to look for as well, one a line; `*` at the end of one matches any rest of its last word.
    #[arg(long, value_name = "FILE")]
    pub(crate) words: Option<PathBuf>,
    /// Leave out the texts without findings.
    #[arg(long)]
    pub(crate) findings: bool,
    /// Check the tables instead, as `viva record export` would write them: duplicate rows, empty texts, ids without a
    /// target, types other than the codebook's, addresses and ids of people.
    #[arg(long, conflicts_with_all = ["words", "findings"])]
    pub(crate) lint: bool,
    /// Print everything as JSON: a list with an object for each record.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct RedactOptions {
    /// The record.
    #[arg(value_name = "NAME.viva")]
    pub(crate) file: PathBuf,
    /// List the private parts that contain this text, in any case, and remove nothing.
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["part", "by", "rule", "reason", "data", "out"])]
    pub(crate) find: Option<String>,
    /// A part to remove: the number of its event and its name. May be given more than once.
    #[arg(long, value_name = "EVENT/NAME")]
    pub(crate) part: Vec<PartPlace>,
    /// Remove every text of this participant, such as C2. May be given more than once.
    #[arg(long, value_name = "WHO", conflicts_with = "find")]
    pub(crate) texts_of: Vec<Participant>,
    /// The authority that decided: organisers, judges (more than half of them), panel, or committee.
    #[arg(long, default_value = "organisers", value_name = "WHO")]
    pub(crate) by: Authority,
    /// The rule that allows it, such as 'rule 17'.
    #[arg(long, value_name = "RULE")]
    pub(crate) rule: Option<String>,
    /// The reason, for all readers: without the removed words.
    #[arg(long, value_name = "REASON")]
    pub(crate) reason: Option<String>,
    /// The data folder of the server, whose key signs the new record.
    #[arg(long, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
    /// The record to write.
    #[arg(long, value_name = "NAME.viva")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) overwrite: Overwrite,
    /// Print the places, or the removed parts, as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ImportOptions {
    #[command(flatten)]
    pub(crate) files: TranscriptFiles,
    /// The record to write.
    #[arg(long, value_name = "NAME.viva")]
    pub(crate) out: PathBuf,
    #[command(flatten)]
    pub(crate) overwrite: Overwrite,
    /// The name of the contest (by default, of the file).
    #[arg(long, value_name = "TEXT")]
    pub(crate) name: Option<String>,
    /// Leave every name out: judges and witnesses have pseudonyms only.
    #[arg(long)]
    pub(crate) without_names: bool,
    /// The ballots of its judges, as `viva score` reads them.
    #[arg(long, value_name = "FILE", requires = "rulebook")]
    pub(crate) ballots: Option<PathBuf>,
    /// The rulebook of the ballots: the id of a shipped one, or a file.
    #[arg(long, value_name = "RULEBOOK", requires = "ballots")]
    pub(crate) rulebook: Option<String>,
    /// The data folder of a server, whose key signs the record. Without it viva signs with a new key and forgets it.
    #[arg(long, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
    /// Print a summary of the written files as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ExportOptions {
    /// The record.
    #[arg(value_name = "NAME.viva")]
    pub(crate) file: PathBuf,
    /// The form of the transcripts; docs/transcripts.md shows each.
    #[arg(long, required_unless_present_any = ["csv", "ndjson", "parquet"])]
    pub(crate) form: Option<TranscriptForm>,
    #[arg(long, help = tables_told(), conflicts_with_all = ["form", "ndjson", "parquet", "delete_phrases", "notice", "unseen", "utc_offset"])]
    pub(crate) csv: bool,
    /// With `--csv`: an apostrophe before each text that a spreadsheet would take for a formula.
    #[arg(long, requires = "csv")]
    pub(crate) spreadsheet: bool,
    /// The same tables, a JSON object a line.
    #[arg(long, conflicts_with_all = ["form", "parquet", "delete_phrases", "notice", "unseen", "utc_offset"])]
    pub(crate) ndjson: bool,
    /// The same tables as Parquet, where `viva` was built with it.
    #[arg(long, conflicts_with_all = ["form", "delete_phrases", "notice", "unseen", "utc_offset"])]
    pub(crate) parquet: bool,
    /// The licence of the tables, for their README.
    #[arg(long, value_name = "TEXT", conflicts_with = "form")]
    pub(crate) licence: Option<String>,
    /// The folder to write them to; made when missing.
    #[arg(long, value_name = "DIR")]
    pub(crate) out: PathBuf,
    #[command(flatten)]
    pub(crate) overwrite: Overwrite,
    /// The minutes by which the local clock is ahead of UTC, negative if behind, at most 18 hours. Without it, times are in
    /// the zone of the contest.
    #[arg(long, value_name = "MINUTES", allow_negative_numbers = true,
        value_parser = clap::value_parser!(i16).range(-1080..=1080))]
    pub(crate) utc_offset: Option<i16>,
    /// A file with a phrase in each line: `[phrase deleted]` replaces it, in any case, in whole words.
    #[arg(long, value_name = "FILE")]
    pub(crate) delete_phrases: Option<PathBuf>,
    /// The holder of the rights in the texts, for the head of each file (the contest and its organiser).
    #[arg(long, value_name = "TEXT")]
    pub(crate) notice: Option<String>,
    /// Keep words of a witness that no judge saw, marked `[never shown]` or `[struck by F1 at …]`; not for publication.
    #[arg(long)]
    pub(crate) unseen: bool,
    /// Print a summary of the written files as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

/// The help of `--csv`, from the list of tables.
fn tables_told() -> String {
    let names: Vec<&str> = archive::tables::all().iter().map(|table| table.name).collect();
    format!("No transcripts but tables, as CSV, with a codebook: {}", names.join(", "))
}

/// A form of transcripts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum TranscriptForm {
    /// The form of 1995: a file for each witness, line by line.
    Lp95,
    /// The form of 2003: a file for each conversation.
    Surrey,
    /// For people of today: a file for each witness.
    Plain,
    /// The form of 2012: a file for each interview, key by key, in the public domain.
    Keylog,
    /// For programs of today: a file for each witness, a JSON object a line.
    Ndjson,
    /// No transcripts but the ballots, as CSV and JSON that `viva score` reads, with the rulebook in force.
    Ballots,
}

/// Parses a role as rulebooks write it.
fn person_role(text: &str) -> Result<PersonRole, String> {
    serde_json::from_value(text.into()).map_err(|why: serde_json::Error| why.to_string())
}

fn pace(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(pace) if (0.001..=100_000.0).contains(&pace) => Ok(pace),
        _ => Err("a factor is a number from 0.001 to 100000".to_owned()),
    }
}

fn parsed<T: std::str::FromStr<Err: std::fmt::Display>>(text: &str) -> Result<T, String> {
    text.trim().parse().map_err(|error: T::Err| error.to_string())
}

fn url(text: &str) -> Result<String, String> {
    let rest = text.strip_prefix("http://").or_else(|| text.strip_prefix("https://"));
    match rest {
        Some(host) if !host.is_empty() && !host.contains(|c: char| c == '/' || c.is_whitespace()) => {
            Ok(text.to_owned())
        }
        _ => Err("write it as http://HOST:PORT or https://HOST, without a path".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_command_line_is_sound() {
        <super::Cli as clap::CommandFactory>::command().debug_assert();
    }
}
