//! The fields of ballot forms: answers as named texts, both ways.
//!
//! A field's name gives the question and the seat: `human`, `verdict-left`, `rating-humanness-t3`, `points-right`,
//! `confidence`, `reason`, `rank-R1-J1-left`. A page sends a form as fields, and a draft is kept as fields, so they may
//! hold any text. [`read`] and [`read_order`] return the valid answers and the faults, each at its field. A fraction is
//! written with a point or a comma; an ambiguous number is refused.

use std::collections::{BTreeMap, BTreeSet};

use language::{Message, Say};
use rulebook::{
    ConversationId, Decimal, Seat,
    schema::{Question, RankFrom, RankingRules},
};
use tally::{Answers, FormFault, Verdict, form};

use crate::labels::{ConversationLabel, SeatLabel};

/// The names and values of a form.
pub type Fields = Vec<(String, String)>;

/// Fields that identify the form and answer nothing.
const ABOUT: [&str; 2] = ["round", "trial"];

/// The field of a judge's own notes about an interview, the only one of [`FormId::Notes`](crate::FormId::Notes).
pub const NOTES: &str = "notes";

/// The longest notes about an interview, in characters.
pub const NOTES_MAX_CHARS: u32 = 5000;

/// The field of the choice; its value is the seat of the human.
pub const CHOICE: &str = "human";

/// The field of the confidence, in per cent.
pub const CONFIDENCE: &str = "confidence";

/// The field of the reason.
pub const REASON: &str = "reason";

/// A field with unreadable text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BadField {
    /// A field that came twice, perhaps with two answers.
    Twice(String),
    /// A name that the form does not have, or with an unknown seat.
    Unknown(String),
    /// The value should be a seat.
    NoSeat(String),
    /// The value should be a verdict.
    NoVerdict(String),
    /// The value should be a number with at most one point or comma.
    NoNumber(String),
    /// A number that could be thousands.
    Ambiguous(String),
    /// The value should be a whole number in range.
    NoWholeNumber(String),
    /// The value should be a rank.
    NoRank {
        /// The text found.
        found: String,
        /// The last rank.
        most: usize,
    },
    /// A rank given to two conversations, where each needs its own.
    RankTwice(u16),
}

impl Say for BadField {
    fn message(&self) -> Message {
        match self {
            Self::Twice(field) => say!("form-field-twice", field = field),
            Self::Unknown(field) => say!("form-field-unknown", field = field),
            Self::NoSeat(found) => say!("form-no-seat", found = found),
            Self::NoVerdict(found) => say!("form-no-such-verdict", found = found),
            Self::NoNumber(found) => say!("form-no-number", found = found),
            Self::Ambiguous(found) => say!("form-ambiguous", found = found),
            Self::NoWholeNumber(found) => say!("form-no-whole-number", found = found),
            Self::NoRank { found, most } => say!("form-no-rank", found = found, most = most),
            Self::RankTwice(rank) => say!("form-rank-twice", rank = rank),
        }
    }
}

/// The fault of a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FieldError {
    /// An unreadable text.
    Text(BadField),
    /// A wrong or missing answer.
    Answer(FormFault),
}

impl Say for FieldError {
    fn message(&self) -> Message {
        match self {
            Self::Text(bad) => bad.message(),
            Self::Answer(fault) => fault.message(),
        }
    }
}

display_in_english!(BadField, FieldError);

impl std::error::Error for BadField {}

impl std::error::Error for FieldError {}

impl From<BadField> for FieldError {
    fn from(bad: BadField) -> Self {
        Self::Text(bad)
    }
}

impl From<FormFault> for FieldError {
    fn from(fault: FormFault) -> Self {
        Self::Answer(fault)
    }
}

/// A field with its fault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldFault {
    /// The field's name.
    pub field: String,
    /// The fault, a sentence for the person who fills the form in.
    pub fault: FieldError,
}

/// The reading of a form about an interview.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FormReading {
    /// The answers that can be read and that the form allows.
    pub answers: Answers<Seat>,
    /// The faults, in the order of the form; none when the form is complete and valid in itself. The reuse of a split
    /// is not checked here.
    pub faults: Vec<FieldFault>,
}

