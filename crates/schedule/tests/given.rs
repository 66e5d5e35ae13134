//! Stories of given plans: the plans that are accepted, the bearers of labels, and the messages about faults.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
    time::Duration,
};

use proptest::prelude::*;
use rulebook::{
    ConfederateId, EntryId, JudgeId, Participant, RoundNumber, Rulebook, Seat, Seed,
    schema::{Design, Layout, People, Roles, Sessions, Trials},
    shipped,
};
use schedule::{
    Effort, GivenPlan, Matrix, Meeting, NoDraw, Plan, Problem, construct, csv, draw, draw_without, redraw, solve,
    violations,
};

use crate::common::{rulebook, seed};

/// The plan in this text, with no label settled.
fn read(rulebook: &Rulebook, text: &str) -> Result<GivenPlan, String> {
    GivenPlan::read(text, rulebook, BTreeMap::new()).map_err(|faults| faults.to_string())
}

/// Checks that a plan of these lines is refused in these words.
fn refused(rulebook: &Rulebook, lines: &str, expected: &str) {
    let text = format!("round,judge,entry,confederate\n{lines}");
    assert_eq!(read(rulebook, &text).unwrap_err(), expected, "{lines}");
}

/// One judge, one entry, one confederate: the smallest plan of pairs.
fn one_of_each() -> Rulebook {
    rulebook(Design::FewestRounds, Layout::Pair, Roles::of(1, 1, 1))
}

/// The lines of the plan that this seed draws for the rulebook of 2010.
fn lines_of_2010() -> Vec<String> {
    let plan = Plan::of(&draw(&shipped::rulebook("loebner-2010").unwrap(), seed("lines")).unwrap());
    csv::write_plan(&plan).lines().skip(1).map(str::to_owned).collect()
}

/// A seven-round plan of the matrix of 2006, made here.
const SEVEN: &str = include_str!("given/seven-rounds.csv");

fn of_2006() -> Rulebook {
    shipped::rulebook("loebner-2006").unwrap()
}

#[test]
fn a_plan_that_takes_longer_than_it_must_is_accepted() {
    let given = read(&of_2006(), SEVEN).unwrap();
    assert_eq!(given.plan().rounds(), 7);
    assert_eq!(construct(&of_2006()).unwrap().rounds(), 6);
    let drawn = given.drawn(&of_2006(), seed("7")).unwrap();
    assert_eq!((drawn.rounds(), drawn.0.len()), (7, 16));
}

#[test]
#[expect(clippy::print_stderr, reason = "a skipped test says so")]
fn the_printed_seven_rounds_of_2006_are_accepted() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/schedules/printed-2006.csv");
    let Ok(text) = fs::read_to_string(&path) else {
        eprintln!("skipped: {} is not there", path.display());
        return;
    };
    assert_eq!(read(&of_2006(), &text).unwrap().plan().rounds(), 7);
}

#[test]
fn a_plan_made_around_absences_is_accepted_and_so_is_one_made_from_a_latin_matrix() {
    let rulebook = shipped::rulebook("loebner-2010").unwrap();
    let away = [("J2", 3), ("C1", 1)].map(|(who, round)| (who.parse().unwrap(), RoundNumber::new(round)));
    let problem = Problem { absences: away.into_iter().collect(), ..Problem::of(rulebook.roles) };
    let plan = solve(&problem, Effort::default()).unwrap().plan;
    assert_eq!(read(&rulebook, &csv::write_plan(&plan)).unwrap().plan(), plan);

    let rows = [[1, 2, 3, 4], [4, 1, 2, 3], [3, 4, 1, 2], [2, 3, 4, 1]];
    let rows = rows.map(|row| row.map(|id| Some(ConfederateId::new(id))).to_vec()).to_vec();
    let plan = solve(&Problem::of_matrix(Matrix { rows }), Effort::default()).unwrap().plan;
    assert_eq!(read(&rulebook, &csv::write_plan(&plan)).unwrap().plan(), plan);
}

