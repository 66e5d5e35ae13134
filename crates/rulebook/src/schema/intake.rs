//! Intake: who may enter, with which programs, until when.
//!
//! Every part carries the label of the rule it comes from, so that a refusal can name it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Date, DateClock, usual};

/// The rules for entering: who may enter, with which programs, until when.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct IntakeRules {
    /// The time when entries are taken. Absent: any time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub window: Option<Window>,
    /// The stamp that orders the entries: they are tested in that order, and the earliest are taken when places are
    /// few.
    #[serde(default)]
    pub priority: Stamp,
    /// The number of entries that a contestant or a person may have.
    pub entries: EntryLimits,
    /// The fields of an application, besides the names of the program, its contestant and the people behind it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("default" = []))]
    #[schemars(length(max = 40))]
    pub fields: Vec<Field>,
    /// The protocol of a real interaction with the program that comes with an application. Absent: none is needed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub protocol: Option<ProtocolRules>,
    /// The declarations of contestants.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("default" = []))]
    #[schemars(length(max = 40))]
    pub declarations: Vec<Declaration>,
    /// The entrant's choice of the interview's opening words that the program says. Absent: there is no choice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<OpeningChoice>,
    /// The ways to hand a program in; an application chooses one. Absent: there is no choice.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("default" = []))]
    #[schemars(length(max = 10))]
    pub submissions: Vec<Submission>,
    /// The equipment of the final. Absent: anything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub equipment: Option<Equipment>,
    /// The right of the organisers to enter open-source programs of others. Absent: they may not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub organisers: Option<OrganisersEntries>,
    /// The rule for the place of an entry in the final that is not ready in time, or drops out. Absent: the place stays
    /// empty.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub late: Option<LateRules>,
}

/// The time when entries are taken. Both dates belong to it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Window {
    /// The first day. Absent: from the call on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opens: Option<Date>,
    /// The last day.
    pub closes: Date,
    /// The stamp that must lie in the window.
    pub counts: Stamp,
    /// The clock by which the dates begin and end.
    #[serde(default, skip_serializing_if = "DateClock::is_anywhere")]
    #[schemars(extend("default" = "anywhere"))]
    pub clock: DateClock,
    /// The rule it comes from, as a refusal names it.
    #[schemars(length(min = 1, max = 80))]
    pub rule: String,
}

/// The moment of an application that counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Stamp {
    /// The receipt.
    #[default]
    Receipt,
    /// The sending, by the carrier's stamp.
    Mailing,
}

/// The number of entries that a contestant or a person may have. Entries that were withdrawn, or refused when tested,
/// do not count.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EntryLimits {
    /// The number for a contestant, each entry with an application of its own.
    pub per_contestant: HowMany,
    /// The number that a person may be associated with, under any contestants.
    pub per_person: HowMany,
    /// The rule it comes from, as a refusal names it.
    #[schemars(length(min = 1, max = 80))]
    pub rule: String,
}

/// A number of entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum HowMany {
    /// One.
    One,
    /// As many as one likes.
    Several,
}

/// A field of an application.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Field {
    /// Short name, lower-case letters, digits and hyphens.
    #[schemars(schema_with = "super::bounds::slug")]
    pub id: String,
    /// The label in the form.
    #[schemars(length(min = 1, max = 120))]
    pub label: String,
    /// The rule on leaving it blank.
    #[serde(default = "always_required")]
    pub required: Required,
    /// The rule it comes from, as a refusal names it.
    #[schemars(length(min = 1, max = 80))]
    pub rule: String,
}

/// The rule on leaving a field blank.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Required {
    /// It must be filled in.
    Yes,
    /// It may be left blank.
    No,
    /// It must be filled in when the program holds material of others.
    WithThirdPartyMaterial,
}

/// The protocol of a real interaction that comes with an application.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ProtocolRules {
    /// The most words, which are stretches of anything but white space.
    #[schemars(range(min = 1, max = 100_000))]
    pub words: u32,
    /// The rule it comes from, as a refusal names it.
    #[schemars(length(min = 1, max = 80))]
    pub rule: String,
}

/// A sentence that a contestant answers with yes or no.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Declaration {
    /// Short name, lower-case letters, digits and hyphens.
    #[schemars(schema_with = "super::bounds::slug")]
    pub id: String,
    /// The sentence, in our own words.
    #[schemars(length(min = 1, max = 400))]
    pub sentence: String,
    /// The answer that lets the entry in: yes when the sentence must be true, no when it must not.
    #[serde(default = "usual::yes", skip_serializing_if = "usual::is_yes")]
    #[schemars(extend("default" = true))]
    pub must_be: bool,
    /// The entrants who are asked.
    #[serde(default, skip_serializing_if = "Occasion::is_always")]
    #[schemars(extend("default" = "always"))]
    pub when: Occasion,
    /// The rule it comes from, as a refusal names it.
    #[schemars(length(min = 1, max = 80))]
    pub rule: String,
}

