//! Suites made from the shipped templates.

use std::collections::BTreeSet;

use jiff::civil::date;
use questions::{Computation, Facts, NotMade, Request, Suite, Templates, make, read};
use vocabulary::Vocabulary;

pub(crate) const ALL: [&str; 6] = ["time", "things", "relations", "memory", "letters", "sums"];

fn made(sets: &[&str], items: usize, seed: u32) -> Result<Suite, NotMade> {
    let sets = sets.iter().map(|&set| set.to_owned()).collect();
    let request = Request { sets, items, seed: seed.to_string(), facts: None };
    make(Templates::shipped(), Vocabulary::shipped(), &request)
}

pub(crate) fn suite(sets: &[&str], items: usize, seed: u32) -> Suite {
    made(sets, items, seed).unwrap()
}

#[test]
fn the_shipped_templates_have_no_fault() {
    let read = Templates::read(include_str!("../../templates.toml"), Vocabulary::shipped());
    read.unwrap_or_else(|faults| panic!("{faults}"));
}

#[test]
fn the_same_seed_gives_the_same_bytes_and_another_seed_other_questions() {
    let text = suite(&ALL, 60, 1).to_toml();
    assert_eq!(text, suite(&ALL, 60, 1).to_toml());
    assert_ne!(text, suite(&ALL, 60, 2).to_toml());
    assert_eq!(read(&text, Vocabulary::shipped()).unwrap_or_else(|faults| panic!("{faults}")), suite(&ALL, 60, 1));
}

#[test]
fn items_are_shared_out_among_the_sets_and_no_question_comes_twice() {
    let suite = suite(&ALL[..4], 203, 7);
    let of = |set: &str| suite.items.iter().filter(|item| item.set == set).count();
    assert_eq!(["time", "things", "relations", "memory"].map(of), [51, 51, 51, 50]);
    let questions: BTreeSet<String> = suite.items.iter().map(questions::Item::question).collect();
    assert_eq!(questions.len(), 203);
}

#[test]
fn a_question_of_one_set_does_not_depend_on_the_other_sets() {
    let of = |suite: Suite| suite.items.into_iter().filter(|item| item.set == "things").collect::<Vec<_>>();
    assert_eq!(of(suite(&["things"], 10, 3)), of(suite(&["things", "sums"], 20, 3)));
}

#[test]
fn every_computation_has_a_template_and_every_memory_an_intervention() {
    let mut seen = BTreeSet::new();
    for seed in 1..40 {
        let suite = suite(&ALL, 120, seed);
        seen.extend(suite.items.iter().filter_map(|item| item.computes));
        for item in suite.items.iter().filter(|item| item.set == "memory") {
            assert!(item.tell.is_some() && (1..=3).contains(&item.between.len()), "{}", item.id);
            let before: BTreeSet<_> = item.turns().into_iter().collect();
            assert_eq!(before.len(), item.between.len() + 2, "no turn comes twice");
        }
    }
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), Computation::ALL);
}

#[test]
fn a_request_that_cannot_be_met_says_why() {
    let refused = |sets: &[&str], items| made(sets, items, 1).unwrap_err().to_string();
    assert!(refused(&["poetry"], 5).contains("no set `poetry` (the sets are time, things,"));
    assert_eq!(refused(&["time", "time"], 5), "the set `time` is asked for twice");
    for (sets, items) in [(&["time", "sums"][..], 1), (&["time"], 501), (&[], 5)] {
        assert!(refused(sets, items).contains("to 500 items"), "{items}");
    }
    assert!(refused(&["memory"], 400).starts_with("the set `memory` has only "));
}

#[test]
fn the_clock_gives_the_keys_of_questions_about_now() {
    let facts: Facts = Templates::shipped().facts();
    let suite = suite(&["time"], 15, 1);
    let suggested = |computes, answer: &str, hour, minute| {
        let item = suite.items.iter().find(|item| item.computes == Some(computes)).unwrap();
        let key = item.key_at(&facts, date(2010, 10, 23).at(hour, minute, 0, 0));
        key.map(|key| key.suggestion(answer, 2).to_string())
    };
    let full = Some("2".to_owned());
    assert_eq!(suggested(Computation::TimeNow, "It's 10:46.", 10, 45), full, "a clock may be wrong by two minutes");
    assert_eq!(suggested(Computation::TimeNow, "It's 10:50.", 10, 45), Some("0".to_owned()));
    assert_eq!(suggested(Computation::RoundNow, "The third round, I think", 10, 45), full);
    assert_eq!(suggested(Computation::RoundNow, "3", 9, 0), None, "no round is played at nine");
    assert_eq!(suggested(Computation::PartOfDayNow, "Morning!", 9, 45), full);
    assert_eq!(suggested(Computation::WeekdayNow, "saturday", 9, 45), full);
    assert_eq!(suggested(Computation::MonthNow, "October", 9, 45), full);
    assert_eq!(suggested(Computation::YearNow, "2010", 9, 45), full);
}

#[test]
fn a_contest_of_ones_own_has_its_own_facts() {
    let facts = Facts { start: date(2030, 5, 4).at(14, 0, 0, 0), rounds: 4, round_minutes: 20 };
    let request = Request { sets: vec!["time".into()], items: 40, seed: "x".into(), facts: Some(facts) };
    let suite = make(Templates::shipped(), Vocabulary::shipped(), &request).unwrap();
    let key = |computes| suite.items.iter().find(|item| item.computes == Some(computes)).unwrap().key.clone().unwrap();
    assert_eq!(key(Computation::Rounds).any, ["4", "four"]);
    assert_eq!(key(Computation::ContestWeekday).any, ["Saturday"]);
    assert_eq!(read(&suite.to_toml(), Vocabulary::shipped()).unwrap(), suite);
}
