//! Plans on the command line: made, checked, refused.

use crate::{
    desk::Desk,
    support::{Server, contest_file, house_entries},
};

/// The four rounds printed in the rules of the contest of 2010 (section 3).
const PRINTED_2010: &str = "round,judge,entry,confederate
1,J1,E1,C1\n1,J2,E2,C2\n1,J3,E3,C3\n1,J4,E4,C4\n2,J2,E4,C1\n2,J1,E3,C2\n2,J4,E2,C3\n2,J3,E1,C4
3,J3,E3,C1\n3,J4,E1,C2\n3,J2,E4,C3\n3,J1,E2,C4\n4,J4,E2,C1\n4,J3,E4,C2\n4,J1,E1,C3\n4,J2,E3,C4\n";

/// The seven rounds printed in the rules of the contest of 2006 ("Judging").
const PRINTED_2006: &str = "round,judge,entry,confederate
1,J1,E1,C1\n1,J2,E3,C2\n2,J4,E1,C2\n2,J3,E3,C1\n2,J2,E4,C3\n3,J3,E1,C3\n3,J4,E3,C4\n3,J1,E2,C2
4,J2,E1,C4\n4,J3,E4,C2\n5,J2,E2,C1\n5,J1,E3,C3\n6,J1,E4,C4\n6,J4,E2,C3\n7,J4,E4,C1\n7,J3,E2,C4\n";

/// The matrix printed in the rules of the contest of 2006 ("Scoring for the final four").
const MATRIX_2006: &str = "judge,E1,E2,E3,E4\nJ1,C1,C2,C3,C4\nJ2,C4,C1,C2,C3\nJ3,C3,C4,C1,C2\nJ4,C2,C3,C4,C1\n";

#[test]
fn the_plan_printed_in_2010_breaks_its_own_rules_eight_times() {
    let desk = Desk::new();
    desk.lay("printed.csv", PRINTED_2010);
    let answer = desk.viva("schedule check loebner-2010 printed.csv").ends(1).says("the plan has 8 faults");
    let mut faults: Vec<&str> = answer.data.lines().collect();
    faults.sort_unstable();
    let (once, never) = ([(1, 1), (2, 4), (3, 3), (4, 2)], [(1, 4), (2, 1), (3, 2), (4, 3)]);
    let mut expected: Vec<String> =
        once.iter().map(|(judge, entry)| format!("J{judge} meets E{entry} twice")).collect();
    expected.extend(never.iter().map(|(judge, entry)| format!("J{judge} never meets E{entry}")));
    expected.sort_unstable();
    assert_eq!(faults, expected);
}

#[test]
fn the_plan_printed_in_2006_breaks_nothing() {
    let desk = Desk::new();
    desk.lay("printed.csv", PRINTED_2006);
    let checked = desk.viva("schedule check loebner-2006 printed.csv").ends(0).prints_nothing();
    checked.says("a plan of 7 rounds that breaks nothing");
}

#[test]
fn the_matrix_of_2006_takes_six_rounds_whether_it_is_given_or_the_rulebooks_own() {
    let desk = Desk::new();
    desk.lay("matrix.csv", MATRIX_2006);
    for line in [
        "make loebner-2006 --matrix matrix.csv --json",
        "make loebner-2006 --json",
        "make loebner-2010 --matrix matrix.csv --json",
    ] {
        let made = desk.viva(&format!("schedule {line}")).ends(0);
        let plan = made.json();
        assert_eq!((&plan["rounds"], &plan["minimal"]), (&6.into(), &true.into()), "{made}");
        assert_eq!(plan["plan"].as_array().unwrap().len(), 16);
        assert!(plan["plan"][0]["judge"].as_str().unwrap().starts_with('J'));
        made.says("6 rounds, and no plan takes fewer: at most 3 of the 16 interviews fit into one round");
    }
}

