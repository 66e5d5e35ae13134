//! Suites of questions, made, checked and shown on the command line.

use crate::desk::Desk;

#[test]
fn a_suite_is_made_shown_and_checked_and_a_seed_fixes_every_byte() {
    let desk = Desk::new();
    let make = "questions make --sets time,things,relations,memory --n 20 --seed 1";
    let suite = desk.viva(make).ends(0).data;
    assert_eq!(suite, desk.viva(make).ends(0).data);
    assert_ne!(suite, desk.viva(&make.replace("--seed 1", "--seed 2")).ends(0).data);
    desk.lay("suite.toml", &suite);
    desk.viva("questions check suite.toml").ends(0).says("nothing is wrong: 20 questions");
    assert_eq!(desk.viva("questions check suite.toml --json").ends(0).data.trim(), "[]");
    let shown = desk.viva("questions show suite.toml").ends(0).prints("relations-1");
    assert!(!shown.data.contains("key:"), "{shown}");
    desk.viva_reads("questions show - --keys", &suite).ends(0).prints("key:");
}

#[test]
fn the_facts_of_a_contest_of_ones_own_are_given_on_the_command_line() {
    let desk = Desk::new();
    let facts = "--start 2030-05-04T14:00 --rounds 4 --round-minutes 20";
    let suite = desk.viva(&format!("questions make --sets time --n 30 --seed 1 {facts}")).ends(0);
    assert!(suite.data.contains("start = \"2030-05-04T14:00\"\nrounds = 4\nround_minutes = 20\n"), "{suite}");
}

#[test]
fn faults_of_suites_are_told_all_at_once_with_their_lines() {
    let desk = Desk::new();
    let suite = desk.viva("questions make --sets relations --n 9 --seed 4").ends(0).data;
    let broken = suite.replace("{a:first}", "{a:frist}").replace("set = \"relations\"", "set = \"relation\"");
    desk.lay("suite.toml", broken);
    desk.viva("questions check suite.toml")
        .ends(1)
        .says("nothing fills the slot `{frist}`")
        .says("no text has the slot `{first}`")
        .says("`relation` is not a set of the file");
    let told = desk.viva("questions check suite.toml --json").ends(1).json();
    assert!(told.as_array().unwrap().iter().all(|fault| fault["line"].is_u64() && fault["place"].is_string()));
    desk.viva("questions show suite.toml").ends(1).prints_nothing();
    desk.viva("questions make --sets poems --seed 1").ends(2).says("there is no set `poems`");
    desk.viva("questions make --n 999 --seed 1").ends(2).says("to 500 items");
    desk.viva("questions make --n 9").ends(2).says("--seed");
    desk.viva("questions make --seed 1 --start today").ends(2).says("--start");
}
