//! Names of seats and conversations for judges, and words for their answers, in sentences and on pages.

use language::{Message, Say};
use rulebook::{ConversationId, Seat, schema::RankFrom};
use tally::{Answers, Verdict};

use crate::{
    event::Counted,
    form::{ClosedForm, FormId},
};

/// A seat within a sentence to a judge: `the left one`, `terminal 3`, `your partner`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct SeatLabel(pub Seat);

impl Say for SeatLabel {
    fn message(&self) -> Message {
        let (seat, number) = choice_by(self.0);
        say!("seat-label", seat = seat, number = number)
    }
}

impl From<SeatLabel> for Message {
    fn from(label: SeatLabel) -> Self {
        label.message()
    }
}

/// A conversation within a sentence to a judge after the talk: `the left one of round 2`, `terminal 3 (round 2)`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct ConversationLabel(pub ConversationId);

impl Say for ConversationLabel {
    fn message(&self) -> Message {
        let ConversationId { interview, seat } = self.0;
        let (seat, number) = choice_by(seat);
        say!("seat-of-round", seat = seat, number = number, round = interview.round.number())
    }
}

impl From<ConversationLabel> for Message {
    fn from(label: ConversationLabel) -> Self {
        label.message()
    }
}

display_in_english!(SeatLabel, ConversationLabel);

/// The variant of a sentence about a seat: `left`, `right`, `only` or `terminal`, with the number of a terminal.
#[must_use]
pub fn choice_by(seat: Seat) -> (&'static str, u16) {
    match seat {
        Seat::Left => ("left", 0),
        Seat::Right => ("right", 0),
        Seat::Only => ("only", 0),
        Seat::Terminal(number) => ("terminal", number),
    }
}

/// A list with commas and no "and": `40 points, 80 % sure`; empty when there are no parts.
pub fn joined(parts: impl IntoIterator<Item = Message>) -> Message {
    let joined = parts.into_iter().reduce(|so_far, part| say!("list-part", first = so_far, then = part));
    joined.unwrap_or_else(|| Message::verbatim(""))
}

/// The answers of a form, in words with the values: `the left one is the human, 80 %`; empty when there are none.
#[must_use]
pub fn said(answers: &Answers<Seat>) -> Message {
    let who = |seat: &Seat| SeatLabel(*seat).message();
    let choice = answers.choice.map(|seat| say!("form-said-human", who = who(&seat)));
    let verdicts = answers.verdicts.iter().map(|(seat, verdict)| match verdict {
        Verdict::Human => say!("form-said-person", who = who(seat)),
        Verdict::Machine => say!("form-said-program", who = who(seat)),
        Verdict::Unsure => say!("form-said-unsure", who = who(seat)),
    });
    let ratings = answers.ratings.iter().flat_map(|(name, numbers)| {
        numbers.iter().map(move |(seat, number)| match seat {
            Seat::Only => say!("form-said-rating", name = name, number = number.to_string()),
            seat @ (Seat::Left | Seat::Right | Seat::Terminal(_)) => {
                say!("form-said-rating-of", name = name, number = number.to_string(), who = who(seat))
            }
        })
    });
    let split = answers.split.iter().map(|(seat, points)| match seat {
        Seat::Only => say!("form-said-points", points = points),
        seat @ (Seat::Left | Seat::Right | Seat::Terminal(_)) => {
            say!("form-said-points-of", points = points, who = who(seat))
        }
    });
    let confidence = answers.confidence.map(|sure| say!("form-said-sure", sure = sure));
    let reason = answers.reason.as_ref().map(|why| say!("form-said-reason", characters = why.chars().count()));
    joined(choice.into_iter().chain(verdicts).chain(ratings).chain(split).chain(confidence).chain(reason))
}

/// A ranking in words, with the ranks as the rulebook counts them: `1 the left one of round 2, 2 the right one of round
/// 1`; empty when nothing is ranked.
#[must_use]
pub fn said_of_order(order: &[Vec<ConversationId>], from: RankFrom) -> Message {
    let mut groups: Vec<_> = order.iter().collect();
    if from == RankFrom::LeastHuman {
        groups.reverse();
    }
    let mut rank = 1;
    let mut parts = Vec::new();
    for group in groups {
        parts
            .extend(group.iter().map(|id| say!("form-said-rank", rank = rank, who = ConversationLabel(*id).message())));
        rank += group.len();
    }
    joined(parts)
}

