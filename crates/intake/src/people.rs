//! The people of a contest in one list: their roles, and the clashes of these roles with the rules.
//!
//! The list combines the contest file (judges, confederates and contestants), the intake (contestants, the people behind their
//! programs, and the judges of its stages) and a file of the organiser's own, which also has the relations between people. That
//! file is private: nothing here goes into a log or a record, and a line removed from the file is gone.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

use rulebook::{
    ContestFile, Rulebook, reader,
    schema::{PeopleRules, PersonRole, Relation, SeatRule},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    Intake, PersonStanding,
    application::{EnteredBy, faults_told},
    counted_words, selection,
};

/// The most bytes of a file of people.
pub const LARGEST: usize = 1024 * 1024;

/// A file of people as an organiser writes it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PeopleFile {
    /// People who are not named elsewhere, or who need more detail.
    #[serde(default)]
    pub person: Vec<Listed>,
    /// The relations between people.
    #[serde(default)]
    pub relation: Vec<Related>,
}

/// A person of the file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Listed {
    /// Their name.
    pub name: String,
    /// Their roles in the contest.
    #[serde(default)]
    pub roles: Vec<PersonRole>,
    /// The person or body that appointed them to a seat.
    #[serde(default)]
    pub appointed_by: Option<String>,
    /// Their attestations, by the ids of the rulebook.
    #[serde(default)]
    pub attests: Vec<String>,
}

/// A relation between two people.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Related {
    /// Both of them.
    pub between: [String; 2],
    /// The kind of relation.
    pub are: Relation,
}

/// A reason why a file of people cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadPeople {
    /// Larger than [`LARGEST`].
    #[error("the file has {0} bytes, and at most {LARGEST} are read")]
    TooLarge(usize),
    /// Not TOML, or a key or value that it does not have.
    #[error("the people cannot be read: {0}")]
    Malformed(String),
    /// A relation of a person who is on no list.
    #[error("`{0}` is related to somebody, and on no list (add a `[[person]]`, or check the name)")]
    Unknown(String),
    /// An attestation that the rulebook does not have.
    #[error("`{person}` attests `{id}`, which the rulebook does not ask for (it asks for: {known})")]
    Unasked {
        /// The person.
        person: String,
        /// The id of the attestation.
        id: String,
        /// The ids that the rulebook asks for.
        known: String,
    },
}

impl PeopleFile {
    /// Reads a file of people.
    ///
    /// # Errors
    /// [`BadPeople`] when the file is too large or malformed.
    pub fn read(text: &str) -> Result<Self, BadPeople> {
        if text.len() > LARGEST {
            return Err(BadPeople::TooLarge(text.len()));
        }
        reader::read_plain_people("people", text, LARGEST, "person")
            .map_err(|faults| BadPeople::Malformed(faults_told(&faults)))
    }
}

/// All people of a contest and their relations. Names are compared in their normal form.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct People {
    people: BTreeMap<String, Person>,
    relations: BTreeSet<(String, String, Relation)>,
    /// True when an intake is given that holds a stage decided by judges.
    is_preselected: bool,
}

/// A person on the list.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Person {
    /// Their name as it was first written.
    pub name: String,
    /// Their roles in the contest.
    pub roles: BTreeSet<PersonRole>,
    /// The person or body that appointed them to a seat.
    pub appointed_by: Option<String>,
    /// Their attestations, by id.
    pub attests: BTreeSet<String>,
}

/// A clash of the people of a contest with a rule. Prints as `rule 41: Ann cannot be a judge: preliminary-judge at the same time`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Clash {
    /// The label of the rule.
    pub rule: String,
    /// The fault.
    pub fault: PeopleFault,
}

/// A fault in the roles, relations, attestations or seats of people.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum PeopleFault {
    /// A person has two roles that exclude one another.
    TwoRoles {
        /// The person.
        person: String,
        /// The role they cannot have.
        role: PersonRole,
        /// The role that excludes it.
        other: PersonRole,
    },
    /// A person is related to another, and the other's role excludes theirs.
    Related {
        /// The person.
        person: String,
        /// The role they cannot have.
        role: PersonRole,
        /// The other person.
        to: String,
        /// The relation.
        relation: Relation,
        /// The other person's role.
        other: PersonRole,
    },
    /// A person has not given an attestation.
    NotAttested {
        /// The person.
        person: String,
        /// The id of the attestation.
        attestation: String,
        /// The sentence.
        sentence: String,
    },
    /// Too few people have a role.
    EmptySeats {
        /// The role.
        role: PersonRole,
        /// The number of people with the role.
        found: usize,
        /// The number needed.
        least: u16,
    },
    /// No appointment to a seat was made by a person or body that must make one.
    NotAppointed {
        /// The role.
        role: PersonRole,
        /// The person or body that must appoint.
        by: String,
    },
}

