//! Audits a record: did the rules allow every event at its place?
//!
//! The record is folded event by event, and before each event the audit asks the question that the server asked before
//! recording it ([`Room::permit`]). It also checks that times never run backwards, that numbers have no gaps, that the
//! secret opened at the end is the one that the first event commits to, that secret and contributions make the seed,
//! and that the seed draws the committed assignment.

use std::collections::{BTreeMap, BTreeSet};

use language::Message;
use record::Outcome;
use rulebook::{ConversationId, DrawnSecret, Participant, Seed, Side, counted};
use schedule::{Assignment, NoDraw};

use crate::checks::done;
use contest::{
    Actor, ControlEvent, Event, Private, Recorded, Refusal, Room,
    contest::Contest,
    event::{ConversationEvent, Kept, NewPlan, Secret},
    late::Late,
    result_caveats::Caveat,
    seed::{Matter, SeedSource},
};

/// The findings of an audit.
#[derive(Debug, Clone)]
pub struct Audit {
    /// The state after the last event.
    pub room: Room,
    /// The faults, in the order of the record.
    pub faults: Vec<Fault>,
    /// The checks that passed, in sentences; empty if there is any fault.
    pub found: Vec<String>,
    /// The reasons why no result can be confirmed, in sentences: the contest is not over, or something was taken out.
    pub missing: Vec<Message>,
    /// Passed if every event was allowed at its place.
    pub rules: Outcome,
    /// Passed if the seed is the committed one and draws the assignment.
    pub draw: Outcome,
    /// True if a result can still be computed and compared with the published one.
    pub is_computable: bool,
    /// Facts that any verdict must mention.
    pub caveats: Vec<Caveat>,
    /// Further notes for readers of the result, in sentences.
    pub notices: Vec<Message>,
    /// The number of utterances later than the moment drawn for them; absent where no moment was drawn.
    pub late: Option<Late>,
}

/// A fault of one event.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("event {position}: {why}")]
pub struct Fault {
    /// The event's place in the record, from 1.
    pub position: u64,
    /// The fault.
    pub why: Wrong,
}

/// The kinds of fault.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Wrong {
    /// The rules did not allow the event at its place.
    #[error("the rules did not allow it here ({0})")]
    Forbidden(Refusal),
    /// Its time is before that of the preceding event.
    #[error("its time is earlier than that of the event before it")]
    BackInTime,
    /// Its number does not follow.
    #[error("its number is {found}, where {expected} follows")]
    Number {
        /// The number that follows.
        expected: u64,
        /// The number found.
        found: u64,
    },
    /// The secret is not the one that the first event commits to.
    #[error("the secret is not the one that the first event committed to")]
    NotTheSecret,
    /// The secret and the contributions make another seed.
    #[error("the seed is not the one that the secret and the contributions make")]
    NotFromManyHands,
    /// The assignment is not the committed one.
    #[error("the assignment opened here is not the one that was committed")]
    NotAsCommitted,
    /// The seed draws another assignment.
    #[error("the seed does not draw the assignment opened here")]
    NotAsDrawn,
}

impl Wrong {
    /// True for a fault of a secret, a seed or a draw.
    fn is_of_the_draw(&self) -> bool {
        match self {
            Self::Forbidden(_) | Self::BackInTime | Self::Number { .. } => false,
            Self::NotTheSecret | Self::NotFromManyHands | Self::NotAsCommitted | Self::NotAsDrawn => true,
        }
    }
}

/// Audits a record that is held in memory.
#[must_use]
pub fn audit(facts: &[Recorded]) -> Audit {
    let mut ending = Ending::default();
    facts.iter().for_each(|fact| ending.note(fact));
    let mut auditor = Auditor::new(ending);
    facts.iter().for_each(|fact| auditor.take(fact));
    auditor.finish()
}

/// The data opened at the end of a record. A published record may hold secrets and plans only there; the audit
/// completes the earlier events with them.
#[derive(Debug, Clone, Default)]
pub struct Ending {
    opened: Option<(Option<DrawnSecret>, Seed, Assignment)>,
    is_replanned: bool,
    /// The plan in force after the last completed event.
    plan: Option<Assignment>,
}

impl Ending {
    /// The event types from which it is gathered.
    #[must_use]
    pub fn kinds() -> [&'static str; 2] {
        ["assignment-opened", "replanned"]
    }

