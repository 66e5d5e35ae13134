//! Reasons for awards that are given or not given, in words.

use language::Message;
use rulebook::{
    Witness,
    schema::{Combine, Measure, TieBreak},
};

use super::{
    Sentences, condition,
    measure::{best, name, taken, taken_too, told},
};
use crate::{
    CarriedOver, Grounds, Reason, Score,
    result::{Decided, Judged, PurseShare, Same, Scored, TrialJudged},
    sentence_parts::{self, or_none},
};

/// The most candidates a sentence names of those who fall short.
const MOST_TOLD: usize = 4;

impl Sentences<'_> {
    /// The grounds of an award that is given.
    pub(super) fn grounds(&self, award: &str, Grounds { reason, judged }: &Grounds) -> Message {
        let met =
            || sentence_parts::clauses(judged.iter().map(|judged| self.in_words(judged)).chain([self.needed(award)]));
        match reason {
            Reason::EveryEntry { .. } if !judged.is_empty() => met(),
            _ if judged.is_empty() => self.reason(reason),
            _ => sentence_parts::clauses([self.reason(reason), met()]),
        }
    }

    fn reason(&self, reason: &Reason) -> Message {
        match reason {
            Reason::OnlyEntry { entry } => say!("award-only-entry", entry = entry.to_string()),
            Reason::EveryEntry { entries } => say!("award-every-entry", entries = entries),
            Reason::Alone { holder, by, among, behind, level_with, decided } => {
                let (told, above, others) =
                    (told(self, by, holder), sentence_parts::list(behind), sentence_parts::list(level_with));
                let placed = match (behind.is_empty(), level_with.is_empty()) {
                    (true, true) if *among == 1 => told,
                    (true, true) => best(self.rulebook, by, told),
                    (false, true) => say!("award-behind", told = told, above = above),
                    (true, false) => say!("award-level", told = told, others = others),
                    (false, false) => say!("award-behind-and-level", told = told, above = above, others = others),
                };
                sentence_parts::clauses([placed].into_iter().chain(decided.iter().map(tie_break)))
            }
            Reason::Shared { holders, by, first, last, same, purse } => {
                let who = sentence_parts::list(holders.iter().map(|holder| holder.witness));
                let scores = same_score(by, holders);
                let shared = match holders.len() {
                    2 => say!("award-share-two", who = who, first = first, last = last, scores = scores),
                    _ => say!("award-share", who = who, first = first, last = last, scores = scores),
                };
                let purse = purse.as_ref().map(shared_purse);
                sentence_parts::clauses([shared].into_iter().chain(same.iter().map(level_in)).chain(purse))
            }
        }
    }

    /// The requirement, then the findings of some candidates who fall short, and the number of further ones.
    pub(super) fn not_met(&self, award: &str, judged: &[Judged]) -> Message {
        let told = judged.iter().take(MOST_TOLD).map(|judged| self.in_words(judged));
        let more = judged.len().checked_sub(MOST_TOLD).filter(|more| *more > 0);
        let more = more.map(|more| say!("award-more-fall-short", number = more));
        sentence_parts::clauses([self.needed(award)].into_iter().chain(told).chain(more))
    }

    /// The requirements of the award, with the rule for trials.
    fn needed(&self, award: &str) -> Message {
        let conditions = self.rulebook.award(award).map(|rule| &rule.when[..]).unwrap_or_default();
        let conditions = sentence_parts::clauses(conditions.iter().map(|&condition| condition::needed(condition)));
        let combine = self.rulebook.trials.filter(|trials| trials.count > 1).and_then(|trials| trials.combine);
        match combine {
            None => conditions,
            Some(Combine::Any) => say!("award-in-one-trial", conditions = conditions),
            Some(Combine::Majority) => say!("award-in-most-trials", conditions = conditions),
            Some(Combine::All) => say!("award-in-every-trial", conditions = conditions),
        }
    }

    /// The text on how a witness meets or misses the conditions of an award.
    fn in_words(&self, judged: &Judged) -> Message {
        let of_trial = |TrialJudged { trial, held, found }: &TrialJudged| {
            // If only some conditions hold, the others are the reason.
            let told = found.iter().filter(|found| *held || !found.held);
            sentence_parts::clauses(told.map(|found| condition::told(self, judged.witness, *trial, found)))
        };
        if let [only] = &judged.trials[..] {
            return of_trial(only);
        }
        let held = judged.trials.iter().filter(|trial| trial.held).count();
        let each = judged.trials.iter().map(|of| {
            let (trial, found) = (of.trial, of_trial(of));
            match of.held {
                true => say!("award-trial-held", trial = trial, found = found),
                false => say!("award-trial-missed", trial = trial, found = found),
            }
        });
        say!(
            "award-trials",
            witness = judged.witness.to_string(),
            held = held,
            trials = judged.trials.len(),
            each = sentence_parts::clauses(each)
        )
    }
}

