//! The facts: every kind of event a record can hold, in one place.
//!
//! One stream per conversation and one control stream per contest. What is [`Private`] is what the record commits to
//! instead of showing, each field by itself, under the name it has in JSON; nothing outside identifies the witness behind
//! a seat before the assignment is opened. Event types are versioned by [`VERSION`]; an older record keeps its own decode
//! arm.

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
    fmt::{self, Write},
    str::FromStr,
    time::Duration,
};

use record::{Checkpoint, Hash};
use rulebook::{
    Authority, Commitment, ConversationId, DrawnSecret, EntryId, InterviewId, JudgeId, Key, Participant, RoundNumber,
    Rulebook, Seat, Seed, Side, Timestamp,
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
    announcement::{ADDRESSEE_PATTERN, Addressee},
    attachment::{AttachmentFile, ShownFile},
    consent::Scope,
    deletions::PartPlace,
    deposit::{Deposit, Usage},
    private::MARK,
    referee::Deed,
    release::Part,
    seed::{Contributor, Matter, SeedSource},
};

/// Version of the event types in this file.
pub const VERSION: u32 = 2;

/// A fact with its place and time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recorded {
    /// The place in its stream, from 1.
    pub number: u64,
    /// When the server took it in.
    pub time: Timestamp,
    /// Who did it.
    pub actor: Actor,
    /// What happened.
    pub event: Event,
}

/// A fact that has been decided and not yet recorded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    /// Who does it.
    pub actor: Actor,
    /// What happens.
    pub event: Event,
}

/// Where a fact belongs. Written `contest`, or as the conversation's id.
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

/// Who did something. In a conversation only the side is said, so that the stream can be shown while the contest runs.
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

/// What happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// To the contest.
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

