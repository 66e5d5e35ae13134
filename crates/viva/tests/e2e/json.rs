//! The output of commands with `--json` agrees with `docs/cli.schema.json`, command by command.

use std::{collections::BTreeSet, fs};

use serde_json::Value;

use crate::{
    desk::Desk,
    support::{Server, contest_file, house_entries},
};

/// A file of the documentation.
fn documented(name: &str) -> Value {
    let path = format!("{}/../../docs/{name}", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

/// The schemas of the answers.
pub(crate) struct Schemas {
    cli: Value,
    server: Value,
}

impl Schemas {
    fn read() -> Self {
        Self { cli: documented("cli.schema.json"), server: documented("openapi.json") }
    }

    /// All deviations of an answer from its command's schema.
    fn faults(&self, command: &str, answer: &Value) -> Vec<String> {
        let schema = &self.cli["commands"][command];
        assert!(schema.is_object(), "`{command}` has no schema");
        let mut faults = Vec::new();
        self.hold(answer, schema, &self.cli, command, &mut faults);
        faults
    }

    /// All deviations of a value from the schema in this file of the documentation, or from the part of it at this pointer.
    pub(crate) fn deviations(name: &str, pointer: &str, value: &Value) -> Vec<String> {
        let schemas = Self { cli: documented(name), server: Value::Null };
        let part = schemas.cli.pointer(pointer).unwrap_or_else(|| panic!("{name} has no {pointer}"));
        let mut faults = Vec::new();
        schemas.hold(value, part, &schemas.cli, name, &mut faults);
        faults
    }

    /// Checks a value against a schema of this file. An unknown keyword is a fault of its own, so that nothing passes
    /// unchecked.
    fn hold(&self, value: &Value, schema: &Value, file: &Value, at: &str, faults: &mut Vec<String>) {
        let Some(schema) = schema.as_object() else {
            if schema == &Value::Bool(false) {
                faults.push(format!("{at} must not be there"));
            }
            return;
        };
        let passes = |schema: &Value| {
            let mut found = Vec::new();
            self.hold(value, schema, file, at, &mut found);
            found.is_empty()
        };
        let members = value.as_object();
        for (keyword, says) in schema {
            let list = || says.as_array().into_iter().flatten();
            let holds = match keyword.as_str() {
                "$ref" => {
                    let (name, pointer) = says.as_str().unwrap().split_once('#').unwrap();
                    let file = if name.is_empty() { file } else { &self.server };
                    let schema = file.pointer(pointer).unwrap_or_else(|| panic!("{says} leads nowhere"));
                    self.hold(value, schema, file, at, faults);
                    true
                }
                "type" => {
                    says.as_array().map_or_else(|| is_a(value, says), |types| types.iter().any(|one| is_a(value, one)))
                }
                "enum" => list().any(|one| one == value),
                "const" => says == value,
                "anyOf" => list().any(passes),
                "oneOf" => list().filter(|one| passes(one)).count() == 1,
                "allOf" => {
                    list().for_each(|one| self.hold(value, one, file, at, faults));
                    true
                }
                "if" => {
                    if let (true, Some(then)) = (passes(says), schema.get("then")) {
                        self.hold(value, then, file, at, faults);
                    }
                    true
                }
                "required" => {
                    list().all(|key| members.is_none_or(|members| members.contains_key(key.as_str().unwrap())))
                }
                "properties" => {
                    for (key, schema) in says.as_object().unwrap() {
                        if let Some(member) = members.and_then(|members| members.get(key)) {
                            self.hold(member, schema, file, &format!("{at}.{key}"), faults);
                        }
                    }
                    true
                }
                "additionalProperties" | "patternProperties" => {
                    let named = |key: &String| schema.get("properties").is_some_and(|named| named.get(key).is_some());
                    let patterns = schema.get("patternProperties").and_then(Value::as_object);
                    let others = members.into_iter().flatten().filter(|(key, _)| !named(key));
                    for (key, member) in others {
                        // Every key is assumed to match the pattern: the form of ids is tested with their types.
                        let schema = patterns.and_then(|patterns| patterns.values().next()).unwrap_or(says);
                        self.hold(member, schema, file, &format!("{at}.{key}"), faults);
                    }
                    true
                }
                "items" => {
                    let first = schema.get("prefixItems").and_then(Value::as_array).map_or(0, Vec::len);
                    for (index, item) in value.as_array().into_iter().flatten().enumerate().skip(first) {
                        self.hold(item, says, file, &format!("{at}[{index}]"), faults);
                    }
                    true
                }
                "prefixItems" => {
                    for (index, (item, schema)) in value.as_array().into_iter().flatten().zip(list()).enumerate() {
                        self.hold(item, schema, file, &format!("{at}[{index}]"), faults);
                    }
                    true
                }
                "minimum" => value.as_f64().is_none_or(|number| number >= says.as_f64().unwrap()),
                "maximum" => value.as_f64().is_none_or(|number| number <= says.as_f64().unwrap()),
                "minItems" => value.as_array().is_none_or(|items| items.len() as u64 >= says.as_u64().unwrap()),
                "maxItems" => value.as_array().is_none_or(|items| items.len() as u64 <= says.as_u64().unwrap()),
                "minLength" => value.as_str().is_none_or(|text| text.chars().count() as u64 >= says.as_u64().unwrap()),
                "maxLength" => value.as_str().is_none_or(|text| text.chars().count() as u64 <= says.as_u64().unwrap()),
                "uniqueItems" => value.as_array().is_none_or(|items| {
                    items.iter().map(Value::to_string).collect::<BTreeSet<_>>().len() == items.len()
                }),
                "title" | "description" | "default" | "format" | "pattern" | "$schema" | "$defs" | "examples"
                | "then" => true,
                // Additions of rulebooks for editors and for their page.
                other if other.starts_with("x-") => true,
                other => panic!("the keyword `{other}` is not known here"),
            };
            if !holds {
                faults.push(format!("{at}: {keyword} {says} does not hold of {value}"));
            }
        }
    }
}

fn is_a(value: &Value, kind: &Value) -> bool {
    match kind.as_str().unwrap() {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "number" => value.is_number(),
        "integer" => value.is_u64() || value.is_i64() || value.as_f64().is_some_and(|number| number.fract() == 0.0),
        other => panic!("no type is called {other}"),
    }
}

/// A desk with a file of each kind, and the commands already checked.
struct Answers {
    desk: Desk,
    schemas: Schemas,
    held: BTreeSet<String>,
}

impl Answers {
    /// Runs a command line with `--json`; its first words are the command.
    fn hold(&mut self, command: &str, rest: &str) {
        let answer = self.desk.viva(&format!("{command} {rest} --json"));
        let faults = self.schemas.faults(command, &answer.json());
        assert!(faults.is_empty(), "{command}: {faults:#?}\n{answer}");
        self.held.insert(command.to_owned());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_commands_print_for_programs_is_what_the_schema_says() {
    let (desk, schemas) = (Desk::new(), Schemas::read());
    let record = fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/records/example.viva")).unwrap();
    desk.lay("mine.viva", record);
    desk.lay("mine.toml", contest_file(&house_entries(), ""));
    desk.lay("wrong.toml", "name = 3\nid = 'no id'\n");
    desk.lay("fr.ftl", "language-name = Français\n");
    desk.lay("lines.txt", crate::transcript::LP95);
    desk.lay("ballots.csv", "round,judge,entry,confederate,choice\nR1,J1,E1,C1,E1\n");
    desk.lay("plan.csv", desk.viva("schedule make loebner-2010").ends(0).data);
    desk.lay("answers.csv", "input,entry,answer\nhello,E1,hi there\nhello,E2,hi there you\n");
    desk.viva("record prove mine.viva 37 --out one.tlog-proof").ends(0);
    desk.viva("record import lines.txt --out past.viva").ends(0);
    desk.viva("intake open --rulebook loebner-2010 --name Final --data intake").ends(0);
    let mut answers = Answers { desk, schemas, held: BTreeSet::new() };
    let doctor = format!("'stdio:{} entry play doctor'", env!("CARGO_BIN_EXE_viva"));
    for (command, rest) in [
        ("language list", ""),
        ("language check", "fr.ftl"),
        ("rulebook list", ""),
        ("rulebook show", "loebner-2006"),
        ("rulebook check", "loebner-1995"),
        ("rulebook check", "wrong.toml"),
        ("questions check", "wrong.toml"),
        ("contest check", "mine.toml"),
        ("contest check", "wrong.toml"),
        ("contest calendar", "surrey-2003"),
        ("contest people", "mine.toml"),
        ("schedule make", "loebner-2010 --seed 1 --start 09:30"),
        ("schedule make", "loebner-1995"),
        ("schedule check", "loebner-2010 plan.csv"),
        ("schedule check", "surrey-2003 plan.csv"),
        ("schedule replan", "loebner-2010 plan.csv --played 2 --left C2"),
        ("score", "ballots.csv --rulebook loebner-2010 --under all"),
        ("score", "mine.viva"),
        ("simulate", "loebner-2010 --runs 20 --human 0.2,0.5"),
        ("simulate", "loebner-2010 --exact"),
        ("power", "--share 0.6 --rounds 8"),
        ("power", "--share 0.6 --sequential"),
        ("record verify", "mine.viva past.viva"),
        ("record show", "mine.viva"),
        ("record show", "mine.viva --interview R1-J1"),
        ("record show", "past.viva"),
        ("record export", "mine.viva --csv --out tables"),
        ("record export", "mine.viva --form plain --out plain"),
        ("record export", "past.viva --form surrey --out surrey"),
        ("record import", "lines.txt --out again.viva"),
        ("record publish", "mine.viva --out site"),
        ("record publish", "past.viva --out past"),
        ("record redact", "mine.viva --find hello"),
        ("record prove", "mine.viva 37"),
        ("record prove", "mine.viva 37 --out two.tlog-proof"),
        ("record stat", "mine.viva"),
        ("record stat", "past.viva"),
        ("record diff", "mine.viva past.viva"),
        ("record diff", "mine.viva mine.viva"),
        ("record replay", "mine.viva --until 20"),
        ("record search", "mine.viva hello"),
        ("record review", "mine.viva past.viva"),
        ("record review", "mine.viva past.viva --lint"),
        ("record check-proof", "one.tlog-proof --record mine.viva"),
        ("transcript show", "lines.txt"),
        ("transcript check", "lines.txt plan.csv"),
        ("transcript convert", "lines.txt --to surrey --out logs"),
        ("transcript turns", "lines.txt"),
        ("intake list", "--data intake"),
        ("intake status", "--data intake"),
        ("intake finalists", "--data intake"),
        ("intake likeness", "answers.csv"),
        ("entry check", &format!("{doctor} --only connect")),
        ("load", "--for 1s --conversations 1"),
        ("demo", "--seed 1"),
    ] {
        answers.hold(command, rest);
    }
    let data = answers.desk.path("data");
    let server = Server::start(&data, &[answers.desk.path("mine.toml").to_str().unwrap()]);
    for command in ["contest status", "contest timeline", "contest password", "contest pause", "contest resume"] {
        let why = if command == "contest pause" { "--reason fire" } else { "" };
        answers.hold(command, &format!("{why} --data data"));
    }
    answers.hold("contest token", "board --data data");
    server.kill();
    answers.hold("record write", "data story --out written.viva");
    answers.desk.viva("record import lines.txt --out own.viva --data data").ends(0);
    let places = answers.desk.viva("record redact own.viva --find a").ends(0).data;
    let place = places.split('\t').next().unwrap();
    let ruling = "--rule 'rule 17' --reason named --data data --out taken.viva";
    answers.hold("record redact", &format!("own.viva --part {place} {ruling}"));
    answers.hold("admin check", "data");
    // The killed server still holds the contest: one that is started and stopped in order releases it for the move.
    let again = Server::start(&data, &[]);
    again.signal(rustix::process::Signal::TERM);
    again.ends();
    answers.hold("admin move", "data elsewhere");

    // The rest: a second path to another command's answer, and the organiser's acts on the day, which share one answer.
    let commands = answers.schemas.cli["commands"].as_object().unwrap().keys().cloned().collect::<BTreeSet<_>>();
    let day = |command: &String| {
        answers.schemas.cli["commands"][command] == {
            let mut status = answers.schemas.cli["commands"]["contest pause"].clone();
            status["title"] = answers.schemas.cli["commands"][command]["title"].clone();
            status
        }
    };
    let left: Vec<_> = commands.difference(&answers.held).filter(|command| !day(command)).collect();
    assert_eq!(left, ["entry alike"]);
}

#[test]
fn what_is_done_with_a_record_is_told_as_it_was_done() {
    let desk = Desk::new();
    let record = fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/records/example.viva")).unwrap();
    desk.lay("mine.viva", record);
    desk.lay("lines.txt", crate::transcript::LP95);
    let names = |folder: &str| -> BTreeSet<String> {
        let files = fs::read_dir(desk.path(folder)).unwrap();
        files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect()
    };
    let texts = |told: &Value, key: &str| -> BTreeSet<String> {
        told.as_array().unwrap().iter().map(|one| one[key].as_str().unwrap().to_owned()).collect()
    };

    let shown = desk.viva("record show mine.viva --json").ends(0).json();
    let contest = &shown["contest"];
    assert_eq!((&contest["rulebook"], &contest["closed"]), (&"loebner-2010".into(), &true.into()), "{contest}");
    assert!(texts(&contest["people"], "id").is_superset(&["J1", "C1", "E1"].map(str::to_owned).into()), "{contest}");
    let said = shown["interviews"].as_array().unwrap().iter().flat_map(|one| one["conversations"].as_array().unwrap());
    let text = desk.viva("record show mine.viva").ends(0).data;
    let lines: Vec<&Value> = said.flat_map(|one| one["lines"].as_array().unwrap()).collect();
    assert!(!lines.is_empty() && lines.iter().all(|line| text.contains(line["text"].as_str().unwrap())), "{shown}");
    assert!(shown["interviews"][0]["ballots"][0]["answers"].is_object(), "{shown}");
    let one = desk.viva("record show mine.viva --interview R1-J1 --json").ends(0).json();
    assert_eq!((one["interviews"].as_array().unwrap().len(), &one["contest"]), (1, &Value::Null));

    let tables = desk.viva("record export mine.viva --csv --out tables --json").ends(0).json();
    assert_eq!(texts(&tables["files"], "name"), names("tables"));
    let messages = tables["files"].as_array().unwrap().iter().find(|file| file["name"] == "messages.csv").unwrap();
    let written = fs::read_to_string(desk.path("tables/messages.csv")).unwrap();
    assert_eq!(messages["rows"].as_u64(), Some(written.lines().count() as u64 - 1));
    desk.lay("phrases.txt", "hello\n");
    let plain = desk.viva("record export mine.viva --form plain --delete-phrases phrases.txt --out plain --json");
    assert_eq!(texts(&plain.ends(0).json()["files"], "name"), names("plain"));

    let pages = desk.viva("record publish mine.viva --out site --json").ends(0).json();
    let interviews = names("site/interviews").len();
    let others = names("site").iter().filter(|name| name.ends_with(".html")).count();
    assert_eq!((pages["pages"].as_u64(), &pages["has_result"]), (Some((interviews + others) as u64), &true.into()));

    let past = desk.viva("record import lines.txt --out past.viva --json").ends(0).json();
    assert_eq!((&past["sources"][0]["form"], &past["has_ballots"]), (&"lp95".into(), &false.into()), "{past}");
    let shown = desk.viva("record show past.viva --json").ends(0).json();
    assert!(!shown["imported"]["dialogues"][0]["visits"].as_array().unwrap().is_empty(), "{shown}");

    let proof = desk.viva("record prove mine.viva 37 --json").ends(0).json();
    desk.lay("one.tlog-proof", proof["proof"].as_str().unwrap());
    desk.viva("record check-proof one.tlog-proof --record mine.viva").ends(0);
    let found = desk.viva("record redact mine.viva --find hello --json");
    let places = desk.viva("record redact mine.viva --find hello").data;
    assert_eq!(found.json()["found"].as_array().unwrap().len(), places.lines().count());
}

#[test]
fn an_answer_of_another_form_is_a_fault() {
    let schemas = Schemas::read();
    let wrong = serde_json::json!([{ "id": "mine", "title": 3 }]);
    let faults = schemas.faults("rulebook list", &wrong);
    assert!(faults.iter().any(|fault| fault.contains("title")), "{faults:?}");
    assert!(faults.iter().any(|fault| fault.contains("required")), "{faults:?}");
    assert!(!schemas.faults("rulebook list", &serde_json::json!({})).is_empty());
}