#[test]
fn a_plan_for_six_of_each_is_accepted_although_no_design_of_six_rounds_exists() {
    let six = rulebook(Design::GraecoLatin, Layout::Pair, Roles::of(6, 6, 6));
    let plan = solve(&Problem::of(six.roles), Effort::default()).unwrap().plan;
    assert_eq!(plan.rounds(), 7);
    let given = read(&six, &csv::write_plan(&plan)).unwrap();
    assert_eq!(draw_without(&six, Some(&given), &BTreeSet::new(), seed("six")).unwrap().rounds(), 7);
}

#[test]
fn who_bears_a_label_and_who_sits_where_is_drawn() {
    let rulebook = shipped::rulebook("loebner-2010").unwrap();
    let given = read(&rulebook, &format!("round,judge,entry,confederate\n{}", lines_of_2010().join("\n"))).unwrap();
    let drawn = |n: u32| given.drawn(&rulebook, seed(&n.to_string())).unwrap();
    assert_eq!(drawn(1), drawn(1));
    let plans: BTreeSet<Plan> = (0..50).map(|n| Plan::of(&drawn(n))).collect();
    assert!(plans.len() >= 48, "{} of 50 plans differ", plans.len());
    let left = (0..50).flat_map(|n| drawn(n).0).filter(|s| s.seats[&Seat::Left].to_string().starts_with('E')).count();
    // 800 coins have a standard deviation of 14; the seeds are fixed, so only the code can change this.
    assert!((400 - 57..=400 + 57).contains(&left), "{left} of 800");
}

#[test]
fn the_draw_of_a_given_plan_stays_the_same_for_ever() {
    let given = read(&of_2006(), SEVEN).unwrap();
    let lines: Vec<_> = (given.drawn(&of_2006(), seed("1")).unwrap().0.iter())
        .filter(|s| s.interview.round.number() == 1)
        .map(|s| format!("{} {} {}", s.interview, s.seats[&Seat::Left], s.seats[&Seat::Right]))
        .collect();
    assert_eq!(lines, ["R1-J1 C4 E3", "R1-J2 E2 C3", "R1-J3 C2 E4"]);
}

#[test]
fn a_matrix_names_labels_too_and_is_kept_by_those_who_bear_them() {
    let mut rulebook = of_2006();
    let given = read(&rulebook, SEVEN).unwrap();
    let played = given.drawn(&rulebook, seed("a")).unwrap();
    rulebook.schedule.design = given.design(&rulebook, seed("a"));
    assert_ne!(rulebook.schedule.design, of_2006().schedule.design);
    assert_eq!(violations(&rulebook, &Plan::of(&played)), []);
    // A redraw after a participant left keeps it as well.
    let left = BTreeSet::from(["J1".parse().unwrap()]);
    let rest = redraw(&rulebook, &played, Some(RoundNumber::new(2)), &left, seed("a")).unwrap();
    let otherwise = violations(&rulebook, &Plan::of(&rest)).into_iter().map(|what| what.to_string());
    assert_eq!(otherwise.filter(|what| what.contains("matrix")).collect::<Vec<_>>(), [""; 0]);
}