/// The reading of a ranking.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct OrderReading {
    /// Most human first; those in one group are level. Conversations without a rank are left out.
    pub order: Vec<Vec<ConversationId>>,
    /// The faults, in the order of the form.
    pub faults: Vec<FieldFault>,
}

/// The field of the verdict on a seat: `human`, `machine` or `unsure`.
#[must_use]
pub fn verdict(seat: Seat) -> String {
    format!("verdict-{seat}")
}

/// The field of a rating of a seat.
#[must_use]
pub fn rating(name: &str, seat: Seat) -> String {
    format!("rating-{name}-{seat}")
}

/// The field of a seat's points.
#[must_use]
pub fn points(seat: Seat) -> String {
    format!("points-{seat}")
}

/// The field of a conversation's rank, from 1.
#[must_use]
pub fn rank(conversation: ConversationId) -> String {
    format!("rank-{conversation}")
}

/// A verdict as forms write it.
#[must_use]
pub fn verdict_value(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Human => "human",
        Verdict::Machine => "machine",
        Verdict::Unsure => "unsure",
    }
}

/// The fields that hold these answers.
#[must_use]
pub fn of_answers(answers: &Answers<Seat>) -> Fields {
    let choice = answers.choice.map(|seat| (CHOICE.to_owned(), seat.to_string()));
    let verdicts = answers.verdicts.iter().map(|(seat, found)| (verdict(*seat), verdict_value(*found).to_owned()));
    let ratings = answers.ratings.iter().flat_map(|(name, numbers)| {
        numbers.iter().map(move |(seat, number)| (rating(name, *seat), number.to_string()))
    });
    let split = answers.split.iter().map(|(seat, given)| (points(*seat), given.to_string()));
    let confidence = answers.confidence.map(|sure| (CONFIDENCE.to_owned(), sure.to_string()));
    let reason = answers.reason.iter().map(|why| (REASON.to_owned(), why.clone()));
    choice.into_iter().chain(verdicts).chain(ratings).chain(split).chain(confidence).chain(reason).collect()
}

/// Reads a form with these questions about these seats.
#[must_use]
pub fn read(questions: &[Question], seats: &[Seat], fields: &[(String, String)]) -> FormReading {
    let mut sheet = Sheet::of(fields);
    let mut reading = FormReading::default();
    for question in questions {
        for (asked, about) in asked(question, seats) {
            let part = sheet.answers(question, &asked);
            match part.and_then(|part| allowed(question, &about, part, &asked)) {
                Ok(part) => take_in(&mut reading.answers, part),
                Err(faults) => reading.faults.extend(faults),
            }
        }
    }
    reading.faults.extend(sheet.strays());
    reading
}

/// Reads a ranking of these conversations.
#[must_use]
pub fn read_order(rules: RankingRules, met: &[ConversationId], fields: &[(String, String)]) -> OrderReading {
    let mut sheet = Sheet::of(fields);
    let mut ranked: BTreeMap<u16, Vec<ConversationId>> = BTreeMap::new();
    let mut faults = Vec::new();
    for conversation in met {
        let field = rank(*conversation);
        let found = sheet.take(&field).and_then(|text| match text {
            None => Err(FormFault::LeftOut { label: ConversationLabel(*conversation).message() }.into()),
            Some(text) => match whole(text) {
                Ok(place) if (1..=met.len()).contains(&usize::from(place)) => Ok(place),
                _ => Err(BadField::NoRank { found: short(text), most: met.len() }.into()),
            },
        });
        match found {
            Ok(place) => {
                let level = ranked.entry(place).or_default();
                if !level.is_empty() && !rules.equals {
                    faults.push(FieldFault { field, fault: BadField::RankTwice(place).into() });
                }
                level.push(*conversation);
            }
            Err(fault) => faults.push(FieldFault { field, fault }),
        }
    }
    faults.extend(sheet.strays());
    let mut order: Vec<_> = ranked.into_values().collect();
    if rules.from == RankFrom::LeastHuman {
        order.reverse();
    }
    OrderReading { order, faults }
}

