//! The loops that run a link: one per protocol, each over one closed enum of what can wake it.

mod breath;
mod chat;
mod child;
mod cookies;
mod http;
pub(crate) mod join;
mod lp95;
mod lpp;
mod served;
mod socketio;
mod stdio;
mod web;
mod websocket;

use rulebook::contest_file::Protocol;
use tokio::sync::mpsc;

use crate::{FromEntry, Incident, Setup, ToEntry};

/// Runs a link until the contest ends it or stops listening.
pub(crate) async fn drive(mut setup: Setup, contest: mpsc::Receiver<ToEntry>, reports: mpsc::Sender<FromEntry>) {
    if let Err(error) = std::fs::create_dir_all(&setup.workspace) {
        let why = format!("the folder `{}` cannot be made: {error}", setup.workspace.display());
        return fail(Incident::DidNotStart { why }, contest, reports).await;
    }
    match setup.server.take() {
        Some(command) => served::drive(setup, command, contest, reports).await,
        None => speak(setup, contest, reports).await,
    }
}

/// Speaks the entry's protocol.
async fn speak(setup: Setup, contest: mpsc::Receiver<ToEntry>, reports: mpsc::Sender<FromEntry>) {
    match setup.protocol.clone() {
        Protocol::Stdio { command, prompts, dialect } => {
            stdio::drive(setup, command, &prompts, &dialect, contest, reports).await;
        }
        Protocol::Lp95(settings) => lp95::drive(setup, settings, contest, reports).await,
        Protocol::Lpp { directory, command } => {
            // A program that runs by itself keeps what belongs to its directory beside it, where it may write.
            let own = || setup.workspace.join(if setup.hermetic.is_some() { "home/lpp" } else { "lpp" });
            let directory = directory.unwrap_or_else(own);
            lpp::drive(setup, directory, command, contest, reports).await;
        }
        Protocol::WebSocket { url, token_file } => {
            let token_file = token_file.map(|file| setup.folder.join(file));
            websocket::drive(setup, url, token_file, contest, reports).await;
        }
        Protocol::Web(form) => web::drive(setup, form, contest, reports).await,
        Protocol::Socketio(client) => socketio::drive(setup, client, contest, reports).await,
        Protocol::Chat(chat) => chat::drive(setup, chat, contest, reports).await,
    }
}

/// Reports why a link cannot work, and stays until the contest ends it.
async fn fail(why: Incident, mut contest: mpsc::Receiver<ToEntry>, reports: mpsc::Sender<FromEntry>) {
    for incident in [why, Incident::GaveUp] {
        let _ = reports.try_send(FromEntry::Incident(incident));
    }
    while !matches!(contest.recv().await, None | Some(ToEntry::Ended)) {}
}
