//! The minds of scripted people: what they want to do next, given what they were told and the time.
//!
//! A mind has no clock, no socket and no dice of its own: updates and times are arguments, and every draw comes from a
//! stream named after the person. It is told exactly what a person's page is told, so it can know no more than a person.
//! [`Judge`] asks, weighs and votes; [`Confederate`] waits and answers; a person who is both is a [`Judge`] that answers
//! in its turn. All know the rulebook, as people know the instructions, and type at a human pace, in contest time.

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
    voice::{Turn, Voice},
};

/// What a mind wants to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Intent {
    /// Press a key, or say something that is finished.
    Speak {
        /// Where it belongs.
        to: To,
        /// What travels.
        speech: Speech,
    },
    /// Show the witness something.
    Show {
        /// To whom.
        to: To,
        /// What.
        exhibit: Exhibit,
    },
    /// Say that it is in place for the next round.
    Ready,
    /// Fill in the form about this round.
    Ballot {
        /// The round.
        round: RoundNumber,
        /// The answers, by the seats the form names.
        answers: Answers<Seat>,
    },
    /// Fill in a form, and not seal it.
    Draft {
        /// The form.
        form: FormId,
        /// What stands in its fields.
        fields: Fields,
    },
    /// Rank everyone met.
    Ranking {
        /// Most human first; those in one group are level.
        order: Vec<Vec<ConversationId>>,
    },
    /// Say what one believes after a turn of a transcript.
    Believe {
        /// The round.
        round: RoundNumber,
        /// The seat.
        seat: Seat,
        /// The turn, from 1.
        turn: u16,
        /// From 0 to 100.
        human: u8,
    },
    /// Vote between entries that are level.
    Vote {
        /// The number of the vote, from 1.
        vote: u16,
        /// The preference.
        preference: Preference,
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
    /// A judge, or a person who is both judge and confederate.
    Judge(Box<Judge>),
    /// A confederate.
    Confederate(Box<Confederate>),
}

impl Person {
    /// The scripted judge of this id under these rules; the seed fixes all it does.
    #[must_use]
    pub fn judge(id: JudgeId, rules: &Rulebook, seed: Seed) -> Self {
        Self::Judge(Box::new(Judge::new(id, rules, seed)))
    }

    /// The scripted confederate of this id under these rules; the seed fixes all it does.
    #[must_use]
    pub fn confederate(id: ConfederateId, rules: &Rulebook, seed: Seed) -> Self {
        Self::Confederate(Box::new(Confederate::new(id, rules, seed)))
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
