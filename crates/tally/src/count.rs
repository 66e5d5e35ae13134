//! One pass over the ballots: counts the answers about each witness, in each trial.
//!
//! Copies of a ballot or ranking count once. If several differ, none counts: only their order or the names in them
//! could select one.

mod asked;
mod repeated;

use std::collections::BTreeSet;

use rulebook::{ConfederateId, JudgeId, Rulebook, Witness, schema::RankFrom};

use crate::{
    Ballots, EndRanking, Outcome, Verdict,
    bits::Bits,
    cast::Cast,
    figures::Figures,
    gaps::Gaps,
    judgements::{Judgement, Judgements},
    outcomes::{Mark, Outcomes, Sheet},
    points::points_to_ranks,
    result::{Note, Unasked},
    sample::Sample,
};
use asked::CountedQuestions;
use repeated::Repeated;

/// The counts of every witness, and notes on the answers that were not counted.
#[derive(Debug)]
pub(crate) struct Count {
    /// In each trial, by index in the cast.
    trials: Vec<Vec<Figures>>,
    /// In all trials together; absent when there is only one.
    together: Option<Vec<Figures>>,
    /// Notes on missing ballots and on answers left out.
    pub(crate) notes: Vec<Note>,
}

impl Count {
    pub(crate) fn of(rulebook: &Rulebook, cast: Cast, ballots: &Ballots) -> Self {
        let mut counter = Counter::new(rulebook, cast, &ballots.interviews);
        counter.interviews(&ballots.interviews);
        counter.rankings(&ballots.rankings);
        counter.finish(rulebook)
    }

    /// The figures of all trials together.
    pub(crate) fn all(&self) -> &[Figures] {
        self.together.as_ref().unwrap_or(&self.trials[0])
    }

    /// The figures of each trial, from the first.
    pub(crate) fn trials(&self) -> impl ExactSizeIterator<Item = &[Figures]> {
        self.trials.iter().map(Vec::as_slice)
    }
}

impl Judgements {
    /// The judgements that the tally of these ballots counts, in the order of the ballots.
    #[must_use]
    pub fn of(rulebook: &Rulebook, ballots: &Ballots) -> Self {
        let mut counter = Counter::new(rulebook, Cast::of(rulebook), &ballots.interviews);
        counter.judgements = Some(Vec::new());
        counter.interviews(&ballots.interviews);
        Self(counter.judgements.unwrap_or_default())
    }
}

/// The actions of one judge in a trial.
#[derive(Default)]
struct Deeds {
    /// Gave a ballot.
    heard: bool,
    /// Gave a ranking.
    ranked: bool,
    /// The witnesses the judge was to meet, by index in the cast.
    met: Bits,
    /// The points the judge gave, with the index in the cast.
    points: Vec<(u16, usize)>,
}

/// The actions of this judge.
fn deeds(judges: &mut Vec<Deeds>, judge: JudgeId) -> &mut Deeds {
    if judges.len() <= judge.index() {
        judges.resize_with(judge.index() + 1, Deeds::default);
    }
    &mut judges[judge.index()]
}

/// The people behind the counts of one witness, by the indices of their ids.
#[derive(Default, Clone)]
struct Behind {
    judges: Bits,
    confederates: Bits,
    human_verdicts: Bits,
}

struct Counter {
    cast: Cast,
    asked: CountedQuestions,
    trials: Vec<Vec<Figures>>,
    behind: Vec<Vec<Behind>>,
    /// In each trial, the actions of each judge, by the indices of their ids.
    judges: Vec<Vec<Deeds>>,
    gaps: Gaps,
    ranks: Ranks,
    /// The judgements; absent where only counts are needed.
    judgements: Option<Vec<Judgement>>,
}

impl Counter {
    fn new(rulebook: &Rulebook, cast: Cast, outcomes: &Outcomes) -> Self {
        let asked = CountedQuestions::by(rulebook, outcomes.rating_names());
        let none: Vec<Figures> = cast.witnesses().map(|witness| Figures::none(witness, asked.ratings)).collect();
        let trials = usize::from(rulebook.trial_count());
        Self {
            cast,
            behind: vec![vec![Behind::default(); none.len()]; trials],
            trials: vec![none; trials],
            judges: (0..trials).map(|_| Vec::new()).collect(),
            gaps: Gaps::default(),
            ranks: Ranks::default(),
            judgements: None,
            asked,
        }
    }

