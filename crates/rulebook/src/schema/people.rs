//! People: who may take part in which role, which seats somebody appoints people to, and what people attest.
//!
//! The rules speak of kinds of people and of what they are to each other. Who is related to whom is known to the organiser
//! alone: it stands in a file beside the contest, never in a record.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::bounds;

/// Who may take part in which role.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PeopleRules {
    /// Roles that exclude one another.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("default" = []))]
    #[schemars(length(max = 20))]
    pub apart: Vec<Apart>,
    /// Seats that are filled, beside those that the numbers of `roles` are of.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("default" = []))]
    #[schemars(length(max = 20))]
    pub seats: Vec<SeatRule>,
    /// What people attest of themselves, each in a list that the organiser keeps.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("default" = []))]
    #[schemars(length(max = 20))]
    pub attestations: Vec<PersonalAttestation>,
}

/// Nobody in this role is in one of those, or related to somebody who is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Apart {
    /// The role that is kept apart.
    pub role: PersonRole,
    /// From these.
    #[schemars(length(min = 1, max = 11))]
    pub from: Vec<PersonRole>,
    /// What else shuts out: to be this to somebody of those. Absent: nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("default" = []))]
    #[schemars(length(max = 3))]
    pub relations: Vec<Relation>,
    /// The rule it comes from, as a fault names it.
    #[schemars(length(min = 1, max = 80))]
    pub rule: String,
}

/// Seats that are filled.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SeatRule {
    /// The role.
    pub role: PersonRole,
    /// How many at least.
    #[schemars(range(min = 1, max = 64))]
    pub least: u16,
    /// Who appoints, a seat each. Absent: it does not matter.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("default" = []))]
    #[schemars(length(max = 20), inner(length(min = 1, max = 80)))]
    pub appointed_by: Vec<String>,
    /// Who appoints where one of those cannot. Absent: nobody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 80))]
    pub instead: Option<String>,
    /// The rule it comes from, as a fault names it.
    #[schemars(length(min = 1, max = 80))]
    pub rule: String,
}

/// Something that everybody in a role says of themselves.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PersonalAttestation {
    /// Short name, lower-case letters, digits and hyphens.
    #[schemars(schema_with = "bounds::slug")]
    pub id: String,
    /// Whose it is.
    pub of: PersonRole,
    /// The sentence, in our own words.
    #[schemars(length(min = 1, max = 400))]
    pub sentence: String,
    /// The rule it comes from, as a fault names it.
    #[schemars(length(min = 1, max = 80))]
    pub rule: String,
}

/// What somebody has to do with a contest. Prints as in a rulebook: `preliminary-judge`.
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

/// What two people are to each other; it holds both ways.
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
