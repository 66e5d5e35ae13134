//! The desk of the stories: an intake, its log, and a clock that the test moves.

use std::{fs, path::Path};

use intake::{
    Application, Command, Event, Intake, Receipt, Recorded, Refusal, decide,
    judging::Sheet,
    log,
    selection::{SelectionOutcome, progress},
};
use rulebook::{
    EntryId, Rulebook, Seed, Timestamp,
    schema::{AwardRule, Occasion, Required},
};

/// An intake that is under way.
pub(crate) struct Desk {
    pub(crate) intake: Option<Intake>,
    pub(crate) now: Timestamp,
    pub(crate) lines: String,
    events: u64,
    head: record::Hash,
}

impl Desk {
    /// Entries are called for under the shipped sections of this rulebook.
    pub(crate) fn open(id: &str) -> Self {
        Self::open_under(rulebook(id))
    }

    pub(crate) fn open_under(rulebook: Rulebook) -> Self {
        let now = "2020-01-01T00:00:00Z".parse().unwrap();
        let mut desk = Self { intake: None, now, lines: String::new(), events: 0, head: log::first_head() };
        desk.does(Command::Open { name: "A contest".into(), rulebook: Box::new(rulebook) }).unwrap();
        desk
    }

    /// Carries a command out, and writes its events into the log.
    pub(crate) fn does(&mut self, command: Command) -> Result<Vec<Event>, Refusal> {
        let events = decide(self.intake.as_ref(), &command, self.now)?;
        for event in &events {
            match &mut self.intake {
                Some(intake) => intake.apply(event),
                empty => *empty = Intake::opened(event),
            }
            self.events += 1;
            let recorded = Recorded { number: self.events, time: self.now, event: event.clone() };
            let (line, head) = log::line(&recorded, self.head, [7; 16]).unwrap();
            self.lines.push_str(&line);
            self.head = head;
        }
        Ok(events)
    }

    /// Takes an application in; both stamps are this one.
    pub(crate) fn receive(&mut self, stamp: &str, application: Application) -> Result<Vec<Event>, Refusal> {
        let stamp = stamp.parse().unwrap();
        self.does(Command::Receive(Box::new(Receipt { mailed: Some(stamp), received: stamp, link: None, application })))
    }

    /// Takes so many good applications in, a second apart from this stamp on, and tests them.
    pub(crate) fn fill(&mut self, stamp: &str, count: usize) {
        let first: Timestamp = stamp.parse().unwrap();
        for at in 0..count {
            let stamp = first + std::time::Duration::from_secs(at as u64);
            let entry = EntryId::at(self.state().entries.len());
            let application = application(self.rulebook(), &format!("Contestant {}", entry.number()));
            self.receive(&stamp.to_string(), application).unwrap();
            self.does(Command::Check { entry }).unwrap();
            assert_eq!(
                self.state().compliant().filter(|id| *id == entry).count(),
                1,
                "{:?}",
                self.state().entries[&entry]
            );
        }
    }

    pub(crate) fn state(&self) -> &Intake {
        self.intake.as_ref().unwrap()
    }

    fn rulebook(&self) -> &Rulebook {
        &self.state().rulebook
    }

    pub(crate) fn panel(&mut self, stage: &str, judges: &[&str]) -> Result<Vec<Event>, Refusal> {
        let judges = judges.iter().map(ToString::to_string).collect();
        self.does(Command::DrawPanel { stage: stage.into(), judges, seed: Seed::from_contributions(["seed"]) })
    }

    pub(crate) fn scores(&mut self, stage: &str, csv: &str) -> Result<Vec<Event>, String> {
        let sheet = Sheet::read(csv).map_err(|faults| faults.to_string())?;
        self.does(Command::TakeScores { stage: stage.into(), sheet }).map_err(|refusal| refusal.to_string())
    }

