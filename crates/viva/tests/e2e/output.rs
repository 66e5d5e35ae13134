//! Lost output is reported, and nothing is overwritten: full disks, readers that went away, existing files.

use std::{
    fs::{self, File},
    io::{BufRead, BufReader},
    path::Path,
    process::{Output, Stdio},
};

use crate::support::{contest_file, house_entries, talk, viva};

/// The message and exit code of a data-printing command on a full disk.
fn on_a_full_disk(arguments: &[&str]) -> (Option<i32>, String) {
    let full = File::options().write(true).open("/dev/full").unwrap();
    let output = viva().args(arguments).stdout(full).stderr(Stdio::piped()).output().unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

/// A pipe whose reader has gone away.
fn unread() -> Stdio {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    writer.into()
}

fn run(arguments: &[&str]) -> Output {
    viva().args(arguments).output().unwrap()
}

#[test]
fn data_that_cannot_be_written_makes_every_command_fail_and_say_so() {
    let folder = tempfile::tempdir().unwrap();
    let ballots = folder.path().join("ballots.csv");
    fs::write(&ballots, "judge,round,entry,confederate,choice\nJ1,R1,E1,C1,E1\n").unwrap();
    for arguments in [
        &["contest", "new"][..],
        &["rulebook", "list"],
        &["rulebook", "list", "--json"],
        &["rulebook", "show", "loebner-2010"],
        &["rulebook", "show", "loebner-2010", "--json"],
        &["rulebook", "check", "loebner-2010"],
        &["rulebook", "new", "--from", "loebner-2010"],
        &["schedule", "make", "loebner-2010"],
        &["score", ballots.to_str().unwrap(), "--rulebook", "loebner-2010"],
        &["--help"],
        &["--version"],
        &["demo", "--help"],
    ] {
        let (code, said) = on_a_full_disk(arguments);
        assert_eq!(code, Some(1), "{arguments:?}: {said}");
        assert!(said.contains("failed to write to standard output"), "{arguments:?}: {said}");
    }
}

#[test]
fn a_reader_who_went_away_is_no_failure_and_no_panic_on_either_stream() {
    let folder = tempfile::tempdir().unwrap();
    let ballots = folder.path().join("ballots.csv");
    fs::write(&ballots, "judge,round,entry,confederate,choice\nJ1,R1,E1,C1,E1\nJ1,R1,E1,C1,nobody\n").unwrap();
    let wrong = folder.path().join("wrong.toml");
    fs::write(&wrong, "name = 3\n").unwrap();
    let (ballots, wrong) = (ballots.to_str().unwrap(), wrong.to_str().unwrap());
    for (arguments, code) in [
        (&["rulebook", "show", "loebner-2010"][..], 0),
        (&["contest", "check", wrong], 1),
        (&["rulebook", "check", wrong], 1),
        (&["frobnicate"], 2),
        (&["--help"], 0),
        (&["record", "verify", "/nowhere/mine.viva"], 2),
    ] {
        let ended = viva().args(arguments).stdout(unread()).stderr(unread()).status().unwrap();
        assert_eq!(ended.code(), Some(code), "{arguments:?}");
    }
    let score = &["score", ballots, "--rulebook", "loebner-2010", "--under", "all"];
    let (read, lost) = (run(score), viva().args(score).stdout(unread()).stderr(unread()).status().unwrap());
    assert_eq!(lost.code(), read.status.code(), "{}", talk(&read));
}

#[test]
fn nothing_is_written_over_unless_force_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (mine, rules, plan) = (at("mine.toml"), at("rules.toml"), at("plan.csv"));
    let (pages, trace, kept) = (at("pages"), at("trace.txt"), at("kept"));
    let made = run(&["schedule", "make", "loebner-2010"]);
    fs::write(&plan, &made.stdout).unwrap();
    let entry = format!("stdio:{} entry play doctor", env!("CARGO_BIN_EXE_viva"));
    for (arguments, file) in [
        (&["contest", "new", &mine][..], &mine),
        (&["rulebook", "new", "--from", "loebner-2010", "--out", &rules], &rules),
        (&["schedule", "pages", "loebner-2010", &plan, "--start", "09:30", "--out", &pages], &at("pages/schedule.txt")),
        (&["entry", "check", &entry, "--only", "connect", "--trace", &trace], &trace),
    ] {
        let first = run(arguments);
        assert!(first.status.success(), "{arguments:?}: {}", talk(&first));
        fs::write(file, &kept).unwrap();
        let again = run(arguments);
        assert_eq!(again.status.code(), Some(2), "{arguments:?}: {}", talk(&again));
        assert!(talk(&again).contains("--force"), "{arguments:?}: {}", talk(&again));
        assert_eq!(fs::read_to_string(file).unwrap(), kept, "{arguments:?}");
        let forced = run(&[arguments, &["--force"]].concat());
        assert!(forced.status.success(), "{arguments:?}: {}", talk(&forced));
        assert_ne!(fs::read_to_string(file).unwrap(), kept, "{arguments:?}");
    }
}

