//! Brings heads of a record to the standard witnesses that a contest names (C2SP `tlog-witness`), and keeps their
//! signatures.
//!
//! A witness is a cosigner that the server calls. It gets the heads that other cosigners get on request: each public
//! head, one after the other, and between them, less often, one of the moment. Only the server that keeps the contest
//! calls. The requests and answers are defined in `record::witness`.

use std::{sync::Arc, time::Duration};

use futures_util::future::join_all;
use record::{
    Checkpoint, VerifierKey,
    witness::{self, ADD_CHECKPOINT, Answer, LONGEST_ANSWER},
};
use reqwest::{Client, header::CONTENT_TYPE, redirect::Policy};
use tracing::{error, info, warn};

use crate::{
    app::{App, WeakApp},
    cosigning::{self, NotShown},
    hosted_contest::HostedContest,
};

/// The interval of checks for a new head.
const LOOK: Duration = Duration::from_secs(1);

/// The least time between two heads of the moment.
const MOMENT: Duration = Duration::from_secs(30);

/// The longest wait after a failed call. Each failure doubles the wait, which begins with `LOOK`.
const AGAIN_MAX: Duration = Duration::from_secs(60);

/// The time limit of a call.
const PATIENCE: Duration = Duration::from_secs(10);

/// The most corrections of the seen size by a witness in one call: another log could be signing in between.
const CORRECTIONS: usize = 3;

/// Calls the witnesses of a contest while this server keeps it. Ready when it never will again.
pub(crate) async fn call(app: WeakApp, place: Arc<HostedContest>) {
    while place.running.is_to_keep().await {
        let mut edited = place.edited();
        edited.mark_unchanged();
        tokio::select! {
            () = call_all(&app, &place) => return,
            () = place.running.is_to_follow() => {}
            changed = edited.changed() => if changed.is_err() { return },
        }
    }
}

/// A standard witness that a contest names.
struct Witness {
    key: VerifierKey,
    address: String,
}

async fn call_all(app: &WeakApp, place: &HostedContest) {
    let witnesses: Vec<Witness> = place.file().cosigners.iter().filter_map(named).collect();
    let client = if witnesses.is_empty() { None } else { client() };
    let Some(client) = client else { return std::future::pending().await };
    join_all(witnesses.iter().map(|witness| attend(app, place, &client, witness))).await;
}

fn named(cosigner: &rulebook::contest_file::CosignerSpec) -> Option<Witness> {
    Some(Witness { key: cosigner.key.trim().parse().ok()?, address: cosigner.witness.clone()? })
}

/// An HTTP client that follows no redirects.
fn client() -> Option<Client> {
    entry::tls::install();
    let builder = || {
        let agent = concat!("viva/", env!("CARGO_PKG_VERSION"));
        Client::builder().user_agent(agent).redirect(Policy::none()).timeout(PATIENCE)
    };
    // Where the system trusts no certificates, only plain HTTP works, to a tunnel on this machine.
    let client = builder().build().or_else(|_| builder().tls_certs_only([]).build());
    client.inspect_err(|failure| error!(%failure, "no witness can be called: {failure}")).ok()
}

/// Brings heads to one witness, until the server ends.
async fn attend(app: &WeakApp, place: &HostedContest, client: &Client, witness: &Witness) {
    let mut seen = None;
    let (mut wait, mut moment_at) = (LOOK, Duration::ZERO);
    loop {
        tokio::time::sleep(wait).await;
        let Some(app) = app.upgrade() else { return };
        let now = app.elapsed();
        let wants_moment = now.saturating_sub(moment_at) >= MOMENT;
        match bring(&app, place, client, witness, &mut seen, wants_moment).await {
            Ok(true) => {
                moment_at = app.elapsed();
                wait = LOOK;
            }
            Ok(false) => wait = LOOK,
            Err(why) => {
                let id = place.running.id();
                if place.cosigning.refused(&witness.key, &why) {
                    place.touch();
                    warn!(
                        contest.id = id,
                        "the witness `{}` has not signed a head of `{id}`: {why}",
                        witness.key.name()
                    );
                }
                wait = (wait * 2).min(AGAIN_MAX);
            }
        }
    }
}

