//! The selection on pages, for the organisers of an intake: panels, scores, ties, and the steps until the final.

use axum::{
    Form,
    extract::DefaultBodyLimit,
    http::StatusCode,
    response::{Html, IntoResponse, Redirect, Response},
    routing::get,
};
use intake::{Command, Moment, Refusal, judging::Sheet, selection};
use language::{Message, Say};
use rulebook::{EntryId, Seed};

use super::{
    RouteTable,
    answer::Wrong,
    apply::{Clerk, Open, texts, told},
};
use crate::{
    applications::ID,
    intake_folder::FolderError,
    pages::{self, SelectionPage, Sent},
    sessions::Token,
};

/// The largest form: a sheet, percent-encoded.
const SHEET_MAX: usize = 2 * 1024 * 1024;

/// The addresses.
pub(super) fn table() -> RouteTable {
    RouteTable::default()
        .route("/apply/organiser/selection", get(page).post(act).layer(DefaultBodyLimit::max(SHEET_MAX)))
}

async fn page(Clerk(open): Clerk) -> Html<String> {
    render(&open, None, &Sent::default())
}

fn render(open: &Open, notice: Option<&Message>, sent: &Sent) -> Html<String> {
    let (intake, progress) = (&open.intake, selection::progress(&open.intake));
    Html(pages::html(&SelectionPage { intake, rulebook: texts(intake), progress, now: open.now(), notice, sent }))
}

/// Carries out an organiser's command. Refused forms keep their content, with the reason.
async fn act(Clerk(open): Clerk, Form(sent): Form<Vec<(String, String)>>) -> Result<Response, Wrong> {
    let sent = Sent(sent);
    let refused = |why: &Message| Ok((StatusCode::CONFLICT, render(&open, Some(why), &sent)).into_response());
    let command = match command(&sent, Moment::At(open.now())) {
        Ok(command) => command,
        Err(why) => return refused(&why),
    };
    match open.applications.does(command, open.now()).await {
        Ok(_) => Ok(Redirect::to(&format!("/{ID}/organiser/selection")).into_response()),
        Err(FolderError::Refused(refusal)) => refused(&told(&refusal)),
        Err(failure) => Err(failure.into()),
    }
}

fn command(sent: &Sent, now: Moment) -> Result<Command, Message> {
    let stage = || sent.value("stage").to_owned();
    let entry = || sent.value("entry").parse::<EntryId>().map_err(|_| say!("intake-choose-entry"));
    let reason = || sent.value("reason").to_owned();
    let when = || match sent.value("on").trim() {
        "" => Ok(now),
        day => day.parse().map_err(|_| say!("intake-write-day")),
    };
    Ok(match sent.value("action") {
        "panel" => {
            let judges = sent.value("judges").lines().map(str::trim).filter(|name| !name.is_empty());
            let seed = match sent.value("seed").trim() {
                "" => Seed::from_contributions([Token::draw().reveal()]),
                words => Seed::from_contributions([words]),
            };
            Command::DrawPanel { stage: stage(), judges: judges.map(str::to_owned).collect(), seed }
        }
        "scores" => {
            let sheet = Sheet::read(sent.value("sheet")).map_err(|faults| Refusal::Sheet(faults).message())?;
            Command::TakeScores { stage: stage(), sheet }
        }
        "tie" => {
            let order = sent.value("order").split([',', ' ']).filter(|id| !id.is_empty());
            let order: Result<_, _> = order.map(str::parse::<EntryId>).collect();
            let order = order.map_err(|_| say!("selection-write-order"))?;
            Command::DecideTie { stage: stage(), order, reason: reason() }
        }
        "working" => Command::Works { entry: entry()?, when: when()? },
        "changed" => Command::Change { entry: entry()?, when: when()? },
        "replace" => Command::Replace { entry: entry()?, reason: reason() },
        _ => return Err(say!("selection-choose-what")),
    })
}