/// The question of a vote between level entries.
#[must_use]
pub fn vote_asked() -> Message {
    say!("judge-vote-asked")
}

/// The choice of a judge who prefers none of them.
#[must_use]
pub fn no_preference() -> Message {
    say!("judge-vote-none")
}

/// An entry as the judge met it: `The left one of round 2`, `The left one of round 2, and the right one of round 5`.
#[must_use]
pub fn candidate(met: &[ConversationId]) -> Message {
    let Some((first, others)) = met.split_first() else { return Message::verbatim("") };
    let (seat, number) = choice_by(first.seat);
    let round = first.interview.round.number();
    let first = say!("seat-of-round-heading", seat = seat, number = number, round = round);
    let also = |so_far, other: &ConversationId| {
        say!("judge-vote-also", first = so_far, then = ConversationLabel(*other).message())
    };
    others.iter().fold(first, also)
}

/// The question of a vote in a matter of dispute.
#[must_use]
pub fn matter_asked(question: &str) -> Message {
    say!("judge-matter-asked", question = question)
}

/// An answer in a matter of dispute; `None` is that of a judge who cannot say.
#[must_use]
pub fn agreed(agrees: Option<bool>) -> Message {
    match agrees {
        Some(true) => say!("judge-matter-yes"),
        Some(false) => say!("judge-matter-no"),
        None => say!("judge-matter-none"),
    }
}

/// A sentence with the judge's answer in a matter of dispute.
#[must_use]
pub fn answered(agrees: Option<bool>) -> Message {
    say!("judge-voted", choice = agreed(agrees))
}

/// A sentence with the judge's vote.
#[must_use]
pub fn voted(candidates: &[Vec<ConversationId>], preferred: Option<ConversationId>) -> Message {
    let chosen = preferred.and_then(|id| candidates.iter().find(|met| met.contains(&id)));
    match chosen {
        Some(met) => say!("judge-voted-for", choice = candidate(met)),
        None => say!("judge-voted", choice = no_preference()),
    }
}

/// The outcome of a closed form, for its owner. `said` is the answers in words.
#[must_use]
pub fn closed(closed: ClosedForm, said: &Message) -> Message {
    let (form, round) = match closed.form {
        FormId::Ballot(round) => ("ballot", round.number()),
        FormId::Ranking(_) => ("ranking", 0),
        FormId::Notes(_) => ("notes", 0),
    };
    let answers = said.clone();
    match (closed.counted, said.is_empty()) {
        (Some(Counted::Sealed), true) => say!("form-closed-sealed", form = form, round = round),
        (Some(Counted::Sealed), false) => {
            say!("form-closed-sealed-as", form = form, round = round, answers = answers)
        }
        (Some(Counted::Draft), true) => say!("form-closed-draft", form = form, round = round),
        (Some(Counted::Draft), false) => {
            say!("form-closed-draft-as", form = form, round = round, answers = answers)
        }
        (None, _) => say!("form-closed-not-given", form = form, round = round),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn answers_are_said_with_their_values() {
        let both = |left, right| BTreeMap::from([(Seat::Left, left), (Seat::Right, right)]);
        let number = |text: &str| text.parse().unwrap();
        let answers = Answers {
            choice: Some(Seat::Left),
            verdicts: BTreeMap::from([(Seat::Terminal(3), Verdict::Unsure)]),
            ratings: BTreeMap::from([("humanness".to_owned(), BTreeMap::from([(Seat::Only, number("0.5"))]))]),
            split: both(40, 60),
            confidence: Some(80),
            reason: Some("so".to_owned()),
        };
        assert_eq!(
            said(&answers).to_string(),
            "the left one is the human, you cannot tell what terminal 3 is, humanness 0.5, 40 points (the left one), \
             60 points (the right one), 80 % sure, a reason of 2 characters"
        );
        assert!(said(&Answers::default()).is_empty());
        let order = [&["R2-J1-left"][..], &["R1-J1-left", "R1-J1-right"]]
            .map(|group| group.iter().map(|id| id.parse().unwrap()).collect::<Vec<_>>());
        let most = said_of_order(&order, RankFrom::MostHuman).to_string();
        assert_eq!(most, "1 the left one of round 2, 2 the left one of round 1, 2 the right one of round 1");
        assert!(said_of_order(&order, RankFrom::LeastHuman).to_string().ends_with("3 the left one of round 2"));
    }
}
