//! `viva intake screen`: puts the questions of a stage to every entry in it, and `viva intake answers`: the answers as a table.

use std::{
    collections::{BTreeMap, VecDeque},
    path::{Path, PathBuf},
    time::Duration,
};

use entry::{
    Setup,
    ask::{Patience, TurnAnswers, ask_items},
};
use intake::{Command, Intake, ItemAnswers, counted_words, screening::Screening, selection::progress};
use questions::{Item, Suite, read};
use rulebook::{
    EntryId,
    contest_file::{EntrySpec, Protocol},
    counted, reader,
    schema::Compare,
    visible,
};
use tokio::{sync::mpsc, task::JoinSet};
use vocabulary::Vocabulary;

use super::{Unusable, answer::ExitAnswer, desk::Desk};
use crate::{
    cli::IntakeScreenOptions,
    commands::{
        entry::spec::Named,
        serve::{interrupted, runtime},
    },
    exit::Exit,
    shell::{self, Failure},
};

/// The number of times that a program that died is started again.
const STARTS_AGAIN: u32 = 1;

/// An entry that still has questions to answer.
struct Waiting {
    entry: EntryId,
    named: Named,
    items: Vec<String>,
}

/// The answers of an entry to an item, as they come.
struct Arrived {
    entry: EntryId,
    item: String,
    answers: TurnAnswers,
}

pub(super) fn run(options: &IntakeScreenOptions) -> Result<Exit, Failure> {
    let desk = Desk::at(&options.data);
    if let Some(file) = &options.suite
        && fix_questions(&desk, &options.stage, file)? == ExitAnswer::No
    {
        return Ok(Exit::No);
    }
    let log = desk.read()?;
    let Some(intake) = &log.intake else { return Ok(Exit::No) };
    let Some((screening, suite)) = questions_of(intake, &options.stage)? else { return Ok(Exit::No) };
    let specs = Specs::read(&options.entries)?;
    let held = progress(intake).stages.into_iter().find(|held| held.stage == options.stage);
    let field: Vec<EntryId> = held.map_or_else(Vec::new, |held| held.field.into_iter().collect());
    let Some(waiting) = waiting(intake, screening, &field, &specs)? else { return Ok(Exit::Usage) };
    tell_facts(intake, &options.stage);
    let turns: BTreeMap<&str, Vec<String>> = suite.items.iter().map(|item| (item.id.as_str(), item.turns())).collect();
    let finished = runtime()?.block_on(put(options, &desk, waiting, &turns))?;
    if !finished {
        shell::talk("stopped; the answers so far are recorded: run the same command again to go on");
        return Ok(Exit::Interrupted);
    }
    summary(&desk, &options.stage, &field, &options.data)
}

/// Reads a suite, and fixes it as the questions of the stage.
fn fix_questions(desk: &Desk, stage: &str, file: &Path) -> Result<ExitAnswer, Failure> {
    let text = shell::read_text(file)?;
    let suite =
        read(&text, Vocabulary::shipped()).map_err(|faults| Unusable::at(file, &visible(&faults.to_string())))?;
    let items = suite.items.iter().map(|item| item.id.clone()).collect();
    desk.does(&Command::SetQuestions { stage: stage.to_owned(), items, suite: text })
}

/// The screening of a stage with its suite; none, after a message, where the questions are not fixed.
fn questions_of<'i>(intake: &'i Intake, stage: &str) -> Result<Option<(&'i Screening, Suite)>, Failure> {
    let screening = intake.stages.get(stage).map(|record| &record.screening);
    let Some((screening, text)) = screening.and_then(|screening| Some((screening, screening.suite.as_ref()?))) else {
        shell::talk(format_args!("the questions of {} are not fixed", visible(stage)));
        shell::talk("hint: name them with `--suite`; `viva questions make` makes a suite");
        return Ok(None);
    };
    Ok(Some((screening, read(text, Vocabulary::shipped()).map_err(shell::failure)?)))
}

/// The tables of a file with entries, by the names of their programs.
struct Specs {
    file: PathBuf,
    folder: PathBuf,
    by_name: BTreeMap<String, EntrySpec>,
}

