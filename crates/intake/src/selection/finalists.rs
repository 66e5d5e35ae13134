//! The final after replacements, and judges of the final who judged in an earlier stage.

use std::collections::{BTreeMap, BTreeSet};

use rulebook::{EntryId, JudgeId};

use crate::{
    Intake, Status,
    announcement::{Finalist, Finalists, LeftOut, WhyLeftOut},
    counted_words,
};

/// Judges of the final who judged in a stage, where the rulebook forbids that: with the stage and their id in it. Names are
/// compared without regard to capitals and spaces.
#[must_use]
pub fn clashing_judges<'n>(
    intake: &Intake,
    judges: impl IntoIterator<Item = &'n str>,
) -> Vec<(&'n str, String, JudgeId)> {
    let apart = intake.rulebook.selection.as_ref().is_some_and(|rules| rules.judges_apart.is_some());
    let mut clashes = Vec::new();
    for judge in judges.into_iter().filter(|_| apart) {
        for (stage, record) in &intake.stages {
            let named = record.judges.iter().flat_map(|names| names.judges.iter().enumerate());
            let same =
                named.filter(|(_, name)| !name.is_empty() && counted_words::name(name) == counted_words::name(judge));
            clashes.extend(same.map(|(at, _)| (judge, stage.clone(), JudgeId::at(at))));
        }
    }
    clashes
}

/// The final now: entries that lost their place are out, and reserves that moved up come after the announced finalists.
pub(super) fn now(intake: &Intake, named: &Finalists) -> Finalists {
    let held = named.finalists.iter().any(|finalist| finalist.place.is_some());
    let first = named.finalists.len() + 1;
    let in_stage = |entry: EntryId| {
        let left = named.left_out.iter().find(|left| left.entry == entry)?;
        let WhyLeftOut::Behind { place, .. } = left.why else { return None };
        Some(place)
    };
    let moved_up = named.reserves.iter().enumerate().map(|(at, &entry)| {
        let place = in_stage(entry).or_else(|| u16::try_from(first + at).ok());
        Finalist { entry, place: place.filter(|_| held) }
    });
    let all = named.finalists.iter().copied().chain(moved_up);
    let finalists: Vec<Finalist> = all.filter(|finalist| intake.final_entries.contains(&finalist.entry)).collect();
    let reasons = named.left_out.iter().map(|left| (left.entry, left.why.clone())).collect();
    let left_out = left_out(intake, &finalists, &intake.reserves, &reasons);
    Finalists { finalists, reserves: intake.reserves.clone(), left_out }
}

pub(super) fn left_out(
    intake: &Intake,
    finalists: &[Finalist],
    reserves: &[EntryId],
    reasons: &BTreeMap<EntryId, WhyLeftOut>,
) -> Vec<LeftOut> {
    let in_it: BTreeSet<EntryId> = finalists.iter().map(|finalist| finalist.entry).collect();
    let others = intake.entries.iter().filter(|(id, _)| !in_it.contains(*id));
    let left_out = others.map(|(&entry, entered)| {
        let why = match &entered.status {
            Status::Refused(breaches) => WhyLeftOut::Refused { breaches: breaches.clone() },
            Status::Disqualified { rule } => WhyLeftOut::Disqualified { rule: rule.clone() },
            Status::Replaced { rule } => WhyLeftOut::Replaced { rule: rule.clone() },
            Status::Withdrawn => WhyLeftOut::Withdrawn {},
            Status::Received => WhyLeftOut::NotTested {},
            Status::Compliant => reasons.get(&entry).cloned().unwrap_or(WhyLeftOut::NotInFinal {}),
        };
        let held = reserves.iter().position(|held| *held == entry).filter(|_| entered.status == Status::Compliant);
        LeftOut { entry, why, reserve: held.map(|at| u16::try_from(at + 1).unwrap_or(u16::MAX)) }
    });
    left_out.collect()
}
