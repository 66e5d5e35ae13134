//! Orders of witnesses, and the criteria that decided them.

use rulebook::{
    EntryId, Seed,
    schema::{Among, Measure, TieBreak},
};

use crate::{
    Ballots, Circumstances, Note, Reason, Vote,
    fixture::{Counted, awards, ballots, counted, nothing_else, result, rulebook, standings},
    result::Scored,
};

#[track_caller]
fn check(kind: &str, lines: &str, expected: &[&str]) {
    assert_eq!(standings(&result(kind, lines)), expected);
}

/// Every judge met every entry beside a confederate; a star in the line means the entry was chosen.
pub(super) fn choices(taken: &[&str]) -> String {
    let mut lines = String::new();
    for judge in 1..=4_u16 {
        for entry in 1..=4_u16 {
            let confederate = (entry + judge) % 4 + 1;
            let human = if taken.contains(&format!("J{judge} E{entry}").as_str()) {
                format!("E{entry}")
            } else {
                format!("C{confederate}")
            };
            lines += &format!("J{judge} E{entry} C{confederate}: choice {human}\n");
        }
    }
    lines
}

#[test]
fn who_was_taken_for_the_human_more_often_stands_higher() {
    check(
        "choice",
        &choices(&["J1 E3", "J2 E3", "J4 E2"]),
        &["E3 1: 2 | -", "E2 2: 1 | -", "E1 3: 0 | -", "E4 3: 0 | -"],
    );
}

#[test]
fn the_mean_rank_decides_between_equals() {
    let rankings =
        "J1 ranks C1 E2 C2 E3 E1 C3 E4 C4\nJ2 ranks C1 E3 C2 E2 C3 E1 C4 E4\nJ3 ranks E2 E3 C1 C2 C3 C4 E4 E1";
    check(
        "choice",
        &(choices(&["J1 E3", "J2 E2"]) + rankings),
        &["E2 1: 1 | 2.33 (7/3)", "E3 2: 1 | 2.67 (8/3)", "E1 3: 0 | 6.33 (19/3)", "E4 4: 0 | 7.33 (22/3)"],
    );
}

#[test]
fn entries_equal_in_everything_share_a_place_and_the_next_is_skipped() {
    check(
        "choice",
        &(choices(&["J1 E3", "J2 E2"]) + "J1 ranks E2 E3 E1 E4\nJ2 ranks E3 E2 E1 E4"),
        &["E2 1: 1 | 1.5 (3/2)", "E3 1: 1 | 1.5 (3/2)", "E1 3: 0 | 3", "E4 4: 0 | 4"],
    );
}

#[test]
fn level_witnesses_of_a_ranking_share_the_mean_of_their_ranks() {
    check(
        "choice",
        &(choices(&[]) + "J1 ranks E2 E3=E1 E4"),
        &["E2 1: 0 | 1", "E1 2: 0 | 2.5 (5/2)", "E3 2: 0 | 2.5 (5/2)", "E4 4: 0 | 4"],
    );
}

#[test]
fn an_entry_that_no_ballot_speaks_of_stands_last() {
    check("choice", "J1 E1 C1: choice C1\nJ2 E2 C1: -", &["E1 1: 0 | -", "E2 2: - | -", "E3 2: - | -", "E4 2: - | -"]);
}

#[test]
fn where_rank_1_is_the_least_human_high_ranks_are_good() {
    let rankings =
        "J1 ranks C1 C2 E1 C3 C4 E2 E3 E4\nJ2 ranks C1 C2 C3 E2 C4 E1 E3 E4\nJ3 ranks E4 C1 C2 C3 C4 E1 E2 E3";
    check(
        "terminals",
        rankings,
        // E1 has ranks 6, 3, 3; E2 3, 5, 2; E3 2, 2, 1; E4 1, 1, 8.
        &["E1 1: 3 | 4", "E2 2: 3 | 3.33 (10/3)", "E3 3: 2 | 1.67 (5/3)", "E4 4: 1 | 3.33 (10/3)"],
    );
}