#[test]
fn every_shipped_rulebook_has_a_plan_that_passes_its_own_check() {
    let desk = Desk::new();
    for id in rulebook::shipped::ids() {
        for seed in ["", "--seed 1"] {
            desk.lay("plan.csv", desk.viva(&format!("schedule make {id} {seed}")).ends(0).data);
            desk.viva(&format!("schedule check {id} plan.csv")).ends(0).prints_nothing();
        }
    }
}

// Source: notes.md, five-minute-2014: thirty judges, five entries, thirty confederates, in sessions of five.
#[test]
fn the_day_of_2014_is_planned_in_six_sessions_and_a_plan_that_lets_a_judge_wait_is_found() {
    let desk = Desk::new();
    let numbers = "five-minute-2014 --judges 30 --confederates 30";
    let made = desk
        .viva(&format!("schedule make {numbers} --seed 1 --start 10:00 --pages handouts"))
        .ends(0)
        .says("30 rounds in 6 sessions, in which nobody waits between two interviews")
        .says("session 1 begins\nR1 10:00 to 10:05")
        .says("session 6 begins\nR26 12:55 to 13:00");
    assert_eq!(made.data.lines().count(), 1 + 150);
    desk.lay("plan.csv", &made.data);
    desk.viva("schedule check five-minute-2014 plan.csv --judges 30 --confederates 30").ends(0).prints_nothing();

    // The same day with two rounds of the first session exchanged for two of the last.
    let exchanged = |line: &str| match line.split_once(',') {
        Some(("2", rest)) => format!("29,{rest}\n"),
        Some(("29", rest)) => format!("2,{rest}\n"),
        _ => format!("{line}\n"),
    };
    desk.lay("plan.csv", made.data.lines().map(exchanged).collect::<String>());
    desk.viva("schedule check five-minute-2014 plan.csv --judges 30 --confederates 30")
        .ends(1)
        .prints("in session 1, there are 30 judges, and a session has 5 at most")
        .prints("waits between R1 and R3, and the interviews of a judge follow one another");
}

#[test]
fn a_contest_file_is_told_how_long_its_day_is() {
    let desk = Desk::new();
    let people = |kind: &str, most: u16| -> String {
        (1..=most).map(|n| format!("[[{kind}]]\nname = \"{kind} {n}\"\n")).collect()
    };
    let entries: String = (1..=5)
        .map(|n| {
            format!(
                "[[entry]]\nname = \"Program {n}\"\ncontestant = \"Us\"\nprotocol = \"stdio\"\ncommand = [\"cat\"]\n"
            )
        })
        .collect();
    let head = "name = \"Large\"\norganiser = \"Us\"\nrulebook = \"five-minute-2014\"\n";
    let file =
        |judges, more: &str| format!("{head}{}{}{entries}{more}", people("judge", judges), people("confederate", 30));
    desk.lay("large.toml", file(30, "[overrides.schedule.sessions]\npause = \"10m\"\n"));
    desk.viva("contest check large.toml")
        .ends(0)
        .says("30 judges, 30 confederates, 5 entries")
        .says("30 rounds in 6 sessions of 35 min, 150 interviews: 4 h 20 min, with changing places and pauses");
    desk.lay("large.toml", file(30, "[overrides.schedule.sessions]\njudges = 6\n"));
    desk.viva("contest check large.toml").ends(1).says("somebody would wait");
}

#[tokio::test]
async fn a_contest_is_not_drawn_as_the_seed_in_its_file_would_have_it() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::with_contest(folder.path(), &contest_file(&house_entries(), ""), &[]);
    let organiser = server.organiser().await;
    assert_eq!(organiser.post("do", &[("action", "draw"), ("anyway", "true")]).await.0, 303);
    let (_, handouts) = organiser.get("/story/organiser/handouts?start=09:30").await;
    // The file's own seed, which every entrant may read.
    let desk = Desk::new();
    desk.viva("schedule make loebner-2010 --start 09:30 --seed story --pages out").ends(0);
    let seats = |page: &str| -> Vec<String> {
        let cells = page.match_indices("J1: ").map(|(at, _)| &page[at..]);
        let cells = cells.filter_map(|cell| cell.split('<').next()).filter(|cell| cell.contains("left"));
        cells.map(ToOwned::to_owned).collect()
    };
    let (live, guessed) = (seats(&handouts), seats(&desk.read("out/schedule.html")));
    assert_eq!((live.len(), guessed.len()), (4, 4), "four rounds on the organiser's pages: {handouts}");
    assert_ne!(live, guessed);
}

