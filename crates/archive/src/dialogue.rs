//! The lines that a judge saw, gathered from the events; transcripts are written from them.
//!
//! [`Seen`] takes one event after the other and keeps none of them, so that a record is read as a stream: memory grows
//! with the talk, not with the record.
//!
//! A line has the position and time at which it was finished on the judge's screen: the judge's own when it was pressed
//! or sent, a witness's when it was shown. Where keys travel, Return finishes a line; where messages travel, each
//! message is a line with its own line breaks. Words that no judge was shown are marked as such ([`Said::fate`]), at
//! the time at which the witness gave them. A mark replaces each part that was taken out of the record.

use std::collections::BTreeMap;

use record::transcript::{
    Dialogue, Line, OffsetClock, Role, Visit,
    keylog::{ConfederateLabel, KeylogSession, ScreenSide, TimedKey},
    phrases::DELETED,
};
use rulebook::{
    ConversationId, InterviewId, JudgeId, Key, Participant, RoundNumber, Seat, Side, Timestamp, Witness,
    schema::{Layout, Medium},
};
use schedule::Seating;

use crate::audit::Ending;
use contest::{
    Actor, ControlEvent, Event, Recorded, Room,
    attachment::ShownFile,
    composer::keys_for,
    contest::Contest,
    conversation::{Conversation, Unshown},
    event::{ConversationEvent, shown_file},
    pacing::What,
    result::Name,
};

/// One line of a transcript.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    /// The time at which it was finished on the judge's screen; if it never was, the time at which it was given.
    pub at: Timestamp,
    /// The speaker.
    pub side: Side,
    /// The text; an unfinished line ends in ` …`.
    pub text: String,
    /// The file that the line describes, if it does.
    pub file: Option<ShownFile>,
    /// The line's fate. An utterance that was shown in part has two lines: the part that was seen, and the whole as
    /// never shown.
    pub fate: Fate,
}

/// The fate of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// It was on the judge's screen.
    Seen,
    /// The talk ended before the judge was shown all of it.
    NeverShown,
    /// A referee struck it at this time, before the judge was shown any of it.
    Struck(Participant, Timestamp),
    /// It was taken out of the record later; a mark replaces its text. One mark replaces all keys taken out between two
    /// others of the same side.
    Deleted,
}

impl Fate {
    /// True for lines in published transcripts: those that a judge saw, and marks of deletion.
    #[must_use]
    pub fn is_published(self) -> bool {
        matches!(self, Self::Seen | Self::Deleted)
    }

    /// The prefix of an unseen line, in transcripts that keep such lines, with times of this clock; empty for other
    /// lines.
    #[must_use]
    pub fn mark(self, clock: OffsetClock) -> String {
        match self {
            Self::Seen | Self::Deleted => String::new(),
            Self::NeverShown => "[never shown] ".to_owned(),
            Self::Struck(by, at) => format!("[struck by {by} at {}, never shown] ", clock.time_of_day(at)),
        }
    }
}

/// The heading of a transcript.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heading {
    /// The holder of the rights in the text, or of the contest.
    pub notice: String,
    /// The clock of its times.
    pub clock: OffsetClock,
    /// True to keep lines that no judge saw, each with its [`mark`](Fate::mark). Published transcripts leave them out.
    pub unseen: bool,
}

/// The lines that judges saw, gathered event by event.
#[derive(Debug, Default)]
pub struct Seen {
    ending: Ending,
    room: Room,
    /// True after the first event.
    begun: bool,
    /// The finished lines on each judge's screen.
    lines: BTreeMap<ConversationId, Vec<Said>>,
    /// The time of the latest change to each side's part of a screen.
    latest: BTreeMap<(ConversationId, Side), Timestamp>,
    /// The time of each event of a witness.
    given: BTreeMap<(ConversationId, u64), Timestamp>,
    /// The opening of each round.
    opened: BTreeMap<RoundNumber, Timestamp>,
    /// The end of the talk of each round.
    closed: BTreeMap<RoundNumber, Timestamp>,
    /// The additions to the screen of each interview; empty if keys are forgotten.
    pieces: BTreeMap<InterviewId, Vec<Piece>>,
    /// True to report keys without keeping them.
    forgets_keys: bool,
    /// The time of the latest deleted key of a side, until the side's next addition.
    gaps: BTreeMap<(ConversationId, Side), Timestamp>,
}

