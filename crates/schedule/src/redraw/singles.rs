//! The rest of a plan in which a judge talks to one witness at a time.

use rulebook::{RoundNumber, Witness};

use super::Present;
use crate::{Meeting, colouring};

/// Meetings of judges with their remaining witnesses, in as many rounds as the busiest participant has meetings left,
/// or over `rounds` if these are more.
pub(super) fn rest(present: &Present, past: &[Meeting], rounds: Option<usize>) -> Vec<Meeting> {
    let entries = present.entries.iter().map(|&id| Witness::Entry(id));
    let witnesses: Vec<Witness> =
        entries.chain(present.confederates.iter().map(|&id| Witness::Confederate(id))).collect();
    let mut due = vec![];
    for (row, &judge) in present.judges.iter().enumerate() {
        let met: Vec<Witness> = past.iter().filter(|m| m.judge == judge).flat_map(|m| m.witnesses()).collect();
        due.extend((0..witnesses.len()).filter(|&place| !met.contains(&witnesses[place])).map(|place| (row, place)));
    }
    let busiest = |of: &dyn Fn(&(usize, usize)) -> usize, count: usize| {
        (0..count).map(|who| due.iter().filter(|meeting| of(meeting) == who).count()).max().unwrap_or(0)
    };
    let least = busiest(&|&(row, _)| row, present.judges.len()).max(busiest(&|&(_, place)| place, witnesses.len()));
    let round_of = colouring::level(&due, rounds.map_or(least, |rounds| rounds.max(least)));
    let meeting = |(&(row, place), round): (&(usize, usize), usize)| {
        Meeting::with(RoundNumber::at(round), present.judges[row], witnesses[place])
    };
    due.iter().zip(round_of).map(meeting).collect()
}