    fn interviews(&mut self, outcomes: &Outcomes) {
        let repeated = Repeated::among(outcomes.sheets().map(|sheet| (sheet.head.trial, sheet.head.interview())));
        for (place, sheet) in outcomes.sheets().enumerate() {
            let Some(trial) = self.trial(sheet.head.trial) else { continue };
            self.meet(trial, sheet);
            if !repeated.has(place) {
                self.ballot_or_none(trial, sheet);
            }
        }
        for places in &repeated.groups {
            let of_one = outcomes.sheet(places[0]);
            let Some(trial) = self.trial_index(of_one.head.trial) else { continue };
            let given: Vec<usize> = places.iter().copied().filter(|&place| outcomes.sheet(place).head.given).collect();
            let Some((&one, others)) = given.split_first() else {
                self.ballot_or_none(trial, of_one);
                continue;
            };
            let first: Outcome = outcomes.outcome(one);
            if others.iter().all(|&other| outcomes.outcome(other) == first) {
                if !others.is_empty() {
                    self.gaps.ballot_again(first.interview);
                }
                self.ballot_or_none(trial, outcomes.sheet(one));
            } else {
                deeds(&mut self.judges[trial], first.interview.judge).heard = true;
                self.gaps.ballots_differ(first.interview);
            }
        }
    }

    /// Records the witnesses the judge was to meet.
    fn meet(&mut self, trial: usize, sheet: Sheet<'_>) {
        let judge = deeds(&mut self.judges[trial], sheet.head.judge);
        for witness in sheet.witnesses() {
            match self.cast.index(witness) {
                Some(index) => drop(judge.met.insert(index)),
                None => self.gaps.not_in_contest(witness),
            }
        }
    }

    fn ballot_or_none(&mut self, trial: usize, sheet: Sheet<'_>) {
        if sheet.head.given {
            deeds(&mut self.judges[trial], sheet.head.judge).heard = true;
            self.ballot(trial, sheet);
        } else {
            self.gaps.no_ballot(sheet.head.trial, sheet.head.interview());
        }
    }

    fn ballot(&mut self, trial: usize, sheet: Sheet<'_>) {
        let mut who_is_human = false;
        for &mark in sheet.marks {
            let about = mark.about();
            let there = about.is_none_or(|witness| sheet.has(witness));
            if let Some(witness) = about.filter(|_| !there) {
                self.gaps.not_there(sheet.head.interview(), witness);
            }
            match mark {
                Mark::Rating(_, name, _) | Mark::NoRating(name) if self.asked.rating(name).is_none() => {
                    self.gaps.not_asked(Unasked::Ratings);
                }
                Mark::Rating(witness, name, number) if there => {
                    if let (Some(index), Some(rating)) = (self.cast.index(witness), self.asked.rating(name)) {
                        self.trials[trial][index].ratings[rating].add(sheet.head.judge, number.thousandths());
                    }
                }
                Mark::Choice(_) if !self.asked.choice => self.gaps.not_asked(Unasked::Choices),
                Mark::Verdict(..) if !self.asked.verdict => self.gaps.not_asked(Unasked::Verdicts),
                Mark::Points(..) if self.asked.winner.is_none() => self.gaps.not_asked(Unasked::Points),
                Mark::Points(witness, points) if there => {
                    who_is_human = true;
                    if let Some(index) = self.cast.index(witness) {
                        deeds(&mut self.judges[trial], sheet.head.judge).points.push((points, index));
                    }
                }
                Mark::Choice(_) | Mark::Verdict(..) => who_is_human |= there,
                _ => {}
            }
        }
        if who_is_human {
            for witness in sheet.witnesses() {
                if let Some(index) = self.cast.index(witness) {
                    self.taken_for(trial, index, sheet);
                }
            }
        }
    }

