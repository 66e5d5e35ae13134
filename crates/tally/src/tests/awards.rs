//! Awards, and the sentences that justify them.

use std::collections::BTreeSet;

use rulebook::{
    EntryId, Rulebook, Seed, Witness,
    schema::{AwardRule, Condition, Money, OpenSource, RankFrom, Recipient, TieBreak},
};

use super::standings::choices;
use crate::{
    Circumstances, Reason, Sentences,
    fixture::{Counted, awards, ballots, counted, result, rulebook},
};

#[track_caller]
fn check(kind: &str, lines: &str, expected: &[&str]) {
    assert_eq!(awards(&result(kind, lines)), expected);
}

/// The lines of one award: its receivers and the reason.
fn told(found: &Counted, award: &str) -> Vec<String> {
    let lines = awards(found);
    let at = lines.iter().position(|line| line.starts_with(&format!("{award}:"))).unwrap();
    lines[at..at + 2].to_vec()
}

/// Ratings by two judges of three entries and two confederates, as `E1 E2 E3 C1 C2` in two rows.
fn ratings(rows: [[&str; 5]; 2]) -> String {
    let names = ["E1", "E2", "E3", "C1", "C2"];
    let row = |(judge, row): (usize, &[&str; 5])| {
        let line = |(name, rating): (&str, &&str)| format!("J{} {name}: humanness {rating}\n", judge + 1);
        names.into_iter().zip(row).map(line).collect::<String>()
    };
    rows.iter().enumerate().map(row).collect()
}

fn with(rulebook: &Rulebook, lines: &str, change: impl FnOnce(&mut Circumstances)) -> Counted {
    let mut circumstances = Circumstances::default();
    change(&mut circumstances);
    counted(rulebook, &ballots(lines), &circumstances)
}

#[test]
fn a_clear_winner_that_fooled_enough_takes_the_silver_too() {
    check(
        "choice",
        &(choices(&["J1 E2", "J2 E2", "J4 E2", "J3 E1"]) + "J1 ranks E2 E1 E3 E4\nJ2 ranks E2 E1 E3 E4"),
        &[
            "first: E2, 3000 USD",
            "  E2 was taken for the human by 3 judges (J1, J2, J4), the most",
            "second: E1, 1000 USD",
            "  E1 was taken for the human by 1 judge (J3), behind E2",
            "third: E3, 750 USD",
            "  E3 was taken for the human by no judge, behind E2 and E1 and level with E4; the mean rank decides: 3 for E3 \
             and 4 for E4",
            "fourth: E4, 250 USD",
            "  E4 was taken for the human by no judge, behind E2 and E1 and level with E3; the mean rank decides: 3 for E3 \
             and 4 for E4",
            "finalist: E1, E2, E3 and E4, 250 USD",
            "  given to every entry in the final, which had 4 entries",
            "silver: E2, 25000 USD",
            "  E2 was taken for the human by 3 judges (J1, J2, J4) in comparison with 3 confederates (C1, C3, C4); 2 judges \
             and 2 different confederates are needed",
        ],
    );
}

#[test]
fn equal_winners_share_the_purses_of_their_places() {
    let found = result("choice", &(choices(&["J1 E2", "J2 E3"]) + "J1 ranks E2 E3 E1\nJ2 ranks E3 E2 E1"));
    assert_eq!(
        awards(&found)[..8],
        [
            "first: E2 and E3, 1500 USD",
            "  E2 and E3 share places 1 and 2: E2 was taken for the human by 1 judge (J1) and E3 by 1 judge (J2); their mean \
             rank is the same, 1.5 (3/2); the purses of these places, 4000 USD, make 2000 USD for each, 1500 USD of it by \
             this award",
            "second: E2 and E3, 500 USD",
            "  E2 and E3 share places 1 and 2: E2 was taken for the human by 1 judge (J1) and E3 by 1 judge (J2); their mean \
             rank is the same, 1.5 (3/2); the purses of these places, 4000 USD, make 2000 USD for each, 500 USD of it by \
             this award",
            "third: E1, 750 USD",
            "  E1 was taken for the human by no judge, behind E2 and E3 and level with E4; the mean rank decides: 3 for E1 \
             and none for E4",
            "fourth: E4, 250 USD",
            "  E4 was taken for the human by no judge, behind E2 and E3 and level with E1; the mean rank decides: 3 for E1 \
             and none for E4",
        ]
    );
    assert_eq!(
        told(&found, "silver"),
        [
            "silver: not given",
            "  2 judges and 2 different confederates are needed; E1 was taken for the human by no judge; E2 was taken for the \
             human by 1 judge (J1) in comparison with 1 confederate (C4); E3 was taken for the human by 1 judge (J2) in \
             comparison with 1 confederate (C2); E4 was taken for the human by no judge",
        ]
    );
}

