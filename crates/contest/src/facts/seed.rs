//! The seed of a contest's draws, made from a secret of the server and contributions of many people.
//!
//! The first event commits to a secret that the server drew. Then every participant contributes a text, which their
//! page makes automatically. When the organiser draws the schedule, secret and contributions form the seed
//! ([`rulebook::Seed::of_many_hands`]); at the close the secret is disclosed. So the draw cannot be known before it is
//! made, and a person who knows the secret never contributes last. `docs/record.md` specifies the bytes.

use std::{fmt, str::FromStr};

use language::Message;
use rulebook::{Commitment, DrawnSecret, Participant, Seed, contest_file::SEED_MAX, ids::BadId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The source of the seed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum SeedSource {
    /// The organiser's contribution alone: a person who knows that text knows every draw. Other contributions are
    /// recorded as in a real contest, and change nothing.
    Rehearsal {},
    /// A secret of the server and the contributions of all.
    ManyHands {
        /// The commitment that fixes the secret before the first contribution.
        commitment: Commitment,
    },
}

/// The seed's inputs at the opening of a contest: the server's secret, or a text that fixes the draw.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SeedOpening {
    /// The text fixes every draw.
    Rehearsal {
        /// The organiser's contribution.
        seed: String,
    },
    /// A secret, and the contributions of organiser and committee, which come before all others.
    ManyHands {
        /// 32 random bytes.
        secret: DrawnSecret,
        /// The organiser's contribution, if known beforehand.
        organiser: Option<String>,
        /// The committee's contribution.
        committee: Option<String>,
    },
}

/// A draw with a seed of its own. Written `draw`, or `coin-1`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(rename = "Drawn", extend("pattern" = "^(draw|coin-[1-9][0-9]*)$"))] // Rulebooks have a `Matter` of their own.
pub enum Matter {
    /// The schedule and the seats.
    Draw,
    /// The toss of the coin of this number, from 1.
    Coin(u16),
}

impl fmt::Display for Matter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Draw => f.write_str("draw"),
            Self::Coin(number) => write!(f, "coin-{number}"),
        }
    }
}

/// The text names no draw.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is nothing that is drawn: write `draw`, or `coin-1`")]
pub struct BadMatter(String);

impl TryFrom<String> for Matter {
    type Error = BadMatter;

    fn try_from(text: String) -> Result<Self, BadMatter> {
        if text == "draw" {
            return Ok(Self::Draw);
        }
        let number = text.strip_prefix("coin-").and_then(|number| number.parse().ok());
        let coin = number.filter(|number| *number > 0).map(Self::Coin);
        coin.filter(|coin| coin.to_string() == text).ok_or(BadMatter(text))
    }
}

impl From<Matter> for String {
    fn from(matter: Matter) -> Self {
        matter.to_string()
    }
}

/// A contributor to a seed. Written `committee`, or as the participant's id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(extend("pattern" = "^(organiser|committee|[JCEF][1-9][0-9]*)$"))]
pub enum Contributor {
    /// The committee of the contest file.
    Committee,
    /// The organiser, or a participating person.
    Participant(Participant),
}

impl Contributor {
    /// True for contributors that come before all others: the organiser, who may know the secret, and the committee.
    #[must_use]
    pub fn comes_first(self) -> bool {
        matches!(self, Self::Committee | Self::Participant(Participant::Organiser))
    }
}

impl fmt::Display for Contributor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Committee => f.write_str("committee"),
            Self::Participant(who) => who.fmt(f),
        }
    }
}

impl FromStr for Contributor {
    type Err = BadId;

    fn from_str(text: &str) -> Result<Self, BadId> {
        if text == "committee" { Ok(Self::Committee) } else { text.parse().map(Self::Participant) }
    }
}

impl TryFrom<String> for Contributor {
    type Error = BadId;

    fn try_from(text: String) -> Result<Self, BadId> {
        text.parse()
    }
}

impl From<Contributor> for String {
    fn from(contributor: Contributor) -> Self {
        contributor.to_string()
    }
}

/// A recorded contribution.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contribution {
    /// The draw that it contributes to.
    pub matter: Matter,
    /// The contributor.
    pub by: Contributor,
    /// The text.
    pub value: String,
    /// The number of its event in the stream `contest`.
    pub event: u64,
}

impl Matter {
    /// The draw in words that follow "your part of".
    #[must_use]
    pub fn phrase(self) -> Message {
        match self {
            Self::Draw => say!("talk-draw"),
            Self::Coin(_) => say!("talk-coin"),
        }
    }
}

/// True if a text may be a contribution: one line of 1 to 200 printable characters.
#[must_use]
pub fn is_contribution(value: &str) -> bool {
    (1..=SEED_MAX).contains(&value.chars().count()) && !value.chars().any(char::is_control)
}

/// The seed from a secret and the contributions in recorded order.
#[must_use]
pub fn seed_of<'a>(secret: &DrawnSecret, contributions: impl IntoIterator<Item = &'a Contribution>) -> Seed {
    let named: Vec<(String, &str)> =
        contributions.into_iter().map(|given| (given.by.to_string(), given.value.as_str())).collect();
    Seed::of_many_hands(secret, named.iter().map(|(by, value)| (by.as_str(), *value)))
}
