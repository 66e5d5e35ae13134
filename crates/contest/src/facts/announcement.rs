//! Announcements of the organiser during a contest: to everybody in a role, or to one person.
//!
//! Entries get none. The recipients follow from roles and labels alone, so that an announcement and its time give a
//! judge no hint about the witness.

use std::{fmt, str::FromStr};

use rulebook::{ConfederateId, JudgeId, Participant, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The most announcements that a page shows: the latest ones.
pub const SHOWN_MAX: usize = 3;

schemars::where_published! {
    /// The pattern of an [`Addressee`] as text.
    pub(crate) const ADDRESSEE_PATTERN: &str = "^(everybody|judges|confederates|referees|[JC][1-9][0-9]*)$";
}

/// The recipients of an announcement. Written `everybody`, `judges`, `confederates`, `referees`, or as a label such as
/// `J3`. A single referee cannot be addressed: all referees read the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(extend("pattern" = ADDRESSEE_PATTERN))]
pub enum Addressee {
    /// Every judge, confederate and referee.
    Everybody,
    /// Every judge.
    Judges,
    /// Every confederate.
    Confederates,
    /// Every referee.
    Referees,
    /// One judge.
    Judge(JudgeId),
    /// One confederate.
    Confederate(ConfederateId),
}

impl Addressee {
    /// The recipients that are not one person.
    pub const GROUPS: [Self; 4] = [Self::Everybody, Self::Judges, Self::Confederates, Self::Referees];

    /// True if this participant is among the recipients.
    #[must_use]
    pub fn includes(self, who: Participant) -> bool {
        match (self, who) {
            (Self::Everybody, Participant::Judge(_) | Participant::Confederate(_) | Participant::Referee(_))
            | (Self::Judges, Participant::Judge(_))
            | (Self::Confederates, Participant::Confederate(_))
            | (Self::Referees, Participant::Referee(_)) => true,
            (Self::Judge(judge), Participant::Judge(who)) => judge == who,
            (Self::Confederate(confederate), Participant::Confederate(who)) => confederate == who,
            _ => false,
        }
    }
}

impl fmt::Display for Addressee {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Everybody => f.write_str("everybody"),
            Self::Judges => f.write_str("judges"),
            Self::Confederates => f.write_str("confederates"),
            Self::Referees => f.write_str("referees"),
            Self::Judge(id) => id.fmt(f),
            Self::Confederate(id) => id.fmt(f),
        }
    }
}

impl From<Addressee> for String {
    fn from(addressee: Addressee) -> Self {
        addressee.to_string()
    }
}

/// The error for a text that names no recipient.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is nobody who can be told something: write everybody, judges, confederates, referees, or a label such as J3 or C1"
)]
pub struct BadAddressee(String);

impl FromStr for Addressee {
    type Err = BadAddressee;

    fn from_str(text: &str) -> Result<Self, BadAddressee> {
        let group = Self::GROUPS.into_iter().find(|group| group.to_string() == text);
        let one = || match text.parse() {
            Ok(Participant::Judge(judge)) => Some(Self::Judge(judge)),
            Ok(Participant::Confederate(confederate)) => Some(Self::Confederate(confederate)),
            _ => None,
        };
        group.or_else(one).ok_or_else(|| BadAddressee(text.chars().take(40).collect()))
    }
}

impl TryFrom<String> for Addressee {
    type Error = BadAddressee;

    fn try_from(text: String) -> Result<Self, BadAddressee> {
        text.parse()
    }
}

/// An announcement with its recipients.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Announced {
    /// The recipients.
    pub to: Addressee,
    /// The announcement.
    pub announcement: Announcement,
}

/// An announcement as its recipients see it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Announcement {
    /// The time at which it was recorded.
    pub at: Timestamp,
    /// Its text: 1 to 500 characters on one or more lines.
    pub words: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_addressee_is_written_alike_everywhere() {
        let one = [Addressee::Judge(JudgeId::new(12)), Addressee::Confederate(ConfederateId::new(1))];
        for addressee in Addressee::GROUPS.into_iter().chain(one) {
            let text = addressee.to_string();
            assert_eq!(text.parse(), Ok(addressee));
            assert_eq!(serde_json::to_value(addressee).unwrap(), text);
        }
        for text in ["", "E1", "F1", "organiser", "Judges", "J0", "3"] {
            assert_eq!(text.parse::<Addressee>(), Err(BadAddressee(text.to_owned())));
        }
    }

    #[test]
    fn programs_and_the_organiser_are_told_nothing() {
        let told_nothing = ["E1", "organiser"].map(|who| who.parse::<Participant>().unwrap());
        let all = Addressee::GROUPS.into_iter().chain(["J1".parse().unwrap(), "C1".parse().unwrap()]);
        assert!(all.clone().all(|addressee| told_nothing.iter().all(|who| !addressee.includes(*who))));
        let includes = |who: &str| {
            all.clone().filter(|to| to.includes(who.parse().unwrap())).map(|to| to.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(includes("J1"), ["everybody", "judges", "J1"]);
        assert_eq!(includes("J2"), ["everybody", "judges"]);
        assert_eq!(includes("C1"), ["everybody", "confederates", "C1"]);
        assert_eq!(includes("F2"), ["everybody", "referees"]);
    }
}
