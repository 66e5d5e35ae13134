//! A ranking of everyone met, in one line: numbers from a list, with `=` between equals.

use std::collections::BTreeSet;

use contest::labels::ConversationLabel;
use rulebook::{
    ConversationId,
    schema::{RankFrom, RankingRules},
};
use tally::form;

/// The question for an order of `count` witnesses.
pub(super) fn question(rules: RankingRules, count: usize) -> String {
    let first = match rules.from {
        RankFrom::MostHuman => "most",
        RankFrom::LeastHuman => "least",
    };
    let numbers: Vec<_> = (1..=count).rev().map(|number| number.to_string()).collect();
    let level = match numbers.split_at_checked(2) {
        Some((two, rest)) if rules.equals => {
            let example = [two.join("="), rest.join(" ")].join(" ");
            format!(" Those you find equal are joined by =, as in {}.", example.trim_end())
        }
        _ => String::new(),
    };
    format!(
        "Put them all in one order, the {first} human first: write their numbers with spaces between, such as {}.{level}",
        numbers.join(" ")
    )
}

/// The order in this line, most human first.
///
/// # Errors
/// A sentence about the fault.
pub(super) fn read(
    rules: RankingRules,
    met: &[ConversationId],
    line: &str,
) -> Result<Vec<Vec<ConversationId>>, String> {
    let number = |word: &str| {
        let place = word.trim().parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        place.and_then(|place| met.get(place)).copied().ok_or_else(|| {
            let word: String = word.chars().take(20).collect();
            format!("“{word}” is no number of the list: write numbers from 1 to {}", met.len())
        })
    };
    // Spaces around `=` do not split a group.
    let joined = line.split('=').map(str::trim).collect::<Vec<_>>().join("=");
    let groups = joined.split(|c: char| c.is_whitespace() || c == ',').filter(|group| !group.is_empty());
    let order: Result<Vec<Vec<_>>, String> = groups.map(|group| group.split('=').map(number).collect()).collect();
    let mut order = order?;
    if order.is_empty() {
        return Err(format!("write the numbers from 1 to {} in the order you choose", met.len()));
    }
    let labelled: Vec<Vec<_>> =
        order.iter().map(|group| group.iter().copied().map(ConversationLabel).collect()).collect();
    let everyone: BTreeSet<_> = met.iter().copied().map(ConversationLabel).collect();
    form::check_ranking(rules, &everyone, &labelled).map_err(|fault| fault.to_string())?;
    if rules.from == RankFrom::LeastHuman {
        order.reverse();
    }
    Ok(order)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn met() -> Vec<ConversationId> {
        ["R1-J1-left", "R1-J1-right", "R2-J1-left"].map(|id| id.parse().unwrap()).to_vec()
    }

    fn rules(from: RankFrom, equals: bool) -> RankingRules {
        RankingRules::of(from, equals)
    }

    fn shown(order: &[Vec<ConversationId>]) -> String {
        let group = |group: &Vec<ConversationId>| group.iter().map(ToString::to_string).collect::<Vec<_>>().join("=");
        order.iter().map(group).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn an_order_is_a_line_of_numbers() {
        let most = rules(RankFrom::MostHuman, false);
        assert_eq!(shown(&read(most, &met(), " 3 1,2 ").unwrap()), "R2-J1-left R1-J1-left R1-J1-right");
        let least = rules(RankFrom::LeastHuman, true);
        assert_eq!(shown(&read(least, &met(), "3 1 = 2").unwrap()), "R1-J1-left=R1-J1-right R2-J1-left");
        assert_eq!(
            question(least, 3),
            "Put them all in one order, the least human first: write their numbers with spaces between, such as 3 2 1. \
             Those you find equal are joined by =, as in 3=2 1."
        );
        assert!(question(most, 1).ends_with("such as 1."));
    }

    #[test]
    fn what_is_no_order_is_told() {
        let cases = [
            ("nothing", "", "write the numbers"),
            ("commas alone", ", ,", "write the numbers"),
            ("words", "left right", "“left” is no number"),
            ("nought", "0 1 2", "“0” is no number"),
            ("too high", "1 2 4", "“4” is no number"),
            ("negative", "-1 2 3", "“-1” is no number"),
            ("huge", "99999999999999999999999 1 2", "is no number"),
            ("a fraction", "1.5 2 3", "is no number"),
            ("somebody left out", "1 2", "is missing"),
            ("somebody twice", "1 2 2", "twice"),
            ("everybody twice", "1 2 3 1 2 3", "twice"),
            ("level where they must differ", "1=2 3", "are level"),
            ("an end without a beginning", "=1 2 3", "is no number"),
            ("a beginning without an end", "1= 2 3=", "is no number"),
            ("signs", "1 > 2 > 3", "“>” is no number"),
            ("control characters", "1\u{1b}[2J 2 3", "is no number"),
        ];
        for (title, line, why) in cases {
            let fault = read(rules(RankFrom::MostHuman, false), &met(), line).unwrap_err();
            assert!(fault.contains(why), "{title}: {fault}");
        }
    }

    proptest! {
        #[test]
        fn no_line_is_an_order_that_the_rulebook_forbids(line in any::<String>(), equals in any::<bool>()) {
            let rules = rules(RankFrom::MostHuman, equals);
            if let Ok(order) = read(rules, &met(), &line) {
                prop_assert_eq!(order.iter().flatten().count(), 3);
            }
        }
    }
}
