//! The answers of `viva intake`: tables for people, JSON for machines.

use std::fmt::Write;

use intake::{
    Announcement, Entered, Event, Intake, Status,
    announcement::Finalists,
    log::{self, Log},
    selection::{self, HeldStage, Readiness, SelectionOutcome, progress, readiness},
};
use rulebook::{
    EntryId, Rulebook, Timestamp,
    calendar::{self, Untimely},
    counted,
    schema::{Date, Due, Milestone},
};
use serde::Serialize;

use crate::{exit::Exit, shell};

/// The answer of a command, for its exit code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ExitAnswer {
    Yes,
    No,
}

impl ExitAnswer {
    pub(super) fn exit(self) -> Exit {
        match self {
            Self::Yes => Exit::Yes,
            Self::No => Exit::No,
        }
    }
}

/// The guidelines for the judges of a stage, if the rules have any.
fn guidelines<'i>(intake: &'i Intake, stage: &str) -> Option<&'i str> {
    let selection = intake.rulebook.selection.as_ref()?;
    selection.stages.iter().find(|other| other.id == stage)?.guidelines.as_deref()
}

/// Reports the recorded events, and the next step.
pub(super) fn done(intake: &Intake, events: &[Event], now: Timestamp) -> ExitAnswer {
    let mut told = ExitAnswer::Yes;
    for event in events {
        match event {
            Event::CallOpened { name, rulebook } => shell::talk(format_args!("{name}: open under {}", rulebook.title)),
            Event::EntryReceived { entry, .. } => shell::data(entry),
            Event::EntryFound { entry, breaches } if breaches.is_empty() => {
                shell::talk(format_args!("{entry} complies"));
            }
            Event::EntryFound { entry, breaches } => {
                shell::talk(format_args!("{entry} is refused"));
                for breach in breaches {
                    shell::talk(format_args!("  {breach}"));
                }
                told = ExitAnswer::No;
            }
            Event::RefusalTakenBack { entry, .. } => {
                shell::talk(format_args!("the refusal of {entry} is taken back"));
                missing(intake, *entry);
            }
            Event::PanelDrawn { stage, panel, .. } => {
                shell::data(panel);
                if let Some(guidelines) = guidelines(intake, stage) {
                    shell::talk(format_args!("for the judges of this stage:\n{}", guidelines.trim_end()));
                }
            }
            Event::Replaced { entry, reserve: Some(reserve), .. } => {
                shell::talk(format_args!("{reserve} takes the place of {entry}"));
            }
            Event::Replaced { entry, reserve: None, .. } => {
                shell::talk(format_args!("a further confederate takes the place of {entry}"));
            }
            Event::ScoresTaken { .. } | Event::TieDecided { .. } | Event::Invited { .. } => next(intake),
            Event::Announced { announcement: Announcement::Final { finalists } } => shell::talk(format_args!(
                "named {} and {}",
                counted(finalists.finalists.len(), "finalist", "finalists"),
                counted(finalists.reserves.len(), "reserve", "reserves")
            )),
            Event::DayMoved { day, first, last } if first == last => shell::talk(format_args!("{day}: {first}")),
            Event::DayMoved { day, first, last } => shell::talk(format_args!("{day}: {first} to {last}")),
            Event::QuestionsSet { stage, items, .. } => {
                let items = counted(items.len(), "question", "questions");
                shell::talk(format_args!("the questions of {stage} are fixed: {items}"));
            }
            Event::ItemAnswered { .. }
            | Event::DeclarationGiven { .. }
            | Event::FieldSupplied { .. }
            | Event::ProgramHandedIn { .. }
            | Event::PersonRegistered { .. }
            | Event::PersonAnswered { .. }
            | Event::PersonLeft { .. }
            | Event::LetterPosted { .. }
            | Event::LetterDelivered { .. }
            | Event::TestingAgreed { .. }
            | Event::Announced { .. }
            | Event::Working { .. }
            | Event::Changed { .. }
            | Event::Withdrawn { .. }
            | Event::Disqualified { .. } => shell::talk("recorded"),
        }
    }
    for event in events {
        let milestone = match event {
            Event::Announced { .. } => Milestone::Announcement,
            Event::ScoresTaken { stage, .. } => Milestone::Stage(stage.clone()),
            _ => continue,
        };
        for untimely in calendar::untimely(&intake.rulebook, &milestone, now) {
            shell::talk(untimely_told(&untimely));
        }
    }
    if let Some(entry) = log::received(events).filter(|_| told == ExitAnswer::Yes) {
        missing(intake, entry);
    }
    told
}

