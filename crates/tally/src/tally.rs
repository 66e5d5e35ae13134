//! The result of a contest: everything that follows from rulebook, ballots and circumstances.

use rulebook::{
    Rulebook, Witness,
    schema::{Among, Condition, Money},
};
use serde::{Serialize, Serializer};

use crate::{
    Ballots, Circumstances, Fraction, cast::Cast, count::Count, figures::Figures, jury::Jury, order::Order, words,
    yardstick::figure_or_none,
};

/// The result of a contest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// The entries, or the entries and confederates together where the rulebook orders them so; best first. Disqualified
    /// entries are left out.
    pub standings: Vec<Standing>,
    /// The confederates among themselves; empty where the ballots give no confederate a score.
    pub confederates: Vec<Standing>,
    /// The awards that are given, in the rulebook's order.
    pub awards: Vec<Award>,
    /// The awards that are not given, in the rulebook's order: every award is either here or in `awards`.
    pub withheld: Vec<Withheld>,
    /// What is added to the purses of the next contest.
    pub carried_over: Vec<CarriedOver>,
    /// Where the rulebook has trials: each of them by itself, in order.
    pub trials: Vec<TrialResult>,
    /// What else a reader should know, in sentences: tosses of a coin and how to check them, decisions of the judges,
    /// baselines, disqualifications, missing ballots.
    pub notes: Vec<String>,
}

/// Where a witness stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Standing {
    /// The witness.
    pub witness: Witness,
    /// Its place, from 1; equal witnesses share the first place they occupy, and the places after it are skipped.
    pub place: u16,
    /// What the rulebook scores it by; absent when no ballot says anything about it, and then it stands last.
    pub score: Option<Score>,
    /// Its figure in each tie-break of the rulebook, in order: a measure, the place in the selection, the number of judges
    /// who voted for it, or the place a coin drew it. Absent where there is none, or none was needed.
    pub tie_breaks: Vec<Option<Score>>,
}

/// An exact figure. Prints and serialises as `3` or `3.25 (13/4)`; which end is better depends on what it measures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(pub Fraction);

impl std::fmt::Display for Score {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl Serialize for Score {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// An award that is given.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Award {
    /// The rulebook's id of the award.
    pub award: String,
    /// Its name for people.
    pub title: String,
    /// Who receives it; several when it is shared or given to many.
    pub to: Vec<Witness>,
    /// Those of them for whom it goes to the developers of the program, or is held in trust.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub in_trust: Vec<Witness>,
    /// What each of them receives, such as `3000 USD` or `1500.50 USD`; absent when the award has no purse.
    pub each: Option<String>,
    /// The sentence that justifies it, from figures.
    pub reason: String,
    /// What follows from giving it, as the rulebook says; absent when nothing does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub then: Option<String>,
}

/// An award that is not given.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Withheld {
    /// The rulebook's id of the award.
    pub award: String,
    /// Its name for people.
    pub title: String,
    /// The sentence that says why nobody receives it, from figures.
    pub reason: String,
}

/// Money that is added to the purse of the next contest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CarriedOver {
    /// The rulebook's id of the award.
    pub award: String,
    /// What is added.
    pub money: Money,
    /// The sentence that says why, and what it makes the next purse.
    pub reason: String,
}

/// One trial by itself: the conditions of awards, tried on every entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TrialResult {
    /// Which trial, from 1.
    pub trial: u16,
    /// One finding for each award with conditions, entry and condition, in the order of awards, entries, conditions.
    pub findings: Vec<Finding>,
}

/// Whether a condition of an award held of an entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The rulebook's id of the award.
    pub award: String,
    /// The entry; for an award to a confederate, the confederate.
    pub witness: Witness,
    /// The condition.
    pub condition: Condition,
    /// Whether it held.
    pub held: bool,
    /// The figures, in words.
    pub figures: String,
}

