//! What a judge saw, line by line, from the facts: what transcripts are written from.
//!
//! [`Seen`] is fed one fact after the other and keeps none of them, so that a record is read as a stream: its memory grows
//! with what was said, not with what was recorded.
//!
//! A line stands where, and at the time at which, it was finished on the judge's screen: the judge's own when it was
//! pressed or said, a witness's when it was shown. Where keys travel, a line is what stood there when Return came; where
//! messages travel, each is a line of its own, with the line breaks it has. What a witness gave and no judge was shown is
//! told apart ([`Said::fate`]), at the time it was given. Where something was taken out of the record, a mark says so.

use std::collections::BTreeMap;

use record::transcript::{
    Clock, Dialogue, Line, Role, Visit,
    keylog::{ConfederateLabel, Pane, Session, TimedKey},
    phrases::DELETED,
};
use rulebook::{
    ConversationId, InterviewId, JudgeId, Key, Participant, RoundNumber, Seat, Side, Timestamp, Witness,
    schema::{Layout, Medium},
};
use schedule::Seating;

use crate::{
    Actor, ControlEvent, Event, Recorded, Room,
    attachment::ShownFile,
    audit::Ending,
    composer::keys_for,
    contest::Contest,
    conversation::{Conversation, Unshown},
    event::{ConversationEvent, shown_file},
    pacing::What,
    result::Name,
};

/// One line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    /// When it was finished on the judge's screen; where it never was, when it was given.
    pub at: Timestamp,
    /// By whom.
    pub side: Side,
    /// Its text; what was never finished ends in ` …`.
    pub text: String,
    /// The file that was shown, where it stands for one; its text tells it in words.
    pub file: Option<ShownFile>,
    /// What became of it. An utterance of which only the beginning stood on the judge's screen is told twice: what was seen of
    /// it, and the whole of it as never shown.
    pub fate: Fate,
}

/// What became of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// It stood on the judge's screen.
    Seen,
    /// The talk was over before the judge was shown it, or all of it.
    NeverShown,
    /// A referee struck it at this time, before the judge was shown any of it.
    Struck(Participant, Timestamp),
    /// It was taken out of the record since; its text is the mark that stands in its place. Of keys, everything that stood between two
    /// others of the same side.
    Deleted,
}

impl Fate {
    /// Whether it stands in what is published: what a judge saw, and the mark where that was taken out.
    #[must_use]
    pub fn is_published(self) -> bool {
        matches!(self, Self::Seen | Self::Deleted)
    }

    /// What stands before such a line in transcripts that keep what no judge saw, with times of this clock; empty for what a
    /// judge saw.
    #[must_use]
    pub fn mark(self, clock: Clock) -> String {
        match self {
            Self::Seen | Self::Deleted => String::new(),
            Self::NeverShown => "[never shown] ".to_owned(),
            Self::Struck(by, at) => format!("[struck by {by} at {}, never shown] ", clock.time_of_day(at)),
        }
    }
}

/// What stands at the head of a transcript, and by which clock its times are told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heading {
    /// Who holds the rights in the text, or who held the contest.
    pub notice: String,
    /// The clock.
    pub clock: Clock,
    /// Whether what no judge was shown is kept, each with its [`mark`](Fate::mark). Left out of what is published.
    pub unseen: bool,
}

/// What judges saw, gathered fact by fact.
#[derive(Debug, Default)]
pub struct Seen {
    ending: Ending,
    room: Room,
    /// Whether there was a fact.
    begun: bool,
    /// What was finished on the screen of each conversation's judge.
    lines: BTreeMap<ConversationId, Vec<Said>>,
    /// When each side's part of a screen last changed.
    latest: BTreeMap<(ConversationId, Side), Timestamp>,
    /// When each fact of a witness was recorded.
    given: BTreeMap<(ConversationId, u64), Timestamp>,
    /// When each round was opened.
    opened: BTreeMap<RoundNumber, Timestamp>,
    /// When the talk of each round ended.
    closed: BTreeMap<RoundNumber, Timestamp>,
    /// What was added to every interview, as its judge typed it or was shown it; nothing where it is not kept.
    pieces: BTreeMap<InterviewId, Vec<Piece>>,
    /// Whether keys are told of and forgotten.
    forgets_keys: bool,
    /// When the last of the keys that were taken out of a line was there, where nothing of its side came since.
    gaps: BTreeMap<(ConversationId, Side), Timestamp>,
}

/// A key that a judge pressed or was shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stroke {
    /// In which conversation.
    pub conversation: ConversationId,
    /// When the judge pressed it or was shown it.
    pub at: Timestamp,
    /// Who pressed it.
    pub by: Side,
    /// The key.
    pub key: Key,
}

/// Something that was added to a judge's screen: a key, a whole utterance or a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// When the judge typed it or was shown it.
    pub at: Timestamp,
    /// In which conversation of the interview.
    pub seat: Seat,
    /// Whose it is.
    pub side: Side,
    /// What.
    pub what: Added,
}