#[test]
fn all_tied_share_everything() {
    let found = result("choice", &choices(&[]));
    assert_eq!(
        told(&found, "first"),
        [
            "first: E1, E2, E3 and E4, 750 USD",
            "  E1, E2, E3 and E4 share places 1 to 4: none of them was taken for the human; they have no mean rank; the purses \
             of these places, 5000 USD, make 1250 USD for each, 750 USD of it by this award",
        ]
    );
}

#[test]
fn three_who_share_the_last_places_are_told_what_cannot_be_divided() {
    let found = result("choice", &choices(&["J1 E2"]));
    assert_eq!(
        told(&found, "second"),
        [
            "second: E1, E3 and E4, 333.33 USD",
            "  E1, E3 and E4 share places 2 to 4: none of them was taken for the human; they have no mean rank; the purses of \
             these places, 2000 USD, make 666.66 USD for each, 333.33 USD of it by this award, and 0.02 USD cannot be divided",
        ]
    );
}

#[test]
fn a_place_that_nobody_reaches_and_an_entry_that_nobody_judged_receive_nothing() {
    let mut rulebook = rulebook("choice");
    rulebook.roles.entries = 3;
    let found = with(&rulebook, "J1 E1 C1: choice C1", |_| {});
    assert_eq!(told(&found, "fourth")[1], "  place 4 is empty: the final had 3 entries");
    assert_eq!(told(&found, "third")[1], "  E2 and E3 in place 3 have no score: no ballot gives one");
    assert_eq!(told(&found, "first")[0], "first: E1, 3000 USD");
}

/// Source: case 7 of the project's notes on the rules: 2003, a winner with 3.25 beside a confederate with 3.25, or 3.26.
#[test]
fn the_silver_medal_needs_that_no_confederate_stands_above_the_winner() {
    let beside = ratings([["3", "2", "1", "3.25", "3"], ["3.5", "2", "1", "3.25", "3"]]);
    let found = result("rated", &beside);
    assert_eq!(
        awards(&found),
        [
            "silver: E1, 25000 USD",
            "  E1 has a mean rating for humanness of 3.25 (13/4), the highest; no confederate stands above E1: the mean rating \
             for humanness of C1, the best of them, is the same, 3.25 (13/4); no confederate may stand above",
            "second: E2",
            "  E2 has a mean rating for humanness of 2, behind E1",
            "third: E3",
            "  E3 has a mean rating for humanness of 1, behind E1 and E2",
            "bronze: not given",
            "  a confederate must stand above; no confederate stands above E1: the mean rating for humanness of C1, the best \
             of them, is the same, 3.25 (13/4)",
        ]
    );

    let above = ratings([["3", "2", "1", "3.27", "3"], ["3.5", "2", "1", "3.25", "3"]]);
    let found = result("rated", &above);
    assert_eq!(
        told(&found, "bronze"),
        [
            "bronze: E1, 2000 USD",
            "  E1 has a mean rating for humanness of 3.25 (13/4), the highest; C1 stands above E1: the mean rating for \
             humanness is 3.26 (163/50) for C1 and 3.25 (13/4) for E1; a confederate must stand above",
        ]
    );
    assert_eq!(
        told(&found, "silver"),
        [
            "silver: not given",
            "  no confederate may stand above; C1 stands above E1: the mean rating for humanness is 3.26 (163/50) for C1 and \
             3.25 (13/4) for E1",
        ]
    );
}