impl fmt::Display for Clash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rule = &self.rule;
        match &self.fault {
            PeopleFault::TwoRoles { person, role, other } => {
                write!(f, "{rule}: {person} cannot be {role}: {other} at the same time")
            }
            PeopleFault::Related { person, role, to, relation, other } => {
                write!(f, "{rule}: {person} cannot be {role}: {relation} of {to}, who is {other}")
            }
            PeopleFault::NotAttested { person, attestation, sentence } => {
                write!(f, "{rule}: {person} has not attested \"{sentence}\" (add `{attestation}` to their `attests`)")
            }
            PeopleFault::EmptySeats { role, found, least } => {
                write!(f, "{rule}: {found} have the role {role}, and it needs {least} at least")
            }
            PeopleFault::NotAppointed { role, by } => write!(f, "{rule}: nobody was appointed {role} by {by}"),
        }
    }
}

impl People {
    /// Collects the people of the contest file, the intake and the file of people.
    ///
    /// # Errors
    /// [`BadPeople::Unknown`] for a relation of a person on no list, [`BadPeople::Unasked`] for an unknown attestation.
    pub fn of(
        rulebook: &Rulebook,
        contest: Option<&ContestFile>,
        intake: Option<&Intake>,
        file: &PeopleFile,
    ) -> Result<Self, BadPeople> {
        let mut all = Self::default();
        if let Some(contest) = contest {
            all.add(&contest.organiser, PersonRole::Organiser);
            contest.judges.iter().for_each(|person| all.add(&person.name, PersonRole::Judge));
            contest.confederates.iter().for_each(|person| all.add(&person.name, PersonRole::Confederate));
            contest.referees.iter().for_each(|name| all.add(name, PersonRole::Referee));
            for entry in contest.entries.iter().filter(|entry| !entry.open_source) {
                all.add(&entry.contestant, PersonRole::Contestant);
            }
            let members = contest.committee.iter().flat_map(|committee| &committee.members);
            members.for_each(|name| all.add(name, PersonRole::Committee));
        }
        intake.into_iter().for_each(|intake| all.add_intake(intake));
        let asked = rulebook.people.as_ref().map_or(&[][..], |rules| &rules.attestations);
        for listed in &file.person {
            let person = all.person(&listed.name);
            person.roles.extend(&listed.roles);
            person.appointed_by.clone_from(&listed.appointed_by);
            person.attests.extend(listed.attests.iter().cloned());
            if let Some(id) = listed.attests.iter().find(|id| asked.iter().all(|asked| asked.id != **id)) {
                let known = asked.iter().map(|asked| asked.id.as_str()).collect::<Vec<_>>().join(", ");
                let known = if known.is_empty() { "nothing".to_owned() } else { known };
                return Err(BadPeople::Unasked { person: listed.name.clone(), id: id.clone(), known });
            }
        }
        for Related { between, are } in &file.relation {
            let [one, other] = between.each_ref().map(|name| counted_words::name(name));
            for (key, name) in [(&one, &between[0]), (&other, &between[1])] {
                if !all.people.contains_key(key) {
                    return Err(BadPeople::Unknown(name.clone()));
                }
            }
            all.relations.insert((one.clone(), other.clone(), *are));
            all.relations.insert((other, one, *are));
        }
        Ok(all)
    }

    /// All people, in the order of their normalised names.
    pub fn iter(&self) -> impl Iterator<Item = &Person> {
        self.people.values()
    }