/// A note that an event was recorded before or after its day.
fn untimely_told(untimely: &Untimely<'_>) -> String {
    let Untimely { day, early } = untimely;
    let (by, when) = match (day.due, early) {
        (Due::By, _) => (" at the latest", "this is after it"),
        (Due::On, true) => ("", "this is before it"),
        (Due::On, false) => ("", "this is after it"),
    };
    format!("note: {}: {}: {}{by}, and {when}", day.rule, day.title, day.until)
}

/// All entries, in the order of their ids.
pub(super) fn list(log: &Log, json: bool) -> ExitAnswer {
    let Some(intake) = &log.intake else { return ExitAnswer::No };
    if json {
        return json_of(&intake.entries.iter().map(|(id, entry)| row(*id, entry)).collect::<Vec<_>>());
    }
    for (id, entry) in &intake.entries {
        let (program, contestant) = names(entry);
        let stamp = entry.mailed.unwrap_or(entry.received);
        shell::data(format_args!("{:<5} {stamp}  {:<28} {program}, {contestant}", id.to_string(), entry.status));
        if let Status::Refused(breaches) = &entry.status {
            for breach in breaches {
                shell::data(format_args!("      {breach}"));
            }
        }
    }
    if intake.entries.is_empty() {
        shell::talk("no entry has come in");
    }
    ExitAnswer::Yes
}

/// The state of the intake, and the next day of its calendar.
pub(super) fn status(log: &Log, json: bool, now: Timestamp) -> ExitAnswer {
    let Some(intake) = &log.intake else { return ExitAnswer::No };
    let progress = progress(intake);
    let untested = intake.untested();
    if json {
        let ids = |ids: &std::collections::BTreeSet<EntryId>| ids.iter().copied().collect();
        return json_of(&IntakeTold {
            name: intake.name.clone(),
            rulebook: intake.rulebook.id.clone(),
            entries: intake.entries.len(),
            compliant: progress.entries,
            untested,
            stages: progress.stages.iter().map(stage).collect(),
            outcome: outcome(&progress.outcome, &intake.rulebook),
            announced: intake.announced.is_some(),
            finalists: ids(&intake.final_entries),
            reserves: intake.reserves.clone(),
            empty_places: ids(&intake.empty_places),
            further_confederates: intake.further_confederates,
            ready: readiness(intake, now).iter().map(ready).collect(),
            head: log.head.to_string(),
        });
    }
    shell::data(format_args!("{} under {}", intake.name, intake.rulebook.title));
    shell::data(format_args!(
        "{} came in, {} comply, {} not tested",
        intake.entries.len(),
        progress.entries,
        untested.len()
    ));
    for held in &progress.stages {
        let field = counted(held.field.len(), "entry", "entries");
        match &held.waits {
            Some(wait) => shell::data(format_args!("stage {}: {field}; {wait}", held.stage)),
            None => shell::data(format_args!("stage {}: {field}, {} stay", held.stage, held.stays)),
        }
    }
    if intake.announced.is_some() {
        shell::data("the selection is announced");
    }
    if intake.named().is_some() {
        let joined =
            |ids: &mut dyn Iterator<Item = &EntryId>| ids.map(ToString::to_string).collect::<Vec<_>>().join(" ");
        shell::data(format_args!("in the final: {}", joined(&mut intake.final_entries.iter())));
        if !intake.reserves.is_empty() {
            shell::data(format_args!("in reserve: {}", joined(&mut intake.reserves.iter())));
        }
        if !intake.empty_places.is_empty() {
            shell::data(format_args!("to be replaced: {}", joined(&mut intake.empty_places.iter())));
        }
        for (entry, found) in readiness(intake, now) {
            if let Some(sentence) = not_ready(entry, found) {
                shell::data(sentence);
            }
        }
    }
    if intake.announced.is_none() {
        let late = calendar::untimely(&intake.rulebook, &Milestone::Announcement, now);
        for due in late.iter().filter(|due| !due.early) {
            shell::data(format_args!("{}: {}: {}, which is over", due.day.rule, due.day.title, due.day.until));
        }
    }
    let days = calendar::days(&intake.rulebook);
    if let Some(next) = days.iter().find(|day| day.until >= Date::of(now)) {
        shell::data(format_args!("next day: {} {} ({})", next.from, next.title, next.rule));
    }
    shell::data(format_args!("log: {}, head {}", counted(log.events.len(), "event", "events"), log.head));
    ExitAnswer::Yes
}

