//! A judge or a confederate: their client's events and requests, from the same view as their page.

use std::{collections::BTreeMap, sync::Arc};

use contest::{
    Command, Views,
    command::To,
    seed::{Contribution, Matter},
    view::Numbered,
};
use entry::socketio::Out;
use rulebook::{Participant, RoundNumber, Timestamp};
use serde::Serialize;
use tokio::sync::{Notify, watch};

use super::{
    claims::Claim,
    client_messages::{Credentials, Message, Status, out},
    hearing::{Hearing, News, ParticipantUpdate, Partner, Utterance},
    speech,
};
use crate::{
    hosted_contest::{Connected, HostedContest},
    sessions::Token,
};

/// A judge or a confederate at a socket.
pub(super) struct Person {
    pub(super) place: Arc<HostedContest>,
    pub(super) who: Participant,
    pub(super) credentials: Credentials,
    pub(super) session: Token,
    told: watch::Receiver<u64>,
    sign_outs: watch::Receiver<u64>,
    /// The number of the last update that was taken.
    after: u64,
    hearing: Hearing,
    _connected: Connected,
    claim: Claim,
}

/// The reasons to wake a person's socket.
pub(super) enum Stirred {
    /// There may be updates, or the other side has paused for long.
    News,
    /// Another socket has registered for this person.
    Superseded,
    /// Sessions have ended: this person's, perhaps.
    SignedOut,
}

/// The state of a round, and the partners.
#[derive(Serialize)]
struct RoundInformation<'a> {
    #[serde(rename = "roundNumber")]
    round_number: i32,
    status: Status,
    partners: BTreeMap<&'a str, Vec<String>>,
}

impl Person {
    /// Joins the round: its earlier messages are known, and sent only on request.
    pub(super) fn sit(
        (place, who, session): (Arc<HostedContest>, Participant, Token),
        credentials: Credentials,
        (connected, claim): (Connected, Claim),
    ) -> Self {
        let mut hearing = Hearing::of(who);
        let (told, sign_outs) = (place.running.told(who), place.sign_outs());
        let after = {
            let views = place.running.views();
            let updates = updates(&views, who, 0);
            let last = updates.last().map_or(0, |(n, ..)| *n);
            for (_, at, heard) in updates {
                hearing.hear(at, heard);
            }
            last
        };
        Self { place, who, credentials, session, told, sign_outs, after, hearing, _connected: connected, claim }
    }

    /// Waits until there may be news. Safe to be dropped at any point.
    pub(super) async fn stirred(&mut self) -> Stirred {
        let clock = self.place.running.clock();
        let deadline = self.hearing.deadline();
        let superseded: &Notify = self.claim.superseded();
        tokio::select! {
            biased;
            () = superseded.notified() => Stirred::Superseded,
            // A reconnecting client finds the server that goes on.
            () = self.place.running.is_to_follow() => Stirred::Superseded,
            Ok(()) = self.sign_outs.changed() => Stirred::SignedOut,
            Ok(()) = self.told.changed() => Stirred::News,
            () = clock.reach(deadline), if deadline.is_some() => Stirred::News,
        }
    }

    /// The events since the last call, and whether a round is announced.
    pub(super) fn news(&mut self) -> (Vec<Out>, bool) {
        let heard = updates(&self.place.running.views(), self.who, self.after);
        let mut news = Vec::new();
        for (n, at, heard) in heard {
            self.after = n;
            news.extend(self.hearing.hear(at, heard));
        }
        news.extend(self.hearing.wait(self.place.running.clock().now()));
        let begins = news.contains(&News::NewRound);
        (news.into_iter().map(|news| told(&self.hearing, &self.credentials.id, news)).collect(), begins)
    }

    /// The event for a client that registers: the next round, if there is one.
    pub(super) fn welcome(&self) -> Option<Out> {
        let waits = matches!(self.hearing.round(), Some((_, Status::NotStarted)));
        waits.then(|| told(&self.hearing, &self.credentials.id, News::NewRound))
    }

    /// True when a round is about to begin and this person is not ready yet.
    pub(super) fn is_awaited(&self) -> bool {
        let Hearing { stage, .. } = &self.hearing;
        matches!(self.hearing.round(), Some((_, Status::NotStarted))) && !stage.ready && !stage.resting
    }

    /// The state of the contest.
    pub(super) fn round_information(&self) -> Out {
        let (round, status) = self
            .hearing
            .round()
            .map_or((-1, Status::NotStarted), |(round, status)| (i32::from(RoundNumber::number(round)) - 1, status));
        let mut partners = BTreeMap::new();
        if round >= 0 {
            partners.insert(self.credentials.id.as_str(), names(&self.hearing.partners()));
        }
        out("roundInformation", &RoundInformation { round_number: round, status, partners })
    }

    /// All messages of this round, to and from this person.
    pub(super) fn recap(&self) -> Out {
        let said = self.hearing.said().iter();
        out("recap", &said.map(|said| message(&self.credentials.id, said)).collect::<Vec<_>>())
    }

