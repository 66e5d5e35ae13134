//! The ids of participants and rounds, and the seats of a contest.
//!
//! Ids are small numbers from 1 with the letter the rules have always used (`J1`, `C1`, `E1`); a name is never an id.
//! Every type here prints in the form of plans and records, and parses back from the same text.

use std::{fmt, str::FromStr};

use language::Message;
use serde::{Deserialize, Serialize};

/// A text that is no id of the expected kind.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{found}` is not {expected}")]
pub struct BadId {
    found: String,
    expected: &'static str,
}

impl BadId {
    fn new(found: &str, expected: &'static str) -> Self {
        Self { found: found.chars().take(40).collect(), expected }
    }
}

/// Makes a type serialise as its printed text.
macro_rules! serde_as_text {
    ($name:ident) => {
        impl Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
            }
        }
    };
}

/// Adds the pattern of its text to the schema of such a type.
macro_rules! schema_of_text {
    ($name:ident, $pattern:expr) => {
        schemars::where_published! {
            impl schemars::JsonSchema for $name {
                fn schema_name() -> std::borrow::Cow<'static, str> {
                    stringify!($name).into()
                }

                fn inline_schema() -> bool {
                    true
                }

                fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                    schemars::json_schema!({ "type": "string", "pattern": $pattern })
                }
            }
        }
    };
}

pub(crate) use {schema_of_text, serde_as_text};

macro_rules! numbered_id {
    ($(#[$doc:meta])* $name:ident, $letter:literal, $expected:literal) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u16);

        impl $name {
            /// The id with this number, counted from 1.
            ///
            /// # Panics
            /// When `number` is 0: ids count from 1.
            #[must_use]
            pub fn new(number: u16) -> Self {
                assert!(number > 0, concat!($expected, " counts from 1"));
                Self(number)
            }

            /// The id of the item at this place of a list, counted from 0.
            ///
            /// # Panics
            /// When the list is longer than 65,534 items.
            #[must_use]
            pub fn at(index: usize) -> Self {
                Self(u16::try_from(index + 1).expect("lists of participants are short"))
            }

            /// The number, counted from 1.
            #[must_use]
            pub fn number(self) -> u16 {
                self.0
            }

            /// The place in a list, counted from 0.
            #[must_use]
            pub fn index(self) -> usize {
                usize::from(self.0) - 1
            }

            /// The first `count` ids.
            pub fn first(count: usize) -> impl ExactSizeIterator<Item = Self> + Clone {
                (0..count).map(Self::at)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($letter, "{}"), self.0)
            }
        }

        impl FromStr for $name {
            type Err = BadId;

            /// Reads the id with its letter, in either case, or as a bare number.
            fn from_str(text: &str) -> Result<Self, BadId> {
                let digits = text.strip_prefix([const { upper($letter) }, const { lower($letter) }]).unwrap_or(text);
                match digits.parse() {
                    Ok(number) if number > 0 && digits.bytes().all(|b| b.is_ascii_digit()) => Ok(Self(number)),
                    _ => Err(BadId::new(text, $expected)),
                }
            }
        }

        serde_as_text!($name);

        schema_of_text!($name, concat!("^", $letter, "[1-9][0-9]*$"));
    };
}

const fn upper(letter: &str) -> char {
    letter.as_bytes()[0] as char
}

const fn lower(letter: &str) -> char {
    letter.as_bytes()[0].to_ascii_lowercase() as char
}

numbered_id!(
    /// A judge, who asks, and gives the ballots.
    JudgeId, "J", "a judge such as J1"
);
numbered_id!(
    /// A confederate: a human witness.
    ConfederateId, "C", "a confederate such as C1"
);
numbered_id!(
    /// An entry: a program that was submitted.
    EntryId, "E", "an entry such as E1"
);
numbered_id!(
    /// A referee, who reads along while judges talk, and may limit the confederates. Written `F1`, because R is for
    /// rounds.
    RefereeId, "F", "a referee such as F1"
);
numbered_id!(
    /// A round: everything that happens at the same time. Written `R1`.
    RoundNumber, "R", "a round such as R1"
);