/// The finalists, and the reason why each other entry is not one.
pub(super) fn finalists(log: &Log, json: bool) -> ExitAnswer {
    let Some(intake) = &log.intake else { return ExitAnswer::No };
    let found = progress(intake).outcome;
    let untested = intake.untested();
    if !untested.is_empty() && intake.announced.is_none() {
        let ids = untested.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        shell::talk(format_args!("the finalists are not known yet: not every entry has been tested ({ids})"));
        shell::talk("hint: run `viva intake check` on each");
        return ExitAnswer::No;
    }
    if json {
        json_of(&outcome(&found, &intake.rulebook));
    } else if let SelectionOutcome::Chosen(chosen) = &found {
        shell::data(page(intake, chosen));
    }
    match found {
        SelectionOutcome::Chosen(_) => ExitAnswer::Yes,
        SelectionOutcome::OnlyEntry { entry, awards } => {
            shell::talk(format_args!(
                "{entry} is the only entry, and receives without a contest: {}",
                awards_of(&intake.rulebook, &awards)
            ));
            ExitAnswer::Yes
        }
        SelectionOutcome::NoEntry { rolls_over } => {
            let added = match awards_of(&intake.rulebook, &rolls_over) {
                none if none.is_empty() => "no award of the rulebook rolls over".to_owned(),
                purses => format!("added to the next contest: {purses}"),
            };
            shell::talk(format_args!("no entry complies; {added}"));
            ExitAnswer::Yes
        }
        SelectionOutcome::Waits { stage, wait } => {
            shell::talk(format_args!("the finalists are not known yet: in stage `{stage}`, {wait}"));
            ExitAnswer::No
        }
        SelectionOutcome::NoStage { entries, places } => {
            shell::talk(format_args!("{entries} entries are in for {places} places, and no stage is for that number"));
            ExitAnswer::No
        }
    }
}

/// Awards by their titles, with their purses.
fn awards_of(rulebook: &Rulebook, ids: &[String]) -> String {
    let awards = rulebook.awards.iter().filter(|award| ids.contains(&award.id));
    let told = awards.map(|award| match &award.purse {
        Some(purse) => format!("{} ({purse})", award.title),
        None => award.title.clone(),
    });
    told.collect::<Vec<_>>().join(", ")
}

/// A sentence about an entry of the final that is due to come in working, or late.
fn not_ready(entry: EntryId, found: Readiness<'_>) -> Option<String> {
    match found {
        Readiness::Works(_) | Readiness::Waits(None) => None,
        Readiness::Waits(Some(due)) => Some(format!(
            "{entry} has until {} to come in working ({}; `viva intake working {entry}`)",
            due.by, due.rule
        )),
        Readiness::Late(due) => Some(format!(
            "{entry} is late: {}: it had to come in working by {} (`viva intake replace {entry}` fills its place)",
            due.rule, due.by
        )),
    }
}

