//! The rest of a plan of pairs with a played beginning: the remaining meetings, in as few rounds as the search finds.

use super::{
    Aim, Effort, Meeting,
    hopes::Hopes,
    model::{Cell, MOST_ROUNDS, Model, Share},
    search::SearchOutcome,
};

/// The remaining meetings, in numbers from 0.
#[derive(Debug, Clone)]
pub(crate) struct Remainder {
    /// Judges and entries who still have to meet, row by row, with the confederate where one is settled.
    pub(crate) cells: Vec<(usize, usize, Option<usize>)>,
    /// By judge and present confederate, the number of their meetings.
    pub(crate) judges_met: Vec<Vec<usize>>,
    /// By entry and present confederate, the number of times side by side.
    pub(crate) entries_met: Vec<Vec<usize>>,
}

/// The levels of strictness for even shares, strictest first: of judges, and of entries.
const STRICTNESS: [(bool, bool); 3] = [(true, true), (true, false), (false, false)];

impl Remainder {
    /// The meetings (round, judge, entry, confederate) of the rest. A pair meets again only where it cannot be avoided;
    /// if no plan is found, the shares of entries are relaxed first, then those of judges. `None`: no confederate is
    /// left, or more rounds are needed than a search can hold.
    pub(crate) fn fewest(&self, effort: Effort) -> Option<Vec<Meeting>> {
        if self.cells.is_empty() {
            return Some(vec![]);
        }
        STRICTNESS.into_iter().find_map(|strict| self.fewest_within(strict, effort))
    }

    fn fewest_within(&self, strict: (bool, bool), effort: Effort) -> Option<Vec<Meeting>> {
        let model = self.model(strict);
        let interviews_of = |of: &dyn Fn(&Cell) -> usize| {
            let mut those: Vec<usize> = model.cells.iter().map(of).collect();
            those.sort_unstable();
            let times = those.chunk_by(PartialEq::eq).map(<[usize]>::len);
            (times.clone().max().unwrap_or(0), times.count())
        };
        let (of_judge, judges) = interviews_of(&|cell| cell.judge);
        let (of_entry, entries) = interviews_of(&|cell| cell.entry);
        let widest = judges.min(entries).min(model.people);
        if widest == 0 {
            return None;
        }
        let least = of_judge.max(of_entry).max(model.cells.len().div_ceil(widest));
        let mut hopes = Hopes::new(&model, effort);
        for rounds in least..=MOST_ROUNDS {
            match hopes.attempt(Aim { rounds, widest }) {
                Ok(SearchOutcome::Found(meetings)) => return Some(meetings),
                Ok(_) => {}
                Err(_) => return None,
            }
        }
        None
    }

    fn model(&self, (judges_strict, entries_strict): (bool, bool)) -> Model {
        let people = self.judges_met.first().map_or(0, Vec::len);
        let count = self.cells.len();
        let shares = |met: &[Vec<usize>], strict: bool, cells_of: &dyn Fn(usize) -> usize| {
            let share = |(who, met): (usize, &Vec<usize>)| {
                if strict { fresh(met, cells_of(who)) } else { vec![Share { least: 0, most: count }; people] }
            };
            met.iter().enumerate().map(share).collect::<Vec<_>>()
        };
        let of_judge = |who| self.cells.iter().filter(|cell| cell.0 == who).count();
        let of_entry = |who| self.cells.iter().filter(|cell| cell.1 == who).count();
        let (judges, entries) = (self.judges_met.len(), self.entries_met.len());
        Model {
            judges,
            entries,
            people,
            cells: self
                .cells
                .iter()
                .map(|&(judge, entry, person)| Cell { judge, entry, person, round: None })
                .collect(),
            judge_shares: shares(&self.judges_met, judges_strict, &of_judge),
            entry_shares: shares(&self.entries_met, entries_strict, &of_entry),
            even_load: Share { least: 0, most: count.div_ceil(people.max(1)) },
            away: vec![0; judges + entries + people],
            places: usize::MAX,
            plain: false,
        }
    }
}

/// The share of each person in `more` meetings, such that all totals become as even as the past meetings allow.
fn fresh(met: &[usize], more: usize) -> Vec<Share> {
    let room = |height: usize| met.iter().map(|&times| height.saturating_sub(times)).sum::<usize>();
    let height = (0..).find(|&height| met.is_empty() || room(height) >= more).unwrap_or(0);
    let share = |&times: &usize| Share {
        least: height.saturating_sub(1).saturating_sub(times),
        most: height.saturating_sub(times),
    };
    met.iter().map(share).collect()
}
