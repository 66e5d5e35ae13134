//! Nearly right records, given to both verifiers: their verdicts must agree.
//!
//! Events, rulebook, attachments and manifest of small records are changed a little. In most cases everything that
//! follows from them is made again, and always all is signed anew: so a change reaches the checks behind the
//! signatures. `VIVA_DIFFERENTIAL_RUNS` and `VIVA_FORGERIES_SEED` make a run longer or different;
//! `VIVA_DIFFERENTIAL_KEEP` names a folder for records on which the verifiers differ.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    io::{BufRead, BufReader, Cursor, Write},
    panic,
    path::Path,
    process::{Child, Command, Stdio},
    sync::mpsc,
    thread,
};

use archive::publication;
use contest::{Room, ledger};
use record::{Hash, Trust, canonical};
use rulebook::{Draws, Seed};
use serde_json::{Map, Value, json};

use crate::{cases, contests, files::Files};

/// The number of records in a usual run.
const RUNS: u64 = 2_000;

#[test]
fn both_verifiers_come_to_the_same_verdict_on_records_that_are_nearly_right() {
    let runs = std::env::var("VIVA_DIFFERENTIAL_RUNS").map_or(RUNS, |runs| runs.parse().unwrap());
    let bases = bases();
    let mut python = second();
    let (mut stdin, stdout) = (python.stdin.take().unwrap(), python.stdout.take().unwrap());
    let (found, expected) = mpsc::sync_channel::<(String, Vec<u8>, Told)>(64);
    let writer = thread::spawn(move || {
        for run in 0..runs {
            let mut draws =
                Draws::new(Seed::from_contributions(["differential", &crate::seed(), &run.to_string()]), "mutation");
            let base = &bases[draws.index(bases.len())];
            let (what, bytes) = base.mutated(&bases, &mut draws);
            let told = Told::of(&bytes);
            stdin.write_all(&(bytes.len() as u64).to_le_bytes()).unwrap();
            stdin.write_all(&bytes).unwrap();
            found.send((format!("run {run}, {}: {what}", base.name), bytes, told)).unwrap();
        }
    });
    let keep = std::env::var("VIVA_DIFFERENTIAL_KEEP");
    let (mut differ, mut unspelled, mut verdicts) = (Vec::new(), 0, BTreeMap::<String, u64>::new());
    for line in BufReader::new(stdout).lines() {
        let (what, bytes, told) = expected.recv().unwrap();
        let second: Value = serde_json::from_str(&line.unwrap()).unwrap();
        *verdicts.entry(told.verdict.clone()).or_default() += 1;
        // The second verifier spells nothing beyond ASCII, and says so (docs/record.md): then it may find less, and
        // never more.
        let is_unspelled = second["why"].to_string().contains("of words beyond ASCII");
        if is_unspelled && second["verdict"] == "incomplete" {
            unspelled += 1;
        } else if second["verdict"] != told.verdict {
            if let Ok(folder) = &keep {
                fs::write(Path::new(folder).join(format!("{}.viva", differ.len())), &bytes).unwrap();
            }
            differ.push(format!(
                "{what}\n  {} {:.300}\n  {} {:.300}",
                told.verdict, told.why, second["verdict"], second["why"]
            ));
        }
    }
    writer.join().unwrap();
    assert!(python.wait().unwrap().success());
    assert!(verdicts.values().sum::<u64>() == runs && runs < 500 || verdicts.len() == 3, "{verdicts:?}");
    assert!(unspelled * 100 <= runs, "{unspelled} of {runs} have words that are not spelled");
    assert!(differ.is_empty(), "{} of {runs} (seed {}):\n{}", differ.len(), crate::seed(), differ.join("\n"));
}

#[test]
fn no_number_of_the_rules_stops_the_verifier() {
    let is_one = |base: &Base| ["keys", "surrey-2003-refereed", "loebner-1995-changes"].contains(&&*base.name);
    let mut stopped = Vec::new();
    for base in bases().into_iter().filter(is_one) {
        let mut numbers = Vec::new();
        collect_numbers(&base.events[0].leaf["body"]["terms"]["rulebook"], "/body/terms/rulebook", &mut numbers);
        assert!(numbers.len() > 10, "{}: {numbers:?}", base.name);
        for (place, value) in numbers.iter().flat_map(|place| [0, 1, u64::from(u16::MAX)].map(|value| (place, value))) {
            let mut forged = base.clone();
            *forged.events[0].leaf.pointer_mut(place).unwrap() = json!(value);
            let told = panic::catch_unwind(|| Told::of(&forged.written(true).signed(&cases::key()).zip()));
            stopped.extend(told.is_err().then(|| format!("{}: {place} is {value}", base.name)));
        }
    }
    assert_eq!(stopped, Vec::<String>::new());
}

