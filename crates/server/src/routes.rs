//! Every address of the server, in one table.
//!
//! Handlers are short: identify the client, ask the running contest, render a page. Addresses are nouns; reading is
//! GET, every action is a POST that works as a plain form.

mod access;
mod answer;
mod apply;
mod attachments;
mod cards;
mod confederate;
mod cosign;
pub(crate) mod guard;
mod join;
mod judge;
mod organiser;
#[cfg(feature = "passkeys")]
mod passkeys;
mod public;
mod referee;
mod review;
mod say;
mod screen;
mod seated;
mod selection;
mod table;
mod unreadable;
mod visitor;

use axum::{
    Router,
    extract::DefaultBodyLimit,
    http::{Method, StatusCode, Uri},
    middleware,
    response::{IntoResponse, Redirect},
    routing::{get, post},
};

pub(crate) use self::{public::asset, table::RouteTable};
use crate::{api, app::App, forward, reader, socketio, withheld};

/// The largest body of a form, in bytes.
const FORM_MAX: usize = 64 * 1024;

/// Every address with a page or a form, with its variables in braces: `/{contest}/judge/{number}/say`.
#[must_use]
pub fn addresses() -> Vec<&'static str> {
    table().addresses().to_vec()
}

fn table() -> RouteTable {
    #[cfg(feature = "passkeys")]
    let table = passkeys::table();
    #[cfg(not(feature = "passkeys"))]
    let table = RouteTable::default();
    table
        .route("/", get(public::home))
        .route("/assets/{name}", get(public::asset_or_look))
        .route("/language", post(reader::choose))
        .route("/join", get(join::ask_for_code).post(join::enter))
        .route("/join/{token}", get(join::ask).post(join::join))
        .route("/{contest}/judge/{number}", get(judge::page))
        .route("/{contest}/judge/{number}/live", get(judge::live).post(judge::by_requests))
        .route("/{contest}/judge/{number}/rules.json", get(judge::rules))
        .route("/{contest}/judge/{number}/contribute", post(judge::contribute))
        .route("/{contest}/judge/{number}/say", post(judge::say))
        .route(
            "/{contest}/judge/{number}/show",
            post(attachments::show).layer(DefaultBodyLimit::max(attachments::FORM_MAX)),
        )
        .route("/{contest}/judge/{number}/attachments/{hash}", get(attachments::file))
        .route("/{contest}/judge/{number}/ready", post(judge::ready))
        .route("/{contest}/judge/{number}/ballot", post(judge::ballot))
        .route("/{contest}/judge/{number}/believe", post(judge::believe))
        .route("/{contest}/judge/{number}/ranking", post(judge::ranking))
        .route("/{contest}/judge/{number}/vote", post(judge::vote))
        .route("/{contest}/judge/{number}/draft", post(judge::draft))
        .route("/{contest}/judge/{number}/receipts", get(judge::receipts))
        .route("/{contest}/judge/{number}/receipts/{about}", get(judge::receipt))
        .route("/{contest}/confederate/{number}", get(confederate::page))
        .route("/{contest}/confederate/{number}/live", get(confederate::live).post(confederate::by_requests))
        .route("/{contest}/confederate/{number}/contribute", post(confederate::contribute))
        .route("/{contest}/confederate/{number}/say", post(confederate::say))
        .route("/{contest}/confederate/{number}/attachments/{hash}", get(attachments::file))
        .route("/{contest}/confederate/{number}/ready", post(confederate::ready))
        .route("/{contest}/referee/{number}", get(referee::page))
        .route("/{contest}/referee/{number}/live", get(referee::live).post(referee::by_requests))
        .route("/{contest}/referee/{number}/do", post(referee::act))
        .route("/{contest}/referee/{number}/attachments/{hash}", get(attachments::file))
        .route("/{contest}/organiser", get(organiser::page))
        .route("/{contest}/organiser/live", get(organiser::live).post(organiser::by_requests))
        .route("/{contest}/organiser/do", post(organiser::act))
        .route("/{contest}/organiser/contribute", post(organiser::contribute))
        .route("/{contest}/organiser/people", get(organiser::people))
        .route("/{contest}/organiser/entries", get(organiser::entries))
        .route("/{contest}/organiser/public", get(organiser::public))
        .route("/{contest}/organiser/handouts", get(organiser::handouts))
        .route("/{contest}/organiser/timeline", get(organiser::timeline))
        .route("/{contest}/organiser/after", get(organiser::after))
        .route("/{contest}/organiser/links", post(cards::links))
        .route("/{contest}/organiser/replace", post(cards::replace))
        .route("/{contest}/organiser/review", get(review::page).post(review::act))
        .route("/{contest}/organiser/attachments/{hash}", get(review::file))
        .route("/{contest}/organiser/access", get(access::page))
        .route("/{contest}/organiser/access/end", post(access::end))
        .route("/{contest}/organiser/access/add", post(access::add))
        .route("/{contest}/organiser/access/remove", post(access::remove))
        .route("/{contest}/organiser/access/password", post(access::password))
        .route("/{contest}/organiser/access/token", post(access::make_token))
        .route("/{contest}/organiser/access/token/end", post(access::end_token))
        .route("/{contest}/login", get(access::ask).post(access::login))
        .route("/{contest}/programme", get(screen::programme))
        .route("/{contest}/screen", get(screen::page))
        .route("/{contest}/screen.json", get(screen::json))
        .route("/{contest}/results", get(public::results))
        .route("/{contest}/results/verdicts/{number}", get(public::verdicts))
        .route("/{contest}/results/timetable/{number}", get(public::timetable))
        .route("/{contest}/results.json", get(public::results_json))
        .route("/{contest}/transcripts/{interview}", get(public::transcript))
        .route("/{contest}/attachments/{name}", get(public::attachment))
        .route("/{contest}/record.viva", get(public::record))
        .route("/{contest}/checkpoint", get(public::checkpoint))
        .merge(cosign::table())
        .merge(api::table())
        .merge(apply::table())
        .merge(selection::table())
}

