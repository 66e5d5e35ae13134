//! Evens out entries among judges with different pasts: exchanges entries until each judge has met all equally often.

use super::{NumberedInterview, Past, Turns, level::level};

/// Exchanges entries between judges of a round, and gives a judge another entry that has room, for each pair of
/// entries.
pub(super) fn even_entries(turns: &Turns, sittings: &mut [NumberedInterview], past: &Past) {
    if past.entries.is_empty() {
        return;
    }
    // Every pass but the last makes meetings more even, so the loop ends.
    loop {
        let mut changed = false;
        for one in 0..turns.entries {
            for other in 0..one {
                changed |= even_two(turns, sittings, past, one, other);
            }
        }
        if !changed {
            break;
        }
    }
}

/// Evens out these two entries; returns whether anything changed.
fn even_two(turns: &Turns, sittings: &mut [NumberedInterview], past: &Past, one: usize, other: usize) -> bool {
    let before: Vec<Option<usize>> = sittings.iter().map(|sitting| sitting.entry).collect();
    loop {
        level(
            &mut differences(sittings, past, one, other),
            2,
            sittings,
            |sittings| exchanges(sittings, one, other),
            |sittings, _, _, (mine, theirs)| {
                sittings[mine].entry = Some(other);
                sittings[theirs].entry = Some(one);
            },
        );
        if !give(turns, sittings, past, one, other) && !give(turns, sittings, past, other, one) {
            break;
        }
    }
    sittings.iter().map(|sitting| sitting.entry).ne(before)
}

/// By judge, the meetings with the one entry less those with the other.
fn differences(sittings: &[NumberedInterview], past: &Past, one: usize, other: usize) -> Vec<i32> {
    let mut differences: Vec<i32> = past.entries.iter().map(|met| met[one] - met[other]).collect();
    for sitting in sittings {
        differences[sitting.judge] += i32::from(sitting.entry == Some(one)) - i32::from(sitting.entry == Some(other));
    }
    differences
}

/// Pairs of sittings in a round: the judge of the first meets the one entry, the judge of the second the other.
fn exchanges(sittings: &[NumberedInterview], one: usize, other: usize) -> Vec<(usize, usize, (usize, usize))> {
    let mut moves = vec![];
    for (mine, sitting) in sittings.iter().enumerate().filter(|(_, sitting)| sitting.entry == Some(one)) {
        let theirs = sittings.iter().enumerate();
        let theirs = theirs.filter(|(_, other_s)| other_s.round == sitting.round && other_s.entry == Some(other));
        moves.extend(theirs.map(|(at, partner)| (sitting.judge, partner.judge, (mine, at))));
    }
    moves
}

/// Gives a judge who meets one entry more often the other, where it has room.
fn give(turns: &Turns, sittings: &mut [NumberedInterview], past: &Past, from: usize, to: usize) -> bool {
    let differences = differences(sittings, past, from, to);
    let found = sittings.iter().position(|sitting| {
        let held = sittings.iter().filter(|each| each.round == sitting.round && each.entry == Some(to)).count();
        sitting.entry == Some(from) && differences[sitting.judge] > 1 && held < turns.parallel
    });
    if let Some(at) = found {
        sittings[at].entry = Some(to);
    }
    found.is_some()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rulebook::schema::{Layout, Roles};

    use super::*;

    const JUDGES: usize = 5;
    const ENTRIES: usize = 4;
    const ROUNDS: usize = 4;

    proptest! {
        /// Judges with consecutive entries in each round, after any number of past meetings.
        #[test]
        fn entries_that_were_shared_out_evenly_are_left_as_they_are(
            met in prop::collection::vec(prop::collection::vec(0_i32..4, ENTRIES), JUDGES),
            first in prop::collection::vec(0..ENTRIES, ROUNDS),
        ) {
            let of_round = |(round, first): (usize, &usize)| {
                let first = *first;
                (0..JUDGES).map(move |judge| {
                    NumberedInterview { round, judge, confederate: None, entry: Some((first + judge) % ENTRIES) }
                })
            };
            let mut sittings: Vec<NumberedInterview> = first.iter().enumerate().flat_map(of_round).collect();
            let past = Past { entries: met, ..Past::default() };
            let turns = Turns::new(Roles { parallel: 2, ..Roles::of(5, 4, 5) }, Layout::One, 4);
            even_entries(&turns, &mut sittings, &past);
            let shared_out: Vec<_> = sittings.iter().map(|sitting| sitting.entry).collect();
            even_entries(&turns, &mut sittings, &past);
            prop_assert_eq!(sittings.iter().map(|sitting| sitting.entry).collect::<Vec<_>>(), shared_out);
            for round in 0..ROUNDS {
                for entry in 0..ENTRIES {
                    let held = sittings.iter().filter(|each| each.round == round && each.entry == Some(entry)).count();
                    prop_assert!(held <= turns.parallel, "entry {} has {} in round {}", entry, held, round);
                }
            }
        }
    }
}
