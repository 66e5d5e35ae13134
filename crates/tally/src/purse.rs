//! Money: the content of a purse, and the shares of its receivers.

use rulebook::schema::AwardRule;

use crate::{Amount, Circumstances, result::PurseShare};

/// The content of a purse.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Purse {
    /// The rulebook's money; absent when there is only money that earlier contests added.
    pub(crate) own: Option<Amount>,
    /// The money that earlier contests added.
    pub(crate) carried: Option<Amount>,
}

impl Purse {
    /// The purse of an award; `None` when there is no money in it.
    pub(crate) fn of(rule: &AwardRule, circumstances: &Circumstances) -> Option<Self> {
        let own = rule.purse.as_ref().map(Amount::from);
        let carried = circumstances.carried.get(&rule.id).map(Amount::from);
        // Money of another currency cannot be added; a note says that it stays outside the purse.
        let carried = carried.filter(|carried| own.as_ref().is_none_or(|own| own.currency == carried.currency));
        (own.is_some() || carried.is_some()).then_some(Self { own, carried })
    }

    /// The whole content.
    pub(crate) fn whole(&self) -> Amount {
        match (&self.own, &self.carried) {
            (Some(own), Some(carried)) => own.plus(carried).unwrap_or_else(|| own.clone()),
            (Some(amount), None) | (None, Some(amount)) => amount.clone(),
            (None, None) => Amount { hundredths: 0, currency: String::new() },
        }
    }

    /// The amount for each of `of` receivers when the rulebook gives its purse to each: that purse, and an equal part
    /// of the money that earlier contests added.
    pub(crate) fn each(&self, of: usize) -> Amount {
        let added = self.carried.as_ref().map(|carried| carried.divided(of));
        match (&self.own, added) {
            (Some(own), Some(added)) => own.plus(&added).unwrap_or_else(|| own.clone()),
            (Some(own), None) => own.clone(),
            (None, added) => added.unwrap_or_else(|| self.whole()),
        }
    }
}

impl PurseShare {
    /// The share of each of `holders` in the purse at `index` of the purses they share.
    ///
    /// The purses are laid end to end in the rulebook's order. Each holder's part of one is the growth of its part of
    /// the pool when that purse is added. Purses of another currency are a pool of their own.
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
    use rulebook::schema::Money;

    use super::*;

    fn amount(text: &str) -> Amount {
        Amount::from(&Money::try_from(text.to_owned()).unwrap())
    }

    /// The parts of each of `holders` who share these purses.
    fn check(purses: &[&str], holders: usize, parts: &[&str]) {
        let shared: Vec<_> = purses.iter().map(|purse| amount(purse)).collect();
        let found = (0..shared.len()).map(|index| PurseShare::of(index, &shared, holders).each.to_string());
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
        let share = PurseShare::of(0, &[amount("100 USD")], 3);
        let undivided = share.undivided.unwrap().to_string();
        assert_eq!((share.pooled.to_string(), undivided), ("33.33 USD".to_owned(), "0.01 USD".to_owned()));
    }

    #[test]
    fn what_earlier_contests_added_is_shared_by_those_who_each_receive_the_purse() {
        let purse = Purse { own: Some(amount("250 USD")), carried: Some(amount("1000 USD")) };
        assert_eq!((purse.each(4).to_string(), purse.whole().to_string()), ("500 USD".into(), "1250 USD".into()));
    }
}
