//! `viva entry talk`: a person at a keyboard is the judge.

use std::{
    io::{self, IsTerminal, Write},
    time::Duration,
};

use entry::{
    Setup,
    talk::{Farewell, Heard, talk},
};
use rulebook::Key;
use tokio::io::BufReader;

use super::{
    listen::{Doorstep, listen},
    spec::{self, Named},
};
use crate::{
    cli::EntryTalkOptions,
    commands::serve::{interrupted, runtime},
    exit::Exit,
    shell::{self, Failure},
};

/// How long it takes until a silence is said, as in a contest file that does not say it.
pub(super) const SILENCE: Duration = Duration::from_secs(60);

/// How long the last line may take to be answered where no person is at the keyboard.
const LAST_ANSWER: Duration = Duration::from_secs(60);

pub(super) fn run(options: EntryTalkOptions) -> Result<Exit, Failure> {
    let Named { protocol, rules, typing, server, hermetic, folder, door, listens, .. } =
        match spec::named(&options.source) {
            Ok(named) => named,
            Err(none) => return none.told(),
        };
    let doorstep = match listens.map(|host| listen(&host, &door)).transpose() {
        Ok(doorstep) => doorstep,
        Err(none) => return none.told(),
    };
    let workspace = tempfile::tempdir().map_err(shell::failure)?;
    let workspace_path = workspace.path().to_owned();
    let setup = Setup {
        protocol,
        rules,
        typing,
        silence: SILENCE,
        folder,
        workspace: workspace_path,
        server,
        hermetic,
        door,
        number: 1,
        pace: 1.0,
    };
    let farewell = if io::stdin().is_terminal() { Farewell::AtOnce } else { Farewell::AfterTheAnswer(LAST_ANSWER) };
    let mut gave_up = false;
    let runtime = runtime()?;
    let talked = runtime.block_on(async {
        doorstep.map_or(Ok(()), Doorstep::attend)?;
        let input = BufReader::new(tokio::io::stdin());
        let talk = talk(setup, input, farewell, |heard| match heard {
            Heard::Ready => shell::talk("ready: type a line; Ctrl-D ends"),
            Heard::Key(key) => show(*key),
            Heard::Incident(incident) => {
                gave_up |= matches!(incident, entry::Incident::GaveUp);
                shell::talk(format_args!("[{}] {incident}", incident.kind()));
            }
        });
        tokio::select! {
            talked = talk => talked,
            () = interrupted() => Ok(()),
        }
    });
    // A read of the keyboard that nobody waits for any more must not hold the end up.
    runtime.shutdown_background();
    talked.map_err(shell::failure)?;
    Ok(if gave_up { Exit::No } else { Exit::Yes })
}

/// Shows a key as a judge's screen would.
fn show(key: Key) {
    let mut out = io::stdout().lock();
    let shown = match key {
        Key::Char(c) => write!(out, "{}", c.get()),
        Key::Return => writeln!(out),
        Key::Tab => write!(out, "\t"),
        Key::BackSpace => write!(out, "\u{8} \u{8}"),
    };
    if shown.and_then(|()| out.flush()).is_err() {
        std::process::exit(0);
    }
}
