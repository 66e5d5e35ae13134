//! Plans given by an organiser: they name labels, are proved like any other plan, and the draw assigns the labels.
//!
//! The organiser plans the meetings by label (J1, E1, C1). The contest's seed draws the bearer of each label and the
//! seats, so the plan's author knows neither. A label may be assigned before the draw, for a participant whose absence
//! the plan takes into account.

mod fault;

use std::collections::{BTreeMap, BTreeSet};

use rulebook::{
    ConfederateId, Draws, EntryId, JudgeId, Participant, Rulebook, Seed,
    schema::{Design, People, Roles},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use self::fault::{PlanFault, PlanFaults};
use crate::{Assignment, MOST_INTERVIEWS, Meeting, Plan, csv, seated, suits::fits, violations};

/// A plan of labels, with the labels that are not drawn.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GivenPlan {
    /// The meetings by label, ordered by round, then judge.
    pub meetings: Vec<Meeting>,
    /// The labels that were assigned before the draw, by their bearers; empty where all are drawn.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub settled: BTreeMap<Participant, Participant>,
}

impl GivenPlan {
    /// Reads a plan like [`csv::read_plan`], and proves it under this rulebook.
    ///
    /// # Errors
    /// [`PlanFaults`] with every fault, its lines and rounds, and how to mend it.
    pub fn read(
        text: &str,
        rulebook: &Rulebook,
        settled: BTreeMap<Participant, Participant>,
    ) -> Result<Self, PlanFaults> {
        let lines = csv::read_lines(text).map_err(PlanFaults::from)?;
        let mut faults = fault::again(&lines);
        let meetings: BTreeSet<Meeting> = lines.iter().map(|&(_, meeting)| meeting).collect();
        let given = Self { meetings: meetings.into_iter().collect(), settled };
        faults.extend(given.faults(rulebook).into_iter().map(|fault| fault.on_lines(&lines)));
        if faults.is_empty() { Ok(given) } else { Err(PlanFaults(faults)) }
    }

    /// All faults of the plan under this rulebook; empty when it is sound.
    ///
    /// The plan must meet the demands of the design. It may have any number of rounds, except where people take turns.
    #[must_use]
    pub fn faults(&self, rulebook: &Rulebook) -> Vec<PlanFault> {
        if self.meetings.is_empty() {
            return vec![PlanFault::empty()];
        }
        if self.meetings.len() > MOST_INTERVIEWS {
            return vec![PlanFault::too_long(self.meetings.len())];
        }
        let plan = self.plan();
        if usize::from(plan.rounds()) > MOST_INTERVIEWS {
            return vec![PlanFault::too_late(&plan)];
        }
        if let Err(no_design) = fits(rulebook) {
            return vec![PlanFault::of_design(&no_design)];
        }
        let mut faults: Vec<PlanFault> = Vec::new();
        if !self.meetings.is_sorted() {
            faults.push(PlanFault::unordered());
        }
        faults.extend(violations(rulebook, &plan).iter().map(|what| PlanFault::of(rulebook, &plan, what)));
        faults.extend(self.unsettled(rulebook.roles));
        faults
    }

    /// The meetings by label.
    #[must_use]
    pub fn plan(&self) -> Plan {
        Plan::new(self.meetings.clone())
    }

    /// The plan with the bearers of its labels, and seats, as this seed draws them.
    ///
    /// The draws of stream `bearers` permute judges, entries and confederates, one after the other: the participants
    /// without an assigned label take the open labels of their role in that order. Where everybody is judge and
    /// confederate, the bearer of J1 is the bearer of C1. Seats are drawn as in [`seated`].
    ///
    /// # Errors
    /// [`PlanFaults`] when the plan breaks a rule under this rulebook.
    pub fn drawn(&self, rulebook: &Rulebook, seed: Seed) -> Result<Assignment, PlanFaults> {
        let faults = self.faults(rulebook);
        if !faults.is_empty() {
            return Err(PlanFaults(faults));
        }
        let bearers = self.bearers(rulebook.roles, seed);
        let meetings = self.meetings.iter().map(|meeting| bearers.of(*meeting)).collect();
        Ok(seated(rulebook, &Plan::new(meetings), seed))
    }

