//! The rulebook as types: orthogonal parts, each an enum with parameters.
//!
//! These types are the only list of a rulebook's keys. Their serde form is both the TOML that people write and the JSON
//! in records; their doc comments are the reference page; editors check files with their JSON Schema, and the reader
//! follows it. A [`Rulebook`] from the reader has been checked: every combination that passes can be run. A new kind of
//! contest needs a new variant named by the field's word, never the name of a contest.

mod award;
mod ballot;
mod calendar;
mod committee;
mod date;
mod intake;
mod interview;
mod people;
mod record;
mod referees;
mod roles;
mod schedule;
mod score;
mod selection;
mod translation;
mod trials;
mod usual;

schemars::where_published! {
    mod bounds;
    mod published;

    pub(crate) use published::join_lines;
    pub use published::schema_of_rulebook;
}

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use award::{AwardRule, Condition, Money, OpenSource, Recipient};
pub use ballot::{BallotRules, BeliefRules, Drafts, Question, QuestionTime, RankFrom, RankingRules};
pub use calendar::{Calendar, CalendarDay, Due, Milestone, Movable};
pub use committee::{Attestation, Attesting, CommitteeRules, Matter};
pub use date::{BadDate, Date, DateClock};
pub use intake::{
    Appointment, Deadline, Declaration, EntryLimits, Equipment, Field, HowMany, IntakeRules, LateRules, Occasion,
    OpeningChoice, OrganisersEntries, ProtocolRules, Required, Stamp, Submission, Substitute, Window,
};
pub use interview::{
    Alphabet, AttachmentRules, Delivery, HallRules, InterviewRules, Layout, Medium, Opener, Start, Turns,
};
pub use people::{Apart, PeopleRules, PersonRole, PersonalAttestation, Relation, SeatRule};
pub use record::RecordRules;
pub use referees::{Readable, RefereeRules};
pub use roles::{Limit, Limits, People, Roles, WitnessNotice};
pub use schedule::{Design, ScheduleRules, Seats, Sessions};
pub use score::{Among, Measure, ScoreRules, TieBreak};
pub use selection::{
    Compare, JudgesApart, LikenessRules, Otherwise, PanelRules, QuestionRules, SelectionRules, Span, Stage, Tie,
};
pub use translation::{
    AwardTexts, BallotTexts, BeliefTexts, CommitteeTexts, EquipmentTexts, FieldLabel, InstructionTexts, IntakeTexts,
    MatterTitle, PeopleTexts, RatingTexts, SelectionTexts, Sentence, ShortTitle, StageTexts, Translation, Translations,
};
pub use trials::{Combine, NextTrial, Trials};

/// The rules by which a contest is run and scored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rulebook {
    /// Short name, lower-case letters, digits and hyphens.
    #[schemars(schema_with = "bounds::slug")]
    pub id: String,
    /// Name for people.
    #[schemars(length(min = 1, max = 80))]
    pub title: String,
    /// The document the rules come from.
    #[schemars(length(min = 1, max = 400))]
    pub source: String,
    /// Whether this is an observational study: people take part as often as they like, and no judge is expected to meet
    /// every witness. Ballots made elsewhere are then read as observed, and none of them counts as missing.
    #[serde(default, skip_serializing_if = "usual::is_no")]
    #[schemars(extend("default" = false))]
    pub study: bool,
    /// The numbers of judges, entries and confederates.
    pub roles: Roles,
    /// Matters to settle and attestations to make before the contest. Absent: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub committee: Option<CommitteeRules>,
    /// Rules on who may take part in which role, beside those numbers. Absent: everyone may.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub people: Option<PeopleRules>,
    /// The powers of referees, in a contest that has some. Absent: no contest has any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub referees: Option<RefereeRules>,
    /// Days that the rules name, by short names, beside those of intake. Absent: none.
    #[serde(default, skip_serializing_if = "Calendar::is_empty")]
    #[schemars(extend("default" = {}))]
    pub calendar: Calendar,
    /// The rules for entering: who may enter, with which programs, until when.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub intake: Option<IntakeRules>,
    /// The selection of the entries of the final from those that came in. Absent: all of them are in the final.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub selection: Option<SelectionRules>,
    /// The plan of meetings and its times.
    pub schedule: ScheduleRules,
    /// The rules of one interview.
    pub interview: InterviewRules,
    /// The number of times that the whole schedule is played, and the rule that combines the results. Absent: once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trials: Option<Trials>,
    /// The questions to judges, and their times.
    pub ballots: BallotRules,
    /// The rule that turns ballots into an order.
    pub score: ScoreRules,
    /// The awards, their recipients and their conditions.
    #[serde(default)]
    #[schemars(length(max = 40))]
    pub awards: Vec<AwardRule>,
    /// The confirmation of the record by outsiders. Absent: none is needed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<RecordRules>,
    /// The instructions of each role before the contest.
    pub instructions: Instructions,
    /// The rulebook's texts in other languages, each by its tag: pages show them to readers of that language. Absent:
    /// every reader gets the texts above.
    #[serde(default, skip_serializing_if = "Translations::is_empty")]
    #[schemars(extend("default" = {}))]
    pub translations: Translations,
}

