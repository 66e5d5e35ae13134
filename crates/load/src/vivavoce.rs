//! The dialect of our server, and the set-up of its contests.
//!
//! A contest is set up from its organiser's link: the organiser joins, makes links for all participants, draws the
//! schedule and opens the first round, even if a participant is missing.

use std::{borrow::Cow, sync::Arc, time::Duration};

use live::{LiveError, Seat};
use serde::Deserialize;
use serde_json::json;

use crate::{
    dialect::{Dialect, Medium, ServerStatement, Socket},
    error::LoadError,
};

/// The interval of a client's heartbeats.
const HEARTBEAT: Duration = Duration::from_secs(15);

/// A participant of a contest on our server, which connects to its addresses in turn.
pub struct Vivavoce {
    seat: Seat,
    addresses: Arc<[String]>,
    /// The index of the next address.
    turn: usize,
    /// The number of the last update seen.
    seen: u64,
    /// The random prefix of this participant's frame ids.
    prefix: u64,
    is_judge: bool,
    round: String,
    /// The witness's seat label, if this is a judge.
    label: Option<String>,
}

impl Vivavoce {
    /// A participant in this seat, which connects to these addresses in turn, from the one with this index on.
    #[must_use]
    pub fn new(seat: Seat, addresses: Arc<[String]>, turn: usize) -> Self {
        let is_judge = seat.page().contains("/judge/");
        let mut prefix = [0; 8];
        getrandom::fill(&mut prefix).expect("the operating system gives random bytes");
        let prefix = u64::from_le_bytes(prefix);
        Self { seat, addresses, turn, seen: 0, prefix, is_judge, round: "R1".to_owned(), label: None }
    }
}

impl Dialect for Vivavoce {
    async fn connect(&mut self) -> Result<Socket, LoadError> {
        let address = &self.addresses[self.turn % self.addresses.len()];
        self.turn += 1;
        let request = self.seat.clone().at(address).request(self.seen)?;
        Ok(live::open(request).await.map_err(Box::new)?)
    }

