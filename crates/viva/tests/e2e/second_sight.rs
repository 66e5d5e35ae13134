//! Conversations of an imported past, judged again: on a page with a slider, with and without scripts, and by scripts
//! within seconds.

use std::{fs, path::Path};

use record::Hash;
use serde_json::Value;

use crate::{
    browser::{Driver, click, join, presses, sees},
    looks::looked_at,
    support::{Server, talk, viva},
};

/// Two conversations of two turns: with a person, and with a program.
const PAST: &str = "\
Bob (confederate)
started 2010-10-23 10:00:00, all times UTC

judge 1

10:00:01  judge 1      Where are you?
10:00:05  confederate  On a train.
10:00:09  judge 1      And what do you see?
10:00:15  confederate  Cows, and my own face.

Doctor (entry)
started 2010-10-23 11:00:00, all times UTC

judge 1

11:00:01  judge 1  Where are you?
11:00:05  entry    Why do you ask?
11:00:09  judge 1  Because I am curious.
11:00:15  entry    Please go on.
";

/// Imports the past into this folder; returns the digest of its record.
fn imported(folder: &Path) -> String {
    let (past, out) = (folder.join("past.txt"), folder.join("past.viva"));
    fs::write(&past, PAST).unwrap();
    let output =
        viva().args(["record", "import", "--name", "The past", "--out"]).arg(&out).arg(&past).output().unwrap();
    assert!(output.status.success(), "{}", talk(&output));
    Hash::of(&[&fs::read(out).unwrap()]).to_string()
}

/// A contest in which `judges` judges read that past, with its source in this folder.
pub(crate) fn contest_file(folder: &Path, judges: u16) -> String {
    let digest = imported(folder);
    let judges: String = (1..=judges).map(|n| format!("[[judge]]\nname = \"Reader {n}\"\n")).collect();
    format!(
        "name = \"Read again\"\nid = \"story\"\norganiser = \"Nobody\"\nrulebook = \"second-sight\"\nseed = \"story\"\n\
         countdown = \"1s\"\n{judges}[[source]]\npath = \"past.viva\"\nsha256 = \"{digest}\"\n\
         [overrides.roles]\nconfederates = 1\nentries = 1\n[overrides.interview]\ntalk = \"90m\"\nscoring = \"60m\"\n"
    )
}

fn checked(folder: &Path, text: &str) -> (Option<i32>, String) {
    let file = folder.join("contest.toml");
    fs::write(&file, text).unwrap();
    let output = viva().args(["contest", "check"]).arg(&file).output().unwrap();
    (output.status.code(), talk(&output))
}

#[test]
fn a_source_is_checked_before_anything_is_kept_and_every_fault_says_how_to_mend_it() {
    let folder = tempfile::tempdir().unwrap();
    let good = contest_file(folder.path(), 1);
    let (code, said) = checked(folder.path(), &good);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("conversation-1 of The past: a person, 2 turns"), "{said}");
    assert!(said.contains("conversation-2 of The past: a program, 2 turns"), "{said}");

    let digest = good.split("sha256 = \"").nth(1).unwrap()[..64].to_owned();
    let changed = good.replace(&digest, &"0".repeat(64));
    let missing = good.replace("past.viva", "future.viva");
    let named =
        |name: &str| good.replace("[overrides.roles]", &format!("conversations = [\"{name}\"]\n[overrides.roles]"));
    let numbers = good.replace("entries = 1", "entries = 3");
    for (text, what, mend) in [
        (&changed, digest.as_str(), "write the new digest if this one is meant"),
        (&missing, "future.viva", "check the path"),
        (&named("R1-J1-left"), "no conversation `R1-J1-left`", "its conversations are conversation-1, conversation-2"),
        (&numbers, "1 conversations with people and 1 with programs", "under `[overrides.roles]`"),
    ] {
        let (code, said) = checked(folder.path(), text);
        let said = said.split_whitespace().filter(|word| *word != "│").collect::<Vec<_>>().join(" ");
        assert_eq!(code, Some(1), "{said}");
        assert!(said.contains(what) && said.contains(mend), "{what}: {said}");
    }
    // A file that is not a record, under its own digest.
    fs::write(folder.path().join("past.viva"), PAST).unwrap();
    let other = Hash::of(&[PAST.as_bytes()]).to_string();
    let (code, said) = checked(folder.path(), &good.replace(&digest, &other));
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("is no source"), "{said}");
}

