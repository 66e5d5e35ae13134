//! `viva contest`: writes and checks contest files, and runs a served contest.

mod day;
mod programs;
mod sign;
mod template;

use std::{fmt::Write, path::Path};

use ::contest::shown::SourceConversation;
use entry::isolation::{self, Reach};
use intake::people::{People, PeopleFault, PeopleFile};
use language::Message;
use rulebook::{ContestFile, EntryId, calendar, contest_file::EntrySpec, counted, reader};
use schedule::GivenPlan;
use serde::Serialize;
use server::{Submitted, plan::plan_of, sources::sources_of};

use super::{checked::AllFaults, reach::reaches};
use crate::{
    cli::{ContestCommand, Overwrite},
    contest_file::submitted,
    destination::Destination,
    exit::Exit,
    misuse::{Unplayable, Unshowable},
    shell::{self, Failure, ShownPath},
};

pub(crate) fn run(command: ContestCommand) -> Result<Exit, Failure> {
    match command {
        ContestCommand::Day(command) => day::run(command),
        ContestCommand::New { file, rulebook, overwrite } => {
            let text = match &rulebook {
                Some(named) => template::of(named, &super::rulebook::named(named)?),
                None => reader::contest_template().to_owned(),
            };
            match file {
                Some(file) => new(&file, &text, overwrite),
                None => {
                    shell::data(text.trim_end());
                    Ok(Exit::Yes)
                }
            }
        }
        ContestCommand::Calendar { file, of, ics, json } => super::calendar::run(&file, of, ics, json),
        ContestCommand::People { file, people, intake, json } => {
            super::people::run(&file, people.as_deref(), intake.as_deref(), json)
        }
        ContestCommand::Sign { file, key } => sign::run(&file, &key),
        ContestCommand::Check { file, programs, json: true } => {
            debug_assert!(!programs, "the command line refuses both");
            check_as_json(&file)
        }
        ContestCommand::Check { file, programs, json: false } => check(&file, programs),
    }
}

/// A contest file without faults, and anything else that prevents playing it.
struct Readable {
    submitted: Submitted,
    /// The conversations shown to judges, each with the position of its source; empty if judges talk themselves.
    shown: Vec<(u16, SourceConversation)>,
    /// The extent of the day in a sentence, or the reason why the contest cannot be played.
    day: Result<String, InTheWay>,
}

