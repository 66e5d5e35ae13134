//! `viva intake`: from the call for entries to the finalists, on a log in a folder.

pub(crate) mod answer;
mod desk;
mod screen;

use std::path::{Path, PathBuf};

use intake::{Application, Command, Moment, Receipt, judging::Sheet, selection::likeness::Answers};
use rulebook::{
    Seed,
    calendar::{self, Days},
    reader,
};

use crate::{
    cli::{IntakeCommand, ReceiveOptions},
    contained_path,
    destination::Destination,
    exit::Exit,
    now::now,
    shell::{self, Failure, ShownPath},
};
use answer::ExitAnswer;
use desk::{Broken, Desk};

pub(crate) fn run(command: IntakeCommand) -> Result<Exit, Failure> {
    let answer = match command {
        IntakeCommand::Open { rulebook, data, name, days } => open(&rulebook, &data, name, &days),
        IntakeCommand::Move { days, data } => Desk::at(&data).does(&Command::MoveDays { days }),
        IntakeCommand::Receive(options) => receive(&options),
        IntakeCommand::Declare { entry, declaration, answer, data } => {
            Desk::at(&data).does(&Command::Declare { entry, declaration, yes: answer.is_yes() })
        }
        IntakeCommand::Supply { entry, field, text, data } => {
            Desk::at(&data).does(&Command::Supply { entry, field, text })
        }
        IntakeCommand::Testing { entry, on, agreed, data } => {
            let testing = intake::Testing { on, agreed };
            Desk::at(&data).does(&Command::Agree { entry, testing })
        }
        IntakeCommand::Check { entry, data } => Desk::at(&data).does(&Command::Check { entry }),
        IntakeCommand::TakeBack { entry, reason, data } => Desk::at(&data).does(&Command::TakeBack { entry, reason }),
        IntakeCommand::Invite { entry, reason, data } => Desk::at(&data).does(&Command::Invite { entry, reason }),
        IntakeCommand::Withdraw { entry, data } => Desk::at(&data).does(&Command::Withdraw { entry }),
        IntakeCommand::Disqualify { entry, by, rule, reason, data } => {
            Desk::at(&data).does(&Command::Disqualify { entry, by, rule, reason })
        }
        IntakeCommand::Replace { entry, reason, data } => Desk::at(&data).does(&Command::Replace { entry, reason }),
        IntakeCommand::Working { entry, on, data } => {
            let when = on.unwrap_or_else(|| Moment::At(now()));
            Desk::at(&data).does(&Command::Works { entry, when })
        }
        IntakeCommand::Changed { entry, on, data } => {
            let when = on.unwrap_or_else(|| Moment::At(now()));
            Desk::at(&data).does(&Command::Change { entry, when })
        }
        IntakeCommand::Plan { stage, judges, judge, seed, data } => plan(&stage, judges, judge, seed, &data),
        IntakeCommand::Screen(options) => return told(screen::run(&options)),
        IntakeCommand::Answers { stage, data } => return told(screen::answers(&stage, &data)),
        IntakeCommand::Score { stage, file, data } => score(stage, &file, &data),
        IntakeCommand::Decide { stage, order, reason, data } => {
            Desk::at(&data).does(&Command::DecideTie { stage, order, reason })
        }
        IntakeCommand::Finalists { announce, contest_file, overwrite, judges_of, json, data } => {
            // The output path is checked first, because an announcement cannot be undone.
            let contest_file = contest_file.map(|file| Destination::file(&file, overwrite)).transpose();
            contest_file.and_then(|file| finalists(announce, file, judges_of.as_deref(), json, &data))
        }
        IntakeCommand::Likeness { file, pairs, json, data } => likeness(&file, pairs, json, data.as_deref()),
        IntakeCommand::List { json, data } => read(&data, |log| answer::list(log, json)),
        IntakeCommand::Status { json, data } => read(&data, |log| answer::status(log, json, now())),
    };
    told(answer.map(ExitAnswer::exit))
}

/// Reports a failure; one of the command line or of a named file has its own exit code.
fn told(answer: Result<Exit, Failure>) -> Result<Exit, Failure> {
    answer.or_else(|failure| {
        let exit = shell::report(&failure);
        let usage = failure.is::<Unusable>() || failure.is::<Broken>();
        Ok(if usage { Exit::Usage } else { exit })
    })
}

fn open(rulebook: &str, data: &Path, name: String, days: &[(String, Days)]) -> Result<ExitAnswer, Failure> {
    let mut rulebook = Box::new(super::rulebook::named(rulebook)?);
    for (id, days) in days {
        if let Err(not) = calendar::replace(&mut rulebook, id, *days) {
            shell::talk(format_args!("refused: {not}"));
            return Ok(ExitAnswer::No);
        }
    }
    if !days.is_empty() {
        // The rules with these days are checked as a rulebook file is, before entries are called for.
        let text = toml::to_string(&rulebook).map_err(shell::failure)?;
        let called = format!("{} with these days", rulebook.id);
        if let Err(faults) = reader::read_rulebook(&called, &text) {
            shell::faulty(faults)?;
            shell::talk("refused: these days contradict others of the rules");
            shell::talk("hint: move those with `--day` too; `viva contest calendar` lists them all");
            return Ok(ExitAnswer::No);
        }
    }
    let told = Desk::at(data).does(&Command::Open { name, rulebook })?;
    if told == ExitAnswer::Yes {
        shell::talk(format_args!(
            "hint: take applications in with `viva intake receive APPLICATION.toml --data {}`",
            data.shown()
        ));
    }
    Ok(told)
}

