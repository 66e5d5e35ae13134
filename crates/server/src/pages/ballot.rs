//! The form about an interview, as any rulebook asks for it: questions become groups of fields.
//!
//! A template that knows three kinds of fields shows every ballot there is. The names of fields are in
//! [`fields`]; both seats of a pair get the same fields. What is wrong with a field is said at the field.

use contest::{
    FormId,
    fields::{self, Fields},
    transcript::Transcript,
    view::stage::Form,
};
use rulebook::{RoundNumber, Seat, Side, schema::Question};
use tally::Verdict;

use super::{Attempt, FormState, seats};

/// The most steps of a scale that are shown one by one, to be chosen from; of more of them a number is written.
const STEPS_MAX: u16 = 7;

/// A form about one interview.
pub(super) struct BallotForm<'a> {
    /// Its id, for the page and for its draft.
    pub(super) id: String,
    /// The round of the interview, as the form says it back.
    pub(super) round: RoundNumber,
    /// The heading.
    pub(super) title: String,
    /// The questions.
    pub(super) groups: Vec<Group<'a>>,
    /// What of it is sealed, and what is not.
    pub(super) state: FormState,
    /// Why it was just refused.
    pub(super) refused: Option<String>,
    /// The conversations to read again beside it.
    pub(super) again: Vec<Again<'a>>,
    /// What this judge answered about other interviews, a sentence each.
    pub(super) earlier: Vec<String>,
}

/// A conversation to read again.
pub(super) struct Again<'a> {
    pub(super) id: String,
    pub(super) name: String,
    /// What whoever asked is called.
    pub(super) asker: &'static str,
    pub(super) speaker: &'static str,
    pub(super) transcript: &'a Transcript,
}

impl Again<'_> {
    /// What the witness said first; empty where it said nothing. A judge knows a conversation again by it.
    pub(super) fn first(&self) -> &str {
        first_words(self.transcript)
    }
}

/// What the witness of a conversation said first; empty where it said nothing.
pub(super) fn first_words(transcript: &Transcript) -> &str {
    let said = transcript.lines.iter().find(|line| line.side == Side::Witness && !line.text.trim().is_empty());
    said.map(|line| line.text.as_str()).unwrap_or_default()
}

/// The fields of one question.
#[derive(Default)]
pub(super) struct Group<'a> {
    pub(super) legend: String,
    pub(super) note: String,
    /// What the whole numbers of a scale mean.
    pub(super) anchors: Vec<(u16, &'a str)>,
    /// How points were shared out before, where that may not be done again: `60 to 40 in round 1`.
    pub(super) used: Vec<String>,
    /// The points to share out, for the script that fills in the other part.
    pub(super) split: Option<u16>,
    pub(super) inputs: Vec<Input>,
    /// What is wrong, where one of several is to be chosen: said below all of them.
    pub(super) fault: Option<FaultText>,
}

/// What is wrong at a place of a form.
pub(super) struct FaultText {
    /// The id of the sentence, for the field that it describes.
    pub(super) id: String,
    pub(super) text: String,
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
    /// Whether the page begins here.
    pub(super) focus: bool,
}

pub(super) struct Number {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) label: String,
    /// The keys that a phone offers: `numeric` or `decimal`. Never a number field of the browser, which drops a comma
    /// without a word.
    pub(super) mode: &'static str,
    pub(super) value: String,
    pub(super) fault: Option<FaultText>,
    /// Whether the page begins here.
    pub(super) focus: bool,
}

pub(super) struct Words {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) label: String,
    pub(super) most: u32,
    pub(super) required: bool,
    pub(super) value: String,
    pub(super) fault: Option<FaultText>,
    /// Whether the page begins here.
    pub(super) focus: bool,
}

impl<'a> BallotForm<'a> {
    /// The form about this interview. `filled` is what stands in its fields; `attempt` is the form when it was refused.
    pub(super) fn of(
        questions: &'a [Question],
        form: &Form,
        title: String,
        filled: &Fields,
        state: FormState,
        (attempt, used): (Option<&Attempt>, &[String]),
    ) -> Self {
        let round = form.interview.round;
        let sheet = Sheet { seats: &form.seats, round, filled, attempt, used };
        Self {
            id: FormId::Ballot(round).to_string(),
            round,
            title,
            groups: questions.iter().flat_map(|question| sheet.groups(question)).collect(),
            state,
            refused: attempt.and_then(|attempt| attempt.why.clone()),
            again: Vec::new(),
            earlier: Vec::new(),
        }
    }
}