/// The reason why a contest with a faultless file cannot be played.
#[derive(Debug, thiserror::Error)]
enum InTheWay {
    /// The plan named in the file cannot be played.
    #[error(transparent)]
    Plan(#[from] Unplayable),
    /// The sources named in the file cannot be shown.
    #[error(transparent)]
    Sources(#[from] Unshowable),
    /// A matter that the rulebook leaves to the contest is not settled.
    #[error("{0}")]
    Terms(String),
    /// No plan can be made by the rulebook's design.
    #[error("no plan can be made: {0}")]
    NoDesign(String),
    /// People have two roles that the rulebook keeps apart, a sentence each.
    #[error("{0}")]
    People(String),
}

fn readable(file: &Path) -> Result<Result<Readable, reader::Faults>, Failure> {
    let submitted = match submitted(file)? {
        Ok(submitted) => submitted,
        Err(faults) => return Ok(Err(faults)),
    };
    let (submitted, unplayable) = match plan_of(&submitted.file, &submitted.folder) {
        Ok(plan) => (Submitted { plan, ..submitted }, None),
        Err(why) => (submitted, Some(InTheWay::Plan(why.into()))),
    };
    let (shown, unplayable) = match (sources_of(&submitted.file, &submitted.folder), unplayable) {
        (Ok(shown), unplayable) => (shown, unplayable),
        (Err(_), Some(why)) => (Vec::new(), Some(why)),
        (Err(why), None) => (Vec::new(), Some(InTheWay::Sources(why.into()))),
    };
    let day = match unplayable {
        Some(why) => Err(why),
        None => day(&submitted),
    };
    Ok(Ok(Readable { submitted, shown, day }))
}

/// The extent of the day in a sentence, if the contest can start.
fn day(submitted: &Submitted) -> Result<String, InTheWay> {
    submitted.terms().can_start(None).map_err(|why| InTheWay::Terms(why.to_string()))?;
    let rulebook = &submitted.file.rulebook;
    let clashes = two_roles(&submitted.file);
    if !clashes.is_empty() {
        return Err(InTheWay::People(clashes.join("; ")));
    }
    let plan = match &submitted.plan {
        Some(given) => given.plan(),
        None => schedule::construct(rulebook).map_err(|why| InTheWay::NoDesign(why.to_string()))?,
    };
    Ok(super::day::told(rulebook, &plan))
}

/// The people with two roles that the rules keep apart. Kinship, attestations and seats are in other files:
/// `viva contest people` checks those.
fn two_roles(contest: &ContestFile) -> Vec<String> {
    let Some(rules) = &contest.rulebook.people else { return Vec::new() };
    let Ok(people) = People::of(&contest.rulebook, Some(contest), None, &PeopleFile::default()) else {
        return Vec::new();
    };
    let clashes = people.clashes(rules).into_iter();
    clashes.filter(|clash| matches!(clash.fault, PeopleFault::TwoRoles { .. })).map(|clash| clash.to_string()).collect()
}

fn check(file: &Path, programs: bool) -> Result<Exit, Failure> {
    let Readable { submitted, shown, day } = match readable(file)? {
        Ok(readable) => readable,
        Err(faults) => return shell::faulty(faults),
    };
    let day = match day {
        Ok(day) => day,
        Err(InTheWay::Plan(why)) => {
            shell::report(&why.into());
            return Ok(Exit::No);
        }
        Err(InTheWay::Sources(why)) => {
            shell::report(&why.into());
            return Ok(Exit::No);
        }
        Err(why) => {
            shell::talk(format_args!("{}: {why}\nhint: mend it in the contest file", shell::name_of(file)));
            return Ok(Exit::No);
        }
    };
    let Submitted { file: contest, folder, plan, .. } = submitted;
    shell::talk(describe(file, &contest, plan.as_ref(), &day));
    super::calendar::notes(&calendar::days(&contest.rulebook)).iter().for_each(shell::talk);
    if contest.rulebook.interview.is_read() {
        shell::talk(told_of(&shown));
        return Ok(Exit::Yes);
    }
    shell::talk(reaches(&contest, &folder));
    if programs {
        return programs::run(&contest, &folder);
    }
    if let Some(lacking) = lacking(file, &contest, &folder) {
        shell::talk(lacking);
        return Ok(Exit::Incomplete);
    }
    Ok(Exit::Yes)
}

/// The programs with missing files, on one line with the next step; `None` if no file is missing.
fn lacking(file: &Path, contest: &ContestFile, folder: &Path) -> Option<String> {
    let lacking = lacks(contest, folder);
    if lacking.is_empty() {
        return None;
    }
    let named = |program: &ProgramLacks| format!("{} (`{}`)", program.name, program.files.join("`, `"));
    let lacking: Vec<String> = lacking.iter().map(named).collect();
    Some(format!(
        "not ready for the day: files of programs are missing: {}\nhint: put them in place, then run `viva contest check {} --programs`, \
         which starts each program",
        lacking.join(", "),
        file.shown()
    ))
}

/// The programs with missing files.
fn lacks(contest: &ContestFile, folder: &Path) -> Vec<ProgramLacks> {
    let hidden = isolation::hidden(contest.programs(), folder);
    let of = |spec: &EntrySpec| {
        let files = Reach::of(spec, folder, &hidden, contest.rulebook.equipment()).lacks;
        (!files.is_empty()).then(|| ProgramLacks { name: spec.name.clone(), files })
    };
    contest.programs().filter_map(of).collect()
}

/// The check of a contest file.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct ContestChecked {
    /// The file.
    file: String,
    /// True if the contest can be played.
    sound: bool,
    #[serde(flatten)]
    faults: AllFaults,
    /// The reason why the contest cannot be played although its file has no fault: a broken plan, a matter not settled,
    /// or a person in two roles that the rules keep apart.
    in_the_way: Option<String>,
    /// Days moved outside the range that their rules allow, a sentence each.
    notes: Vec<String>,
    /// The programs with files that are not there yet, each with these files.
    missing: Vec<ProgramLacks>,
    /// The content of the file; null if it has faults.
    contest: Option<ContestTold>,
}

/// The files that a program lacks.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct ProgramLacks {
    /// The program's name.
    name: String,
    /// The files, as the contest file names them.
    files: Vec<String>,
}

/// The content of a contest file.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct ContestTold {
    /// The short name in addresses.
    id: String,
    /// The name for people.
    name: String,
    /// The id of the contest's rulebook.
    rulebook: String,
    /// The number of judges.
    judges: usize,
    /// The number of confederates.
    confederates: usize,
    /// The number of entries.
    entries: usize,
    /// True if `seed` alone fixes every draw.
    rehearsal: bool,
    /// The access of each program to this machine.
    programs: Vec<ProgramReach>,
}

/// The access of an entry's program to this machine.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct ProgramReach {
    /// The entry, such as `E1`.
    entry: EntryId,
    /// The entry's name.
    name: String,
    /// The isolation of the program.
    kept: String,
    /// The things that the program can do, in sentences.
    can: Vec<String>,
    /// Warnings to look at.
    warnings: Vec<String>,
}

