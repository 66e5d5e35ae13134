//! The check for tables with the same name that must be different people or things.

use std::collections::BTreeMap;

use super::{
    checks::part,
    document::{Value, short},
    fault::{Code, Report, SourceSpan},
};
use crate::names::{difference, identity};

/// Reports every `name` of these tables that an earlier one has, with both places.
pub(super) fn check<'v>(what: &str, tables: impl Iterator<Item = &'v Value>, help: &str, report: &mut Report) {
    let mut names: BTreeMap<String, (String, &SourceSpan)> = BTreeMap::new();
    for table in tables {
        let Some((name, at)) = part::<String>(table, &["name"], report) else { continue };
        let Some((first, before)) = names.get(&identity(&name)) else {
            names.insert(identity(&name), (name, at));
            continue;
        };
        let differs = match first == &name {
            true => String::new(),
            false => {
                format!(": capitals, spaces and the form of letters make no other name ({})", difference(&name, first))
            }
        };
        let message = format!("two {what} are called `{}`{differs}", short(name.trim()));
        report.fault_between(Code::Duplicate, &[(at, "again"), (before, "first here")], message, help);
    }
}
