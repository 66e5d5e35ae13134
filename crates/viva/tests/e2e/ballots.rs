//! Ballots made elsewhere, counted on the command line.

use serde_json::{Value, json};

use crate::desk::Desk;

const CHOICES: &str = "round,judge,entry,confederate,choice
1,J1,E1,C1,C1\n1,J2,E2,C2,E2\n2,J1,E2,C2,E2\n2,J2,E1,C1,C1\n";

/// Five judges who rate two entries and two confederates: 3.25 for the better entry, `confederate` for the better
/// confederate.
fn ratings(confederate: &str) -> String {
    let row = |judge| format!("J{judge},E1,3.25\nJ{judge},E2,1.5\nJ{judge},C1,{confederate}\nJ{judge},C2,2\n");
    format!("judge,witness,humanness\n{}", (1..=5).map(row).collect::<String>())
}

#[test]
fn a_ballot_of_every_kind_is_counted() {
    let verdicts_and_ranks = |trial| {
        let of = |judge| {
            format!(
                "{trial},J{judge},C1,human,4\n{trial},J{judge},E1,human,3\n{trial},J{judge},C2,machine,2\n{trial},J{judge},C3,machine,1\n"
            )
        };
        (1..=3).map(of).collect::<String>()
    };
    let wager = format!("trial,judge,witness,verdict,rank\n{}", (1..=3).map(verdicts_and_ranks).collect::<String>());
    let ranks = "judge,witness,rank,appropriateness,responsiveness
J1,C1,4,5,5\nJ1,E1,3,4,4\nJ1,C2,2,4,4\nJ1,E2,1,1,1\nJ2,C1,4,5,5\nJ2,E1,3,4,4\nJ2,C2,2,4,4\nJ2,E2,1,1,1\n";
    let split = "round,judge,entry,confederate,entry_points,confederate_points\n1,J1,E1,C1,45,55\n2,J1,E2,C2,70,30\n";
    let pairs =
        "judge,entry,confederate,entry_verdict,confederate_verdict\nJ1,E1,C1,machine,human\nJ2,E1,C2,human,unsure\n";
    let reasons =
        "round,judge,entry,confederate,choice,confidence,reason\n1,J3,E2,C2,E2,75,\"said \"\"oh\"\", twice\"\n";
    let verdicts = "judge,witness,verdict\nJ1,E1,human\nJ2,C1,machine\n";
    for (rulebook, ballots, line) in [
        ("loebner-2010", CHOICES, "1      E2       2                      -"),
        ("surrey-2003", &ratings("3.26"), "1      C1       3.26 (163/50)   -      -"),
        ("loebner-1995", ranks, "1      E1       3            3"),
        ("loebner-2006", split, "1      E2       1                      1           -"),
        ("five-minute-2014", pairs, "1      E1       0.5 (1/2)              1"),
        ("kurzweil-kapor-2029", &wager, "1      E1       9"),
        ("three-party-2025", reasons, "1      E2       1"),
        ("turing-1950", "judge,entry,confederate,choice\nJ1,E1,C2,entry\n", "1      E1       1"),
        ("human-or-not-2023", verdicts, "1      E1       1"),
        (
            "two-party-2024",
            "judge,witness,verdict,confidence,reason\nJ1,E1,human,80 %,warm\nJ1,E2,machine,5,\n",
            "1      E1       1",
        ),
    ] {
        let desk = Desk::new();
        desk.lay("ballots.csv", ballots);
        let answer = desk.viva(&format!("score ballots.csv --rulebook {rulebook}")).ends(0);
        // An interval may follow.
        let has = |found: &str| found.strip_prefix(line).is_some_and(|rest| rest.is_empty() || rest.starts_with("  "));
        assert!(answer.data.lines().any(has), "`{line}`: {answer}");
    }
}