#[test]
fn a_rating_mean_is_exact_to_the_last_part() {
    // As floats, the sums of 0.1 + 0.2 and of 0.3 + 0 differ.
    check(
        "rated",
        "J1 E1 C1: humanness 0.1 5\nJ2 E1: humanness 0.2\nJ1 E2: humanness 0.3\nJ2 E2: humanness 0",
        &[
            "C1 1: 5 | - | -",
            "E1 2: 0.15 (3/20) | 0 | -",
            "E2 2: 0.15 (3/20) | 0 | -",
            "E3 4: - | - | -",
            "C2 4: - | - | -",
        ],
    );
}

#[test]
fn the_points_of_each_judge_in_one_order_decide_between_equals() {
    // E1 and E2 are each taken for the human once; E1's points have the ranks 1, 3 and E2's 2, 4 before J1.
    check(
        "split",
        "J1 E1 C1: 30 70\nJ1 E2 C2: 45 55\nJ2 E1 C2: 60 40\nJ2 E2 C1: 80 20\nJ2 E3 C3: 10 90\nJ2 E4 C4: 5 95",
        &["E2 1: 1 | 6 | -", "E1 2: 1 | 8 | -", "E3 3: 0 | 7 | -", "E4 4: 0 | 8 | -"],
    );
}

#[test]
fn the_selection_decides_where_points_do_not() {
    let mut circumstances = Circumstances::default();
    let entries = |numbers: &[u16]| numbers.iter().map(|&number| EntryId::new(number)).collect::<Vec<_>>();
    circumstances.selection = vec![entries(&[4]), entries(&[2, 3])];
    let lines = "J1 E1 C1: 40 60\nJ2 E2 C1: 40 60\nJ3 E3 C1: 40 60\nJ4 E4 C1: 40 60";
    let found = counted(&rulebook("split"), &ballots(lines), &circumstances);
    assert_eq!(standings(&found), ["E4 1: 0 | 2 | 1", "E2 2: 0 | 2 | 2", "E3 2: 0 | 2 | 2", "E1 4: 0 | 2 | -"]);
}

/// Votes as `J1 E2`, or `J1 E2 of E1 E2` where the matter is named.
pub(super) fn votes(lines: &[&str]) -> Vec<Vote> {
    let vote = |line: &&str| {
        let (vote, matter) = line.split_once(" of ").map_or((*line, None), |(vote, matter)| (vote, Some(matter)));
        let (judge, entry) = vote.split_once(' ').unwrap();
        let between = matter.map(|matter| matter.split(' ').map(|entry| entry.parse().unwrap()).collect());
        Vote { judge: judge.parse().unwrap(), entry: entry.parse().unwrap(), between }
    };
    lines.iter().map(vote).collect()
}

fn voted(lines: &str, given: &[&str], seed: Option<Seed>) -> Counted {
    let circumstances = Circumstances { votes: votes(given), seed, ..Circumstances::default() };
    counted(&rulebook("rated"), &ballots(lines), &circumstances)
}

const THREE_LEVEL: &str = "J1 E1: humanness 3\nJ1 E2: humanness 3\nJ1 E3: humanness 3";

#[test]
fn the_judges_decide_by_more_than_half_of_their_votes() {
    let found = voted(THREE_LEVEL, &["J1 E2", "J2 E2", "J3 E2", "J4 E1"], None);
    assert_eq!(standings(&found)[..3], ["E2 1: 3 | 3 | -", "E1 2: 3 | 1 | -", "E3 2: 3 | 0 | -"]);
    let note = "a majority of the 4 judges decided between E1, E2 and E3: 3 judges (J1, J2, J3) for E2";
    found.has_note(note);

    let half = voted(THREE_LEVEL, &["J1 E2", "J2 E2", "J9 E2"], None);
    assert!(half.standings[..3].iter().all(|standing| standing.place == 1));
    let note = "E1, E2 and E3 are level, and none of them has the votes of more than half of the 4 judges: 0 for E1, 2 for \
                E2 and 0 for E3";
    half.has_note(note);
    half.has_note("not counted, because there is nothing for them to decide: 1 vote (J9 for E2)");
}

