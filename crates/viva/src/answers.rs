//! The table of the commands with `--json` and the types they print. `docs/cli.schema.json` and the table in
//! `docs/command-line.md` are made from it.
//!
//! It is compiled only for tests. They compare the two files with the types, and the table with the command line; the
//! end-to-end tests check real answers against the schema.

use std::{collections::BTreeSet, fmt::Write, fs, path::Path};

use clap::CommandFactory;
use contest::result::Report;
use intake::selection::likeness::Likeness;
use rulebook::Rulebook;
use schemars::{JsonSchema, Schema, SchemaGenerator, generate::SchemaSettings};
use serde_json::{Value, json};

use crate::{cli::Cli, commands};

/// A command, a description of its answer, and the answer's schema.
struct Answer {
    command: &'static str,
    what: &'static str,
    schema: fn(&mut SchemaGenerator) -> Schema,
}

const fn answer<T: JsonSchema>(command: &'static str, what: &'static str) -> Answer {
    Answer { command, what, schema: |generator| generator.subschema_for::<T>() }
}

/// The answer of a server, described in `docs/openapi.json`.
const fn of_a_server(command: &'static str, what: &'static str, schema: fn(&mut SchemaGenerator) -> Schema) -> Answer {
    Answer { command, what, schema }
}

fn status(_: &mut SchemaGenerator) -> Schema {
    served(&json!({ "$ref": "openapi.json#/components/schemas/Status" }))
}

fn timeline(_: &mut SchemaGenerator) -> Schema {
    served(&json!({ "type": "array", "items": { "$ref": "openapi.json#/components/schemas/Moment" } }))
}

fn served(schema: &Value) -> Schema {
    Schema::try_from(schema.clone()).expect("an object is a schema")
}

/// The answer of commands that ask a server to act: the status of the contest afterwards.
const STANDS: &str = "how the contest stands then";

fn answers() -> Vec<Answer> {
    use commands::{
        admin, calendar, contest as contests, demo, entry, intake as intakes, language as languages, people, record,
        rulebook as rulebooks, schedule, score, transcript,
    };
    let mut all = vec![
        answer::<demo::DemoTold<'_>>("demo", "the result, and what went wrong"),
        answer::<contests::ContestChecked>("contest check", "every fault, with line and column"),
        answer::<Vec<calendar::DayTold<'_>>>("contest calendar", "the days that the rules name"),
        answer::<people::PeopleTold<'_>>("contest people", "everybody, and who stands where they may not"),
        of_a_server("contest status", "how the contest stands", status),
        of_a_server("contest timeline", "what happened, and when", timeline),
        answer::<String>("contest password", "the password that was drawn"),
        answer::<String>("contest token", "the token"),
        answer::<Vec<languages::Listed>>("language list", "the languages that are shipped"),
        answer::<Vec<languages::FaultOfLanguage>>("language check", "every fault of files of languages"),
        answer::<Vec<rulebooks::Listed>>("rulebook list", "the shipped rulebooks"),
        answer::<Rulebook>("rulebook show", "a rulebook, as records hold it"),
        answer::<rulebooks::RulebookChecked>("rulebook check", "every fault, with line and column"),
        answer::<intakes::answer::OutcomeTold>("intake finalists", "who is in the final, and why everyone else is not"),
        answer::<Likeness>("intake likeness", "how alike entries answer"),
        answer::<Vec<intakes::answer::EntryRow>>("intake list", "the entries that came in"),
        answer::<intakes::answer::IntakeTold>("intake status", "how the intake stands"),
        answer::<schedule::PlanTold>("schedule make", "the plan"),
        answer::<schedule::PlanChecked>("schedule check", "everything that the plan breaks"),
        answer::<schedule::PlanTold>("schedule replan", "the new plan"),
        answer::<score::ScoresTold<'_>>("score", "the results"),
        answer::<record::show::RecordShown>("record show", "who is who, what was said, and what was answered"),
        answer::<record::export::FilesWritten>("record export", "the files that were written"),
        answer::<record::import::ImportWritten>("record import", "what the record was made from"),
        answer::<record::publish::PagesWritten>("record publish", "the pages that were written"),
        answer::<record::redact::Redacted<'_>>("record redact", "where a text stands, or what was taken out"),
        answer::<record::write::RecordWritten>("record write", "the record that was written"),
        answer::<record::prove::ProofMade>("record prove", "the proof"),
        answer::<Vec<record::verify::RecordVerified>>("record verify", "what was found of each record"),
        answer::<record::stat::RecordTotals>("record stat", "how much is in it"),
        answer::<record::diff::RecordsCompared<'_>>("record diff", "the first difference, and what only one has"),
        answer::<record::replay::StandingTold>("record replay", "the contest at that moment"),
        answer::<Vec<record::search::PlaceFound<'_>>>("record search", "every place of the text"),
        answer::<Vec<record::review::Reviewed>>("record review", "every text, or what is wrong with the tables"),
        answer::<record::check_proof::ProofChecked>("record check-proof", "what the proof shows"),
        answer::<Vec<transcript::TranscriptTold>>("transcript show", "what each file says"),
        answer::<Vec<transcript::Converted>>("transcript convert", "what was written, and what is not carried"),
        answer::<Vec<transcript::TranscriptTold>>("transcript check", "what is wrong with each file"),
        answer::<Vec<transcript::TurnsTold>>("transcript turns", "the turns of each conversation"),
        answer::<entry::check::EntryChecked<'_>>("entry check", "what came of each check"),
        answer::<Likeness>("entry alike", "how alike entries answer"),
        answer::<Vec<admin::ContestKept>>("admin check", "what was found of each contest"),
        answer::<Vec<admin::moving::ContestMoved>>("admin move", "the contests that were moved"),
        answer::<load::Outcome>("load", "what became of every key"),
    ];
    let known: BTreeSet<&str> = all.iter().map(|answer| answer.command).collect();
    let day = commands_with_json().into_iter().filter(|command| !known.contains(command.as_str()));
    // The organiser's commands on the day all answer with the status.
    let day: Vec<String> = day.filter(|command| command.starts_with("contest ")).collect();
    all.extend(day.into_iter().map(|command| of_a_server(command.leak(), STANDS, status)));
    all.sort_by_key(|answer| answer.command);
    all
}