/// Counts the ballots and gives the awards.
///
/// A pure function: the order in which ballots stand changes nothing, and any ballots give a result. What cannot be
/// counted (people and trials that the rulebook does not have, answers about people who were not there, answers nobody
/// asked for) is left out with a note. The ranks that judges gave stay as they are when an entry is disqualified: it is
/// taken out of the finished order, and those behind it move up.
#[must_use]
pub fn tally(rulebook: &Rulebook, ballots: &Ballots, circumstances: &Circumstances) -> Tally {
    let cast = Cast::of(rulebook);
    let count = Count::of(rulebook, cast, ballots);
    let all = count.all();
    let members = match rulebook.score.among {
        Among::Entries => cast.entries(),
        Among::Witnesses => 0..all.len(),
    };
    let order = Order::of(rulebook, circumstances, all, members);
    let of_confederates = Order::of(rulebook, circumstances, all, cast.confederates());
    let disqualified = |index: usize| match all[index].witness {
        Witness::Entry(id) => circumstances.disqualified.contains_key(&id),
        Witness::Confederate(_) => false,
    };
    let jury = Jury {
        rulebook,
        circumstances,
        cast,
        count: &count,
        order: &order,
        of_confederates: &of_confederates,
        entries: only(&order.groups, |index| cast.contestants().contains(&index) && !disqualified(index)),
    };

    let (mut awards, mut withheld, mut carried_over) = (Vec::new(), Vec::new(), Vec::new());
    for decision in jury.decisions() {
        match decision.award {
            Ok(given) => awards.push(given),
            Err(kept) => withheld.push(kept),
        }
        carried_over.extend(decision.carried_over);
    }
    Tally {
        standings: standings(&order, all, &only(&order.groups, |index| !disqualified(index))),
        confederates: confederates(&of_confederates, all),
        awards,
        withheld,
        carried_over,
        trials: jury.trials(),
        notes: notes(&jury),
    }
}

/// The groups without those that are not wanted.
fn only(groups: &[Vec<usize>], wanted: impl Fn(usize) -> bool) -> Vec<Vec<usize>> {
    let wanted = |group: &Vec<usize>| group.iter().copied().filter(|&index| wanted(index)).collect::<Vec<_>>();
    groups.iter().map(wanted).filter(|group| !group.is_empty()).collect()
}

fn confederates(order: &Order<'_>, figures: &[Figures]) -> Vec<Standing> {
    let scored = order.groups.first().is_some_and(|best| order.score().figures[best[0]].is_some());
    if scored { standings(order, figures, &order.groups) } else { Vec::new() }
}

fn standings(order: &Order<'_>, figures: &[Figures], groups: &[Vec<usize>]) -> Vec<Standing> {
    let mut above = 0;
    let mut standings = Vec::with_capacity(figures.len());
    for group in groups {
        let place = u16::try_from(above + 1).unwrap_or(u16::MAX);
        standings.extend(group.iter().map(|&index| Standing {
            witness: figures[index].witness,
            place,
            score: order.score().figures[index].map(Score),
            tie_breaks: order.steps[1..].iter().map(|step| step.figures[index].map(Score)).collect(),
        }));
        above += group.len();
    }
    standings
}

fn notes(jury: &Jury<'_>) -> Vec<String> {
    let mut notes = jury.count.notes.clone();
    notes.extend(jury.order.notes.iter().cloned());
    let all = jury.count.all();
    for (entry, reason) in &jury.circumstances.disqualified {
        if jury.cast.index(Witness::Entry(*entry)).is_some() {
            notes.push(format!("{entry} was disqualified ({reason}) and is left out; those behind it move up"));
        }
    }
    notes.extend(jury.cast.baselines().map(|index| baseline(jury, &all[index])));
    for rule in &jury.rulebook.awards {
        if let (Some(own), Some(carried)) = (&rule.purse, jury.circumstances.carried.get(&rule.id))
            && own.currency != carried.currency
        {
            notes.push(format!(
                "{carried} of earlier contests for \"{}\" cannot be added to a purse in {} and stays where it is",
                rule.title, own.currency
            ));
        }
    }
    notes
}

/// How a baseline did beside the others: where judges cannot tell even that one, the contest shows little.
fn baseline(jury: &Jury<'_>, of: &Figures) -> String {
    let all = jury.count.all();
    let others = [("the other entries", jury.cast.contestants()), ("the confederates", jury.cast.confederates())];
    let witness = of.witness;
    let what = format!("{witness} is a baseline, which shows whether judges can tell, and receives no award");
    if of.judged > 0 {
        let beside = others.map(|(who, those)| {
            let those = &all[those];
            let (taken, judged) = (those.iter().map(|of| of.taken).sum(), those.iter().map(|of| of.judged).sum());
            format!("{who} in {}", words::share(taken, judged))
        });
        let own = words::share(of.taken, of.judged);
        return format!("{what}: it was taken for the human in {own}; {}", beside.join("; "));
    }
    let Some(yardstick) = jury.order.measures().next() else { return what };
    let beside = others.map(|(who, those)| {
        let each = all[those].iter().map(|of| figure_or_none(yardstick.figure(of))).collect::<Vec<_>>();
        format!("{who}: {}", if each.is_empty() { "none".to_owned() } else { each.join(", ") })
    });
    format!(
        "{what}; {}: {} for {witness}; {}",
        yardstick.name(),
        figure_or_none(yardstick.figure(of)),
        beside.join("; ")
    )
}
