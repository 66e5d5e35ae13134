//! The arguments of `viva contest` on the day: an organiser's view and actions, from a terminal of the serving machine.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use contest::{FormId, announcement::Addressee, consent::Scope, deletions::PartPlace, release::Part, wire::Role};
use rulebook::{Authority, EntryId, InterviewId, Participant, RoundNumber};
use server::once::Key;

/// Which contest, of which server.
#[derive(Debug, Args)]
pub(crate) struct Served {
    /// The data folder of the server, as `viva serve` was given it. The server has to run.
    #[arg(long, value_name = "DIR")]
    pub(crate) data: PathBuf,
    /// The id of the contest; absent where the folder holds one only.
    #[arg(long, value_name = "CONTEST")]
    pub(crate) contest: Option<String>,
    /// Print how the contest stands then as JSON.
    #[arg(long)]
    pub(crate) json: bool,
    /// A name for what is asked, such as round-1: sent again under the same name, it is done once. Drawn when absent.
    #[arg(long, value_name = "NAME")]
    pub(crate) key: Option<Key>,
}

/// Why, for the record.
#[derive(Debug, Args)]
pub(crate) struct Why {
    /// Why, for the record: 1 to 500 characters.
    #[arg(long, value_name = "TEXT")]
    pub(crate) reason: String,
}

/// A ruling: who decided, under which rule, and why.
#[derive(Debug, Args)]
pub(crate) struct Ruled {
    /// Who decided: organisers, judges, panel or committee.
    #[arg(long, value_name = "WHO", default_value = "organisers")]
    pub(crate) by: Authority,
    /// The rule that lets them, such as `rule 17`.
    #[arg(long, value_name = "RULE")]
    pub(crate) rule: String,
    #[command(flatten)]
    pub(crate) why: Why,
}

/// A decision about an entry.
#[derive(Debug, Args)]
pub(crate) struct Decision {
    /// Which, such as E3.
    #[arg(value_name = "ENTRY")]
    pub(crate) entry: EntryId,
    /// Who decided: organisers, judges, panel or committee.
    #[arg(long, value_name = "WHO")]
    pub(crate) by: Authority,
    /// The rule that lets them, such as `rule 59`.
    #[arg(long, value_name = "RULE")]
    pub(crate) rule: String,
    #[command(flatten)]
    pub(crate) why: Why,
    #[command(flatten)]
    pub(crate) served: Served,
}

/// A phase that can be ended before its time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum PhaseName {
    /// The talk of a round.
    Talk,
    /// The time for the ballots of a round.
    Scoring,
    /// The time for what is asked at the end of a trial.
    EndBallots,
    /// The time for a vote.
    Vote,
}

/// The part of a person who has come late.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum LateRole {
    /// A judge.
    Judge,
    /// A confederate.
    Confederate,
}

