//! Stories of large contests, held in sessions: the rounds of each judge, the faults of plans, and the pages of each
//! person.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use language::Language;
use proptest::prelude::*;
use rulebook::{
    ConfederateId, JudgeId, Participant, RoundNumber, Rulebook, Seat, Witness,
    schema::{Design, Layout, Roles, Seats, Sessions, Trials},
};
use schedule::{
    Assignment, ClockTime, Plan, Timetable, construct, csv, draw, draw_without,
    pages::{SeatsAre, pages},
    redraw, sessions, violations,
};

use common::{rulebook, seed};

fn in_sessions(design: Design, layout: Layout, roles: Roles, judges: u16, confederates: u16) -> Rulebook {
    let mut rulebook = rulebook(design, layout, roles);
    rulebook.schedule.sessions = Some(Sessions { judges, confederates, pause: Duration::ZERO });
    rulebook
}

/// The contest of 2014: thirty judges, five programs, thirty people.
fn of_2014() -> Rulebook {
    let mut rulebook = in_sessions(Design::GraecoLatin, Layout::Pair, Roles::of(30, 5, 30), 5, 5);
    rulebook.interview.talk = Duration::from_secs(300);
    rulebook.interview.scoring = Duration::from_secs(120);
    rulebook
}

fn told(rulebook: &Rulebook, plan: &Plan) -> Vec<String> {
    violations(rulebook, plan).iter().map(ToString::to_string).collect()
}

fn check(rulebook: &Rulebook, text: &str) -> Assignment {
    let assignment = draw(rulebook, seed(text)).unwrap_or_else(|why| panic!("{:?}: {why}", rulebook.roles));
    for plan in [Plan::of(&assignment), construct(rulebook).unwrap()] {
        assert_eq!(told(rulebook, &plan), [""; 0], "{:?}", rulebook.roles);
    }
    assert!(assignment.0.is_sorted_by_key(|seating| seating.interview));
    assignment
}

/// The rounds in which this participant has an interview.
fn rounds_of(plan: &Plan, who: Participant) -> Vec<u16> {
    let with = plan.meetings.iter().filter(|meeting| meeting.participants().any(|other| other == who));
    with.map(|meeting| meeting.round.number()).collect()
}

// Source: notes.md, five-minute-2014: thirty judges, five entries, thirty confederates, in sessions of five; a judge's five
// interviews follow one another.
#[test]
fn in_2014_thirty_judges_have_five_interviews_one_after_the_other_in_six_sessions() {
    let rulebook = of_2014();
    let plan = Plan::of(&check(&rulebook, "2014"));
    assert_eq!((plan.meetings.len(), plan.rounds()), (150, 30));
    let held = sessions(&rulebook, &plan);
    assert_eq!(held.len(), 6);
    for session in held {
        assert_eq!(session.last.number() - session.first.number(), 4);
        let here = plan.meetings.iter().filter(|meeting| session.has(meeting.round));
        let judges: BTreeSet<_> = here.clone().map(|meeting| meeting.judge).collect();
        let people: BTreeSet<_> = here.map(|meeting| meeting.confederate).collect();
        assert_eq!((judges.len(), people.len()), (5, 5));
    }
    let everybody =
        (JudgeId::first(30).map(Participant::Judge)).chain(ConfederateId::first(30).map(Participant::Confederate));
    for who in everybody {
        let rounds = rounds_of(&plan, who);
        assert_eq!(rounds.len(), 5, "{who}");
        assert_eq!(rounds[4] - rounds[0], 4, "{who} waits between two interviews: {rounds:?}");
    }
}

#[test]
fn other_seeds_put_judges_and_people_into_other_sessions() {
    let first = |text: &str| {
        let plan = Plan::of(&check(&of_2014(), text));
        let here = plan.meetings.iter().filter(|meeting| meeting.round.number() <= 5);
        here.map(|meeting| meeting.judge).collect::<BTreeSet<_>>()
    };
    let all: BTreeSet<_> = (0..20).map(|n| first(&n.to_string())).collect();
    assert!(all.len() >= 19, "{} of 20 differ", all.len());
}

