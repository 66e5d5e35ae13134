//! Connects a child process to the line protocol.

use std::time::Duration;

use rulebook::contest_file::Dialect;
use tokio::sync::mpsc;

use super::child;
use crate::{FromEntry, Incident, Setup, clock::PacedClock, ear::Ear, opening::Opening, runner::Runner, stdio::Stdio};

/// The command that turns off output buffering in a program's C library (coreutils).
const UNBUFFERED: [&str; 2] = ["stdbuf", "-o0"];

child::machine!(Stdio, farewell: Stdio::farewell, declares: Stdio::take_declared);

pub(super) async fn drive(
    setup: Setup,
    command: Vec<String>,
    prompts: &[String],
    dialect: &Dialect,
    contest: Ear,
    reports: mpsc::Sender<FromEntry>,
) {
    let before: &[&str] = if dialect.unbuffer { &UNBUFFERED } else { &[] };
    let command = before.iter().map(|word| (*word).to_owned()).chain(command).collect();
    let opening = Opening::of(&setup.rules, setup.typing.is_some(), &setup.history);
    let machine = Stdio::new(prompts, dialect, setup.typing, setup.silence).under(opening);
    let runner = Runner::new(command, !prompts.is_empty(), &setup)
        .on_terminal(dialect.terminal)
        .warming_up(dialect.warm_up, dialect.ready.is_some());
    child::drive(machine, runner, PacedClock::start(setup.pace), contest, reports).await;
}
