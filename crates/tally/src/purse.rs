//! Money: what a purse holds, and what of it those receive who share it.

use rulebook::schema::{AwardRule, Money};

use crate::Circumstances;

/// An amount to the hundredth of its unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Amount {
    hundredths: u64,
    currency: String,
}

impl Amount {
    fn of(money: &Money) -> Self {
        Self { hundredths: u64::from(money.amount) * 100, currency: money.currency.clone() }
    }

    /// An equal part of it for each of so many, rounded down.
    pub(crate) fn divided(&self, among: usize) -> Self {
        Self { hundredths: self.hundredths / (among as u64).max(1), currency: self.currency.clone() }
    }

    /// So much of it so many times.
    pub(crate) fn times(&self, number: usize) -> Self {
        Self { hundredths: self.hundredths.saturating_mul(number as u64), currency: self.currency.clone() }
    }

    /// Both together, when they are of one currency.
    pub(crate) fn plus(&self, other: &Self) -> Option<Self> {
        (self.currency == other.currency)
            .then(|| Self { hundredths: self.hundredths.saturating_add(other.hundredths), ..self.clone() })
    }

    /// In whole units, rounded down; `None` when that is nothing.
    pub(crate) fn money(&self) -> Option<Money> {
        let amount = u32::try_from(self.hundredths / 100).unwrap_or(u32::MAX);
        (amount > 0).then(|| Money { amount, currency: self.currency.clone() })
    }
}

impl std::fmt::Display for Amount {
    /// `3000 USD`, or `1500.50 USD` when there are hundredths.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.hundredths / 100, self.hundredths % 100) {
            (whole, 0) => write!(f, "{whole} {}", self.currency),
            (whole, part) => write!(f, "{whole}.{part:02} {}", self.currency),
        }
    }
}

/// What an award holds this time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Purse {
    /// What the rulebook puts into it; absent when it holds only what earlier contests added.
    pub(crate) own: Option<Amount>,
    /// What earlier contests added.
    pub(crate) carried: Option<Amount>,
}

impl Purse {
    /// The purse of an award; `None` when there is no money in it.
    pub(crate) fn of(rule: &AwardRule, circumstances: &Circumstances) -> Option<Self> {
        let own = rule.purse.as_ref().map(Amount::of);
        let carried = circumstances.carried.get(&rule.id).map(Amount::of);
        // Money of another currency cannot be added; a note says that it stays where it is.
        let carried = carried.filter(|carried| own.as_ref().is_none_or(|own| own.currency == carried.currency));
        (own.is_some() || carried.is_some()).then_some(Self { own, carried })
    }

    /// All of it.
    pub(crate) fn whole(&self) -> Amount {
        match (&self.own, &self.carried) {
            (Some(own), Some(carried)) => own.plus(carried).unwrap_or_else(|| own.clone()),
            (Some(amount), None) | (None, Some(amount)) => amount.clone(),
            (None, None) => Amount { hundredths: 0, currency: String::new() },
        }
    }

    /// What each of so many receives when the rulebook gives its purse to each of them: that, and an equal part of what
    /// earlier contests added.
    pub(crate) fn each(&self, of: usize) -> Amount {
        let added = self.carried.as_ref().map(|carried| carried.divided(of));
        match (&self.own, added) {
            (Some(own), Some(added)) => own.plus(&added).unwrap_or_else(|| own.clone()),
            (Some(own), None) => own.clone(),
            (None, added) => added.unwrap_or_else(|| self.whole()),
        }
    }
}

/// What those who share places receive of one award.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Share {
    /// Of this award, each: the shares of one pool add up to `pooled`, rounded down only once.
    pub(crate) each: Amount,
    /// The purses of all their places in this currency.
    pub(crate) pool: Amount,
    /// Of the pool, each.
    pub(crate) pooled: Amount,
    /// What cannot be divided and stays where it is; absent when nothing does.
    pub(crate) undivided: Option<Amount>,
}

impl Share {
    /// The share of each of `holders` in the purse at `index` of those that they share.
    ///
    /// The purses are laid end to end in the rulebook's order, and each holder's part of one is what its part of the pool
    /// grows by when that purse is added. Purses of another currency are a pool of their own.
    pub(crate) fn of(index: usize, shared: &[Amount], holders: usize) -> Self {
        let own = &shared[index];
        let (mut pool, mut before) = (0_u64, 0);
        for (other, amount) in shared.iter().enumerate().filter(|(_, amount)| amount.currency == own.currency) {
            if other == index {
                before = pool;
            }
            pool = pool.saturating_add(amount.hundredths);
        }
        let holders = (holders as u64).max(1);
        let amount = |hundredths| Amount { hundredths, currency: own.currency.clone() };
        let undivided = pool % holders;
        Self {
            each: amount(before.saturating_add(own.hundredths) / holders - before / holders),
            pool: amount(pool),
            pooled: amount(pool / holders),
            undivided: (undivided > 0).then(|| amount(undivided)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn amount(text: &str) -> Amount {
        Amount::of(&Money::try_from(text.to_owned()).unwrap())
    }

    /// The parts of each of `holders` who share these purses.
    fn check(purses: &[&str], holders: usize, parts: &[&str]) {
        let shared: Vec<_> = purses.iter().map(|purse| amount(purse)).collect();
        let found = (0..shared.len()).map(|index| Share::of(index, &shared, holders).each.to_string());
        assert_eq!(found.collect::<Vec<_>>(), parts);
    }

    #[test]
    fn two_winners_share_the_first_two_purses() {
        check(&["3000 USD", "1000 USD"], 2, &["1500 USD", "500 USD"]);
        check(&["3001 USD", "1000 USD"], 2, &["1500.50 USD", "500 USD"]);
    }

    #[test]
    fn a_pool_is_rounded_once_not_at_every_purse() {
        check(&["100 USD", "100 USD", "100 USD"], 3, &["33.33 USD", "33.33 USD", "33.34 USD"]);
    }

    #[test]
    fn those_who_share_the_last_place_share_the_one_purse_it_has() {
        check(&["250 USD"], 3, &["83.33 USD"]);
    }

    #[test]
    fn purses_of_another_currency_are_a_pool_of_their_own() {
        check(&["300 USD", "100 EUR"], 2, &["150 USD", "50 EUR"]);
    }

    #[test]
    fn what_cannot_be_divided_is_said() {
        let share = Share::of(0, &[amount("100 USD")], 3);
        let undivided = share.undivided.unwrap().to_string();
        assert_eq!((share.pooled.to_string(), undivided), ("33.33 USD".to_owned(), "0.01 USD".to_owned()));
    }

    #[test]
    fn what_earlier_contests_added_is_shared_by_those_who_each_receive_the_purse() {
        let purse = Purse { own: Some(amount("250 USD")), carried: Some(amount("1000 USD")) };
        assert_eq!((purse.each(4).to_string(), purse.whole().to_string()), ("500 USD".into(), "1250 USD".into()));
    }
}