/// Source: case 8 of the project's notes on the rules: 1995, an entry with ranks 5, 5, 6, 7 and confederates whose ranks all
/// together have the median 5.5.
#[test]
fn the_grand_prize_needs_the_median_of_all_confederates() {
    // Ranks from the least human, 1, to the most human, 8; confederates: 8 6 4 1, 8 7 4 2, 8 7 3 1, 8 6 5 2.
    let lines = "J1 ranks C1 E2 C2 E1 C3 E3 E4 C4
        J2 ranks C1 C2 E2 E1 C3 E3 C4 E4
        J3 ranks C1 C2 E1 E2 E3 C3 E4 C4
        J4 ranks C1 E1 C2 C3 E2 E3 C4 E4";
    let found = result("terminals", lines);
    assert_eq!(
        told(&found, "grand"),
        [
            "grand: E1, 100000 USD",
            "  E1 has a median rank of 5.5 (11/2), level with E2; the mean rank decides: 5.75 (23/4) for E1 and 5.5 (11/2) for E2; \
             the median rank of E1 is 5.5 (11/2), that of all confederates together 5.5 (11/2); a median rank as good as that \
             of all confederates together is needed",
        ]
    );
}

/// Source: case 11 of the project's notes on the rules (1995, the announcement and rule 5).
#[test]
fn the_winner_receives_gold_or_bronze_and_never_both() {
    // Ranks from the least human, 1: E1 has the median 5.5 or 5, the confederates together 5.5.
    let beside = "J1 ranks C1 E2 C2 E1 C3 E3 E4 C4\nJ2 ranks C1 C2 E2 E1 C3 E3 C4 E4
        J3 ranks C1 C2 E1 E2 E3 C3 E4 C4\nJ4 ranks C1 E1 C2 C3 E2 E3 C4 E4";
    let found = result("terminals", beside);
    assert_eq!(told(&found, "grand")[0], "grand: E1, 100000 USD");
    assert_eq!(
        told(&found, "bronze"),
        [
            "bronze: not given",
            "  a median rank below that of all confederates together is needed; the median rank of E1 is 5.5 (11/2), that of \
             all confederates together 5.5 (11/2)",
        ]
    );
    let below = "J1 ranks C1 C2 C3 E1 E2 E3 E4 C4\nJ2 ranks C1 C2 C3 E1 E2 E3 C4 E4";
    let found = result("terminals", below);
    assert_eq!(told(&found, "bronze")[0], "bronze: E1, 2000 USD");
    assert_eq!(told(&found, "grand")[0], "grand: not given");
}

#[test]
fn one_purse_for_all_who_qualify_is_shared_and_a_purse_for_each_is_not() {
    let mut rulebook = rulebook("choice");
    let lines = choices(&["J1 E1", "J2 E1", "J3 E2", "J4 E2"]);
    assert_eq!(told(&with(&rulebook, &lines, |_| {}), "silver")[0], "silver: E1 and E2, 25000 USD");
    rulebook.awards.iter_mut().find(|award| award.id == "silver").unwrap().shared = true;
    assert_eq!(told(&with(&rulebook, &lines, |_| {}), "silver")[0], "silver: E1 and E2, 12500 USD");
    let carried = with(&rulebook, &lines, |circumstances| {
        circumstances.carried.insert("silver".to_owned(), Money::try_from("5000 USD".to_owned()).unwrap());
    });
    assert_eq!(told(&carried, "silver")[0], "silver: E1 and E2, 15000 USD");
}

#[test]
fn the_most_human_human_is_the_confederate_with_the_highest_median() {
    let found = result("terminals", "J1 ranks C2 C1 E1 C3 C4\nJ2 ranks C2 E1 C1 C3 C4");
    assert_eq!(told(&found, "most-human"), ["most-human: C2", "  C2 has a median rank of 5, the highest"]);
    let tied = result("terminals", "J1 ranks C2 C1 E1\nJ2 ranks C1 C2 E1");
    assert_eq!(
        told(&tied, "most-human"),
        [
            "most-human: C1 and C2",
            "  C1 and C2 share places 1 and 2: their median rank is the same, 2.5 (5/2); their mean rank is the same, 2.5 (5/2)",
        ]
    );
    assert_eq!(told(&result("terminals", ""), "most-human")[1], "  no ballot gives a confederate a score");
}

