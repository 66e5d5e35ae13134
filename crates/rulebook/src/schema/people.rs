//! People: who may take part in which role, the seats that bodies appoint people to, and the attestations people make.
//!
//! The rules speak of kinds of people and of relations between them. Only the organiser knows who is related to whom:
//! that is kept in a file beside the contest, never in a record.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The rules on who may take part in which role.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PeopleRules {
    /// Roles that exclude one another.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("default" = []))]
    #[schemars(length(max = 20))]
    pub apart: Vec<Apart>,
    /// Seats to fill, beside those counted in `roles`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("default" = []))]
    #[schemars(length(max = 20))]
    pub seats: Vec<SeatRule>,
    /// Attestations that people make about themselves, each in a list that the organiser keeps.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("default" = []))]
    #[schemars(length(max = 20))]
    pub attestations: Vec<PersonalAttestation>,
}

/// A role that excludes other roles: a person in it has none of those, and is not related to anyone who has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Apart {
    /// The excluded role.
    pub role: PersonRole,
    /// The roles that exclude it.
    #[schemars(length(min = 1, max = 11))]
    pub from: Vec<PersonRole>,
    /// Relations to a person in one of those roles that exclude as well. Absent: none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("default" = []))]
    #[schemars(length(max = 3))]
    pub relations: Vec<Relation>,
    /// The rule it comes from, as an error names it.
    #[schemars(length(min = 1, max = 80))]
    pub rule: String,
}

/// Seats to fill in one role.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SeatRule {
    /// The role.
    pub role: PersonRole,
    /// The fewest seats.
    #[schemars(range(min = 1, max = 64))]
    pub least: u16,
    /// The bodies that appoint, a seat each. Absent: it does not matter.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("default" = []))]
    #[schemars(length(max = 20), inner(length(min = 1, max = 80)))]
    pub appointed_by: Vec<String>,
    /// The body that appoints when one of those cannot. Absent: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 80))]
    pub instead: Option<String>,
    /// The rule it comes from, as an error names it.
    #[schemars(length(min = 1, max = 80))]
    pub rule: String,
}

/// A sentence that everybody in a role attests about themselves.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PersonalAttestation {
    /// Short name, lower-case letters, digits and hyphens.
    #[schemars(schema_with = "super::bounds::slug")]
    pub id: String,
    /// The role that makes it.
    pub of: PersonRole,
    /// The sentence, in our own words.
    #[schemars(length(min = 1, max = 400))]
    pub sentence: String,
    /// The rule it comes from, as an error names it.
    #[schemars(length(min = 1, max = 80))]
    pub rule: String,
}

/// A person's part in a contest. Prints as in a rulebook: `preliminary-judge`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PersonRole {
    /// Enters a program, or is behind one.
    Contestant,
    /// Judges the final.
    Judge,
    /// A hidden human partner.
    Confederate,
    /// Judges in a stage of selection.
    PreliminaryJudge,
    /// Heads the judges of selection.
    ChiefJudge,
    /// Sits on a panel that settles difficulties.
    Panel,
    /// Runs the contest, or belongs to a body that does.
    Organiser,
    /// Pays for the contest, or belongs to a body that does.
    Sponsor,
    /// Belongs to the group that steers the contest.
    SteeringGroup,
    /// Settles what the rules leave open.
    Committee,
    /// Watches over the final.
    Referee,
}

impl fmt::Display for PersonRole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Contestant => "contestant",
            Self::Judge => "judge",
            Self::Confederate => "confederate",
            Self::PreliminaryJudge => "preliminary-judge",
            Self::ChiefJudge => "chief-judge",
            Self::Panel => "panel",
            Self::Organiser => "organiser",
            Self::Sponsor => "sponsor",
            Self::SteeringGroup => "steering-group",
            Self::Committee => "committee",
            Self::Referee => "referee",
        })
    }
}

/// A relation between two people; it holds both ways.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Relation {
    /// Of one family.
    Family,
    /// Close associates, such as partners in a firm.
    Associate,
    /// They know each other, or one knows of the other.
    Acquaintance,
}

impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Family => "family",
            Self::Associate => "associate",
            Self::Acquaintance => "acquaintance",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roles_and_relations_are_called_what_a_rulebook_calls_them() {
        for role in [
            PersonRole::Contestant,
            PersonRole::Judge,
            PersonRole::Confederate,
            PersonRole::PreliminaryJudge,
            PersonRole::ChiefJudge,
            PersonRole::Panel,
            PersonRole::Organiser,
            PersonRole::Sponsor,
            PersonRole::SteeringGroup,
            PersonRole::Committee,
            PersonRole::Referee,
        ] {
            assert_eq!(serde_json::to_value(role).unwrap(), role.to_string());
        }
        for relation in [Relation::Family, Relation::Associate, Relation::Acquaintance] {
            assert_eq!(serde_json::to_value(relation).unwrap(), relation.to_string());
        }
    }
}