    fn frame(&self, number: u64, medium: Medium, said: &str) -> String {
        let (what, field) = match medium {
            Medium::Keys => ("press", "key"),
            Medium::Messages => ("say", "text"),
        };
        let seat = self.label.as_ref().map(|label| format!(r#""seat":"{label}","#)).unwrap_or_default();
        let (prefix, round) = (self.prefix, &self.round);
        // No key or message here has a character that JSON escapes.
        format!(r#"{{"do":"{what}","id":"{prefix:x}-{number}","round":"{round}",{seat}"{field}":"{said}"}}"#)
    }

    fn read<'f>(&mut self, frame: &'f str, heard: &mut Vec<ServerStatement<'f>>) -> Result<(), LoadError> {
        let frame: Frame<'f> = serde_json::from_str(frame).map_err(|why| LoadError::Frame(why.to_string()))?;
        match frame.is {
            "updates" => {}
            "done" => heard.extend(frame.id.and_then(number_of).map(ServerStatement::Done)),
            "refused" => {
                let why = frame.why.unwrap_or_default();
                heard.push(ServerStatement::Refused(frame.id.and_then(number_of), why));
            }
            "reload" => return Err(LoadError::Frame("the server does not know the updates that were seen".to_owned())),
            _ => {}
        }
        for update in frame.updates {
            if update.n != self.seen + 1 {
                heard.push(ServerStatement::Gap);
            }
            self.seen = self.seen.max(update.n);
            match update.kind {
                "stage" if update.phase == Some("talk") => {
                    self.round = update.round.unwrap_or_default().to_owned();
                    self.label = update.seats.first().filter(|_| self.is_judge).map(|label| (*label).to_owned());
                    heard.push(ServerStatement::Open);
                }
                "key" | "said" if (update.side == Some("witness")) == self.is_judge => {
                    heard.extend(update.key.or(update.text).map(ServerStatement::Partner));
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn heartbeat(&self) -> (Duration, String) {
        (HEARTBEAT, json!({ "do": "ping", "sent": "2026-01-01T00:00:00.000Z" }).to_string())
    }

    fn is_answered(&self) -> bool {
        true
    }
}

/// The fields read of a frame. All others are skipped, so that reading costs little.
#[derive(Deserialize)]
struct Frame<'f> {
    is: &'f str,
    #[serde(default, borrow)]
    id: Option<&'f str>,
    #[serde(default, borrow)]
    why: Option<Cow<'f, str>>,
    #[serde(default, borrow)]
    updates: Vec<Update<'f>>,
}

#[derive(Deserialize)]
struct Update<'f> {
    n: u64,
    kind: &'f str,
    #[serde(default)]
    phase: Option<&'f str>,
    #[serde(default)]
    round: Option<&'f str>,
    #[serde(default)]
    seats: Vec<&'f str>,
    #[serde(default)]
    side: Option<&'f str>,
    #[serde(default, borrow)]
    key: Option<Cow<'f, str>>,
    #[serde(default, borrow)]
    text: Option<Cow<'f, str>>,
}

fn number_of(id: &str) -> Option<u64> {
    id.rsplit('-').next()?.parse().ok()
}

/// A contest after all its people and its organiser have joined.
pub struct Joined {
    organiser: Seat,
    /// Judges, then confederates.
    pub people: Vec<Seat>,
}

impl Joined {
    /// Joins all participants of a contest by its organiser's link.
    ///
    /// # Errors
    /// When the server cannot be reached, or a link leads to no seat.
    pub async fn by(http: &live::Http, base: &str, organiser_link: &str) -> Result<Self, LoadError> {
        let organiser = Seat::join_with(http, base, organiser_link).await?;
        let page = organiser.post(http, "links", "who=all-not-joined").await?;
        let mut links: Vec<&str> = page.split("/join/").skip(1).filter_map(|rest| rest.get(..32)).collect();
        links.dedup();
        let mut people = Vec::with_capacity(links.len());
        for link in links {
            people.push(Seat::join_with(http, base, &format!("/join/{link}")).await?);
        }
        Ok(Self { organiser, people })
    }

    /// Draws the schedule, and opens the first round.
    ///
    /// # Errors
    /// When the server refuses.
    pub async fn open(&self, http: &live::Http) -> Result<(), LoadError> {
        // It may be drawn already, if a seat of the contest was taken before.
        match self.organiser.post(http, "do", "action=draw&anyway=true").await {
            Ok(_) | Err(LiveError::NotDone { .. }) => {}
            Err(why) => return Err(why.into()),
        }
        self.organiser.post(http, "do", "action=open-round&anyway=true").await?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judge() -> Vivavoce {
        let seat =
            serde_json::from_value(json!({ "base": "http://h", "page": "/c/judge/1", "cookie": "a=b" })).unwrap();
        Vivavoce::new(seat, ["http://h".to_owned()].into(), 0)
    }

    #[test]
    fn a_judge_reads_the_opening_its_partners_key_and_its_answer() {
        let mut judge = judge();
        let mut heard = Vec::new();
        judge.read(r#"{"is":"updates","updates":[{"n":1,"at":"x","kind":"stage","phase":"talk","round":"R2","seats":["t4"],"ends":null}]}"#, &mut heard).unwrap();
        judge.read(r#"{"is":"updates","updates":[{"n":2,"at":"x","kind":"key","round":"R2","seat":"t4","side":"judge","key":"a"},{"n":3,"at":"x","kind":"key","round":"R2","seat":"t4","side":"witness","key":"b"}]}"#, &mut heard).unwrap();
        judge.read(r#"{"is":"done","id":"ab-7"}"#, &mut heard).unwrap();
        assert_eq!(heard, [ServerStatement::Open, ServerStatement::Partner("b".into()), ServerStatement::Done(7)]);
        let frame: contest::wire::FromClient = serde_json::from_str(&judge.frame(8, Medium::Keys, "c")).unwrap();
        let contest::wire::FromClient::Press { round, seat, key, .. } = frame else { panic!("{frame:?}") };
        assert_eq!((round.to_string().as_str(), seat.unwrap().to_string().as_str(), key.as_str()), ("R2", "t4", "c"));
    }

    #[test]
    fn an_update_that_is_missing_or_comes_again_is_noticed() {
        let mut judge = judge();
        let mut heard = Vec::new();
        for n in [1, 3, 3] {
            let frame = format!(r#"{{"is":"updates","updates":[{{"n":{n},"kind":"turn"}}]}}"#);
            let mut gaps = Vec::new();
            judge.read(&frame, &mut gaps).unwrap();
            heard.push(gaps.len());
        }
        assert_eq!(heard, [0, 1, 1]);
    }
}
