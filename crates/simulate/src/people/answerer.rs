//! The side that answers: waits for a line, thinks a little, and has something to say.

use std::time::Duration;

use rulebook::{
    Draws, RoundNumber, Timestamp,
    schema::{InterviewRules, Opener, Turns},
};

use super::{between, knowledge::Knowledge};

/// Somebody who answers.
#[derive(Debug, Clone)]
pub(super) struct Answerer {
    knowledge: Knowledge,
    /// The words to begin every conversation with, where the rulebook fixes them.
    opening: Option<String>,
    opens: Opener,
    turns: Turns,
    talk: Option<Talk>,
}

/// What is in mind for the round that runs.
#[derive(Debug, Clone)]
struct Talk {
    round: RoundNumber,
    /// The opening words have been said, or there are none.
    opened: bool,
    /// How many of the partner's lines are dealt with.
    answered: usize,
    /// When the next answer will be begun.
    answer_at: Option<Timestamp>,
    /// The longest time to think, in milliseconds.
    thinking_ms: u64,
}

impl Answerer {
    /// Somebody with a life and opening words of their own.
    pub(super) fn drawn(rules: &InterviewRules, draws: &mut Draws) -> Self {
        let knowledge = Knowledge::drawn(draws);
        let words = &rules.opening_words;
        let opening = (!words.is_empty()).then(|| words[draws.index(words.len())].clone());
        Self { knowledge, opening, opens: rules.opens, turns: rules.turns, talk: None }
    }

    /// The round in which somebody is being answered.
    pub(super) fn round(&self) -> Option<RoundNumber> {
        self.talk.as_ref().map(|talk| talk.round)
    }

    /// The words to begin every conversation with.
    pub(super) fn opening(&self) -> Option<&str> {
        self.opening.as_deref()
    }

    /// Meets somebody new, for so long.
    pub(super) fn meet(&mut self, round: RoundNumber, now: Timestamp, left: Duration, draws: &mut Draws) {
        self.knowledge.meet_somebody_new();
        let left_ms = u64::try_from(left.as_millis()).unwrap_or(u64::MAX);
        let mut thinking_ms = (left_ms / 100).clamp(1_500, 12_000);
        if let Turns::Alternate { within } = self.turns {
            thinking_ms = thinking_ms.min(u64::try_from(within.as_millis()).unwrap_or(u64::MAX) / 4);
        }
        let opened = self.opening.is_none();
        let begins = !opened && self.opens == Opener::Anyone;
        let answer_at = begins.then(|| now + between(draws, 500, 3_000));
        self.talk = Some(Talk { round, opened, answered: 0, answer_at, thinking_ms });
    }

    /// Nobody is there to be answered.
    pub(super) fn leave(&mut self) {
        self.talk = None;
    }

    /// Sets a time to answer, if there is something to answer and no time is set.
    pub(super) fn think(&mut self, heard: &[String], now: Timestamp, draws: &mut Draws) {
        let Some(talk) = self.talk.as_mut() else { return };
        if talk.answer_at.is_none() && heard.len() > talk.answered {
            let reading = Duration::from_millis(30 * heard.last().map_or(0, String::len) as u64);
            talk.answer_at = Some(now + reading + between(draws, talk.thinking_ms / 3, talk.thinking_ms));
        }
    }

    /// When the next answer will be begun.
    pub(super) fn due(&self) -> Option<Timestamp> {
        self.talk.as_ref().and_then(|talk| talk.answer_at)
    }

    /// What to say now, if it is time: one utterance a line.
    pub(super) fn answer(&mut self, heard: &[String], now: Timestamp, draws: &mut Draws) -> Option<String> {
        let talk = self.talk.as_mut().filter(|talk| talk.answer_at.is_some_and(|at| at <= now))?;
        talk.answer_at = None;
        let opening = self.opening.as_deref().filter(|_| !std::mem::replace(&mut talk.opened, true));
        // One utterance a turn: the opening words are the first.
        if opening.is_some() && (heard.is_empty() || matches!(self.turns, Turns::Alternate { .. })) {
            return opening.map(str::to_owned);
        }
        talk.answered = heard.len();
        let answer = self.knowledge.answer(heard, draws);
        Some(opening.map_or(answer.clone(), |opening| format!("{opening}\n{answer}")))
    }

    /// Something to say about these lines at once.
    pub(super) fn remark(&mut self, heard: &[String], draws: &mut Draws) -> String {
        self.knowledge.answer(heard, draws)
    }
}