/// The places of all numbers in this value, as JSON pointers that begin with this one.
fn collect_numbers(value: &Value, place: &str, numbers: &mut Vec<String>) {
    match value {
        Value::Number(_) => numbers.push(place.to_owned()),
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(n, item)| collect_numbers(item, &format!("{place}/{n}"), numbers));
        }
        Value::Object(members) => {
            members.iter().for_each(|(name, item)| collect_numbers(item, &format!("{place}/{name}"), numbers));
        }
        Value::Null | Value::Bool(_) | Value::String(_) => {}
    }
}

/// What the program finds.
struct Told {
    verdict: String,
    why: String,
}

impl Told {
    fn of(bytes: &[u8]) -> Self {
        let found = publication::verify(Cursor::new(bytes), &Trust::default()).unwrap();
        let missing = found.missing.iter().map(ToString::to_string);
        let why: Vec<_> = found.faults.iter().cloned().chain(missing).take(2).collect();
        Self { verdict: found.verdict().to_string(), why: why.join("; ") }
    }
}

fn second() -> Child {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut command = Command::new("python3");
    command.args(["-B".into(), here.join("tests/forgeries/differential.py"), here.join("../../verifier")]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap()
}

/// A record taken apart: its events with their openings, and the other entries of the archive.
#[derive(Clone)]
pub(crate) struct Base {
    name: String,
    pub(crate) files: Files,
    pub(crate) events: Vec<Happened>,
}

/// An event and its openings: salt and data by part name.
#[derive(Clone)]
pub(crate) struct Happened {
    pub(crate) leaf: Value,
    pub(crate) private: BTreeMap<String, (String, Value)>,
}

/// Small records of every kind: the forger's, and the golden ones that every later program must read.
fn bases() -> Vec<Base> {
    let mut bases = Vec::new();
    let mut add = |name: &str, bytes: &[u8]| bases.push(Base::of(name, Files::of(bytes)));
    for (name, facts) in contests::small() {
        add(name, &cases::published(&facts, &cases::key()));
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/records");
    let golden = [
        "example",
        "loebner-1995-changes",
        "names-redacted",
        "second-sight",
        "audio-visual",
        "surrey-2003-refereed",
        "late-ballot",
        "surrey-2003-held-back",
        "human-or-not-2023-both",
    ];
    for name in golden {
        add(name, &fs::read(folder.join(format!("{name}.viva"))).unwrap());
    }
    bases
}

impl Base {
    pub(crate) fn of(name: &str, files: Files) -> Self {
        let read = |name| {
            let lines = files.text(name);
            lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()).collect::<Vec<_>>()
        };
        let mut events: Vec<Happened> =
            read("events.jsonl").into_iter().map(|leaf| Happened { leaf, private: BTreeMap::new() }).collect();
        for mut line in read("private.jsonl") {
            let event = usize::try_from(line["event"].as_u64().unwrap()).unwrap();
            let (part, salt) = (text(&line["part"]), text(&line["salt"]));
            events[event - 1].private.insert(part, (salt, line["data"].take()));
        }
        Self { name: name.to_owned(), files, events }
    }

    /// This record with a change or two, and a description of them.
    fn mutated(&self, others: &[Self], draws: &mut Draws) -> (String, Vec<u8>) {
        let mut record = self.clone();
        let mut what = Vec::new();
        for _ in 0..=usize::from(draws.below(4) == 0) {
            what.push(record.change(others, draws));
        }
        if draws.below(10) > 0 {
            record.number();
        }
        let is_computed = draws.below(8) > 0;
        let mut files = record.written(is_computed);
        if draws.below(6) == 0 {
            let (done, changed) = attachment(files, draws);
            (files, _) = (changed, what.push(done));
        }
        let key = cases::key();
        let mut signed = files.signed(&key);
        if draws.below(24) == 0 {
            let entry = ["manifest", "checkpoint", "verifier.key"][draws.index(3)];
            let at = draws.index(signed.text(entry).len());
            what.push(format!("{entry} at {at}"));
            signed = signed.change(entry, |text| edited(&text, draws));
        }
        (what.join("; "), signed.zip())
    }

    fn change(&mut self, others: &[Self], draws: &mut Draws) -> String {
        let at = draws.index(self.events.len());
        let kind = text(&self.events[at].leaf["type"]);
        let done = match draws.below(20) {
            0..=4 => changed(&mut self.events[at].leaf["body"], &["private"], draws),
            5..=8 => {
                let parts: Vec<_> = self.events[at].private.keys().cloned().collect();
                match parts.as_slice() {
                    [] => changed(&mut self.events[at].leaf["body"], &["private"], draws),
                    parts => {
                        let part = &parts[draws.index(parts.len())];
                        let data = &mut self.events[at].private.get_mut(part).unwrap().1;
                        format!("{part} {}", changed(data, &[], draws))
                    }
                }
            }
            9 | 10 => self.envelope(at, others, draws),
            11 => {
                self.events.remove(at);
                "removed".to_owned()
            }
            12 => {
                let again = self.events[at].clone();
                let to = draws.index(self.events.len());
                self.events.insert(to, again);
                format!("again at {to}")
            }
            13 => {
                let other = (at + 1) % self.events.len();
                self.events.swap(at, other);
                "with the next one".to_owned()
            }
            14 => {
                let other = &others[draws.index(others.len())].events;
                self.events.insert(at, other[draws.index(other.len())].clone());
                "another record's before it".to_owned()
            }
            15 => {
                let parts: Vec<_> = self.events[at].private.keys().cloned().collect();
                let part = (!parts.is_empty()).then(|| parts[draws.index(parts.len())].clone());
                part.inspect(|part| drop(self.events[at].private.remove(part)))
                    .map_or_else(|| "nothing".to_owned(), |part| format!("{part} taken out"))
            }
            _ => {
                let rules = &mut self.events[0].leaf["body"]["terms"]["rulebook"];
                return format!("rulebook {}", changed(rules, &[], draws));
            }
        };
        format!("event {} ({kind}) {done}", at + 1)
    }

    /// Changes an envelope outside its body.
    fn envelope(&mut self, at: usize, others: &[Self], draws: &mut Draws) -> String {
        let other = &others[draws.index(others.len())].events;
        let other = other[draws.index(other.len())].leaf.clone();
        let name = ["time", "time", "actor", "stream", "type", "version", "number"][draws.index(7)];
        let leaf = &mut self.events[at].leaf;
        leaf[name] = match (name, draws.below(3)) {
            ("time", 0) => {
                let moments = [
                    "0000-01-01T00:00:00.000Z",
                    "0001-01-01T00:00:00.000Z",
                    "9999-12-30T21:59:59.999Z",
                    "9999-12-30T22:00:00.000Z",
                    "2010-02-30T00:00:00.000Z",
                    "2010-10-23T24:00:00.000Z",
                    "2010-10-23T10:00:00Z",
                    "2010-10-23T10:00:00.000+00:00",
                ];
                json!(moments[draws.index(moments.len())])
            }
            ("time" | "actor" | "stream" | "type", 1) => json!(edited(&text(&leaf[name]), draws)),
            ("version" | "number", _) => tweaked(&leaf[name], draws),
            _ => other[name].clone(),
        };
        format!("{name} {:.60}", leaf[name].to_string())
    }

    /// Numbers the events of every stream consecutively.
    pub(crate) fn number(&mut self) {
        let mut numbers: BTreeMap<String, u64> = BTreeMap::new();
        for event in &mut self.events {
            let number = numbers.entry(event.leaf["stream"].to_string()).or_default();
            *number += 1;
            event.leaf["number"] = json!(number);
        }
    }

    /// The present entries; with the attachments computed from the events, if wanted and possible.
    pub(crate) fn written(&self, is_computed: bool) -> Files {
        let (mut leaves, mut openings, mut facts) = (String::new(), String::new(), Some(Vec::new()));
        for (event, number) in self.events.iter().zip(1_u64..) {
            let mut leaf = event.leaf.clone();
            let mut opening = Map::new();
            for (part, (salt, data)) in &event.private {
                let bytes = canonical::to_bytes(data).unwrap_or_else(|_| data.to_string().into_bytes());
                let salt_bytes: Vec<u8> =
                    (0..salt.len() / 2).filter_map(|n| u8::from_str_radix(&salt[2 * n..2 * n + 2], 16).ok()).collect();
                let commitment = Hash::of(&[b"vivavoce/private/v2\0", &salt_bytes, &bytes]);
                if leaf["body"].is_object() && !leaf["body"]["private"].is_null() {
                    leaf["body"]["private"][part] = json!(commitment.to_string());
                }
                openings += &line(&json!({ "data": data, "event": number, "part": part, "salt": salt }));
                opening.insert(part.clone(), json!({ "data": data, "salt": salt }));
            }
            leaves += &line(&leaf);
            let (leaf, opening) = (line(&leaf), line(&Value::Object(opening)));
            let opening = Some(opening.trim_end().as_bytes()).filter(|opening| *opening != b"{}");
            let fact = ledger::open(leaf.trim_end().as_bytes(), opening).ok();
            facts = facts.zip(fact).map(|(mut facts, fact)| {
                facts.push(fact);
                facts
            });
        }
        let mut files = self.files.clone().set("events.jsonl", leaves).set("private.jsonl", openings);
        let computed = facts
            .filter(|_| is_computed)
            .and_then(|facts| Some(publication::attachments(Room::replay(&facts).contest()?)));
        if let Some(computed) = computed {
            for name in ["result.json", "rulebook.json", "versions.json"] {
                files = files.without(name);
                if let Some(bytes) = computed.get(name) {
                    files = files.with(name, bytes);
                }
            }
        }
        files
    }
}

fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// A line of a record, or the nearest to one if the value is not canonical.
fn line(value: &Value) -> String {
    let bytes = canonical::to_bytes(value).unwrap_or_else(|_| value.to_string().into_bytes());
    String::from_utf8(bytes).unwrap() + "\n"
}

/// Changes an attachment: a value in it, its members' order, or its text.
fn attachment(files: Files, draws: &mut Draws) -> (String, Files) {
    let name = ["rulebook.json", "versions.json", "result.json", "deletions.json"][draws.index(4)];
    if !files.0.iter().any(|(found, _)| found == name) {
        let texts = [
            "null\n",
            "[]\n",
            "{}\n",
            "[\n  {\n    \"by\": \"organisers\",\n    \"rule\": \"rule 17\",\n    \"reason\": \"why\",\n    \"parts\": [\n      \
             {\n        \"event\": 1,\n        \"part\": \"roster\"\n      }\n    ]\n  }\n]\n",
        ];
        let text = texts[draws.index(texts.len())];
        return (format!("{name} {text:?}"), files.with(name, text.as_bytes()));
    }
    let mut done = String::new();
    let files = files.change(name, |text| match draws.below(5) {
        0 => edited(&text, draws),
        1 => "null\n".to_owned(),
        2 => text.replacen(": 1", ": true", 1),
        3 => {
            let mut lines: Vec<_> = text.lines().map(str::to_owned).collect();
            let at = draws.index(lines.len());
            let other = (at + 1) % lines.len();
            lines.swap(at, other);
            lines.join("\n") + "\n"
        }
        _ => {
            let mut value: Value = serde_json::from_str(&text).unwrap_or_default();
            done = changed(&mut value, &[], draws);
            serde_json::to_string_pretty(&value).unwrap() + "\n"
        }
    });
    (format!("{name} {done}"), files)
}

/// A text with one edit.
fn edited(text: &str, draws: &mut Draws) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    let at = draws.index(characters.len().max(1)).min(characters.len());
    let marks = ['0', '1', '9', 'J', 'E', '-', ' ', '\u{e9}', '"', 'a', 'Z', '.', '\n'];
    let mark = marks[draws.index(marks.len())];
    match draws.below(4) {
        0 => characters.insert(at, mark),
        1 if at < characters.len() => drop(characters.remove(at)),
        2 if at + 1 < characters.len() => characters.swap(at, at + 1),
        _ if at < characters.len() => characters[at] = mark,
        _ => characters.push(mark),
    }
    characters.into_iter().collect()
}