#[test]
fn the_same_ballots_in_json_or_in_several_files_give_the_same_result() {
    let desk = Desk::new();
    desk.lay("all.csv", CHOICES);
    let header = CHOICES.lines().next().unwrap();
    let rows: Vec<&str> = CHOICES.lines().skip(1).collect();
    desk.lay("one.csv", format!("{header}\n{}\n{}\n", rows[3], rows[0]));
    desk.lay("two.csv", format!("{header}\n{}\n{}\n", rows[2], rows[1]));
    let object = |row: &&str| {
        let cells: Vec<&str> = row.split(',').collect();
        json!({ "round": cells[0].parse::<u16>().unwrap(), "judge": cells[1], "entry": cells[2], "confederate": cells[3], "choice": cells[4] })
    };
    desk.lay("all.json", Value::from(rows.iter().map(object).collect::<Vec<_>>()).to_string());
    let numbers = "--rulebook loebner-2010 --judges 2 --entries 2 --confederates 2";
    let expected = desk.viva(&format!("score all.csv {numbers}")).ends(0).data;
    for files in ["one.csv two.csv", "two.csv one.csv", "all.json"] {
        assert_eq!(desk.viva(&format!("score {files} {numbers}")).ends(0).data, expected, "{files}");
    }
    let twice = desk.viva(&format!("score all.csv all.json {numbers}")).ends(2).prints_nothing();
    twice.says("all.json, line 1, column").says("answered already");
}

/// Checks the reports about ten wrong ballots of one kind, each with its place.
#[track_caller]
fn ten_wrong(rulebook: &str, header: &str, rows: [(&str, &str); 10]) {
    let desk = Desk::new();
    let text: String = rows.iter().map(|(row, _)| format!("{row}\n")).collect();
    desk.lay("b.csv", format!("{header}\n{text}"));
    let answer = desk.viva(&format!("score b.csv --rulebook {rulebook}")).ends(2).prints_nothing();
    let reports = answer.talk.matches("b.csv, line ").count();
    assert_eq!(reports, 10, "{answer}");
    rows.iter()
        .enumerate()
        .fold(answer, |answer, (at, (_, report))| answer.says(&format!("b.csv, line {}{report}", at + 2)));
}

#[test]
fn ten_wrong_choices_are_ten_reports() {
    ten_wrong(
        "loebner-2010",
        "round,judge,entry,confederate,choice",
        [
            ("1,J1,E1,C1,E2", ", column 5: E2 is not in this interview, which was with C1 and E1"),
            ("1,J2,E2,C2,maybe", ", column 5: `maybe` is no choice"),
            ("1,J9,E1,C1,E1", ", column 2: number 9 is beyond the 4 judges"),
            ("2,J1,E1,C1,E1,7", ": 6 cells stand here"),
            ("2,J1,E1,E1,E1", ", column 4: `E1` is not a confederate such as C1"),
            ("2,X,E1,C1,E1", ", column 2: `X` is not a judge such as J1"),
            ("R0,J3,E1,C1,E1", ", column 1: `R0` is not a round such as R1"),
            ("3,J3,,C1,C1", ": only C1 is named"),
            ("3,J4,E77,C1,C1", ", column 3: number 77 is beyond the 4 entries"),
            ("3,,E2,C2,E2", ": no judge stands in this row"),
        ],
    );
}

#[test]
fn ten_wrong_ratings_are_ten_reports() {
    ten_wrong(
        "surrey-2003",
        "judge,witness,humanness",
        [
            ("J1,E1,6", ": J1, about E1: 6 for the humanness of E1 is not on the scale: give a number from 0 to 5"),
            ("J1,E2,-1", ", column 3: `-1` is not a number such as 3 or 3.25"),
            (
                "J1,E3,5.001",
                ": J1, about E3: 5.001 for the humanness of E3 is not on the scale: give a number from 0 to 5",
            ),
            ("J1,E4,\"3,5,1\"", ", column 3: `3,5,1` is not a number"),
            ("J1,E5,abc", ", column 3: `abc` is not a number"),
            ("J2,E1,1e3", ", column 3: `1e3` is not a number"),
            ("J2,J1,3", ", column 2: `J1` is not a witness such as C1 or E1"),
            ("J99,E1,2", ", column 1: number 99 is beyond the 64 judges"),
            ("J4,E1,٣", ", column 3: `٣` is not a number"),
            ("J4,E2,5.01", ": J4, about E2: 5.01 for the humanness of E2 is not on the scale"),
        ],
    );
}

