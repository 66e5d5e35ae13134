//! The participants in a contest file, checked against the numbers of its rulebook.
//!
//! If the rulebook gives limits, the list decides: the rulebook's number becomes the number listed. The rulebook's
//! other parts that depend on that number are checked afterwards as in any rulebook.

use super::{
    checks::{Many, many, part},
    document::{Value, ValueContent},
    fault::{Code, Report, SourceSpan},
    table::TableReader,
};
use crate::schema::{Medium, People};

/// Sets the numbers of roles to those listed; reports impossible numbers, and information for judges that would be
/// untrue. Returns whether everyone has both roles.
pub(super) fn settle(t: &mut TableReader<'_>, file: &Value, rules: Option<&mut Value>) -> bool {
    let Some(rules) = rules else {
        for role in &ROLES {
            check_listed(t, role, file);
        }
        return false;
    };
    let both = matches!(part(rules, &["roles", "people"], t.report()), Some((People::Both, _)));
    let medium = part::<Medium>(rules, &["interview", "medium"], t.report());
    let read = medium.and_then(|(medium, at)| matches!(medium, Medium::Transcript { .. }).then_some(at));
    let mut numbers = Vec::new();
    for role in &ROLES {
        if let (Some(at), false) = (read, role.key == "judge") {
            refuse_witnesses(role, file, at, t.report());
        } else if both && role.key == "confederate" {
            refuse_confederates(file, rules, t.report());
        } else if let Some(listed) = check_listed(t, role, file) {
            numbers.extend(settled(listed, role, rules, t.report()).map(|number| (role.number, number)));
        }
    }
    for (role, (number, place)) in numbers {
        set(rules, role, number, &place);
        if both && role == "judges" {
            set(rules, "confederates", number, &place);
        }
    }
    check_told(file, rules, both, t.report());
    both
}

/// A role: the key of its tables, the key of its number in a rulebook, and an example of a table.
struct Role {
    key: &'static str,
    number: &'static str,
    example: &'static str,
}

const ROLES: [Role; 3] = [
    Role { key: "judge", number: "judges", example: "`name`" },
    Role { key: "confederate", number: "confederates", example: "`name`" },
    Role { key: "entry", number: "entries", example: "`name`, `contestant` and `protocol`" },
];

/// The participants of a role that must have at least one.
fn check_listed<'f>(t: &mut TableReader<'_>, role: &Role, file: &'f Value) -> Option<&'f Value> {
    let key = role.key;
    let listed = file.find(&[key]);
    if listed.is_none() {
        t.miss(&[key], format!("add a `[[{key}]]` for each, with {}", role.example));
    }
    listed.filter(|listed| !listed.items().is_empty())
}

/// The number listed and the place of the last one, if the rulebook lets a contest choose the number.
fn settled(listed: &Value, role: &Role, rules: &Value, report: &mut Report) -> Option<(u16, SourceSpan)> {
    let Role { key, number, .. } = role;
    let Many { number: wanted, place: at, limit } = many(rules, number, report)?;
    let (items, last) = (listed.items(), listed.items().last()?);
    let count = u16::try_from(items.len()).unwrap_or(u16::MAX);
    let label = format!("the last of {count}");
    let listed = if count == 1 { format!("1 `[[{key}]]` is listed") } else { format!("{count} {number} are listed") };
    let (message, help, at) = match limit {
        Some((limit, _)) if limit.least > limit.most => return None,
        Some((limit, _)) if (limit.least..=limit.most).contains(&count) => return Some((count, last.place.clone())),
        Some((limit, limit_at)) => {
            let (least, most) = (limit.least, limit.most);
            let message = format!(
                "{count} {number} are listed, but the rulebook's `roles.limits.{number}` are {least} to {most}"
            );
            (
                message,
                format!("list from {least} to {most} of `[[{key}]]`, or set `[overrides.roles.limits.{number}]`"),
                limit_at,
            )
        }
        None if count == wanted => return None,
        None => {
            let message = format!("{listed}, but the rulebook's `roles.{number}` is {wanted}");
            let change = match count < wanted {
                true => format!("add {} more", wanted - count),
                false => format!("take {} out", count - wanted),
            };
            (message, format!("{change}, or set `{number} = {count}` under `[overrides.roles]`"), at)
        }
    };
    report.fault_between(Code::WrongCount, &[(&last.place, &*label), (at, "set here")], message, help);
    None
}

/// Reports listed witnesses if judges read transcripts: the witnesses are then conversations of the sources.
fn refuse_witnesses(role: &Role, file: &Value, medium: &SourceSpan, report: &mut Report) {
    let key = role.key;
    let Some(first) = file.find(&[key]).and_then(|listed| listed.items().first()) else { return };
    let message = format!(
        "there is a `[[{key}]]`, but under this rulebook judges read transcripts: its witnesses are conversations of the sources"
    );
    let help = format!(
        "take it out: `{}` under `[overrides.roles]` says how many conversations of this kind are shown",
        role.number
    );
    report.fault_between(
        Code::Contradiction,
        &[(&first.place, "nobody sits there"), (medium, "transcripts")],
        message,
        help,
    );
}

/// Reports listed confederates if everyone has both roles: all are then listed under `[[judge]]`.
fn refuse_confederates(file: &Value, rules: &Value, report: &mut Report) {
    let Some(first) = file.find(&["confederate"]).and_then(|listed| listed.items().first()) else { return };
    let message = "a confederate is listed, but in this rulebook everyone is both judge and confederate".to_owned();
    let people = rules.find(&["roles", "people"]).map(|value| (&value.place, "everyone has both roles"));
    let places: Vec<_> = [(&first.place, "listed apart")].into_iter().chain(people).collect();
    report.fault_between(Code::WrongCount, &places, message, "list everybody once, under `[[judge]]`");
}

/// Sets the number of a role.
fn set(rules: &mut Value, role: &str, number: u16, place: &SourceSpan) {
    let ValueContent::Table(items) = &mut rules.kind else { return };
    let Some(ValueContent::Table(roles)) = items.get_mut("roles").map(|roles| &mut roles.value.kind) else { return };
    if let Some(item) = roles.get_mut(role) {
        item.value.kind = ValueContent::Whole(number.into());
        item.value.place = place.clone();
    }
}

/// Reports information for judges that is untrue of the listed witnesses.
fn check_told(file: &Value, rules: &Value, both: bool, report: &mut Report) {
    for Role { key, number: role, .. } in &ROLES {
        let Some((told, told_at)) = part::<u16>(rules, &["roles", "told", role], report) else { continue };
        let key = if both && *key == "confederate" { "judge" } else { *key };
        let Some(listed) = file.find(&[key]).filter(|listed| !listed.items().is_empty()) else { continue };
        let (count, last) = (listed.items().len(), &listed.items()[listed.items().len() - 1]);
        let possible = many(rules, role, report).is_none_or(|many| told <= many.most());
        if count < usize::from(told) && possible {
            let message = format!("judges are told that at least {told} witnesses are {role}, but {count} are listed");
            let help = format!("list {told} at least: a contest may not tell its judges what is not true");
            let label = format!("the last of {count}");
            let places = [(&last.place, &*label), (told_at, "what judges are told")];
            report.fault_between(Code::Contradiction, &places, message, help);
        }
    }
}
