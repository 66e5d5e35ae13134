//! `viva record import`: a past recorded elsewhere becomes a record that never claims more than it proves.

use std::{fs, path::Path, process::Output};

use serde_json::Value;

use crate::support::{data, talk, viva};

fn run(arguments: &[&str]) -> Output {
    viva().args(arguments).output().unwrap()
}

const LP95: &str = "(c)1995 Cambridge Center For Behavioral Studies all rights reserved\r\n<Talker> <Jo Doe>\r\n\
    Start at: <1995/12/16 14:12:20 >\r\n*** JUDGE04 ***\r\nPROGRAM[14:12:25]Welcome judge 4\r\n\
    JUDGE04[14:12:32]Do you think that the\r\n*** JUDGE05 ***\r\nJUDGE05[14:22:39]Republicans can succeed\r\n";

const KEYS: &str = "Rehearsal, 1 May, London\r\nThese transcripts are in the public domain\r\n\
    Transcripts of judge 2 program Talker round 1\r\nLeft =human \r\nJ2 013358640000000150 judge right H\r\n\
    J2 013358640000120300 judge right i\r\nJ2 013358640000630001 judge right  \r\nJ2 013358640010070500 judge right Return\r\n";

/// Imports both files, and returns the record's path.
fn imported(folder: &Path, more: &[&str]) -> String {
    let at = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    fs::write(at("LP95-01.TXT"), LP95).unwrap();
    fs::write(at("keys.log"), KEYS).unwrap();
    let out = at("past.viva");
    let (lines, keys) = (at("LP95-01.TXT"), at("keys.log"));
    let arguments =
        [&["record", "import", &lines, &keys, "--out", &out, "--force", "--name", "Two files"], more].concat();
    let output = run(&arguments);
    assert!(output.status.success(), "{}", talk(&output));
    out
}

#[test]
fn an_imported_past_is_shown_and_exported_and_never_verified() {
    let folder = tempfile::tempdir().unwrap();
    let record = imported(folder.path(), &[]);
    let shown = data(&run(&["record", "show", &record]));
    assert!(shown.starts_with("Two files: imported on "), "{shown}");
    assert!(shown.contains("from a file in the form lp95, "), "{shown}");
    assert!(
        shown.contains("Talker (entry, by Jo Doe)") && shown.contains("14:22:39  judge 5  Republicans can succeed"),
        "{shown}"
    );

    let verified = run(&["record", "verify", &record, "--json"]);
    assert_eq!(verified.status.code(), Some(3), "{}", data(&verified));
    let told: Value = serde_json::from_str(&data(&verified)).unwrap();
    assert_eq!(
        (told[0]["verdict"].as_str(), told[0]["faults"].as_array().map(Vec::len)),
        (Some("incomplete"), Some(0))
    );
    assert!(told[0]["missing"][0].as_str().unwrap().contains("the conversations were not signed at the time"));
    // Its importer can vouch for its bytes, and for nothing more.
    let key = told[0]["key"].as_str().unwrap();
    let vouched = run(&["record", "verify", &record, "--key", key]);
    assert_eq!(vouched.status.code(), Some(3), "{}", data(&vouched));
    assert!(data(&vouched).contains("incomplete") && !data(&vouched).contains("verified:"), "{}", data(&vouched));

    // The log of keys comes back byte for byte, including its bare blank; the lines come back unchanged.
    let out = folder.path().join("keys");
    let output = run(&["record", "export", &record, "--form", "keylog", "--out", out.to_str().unwrap()]);
    assert!(output.status.success(), "{}", talk(&output));
    let log = fs::read_dir(&out).unwrap().next().unwrap().unwrap().path();
    assert!(fs::read_to_string(log).unwrap().starts_with(KEYS));
    let out = folder.path().join("lines");
    let output = run(&["record", "export", &record, "--form", "lp95", "--out", out.to_str().unwrap()]);
    assert!(output.status.success(), "{}", talk(&output));
    assert_eq!(fs::read_to_string(out.join("LP95-01.TXT")).unwrap(), LP95);
    let none =
        run(&["record", "export", &record, "--form", "ballots", "--out", folder.path().join("b").to_str().unwrap()]);
    assert_eq!(none.status.code(), Some(1));
}

#[test]
fn without_names_there_are_pseudonyms_and_the_names_are_nowhere_in_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let record = imported(folder.path(), &["--without-names"]);
    let bytes = fs::read(&record).unwrap();
    for name in ["Talker", "Jo Doe", "Cambridge", "Two files"] {
        assert!(!bytes.windows(name.len()).any(|part| part == name.as_bytes()), "{name}");
    }
    let shown = data(&run(&["record", "show", &record]));
    assert!(shown.contains("W1 (entry)") && shown.contains("judge 5  Republicans can succeed"), "{shown}");
}