#[test]
fn a_plan_for_other_numbers_passes_its_check_and_one_that_is_changed_does_not() {
    let desk = Desk::new();
    for numbers in ["", "--judges 5 --entries 8 --confederates 3"] {
        let plan = desk.viva(&format!("schedule make loebner-2010 --seed 1 {numbers}")).ends(0).data;
        desk.lay("plan.csv", &plan);
        desk.viva(&format!("schedule check loebner-2010 plan.csv {numbers}")).ends(0).prints_nothing();
        desk.lay("plan.csv", plan.replace(",E2,", ",E1,"));
        let changed = desk.viva(&format!("schedule check loebner-2010 plan.csv {numbers}")).ends(1);
        changed.prints("J1 meets E1 twice\n").prints("J1 never meets E2\n");
    }
}

#[test]
fn what_is_asked_for_is_kept() {
    let desk = Desk::new();
    for (asked, rounds) in [
        ("--absent J2=R3 --forbid J1=C2 --rounds 6", 5),
        ("--fix R1=J1,E2,C3 --fix R2=J1,E1,C1", 4),
        ("--forbid J1=C2,J2=C1 --absent E1=R1,C4=R2", 5),
        ("--parallel 2", 8),
        ("--absent J1=R1 --absent J1=R2 --parallel 3", 6),
    ] {
        let made = desk.viva(&format!("schedule make loebner-2010 {asked} --json")).ends(0).json();
        assert_eq!((&made["rounds"], &made["minimal"]), (&rounds.into(), &true.into()), "{asked}");
        desk.lay("plan.csv", desk.viva(&format!("schedule make loebner-2010 {asked}")).ends(0).data);
        desk.viva(&format!("schedule check loebner-2010 plan.csv {asked}")).ends(0).prints_nothing();
    }
}

#[test]
fn requests_that_clash_are_named() {
    let desk = Desk::new();
    for (asked, clash) in [
        ("--absent J2=R1,J2=R2,J2=R3 --rounds 4", "7 are needed: J2 has 4 interviews, and is away in 3 rounds"),
        ("--fix R1=J1,E1,C1 --forbid J1=E1", "in the fixed interviews, J1 meets E1 in R1, though they must not meet"),
        ("--fix R1=J1,E1,C1 --fix R1=J1,E2,C2", "in the fixed interviews, J1 is in 2 interviews of R1"),
        ("--fix R1=J9,E1,C1", "J9 is named, but the contest has only 4 in that role"),
        ("--parallel 0", "allow at least 1 in parallel"),
        ("--rounds 3", "there is time for 3 rounds, but 4 are needed"),
        ("--judges 0", "at least one judge"),
        ("--judges 65535", "too many to search"),
    ] {
        desk.viva(&format!("schedule make loebner-2010 {asked}")).ends(1).prints_nothing().says(clash);
    }
    desk.viva("schedule make loebner-1995 --judges 0").ends(2).prints_nothing().says("0 judges are asked for");
    desk.viva("schedule make loebner-2006 --judges 5").ends(1).says("write a row per judge and a column per entry");
    desk.viva("schedule make three-party-2025 --judges 5").ends(1).says("make the numbers equal");
}