#[test]
fn where_people_are_too_few_they_are_in_several_sessions_all_as_often() {
    let mut rulebook = of_2014();
    rulebook.roles.confederates = 12;
    let plan = Plan::of(&check(&rulebook, "few"));
    let times: Vec<usize> =
        ConfederateId::first(12).map(|id| rounds_of(&plan, Participant::Confederate(id)).len() / 5).collect();
    assert_eq!(times.iter().sum::<usize>(), 30);
    assert!(times.iter().all(|times| (2..=3).contains(times)), "{times:?}");
}

#[test]
fn more_than_sixty_four_judges_are_planned_in_sessions_and_one_at_a_time() {
    let plan = Plan::of(&check(&in_sessions(Design::FewestRounds, Layout::Pair, Roles::of(512, 8, 512), 8, 8), "many"));
    assert_eq!((plan.meetings.len(), plan.rounds()), (4096, 512));
    let plan = Plan::of(&check(&rulebook(Design::Rotation, Layout::One, Roles::of(100, 4, 70)), "many"));
    assert_eq!((plan.meetings.len(), plan.rounds()), (7400, 100));
    let refused = |rulebook: &Rulebook| draw(rulebook, seed("")).unwrap_err().to_string();
    assert_eq!(
        refused(&rulebook(Design::Rotation, Layout::One, Roles::of(512, 8, 9))),
        "a plan of 8704 interviews is too large (lower the numbers in `roles` until they are 8192)"
    );
    assert_eq!(
        refused(&rulebook(Design::Rotation, Layout::One, Roles::of(513, 1, 1))),
        "a plan for 513 judges is too large (lower the numbers in `roles` to 512 or fewer)"
    );
    assert_eq!(
        refused(&rulebook(Design::FewestRounds, Layout::Pair, Roles::of(65, 5, 5))),
        "a plan for 65 judges is too large (lower the numbers in `roles` to 64 or fewer)"
    );
    check(&rulebook(Design::Rotation, Layout::One, Roles::of(512, 8, 8)), "the bound itself");
}

#[test]
fn at_terminals_every_session_has_terminals_from_one() {
    let mut rulebook = in_sessions(Design::Rotation, Layout::One, Roles::of(12, 2, 9), 4, 3);
    rulebook.schedule.seats = Seats::Terminals;
    let assignment = check(&rulebook, "terminals");
    for session in sessions(&rulebook, &Plan::of(&assignment)) {
        let mut sits: BTreeMap<Seat, BTreeSet<Witness>> = BTreeMap::new();
        for seating in assignment.0.iter().filter(|seating| session.has(seating.interview.round)) {
            seating.seats.iter().for_each(|(&seat, &witness)| {
                sits.entry(seat).or_default().insert(witness);
            });
        }
        assert!(sits.keys().eq((1..=5).map(Seat::Terminal).collect::<Vec<_>>().iter()), "{sits:?}");
        assert!(sits.values().all(|here| here.len() == 1), "nobody changes terminals: {sits:?}");
    }
}

/// Checks the prover's findings in the plan of two judges and two sessions, with some lines replaced.
fn check_broken(change: &[(&str, &str)], expected: &[&str]) {
    let rulebook = in_sessions(Design::FewestRounds, Layout::Pair, Roles::of(2, 3, 2), 1, 1);
    let mut text = "1,J1,E1,C1\n2,J1,E2,C1\n3,J1,E3,C1\n4,J2,E1,C2\n5,J2,E2,C2\n6,J2,E3,C2\n".to_owned();
    for (from, to) in change {
        assert!(text.contains(from), "{from}");
        text = text.replace(from, to);
    }
    let plan = csv::read_plan(&format!("round,judge,entry,confederate\n{text}")).unwrap();
    assert_eq!(told(&rulebook, &plan), expected, "{text}");
}