impl Specs {
    fn read(file: &Path) -> Result<Self, Failure> {
        let entries = reader::read_entries(&file.display().to_string(), &shell::read_text(file)?)?;
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let by_name = entries.into_iter().map(|entry| (counted_words::name(&entry.name), entry)).collect();
        Ok(Self { file: file.to_owned(), folder: folder.to_owned(), by_name })
    }

    /// The table of an entry: under the name of its program, or under its id.
    fn of(&self, entry: EntryId, program: &str) -> Option<&EntrySpec> {
        let found = self.by_name.get(&counted_words::name(program));
        found.or_else(|| self.by_name.get(&counted_words::name(&entry.to_string())))
    }
}

/// The entries with open questions; none, after a message for each, where one cannot be asked.
fn waiting(
    intake: &Intake,
    screening: &Screening,
    field: &[EntryId],
    specs: &Specs,
) -> Result<Option<VecDeque<Waiting>>, Failure> {
    let mut all = VecDeque::new();
    let mut complete = true;
    for entry in field {
        let items: Vec<String> = screening.open(*entry).map(str::to_owned).collect();
        if items.is_empty() {
            continue;
        }
        let application = intake.entries.get(entry).and_then(|entered| entered.application.as_ref());
        let program = application.map_or_else(|| entry.to_string(), |application| application.program.clone());
        match specs.of(*entry, &program) {
            Some(spec) if !matches!(spec.protocol, Protocol::Socketio(_)) => {
                let rules = intake.rulebook.interview.clone();
                let named = Named::of(program, spec.clone(), specs.folder.clone(), rules)?;
                all.push_back(Waiting { entry: *entry, named, items });
            }
            Some(_) => {
                complete = false;
                shell::talk(format_args!("{entry} connects by itself, and cannot be asked here"));
            }
            None => {
                complete = false;
                let (program, file) = (visible(&program), visible(&specs.file.display().to_string()).to_string());
                shell::talk(format_args!("{entry} has no table in {file} (one named `{program}` or `{entry}`)"));
            }
        }
    }
    if !complete {
        shell::talk("hint: nobody was asked; docs/entries.md shows an `[[entry]]` table");
    }
    Ok(complete.then_some(all))
}

fn tell_facts(intake: &Intake, stage: &str) {
    let stages = intake.rulebook.selection.iter().flat_map(|rules| &rules.stages);
    for stage in stages.filter(|other| other.id == stage) {
        if let Compare::Questions(rules) = &stage.compare {
            rules.facts.iter().for_each(|fact| shell::talk(format_args!("true for these questions: {fact}")));
        }
    }
}

/// Asks the entries, `jobs` at a time, and records each item as it is answered. False when interrupted.
async fn put(
    options: &IntakeScreenOptions,
    desk: &Desk,
    mut waiting: VecDeque<Waiting>,
    turns: &BTreeMap<&str, Vec<String>>,
) -> Result<bool, Failure> {
    let patience =
        Patience { answer: Duration::from_secs(options.patience), more: Duration::from_millis(options.quiet_ms) };
    let stopped = interrupted();
    tokio::pin!(stopped);
    let (report, mut reports) = mpsc::unbounded_channel();
    let mut running = JoinSet::new();
    loop {
        while running.len() < options.jobs.into()
            && let Some(next) = waiting.pop_front()
        {
            let asked = next.items.iter().map(|item| turns.get(item.as_str()).cloned().unwrap_or_default()).collect();
            running.spawn(one(next, asked, patience, report.clone()));
        }
        tokio::select! {
            biased;
            Some(arrived) = reports.recv() => record(desk, &options.stage, arrived)?,
            ended = running.join_next() => match ended {
                Some(Err(panicked)) => std::panic::resume_unwind(panicked.into_panic()),
                Some(Ok(())) => {}
                None if waiting.is_empty() => break,
                None => {}
            },
            () = &mut stopped => {
                // An item that was answered meanwhile is recorded too.
                while let Ok(arrived) = reports.try_recv() {
                    record(desk, &options.stage, arrived)?;
                }
                return Ok(false);
            }
        }
    }
    while let Ok(arrived) = reports.try_recv() {
        record(desk, &options.stage, arrived)?;
    }
    Ok(true)
}

