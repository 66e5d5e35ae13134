//! The answering side: waits for a line, thinks a little, and answers.

use std::time::Duration;

use rulebook::{
    Draws, RoundNumber, Timestamp,
    schema::{InterviewRules, Opener, Turns},
};

use super::{between, knowledge::Knowledge};

/// A person who answers.
#[derive(Debug, Clone)]
pub(super) struct Answerer {
    knowledge: Knowledge,
    /// The opening words of every conversation, if the rulebook fixes them.
    opening: Option<String>,
    opens: Opener,
    turns: Turns,
    talk: Option<RoundState>,
}

/// The state of the current round.
#[derive(Debug, Clone)]
struct RoundState {
    round: RoundNumber,
    /// The opening words are said, or there are none.
    opened: bool,
    /// The number of the partner's lines already answered.
    answered: usize,
    /// The moment when the next answer begins.
    answer_at: Option<Timestamp>,
    /// The longest time to think, in milliseconds.
    thinking_ms: u64,
}

impl Answerer {
    /// A person with a drawn life and drawn opening words.
    pub(super) fn drawn(rules: &InterviewRules, draws: &mut Draws) -> Self {
        let knowledge = Knowledge::drawn(draws);
        let words = &rules.opening_words;
        let opening = (!words.is_empty()).then(|| words[draws.index(words.len())].clone());
        Self { knowledge, opening, opens: rules.opens, turns: rules.turns, talk: None }
    }

    /// The current round, while there is a partner.
    pub(super) fn round(&self) -> Option<RoundNumber> {
        self.talk.as_ref().map(|talk| talk.round)
    }

    /// The opening words of every conversation.
    pub(super) fn opening(&self) -> Option<&str> {
        self.opening.as_deref()
    }

    /// Meets a new partner; `left` is the time left to talk.
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
        self.talk = Some(RoundState { round, opened, answered: 0, answer_at, thinking_ms });
    }

    /// Forgets the partner, at the end of the talk.
    pub(super) fn leave(&mut self) {
        self.talk = None;
    }

    /// Sets the moment of an answer, if there is a line to answer and no moment is set.
    pub(super) fn think(&mut self, heard: &[String], now: Timestamp, draws: &mut Draws) {
        let Some(talk) = self.talk.as_mut() else { return };
        if talk.answer_at.is_none() && heard.len() > talk.answered {
            let reading = Duration::from_millis(30 * heard.last().map_or(0, String::len) as u64);
            talk.answer_at = Some(now + reading + between(draws, talk.thinking_ms / 3, talk.thinking_ms));
        }
    }

    /// The moment when the next answer begins.
    pub(super) fn due(&self) -> Option<Timestamp> {
        self.talk.as_ref().and_then(|talk| talk.answer_at)
    }

    /// The answer, once it is due: one utterance a line.
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

    /// An immediate remark about these lines.
    pub(super) fn remark(&mut self, heard: &[String], draws: &mut Draws) -> String {
        self.knowledge.answer(heard, draws)
    }
}