/// What can happen to a contest.
///
/// `docs/record.md` has a table of each of these, made from what stands here: the comment says what happened and when it is
/// recorded, `x-actor` who may be the actor of it ([`Contest::permit`](crate::contest::Contest::permit) decides).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ControlEvent {
    /// The contest exists: its name, its rules, and who takes part. The first event of every record, and there is only one.
    #[schemars(extend("x-actor" = ["server"]))]
    Opened {
        /// What is played, and how.
        terms: Terms,
        /// Where the seed of every draw comes from.
        seed: SeedSource,
        /// The names of everybody who takes part.
        #[serde(rename = "roster")]
        private: Private<Roster>,
    },
    /// The server keeps the secret that `opened` commits to, so that a restart does not lose it. Recorded right after
    /// `opened`; there is none in a rehearsal.
    #[schemars(extend("x-actor" = ["server"]))]
    SecretDrawn {
        /// The secret; `assignment-opened` shows it to everybody at the end.
        #[serde(rename = "secret")]
        private: Private<Kept>,
    },
    /// The organiser wrote the contest file anew: from here on this is what is played, and these are those who take part. Recorded
    /// before the first round; once it is drawn who meets whom, only where that draw stands.
    #[schemars(extend("x-actor" = ["organiser"]))]
    Revised {
        /// What is played, and how.
        terms: Terms,
        /// Whose label stands for somebody else from here on, or for nobody any more; whose label is new.
        others: BTreeSet<Participant>,
        /// The names of everybody who takes part.
        #[serde(rename = "roster")]
        private: Private<Roster>,
    },
    /// Somebody else takes a person's place, label and all. Recorded at any time before the close; what was said and answered
    /// under the label stays.
    #[schemars(extend("x-actor" = ["organiser"]))]
    Replaced {
        /// Whose place it is: a judge or a confederate.
        who: Participant,
        /// The name of whoever takes it.
        #[serde(rename = "name")]
        private: Private<PersonName>,
        /// Why, in the organiser's words.
        reason: Private<Reason>,
    },
    /// Somebody added a text to the seed of a draw. Recorded before that draw is made, once for each giver.
    #[schemars(extend("x-actor" = ["organiser", "J1", "C1"]))]
    Contributed {
        /// What the text is for: the draw of who meets whom, or the toss of a coin.
        matter: Matter,
        /// Who gave the text. The organiser is the actor of what the committee gives.
        by: Contributor,
        /// The text: one line of 1 to 200 characters.
        value: String,
    },
    /// Somebody will not take part, and the draw is made without them. Recorded before the draw.
    #[schemars(extend("x-actor" = ["organiser"]))]
    LeftOut {
        /// Everybody who is left out by now, not only those who are new.
        left: BTreeSet<Participant>,
        /// Why, in the organiser's words.
        #[serde(rename = "reason")]
        private: Private<Reason>,
    },
    /// It is drawn who meets whom (who bears the labels of the plan that was given, where there is one), and on which side
    /// everybody sits; everybody sees only the commitment to it. Recorded
    /// once, before the first round.
    #[schemars(extend("x-actor" = ["organiser"]))]
    AssignmentCommitted {
        /// The seed and what it draws; `assignment-opened` shows both to everybody at the end.
        #[serde(rename = "secret")]
        private: Private<Secret>,
    },
    /// A participant is in place for the next round. Recorded between rounds, as often as it becomes so.
    #[schemars(extend("x-actor" = ["J1", "C1", "E1"]))]
    Ready {
        /// Who; the actor is the same.
        who: Participant,
    },
    /// A participant who was in place is no longer. Recorded between rounds.
    #[schemars(extend("x-actor" = ["J1", "C1", "E1"]))]
    NotReady {
        /// Who; the actor is the same.
        who: Participant,
    },
    /// A round begins: its judges may type from this moment, and the clock of its talk runs.
    #[schemars(extend("x-actor" = ["organiser"]))]
    RoundOpened {
        /// Which round.
        round: RoundNumber,
    },
    /// The talk of a round is over, and ballots are asked for where the rulebook asks after each interview. From the server
    /// when the time is over, from the organiser before.
    #[schemars(extend("x-actor" = ["server", "organiser"]))]
    TalkClosed {
        /// Which round.
        round: RoundNumber,
    },
    /// The ballots of a round can no longer be changed. From the server when the time is over, from the organiser before.
    #[schemars(extend("x-actor" = ["server", "organiser"]))]
    RoundClosed {
        /// Which round.
        round: RoundNumber,
    },
    /// A server takes the contest up: at its beginning, and again whenever no server held the contest's timer for a while.
    #[schemars(extend("x-actor" = ["server"]))]
    TakenUp {
        /// How fast the contest's clock runs from here. 1000 is real time; with anything else it is no contest with people.
        #[schemars(extend("x-unit" = "contest milliseconds in a real second"))]
        pace_per_mille: u32,
        /// The last moment that is known to have been a moment of the contest. Clocks have stood still since, as in a pause;
        /// `resumed` follows when they go on. Absent where no clock ran.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        stood_since: Option<Timestamp>,
        /// The server ran all the while and nobody else held the timer, but nothing could be kept: its disk stood still. After at
        /// most a minute of that, clocks go on by themselves.
        #[serde(default, skip_serializing_if = "is_no")]
        held: bool,
    },
    /// The organiser decided to go on from an older copy of the store: events that had been signed are lost. What follows is
    /// another history than the one that was signed, under another key, and says so.
    #[schemars(extend("x-actor" = ["organiser"]))]
    Restored {
        /// How many events there were in the copy.
        #[schemars(extend("x-unit" = "events"))]
        kept: u64,
        /// How many events the last signed checkpoint covered; those beyond `kept` are lost.
        #[schemars(extend("x-unit" = "events"))]
        lost_size: u64,
        /// The root that the last signed checkpoint named.
        #[schemars(with = "String", regex(pattern = r"^[0-9a-f]{64}$"))]
        lost_root: Hash,
        /// The key that signs from here, in the form of `verifier.key`; its name tells the checkpoint that was lost.
        key: String,
    },
    /// The organiser stops the clocks: nobody may type, and no time passes. Once more, while clocks stand still for a pause that had no
    /// reason: here it is.
    #[schemars(extend("x-actor" = ["organiser"]))]
    Paused {
        /// Why, in the organiser's words; empty where there was no time to write it, and then a second such event may tell.
        #[serde(rename = "reason")]
        private: Private<Reason>,
        /// What everybody who takes part is told of it, where the organiser gives words: 1 to 200 characters. Public at once, so
        /// nothing of it may tell who a witness is. Absent where people are told that it happened and no more.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        told: Option<String>,
    },
    /// Clocks go on; every deadline is later by the time that they stood still. From the organiser; from the server where
    /// clocks stood still because no server ran, and that was short or its countdown is over.
    #[schemars(extend("x-actor" = ["server", "organiser"]))]
    Resumed {},
    /// The organiser gives more time: the deadline of what is going on is later.
    #[schemars(extend("x-actor" = ["organiser"]))]
    Extended {
        /// By how much: a second to an hour.
        #[serde(with = "millis")]
        #[schemars(with = "u64", extend("x-unit" = "milliseconds"))]
        by_ms: Duration,
        /// Why, in the organiser's words.
        #[serde(rename = "reason")]
        private: Private<Reason>,
        /// What everybody who takes part is told of it, where the organiser gives words: 1 to 200 characters. Public at once, so
        /// nothing of it may tell who a witness is. Absent where people are told that it happened and no more.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        told: Option<String>,
    },
    /// The organiser told people something, until the close. It stands on their pages until the next round opens.
    #[schemars(extend("x-actor" = ["organiser"]))]
    Announced {
        /// Whom: `everybody`, `judges`, `confederates`, `referees`, or one judge or confederate, such as `J3`. Never a program.
        #[schemars(with = "String", regex(pattern = ADDRESSEE_PATTERN))]
        to: Addressee,
        /// What: 1 to 500 characters.
        #[serde(rename = "words")]
        private: Private<Reason>,
    },
    /// The organiser ends one interview before its time; no ballot is asked for it.
    #[schemars(extend("x-actor" = ["organiser"]))]
    InterviewAborted {
        /// Which interview.
        interview: InterviewId,
        /// Why, in the organiser's words.
        #[serde(rename = "reason")]
        private: Private<Reason>,
    },
    /// The rounds that are still to come are planned anew: because somebody has left for good or has come late, or because a
    /// round that was played has to be played again. Recorded between rounds.
    #[schemars(extend("x-actor" = ["organiser"]))]
    Replanned {
        /// Everybody who has left by now, not only those who are new.
        left: BTreeSet<Participant>,
        /// Who joins, under the next label that is free. An entry that joins while another leaves sits wherever that one
        /// would have sat. Absent where nobody joins.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        joined: Option<Joined>,
        /// The name of who joins. Absent where nobody joins.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        newcomer: Option<Private<Newcomer>>,
        /// The round that is played again, with the seats it had, before what else is to come. Its interviews do not count.
        /// Absent where none is.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        again: Option<RoundNumber>,
        /// The last round that has been played; it and those before it stay as they were. Absent before the first round.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        after: Option<RoundNumber>,
        /// Why, in the organiser's words.
        reason: Private<Reason>,
        /// The new plan, which the seed of the contest draws.
        #[serde(rename = "plan")]
        private: Private<NewPlan>,
    },
    /// It was ruled that an entry is out of the contest: its conversations stay in the record, and it receives no place.
    /// Recorded at any time; after `closed` the result is counted again.
    #[schemars(extend("x-actor" = ["organiser"]))]
    Disqualified {
        /// Which entry.
        entry: EntryId,
        /// Who decided; the organiser records it.
        by: Authority,
        /// The rule that lets them, as its document names it: 1 to 60 characters.
        rule: String,
        /// Why, in the organiser's words.
        #[serde(rename = "reason")]
        private: Private<Reason>,
    },
    /// It was ruled that an entry is no longer out. Recorded at any time; after `closed` the result is counted again.
    #[schemars(extend("x-actor" = ["organiser"]))]
    Reinstated {
        /// Which entry.
        entry: EntryId,
        /// Who decided; the organiser records it.
        by: Authority,
        /// The rule that lets them, as its document names it: 1 to 60 characters.
        rule: String,
        /// Why, in the organiser's words.
        #[serde(rename = "reason")]
        private: Private<Reason>,
    },
    /// It was ruled that everybody may read parts of a contest that is over; before, only its organiser may. Recorded after
    /// `closed`, as often as more is released. What was released stays so.
    #[schemars(extend("x-actor" = ["organiser"]))]
    Released {
        /// What everybody may read from here on, besides what was released before.
        parts: BTreeSet<Part>,
        /// Who decided; the organiser records it.
        by: Authority,
        /// The rule that lets them, as its document names it: 1 to 60 characters.
        rule: String,
        /// Why now, in the organiser's words.
        #[serde(rename = "reason")]
        private: Private<Reason>,
    },
    /// It was ruled that private parts are taken out of the record: whoever keeps it drops them, and the commitments to them stay.
    /// Recorded after `closed`, before and after a release.
    #[schemars(extend("x-actor" = ["organiser"]))]
    Deleted {
        /// What is taken out: 1 to 100000 parts of earlier events, none of them named before, none of them a ballot, a ranking, a
        /// vote or a draw. In the order of the record.
        parts: BTreeSet<PartPlace>,
        /// Whose texts they are, where it was ruled that all of somebody's are taken out; who is called otherwise, where there is a
        /// `roster`. Absent where it is about single parts.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        whose: Option<Participant>,
        /// Who decided; the organiser records it.
        by: Authority,
        /// The rule that lets them, as its document names it: 1 to 60 characters.
        rule: String,
        /// How everybody is called from here on, where somebody was given a pseudonym. Absent where nobody was.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        roster: Option<Private<Roster>>,
        /// Why, in the organiser's words and without what is taken out.
        #[serde(rename = "reason")]
        private: Private<Reason>,
    },
    /// Somebody who takes part agreed to what is published of theirs, on a form or by word. Recorded at any time; of several the last
    /// counts. Of whom there is none, the rules say what is published.
    #[schemars(extend("x-actor" = ["organiser"]))]
    Consented {
        /// Who: not the organiser.
        who: Participant,
        /// How much of theirs is published.
        scope: Scope,
        /// The licence under which others may use what they wrote, as they named it: one line of 1 to 60 characters. Only with `words`;
        /// absent where they named none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        licence: Option<String>,
    },
    /// A conversation that others held is a witness of this contest: what it was, and what its judges are shown of it, turn by turn.
    /// Recorded when the contest is set up, once for each witness, where judges read transcripts.
    #[schemars(extend("x-actor" = ["server"]))]
    SourceLoaded {
        /// Which source it comes from: its place in the `sources` of the terms, from 1.
        source: u16,
        /// Whose label it has: that of a confederate where a person answered, that of an entry where a program did.
        who: Participant,
        /// Where it stands in its source, and how many turns are shown.
        conversation: Private<ShownConversation>,
        /// The turns: of each what was said, in order.
        #[serde(rename = "turns")]
        private: Private<Vec<Vec<ShownLine>>>,
    },
    /// A judge who reads a transcript said how sure they are that the witness is human, after one turn of it, and is shown the
    /// next. It stands.
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
    /// A ballot: the form about one interview, as it was sealed. A later one about the same interview from the same side
    /// replaces it. From who filled it in; from the server where a draft counts.
    #[schemars(extend("x-actor" = ["J1", "C1", "server"]))]
    BallotCast {
        /// The interview that it is about.
        interview: InterviewId,
        /// Which side filled it in. It is the witness's where both sides guess; the seat `only` in it then stands for the
        /// judge. Absent where it is the judge's.
        #[serde(default = "judge", skip_serializing_if = "is_judge")]
        #[schemars(extend("default" = "judge"))]
        from: Side,
        /// How it came to count; absent where it was sealed.
        #[serde(default, skip_serializing_if = "Counted::is_sealed")]
        #[schemars(extend("default" = "sealed"))]
        counted: Counted,
        /// The answers that are scored: everything but the reason in words.
        #[serde(rename = "answers")]
        private: Private<Answers<Seat>>,
        /// The reason in words: a part of its own, so that it can be deleted and the vote stays. Absent where none was given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<Private<String>>,
    },
    /// A referee stepped in with a confederate, flagged a moment, or wrote to the organiser; or the organiser did so in a
    /// referee's stead. Recorded until the close, where the rulebook has referees.
    #[schemars(extend("x-actor" = ["F1", "organiser"]))]
    Refereed {
        /// Who; the actor is the same.
        by: Participant,
        /// What was done, and to whom.
        #[serde(rename = "deed")]
        private: Private<Deed>,
        /// In words: what the confederate is told of a warning, a limit, a muting or a striking, and why otherwise. Absent where
        /// none were given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        words: Option<Private<Reason>>,
    },
    /// All rounds of a trial are over, and what is asked at the end of it is open. There is none where the rulebook asks
    /// nothing at the end.
    #[schemars(extend("x-actor" = ["server"]))]
    EndBallotsOpened {
        /// Which trial, from 1.
        trial: u16,
    },
    /// A judge put the witnesses in order. A later ranking of the same judge in the same trial replaces it. From the judge;
    /// from the server where a draft counts.
    #[schemars(extend("x-actor" = ["J1", "server"]))]
    RankingCast {
        /// The judge who ranked.
        judge: JudgeId,
        /// Which trial it is about, from 1.
        trial: u16,
        /// How it came to count; absent where it was sealed.
        #[serde(default, skip_serializing_if = "Counted::is_sealed")]
        #[schemars(extend("default" = "sealed"))]
        counted: Counted,
        /// The order.
        #[serde(rename = "ranking")]
        private: Private<Ranking>,
    },
    /// What is asked at the end of a trial can no longer be changed. From the server when the time is over, from the
    /// organiser before.
    #[schemars(extend("x-actor" = ["server", "organiser"]))]
    EndBallotsClosed {
        /// Which trial, from 1.
        trial: u16,
    },
    /// Something went wrong with an entry. The organiser is told, a judge never.
    #[schemars(extend("x-actor" = ["server", "E1"]))]
    IncidentReported {
        /// What went wrong, and where.
        #[serde(rename = "incident")]
        private: Private<Incident>,
    },
    /// An entry was told a line of its judge in other characters, because its protocol does not carry those that were typed.
    /// Recorded when the line is finished.
    #[schemars(extend("x-actor" = ["E1"]))]
    LineSpelled {
        /// Both lines, and where.
        #[serde(rename = "line")]
        private: Private<Spelled>,
    },
    /// What an entry is made of and how it is set, sealed until the end. Recorded when its program is started first, and
    /// again when that has changed.
    #[schemars(extend("x-actor" = ["server", "E1"]))]
    EntryDeposited {
        /// Its files and settings.
        #[serde(rename = "deposit")]
        private: Private<Deposit>,
    },
    /// What answers of an entry cost. Recorded after an answer of an entry that is a language model.
    #[schemars(extend("x-actor" = ["server", "E1"]))]
    UsageReported {
        /// How much, and where.
        #[serde(rename = "usage")]
        private: Private<Usage>,
    },
    /// The organiser put a matter of dispute to the judges, in a question that is answered by yes or no. They are asked when every
    /// ballot is in. Only under rules by which the judges decide (`majority` among the tie-breaks of `score`).
    #[schemars(extend("x-actor" = ["organiser"]))]
    MatterPut {
        /// The number of the matter, from 1.
        matter: u16,
        /// The question: 1 to 500 characters.
        #[serde(rename = "words")]
        private: Private<Reason>,
    },
    /// Every ballot is in, and the rules let the judges decide: each is asked which of the entries that are level was more human, or
    /// whether a matter of dispute is so. Matters come first.
    #[schemars(extend("x-actor" = ["server"]))]
    VoteCalled {
        /// The number of the vote, from 1.
        vote: u16,
        /// The entries that are level; none where it is about a matter.
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
        /// Whom the judge prefers.
        #[serde(rename = "preference")]
        private: Private<Preference>,
    },
    /// The votes of a matter can no longer be changed. From the server when every judge who is asked has voted, or after 10
    /// minutes of contest time; from the organiser before.
    #[schemars(extend("x-actor" = ["server", "organiser"]))]
    VoteClosed {
        /// The number of the vote, from 1.
        vote: u16,
    },
    /// Every ballot is in, and entries are level in all that decides before a coin, or no majority decided a matter of dispute: a
    /// coin will be tossed. The judges and the organiser add to its seed.
    #[schemars(extend("x-actor" = ["server"]))]
    CoinCalled {
        /// The number of the coin, from 1.
        coin: u16,
        /// The entries that are level; none where it is about a matter.
        between: BTreeSet<EntryId>,
        /// The matter of dispute; absent where it is between entries.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        matter: Option<u16>,
        /// The commitment to the server's secret of this coin, which the secret of the contest fixes.
        commitment: Commitment,
    },
    /// The coin is tossed: its secret and the contributions to it make its seed, which puts the entries in order or answers the
    /// question of a matter. Recorded
    /// when every judge has contributed, or after 60 s of contest time.
    #[schemars(extend("x-actor" = ["server"]))]
    CoinTossed {
        /// The number of the coin, from 1.
        coin: u16,
        /// The server's secret of this coin.
        secret: DrawnSecret,
        /// The seed.
        seed: Seed,
    },
    /// The secrets of the beginning, opened: everybody can check them against their commitments. Recorded when everything
    /// was asked and tossed, right before `closed`.
    #[schemars(extend("x-actor" = ["server"]))]
    AssignmentOpened {
        /// What the server drew before anybody contributed. Absent from a rehearsal, whose seed is fixed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        secret: Option<DrawnSecret>,
        /// The seed of every draw.
        seed: Seed,
        /// Who met whom, and on which side: the last plan.
        assignment: Assignment,
    },
    /// The contest is over. The last event of a finished record, but for rulings that come later.
    #[schemars(extend("x-actor" = ["server"]))]
    Closed {},
}

