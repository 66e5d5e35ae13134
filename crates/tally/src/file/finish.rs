//! From rows that were put together to ballots that the rulebook allows.

use std::collections::{BTreeMap, BTreeSet};

use rulebook::{
    ConfederateId, EntryId, JudgeId, RoundNumber, Rulebook, Witness,
    schema::{Design, Layout, Question, RankFrom, RankingRules, Roles},
};

use super::{
    Reading,
    fault::Report,
    gathering::{Draft, Gathering},
};
use crate::{Answers, Ballots, EndRanking, Outcome, form, words::all_of};

/// Makes ballots of everything the rows said, checked form by form.
pub(super) fn finish(mut gathering: Gathering<'_>, report: &mut Report) -> Reading {
    gathering.settle(report);
    number_rounds(&mut gathering, report);
    let mut rulebook = gathering.rulebook.clone();
    rulebook.roles = gathering.counts.roles(gathering.rulebook, report);
    let form = gathering.columns.answered();
    check_forms(&form, &gathering, report);
    let rankings = rankings(&gathering, &rulebook, report);
    let mut notes = unanswered(&gathering);
    notes.extend(missing(&gathering, &rulebook, &rankings));

    let mut by_place: BTreeMap<u16, Vec<EntryId>> = BTreeMap::new();
    for (&entry, &(place, _)) in &gathering.selection {
        by_place.entry(place).or_default().push(entry);
    }
    gathering.circumstances.selection = by_place.into_values().collect();

    gathering.drafts.sort_by_cached_key(|draft| (draft.trial, draft.round, draft.judge));
    let asked = !form.is_empty();
    let interviews = gathering.drafts.into_iter().filter_map(|draft| outcome(draft, asked)).collect();
    let circumstances = gathering.circumstances;
    Reading { rulebook, ballots: Ballots { interviews, rankings }, circumstances, notes }
}

fn outcome(draft: Draft, asked: bool) -> Option<Outcome> {
    let interview = rulebook::InterviewId { round: draft.round?, judge: draft.judge };
    let witnesses = draft.people.witnesses().collect();
    let answers = (draft.answered || !asked).then_some(draft.answers);
    Some(Outcome { trial: draft.trial, interview, witnesses, answers })
}

/// Gives each interview without a round the first that its judge has free, in the order of the files.
fn number_rounds(gathering: &mut Gathering<'_>, report: &mut Report) {
    let mut taken: BTreeMap<(u16, JudgeId), (BTreeSet<RoundNumber>, u16)> = BTreeMap::new();
    for draft in &gathering.drafts {
        let of_judge = taken.entry((draft.trial, draft.judge)).or_default();
        of_judge.0.extend(draft.round);
    }
    for draft in &mut gathering.drafts {
        if draft.round.is_some() {
            continue;
        }
        let (taken, last) = taken.entry((draft.trial, draft.judge)).or_default();
        let free = (last.saturating_add(1)..u16::MAX).find(|&number| !taken.contains(&RoundNumber::new(number)));
        match free {
            Some(number) => {
                *last = number;
                draft.round = Some(RoundNumber::new(number));
            }
            None => report.add(draft.at, format!("{} has more interviews than can be numbered", draft.judge)),
        }
    }
}

fn check_forms(form: &[Question], gathering: &Gathering<'_>, report: &mut Report) {
    let compares = form.iter().any(|question| matches!(question, Question::Split { again: false, .. }));
    let pair = gathering.rulebook.interview.layout == Layout::Pair;
    let mut earlier: BTreeMap<(u16, JudgeId), Vec<&Answers<Witness>>> = BTreeMap::new();
    for draft in &gathering.drafts {
        let about: BTreeSet<Witness> = draft.people.witnesses().collect();
        if pair && about.len() < 2 {
            if !draft.spoiled {
                report.add(draft.at, format!("only {} is named (name the other of the pair too)", draft.people));
            }
            continue;
        }
        if !draft.answered || draft.spoiled {
            continue;
        }
        let none = vec![];
        let others = if compares { earlier.get(&(draft.trial, draft.judge)).unwrap_or(&none) } else { &none };
        if let Err(fault) = form::check(form, &about, &draft.answers, others) {
            report.add(draft.at.row(), format!("{}, about {}: {fault}", draft.judge, draft.people));
        }
        if compares {
            earlier.entry((draft.trial, draft.judge)).or_default().push(&draft.answers);
        }
    }
}

