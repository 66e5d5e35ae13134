//! Clock times, pages to print, and new plans after somebody leaves.

use crate::desk::Desk;

#[test]
fn the_clock_goes_past_midnight() {
    let desk = Desk::new();
    let made = desk.viva("schedule make loebner-2010 --start 23:00 --json").ends(0).json();
    let slots = made["timetable"].as_array().unwrap();
    let last = slots.last().unwrap();
    assert_eq!((&last["what"], &last["to"]), (&"end-ballots".into(), &"01:15 (day 2)".into()));
    assert_eq!(slots.len(), 9, "talk and scoring in four rounds, and the end");
    desk.viva("schedule make loebner-2010 --start 23:00").ends(0).says("R2 23:55 to 00:00 (day 2): ballots");
}

#[test]
fn no_page_of_a_judge_names_a_witness() {
    let desk = Desk::new();
    for id in ["loebner-2010", "loebner-1995", "kurzweil-kapor-2029"] {
        desk.viva(&format!("schedule make {id} --start 09:30 --seed 1 --pages {id}")).ends(0).says("/schedule.html");
        let text = desk.read(&format!("{id}/schedule.txt"));
        let pages: Vec<&str> = text.split('\u{c}').filter(|page| page.trim_start().starts_with("Judge J")).collect();
        assert!(pages.len() >= 3, "{text}");
        for page in pages {
            let names = |id: &str| page.split(|c: char| !c.is_alphanumeric()).any(|word| word == id);
            let named = (1..=9).flat_map(|n| [format!("E{n}"), format!("C{n}")]).find(|id| names(id));
            assert_eq!(named, None, "{page}");
        }
    }
}

#[test]
fn a_title_with_markup_stays_text_on_the_page() {
    let desk = Desk::new();
    let own = desk.viva("rulebook new --from loebner-1995").ends(0).data;
    desk.lay("own.toml", own.replace("\"Loebner Prize 1995\"", "\"<b>Rock & Roll</b>\""));
    desk.viva("schedule make own.toml --start 09:30 --seed 1 --pages out").ends(0);
    let page = desk.read("out/schedule.html");
    assert!(page.contains("<title>&lt;b&gt;Rock &amp; Roll&lt;/b&gt;</title>") && !page.contains("<b>"));
}

#[test]
fn a_plan_that_was_made_elsewhere_is_printed_with_its_faults_noted() {
    let desk = Desk::new();
    let plan = desk.viva("schedule make loebner-2010").ends(0).data;
    desk.lay("plan.csv", &plan);
    desk.viva("schedule pages loebner-2010 plan.csv --start 09:30 --out out").ends(0).says("13 pages");
    let pages = desk.read("out/schedule.txt");
    assert!(!pages.contains("1 left"), "no seat is drawn without a seed: {pages}");
    desk.lay("plan.csv", plan.replacen("E1", "E2", 1));
    let pages = desk.viva("schedule pages loebner-2010 plan.csv --start 09:30 --out out --force").ends(0);
    pages.says("note: the plan has 5 faults").says("hint: `viva schedule check` says what it breaks");
}

#[test]
fn nobody_in_a_plan_is_left_without_a_page() {
    let desk = Desk::new();
    let numbers = "--judges 5 --entries 8 --confederates 3";
    desk.lay("plan.csv", desk.viva(&format!("schedule make loebner-2010 {numbers}")).ends(0).data);
    for line in
        ["pages loebner-2010 plan.csv --start 09:30 --out out", "replan loebner-2010 plan.csv --played 1 --left C1"]
    {
        let refused = desk.viva(&format!("schedule {line}")).ends(2).prints_nothing();
        refused
            .says("J5 is planned, but the contest has only 4 in that role")
            .says("say how many there are with --judges");
        desk.viva(&format!("schedule {line} {numbers}")).ends(0);
    }
    assert!(!desk.path("out/schedule.html").exists() || desk.read("out/schedule.txt").contains("Judge J5"));
    desk.viva(&format!("schedule pages loebner-2010 plan.csv --start 09:30 --out plan.csv/x {numbers}"))
        .ends(2)
        .says("failed to write");
}

#[test]
fn when_somebody_leaves_the_rest_is_drawn_anew_and_what_was_played_stays() {
    let desk = Desk::new();
    let plan = desk.viva("schedule make loebner-2010 --seed 1").ends(0).data;
    desk.lay("plan.csv", &plan);
    let again = desk.viva("schedule replan loebner-2010 plan.csv --played 2 --left C2").ends(0);
    let again = again.says("5 rounds; all after R2 is drawn anew").says("can no longer be kept: J1 never meets C2");
    let played = |plan: &str| plan.lines().take(9).map(ToOwned::to_owned).collect::<Vec<_>>();
    assert_eq!(played(&plan), played(&again.data));
    assert!(!again.data.lines().skip(9).any(|line| line.contains("C2")), "{again}");
    assert_eq!(again.data.lines().count(), 17, "sixteen interviews and a header: {again}");

    // The resulting plan can be replanned.
    desk.lay("rest.csv", &again.data);
    let third = desk.viva("schedule replan loebner-2010 rest.csv --played 3 --left C2,E1 --json").ends(0).json();
    let later = third["plan"].as_array().unwrap().iter().filter(|row| row["round"].as_u64() > Some(3));
    assert!(later.clone().count() > 0 && later.clone().all(|row| row["entry"] != "E1" && row["confederate"] != "C2"));

    for (rest, reason) in [
        ("--played 2 --left J9", "J9 is said to have left, but is not in the contest"),
        ("--played 9 --left J1", "the plan has only 4 rounds"),
        ("--played 2 --left Bob", "`Bob` is not a participant such as J1"),
        ("--played 2", "--left <ID>"),
    ] {
        let line = format!("schedule replan loebner-2010 plan.csv {rest}");
        desk.viva(&line).ends(2).prints_nothing().says(reason);
    }
}
