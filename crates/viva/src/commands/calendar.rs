//! `viva contest calendar`: the days that the rules of a contest name, for people and for calendar programs.

use std::path::Path;

use rulebook::{
    Rulebook,
    calendar::{self, Day},
    schema::PersonRole,
    shipped,
};
use serde_json::json;

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
        shell::print(calendar::to_ics(&days, &name, &id, now()));
    } else if json {
        shell::data(json!(days.iter().map(as_json).collect::<Vec<_>>()));
    } else {
        days.iter().for_each(|day| shell::data(line(day)));
        if days.is_empty() {
            shell::talk("these rules name no day");
        }
    }
    for day in &days {
        if let Some(movable) = day.movable.filter(|within| day.from < within.first || day.until > within.last) {
            let (first, last) = (movable.first, movable.last);
            shell::talk(format_args!(
                "note: {}: {} is moved: the rule has it from {first} to {last}",
                day.rule, day.id
            ));
        }
    }
    Ok(Exit::Yes)
}

/// The name, the id and the rules in force of a contest, or of a rulebook alone.
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

fn as_json(day: &Day<'_>) -> serde_json::Value {
    json!({
        "id": day.id,
        "title": day.title,
        "from": day.from,
        "until": day.until,
        "due": day.due,
        "concerns": day.concerns,
        "movable": day.movable,
        "rule": day.rule,
    })
}