/// Brings the next head, if there is one, starting from the last that the witness signed, as far as that is known.
/// Returns whether it signed one, or the reason why not.
async fn bring(
    app: &App,
    place: &HostedContest,
    client: &Client,
    Witness { key, address }: &Witness,
    known: &mut Option<Checkpoint>,
    of_the_moment: bool,
) -> Result<bool, String> {
    if known.as_ref().is_some_and(|seen| seen.size == place.running.size()) {
        // The witness has seen the whole record: there is nothing to bring.
        return Ok(false);
    }
    let mut seen = match known.take() {
        Some(seen) => seen,
        None => cosigning::last_signed(app, place, key).await.map_err(|failure| failure.to_string())?,
    };
    for _ in 0..CORRECTIONS {
        let brought = cosigning::brought(app, place, key, &seen, of_the_moment).await;
        let Some(proof) = brought.map_err(|why: NotShown| why.to_string())? else {
            *known = Some(seen);
            return Ok(false);
        };
        let head = proof.claimed().map_err(|why| why.to_string())?;
        let body = witness::request(&proof).ok_or("the proof is longer than a witness takes")?;
        match ask(client, address, body).await? {
            Answer::Signed(lines) => {
                let line = witness::signature(&head, &lines, key)
                    .map_err(|why| format!("what it answered is no signature of the key that was named: {why}"))?;
                let kept = cosigning::keep_of_witness(app, place, &head, &line, key).await;
                kept.map_err(|failure| failure.to_string())?;
                place.cosigning.answered(key, app.elapsed(), true);
                *known = Some(head);
                return Ok(true);
            }
            Answer::Seen(size) => seen = grown_to(app, place, key, size).await?,
            Answer::OtherHistory => return Err(other_history(app, place, key)),
            Answer::Refused(why) => return Err(why),
        }
    }
    Err("it says each time that it has seen another size".to_owned())
}

/// The head of this record at a size that a witness says it has signed.
async fn grown_to(app: &App, place: &HostedContest, key: &VerifierKey, size: u64) -> Result<Checkpoint, String> {
    // This server may be behind another one: catch up, or it looks as if events had been lost.
    if size > place.running.size() && !place.running.catches_up().await {
        return Err("the record cannot be looked at just now".to_owned());
    }
    let Some(root) = place.running.root_at(size) else { return Err(other_history(app, place, key)) };
    info!(contest.id = place.running.id(), "the witness `{}` has seen {size} events", key.name());
    Ok(Checkpoint { origin: place.running.key().name().to_owned(), size, root })
}

/// Notes that the head which a witness has signed is none of this record.
fn other_history(app: &App, place: &HostedContest, key: &VerifierKey) -> String {
    place.cosigning.answered(key, app.elapsed(), false);
    "it has signed a head that is none of this record: either the store was changed, or the witness is not honest"
        .to_owned()
}

/// Posts a head. Returns the witness's answer, or the reason why there is none.
async fn ask(client: &Client, address: &str, body: String) -> Result<Answer, String> {
    let away = |failure: reqwest::Error| {
        let failure = failure.without_url();
        let mut cause: &dyn std::error::Error = &failure;
        while let Some(deeper) = cause.source() {
            cause = deeper;
        }
        format!("it cannot be reached ({cause})")
    };
    let mut answer = client.post(format!("{address}{ADD_CHECKPOINT}")).body(body).send().await.map_err(away)?;
    let status = answer.status().as_u16();
    let kind = answer.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default().to_owned();
    let mut text = Vec::new();
    while let Some(piece) = answer.chunk().await.map_err(away)? {
        text.extend_from_slice(&piece);
        if text.len() > LONGEST_ANSWER {
            return Err(format!("its answer is longer than {LONGEST_ANSWER} bytes"));
        }
    }
    let text = String::from_utf8(text).map_err(|_| "its answer is no text".to_owned())?;
    Ok(witness::read(status, &kind, &text))
}
