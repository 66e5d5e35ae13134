//! Stories of ballot files: good ones are read, and bad ones get messages.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use std::{collections::BTreeMap, sync::LazyLock, time::Duration};

use common::{choices, medians, ratings, read_all, splits, told, verdicts, wager};
use proptest::prelude::*;
use rulebook::{
    ConfederateId, Rulebook,
    schema::{Among, Design, Layout, Limit, Measure, People, Roles, Sessions, Trials},
    shipped,
};
use tally::{
    Ballots, Sentences,
    file::{BallotFile, BallotFiles, Conventions, Numbers, read, to_csv, to_json},
    result::WhyWithheld,
    tally, undecided_by_missing,
};

/// Checks that the files are read as these lines, with only these notes.
fn check(rulebook: &Rulebook, files: &[&str], expected: &str, notes: &[&str]) {
    let reading = read_all(rulebook, &named(files)).unwrap();
    assert_eq!(told(&reading.ballots), expected);
    assert_eq!(reading.notes, notes);
}

/// Checks that the files are refused with these lines, each complete for faults of this crate's reader; the sentences
/// of forms have tests of their own.
fn refused(rulebook: &Rulebook, files: &[&str], expected: &[&str]) {
    let faults = read_all(rulebook, &named(files)).unwrap_err();
    let alike = faults.lines().count() == expected.len() && faults.lines().zip(expected).all(|(f, e)| f.starts_with(e));
    assert!(alike, "{faults}");
}

fn named<'t>(files: &[&'t str]) -> Vec<(&'static str, &'t str)> {
    ["a", "b", "c"].into_iter().zip(files.iter().copied()).collect()
}

/// The rulebook for this many participants of each role.
fn of(mut rulebook: Rulebook, number: u16) -> Rulebook {
    (rulebook.roles.judges, rulebook.roles.entries, rulebook.roles.confederates) = (number, number, number);
    rulebook
}

#[test]
fn choices_and_rankings_come_in_two_files_with_ids_or_numbers() {
    check(
        &of(choices(), 1),
        &[
            "round,judge,entry,confederate,choice\n1,J1,E1,C1,E1\n",
            "\u{feff}\"Witness\" , rank,JUDGE\r\n\r\nC1,2,1\r\nE1,1,1\r\n",
        ],
        "R1-J1 C1+E1: took E1\nJ1 ranks E1 C1",
        &[],
    );
    check(
        &of(choices(), 1),
        &["judge,entry,confederate,choice,witness,rank\nJ1,1,1,confederate,,\nJ1,,,,E1,1\nJ1,,,,C1,2\n"],
        "R1-J1 C1+E1: took C1\nJ1 ranks E1 C1",
        &[],
    );
}

#[test]
fn ratings_of_one_witness_at_a_time() {
    check(
        &ratings(),
        &["judge,witness,humanness\nJ1,E1,3.25\nJ1,C1,4\nJ2,C2,0\nJ1,E2,1.5\nJ1,C2,2\nJ2,E1,1\nJ2,E2,1\nJ2,C1,1"],
        "R1-J1 E1: humanness(E1)=3.25\nR1-J2 E1: humanness(E1)=1\nR2-J1 C1: humanness(C1)=4\nR2-J2 C1: humanness(C1)=1\n\
         R3-J1 E2: humanness(E2)=1.5\nR3-J2 E2: humanness(E2)=1\nR4-J1 C2: humanness(C2)=2\nR4-J2 C2: humanness(C2)=0",
        &[],
    );
}

#[test]
fn two_ratings_and_a_rank_are_three_columns_and_the_highest_rank_is_the_most_human() {
    check(
        &of(medians(), 1),
        &["judge,witness,rank,appropriateness,responsiveness\nJ1,E1,1,2,3\nJ1,C1,2,5,4\n"],
        "R1-J1 E1: appropriateness(E1)=2 responsiveness(E1)=3\nR2-J1 C1: appropriateness(C1)=5 responsiveness(C1)=4\n\
         J1 ranks C1 E1",
        &[],
    );
}

#[test]
fn ranks_alone_are_a_contest_where_ranks_count() {
    check(
        &of(medians(), 1),
        &["judge,witness,rank\nJ1,E1,1\nJ1,C1,2\n"],
        "R1-J1 E1:\nR2-J1 C1:\nJ1 ranks C1 E1",
        &["no file has a column for `appropriateness` and `responsiveness`, which `medians` asks for"],
    );
}

#[test]
fn points_stand_in_a_column_for_each_of_the_two() {
    check(
        &of(splits(), 1),
        &["round,judge,entry,confederate,entry_points,confederate_points\nR2,J1,E1,C1,45,55\n"],
        "R2-J1 C1+E1: C1:55 E1:45",
        &[],
    );
}

#[test]
fn verdicts_about_a_pair_stand_in_one_row_or_in_two_and_reasons_keep_commas_and_lines() {
    let expected = "R1-J1 C1+E1: C1=Human E1=Machine 80% `slow, then\n\"odd\"`";
    let reason = "\"slow, then\n\"\"odd\"\"\"";
    let one = format!(
        "judge,entry,confederate,entry_verdict,confederate_verdict,confidence,reason\nJ1,E1,C1,machine,Human,80,{reason}\n"
    );
    check(&of(verdicts(true), 1), &[&one], expected, &[]);
    let two = format!("round,judge,witness,verdict,confidence,reason\n1,J1,E1,machine,80%,{reason}\n1,J1,C1,human,,\n");
    check(&of(verdicts(true), 1), &[&two], expected, &[]);
    let later = format!(
        "judge,witness,verdict,entry,confederate,confidence,reason\nJ1,E1,machine,,,,\nJ1,C1,human,,,,\nJ1,,,E1,C1,80,{reason}\n"
    );
    check(&of(verdicts(true), 1), &[&later], expected, &[]);
}

#[test]
fn json_says_the_same_as_csv() {
    check(
        &of(choices(), 1),
        &[r#" [{"round": 1, "judge": "J1", "entry": 1, "confederate": "C1", "choice": "E1"},
                {"judge": 1, "witness": "E1", "rank": 2, "choice": null}, {"judge": 1, "witness": "C1", "rank": 1}] "#],
        "R1-J1 C1+E1: took E1\nJ1 ranks C1 E1",
        &[],
    );
}

#[test]
fn what_is_known_of_entries_and_votes_has_columns_too() {
    let text = "judge,entry,confederate,choice,vote,selection,disqualified,open_source\n\
                J1,E1,C1,E1,,,,\nJ1,,,,E2,,,\n,E1,,,,2,,\n,E2,,,,1,plays a recording,yes\n,E3,,,,2,,no\n";
    let circumstances = read_all(&choices(), &[("a", text)]).unwrap().circumstances;
    assert_eq!(format!("{:?}", circumstances.selection), "[[EntryId(2)], [EntryId(1), EntryId(3)]]");
    assert_eq!(circumstances.votes.len(), 1);
    assert_eq!(circumstances.disqualified.values().collect::<Vec<_>>(), ["plays a recording"]);
    assert_eq!(circumstances.open_source.len(), 1);
}

#[test]
fn a_file_without_the_column_that_the_rulebook_scores_by_is_refused() {
    refused(
        &of(choices(), 1),
        &["judge,witness,rank\nJ1,E1,1\nJ1,C1,2\n"],
        &["no file has a column for `choice`, which `loebner-2010` scores by (add it, or name the rulebook"],
    );
    refused(
        &of(splits(), 1),
        &["round,judge,entry,confederate\n1,J1,E1,C1\n"],
        &["no file has a column for `entry_points` or `confederate_points`, which `splits` scores by"],
    );
    refused(
        &of(medians(), 1),
        &["judge,witness,appropriateness,responsiveness\nJ1,E1,2,3\nJ1,C1,5,5\n"],
        &["no file has a column for `rank`, which `medians` scores by"],
    );
}

