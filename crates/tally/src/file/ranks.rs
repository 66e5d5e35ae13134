//! From the ranks of the rows to one ranking for each judge and trial.

use std::collections::BTreeSet;

use rulebook::{
    JudgeId, Witness,
    schema::{Among, Layout, RankFrom, RankingRules},
};

use super::{
    design::Planned,
    draft::{ByBook, Draft},
    fault::Report,
    gathering::Gathering,
};
use crate::{EndRanking, form, pair::Pair};

/// The rankings, checked against the witnesses each judge met, and separately the incomplete ones: those that lack a
/// rank for which some row has a blank cell.
pub(super) fn rankings(
    gathering: &mut Gathering<'_>,
    by_book: &ByBook,
    planned: Option<Planned<'_>>,
    report: &mut Report,
) -> (Vec<EndRanking>, Vec<Incomplete>) {
    gathering.books.list.iter_mut().for_each(|book| book.tidy(report));
    let Some(rules) = gathering.rulebook.ballots.ranking else { return (vec![], vec![]) };
    let (mut rankings, mut incomplete) = (vec![], vec![]);
    for place in gathering.books.in_order() {
        let book = &gathering.books.list[place];
        let Some(at) = book.ranks.iter().map(|&(_, at, _)| at).min() else { continue };
        let sat = met_in(&gathering.drafts.list, by_book.of(place));
        let ranked: Vec<Witness> = book.ranked().collect();
        let met = match (sat.is_empty(), planned.and_then(|planned| planned.met_by(book.judge))) {
            (true, Some(planned)) => planned,
            (true, None) => ranked.clone(),
            // The files may have only some of the interviews, but the whole ranking.
            (false, Some(planned)) => {
                let here = ranked.iter().copied().filter(|witness| planned.binary_search(witness).is_ok());
                sat.into_iter().chain(here).collect::<BTreeSet<_>>().into_iter().collect()
            }
            (false, None) => sat,
        };
        // If ranks count among entries, a file may rank entries only.
        let of_entries =
            rules.among == Among::Entries && ranked.iter().all(|witness| matches!(witness, Witness::Entry(_)));
        let met: Vec<Witness> =
            met.into_iter().filter(|witness| !of_entries || matches!(witness, Witness::Entry(_))).collect();
        let most = met.len().max(ranked.len());
        let blank = |witness: &Witness| book.unranked.contains(witness) && ranked.binary_search(witness).is_err();
        let (without, met): (Vec<Witness>, Vec<Witness>) = met.into_iter().partition(blank);
        let order = order(rules, book.ranks.iter().map(|&(witness, _, rank)| (rank.thousandths(), witness)).collect());
        if !book.ranks_spoiled {
            let beyond =
                book.ranks.iter().find(|(.., rank)| !(1000..=most as u64 * 1000).contains(&rank.thousandths().into()));
            let plainly_allowed = met == ranked && (rules.equals || order.len() == ranked.len());
            if let Some((_, at, rank)) = beyond {
                report.add(*at, format!("{} ranks {most}, and {rank} is no rank from 1 to {most}", book.judge));
            } else if !plainly_allowed
                && let Err(fault) = form::check_ranking(rules, &met.into_iter().collect(), &order)
            {
                report.add(at.row(), format!("ranking of {}: {fault}", book.judge));
            }
        }
        let (trial, judge) = (book.trial, book.judge);
        match without.is_empty() {
            true => rankings.push(EndRanking { trial, judge, order }),
            false => incomplete.push(Incomplete { trial, judge, without }),
        }
    }
    (rankings, incomplete)
}

/// A ranking that lacks ranks.
#[derive(Debug)]
pub(super) struct Incomplete {
    pub(super) trial: u16,
    pub(super) judge: JudgeId,
    /// Witnesses without a rank.
    pub(super) without: Vec<Witness>,
}

/// Adds an interview without answers for every ranked witness in no interview of the judge: once some interviews of a
/// judge are known, any other witness counts as never met. If judges meet pairs, the partner is unknown, and such an
/// interview lacks no ballot. Returns whether it added any.
pub(super) fn add_interviews_of_ranked(gathering: &mut Gathering<'_>, by_book: &ByBook) -> bool {
    let before = gathering.drafts.list.len();
    let pairs = gathering.rulebook.interview.layout == Layout::Pair;
    for (place, book) in gathering.books.list.iter().enumerate() {
        let mine = by_book.of(place);
        let Some((_, at, _)) = book.ranks.first().filter(|_| !pairs || !mine.is_empty()) else { continue };
        let met = met_in(&gathering.drafts.list, mine);
        for witness in book.ranked().filter(|witness| met.binary_search(witness).is_err()) {
            let mut draft = Draft::new(place, None, Pair::one(witness), *at);
            draft.by_ranks = pairs;
            gathering.drafts.list.push(draft);
        }
    }
    gathering.drafts.list.len() > before
}

/// The witnesses of these interviews, in order.
pub(super) fn met_in(drafts: &[Draft], places: &[usize]) -> Vec<Witness> {
    let mut met: Vec<Witness> = places.iter().flat_map(|&place| drafts[place].people.witnesses()).collect();
    met.sort_unstable();
    met.dedup();
    met
}

/// The witnesses of each rank together, most human first.
fn order(rules: RankingRules, mut ranks: Vec<(u32, Witness)>) -> Vec<Vec<Witness>> {
    ranks.sort_unstable();
    let groups = ranks.chunk_by(|(a, _), (b, _)| a == b);
    let group = |group: &[(u32, Witness)]| group.iter().map(|(_, witness)| *witness).collect();
    match rules.from {
        RankFrom::MostHuman => groups.map(group).collect(),
        RankFrom::LeastHuman => groups.rev().map(group).collect(),
    }
}