#[test]
fn ten_wrong_splits_are_ten_reports() {
    ten_wrong(
        "loebner-2006",
        "round,judge,entry,confederate,entry_points,confederate_points",
        [
            ("1,J1,E1,C1,45,45", ": J1, about C1 and E1: the points add up to 90: share out exactly 100"),
            ("2,J1,E2,C2,50,50", ": J1, about C2 and E2: neither has more than 50 points"),
            ("3,J1,E3,C3,100,", ": J1, about C3 and E3: give points to C3 as well"),
            ("4,J1,E4,C4,45.5,54", ", column 5: `45.5` is no number of points (write a whole number from 0 to 100)"),
            ("1,J2,E1,C4,-1,101", ", column 5: `-1` is no number of points (write a whole number from 0 to 100)"),
            ("2,J2,E2,C1,x,51", ", column 5: `x` is no number of points (write a whole number from 0 to 100)"),
            ("3,J2,E3,C2,51,70000", ", column 6: `70000` is no number of points (write a whole number from 0 to 100)"),
            ("4,J2,E4,C3,200,1", ": J2, about C3 and E4: the points add up to 201"),
            ("1,J3,E1,C3,40,60,", ": 7 cells stand here"),
            ("2,J3,E2,C5,40,60", ", column 4: number 5 is beyond the 4 confederates"),
        ],
    );
}

#[test]
fn ten_wrong_verdicts_are_ten_reports() {
    ten_wrong(
        "two-party-2024",
        "judge,witness,verdict,confidence",
        [
            ("J1,E1,humna,50", ", column 3: `humna` is no verdict"),
            ("J1,E2,unsure,50", ": J1, about E2: unsure is no answer here"),
            ("J1,C1,human,101", ", column 4: `101` is no confidence (write whole per cent from 0 to 100)"),
            ("J2,E1,human,-1", ", column 4: `-1` is no confidence"),
            ("J2,E2,human,50.5", ", column 4: `50.5` is no confidence"),
            ("J2,C1,human,sure", ", column 4: `sure` is no confidence"),
            ("J3,,human,5", ": no witness stands in this row"),
            (",E1,human,5", ": no judge stands in this row"),
            ("J3,X1,human,5", ", column 2: `X1` is not a witness"),
            ("J3,E2,human,5,5", ": 5 cells stand here"),
        ],
    );
}

#[test]
fn ten_wrong_rankings_are_ten_reports() {
    ten_wrong(
        "loebner-2010",
        "judge,witness,rank",
        [
            ("J1,E1,-1", ", column 3: `-1` is not a number"),
            ("J1,E2,two", ", column 3: `two` is not a number"),
            ("J3,E3,0", ", column 3: J3 ranks 8, and 0 is no rank from 1 to 8"),
            ("J4,E4,9", ", column 3: J4 ranks 8, and 9 is no rank from 1 to 8"),
            ("J9,E1,1", ", column 1: number 9 is beyond the 4 judges"),
            ("J2,J1,1", ", column 2: `J1` is not a witness"),
            (",E1,2", ": no judge stands in this row"),
            ("J2,,2", ": no witness stands in this row"),
            ("J2,C1,1,1", ": 4 cells stand here"),
            ("J2,C9,1", ", column 2: number 9 is beyond the 4 confederates"),
        ],
    );
    let desk = Desk::new();
    desk.lay("b.csv", "judge,witness,rank\nJ1,C1,1\nJ1,E1,1\nJ3,E1,2\n");
    let refused = desk.viva("score b.csv --rulebook loebner-2010").ends(2);
    refused.says("ranking of J1: C1 and E1 are level").says("ranking of J3: C1 is missing from your order");
}

#[test]
fn a_split_that_a_judge_uses_again_is_refused() {
    let desk = Desk::new();
    let rows = |splits: [(u8, u8); 4]| {
        let row = |(n, (entry, confederate))| format!("{n},J1,E{n},C{n},{entry},{confederate}\n", n = n + 1);
        splits.into_iter().enumerate().map(row).collect::<String>()
    };
    let header = "round,judge,entry,confederate,entry_points,confederate_points\n";
    desk.lay("again.csv", format!("{header}{}", rows([(40, 60), (60, 40), (55, 45), (70, 30)])));
    desk.viva("score again.csv --rulebook loebner-2006")
        .ends(2)
        .says("line 3: J1, about C2 and E2: you have shared out 40 to 60 before");
    desk.lay("fine.csv", format!("{header}{}", rows([(51, 49), (52, 48), (53, 47), (54, 46)])));
    desk.viva("score fine.csv --rulebook loebner-2006").ends(0);
}

