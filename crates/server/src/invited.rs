//! The invited people: the participants of a contest, and further organisers beside the one of the contest file.
//!
//! All organisers act as *the* organiser: the record knows one. Each has a card, sessions and a password of their own.

use std::{fmt, str::FromStr};

use language::{Message, Say};
use rulebook::Participant;

/// The most organisers of a contest.
pub const ORGANISERS_MAX: u16 = 20;

/// An invited person, as the register names them: `J2`, `organiser`, or `organiser 2` for the second organiser.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Invited {
    who: Participant,
    /// The number of an organiser; 1 for everybody else.
    number: u16,
}

impl Invited {
    /// The organiser with this number, from 1 for the one of the contest file.
    #[must_use]
    pub fn organiser(number: u16) -> Self {
        Self { who: Participant::Organiser, number: number.max(1) }
    }

    /// The participant as whom they act.
    #[must_use]
    pub fn who(self) -> Participant {
        self.who
    }

    /// The number among the organisers.
    #[must_use]
    pub fn number(self) -> u16 {
        self.number
    }
}

impl From<Participant> for Invited {
    fn from(who: Participant) -> Self {
        Self { who, number: 1 }
    }
}

impl fmt::Display for Invited {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.number {
            1 => self.who.fmt(f),
            number => write!(f, "{} {number}", self.who),
        }
    }
}

/// The name on pages; the register's name is the same in every language.
impl Say for Invited {
    fn message(&self) -> Message {
        match (self.who, self.number) {
            (Participant::Organiser, 1) => say!("access-organiser"),
            (Participant::Organiser, number) => say!("access-organiser-number", number = number),
            (who, _) => Message::verbatim(who.to_string()),
        }
    }
}

/// A text that names nobody who may be invited.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` names nobody who may be invited (write J1, C1, organiser, or organiser 2)")]
pub struct NotInvited(String);

impl FromStr for Invited {
    type Err = NotInvited;

    fn from_str(text: &str) -> Result<Self, NotInvited> {
        let wrong = || NotInvited(text.to_owned());
        match text.strip_prefix("organiser ") {
            Some(number) => match number.parse() {
                Ok(number @ 2..=ORGANISERS_MAX) => Ok(Self::organiser(number)),
                _ => Err(wrong()),
            },
            None => text.parse::<Participant>().map(Self::from).map_err(|_| wrong()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_read_as_it_is_written() {
        for text in ["J2", "C1", "organiser", "organiser 2", "organiser 20"] {
            assert_eq!(text.parse::<Invited>().unwrap().to_string(), text);
        }
        assert_eq!("organiser 3".parse::<Invited>().unwrap().who(), Participant::Organiser);
        for text in ["", "organiser 1", "organiser 21", "organiser two", "organisers", "J0"] {
            assert!(text.parse::<Invited>().is_err(), "{text}");
        }
    }
}
