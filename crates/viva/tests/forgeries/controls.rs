//! Records and other files with terminal controls in every text: none may reach a terminal.
//!
//! Each text is forged alone and the file signed anew, so that it passes as many checks as possible. Then every command
//! that reads the file prints it, in words and as JSON.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
    process::Output,
    thread,
};

use record::{Bundle, Sealed, SigningKey, Trust, bundle, bundle::OpenedEvent, event::Private, seal};
use rulebook::is_disruptive;
use serde_json::{Map, Value};

use crate::{files::Files, viva};

/// Clears the screen, rings, moves up a line, begins a new line, and turns the writing direction.
const HOSTILE: &str = "x\u{1b}[2J\u{7}\u{9b}1A\r\nFORGED: verified\u{202e}\u{2028}\u{7f}";

/// The part of it that a one-line name may contain.
const TURNED: &str = "x\u{202e}deifirev\u{2066}";

/// The least indent of texts that may have several lines.
const INDENT: usize = 4;

fn key() -> SigningKey {
    SigningKey::from_bytes("vivavoce/story", [3; 32]).unwrap()
}

/// The part of the output that moves the cursor, or is a line of the file's that looks like the program's own.
fn trouble(command: &[&str], output: &Output) -> Option<String> {
    for stream in [&output.stdout, &output.stderr] {
        let text = String::from_utf8(stream.clone()).unwrap();
        if let Some(raw) = text.find(|c| is_disruptive(c) && !matches!(c, '\n' | '\t')) {
            return Some(format!("{command:?} prints {:?}", around(&text, raw)));
        }
        let own = text.split('\n').find(|line| {
            let words = line.trim_start_matches(' ');
            words.starts_with("FORGED") && line.len() - words.len() < INDENT
        });
        if let Some(own) = own {
            let at = text.find(&format!("\n{own}")).unwrap_or(0);
            return Some(format!("{command:?} lets a file write a line: {:?}", around(&text, at)));
        }
        if text.contains("panicked") {
            return Some(format!("{command:?}: {text}"));
        }
    }
    None
}

fn around(text: &str, at: usize) -> &str {
    &text[text.floor_char_boundary(at.saturating_sub(80))..text.ceil_char_boundary((at + 80).min(text.len()))]
}

fn run(command: &[&str], folder: &Path) -> Output {
    let output = viva().args(command).current_dir(folder).output().unwrap();
    assert_eq!(trouble(command, &output), None);
    output
}

/// A record with its parts open.
struct Record {
    events: Vec<OpenedEvent>,
    attachments: BTreeMap<String, Vec<u8>>,
}

impl Record {
    fn golden(name: &str) -> Self {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/records").join(name);
        let bytes = fs::read(path).unwrap();
        let examined = bundle::verify(std::io::Cursor::new(bytes.clone()), &Trust::default()).unwrap();
        let events = examined.log().unwrap().map(Result::unwrap).collect();
        let made =
            ["README.txt", "events.jsonl", "private.jsonl", "leaf-hashes", "checkpoint", "verifier.key", "manifest"];
        let attachments = Files::of(&bytes).0.into_iter().filter(|(name, _)| !made.contains(&&**name)).collect();
        Self { events, attachments }
    }

    /// The record with another event at this place; `None` if the event cannot be sealed.
    fn with(&self, place: usize, event: &OpenedEvent) -> Option<Vec<u8>> {
        let sealed = |(n, event): (usize, &OpenedEvent)| -> Option<Sealed> {
            let private = event.private.iter().filter_map(|(part, data)| match data {
                Private::Open(data) => Some((part.clone(), data.clone())),
                Private::Redacted => None,
            });
            let salt = u128::try_from(n).unwrap().to_le_bytes();
            seal(event.envelope.clone(), private.collect(), salt).ok()
        };
        let events = self.events.iter().enumerate().map(|(n, own)| (n, if n == place { event } else { own }));
        let sealed: Vec<_> = events.map(sealed).collect::<Option<_>>()?;
        bundle::write(&Bundle::new(sealed, self.attachments.clone(), &key()).ok()?, &key()).ok()
    }

