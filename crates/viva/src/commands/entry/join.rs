//! `viva entry join`: plays an entry in a contest run elsewhere.

use std::{path::Path, time::Duration};

use entry::{
    Setup, lpp,
    lpp::Left,
    socketio::{self, Join, JoinError, JoinNotice, read_secret},
};
use rulebook::contest_file::{Lpp, Protocol};

use super::spec::{self, Named};
use crate::{
    cli::{EntryJoinOptions, JoinTarget},
    commands::serve::{interrupted, runtime},
    exit::Exit,
    shell::{self, Failure, ShownPath},
};

pub(super) fn run(options: &EntryJoinOptions) -> Result<Exit, Failure> {
    let named = match spec::named(&options.source) {
        Ok(named) => named,
        Err(none) => return none.told(),
    };
    if matches!(named.setup.protocol, Protocol::Socketio(_)) {
        shell::talk("an entry over `socketio` connects to the server by itself\nhint: have the program connect to it");
        return Ok(Exit::Usage);
    }
    match &options.place {
        JoinTarget::Server(url) => at_a_server(url, options, named),
        JoinTarget::Directory(directory) => in_a_directory(directory, options, named),
    }
}

fn at_a_server(url: &str, options: &EntryJoinOptions, named: Named) -> Result<Exit, Failure> {
    let (Some(id), Some(secret_file)) = (&options.id, &options.secret_file) else {
        shell::talk(format_args!(
            "the server at {url} asks for a name and a secret\nhint: give them with --id and --secret-file; a directory of \
             keys is named by `lpp:DIR`, and asks for neither"
        ));
        return Ok(Exit::Usage);
    };
    let secret = match read_secret(secret_file) {
        Ok(secret) => secret,
        Err(error) => {
            let cause = std::error::Error::source(&error).map(|cause| format!(" ({cause})")).unwrap_or_default();
            shell::talk(format_args!(
                "{error}{cause}\nhint: the organiser of the contest gave it to you with the name `{id}`"
            ));
            return Ok(Exit::Usage);
        }
    };
    shell::talk(format_args!("joining {url} as `{id}`; Ctrl-C ends"));
    let setup = Setup { typing: Some(Duration::from_millis(options.typing)), ..named.setup.clone() };
    let ticket = Join { url: url.to_owned(), id: id.clone(), secret, engine: options.engine.0 };
    let hear = |heard: &JoinNotice| match heard {
        JoinNotice::Note(note) => shell::talk(note),
        JoinNotice::Ready => shell::talk("the program is ready"),
        JoinNotice::Incident(incident) => shell::talk(format_args!("[{}] {incident}", incident.kind())),
    };
    let joined = runtime()?.block_on(async { socketio::join(ticket, setup, interrupted(), hear).await });
    // The entry's folder must last until it has left.
    drop(named);
    match joined {
        Ok(()) => {
            shell::talk("left the contest");
            Ok(Exit::Yes)
        }
        Err(error @ JoinError::Refused { .. }) => {
            shell::talk(format_args!(
                "{error}\nhint: check --id, and that the first line of `{}` is the secret that the organiser gave you with it",
                secret_file.shown()
            ));
            Ok(Exit::No)
        }
        Err(error @ JoinError::Address { .. }) => {
            shell::talk(format_args!("{error}\nhint: write it as http://HOST:PORT or https://HOST"));
            Ok(Exit::Usage)
        }
    }
}

fn in_a_directory(directory: &Path, options: &EntryJoinOptions, named: Named) -> Result<Exit, Failure> {
    if options.id.is_some() || options.secret_file.is_some() {
        shell::talk("a directory asks for neither a name nor a secret\nhint: leave --id and --secret-file out");
        return Ok(Exit::Usage);
    }
    let shown = directory.shown();
    if !directory.is_dir() {
        shell::talk(format_args!(
            "`{shown}` is no directory\nhint: name the one that the judge program was given for its program; it has to be there"
        ));
        return Ok(Exit::Usage);
    }
    if let Protocol::Lpp(Lpp::ByHand(own)) = &named.setup.protocol
        && own.canonicalize().is_ok_and(|own| directory.canonicalize().is_ok_and(|theirs| own == theirs))
    {
        shell::talk(format_args!(
            "the program speaks this protocol in `{shown}` already\nhint: give that directory to the judge program, and nothing stands between"
        ));
        return Ok(Exit::Usage);
    }
    shell::talk(format_args!("playing in `{shown}`; Ctrl-C ends"));
    let setup = Setup { typing: Some(Duration::from_millis(options.typing)), ..named.setup.clone() };
    let hear = |heard: &lpp::PlayNotice| match heard {
        lpp::PlayNotice::LeftOver(count) => {
            let keys = if *count == 1 { "1 key".to_owned() } else { format!("{count} keys") };
            shell::talk(format_args!("removed unread: {keys} of a judge from earlier"));
        }
        lpp::PlayNotice::Ready => shell::talk("the program is ready: the judge may begin"),
        lpp::PlayNotice::Trouble(why) => shell::talk(format_args!("{why}; it is tried again")),
        lpp::PlayNotice::Incident(incident) => shell::talk(format_args!("[{}] {incident}", incident.kind())),
    };
    let left = runtime()?.block_on(async { lpp::join(directory, setup, interrupted(), hear).await });
    drop(named);
    match left.map_err(shell::failure)? {
        Left::Stopped => {
            shell::talk("left the directory");
            Ok(Exit::Yes)
        }
        Left::GaveUp => {
            shell::talk("the program is not started again\nhint: see what it does with `viva entry check`");
            Ok(Exit::No)
        }
    }
}
