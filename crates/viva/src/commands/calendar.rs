//! `viva contest calendar`: the days named in the rules of a contest, for people and for calendar programs.

use std::path::Path;

use rulebook::{
    Rulebook,
    calendar::{self, Day},
    schema::{Date, Due, Movable, PersonRole},
    shipped,
};
use serde::Serialize;

use crate::{
    contest_file::submitted,
    exit::Exit,
    now::now,
    shell::{self, Failure},
};

pub(super) fn run(file: &str, of: Option<PersonRole>, ics: bool, json: bool) -> Result<Exit, Failure> {
    let (name, id, rulebook) = match found(file)? {
        Ok(found) => found,
        Err(faults) => return shell::faulty(faults),
    };
    let all = calendar::days(&rulebook);
    let days: Vec<Day<'_>> = all.into_iter().filter(|day| of.is_none_or(|role| day.concerns(role))).collect();
    if ics {
        shell::raw(calendar::to_ics(&days, &name, &id, |title| format!("{title} (at the latest)"), now()));
    } else if json {
        shell::json(&days.iter().map(DayTold::from).collect::<Vec<_>>())?;
    } else {
        days.iter().for_each(|day| shell::data(line(day)));
        if days.is_empty() {
            shell::talk("these rules name no day");
        }
    }
    notes(&days).iter().for_each(shell::talk);
    Ok(Exit::Yes)
}

/// A line for each day moved outside the range that its rule allows.
pub(super) fn notes(days: &[Day<'_>]) -> Vec<String> {
    let told = |(day, Movable { first, last, .. }): (&Day<'_>, Movable)| {
        format!("note: {}: {} is moved: the rule has it from {first} to {last}", day.rule, day.id)
    };
    calendar::moved_too_far(days).map(told).collect()
}

/// The name, id and rules in force of a contest, or of a rulebook alone.
fn found(file: &str) -> Result<Result<(String, String, Rulebook), rulebook::Faults>, Failure> {
    let path = Path::new(file);
    let is_contest = shipped::find(file).is_none()
        && shell::read_text(path)
            .is_ok_and(|text| text.parse::<toml::Table>().is_ok_and(|table| table.contains_key("rulebook")));
    if is_contest {
        let submitted = submitted(path)?;
        return Ok(submitted.map(|submitted| (submitted.file.name, submitted.file.id, submitted.file.rulebook)));
    }
    let rulebook = super::rulebook::named(file)?;
    Ok(Ok((rulebook.title.clone(), rulebook.id.clone(), rulebook)))
}

fn line(day: &Day<'_>) -> String {
    let when = day.when();
    let concerns: Vec<String> = day.concerns.iter().map(ToString::to_string).collect();
    let whom = if concerns.is_empty() { "everyone".to_owned() } else { concerns.join(", ") };
    format!("{when:<29} {} ({}; {whom}; `{}`)", day.title, day.rule, day.id)
}

/// A day named in the rules.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct DayTold<'r> {
    /// The day's name in the rulebook, such as `closes`.
    id: &'r str,
    /// The title of the day: the thing due on it.
    title: String,
    /// The first day.
    from: Date,
    /// The last day; equal to `from` for a single day.
    until: Date,
    /// The sense of the date: on that day, or by that day at the latest.
    due: Due,
    /// The roles it concerns; empty means everyone.
    concerns: &'r [PersonRole],
    /// The range within which it may be moved.
    movable: Option<Movable>,
    /// The rule.
    rule: &'r str,
}

impl<'r> From<&'r Day<'r>> for DayTold<'r> {
    fn from(day: &'r Day<'r>) -> Self {
        let Day { id, title, from, until, due, concerns, movable, rule, .. } = day;
        Self { id, title: title.to_string(), from: *from, until: *until, due: *due, concerns, movable: *movable, rule }
    }
}
