//! The events: every type of event that a record can hold, in one place.
//!
//! Each conversation has a stream, and the contest has a control stream. The record shows only a commitment to each
//! [`Private`] field, under the field's name in JSON; no other data identifies the witness behind a seat before the
//! assignment is opened. All event types have the version [`VERSION`]; this program reads no other one.

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
    fmt::{self, Write},
    str::FromStr,
    time::Duration,
};

use language::{Message, Say};
use record::{Checkpoint, Hash};
use rulebook::{
    Authority, Commitment, ConversationId, DrawnSecret, EntryId, InterviewId, JudgeId, Key, Participant, RoundNumber,
    Rulebook, Seat, Seed, Side, Timestamp, Zone,
    schema::Money,
    time::{millis, millis_if_any},
};
use schedule::{Assignment, GivenPlan};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tally::Answers;

use crate::{
    Private,
    announcement::Addressee,
    attachment::{AttachmentFile, ShownFile},
    consent::Scope,
    deletions::PartPlace,
    deposit::{Deposit, Usage},
    private::MARK,
    referee::Deed,
    release::ReleasablePart,
    seed::{Contributor, Matter, SeedSource},
};

/// Version of the event types in this file.
pub const VERSION: u32 = 2;

/// A recorded event with its place and time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recorded {
    /// The place in its stream, from 1.
    pub number: u64,
    /// The time at which the server received it.
    pub time: Timestamp,
    /// Its actor.
    pub actor: Actor,
    /// The event.
    pub event: Event,
}

/// An event that has been decided and not yet recorded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    /// Its actor.
    pub actor: Actor,
    /// The event.
    pub event: Event,
}

/// The stream of an event. Written `contest`, or as the conversation's id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stream {
    /// The control stream of the contest.
    Control,
    /// The stream of one conversation.
    Conversation(ConversationId),
}

impl fmt::Display for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Control => f.write_str("contest"),
            Self::Conversation(id) => id.fmt(f),
        }
    }
}

impl FromStr for Stream {
    type Err = rulebook::ids::BadId;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "contest" => Ok(Self::Control),
            _ => text.parse().map(Self::Conversation),
        }
    }
}

/// The actor of an event. In a conversation it is only the side, so that the stream can be shown while the contest
/// runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Actor {
    /// The server itself: a deadline passed, a draw was made. Written `server`.
    Server,
    /// A participant, in the control stream.
    Participant(Participant),
    /// One end of a conversation.
    Side(Side),
}

impl fmt::Display for Actor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Server => f.write_str("server"),
            Self::Participant(participant) => participant.fmt(f),
            Self::Side(side) => side.fmt(f),
        }
    }
}

impl FromStr for Actor {
    type Err = rulebook::ids::BadId;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "server" => Ok(Self::Server),
            "judge" => Ok(Self::Side(Side::Judge)),
            "witness" => Ok(Self::Side(Side::Witness)),
            _ => text.parse().map(Self::Participant),
        }
    }
}

/// An event of a contest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// In the control stream.
    Control(ControlEvent),
    /// In a conversation.
    Conversation(ConversationId, ConversationEvent),
}

impl Event {
    /// The stream it belongs to.
    #[must_use]
    pub fn stream(&self) -> Stream {
        match self {
            Self::Control(_) => Stream::Control,
            Self::Conversation(id, _) => Stream::Conversation(*id),
        }
    }
}