/// What can happen in a conversation. Comments and `x-actor` as in [`ControlEvent`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ConversationEvent {
    /// One key was pressed, where single keys travel.
    #[schemars(extend("x-actor" = ["judge", "witness"]))]
    Key {
        /// The id that the client gave to this key, so that a resend is recognised.
        id: ClientId,
        /// When the client says the key was pressed, by its own clock; absent where it does not say.
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
        /// When the client says it was sent, by its own clock; absent where it does not say.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        sent: Option<Timestamp>,
        /// The text.
        #[serde(rename = "text")]
        private: Private<Text>,
    },
    /// A witness gave a whole line where single keys travel: the platform types it, key by key, as `shown` tells.
    #[schemars(extend("x-actor" = ["witness"]))]
    Line {
        /// The id that the client gave to this line, so that a resend is recognised.
        id: ClientId,
        /// When the client says it was sent, by its own clock; absent where it does not say.
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
        /// When the client says it was sent, by its own clock; absent where it does not say.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        sent: Option<Timestamp>,
        /// How long it plays, which its answer is timed by; absent from a picture. It stands in the file as well.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(extend("x-unit" = "milliseconds"))]
        plays_ms: Option<u64>,
        /// The file. Its bytes stand beside the record, under its hash.
        #[serde(rename = "file")]
        private: Private<AttachmentFile>,
        /// What the judge wrote of it: one line of 1 to 200 characters. Absent where that was nothing.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        description: Option<Private<String>>,
    },
    /// The judge is shown the next piece of what the witness gave: a key, or an utterance. Which it is follows from the
    /// events before it, the rulebook and the seed. The time of this event is when the judge was shown it.
    #[schemars(extend("x-actor" = ["server"]))]
    Shown {
        /// The `number`, in this stream, of the witness's event that completed what this is a piece of.
        of: u64,
        /// When it was released: the moment that the seed draws under the rulebook's delivery, later by all the time that
        /// clocks stood still.
        released: Timestamp,
        /// The platform made this key: a slip, or the correction of one. Absent where it did not.
        #[serde(default, skip_serializing_if = "is_no")]
        invented: bool,
        /// What this is a piece of was given after the moment that was drawn for it, and so began at once. Absent where it
        /// was not.
        #[serde(default, skip_serializing_if = "is_no")]
        late: bool,
    },
}

