//! The names behind the ids of a result.

use std::collections::BTreeMap;

use rulebook::{ConfederateId, EntryId, Witness};
use schemars::JsonSchema;
use serde::Serialize;

use crate::contest::Contest;

/// The names of witnesses that were not redacted. They are published beside a result and are no part of it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, JsonSchema)]
#[serde(transparent)]
pub struct Names(BTreeMap<Witness, Name>);

/// A witness's name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Name {
    /// The name of the program or the person.
    pub name: String,
    /// The person or team behind a program; absent for a person.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contestant: Option<String>,
}

impl Names {
    /// The names in a contest's roster; none if it is redacted.
    #[must_use]
    pub fn of(contest: &Contest) -> Self {
        let roster = contest.roster.held();
        let entries = EntryId::first(roster.map_or(0, |roster| roster.entries.len())).map(Witness::Entry);
        let people = ConfederateId::first(roster.map_or(0, |roster| roster.confederates.len()));
        let all = people.map(Witness::Confederate).chain(entries);
        Self(all.filter_map(|witness| Some((witness, Name::of(contest, witness)?))).collect())
    }

    /// The name of a witness, if known.
    #[must_use]
    pub fn get(&self, witness: Witness) -> Option<&Name> {
        self.0.get(&witness)
    }

    /// Id and name: `E4 Laconic`; the id alone if the name is unknown.
    #[must_use]
    pub fn told(&self, witness: Witness) -> String {
        self.get(witness).map_or_else(|| witness.to_string(), |Name { name, .. }| format!("{witness} {name}"))
    }
}

impl Name {
    /// A witness's name in the contest's roster; `None` if that is redacted.
    #[must_use]
    pub fn of(contest: &Contest, witness: Witness) -> Option<Self> {
        let roster = contest.roster.held()?;
        match witness {
            Witness::Entry(id) => {
                let card = roster.entries.get(id.index())?;
                Some(Self { name: card.name.clone(), contestant: Some(card.contestant.clone()) })
            }
            Witness::Confederate(id) => {
                roster.confederates.get(id.index())?;
                Some(Self { name: contest.names_of(witness.into())?, contestant: None })
            }
        }
    }
}
