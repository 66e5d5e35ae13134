//! The contest file written after selection: it has the entries of the final, and lines to fill in for everything that
//! an intake does not know.
//!
//! It reads back without a fault once every entry has a protocol and a command: the people in it are accepted
//! volunteers and placeholders, and numbers that differ from the rulebook's are overridden where the rulebook sets no
//! limits. If the final exceeds limits, `viva contest check` reports it, and the organiser decides.

use std::{collections::BTreeSet, fmt::Write};

use rulebook::{
    EntryId, calendar,
    schema::{Design, Limit, Medium, People, PersonRole},
    shipped,
};

use crate::{
    Intake,
    application::{EnteredBy, NAME_MAX_CHARS},
    counted_words,
    selection::{SelectionOutcome, progress},
};

/// The contest file of the final, as TOML; `None` while the finalists are not known. Replacements are applied: a reserve has
/// its place in the last stage or, failing that, the one after the finalists; added confederates are counted.
#[must_use]
pub fn contest_file(intake: &Intake) -> Option<String> {
    if intake.announced.is_none() && !intake.untested().is_empty() {
        return None;
    }
    let SelectionOutcome::Chosen(chosen) = progress(intake).outcome else { return None };
    let entries: Vec<_> = chosen.finalists.iter().map(|finalist| (finalist.entry, finalist.place)).collect();
    let numbers = Numbers::of(intake, entries.len());
    let mut text = format!("{HEAD}name = {}\n{ORGANISER}", quoted(&intake.name));
    let days = own_days(intake);
    let _ = write!(text, "rulebook = {}\n\n", rulebook_name(intake, days.is_some()));
    let judges = intake.accepted(PersonRole::Judge);
    people(&mut text, "judge", "Judge", (numbers.judges, &judges), "The judges; put their names here.");
    if intake.rulebook.roles.people == People::Apart {
        let confederates = intake.accepted(PersonRole::Confederate);
        let numbers = (numbers.confederates, &*confederates);
        people(&mut text, "confederate", "Confederate", numbers, "The confederates; put their names here.");
    }
    let referees = intake.accepted(PersonRole::Referee);
    if !referees.is_empty() {
        let count = u16::try_from(referees.len()).unwrap_or(u16::MAX);
        people(&mut text, "referee", "Referee", (count, &referees), "The referees.");
    }
    let how = how_it_speaks(&intake.rulebook.interview.medium);
    let mut names = BTreeSet::new();
    for (entry, place) in entries {
        of_entry(&mut text, intake, (entry, place), how, &mut names);
    }
    for number in 1..=intake.rulebook.roles.baselines {
        let _ = write!(
            text,
            "[[entry]]\nname = \"Baseline {number}\"\ncontestant = \"The organiser\"\nbaseline = true\n{how}\n"
        );
    }
    numbers.overrides(&mut text, intake);
    if let Some(days) = days.filter(|days| !days.is_empty()) {
        let _ = write!(text, "\n# The days of this contest.\n{days}");
    }
    Some(text)
}

fn of_entry(
    text: &mut String,
    intake: &Intake,
    (entry, place): (EntryId, Option<u16>),
    how: &str,
    names: &mut BTreeSet<String>,
) {
    let application = intake.entries.get(&entry).and_then(|entered| entered.application.as_ref());
    let (program, contestant) = match application {
        Some(application) => (application.program.clone(), application.contestant.clone()),
        None => (entry.to_string(), "Name the contestant".to_owned()),
    };
    let program = if names.insert(counted_words::name(&program)) { program } else { apart(&program, entry) };
    let _ = write!(text, "# {entry} of the intake.\n[[entry]]\nname = {}\n", quoted(program.trim()));
    let _ = writeln!(text, "contestant = {}", quoted(contestant.trim()));
    if let Some(place) = place {
        let _ = writeln!(text, "selection_place = {place}");
    }
    if application.is_some_and(|application| application.entered_by == EnteredBy::Organisers) {
        text.push_str("open_source = true\n");
    }
    if let Some(opening) = application.and_then(|application| application.opening.as_ref()) {
        let _ = writeln!(text, "opening = {}", quoted(opening));
    }
    let _ = writeln!(text, "{how}");
}

