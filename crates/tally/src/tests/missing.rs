//! What is still given when a ballot that was planned is missing.

use rulebook::{
    Rulebook, Witness,
    schema::{Measure, TieBreak},
};

use super::standings::choices;
use crate::{
    Circumstances, Missing,
    fixture::{ballots, rulebook},
    result::WhyWithheld,
    tally, undecided_by_missing,
};

/// What is missing: `J1 E1 C2`, `J1 E1` or `J1 ranking`.
fn missing(text: &str) -> Missing {
    let mut words = text.split(' ');
    let (trial, judge) = (1, words.next().unwrap().parse().unwrap());
    let about: Vec<&str> = words.collect();
    if about == ["ranking"] {
        return Missing::Ranking { trial, judge };
    }
    let (mut entry, mut confederate) = (None, None);
    for name in about {
        match name.parse().unwrap() {
            Witness::Entry(id) => entry = Some(id),
            Witness::Confederate(id) => confederate = Some(id),
        }
    }
    Missing::Ballot { trial, judge, entry, confederate }
}

/// Which awards are given, and which are not because of what is missing.
fn decided(rulebook: &Rulebook, lines: &str, without: &[&str]) -> (Vec<String>, Vec<String>) {
    let (ballots, circumstances) = (ballots(lines), Circumstances::default());
    let without: Vec<Missing> = without.iter().map(|text| missing(text)).collect();
    let counted = tally(rulebook, &ballots, &circumstances);
    let rulebooks = [rulebook, rulebook];
    let found = undecided_by_missing(counted, rulebooks, &ballots, &without, |ballots| {
        Some(tally(rulebook, ballots, &circumstances))
    });
    let open = found.withheld.iter().filter(|kept| matches!(kept.reason, WhyWithheld::BallotsMissing { .. }));
    let open: Vec<String> = open.map(|kept| kept.award.clone()).collect();
    assert!(found.carried_over.iter().all(|over| !open.contains(&over.award)), "nothing is added to a purse yet");
    let all = found.awards.iter().map(|given| &given.award).chain(found.withheld.iter().map(|kept| &kept.award));
    assert_eq!(all.count(), rulebook.awards.len(), "every award is given or not, once");
    (found.awards.iter().map(|award| award.award.clone()).collect(), open)
}

#[track_caller]
fn check(rulebook: &Rulebook, lines: &str, without: &[&str], given: &[&str], open: &[&str]) {
    let found = decided(rulebook, lines, without);
    assert_eq!((&found.0[..], &found.1[..]), (&to_owned(given)[..], &to_owned(open)[..]));
}

fn to_owned(names: &[&str]) -> Vec<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

#[test]
fn a_missing_ranking_leaves_open_the_places_that_ranks_decide_and_no_others() {
    let lines = choices(&["J1 E1", "J2 E1", "J3 E2"]) + "J1 ranks E1 E2 E3 E4";
    let mut choice = rulebook("choice");
    check(&choice, &lines, &["J2 ranking"], &["first", "second", "finalist", "silver"], &["third", "fourth"]);
    check(&choice, &lines, &[], &["first", "second", "third", "fourth", "finalist", "silver"], &[]);
    choice.score.tie_breaks.clear();
    check(&choice, &lines, &["J2 ranking"], &["first", "second", "third", "fourth", "finalist", "silver"], &[]);
    choice.score.by = Measure::MeanRank;
    let places = ["first", "second", "third", "fourth", "silver"];
    check(&choice, &lines, &["J2 ranking"], &["finalist"], &places);
}

#[test]
fn an_award_that_compares_ranks_with_those_of_people_waits_for_every_ranking() {
    let terminals = rulebook("terminals");
    check(&terminals, "J1 ranks C1 E1 C2 E2", &["J2 ranking"], &[], &["bronze", "grand", "most-human"]);
    // Conditions rest on ranks where a tie-break does.
    let lines = "J1 E1 C1: humanness 4 3\nJ1 E2 C2: humanness 2 1\nJ1 E3: humanness 1";
    let mut rated = rulebook("rated");
    check(&rated, lines, &["J2 ranking"], &["silver", "second", "third"], &[]);
    rated.score.tie_breaks = vec![TieBreak::By(Measure::MeanRank)];
    check(&rated, lines, &["J2 ranking"], &["second", "third"], &["silver", "bronze"]);
}

#[test]
fn the_only_entry_and_no_entry_wait_for_nobody() {
    let mut alone = rulebook("terminals");
    alone.roles.entries = 1;
    check(&alone, "", &["J1 ranking"], &["bronze"], &["grand", "most-human"]);
    alone.roles.entries = 0;
    check(&alone, "", &["J1 ranking"], &[], &["most-human"]);
}