    /// Takes note of an event.
    pub fn note(&mut self, fact: &Recorded) {
        match &fact.event {
            Event::Control(ControlEvent::AssignmentOpened { secret, seed, assignment }) => {
                self.opened.get_or_insert_with(|| (*secret, *seed, assignment.clone()));
            }
            Event::Control(ControlEvent::Replanned { .. }) => self.is_replanned = true,
            Event::Control(_) | Event::Conversation(..) => {}
        }
    }

    /// Returns the event with its redacted secret or plan restored from the end of the record; `None` if there is
    /// nothing to restore. Called for every event in order, with the contest before it.
    #[expect(clippy::wildcard_enum_match_arm, reason = "a fact of another kind is whole as it stands")]
    pub(crate) fn completed(&mut self, contest: &Contest, fact: &Recorded) -> Option<Recorded> {
        let (secret, seed, last) = self.opened.as_ref()?;
        let Event::Control(control) = &fact.event else { return None };
        let event = match control {
            ControlEvent::SecretDrawn { private: Private::Redacted } => {
                ControlEvent::SecretDrawn { private: Private::Held(Kept { secret: (*secret)? }) }
            }
            ControlEvent::AssignmentCommitted { private } => {
                // Without replanning, the opened plan is the committed one.
                let drawn = self.is_replanned.then(|| drawn(contest, *seed).ok()).flatten();
                let assignment = self.plan.insert(drawn.unwrap_or_else(|| last.clone())).clone();
                if private.held().is_some() {
                    return None;
                }
                ControlEvent::AssignmentCommitted { private: Private::Held(Secret { seed: *seed, assignment }) }
            }
            ControlEvent::Replanned { private, .. } => {
                let plan = self.plan.as_mut()?;
                if let Some(Ok(rest)) = contest.replanned_by(control, plan, *seed) {
                    *plan = rest;
                }
                if private.held().is_some() {
                    return None;
                }
                let mut completed = control.clone();
                if let ControlEvent::Replanned { private, .. } = &mut completed {
                    *private = Private::Held(NewPlan { assignment: plan.clone() });
                }
                completed
            }
            _ => return None,
        };
        Some(Recorded { event: Event::Control(event), ..fact.clone() })
    }
}

/// Audits a record event by event.
#[derive(Debug)]
pub struct Auditor {
    room: Room,
    faults: Vec<Fault>,
    /// The number of events taken.
    count: u64,
    ending: Ending,
    gone: Gone,
    /// The number of times that the clocks had stopped while no server held the contest's timer.
    gaps: u64,
}

/// Redacted private data, sorted by the checks that need it.
#[derive(Debug, Default)]
struct Gone {
    /// The commitment to the draw, or a later plan.
    draw: bool,
    /// Ballots, rankings, votes and beliefs.
    ballots: u64,
    /// Conversations with redacted words of a witness that the rules hold to opening words.
    opening_words: BTreeSet<ConversationId>,
    /// Events that the rules cannot judge without the redacted data.
    unjudged: u64,
    /// Parts of any other kind, by their names.
    others: BTreeMap<String, u64>,
    /// Events of talk that cannot be judged without redacted words: releases at moments that follow from those words,
    /// and refusals that those words might avert.
    unjudged_talk: u64,
    /// Conversations with redacted keys or words.
    speech: BTreeSet<ConversationId>,
    /// Redacted keys and words.
    spoken: u64,
    /// Redacted files that judges showed.
    shown: u64,
    /// Reasons, names, reports: data that no result is made from.
    harmless: u64,
}

impl Auditor {
    /// An auditor before the first event.
    #[must_use]
    pub fn new(ending: Ending) -> Self {
        let (room, gone) = (Room::default(), Gone::default());
        Self { room, faults: Vec::new(), count: 0, ending, gone, gaps: 0 }
    }

    /// The faults so far.
    #[must_use]
    pub fn faults(&self) -> &[Fault] {
        &self.faults
    }

    /// Judges the next event.
    pub fn take(&mut self, fact: &Recorded) {
        self.count += 1;
        self.note_gone(fact);
        if let Event::Control(ControlEvent::TakenUp { stood_since: Some(_), .. }) = &fact.event {
            self.gaps += 1;
        }
        let contest = self.room.contest();
        let completed = contest.and_then(|contest| self.ending.completed(contest, fact));
        let fact = completed.as_ref().unwrap_or(fact);
        for why in wrongs(&self.room, fact) {
            match self.unjudged(fact, &why) {
                Some(unjudged) => *unjudged += 1,
                None => self.faults.push(Fault { position: self.count, why }),
            }
        }
        if self.is_beyond_judging(fact) {
            self.gone.unjudged_talk += 1;
        }
        self.room.apply(fact);
    }

