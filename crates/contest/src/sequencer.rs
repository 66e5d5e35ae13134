//! The sequencer: decides what becomes of a contest's record, batch by batch.
//!
//! Whoever runs a contest drives it, a server with a database as well as a simulation whose disk fails. It hands over what was
//! asked and what time it is ([`decide`](Sequencer::decide)), is given a [`Batch`] to make durable, and says what came of that:
//! [`stored`](Sequencer::stored), [`failed`](Sequencer::failed), or, where somebody else has written meanwhile,
//! [`read`](Sequencer::read), after which it decides again. Nobody is told anything before it is durable: [`Shown`] is what
//! everybody may read, and changes in `stored` and `read` alone. There is no clock, no store and no dice in here.

use std::{borrow::Cow, collections::BTreeSet};

use record::Hash;
use rulebook::{Participant, Timestamp};

use crate::{
    Actor, Command, ControlEvent, Draft, Event, FormDrafts, FormId, Recorded, Refusal, Room, Views, contest::Contest,
    fields::Fields, timer::Gap,
};

/// What is durable: what everybody has been told, and what people have filled in and not sealed.
#[derive(Debug, Clone, Default)]
pub struct Shown {
    /// What everybody has been told.
    pub views: Views,
    /// What people have filled in and not sealed.
    pub drafts: FormDrafts,
}

/// Decides what becomes of the record of one contest.
#[derive(Debug, Clone, Default)]
pub struct Sequencer {
    /// What will be durable when the batch on its way is.
    ahead: Room,
    /// What was lost of the record, until it is recorded.
    lost: Option<Lost>,
}

/// A signed head of which the record has only the first events; the organiser decided to go on without the others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lost {
    /// How many events are left.
    pub kept: u64,
    /// How many there were under the head.
    pub size: u64,
    /// The head's root.
    pub root: Hash,
    /// The key that signs from now on, as a verifier's line.
    pub key: String,
}

/// The moment at which something is decided.
#[derive(Debug, Clone, Copy)]
pub struct Now {
    /// The contest's time. A fact never has an earlier one than the fact before it.
    pub time: Timestamp,
    /// Whether the contest's timer is held here: only then does time alone make facts.
    pub keeps_time: bool,
    /// The gap that ended when the timer was taken, until the fact that tells of it is durable.
    pub gap: Option<Gap>,
}

/// What is to become durable together, or not at all.
#[derive(Debug, Clone, Default)]
pub struct Batch {
    /// The facts, in their order.
    pub facts: Vec<Recorded>,
    /// The forms that were filled in and not sealed, whole. They are no part of the record.
    pub drafts: Vec<(Participant, FormId, Fields)>,
    /// The answers to what was asked, in its order, to be given when facts and drafts are durable.
    pub answers: Vec<Result<(), Refusal>>,
}

/// What became visible to whom.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Changes {
    /// Those who have been told something.
    pub told: BTreeSet<Participant>,
    /// Drafts that are of no use any more.
    pub forgotten: Vec<(Participant, FormId)>,
    /// A part of the contest has ended, or its result has changed: a head of the record is to be signed.
    pub ends_a_part: bool,
    /// The fact that the contest was taken up is durable: its gap is told.
    pub taken_up: bool,
    /// A ruling that private parts are taken out of the record is durable: whoever holds them drops them, and shows the contest as it is
    /// without them.
    pub deletes: bool,
}

impl Shown {
    /// These drafts are durable.
    pub fn keep(&mut self, drafts: &[(Participant, FormId, Fields)]) {
        drafts.iter().for_each(|(who, form, fields)| self.drafts.keep(*who, *form, fields.clone()));
    }
}

impl Sequencer {
    /// The room as it will be when the batch on its way is durable.
    #[must_use]
    pub fn ahead(&self) -> &Room {
        &self.ahead
    }

    /// The record is shorter than what was signed of it: that is recorded when the contest is taken up.
    pub fn goes_on_without(&mut self, lost: Lost) {
        self.lost = Some(lost);
    }

    /// Whether time, or a gap that ended, has made something true that is to be decided now.
    #[must_use]
    pub fn is_due(&self, now: &Now) -> bool {
        now.keeps_time && (self.ahead.due(now.time).is_some() || self.taking_up(now).is_some())
    }

    /// What follows from this moment and from what is asked, each decided after the one before it.
    pub fn decide<'a>(
        &mut self,
        shown: &Shown,
        asked: impl IntoIterator<Item = (Participant, &'a Command)>,
        now: &Now,
    ) -> Batch {
        let time = self.ahead.latest().map_or(now.time, |latest| latest.max(now.time));
        let now = Now { time, ..*now };
        let mut drafts = Cow::Borrowed(&shown.drafts);
        let mut batch = Batch::default();
        self.pass_time(&now, &drafts, &mut batch);
        for (who, command) in asked {
            let decided = self.ahead.decide(who, command, time).and_then(|facts| {
                let draft = self.filled_in(&drafts, who, command)?;
                Ok((facts, draft))
            });
            batch.answers.push(decided.map(|(facts, draft)| {
                if let Some((form, fields)) = draft {
                    drafts.to_mut().keep(who, form, fields.clone());
                    batch.drafts.push((who, form, fields));
                }
                facts.into_iter().for_each(|fact| self.take_with_drafts(fact, time, &drafts, &mut batch.facts));
            }));
            self.pass_time(&now, &drafts, &mut batch);
        }
        batch
    }

