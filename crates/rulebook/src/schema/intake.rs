//! Intake: who may enter, with what, until when.
//!
//! Every part carries the label of the rule it comes from, so that a refusal can name it: the label is data.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Clock, Date, bounds, usual};

/// Who may enter, with what, until when.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct IntakeRules {
    /// When entries are taken. Absent: at any time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub window: Option<Window>,
    /// Which stamp puts entries into their order: entries are tested, and taken where places are few, earliest first.
    #[serde(default)]
    pub priority: Stamp,
    /// How many entries somebody may have.
    pub entries: EntryLimits,
    /// What an application says, besides the name of the program, its contestant and the people behind it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("default" = []))]
    #[schemars(length(max = 40))]
    pub fields: Vec<Field>,
    /// The protocol of a real interaction with the program that comes with an application. Absent: none is asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub protocol: Option<ProtocolRules>,
    /// What contestants declare.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("default" = []))]
    #[schemars(length(max = 40))]
    pub declarations: Vec<Declaration>,
    /// Whether the entrant chooses which of the interview's opening words the program says. Absent: nobody is asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<OpeningChoice>,
    /// The ways to hand a program in, of which an application chooses one. Absent: there is no choice.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("default" = []))]
    #[schemars(length(max = 10))]
    pub submissions: Vec<Submission>,
    /// What the program runs on in the final. Absent: anything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub equipment: Option<Equipment>,
    /// Whether the organisers may enter open-source programs of others. Absent: they may not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub organisers: Option<OrganisersEntries>,
    /// What becomes of the place of an entry in the final that is not ready in time, or drops out. Absent: it stays empty.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub late: Option<LateRules>,
}

/// When entries are taken. Both dates belong to it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Window {
    /// The first day. Absent: from the call on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opens: Option<Date>,
    /// The last day.
    pub closes: Date,
    /// Which stamp must lie in the window.
    pub counts: Stamp,
    /// By which clock the dates begin and end.
    #[serde(default, skip_serializing_if = "Clock::is_anywhere")]
    #[schemars(extend("default" = "anywhere"))]
    pub clock: Clock,
    /// The rule it comes from, as a refusal names it.
    #[schemars(length(min = 1, max = 80))]
    pub rule: String,
}

/// Which moment of an application counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Stamp {
    /// When it came in.
    #[default]
    Receipt,
    /// When it was sent, as the carrier's stamp says.
    Mailing,
}

/// How many entries somebody may have. An entry that was withdrawn, or refused when it was tested, does not count.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EntryLimits {
    /// How many a contestant may have, each with an application of its own.
    pub per_contestant: HowMany,
    /// With how many a person may be associated, whoever the contestants are.
    pub per_person: HowMany,
    /// The rule it comes from, as a refusal names it.
    #[schemars(length(min = 1, max = 80))]
    pub rule: String,
}

/// How many entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum HowMany {
    /// One.
    One,
    /// As many as one likes.
    Several,
}

/// Something an application says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Field {
    /// Short name, lower-case letters, digits and hyphens.
    #[schemars(schema_with = "bounds::slug")]
    pub id: String,
    /// What the form calls it.
    #[schemars(length(min = 1, max = 120))]
    pub label: String,
    /// Whether it may be left blank.
    #[serde(default = "always_required")]
    pub required: Required,
    /// The rule it comes from, as a refusal names it.
    #[schemars(length(min = 1, max = 80))]
    pub rule: String,
}

/// Whether a field may be left blank.
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

/// Something a contestant says yes or no to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Declaration {
    /// Short name, lower-case letters, digits and hyphens.
    #[schemars(schema_with = "bounds::slug")]
    pub id: String,
    /// The sentence, in our own words.
    #[schemars(length(min = 1, max = 400))]
    pub sentence: String,
    /// The answer that lets the entry in: yes when the sentence must be true, no when it must not.
    #[serde(default = "usual::yes", skip_serializing_if = "usual::is_yes")]
    #[schemars(extend("default" = true))]
    pub must_be: bool,
    /// Of whom it is asked.
    #[serde(default, skip_serializing_if = "Occasion::is_always")]
    #[schemars(extend("default" = "always"))]
    pub when: Occasion,
    /// The rule it comes from, as a refusal names it.
    #[schemars(length(min = 1, max = 80))]
    pub rule: String,
}

/// Of whom a declaration is asked.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Occasion {
    /// Of everyone.
    #[default]
    Always,
    /// Of a contestant who is younger than 18.
    #[serde(rename = "under-18")]
    Under18,
    /// Of a contestant whose program holds material of others.
    ThirdPartyMaterial,
    /// Of a contestant who enters a program, and not of the organisers when they enter one of others.
    OwnEntry,
    /// Of those who chose one of these ways to hand the program in.
    Submissions(#[schemars(length(min = 1, max = 10))] Vec<String>),
}

impl Occasion {
    fn is_always(&self) -> bool {
        *self == Self::Always
    }
}

/// The entrant chooses which of the interview's opening words the program says, and those are typed for a program that does not
/// keep the rule.
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
    #[schemars(schema_with = "bounds::slug")]
    pub id: String,
    /// Name for people.
    #[schemars(length(min = 1, max = 120))]
    pub title: String,
    /// Whether the entrant brings the computer, so that it need not run on what the organisers provide.
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

/// What programs run on in the final.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Equipment {
    /// What the organisers provide; a program runs on one of these, or on what the entrant brings. Empty: nothing is promised.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("default" = []))]
    #[schemars(length(max = 20), inner(length(min = 1, max = 80)))]
    pub provided: Vec<String>,
    /// Whether entrants may bring what is not provided, whatever way of handing in they choose.
    #[serde(default, skip_serializing_if = "usual::is_no")]
    #[schemars(extend("default" = false))]
    pub may_bring: bool,
    /// Whether a program may communicate with the world outside the place of the contest. Where it may not, `viva contest check`
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

/// What becomes of the place of an entry in the final that is not ready in time, or drops out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LateRules {
    /// The last day on which it can come in as it is needed in the final, and working. Absent: no day is set. An entry that
    /// takes another's place has until `changes_until`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub working_by: Option<Deadline>,
    /// The last day on which it can still be changed. Absent: no day is set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub changes_until: Option<Deadline>,
    /// Who may take the place, first choice first.
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

/// Who takes the place of an entry in the final.
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