    /// The draw that is due, if this person may contribute, and their contributions.
    pub(super) fn contributions(&self) -> Out {
        #[derive(Serialize)]
        struct Contributions<'a> {
            asked: Option<Matter>,
            given: &'a [Contribution],
        }
        let Hearing { stage, .. } = &self.hearing;
        out("contributions", &Contributions { asked: stage.contributes, given: &stage.contributions })
    }

    /// The command that contributes this text to the draw that is due.
    ///
    /// # Errors
    /// The sentence to refuse it with.
    pub(super) fn contribute(&self, value: String) -> Result<Command, String> {
        let matter = self.hearing.stage.contributes.ok_or("nothing is to be drawn now that you may add to")?;
        Ok(Command::Contribute { matter, value })
    }

    /// The commands for this message, in order.
    ///
    /// # Errors
    /// The sentence to refuse it with.
    pub(super) fn say(&self, content: &str, to: &str) -> Result<Vec<Command>, String> {
        let Some((round, _)) = self.hearing.round() else { return Err("no round is open: wait until one is".into()) };
        let partners = self.hearing.partners();
        let Some(partner) = partners.iter().find(|partner| partner.to_string() == to) else {
            return Err(match &partners[..] {
                [] => "you have no partner in this round: please rest".to_owned(),
                partners => {
                    format!("you have no partner of that name in this round, but: {}", names(partners).join(", "))
                }
            });
        };
        let seat = match partner {
            Partner::Seat(seat) => Some(*seat),
            Partner::Judge => None,
        };
        let to = To { round, seat, interview: None };
        Ok(speech::commands(self.place.file().rulebook.interview.medium, to, content))
    }

    /// The ballot that names this partner as the machine.
    ///
    /// # Errors
    /// The sentence to refuse it with.
    pub(super) fn score(&self, robot: &str) -> Result<Command, String> {
        let Hearing { stage, .. } = &self.hearing;
        let (round, seats) = match &stage.forms[..] {
            [form] => (form.interview.round, &form.seats),
            [] => match self.hearing.round() {
                // The contest knows why no ballot is open.
                Some((round, _)) => (round, &stage.seats),
                None => return Err("no round is open: wait until one is".to_owned()),
            },
            _ => return Err("several ballots are open, and a score names no round: use your page".to_owned()),
        };
        let Some(robot) = seats.iter().copied().find(|seat| seat.to_string() == robot) else {
            let seats: Vec<Partner> = seats.iter().copied().map(Partner::Seat).collect();
            return Err(format!("`robot` names no partner of that interview: {}", names(&seats).join(", ")));
        };
        let questions = &self.place.file().rulebook.ballots.interview;
        let answers = Box::new(speech::ballot(questions, seats, robot)?);
        Ok(Command::CastBallot { round, answers })
    }
}

/// Every event for a client from the beginning.
pub(super) fn replay(views: &Views, who: Participant, id: &str) -> Vec<Out> {
    let mut hearing = Hearing::of(who);
    let mut sent = Vec::new();
    for (_, at, heard) in updates(views, who, 0) {
        let mut news = hearing.wait(at);
        news.extend(hearing.hear(at, heard));
        sent.extend(news.into_iter().map(|news| told(&hearing, id, news)));
    }
    sent
}

/// The updates after this number, with their numbers and times.
fn updates(views: &Views, who: Participant, after: u64) -> Vec<(u64, Timestamp, ParticipantUpdate)> {
    match who {
        Participant::Judge(judge) => views.judge(judge).map_or_else(Vec::new, |feed| heard(feed.after(after))),
        who @ (Participant::Organiser
        | Participant::Confederate(_)
        | Participant::Entry(_)
        | Participant::Referee(_)) => views.witness(who).map_or_else(Vec::new, |feed| heard(feed.after(after))),
    }
}

fn heard<U: Clone + Into<ParticipantUpdate>>(updates: &[Numbered<U>]) -> Vec<(u64, Timestamp, ParticipantUpdate)> {
    updates.iter().map(|Numbered { n, at, update }| (*n, *at, update.clone().into())).collect()
}

fn told(hearing: &Hearing, id: &str, news: News) -> Out {
    #[derive(Serialize)]
    struct Control<'a> {
        status: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        partners: Option<BTreeMap<&'a str, Vec<String>>>,
    }
    let control = |status, partners| out("control", &Control { status, partners });
    match news {
        News::NewRound => control("newRound", Some(BTreeMap::from([(id, names(&hearing.partners()))]))),
        News::StartRound => control("startRound", None),
        News::EndRound => control("endRound", None),
        News::Said(said) => out("message", &message(id, &said)),
    }
}

fn names(partners: &[Partner]) -> Vec<String> {
    partners.iter().map(ToString::to_string).collect()
}

fn message(id: &str, said: &Utterance) -> Message {
    let (id, partner) = (id.to_owned(), said.partner.to_string());
    if said.mine { Message::of(&said.text, partner, id) } else { Message::of(&said.text, id, partner) }
}