#[test]
fn judges_vote_once_in_every_matter_and_again_between_those_who_are_left() {
    let named = [
        "J1 E2 of E1 E2 E3",
        "J2 E2 of E1 E2 E3",
        "J3 E2 of E1 E2 E3",
        "J1 E3 of E1 E3",
        "J2 E3 of E1 E3",
        "J3 E3 of E1 E3",
    ];
    let in_turn = ["J1 E2", "J2 E2", "J3 E2", "J1 E3", "J2 E3", "J3 E3"];
    for given in [named, in_turn] {
        let found = voted(THREE_LEVEL, &given, None);
        assert_eq!(standings(&found)[..3], ["E2 1: 3 | 3 | -", "E3 2: 3 | 3 | -", "E1 3: 3 | 0 | -"]);
    }
    // Two separate ties: a judge's vote in one does not count in the other.
    let two = "J1 E1 C1: humanness 4 4\nJ1 E2: humanness 4\nJ1 E3: humanness 4";
    let found = voted(two, &["J1 E2", "J1 E3", "J1 E1"], None);
    found.has_note("not counted, because there is nothing for them to decide: 2 votes (J1 for E3, J1 for E1)");
}

#[test]
fn votes_where_no_rule_asks_for_them_are_named_and_not_counted() {
    let circumstances = Circumstances { votes: votes(&["J1 E2"]), ..Circumstances::default() };
    let found = counted(&rulebook("choice"), &ballots(&choices(&["J1 E1"])), &circumstances);
    found.has_note("not counted, because there is nothing for them to decide: 1 vote (J1 for E2)");
}

/// Source: case 10 of the project's notes on the rules (2003, rule 50).
#[test]
fn rule_50_leaves_a_tie_undecided_until_a_majority_or_the_coin_decides() {
    let lines: String = (1..=5).map(|judge| format!("J{judge} E1: humanness 3\nJ{judge} E2: humanness 3\n")).collect();
    let lines = lines + "J1 E3: humanness 1\nJ1 C1: humanness 5";
    let mut rulebook = rulebook("rated");
    rulebook.roles.judges = 5;
    let found = |given: &[&str], seed| {
        let circumstances = Circumstances { votes: votes(given), seed, ..Circumstances::default() };
        counted(&rulebook, &ballots(&lines), &circumstances)
    };
    let undecided = found(&[], None);
    assert_eq!(
        awards(&undecided)[..2],
        ["third: E3", "  E3 has a mean rating for humanness of 1, behind E1 and E2"],
        "what the tie does not touch is given"
    );
    for award in ["bronze", "second"] {
        let kept = undecided.withheld.iter().position(|withheld| withheld.award == award).unwrap();
        let place = if award == "bronze" { 1 } else { 2 };
        assert_eq!(
            undecided.told().withheld[kept],
            format!("undecided: E1 and E2 are level in place {place}, until a vote of the judges or a coin decides")
        );
    }
    undecided.has_note("E1 and E2 are level, and no judge has voted between them");

    let three_to_two = found(&["J1 E2", "J2 E1", "J3 E2", "J4 E1", "J5 E2"], None);
    assert_eq!(awards(&three_to_two)[0], "bronze: E2, 2000 USD");

    let two_to_two = ["J1 E2", "J2 E1", "J3 E2", "J4 E1"];
    assert!(
        found(&two_to_two, None).awards.iter().all(|award| award.award != "bronze"),
        "no majority, and no coin yet"
    );
    let tossed = found(&two_to_two, Some(Seed::from_contributions(["heads"])));
    assert!(awards(&tossed)[0].starts_with("bronze: E"), "{:?}", awards(&tossed));
}

