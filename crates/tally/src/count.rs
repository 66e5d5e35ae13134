//! One pass over the ballots: what they say of each witness, in each trial.

use std::collections::BTreeMap;

use rulebook::{
    JudgeId, Rulebook, Witness,
    schema::{Question, RankFrom},
};

use crate::{
    Answers, Ballots, EndRanking, Outcome, Verdict, cast::Cast, figures::Figures, gaps::Gaps, points::points_to_ranks,
};

/// The counts of every witness, and what could not be counted.
#[derive(Debug)]
pub(crate) struct Count {
    /// In each trial, by the places of the cast.
    trials: Vec<Vec<Figures>>,
    /// In all trials together; absent when there is only one.
    together: Option<Vec<Figures>>,
    /// Sentences about what is missing and what was left out.
    pub(crate) notes: Vec<String>,
}

impl Count {
    pub(crate) fn of(rulebook: &Rulebook, cast: Cast, ballots: &Ballots) -> Self {
        let mut counter = Counter::new(rulebook, cast);
        for outcome in &ballots.interviews {
            counter.interview(outcome);
        }
        for ranking in &ballots.rankings {
            counter.ranking(ranking);
        }
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

/// What the form asks, looked up once.
struct Asked<'r> {
    choice: bool,
    verdict: bool,
    /// The points that make a winner of a split.
    winner: Option<u16>,
    ratings: Vec<&'r str>,
    ranking: Option<RankFrom>,
}

impl<'r> Asked<'r> {
    fn by(rulebook: &'r Rulebook) -> Self {
        let form = &rulebook.ballots.interview;
        Self {
            choice: form.contains(&Question::Choice),
            verdict: form.iter().any(|question| matches!(question, Question::Verdict { .. })),
            winner: form.iter().find_map(|question| match question {
                Question::Split { winner, .. } => Some(*winner),
                _ => None,
            }),
            ratings: crate::yardstick::rating_names(rulebook).collect(),
            ranking: rulebook.ballots.ranking.map(|rules| rules.from),
        }
    }
}

/// The witnesses one judge met in a trial, a bit for each place of the cast.
#[derive(Default, Clone)]
struct Met(Vec<u64>);

impl Met {
    fn insert(&mut self, index: usize) {
        if self.0.len() <= index / 64 {
            self.0.resize(index / 64 + 1, 0);
        }
        self.0[index / 64] |= 1 << (index % 64);
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn contains(&self, index: usize) -> bool {
        self.0.get(index / 64).is_some_and(|bits| bits >> (index % 64) & 1 == 1)
    }
}

/// What one judge did in a trial.
#[derive(Default)]
struct Deeds {
    /// Gave a ballot.
    heard: bool,
    /// Gave a ranking.
    ranked: bool,
    /// Was to meet these.
    met: Met,
    /// Gave these points, by the places of the cast.
    points: Vec<(u16, usize)>,
}

/// The deeds of this judge.
fn deeds(judges: &mut Vec<Deeds>, judge: JudgeId) -> &mut Deeds {
    if judges.len() <= judge.index() {
        judges.resize_with(judge.index() + 1, Deeds::default);
    }
    &mut judges[judge.index()]
}

struct Counter<'r> {
    cast: Cast,
    asked: Asked<'r>,
    trials: Vec<Vec<Figures>>,
    /// In each trial, what each judge did, by the places of their ids.
    judges: Vec<Vec<Deeds>>,
    gaps: Gaps,
}

impl<'r> Counter<'r> {
    fn new(rulebook: &'r Rulebook, cast: Cast) -> Self {
        let asked = Asked::by(rulebook);
        let none: Vec<Figures> = cast.witnesses().map(|witness| Figures::none(witness, asked.ratings.len())).collect();
        Self {
            cast,
            trials: vec![none; rulebook.trial_count().into()],
            judges: (0..rulebook.trial_count()).map(|_| Vec::new()).collect(),
            gaps: Gaps::default(),
            asked,
        }
    }

    fn interview(&mut self, outcome: &Outcome) {
        let Some(trial) = self.trial(outcome.trial) else { return };
        let judge = deeds(&mut self.judges[trial], outcome.interview.judge);
        for &witness in &outcome.witnesses {
            match self.cast.index(witness) {
                Some(index) => judge.met.insert(index),
                None => self.gaps.not_in_contest(witness),
            }
        }
        let Some(answers) = &outcome.answers else {
            self.gaps.no_ballot(outcome.trial, outcome.interview);
            return;
        };
        judge.heard = true;
        note_strays(&mut self.gaps, &self.asked, outcome, answers);
        for &witness in &outcome.witnesses {
            let Some(index) = self.cast.index(witness) else { continue };
            count_ballot(&mut self.trials[trial][index], &self.asked, outcome, answers);
            if self.asked.winner.is_some()
                && let Some(&points) = answers.split.get(&witness)
            {
                judge.points.push((points, index));
            }
        }
    }

