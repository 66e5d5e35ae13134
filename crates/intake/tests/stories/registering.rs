//! Registration on pages: links, programs, and volunteers.

use intake::{Command, PersonStanding, Refusal, Registration, contest_file, log};
use record::Hash;
use rulebook::{EntryId, schema::PersonRole, shipped};

use crate::desk::Desk;

fn registration(name: &str, attests: &[&str]) -> Registration {
    Registration {
        name: name.to_owned(),
        contact: format!("{name}@example.org"),
        attests: attests.iter().map(|id| (*id).to_owned()).collect(),
    }
}

fn register(role: PersonRole, name: &str, attests: &[&str]) -> Command {
    Command::Register { role, link: Hash::of(&[name.as_bytes()]), registration: registration(name, attests) }
}

#[test]
fn people_register_attest_are_answered_and_stand_in_the_contest_file() {
    let mut desk = Desk::open_under(shipped::rulebook("surrey-2003").unwrap());
    let missing = desk.does(register(PersonRole::Judge, "Ada", &[])).unwrap_err();
    assert!(
        missing.to_string().starts_with("rule 41: everyone who takes part must attest: \"I am none of these"),
        "{missing}"
    );
    let unasked = desk.does(register(PersonRole::Judge, "Ada", &["eligible-confederate"])).unwrap_err();
    assert!(unasked.to_string().contains("no attestation `eligible-confederate`"), "{unasked}");
    assert_eq!(desk.does(register(PersonRole::Sponsor, "Ada", &[])), Err(Refusal::NoSuchRole(PersonRole::Sponsor)));
    for (role, name, attests) in [
        (PersonRole::Judge, "Ada", "eligible-judge"),
        (PersonRole::Judge, "Ben", "eligible-judge"),
        (PersonRole::Confederate, "Cora", "eligible-confederate"),
    ] {
        desk.does(register(role, name, &[attests])).unwrap();
    }
    desk.does(register(PersonRole::Referee, "Fay", &[])).unwrap();
    for (person, accepted) in [(1, true), (2, true), (3, true), (4, true), (2, false)] {
        desk.does(Command::Answer { person, accepted }).unwrap();
    }
    assert_eq!(desk.does(Command::Answer { person: 5, accepted: true }), Err(Refusal::NoPerson(5)));
    let intake = desk.state();
    assert_eq!(intake.people[&2].standing, PersonStanding::Declined);
    assert_eq!(intake.accepted(PersonRole::Judge), ["Ada"]);
    assert_eq!(intake.person_of(Hash::of(&[b"Cora"])), Some(3));
    desk.does(Command::Leave { person: 3 }).unwrap();
    assert_eq!(desk.does(Command::Leave { person: 3 }), Err(Refusal::HasLeft));
    assert_eq!(desk.does(Command::Answer { person: 3, accepted: true }), Err(Refusal::HasLeft));
}

#[test]
fn who_was_accepted_is_named_in_the_contest_file_and_placeholders_fill_the_rest() {
    let mut desk = Desk::open("loebner-2010");
    for name in ["Ada", "Ben", "Cleo", "Dora", "Emil"] {
        desk.does(register(PersonRole::Judge, name, &[])).unwrap();
    }
    desk.does(register(PersonRole::Confederate, "Cora \"C\"", &[])).unwrap();
    for person in 1..=6 {
        desk.does(Command::Answer { person, accepted: true }).unwrap();
    }
    desk.fill("2010-05-03T12:00:00Z", 2);
    let file = contest_file(desk.state()).unwrap();
    assert!(file.contains("[[judge]]\nname = \"Ada\"\n"), "{file}");
    assert!(file.contains("# Accepted too: \"Emil\"\n"), "four judge: {file}");
    assert!(file.contains("name = 'Cora \"C\"'") && file.contains("name = \"Confederate 2\""), "{file}");
}

#[test]
fn a_program_is_handed_in_by_its_hash_as_often_as_it_changes_until_the_entry_leaves() {
    let mut desk = Desk::open("loebner-2010");
    desk.fill("2010-05-03T12:00:00Z", 1);
    let entry = EntryId::new(1);
    let hand_in =
        |name: &str| Command::HandIn { entry, sha256: Hash::of(&[name.as_bytes()]), bytes: 7, name: name.to_owned() };
    for name in ["", " ", "bell\u{7}", &"x".repeat(81)] {
        assert_eq!(desk.does(hand_in(name)), Err(Refusal::BadFileName(80)), "{name:?}");
    }
    desk.does(hand_in("eliza.zip")).unwrap();
    desk.does(hand_in("eliza-2.zip")).unwrap();
    let program = desk.state().entries[&entry].program.clone().unwrap();
    assert_eq!((program.name.as_deref(), program.bytes), (Some("eliza-2.zip"), 7));
    assert_eq!(program.sha256, Hash::of(&[b"eliza-2.zip"]));
    desk.does(Command::Withdraw { entry }).unwrap();
    assert!(matches!(desk.does(hand_in("late.zip")), Err(Refusal::NotNow { .. })));
    let nobody = EntryId::new(9);
    let foreign = Command::HandIn { entry: nobody, sha256: Hash::of(&[]), bytes: 1, name: "x".to_owned() };
    assert_eq!(desk.does(foreign), Err(Refusal::NoEntry(nobody)));
    let read = log::read(desk.lines.as_bytes()).unwrap();
    assert_eq!(read.intake.as_ref(), Some(desk.state()), "what the log holds adds up to the same");
}