#[test]
fn files_that_are_no_ballots_are_told_so() {
    let desk = Desk::new();
    desk.lay("empty.csv", "");
    desk.lay("other.csv", "round,judge,entry,confederate,choice,favourite\n1,J1,E1,C1,E1,blue\n");
    desk.lay("double.csv", "judge,judge,entry,confederate,choice\nJ1,J1,E1,C1,E1\n");
    desk.lay("torn.json", "[{\"round\": 1,");
    desk.lay("map.json", "{\"a\": 1}");
    desk.lay("wrong.json", "[{\"judge\": \"J1\", \"witnes\": \"C1\", \"rank\": 2}]");
    desk.lay("good.csv", CHOICES);
    for (line, reason) in [
        ("empty.csv", "empty.csv, line 1: the file is empty"),
        ("other.csv", "line 1, column 6: `favourite` is no column of ballots under `loebner-2010`"),
        ("double.csv", "line 1, column 2: `judge` has a column already"),
        ("torn.json", "torn.json, line 1"),
        ("map.json", "`a` is no column"),
        ("wrong.json", "`witnes` is no column"),
        ("nowhere.csv", "failed to read `nowhere.csv`"),
        ("good.csv --disqualify E9=why", "E9 is beyond the entries of this contest, E1 to E4"),
        ("good.csv --disqualify E1", "write the entry and the reason"),
        ("good.csv --votes J9=E1", "J9 is beyond the judges of this contest, J1 to J4"),
        ("good.csv --carried 'gold=1 USD'", "no award is called `gold`"),
        ("good.csv --selection E1,E1", "E1 stands twice"),
        ("good.csv --judges 1", "line 3, column 2: number 2 is beyond the 1 judge of this contest"),
        ("good.csv --under loebner-1873", "choose one of audio-visual"),
    ] {
        desk.viva(&format!("score {line} --rulebook loebner-2010")).ends(2).prints_nothing().says(reason);
    }
    desk.viva("score good.csv").ends(2).says("--rulebook");
}

#[test]
fn a_judge_who_gave_nothing_is_named() {
    let desk = Desk::new();
    desk.lay("ballots.csv", CHOICES);
    let answer = desk.viva("score ballots.csv --rulebook loebner-2010").ends(0);
    answer
        .says("note: J3 and J4 are missing: no ballot in any file")
        .says("note: no ballot was given by J1 about E3 and E4; J2 about E3 and E4")
        .prints("no ballot was given by 2 judges (J3, J4)");
}

#[test]
fn people_who_never_met_have_no_ballot() {
    let desk = Desk::new();
    desk.lay("ballots.csv", format!("{CHOICES}1,J1,E3,C3,E3\n3,J1,E4,C4,E3\n"));
    let refused = desk.viva("score ballots.csv --rulebook loebner-2010").ends(2);
    refused
        .says("line 6: J1 sits with C1")
        .says("line 7, column 5: E3 is not in this interview, which was with C4 and E4");
}

#[test]
fn when_all_are_tied_the_judges_decide_and_else_a_coin_that_anyone_can_toss_again() {
    let desk = Desk::new();
    let of = |judge| format!("J{judge},E1,3\nJ{judge},E2,3\nJ{judge},C1,3\n");
    desk.lay("tied.csv", format!("judge,witness,humanness\n{}", (1..=5).map(of).collect::<String>()));
    let tied = desk.viva("score tied.csv --rulebook surrey-2003").ends(0);
    tied.prints("undecided: E1 and E2 are level in place 1, until a vote of the judges or a coin decides")
        .prints("no coin is tossed while the seed of the contest is sealed");
    let votes = desk.viva("score tied.csv --rulebook surrey-2003 --votes J1=E2,J2=E2,J3=E2").ends(0);
    votes.prints("Silver medal: E2, 25000 USD").prints("the judges decided for E2");
    let toss = |seed: &str| {
        desk.viva(&format!("score tied.csv --rulebook surrey-2003 --seed {seed}")).ends(0).prints("a coin decided").data
    };
    assert_eq!(toss("heads"), toss("heads"));
    let winners: std::collections::BTreeSet<bool> =
        ('a'..='j').map(|seed| toss(&seed.to_string()).contains("Silver medal: E1,")).collect();
    assert_eq!(winners.len(), 2, "one of ten seeds gives it to the other");
}

