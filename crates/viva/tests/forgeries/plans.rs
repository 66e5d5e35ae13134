//! Draws from a seed, and new draws after somebody leaves or joins: the second verifier draws the same.

use std::{
    collections::BTreeSet,
    io::Write,
    path::Path,
    process::{Command, Stdio},
};

use rulebook::{
    ConfederateId, Draws, EntryId, JudgeId, Participant, RoundNumber, Rulebook, Seed,
    schema::{Combine, Design, Layout, People, Roles, Seats, Sessions, Trials},
    shipped,
};
use schedule::{Assignment, GivenPlan, Meeting, Replan, construct, draw_without};
use serde_json::{Value, json};

/// The number of contests drawn again.
const CASES: u64 = 96;

/// An input for both draws: the rules, the case, and the program's draw (null if there is no plan).
struct Drawn {
    what: String,
    case: Value,
    found: Value,
}

#[test]
fn the_second_verifier_draws_what_the_program_draws_whoever_left_or_joined() {
    let mut all = Vec::new();
    for case in 0..CASES {
        let seed = Seed::from_contributions(["plans", &crate::seed(), &case.to_string()]);
        all.extend(of_one_contest(case, seed));
    }
    let drawn = all.iter().filter(|one| !one.found.is_null()).count();
    assert!(drawn * 3 > all.len() * 2, "{drawn} of {}", all.len());
    let answers = second(&all);
    assert_eq!(answers.len(), all.len());
    let differ = |(one, answer): (&Drawn, &Value)| {
        (one.found != *answer).then(|| format!("{}:\n  {}\n  {answer}", one.what, one.found))
    };
    let differ: Vec<_> = all.iter().zip(&answers).filter_map(differ).collect();
    assert!(differ.is_empty(), "{} of {}:\n{}", differ.len(), all.len(), differ.join("\n"));
}

/// A contest of this seed, drawn with and without one participant, and then planned again in the middle.
fn of_one_contest(case: u64, seed: Seed) -> Vec<Drawn> {
    let mut draws = Draws::new(seed, "case");
    let rules = rules(case, &mut draws);
    let mut all = Vec::new();
    let mut note = |what: &str, rules: &Rulebook, case: Value, found: Option<Assignment>| {
        let roles = rules.roles;
        let what = format!("{case:.0} {what} {roles:?} {:?} {}", rules.schedule, json!({ "case": &case["left"] }));
        let case = json!({ "rules": rules, "seed": seed, "case": case });
        all.push(Drawn { what, case, found: json!(found) });
    };
    let nobody = BTreeSet::new();
    let plan = draw_without(&rules, None, &nobody, seed).ok();
    note("drawn", &rules, json!({ "left": nobody }), plan.clone());
    let Some(plan) = plan else { return all };
    let left = leaving(&rules, &mut draws);
    note("without", &rules, json!({ "left": left }), draw_without(&rules, None, &left, seed).ok());

    let kept = draws.index(usize::from(plan.rounds()));
    let up_to = kept.checked_sub(1).map(RoundNumber::at);
    let void: BTreeSet<RoundNumber> = up_to.filter(|_| draws.coin()).into_iter().collect();
    let place = |left: &BTreeSet<Participant>| json!({ "left": left, "plan": plan, "kept": kept, "void": void });
    let of = |left, rules| Replan { rulebook: rules, plan: &plan, up_to, left, void: &void, seed };
    note("somebody left", &rules, place(&left), of(&left, &rules).drawn().ok());
    if let Some(round) = up_to {
        let case = json!({ "left": left, "plan": plan, "kept": kept, "void": void, "again": round });
        note("a round again", &rules, case, of(&left, &rules).again(round).ok());
    }
    let mut more = rules.clone();
    match draws.index(3) {
        0 => more.roles.judges += 1,
        1 => more.roles.entries += 1,
        _ => more.roles.confederates += 1,
    }
    if rules.roles.people == People::Both {
        more.roles = Roles { judges: rules.roles.judges + 1, confederates: rules.roles.judges + 1, ..rules.roles };
    }
    let rest = of(&nobody, &more);
    let case = json!({ "left": nobody, "plan": plan, "kept": kept, "void": void, "joined": true });
    note("somebody joined", &more, case, rest.permit_joining().and_then(|()| rest.drawn()).ok());
    all
}