#[test]
fn a_coin_decides_last_and_anyone_can_toss_it_again() {
    let lines = "J1 E1 C1: humanness 3 3\nJ1 E2: humanness 3\nJ1 E3: humanness 2";
    let seed = Seed::from_contributions(["organiser", "committee"]);
    let circumstances = Circumstances { seed: Some(seed), ..Circumstances::default() };
    let found = counted(&rulebook("rated"), &ballots(lines), &circumstances);

    let mut tied = [EntryId::new(1), EntryId::new(2)];
    rulebook::Draws::new(seed, "coin: E1 E2").shuffle(&mut tied);
    let [first, second] = tied;
    // The confederate is level with both, and stays beside the better.
    assert_eq!(
        standings(&found)[..4],
        [
            format!("{first} 1: 3 | 0 | 1"),
            "C1 1: 3 | - | -".to_owned(),
            format!("{second} 3: 3 | 0 | 2"),
            "E3 4: 2 | - | -".to_owned(),
        ]
    );
    let note = format!(
        "a coin decided between E1 and E2: the draws named \"coin: E1 E2\" under the seed {seed} shuffle these names to \
         {first}, {second}"
    );
    found.has_note(&note);

    let sealed = counted(&rulebook("rated"), &ballots(lines), &Circumstances::default());
    assert_eq!(sealed.standings[..3].iter().map(|standing| standing.place).collect::<Vec<_>>(), [1, 1, 1]);
    let note = "E1 and E2 are level, and no coin is tossed while the seed of the contest is sealed";
    sealed.has_note(note);
}

#[test]
fn confederates_have_an_order_of_their_own() {
    let found = result("terminals", "J1 ranks C2 E1 C1 E2 E3 C3=C4 E4");
    let told: Vec<String> =
        found.confederates.iter().map(|standing| format!("{} {}", standing.witness, standing.place)).collect();
    assert_eq!(told, ["C2 1", "C1 2", "C3 3", "C4 3"]);
    assert!(result("prediction", "J1 E1 C1: -").confederates.is_empty());
}

#[test]
fn an_entry_that_was_disqualified_is_left_out_and_those_behind_it_move_up() {
    let lines = choices(&["J1 E3", "J2 E3", "J4 E2"]);
    let disqualified = [(EntryId::new(3), "it was a person".to_owned())].into();
    let found =
        counted(&rulebook("choice"), &ballots(&lines), &Circumstances { disqualified, ..Circumstances::default() });
    assert_eq!(standings(&found), ["E2 1: 1 | -", "E1 2: 0 | -", "E4 2: 0 | -"]);
    let note = "E3 was disqualified (it was a person) and is left out; those behind it move up";
    found.has_note(note);
}

#[test]
fn what_is_missing_or_cannot_be_counted_is_noted() {
    let lines = "J1 E1 C1: choice E1
        J1 E2 C1: choice E3
        J1 E7 C1: choice C1
        J2 E1 C1: -
        J3 E1 C1: human machine
        J3 E2 C1: -
        J1 ranks E1 C1 E4 E2
        trial 2
        J1 E1 C1: choice E1";
    let found = result("choice", lines);
    assert_eq!(
        found.told().notes,
        [
            "no ballot was given by 2 judges (J2, J4)",
            "no ballot was given about 1 interview (R6-J3)",
            "no ranking was given by 1 judge (J3)",
            "not counted, because they are not in this contest: 1 witness (E7)",
            "not counted, because the contest has 1 trial: 1 ballot of trial 2",
            "not counted, because the witness was not there: 1 answer (E3 in R2-J1)",
            "not counted, because the judge never met the witness: 1 rank (E4 by J1); the others close up",
            "not counted, because the rulebook does not ask for them: verdicts",
        ]
    );
    assert_eq!(standings(&found)[..2], ["E1 1: 1 | 1", "E2 2: - | 3"]);
    assert_eq!(result("choice", "").told().notes, ["no ballot was given"]);
    let ranks_alone = result("choice", "J1 ranks E1 E2\nJ2 ranks E1 E2").told().notes;
    assert_eq!(ranks_alone[0], "no ballot was given by 2 judges (J3, J4)", "{ranks_alone:?}");
}