    /// Ends the audit.
    #[must_use]
    pub fn finish(self) -> Audit {
        let found = if self.faults.is_empty() { self.findings() } else { Vec::new() };
        let is_closed = self.room.contest().is_some_and(Contest::is_closed);
        let Gone { draw, ballots, others, unjudged, unjudged_talk, .. } = &self.gone;
        let is_computable = is_closed && !draw && *ballots == 0 && others.is_empty();
        let is_judged = self.count > 0 && unjudged + unjudged_talk == 0 && others.is_empty();
        let is_opened = self.room.contest().is_some_and(|contest| contest.opened_assignment);
        let outcome = |of_draw, is_done| {
            let failed = self.faults.iter().any(|fault| fault.why.is_of_the_draw() == of_draw);
            if failed { Outcome::Failed } else { done(is_done) }
        };
        let (rules, draw) = (outcome(false, is_judged), outcome(true, is_opened && !draw && is_judged));
        let (missing, caveats, notices) = (self.missing(), self.caveats(), self.notices());
        let late = Late::of(&self.room);
        let Self { room, faults, .. } = self;
        Audit { room, faults, found, missing, rules, draw, is_computable, caveats, notices, late }
    }

    /// The checks that passed, of a record without faults.
    fn findings(&self) -> Vec<String> {
        let Some(contest) = self.room.contest() else { return vec!["the record is empty".to_owned()] };
        let Gone { draw, unjudged, unjudged_talk, .. } = &self.gone;
        let (events, not_judged) = (self.count, unjudged + unjudged_talk);
        let mut found = match not_judged {
            0 => {
                vec![format!("{}, each allowed by the rules at its place and time", counted(events, "event", "events"))]
            }
            _ => Vec::new(),
        };
        if contest.opened_assignment && !draw {
            let interviews = contest.assignment().map_or(0, |assignment| assignment.0.len());
            found.push(format!(
                "{} in {}, as committed and as the seed draws them",
                counted(interviews, "interview", "interviews"),
                counted(contest.rounds(), "round", "rounds")
            ));
            if contest.given.is_some() && contest.left.is_empty() {
                found.push(
                    "who meets whom is the plan that the first event holds, which breaks no rule; who bears its labels, \
                     and who sits where, the seed drew"
                        .to_owned(),
                );
            }
            found.push(hands(contest));
            if !contest.coins.is_empty() {
                let coins = counted(contest.coins.len(), "coin", "coins");
                found.push(format!("{coins} tossed, each with a seed of its own"));
            }
        }
        if let Some(committee) = &contest.rulebook.committee {
            found.push(format!(
                "a committee of {} settled {} before the first word, and {} made",
                committee.members,
                counted(contest.settled.texts.len(), "matter", "matters"),
                counted(contest.settled.attested.len(), "attestation was", "attestations were")
            ));
        }
        found.extend(Late::of(&self.room).map(|late| late.to_string()));
        let ballots: usize = contest.interviews.values().map(|interview| interview.drafts.len()).sum();
        let drafts = ballots + contest.draft_rankings.len();
        if drafts > 0 {
            let of_them = counted(drafts, "of the ballots and rankings was", "of the ballots and rankings were");
            found.push(format!("{of_them} never sealed: drafts that counted as the rules allow"));
        }
        found
    }

    /// Sorts an event's redacted parts by the checks that need them.
    fn note_gone(&mut self, fact: &Recorded) {
        for part in fact.event.redacted() {
            match (part.as_str(), &fact.event) {
                ("answers" | "ranking" | "preference" | "belief", _) => self.gone.ballots += 1,
                // The number of turns is kept beside them, and the cut into turns was judged when they were recorded.
                ("turns", Event::Control(ControlEvent::SourceLoaded { .. })) => self.gone.spoken += 1,
                // The secret is opened at the end, and compared with the commitment of the first event.
                ("secret", Event::Control(ControlEvent::SecretDrawn { .. })) => self.gone.harmless += 1,
                ("secret" | "plan", _) => self.gone.draw = true,
                (
                    "roster" | "name" | "newcomer" | "reason" | "words" | "incident" | "line" | "deposit" | "usage",
                    Event::Control(_),
                ) => self.gone.harmless += 1,
                ("file", Event::Conversation(..)) => self.gone.shown += 1,
                ("description", Event::Conversation(..)) => self.gone.spoken += 1,
                ("key" | "text", Event::Conversation(id, _)) => {
                    self.gone.spoken += 1;
                    self.gone.speech.insert(*id);
                    if fact.actor == Actor::Side(Side::Witness) && self.room.demands_opening(*id) {
                        self.gone.opening_words.insert(*id);
                    }
                }
                _ => *self.gone.others.entry(part).or_default() += 1,
            }
        }
    }

