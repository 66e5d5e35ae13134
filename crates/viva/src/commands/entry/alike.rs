//! `viva entry alike`: asks all entries of a contest file the same questions, so that a panel sees which answer alike.

use std::{path::Path, time::Duration};

use entry::ask::Patience;
use intake::selection::likeness::{Answers, ENTRIES_MAX, INPUTS_MAX};
use rulebook::{EntryId, reader};

use super::{
    asking::asked,
    spec::{self, Named, NoEntry},
};
use crate::{
    cli::{EntryAlikeOptions, EntrySource},
    commands::{likeness, serve::runtime},
    destination::Destination,
    exit::Exit,
    shell::{self, Failure, ShownPath},
};

pub(super) fn run(options: &EntryAlikeOptions) -> Result<Exit, Failure> {
    let questions = match questions(&options.questions)? {
        Ok(questions) => questions,
        Err(why) => {
            shell::talk(format_args!("`{}` {why}", options.questions.shown()));
            return Ok(Exit::Usage);
        }
    };
    let csv = options.answers.as_deref().map(|path| Destination::file(path, options.overwrite)).transpose()?;
    let rules = crate::commands::rulebook::named(&options.rulebook)?.selection.and_then(|rules| rules.likeness);
    let names = match names(&options.file)? {
        names if names.len() > ENTRIES_MAX => {
            shell::talk(format_args!(
                "{} entries are too many to compare\nhint: name at most {ENTRIES_MAX}",
                names.len()
            ));
            return Ok(Exit::Usage);
        }
        names => names,
    };
    let patience = Patience { answer: Duration::from_secs(options.patience), more: Duration::from_secs(options.quiet) };
    let mut answers = Answers::default();
    let mut silent = 0;
    for time in 1..=options.times {
        let all = match entries(options, &names) {
            Ok(all) => all,
            Err(none) => return none.told(),
        };
        let Some(asked) = runtime()?.block_on(asked(all, &questions, |_| patience)) else {
            return Ok(Exit::Interrupted);
        };
        for (entry, asked) in asked {
            for incident in &asked.incidents {
                shell::talk(format_args!("{entry}, time {time}: [{}] {incident}", incident.kind()));
            }
            for (question, answer) in questions.iter().zip(asked.answers) {
                match answer {
                    Some(answer) => answers.give(question, entry, answer),
                    None => {
                        silent += 1;
                        shell::talk(format_args!("{entry}, time {time}: no answer to: {question}"));
                    }
                }
            }
        }
    }
    if let Some(csv) = csv {
        csv.write(answers.to_csv().as_bytes())?;
    }
    for (entry, name) in &names {
        shell::talk(format_args!("{entry} is {name}"));
    }
    likeness::tell(&answers.likeness(), options.pairs, rules.as_ref(), options.json)?;
    Ok(if silent == 0 { Exit::Yes } else { Exit::No })
}

/// The questions, or the reason why the file cannot be used.
fn questions(file: &Path) -> Result<Result<Vec<String>, String>, Failure> {
    let text = shell::read_text(file)?;
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let questions: Vec<String> = lines.map(str::to_owned).collect();
    Ok(match questions.len() {
        0 => Err("holds no question: write one on each line".to_owned()),
        found if found > INPUTS_MAX => Err(format!("holds {found} questions, and at most {INPUTS_MAX} are asked")),
        _ => Ok(questions),
    })
}

/// The entries of the file, in its order.
fn names(file: &Path) -> Result<Vec<(EntryId, String)>, Failure> {
    let entries = reader::read_entries(&file.display().to_string(), &shell::read_text(file)?)?;
    Ok(entries.into_iter().enumerate().map(|(at, entry)| (EntryId::at(at), entry.name)).collect())
}

/// Every entry that can be started, each in a folder of its own.
fn entries(options: &EntryAlikeOptions, names: &[(EntryId, String)]) -> Result<Vec<(EntryId, Named)>, NoEntry> {
    let mut all = Vec::new();
    for (entry, name) in names {
        let source = EntrySource {
            spec: format!("{}#{name}", options.file.shown()),
            prompts: Vec::new(),
            settings: Vec::new(),
            warm_up: None,
            rulebook: options.rulebook.clone(),
        };
        let named = spec::named(&source)?;
        if named.listens.is_some() {
            shell::talk(format_args!("{entry} connects by itself, so it is not asked here: `viva entry talk` asks it"));
        } else {
            all.push((*entry, named));
        }
    }
    Ok(all)
}