impl ConversationEvent {
    /// Whether nothing of it was taken out.
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

/// The file of an [`Attached`](ConversationEvent::Attached) as it is shown; `None` where it was taken out of the record. A
/// description that was taken out counts as none.
#[must_use]
pub fn shown_file(file: &Private<AttachmentFile>, description: Option<&Private<String>>) -> Option<ShownFile> {
    let description = description.and_then(Private::held).cloned();
    file.held().map(|file| ShownFile { file: *file, description })
}

/// An id that a client makes for what it sends: 1 to 32 letters, digits, hyphens, dots or underscores of ASCII. An id that
/// ends in a hyphen and a number (of a part: a number, a dot and another) also says the order in which its client sent things; such
/// a number has at most 15 digits.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(extend(
    "pattern" = "^[A-Za-z0-9._-]{1,32}$",
    "x-not" = "-([0-9]{16,}([.][0-9]+)?|[0-9]+[.][0-9]{16,})$"
))]
pub struct ClientId(String);

/// A text that is no client id.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "a client's id is 1 to 32 letters, digits, hyphens, dots or underscores; a number at its end has at most 15 digits"
)]
pub struct BadClientId;

/// The most digits of a number at the end of a client's id: every reader counts so far.
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

    /// What stands before the last hyphen, and the numbers after it: of the thing, and of the part of it.
    fn numbered(&self) -> Option<(&str, (u64, u64))> {
        let (client, number, part) = self.order()?;
        Some((client, (number.parse().ok()?, part.parse().ok()?)))
    }

    /// The same as it is written, where there are numbers.
    fn order(&self) -> Option<(&str, &str, &str)> {
        let (client, number) = self.0.rsplit_once('-')?;
        let (number, part) = number.split_once('.').unwrap_or((number, "0"));
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        (is_number(number) && is_number(part)).then_some((client, number, part))
    }

    /// The id of the nth thing, from 0, that was sent under this id; the first keeps the id itself.
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