    /// Every text of every type of event, forged once, in the first event that has it.
    fn forged(&self, seen: &mut BTreeSet<String>) -> Vec<Vec<u8>> {
        let mut found = Vec::new();
        for (place, event) in self.events.iter().enumerate() {
            let kind = &event.envelope.kind;
            for text in [HOSTILE, TURNED] {
                let mut add = |what: &str, change: &dyn Fn(&mut OpenedEvent)| {
                    // A name that breaks no rule passes more checks.
                    let is_a_text = ["name", "contestant", "organiser", "text", "title", "reason", "told"]
                        .iter()
                        .any(|text| what.ends_with(text));
                    if (text == HOSTILE || is_a_text) && seen.insert(format!("{kind} {what} {text}")) {
                        let mut event = event.clone();
                        change(&mut event);
                        found.extend(self.with(place, &event));
                    }
                };
                add("actor", &|event| event.envelope.actor = text.to_owned());
                add("stream", &|event| event.envelope.stream = text.to_owned());
                add("time", &|event| event.envelope.time = text.to_owned());
                add("type", &|event| event.envelope.kind = text.to_owned());
                add("body/", &|event| drop(event.envelope.body.insert(text.to_owned(), Value::Null)));
                let body = Value::Object(event.envelope.body.clone());
                for (path, forged) in forged_in(&body, text) {
                    let Value::Object(forged) = forged else { continue };
                    add(&format!("body{path}"), &|event| event.envelope.body = forged.clone());
                }
                for (part, data) in &event.private {
                    let Private::Open(data) = data else { continue };
                    for (path, forged) in forged_in(data, text) {
                        add(&format!("{part}{path}"), &|event| {
                            event.private.insert(part.clone(), Private::Open(forged.clone()));
                        });
                    }
                }
            }
        }
        found
    }
}

/// The value with each text forged, and with each member renamed, by the forged place.
fn forged_in(value: &Value, text: &str) -> Vec<(String, Value)> {
    match value {
        Value::String(_) => vec![(String::new(), Value::String(text.to_owned()))],
        Value::Array(items) => {
            // Only the first item of a list, as the others are like it.
            let forged = items.first().map(|first| forged_in(first, text)).unwrap_or_default();
            let with = |forged| Value::Array([vec![forged], items[1..].to_vec()].concat());
            forged.into_iter().map(|(path, forged)| (format!("/0{path}"), with(forged))).collect()
        }
        Value::Object(members) => {
            let mut all = Vec::new();
            for (name, value) in members {
                for (path, forged) in forged_in(value, text) {
                    let mut members = members.clone();
                    members.insert(name.clone(), forged);
                    all.push((format!("/{name}{path}"), Value::Object(members)));
                }
                let mut renamed: Map<String, Value> = members.clone();
                let value = renamed.remove(name).unwrap();
                renamed.insert(text.to_owned(), value);
                all.push((format!("/{name}="), Value::Object(renamed)));
            }
            all
        }
        _ => Vec::new(),
    }
}

