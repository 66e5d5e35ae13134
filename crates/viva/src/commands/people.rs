//! `viva contest people`: lists all people of a contest, and the clashes between their roles.

use std::{collections::BTreeSet, path::Path};

use intake::people::{Clash, People, PeopleFile, Person};
use rulebook::schema::PersonRole;
use serde::Serialize;

use crate::{
    contest_file::submitted,
    exit::Exit,
    shell::{self, Failure, ShownPath},
};

pub(super) fn run(file: &Path, people: Option<&Path>, intake: Option<&Path>, json: bool) -> Result<Exit, Failure> {
    let submitted = match submitted(file)? {
        Ok(submitted) => submitted.file,
        Err(faults) => return shell::faulty(faults),
    };
    let own = match people {
        None => PeopleFile::default(),
        Some(path) => match PeopleFile::read(&shell::read_text(path)?) {
            Ok(own) => own,
            Err(why) => return unusable(path, &why),
        },
    };
    let log = intake.map(super::intake::read_log).transpose()?;
    let intake = log.as_ref().and_then(|log| log.intake.as_ref());
    let all = match People::of(&submitted.rulebook, Some(&submitted), intake, &own) {
        Ok(all) => all,
        Err(why) => return unusable(people.unwrap_or(file), &why),
    };
    let clashes = submitted.rulebook.people.as_ref().map_or_else(Vec::new, |rules| all.clashes(rules));
    if json {
        let people = all.iter().map(PersonTold::from).collect();
        shell::json(&PeopleTold { people, clashes: &clashes })?;
    } else {
        for person in all.iter() {
            let roles: Vec<String> = person.roles.iter().map(ToString::to_string).collect();
            let by = person.appointed_by.as_ref().map_or_else(String::new, |by| format!(", appointed by {by}"));
            shell::data(format_args!("{}: {}{by}", person.name, roles.join(", ")));
        }
        for clash in &clashes {
            shell::talk(clash);
        }
        if submitted.rulebook.people.is_none() {
            shell::talk("these rules keep nobody apart");
        }
    }
    Ok(if clashes.is_empty() { Exit::Yes } else { Exit::No })
}

/// The people of a contest, and their clashes with the rules.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct PeopleTold<'p> {
    /// All people, in one list.
    people: Vec<PersonTold<'p>>,
    /// The breaches of the rules about people.
    clashes: &'p [Clash],
}

/// A person on the list.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct PersonTold<'p> {
    /// The person's name as first written.
    name: &'p str,
    /// The person's roles in the contest.
    roles: &'p BTreeSet<PersonRole>,
    /// The party that appointed the person to a seat.
    appointed_by: Option<&'p str>,
    /// The attestations that the person made.
    attests: &'p BTreeSet<String>,
}

impl<'p> From<&'p Person> for PersonTold<'p> {
    fn from(Person { name, roles, appointed_by, attests, .. }: &'p Person) -> Self {
        Self { name, roles, appointed_by: appointed_by.as_deref(), attests }
    }
}

fn unusable(path: &Path, why: &dyn std::fmt::Display) -> Result<Exit, Failure> {
    shell::talk(format_args!("`{}` cannot be used: {why}\nhint: docs/intake.md shows a file of people", path.shown()));
    Ok(Exit::Usage)
}