#[test]
fn entries_are_disqualified_one_by_one_until_none_is_left() {
    let desk = Desk::new();
    desk.lay("ratings.csv", ratings("3.26"));
    let score = |rest: &str| desk.viva(&format!("score ratings.csv --rulebook surrey-2003 {rest}")).ends(0);
    score("").prints("Bronze medal: E1, 2000 USD");
    score("--disqualify 'E1=a person typed'")
        .prints("Bronze medal: E2, 2000 USD")
        .prints("E1 was disqualified (a person typed)");
    let none = score("--disqualify 'E1=a person typed' --disqualify E2=copied")
        .prints("no entry is left: E1 and E2 were disqualified");
    assert!(!none.data.contains("\nGiven\n"), "{none}");
    none.prints("bronze: 2000 USD").prints("which makes it 4000 USD");
    score("--disqualify E1=x --disqualify E2=y --carried 'bronze=2000 USD'").prints("which makes it 6000 USD");
}

/// Case 7 of the rules: a confederate beside the winner takes nothing from the silver medal, one above it does.
#[test]
fn a_confederate_beside_the_winner_is_no_confederate_above() {
    let desk = Desk::new();
    desk.lay("beside.csv", ratings("3.25"));
    let beside = desk.viva("score beside.csv --rulebook surrey-2003").ends(0);
    beside.prints("Silver medal: E1, 25000 USD").prints("Not given\n  Bronze medal");
    desk.lay("above.csv", ratings("3.26"));
    let above = desk.viva("score above.csv --rulebook surrey-2003").ends(0);
    above.prints("Bronze medal: E1, 2000 USD").prints("Not given\n  Silver medal");
}

#[test]
fn the_same_contest_is_scored_under_every_rulebook_that_can_be_derived() {
    let desk = Desk::new();
    desk.lay("ratings.csv", ratings("3.25"));
    let all = desk.viva("score ratings.csv --rulebook surrey-2003 --under all --json").ends(0).json();
    let results = all["results"].as_array().unwrap();
    assert_eq!(results.len(), 12);
    assert_eq!(results[0]["rulebook"], "surrey-2003");
    assert_eq!(results[0]["derived"], json!([]));
    assert_eq!(results[0]["tally"]["standings"].as_array().unwrap().len(), 4);
    for result in &results[1..] {
        let derived = result["derived"].as_array().unwrap();
        // Its judges answer the same questions as those of 2003.
        let asks_the_same = result["rulebook"] == "audio-visual";
        assert!(
            result["not_derivable"].is_string() == (derived.is_empty() && !asks_the_same),
            "says what was derived, or why not: {result}"
        );
    }

    desk.lay("choices.csv", CHOICES);
    let named = desk.viva("score choices.csv --rulebook loebner-2010 --under surrey-2003").ends(1);
    named.prints("cannot be derived: `surrey-2003` needs the rating `humanness`");
    // `all` takes the derivable results, even beside a named rulebook that can be derived.
    desk.viva("score choices.csv --rulebook loebner-2010 --under all").ends(0).prints("cannot be derived");
    desk.viva("rulebook new --from turing-1950 --id mine --out mine.toml").ends(0);
    desk.viva("score choices.csv --rulebook loebner-2010 --under all --under mine.toml").ends(0).prints("(mine)");
}

/// Three trials: the entry passes both tests in `passed` of them.
fn wager(passed: u16) -> String {
    let of = |(trial, judge): (u16, u16)| {
        let (verdict, ranks) = if trial <= passed { ("human", [4, 3, 2, 1]) } else { ("machine", [1, 2, 3, 4]) };
        let row =
            |(witness, verdict, rank): (&str, &str, u16)| format!("{trial},J{judge},{witness},{verdict},{rank}\n");
        let all = [
            ("E1", verdict, ranks[0]),
            ("C1", "human", ranks[1]),
            ("C2", "human", ranks[2]),
            ("C3", "human", ranks[3]),
        ];
        all.map(row).concat()
    };
    let rows: String = (1..=3).flat_map(|trial| (1..=3).map(move |judge| (trial, judge))).map(of).collect();
    format!("trial,judge,witness,verdict,rank\n{rows}")
}