/// Changes one value or member somewhere inside this value, except under these names.
fn changed(value: &mut Value, but: &[&str], draws: &mut Draws) -> String {
    let mut places = Vec::new();
    places_in(value, "", but, &mut places);
    let place = places[draws.index(places.len())].clone();
    let words: BTreeSet<String> = texts_in(value).into_iter().collect();
    let words: Vec<String> = words.into_iter().collect();
    let target = value.pointer_mut(&place).unwrap();
    let before = format!("{target:.60}");
    *target = match (&*target, draws.below(4)) {
        (Value::String(_), 0) if !words.is_empty() => json!(words[draws.index(words.len())]),
        (target, _) => tweaked(target, draws),
    };
    format!("{place}: {before:.60} -> {:.60}", target.to_string())
}

fn places_in(value: &Value, path: &str, but: &[&str], places: &mut Vec<String>) {
    places.push(path.to_owned());
    match value {
        Value::Object(members) => {
            for (name, member) in members.iter().filter(|(name, _)| !but.contains(&name.as_str())) {
                places_in(member, &format!("{path}/{}", name.replace('~', "~0").replace('/', "~1")), but, places);
            }
        }
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(at, item)| places_in(item, &format!("{path}/{at}"), but, places));
        }
        _ => {}
    }
}

