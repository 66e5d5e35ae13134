//! The numbers of participants: from the caller, from the files, or from the rulebook.

use rulebook::{
    Rulebook,
    schema::{Limit, Roles, Trials},
};

use super::fault::{At, Report};

/// The numbers of participants given by the caller; the others are read from the files, if the rulebook leaves a
/// choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Numbers {
    /// Judges.
    pub judges: Option<u16>,
    /// Entries.
    pub entries: Option<u16>,
    /// Confederates.
    pub confederates: Option<u16>,
}

/// The numbers of one role.
#[derive(Debug, Clone, Copy)]
pub(super) struct Count {
    given: Option<u16>,
    limit: Option<Limit>,
    usual: u16,
    /// Whether the files decide the number, whatever the rulebook has.
    observed: bool,
    seen: u16,
    noun: [&'static str; 2],
}

/// The numbers of all roles, with the highest number in the files.
#[derive(Debug, Clone, Copy)]
pub(super) struct Counts {
    pub(super) judges: Count,
    pub(super) entries: Count,
    pub(super) confederates: Count,
    /// The number of trials: as in the rulebook, or more if it has trials.
    trials: u16,
    has_trials: bool,
}

/// The most trials of a contest, as in `trials.count`.
const MOST_TRIALS: u16 = 20;

impl Counts {
    pub(super) fn new(rulebook: &Rulebook, numbers: Numbers, observed: bool) -> Self {
        let roles = &rulebook.roles;
        let count = |given, limit, usual, noun| Count { given, limit, usual, observed, seen: 0, noun };
        Self {
            judges: count(numbers.judges, roles.limits.judges, roles.judges, ["judge", "judges"]),
            entries: count(numbers.entries, roles.limits.entries, roles.entries, ["entry", "entries"]),
            confederates: count(
                numbers.confederates,
                roles.limits.confederates,
                roles.confederates,
                ["confederate", "confederates"],
            ),
            trials: rulebook.trial_count(),
            has_trials: rulebook.trials.is_some(),
        }
    }

    /// Notes this trial; false if it is beyond the limit of all contests.
    pub(super) fn see_trial(&mut self, trial: u16) -> bool {
        let fits = trial <= self.most_trials();
        if fits {
            self.trials = self.trials.max(trial);
        }
        fits
    }

    /// The highest allowed number of a trial: rules with trials set the fewest, and a contest may hold more.
    pub(super) fn most_trials(&self) -> u16 {
        if self.has_trials { MOST_TRIALS.max(self.trials) } else { self.trials }
    }

    /// The trials of this contest.
    pub(super) fn trials(&self, rulebook: &Rulebook) -> Option<Trials> {
        rulebook.trials.map(|trials| Trials { count: trials.count.max(self.trials), ..trials })
    }

    /// The roles of this contest.
    pub(super) fn roles(&self, rulebook: &Rulebook, report: &mut Report) -> Roles {
        let mut roles = rulebook.roles;
        roles.judges = self.judges.settled(&rulebook.id, report);
        roles.entries = self.entries.settled(&rulebook.id, report);
        roles.confederates = self.confederates.settled(&rulebook.id, report);
        roles
    }
}

impl Count {
    /// Notes this number, and reports it if it is beyond the role.
    pub(super) fn see(&mut self, number: u16, rulebook: &str, at: At, report: &mut Report) -> bool {
        let of_role = if self.observed { u16::MAX } else { self.limit.map_or(self.usual, |limit| limit.most) };
        let most = self.given.unwrap_or(of_role);
        self.seen = self.seen.max(number);
        let fits = number <= most;
        if !fits {
            let ([_, many], is) = (self.noun, self.counted(most));
            let what = match self.given {
                Some(_) => format!("number {number} is beyond the {is} of this contest (check the id)"),
                None => format!(
                    "number {number} is beyond the {is} of `{rulebook}` (check the id, or say how many {many} there were)"
                ),
            };
            report.add(at, what);
        }
        fits
    }

    fn settled(&self, rulebook: &str, report: &mut Report) -> u16 {
        match (self.given, self.limit) {
            (Some(given), _) => given,
            (None, _) if self.observed => self.seen,
            (None, None) => self.usual,
            (None, Some(limit)) => {
                if self.seen > 0 && self.seen < limit.least {
                    let ([_, many], seen, least) = (self.noun, self.counted(self.seen), limit.least);
                    report.add_of_all(format!(
                        "the files have {seen}, and `{rulebook}` needs at least {least} (add what is missing, or say how many {many} there were)"
                    ));
                }
                if self.seen == 0 { self.usual } else { self.seen }
            }
        }
    }

    fn counted(&self, number: u16) -> String {
        let [one, many] = self.noun;
        format!("{number} {}", if number == 1 { one } else { many })
    }
}
