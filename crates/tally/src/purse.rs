//! Money that equal entries share: pooled over the places they occupy, and split to the hundredth.

use rulebook::schema::{AwardRule, Money, Recipient};

/// What the entries that share places receive of one award.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Share {
    /// Of this award, each: the shares of one pool add up to `pooled`, rounded down only once.
    pub(crate) each: String,
    /// The purses of all their places in this currency.
    pub(crate) pool: String,
    /// Of the pool, each.
    pub(crate) pooled: String,
    /// What cannot be divided and stays where it is; absent when nothing does.
    pub(crate) undivided: Option<String>,
}

impl Share {
    /// The share of each of `holders` entries, who occupy the places from `first` on, in `rule`, one of the rulebook's
    /// `rules`; `None` when it has no purse.
    ///
    /// The purses of those places are laid end to end in the rulebook's order, and each entry's part of an award is what
    /// its part of the pool grows by when that purse is added.
    pub(crate) fn of(rule: &AwardRule, rules: &[AwardRule], first: u16, holders: u16) -> Option<Self> {
        let currency = &rule.purse.as_ref()?.currency;
        let (mut pool, mut before) = (0, 0);
        for other in rules {
            let Recipient::Place { place } = other.to else { continue };
            let Some(purse) = other.purse.as_ref().filter(|purse| &purse.currency == currency) else { continue };
            if other.id == rule.id {
                before = pool;
            }
            if place >= first && place - first < holders {
                pool += hundredths(purse);
            }
        }
        let holders = u64::from(holders);
        let after = before + rule.purse.as_ref().map_or(0, hundredths);
        let undivided = pool % holders;
        Some(Self {
            each: amount(after / holders - before / holders, currency),
            pool: amount(pool, currency),
            pooled: amount(pool / holders, currency),
            undivided: (undivided > 0).then(|| amount(undivided, currency)),
        })
    }
}

/// The purse in hundredths of its unit.
fn hundredths(purse: &Money) -> u64 {
    u64::from(purse.amount) * 100
}

/// `3000 USD`, or `1500.50 USD` when there are hundredths.
fn amount(hundredths: u64, currency: &str) -> String {
    match (hundredths / 100, hundredths % 100) {
        (whole, 0) => format!("{whole} {currency}"),
        (whole, part) => format!("{whole}.{part:02} {currency}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The parts of each of `holders` entries from place `first` on, of one purse per place.
    fn parts(purses: &[&str], first: u16, holders: u16) -> Vec<String> {
        let rule = |(index, purse): (usize, &&str)| AwardRule {
            id: format!("place-{}", index + 1),
            title: String::new(),
            purse: Some(Money::try_from((*purse).to_owned()).unwrap()),
            to: Recipient::Place { place: u16::try_from(index).unwrap() + 1 },
        };
        let rules: Vec<_> = purses.iter().enumerate().map(rule).collect();
        let shared = rules.iter().skip(usize::from(first) - 1).take(usize::from(holders));
        shared.map(|rule| Share::of(rule, &rules, first, holders).unwrap().each).collect()
    }

    #[test]
    fn two_winners_share_the_first_two_purses() {
        assert_eq!(parts(&["3000 USD", "1000 USD", "750 USD"], 1, 2), ["1500 USD", "500 USD"]);
        assert_eq!(parts(&["3001 USD", "1000 USD"], 1, 2), ["1500.50 USD", "500 USD"]);
    }

    #[test]
    fn a_pool_is_rounded_once_not_at_every_purse() {
        assert_eq!(parts(&["100 USD", "100 USD", "100 USD"], 1, 3), ["33.33 USD", "33.33 USD", "33.34 USD"]);
    }

    #[test]
    fn entries_that_share_the_last_place_share_the_one_purse_it_has() {
        assert_eq!(parts(&["3000 USD", "250 USD"], 2, 3), ["83.33 USD"]);
    }

    #[test]
    fn purses_of_another_currency_are_a_pool_of_their_own() {
        assert_eq!(parts(&["300 USD", "100 EUR"], 1, 2), ["150 USD", "50 EUR"]);
    }

    #[test]
    fn what_cannot_be_divided_is_said() {
        let rules = [AwardRule {
            id: "first".to_owned(),
            title: String::new(),
            purse: Some(Money { amount: 100, currency: "USD".to_owned() }),
            to: Recipient::Place { place: 1 },
        }];
        let share = Share::of(&rules[0], &rules, 1, 3).unwrap();
        assert_eq!((share.pooled.as_str(), share.undivided.as_deref()), ("33.33 USD", Some("0.01 USD")));
    }
}