#[test]
fn what_a_plan_breaks_of_its_sessions_is_told_in_words() {
    check_broken(&[], &[]);
    // J1 has the last interview a round later, after J2 has begun.
    check_broken(
        &[("3,J1,E3,C1\n4,J2,E1,C2", "3,J2,E1,C2\n4,J1,E3,C1")],
        &[
            "in session 1, there are 2 judges, and a session has 1 at most",
            "in session 1, there are 2 confederates, and a session has 1",
            "in session 1, J1 waits between R2 and R4, and the interviews of a judge follow one another",
            "in session 1, J2 waits between R3 and R5, and the interviews of a judge follow one another",
            "in session 1, J1 meets C1 3 times, though 1 or 2 would be even",
            "in session 1, J1 never meets C2",
            "in session 1, J2 never meets C1",
            "in session 1, J2 meets C2 3 times, though 1 or 2 would be even",
        ],
    );
    check_broken(&[("6,J2,E3,C2", "6,J2,E3,C1")], &["in session 2, there are 2 confederates, and a session has 1"]);
    check_broken(&[("C2", "C1")], &["C1 is in 2 sessions, though 1 would be even", "C2 is in no session"]);
    check_broken(
        &[("4,J2,E1,C2\n", ""), ("5,J2,E2,C2\n", ""), ("6,J2,E3,C2\n", "")],
        &["J2 is in no session", "C2 is in no session"],
    );
    check_broken(
        &[("6,J2,E3,C2", "6,J2,E2,C2")],
        &[
            "in session 2, J2 meets E2 twice",
            "in session 2, J2 never meets E3",
            "in session 2, E2 meets C2 twice",
            "in session 2, E3 never meets C2",
        ],
    );
}

/// In a Graeco-Latin design any two of different roles meet once, in a session as in a contest.
#[test]
fn in_a_graeco_latin_session_nobody_meets_the_same_confederate_again() {
    let rulebook = in_sessions(Design::GraecoLatin, Layout::Pair, Roles::of(2, 2, 2), 1, 1);
    let lines = "round,judge,entry,confederate\n1,J1,E1,C1\n2,J1,E2,C1\n3,J2,E1,C2\n4,J2,E2,C2\n";
    assert_eq!(
        told(&rulebook, &csv::read_plan(lines).unwrap()),
        ["in session 1, J1 meets C1 twice", "in session 2, J2 meets C2 twice"]
    );
}

#[test]
fn numbers_that_no_sessions_can_hold_are_refused_with_what_to_change() {
    let check = |rulebook: &Rulebook, expected: &str| {
        assert_eq!(draw(rulebook, seed("")).unwrap_err().to_string(), expected);
    };
    let pairs = |roles, judges, people| in_sessions(Design::FewestRounds, Layout::Pair, roles, judges, people);
    check(
        &pairs(Roles::of(6, 6, 6), 6, 6),
        "in a session of 6 judges, 6 entries and 6 confederates somebody waits between two interviews (lower \
         `schedule.sessions.judges`, or raise `schedule.sessions.confederates`)",
    );
    check(
        &pairs(Roles::of(1, 1, 2), 1, 2),
        "in a session of 1 judges, 1 entries and 2 confederates, a person has no interview (lower \
         `schedule.sessions.confederates`)",
    );
    check(
        &pairs(Roles::of(6, 2, 7), 2, 2),
        "3 sessions of 2 confederates have no place for all 7 (raise `schedule.sessions.confederates`, or lower \
         `roles.confederates`)",
    );
    let matrix = Design::Matrix(vec![vec![ConfederateId::new(1)]]);
    check(
        &in_sessions(matrix, Layout::Pair, Roles::of(1, 1, 1), 1, 1),
        "sessions share out judges, and the design `matrix` does not let them (take `schedule.sessions` out)",
    );
    let mut trials = pairs(Roles::of(2, 1, 2), 1, 1);
    trials.trials = Some(Trials::of(2, None));
    check(&trials, "sessions are for one playing of the plan (take `trials` or `schedule.sessions` out)");
}

