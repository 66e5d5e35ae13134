//! `viva entry join`: an entry takes part in somebody else's contest.

use std::time::Duration;

use entry::{
    Setup,
    socketio::{Heard, Join, JoinError, join, read_secret},
};
use rulebook::contest_file::Protocol;

use super::spec;
use crate::{
    cli::EntryJoinOptions,
    commands::serve::{interrupted, runtime},
    exit::Exit,
    shell::{self, Failure},
};

pub(super) fn run(options: EntryJoinOptions) -> Result<Exit, Failure> {
    let EntryJoinOptions { url, source, id, secret_file, engine, typing } = options;
    let named = match spec::named(&source) {
        Ok(named) => named,
        Err(none) => return none.told(),
    };
    if matches!(named.setup.protocol, Protocol::Socketio(_)) {
        shell::talk("an entry over `socketio` connects to the server by itself\nhint: have the program connect to it");
        return Ok(Exit::Usage);
    }
    let secret = match read_secret(&secret_file) {
        Ok(secret) => secret,
        Err(error) => {
            shell::talk(format_args!(
                "{error}\nhint: the organiser of the contest gave it to you with the name `{id}`"
            ));
            return Ok(Exit::Usage);
        }
    };
    shell::talk(format_args!("joining {url} as `{id}`; Ctrl-C ends"));
    let setup = Setup { typing: Some(Duration::from_millis(typing)), ..named.setup };
    let ticket = Join { url, id, secret, engine: engine.0 };
    let hear = |heard: &Heard| match heard {
        Heard::Note(note) => shell::talk(note),
        Heard::Ready => shell::talk("the program is ready"),
        Heard::Incident(incident) => shell::talk(format_args!("[{}] {incident}", incident.kind())),
    };
    let joined = runtime()?.block_on(async { join(ticket, setup, interrupted(), hear).await });
    match joined {
        Ok(()) => {
            shell::talk("left the contest");
            Ok(Exit::Yes)
        }
        Err(error @ JoinError::Refused { .. }) => {
            shell::talk(error);
            Ok(Exit::No)
        }
        Err(error @ JoinError::Address { .. }) => {
            shell::talk(error);
            Ok(Exit::Usage)
        }
    }
}
