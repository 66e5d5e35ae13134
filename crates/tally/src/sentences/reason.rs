//! Why awards are given and why not, in words.

use rulebook::{
    Witness,
    schema::{Combine, Measure, TieBreak},
};

use super::{
    Sentences, condition,
    measure::{by_judges, name, or_none, superlative, told},
};
use crate::{
    CarriedOver, Grounds, Reason, Score,
    result::{Decided, Judged, PurseShare, Same, Scored, TrialJudged},
    words,
};

/// How many of those who fall short a sentence speaks of.
const MOST_TOLD: usize = 4;

impl Sentences<'_> {
    /// Why those who receive an award receive it.
    pub(super) fn grounds(&self, award: &str, Grounds { reason, judged }: &Grounds) -> String {
        let met = || {
            let each = judged.iter().map(in_words).collect::<Vec<_>>().join("; ");
            format!("{each}; {}", self.needed(award))
        };
        match reason {
            Reason::EveryEntry { .. } if !judged.is_empty() => met(),
            _ if judged.is_empty() => self.reason(reason),
            _ => format!("{}; {}", self.reason(reason), met()),
        }
    }

    fn reason(&self, reason: &Reason) -> String {
        match reason {
            Reason::OnlyEntry { entry } => format!("{entry} is the only entry, and receives this without a contest"),
            Reason::EveryEntry { entries } => {
                format!("given to every entry in the final, which had {}", entries_in_words(*entries))
            }
            Reason::Alone { holder, by, among, behind, level_with, decided } => {
                let (above, others) = (words::all_of(behind), words::all_of(level_with));
                let place = match (above.is_empty(), others.is_empty()) {
                    (true, true) if *among == 1 => String::new(),
                    (true, true) => format!(", {}", superlative(self.rulebook, by)),
                    (false, true) => format!(", behind {above}"),
                    (true, false) => format!(", level with {others}"),
                    (false, false) => format!(", behind {above} and level with {others}"),
                };
                let decided: String = decided.iter().map(|decided| format!("; {}", tie_break(decided))).collect();
                format!("{} {}{place}{decided}", holder.witness, told(by, holder))
            }
            Reason::Shared { holders, by, first, last, same, purse } => {
                let between = if holders.len() == 2 { "and" } else { "to" };
                let who = words::all_of(holders.iter().map(|holder| holder.witness));
                let scores = same_score(by, holders);
                let same: String = same.iter().map(|same| format!("; {}", level_in(same))).collect();
                let purse = purse.as_ref().map(shared_purse).unwrap_or_default();
                format!("{who} share places {first} {between} {last}: {scores}{same}{purse}")
            }
        }
    }

    /// What is needed, then what some of those who fall short have, and how many more there are.
    pub(super) fn not_met(&self, award: &str, judged: &[Judged]) -> String {
        let told: Vec<String> = judged.iter().take(MOST_TOLD).map(in_words).collect();
        let mut sentence = format!("{}; {}", self.needed(award), told.join("; "));
        match judged.len().saturating_sub(MOST_TOLD) {
            0 => {}
            1 => sentence += "; 1 more falls short",
            more => sentence += &format!("; {more} more fall short"),
        }
        sentence
    }

    /// What the award asks for, in as many trials as was chosen.
    fn needed(&self, award: &str) -> String {
        let conditions = self.rulebook.award(award).map(|rule| &rule.when[..]).unwrap_or_default();
        let conditions: Vec<_> = conditions.iter().map(|&condition| condition::needed(condition)).collect();
        let conditions = conditions.join("; ");
        let combine = self.rulebook.trials.filter(|trials| trials.count > 1).and_then(|trials| trials.combine);
        match combine {
            None => conditions,
            Some(Combine::Any) => format!("{conditions}, in one trial at least"),
            Some(Combine::Majority) => format!("{conditions}, in more than half of the trials"),
            Some(Combine::All) => format!("{conditions}, in every trial"),
        }
    }
}

