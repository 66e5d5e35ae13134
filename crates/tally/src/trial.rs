//! Whether the conditions of an award hold, in each trial and in as many of them as was chosen.

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
            let award = rule.id.clone();
            let witness = scope.figures[index].witness;
            rule.when
                .iter()
                .map(|&condition| Finding { award: award.clone(), witness, found: scope.find(condition, index) })
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
    pub(crate) fn undecided(&self, rule: &AwardRule) -> Option<WhyWithheld> {
        let trials = self.rulebook.trials.filter(|trials| trials.count > 1 && trials.combine.is_none())?;
        (!rule.when.is_empty()).then_some(WhyWithheld::TrialsUndecided { trials: trials.count })
    }

    /// Whether all conditions hold: of all ballots together, or in as many trials as was chosen.
    pub(crate) fn judge(&self, rule: &AwardRule, index: usize) -> Judged {
        let trials: Vec<TrialJudged> =
            (1..).zip(self.scopes()).map(|(trial, scope)| judge_in(trial, &scope, rule, index)).collect();
        let held = trials.iter().filter(|judged| judged.held).count();
        let enough = match self.rulebook.trials.and_then(|trials| trials.combine) {
            _ if trials.len() == 1 || rule.when.is_empty() => held > 0,
            Some(Combine::Any) => held > 0,
            Some(Combine::Majority) => 2 * held > trials.len(),
            Some(Combine::All) => held == trials.len(),
            None => false,
        };
        Judged { witness: self.name(index), held: enough, trials }
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

fn judge_in(trial: u16, scope: &Scope<'_>, rule: &AwardRule, index: usize) -> TrialJudged {
    let found: Vec<_> = rule.when.iter().map(|&condition| scope.find(condition, index)).collect();
    TrialJudged { trial, held: found.iter().all(|found| found.held), found }
}