#[test]
fn the_only_entry_wins_without_a_contest() {
    let mut rulebook = rulebook("terminals");
    rulebook.roles.entries = 1;
    let found = with(&rulebook, "", |_| {});
    assert_eq!(
        told(&found, "bronze"),
        ["bronze: E1, 2000 USD", "  E1 is the only entry and receives this without a contest"]
    );
    assert_eq!(told(&found, "grand")[1], "  E1 in place 1 has no score: no ballot gives one");
}

#[test]
fn the_only_entry_receives_no_stipend_of_a_final_that_is_not_held() {
    let mut rulebook = rulebook("split");
    rulebook.roles.entries = 1;
    let money = |text: &str| Some(Money::try_from(text.to_owned()).unwrap());
    let winner = AwardRule { purse: money("2000 USD"), when: Vec::new(), ..rulebook.awards[0].clone() };
    let (id, purse, to) = ("finalist".to_owned(), money("250 USD"), Recipient::EveryEntry);
    let stipend = AwardRule { id, purse, to, only_entry: false, rolls_over: false, ..winner.clone() };
    rulebook.awards = vec![winner, stipend];
    let found = with(&rulebook, "", |_| {});
    assert_eq!(told(&found, "winner")[0], "winner: E1, 2000 USD");
    assert_eq!(
        told(&found, "finalist"),
        ["finalist: not given", "  E1 is the only entry: no contest is held, and this is for the entries of a contest"]
    );
    // If a ballot judges it, there was a contest.
    let held = with(&rulebook, "J1 E1 C1: 40 60", |_| {});
    assert_eq!(told(&held, "finalist")[0], "finalist: E1, 250 USD");
}

#[test]
fn without_an_entry_the_purse_goes_to_the_next_contest() {
    let mut rulebook = rulebook("terminals");
    rulebook.roles.entries = 0;
    let found = with(&rulebook, "", |_| {});
    let reason = "there was no entry: 2000 USD is added to the next contest's purse, which makes it 4000 USD";
    assert_eq!(told(&found, "bronze"), ["bronze: not given".to_owned(), format!("  {reason}")]);
    assert_eq!(told(&found, "grand")[1], "  there was no entry");
    let carried: Vec<_> = found.carried_over.iter().map(|over| (over.award.as_str(), over.money.to_string())).collect();
    assert_eq!(carried, [("bronze", "2000 USD".to_owned())]);
    assert_eq!(found.told().carried_over[0], reason);

    let money = |text: &str| Money::try_from(text.to_owned()).unwrap();
    let again = with(&rulebook, "", |circumstances| {
        circumstances.carried.insert("bronze".to_owned(), money("2000 USD"));
    });
    assert_eq!(
        again.told().carried_over[0],
        "there was no entry: 4000 USD is added to the next contest's purse, which makes it 6000 USD"
    );
}

#[test]
fn what_earlier_contests_added_is_in_the_purse() {
    let money = |text: &str| Money::try_from(text.to_owned()).unwrap();
    let carry = |text: &str| {
        with(&rulebook("terminals"), "J1 ranks C1 E1", |circumstances| {
            circumstances.carried.insert("bronze".to_owned(), money(text));
        })
    };
    assert_eq!(told(&carry("2000 USD"), "bronze")[0], "bronze: E1, 4000 USD");
    let other = carry("500 EUR");
    assert_eq!(told(&other, "bronze")[0], "bronze: E1, 2000 USD");
    let note =
        "500 EUR of earlier contests for \"Bronze medal\" cannot be added to a purse in USD and stays where it is";
    other.has_note(note);
}

