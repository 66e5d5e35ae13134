//! What somebody says who offers to take part as a judge, a confederate or a referee.

use std::collections::BTreeSet;

use language::{Message, Say};
use record::Hash;
use rulebook::{Rulebook, schema::PersonRole};
use serde::{Deserialize, Serialize};

use crate::{
    Refusal,
    application::{NAME_MAX_CHARS, short},
};

/// The most people who offer to take part in a contest.
pub const MOST_PEOPLE: u16 = 1000;

/// The longest way to reach somebody, in characters.
pub const CONTACT_MAX_CHARS: usize = 200;

/// The roles that people offer themselves for.
pub const ROLES: [PersonRole; 3] = [PersonRole::Judge, PersonRole::Confederate, PersonRole::Referee];

/// What somebody says of themselves. All of it is private.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Registration {
    /// The name.
    pub name: String,
    /// How to reach them, such as an e-mail address.
    pub contact: String,
    /// What they attest, by the ids of the rulebook's attestations.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub attests: BTreeSet<String>,
}

/// Somebody who offered to take part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Registered {
    /// As what.
    pub role: PersonRole,
    /// The SHA-256 of the link to their page.
    pub link: Hash,
    /// Who, and what they attest; `None` after it was taken out of the log.
    pub registration: Option<Registration>,
    /// What has become of it.
    pub standing: PersonStanding,
}

/// What has become of an offer to take part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PersonStanding {
    /// Nobody has answered yet.
    Waiting,
    /// They take part.
    Accepted,
    /// They do not take part.
    Declined,
    /// They took it back.
    Left,
}

/// To follow a name in a sentence.
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
    /// Refuses what is no name, no way to reach anybody, a role that the rules do not have, or an attestation that is not all.
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

/// The roles that this rulebook has for people who offer themselves.
#[must_use]
pub fn offered(rulebook: &Rulebook) -> Vec<PersonRole> {
    let has = |role: &PersonRole| match role {
        PersonRole::Judge => true,
        PersonRole::Confederate => rulebook.roles.people == rulebook::schema::People::Apart,
        _ => rulebook.referees.is_some(),
    };
    ROLES.into_iter().filter(has).collect()
}

/// What somebody in this role attests.
#[must_use]
pub fn asked(rulebook: &Rulebook, role: PersonRole) -> Vec<&rulebook::schema::PersonalAttestation> {
    let all = rulebook.people.as_ref().map_or(&[][..], |rules| &rules.attestations);
    all.iter().filter(|asked| asked.of == role).collect()
}