impl Rulebook {
    /// The number of times that the whole schedule is played, at least 1.
    #[must_use]
    pub fn trial_count(&self) -> u16 {
        self.trials.as_ref().map_or(1, |trials| trials.count.max(1))
    }

    /// The award with this id.
    #[must_use]
    pub fn award(&self, id: &str) -> Option<&AwardRule> {
        self.awards.iter().find(|award| award.id == id)
    }

    /// The equipment of the final and the rule on communication, if the rules say anything about it.
    #[must_use]
    pub fn equipment(&self) -> Option<&Equipment> {
        self.intake.as_ref()?.equipment.as_ref()
    }

    /// The name for people of the award with this id, or the id if there is no such award.
    #[must_use]
    pub fn award_title<'t>(&'t self, id: &'t str) -> &'t str {
        self.award(id).map_or(id, |award| &award.title)
    }
}

/// The instructions of each role, in our own words. `{talk}`, `{turn}`, `{delay}` (the least time before a reply) and
/// `{characters}` (of a message or a line) are replaced by the figures of the rules in force.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Instructions {
    /// For judges.
    #[schemars(length(min = 1, max = 4000), extend("x-lines" = true))]
    pub judge: String,
    /// For confederates.
    #[schemars(length(min = 1, max = 4000), extend("x-lines" = true))]
    pub confederate: String,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shipped;

    #[test]
    fn a_rulebook_knows_its_trials_awards_and_machines() {
        let mut rulebook = shipped::rulebook("loebner-2006").unwrap();
        assert_eq!(rulebook.award("finalist").map(|award| award.title.as_str()), Some("Finalist"));
        assert_eq!(rulebook.award_title("bronze"), "Winner and the bronze medal");
        assert_eq!((rulebook.award("tin"), rulebook.award_title("tin")), (None, "tin"));
        assert_eq!(rulebook.equipment(), rulebook.intake.as_ref().and_then(|intake| intake.equipment.as_ref()));
        assert!(shipped::rulebook("loebner-1995").unwrap().equipment().is_some());
        rulebook.trials = None;
        assert_eq!(rulebook.trial_count(), 1);
        rulebook.trials = Some(Trials::of(0, None));
        assert_eq!(rulebook.trial_count(), 1);
        rulebook.trials = Some(Trials::of(5, None));
        assert_eq!(rulebook.trial_count(), 5);
    }

    #[test]
    fn what_is_as_usual_is_not_written_and_what_is_not_returns_as_it_was() {
        let mut rulebook = shipped::rulebook("loebner-2010").unwrap();
        rulebook.trials = Some(Trials { least: 2, ..Trials::of(2, None) });
        let written = |rulebook: &Rulebook| serde_json::to_value(rulebook).unwrap();
        let record = written(&rulebook);
        assert_eq!(record["trials"], serde_json::json!({ "count": 2, "least": 2 }));
        assert!(record["interview"].get("utterance_idle").is_none() && record["ballots"].get("drafts").is_none());
        assert!(record["intake"]["window"].get("clock").is_none());

        rulebook.trials = Some(Trials { next: NextTrial::NextDay, ..Trials::of(2, None) });
        rulebook.interview.utterance_idle = std::time::Duration::from_secs(3);
        rulebook.ballots.drafts = Drafts::Lapse;
        rulebook.ballots.ranking =
            Some(RankingRules { among: Among::Entries, ..RankingRules::of(RankFrom::MostHuman, true) });
        if let Some(window) = rulebook.intake.as_mut().and_then(|intake| intake.window.as_mut()) {
            window.clock = DateClock::Utc;
        }
        assert_eq!(serde_json::from_value::<Rulebook>(written(&rulebook)).unwrap(), rulebook);
    }
}