fn ready((entry, found): &(EntryId, Readiness<'_>)) -> ReadyTold {
    let entry = *entry;
    match found {
        Readiness::Works(when) => ReadyTold::Works { entry, since: when.to_string() },
        Readiness::Waits(due) => ReadyTold::Waits { entry, by: due.map(|due| due.by.to_string()) },
        Readiness::Late(due) => ReadyTold::Late { entry, by: due.by.to_string(), rule: due.rule.clone() },
    }
}

/// Names the judges of the final who judged in a stage of selection, which the rules forbid.
pub(super) fn clashes(log: &Log, judges: &[String]) -> ExitAnswer {
    let Some(intake) = &log.intake else { return ExitAnswer::No };
    let clashes = selection::clashing_judges(intake, judges.iter().map(String::as_str));
    let rule = intake.rulebook.selection.as_ref().and_then(|rules| rules.judges_apart.as_ref());
    for (judge, stage, id) in &clashes {
        let rule = rule.map_or("selection", |apart| apart.rule.as_str());
        shell::talk(format_args!("{rule}: {judge} cannot judge the final, having judged in stage `{stage}` as {id}"));
    }
    if clashes.is_empty() { ExitAnswer::Yes } else { ExitAnswer::No }
}

/// Lists the requirements that a new entry still lacks.
fn missing(intake: &Intake, entry: EntryId) {
    let breaches = intake::breaches(intake, entry);
    for breach in &breaches {
        shell::talk(format_args!("{entry} lacks: {breach}"));
    }
    shell::talk(format_args!("hint: `viva intake check {entry}` tests it"));
}

fn next(intake: &Intake) {
    match progress(intake).outcome {
        SelectionOutcome::Waits { stage, wait } => shell::talk(format_args!("next: stage `{stage}`: {wait}")),
        _ => shell::talk("next: `viva intake finalists`"),
    }
}

fn page(intake: &Intake, chosen: &Finalists) -> String {
    let named = |entry: EntryId| intake.entries.get(&entry).map_or_else(String::new, |entered| names(entered).0);
    let mut page = "in the final".to_owned();
    for finalist in &chosen.finalists {
        let place = finalist.place.map_or_else(String::new, |place| format!("place {place}"));
        let _ = write!(page, "\n  {:<5} {place:<9} {}", finalist.entry.to_string(), named(finalist.entry));
    }
    if !chosen.left_out.is_empty() {
        page.push_str("\nleft out");
    }
    for left in &chosen.left_out {
        let _ =
            write!(page, "\n  {:<5} {}: {}", left.entry.to_string(), named(left.entry), left.told(&intake.rulebook));
    }
    page
}

fn row(id: EntryId, entry: &Entered) -> EntryRow {
    let (program, contestant) = names(entry);
    let breaches: Vec<String> = match &entry.status {
        Status::Refused(breaches) => breaches.iter().map(ToString::to_string).collect(),
        _ => Vec::new(),
    };
    EntryRow {
        entry: id,
        program,
        contestant,
        mailed: entry.mailed.map(|when| when.to_string()),
        received: entry.received.to_string(),
        words: entry.words,
        invited: entry.invited,
        working: entry.working.map(|when| when.to_string()),
        changed: entry.changed.map(|when| when.to_string()),
        status: entry.status.to_string(),
        breaches,
        excused: entry.excused.iter().map(ToString::to_string).collect(),
    }
}

/// An entry in the intake.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct EntryRow {
    /// The entry's id in the intake.
    entry: EntryId,
    /// The name of the program.
    program: String,
    /// The person or team behind it.
    contestant: String,
    /// The moment or day of its postmark.
    mailed: Option<String>,
    /// The moment or day of its receipt.
    received: String,
    /// The number of words in its protocol.
    words: Option<u32>,
    /// True if the organisers invited it to stay for its merit.
    invited: bool,
    /// The moment or day it came in working.
    working: Option<String>,
    /// The moment or day of its last change.
    changed: Option<String>,
    /// The entry's status, as a verb.
    status: String,
    /// The rules it breaks.
    breaches: Vec<String>,
    /// The faults of refusals that the organisers took back.
    excused: Vec<String>,
}

/// The state of an intake.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct IntakeTold {
    /// The name of the contest.
    name: String,
    /// The id of the contest's rulebook.
    rulebook: String,
    /// The number of entries received.
    entries: usize,
    /// The number that comply.
    compliant: usize,
    /// The entries not tested yet.
    untested: Vec<EntryId>,
    /// The stages of selection reached so far.
    stages: Vec<StageTold>,
    /// The outcome of the selection.
    outcome: OutcomeTold,
    /// True if the selection is announced.
    announced: bool,
    /// The entries in the final.
    #[serde(rename = "final")]
    finalists: Vec<EntryId>,
    /// The reserve entries, in their order.
    reserves: Vec<EntryId>,
    /// The entries with empty places.
    empty_places: Vec<EntryId>,
    /// The number of confederates that take the places of entries.
    further_confederates: u16,
    /// The readiness of each entry in the final.
    ready: Vec<ReadyTold>,
    /// The hash over the log.
    head: String,
}

/// A stage of selection.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct StageTold {
    /// The stage's id.
    stage: String,
    /// The entries in the stage.
    entries: Vec<EntryId>,
    /// The reason why the stage waits, if it does.
    waits: Option<String>,
    /// The stage's order, best first.
    order: Vec<PlaceTold>,
}

