//! The live connection without a WebSocket, for pages behind a proxy that lets none through: the same frames, in the
//! bodies of requests. A request with frames is answered once they are; one without waits a while for news.

use std::time::Duration;

use axum::{
    body::Body,
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use contest::wire::ToClient;
use futures_util::stream::{FuturesOrdered, StreamExt};
use rulebook::Participant;
use serde_json::Value;
use tokio::time::{Instant, sleep_until};

use super::{ConnectedClient, End, Taken, changes, frame_after, is_not_here, latest};
use crate::running_contest::RunningContest;

/// The longest wait of a request without frames: a page hears from a live server at least this often.
const WAIT: Duration = Duration::from_secs(4);

/// The most frames of one request.
const FRAMES_MAX: usize = 100;

/// The most frames with updates in one answer.
const ANSWER_MAX: usize = 8;

/// The state of a page that talks by requests.
#[derive(Debug, Clone, Copy)]
pub struct Knows {
    /// True for its first request.
    pub begins: bool,
    /// True when the page last heard that the server can record.
    pub recording: bool,
}

impl ConnectedClient {
    /// Answers one request of such a page.
    pub async fn answers(mut self, body: &str, knows: Knows) -> Response {
        let frames = match serde_json::from_str::<Vec<Value>>(body) {
            _ if body.is_empty() => Vec::new(),
            Ok(frames) if frames.len() <= FRAMES_MAX => frames,
            Ok(_) => return (StatusCode::PAYLOAD_TOO_LARGE, "too many frames\n").into_response(),
            Err(why) => return (StatusCode::BAD_REQUEST, format!("no list of frames: {why}\n")).into_response(),
        };
        self.place.reads(self.who);
        let listed = |frames: &[String]| {
            let headers = [(header::CONTENT_TYPE, "application/json")];
            (headers, Body::from(format!("[{}]", frames.join(",")))).into_response()
        };
        match self.exchange(frames, knows).await {
            Ok(frames) => listed(&frames),
            Err(End::Reload) => listed(&[text(&ToClient::Reload {})]),
            Err(End::NoSession) => StatusCode::FORBIDDEN.into_response(),
            Err(End::KeptElsewhere) => StatusCode::SERVICE_UNAVAILABLE.into_response(),
        }
    }

    async fn exchange(&mut self, frames: Vec<Value>, knows: Knows) -> Result<Vec<String>, End> {
        let running = self.place.running.clone();
        if !running.is_kept_here() || (self.after > latest(&running.views(), self.who) && !running.catches_up().await) {
            return Err(End::KeptElsewhere);
        }
        let latest = latest(&running.views(), self.who);
        if self.after > latest {
            return Err(End::Reload);
        }
        let mut said = Vec::new();
        if knows.begins {
            let pace = running.clock().pace_per_mille();
            said.push(text(&ToClient::Hello { who: self.who, now: running.clock().now(), latest, pace }));
        }
        let answers = self.asks(&running, frames).await?;
        let is_asked = !answers.is_empty() || knows.begins;
        let news = if is_asked { Vec::new() } else { self.waits(&running, knows).await? };
        // Answers follow the updates of the same command.
        while let Some((frame, last)) = frame_after(&running.views(), self.who, self.after) {
            said.push(frame);
            self.after = last;
            if said.len() >= ANSWER_MAX && answers.is_empty() {
                break;
            }
        }
        said.extend(news);
        let works = *running.records().borrow();
        if works != knows.recording {
            said.push(text(&ToClient::Recording { works }));
        }
        said.extend(answers);
        if said.is_empty() {
            said.push(text(&ToClient::Beat { now: running.clock().now() }));
        }
        Ok(said)
    }

    /// Carries out the frames, in order, and returns the answers.
    async fn asks(&self, running: &RunningContest, frames: Vec<Value>) -> Result<Vec<String>, End> {
        let mut submitted = FuturesOrdered::new();
        let mut said = Vec::new();
        for frame in frames {
            match self.take(running, &frame.to_string()).await {
                Taken::Submitted(id, form, answer) => {
                    submitted.push_back(async move { (id, form, answer.await) });
                }
                Taken::Answer(frame) => said.push(text(&frame)),
                Taken::NotHere => return Err(End::KeptElsewhere),
            }
        }
        while let Some(answered) = submitted.next().await {
            if is_not_here(&answered) {
                return Err(End::KeptElsewhere);
            }
            said.push(text(&self.answer_to(running, answered)));
        }
        Ok(said)
    }

    /// Waits for news, and returns all of it except updates.
    async fn waits(&self, running: &RunningContest, knows: Knows) -> Result<Vec<String>, End> {
        let mut told = running.told(self.who);
        let mut presence = self.place.presence_changes();
        let mut sign_outs = self.place.sign_outs();
        let drafts = changes(&running.drafted().borrow(), self.who);
        let is_new = || frame_after(&running.views(), self.who, self.after).is_some();
        let until = Instant::now() + WAIT;
        told.mark_unchanged();
        while !is_new() && *running.records().borrow() == knows.recording {
            let is_organiser = self.who == Participant::Organiser;
            tokio::select! {
                Ok(()) = sign_outs.changed() => if self.is_signed_out().await { return Err(End::NoSession) },
                Ok(()) = told.changed() => {}
                Ok(()) = presence.changed(), if is_organiser => return Ok(vec![text(&ToClient::Presence {})]),
                () = sleep_until(until) => break,
            }
            if !running.is_kept_here() {
                return Err(End::KeptElsewhere);
            }
            if changes(&running.drafted().borrow(), self.who) != drafts {
                let frame = if is_organiser { ToClient::Presence {} } else { ToClient::Drafted {} };
                return Ok(vec![text(&frame)]);
            }
        }
        Ok(Vec::new())
    }
}

fn text(frame: &ToClient<()>) -> String {
    serde_json::to_string(frame).expect("frames have string keys")
}
