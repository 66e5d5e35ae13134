//! The changes of an edited contest file: as an event for the record, and in sentences for its editor.

use std::collections::{BTreeMap, BTreeSet};

use contest::{
    command::Revision,
    contest::Contest,
    event::{Roster, Terms},
};
use rulebook::{ContestFile, EntryId, Participant, contest_file::EntrySpec};
use schedule::GivenPlan;
use serde_json::Value;

use crate::contest_opening;

/// The most changes that are listed one by one.
const TOLD_MAX: usize = 40;

/// A contest file before and after an edit.
pub(crate) struct Edit<'f> {
    before: &'f ContestFile,
    after: &'f ContestFile,
    was: Side,
    is: Side,
}

/// The terms and the roster of a contest file.
struct Side {
    terms: Terms,
    roster: Roster,
}

impl Side {
    fn of(file: &ContestFile, plan: Option<GivenPlan>) -> Self {
        Self { terms: contest_opening::terms(file, plan), roster: contest_opening::roster(file) }
    }
}

impl<'f> Edit<'f> {
    pub(crate) fn new(
        (before, plan_before): (&'f ContestFile, Option<GivenPlan>),
        (after, plan_after): (&'f ContestFile, Option<GivenPlan>),
    ) -> Self {
        Self { before, after, was: Side::of(before, plan_before), is: Side::of(after, plan_after) }
    }

    /// Keeps the present witnesses where judges read transcripts: there they are conversations, which no file names.
    pub(crate) fn with_shown(mut self, now: Option<&Roster>) -> Self {
        if let Some(now) = now.filter(|_| self.after.rulebook.interview.is_read()) {
            for side in [&mut self.was, &mut self.is] {
                side.roster.confederates.clone_from(&now.confederates);
                side.roster.entries.clone_from(&now.entries);
            }
        }
        self
    }

    /// The change for the record; `None` where only the start of programs changes.
    pub(crate) fn revision(&self) -> Option<Revision> {
        let Self { was, is, .. } = self;
        let changes = (&was.terms, &was.roster) != (&is.terms, &is.roster);
        changes.then(|| Revision { terms: is.terms.clone(), roster: is.roster.clone() })
    }

    /// The people whose labels belong to somebody else from now on.
    pub(crate) fn others(&self, contest: &Contest) -> BTreeSet<Participant> {
        if self.revision().is_none() {
            return BTreeSet::new();
        }
        let now = contest.roster.held().unwrap_or(&self.was.roster);
        let others = now.others(&self.is.roster).into_iter();
        let has_page = |who: &Participant| !matches!(who, Participant::Organiser | Participant::Entry(_));
        others.filter(has_page).collect()
    }

    /// The changes, a sentence each, people first; of very many, the first ones and the number of the rest. `contest`
    /// is the present state: on the day somebody may have been replaced already.
    pub(crate) fn changes(&self, contest: Option<&Contest>) -> Vec<String> {
        let mut changes = Vec::new();
        if self.revision().is_some() {
            let now = contest.and_then(|contest| contest.roster.held()).unwrap_or(&self.was.roster);
            changes.extend(people(now, &self.is.roster));
            changes.extend(differences(&self.was.terms, &self.is.terms));
        }
        changes.extend(programs(self.before, self.after));
        if changes.len() > TOLD_MAX {
            let more = changes.len() - TOLD_MAX;
            changes.truncate(TOLD_MAX);
            changes.push(format!("and {more} more"));
        }
        changes
    }
}

/// The people who are new, replaced or gone.
fn people(was: &Roster, is: &Roster) -> Vec<String> {
    let told = |who: Participant| match (was.name(who), is.name(who)) {
        (Some(was), Some(is)) => format!("{who} is {is}, no longer {was}{}", link(who)),
        (None, Some(is)) => format!("{who}, {is}, is new"),
        (Some(was), None) => format!("{who}, {was}, takes no part"),
        (None, None) => format!("{who} takes no part"),
    };
    was.others(is).into_iter().map(told).collect()
}

/// The note on the join link of somebody whose label changes its owner.
fn link(who: Participant) -> &'static str {
    match who {
        Participant::Judge(_) | Participant::Confederate(_) | Participant::Referee(_) => " (make a new join link)",
        Participant::Organiser | Participant::Entry(_) => "",
    }
}

/// The differences of the terms, by the names of keys.
fn differences(was: &Terms, is: &Terms) -> Vec<String> {
    let value = |terms: &Terms| rulebook::json::to_value(terms).expect("terms are what records hold");
    let (mut found, mut path) = (Vec::new(), Vec::new());
    compare(&mut path, Some(&value(was)), Some(&value(is)), &mut found);
    found
}

fn compare(path: &mut Vec<String>, was: Option<&Value>, is: Option<&Value>, found: &mut Vec<String>) {
    let members = |value: Option<&Value>| match value {
        Some(Value::Object(members)) => Some(members.clone().into_iter().collect::<BTreeMap<_, _>>()),
        _ => None,
    };
    if was == is {
        return;
    }
    if let (Some(was), Some(is)) = (members(was), members(is)) {
        for key in was.keys().chain(is.keys()).collect::<BTreeSet<_>>() {
            path.push(key.clone());
            compare(path, was.get(key), is.get(key), found);
            path.pop();
        }
        return;
    }
    let key = path.iter().filter(|part| *part != "rulebook").map(String::as_str).collect::<Vec<_>>().join(".");
    found.push(match (was, is) {
        (Some(was), Some(is)) if is_short(was) && is_short(is) => format!("`{key}` is {is}, no longer {was}"),
        (None, Some(is)) if is_short(is) => format!("`{key}` is {is}"),
        (Some(_), None) => format!("`{key}` is gone"),
        _ => format!("`{key}` is another"),
    });
}

/// True when a value is short enough to be shown in full.
fn is_short(value: &Value) -> bool {
    !value.is_object() && value.to_string().chars().count() <= 60
}

/// The programs that are started in another way. Their tables may hold secrets, so only keys are named.
fn programs(before: &ContestFile, after: &ContestFile) -> Vec<String> {
    let entries = EntryId::first(before.entries.len()).zip(before.entries.iter().zip(&after.entries));
    let same = entries.filter(|(_, (was, is))| (&was.name, &was.contestant) == (&is.name, &is.contestant));
    let entries =
        same.filter_map(|(id, (was, is))| keys(was, is).map(|keys| format!("{id}, {}: another {keys}", is.name)));
    let by_name = |file: &ContestFile| -> BTreeMap<String, EntrySpec> {
        file.reserves.iter().map(|spec| (spec.name.clone(), spec.clone())).collect()
    };
    let (was, is) = (by_name(before), by_name(after));
    let names: BTreeSet<&String> = was.keys().chain(is.keys()).collect();
    let reserves = names.into_iter().filter_map(|name| match (was.get(name), is.get(name)) {
        (None, Some(_)) => Some(format!("{name} stands by as a reserve")),
        (Some(_), None) => Some(format!("{name} no longer stands by as a reserve")),
        (Some(was), Some(is)) => keys(was, is).map(|keys| format!("the reserve {name}: another {keys}")),
        (None, None) => None,
    });
    entries.chain(reserves).collect()
}

/// The keys by which two tables of a program differ; `None` where they do not.
fn keys(was: &EntrySpec, is: &EntrySpec) -> Option<String> {
    let keys: BTreeSet<&String> = was.written.keys().chain(is.written.keys()).collect();
    let differ = |key: &&String| was.written.get(*key) != is.written.get(*key);
    let differing: Vec<_> = keys.into_iter().filter(differ).map(|key| format!("`{key}`")).collect();
    (!differing.is_empty()).then(|| differing.join(", "))
}
