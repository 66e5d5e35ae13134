//! The committee of a contest file: its members, decisions and attestations, checked against the demands of its
//! rulebook.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    checks::part,
    document::{Item, Value, ValueContent, short},
    fault::{Code, Report, SourceSpan},
    table::TableReader,
    value::{line, list, prose, switch, wrong_type},
    word::{closest, list_of},
};
use crate::{
    contest_file::{Committee, SEED_MAX},
    schema::CommitteeRules,
};

/// The most characters of a committee's decision in one matter.
const LONGEST: usize = 4000;

/// Reads the part by itself.
pub(super) fn committee(t: &mut TableReader<'_>) -> Option<Committee> {
    let members = t.required("members", "[\"Ada\", \"Bob\", \"Cleo\"]", list(20, line(1..=80)));
    let seed = t.optional("seed", line(1..=SEED_MAX));
    let settled = t.or("settled", BTreeMap::new(), |value, report| map(value, "a text for each matter", report, text));
    let attested =
        t.or("attested", BTreeMap::new(), |value, report| map(value, "true for each attestation", report, switch));
    let signatures = t.tables("signature", |t| {
        let key = t.required("key", "\"member.example+1a2b3c4d+Ae…\"", line(1..=400));
        let line = t.required("line", "\"— member.example …\"", line(1..=500));
        Some((key?.trim().to_owned(), line?.trim().to_owned()))
    });
    let attested: BTreeSet<_> = attested?.into_iter().filter_map(|(id, made)| made.then_some(id)).collect();
    let signatures = signatures?.into_iter().collect::<Option<_>>()?;
    Some(Committee { members: members?, seed: seed?, settled: settled?, attested, signatures })
}

/// Reports everything that the rulebook demands of its committee and the file lacks, and everything that it does not
/// ask for.
pub(super) fn check(file: &Value, rules: &Value, report: &mut Report) {
    let asked = rules.find(&["committee"]);
    let given = file.find(&["committee"]);
    let (asked, given) = match (asked, given) {
        (None, None) => return,
        (None, Some(given)) => {
            let message = "there is a `[committee]`, but the rulebook leaves nothing to one".to_owned();
            let help = "take it out, or say under `[overrides.committee]` what a committee settles";
            return report.fault(Code::Contradiction, &given.place, "nothing asks for it", message, help);
        }
        (Some(asked), given) => (asked, given),
    };
    let Some((wanted, _)) = part::<CommitteeRules>(rules, &["committee"], report) else { return };
    let Some(given) = given else { return all_missing(file, asked, &wanted, report) };
    if !matches!(given.kind, ValueContent::Table(_)) {
        return;
    }
    check_members(given, asked, &wanted, report);
    let matters = wanted.settles.iter().map(|matter| (matter.id.as_str(), matter.title.clone()));
    check_keys(given, "settled", &matters.collect::<Vec<_>>(), "\"…\"", report);
    let sentences = wanted.attestations.iter();
    let sentences = sentences.map(|told| (told.id.as_str(), format!("of the {}: {}", told.of, told.sentence)));
    check_keys(given, "attested", &sentences.collect::<Vec<_>>(), "true", report);
    check_made(given, report);
}

fn all_missing(file: &Value, asked: &Value, wanted: &CommitteeRules, report: &mut Report) {
    let matters: Vec<_> = wanted.settles.iter().map(|matter| matter.id.as_str()).collect();
    let attestations: Vec<_> = wanted.attestations.iter().map(|told| told.id.as_str()).collect();
    let mut help = format!(
        "add `[committee]` with the names of its {} `members`, `[committee.settled]` with a text for each of {}",
        wanted.members,
        list_of(&matters)
    );
    if !attestations.is_empty() {
        help += &format!(", and `[committee.attested]` with true for each of {}", list_of(&attestations));
    }
    let named = file.find(&["rulebook"]).map(|value| (&value.place, "under these rules"));
    let places: Vec<_> = named.into_iter().chain([(&asked.place, "asked for here")]).collect();
    let message = "the rulebook has a committee settle things before the contest, and there is no `[committee]`";
    report.fault_between(Code::MissingKey, &places, message.to_owned(), help);
}

