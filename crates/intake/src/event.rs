//! The facts of an intake: every kind of event its log can hold, in one place.
//!
//! A field named `private` stands outside the hash chain, behind a commitment; it is `None` after it was taken out.

use record::Hash;
use rulebook::{
    Authority, EntryId, Rulebook, Seed, Timestamp,
    schema::{Date, PersonRole, Substitute},
};
use serde::{Deserialize, Serialize};

use crate::{
    Announcement, Application, Breach, Moment, Registration, Testing,
    judging::{Panel, Sheet},
    letter::{Delivery, Recipient},
};

/// Version of the event types in this file.
pub const VERSION: u32 = 1;

/// A fact with its place and time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recorded {
    /// The place in the log, from 1.
    pub number: u64,
    /// When it was recorded.
    pub time: Timestamp,
    /// What happened.
    pub event: Event,
}

/// What can happen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Event {
    /// Entries are called for, under these rules.
    CallOpened {
        /// Name for people.
        name: String,
        /// The rules.
        rulebook: Box<Rulebook>,
    },
    /// A day of the rules was moved, or several in a row.
    DayMoved {
        /// Its name in the calendar.
        day: String,
        /// The first.
        first: Date,
        /// The last; the same one where it is a single day.
        last: Date,
    },
    /// An application came in. Entries are numbered in the order in which they are recorded.
    EntryReceived {
        /// Its id in this intake; a contest numbers its finalists anew.
        entry: EntryId,
        /// When it was sent, as the carrier's stamp says.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        mailed: Option<Moment>,
        /// When it came in.
        received: Moment,
        /// The words of its protocol, if there is one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        words: Option<u32>,
        /// The SHA-256 of the link to its page; absent where it was not handed in on one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        link: Option<Hash>,
        /// The application.
        #[serde(default)]
        private: Option<Box<Application>>,
    },
    /// A contestant answered a declaration; a later answer replaces this one.
    DeclarationGiven {
        /// Whose.
        entry: EntryId,
        /// Which.
        declaration: String,
        /// The answer.
        #[serde(default)]
        private: Option<Answer>,
    },
    /// A contestant filled in a field.
    FieldSupplied {
        /// Whose.
        entry: EntryId,
        /// Which.
        field: String,
        /// The text.
        #[serde(default)]
        private: Option<Text>,
    },
    /// A contestant handed the program in, or a newer one.
    ProgramHandedIn {
        /// Whose.
        entry: EntryId,
        /// The SHA-256 of the file, by which it is kept.
        sha256: Hash,
        /// Its length.
        bytes: u64,
        /// What the contestant calls the file.
        #[serde(default)]
        private: Option<Text>,
    },
    /// Somebody offered to take part as a judge, a confederate or a referee. They are numbered in the order in which they did.
    PersonRegistered {
        /// The number, from 1.
        person: u16,
        /// As what.
        role: PersonRole,
        /// The SHA-256 of the link to their page.
        link: Hash,
        /// Who, and what they attest.
        #[serde(default)]
        private: Option<Box<Registration>>,
    },
    /// The organisers answered somebody who offered to take part; a later answer replaces this one.
    PersonAnswered {
        /// Whom.
        person: u16,
        /// Whether they take part.
        accepted: bool,
    },
    /// Somebody who offered to take part does not any more.
    PersonLeft {
        /// Who.
        person: u16,
    },
    /// A letter is on its way to the organisers' mail server. This is noted before it is sent, so that none is sent twice.
    LetterPosted {
        /// To whom.
        to: Recipient,
        /// Which.
        #[serde(default)]
        private: Option<Sent>,
    },
    /// What came of the letter that was on its way.
    LetterDelivered {
        /// To whom.
        to: Recipient,
        /// What came of it.
        delivery: Delivery,
    },
    /// A day of testing was agreed on.
    TestingAgreed {
        /// For which entry.
        entry: EntryId,
        /// The day.
        testing: Testing,
    },
    /// An entry was tested: it complies when it breaks nothing, else it is refused.
    EntryFound {
        /// Which.
        entry: EntryId,
        /// What it breaks.
        breaches: Vec<Breach>,
    },
    /// The organisers let an entry stay for its merit, whatever its stamp.
    Invited {
        /// Which.
        entry: EntryId,
        /// Why.
        #[serde(default)]
        private: Option<Text>,
    },
    /// A contestant took an entry back.
    Withdrawn {
        /// Which.
        entry: EntryId,
    },
    /// An entry was shut out.
    Disqualified {
        /// Which.
        entry: EntryId,
        /// Who decided.
        by: Authority,
        /// The label of the rule.
        rule: String,
        /// Why.
        #[serde(default)]
        private: Option<Text>,
    },
    /// It was drawn who judges whom in a stage.
    PanelDrawn {
        /// The stage.
        stage: String,
        /// The seed of the draw.
        seed: Seed,
        /// Who judges whom.
        panel: Panel,
        /// The names of the judges; the first is J1.
        #[serde(default)]
        private: Option<Names>,
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
        /// Best first.
        order: Vec<EntryId>,
        /// Why.
        #[serde(default)]
        private: Option<Text>,
    },
    /// What came of the selection is fixed.
    Announced {
        /// The entries of the final, the only entry, or that there is none.
        announcement: Announcement,
    },
    /// An entry came in as it is needed in the final, and works.
    Working {
        /// Which.
        entry: EntryId,
        /// When it came in so.
        when: Moment,
    },
    /// An entry was changed after it came in working.
    Changed {
        /// Which.
        entry: EntryId,
        /// When.
        when: Moment,
    },
    /// An entry of the final dropped out, and its place was filled.
    Replaced {
        /// Who dropped out.
        entry: EntryId,
        /// By what kind of substitute.
        by: Substitute,
        /// The reserve, if it is one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reserve: Option<EntryId>,
        /// The label of the rule.
        rule: String,
        /// Why.
        #[serde(default)]
        private: Option<Text>,
    },
}

/// An answer to a declaration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Answer {
    /// Yes or no.
    pub yes: bool,
}

/// A letter that was sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sent {
    /// The hash of its address, subject and text.
    pub sha256: Hash,
}

/// Words of people.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Text {
    /// The words.
    pub text: String,
}

/// Names of judges.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Names {
    /// The first is J1; blank where nobody is named.
    pub judges: Vec<String>,
}
