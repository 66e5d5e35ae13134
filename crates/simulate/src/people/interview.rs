//! What a scripted judge has in mind for one interview: the questions for each seat, and when to ask them.

use std::{collections::VecDeque, time::Duration};

use rulebook::{Draws, RoundNumber, Seat, Side, Timestamp, schema::InterviewRules};

use super::{
    between,
    questions::{self, Question},
    voice::Turn,
};

/// How long a judge reads before going on.
const READING: Duration = Duration::from_secs(3);

/// The length of an answer that a judge has in mind who waits for it, in characters.
const USUAL_ANSWER: u32 = 40;

/// How many questions people bring along who chat.
const CHAT: usize = 20;

/// What a judge has in mind for the interview that runs.
#[derive(Debug, Clone)]
pub(super) struct Interview {
    pub(super) round: RoundNumber,
    pub(super) writing: Option<Seat>,
    panes: Vec<Pane>,
}

/// What a judge has in mind for one conversation.
#[derive(Debug, Clone)]
pub(super) struct Pane {
    pub(super) seat: Seat,
    pub(super) questions: VecDeque<&'static Question>,
    pub(super) turn: Turn,
    /// How many of the partner's lines were answered, where both sides ask.
    pub(super) answered: usize,
    /// Not before this will the next question be asked, however quick the answer.
    planned: Timestamp,
    /// From one planned question to the next.
    gap: Duration,
    /// How long to wait for an answer.
    patience: Duration,
    asked: Option<Timestamp>,
    heard: Option<Timestamp>,
}

impl Interview {
    /// Four to seven questions for each seat, spread over the time there is; which seat comes first is drawn. Where both
    /// sides ask, a chat instead, as quick as the partner.
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
        let pane = |seat: &Seat| Pane {
            seat: *seat,
            questions: questions::plan(count, draws).into(),
            turn: Turn::new(rules.turns, Side::Judge),
            answered: 0,
            planned: if *seat == first { start } else { start + gap * 2 / 5 },
            gap: gap * 9 / 10,
            patience: (gap * 2 / 5).clamp(least, most),
            asked: None,
            heard: None,
        };
        Self { round, writing: None, panes: seats.iter().map(pane).collect() }
    }

    /// What is in mind for this seat.
    pub(super) fn pane(&mut self, seat: Seat) -> Option<&mut Pane> {
        self.panes.iter_mut().find(|pane| pane.seat == seat)
    }

    /// Whose turn it is where something is being written.
    pub(super) fn turn(&self) -> Option<&Turn> {
        self.panes.iter().find(|pane| Some(pane.seat) == self.writing).map(|pane| &pane.turn)
    }

    /// Where the next question will be asked, and when, as far as is known now.
    pub(super) fn next_question(&self) -> Option<(Timestamp, Seat)> {
        self.panes.iter().filter(|pane| !pane.questions.is_empty()).map(|pane| (pane.may_ask(), pane.seat)).min()
    }

    /// Asks nothing more.
    pub(super) fn wind_up(&mut self) {
        self.panes.iter_mut().for_each(|pane| pane.questions.clear());
    }
}

impl Pane {
    /// A line of this conversation is finished: the judge's own, or the partner's.
    pub(super) fn finished(&mut self, own: bool, now: Timestamp) {
        *(if own { &mut self.asked } else { &mut self.heard }) = Some(now);
    }

    /// The next question, off the list; its successor is put off.
    pub(super) fn take_question(&mut self, now: Timestamp) -> Option<&'static Question> {
        let question = self.questions.pop_front()?;
        self.planned = self.planned.max(now) + self.gap;
        Some(question)
    }

    /// Something was said that is not back yet.
    pub(super) fn said(&mut self, now: Timestamp) {
        self.asked = Some(now);
    }

    /// True before anything was asked.
    pub(super) fn is_new(&self) -> bool {
        self.asked.is_none()
    }

    /// When the next question may be asked: at its planned time, once the last one was answered and the answer read, or
    /// patience has run out.
    fn may_ask(&self) -> Timestamp {
        let free = match (self.asked, self.heard) {
            (None, _) => self.planned,
            (Some(asked), Some(heard)) if heard >= asked => heard + READING,
            (Some(asked), _) => asked + self.patience,
        };
        self.planned.max(free)
    }
}
