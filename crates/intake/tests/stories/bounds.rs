//! Bounds: the largest accepted input, and the smallest refused one.

use intake::{
    Application, Command, Refusal,
    application::{FIELD_MAX_CHARS, LARGEST, NAME_MAX_CHARS},
    judging::{Sheet, SheetFault},
    people::{self, BadPeople, PeopleFile},
};
use rulebook::{EntryId, schema::Compare};

use crate::desk::{Desk, application, rulebook};

#[test]
fn a_file_of_the_largest_size_is_read_and_one_byte_more_is_not() {
    let padded = |text: &str, size: usize| format!("{text}#{}", "x".repeat(size - text.len() - 1));
    let entered = "program = \"A\"\ncontestant = \"B\"\n";
    assert!(Application::read(&padded(entered, LARGEST)).is_ok());
    let told = Application::read(&padded(entered, LARGEST + 1)).unwrap_err().to_string();
    assert_eq!(told, "the application has 1048577 bytes, and the limit is 1048576 (shorten its protocol)");
    assert!(PeopleFile::read(&padded("", people::LARGEST)).is_ok());
    let more = people::LARGEST + 1;
    assert_eq!(PeopleFile::read(&padded("", more)), Err(BadPeople::TooLarge(1_048_577)));
    // A protocol that comes from a file of its own has the same bound.
    let mut with_protocol = Application::read(entered).unwrap();
    with_protocol.protocol = Some("x".repeat(LARGEST));
    assert!(with_protocol.check().is_ok());
    with_protocol.protocol = Some("x".repeat(LARGEST + 1));
    assert!(with_protocol.check().is_err());
}

#[test]
fn a_name_is_of_one_line_and_a_field_may_have_several() {
    let check = |name: &str, field: &str| {
        let mut entered = Application::read("program = \"A\"\ncontestant = \"B\"").unwrap();
        entered.program = name.to_owned();
        entered.fields.insert("summary".to_owned(), field.to_owned());
        entered.check().map_err(|bad| bad.to_string())
    };
    let (longest, longest_field) = ("n".repeat(NAME_MAX_CHARS), "f".repeat(FIELD_MAX_CHARS));
    assert_eq!(check(&longest, &longest_field), Ok(()));
    assert_eq!(check("A", "one\r\n\ttwo"), Ok(()));
    let name = "`program` must have 1 to 80 characters and no control characters";
    for bad in ["A\nB", "A\tB", &format!("{longest}n")] {
        assert_eq!(check(bad, "f"), Err(name.to_owned()), "{bad:?}");
    }
    let field = "field `summary` must have 1 to 2000 characters and no control characters";
    for bad in ["bell \u{7}", &format!("{longest_field}f")] {
        assert_eq!(check("A", bad), Err(field.to_owned()), "{bad:?}");
    }
}

#[test]
fn a_reason_is_of_one_to_five_hundred_characters_on_one_line() {
    let mut desk = Desk::open("loebner-2006");
    desk.fill("2006-06-10T00:00:00Z", 5);
    let mut invite = |reason: &str| desk.does(Command::Invite { entry: EntryId::new(1), reason: reason.to_owned() });
    for bad in [" ", "two\nlines", &"r".repeat(501)] {
        assert_eq!(invite(bad).unwrap_err(), Refusal::BadReason(500), "{bad:?}");
    }
    invite(&"r".repeat(500)).unwrap();
}

#[test]
fn a_stage_has_judges_with_names_of_at_most_eighty_characters_and_no_more_than_can_be_drawn() {
    let mut desk = Desk::open("surrey-2003");
    desk.fill("2003-05-01T00:00:00Z", 9);
    let mut refused = |judges: &[&str]| desk.panel("preliminary", judges).err().map(|refusal| refusal.to_string());
    let longest = "n".repeat(NAME_MAX_CHARS);
    let longer = format!("{longest}n");
    assert_eq!(refused(&[&longer, "", ""]).unwrap(), "give a name of 1 to 80 characters");
    assert_eq!(refused(&[&longest, "", ""]), None);
    for many in [513, 1001] {
        let told = refused(&vec![""; many]).unwrap();
        assert_eq!(
            told,
            format!("panels of {many} are too large (divide the entries or the judges into groups of 512 or fewer)")
        );
    }
}

