//! Plans on the command line: made, checked, refused.

use std::process::Output;

use crate::support::viva;

const CYCLIC: &str = "judge,E1,E2,E3,E4\nJ1,C1,C2,C3,C4\nJ2,C4,C1,C2,C3\nJ3,C3,C4,C1,C2\nJ4,C2,C3,C4,C1\n";

fn schedule(arguments: &[&str]) -> Output {
    viva().arg("schedule").args(arguments).output().unwrap()
}

fn data(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn talk(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

#[test]
fn a_cyclic_matrix_takes_six_rounds_and_no_fewer() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("matrix.csv");
    std::fs::write(&file, CYCLIC).unwrap();
    let made = schedule(&["make", "loebner-2010", "--matrix", file.to_str().unwrap(), "--json"]);
    let plan: serde_json::Value = serde_json::from_str(&data(&made)).unwrap();
    assert_eq!((&plan["rounds"], &plan["minimal"]), (&6.into(), &true.into()));
    assert_eq!(plan["plan"].as_array().unwrap().len(), 16);
    assert!(plan["plan"][0]["judge"].as_str().unwrap().starts_with('J'));
    assert!(talk(&made).contains("at most 3 of the 16 interviews fit into one round"), "{}", talk(&made));
}

#[test]
fn a_plan_that_is_made_passes_its_own_check_and_one_that_is_changed_does_not() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("plan.csv");
    let path = file.to_str().unwrap();
    for numbers in [&[][..], &["--judges", "5", "--entries", "8", "--confederates", "3"]] {
        let made = data(&schedule(&[&["make", "loebner-2010", "--seed", "1"], numbers].concat()));
        std::fs::write(&file, &made).unwrap();
        let checked = schedule(&[&["check", "loebner-2010", path], numbers].concat());
        assert_eq!((checked.status.code(), data(&checked)), (Some(0), String::new()), "{}", talk(&checked));
        std::fs::write(&file, made.replace(",E2,", ",E1,")).unwrap();
        let checked = schedule(&[&["check", "loebner-2010", path], numbers].concat());
        assert_eq!(checked.status.code(), Some(1));
        assert!(data(&checked).contains("J1 meets E1 twice\n") && data(&checked).contains("J1 never meets E2\n"));
    }
}

#[test]
fn what_cannot_be_planned_is_refused_with_a_reason() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("matrix.csv");
    std::fs::write(&file, "judge,E1\nJ1,X\n").unwrap();
    let path = file.to_str().unwrap();
    for (arguments, code, reason) in [
        (&["make", "loebner-2010", "--judges", "0"][..], 1, "at least one judge"),
        (&["make", "loebner-2010", "--judges", "65535"], 1, "too many to search"),
        (&["make", "loebner-1873"], 2, "choose one of"),
        (&["make", "loebner-2010", "--matrix", path], 2, "line 2, column 2: `X` is not a confederate"),
        (&["make", "loebner-2010", "--matrix", "/nowhere/matrix.csv"], 2, "failed to read"),
        (&["check", "loebner-2010", path], 2, "write `round,judge,entry,confederate`"),
    ] {
        let output = schedule(arguments);
        let said = talk(&output).replace("\n  │ ", " ");
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {said}");
        assert!(said.contains(reason) && output.stdout.is_empty(), "{arguments:?}: {said}");
    }
}
