//! Requests of participants. A command becomes events or a refusal; it is never recorded itself.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use rulebook::{Authority, ConversationId, EntryId, InterviewId, Key, Participant, RoundNumber, Seat, Timestamp};
use serde::{Deserialize, Serialize};
use tally::Answers;

use crate::{
    announcement::Addressee,
    attachment::AttachmentFile,
    consent::Scope,
    contest::{Phase, RulingKind},
    deletions::Deleting,
    deposit::{DepositedFile, Spent},
    event::{ClientId, EntryCard, Preference, Roster, Terms},
    fields::Fields,
    form::FormId,
    referee::Deed,
    release::ReleasablePart,
    seed::{Matter, SeedOpening},
    shown::SourceConversation,
};

/// A request of a participant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// Set the contest up: its participants and the beginning of the seed. From the server.
    Open(Box<Opening>),
    /// Add a text to the seed of a draw.
    Contribute {
        /// The draw.
        matter: Matter,
        /// The text: one line.
        value: String,
    },
    /// Draw the assignment; `anyway` when a participant has not joined.
    Draw {
        /// Draw although a participant has not joined.
        anyway: bool,
    },
    /// Take one's place for the next round, or leave it again.
    Ready(bool),
    /// Open the next round; `anyway` when a participant is missing.
    OpenRound {
        /// Open it although a participant is missing.
        anyway: bool,
    },
    /// End a phase before its clock does.
    EndPhase(Ending),
    /// Stop the clocks, or add a reason to a pause that has none.
    Pause {
        /// The reason; empty where there is no time to write it.
        reason: String,
        /// A message about it to all participants.
        told: Option<String>,
    },
    /// Start the clocks again.
    Resume,
    /// Postpone the present deadline.
    Extend {
        /// The time added.
        by: Duration,
        /// The reason.
        reason: String,
        /// A message about it to all participants.
        told: Option<String>,
    },
    /// Send an announcement.
    Announce {
        /// The recipients.
        to: Addressee,
        /// The text.
        words: String,
    },
    /// End one interview.
    Abort {
        /// The interview.
        interview: InterviewId,
        /// The reason.
        reason: String,
    },
    /// Press keys.
    Press(Press),
    /// Send a message, or a line of a terminal.
    Say(Say),
    /// Show the witness a file. From a judge.
    Attach(Attach),
    /// Submit the ballot about the interview of this round.
    CastBallot {
        /// The round of the interview.
        round: RoundNumber,
        /// The answers.
        answers: Box<Answers<Seat>>,
    },
    /// Estimate how likely the witness is human, after a turn of a transcript.
    Believe {
        /// The round of the interview.
        round: RoundNumber,
        /// The seat.
        seat: Seat,
        /// The turn, from 1.
        turn: u16,
        /// The probability, from 0 to 100.
        human: u8,
    },
    /// Rank everyone met in the trial that is being judged, most human first.
    CastRanking {
        /// Every conversation of the judge; those in one group are level.
        order: Vec<Vec<ConversationId>>,
    },
    /// Save a draft of a form. This makes no event: the caller keeps the draft beside the record until the form is
    /// sealed or closed.
    Draft {
        /// The form.
        form: FormId,
        /// The changed fields: [`Contest::changed`](crate::contest::Contest::changed).
        fields: Fields,
    },
    /// Replace the contest file by an edited one, before the first round.
    Revise(Box<Revision>),
    /// Give a person's place and label to another person.
    Replace {
        /// The person who leaves.
        who: Participant,
        /// The name of the replacement.
        name: String,
        /// The reason.
        reason: String,
    },
    /// Redraw the rounds to come. Before the draw, a participant who has left is left out of it.
    Replan {
        /// The change that makes it necessary.
        change: Change,
        /// The reason.
        reason: String,
    },
    /// Put a matter of dispute to the judges.
    PutMatter {
        /// A yes-or-no question.
        words: String,
    },
    /// Vote between level entries, or in a matter of dispute.
    Vote {
        /// The number of the vote, from 1.
        vote: u16,
        /// The judge's preference.
        preference: Preference,
    },
    /// Record a ruling on an entry, now or after the close.
    Rule(Box<OnEntry>),
    /// Record a ruling that a form may be given after its time.
    AllowLate(Box<LateBallot>),
    /// Record a ruling that makes parts of a closed contest public.
    Release {
        /// The parts.
        parts: BTreeSet<ReleasablePart>,
        /// The authority that decided.
        by: Authority,
        /// The rule that allows it: 1 to 60 characters.
        rule: String,
        /// The reason why now.
        reason: String,
    },
    /// Record a ruling that takes private parts out of the record of a closed contest.
    Delete(Box<Deleting>),
    /// Record a participant's consent to publication of their part.
    Consent {
        /// The participant.
        who: Participant,
        /// The extent.
        scope: Scope,
        /// The licence for others' use of their words, if they named one.
        licence: Option<String>,
    },
    /// Act as a referee.
    Referee {
        /// The act.
        deed: Deed,
        /// The referee's words.
        words: Option<String>,
    },
    /// Report a problem with an entry to the organiser. From the entry's link.
    Report {
        /// The interview, running or being prepared.
        interview: InterviewId,
        /// The kind, a short word.
        kind: String,
        /// The problem and its remedy.
        detail: String,
    },
    /// Record that the entry's link changed characters of the judge's line. From the entry's link.
    Spell {
        /// The interview.
        interview: InterviewId,
        /// The line as the judge typed it.
        typed: String,
        /// The line as the program received it.
        told: String,
    },
    /// Record the files and settings of an entry. From the entry's attendant.
    Deposit {
        /// Its files.
        files: Vec<DepositedFile>,
        /// Its settings.
        settings: BTreeMap<String, String>,
    },
    /// Record the cost of an answer. From the entry's link.
    Spend {
        /// The interview.
        interview: InterviewId,
        /// The cost.
        spent: Spent,
    },
}

