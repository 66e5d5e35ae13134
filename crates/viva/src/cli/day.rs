//! The arguments of `viva contest` on the day: an organiser's view and actions, from a terminal of the serving machine.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use contest::{
    FormId, announcement::Addressee, consent::Scope, deletions::PartPlace, release::ReleasablePart, wire::Role,
};
use rulebook::{Authority, EntryId, InterviewId, Participant, RoundNumber};
use server::once::Key;

/// A contest of a running server.
#[derive(Debug, Args)]
pub(crate) struct Served {
    /// The data folder of the server, as for `viva serve`. The server has to run.
    #[arg(long, value_name = "DIR")]
    pub(crate) data: PathBuf,
    /// The id of the contest; absent where the folder holds one only.
    #[arg(long, value_name = "CONTEST")]
    pub(crate) contest: Option<String>,
    /// Print the new state of the contest as JSON.
    #[arg(long)]
    pub(crate) json: bool,
    /// A name for the request, such as round-1: the server carries out requests of the same name once. Random when
    /// absent.
    #[arg(long, value_name = "NAME")]
    pub(crate) key: Option<Key>,
}

/// The reason, for the record.
#[derive(Debug, Args)]
pub(crate) struct Why {
    /// The reason, for the record: 1 to 500 characters.
    #[arg(long, value_name = "TEXT")]
    pub(crate) reason: String,
}

/// A ruling: the authority, the rule and the reason.
#[derive(Debug, Args)]
pub(crate) struct Ruled {
    /// The authority that decided: organisers, judges, panel or committee.
    #[arg(long, value_name = "WHO", default_value = "organisers")]
    pub(crate) by: Authority,
    /// The rule that allows it, such as `rule 17`.
    #[arg(long, value_name = "RULE")]
    pub(crate) rule: String,
    #[command(flatten)]
    pub(crate) why: Why,
}

/// A decision about an entry.
#[derive(Debug, Args)]
pub(crate) struct Decision {
    /// The entry, such as E3.
    #[arg(value_name = "ENTRY")]
    pub(crate) entry: EntryId,
    /// The authority that decided: organisers, judges, panel or committee.
    #[arg(long, value_name = "WHO")]
    pub(crate) by: Authority,
    /// The rule that allows it, such as `rule 59`.
    #[arg(long, value_name = "RULE")]
    pub(crate) rule: String,
    #[command(flatten)]
    pub(crate) why: Why,
    #[command(flatten)]
    pub(crate) served: Served,
}

/// A phase that the organiser can end early.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum PhaseName {
    /// The talk of a round.
    Talk,
    /// The time for the ballots of a round.
    Scoring,
    /// The time for the ballots at the end of a trial.
    EndBallots,
    /// The time for a vote.
    Vote,
}

