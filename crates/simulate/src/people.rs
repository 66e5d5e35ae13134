//! The minds of scripted people: their next action, from the updates they received and the time.
//!
//! A mind has no clock, no socket and no dice of its own: updates and times are arguments, and every draw comes from a
//! stream named after the person. It receives exactly the updates of a person's page, so it can know no more than a
//! person. [`Judge`] asks, weighs and votes; [`Confederate`] waits and answers; a person who is both is a [`Judge`]
//! that answers in its turn. All know the rulebook, as people know the instructions, and type at a human pace, in
//! contest time.

mod answerer;
mod confederate;
mod duty;
mod exhibit;
mod form;
mod interview;
mod judge;
mod knowledge;
mod questions;
mod typist;
mod voice;
mod weighing;

use std::time::Duration;

use contest::{FormId, command::To, event::Preference, fields::Fields, view::stage::Stage};
use rulebook::{ConfederateId, ConversationId, Draws, JudgeId, RoundNumber, Rulebook, Seat, Seed, Timestamp};
use tally::Answers;

pub use self::{confederate::Confederate, exhibit::Exhibit, judge::Judge, voice::Speech, weighing::weigh};
pub(crate) use self::{
    duty::{Appointment, Duty},
    typist::Hand,
    voice::{TurnState, Voice},
};

/// An action that a mind wants to take.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Intent {
    /// Press a key, or send a finished utterance.
    Speak {
        /// The addressee.
        to: To,
        /// The key or utterance.
        speech: Speech,
    },
    /// Show the witness a file.
    Show {
        /// The addressee.
        to: To,
        /// The file.
        exhibit: Exhibit,
    },
    /// Be ready for the next round.
    Ready,
    /// Fill in the form about this round.
    Ballot {
        /// The round.
        round: RoundNumber,
        /// The answers, by the seats on the form.
        answers: Answers<Seat>,
    },
    /// Fill in a form without sealing it.
    Draft {
        /// The form.
        form: FormId,
        /// The content of its fields.
        fields: Fields,
    },
    /// Rank all witnesses met.
    Ranking {
        /// Most human first; those in one group are level.
        order: Vec<Vec<ConversationId>>,
    },
    /// State a belief after a turn of a transcript.
    Believe {
        /// The round.
        round: RoundNumber,
        /// The seat.
        seat: Seat,
        /// The turn, from 1.
        turn: u16,
        /// The belief, from 0 to 100.
        human: u8,
    },
    /// Vote between level entries, or in a matter of dispute.
    Vote {
        /// The number of the vote, from 1.
        vote: u16,
        /// The preference.
        preference: Preference,
    },
}

/// A person in front of a screen.
///
/// The order of calls: [`handle`](Self::handle) each update once, then [`poll`](Self::poll) until it returns nothing,
/// then wait for the next update or for [`next_wake`](Self::next_wake), whichever comes first. Times never run
/// backwards.
pub trait Mind {
    /// The updates of the person's role.
    type Update;

    /// Takes one update.
    fn handle(&mut self, update: &Self::Update, now: Timestamp);

    /// The next action due at this moment, if any.
    fn poll(&mut self, now: Timestamp) -> Option<Intent>;

    /// The moment of the next action if no update comes before it.
    fn next_wake(&self) -> Option<Timestamp>;

    /// The state of the contest on this person's page.
    fn stage(&self) -> &Stage;
}

/// A scripted person, ready to be seated.
#[derive(Debug, Clone)]
pub enum Person {
    /// A judge, or a person who is both judge and confederate.
    Judge(Box<Judge>),
    /// A confederate.
    Confederate(Box<Confederate>),
}

impl Person {
    /// The scripted judge of this id under these rules; the seed fixes all its actions.
    #[must_use]
    pub fn judge(id: JudgeId, rules: &Rulebook, seed: Seed) -> Self {
        Self::Judge(Box::new(Judge::new(id, rules, seed)))
    }

    /// The scripted confederate of this id under these rules; the seed fixes all its actions.
    #[must_use]
    pub fn confederate(id: ConfederateId, rules: &Rulebook, seed: Seed) -> Self {
        Self::Confederate(Box::new(Confederate::new(id, rules, seed)))
    }
}

/// A duration from `least` to `most` milliseconds, drawn uniformly.
pub(crate) fn between(draws: &mut Draws, least: u64, most: u64) -> Duration {
    Duration::from_millis(least + draws.below(most.saturating_sub(least) + 1))
}

/// One of these items, drawn uniformly.
pub(crate) fn one_of<'a, T: ?Sized>(draws: &mut Draws, items: &[&'a T]) -> &'a T {
    items[draws.index(items.len())]
}