#[test]
fn a_conversation_as_its_author_published_it_is_imported_when_both_names_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (file, out) = (at("talk.txt"), at("past.viva"));
    fs::write(&file, "A talk of 2014\n\n**Interrogator:** Where are you from?\n**Eugene:** Odessa.\n").unwrap();
    let unnamed = run(&["record", "import", &file, "--out", &out]);
    assert_eq!(unnamed.status.code(), Some(2));
    assert!(talk(&unnamed).contains("--judge-name"), "{}", talk(&unnamed));
    let one = run(&["record", "import", &file, "--out", &out, "--judge-name", "Interrogator"]);
    assert_eq!(one.status.code(), Some(2));
    let named = ["--judge-name", "interrogator", "--witness-name", "Eugene"];
    let told = run(&[&["record", "import", &file, "--out", &out], &named[..]].concat());
    assert!(told.status.success() && !talk(&told).contains("warning"), "{}", talk(&told));
    let shown = data(&run(&["record", "show", &out]));
    for part in ["from a file in the form names", "Eugene (entry)", "Where are you from?", "Odessa."] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    let checked = run(&[&["transcript", "check", &file], &named[..]].concat());
    assert!(checked.status.success() && data(&checked).contains("names in UTF-8"), "{}", data(&checked));
}

#[test]
fn a_changed_byte_of_an_imported_past_is_broken() {
    let folder = tempfile::tempdir().unwrap();
    let record = imported(folder.path(), &[]);
    let bytes = fs::read(&record).unwrap();
    let at = bytes.windows(11).position(|part| part == b"Republicans").unwrap();
    let mut changed = bytes.clone();
    changed[at] ^= 1;
    fs::write(&record, &changed).unwrap();
    let verified = run(&["record", "verify", &record]);
    assert_eq!(verified.status.code(), Some(1), "{}", data(&verified));
    let shown = run(&["record", "show", &record]);
    assert!(!data(&shown).contains("epublicans"), "{}", data(&shown));
}

#[test]
fn ballots_go_in_with_their_rules_and_come_out_for_viva_score() {
    let folder = tempfile::tempdir().unwrap();
    let ballots = folder.path().join("ballots.csv");
    fs::write(&ballots, "round,judge,entry,confederate,choice\n1,J1,E1,C1,entry\n1,J2,E2,C2,confederate\n").unwrap();
    let record = imported(folder.path(), &["--ballots", ballots.to_str().unwrap(), "--rulebook", "loebner-2010"]);
    let verified = run(&["record", "verify", &record]);
    assert_eq!(verified.status.code(), Some(3), "ballots that nobody signed confirm nothing: {}", data(&verified));
    assert!(data(&verified).contains("ballots.json"), "{}", data(&verified));
    let out = folder.path().join("out");
    let output = run(&["record", "export", &record, "--form", "ballots", "--out", out.to_str().unwrap()]);
    assert!(output.status.success(), "{}", talk(&output));
    let [json, rules] = ["ballots.json", "rulebook.toml"].map(|name| out.join(name).to_str().unwrap().to_owned());
    let scored = run(&["score", &json, "--rulebook", &rules, "--observed"]);
    assert!(scored.status.success(), "{}{}", data(&scored), talk(&scored));
    // Invalid ballots are not imported.
    fs::write(&ballots, "round,judge,entry,confederate,choice\n1,J1,E1,C1,both\n").unwrap();
    let file = folder.path().join("LP95-01.TXT");
    let refused = run(&[
        "record",
        "import",
        file.to_str().unwrap(),
        "--out",
        folder.path().join("no.viva").to_str().unwrap(),
        "--ballots",
        ballots.to_str().unwrap(),
        "--rulebook",
        "loebner-2010",
    ]);
    assert!(!refused.status.success() && !folder.path().join("no.viva").exists(), "{}", talk(&refused));
}

#[test]
fn an_imported_past_is_redacted_by_the_key_that_signed_it_and_by_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let keys = folder.path().join("data");
    fs::create_dir(&keys).unwrap();
    fs::write(keys.join("signing-key"), "07".repeat(32)).unwrap();
    let data_path = keys.to_str().unwrap();
    let record = imported(folder.path(), &["--data", data_path]);
    let found = run(&["record", "redact", &record, "--find", "republicans"]);
    let place = data_of(&found, "republicans");
    let out = folder.path().join("published.viva");
    let ruling = ["--by", "panel", "--rule", "rule 17", "--reason", "politics", "--data", data_path];
    let redact = |record: &str, out: &Path| {
        let arguments = ["record", "redact", record, "--part", &place, "--out", out.to_str().unwrap()];
        run(&[&arguments[..], &ruling[..]].concat())
    };
    let output = redact(&record, &out);
    assert!(output.status.success(), "{}", talk(&output));
    let bytes = fs::read(&out).unwrap();
    assert!(!bytes.windows(11).any(|part| part == b"Republicans"));
    let out_path = out.to_str().unwrap();
    let verified: Value = serde_json::from_str(&data(&run(&["record", "verify", out_path, "--json"]))).unwrap();
    assert_eq!((&verified[0]["verdict"], verified[0]["faults"].as_array().unwrap().len()), (&"incomplete".into(), 0));
    let notices = verified[0]["notices"].to_string();
    assert!(
        notices.contains("1 private part was taken out of it") && notices.contains("rule 17: politics"),
        "{notices}"
    );
    assert!(data(&run(&["record", "show", out_path])).contains("judge 5  [phrase deleted]"));

    // An import without a folder has no key to sign with, and a message says so.
    let forgotten = imported(folder.path(), &[]);
    let refused = redact(&forgotten, &folder.path().join("no.viva"));
    assert!(
        refused.status.code() == Some(1) && talk(&refused).contains("`viva record import --data`"),
        "{}",
        talk(&refused)
    );
}