    /// True if the moment drawn for this release follows from redacted words. The queue ensures only that it is not too
    /// early.
    fn is_beyond_judging(&self, fact: &Recorded) -> bool {
        let Event::Conversation(id, ConversationEvent::Shown { .. }) = &fact.event else { return false };
        self.room.conversation(*id).is_some_and(|conversation| {
            conversation.queue().is_uncertain() && conversation.next_shown().is_none_or(|piece| piece.drawn)
        })
    }

    /// The counter for a refusal that may come from redacted data alone; `None` for a fault.
    fn unjudged(&mut self, fact: &Recorded, why: &Wrong) -> Option<&mut u64> {
        let Wrong::Forbidden(refusal) = why else { return None };
        let contest = self.room.contest()?;
        let unknown_seats = contest.secret().is_none();
        if self.gone.draw && unknown_seats || !self.gone.others.is_empty() {
            return Some(&mut self.gone.unjudged);
        }
        match &fact.event {
            // The queue itself judges releases as far as possible.
            Event::Conversation(_, ConversationEvent::Shown { .. }) => None,
            Event::Conversation(id, _) if self.gone.speech.contains(id) => {
                refusal.may_come_of_missing_words().then_some(&mut self.gone.unjudged_talk)
            }
            Event::Control(_) | Event::Conversation(..) => None,
        }
    }

    /// The reasons why a result cannot be confirmed.
    fn missing(&self) -> Vec<Message> {
        let Gone { draw, ballots, opening_words, unjudged, unjudged_talk, others, .. } = &self.gone;
        let mut missing = Vec::new();
        let mut tell = |is_so: bool, what: Message| missing.extend(is_so.then_some(what));
        tell(*ballots > 0, say!("review-missing-ballots", ballots = *ballots));
        tell(*draw, say!("review-missing-draw"));
        let openings = opening_words.len();
        tell(openings > 0, say!("review-missing-opening-words", conversations = openings));
        tell(*unjudged > 0, say!("review-missing-events", events = *unjudged));
        tell(*unjudged_talk > 0, say!("review-missing-talk", events = *unjudged_talk));
        for (part, count) in others {
            tell(true, say!("review-missing-parts", parts = *count, part = part));
        }
        match self.room.contest() {
            Some(contest) if !contest.is_closed() => {
                missing.push(say!("review-missing-close", played = contest.played(), rounds = contest.rounds()));
            }
            Some(_) => {}
            None => missing.push(say!("review-missing-contest")),
        }
        missing
    }

    /// Facts that any verdict must mention.
    fn caveats(&self) -> Vec<Caveat> {
        let Some(contest) = self.room.contest() else { return Vec::new() };
        let rehearsal = matches!(contest.seed, SeedSource::Rehearsal {}).then_some(Caveat::Rehearsal);
        let people = contest.scripted.iter().filter(|who| !matches!(who, Participant::Entry(_))).count();
        let scripts = (people > 0).then_some(Caveat::Scripts { people });
        let paces = contest.paces().iter().filter(|pace| **pace != 1000);
        let paces = paces.map(|&per_mille| Caveat::Pace { per_mille });
        let no_pace = contest.paces().is_empty().then_some(Caveat::NoPace);
        let restored = contest.restored().iter().cloned().map(Caveat::Restored);
        rehearsal.into_iter().chain(scripts).chain(paces).chain(no_pace).chain(restored).collect()
    }