/// A hidden conversational partner. Judges never receive a value of this type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Witness {
    /// A person.
    Confederate(ConfederateId),
    /// A program.
    Entry(EntryId),
}

impl fmt::Display for Witness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Confederate(id) => id.fmt(f),
            Self::Entry(id) => id.fmt(f),
        }
    }
}

impl FromStr for Witness {
    type Err = BadId;

    fn from_str(text: &str) -> Result<Self, BadId> {
        match text.as_bytes().first() {
            Some(b'C' | b'c') => text.parse().map(Self::Confederate),
            Some(b'E' | b'e') => text.parse().map(Self::Entry),
            _ => Err(BadId::new(text, "a witness such as C1 or E1")),
        }
    }
}

serde_as_text!(Witness);
schema_of_text!(Witness, "^[CE][1-9][0-9]*$");

/// Anybody who takes part and has a page or a driver of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Participant {
    /// The organiser. Written `organiser`.
    Organiser,
    /// A judge.
    Judge(JudgeId),
    /// A human witness.
    Confederate(ConfederateId),
    /// A program.
    Entry(EntryId),
    /// A referee. Not part of any plan, and no round waits for one.
    Referee(RefereeId),
}

/// An id is the same in every language.
impl From<Witness> for Message {
    fn from(witness: Witness) -> Self {
        Self::verbatim(witness.to_string())
    }
}

impl From<Witness> for Participant {
    fn from(witness: Witness) -> Self {
        match witness {
            Witness::Confederate(id) => Self::Confederate(id),
            Witness::Entry(id) => Self::Entry(id),
        }
    }
}

impl fmt::Display for Participant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Organiser => f.write_str("organiser"),
            Self::Judge(id) => id.fmt(f),
            Self::Confederate(id) => id.fmt(f),
            Self::Entry(id) => id.fmt(f),
            Self::Referee(id) => id.fmt(f),
        }
    }
}

impl FromStr for Participant {
    type Err = BadId;

    fn from_str(text: &str) -> Result<Self, BadId> {
        match text.as_bytes().first() {
            _ if text == "organiser" => Ok(Self::Organiser),
            Some(b'J' | b'j') => text.parse().map(Self::Judge),
            Some(b'C' | b'c' | b'E' | b'e') => Ok(text.parse::<Witness>()?.into()),
            Some(b'F' | b'f') => text.parse().map(Self::Referee),
            _ => Err(BadId::new(text, "a participant such as J1, C1, E1, F1 or organiser")),
        }
    }
}

serde_as_text!(Participant);
schema_of_text!(Participant, "^(organiser|[JCEF][1-9][0-9]*)$");

/// The blind label under which a judge sees a witness.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Seat {
    /// The pane on the left.
    Left,
    /// The pane on the right.
    Right,
    /// The only pane, with a label that lasts no longer than the interview. Written `only`.
    Only,
    /// The only pane, showing the terminal with this number, from 1. Written `t3`.
    Terminal(u16),
}

impl Seat {
    /// The two seats of a pair, left first.
    pub const PAIR: [Self; 2] = [Self::Left, Self::Right];
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Left => f.write_str("left"),
            Self::Right => f.write_str("right"),
            Self::Only => f.write_str("only"),
            Self::Terminal(number) => write!(f, "t{number}"),
        }
    }
}

impl FromStr for Seat {
    type Err = BadId;

    fn from_str(text: &str) -> Result<Self, BadId> {
        let bad = || BadId::new(text, "a seat: left, right, only, or a terminal such as t3");
        match text {
            "left" => Ok(Self::Left),
            "right" => Ok(Self::Right),
            "only" => Ok(Self::Only),
            _ => match text.strip_prefix('t').map(str::parse) {
                Some(Ok(number)) if number > 0 && !text.contains('+') => Ok(Self::Terminal(number)),
                _ => Err(bad()),
            },
        }
    }
}