/// Reports a wrong number of members, and members listed twice.
fn check_members(given: &Value, asked: &Value, wanted: &CommitteeRules, report: &mut Report) {
    let Some((members, place)) = part::<Vec<String>>(given, &["members"], report) else { return };
    if members.len() != usize::from(wanted.members) {
        let message = format!(
            "the committee has {} members here, but the rulebook's `committee.members` is {}",
            members.len(),
            wanted.members
        );
        let at = asked.find(&["members"]).map_or(&asked.place, |value| &value.place);
        let help = format!("name {}, or set `members` under `[overrides.committee]`", wanted.members);
        report.fault_between(Code::WrongCount, &[(place, "these"), (at, "set here")], message, help);
    }
    let mut names: BTreeMap<String, &SourceSpan> = BTreeMap::new();
    for (name, item) in members.iter().zip(given.find(&["members"]).map_or(&[][..], Value::items)) {
        let Some(before) = names.insert(crate::names::identity(name), &item.place) else { continue };
        let message = format!("two members of the committee are called `{}`", short(name.trim()));
        let places = [(&item.place, "again"), (before, "first here")];
        report.fault_between(Code::Duplicate, &places, message, "give one of them another name");
    }
}

/// Reports missing and unknown ids in a part of the committee's table; `wanted` has each id with its meaning.
fn check_keys(given: &Value, key: &str, wanted: &[(&str, String)], example: &str, report: &mut Report) {
    let none = BTreeMap::new();
    let written = given.find(&[key]);
    let items: &BTreeMap<String, Item> = match written.map(|value| &value.kind) {
        Some(ValueContent::Table(items)) => items,
        Some(_) => return,
        None => &none,
    };
    let ids: Vec<_> = wanted.iter().map(|(id, _)| *id).collect();
    let mut missing: Vec<_> = wanted.iter().filter(|(id, _)| !items.contains_key(*id)).collect();
    for (id, item) in items.iter().filter(|(id, _)| !ids.contains(&id.as_str())) {
        let meant = closest(id, &ids);
        missing.retain(|(id, _)| meant != Some(*id));
        let help = match meant {
            Some(meant) => format!("did you mean `{meant}`?"),
            None if ids.is_empty() => "take it out: the rulebook asks for nothing here".to_owned(),
            None => format!("the rulebook asks for {}", list_of(&ids)),
        };
        let message = format!("`{}` in `[committee.{key}]` is nothing that the rulebook asks for", short(id));
        report.fault(Code::UnknownKey, &item.key, "not asked for", message, help);
    }
    let place = written.map_or(&given.place, |value| &value.place);
    for (id, about) in missing {
        let message = format!("`[committee.{key}]` lacks `{id}` ({})", short(about));
        let help = format!("write `{id} = {example}` there: a contest does not start without it");
        report.fault(Code::MissingKey, place, "missing here", message, help);
    }
}

/// Reports attestations that are false.
fn check_made(given: &Value, report: &mut Report) {
    let Some(ValueContent::Table(items)) = given.find(&["attested"]).map(|value| &value.kind) else { return };
    for (id, item) in items.iter().filter(|(_, item)| matches!(item.value.kind, ValueContent::Switch(false))) {
        let message = format!("`{}` in `[committee.attested]` is false, and the contest cannot start", short(id));
        let help = "set it to true when every participant of the role has attested it";
        report.fault(Code::Contradiction, &item.value.place, "not attested", message, help);
    }
}

fn text(value: &Value, report: &mut Report) -> Option<String> {
    prose(1..=LONGEST)(value, report).map(|text| text.trim().to_owned())
}

/// The values of a table of any keys.
fn map<T>(
    value: &Value,
    wanted: &str,
    report: &mut Report,
    read: impl Fn(&Value, &mut Report) -> Option<T>,
) -> Option<BTreeMap<String, T>> {
    let ValueContent::Table(items) = &value.kind else {
        wrong_type(value, &format!("a table, with {wanted}"), report);
        return None;
    };
    let read: Vec<_> = items.iter().map(|(id, item)| Some((id.clone(), read(&item.value, report)?))).collect();
    read.into_iter().collect()
}
