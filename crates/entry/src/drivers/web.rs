//! Connects an entry's web page to the browser that reads it.

use rulebook::contest_file::WebForm;
use tokio::sync::mpsc;

use super::http::{self, Conduct};
use crate::{FromEntry, Incident, Setup, clock::PacedClock, ear::Ear, opening::Opening, web::Browser};

/// The maximum number of redirects in a row, as from a form to the page with the answer.
const REDIRECTS: usize = 5;

pub(super) async fn drive(setup: Setup, form: WebForm, contest: Ear, reports: mpsc::Sender<FromEntry>) {
    let opening = Opening::of(&setup.rules, setup.typing.is_some(), &setup.history);
    let browser = match Browser::new(&form, setup.rules.opens, setup.typing, setup.silence) {
        Ok(browser) => browser.under(opening),
        Err(trouble) => return super::fail(trouble.incident(), contest, reports).await,
    };
    let client = match http::client(Conduct { cookies: true, redirects: REDIRECTS }) {
        Ok(client) => client,
        Err(error) => {
            let why = format!("no HTTP client can be made: {error}");
            return super::fail(Incident::DidNotStart { why }, contest, reports).await;
        }
    };
    http::drive(browser, client, PacedClock::start(setup.pace), contest, reports).await;
}