fn rankings(gathering: &Gathering<'_>, rulebook: &Rulebook, report: &mut Report) -> Vec<EndRanking> {
    let Some(rules) = gathering.rulebook.ballots.ranking else { return vec![] };
    let mut met: BTreeMap<(u16, JudgeId), BTreeSet<Witness>> = BTreeMap::new();
    for draft in gathering.drafts.iter().filter(|draft| draft.sat) {
        met.entry((draft.trial, draft.judge)).or_default().extend(draft.people.witnesses());
    }
    let everyone = everyone(rulebook);
    let mut rankings = vec![];
    for (&(trial, judge), book) in &gathering.books {
        let Some(&(_, at)) = book.ranks.values().min_by_key(|(_, at)| *at) else { continue };
        let ranked = || book.ranks.keys().copied().collect();
        let met = match met.get(&(trial, judge)) {
            Some(met) => met.clone(),
            None if meets_everyone(rulebook) => everyone.clone(),
            None => ranked(),
        };
        let order = order(rules, book.ranks.iter().map(|(&witness, &(rank, _))| (rank.thousandths(), witness)));
        if !book.ranks_spoiled {
            let most = met.len().max(book.ranks.len());
            let beyond =
                book.ranks.values().find(|(rank, _)| !(1000..=most as u64 * 1000).contains(&rank.thousandths().into()));
            if let Some((rank, at)) = beyond {
                report.add(*at, format!("{judge} ranks {most}, and {rank} is no rank from 1 to {most}"));
            } else if let Err(fault) = form::check_ranking(rules, &met, &order) {
                report.add(at.row(), format!("ranking of {judge}: {fault}"));
            }
        }
        rankings.push(EndRanking { trial, judge, order });
    }
    rankings
}

/// Those of one rank together, most human first.
fn order(rules: RankingRules, ranks: impl Iterator<Item = (u32, Witness)>) -> Vec<Vec<Witness>> {
    let mut groups: BTreeMap<u32, Vec<Witness>> = BTreeMap::new();
    for (rank, witness) in ranks {
        groups.entry(rank).or_default().push(witness);
    }
    match rules.from {
        RankFrom::MostHuman => groups.into_values().collect(),
        RankFrom::LeastHuman => groups.into_values().rev().collect(),
    }
}

fn unanswered(gathering: &Gathering<'_>) -> Vec<String> {
    let columns = gathering.columns.unanswered();
    if columns.is_empty() {
        return vec![];
    }
    let id = &gathering.rulebook.id;
    vec![format!(
        "no file has a column for {}, which `{id}` asks for",
        all_of(columns.iter().map(|name| format!("`{name}`")))
    )]
}

/// What the schedule leads one to expect and the files do not hold.
fn missing(gathering: &Gathering<'_>, rulebook: &Rulebook, rankings: &[EndRanking]) -> Vec<String> {
    let mut notes = vec![];
    if gathering.drafts.is_empty() && rankings.is_empty() {
        notes.push("the files hold no ballots".to_owned());
        return notes;
    }
    let mut met: BTreeMap<(u16, JudgeId), BTreeSet<Witness>> = BTreeMap::new();
    for draft in &gathering.drafts {
        let of_judge = met.entry((draft.trial, draft.judge)).or_default();
        if draft.answered || !draft.sat {
            of_judge.extend(draft.people.witnesses());
        }
    }
    let ranked: BTreeSet<(u16, JudgeId)> = rankings.iter().map(|ranking| (ranking.trial, ranking.judge)).collect();
    let everyone = everyone(rulebook);
    let trials: BTreeSet<u16> = met.keys().chain(&ranked).map(|(trial, _)| *trial).collect();
    for &trial in &trials {
        let of_trial = if rulebook.trial_count() > 1 { format!("trial {trial}: ") } else { String::new() };
        let mut absent = vec![];
        for judge in JudgeId::first(usize::from(rulebook.roles.judges)) {
            let found = met.get(&(trial, judge)).filter(|met| !met.is_empty());
            if found.is_none() && !ranked.contains(&(trial, judge)) {
                absent.push(judge);
                continue;
            }
            if let Some(found) = found.filter(|_| meets_everyone(rulebook)) {
                let left: Vec<_> = everyone.difference(found).collect();
                if !left.is_empty() {
                    notes.push(format!("{of_trial}{judge} gave no ballot about {}", all_of(left)));
                }
            }
        }
        if !absent.is_empty() {
            let are = if absent.len() == 1 { "is" } else { "are" };
            notes.push(format!("{of_trial}{} {are} missing: no ballot in any file", all_of(absent)));
        }
    }
    notes
}

/// Whether the plan leads every judge to every witness.
fn meets_everyone(rulebook: &Rulebook) -> bool {
    let Roles { entries, confederates, .. } = rulebook.roles;
    match rulebook.schedule.design {
        Design::GraecoLatin | Design::Rotation => true,
        Design::FewestRounds => confederates <= entries,
        Design::Matrix(_) | Design::TakeTurns { .. } => false,
    }
}

fn everyone(rulebook: &Rulebook) -> BTreeSet<Witness> {
    let confederates = ConfederateId::first(usize::from(rulebook.roles.confederates)).map(Witness::Confederate);
    confederates.chain(EntryId::first(usize::from(rulebook.roles.entries)).map(Witness::Entry)).collect()
}
