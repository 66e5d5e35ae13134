//! Where a contest's draws come from: a secret of the server and contributions of many hands.
//!
//! The first event commits to a secret that the server drew. Then everybody who takes part contributes a text, which
//! their page makes without being asked. When the organiser has who meets whom drawn, secret and contributions make the
//! seed ([`rulebook::Seed::of_many_hands`]); at the close the secret is opened. So nobody knows the draw before it is
//! made, and whoever knows the secret never chooses last. `docs/record.md` has the bytes.

use std::{fmt, str::FromStr};

use language::Message;
use rulebook::{Commitment, DrawnSecret, Participant, Seed, contest_file::SEED_MAX, ids::BadId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Where the seed comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum SeedSource {
    /// From the organiser's contribution alone: whoever knows that text knows every draw. Contributions of others are
    /// recorded as in a contest, and change nothing.
    Rehearsal {},
    /// From a secret of the server and the contributions of all.
    ManyHands {
        /// What fixes the secret before anybody contributes.
        commitment: Commitment,
    },
}

/// What a contest is opened with: the server's secret, or none where the draw is fixed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SeedOpening {
    /// The text fixes every draw.
    Rehearsal {
        /// The organiser's contribution.
        seed: String,
    },
    /// A secret, and what the organiser and the committee contribute before everybody else.
    ManyHands {
        /// 32 bytes that nobody can guess.
        secret: DrawnSecret,
        /// The organiser's contribution, where it is known beforehand.
        organiser: Option<String>,
        /// The committee's contribution.
        committee: Option<String>,
    },
}

/// What is drawn from a seed of its own. Written `draw`, or `coin-1`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(rename = "Drawn", extend("pattern" = "^(draw|coin-[1-9][0-9]*)$"))] // Rulebooks have a `Matter` of their own.
pub enum Matter {
    /// Who meets whom, and where everybody sits.
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

/// A text that names no matter.
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

/// Who contributes to a seed. Written `committee`, or as the participant's id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(extend("pattern" = "^(organiser|committee|[JCEF][1-9][0-9]*)$"))]
pub enum Contributor {
    /// The committee of the contest file.
    Committee,
    /// The organiser, or a person who takes part.
    Participant(Participant),
}

impl Contributor {
    /// Whether it contributes before everybody else: the organiser, who may know the secret, and the committee.
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

/// A contribution as it stands in the record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contribution {
    /// What it contributes to.
    pub matter: Matter,
    /// Who gave it.
    pub by: Contributor,
    /// The text.
    pub value: String,
    /// The number of its event in the stream `contest`.
    pub event: u64,
}

impl Matter {
    /// What it is, in words that follow "your part of".
    #[must_use]
    pub fn phrase(self) -> Message {
        match self {
            Self::Draw => say!("talk-draw"),
            Self::Coin(_) => say!("talk-coin"),
        }
    }
}

/// Whether a text may be a contribution: one line of 1 to 200 printable characters.
#[must_use]
pub fn is_contribution(value: &str) -> bool {
    (1..=SEED_MAX).contains(&value.chars().count()) && !value.chars().any(char::is_control)
}

/// The seed that a secret and contributions make, in the order recorded.
#[must_use]
pub fn seed_of<'a>(secret: &DrawnSecret, contributions: impl IntoIterator<Item = &'a Contribution>) -> Seed {
    let named: Vec<(String, &str)> =
        contributions.into_iter().map(|given| (given.by.to_string(), given.value.as_str())).collect();
    Seed::of_many_hands(secret, named.iter().map(|(by, value)| (by.as_str(), *value)))
}