#[test]
fn numbers_outside_the_limits_of_the_rulebook_are_no_plan_of_it() {
    let desk = Desk::new();
    for (asked, said) in [
        ("surrey-2003 --judges 4", "4 judges are asked for, and a contest under `surrey-2003` has 5 to 64"),
        ("surrey-2003 --entries 9", "9 entries are asked for, and a contest under `surrey-2003` has 2 to 8"),
        ("loebner-2006 --entries 1", "1 entries are asked for, and a contest under `loebner-2006` has 2 to 4"),
        (
            "loebner-1995 --confederates 1",
            "1 confederates are asked for, and a contest under `loebner-1995` has 2 to 64",
        ),
    ] {
        desk.viva(&format!("schedule make {asked}")).ends(2).prints_nothing().says(said).says("roles.limits");
    }
    desk.viva("schedule make surrey-2003 --judges 5 --entries 8").ends(0);
    // A plan from a file has the same limits.
    desk.lay("plan.csv", "round,judge,entry,confederate\n1,J1,E1,\n");
    desk.viva("schedule check surrey-2003 plan.csv --judges 4").ends(2).says("has 5 to 64");
}

#[test]
fn two_and_six_of_each_take_longer_than_their_number() {
    let desk = Desk::new();
    for (n, rounds) in [(1, 1), (2, 4), (3, 3), (6, 7)] {
        let numbers = format!("--judges {n} --entries {n} --confederates {n}");
        let made = desk.viva(&format!("schedule make loebner-2010 {numbers} --json")).ends(0).json();
        assert_eq!((&made["rounds"], &made["minimal"]), (&rounds.into(), &true.into()), "{n} of each");
    }
}

#[test]
fn a_matrix_that_is_no_latin_square_is_told_so_and_planned() {
    let desk = Desk::new();
    desk.lay("matrix.csv", "judge,E1,E2\nJ1,C1,C1\nJ2,C2,C1\n");
    let made = desk.viva("schedule make loebner-2010 --matrix matrix.csv").ends(0);
    made.says("the matrix is no Latin square: row J1 has C1 twice")
        .says("the matrix is no Latin square: column E2 has C1 twice")
        .says("3 rounds, and no plan takes fewer: C1 has 3 interviews");
}

#[test]
fn what_cannot_be_used_is_said_with_its_place() {
    let desk = Desk::new();
    desk.lay("matrix.csv", "judge,E1\nJ1,X\n");
    desk.lay("plan.csv", "round,judge,entry,confederate\n1,J1,E1,C1\n0,J7,X,C1\n1,J1\n");
    desk.lay("empty.csv", "");
    desk.lay("binary.csv", [0xff, 0xfe]);
    for (line, reason) in [
        ("make loebner-1873", "choose one of audio-visual,"),
        ("make mine.toml", "failed to read `mine.toml`"),
        ("make loebner-2010 --matrix matrix.csv", "line 2, column 2: `X` is not a confederate"),
        ("make loebner-2010 --matrix nowhere.csv", "failed to read `nowhere.csv`"),
        ("make loebner-2010 --absent J1", "write it as J2=R3"),
        ("make loebner-2010 --absent E1=0", "`0` is not a round such as R1"),
        ("make loebner-2010 --forbid C1=J1", "`C1` is not a judge such as J1"),
        ("make loebner-2010 --fix R1=J1,E1", "write it as R1=J1,E2,C3"),
        ("make loebner-2010 --start 25:00", "write it as 09:30"),
        ("make loebner-1995 --absent J1=R1", "leave these options out"),
        ("check loebner-2010 matrix.csv", "write `round,judge,entry,confederate`"),
        ("check loebner-2010 plan.csv", "line 3, column 1: `0` is not a round such as R1"),
        ("check loebner-2010 plan.csv", "line 3, column 3: `X` is not an entry such as E1"),
        ("check loebner-2010 plan.csv", "line 4: 2 cells stand here"),
        ("check loebner-2010 empty.csv", "the file is empty"),
        ("check loebner-2010 binary.csv", "it is not UTF-8 text"),
    ] {
        desk.viva(&format!("schedule {line}")).ends(2).prints_nothing().says(reason);
    }
}
