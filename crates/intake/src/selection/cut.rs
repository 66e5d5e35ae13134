//! The cut of a stage: the entries that stay, the reserves, and the rule between level entries.

use std::cmp::Ordering;

use rulebook::{EntryId, schema::Tie};

use crate::judging::Figure;

/// The rules of a cut.
pub(crate) struct Rules<'r> {
    /// The most that stay.
    pub(crate) keeps: usize,
    /// The number of reserves after them that must be ordered too.
    pub(crate) reserves: usize,
    /// The rule between level entries.
    pub(crate) tie: Tie,
    /// Orders of level entries that panels gave.
    pub(crate) decided: &'r [Vec<EntryId>],
    /// The order of two entries by their stamps.
    pub(crate) earlier: &'r dyn Fn(EntryId, EntryId) -> Ordering,
}

/// The result of a cut.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Cut {
    /// The entries, best first, and the number of them that stay.
    Made { order: Vec<Placed>, stays: usize },
    /// These entries are level, and a panel must order them.
    Level(Vec<EntryId>),
}

/// An entry with its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Placed {
    pub(crate) entry: EntryId,
    pub(crate) figure: Figure,
    /// From 1. Entries of the same figure share it.
    pub(crate) place: u16,
    /// True when a tie rule or a panel put it in its order among level entries.
    pub(crate) by_tie: bool,
}

/// Puts the entries into their order and cuts it. `figures` may come in any order.
pub(crate) fn cut(mut figures: Vec<(EntryId, Figure)>, rules: &Rules<'_>) -> Cut {
    figures.sort_by(|(a, x), (b, y)| x.better(y).then(a.cmp(b)));
    let mut order: Vec<Placed> = Vec::with_capacity(figures.len());
    let mut stays = rules.keeps.min(figures.len());
    for level in figures.chunk_by(|(_, x), (_, y)| x.better(y).is_eq()) {
        let (from, to) = (order.len(), order.len() + level.len());
        let straddles = from < rules.keeps && rules.keeps < to;
        let stay_together = straddles && rules.tie == Tie::AllStay && !is_unchosen(level);
        if stay_together {
            stays = to;
        }
        let among_reserves = to > stays && from < stays + rules.reserves && level.len() > 1;
        let must_decide = !is_unchosen(level) && !stay_together && (straddles || among_reserves);
        let mut entries: Vec<EntryId> = level.iter().map(|(entry, _)| *entry).collect();
        if must_decide && !decide(&mut entries, rules) {
            return Cut::Level(entries);
        }
        let figure = level[0].1;
        // Level entries share a place even after a tie-break: the tie rule decides who stays, not who did better.
        let place = u16::try_from(from + 1).unwrap_or(u16::MAX);
        order.extend(entries.into_iter().map(|entry| Placed { entry, figure, place, by_tie: must_decide }));
    }
    // An entry that was not chosen does not stay, even where places are left.
    let chosen = order.iter().filter(|placed| placed.figure != Figure::Chosen(None)).count();
    Cut::Made { order, stays: stays.min(chosen) }
}

fn is_unchosen(level: &[(EntryId, Figure)]) -> bool {
    level.iter().all(|(_, figure)| *figure == Figure::Chosen(None))
}

/// Orders level entries; false when the deciding order is not known.
fn decide(level: &mut [EntryId], rules: &Rules<'_>) -> bool {
    let stated = rules.decided.iter().rev().find(|order| level.iter().all(|entry| order.contains(entry)));
    if let Some(order) = stated {
        level.sort_by_key(|entry| order.iter().position(|decided| decided == entry));
        return true;
    }
    match rules.tie {
        Tie::Panel(_) => false,
        Tie::Earlier | Tie::AllStay => {
            level.sort_by(|a, b| (rules.earlier)(*a, *b));
            level.windows(2).all(|pair| (rules.earlier)(pair[0], pair[1]).is_lt())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(title: &str, marks: &[u32], keeps: usize, reserves: usize, tie: Tie, decided: &[u16], expect: &str) {
        let figures = marks
            .iter()
            .enumerate()
            .map(|(at, sum)| (EntryId::at(at), Figure::Marks(u64::from(*sum) * 1000)))
            .collect();
        let decided = [decided.iter().map(|n| EntryId::new(*n)).collect()];
        let rules = Rules {
            keeps,
            reserves,
            tie,
            decided: &decided,
            earlier: &|a, b| b.cmp(&a), /* the last came first */
        };
        let found = match cut(figures, &rules) {
            Cut::Level(level) => format!("level {}", crate::counted_words::list(&level)),
            Cut::Made { order, stays } => order
                .iter()
                .enumerate()
                .map(|(at, placed)| format!("{}{}.{}", if at == stays { "| " } else { "" }, placed.place, placed.entry))
                .collect::<Vec<_>>()
                .join(" "),
        };
        assert_eq!(found, expect, "{title}");
    }

    #[test]
    fn level_entries_on_both_sides_of_the_cut_are_never_parted_silently() {
        let tie = Tie::Panel(3);
        check("level inside the cut share a place", &[5, 7, 5, 1], 3, 0, tie, &[], "1.E2 2.E1 2.E3 | 4.E4");
        check("across it a panel is asked", &[5, 7, 5, 1], 2, 0, tie, &[], "level E1, E3");
        check("and its order stands", &[5, 7, 5, 1], 2, 0, tie, &[3, 1], "1.E2 2.E3 | 2.E1 4.E4");
        check("an order of others does not", &[5, 7, 5, 1], 2, 0, tie, &[4, 1], "level E1, E3");
        check("the earlier stamp stays", &[5, 7, 5, 1], 2, 0, Tie::Earlier, &[], "1.E2 2.E3 | 2.E1 4.E4");
        check("all stay", &[5, 7, 5, 1], 2, 0, Tie::AllStay, &[], "1.E2 2.E1 2.E3 | 4.E4");
        check("level reserves are put in order too", &[9, 5, 5, 1], 1, 2, tie, &[], "level E2, E3");
        check("only as far as there are reserves", &[9, 5, 1, 1], 1, 1, tie, &[], "1.E1 | 2.E2 3.E3 3.E4");
        check("nor those who all stay", &[5, 5, 1], 2, 1, tie, &[], "1.E1 1.E2 | 3.E3");
        check("a single reserve is put in order too", &[9, 5, 5], 1, 1, tie, &[], "level E2, E3");
        check("fewer than places", &[1, 1], 4, 2, tie, &[], "1.E1 1.E2");
        check("nobody", &[], 4, 2, tie, &[], "");
    }

    #[test]
    fn who_was_not_chosen_is_behind_all_others_and_in_no_order() {
        let figures =
            [None, Some(1), None].into_iter().enumerate().map(|(at, place)| (EntryId::at(at), Figure::Chosen(place)));
        let rules = Rules { keeps: 2, reserves: 1, tie: Tie::Panel(3), decided: &[], earlier: &|a, b| a.cmp(&b) };
        let Cut::Made { order, stays } = cut(figures.collect(), &rules) else { panic!("nobody is asked") };
        let places: Vec<_> = order.iter().map(|placed| (placed.entry.number(), placed.place)).collect();
        assert_eq!((places, stays), (vec![(2, 1), (1, 2), (3, 2)], 1));
    }
}
