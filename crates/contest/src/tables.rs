//! A finished contest as tables, for programs of statistics: one row for each participant, interview, conversation, message,
//! keystroke, answer, standing, incident and ruling.
//!
//! The types below are the only list of tables and columns: rows are made from them, and so is the codebook that goes with them.
//! Rows of keystrokes are handed on as the record is read and never held; what is held grows with what was said. Nothing here opens
//! a file: a [`Sink`] takes the rows. Whatever was taken out of the record is absent.

use std::{
    collections::{BTreeMap, HashMap},
    fmt::{self, Display},
    hash::Hash,
    io,
    sync::{Arc, LazyLock},
};

use record::transcript::{Clock, Dialogue, Line, Role, keylog::Pane};
use rulebook::{ConversationId, EntryId, JudgeId, Key, Side, Timestamp, Witness};
use schedule::Seating;

use crate::{
    ContestResult, Recorded,
    attachment::ShownFile,
    audit::Ending,
    contest::Contest,
    dialogue::{Fate, Said, Seen, Stroke},
    fields,
    imported::Imported,
    publication::SHOWN,
};

/// A table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Table {
    /// Its name, as files have it.
    pub name: &'static str,
    /// What a row of it is.
    pub meaning: &'static str,
    /// Its columns, in order.
    pub columns: &'static [Column],
}

/// A column of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Column {
    /// Its name.
    pub name: &'static str,
    /// What its cells hold.
    pub kind: Kind,
    /// Whether a cell may be empty.
    pub may_be_absent: bool,
    /// The unit of its numbers; empty where they have none.
    pub unit: &'static str,
    /// The values it can have; empty where they are not a list.
    pub values: &'static [&'static str],
    /// What it means.
    pub meaning: &'static str,
}

/// What the cells of a column hold.
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
    /// What it is called in the codebook.
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
    /// Nothing: there is none, or it was taken out.
    Absent,
    /// Text. Many cells of a column hold the same one.
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

/// A number with at most six places after the point, as so many millionths. Prints with a point where it needs one: `2.75`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Millionths(pub i64);

impl Millionths {
    /// The nearest to this fraction, the half rounded up; a number too large to hold is held at the largest.
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

/// Where rows go.
pub trait Sink {
    /// Takes the next row of a table: a cell for each of its columns.
    ///
    /// # Errors
    /// When it cannot be kept.
    fn row(&mut self, table: &'static Table, cells: &[Cell]) -> io::Result<()>;
}

/// A type whose values are the cells of a column.
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

/// A row type, and the table it is a row of.
trait Row {
    const TABLE: &'static Table;
    fn put(self, sink: &mut impl Sink) -> io::Result<()>;
}

/// Makes a row type, and from its comments the table with its columns.
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
    /// Somebody or some program that takes part.
    Participant in "participants" {
        /// Its id, such as J1, C2, E3 or F1; of a witness of an imported past its pseudonym, such as W1.
        participant: String;
        /// What it is.
        role: String, of ["judge", "confederate", "entry", "referee"];
        /// Its name.
        name: Option<String>;
        /// The person or team behind an entry.
        contestant: Option<String>;
        /// The protocol an entry speaks.
        protocol: Option<String>;
        /// Whether it was played by a script.
        scripted: bool;
        /// What was recorded that it agreed to be published: its part in the result, or what it wrote as well. Absent where the rules say it.
        consent: Option<String>, of ["result", "words"];
        /// The licence under which others may use what it wrote, as it named it.
        licence: Option<String>;
    }

    /// A judge's sitting in a round.
    Interview in "interviews" {
        /// Its id, such as R1-J2.
        interview: String;
        /// The trial, from 1.
        trial: i64;
        /// The round, from 1; absent where nobody knows it.
        round: Option<i64>;
        /// The judge; absent where nobody knows who it was.
        judge: Option<String>;
        /// Whether the organiser ended it before its time.
        aborted: bool;
        /// Whether its round was played again, so that it does not count.
        void: bool;
    }