#[test]
fn a_label_that_is_settled_is_borne_and_the_others_are_drawn() {
    let rulebook = shipped::rulebook("loebner-2010").unwrap();
    let text = format!("round,judge,entry,confederate\n{}", lines_of_2010().join("\n"));
    let settled: BTreeMap<Participant, Participant> =
        [("J1", "J3"), ("E4", "E2"), ("C2", "C1")].map(|(a, b)| (a.parse().unwrap(), b.parse().unwrap())).into();
    let given = GivenPlan::read(&text, &rulebook, settled).unwrap();
    let label = given.plan();
    let rounds = |plan: &Plan, judge: u16, entry: u16, confederate: u16| {
        let of_judge = || plan.meetings.iter().filter(|meeting| meeting.judge == JudgeId::new(judge));
        let with_entry = of_judge().find(|meeting| meeting.entry == Some(EntryId::new(entry)));
        let with_person = of_judge().find(|meeting| meeting.confederate == Some(ConfederateId::new(confederate)));
        [with_entry, with_person].map(|meeting| meeting.unwrap().round)
    };
    for n in 0..20 {
        let borne = Plan::of(&given.drawn(&rulebook, seed(&n.to_string())).unwrap());
        assert_eq!(violations(&rulebook, &borne), []);
        assert_eq!(rounds(&borne, 1, 4, 2), rounds(&label, 3, 2, 1));
    }

    let check = |who: &str, bears: &str, twice: bool| {
        let mut settled = BTreeMap::from([(who.parse().unwrap(), bears.parse().unwrap())]);
        if twice {
            settled.insert("J4".parse().unwrap(), bears.parse().unwrap());
        }
        GivenPlan::read(&text, &rulebook, settled).unwrap_err().to_string()
    };
    let mend = "(give each at most one label of their role that the contest has, and no label twice)";
    assert_eq!(check("J1", "C1", false), format!("J1 cannot bear the label C1 {mend}"));
    assert_eq!(check("J1", "J5", false), format!("J1 cannot bear the label J5 {mend}"));
    assert_eq!(check("E5", "E1", false), format!("E5 cannot bear the label E1 {mend}"));
    assert_eq!(check("J1", "J2", true), format!("J4 cannot bear the label J2 {mend}"));

    // Where people are both, the bearer of J1 is the bearer of C1: a label of a confederate cannot be settled.
    let turns = shipped::rulebook("three-party-2025").unwrap();
    let plan = csv::write_plan(&construct(&turns).unwrap());
    let settled = BTreeMap::from([("C1".parse().unwrap(), "C2".parse().unwrap())]);
    assert_eq!(
        GivenPlan::read(&plan, &turns, settled).unwrap_err().to_string(),
        format!("C1 cannot bear the label C2 {mend}")
    );
}

#[test]
fn an_empty_file_and_a_file_without_interviews_are_refused() {
    let rulebook = one_of_each();
    let header = "line 1: the file is empty (begin with `round,judge,entry,confederate`)";
    assert_eq!(read(&rulebook, "").unwrap_err(), header);
    refused(&rulebook, "", "the plan has no interviews (write a line for each interview, such as `1,J1,E1,C1`)");
    assert_eq!(
        read(&rulebook, "round,judge,entry,confederate\nx,J1,E1,C1\n").unwrap_err(),
        "line 2: column 1: `x` is not a round such as R1"
    );
}

#[test]
fn every_wrong_plan_is_told_with_its_lines_and_how_to_mend_it() {
    let rulebook = one_of_each();
    refused(
        &rulebook,
        "1,J1,E1,C1\n1,J1,E1,C1",
        "lines 2 and 3: the same interview is in the plan more than once (keep one of these lines)",
    );
    refused(
        &rulebook,
        "1,J1,E1,C1\n2,J1,E1,C1",
        "lines 2 and 3: J1 meets E1 twice (let the two meet in one of these interviews only)\n\
         lines 2 and 3: J1 meets C1 twice (let the two meet in one of these interviews only)\n\
         lines 2 and 3: E1 meets C1 twice (let the two meet in one of these interviews only)",
    );
    refused(
        &rulebook,
        "1,J1,E1,C1\n1,J1,E7,C1",
        "line 3: E7 is planned, but the contest has only 1 in that role (write E1, or list more in the contest file)\n\
         lines 2 and 3: J1 is in 2 interviews of R1 (move all of these interviews but one to other rounds)\n\
         lines 2 and 3: C1 is in 2 interviews of R1 (move all of these interviews but one to other rounds)\n\
         lines 2 and 3: J1 meets C1 twice (let the two meet in one of these interviews only)",
    );
    refused(&rulebook, "2,J1,E1,C1", "R1 has no interviews, though rounds follow it (number the rounds through)");
    refused(&rulebook, "60000,J1,E1,C1", "line 2: no plan has 60000 rounds (number the rounds through from 1)");
    refused(
        &rulebook,
        "1,J1,E1,",
        "line 2: J1 meets E1 without a confederate in R1 (name an entry and a confederate)\n\
         J1 never meets C1 (add an interview in which the two meet)\n\
         E1 never meets C1 (add an interview in which the two meet)",
    );
    let mut lines = lines_of_2010();
    let missing = lines.remove(5);
    let [_, judge, entry, confederate] = missing.split(',').collect::<Vec<_>>()[..] else { panic!("{missing}") };
    refused(
        &shipped::rulebook("loebner-2010").unwrap(),
        &lines.join("\n"),
        &format!(
            "{judge} never meets {entry} (add an interview in which the two meet)\n\
             {judge} never meets {confederate} (add an interview in which the two meet)\n\
             {entry} never meets {confederate} (add an interview in which the two meet)"
        ),
    );
}

