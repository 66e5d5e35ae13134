//! The form about an interview, as any rulebook asks for it: questions become groups of fields.
//!
//! A template that knows three kinds of fields shows every ballot there is. The names of fields are in [`fields`]; both
//! seats of a pair get the same fields. Faults are shown at their fields.

use contest::{
    FormId,
    fields::{self, Fields},
    labels,
    transcript::Transcript,
    view::stage::Form,
};
use language::{Element, Message, Say};
use rulebook::{RoundNumber, Seat, Side, schema::Question};
use tally::Verdict;

use super::{Attempt, FormState, seats};

/// The most steps of a scale that are shown as choices; above that the judge types a number.
const STEPS_MAX: u16 = 7;

/// The text for a sealed form.
const DONE: Element = Element::tag("<span class=\"done\">", "</span>");

/// The text for an unsealed form.
const UNSEALED: Element = Element::tag("<span class=\"unsealed\">", "</span>");

/// A verbatim quotation.
const QUOTE: Element = Element::tag("<q translate=\"no\" dir=\"auto\">", "</q>");

/// A form about one interview.
pub(super) struct BallotForm<'a> {
    /// Its id, for the page and for its draft.
    pub(super) id: String,
    /// The round of the interview, as the form sends it back.
    pub(super) round: RoundNumber,
    /// The heading.
    pub(super) title: Message,
    /// The questions.
    pub(super) groups: Vec<Group<'a>>,
    /// Its sealed and unsealed parts.
    pub(super) state: FormState,
    /// The reason why it was just refused.
    pub(super) refused: Option<String>,
    /// The conversations to read again beside it.
    pub(super) again: Vec<Again<'a>>,
    /// The judge's answers about other interviews, a sentence each.
    pub(super) earlier: Vec<Message>,
}

/// A conversation to read again.
pub(super) struct Again<'a> {
    pub(super) id: String,
    pub(super) name: Message,
    /// The name of the asking side.
    pub(super) asker: Message,
    pub(super) speaker: Message,
    pub(super) transcript: &'a Transcript,
}

impl Again<'_> {
    /// The witness's first message, in a sentence; absent where there is none. A judge recognises a conversation by it.
    pub(super) fn first(&self) -> Option<Message> {
        first_words(self.transcript)
    }
}

/// The first message of a conversation's witness, in a sentence; absent where there is none.
pub(super) fn first_words(transcript: &Transcript) -> Option<Message> {
    let said = transcript.lines.iter().find(|line| line.side == Side::Witness && !line.text.trim().is_empty());
    said.map(|line| say!("talk-first-words", quote = QUOTE, words = &line.text))
}

/// The fields of one question.
pub(super) struct Group<'a> {
    pub(super) legend: Message,
    pub(super) note: Option<Message>,
    /// The meanings of the whole numbers of a scale.
    pub(super) anchors: Vec<(u16, &'a str)>,
    /// The earlier splits of points, in a sentence, where they may not be repeated.
    pub(super) used: Option<Message>,
    /// The points to share out, for the script that fills in the other part.
    pub(super) split: Option<u16>,
    pub(super) inputs: Vec<Input>,
    /// The fault, where one of several is to be chosen: shown below all of them.
    pub(super) fault: Option<FaultText>,
}

/// A fault at a place of a form.
pub(super) struct FaultText {
    /// The id of the sentence, for the field that refers to it.
    pub(super) id: String,
    pub(super) text: Message,
}

/// A field.
pub(super) enum Input {
    /// A choice; fields with the same name exclude each other.
    Radio(Radio),
    /// A number.
    Number(Number),
    /// A text.
    Words(Words),
}

pub(super) struct Radio {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) value: String,
    pub(super) label: Message,
    pub(super) checked: bool,
    /// True where the page sets the focus.
    pub(super) focus: bool,
}

pub(super) struct Number {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) label: Message,
    /// The keyboard on a phone: `numeric` or `decimal`. Never a number field of the browser, which silently drops a
    /// comma.
    pub(super) mode: &'static str,
    pub(super) value: String,
    pub(super) fault: Option<FaultText>,
    /// True where the page sets the focus.
    pub(super) focus: bool,
}