#[test]
fn an_open_source_program_of_the_organisers_receives_no_bronze_and_the_silver_in_trust() {
    let open = |lines: &str| {
        with(&rulebook("rated"), lines, |circumstances| {
            circumstances.open_source = BTreeSet::from([EntryId::new(1)]);
        })
    };
    let bronze = open(&ratings([["3", "2", "1", "4", "4"], ["3", "2", "1", "4", "4"]]));
    assert_eq!(
        told(&bronze, "bronze"),
        [
            "bronze: not given",
            "  E1 has a mean rating for humanness of 3, the highest; C1 stands above E1: the mean rating for humanness is 4 \
             for C1 and 3 for E1; a confederate must stand above; E1 is an open-source program that the organisers entered, \
             and this does not go to such a program: 2000 USD is added to the next contest's purse, which makes it 4000 USD",
        ]
    );
    assert_eq!(bronze.carried_over.len(), 1);

    let silver = open(&ratings([["5", "2", "1", "4", "4"], ["5", "2", "1", "4", "4"]]));
    let award = &silver.awards[0];
    assert_eq!((award.award.as_str(), &award.to, &award.in_trust), ("silver", &award.in_trust, &award.to));
    let trust = "E1 is an open-source program that the organisers entered: this goes to its developers, or is held in \
                 trust for them";
    let reason = &silver.told().awards[0];
    assert!(reason.ends_with(trust), "{reason}");
    assert!(silver.carried_over.is_empty());
}

#[test]
fn whoever_is_second_takes_the_place_of_a_disqualified_winner_until_nobody_is_left() {
    let lines = ratings([["4", "3", "2", "5", "5"], ["4", "3", "2", "5", "5"]]);
    let without = |entries: &[u16]| {
        with(&rulebook("rated"), &lines, |circumstances| {
            let reason = || "a person typed".to_owned();
            circumstances.disqualified = entries.iter().map(|&entry| (EntryId::new(entry), reason())).collect();
        })
    };
    for (out, winner) in [(&[][..], "E1"), (&[1], "E2"), (&[2], "E1"), (&[1, 2], "E3")] {
        assert_eq!(told(&without(out), "bronze")[0], format!("bronze: {winner}, 2000 USD"));
    }
    assert_eq!(told(&without(&[1]), "third")[1], "  place 3 is empty: 2 entries remain");
    let nobody = without(&[1, 2, 3]);
    assert_eq!(
        told(&nobody, "bronze")[1],
        "  no entry is left: E1, E2 and E3 were disqualified: 2000 USD is added to the next contest's purse, which makes it \
         4000 USD"
    );
    assert!(nobody.awards.is_empty() && nobody.standings.len() == 2);
}

#[test]
fn the_chosen_share_is_told_with_its_interval() {
    check(
        "prediction",
        "J1 E1 C1: choice E1\nJ2 E1 C2: choice C2\nJ3 E1 C3: choice C3\nJ4 E1 C4: choice C4",
        &[
            "prediction: not given",
            "  at most 70 % is allowed; judges were right about E1 in 3 of 4 interviews, 75.0 % (95 % interval 19.4 to \
             99.4 %, by Clopper-Pearson over 4 judges and 4 witnesses)",
        ],
    );
    let found = result("unsure", "J1 E1 C1: human unsure\nJ2 E1 C2: unsure unsure\nJ3 E1 C3: machine human");
    assert_eq!(
        awards(&found),
        [
            "thirty: E1",
            "  E1 was taken for the human in 1 of 3 interviews, 33.3 % (95 % interval 0.8 to 90.6 %, by Clopper-Pearson over 3 \
             judges and 3 witnesses); at least 30 % is needed",
        ]
    );
    assert_eq!(
        told(&result("unsure", ""), "thirty")[1],
        "  at least 30 % is needed; E1 was taken for the human in none of 0 interviews; E2 was taken for the human in none of 0 \
         interviews; E3 was taken for the human in none of 0 interviews; E4 was taken for the human in none of 0 interviews; 1 \
         more falls short"
    );
}

#[test]
fn a_baseline_receives_nothing_even_when_it_stands_first() {
    let found = result("single", "J1 E3: human\nJ2 E3: human\nJ1 E1: human\nJ2 E1: machine\nJ1 E2: machine");
    assert_eq!(found.standings[0].witness.to_string(), "E3");
    assert_eq!(
        awards(&found)[..4],
        [
            "first: E1, 100 EUR",
            "  E1 was taken for the human in 1 of 2 interviews, 50.0 % (95 % interval 1.3 to 98.7 %, by Clopper-Pearson over 2 \
             judges), the highest",
            "half: E1",
            "  E1 was taken for the human in 1 of 2 interviews, 50.0 % (95 % interval 1.3 to 98.7 %, by Clopper-Pearson over 2 \
             judges); at least 50 % is needed",
        ]
    );
}

