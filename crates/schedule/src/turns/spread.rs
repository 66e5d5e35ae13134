//! Pairs among people with a past: exchanges partners within a round until as few as possible meet again.

use std::collections::BTreeMap;

use rulebook::Draws;

/// The number of exchanges that are tried.
const TRIES: usize = 20_000;

/// Exchanges partners wherever that does not increase repeated meetings. Each round keeps the same people in pairs.
pub(super) fn spread(together: &mut [Vec<(usize, usize)>], past: &BTreeMap<(usize, usize), usize>, draws: &mut Draws) {
    let mut times = past.clone();
    for &pair in together.iter().flatten() {
        *times.entry(ordered(pair)).or_insert(0) += 1;
    }
    let rounds: Vec<usize> = (0..together.len()).filter(|&round| together[round].len() > 1).collect();
    if rounds.is_empty() || times.values().all(|&times| times < 2) {
        return;
    }
    for _ in 0..TRIES {
        let pairs = &mut together[rounds[draws.index(rounds.len())]];
        let (one, other) = (draws.index(pairs.len()), draws.index(pairs.len()));
        if one == other {
            continue;
        }
        let ((a, b), (c, d)) = (pairs[one], pairs[other]);
        let (first, second) = if draws.coin() { ((a, c), (b, d)) } else { ((a, d), (c, b)) };
        let again = |pair: (usize, usize)| times.get(&ordered(pair)).copied().unwrap_or(0);
        // Each separated pair has met once less before, each new one meets once more.
        if again(first) + again(second) + 2 <= again((a, b)) + again((c, d)) {
            for pair in [(a, b), (c, d)] {
                *times.entry(ordered(pair)).or_insert(1) -= 1;
            }
            for pair in [first, second] {
                *times.entry(ordered(pair)).or_insert(0) += 1;
            }
            (pairs[one], pairs[other]) = (first, second);
        }
    }
}

fn ordered((one, other): (usize, usize)) -> (usize, usize) {
    (one.min(other), one.max(other))
}
