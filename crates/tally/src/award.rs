//! What is given, to whom and why; and what is not given, and why.

use rulebook::{EntryId, Rulebook};
use serde::Serialize;

use crate::{Ballots, Standing, jury::Jury};

/// An award that is given.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Award {
    /// The rulebook's id of the award.
    pub award: String,
    /// Its name for people.
    pub title: String,
    /// Who receives it; several when it is shared or given to many.
    pub entries: Vec<EntryId>,
    /// What each of them receives, such as `3000 USD` or `1500.50 USD`; absent when the award has no purse.
    pub each: Option<String>,
    /// The sentence that justifies it, from figures.
    pub reason: String,
}

/// An award that is not given.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Withheld {
    /// The rulebook's id of the award.
    pub award: String,
    /// Its name for people.
    pub title: String,
    /// The sentence that says why nobody receives it, from figures.
    pub reason: String,
}

/// The awards that are given, in the rulebook's order.
///
/// `standings` are those of the same rulebook and ballots. Entries that share places receive the awards of all those
/// places together: the purses are pooled (each currency by itself) and split equally in hundredths of the unit, rounded
/// down, so that less than one hundredth for each entry stays undivided; the reason says so. An award to all who meet a
/// condition gives each of them its whole purse.
#[must_use]
pub fn awards(rulebook: &Rulebook, standings: &[Standing], ballots: &Ballots) -> Vec<Award> {
    Jury::new(rulebook, standings, ballots).decisions().filter_map(Result::ok).collect()
}