/// A number with a fraction as people write it: one point or one comma, digits on both sides of it.
///
/// # Errors
/// When it is no such number, or could also be thousands. `places` is the number of decimals that the question allows:
/// `1,000` is refused unless there are three.
pub fn decimal(text: &str, places: u8) -> Result<Decimal, BadField> {
    let bad = || BadField::NoNumber(short(text));
    let marks = text.bytes().filter(|b| matches!(b, b'.' | b',')).count();
    let number: Decimal = text.replace(',', ".").parse().map_err(|_| bad())?;
    // `0,250` cannot be thousands; a number with too many decimals gets its own message.
    let thousands =
        text.split_once(['.', ',']).is_some_and(|(whole, after)| after.len() == 3 && !whole.starts_with('0'));
    match () {
        () if marks > 1 => Err(bad()),
        () if thousands && number.places() <= places && places < 3 => Err(BadField::Ambiguous(short(text))),
        () => Ok(number),
    }
}

/// The fields that hold this order, most human first; the rulebook says which end has rank 1.
#[must_use]
pub fn of_order(order: &[Vec<ConversationId>], from: RankFrom) -> Fields {
    let mut fields = Fields::new();
    let groups: Box<dyn Iterator<Item = &Vec<ConversationId>>> = match from {
        RankFrom::MostHuman => Box::new(order.iter()),
        RankFrom::LeastHuman => Box::new(order.iter().rev()),
    };
    for group in groups {
        let place = (fields.len() + 1).to_string();
        fields.extend(group.iter().map(|conversation| (rank(*conversation), place.clone())));
    }
    fields
}

/// The fields of a form, each read once.
struct Sheet<'f> {
    fields: &'f [(String, String)],
    read: BTreeSet<String>,
}

impl<'f> Sheet<'f> {
    fn of(fields: &'f [(String, String)]) -> Self {
        Self { fields, read: BTreeSet::new() }
    }

    /// The text of a field; `None` when it is blank.
    fn take(&mut self, name: &str) -> Result<Option<&'f str>, FieldError> {
        self.read.insert(name.to_owned());
        let mut found = self.fields.iter().filter(|(known, _)| known == name).map(|(_, text)| text.trim());
        let text = found.next().filter(|text| !text.is_empty());
        if found.next().is_some() { Err(BadField::Twice(short(name)).into()) } else { Ok(text) }
    }

    /// The answers in the fields of one question, not yet checked against the form.
    fn answers(&mut self, question: &Question, asked: &[(String, Seat)]) -> Result<Answers<Seat>, Vec<FieldFault>> {
        let mut answers = Answers::default();
        let mut faults = Vec::new();
        for (field, about) in asked {
            let outcome = self.take(field).and_then(|text| match text {
                Some(text) => put(&mut answers, question, *about, text).map_err(FieldError::from),
                None => Ok(()),
            });
            faults.extend(outcome.err().map(|fault| FieldFault { field: field.clone(), fault }));
        }
        if faults.is_empty() { Ok(answers) } else { Err(faults) }
    }

    /// The fields that answer no question of the form.
    fn strays(self) -> Vec<FieldFault> {
        let is_stray = |name: &&String| !self.read.contains(*name) && !ABOUT.contains(&name.as_str());
        let names: BTreeSet<_> = self.fields.iter().map(|(name, _)| name).filter(is_stray).collect();
        let fault = |name: &String| FieldFault { field: short(name), fault: BadField::Unknown(short(name)).into() };
        names.into_iter().map(fault).collect()
    }
}

/// A part of a question with an answer of its own: its fields, each with its seat, and the seats that it is about.
type Part = (Vec<(String, Seat)>, Vec<Seat>);

