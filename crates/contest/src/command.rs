//! What participants ask for. A command becomes facts, or a refusal; it is never recorded itself.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use rulebook::{Authority, ConversationId, EntryId, InterviewId, Key, Participant, RoundNumber, Seat, Timestamp};
use schemars::JsonSchema;
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
    release::Part,
    seed::{Matter, SeedOpening},
    sources::SourceConversation,
};

/// What a participant asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// Set the contest up: who takes part, and what the seed begins with. From the server.
    Open(Box<Opening>),
    /// Add a text to the seed of a draw.
    Contribute {
        /// Of which.
        matter: Matter,
        /// The text: one line.
        value: String,
    },
    /// Draw who meets whom; `anyway` when somebody has not joined.
    Draw {
        /// Draw although somebody has not joined.
        anyway: bool,
    },
    /// I am in place for the next round, or no longer.
    Ready(bool),
    /// Open the next round; `anyway` when someone is missing.
    OpenRound {
        /// Open it although someone is missing.
        anyway: bool,
    },
    /// End what the clock would end later.
    EndPhase(Ending),
    /// Let clocks stand still; or say why they do, where that was not said.
    Pause {
        /// Why; empty where there is no time to write it.
        reason: String,
        /// What everybody who takes part is told of it.
        told: Option<String>,
    },
    /// Let clocks go on.
    Resume,
    /// Put the present deadline off.
    Extend {
        /// By how much.
        by: Duration,
        /// Why.
        reason: String,
        /// What everybody who takes part is told of it.
        told: Option<String>,
    },
    /// Tell people something.
    Announce {
        /// Whom.
        to: Addressee,
        /// What.
        words: String,
    },
    /// End one interview.
    Abort {
        /// Which.
        interview: InterviewId,
        /// Why.
        reason: String,
    },
    /// Press keys.
    Press(Press),
    /// Say something: a message, or a line of a terminal.
    Say(Say),
    /// Show the witness a file. From a judge.
    Attach(Attach),
    /// Fill in the form about the interview of this round.
    CastBallot {
        /// The round of the interview.
        round: RoundNumber,
        /// The answers.
        answers: Box<Answers<Seat>>,
    },
    /// Say how sure one is that the witness is human, after a turn of what one reads.
    Believe {
        /// The round of the interview.
        round: RoundNumber,
        /// The seat.
        seat: Seat,
        /// The turn, from 1.
        turn: u16,
        /// From 0 to 100.
        human: u8,
    },
    /// Rank everyone met in the trial that is being judged, most human first.
    CastRanking {
        /// Every conversation of the judge; those in one group are level.
        order: Vec<Vec<ConversationId>>,
    },
    /// Keep what stands in the fields of a form that is not sealed. No fact comes of it: whoever runs the contest keeps it
    /// beside the record, until the form is sealed or closed.
    Draft {
        /// The form.
        form: FormId,
        /// What has been changed in its fields: [`Contest::changed`](crate::contest::Contest::changed).
        fields: Fields,
    },
    /// Play by an edited contest file; before the first round.
    Revise(Box<Revision>),
    /// Let somebody else take a person's place, label and all.
    Replace {
        /// Whose.
        who: Participant,
        /// The name of whoever takes it.
        name: String,
        /// Why.
        reason: String,
    },
    /// Plan the rounds that are still to come anew. Before the draw, somebody who has left is left out of it.
    Replan {
        /// Because of what.
        change: Change,
        /// Why.
        reason: String,
    },
    /// Put a matter of dispute to the judges.
    PutMatter {
        /// A question that is answered by yes or no.
        words: String,
    },
    /// Vote between entries that are level, or in a matter of dispute.
    Vote {
        /// The number of the vote, from 1.
        vote: u16,
        /// The judge's preference.
        preference: Preference,
    },
    /// Put on record what people decided about an entry, now or after the close.
    Rule(Box<OnEntry>),
    /// Put on record that everybody may read parts of a contest that is over.
    Release {
        /// What.
        parts: BTreeSet<Part>,
        /// Who decided.
        by: Authority,
        /// The rule that lets them: 1 to 60 characters.
        rule: String,
        /// Why now.
        reason: String,
    },
    /// Put on record that private parts are taken out of the record of a contest that is over.
    Delete(Box<Deleting>),
    /// Put on record what somebody agreed to be published of theirs.
    Consent {
        /// Who.
        who: Participant,
        /// How much.
        scope: Scope,
        /// The licence under which others may use what they wrote, if they named one.
        licence: Option<String>,
    },
    /// Do what a referee does.
    Referee {
        /// What.
        deed: Deed,
        /// In words.
        words: Option<String>,
    },
    /// Tell the organiser of something that went wrong with an entry. From the entry's link.
    Report {
        /// The interview it was in, or prepared for.
        interview: InterviewId,
        /// The kind, a short word.
        kind: String,
        /// What happened and how to mend it.
        detail: String,
    },
    /// Put on record what an entry was told in other characters than the judge's. From the entry's link.
    Spell {
        /// The interview.
        interview: InterviewId,
        /// The line as the judge typed it.
        typed: String,
        /// The same as the program was told it.
        told: String,
    },
    /// Put on record what an entry is made of. From the entry's attendant.
    Deposit {
        /// Its files.
        files: Vec<DepositedFile>,
        /// How it is set.
        settings: BTreeMap<String, String>,
    },
    /// Put on record what an answer used. From the entry's link.
    Spend {
        /// The interview it was in.
        interview: InterviewId,
        /// How much.
        spent: Spent,
    },
}

