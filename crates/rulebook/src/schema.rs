//! What a rulebook says, as types: orthogonal parts, each an enum with parameters.
//!
//! A value of [`Rulebook`] has been checked: every combination that exists here can be run. The TOML that people write is
//! read by `reader` into these types; records hold them as JSON. A contest that needs something new gets a new variant
//! named by the field's word, never a name of a contest.

use std::{fmt, time::Duration};

use serde::{Deserialize, Serialize};

use crate::time::millis;

/// How a contest is run and scored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rulebook {
    /// Short name, lower-case letters, digits and hyphens.
    pub id: String,
    /// Name for people.
    pub title: String,
    /// The document the rules come from.
    pub source: String,
    /// How many of each take part.
    pub roles: Roles,
    /// Who meets whom, when.
    pub schedule: ScheduleRules,
    /// What happens in one interview.
    pub interview: InterviewRules,
    /// What judges are asked, and when.
    pub ballots: BallotRules,
    /// How ballots become an order.
    pub score: ScoreRules,
    /// What is given, to whom, on which condition.
    #[serde(default)]
    pub awards: Vec<AwardRule>,
    /// What each role is told before the contest.
    pub instructions: Instructions,
}

/// How many of each take part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Roles {
    /// Judges, at least 1.
    pub judges: u16,
    /// Entries in the final, at least 1.
    pub entries: u16,
    /// Confederates, at least 1.
    pub confederates: u16,
}

/// Who meets whom, when.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScheduleRules {
    /// The construction of the plan.
    pub design: Design,
    /// Where a witness sits.
    pub sides: Sides,
}

/// The construction of a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Design {
    /// n judges, n entries, n confederates, n rounds: every judge meets every entry and every confederate once, every
    /// entry every confederate once. Exists for every n but 2 and 6.
    GraecoLatin,
}

/// How seats are given to the witnesses of an interview.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sides {
    /// Left or right by a draw for each interview.
    Drawn,
}

/// What happens in one interview.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InterviewRules {
    /// Which witnesses the judge has before them.
    pub layout: Layout,
    /// What travels.
    pub medium: Medium,
    /// Who speaks first.
    pub opens: Opener,
    /// Time to talk, from the opening of the round.
    #[serde(with = "millis")]
    pub talk: Duration,
    /// Time for ballots and changing places, after the talk.
    #[serde(with = "millis")]
    pub scoring: Duration,
}

/// Which witnesses a judge has before them at a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Layout {
    /// One entry and one confederate, side by side.
    Pair,
}

/// What travels between judge and witness.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Medium {
    /// Every key as it is pressed, BackSpace included.
    Keystrokes {
        /// The most keys a side may press within one second: more than any typist, less than a flood.
        keys_per_second: u32,
        /// The most keys a side may press in one conversation.
        keys: u32,
    },
}

/// Who speaks first in an interview.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Opener {
    /// Both witnesses wait until the judge has pressed a key in their conversation.
    Judge,
    /// Either side may begin.
    Anyone,
}

/// What judges are asked, and when.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BallotRules {
    /// The question after each interview.
    pub interview: InterviewBallot,
    /// The question after the last round.
    pub end: EndBallot,
    /// Time for the question after the last round.
    #[serde(with = "millis")]
    pub end_time: Duration,
}

/// The question after each interview.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum InterviewBallot {
    /// Which of the two is the human; one must be named.
    Choice,
}

/// The question after the last round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EndBallot {
    /// All witnesses the judge has met, in order of humanness, most human first (rank 1).
    Ranking,
    /// No question.
    None,
}

/// How ballots become an order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScoreRules {
    /// What an entry is scored by; more is better.
    pub by: ScoreKind,
    /// What decides between equal scores, in this order. Entries equal in all of them share a place.
    #[serde(default)]
    pub tie_breaks: Vec<TieBreak>,
}

/// What an entry is scored by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ScoreKind {
    /// The number of interviews in which the judge took the entry for the human.
    TimesTakenForHuman,
}

/// What decides between equal scores.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TieBreak {
    /// The mean of the ranks in the judges' rankings after the last round; less is better.
    MeanEndRank,
}

/// One award: what is given, to whom, on which condition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AwardRule {
    /// Short name, lower-case letters, digits and hyphens.
    pub id: String,
    /// Name for people.
    pub title: String,
    /// Money, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub purse: Option<Money>,
    /// Who receives it.
    pub to: Recipient,
}

/// Who receives an award.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Recipient {
    /// The entry in this place of the standings, from 1. Entries that share places share the purses of those places.
    Place {
        /// The place, from 1.
        place: u16,
    },
    /// Every entry in the final.
    EveryFinalist,
    /// Every entry that was taken for the human by at least `judges` judges, in comparison with at least
    /// `confederates` different confederates.
    Fooled {
        /// The fewest different judges.
        judges: u16,
        /// The fewest different confederates.
        confederates: u16,
    },
}

/// An amount of money in whole units of a currency. Prints and serialises as `3000 USD`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Money {
    /// Whole units.
    pub amount: u32,
    /// Three capital letters (ISO 4217).
    pub currency: String,
}

impl fmt::Display for Money {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.amount, self.currency)
    }
}

impl From<Money> for String {
    fn from(money: Money) -> Self {
        money.to_string()
    }
}

impl TryFrom<String> for Money {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let bad = || format!("`{text}` is no amount of money such as \"3000 USD\"");
        let (amount, currency) = text.split_once(' ').ok_or_else(bad)?;
        if currency.len() != 3 || !currency.bytes().all(|b| b.is_ascii_uppercase()) {
            return Err(bad());
        }
        Ok(Self { amount: amount.parse().map_err(|_| bad())?, currency: currency.to_owned() })
    }
}

/// What each role is told, in our own words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Instructions {
    /// For judges.
    pub judge: String,
    /// For confederates.
    pub confederate: String,
}
