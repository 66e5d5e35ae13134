//! The transcripts of a simulated contest in which judges read: as many conversations as its rules want, of different
//! lengths.

use contest::{event::ShownLine, shown::SourceConversation};
use rulebook::{Side, schema::Roles};

/// The questions in every conversation, and a person's answers.
const TALK: &[(&str, &str)] = &[
    ("What did you do this morning?", "Missed my bus, and walked. It rained, of course."),
    ("Which is heavier, a piano or a pear?", "The piano, unless it is a very small one."),
    ("What colour is a lemon when you close your eyes?", "Yellow still, I should think."),
    ("Who is the mother of your mother's sister?", "My grandmother. She would have liked that question."),
];

/// A program's answers to any question.
const EVASIONS: &[&str] = &["Why do you ask?", "Please go on.", "How do you feel about that?"];

/// The digest of the only source.
pub(super) fn source<H: std::str::FromStr<Err: std::fmt::Debug>>() -> H {
    "5eed".repeat(16).parse().expect("64 hexadecimal digits are a digest")
}

/// As many conversations of each kind as the rules want.
pub(super) fn conversations(roles: Roles) -> Vec<(u16, SourceConversation)> {
    let people = (0..roles.confederates).map(|number| conversation(number, true));
    let programs = (0..roles.entries).map(|number| conversation(number, false));
    people.chain(programs).map(|conversation| (1, conversation)).collect()
}

fn conversation(number: u16, is_human: bool) -> SourceConversation {
    let place = usize::from(number);
    let turn = |nth: usize| {
        let (question, answer) = TALK[(place + nth) % TALK.len()];
        let answer = if is_human { answer } else { EVASIONS[(place + nth) % EVASIONS.len()] };
        let line = |by, text: &str| ShownLine { by, text: text.to_owned() };
        vec![line(Side::Judge, question), line(Side::Witness, answer)]
    };
    let kind = if is_human { "person" } else { "program" };
    SourceConversation {
        of: "a simulated past".to_owned(),
        name: format!("{kind}-{}", number + 1),
        turns: (0..=place % TALK.len()).map(turn).collect(),
        is_human,
    }
}
