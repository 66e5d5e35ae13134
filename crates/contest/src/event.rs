//! The facts: every kind of event a record can hold, in one place.
//!
//! One stream per conversation and one control stream per contest. What is [`Private`] is what the record commits to
//! instead of showing, each field by itself, under the name it has in JSON; nothing outside identifies the witness behind
//! a seat before the assignment is opened. Event types are versioned by [`VERSION`]; an older record keeps its own decode
//! arm.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
    str::FromStr,
    time::Duration,
};

use record::{Checkpoint, Hash};
use rulebook::{
    Commitment, ConversationId, DrawnSecret, EntryId, InterviewId, JudgeId, Key, Participant, RoundNumber, Rulebook,
    Seat, Seed, Side, Timestamp,
    schema::Money,
    time::{millis, millis_if_any},
};
use schedule::Assignment;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tally::Answers;

use crate::{
    Private,
    deposit::{Deposit, Usage},
    private::MARK,
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
#[expect(clippy::large_enum_variant, reason = "a box would cost every fact of the contest one more allocation")]
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ControlEvent {
    /// The contest exists: its name, its rules, and who takes part.
    Opened {
        /// Name for people.
        name: String,
        /// Who runs it.
        organiser: String,
        /// The rules, with the organiser's overrides.
        rulebook: Box<Rulebook>,
        /// Parts that are played by scripts, not people.
        scripted: Vec<Participant>,
        /// What is known of the entries before the contest and bears on awards.
        #[serde(default, skip_serializing_if = "Beforehand::is_empty")]
        beforehand: Beforehand,
        /// What the committee settled and participants attested.
        #[serde(default, skip_serializing_if = "Settled::is_empty")]
        settled: Box<Settled>,
        /// How long clocks that stood still while no server was there stand on before they go on by themselves; absent
        /// where they wait for the organiser.
        #[serde(default, with = "millis_if_any", skip_serializing_if = "Option::is_none")]
        countdown_ms: Option<Duration>,
        /// Where the seed of the draw comes from.
        seed: SeedSource,
        /// Names.
        #[serde(rename = "roster")]
        private: Private<Roster>,
    },
    /// The secret that the first event commits to, so that a restart does not lose it.
    SecretDrawn {
        /// What is opened at the end.
        #[serde(rename = "secret")]
        private: Private<Kept>,
    },
    /// Somebody added a text to the seed of a draw.
    Contributed {
        /// To which.
        matter: Matter,
        /// Who gave it.
        by: Contributor,
        /// The text.
        value: String,
    },
    /// Before the draw: somebody will not take part, and the draw is made without them.
    LeftOut {
        /// Everyone who is left out by now.
        left: BTreeSet<Participant>,
        /// Why.
        #[serde(rename = "reason")]
        private: Private<Reason>,
    },
    /// Who meets whom, and on which side, is drawn and fixed; only the commitment shows.
    AssignmentCommitted {
        /// What is opened at the end.
        #[serde(rename = "secret")]
        private: Private<Secret>,
    },
    /// A participant is in place for the next round.
    Ready {
        /// Who.
        who: Participant,
    },
    /// A participant is no longer in place.
    NotReady {
        /// Who.
        who: Participant,
    },
    /// Judges may begin.
    RoundOpened {
        /// Which round.
        round: RoundNumber,
    },
    /// Talk is over; ballots are asked for.
    TalkClosed {
        /// Which round.
        round: RoundNumber,
    },
    /// Ballots of this round can no longer be changed.
    RoundClosed {
        /// Which round.
        round: RoundNumber,
    },
    /// A server takes the contest up: at its beginning, and again whenever nobody held its timer for a while.
    TakenUp {
        /// How fast the contest's clock runs from here: contest milliseconds in a real second. 1000 is real time; nothing
        /// else is a contest with people.
        pace_per_mille: u32,
        /// The last moment that is known to have been a moment of the contest, where a clock ran then. Clocks have stood
        /// still since, as in a pause; [`Resumed`](Self::Resumed) follows when they go on. Absent where no clock ran.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        stood_since: Option<Timestamp>,
    },
    /// The organiser decided to go on from an older copy of the store: events that had been signed are lost. What follows is
    /// another history than the one that was signed, under another key, and says so.
    Restored {
        /// How many events there were in the copy.
        kept: u64,
        /// How many events the last signed head covered; those beyond `kept` are lost.
        lost_size: u64,
        /// The root of that head.
        lost_root: Hash,
        /// The key that signs from here, in the form of C2SP signed notes; its name tells the head that was lost.
        key: String,
    },
    /// Clocks stand still and nobody may type.
    Paused {
        /// Why.
        #[serde(rename = "reason")]
        private: Private<Reason>,
    },
    /// Clocks go on; deadlines are later by the time that they stood still. From the organiser; from the server where
    /// clocks stood still because no server was there, and that was short or its countdown is over.
    Resumed {},
    /// The present deadline is later by so much.
    Extended {
        /// By how much.
        #[serde(with = "millis")]
        by_ms: Duration,
        /// Why.
        #[serde(rename = "reason")]
        private: Private<Reason>,
    },
    /// One interview is over before its time; no ballot is asked for it.
    InterviewAborted {
        /// Which.
        interview: InterviewId,
        /// Why.
        #[serde(rename = "reason")]
        private: Private<Reason>,
    },
    /// Someone has left for good: the rounds that are still to come are planned anew without them.
    Replanned {
        /// Everyone who has left by now.
        left: BTreeSet<Participant>,
        /// The last round that has been played, if one has; it and those before it stay as they were.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        after: Option<RoundNumber>,
        /// Why.
        reason: Private<Reason>,
        /// The new plan.
        #[serde(rename = "plan")]
        private: Private<Replan>,
    },
    /// An entry is out of the contest; its conversations stay in the record, and it receives no place.
    Disqualified {
        /// Which.
        entry: EntryId,
        /// Why.
        #[serde(rename = "reason")]
        private: Private<Reason>,
    },
    /// The form about an interview was filled in; a later one for the same interview replaces it.
    BallotCast {
        /// The interview it is about.
        interview: InterviewId,
        /// Who filled it in. A witness does where both sides guess; its seat `only` stands for the judge.
        #[serde(default = "judge", skip_serializing_if = "is_judge")]
        from: Side,
        /// Whether it was sealed, or counts as it stood when the time was over.
        #[serde(default, skip_serializing_if = "Counted::is_sealed")]
        counted: Counted,
        /// The answers, without the reason in words.
        #[serde(rename = "answers")]
        private: Private<Answers<Seat>>,
        /// The reason in words, if one was given: a part of its own, so that it can be deleted without the vote.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<Private<String>>,
    },
    /// All rounds of a trial are over; judges answer what is asked at the end.
    EndBallotsOpened {
        /// Which trial, from 1.
        trial: u16,
    },
    /// A judge ranked; a later ranking replaces this one.
    RankingCast {
        /// Who ranked.
        judge: JudgeId,
        /// Which trial it is about, from 1.
        trial: u16,
        /// Whether it was sealed, or counts as it stood when the time was over.
        #[serde(default, skip_serializing_if = "Counted::is_sealed")]
        counted: Counted,
        /// The answer.
        #[serde(rename = "ranking")]
        private: Private<Ranking>,
    },
    /// What is asked at the end of a trial can no longer be changed.
    EndBallotsClosed {
        /// Which trial, from 1.
        trial: u16,
    },
    /// Something went wrong with an entry; for the organiser, never for a judge.
    IncidentReported {
        /// What, where.
        #[serde(rename = "incident")]
        private: Private<Incident>,
    },
    /// What an entry is made of and how it is set, sealed until the end. When its program is
    /// started first, and again when it has changed.
    EntryDeposited {
        /// Files and settings.
        #[serde(rename = "deposit")]
        private: Private<Deposit>,
    },
    /// What an answer of an entry used.
    UsageReported {
        /// How much, where.
        #[serde(rename = "usage")]
        private: Private<Usage>,
    },
    /// Every ballot is in, and entries are level in all that decides before a coin: one is to be tossed between them. The
    /// judges and the organiser add to its seed.
    CoinCalled {
        /// The number of the coin, from 1.
        coin: u16,
        /// The entries.
        between: BTreeSet<EntryId>,
        /// What fixes the server's secret of this coin, which the secret of the contest fixes.
        commitment: Commitment,
    },
    /// The coin is tossed: its secret and the contributions to it make its seed, which puts the entries into an order.
    CoinTossed {
        /// The number of the coin.
        coin: u16,
        /// The server's secret of it.
        secret: DrawnSecret,
        /// The seed.
        seed: Seed,
    },
    /// The secrets of the beginning, opened: everyone can check them against their commitments.
    AssignmentOpened {
        /// What the server drew before anybody contributed; absent from a rehearsal, whose seed is fixed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        secret: Option<DrawnSecret>,
        /// The seed of every draw.
        seed: Seed,
        /// Who met whom, and on which side.
        assignment: Assignment,
    },
    /// Nothing more will be recorded.
    Closed {},
}

/// What can happen in a conversation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ConversationEvent {
    /// A key was pressed; the actor says on which side.
    Key {
        /// The id the client gave it, so that a resend is recognised.
        id: ClientId,
        /// When the client says it was pressed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        sent: Option<Timestamp>,
        /// The key.
        #[serde(rename = "key")]
        private: Private<Pressed>,
    },
    /// A finished utterance: a message, or a line of a terminal; the actor says by which side.
    Said {
        /// The id the client gave it, so that a resend is recognised.
        id: ClientId,
        /// When the client says it was sent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        sent: Option<Timestamp>,
        /// The text.
        #[serde(rename = "text")]
        private: Private<Text>,
    },
    /// A whole line, given where keys travel: the pacing queue types it. From a witness.
    Line {
        /// The id the client gave it, so that a resend is recognised.
        id: ClientId,
        /// When the client says it was sent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        sent: Option<Timestamp>,
        /// The text.
        #[serde(rename = "text")]
        private: Private<Text>,
    },
    /// The judge is shown the next piece of what the witness has given: a key, or an utterance. Which it is follows from the
    /// facts before it, the rulebook and the seed. From the server; its time is when the judge was shown it.
    Shown {
        /// The number, in this stream, of the witness's fact that completed what this is a piece of.
        of: u64,
        /// When it was released: the moment that the pacing queue drew, with all the time that clocks stood still.
        released: Timestamp,
        /// The platform made this key: a slip, or the correction of one.
        #[serde(default, skip_serializing_if = "is_no")]
        invented: bool,
        /// What it is a piece of was given after the moment drawn for it, and so began at once.
        #[serde(default, skip_serializing_if = "is_no")]
        late: bool,
    },
}

