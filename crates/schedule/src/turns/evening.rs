//! Entries among judges who have met some of them before: exchanged until each judge has met all equally often.

use super::{Past, Sitting, Turns, level::level};

/// Exchanges entries between judges of a round, and gives a judge another entry that has room, two entries at a time.
pub(super) fn even_entries(turns: &Turns, sittings: &mut [Sitting], past: &Past) {
    if past.entries.is_empty() {
        return;
    }
    // Every pass but the last makes meetings more even, so that this ends long before.
    for _ in 0..turns.entries * turns.entries {
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

/// Whether anything was changed between these two entries.
fn even_two(turns: &Turns, sittings: &mut [Sitting], past: &Past, one: usize, other: usize) -> bool {
    let before: Vec<Option<usize>> = sittings.iter().map(|sitting| sitting.entry).collect();
    let mut loads: Vec<i32> = past.entries.iter().map(|met| met[one] - met[other]).collect();
    for sitting in sittings.iter() {
        loads[sitting.judge] += i32::from(sitting.entry == Some(one)) - i32::from(sitting.entry == Some(other));
    }
    loop {
        level(
            &mut loads,
            2,
            sittings,
            |sittings| exchanges(sittings, one, other),
            |sittings, _, _, (mine, theirs)| {
                sittings[mine].entry = Some(other);
                sittings[theirs].entry = Some(one);
            },
        );
        if !give(turns, sittings, &mut loads, (one, other)) && !give(turns, sittings, &mut loads, (other, one)) {
            break;
        }
    }
    sittings.iter().map(|sitting| sitting.entry).ne(before)
}

/// Two of a round, of whom the first meets the one entry and the second the other.
fn exchanges(sittings: &[Sitting], one: usize, other: usize) -> Vec<(usize, usize, (usize, usize))> {
    let mut moves = vec![];
    for (mine, sitting) in sittings.iter().enumerate().filter(|(_, sitting)| sitting.entry == Some(one)) {
        let theirs = sittings.iter().enumerate();
        let theirs = theirs.filter(|(_, other_s)| other_s.round == sitting.round && other_s.entry == Some(other));
        moves.extend(theirs.map(|(at, partner)| (sitting.judge, partner.judge, (mine, at))));
    }
    moves
}

/// Gives a judge who has met one entry more often the other, where it has room. `loads` count meetings with the one of the
/// higher number less those with the other.
fn give(turns: &Turns, sittings: &mut [Sitting], loads: &mut [i32], (from, to): (usize, usize)) -> bool {
    let sign = if from > to { 1 } else { -1 };
    let found = sittings.iter().position(|sitting| {
        let held = sittings.iter().filter(|each| each.round == sitting.round && each.entry == Some(to)).count();
        sitting.entry == Some(from) && sign * loads[sitting.judge] > 1 && held < turns.parallel
    });
    if let Some(at) = found {
        sittings[at].entry = Some(to);
        loads[sittings[at].judge] -= 2 * sign;
    }
    found.is_some()
}