/// Records with forged events, and forged files around honest events.
fn records(folder: &Path) -> Vec<String> {
    let (mut seen, mut all) = (BTreeSet::new(), Vec::new());
    // The smallest first: a text that several records share is forged in that one.
    for name in [
        "second-sight.viva",
        "example.viva",
        "audio-visual.viva",
        "erased.viva",
        "surrey-2003-refereed.viva",
        "loebner-1995-changes.viva",
    ] {
        all.extend(Record::golden(name).forged(&mut seen));
    }
    let whole =
        Files::of(&fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/records/example.viva")).unwrap());
    for text in [HOSTILE, TURNED] {
        for (place, (name, data)) in whole.0.iter().enumerate() {
            let mut renamed = whole.clone();
            renamed.0[place].0 = text.to_owned();
            // No key signs such a manifest.
            all.push(renamed.zip());
            for forged in [text.to_owned(), String::from_utf8_lossy(data).replacen('\n', &format!("{text}\n"), 1)] {
                let forged = whole.clone().set(name, forged);
                all.push(forged.clone().zip());
                if name != "manifest" {
                    all.push(forged.listed(&key()).zip());
                }
            }
            if name.ends_with(".json") {
                for (_, value) in forged_in(&serde_json::from_slice(data).unwrap(), text) {
                    all.push(whole.clone().set(name, value.to_string()).listed(&key()).zip());
                }
            }
        }
        let other = SigningKey::from_bytes("other", [3; 32]).unwrap();
        all.push(whole.clone().keyed(&other).change("verifier.key", |key| key.replace("other", text)).zip());
    }
    let write = |(n, bytes): (usize, &Vec<u8>)| {
        let name = format!("{n}.viva");
        fs::write(folder.join(&name), bytes).unwrap();
        name
    };
    all.iter().enumerate().map(write).collect()
}

#[test]
fn no_text_of_a_record_reaches_a_terminal_as_a_control() {
    let folder = tempfile::tempdir().unwrap();
    let (folder, records) = (folder.path(), records(folder.path()));
    assert!(records.len() > 500, "{} are too few", records.len());
    let names: Vec<&str> = records.iter().map(String::as_str).collect();
    for (options, step) in [(&["record", "verify"][..], 3), (&["record", "verify", "--json"], STEP)] {
        let some: Vec<&str> = names.iter().copied().step_by(step).collect();
        let output = run(&[options, &some].concat(), folder);
        assert!(output.stdout.len() > 1000, "{options:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
    // One record on each of the two processors of a small machine.
    let reads = |names: &[&str]| {
        for name in names {
            for command in
                [&["show", name][..], &["stat", name], &["replay", name], &["search", name, "x"], &["review", name]]
            {
                run(&[&["record"], command].concat(), folder);
            }
        }
    };
    let few: Vec<&str> = names.iter().copied().step_by(STEP).collect();
    let (one, other) = few.split_at(few.len() / 2);
    thread::scope(|scope| {
        scope.spawn(|| reads(one));
        scope.spawn(|| reads(other));
    });
}

/// Every command reads one in so many forged records; `verify` reads every third.
const STEP: usize = 32;

#[test]
fn a_proof_and_a_difference_are_told_without_a_control() {
    let folder = tempfile::tempdir().unwrap();
    let (folder, key) = (folder.path(), key().verifier().to_string());
    let honest = Record::golden("example.viva");
    fs::write(folder.join("honest.viva"), honest.with(0, &honest.events[0]).unwrap()).unwrap();
    let forged = honest.forged(&mut BTreeSet::new());
    let mut proofs = 0;
    for bytes in forged.iter().step_by(STEP / 4) {
        fs::write(folder.join("forged.viva"), bytes).unwrap();
        run(&["record", "diff", "honest.viva", "forged.viva"], folder);
        run(&["record", "diff", "honest.viva", "forged.viva", "--json"], folder);
        let examined = bundle::verify(std::io::Cursor::new(bytes.clone()), &Trust::default()).unwrap();
        let hostile = examined.log().into_iter().flatten().map(Result::unwrap).zip(&honest.events);
        let Some(changed) = hostile.into_iter().find(|(forged, honest)| forged != *honest) else { continue };
        let Some(proof) = examined.prove(changed.0.index).unwrap() else { continue };
        fs::write(folder.join("forged.proof"), proof.text()).unwrap();
        run(&["record", "check-proof", "forged.proof", "--key", &key], folder);
        let json = run(&["record", "check-proof", "forged.proof", "--key", &key, "--json"], folder);
        serde_json::from_slice::<Value>(&json.stdout).unwrap();
        proofs += 1;
    }
    assert!(proofs > 5, "{proofs} are too few");
}

#[test]
fn no_text_of_another_file_and_no_name_of_one_reaches_a_terminal_as_a_control() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let toml = serde_json::to_string(HOSTILE).unwrap().replace('\u{9b}', "\\u009b");
    let old = "(c)1995 Cambridge Center For Behavioral Studies all rights reserved\r\n<X> <X>\r\n    Start at: \
               <1995/12/16 14:12:20 >\r\n*** JUDGE04 ***\r\nPROGRAM[14:12:25]X\r\n    JUDGE04[14:12:32]X\r\n";
    let rules = rulebook::shipped::find("loebner-2010").unwrap();
    let odd = "odd\u{1b}[2J\nFORGED\u{9b}.toml";
    for (name, text) in [
        ("old.txt", old.replace('X', HOSTILE)),
        ("garbage.txt", HOSTILE.repeat(3)),
        (
            "ballots.csv",
            format!("round,judge,entry,confederate,choice\nR1,J1,\"{HOSTILE}\",C1,\"{HOSTILE}\"\nR1,J2,E1,C1,E1\n"),
        ),
        ("columns.csv", format!("round,judge,\"{HOSTILE}\"\nR1,J1,E1\n")),
        ("plan.csv", format!("round,judge,entry,confederate\n1,\"{HOSTILE}\",E1,C1\n")),
        ("titled.toml", rules.replacen("title = ", &format!("title = {toml} # "), 1)),
        ("keyed.toml", format!("{toml} = 1\n{rules}")),
        ("bare.toml", format!("{HOSTILE}\n{rules}")),
        (
            "contest.toml",
            format!("name = {toml}\nid = {toml}\nrulebook = {toml}\n{toml} = {toml}\n[[judge]]\nname = {toml}\n"),
        ),
        ("de.ftl", format!("desk = {HOSTILE}\n{HOSTILE}\n")),
        (odd, "name = 3\n".to_owned()),
    ] {
        fs::write(folder.join(name), text).unwrap();
    }
    let mut troubles = Vec::new();
    for line in [
        "transcript show FILE old.txt garbage.txt",
        "transcript check FILE old.txt garbage.txt",
        "transcript turns FILE old.txt garbage.txt",
        "transcript show FILE old.txt garbage.txt --json",
        "score FILE ballots.csv columns.csv --rulebook loebner-2010",
        "score ballots.csv --rulebook loebner-2010 --json",
        "score columns.csv --rulebook loebner-2010",
        "schedule check loebner-2010 FILE",
        "schedule check loebner-2010 plan.csv",
        "rulebook check FILE",
        "rulebook check titled.toml",
        "rulebook show titled.toml",
        "rulebook check keyed.toml",
        "rulebook check keyed.toml --json",
        "rulebook check bare.toml",
        "contest check FILE",
        "contest check contest.toml",
        "contest check contest.toml --json",
        "contest people contest.toml",
        "contest calendar FILE",
        "language check FILE",
        "language check de.ftl",
        "record verify FILE",
        "record show FILE",
        "record stat FILE",
        "record review FILE",
        "record check-proof FILE --key x",
        "--FILE",
    ] {
        for color in ["never", "always"] {
            let command = line.split(' ').map(|word| if word.contains("FILE") { odd } else { word });
            let command: Vec<&str> = command.collect();
            let is_coloured = color == "always";
            let output = viva().args(&command).args(["--color", color]).current_dir(folder).output().unwrap();
            let shown = |stream: &[u8]| if is_coloured { without_colours(stream) } else { stream.to_vec() };
            let output = Output { stdout: shown(&output.stdout), stderr: shown(&output.stderr), ..output };
            troubles.extend(trouble(&command, &output));
            assert!(!output.stdout.is_empty() || !output.stderr.is_empty(), "{line}");
        }
    }
    assert!(troubles.is_empty(), "{}", troubles.join("\n"));
}

/// A program that clears the screen with every word.
#[test]
fn what_a_program_prints_is_told_without_a_control() {
    let folder = tempfile::tempdir().unwrap();
    let program = "$| = 1; print \"\\e[2Jx\\a\\x9b\\n\"; print STDERR \"\\e[2Jgone\\a\\n\"; \
                   while (<STDIN>) { print \"\\e[2J\\xc2\\x9b$_\\e[1A\\xe2\\x80\\xae\\n\" } die \"\\e[2J\\a\"";
    fs::write(folder.path().join("hostile.pl"), program).unwrap();
    for only in ["greet", "well-formed"] {
        let line = ["entry", "check", "stdio:perl hostile.pl", "--only", only, "--set", "isolation=none"];
        let output = run(&line, folder.path());
        assert!(output.stdout.len() > 20, "{}", String::from_utf8_lossy(&output.stderr));
    }
}

/// The bytes without colour controls.
fn without_colours(stream: &[u8]) -> Vec<u8> {
    let text = String::from_utf8(stream.to_vec()).unwrap();
    let mut parts = text.split("\u{1b}[");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part.find(|c: char| !c.is_ascii_digit() && c != ';');
        match end.filter(|end| part[*end..].starts_with('m')) {
            Some(end) => plain.push_str(&part[end + 1..]),
            None => plain.push_str(&format!("\u{1b}[{part}")),
        }
    }
    plain.into_bytes()
}