#[test]
fn the_second_verifier_proves_the_plans_that_the_program_proves() {
    let mut all = Vec::new();
    for case in 0..CASES * 3 {
        let seed = Seed::from_contributions(["given", &crate::seed(), &case.to_string()]);
        let mut draws = Draws::new(seed, "case");
        let rules = rules(case, &mut draws);
        let Ok(plan) = construct(&rules) else { continue };
        let mut given = GivenPlan { meetings: plan.meetings, ..GivenPlan::default() };
        if draws.below(3) > 0 {
            changed(&mut given.meetings, &mut draws);
        }
        if draws.below(4) == 0 {
            let one = |draws: &mut Draws| leaving(&rules, draws).into_iter().next().unwrap();
            given.settled.insert(one(&mut draws), one(&mut draws));
        }
        let what = format!("{case} {:?} {:?}", rules.roles, rules.schedule);
        let found = json!(given.faults(&rules).is_empty());
        let case = json!({ "rules": rules, "seed": seed, "case": { "given": given, "left": [] } });
        all.push(Drawn { what, case, found });
    }
    let sound = all.iter().filter(|one| one.found == true).count();
    assert!((all.len() / 8..all.len() * 7 / 8).contains(&sound), "{sound} of {}", all.len());
    let answers = second(&all);
    let differ = all.iter().zip(&answers).filter(|(one, answer)| one.found != **answer);
    let differ: Vec<_> = differ
        .map(|(one, answer)| format!("{}: {}, not {answer}\n  {}", one.what, one.found, one.case["case"]))
        .collect();
    assert!(
        differ.is_empty() && answers.len() == all.len(),
        "{} of {}:\n{}",
        differ.len(),
        all.len(),
        differ.join("\n")
    );
}

/// A meeting removed, repeated, moved or changed.
fn changed(meetings: &mut Vec<Meeting>, draws: &mut Draws) {
    let at = draws.index(meetings.len());
    let other = meetings[draws.index(meetings.len())];
    match draws.below(5) {
        0 => drop(meetings.remove(at)),
        1 => meetings[at].entry = other.entry,
        2 => meetings[at].confederate = other.confederate,
        3 => meetings[at].round = other.round,
        _ => meetings[at].judge = other.judge,
    }
    if draws.below(8) > 0 {
        meetings.sort_unstable();
    }
}

/// Rules with small numbers, of every design in turn.
fn rules(case: u64, draws: &mut Draws) -> Rulebook {
    let mut number = |least: u16, most: u16| least + u16::try_from(draws.index(usize::from(most - least + 1))).unwrap();
    let mut rules = shipped::rulebook("loebner-2010").unwrap();
    (rules.intake, rules.translations) = (None, Default::default());
    rules.roles = Roles::of(number(2, 5), number(1, 5), number(2, 6));
    let rounds = number(3, 9);
    let (judges, entries, people) = (rules.roles.judges, rules.roles.entries, rules.roles.confederates);
    let trials = |count| Some(Trials::of(count, Some(Combine::Any)));
    match case % 8 {
        0 => {
            let order = [3, 4, 5, 7][usize::from(number(0, 3))];
            (rules.roles, rules.schedule.design) = (Roles::of(order, order, order), Design::GraecoLatin);
        }
        1 | 2 => rules.schedule.design = Design::FewestRounds,
        3 => {
            let mut row = || (0..entries).map(|_| ConfederateId::new(number(1, people))).collect();
            rules.schedule.design = Design::Matrix((0..judges).map(|_| row()).collect());
        }
        4 => one_at_a_time(&mut rules, Design::Rotation),
        5 => {
            one_at_a_time(&mut rules, Design::Rotation);
            rules.trials = trials(2);
        }
        6 => {
            one_at_a_time(&mut rules, Design::TakeTurns { rounds });
            let judges = judges + 1;
            rules.roles = Roles { people: People::Both, parallel: number(1, 2), ..Roles::of(judges, entries, judges) };
            rules.schedule.seats = Seats::Drawn;
            if number(0, 1) == 0 {
                rules.interview.layout = Layout::Pair;
            }
        }
        _ => {
            let people = number(3, 4);
            rules.roles = Roles::of(number(4, 7), people, people * number(1, 2));
            rules.schedule.design = Design::FewestRounds;
            rules.schedule.sessions =
                Some(Sessions { judges: people.min(4), confederates: people, pause: std::time::Duration::ZERO });
            if number(0, 2) == 0 {
                one_at_a_time(&mut rules, Design::Rotation);
            }
        }
    }
    rules
}

fn one_at_a_time(rules: &mut Rulebook, design: Design) {
    (rules.schedule.design, rules.schedule.seats, rules.interview.layout) = (design, Seats::Terminals, Layout::One);
}

/// One or two participants who leave.
fn leaving(rules: &Rulebook, draws: &mut Draws) -> BTreeSet<Participant> {
    let Roles { judges, entries, confederates, .. } = rules.roles;
    let one = |draws: &mut Draws| match draws.index(3) {
        0 => Participant::Judge(JudgeId::at(draws.index(usize::from(judges)))),
        1 => Participant::Entry(EntryId::at(draws.index(usize::from(entries)))),
        _ => Participant::Confederate(ConfederateId::at(draws.index(usize::from(confederates)))),
    };
    (0..=draws.index(2)).map(|_| one(draws)).collect()
}

/// The second verifier's draw for each.
fn second(all: &[Drawn]) -> Vec<Value> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut command = Command::new("python3");
    command.args(["-B".into(), here.join("tests/forgeries/plans.py"), here.join("../../verifier")]);
    let mut python = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let lines: String = all.iter().map(|one| format!("{}\n", one.case)).collect();
    let mut stdin = python.stdin.take().unwrap();
    let writer = std::thread::spawn(move || stdin.write_all(lines.as_bytes()).unwrap());
    let output = python.wait_with_output().unwrap();
    writer.join().unwrap();
    String::from_utf8(output.stdout).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}