    /// The channel between a judge and one witness.
    Conversation in "conversations" {
        /// Its id, such as R1-J2-left.
        conversation: String;
        /// The interview it belongs to.
        interview: String;
        /// The round, from 1; absent where nobody knows it.
        round: Option<i64>;
        /// The judge; absent where nobody knows who it was.
        judge: Option<String>;
        /// The blind label under which the judge saw the witness: left, right, only, or a terminal such as t3.
        seat: String;
        /// The witness.
        witness: String;
        /// What the witness is.
        witness_role: String, of ["confederate", "entry"];
        /// How many messages of the judge there are.
        judge_messages: i64, in "messages";
        /// How many messages of the witness the judge was shown.
        witness_messages: i64, in "messages";
    }

    /// A finished utterance, or a line of one, as the judge saw it.
    Message in "messages" {
        /// The conversation.
        conversation: String;
        /// Its place in the conversation, from 1.
        number: i64;
        /// When it was finished on the judge's screen; where it never was, when it was given.
        at: Timestamp;
        /// Who said it.
        by: String, of ["judge", "witness"];
        /// The words. What was begun and never finished ends in a blank and an ellipsis; of a file that was shown it is a line in square brackets.
        text: String;
        /// Whether the judge was shown it.
        shown: bool;
    }

    /// A file that a judge showed.
    Attachment in "attachments" {
        /// The conversation.
        conversation: String;
        /// Its place among the messages of the conversation.
        message: i64;
        /// When it was shown, to both sides at once.
        at: Timestamp;
        /// Its name in the record.
        file: String;
        /// The SHA-256 of its bytes.
        sha256: String;
        /// Whether it is seen, heard or both.
        kind: String, of ["picture", "sound", "video"];
        /// Its format.
        format: String, of ["png", "jpeg", "gif", "webp", "wav", "mp3", "mp4", "webm"];
        /// How long it is.
        bytes: i64, in "bytes";
        /// Its width; absent from a sound.
        width: Option<i64>, in "pixels";
        /// Its height; absent from a sound.
        height: Option<i64>, in "pixels";
        /// How long it plays; absent from a picture.
        duration_ms: Option<i64>, in "milliseconds";
        /// What the judge wrote of it.
        description: Option<String>;
    }

    /// A key that the judge pressed or was shown. A line that was shown whole is its keys at one time.
    Keystroke in "keystrokes" {
        /// The conversation.
        conversation: Arc<str>;
        /// Its place among the keys of all conversations, from 1.
        number: i64;
        /// When the judge pressed it or was shown it.
        at: Timestamp;
        /// Who pressed it.
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
        /// The judge of the interview, or who ranked.
        judge: String;
        /// Which side answered.
        by: String, of ["judge", "witness"];
        /// Who answered: the judge, or in a symmetric contest the witness, who guesses too.
        answered_by: String;
        /// The question, with the seat where it is about one.
        question: String;
        /// The answer, or the place in a ranking, 1 the most human.
        answer: String;
        /// Whom the answer names or the place is of: a witness, or where the witness answered the judge; absent where it names nobody.
        about: Option<String>;
        /// Whether it was sealed; otherwise it was complete when its time was over, and the rulebook lets that count.
        sealed: bool;
    }

    /// How sure a judge who read a transcript was, after one turn of it, that the witness was human.
    Belief in "beliefs" {
        /// The conversation that was read.
        conversation: String;
        /// The judge who read it.
        judge: String;
        /// The witness: the conversation as the contest labels it.
        witness: String;
        /// Whether a person answered in it.
        human: bool;
        /// The source that it comes from, as that calls itself.
        source: Option<String>;
        /// The name of the conversation in the record of its source.
        source_conversation: Option<String>;
        /// The turn, from 1.
        turn: i64, in "turns";
        /// How many turns were shown at most.
        turns: Option<i64>, in "turns";
        /// The belief, from 0 to 100.
        belief: i64, in "per cent";
    }

    /// The place of a witness in the result.
    Standing in "standings" {
        /// The place, from 1; those that are level share one.
        place: i64;
        /// The witness.
        witness: String;
        /// Its score under the rulebook: the number that is compared, to six places. Absent where it has none.
        value: Option<Millionths>;
        /// How often it was taken for the human, where that is counted; else the numerator of the score in lowest terms.
        part: Option<i64>;
        /// Of how many interviews, where that is counted; else the denominator of the score in lowest terms.
        whole: Option<i64>;
        /// Its figures in the tie-breaks, in their order, to six places, set apart by semicolons; a hyphen where there is none.
        tie_breaks: String;
    }