#[test]
fn the_numbers_come_from_the_files_where_the_rulebook_leaves_them_open() {
    let mut open = ratings();
    open.roles.limits.judges = Some(Limit { least: 2, most: 9 });
    open.roles.limits.entries = Some(Limit { least: 1, most: 3 });
    let text = "judge,witness,humanness\nJ1,E3,1\nJ5,C2,2\n";
    let roles = read_all(&open, &[("a", text)]).unwrap().rulebook.roles;
    assert_eq!((roles.judges, roles.entries, roles.confederates), (5, 3, 2));
    refused(
        &open,
        &["judge,witness,humanness\nJ1,E4,1\n"],
        &[
            "a, line 2, column 2: number 4 is beyond the 3 entries of `ratings` (check the id, or say how many entries there were)",
            "the files have 1 judge, and `ratings` needs at least 2 (add what is missing, or say how many judges there were)",
        ],
    );
    let numbers = Numbers { judges: Some(7), entries: Some(4), confederates: None };
    let source = BallotFile { name: "a", bytes: b"judge,witness,humanness\nJ1,E4,1\n" };
    assert_eq!(read(&open, numbers, &[source]).unwrap().rulebook.roles.judges, 7);
}

#[test]
fn judges_and_ballots_that_are_missing_are_notes() {
    check(
        &choices(),
        &["judge,entry,confederate,choice\nJ1,E1,C1,E1\nJ1,E2,C2,\nJ4,E1,C2,C2\n"],
        "R1-J1 C1+E1: took E1\nR1-J4 C2+E1: took C2\nR2-J1 C2+E2: none",
        &[
            "no file has a column for `rank`, which `loebner-2010` asks for",
            "no ballot was given by J1 about E2 with C2, E3 and E4; J4 about E2, E3 and E4",
            "J2 and J3 are missing: no ballot in any file",
        ],
    );
    check(&of(ratings(), 1), &["judge,witness,humanness\n"], "", &["the files hold no ballots"]);
}

/// The matrix of 2006, its design and its form.
fn matrix() -> Rulebook {
    rulebook::shipped::rulebook("loebner-2006").unwrap()
}

/// Every split of 2006 except those that are left out: the first witness of each judge wins by 60, 65, 70, 75.
fn planned(left_out: &[(u16, u16)]) -> String {
    let rows = (1..=4).flat_map(|judge| (1..=4).map(move |entry| (judge, entry)));
    let row = |(judge, entry): (u16, u16)| {
        let beside = (entry + 4 - judge) % 4 + 1;
        let points = if entry == 1 { 40 } else { 45 + 5 * entry - 30 };
        format!("J{judge},E{entry},C{beside},{points},{}\n", 100 - points)
    };
    let rows: String = rows.filter(|cell| !left_out.contains(cell)).map(row).collect();
    format!("judge,entry,confederate,entry_points,confederate_points\n{rows}")
}

#[test]
fn each_missing_cell_of_a_matrix_is_named_with_whom_it_has() {
    let reading = read_all(&matrix(), &[("a", &planned(&[(2, 3), (4, 1)]))]).unwrap();
    assert_eq!(reading.notes, ["no ballot was given by J2 about E3 with C2; J4 about E1 with C2"]);
    let cells = serde_json::to_value(&reading.missing).unwrap();
    assert_eq!(
        cells[0],
        serde_json::json!({ "kind": "ballot", "trial": 1, "judge": "J2", "entry": "E3", "confederate": "C2" })
    );
    assert_eq!(cells.as_array().unwrap().len(), 2);
    assert_eq!(read_all(&matrix(), &[("a", &planned(&[]))]).unwrap().notes, Vec::<String>::new());
}

#[test]
fn a_confederate_against_the_matrix_is_a_fault_that_says_who_sits_there() {
    let text = planned(&[(2, 3)]) + "J2,E3,C1,30,70\n";
    refused(&matrix(), &[&text], &["a, line 17: by the matrix C2 sits beside E3 before J2, not C1 (check the ids"]);
    let conventions = Conventions { observed: true, ..Conventions::default() };
    let source = BallotFile { name: "a", bytes: text.as_bytes() };
    let observed = read(&matrix(), conventions, &[source]).unwrap();
    assert_eq!((observed.missing, observed.notes), (vec![], vec![]));
}

#[test]
fn a_ranking_under_a_matrix_is_of_those_whom_the_matrix_has_for_the_judge() {
    let mut rulebook = matrix();
    rulebook.schedule.design = Design::Matrix(vec![vec![ConfederateId::new(2), ConfederateId::new(3)]; 2]);
    rulebook.roles = Roles::of(2, 2, 3);
    rulebook.ballots = choices().ballots;
    let ranks = "judge,witness,rank\nJ1,E1,1\nJ1,C2,2\nJ1,E2,3\nJ1,C3,4\n";
    let choices = "judge,entry,confederate,choice\nJ2,E1,C2,E1\n";
    let reading = read_all(&rulebook, &[("a", ranks), ("b", choices)]).unwrap();
    assert_eq!(
        reading.notes,
        [
            "no ballot was given by J1 about E1 with C2 and E2 with C3; J2 about E2 with C3",
            "no ranking was given by J2"
        ]
    );
}

#[test]
fn a_graeco_latin_design_of_unequal_numbers_leads_nobody_to_more_confederates_than_entries() {
    let mut rulebook = choices();
    rulebook.roles = Roles::of(2, 2, 4);
    let text = "judge,entry,confederate,choice,witness,rank\n\
                J1,E1,C1,E1,,\nJ1,E2,C2,E2,,\nJ1,,,,E1,1\nJ1,,,,E2,2\nJ1,,,,C1,3\nJ1,,,,C2,4\nJ2,E1,C3,C3,,\n";
    let reading = read_all(&rulebook, &[("a", text)]).unwrap();
    assert_eq!(reading.notes, ["no ballot was given by J2 about E2", "no ranking was given by J2"]);
}

#[test]
fn nobody_is_missing_from_an_observational_study() {
    let study = rulebook::shipped::rulebook("two-party-2024").unwrap();
    let text = "judge,witness,verdict,confidence\nJ1,E1,human,50\nJ1,C2,human,50\nJ90,E2,machine,80\n";
    let reading = read_all(&study, &[("a", text)]).unwrap();
    assert_eq!(
        (reading.missing, reading.notes),
        (vec![], vec!["no file has a column for `reason`, which `two-party-2024` asks for".to_owned()])
    );
    assert_eq!(reading.rulebook.roles.judges, 90, "as many as the files show");
}

/// A file as spreadsheets save it: two bytes a character, and two for the byte order.
#[test]
fn what_was_exported_without_a_ballot_or_an_answer_can_be_read_again() {
    let rulebook = of(shipped::rulebook("three-party-2025").unwrap(), 2);
    let observed = Conventions { observed: true, ..Conventions::default() };
    let reading = |text: &str| read(&rulebook, observed.clone(), &[BallotFile { name: "a", bytes: text.as_bytes() }]);
    let sources =
        ["judge,choice\n", "judge,entry,confederate,choice\nJ1,E1,C2,E1\nJ2,E2,C1,C1\n", "judge,choice\nJ1,\n"];
    for source in sources {
        let found = reading(source).unwrap();
        for text in [
            to_csv(&rulebook, &found.ballots, &found.circumstances),
            to_json(&rulebook, &found.ballots, &found.circumstances),
        ] {
            let again = reading(&text).unwrap();
            assert_eq!(
                (again.ballots, again.circumstances),
                (found.ballots.clone(), found.circumstances.clone()),
                "{text}"
            );
        }
    }
}