/// A key that a judge pressed or was shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stroke {
    /// The conversation.
    pub conversation: ConversationId,
    /// The time at which the judge pressed it or was shown it.
    pub at: Timestamp,
    /// The side that pressed it.
    pub by: Side,
    /// The key.
    pub key: Key,
}

/// An addition to a judge's screen: a key, a whole utterance or a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// The time at which the judge typed it or was shown it.
    pub at: Timestamp,
    /// The seat of its conversation.
    pub seat: Seat,
    /// The side that it belongs to.
    pub side: Side,
    /// The addition.
    pub what: Added,
}

impl Piece {
    /// Its keys; a judge's whole lines have none.
    fn keys(&self) -> Vec<Key> {
        match &self.what {
            Added::Key(key) => vec![*key],
            Added::Whole(text) if self.side == Side::Witness => keys_for(text).collect(),
            Added::Whole(_) | Added::File => Vec::new(),
        }
    }
}

/// The content of an addition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Added {
    /// One key.
    Key(Key),
    /// A whole utterance or line.
    Whole(String),
    /// A file that the judge showed.
    File,
}

impl Seen {
    /// Before the first event of a record with this ending. The releases follow from the seed, and a published record
    /// may hold the seed only at its end.
    #[must_use]
    pub fn new(ending: Ending) -> Self {
        Self { ending, ..Self::default() }
    }

    /// As [`Self::new`], but keys are reported without being kept; memory then stays small.
    #[must_use]
    pub fn without_keys(ending: Ending) -> Self {
        Self { forgets_keys: true, ..Self::new(ending) }
    }

    /// The lines of a record that is held in memory.
    #[must_use]
    pub fn of(facts: &[Recorded]) -> Self {
        let mut ending = Ending::default();
        facts.iter().for_each(|fact| ending.note(fact));
        let mut seen = Self::new(ending);
        facts.iter().for_each(|fact| seen.take(fact));
        seen
    }

    /// Takes the next event.
    pub fn take(&mut self, fact: &Recorded) {
        self.take_telling(fact, |_| {});
    }

    /// As [`Self::take`], and reports every key that the judge pressed or was shown by this event.
    #[expect(clippy::wildcard_enum_match_arm, reason = "no other fact begins or ends a talk")]
    pub fn take_telling(&mut self, fact: &Recorded, each: impl FnMut(Stroke)) {
        self.begun = true;
        let contest = self.room.contest();
        let completed = contest.and_then(|contest| self.ending.completed(contest, fact));
        let fact = completed.as_ref().unwrap_or(fact);
        match &fact.event {
            Event::Control(event) => {
                match event {
                    ControlEvent::RoundOpened { round } => drop(self.opened.insert(*round, fact.time)),
                    ControlEvent::TalkClosed { round } => drop(self.closed.insert(*round, fact.time)),
                    _ => {}
                }
                self.room.apply(fact);
                self.take_read(event, fact.time);
            }
            Event::Conversation(id, event) => {
                let Some(piece) = self.take_talk(*id, event, fact) else { return };
                let stroke = |key| Stroke { conversation: *id, at: piece.at, by: piece.side, key };
                piece.keys().into_iter().map(stroke).for_each(each);
                if !self.forgets_keys {
                    self.pieces.entry(id.interview).or_default().push(piece);
                }
            }
        }
    }

    /// Takes the lines of a transcript that this event shows its judge.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else shows a reader more")]
    fn take_read(&mut self, event: &ControlEvent, at: Timestamp) {
        let Some(contest) = self.room.contest().filter(|contest| contest.is_read()) else { return };
        let ids: Vec<ConversationId> = match event {
            ControlEvent::RoundOpened { round } => {
                contest.interviews_in(*round).flat_map(Seating::conversations).collect()
            }
            ControlEvent::BeliefGiven { conversation, .. } => vec![*conversation],
            _ => return,
        };
        for id in ids {
            let seen = self.room.conversation(id).map_or(&[][..], |conversation| &conversation.seen.lines);
            let told = self.lines.entry(id).or_default();
            for line in &seen[told.len().min(seen.len())..] {
                told.push(Said { at, side: line.side, text: line.text.clone(), file: None, fate: Fate::Seen });
                let what = Added::Whole(line.text.clone());
                let piece = Piece { at, seat: id.seat, side: line.side, what };
                if !self.forgets_keys {
                    self.pieces.entry(id.interview).or_default().push(piece);
                }
            }
        }
    }

