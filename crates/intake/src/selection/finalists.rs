//! The end of a selection: who is in the final, who is held in reserve, and why everyone else is left out.

use std::collections::{BTreeMap, BTreeSet};

use rulebook::{EntryId, JudgeId};
use serde::{Deserialize, Serialize};

use crate::{Intake, Status, words};

/// The end of a selection.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Finalists {
    /// The entries of the final, best first where a stage placed them.
    pub finalists: Vec<Finalist>,
    /// Those held in reserve, next first.
    pub reserves: Vec<EntryId>,
    /// Every other entry that came in.
    pub left_out: Vec<LeftOut>,
}

/// An entry of the final.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Finalist {
    /// Its id in the intake.
    pub entry: EntryId,
    /// Its place in the last stage; level entries share it. Absent when no stage was held.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<u16>,
}

/// An entry that is not in the final.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeftOut {
    /// Its id in the intake.
    pub entry: EntryId,
    /// Why, with the label of the rule.
    pub reason: String,
}

/// Judges of the final who judged in a stage, where the rulebook keeps them apart: with the stage and their id in it. Names
/// are compared without regard to capitals and spaces.
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
            let same = named.filter(|(_, name)| !name.is_empty() && words::name(name) == words::name(judge));
            clashes.extend(same.map(|(at, _)| (judge, stage.clone(), JudgeId::at(at))));
        }
    }
    clashes
}

pub(super) fn left_out(
    intake: &Intake,
    finalists: &[Finalist],
    reserves: &[EntryId],
    reasons: &BTreeMap<EntryId, String>,
) -> Vec<LeftOut> {
    let in_it: BTreeSet<EntryId> = finalists.iter().map(|finalist| finalist.entry).collect();
    let others = intake.entries.iter().filter(|(id, _)| !in_it.contains(*id));
    let reason = |id: &EntryId, status: &Status| match status {
        Status::Refused(breaches) => breaches.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "),
        Status::Disqualified { rule } => format!("{rule}: it was disqualified"),
        Status::Replaced { rule } => format!("{rule}: another took its place in the final"),
        Status::Withdrawn => "its contestant withdrew it".to_owned(),
        Status::Received => "it has not been tested".to_owned(),
        Status::Compliant => {
            let why = reasons.get(id).cloned().unwrap_or_else(|| "it is not in the final".to_owned());
            match reserves.iter().position(|held| held == id) {
                Some(at) => format!("{why}; held in reserve as number {}", at + 1),
                None => why,
            }
        }
    };
    others.map(|(id, entry)| LeftOut { entry: *id, reason: reason(id, &entry.status) }).collect()
}