/// The first place of this text printed by `--find`.
fn data_of(found: &Output, text: &str) -> String {
    assert!(found.status.success(), "nobody said {text}: {}", talk(found));
    data(found).split('\t').next().unwrap().to_owned()
}

#[test]
fn an_imported_past_has_tables_places_and_pages_that_confirm_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let record = imported(folder.path(), &[]);
    let out = folder.path().join("tables");
    let output = run(&["record", "export", &record, "--ndjson", "--out", out.to_str().unwrap()]);
    assert!(output.status.success(), "{}", talk(&output));
    let rows = |table: &str| -> Vec<Value> {
        let text = fs::read_to_string(out.join(format!("{table}.ndjson"))).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let people = rows("participants");
    let told: Vec<_> = people.iter().map(|row| (row["participant"].as_str().unwrap(), row["name"].as_str())).collect();
    // Both files have the same program; the log does not name its confederate.
    assert_eq!(told[..4], [("J2", None), ("J4", None), ("J5", None), ("W1", Some("Talker"))], "{told:?}");
    assert_eq!(people[3]["contestant"], "Jo Doe");
    let conversations = rows("conversations");
    let ids: Vec<_> = conversations.iter().map(|row| row["conversation"].as_str().unwrap()).collect();
    assert_eq!(ids, ["conversation-1", "conversation-2", "session-1-left", "session-1-right"]);
    assert_eq!((&conversations[0]["round"], &conversations[3]["round"]), (&Value::Null, &1.into()));
    assert_eq!(
        (&conversations[3]["witness"], &conversations[2]["witness_role"]),
        (&"W1".into(), &"confederate".into())
    );
    let messages = rows("messages");
    assert_eq!(messages.iter().filter(|row| row["conversation"] == "conversation-1").count(), 2);
    assert!(
        messages.iter().any(|row| row["conversation"] == "session-1-right" && row["text"] == "Hi "),
        "{messages:?}"
    );
    let typed: Vec<_> = rows("keystrokes").iter().map(|row| row["key"].as_str().unwrap().to_owned()).collect();
    assert_eq!(typed.len(), 4, "{typed:?}");
    assert!(rows("standings").is_empty() && rows("ballots").is_empty());
    let readme = fs::read_to_string(out.join("README.md")).unwrap();
    assert!(readme.starts_with("# Two files\n") && readme.contains("nobody signed what was said"), "{readme}");

    let found: Value = serde_json::from_str(&data(&run(&["record", "search", &record, "hi ", "--json"]))).unwrap();
    assert_eq!(
        (&found[0]["stream"], &found[0]["by"], &found[0]["pseudonym"]),
        (&"session-1".into(), &"judge right".into(), &"J2".into())
    );
    let stat = data(&run(&["record", "stat", &record]));
    assert!(stat.contains("conversation ") && stat.contains("an imported past"), "{stat}");
    let same = run(&["record", "diff", &record, &record]);
    assert!(same.status.success(), "{}", talk(&same));
    let out = folder.path().join("site");
    let pages = run(&["record", "publish", &record, "--out", out.to_str().unwrap()]);
    assert_eq!(pages.status.code(), Some(3), "{}", talk(&pages));
    assert!(talk(&pages).contains("wrote 4 pages") && talk(&pages).contains("no result is told"), "{}", talk(&pages));
    let front = fs::read_to_string(out.join("index.html")).unwrap();
    assert!(front.contains("Nothing here is confirmed") && front.contains("imported on"), "{front}");
    for file in ["conversations/conversation-1.html", "conversations/session-1.html", "assets/replay.js", "record.viva"]
    {
        assert!(out.join(file).exists(), "{file}");
    }
    assert!(!out.join("results.json").exists());
    // With a changed byte nothing is published.
    let mut bytes = fs::read(&record).unwrap();
    let at = bytes.windows(11).position(|part| part == b"Republicans").unwrap();
    bytes[at] ^= 1;
    let broken = folder.path().join("broken.viva");
    fs::write(&broken, bytes).unwrap();
    let out = folder.path().join("none");
    let pages = run(&["record", "publish", broken.to_str().unwrap(), "--out", out.to_str().unwrap()]);
    assert!(pages.status.code() == Some(1) && !out.exists(), "{}", talk(&pages));
    let replay = run(&["record", "replay", &record]);
    assert!(replay.status.code() == Some(1) && talk(&replay).contains("no phases and no clocks"), "{}", talk(&replay));
}
