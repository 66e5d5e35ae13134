//! Keys of any alphabet: a judge's page types them, and a program whose protocol lacks one gets its nearest spelling.

use contest::{ControlEvent, Event, event::Spelled};
use rulebook::Seat;

use crate::served::Story;

/// Rules of 2010 for one judge, where any character is a key; the program reads and writes ISO 8859-1.
const ANY: &str = r#"
name = "Any"
organiser = "Nobody"
isolation = "none"
rulebook = "loebner-2010"

[overrides.roles]
judges = 4
confederates = 4
entries = 4

[overrides.interview]
delivery = "whole-lines"

[overrides.interview.medium.keystrokes]
alphabet = "unicode"

"#;

#[tokio::test(flavor = "multi_thread")]
async fn a_judge_types_any_character_and_the_record_has_what_was_typed_and_what_the_program_was_told() {
    let people = |role: &str| (1..=4).map(|n| format!("[[{role}]]\nname = \"{role} {n}\"\n")).collect::<String>();
    let entries: String = (1..=4)
        .map(|n| {
            format!(
                "[[entry]]\nname = \"Echo {n}\"\ncontestant = \"Nobody\"\nprotocol = \"stdio\"\ncommand = [\"cat\"]\n\
                 encoding = \"latin-1\"\n"
            )
        })
        .collect();
    let mut story = Story::of(&format!("{ANY}{}{}{entries}", people("judge"), people("confederate"))).await;
    story.join_as("J1").await;
    story.organiser_does("action=draw&anyway=true").await;
    story.organiser_does("action=open-round&anyway=true").await;
    let page = story.get("/any/judge/1").await;
    assert!(page.contains("data-alphabet=\"unicode\"") && page.contains("You may use any letter or sign"), "{page}");
    for seat in Seat::PAIR {
        // “Où? 日 🙂”, as a form sends it.
        let line = "%E2%80%9CO%C3%B9%3F+%E6%97%A5+%F0%9F%99%82%E2%80%9D";
        story.does("/any/judge/1/say", &format!("round=R1&seat={seat}&text={line}")).await;
    }
    let page = story.get("/any/judge/1").await;
    assert_eq!(page.matches("“Où? 日 🙂”").count(), 2, "{page}");
    let told = |views: &contest::Views| {
        let room = views.room();
        let conversations = room.conversations().map(|(_, conversation)| conversation.seen.lines.clone());
        conversations.flatten().map(|line| line.text).collect::<Vec<_>>()
    };
    story
        .until("the program repeats what it was told", |views| told(views).iter().any(|line| line.contains("Ri")))
        .await;
    let answer = told(&story.place.running.views()).into_iter().find(|line| line.contains("Ri")).unwrap();
    assert!(answer.starts_with("“Où? Ri "), "what ISO 8859-1 has came through: {answer}");
    let facts = story.facts().await;
    let spelled: Vec<Spelled> = facts
        .into_iter()
        .filter_map(|fact| match fact.event {
            Event::Control(ControlEvent::LineSpelled { private }) => private.held().cloned(),
            _ => None,
        })
        .collect();
    let [Spelled { typed, told, .. }] = &spelled[..] else { panic!("{spelled:?}") };
    assert_eq!((typed.as_str(), told), ("“Où? 日 🙂”", &answer));
}
