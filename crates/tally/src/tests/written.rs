//! Ballots written as a file, and read again.

use std::collections::BTreeMap;

use rulebook::{EntryId, Rulebook, Seed, schema::Money};

use super::standings::votes;
use crate::{
    Ballots, Circumstances, Outcome,
    file::{BallotFile, Numbers, read, to_csv, to_json},
    fixture::{ballots, rulebook},
};

/// Checks that the ballots are written as this CSV, and that it and the JSON are read as the same ballots and
/// circumstances.
#[track_caller]
fn check(rulebook: &Rulebook, ballots: &Ballots, circumstances: &Circumstances, csv: &str) {
    assert_eq!(to_csv(rulebook, ballots, circumstances), csv);
    for text in [csv, &to_json(rulebook, ballots, circumstances)] {
        let source = BallotFile { name: "a", bytes: text.as_bytes() };
        let reading = read(rulebook, Numbers::default(), &[source]).unwrap();
        assert_eq!((&reading.ballots, &reading.circumstances), (ballots, circumstances), "{text}");
    }
}

#[track_caller]
fn check_ballots(rulebook: &Rulebook, lines: &str, csv: &str) {
    check(rulebook, &ballots(lines), &Circumstances::default(), csv);
}

#[test]
fn a_pair_stands_in_one_row_also_without_a_ballot_and_every_rank_in_its_own() {
    check_ballots(
        &rulebook("choice"),
        "J1 E1 C1: choice E1\nJ2 E1 C2: -\nJ1 ranks E1 C1",
        "round,judge,entry,confederate,witness,choice,rank\n1,J1,E1,C1,,E1,\n2,J2,E1,C2,,,\n,J1,,,E1,,1\n,J1,,,C1,,2\n",
    );
    check_ballots(
        &rulebook("split"),
        "J1 E1 C1: 40 60",
        "round,judge,entry,confederate,entry_points,confederate_points\n1,J1,E1,C1,40,60\n",
    );
    check_ballots(
        &rulebook("unsure"),
        "J1 E1 C1: machine unsure\nJ1 E2 C2: human human",
        "round,judge,entry,confederate,entry_verdict,confederate_verdict\n1,J1,E1,C1,machine,unsure\n2,J1,E2,C2,human,human\n",
    );
}

#[test]
fn one_witness_at_a_time_stands_in_a_column_of_its_own_with_the_trial_where_there_are_several() {
    check_ballots(
        &rulebook("rated"),
        "J1 E1: humanness 3.25\nJ1 C1: humanness 4",
        "round,judge,witness,humanness\n1,J1,E1,3.25\n2,J1,C1,4\n",
    );
    check_ballots(
        &rulebook("wager"),
        "J1 E1: human\ntrial 2\nJ2 E1: machine\nJ2 C1: human\nJ2 ranks C1 E1",
        "trial,round,judge,witness,verdict,rank\n1,1,J1,E1,human,\n2,3,J2,E1,machine,\n2,4,J2,C1,human,\n\
         2,,J2,C1,,2\n2,,J2,E1,,1\n",
    );
}

#[test]
fn the_highest_rank_is_the_most_human_where_the_rulebook_says_so_and_who_is_level_has_one_rank() {
    let mut rulebook = rulebook("terminals");
    rulebook.ballots.ranking.as_mut().unwrap().equals = true;
    let text = to_csv(&rulebook, &ballots("J1 ranks C1=E1 C2 C1 E2"), &Circumstances::default());
    assert_eq!(
        text, "judge,witness,appropriateness,responsiveness,rank\nJ1,C1,,,4\nJ1,E1,,,4\nJ1,C2,,,2\nJ1,E2,,,1\n",
        "of somebody who is ranked twice the first mention counts"
    );
}

#[test]
fn a_cell_is_quoted_where_it_would_be_read_as_more_or_less_than_it_is() {
    let said = |reason: &str| {
        let outcomes = ballots("J2 E1 C1: choice C1").interviews;
        let with = |outcome: Outcome| {
            let mut answers = outcome.answers.unwrap();
            (answers.confidence, answers.reason) = (Some(80), Some(reason.to_owned()));
            Outcome { answers: Some(answers), ..outcome }
        };
        Ballots { interviews: outcomes.iter().map(with).collect(), rankings: vec![] }
    };
    let rulebook = rulebook("side-by-side");
    let header = "round,judge,entry,confederate,choice,confidence,reason\n1,J2,E1,C1,C1,80,";
    let file = |reason: &str| to_csv(&rulebook, &said(reason), &Circumstances::default());
    assert_eq!(file(" slow"), format!("{header}\" slow\"\n"));
    for (reason, cell) in
        [("slow", "slow"), ("slow, odd", "\"slow, odd\""), ("a \"bot\"\nsurely", "\"a \"\"bot\"\"\nsurely\"")]
    {
        check(&rulebook, &said(reason), &Circumstances::default(), &format!("{header}{cell}\n"));
    }
}

#[test]
fn what_was_asked_keeps_its_column_where_nobody_answered() {
    let choice = rulebook("choice");
    let written = |lines: &str| to_csv(&choice, &ballots(lines), &Circumstances::default());
    assert_eq!(written(""), "choice,rank\n");
    assert_eq!(written("J1 E1 C1: -"), "round,judge,entry,confederate,choice,rank\n1,J1,E1,C1,,\n");
    let json = to_json(&choice, &ballots("J1 E1 C1: -\nJ1 E2 C2: choice E2\nJ1 E3 C3: -"), &Circumstances::default());
    let rows: Vec<BTreeMap<String, serde_json::Value>> = serde_json::from_str(&json).unwrap();
    let asked = rows.iter().map(|row| (row.contains_key("choice"), row.contains_key("rank")));
    assert_eq!(asked.collect::<Vec<_>>(), [(false, true), (true, false), (false, false)], "once is enough");
    assert_eq!(rows[0]["rank"], serde_json::Value::Null);
}

#[test]
fn what_is_known_besides_ballots_is_written_below_them() {
    let entries = |numbers: &[u16]| numbers.iter().map(|&number| EntryId::new(number)).collect::<Vec<_>>();
    let seed = |name: &str| Seed::from_contributions([name]);
    let circumstances = Circumstances {
        tossed: [(entries(&[1, 2]).into_iter().collect(), seed("again"))].into(),
        seed: Some(seed("first")),
        selection: vec![entries(&[4]), entries(&[2, 3])],
        votes: votes(&["J1 E2", "J2 E3 of E2 E3"]),
        disqualified: [(EntryId::new(4), "a person, typing".to_owned())].into(),
        baselines: entries(&[3]).into_iter().collect(),
        open_source: entries(&[2]).into_iter().collect(),
        carried: [("silver".to_owned(), Money::try_from("500 USD".to_owned()).unwrap())].into(),
    };
    let csv = format!(
        "judge,entry,choice,rank,vote,selection,disqualified,open_source,baseline,between,coin,award,carried\n\
         J1,,,,E2,,,,,,,,\nJ2,,,,E3,,,,,E2 E3,,,\n,E4,,,,1,,,,,,,\n,E2,,,,2,,,,,,,\n,E3,,,,2,,,,,,,\n\
         ,E4,,,,,\"a person, typing\",,,,,,\n,E2,,,,,,yes,,,,,\n,E3,,,,,,,yes,,,,\n,,,,,,,,,E1 E2,{},,\n,,,,,,,,,,{},,\n\
         ,,,,,,,,,,,silver,500 USD\n",
        seed("again"),
        seed("first")
    );
    check(&rulebook("choice"), &Ballots::default(), &circumstances, &csv);
}