/// The faults of this plan, only the lines that contain `what`.
fn told(rulebook: &Rulebook, lines: &str, what: &str) -> Vec<String> {
    let told = read(rulebook, &format!("round,judge,entry,confederate\n{lines}")).unwrap_err();
    told.lines().filter(|line| line.contains(what)).map(str::to_owned).collect()
}

#[test]
fn a_fault_is_told_with_its_own_lines_and_no_others() {
    refused(
        &rulebook(Design::FewestRounds, Layout::Pair, Roles::of(1, 2, 2)),
        "1,J1,E1,C1\n1,J1,E2,C2\n2,J1,E1,C2",
        "lines 2 and 3: J1 is in 2 interviews of R1 (move all of these interviews but one to other rounds)\n\
         lines 2 and 4: J1 meets E1 twice (let the two meet in one of these interviews only)\n\
         lines 3 and 4: J1 meets C2 twice (let the two meet in one of these interviews only)",
    );
    let parallel = Roles { parallel: 2, ..Roles::of(3, 1, 3) };
    refused(
        &rulebook(Design::FewestRounds, Layout::Pair, parallel),
        "1,J1,E1,C1\n1,J2,E1,C2\n1,J3,E1,C3",
        "lines 2, 3 and 4: E1 is in 3 interviews of R1, and can be in 2 at the same time (move some of these interviews \
         to other rounds)",
    );
    let turns = |people, entries, rounds| {
        let roles = Roles { people: People::Both, ..Roles::of(people, entries, people) };
        rulebook(Design::TakeTurns { rounds }, Layout::Pair, roles)
    };
    assert_eq!(
        told(&turns(6, 3, 2), "1,J1,E1,C2\n1,J3,E2,C1\n1,J5,E3,C6\n2,J1,E1,C4", "same person"),
        ["lines 2 and 3: J1 is the same person as C1, and is planned twice for R1 (move one of the two interviews to \
          another round)"]
    );
    assert_eq!(
        told(
            &turns(4, 1, 6),
            "1,J1,E1,C2\n2,J2,E1,C1\n3,J3,E1,C4\n4,J4,E1,C3\n5,J1,E1,C3\n6,J2,E1,C4",
            "in either role"
        ),
        [
            "lines 2 and 3: J1 and C2 meet twice, in either role, though 1 would be even (exchange people \
             between interviews until it is even)",
            "lines 4 and 5: J3 and C4 meet twice, in either role, though 1 would be even (exchange people \
             between interviews until it is even)",
        ]
    );
}