    fn take_talk(&mut self, id: ConversationId, event: &ConversationEvent, fact: &Recorded) -> Option<Piece> {
        let side = match (event, fact.actor) {
            (ConversationEvent::Shown { .. }, _) => Side::Witness,
            (_, Actor::Side(Side::Witness)) => {
                self.given.insert((id, fact.number), fact.time);
                self.room.apply(fact);
                return None;
            }
            _ => Side::Judge,
        };
        let before = self.room.conversation(id).map_or(0, |conversation| conversation.seen.lines.len());
        self.room.apply(fact);
        self.latest.insert((id, side), fact.time);
        let lines = self.room.conversation(id).map_or(&[][..], |conversation| &conversation.seen.lines[before..]);
        let said = |line: &contest::transcript::Line| Said {
            at: fact.time,
            side,
            text: line.text.clone(),
            file: line.file.clone(),
            fate: Fate::Seen,
        };
        let lines: Vec<_> = lines.iter().map(said).collect();
        let (added, is_gone) = match event {
            ConversationEvent::Key { private, .. } => (private.held().map(|pressed| Added::Key(pressed.key)), true),
            ConversationEvent::Said { private, .. } | ConversationEvent::Line { private, .. } => {
                (private.held().map(|said| Added::Whole(said.text.clone())), true)
            }
            ConversationEvent::Attached { private, description, .. } => {
                let shown = shown_file(private, description.as_ref());
                (shown.as_ref().map(|_| Added::File), shown.is_none())
            }
            ConversationEvent::Shown { .. } => match self.room.conversation(id).and_then(Conversation::last_shown) {
                Some(What::Key(key)) => (Some(Added::Key(*key)), false),
                Some(What::Said(text)) => (Some(Added::Whole(text.clone())), false),
                Some(What::Redacted | What::Unknown) => (None, true),
                None => (None, false),
            },
        };
        let is_keyed = |contest: &Contest| matches!(contest.rulebook.interview.medium, Medium::Keystrokes { .. });
        let told = self.lines.entry(id).or_default();
        match &added {
            Some(_) => told.extend(self.gaps.remove(&(id, side)).map(|at| deleted(at, side))),
            None if is_gone && self.room.contest().is_some_and(is_keyed) => {
                self.gaps.insert((id, side), fact.time);
            }
            None if is_gone => told.push(deleted(fact.time, side)),
            None => {}
        }
        told.extend(lines);
        added.map(|what| Piece { at: fact.time, seat: id.seat, side, what })
    }

    /// The state after the events so far.
    #[must_use]
    pub fn room(&self) -> &Room {
        &self.room
    }

    /// The additions to the screen of this interview's judge, in order; without deleted ones.
    #[must_use]
    pub fn pieces(&self, interview: InterviewId) -> &[Piece] {
        self.pieces.get(&interview).map_or(&[], Vec::as_slice)
    }

    /// The beginning and the end of this round's talk; each absent until it is recorded.
    #[must_use]
    pub fn talk(&self, round: RoundNumber) -> (Option<Timestamp>, Option<Timestamp>) {
        (self.opened.get(&round).copied(), self.closed.get(&round).copied())
    }

