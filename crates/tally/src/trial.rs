//! Findings about the conditions of an award, in each trial and in the combination of trials.

use rulebook::schema::{AwardRule, Combine, Recipient};

use crate::{
    Finding, TrialResult,
    condition::Scope,
    jury::Jury,
    result::{Judged, TrialJudged, WhyWithheld},
};

impl Jury<'_> {
    /// Each trial by itself; none where the rulebook has no trials.
    pub(crate) fn trials(&self) -> Vec<TrialResult> {
        if self.rulebook.trials.is_none() {
            return Vec::new();
        }
        let finding = |rule: &AwardRule, scope: &Scope<'_>, index: usize| {
            let TrialJudged { held, found, .. } = judge_in(0, scope, rule, index);
            Finding { award: rule.id.clone(), witness: self.name(index), held, found }
        };
        let result = |(number, scope): (usize, Scope<'_>)| {
            let findings = self.rulebook.awards.iter().filter(|rule| !rule.when.is_empty()).flat_map(|rule| {
                let mut candidates: Vec<usize> = match rule.to {
                    Recipient::BestConfederate => self.cast.confederates().collect(),
                    Recipient::Place(_) | Recipient::EveryEntry => self.entries.iter().flatten().copied().collect(),
                };
                candidates.sort_unstable();
                candidates.into_iter().map(|index| finding(rule, &scope, index)).collect::<Vec<_>>()
            });
            TrialResult { trial: u16::try_from(number + 1).unwrap_or(u16::MAX), findings: findings.collect() }
        };
        self.scopes().enumerate().map(result).collect()
    }

    /// The reason why the conditions cannot be decided, if so: the rulebook does not say how trials combine, and the
    /// ways to combine them differ about one of these witnesses.
    pub(crate) fn undecided(&self, rule: &AwardRule, judged: &[Judged]) -> Option<WhyWithheld> {
        let trials = self.rulebook.trials.filter(|trials| trials.combine.is_none())?;
        let differ = |judged: &Judged| judged.in_some_trials() && !judged.in_every_trial();
        let open = !rule.when.is_empty() && judged.iter().any(differ);
        open.then_some(WhyWithheld::TrialsUndecided { trials: trials.count })
    }

    /// Judges whether all conditions hold: over all ballots together, or in the number of trials that the rulebook
    /// demands. Without a rule, in every trial; [`Jury::undecided`] says whether that is decisive.
    pub(crate) fn judge(&self, rule: &AwardRule, index: usize) -> Judged {
        let trials: Vec<TrialJudged> =
            (1..).zip(self.scopes()).map(|(trial, scope)| judge_in(trial, &scope, rule, index)).collect();
        let mut judged = Judged { witness: self.name(index), held: false, trials };
        judged.held = match self.rulebook.trials.and_then(|trials| trials.combine) {
            Some(Combine::Any) => judged.in_some_trials(),
            Some(Combine::Majority) => 2 * judged.trials_held() > judged.trials.len(),
            Some(Combine::All) | None => judged.in_every_trial(),
        };
        judged
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

impl Judged {
    fn trials_held(&self) -> usize {
        self.trials.iter().filter(|trial| trial.held).count()
    }

    fn in_some_trials(&self) -> bool {
        self.trials_held() > 0
    }

    fn in_every_trial(&self) -> bool {
        self.trials_held() == self.trials.len()
    }
}

fn judge_in(trial: u16, scope: &Scope<'_>, rule: &AwardRule, index: usize) -> TrialJudged {
    let found: Vec<_> = rule.when.iter().map(|&condition| scope.find(condition, index)).collect();
    TrialJudged { trial, held: found.iter().all(|found| found.held), found }
}