/// An event of the control stream.
///
/// `docs/record.md` has a table for each variant, made from these comments: a comment says what the event records and
/// when, `x-actor` gives the actors ([`Contest::permit`](crate::contest::Contest::permit) decides).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ControlEvent {
    /// The contest exists: its name, its rules and its participants. The first event of every record, and there is only
    /// one.
    #[schemars(extend("x-actor" = ["server"]))]
    Opened {
        /// The rules and settings of the contest.
        terms: Terms,
        /// The origin of the seed of every draw.
        seed: SeedSource,
        /// The names of all participants.
        #[serde(rename = "roster")]
        private: Private<Roster>,
    },
    /// The server keeps the secret that `opened` commits to, so that a restart does not lose it. Recorded right after
    /// `opened`; there is none in a rehearsal.
    #[schemars(extend("x-actor" = ["server"]))]
    SecretDrawn {
        /// The secret; `assignment-opened` makes it public at the end.
        #[serde(rename = "secret")]
        private: Private<Kept>,
    },
    /// The organiser edited the contest file: from here on, these are the rules and the participants. Recorded before
    /// the first round; after the draw, only if the draw remains valid.
    #[schemars(extend("x-actor" = ["organiser"]))]
    Revised {
        /// The rules and settings of the contest.
        terms: Terms,
        /// The labels with another bearer or none from here on, and the new labels.
        others: BTreeSet<Participant>,
        /// The names of all participants.
        #[serde(rename = "roster")]
        private: Private<Roster>,
    },
    /// Another person takes a person's place and label. Recorded at any time before the close; words and answers under
    /// the label stay.
    #[schemars(extend("x-actor" = ["organiser"]))]
    Replaced {
        /// The label: that of a judge, a confederate or a referee.
        who: Participant,
        /// The name of the new person.
        #[serde(rename = "name")]
        private: Private<PersonName>,
        /// The reason, in the organiser's words.
        reason: Private<Reason>,
    },
    /// A participant or the committee added a text to the seed of a draw. Recorded before that draw is made, once for
    /// each giver.
    #[schemars(extend("x-actor" = ["organiser", "J1", "C1"]))]
    Contributed {
        /// The draw: that of the assignment, or the toss of a coin.
        matter: Matter,
        /// The giver of the text. The organiser is the actor of the committee's contribution.
        by: Contributor,
        /// The text: one line of 1 to 200 characters.
        value: String,
    },
    /// A participant will not take part, and the draw is made without them. Recorded before the draw.
    #[schemars(extend("x-actor" = ["organiser"]))]
    LeftOut {
        /// All participants who are left out by now, not only the new ones.
        left: BTreeSet<Participant>,
        /// The reason, in the organiser's words.
        #[serde(rename = "reason")]
        private: Private<Reason>,
    },
    /// The assignment is drawn: the witnesses of each judge (of a given plan, the bearers of its labels) and their
    /// seats. Only the commitment to it is public. Recorded once, before the first round.
    #[schemars(extend("x-actor" = ["organiser"]))]
    AssignmentCommitted {
        /// The seed and the assignment that it draws; `assignment-opened` makes both public at the end.
        #[serde(rename = "secret")]
        private: Private<Secret>,
    },
    /// A participant is in place for the next round. Recorded between rounds, as often as it becomes so.
    #[schemars(extend("x-actor" = ["J1", "C1", "E1"]))]
    Ready {
        /// The participant; the actor is the same.
        who: Participant,
    },
    /// A participant who was in place is no longer. Recorded between rounds.
    #[schemars(extend("x-actor" = ["J1", "C1", "E1"]))]
    NotReady {
        /// The participant; the actor is the same.
        who: Participant,
    },
    /// A round begins: its judges may type from this moment, and the clock of its talk runs.
    #[schemars(extend("x-actor" = ["organiser"]))]
    RoundOpened {
        /// The round.
        round: RoundNumber,
    },
    /// The talk of a round is over, and ballots are asked for where the rulebook asks after each interview. From the
    /// server when the time is over, when every transcript of the round was read to its end, or when every interview
    /// was ended, at least one with a verdict; from the organiser before.
    #[schemars(extend("x-actor" = ["server", "organiser"]))]
    TalkClosed {
        /// The round.
        round: RoundNumber,
    },
    /// The ballots of a round can no longer be changed. From the server when the time is over, from the organiser
    /// before.
    #[schemars(extend("x-actor" = ["server", "organiser"]))]
    RoundClosed {
        /// The round.
        round: RoundNumber,
    },
    /// A server takes the contest up: at its beginning, and again whenever no server held the contest's timer for a
    /// while.
    #[schemars(extend("x-actor" = ["server"]))]
    TakenUp {
        /// The pace of the contest's clock from here. 1000 is real time; a contest with people has no other pace.
        #[schemars(extend("x-unit" = "contest milliseconds in a real second"))]
        pace_per_mille: u32,
        /// The last moment at which the contest is known to have run. Clocks have been stopped since, as in a pause;
        /// `resumed` follows when they start again. Absent where no clock ran.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        stood_since: Option<Timestamp>,
        /// The server ran throughout and no other server held the timer, but events could not be stored: its disk
        /// stalled. If that lasted at most a minute, clocks start again by themselves.
        #[serde(default, skip_serializing_if = "is_no")]
        held: bool,
    },
    /// The organiser continued from an older copy of the store: signed events are lost. From here on the record is
    /// another history than the signed one, under another key.
    #[schemars(extend("x-actor" = ["organiser"]))]
    Restored {
        /// The number of events in the copy.
        #[schemars(extend("x-unit" = "events"))]
        kept: u64,
        /// The number of events that the last signed checkpoint covered; those beyond `kept` are lost.
        #[schemars(extend("x-unit" = "events"))]
        lost_size: u64,
        /// The root that the last signed checkpoint named.
        #[schemars(with = "String", regex(pattern = r"^[0-9a-f]{64}$"))]
        lost_root: Hash,
        /// The key that signs from here, in the form of `verifier.key`; its name identifies the lost checkpoint.
        key: String,
    },
    /// The organiser stops the clocks: no participant may type, and no time passes. A second such event may give the
    /// reason for a pause that had none, while the clocks are stopped.
    #[schemars(extend("x-actor" = ["organiser"]))]
    Paused {
        /// The reason, in the organiser's words; empty where there was no time to write it, and then a second such
        /// event may give it.
        #[serde(rename = "reason")]
        private: Private<Reason>,
        /// The organiser's message to all participants about it: 1 to 200 characters. Public at once, so it must not
        /// identify a witness. Absent where participants only see that it happened.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        told: Option<String>,
    },
    /// Clocks start again; every deadline is later by the time that they were stopped. From the organiser; from the
    /// server where clocks were stopped because no server ran, and that was short or its countdown is over.
    #[schemars(extend("x-actor" = ["server", "organiser"]))]
    Resumed {},
    /// The organiser gives more time: the deadline of the present phase is later.
    #[schemars(extend("x-actor" = ["organiser"]))]
    Extended {
        /// The time added: a second to an hour.
        #[serde(with = "millis")]
        #[schemars(with = "u64", extend("x-unit" = "milliseconds"))]
        by_ms: Duration,
        /// The reason, in the organiser's words.
        #[serde(rename = "reason")]
        private: Private<Reason>,
        /// The organiser's message to all participants about it: 1 to 200 characters. Public at once, so it must not
        /// identify a witness. Absent where participants only see that it happened.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        told: Option<String>,
    },
    /// The organiser made an announcement. Recorded until the close; it stays on its readers' pages until the next
    /// round opens.
    #[schemars(extend("x-actor" = ["organiser"]))]
    Announced {
        /// The recipients: `everybody`, `judges`, `confederates`, `referees`, or one judge or confederate, such as
        /// `J3`. Never an entry.
        #[schemars(with = "String", regex(pattern = crate::announcement::ADDRESSEE_PATTERN))]
        to: Addressee,
        /// The text: 1 to 500 characters.
        #[serde(rename = "words")]
        private: Private<Reason>,
    },
    /// The organiser ends one interview before its time; no ballot is asked for it.
    #[schemars(extend("x-actor" = ["organiser"]))]
    InterviewAborted {
        /// The interview.
        interview: InterviewId,
        /// The reason, in the organiser's words.
        #[serde(rename = "reason")]
        private: Private<Reason>,
    },
    /// The rounds to come are redrawn: because a participant has left for good or has come late, or because a round has
    /// to be played again. Recorded between rounds; for a round that is played again, also while that round runs and
    /// during the end ballots.
    #[schemars(extend("x-actor" = ["organiser"]))]
    Replanned {
        /// All participants who have left by now, not only the new ones.
        left: BTreeSet<Participant>,
        /// The participant who joins, under the next free label. An entry that joins while another leaves takes that
        /// one's seats in the rounds to come. Absent where there is none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        joined: Option<Joined>,
        /// The name of the participant who joins. Absent where there is none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        newcomer: Option<Private<Newcomer>>,
        /// The round that is played again, with the seats it had, before the other rounds to come. Its interviews do
        /// not count. Absent where there is none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        again: Option<RoundNumber>,
        /// The last round that was opened; it and those before it stay as they were. Absent before the first round.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        after: Option<RoundNumber>,
        /// The reason, in the organiser's words.
        reason: Private<Reason>,
        /// The new plan, drawn from the seed of the contest.
        #[serde(rename = "plan")]
        private: Private<NewPlan>,
    },
    /// A ruling that an entry is out of the contest: its conversations stay in the record, and it receives no place.
    /// Recorded at any time; after `closed` the result is counted again.
    #[schemars(extend("x-actor" = ["organiser"]))]
    Disqualified {
        /// The entry.
        entry: EntryId,
        /// The authority that decided; the organiser records it.
        by: Authority,
        /// The rule that allows it, as its document names it: 1 to 60 characters.
        rule: String,
        /// The reason, in the organiser's words.
        #[serde(rename = "reason")]
        private: Private<Reason>,
    },
    /// A ruling that an entry is no longer out. Recorded at any time; after `closed` the result is counted again.
    #[schemars(extend("x-actor" = ["organiser"]))]
    Reinstated {
        /// The entry.
        entry: EntryId,
        /// The authority that decided; the organiser records it.
        by: Authority,
        /// The rule that allows it, as its document names it: 1 to 60 characters.
        rule: String,
        /// The reason, in the organiser's words.
        #[serde(rename = "reason")]
        private: Private<Reason>,
    },
    /// A ruling that makes parts of a closed contest public; before, only its organiser may read them. Recorded after
    /// `closed`, as often as more is released. A release is never withdrawn.
    #[schemars(extend("x-actor" = ["organiser"]))]
    Released {
        /// The parts that become public, besides those released before.
        parts: BTreeSet<ReleasablePart>,
        /// The authority that decided; the organiser records it.
        by: Authority,
        /// The rule that allows it, as its document names it: 1 to 60 characters.
        rule: String,
        /// The reason why now, in the organiser's words.
        #[serde(rename = "reason")]
        private: Private<Reason>,
    },
    /// A ruling that private parts are taken out of the record: its keepers drop them, and the commitments to them
    /// stay. Recorded after `closed`, before and after a release.
    #[schemars(extend("x-actor" = ["organiser"]))]
    Deleted {
        /// The deleted parts, in the order of the record: 1 to 100000 parts of earlier events, none of them named
        /// before, none of them a ballot's answers, a ranking, a vote, a belief, a draw, a plan, or the place of a
        /// conversation in its source.
        parts: BTreeSet<PartPlace>,
        /// The writer, where all texts of one participant are deleted; the person with the new name, where there is a
        /// `roster`. Absent where single parts are deleted.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        whose: Option<Participant>,
        /// The authority that decided; the organiser records it.
        by: Authority,
        /// The rule that allows it, as its document names it: 1 to 60 characters.
        rule: String,
        /// The names of all participants from here on, where a person was given a pseudonym. Absent where there is
        /// none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        roster: Option<Private<Roster>>,
        /// The reason, in the organiser's words and without the deleted content.
        #[serde(rename = "reason")]
        private: Private<Reason>,
    },
    /// A participant consented to the publication of their part, on a form or by word. Recorded at any time; the last
    /// consent counts. Without one, the rules decide about the publication.
    #[schemars(extend("x-actor" = ["organiser"]))]
    Consented {
        /// The participant: not the organiser.
        who: Participant,
        /// The extent of the publication.
        scope: Scope,
        /// The licence for others' use of the participant's words, as they named it: one line of 1 to 60 characters.
        /// Only with `words`; absent where they named none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        licence: Option<String>,
    },
    /// A conversation held elsewhere is a witness of this contest: its place in its source, and the turns that judges
    /// are shown. Recorded when the contest is set up, once for each witness, where judges read transcripts.
    #[schemars(extend("x-actor" = ["server"]))]
    SourceLoaded {
        /// Its source: the position in the `sources` of the terms, from 1.
        source: u16,
        /// Its label: that of a confederate where a person answered, that of an entry where a program did.
        who: Participant,
        /// Its place in the source, and the number of shown turns.
        conversation: Private<ShownConversation>,
        /// The turns, each with its lines in order.
        #[serde(rename = "turns")]
        private: Private<Vec<Vec<ShownLine>>>,
    },
    /// A judge who reads a transcript estimated, after one turn of it, how likely the witness is human, and is shown
    /// the next turn. The estimate cannot be changed.
    #[schemars(extend("x-actor" = ["J1"]))]
    BeliefGiven {
        /// The conversation that the judge reads.
        conversation: ConversationId,
        /// The turn after which it was asked, from 1.
        turn: u16,
        /// The belief.
        #[serde(rename = "belief")]
        private: Private<Belief>,
    },
    /// A ballot: the form about one interview, as it was sealed. A later one about the same interview from the same
    /// side replaces it. From its voter; from the server where a draft counts.
    #[schemars(extend("x-actor" = ["J1", "C1", "server"]))]
    BallotCast {
        /// The interview that it is about.
        interview: InterviewId,
        /// The voter's side. It is the witness's where both sides guess; the seat `only` in it is then the judge's.
        /// Absent where it is the judge's.
        #[serde(default = "judge", skip_serializing_if = "is_judge")]
        #[schemars(extend("default" = "judge"))]
        from: Side,
        /// The way in which it came to count; absent where it was sealed.
        #[serde(default, skip_serializing_if = "Counted::is_sealed")]
        #[schemars(extend("default" = "sealed"))]
        counted: Counted,
        /// The answers that are scored: all but the reason in words.
        #[serde(rename = "answers")]
        private: Private<Answers<Seat>>,
        /// The reason in words: a part of its own, so that it can be deleted without the vote. Absent where none was
        /// given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<Private<String>>,
    },
    /// A referee stepped in with a confederate, flagged a moment, or wrote to the organiser; or the organiser did so in
    /// a referee's stead. Recorded until the close, where the rulebook has referees.
    #[schemars(extend("x-actor" = ["F1", "organiser"]))]
    Refereed {
        /// The referee or organiser; the actor is the same.
        by: Participant,
        /// The act, with its conversation or confederate if it has one.
        #[serde(rename = "deed")]
        private: Private<Deed>,
        /// The words to the confederate about a warning, a limit, a muting or a striking; for other acts, the reason.
        /// Absent where none were given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        words: Option<Private<Reason>>,
    },
    /// All rounds of a trial are over, and its end ballots are open. There is no such event where the rulebook asks
    /// nothing at the end.
    #[schemars(extend("x-actor" = ["server"]))]
    EndBallotsOpened {
        /// The trial, from 1.
        trial: u16,
    },
    /// A judge ranked the witnesses. A later ranking of the same judge in the same trial replaces it. From the judge;
    /// from the server where a draft counts.
    #[schemars(extend("x-actor" = ["J1", "server"]))]
    RankingCast {
        /// The judge who ranked.
        judge: JudgeId,
        /// The trial, from 1.
        trial: u16,
        /// The way in which it came to count; absent where it was sealed.
        #[serde(default, skip_serializing_if = "Counted::is_sealed")]
        #[schemars(extend("default" = "sealed"))]
        counted: Counted,
        /// The order.
        #[serde(rename = "ranking")]
        private: Private<Ranking>,
    },
    /// The end ballots of a trial can no longer be changed. From the server when the time is over, from the organiser
    /// before.
    #[schemars(extend("x-actor" = ["server", "organiser"]))]
    EndBallotsClosed {
        /// The trial, from 1.
        trial: u16,
    },
    /// A ruling that a ballot or ranking may be given after its time, until the close. Recorded before `closed` and
    /// before any vote or coin: for a form that was asked, whose time is over, and on which nothing was given. It delays
    /// nothing, and the form may stay blank.
    #[schemars(extend("x-actor" = ["organiser"]))]
    LateBallotAllowed {
        /// The form.
        of: CastForm,
        /// The authority that decided; the organiser records it.
        by: Authority,
        /// The rule that allows it, as its document names it: 1 to 60 characters.
        rule: String,
        /// The reason, in the organiser's words.
        #[serde(rename = "reason")]
        private: Private<Reason>,
    },
    /// An incident with an entry. The organiser sees it, a judge never.
    #[schemars(extend("x-actor" = ["server", "E1"]))]
    IncidentReported {
        /// The incident, with its interview.
        #[serde(rename = "incident")]
        private: Private<Incident>,
    },
    /// An entry received a line of its judge in other characters, because its protocol does not carry those that were
    /// typed. Recorded when the line is finished.
    #[schemars(extend("x-actor" = ["E1"]))]
    LineSpelled {
        /// Both lines, with the interview.
        #[serde(rename = "line")]
        private: Private<Spelled>,
    },
    /// The files and settings of an entry, sealed until the end. Recorded when its program is first started, and again
    /// when they have changed.
    #[schemars(extend("x-actor" = ["server", "E1"]))]
    EntryDeposited {
        /// Its files and settings.
        #[serde(rename = "deposit")]
        private: Private<Deposit>,
    },
    /// The cost of an entry's answers. Recorded after an answer of an entry that is a language model.
    #[schemars(extend("x-actor" = ["server", "E1"]))]
    UsageReported {
        /// The cost, with the interview.
        #[serde(rename = "usage")]
        private: Private<Usage>,
    },
    /// The organiser put a matter of dispute to the judges, as a yes-or-no question. They are asked when every ballot
    /// is in. Only under rules by which the judges decide (`majority` among the tie-breaks of `score`).
    #[schemars(extend("x-actor" = ["organiser"]))]
    MatterPut {
        /// The number of the matter, from 1.
        matter: u16,
        /// The question: 1 to 500 characters.
        #[serde(rename = "words")]
        private: Private<Reason>,
    },
    /// Every ballot is in, and the rules let the judges decide: each is asked which of the level entries was more
    /// human, or the question of a matter of dispute. Matters come first.
    #[schemars(extend("x-actor" = ["server"]))]
    VoteCalled {
        /// The number of the vote, from 1.
        vote: u16,
        /// The level entries; none where it is about a matter.
        between: BTreeSet<EntryId>,
        /// The matter of dispute; absent where it is between entries.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        matter: Option<u16>,
    },
    /// A judge votes. A later vote of the same judge in the same matter replaces it.
    #[schemars(extend("x-actor" = ["J1"]))]
    VoteCast {
        /// The number of the vote, from 1.
        vote: u16,
        /// The judge who votes.
        judge: JudgeId,
        /// The judge's choice.
        #[serde(rename = "preference")]
        private: Private<Preference>,
    },
    /// The votes of a matter can no longer be changed. From the server when every judge who is asked has voted, or
    /// after 10 minutes of contest time; from the organiser before.
    #[schemars(extend("x-actor" = ["server", "organiser"]))]
    VoteClosed {
        /// The number of the vote, from 1.
        vote: u16,
    },
    /// Every ballot is in, and entries are level in all that decides before a coin, or no majority decided a matter of
    /// dispute: a coin will be tossed. The judges and the organiser contribute to its seed.
    #[schemars(extend("x-actor" = ["server"]))]
    CoinCalled {
        /// The number of the coin, from 1.
        coin: u16,
        /// The level entries; none where it is about a matter.
        between: BTreeSet<EntryId>,
        /// The matter of dispute; absent where it is between entries.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        matter: Option<u16>,
        /// The commitment to the server's secret of this coin, which is derived from the secret of the contest.
        commitment: Commitment,
    },
    /// The coin is tossed: its secret and the contributions to it make its seed, which puts the entries in order or
    /// answers the question of a matter. Recorded when every judge has contributed, or after 60 s of contest time.
    #[schemars(extend("x-actor" = ["server"]))]
    CoinTossed {
        /// The number of the coin, from 1.
        coin: u16,
        /// The server's secret of this coin.
        secret: DrawnSecret,
        /// The seed.
        seed: Seed,
    },
    /// The secrets of the beginning are opened, so that readers can check them against their commitments. Recorded
    /// after all votes and tosses, right before `closed`.
    #[schemars(extend("x-actor" = ["server"]))]
    AssignmentOpened {
        /// The secret that the server drew before any contribution. Absent from a rehearsal, whose seed is fixed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        secret: Option<DrawnSecret>,
        /// The seed of every draw.
        seed: Seed,
        /// The last plan: the witnesses of each judge, and their seats.
        assignment: Assignment,
    },
    /// The contest is over. The last event of a finished record, but for rulings that come later.
    #[schemars(extend("x-actor" = ["server"]))]
    Closed {},
}

