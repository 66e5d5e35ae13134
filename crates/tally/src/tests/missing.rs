//! Awards that are still given when a planned ballot is missing.

use std::{cell::RefCell, collections::BTreeSet};

use rulebook::{
    EntryId, Rulebook, Witness,
    schema::{Design, Measure, Question, Roles, TieBreak, Trials},
};

use super::standings::choices;
use crate::{
    Circumstances, Missing, Outcome,
    fixture::{ballots, nothing_else, rulebook},
    result::WhyWithheld,
    tally, undecided_by_missing,
};

/// A missing answer: `J1 E1 C2`, `J1 E1` or `J1 ranking`, with `trial 2 ` before it for another trial than the first.
fn missing(text: &str) -> Missing {
    let (trial, text) = text.strip_prefix("trial ").map_or(("1", text), |rest| rest.split_once(' ').unwrap());
    let mut words = text.split(' ');
    let (trial, judge) = (trial.parse().unwrap(), words.next().unwrap().parse().unwrap());
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

/// The awards that are given, and those that are withheld because of missing answers.
fn decided(rulebook: &Rulebook, lines: &str, without: &[&str]) -> (Vec<String>, Vec<String>) {
    let (ballots, circumstances) = (ballots(lines), nothing_else(rulebook));
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

/// One interview of two is no less than one of three where times are counted, and a missing ranking decides.
#[test]
fn entries_are_level_in_the_figure_that_is_compared_whatever_number_of_interviews_it_is_of() {
    let lines = "J1 E1 C1: choice E1\nJ2 E1 C2: choice C2\nJ1 E2 C2: choice E2\nJ2 E2 C1: choice C1\nJ3 E2 C3: choice C3\n\
                 J1 ranks E1 E2 E3 E4 C1 C2";
    let choice = rulebook("choice");
    let (given, open) = decided(&choice, lines, &["J2 ranking"]);
    assert!(open.contains(&"first".to_owned()) && open.contains(&"second".to_owned()), "{given:?}");
}

/// A ranking replaces choices under another rulebook, and a missing one could be any.
#[test]
fn a_missing_ranking_leaves_open_what_is_derived_from_rankings() {
    let (held, under) = (rulebook("terminals"), rulebook("choice"));
    let ballots = ballots("J1 ranks E1 C1 E2 C2");
    let counted = tally(&under, &ballots, &Circumstances::default());
    let count = |ballots: &_| Some(tally(&under, ballots, &Circumstances::default()));
    let found = undecided_by_missing(counted, [&held, &under], &ballots, &[missing("J2 ranking")], count);
    let given: Vec<_> = found.awards.iter().map(|award| &*award.award).collect();
    assert_eq!(given, ["finalist"]);
}

#[test]
fn the_only_entry_and_no_entry_wait_for_nobody() {
    let mut alone = rulebook("terminals");
    alone.roles.entries = 1;
    check(&alone, "", &["J1 ranking"], &["bronze"], &["grand", "most-human"]);
    // If a contest was held, the entry could be judged.
    let held = "J1 C1: appropriateness 3";
    check(&alone, held, &["J1 ranking"], &[], &["bronze", "grand", "most-human"]);
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
    // With one more for E1, no missing answer can change the winner.
    let close = all.replace("J2 E1 C4: choice E1", "J2 E1 C4: choice C4").replace("J3 E2 C2: choice E2", "J3 E2 C2: -");
    check(&choice, &close, &["J3 E2 C2"], &["finalist"], &["first", "second", "third", "fourth"]);
}

#[test]
fn a_missing_verdict_is_human_or_machine_or_unsure_where_that_is_allowed() {
    let lines = "J1 E1: human\nJ1 E2: machine\nJ2 E1: human\nJ2 E2: -";
    check(&rulebook("single"), lines, &["J2 E2"], &["first"], &["half"]);
    let lines = "J1 E1: human\nJ1 E2: machine\nJ2 E1: human\nJ2 E2: machine\nJ3 E2: -";
    check(&rulebook("single"), lines, &["J3 E2"], &["first", "half"], &[]);
    // One of three is more than thirty per cent, with or without an `unsure`.
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
fn a_missing_rating_can_be_anything_on_the_scale_and_one_that_counts_for_nothing_is_not_missed() {
    let lines = "J1 E1 C1: humanness 4 3\nJ1 E2 C2: humanness 2 1\nJ1 E3: humanness 1";
    // With the lowest of ratings E1 is level with E2; E3 stays behind both.
    check(&rulebook("rated"), lines, &["J2 E1"], &["third"], &["silver", "bronze", "second"]);
    // Two missing ones are more than can be counted.
    check(&rulebook("rated"), lines, &["J2 E1", "J3 E1"], &[], &["silver", "bronze", "second", "third"]);
    let mut terminals = rulebook("terminals");
    let lines =
        "J1 C1: appropriateness 3\nJ1 E1: -\nJ1 C2: appropriateness 3\nJ1 E2: appropriateness 3\nJ1 ranks C1 E1 C2 E2";
    let (given, _) = decided(&terminals, lines, &[]);
    assert_eq!(decided(&terminals, lines, &["J1 E1"]), (given, vec![]));
    // It counts where a tie-break uses it and witnesses are level.
    let level = "J1 E1: -\nJ1 E2: appropriateness 3\nJ1 C1: appropriateness 3\nJ1 C2: appropriateness 3\n\
                 J1 ranks E1 E2 C1 C2\nJ2 ranks E2 E1 C1 C2";
    for measure in [Measure::MeanRating, Measure::MedianRating] {
        terminals.score.tie_breaks = vec![TieBreak::By(measure("appropriateness".to_owned()))];
        check(&terminals, lines, &["J1 E1"], &["grand", "most-human"], &[]);
        assert_eq!(decided(&terminals, level, &["J1 E1"]).1, ["grand"]);
    }
}

/// No split may repeat, and two missing ones are not the same.
#[test]
fn two_missing_splits_of_one_judge_are_never_alike() {
    let mut split = rulebook("split");
    split.roles = Roles::of(1, 2, 2);
    split.awards.retain(|award| award.id == "winner");
    split.score.tie_breaks.truncate(1);
    split.ballots.interview = vec![Question::Split { total: 3, winner: 2, again: false }];
    // With three points the splits are 3 to 0 and 2 to 1, one for each pair: either entry can have more than the other.
    check(&split, "J1 E1 C1: -\nJ1 E2 C2: -", &["J1 E1 C1", "J1 E2 C2"], &[], &["winner"]);
    let (given, open) = decided(&split, "J1 E1 C1: 3 0\nJ1 E2 C2: -", &["J1 E2 C2"]);
    assert_eq!((given.len(), open.len()), (1, 0), "the split that is left puts nobody above 3 points");
}

/// An award that is withheld for the time being adds nothing to the purse of the next contest.
#[test]
fn what_an_open_source_program_leaves_is_carried_over_only_once_the_award_is_decided() {
    let rulebook = rulebook("rated");
    let ballots = ballots("J1 E1 C1: humanness 4 5\nJ1 E2: humanness 1");
    let circumstances = Circumstances { open_source: [EntryId::new(1)].into(), ..Circumstances::default() };
    let counted = tally(&rulebook, &ballots, &circumstances);
    assert_eq!(counted.carried_over.len(), 1, "the bronze medal of a program whose source is open");
    let without = |missing: &[Missing]| {
        let count = |ballots: &_| Some(tally(&rulebook, ballots, &circumstances));
        undecided_by_missing(counted.clone(), [&rulebook, &rulebook], &ballots, missing, count).carried_over
    };
    assert_eq!(without(&[]), counted.carried_over);
    assert_eq!(without(&[missing("J2 E1")]), counted.carried_over, "E1 stays first with any rating");
    assert_eq!(without(&[missing("J2 E1"), missing("J3 E1")]), []);
}

/// All ways to fill in the missing answers: the interviews in their place, in the same order.
fn ways(rulebook: &Rulebook, lines: &str, without: &[&str]) -> Vec<Vec<Outcome>> {
    let ballots = ballots(lines);
    let counted = tally(rulebook, &ballots, &Circumstances::default());
    let without: Vec<Missing> = without.iter().map(|text| missing(text)).collect();
    let ways = RefCell::new(vec![]);
    let count = |filled: &crate::Ballots| {
        let all: Vec<Outcome> = filled.interviews.iter().collect();
        ways.borrow_mut().push(all[all.len() - without.len()..].to_vec());
        Some(counted.clone())
    };
    let found = undecided_by_missing(counted.clone(), [rulebook, rulebook], &ballots, &without, count);
    assert_eq!(found, counted, "every way comes to the same, so that none is left out");
    ways.into_inner()
}

/// The splits of every way, as `0:3 2:1`: the points of the confederate and of the entry in each.
fn splits(rulebook: &Rulebook, lines: &str, without: &[&str]) -> Vec<String> {
    let split = |outcome: &Outcome| {
        let parts = outcome.answers.as_ref().unwrap().split.values().map(ToString::to_string);
        parts.collect::<Vec<_>>().join(":")
    };
    let way = |way: Vec<Outcome>| way.iter().map(split).collect::<Vec<_>>().join(" ");
    ways(rulebook, lines, without).into_iter().map(way).collect()
}

/// A form with three points; the winner has at least two.
fn three_points() -> Rulebook {
    let mut split = rulebook("split");
    split.ballots.interview = vec![Question::Split { total: 3, winner: 2, again: false }];
    split.trials = Some(Trials::of(2, None));
    split
}

#[test]
fn a_missing_split_is_one_of_each_kind_that_is_left_to_the_judge() {
    let split = three_points();
    // Without other splits, winning by three points or by two makes no difference.
    assert_eq!(splits(&split, "", &["J1 E1 C1"]), ["0:3", "2:1"]);
    assert_eq!(splits(&split, "J1 E2 C2: 2 1", &["J1 E1 C1"]), ["0:3", "3:0"]);
    assert_eq!(splits(&split, "J2 E2 C2: 2 1", &["J1 E1 C1"]), ["0:3", "2:1"], "another judge's");
    assert_eq!(splits(&split, "trial 2\nJ1 E2 C2: 2 1", &["J1 E1 C1"]), ["0:3", "2:1"], "another trial's");
}

#[test]
fn missing_splits_of_one_judge_are_every_pair_of_which_neither_comes_again() {
    let split = three_points();
    assert_eq!(
        splits(&split, "", &["J1 E1 C1", "J1 E2 C2"]),
        ["1:2 0:3", "2:1 0:3", "0:3 1:2", "3:0 1:2", "0:3 2:1", "3:0 2:1", "1:2 3:0", "2:1 3:0"]
    );
    let apart = ["0:3 0:3", "2:1 0:3", "0:3 2:1", "2:1 2:1"];
    assert_eq!(splits(&split, "", &["J1 E1 C1", "J2 E2 C2"]), apart, "two judges may give the same");
    assert_eq!(splits(&split, "", &["J1 E1 C1", "trial 2 J1 E2 C2"]), apart, "and one judge in two trials");
}

/// The possible confederates of missing ballots, as `C1 C2`.
fn beside(rulebook: &Rulebook, lines: &str, without: &[&str]) -> Vec<String> {
    let confederates = |way: Vec<Outcome>| {
        let all = way.into_iter().flat_map(|outcome| outcome.witnesses);
        let names = all.filter(|witness| matches!(witness, Witness::Confederate(_))).map(|witness| witness.to_string());
        names.collect::<Vec<_>>().join(" ")
    };
    ways(rulebook, lines, without).into_iter().map(confederates).collect::<BTreeSet<_>>().into_iter().collect()
}

#[test]
fn in_a_graeco_latin_design_neither_judge_nor_entry_meets_a_confederate_twice() {
    let mut choice = rulebook("choice");
    choice.score.tie_breaks.clear();
    choice.ballots.ranking = None;
    choice.roles = Roles::of(3, 3, 3);
    let all = ["C1 C1", "C1 C2", "C1 C3", "C2 C1", "C2 C2", "C2 C3", "C3 C1", "C3 C2", "C3 C3"];
    let different: Vec<&str> = all.into_iter().filter(|pair| pair[..2] != pair[3..]).collect();
    assert_eq!(beside(&choice, "", &["J1 E1", "J1 E2"]), different);
    assert_eq!(beside(&choice, "", &["J1 E1", "J2 E1"]), different);
    assert_eq!(beside(&choice, "", &["J1 E1", "J2 E2"]), all);
    assert_eq!(beside(&choice, "", &["J1 E1", "J2 E1 C2"]), ["C1 C2", "C3 C2"]);
    let met = "J1 E2 C1: choice E2";
    assert_eq!(beside(&choice, met, &["J1 E1"]), ["C2", "C3"]);

    // With unequal numbers, or under another design, a participant may meet a confederate twice.
    choice.roles = Roles::of(3, 3, 2);
    assert_eq!(beside(&choice, met, &["J1 E1"]), ["C1", "C2"]);
    choice.roles = Roles::of(3, 3, 3);
    choice.schedule.design = Design::FewestRounds;
    assert_eq!(beside(&choice, met, &["J1 E1"]), ["C1", "C2", "C3"]);
    assert_eq!(beside(&choice, "", &["J1 E1", "J1 E2"]), all);
}

#[test]
fn where_one_witness_sits_at_a_time_nobody_sits_beside_it_in_what_is_filled_in() {
    let alone: BTreeSet<Witness> = [Witness::Entry(EntryId::new(2))].into();
    let found = ways(&rulebook("single"), "J2 E1: machine", &["J2 E2"]);
    assert_eq!(found.len(), 2, "human or machine");
    assert!(found.iter().flatten().all(|outcome| outcome.witnesses == alone), "{found:?}");
    // A pair has three verdicts about each.
    assert_eq!(ways(&rulebook("unsure"), "J2 E1 C2: machine human", &["J1 E1 C1"]).len(), 9);
}

#[test]
fn what_is_filled_in_takes_the_interview_that_has_no_ballot_and_else_one_more_of_that_judge() {
    let mut choice = rulebook("choice");
    choice.trials = Some(Trials::of(2, None));
    choice.awards.retain(|award| award.id == "silver");
    let lines = "J1 E1 C1: -\nJ1 E2 C2: -\nJ1 E3 C3: choice C3\nJ2 E1 C2: -\ntrial 2\nJ1 E3 C4: choice C4";
    let place = |missing: &str| {
        let found = ways(&choice, lines, &[missing]);
        let [human, _] = &found[..] else { panic!("{found:?}") };
        assert_eq!(human[0].witnesses.first(), human[0].answers.as_ref().unwrap().choice.as_ref());
        human[0].interview.to_string()
    };
    assert_eq!(place("J1 E1 C1"), "R1-J1");
    assert_eq!(place("J1 E2 C2"), "R2-J1");
    assert_eq!(place("J2 E1 C2"), "R4-J2");
    assert_eq!(place("J1 E4 C4"), "R4-J1", "after the third, the last of the first trial");
    assert_eq!(place("trial 2 J1 E1 C1"), "R7-J1", "after the sixth, the last of the second trial");
    assert_eq!(place("J3 E1 C3"), "R1-J3");
}