/// The phase that is to end: named, so that a second click does not end the phase after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "phase", rename_all = "kebab-case")]
pub enum Ending {
    /// The talk of this round.
    Talk {
        /// Which.
        round: RoundNumber,
    },
    /// The time for ballots of this round.
    Scoring {
        /// Which.
        round: RoundNumber,
    },
    /// The time for what is asked at the end of this trial.
    EndBallots {
        /// Which, from 1.
        trial: u16,
    },
    /// The time for this vote.
    Vote {
        /// Which, from 1.
        vote: u16,
    },
}

impl Ending {
    /// The end of this phase; `None` for one that no clock ends.
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

/// What people decided about an entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OnEntry {
    /// Which entry.
    pub entry: EntryId,
    /// What they decided.
    pub decision: RulingKind,
    /// Who decided.
    pub by: Authority,
    /// The rule that lets them: 1 to 60 characters.
    pub rule: String,
    /// Why.
    pub reason: String,
}

/// Where something that is said belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct To {
    /// The round it is meant for: what comes late must not land in the next round.
    pub round: RoundNumber,
    /// The seat it is meant for; from a judge.
    pub seat: Option<Seat>,
    /// The interview it is meant for; from an entry, which may be in several at the same time.
    pub interview: Option<InterviewId>,
}

/// Key presses on their way: usually one, several where a program or a form hands over a stretch. All or none of them
/// are recorded, so that none can overtake another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Press {
    /// The id the client gave the first of them; those after it are numbered from it ([`ClientId::part`]).
    pub id: ClientId,
    /// Where they belong.
    pub to: To,
    /// The keys, in order.
    pub keys: Vec<Key>,
    /// When the client says they were pressed.
    pub sent: Option<Timestamp>,
}

/// An utterance on its way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Say {
    /// The id the client gave it.
    pub id: ClientId,
    /// Where it belongs.
    pub to: To,
    /// What is said. Line breaks and spaces at its end do not count.
    pub text: String,
    /// When the client says it was sent.
    pub sent: Option<Timestamp>,
}

/// A file on its way. Whoever runs the contest has read and cleaned it, and keeps its bytes before this is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attach {
    /// The id the client gave it.
    pub id: ClientId,
    /// Where it belongs.
    pub to: To,
    /// What it is.
    pub file: AttachmentFile,
    /// What the judge wrote of it: one line, spaces around it do not count. An empty one is none.
    pub description: Option<String>,
    /// When the client says it was sent.
    pub sent: Option<Timestamp>,
}

/// Because of what the rounds that are still to come are planned anew.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// Somebody has left for good.
    Leaves(Participant),
    /// Somebody has come late.
    Joins(Arrival),
    /// An entry takes the place of another, which has left for good.
    TakesOver {
        /// The entry that leaves.
        leaves: EntryId,
        /// The one that takes its place.
        reserve: NewEntry,
    },
    /// A round has to be played again: its interviews do not count.
    Again(RoundNumber),
}

/// Who joins a contest that has begun.
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
    /// What the result calls it.
    pub card: EntryCard,
    /// Whether it is an open-source program which the organisers entered.
    pub open_source: bool,
    /// Which of the rulebook's opening words its entrant chose.
    pub opening: Option<String>,
}

/// A contest file that was edited.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Revision {
    /// What is played, and how.
    pub terms: Terms,
    /// Names.
    pub roster: Roster,
}

/// What a contest is set up from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opening {
    /// What is played, and how.
    pub terms: Terms,
    /// Names.
    pub roster: Roster,
    /// What the seed begins with.
    pub seed: SeedOpening,
    /// The conversations that are its witnesses, where judges read transcripts: of each the place of its source in the terms, from 1.
    pub shown: Vec<(u16, SourceConversation)>,
}