/// An event of a conversation. Comments and `x-actor` as in [`ControlEvent`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ConversationEvent {
    /// One key was pressed, where single keys travel.
    #[schemars(extend("x-actor" = ["judge", "witness"]))]
    Key {
        /// The id that the client gave to this key, so that a resend is recognised.
        id: ClientId,
        /// The time of the key press by the client's own clock; absent where the client gives none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        sent: Option<Timestamp>,
        /// The key.
        #[serde(rename = "key")]
        private: Private<Pressed>,
    },
    /// An utterance was finished, where whole messages or lines travel.
    #[schemars(extend("x-actor" = ["judge", "witness"]))]
    Said {
        /// The id that the client gave to this utterance, so that a resend is recognised.
        id: ClientId,
        /// The time of sending by the client's own clock; absent where the client gives none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        sent: Option<Timestamp>,
        /// The text.
        #[serde(rename = "text")]
        private: Private<Text>,
    },
    /// A witness gave a whole line where single keys travel: the platform types it, key by key, in `shown` events.
    #[schemars(extend("x-actor" = ["witness"]))]
    Line {
        /// The id that the client gave to this line, so that a resend is recognised.
        id: ClientId,
        /// The time of sending by the client's own clock; absent where the client gives none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        sent: Option<Timestamp>,
        /// The text.
        #[serde(rename = "text")]
        private: Private<Text>,
    },
    /// The judge showed the witness a file: a picture, a sound or a short video. The witness is shown it at once.
    #[schemars(extend("x-actor" = ["judge"]))]
    Attached {
        /// The id that the client gave to this file, so that a resend is recognised.
        id: ClientId,
        /// The time of sending by the client's own clock; absent where the client gives none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        sent: Option<Timestamp>,
        /// The playing time, by which its answer is timed; absent from a picture. The file repeats it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(extend("x-unit" = "milliseconds"))]
        plays_ms: Option<u64>,
        /// The file. Its bytes are beside the record, under its hash.
        #[serde(rename = "file")]
        private: Private<AttachmentFile>,
        /// The judge's description of it: one line of 1 to 200 characters. Absent where there is none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        description: Option<Private<String>>,
    },
    /// The judge is shown the next piece of the witness's words: a key, or an utterance. The piece follows from the
    /// events before it, the rulebook and the seed. The time of this event is the time at which the judge was shown it.
    #[schemars(extend("x-actor" = ["server"]))]
    Shown {
        /// The `number`, in this stream, of the witness's event that completed the utterance of this piece.
        of: u64,
        /// The moment of release, drawn from the seed under the rulebook's delivery, and later by all the time that
        /// clocks were stopped.
        released: Timestamp,
        /// True if the platform made this key: a slip, or the correction of one. Absent where it did not.
        #[serde(default, skip_serializing_if = "is_no")]
        invented: bool,
        /// True if the utterance of this piece was given after the moment drawn for it, and so began at once. Absent
        /// where it was not.
        #[serde(default, skip_serializing_if = "is_no")]
        late: bool,
    },
}