/// The circumstances name the baselines; the numbers of programs do not matter.
#[test]
fn no_program_is_a_baseline_that_is_not_said_to_be_one() {
    let lines = "J1 E3: human\nJ2 E3: human\nJ1 E1: human\nJ2 E1: machine\nJ1 E2: machine";
    let single = rulebook("single");
    let named = |number: u16| with(&single, lines, |all| all.baselines = [EntryId::new(number)].into());
    assert_eq!(awards(&named(3))[..3], awards(&result("single", lines))[..3]);
    assert_eq!([&awards(&named(1))[0], &awards(&named(1))[2]], ["first: E3, 100 EUR", "half: E3"]);
    let unknown = with(&single, lines, |_| {});
    assert!(unknown.awards.is_empty(), "{:?}", unknown.awards);
    assert!(told(&unknown, "half")[1].trim().starts_with("the contest does not name the baseline entry"));
    // No program was taken for the human in half of the interviews, so it does not matter which one is the baseline.
    let nobody = with(&single, "J1 E1: machine\nJ1 E2: machine\nJ1 E3: machine", |_| {});
    assert!(matches!(nobody.withheld[1].reason, crate::result::WhyWithheld::NotMet { .. }), "{:?}", nobody.withheld);
}

#[test]
fn a_score_is_compared_with_what_is_needed() {
    let found = result("split", "J1 E1 C1: 51 49\nJ2 E1 C2: 60 40\nJ1 E2 C2: 30 70\nJ1 E3 C3: 30 70\nJ1 E4 C4: 30 70");
    assert_eq!(
        told(&found, "silver"),
        [
            "silver: E1, 25000 USD",
            "  E1 was taken for the human by 2 judges (J1, J2), the most; the score of E1 is 2; a score of at least 2 is needed",
        ]
    );
}

/// Interviews of judges 1 to 4 with one entry beside a person: `right` right ones, `wrong` wrong ones.
fn identified(right: usize, wrong: usize) -> String {
    let chosen = std::iter::repeat_n("C1", right).chain(std::iter::repeat_n("E1", wrong));
    chosen.enumerate().map(|(index, human)| format!("J{} E1 C1: choice {human}\n", index % 4 + 1)).collect()
}

/// Source: Turing 1950: an average interrogator will not have more than 70 per cent chance of making the right identification.
#[test]
fn exactly_70_per_cent_right_are_not_more_than_70() {
    let given = |right, wrong| told(&result("prediction", &identified(right, wrong)), "prediction")[0].clone();
    assert_eq!(given(7, 3), "prediction: E1");
    assert_eq!(given(70, 30), "prediction: E1");
    assert_eq!(given(71, 29), "prediction: not given");
    assert_eq!(given(69, 31), "prediction: E1");
    assert_eq!(given(0, 1), "prediction: E1");
    assert_eq!(given(0, 0), "prediction: not given");
}

#[test]
fn exactly_30_per_cent_taken_for_human_are_enough() {
    let given = |human, machine| {
        let verdicts = std::iter::repeat_n("human machine", human).chain(std::iter::repeat_n("machine human", machine));
        let line = |(index, verdicts)| format!("J{} E1 C1: {verdicts}\n", index % 5 + 1);
        told(&result("unsure", &verdicts.enumerate().map(line).collect::<String>()), "thirty")[0].clone()
    };
    assert_eq!(given(3, 7), "thirty: E1");
    assert_eq!(given(30, 70), "thirty: E1");
    assert_eq!(given(29, 71), "thirty: not given");
}

#[test]
fn where_no_confederate_has_a_score_none_stands_above_the_winner() {
    let found = result("rated", "J1 E1: humanness 3");
    assert_eq!(told(&found, "silver")[0], "silver: E1, 25000 USD");
    assert_eq!(told(&found, "bronze")[0], "bronze: not given");
}

