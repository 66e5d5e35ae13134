//! Why a witness has its place, in a sentence made from figures.

use rulebook::Witness;

use crate::{
    figures::Figures,
    order::{By, Order, Step},
    purse::Share,
    words,
    yardstick::{Yardstick, by_judges, figure_or_none},
};

/// What reasons are made from.
#[derive(Clone, Copy)]
pub(crate) struct Reasons<'a> {
    pub(crate) order: &'a Order<'a>,
    pub(crate) figures: &'a [Figures],
    /// Those among whom the places are, best first.
    pub(crate) those: &'a [usize],
}

impl Reasons<'_> {
    /// Why this witness has a place to itself.
    pub(crate) fn alone(&self, holder: usize) -> String {
        let score = self.order.score();
        let of_holder = score.groups[holder];
        let level: Vec<usize> = self.those.iter().copied().filter(|&other| score.groups[other] == of_holder).collect();
        let above = self.those.iter().filter(|&&other| score.groups[other] < of_holder).map(|&other| self.name(other));
        let above = words::all_of(above);
        let others = words::all_of(level.iter().filter(|&&other| other != holder).map(|&other| self.name(other)));

        let yardstick = self.yardstick();
        let told = match (score.by_mean.contains(&holder), score.name(holder), score.figures[holder]) {
            (true, Some(name), Some(figure)) => format!("has a {name} of {figure}"),
            _ => yardstick.map(|yardstick| yardstick.told(&self.figures[holder])).unwrap_or_default(),
        };
        let best = yardstick.map_or("the best", |yardstick| yardstick.superlative());
        let mut reason = format!("{} {told}", self.name(holder));
        reason += &match (above.is_empty(), others.is_empty()) {
            (true, true) if self.those.len() == 1 => String::new(),
            (true, true) => format!(", {best}"),
            (false, true) => format!(", behind {above}"),
            (true, false) => format!(", level with {others}"),
            (false, false) => format!(", behind {above} and level with {others}"),
        };
        reason + &self.tie_breaks(holder, level)
    }

    /// What made the difference between the holder and those level with it.
    fn tie_breaks(&self, holder: usize, mut level: Vec<usize>) -> String {
        let mut clauses = String::new();
        for step in &self.order.steps[1..] {
            if level.len() < 2 {
                break;
            }
            let still: Vec<usize> =
                level.iter().copied().filter(|&other| step.groups[other] == step.groups[holder]).collect();
            if still.len() < level.len() {
                clauses += &format!("; {}", self.decided(step, &level));
                level = still;
            }
        }
        clauses
    }

    fn decided(&self, step: &Step<'_>, level: &[usize]) -> String {
        let figures = |prefix: &str| {
            words::all_of(
                level
                    .iter()
                    .map(|&index| format!("{prefix}{} for {}", figure_or_none(step.figures[index]), self.name(index))),
            )
        };
        let best = level.iter().min_by_key(|&&index| step.groups[index]);
        let best = best.map(|&index| self.name(index).to_string()).unwrap_or_default();
        match step.by {
            By::Measure(_) => {
                let name = step.name(level[0]).unwrap_or_default();
                format!("the {name} decides: {}", figures(""))
            }
            By::Selection => format!("the selection decides: place {}", figures("")),
            By::Majority => format!("the judges decided for {best}"),
            By::Coin => format!("the coin decided: {}", figures("place ")),
        }
    }

    /// Why these witnesses share the places from `first` on, and what becomes of the purses.
    pub(crate) fn together(&self, holders: &[usize], first: usize, share: Option<&Share>) -> String {
        let last = first + holders.len() - 1;
        let between = if holders.len() == 2 { "and" } else { "to" };
        let entries = words::all_of(holders.iter().map(|&holder| self.name(holder)));
        let mut reason = format!("{entries} share places {first} {between} {last}: {}", self.same_score(holders));
        for step in &self.order.steps[1..] {
            if let Some(name) = step.name(holders[0]) {
                reason += &match step.figures[holders[0]] {
                    Some(figure) => format!("; their {name} is the same, {figure}"),
                    None => format!("; they have no {name}"),
                };
            }
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

    fn same_score(&self, holders: &[usize]) -> String {
        let Some(yardstick) = self.yardstick() else { return String::new() };
        let of = |index: usize| &self.figures[index];
        if !yardstick.counts_judges() {
            let score = self.order.score();
            let figure = figure_or_none(score.figures[holders[0]]);
            let name = score.name(holders[0]).unwrap_or_else(|| yardstick.name());
            return format!("their {name} is the same, {figure}");
        }
        if holders.iter().all(|&holder| of(holder).taken == 0) {
            return "none of them was taken for the human".to_owned();
        }
        words::all_of(holders.iter().enumerate().map(|(place, &holder)| {
            let verb = if place == 0 { "was taken for the human " } else { "" };
            format!("{} {verb}{}", self.name(holder), by_judges(of(holder)))
        }))
    }

    fn yardstick(&self) -> Option<Yardstick<'_>> {
        self.order.measures().next()
    }

    fn name(&self, index: usize) -> Witness {
        self.figures[index].witness
    }
}
