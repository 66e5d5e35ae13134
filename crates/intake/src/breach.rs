//! Rules that an entry breaks, with their labels, in sentences a contestant understands.

use std::mem;

use language::{Message, Say};
use rulebook::{EntryId, schema::Date};
use serde::{Deserialize, Serialize};

use crate::Moment;

/// A rule that an entry breaks. Prints as `rule 9: no protocol of an interaction came with the application`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Breach {
    /// The label of the rule, as the rulebook gives it.
    pub rule: String,
    /// The fault.
    pub fault: EntryFault,
}

impl Breach {
    /// True when both break the same rule in the same way. Their figures may differ: a day that was moved since is another figure.
    #[must_use]
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        self.rule == other.rule && mem::discriminant(&self.fault) == mem::discriminant(&other.fault)
    }
}

impl Say for Breach {
    fn message(&self) -> Message {
        say!("intake-under-rule", rule = &self.rule, what = self.fault.message())
    }
}

/// A fault of an entry. It has no names of people: the record shows it to everyone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum EntryFault {
    /// Its stamp lies before the window.
    TooEarly {
        /// The stamp that counts.
        stamp: Moment,
        /// The first day.
        opens: Date,
    },
    /// Its stamp lies after the window.
    TooLate {
        /// The stamp that counts.
        stamp: Moment,
        /// The last day.
        closes: Date,
    },
    /// Its contestant has another entry.
    SecondOfContestant {
        /// The earlier entry.
        entry: EntryId,
    },
    /// Someone associated with it is associated with another entry.
    SecondOfPerson {
        /// The earlier entry.
        entry: EntryId,
    },
    /// A field is blank.
    NoField {
        /// Its id.
        field: String,
        /// Its label on the form.
        label: String,
    },
    /// There is no protocol.
    NoProtocol {},
    /// The protocol is too long.
    ProtocolTooLong {
        /// Its words.
        words: u32,
        /// The most.
        most: u32,
    },
    /// A declaration was not answered.
    Undeclared {
        /// Its id.
        declaration: String,
        /// The sentence.
        sentence: String,
    },
    /// The other answer was given.
    WrongAnswer {
        /// Its id.
        declaration: String,
        /// The sentence.
        sentence: String,
        /// The answer that lets an entry in.
        must_be: bool,
    },
    /// The opening words are missing, or not among the rulebook's.
    NoOpening {
        /// The rulebook's opening words.
        words: String,
    },
    /// The way of handing in is missing, or not among the rulebook's.
    NoSubmission {
        /// The ids of the ways.
        ways: String,
    },
    /// No day of testing was agreed on.
    NoTesting {},
    /// The day of testing was agreed on too late.
    TestingAgreedLate {
        /// The day of the agreement.
        agreed: Date,
        /// The first day that is too late.
        before: Date,
    },
    /// The day of testing is outside its window.
    TestingOutside {
        /// The day.
        on: Date,
        /// The first day it can be.
        first: Date,
        /// The last day it can be.
        last: Date,
    },
    /// It runs on no equipment that the organisers provide, and its entrant brings none.
    NothingToRunOn {
        /// The equipment provided.
        provided: String,
    },
    /// It needs telecommunication, and the rules forbid it.
    Telecommunication {},
    /// The organisers entered it, and may not.
    NotForOrganisers {},
}

impl EntryFault {
    /// True when the contestant can still mend it, by a field, a declaration, opening words or a day of testing.
    #[must_use]
    pub fn is_mendable(&self) -> bool {
        matches!(
            self,
            Self::NoField { .. }
                | Self::NoOpening { .. }
                | Self::Undeclared { .. }
                | Self::WrongAnswer { .. }
                | Self::NoTesting {}
                | Self::TestingOutside { .. }
        )
    }
}

impl Say for EntryFault {
    fn message(&self) -> Message {
        match self {
            Self::TooEarly { stamp, opens } => {
                say!("intake-breach-too-early", stamp = stamp.to_string(), opens = opens.to_string())
            }
            Self::TooLate { stamp, closes } => {
                say!("intake-breach-too-late", stamp = stamp.to_string(), closes = closes.to_string())
            }
            Self::SecondOfContestant { entry } => {
                say!("intake-breach-second-of-contestant", entry = entry.to_string())
            }
            Self::SecondOfPerson { entry } => say!("intake-breach-second-of-person", entry = entry.to_string()),
            Self::NoField { field, label } => say!("intake-breach-no-field", label = label, field = field),
            Self::NoProtocol {} => say!("intake-breach-no-protocol"),
            Self::ProtocolTooLong { words, most } => {
                say!("intake-breach-protocol-too-long", words = *words, most = *most)
            }
            Self::Undeclared { declaration, sentence } => {
                say!("intake-breach-undeclared", sentence = sentence, declaration = declaration)
            }
            Self::WrongAnswer { sentence, must_be, .. } => {
                let answer = if *must_be { "yes" } else { "no" };
                say!("intake-breach-wrong-answer", sentence = sentence, answer = answer)
            }
            Self::NoOpening { words } => say!("intake-breach-no-opening", words = words),
            Self::NoSubmission { ways } => say!("intake-breach-no-submission", ways = ways),
            Self::NoTesting {} => say!("intake-breach-no-testing"),
            Self::TestingAgreedLate { agreed, before } => {
                say!("intake-breach-agreed-late", agreed = agreed.to_string(), before = before.to_string())
            }
            Self::TestingOutside { on, first, last } => say!(
                "intake-breach-testing-outside",
                on = on.to_string(),
                first = first.to_string(),
                last = last.to_string(),
            ),
            Self::NothingToRunOn { provided } => say!("intake-breach-nothing-to-run-on", provided = provided),
            Self::Telecommunication {} => say!("intake-breach-telecommunication"),
            Self::NotForOrganisers {} => say!("intake-breach-not-for-organisers"),
        }
    }
}

display_in_english!(Breach, EntryFault);