#[test]
fn a_baseline_is_compared_with_the_others() {
    let found = result("single", "J1 E1: human\nJ1 E2: machine\nJ1 E3: machine\nJ1 C1: human\nJ2 E3: human");
    assert_eq!(
        found.told().notes.last().unwrap(),
        "E3 is a baseline, which shows whether judges can tell, and receives no award: it was taken for the human in 1 of 2 \
         interviews, 50.0 % (95 % interval 1.3 to 98.7 %, by Clopper-Pearson over 2 judges); the other entries in 1 of 2 \
         interviews, 50.0 % (95 % interval 1.3 to 98.7 %, by Clopper-Pearson over 1 judge and 2 witnesses); the confederates \
         in 1 of 1 interview, 100.0 % (95 % interval 2.5 to 100.0 %, by Clopper-Pearson over 1 judge)"
    );
    assert_eq!(standings(&found), ["E1 1: 1", "E3 2: 0.5 (1/2)", "E2 3: 0"]);
}

/// A judge who gave no ballot about E2 would otherwise lower its total, and a low total is good.
#[test]
fn totals_of_ranks_become_means_where_a_ballot_is_missing() {
    let lines = "J1 E1 C1: 60 40\nJ1 E2 C2: 55 45\nJ2 E1 C2: 30 70\nJ2 E2 C1: -";
    check("split", lines, &["E1 1: 1 | 1.5 (3/2) | -", "E2 2: 1 | 2 | -", "E3 3: - | - | -", "E4 3: - | - | -"]);
    let found = result("split", lines);
    let note = "not as many judges shared out points to each of E1 and E2, so the mean of ranks by points is compared \
                instead of the rank total";
    found.has_note(note);
    let reason = &found.told().awards[0];
    assert!(reason.contains("the mean of ranks by points decides: 1.5 (3/2) for E1 and 2 for E2"), "{reason}");
}

#[test]
fn measures_are_called_by_what_is_compared_and_the_best_by_the_better_end() {
    // E1 has the ranks 2 and 4 by points, E2 1 and 3.
    let found = result("split", "J1 E1 C1: 45 55\nJ1 E2 C2: 40 60\nJ2 E1 C2: 40 60\nJ2 E2 C1: 30 70");
    let reason = &found.told().awards[0];
    assert!(reason.contains("the rank total decides"), "{reason}");
    let mut ranked = rulebook("choice");
    (ranked.score.by, ranked.score.tie_breaks) = (Measure::MeanRank, vec![]);
    let found = counted(&ranked, &ballots("J1 ranks E2 E1 E3 E4"), &Circumstances::default());
    assert!(found.told().awards[0].starts_with("E2 has a mean rank of 1, the lowest"), "{:?}", found.told().awards);
}