#[test]
fn a_fault_of_a_trial_or_a_session_is_told_with_lines_of_that_part_only() {
    let mut trials = rulebook(Design::Rotation, Layout::One, Roles::of(2, 1, 1));
    trials.trials = Some(Trials::of(2, None));
    assert_eq!(
        told(&trials, "1,J1,E1,\n1,J2,,C1\n2,J1,,C1\n2,J2,E1,\n3,J1,E1,\n3,J2,,C1\n4,J1,E1,\n", "J1 meets E1"),
        ["lines 6 and 8: in trial 2, J1 meets E1 twice (let the two meet in one of these interviews only)"]
    );

    let mut sessions = rulebook(Design::FewestRounds, Layout::Pair, Roles::of(2, 3, 2));
    sessions.schedule.sessions = Some(Sessions { judges: 1, confederates: 1, pause: Duration::ZERO });
    assert_eq!(
        told(&sessions, "1,J1,E1,C1\n2,J1,E2,C1\n3,J1,E3,C1\n4,J2,E1,C1\n5,J2,E2,C1\n6,J2,E2,C1\n", "E2 meets C1"),
        ["lines 6 and 7: in session 2, E2 meets C1 twice (let the two meet in one of these interviews only)"]
    );
    assert_eq!(
        told(&sessions, "1,J1,E1,C1\n2,J1,E2,C1\n3,J2,E1,C2\n4,J1,E3,C1\n4,J2,E2,C2\n5,J2,E3,C2\n", "waits"),
        [
            "lines 3 and 5: in session 1, J1 waits between R2 and R4, and the interviews of a judge follow one another (move \
          one of these interviews, so that they follow one another)"
        ]
    );
}

#[test]
fn a_plan_that_comes_from_no_file_is_told_its_rounds() {
    let plan = csv::read_plan("round,judge,entry,confederate\n1,J1,E1,\n").unwrap();
    let given = GivenPlan { meetings: plan.meetings, settled: BTreeMap::new() };
    let first = &given.faults(&one_of_each())[0];
    assert_eq!(first.to_string(), "R1: J1 meets E1 without a confederate in R1 (name an entry and a confederate)");
}

#[test]
fn a_plan_has_no_more_interviews_and_rounds_than_can_be_played() {
    let meeting = csv::read_plan("round,judge,entry,confederate\n1,J1,E1,C1\n").unwrap().meetings[0];
    let first = |meetings| {
        let given = GivenPlan { meetings, settled: BTreeMap::new() };
        given.faults(&one_of_each())[0].to_string()
    };
    let in_round = |round| first(vec![Meeting { round: RoundNumber::new(round), ..meeting }]);
    assert_eq!(first(vec![meeting; 8193]), "8193 interviews are too many (a plan has 8192 at most)");
    assert!(first(vec![meeting; 8192]).starts_with("R1: J1 is in 8192 interviews of R1"));
    assert_eq!(in_round(8193), "R8193: no plan has 8193 rounds (number the rounds through from 1)");
    assert!(in_round(8192).starts_with("R1 has no interviews"));
}

#[test]
fn a_plan_against_the_matrix_of_its_rulebook_is_refused() {
    let exchanged = SEVEN.replacen(",C1\n", ",x\n", 1).replacen(",C2\n", ",C1\n", 1).replacen(",x\n", ",C2\n", 1);
    let told = read(&of_2006(), &exchanged).unwrap_err();
    assert_eq!(told.lines().count(), 2, "{told}");
    assert!(
        told.lines().all(|line| line.starts_with("line ") && line.ends_with("as the rulebook's matrix says)")),
        "{told}"
    );
}

#[test]
fn a_plan_with_more_faults_than_anybody_reads_is_told_the_first_fifty() {
    let large = rulebook(Design::FewestRounds, Layout::Pair, Roles::of(20, 20, 20));
    let told = read(&large, "round,judge,entry,confederate\n1,J1,E1,C1\n").unwrap_err();
    assert_eq!(told.lines().count(), 51);
    assert!(told.ends_with("and 1147 more (mend these first)"), "{told}");
}

#[test]
fn a_plan_of_trials_and_one_of_turns_are_held_to_their_rounds() {
    let mut rulebook = rulebook(Design::Rotation, Layout::One, Roles::of(2, 1, 1));
    rulebook.trials = Some(Trials::of(2, None));
    let plan = construct(&rulebook).unwrap();
    assert_eq!(read(&rulebook, &csv::write_plan(&plan)).unwrap().plan(), plan);
    let mut short = plan.clone();
    let last = short.meetings.pop().unwrap();
    let witness = last.witnesses().next().unwrap();
    let told = read(&rulebook, &csv::write_plan(&short)).unwrap_err();
    assert_eq!(
        told,
        format!("in trial 2, {} never meets {witness} (add an interview in which the two meet)", last.judge)
    );

    let turns = shipped::rulebook("three-party-2025").unwrap();
    let mut plan = construct(&turns).unwrap();
    plan.meetings.retain(|meeting| meeting.round.number() < 8);
    let told = read(&turns, &csv::write_plan(&plan)).unwrap_err();
    let first = "the plan takes 7 rounds, and the design has 8 (plan 8, or set another number in `schedule.design`)";
    assert_eq!(told.lines().next(), Some(first));
}

