//! Connects a model behind an address to its conversation.

use rulebook::{contest_file::Chat, schema::Medium};
use tokio::sync::mpsc;

use super::http::{self, Conduct};
use crate::{
    FromEntry, Incident, Setup,
    chat::{self, Model, Unusable},
    clock::PacedClock,
    ear::Ear,
    opening::Opening,
};

/// Redirects are refused: they would carry the conversation to another server.
const CONDUCT: Conduct = Conduct { cookies: false, redirects: 0 };

pub(super) async fn drive(setup: Setup, chat: Chat, contest: Ear, reports: mpsc::Sender<FromEntry>) {
    let model = match model(&setup, &chat) {
        Ok(model) => model,
        Err(why) => {
            return super::fail(Incident::DidNotStart { why: why.to_string() }, contest, reports).await;
        }
    };
    match http::client(CONDUCT) {
        Ok(client) => http::drive(model, client, PacedClock::start(setup.pace), contest, reports).await,
        Err(error) => {
            let why = format!("no HTTP client can be made: {error}");
            super::fail(Incident::DidNotStart { why }, contest, reports).await;
        }
    }
}

fn model(setup: &Setup, chat: &Chat) -> Result<Model, Unusable> {
    let key = chat::key(chat, &setup.folder)?;
    let instructions = chat::instructions(chat, &setup.folder, &setup.rules, setup.number)?;
    let opening = Opening::of(&setup.rules, setup.typing.is_some(), &setup.history);
    let model = Model::new(chat, instructions, key, setup.pace, setup.typing, setup.silence).under(opening);
    let model = model.knowing(setup.history.lines());
    Ok(if matches!(setup.rules.medium, Medium::Messages { .. }) { model.asked_by_files() } else { model })
}
