//! Commands of organisers and entrants. A command becomes events or a refusal; the command itself is never recorded.

use record::Hash;
use rulebook::{Authority, EntryId, Rulebook, Seed, calendar::Days, schema::PersonRole};

use crate::{
    Application, Moment, Registration, Testing,
    judging::Sheet,
    letter::{Delivery, Recipient},
};

/// A request of an organiser or an entrant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// Call for entries.
    Open {
        /// The display name.
        name: String,
        /// The rules.
        rulebook: Box<Rulebook>,
    },
    /// Move days of the rules, all of them or none.
    MoveDays {
        /// The days, by their names in the calendar, with their new dates.
        days: Vec<(String, Days)>,
    },
    /// Take in an application.
    Receive(Box<Receipt>),
    /// Answer a declaration.
    Declare {
        /// The entry.
        entry: EntryId,
        /// The id of the declaration.
        declaration: String,
        /// The answer: true is yes.
        yes: bool,
    },
    /// Fill in a field.
    Supply {
        /// The entry.
        entry: EntryId,
        /// The id of the field.
        field: String,
        /// The text.
        text: String,
    },
    /// Hand in a program; a later one replaces it.
    HandIn {
        /// The entry.
        entry: EntryId,
        /// The SHA-256 of the file.
        sha256: Hash,
        /// Its length in bytes.
        bytes: u64,
        /// The contestant's name for the file.
        name: String,
    },
    /// Offer to take part.
    Register {
        /// The role.
        role: PersonRole,
        /// The SHA-256 of the link to the volunteer's page.
        link: Hash,
        /// The name, contact and attestations.
        registration: Registration,
    },
    /// Answer a volunteer.
    Answer {
        /// The volunteer's number.
        person: u16,
        /// True to accept.
        accepted: bool,
    },
    /// Withdraw an offer to take part.
    Leave {
        /// The volunteer's number.
        person: u16,
    },
    /// Have a letter sent by the organisers' mail server.
    Post {
        /// The recipient.
        to: Recipient,
        /// The hash of the letter as the organiser read it.
        letter: Hash,
        /// True to send it although it may have been sent already.
        again: bool,
    },
    /// Note the delivery of a letter that was on its way.
    Deliver {
        /// The recipient.
        to: Recipient,
        /// The result of sending it.
        delivery: Delivery,
    },
    /// Agree on a day of testing.
    Agree {
        /// The entry.
        entry: EntryId,
        /// The day.
        testing: Testing,
    },
    /// Test an entry: check its application and its stamps against every rule.
    Check {
        /// The entry.
        entry: EntryId,
    },
    /// Take back the refusal of an entry, until the result of the selection is announced.
    TakeBack {
        /// The entry.
        entry: EntryId,
        /// The reason.
        reason: String,
    },
    /// Let an entry stay for its merit.
    Invite {
        /// The entry.
        entry: EntryId,
        /// The reason.
        reason: String,
    },
    /// Withdraw an entry.
    Withdraw {
        /// The entry.
        entry: EntryId,
    },
    /// Disqualify an entry.
    Disqualify {
        /// The entry.
        entry: EntryId,
        /// The authority that decided.
        by: Authority,
        /// The label of the rule.
        rule: String,
        /// The reason.
        reason: String,
    },
    /// Draw the panel of a stage.
    DrawPanel {
        /// The stage.
        stage: String,
        /// The names of the judges, blank for an unnamed judge; their count is the number of judges.
        judges: Vec<String>,
        /// The seed of the draw.
        seed: Seed,
    },
    /// Fix the questions of a stage, before an entry has answered one. The same suite again changes nothing.
    SetQuestions {
        /// The stage.
        stage: String,
        /// The names of the items, in order.
        items: Vec<String>,
        /// The suite as a file.
        suite: String,
    },
    /// Take in an entry's answers to an item.
    TakeAnswers(Box<ItemAnswers>),
    /// Take in the scores of a stage.
    TakeScores {
        /// The stage.
        stage: String,
        /// The scores.
        sheet: Sheet,
    },
    /// Put level entries into an order.
    DecideTie {
        /// The stage.
        stage: String,
        /// The entries, best first.
        order: Vec<EntryId>,
        /// The reason.
        reason: String,
    },
    /// Fix the result of the selection: the finalists, the only entry that wins without a final, or no entry.
    Announce,
    /// Note that an entry has come in, working, in the form that the final needs.
    Works {
        /// The entry.
        entry: EntryId,
        /// The time at which it came in.
        when: Moment,
    },
    /// Note that an entry was changed after it came in working.
    Change {
        /// The entry.
        entry: EntryId,
        /// The time of the change.
        when: Moment,
    },
    /// Fill the place of an entry of the final that dropped out.
    Replace {
        /// The entry.
        entry: EntryId,
        /// The reason.
        reason: String,
    },
}

/// An entry's answers to an item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ItemAnswers {
    /// The stage.
    pub stage: String,
    /// The entry.
    pub entry: EntryId,
    /// The name of the item.
    pub item: String,
    /// The time from the first turn to the end of the last answer, in milliseconds.
    pub took_ms: u32,
    /// True where an answer was cut at its longest.
    pub cut: bool,
    /// The incidents meanwhile, by their kinds.
    pub incidents: Vec<String>,
    /// The answer to each turn, the question last; none for a silence.
    pub answers: Vec<Option<String>>,
}

/// An application with its stamps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Receipt {
    /// The time of sending, by the carrier's stamp.
    pub mailed: Option<Moment>,
    /// The time of receipt.
    pub received: Moment,
    /// The SHA-256 of the link to its page; absent when it was not handed in on a page.
    pub link: Option<Hash>,
    /// The application.
    pub application: Application,
}