impl From<LateRole> for Role {
    fn from(role: LateRole) -> Self {
        match role {
            LateRole::Judge => Self::Judge,
            LateRole::Confederate => Self::Confederate,
        }
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum DayCommand {
    /// On the day: say how the contest stands, what needs you first.
    #[command(
        after_help = "Examples:\n  viva contest status --data contest\n  viva contest status --data contest --json"
    )]
    Status {
        #[command(flatten)]
        served: Served,
    },
    /// On the day: list what happened so far, and why.
    Timeline {
        #[command(flatten)]
        served: Served,
    },
    /// On the day: draw who meets whom.
    Draw {
        /// Although somebody has not joined.
        #[arg(long)]
        anyway: bool,
        #[command(flatten)]
        served: Served,
    },
    /// On the day: open the next round.
    OpenRound {
        /// Although somebody is not in place.
        #[arg(long)]
        anyway: bool,
        #[command(flatten)]
        served: Served,
    },
    /// On the day: end a phase before its time.
    #[command(
        after_help = "Examples:\n  viva contest end-phase talk 1 --data contest\n  viva contest end-phase vote 1 --data contest"
    )]
    EndPhase {
        /// Which.
        #[arg(value_name = "PHASE")]
        phase: PhaseName,
        /// Of which round, trial or vote, from 1: so that asking twice does not end the next one.
        #[arg(value_name = "NUMBER", value_parser = clap::value_parser!(u16).range(1..))]
        number: u16,
        #[command(flatten)]
        served: Served,
    },
    /// On the day: let the clocks stand still; once more, say why.
    #[command(
        after_help = "Examples:\n  viva contest pause --data contest\n  viva contest pause --reason \"a fire drill\" --told \"We go on at eleven.\" --data contest"
    )]
    Pause {
        /// Why, for the record; it can follow.
        #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
        reason: String,
        /// What everybody is told: never who is a program.
        #[arg(long, value_name = "TEXT")]
        told: Option<String>,
        #[command(flatten)]
        served: Served,
    },
    /// On the day: let the clocks go on.
    Resume {
        #[command(flatten)]
        served: Served,
    },
    /// On the day: put the deadline off.
    Extend {
        /// By how many minutes, from 1 to 60.
        #[arg(value_name = "MINUTES", value_parser = clap::value_parser!(u32).range(1..=60))]
        minutes: u32,
        /// What everybody is told: never who is a program.
        #[arg(long, value_name = "TEXT")]
        told: Option<String>,
        #[command(flatten)]
        why: Why,
        #[command(flatten)]
        served: Served,
    },
    /// On the day: tell people something, on their pages.
    #[command(after_help = "Examples:\n  viva contest announce judges \"Tea is in the hall.\" --data contest")]
    Announce {
        /// Whom: everybody, judges, confederates, referees, or a label such as J3.
        #[arg(value_name = "WHOM")]
        to: Addressee,
        /// What: 1 to 500 characters, and never who is a program.
        #[arg(value_name = "WORDS")]
        words: String,
        #[command(flatten)]
        served: Served,
    },
    /// On the day: put a matter of dispute to the judges, where the rules let them decide.
    #[command(
        after_help = "Examples:\n  viva contest put-matter \"Is the late ballot of round 2 to be counted?\" --data contest"
    )]
    PutMatter {
        /// A question that is answered by yes or no, 1 to 500 characters, and never who is a program.
        #[arg(value_name = "QUESTION")]
        words: String,
        #[command(flatten)]
        served: Served,
    },
    /// On the day: end one interview before its time.
    Abort {
        /// Which, such as R1-J2.
        #[arg(value_name = "INTERVIEW")]
        interview: InterviewId,
        #[command(flatten)]
        why: Why,
        #[command(flatten)]
        served: Served,
    },
    /// On the day: plan the rounds to come without somebody who has left for good.
    Replan {
        /// Who has left, such as J2 or E1.
        #[arg(value_name = "WHO")]
        left: Participant,
        #[command(flatten)]
        why: Why,
        #[command(flatten)]
        served: Served,
    },
    /// On the day: give a person's place to somebody else.
    Replace {
        /// Whose, such as C1.
        #[arg(value_name = "WHO")]
        who: Participant,
        /// The name of who takes it.
        #[arg(value_name = "NAME")]
        name: String,
        #[command(flatten)]
        why: Why,
        #[command(flatten)]
        served: Served,
    },
    /// On the day: let somebody who has come late take part.
    Admit {
        /// As what.
        #[arg(value_name = "ROLE")]
        role: LateRole,
        /// The name.
        #[arg(value_name = "NAME")]
        name: String,
        #[command(flatten)]
        why: Why,
        #[command(flatten)]
        served: Served,
    },
    /// On the day: let a program that stands by take the place of one that broke.
    TakeOver {
        /// Which broke, such as E2.
        #[arg(value_name = "ENTRY")]
        entry: EntryId,
        /// The name of the one that stands by.
        #[arg(value_name = "RESERVE")]
        reserve: String,
        #[command(flatten)]
        why: Why,
        #[command(flatten)]
        served: Served,
    },
    /// On the day: play a round again.
    Again {
        /// Which, such as R2.
        #[arg(value_name = "ROUND")]
        round: RoundNumber,
        #[command(flatten)]
        why: Why,
        #[command(flatten)]
        served: Served,
    },
    /// Put on record that an entry is disqualified, on the day or after the close.
    Disqualify(Decision),
    /// Put on record that an entry is no longer disqualified.
    Reinstate(Decision),
    /// On the day: let somebody give a ballot or a ranking after its time
    AllowLate {
        /// The judge, such as J2
        #[arg(value_name = "WHO")]
        who: Participant,
        /// The form: `ballot-R1` about the interview of a round, `ranking-1` of a trial
        #[arg(value_name = "FORM")]
        form: FormId,
        #[command(flatten)]
        ruling: Ruled,
        #[command(flatten)]
        served: Served,
    },
    /// After the close: let everybody read the result, the transcripts or the whole record.
    Release {
        /// What: result, transcripts, record (which has everything in it).
        #[arg(value_name = "PART", required = true)]
        parts: Vec<Part>,
        /// Who decided: organisers, judges, panel or committee.
        #[arg(long, value_name = "WHO", default_value = "organisers")]
        by: Authority,
        /// The rule that lets them, such as `rule 17`.
        #[arg(long, value_name = "RULE")]
        rule: String,
        #[command(flatten)]
        why: Why,
        #[command(flatten)]
        served: Served,
    },
    /// After the close: take private parts out of the record, wherever the server keeps it. It cannot be taken back.
    #[command(
        after_help = "Examples:\n  viva contest delete 12/text 40/key --rule 'rule 17' --reason 'somebody is named' --data contest\n\n`viva record review` says where texts stand, and what in them may tell who somebody is."
    )]
    Delete {
        /// What: the number of an event and the name of its part.
        #[arg(value_name = "EVENT/PART", required = true)]
        parts: Vec<PartPlace>,
        #[command(flatten)]
        ruling: Ruled,
        #[command(flatten)]
        served: Served,
    },
    /// After the close: take every text of somebody out of the record. It cannot be taken back; ballots stay.
    Erase {
        /// Whose, such as C2.
        #[arg(value_name = "WHO")]
        who: Participant,
        #[command(flatten)]
        ruling: Ruled,
        #[command(flatten)]
        served: Served,
    },
    /// After the close: call somebody otherwise, and take the name out of the record. It cannot be taken back.
    Rename {
        /// Who, such as C2; of an entry its contestant is called so.
        #[arg(value_name = "WHO")]
        who: Participant,
        /// The pseudonym.
        #[arg(value_name = "NAME")]
        name: String,
        #[command(flatten)]
        ruling: Ruled,
        #[command(flatten)]
        served: Served,
    },
    /// Record what somebody agreed to be published of theirs. While a text stands in the record of whoever agreed to their part in the
    /// result alone, no transcript and no record is released, and nothing is exported: `viva contest erase` takes their texts out.
    #[command(
        after_help = "Examples:\n  viva contest consent J1 words --licence CC-BY-4.0 --data contest\n  viva contest consent C2 result --data contest"
    )]
    Consent {
        /// Who, such as C2.
        #[arg(value_name = "WHO")]
        who: Participant,
        /// How much: result (their part in it, and nothing that they wrote) or words (what they wrote as well).
        #[arg(value_name = "SCOPE")]
        scope: Scope,
        /// The licence under which others may use what they wrote, if they named one.
        #[arg(long, value_name = "TEXT")]
        licence: Option<String>,
        #[command(flatten)]
        served: Served,
    },
    /// After the close: show the next step of the reveal on the public screen, award by award, the smallest purse first.
    #[command(
        after_help = "Examples:\n  viva contest reveal --data contest      the next step\n  viva contest reveal 3 --data contest    the third step again"
    )]
    Reveal {
        /// The step to show: the next one, one that was shown before, or 0 for none. Absent: the next.
        #[arg(value_name = "STEP")]
        step: Option<u16>,
        #[command(flatten)]
        served: Served,
    },
    /// On the day: start an entry's program again.
    RestartEntry {
        /// Which, such as E2.
        #[arg(value_name = "ENTRY")]
        entry: EntryId,
        #[command(flatten)]
        served: Served,
    },
    /// Set an organiser's password, with which they come in at /CONTEST/login. Their sessions end.
    #[command(
        after_help = "Examples:\n  viva contest password --data contest\n  viva contest password 'Olga Example' --password-file secret --data contest"
    )]
    Password {
        /// The organiser; absent for the one of the contest file.
        #[arg(value_name = "NAME")]
        organiser: Option<String>,
        /// The file with the password, in its first line; without it one is drawn, and printed.
        #[arg(long, value_name = "FILE")]
        password_file: Option<PathBuf>,
        #[command(flatten)]
        served: Served,
    },
    /// Make a token with which a program asks over HTTP: docs/operations.md says what.
    Token {
        /// What it is for, such as "board on the wall".
        #[arg(value_name = "NAME")]
        name: String,
        /// Let the program act, too, and not only read.
        #[arg(long)]
        act: bool,
        #[command(flatten)]
        served: Served,
    },
}