#[test]
fn the_timetable_has_the_start_of_each_session_and_the_pauses_between_them() {
    let mut rulebook = of_2014();
    rulebook.schedule.sessions = Some(Sessions { judges: 5, confederates: 5, pause: Duration::from_secs(25 * 60) });
    let plan = construct(&rulebook).unwrap();
    let timetable = Timetable::of(&rulebook, &plan, "10:00".parse().unwrap());
    let starts: Vec<String> = sessions(&rulebook, &plan)
        .into_iter()
        .map(|session| {
            timetable.session(session).map(|(from, to): (ClockTime, ClockTime)| format!("{from} to {to}")).unwrap()
        })
        .collect();
    // Five rounds of seven minutes, and twenty-five minutes between sessions.
    assert_eq!(
        starts,
        ["10:00 to 10:35", "11:00 to 11:35", "12:00 to 12:35", "13:00 to 13:35", "14:00 to 14:35", "15:00 to 15:35"]
    );
    assert_eq!(timetable.slots.iter().map(|slot| slot.session).max(), Some(6));
}

#[test]
fn everybody_is_told_their_session_and_no_other_rounds() {
    let rulebook = of_2014();
    let assignment = check(&rulebook, "pages");
    let timetable = Timetable::of(&rulebook, &Plan::of(&assignment), "10:00".parse().unwrap());
    let pages = pages(&rulebook, &assignment, &timetable, &BTreeMap::new(), SeatsAre::Drawn, Language::english());
    assert_eq!(pages.len(), 1 + 30 + 5 + 30);
    for page in &pages {
        let rounds: Vec<&str> = page.rows.iter().map(|row| &*row[0]).filter(|number| !number.is_empty()).collect();
        match page.who {
            Participant::Judge(_) | Participant::Confederate(_) => {
                assert_eq!(rounds.len(), 5, "{}", page.title);
                let session = rounds[0].split_once("(session ").unwrap().1.trim_end_matches(')');
                assert!(page.note.contains(&format!("Your session is {session} of 6, from 1")), "{}", page.note);
                assert!(page.rows.iter().all(|row| !row[3].starts_with("Free")), "{}", page.title);
            }
            _ => {
                assert_eq!(rounds.len(), 30, "{}", page.title);
                assert!(!page.note.contains("Your session"));
            }
        }
    }
    // With two sessions, every page names them; with one, no page does.
    let two = in_sessions(Design::GraecoLatin, Layout::Pair, Roles::of(10, 5, 10), 5, 5);
    let assignment = check(&two, "two");
    let timetable = Timetable::of(&two, &Plan::of(&assignment), "10:00".parse().unwrap());
    let pages =
        schedule::pages::pages(&two, &assignment, &timetable, &BTreeMap::new(), SeatsAre::Drawn, Language::english());
    assert_eq!(pages.iter().filter(|page| page.note.contains(" of 2, from 1")).count(), 20);
    let one = in_sessions(Design::GraecoLatin, Layout::Pair, Roles::of(5, 5, 5), 5, 5);
    let assignment = check(&one, "one");
    let timetable = Timetable::of(&one, &Plan::of(&assignment), "10:00".parse().unwrap());
    let pages =
        schedule::pages::pages(&one, &assignment, &timetable, &BTreeMap::new(), SeatsAre::Drawn, Language::english());
    assert!(
        pages
            .iter()
            .all(|page| !page.note.contains("session") && page.rows.iter().all(|row| !row[0].contains("session")))
    );
}

#[test]
fn when_a_judge_leaves_only_their_own_interviews_are_dropped() {
    let rulebook = of_2014();
    let assignment = check(&rulebook, "leaves");
    let judge =
        assignment.0.iter().find(|seating| seating.interview.round == RoundNumber::new(12)).unwrap().interview.judge;
    let after =
        redraw(&rulebook, &assignment, Some(RoundNumber::new(7)), &[Participant::Judge(judge)].into(), seed("x"));
    let expected: Vec<_> = assignment.0.iter().filter(|seating| seating.interview.judge != judge).cloned().collect();
    assert_eq!(after.unwrap().0, expected);
}