#[tokio::test]
async fn a_judge_moves_the_slider_by_keyboard_and_another_reads_without_scripts() {
    let driver = Driver::start();
    let folder = tempfile::tempdir().unwrap();
    let text = contest_file(folder.path(), 2);
    let server = Server::with_contest(folder.path(), &text, &[]);
    let desk = server.organiser().await;
    let (_, page) = desk.post("links", &[("who", "all-not-joined")]).await;
    let tokens = page.match_indices("/join/").map(|(at, _)| page[at + 6..at + 38].to_owned());
    let mut links: Vec<String> = tokens.map(|token| format!("{}/join/{token}", server.url)).collect();
    links.dedup();
    let reader = server.join(&links[1]).await;
    let judge = driver.browser(390, 900, false).await;
    join(&judge, &links[0]).await;
    desk.post("do", &[("action", "draw"), ("anyway", "true")]).await;
    desk.post("do", &[("action", "open-round"), ("anyway", "true")]).await;

    // By keyboard alone: the slider, then the button, and the next turn appears.
    sees(&judge, "//label[contains(.,'How sure are you that the witness is human?')]").await;
    sees(&judge, "//span[@class='said'][.='Where are you?']").await;
    looked_at(&judge, "second-sight-phone").await;
    presses(&judge, "input[data-belief]", "\u{e010}").await; // End
    sees(&judge, "//output[.='100']").await;
    presses(&judge, ".believe button", "\u{e007}").await; // Return
    sees(&judge, "//label[contains(.,'After turn 2')]").await;
    sees(&judge, "//p[contains(.,'You said so far: 100')]").await;
    click(&judge, ".believe button").await;
    sees(&judge, "//p[contains(.,'You have read this whole conversation')]").await;

    // Without scripts: a form with a slider, then the page again.
    let round = "R1";
    let (_, page) = reader.get(&reader.page).await;
    assert!(page.contains("type=\"range\"") && page.contains("min=\"0\" max=\"100\""), "{page}");
    assert!(
        !page.contains("Cows, and my own face.") && !page.contains("Please go on."),
        "the second turn waits: {page}"
    );
    let belief = |turn: &'static str, human: &'static str| {
        [("round", round), ("seat", "only"), ("turn", turn), ("human", human)]
    };
    let (_, page) = reader.post("believe", &belief("1", "far")).await;
    assert!(page.contains("a whole number from 0 to 100"), "{page}");
    reader.post("believe", &belief("1", "35")).await;
    let (_, page) = reader.get(&reader.page).await;
    assert!(page.contains("After turn 2") && page.contains("You said so far: 35"), "{page}");
    let (_, board) = desk.get(&desk.page).await;
    assert!(board.contains("2 of 2 turns judged") && board.contains("1 of 2 turns judged"), "{board}");
    reader.post("believe", &belief("2", "5")).await;
    sees(&judge, "//h2[.='Your ballot']").await;
}

#[test]
fn scripts_demonstrate_it_in_seconds_and_an_export_holds_what_was_believed() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("demo");
    let output = viva().args(["demo", "second-sight", "--json", "--seed", "1", "--out"]).arg(&out).output().unwrap();
    assert!(output.status.success(), "{}", talk(&output));
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();
    let reading = &told["result"]["reading"];
    assert_eq!(reading["conversations"].as_array().unwrap().len(), 4, "{reading}");
    let record = told["record"].as_str().unwrap();
    let tables = folder.path().join("tables");
    let export = viva().args(["record", "export", record, "--csv", "--out"]).arg(&tables).output().unwrap();
    assert!(export.status.success(), "{}", talk(&export));
    let beliefs = fs::read_to_string(tables.join("beliefs.csv")).unwrap();
    let given: u64 = reading["conversations"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|judged| judged["by_turn"].as_array().unwrap())
        .map(|mean| mean["of"].as_u64().unwrap())
        .sum();
    assert_eq!(beliefs.lines().count() as u64, given + 1, "{beliefs}");
    assert!(beliefs.contains("Conversations of the house"), "{beliefs}");
    let show = viva().args(["record", "show", record]).output().unwrap();
    let shown = String::from_utf8(show.stdout).unwrap();
    assert!(shown.contains("beliefs that the witness is human, turn by turn"), "{shown}");
    assert!(shown.contains("In the fridge, next to the milk."), "what was read is shown: {shown}");
}
