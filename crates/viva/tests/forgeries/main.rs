//! Records forged or cut in every known way, each with its right verdict.
//!
//! The forger usually has the organiser's own key, and always knows the whole format. So most of these records have
//! correct checksums, hashes and signatures; only their content gives them away. `VIVA_FORGERIES_SEED` draws others.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod beyond;
mod cases;
mod contests;
mod controls;
mod differential;
mod files;
mod plans;

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::Value;

use crate::cases::{Case, Trusts, Verdict};

fn seed() -> String {
    std::env::var("VIVA_FORGERIES_SEED").unwrap_or_else(|_| "1".to_owned())
}

#[test]
fn every_forged_record_gets_the_verdict_that_is_right() {
    let folder = tempfile::tempdir().unwrap();
    let cases = cases::all(&seed());
    let forged = cases.iter().filter(|case| case.kind != "as it was").count();
    assert!(forged >= 200, "{forged} are too few");
    let paths: Vec<PathBuf> =
        cases.iter().enumerate().map(|(n, case)| write(folder.path(), n, "viva", &case.bytes)).collect();

    let found = verdicts(&verify(), folder.path(), &cases, &paths);
    let wrong = |(case, found): (&Case, &Value)| {
        let told = serde_json::to_string(found).unwrap();
        let says = case.says.iter().find(|says| !told.contains(**says));
        let has_result = !found["result"].is_null();
        let right =
            found["verdict"] == case.verdict.word() && says.is_none() && has_result == case.verdict.has_result();
        (!right).then(|| format!("{}: should be {:?} and say {says:?}, but: {told:.700}", case.told(), case.verdict))
    };
    let wrong: Vec<_> = cases.iter().zip(&found).filter_map(wrong).collect();
    assert!(wrong.is_empty(), "{} of {} (seed {}):\n{}", wrong.len(), cases.len(), seed(), wrong.join("\n"));

    // A second implementation, in another language, reaches the same verdict, and names the same event or part first.
    let second = verdicts(&second_verifier(), folder.path(), &cases, &paths);
    let differ = |((case, found), second): ((&Case, &Value), &Value)| {
        let same = found["verdict"] == second["verdict"]
            && found["result"] == second["result"]
            && (found["verdict"] != "broken" || first_bad(found) == first_bad(second));
        let both = || [found, second].map(|one| format!("{} {} {}", one["verdict"], one["faults"], one["missing"]));
        (!same).then(|| format!("{}:\n  {:.700}\n  {:.700}", case.told(), both()[0], both()[1]))
    };
    let differ: Vec<_> = cases.iter().zip(&found).zip(&second).filter_map(differ).collect();
    assert!(differ.is_empty(), "{} of {} (seed {}):\n{}", differ.len(), cases.len(), seed(), differ.join("\n"));
}

#[test]
fn the_first_line_says_what_the_verdict_is_of() {
    let folder = tempfile::tempdir().unwrap();
    let cases = cases::all(&seed());
    for (kind, says) in [
        ("as it was", "consistent, but of a demonstration by scripts ("),
        ("a rehearsal", "consistent, but of a rehearsal"),
        ("another pace", ", of a contest whose clock did not run as clocks do"),
        ("restored", "of a record that went on after signed events were lost"),
        ("unfinished", "incomplete"),
        ("a flipped byte", "BROKEN (this record is not what it claims to be)"),
    ] {
        let case = cases.iter().find(|case| case.kind == kind && case.trusts.is_empty()).unwrap();
        let file = write(folder.path(), 0, "viva", &case.bytes);
        let output = viva().args(["record", "verify"]).arg(&file).output().unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(case.verdict.exit_code()), "{said}");
        assert!(said.lines().next().unwrap().contains(says), "{kind}: {said}");
        assert_eq!(said.contains("\n  result  "), case.verdict.has_result(), "{kind}: {said}");
        assert!(!said.contains("rules      passed") || case.verdict != Verdict::Broken, "{kind}: {said}");
    }
}

