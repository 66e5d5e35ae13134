//! `viva entry`: tries, checks and plays programs that take part in contests.

mod alike;
pub(crate) mod asking;
pub(crate) mod check;
mod join;
mod listen;
mod play;
mod serve;
mod showing;
pub(crate) mod spec;
mod talk;

use crate::{cli::EntryCommand, exit::Exit, shell::Failure};

pub(crate) fn run(command: EntryCommand) -> Result<Exit, Failure> {
    match command {
        EntryCommand::Alike(options) => alike::run(&options),
        EntryCommand::Check(options) => check::run(options),
        EntryCommand::Talk(options) => talk::run(options),
        EntryCommand::Join(options) => join::run(&options),
        EntryCommand::Serve(options) => serve::run(options),
        EntryCommand::Play(options) => play::run(options),
    }
}