/// What is played, and how: everything that the organiser wrote down but for names and the seed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Terms {
    /// The contest's name, for people.
    pub name: String,
    /// The name of who runs the contest.
    pub organiser: String,
    /// The rules in force: the rulebook with the organiser's changes.
    pub rulebook: Box<Rulebook>,
    /// The participants that are played by scripts and not by people; empty in a contest.
    pub scripted: BTreeSet<Participant>,
    /// What was known of the entries before the contest and bears on awards; absent where nothing was.
    #[serde(default, skip_serializing_if = "Beforehand::is_empty")]
    pub beforehand: Box<Beforehand>,
    /// What the committee settled and participants attested before the contest; absent where there is no committee.
    #[serde(default, skip_serializing_if = "Settled::is_empty")]
    pub settled: Box<Settled>,
    /// The plan of who meets whom, where the organiser gave one: it names labels, and the draw says who bears them. Absent
    /// where the design of the rulebook makes the plan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan: Option<Box<GivenPlan>>,
    /// How many referees there are; absent where there are none.
    #[serde(default, skip_serializing_if = "is_none_of_them")]
    pub referees: u16,
    /// The public keys of the contest's cosigners, who are given heads of the record while it grows, and sign them; absent
    /// where there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cosigners: Vec<String>,
    /// SHA-256 of every source, in the order in which `source-loaded` counts them, where judges read transcripts; absent elsewhere.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<String>", inner(regex(pattern = r"^[0-9a-f]{64}$")))]
    pub sources: Vec<Hash>,
    /// Clocks stand still while no server runs. This is how long they go on standing after a server is back, before
    /// they run again by themselves. Absent where they wait for the organiser.
    #[serde(default, rename = "countdown_ms", with = "millis_if_any", skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<u64>", extend("x-unit" = "milliseconds"))]
    pub countdown: Option<Duration>,
}

