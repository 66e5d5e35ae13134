//! Taking turns: people who are judges in some rounds and confederates in others, and entries among them.
//!
//! The meetings come from a list of all pairs of people, in which pairs close to each other have no person in common
//! ([`pairs`]): each round takes the next ones. Where witnesses come one at a time, the people a round leaves over meet
//! an entry. Then roles are shared out by moving turns along chains of people until nothing can be evened out any more
//! ([`mod@level`]), and entries by an equitable colouring ([`crate::colouring`]). Nothing is random before the end,
//! when draws rename people, entries and rounds.

mod alone;
mod entry_balance;
mod level;
mod pairs;
mod spread;

use std::collections::BTreeMap;

use rulebook::{
    ConfederateId, Draws, EntryId, JudgeId, RoundNumber,
    schema::{Layout, Roles},
};

use self::level::level;
use crate::{Meeting, Plan, colouring};

/// The numbers that turns are made for.
#[derive(Debug, Clone)]
pub(crate) struct Turns {
    pub(crate) people: usize,
    pub(crate) entries: usize,
    /// The conversations an entry holds at the same time.
    pub(crate) parallel: usize,
    pub(crate) layout: Layout,
    pub(crate) rounds: usize,
}

/// The past of people, before the first of the planned rounds.
#[derive(Debug, Clone, Default)]
pub(crate) struct Past {
    /// By person, the number of times as the judge.
    pub(crate) asked: Vec<i32>,
    /// By person, the number of times as the confederate.
    pub(crate) answered: Vec<i32>,
    /// By person, the number of meetings with entries.
    pub(crate) met_entries: Vec<i32>,
    /// By person and entry, the number of meetings with it as the judge.
    pub(crate) entries: Vec<Vec<i32>>,
    /// The number of meetings of two people, the lower number first.
    pub(crate) together: BTreeMap<(usize, usize), usize>,
}

/// One interview, in numbers from 0.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NumberedInterview {
    pub(crate) round: usize,
    pub(crate) judge: usize,
    pub(crate) confederate: Option<usize>,
    pub(crate) entry: Option<usize>,
}

impl Turns {
    pub(crate) fn new(roles: Roles, layout: Layout, rounds: u16) -> Self {
        Self {
            people: usize::from(roles.judges),
            entries: usize::from(roles.entries),
            parallel: usize::from(roles.parallel.max(1)),
            layout,
            rounds: usize::from(rounds),
        }
    }

    /// By round, the number of pairs of people, and the number of people who meet an entry alone.
    ///
    /// With pairs of witnesses every interview takes two people and an entry. With one witness, meetings with people
    /// and meetings with entries keep in step, as far as entries have room; then as few people as possible rest; then
    /// more interviews are better. At least one person meets an entry in every round (with three people or more, and
    /// room), so that the list of pairs is never taken in whole rounds.
    fn sizes(&self) -> Vec<(usize, usize)> {
        let room = self.entries * self.parallel;
        if self.layout == Layout::Pair {
            return vec![(room.min(self.people / 2), 0); self.rounds];
        }
        let (mut with_people, mut with_entries) = (0_usize, 0_usize);
        let mut sizes = vec![];
        for _ in 0..self.rounds {
            let size = |alone: usize| ((self.people - alone) / 2, alone);
            let badness = |&(pairs, alone): &(usize, usize)| {
                let apart = (with_people + pairs).abs_diff(with_entries + alone);
                (apart.max(1), self.people - 2 * pairs - alone, usize::MAX - pairs - alone)
            };
            let fewest = usize::from(self.people > 2).min(room);
            let best = (fewest..=room.min(self.people)).map(size).min_by_key(badness).unwrap_or_default();
            with_people += best.0;
            with_entries += best.1;
            sizes.push(best);
        }
        sizes
    }
}

/// Turns as a plan; people, entries and rounds in an order that is drawn, or as they were made.
pub(crate) fn plan(turns: &Turns, draws: Option<&mut Draws>) -> Plan {
    let (mut people, mut entries, mut rounds): (Vec<_>, Vec<_>, Vec<_>) =
        ((0..turns.people).collect(), (0..turns.entries).collect(), (0..turns.rounds).collect());
    if let Some(draws) = draws {
        draws.shuffle(&mut people);
        draws.shuffle(&mut entries);
        draws.shuffle(&mut rounds);
    }
    let order: Vec<usize> = (0..turns.people).collect();
    let meeting = |sitting: NumberedInterview| Meeting {
        round: RoundNumber::at(rounds[sitting.round]),
        judge: JudgeId::at(people[sitting.judge]),
        entry: sitting.entry.map(|entry| EntryId::at(entries[entry])),
        confederate: sitting.confederate.map(|person| ConfederateId::at(people[person])),
    };
    Plan::new(sittings(turns, &order, &Past::default(), None).into_iter().map(meeting).collect())
}