    /// True before the first event.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        !self.begun
    }

    /// The transcript of every witness that was met, entries first: its conversations in the order in which they began.
    /// A conversation without a word is a visit without lines; simultaneous conversations of a program each stay
    /// together. Empty until the assignment is opened.
    #[must_use]
    pub fn by_witness(&self, contest: &Contest, heading: &Heading) -> Vec<(Witness, Dialogue)> {
        let mut witnesses: BTreeMap<Witness, Vec<Talk>> = BTreeMap::new();
        for talk in self.talks(contest, heading) {
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

    /// The transcript of every conversation by itself, each with one visit, by round, then judge, then seat. Empty
    /// until the assignment is opened.
    #[must_use]
    pub fn by_conversation(&self, contest: &Contest, heading: &Heading) -> Vec<(ConversationId, Dialogue)> {
        let talks = self.talks(contest, heading).into_iter();
        talks.map(|talk| (talk.id, dialogue(contest, talk.witness, vec![talk], heading))).collect()
    }

    /// The keys of every interview with a program and a person side by side as its judge saw them, by round, then
    /// judge; `None` where no single keys travel, or judges do not sit before two witnesses. Times are those at which
    /// the judge pressed or was shown a key, in whole milliseconds; all keys of a line that was shown whole have the
    /// same time.
    #[must_use]
    pub fn key_sessions(&self, contest: &Contest) -> Option<Vec<(InterviewId, KeylogSession)>> {
        let interview = &contest.rulebook.interview;
        if !matches!((&interview.medium, interview.layout), (Medium::Keystrokes { .. }, Layout::Pair)) {
            return None;
        }
        let session = |seating: &Seating| {
            let program = Witness::Entry(seating.entry()?);
            let InterviewId { round, judge } = seating.interview;
            let session = KeylogSession {
                title: format!("{}, {}", contest.name, contest.organiser),
                judge: Some(JudgeId::number(judge)),
                program: name_of(contest, program).0,
                round: Some(RoundNumber::number(round)),
                left: role(seating.witness(Seat::Left)?),
                label: ConfederateLabel::Human,
                keys: self.pieces(seating.interview).iter().flat_map(timed_keys).collect(),
            };
            Some((seating.interview, session))
        };
        Some(begun(contest).filter_map(session).collect())
    }

    /// The lines of every conversation that has any, in the order and at the times at which a judge saw them. An
    /// unfinished line has the time of its last key; an unseen one, the time at which it was given.
    #[must_use]
    pub fn dialogues(&self) -> BTreeMap<ConversationId, Vec<Said>> {
        let mut dialogues = self.lines.clone();
        for (&(id, side), &at) in &self.gaps {
            dialogues.entry(id).or_default().push(deleted(at, side));
        }
        for (&id, conversation) in self.room.conversations() {
            let lines = dialogues.entry(id).or_default();
            let seen = &conversation.seen;
            for (side, text) in [(Side::Judge, &seen.judge_types), (Side::Witness, &seen.witness_types)] {
                if let (false, Some(&at)) = (text.is_empty(), self.latest.get(&(id, side))) {
                    lines.push(Said { at, side, text: format!("{text} …"), file: None, fate: Fate::Seen });
                }
            }
            for Unshown { of, text, struck } in conversation.never_shown() {
                let at = self.given.get(&(id, of)).copied().unwrap_or(Timestamp::from_millis(0));
                let fate = struck.map_or(Fate::NeverShown, |(by, at)| Fate::Struck(by, at));
                lines.push(Said { at, side: Side::Witness, text, file: None, fate });
            }
            lines.sort_by_key(|line| line.at);
            if lines.is_empty() {
                dialogues.remove(&id);
            }
        }
        dialogues
    }

    /// Every conversation of the interviews that began, by round, then judge, then seat.
    fn talks(&self, contest: &Contest, heading: &Heading) -> Vec<Talk> {
        let mut said = self.dialogues();
        said.values_mut().for_each(|lines| lines.retain(|line| line.fate.is_published() || heading.unseen));
        let of = |seating: &Seating| {
            let began = self.opened.get(&seating.interview.round).copied();
            let seats = seating.seats.iter().map(|(&seat, &witness)| {
                let id = ConversationId { interview: seating.interview, seat };
                Some(Talk { id, witness, began: began?, lines: said.remove(&id).unwrap_or_default() })
            });
            seats.flatten().collect::<Vec<_>>()
        };
        begun(contest).flat_map(of).collect()
    }
}

/// The mark of a deletion.
fn deleted(at: Timestamp, side: Side) -> Said {
    Said { at, side, text: DELETED.to_owned(), file: None, fate: Fate::Deleted }
}

/// The keys of an addition, at its time.
fn timed_keys(piece: &Piece) -> Vec<TimedKey> {
    let pane = if piece.seat == Seat::Left { ScreenSide::Left } else { ScreenSide::Right };
    let at_us = u64::try_from(piece.at.as_millis()).unwrap_or(0) * 1000;
    piece.keys().into_iter().map(|key| TimedKey::new(at_us, piece.side, pane, key)).collect()
}

/// One conversation that began.
struct Talk {
    id: ConversationId,
    witness: Witness,
    /// The opening of its round.
    began: Timestamp,
    lines: Vec<Said>,
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
    let line = |Said { at, side, text, fate, .. }| Line { at, by: side, text: fate.mark(heading.clock) + &text };
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

/// The witness's name, or its id if the name was redacted, and its contestant, empty if there is none.
fn name_of(contest: &Contest, witness: Witness) -> (String, String) {
    let Some(Name { name, contestant }) = Name::of(contest, witness) else {
        return (witness.to_string(), String::new());
    };
    (name, contestant.unwrap_or_default())
}