/// The parts of a question.
fn asked(question: &Question, seats: &[Seat]) -> Vec<Part> {
    let each = |field: &dyn Fn(Seat) -> String| {
        seats.iter().map(|seat| (vec![(field(*seat), *seat)], vec![*seat])).collect::<Vec<_>>()
    };
    let alone = |field: &str| vec![(vec![(field.to_owned(), Seat::Only)], seats.to_vec())];
    match question {
        Question::Choice => alone(CHOICE),
        Question::Verdict { .. } => each(&verdict),
        Question::Rating { name, .. } => each(&|seat| rating(name, seat)),
        Question::Split { .. } => {
            vec![(seats.iter().map(|seat| (points(*seat), *seat)).collect(), seats.to_vec())]
        }
        Question::Confidence => alone(CONFIDENCE),
        Question::Reason { .. } => alone(REASON),
    }
}

/// Puts the text of a field into the answers.
fn put(answers: &mut Answers<Seat>, question: &Question, about: Seat, text: &str) -> Result<(), BadField> {
    match question {
        Question::Choice => answers.choice = Some(seat(text)?),
        Question::Verdict { .. } => drop(answers.verdicts.insert(about, to_verdict(text)?)),
        Question::Rating { name, decimals, .. } => {
            answers.ratings.entry(name.clone()).or_default().insert(about, decimal(text, *decimals)?);
        }
        Question::Split { .. } => drop(answers.split.insert(about, whole(text)?)),
        Question::Confidence => answers.confidence = Some(whole(text)?),
        Question::Reason { .. } => answers.reason = Some(text.replace("\r\n", "\n")),
    }
    Ok(())
}

/// These answers to one question, if the form allows them; else the fault, with its field.
fn allowed(
    question: &Question,
    about: &[Seat],
    answers: Answers<Seat>,
    asked: &[(String, Seat)],
) -> Result<Answers<Seat>, Vec<FieldFault>> {
    let labels = about.iter().copied().map(SeatLabel).collect();
    let labelled = answers.clone().relabel(|seat| Some(SeatLabel(seat))).unwrap_or_default();
    let Err(fault) = form::check(std::slice::from_ref(question), &labels, &labelled, &[]) else { return Ok(answers) };
    // For shared points, the empty field; else the first.
    let empty = asked.iter().find(|(_, seat)| !answers.split.contains_key(seat));
    let at = empty.filter(|_| matches!(fault, FormFault::NoPoints { .. })).or(asked.first());
    Err(at.map(|(field, _)| FieldFault { field: field.clone(), fault: fault.into() }).into_iter().collect())
}

/// Adds the answers to one question.
fn take_in(answers: &mut Answers<Seat>, part: Answers<Seat>) {
    let Answers { choice, verdicts, ratings, split, confidence, reason } = part;
    answers.choice = choice.or(answers.choice);
    answers.verdicts.extend(verdicts);
    for (name, numbers) in ratings {
        answers.ratings.entry(name).or_default().extend(numbers);
    }
    answers.split.extend(split);
    answers.confidence = confidence.or(answers.confidence);
    answers.reason = reason.or_else(|| answers.reason.take());
}

fn seat(text: &str) -> Result<Seat, BadField> {
    text.parse().map_err(|_| BadField::NoSeat(short(text)))
}

fn to_verdict(text: &str) -> Result<Verdict, BadField> {
    [Verdict::Human, Verdict::Machine, Verdict::Unsure]
        .into_iter()
        .find(|verdict| verdict_value(*verdict) == text)
        .ok_or_else(|| BadField::NoVerdict(short(text)))
}

fn whole<N: std::str::FromStr>(text: &str) -> Result<N, BadField> {
    let digits = text.bytes().all(|b| b.is_ascii_digit());
    digits.then(|| text.parse().ok()).flatten().ok_or_else(|| BadField::NoWholeNumber(short(text)))
}

