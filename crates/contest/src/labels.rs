//! What a judge calls a seat and a conversation, and what was answered about them, in sentences and on pages.

use std::fmt;

use rulebook::{ConversationId, Seat, counted, schema::RankFrom};
use tally::{Answers, Verdict};

use crate::{
    event::Counted,
    form::{ClosedForm, FormId},
};

/// A seat as a judge calls it within a sentence: `the left one`, `terminal 3`, `your partner`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct SeatLabel(pub Seat);

impl fmt::Display for SeatLabel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Seat::Left => f.write_str("the left one"),
            Seat::Right => f.write_str("the right one"),
            Seat::Only => f.write_str("your partner"),
            Seat::Terminal(number) => write!(f, "terminal {number}"),
        }
    }
}

/// A conversation as a judge calls it at the end: `the left one of round 2`, `terminal 3 (round 2)`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct ConversationLabel(pub ConversationId);

impl fmt::Display for ConversationLabel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ConversationId { interview, seat } = self.0;
        let round = interview.round.number();
        match seat {
            Seat::Only => write!(f, "your partner of round {round}"),
            Seat::Terminal(_) => write!(f, "{} (round {round})", SeatLabel(seat)),
            Seat::Left | Seat::Right => write!(f, "{} of round {round}", SeatLabel(seat)),
        }
    }
}

/// What stands on a form, in words with the values: `the left one is the human, 80 %`; empty when nothing does.
#[must_use]
pub fn said(answers: &Answers<Seat>) -> String {
    let of = |seat: &Seat| match seat {
        Seat::Only => String::new(),
        seat => format!(" ({})", SeatLabel(*seat)),
    };
    let choice = answers.choice.map(|seat| format!("{} is the human", SeatLabel(seat)));
    let verdicts = answers.verdicts.iter().map(|(seat, verdict)| match verdict {
        Verdict::Human => format!("{} is a person", SeatLabel(*seat)),
        Verdict::Machine => format!("{} is a program", SeatLabel(*seat)),
        Verdict::Unsure => format!("you cannot tell what {} is", SeatLabel(*seat)),
    });
    let ratings = answers
        .ratings
        .iter()
        .flat_map(|(name, numbers)| numbers.iter().map(move |(seat, number)| format!("{name} {number}{}", of(seat))));
    let split =
        answers.split.iter().map(|(seat, points)| format!("{}{}", counted(points, "point", "points"), of(seat)));
    let confidence = answers.confidence.map(|sure| format!("{sure} % sure"));
    let reason = answers.reason.as_ref().map(|why| {
        let characters = counted(why.chars().count(), "character", "characters");
        format!("a reason of {characters}")
    });
    let parts = choice.into_iter().chain(verdicts).chain(ratings).chain(split).chain(confidence).chain(reason);
    parts.collect::<Vec<_>>().join(", ")
}

/// A ranking in words, with the ranks as they are given: `1 the left one of round 2, 2 the right one of round 1`; empty
/// when nobody has a rank.
#[must_use]
pub fn said_of_order(order: &[Vec<ConversationId>], from: RankFrom) -> String {
    let mut groups: Vec<_> = order.iter().collect();
    if from == RankFrom::LeastHuman {
        groups.reverse();
    }
    let mut rank = 1;
    let mut parts = Vec::new();
    for group in groups {
        parts.extend(group.iter().map(|id| format!("{rank} {}", ConversationLabel(*id))));
        rank += group.len();
    }
    parts.join(", ")
}

/// How judges are asked to vote between entries that are level.
pub const VOTE_ASKED: &str = "All ballots are in, and some entries are level. The rules let the judges decide. Which of these was more \
                              human?";

/// The choice of a judge who prefers none of them.
pub const NO_PREFERENCE: &str = "I cannot choose";

/// An entry as the judge met it: `The left one of round 2`, `The left one of round 2, and the right one of round 5`.
#[must_use]
pub fn candidate(met: &[ConversationId]) -> String {
    let text = met.iter().map(|id| ConversationLabel(*id).to_string()).collect::<Vec<_>>().join(", and ");
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// How a judge has voted, in a sentence.
#[must_use]
pub fn voted(candidates: &[Vec<ConversationId>], preferred: Option<ConversationId>) -> String {
    let chosen = preferred.and_then(|id| candidates.iter().find(|met| met.contains(&id)));
    match chosen {
        Some(met) => format!("You voted for: {}.", candidate(met)),
        None => format!("You voted: {NO_PREFERENCE}."),
    }
}

/// What became of a form that is closed, for whoever it was asked of. `said` is what was given, in words.
#[must_use]
pub fn closed(closed: ClosedForm, said: &str) -> String {
    let what = match closed.form {
        FormId::Ballot(round) => format!("Your ballot of round {}", round.number()),
        FormId::Ranking(_) => "Your ranking".to_owned(),
        FormId::Notes(_) => "Your notes".to_owned(),
    };
    let values = if said.is_empty() { String::new() } else { format!(": {said}") };
    match closed.counted {
        Some(Counted::Sealed) => format!("{what} counts as you sealed it{values}."),
        Some(Counted::Draft) => {
            format!("{what} was not sealed; it was complete when its time was over, and counts{values}.")
        }
        None => format!("{what} was not given: nothing of it counts."),
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
            said(&answers),
            "the left one is the human, you cannot tell what terminal 3 is, humanness 0.5, 40 points (the left one), \
             60 points (the right one), 80 % sure, a reason of 2 characters"
        );
        assert_eq!(said(&Answers::default()), "");
        let order = [&["R2-J1-left"][..], &["R1-J1-left", "R1-J1-right"]]
            .map(|group| group.iter().map(|id| id.parse().unwrap()).collect::<Vec<_>>());
        let most = said_of_order(&order, RankFrom::MostHuman);
        assert_eq!(most, "1 the left one of round 2, 2 the left one of round 1, 2 the right one of round 1");
        assert!(said_of_order(&order, RankFrom::LeastHuman).ends_with("3 the left one of round 2"));
    }
}