#[test]
fn a_missing_choice_is_counted_in_every_way() {
    let all = choices(&["J1 E1", "J2 E1", "J3 E2"]);
    // Beside C1, J3 did not say who of E2 and C1 is the human: E2 has 0 or 1, E1 has 2.
    let blank = all.replace("J3 E2 C2: choice E2", "J3 E2 C2: -");
    assert_ne!(blank, all);
    let mut choice = rulebook("choice");
    choice.score.tie_breaks.clear();
    check(&choice, &blank, &["J3 E2 C2"], &["first", "finalist", "silver"], &["second", "third", "fourth"]);
    // With one more for E1, nothing that is missing reaches it.
    let close = all.replace("J2 E1 C4: choice E1", "J2 E1 C4: choice C4").replace("J3 E2 C2: choice E2", "J3 E2 C2: -");
    check(&choice, &close, &["J3 E2 C2"], &["finalist"], &["first", "second", "third", "fourth"]);
}

#[test]
fn a_missing_verdict_is_human_or_machine_or_unsure_where_that_is_allowed() {
    let lines = "J1 E1: human\nJ1 E2: machine\nJ2 E1: human\nJ2 E2: -";
    check(&rulebook("single"), lines, &["J2 E2"], &["first"], &["half"]);
    let lines = "J1 E1: human\nJ1 E2: machine\nJ2 E1: human\nJ2 E2: machine\nJ3 E2: -";
    check(&rulebook("single"), lines, &["J3 E2"], &["first", "half"], &[]);
    // One of three is more than thirty per cent, whether somebody is unsure or not.
    let lines = "J1 E1 C1: machine human\nJ2 E1 C2: machine human\nJ3 E1 C3: -";
    check(&rulebook("unsure"), lines, &["J3 E1 C3"], &[], &["thirty"]);
    let lines = "J1 E1 C1: machine human\nJ2 E1 C2: machine human\nJ3 E1 C3: machine human\nJ4 E1 C4: -";
    check(&rulebook("unsure"), lines, &["J4 E1 C4"], &[], &[]);
}

/// In a Graeco-Latin design a judge meets every confederate once.
#[test]
fn who_sat_beside_an_entry_is_whoever_the_judge_had_not_met_yet() {
    let mut choice = rulebook("choice");
    choice.score.tie_breaks.clear();
    let lines = |last: &str| {
        let [a, b, c] = ["C1", "C2", "C3", "C4"].into_iter().filter(|name| *name != last).collect::<Vec<_>>()[..]
        else {
            panic!("{last} is none of four")
        };
        format!("J1 E1 C1: choice E1\nJ2 E2 {a}: choice {a}\nJ2 E3 {b}: choice {b}\nJ2 E4 {c}: choice {c}")
    };
    let silver = |last: &str| decided(&choice, &lines(last), &["J2 E1"]).1.contains(&"silver".to_owned());
    assert!(silver("C4"), "two judges beside two confederates");
    assert!(!silver("C1"), "two judges, and both beside the same");
}

#[test]
fn a_missing_rating_can_be_anything_and_one_that_counts_for_nothing_is_not_missed() {
    let lines = "J1 E1 C1: humanness 4 3\nJ1 E2 C2: humanness 2 1\nJ1 E3: humanness 1";
    check(&rulebook("rated"), lines, &["J2 E1"], &[], &["silver", "bronze", "second", "third"]);
    let terminals = rulebook("terminals");
    let lines =
        "J1 C1: appropriateness 3\nJ1 E1: -\nJ1 C2: appropriateness 3\nJ1 E2: appropriateness 3\nJ1 ranks C1 E1 C2 E2";
    let (given, _) = decided(&terminals, lines, &[]);
    assert_eq!(decided(&terminals, lines, &["J1 E1"]), (given, vec![]));
}

/// No split may come again, and two that are missing are not the same.
#[test]
fn two_missing_splits_of_one_judge_are_never_alike() {
    let mut split = rulebook("split");
    split.roles = rulebook::schema::Roles::of(1, 2, 2);
    split.awards.retain(|award| award.id == "winner");
    split.score.tie_breaks.truncate(1);
    split.ballots.interview = vec![rulebook::schema::Question::Split { total: 3, winner: 2, again: false }];
    // With three points the splits are 3 to 0 and 2 to 1: who has the one is taken for the human beside the other or not.
    check(&split, "J1 E1 C1: -\nJ1 E2 C2: -", &["J1 E1 C1", "J1 E2 C2"], &[], &["winner"]);
    let (given, open) = decided(&split, "J1 E1 C1: 3 0\nJ1 E2 C2: -", &["J1 E2 C2"]);
    assert_eq!((given.len(), open.len()), (1, 0), "the split that is left puts nobody above 3 points");
}
