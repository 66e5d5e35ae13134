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
const STANDS: &str = "the new state of the contest";

fn answers() -> Vec<Answer> {
    use commands::{
        admin, calendar, contest as contests, demo, entry, intake as intakes, language as languages, people, power,
        questions as suites, record, rulebook as rulebooks, schedule, score, simulate, transcript,
    };
    let mut all = vec![
        answer::<demo::DemoTold<'_>>("demo", "the result, and the incidents"),
        answer::<contests::ContestChecked>("contest check", "every fault, with line and column"),
        answer::<Vec<calendar::DayTold<'_>>>("contest calendar", "the days of the rules"),
        answer::<people::PeopleTold<'_>>("contest people", "all people, and their forbidden places"),
        of_a_server("contest status", "the state of the contest", status),
        of_a_server("contest timeline", "the events, with their times", timeline),
        answer::<String>("contest password", "the new password"),
        answer::<String>("contest token", "the token"),
        answer::<Vec<languages::Listed>>("language list", "the shipped languages"),
        answer::<Vec<languages::FaultOfLanguage>>("language check", "every fault of files of languages"),
        answer::<Vec<rulebooks::Listed>>("rulebook list", "the shipped rulebooks"),
        answer::<Rulebook>("rulebook show", "a rulebook, in the form of records"),
        answer::<rulebooks::RulebookChecked>("rulebook check", "every fault, with line and column"),
        answer::<intakes::answer::OutcomeTold>("intake finalists", "the finalists, and the reasons against others"),
        answer::<Likeness>("intake likeness", "the similarity of the entries' answers"),
        answer::<Vec<intakes::answer::EntryRow>>("intake list", "the received entries"),
        answer::<intakes::answer::IntakeTold>("intake status", "the state of the intake"),
        answer::<Vec<suites::FaultOfSuite>>("questions check", "every fault of a suite, with its line"),
        answer::<schedule::PlanTold>("schedule make", "the plan"),
        answer::<schedule::PlanChecked>("schedule check", "every rule that the plan breaks"),
        answer::<schedule::PlanTold>("schedule replan", "the new plan"),
        answer::<score::ScoresTold<'_>>("score", "the results"),
        answer::<simulate::Simulated>("simulate", "the chances of awards"),
        answer::<power::PowerTold>("power", "the numbers that a claim needs"),
        answer::<record::show::RecordShown>("record show", "the identities, the conversations and the ballots"),
        answer::<record::written::FilesWritten>("record export", "the written files"),
        answer::<record::import::ImportWritten>("record import", "the sources of the record"),
        answer::<record::publish::PagesWritten>("record publish", "the written pages"),
        answer::<record::redact::Redacted<'_>>("record redact", "the places of a text, or the removed parts"),
        answer::<record::write::RecordWritten>("record write", "the written record"),
        answer::<record::prove::ProofMade>("record prove", "the proof"),
        answer::<Vec<record::verify::RecordVerified>>("record verify", "the findings about each record"),
        answer::<record::stat::RecordTotals>("record stat", "its figures"),
        answer::<record::diff::RecordsCompared<'_>>("record diff", "the first difference, and the parts of one only"),
        answer::<record::replay::StandingTold>("record replay", "the contest at that moment"),
        answer::<Vec<record::search::PlaceFound<'_>>>("record search", "every place of the text"),
        answer::<Vec<record::review::Reviewed>>("record review", "every text, or the faults of the tables"),
        answer::<record::check_proof::ProofChecked>("record check-proof", "the statement of the proof"),
        answer::<Vec<transcript::TranscriptTold>>("transcript show", "the content of each file"),
        answer::<Vec<transcript::Converted>>("transcript convert", "the written files, and the losses"),
        answer::<Vec<transcript::TranscriptTold>>("transcript check", "the faults of each file"),
        answer::<Vec<transcript::TurnsTold>>("transcript turns", "the turns of each conversation"),
        answer::<entry::check::EntryChecked<'_>>("entry check", "the result of each check"),
        answer::<Likeness>("entry alike", "the similarity of the entries' answers"),
        answer::<Vec<admin::ContestKept>>("admin check", "the findings about each contest"),
        answer::<Vec<admin::moving::ContestMoved>>("admin move", "the moved contests"),
        answer::<load::LoadOutcome>("load", "the outcome of every key"),
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
        "title": "The answers of viva with --json",
        "commands": commands,
        "$defs": generator.take_definitions(true),
    })
}

/// The table of commands in `docs/command-line.md`.
fn table() -> String {
    let mut text = "| command | answer |\n| --- | --- |\n".to_owned();
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
