//! One conversation: the keys between one judge and one seat.
//!
//! Whether anybody may type at all is the contest's to say; it is handed in as a [`Floor`]. What this aggregate knows by
//! itself: who has begun, how fast and how much each side types, and which of a client's messages it has already.

use std::{collections::VecDeque, time::Duration};

use rulebook::{
    Side, Timestamp,
    schema::{InterviewRules, Medium, Opener},
};

use crate::{
    Refusal,
    event::{ClientId, ConversationEvent},
    transcript::Transcript,
};

/// How many of a side's latest messages are remembered, to recognise a resend after a lost connection.
const REMEMBERED: usize = 512;

/// Whether the contest lets anybody type at this moment.
pub type Floor = Result<(), Refusal>;

/// The state of one conversation.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Conversation {
    /// What stands on the screens.
    pub transcript: Transcript,
    judge: Typist,
    witness: Typist,
}

/// What one side has typed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct Typist {
    keys: u32,
    latest: VecDeque<Timestamp>,
    ids: VecDeque<ClientId>,
}

impl Conversation {
    /// True when the judge has pressed a key.
    #[must_use]
    pub fn is_live(&self) -> bool {
        self.judge.keys > 0
    }

    /// The number of keys a side has pressed.
    #[must_use]
    pub fn keys(&self, side: Side) -> u32 {
        self.typist(side).keys
    }

    /// True when a message with this id is already part of the conversation.
    #[must_use]
    pub fn knows(&self, side: Side, id: &ClientId) -> bool {
        self.typist(side).ids.contains(id)
    }

    /// Whether this side may press a key now, after `ahead` others that are decided together with it.
    ///
    /// A client numbers what it sends. A key that was refused, and is sent again because the refusal was lost with the
    /// connection, must not land behind keys that were pressed after it.
    ///
    /// # Errors
    /// The refusal to give to the one who pressed it.
    pub fn permit(
        &self,
        rules: &InterviewRules,
        floor: Floor,
        side: Side,
        id: &ClientId,
        ahead: u32,
        now: Timestamp,
    ) -> Result<(), Refusal> {
        floor?;
        if side == Side::Witness && rules.opens == Opener::Judge && !self.is_live() {
            return Err(Refusal::JudgeBegins);
        }
        let Medium::Keystrokes { keys_per_second, keys } = rules.medium;
        let typist = self.typist(side);
        if typist.ids.back().is_some_and(|latest| id.is_before(latest)) {
            return Err(Refusal::Overtaken);
        }
        if typist.keys.saturating_add(ahead) >= keys {
            return Err(Refusal::TooLong(keys));
        }
        let recent = typist.latest.iter().rev().take_while(|at| now.since(**at) < Duration::from_secs(1)).count();
        let recent = u32::try_from(recent).unwrap_or(u32::MAX);
        if recent.saturating_add(ahead) >= keys_per_second { Err(Refusal::TooFast(keys_per_second)) } else { Ok(()) }
    }

    /// Folds one recorded event into the state.
    pub fn apply(&mut self, rules: &InterviewRules, side: Side, event: &ConversationEvent, time: Timestamp) {
        let ConversationEvent::Key { id, private, .. } = event;
        if let Some(pressed) = private.held() {
            self.transcript.press(side, pressed.key);
        }
        let Medium::Keystrokes { keys_per_second, .. } = rules.medium;
        let typist = match side {
            Side::Judge => &mut self.judge,
            Side::Witness => &mut self.witness,
        };
        typist.keys += 1;
        push_bounded(&mut typist.latest, time, usize::try_from(keys_per_second).unwrap_or(usize::MAX));
        push_bounded(&mut typist.ids, id.clone(), REMEMBERED);
    }

    fn typist(&self, side: Side) -> &Typist {
        match side {
            Side::Judge => &self.judge,
            Side::Witness => &self.witness,
        }
    }
}

fn push_bounded<T>(queue: &mut VecDeque<T>, item: T, bound: usize) {
    queue.push_back(item);
    while queue.len() > bound {
        queue.pop_front();
    }
}
