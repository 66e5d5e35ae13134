//! The events of an intake: every kind that its log can hold.
//!
//! A field named `private` is outside the hash chain, behind a commitment; it is `None` after it was removed.

use record::Hash;
use rulebook::{
    Authority, EntryId, Rulebook, Seed, Timestamp,
    schema::{Date, PersonRole, Substitute},
};
use serde::{Deserialize, Serialize};

use crate::{
    Announcement, Application, Breach, Moment, Registration, Testing,
    judging::{Panel, Sheet},
    letter::post::{Delivery, Recipient},
};

/// Version of the event types in this file.
pub const VERSION: u32 = 1;

/// An event with its place and time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recorded {
    /// The place in the log, from 1.
    pub number: u64,
    /// The time of recording.
    pub time: Timestamp,
    /// The event.
    pub event: Event,
}

/// An event of an intake.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Event {
    /// Entries are called for, under these rules.
    CallOpened {
        /// The display name.
        name: String,
        /// The rules.
        #[serde(deserialize_with = "rulebook::reader::recorded")]
        rulebook: Box<Rulebook>,
    },
    /// A day, or a span of days, of the rules was moved.
    DayMoved {
        /// Its name in the calendar.
        day: String,
        /// The first day.
        first: Date,
        /// The last day; the same as the first for a single day.
        last: Date,
    },
    /// An application came in. Entries are numbered in the order in which they are recorded.
    EntryReceived {
        /// Its id in this intake; a contest numbers its finalists again from 1.
        entry: EntryId,
        /// The time of sending, by the carrier's stamp.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        mailed: Option<Moment>,
        /// The time of receipt.
        received: Moment,
        /// The number of words of its protocol, if it has one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        words: Option<u32>,
        /// The SHA-256 of the link to its page; absent when it was not handed in on a page.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        link: Option<Hash>,
        /// The application.
        #[serde(default)]
        private: Option<Box<Application>>,
    },
    /// A contestant answered a declaration; a later answer replaces this one.
    DeclarationGiven {
        /// The entry.
        entry: EntryId,
        /// The id of the declaration.
        declaration: String,
        /// The answer.
        #[serde(default)]
        private: Option<Answer>,
    },
    /// A contestant filled in a field.
    FieldSupplied {
        /// The entry.
        entry: EntryId,
        /// The id of the field.
        field: String,
        /// The text.
        #[serde(default)]
        private: Option<Text>,
    },
    /// A contestant handed in a program; a later one replaces it.
    ProgramHandedIn {
        /// The entry.
        entry: EntryId,
        /// The SHA-256 of the file, which is also its name in the store.
        sha256: Hash,
        /// Its length in bytes.
        bytes: u64,
        /// The contestant's name for the file.
        #[serde(default)]
        private: Option<Text>,
    },
    /// A person volunteered as a judge, a confederate or a referee. Volunteers are numbered in the order of their offers.
    PersonRegistered {
        /// The number, from 1.
        person: u16,
        /// The role.
        role: PersonRole,
        /// The SHA-256 of the link to their page.
        link: Hash,
        /// The name, contact and attestations.
        #[serde(default)]
        private: Option<Box<Registration>>,
    },
    /// The organisers answered a volunteer; a later answer replaces this one.
    PersonAnswered {
        /// The volunteer's number.
        person: u16,
        /// True when accepted.
        accepted: bool,
    },
    /// A volunteer withdrew their offer.
    PersonLeft {
        /// The volunteer's number.
        person: u16,
    },
    /// A letter goes to the organisers' mail server. It is recorded before it is sent, so that none is sent twice.
    LetterPosted {
        /// The recipient.
        to: Recipient,
        /// The hash of the letter.
        #[serde(default)]
        private: Option<Sent>,
    },
    /// The result of sending a letter.
    LetterDelivered {
        /// The recipient.
        to: Recipient,
        /// The result.
        delivery: Delivery,
    },
    /// A day of testing was agreed on.
    TestingAgreed {
        /// The entry.
        entry: EntryId,
        /// The day.
        testing: Testing,
    },
    /// An entry was tested: it complies if it breaks no rule, otherwise it is refused.
    EntryFound {
        /// The entry.
        entry: EntryId,
        /// The broken rules.
        breaches: Vec<Breach>,
    },
    /// The organisers took back the refusal of an entry. It has to be tested again; faults that its contestant cannot mend are
    /// no longer held against it.
    RefusalTakenBack {
        /// The entry.
        entry: EntryId,
        /// The reason.
        #[serde(default)]
        private: Option<Text>,
    },
    /// The organisers let an entry stay for its merit, regardless of its stamp.
    Invited {
        /// The entry.
        entry: EntryId,
        /// The reason.
        #[serde(default)]
        private: Option<Text>,
    },
    /// A contestant withdrew an entry.
    Withdrawn {
        /// The entry.
        entry: EntryId,
    },
    /// An entry was disqualified.
    Disqualified {
        /// The entry.
        entry: EntryId,
        /// The authority that decided.
        by: Authority,
        /// The label of the rule.
        rule: String,
        /// The reason.
        #[serde(default)]
        private: Option<Text>,
    },
    /// The panel of a stage was drawn.
    PanelDrawn {
        /// The stage.
        stage: String,
        /// The seed of the draw.
        seed: Seed,
        /// The entries of each judge.
        panel: Panel,
        /// The names of the judges; the first is J1.
        #[serde(default)]
        private: Option<Names>,
    },
    /// The questions of a stage were fixed.
    QuestionsSet {
        /// The stage.
        stage: String,
        /// The names of the items, in the order in which they are put.
        items: Vec<String>,
        /// The suite as a file.
        #[serde(default)]
        private: Option<Text>,
    },
    /// An item was put to an entry.
    ItemAnswered {
        /// The stage.
        stage: String,
        /// The entry.
        entry: EntryId,
        /// The name of the item.
        item: String,
        /// The time from the first turn to the end of the last answer, in milliseconds.
        took_ms: u32,
        /// True where the question itself got no answer.
        silent: bool,
        /// True where an answer was cut at its longest.
        cut: bool,
        /// The incidents meanwhile, by their kinds.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        incidents: Vec<String>,
        /// The answers.
        #[serde(default)]
        private: Option<Turns>,
    },
    /// The scores of a stage came in; later ones replace these.
    ScoresTaken {
        /// The stage.
        stage: String,
        /// The entries that took part.
        entries: Vec<EntryId>,
        /// The scores.
        sheet: Sheet,
    },
    /// A panel put level entries into an order.
    TieDecided {
        /// The stage.
        stage: String,
        /// The entries, best first.
        order: Vec<EntryId>,
        /// The reason.
        #[serde(default)]
        private: Option<Text>,
    },
    /// The result of the selection is fixed.
    Announced {
        /// The finalists, the only entry, or no entry.
        announcement: Announcement,
    },
    /// An entry came in, working, in the form that the final needs.
    Working {
        /// The entry.
        entry: EntryId,
        /// The time at which it came in.
        when: Moment,
    },
    /// An entry was changed after it came in working.
    Changed {
        /// The entry.
        entry: EntryId,
        /// The time of the change.
        when: Moment,
    },
    /// An entry of the final dropped out, and its place was filled.
    Replaced {
        /// The entry that dropped out.
        entry: EntryId,
        /// The kind of substitute.
        by: Substitute,
        /// The reserve, if the substitute is one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reserve: Option<EntryId>,
        /// The label of the rule.
        rule: String,
        /// The reason.
        #[serde(default)]
        private: Option<Text>,
    },
}

/// An answer to a declaration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Answer {
    /// True for yes.
    pub yes: bool,
}

/// A letter that was sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sent {
    /// The hash of its address, subject and text.
    pub sha256: Hash,
}

/// Free text of a person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Text {
    /// The text.
    pub text: String,
}

/// Answers to the turns of an item.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Turns {
    /// The answer to each turn, the question last; `null` for a silence.
    pub answers: Vec<Option<String>>,
}

/// Names of judges.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Names {
    /// The names, J1 first; blank for an unnamed judge.
    pub judges: Vec<String>,
}
