//! Golden bundles on the command line: the verdicts stored beside them, and drafts marked as drafts.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Output,
};

use serde_json::Value;

use crate::support::viva;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/records")
}

fn record(verb: &str, name: &str, more: &[&str]) -> Output {
    viva().args(["record", verb]).arg(folder().join(name)).args(more).output().unwrap()
}

#[test]
fn the_verdict_of_every_golden_bundle_is_the_one_that_is_kept_beside_it() {
    let names = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let bundles: Vec<String> = names.filter(|name| name.ends_with(".viva")).collect();
    assert!(bundles.len() >= 9, "{bundles:?}");
    for name in bundles {
        let expected = fs::read(folder().join(name.replace(".viva", ".json"))).unwrap();
        let expected: Value = serde_json::from_slice(&expected).unwrap();
        let output = record("verify", &name, &["--json", "--key", expected["key"].as_str().unwrap()]);
        let found: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(found[0]["verdict"], expected["verdict_with_key"], "{name}");
        let code = if expected["verdict_with_key"] == "incomplete" { 3 } else { 0 };
        assert_eq!(output.status.code(), Some(code), "{name}");
        assert_eq!(found[0]["result"].is_null(), code == 3, "{name}");
        if code == 0 {
            let result = fs::read(folder().join(name.replace(".viva", ".result.json"))).unwrap();
            assert_eq!(found[0]["result"], serde_json::from_slice::<Value>(&result).unwrap(), "{name}");
        }
    }
}

#[test]
fn whoever_reads_a_record_is_told_which_ballots_nobody_sealed() {
    let name = "loebner-1995-changes.viva";
    let shown = String::from_utf8(record("show", name, &[]).stdout).unwrap();
    let draft = "(a draft: not sealed, and counted as it stood when its time was over)";
    assert!(shown.contains(&format!("  ballot of the judge {draft}\n    rating-appropriateness-")), "{shown}");
    assert!(shown.contains("Ranking of J1 Zoë, trial 1, most human first\n    1. R1-J1-"), "{shown}");
    assert!(shown.contains(&format!("Ranking of J2 Bea, trial 1, most human first {draft}\n")), "{shown}");
    assert_eq!(shown.matches(draft).count(), 2, "{shown}");
    let sealed = String::from_utf8(record("show", "example.viva", &[]).stdout).unwrap();
    let ballot = "  ballot of the judge\n    human                  left\n    reason                 Left made a pause";
    assert!(sealed.contains(ballot) && !sealed.contains("draft"), "{sealed}");

    let out = tempfile::tempdir().unwrap();
    let output = record("export", name, &["--form", "plain", "--out", out.path().join("plain").to_str().unwrap()]);
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("counted as filled in when the time was over: the ballot of J1 about round 1"), "{told}");
    assert!(told.contains("counted as filled in when the time was over: the ranking of J2 of trial 1"), "{told}");
}

/// The lines shown to a judge follow from the seed, which is still opened at the end when the committed draw is taken
/// out.
#[test]
fn a_transcript_needs_no_more_than_the_end_of_the_record() {
    let shown = |name| String::from_utf8(record("show", name, &["--interview", "R1-J1"]).stdout).unwrap();
    let whole = shown("example.viva");
    assert!(whole.contains("witness  Hello\n"), "{whole}");
    assert_eq!(shown("draw-redacted.viva"), whole);
}
