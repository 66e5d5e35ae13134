//! Coins: when every ballot is in and entries are still level, each toss is a draw of its own, with contributions from
//! many people.
//!
//! The server's secret of a coin is derived from the secret that the first event commits to, so that it cannot be
//! chosen once the ballots are known. The judges' and the organiser's pages contribute by themselves. The coin is
//! tossed when all judges have contributed, or after [`COIN_WAIT`]. Where the rules let judges vote before a coin, they
//! are asked first (`votes`).

use std::{collections::BTreeSet, time::Duration};

use rulebook::{Commitment, DrawnSecret, EntryId, Participant, Seed, Timestamp};

use super::{Contest, Phase, matters::Wanted};
use crate::{
    ControlEvent, Private, Refusal,
    result::{self, Decision},
    seed::{self, Contribution, Contributor, Matter, SeedSource},
};

/// The longest wait for missing contributions to a coin, in contest time.
pub const COIN_WAIT: Duration = Duration::from_secs(60);

/// A coin between entries that nothing before it could separate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Coin {
    /// The entries; none where it decides a matter of dispute.
    pub between: BTreeSet<EntryId>,
    /// The matter of dispute that it decides, if one.
    pub matter: Option<u16>,
    /// The commitment to the server's secret of this coin.
    pub commitment: Commitment,
    /// The time of the toss, even if contributions are missing.
    pub waits_until: Timestamp,
    /// The seed of the toss, once it was tossed.
    pub seed: Option<Seed>,
}

impl Contest {
    /// The coin that waits to be tossed, with its number.
    #[must_use]
    pub fn open_coin(&self) -> Option<(u16, &Coin)> {
        (1..).zip(&self.coins).last().filter(|(_, coin)| coin.seed.is_none())
    }

    /// The event that is due when every round is over and every ballot is in.
    pub(super) fn after_the_last_ballot(&self, now: Timestamp) -> Option<ControlEvent> {
        if let Some((number, coin)) = self.open_coin() {
            let is_due = now >= coin.waits_until || self.has_every_judges(number);
            let secret = self.coin_secret(number).filter(|_| is_due)?;
            let seed = self.coin_seed(number, &secret);
            return Some(ControlEvent::CoinTossed { coin: number, secret, seed });
        }
        let following = |done: usize| u16::try_from(done + 1).unwrap_or(u16::MAX);
        let coin = following(self.coins.len());
        match self.wanted_of_matters() {
            Some(Wanted::Vote(matter)) => {
                let (vote, between) = (following(self.votes.len()), BTreeSet::new());
                return Some(ControlEvent::VoteCalled { vote, between, matter: Some(matter) });
            }
            Some(Wanted::Coin(matter)) => {
                let secret = self.coin_secret(coin)?;
                let (between, commitment) = (BTreeSet::new(), secret.commitment());
                return Some(ControlEvent::CoinCalled { coin, between, matter: Some(matter), commitment });
            }
            None => {}
        }
        let wanted = if self.knows_everything() { result::decision_wanted(self) } else { None };
        match (wanted, self.coin_secret(coin)) {
            (Some(Decision::Vote(between)), _) => {
                Some(ControlEvent::VoteCalled { vote: following(self.votes.len()), between, matter: None })
            }
            (Some(Decision::Coin(between)), Some(secret)) => {
                Some(ControlEvent::CoinCalled { coin, between, matter: None, commitment: secret.commitment() })
            }
            _ => Some(self.ending()),
        }
    }

    /// Checks that this event of a coin is due. After a redaction, only the checks that need no redacted data are made.
    #[expect(clippy::wildcard_enum_match_arm, reason = "no other fact is of a coin")]
    pub(super) fn permit_coin(&self, event: &ControlEvent, now: Timestamp) -> Result<(), Refusal> {
        let is_due = match event {
            _ if self.knows_everything() => self.due(now).as_ref() == Some(event),
            _ if !self.is_played_out() => false,
            ControlEvent::CoinCalled { coin, .. } => {
                self.open_coin().is_none() && usize::from(*coin) == self.coins.len() + 1
            }
            ControlEvent::CoinTossed { coin, secret, seed } => self.open_coin().is_some_and(|(number, open)| {
                number == *coin
                    && secret.commitment() == open.commitment
                    && self.coin_seed(number, secret) == *seed
                    && (now >= open.waits_until || self.has_every_judges(number))
            }),
            _ => false,
        };
        if is_due { Ok(()) } else { Err(Refusal::NotDue) }
    }

    /// Checks that this giver may still contribute to this coin: once, before the toss. The organiser may know the
    /// secret, and so contributes before the judges.
    pub(super) fn permit_coin_contribution(&self, coin: u16, by: Contributor) -> Result<(), Refusal> {
        if self.open_coin().is_none_or(|(number, _)| number != coin) {
            return Err(Refusal::TooLateToContribute);
        }
        match by {
            Contributor::Participant(who @ Participant::Judge(_)) if self.is_cast(who) && !self.left.contains(&who) => {
            }
            Contributor::Participant(Participant::Organiser) => {}
            Contributor::Participant(_) | Contributor::Committee => return Err(Refusal::NotYours),
        }
        let mut given = self.given_to(Matter::Coin(coin));
        if given.any(|given| given.by == by) {
            return Err(Refusal::ContributedAlready);
        }
        if by.comes_first() && self.given_to(Matter::Coin(coin)).next().is_some() {
            return Err(Refusal::NotFirst);
        }
        Ok(())
    }

    /// The contributions to a matter, in the order recorded.
    pub(super) fn given_to(&self, matter: Matter) -> impl Iterator<Item = &Contribution> {
        self.contributions.iter().filter(move |given| given.matter == matter)
    }

    /// True if every judge who has not left has contributed to this coin.
    fn has_every_judges(&self, coin: u16) -> bool {
        let judges =
            self.cast().into_iter().filter(|who| matches!(who, Participant::Judge(_)) && !self.left.contains(who));
        let mut missing = judges
            .filter(|who| !self.given_to(Matter::Coin(coin)).any(|given| given.by == Contributor::Participant(*who)));
        missing.next().is_none()
    }

    /// The server's secret of a coin; `None` where the contest's secret is not known.
    fn coin_secret(&self, coin: u16) -> Option<DrawnSecret> {
        Some(self.first_secret()?.of_matter(&Matter::Coin(coin).to_string()))
    }

    /// The seed of a coin from the contributions so far. In a rehearsal contributions change nothing.
    fn coin_seed(&self, coin: u16, secret: &DrawnSecret) -> Seed {
        match self.seed {
            SeedSource::ManyHands { .. } => seed::seed_of(secret, self.given_to(Matter::Coin(coin))),
            SeedSource::Rehearsal {} => seed::seed_of(secret, []),
        }
    }

    /// True if every round is over and the result is still to come.
    pub(super) fn is_played_out(&self) -> bool {
        let is_over = matches!(self.phase, Phase::Lobby(next) if next.number() > self.rounds());
        is_over && !self.opened_assignment && self.paused_since.is_none()
    }

    /// True if no data that decides a vote or a coin was redacted.
    pub(super) fn knows_everything(&self) -> bool {
        let is_held = |ballot: &Private<_>| ballot.held().is_some();
        let ballots = self.interviews.values().flat_map(|interview| interview.ballot.iter().chain(&interview.guess));
        self.first_secret().is_some()
            && self.secret.held().is_some()
            && ballots.into_iter().all(is_held)
            && self.rankings.values().all(|ranking| ranking.held().is_some())
            && self.votes.iter().flat_map(|vote| vote.given.values()).all(|preference| preference.held().is_some())
    }
}