/// The published figures of the game: 73 per cent of people and 60 per cent of programs were recognised.
#[test]
fn where_verdicts_are_asked_for_the_result_says_how_often_they_were_right_about_people_and_about_programs() {
    let found =
        result("symmetric", "J1 C2: human\nJ2 C1: machine\nJ3 C4: human\nJ4 C3: human\nJ1 E1: machine\nJ2 E2: human");
    let share = |part, whole| crate::Share::new(part, whole);
    let note = crate::Note::Accuracy { people: share(3, 4), programs: share(1, 2), all: share(4, 6) };
    assert!(found.notes.contains(&note), "{:?}", found.notes);
    found.has_note(
        "right were 4 of 6 verdicts, 66.7 % (95 % interval 8.3 to 97.8 %, by Wilson with clusters over 4 judges and 6 witnesses): 3 of 4 \
         about people, 75.0 % (95 % interval 19.4 to 99.4 %, by Clopper-Pearson over 4 judges and 4 witnesses), and 1 of 2 \
         about programs, 50.0 % (95 % interval 1.3 to 98.7 %, by Clopper-Pearson over 2 judges and 2 witnesses)",
    );
    // An `unsure` is not right.
    let unsure = result("unsure", "J1 E1 C1: unsure human");
    let note = crate::Note::Accuracy { people: share(1, 1), programs: share(0, 1), all: share(1, 2) };
    assert!(unsure.notes.contains(&note), "{:?}", unsure.notes);
    assert!(!result("choice", "J1 E1 C1: choice E1").told().notes.iter().any(|note| note.contains("right were")));
}

/// Published rankings are often of the entries only.
#[test]
fn where_ranks_are_among_entries_people_are_left_out_of_them_and_still_count_for_conditions() {
    let mut among = rulebook("choice");
    among.score.by = Measure::MeanRank;
    among.ballots.ranking.as_mut().unwrap().among = Among::Entries;
    let found = |lines: &str| counted(&among, &ballots(lines), &Circumstances::default());
    let all = found("J1 ranks C1 E2 C2=E1 E3 E4\nJ2 ranks E1=E2 C1 C2 E4 E3");
    // E2 has the ranks 1 and 1.5, E1 2 and 1.5, E3 3 and 4, E4 4 and 3.
    let placed = ["E2 1: 1.25 (5/4)", "E1 2: 1.75 (7/4)", "E3 3: 3.5 (7/2)", "E4 3: 3.5 (7/2)"];
    let of = |line: &String| line.split(" | ").next().unwrap().to_owned();
    assert_eq!(standings(&all).iter().map(of).collect::<Vec<_>>(), placed);
    assert!(all.confederates.is_empty(), "nobody else has a rank among entries");
    // The same ranks, published without the people.
    assert_eq!(standings(&found("J1 ranks E2 E1 E3 E4\nJ2 ranks E1=E2 E4 E3")), standings(&all));

    // Entries and confederates are compared by the rank among all.
    let mut wager = rulebook("terminals");
    wager.ballots.ranking.as_mut().unwrap().among = Among::Entries;
    for (lines, medal) in [("J1 ranks E1 C1 C2 E2", "grand"), ("J1 ranks C1 C2 E1 E2", "bronze")] {
        let found = counted(&wager, &ballots(lines), &Circumstances::default());
        assert_eq!(found.awards.iter().map(|award| award.award.as_str()).collect::<Vec<_>>(), [medal]);
    }
}

#[test]
fn an_answer_about_an_entry_that_the_contest_does_not_have_is_no_confederates() {
    check(
        "rated",
        "J1 E1 E4: humanness 1 5",
        &["E1 1: 1 | - | -", "E2 2: - | - | -", "E3 2: - | - | -", "C1 2: - | - | -", "C2 2: - | - | -"],
    );
}

#[test]
fn answers_that_nobody_asked_for_are_named_and_count_for_nothing() {
    let not_counted = |kind: &str, line: &str, what: &str| {
        let found = result(kind, line);
        found.has_note(&format!("not counted, because the rulebook does not ask for them: {what}"));
        found
    };
    not_counted("choice", "J1 E1 C1: humanness 3 4", "ratings of another name");
    not_counted("choice", "J1 E1 C1: 60 40", "points");
    let found = not_counted("single", "J1 E1: machine, choice E1", "choices");
    assert_eq!(standings(&found)[0], "E1 1: 0");
}

