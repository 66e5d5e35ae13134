//! What of a form is sealed and what is not, in words with the values: the same on the page and in the answer to a draft.

use std::time::Duration;

use contest::{
    fields::{self, Fields},
    labels,
};
use rulebook::{
    ConversationId, Seat,
    schema::{BallotRules, Drafts, RankingRules},
};
use tally::Answers;

/// How long before its time is over somebody is warned of a form that is not sealed, in contest time.
pub(super) const WARNING: Duration = Duration::from_secs(60);

/// What of a form is sealed, and what is not.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FormState {
    /// What is sealed, in a sentence; empty while nothing is.
    pub sealed: String,
    /// What is filled in and not sealed, in a sentence; empty when that is what is sealed.
    pub unsealed: String,
}

/// What is filled in.
struct Filled {
    said: String,
    is_complete: bool,
}

impl FormState {
    /// Of a form about these seats. `recorded` are the answers that count, `draft` is what stands in the form.
    #[must_use]
    pub fn of_ballot(
        rules: &BallotRules,
        seats: &[Seat],
        recorded: Option<&Answers<Seat>>,
        draft: Option<&Fields>,
    ) -> Self {
        let filled = draft.map(|draft| fields::read(&rules.interview, seats, draft)).and_then(|reading| {
            let is_complete = reading.faults.is_empty();
            let is_sealed = is_complete && recorded == Some(&reading.answers);
            (!is_sealed).then(|| Filled { said: labels::said(&reading.answers), is_complete })
        });
        Self::of(rules.drafts, recorded.map(labels::said), filled)
    }

    /// Of a ranking of these conversations.
    #[must_use]
    pub fn of_ranking(
        drafts: Drafts,
        rules: RankingRules,
        met: &[ConversationId],
        recorded: Option<&Vec<Vec<ConversationId>>>,
        draft: Option<&Fields>,
    ) -> Self {
        let said = |order: &Vec<Vec<ConversationId>>| labels::said_of_order(order, rules.from);
        let filled = draft.map(|draft| fields::read_order(rules, met, draft)).and_then(|reading| {
            let is_complete = reading.faults.is_empty();
            let is_sealed = is_complete && recorded == Some(&reading.order);
            // The ranks of a draft have gaps, which an order has not: it is said in words when it is complete.
            let said = if is_complete { said(&reading.order) } else { String::new() };
            (!is_sealed).then_some(Filled { said, is_complete })
        });
        Self::of(drafts, recorded.map(said), filled)
    }

    fn of(drafts: Drafts, sealed: Option<String>, filled: Option<Filled>) -> Self {
        let after = match (&sealed, filled.as_ref().map(|filled| filled.is_complete), drafts) {
            (Some(_), ..) => "What you sealed counts until you seal again.",
            (None, None, _) => "Nothing is filled in yet.",
            (None, Some(_), Drafts::Lapse) => "Only what you seal counts.",
            (None, Some(true), Drafts::Count) => {
                "It is complete: if you seal nothing, it counts when the time is over."
            }
            (None, Some(false), Drafts::Count) => "It is not complete: if you seal nothing, none of it counts.",
        };
        let unsealed = match (&sealed, &filled) {
            (Some(_), None) => String::new(),
            (_, Some(Filled { said, .. })) if !said.is_empty() => format!("Not sealed: {said}. {after}"),
            _ => format!("Not sealed. {after}"),
        };
        let sealed = sealed.map(|said| {
            let values = if said.is_empty() { String::new() } else { format!(": {said}") };
            format!("Sealed{values}. Nobody sees it before the end.")
        });
        Self { sealed: sealed.unwrap_or_default(), unsealed }
    }
}