/// Where a conversation that is shown stands in its source.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShownConversation {
    /// What the source calls itself.
    pub of: String,
    /// The name that the source's record gives the conversation, such as `R2-J1-left`.
    pub name: String,
    /// How many turns are shown.
    pub turns: u16,
}

/// A line of a turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShownLine {
    /// Who said it, in the conversation that is shown.
    pub by: Side,
    /// What was said: 1 to 4000 characters.
    pub text: String,
}

/// How sure a judge is that a witness is human.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Belief {
    /// From 0, surely not, to 100, surely.
    #[schemars(range(max = 100), extend("x-unit" = "per cent"))]
    pub human: u8,
}

/// The names of everybody who takes part.
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

/// What a person is called.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PersonName {
    /// The name: 1 to 100 characters.
    pub name: String,
}

/// Who joins a contest that has begun.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Joined {
    /// The label: the next that is free.
    pub who: Participant,
    /// Whether an entry is an open-source program which the organisers entered; absent where it is not.
    #[serde(default, skip_serializing_if = "is_no")]
    pub open_source: bool,
    /// Which of the rulebook's opening words its entrant chose; absent where none was chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<String>,
}

/// What somebody is called who joins a contest that has begun.
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
    /// Who meets whom, and on which side.
    pub assignment: Assignment,
}

