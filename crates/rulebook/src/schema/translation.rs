//! A rulebook's texts in another language.
//!
//! A translation has the shape of the rulebook with only texts in it. Tables have the same places; a list of things
//! with ids becomes a table with a key for each id. So a translation cannot change a rule, and each text is found at
//! the same path in both.

use std::{borrow::Cow, collections::BTreeMap};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Instructions, Question, Rulebook};

/// A rulebook's texts in other languages, by the languages' tags.
pub type Translations = BTreeMap<String, Translation>;

/// A rulebook's texts in another language, each at its path in the rulebook; a list of things with ids becomes a table
/// with a key for each id. An absent text is shown as in the rulebook.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Translation {
    /// Name for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 80))]
    pub title: Option<String>,
    /// The document the rules come from.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 400))]
    pub source: Option<String>,
    /// The attestations of people.
    #[serde(skip_serializing_if = "is_usual")]
    pub people: PeopleTexts,
    /// The committee's matters, and the attestations of participants.
    #[serde(skip_serializing_if = "is_usual")]
    pub committee: CommitteeTexts,
    /// The titles of the days of the calendar, by the names of the days.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub calendar: BTreeMap<String, ShortTitle>,
    /// The fields and declarations of an application.
    #[serde(skip_serializing_if = "is_usual")]
    pub intake: IntakeTexts,
    /// The titles of the stages of selection.
    #[serde(skip_serializing_if = "is_usual")]
    pub selection: SelectionTexts,
    /// The questions to judges.
    #[serde(skip_serializing_if = "is_usual")]
    pub ballots: BallotTexts,
    /// The texts of the awards, by their ids.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub awards: BTreeMap<String, AwardTexts>,
    /// The instructions of each role.
    #[serde(skip_serializing_if = "is_usual")]
    pub instructions: InstructionTexts,
    /// The names of the rules, by their names in the rulebook's `rule` keys: `"rule 41" = "Regel 41"`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schemars(schema_with = "rule_names")]
    pub rules: BTreeMap<String, String>,
}

schemars::where_published! {
    fn rule_names(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "object",
            "additionalProperties": { "type": "string", "minLength": 1, "maxLength": 80 }
        })
    }
}

/// The attestations of people.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct PeopleTexts {
    /// The attestations, by their ids.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub attestations: BTreeMap<String, Sentence>,
}

/// The committee's matters, and the attestations of participants.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct CommitteeTexts {
    /// The matters, by their ids.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub settles: BTreeMap<String, MatterTitle>,
    /// The attestations, by their ids.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub attestations: BTreeMap<String, Sentence>,
}

/// The fields and declarations of an application.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct IntakeTexts {
    /// The fields, by their ids.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub fields: BTreeMap<String, FieldLabel>,
    /// The declarations, by their ids.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub declarations: BTreeMap<String, Sentence>,
    /// The ways to hand a program in, by their ids.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub submissions: BTreeMap<String, ShortTitle>,
    /// The equipment of the final.
    #[serde(skip_serializing_if = "is_usual")]
    pub equipment: EquipmentTexts,
}

/// The equipment of the final.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct EquipmentTexts {
    /// The provided equipment, as many items and in the same order as in the rulebook. The record keeps the rulebook's
    /// name for the item that an application chooses.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 20), inner(length(min = 1, max = 80)))]
    pub provided: Vec<String>,
}

/// The titles of the stages of selection.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct SelectionTexts {
    /// The stages, by their ids.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub stages: BTreeMap<String, StageTexts>,
}

/// The texts of a stage.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct StageTexts {
    /// Name for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 80))]
    pub title: Option<String>,
    /// The guidelines for its judges.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 4000), extend("x-lines" = true))]
    pub guidelines: Option<String>,
}

/// The questions to judges.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct BallotTexts {
    /// The ratings, by their names. The pages have words of their own for other questions.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub interview: BTreeMap<String, RatingTexts>,
    /// The question for the belief that a witness is human.
    #[serde(skip_serializing_if = "is_usual")]
    pub belief: BeliefTexts,
}

