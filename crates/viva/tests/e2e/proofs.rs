//! Proofs as files: made from a record, and checked without it.

use std::{
    fs,
    path::{Path, PathBuf},
};

use record::{Checkpoint, SigningKey, Tree};
use serde_json::Value;

use crate::support::viva;

/// A golden record.
fn record(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/records").join(name)
}

/// The key of the example, which is public.
fn key() -> SigningKey {
    SigningKey::from_bytes("contest.example/2010", [7; 32]).unwrap()
}

/// Runs the command; returns the exit code and both outputs.
fn run(arguments: &[&str]) -> (Option<i32>, String) {
    let output = viva().args(["record"]).args(arguments).output().unwrap();
    let text = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    (output.status.code(), text.concat())
}

#[test]
fn one_event_is_shown_to_somebody_who_has_the_key_of_the_record_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let (file, example) = (folder.path().join("ballot.tlog-proof"), record("example.viva"));
    let (proof, example) = (file.to_str().unwrap(), example.to_str().unwrap());
    assert_eq!(run(&["prove", example, "37", "--out", proof]).0, Some(0));
    let key = key().verifier().to_string();

    let (code, told) = run(&["check-proof", proof, "--key", &key]);
    assert_eq!(code, Some(0), "{told}");
    assert!(told.contains("event 37 of 43") && told.contains("ballot-cast in contest, by J1"), "{told}");
    assert!(told.contains("answers: not opened here"), "a public proof tells nobody's vote: {told}");
    let (code, json) = run(&["check-proof", proof, "--key", &key, "--json"]);
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!((code, &json["proved"], &json["shows"]["event"]), (Some(0), &true.into(), &37.into()), "{json}");
    // Without `--key` the key is found in the record, and is not vouched for.
    let (code, told) = run(&["check-proof", proof, "--record", example]);
    assert!(code == Some(0) && told.contains("agrees") && told.contains("compare it"), "{told}");
    assert_eq!(run(&["check-proof", proof]).0, Some(2));

    // Another key, another event, another record.
    let other = SigningKey::from_bytes("contest.example/2010", [8; 32]).unwrap().verifier().to_string();
    assert_eq!(run(&["check-proof", proof, "--key", &other]).0, Some(1));
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replace("index 36", "index 35")).unwrap();
    let (code, told) = run(&["check-proof", proof, "--key", &key]);
    assert!(code == Some(1) && told.contains("NOT PROVED: event 36"), "{told}");
    assert_eq!(run(&["check-proof", proof, "--key", &key, "--json"]).0, Some(1));
    fs::write(&file, text).unwrap();
    let (code, told) =
        run(&["check-proof", proof, "--key", &key, "--record", record("loebner-1995-changes.viva").to_str().unwrap()]);
    assert!(code == Some(1) && told.contains("is not the one whose head was signed"), "{told}");

    for (event, code) in [("44", Some(1)), ("0", Some(2)), ("a", Some(2))] {
        assert_eq!(run(&["prove", example, event]).0, code, "{event}");
    }
    assert_eq!(run(&["prove", example]).0, Some(2));
    assert_eq!(run(&["prove", "nowhere.viva", "1"]).0, Some(2));
}

#[test]
fn a_record_is_shown_to_continue_a_checkpoint_that_was_kept_or_both_heads_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let example = record("example.viva");
    let example = example.to_str().unwrap();
    let leaves = String::from_utf8(
        std::process::Command::new("unzip").args(["-p", example, "events.jsonl"]).output().unwrap().stdout,
    );
    let leaves = leaves.unwrap();
    let head = |lines: &[&str]| {
        let mut tree = Tree::new();
        lines.iter().for_each(|line| _ = tree.append(line.as_bytes()));
        Checkpoint::of(&tree, &key()).sign(&key()).unwrap()
    };
    let lines: Vec<&str> = leaves.lines().collect();
    fs::write(at("kept"), head(&lines[..20])).unwrap();
    let (code, told) = run(&["prove", example, "--since", &at("kept"), "--out", &at("proof")]);
    assert_eq!(code, Some(0), "{told}");
    assert!(fs::read_to_string(at("proof")).unwrap().starts_with("old 20\n"));
    let key = key().verifier().to_string();
    let (code, told) = run(&["check-proof", &at("proof"), "--since", &at("kept"), "--key", &key]);
    assert!(code == Some(0) && told.contains("continues the checkpoint of 20 events"), "{told}");
    assert_eq!(run(&["check-proof", &at("proof"), "--key", &key]).0, Some(2), "of which checkpoint?");

    // A head of a rewritten record: neither the proof nor the record continue it.
    let mut forged = lines.clone();
    forged.swap(10, 11);
    fs::write(at("other"), head(&forged[..20])).unwrap();
    let (code, told) = run(&["check-proof", &at("proof"), "--since", &at("other"), "--key", &key]);
    assert!(code == Some(1) && told.contains("of two histories"), "{told}");
    let (code, told) = run(&["prove", example, "--since", &at("other")]);
    assert!(code == Some(1) && told.contains("of two histories") && told.matches("20 events").count() == 2, "{told}");
    fs::write(at("longer"), head(&[&lines[..], &["{}"]].concat())).unwrap();
    let (code, told) = run(&["prove", example, "--since", &at("longer")]);
    assert!(code == Some(1) && told.contains("it was cut, or is an older copy"), "{told}");
    fs::write(at("none"), "no checkpoint\n").unwrap();
    assert_eq!(run(&["prove", example, "--since", &at("none")]).0, Some(2));
    let (code, told) = run(&["check-proof", &at("none"), "--key", &key]);
    assert!(code == Some(2) && told.contains("save the proof whole"), "{told}");
}
