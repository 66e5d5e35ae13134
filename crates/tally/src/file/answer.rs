//! One answer of a row on its way to the ballot: the witness it is about, and the check that it is allowed there.

use rulebook::Witness;

use super::{
    columns::Whom,
    draft::Drafts,
    fault::{At, Report},
    row::{AnswerCell, Chosen},
};
use crate::{outcomes::Mark, pair::Pair};

/// The witnesses that the cells of a row are about.
#[derive(Debug, Clone, Copy)]
pub(super) struct Naming {
    pub(super) witness: Option<Witness>,
    pub(super) people: Pair,
}

impl Naming {
    pub(super) fn named(self, whom: Whom) -> Result<Witness, &'static str> {
        match whom {
            Whom::Witness => self.witness.ok_or("it is not said which of the two this is about (write it in a row with the witness, or in columns that begin with `entry_` and `confederate_`)"),
            Whom::Entry => self.people.entry.map(Witness::Entry).ok_or("no entry stands in this row (name it)"),
            Whom::Confederate => {
                self.people.confederate.map(Witness::Confederate).ok_or("no confederate stands in this row (name it)")
            }
        }
    }
}

/// Puts one answer onto a ballot.
pub(super) fn answer(drafts: &mut Drafts, draft: usize, naming: Naming, told: AnswerCell, at: At, report: &mut Report) {
    let named = |whom| naming.named(whom).map_err(str::to_owned);
    let mark = match told {
        AnswerCell::Choice(chosen) => chosen_of(chosen, naming.people).map(Mark::Choice),
        AnswerCell::Verdict(whom, verdict) => named(whom).map(|witness| Mark::Verdict(witness, verdict)),
        AnswerCell::Points(whom, points) => named(whom).map(|witness| Mark::Points(witness, points)),
        AnswerCell::Rating(whom, name, rating) => named(whom).map(|witness| Mark::Rating(witness, name, rating)),
        AnswerCell::Confidence(confidence) => Ok(Mark::Confidence(confidence)),
        AnswerCell::Reason(reason) => Ok(Mark::Reason(drafts.reason(reason))),
        AnswerCell::Rank(..)
        | AnswerCell::Vote(_)
        | AnswerCell::Selection(_)
        | AnswerCell::Disqualified(_)
        | AnswerCell::OpenSource
        | AnswerCell::Baseline
        | AnswerCell::Coin(_)
        | AnswerCell::Carried(_) => {
            drafts.list[draft].answered = true;
            return;
        }
    };
    drafts.list[draft].answered = true;
    let done = mark.and_then(|mark| {
        drafts.say(draft, mark).then_some(()).ok_or_else(|| "this is answered already (keep one)".to_owned())
    });
    if let Err(what) = done {
        drafts.list[draft].spoiled = true;
        report.add(at, what);
    }
}

fn chosen_of(chosen: Chosen, people: Pair) -> Result<Witness, String> {
    let found = match chosen {
        Chosen::Entry => people.entry.map(Witness::Entry),
        Chosen::Confederate => people.confederate.map(Witness::Confederate),
        Chosen::Id(id) => people.witnesses().find(|witness| *witness == id),
    };
    found.ok_or_else(|| match chosen {
        Chosen::Id(id) => format!("{id} is not in this interview, which was with {people} (choose one of the two)"),
        Chosen::Entry | Chosen::Confederate => format!("the interview was with {people} (write the id)"),
    })
}