serde_as_text!(Seat);
schema_of_text!(Seat, "^(left|right|only|t[1-9][0-9]*)$");

/// One end of a conversation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The judge's end.
    Judge,
    /// The witness's end, for a person or a program.
    Witness,
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Judge => "judge",
            Self::Witness => "witness",
        })
    }
}

/// One judge's sitting in one round. Written `R1-J2`; does not name the witnesses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct InterviewId {
    /// The round it belongs to.
    pub round: RoundNumber,
    /// The judge.
    pub judge: JudgeId,
}

impl fmt::Display for InterviewId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.round, self.judge)
    }
}

impl FromStr for InterviewId {
    type Err = BadId;

    fn from_str(text: &str) -> Result<Self, BadId> {
        let bad = || BadId::new(text, "an interview such as R1-J2");
        let (round, judge) = text.split_once('-').ok_or_else(bad)?;
        Ok(Self { round: round.parse().map_err(|_| bad())?, judge: judge.parse().map_err(|_| bad())? })
    }
}

serde_as_text!(InterviewId);
schema_of_text!(InterviewId, "^R[1-9][0-9]*-J[1-9][0-9]*$");

/// The channel between a judge and one seat of an interview. Written `R1-J2-left`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ConversationId {
    /// The interview it is part of.
    pub interview: InterviewId,
    /// The seat of the witness in it.
    pub seat: Seat,
}

impl fmt::Display for ConversationId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.interview, self.seat)
    }
}

impl FromStr for ConversationId {
    type Err = BadId;

    fn from_str(text: &str) -> Result<Self, BadId> {
        let bad = || BadId::new(text, "a conversation such as R1-J2-left");
        let (interview, seat) = text.rsplit_once('-').ok_or_else(bad)?;
        Ok(Self { interview: interview.parse().map_err(|_| bad())?, seat: seat.parse().map_err(|_| bad())? })
    }
}

serde_as_text!(ConversationId);
schema_of_text!(ConversationId, "^R[1-9][0-9]*-J[1-9][0-9]*-(left|right|only|t[1-9][0-9]*)$");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_print_as_the_rules_write_them_and_read_back() {
        for text in ["J1", "C12", "E4", "F2", "organiser"] {
            assert_eq!(text.parse::<Participant>().unwrap().to_string(), text);
        }
        let conversation: ConversationId = "R2-J3-right".parse().unwrap();
        assert_eq!(conversation.interview.judge, JudgeId::new(3));
        assert_eq!(conversation.to_string(), "R2-J3-right");
        assert_eq!("7".parse::<EntryId>().unwrap(), "e7".parse().unwrap());
    }

    #[test]
    fn what_is_no_id_is_refused_with_what_was_expected() {
        for text in ["", "J", "J0", "J-1", "J+1", "J70000", "X1", "j1 ", "Jj1", "jJ1", "Jj1é"] {
            assert!(text.parse::<JudgeId>().is_err(), "{text}");
        }
        let error = "Q9".parse::<Participant>().unwrap_err();
        assert_eq!(error.to_string(), "`Q9` is not a participant such as J1, C1, E1, F1 or organiser");
    }

    #[test]
    fn every_seat_reads_back_and_nothing_else_is_one() {
        for seat in [Seat::Left, Seat::Right, Seat::Only, Seat::Terminal(1), Seat::Terminal(65_535)] {
            assert_eq!(seat.to_string().parse(), Ok(seat));
        }
        for text in ["", "Left", "t", "t0", "t+1", "t-1", "t65536", "tt1", "1"] {
            assert!(text.parse::<Seat>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_side_is_called_what_a_record_calls_it() {
        for side in [Side::Judge, Side::Witness] {
            assert_eq!(serde_json::to_value(side).unwrap(), side.to_string());
        }
    }
}
