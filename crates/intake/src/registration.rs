//! Registrations of volunteers: people who offer to be a judge, a confederate or a referee.

use std::collections::BTreeSet;

use language::{Message, Say};
use record::Hash;
use rulebook::{Rulebook, schema::PersonRole};
use serde::{Deserialize, Serialize};

use crate::{
    Refusal,
    application::{NAME_MAX_CHARS, short},
};

/// The most volunteers of a contest.
pub const MOST_PEOPLE: u16 = 1000;

/// The longest contact, in characters.
pub const CONTACT_MAX_CHARS: usize = 200;

/// The roles for which people can volunteer.
pub const ROLES: [PersonRole; 3] = [PersonRole::Judge, PersonRole::Confederate, PersonRole::Referee];

/// A volunteer's statement about themselves. All of it is private.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Registration {
    /// The name.
    pub name: String,
    /// The contact, such as an e-mail address.
    pub contact: String,
    /// The ids of the rulebook's attestations that the volunteer gives.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub attests: BTreeSet<String>,
}

/// A volunteer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Registered {
    /// The role.
    pub role: PersonRole,
    /// The SHA-256 of the link to their page.
    pub link: Hash,
    /// The name, contact and attestations; `None` after they were removed from the log.
    pub registration: Option<Registration>,
    /// The state of the offer.
    pub standing: PersonStanding,
}

/// The state of an offer to take part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PersonStanding {
    /// The organisers have not answered yet.
    Waiting,
    /// The organisers accepted the offer.
    Accepted,
    /// The organisers declined the offer.
    Declined,
    /// The volunteer withdrew the offer.
    Left,
}

/// Words that follow a name in a sentence.
impl Say for PersonStanding {
    fn message(&self) -> Message {
        match self {
            Self::Waiting => say!("intake-person-waits"),
            Self::Accepted => say!("intake-person-accepted"),
            Self::Declined => say!("intake-person-declined"),
            Self::Left => say!("intake-person-left"),
        }
    }
}

display_in_english!(PersonStanding);

impl Registration {
    /// Refuses a bad name or contact, a role that the rules do not have, and unknown or missing attestations.
    pub(crate) fn check(&self, rulebook: &Rulebook, role: PersonRole) -> Result<(), Refusal> {
        if !offered(rulebook).contains(&role) {
            return Err(Refusal::NoSuchRole(role));
        }
        let fits = |text: &str, most| {
            !text.trim().is_empty() && text.chars().count() <= most && !text.chars().any(char::is_control)
        };
        if !fits(&self.name, NAME_MAX_CHARS) {
            return Err(Refusal::BadName(NAME_MAX_CHARS));
        }
        if !fits(&self.contact, CONTACT_MAX_CHARS) {
            return Err(Refusal::BadContact(CONTACT_MAX_CHARS));
        }
        let asked = asked(rulebook, role);
        if let Some(unasked) = self.attests.iter().find(|id| asked.iter().all(|asked| asked.id != **id)) {
            let known = asked.iter().map(|asked| asked.id.clone()).collect();
            return Err(Refusal::Unknown { what: "attestation", id: short(unasked), known });
        }
        match asked.iter().find(|asked| !self.attests.contains(&asked.id)) {
            Some(missing) => {
                Err(Refusal::NotAttested { rule: missing.rule.clone(), sentence: missing.sentence.clone() })
            }
            None => Ok(()),
        }
    }
}

/// The roles for which this rulebook takes volunteers.
#[must_use]
pub fn offered(rulebook: &Rulebook) -> Vec<PersonRole> {
    let has = |role: &PersonRole| match role {
        PersonRole::Judge => true,
        PersonRole::Confederate => rulebook.roles.people == rulebook::schema::People::Apart,
        _ => rulebook.referees.is_some(),
    };
    ROLES.into_iter().filter(has).collect()
}

/// The attestations that a role needs.
#[must_use]
pub fn asked(rulebook: &Rulebook, role: PersonRole) -> Vec<&rulebook::schema::PersonalAttestation> {
    let all = rulebook.people.as_ref().map_or(&[][..], |rules| &rules.attestations);
    all.iter().filter(|asked| asked.of == role).collect()
}
