//! `viva record write`: writes the record of a contest from the data folder of a stopped server.

use serde::Serialize;
use server::bundle;
use store::{OpenError, SqliteReader};

use crate::{
    cli::WriteOptions,
    destination::Destination,
    exit::Exit,
    shell::{self, Failure, ShownPath},
};

/// The record written.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct RecordWritten {
    /// The record's file.
    out: String,
    /// The contest.
    contest: String,
    /// The number of events.
    events: u64,
}

pub(super) fn run(options: &WriteOptions) -> Result<Exit, Failure> {
    let (data, contest) = (&options.data, &options.contest);
    // No key or store is created here.
    for file in ["store.db", "signing-key"] {
        if !data.join(file).is_file() {
            shell::talk(format_args!(
                "{}: there is no `{file}`\nhint: name the folder that `viva serve --data` was given",
                data.shown()
            ));
            return Ok(Exit::Usage);
        }
    }
    let store = match SqliteReader::open(data) {
        Ok(store) => store,
        Err(OpenError::Locked { folder }) => {
            shell::talk(format_args!(
                "a server works in `{}`, and only it knows whether its record is being added to\n\
                 hint: stop it, or download the record from its organiser's page",
                folder.shown()
            ));
            return Ok(Exit::No);
        }
        Err(why) => return Err(shell::failure(why)),
    };
    let contests = store.contests().map_err(shell::failure)?;
    if !contests.contains(contest) {
        let there = match contests.len() {
            0 => "it has none".to_owned(),
            _ => format!("it has {}", contests.join(", ")),
        };
        shell::talk(format_args!("there is no contest `{contest}` in `{}`\nhint: {there}", data.shown()));
        return Ok(Exit::Usage);
    }
    let mut destination = Destination::file(&options.out, options.overwrite)?;
    let (_, events) = bundle::write_stored(data, &store, contest, destination.passing()).map_err(shell::failure)?;
    destination.keep()?;
    let out = options.out.shown();
    if options.json {
        shell::json(&RecordWritten { out: out.to_string(), contest: contest.clone(), events })?;
    }
    shell::talk(format_args!(
        "wrote {out}: {}\nhint: viva record verify {out}",
        rulebook::counted(events, "event", "events")
    ));
    Ok(Exit::Yes)
}
