//! `viva questions`: makes, checks and shows suites of questions.

use std::path::Path;

use questions::{Facts, Fault, Faults, Key, Request, Suite, Templates, make, read};
use rulebook::{counted, visible};
use serde::Serialize;
use vocabulary::Vocabulary;

use crate::{
    cli::{QuestionsCommand, QuestionsMakeOptions},
    exit::Exit,
    shell::{self, Failure, ShownPath},
};

pub(crate) fn run(command: QuestionsCommand) -> Result<Exit, Failure> {
    match command {
        QuestionsCommand::Make(options) => made(options),
        QuestionsCommand::Check { file, json } => check(&file, json),
        QuestionsCommand::Show { file, keys } => show(&file, keys),
    }
}

/// A fault of a suite.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct FaultOfSuite {
    /// The line, from 1.
    line: usize,
    /// The place in the document, such as `items[2].ask`.
    place: String,
    /// The fault, and how to fix it.
    message: String,
}

fn made(options: QuestionsMakeOptions) -> Result<Exit, Failure> {
    let QuestionsMakeOptions { sets, items, seed, start, rounds, round_minutes } = options;
    let shipped = Templates::shipped().facts();
    let facts = Facts {
        start: start.unwrap_or(shipped.start),
        rounds: rounds.unwrap_or(shipped.rounds),
        round_minutes: round_minutes.unwrap_or(shipped.round_minutes),
    };
    let request = Request { sets, items, seed, facts: Some(facts) };
    match make(Templates::shipped(), Vocabulary::shipped(), &request) {
        Ok(suite) => {
            shell::raw(suite.to_toml());
            Ok(Exit::Yes)
        }
        Err(why) => {
            shell::talk(why);
            Ok(Exit::Usage)
        }
    }
}

fn check(file: &Path, json: bool) -> Result<Exit, Failure> {
    let found = suite_of(file)?;
    let exit = if found.is_ok() { Exit::Yes } else { Exit::No };
    if json {
        let faults = found.err().map_or_else(Vec::new, |Faults(faults)| faults);
        let told = |Fault { line, place, wrong }| FaultOfSuite { line, place, message: wrong.to_string() };
        shell::json(&faults.into_iter().map(told).collect::<Vec<_>>())?;
        return Ok(exit);
    }
    match found {
        Ok(suite) => {
            let items = counted(suite.items.len(), "question", "questions");
            shell::talk(format_args!("nothing is wrong: {items}, and no contradiction"));
        }
        Err(faults) => tell(file, &faults),
    }
    Ok(exit)
}

fn show(file: &Path, keys: bool) -> Result<Exit, Failure> {
    let suite = match suite_of(file)? {
        Ok(suite) => suite,
        Err(faults) => {
            tell(file, &faults);
            return Ok(Exit::No);
        }
    };
    for item in &suite.items {
        shell::data(format_args!("{}", visible(&item.id)));
        for turn in item.turns() {
            shell::data(format_args!("  {}", visible(&turn)));
        }
        if keys {
            let key = match (&item.key, item.computes) {
                (Some(key), _) => in_words(key),
                (None, Some(_)) => "by the clock".to_owned(),
                (None, None) => "none".to_owned(),
            };
            shell::data(format_args!("  key: {}", visible(&key)));
        }
    }
    Ok(Exit::Yes)
}

/// The suite of a file, or its faults.
fn suite_of(file: &Path) -> Result<Result<Suite, Faults>, Failure> {
    Ok(read(&shell::read_text(file)?, Vocabulary::shipped()))
}

fn tell(file: &Path, Faults(faults): &Faults) {
    for fault in faults {
        shell::talk(format_args!("{}: {}", file.shown(), visible(&fault.to_string())));
    }
}

fn in_words(key: &Key) -> String {
    let lists = [("", &key.any, " or "), ("", &key.all, " and "), ("not ", &key.not, " or ")];
    let lists = lists.into_iter().filter(|(_, words, _)| !words.is_empty());
    lists.map(|(begin, words, between)| format!("{begin}{}", words.join(between))).collect::<Vec<_>>().join("; ")
}
