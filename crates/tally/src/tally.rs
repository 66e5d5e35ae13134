//! The result from rulebook, ballots and circumstances: an overview of this crate's work.

use std::collections::BTreeMap;

use rulebook::{
    EntryId, JudgeId, Rulebook, Witness,
    schema::{Among, Question, TieBreak},
};

use crate::{
    Amount, Ballots, Circumstances, Fraction, Note, Share, Standing, Tally,
    cast::Cast,
    count::Count,
    figures::Figures,
    jury::Jury,
    order::Order,
    result::{Scored, Voted},
    yardstick::Yardstick,
};

/// Counts the ballots and gives the awards.
///
/// A pure function: the order of ballots does not matter, and any ballots give a result. Answers that cannot count
/// (about people and trials that the rulebook does not have, about people who were not there, to questions not asked)
/// are left out with a note. When an entry is disqualified, the judges' ranks stay as they are: the entry is taken out
/// of the finished order, and those behind it move up.
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
    let contests = |index: usize| match all[index].witness {
        Witness::Entry(id) => !circumstances.baselines.contains(&id),
        Witness::Confederate(_) => false,
    };
    let jury = Jury {
        rulebook,
        circumstances,
        cast,
        count: &count,
        order: &order,
        of_confederates: &of_confederates,
        entries: only(&order.groups, |index| contests(index) && !disqualified(index)),
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

/// The numbers that each witness's score is the mean or the median of, with their judges, in the order of the ballots.
/// The map is empty where the score is neither; a witness without numbers has an empty list.
#[must_use]
pub fn numbers(rulebook: &Rulebook, ballots: &Ballots) -> BTreeMap<Witness, Vec<(JudgeId, Fraction)>> {
    let count = Count::of(rulebook, Cast::of(rulebook), ballots);
    let yardstick = Yardstick::new(rulebook, &rulebook.score.by);
    let of = |figures: &Figures| Some((figures.witness, yardstick.sample(figures)?.numbers().collect()));
    count.all().iter().filter_map(of).collect()
}

/// The groups, with only the wanted witnesses.
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
            score: order.score().score(index, &figures[index]),
            tie_breaks: order.steps[1..].iter().map(|step| step.score(index, &figures[index])).collect(),
        }));
        above += group.len();
    }
    standings
}

fn notes(jury: &Jury<'_>) -> Vec<Note> {
    let mut notes = jury.count.notes.clone();
    notes.extend(jury.order.notes.iter().cloned());
    if !jury.rulebook.score.tie_breaks.contains(&TieBreak::Majority) && !jury.circumstances.votes.is_empty() {
        let votes = jury.circumstances.votes.iter().map(Voted::from).collect();
        notes.push(Note::VotesUnused { votes });
    }
    let disqualified = jury.circumstances.disqualified.keys().copied();
    let in_cast = |entry: &EntryId| jury.cast.index(Witness::Entry(*entry)).is_some();
    notes.extend(disqualified.filter(in_cast).map(|entry| Note::Disqualified { entry }));
    notes.extend(accuracy(jury));
    notes.extend(jury.baselines().map(|index| baseline(jury, &jury.count.all()[index])));
    for rule in &jury.rulebook.awards {
        if let (Some(own), Some(carried)) = (&rule.purse, jury.circumstances.carried.get(&rule.id))
            && own.currency != carried.currency
        {
            let (carried, currency) = (Amount::from(carried), own.currency.clone());
            notes.push(Note::OtherCurrency { award: rule.id.clone(), carried, currency });
        }
    }
    notes
}

/// The share of right verdicts, where the form asks for verdicts and there are answers.
fn accuracy(jury: &Jury<'_>) -> Option<Note> {
    let asked = jury.rulebook.ballots.interview.iter().any(|question| matches!(question, Question::Verdict { .. }));
    let all = jury.count.all();
    let right = |is_person: bool| {
        let those = || all.iter().filter(move |of| matches!(of.witness, Witness::Confederate(_)) == is_person);
        Share::new(those().map(Figures::right).sum(), those().map(|of| of.judged).sum())
    };
    let (people, programs) = (right(true), right(false));
    let all = Share::new(people.part() + programs.part(), people.whole() + programs.whole());
    (asked && all.whole() > 0).then_some(Note::Accuracy { people, programs, all })
}

/// The result of a baseline beside the others: if judges cannot recognise even that one, the contest shows little.
fn baseline(jury: &Jury<'_>, of: &Figures) -> Note {
    let all = jury.count.all();
    let entries: Vec<&Figures> = jury.contestants().map(|index| &all[index]).collect();
    let confederates: Vec<&Figures> = all[jury.cast.confederates()].iter().collect();
    if of.judged > 0 {
        let share = |those: &[&Figures]| {
            Share::new(those.iter().map(|of| of.taken).sum(), those.iter().map(|of| of.judged).sum())
        };
        return Note::Baseline {
            entry: of.witness,
            own: Share::new(of.taken, of.judged),
            other_entries: share(&entries),
            confederates: share(&confederates),
        };
    }
    let yardstick = jury.order.yardstick();
    let scored = |of: &Figures| Scored { witness: of.witness, score: yardstick.score(of), judges: Vec::new() };
    Note::BaselineScore {
        by: yardstick.measure.clone(),
        own: scored(of),
        other_entries: entries.into_iter().map(scored).collect(),
        confederates: confederates.into_iter().map(scored).collect(),
    }
}
