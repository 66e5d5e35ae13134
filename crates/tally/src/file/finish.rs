//! From rows that were put together to ballots that the rulebook allows.

use std::collections::BTreeMap;

use rulebook::{EntryId, InterviewId, RoundNumber};

use super::{
    Reading,
    draft::{ByBook, Drafts},
    fault::Report,
    forms,
    gathering::Gathering,
    missing,
    ranks::{add_interviews_of_ranked, rankings},
};
use crate::{Ballots, Outcomes, outcomes::Mark};

/// Makes ballots of everything the rows said, checked form by form.
pub(super) fn finish(mut gathering: Gathering<'_>, report: &mut Report) -> Reading {
    gathering.settle(report);
    let mut rulebook = gathering.rulebook.clone();
    rulebook.roles = gathering.counts.roles(gathering.rulebook, report);
    let form = gathering.columns.answered();
    let by_book = gathering.drafts.by_book(gathering.books.list.len());
    forms::check(&form, &gathering, &by_book, report);
    let rankings = rankings(&mut gathering, &by_book, &rulebook, report);
    let mut notes = missing::columns(&gathering);
    notes.extend(missing::ballots(&gathering, &by_book, &rulebook));

    add_interviews_of_ranked(&mut gathering, &by_book);
    let by_book = gathering.drafts.by_book(gathering.books.list.len());
    number_rounds(&mut gathering, &by_book, report);
    let mut by_place: BTreeMap<u16, Vec<EntryId>> = BTreeMap::new();
    for (&entry, &(place, _)) in &gathering.selection {
        by_place.entry(place).or_default().push(entry);
    }
    gathering.circumstances.selection = by_place.into_values().collect();
    let interviews = outcomes(&mut gathering, form.is_empty());
    Reading { rulebook, ballots: Ballots { interviews, rankings }, circumstances: gathering.circumstances, notes }
}

/// Gives each interview without a round the first that its judge has free, in the order of the files.
fn number_rounds(gathering: &mut Gathering<'_>, by_book: &ByBook, report: &mut Report) {
    for (place, book) in gathering.books.list.iter().enumerate() {
        let mut last = 0_u16;
        for &index in by_book.of(place) {
            let draft = &mut gathering.drafts.list[index];
            if draft.round.is_some() {
                continue;
            }
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

/// The interviews by trial, round and judge. Where nothing is asked about interviews, the ballots are blank and not missing.
fn outcomes(gathering: &mut Gathering<'_>, blank: bool) -> Outcomes {
    let Drafts { list, texts, .. } = &mut gathering.drafts;
    let key = |(index, draft): (usize, &super::draft::Draft)| {
        let book = &gathering.books.list[draft.book];
        let parts = [book.trial, draft.round?.number(), book.judge.number()];
        Some((parts.into_iter().fold(0_u64, |key, part| key << 16 | u64::from(part)), index))
    };
    let mut order: Vec<(u64, usize)> = list.iter().enumerate().filter_map(key).collect();
    order.sort_unstable();
    let texts = std::mem::take(texts);
    let mut outcomes = Outcomes::with_texts(texts, order.len(), gathering.drafts.answers());
    let mut marks: Vec<Mark> = vec![];
    for (_, index) in order {
        let draft = &gathering.drafts.list[index];
        let book = &gathering.books.list[draft.book];
        let Some(round) = draft.round else { continue };
        marks.clear();
        marks.extend(gathering.drafts.marks(index));
        let id = (book.trial, InterviewId { round, judge: book.judge });
        outcomes.push_marks(id, draft.people, draft.answered || blank, &marks);
    }
    outcomes
}
