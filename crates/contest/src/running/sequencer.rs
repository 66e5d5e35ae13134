//! The sequencer: decides the facts of a contest's record, batch by batch.
//!
//! Its driver is a server with a database, or a simulation whose disk fails. The driver passes the commands and the
//! time ([`decide`](Sequencer::decide)), receives a [`Batch`] to make durable, and reports the outcome:
//! [`stored`](Sequencer::stored), [`failed`](Sequencer::failed), or, if another server has written meanwhile,
//! [`read`](Sequencer::read), after which it decides again. Only durable facts become visible: [`DurableState`] is the visible
//! state, and only `stored` and `read` change it. The sequencer has no clock, no store and no dice.

use std::{borrow::Cow, collections::BTreeSet};

use record::Hash;
use rulebook::{Participant, Timestamp};

use crate::{
    Actor, Command, ControlEvent, Draft, Event, FormDrafts, FormId, Recorded, Refusal, Room, Views, contest::Contest,
    fields::Fields, timer::Gap,
};

/// The durable state: the visible views, and the unsealed forms.
#[derive(Debug, Clone, Default)]
pub struct DurableState {
    /// The views that participants see.
    pub views: Views,
    /// The forms that people have filled in and not sealed.
    pub drafts: FormDrafts,
}

/// Decides the facts of one contest's record.
#[derive(Debug, Clone, Default)]
pub struct Sequencer {
    /// The room after the pending batch.
    ahead: Room,
    /// The lost end of the record, until the loss is recorded.
    lost: Option<Lost>,
}

/// A signed head that the record no longer reaches; the organiser decided to continue without the lost events.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lost {
    /// The number of events left.
    pub kept: u64,
    /// The number of events under the head.
    pub size: u64,
    /// The head's root.
    pub root: Hash,
    /// The key that signs from now on, as a verifier's line.
    pub key: String,
}

/// The moment of a decision.
#[derive(Debug, Clone, Copy)]
pub struct Now {
    /// The contest's time. A fact never has an earlier time than the fact before it.
    pub time: Timestamp,
    /// True if this server holds the contest's timer: only then does time alone cause facts.
    pub keeps_time: bool,
    /// The gap that ended when this server took the timer, until the fact about it is durable.
    pub gap: Option<Gap>,
}

/// Facts, drafts and answers that become durable together, or not at all.
#[derive(Debug, Clone, Default)]
pub struct Batch {
    /// The facts, in order.
    pub facts: Vec<Recorded>,
    /// The filled-in, unsealed forms, whole. They are no part of the record.
    pub drafts: Vec<(Participant, FormId, Fields)>,
    /// The answers to the commands, in order; give them once facts and drafts are durable.
    pub answers: Vec<Result<(), Refusal>>,
}

/// The effects of durable facts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Changes {
    /// The participants with new updates.
    pub told: BTreeSet<Participant>,
    /// Drafts that are no longer needed.
    pub forgotten: Vec<(Participant, FormId)>,
    /// A part of the contest has ended, or its result has changed: sign a head of the record.
    pub ends_a_part: bool,
    /// The fact that the contest was taken up is durable, so its gap is recorded.
    pub taken_up: bool,
    /// A ruling that deletes private parts is durable: every holder of them drops them, and shows the contest without
    /// them.
    pub deletes: bool,
}

impl DurableState {
    /// Adds durable drafts.
    pub fn keep(&mut self, drafts: &[(Participant, FormId, Fields)]) {
        drafts.iter().for_each(|(who, form, fields)| self.drafts.keep(*who, *form, fields.clone()));
    }
}

impl Sequencer {
    /// The room after the pending batch.
    #[must_use]
    pub fn ahead(&self) -> &Room {
        &self.ahead
    }

    /// Notes that the record is shorter than its signed head; the loss is recorded when the contest is taken up.
    pub fn goes_on_without(&mut self, lost: Lost) {
        self.lost = Some(lost);
    }

    /// True if time or an ended gap requires a fact now.
    #[must_use]
    pub fn is_due(&self, now: &Now) -> bool {
        now.keeps_time && (self.ahead.due(now.time).is_some() || self.taking_up(now).is_some())
    }

    /// Decides the facts due at this moment, and then the commands, each on top of the facts before it.
    pub fn decide<'a>(
        &mut self,
        shown: &DurableState,
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

    /// The batch is durable, and its last fact has this position in the record. `None` if another server has written in
    /// between: then [`read`](Self::read) the new facts, including those of this batch.
    pub fn stored(&mut self, shown: &mut DurableState, batch: &Batch, last: u64) -> Option<Changes> {
        let follows = last == shown.views.room().facts() + batch.facts.len() as u64;
        follows.then(|| self.show(shown, &batch.facts))
    }

    /// The batch is not durable, and will not be.
    pub fn failed(&mut self, shown: &DurableState) {
        self.ahead = shown.views.room().clone();
    }

    /// Takes in recorded facts of other servers that follow the visible ones. Pending facts that are not among them
    /// have to be decided again.
    pub fn read<'a>(&mut self, shown: &mut DurableState, facts: impl IntoIterator<Item = &'a Recorded>) -> Changes {
        let changes = self.show(shown, facts);
        self.failed(shown);
        changes
    }

    fn show<'a>(&mut self, shown: &mut DurableState, facts: impl IntoIterator<Item = &'a Recorded>) -> Changes {
        let mut changes = Changes::default();
        facts.into_iter().for_each(|fact| changes.take(shown, fact));
        if changes.taken_up {
            self.lost = None;
        }
        changes
    }

    /// The whole form after this command, if the command changes a draft.
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

    /// Records that the contest was taken up before any other fact, or right after its opening; and the facts that time
    /// alone causes, if this server holds the timer.
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

    /// Records counted drafts right before the fact that closes their forms, in the same batch.
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
    /// Folds a durable fact into the visible state.
    fn take(&mut self, shown: &mut DurableState, fact: &Recorded) {
        let DurableState { views, drafts } = shown;
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

/// True for facts, already folded, after which a head of the record is due: those that end a part of the contest, and
/// all after its close, because each changes the result.
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
