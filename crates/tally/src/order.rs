//! The order of witnesses: groups of equals, refined by the score and then by each tie-break in turn.

use std::{
    cmp::Ordering,
    collections::{BTreeMap, BTreeSet},
};

use rulebook::{
    Draws, EntryId, JudgeId, Rulebook, Witness,
    schema::{Measure, TieBreak},
};

use crate::{
    Circumstances, Fraction, Note, Score,
    cast::Cast,
    figures::Figures,
    result::{Voted, Votes},
    yardstick::{Yardstick, mean_for_total},
};

/// Witnesses in order, as indices in the cast.
#[derive(Debug)]
pub(crate) struct Order<'r> {
    /// The groups, best first; witnesses in one group are level in everything.
    pub(crate) groups: Vec<Vec<usize>>,
    /// The score, then each tie-break of the rulebook.
    pub(crate) steps: Vec<ComparisonStep<'r>>,
    /// Decisions of judges and tosses of a coin.
    pub(crate) notes: Vec<Note>,
    /// The groups that the judges or a coin still have to put in order.
    pub(crate) undecided: Vec<Vec<usize>>,
}

/// One step of the comparison.
#[derive(Debug)]
pub(crate) struct ComparisonStep<'r> {
    pub(crate) by: By<'r>,
    /// The figure of each witness.
    pub(crate) figures: Vec<Option<Fraction>>,
    /// The number of each witness's group after this step, best first.
    pub(crate) groups: Vec<usize>,
    /// The witnesses with a mean as their figure, because totals would have been unfair.
    pub(crate) by_mean: Vec<usize>,
}

impl ComparisonStep<'_> {
    /// The figure of the witness at this index of the cast, with the counts it was made from.
    pub(crate) fn score(&self, index: usize, of: &Figures) -> Option<Score> {
        let figure = self.figures[index]?;
        match self.by {
            By::Measure(_) if self.by_mean.contains(&index) => Some(mean_for_total(figure, of)),
            By::Measure(yardstick) => yardstick.score(of),
            By::Selection | By::Coin => Some(Score::Place { place: figure.numerator() }),
            By::Majority => Some(Score::Votes { votes: figure.numerator() }),
        }
    }
}

/// The criterion of a step.
#[derive(Debug, Clone, Copy)]
pub(crate) enum By<'r> {
    Measure(Yardstick<'r>),
    Selection,
    Majority,
    Coin,
}

impl<'r> Order<'r> {
    /// Puts these witnesses in order.
    ///
    /// Selection, judges and coin decide between entries, and only between those that have a score; a confederate level
    /// with them stays level with the best of them.
    pub(crate) fn of(
        rulebook: &'r Rulebook,
        circumstances: &Circumstances,
        figures: &[Figures],
        members: impl Iterator<Item = usize>,
    ) -> Self {
        let mut groups = vec![members.collect::<Vec<_>>()];
        groups.retain(|group| !group.is_empty());
        let order = Self { groups, steps: Vec::new(), notes: Vec::new(), undecided: Vec::new() };
        let mut sorter = Sorter { rulebook, circumstances, cast: Cast::of(rulebook), figures, order };
        sorter.measure(&rulebook.score.by);
        for tie_break in &rulebook.score.tie_breaks {
            match tie_break {
                TieBreak::By(measure) => sorter.measure(measure),
                TieBreak::Selection => sorter.selection(),
                TieBreak::Majority => sorter.majority(),
                TieBreak::Coin => sorter.coin(),
            }
        }
        sorter.order
    }

    /// The score.
    pub(crate) fn score(&self) -> &ComparisonStep<'r> {
        &self.steps[0]
    }

    /// The measure of the score.
    pub(crate) fn yardstick(&self) -> Yardstick<'r> {
        self.measures().next().expect("the first step is the score, and that is a measure")
    }

    /// Compares two witnesses by all measures, the better first; selection, judges and coin do not count.
    pub(crate) fn compare_measured(&self, a: &Figures, b: &Figures) -> Ordering {
        self.measures().fold(Ordering::Equal, |decided, measure| {
            let [a, b] = measure.figures(a, b);
            decided.then_with(|| measure.compare(a, b))
        })
    }

    /// The measures among the steps, in their order.
    pub(crate) fn measures(&self) -> impl Iterator<Item = Yardstick<'r>> {
        self.steps.iter().filter_map(|step| match step.by {
            By::Measure(yardstick) => Some(yardstick),
            _ => None,
        })
    }
}