    /// Counts the ballot's answer that takes one witness for human or machine.
    fn taken_for(&mut self, trial: usize, index: usize, sheet: Sheet<'_>) {
        let (figures, behind) = (&mut self.trials[trial][index], &mut self.behind[trial][index]);
        let (witness, judge) = (figures.witness, sheet.head.judge.index());
        let (mut chosen, mut verdict, mut won, mut other_won) = (None, None, None, false);
        for &mark in sheet.marks {
            match mark {
                Mark::Choice(choice) if self.asked.choice && sheet.has(choice) => chosen = Some(choice),
                Mark::Verdict(about, given) if self.asked.verdict && about == witness => verdict = Some(given),
                Mark::Points(about, points) => {
                    let wins = self.asked.winner.map(|winner| points >= winner);
                    if about == witness {
                        won = wins;
                    } else {
                        other_won |= wins == Some(true) && sheet.has(about);
                    }
                }
                _ => {}
            }
        }
        let is_judged = chosen.is_some() || verdict.is_some() || won.is_some();
        let is_taken = chosen == Some(witness) || verdict == Some(Verdict::Human) || won == Some(true);
        let is_found_out = !is_taken && (chosen.is_some() || verdict == Some(Verdict::Machine) || other_won);
        if is_judged {
            figures.judged += 1;
        }
        if let Some(judgements) = self.judgements.as_mut().filter(|_| is_judged) {
            let mut others = sheet.witnesses().filter(|&beside| beside != witness);
            let right = match witness {
                Witness::Entry(_) => is_found_out,
                Witness::Confederate(_) => is_taken,
            };
            let beside = others.next().filter(|_| others.next().is_none());
            let (trial, judge) = (sheet.head.trial, sheet.head.judge);
            judgements.push(Judgement { trial, judge, witness, beside, taken: is_taken, right });
        }
        if verdict == Some(Verdict::Human) {
            behind.human_verdicts.insert(judge);
        }
        if is_taken {
            figures.taken += 1;
            behind.judges.insert(judge);
            for beside in sheet.witnesses().filter(|&beside| beside != witness) {
                if let Witness::Confederate(id) = beside {
                    behind.confederates.insert(id.index());
                }
            }
        } else if is_found_out {
            figures.found_out += 1;
        }
    }

    /// The index of this trial; `None`, with a note, when the contest does not have it.
    fn trial(&mut self, number: u16) -> Option<usize> {
        let index = self.trial_index(number);
        if index.is_none() {
            self.gaps.no_such_trial(number);
        }
        index
    }

    fn trial_index(&self, number: u16) -> Option<usize> {
        usize::from(number).checked_sub(1).filter(|&index| index < self.trials.len())
    }

    fn rankings(&mut self, rankings: &[EndRanking]) {
        let repeated = Repeated::among(rankings.iter().map(|ranking| (ranking.trial, ranking.judge)));
        for (place, ranking) in rankings.iter().enumerate() {
            if !repeated.has(place) {
                self.ranking(ranking, 1);
            }
        }
        for places in &repeated.groups {
            let (one, copies) = (&rankings[places[0]], places.len());
            if places[1..].iter().all(|&other| tidy(&rankings[other]) == tidy(one)) {
                if self.ranking(one, copies) {
                    self.gaps.ranking_again(one.judge);
                }
            } else if self.may_rank(one, copies).is_some_and(|trial| {
                deeds(&mut self.judges[trial], one.judge).ranked = true;
                true
            }) {
                self.gaps.rankings_differ(one.judge);
            }
        }
    }

    /// The index of the ranking's trial, if rankings are asked for. Otherwise adds a note; a trial that does not exist
    /// is noted for each copy.
    fn may_rank(&mut self, ranking: &EndRanking, copies: usize) -> Option<usize> {
        if self.asked.ranking.is_none() {
            self.gaps.not_asked(Unasked::Rankings);
            return None;
        }
        (0..copies).map(|_| self.trial(ranking.trial)).last().flatten()
    }