impl ConversationEvent {
    /// True if none of its parts was taken out.
    fn is_whole(&self) -> bool {
        match self {
            Self::Key { private, .. } => private.held().is_some(),
            Self::Said { private, .. } | Self::Line { private, .. } => private.held().is_some(),
            Self::Attached { private, description, .. } => {
                private.held().is_some() && description.as_ref().is_none_or(|words| words.held().is_some())
            }
            Self::Shown { .. } => true,
        }
    }
}

/// The file of an [`Attached`](ConversationEvent::Attached) as it is shown; `None` where it was taken out of the
/// record. A deleted description counts as none.
#[must_use]
pub fn shown_file(file: &Private<AttachmentFile>, description: Option<&Private<String>>) -> Option<ShownFile> {
    let description = description.and_then(Private::held).cloned();
    file.held().map(|file| ShownFile { file: *file, description })
}

/// An id that a client makes for each thing it sends: 1 to 32 letters, digits, hyphens, dots or underscores of ASCII.
/// An id that ends in a hyphen and a number (for a part: a number, a dot and another) also gives the order in which its
/// client sent things; such a number has at most 15 digits.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(extend(
    "pattern" = "^[A-Za-z0-9._-]{1,32}$",
    "x-not" = "-([0-9]{16,}([.][0-9]+)?|[0-9]+[.][0-9]{16,})$"
))]
pub struct ClientId(String);

