//! A scripted judge's plan for one interview: the questions for each seat, and their moments.

use std::{collections::VecDeque, time::Duration};

use rulebook::{Draws, RoundNumber, Seat, Side, Timestamp, schema::InterviewRules};

use super::{
    between,
    questions::{self, Question},
    voice::TurnState,
};

/// The time for reading before the next question.
const READING: Duration = Duration::from_secs(3);

/// The length of answer that a waiting judge expects, in characters.
const USUAL_ANSWER: u32 = 40;

/// The number of questions of people who chat.
const CHAT: usize = 20;

/// A judge's plan for the current interview.
#[derive(Debug, Clone)]
pub(super) struct Interview {
    pub(super) round: RoundNumber,
    pub(super) writing: Option<Seat>,
    panes: Vec<ConversationPlan>,
}

/// A judge's plan for one conversation.
#[derive(Debug, Clone)]
pub(super) struct ConversationPlan {
    pub(super) seat: Seat,
    pub(super) questions: VecDeque<&'static Question>,
    pub(super) turn: TurnState,
    /// The number of the partner's lines already answered, where both sides ask.
    pub(super) answered: usize,
    /// The earliest moment of the next question, however quick the answer.
    planned: Timestamp,
    /// The time between two planned questions.
    gap: Duration,
    /// The longest wait for an answer.
    patience: Duration,
    asked: Option<Timestamp>,
    heard: Option<Timestamp>,
}

impl Interview {
    /// Plans four to seven questions for each seat, spread over the time to talk; the first seat is drawn. Where both
    /// sides ask, it plans a chat instead, as quick as the partner.
    pub(super) fn planned(
        round: RoundNumber,
        seats: &[Seat],
        rules: &InterviewRules,
        now: Timestamp,
        talk: Duration,
        draws: &mut Draws,
    ) -> Self {
        let first = seats[draws.index(seats.len())];
        let count = if rules.symmetric { CHAT } else { 4 + draws.index(4) };
        let gap = if rules.symmetric { Duration::ZERO } else { talk / u32::try_from(count).unwrap_or(1) };
        let start = now + between(draws, 500, 4_000);
        // An answer may be held back for a while, and a turn may pass unused.
        let least = Duration::from_secs(12) + rules.delivery.holds_back(USUAL_ANSWER);
        let most = Duration::from_secs(70).max(talk / 20).max(least);
        let pane = |seat: &Seat| ConversationPlan {
            seat: *seat,
            questions: questions::plan(count, draws).into(),
            turn: TurnState::new(rules.turns, Side::Judge),
            answered: 0,
            planned: if *seat == first { start } else { start + gap * 2 / 5 },
            gap: gap * 9 / 10,
            patience: (gap * 2 / 5).clamp(least, most),
            asked: None,
            heard: None,
        };
        Self { round, writing: None, panes: seats.iter().map(pane).collect() }
    }

    /// The plan for this seat.
    pub(super) fn pane(&mut self, seat: Seat) -> Option<&mut ConversationPlan> {
        self.panes.iter_mut().find(|pane| pane.seat == seat)
    }

    /// The turn of the conversation with the unfinished line.
    pub(super) fn turn(&self) -> Option<&TurnState> {
        self.panes.iter().find(|pane| Some(pane.seat) == self.writing).map(|pane| &pane.turn)
    }

    /// The moment and seat of the next question, as far as known now.
    pub(super) fn next_question(&self) -> Option<(Timestamp, Seat)> {
        self.panes.iter().filter(|pane| !pane.questions.is_empty()).map(|pane| (pane.may_ask(), pane.seat)).min()
    }

    /// Drops all further questions.
    pub(super) fn wind_up(&mut self) {
        self.panes.iter_mut().for_each(|pane| pane.questions.clear());
    }
}

impl ConversationPlan {
    /// Notes a finished line of this conversation: the judge's own, or the partner's.
    pub(super) fn finished(&mut self, own: bool, now: Timestamp) {
        *(if own { &mut self.asked } else { &mut self.heard }) = Some(now);
    }

    /// Removes and returns the next question; the one after it is put off.
    pub(super) fn take_question(&mut self, now: Timestamp) -> Option<&'static Question> {
        let question = self.questions.pop_front()?;
        self.planned = self.planned.max(now) + self.gap;
        Some(question)
    }

    /// Notes a line that was sent and is not on the screen yet.
    pub(super) fn said(&mut self, now: Timestamp) {
        self.asked = Some(now);
    }

    /// True before the first question.
    pub(super) fn is_new(&self) -> bool {
        self.asked.is_none()
    }

    /// The moment when the next question may be asked: its planned time, but only after the last answer was read, or
    /// after patience has run out.
    fn may_ask(&self) -> Timestamp {
        let free = match (self.asked, self.heard) {
            (None, _) => self.planned,
            (Some(asked), Some(heard)) if heard >= asked => heard + READING,
            (Some(asked), _) => asked + self.patience,
        };
        self.planned.max(free)
    }
}
