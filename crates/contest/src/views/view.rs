//! The views of each role: numbered updates, and the screen that they add up to.
//!
//! Updates are made only here, from facts, one role at a time. A participant's updates are numbered from 1 without
//! gaps, so numbers reveal nothing about other participants. A client with a number can get the updates after it.

pub mod audience;
pub mod judge;
pub mod organiser;
pub mod problems;
pub mod public;
pub mod referee;
pub mod stage;
pub mod timeline;
pub mod witness;

use std::collections::{BTreeMap, BTreeSet};

use rulebook::{JudgeId, Key, Participant, Side, Timestamp};
use serde::{Deserialize, Serialize};

use self::{
    judge::JudgeFeed,
    organiser::{Changed, OrganiserFeed},
    referee::RefereeFeed,
    timeline::{Moment, Timeline},
    witness::WitnessFeed,
};
use crate::{
    Actor, ControlEvent, Event, Recorded, Room,
    attachment::ShownFile,
    event::{ConversationEvent, Pressed, Text, shown_file},
    pacing::What,
    turn::whole_second,
};

/// A participant's updates, in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Feed<U, S> {
    updates: Vec<Numbered<U>>,
    /// The sum of all updates so far.
    pub screen: S,
}

/// An update with its number and time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Numbered<U> {
    /// Its number in the participant's feed, from 1.
    pub n: u64,
    /// The time of the fact behind it; for judges in whole seconds, because milliseconds distinguish people from
    /// machines.
    pub at: Timestamp,
    /// Its content.
    #[serde(flatten)]
    pub update: U,
}

/// The sum of updates.
pub trait Screen<U> {
    /// Adds one update.
    fn show(&mut self, update: &U);
}

impl<U, S: Default> Default for Feed<U, S> {
    fn default() -> Self {
        Self { updates: Vec::new(), screen: S::default() }
    }
}

impl<U, S: Screen<U>> Feed<U, S> {
    /// The number of the latest update; 0 without any.
    #[must_use]
    pub fn latest(&self) -> u64 {
        self.updates.len() as u64
    }

    /// The updates after this number.
    #[must_use]
    pub fn after(&self, number: u64) -> &[Numbered<U>] {
        let from = usize::try_from(number).unwrap_or(usize::MAX).min(self.updates.len());
        &self.updates[from..]
    }

    fn push(&mut self, at: Timestamp, update: U) {
        self.screen.show(&update);
        self.updates.push(Numbered { n: self.latest() + 1, at, update });
    }
}

/// A room together with each participant's view of it.
///
/// Replaying a record gives the same updates with the same numbers, so a client that returns after a crash of the
/// server can ask for the ones it missed.
#[derive(Debug, Clone, Default)]
pub struct Views {
    room: Room,
    judges: BTreeMap<JudgeId, JudgeFeed>,
    witnesses: BTreeMap<Participant, WitnessFeed>,
    /// The updates of all referees; absent without referees.
    referees: Option<RefereeFeed>,
    organiser: OrganiserFeed,
    timeline: Timeline,
}

impl Views {
    /// The room behind the views.
    #[must_use]
    pub fn room(&self) -> &Room {
        &self.room
    }

    /// The updates of this judge.
    #[must_use]
    pub fn judge(&self, judge: JudgeId) -> Option<&JudgeFeed> {
        self.judges.get(&judge)
    }

    /// The updates of this confederate or entry; `None` for other roles.
    #[must_use]
    pub fn witness(&self, who: Participant) -> Option<&WitnessFeed> {
        self.witnesses.get(&who)
    }

    /// The updates of the referees; `None` without referees.
    #[must_use]
    pub fn referees(&self) -> Option<&RefereeFeed> {
        self.referees.as_ref()
    }

    /// The updates of the organiser.
    #[must_use]
    pub fn organiser(&self) -> &OrganiserFeed {
        &self.organiser
    }

    /// The timeline so far, oldest first.
    #[must_use]
    pub fn timeline(&self) -> &[Moment] {
        self.timeline.moments()
    }

    /// Folds one recorded fact into the room, and adds the updates that follow from it.
    pub fn apply(&mut self, fact: &Recorded) {
        self.tell(fact);
    }