/// `E1 is an open-source program that the organisers entered`.
pub(super) fn open_source(programs: &[Witness]) -> Message {
    say!("award-open-source", number = programs.len(), programs = sentence_parts::list(programs))
}

/// The reason why there is no entry to receive an award.
pub(super) fn no_entry(disqualified: &[Witness]) -> Message {
    match disqualified {
        [] => say!("award-no-entry"),
        those => say!("award-no-entry-left", number = those.len(), entries = sentence_parts::list(those)),
    }
}

/// The effect of money on the next purse.
pub(super) fn next_purse(CarriedOver { money, next_purse, .. }: &CarriedOver) -> Message {
    say!("award-next-purse", money = money.to_string(), purse = next_purse.to_string())
}

pub(super) fn nobody_in_place(place: u64, entries: u64, disqualified: u64) -> Message {
    match disqualified {
        0 => say!("award-nobody-in-place", place = place, entries = entries),
        _ => say!("award-nobody-left-in-place", place = place, entries = entries),
    }
}

pub(super) fn no_score(place: u64, witnesses: &[Witness]) -> Message {
    say!(
        "award-place-without-score",
        number = witnesses.len(),
        witnesses = sentence_parts::list(witnesses),
        place = place
    )
}

fn tie_break(Decided { by, between, best }: &Decided) -> Message {
    let figures = || {
        Message::list(
            between
                .iter()
                .map(|of| say!("award-figure-for", score = or_none(of.score), witness = of.witness.to_string())),
        )
    };
    match by {
        TieBreak::By(measure) => {
            let first = between.first().and_then(|of| of.score);
            say!("award-measure-decides", measure = name(measure, first), figures = figures())
        }
        TieBreak::Selection => say!("award-selection-decides", figures = figures()),
        TieBreak::Majority => say!("award-judges-decided", best = best.to_string()),
        TieBreak::Coin => {
            let places = between
                .iter()
                .map(|of| say!("award-place-for", place = or_none(of.score), witness = of.witness.to_string()));
            say!("award-coin-decided", places = Message::list(places))
        }
    }
}

fn same_score(by: &Measure, holders: &[Scored]) -> Message {
    if *by != Measure::TimesTakenForHuman {
        let score = holders.first().and_then(|holder| holder.score);
        return say!("award-same", measure = name(by, score), score = or_none(score));
    }
    let none = holders.iter().all(|holder| matches!(holder.score, None | Some(Score::Times { times: 0, .. })));
    if none {
        return say!("award-none-taken");
    }
    let scored = holders.iter().filter_map(|holder| Some((holder, holder.score?)));
    Message::list(scored.enumerate().map(|(place, (holder, score))| match place {
        0 => taken(holder, score),
        _ => taken_too(holder, score),
    }))
}

fn level_in(Same { by, score }: &Same) -> Message {
    match score {
        Some(figure) => say!("award-same", measure = name(by, *score), score = figure.to_string()),
        None => say!("award-all-without", measure = name(by, None)),
    }
}

fn shared_purse(PurseShare { each, pool, pooled, undivided }: &PurseShare) -> Message {
    let mut sentence = say!("award-purses", pool = pool.to_string(), pooled = pooled.to_string());
    if each != pooled {
        sentence = say!("award-purses-by-this", purses = sentence, each = each.to_string());
    }
    if let Some(undivided) = undivided {
        sentence = say!("award-purses-undivided", purses = sentence, undivided = undivided.to_string());
    }
    sentence
}