/// The secret of the server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Kept {
    /// The 32 bytes that the server drew before anybody contributed.
    pub secret: DrawnSecret,
}

/// A record that was continued from an older copy of its store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Restored {
    /// How many events there were in the copy.
    pub kept: u64,
    /// How many events the last signed head covered.
    pub lost_size: u64,
    /// The root of that head.
    pub lost_root: Hash,
    /// The key that signs from there, in the form of C2SP signed notes.
    pub key: String,
}

impl Restored {
    /// Whether this head, which the record does not continue, is one of those that were lost.
    #[must_use]
    pub fn names(&self, head: &Checkpoint) -> bool {
        let is_new = self.key.split('+').next() == Some(&*head.origin);
        let is_last = head.size == self.lost_size && head.root == self.lost_root;
        !is_new && (is_last || (self.kept + 1..self.lost_size).contains(&head.size))
    }
}

/// Why an organiser intervened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Reason {
    /// The organiser's words, at most 500 characters.
    pub reason: String,
}

impl Reason {
    /// The longest reason, in characters.
    pub const MAX_CHARS: usize = 500;

    /// The longest words that people are told beside it, in characters.
    pub const TOLD_MAX_CHARS: usize = 200;
}

/// A judge's order of all witnesses met.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ranking {
    /// Every conversation of this judge in the trial, most human first; those in one group are level.
    pub order: Vec<Vec<ConversationId>>,
}

/// What is known of the entries before the contest and bears on awards.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Beforehand {
    /// The entries that are open-source programs which the organisers entered; absent where there are none.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub open_source: BTreeSet<EntryId>,
    /// The entries that are the rulebook's baselines; absent where none was named.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub baselines: BTreeSet<EntryId>,
    /// How selection placed the entries, best first; those in one group are level. Absent where nothing was selected.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub selection: Vec<Vec<EntryId>>,
    /// What earlier contests added to the purses, by the ids of awards; absent where it was nothing.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub carried: BTreeMap<String, Money>,
    /// Which of the rulebook's opening words entrants chose: typed for their programs where these begin otherwise.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub openings: BTreeMap<EntryId, String>,
}

impl Beforehand {
    fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// What the committee settled and participants attested before the contest: public from its first moment.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Settled {
    /// What was settled, by the ids of the rulebook's matters.
    pub texts: BTreeMap<String, String>,
    /// What every participant of the role has attested, by the ids of the rulebook's attestations.
    pub attested: BTreeSet<String>,
    /// The signatures of the committee's members under what was settled and the rulebook; absent where they sign nothing.
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
    /// Everything that these rules leave to a committee, each matter settled by this text, every attestation made: for
    /// demonstrations and rehearsals.
    #[must_use]
    pub fn throughout(rulebook: &Rulebook, text: &str) -> Self {
        let Some(committee) = &rulebook.committee else { return Self::default() };
        Self {
            texts: committee.settles.iter().map(|matter| (matter.id.clone(), text.to_owned())).collect(),
            attested: committee.attestations.iter().map(|attestation| attestation.id.clone()).collect(),
            signatures: Vec::new(),
        }
    }

