//! What the rulebook and the schedule lead one to expect and the files do not hold: no fault, but worth a sentence.

use std::collections::BTreeSet;

use rulebook::{JudgeId, Rulebook};

use super::{
    draft::ByBook,
    gathering::Gathering,
    ranks::{everyone, meets_everyone, met_in},
};
use crate::words::all_of;

/// The questions that no column answers.
pub(super) fn columns(gathering: &Gathering<'_>) -> Vec<String> {
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

/// The judges and ballots that are missing.
pub(super) fn ballots(gathering: &Gathering<'_>, by_book: &ByBook, rulebook: &Rulebook) -> Vec<String> {
    let books = &gathering.books;
    let ranked = |place: usize| rulebook.ballots.ranking.is_some() && !books.list[place].ranks.is_empty();
    let told = |place: &usize| ranked(*place) || !by_book.of(*place).is_empty();
    let trials: BTreeSet<u16> = books.in_order().filter(told).map(|place| books.list[place].trial).collect();
    if trials.is_empty() {
        return vec!["the files hold no ballots".to_owned()];
    }
    let (everyone, all_meet) = (everyone(rulebook), meets_everyone(rulebook));
    let mut notes = vec![];
    for &trial in &trials {
        let of_trial = if rulebook.trial_count() > 1 { format!("trial {trial}: ") } else { String::new() };
        let mut absent = vec![];
        for judge in JudgeId::first(usize::from(rulebook.roles.judges)) {
            let place = books.find(trial, judge);
            let mine = place.map_or(&[][..], |place| by_book.of(place));
            let found = met_in(&gathering.drafts.list, mine, |draft| draft.answered || !draft.sat);
            if found.is_empty() {
                if !place.is_some_and(ranked) {
                    absent.push(judge);
                }
            } else if all_meet && found != everyone {
                let left: Vec<_> = everyone.iter().filter(|witness| found.binary_search(witness).is_err()).collect();
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
