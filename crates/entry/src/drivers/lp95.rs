//! Connects a child process to the terminal protocol of 1995.

use std::time::Duration;

use rulebook::contest_file::Lp95;
use tokio::sync::mpsc;

use super::child;
use crate::{FromEntry, Incident, Setup, clock::PacedClock, ear::Ear, lp95::Host, opening::Opening, runner::Runner};

// Programs of 1995 run until they are switched off.
child::machine!(Host, farewell: |_: &Host| None, declares: |_: &mut Host| false);

pub(super) async fn drive(setup: Setup, settings: Lp95, contest: Ear, reports: mpsc::Sender<FromEntry>) {
    let opening = Opening::of(&setup.rules, setup.typing.is_some(), &setup.history);
    let machine = Host::new(&settings, setup.judge, setup.pace, setup.typing, setup.silence).under(opening);
    let runner = Runner::new(settings.command, true, &setup).on_terminal(settings.terminal);
    child::drive(machine, runner, PacedClock::start(setup.pace), contest, reports).await;
}
