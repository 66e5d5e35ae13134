//! The order of the entries under a rulebook, with the figures that made it.

use std::cmp::Ordering;

use rulebook::{
    EntryId, Rulebook,
    schema::{ScoreKind, ScoreRules, TieBreak},
};
use serde::Serialize;

use crate::{Ballots, figures::Figures};

/// Where an entry stands.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Standing {
    /// The entry.
    pub entry: EntryId,
    /// Its place, from 1; equal entries share the first place they occupy.
    pub place: u16,
    /// Points under the rulebook's score; more is better.
    pub score: u32,
    /// The mean of its ranks in the rankings it is in, 1 best; absent when nobody ranked it.
    pub mean_rank: Option<f64>,
}

/// One standing for each entry of the rulebook's roles, best first; equal entries by their ids.
///
/// The score decides, then each tie-break in its turn. Entries equal in all of them share a place, and the next place is
/// counted as if they did not: 1, 1, 3. An entry nobody ranked stands behind those with a mean rank where that decides.
#[must_use]
pub fn standings(rulebook: &Rulebook, ballots: &Ballots) -> Vec<Standing> {
    let entries = EntryId::first(usize::from(rulebook.roles.entries));
    let mut order: Vec<Figures> = entries.map(|entry| Figures::of(entry, ballots)).collect();
    order.sort_by(|a, b| compare(&rulebook.score, a, b).then(a.entry.cmp(&b.entry)));

    let mut place = 0;
    let standing = |(index, figures): (usize, &Figures)| {
        if index == 0 || compare(&rulebook.score, &order[index - 1], figures) != Ordering::Equal {
            place = u16::try_from(index + 1).expect("there are at most 65,535 entries");
        }
        Standing {
            entry: figures.entry,
            place,
            score: score(rulebook.score.by, figures),
            mean_rank: figures.ranks.mean(),
        }
    };
    order.iter().enumerate().map(standing).collect()
}

/// The better entry first.
fn compare(rules: &ScoreRules, a: &Figures, b: &Figures) -> Ordering {
    let by_score = score(rules.by, b).cmp(&score(rules.by, a));
    rules.tie_breaks.iter().fold(by_score, |decided, tie_break| {
        decided.then_with(|| match tie_break {
            TieBreak::MeanEndRank => a.ranks.compare(b.ranks),
        })
    })
}

fn score(by: ScoreKind, figures: &Figures) -> u32 {
    match by {
        ScoreKind::TimesTakenForHuman => figures.times,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rulebook::Witness;

    use super::*;
    use crate::fixture::{self, ballots, rulebook};

    /// Checks the standings of a contest of four, each told as `entry place score mean-rank`.
    fn check(choices: &[&str], rankings: &[&str], expected: [&str; 4]) {
        let found = standings(&rulebook(), &ballots(choices, rankings));
        let told = found.iter().map(|s| {
            let rank = s.mean_rank.map_or("-".to_owned(), |mean| mean.to_string());
            format!("{} {} {} {rank}", s.entry, s.place, s.score)
        });
        assert_eq!(told.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn who_was_taken_for_the_human_more_often_stands_higher() {
        check(
            &["J1 took E3 before C1", "J2 took E3 before C2", "J4 took E2 before C1"],
            &[],
            ["E3 1 2 -", "E2 2 1 -", "E1 3 0 -", "E4 3 0 -"],
        );
    }

    #[test]
    fn the_mean_rank_decides_between_equals() {
        check(
            &["J1 took E3 before C1", "J2 took E2 before C2"],
            &["J1: C1 E2 C2 E3 E1 C3 E4 C4", "J2: C1 E3 C2 E2 C3 E1 C4 E4", "J3: E2 E3 C1 C2 C3 C4 E4 E1"],
            [
                "E2 1 1 2.3333333333333335",
                "E3 2 1 2.6666666666666665",
                "E1 3 0 6.333333333333333",
                "E4 4 0 7.333333333333333",
            ],
        );
    }

    #[test]
    fn entries_equal_in_everything_share_a_place_and_the_next_place_is_skipped() {
        check(
            &["J1 took E3 before C1", "J2 took E2 before C2"],
            &["J1: E2 E3 E1 E4", "J2: E3 E2 E1 E4"],
            ["E2 1 1 1.5", "E3 1 1 1.5", "E1 3 0 3", "E4 4 0 4"],
        );
    }

    #[test]
    fn an_entry_nobody_ranked_stands_behind_those_somebody_did() {
        check(&[], &["J1: C1 C2 C3 C4 E4 E3"], ["E4 1 0 5", "E3 2 0 6", "E1 3 0 -", "E2 3 0 -"]);
    }

    #[test]
    fn without_a_tie_break_the_rankings_decide_nothing() {
        let mut rulebook = rulebook();
        rulebook.score.tie_breaks.clear();
        let found = standings(&rulebook, &ballots(&[], &["J1: E4 E3 E2 E1"]));
        assert!(found.iter().all(|standing| standing.place == 1));
    }

    #[test]
    fn an_interview_without_a_choice_counts_for_nobody() {
        let mut ballots = ballots(&["J1 took E3 before C1"], &[]);
        ballots.interviews[0].choice = None;
        assert!(standings(&rulebook(), &ballots).iter().all(|standing| standing.score == 0));
    }

    proptest! {
        #[test]
        fn other_names_for_the_entries_change_only_the_names(
            ballots in fixture::any_ballots(),
            names in Just(EntryId::first(4).collect::<Vec<_>>()).prop_shuffle(),
        ) {
            let mut renamed = ballots.clone();
            for outcome in &mut renamed.interviews {
                outcome.entry = names[outcome.entry.index()];
            }
            for witness in renamed.rankings.iter_mut().flat_map(|ranking| &mut ranking.order) {
                if let Witness::Entry(entry) = witness {
                    *entry = names[entry.index()];
                }
            }
            let mut expected = standings(&rulebook(), &ballots);
            for standing in &mut expected {
                standing.entry = names[standing.entry.index()];
            }
            expected.sort_by_key(|standing| (standing.place, standing.entry));
            prop_assert_eq!(standings(&rulebook(), &renamed), expected);
        }

        #[test]
        fn the_order_in_which_ballots_come_changes_nothing(
            (ballots, shuffled) in fixture::any_ballots().prop_flat_map(|ballots| {
                let interviews = Just(ballots.interviews.clone()).prop_shuffle();
                let rankings = Just(ballots.rankings.clone()).prop_shuffle();
                let shuffled = (interviews, rankings).prop_map(|(interviews, rankings)| Ballots { interviews, rankings });
                (Just(ballots), shuffled)
            }),
        ) {
            prop_assert_eq!(standings(&rulebook(), &shuffled), standings(&rulebook(), &ballots));
        }

        #[test]
        fn a_place_is_one_more_than_the_number_of_better_entries(ballots in fixture::any_ballots()) {
            let found = standings(&rulebook(), &ballots);
            for standing in &found {
                let better = found.iter().filter(|other| {
                    let rank = |standing: &Standing| standing.mean_rank.unwrap_or(f64::INFINITY);
                    other.score > standing.score || other.score == standing.score && rank(other) < rank(standing)
                });
                prop_assert_eq!(usize::from(standing.place), better.count() + 1);
            }
        }
    }
}
