//! The contest file written at the end of an intake.

use intake::{Command, application::EnteredBy, contest_file};
use rulebook::{ContestFile, EntryId, contest_file::Protocol, read_contest_file, schema::Design, shipped};

use crate::{
    desk::{Desk, application},
    selection::ranked_by_number,
};

#[test]
fn four_of_2010_come_into_the_contest_with_their_places() {
    let mut desk = desk("loebner-2010", "2010-05-10T00:00:00Z", 6);
    assert_eq!(contest_file(desk.state()), None, "the questions are not marked");
    let marks =
        [("E1", [0, 0, 0, 0]), ("E2", [2, 2, 2, 2]), ("E3", [2, 2, 2, 1]), ("E4", [2, 2, 1, 1]), ("E5", [0, 0, 0, 1])];
    let kinds = ["time", "things", "relations", "memory"];
    let mut sheet = "entry,question,kind,score".to_owned();
    for (entry, marks) in marks.into_iter().chain([("E6", [2, 1, 1, 1])]) {
        for ((mark, kind), question) in marks.into_iter().zip(kinds).zip(1..) {
            sheet += &format!("\n{entry},{question},{kind},{mark}");
        }
    }
    desk.scores("questions", &sheet).unwrap();
    let contest = filled_in(&desk);
    assert_eq!(seen(&contest), "2:1 3:2 4:3 6:4");
    assert!(contest.entries.iter().all(|entry| matches!(entry.protocol, Protocol::Lpp(_))));
    assert_eq!(contest.rulebook, shipped::rulebook("loebner-2010").unwrap());
}

#[test]
fn three_that_nobody_had_to_select_have_no_place_and_the_contest_other_numbers() {
    let mut desk = desk("loebner-2010", "2010-05-10T00:00:00Z", 2);
    let mut application = application(&desk.state().rulebook, "Contestant 3");
    application.entered_by = EnteredBy::Organisers;
    application.program = "program of  CONTESTANT 1".into();
    desk.receive("2010-05-11T00:00:00Z", application).unwrap();
    assert_eq!(contest_file(desk.state()), None, "the third is not tested");
    desk.does(Command::Check { entry: EntryId::new(3) }).unwrap();
    let contest = filled_in(&desk);
    assert_eq!(seen(&contest), "1:- 2:- 3:-");
    let open_source: Vec<_> = contest.entries.iter().map(|entry| entry.open_source).collect();
    assert_eq!(open_source, [false, false, true]);
    assert_eq!(contest.entries[2].name, "program of  CONTESTANT 1 (E3)");
    let rules = contest.rulebook;
    assert_eq!((rules.roles.judges, rules.roles.entries, rules.roles.confederates), (4, 3, 4));
    assert_eq!(rules.schedule.design, Design::FewestRounds);
}

#[test]
fn in_2003_a_reserve_comes_after_the_finalists_and_a_further_confederate_is_counted() {
    let mut desk = desk("surrey-2003", "2003-05-01T00:00:00Z", 9);
    desk.panel("preliminary", &["Ann", "Bob", "Cid"]).unwrap();
    desk.scores("preliminary", &ranked_by_number(&desk, "preliminary")).unwrap();
    desk.does(Command::Announce).unwrap();
    for late in [2, 5] {
        desk.does(Command::Replace { entry: EntryId::new(late), reason: "It did not work.".into() }).unwrap();
    }
    let contest = filled_in(&desk);
    assert_eq!(seen(&contest), "1:1 3:3 4:4 6:6 7:7 8:8 9:9");
    assert_eq!((contest.entries.len(), contest.confederates.len()), (7, 3));
    assert!(contest.entries.iter().all(|entry| matches!(entry.protocol, Protocol::Stdio { .. })));
}

#[test]
fn an_entry_whose_application_was_taken_out_is_named_by_its_id() {
    let mut desk = desk("surrey-2003", "2003-05-01T00:00:00Z", 8);
    desk.intake.as_mut().unwrap().entries.get_mut(&EntryId::new(1)).unwrap().application = None;
    assert_eq!(filled_in(&desk).entries[0].name, "E1");
}

fn desk(id: &str, stamp: &str, entries: usize) -> Desk {
    let mut desk = Desk::open_under(shipped::rulebook(id).unwrap());
    desk.fill(stamp, entries);
    desk
}

/// The contest after an organiser has filled in each entry's protocol and command.
fn filled_in(desk: &Desk) -> ContestFile {
    let text = contest_file(desk.state()).unwrap();
    let text = text.replace("# protocol", "protocol").replace("# command", "command");
    let none = |_: &str| Err("there is no file".to_owned());
    read_contest_file("contest.toml", &text, &none).unwrap_or_else(|faults| panic!("{faults:?}\n{text}"))
}

/// Each entry's number, the name of its contestant, and its place in selection.
fn seen(contest: &ContestFile) -> String {
    let one = |entry: &rulebook::contest_file::EntrySpec| {
        let place = entry.selection_place.map_or_else(|| "-".to_owned(), |place| place.to_string());
        format!("{}:{place}", entry.contestant.trim_start_matches("Contestant "))
    };
    contest.entries.iter().map(one).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_name_of_the_greatest_length_that_two_have_keeps_that_length_with_the_id() {
    let mut desk = desk("loebner-2010", "2010-05-10T00:00:00Z", 2);
    for entry in [1, 2] {
        let entered = desk.intake.as_mut().unwrap().entries.get_mut(&EntryId::new(entry)).unwrap();
        entered.application.as_mut().unwrap().program = "p".repeat(80);
    }
    let names: Vec<_> = filled_in(&desk).entries.into_iter().map(|entry| entry.name).collect();
    assert_eq!(names, ["p".repeat(80), format!("{} (E2)", "p".repeat(75))]);
}
