//! Contests that are played several times, and the two tests of the wager.

use rulebook::{
    Rulebook,
    schema::{Combine, Trials},
};

use crate::{
    Circumstances, Fraction, Sentences,
    fixture::{Counted, awards, ballots, counted, rulebook},
    tally,
};

fn wager(trials: u16, combine: Option<Combine>) -> Rulebook {
    Rulebook { trials: Some(Trials::of(trials, combine)), ..rulebook("wager") }
}

/// Three trials; the entry passes both tests in the first, the determination test alone in the second, and neither in the
/// third.
fn three() -> String {
    let last = "C1 C2 C3 E1";
    [
        trial(["human", "human", "machine"], ["E1 C1 C2 C3", "C1 E1 C2 C3", last]),
        "trial 2\n".to_owned(),
        trial(["human"; 3], [last; 3]),
        "trial 3\n".to_owned(),
        trial(["machine"; 3], [last; 3]),
    ]
    .concat()
}

/// The verdicts of three judges about the entry, and their rankings. All confederates are taken for human.
fn trial(verdicts: [&str; 3], rankings: [&str; 3]) -> String {
    let judge = |(judge, (verdict, ranking)): (usize, (&str, &str))| {
        let judge = format!("J{}", judge + 1);
        let confederates: String = (1..=3).map(|number| format!("{judge} C{number}: human\n")).collect();
        format!("{judge} E1: {verdict}\n{confederates}{judge} ranks {ranking}\n")
    };
    verdicts.into_iter().zip(rankings).enumerate().map(judge).collect()
}

fn result(combine: Option<Combine>) -> Counted {
    counted(&wager(3, combine), &ballots(&three()), &Circumstances::default())
}

fn given(combine: Combine) -> Vec<String> {
    result(Some(combine)).awards.iter().map(|award| award.award.clone()).collect()
}

#[test]
fn trials_are_combined_as_was_chosen() {
    assert_eq!(given(Combine::Any), ["determination", "rank-order", "pass"]);
    assert_eq!(given(Combine::Majority), ["determination"]);
    assert_eq!(given(Combine::All), [""; 0]);
}

#[test]
fn what_depends_on_how_trials_combine_is_not_decided_before_that_is_chosen() {
    let found = result(None);
    assert!(found.awards.is_empty());
    assert_eq!(
        found.told().withheld[0],
        "it is not decided in how many of the 3 trials the conditions must hold, and that makes a difference: set `combine` \
         under `[trials]` to any, majority or all"
    );
}

/// Source: case 13 of the project's notes on the rules (the wager's session of three trials).
#[test]
fn three_trials_of_the_wager_that_agree_are_decided_whichever_way_of_combining_is_chosen() {
    let passed = trial(["human", "human", "machine"], ["E1 C1 C2 C3"; 3]);
    let failed = trial(["machine"; 3], ["C1 C2 C3 E1"; 3]);
    let session = |trials: [&str; 3]| {
        let lines: String = (1..).zip(trials).map(|(number, lines)| format!("trial {number}\n{lines}")).collect();
        move |combine| {
            let found = counted(&wager(3, combine), &ballots(&lines), &Circumstances::default());
            let given: Vec<String> = found.awards.iter().map(|award| award.award.clone()).collect();
            (given, found.told().withheld.iter().filter(|why| why.contains("it is not decided")).count())
        }
    };
    let all = ["determination", "rank-order", "pass"].map(str::to_owned).to_vec();
    for combine in [None, Some(Combine::Any), Some(Combine::Majority), Some(Combine::All)] {
        assert_eq!(session([&passed; 3])(combine), (all.clone(), 0));
        assert_eq!(session([&failed; 3])(combine), (vec![], 0));
    }
    let two_of_three = session([&passed, &passed, &failed]);
    assert_eq!(two_of_three(None), (vec![], 3));
    assert_eq!(two_of_three(Some(Combine::Majority)), (all, 0));
    assert_eq!(two_of_three(Some(Combine::All)), (vec![], 0));
}

#[test]
fn each_trial_is_told_with_its_figures() {
    let found = result(Some(Combine::Any));
    let sentences = Sentences::new(&found.rulebook, &found, &found.disqualified);
    let pass = found.awards.last().unwrap();
    assert_eq!(sentences.then(&pass.award), Some("The wager is decided."));
    assert_eq!(
        sentences.award(pass).to_string(),
        "E1 was taken for the human in 5 interviews by 3 judges (J1, J2, J3); E1 meets this in 1 of 3 trials (in trial 1 yes, \
         E1 was given the verdict \"human\" by 2 judges (J1, J2); the median rank of E1 is 3, as good as that of C2 (2) and C3 \
         (1), not as that of C1 (4); in trial 2 no, the median rank of E1 is 1, not as good as that of C1 (4), C2 (3) and C3 \
         (2); in trial 3 no, E1 was given the verdict \"human\" by no judge; the median rank of E1 is 1, not as good as that of \
         C1 (4), C2 (3) and C3 (2)); 2 judges with this verdict are needed; a median rank as good as that of 2 confederates is \
         needed, in one trial at least"
    );
    let held: Vec<Vec<bool>> =
        found.trials.iter().map(|trial| trial.findings.iter().map(|finding| finding.held).collect()).collect();
    assert_eq!(held, [[true; 3], [true, false, false], [false; 3]]);
    let finding = &found.trials[0].findings[0];
    assert_eq!((finding.award.as_str(), finding.witness.to_string().as_str()), ("determination", "E1"));
    assert_eq!(
        found.told().trials[0][0],
        "E1 was given the verdict \"human\" by 2 judges (J1, J2); 2 judges with this verdict are needed"
    );
}

