//! Matters of dispute: questions of the organiser, decided by a majority of the judges, or else by a coin.
//!
//! The judges vote when every ballot is in, before the votes on ties: no vote interrupts a round, and a judge who has
//! answered in a dispute has nothing left to judge. People act on the answer: an entry is disqualified by a ruling.

use rulebook::{Draws, JudgeId, schema::TieBreak};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Contest, votes::Vote};
use crate::{Private, Refusal, event::Reason};

/// The most matters of a contest.
pub const MATTERS_MAX: usize = 50;

/// The next step in a matter.
pub(super) enum Wanted {
    /// The judges vote on this one.
    Vote(u16),
    /// A coin decides this one.
    Coin(u16),
}

/// The decision of a matter of dispute.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Decided {
    /// The matter, from 1.
    pub matter: u16,
    /// The judges who said yes.
    pub yes: Vec<JudgeId>,
    /// The judges who said no.
    pub no: Vec<JudgeId>,
    /// The answer of more than half of all judges, else of the coin; absent where neither gave one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<bool>,
    /// True if a coin gave it.
    pub coin: bool,
}

impl Contest {
    /// The number of the next matter.
    pub(crate) fn next_matter_number(&self) -> u16 {
        u16::try_from(self.matters.len() + 1).unwrap_or(u16::MAX)
    }

    /// The question of a matter; empty if it was taken out.
    pub(crate) fn question_of(&self, matter: u16) -> String {
        let words = usize::from(matter).checked_sub(1).and_then(|index| self.matters.get(index)?.held());
        words.map_or_else(String::new, |words| words.reason.clone())
    }

    /// Checks that the organiser may put a matter to the judges now.
    pub(crate) fn may_put_matter(&self) -> Result<(), Refusal> {
        if !self.rulebook.score.tie_breaks.contains(&TieBreak::Majority) {
            return Err(Refusal::NoDisputes);
        }
        if !self.committed {
            return Err(Refusal::NotDrawn);
        }
        if self.opened_assignment {
            return Err(Refusal::Closed);
        }
        if self.matters.len() < MATTERS_MAX { Ok(()) } else { Err(Refusal::TooManyMatters(MATTERS_MAX)) }
    }

    pub(super) fn permit_matter(&self, matter: u16, words: &Private<Reason>) -> Result<(), Refusal> {
        self.may_put_matter()?;
        if matter != self.next_matter_number() {
            return Err(Refusal::MovedOn);
        }
        super::permit::reason(words)
    }

    /// The next step in the first undecided matter; `None` while the votes cannot be read.
    pub(super) fn wanted_of_matters(&self) -> Option<Wanted> {
        let all = (1..).take(self.matters.len());
        let has_coin = self.rulebook.score.tie_breaks.contains(&TieBreak::Coin);
        all.filter(|_| self.knows_everything()).find_map(|matter| match self.vote_on(matter) {
            None => Some(Wanted::Vote(matter)),
            Some(_) => (self.decided(matter).answer.is_none() && has_coin).then_some(Wanted::Coin(matter)),
        })
    }

    /// The decision of each matter.
    #[must_use]
    pub fn decided_matters(&self) -> Vec<Decided> {
        (1..).take(self.matters.len()).map(|matter| self.decided(matter)).collect()
    }

    fn vote_on(&self, matter: u16) -> Option<&Vote> {
        self.votes.iter().find(|vote| vote.matter == Some(matter))
    }

    fn decided(&self, matter: u16) -> Decided {
        let given = self.vote_on(matter).into_iter().flat_map(|vote| &vote.given);
        let said = given.filter_map(|(judge, said)| Some((*judge, said.held()?.agrees?)));
        let (yes, no): (Vec<_>, Vec<_>) = said.partition(|(_, agrees)| *agrees);
        let judges = usize::from(self.rulebook.roles.judges);
        let majority = match () {
            () if 2 * yes.len() > judges => Some(true),
            () if 2 * no.len() > judges => Some(false),
            () => None,
        };
        let seed = self.coins.iter().find(|coin| coin.matter == Some(matter)).and_then(|coin| coin.seed);
        let tossed = seed.map(|seed| Draws::new(seed, &format!("coin: matter {matter}")).coin());
        let judges = |said: Vec<(JudgeId, bool)>| said.into_iter().map(|(judge, _)| judge).collect();
        let (answer, coin) = (majority.or(tossed), majority.is_none() && tossed.is_some());
        Decided { matter, yes: judges(yes), no: judges(no), answer, coin }
    }
}
