//! The draw: a design, permuted and seated by the contest's seed.

use std::collections::{BTreeMap, BTreeSet};

use language::{Message, Say};
use rulebook::{
    ConfederateId, Draws, EntryId, JudgeId, Participant, RoundNumber, Rulebook, Seed,
    schema::{Design, Roles, Sessions},
};

use crate::{
    Assignment, Effort, GivenPlan, Matrix, Meeting, NoDesign, NoRedraw, Plan, PlanFaults, Problem, Solution, design,
    redraw, rotation,
    seats::{seated, stream},
    sessions, solve,
    suits::fits,
    turns::{self, Turns},
};

/// The assignment that a rulebook and a seed fix: the rulebook's design for its roles, permuted and seated.
///
/// For pairs, the draws of stream `schedule` permute rounds, judges, entries and confederates, one after the other;
/// under a matrix only the rounds. In a rotation, they put judges into the rows and all witnesses together into the
/// places of the design. Where everyone takes turns, they permute people, entries and rounds. Seats are drawn as in
/// [`seated`].
///
/// With sessions, judges are permuted, then confederates. Each session takes the next confederates, beginning again
/// after the last; then each session is permuted like a contest of its own. With trials, all this is done for each
/// trial: after the first, the names of the streams end in its number, as in `schedule 2`, and rounds are numbered
/// through.
///
/// # Errors
/// [`NoDesign`] when the numbers in the rulebook's roles have no plan of its design.
pub fn draw(rulebook: &Rulebook, seed: Seed) -> Result<Assignment, NoDesign> {
    let blueprint = Blueprint::of(rulebook)?;
    let trials = (1..=rulebook.trial_count()).map(|trial| blueprint.plan(Some(&mut stream(seed, "schedule", trial))));
    Ok(seated(rulebook, &in_a_row(trials), seed))
}

/// The assignment that a rulebook and a seed fix for the participants who have not left. If all are there, this is
/// [`draw`], or [`GivenPlan::drawn`] for a given plan; otherwise its [`redraw`](crate::redraw()) with nothing played.
///
/// # Errors
/// [`NoDraw`] when the numbers in the rulebook's roles have no plan, or none without the participants who left, or when
/// the given plan breaks a rule.
pub fn draw_without(
    rulebook: &Rulebook,
    given: Option<&GivenPlan>,
    left: &BTreeSet<Participant>,
    seed: Seed,
) -> Result<Assignment, NoDraw> {
    let Some(given) = given else {
        let all = draw(rulebook, seed)?;
        return Ok(if left.is_empty() { all } else { redraw(rulebook, &all, None, left, seed)? });
    };
    let all = given.drawn(rulebook, seed)?;
    if left.is_empty() {
        return Ok(all);
    }
    let mut borne = rulebook.clone();
    borne.schedule.design = given.design(rulebook, seed);
    Ok(redraw(&borne, &all, None, left, seed)?)
}

/// The reason why nothing can be drawn for the participants who are there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoDraw {
    /// The numbers have no plan.
    Design(NoDesign),
    /// There is no plan without the participants who left.
    Without(NoRedraw),
    /// The given plan breaks a rule.
    Given(PlanFaults),
}

impl Say for NoDraw {
    fn message(&self) -> Message {
        match self {
            Self::Design(why) => why.message(),
            Self::Without(why) => why.message(),
            Self::Given(faults) => say!("refused-given-plan", faults = faults.message()),
        }
    }
}

display_in_english!(NoDraw);

impl std::error::Error for NoDraw {}

impl From<NoDesign> for NoDraw {
    fn from(why: NoDesign) -> Self {
        Self::Design(why)
    }
}

impl From<NoRedraw> for NoDraw {
    fn from(why: NoRedraw) -> Self {
        Self::Without(why)
    }
}

impl From<PlanFaults> for NoDraw {
    fn from(faults: PlanFaults) -> Self {
        Self::Given(faults)
    }
}

