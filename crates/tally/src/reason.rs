//! Why an entry has its place, in a sentence made from figures.

use rulebook::schema::{ScoreKind, ScoreRules, TieBreak};

use crate::{figures::Figures, purse::Share, words};

/// Why this entry has a place to itself among all, who are in the order of the standings.
pub(crate) fn alone(rules: &ScoreRules, all: &[Figures], holder: &Figures) -> String {
    let taken = match rules.by {
        ScoreKind::TimesTakenForHuman => format!("taken for the human {}", words::by_judges(holder)),
    };
    let mut reason = format!("{} was {taken}", holder.entry);
    let above = words::all_of(all.iter().filter(|f| f.times > holder.times).map(|f| f.entry));
    let level: Vec<&Figures> = all.iter().filter(|f| f.times == holder.times).collect();
    let others = words::all_of(level.iter().map(|f| f.entry).filter(|&entry| entry != holder.entry));
    match (above.is_empty(), others.is_empty()) {
        (true, true) => reason += ", the most",
        (false, true) => reason += &format!(", less often than {above}"),
        (true, false) => reason += &format!(", as often as {others}"),
        (false, false) => reason += &format!(", less often than {above} and as often as {others}"),
    }
    if let Some(tie_break) = tie_break(rules).filter(|_| !others.is_empty()) {
        let ranks = level.iter().map(|f| format!("{} for {}", words::mean_rank(f.ranks), f.entry));
        reason += &format!("; the {tie_break} decides: {}", words::all_of(ranks));
    }
    reason
}

/// Why these entries share the places from `first` on, and what becomes of the purses.
pub(crate) fn together(rules: &ScoreRules, holders: &[&Figures], first: u16, share: Option<&Share>) -> String {
    let entries = words::all_of(holders.iter().map(|figures| figures.entry));
    let last = usize::from(first) + holders.len() - 1;
    let between = if holders.len() == 2 { "and" } else { "to" };
    let taken = match rules.by {
        ScoreKind::TimesTakenForHuman if holders[0].times == 0 => "none of them was taken for the human".to_owned(),
        ScoreKind::TimesTakenForHuman => words::all_of(holders.iter().enumerate().map(|(index, holder)| {
            let verb = if index == 0 { "was taken for the human " } else { "" };
            format!("{} {verb}{}", holder.entry, words::by_judges(holder))
        })),
    };
    let mut reason = format!("{entries} share places {first} {between} {last}: {taken}");
    match (tie_break(rules), holders[0].ranks.mean()) {
        (Some(tie_break), Some(mean)) => reason += &format!("; their {tie_break} is the same, {mean:.2}"),
        (Some(tie_break), None) => reason += &format!("; they have no {tie_break}"),
        (None, _) => {}
    }
    if let Some(Share { each, pool, pooled, undivided }) = share {
        reason += &format!("; the purses of these places, {pool}, make {pooled} for each");
        if each != pooled {
            reason += &format!(", {each} of it by this award");
        }
        if let Some(undivided) = undivided {
            reason += &format!(", and {undivided} cannot be divided");
        }
    }
    reason
}

fn tie_break(rules: &ScoreRules) -> Option<&'static str> {
    rules.tie_breaks.first().map(|tie_break| match tie_break {
        TieBreak::MeanEndRank => "mean rank",
    })
}
