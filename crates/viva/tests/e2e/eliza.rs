//! A real, independent program takes part: Debian's `Chatbot::Eliza` over standard input and output.

use std::process::Command;

use serde_json::json;

use crate::support::{Server, contest_file, stdio_entries};

/// The command of the real program.
pub(crate) fn eliza() -> Vec<&'static str> {
    let there = Command::new("perl").args(["-MChatbot::Eliza", "-e", "1"]).output().is_ok_and(|o| o.status.success());
    assert!(there, "Debian's libchatbot-eliza-perl is there: run `./test --peers`");
    vec!["perl", "-MChatbot::Eliza", "-e", "$|=1; (new Chatbot::Eliza)->command_interface"]
}

#[tokio::test]
async fn eliza_answers_a_judge_and_her_greeting_waits_for_nobody() {
    let command = eliza();
    let folder = tempfile::tempdir().unwrap();
    let entries = stdio_entries(&command, &["you:", "Eliza:"]);
    let server = Server::with_contest(folder.path(), &contest_file(&entries, ""), &[]);
    let organiser = server.organiser().await;
    let judge = server.join(&organiser.links().await[0].1).await;
    let mut desk = organiser.connect(0).await;
    let mut seat = judge.connect(0).await;
    assert_eq!(desk.ask(json!({"do": "draw", "anyway": true})).await, None);
    // Entries report that they are ready by themselves.
    while !organiser.desk().await.contains("ready") {
        desk.frame().await;
    }
    assert_eq!(desk.ask(json!({"do": "open-round", "anyway": true})).await, None);
    seat.until_phase("talk").await;
    for side in ["left", "right"] {
        seat.types(1, Some(side), "I am worried about my mother.\n", side).await;
    }
    // One of the two is Eliza; the other, a confederate, is absent.
    let said = |seat: &crate::support::Socket| seat.text(1, None, "witness");
    while !said(&seat).ends_with('\n') {
        seat.frame().await;
    }
    let reply = said(&seat);
    assert!(!reply.contains("you:") && !reply.contains("Eliza:"), "prompts are no speech: {reply}");
    assert!(!reply.contains("Please state your problem") && reply.len() > 5, "the greeting was withheld: {reply}");
}
