//! The outcome of transcripts judged by readers: whole numbers from which every share and mean follows.
//!
//! A judge's last belief about a conversation is right if it is above 50 and a person answered, or below 50 and a
//! program did; at 50 it is undecided. Conversations in replayed rounds, conversations that were ended early, and those
//! without a belief do not count.

use std::collections::BTreeMap;

use rulebook::{ConversationId, JudgeId, Witness};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Private, contest::Contest};

/// The beliefs of judges who read transcripts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Reading")]
pub struct ReadingBeliefs {
    /// Every witness whose conversation was read, people first.
    pub conversations: Vec<JudgedConversation>,
    /// Every judge who read one, by number.
    pub judges: Vec<Readers>,
}

/// The beliefs about one conversation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct JudgedConversation {
    /// The witness: a confederate if a person answered, an entry if a program did.
    pub witness: Witness,
    /// The last beliefs of its judges.
    pub last: Believed,
    /// For each turn, from the first, the sum of the beliefs after it and their number; the quotient is the mean
    /// belief.
    pub by_turn: Vec<Mean>,
}

/// The beliefs of one judge about all conversations they read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Readers {
    /// The judge.
    pub judge: JudgeId,
    /// The last beliefs about each conversation.
    pub last: Believed,
}

/// Last beliefs, counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Believed {
    /// Their number.
    pub of: u32,
    /// The number of right ones.
    pub right: u32,
    /// The number of those at 50.
    pub undecided: u32,
    /// Their sum, each from 0 to 100.
    pub sum: u32,
    /// The sum of their squares, from which the interval of the mean follows.
    pub squares: u64,
}

/// A mean belief, as a sum and a number of judges.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Mean {
    /// The sum of the beliefs.
    pub sum: u32,
    /// The number of judges who gave one.
    pub of: u32,
}

impl Believed {
    fn add(&mut self, belief: u8, is_human: bool) {
        let belief = u32::from(belief);
        self.of += 1;
        self.right += u32::from(if is_human { belief > 50 } else { belief < 50 });
        self.undecided += u32::from(belief == 50);
        self.sum += belief;
        self.squares += u64::from(belief * belief);
    }
}

impl ReadingBeliefs {
    /// The beliefs of the judges of this contest; `None` if they talked with witnesses.
    pub(super) fn of(contest: &Contest) -> Option<Self> {
        if !contest.is_read() {
            return None;
        }
        let mut conversations: BTreeMap<Witness, JudgedConversation> = BTreeMap::new();
        let mut judges: BTreeMap<JudgeId, Believed> = BTreeMap::new();
        let void = |id: &ConversationId| {
            let aborted = contest.interviews.get(&id.interview).is_some_and(|interview| interview.aborted);
            aborted || contest.void.contains(&id.interview.round)
        };
        for (id, beliefs) in contest.beliefs.iter().filter(|(id, _)| !void(id)) {
            let Some(witness) = contest.seating(id.interview).and_then(|seating| seating.witness(id.seat)) else {
                continue;
            };
            let given: Vec<u8> = beliefs.iter().filter_map(Private::held).map(|belief| belief.human).collect();
            let Some(last) = given.last() else { continue };
            let is_human = matches!(witness, Witness::Confederate(_));
            let judged = conversations.entry(witness).or_insert_with(|| JudgedConversation {
                witness,
                last: Believed::default(),
                by_turn: Vec::new(),
            });
            judged.last.add(*last, is_human);
            judges.entry(id.interview.judge).or_default().add(*last, is_human);
            for (turn, belief) in given.into_iter().enumerate() {
                if judged.by_turn.len() <= turn {
                    judged.by_turn.push(Mean::default());
                }
                let mean = &mut judged.by_turn[turn];
                mean.sum += u32::from(belief);
                mean.of += 1;
            }
        }
        let is_program = |witness: &Witness| matches!(witness, Witness::Entry(_));
        let (programs, people): (Vec<_>, Vec<_>) =
            conversations.into_values().partition(|judged| is_program(&judged.witness));
        let judges = judges.into_iter().map(|(judge, last)| Readers { judge, last }).collect();
        Some(Self { conversations: people.into_iter().chain(programs).collect(), judges })
    }
}
