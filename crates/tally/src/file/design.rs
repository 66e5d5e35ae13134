//! The witnesses that the design gives each judge, as far as they are known without the plan.

use rulebook::{
    ConfederateId, EntryId, JudgeId, Rulebook, Witness,
    schema::{Design, Layout, Roles},
};

use crate::pair::Pair;

/// The most meetings of judges and witnesses in a planned contest: far more than any had.
const MOST_MEETINGS: u64 = 200_000;

/// A design that was planned.
#[derive(Debug, Clone, Copy)]
pub(super) struct Planned<'r>(&'r Rulebook);

impl<'r> Planned<'r> {
    /// The design of a rulebook with the numbers of the contest; `None` without expected meetings: for observed
    /// interviews, for people who take turns, and for numbers beyond any plan.
    pub(super) fn of(rulebook: &'r Rulebook, observed: bool) -> Option<Self> {
        let turns = matches!(rulebook.schedule.design, Design::TakeTurns { .. });
        let Roles { judges, entries, confederates, .. } = rulebook.roles;
        let meetings = u64::from(judges) * (u64::from(entries) + u64::from(confederates));
        let planned = meetings * u64::from(rulebook.trial_count()) <= MOST_MEETINGS;
        (!observed && !turns && planned).then_some(Self(rulebook))
    }

    /// Returns whether sessions share out the confederates; only the plan has the confederates of each session.
    fn shares_out(self) -> bool {
        let all = self.0.roles.confederates;
        self.0.schedule.sessions.is_some_and(|sessions| sessions.confederates_of(all) < all)
    }

    /// The interviews of a judge, with the confederate beside each entry if the rulebook fixes it.
    pub(super) fn interviews(self, judge: JudgeId) -> Vec<Pair> {
        if self.0.interview.layout == Layout::One {
            if self.shares_out() {
                return self.entries().map(Pair::one).collect();
            }
            return self.everyone().into_iter().map(Pair::one).collect();
        }
        let pair = |entry| Pair { entry: Some(entry), confederate: self.beside(judge, entry) };
        EntryId::first(usize::from(self.0.roles.entries)).map(pair).collect()
    }

    /// The witnesses a judge meets; `None` if the confederates among them are not known.
    pub(super) fn met_by(self, judge: JudgeId) -> Option<Vec<Witness>> {
        let Roles { entries, confederates, .. } = self.0.roles;
        if self.shares_out() {
            return None;
        }
        match self.0.schedule.design {
            Design::Matrix(_) => {
                let mut met: Vec<Witness> = self.interviews(judge).into_iter().flat_map(Pair::witnesses).collect();
                met.sort_unstable();
                met.dedup();
                Some(met)
            }
            Design::Rotation => Some(self.everyone()),
            // Confederates are shared out evenly: with as many interviews as confederates, each judge meets all.
            Design::GraecoLatin | Design::FewestRounds => (confederates <= entries).then(|| self.everyone()),
            Design::TakeTurns { .. } => None,
        }
    }

    /// The confederate beside an entry before a judge, if the rulebook fixes it.
    pub(super) fn beside(self, judge: JudgeId, entry: EntryId) -> Option<ConfederateId> {
        match &self.0.schedule.design {
            Design::Matrix(rows) => rows.get(judge.index())?.get(entry.index()).copied(),
            _ => None,
        }
    }

    /// All witnesses of the contest, in order.
    fn everyone(self) -> Vec<Witness> {
        let confederates = ConfederateId::first(usize::from(self.0.roles.confederates)).map(Witness::Confederate);
        confederates.chain(self.entries()).collect()
    }

    /// All entries of the contest, in order.
    fn entries(self) -> impl Iterator<Item = Witness> {
        EntryId::first(usize::from(self.0.roles.entries)).map(Witness::Entry)
    }
}