/// The error for a text that is no client id.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "a client's id is 1 to 32 letters, digits, hyphens, dots or underscores; a number at its end has at most 15 digits"
)]
pub struct BadClientId;

/// The most digits of a number at the end of a client's id: every reader can count as far.
const ORDER_DIGITS: usize = 15;

impl TryFrom<String> for ClientId {
    type Error = BadClientId;

    fn try_from(text: String) -> Result<Self, BadClientId> {
        let fits = (1..=32).contains(&text.len())
            && text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.' | b'_'));
        let id = Self(text);
        let is_counted = id.order().is_none_or(|(_, number, part)| number.len().max(part.len()) <= ORDER_DIGITS);
        if fits && is_counted { Ok(id) } else { Err(BadClientId) }
    }
}

impl ClientId {
    /// True when the same client numbered this one before the other.
    #[must_use]
    pub fn is_before(&self, other: &Self) -> bool {
        match (self.numbered(), other.numbered()) {
            (Some((client, number)), Some((of, latest))) => client == of && number < latest,
            _ => false,
        }
    }

    /// The text before the last hyphen, and the numbers after it: of the thing, and of its part.
    fn numbered(&self) -> Option<(&str, (u64, u64))> {
        let (client, number, part) = self.order()?;
        Some((client, (number.parse().ok()?, part.parse().ok()?)))
    }

    /// As `numbered`, with the numbers as texts of any length.
    fn order(&self) -> Option<(&str, &str, &str)> {
        let (client, number) = self.0.rsplit_once('-')?;
        let (number, part) = number.split_once('.').unwrap_or((number, "0"));
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        (is_number(number) && is_number(part)).then_some((client, number, part))
    }

    /// The id of the nth thing, from 0, sent under this id; the first keeps the id itself.
    #[must_use]
    pub fn part(&self, n: usize) -> Self {
        match n {
            0 => self.clone(),
            n => {
                let suffix = format!(".{n}");
                Self(format!("{}{suffix}", &self.0[..self.0.len().min(32 - suffix.len())]))
            }
        }
    }
}

impl From<ClientId> for String {
    fn from(id: ClientId) -> Self {
        id.0
    }
}

/// One key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Pressed {
    /// The key that was pressed: a character from space to `~` of ASCII, or `Return`, `BackSpace` or `Tab`.
    pub key: Key,
}

/// One utterance.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Text {
    /// The utterance in full, without a line break at its end.
    pub text: String,
}