    /// Every clash with these rules.
    #[must_use]
    pub fn clashes(&self, rules: &PeopleRules) -> Vec<Clash> {
        let mut found = Vec::new();
        for apart in &rules.apart {
            for (key, person) in self.people.iter().filter(|(_, person)| person.roles.contains(&apart.role)) {
                let name = || person.name.clone();
                let mut clash = |fault| found.push(Clash { rule: apart.rule.clone(), fault });
                let others = apart.from.iter().filter(|other| **other != apart.role);
                for other in others.filter(|other| person.roles.contains(other)) {
                    clash(PeopleFault::TwoRoles { person: name(), role: apart.role, other: *other });
                }
                for (_, to, relation) in
                    self.relations.iter().filter(|(one, _, are)| one == key && apart.relations.contains(are))
                {
                    let to = &self.people[to];
                    if let Some(other) = apart.from.iter().find(|other| to.roles.contains(other)) {
                        let (to, relation) = (to.name.clone(), *relation);
                        clash(PeopleFault::Related { person: name(), role: apart.role, to, relation, other: *other });
                    }
                }
            }
        }
        self.unattested(rules, &mut found);
        self.unfilled(rules, &mut found);
        found
    }

    fn unattested(&self, rules: &PeopleRules, found: &mut Vec<Clash>) {
        for asked in &rules.attestations {
            let silent =
                self.iter().filter(|person| person.roles.contains(&asked.of) && !person.attests.contains(&asked.id));
            found.extend(silent.map(|person| {
                let (person, attestation) = (person.name.clone(), asked.id.clone());
                let fault = PeopleFault::NotAttested { person, attestation, sentence: asked.sentence.clone() };
                Clash { rule: asked.rule.clone(), fault }
            }));
        }
    }

    fn unfilled(&self, rules: &PeopleRules, found: &mut Vec<Clash>) {
        let is_filled = |seat: &&SeatRule| seat.role != PersonRole::ChiefJudge || self.has_preliminary_judges();
        for seat in rules.seats.iter().filter(is_filled) {
            let sitting: Vec<&Person> = self.iter().filter(|person| person.roles.contains(&seat.role)).collect();
            let mut clash = |fault| found.push(Clash { rule: seat.rule.clone(), fault });
            if sitting.len() < usize::from(seat.least) {
                clash(PeopleFault::EmptySeats { role: seat.role, found: sitting.len(), least: seat.least });
            }
            let by = |who: &str| {
                let by = sitting.iter().filter_map(|person| person.appointed_by.as_deref());
                by.filter(|by| counted_words::name(by) == counted_words::name(who)).count()
            };
            // Each appointment by the rule's substitute counts for one missing appointment.
            let mut instead = seat.instead.as_deref().map_or(0, by);
            for who in seat.appointed_by.iter().filter(|who| by(who) == 0) {
                if instead == 0 {
                    clash(PeopleFault::NotAppointed { role: seat.role, by: who.clone() });
                }
                instead = instead.saturating_sub(1);
            }
        }
    }

    /// True when there are judges of a stage for a chief judge to head.
    fn has_preliminary_judges(&self) -> bool {
        self.is_preselected || self.iter().any(|person| person.roles.contains(&PersonRole::PreliminaryJudge))
    }

    fn add_intake(&mut self, intake: &Intake) {
        self.is_preselected = selection::is_judged(intake);
        for entered in intake.entries.values().filter(|entered| entered.status.counts()) {
            let Some(application) = &entered.application else { continue };
            if application.entered_by == EnteredBy::Contestant {
                self.add(&application.contestant, PersonRole::Contestant);
                application.people.iter().for_each(|name| self.add(name, PersonRole::Contestant));
            }
        }
        let judges = intake.stages.values().filter_map(|stage| stage.judges.as_ref()).flat_map(|names| &names.judges);
        for name in judges.filter(|name| !name.trim().is_empty()) {
            self.add(name, PersonRole::PreliminaryJudge);
        }
        self.add_registered(intake);
    }

    /// Adds the accepted volunteers and their attestations.
    fn add_registered(&mut self, intake: &Intake) {
        let accepted = intake.people.values().filter(|person| person.standing == PersonStanding::Accepted);
        for (role, registration) in accepted.filter_map(|person| Some((person.role, person.registration.as_ref()?))) {
            let person = self.person(&registration.name);
            person.roles.insert(role);
            person.attests.extend(registration.attests.iter().cloned());
        }
    }

    fn add(&mut self, name: &str, role: PersonRole) {
        self.person(name).roles.insert(role);
    }

    fn person(&mut self, name: &str) -> &mut Person {
        let person = self.people.entry(counted_words::name(name)).or_default();
        if person.name.is_empty() {
            name.trim().clone_into(&mut person.name);
        }
        person
    }
}