    /// The outcome in a line.
    pub(crate) fn outcome(&self) -> String {
        match progress(self.state()).outcome {
            SelectionOutcome::NoEntry { rolls_over } => format!("no entry: {} rolls over", rolls_over.join(", ")),
            SelectionOutcome::OnlyEntry { entry, awards } => format!("{entry} alone receives {}", awards.join(", ")),
            SelectionOutcome::Waits { stage, wait } => format!("{stage}: {wait}"),
            SelectionOutcome::NoStage { entries, places } => {
                format!("no stage for {entries} entries and {places} places")
            }
            SelectionOutcome::Chosen(chosen) => {
                let finalists: Vec<_> = chosen.finalists.iter().map(|finalist| finalist.entry.to_string()).collect();
                let reserves: Vec<_> = chosen.reserves.iter().map(ToString::to_string).collect();
                let reserves = if reserves.is_empty() { String::new() } else { format!(" | {}", reserves.join(" ")) };
                format!("{}{reserves}", finalists.join(" "))
            }
        }
    }

    /// The reason why an entry is not in the final.
    pub(crate) fn reason(&self, entry: u16) -> String {
        match progress(self.state()).outcome {
            SelectionOutcome::Chosen(chosen) => {
                let left = chosen.left_out.into_iter().find(|left| left.entry == EntryId::new(entry));
                left.map_or_else(
                    || "it is in the final".to_owned(),
                    |left| left.told(&self.state().rulebook).to_string(),
                )
            }
            other => panic!("the finalists are not known: {other:?}"),
        }
    }
}

/// An application that breaks nothing under these rules.
pub(crate) fn application(rulebook: &Rulebook, contestant: &str) -> Application {
    let rules = rulebook.intake.as_ref().unwrap();
    let mut text = format!("program = \"Program of {contestant}\"\ncontestant = \"{contestant}\"\n");
    if let Some(way) = rules.submissions.first() {
        text += &format!("submission = \"{}\"\n", way.id);
    }
    if rules.protocol.is_some() {
        text += "protocol = \"Judge: Hello.\\nProgram: Hello, you.\"\n";
    }
    let mut application = Application::read(&text).unwrap();
    if let Some(equipment) = &rules.equipment {
        application.runs_on = equipment.provided.iter().take(1).cloned().collect();
    }
    application.opening = rules.opening.as_ref().and(rulebook.interview.opening_words.first()).cloned();
    for field in rules.fields.iter().filter(|field| field.required != Required::WithThirdPartyMaterial) {
        application.fields.insert(field.id.clone(), "something".into());
    }
    for asked in rules.declarations.iter().filter(|asked| matches!(asked.when, Occasion::Always | Occasion::OwnEntry)) {
        application.declarations.insert(asked.id.clone(), asked.must_be);
    }
    application
}

/// A rulebook with the shipped intake and selection of this id. Its other parts do not matter to an intake, except the awards
/// of a contest with no entry or one entry: a prize of 2000 that rolls over and goes to an only entry.
pub(crate) fn rulebook(id: &str) -> Rulebook {
    let mut base: toml::Table = read("loebner-2010.toml").parse().unwrap();
    base.insert("id".into(), id.into());
    base.extend(sections(id));
    let mut rulebook: Rulebook = toml::Value::Table(base).try_into().unwrap();
    rulebook.awards.retain(|award: &AwardRule| award.id == "first");
    for award in &mut rulebook.awards {
        (award.only_entry, award.rolls_over, award.title) = (true, true, "Prize".into());
        award.purse = Some("2000 USD".to_owned().try_into().unwrap());
    }
    rulebook
}

/// The shipped sections `intake` and `selection` of this id.
pub(crate) fn sections(id: &str) -> toml::Table {
    let mut from: toml::Table = read(&format!("{id}.toml")).parse().unwrap();
    ["intake", "selection", "interview"]
        .iter()
        .filter_map(|key| Some(((*key).to_owned(), from.remove(*key)?)))
        .collect()
}

fn read(file: &str) -> String {
    let path = folder().join(file);
    fs::read_to_string(&path).unwrap_or_else(|why| panic!("{}: {why}", path.display()))
}

fn folder() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rulebooks")
}