/// The rules and settings of a contest: everything that the organiser wrote down but for names and the seed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Terms {
    /// The contest's name, for people.
    pub name: String,
    /// The name of the person or body that runs the contest.
    pub organiser: String,
    /// The rules in force: the rulebook with the organiser's changes.
    #[serde(deserialize_with = "rulebook::reader::recorded")]
    pub rulebook: Box<Rulebook>,
    /// The participants that are played by scripts and not by people; empty in a contest.
    pub scripted: BTreeSet<Participant>,
    /// Facts about the entries from before the contest that bear on awards; absent where there are none.
    #[serde(default, skip_serializing_if = "Beforehand::is_empty")]
    pub beforehand: Box<Beforehand>,
    /// The committee's decisions and the participants' attestations before the contest; absent where there is no
    /// committee.
    #[serde(default, skip_serializing_if = "Settled::is_empty")]
    pub settled: Box<Settled>,
    /// The plan of all meetings, where the organiser gave one: it names labels, and the draw assigns their bearers.
    /// Absent where the design of the rulebook makes the plan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan: Option<Box<GivenPlan>>,
    /// The number of referees; absent where there are none.
    #[serde(default, skip_serializing_if = "is_none_of_them")]
    pub referees: u16,
    /// The public keys of the contest's cosigners, which receive heads of the record while it grows, and sign them;
    /// absent where there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cosigners: Vec<String>,
    /// SHA-256 of every source, in the order in which `source-loaded` counts them, where judges read transcripts;
    /// absent elsewhere.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<String>", inner(regex(pattern = r"^[0-9a-f]{64}$")))]
    pub sources: Vec<Hash>,
    /// The time that clocks stay stopped after a server is back, before they start again by themselves: they are
    /// stopped while no server runs. Absent where they wait for the organiser.
    #[serde(default, rename = "countdown_ms", with = "millis_if_any", skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<u64>", extend("x-unit" = "milliseconds"))]
    pub countdown: Option<Duration>,
    /// How far the clocks at the contest are ahead of UTC, in minutes, negative behind it. Pages tell times by them; the record
    /// keeps UTC. Absent for UTC.
    #[serde(default, rename = "zone_min", skip_serializing_if = "Zone::is_utc")]
    #[schemars(with = "i16", range(min = -1080, max = 1080), extend("x-unit" = "minutes", "default" = 0))]
    pub zone: Zone,
}

/// The place of a shown conversation in its source.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShownConversation {
    /// The source's own name.
    pub of: String,
    /// The name that the source's record gives the conversation, such as `R2-J1-left`.
    pub name: String,
    /// The number of shown turns.
    pub turns: u16,
}

/// A line of a turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShownLine {
    /// Its speaker, in the conversation that is shown.
    pub by: Side,
    /// Its text: 1 to 4000 characters.
    pub text: String,
}

/// A judge's estimate that a witness is human.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Belief {
    /// From 0, surely not, to 100, surely.
    #[schemars(range(max = 100), extend("x-unit" = "per cent"))]
    pub human: u8,
}

/// The names of all participants.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Roster {
    /// Names of the judges: first that of J1, then that of J2 …
    pub judges: Vec<String>,
    /// Names of the confederates, from C1.
    pub confederates: Vec<String>,
    /// The entries, from E1.
    pub entries: Vec<EntryCard>,
    /// Names of the referees, from F1; absent where there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub referees: Vec<String>,
    /// Names of the committee's members; absent where there is none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub committee: Vec<String>,
}

/// An entry as the result names it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EntryCard {
    /// The name of the program.
    pub name: String,
    /// The name of the person or team behind it.
    pub contestant: String,
    /// The protocol it speaks, such as `stdio` or `lpp`.
    pub protocol: String,
}

/// The name of a person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PersonName {
    /// The name: 1 to 100 characters.
    pub name: String,
}

/// A participant who joins a contest that has begun.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Joined {
    /// The label: the next that is free.
    pub who: Participant,
    /// True if an entry is an open-source program that the organisers entered; absent where it is not.
    #[serde(default, skip_serializing_if = "is_no")]
    pub open_source: bool,
    /// The rulebook's opening words that its entrant chose; absent where none were chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<String>,
}

/// The name of a participant who joins a contest that has begun.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Newcomer {
    /// A judge or a confederate.
    Person(PersonName),
    /// An entry.
    Entry(EntryCard),
}

/// The draw of a contest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Secret {
    /// The seed of every draw.
    pub seed: Seed,
    /// The witnesses of each judge, and their seats.
    pub assignment: Assignment,
}

/// The secret of the server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Kept {
    /// The 32 bytes that the server drew before any contribution.
    pub secret: DrawnSecret,
}

/// The continuation of a record from an older copy of its store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Restored {
    /// The number of events in the copy.
    pub kept: u64,
    /// The number of events that the last signed head covered.
    pub lost_size: u64,
    /// The root of that head.
    pub lost_root: Hash,
    /// The key that signs from there, in the form of C2SP signed notes.
    pub key: String,
}

impl Restored {
    /// True if this head, which the record does not continue, is one of the lost ones.
    #[must_use]
    pub fn names(&self, head: &Checkpoint) -> bool {
        let is_new = self.key.split('+').next() == Some(&*head.origin);
        let is_last = head.size == self.lost_size && head.root == self.lost_root;
        !is_new && (is_last || (self.kept + 1..self.lost_size).contains(&head.size))
    }
}

/// Words in the record: the reason for an act, an announcement, a referee's words, or the question of a matter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Reason {
    /// The words, at most 500 characters.
    pub reason: String,
}

impl Reason {
    /// The longest such text, in characters.
    pub const MAX_CHARS: usize = 500;

    /// The longest message to participants about an intervention, in characters.
    pub const TOLD_MAX_CHARS: usize = 200;
}

/// A judge's order of all witnesses met.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ranking {
    /// Every conversation of this judge in the trial, most human first; those in one group are level.
    pub order: Vec<Vec<ConversationId>>,
}

/// Facts about the entries from before the contest that bear on awards.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Beforehand {
    /// The entries that are open-source programs which the organisers entered; absent where there are none.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub open_source: BTreeSet<EntryId>,
    /// The entries that are the rulebook's baselines; absent where none was named.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub baselines: BTreeSet<EntryId>,
    /// The places of the entries in the selection, best first; those in one group are level. Absent where there was no
    /// selection.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub selection: Vec<Vec<EntryId>>,
    /// The sums that earlier contests added to the purses, by the ids of awards; absent where there are none.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub carried: BTreeMap<String, Money>,
    /// The rulebook's opening words that entrants chose: typed for their programs where these begin otherwise.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub openings: BTreeMap<EntryId, String>,
}