#[test]
fn points_are_at_most_as_many_as_the_rulebook_says() {
    let mut desk = Desk::open("loebner-2006");
    desk.fill("2006-06-10T00:00:00Z", 5);
    desk.panel("preliminary-eight", &["", "", "", ""]).unwrap();
    let sheet = |points: &str| {
        let rows = (1..=4).flat_map(|judge| (1..=5).map(move |entry| format!("J{judge},E{entry},{points}\n")));
        format!("judge,entry,score\n{}", rows.collect::<String>())
    };
    let told = desk.scores("preliminary-eight", &sheet("100.5")).unwrap_err();
    assert!(told.contains("E1 of J1") && told.contains("100"), "{told}");
    desk.scores("preliminary-eight", &sheet("100")).unwrap();
}

#[test]
fn a_question_has_a_number_or_name_of_at_most_eighty_characters() {
    let read = |question: &str| Sheet::read(&format!("entry,question,score\nE1,\"{question}\",1\n")).is_ok();
    assert!(read("1") && read(&"q".repeat(80)));
    assert!(!read(&"q".repeat(81)) && !read("") && !read("two\nlines"));
}

#[test]
fn a_sheet_has_at_most_two_hundred_thousand_lines() {
    // The lines are counted before the columns are read.
    let faults = |lines: usize| Sheet::read(&format!("x\n{}", "y\n".repeat(lines))).unwrap_err().0;
    assert_ne!(faults(200_000), [SheetFault::TooLong]);
    assert_eq!(faults(200_001), [SheetFault::TooLong]);
}

#[test]
fn a_kind_of_question_is_one_of_those_that_are_asked() {
    let mut desk = Desk::open("loebner-2010");
    desk.fill("2010-05-10T00:00:00Z", 5);
    let mut sheet = |last: &str| {
        let rows = (1..=5).flat_map(|entry| {
            let kinds = ["time", "things", "relations", last];
            (1..).zip(kinds).map(move |(question, kind)| format!("E{entry},{question},{kind},1\n"))
        });
        desk.scores("questions", &format!("entry,question,kind,score\n{}", rows.collect::<String>()))
    };
    let told = sheet("weather").unwrap_err();
    assert!(told.ends_with(":\n  question 4 must have one of these kinds: time, things, relations, memory"), "{told}");
    sheet("memory").unwrap();
}

#[test]
fn a_judge_who_scores_nobody_has_left_nobody_out() {
    let mut rules = rulebook("surrey-2003");
    let Compare::Ranks(panel) = &mut rules.selection.as_mut().unwrap().stages[0].compare else { panic!("ranks") };
    panel.judges_per_entry = 2;
    let mut desk = Desk::open_under(rules);
    desk.fill("2003-05-01T00:00:00Z", 9);
    desk.panel("preliminary", &["", "", ""]).unwrap();
    let all = crate::selection::ranked_by_number(&desk, "preliminary");
    let without: String = all.lines().filter(|line| !line.starts_with("J2")).map(|line| format!("{line}\n")).collect();
    let told = desk.scores("preliminary", &without).unwrap_err();
    assert!(told.contains("was scored by 1 judge") && !told.contains("left out"), "{told}");
}

#[test]
fn what_came_in_or_works_just_now_did_so_already() {
    let mut desk = Desk::open("loebner-2010");
    let entered = application(&rulebook("loebner-2010"), "Ada Example");
    let now = desk.now.to_string();
    desk.receive(&now, entered.clone()).unwrap();
    let later = (desk.now + std::time::Duration::from_secs(1)).to_string();
    assert!(matches!(desk.receive(&later, entered), Err(Refusal::Backwards { .. })));
}