fn short(text: &str) -> String {
    text.chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn fields(form: &str) -> Fields {
        let fields = form.split('&').filter_map(|field| field.split_once('='));
        fields.map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
    }

    /// Every question that a form can ask, about a pair.
    fn questions() -> Vec<Question> {
        let rating = |name: &str, decimals| Question::Rating {
            name: name.to_owned(),
            text: "How?".to_owned(),
            from: 0,
            to: 5,
            decimals,
            anchors: Vec::new(),
        };
        vec![
            Question::Choice,
            Question::Verdict { unsure: true },
            rating("humanness", 2),
            rating("being-to-the-point", 0),
            Question::Split { total: 100, winner: 51, again: true },
            Question::Confidence,
            Question::Reason { characters: 40, required: false },
        ]
    }

    /// Reads one field of a form that asks everything.
    fn read_one(field: &str) -> Result<Answers<Seat>, String> {
        let name = field.split_once('=').unwrap().0;
        let reading = read(&questions(), &Seat::PAIR, &fields(field));
        match reading.faults.into_iter().find(|fault| fault.field == name) {
            Some(fault) => Err(fault.fault.to_string()),
            None => Ok(reading.answers),
        }
    }

    fn conversations(ids: &[&[&str]]) -> Vec<Vec<ConversationId>> {
        ids.iter().map(|group| group.iter().map(|id| id.parse().unwrap()).collect()).collect()
    }

    #[test]
    fn whatever_a_form_can_ask_travels_in_fields_and_back() {
        fn both<T>(left: T, right: T) -> BTreeMap<Seat, T> {
            BTreeMap::from([(Seat::Left, left), (Seat::Right, right)])
        }
        let number = |text: &str| text.parse::<Decimal>().unwrap();
        let answers = Answers {
            choice: Some(Seat::Right),
            verdicts: both(Verdict::Unsure, Verdict::Human),
            ratings: BTreeMap::from([
                ("humanness".to_owned(), both(number("3.25"), number("0"))),
                ("being-to-the-point".to_owned(), both(number("5"), number("1"))),
            ]),
            split: both(49, 51),
            confidence: Some(100),
            reason: Some("it knew\ntoo much".to_owned()),
        };
        let reading = read(&questions(), &Seat::PAIR, &of_answers(&answers));
        assert_eq!(reading, FormReading { answers, faults: Vec::new() });
    }

    #[test]
    fn an_empty_field_is_no_answer_and_every_missing_answer_is_named_at_its_field() {
        let reading = read(&questions(), &Seat::PAIR, &fields("human=&confidence= &verdict-left=&reason=&round=R1"));
        assert_eq!(reading.answers, Answers::default());
        let missing: Vec<_> = reading.faults.iter().map(|fault| fault.field.as_str()).collect();
        assert_eq!(
            missing,
            [
                "human",
                "verdict-left",
                "verdict-right",
                "rating-humanness-left",
                "rating-humanness-right",
                "rating-being-to-the-point-left",
                "rating-being-to-the-point-right",
                "points-left",
                "confidence",
            ]
        );
    }

    #[test]
    fn a_comma_is_a_point() {
        for (text, number) in [("0,5", "0.5"), ("0.5", "0.5"), (" 3,25 ", "3.25"), ("5", "5"), ("0,250", "0.25")] {
            let answers = read_one(&format!("rating-humanness-left={text}")).unwrap();
            assert_eq!(answers.ratings["humanness"][&Seat::Left].to_string(), number, "{text}");
        }
    }

    #[test]
    fn what_cannot_be_read_is_refused_in_a_sentence_at_its_field() {
        let no_number = |text| {
            format!("`{text}` is not a number such as 3 or 3.25: write digits with one point or one comma at most")
        };
        for text in ["0,5,0", "1.000,5", "1,000.5", ",5", "5,", "-1", "+1", "1e1", "٣", "½", "0 5", "0،5", "five"] {
            let refused = read_one(&format!("rating-humanness-left={text}")).unwrap_err();
            assert_eq!(refused, no_number(text), "{text}");
        }
        let whole = |text| format!("`{text}` is not a whole number: write one without a sign or a fraction");
        for (form, why) in [
            (
                "rating-humanness-left=5,01",
                "5.01 for the humanness of the left one is not on the scale: give a number from 0 to 5".to_owned(),
            ),
            (
                "rating-humanness-left=50",
                "50 for the humanness of the left one is not on the scale: give a number from 0 to 5".to_owned(),
            ),
            (
                "rating-humanness-right=0,125",
                "0.125 for the humanness of the right one is too fine: give at most 2 decimal places".to_owned(),
            ),
            (
                "rating-humanness-right=1,000",
                "`1,000` can be read in two ways: write fewer digits after the point or comma, or leave it out"
                    .to_owned(),
            ),
            (
                "rating-being-to-the-point-left=0,5",
                "0.5 for the being-to-the-point of the left one is too fine: give a whole number".to_owned(),
            ),
            ("confidence=-1", whole("-1")),
            ("confidence=256", whole("256")),
            ("confidence=0,5", whole("0,5")),
            ("points-left=40.5", whole("40.5")),
            ("points-left=1,000", whole("1,000")),
            (
                "points-left=40",
                "give points to the right one as well: 100 are to be shared out, and 0 is a number".to_owned(),
            ),
            ("human=middle", "`middle` is no seat: load the page again".to_owned()),
            (
                "human=only",
                "your partner is not in this interview: answer about the left one and the right one".to_owned(),
            ),
            ("human=left&human=right", "`human` was sent twice: load the page again and give one answer".to_owned()),
            ("verdict-left=robot", "`robot` is no verdict: choose one from the form".to_owned()),
            ("winner=left", "the form has an unknown field `winner`: load the page again".to_owned()),
        ] {
            let reading = read(&questions(), &Seat::PAIR, &fields(form));
            let said: Vec<_> = reading.faults.iter().map(|fault| fault.fault.to_string()).collect();
            assert!(said.contains(&why), "{form}: {said:?}");
        }
    }

    #[test]
    fn a_ranking_names_every_field_that_is_wrong() {
        let met: Vec<ConversationId> =
            conversations(&[&["R1-J1-left", "R1-J1-right", "R2-J1-left", "R2-J1-right"]]).remove(0);
        let rules = RankingRules::of(RankFrom::MostHuman, false);
        let reading = read_order(
            rules,
            &met,
            &fields("trial=1&rank-R1-J1-left=1&rank-R1-J1-right=1&rank-R2-J1-left=5&rank-R9-J1-left=2"),
        );
        let said: Vec<_> = reading.faults.iter().map(|fault| (fault.field.as_str(), fault.fault.to_string())).collect();
        assert_eq!(
            said,
            [
                ("rank-R1-J1-right", "rank 1 is given twice: give everyone a rank of their own".to_owned()),
                ("rank-R2-J1-left", "`5` is no rank: write one from 1 to 4".to_owned()),
                (
                    "rank-R2-J1-right",
                    "the right one of round 2 is missing from your order: give everyone you met a place".to_owned()
                ),
                ("rank-R9-J1-left", "the form has an unknown field `rank-R9-J1-left`: load the page again".to_owned()),
            ]
        );
        let equals = RankingRules { equals: true, ..rules };
        let level = read_order(equals, &met[..2], &fields("rank-R1-J1-left=1&rank-R1-J1-right=1"));
        assert_eq!(level, OrderReading { order: vec![met[..2].to_vec()], faults: Vec::new() });
    }

    #[test]
    fn rank_one_is_given_to_the_end_that_the_rulebook_says() {
        let order = conversations(&[&["R2-J1-left"], &["R1-J1-left", "R1-J1-right"], &["R2-J1-right"]]);
        let most = of_order(&order, RankFrom::MostHuman);
        assert_eq!(most[0], ("rank-R2-J1-left".to_owned(), "1".to_owned()));
        assert_eq!(most[3], ("rank-R2-J1-right".to_owned(), "4".to_owned()));
        let least = of_order(&order, RankFrom::LeastHuman);
        assert_eq!(least[0], ("rank-R2-J1-right".to_owned(), "1".to_owned()));
        let met: Vec<_> = order.iter().flatten().copied().collect();
        for (fields, from) in [(most, RankFrom::MostHuman), (least, RankFrom::LeastHuman)] {
            assert_eq!(read_order(RankingRules::of(from, true), &met, &fields).order, order);
        }
    }
}
