//! A finished contest as tables for statistics programs: one row for each participant, interview, conversation,
//! message, keystroke, answer, judgement, standing, incident and ruling.
//!
//! The types below are the only list of tables and columns: rows and codebook are made from them. Keystroke rows are
//! passed on while the record is read and never kept; memory grows only with the words. Nothing here opens a file: a
//! [`Sink`] takes the rows. Redacted data is absent.

use std::{
    collections::{BTreeMap, HashMap},
    fmt::{self, Display},
    hash::Hash,
    io,
    sync::{Arc, LazyLock},
};

use record::transcript::{Dialogue, Line, OffsetClock, Role, keylog::ScreenSide};
use rulebook::{ConversationId, EntryId, InterviewId, JudgeId, Key, Side, Timestamp, Witness};
use schedule::Seating;

use crate::{
    attached::SHOWN,
    audit::Ending,
    dialogue::{Fate, Said, Seen, Stroke},
    imported::Imported,
    judgements::{Exclusion, JudgementFacts, TalkFigures, judgements, person, talk_figures},
};
use contest::{ContestResult, ControlEvent, Event, Recorded, attachment::ShownFile, contest::Contest, fields};

/// A table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Table {
    /// Its name in file names.
    pub name: &'static str,
    /// The meaning of a row.
    pub meaning: &'static str,
    /// Its columns, in order.
    pub columns: &'static [Column],
}

/// A column of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Column {
    /// Its name.
    pub name: &'static str,
    /// The type of its cells.
    pub kind: Kind,
    /// Whether a cell may be empty.
    pub may_be_absent: bool,
    /// The unit of its numbers; empty without one.
    pub unit: &'static str,
    /// Its possible values; empty if they are not a list.
    pub values: &'static [&'static str],
    /// The meaning of a cell.
    pub meaning: &'static str,
}

/// The type of a column's cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Text.
    Text,
    /// A whole number.
    Integer,
    /// A number with at most six places after the point.
    Number,
    /// True or false.
    Boolean,
    /// A moment: RFC 3339, UTC, milliseconds.
    Moment,
}

impl Kind {
    /// Its name in the codebook.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Integer => "integer",
            Self::Number => "number",
            Self::Boolean => "boolean",
            Self::Moment => "moment",
        }
    }
}

/// A cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cell {
    /// Empty: there is no value, or it was redacted.
    Absent,
    /// Text, shared because many cells of a column are equal.
    Text(Arc<str>),
    /// A whole number.
    Integer(i64),
    /// A number.
    Number(Millionths),
    /// True or false.
    Boolean(bool),
    /// A moment.
    Moment(Timestamp),
}

/// A number with at most six decimal places, in millionths. Prints the decimals that it needs: `2.75`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Millionths(pub i64);

impl Millionths {
    /// The nearest value to this fraction, halves rounded up; fractions that are too large become the largest value.
    #[must_use]
    pub fn nearest(of: tally::Fraction) -> Self {
        let (scaled, below) = (u128::from(of.numerator()) * 1_000_000, u128::from(of.denominator()));
        Self(i64::try_from((2 * scaled + below) / (2 * below)).unwrap_or(i64::MAX))
    }
}

impl Display for Millionths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, part) = (self.0.unsigned_abs() / 1_000_000, self.0.unsigned_abs() % 1_000_000);
        let sign = if self.0 < 0 { "-" } else { "" };
        let text = format!("{sign}{whole}.{part:06}");
        f.write_str(text.trim_end_matches('0').trim_end_matches('.'))
    }
}