/// Asks one entry in one conversation.
async fn one(waiting: Waiting, asked: Vec<Vec<String>>, patience: Patience, report: mpsc::UnboundedSender<Arrived>) {
    let Waiting { entry, named, items } = waiting;
    let setup = Setup { typing: Some(Duration::ZERO), ..named.setup.clone() };
    let told = |at: usize, answers: TurnAnswers| {
        // The receiver ends only with the command itself.
        let _ = report.send(Arrived { entry, item: items[at].clone(), answers });
    };
    ask_items(setup, &asked, patience, STARTS_AGAIN, told).await;
    // The program's folder must last until it has been asked.
    drop(named);
}

fn record(desk: &Desk, stage: &str, arrived: Arrived) -> Result<(), Failure> {
    let Arrived { entry, item, answers: TurnAnswers { answers, took, cut, incidents } } = arrived;
    for incident in &incidents {
        shell::talk(format_args!("{entry}, {item}: [{}] {}", incident.kind(), visible(&incident.to_string())));
    }
    let answers = ItemAnswers {
        stage: stage.to_owned(),
        entry,
        item,
        took_ms: u32::try_from(took.as_millis()).unwrap_or(u32::MAX),
        cut,
        incidents: incidents.iter().map(|incident| incident.kind().to_string()).collect(),
        answers,
    };
    desk.does(&Command::TakeAnswers(Box::new(answers))).map(drop)
}

/// Prints how many items each entry answered; exit code 1 where one has still to be asked.
fn summary(desk: &Desk, stage: &str, field: &[EntryId], data: &Path) -> Result<Exit, Failure> {
    let log = desk.read()?;
    let screening = log.intake.as_ref().and_then(|intake| intake.stages.get(stage)).map(|record| &record.screening);
    let Some(screening) = screening else { return Ok(Exit::No) };
    let mut complete = true;
    for entry in field {
        let answers = screening.answers.get(entry);
        let silent = answers.map_or(0, |answers| answers.values().filter(|answer| answer.silent).count());
        let cut = answers.map_or(0, |answers| answers.values().filter(|answer| answer.cut).count());
        let put = answers.map_or(0, BTreeMap::len);
        complete &= put == screening.items.len();
        let cut = if cut == 0 { String::new() } else { format!(", {cut} cut") };
        let asked = counted(put, "question", "questions");
        shell::talk(format_args!("{entry}: {asked}, {silent} without an answer{cut}"));
    }
    shell::talk(format_args!(
        "hint: `viva intake answers --stage {} --data {}` prints the answers to mark",
        visible(stage),
        visible(&data.display().to_string())
    ));
    Ok(if complete { Exit::Yes } else { Exit::No })
}

/// Prints the answers of a stage as CSV, question by question: a column for the mark stands beside each.
pub(super) fn answers(stage: &str, data: &Path) -> Result<Exit, Failure> {
    let log = Desk::at(data).read()?;
    let Some(intake) = &log.intake else { return Ok(Exit::No) };
    let Some((screening, suite)) = questions_of(intake, stage)? else { return Ok(Exit::No) };
    shell::data("question,kind,asked,entry,answer,took_ms,cut,score");
    for item in &suite.items {
        for (entry, answers) in &screening.answers {
            let Some(record) = answers.get(&item.id) else { continue };
            let last = record.answers.as_ref().and_then(|answers| answers.last()).and_then(Option::as_deref);
            let cells = [
                item.id.clone(),
                item.set.clone(),
                asked(item),
                entry.to_string(),
                last.unwrap_or_default().to_owned(),
                record.took_ms.to_string(),
                if record.cut { "yes" } else { "" }.to_owned(),
                String::new(),
            ];
            shell::data(cells.map(|cell| quoted(&cell)).join(","));
        }
    }
    Ok(Exit::Yes)
}

/// Everything said to the entry, a line each.
fn asked(item: &Item) -> String {
    item.turns().join("\n")
}

/// A cell of CSV, in quotes where it needs them. A cell that a spreadsheet would compute begins with an apostrophe.
fn quoted(cell: &str) -> String {
    let cell = if cell.starts_with(['=', '+', '-', '@']) { format!("'{cell}") } else { cell.to_owned() };
    if cell.contains(['"', ',', '\n', '\r']) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell }
}
