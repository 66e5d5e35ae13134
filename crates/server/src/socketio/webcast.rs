//! A spectator's view of one interview: the public content, with neutral names.
//!
//! The public page shows an interview when the contest is closed, so a spectator's socket gets the messages then: at
//! once when it connects later, live at the close when it waits. Until then it knows that there are participants, and
//! none of their messages.

use std::sync::Arc;

use contest::{contest::Phase, view::Numbered};
use entry::socketio::Out;
use rulebook::{InterviewId, JudgeId, Participant, RoundNumber};
use tokio::sync::{OwnedSemaphorePermit, watch};

use super::{
    admission::id_of,
    client_messages::{InOrder, Message, View, out},
    hearing::{Lines, ParticipantUpdate, Partner, Utterance},
};
use crate::hosted_contest::HostedContest;

/// A spectator at a socket.
pub(super) struct Spectator {
    place: Arc<HostedContest>,
    interview: InterviewId,
    /// The names of the participants, by seat.
    participants: Vec<(Partner, String)>,
    grown: watch::Receiver<u64>,
    is_told: bool,
    _seat: OwnedSemaphorePermit,
}

impl Spectator {
    /// Looks at an interview: the names of its participants, then its messages, if they are public.
    ///
    /// # Errors
    /// The sentence to refuse it with.
    pub(super) fn of(
        place: Arc<HostedContest>,
        view: &View,
        seat: OwnedSemaphorePermit,
    ) -> Result<(Self, Vec<Out>), String> {
        let interview = InterviewId {
            round: RoundNumber::new(view.round.saturating_add(1)),
            judge: JudgeId::new(view.judge.saturating_add(1)),
        };
        let grown = place.running.grown();
        let participants = participants(&place, interview)
            .ok_or("this contest has no such interview: `round` and `judge` count from 0")?;
        let mut spectator = Self { place, interview, participants, grown, is_told: false, _seat: seat };
        let judge = ("judge".to_owned(), spectator.judge());
        let names = spectator.participants.iter().map(|(_, name)| (name.clone(), name.clone()));
        let told = out("participants", &InOrder([judge].into_iter().chain(names).collect()));
        let said = spectator.said();
        spectator.is_told = said.is_some();
        let messages = said.iter().flatten().map(|said| spectator.message(said));
        let recap = out("recap", &messages.collect::<Vec<_>>());
        Ok((spectator, vec![told, recap]))
    }

    /// Waits until there may be something to see. Safe to be dropped at any point.
    pub(super) async fn stirred(&mut self) {
        if self.is_told || self.grown.changed().await.is_err() {
            std::future::pending::<()>().await;
        }
    }

    /// The messages that have become public since the last call.
    pub(super) fn news(&mut self) -> Vec<Out> {
        let said = if self.is_told { None } else { self.said() };
        self.is_told |= said.is_some();
        said.iter().flatten().map(|said| out("message", &self.message(said))).collect()
    }

    /// Every message of the interview, in order; `None` while it is not public.
    fn said(&self) -> Option<Vec<Utterance>> {
        let views = self.place.running.views();
        views.room().contest().filter(|contest| contest.phase == Phase::Closed)?;
        let feed = views.judge(self.interview.judge)?;
        let mut lines = Lines::default();
        let mut said = Vec::new();
        for Numbered { at, update, .. } in feed.after(0) {
            match update.clone().into() {
                ParticipantUpdate::Key { round, partner, mine, key } if round == self.interview.round => {
                    said.extend(lines.press(*at, partner, mine, key));
                }
                ParticipantUpdate::Said { round, partner, mine, text } if round == self.interview.round => {
                    said.push(Utterance { partner, mine, text });
                }
                ParticipantUpdate::Stage(_)
                | ParticipantUpdate::Key { .. }
                | ParticipantUpdate::Said { .. }
                | ParticipantUpdate::Unsaid => {}
            }
        }
        said.extend(lines.unfinished(None));
        Some(said)
    }

    fn message(&self, said: &Utterance) -> Message {
        let participant = self.participants.iter().find(|(partner, _)| *partner == said.partner);
        let participant = participant.map(|(_, name)| name.clone()).unwrap_or_default();
        let (to, id) = if said.mine { (participant, self.judge()) } else { (self.judge(), participant) };
        Message::of(&said.text, to, id)
    }

    fn judge(&self) -> String {
        id_of(Participant::Judge(self.interview.judge))
    }
}

/// The seats of an interview with neutral names, in order.
fn participants(place: &HostedContest, interview: InterviewId) -> Option<Vec<(Partner, String)>> {
    let views = place.running.views();
    let seating = views.room().contest()?.seating(interview)?;
    let seats = seating.seats.keys().copied().map(Partner::Seat);
    Some(seats.zip(1..).map(|(seat, n)| (seat, format!("participant{n}"))).collect())
}
