//! What an entry breaks, with the label of the rule, in sentences a contestant understands.

use std::fmt;

use rulebook::{EntryId, schema::Date};
use serde::{Deserialize, Serialize};

use crate::Moment;

/// A rule that an entry breaks. Prints as `rule 9: one entry from a contestant, who has E1 already`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Breach {
    /// The label of the rule, as the rulebook gives it.
    pub rule: String,
    /// What is wrong.
    pub fault: Fault,
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.rule, self.fault)
    }
}

/// What is wrong with an entry. Names nobody: the record shows it to everyone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Fault {
    /// Its stamp lies before the window.
    #[error("its stamp {stamp} is earlier than {opens}, the first day")]
    TooEarly {
        /// The stamp that counts.
        stamp: Moment,
        /// The first day.
        opens: Date,
    },
    /// Its stamp lies after the window.
    #[error("its stamp {stamp} is later than {closes}, the last day")]
    TooLate {
        /// The stamp that counts.
        stamp: Moment,
        /// The last day.
        closes: Date,
    },
    /// Its contestant has another entry.
    #[error("one entry from a contestant, who has {entry} already")]
    SecondOfContestant {
        /// The earlier entry.
        entry: EntryId,
    },
    /// Someone associated with it is associated with another entry.
    #[error("nobody may be associated with more than one entry, and someone of this one is with {entry} already")]
    SecondOfPerson {
        /// The earlier entry.
        entry: EntryId,
    },
    /// A field is blank.
    #[error("the application leaves out \"{label}\" (supply `{field}`)")]
    NoField {
        /// Its id.
        field: String,
        /// What the form calls it.
        label: String,
    },
    /// There is no protocol.
    #[error("no protocol of an interaction came with the application")]
    NoProtocol {},
    /// The protocol is too long.
    #[error("its protocol has {words} words, and at most {most} are allowed")]
    ProtocolTooLong {
        /// Its words.
        words: u32,
        /// The most.
        most: u32,
    },
    /// Something has not been declared.
    #[error("nothing is said to \"{sentence}\" (declare `{declaration}`)")]
    Undeclared {
        /// Its id.
        declaration: String,
        /// The sentence.
        sentence: String,
    },
    /// The other answer was given.
    #[error("\"{sentence}\" must be answered with {answer}", answer = if *.must_be { "yes" } else { "no" })]
    WrongAnswer {
        /// Its id.
        declaration: String,
        /// The sentence.
        sentence: String,
        /// The answer that lets an entry in.
        must_be: bool,
    },
    /// No opening words were chosen, or others than the rulebook has.
    #[error("the application chooses none of the opening words: {words}")]
    NoOpening {
        /// The words there are.
        words: String,
    },
    /// No way of handing in was chosen.
    #[error("the application chooses none of the ways to hand a program in: {ways}")]
    NoSubmission {
        /// Their ids.
        ways: String,
    },
    /// No day of testing was agreed on.
    #[error("no day of testing was agreed on")]
    NoTesting {},
    /// The day of testing was agreed on too late.
    #[error("the day of testing was agreed on {agreed}, and must be before {before}")]
    TestingAgreedLate {
        /// When it was.
        agreed: Date,
        /// The first day that is too late.
        before: Date,
    },
    /// The day of testing is outside its window.
    #[error("the day of testing, {on}, is not between {first} and {last}")]
    TestingOutside {
        /// The day.
        on: Date,
        /// The first day it can be.
        first: Date,
        /// The last day it can be.
        last: Date,
    },
    /// It runs on nothing that the organisers provide, and its entrant brings nothing.
    #[error("it runs on nothing that is provided ({provided}), and its entrant brings nothing")]
    NothingToRunOn {
        /// What is provided.
        provided: String,
    },
    /// It needs the network.
    #[error("programs may not communicate with the world outside the place of the contest")]
    Telecommunication {},
    /// The organisers entered it, and may not.
    #[error("the rulebook lets the organisers enter no program")]
    NotForOrganisers {},
}

impl Fault {
    /// Whether the contestant can still put it right by supplying or declaring something.
    #[must_use]
    pub fn is_mendable(&self) -> bool {
        matches!(
            self,
            Self::NoField { .. }
                | Self::Undeclared { .. }
                | Self::WrongAnswer { .. }
                | Self::NoTesting {}
                | Self::TestingOutside { .. }
        )
    }
}