    /// The place of this trial in the lists; `None`, and noted, when the contest does not have it.
    fn trial(&mut self, number: u16) -> Option<usize> {
        let index = usize::from(number).checked_sub(1).filter(|&index| index < self.trials.len());
        if index.is_none() {
            self.gaps.no_such_trial(number);
        }
        index
    }

    fn ranking(&mut self, ranking: &EndRanking) {
        let Some(from) = self.asked.ranking else {
            self.gaps.not_asked("rankings");
            return;
        };
        let Some(trial) = self.trial(ranking.trial) else { return };
        let judge = deeds(&mut self.judges[trial], ranking.judge);
        judge.ranked = true;
        let figures = &mut self.trials[trial];
        let mut placed = Met::default();
        let mut groups: Vec<Vec<usize>> = Vec::with_capacity(ranking.order.len());
        for group in &ranking.order {
            let mut indices = Vec::with_capacity(group.len());
            for &witness in group {
                match self.cast.index(witness) {
                    None => self.gaps.not_in_contest(witness),
                    Some(index) if !judge.met.is_empty() && !judge.met.contains(index) => {
                        self.gaps.never_met(ranking.judge, witness);
                    }
                    // Of somebody named twice, the first mention counts.
                    Some(index) if !placed.contains(index) => {
                        placed.insert(index);
                        indices.push(index);
                    }
                    Some(_) => {}
                }
            }
            groups.push(indices);
        }
        let everyone: usize = groups.iter().map(Vec::len).sum();
        let mut above = 0;
        for group in groups {
            // Twice the mean of the ranks from above + 1 to above + len.
            let from_most_human = (2 * above + group.len() + 1) as u64;
            let rank = match from {
                RankFrom::MostHuman => from_most_human,
                RankFrom::LeastHuman => 2 * (everyone as u64 + 1) - from_most_human,
            };
            above += group.len();
            for index in group {
                figures[index].ranks.add(rank);
            }
        }
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
                    figures[index].point_ranks.add(rank);
                }
            }
        }
        let together = (self.trials.len() > 1).then(|| {
            let mut trials = self.trials.iter().cloned();
            let mut all = trials.next().unwrap_or_default();
            for trial in trials {
                all.iter_mut().zip(&trial).for_each(|(all, one)| all.merge(one));
            }
            all
        });
        Count { together, notes: self.gaps.sentences(rulebook), trials: self.trials }
    }
}

/// Counts what one ballot says of one witness.
fn count_ballot(figures: &mut Figures, asked: &Asked<'_>, outcome: &Outcome, answers: &Answers<Witness>) {
    let (witness, judge) = (figures.witness, outcome.interview.judge);
    let chosen = answers.choice.filter(|chosen| asked.choice && outcome.witnesses.contains(chosen));
    let verdict = answers.verdicts.get(&witness).filter(|_| asked.verdict);
    let points = |of: Witness| asked.winner.and_then(|winner| Some(*answers.split.get(&of)? >= winner));
    let won = points(witness);

    if chosen.is_some() || verdict.is_some() || won.is_some() {
        figures.judged += 1;
    }
    if verdict == Some(&Verdict::Human) {
        figures.human_verdicts.insert(judge);
    }
    if chosen == Some(witness) || verdict == Some(&Verdict::Human) || won == Some(true) {
        figures.taken += 1;
        figures.judges.insert(judge);
        figures.confederates.extend(outcome.witnesses.iter().filter_map(|beside| match beside {
            Witness::Confederate(id) if *beside != witness => Some(*id),
            _ => None,
        }));
    } else if chosen.is_some()
        || verdict == Some(&Verdict::Machine)
        || outcome.witnesses.iter().any(|&other| other != witness && points(other) == Some(true))
    {
        figures.found_out += 1;
    }
    for (name, sample) in asked.ratings.iter().zip(&mut figures.ratings) {
        if let Some(rating) = answers.ratings.get(*name).and_then(|ratings| ratings.get(&witness)) {
            sample.add(rating.thousandths().into());
        }
    }
}

/// Notes answers that are not counted: about people who were not there, and to questions that are not on the form.
fn note_strays(gaps: &mut Gaps, asked: &Asked<'_>, outcome: &Outcome, answers: &Answers<Witness>) {
    let mut about = |witness: &Witness| {
        if !outcome.witnesses.contains(witness) {
            gaps.not_there(outcome.interview, *witness);
        }
    };
    answers.choice.iter().for_each(&mut about);
    answers.verdicts.keys().for_each(&mut about);
    answers.split.keys().for_each(&mut about);
    answers.ratings.values().flat_map(BTreeMap::keys).for_each(&mut about);

    if answers.choice.is_some() && !asked.choice {
        gaps.not_asked("choices");
    }
    if !answers.verdicts.is_empty() && !asked.verdict {
        gaps.not_asked("verdicts");
    }
    if !answers.split.is_empty() && asked.winner.is_none() {
        gaps.not_asked("points");
    }
    if answers.ratings.keys().any(|name| !asked.ratings.contains(&name.as_str())) {
        gaps.not_asked("ratings of another name");
    }
}