/// An id that a client makes for what it sends: 1 to 32 letters, digits, hyphens, dots or underscores. An id that ends in
/// a hyphen and a number also says the order in which its client sent things.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct ClientId(String);

/// A text that is no client id.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a client's id is 1 to 32 letters, digits, hyphens, dots or underscores")]
pub struct BadClientId;

impl TryFrom<String> for ClientId {
    type Error = BadClientId;

    fn try_from(text: String) -> Result<Self, BadClientId> {
        let fits = (1..=32).contains(&text.len())
            && text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.' | b'_'));
        if fits { Ok(Self(text)) } else { Err(BadClientId) }
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
        let (client, number) = self.0.rsplit_once('-')?;
        let (number, part) = number.split_once('.').unwrap_or((number, "0"));
        Some((client, (number.parse().ok()?, part.parse().ok()?)))
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

/// The key that was pressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pressed {
    /// The key.
    pub key: Key,
}

/// What was said.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Text {
    /// In full, without a line break at its end.
    pub text: String,
}

/// The names of those who take part; the first judge is J1, and so on.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Roster {
    /// Names of the judges.
    pub judges: Vec<String>,
    /// Names of the confederates.
    pub confederates: Vec<String>,
    /// The entries.
    pub entries: Vec<EntryCard>,
    /// Names of the committee's members, where there is one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub committee: Vec<String>,
}

