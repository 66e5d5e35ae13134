//! What organisers ask for. A command becomes facts, or a refusal; it is never recorded itself.

use record::Hash;
use rulebook::{Authority, EntryId, Rulebook, Seed, calendar::Days, schema::PersonRole};

use crate::{
    Application, Moment, Registration, Testing,
    judging::Sheet,
    letter::{Delivery, Recipient},
};

/// What organisers ask for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// Call for entries.
    Open {
        /// Name for people.
        name: String,
        /// The rules.
        rulebook: Box<Rulebook>,
    },
    /// Move days of the rules, all of them or none.
    MoveDays {
        /// Which, by their names in the calendar, and to when.
        days: Vec<(String, Days)>,
    },
    /// Take an application in.
    Receive(Box<Receipt>),
    /// Answer a declaration.
    Declare {
        /// Whose.
        entry: EntryId,
        /// Which.
        declaration: String,
        /// Yes or no.
        yes: bool,
    },
    /// Fill in a field.
    Supply {
        /// Whose.
        entry: EntryId,
        /// Which.
        field: String,
        /// The text.
        text: String,
    },
    /// Hand a program in, or a newer one.
    HandIn {
        /// Whose.
        entry: EntryId,
        /// The SHA-256 of the file.
        sha256: Hash,
        /// Its length.
        bytes: u64,
        /// What the contestant calls the file.
        name: String,
    },
    /// Offer to take part.
    Register {
        /// As what.
        role: PersonRole,
        /// The SHA-256 of the link to the page of whoever offers.
        link: Hash,
        /// Who, and what they attest.
        registration: Registration,
    },
    /// Answer somebody who offered to take part.
    Answer {
        /// Whom.
        person: u16,
        /// Whether they take part.
        accepted: bool,
    },
    /// Take one's offer back.
    Leave {
        /// Whose.
        person: u16,
    },
    /// Have a letter sent by the organisers' mail server.
    Post {
        /// To whom.
        to: Recipient,
        /// The hash of the letter that the organiser has read.
        letter: Hash,
        /// Although it may have been sent already.
        again: bool,
    },
    /// Note what came of a letter that was on its way.
    Deliver {
        /// To whom.
        to: Recipient,
        /// What came of it.
        delivery: Delivery,
    },
    /// Agree on a day of testing.
    Agree {
        /// For which entry.
        entry: EntryId,
        /// The day.
        testing: Testing,
    },
    /// Test an entry: hold it against every rule, and against what was seen when it ran.
    Check {
        /// Which.
        entry: EntryId,
    },
    /// Let an entry stay for its merit.
    Invite {
        /// Which.
        entry: EntryId,
        /// Why.
        reason: String,
    },
    /// Take an entry back.
    Withdraw {
        /// Which.
        entry: EntryId,
    },
    /// Shut an entry out.
    Disqualify {
        /// Which.
        entry: EntryId,
        /// Who decided.
        by: Authority,
        /// The label of the rule.
        rule: String,
        /// Why.
        reason: String,
    },
    /// Draw who judges whom.
    DrawPanel {
        /// The stage.
        stage: String,
        /// The names of the judges, blank where nobody is named; their number is the number of judges.
        judges: Vec<String>,
        /// The seed of the draw.
        seed: Seed,
    },
    /// Take the scores of a stage in.
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
        /// Best first.
        order: Vec<EntryId>,
        /// Why.
        reason: String,
    },
    /// Fix what has come of the selection: the entries of the final, the only entry that wins without one, or that there is
    /// none.
    Announce,
    /// Note that an entry has come in as it is needed in the final, and works.
    Works {
        /// Which.
        entry: EntryId,
        /// When it came in so.
        when: Moment,
    },
    /// Note that an entry was changed after it came in working.
    Change {
        /// Which.
        entry: EntryId,
        /// When.
        when: Moment,
    },
    /// Fill the place of an entry of the final that dropped out.
    Replace {
        /// Which.
        entry: EntryId,
        /// Why.
        reason: String,
    },
}

/// An application with its stamps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Receipt {
    /// When it was sent, as the carrier's stamp says.
    pub mailed: Option<Moment>,
    /// When it came in.
    pub received: Moment,
    /// The SHA-256 of the link to its page; absent where it was not handed in on one.
    pub link: Option<Hash>,
    /// What it says.
    pub application: Application,
}