#[test]
fn who_is_left_out_before_the_draw_is_in_no_interview() {
    let rulebook = of_2006();
    let given = read(&rulebook, SEVEN).unwrap();
    let left = BTreeSet::from(["E2".parse().unwrap()]);
    let drawn = draw_without(&rulebook, Some(&given), &left, seed("left")).unwrap();
    assert!(drawn.0.iter().all(|seating| seating.entry().is_some_and(|id| id.number() != 2)));
    assert_eq!(drawn.0.len(), 12);
}

#[test]
fn an_unproved_plan_is_never_drawn() {
    let mut given = read(&of_2006(), SEVEN).unwrap();
    given.meetings.pop();
    let nobody = BTreeSet::new();
    assert!(matches!(draw_without(&of_2006(), Some(&given), &nobody, seed("1")), Err(NoDraw::Given(_))));
    let mut given = read(&of_2006(), SEVEN).unwrap();
    given.meetings.reverse();
    let told = draw_without(&of_2006(), Some(&given), &nobody, seed("1")).unwrap_err().to_string();
    assert!(told.contains("the interviews are not in their order"), "{told}");
}

/// Any rulebook that the generator has a plan for, from numbers.
fn generated(design: u8, judges: u16, entries: u16, confederates: u16) -> Rulebook {
    let roles = Roles::of(judges, entries, confederates);
    match design {
        0 => rulebook(Design::FewestRounds, Layout::Pair, roles),
        1 => {
            let order = if [2, 6].contains(&judges) { 3 } else { judges };
            rulebook(Design::GraecoLatin, Layout::Pair, Roles::of(order, order, order))
        }
        2 => rulebook(Design::Rotation, Layout::One, roles),
        3 => {
            let row =
                |judge: u16| (0..entries).map(move |entry| ConfederateId::new((judge + entry) % confederates + 1));
            let rows = (0..judges).map(|judge| row(judge).collect()).collect();
            rulebook(Design::Matrix(rows), Layout::Pair, roles)
        }
        _ => {
            let people = Roles { people: People::Both, ..Roles::of(judges + 1, entries, judges + 1) };
            rulebook(Design::TakeTurns { rounds: confederates }, Layout::Pair, people)
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn whatever_plan_is_made_written_and_read_back_is_accepted_and_the_same(
        design in 0_u8..5, judges in 1_u16..6, entries in 1_u16..6, confederates in 1_u16..6, text: String,
    ) {
        let mut rulebook = generated(design, judges, entries, confederates);
        let seed = Seed::from_contributions([text.as_str()]);
        let plan = Plan::of(&draw(&rulebook, seed).unwrap());
        // A plan without interviews, as from one confederate more than entries, is not a plan.
        prop_assume!(violations(&rulebook, &plan).is_empty());
        let given = read(&rulebook, &csv::write_plan(&plan));
        prop_assert_eq!(given.as_ref().map(GivenPlan::plan), Ok(plan.clone()));
        let given = given.unwrap();
        let json = serde_json::to_string(&given).unwrap();
        prop_assert_eq!(&serde_json::from_str::<GivenPlan>(&json).unwrap(), &given);
        // For any bearers of the labels, the played plan keeps the rules and takes as many rounds.
        let drawn = given.drawn(&rulebook, seed).unwrap();
        prop_assert_eq!(drawn.rounds(), plan.rounds());
        rulebook.schedule.design = given.design(&rulebook, seed);
        prop_assert_eq!(violations(&rulebook, &Plan::of(&drawn)), []);
    }
}