#[test]
fn an_answer_about_somebody_who_was_not_there_counts_for_nothing() {
    let elsewhere = |kind: &str, line: &str| {
        let mut outcome = ballots(line).interviews.iter().next().unwrap();
        outcome.witnesses.remove(&"C1".parse().unwrap());
        let ballots = Ballots { interviews: [outcome].into_iter().collect(), ..Ballots::default() };
        counted(&rulebook(kind), &ballots, &Circumstances::default())
    };
    let rated = elsewhere("rated", "J1 E1 C1: humanness 3 4");
    assert_eq!(standings(&rated)[..2], ["E1 1: 3 | - | -", "E2 2: - | - | -"]);
    rated.has_note("not counted, because the witness was not there: 1 answer (C1 in R1-J1)");
    let split = elsewhere("split", "J1 E1 C1: 40 60");
    assert_eq!(standings(&split)[0], "E1 1: 0 | 1 | -");
}

#[test]
fn nobody_is_asked_to_vote_on_one_who_is_left() {
    let votes = ["J1 E2", "J2 E2", "J3 E2", "J1 E3", "J2 E3", "J3 E3"];
    let found = voted(THREE_LEVEL, &votes, None);
    assert!(!found.notes.iter().any(|note| matches!(note, Note::VoteOpen { .. })), "{:?}", found.notes);
    assert_eq!(found.notes.iter().filter(|note| matches!(note, Note::Majority { .. })).count(), 2);
}

#[test]
fn a_baseline_that_no_verdict_was_given_about_is_compared_by_its_score() {
    let mut rulebook = rulebook("rated");
    rulebook.roles.baselines = 1;
    let found = counted(&rulebook, &ballots("J1 E3: humanness 4\nJ1 C1: humanness 5"), &nothing_else(&rulebook));
    let of_baseline = |note: &&Note| matches!(note, Note::BaselineScore { .. } | Note::Baseline { .. });
    let notes: Vec<_> = found.notes.iter().filter(of_baseline).collect();
    assert!(matches!(notes[..], [Note::BaselineScore { own: Scored { score: Some(_), .. }, .. }]), "{notes:?}");
}

#[test]
fn without_a_verdict_nothing_is_said_of_how_often_they_were_right() {
    let found = result("single", "");
    assert!(!found.notes.iter().any(|note| matches!(note, Note::Accuracy { .. })), "{:?}", found.notes);
}

#[test]
fn a_tie_break_in_which_those_level_stay_level_is_not_named_as_what_decided() {
    let mut rulebook = rulebook("terminals");
    rulebook.score.tie_breaks = [Measure::MedianRank, Measure::MeanRank].map(TieBreak::By).into();
    // From the least human E1 has the ranks 6, 3 and 3, E2 has 3, 5 and 2.
    let lines = "J1 ranks C1 C2 E1 C3 C4 E2 E3 E4\nJ2 ranks C1 C2 C3 E2 C4 E1 E3 E4\nJ3 ranks E4 C1 C2 C3 C4 E1 E2 E3";
    let found = counted(&rulebook, &ballots(lines), &Circumstances::default());
    let Reason::Alone { decided, .. } = &found.awards[0].grounds.reason else { panic!("{:?}", found.awards[0]) };
    let by: Vec<_> = decided.iter().map(|decided| &decided.by).collect();
    assert_eq!(by, [&TieBreak::By(Measure::MeanRank)]);
}

#[test]
fn outcomes_are_the_same_list_when_every_outcome_is() {
    let interviews = |lines: &str| ballots(lines).interviews;
    let one = interviews("J1 E1 C1: choice E1");
    assert_eq!(one, interviews("J1 E1 C1: choice E1"));
    assert_ne!(one, interviews("J1 E1 C1: choice C1"));
    assert_ne!(one, interviews(""));
    assert!(interviews("").is_empty() && !one.is_empty());
}

#[test]
fn of_two_entries_in_one_interview_both_are_judged() {
    check("single", "J1 E1 E2: human machine", &["E1 1: 1", "E2 2: 0", "E3 3: -"]);
}
