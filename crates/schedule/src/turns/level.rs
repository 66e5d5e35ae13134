//! Evening out: moves turns along chains of people, from larger loads to smaller ones.

use std::{cmp::Reverse, collections::VecDeque};

/// Moves turns until no chain leads from a person to another with a load that is smaller by more than `step`. Then
/// loads are as even as the moves allow: no other way of moving turns has smaller differences.
///
/// A move takes `step` from one load and adds it to another. `moves` lists the possible moves (from, to, by); `make`
/// carries one out.
pub(super) fn level<S: ?Sized, M: Copy>(
    loads: &mut [i32],
    step: i32,
    state: &mut S,
    moves: impl Fn(&S) -> Vec<(usize, usize, M)>,
    make: impl Fn(&mut S, usize, usize, M),
) {
    while let Some(chain) = chain(loads, step, &moves(state)) {
        if let (Some(&(from, ..)), Some(&(_, to, _))) = (chain.first(), chain.last()) {
            loads[from] -= step;
            loads[to] += step;
        }
        for (from, to, by) in chain {
            make(state, from, to, by);
        }
    }
}

/// The shortest chain of moves that makes loads more even; tries the people with the largest loads first.
fn chain<M: Copy>(loads: &[i32], step: i32, moves: &[(usize, usize, M)]) -> Option<Vec<(usize, usize, M)>> {
    let mut by_person: Vec<Vec<(usize, usize, M)>> = vec![vec![]; loads.len()];
    for &each in moves {
        by_person[each.0].push(each);
    }
    let mut people: Vec<usize> = (0..loads.len()).collect();
    people.sort_by_key(|&person| (Reverse(loads[person]), person));
    people.into_iter().find_map(|start| {
        let mut reached: Vec<Option<(usize, usize, M)>> = vec![None; loads.len()];
        let mut queue = VecDeque::from([start]);
        while let Some(person) = queue.pop_front() {
            for &(from, to, by) in &by_person[person] {
                if to == start || reached[to].is_some() {
                    continue;
                }
                reached[to] = Some((from, to, by));
                if loads[start] - loads[to] > step {
                    return Some(back(&reached, start, to));
                }
                queue.push_back(to);
            }
        }
        None
    })
}

fn back<M: Copy>(reached: &[Option<(usize, usize, M)>], start: usize, end: usize) -> Vec<(usize, usize, M)> {
    let mut chain = vec![];
    let mut at = end;
    while at != start {
        let Some(step) = reached[at] else { break };
        chain.push(step);
        at = step.0;
    }
    chain.reverse();
    chain
}