pub(super) struct Words {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) label: Message,
    pub(super) most: u32,
    pub(super) required: bool,
    pub(super) value: String,
    pub(super) fault: Option<FaultText>,
    /// True where the page sets the focus.
    pub(super) focus: bool,
}

impl Group<'_> {
    /// A question without fields yet.
    fn of(legend: Message) -> Self {
        Self { legend, note: None, anchors: Vec::new(), used: None, split: None, inputs: Vec::new(), fault: None }
    }
}

impl<'a> BallotForm<'a> {
    /// The form about this interview. `filled` is the content of its fields; `attempt` is the form when it was refused.
    pub(super) fn of(
        questions: &'a [Question],
        form: &Form,
        title: Message,
        filled: &Fields,
        state: FormState,
        (attempt, used): (Option<&Attempt>, &[Message]),
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

    /// Its line in the contents of a page with several: its link, and whether it is sealed.
    pub(super) fn in_contents(&self) -> Message {
        let (link, interview) = (Element::link(format!("#about-{}", self.round)), self.title.clone());
        match self.state.sealed {
            Some(_) => say!("judge-contents-sealed", link = link, interview = interview, done = DONE),
            None => say!("judge-contents-unsealed", link = link, interview = interview, open = UNSEALED),
        }
    }
}

/// The common data of a form's fields.
struct Sheet<'s> {
    seats: &'s [Seat],
    round: RoundNumber,
    filled: &'s Fields,
    attempt: Option<&'s Attempt>,
    /// The judge's earlier splits of points.
    used: &'s [Message],
}

