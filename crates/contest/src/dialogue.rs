//! What was said, line by line, from the facts: what transcripts are written from.
//!
//! Where keys travel, a line is what stood on the screen when Return was pressed; where messages travel, each is a line of
//! its own, with the line breaks it has.

use std::collections::BTreeMap;

use record::transcript::{
    Clock, Dialogue, Line, Role, Visit,
    keylog::{ConfederateLabel, Pane, Session, TimedKey},
};
use rulebook::{
    ConversationId, InterviewId, JudgeId, RoundNumber, Seat, Side, Timestamp, Witness,
    schema::{Layout, Medium},
};
use schedule::Seating;

use crate::{
    Actor, ControlEvent, Event, Recorded, contest::Contest, event::ConversationEvent, result, transcript::Transcript,
};

/// One finished line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    /// When it was finished.
    pub at: Timestamp,
    /// By whom.
    pub side: Side,
    /// Its text; what was never finished ends in ` …`.
    pub text: String,
}

/// What stands at the head of a transcript, and by which clock its times are told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heading {
    /// Who holds the rights in the text, or who held the contest.
    pub notice: String,
    /// The clock.
    pub clock: Clock,
}

/// The transcript of every witness that was met, entries first: its conversations one after the other, as they began. A conversation in
/// which nobody spoke is a visit without a line; where a program holds several conversations at the same time, each stays
/// together. None while nobody may know who met whom.
#[must_use]
pub fn by_witness(contest: &Contest, facts: &[Recorded], heading: &Heading) -> Vec<(Witness, Dialogue)> {
    let mut witnesses: BTreeMap<Witness, Vec<Talk>> = BTreeMap::new();
    for talk in talks(contest, facts) {
        witnesses.entry(talk.witness).or_default().push(talk);
    }
    let dialogue = |(witness, mut talks): (Witness, Vec<Talk>)| {
        talks.sort_by_key(|talk| (talk.began, talk.lines.first().map(|line| line.at), talk.id));
        (witness, dialogue(contest, witness, talks, heading))
    };
    let (entries, confederates): (Vec<_>, Vec<_>) =
        witnesses.into_iter().partition(|(witness, _)| matches!(witness, Witness::Entry(_)));
    entries.into_iter().chain(confederates).map(dialogue).collect()
}

/// The transcript of every conversation by itself, each with one visit, by round, then judge, then seat. None while nobody
/// may know who met whom.
#[must_use]
pub fn by_conversation(contest: &Contest, facts: &[Recorded], heading: &Heading) -> Vec<(ConversationId, Dialogue)> {
    let talks = talks(contest, facts).into_iter();
    talks.map(|talk| (talk.id, dialogue(contest, talk.witness, vec![talk], heading))).collect()
}

/// The keys of every interview with a program and a person side by side, by round, then judge; `None` where no single keys
/// travel, or judges do not sit before two witnesses. Times are the record's, in whole milliseconds.
#[must_use]
pub fn key_sessions(contest: &Contest, facts: &[Recorded]) -> Option<Vec<(InterviewId, Session)>> {
    let interview = &contest.rulebook.interview;
    if !matches!((&interview.medium, interview.layout), (Medium::Keystrokes { .. }, Layout::Pair)) {
        return None;
    }
    let mut keys: BTreeMap<InterviewId, Vec<TimedKey>> = BTreeMap::new();
    for fact in facts {
        let (Event::Conversation(id, ConversationEvent::Key { private, .. }), Actor::Side(by)) =
            (&fact.event, fact.actor)
        else {
            continue;
        };
        let Some(pressed) = private.held() else { continue };
        let pane = if id.seat == Seat::Left { Pane::Left } else { Pane::Right };
        let at_us = u64::try_from(fact.time.as_millis()).unwrap_or(0) * 1000;
        keys.entry(id.interview).or_default().push(TimedKey { at_us, by, pane, key: pressed.key });
    }
    let session = |seating: &Seating| {
        let program = Witness::Entry(seating.entry()?);
        let InterviewId { round, judge } = seating.interview;
        let session = Session {
            title: format!("{}, {}", contest.name, contest.organiser),
            judge: Some(JudgeId::number(judge)),
            program: name_of(contest, program).0,
            round: Some(RoundNumber::number(round)),
            left: role(seating.witness(Seat::Left)?),
            label: ConfederateLabel::Human,
            keys: keys.remove(&seating.interview).unwrap_or_default(),
        };
        Some((seating.interview, session))
    };
    Some(begun(contest).filter_map(session).collect())
}

