//! The sealed and unsealed parts of a form, in words with the values: the same on the page and in the answer to a
//! draft.

use std::time::Duration;

use contest::{
    fields::{self, Fields},
    labels,
};
use language::Message;
use rulebook::{
    ConversationId, Seat,
    schema::{BallotRules, Drafts, RankingRules},
};
use tally::Answers;

/// The time before its deadline, in contest time, at which an unsealed form is warned about.
pub(super) const WARNING: Duration = Duration::from_secs(60);

/// The sealed and unsealed parts of a form.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FormState {
    /// The sealed part, in a sentence; absent while there is none.
    pub sealed: Option<Message>,
    /// The unsealed part, in a sentence; absent when all of it is sealed.
    pub unsealed: Option<Message>,
}

/// The content of the form.
struct Filled {
    said: Message,
    is_complete: bool,
}

impl FormState {
    /// The state of a form about these seats. `recorded` are the answers that count, `draft` is the content of the
    /// form.
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

    /// The state of a ranking of these conversations.
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
            // The ranks of a draft may have gaps, which an order cannot have: it is put into words only when it is
            // complete.
            let said = if is_complete { said(&reading.order) } else { Message::verbatim("") };
            (!is_sealed).then_some(Filled { said, is_complete })
        });
        Self::of(drafts, recorded.map(said), filled)
    }

    fn of(drafts: Drafts, sealed: Option<Message>, filled: Option<Filled>) -> Self {
        let after = match (&sealed, filled.as_ref().map(|filled| filled.is_complete), drafts) {
            (Some(_), ..) => say!("form-until-again"),
            (None, None, _) => say!("form-empty"),
            (None, Some(_), Drafts::Lapse) => say!("form-lapses"),
            (None, Some(true), Drafts::Count) => say!("form-complete"),
            (None, Some(false), Drafts::Count) => say!("form-incomplete"),
        };
        let not_sealed = match filled {
            None if sealed.is_some() => None,
            Some(Filled { said, .. }) if !said.is_empty() => Some(say!("form-not-sealed-as", answers = said)),
            _ => Some(say!("form-not-sealed")),
        };
        let unsealed = not_sealed.map(|not_sealed| Message::sentences([not_sealed, after]));
        let sealed = sealed.map(|said| match said.is_empty() {
            true => say!("form-sealed"),
            false => say!("form-sealed-as", answers = said),
        });
        Self { sealed, unsealed }
    }
}
