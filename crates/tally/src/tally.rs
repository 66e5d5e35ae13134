//! From rulebook, ballots and circumstances to the result: the table of contents of this crate.

use rulebook::{Rulebook, Witness, schema::Among};

use crate::{
    Ballots, Circumstances, Score, Standing, Tally, cast::Cast, count::Count, figures::Figures, jury::Jury,
    order::Order, words, yardstick::figure_or_none,
};

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
