//! `docs/record.md` tells the truth: what it shows is what the program writes, and a second reader agrees.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::{path::PathBuf, process::Command};

use record::{Report, Trust, merkle::leaf_hash};

mod common;
use common::{bundle, file, key};

fn docs() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

fn verify(bytes: &[u8]) -> Report {
    record::bundle::verify(std::io::Cursor::new(bytes), &Trust::default()).unwrap().report
}

/// The text of an entry of the example, read with the offsets that the format page gives.
fn entry(name: &str) -> String {
    let file = file();
    let number = |at: usize| u64::from_le_bytes(file[at..at + 8].try_into().unwrap()) as usize;
    let mut at = 0;
    loop {
        let length = usize::from(file[at + 26]);
        let (size, data) = (number(at + 34 + length), at + 50 + length);
        if &file[at + 30..at + 30 + length] == name.as_bytes() {
            return String::from_utf8(file[data..data + size].to_vec()).unwrap();
        }
        at = data + size;
    }
}

/// What the page says in these places; with `UPDATE` in the environment the page is written anew.
#[test]
fn the_page_shows_this_very_bundle() {
    let path = docs().join("record.md");
    let page = std::fs::read_to_string(&path).unwrap();
    let mut blocks = page.split("```text\n");
    let mut expected = blocks.next().unwrap().to_owned();
    let mut names =
        ["events.jsonl", "private.jsonl", "leaf-hashes", "checkpoint", "verifier.key", "manifest"].into_iter();
    for block in blocks {
        let (shown, rest) = block.split_once("```").unwrap();
        let text = names.next().map_or_else(|| shown.to_owned(), entry);
        expected += &format!("```text\n{text}```{rest}");
    }
    let vectors = [
        ("leaf hash of event 3", leaf_hash(&bundle().leaves[2]).to_string()),
        ("root of the example", verify(&file()).root.unwrap().to_string()),
        ("public key", key().verifier().to_string()),
        ("bytes of the example", file().len().to_string()),
        ("SHA-256 of the example", record::Hash::of(&[&file()]).to_string()),
    ];
    let line = |line: &str| {
        let row = vectors.iter().find(|(what, _)| line.starts_with(&format!("| {what} |")));
        row.map_or_else(|| line.to_owned(), |(what, value)| format!("| {what} | `{value}` |"))
    };
    let expected: String = expected.split('\n').map(line).collect::<Vec<_>>().join("\n");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, &expected).unwrap();
    }
    assert!(page == expected, "docs/record.md is not what the program writes: run this test once with UPDATE=1");
}

/// What `docs/verify.py` says of these bytes, and with which code it ends; the same with and without `-O`.
fn second_reader(bytes: &[u8], key: Option<&str>) -> (Option<i32>, String) {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), bytes).unwrap();
    let run = |optimised: bool| {
        let mut python = Command::new("python3");
        python.args(optimised.then_some("-O")).arg(docs().join("verify.py")).arg(file.path()).args(key);
        let output = python.output().expect("python3 is there");
        let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        assert!(!said.contains("Traceback"), "{said}");
        (output.status.code(), said)
    };
    let found = run(false);
    assert_eq!(run(true), found, "-O takes no check out");
    found
}

#[test]
fn a_second_reader_in_another_language_agrees() {
    let root = verify(&file()).root.unwrap();
    let (code, said) = second_reader(&file(), None);
    let expected = "contest.example/2010: whole, 5 events, 3 private parts opened, 0 taken out, root";
    assert_eq!((code, said), (Some(0), format!("{expected} {root}, signed by the key it brings along\n")));
    let organiser = key().verifier().to_string();
    assert_eq!(second_reader(&file(), Some(&organiser)).0, Some(0));
    let other = record::SigningKey::from_bytes("contest.example/2010", [8; 32]).unwrap().verifier().to_string();
    assert_eq!(second_reader(&file(), Some(&other)).0, Some(1));
    assert_eq!(second_reader(&file(), Some("no key")).0, Some(2));
    let text = std::fs::read_to_string(docs().join("verify.py")).unwrap();
    assert!(!text.lines().any(|line| line.trim_start().starts_with("assert")), "-O would take it out");
}

#[test]
fn the_second_reader_accepts_no_byte_that_was_changed() {
    let file = file();
    for at in (0..file.len()).step_by(file.len() / 20) {
        let mut changed = file.clone();
        changed[at] ^= 1;
        let (code, said) = second_reader(&changed, None);
        assert_eq!(code, Some(1), "byte {at}: {said}");
        assert!(said.starts_with("BROKEN: "), "{said}");
    }
    for (length, cut) in [0, 1, 29, 500, file.len() - 1].map(|length| (length, &file[..length])) {
        assert_eq!(second_reader(cut, None).0, Some(1), "cut to {length} bytes");
    }
}
