//! `viva entry`: programs that take part.

use std::{path::Path, time::Duration};

use simulate::programs;

use crate::{
    cli::EntryCommand,
    exit::Exit,
    shell::{self, Failure},
};

pub(crate) fn run(command: EntryCommand) -> Result<Exit, Failure> {
    let EntryCommand::Play { name, lpp, typing, opens_with } = command;
    let Some(mut program) = programs::named(&name) else {
        let names = programs::names().join(", ");
        shell::talk(format_args!("no built-in program is called `{name}`\nhint: choose one of {names}"));
        return Ok(Exit::Usage);
    };
    if let Some(words) = opens_with {
        program = programs::opening_with(words, program);
    }
    match lpp {
        None => entry::serve_stdio(|line| program.reply(line)).map_err(shell::failure)?,
        Some(directory) => play_lpp(&directory, typing, move |line: &str| program.reply(line))?,
    }
    Ok(Exit::Yes)
}

fn play_lpp(directory: &Path, typing: f64, program: impl FnMut(&str) -> Vec<String>) -> Result<(), Failure> {
    let typing = Duration::try_from_secs_f64(typing / 1000.0).map_err(shell::failure)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(shell::failure)?;
    runtime.block_on(entry::serve_lpp(directory, typing, program)).map_err(shell::failure)
}
