//! The loops that run a link: one per protocol, each over a closed enum of its wake-ups.

mod chat;
mod child;
mod cookies;
mod http;
pub(crate) mod join;
pub(crate) mod join_lpp;
mod lp95;
mod lpp;
mod served;
mod socketio;
mod stdio;
mod web;
mod websocket;

use rulebook::contest_file::{Lpp, Protocol};
use tokio::sync::mpsc;

use crate::{
    FromEntry, Incident, Setup, ToEntry,
    ear::Ear,
    isolation::scratch::{Scratch, Use},
    isolation::walls::SHARED,
    recall,
    runner::Runner,
};

/// Runs a link until the contest ends it or stops listening.
pub(crate) async fn drive(mut setup: Setup, contest: mpsc::Receiver<ToEntry>, reports: mpsc::Sender<FromEntry>) {
    if let Err(error) = std::fs::create_dir_all(&setup.workspace) {
        let why = format!("the folder `{}` cannot be made: {error}", setup.workspace.display());
        return fail(Incident::DidNotStart { why }, contest, reports).await;
    }
    let server = setup.server.take();
    let is_model = matches!(setup.protocol, Protocol::Chat(_));
    let before = setup.history.lines().len();
    if before > 0 && !setup.replay && !is_model {
        let _ = reports.try_send(FromEntry::Incident(Incident::MetAsStranger { lines: before }));
    }
    // A model restarts with its history; a program is given the earlier lines again.
    if setup.replay || (is_model && server.is_some()) {
        let inner = setup.clone();
        recall::drive(&setup, contest, reports, |contest, reports| begin(inner, server, contest, reports)).await;
    } else {
        begin(setup, server, contest, reports).await;
    }
}

/// Talks with the entry's program; starts it first if it is a server that must run here.
async fn begin(
    setup: Setup,
    server: Option<Vec<String>>,
    contest: mpsc::Receiver<ToEntry>,
    reports: mpsc::Sender<FromEntry>,
) {
    match server {
        Some(command) => served::drive(setup, command, contest, reports).await,
        None => speak(setup, contest, reports).await,
    }
}

/// Speaks the entry's protocol.
async fn speak(setup: Setup, contest: mpsc::Receiver<ToEntry>, reports: mpsc::Sender<FromEntry>) {
    match setup.protocol.clone() {
        Protocol::Stdio { command, prompts, dialect } => {
            stdio::drive(setup, command, &prompts, &dialect, contest.into(), reports).await;
        }
        Protocol::Lp95(settings) => lp95::drive(setup, settings, contest.into(), reports).await,
        Protocol::Lpp(Lpp::ByHand(directory)) => lpp::drive(setup, &directory, None, contest.into(), reports).await,
        Protocol::Lpp(Lpp::Started(command)) => {
            // A scratch folder has a neutral name, and is removed with the link.
            let own = match Scratch::make(&setup.workspace, Use::Directory) {
                Ok(own) => own,
                Err(error) => {
                    let why = format!("no communications directory can be made for it: {error}");
                    return fail(Incident::DidNotStart { why }, contest, reports).await;
                }
            };
            let program = Runner::new(command, false, &setup).sharing(own.path().to_owned());
            lpp::drive(setup, &own.path().join(SHARED), Some(program), contest.into(), reports).await;
        }
        Protocol::WebSocket { url, token_file } => {
            let token_file = token_file.map(|file| setup.folder.join(file));
            websocket::drive(setup, url, token_file, contest, reports).await;
        }
        Protocol::Web(form) => web::drive(setup, form, contest.into(), reports).await,
        Protocol::Socketio(client) => socketio::drive(setup, client, contest.into(), reports).await,
        Protocol::Chat(chat) => {
            let contest = Ear::taking(contest, chat.takes.clone());
            chat::drive(setup, chat, contest, reports).await;
        }
    }
}

/// Reports the reason for a failed link, then waits until the contest ends it.
async fn fail(why: Incident, contest: impl Into<Ear>, reports: mpsc::Sender<FromEntry>) {
    let mut contest = contest.into();
    for incident in [why, Incident::GaveUp] {
        let _ = reports.try_send(FromEntry::Incident(incident));
    }
    while !matches!(contest.recv().await, None | Some(ToEntry::Ended)) {}
}