fn check_as_json(file: &Path) -> Result<Exit, Failure> {
    let name = shell::name_of(file);
    let (faults, in_the_way, notes, missing, contest) = match readable(file)? {
        Err(faults) => (AllFaults::from(&faults), None, Vec::new(), Vec::new(), None),
        Ok(Readable { submitted, day, shown: _ }) => {
            let in_the_way = day.err().map(|why| chain(&why));
            let notes = super::calendar::notes(&calendar::days(&submitted.file.rulebook));
            let missing = lacks(&submitted.file, &submitted.folder);
            (AllFaults::default(), in_the_way, notes, missing, Some(told(&submitted)))
        }
    };
    let sound = contest.is_some() && in_the_way.is_none();
    let exit = match (sound, missing.is_empty()) {
        (true, true) => Exit::Yes,
        (true, false) => Exit::Incomplete,
        (false, _) => Exit::No,
    };
    shell::json(&ContestChecked { file: name, sound, faults, in_the_way, notes, missing, contest })?;
    Ok(exit)
}

/// An error and its sources in one line.
fn chain(why: &dyn std::error::Error) -> String {
    std::iter::successors(why.source(), |why| why.source()).fold(why.to_string(), |told, why| format!("{told}: {why}"))
}

fn told(submitted: &Submitted) -> ContestTold {
    let contest = &submitted.file;
    let hidden = isolation::hidden(contest.programs(), &submitted.folder);
    let reach = |(entry, spec): (EntryId, &EntrySpec)| {
        let reach = Reach::of(spec, &submitted.folder, &hidden, contest.rulebook.equipment());
        let told = |sentences: Vec<Message>| sentences.iter().map(ToString::to_string).collect();
        let (kept, can, warnings) = (reach.kept.to_string(), told(reach.can), told(reach.warnings));
        ProgramReach { entry, name: spec.name.clone(), kept, can, warnings }
    };
    ContestTold {
        id: contest.id.clone(),
        name: contest.name.clone(),
        rulebook: contest.rulebook.id.clone(),
        judges: contest.judges.len(),
        confederates: contest.confederates.len(),
        entries: contest.entries.len(),
        rehearsal: contest.rehearsal,
        programs: EntryId::first(contest.entries.len()).zip(&contest.entries).map(reach).collect(),
    }
}

fn new(file: &Path, text: &str, overwrite: Overwrite) -> Result<Exit, Failure> {
    Destination::file(file, overwrite)?.write(text.as_bytes())?;
    let file = file.shown();
    shell::talk(format_args!("wrote {file}\nhint: fill it in, then run `viva contest check {file}`"));
    Ok(Exit::Yes)
}

/// The labels that the plan settles, which are not drawn.
fn settled(plan: &GivenPlan) -> String {
    let each: Vec<String> = plan.settled.iter().map(|(who, label)| format!("{who} bears {label}")).collect();
    if each.is_empty() { String::new() } else { format!(", but {}", each.join(", ")) }
}

/// The conversations shown, a line each.
fn told_of(shown: &[(u16, SourceConversation)]) -> String {
    let mut text = "what judges are shown:".to_owned();
    for (_, SourceConversation { of, name, turns, is_human }) in shown {
        let what = if *is_human { "a person" } else { "a program" };
        let _ = write!(text, "\n  {name} of {of}: {what}, {}", counted(turns.len(), "turn", "turns"));
    }
    text
}

fn describe(path: &Path, contest: &ContestFile, plan: Option<&GivenPlan>, day: &str) -> String {
    let plan = match (&contest.plan, plan) {
        (Some(file), Some(plan)) => format!(
            "\n  who meets whom is planned in {}: {} interviews in {} rounds, which break nothing; who bears its labels is drawn{}",
            file.shown(),
            plan.meetings.len(),
            plan.plan().rounds(),
            settled(plan),
        ),
        _ => String::new(),
    };
    let roles = contest.rulebook.roles;
    let (people, programs) = match contest.rulebook.interview.is_read() {
        true => (roles.confederates.into(), roles.entries.into()),
        false => (contest.confederates.len(), contest.entries.len()),
    };
    let named: Vec<&str> =
        contest.entries.iter().filter(|entry| entry.baseline).map(|entry| entry.name.as_str()).collect();
    let baselines = match (named.is_empty(), roles.baselines) {
        (true, 0) => String::new(),
        (true, wanted) => format!(
            "\n  without an award until you name {}: which of the entries {}? write `baseline = true` there before the first round",
            counted(wanted, "baseline", "baselines"),
            if wanted == 1 { "is it" } else { "are they" },
        ),
        (false, _) => format!("\n  without an award, as a baseline: {}", named.join(", ")),
    };
    let rehearsal = match contest.rehearsal {
        true => "\n  a rehearsal: `seed` fixes the draw, and whoever reads it knows who sits where; the record says so",
        false => "",
    };
    format!(
        "{}: a contest without faults\n  {} under {}\n  {}, {}, {}{plan}{baselines}\n  {day}{rehearsal}\nhint: run it with `viva serve --data {} {}`",
        shell::name_of(path),
        contest.name,
        contest.rulebook.title,
        counted(contest.judges.len(), "judge", "judges"),
        counted(people, "confederate", "confederates"),
        counted(programs, "entry", "entries"),
        contest.id,
        path.shown(),
    )
}