fn texts_in(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) => vec![text.clone()],
        Value::Array(items) => items.iter().flat_map(texts_in).collect(),
        Value::Object(members) => members.values().flat_map(texts_in).collect(),
        _ => vec![],
    }
}

/// A value close to this one.
fn tweaked(value: &Value, draws: &mut Draws) -> Value {
    let one = |choices: &[Value], draws: &mut Draws| choices[draws.index(choices.len())].clone();
    if draws.below(16) == 0 {
        return one(&[json!(null), json!(true), json!(0), json!(""), json!([]), json!({})], draws);
    }
    match value {
        Value::Null => one(&[json!(0), json!("R1-J1-left"), json!(false)], draws),
        Value::Bool(is) => one(&[json!(!is), json!(u8::from(*is)), json!(!is)], draws),
        Value::Number(number) => {
            let number = number.as_i64().unwrap_or(0);
            let near = [number + 1, number - 1, number * 2, 0, 1, 100, 1000];
            let far = [255, 256, 65_535, 65_536, 1 << 32, (1 << 32) - 1, (1 << 53) - 1, -1];
            json!(if draws.coin() { near[draws.index(near.len())] } else { far[draws.index(far.len())] })
        }
        Value::String(text) => match draws.below(8) {
            0 => json!(""),
            1 => json!(format!("{text} ")),
            2 => json!(text.repeat(2 + draws.index(60))),
            3 => one(
                &["J1", "J2", "C1", "E1", "E2", "E65535", "E65536", "F1", "organiser", "left", "judge"]
                    .map(|text| json!(text)),
                draws,
            ),
            4 => one(
                &["1s", "2m", "90s", "60m", "25h", "0s", "1h30m", "0", "1", "none", "a\u{85}b", "\u{e9}"]
                    .map(|text| json!(text)),
                draws,
            ),
            _ => json!(edited(text, draws)),
        },
        Value::Array(items) => {
            let mut items = items.clone();
            let at = draws.index(items.len().max(1));
            match draws.below(4) {
                0 if at < items.len() => drop(items.remove(at)),
                1 if at < items.len() => items.push(items[at].clone()),
                2 if items.len() > 1 => {
                    let other = (at + 1) % items.len();
                    items.swap(at, other);
                }
                _ => items.push(json!("E1")),
            }
            json!(items)
        }
        Value::Object(members) => {
            let mut members = members.clone();
            let names: Vec<String> = members.keys().cloned().collect();
            match (names.as_slice(), draws.below(3)) {
                ([_, ..], 0 | 1) => drop(members.remove(&names[draws.index(names.len())])),
                _ => {
                    let name = ["x", "$serde_json::private::RawValue", "referees", "kind", "reason", "default"]
                        [draws.index(6)];
                    members.insert(name.to_owned(), one(&[json!(0), json!("x"), json!({}), json!(false)], draws));
                }
            }
            Value::Object(members)
        }
    }
}