#[test]
fn where_rank_1_is_the_most_human_a_median_as_good_is_as_low() {
    let mut rulebook = rulebook("terminals");
    rulebook.ballots.ranking.as_mut().unwrap().from = RankFrom::MostHuman;
    for (order, winner) in [("E1 C1 C2", "grand"), ("C1 E1 C2", "grand"), ("C1 C2 E1", "bronze")] {
        let found = with(&rulebook, &format!("J1 ranks {order}"), |_| {});
        let given: Vec<_> = found.awards.iter().map(|award| award.award.as_str()).collect();
        assert!(given.contains(&winner), "{order}: {given:?}");
        assert_eq!(given.iter().filter(|award| ["grand", "bronze"].contains(award)).count(), 1, "{order}: {given:?}");
    }
}

#[test]
fn two_judges_beside_one_confederate_are_not_enough_for_silver_nor_one_judge_beside_two() {
    let silver = |lines: &str| told(&result("choice", lines), "silver")[0].clone();
    assert_eq!(silver("J1 E1 C1: choice E1\nJ2 E1 C1: choice E1"), "silver: not given");
    assert_eq!(silver("J1 E1 C1: choice E1\nJ1 E1 C2: choice E1"), "silver: not given");
    assert_eq!(silver("J1 E1 C1: choice E1\nJ2 E1 C2: choice E1"), "silver: E1, 25000 USD");
}

#[test]
fn whoever_is_level_with_a_disqualified_entry_needs_no_vote() {
    let lines = "J1 E1: humanness 3\nJ1 E2: humanness 3\nJ1 E3: humanness 1\nJ1 C1: humanness 5";
    let found = with(&rulebook("rated"), lines, |circumstances| {
        circumstances.disqualified = [(EntryId::new(1), "a person typed".to_owned())].into();
    });
    assert_eq!(told(&found, "bronze")[0], "bronze: E2, 2000 USD");
}

/// There are no votes yet; a coin would decide, and has been tossed.
#[test]
fn a_tossed_coin_decides_without_a_vote_and_where_no_coin_is_tossed_the_tie_stays_undecided() {
    let lines = "J1 E1: humanness 3\nJ1 E2: humanness 3\nJ1 E3: humanness 1\nJ1 C1: humanness 5";
    let tossed = with(&rulebook("rated"), lines, |circumstances| {
        circumstances.seed = Some(Seed::from_contributions(["heads"]));
    });
    assert!(told(&tossed, "bronze")[0].starts_with("bronze: E"), "{:?}", told(&tossed, "bronze"));
    let mut without_coin = rulebook("rated");
    without_coin.score.tie_breaks = vec![TieBreak::Majority];
    let undecided = with(&without_coin, lines, |_| {});
    assert_eq!(told(&undecided, "bronze")[0], "bronze: not given");
}

#[test]
fn the_only_entry_wins_without_a_contest_only_while_no_ballot_speaks_of_it() {
    for (kind, award, ballot) in [
        ("terminals", "bronze", "J1 ranks C1 E1"),
        ("rated", "bronze", "J1 E1 C1: humanness 3 4"),
        ("split", "winner", "J1 E1 C1: 60 40"),
    ] {
        let mut rulebook = rulebook(kind);
        rulebook.roles.entries = 1;
        let alone = "  E1 is the only entry and receives this without a contest";
        assert_eq!(told(&with(&rulebook, "", |_| {}), award)[1], alone, "{kind}");
        assert_ne!(told(&with(&rulebook, ballot, |_| {}), award)[1], alone, "{kind}");
    }
}

#[test]
fn the_purse_of_a_place_is_not_pooled_where_one_of_those_who_share_it_misses_its_condition() {
    let mut rulebook = rulebook("choice");
    rulebook.awards[0].when = vec![Condition::Fooled { judges: 2, confederates: 2 }];
    // Both were taken for the human twice, E2 beside the same confederate.
    let lines = "J1 E1 C1: choice E1\nJ2 E1 C2: choice E1\nJ1 E2 C1: choice E2\nJ2 E2 C1: choice E2";
    let found = with(&rulebook, lines, |_| {});
    let first = told(&found, "first");
    assert_eq!(first[0], "first: E1, 1500 USD");
    assert!(!first[1].contains("4000 USD"), "{}", first[1]);
    assert_eq!(told(&found, "second")[0], "second: E1 and E2, 500 USD");
}