/// Case 13 of the rules, on the command line.
#[test]
fn how_trials_combine_is_chosen_on_the_command_line() {
    let desk = Desk::new();
    desk.lay("two.csv", wager(2));
    let scored = |way: &str| desk.viva(&format!("score two.csv --rulebook kurzweil-kapor-2029 {way}")).ends(0);
    let given = |way: &str| scored(way).data.contains("\nGiven\n");
    assert_eq!(["", "--combine any", "--combine majority", "--combine all"].map(given), [false, true, true, false]);
    desk.viva("score two.csv --rulebook kurzweil-kapor-2029 --combine most").ends(2).says("majority");
    // A rulebook without trials is counted unchanged, both as own and as another rulebook.
    desk.lay("choices.csv", CHOICES);
    desk.viva("score choices.csv --rulebook loebner-2010 --combine all --under turing-1950").ends(0);
    let under =
        |way: &str| desk.viva(&format!("score two.csv --rulebook kurzweil-kapor-2029 --under all {way}")).ends(0);
    under("--combine any");
}

/// Two entries level by split and by rank total; the selection decides, and contains only one of them.
#[test]
fn a_selection_that_leaves_out_entries_decides_nothing() {
    let desk = Desk::new();
    let rows = "1,J1,E1,C1,45,55\n2,J1,E2,C2,30,70\n1,J2,E2,C1,45,55\n2,J2,E1,C4,30,70\n";
    desk.lay("level.csv", format!("round,judge,entry,confederate,entry_points,confederate_points\n{rows}"));
    let score = "score level.csv --rulebook loebner-2006 --judges 2 --entries 2";
    desk.viva(&format!("{score} --selection E2")).ends(2).prints_nothing().says("the selection leaves out E1");
    desk.lay("selected.csv", "entry,selection\nE1,1\n");
    desk.viva(&format!("{score} selected.csv")).ends(2).prints_nothing().says("the selection leaves out E2");
    desk.viva(&format!("{score} --selection E2,E1")).ends(0).prints("the selection decides");
}

/// A record is counted directly, under other rulebooks, and from its exported ballots.
pub(crate) fn of_a_record(record: &str, tally: &Value) {
    let desk = Desk::new();
    desk.lay("contest.viva", std::fs::read(record).unwrap());
    let scored = desk.viva("score contest.viva --json").ends(0).says("contest.viva is consistent");
    assert_eq!(&scored.json()["results"][0]["tally"], tally);
    let under = desk.viva("score contest.viva --under turing-1950").ends(0);
    under.prints("Loebner Prize 2010 (loebner-2010)").prints("(turing-1950)");

    desk.viva("record export contest.viva --form ballots --out ballots").ends(0).says("rulebook.toml");
    for file in ["ballots.csv", "ballots.json"] {
        let again = desk.viva(&format!("score ballots/{file} --rulebook ballots/rulebook.toml --observed --closed --judges 4 --entries 4 --confederates 4 --json")).ends(0).json();
        assert_eq!(&again["results"][0]["tally"], tally, "{file}");
    }

    desk.viva("score contest.viva --rulebook loebner-2010").ends(2).says("`contest.viva` is a record");
    desk.lay("choices.csv", CHOICES);
    desk.viva("score contest.viva choices.csv").ends(2).prints_nothing();
    let mut bytes = std::fs::read(record).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    desk.lay("broken.viva", bytes);
    let broken = desk.viva("score broken.viva").ends(1).prints_nothing();
    broken.says("broken.viva: BROKEN").says("its ballots are not counted");
    desk.viva("record export broken.viva --form ballots --out broken").ends(1);
    assert!(!desk.path("broken").exists());
}

/// A study of two parties with its own vocabulary: names, headings, `AI`, and extra columns.
fn study(rows: usize) -> String {
    let row = |row: usize| {
        let (judge, witness, kind) = match row % 3 {
            0 => (row / 40, "GPT-4.5-persona", "AI"),
            1 => (row / 40, "ELIZA", "AI"),
            _ => (row / 40, "Ben", "Person"),
        };
        let judgement = if row.is_multiple_of(5) { "bot" } else { "H" };
        format!("{row};P{judge:03};{witness};{kind};{judgement};{}\n", row % 101)
    };
    format!("game;interrogator;partner;type;judgement;sure\n{}", (0..rows).map(row).collect::<String>())
}

