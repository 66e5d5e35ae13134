//! The claims of `docs/record.md`: a second reader, in another language, agrees with the program.
//!
//! `crates/contest/tests/stories/record_page.rs` compares the examples on the page.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::{path::PathBuf, process::Command};

use record::{Report, Trust};

mod common;
use common::{file, key};

fn verifier() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../verifier")
}

fn verify(bytes: &[u8]) -> Report {
    record::bundle::verify(std::io::Cursor::new(bytes), &Trust::default()).unwrap().report
}

/// The output of `verifier/bundle.py` on these bytes, and its exit code; the same with and without `-O`.
fn second_reader(bytes: &[u8], key: Option<&str>) -> (Option<i32>, String) {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), bytes).unwrap();
    let run = |optimised: bool| {
        let mut python = Command::new("python3");
        python
            .args(optimised.then_some("-O"))
            .args(["-B"])
            .arg(verifier().join("bundle.py"))
            .arg(file.path())
            .args(key);
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
    for file in std::fs::read_dir(verifier()).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_file())
    {
        let text = std::fs::read_to_string(&file).unwrap();
        let asserts = text.lines().any(|line| line.trim_start().starts_with("assert "));
        assert!(!asserts, "{}: -O would take it out", file.display());
    }
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
