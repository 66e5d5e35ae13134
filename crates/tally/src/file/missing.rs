//! Expected answers and columns that the files lack: not a fault, but each kind gets a note.

use rulebook::{ConfederateId, JudgeId, Rulebook, Witness, schema::Question};

use super::{
    columns::column_name, design::Planned, draft::ByBook, fault::Report, forms::Gap, gathering::Gathering,
    ranks::Incomplete,
};
use crate::{
    Missing,
    missing::{is_square, rests_on},
    pair::Pair,
    sentence_parts::{all_of, missing, named_first},
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

/// The questions that have a column and no answers.
pub(super) fn silent(gathering: &Gathering<'_>, questions: &[Question]) -> Option<String> {
    let id = &gathering.rulebook.id;
    let names = all_of(questions.iter().map(|question| format!("`{}`", column_name(question))));
    (!questions.is_empty()).then(|| format!("nobody answered {names}, which `{id}` asks for"))
}

/// The ignored columns.
pub(super) fn ignored(gathering: &Gathering<'_>) -> Option<String> {
    let ignored = &gathering.columns.ignored;
    let names = ignored.iter().map(|name| format!("`{name}`"));
    (!ignored.is_empty()).then(|| format!("left out: {}, which nobody asked for", named_first(names, "column")))
}

/// Reports confederates other than those of the design.
pub(super) fn against(gathering: &Gathering<'_>, planned: Option<Planned<'_>>, report: &mut Report) {
    let Some(planned) = planned else { return };
    for draft in gathering.drafts.list.iter().filter(|draft| !draft.spoiled && !draft.dropped) {
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

/// Unanswered questions found while reading.
pub(super) struct Lacks<'a> {
    /// The questions that ballots answer.
    pub(super) form: &'a [Question],
    pub(super) gaps: &'a [Gap],
    pub(super) incomplete: &'a [Incomplete],
}

/// The missing answers, by trial and judge, and the notes about them: ballots that the design planned or that a row
/// leaves blank, unanswered questions of a ballot, and rankings.
pub(super) fn ballots(
    gathering: &Gathering<'_>,
    by_book: &ByBook,
    rulebook: &Rulebook,
    planned: Option<Planned<'_>>,
    lacks: &Lacks<'_>,
) -> (Vec<Missing>, Vec<String>) {
    let books = &gathering.books;
    let given = |place: usize| rulebook.ballots.ranking.is_some() && !books.list[place].ranks.is_empty();
    if !books.in_order().any(|place| given(place) || !by_book.of(place).is_empty()) {
        return (vec![], vec!["the files hold no ballots".to_owned()]);
    }
    let mut found = MissingAnswers::default();
    let answers = answers_missing(gathering, rulebook, lacks);
    for (trial, judge) in judges(gathering, rulebook, planned) {
        let place = books.find(trial, judge);
        let mine = place.map_or(&[][..], |place| by_book.of(place));
        let drafts = || mine.iter().map(|&index| &gathering.drafts.list[index]).filter(|draft| !draft.by_ranks);
        let met: Vec<Pair> = drafts().filter(|draft| draft.answered).map(|draft| draft.people).collect();
        let mut blank: Vec<Pair> = drafts().filter(|draft| !draft.answered).map(|draft| draft.people).collect();
        blank.sort_unstable();
        let mut cells = vec![];
        if !lacks.form.is_empty() {
            cells = planned.map_or(vec![], |planned| left(planned.interviews(judge), &met, &blank, rulebook));
            let of_rows = blank.iter().filter(|row| planned.is_none() || !cells.contains(row));
            cells.extend(of_rows.copied().collect::<Vec<_>>());
        }
        let cells =
            cells.into_iter().map(|Pair { entry, confederate }| Missing::Ballot { trial, judge, entry, confederate });
        let cells: Vec<Missing> = cells.collect();
        found.all.extend(cells.iter().cloned());
        found.all.extend(answers.iter().filter(|of| (of.trial(), of.judge()) == (trial, judge)).cloned());
        let ranked = place.is_some_and(given);
        if planned.is_some() && met.is_empty() && !ranked {
            found.silent.push((trial, judge));
        } else {
            found.some.extend(cells);
        }
        let incomplete = lacks.incomplete.iter().any(|of| (of.trial, of.judge) == (trial, judge));
        // Without a plan, a ranking is expected if some row has a blank rank.
        let asked = planned.is_some() || place.is_some_and(|place| !books.list[place].unranked.is_empty());
        if incomplete || (rulebook.ballots.ranking.is_some() && !ranked && asked) {
            found.all.push(Missing::Ranking { trial, judge });
            if gathering.columns.has_ranks() && !incomplete && !met.is_empty() {
                found.unranked.push((trial, judge));
            }
        }
    }
    let notes = found.notes(rulebook.trial_count() > 1, gathering, lacks);
    (found.all, notes)
}

/// The judges of each trial: all of them in a planned contest, otherwise those with rows.
fn judges(gathering: &Gathering<'_>, rulebook: &Rulebook, planned: Option<Planned<'_>>) -> Vec<(u16, JudgeId)> {
    if planned.is_none() {
        let book = |place: usize| (gathering.books.list[place].trial, gathering.books.list[place].judge);
        return gathering.books.in_order().map(book).collect();
    }
    let judges = || JudgeId::first(usize::from(rulebook.roles.judges));
    (1..=rulebook.trial_count()).flat_map(|trial| judges().map(move |judge| (trial, judge))).collect()
}

/// The missing answers, and the parts of them for each note.
#[derive(Default)]
struct MissingAnswers {
    all: Vec<Missing>,
    silent: Vec<(u16, JudgeId)>,
    some: Vec<Missing>,
    unranked: Vec<(u16, JudgeId)>,
}

/// Unanswered questions on ballots with other answers, if an award could rest on them.
fn answers_missing(gathering: &Gathering<'_>, rulebook: &Rulebook, lacks: &Lacks<'_>) -> Vec<Missing> {
    let missing = |index: usize, question: &str, about: &[Witness]| {
        let draft = &gathering.drafts.list[index];
        let book = &gathering.books.list[draft.book()];
        let (mut entry, mut confederate) = (None, None);
        for witness in about {
            match witness {
                Witness::Entry(id) => entry = Some(*id),
                Witness::Confederate(id) => confederate = Some(*id),
            }
        }
        let (trial, judge, question) = (book.trial, book.judge, question.to_owned());
        Some(Missing::Answer { trial, judge, round: draft.round?, entry, confederate, question })
    };
    let asked = |name: &str| rulebook.ballots.interview.iter().find(|question| column_name(question) == name);
    let rests = |name: &str| asked(name).is_some_and(|question| rests_on(rulebook, question));
    let gaps = lacks.gaps.iter().filter(|gap| rests(&gap.question));
    let mut all: Vec<Missing> = gaps.filter_map(|gap| missing(gap.draft, &gap.question, &gap.about)).collect();
    // A question without a column is unanswered on every ballot.
    let unasked = rulebook.ballots.interview.iter().filter(|question| !lacks.form.contains(question));
    for question in unasked.filter(|question| !lacks.form.is_empty() && rests_on(rulebook, question)) {
        let drafts = gathering.drafts.list.iter().enumerate().filter(|(_, draft)| draft.answered && !draft.dropped);
        all.extend(drafts.filter_map(|(index, draft)| {
            missing(index, column_name(question), &draft.people.witnesses().collect::<Vec<_>>())
        }));
    }
    all.sort();
    all
}

impl MissingAnswers {
    fn notes(&self, several: bool, gathering: &Gathering<'_>, lacks: &Lacks<'_>) -> Vec<String> {
        let mut notes = vec![];
        let name = |trial: u16, judge: JudgeId| match several {
            true => format!("{judge} in trial {trial}"),
            false => judge.to_string(),
        };
        let names =
            |those: &[(u16, JudgeId)]| named_first(those.iter().map(|&(trial, judge)| name(trial, judge)), "judge");
        if !self.some.is_empty() {
            notes.push(format!("no ballot was given by {}", missing(&self.some, several)));
        }
        if !self.silent.is_empty() {
            let are = if self.silent.len() == 1 { "is" } else { "are" };
            notes.push(format!("{} {are} missing: no ballot in any file", names(&self.silent)));
        }
        let mut questions: Vec<&str> = lacks.gaps.iter().map(|gap| gap.question.as_str()).collect();
        questions.sort_unstable();
        questions.dedup();
        for question in questions {
            let mut about: Vec<(u16, JudgeId, Vec<Witness>)> = vec![];
            for gap in lacks.gaps.iter().filter(|gap| gap.question == question) {
                let book = &gathering.books.list[gathering.drafts.list[gap.draft].book()];
                about.push((book.trial, book.judge, gap.about.clone()));
            }
            about.sort();
            let told =
                about.iter().map(|(trial, judge, about)| format!("{} about {}", name(*trial, *judge), all_of(about)));
            notes.push(format!("`{question}` is not answered by {}", named_first(told, "ballot")));
        }
        if !self.unranked.is_empty() {
            notes.push(format!("no ranking was given by {}", names(&self.unranked)));
        }
        for Incomplete { trial, judge, without } in lacks.incomplete {
            let (of, without) = (name(*trial, *judge), all_of(without));
            notes.push(format!("the ranking of {of} has no rank for {without}, and does not count"));
        }
        notes
    }
}

/// The interviews of a judge without a ballot. If the design does not fix the confederate beside an entry, the rows
/// may, or the only confederate left.
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