    /// Folds one recorded fact like [`apply`](Self::apply), and returns the participants with new updates.
    pub fn tell(&mut self, fact: &Recorded) -> BTreeSet<Participant> {
        let mut told = BTreeSet::new();
        self.room.apply(fact);
        self.timeline.fold(fact, self.room.facts());
        let Self { room, judges, witnesses, referees, organiser, timeline: _ } = self;
        let Some(contest) = room.contest() else { return told };
        let tell_judge = |judge: JudgeId, feed: &mut JudgeFeed| {
            let (at, before) = (whole_second(fact.time), feed.latest());
            judge::update(room, contest, judge, fact).into_iter().for_each(|update| feed.push(at, update));
            let read = judge::shown(contest, judge, &feed.screen);
            read.into_iter().for_each(|update| feed.push(at, update));
            let turns = judge::turns(room, contest, judge, &feed.screen);
            turns.into_iter().for_each(|update| feed.push(at, update));
            (feed.latest() > before).then_some(Participant::Judge(judge))
        };
        let tell_witness = |who: Participant, feed: &mut WitnessFeed| {
            let before = feed.latest();
            witness::update(room, contest, who, fact).into_iter().for_each(|update| feed.push(fact.time, update));
            let turn = witness::turn(room, contest, who, &feed.screen);
            turn.into_iter().for_each(|update| feed.push(fact.time, update));
            (feed.latest() > before).then_some(who)
        };
        if matches!(&fact.event, Event::Control(ControlEvent::Opened { .. } | ControlEvent::Revised { .. })) {
            // Referees may be named until the first round; before it there is nothing for them to read.
            let named = !contest.referees().is_empty();
            *referees = referees.take().or_else(|| Some(Feed::default())).filter(|_| named);
        }
        if let Some(feed) = referees {
            let updates = referee::updates(room, contest, &feed.screen, fact);
            if !updates.is_empty() {
                told.extend(contest.referees());
            }
            updates.into_iter().for_each(|update| feed.push(fact.time, update));
        }
        match &fact.event {
            Event::Control(event) => {
                if matches!(event, ControlEvent::Opened { .. }) {
                    for who in contest.cast() {
                        match who {
                            Participant::Judge(judge) => drop(judges.insert(judge, Feed::default())),
                            who @ (Participant::Organiser
                            | Participant::Confederate(_)
                            | Participant::Entry(_)
                            | Participant::Referee(_)) => drop(witnesses.insert(who, Feed::default())),
                        }
                    }
                }
                told.extend(judges.iter_mut().filter_map(|(judge, feed)| tell_judge(*judge, feed)));
                told.extend(witnesses.iter_mut().filter_map(|(who, feed)| tell_witness(*who, feed)));
                organiser.push(fact.time, Changed {});
                told.insert(Participant::Organiser);
            }
            Event::Conversation(id, _) => {
                let judge = id.interview.judge;
                for who in [Some(Participant::Judge(judge)), contest.listener(*id)].into_iter().flatten() {
                    match who {
                        Participant::Judge(judge) => {
                            told.extend(judges.get_mut(&judge).and_then(|feed| tell_judge(judge, feed)));
                        }
                        who @ (Participant::Organiser
                        | Participant::Confederate(_)
                        | Participant::Entry(_)
                        | Participant::Referee(_)) => {
                            told.extend(witnesses.get_mut(&who).and_then(|feed| tell_witness(who, feed)));
                        }
                    }
                }
            }
        }
        told
    }
}

/// The content of a conversation's fact.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Spoken {
    Key(Key),
    Said(String),
    Attached(ShownFile),
}

/// The content of a conversation's fact for the given side, and its speaker; the fact is already folded into the room.
/// A witness sees its own words at once; a judge sees them when they are released.
fn spoken(room: &Room, fact: &Recorded, seen_by: Side) -> Option<(Side, Spoken)> {
    let Event::Conversation(id, event) = &fact.event else { return None };
    if fact.actor == Actor::Side(Side::Witness) && seen_by == Side::Judge {
        return None;
    }
    match (event, fact.actor) {
        (ConversationEvent::Key { private, .. }, Actor::Side(side)) => {
            let Pressed { key } = *private.held()?;
            Some((side, Spoken::Key(key)))
        }
        (ConversationEvent::Said { private, .. } | ConversationEvent::Line { private, .. }, Actor::Side(side)) => {
            let Text { text } = private.held()?;
            Some((side, Spoken::Said(text.clone())))
        }
        (ConversationEvent::Attached { private, description, .. }, Actor::Side(side)) => {
            Some((side, Spoken::Attached(shown_file(private, description.as_ref())?)))
        }
        (ConversationEvent::Shown { .. }, Actor::Server) if seen_by == Side::Judge => {
            match room.conversation(*id)?.last_shown()? {
                What::Key(key) => Some((Side::Witness, Spoken::Key(*key))),
                What::Said(text) => Some((Side::Witness, Spoken::Said(text.clone()))),
                What::Redacted | What::Unknown => None,
            }
        }
        _ => None,
    }
}