    /// The batch is durable, its last fact at this place of the record. `None` where somebody else has written in between: the
    /// facts are to be [`read`](Self::read) with the others.
    pub fn stored(&mut self, shown: &mut Shown, batch: &Batch, last: u64) -> Option<Changes> {
        let follows = last == shown.views.room().facts() + batch.facts.len() as u64;
        follows.then(|| self.show(shown, &batch.facts))
    }

    /// The batch is not durable, and will not be.
    pub fn failed(&mut self, shown: &Shown) {
        self.ahead = shown.views.room().clone();
    }

    /// Takes in facts that others have recorded, those that follow what is shown. What was decided and is not among them is to be
    /// decided again.
    pub fn read<'a>(&mut self, shown: &mut Shown, facts: impl IntoIterator<Item = &'a Recorded>) -> Changes {
        let changes = self.show(shown, facts);
        self.failed(shown);
        changes
    }

    fn show<'a>(&mut self, shown: &mut Shown, facts: impl IntoIterator<Item = &'a Recorded>) -> Changes {
        let mut changes = Changes::default();
        facts.into_iter().for_each(|fact| changes.take(shown, fact));
        if changes.taken_up {
            self.lost = None;
        }
        changes
    }

    /// The form with what this command changes in it, if it is to be kept.
    fn filled_in(
        &self,
        drafts: &FormDrafts,
        who: Participant,
        command: &Command,
    ) -> Result<Option<(FormId, Fields)>, Refusal> {
        let (Command::Draft { form, fields }, Some(contest)) = (command, self.ahead.contest()) else { return Ok(None) };
        let whole = contest.changed(drafts, who, *form, fields)?;
        Ok(Some((*form, whole)))
    }

    /// That the contest was taken up comes before any other fact, or as soon as it is opened. What time alone has made true is
    /// for whoever holds the timer to record.
    fn pass_time(&mut self, now: &Now, drafts: &FormDrafts, batch: &mut Batch) {
        let facts = &mut batch.facts;
        if !facts.iter().any(is_take_up)
            && let Some((at, draft)) = self.taking_up(now)
        {
            let at = self.ahead.latest().map_or(at, |latest| latest.max(at)).min(now.time);
            self.take(draft, at, facts);
            if let Some(Lost { kept, size, root, key }) = self.lost.clone() {
                let event = ControlEvent::Restored { kept, lost_size: size, lost_root: root, key };
                let draft = Draft { actor: Actor::Participant(Participant::Organiser), event: Event::Control(event) };
                self.take(draft, at, facts);
            }
        }
        while let Some(draft) = self.ahead.due(now.time).filter(|_| now.keeps_time) {
            self.take_with_drafts(draft, now.time, drafts, facts);
        }
    }

    fn taking_up(&self, now: &Now) -> Option<(Timestamp, Draft)> {
        now.gap?.fact(&self.ahead, now.time)
    }

    /// Drafts that count are recorded right before the fact that closes their forms, in the same batch.
    fn take_with_drafts(&mut self, draft: Draft, time: Timestamp, drafts: &FormDrafts, facts: &mut Vec<Recorded>) {
        for counted in self.ahead.counted(drafts, &draft.event, time) {
            self.take(counted, time, facts);
        }
        self.take(draft, time, facts);
    }

    fn take(&mut self, Draft { actor, event }: Draft, time: Timestamp, facts: &mut Vec<Recorded>) {
        let fact = Recorded { number: self.ahead.count(event.stream()) + 1, time, actor, event };
        self.ahead.apply(&fact);
        facts.push(fact);
    }
}

impl Changes {
    /// Folds a durable fact into what everybody may read.
    fn take(&mut self, shown: &mut Shown, fact: &Recorded) {
        let Shown { views, drafts } = shown;
        self.told.extend(views.tell(fact));
        self.ends_a_part |= ends_a_part(views, fact);
        self.taken_up |= is_take_up(fact);
        self.deletes |= matches!(fact.event, Event::Control(ControlEvent::Deleted { .. }));
        if let (Event::Control(event), Some(contest)) = (&fact.event, views.room().contest()) {
            let done = drafts.done_with(contest, event);
            done.iter().for_each(|(who, form)| drafts.forget(*who, *form));
            self.forgotten.extend(done);
        }
    }
}

/// True for facts, folded already, after which a head of the record is due: those that end a part of the contest, and all that
/// come after its close, because each changes the result.
fn ends_a_part(views: &Views, fact: &Recorded) -> bool {
    let is_closed = views.room().contest().is_some_and(Contest::is_closed);
    is_closed
        || matches!(
            fact.event,
            Event::Control(
                ControlEvent::AssignmentCommitted { .. }
                    | ControlEvent::Replanned { .. }
                    | ControlEvent::RoundClosed { .. }
                    | ControlEvent::Restored { .. }
                    | ControlEvent::Closed {}
            )
        )
}

fn is_take_up(fact: &Recorded) -> bool {
    matches!(fact.event, Event::Control(ControlEvent::TakenUp { .. }))
}
