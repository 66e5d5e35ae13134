//! From gathered rows to ballots that the rulebook allows.

use std::{cmp::Ordering, collections::BTreeMap};

use rulebook::{ConfederateId, EntryId, InterviewId, RoundNumber, schema::Question};

use super::{
    BallotFiles, Conventions,
    design::Planned,
    draft::{ByBook, Drafts},
    fault::{Report, shown},
    forms,
    gathering::Gathering,
    missing::{self, Lacks},
    ranks::{add_interviews_of_ranked, rankings},
    values::OURS,
};
use crate::{
    Ballots, Outcomes,
    outcomes::Mark,
    pair::Pair,
    sentence_parts::{named_first, one_of},
};

/// Makes ballots of everything in the rows, checked form by form.
pub(super) fn finish(mut gathering: Gathering<'_>, conventions: &Conventions, report: &mut Report) -> BallotFiles {
    conventions_hold(&gathering, conventions, report);
    gathering.settle(report);
    let mut rulebook = gathering.rulebook.clone();
    rulebook.roles = gathering.counts.roles(gathering.rulebook, report);
    rulebook.trials = gathering.counts.trials(gathering.rulebook);
    let form = gathering.columns.answered();
    let (form, silent) = without_silent(form, &gathering);
    let mut by_book = gathering.drafts.by_book(gathering.books.list.len());
    let gaps = forms::check(&form, &gathering, &by_book, report);
    let planned = Planned::of(&rulebook, gathering.observed);
    missing::against(&gathering, planned, report);
    let (rankings, incomplete) = rankings(&mut gathering, &by_book, planned, report);
    if let Some(columns) = gathering.columns.unscored().filter(|_| report.is_empty()) {
        let (columns, id) = (one_of(columns), &rulebook.id);
        report.add_of_all(format!(
            "no file has a column for {columns}, which `{id}` scores by (add it, or name the rulebook the ballots were given under)"
        ));
    }
    let mut notes = missing::columns(&gathering);
    notes.extend(missing::silent(&gathering, &silent));
    notes.extend(missing::ignored(&gathering));
    if add_interviews_of_ranked(&mut gathering, &by_book) {
        by_book = gathering.drafts.by_book(gathering.books.list.len());
    }
    number_rounds(&mut gathering, &by_book, report);
    let lacks = Lacks { form: &form, gaps: &gaps, incomplete: &incomplete };
    let (mut missing, of_ballots) = missing::ballots(&gathering, &by_book, &rulebook, planned, &lacks);
    notes.extend(of_ballots);
    if conventions.closed {
        missing.clear();
    }

    let mut by_place: BTreeMap<u16, Vec<EntryId>> = BTreeMap::new();
    for (&entry, &(place, _)) in &gathering.selection {
        by_place.entry(place).or_default().push(entry);
    }
    gathering.circumstances.selection = by_place.into_values().collect();
    let interviews = outcomes(&mut gathering, &by_book, form.is_empty());
    BallotFiles {
        rulebook,
        ballots: Ballots { interviews, rankings },
        circumstances: gathering.circumstances,
        missing,
        names: gathering.cells.names.list(),
        notes,
    }
}

/// Splits the form into the questions that count and the silent ones: those that everybody had to answer and nobody
/// did. A column of blanks is like no column at all. Two exceptions: questions that the score rests on always count,
/// and if no question is answered, all of them do.
fn without_silent(form: Vec<Question>, gathering: &Gathering<'_>) -> (Vec<Question>, Vec<Question>) {
    let answered = |question: &Question| gathering.drafts.answer(question);
    if !form.iter().any(answered) {
        return (form, vec![]);
    }
    let optional = |question: &Question| matches!(question, Question::Reason { required: false, .. });
    form.into_iter()
        .partition(|question| answered(question) || optional(question) || gathering.columns.is_scored(question))
}