/// The texts of a rating.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct RatingTexts {
    /// The question as the judge reads it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 200))]
    pub text: Option<String>,
    /// The meanings of the whole numbers, from the lowest; as many as in the rulebook.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 101), inner(length(min = 1, max = 100)))]
    pub anchors: Vec<String>,
}

/// The texts of the question for a belief.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct BeliefTexts {
    /// The question as the judge reads it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 200))]
    pub text: Option<String>,
    /// The meaning of 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 60))]
    pub low: Option<String>,
    /// The meaning of 100.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 60))]
    pub high: Option<String>,
}

/// The texts of an award.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct AwardTexts {
    /// Name for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 80))]
    pub title: Option<String>,
    /// The consequence of giving it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 200))]
    pub then: Option<String>,
    /// The consequence when nobody receives it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 200))]
    pub otherwise: Option<String>,
}

/// The instructions of each role, with the same figures in braces as in the rulebook's own.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct InstructionTexts {
    /// For judges.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 4000), extend("x-lines" = true))]
    pub judge: Option<String>,
    /// For confederates.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 4000), extend("x-lines" = true))]
    pub confederate: Option<String>,
}

/// The title of a day of the calendar, or of a way to hand a program in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShortTitle {
    /// As people read it.
    #[schemars(length(min = 1, max = 120))]
    pub title: String,
}

/// The title of a matter of the committee.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MatterTitle {
    /// As people read it.
    #[schemars(length(min = 1, max = 200))]
    pub title: String,
}

/// The label of a field in a form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FieldLabel {
    /// As people read it.
    #[schemars(length(min = 1, max = 120))]
    pub label: String,
}

/// The sentence of an attestation or a declaration.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Sentence {
    /// As people read it.
    #[schemars(length(min = 1, max = 400))]
    pub sentence: String,
}

fn is_usual<T: Default + PartialEq>(texts: &T) -> bool {
    *texts == T::default()
}

impl Rulebook {
    /// The same rules with their texts in this language (a BCP 47 tag such as `de-AT`; without texts under that tag,
    /// those of the language without its region, `de`); all other texts stay. For pages only: comparisons and records
    /// use the rulebook itself.
    #[must_use]
    pub fn in_language(&self, tag: &str) -> Cow<'_, Self> {
        let Some(texts) = self.texts_in(tag) else { return Cow::Borrowed(self) };
        let mut rulebook = self.clone();
        texts.replace(&mut rulebook);
        Cow::Owned(rulebook)
    }

    /// The name of a rule in this language, by its name in this rulebook; for rule names outside the rulebook.
    #[must_use]
    pub fn rule_in_language<'t>(&'t self, tag: &str, rule: &'t str) -> &'t str {
        self.texts_in(tag).and_then(|texts| texts.rules.get(rule)).map_or(rule, String::as_str)
    }

    fn texts_in(&self, tag: &str) -> Option<&Translation> {
        self.translations.get(tag).or_else(|| self.translations.get(tag.split('-').next()?))
    }

    /// The names of all rules in the rulebook.
    fn rule_names(&mut self) -> Vec<&mut String> {
        let mut names = Vec::new();
        if let Some(people) = &mut self.people {
            names.extend(people.apart.iter_mut().map(|apart| &mut apart.rule));
            names.extend(people.seats.iter_mut().map(|seat| &mut seat.rule));
            names.extend(people.attestations.iter_mut().map(|attestation| &mut attestation.rule));
        }
        names.extend(self.calendar.values_mut().map(|day| &mut day.rule));
        if let Some(intake) = &mut self.intake {
            names.extend(intake.window.iter_mut().map(|window| &mut window.rule));
            names.push(&mut intake.entries.rule);
            names.extend(intake.fields.iter_mut().map(|field| &mut field.rule));
            names.extend(intake.protocol.iter_mut().map(|protocol| &mut protocol.rule));
            names.extend(intake.declarations.iter_mut().map(|declaration| &mut declaration.rule));
            names.extend(intake.opening.iter_mut().map(|opening| &mut opening.rule));
            names.extend(intake.submissions.iter_mut().map(|submission| &mut submission.rule));
            names.extend(intake.equipment.iter_mut().map(|equipment| &mut equipment.rule));
            names.extend(intake.organisers.iter_mut().map(|organisers| &mut organisers.rule));
            if let Some(late) = &mut intake.late {
                names.push(&mut late.rule);
                names.extend(
                    [&mut late.working_by, &mut late.changes_until].into_iter().flatten().map(|by| &mut by.rule),
                );
            }
        }
        if let Some(selection) = &mut self.selection {
            names.extend(selection.stages.iter_mut().map(|stage| &mut stage.rule));
            names.extend(selection.judges_apart.iter_mut().map(|apart| &mut apart.rule));
            names.extend(selection.likeness.iter_mut().map(|likeness| &mut likeness.rule));
        }
        names
    }
}

