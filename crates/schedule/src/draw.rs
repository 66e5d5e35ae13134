//! The draw: a design, permuted and seated by the contest's seed.

use rulebook::{
    ConfederateId, Draws, EntryId, InterviewId, JudgeId, RoundNumber, Rulebook, Seat, Seed,
    schema::{Design, Roles, Sides},
};

use crate::{Assignment, Seating, design};

/// The most judges a Graeco-Latin plan is drawn for. Every order up to here is proved in a test; with interviews of half
/// an hour this many rounds take more than a day.
pub const MOST: u16 = 64;

/// Why there is no design for these numbers of participants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoDesign {
    /// A role is not filled.
    #[error("a plan needs at least one judge, one entry and one confederate (raise the numbers in `roles`)")]
    Nobody,
    /// The roles differ in number.
    #[error(
        "a Graeco-Latin plan needs as many entries and confederates as judges, not {judges} judges, {entries} entries \
         and {confederates} confederates (make the numbers in `roles` equal)"
    )]
    Unequal {
        /// Judges asked for.
        judges: u16,
        /// Entries asked for.
        entries: u16,
        /// Confederates asked for.
        confederates: u16,
    },
    /// It is proved that no plan exists: two and six.
    #[error(
        "no plan lets {order} judges meet each of {order} entries and {order} confederates once in {order} rounds with \
         every entry beside every confederate (it is proved for 2 and 6 and no other number: set all of `roles` to {} or {})",
        if *order == 2 { 1 } else { order - 1 }, order + 1
    )]
    Impossible {
        /// Judges asked for.
        order: u16,
    },
    /// More than [`MOST`].
    #[error("a plan for {order} judges is too large (lower the numbers in `roles` to {MOST} or fewer)")]
    TooLarge {
        /// Judges asked for.
        order: u16,
    },
}

/// The assignment that a rulebook and a seed fix: the rulebook's design for its roles, permuted and seated.
///
/// Rounds, judges, entries and confederates are put into an order, one after the other, by the draws of stream
/// `schedule`. The interviews, ordered by round, then judge, each take one coin of stream `sides`: heads, the entry sits
/// on the left.
///
/// # Errors
/// [`NoDesign`] when the numbers in the rulebook's roles have no design.
pub fn draw(rulebook: &Rulebook, seed: Seed) -> Result<Assignment, NoDesign> {
    let mut seatings = match rulebook.schedule.design {
        Design::GraecoLatin => graeco_latin(rulebook.roles, seed)?,
    };
    seatings.sort_by_key(|seating| seating.interview);
    match rulebook.schedule.sides {
        Sides::Drawn => {
            let mut sides = Draws::new(seed, "sides");
            for seating in &mut seatings {
                seating.entry_seat = if sides.coin() { Seat::Left } else { Seat::Right };
            }
        }
    }
    Ok(Assignment(seatings))
}

fn graeco_latin(roles: Roles, seed: Seed) -> Result<Vec<Seating>, NoDesign> {
    let order = usize::from(order(roles)?);
    let mut draws = Draws::new(seed, "schedule");
    let rounds = shuffled(RoundNumber::first(order), &mut draws);
    let judges = shuffled(JudgeId::first(order), &mut draws);
    let entries = shuffled(EntryId::first(order), &mut draws);
    let confederates = shuffled(ConfederateId::first(order), &mut draws);

    let seating = |[round, judge, entry, confederate]: design::Meeting| Seating {
        interview: InterviewId { round: rounds[round], judge: judges[judge] },
        entry: entries[entry],
        confederate: confederates[confederate],
        entry_seat: Seat::Left,
    };
    Ok(design::graeco_latin(order).into_iter().map(seating).collect())
}

fn order(roles: Roles) -> Result<u16, NoDesign> {
    let Roles { judges, entries, confederates } = roles;
    match judges {
        _ if judges == 0 || entries == 0 || confederates == 0 => Err(NoDesign::Nobody),
        _ if judges != entries || judges != confederates => Err(NoDesign::Unequal { judges, entries, confederates }),
        2 | 6 => Err(NoDesign::Impossible { order: judges }),
        _ if judges > MOST => Err(NoDesign::TooLarge { order: judges }),
        _ => Ok(judges),
    }
}

fn shuffled<T>(items: impl Iterator<Item = T>, draws: &mut Draws) -> Vec<T> {
    let mut items: Vec<T> = items.collect();
    draws.shuffle(&mut items);
    items
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;
    use crate::{Plan, fixture, violations};

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
            .map(|s| format!("{} {} {}", s.interview, s.witness(Seat::Left), s.witness(Seat::Right)))
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
            (0..50).map(|n| Plan::of(&draw(&rulebook, seed(&n.to_string())).unwrap()).pairings).collect();
        assert!(plans.len() >= 48, "{} of 50 plans differ", plans.len());
    }

    #[test]
    fn the_entry_sits_on_the_left_about_half_the_time() {
        let rulebook = fixture::rulebook(64, 64, 64);
        let left = draw(&rulebook, seed("sides")).unwrap().0.iter().filter(|s| s.entry_seat == Seat::Left).count();
        // 4096 coins have a standard deviation of 32; the seed is fixed, so this can only change with the code.
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