/// Reports conventions that do not fit the files, and names of unknown kind.
fn conventions_hold(gathering: &Gathering<'_>, conventions: &Conventions, report: &mut Report) {
    gathering.columns.misnamed().into_iter().for_each(|what| report.add_of_all(what));
    for (ours, _) in conventions.values.iter().filter(|(ours, _)| !OURS.contains(&ours.as_str())) {
        report.add_of_all(format!(
            "`{}` is no value that has other words (write one of {})",
            shown(ours),
            OURS.join(", ")
        ));
    }
    let unknown = &gathering.cells.names.unknown;
    if !unknown.is_empty() {
        let names = named_first(unknown.iter().map(|name| format!("`{}`", shown(name))), "name");
        report.add_of_all(format!(
            "it is not said whether {names} are people or programs (add a column `kind`, say which column it is, or give the names as words for human or machine)"
        ));
    }
}

/// Gives each interview without a round the first free round of its judge, in an order made from its people and its
/// answers, so that the order of rows and files changes nothing.
fn number_rounds(gathering: &mut Gathering<'_>, by_book: &ByBook, report: &mut Report) {
    for (place, book) in gathering.books.list.iter().enumerate() {
        let mut without: Vec<usize> = by_book.of(place).to_vec();
        without.retain(|&index| gathering.drafts.list[index].round.is_none());
        without.sort_by(|&a, &b| in_order(&gathering.drafts, a, b));
        let mut last = 0_u16;
        for index in without {
            let draft = &mut gathering.drafts.list[index];
            let mut free = (last.saturating_add(1)..u16::MAX).map(RoundNumber::new);
            match free.find(|round| !book.by_round.contains_key(round)) {
                Some(round) => {
                    last = round.number();
                    draft.round = Some(round);
                }
                None => report.add(draft.at, format!("{} has more interviews than can be numbered", book.judge)),
            }
        }
    }
}

/// The order of two interviews by their content, not by their place in the files.
fn in_order(drafts: &Drafts, a: usize, b: usize) -> Ordering {
    let people = |index: usize| {
        let Pair { entry, confederate } = drafts.list[index].people;
        let confederate = confederate.map(ConfederateId::number);
        (entry.map(EntryId::number).or(confederate), entry.is_none(), confederate)
    };
    let said = |index: usize| {
        let reason = |mark: &Mark| match mark {
            Mark::Reason(place) => drafts.texts.reasons.get(*place as usize).cloned(),
            _ => None,
        };
        let (reasons, mut others): (Vec<Mark>, Vec<Mark>) =
            drafts.marks(index).partition(|mark| matches!(mark, Mark::Reason(_)));
        others.sort_unstable();
        (others, reasons.iter().filter_map(reason).collect::<Vec<_>>())
    };
    people(a).cmp(&people(b)).then_with(|| said(a).cmp(&said(b)))
}

/// The interviews by trial, round and judge. Without questions about interviews, the ballots are blank rather than
/// missing.
fn outcomes(gathering: &mut Gathering<'_>, by_book: &ByBook, blank: bool) -> Outcomes {
    let texts = std::mem::take(&mut gathering.drafts.texts);
    let Gathering { drafts, books, .. } = gathering;
    let mut outcomes = Outcomes::with_texts(texts, drafts.list.len(), drafts.answers());
    let mut marks: Vec<Mark> = vec![];
    let in_order: Vec<usize> = books.in_order().collect();
    for of_trial in in_order.chunk_by(|&a, &b| books.list[a].trial == books.list[b].trial) {
        // The books are in the order of judges, and so is each round.
        let mut rounds: Vec<Vec<usize>> = vec![];
        for &index in of_trial.iter().flat_map(|&place| by_book.of(place)) {
            let Some(round) = drafts.list[index].round else { continue };
            if rounds.len() <= round.index() {
                rounds.resize_with(round.index() + 1, Vec::new);
            }
            rounds[round.index()].push(index);
        }
        for (index, round) in rounds.iter().zip(0..).flat_map(|(those, at)| those.iter().map(move |&index| (index, at)))
        {
            let draft = &drafts.list[index];
            let book = &books.list[draft.book()];
            marks.clear();
            marks.extend(drafts.marks(index));
            let id = (book.trial, InterviewId { round: RoundNumber::at(round), judge: book.judge });
            outcomes.push_marks(id, draft.people, draft.answered || draft.by_ranks || blank, &marks);
        }
    }
    outcomes
}
