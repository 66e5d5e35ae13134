//! The fields of ballot forms: how answers are named where they travel as a plain form, both ways.
//!
//! A field's name says what is asked and about whom: `human`, `verdict-left`, `rating-humanness-t3`, `points-right`,
//! `confidence`, `reason`, `rank-R1-J1-left`. An empty field is a question that was not answered; whether that is allowed
//! is the rulebook's to say, not this module's.

use std::collections::BTreeSet;

use rulebook::{ConversationId, Decimal, Seat, schema::RankFrom};
use tally::{Answers, Verdict};

/// What a form holds: names and values.
pub type Fields = Vec<(String, String)>;

/// The field of the choice; its value is the seat of the human.
pub const CHOICE: &str = "human";

/// The field of the confidence, in per cent.
pub const CONFIDENCE: &str = "confidence";

/// The field of the reason.
pub const REASON: &str = "reason";

/// A field that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadField {
    /// A field that came twice, with two answers perhaps.
    #[error("`{0}` was sent twice: give one answer, and load the page again if it shows only one")]
    Twice(String),
    /// A name that says nothing to us, or names no seat.
    #[error("the form has a field `{0}` that is not known: load the page again")]
    Unknown(String),
    /// No seat where one belongs.
    #[error("`{0}` is no seat: load the page again")]
    NoSeat(String),
    /// No verdict.
    #[error("`{0}` is no verdict: choose one of those on the form")]
    NoVerdict(String),
    /// No number with a point.
    #[error("`{0}` is not a number such as 3 or 3.25: write fractions with a point")]
    NoNumber(String),
    /// No whole number within reason.
    #[error("`{0}` is not a whole number: write one without a sign or a fraction")]
    NoWholeNumber(String),
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

/// The answers in these fields. Those that are none of a ballot's are left to whoever sent them.
///
/// # Errors
/// The first field that cannot be read, in a sentence for the judge.
pub fn to_answers(fields: &[(String, String)]) -> Result<Answers<Seat>, BadField> {
    let mut answers = Answers::default();
    let mut seen = BTreeSet::new();
    for (name, text) in fields {
        if !seen.insert(name) {
            return Err(BadField::Twice(short(name)));
        }
        let value = text.trim();
        if value.is_empty() {
            continue;
        }
        match name.as_str() {
            CHOICE => answers.choice = Some(seat(value)?),
            CONFIDENCE => answers.confidence = Some(whole(value)?),
            REASON => answers.reason = Some(value.replace("\r\n", "\n")),
            name => {
                if let Some(of) = name.strip_prefix("verdict-") {
                    answers.verdicts.insert(seat(of)?, to_verdict(value)?);
                } else if let Some(of) = name.strip_prefix("points-") {
                    answers.split.insert(seat(of)?, whole(value)?);
                } else if let Some((rated, of)) = name.strip_prefix("rating-").and_then(|name| name.rsplit_once('-')) {
                    let number: Decimal = value.parse().map_err(|_| BadField::NoNumber(short(value)))?;
                    answers.ratings.entry(rated.to_owned()).or_default().insert(seat(of)?, number);
                } else if name != "round" {
                    return Err(BadField::Unknown(short(name)));
                }
            }
        }
    }
    Ok(answers)
}

/// The fields that hold this order, most human first; rank 1 is given to the end the rulebook says.
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

/// The order in these fields, most human first; equal ranks make a group. Whoever has no rank is left out.
///
/// # Errors
/// The first field that cannot be read, in a sentence for the judge.
pub fn to_order(fields: &[(String, String)], from: RankFrom) -> Result<Vec<Vec<ConversationId>>, BadField> {
    let mut ranked: Vec<(u16, ConversationId)> = Vec::new();
    for (name, value) in fields.iter().filter(|(_, value)| !value.trim().is_empty()) {
        let Some(conversation) = name.strip_prefix("rank-") else { return Err(BadField::Unknown(short(name))) };
        let conversation = conversation.parse().map_err(|_| BadField::Unknown(short(name)))?;
        ranked.push((whole(value.trim())?, conversation));
    }
    ranked.sort_unstable();
    let groups = ranked.chunk_by(|(a, _), (b, _)| a == b);
    let mut order: Vec<Vec<_>> =
        groups.map(|group| group.iter().map(|(_, conversation)| *conversation).collect()).collect();
    if from == RankFrom::LeastHuman {
        order.reverse();
    }
    Ok(order)
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

    fn read(form: &str) -> Result<Answers<Seat>, BadField> {
        let fields: Fields = form
            .split('&')
            .filter_map(|field| field.split_once('='))
            .map(|(n, v)| (n.to_owned(), v.to_owned()))
            .collect();
        to_answers(&fields)
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
                ("being-to-the-point".to_owned(), BTreeMap::from([(Seat::Terminal(12), number("5"))])),
            ]),
            split: both(49, 51),
            confidence: Some(100),
            reason: Some("it knew\ntoo much".to_owned()),
        };
        assert_eq!(to_answers(&of_answers(&answers)).unwrap(), answers);
    }

    #[test]
    fn an_empty_field_is_no_answer() {
        assert_eq!(read("human=&confidence= &verdict-only=&reason=&round=R1").unwrap(), Answers::default());
    }

    #[test]
    fn what_cannot_be_read_is_refused_in_a_sentence() {
        for (form, why) in [
            ("rating-humanness-left=3,25", "`3,25` is not a number such as 3 or 3.25: write fractions with a point"),
            ("confidence=-1", "`-1` is not a whole number: write one without a sign or a fraction"),
            ("confidence=256", "`256` is not a whole number: write one without a sign or a fraction"),
            ("points-left=40.5", "`40.5` is not a whole number: write one without a sign or a fraction"),
            ("human=middle", "`middle` is no seat: load the page again"),
            ("verdict-left=robot", "`robot` is no verdict: choose one of those on the form"),
            ("winner=left", "the form has a field `winner` that is not known: load the page again"),
        ] {
            assert_eq!(read(form).unwrap_err().to_string(), why);
        }
    }

    #[test]
    fn rank_one_is_given_to_the_end_that_the_rulebook_says() {
        let order = conversations(&[&["R2-J1-left"], &["R1-J1-left", "R1-J1-right"], &["R2-J1-right"]]);
        let most = of_order(&order, RankFrom::MostHuman);
        assert_eq!(most[0], ("rank-R2-J1-left".to_owned(), "1".to_owned()));
        assert_eq!(most[3], ("rank-R2-J1-right".to_owned(), "4".to_owned()));
        let least = of_order(&order, RankFrom::LeastHuman);
        assert_eq!(least[0], ("rank-R2-J1-right".to_owned(), "1".to_owned()));
        for (fields, from) in [(most, RankFrom::MostHuman), (least, RankFrom::LeastHuman)] {
            assert_eq!(to_order(&fields, from).unwrap(), order);
        }
    }
}