    /// Something that went wrong with an entry.
    Incident in "incidents" {
        /// When it was recorded.
        at: Timestamp;
        /// The entry.
        entry: String;
        /// The interview it was in, or prepared for.
        interview: String;
        /// The kind of trouble.
        kind: String;
        /// What happened, in a sentence.
        detail: String;
    }

    /// A decision of people about an entry.
    Decision in "rulings" {
        /// Its place among the rulings, from 1.
        number: i64;
        /// The entry.
        entry: String;
        /// What was decided.
        decision: String, of ["disqualified", "reinstated"];
        /// Who decided.
        by: String, of ["organisers", "judges", "panel", "committee"];
        /// The rule that lets them.
        rule: String;
        /// Why, in the organiser's words.
        reason: Option<String>;
        /// Whether the contest was closed by then.
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
    /// How many keys there were.
    keys: i64,
    texts: Texts,
    failed: Option<io::Error>,
}

/// Texts that many rows of keystrokes hold, each made once.
#[derive(Debug, Default)]
struct Texts {
    conversations: HashMap<ConversationId, Arc<str>>,
    sides: HashMap<Side, Arc<str>>,
    keys: HashMap<Key, Arc<str>>,
}

/// The text of this, made if it was not yet.
fn shared<T: Copy + Eq + Hash + Display>(known: &mut HashMap<T, Arc<str>>, of: T) -> Arc<str> {
    Arc::clone(known.entry(of).or_insert_with(|| of.to_string().into()))
}

impl<S: Sink> Tables<S> {
    /// Before the first fact of a record with this ending.
    #[must_use]
    pub fn new(ending: Ending, sink: S) -> Self {
        Self { sink, seen: Seen::without_keys(ending), keys: 0, texts: Texts::default(), failed: None }
    }

    /// Takes in the next fact.
    pub fn take(&mut self, fact: &Recorded) {
        let Self { sink, seen, keys, texts, failed } = self;
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

    /// After the last fact: everything but keystrokes, of this contest, whose assignment is open, with the places of its
    /// result, which is absent where it is not confirmed. Gives the sink back.
    ///
    /// # Errors
    /// When a row could not be kept.
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

/// The tables of an imported past: who is told of, conversations, what was said, and keys. Where a judge sat before two witnesses, both
/// conversations are of one interview; otherwise each conversation stands for an interview of its own. Nothing is known of a result,
/// of incidents or of rulings. Gives the sink back.
///
/// # Errors
/// When a row could not be kept.
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
        for (pane, seat) in [(Pane::Left, "left"), (Pane::Right, "right")] {
            let dialogue = session.dialogue(pane, Clock::UTC);
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
                conversation: Arc::clone(if key.pane == Pane::Left { &left } else { &right }),
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

/// The id of a judge, who has a row from then on; `None` where nobody knows the number.
fn imported_judge(people: &mut BTreeMap<(bool, String), Participant>, number: u16) -> Option<String> {
    let id = (number > 0).then(|| format!("J{number}"))?;
    people.entry((false, id.clone())).or_insert_with(|| Participant {
        participant: id.clone(),
        role: "judge".to_owned(),
        name: None,
        contestant: None,
        protocol: None,
        scripted: false,
        consent: None,
        licence: None,
    });
    Some(id)
}

/// The pseudonym of a witness, who has a row from then on: one for each name and role.
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

/// The word by which an enum is written.
fn word(of: &impl serde::Serialize) -> String {
    serde_json::to_value(of).ok().and_then(|value| value.as_str().map(ToOwned::to_owned)).unwrap_or_default()
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
    // Where the names were taken out, rows of other tables lead to everybody all the same.
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
    // Somebody in two roles has one page, and one script: those of the judge.
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
            // The seat before a witness is the judge's.
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

/// What judges believed, turn by turn, in the order of conversations.
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