#[test]
fn one_trial_alone_needs_no_combination() {
    let lines = three().split_once("trial 2").unwrap().0.to_owned();
    let found = counted(&wager(1, None), &ballots(&lines), &Circumstances::default());
    assert_eq!(awards(&found).iter().filter(|line| line.contains("E1, 20000 USD")).count(), 1);
    assert_eq!(found.trials.len(), 1);
}

/// The share of equally likely ballots under which an award is given.
fn chance(award: &str, all: impl Iterator<Item = String>) -> Fraction {
    let rulebook = wager(1, None);
    let (mut given, mut of) = (0, 0);
    for lines in all {
        let found = tally(&rulebook, &ballots(&lines), &Circumstances::default());
        given += u64::from(found.awards.iter().any(|given| given.award == award));
        of += 1;
    }
    Fraction::new(given, of).unwrap()
}

/// Every order of these items.
fn orders(items: &[&str]) -> Vec<String> {
    if items.len() < 2 {
        return vec![items.concat()];
    }
    let rest = |first: usize| items.iter().enumerate().filter(move |(index, _)| *index != first).map(|(_, item)| *item);
    (0..items.len())
        .flat_map(|first| {
            let tails = orders(&rest(first).collect::<Vec<_>>());
            tails.into_iter().map(move |tail| format!("{} {tail}", items[first]))
        })
        .collect()
}

/// Source: case 2 of the project's notes on the rules: three judges who rank four exchangeable candidates at random let the
/// computer pass the rank order test with a chance of exactly 9/16.
#[test]
fn a_random_order_of_four_passes_the_rank_order_test_nine_times_in_sixteen() {
    let orders = orders(&["E1", "C1", "C2", "C3"]);
    assert_eq!(orders.len(), 24);
    let orders = &orders;
    let all = orders.iter().flat_map(|first| {
        orders
            .iter()
            .flat_map(move |second| orders.iter().map(move |third| trial(["machine"; 3], [first, second, third])))
    });
    assert_eq!(chance("rank-order", all), Fraction::new(9, 16).unwrap());
}

/// Source: case 2 of the project's notes on the rules: with verdicts as likely as not, the determination test is passed with a
/// chance of exactly 1/2.
#[test]
fn three_coins_pass_the_determination_test_half_the_time() {
    let all = (0..8_u8).map(|verdicts| {
        let line = |judge: u8| {
            let verdict = if verdicts >> judge & 1 == 1 { "human" } else { "machine" };
            format!("J{} E1: {verdict}\n", judge + 1)
        };
        (0..3).map(line).collect()
    });
    assert_eq!(chance("determination", all), Fraction::new(1, 2).unwrap());
}

#[test]
fn what_was_right_in_each_trial_is_added_up_and_trials_are_numbered_from_1() {
    let found = result(Some(Combine::Any));
    assert_eq!(found.trials.iter().map(|trial| trial.trial).collect::<Vec<_>>(), [1, 2, 3]);
    // The program is found out once in the first trial, never in the second and three times in the third.
    let share = crate::Share::new;
    let note = crate::Note::Accuracy { people: share(27, 27), programs: share(4, 9), all: share(31, 36) };
    assert!(found.notes.contains(&note), "{:?}", found.notes);
}

#[test]
fn one_trial_of_two_is_no_majority() {
    let lines =
        [trial(["human"; 3], ["E1 C1 C2 C3"; 3]), "trial 2\n".into(), trial(["machine"; 3], ["C1 C2 C3 E1"; 3])];
    let given = |combine| {
        let found = counted(&wager(2, Some(combine)), &ballots(&lines.concat()), &Circumstances::default());
        found.awards.iter().map(|award| award.award.clone()).collect::<Vec<_>>()
    };
    assert_eq!(given(Combine::Majority), [""; 0]);
    assert_eq!(given(Combine::Any), ["determination", "rank-order", "pass"]);
}

#[test]
fn what_is_missing_is_said_of_each_trial_where_there_are_several() {
    let notes = |trials: u16, lines: &str| {
        counted(&wager(trials, None), &ballots(lines), &Circumstances::default()).told().notes
    };
    let lines = "J1 E1: human\nJ1 C1: -\nJ1 ranks E1\ntrial 2\nJ2 E1: human";
    let two = notes(2, lines);
    assert_eq!(
        two[..4],
        [
            "in trial 1, no ballot was given by 2 judges (J2, J3)",
            "in trial 1, no ballot was given about 1 interview (R2-J1)",
            "in trial 2, no ballot was given by 2 judges (J1, J3)",
            "in trial 2, no ranking was given by 1 judge (J2)",
        ],
        "{two:?}"
    );
    let one = notes(1, "J1 E1: human\nJ1 ranks E1");
    assert_eq!(one[0], "no ballot was given by 2 judges (J2, J3)");
}

#[test]
fn in_how_many_trials_conditions_must_hold_is_said_where_there_is_more_than_one() {
    let needed = |trials: u16| {
        let lines = trial(["machine"; 3], ["C1 C2 C3 E1"; 3]);
        let found = counted(&wager(trials, Some(Combine::Any)), &ballots(&lines), &Circumstances::default());
        found.told().withheld.join("\n").contains("in one trial at least")
    };
    assert!(needed(2) && !needed(1));
}
