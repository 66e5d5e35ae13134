//! What a rulebook may just say, and what not any more: the same line on both sides of a bound.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use rulebook::{read_rulebook, shipped};

/// What is said of a shipped rulebook in which these texts are replaced, each with its help.
fn told(id: &str, changes: &[(&str, &str)]) -> Vec<String> {
    let text = changes.iter().fold(shipped::find(id).unwrap().to_owned(), |text, (from, to)| {
        assert!(text.contains(from), "{id} has no `{from}`");
        text.replacen(from, to, 1)
    });
    let Err(faults) = read_rulebook("rules.toml", &text) else { return vec![] };
    faults.iter().map(|fault| format!("{fault} ({})", fault.help())).collect()
}

/// The rulebook may say the one, and is told this of the other.
fn check(id: &str, may: &[(&str, &str)], may_not: &[(&str, &str)], expected: &str) {
    assert_eq!(told(id, may), [""; 0]);
    let told = told(id, may_not);
    assert!(told.iter().any(|fault| fault.contains(expected)), "{told:#?}");
}

#[test]
fn entries_may_be_taken_on_a_single_day() {
    check(
        "loebner-2010",
        &[("opens = \"2010-05-03\"", "opens = \"2010-06-07\"")],
        &[("opens = \"2010-05-03\"", "opens = \"2010-06-08\"")],
        "is 2010-06-08, after `closes`, which is 2010-06-07",
    );
}

#[test]
fn a_program_is_tested_on_the_last_day_of_testing_although_entries_open_then() {
    let opens = |day: &'static str| [("opens = \"2010-05-03\"\ncloses = \"2010-06-07\"", day)];
    check(
        "loebner-2010",
        &opens("opens = \"2010-06-30\"\ncloses = \"2010-06-30\""),
        &opens("opens = \"2010-07-01\"\ncloses = \"2010-07-01\""),
        "before entries are taken from 2010-07-01 on",
    );
}

#[test]
fn a_program_may_change_until_the_day_on_which_it_has_to_work() {
    check(
        "surrey-2003",
        &[("2003-10-10", "2003-09-15")],
        &[("2003-10-10", "2003-09-14")],
        "is 2003-09-15, after `changes_until`, which is 2003-09-14",
    );
}

#[test]
fn a_day_may_be_moved_between_two_days_in_their_order() {
    let days = "first = \"2010-10-04\", last = \"2010-11-01\"";
    check(
        "loebner-2010",
        &[(days, "first = \"2010-10-04\", last = \"2010-10-04\"")],
        &[(days, "first = \"2010-10-05\", last = \"2010-10-04\"")],
        "may be moved from 2010-10-05 to 2010-10-04 (exchange them)",
    );
}

#[test]
fn a_day_of_a_stage_names_one_that_there_is() {
    let of = "of = \"announcement\"";
    let suggested = [
        ("of = { stage = \"questoins\" }", "(did you mean `questions`?)"),
        ("of = { stage = \"sudden-death\" }", "(the stages are `first-16`, `questions`)"),
    ];
    for (other, expected) in suggested {
        check("loebner-2010", &[(of, "of = { stage = \"questions\" }")], &[(of, other)], expected);
    }
    let told = told("kurzweil-kapor-2029", &[("of = \"contest\"", "of = { stage = \"questions\" }")]);
    assert!(told[0].ends_with("(take `of` out: the rulebook has no stages of selection)"), "{told:#?}");
}

#[test]
fn a_limit_that_leaves_no_choice_suits_a_square() {
    let limits = |limits: &'static str| [("confederates = 4\n", limits)];
    for other in ["{ least = 3, most = 4 }", "{ least = 4, most = 5 }"] {
        let wrong = format!("confederates = 4\n[roles.limits]\njudges = {other}\n");
        check(
            "loebner-2010",
            &limits("confederates = 4\n[roles.limits]\njudges = { least = 4, most = 4 }\n"),
            &[("confederates = 4\n", &wrong)],
            "lets a contest choose its own number",
        );
    }
}

#[test]
fn a_square_needs_three_equal_numbers_whichever_differs() {
    for role in ["judges", "entries", "confederates"] {
        let (from, to) = (format!("{role} = 4\n"), format!("{role} = 5\n"));
        let told = told("loebner-2010", &[(&from, &to)]);
        assert!(told.iter().any(|fault| fault.contains("which needs equal numbers")), "{told:#?}");
    }
}

#[test]
fn finalists_are_as_many_as_the_final_has_places() {
    let told = |from: &str, to: &str| told("loebner-2010", &[(from, to)]).join("\n");
    assert!(told("finalists = 4", "finalists = 5").contains("the final has room for 4 at most"));
    assert!(told("finalists = 4", "finalists = 3").contains("the final needs 4 at least"));
    assert!(told("finalists = 4", "finalists = 3").contains("the last stage keeps 4"));
}

#[test]
fn a_stage_may_be_for_a_single_number_of_entries() {
    check(
        "loebner-2010",
        &[("entries = { least = 17 }", "entries = { least = 17, most = 17 }")],
        &[("entries = { least = 17 }", "entries = { least = 18, most = 17 }")],
        "has `least` 18 above `most` 17",
    );
}

#[test]
fn people_have_both_roles_where_they_take_turns_and_nowhere_else() {
    let told = told("loebner-2010", &[("[roles]\n", "[roles]\npeople = \"both\"\n")]);
    assert!(told.iter().any(|fault| fault.contains("in which nobody changes roles")), "{told:#?}");
}