/// The phase to end; it is named, so that a second click does not end the phase after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "phase", rename_all = "kebab-case")]
pub enum Ending {
    /// The talk of this round.
    Talk {
        /// The round.
        round: RoundNumber,
    },
    /// The time for ballots of this round.
    Scoring {
        /// The round.
        round: RoundNumber,
    },
    /// The time for the end ballots of this trial.
    EndBallots {
        /// The trial, from 1.
        trial: u16,
    },
    /// The time for this vote.
    Vote {
        /// The vote, from 1.
        vote: u16,
    },
}

impl Ending {
    /// The end of this phase; `None` for a phase that no clock ends.
    #[must_use]
    pub fn of(phase: Phase) -> Option<Self> {
        match phase {
            Phase::Talk(round, _) => Some(Self::Talk { round }),
            Phase::Scoring(round, _) => Some(Self::Scoring { round }),
            Phase::EndBallots(trial, _) => Some(Self::EndBallots { trial }),
            Phase::Vote(vote, _) => Some(Self::Vote { vote }),
            Phase::Lobby(_) | Phase::Closed => None,
        }
    }
}

/// A ruling on an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OnEntry {
    /// The entry.
    pub entry: EntryId,
    /// The decision.
    pub decision: RulingKind,
    /// The authority that decided.
    pub by: Authority,
    /// The rule that allows it: 1 to 60 characters.
    pub rule: String,
    /// The reason.
    pub reason: String,
}

/// A ruling that a ballot or ranking may be given after its time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LateBallot {
    /// The judge; a confederate where both sides guess.
    pub who: Participant,
    /// The ballot or the ranking.
    pub form: FormId,
    /// The authority that decided.
    pub by: Authority,
    /// The rule that allows it: 1 to 60 characters.
    pub rule: String,
    /// The reason.
    pub reason: String,
}

/// The destination of a message, a key or a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct To {
    /// The intended round, so that a late message does not land in the next round.
    pub round: RoundNumber,
    /// The intended seat; from a judge.
    pub seat: Option<Seat>,
    /// The intended interview; from an entry, which may be in several at the same time.
    pub interview: Option<InterviewId>,
}

/// Key presses sent together: usually one, several from a program or a form. The server records all or none of them, so
/// that no key overtakes another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Press {
    /// The id that the client gave the first key; the others are numbered from it ([`ClientId::part`]).
    pub id: ClientId,
    /// Their destination.
    pub to: To,
    /// The keys, in order.
    pub keys: Vec<Key>,
    /// The client's time of the key presses.
    pub sent: Option<Timestamp>,
}

/// An utterance to be recorded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Say {
    /// The id that the client gave it.
    pub id: ClientId,
    /// Its destination.
    pub to: To,
    /// The text. Trailing line breaks and spaces do not count.
    pub text: String,
    /// The client's time of sending.
    pub sent: Option<Timestamp>,
}

/// A file to be recorded. The caller has read and cleaned it, and has stored its bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attach {
    /// The id that the client gave it.
    pub id: ClientId,
    /// Its destination.
    pub to: To,
    /// The file's description by its bytes.
    pub file: AttachmentFile,
    /// The judge's description: one line, spaces around it do not count; an empty one counts as absent.
    pub description: Option<String>,
    /// The client's time of sending.
    pub sent: Option<Timestamp>,
}

/// The reason to redraw the rounds to come.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// A participant leaves for good.
    Leaves(Participant),
    /// A participant comes late.
    Joins(Arrival),
    /// An entry replaces another one that leaves for good.
    TakesOver {
        /// The entry that leaves.
        leaves: EntryId,
        /// The entry that replaces it.
        reserve: NewEntry,
    },
    /// A round has to be played again: its interviews do not count.
    Again(RoundNumber),
}

/// A participant who joins a contest that has begun.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Arrival {
    /// A judge of this name.
    Judge(String),
    /// A confederate of this name.
    Confederate(String),
    /// A program.
    Entry(NewEntry),
}

/// An entry that joins a contest that has begun.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewEntry {
    /// Its name and contestant in the result.
    pub card: EntryCard,
    /// True for an open-source program that the organisers entered.
    pub open_source: bool,
    /// The rulebook's opening words that its entrant chose.
    pub opening: Option<String>,
}

/// An edited contest file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Revision {
    /// The rules and settings.
    pub terms: Terms,
    /// The names.
    pub roster: Roster,
}

/// The settings that open a contest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opening {
    /// The rules and settings.
    pub terms: Terms,
    /// The names.
    pub roster: Roster,
    /// The beginning of the seed.
    pub seed: SeedOpening,
    /// The conversations that judges read, in a contest with transcripts; each with the place of its source in the
    /// terms, from 1.
    pub shown: Vec<(u16, SourceConversation)>,
}
