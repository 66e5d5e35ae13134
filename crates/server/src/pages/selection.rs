//! The page of a selection: its stages, the next step of each, and the result.

use std::{borrow::Cow, fmt::Write};

use askama::Template;
use intake::{
    Entered, Intake,
    announcement::Finalists,
    judging::Sheet,
    selection::{self, HeldStage, Progress, RankedEntry, Readiness, SelectionOutcome, Wait},
};
use language::{Message, Say};
use rulebook::{
    EntryId, Rulebook, Timestamp,
    calendar::{self, Untimely},
    schema::{Compare, Due, Milestone, PersonRole, Stage},
};

use crate::{applications::ID, pages::Sent};

/// The page.
#[derive(Template)]
#[template(path = "apply_selection.html")]
pub struct SelectionPage<'a> {
    /// The intake.
    pub intake: &'a Intake,
    /// Its rules, with texts in the language of the reader.
    pub rulebook: Cow<'a, Rulebook>,
    /// The progress of its selection.
    pub progress: Progress,
    /// Its time.
    pub now: Timestamp,
    /// The reason why the last request was refused.
    pub notice: Option<&'a Message>,
    /// The content of that request.
    pub sent: &'a Sent,
}

impl SelectionPage<'_> {
    fn stage(&self, held: &HeldStage) -> Option<&Stage> {
        self.rulebook.selection.as_ref()?.stages.iter().find(|stage| stage.id == held.stage)
    }

    #[expect(clippy::unused_self, reason = "a template calls methods only")]
    fn how(&self, stage: &Stage) -> Message {
        selection::how(&stage.compare)
    }

    #[expect(clippy::unused_self, reason = "a template calls methods only")]
    fn has_panel(&self, stage: &Stage) -> bool {
        matches!(stage.compare, Compare::Ranks(_) | Compare::Points { .. })
    }

    #[expect(clippy::unused_self, reason = "a template calls methods only")]
    fn has_sheet(&self, stage: &Stage) -> bool {
        stage.compare != Compare::Earliest
    }

    #[expect(clippy::unused_self, reason = "a template calls methods only")]
    fn waits_for_panel(&self, held: &HeldStage) -> bool {
        held.waits == Some(Wait::Panel)
    }

    #[expect(clippy::unused_self, reason = "a template calls methods only")]
    fn waits_for_scores(&self, held: &HeldStage) -> bool {
        matches!(held.waits, Some(Wait::Scores | Wait::GeneralQuality))
    }

    /// The tied entries between which somebody has to decide.
    #[expect(clippy::unused_self, reason = "a template calls methods only")]
    fn level(&self, held: &HeldStage) -> Option<String> {
        match &held.waits {
            Some(Wait::Tie(level)) => Some(ids(level)),
            _ => None,
        }
    }

    /// True when results of this stage can still be recorded.
    fn is_open(&self, held: &HeldStage) -> bool {
        let last = self.progress.stages.last().is_some_and(|last| last.stage == held.stage);
        self.intake.announced.is_none() && (last || !self.later_has_begun(held))
    }

    fn later_has_begun(&self, held: &HeldStage) -> bool {
        let stages = self.rulebook.selection.iter().flat_map(|rules| &rules.stages);
        let mut later = stages.skip_while(|stage| stage.id != held.stage).skip(1);
        later.any(|stage| self.intake.stages.contains_key(&stage.id))
    }

    /// Each judge of a stage with a name, where there is one, and the entries to judge.
    fn panel(&self, held: &HeldStage) -> Vec<(String, String)> {
        let Some(record) = self.intake.stages.get(&held.stage) else { return Vec::new() };
        let Some(panel) = &record.panel else { return Vec::new() };
        let names = record.judges.as_ref().map_or(&[][..], |names| &names.judges);
        let judges = panel.among(&held.field).0.into_iter().enumerate().map(|(at, (judge, judged))| {
            let name = names.get(at).map(String::as_str).unwrap_or_default();
            (format!("{judge} {name}").trim().to_owned(), ids(&judged.into_iter().collect::<Vec<_>>()))
        });
        judges.collect()
    }

    /// The sheet of a stage: as it was sent and refused, or the head and the lines to be filled in.
    fn sheet(&self, held: &HeldStage, stage: &Stage) -> String {
        if self.sent.has("stage", &held.stage) && self.sent.has("action", "scores") {
            return self.sent.value("sheet").to_owned();
        }
        let record = self.intake.stages.get(&held.stage);
        let mut sheet = String::new();
        let mut of_judges = |head: &str| {
            let _ = writeln!(sheet, "{head}");
            let panel = record.and_then(|record| record.panel.as_ref()).map(|panel| panel.among(&held.field));
            for (judge, judged) in panel.iter().flat_map(|panel| &panel.0) {
                for entry in judged {
                    let _ = writeln!(sheet, "{judge},{entry},");
                }
            }
        };
        match (&stage.compare, &held.waits) {
            (Compare::Ranks(_), _) => of_judges("judge,entry,rank"),
            (Compare::Points { .. }, _) => of_judges("judge,entry,score"),
            (Compare::Questions(_), Some(Wait::GeneralQuality)) | (Compare::Committee, _) => {
                let _ = writeln!(sheet, "entry,place");
            }
            (Compare::Questions(_), _) => {
                let _ = writeln!(sheet, "entry,question,score");
            }
            (Compare::Earliest, _) => {}
        }
        sheet
    }

    fn has_scores(&self, held: &HeldStage) -> bool {
        let sheet = self.intake.stages.get(&held.stage).and_then(|record| record.sheet.as_ref());
        sheet.is_some_and(|sheet| !matches!(sheet, Sheet::Order(order) if order.is_empty()))
    }

    /// The content of a field in a refused form.
    fn again(&self, held: &HeldStage, action: &str, field: &str) -> &str {
        if self.sent.has("stage", &held.stage) && self.sent.has("action", action) { self.sent.value(field) } else { "" }
    }

    /// The name of an entry.
    fn called(&self, id: &EntryId) -> Message {
        let application = self.intake.entries.get(id).and_then(|entered: &Entered| entered.application.as_ref());
        application.map_or_else(|| say!("intake-desk-gone"), |application| application.program.as_str().into())
    }

    /// The figure that decides an entry's place.
    #[expect(clippy::unused_self, reason = "a template calls methods only")]
    fn placed_by(&self, place: &RankedEntry) -> Message {
        match place.figure.message() {
            figure if place.by_tie => say!("selection-result-parted", figure = figure),
            figure => figure,
        }
    }

    fn chosen(&self) -> Option<&Finalists> {
        match &self.progress.outcome {
            SelectionOutcome::Chosen(chosen) => Some(chosen),
            SelectionOutcome::NoEntry { .. }
            | SelectionOutcome::OnlyEntry { .. }
            | SelectionOutcome::Waits { .. }
            | SelectionOutcome::NoStage { .. } => None,
        }
    }

    fn why(&self, left: &intake::announcement::LeftOut) -> Message {
        left.told(&self.rulebook)
    }

    /// The result, where there is no final.
    fn outcome(&self) -> Option<Message> {
        let awards = |ids: &[String]| {
            let awards = self.rulebook.awards.iter().filter(|award| ids.contains(&award.id));
            awards.map(|award| award.title.as_str()).collect::<Vec<_>>().join(", ")
        };
        match &self.progress.outcome {
            SelectionOutcome::NoEntry { rolls_over } if rolls_over.is_empty() => Some(say!("selection-no-entry")),
            SelectionOutcome::NoEntry { rolls_over } => {
                Some(say!("selection-no-entry-awards", awards = awards(rolls_over)))
            }
            SelectionOutcome::OnlyEntry { entry, awards: won } => {
                Some(say!("selection-only-entry", entry = entry.to_string(), awards = awards(won)))
            }
            SelectionOutcome::Waits { .. } => Some(say!("selection-not-known")),
            SelectionOutcome::NoStage { entries, places } => {
                Some(say!("selection-no-stage", entries = *entries, places = *places))
            }
            SelectionOutcome::Chosen(_) => None,
        }
    }

    /// The steps that would be untimely now.
    fn untimely(&self, held: &HeldStage) -> Vec<Message> {
        if held.waits.is_none() {
            return Vec::new();
        }
        let milestone = Milestone::Stage(held.stage.clone());
        calendar::untimely(&self.rulebook, &milestone, self.now).iter().map(untimely).collect()
    }

    /// Judges of the final who judged in a stage, where the rulebook keeps them apart.
    fn clashes(&self) -> Vec<Message> {
        let rule = self.rulebook.selection.as_ref().and_then(|rules| rules.judges_apart.as_ref());
        let rule = rule.map_or_else(|| say!("selection-any-rule"), |apart| apart.rule.as_str().into());
        let clashes = selection::clashing_judges(self.intake, self.intake.accepted(PersonRole::Judge));
        let told = clashes.into_iter().map(|(judge, stage, id)| {
            say!("selection-clash", rule = rule.clone(), judge = judge, stage = stage, id = id.to_string())
        });
        told.collect()
    }

    /// The entries of the final, each with the state of its program; none before there is a final.
    fn ready(&self) -> Vec<(EntryId, Message, bool)> {
        let readiness = selection::readiness(self.intake, self.now).into_iter();
        let told = readiness.map(|(entry, found)| {
            let works = matches!(found, Readiness::Works(_));
            let told = match found {
                Readiness::Works(when) => say!("selection-ready-works", when = when.to_string()),
                Readiness::Waits(None) => say!("selection-ready-waits"),
                Readiness::Waits(Some(due)) => {
                    say!("selection-ready-waits-until", by = due.by.to_string(), rule = &due.rule)
                }
                Readiness::Late(due) => say!("selection-ready-late", by = due.by.to_string(), rule = &due.rule),
            };
            (entry, told, works)
        });
        told.collect()
    }

    fn empty_places(&self) -> Vec<EntryId> {
        self.intake.empty_places.iter().copied().collect()
    }
}

fn untimely(untimely: &Untimely<'_>) -> Message {
    let Untimely { day, early } = untimely;
    let (title, until, rule) = (&day.title, day.until.to_string(), day.rule);
    match (day.due, early) {
        (Due::By, _) => say!("selection-day-by", day = title, until = until, rule = rule),
        (Due::On, true) => say!("selection-day-to-come", day = title, until = until, rule = rule),
        (Due::On, false) => say!("selection-day-over", day = title, until = until, rule = rule),
    }
}

fn ids(ids: &[EntryId]) -> String {
    ids.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}