/// An entry as the result names it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EntryCard {
    /// Name of the program.
    pub name: String,
    /// The person or team behind it.
    pub contestant: String,
    /// The protocol it speaks, such as `stdio` or `lpp`.
    pub protocol: String,
}

/// The secret of a contest: what was drawn, and from which seed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Secret {
    /// The seed of every draw.
    pub seed: Seed,
    /// Who meets whom, and on which side.
    pub assignment: Assignment,
}

/// What the server drew.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kept {
    /// The 32 bytes.
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reason {
    /// In the organiser's words, at most [`Reason::MAX_CHARS`] characters.
    pub reason: String,
}

impl Reason {
    /// The longest reason, in characters.
    pub const MAX_CHARS: usize = 500;
}

/// A judge's order of all witnesses met.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ranking {
    /// Every conversation of this judge in the trial, most human first; those in one group are level.
    pub order: Vec<Vec<ConversationId>>,
}

/// What is known of the entries before the contest and bears on awards.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Beforehand {
    /// Open-source programs that the organisers entered.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub open_source: BTreeSet<EntryId>,
    /// How selection placed the entries, best first; those in one group are level.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub selection: Vec<Vec<EntryId>>,
    /// What earlier contests added to the purses, by the ids of awards.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub carried: BTreeMap<String, Money>,
}

impl Beforehand {
    fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// What the committee settled and participants attested before the contest: public from its first moment.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settled {
    /// What was settled, by the ids of the rulebook's matters.
    pub texts: BTreeMap<String, String>,
    /// What every participant of the role has attested, by the ids of the rulebook's attestations.
    pub attested: BTreeSet<String>,
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

/// The plan of a contest that was planned anew.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Replan {
    /// The whole plan: what was played, and what is to come.
    pub assignment: Assignment,
}

/// How a ballot came to count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash, Serialize, Deserialize)]
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

/// Something that went wrong with an entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Incident {
    /// The entry.
    pub entry: EntryId,
    /// The interview it was in, or prepared for.
    pub interview: InterviewId,
    /// The kind, a short word.
    pub kind: String,
    /// What happened and how to mend it, for the organiser.
    pub detail: String,
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
        self.to_parts().private.into_iter().filter(|(_, data)| data.is_none()).map(|(part, _)| part).collect()
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

/// The data of a private field as it serialises; `None` for anything else.
fn unmarked(value: &mut Value) -> Option<Value> {
    match value {
        Value::Object(members) if members.len() == 1 => members.get_mut(MARK).map(Value::take),
        _ => None,
    }
}