/// The entrants who are asked for a declaration.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Occasion {
    /// Everyone.
    #[default]
    Always,
    /// A contestant who is younger than 18.
    #[serde(rename = "under-18")]
    Under18,
    /// A contestant whose program holds material of others.
    ThirdPartyMaterial,
    /// A contestant who enters a program; not the organisers when they enter a program of others.
    OwnEntry,
    /// Entrants who chose one of these ways to hand the program in.
    Submissions(#[schemars(length(min = 1, max = 10))] Vec<String>),
}

impl Occasion {
    fn is_always(&self) -> bool {
        *self == Self::Always
    }
}

/// The entrant's choice of the interview's opening words that the program says. If the program breaks the rule, the
/// words are typed for it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OpeningChoice {
    /// The rule it comes from, as a refusal names it.
    #[schemars(length(min = 1, max = 80))]
    pub rule: String,
}

/// A way to hand a program in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Submission {
    /// Short name, lower-case letters, digits and hyphens.
    #[schemars(schema_with = "super::bounds::slug")]
    pub id: String,
    /// Name for people.
    #[schemars(length(min = 1, max = 120))]
    pub title: String,
    /// Whether the entrant brings the computer, so that the program need not run on the organisers' equipment.
    #[serde(default, skip_serializing_if = "usual::is_no")]
    #[schemars(extend("default" = false))]
    pub brings_computer: bool,
    /// Whether the entrant must be at the final to install and run the program.
    #[serde(default, skip_serializing_if = "usual::is_no")]
    #[schemars(extend("default" = false))]
    pub present: bool,
    /// The day of testing that must be agreed on. Absent: none is needed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub testing: Option<Appointment>,
    /// The rule it comes from, as a refusal names it.
    #[schemars(length(min = 1, max = 80))]
    pub rule: String,
}

/// A day of testing that entrant and organisers agree on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Appointment {
    /// It must be agreed on earlier than this day.
    pub agreed_before: Date,
    /// The first day it can be.
    pub first: Date,
    /// The last day it can be.
    pub last: Date,
}

/// The equipment of the final.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Equipment {
    /// The organisers' equipment; a program runs on one of these items, or on the entrant's own. Empty: nothing is
    /// promised.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("default" = []))]
    #[schemars(length(max = 20), inner(length(min = 1, max = 80)))]
    pub provided: Vec<String>,
    /// Whether entrants may bring other equipment, with any way of handing in.
    #[serde(default, skip_serializing_if = "usual::is_no")]
    #[schemars(extend("default" = false))]
    pub may_bring: bool,
    /// Whether a program may communicate with the world outside the place of the contest. If not, `viva contest check`
    /// and the organiser's page name the entries that could, in the final too.
    #[serde(default)]
    #[schemars(extend("default" = false))]
    pub telecommunication: bool,
    /// The rule it comes from, as a refusal names it.
    #[schemars(length(min = 1, max = 80))]
    pub rule: String,
}

/// Open-source programs of others that the organisers enter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OrganisersEntries {
    /// The rule it comes from.
    #[schemars(length(min = 1, max = 80))]
    pub rule: String,
}

/// The rule for the place of an entry in the final that is not ready in time, or drops out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LateRules {
    /// The last day for the entry to come in working, in its form for the final. Absent: no day is set. An entry that
    /// replaces another has until `changes_until`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub working_by: Option<Deadline>,
    /// The last day for changes. Absent: no day is set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub changes_until: Option<Deadline>,
    /// The substitutes, first choice first.
    #[schemars(length(min = 1, max = 2))]
    pub replaced_by: Vec<Substitute>,
    /// The rule it comes from, as the record names it.
    #[schemars(length(min = 1, max = 80))]
    pub rule: String,
}

/// The last day of something. The day belongs to it, by the clock of the window.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Deadline {
    /// The last day.
    pub by: Date,
    /// The rule it comes from, as a refusal names it.
    #[schemars(length(min = 1, max = 80))]
    pub rule: String,
}

/// A substitute for an entry in the final.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Substitute {
    /// The next entry held in reserve.
    Reserve,
    /// A further confederate.
    Confederate,
}

fn always_required() -> Required {
    Required::Yes
}