/// A place in a stage.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct PlaceTold {
    /// The entry.
    entry: EntryId,
    /// The entry's place, from 1.
    place: u16,
    /// The figure that decided the place.
    by: String,
    /// True if the entry stays in the selection.
    stays: bool,
    /// True if it stays by invitation, for its merit.
    invited: bool,
    /// True if a decided tie set the place.
    tie_decided: bool,
}

/// The readiness of an entry in the final.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "state", rename_all = "kebab-case")]
enum ReadyTold {
    /// It came in working.
    Works {
        /// The entry.
        entry: EntryId,
        /// The moment or day it came in working.
        since: String,
    },
    /// It still has time.
    Waits {
        /// The entry.
        entry: EntryId,
        /// The deadline; null if the rules set none.
        by: Option<String>,
    },
    /// It is late.
    Late {
        /// The entry.
        entry: EntryId,
        /// The deadline.
        by: String,
        /// The rule with the deadline.
        rule: String,
    },
}

/// The outcome of a selection.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(crate) enum OutcomeTold {
    /// No entry complies.
    NoEntry {
        /// The ids of the awards with purses that roll over to the next contest.
        rolls_over: Vec<String>,
    },
    /// Only one entry complies.
    OnlyEntry {
        /// The entry.
        entry: EntryId,
        /// The ids of the awards that it receives without a contest.
        awards: Vec<String>,
    },
    /// A stage waits.
    Waits {
        /// The stage's id.
        stage: String,
        /// The thing it waits for.
        #[serde(rename = "for")]
        wait: String,
    },
    /// The rules have no stage for this number of entries.
    NoStage {
        /// The number of entries.
        entries: usize,
        /// The number of places in the final.
        places: usize,
    },
    /// The finalists are known.
    Chosen {
        /// The finalists, and the reason why each other entry is not one.
        #[cfg_attr(test, schemars(with = "serde_json::Map<String, serde_json::Value>"))]
        chosen: Finalists,
        /// The reasons in words.
        sentences: LeftOutTold,
    },
}

/// The reasons why entries are not in the final, in words.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct LeftOutTold {
    /// The reasons, in the order of `chosen.left_out`.
    left_out: Vec<String>,
}

fn json_of(value: &impl Serialize) -> ExitAnswer {
    // All these types have a JSON form.
    shell::json(value).map_or(ExitAnswer::No, |_| ExitAnswer::Yes)
}

fn names(entry: &Entered) -> (String, String) {
    match &entry.application {
        Some(application) => (application.program.clone(), application.contestant.clone()),
        None => ("(taken out)".to_owned(), "(taken out)".to_owned()),
    }
}

fn stage(held: &HeldStage) -> StageTold {
    let order = held.order.iter().enumerate().map(|(at, place)| PlaceTold {
        entry: place.entry,
        place: place.place,
        by: place.figure.to_string(),
        stays: at < held.stays,
        invited: place.invited,
        tie_decided: place.by_tie,
    });
    StageTold {
        stage: held.stage.clone(),
        entries: held.field.iter().copied().collect(),
        waits: held.waits.as_ref().map(ToString::to_string),
        order: order.collect(),
    }
}

/// The outcome as JSON. The reasons for entries left out are given as data and in words.
fn outcome(outcome: &SelectionOutcome, rulebook: &Rulebook) -> OutcomeTold {
    match outcome {
        SelectionOutcome::NoEntry { rolls_over } => OutcomeTold::NoEntry { rolls_over: rolls_over.clone() },
        SelectionOutcome::OnlyEntry { entry, awards } => {
            OutcomeTold::OnlyEntry { entry: *entry, awards: awards.clone() }
        }
        SelectionOutcome::Waits { stage, wait } => OutcomeTold::Waits { stage: stage.clone(), wait: wait.to_string() },
        SelectionOutcome::NoStage { entries, places } => OutcomeTold::NoStage { entries: *entries, places: *places },
        SelectionOutcome::Chosen(chosen) => {
            let left_out = chosen.left_out.iter().map(|left| left.told(rulebook).to_string()).collect();
            OutcomeTold::Chosen { chosen: chosen.clone(), sentences: LeftOutTold { left_out } }
        }
    }
}