/// The awards that are not given, in the rulebook's order: every award is either here or in [`awards`].
#[must_use]
pub fn withheld(rulebook: &Rulebook, standings: &[Standing], ballots: &Ballots) -> Vec<Withheld> {
    Jury::new(rulebook, standings, ballots).decisions().filter_map(Result::err).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;
    use crate::{
        Choice,
        fixture::{self, ballots, rulebook},
        standings, words,
    };

    /// The awards of the 2010 rules for these ballots, a line `award: entries, each` and a line with its reason; then what
    /// is not given.
    fn told(choices: &[&str], rankings: &[&str]) -> Vec<String> {
        let (rulebook, ballots) = (rulebook(), ballots(choices, rankings));
        let standings = standings(&rulebook, &ballots);
        let given = awards(&rulebook, &standings, &ballots).into_iter().flat_map(|award| {
            let (entries, each) = (words::all_of(award.entries), award.each.unwrap());
            [format!("{}: {entries}, {each}", award.award), format!("  {}", award.reason)]
        });
        let not_given = withheld(&rulebook, &standings, &ballots)
            .into_iter()
            .flat_map(|withheld| [format!("{}: not given", withheld.award), format!("  {}", withheld.reason)]);
        given.chain(not_given).collect()
    }

    fn check(choices: &[&str], rankings: &[&str], expected: &[&str]) {
        assert_eq!(told(choices, rankings), expected);
    }

    #[test]
    fn a_clear_winner_that_fooled_enough_takes_the_silver_too() {
        check(
            &["J1 took E2 before C1", "J2 took E2 before C2", "J4 took E2 before C3", "J3 took E1 before C1"],
            &["J1: E2 E1 E3 E4", "J2: E2 E1 E3 E4"],
            &[
                "first: E2, 3000 USD",
                "  E2 was taken for the human by 3 judges (J1, J2, J4), the most",
                "second: E1, 1000 USD",
                "  E1 was taken for the human by 1 judge (J3), less often than E2",
                "third: E3, 750 USD",
                "  E3 was taken for the human by no judge, less often than E2 and E1 and as often as E4; the mean rank \
                 decides: 3.00 (6/2) for E3 and 4.00 (8/2) for E4",
                "fourth: E4, 250 USD",
                "  E4 was taken for the human by no judge, less often than E2 and E1 and as often as E3; the mean rank \
                 decides: 3.00 (6/2) for E3 and 4.00 (8/2) for E4",
                "finalist: E1, E2, E3 and E4, 250 USD",
                "  given to every entry in the final, which had 4 entries",
                "silver: E2, 25000 USD",
                "  E2 was taken for the human by 3 judges (J1, J2, J4) in comparison with 3 confederates (C1, C2, C3); \
                 2 judges and 2 different confederates are needed",
            ],
        );
    }

    #[test]
    fn equal_winners_share_the_purses_of_their_places() {
        check(
            &["J1 took E2 before C1", "J2 took E3 before C2"],
            &["J1: E2 E3 E1", "J2: E3 E2 E1"],
            &[
                "first: E2 and E3, 1500 USD",
                "  E2 and E3 share places 1 and 2: E2 was taken for the human by 1 judge (J1) and E3 by 1 judge (J2); \
                 their mean rank is the same, 1.50; the purses of these places, 4000 USD, make 2000 USD for each, 1500 \
                 USD of it by this award",
                "second: E2 and E3, 500 USD",
                "  E2 and E3 share places 1 and 2: E2 was taken for the human by 1 judge (J1) and E3 by 1 judge (J2); \
                 their mean rank is the same, 1.50; the purses of these places, 4000 USD, make 2000 USD for each, 500 \
                 USD of it by this award",
                "third: E1, 750 USD",
                "  E1 was taken for the human by no judge, less often than E2 and E3 and as often as E4; the mean rank \
                 decides: 3.00 (6/2) for E1 and none for E4",
                "fourth: E4, 250 USD",
                "  E4 was taken for the human by no judge, less often than E2 and E3 and as often as E1; the mean rank \
                 decides: 3.00 (6/2) for E1 and none for E4",
                "finalist: E1, E2, E3 and E4, 250 USD",
                "  given to every entry in the final, which had 4 entries",
                "silver: not given",
                "  2 judges and 2 different confederates are needed; E2 was taken for the human by 1 judge (J1) in \
                 comparison with 1 confederate (C1); E3 was taken for the human by 1 judge (J2) in comparison with 1 \
                 confederate (C2), and no entry came nearer",
            ],
        );
    }

    #[test]
    fn two_judges_and_one_confederate_are_not_enough_for_silver() {
        let found = told(&["J1 took E2 before C1", "J2 took E2 before C1"], &[]);
        assert_eq!(found[1], "  E2 was taken for the human by 2 judges (J1, J2), the most");
        assert_eq!(
            found.last().unwrap(),
            "  2 judges and 2 different confederates are needed; E2 was taken for the human by 2 judges (J1, J2) in \
             comparison with 1 confederate (C1), and no entry came nearer"
        );
    }

    #[test]
    fn three_who_share_the_last_places_are_told_what_cannot_be_divided() {
        let found = told(&["J1 took E2 before C1"], &[]);
        assert_eq!(found[2], "second: E1, E3 and E4, 333.33 USD");
        assert_eq!(
            found[3],
            "  E1, E3 and E4 share places 2 to 4: none of them was taken for the human; they have no mean rank; the \
             purses of these places, 2000 USD, make 666.66 USD for each, 333.33 USD of it by this award, and 0.02 USD \
             cannot be divided"
        );
    }

    #[test]
    fn where_nobody_voted_all_are_equal_and_there_is_no_silver() {
        let found = told(&[], &[]);
        assert_eq!(found[0], "first: E1, E2, E3 and E4, 750 USD");
        assert_eq!(
            found.last().unwrap(),
            "  no entry was taken for the human by any judge; 2 judges and 2 different confederates are needed"
        );
    }

    #[test]
    fn a_place_that_nobody_reaches_keeps_its_purse() {
        let mut rulebook = rulebook();
        rulebook.roles.entries = 3;
        let ballots = Ballots::default();
        let withheld = withheld(&rulebook, &standings(&rulebook, &ballots), &ballots);
        let fourth = withheld.iter().find(|withheld| withheld.award == "fourth").unwrap();
        assert_eq!(fourth.reason, "nobody is in place 4: the final had 3 entries");
    }

    /// The chance of the 2006 and 2010 silver for an entry that wins each of its four comparisons with chance p.
    ///
    /// Source: 1 - (1-p)^4 - 4p(1-p)^3, with the values given for p = 0.1, 0.3 and 0.5 in case 1 of the project's notes on
    /// the rules.
    #[test]
    fn the_chance_of_silver_is_that_of_two_successes_in_four() {
        let rulebook = rulebook();
        let silver = |outcome: u32| {
            let lines = (0..4).map(|bit| {
                let number = bit + 1;
                if outcome >> bit & 1 == 1 {
                    format!("J{number} took E1 before C{number}")
                } else {
                    format!("J{number} took C{number} before E1")
                }
            });
            let lines: Vec<String> = lines.collect();
            let ballots = ballots(&lines.iter().map(String::as_str).collect::<Vec<_>>(), &[]);
            awards(&rulebook, &standings(&rulebook, &ballots), &ballots).iter().any(|award| award.award == "silver")
        };
        for (p, expected) in [(0.1, 0.0523), (0.3, 0.3483), (0.5, 0.6875_f64)] {
            let weight =
                |outcome: u32| -> f64 { (0..4).map(|bit| if outcome >> bit & 1 == 1 { p } else { 1.0 - p }).product() };
            let chance: f64 = (0..16).filter(|&outcome| silver(outcome)).map(weight).sum();
            assert!((chance - expected).abs() < 0.000_05, "{chance} at {p}");
        }
    }

    proptest! {
        #[test]
        fn every_award_is_given_or_withheld_and_says_why(ballots in fixture::any_ballots()) {
            let rulebook = rulebook();
            let standings = standings(&rulebook, &ballots);
            let given = awards(&rulebook, &standings, &ballots);
            let withheld = withheld(&rulebook, &standings, &ballots);
            prop_assert_eq!(given.len() + withheld.len(), rulebook.awards.len());
            prop_assert!(given.iter().all(|award| !award.reason.is_empty() && !award.entries.is_empty()));
            prop_assert!(withheld.iter().all(|award| !award.reason.is_empty()));
        }

        #[test]
        fn equal_entries_receive_the_same_and_no_more_is_paid_than_there_is(ballots in fixture::any_ballots()) {
            let rulebook = rulebook();
            let standings = standings(&rulebook, &ballots);
            let mut received: BTreeMap<EntryId, u64> = BTreeMap::new();
            for award in awards(&rulebook, &standings, &ballots) {
                if ["first", "second", "third", "fourth"].contains(&award.award.as_str()) {
                    let hundredths = hundredths(award.each.as_deref().unwrap());
                    for entry in award.entries {
                        *received.entry(entry).or_default() += hundredths;
                    }
                }
            }
            for (a, b) in standings.iter().zip(&standings[1..]) {
                prop_assert_eq!(a.place == b.place, received[&a.entry] == received[&b.entry]);
            }
            let paid: u64 = received.values().sum();
            prop_assert!((500_000 - 3..=500_000).contains(&paid), "{} of 500000", paid);
        }

        #[test]
        fn silver_needs_two_choices_with_two_judges_and_two_confederates(ballots in fixture::any_ballots()) {
            let rulebook = rulebook();
            let silver = awards(&rulebook, &standings(&rulebook, &ballots), &ballots)
                .into_iter()
                .find(|award| award.award == "silver")
                .map_or(vec![], |award| award.entries);
            for entry in EntryId::first(4) {
                let won: Vec<_> = ballots
                    .interviews
                    .iter()
                    .filter(|outcome| outcome.entry == entry && outcome.choice == Some(Choice::Entry))
                    .collect();
                let fooled = won.iter().any(|a| {
                    won.iter().any(|b| a.interview.judge != b.interview.judge && a.confederate != b.confederate)
                });
                prop_assert_eq!(silver.contains(&entry), fooled);
            }
        }
    }

    fn hundredths(amount: &str) -> u64 {
        let (number, _) = amount.split_once(' ').unwrap();
        let (whole, part) = number.split_once('.').unwrap_or((number, "00"));
        whole.parse::<u64>().unwrap() * 100 + part.parse::<u64>().unwrap()
    }
}
