//! Panels for any numbers: entries dealt round the judges, then exchanged between two judges wherever that makes pairs of
//! entries meet more evenly, or as evenly.

use rulebook::Draws;

/// Exchanges that are tried for each entry on a panel.
const TRIES: usize = 400;

/// The most exchanges that are tried in all.
const MOST_TRIES: usize = 400_000;

/// Panels with even loads and exactly `each` judges for each entry; pairs are as even as the search finds.
pub(super) fn design(judges: usize, entries: usize, each: usize, draws: &mut Draws) -> Vec<Vec<usize>> {
    let mut blocks = vec![vec![]; judges];
    for place in 0..entries * each {
        blocks[place % judges].push(place / each);
    }
    let mut times = concurrences(&blocks, entries);
    let ideal = least_squares(&times, entries);
    let mut squares = sum_of_squares(&times);
    for _ in 0..(entries * each * TRIES).min(MOST_TRIES) {
        if squares <= ideal {
            break;
        }
        let (one, other) = (draws.index(judges), draws.index(judges));
        if one == other {
            continue;
        }
        // Every judge has an entry here: otherwise no judge would have two, no two entries would meet, and the search
        // would have ended above.
        let (mine, theirs) = (draws.index(blocks[one].len()), draws.index(blocks[other].len()));
        let (given, taken) = (blocks[one][mine], blocks[other][theirs]);
        if blocks[one].contains(&taken) || blocks[other].contains(&given) {
            continue;
        }
        let change = replace(&mut times, entries, &blocks[one], given, taken)
            + replace(&mut times, entries, &blocks[other], taken, given);
        if change <= 0 {
            blocks[one][mine] = taken;
            blocks[other][theirs] = given;
            squares = squares.saturating_add_signed(change);
        } else {
            replace(&mut times, entries, &blocks[one], taken, given);
            replace(&mut times, entries, &blocks[other], given, taken);
        }
    }
    blocks
}

/// The numbers of judges that any two entries have in common: a square table, row by row.
pub(super) fn concurrences(blocks: &[Vec<usize>], entries: usize) -> Vec<u16> {
    let mut times = vec![0; entries * entries];
    for block in blocks {
        for &one in block {
            for &other in block.iter().filter(|&&other| other != one) {
                times[one * entries + other] += 1;
            }
        }
    }
    times
}

/// Updates the counts for a block with one entry replaced by another; returns the change of the sum of squares. The
/// block as written holds one of the two; it is skipped.
fn replace(times: &mut [u16], entries: usize, block: &[usize], without: usize, with: usize) -> i64 {
    let mut change = 0;
    for &entry in block.iter().filter(|&&entry| entry != without && entry != with) {
        let mut count = |one: usize, other: usize, more: bool| {
            let cell = &mut times[one * entries + other];
            let before = i64::from(*cell);
            *cell = if more { *cell + 1 } else { cell.saturating_sub(1) };
            i64::from(*cell).pow(2) - before.pow(2)
        };
        change += count(entry, without, false) + count(without, entry, false);
        change += count(entry, with, true) + count(with, entry, true);
    }
    change
}

fn sum_of_squares(times: &[u16]) -> u64 {
    times.iter().map(|&times| u64::from(times).pow(2)).sum()
}

/// The sum of squares if all pairs met equally often, as far as their number allows.
fn least_squares(times: &[u16], entries: usize) -> u64 {
    let pairs = (entries * entries.saturating_sub(1)) as u64;
    let sum: u64 = times.iter().map(|&times| u64::from(times)).sum();
    let (Some(least), Some(more)) = (sum.checked_div(pairs), sum.checked_rem(pairs)) else { return 0 };
    (pairs - more) * least.pow(2) + more * (least + 1).pow(2)
}
