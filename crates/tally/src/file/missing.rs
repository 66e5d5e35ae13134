//! What the rulebook and its design lead one to expect and the files do not hold: no fault, but worth a sentence of each kind.

use rulebook::{ConfederateId, JudgeId, Rulebook, Witness, schema::Question};

use super::{columns::column_name, design::Planned, draft::ByBook, fault::Report, gathering::Gathering};
use crate::{
    Missing,
    missing::is_square,
    pair::Pair,
    words::{all_of, missing, named_first},
};

/// The questions that no column answers.
pub(super) fn columns(gathering: &Gathering<'_>) -> Vec<String> {
    let columns = gathering.columns.unanswered();
    if columns.is_empty() {
        return vec![];
    }
    let id = &gathering.rulebook.id;
    vec![format!(
        "no file has a column for {}, which `{id}` asks for",
        all_of(columns.iter().map(|name| format!("`{name}`")))
    )]
}

/// The questions that a column asks and nobody answered.
pub(super) fn silent(gathering: &Gathering<'_>, questions: &[Question]) -> Option<String> {
    let id = &gathering.rulebook.id;
    let names = all_of(questions.iter().map(|question| format!("`{}`", column_name(question))));
    (!questions.is_empty()).then(|| format!("nobody answered {names}, which `{id}` asks for"))
}

/// The columns that nobody asked for.
pub(super) fn ignored(gathering: &Gathering<'_>) -> Option<String> {
    let ignored = &gathering.columns.ignored;
    let names = ignored.iter().map(|name| format!("`{name}`"));
    (!ignored.is_empty()).then(|| format!("left out: {}, which nobody asked for", named_first(names, "column")))
}

/// Reports whoever sits where the design has somebody else.
pub(super) fn against(gathering: &Gathering<'_>, planned: Option<Planned<'_>>, report: &mut Report) {
    let Some(planned) = planned else { return };
    for draft in gathering.drafts.list.iter().filter(|draft| !draft.spoiled) {
        let judge = gathering.books.list[draft.book()].judge;
        if let Pair { entry: Some(entry), confederate: Some(found) } = draft.people
            && let Some(sits) = planned.beside(judge, entry)
            && sits != found
        {
            let what = format!(
                "by the matrix {sits} sits beside {entry} before {judge}, not {found} (check the ids, or say that the ballots were observed)"
            );
            report.add(draft.at, what);
        }
    }
}

/// The ballots that are missing, by trial and judge, and what is said of them.
pub(super) fn ballots(
    gathering: &Gathering<'_>,
    by_book: &ByBook,
    rulebook: &Rulebook,
    planned: Option<Planned<'_>>,
) -> (Vec<Missing>, Vec<String>) {
    let books = &gathering.books;
    let ranked = |place: usize| rulebook.ballots.ranking.is_some() && !books.list[place].ranks.is_empty();
    if !books.in_order().any(|place| ranked(place) || !by_book.of(place).is_empty()) {
        return (vec![], vec!["the files hold no ballots".to_owned()]);
    }
    let Some(planned) = planned else { return (vec![], vec![]) };
    let interviews = !gathering.columns.answered().is_empty();
    let (mut all, mut silent, mut some, mut unranked) = (vec![], vec![], vec![], vec![]);
    for trial in 1..=rulebook.trial_count() {
        for judge in JudgeId::first(usize::from(rulebook.roles.judges)) {
            let place = books.find(trial, judge);
            let mine = place.map_or(&[][..], |place| by_book.of(place));
            let drafts = || mine.iter().map(|&index| &gathering.drafts.list[index]);
            // Who is ranked alone, where one witness sits at a time, was met: ranks may be all that counts there.
            let found: Vec<Pair> =
                drafts().filter(|draft| draft.answered || !draft.sat).map(|draft| draft.people).collect();
            let blank: Vec<Pair> = drafts().filter(|draft| !draft.answered).map(|draft| draft.people).collect();
            let ranks = place.is_some_and(ranked);
            let mut cells = vec![];
            if interviews {
                cells = left(planned.interviews(judge), &found, &blank, rulebook);
            }
            let cells = cells.into_iter().map(|Pair { entry, confederate }| Missing::Ballot {
                trial,
                judge,
                entry,
                confederate,
            });
            let cells: Vec<Missing> = cells.collect();
            all.extend(&cells);
            if found.is_empty() && !ranks {
                silent.push((trial, judge));
            } else {
                some.extend(&cells);
            }
            if rulebook.ballots.ranking.is_some() && !ranks {
                all.push(Missing::Ranking { trial, judge });
                if gathering.columns.has_ranks() && !found.is_empty() {
                    unranked.push((trial, judge));
                }
            }
        }
    }
    let mut notes = vec![];
    let several = rulebook.trial_count() > 1;
    let names = |those: &[(u16, JudgeId)]| {
        let name = |(trial, judge): &(u16, JudgeId)| match several {
            true => format!("{judge} in trial {trial}"),
            false => judge.to_string(),
        };
        named_first(those.iter().map(name), "judge")
    };
    if !some.is_empty() {
        notes.push(format!("no ballot was given by {}", missing(&some, several)));
    }
    if !silent.is_empty() {
        let are = if silent.len() == 1 { "is" } else { "are" };
        notes.push(format!("{} {are} missing: no ballot in any file", names(&silent)));
    }
    if !unranked.is_empty() {
        notes.push(format!("no ranking was given by {}", names(&unranked)));
    }
    (all, notes)
}

/// The interviews of a judge without a ballot. Where the design leaves open who sits beside an entry, the rows or the last who is
/// left may say it.
fn left(planned: Vec<Pair>, found: &[Pair], blank: &[Pair], rulebook: &Rulebook) -> Vec<Pair> {
    let about = |pair: &Pair| pair.entry.map(Witness::Entry).or(pair.confederate.map(Witness::Confederate));
    let same = |one: &Pair, other: &Pair| about(one) == about(other);
    let mut left: Vec<Pair> = planned.into_iter().filter(|pair| !found.iter().any(|met| same(met, pair))).collect();
    for pair in &mut left {
        if let Some(known) = blank.iter().find(|known| same(known, pair)) {
            pair.confederate = pair.confederate.or(known.confederate);
        }
    }
    if is_square(rulebook) {
        let met: Vec<ConfederateId> = found.iter().chain(&left).filter_map(|pair| pair.confederate).collect();
        let mut free = ConfederateId::first(rulebook.roles.confederates.into()).filter(|other| !met.contains(other));
        let mut open = left.iter_mut().filter(|pair| pair.confederate.is_none());
        if let (Some(pair), None, Some(only), None) = (open.next(), open.next(), free.next(), free.next()) {
            pair.confederate = Some(only);
        }
    }
    left
}
