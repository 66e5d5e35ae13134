//! `viva`, the program that runs Turing tests. This file is its table of contents.

#[cfg(test)]
mod answers;
mod cli;
mod commands;
mod contained_path;
mod contest_file;
mod destination;
mod exit;
mod misuse;
mod now;
mod shell;

use crate::{cli::Command, exit::Exit};

fn main() -> Exit {
    // A process started to become an entry's program does only that.
    entry::isolation::launcher::take_over();
    let cli = match shell::command_line() {
        Ok(cli) => cli,
        Err(exit) => return exit,
    };
    let outcome = match cli.command {
        Command::Demo(options) => commands::demo::run(options),
        Command::Serve(options) => commands::serve::run(options),
        Command::Contest(command) => commands::contest::run(command),
        Command::Language(command) => commands::language::run(command),
        Command::Rulebook(command) => commands::rulebook::run(command),
        Command::Intake(command) => commands::intake::run(command),
        Command::Questions(command) => commands::questions::run(command),
        Command::Schedule(command) => commands::schedule::run(command),
        Command::Score(options) => commands::score::run(options),
        Command::Simulate(options) => commands::simulate::run(&options),
        Command::Power(options) => commands::power::run(&options),
        Command::Record(command) => commands::record::run(command),
        Command::Transcript(command) => commands::transcript::run(command),
        Command::Entry(command) => commands::entry::run(command),
        Command::Judge(options) => commands::judge::run(options),
        Command::Cosign(options) => commands::cosign::run(&options),
        Command::Admin(command) => commands::admin::run(command),
        Command::Load(options) => commands::load::run(options),
        Command::Completions { shell } => commands::manual::completions(shell),
        Command::Man { out, overwrite } => commands::manual::pages(&out, overwrite),
    };
    shell::close(outcome.unwrap_or_else(|failure| shell::report(&failure)))
}
