//! The loops that run a link: one per protocol, each over one closed enum of what can wake it.

mod lpp;
mod stdio;

use rulebook::contest_file::Protocol;
use tokio::sync::mpsc;

use crate::{FromEntry, Incident, Setup, ToEntry};

/// Runs a link until the contest ends it or stops listening.
pub(crate) async fn drive(setup: Setup, contest: mpsc::Receiver<ToEntry>, reports: mpsc::Sender<FromEntry>) {
    if let Err(error) = std::fs::create_dir_all(&setup.workspace) {
        let why = format!("the folder `{}` cannot be made: {error}", setup.workspace.display());
        return fail(Incident::DidNotStart { why }, contest, reports).await;
    }
    match setup.protocol.clone() {
        Protocol::Stdio { command, prompts } => stdio::drive(setup, command, prompts, contest, reports).await,
        Protocol::Lpp { directory, command } => {
            let directory = directory.unwrap_or_else(|| setup.workspace.join("lpp"));
            lpp::drive(setup, directory, command, contest, reports).await;
        }
    }
}

/// Reports why a link cannot work, and stays until the contest ends it.
async fn fail(why: Incident, mut contest: mpsc::Receiver<ToEntry>, reports: mpsc::Sender<FromEntry>) {
    for incident in [why, Incident::GaveUp] {
        let _ = reports.try_send(FromEntry::Incident(incident));
    }
    while !matches!(contest.recv().await, None | Some(ToEntry::Ended)) {}
}