fn receive(options: &ReceiveOptions) -> Result<ExitAnswer, Failure> {
    let text = shell::read_text(&options.file)?;
    let bad = |why: &dyn std::fmt::Display| Unusable::at(&options.file, why);
    let mut application = Application::read(&text).map_err(|why| bad(&why))?;
    if let Some(file) = application.protocol_file.take() {
        let folder = options.file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let protocol = contained_path::open(folder, Path::new(&file)).and_then(shell::text_of);
        application.protocol = Some(protocol.map_err(|why| bad(&format_args!("`protocol_file` `{file}`: {why}")))?);
        application.check().map_err(|why| bad(&why))?;
    }
    let received = options.received.unwrap_or_else(|| Moment::At(now()));
    let receipt = Receipt { mailed: options.stamp, received, link: None, application };
    Desk::at(&options.data).does(&Command::Receive(Box::new(receipt)))
}

fn plan(
    stage: &str,
    judges: Option<usize>,
    named: Vec<String>,
    seed: Option<String>,
    data: &Path,
) -> Result<ExitAnswer, Failure> {
    let judges = if named.is_empty() { vec![String::new(); judges.unwrap_or(0)] } else { named };
    let seed = match seed {
        Some(seed) => seed,
        None => desk::random_word()?,
    };
    shell::talk(format_args!("seed {seed}"));
    let seed = Seed::from_contributions([seed.as_str()]);
    Desk::at(data).does(&Command::DrawPanel { stage: stage.to_owned(), judges, seed })
}

fn score(stage: String, file: &Path, data: &Path) -> Result<ExitAnswer, Failure> {
    let sheet = Sheet::read(&shell::read_text(file)?).map_err(|faults| Unusable::at(file, &faults))?;
    Desk::at(data).does(&Command::TakeScores { stage, sheet })
}

fn finalists(
    announce: bool,
    contest_file: Option<Destination>,
    judges_of: Option<&Path>,
    json: bool,
    data: &Path,
) -> Result<ExitAnswer, Failure> {
    let judges = match judges_of {
        None => Vec::new(),
        Some(contest) => match crate::contest_file::submitted(contest)? {
            Ok(submitted) => submitted.file.judges.into_iter().map(|judge| judge.name).collect(),
            Err(faults) => return Err(faults.into()),
        },
    };
    let log = Desk::at(data).read()?;
    let clash = answer::clashes(&log, &judges);
    let told = answer::finalists(&log, json);
    if clash == ExitAnswer::No {
        return Ok(ExitAnswer::No);
    }
    // If the finalists are not known yet, the answer has said so, and nothing is announced.
    let told = if announce && told == ExitAnswer::Yes { Desk::at(data).does(&Command::Announce)? } else { told };
    match contest_file {
        Some(file) if told == ExitAnswer::Yes => write_contest_file(file, data),
        _ => Ok(told),
    }
}

/// Writes the contest file of the final.
fn write_contest_file(file: Destination, data: &Path) -> Result<ExitAnswer, Failure> {
    let log = Desk::at(data).read()?;
    let Some(text) = log.intake.as_ref().and_then(intake::contest_file) else {
        shell::talk("there is no final, so that no contest file was written");
        return Ok(ExitAnswer::No);
    };
    let path = file.path().to_owned();
    file.write(text.as_bytes())?;
    let file = path.shown();
    shell::talk(format_args!("wrote {file}\nhint: fill it in, then run `viva contest check {file}`"));
    Ok(ExitAnswer::Yes)
}

/// Compares answers. Without an intake there are no rules about the result to print.
fn likeness(file: &Path, shown: usize, json: bool, data: Option<&Path>) -> Result<ExitAnswer, Failure> {
    let answers = Answers::read(&shell::read_text(file)?).map_err(|why| Unusable::at(file, &why))?;
    let rulebook = data.map(|data| Desk::at(data).read()).transpose()?;
    let rulebook = rulebook.and_then(|log| log.intake).map(|intake| intake.rulebook);
    let rules = rulebook.and_then(|rulebook| rulebook.selection).and_then(|rules| rules.likeness);
    super::likeness::tell(&answers.likeness(), shown, rules.as_ref(), json)?;
    Ok(ExitAnswer::Yes)
}

/// Reads the log of an intake for another command.
pub(crate) fn read_log(data: &Path) -> Result<intake::log::Log, Failure> {
    Desk::at(data).read()
}

fn read(data: &Path, tell: impl FnOnce(&intake::log::Log) -> ExitAnswer) -> Result<ExitAnswer, Failure> {
    Ok(tell(&Desk::at(data).read()?))
}

/// A file that cannot be used.
#[derive(Debug, thiserror::Error, miette::Diagnostic)]
#[error("`{path}` cannot be used: {why}", path = .path.shown())]
#[diagnostic(help("docs/intake.md has an example of everything that goes in"))]
pub(crate) struct Unusable {
    path: PathBuf,
    why: String,
}

impl Unusable {
    fn at(path: &Path, why: &dyn std::fmt::Display) -> Failure {
        Self { path: path.to_owned(), why: why.to_string() }.into()
    }
}