/// How a witness meets or misses the conditions of an award.
fn in_words(judged: &Judged) -> String {
    let of_trial = |TrialJudged { held, found, .. }: &TrialJudged| {
        // Of conditions that hold only in part, those that do not are the reason.
        let told = found.iter().filter(|found| *held || !found.held);
        told.map(|found| condition::told(judged.witness, found)).collect::<Vec<_>>().join("; ")
    };
    if let [only] = &judged.trials[..] {
        return of_trial(only);
    }
    let held = judged.trials.iter().filter(|trial| trial.held).count();
    let each = judged.trials.iter().map(|trial| {
        let yes = if trial.held { "yes" } else { "no" };
        format!("in trial {} {yes}, {}", trial.trial, of_trial(trial))
    });
    let each = each.collect::<Vec<_>>().join("; ");
    format!("{} meets this in {held} of {} trials ({each})", judged.witness, judged.trials.len())
}

/// `E1 is an open-source program that the organisers entered`.
pub(super) fn open_source(programs: &[Witness]) -> String {
    let are = if programs.len() == 1 { "is an open-source program" } else { "are open-source programs" };
    format!("{} {are} that the organisers entered", words::all_of(programs))
}

/// Why there is nobody to give an award to.
pub(super) fn no_entry(disqualified: &[Witness]) -> String {
    match disqualified {
        [] => "there was no entry".to_owned(),
        [one] => format!("no entry is left: {one} was disqualified"),
        many => format!("no entry is left: {} were disqualified", words::all_of(many)),
    }
}

/// What money does to the next purse.
pub(super) fn next_purse(CarriedOver { money, next_purse, .. }: &CarriedOver) -> String {
    format!("{money} is added to the next contest's purse, which makes it {next_purse}")
}

pub(super) fn nobody_in_place(place: u64, entries: u64, disqualified: u64) -> String {
    let there_were = if disqualified == 0 { "the final had" } else { "there remain" };
    format!("nobody is in place {place}: {there_were} {}", entries_in_words(entries))
}

pub(super) fn no_score(place: u64, witnesses: &[Witness]) -> String {
    let has = if witnesses.len() == 1 { "has" } else { "have" };
    format!("{} in place {place} {has} no score: no ballot gives one", words::all_of(witnesses))
}

fn tie_break(Decided { by, between, best }: &Decided) -> String {
    let figures = |prefix: &str| {
        words::all_of(between.iter().map(|of| format!("{prefix}{} for {}", or_none(of.score), of.witness)))
    };
    match by {
        TieBreak::By(measure) => {
            let first = between.first().and_then(|of| of.score);
            format!("the {} decides: {}", name(measure, first), figures(""))
        }
        TieBreak::Selection => format!("the selection decides: place {}", figures("")),
        TieBreak::Majority => format!("the judges decided for {best}"),
        TieBreak::Coin => format!("the coin decided: {}", figures("place ")),
    }
}

fn same_score(by: &Measure, holders: &[Scored]) -> String {
    if *by != Measure::TimesTakenForHuman {
        let score = holders.first().and_then(|holder| holder.score);
        return format!("their {} is the same, {}", name(by, score), or_none(score));
    }
    let none = holders.iter().all(|holder| matches!(holder.score, None | Some(Score::Times { times: 0, .. })));
    if none {
        return "none of them was taken for the human".to_owned();
    }
    words::all_of(holders.iter().enumerate().map(|(place, holder)| {
        let verb = if place == 0 { "was taken for the human " } else { "" };
        let by = holder.score.map(|score| by_judges(score, &holder.judges)).unwrap_or_default();
        format!("{} {verb}{by}", holder.witness)
    }))
}

fn level_in(Same { by, score }: &Same) -> String {
    match score {
        Some(figure) => format!("their {} is the same, {figure}", name(by, *score)),
        None => format!("they have no {}", name(by, None)),
    }
}

fn shared_purse(PurseShare { each, pool, pooled, undivided }: &PurseShare) -> String {
    let mut sentence = format!("; the purses of these places, {pool}, make {pooled} for each");
    if each != pooled {
        sentence += &format!(", {each} of it by this award");
    }
    if let Some(undivided) = undivided {
        sentence += &format!(", and {undivided} cannot be divided");
    }
    sentence
}

fn entries_in_words(number: u64) -> String {
    words::count(usize::try_from(number).unwrap_or(usize::MAX), "entry")
}