impl Translation {
    /// Replaces the rulebook's texts with these.
    fn replace(&self, rulebook: &mut Rulebook) {
        for name in rulebook.rule_names() {
            say(name, self.rules.get(name));
        }
        say(&mut rulebook.title, self.title.as_ref());
        say(&mut rulebook.source, self.source.as_ref());
        for told in rulebook.people.iter_mut().flat_map(|people| &mut people.attestations) {
            say(&mut told.sentence, self.people.attestations.get(&told.id).map(|text| &text.sentence));
        }
        if let Some(committee) = &mut rulebook.committee {
            for matter in &mut committee.settles {
                say(&mut matter.title, self.committee.settles.get(&matter.id).map(|text| &text.title));
            }
            for told in &mut committee.attestations {
                say(&mut told.sentence, self.committee.attestations.get(&told.id).map(|text| &text.sentence));
            }
        }
        for (name, day) in &mut rulebook.calendar {
            say(&mut day.title, self.calendar.get(name).map(|text| &text.title));
        }
        if let Some(intake) = &mut rulebook.intake {
            for field in &mut intake.fields {
                say(&mut field.label, self.intake.fields.get(&field.id).map(|text| &text.label));
            }
            for asked in &mut intake.declarations {
                say(&mut asked.sentence, self.intake.declarations.get(&asked.id).map(|text| &text.sentence));
            }
            for way in &mut intake.submissions {
                say(&mut way.title, self.intake.submissions.get(&way.id).map(|text| &text.title));
            }
            if let Some(equipment) = &mut intake.equipment {
                say_all(&mut equipment.provided, &self.intake.equipment.provided);
            }
        }
        for stage in rulebook.selection.iter_mut().flat_map(|selection| &mut selection.stages) {
            let Some(texts) = self.selection.stages.get(&stage.id) else { continue };
            say(&mut stage.title, texts.title.as_ref());
            say_if_any(&mut stage.guidelines, texts.guidelines.as_ref());
        }
        for question in &mut rulebook.ballots.interview {
            let Question::Rating { name, text, anchors, .. } = question else { continue };
            let Some(texts) = self.ballots.interview.get(name) else { continue };
            say(text, texts.text.as_ref());
            say_all(anchors, &texts.anchors);
        }
        if let Some(belief) = &mut rulebook.ballots.belief {
            let texts = &self.ballots.belief;
            say(&mut belief.text, texts.text.as_ref());
            say(&mut belief.low, texts.low.as_ref());
            say(&mut belief.high, texts.high.as_ref());
        }
        for award in &mut rulebook.awards {
            let Some(texts) = self.awards.get(&award.id) else { continue };
            say(&mut award.title, texts.title.as_ref());
            say_if_any(&mut award.then, texts.then.as_ref());
            say_if_any(&mut award.otherwise, texts.otherwise.as_ref());
        }
        let Instructions { judge, confederate } = &mut rulebook.instructions;
        say(judge, self.instructions.judge.as_ref());
        say(confederate, self.instructions.confederate.as_ref());
    }
}

fn say(text: &mut String, said: Option<&String>) {
    if let Some(said) = said {
        said.clone_into(text);
    }
}

/// Translates an optional text only if the rulebook has it.
fn say_if_any(text: &mut Option<String>, said: Option<&String>) {
    if let Some(text) = text {
        say(text, said);
    }
}

fn say_all(texts: &mut [String], said: &[String]) {
    if texts.len() == said.len() {
        texts.clone_from_slice(said);
    }
}
