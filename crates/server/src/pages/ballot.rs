//! The form about an interview, as any rulebook asks for it: questions become groups of fields.
//!
//! A template that knows three kinds of fields shows every ballot there is. The names of fields are in
//! [`fields`]; both seats of a pair get the same fields.

use contest::{transcript::Transcript, view::stage::Form};
use rulebook::{RoundNumber, Seat, schema::Question};
use tally::{Answers, Verdict};

use super::seats;
use crate::fields::{self, Fields};

/// A form about one interview.
pub(super) struct BallotForm<'a> {
    /// Its id, for the page.
    pub(super) id: String,
    /// The round of the interview, as the form says it back.
    pub(super) round: RoundNumber,
    /// The heading.
    pub(super) title: String,
    /// The questions.
    pub(super) groups: Vec<Group<'a>>,
    /// What is recorded of it, in a sentence; absent while nothing is.
    pub(super) sealed: Option<String>,
    /// The conversations to read again beside it.
    pub(super) again: Vec<Again<'a>>,
}

/// A conversation to read again.
pub(super) struct Again<'a> {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) speaker: &'static str,
    pub(super) transcript: &'a Transcript,
}

/// The fields of one question.
#[derive(Default)]
pub(super) struct Group<'a> {
    pub(super) legend: String,
    pub(super) note: String,
    /// What the whole numbers of a scale mean.
    pub(super) anchors: Vec<(u16, &'a str)>,
    /// The points to share out, for the script that fills in the other part.
    pub(super) split: Option<u16>,
    pub(super) inputs: Vec<Input>,
}

/// A field.
pub(super) enum Input {
    /// One of those with the same name may be chosen.
    Radio(Radio),
    /// A number.
    Number(Number),
    /// Words.
    Words(Words),
}

pub(super) struct Radio {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) value: String,
    pub(super) label: String,
    pub(super) checked: bool,
}

pub(super) struct Number {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) label: String,
    pub(super) least: u16,
    pub(super) most: u16,
    pub(super) step: &'static str,
    pub(super) value: String,
}

pub(super) struct Words {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) label: String,
    pub(super) most: u32,
    pub(super) required: bool,
    pub(super) value: String,
}

impl<'a> BallotForm<'a> {
    /// The form about this interview. `filled` is what stands in its fields; `recorded` are the answers that count.
    pub(super) fn of(
        questions: &'a [Question],
        form: &Form,
        title: String,
        filled: &Fields,
        recorded: Option<&Answers<Seat>>,
    ) -> Self {
        let round = form.interview.round;
        let sheet = Sheet { seats: &form.seats, round, filled };
        Self {
            id: format!("ballot-{round}"),
            round,
            title,
            groups: questions.iter().flat_map(|question| sheet.groups(question)).collect(),
            sealed: recorded.map(sealed),
            again: Vec::new(),
        }
    }
}

/// What every field of a form depends on.
struct Sheet<'s> {
    seats: &'s [Seat],
    round: RoundNumber,
    filled: &'s Fields,
}

