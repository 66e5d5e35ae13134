//! Plans given by an organiser: proved before the contest is opened, drawn, and judged again by an audit.

use std::collections::{BTreeMap, BTreeSet};

use archive::audit::audit;
use contest::{
    Actor, ContestResult, ControlEvent, Event, Recorded, Refusal, Room, command::Opening, contest::Phase,
    view::stage::Stage,
};
use rulebook::{
    ConfederateId, JudgeId, RoundNumber,
    schema::{Design, Roles},
};
use schedule::{GivenPlan, Plan};

use crate::story::{ORGANISER, Story, confederate, judge, rules};

/// A seven-round plan of the matrix of 2006.
fn seven() -> GivenPlan {
    let text = include_str!("../../../schedule/tests/given/seven-rounds.csv");
    GivenPlan::read(text, &rules("loebner-2006", |_| {}), BTreeMap::new()).unwrap()
}

/// A contest of 2006 drawn from this plan.
fn planned(plan: GivenPlan) -> Result<Story, Refusal> {
    Story::with_plan(rules("loebner-2006", |_| {}), plan)
}

/// A plan of seven rounds, played to the end.
fn played() -> Story {
    let mut story = planned(seven()).unwrap();
    assert_eq!(story.contest().rounds(), 7);
    story.play_on();
    story.wait_out();
    story
}

fn faults_with(story: &Story, change: impl Fn(&mut ControlEvent)) -> Vec<String> {
    let mut record = story.record.clone();
    for fact in &mut record {
        if let Event::Control(event) = &mut fact.event {
            change(event);
        }
    }
    crate::story::faults(&record)
}

/// The plan in the first event of a record.
fn given(event: &mut ControlEvent) -> Option<&mut GivenPlan> {
    let ControlEvent::Opened { terms, .. } = event else { return None };
    terms.plan.as_deref_mut()
}

#[test]
fn a_plan_of_seven_rounds_is_played_from_beginning_to_end_and_audited() {
    let story = played();
    assert_eq!(story.contest().phase, Phase::Closed);
    assert!(ContestResult::of(story.contest()).is_some());
    let audit = audit(&story.record);
    assert_eq!(audit.faults, []);
    let told = audit.found.iter().find(|found| found.contains("the plan that the first event holds"));
    assert!(told.is_some_and(|found| found.contains("who bears its labels")), "{:?}", audit.found);
    assert!(audit.found.contains(&"16 interviews in 7 rounds, as committed and as the seed draws them".to_owned()));
    assert_eq!(&Room::replay(&story.record), story.room());
}

#[test]
fn before_the_draw_a_given_plan_tells_its_rounds_and_nothing_of_who_bears_its_labels() {
    let story = Story::with_plan_undrawn(rules("loebner-2006", |_| {}), seven()).unwrap();
    assert_eq!((story.contest().rounds(), story.contest().assignment()), (7, None));
    assert_eq!(story.contest().rulebook, rules("loebner-2006", |_| {}));
    let meetings = |story: &Story| Plan::of(story.contest().assignment().unwrap()).meetings;
    assert_ne!(meetings(&planned(seven()).unwrap()), seven().meetings, "others bear the labels");
}

#[test]
fn the_matrix_in_force_is_that_of_the_bearers() {
    let story = planned(seven()).unwrap();
    let rulebook = &story.contest().rulebook;
    assert_ne!(rulebook.schedule.design, rules("loebner-2006", |_| {}).schedule.design);
    let Design::Matrix(rows) = &rulebook.schedule.design else { panic!("no matrix") };
    assert_eq!((rows.len(), rows[0].len()), (4, 4));
    assert_eq!(schedule::violations(rulebook, &Plan::of(story.contest().assignment().unwrap())), []);
}

#[test]
fn somebody_leaves_a_contest_of_a_given_plan_and_the_rest_is_drawn_anew() {
    for who in [judge(2), confederate(3)] {
        let mut story = planned(seven()).unwrap();
        for _ in 0..3 {
            story.open_round().unwrap();
            story.wait_out();
            story.wait_out();
        }
        let before = story.contest().assignment().unwrap().clone();
        story.leaves(who).unwrap();
        let after = story.contest().assignment().unwrap().clone();
        let first = |all: &schedule::Assignment| all.0.iter().filter(|s| s.interview.round.number() <= 3).count();
        assert_eq!(before.0[..first(&before)], after.0[..first(&after)]);
        story.play_on();
        story.wait_out();
        assert_eq!(story.faults(), Vec::<String>::new(), "{who}");
    }
}