/// The lines of every conversation in which something was begun, in order; what was never finished stands at the end, at
/// the time of the conversation's latest fact.
#[must_use]
pub fn dialogues(facts: &[Recorded]) -> BTreeMap<ConversationId, Vec<Said>> {
    let mut screens: BTreeMap<ConversationId, Transcript> = BTreeMap::new();
    let mut dialogues: BTreeMap<ConversationId, Vec<Said>> = BTreeMap::new();
    let mut latest: BTreeMap<ConversationId, Timestamp> = BTreeMap::new();
    for fact in facts {
        let (Event::Conversation(id, event), Actor::Side(side)) = (&fact.event, fact.actor) else { continue };
        latest.insert(*id, fact.time);
        let screen = screens.entry(*id).or_default();
        let before = screen.lines.len();
        match event {
            ConversationEvent::Key { private, .. } => {
                private.held().into_iter().for_each(|pressed| screen.press(side, pressed.key));
            }
            ConversationEvent::Said { private, .. } => {
                private.held().into_iter().for_each(|said| screen.say(side, &said.text));
            }
            ConversationEvent::Shown {} => {}
        }
        let lines = dialogues.entry(*id).or_default();
        lines.extend(screen.lines[before..].iter().map(|line| Said { at: fact.time, side, text: line.text.clone() }));
    }
    for (id, screen) in screens {
        for (side, text) in [(Side::Judge, screen.judge_types), (Side::Witness, screen.witness_types)] {
            if let (false, Some(&at)) = (text.is_empty(), latest.get(&id)) {
                dialogues.entry(id).or_default().push(Said { at, side, text: text + " …" });
            }
        }
    }
    dialogues
}

/// One conversation that began.
struct Talk {
    id: ConversationId,
    witness: Witness,
    /// When its round was opened.
    began: Timestamp,
    lines: Vec<Said>,
}

/// Every conversation of the interviews that began, by round, then judge, then seat.
fn talks(contest: &Contest, facts: &[Recorded]) -> Vec<Talk> {
    let mut said = dialogues(facts);
    let opened: BTreeMap<RoundNumber, Timestamp> = facts
        .iter()
        .filter_map(|fact| match &fact.event {
            Event::Control(ControlEvent::RoundOpened { round }) => Some((*round, fact.time)),
            _ => None,
        })
        .collect();
    let of = |seating: &Seating| {
        let began = opened.get(&seating.interview.round).copied();
        let seats = seating.seats.iter().map(|(&seat, &witness)| {
            let id = ConversationId { interview: seating.interview, seat };
            Some(Talk { id, witness, began: began?, lines: said.remove(&id).unwrap_or_default() })
        });
        seats.flatten().collect::<Vec<_>>()
    };
    begun(contest).flat_map(of).collect()
}

/// The interviews that began, with their seats, once the assignment is opened.
fn begun(contest: &Contest) -> impl Iterator<Item = &Seating> {
    let assignment = contest.assignment().filter(|_| contest.opened_assignment);
    let seatings = assignment.into_iter().flat_map(|assignment| &assignment.0);
    seatings.filter(|seating| contest.interviews.contains_key(&seating.interview))
}

fn dialogue(contest: &Contest, witness: Witness, talks: Vec<Talk>, heading: &Heading) -> Dialogue {
    let (name, contestant) = name_of(contest, witness);
    let started = talks.first().map_or(Timestamp::from_millis(0), |talk| talk.began);
    let line = |Said { at, side, text }| Line { at, by: side, text };
    let visits = talks.into_iter().map(|talk| Visit {
        judge: talk.id.interview.judge.number(),
        lines: talk.lines.into_iter().map(line).collect(),
    });
    Dialogue {
        notice: heading.notice.clone(),
        witness: name,
        contestant,
        role: role(witness),
        started,
        clock: heading.clock,
        visits: visits.collect(),
    }
}

fn role(witness: Witness) -> Role {
    match witness {
        Witness::Entry(_) => Role::Entry,
        Witness::Confederate(_) => Role::Confederate,
    }
}

/// The name, or the id where it was redacted, and the contestant, empty where there is none.
fn name_of(contest: &Contest, witness: Witness) -> (String, String) {
    let (name, contestant) = result::name_of(contest, witness);
    (name.unwrap_or_else(|| witness.to_string()), contestant.unwrap_or_default())
}