impl Sheet<'_> {
    fn groups<'a>(&self, question: &'a Question) -> Vec<Group<'a>> {
        let group = match question {
            Question::Choice => Group {
                note: Some(say!("form-choice-note")),
                inputs: self.each(|seat| {
                    let label = say!("form-said-human", who = seats::heading(seat));
                    self.radio(fields::CHOICE.to_owned(), seat.to_string(), label)
                }),
                fault: self.fault(fields::CHOICE),
                ..Group::of(say!("form-choice-asked"))
            },
            Question::Verdict { unsure } => return self.verdicts(*unsure),
            Question::Rating { name, text, from, to, decimals: 0, anchors } if to.saturating_sub(*from) < STEPS_MAX => {
                return self.steps(name, text, (*from, *to), anchors);
            }
            Question::Rating { name, text, from, to, decimals, anchors } => Group {
                note: Some(scale(*from, *to, *decimals)),
                anchors: (*from..).zip(anchors.iter().map(String::as_str)).collect(),
                inputs: self
                    .each(|seat| self.number(fields::rating(name, seat), seats::heading(seat), mode(*decimals))),
                ..Group::of(text.as_str().into())
            },
            Question::Split { total, winner, again } => Group {
                note: Some(shares(*winner, *again)),
                used: (!again && !self.used.is_empty())
                    .then(|| say!("form-used-already", splits = labels::joined(self.used.iter().cloned()))),
                split: Some(*total),
                inputs: self.each(|seat| self.number(fields::points(seat), seats::heading(seat), mode(0))),
                ..Group::of(say!("form-split-asked", total = total))
            },
            Question::Confidence => Group {
                note: Some(say!("form-sure-note")),
                inputs: vec![self.number(fields::CONFIDENCE.to_owned(), say!("form-per-cent"), mode(0))],
                ..Group::of(say!("form-sure-asked"))
            },
            Question::Reason { characters, required } => Group {
                note: (!required).then(|| say!("form-why-note")),
                inputs: vec![Input::Words(Words {
                    id: self.id(fields::REASON),
                    name: fields::REASON.to_owned(),
                    label: say!("form-why", characters = characters),
                    most: *characters,
                    required: *required,
                    value: self.value(fields::REASON),
                    fault: self.fault(fields::REASON),
                    focus: self.is_first_fault(fields::REASON),
                })],
                ..Group::of(say!("form-why-asked"))
            },
        };
        vec![group]
    }

    /// One question for each seat.
    fn verdicts<'a>(&self, unsure: bool) -> Vec<Group<'a>> {
        let verdicts = [
            (Verdict::Human, say!("form-person")),
            (Verdict::Machine, say!("form-program")),
            (Verdict::Unsure, say!("form-cannot-tell")),
        ];
        let allowed = &verdicts[..if unsure { 3 } else { 2 }];
        let of = |seat: &Seat| {
            let radio = |(verdict, label): &(Verdict, Message)| {
                let value = fields::verdict_value(*verdict).to_owned();
                self.radio(fields::verdict(*seat), value, label.clone())
            };
            let legend = say!("form-verdict-asked", who = seats::phrase(*seat));
            let fault = self.fault(&fields::verdict(*seat));
            Group { inputs: allowed.iter().map(radio).collect(), fault, ..Group::of(legend) }
        };
        self.seats.iter().map(of).collect()
    }

    /// One question for each seat, with every step of its scale and the meaning of it.
    fn steps<'a>(&self, name: &str, text: &str, (from, to): (u16, u16), anchors: &[String]) -> Vec<Group<'a>> {
        let of = |seat: &Seat| {
            let field = fields::rating(name, *seat);
            let radio = |(number, meaning): (u16, Option<&String>)| {
                let label = match meaning {
                    Some(meaning) => say!("form-step", number = number, meaning = meaning),
                    None => number.to_string().into(),
                };
                self.radio(field.clone(), number.to_string(), label)
            };
            let meanings = anchors.iter().map(Some).chain(std::iter::repeat(None));
            let legend = match seat {
                Seat::Only => text.into(),
                seat @ (Seat::Left | Seat::Right | Seat::Terminal(_)) => {
                    say!("form-asked-of", who = seats::heading(*seat), question = text)
                }
            };
            let fault = self.fault(&field);
            Group { inputs: (from..=to).zip(meanings).map(radio).collect(), fault, ..Group::of(legend) }
        };
        self.seats.iter().map(of).collect()
    }

    fn each(&self, input: impl Fn(Seat) -> Input) -> Vec<Input> {
        self.seats.iter().map(|seat| input(*seat)).collect()
    }

    fn radio(&self, name: String, value: String, label: Message) -> Input {
        let checked = self.value(&name) == value;
        // The first of the choices has the focus; the template gives it to no other.
        let focus = self.is_first_fault(&name);
        Input::Radio(Radio { id: self.id(&format!("{name}-{value}")), name, value, label, checked, focus })
    }

    fn number(&self, name: String, label: Message, mode: &'static str) -> Input {
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

    /// The fault of a field.
    fn fault(&self, name: &str) -> Option<FaultText> {
        let fault = self.attempt?.faults.iter().find(|fault| fault.field == name)?;
        Some(FaultText { id: format!("fault-{}", self.id(name)), text: fault.fault.message() })
    }

    /// True for the first field with a fault.
    fn is_first_fault(&self, name: &str) -> bool {
        self.attempt.and_then(|attempt| attempt.faults.first()).is_some_and(|fault| fault.field == name)
    }

    /// An id on the page, unique among several forms.
    fn id(&self, name: &str) -> String {
        format!("{name}-{}", self.round)
    }

    fn value(&self, name: &str) -> String {
        self.filled.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone()).unwrap_or_default()
    }
}

fn scale(from: u16, to: u16, decimals: u8) -> Message {
    match decimals {
        0 => say!("form-scale-whole", from = from, to = to),
        places => say!("form-scale", from = from, to = to, places = places),
    }
}

fn shares(winner: u16, again: bool) -> Message {
    let once = (!again).then(|| say!("form-split-once"));
    Message::sentences([say!("form-split-note", winner = winner)].into_iter().chain(once))
}

/// The keyboard on a phone for a number with this many decimal places.
fn mode(decimals: u8) -> &'static str {
    if decimals == 0 { "numeric" } else { "decimal" }
}