#[test]
fn whoever_shares_out_points_is_right_when_the_other_has_enough_of_them() {
    let mut rulebook = rulebook("prediction");
    rulebook.ballots.interview = super::super::fixture::rulebook("split").ballots.interview;
    let given = |line: &str| told(&with(&rulebook, line, |_| {}), "prediction")[0].clone();
    assert_eq!(given("J1 E1 C1: 49 51"), "prediction: not given");
    assert_eq!(given("J1 E1 C1: 50 50"), "prediction: E1");
    assert_eq!(given("J1 E1 C1: 51 49"), "prediction: E1");
}

/// Totals of ranks would favour a witness with fewer ranks.
#[test]
fn an_entry_and_a_confederate_with_unequal_numbers_of_ranks_are_compared_by_their_means() {
    let mut rulebook = rulebook("split");
    let silver = rulebook.awards.iter_mut().find(|award| award.id == "silver").unwrap();
    silver.when = vec![Condition::NoConfederateAbove];
    // Both were taken for the human twice; E1 has the ranks 1, 1 and 5, C1 has 3 and 2.
    let lines = "J1 E1 C2: 60 40\nJ2 E1 C2: 60 40
        J3 E1 C2: 10 90\nJ3 E2 C4: 5 95\nJ3 E3 C1: 45 55
        J4 E2 C3: 5 95\nJ4 E3 C1: 45 55";
    let silver = told(&with(&rulebook, lines, |_| {}), "silver");
    assert_eq!(silver[0], "silver: E1, 25000 USD", "{}", silver[1]);
}

/// The judges who took a witness for the human are named where the score counts that, and only there.
#[test]
fn judges_are_named_where_the_score_counts_how_often_a_witness_was_taken_for_the_human() {
    let judges = |kind: &str, lines: &str| {
        let found = result(kind, lines);
        let Reason::Alone { holder, .. } = &found.awards[0].grounds.reason else { panic!("{:?}", found.awards[0]) };
        holder.judges.len()
    };
    assert_eq!(judges("single", "J1 E1: human\nJ1 E2: machine"), 0);
    assert_eq!(judges("choice", "J1 E1 C1: choice E1"), 1);
}

#[test]
fn a_tie_break_is_named_however_many_were_level() {
    let found = result("choice", &(choices(&[]) + "J1 ranks E1 E2 E3 E4"));
    let Reason::Alone { level_with, decided, .. } = &found.awards[0].grounds.reason else {
        panic!("{:?}", found.awards[0])
    };
    assert_eq!((level_with.len(), decided.len()), (3, 1));
}

#[test]
fn what_follows_from_an_award_or_from_its_absence_is_what_the_rulebook_says() {
    let mut rulebook = rulebook("wager");
    rulebook.awards[2].otherwise = Some("The wager goes on.".to_owned());
    let found = with(&rulebook, "", |_| {});
    let sentences = Sentences::new(&rulebook, &found.tally, &found.disqualified);
    let [pass, other] = ["pass", "rank-order"].map(|award| (sentences.then(award), sentences.otherwise(award)));
    assert_eq!(pass, (Some("The wager is decided."), Some("The wager goes on.")));
    assert_eq!(other, (None, None));
}

#[test]
fn of_two_who_qualify_an_open_source_program_is_passed_over_and_the_other_receives_the_award() {
    let mut rulebook = rulebook("choice");
    rulebook.awards.iter_mut().find(|award| award.id == "silver").unwrap().open_source = OpenSource::RollsOver;
    let found = with(&rulebook, &choices(&["J1 E1", "J2 E1", "J3 E2", "J4 E2"]), |circumstances| {
        circumstances.open_source = BTreeSet::from([EntryId::new(1)]);
    });
    let silver = found.awards.iter().find(|award| award.award == "silver").unwrap();
    let [open, other] = ["E1", "E2"].map(|name| name.parse::<Witness>().unwrap());
    assert_eq!((&silver.to[..], &silver.passed_over[..]), (&[other][..], &[open][..]));
}