#[test]
fn a_demonstration_looks_at_its_destination_before_the_first_word() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("demo-1.viva");
    fs::write(&record, "a record of yesterday").unwrap();
    let out = folder.path().to_str().unwrap();
    for out in [out, "/dev/null", "/proc/nowhere"] {
        let output = run(&["demo", "--seed", "1", "--out", out]);
        assert_eq!(output.status.code(), Some(2), "{out}: {}", talk(&output));
        assert!(!talk(&output).contains("round 1"), "{out}: {}", talk(&output));
    }
    assert_eq!(fs::read_to_string(&record).unwrap(), "a record of yesterday");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no passing file is left");
}

/// Starts a command, interrupts it after a line with this beginning, and returns its exit code.
fn interrupted_after(arguments: &[&str], begins: &str) -> Option<i32> {
    let mut child = viva().args(arguments).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines().map_while(Result::ok);
    let found = lines.find(|line| line.starts_with(begins));
    assert!(found.is_some(), "{arguments:?} never said `{begins}`");
    let told = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(told.success());
    lines.for_each(drop);
    child.wait().unwrap().code()
}

#[test]
fn a_demonstration_that_is_stopped_has_a_number_of_its_own_and_leaves_what_was_recorded() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let code = interrupted_after(&["demo", "--seed", "2", "--pace", "60", "--out", out], "round 1 of 4: talk");
    assert_eq!(code, Some(130));
    let record = folder.path().join("demo-2.viva");
    let shown = run(&["record", "show", record.to_str().unwrap()]);
    assert!(!shown.stdout.is_empty(), "{}", talk(&shown));
}

#[test]
fn a_check_of_an_entry_that_is_stopped_has_neither_passed_nor_failed() {
    let folder = tempfile::tempdir().unwrap();
    let silent = folder.path().join("silent.sh");
    fs::write(&silent, "#!/bin/sh\necho awake >&2\nwhile read line; do :; done\n").unwrap();
    let trace = folder.path().join("trace.txt");
    let spec = format!("stdio:sh {}", silent.display());
    let arguments = ["entry", "check", &spec, "--trace", trace.to_str().unwrap()];
    let mut child = viva().args(arguments).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    // Its first line is the entry's name; then the checks begin.
    let mut said = BufReader::new(child.stdout.take().unwrap());
    said.read_line(&mut String::new()).unwrap();
    let told = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(told.success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

#[test]
fn an_application_names_files_of_its_own_folder_and_no_others() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let data = at("intake");
    let data = data.to_str().unwrap();
    assert!(run(&["intake", "open", "--rulebook", "loebner-2010", "--name", "Final", "--data", data]).status.success());
    fs::create_dir_all(at("d")).unwrap();
    fs::create_dir_all(at("applications")).unwrap();
    fs::write(at("d/signing-key"), "a very secret key").unwrap();
    fs::write(at("applications/own.txt"), "Q: hello\nA: hello\n").unwrap();
    std::os::unix::fs::symlink(at("d/signing-key"), at("applications/link.txt")).unwrap();
    let receive = |protocol: &str| {
        let application = at("applications/ada.toml");
        let text = format!("program = \"Ada\"\ncontestant = \"A\"\npeople = [\"A\"]\nprotocol_file = {protocol:?}\n");
        fs::write(&application, text).unwrap();
        run(&["intake", "receive", application.to_str().unwrap(), "--data", data, "--stamp", "2010-05-10T12:00:00Z"])
    };
    let secret = at("d/signing-key");
    for name in ["../d/signing-key", "link.txt", secret.to_str().unwrap(), "../applications/../d/signing-key"] {
        let output = receive(name);
        assert_eq!(output.status.code(), Some(2), "{name}: {}", talk(&output));
        assert!(talk(&output).contains("protocol_file"), "{name}: {}", talk(&output));
    }
    let own = receive("own.txt");
    assert_ne!(own.status.code(), Some(2), "{}", talk(&own));
    let log = fs::read_to_string(Path::new(data).join("intake.ndjson")).unwrap();
    assert!(log.contains("Q: hello") && !log.contains("a very secret key"), "{log}");
}

#[test]
fn a_text_without_an_end_is_not_read_to_its_end() {
    for arguments in [&["contest", "check", "/dev/zero"][..], &["rulebook", "check", "/dev/zero"]] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(2), "{}", talk(&output));
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.toml");
    let text = contest_file(&house_entries(), "").replace("\"loebner-2010\"", "\"/dev/zero\"");
    fs::write(&file, text).unwrap();
    let output = run(&["contest", "check", file.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1), "{}", talk(&output));
}