impl Piece {
    /// Its keys. A judge's lines are no keys.
    fn keys(&self) -> Vec<Key> {
        match &self.what {
            Added::Key(key) => vec![*key],
            Added::Whole(text) if self.side == Side::Witness => keys_for(text).collect(),
            Added::Whole(_) | Added::File => Vec::new(),
        }
    }
}

/// What was added to a screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Added {
    /// One key.
    Key(Key),
    /// An utterance or a line, whole.
    Whole(String),
    /// A file that the judge showed.
    File,
}

impl Seen {
    /// Before the first fact of a record with this ending: what is shown follows from the seed, which a published record
    /// may hold only there.
    #[must_use]
    pub fn new(ending: Ending) -> Self {
        Self { ending, ..Self::default() }
    }

    /// [`Self::new`] that tells of keys and forgets them: for records of many.
    #[must_use]
    pub fn without_keys(ending: Ending) -> Self {
        Self { forgets_keys: true, ..Self::new(ending) }
    }

    /// Of a record that is held in memory.
    #[must_use]
    pub fn of(facts: &[Recorded]) -> Self {
        let mut ending = Ending::default();
        facts.iter().for_each(|fact| ending.note(fact));
        let mut seen = Self::new(ending);
        facts.iter().for_each(|fact| seen.take(fact));
        seen
    }

    /// Takes in the next fact.
    pub fn take(&mut self, fact: &Recorded) {
        self.take_telling(fact, |_| {});
    }

    /// [`Self::take`] that tells of every key the judge pressed or was shown by this fact.
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

    /// What a judge who reads a transcript is shown by this fact.
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
        let said = |line: &crate::transcript::Line| Said {
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

    /// Everything that is known after the facts so far.
    #[must_use]
    pub fn room(&self) -> &Room {
        &self.room
    }

    /// What was added to the screen of this interview's judge, piece by piece, in the order in which it was. Without what was
    /// taken out of the record.
    #[must_use]
    pub fn pieces(&self, interview: InterviewId) -> &[Piece] {
        self.pieces.get(&interview).map_or(&[], Vec::as_slice)
    }

    /// When the talk of this round was opened, and when it ended; absent where it was not.
    #[must_use]
    pub fn talk(&self, round: RoundNumber) -> (Option<Timestamp>, Option<Timestamp>) {
        (self.opened.get(&round).copied(), self.closed.get(&round).copied())
    }

    /// Whether there was no fact.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        !self.begun
    }

    /// The transcript of every witness that was met, entries first: its conversations one after the other, as they began. A
    /// conversation in which nobody spoke is a visit without a line; where a program holds several conversations at the same
    /// time, each stays together. None while nobody may know who met whom.
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

    /// The transcript of every conversation by itself, each with one visit, by round, then judge, then seat. None while
    /// nobody may know who met whom.
    #[must_use]
    pub fn by_conversation(&self, contest: &Contest, heading: &Heading) -> Vec<(ConversationId, Dialogue)> {
        let talks = self.talks(contest, heading).into_iter();
        talks.map(|talk| (talk.id, dialogue(contest, talk.witness, vec![talk], heading))).collect()
    }

    /// The keys of every interview with a program and a person side by side as its judge saw them, by round, then judge;
    /// `None` where no single keys travel, or judges do not sit before two witnesses. Times are those at which the judge
    /// pressed or was shown a key, in whole milliseconds; a line that was shown whole is its keys at one time.
    #[must_use]
    pub fn key_sessions(&self, contest: &Contest) -> Option<Vec<(InterviewId, Session)>> {
        let interview = &contest.rulebook.interview;
        if !matches!((&interview.medium, interview.layout), (Medium::Keystrokes { .. }, Layout::Pair)) {
            return None;
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
                keys: self.pieces(seating.interview).iter().flat_map(timed_keys).collect(),
            };
            Some((seating.interview, session))
        };
        Some(begun(contest).filter_map(session).collect())
    }

    /// The lines of every conversation in which something was begun, in the order and at the time a judge saw them. What
    /// was never finished stands where its last key came; what was never shown, where it was given.
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

/// What stands in the place of what was taken out.
fn deleted(at: Timestamp, side: Side) -> Said {
    Said { at, side, text: DELETED.to_owned(), file: None, fate: Fate::Deleted }
}

/// The keys of what was added, at its time.
fn timed_keys(piece: &Piece) -> Vec<TimedKey> {
    let pane = if piece.seat == Seat::Left { Pane::Left } else { Pane::Right };
    let at_us = u64::try_from(piece.at.as_millis()).unwrap_or(0) * 1000;
    piece.keys().into_iter().map(|key| TimedKey::new(at_us, piece.side, pane, key)).collect()
}

/// One conversation that began.
struct Talk {
    id: ConversationId,
    witness: Witness,
    /// When its round was opened.
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

/// The name, or the id where it was redacted, and the contestant, empty where there is none.
fn name_of(contest: &Contest, witness: Witness) -> (String, String) {
    let Some(Name { name, contestant }) = Name::of(contest, witness) else {
        return (witness.to_string(), String::new());
    };
    (name, contestant.unwrap_or_default())
}