    /// The names of what these rules leave to a committee and is not here.
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

/// Whom a judge prefers of entries that are level, or what a judge answers in a matter of dispute.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Preference {
    /// One of the judge's own conversations with the entry; null where the judge cannot choose, and in a matter of dispute.
    pub preferred: Option<ConversationId>,
    /// The answer in a matter of dispute; absent where the judge cannot say, and between entries.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agrees: Option<bool>,
}

impl Preference {
    /// Between entries that are level; nothing for who cannot choose.
    #[must_use]
    pub const fn between(preferred: Option<ConversationId>) -> Self {
        Self { preferred, agrees: None }
    }

    /// In a matter of dispute; nothing for who cannot say.
    #[must_use]
    pub const fn of_matter(agrees: Option<bool>) -> Self {
        Self { preferred: None, agrees }
    }
}

/// The plan of a contest that was planned anew.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewPlan {
    /// The whole plan: what was played, and what is to come.
    pub assignment: Assignment,
}

/// How a ballot came to count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Counted {
    /// Whoever filled it in sealed it.
    #[default]
    Sealed,
    /// Nothing was sealed, and it was complete when the time was over. From the server, right before the fact that closes
    /// the form, where the rulebook lets drafts count.
    Draft,
}

impl Counted {
    /// Whether it was sealed.
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

/// Something that went wrong with an entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Incident {
    /// Which entry.
    pub entry: EntryId,
    /// The interview it was in, or prepared for.
    pub interview: InterviewId,
    /// The kind of trouble, a short word.
    pub kind: String,
    /// What happened and how to mend it, in a sentence for the organiser.
    pub detail: String,
}

/// A line that an entry was told in other characters than its judge's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Spelled {
    /// Which entry.
    pub entry: EntryId,
    /// The interview it is in.
    pub interview: InterviewId,
    /// As the judge typed it. A line of more than 1000 characters is told in stretches.
    pub typed: String,
    /// As the program was told it.
    pub told: String,
}

/// Answers of a ballot as the judge gave them, put together from their two parts in the record: [`apart`] undone.
#[must_use]
pub fn together(answers: &Private<Answers<Seat>>, reason: Option<&Private<String>>) -> Private<Answers<Seat>> {
    let Private::Held(answers) = answers else { return Private::Redacted };
    let reason = reason.and_then(Private::held).cloned();
    Private::Held(Answers { reason, ..answers.clone() })
}

/// Answers of a ballot as the record keeps them: what is scored, and the reason in words.
#[must_use]
pub fn apart(mut answers: Answers<Seat>) -> (Private<Answers<Seat>>, Option<Private<String>>) {
    let reason = answers.reason.take().map(Private::Held);
    (Private::Held(answers), reason)
}

/// A fact taken apart as the record keeps it: type, public body, private parts.
#[derive(Debug, Clone, PartialEq)]
pub struct Parts {
    /// The event's type, kebab-case.
    pub kind: String,
    /// What everyone may see.
    pub body: Map<String, Value>,
    /// What the record only commits to, by the names of the fields; absent data was redacted.
    pub private: BTreeMap<String, Option<Value>>,
}

/// Why a record's event cannot be understood.
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
        /// What serde says.
        #[source]
        source: serde_json::Error,
    },
    /// The body says the same as another, or some of it is private where it must not be, or the other way round.
    #[error("`{kind}` in another form than the one it has: {what}")]
    Form {
        /// The event's type.
        kind: String,
        /// What differs.
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

    /// The event that these texts of canonical JSON are taken from, where the program writes it in the same ones: its public
    /// members and its private parts. `None` says nothing; [`Self::from_parts`] has the answer then.
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
            Self::Control(event) => serde_json::to_value(event),
            Self::Conversation(_, event) => serde_json::to_value(event),
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
    /// When the version is unknown, or the parts are not those that an event of this type is taken apart into: one event
    /// has one form in the record.
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

/// Whether two objects without a space have the same members, in any order; `None` where one is not of values in canonical form.
fn have_the_same_members(one: &str, other: &str) -> Option<bool> {
    let (mut members, mut found) = (Vec::new(), 0);
    record::canonical::each_member(one, |name, value| members.push((name, value)))?;
    record::canonical::each_member(other, |name, value| {
        found += usize::from(members.contains(&(name, value)));
    })?;
    // No name stands twice in what is written, so as many members of the same length are the same.
    Some(found == members.len() && one.len() == other.len())
}

/// The data of a private field as it serialises; `None` for anything else.
fn unmarked(value: &mut Value) -> Option<Value> {
    match value {
        Value::Object(members) if members.len() == 1 => members.get_mut(MARK).map(Value::take),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) | Value::Object(_) => None,
    }
}
