//! The minds of scripted people: what they want to do next, given what they were told and the time.
//!
//! A mind has no clock, no socket and no dice of its own: updates and times are arguments, and every draw comes from a
//! stream named after the person. It is told exactly what a person's page is told, so it can know no more than a person.
//! [`Judge`] asks, weighs and votes; [`Confederate`] waits and answers. Both type at a human pace, in contest time.

mod confederate;
mod duty;
mod judge;
mod knowledge;
mod questions;
mod typist;
mod weighing;

use std::time::Duration;

use contest::view::stage::Stage;
use rulebook::{ConfederateId, ConversationId, Draws, JudgeId, Key, RoundNumber, Seat, Seed, Timestamp};

pub use self::{confederate::Confederate, judge::Judge, weighing::weigh};
pub(crate) use self::{
    duty::{Appointment, Duty},
    typist::{Hand, Typist},
};

/// What a mind wants to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Intent {
    /// Press a key.
    Press {
        /// In this round.
        round: RoundNumber,
        /// In this conversation; absent from a witness, who has only one.
        seat: Option<Seat>,
        /// The key.
        key: Key,
    },
    /// Say that it is in place for the next round.
    Ready,
    /// Name the human of this round.
    Ballot {
        /// The round.
        round: RoundNumber,
        /// The seat taken for the human.
        human: Seat,
    },
    /// Rank everyone met.
    Ranking {
        /// Most human first.
        order: Vec<ConversationId>,
    },
}

/// Somebody in front of a screen.
///
/// The order of calls: [`handle`](Self::handle) each update once, then [`poll`](Self::poll) until it has nothing more
/// to say, then wait for the next update or for [`next_wake`](Self::next_wake), whichever comes first. Times never run
/// backwards.
pub trait Mind {
    /// What the person's role is told.
    type Update;

    /// Takes in one update.
    fn handle(&mut self, update: &Self::Update, now: Timestamp);

    /// The next thing to do at this moment, if there is one.
    fn poll(&mut self, now: Timestamp) -> Option<Intent>;

    /// When there will be something to do if nothing else happens.
    fn next_wake(&self) -> Option<Timestamp>;

    /// Where the contest is, as this person was told.
    fn stage(&self) -> &Stage;
}

/// A scripted person, ready to be seated.
#[derive(Debug, Clone)]
pub enum Person {
    /// A judge.
    Judge(Box<Judge>),
    /// A confederate.
    Confederate(Box<Confederate>),
}

impl Person {
    /// The scripted judge of this id; the seed fixes all it does.
    #[must_use]
    pub fn judge(id: JudgeId, seed: Seed) -> Self {
        Self::Judge(Box::new(Judge::new(id, seed)))
    }

    /// The scripted confederate of this id; the seed fixes all it does.
    #[must_use]
    pub fn confederate(id: ConfederateId, seed: Seed) -> Self {
        Self::Confederate(Box::new(Confederate::new(id, seed)))
    }
}

/// A duration from `least` to `most` milliseconds, each as likely as any other.
pub(crate) fn between(draws: &mut Draws, least: u64, most: u64) -> Duration {
    Duration::from_millis(least + draws.below(most.saturating_sub(least) + 1))
}

/// One of these.
pub(crate) fn one_of<'a, T: ?Sized>(draws: &mut Draws, items: &[&'a T]) -> &'a T {
    items[draws.index(items.len())]
}