impl Sheet<'_> {
    fn groups<'a>(&self, question: &'a Question) -> Vec<Group<'a>> {
        let group = match question {
            Question::Choice => Group {
                legend: "Which of the two is the human?".to_owned(),
                note: "One of them must be named.".to_owned(),
                inputs: self.each(|seat| {
                    self.radio(
                        fields::CHOICE.to_owned(),
                        seat.to_string(),
                        format!("{} is the human", seats::heading(seat)),
                    )
                }),
                ..Group::default()
            },
            Question::Verdict { unsure } => return self.verdicts(*unsure),
            Question::Rating { name, text, from, to, decimals, anchors } => Group {
                legend: text.clone(),
                note: scale(*from, *to, *decimals),
                anchors: (*from..).zip(anchors.iter().map(String::as_str)).collect(),
                inputs: self.each(|seat| {
                    self.number(fields::rating(name, seat), seats::heading(seat), (*from, *to), step(*decimals))
                }),
                ..Group::default()
            },
            Question::Split { total, winner, again } => Group {
                legend: format!("Share out {total} points between the two"),
                note: shares(*winner, *again),
                split: Some(*total),
                inputs: self.each(|seat| self.number(fields::points(seat), seats::heading(seat), (0, *total), "1")),
                ..Group::default()
            },
            Question::Confidence => Group {
                legend: "How sure are you?".to_owned(),
                note: "A whole number from 0, a mere guess, to 100, quite certain.".to_owned(),
                inputs: vec![self.number(fields::CONFIDENCE.to_owned(), "Per cent".to_owned(), (0, 100), "1")],
                ..Group::default()
            },
            Question::Reason { characters, required } => Group {
                legend: "Why?".to_owned(),
                note: if *required { String::new() } else { "You may leave this out.".to_owned() },
                inputs: vec![Input::Words(Words {
                    id: self.id(fields::REASON),
                    name: fields::REASON.to_owned(),
                    label: format!("Your reason, at most {characters} characters"),
                    most: *characters,
                    required: *required,
                    value: self.value(fields::REASON),
                })],
                ..Group::default()
            },
        };
        vec![group]
    }

    /// A question of its own for each seat.
    fn verdicts<'a>(&self, unsure: bool) -> Vec<Group<'a>> {
        let verdicts =
            [(Verdict::Human, "A person"), (Verdict::Machine, "A program"), (Verdict::Unsure, "I cannot tell")];
        let allowed = &verdicts[..if unsure { 3 } else { 2 }];
        let of = |seat: &Seat| {
            let radio = |(verdict, label): &(Verdict, &str)| {
                let value = fields::verdict_value(*verdict).to_owned();
                self.radio(fields::verdict(*seat), value, (*label).to_owned())
            };
            let legend = format!("Is {} a person or a program?", seats::phrase(*seat));
            Group { legend, inputs: allowed.iter().map(radio).collect(), ..Group::default() }
        };
        self.seats.iter().map(of).collect()
    }

    fn each(&self, input: impl Fn(Seat) -> Input) -> Vec<Input> {
        self.seats.iter().map(|seat| input(*seat)).collect()
    }

    fn radio(&self, name: String, value: String, label: String) -> Input {
        let checked = self.value(&name) == value;
        Input::Radio(Radio { id: self.id(&format!("{name}-{value}")), name, value, label, checked })
    }

    fn number(&self, name: String, label: String, (least, most): (u16, u16), step: &'static str) -> Input {
        Input::Number(Number { id: self.id(&name), value: self.value(&name), name, label, least, most, step })
    }

    /// Several forms may stand on one page, and an id only once.
    fn id(&self, name: &str) -> String {
        format!("{name}-{}", self.round)
    }

    fn value(&self, name: &str) -> String {
        self.filled.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone()).unwrap_or_default()
    }
}

fn sealed(answers: &Answers<Seat>) -> String {
    let named = answers.choice.map(|seat| format!(": you named {}", seats::phrase(seat))).unwrap_or_default();
    format!("Sealed{named}. You can change it while there is time; nobody sees it before the end.")
}

fn scale(from: u16, to: u16, decimals: u8) -> String {
    match decimals {
        0 => format!("A whole number from {from} to {to}."),
        1 => format!("A number from {from} to {to}; one decimal place is allowed, after a point."),
        places => format!("A number from {from} to {to}; up to {places} decimal places are allowed, after a point."),
    }
}

fn shares(winner: u16, again: bool) -> String {
    let mut note = format!("Whole points, more for the more human one: one of the two gets at least {winner}.");
    if !again {
        note += " Use no split twice; whichever of the two has more, it is the same split.";
    }
    note
}

fn step(decimals: u8) -> &'static str {
    match decimals {
        0 => "1",
        1 => "0.1",
        2 => "0.01",
        _ => "0.001",
    }
}