#[test]
fn who_leaves_before_the_draw_is_in_no_interview_of_a_given_plan() {
    let mut story = Story::with_plan_undrawn(rules("loebner-2006", |_| {}), seven()).unwrap();
    story.leaves(judge(4)).unwrap();
    story.does(ORGANISER, contest::Command::Draw { anyway: true }).unwrap();
    let assignment = story.contest().assignment().unwrap();
    assert_eq!(assignment.interviews_of(JudgeId::new(4)).count(), 0);
    assert_eq!(assignment.0.len(), 12);
    story.play_on();
    story.wait_out();
    assert_eq!(story.faults(), Vec::<String>::new());
    assert!(!audit(&story.record).found.iter().any(|found| found.contains("the plan that the first event holds")));
}

#[test]
fn a_plan_that_breaks_a_rule_opens_no_contest() {
    let mut plan = seven();
    plan.meetings[1].confederate = Some(ConfederateId::new(2));
    let Err(Refusal::CannotStart(why)) = planned(plan) else { panic!("it was opened") };
    assert!(
        why.to_string().starts_with("the plan cannot be played\nR1: C2 is in 2 interviews of R1 (move all"),
        "{why}"
    );
    assert!(why.to_string().contains("seat C1 there, as the rulebook's matrix says"), "{why}");

    let mut plan = seven();
    plan.settled.insert(judge(1), confederate(1));
    let Err(Refusal::CannotStart(why)) = planned(plan) else { panic!("it was opened") };
    assert!(why.to_string().contains("J1 cannot bear the label C1"), "{why}");
}

#[test]
fn an_audit_finds_a_plan_that_was_exchanged() {
    let story = played();
    // Another valid plan: the last two rounds are exchanged.
    let exchanged = faults_with(&story, |event| {
        if let Some(plan) = given(event) {
            for meeting in &mut plan.meetings {
                let round = match meeting.round.number() {
                    6 => 7,
                    7 => 6,
                    other => other,
                };
                meeting.round = RoundNumber::new(round);
            }
            plan.meetings.sort_unstable();
        }
    });
    assert!(exchanged.iter().any(|fault| fault.contains("the seed does not draw the assignment")), "{exchanged:?}");
    let gone = faults_with(&story, |event| {
        if let ControlEvent::Opened { terms, .. } = event {
            terms.plan = None;
        }
    });
    assert!(gone.iter().any(|fault| fault.contains("the seed does not draw the assignment")), "{gone:?}");
    let broken = faults_with(&story, |event| {
        if let Some(plan) = given(event) {
            plan.meetings.pop();
        }
    });
    assert!(
        broken[0].starts_with("event 1: the rules did not allow it here (") && broken[0].contains("never meets"),
        "{broken:?}"
    );
    let settled = faults_with(&story, |event| {
        if let Some(plan) = given(event) {
            plan.settled.extend((1..=4).map(|n| (judge(n), judge(n))));
        }
    });
    assert!(settled.iter().any(|fault| fault.contains("the seed does not draw the assignment")), "{settled:?}");
}

#[test]
fn a_record_whose_draw_shows_only_at_the_end_is_audited_as_well() {
    let mut story = planned(seven()).unwrap();
    story.open_round().unwrap();
    story.wait_out();
    story.wait_out();
    story.leaves(confederate(1)).unwrap();
    story.play_on();
    story.wait_out();
    let facts: Vec<Recorded> = (story.record.iter().cloned())
        .map(|mut fact| {
            match &mut fact.event {
                Event::Control(ControlEvent::AssignmentCommitted { private }) => *private = contest::Private::Redacted,
                Event::Control(ControlEvent::Replanned { private, .. }) => *private = contest::Private::Redacted,
                _ => {}
            }
            fact
        })
        .collect();
    assert_eq!(crate::story::faults(&facts), Vec::<String>::new());
    assert!(facts.iter().any(|fact| fact.actor == Actor::Server));
}

