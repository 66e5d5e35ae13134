//! Faults of suites and templates: all of them at once, each with its place.

use std::fmt;

/// A fault with its place.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, {place}: {wrong}")]
pub struct Fault {
    /// The line, from 1.
    pub line: usize,
    /// The place in the document: `items[2].ask`, `file` for the whole.
    pub place: String,
    /// The fault.
    pub wrong: Wrong,
}

/// A fault, with its remedy.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Wrong {
    /// The text is not TOML.
    #[error("{0}")]
    Syntax(String),
    /// An unknown key.
    #[error("`{0}` is not a key here")]
    UnknownKey(String),
    /// A required key is missing.
    #[error("`{0}` is missing")]
    Missing(&'static str),
    /// A value of another type.
    #[error("{0} is needed here")]
    Type(&'static str),
    /// A text that does not fit.
    #[error("`{found}` is not {needed}")]
    Malformed {
        /// The text.
        found: String,
        /// The form needed, with its article.
        needed: &'static str,
    },
    /// Too few or too many of something.
    #[error("{found} {of}, and {least} to {most} are allowed")]
    Count {
        /// The number.
        found: usize,
        /// The things, in the plural.
        of: &'static str,
        /// The fewest.
        least: usize,
        /// The most.
        most: usize,
    },
    /// A name that is taken.
    #[error("`{name}` is given twice (first on line {first})")]
    Twice {
        /// The name.
        name: String,
        /// The line of the first.
        first: usize,
    },
    /// An item of a set that does not exist.
    #[error("`{0}` is not a set of the file")]
    NoSet(String),
    /// A set without an item.
    #[error("the set `{0}` has no item (write one, or leave the set out)")]
    EmptySet(String),
    /// A slot in a text that nothing fills.
    #[error("nothing fills the slot `{{{0}}}`")]
    UnfilledSlot(String),
    /// A word for a slot that no text has.
    #[error("no text has the slot `{{{0}}}` (leave it out)")]
    UnusedSlot(String),
    /// A slot that a computation needs.
    #[error("`{computes}` needs the slot `{slot}`")]
    NeedsSlot {
        /// The computation.
        computes: &'static str,
        /// The slot.
        slot: &'static str,
    },
    /// The slots give no key.
    #[error(
        "`{0}` gives no key for these slots (an unknown word, a thing without that fact, a time outside the rounds)"
    )]
    NoKey(&'static str),
    /// Two things that are too close to ask about.
    #[error("`{first}` and `{second}` are too close: ask only about a factor of 3 or more, in size and weight alike")]
    TooClose {
        /// The first thing.
        first: String,
        /// The second.
        second: String,
    },
    /// A key that is not the one computed.
    #[error("the key is `{found}`, and `{computes}` gives `{computed}`")]
    KeyContradicted {
        /// The computation.
        computes: &'static str,
        /// The key in the file.
        found: String,
        /// The computed key.
        computed: String,
    },
    /// A key where the moment of asking decides.
    #[error("`{0}` has its key from the clock (leave the key out)")]
    KeyOfClock(&'static str),
    /// The same item again.
    #[error("the item `{0}` asks the same")]
    SameItem(String),
    /// Two items with the same question and different keys, or orders that form a circle.
    #[error("this contradicts the item `{other}`: {why}")]
    Contradiction {
        /// The other item.
        other: String,
        /// The reason.
        why: String,
    },
    /// A mark outside the scale.
    #[error("the mark {found} is not on the scale of 0 to {marks}{}", if *.halves { " with halves" } else { " without halves" })]
    Mark {
        /// The mark.
        found: String,
        /// The highest mark.
        marks: u16,
        /// True where halves are allowed.
        halves: bool,
    },
    /// A mark of the scale's ends without a meaning.
    #[error("the mark {0} has no meaning (add an anchor)")]
    NoAnchor(String),
    /// A source that a draw names and that does not exist.
    #[error("`{0}` is neither a list of the file, `kind:` with a kind of the vocabulary, nor `colour`")]
    NoSource(String),
}

/// Every fault of a file, at least one, in the order of lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Faults(pub Vec<Fault>);

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, fault) in self.0.iter().enumerate() {
            if number > 0 {
                f.write_str("\n")?;
            }
            fault.fmt(f)?;
        }
        Ok(())
    }
}

impl std::error::Error for Faults {}