    /// The design of the rulebook with labels replaced by their bearers under this seed. Only a matrix names labels.
    #[must_use]
    pub fn design(&self, rulebook: &Rulebook, seed: Seed) -> Design {
        let design = rulebook.schedule.design.clone();
        let Design::Matrix(rows) = &design else { return design };
        let bearers = self.bearers(rulebook.roles, seed);
        let mut borne = rows.clone();
        for (row, judge) in rows.iter().zip(&bearers.judges) {
            for (named, entry) in row.iter().zip(&bearers.entries) {
                let cell = borne.get_mut(judge.index()).and_then(|row| row.get_mut(entry.index()));
                if let (Some(cell), Some(&bearer)) = (cell, bearers.confederates.get(named.index())) {
                    *cell = bearer;
                }
            }
        }
        Design::Matrix(borne)
    }

    /// The bearers of the labels under this seed.
    fn bearers(&self, roles: Roles, seed: Seed) -> Bearers {
        let draws = &mut Draws::new(seed, "bearers");
        let settled = |who| self.settled.get(&who).copied();
        let judges = borne(JudgeId::first(roles.judges.into()), draws, |id| match settled(Participant::Judge(id)) {
            Some(Participant::Judge(label)) => Some(label),
            _ => None,
        });
        let entries = borne(EntryId::first(roles.entries.into()), draws, |id| match settled(Participant::Entry(id)) {
            Some(Participant::Entry(label)) => Some(label),
            _ => None,
        });
        let confederates = match roles.people {
            People::Both => judges.iter().map(|judge| ConfederateId::at(judge.index())).collect(),
            People::Apart => borne(ConfederateId::first(roles.confederates.into()), draws, |id| {
                match settled(Participant::Confederate(id)) {
                    Some(Participant::Confederate(label)) => Some(label),
                    _ => None,
                }
            }),
        };
        Bearers { judges, entries, confederates }
    }

    /// The faults of the labels that were assigned before the draw.
    fn unsettled(&self, roles: Roles) -> Vec<PlanFault> {
        let is_there = |who: Participant| match who {
            Participant::Judge(id) => id.number() <= roles.judges,
            Participant::Entry(id) => id.number() <= roles.entries,
            Participant::Confederate(id) => id.number() <= roles.confederates && roles.people == People::Apart,
            Participant::Organiser | Participant::Referee(_) => false,
        };
        let mut labels = BTreeSet::new();
        let wrong = self.settled.iter().filter(|&(who, label)| {
            let alike = std::mem::discriminant(who) == std::mem::discriminant(label);
            let is_new = labels.insert(label);
            !(alike && is_new && is_there(*who) && is_there(*label))
        });
        wrong.map(|(who, label)| PlanFault::bad_label(*who, *label)).collect()
    }
}

/// The bearer of each label, in the order of labels.
struct Bearers {
    judges: Vec<JudgeId>,
    entries: Vec<EntryId>,
    confederates: Vec<ConfederateId>,
}

impl Bearers {
    /// The meeting of the bearers of this meeting's labels.
    fn of(&self, Meeting { round, judge, entry, confederate }: Meeting) -> Meeting {
        Meeting {
            round,
            judge: self.judges[judge.index()],
            entry: entry.map(|id| self.entries[id.index()]),
            confederate: confederate.map(|id| self.confederates[id.index()]),
        }
    }
}

/// The bearers of the labels of a role, in the order of labels: assigned labels first, the others drawn.
fn borne<T: Copy + PartialEq>(
    everybody: impl Iterator<Item = T>,
    draws: &mut Draws,
    settled: impl Fn(T) -> Option<T>,
) -> Vec<T> {
    let everybody: Vec<T> = everybody.collect();
    let mut open: Vec<T> = everybody.iter().copied().filter(|&who| settled(who).is_none()).collect();
    draws.shuffle(&mut open);
    let mut open = open.into_iter();
    let bearer = |label: &T| everybody.iter().copied().find(|&who| settled(who) == Some(*label));
    everybody.iter().filter_map(|label| bearer(label).or_else(|| open.next())).collect()
}
