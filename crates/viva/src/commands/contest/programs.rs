//! `viva contest check --programs`: starts each program as the contest would, and expects an answer.

use std::{path::Path, time::Duration};

use entry::ask::{ConversationAnswers, Patience};
use rulebook::{
    ContestFile, EntryId,
    contest_file::{EntrySpec, Protocol},
};

use crate::{
    commands::{
        entry::{asking::asked, spec::Named},
        serve::runtime,
    },
    exit::Exit,
    shell::{self, Failure},
};

/// The message sent to each program.
const WORD: &str = "Hello, can you hear me?";

/// The silence after which an answer counts as complete.
const QUIET: Duration = Duration::from_secs(2);

/// The most characters of an answer shown.
const SHOWN_MAX: usize = 60;

pub(super) fn run(contest: &ContestFile, folder: &Path) -> Result<Exit, Failure> {
    let (mut asks, mut silent) = (Vec::new(), 0);
    let rules = &contest.rulebook.interview;
    for (place, spec) in contest.programs().enumerate() {
        let label = label(contest, place, spec);
        if matches!(spec.protocol, Protocol::Socketio(_)) {
            shell::talk(format_args!("{label} connects by itself, so it is not asked here: `viva entry talk` asks it"));
            continue;
        }
        let named = Named::of(label.clone(), spec.clone(), folder.to_owned(), rules.clone())?;
        asks.push(((place, label), named));
    }
    // The wait is the entry's own `silence` from the contest file.
    let patience = |named: &Named| Patience { answer: named.setup.silence, more: QUIET };
    let Some(all) = runtime()?.block_on(asked(asks, &[WORD.to_owned()], patience)) else {
        return Ok(Exit::Interrupted);
    };
    for ((_, label), ConversationAnswers { answers, incidents }) in all {
        for incident in &incidents {
            shell::talk(format_args!("{label}: [{}] {incident}", incident.kind()));
        }
        match answers.into_iter().flatten().next() {
            Some(answer) => shell::talk(format_args!("{label} answers: {}", shortened(&answer))),
            None => {
                silent += 1;
                shell::talk(format_args!("{label} does not answer: `viva entry check` says more"));
            }
        }
    }
    Ok(if silent == 0 { Exit::Yes } else { Exit::No })
}

fn label(contest: &ContestFile, place: usize, spec: &EntrySpec) -> String {
    if place < contest.entries.len() {
        format!("{} {}", EntryId::at(place), spec.name)
    } else {
        format!("the reserve {}", spec.name)
    }
}

/// The beginning of an answer, on one line.
fn shortened(answer: &str) -> String {
    let line = answer.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(SHOWN_MAX) {
        Some((at, _)) => format!("{}…", &line[..at]),
        None => line,
    }
}
