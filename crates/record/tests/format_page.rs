//! `docs/record.md` tells the truth: what it shows is what the program writes, and a second reader agrees.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::{path::PathBuf, process::Command};

use record::{bundle::verify, merkle::leaf_hash};

mod common;
use common::{bundle, file, key};

fn docs() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

/// The text of an entry of the example, read with the offsets that the format page gives.
fn entry(name: &str) -> String {
    let file = file();
    let number = |at: usize| u32::from_le_bytes(file[at..at + 4].try_into().unwrap()) as usize;
    let mut at = 0;
    loop {
        let (size, length) = (number(at + 18), usize::from(file[at + 26]));
        let data = at + 30 + length;
        if &file[at + 30..data] == name.as_bytes() {
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
        ("root of the example", verify(&file(), None).root.unwrap().to_string()),
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

#[test]
fn a_second_reader_in_another_language_agrees() {
    let folder = std::env::temp_dir();
    let path = folder.join(format!("record-page-{}.viva", std::process::id()));
    let run = |bytes: &[u8]| {
        std::fs::write(&path, bytes).unwrap();
        Command::new("python3").arg(docs().join("verify.py")).arg(&path).output().expect("python3 is there")
    };
    let (good, mut changed) = (run(&file()), file());
    let at = changed.windows(3).position(|window| window == b"\"J1").unwrap();
    changed[at + 1] = b'K';
    let bad = run(&changed);
    std::fs::remove_file(&path).unwrap();
    let root = verify(&file(), None).root.unwrap();
    let said = String::from_utf8_lossy(&good.stdout).into_owned();
    let talk = String::from_utf8_lossy(&good.stderr);
    assert_eq!(said, format!("contest.example/2010: 5 events, 3 opened, root {root}\n"), "{talk}");
    assert!(!bad.status.success());
}