impl Beforehand {
    fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// The committee's decisions and the participants' attestations before the contest: public when it is opened.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Settled {
    /// The decisions, by the ids of the rulebook's matters.
    pub texts: BTreeMap<String, String>,
    /// The statements that every participant of the role has attested, by the ids of the rulebook's attestations.
    pub attested: BTreeSet<String>,
    /// The signatures of the committee's members under the decisions and the rulebook; absent where they sign nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub signatures: Vec<Signature>,
}

/// A signature of a member of the committee.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Signature {
    /// The member's public key, for notes.
    pub key: String,
    /// The line of a note that is the signature.
    pub line: String,
}

impl Settled {
    /// All decisions and attestations that these rules ask for, each matter settled by this text: for demonstrations
    /// and rehearsals.
    #[must_use]
    pub fn throughout(rulebook: &Rulebook, text: &str) -> Self {
        let Some(committee) = &rulebook.committee else { return Self::default() };
        Self {
            texts: committee.settles.iter().map(|matter| (matter.id.clone(), text.to_owned())).collect(),
            attested: committee.attestations.iter().map(|attestation| attestation.id.clone()).collect(),
            signatures: Vec::new(),
        }
    }

    /// The ids of the decisions and attestations that these rules ask for and that are missing here.
    #[must_use]
    pub fn missing<'r>(&self, rulebook: &'r Rulebook) -> Vec<&'r str> {
        let committee = rulebook.committee.iter();
        let matters = committee.clone().flat_map(|committee| &committee.settles).map(|matter| &*matter.id);
        let attestations = committee.flat_map(|committee| &committee.attestations).map(|attestation| &*attestation.id);
        let is_blank = |id: &&str| self.texts.get(*id).is_none_or(|text| text.trim().is_empty());
        matters.filter(is_blank).chain(attestations.filter(|id| !self.attested.contains(*id))).collect()
    }

    fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// A judge's choice between level entries, or answer in a matter of dispute.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Preference {
    /// One of the judge's own conversations with the entry; null where the judge cannot choose, and in a matter of
    /// dispute.
    pub preferred: Option<ConversationId>,
    /// The answer in a matter of dispute; absent where the judge cannot say, and between entries.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agrees: Option<bool>,
}

impl Preference {
    /// A choice between level entries; `None` for a judge who cannot choose.
    #[must_use]
    pub const fn between(preferred: Option<ConversationId>) -> Self {
        Self { preferred, agrees: None }
    }

    /// An answer in a matter of dispute; `None` for a judge who cannot say.
    #[must_use]
    pub const fn of_matter(agrees: Option<bool>) -> Self {
        Self { preferred: None, agrees }
    }
}

/// The plan of a contest after redrawing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewPlan {
    /// The whole plan: the rounds played, and those to come.
    pub assignment: Assignment,
}

/// A ballot or a ranking, named by its subject.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "form", rename_all = "kebab-case", deny_unknown_fields)]
pub enum CastForm {
    /// A ballot about an interview.
    Ballot {
        /// The interview.
        interview: InterviewId,
        /// The side that fills it in.
        from: Side,
    },
    /// A judge's ranking at the end of a trial.
    Ranking {
        /// The trial, from 1.
        trial: u16,
        /// The judge who ranks.
        judge: JudgeId,
    },
}

impl CastForm {
    /// The sentence about this form as a draft that counts.
    #[must_use]
    pub fn counted_unsealed(self) -> Message {
        say!("result-draft", form = self.message())
    }

    /// The sentence about this form when it was given after its time.
    #[must_use]
    pub fn given_late(self) -> Message {
        say!("result-late-form", form = self.message())
    }
}

impl Say for CastForm {
    fn message(&self) -> Message {
        match self {
            Self::Ballot { interview, from: Side::Judge } => {
                say!("form-of-judge", judge = interview.judge.to_string(), round = interview.round.number())
            }
            Self::Ballot { interview, from: Side::Witness } => {
                say!("form-of-witness", interview = interview.to_string())
            }
            Self::Ranking { trial, judge } => say!("form-of-trial", judge = judge.to_string(), trial = trial),
        }
    }
}

/// The way in which a ballot came to count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Counted {
    /// The voter sealed it.
    #[default]
    Sealed,
    /// A draft that was complete when the time was over, of a voter who sealed nothing. From the server, right before
    /// the event that closes the form, where the rulebook lets drafts count.
    Draft,
}

impl Counted {
    /// True if it was sealed.
    #[must_use]
    pub fn is_sealed(&self) -> bool {
        *self == Self::Sealed
    }
}