/// The rulebook's plan in the order of its construction, without any draw.
///
/// # Errors
/// [`NoDesign`] when the numbers in the rulebook's roles have no plan of its design.
pub fn construct(rulebook: &Rulebook) -> Result<Plan, NoDesign> {
    let blueprint = Blueprint::of(rulebook)?;
    Ok(in_a_row((0..rulebook.trial_count()).map(|_| blueprint.plan(None))))
}

/// The part of a plan that is the same in every trial and under every seed.
enum Blueprint {
    /// A Graeco-Latin design of this order.
    Square(usize),
    /// The solution of the solver.
    Solved(Box<(Problem, Solution)>),
    /// A rotation.
    Rotation(Roles),
    /// Turns.
    Turns(Turns),
    /// Sessions of these sizes, each with the blueprint of its size.
    Sessions { of: BTreeMap<u16, Self>, sizes: Vec<u16>, confederates: u16, roles: Roles },
}

impl Blueprint {
    fn of(rulebook: &Rulebook) -> Result<Self, NoDesign> {
        let roles = rulebook.roles;
        fits(rulebook)?;
        if let Some(rules) = rulebook.schedule.sessions {
            return Self::sessions(rulebook, rules);
        }
        match &rulebook.schedule.design {
            Design::GraecoLatin => Ok(Self::Square(order(roles)?)),
            Design::FewestRounds => Self::solved(Problem::of(roles)),
            Design::Matrix(rows) => Self::solved(Problem { matrix: Some(matrix(roles, rows)?), ..Problem::of(roles) }),
            Design::Rotation => Ok(Self::Rotation(roles)),
            &Design::TakeTurns { rounds } => Ok(Self::Turns(Turns::new(roles, rulebook.interview.layout, rounds))),
        }
    }

    /// The sessions; in each, every judge has an interview in every round.
    fn sessions(rulebook: &Rulebook, rules: Sessions) -> Result<Self, NoDesign> {
        let roles = rulebook.roles;
        let sizes = sessions::sizes(roles.judges, rules.judges);
        let confederates = roles.confederates;
        let (count, of_one) = (sizes.len(), rules.confederates_of(confederates));
        if count * usize::from(of_one) < usize::from(confederates) {
            return Err(NoDesign::ConfederatesOfSessions { count, of_one, confederates });
        }
        let mut of = BTreeMap::new();
        for &judges in &sizes {
            if of.contains_key(&judges) {
                continue;
            }
            let mut session = rulebook.clone();
            session.schedule.sessions = None;
            session.roles = Roles { judges, confederates: of_one, ..roles };
            let blueprint = Self::of(&session)?;
            let plan = blueprint.plan(None);
            if plan.meetings.len() != usize::from(plan.rounds()) * usize::from(judges) {
                return Err(NoDesign::Waiting { judges, entries: roles.entries, confederates: of_one });
            }
            let busy: BTreeSet<_> = plan.meetings.iter().filter_map(|meeting| meeting.confederate).collect();
            if busy.len() < usize::from(of_one) {
                return Err(NoDesign::Idle { judges, entries: roles.entries, confederates: of_one });
            }
            of.insert(judges, blueprint);
        }
        Ok(Self::Sessions { of, sizes, confederates: of_one, roles })
    }

    fn solved(problem: Problem) -> Result<Self, NoDesign> {
        let solution = solve(&problem, Effort::of_draw(problem.interviews())).map_err(NoDesign::Infeasible)?;
        Ok(Self::Solved(Box::new((problem, solution))))
    }