#[test]
fn a_column_that_nobody_filled_in_asks_no_more_than_none_unless_the_score_rests_on_it() {
    let rulebook = of(shipped::rulebook("three-party-2025").unwrap(), 2);
    let observed = Conventions { observed: true, ..Conventions::default() };
    let reading = |text: &str| read(&rulebook, observed.clone(), &[BallotFile { name: "a", bytes: text.as_bytes() }]);
    let silent = reading("judge,entry,confederate,choice,confidence,reason\nJ1,E1,C2,E1,,\nJ2,E2,C1,C1,,\n").unwrap();
    assert_eq!(silent.notes, ["nobody answered `confidence`, which `three-party-2025` asks for"]);
    let some = reading("judge,entry,confederate,choice,confidence\nJ1,E1,C2,E1,\nJ2,E2,C1,C1,70\n").unwrap();
    assert_eq!(
        (&some.notes[1..], some.missing.len()),
        (&["`confidence` is not answered by J1 about C2 and E1".to_owned()][..], 0)
    );
    let unscored = reading("judge,entry,confederate,choice,confidence\nJ1,E1,C2,,60\nJ2,E2,C1,,70\n").unwrap();
    assert_eq!(unscored.notes[1..], ["`choice` is not answered by J1 about C2 and E1 and J2 about C1 and E2"]);
    assert_eq!(unscored.missing.len(), 2);
    assert_eq!(reading("[]").unwrap().notes[1..], ["the files hold no ballots"]);
    assert!(reading("judge\n").unwrap_err().to_string().contains("no file has a column for `choice`"));
}

#[test]
fn a_file_in_utf_16_is_read_in_either_order_of_its_bytes_and_its_faults_have_lines() {
    let rulebook = of(choices(), 1);
    let read = |bytes: Vec<u8>| {
        let sources = [BallotFile { name: "a", bytes: &bytes }];
        read(&rulebook, Numbers::default(), &sources)
            .map(|found| told(&found.ballots))
            .map_err(|faults| faults.to_string())
    };
    let words = |text: &str| "\u{feff}".encode_utf16().chain(text.encode_utf16()).collect::<Vec<u16>>();
    let little = |words: &[u16]| words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>();
    let big = |words: &[u16]| words.iter().flat_map(|word| word.to_be_bytes()).collect::<Vec<u8>>();
    let table = words("judge,entry,confederate,choice\nJ1,E1,C1,E1\n");
    for bytes in [little(&table), big(&table)] {
        assert_eq!(read(bytes).unwrap(), "R1-J1 C1+E1: took E1");
    }
    // Half a character in the third line.
    let broken = [table, vec![0xd800, u16::from(b'x')]].concat();
    let fault = read(little(&broken)).unwrap_err();
    assert!(fault.contains("the text is not UTF-16") && fault.contains("3"), "{fault}");
}