/// Rules of 2003, section 17: transcripts are held until the organiser has edited and released them.
#[test]
fn what_an_organiser_takes_out_before_publication_is_a_ruling_that_every_reader_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let record = cases::whole();
    let file = write(folder.path(), 0, "viva", &record);
    let out = folder.path().join("published.viva");
    std::fs::write(folder.path().join("signing-key"), "03".repeat(32)).unwrap();
    let run = |arguments: &[&str]| {
        let output = viva().args(["record"]).args(arguments).current_dir(folder.path()).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    // Line breaks do not count.
    let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let (file, published) = (file.to_str().unwrap(), out.to_str().unwrap());
    let (code, found, _) = run(&["redact", file, "--find", "E"]);
    let words_of = |line: &str| line.split('\t').nth(2).unwrap_or_default().to_owned();
    let once = |line: &&str| line.contains("/text\t") && found.matches(&words_of(line)).count() == 1;
    let line = found.lines().find(once).unwrap_or_else(|| panic!("{code:?}: {found}"));
    let (place, words) = (line.split('\t').next().unwrap(), &words_of(line));

    // Without a rule that allows it, nothing is taken out.
    let (code, _, said) = run(&["redact", file, "--part", place, "--data", ".", "--out", published]);
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("name the rule") && !out.exists(), "{said}");

    let ruling = ["--by", "panel", "--rule", "rule 17", "--reason", "somebody is named"];
    let (code, _, said) =
        run(&[&["redact", file, "--part", place, "--data", ".", "--out", published], &ruling[..]].concat());
    assert_eq!(code, Some(0), "{said}");
    let told = format!("{place} taken out before publication, as the panel decided under rule 17: somebody is named");
    for arguments in [&["verify", published][..], &["verify", published, "--json"], &["show", published]] {
        let (code, said, _) = run(arguments);
        assert!(code == Some(0) && plain(&said).contains(&told), "{code:?}: {said}");
        assert!(!said.contains(words.as_str()), "{words}: {said}");
    }
    let bytes = std::fs::read(&out).unwrap();
    let has = |bytes: &[u8]| bytes.windows(words.len()).any(|window| window == words.as_bytes());
    assert!(has(&record) && !has(&bytes), "{words}");
    // A part already taken out cannot be taken out again.
    let (code, _, said) =
        run(&[&["redact", published, "--part", place, "--data", ".", "--out", "again.viva"], &ruling[..]].concat());
    assert!(code == Some(1) && said.contains("no private part"), "{code:?}: {said}");
}

fn viva() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_viva"));
    command.env_remove("VIVA_LOG").env("NO_COLOR", "1");
    command
}

fn write(folder: &Path, number: usize, kind: &str, bytes: &[u8]) -> PathBuf {
    let path = folder.join(format!("{number}.{kind}"));
    std::fs::write(&path, bytes).unwrap();
    path
}

/// A command and its first arguments.
type Program = Vec<std::ffi::OsString>;

fn verify() -> Program {
    [env!("CARGO_BIN_EXE_viva"), "record", "verify"].map(Into::into).into()
}

fn second_verifier() -> Program {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../verifier");
    vec!["python3".into(), "-B".into(), folder.into()]
}

/// A verifier's findings on each case; one process for all cases with the same trust and the same expected verdict.
fn verdicts(program: &Program, folder: &Path, cases: &[Case], paths: &[PathBuf]) -> Vec<Value> {
    let mut groups: BTreeMap<(&Trusts, Verdict), Vec<usize>> = BTreeMap::new();
    for (n, case) in cases.iter().enumerate() {
        groups.entry((&case.trusts, case.verdict)).or_default().push(n);
    }
    let mut found = vec![Value::Null; cases.len()];
    for ((trusts, verdict), members) in groups {
        let mut command = Command::new(&program[0]);
        command.args(&program[1..]).arg("--json").args(members.iter().map(|n| &paths[*n])).env_remove("VIVA_LOG");
        for (option, value) in trusts {
            match *option {
                "--checkpoint" => command.arg(option).arg(write(folder, members[0], "checkpoint", value.as_bytes())),
                _ => command.arg(option).arg(value),
            };
        }
        let output = command.output().unwrap();
        let talk = String::from_utf8_lossy(&output.stderr).into_owned();
        let told: Vec<Value> = serde_json::from_slice(&output.stdout).unwrap_or_else(|why| panic!("{why}: {talk}"));
        assert_eq!(told.len(), members.len(), "{talk}");
        if told.iter().all(|told| told["verdict"] == verdict.word()) {
            assert_eq!(output.status.code(), Some(verdict.exit_code()), "{talk}");
        }
        members.into_iter().zip(told).for_each(|(n, told)| found[n] = told);
    }
    found
}

/// The event of the first fault, or else the entry; the archive if the fault is about the layout of entries.
fn first_bad(found: &Value) -> String {
    let fault = found["faults"][0].as_str().unwrap_or_default();
    let event = |rest: &str| format!("event {}", rest.chars().take_while(char::is_ascii_digit).collect::<String>());
    match fault.strip_prefix("event ") {
        Some(rest) => event(rest),
        None if fault.starts_with("archive") || fault.contains("in the archive") => "archive".to_owned(),
        None => fault.split('`').nth(1).unwrap_or(fault).to_owned(),
    }
}