#[test]
fn when_a_confederate_leaves_somebody_of_another_session_stands_in_and_other_sessions_stay() {
    let rulebook = of_2014();
    let assignment = check(&rulebook, "leaves");
    let of_session = |number: u16, assignment: &Assignment| {
        let is_in = |round: RoundNumber| (number * 5 - 4..=number * 5).contains(&round.number());
        assignment.0.iter().filter(|seating| is_in(seating.interview.round)).cloned().collect::<Vec<_>>()
    };
    let gone = of_session(3, &assignment)[0].confederate().unwrap();
    // Two rounds of the third session were played.
    let after =
        redraw(&rulebook, &assignment, Some(RoundNumber::new(12)), &[Participant::Confederate(gone)].into(), seed("x"))
            .unwrap();
    for number in [1, 2, 4, 5, 6] {
        assert_eq!(of_session(number, &after), of_session(number, &assignment), "session {number}");
    }
    assert_eq!(after.rounds(), 30);
    let met: BTreeSet<_> = after.0.iter().map(|seating| (seating.interview.judge, seating.entry().unwrap())).collect();
    assert_eq!((met.len(), after.0.len()), (150, 150), "everybody still meets every program once");
    let later = |seating: &&schedule::Seating| seating.interview.round.number() > 12;
    assert!(after.0.iter().filter(later).all(|seating| seating.confederate() != Some(gone)));
    let plan = Plan::of(&after);
    let clashes =
        violations(&rulebook, &plan).into_iter().filter(|what| what.to_string().contains("is in 2 interviews"));
    assert_eq!(clashes.count(), 0);
}

#[test]
fn when_an_entry_leaves_before_the_draw_every_session_is_drawn_without_it() {
    let rulebook = of_2014();
    let gone: BTreeSet<Participant> = ["E2".parse().unwrap()].into();
    let assignment = draw_without(&rulebook, None, &gone, seed("x")).unwrap();
    assert_eq!(assignment.0.len(), 120);
    assert_eq!(sessions(&rulebook, &Plan::of(&assignment)).len(), 6);
    assert!(assignment.0.iter().all(|seating| seating.entry() != Some(rulebook::EntryId::new(2))));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    #[test]
    fn whatever_the_numbers_the_prover_finds_nothing_and_nobody_waits(
        text: String,
        judges in 1_u16..40,
        entries in 1_u16..7,
        of_judges in 1_u16..7,
        more in 0_u16..3,
        confederates in 1_u16..40,
        layout in prop_oneof![Just(Layout::Pair), Just(Layout::One)],
    ) {
        let of_judges = of_judges.min(entries);
        let of_people = of_judges + more;
        let count = judges.div_ceil(of_judges);
        let confederates = confederates.clamp(of_people, count * of_people);
        let design = if layout == Layout::Pair { Design::FewestRounds } else { Design::Rotation };
        let rulebook = in_sessions(design, layout, Roles::of(judges, entries, confederates), of_judges, of_people);
        match draw(&rulebook, seed(&text)) {
            Ok(assignment) => {
                let plan = Plan::of(&assignment);
                prop_assert_eq!(told(&rulebook, &plan), [""; 0]);
                prop_assert_eq!(sessions(&rulebook, &plan).len(), usize::from(count));
                for judge in JudgeId::first(usize::from(judges)) {
                    let rounds = rounds_of(&plan, Participant::Judge(judge));
                    prop_assert_eq!(usize::from(rounds[rounds.len() - 1] - rounds[0]) + 1, rounds.len());
                }
            }
            // With fewer people than entries, and with two or six entries, there may be no plan without waiting; and few
            // interviews cannot hold many people.
            Err(why) => {
                let why = why.to_string();
                prop_assert!(layout == Layout::Pair, "{}", why);
                let waits = (of_people < entries || matches!(entries, 2 | 6)) && why.contains("somebody waits");
                prop_assert!(waits || (more > 0 && why.contains("a person has no interview")), "{}", why);
            }
        }
    }
}