/// The role of a latecomer.
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
    /// On the day: show the state of the contest, and first the matters that need attention.
    #[command(
        after_help = "Examples:\n  viva contest status --data contest\n  viva contest status --data contest --json"
    )]
    Status {
        #[command(flatten)]
        served: Served,
    },
    /// On the day: list the events so far, with their reasons.
    Timeline {
        #[command(flatten)]
        served: Served,
    },
    /// On the day: draw the schedule.
    Draw {
        /// Even if participants have not joined.
        #[arg(long)]
        anyway: bool,
        #[command(flatten)]
        served: Served,
    },
    /// On the day: open the next round.
    OpenRound {
        /// Even if participants are not ready.
        #[arg(long)]
        anyway: bool,
        #[command(flatten)]
        served: Served,
    },
    /// On the day: end a phase early.
    #[command(
        after_help = "Examples:\n  viva contest end-phase talk 1 --data contest\n  viva contest end-phase vote 1 --data contest"
    )]
    EndPhase {
        /// The phase.
        #[arg(value_name = "PHASE")]
        phase: PhaseName,
        /// The number of the round, trial or vote, from 1: a repeated request does not end the next one.
        #[arg(value_name = "NUMBER", value_parser = clap::value_parser!(u16).range(1..))]
        number: u16,
        #[command(flatten)]
        served: Served,
    },
    /// On the day: stop the clocks; during a pause, give its reason.
    #[command(
        after_help = "Examples:\n  viva contest pause --data contest\n  viva contest pause --reason \"a fire drill\" --told \"We go on at eleven.\" --data contest"
    )]
    Pause {
        /// The reason, for the record; it can follow later.
        #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
        reason: String,
        /// The words for all participants' pages; they must not reveal who is a program.
        #[arg(long, value_name = "TEXT")]
        told: Option<String>,
        #[command(flatten)]
        served: Served,
    },
    /// On the day: start the clocks again.
    Resume {
        #[command(flatten)]
        served: Served,
    },
    /// On the day: extend the deadline.
    Extend {
        /// The minutes to add, from 1 to 60.
        #[arg(value_name = "MINUTES", value_parser = clap::value_parser!(u32).range(1..=60))]
        minutes: u32,
        /// The words for all participants' pages; they must not reveal who is a program.
        #[arg(long, value_name = "TEXT")]
        told: Option<String>,
        #[command(flatten)]
        why: Why,
        #[command(flatten)]
        served: Served,
    },
    /// On the day: show an announcement on people's pages.
    #[command(after_help = "Examples:\n  viva contest announce judges \"Tea is in the hall.\" --data contest")]
    Announce {
        /// The addressees: everybody, judges, confederates, referees, or a label such as J3.
        #[arg(value_name = "WHOM")]
        to: Addressee,
        /// The words: 1 to 500 characters; they must not reveal who is a program.
        #[arg(value_name = "WORDS")]
        words: String,
        #[command(flatten)]
        served: Served,
    },
    /// On the day: put a matter of dispute to the judges' vote, where the rules let them decide.
    #[command(
        after_help = "Examples:\n  viva contest put-matter \"Is the late ballot of round 2 to be counted?\" --data contest"
    )]
    PutMatter {
        /// A question with the answers yes and no, 1 to 500 characters; it must not reveal who is a program.
        #[arg(value_name = "QUESTION")]
        words: String,
        #[command(flatten)]
        served: Served,
    },
    /// On the day: end one interview early.
    Abort {
        /// The interview, such as R1-J2.
        #[arg(value_name = "INTERVIEW")]
        interview: InterviewId,
        #[command(flatten)]
        why: Why,
        #[command(flatten)]
        served: Served,
    },
    /// On the day: schedule the remaining rounds without a participant who has left for good.
    Replan {
        /// The participant who has left, such as J2 or E1.
        #[arg(value_name = "WHO")]
        left: Participant,
        #[command(flatten)]
        why: Why,
        #[command(flatten)]
        served: Served,
    },
    /// On the day: give a person's place to another person.
    Replace {
        /// The person to replace, such as C1.
        #[arg(value_name = "WHO")]
        who: Participant,
        /// The other person's name.
        #[arg(value_name = "NAME")]
        name: String,
        #[command(flatten)]
        why: Why,
        #[command(flatten)]
        served: Served,
    },
    /// On the day: admit a latecomer.
    Admit {
        /// The latecomer's role.
        #[arg(value_name = "ROLE")]
        role: LateRole,
        /// The latecomer's name.
        #[arg(value_name = "NAME")]
        name: String,
        #[command(flatten)]
        why: Why,
        #[command(flatten)]
        served: Served,
    },
    /// On the day: replace a broken program by a reserve.
    TakeOver {
        /// The broken entry, such as E2.
        #[arg(value_name = "ENTRY")]
        entry: EntryId,
        /// The reserve's name.
        #[arg(value_name = "RESERVE")]
        reserve: String,
        #[command(flatten)]
        why: Why,
        #[command(flatten)]
        served: Served,
    },
    /// On the day: play a round again.
    Again {
        /// The round, such as R2.
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
        /// The parts: result, transcripts, record (which contains the others).
        #[arg(value_name = "PART", required = true)]
        parts: Vec<ReleasablePart>,
        /// The authority that decided: organisers, judges, panel or committee.
        #[arg(long, value_name = "WHO", default_value = "organisers")]
        by: Authority,
        /// The rule that allows it, such as `rule 17`.
        #[arg(long, value_name = "RULE")]
        rule: String,
        #[command(flatten)]
        why: Why,
        #[command(flatten)]
        served: Served,
    },
    /// After the close: remove private parts from all the server's copies of the record. It cannot be undone.
    #[command(
        after_help = "Examples:\n  viva contest delete 12/text 40/key --rule 'rule 17' --reason 'somebody is named' --data contest\n\n`viva record review` lists the places of texts, with anything that may identify a person."
    )]
    Delete {
        /// The parts: the number of an event and the name of its part.
        #[arg(value_name = "EVENT/PART", required = true)]
        parts: Vec<PartPlace>,
        #[command(flatten)]
        ruling: Ruled,
        #[command(flatten)]
        served: Served,
    },
    /// After the close: remove every text of a participant from the record. It cannot be undone; ballots stay.
    Erase {
        /// The participant, such as C2.
        #[arg(value_name = "WHO")]
        who: Participant,
        #[command(flatten)]
        ruling: Ruled,
        #[command(flatten)]
        served: Served,
    },
    /// After the close: give a participant a pseudonym, and remove the name from the record. It cannot be undone.
    Rename {
        /// The participant, such as C2; for an entry, its contestant gets the pseudonym.
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
    /// Record a participant's consent to publication. While the record holds a text of a participant who agreed to
    /// their part in the result alone, the server releases no transcript and no record and exports no file:
    /// `viva contest erase` removes their texts.
    #[command(
        after_help = "Examples:\n  viva contest consent J1 words --licence CC-BY-4.0 --data contest\n  viva contest consent C2 result --data contest"
    )]
    Consent {
        /// The participant, such as C2.
        #[arg(value_name = "WHO")]
        who: Participant,
        /// The extent: result (their part in it, without their words) or words (their words as well).
        #[arg(value_name = "SCOPE")]
        scope: Scope,
        /// The licence of their words for others, if they named one.
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
        /// The step to show: the next one, an earlier one, or 0 for none. Absent: the next.
        #[arg(value_name = "STEP")]
        step: Option<u16>,
        #[command(flatten)]
        served: Served,
    },
    /// On the day: start an entry's program again.
    RestartEntry {
        /// The entry, such as E2.
        #[arg(value_name = "ENTRY")]
        entry: EntryId,
        #[command(flatten)]
        served: Served,
    },
    /// Set an organiser's password, for the page /CONTEST/login. Their sessions end.
    #[command(
        after_help = "Examples:\n  viva contest password --data contest\n  viva contest password 'Olga Example' --password-file secret --data contest"
    )]
    Password {
        /// The organiser; absent for the one of the contest file.
        #[arg(value_name = "NAME")]
        organiser: Option<String>,
        /// The file with the password, in its first line; without it viva draws one and prints it.
        #[arg(long, value_name = "FILE")]
        password_file: Option<PathBuf>,
        #[command(flatten)]
        served: Served,
    },
    /// Make a token for a program's requests over HTTP: see docs/operations.md.
    Token {
        /// The purpose, such as "board on the wall".
        #[arg(value_name = "NAME")]
        name: String,
        /// Let the program act, not only read.
        #[arg(long)]
        act: bool,
        #[command(flatten)]
        served: Served,
    },
}