    /// Further notes for readers of the result.
    fn notices(&self) -> Vec<Message> {
        let mut notices = Vec::new();
        let signatures = self.room.contest().map_or(&[][..], |contest| &contest.settled.signatures);
        if !signatures.is_empty() {
            let keys: Vec<_> = signatures.iter().map(|signature| signature.key.escape_default().to_string()).collect();
            notices.push(say!("record-committee-signed", keys = keys.join(", ")));
        }
        let Gone { harmless, spoken, shown, .. } = &self.gone;
        let mut tell = |is_so: bool, what: Message| notices.extend(is_so.then_some(what));
        tell(self.gaps > 0, say!("record-stood-still", times = self.gaps));
        tell(*spoken > 0, say!("record-talk-taken-out", keys = *spoken));
        tell(*shown > 0, say!("record-files-taken-out", files = *shown));
        tell(*harmless > 0, say!("record-harmless-taken-out", parts = *harmless));
        notices
    }
}

fn wrongs(room: &Room, fact: &Recorded) -> Vec<Wrong> {
    let mut wrongs = Vec::new();
    // No record can hold the greatest number, so nothing follows it.
    let expected = room.count(fact.event.stream()).saturating_add(1);
    if fact.number != expected {
        wrongs.push(Wrong::Number { expected, found: fact.number });
    }
    if room.latest().is_some_and(|latest| fact.time < latest) {
        wrongs.push(Wrong::BackInTime);
    }
    if let Err(refusal) = room.permit(fact.actor, &fact.event, fact.time) {
        wrongs.push(Wrong::Forbidden(refusal));
    }
    if let (Event::Control(event), Some(contest)) = (&fact.event, room.contest()) {
        wrongs.extend(wrong_draws(contest, event));
    }
    wrongs
}

/// The faults of a secret, a seed or a draw.
#[expect(clippy::wildcard_enum_match_arm, reason = "no other fact draws or opens anything")]
fn wrong_draws(contest: &Contest, event: &ControlEvent) -> Vec<Wrong> {
    let mut wrongs = Vec::new();
    match event {
        ControlEvent::SecretDrawn { private }
            if private.held().is_some_and(|kept| !is_committed(contest, Some(kept.secret))) =>
        {
            wrongs.push(Wrong::NotTheSecret);
        }
        ControlEvent::AssignmentCommitted { private } => {
            let Some(secret) = private.held() else { return wrongs };
            if contest.seed_by_now().is_some_and(|seed| seed != secret.seed) {
                wrongs.push(Wrong::NotFromManyHands);
            }
            if drawn(contest, secret.seed).as_ref() != Ok(&secret.assignment) {
                wrongs.push(Wrong::NotAsDrawn);
            }
        }
        ControlEvent::Replanned { private, .. } => {
            if let (Some(plan), Some(secret)) = (private.held(), contest.secret())
                && contest
                    .replanned_by(event, &secret.assignment, secret.seed)
                    .is_some_and(|rest| rest.as_ref() != Ok(&plan.assignment))
            {
                wrongs.push(Wrong::NotAsDrawn);
            }
        }
        ControlEvent::AssignmentOpened { secret, seed, assignment } => {
            if !is_committed(contest, *secret) {
                wrongs.push(Wrong::NotTheSecret);
            }
            if contest.secret().is_some_and(|committed| (&committed.seed, &committed.assignment) != (seed, assignment))
            {
                wrongs.push(Wrong::NotAsCommitted);
            }
        }
        _ => {}
    }
    wrongs
}

/// The assignment that this seed draws, from the given plan if there is one.
fn drawn(contest: &Contest, seed: Seed) -> Result<Assignment, NoDraw> {
    schedule::draw_without(&contest.rulebook, contest.given.as_deref(), &contest.left, seed)
}

/// True if this is the secret that the first event commits to; a rehearsal has none.
fn is_committed(contest: &Contest, secret: Option<DrawnSecret>) -> bool {
    match (contest.seed, secret) {
        (SeedSource::ManyHands { commitment }, Some(secret)) => secret.commitment() == commitment,
        (SeedSource::Rehearsal {}, None) => true,
        (SeedSource::ManyHands { .. }, None) | (SeedSource::Rehearsal {}, Some(_)) => false,
    }
}

/// The ingredients of the seed, in a sentence.
fn hands(contest: &Contest) -> String {
    let given = contest.contributions.iter().filter(|given| given.matter == Matter::Draw).count();
    match contest.seed {
        SeedSource::Rehearsal {} => Caveat::Rehearsal.to_string(),
        SeedSource::ManyHands { .. } => format!(
            "the seed is made of the secret that the first event committed to and {given} contributions recorded after it"
        ),
    }
}
