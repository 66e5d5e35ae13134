//! An endless list of all pairs of some people, in which pairs close to each other have no person in common.
//!
//! For an even number: the rounds of a round robin, ordered so that no person moves forward by more than one place from
//! round to round; any `people / 2 - 1` consecutive pairs have no person in common, and neither do the pairs of a
//! round. For an odd number: Hamiltonian cycles, each walked twice, taking every other edge; any `(people - 3) / 2`
//! consecutive pairs have no person in common. In any beginning of the list, the numbers of two people's pairs differ
//! by one at most.
//!
//! # Source
//! B. Alspach, The wonderful Walecki construction, Bull. Inst. Combin. Appl. 52 (2008) 7–20, for the cycles.

/// The list. `whole_rounds` says that it will be cut into rounds of half the people: then an odd number is taken in
/// rounds too, and another person rests in each.
pub(super) fn in_order(people: usize, whole_rounds: bool) -> Box<dyn Iterator<Item = (usize, usize)>> {
    if people < 2 {
        return Box::new(std::iter::empty());
    }
    match people % 2 {
        0 => Box::new((0..people - 1).cycle().flat_map(move |round| even_round(people, round))),
        _ if whole_rounds => Box::new((0..people).cycle().flat_map(move |round| odd_round(people, round))),
        _ => Box::new((0..people - 1).cycle().flat_map(move |turn| cycle(people, turn))),
    }
}

fn even_round(people: usize, round: usize) -> impl Iterator<Item = (usize, usize)> {
    let first = std::iter::once((people - 1, round));
    first.chain(odd_round(people - 1, round))
}

fn odd_round(people: usize, round: usize) -> impl Iterator<Item = (usize, usize)> {
    (1..=people / 2).map(move |step| ((round + people - step) % people, (round + step) % people))
}

fn cycle(people: usize, turn: usize) -> impl Iterator<Item = (usize, usize)> {
    let ring = people - 1;
    let zigzag = move |place: usize| {
        let step = place.div_ceil(2);
        if place % 2 == 1 { (turn + step) % ring } else { (turn + ring - step) % ring }
    };
    let at = move |place: usize| if place.is_multiple_of(people) { ring } else { zigzag(place % people - 1) };
    (0..people).map(move |edge| (at(2 * edge), at(2 * edge + 1)))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// The number of each pair in the beginning of a list, the lower number first.
    fn times(list: &[(usize, usize)]) -> BTreeMap<(usize, usize), usize> {
        let mut times = BTreeMap::new();
        for &(one, other) in list {
            *times.entry((one.min(other), one.max(other))).or_default() += 1;
        }
        times
    }

    #[test]
    fn every_two_meet_once_before_any_meet_again_for_ever() {
        for people in 2..=9 {
            let all = people * (people - 1) / 2;
            for whole_rounds in [true, false] {
                let list: Vec<_> = in_order(people, whole_rounds).take(4 * people * all).collect();
                for turn in 1..=4 * people {
                    let times = times(&list[..turn * all]);
                    assert_eq!(times.len(), all, "{people} people, {whole_rounds}");
                    assert!(times.values().all(|&times| times == turn), "{people} people, {whole_rounds}: {times:?}");
                }
            }
        }
    }
}
