//! Whether the conditions of an award hold, in each trial and in as many of them as was chosen.

use rulebook::schema::{AwardRule, Combine, Recipient};

use crate::{
    Finding, TrialResult,
    condition::{Scope, needed},
    jury::Jury,
};

/// Whether all conditions of an award hold of a witness, trials combined.
pub(crate) struct Judged {
    pub(crate) held: bool,
    pub(crate) words: String,
}

impl Jury<'_> {
    /// Each trial by itself; none where the rulebook has no trials.
    pub(crate) fn trials(&self) -> Vec<TrialResult> {
        if self.rulebook.trials.is_none() {
            return Vec::new();
        }
        let finding = |rule: &AwardRule, scope: &Scope<'_>, index: usize| {
            let award = rule.id.clone();
            let witness = scope.figures[index].witness;
            rule.when
                .iter()
                .map(|&condition| {
                    let found = scope.find(condition, index);
                    let figures = format!("{}; {}", found.figures, needed(condition));
                    Finding { award: award.clone(), witness, condition, held: found.held, figures }
                })
                .collect::<Vec<_>>()
        };
        let result = |(number, scope): (usize, Scope<'_>)| {
            let findings = self.rulebook.awards.iter().flat_map(|rule| {
                let mut candidates: Vec<usize> = match rule.to {
                    Recipient::BestConfederate => self.cast.confederates().collect(),
                    Recipient::Place(_) | Recipient::EveryEntry => self.entries.iter().flatten().copied().collect(),
                };
                candidates.sort_unstable();
                candidates.into_iter().flat_map(|index| finding(rule, &scope, index)).collect::<Vec<_>>()
            });
            TrialResult { trial: u16::try_from(number + 1).unwrap_or(u16::MAX), findings: findings.collect() }
        };
        self.scopes().enumerate().map(result).collect()
    }

    /// Why conditions cannot be decided, when they cannot.
    pub(crate) fn undecided(&self, rule: &AwardRule) -> Option<String> {
        let trials = self.rulebook.trials.filter(|trials| trials.count > 1 && trials.combine.is_none())?;
        (!rule.when.is_empty()).then(|| {
            format!(
                "it is not decided in how many of the {} trials the conditions must hold: set `combine` under `[trials]` to \
                 any, majority or all",
                trials.count
            )
        })
    }

    /// Whether all conditions hold: of all ballots together, or in as many trials as was chosen.
    pub(crate) fn judge(&self, rule: &AwardRule, index: usize) -> Judged {
        let trials = self.count.trials().len();
        let mut tried: Vec<Judged> = self.scopes().map(|scope| judge_in(&scope, rule, index)).collect();
        if trials == 1 || rule.when.is_empty() {
            return tried.swap_remove(0);
        }
        let held = tried.iter().filter(|judged| judged.held).count();
        let enough = match self.rulebook.trials.and_then(|trials| trials.combine) {
            Some(Combine::Any) => held > 0,
            Some(Combine::Majority) => 2 * held > trials,
            Some(Combine::All) => held == trials,
            None => false,
        };
        let words = tried.iter().enumerate().map(|(place, judged)| {
            format!("in trial {} {}, {}", place + 1, if judged.held { "yes" } else { "no" }, judged.words)
        });
        let words = words.collect::<Vec<_>>().join("; ");
        let name = self.name(index);
        Judged { held: enough, words: format!("{name} meets this in {held} of {trials} trials ({words})") }
    }

    /// What the rule asks for, in words.
    pub(crate) fn needed(&self, rule: &AwardRule) -> String {
        let conditions = rule.when.iter().map(|&condition| needed(condition)).collect::<Vec<_>>().join("; ");
        let combine = self.rulebook.trials.filter(|trials| trials.count > 1).and_then(|trials| trials.combine);
        match combine {
            None => conditions,
            Some(Combine::Any) => format!("{conditions}, in one trial at least"),
            Some(Combine::Majority) => format!("{conditions}, in more than half of the trials"),
            Some(Combine::All) => format!("{conditions}, in every trial"),
        }
    }

    fn scopes(&self) -> impl Iterator<Item = Scope<'_>> {
        self.count.trials().map(|figures| Scope {
            rulebook: self.rulebook,
            cast: self.cast,
            order: self.order,
            figures,
        })
    }
}

fn judge_in(scope: &Scope<'_>, rule: &AwardRule, index: usize) -> Judged {
    let found: Vec<_> = rule.when.iter().map(|&condition| scope.find(condition, index)).collect();
    let held = found.iter().all(|found| found.held);
    // Of conditions that hold only in part, those that do not are the reason.
    let told = found.into_iter().filter(|found| held || !found.held).map(|found| found.figures);
    Judged { held, words: told.collect::<Vec<_>>().join("; ") }
}
