//! `viva load`: small loads, without any loss. Speed is a matter of the benchmarks.

use std::{path::Path, process::Output};

use serde_json::Value;

use crate::support::{Server, viva};

fn load(arguments: &[&str]) -> Output {
    viva().arg("load").args(arguments).output().unwrap()
}

fn outcome(output: &Output) -> Value {
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}\n{}", String::from_utf8_lossy(&output.stdout));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn is_whole(outcome: &Value) {
    assert!(outcome["sent"].as_u64().unwrap() > 0, "{outcome}");
    assert_eq!(outcome["shown"], outcome["sent"], "{outcome}");
    for fault in ["lost", "doubled", "out_of_order", "refused"] {
        assert_eq!(outcome[fault], 0, "{fault}: {outcome}");
    }
    assert_eq!(outcome["done"]["count"], outcome["sent"], "every key is answered once: {outcome}");
}

/// Contest files for a server started separately, and the server.
fn served(folder: &Path, pace: &[&str]) -> (Server, String) {
    let files = folder.join("files");
    let made = load(&[&["--make", files.to_str().unwrap(), "--conversations", "2"], pace].concat());
    let told = String::from_utf8_lossy(&made.stderr);
    assert!(made.status.success() && told.contains("viva serve"), "the next step is told: {told}");
    let file = files.join("contest-0001.toml");
    let server = Server::start(&folder.join("data"), &[file.to_str().unwrap()]);
    let said = folder.join("said.txt");
    std::fs::write(&said, format!("joins here, once:\n  {}\n", server.organiser_link.as_ref().unwrap())).unwrap();
    (server, said.to_str().unwrap().to_owned())
}

#[test]
fn keys_survive_bursts_and_broken_connections() {
    let loaded = load(&[
        "--contests=2",
        "--conversations=2",
        "--keys-every=100ms",
        "--for=3s",
        "--reconnect-every=500ms",
        "--burst-every=1s",
        "--json",
    ]);
    let outcome = outcome(&loaded);
    is_whole(&outcome);
    assert_eq!((&outcome["conversations"], &outcome["sockets"]), (&4.into(), &10.into()), "{outcome}");
    assert!(outcome["reconnects"].as_u64().unwrap() > 0, "{outcome}");
    assert!(outcome["cpu_s_per_million"].is_number() && outcome["resident_mib"].is_number(), "{outcome}");
}

#[test]
fn people_answer_each_other_on_a_server_that_was_started_by_hand() {
    let folder = tempfile::tempdir().unwrap();
    let (server, said) = served(folder.path(), &["--ping-pong"]);
    let arguments = ["--organisers", &said, "--ping-pong", "--for=1s", "--json", &server.url];
    is_whole(&outcome(&load(&arguments)));

    // The link works once.
    let again = load(&arguments);
    assert_eq!(again.status.code(), Some(1));
    let told = String::from_utf8_lossy(&again.stderr);
    assert!(told.contains("410") && told.contains("--organiser-link"), "{told}");
}

#[test]
fn messages_before_a_server_whose_contest_takes_keys_end_the_load_with_the_way_to_mend_it() {
    let folder = tempfile::tempdir().unwrap();
    let (server, said) = served(folder.path(), &["--keys-every=250ms"]);
    let refused = load(&["--organisers", &said, "--ping-pong", "--for=1s", &server.url]);
    assert_eq!(refused.status.code(), Some(1));
    let told = String::from_utf8_lossy(&refused.stderr);
    assert!(told.contains("the server refuses messages") && told.contains("--make"), "{told}");
}

#[test]
fn the_table_names_what_was_sent_shown_and_lost() {
    let folder = tempfile::tempdir().unwrap();
    let (server, said) = served(folder.path(), &[]);
    // People think before they type, so few keys are sent, and none are lost.
    let loaded = load(&["--organisers", &said, "--for=1s", &server.url]);
    assert!(loaded.status.success(), "{}", String::from_utf8_lossy(&loaded.stderr));
    let table = String::from_utf8(loaded.stdout).unwrap();
    assert!(table.starts_with("2 conversations, 5 sockets, "), "{table}");
    for row in ["sent", "shown to the other side", "lost", "out of order", "reconnects"] {
        assert!(table.lines().any(|line| line.starts_with(row)), "{row}: {table}");
    }
}

#[test]
fn a_server_that_is_not_there_and_a_file_without_links_are_told_apart() {
    let folder = tempfile::tempdir().unwrap();
    let said = folder.path().join("said.txt");
    let said = said.to_str().unwrap();
    std::fs::write(said, "serving 1 contest(s)\n").unwrap();
    let nothing = load(&["--organisers", said, "http://127.0.0.1:9"]);
    assert_eq!(nothing.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&nothing.stderr).contains("no join link"), "{nothing:?}");

    std::fs::write(said, "http://127.0.0.1:9/join/5a2c1f0e9d8b7a6c5f4e3d2c1b0a9f8e\n").unwrap();
    let nobody = load(&["--organisers", said, "http://127.0.0.1:9"]);
    assert_eq!(nobody.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&nobody.stderr).contains("is the server running at"), "{nobody:?}");

    assert_eq!(load(&["--for", "0s"]).status.code(), Some(2), "a load of no time");
    assert_eq!(load(&["http://127.0.0.1:9"]).status.code(), Some(2), "a server without organisers");
}