    /// One trial, permuted by draws, or in the order of construction.
    fn plan(&self, mut draws: Option<&mut Draws>) -> Plan {
        match self {
            Self::Sessions { of, sizes, confederates, roles } => {
                let mut judges: Vec<_> = JudgeId::first(usize::from(roles.judges)).collect();
                let mut people: Vec<_> = ConfederateId::first(usize::from(roles.confederates)).collect();
                if let Some(draws) = draws.as_deref_mut() {
                    draws.shuffle(&mut judges);
                    draws.shuffle(&mut people);
                }
                let mut judges = judges.into_iter();
                let plans = sizes.iter().enumerate().map(|(session, size)| {
                    let asking: Vec<_> = judges.by_ref().take(usize::from(*size)).collect();
                    let places = sessions::places(session, *confederates, roles.confederates);
                    let answering: Vec<_> = places.map(|place| people[place]).collect();
                    let named = |meeting: &Meeting| Meeting {
                        judge: asking[meeting.judge.index()],
                        confederate: meeting.confederate.map(|id| answering[id.index()]),
                        ..*meeting
                    };
                    let plan = of[size].plan(draws.as_deref_mut());
                    Plan::new(plan.meetings.iter().map(named).collect())
                });
                in_a_row(plans)
            }
            Self::Square(order) => square(*order, draws),
            Self::Solved(solved) => {
                let (problem, solution) = &**solved;
                draws.map_or_else(|| solution.plan.clone(), |draws| solution.permuted(problem, draws))
            }
            Self::Rotation(roles) => rotation::rotation(*roles, draws),
            Self::Turns(turns) => turns::plan(turns, draws),
        }
    }
}

/// The trials as one plan, with rounds numbered through.
fn in_a_row(trials: impl Iterator<Item = Plan>) -> Plan {
    let mut all = Plan::default();
    let mut rounds = 0;
    for plan in trials {
        let shifted =
            |meeting: &Meeting| Meeting { round: RoundNumber::at(rounds + meeting.round.index()), ..*meeting };
        all.meetings.extend(plan.meetings.iter().map(shifted));
        rounds += usize::from(plan.rounds());
    }
    all
}

fn square(order: usize, draws: Option<&mut Draws>) -> Plan {
    let mut rounds: Vec<_> = RoundNumber::first(order).collect();
    let mut judges: Vec<_> = JudgeId::first(order).collect();
    let mut entries: Vec<_> = EntryId::first(order).collect();
    let mut confederates: Vec<_> = ConfederateId::first(order).collect();
    if let Some(draws) = draws {
        draws.shuffle(&mut rounds);
        draws.shuffle(&mut judges);
        draws.shuffle(&mut entries);
        draws.shuffle(&mut confederates);
    }
    let meeting = |[round, judge, entry, confederate]: design::Meeting| Meeting {
        round: rounds[round],
        judge: judges[judge],
        entry: Some(entries[entry]),
        confederate: Some(confederates[confederate]),
    };
    Plan::new(design::graeco_latin(order).into_iter().map(meeting).collect())
}

fn order(roles: Roles) -> Result<usize, NoDesign> {
    let Roles { judges, entries, confederates, .. } = roles;
    match judges {
        _ if judges != entries || judges != confederates => Err(NoDesign::Unequal { judges, entries, confederates }),
        2 | 6 => Err(NoDesign::Impossible { order: judges }),
        _ => Ok(usize::from(judges)),
    }
}