/// What every field of a form depends on.
struct Sheet<'s> {
    seats: &'s [Seat],
    round: RoundNumber,
    filled: &'s Fields,
    attempt: Option<&'s Attempt>,
    /// How this judge shared points out before.
    used: &'s [String],
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
                fault: self.fault(fields::CHOICE),
                ..Group::default()
            },
            Question::Verdict { unsure } => return self.verdicts(*unsure),
            Question::Rating { name, text, from, to, decimals: 0, anchors } if to.saturating_sub(*from) < STEPS_MAX => {
                return self.steps(name, text, (*from, *to), anchors);
            }
            Question::Rating { name, text, from, to, decimals, anchors } => Group {
                legend: text.clone(),
                note: scale(*from, *to, *decimals),
                anchors: (*from..).zip(anchors.iter().map(String::as_str)).collect(),
                inputs: self
                    .each(|seat| self.number(fields::rating(name, seat), seats::heading(seat), mode(*decimals))),
                ..Group::default()
            },
            Question::Split { total, winner, again } => Group {
                legend: format!("Share out {total} points between the two"),
                note: shares(*winner, *again),
                used: if *again { Vec::new() } else { self.used.to_vec() },
                split: Some(*total),
                inputs: self.each(|seat| self.number(fields::points(seat), seats::heading(seat), mode(0))),
                ..Group::default()
            },
            Question::Confidence => Group {
                legend: "How sure are you?".to_owned(),
                note: "A whole number from 0, a mere guess, to 100, quite certain.".to_owned(),
                inputs: vec![self.number(fields::CONFIDENCE.to_owned(), "Per cent".to_owned(), mode(0))],
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
                    fault: self.fault(fields::REASON),
                    focus: self.is_first_fault(fields::REASON),
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
            let fault = self.fault(&fields::verdict(*seat));
            Group { legend, inputs: allowed.iter().map(radio).collect(), fault, ..Group::default() }
        };
        self.seats.iter().map(of).collect()
    }

    /// A question of its own for each seat, with every step of its scale and what that means.
    fn steps<'a>(&self, name: &str, text: &str, (from, to): (u16, u16), anchors: &[String]) -> Vec<Group<'a>> {
        let of = |seat: &Seat| {
            let field = fields::rating(name, *seat);
            let radio = |(number, meaning): (u16, Option<&String>)| {
                let label = meaning.map_or_else(|| number.to_string(), |meaning| format!("{number}: {meaning}"));
                self.radio(field.clone(), number.to_string(), label)
            };
            let meanings = anchors.iter().map(Some).chain(std::iter::repeat(None));
            let legend = match seat {
                Seat::Only => text.to_owned(),
                seat => format!("{}: {text}", seats::heading(*seat)),
            };
            let fault = self.fault(&field);
            Group { legend, inputs: (from..=to).zip(meanings).map(radio).collect(), fault, ..Group::default() }
        };
        self.seats.iter().map(of).collect()
    }

    fn each(&self, input: impl Fn(Seat) -> Input) -> Vec<Input> {
        self.seats.iter().map(|seat| input(*seat)).collect()
    }

    fn radio(&self, name: String, value: String, label: String) -> Input {
        let checked = self.value(&name) == value;
        // The first of those to choose from has the focus; the template gives it to no other.
        let focus = self.is_first_fault(&name);
        Input::Radio(Radio { id: self.id(&format!("{name}-{value}")), name, value, label, checked, focus })
    }

    fn number(&self, name: String, label: String, mode: &'static str) -> Input {
        Input::Number(Number {
            id: self.id(&name),
            value: self.value(&name),
            fault: self.fault(&name),
            focus: self.is_first_fault(&name),
            name,
            label,
            mode,
        })
    }

    /// What is wrong with a field.
    fn fault(&self, name: &str) -> Option<FaultText> {
        let fault = self.attempt?.faults.iter().find(|fault| fault.field == name)?;
        Some(FaultText { id: format!("fault-{}", self.id(name)), text: fault.fault.to_string() })
    }

    /// Whether this is the first field with something wrong.
    fn is_first_fault(&self, name: &str) -> bool {
        self.attempt.and_then(|attempt| attempt.faults.first()).is_some_and(|fault| fault.field == name)
    }

    /// Several forms may stand on one page, and an id only once.
    fn id(&self, name: &str) -> String {
        format!("{name}-{}", self.round)
    }

    fn value(&self, name: &str) -> String {
        self.filled.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone()).unwrap_or_default()
    }
}

fn scale(from: u16, to: u16, decimals: u8) -> String {
    match decimals {
        0 => format!("A whole number from {from} to {to}."),
        1 => format!("A number from {from} to {to}; one decimal place is allowed, after a point or a comma."),
        places => format!(
            "A number from {from} to {to}; up to {places} decimal places are allowed, after a point or a comma."
        ),
    }
}

fn shares(winner: u16, again: bool) -> String {
    let mut note = format!("Whole points, more for the more human one: one of the two gets at least {winner}.");
    if !again {
        note += " Use no split twice; whichever of the two has more, it is the same split.";
    }
    note
}

/// The keys that a phone offers for a number with so many decimal places.
fn mode(decimals: u8) -> &'static str {
    if decimals == 0 { "numeric" } else { "decimal" }
}