    /// Counts a ranking; returns whether it may count.
    fn ranking(&mut self, ranking: &EndRanking, copies: usize) -> bool {
        let trial = self.may_rank(ranking, copies);
        let (Some(from), Some(trial)) = (self.asked.ranking, trial) else { return false };
        let judge = deeds(&mut self.judges[trial], ranking.judge);
        judge.ranked = true;
        self.ranks.begin();
        for group in &ranking.order {
            for &witness in group {
                match self.cast.index(witness) {
                    None => self.gaps.not_in_contest(witness),
                    Some(index) if !judge.met.is_empty() && !judge.met.contains(index) => {
                        self.gaps.never_met(ranking.judge, witness);
                    }
                    Some(index) => self.ranks.place(index),
                }
            }
            self.ranks.close_group();
        }
        let figures = &mut self.trials[trial];
        self.ranks.count(ranking.judge, from, figures, |of| Some(&mut of.ranks));
        self.ranks.count(ranking.judge, from, figures, |of| match of.witness {
            Witness::Entry(_) => Some(&mut of.ranks_of_entries),
            Witness::Confederate(_) => None,
        });
        true
    }

    fn finish(mut self, rulebook: &Rulebook) -> Count {
        for ((number, judges), figures) in (1..).zip(self.judges).zip(&mut self.trials) {
            for (place, judge) in judges.into_iter().enumerate() {
                if judge.heard {
                    self.gaps.ballot(number, JudgeId::at(place));
                }
                if judge.ranked {
                    self.gaps.ranking(number, JudgeId::at(place));
                }
                for (index, rank) in points_to_ranks(judge.points) {
                    figures[index].point_ranks.add(JudgeId::at(place), rank);
                }
            }
        }
        for (figures, behind) in self.trials.iter_mut().flatten().zip(self.behind.into_iter().flatten()) {
            figures.judges = behind.judges.iter().map(JudgeId::at).collect();
            figures.confederates = behind.confederates.iter().map(ConfederateId::at).collect();
            figures.human_verdicts = behind.human_verdicts.iter().map(JudgeId::at).collect();
        }
        let together = (self.trials.len() > 1).then(|| {
            let mut trials = self.trials.iter().cloned();
            let mut all = trials.next().unwrap_or_default();
            for trial in trials {
                all.iter_mut().zip(&trial).for_each(|(all, one)| all.merge(one));
            }
            all
        });
        Count { together, notes: self.gaps.notes(rulebook), trials: self.trials }
    }
}

/// One ranking during its conversion from an order to ranks; reused for all rankings, one after the other.
#[derive(Default)]
struct Ranks {
    placed: Bits,
    /// The indices in the cast, most human first.
    order: Vec<usize>,
    /// The end of each group in the order.
    ends: Vec<usize>,
}

impl Ranks {
    fn begin(&mut self) {
        self.placed.clear();
        self.order.clear();
        self.ends.clear();
    }

    /// Adds a witness to the group; if a witness is named twice, the first mention counts.
    fn place(&mut self, index: usize) {
        if self.placed.insert(index) {
            self.order.push(index);
        }
    }

    fn close_group(&mut self) {
        self.ends.push(self.order.len());
    }

    /// Ranks the witnesses that have a sample among each other, and adds each rank to its sample.
    fn count(
        &self,
        judge: JudgeId,
        from: RankFrom,
        figures: &mut [Figures],
        sample: impl Fn(&mut Figures) -> Option<&mut Sample>,
    ) {
        let all = self.order.iter().filter(|&&index| sample(&mut figures[index]).is_some()).count();
        let (mut start, mut above) = (0, 0);
        for &end in &self.ends {
            let group = &self.order[start..end];
            let level = group.iter().filter(|&&index| sample(&mut figures[index]).is_some()).count();
            // Twice the mean of the ranks that the level witnesses occupy.
            let from_most_human = 2 * above + level + 1;
            let rank = match from {
                RankFrom::MostHuman => from_most_human,
                RankFrom::LeastHuman => 2 * (all + 1) - from_most_human,
            };
            for &index in group {
                if let Some(ranks) = sample(&mut figures[index]) {
                    ranks.add(judge, u32::try_from(rank).unwrap_or(u32::MAX));
                }
            }
            (start, above) = (end, above + level);
        }
    }
}

/// The groups of a ranking as sets.
fn tidy(ranking: &EndRanking) -> Vec<BTreeSet<Witness>> {
    let groups = ranking.order.iter().map(|group| group.iter().copied().collect::<BTreeSet<_>>());
    groups.filter(|group| !group.is_empty()).collect()
}