/// The result of a file: the receivers of each award, and the reason for awards withheld because of missing ballots.
fn receivers(text: &str) -> (Vec<String>, Vec<String>) {
    let BallotFiles { rulebook, ballots, circumstances, missing, .. } = read_all(&matrix(), &[("a", text)]).unwrap();
    let count = |ballots: &Ballots| Some(tally(&rulebook, ballots, &circumstances));
    let found = undecided_by_missing(
        tally(&rulebook, &ballots, &circumstances),
        [&rulebook, &rulebook],
        &ballots,
        &missing,
        count,
    );
    let nobody = BTreeMap::<_, String>::new();
    let sentences = Sentences::new(&rulebook, &found, &nobody);
    let to = |award: &tally::Award| {
        format!("{}: {}", award.award, award.to.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
    };
    let missing =
        found.withheld.iter().filter(|withheld| matches!(withheld.reason, WhyWithheld::BallotsMissing { .. }));
    let missing = missing.map(|withheld| format!("{}: {}", withheld.award, sentences.withheld(withheld)));
    (found.awards.iter().map(to).collect(), missing.collect())
}

/// Case 14 of the rules: a missing split is named, and no award that could depend on it is given.
#[test]
fn an_award_that_could_depend_on_a_missing_split_is_not_given() {
    let header = "judge,entry,confederate,entry_points,confederate_points\n";
    let cells = |rows: &str| {
        let rows = rows.split_whitespace().zip((1..=4).flat_map(|judge| (1..=4).map(move |entry| (judge, entry))));
        let row = |(points, (judge, entry)): (&str, (u16, u16))| {
            let points: u16 = points.parse().ok()?;
            let beside = (entry + 4 - judge) % 4 + 1;
            Some(format!("J{judge},E{entry},C{beside},{points},{}\n", 100 - points))
        };
        format!("{header}{}", rows.filter_map(row).collect::<String>())
    };
    // E1 is taken for the human by J1 and J2, E2 by J1 alone, and J2's split for E2 is missing.
    let close = cells("60 55 35 30  60 - 35 30  40 30 20 10  40 30 20 10");
    let (given, missing) = receivers(&close);
    assert_eq!(given, ["finalist: E1 E2 E3 E4", "silver: E1"].map(str::to_owned)[..1], "{missing:?}");
    assert_eq!(
        missing,
        [
            "bronze: it could depend on ballots that are missing: J2 about E2 with C1",
            "silver: it could depend on ballots that are missing: J2 about E2 with C1"
        ]
    );
    // E1 is taken for the human by three and E2 by one, so E1 wins with any split of J2 for E2.
    let clear = cells("60 55 35 30  60 - 35 30  75 30 20 10  40 30 20 10");
    assert_eq!(
        receivers(&clear),
        (["bronze: E1", "finalist: E1 E2 E3 E4", "silver: E1"].map(str::to_owned).into(), vec![])
    );
    // Four missing ones could be more than can be counted.
    let silent = cells("60 55 35 30  60 55 35 30  75 30 20 10  - - - -");
    assert_eq!(receivers(&silent).0, ["finalist: E1 E2 E3 E4"]);
}

#[test]
fn a_whole_ranking_beside_some_interviews_keeps_all_its_ranks() {
    let interviews = "round,judge,entry,confederate,choice\n2,J1,E1,C1,E1\n";
    let ranks = "judge,witness,rank\nJ1,E1,1\nJ1,C1,2\nJ1,E2,3\nJ1,C2,4\nJ2,E1,1\nJ2,C1,2\nJ2,E2,4\nJ2,C2,3\n";
    check(
        &of(choices(), 2),
        &[interviews, ranks],
        "R1-J1 E2:\nR2-J1 C1+E1: took E1\nR3-J1 C2:\nJ1 ranks E1 C1 E2 C2\nJ2 ranks E1 C1 C2 E2",
        &["no ballot was given by J1 about E2 with C2; J2 about E1 and E2"],
    );
    let reading = read_all(&of(choices(), 2), &named(&[interviews, ranks])).unwrap();
    let result = tally::tally(&reading.rulebook, &reading.ballots, &reading.circumstances);
    let twice = |note: &tally::Note| matches!(note, tally::Note::NeverMet { .. } | tally::Note::MissingBallots { .. });
    assert!(
        !result.notes.iter().any(twice),
        "who was ranked was met, and lacks no ballot of their own: {:?}",
        result.notes
    );
    check(
        &of(medians(), 1),
        &["judge,witness,rank,appropriateness,responsiveness\nJ1,E1,1,2,3\nJ1,C1,2,,\n"],
        "R1-J1 E1: appropriateness(E1)=2 responsiveness(E1)=3\nR2-J1 C1: none\nJ1 ranks C1 E1",
        &["no ballot was given by J1 about C1"],
    );
}

#[test]
fn ten_wrong_choices() {
    let header = "round,judge,entry,confederate,choice\n";
    let rows = "1,J1,E1,C1,E2\n1,J2,E2,C2,nobody\n1,J3,E3,J3,E3\n1,J9,E4,C4,E4\n2,J1,E2,,E2\n2,J2,E1,C1,machine\n\
                1,J1,E3,C1,E3\n3,J1,E3,C3,E3\n3,J1,E3,C3,C3\n4,J1,E4,C4\n,,,,E1\n";
    refused(
        &choices(),
        &[&format!("{header}{rows}")],
        &[
            "a, line 2, column 5: E2 is not in this interview, which was with C1 and E1 (choose one of the two)",
            "a, line 3, column 5: `nobody` is no choice (write the id taken for the human, such as E1 or C1)",
            "a, line 4, column 4: `J3` is not a confederate such as C1",
            "a, line 5, column 2: number 9 is beyond the 4 judges of `loebner-2010` (check the id, or say how many judges there were)",
            "a, line 6: only E2 is named (name the other of the pair too)",
            "a, line 7, column 5: `machine` is no choice (write the id taken for the human, such as E1 or C1)",
            "a, line 8: J1 sits with C1 and E1 in round 1 already, see line 2 (check ids and round)",
            "a, line 10, column 5: this is answered already (keep one)",
            "a, line 11: 4 cells stand here (write 5, as in the header)",
            "a, line 12: no judge stands in this row (name who gave the ballot)",
        ],
    );
}

#[test]
fn ten_wrong_verdicts() {
    refused(
        &verdicts(false),
        &[
            "round,judge,witness,verdict,confidence\n1,J1,E1,human,101\n1,J1,C1,alive,\n1,J2,E2,unsure,50\n1,J2,C2,human,\n\
           2,J1,E1,human,50\n,J3,E3,human,\n3,J1,X1,human,40\n4,J1,E4,human,40\n4,J1,E3,human,\n5,J4,E1,human,\n5,J4,C1,machine,\n",
        ],
        &[
            "a, line 2, column 5: `101` is no confidence (write whole per cent from 0 to 100)",
            "a, line 3, column 4: `alive` is no verdict (write human, machine or unsure)",
            "a, line 4: J2, about C2 and E2: unsure is no answer here: say whether E2 is human or machine",
            "a, line 6: only E1 is named (name the other of the pair too)",
            "a, line 7: no row says that J3 met E3 (check the id, or add the pair and its round)",
            "a, line 8, column 3: `X1` is not a witness such as C1 or E1",
            "a, line 9: only E4 is named (name the other of the pair too)",
            "a, line 10: J1 sits with E4 in round 4 already, see line 9 (check ids and round)",
        ],
    );
}

#[test]
fn ten_wrong_ratings() {
    refused(
        &ratings(),
        &[
            "judge,witness,humanness\nJ1,E1,6\nJ1,E2,3.257\nJ1,C1,-1\nJ1,C1,4,0\nJ1,C9,2\nJ3,E1,2\n,E1,2\nJ1,,2\nJ2,E1,2\nJ2,E1,2\n\
           J2,C1,three\n",
        ],
        &[
            "a, line 2: J1, about E1: 6 for the humanness of E1 is not on the scale: give a number from 0 to 5",
            "a, line 3: J1, about E2: 3.257 for the humanness of E2 is too fine: give at most 2 decimal places",
            "a, line 4, column 3: `-1` is not a number such as 3 or 3.25 with at most three decimal places",
            "a, line 5: 4 cells stand here (write 3, as in the header)",
            "a, line 6, column 2: number 9 is beyond the 2 confederates of `ratings` (check the id, or say how many confederates there were)",
            "a, line 7, column 1: number 3 is beyond the 2 judges of `ratings` (check the id, or say how many judges there were)",
            "a, line 8: no judge stands in this row (name who gave the ballot)",
            "a, line 9: no witness stands in this row (name whom it is about)",
            "a, line 11, column 3: this is answered already (keep one)",
            "a, line 12, column 3: `three` is not a number such as 3 or 3.25 with at most three decimal places",
        ],
    );
}

#[test]
fn wrong_rankings_leave_out_repeat_and_level() {
    let rulebook = medians();
    refused(
        &rulebook,
        &["judge,witness,rank,appropriateness,responsiveness\nJ2,E1,1,1,1\nJ2,E2,1,1,1\nJ2,C1,3,1,1\nJ2,C2,4,1,1\n"],
        &["a, line 2: ranking of J2: E1 and E2 are level"],
    );
    refused(
        &rulebook,
        &["judge,witness,rank\nJ1,E1,1\nJ1,E1,2\nJ1,E2,first\nJ2,E1,5\nJ2,E2,2\nJ2,C1,3\nJ2,C2,4\n"],
        &[
            "a, line 3, column 3: J1 has ranked E1 in line 2 already (keep one)",
            "a, line 4, column 3: `first` is not a number such as 3 or 3.25 with at most three decimal places",
            "a, line 5, column 3: J2 ranks 4, and 5 is no rank from 1 to 4",
        ],
    );
    refused(
        &rulebook,
        &["judge,witness,rank\nJ1,E1,1\nJ1,E2,2\nJ1,C2,3\n"],
        &["a, line 2: ranking of J1: C1 is missing from"],
    );
}

#[test]
fn wrong_splits_do_not_add_up_have_no_winner_or_come_again() {
    // Source: notes.md, "Cases with known answers", 3: 40/60, 60/40, 55/45, 70/30 are refused at the second.
    refused(
        &splits(),
        &[
            "round,judge,entry,confederate,entry_points,confederate_points\n1,J1,E1,C1,40,60\n2,J1,E2,C2,60,40\n3,J1,E3,C3,55,45\n\
           4,J1,E4,C4,70,30\n1,J2,E2,C1,50,50\n2,J2,E1,C2,60,60\n3,J2,E3,C4,99,\n1,J3,E3,C1,1.5,98.5\n1,J4,E4,C4,,\n",
        ],
        &[
            "a, line 3: J1, about C2 and E2: you have shared out 40",
            "a, line 6: J2, about C1 and E2: neither has more than 50 points: one of the two must have at least 51",
            "a, line 7: J2, about C2 and E1: the points add up to 120: share out exactly 100",
            "a, line 8: J2, about C4 and E3: give points to C4 as well: 100 are to be shared out, and 0 is a number",
            "a, line 9, column 5: `1.5` is no number of points (write a whole number from 0 to 100)",
            "a, line 9, column 6: `98.5` is no number of points (write a whole number from 0 to 100)",
        ],
    );
    check(
        &of(splits(), 4),
        &[
            "judge,entry,confederate,entry_points,confederate_points\nJ1,E1,C1,51,49\nJ1,E2,C2,52,48\nJ1,E3,C3,53,47\nJ1,E4,C4,54,46\n",
        ],
        "R1-J1 C1+E1: C1:49 E1:51\nR2-J1 C2+E2: C2:48 E2:52\nR3-J1 C3+E3: C3:47 E3:53\nR4-J1 C4+E4: C4:46 E4:54",
        &["J2, J3 and J4 are missing: no ballot in any file"],
    );
}

#[test]
fn a_header_that_does_not_fit_the_rulebook_says_what_would() {
    refused(
        &ratings(),
        &["judge,witness,humaneness,choice,judge\nJ1,E1,3,E1,\n"],
        &[
            "a, line 1, column 3: `humaneness` is no column of ballots under `ratings` (write some of judge, witness, humanness)",
            "a, line 1, column 4: `ratings` does not ask for `choice` (take the column out, or name the rulebook the ballots were given under)",
            "a, line 1, column 5: `judge` has a column already (keep one)",
        ],
    );
    refused(
        &ratings(),
        &["", "\n \n"],
        &[
            "a, line 1: the file is empty (begin with a header such as `judge,witness,humanness`)",
            "b, line 1: the file is empty (begin with a header such as `judge,witness,humanness`)",
        ],
    );
    let broken = BallotFile { name: "a", bytes: b"judge,witness,humanness\nJ1,E1,\xff\n" };
    let faults = read(&ratings(), Numbers::default(), &[broken]).unwrap_err();
    assert_eq!(faults.to_string(), "a, line 2: the text is not UTF-8 (save the file as UTF-8)");
}

#[test]
fn semicolons_and_tabs_separate_where_the_header_has_them_and_then_numbers_may_have_a_comma() {
    let expected = "R1-J1 E1: humanness(E1)=3.25\nR2-J1 C1: humanness(C1)=4";
    check(&of(ratings(), 1), &["judge;witness;humanness\nJ1;E1;3,25\nJ1;C1;4\n"], expected, &[]);
    check(&of(ratings(), 1), &["judge\twitness\thumanness\nJ1\tE1\t3,25\nJ1\tC1\t4\n"], expected, &[]);
    check(&of(ratings(), 1), &["judge,witness,humanness\nJ1,E1,\"3,25\"\nJ1,C1,4\n"], expected, &[]);
}

#[test]
fn a_line_may_end_with_a_carriage_return_alone_and_rows_without_a_word_say_nothing() {
    let expected = "R1-J1 E1: humanness(E1)=3.25\nR2-J1 C1: humanness(C1)=4";
    check(&of(ratings(), 1), &["judge,witness,humanness\r,,\rJ1,E1,3.25\rJ1,C1,4\r,,\r"], expected, &[]);
    refused(
        &of(ratings(), 1),
        &["judge,witness,humanness\r\rJ1,E1,3.25\rJ1,C1,four\r"],
        &["a, line 4, column 3: `four` is not a number"],
    );
}

#[test]
fn names_have_ids_in_their_own_order_and_a_kind_from_a_column_or_a_word() {
    let mut rulebook = of(verdicts(true), 2);
    rulebook.interview.layout = Layout::One;
    let kinds = "judge,witness,kind,verdict,confidence\nAnna,GPT-4,AI,bot,80\nP017,Ben,person,H,70\nAnna,Ben,,human,60\nP017,GPT-4,,Computer,50\n";
    let conventions = Conventions { observed: true, ..Conventions::default() };
    let source = |text: &'static str| BallotFile { name: "a", bytes: text.as_bytes() };
    let reading = read(&rulebook, conventions.clone(), &[source(kinds)]).unwrap();
    assert_eq!(
        told(&reading.ballots),
        "R1-J1 E1: E1=Machine 80%\nR1-J2 E1: E1=Machine 50%\nR2-J1 C1: C1=Human 60%\nR2-J2 C1: C1=Human 70%"
    );
    assert_eq!(reading.names.judges, ["Anna", "P017"]);
    assert_eq!((reading.names.entries, reading.names.confederates), (vec!["GPT-4".to_owned()], vec!["Ben".to_owned()]));

    let none = "judge,witness,verdict,confidence\nAnna,GPT-4,bot,80\nAnna,Ben,H,80\n";
    let faults = read(&rulebook, conventions.clone(), &[source(none)]).unwrap_err();
    assert_eq!(faults.0.len(), 1, "{faults}");
    assert!(
        faults.to_string().starts_with("it is not said whether `Ben` and `GPT-4` are people or programs"),
        "{faults}"
    );
    let values = [("machine", "GPT-4"), ("human", "ben")].map(|(ours, theirs)| (ours.to_owned(), theirs.to_owned()));
    let conventions = Conventions { values: values.into(), ..conventions };
    assert_eq!(
        told(&read(&rulebook, conventions, &[source(none)]).unwrap().ballots),
        "R1-J1 E1: E1=Machine 80%\nR2-J1 C1: C1=Human 80%"
    );

    let pairs = "judge,entry,confederate,choice\nP1,GPT-4,Ben,GPT-4\nP2,ELIZA,Ben,Ben\n";
    let reading = read_all(&of(choices(), 2), &[("a", pairs)]).unwrap();
    assert_eq!(told(&reading.ballots), "R1-J1 C1+E2: took E2\nR1-J2 C1+E1: took C1");
    assert_eq!(reading.names.entries, ["ELIZA", "GPT-4"]);
}

#[test]
fn in_a_study_each_row_without_a_round_is_an_interview() {
    let study = rulebook::shipped::rulebook("two-party-2024").unwrap();
    let text = "judge,witness,verdict,confidence\nJ1,E1,human,50\nJ1,E1,machine,60\nJ1,E1,machine,70\n";
    let reading = read_all(&study, &[("a", text)]).unwrap();
    assert_eq!(told(&reading.ballots), "R1-J1 E1: E1=Human 50%\nR2-J1 E1: E1=Machine 60%\nR3-J1 E1: E1=Machine 70%");
}

#[test]
fn columns_of_theirs_are_read_under_our_names_and_the_rest_is_left_out_with_one_note() {
    let text = "id,interrogator,partner,score,judge\n7,J1,E1,3,x\n8,J1,C1,4,y\n";
    let columns = [("judge", "Interrogator"), ("witness", "partner"), ("humanness", "score")];
    let columns = columns.map(|(ours, theirs)| (ours.to_owned(), theirs.to_owned()));
    let with = |columns: Vec<(String, String)>| {
        let conventions = Conventions { columns, ..Conventions::default() };
        read(&of(ratings(), 1), conventions, &[BallotFile { name: "a", bytes: text.as_bytes() }])
    };
    let reading = with(columns.clone().into()).unwrap();
    assert_eq!(told(&reading.ballots), "R1-J1 E1: humanness(E1)=3\nR2-J1 C1: humanness(C1)=4");
    assert_eq!(reading.notes, ["left out: `id` and `judge`, which nobody asked for"]);
    let missing = [columns.to_vec(), vec![("round".to_owned(), "week".to_owned())]].concat();
    let faults = with(missing).unwrap_err().to_string();
    assert_eq!(faults, "no file has a column `week`, which is said to be `round` (check the name)");
}

#[test]
fn the_same_fault_in_many_rows_is_one_with_the_first_places() {
    let rows: String =
        (0..20_000).map(|row| format!("J1,E1,{}\n", if row % 2 == 0 { "good" } else { "bad" })).collect();
    refused(
        &of(ratings(), 1),
        &[&format!("judge,witness,humanness\n{rows}")],
        &[
            "a, line 2, column 3: `good` is not a number such as 3 or 3.25 with at most three decimal places; 20000 times in all, next in lines 3, 4, 5, 6, 7 …",
        ],
    );
    refused(
        &of(ratings(), 1),
        &["a,b,c,d,e\n1,2,3,4,5\n1,2,3,4,5\n"],
        &["a, line 1: of the columns `a`, `b`, `c`, `d`, `e`, 5 are none of ballots"],
    );
}

#[test]
fn how_sure_judges_were_is_told_apart_by_whether_they_were_right() {
    let text = "judge,witness,verdict,confidence\nJ1,E1,human,50\nJ1,C1,human,80\nJ2,E1,machine,65\nJ2,C1,unsure,5\n";
    let mut rulebook = of(verdicts(true), 2);
    rulebook.interview.layout = Layout::One;
    let sure = tally::confidence(&read_all(&rulebook, &[("a", text)]).unwrap().ballots).unwrap();
    let told = |score: Option<tally::Score>| score.unwrap().to_string();
    assert_eq!([told(sure.right), told(sure.wrong), told(sure.unsure)], ["72.5 (145/2)", "50", "5"]);
}

#[test]
fn objects_in_lines_and_tables_that_name_their_separator_are_read_as_any_other() {
    let rulebook = of(ratings(), 1);
    let table = "judge,witness,humanness\nJ1,E1,3\nJ1,C1,4.5\n";
    let expected = read_all(&rulebook, &[("a", table)]).unwrap();
    for text in [
        "{\"judge\": \"J1\", \"witness\": \"E1\", \"humanness\": 3}\n{\"judge\": \"J1\", \"witness\": \"C1\", \"humanness\": 4.5}\n",
        "\u{feff}{\"judge\": \"J1\",\r\n\"witness\": \"E1\", \"humanness\": 3}\r\n\r\n{\"judge\": \"J1\", \"witness\": \"C1\", \"humanness\": 4.5}",
        "sep=;\r\njudge;witness;humanness\r\nJ1;E1;3\r\nJ1;C1;4,5\r\n",
        "\"sep=|\"\njudge|witness|humanness\nJ1|E1|3\nJ1|C1|4.5\n",
    ] {
        assert_eq!(read_all(&rulebook, &[("a", text)]).unwrap(), expected, "{text}");
    }
}

#[test]
fn quotes_that_do_not_close_and_wrong_json_are_shown_where_they_stand() {
    refused(
        &of(ratings(), 1),
        &["judge,witness,humanness\n\"J1\"x,E1,3\nJ1,\"E1,3\nJ1,C1,3\n"],
        &[
            "a, line 2: something stands after a closing quote (double the quotes inside a cell: `\"\"`)",
            "a, line 3: a quote is opened and not closed (close it with `\"`)",
        ],
    );
    refused(
        &of(ratings(), 1),
        &[
            "[{\"judge\": \"J1\", \"witness\": \"E1\",\n  \"humanness\": [3], \"humour\": 1, \"humour\": 2},\n 7, {\"judge\": true, \"judge\": 1}]",
            "{\"judge\": \"J1\", \"witness\": \"E1\", \"humanness\": 3}\n7",
            "[{\"judge\": ]",
        ],
        &[
            "a, line 2, column 16: a list or an object stands here (write a text or a number)",
            "a, line 2, column 31: `humour` is no column of ballots under `ratings` (write some of judge, witness, humanness)",
            "a, line 3, column 2: this is no object (write one such as {\"judge\": \"J1\", …})",
            "a, line 3, column 15: `true` is not a judge such as J1",
            "a, line 3, column 30: this object has the same name already (keep one)",
            "b, line 2, column 1: this is no object (write one such as {\"judge\": \"J1\", …})",
            "c, line 1, column 12: expected value (write a list of objects, or an object in each line)",
        ],
    );
}

#[test]
fn nobody_judges_themselves_and_no_trial_is_beyond_the_most_there_can_be() {
    let mut both = wager();
    both.roles.people = People::Both;
    refused(
        &both,
        &["trial,judge,witness,verdict\n1,J1,C1,human\n21,J1,E1,human\n0,J1,C2,human\n"],
        &[
            "a, line 2, column 3: J1 and C1 are the same person (check the ids)",
            "a, line 3, column 1: there are at most 20 trials under `wager` (check the number)",
            "a, line 4, column 1: `0` is not a trial such as 1",
        ],
    );
}

// Source: the text of the wager of 2002: a session has at least three trials.
#[test]
fn a_contest_may_hold_more_trials_than_its_rules_ask_for_at_least() {
    let row = |trial: u16| {
        let witnesses = [("E1", "human", 4), ("C1", "human", 3), ("C2", "machine", 1), ("C3", "human", 2)];
        let row = |judge, (witness, verdict, rank)| format!("{trial},J{judge},{witness},{verdict},{rank}\n");
        (1..=3).flat_map(|judge| witnesses.map(|told| row(judge, told))).collect::<String>()
    };
    let file = format!("trial,judge,witness,verdict,rank\n{}", (1..=4).map(row).collect::<String>());
    let reading = read_all(&wager(), &named(&[&file])).unwrap();
    assert_eq!(reading.rulebook.trial_count(), 4);
    let of_the_fourth = reading.ballots.interviews.iter().filter(|outcome| outcome.trial == 4).count();
    assert!(of_the_fourth > 0);
    let three = format!("trial,judge,witness,verdict,rank\n{}", (1..=3).map(row).collect::<String>());
    assert_eq!(read_all(&wager(), &named(&[&three])).unwrap().rulebook.trial_count(), 3);
}

/// Rulebooks of every kind, each with columns it has.
static ALL: LazyLock<[(Rulebook, &str); 5]> = LazyLock::new(|| {
    [
        (choices(), "choice,rank,entry_rank,vote,selection,disqualified"),
        (ratings(), "humanness,entry_humanness,confederate_humanness,vote,selection,open_source"),
        (medians(), "rank,entry_rank,appropriateness,responsiveness,vote,selection"),
        (splits(), "points,entry_points,confederate_points,vote,selection,disqualified"),
        (verdicts(true), "verdict,entry_verdict,confederate_verdict,confidence,reason,vote"),
    ]
});

proptest! {
    #[test]
    fn no_bytes_are_too_strange_to_be_judged(bytes in prop::collection::vec(any::<u8>(), 0..60), start in 0_usize..3) {
        let mut text = ["", "[{", "judge,witness,humanness\n"][start].as_bytes().to_vec();
        text.extend(bytes);
        let _ = read(&ALL[1].0, Numbers::default(), &[BallotFile { name: "a", bytes: &text }]);
    }

    #[test]
    fn no_table_is_too_strange_to_be_judged(
        rows in prop::collection::vec(prop::collection::vec("(|[JEC]?[0-9]{1,5}|human|unsure|\"|5[0-9]|x)", 12), 0..8),
        kind in 0_usize..5,
    ) {
        let header = "trial,round,judge,entry,confederate,witness";
        let (rulebook, columns) = &ALL[kind];
        let rows: String = rows.iter().map(|row| row.join(",") + "\n").collect();
        let text = format!("{header},{columns}\n{rows}");
        let _ = read(rulebook, Numbers::default(), &[BallotFile { name: "a", bytes: text.as_bytes() }]);
        let numbers = Numbers { judges: Some(u16::MAX), entries: Some(u16::MAX), confederates: Some(u16::MAX) };
        let _ = read(rulebook, numbers, &[BallotFile { name: "a", bytes: text.as_bytes() }]);
    }
}

#[test]
fn a_file_without_the_rating_that_the_rulebook_scores_by_is_refused_whatever_other_it_has() {
    let mut two = of(medians(), 1);
    two.ballots.ranking = None;
    two.score.by = Measure::MeanRating("responsiveness".to_owned());
    two.score.tie_breaks.clear();
    refused(
        &two,
        &["judge,witness,appropriateness\nJ1,E1,3\nJ1,C1,4\n"],
        &["no file has a column for `responsiveness`, which `medians` scores by"],
    );
    let reading = read_all(&two, &named(&["judge,witness,responsiveness\nJ1,E1,3\nJ1,C1,4\n"])).unwrap();
    assert_eq!(
        reading.notes,
        ["no file has a column for `appropriateness`, which `medians` asks for"],
        "what the score does not rest on may be missing"
    );
}

#[test]
fn up_to_three_unknown_columns_are_named_one_by_one_with_those_that_there_could_be() {
    let choices = "round, judge, entry, confederate, choice, witness, rank)";
    let medians_have = "judge, witness, appropriateness, responsiveness, rank)";
    for (rulebook, all) in [(self::choices(), choices), (medians(), medians_have)] {
        let faults = read_all(&rulebook, &[("a", "who,when,why,judge\n")]).unwrap_err();
        let one = |name: &str, column: usize| {
            let id = &rulebook.id;
            format!("a, line 1, column {column}: `{name}` is no column of ballots under `{id}` (write some of {all}")
        };
        assert_eq!(faults, [one("who", 1), one("when", 2), one("why", 3)].join("\n"));
    }
}

#[test]
fn a_column_that_keeps_our_name_needs_no_other_name() {
    let conventions =
        Conventions { columns: vec![("humanness".to_owned(), "score".to_owned())], ..Conventions::default() };
    let source = BallotFile { name: "a", bytes: b"judge,witness,score,humanness\nJ1,E1,3,5\nJ1,C1,4,5\n" };
    let reading = read(&of(ratings(), 1), conventions, &[source]).unwrap();
    assert_eq!(told(&reading.ballots), "R1-J1 E1: humanness(E1)=3\nR2-J1 C1: humanness(C1)=4");
    assert_eq!(reading.notes, ["left out: `humanness`, which nobody asked for"], "it has another column");
}

#[test]
fn a_word_for_blank_is_the_callers_and_blank_itself_is_a_text() {
    let rulebook = of(verdicts(true), 1);
    let text =
        "judge,entry,confederate,entry_verdict,confederate_verdict,confidence,reason\nJ1,E1,C1,bot,human,80,blank\n";
    let one = "R1-J1 C1+E1: C1=Human E1=Machine 80%";
    check(&rulebook, &[text], &format!("{one} `blank`"), &[]);
    let conventions = Conventions { values: vec![("blank".to_owned(), "n/a".to_owned())], ..Conventions::default() };
    let text = text.replace("blank", "N/A");
    let source = BallotFile { name: "a", bytes: text.as_bytes() };
    assert_eq!(told(&read(&rulebook, conventions, &[source]).unwrap().ballots), one);
}

#[test]
fn in_a_pair_a_choice_may_be_the_word_entry_or_confederate_and_name_whom_another_row_set_there() {
    check(
        &of(choices(), 2),
        &["round,judge,entry,confederate,choice\n1,J1,E1,C1,entry\n2,J1,E2,C2,Confederate\n1,J2,E1,C2,\n1,J2,E1,,C2\n"],
        "R1-J1 C1+E1: took E1\nR1-J2 C2+E1: took C2\nR2-J1 C2+E2: took C2",
        &[
            "no file has a column for `rank`, which `loebner-2010` asks for",
            "no ballot was given by J2 about E2 with C1",
        ],
    );
}

#[test]
fn a_row_about_a_pair_says_which_of_the_two_a_verdict_is_about() {
    refused(
        &verdicts(true),
        &["judge,entry,confederate,witness,verdict,confidence\nJ1,E1,C1,E1,machine,80\nJ1,E1,C1,C1,human,\n\
           J2,E1,C1,E2,human,80\nJ3,E1,C1,,human,80\n"],
        &[
            "a, line 4, column 4: E2 is not in the pair of this row, C1 and E1 (leave the witness out, or give it a row)",
            "a, line 5, column 5: it is not said which of the two this is about",
        ],
    );
    check(
        &of(ratings(), 1),
        &["judge,entry,confederate,humanness\nJ1,E1,,3\nJ1,,C1,4\n"],
        "R1-J1 E1: humanness(E1)=3\nR2-J1 C1: humanness(C1)=4",
        &[],
    );
}

#[test]
fn one_fault_of_a_cell_is_not_another_of_the_ballot_that_lacks_it() {
    let rows = "judge,witness,verdict,entry,confederate,confidence\nJ1,,,E1,C1,80\nJ1,C1,human,,,\n";
    let alive = "a, line 4, column 3: `alive` is no verdict (write human, machine or unsure)";
    refused(&verdicts(true), &[&format!("{rows}J1,E1,alive,,,\n")], &[alive]);
    let rounds = "round,judge,witness,verdict,entry,confederate,confidence\n1,J1,,,E1,C1,80\n1,J1,C1,human,,,\n1,J1,E1,alive,,,\n";
    refused(&verdicts(true), &[rounds], &["a, line 4, column 4: `alive` is no verdict"]);
    // Neither is a witness whom no judge met, named in this row alone, the fault.
    refused(
        &verdicts(true),
        &["judge,witness,verdict\nJ1,E1,alive\n"],
        &["a, line 2, column 3: `alive` is no verdict"],
    );
    let sure = "a, line 2, column 6: `very` is no confidence (write whole per cent from 0 to 100)";
    refused(
        &verdicts(true),
        &["judge,entry,confederate,entry_verdict,confederate_verdict,confidence\nJ1,E1,C1,bot,human,very\n"],
        &[sure],
    );
    let in_row =
        "judge,witness,verdict,entry,confederate,confidence\nJ1,,,E1,C1,\nJ1,C1,human,,,\nJ1,E1,machine,,,much\n";
    refused(&verdicts(true), &[in_row], &["a, line 4, column 6: `much` is no confidence"]);
    refused(
        &verdicts(true),
        &["judge,entry,confederate,entry_verdict,confederate_verdict,confidence\nJ9,E1,C1,bot,,80\n"],
        &["a, line 2, column 1: number 9 is beyond the 4 judges"],
    );
    let ranks =
        |second: &str, last: &str| format!("judge,witness,rank\nJ1,E1,1\nJ1,E2,{second}\nJ1,C1,3\nJ1,C2,4\n{last}");
    refused(&medians(), &[&ranks("first", "")], &["a, line 3, column 3: `first` is not a number"]);
    refused(&medians(), &[&ranks("", "J1,E1,2\n")], &["a, line 6, column 3: J1 has ranked E1 in line 2 already"]);
}

#[test]
fn a_round_belongs_to_one_interview_and_an_interview_that_is_told_again_names_its_round() {
    refused(
        &of(ratings(), 1),
        &["round,judge,witness,humanness\n1,J1,E1,3\n1,J1,C1,4\n"],
        &["a, line 3: J1 sits with E1 in round 1 already, see line 2 (check ids and round)"],
    );
    let two = "round,judge,witness,appropriateness,responsiveness,rank\n1,J1,E1,1,,1\n1,J1,E1,,2,\n,J1,C1,3,,2\n2,J1,C1,,4,\n";
    check(
        &of(medians(), 1),
        &[two],
        "R1-J1 E1: appropriateness(E1)=1 responsiveness(E1)=2\nR2-J1 C1: appropriateness(C1)=3 responsiveness(C1)=4\n\
         J1 ranks C1 E1",
        &[],
    );
    refused(
        &of(choices(), 1),
        &["round,judge,entry,confederate,choice\n1,J1,E1,C1,E1\n2,J1,E1,C1,C1\n,J1,E1,C1,E1\n"],
        &["a, line 4: J1 met C1 and E1 more than once (say in which round)"],
    );
    check(
        &of(verdicts(true), 1),
        &[
            "round,judge,entry,confederate,entry_verdict,confederate_verdict,confidence\n,J1,E1,C1,bot,human,\n7,J1,E1,C1,,,80\n",
        ],
        "R7-J1 C1+E1: C1=Human E1=Machine 80%",
        &["no file has a column for `reason`, which `verdicts` asks for"],
    );
}

#[test]
fn what_is_known_besides_ballots_stands_in_rows_of_its_own() {
    let seed = rulebook::Seed::from_contributions(["heads"]);
    refused(
        &choices(),
        &[&format!(
            "judge,entry,confederate,choice,selection,open_source,between,coin,award,carried\n\
             J1,E1,C1,E1,2,,,,,\nJ1,E2,C2,E2,,yes,,,,\nJ1,E3,C3,E3,,,,{seed},,\nJ1,E4,C4,E4,,,,,silver,5 USD\n\
             ,,,,,,,{seed},,\n,,,,,,,{seed},,\n,,,,,,E1 E2,{seed},,\n,,,,,,E1 E2,{seed},,\n,,,,,,,,,5 USD\n\
             ,,,,,,,,silver,5 USD\n,,,,,,,,silver,5 USD\n,,,,,,,heads,,\n,E1,,,1,,,,,\n,E1,,,2,,,,,\n,E1,,E1,,,,,,\n"
        )],
        &[
            "a, line 2, column 5: this is said of an entry, not by a judge (write it in a row with the entry alone)",
            "a, line 3, column 6: this is said of an entry, not by a judge (write it in a row with the entry alone)",
            "a, line 4, column 8: this is said by no judge (write it in a row without one)",
            "a, line 5, column 10: this is said by no judge (write it in a row without one)",
            "a, line 7, column 8: the same is said in another row already (keep one)",
            "a, line 9, column 8: the same is said in another row already (keep one)",
            "a, line 10, column 10: no award stands in this row (name the award whose purse this was added to)",
            "a, line 12, column 10: the same is said in another row already (keep one)",
            "a, line 13, column 8: `heads` is no seed of a coin (write its 64 hexadecimal digits)",
            "a, line 15, column 5: the same is said of E1 already (keep one)",
            "a, line 16, column 4: this is a judge's answer, and no judge stands in this row (name the judge)",
        ],
    );
}

#[test]
fn a_trial_is_the_last_that_there_is_and_what_is_missing_is_said_of_each() {
    let rows = |judge: u16| ["E1", "C1", "C2", "C3"].map(|witness| format!("3,J{judge},{witness},human\n")).concat();
    let text = format!("trial,judge,witness,verdict\n{}2,J1,E1,human\n", (1..=3).map(rows).collect::<String>());
    let mut wager = wager();
    wager.ballots.ranking = None;
    wager.score.by = Measure::TimesTakenForHuman;
    let reading = read_all(&wager, &[("a", &text)]).unwrap();
    assert_eq!(
        reading.notes,
        [
            "no ballot was given by J1 in trial 2 about C1, C2 and C3",
            "J1 in trial 1, J2 in trial 1, J3 in trial 1, J2 in trial 2 and J3 in trial 2 are missing: no ballot in any file"
        ]
    );
    assert_eq!(reading.ballots.interviews.len(), 13);
}

#[test]
fn as_many_as_the_rulebook_needs_are_enough_and_a_role_that_nobody_names_has_its_usual_number() {
    let mut open = ratings();
    open.roles.limits.judges = Some(Limit { least: 2, most: 9 });
    open.roles.limits.entries = Some(Limit { least: 1, most: 3 });
    let roles = read_all(&open, &[("a", "judge,witness,humanness\nJ1,C1,1\nJ2,C2,2\n")]).unwrap().rulebook.roles;
    assert_eq!((roles.judges, roles.entries, roles.confederates), (2, 2, 2));
}

#[test]
fn bare_numbers_are_names_where_more_were_observed_than_the_rulebook_has() {
    let rulebook = of(ratings(), 2);
    let read_as = |judges: [&str; 2], observed| {
        let text = format!("judge,witness,humanness\n{},E1,1\n{},E1,2\n", judges[0], judges[1]);
        let source = BallotFile { name: "a", bytes: text.as_bytes() };
        read(&rulebook, Conventions { observed, ..Conventions::default() }, &[source])
    };
    let named = read_as(["23", "17"], true).unwrap();
    assert_eq!(named.names.judges, ["17", "23"]);
    assert_eq!(told(&named.ballots), "R1-J1 E1: humanness(E1)=2\nR1-J2 E1: humanness(E1)=1");
    let numbered = read_as(["2", "1"], true).unwrap();
    assert!(numbered.names.judges.is_empty());
    assert_eq!(told(&numbered.ballots), "R1-J1 E1: humanness(E1)=2\nR1-J2 E1: humanness(E1)=1");
    assert!(read_as(["23", "17"], false).unwrap_err().to_string().contains("number 23 is beyond the 2 judges"));
}

#[test]
fn a_name_is_a_person_or_a_program_and_not_both() {
    let rulebook = of(ratings(), 2);
    let read_as = |kind: &str| {
        let text = format!("judge,witness,kind,humanness\nJ1,Ben,person,1\nJ2,Ben,{kind},2\n");
        read_all(&rulebook, &[("a", &text)]).map(|reading| told(&reading.ballots))
    };
    assert_eq!(read_as("human").unwrap(), "R1-J1 C1: humanness(C1)=1\nR1-J2 C1: humanness(C1)=2");
    assert_eq!(
        read_as("bot").unwrap_err(),
        "a, line 3, column 2: `Ben` is a person in one row and a program in another (check `kind`)"
    );
}

#[test]
fn entries_may_be_ranked_alone_where_ranks_count_among_them() {
    let rows = "judge,entry,confederate,choice,witness,rank\nJ1,E1,C1,E1,,\nJ1,E2,C2,E2,,\nJ1,,,,E1,1\nJ1,,,,E2,2\n";
    let all = format!("{rows}J1,,,,C1,3\nJ1,,,,C2,4\n");
    let mut rulebook = of(choices(), 2);
    rulebook.roles.judges = 1;
    refused(&rulebook, &[rows], &["a, line 4: ranking of J1: C1 is missing from"]);
    rulebook.ballots.ranking.as_mut().unwrap().among = Among::Entries;
    let interviews = "R1-J1 C1+E1: took E1\nR2-J1 C2+E2: took E2";
    check(&rulebook, &[rows], &format!("{interviews}\nJ1 ranks E1 E2"), &[]);
    check(&rulebook, &[&all], &format!("{interviews}\nJ1 ranks E1 E2 C1 C2"), &[]);
}

#[test]
fn nobody_is_expected_of_more_meetings_than_anybody_plans() {
    let missing = |rulebook: &Rulebook, judges: u16, witnesses: u16| {
        let numbers = Numbers { judges: Some(judges), entries: Some(witnesses), confederates: Some(witnesses) };
        let source = BallotFile { name: "a", bytes: b"judge,witness,humanness\nJ1,E1,1\n" };
        read(rulebook, numbers, &[source]).unwrap().missing.len()
    };
    let mut rulebook = ratings();
    assert_eq!(missing(&rulebook, 1000, 100), 199_999, "all but one");
    assert_eq!(missing(&rulebook, 1001, 100), 0);
    rulebook.trials = Some(Trials::of(2, None));
    assert_eq!(missing(&rulebook, 1000, 60), 0, "twice as many in two trials");
}

#[test]
fn where_sessions_share_the_confederates_out_nobody_knows_which_of_them_a_judge_meets() {
    let mut rulebook = ratings();
    let of_session = |confederates| Some(Sessions { judges: 1, confederates, pause: Duration::ZERO });
    let notes = |rulebook: &Rulebook| {
        read_all(rulebook, &[("a", "judge,witness,humanness\nJ1,E1,1\nJ2,E1,1\n")]).unwrap().notes
    };
    rulebook.schedule.sessions = of_session(1);
    assert_eq!(notes(&rulebook), ["no ballot was given by J1 about E2; J2 about E2"]);
    rulebook.schedule.sessions = of_session(2);
    assert_eq!(notes(&rulebook), ["no ballot was given by J1 about C1, C2 and E2; J2 about C1, C2 and E2"]);
}