/// The destination of rows.
pub trait Sink {
    /// Takes the next row of a table: a cell for each of its columns.
    ///
    /// # Errors
    /// When the row cannot be written.
    fn row(&mut self, table: &'static Table, cells: &[Cell]) -> io::Result<()>;
}

/// A type of cells.
trait Held {
    const KIND: Kind;
    const MAY_BE_ABSENT: bool = false;
    fn cell(self) -> Cell;
}

impl Held for String {
    const KIND: Kind = Kind::Text;
    fn cell(self) -> Cell {
        Cell::Text(self.into())
    }
}

impl Held for Arc<str> {
    const KIND: Kind = Kind::Text;
    fn cell(self) -> Cell {
        Cell::Text(self)
    }
}

impl Held for i64 {
    const KIND: Kind = Kind::Integer;
    fn cell(self) -> Cell {
        Cell::Integer(self)
    }
}

impl Held for Millionths {
    const KIND: Kind = Kind::Number;
    fn cell(self) -> Cell {
        Cell::Number(self)
    }
}

impl Held for bool {
    const KIND: Kind = Kind::Boolean;
    fn cell(self) -> Cell {
        Cell::Boolean(self)
    }
}

impl Held for Timestamp {
    const KIND: Kind = Kind::Moment;
    fn cell(self) -> Cell {
        Cell::Moment(self)
    }
}

impl<T: Held> Held for Option<T> {
    const KIND: Kind = T::KIND;
    const MAY_BE_ABSENT: bool = true;
    fn cell(self) -> Cell {
        self.map_or(Cell::Absent, T::cell)
    }
}

/// A row type and its table.
trait Row {
    const TABLE: &'static Table;
    fn put(self, sink: &mut impl Sink) -> io::Result<()>;
}

/// Makes a row type, and its table and columns from the comments, which become the codebook's text.
macro_rules! tables {
    ($(
        $(#[doc = $meaning:literal])+
        $row:ident in $name:literal {
            $( $(#[doc = $what:literal])+ $column:ident: $type:ty $(, in $unit:literal)? $(, of $values:expr)?; )+
        }
    )+) => {
        $(
            $(#[doc = $meaning])+
            struct $row { $( $(#[doc = $what])+ $column: $type, )+ }

            impl Row for $row {
                const TABLE: &'static Table = &Table {
                    name: $name,
                    meaning: concat!($($meaning),+),
                    columns: &[$(Column {
                        name: stringify!($column),
                        kind: <$type as Held>::KIND,
                        may_be_absent: <$type as Held>::MAY_BE_ABSENT,
                        unit: concat!($($unit)?),
                        values: tables!(@values $($values)?),
                        meaning: concat!($($what),+),
                    }),+],
                };
                fn put(self, sink: &mut impl Sink) -> io::Result<()> {
                    sink.row(Self::TABLE, &[$(self.$column.cell()),+])
                }
            }
        )+

        /// All tables, in the order of their files.
        static TABLES: LazyLock<Vec<&'static Table>> = LazyLock::new(|| vec![$($row::TABLE),+]);
    };
    (@values) => { &[] };
    (@values $values:expr) => { &$values };
}

tables! {
    /// A participant: a person or a program.
    Participant in "participants" {
        /// Its id, such as J1, C2, E3 or F1; of a witness of an imported past its pseudonym, such as W1.
        participant: String;
        /// The role.
        role: String, of ["judge", "confederate", "entry", "referee"];
        /// The participant that stands for the same person or program: of a person with two roles, the judge.
        person: String;
        /// True for a baseline, a weak program of the organiser that checks the judges.
        baseline: bool;
        /// Its name.
        name: Option<String>;
        /// The person or team behind an entry.
        contestant: Option<String>;
        /// The protocol an entry speaks.
        protocol: Option<String>;
        /// Whether it was played by a script.
        scripted: bool;
        /// The recorded consent to publication: to its part in the result, or to its words as well. Absent where the
        /// rules decide.
        consent: Option<String>, of ["result", "words"];
        /// The licence that it chose for its words, as it named it.
        licence: Option<String>;
    }

    /// A judge's sitting in a round.
    Interview in "interviews" {
        /// Its id, such as R1-J2.
        interview: String;
        /// The trial, from 1.
        trial: i64;
        /// The round, from 1; absent if unknown.
        round: Option<i64>;
        /// The judge; absent if unknown.
        judge: Option<String>;
        /// Whether the organiser ended it before its time.
        aborted: bool;
        /// Whether its round was replayed, so that it does not count.
        void: bool;
    }

    /// The channel between a judge and one witness.
    Conversation in "conversations" {
        /// Its id, such as R1-J2-left.
        conversation: String;
        /// The interview it belongs to.
        interview: String;
        /// The round, from 1; absent if unknown.
        round: Option<i64>;
        /// The judge; absent if unknown.
        judge: Option<String>;
        /// The blind label under which the judge saw the witness: left, right, only, or a terminal such as t3.
        seat: String;
        /// The witness.
        witness: String;
        /// The role of the witness.
        witness_role: String, of ["confederate", "entry"];
        /// The number of the judge's messages.
        judge_messages: i64, in "messages";
        /// The number of the witness's messages that the judge saw.
        witness_messages: i64, in "messages";
    }

    /// A finished utterance, or a line of one, as the judge saw it.
    Message in "messages" {
        /// The conversation.
        conversation: String;
        /// Its place in the conversation, from 1.
        number: i64;
        /// The time when it was finished on the judge's screen; if it never was, the time when it was given.
        at: Timestamp;
        /// The side that said it.
        by: String, of ["judge", "witness"];
        /// The words. Unfinished words end in a blank and an ellipsis; a shown file is a line in square brackets.
        text: String;
        /// Whether the judge saw it.
        shown: bool;
    }

    /// A file that a judge showed.
    Attachment in "attachments" {
        /// The conversation.
        conversation: String;
        /// Its place among the messages of the conversation.
        message: i64;
        /// The time when it was shown, to both sides at once.
        at: Timestamp;
        /// Its name in the record.
        file: String;
        /// The SHA-256 of its bytes.
        sha256: String;
        /// Whether it is seen, heard or both.
        kind: String, of ["picture", "sound", "video"];
        /// Its format.
        format: String, of ["png", "jpeg", "gif", "webp", "wav", "mp3", "mp4", "webm"];
        /// Its size.
        bytes: i64, in "bytes";
        /// Its width; absent from a sound.
        width: Option<i64>, in "pixels";
        /// Its height; absent from a sound.
        height: Option<i64>, in "pixels";
        /// Its playing time; absent from a picture.
        duration_ms: Option<i64>, in "milliseconds";
        /// The judge's description.
        description: Option<String>;
    }

    /// A key that the judge pressed or saw. A line shown whole is its keys at one time.
    Keystroke in "keystrokes" {
        /// The conversation.
        conversation: Arc<str>;
        /// Its number among the keys of all conversations, from 1.
        number: i64;
        /// The time when the judge pressed it or saw it.
        at: Timestamp;
        /// The side that pressed it.
        by: Arc<str>, of ["judge", "witness"];
        /// The key: a character, Return, BackSpace or Tab.
        key: Arc<str>;
    }

    /// An answer on a ballot about an interview, or a place in a ranking at the end.
    Answer in "ballots" {
        /// The trial, from 1.
        trial: i64;
        /// The interview; absent for a ranking.
        interview: Option<String>;
        /// The judge of the interview, or the judge who ranked.
        judge: String;
        /// The side that answered.
        by: String, of ["judge", "witness"];
        /// The person who answered: the judge, or in a symmetric contest the witness, who guesses too.
        answered_by: String;
        /// The question, with the seat if it is about one.
        question: String;
        /// The answer, or the place in a ranking, 1 the most human.
        answer: String;
        /// The participant named by the answer or ranked at the place: a witness, or the judge if the witness answered;
        /// absent if it names none.
        about: Option<String>;
        /// Whether it was sealed; otherwise it was complete when its time ended, and the rulebook lets such drafts
        /// count.
        sealed: bool;
    }

    /// A judgement about one person or program: a verdict, a choice, or a share of points. A judgement that was expected
    /// and does not count has a row too.
    JudgementOfOne in "judgements" {
        /// The contest.
        contest: String;
        /// The trial, from 1.
        trial: i64;
        /// The round, from 1.
        round: i64;
        /// The interview.
        interview: String;
        /// The conversation of the two.
        conversation: String;
        /// The side that judged: in a symmetric contest the witness judges too.
        by: String, of ["judge", "witness"];
        /// The participant who judged.
        judge: String;
        /// The person who judged, as in participants.
        judge_person: String;
        /// The judged participant.
        judged: String;
        /// The judged person or program, as in participants.
        judged_person: String;
        /// The kind of the judged one.
        judged_kind: String, of ["person", "program"];
        /// True for a baseline.
        baseline: bool;
        /// The blind label of the conversation: left, right, only, or a terminal such as t3.
        seat: String;
        /// The other witness of the interview; absent without one.
        beside: Option<String>;
        /// True if the judged one was taken for the human; absent without an answer.
        taken: Option<bool>;
        /// True for a right judgement; an unsure one is not right. Absent without an answer.
        right: Option<bool>;
        /// The confidence of the ballot.
        confidence: Option<i64>, in "per cent";
        /// The place of the interview in the order of the person who judged, in this trial, from 1.
        judge_order: i64;
        /// The place of the interview in the order of the judged one, in this trial, from 1.
        judged_order: i64;
        /// The beginning of the talk.
        talk_began: Option<Timestamp>;
        /// The end of the talk.
        talk_ended: Option<Timestamp>;
        /// The first line of either side.
        first_word: Option<Timestamp>;
        /// The time of the ballot.
        verdict: Option<Timestamp>;
        /// The number of the judge's messages.
        judge_messages: i64, in "messages";
        /// The number of the witness's messages that the judge saw.
        witness_messages: i64, in "messages";
        /// The median time from a message of the witness to the judge's next.
        judge_delay_ms: Option<i64>, in "milliseconds";
        /// The median time from a message of the judge to the witness's next.
        witness_delay_ms: Option<i64>, in "milliseconds";
        /// True if it does not count.
        excluded: bool;
        /// The reason: the round was replayed, the interview was ended early, no ballot was given, the ballot was removed
        /// from the record, or it does not answer who is human.
        exclusion: Option<String>, of Exclusion::VALUES;
    }

    /// A judge's belief that the witness was human, after one turn of a transcript.
    Belief in "beliefs" {
        /// The conversation that was read.
        conversation: String;
        /// The judge who read it.
        judge: String;
        /// The witness: the conversation as the contest labels it.
        witness: String;
        /// Whether a person answered in it.
        human: bool;
        /// The name of its source.
        source: Option<String>;
        /// The name of the conversation in the record of its source.
        source_conversation: Option<String>;
        /// The turn, from 1.
        turn: i64, in "turns";
        /// The most turns that were shown.
        turns: Option<i64>, in "turns";
        /// The belief, from 0 to 100.
        belief: i64, in "per cent";
    }

    /// The place of a witness in the result.
    Standing in "standings" {
        /// The place, from 1; level witnesses share one.
        place: i64;
        /// The witness.
        witness: String;
        /// Its score under the rulebook: the number that is compared, to six places. Absent without one.
        value: Option<Millionths>;
        /// The number of times it was taken for the human, if counted; otherwise the numerator of the score in lowest
        /// terms.
        part: Option<i64>;
        /// The number of its interviews, if counted; otherwise the denominator of the score in lowest terms.
        whole: Option<i64>;
        /// Its figures in the tie-breaks, in their order, to six places, separated by semicolons; a hyphen for a
        /// missing one.
        tie_breaks: String;
    }

    /// A fault of an entry.
    Incident in "incidents" {
        /// The time when it was recorded.
        at: Timestamp;
        /// The entry.
        entry: String;
        /// The interview in which it happened, or which was being prepared.
        interview: String;
        /// The kind of fault.
        kind: String;
        /// A description in a sentence.
        detail: String;
    }

    /// A decision of people about an entry.
    Decision in "rulings" {
        /// Its place among the rulings, from 1.
        number: i64;
        /// The entry.
        entry: String;
        /// The decision.
        decision: String, of ["disqualified", "reinstated"];
        /// The authority that decided.
        by: String, of ["organisers", "judges", "panel", "committee"];
        /// The rule that allows it.
        rule: String;
        /// The reason, in the organiser's words.
        reason: Option<String>;
        /// Whether it came after the close.
        after_close: bool;
    }
}

/// All tables, in the order of their files.
#[must_use]
pub fn all() -> &'static [&'static Table] {
    &TABLES
}

/// Makes the tables of a record, fact by fact.
#[derive(Debug)]
pub struct Tables<S> {
    sink: S,
    seen: Seen,
    /// The number of keys so far.
    keys: i64,
    texts: Texts,
    /// The time of the last ballot of each side of an interview.
    ballots: BTreeMap<(InterviewId, Side), Timestamp>,
    failed: Option<io::Error>,
}

/// The texts that many keystroke rows share.
#[derive(Debug, Default)]
struct Texts {
    conversations: HashMap<ConversationId, Arc<str>>,
    sides: HashMap<Side, Arc<str>>,
    keys: HashMap<Key, Arc<str>>,
}

/// The shared text of a value, made at its first use.
fn shared<T: Copy + Eq + Hash + Display>(known: &mut HashMap<T, Arc<str>>, of: T) -> Arc<str> {
    Arc::clone(known.entry(of).or_insert_with(|| of.to_string().into()))
}

impl<S: Sink> Tables<S> {
    /// Empty tables, before the first fact of a record with this ending.
    #[must_use]
    pub fn new(ending: Ending, sink: S) -> Self {
        Self {
            sink,
            seen: Seen::without_keys(ending),
            keys: 0,
            texts: Texts::default(),
            ballots: BTreeMap::new(),
            failed: None,
        }
    }

    /// Takes the next fact.
    pub fn take(&mut self, fact: &Recorded) {
        let Self { sink, seen, keys, texts, ballots, failed } = self;
        if let Event::Control(ControlEvent::BallotCast { interview, from, .. }) = &fact.event {
            ballots.insert((*interview, *from), fact.time);
        }
        seen.take_telling(fact, |Stroke { conversation, at, by, key }| {
            *keys += 1;
            let row = Keystroke {
                conversation: shared(&mut texts.conversations, conversation),
                number: *keys,
                at,
                by: shared(&mut texts.sides, by),
                key: shared(&mut texts.keys, key),
            };
            if failed.is_none() {
                *failed = row.put(sink).err();
            }
        });
    }

    /// Writes all tables but the keystrokes, after the last fact of a contest whose assignment is disclosed. `result`
    /// is absent if it is not confirmed; then there are no standings. Returns the sink.
    ///
    /// # Errors
    /// When a row could not be written.
    pub fn finish(mut self, contest: &Contest, result: Option<&ContestResult>) -> io::Result<S> {
        if let Some(failed) = self.failed {
            return Err(failed);
        }
        let said = self.seen.dialogues();
        for row in participants(contest) {
            put(&mut self.sink, row)?;
        }
        let assignment = contest.assignment().map(|assignment| &assignment.0[..]).unwrap_or_default();
        let begun = || assignment.iter().filter(|seating| contest.interviews.contains_key(&seating.interview));
        for seating in begun() {
            put(&mut self.sink, interview(contest, seating))?;
        }
        for seating in begun() {
            for (&seat, &witness) in &seating.seats {
                let id = ConversationId { interview: seating.interview, seat };
                let lines = said.get(&id).map_or(&[][..], Vec::as_slice);
                put(&mut self.sink, conversation(id, witness, lines))?;
            }
        }
        for (id, lines) in &said {
            let lines = lines.iter().filter(|line| line.fate != Fate::Deleted);
            for (number, Said { at, side, text, file, fate }) in (1..).zip(lines) {
                let (conversation, by, text) = (id.to_string(), side.to_string(), text.clone());
                put(&mut self.sink, Message { conversation, number, at: *at, by, text, shown: *fate == Fate::Seen })?;
                if let Some(shown) = file {
                    put(&mut self.sink, attached(*id, number, *at, shown))?;
                }
            }
        }
        for seating in begun() {
            for row in answers(contest, seating) {
                put(&mut self.sink, row)?;
            }
        }
        for row in ranked(contest) {
            put(&mut self.sink, row)?;
        }
        for facts in judgements(contest, begun()) {
            let figures = talk_figures(said.get(&facts.conversation).map_or(&[][..], Vec::as_slice));
            let talk = self.seen.talk(facts.interview.round);
            let cast = self.ballots.get(&(facts.interview, facts.side)).copied();
            put(&mut self.sink, judgement(contest, &facts, figures, talk, cast))?;
        }
        for row in beliefs(contest) {
            put(&mut self.sink, row)?;
        }
        for standing in result.iter().flat_map(|result| &result.tally.standings) {
            put(&mut self.sink, placed(standing))?;
        }
        for (at, incident) in &contest.incidents {
            let (entry, interview) = (incident.entry.to_string(), incident.interview.to_string());
            let (kind, detail) = (incident.kind.clone(), incident.detail.clone());
            put(&mut self.sink, Incident { at: *at, entry, interview, kind, detail })?;
        }
        for (number, ruling) in (1..).zip(&contest.rulings) {
            let row = Decision {
                number,
                entry: ruling.entry.to_string(),
                decision: word(&ruling.decision),
                by: word(&ruling.by),
                rule: ruling.rule.clone(),
                reason: ruling.reason.held().map(|reason| reason.reason.clone()),
                after_close: ruling.after_close,
            };
            put(&mut self.sink, row)?;
        }
        Ok(self.sink)
    }
}

/// Writes the tables of an imported past: people, interviews, conversations, messages and keystrokes. If a judge sat
/// before two witnesses, both conversations belong to one interview; otherwise each conversation has its own. Result,
/// incidents and rulings are unknown. Returns the sink.
///
/// # Errors
/// When a row could not be written.
pub fn of_imported<S: Sink>(imported: &Imported, mut sink: S) -> io::Result<S> {
    let mut people = BTreeMap::<(bool, String), Participant>::new();
    let (mut interviews, mut conversations, mut messages) = (Vec::new(), Vec::new(), Vec::new());
    let (mut keys, mut texts) = (0, Texts::default());
    let transcript = &imported.transcript;
    let visits = transcript
        .dialogues
        .iter()
        .flat_map(|dialogue| dialogue.visits.iter().map(move |visit| (dialogue, visit.judge, &visit.lines[..])));
    for (n, (dialogue, judge, lines)) in (1..).zip(visits) {
        let id = format!("conversation-{n}");
        let judge = imported_judge(&mut people, judge);
        interviews.push(imported_interview(id.clone(), None, judge.clone()));
        let witness = imported_witness(&mut people, dialogue);
        conversations.push(imported_conversation(&id, &id, (None, judge, "only"), witness, (dialogue.role, lines)));
        messages.extend(imported_messages(&id, lines));
    }
    for (n, session) in (1..).zip(&transcript.sessions) {
        let interview = format!("session-{n}");
        let round = session.round.map(i64::from);
        let judge = imported_judge(&mut people, session.judge.unwrap_or(0));
        interviews.push(imported_interview(interview.clone(), round, judge.clone()));
        for (pane, seat) in [(ScreenSide::Left, "left"), (ScreenSide::Right, "right")] {
            let dialogue = session.dialogue(pane, OffsetClock::UTC);
            let lines: Vec<_> = dialogue.visits.iter().flat_map(|visit| visit.lines.iter().cloned()).collect();
            let id = format!("{interview}-{seat}");
            let witness = imported_witness(&mut people, &dialogue);
            let place = (round, judge.clone(), seat);
            conversations.push(imported_conversation(&id, &interview, place, witness, (dialogue.role, &lines)));
            messages.extend(imported_messages(&id, &lines));
        }
        let [left, right] = ["left", "right"].map(|seat| Arc::from(format!("{interview}-{seat}")));
        for key in &session.keys {
            keys += 1;
            let row = Keystroke {
                conversation: Arc::clone(if key.pane == ScreenSide::Left { &left } else { &right }),
                number: keys,
                at: Timestamp::from_millis(i64::try_from(key.at_us / 1000).unwrap_or(i64::MAX)),
                by: shared(&mut texts.sides, key.by),
                key: shared(&mut texts.keys, key.key),
            };
            put(&mut sink, row)?;
        }
    }
    people.into_values().try_for_each(|row| put(&mut sink, row))?;
    interviews.into_iter().try_for_each(|row| put(&mut sink, row))?;
    conversations.into_iter().try_for_each(|row| put(&mut sink, row))?;
    messages.into_iter().try_for_each(|row| put(&mut sink, row))?;
    Ok(sink)
}

/// The id of a judge, added to the participants; `None` for a judge without a number.
fn imported_judge(people: &mut BTreeMap<(bool, String), Participant>, number: u16) -> Option<String> {
    let id = (number > 0).then(|| format!("J{number}"))?;
    people.entry((false, id.clone())).or_insert_with(|| Participant {
        participant: id.clone(),
        role: "judge".to_owned(),
        person: id.clone(),
        baseline: false,
        name: None,
        contestant: None,
        protocol: None,
        scripted: false,
        consent: None,
        licence: None,
    });
    Some(id)
}

/// The pseudonym of a witness, added to the participants: one for each name and role.
fn imported_witness(people: &mut BTreeMap<(bool, String), Participant>, dialogue: &Dialogue) -> String {
    let role = imported_role(dialogue.role);
    let named = |row: &&Participant| row.role == role && row.name.as_deref() == Some(&*dialogue.witness);
    if let Some(known) = people.values().find(named) {
        return known.participant.clone();
    }
    let number = people.keys().filter(|(is_witness, _)| *is_witness).count() + 1;
    let id = format!("W{number}");
    let row = Participant {
        participant: id.clone(),
        role: role.to_owned(),
        person: id.clone(),
        baseline: false,
        name: Some(dialogue.witness.clone()),
        contestant: Some(dialogue.contestant.clone()).filter(|contestant| !contestant.is_empty()),
        protocol: None,
        scripted: false,
        consent: None,
        licence: None,
    };
    people.insert((true, format!("{number:09}")), row);
    id
}

fn imported_role(role: Role) -> &'static str {
    match role {
        Role::Entry => "entry",
        Role::Confederate => "confederate",
    }
}

fn imported_interview(interview: String, round: Option<i64>, judge: Option<String>) -> Interview {
    Interview { interview, trial: 1, round, judge, aborted: false, void: false }
}

fn imported_conversation(
    id: &str,
    interview: &str,
    (round, judge, seat): (Option<i64>, Option<String>, &str),
    witness: String,
    (role, lines): (Role, &[Line]),
) -> Conversation {
    let count = |side| i64::try_from(lines.iter().filter(|line| line.by == side).count()).unwrap_or(i64::MAX);
    Conversation {
        conversation: id.to_owned(),
        interview: interview.to_owned(),
        round,
        judge,
        seat: seat.to_owned(),
        witness,
        witness_role: imported_role(role).to_owned(),
        judge_messages: count(Side::Judge),
        witness_messages: count(Side::Witness),
    }
}

fn imported_messages(id: &str, lines: &[Line]) -> Vec<Message> {
    let message = |(number, line): (i64, &Line)| Message {
        conversation: id.to_owned(),
        number,
        at: line.at,
        by: line.by.to_string(),
        text: line.text.clone(),
        shown: true,
    };
    (1..).zip(lines).map(message).collect()
}

fn put<R: Row>(sink: &mut impl Sink, row: R) -> io::Result<()> {
    row.put(sink)
}

/// The serialised name of an enum's value.
fn word(of: &impl serde::Serialize) -> String {
    rulebook::json::to_value(of).ok().and_then(|value| value.as_str().map(ToOwned::to_owned)).unwrap_or_default()
}

fn placed(standing: &tally::Standing) -> Standing {
    let value = |score: tally::Score| Millionths::nearest(score.exact());
    let told = |score: &Option<tally::Score>| score.map_or_else(|| "-".to_owned(), |score| value(score).to_string());
    let counted = standing.score.map(|score| match score {
        tally::Score::Times { times, interviews } => (times, interviews),
        tally::Score::Share(share) => (share.part(), share.whole()),
        other @ (tally::Score::Median { .. }
        | tally::Score::Mean { .. }
        | tally::Score::Total { .. }
        | tally::Score::Place { .. }
        | tally::Score::Votes { .. }) => (other.exact().numerator(), other.exact().denominator()),
    });
    let integer = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
    Standing {
        place: standing.place.into(),
        witness: standing.witness.to_string(),
        value: standing.score.map(value),
        part: counted.map(|(part, _)| integer(part)),
        whole: counted.map(|(_, whole)| integer(whole)),
        tie_breaks: standing.tie_breaks.iter().map(told).collect::<Vec<_>>().join(";"),
    }
}

fn participants(contest: &Contest) -> Vec<Participant> {
    use rulebook::{ConfederateId, Participant as Who};
    let roles = contest.rulebook.roles;
    let roster = contest.roster.held();
    // Without a roster, list the numbers in the rules, because rows of other tables refer to all participants.
    let count = |rules: u16, names: Option<usize>| names.unwrap_or(rules.into());
    let judges = count(roles.judges, roster.map(|roster| roster.judges.len()));
    let people = count(roles.confederates, roster.map(|roster| roster.confederates.len()));
    let entries = count(roles.entries, roster.map(|roster| roster.entries.len()));
    let judges = JudgeId::first(judges).map(|id| someone(contest, Who::Judge(id), "judge"));
    let people = ConfederateId::first(people).map(|id| someone(contest, Who::Confederate(id), "confederate"));
    let entries = EntryId::first(entries).map(|id| {
        let card = roster.and_then(|roster| roster.entries.get(id.index()));
        Participant {
            contestant: card.map(|card| card.contestant.clone()),
            protocol: card.map(|card| card.protocol.clone()),
            ..someone(contest, Who::Entry(id), "entry")
        }
    });
    let referees = contest.referees().into_iter().map(|who| someone(contest, who, "referee"));
    judges.chain(people).chain(entries).chain(referees).collect()
}

fn someone(contest: &Contest, who: rulebook::Participant, role: &str) -> Participant {
    // A person in two roles has one page and one script: those of the judge.
    let acting = match who {
        rulebook::Participant::Confederate(id) => contest.acting(Witness::Confederate(id)),
        other @ (rulebook::Participant::Organiser
        | rulebook::Participant::Judge(_)
        | rulebook::Participant::Entry(_)
        | rulebook::Participant::Referee(_)) => other,
    };
    let consent = contest.consents.get(&who).or_else(|| contest.consents.get(&acting));
    Participant {
        participant: who.to_string(),
        role: role.to_owned(),
        person: person(contest, who).to_string(),
        baseline: matches!(who, rulebook::Participant::Entry(id) if contest.baselines().contains(&id)),
        name: contest.names_of(who),
        contestant: None,
        protocol: None,
        scripted: contest.scripted.contains(&acting),
        consent: consent.map(|consent| consent.scope.id().to_owned()),
        licence: consent.and_then(|consent| consent.licence.clone()),
    }
}

fn interview(contest: &Contest, seating: &Seating) -> Interview {
    let id = seating.interview;
    Interview {
        interview: id.to_string(),
        trial: contest.trial_of(id.round).into(),
        round: Some(id.round.number().into()),
        judge: Some(id.judge.to_string()),
        aborted: contest.interviews.get(&id).is_some_and(|interview| interview.aborted),
        void: contest.void.contains(&id.round),
    }
}

fn conversation(id: ConversationId, witness: Witness, lines: &[Said]) -> Conversation {
    let count = |side| {
        i64::try_from(lines.iter().filter(|line| line.fate == Fate::Seen && line.side == side).count())
            .unwrap_or(i64::MAX)
    };
    Conversation {
        conversation: id.to_string(),
        interview: id.interview.to_string(),
        round: Some(id.interview.round.number().into()),
        judge: Some(id.interview.judge.to_string()),
        seat: id.seat.to_string(),
        witness: witness.to_string(),
        witness_role: if matches!(witness, Witness::Entry(_)) { "entry" } else { "confederate" }.to_owned(),
        judge_messages: count(Side::Judge),
        witness_messages: count(Side::Witness),
    }
}

fn attached(
    id: ConversationId,
    message: i64,
    at: Timestamp,
    ShownFile { file, description }: &ShownFile,
) -> Attachment {
    let integer = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
    Attachment {
        conversation: id.to_string(),
        message,
        at,
        file: format!("{SHOWN}{}", file.file_name()),
        sha256: file.hash.to_string(),
        kind: word(&file.kind),
        format: word(&file.format),
        bytes: integer(file.bytes),
        width: file.pixels.map(|pixels| pixels.width.into()),
        height: file.pixels.map(|pixels| pixels.height.into()),
        duration_ms: file.duration_ms.map(integer),
        description: description.clone(),
    }
}

fn answers(contest: &Contest, seating: &Seating) -> Vec<Answer> {
    let id = seating.interview;
    let Some(interview) = contest.interviews.get(&id) else { return Vec::new() };
    let mut rows = Vec::new();
    for side in [Side::Judge, Side::Witness] {
        let Some(answers) = interview.ballot_of(side).and_then(|ballot| ballot.held()) else { continue };
        let of_witness = || seating.seats.values().next().map(ToString::to_string).unwrap_or_default();
        let answered_by = if side == Side::Judge { id.judge.to_string() } else { of_witness() };
        for (question, answer) in fields::of_answers(answers) {
            let named = seating.seats.iter().find(|(seat, _)| {
                let seat = seat.to_string();
                (question == fields::CHOICE && answer == seat) || question.ends_with(&format!("-{seat}"))
            });
            // From the witness's side, the seat is the judge's.
            let about = named.map(|(_, witness)| match side {
                Side::Judge => witness.to_string(),
                Side::Witness => id.judge.to_string(),
            });
            rows.push(Answer {
                trial: contest.trial_of(id.round).into(),
                interview: Some(id.to_string()),
                judge: id.judge.to_string(),
                by: side.to_string(),
                answered_by: answered_by.clone(),
                question,
                answer,
                about,
                sealed: !interview.drafts.contains(&side),
            });
        }
    }
    rows
}

fn judgement(
    contest: &Contest,
    facts: &JudgementFacts,
    figures: TalkFigures,
    (talk_began, talk_ended): (Option<Timestamp>, Option<Timestamp>),
    cast: Option<Timestamp>,
) -> JudgementOfOne {
    JudgementOfOne {
        contest: contest.name.clone(),
        trial: facts.trial.into(),
        round: facts.interview.round.number().into(),
        interview: facts.interview.to_string(),
        conversation: facts.conversation.to_string(),
        by: facts.side.to_string(),
        judge: facts.judge.to_string(),
        judge_person: person(contest, facts.judge).to_string(),
        judged: facts.judged.to_string(),
        judged_person: person(contest, facts.judged).to_string(),
        judged_kind: if facts.is_person { "person" } else { "program" }.to_owned(),
        baseline: facts.is_baseline,
        seat: facts.conversation.seat.to_string(),
        beside: facts.beside.map(|witness| witness.to_string()),
        taken: facts.taken,
        right: facts.right,
        confidence: facts.confidence.map(Into::into),
        judge_order: facts.judge_place,
        judged_order: facts.judged_place,
        talk_began,
        talk_ended,
        first_word: figures.first,
        verdict: cast,
        judge_messages: figures.judge_lines,
        witness_messages: figures.witness_lines,
        judge_delay_ms: figures.judge_delay_ms,
        witness_delay_ms: figures.witness_delay_ms,
        excluded: facts.exclusion.is_some(),
        exclusion: facts.exclusion.map(|why| why.value().to_owned()),
    }
}

/// The judges' beliefs, turn by turn, in the order of conversations.
fn beliefs(contest: &Contest) -> Vec<Belief> {
    let mut rows = Vec::new();
    for (&id, beliefs) in &contest.beliefs {
        let Some(witness) = contest.seating(id.interview).and_then(|seating| seating.witness(id.seat)) else {
            continue;
        };
        let shown = contest.shown_in(id).and_then(|shown| shown.conversation.held());
        for (turn, belief) in (1..).zip(beliefs) {
            let Some(belief) = belief.held() else { continue };
            rows.push(Belief {
                conversation: id.to_string(),
                judge: id.interview.judge.to_string(),
                witness: witness.to_string(),
                human: matches!(witness, Witness::Confederate(_)),
                source: shown.map(|shown| shown.of.clone()),
                source_conversation: shown.map(|shown| shown.name.clone()),
                turn,
                turns: shown.map(|shown| shown.turns.into()),
                belief: belief.human.into(),
            });
        }
    }
    rows
}

fn ranked(contest: &Contest) -> Vec<Answer> {
    let mut rows = Vec::new();
    for (&(trial, judge), ranking) in &contest.rankings {
        let Some(ranking) = ranking.held() else { continue };
        let mut place = 1;
        for group in &ranking.order {
            for conversation in group {
                let witness = contest.seating(conversation.interview).and_then(|s| s.witness(conversation.seat));
                rows.push(Answer {
                    trial: trial.into(),
                    interview: None,
                    judge: judge.to_string(),
                    by: Side::Judge.to_string(),
                    answered_by: judge.to_string(),
                    question: format!("ranking-{conversation}"),
                    answer: place.to_string(),
                    about: witness.map(|witness| witness.to_string()),
                    sealed: !contest.draft_rankings.contains(&(trial, judge)),
                });
            }
            place += group.len();
        }
    }
    rows
}