/// The sittings of all rounds. `order` is the order of people in the list of pairs; where people have a past, these
/// draws look for other partners.
pub(crate) fn sittings(
    turns: &Turns,
    order: &[usize],
    past: &Past,
    draws: Option<&mut Draws>,
) -> Vec<NumberedInterview> {
    let sizes = turns.sizes();
    let mut together = together(turns, &sizes, order);
    if let Some(draws) = draws {
        spread::spread(&mut together, &past.together, draws);
    }
    let alone = alone::alone(turns, &sizes, &mut together, past);
    share_out_asking(turns, &mut together, &alone, past);
    let mut sittings: Vec<NumberedInterview> = vec![];
    for (round, (pairs, alone)) in together.iter().zip(&alone).enumerate() {
        let of_pair = |&(judge, person)| NumberedInterview { round, judge, confederate: Some(person), entry: None };
        sittings.extend(pairs.iter().map(of_pair));
        sittings.extend(alone.iter().map(|&judge| NumberedInterview { round, judge, confederate: None, entry: None }));
    }
    give_entries(turns, &mut sittings);
    entry_balance::even_entries(turns, &mut sittings, past);
    sittings
}

/// The number of meetings of two people who met before, for people in this order.
pub(crate) fn again(turns: &Turns, order: &[usize], past: &Past) -> usize {
    let mut times = past.together.clone();
    let mut again = 0;
    for &(one, other) in together(turns, &turns.sizes(), order).iter().flatten() {
        let times = times.entry((one.min(other), one.max(other))).or_insert(0);
        again += *times;
        *times += 1;
    }
    again
}

/// By round, the pairs of people who meet, without roles yet. The list keeps pairs of a round apart.
fn together(turns: &Turns, sizes: &[(usize, usize)], order: &[usize]) -> Vec<Vec<(usize, usize)>> {
    let half = turns.people / 2;
    let mut list = pairs::in_order(turns.people, sizes.iter().all(|&(pairs, _)| pairs == half));
    let in_order = |(one, other): (usize, usize)| (order[one], order[other]);
    sizes.iter().map(|&(pairs, _)| list.by_ref().take(pairs).map(in_order).collect()).collect()
}

/// Puts the judge of every pair first, so that all ask equally often. With pairs of witnesses, all ask as often as they
/// answer, which makes both equal.
fn share_out_asking(turns: &Turns, together: &mut [Vec<(usize, usize)>], alone: &[Vec<usize>], past: &Past) {
    let both = turns.layout == Layout::Pair;
    let mut loads: Vec<i32> = (0..turns.people)
        .map(|person| {
            let of = |times: &[i32]| times.get(person).copied().unwrap_or(0);
            of(&past.asked) - if both { of(&past.answered) } else { 0 }
        })
        .collect();
    for &person in alone.iter().flatten() {
        loads[person] += 1;
    }
    for pair in together.iter_mut().flatten() {
        if loads[pair.1] < loads[pair.0] {
            *pair = (pair.1, pair.0);
        }
        loads[pair.0] += 1;
        loads[pair.1] -= i32::from(both);
    }
    level(
        &mut loads,
        if both { 2 } else { 1 },
        together,
        |together| {
            let mut moves = vec![];
            for (round, pairs) in together.iter().enumerate() {
                moves.extend(pairs.iter().enumerate().map(|(at, &(judge, person))| (judge, person, (round, at))));
            }
            moves
        },
        |together, judge, person, (round, at)| together[round][at] = (person, judge),
    );
}

/// Gives entries to the sittings that need one: each judge meets all equally often, and no entry exceeds its
/// conversations at a time.
fn give_entries(turns: &Turns, sittings: &mut [NumberedInterview]) {
    let needs = |sitting: &&mut NumberedInterview| turns.layout == Layout::Pair || sitting.confederate.is_none();
    let needing: Vec<&mut NumberedInterview> = sittings.iter_mut().filter(needs).collect();
    let edges: Vec<_> = needing.iter().map(|sitting| (sitting.judge, sitting.round)).collect();
    let entries = colouring::equitable(&edges, turns.entries);
    for (sitting, entry) in needing.into_iter().zip(entries) {
        sitting.entry = Some(entry);
    }
}