/// The handlers of the server's addresses.
pub fn router(app: App) -> Router {
    table()
        .into_router()
        .fallback(public::any_other)
        .layer(DefaultBodyLimit::max(FORM_MAX))
        .layer(middleware::from_fn_with_state(app.clone(), guard::own_origin))
        .layer(middleware::from_fn(unreadable::told))
        .with_state(app.clone())
        // These check a secret, never a cookie: programs with the origin `null` may use them.
        .merge(
            socketio::router(app.clone())
                .layer(middleware::from_fn_with_state(app.clone(), guard::own_origin_or_null))
                .layer(middleware::from_fn_with_state(app.clone(), guard::heard_by_pages)),
        )
        .layer(middleware::from_fn_with_state(app.clone(), forward::to_keeper))
        .layer(middleware::from_fn_with_state(app.clone(), withheld::told))
        .layer(middleware::from_fn_with_state(app, reader::greet))
        .layer(middleware::from_fn(guard::headers))
}

/// Answers clients that speak plain HTTP where TLS is expected, with the address to use. Their requests are not carried
/// out.
pub(crate) fn to_tls(public_url: &str) -> Router {
    let url = public_url.trim_end_matches('/').to_owned();
    let answer = move |method: Method, uri: Uri| {
        let path = uri.path_and_query().map_or("/", |path| path.as_str());
        let to = if path.starts_with('/') { format!("{url}{path}") } else { format!("{url}/") };
        let answer = match method {
            // A temporary redirect: another day this address may speak no TLS.
            Method::GET | Method::HEAD => Redirect::temporary(&to).into_response(),
            _ => {
                let told = format!("this address speaks TLS: nothing was done; go to {url}/\n");
                (StatusCode::BAD_REQUEST, told).into_response()
            }
        };
        std::future::ready(answer)
    };
    Router::new().fallback(answer).layer(middleware::from_fn(guard::headers))
}