struct Sorter<'a, 'r> {
    rulebook: &'r Rulebook,
    circumstances: &'a Circumstances,
    cast: Cast,
    figures: &'a [Figures],
    order: Order<'r>,
}

impl<'r> Sorter<'_, 'r> {
    fn measure(&mut self, measure: &'r Measure) {
        let yardstick = Yardstick::new(self.rulebook, measure);
        let mut found: Vec<_> = self.figures.iter().map(|figures| yardstick.figure(figures)).collect();
        let groups = std::mem::take(&mut self.order.groups);
        let mut by_mean = Vec::new();
        for group in &groups {
            let known: Vec<usize> = group.iter().copied().filter(|&index| found[index].is_some()).collect();
            if let Some(means) = yardstick.means_for_totals(known.iter().map(|&index| &self.figures[index])) {
                let witnesses = known.iter().map(|&index| self.figures[index].witness).collect();
                self.order.notes.push(Note::MeanForTotal { witnesses });
                known.iter().zip(means).for_each(|(&index, mean)| found[index] = mean);
                by_mean.extend(known);
            }
        }
        let groups = groups.into_iter().flat_map(|group| split(group, |a, b| yardstick.compare(found[a], found[b])));
        self.order.groups = groups.collect();
        self.finish(By::Measure(yardstick), found);
        if let Some(step) = self.order.steps.last_mut() {
            step.by_mean = by_mean;
        }
    }

    fn selection(&mut self) {
        let mut places = self.no_figures();
        let mut above = 0;
        for group in &self.circumstances.selection {
            for index in group.iter().filter_map(|&entry| self.index(entry)) {
                places[index].get_or_insert(Fraction::whole(above + 1));
            }
            above += group.len() as u64;
        }
        let last = |place: Option<Fraction>| (place.is_none(), place);
        self.between_entries(|_, entries| split(entries, |a, b| last(places[a]).cmp(&last(places[b]))));
        self.finish(By::Selection, places);
    }

    /// Asks the judges about each group of equals, and again about the entries that were not chosen.
    fn majority(&mut self) {
        let mut figures = self.no_figures();
        let mut used = vec![false; self.circumstances.votes.len()];
        self.between_entries(|sorter, entries| {
            let mut decided = Vec::new();
            let mut left = entries;
            while left.len() > 1 {
                let Some(chosen) = sorter.vote(&left, &mut used, &mut figures) else { break };
                left.retain(|&index| index != chosen);
                decided.push(vec![chosen]);
            }
            if !left.is_empty() {
                decided.push(left);
            }
            decided
        });
        let unused = self.circumstances.votes.iter().zip(used).filter(|(_, used)| !used);
        let votes: Vec<_> = unused.map(|(vote, _)| Voted::from(vote)).collect();
        if !votes.is_empty() {
            self.order.notes.push(Note::VotesUnused { votes });
        }
        self.finish(By::Majority, figures);
    }

    /// Counts the votes in one matter; returns the entry that more than half of all judges chose.
    fn vote(&mut self, matter: &[usize], used: &mut [bool], figures: &mut [Option<Fraction>]) -> Option<usize> {
        let judges = self.rulebook.roles.judges;
        let between: BTreeSet<EntryId> = matter.iter().map(|&index| EntryId::at(index)).collect();
        let mut given: BTreeMap<JudgeId, EntryId> = BTreeMap::new();
        for (vote, used) in self.circumstances.votes.iter().zip(used) {
            let here = vote.between.as_ref().is_none_or(|matter| *matter == between);
            if here
                && between.contains(&vote.entry)
                && !*used
                && vote.judge.number() <= judges
                && !given.contains_key(&vote.judge)
            {
                given.insert(vote.judge, vote.entry);
                *used = true;
            }
        }
        let (mut chosen, mut told) = (None, Vec::new());
        for &index in matter {
            let entry = EntryId::at(index);
            let those: Vec<_> = given.iter().filter(|(_, voted)| **voted == entry).map(|(judge, _)| *judge).collect();
            // Entries that were not chosen keep their votes of the matter before, until there are votes in this one.
            if !given.is_empty() || figures[index].is_none() {
                figures[index] = Some(Fraction::whole(those.len() as u64));
            }
            if 2 * those.len() > usize::from(judges) {
                chosen = Some(index);
            }
            told.push(Votes { entry: self.figures[index].witness, judges: those });
        }
        if given.is_empty() {
            let between = matter.iter().map(|&index| self.figures[index].witness).collect();
            self.order.notes.push(Note::VoteOpen { between });
            if !self.rulebook.score.tie_breaks.contains(&TieBreak::Coin) {
                self.order.undecided.push(matter.to_vec());
            }
            return None;
        }
        let decided_for = chosen.map(|index| self.figures[index].witness);
        self.order.notes.push(Note::Majority { judges, votes: told, decided_for });
        chosen
    }

    fn coin(&mut self) {
        let mut drawn = self.no_figures();
        self.between_entries(|sorter, mut entries| {
            let named = |entries: &[usize]| entries.iter().map(|&index| sorter.figures[index].witness).collect();
            let between: Vec<Witness> = named(&entries);
            let tied: BTreeSet<EntryId> = entries.iter().map(|&index| EntryId::at(index)).collect();
            let Some(seed) = sorter.circumstances.tossed.get(&tied).copied().or(sorter.circumstances.seed) else {
                sorter.order.notes.push(Note::CoinSealed { between });
                sorter.order.undecided.push(entries.clone());
                return vec![entries];
            };
            Draws::new(seed, &coin_stream(&between)).shuffle(&mut entries);
            let order = named(&entries);
            sorter.order.notes.push(Note::Coin { between, seed, order });
            for (place, &index) in entries.iter().enumerate() {
                drawn[index] = Some(Fraction::whole(place as u64 + 1));
            }
            entries.into_iter().map(|entry| vec![entry]).collect()
        });
        self.finish(By::Coin, drawn);
    }

    /// Lets a decision split the entries of each group that has a score and several entries.
    fn between_entries(&mut self, mut decide: impl FnMut(&mut Self, Vec<usize>) -> Vec<Vec<usize>>) {
        let entries = self.cast.entries();
        for group in std::mem::take(&mut self.order.groups) {
            let scored = self.order.score().figures[group[0]].is_some();
            let (tied, beside): (Vec<_>, Vec<_>) = group.iter().partition(|&index| entries.contains(index));
            if !scored || tied.len() < 2 {
                self.order.groups.push(group);
                continue;
            }
            let mut decided = decide(self, tied);
            if let Some(best) = decided.first_mut() {
                best.extend(beside);
            }
            self.order.groups.extend(decided);
        }
    }

    fn finish(&mut self, by: By<'r>, figures: Vec<Option<Fraction>>) {
        let mut groups = vec![usize::MAX; self.figures.len()];
        for (number, group) in self.order.groups.iter().enumerate() {
            group.iter().for_each(|&index| groups[index] = number);
        }
        self.order.steps.push(ComparisonStep { by, figures, groups, by_mean: Vec::new() });
    }

    fn no_figures(&self) -> Vec<Option<Fraction>> {
        vec![None; self.figures.len()]
    }

    fn index(&self, entry: EntryId) -> Option<usize> {
        Some(entry.index()).filter(|index| self.cast.entries().contains(index))
    }
}

/// The name of the draws that decide between these entries.
pub(crate) fn coin_stream(between: &[Witness]) -> String {
    between.iter().fold("coin:".to_owned(), |name, entry| format!("{name} {entry}"))
}

/// The group in order; equals are together and in the order of the cast.
fn split(mut group: Vec<usize>, compare: impl Fn(usize, usize) -> Ordering) -> Vec<Vec<usize>> {
    group.sort_by(|&a, &b| compare(a, b).then(a.cmp(&b)));
    group.chunk_by(|&a, &b| compare(a, b) == Ordering::Equal).map(<[usize]>::to_vec).collect()
}
