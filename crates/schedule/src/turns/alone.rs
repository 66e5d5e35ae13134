//! People who meet an entry alone, where witnesses come one at a time: those the pairs of a round leave over.

use std::collections::BTreeMap;

use super::{Past, Turns, level::level};

/// One round: pairs of people, people with an entry, people who rest.
#[derive(Debug, Clone)]
struct Round {
    pairs: Vec<(usize, usize)>,
    alone: Vec<usize>,
    rest: Vec<usize>,
}

/// By round, the people who meet an entry: those who have met the fewest, until the numbers are as even as possible.
///
/// Where the people left over by the pairs cannot make it even, one of them changes places with one of a pair, in
/// `together`, as long as no two people meet more often than they must.
pub(super) fn alone(
    turns: &Turns,
    sizes: &[(usize, usize)],
    together: &mut [Vec<(usize, usize)>],
    past: &Past,
) -> Vec<Vec<usize>> {
    let mut met = past.met_entries.clone();
    met.resize(turns.people, 0);
    let mut rounds: Vec<Round> = vec![];
    for (pairs, &(_, wanted)) in together.iter().zip(sizes) {
        let in_pair = |person| pairs.iter().any(|&(one, other)| one == person || other == person);
        let mut free: Vec<usize> = (0..turns.people).filter(|&person| !in_pair(person)).collect();
        free.sort_by_key(|&person| (met[person], person));
        let rest = free.split_off(wanted.min(free.len()));
        for &person in &free {
            met[person] += 1;
        }
        rounds.push(Round { pairs: pairs.clone(), alone: free, rest });
    }
    loop {
        level(&mut met, 1, rounds.as_mut_slice(), rests, |rounds, person, other, round| {
            replace(&mut rounds[round].alone, person, other);
            replace(&mut rounds[round].rest, other, person);
        });
        if !change_places(turns, &mut rounds, &mut met) {
            break;
        }
    }
    for (pairs, round) in together.iter_mut().zip(&rounds) {
        pairs.clone_from(&round.pairs);
    }
    let sorted = |mut alone: Vec<usize>| {
        alone.sort_unstable();
        alone
    };
    rounds.into_iter().map(|round| sorted(round.alone)).collect()
}

/// The possible moves: the person with an entry, the person who rests and could take the place, and the round.
fn rests(rounds: &[Round]) -> Vec<(usize, usize, usize)> {
    let mut moves = vec![];
    for (at, round) in rounds.iter().enumerate() {
        for &person in &round.alone {
            moves.extend(round.rest.iter().map(|&other| (person, other, at)));
        }
    }
    moves
}

/// Exchanges one of a pair, who met fewer entries, with a person who meets one; false where no exchange is possible.
fn change_places(turns: &Turns, rounds: &mut [Round], met: &mut [i32]) -> bool {
    let mut times: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    for &(one, other) in rounds.iter().flat_map(|round| &round.pairs) {
        *times.entry((one.min(other), one.max(other))).or_default() += 1;
    }
    let most = times.values().sum::<usize>().div_ceil((turns.people * turns.people.saturating_sub(1) / 2).max(1));
    let may_meet = |one: usize, other: usize| times.get(&(one.min(other), one.max(other))).copied().unwrap_or(0) < most;
    for round in rounds {
        for at in 0..round.pairs.len() {
            let (one, other) = round.pairs[at];
            for (leaves, stays) in [(one, other), (other, one)] {
                let comes = round.alone.iter().copied();
                let comes = comes
                    .filter(|&comes| met[comes] - met[leaves] > 1 && may_meet(comes, stays))
                    .max_by_key(|&p| met[p]);
                if let Some(comes) = comes {
                    round.pairs[at] = (comes, stays);
                    replace(&mut round.alone, comes, leaves);
                    met[comes] -= 1;
                    met[leaves] += 1;
                    return true;
                }
            }
        }
    }
    false
}

fn replace(people: &mut [usize], one: usize, by: usize) {
    if let Some(place) = people.iter_mut().find(|person| **person == one) {
        *place = by;
    }
}