fn judge() -> Side {
    Side::Judge
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks with a reference")]
fn is_judge(side: &Side) -> bool {
    *side == Side::Judge
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks with a reference")]
fn is_no(switch: &bool) -> bool {
    !*switch
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks with a reference")]
fn is_none_of_them(count: &u16) -> bool {
    *count == 0
}

/// An incident with an entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Incident {
    /// The entry.
    pub entry: EntryId,
    /// The interview it was in, or prepared for.
    pub interview: InterviewId,
    /// The kind of trouble, a short word.
    pub kind: String,
    /// The problem and its remedy, in a sentence for the organiser.
    pub detail: String,
}

/// A line that an entry received in other characters than its judge's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Spelled {
    /// The entry.
    pub entry: EntryId,
    /// The interview it is in.
    pub interview: InterviewId,
    /// The line as the judge typed it. A line of more than 1000 characters is recorded in stretches.
    pub typed: String,
    /// The line as the program received it.
    pub told: String,
}

/// The answers of a ballot as the judge gave them, put together from their two parts in the record: the inverse of
/// [`apart`].
#[must_use]
pub fn together(answers: &Private<Answers<Seat>>, reason: Option<&Private<String>>) -> Private<Answers<Seat>> {
    let Private::Held(answers) = answers else { return Private::Redacted };
    let reason = reason.and_then(Private::held).cloned();
    Private::Held(Answers { reason, ..answers.clone() })
}

/// The answers of a ballot as the record keeps them: the scored answers, and the reason in words.
#[must_use]
pub fn apart(mut answers: Answers<Seat>) -> (Private<Answers<Seat>>, Option<Private<String>>) {
    let reason = answers.reason.take().map(Private::Held);
    (Private::Held(answers), reason)
}

/// An event taken apart as the record keeps it: type, public body, private parts.
#[derive(Debug, Clone, PartialEq)]
pub struct Parts {
    /// The event's type, kebab-case.
    pub kind: String,
    /// The public members.
    pub body: Map<String, Value>,
    /// The parts that the record only commits to, by the names of the fields; absent data was redacted.
    pub private: BTreeMap<String, Option<Value>>,
}

/// The error for an event of a record that cannot be understood.
#[derive(Debug, thiserror::Error)]
pub enum UnknownEvent {
    /// The version is not one this program knows.
    #[error("event of version {0}, which this program does not know: use a newer viva")]
    Version(u32),
    /// Stream and actor do not fit together, or one is no id.
    #[error("stream `{stream}` and actor `{actor}` do not fit together")]
    Place {
        /// The stream's text.
        stream: String,
        /// The actor's text.
        actor: String,
    },
    /// The body is not that of its type.
    #[error("`{kind}` with a body that does not fit it")]
    Body {
        /// The event's type.
        kind: String,
        /// The error of serde.
        #[source]
        source: serde_json::Error,
    },
    /// The body has the meaning of an event in another form, or a part of it is private that must be public, or the
    /// reverse.
    #[error("`{kind}` in another form than the one it has: {what}")]
    Form {
        /// The event's type.
        kind: String,
        /// The difference.
        what: String,
    },
}

impl Event {
    /// The names of the private parts that were taken out.
    #[must_use]
    pub fn redacted(&self) -> Vec<String> {
        if let Self::Conversation(_, event) = self
            && event.is_whole()
        {
            return Vec::new();
        }
        self.to_parts().private.into_iter().filter(|(_, data)| data.is_none()).map(|(part, _)| part).collect()
    }

    /// The event that these members and private parts, texts of canonical JSON, make; only if the program would write
    /// it in the same texts. `None` decides nothing: then ask [`Self::from_parts`].
    ///
    /// Nearly every event of a record is read so, without a tree of values for it.
    #[must_use]
    pub fn from_texts(
        stream: Stream,
        (kind, version): (&str, u32),
        body: &[(Cow<'_, str>, &str)],
        private: &[(&str, Option<&str>)],
    ) -> Option<Self> {
        let is_plain =
            |name: &str| name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
        let is_public = |text: &str| !text.contains(MARK);
        let names = body.iter().map(|(name, _)| &**name).chain(private.iter().map(|(name, _)| *name));
        let fits = version == VERSION
            && names.chain([kind]).all(is_plain)
            && body.iter().all(|(_, text)| is_public(text))
            && private.iter().all(|(_, data)| data.is_none_or(|data| data != "null"));
        if !fits {
            return None;
        }
        let mut text = format!(r#"{{"type":"{kind}""#);
        for (name, value) in body {
            _ = write!(text, r#","{name}":{value}"#);
        }
        for (name, data) in private {
            _ = write!(text, r#","{name}":{{"{MARK}":{}}}"#, data.unwrap_or("null"));
        }
        text.push('}');
        let (event, again) = match stream {
            Stream::Control => {
                let event = serde_json::from_str(&text).ok()?;
                let again = serde_json::to_string(&event).ok()?;
                (Self::Control(event), again)
            }
            Stream::Conversation(id) => {
                let event = serde_json::from_str(&text).ok()?;
                let again = serde_json::to_string(&event).ok()?;
                (Self::Conversation(id, event), again)
            }
        };
        have_the_same_members(&text, &again)?.then_some(event)
    }

    /// Takes the event apart as the record keeps it.
    #[must_use]
    pub fn to_parts(&self) -> Parts {
        let value = match self {
            Self::Control(event) => rulebook::json::to_value(event),
            Self::Conversation(_, event) => rulebook::json::to_value(event),
        };
        let Ok(Value::Object(mut body)) = value else { unreachable!("events are objects with string keys") };
        let Some(Value::String(kind)) = body.remove("type") else { unreachable!("events are tagged by type") };
        let mut private = BTreeMap::new();
        body.retain(|name, value| match unmarked(value) {
            None => true,
            Some(data) => {
                private.insert(name.clone(), Some(data).filter(|data| !data.is_null()));
                false
            }
        });
        Parts { kind, body, private }
    }

    /// Puts an event together again from its stream and [`Parts`].
    ///
    /// # Errors
    /// When the version is unknown, or the parts are not those that an event of this type is taken apart into: one
    /// event has one form in the record.
    pub fn from_parts(stream: Stream, version: u32, parts: Parts) -> Result<Self, UnknownEvent> {
        if version != VERSION {
            return Err(UnknownEvent::Version(version));
        }
        let kind = &parts.kind;
        let mut body = parts.body.clone();
        body.insert("type".to_owned(), Value::String(kind.clone()));
        for (name, data) in &parts.private {
            let marked = Map::from_iter([(MARK.to_owned(), data.clone().unwrap_or(Value::Null))]);
            if body.insert(name.clone(), Value::Object(marked)).is_some() {
                let what = format!("`{name}` is both private and public");
                return Err(UnknownEvent::Form { kind: kind.clone(), what });
            }
        }
        let body = Value::Object(body);
        let event = match stream {
            Stream::Control => serde_json::from_value(body).map(Self::Control),
            Stream::Conversation(id) => serde_json::from_value(body).map(|event| Self::Conversation(id, event)),
        };
        let event = event.map_err(|source| UnknownEvent::Body { kind: kind.clone(), source })?;
        let form = event.to_parts();
        if form == parts {
            return Ok(event);
        }
        let what = match () {
            () if form.private.keys().ne(parts.private.keys()) => {
                let names = |private: &BTreeMap<String, _>| private.keys().cloned().collect::<Vec<_>>().join(", ");
                format!("its private parts are ({}), not ({})", names(&parts.private), names(&form.private))
            }
            () if form.private != parts.private => {
                "its private data is not written as the program writes it".to_owned()
            }
            () => "its body is not written as the program writes it".to_owned(),
        };
        Err(UnknownEvent::Form { kind: form.kind, what })
    }
}

/// True if two objects without a space have the same members, in any order; `None` where one does not consist of values
/// in canonical form.
fn have_the_same_members(one: &str, other: &str) -> Option<bool> {
    let (mut members, mut found) = (Vec::new(), 0);
    record::canonical::each_member(one, |name, value| members.push((name, value)))?;
    record::canonical::each_member(other, |name, value| {
        found += usize::from(members.contains(&(name, value)));
    })?;
    // No name occurs twice in written JSON, so equally many members of the same total length are the same.
    Some(found == members.len() && one.len() == other.len())
}

/// The data of a private field as it serialises; `None` for anything else.
fn unmarked(value: &mut Value) -> Option<Value> {
    match value {
        Value::Object(members) if members.len() == 1 => members.get_mut(MARK).map(Value::take),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) | Value::Object(_) => None,
    }
}
