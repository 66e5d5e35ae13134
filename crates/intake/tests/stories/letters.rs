//! Letters sent by the organisers' mail server: each once, with the text that the organiser read.

use intake::{
    Command, PersonStanding, Refusal, Registration,
    letter::{self, Delivery, Letter, Recipient},
    log,
};
use record::Hash;
use rulebook::schema::PersonRole;

use crate::desk::Desk;

const ADA: Recipient = Recipient::Person(1);

/// A desk with a volunteer judge.
fn desk_with(contact: &str) -> Desk {
    let mut desk = Desk::open("loebner-2010");
    let registration = Registration { name: "Ada Example".to_owned(), contact: contact.to_owned(), attests: [].into() };
    desk.does(Command::Register { role: PersonRole::Judge, link: Hash::of(&[b"ada"]), registration }).unwrap();
    desk
}

fn letter(desk: &Desk) -> Letter {
    letter::to(desk.state(), ADA).unwrap()
}

fn post(desk: &mut Desk, letter: Hash, again: bool) -> Result<(), Refusal> {
    desk.does(Command::Post { to: ADA, letter, again }).map(drop)
}

fn delivered(desk: &mut Desk, delivery: Delivery) {
    desk.does(Command::Deliver { to: ADA, delivery }).unwrap();
}

#[test]
fn a_letter_that_was_sent_is_not_sent_again_until_there_is_something_new_to_tell() {
    let mut desk = desk_with("ada@example.org");
    let first = letter(&desk).hash();
    post(&mut desk, first, false).unwrap();
    assert_eq!(post(&mut desk, first, false), Err(Refusal::LetterMayBeSent), "it is on its way");
    delivered(&mut desk, Delivery::Taken);
    for again in [false, true] {
        assert_eq!(post(&mut desk, first, again), Err(Refusal::LetterSent));
    }
    desk.does(Command::Answer { person: 1, accepted: true }).unwrap();
    assert_eq!(desk.state().people[&1].standing, PersonStanding::Accepted);
    assert_eq!(post(&mut desk, first, false), Err(Refusal::LetterChanged), "nobody has read what it says now");
    let second = letter(&desk).hash();
    post(&mut desk, second, false).unwrap();
    let read = log::read(desk.lines.as_bytes()).unwrap();
    assert_eq!(read.intake.as_ref(), Some(desk.state()), "the log tells it again");
}

#[test]
fn a_letter_that_was_not_taken_can_be_sent_again_and_of_one_nobody_knows_of_somebody_has_to_be_sure() {
    let mut desk = desk_with("ada@example.org");
    let letter = letter(&desk).hash();
    assert_eq!(
        desk.does(Command::Deliver { to: ADA, delivery: Delivery::Taken }),
        Err(Refusal::NoLetter),
        "none is on its way"
    );
    post(&mut desk, letter, false).unwrap();
    delivered(&mut desk, Delivery::NotTaken);
    post(&mut desk, letter, false).unwrap();
    delivered(&mut desk, Delivery::Unknown);
    assert_eq!(post(&mut desk, letter, false), Err(Refusal::LetterMayBeSent));
    post(&mut desk, letter, true).unwrap();
}

#[test]
fn what_is_no_address_gets_no_letter_and_a_letter_says_nothing_in_its_head_but_a_line() {
    for contact in [
        "call me",
        "ada@example.org, bob@example.org",
        "ada@example.org\u{2028}Bcc: bob@example.org",
        "Ada <ada@example.org>",
        "ada@",
        "@example.org",
        "ada@exa mple.org",
        "ädä@example.org",
    ] {
        let mut desk = desk_with(contact);
        let letter = letter(&desk);
        assert_eq!(letter.to, None, "{contact}");
        assert_eq!(post(&mut desk, letter.hash(), false), Err(Refusal::NoAddress), "{contact}");
    }
    let letter = letter(&desk_with("ada@example.org"));
    assert!(!letter.subject.contains(char::is_control), "{letter:?}");
    assert_eq!(letter::to(desk_with("x@y.z").state(), Recipient::Person(2)), None);
}

#[test]
fn an_address_has_a_name_and_a_host() {
    for good in ["joseph@example.org", " a.b+c@mail.example.co.uk ", "o'brien@localhost", "zoë@bücher.example"] {
        assert!(letter::is_like_an_address(good), "{good}");
    }
    for bad in [
        "",
        "joseph",
        "@example.org",
        "joseph@",
        "a@b@c",
        "a@.org",
        "a@b.",
        "a b@c",
        "a@b c",
        "a@b, c@d",
        "<a@b>",
        "a@b\nc",
    ] {
        assert!(!letter::is_like_an_address(bad), "{bad}");
    }
}