/// The first rows and columns of the matrix: one per judge and one per entry.
fn matrix(roles: Roles, rows: &[Vec<ConfederateId>]) -> Result<Matrix, NoDesign> {
    let cell = |judge: JudgeId, entry: EntryId| {
        let named = rows.get(judge.index()).and_then(|row| row.get(entry.index())).copied();
        let confederate = named.ok_or(NoDesign::MatrixTooSmall { judge, entry })?;
        let of = roles.confederates;
        if confederate.number() > of {
            Err(NoDesign::MatrixStranger { confederate, of })
        } else {
            Ok(Some(confederate))
        }
    };
    let row = |judge| EntryId::first(usize::from(roles.entries)).map(|entry| cell(judge, entry)).collect();
    let rows: Result<_, _> = JudgeId::first(usize::from(roles.judges)).map(row).collect();
    Ok(Matrix { rows: rows? })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;
    use rulebook::{Seat, Witness};

    use super::*;
    use crate::{MOST, Plan, fixture, violations};

    fn seed(text: &str) -> Seed {
        Seed::from_contributions([text])
    }

    #[test]
    fn every_number_up_to_the_bound_but_two_and_six_has_a_plan_that_breaks_nothing() {
        for order in (1..=MOST).filter(|order| ![2, 6].contains(order)) {
            let rulebook = fixture::rulebook(order, order, order);
            let assignment = draw(&rulebook, seed("organiser")).unwrap();
            assert_eq!(violations(&rulebook, &Plan::of(&assignment)), [], "{order}");
            assert_eq!(assignment.rounds(), order);
            assert!(assignment.0.is_sorted_by_key(|seating| seating.interview), "{order}");
        }
    }

    #[test]
    fn where_there_is_no_plan_the_message_says_why_and_what_to_change() {
        let check = |judges, entries, confederates, expected: &str| {
            let no_design = draw(&fixture::rulebook(judges, entries, confederates), seed("organiser")).unwrap_err();
            assert_eq!(no_design.to_string(), expected);
        };
        check(
            4,
            3,
            4,
            "a Graeco-Latin plan needs as many entries and confederates as judges, not 4 judges, 3 entries and 4 \
             confederates (make the numbers in `roles` equal)",
        );
        check(
            6,
            6,
            6,
            "no plan lets 6 judges meet each of 6 entries and 6 confederates once in 6 rounds with every entry beside \
             every confederate (it is proved for 2 and 6 and no other number: set all of `roles` to 5 or 7)",
        );
        check(
            2,
            2,
            2,
            "no plan lets 2 judges meet each of 2 entries and 2 confederates once in 2 rounds with every entry beside \
             every confederate (it is proved for 2 and 6 and no other number: set all of `roles` to 1 or 3)",
        );
        check(65, 65, 65, "a plan for 65 judges is too large (lower the numbers in `roles` to 64 or fewer)");
        check(0, 4, 4, "a plan needs at least one judge, one entry and one confederate (raise the numbers in `roles`)");
    }

    #[test]
    fn a_seed_gives_the_same_plan_for_ever() {
        let assignment = draw(&fixture::rulebook(4, 4, 4), seed("1")).unwrap();
        let lines: Vec<_> = assignment
            .0
            .iter()
            .map(|s| format!("{} {} {}", s.interview, s.witness(Seat::Left).unwrap(), s.witness(Seat::Right).unwrap()))
            .collect();
        assert_eq!(
            lines,
            [
                "R1-J1 C1 E3",
                "R1-J2 E2 C4",
                "R1-J3 C3 E4",
                "R1-J4 E1 C2",
                "R2-J1 E2 C3",
                "R2-J2 C2 E3",
                "R2-J3 C1 E1",
                "R2-J4 E4 C4",
                "R3-J1 E4 C2",
                "R3-J2 E1 C3",
                "R3-J3 E3 C4",
                "R3-J4 C1 E2",
                "R4-J1 E1 C4",
                "R4-J2 C1 E4",
                "R4-J3 E2 C2",
                "R4-J4 C3 E3",
            ]
        );
    }

    #[test]
    fn other_seeds_give_other_plans_and_seats() {
        let rulebook = fixture::rulebook(4, 4, 4);
        let plans: BTreeSet<_> =
            (0..50).map(|n| Plan::of(&draw(&rulebook, seed(&n.to_string())).unwrap()).meetings).collect();
        assert!(plans.len() >= 48, "{} of 50 plans differ", plans.len());
    }

    #[test]
    fn the_entry_sits_on_the_left_about_half_the_time() {
        let rulebook = fixture::rulebook(64, 64, 64);
        let left = draw(&rulebook, seed("sides"))
            .unwrap()
            .0
            .iter()
            .filter(|s| matches!(s.witness(Seat::Left), Some(Witness::Entry(_))))
            .count();
        // 4096 coins have a standard deviation of 32; the seed is fixed, so only the code can change this.
        assert!((2048 - 128..=2048 + 128).contains(&left), "{left} of 4096");
    }

    proptest! {
        #[test]
        fn whatever_the_seed_the_prover_finds_nothing(text: String, order in 1_u16..=22) {
            prop_assume!(![2, 6].contains(&order));
            let rulebook = fixture::rulebook(order, order, order);
            let assignment = draw(&rulebook, seed(&text)).unwrap();
            prop_assert_eq!(violations(&rulebook, &Plan::of(&assignment)), []);
        }
    }
}