#[test]
fn a_plan_in_a_record_reads_back_as_it_was_written() {
    let story = planned(seven()).unwrap();
    let Event::Control(opened) = &story.record[0].event else { panic!("no opening") };
    let json = serde_json::to_value(opened).unwrap();
    assert_eq!(
        json["terms"]["plan"]["meetings"][0],
        serde_json::json!({ "round": "R1", "judge": "J1", "entry": "E4", "confederate": "C4" })
    );
    assert_eq!(json["terms"]["plan"].get("settled"), None);
    assert_eq!(&serde_json::from_value::<ControlEvent>(json).unwrap(), opened);
    let plain: &Opening = &Story::opening(rules("loebner-2010", |_| {}), None);
    assert_eq!(plain.terms.plan, None);
}

#[test]
fn a_terminal_that_a_judge_visits_again_is_rated_for_each_visit_and_ranked_once() {
    let rules = rules("loebner-1995", |rules| {
        rules.roles = Roles { judges: 2, entries: 2, confederates: 2, ..rules.roles };
    });
    let rounds = ["1,J1,E1,\n1,J2,E2,", "2,J1,E2,\n2,J2,,C1", "3,J1,,C1\n3,J2,,C2", "4,J1,,C2\n4,J2,E1,", "5,J1,E1,"];
    let text = format!("round,judge,entry,confederate\n{}\n", rounds.join("\n"));
    let plan = GivenPlan::read(&text, &rules, BTreeMap::new()).unwrap();
    let mut story = Story::with_plan(rules, plan).unwrap();
    story.play_on();
    assert_eq!(story.contest().played(), 5);
    let mut visits = Vec::new();
    for number in [1, 2] {
        let met = story.contest().met_by(JudgeId::new(number), 1);
        let terminals: BTreeSet<_> = met.iter().map(|met| met.seat).collect();
        assert_eq!((met.len(), terminals.len()), (4, 4), "J{number}");
        visits.push((story.contest().assignment().unwrap().interviews_of(JudgeId::new(number)).count(), met[3]));
    }
    let (times, last) = visits.iter().max().unwrap();
    assert_eq!((*times, last.interview.round.number()), (5, 5), "the last visit stands for the terminal");
    for number in [1, 2] {
        let order = story.contest().met_by(JudgeId::new(number), 1).into_iter().map(|met| vec![met]).collect();
        story.does(judge(number), contest::Command::CastRanking { order }).unwrap();
    }
    story.wait_out();
    assert_eq!(story.contest().phase, Phase::Closed);
    assert_eq!(story.faults(), Vec::<String>::new());
    let result = ContestResult::of(story.contest()).unwrap();
    assert!(result.rankings.iter().all(|ranking| ranking.order.len() == 4), "{:?}", result.rankings);
}

#[test]
fn a_plan_of_two_sessions_is_played_to_the_end_and_everybody_reads_which_session_runs() {
    let rules = rules("five-minute-2014", |rules| {
        rules.roles = Roles { judges: 2, entries: 2, confederates: 2, ..rules.roles };
        let sessions = rules.schedule.sessions.as_mut().unwrap();
        (sessions.judges, sessions.confederates) = (1, 2);
    });
    let rounds = ["1,J1,E1,C1", "2,J1,E2,C2", "3,J2,E1,C2", "4,J2,E2,C1"];
    let text = format!("round,judge,entry,confederate\n{}\n", rounds.join("\n"));
    let plan = GivenPlan::read(&text, &rules, BTreeMap::new()).unwrap();
    let mut story = Story::with_plan_undrawn(rules, plan).unwrap();
    let told = |story: &Story| Stage::of(story.contest(), judge(1)).session.map(|session| (session.number, session.of));
    assert_eq!(told(&story), None, "nobody knows before the draw");
    story.does(ORGANISER, contest::Command::Draw { anyway: true }).unwrap();
    let mut sessions = Vec::new();
    for _ in 1..=4 {
        story.open_round().unwrap();
        sessions.push(told(&story));
        story.wait_out();
        story.wait_out();
    }
    assert_eq!(sessions, [Some((1, 2)), Some((1, 2)), Some((2, 2)), Some((2, 2))]);
    assert_eq!(story.contest().phase, Phase::Closed);
    assert!(ContestResult::of(story.contest()).is_some());
    assert_eq!(story.faults(), Vec::<String>::new());
}