#[test]
fn a_study_in_other_words_is_counted_with_its_names() {
    let desk = Desk::new();
    let columns = "--columns judge=interrogator,witness=partner,kind=type,verdict=judgement,confidence=sure";
    for rows in [400, 20_000] {
        desk.lay("study.csv", study(rows));
        let answer = desk.viva(&format!("score study.csv --rulebook two-party-2024 {columns}")).ends(0);
        assert!(answer.data.lines().count() + answer.talk.lines().count() < 40, "{answer}");
        let answer = answer.prints("E1 ELIZA, E2 GPT-4.5-persona").prints("C1 Ben").prints("J1 P000, J2 P001");
        answer.says("left out: `game`").prints("interviews in which the judge was right");
    }
    // The order of rows does not decide the baseline.
    let award = |baseline: &str| {
        let told =
            desk.viva(&format!("score study.csv --rulebook two-party-2024 {columns} {baseline} --json")).ends(0).json();
        let tally = &told["results"][0]["tally"];
        (tally["awards"][0]["to"].clone(), tally["withheld"][0]["reason"]["code"].clone())
    };
    assert_eq!(award(""), (Value::Null, json!("baseline-unknown")));
    assert_eq!(award("--baseline eliza"), (json!(["E2"]), Value::Null));
    assert_eq!(award("--baseline E2"), (json!(["E1"]), Value::Null));
    desk.viva(&format!("score study.csv --rulebook two-party-2024 {columns} --baseline PARRY"))
        .ends(2)
        .says("no entry is called `PARRY`");
    desk.viva(&format!(
        "score study.csv --rulebook two-party-2024 {columns} --disqualify gpt-4.5-PERSONA=copied --votes p000=ＥLIZA"
    ))
    .ends(0)
    .prints("E2 was disqualified (copied)");
    desk.viva(&format!("score study.csv --rulebook two-party-2024 {columns} --votes Ann=ELIZA"))
        .ends(2)
        .says("no judge is called `Ann`");
    let told = desk.viva(&format!("score study.csv --rulebook two-party-2024 {columns} --json")).ends(0).json();
    assert_eq!(told["names"]["judges"].as_array().unwrap().len(), 500);
    let score = &told["results"][0]["tally"]["standings"][0]["score"];
    assert!(score["part"].is_u64() && score["whole"].is_u64(), "{score}");
    assert!(told["confidence"]["right"]["exact"]["numerator"].is_u64());

    // The same in UTF-16, and as a single fault if the words are not known.
    let wide = study(400).encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    desk.lay("wide.csv", [vec![0xff, 0xfe], wide].concat());
    desk.viva(&format!("score wide.csv --rulebook two-party-2024 {columns}")).ends(0);
    desk.lay("strange.csv", study(20_000).replace(";bot;", ";golem;"));
    let strange = desk.viva(&format!("score strange.csv --rulebook two-party-2024 {columns}")).ends(2);
    assert!(strange.talk.lines().count() < 20, "{strange}");
    strange.says("line 2, column 5: `golem` is no verdict").says("4000 times in all");
    desk.viva(&format!("score strange.csv --rulebook two-party-2024 {columns} --values machine=golem")).ends(0);
}

/// Source: the organisers of the tests of 6 and 7 June 2014 announced that ten of 30 judges took Eugene Goostman for a
/// human (33.33 per cent), after 29.17 per cent in 2012, which is seven of 24.
#[test]
fn the_published_counts_of_2014_give_the_published_share_with_its_interval() {
    for (taken, of, share, holds) in [
        (
            10,
            30,
            "10 of 30 interviews, 33.3 % (95 % interval 19.2 to 51.2 %, by Wilson over 30 judges and 30 witnesses)",
            true,
        ),
        (7, 24, "7 of 24 interviews, 29.2 %", false),
    ] {
        let row = |n| format!("J{n},E1,C{n},{},human\n", if n <= taken { "human" } else { "machine" });
        let rows: String = (1..=of).map(row).collect();
        let desk = Desk::new();
        desk.lay("goostman.csv", format!("judge,entry,confederate,entry_verdict,confederate_verdict\n{rows}"));
        let answer = desk.viva("score goostman.csv --rulebook five-minute-2014 --observed --json").ends(0);
        let found: Value = serde_json::from_str(&answer.data).unwrap();
        let score = &found["results"][0]["tally"]["standings"][0]["score"];
        assert_eq!([&score["part"], &score["whole"]], [&json!(taken), &json!(of)], "{answer}");
        let told = &found["results"][0]["sentences"][if holds { "awards" } else { "withheld" }][0];
        assert!(told.as_str().unwrap().replace('\u{a0}', " ").contains(share), "{told}");
    }
}