/// The commands that have `--json`.
fn commands_with_json() -> BTreeSet<String> {
    fn collect(command: &clap::Command, path: &str, found: &mut BTreeSet<String>) {
        if command.get_arguments().any(|argument| argument.get_id() == "json") {
            found.insert(path.to_owned());
        }
        for below in command.get_subcommands() {
            let path = format!("{path} {}", below.get_name());
            collect(below, path.trim(), found);
        }
    }
    let mut found = BTreeSet::new();
    collect(&Cli::command(), "", &mut found);
    found
}

/// The schema of all answers, each under the name of its command.
fn schema() -> Value {
    let mut generator = SchemaSettings::draft2020_12().into_generator();
    let commands: serde_json::Map<String, Value> = answers()
        .into_iter()
        .map(|Answer { command, what, schema }| {
            let mut schema = schema(&mut generator).to_value();
            schema["title"] = format!("viva {command} --json: {what}").into();
            (command.to_owned(), schema)
        })
        .collect();
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "What viva prints with --json",
        "commands": commands,
        "$defs": generator.take_definitions(true),
    })
}

/// The table of commands in `docs/command-line.md`.
fn table() -> String {
    let mut text = "| command | what it prints |\n| --- | --- |\n".to_owned();
    for Answer { command, what, .. } in answers() {
        let _ = writeln!(text, "| `viva {command}` | {what} |");
    }
    text
}

/// Compares a file of the documentation with the text it should have; `UPDATE=1` writes it.
fn compare(name: &str, wanted: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(name);
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, wanted).unwrap();
    }
    let found = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        found == wanted,
        "docs/{name} is not what the types say: run this test with UPDATE=1, and look at the difference"
    );
}

#[test]
fn every_command_that_prints_json_has_a_schema_and_no_other() {
    let known: BTreeSet<String> = answers().into_iter().map(|answer| answer.command.to_owned()).collect();
    assert_eq!(known, commands_with_json());
}

#[test]
fn the_schema_of_all_answers_is_what_the_types_say() {
    compare("cli.schema.json", &format!("{:#}\n", schema()));
}

#[test]
fn the_table_of_answers_is_in_the_documentation() {
    const BEGINS: &str = "<!-- answers: made from the types -->\n\n";
    const ENDS: &str = "\n<!-- end -->";
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/command-line.md");
    let page = fs::read_to_string(path).unwrap();
    let (before, rest) = page.split_once(BEGINS).expect("the place of the table");
    let (_, after) = rest.split_once(ENDS).expect("the end of the table");
    compare("command-line.md", &format!("{before}{BEGINS}{}{ENDS}{after}", table()));
}

#[test]
fn a_report_is_the_result_of_a_demonstration() {
    // The results page and the demonstration must share one form.
    let mut generator = SchemaSettings::draft2020_12().into_generator();
    let properties = |schema: Schema| schema.to_value()["properties"].as_object().cloned().unwrap_or_default();
    let report = properties(Report::json_schema(&mut generator));
    let demo = properties(commands::demo::DemoTold::json_schema(&mut generator));
    assert!(report.keys().all(|key| demo.contains_key(key)), "{report:?}");
}