/// Makes a name unique by adding the entry's id.
fn apart(program: &str, entry: EntryId) -> String {
    let id = format!(" ({entry})");
    let kept: String = program.chars().take(NAME_MAX_CHARS - id.len()).collect();
    format!("{kept}{id}")
}

/// The lines of an entry that only the organiser can fill in.
fn how_it_speaks(medium: &Medium) -> &'static str {
    match medium {
        Medium::Keystrokes { .. } => {
            "# protocol = \"lpp\"\n# command = [\"the program\", \"{directory}\"]\n# silence = \"60s\"\n"
        }
        Medium::Lines { .. } | Medium::Messages { .. } | Medium::Transcript { .. } => {
            "# protocol = \"stdio\"\n# command = [\"the program\", \"its first argument\"]\n# prompts = []\n# silence = \"60s\"\n"
        }
    }
}

/// Writes `count` people: accepted volunteers first, then placeholders. Further accepted volunteers go into comments.
fn people(text: &mut String, key: &str, title: &str, (count, accepted): (u16, &[&str]), what: &str) {
    let _ = writeln!(text, "# {what}");
    for number in 1..=count {
        let name =
            accepted.get(usize::from(number) - 1).map_or_else(|| format!("{title} {number}"), ToString::to_string);
        let _ = write!(text, "[[{key}]]\nname = {}\n\n", quoted(&name));
    }
    for name in accepted.iter().skip(count.into()) {
        let _ = writeln!(text, "# Accepted too: {}", quoted(name));
    }
}

/// The numbers of people and entries in the final.
struct Numbers {
    judges: u16,
    entries: u16,
    confederates: u16,
}

impl Numbers {
    fn of(intake: &Intake, finalists: usize) -> Self {
        let roles = &intake.rulebook.roles;
        let finalists = u16::try_from(finalists).unwrap_or(u16::MAX);
        Self {
            judges: roles.judges,
            entries: finalists.saturating_add(roles.baselines),
            confederates: roles.confederates.saturating_add(intake.further_confederates),
        }
    }

    /// Writes the overrides: numbers that differ from the rulebook's, and settings that the rulebook leaves to a contest.
    fn overrides(&self, text: &mut String, intake: &Intake) {
        let (roles, design) = (&intake.rulebook.roles, &intake.rulebook.schedule.design);
        let other = |number: u16, of_rules: u16, limit: Option<Limit>| limit.is_none() && number != of_rules;
        let others = [
            ("entries", self.entries, other(self.entries, roles.entries, roles.limits.entries)),
            (
                "confederates",
                self.confederates,
                other(self.confederates, roles.confederates, roles.limits.confederates),
            ),
        ];
        if others.iter().any(|(.., other)| *other) {
            text.push_str("# Other numbers than the rulebook's.\n[overrides.roles]\n");
            for (role, number, _) in others.iter().filter(|(.., other)| *other) {
                let _ = writeln!(text, "{role} = {number}");
            }
            text.push('\n');
            if *design == Design::GraecoLatin {
                text.push_str("# The rulebook's design needs equal numbers.\n[overrides.schedule]\n");
                text.push_str("design = \"fewest-rounds\"\n\n");
            }
        }
        if intake.rulebook.trials.as_ref().is_some_and(|trials| trials.combine.is_none()) {
            text.push_str("# In how many trials an award must be earned: any, majority or all.\n");
            text.push_str("[overrides.trials]\n# combine = \"any\"\n");
        }
    }
}

/// The overrides with the days of this contest; `None` unless its rulebook is a shipped one with other days at most.
fn own_days(intake: &Intake) -> Option<String> {
    calendar::overrides(&shipped::rulebook(&intake.rulebook.id)?, &intake.rulebook)
}

/// The id of a shipped rulebook, or the suggested path of the organiser's own file.
fn rulebook_name(intake: &Intake, is_shipped: bool) -> String {
    let id = &intake.rulebook.id;
    match is_shipped {
        true => quoted(id),
        false => format!("{} # the path of the rulebook, from the folder of this file", quoted(&format!("{id}.toml"))),
    }
}

fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

const HEAD: &str = "\
# The final of an intake, written by `viva intake finalists`. Fill in what is not known yet: take the # away before
# `protocol` and `command` of every entry. `viva contest check FILE` reports what is wrong; docs/contest-file.md explains
# every key.

";

const ORGANISER: &str = "\
# Who runs it.
organiser = \"The organiser\"
";
