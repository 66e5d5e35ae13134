//! Before the day: each program of a contest file is started once and must answer.

use serde_json::json;

use crate::{desk::Desk, support::Server};

/// A contest of a program that answers, another with this command, and a reserve that answers.
fn contest(command: &[&str]) -> String {
    let parrot = json!([env!("CARGO_BIN_EXE_viva"), "entry", "play", "parrot"]);
    let entry = |table: &str, name: &str, command: &serde_json::Value| {
        format!(
            "[[{table}]]\nname = \"{name}\"\ncontestant = \"Somebody\"\nprotocol = \"stdio\"\nsilence = \"10s\"\ncommand = {command}\n"
        )
    };
    let head = "name = \"A story\"\norganiser = \"Nobody\"\nrulebook = \"two-party-2024\"\n[overrides.roles]\njudges = 1\nconfederates = 1\nentries = 2\n[[judge]]\nname = \"Ann\"\n[[confederate]]\nname = \"Bob\"\n";
    [
        head.to_owned(),
        entry("entry", "Parrot", &parrot),
        entry("entry", "Other", &json!(command)),
        entry("reserve", "Stand-by", &parrot),
    ]
    .concat()
}

#[test]
fn every_program_that_answers_is_told_with_its_answer() {
    let desk = Desk::new();
    let parrot = [env!("CARGO_BIN_EXE_viva"), "entry", "play", "doctor"];
    desk.lay("mine.toml", contest(&parrot));
    let answer = desk.viva("contest check mine.toml --programs").ends(0);
    answer.says("E1 Parrot answers: ").says("E2 Other answers: ").says("the reserve Stand-by answers: ");
}

#[test]
fn a_program_that_cannot_be_started_is_named_and_so_is_one_that_says_nothing() {
    let desk = Desk::new();
    desk.lay("mine.toml", contest(&["./no-such-program"]));
    let answer = desk.viva("contest check mine.toml --programs").ends(1);
    answer.says("E1 Parrot answers: ").says("E2 Other does not answer");
    desk.lay("mine.toml", contest(&["true"]));
    desk.viva("contest check mine.toml --programs").ends(1).says("E2 Other does not answer");
    // Without the option the check starts no program.
    desk.viva("contest check mine.toml").ends(0);
}

#[test]
fn a_server_says_at_once_which_command_is_missing() {
    let desk = Desk::new();
    let server = Server::with_contest(&desk.path(""), &contest(&["./no-such-program"]), &[]);
    let lines = server.said.lines().filter(|line| line.contains("no-such-program")).count();
    assert_eq!(lines, 1, "{}", server.said);
}

#[tokio::test]
async fn parts_that_scripts_play_are_played_when_the_contest_is_served() {
    let desk = Desk::new();
    let parrot = [env!("CARGO_BIN_EXE_viva"), "entry", "play", "parrot"];
    let text = ["Ann", "Bob"].iter().fold(contest(&parrot), |text, name| {
        text.replace(&format!("name = \"{name}\"\n"), &format!("name = \"{name}\"\nscripted = true\n"))
    });
    // Six seconds for a ballot are enough for a slow script on a busy machine.
    let roles = "[overrides.roles]\n";
    let times = "[overrides.interview]\ntalk = \"1m\"\nscoring = \"3m\"\n";
    let text = text.replace(roles, &format!("{times}{roles}"));
    let server = Server::with_contest(&desk.path(""), &text, &["--pace", "30"]);
    live::preside(&server.url, server.organiser_link.as_ref().unwrap(), |_| {}).await.unwrap();
    // Its link was used: the organiser's command needs none.
    let data = "--data data --rule 'rule 17' --reason 'scripts said it all'";
    desk.viva(&format!("contest release record {data}")).ends(0);
    let results = reqwest::get(format!("{}/a-story/results.json", server.url)).await.unwrap().text().await.unwrap();
    let report: serde_json::Value = serde_json::from_str(&results).unwrap();
    assert_eq!(report["result"]["scripted"], json!(["J1", "C1"]));
    let given = report["result"]["interviews"].as_array().unwrap().iter().filter(|each| !each["answers"].is_null());
    assert_eq!(given.count(), 3, "the scripted judge answered about everybody");
}
