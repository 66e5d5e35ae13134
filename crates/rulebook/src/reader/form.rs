//! The JSON Schema of a contest file, for editors: `docs/contest-file.schema.json`.
//!
//! The reader of contest files is written by hand, because its faults say more than a schema can. The types here have its keys,
//! and `tests/form.rs` compares them with the keys that the reader asks for. The program never makes a value of them.
#![expect(dead_code, reason = "only the schemas of these types are used")]

use std::collections::BTreeMap;

use schemars::{JsonSchema, Schema, SchemaGenerator, generate::SchemaSettings, json_schema};
use serde_json::{Map, Value, json};

use super::entries::{ProtocolWord, protocols};
use crate::{
    contest_file::{
        COSIGNERS_MAX, Encoding, InstructionsRole, Isolation, Newline, REFEREES_MAX, Replies, ReplyEnds, SEED_MAX,
        SOURCES_MAX, TurnEnds,
    },
    schema::Money,
};

/// The JSON Schema of a contest file. `format`, `x-least` and `x-most` are those of the schema of rulebooks.
#[must_use]
pub fn schema_of_contest_file() -> Value {
    let generator = SchemaSettings::draft2020_12().into_generator();
    let mut schema = generator.into_root_schema_for::<ContestTable>().to_value();
    let overrides = overrides();
    if let Some(items) = schema.get_mut("$defs").and_then(Value::as_object_mut) {
        let parts = overrides.get("$defs").and_then(Value::as_object).cloned().unwrap_or_default();
        items.extend(parts.into_iter().map(|(name, part)| (format!("Rules{name}"), part)));
        items.insert("Overrides".to_owned(), overrides_alone(overrides));
    }
    without_null_defaults(&mut schema);
    crate::schema::join_lines(&mut schema);
    schema
}

/// Takes out the defaults of keys that are simply absent: a TOML file cannot say so.
fn without_null_defaults(schema: &mut Value) {
    match schema {
        Value::Object(items) => {
            items.retain(|key, value| key != "default" || !value.is_null());
            items.values_mut().for_each(without_null_defaults);
        }
        Value::Array(items) => items.iter_mut().for_each(without_null_defaults),
        _ => {}
    }
}

/// The schema of a rulebook in which nothing is required: overrides have only the keys that they change.
fn overrides() -> Value {
    let mut schema = crate::schema::schema_of_rulebook();
    loosen(&mut schema);
    schema
}

/// The schema of the overrides without the definitions of its parts, which stand beside it.
fn overrides_alone(mut overrides: Value) -> Value {
    if let Some(items) = overrides.as_object_mut() {
        items.retain(|key, _| !matches!(key.as_str(), "$defs" | "$schema" | "title" | "description"));
    }
    overrides
}

/// Takes the demands for keys out of a schema, and names its parts as they are called beside the contest file's own. Of several
/// forms a part may now fit more than one.
fn loosen(schema: &mut Value) {
    match schema {
        Value::Object(items) => {
            // A key of a rulebook may be called `required` too: only a list of names demands keys.
            if items.get("required").is_some_and(Value::is_array) {
                items.remove("required");
            }
            if let Some(forms) = items.remove("oneOf") {
                items.insert("anyOf".to_owned(), forms);
            }
            for (key, value) in items.iter_mut() {
                match value {
                    Value::String(target) if key == "$ref" => *target = target.replace("#/$defs/", "#/$defs/Rules"),
                    value => loosen(value),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(loosen),
        _ => {}
    }
}

/// A contest file: the participants and programs of one running of a rulebook.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct ContestTable {
    /// The contest's name.
    #[schemars(length(min = 1, max = 80))]
    name: String,
    /// The short name in addresses; made from `name` if absent.
    #[schemars(default, schema_with = "slug")]
    id: Option<String>,
    /// The person or body that runs it.
    #[schemars(length(min = 1, max = 80))]
    organiser: String,
    /// The organiser's contribution to the seed that every draw comes from. Absent: the organiser's page contributes.
    #[schemars(length(min = 1, max = SEED_MAX))]
    seed: Option<String>,
    /// Whether `seed` alone fixes every draw. It is recorded, and every page and verdict says so.
    #[schemars(extend("default" = false))]
    rehearsal: Option<bool>,
    /// The id of a shipped rulebook, or the path of one, which ends in `.toml`.
    rulebook: String,
    /// Changes to the rulebook: a table joins the rulebook's table key by key, every other value replaces the rulebook's.
    #[schemars(default, schema_with = "reference_to_overrides")]
    overrides: Option<Map<String, Value>>,
    /// The additions of earlier contests to the purses: the id of an award and money.
    carried: Option<BTreeMap<String, Money>>,
    /// The committee's members and decisions, where the rulebook has a committee.
    committee: Option<CommitteeTable>,
    /// The time, after an interruption of the server of more than five seconds, after which the clocks continue by themselves.
    /// Absent: the organiser resumes them; 5 s where everybody is `scripted`.
    #[schemars(default, schema_with = "hour")]
    countdown: Option<String>,
    /// When the first round is to begin. Its time zone is that of the contest.
    #[schemars(default, schema_with = "moment")]
    begins: Option<String>,
    /// A file with the plan of all meetings, in the folder of this file or below. Absent: the rulebook's design makes the plan.
    #[schemars(length(min = 1, max = 4096))]
    plan: Option<String>,
    /// The judges; the first is J1.
    judge: Vec<JudgeTable>,
    /// The confederates; the first is C1.
    confederate: Option<Vec<ConfederateTable>>,
    /// The referees; the first is F1.
    #[schemars(length(max = REFEREES_MAX))]
    referee: Option<Vec<RefereeTable>>,
    /// Outside people who watch the record grow and sign it.
    #[schemars(length(max = COSIGNERS_MAX))]
    cosigner: Option<Vec<CosignerTable>>,
    /// The sandbox of entries' programs, unless their tables name one.
    #[schemars(extend("default" = "bubblewrap"))]
    isolation: Option<Isolation>,
    /// The entries; the first is E1.
    #[schemars(default, schema_with = "entries")]
    entry: Option<Vec<EntryTable>>,
    /// Substitute programs.
    #[schemars(default, schema_with = "entries")]
    reserve: Option<Vec<EntryTable>>,
    /// The records whose conversations judges read.
    #[schemars(length(max = SOURCES_MAX))]
    source: Option<Vec<SourceTable>>,
}

/// A judge.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct JudgeTable {
    /// The name for people; no judge sees it.
    #[schemars(length(min = 1, max = 80))]
    name: String,
    /// Whether a script plays the part.
    #[schemars(extend("default" = false))]
    scripted: Option<bool>,
    /// The label of the plan that this person bears; drawn if absent.
    #[schemars(regex(pattern = "^J[1-9][0-9]*$"))]
    label: Option<String>,
}

/// A confederate.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct ConfederateTable {
    /// The name for people; no judge sees it.
    #[schemars(length(min = 1, max = 80))]
    name: String,
    /// Whether a script plays the part.
    #[schemars(extend("default" = false))]
    scripted: Option<bool>,
    /// The label of the plan that this person bears; drawn if absent.
    #[schemars(regex(pattern = "^C[1-9][0-9]*$"))]
    label: Option<String>,
}

/// A referee.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct RefereeTable {
    /// The name for people.
    #[schemars(length(min = 1, max = 80))]
    name: String,
}

/// A cosigner.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct CosignerTable {
    /// The public key: the line that `viva cosign --key FILE` prints.
    #[schemars(length(min = 1, max = 400))]
    key: String,
    /// The address of a standard witness for submissions, without `/add-checkpoint`.
    #[schemars(length(min = 1, max = 2048))]
    witness: Option<String>,
}

/// A record whose conversations judges read.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct SourceTable {
    /// The file, in the folder of this file or below.
    #[schemars(length(min = 1, max = 4096))]
    path: String,
    /// SHA-256 of its bytes, as `sha256sum` prints it.
    #[schemars(regex(pattern = "^[0-9A-Fa-f]{64}$"))]
    sha256: String,
    /// The conversations to show, by their names in its record. Absent: all that have a turn.
    conversations: Option<Vec<String>>,
}

/// The committee's work before the contest.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct CommitteeTable {
    /// The names of its members.
    #[schemars(length(max = 20))]
    members: Vec<String>,
    /// Its contribution to the seed that every draw comes from.
    #[schemars(length(min = 1, max = SEED_MAX))]
    seed: Option<String>,
    /// Its decisions, by the ids of matters.
    settled: Option<BTreeMap<String, String>>,
    /// Whether every participant of the role has made the attestation of this id.
    attested: Option<BTreeMap<String, bool>>,
    /// The members' signatures under the rules and the decisions.
    signature: Option<Vec<SignatureTable>>,
}

/// A member's signature, as `viva contest sign` prints it.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct SignatureTable {
    /// The member's public key.
    #[schemars(length(min = 1, max = 400))]
    key: String,
    /// The signature.
    #[schemars(length(min = 1, max = 500))]
    line: String,
}

/// A program: the keys of every entry, and those of its protocol.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct EntryTable {
    /// The name of the program.
    #[schemars(length(min = 1, max = 80))]
    name: String,
    /// The person or team behind it.
    #[schemars(length(min = 1, max = 80))]
    contestant: String,
    /// Its protocol.
    protocol: ProtocolWord,
    /// The program and its arguments; no shell takes part.
    #[schemars(length(min = 1, max = 64))]
    command: Option<Vec<String>>,
    /// The program to start for each interview; `{port}` in it and in `url` is a free port. Absent: the server runs already.
    #[schemars(length(min = 1, max = 64))]
    server: Option<Vec<String>>,
    /// More files and folders of the program, relative to the folder of this file.
    #[schemars(length(max = 64))]
    files: Option<Vec<String>>,
    /// The program's sandbox. Absent: that of the file.
    isolation: Option<Isolation>,
    /// Whether the program runs without a network.
    #[schemars(extend("default" = false))]
    hermetic: Option<bool>,
    /// Whether a program that restarts in mid-interview gets the judge's earlier lines again.
    #[schemars(extend("default" = false))]
    replay: Option<bool>,
    /// The program's environment variables.
    environment: Option<BTreeMap<String, String>>,
    /// How much of the machine the program may use in each interview.
    limits: Option<LimitsTable>,
    /// The longest silence after a judge's line before the organiser gets a warning.
    #[schemars(default, schema_with = "silence")]
    silence: Option<String>,
    /// Whether it is an open-source program that the organisers entered.
    #[schemars(extend("default" = false))]
    open_source: Option<bool>,
    /// Whether it is one of the rulebook's baselines.
    #[schemars(extend("default" = false))]
    baseline: Option<bool>,
    /// Its place in selection; level entries share a place.
    #[schemars(range(min = 1, max = 1000))]
    selection_place: Option<u16>,
    /// The entrant's choice among the rulebook's `interview.opening_words`.
    #[schemars(length(min = 1, max = 200))]
    opening: Option<String>,
    /// The label of the plan that it bears; drawn if absent.
    #[schemars(regex(pattern = "^E[1-9][0-9]*$"))]
    label: Option<String>,
    /// Whether its single keys are collected into lines, which the contest types with its human rhythm.
    #[schemars(extend("default" = false))]
    rhythm: Option<bool>,
    /// Beginnings of output that are prompts, not speech.
    #[schemars(length(max = 16))]
    prompts: Option<Vec<String>>,
    /// The end of a reply.
    #[schemars(extend("default" = "line"))]
    reply_ends: Option<ReplyEnds>,
    /// The encoding of its bytes.
    #[schemars(extend("default" = "utf-8"))]
    encoding: Option<Encoding>,
    /// The bytes it receives for a Return.
    #[schemars(extend("default" = "lf"))]
    newline: Option<Newline>,
    /// `two` when it waits for an empty line after each of the judge's.
    #[schemars(extend("default" = "one"))]
    turn_ends: Option<TurnEnds>,
    /// The text it receives at the end of the interview.
    #[schemars(length(min = 1, max = 200))]
    quit: Option<String>,
    /// Whether it is started under `stdbuf -o0`.
    #[schemars(extend("default" = false))]
    unbuffer: Option<bool>,
    /// Whether it gets a pseudo-terminal.
    #[schemars(extend("default" = false))]
    terminal: Option<bool>,
    /// Part of its ready line; this line and those before it are no speech.
    #[schemars(length(min = 1, max = 200))]
    ready: Option<String>,
    /// The real time after each start before its first input.
    #[schemars(default, schema_with = "ten_minutes")]
    warm_up: Option<String>,
    /// The bytes it receives for a Return at its terminal.
    #[schemars(extend("default" = "cr"))]
    line_end: Option<Newline>,
    /// Whether it echoes its input.
    #[schemars(extend("default" = true))]
    echo: Option<bool>,
    /// The delay after a finished line until the judge's turn ends by itself.
    #[schemars(default, schema_with = "minute")]
    turn: Option<String>,
    /// The communications directory of a program that is started by hand.
    #[schemars(length(min = 1, max = 4096))]
    directory: Option<String>,
    /// The address of its server: `ws://`, `wss://`, `http://` or `https://`.
    #[schemars(length(min = 1, max = 2048))]
    url: Option<String>,
    /// A file with the token that the server asks for.
    #[schemars(length(min = 1, max = 4096))]
    token_file: Option<String>,
    /// A CSS selector of the elements with the entry's words.
    #[schemars(length(min = 1, max = 500))]
    reply: Option<String>,
    /// Which of them are the reply.
    #[schemars(extend("default" = "last"))]
    replies: Option<Replies>,
    /// The page with the words, if not the page that answers the form.
    #[schemars(length(min = 1, max = 2048))]
    reply_url: Option<String>,
    /// A CSS selector of the form.
    #[schemars(length(min = 1, max = 500))]
    form: Option<String>,
    /// The name of the field for the judge's words.
    #[schemars(length(min = 1, max = 200))]
    field: Option<String>,
    /// The name, value or text of the button that is pressed.
    #[schemars(length(min = 1, max = 200))]
    submit: Option<String>,
    /// The longest time for a page or an answer, in real time.
    #[schemars(default, schema_with = "patience")]
    patience: Option<String>,
    /// With `web`: whether the page has the entry's first words before anything is submitted. With `chat`: the instruction that
    /// makes the model open.
    #[schemars(default, schema_with = "switch_or_line")]
    start: Option<Value>,
    /// The name by which the program registers.
    #[schemars(length(min = 1, max = 49))]
    id: Option<String>,
    /// A file whose first line is the secret by which the program registers.
    #[schemars(length(min = 1, max = 4096))]
    secret_file: Option<String>,
    /// The model, as its server names it.
    #[schemars(length(min = 1, max = 200))]
    model: Option<String>,
    /// The instructions to the model before the judge's first word.
    #[schemars(length(min = 1, max = 20_000))]
    instructions: Option<String>,
    /// A file with the instructions.
    #[schemars(length(min = 1, max = 4096))]
    instructions_file: Option<String>,
    /// The message that holds the instructions.
    #[schemars(extend("default" = "system"))]
    instructions_role: Option<InstructionsRole>,
    /// A file with the key that the server asks for.
    #[schemars(length(min = 1, max = 4096))]
    key_file: Option<String>,
    /// The environment variable that holds the key.
    #[schemars(regex(pattern = "^[A-Za-z_][A-Za-z0-9_]*$"))]
    key_env: Option<String>,
    /// Whether the answer is requested as a stream.
    #[schemars(extend("default" = true))]
    stream: Option<bool>,
    /// The randomness in the choice of words.
    #[schemars(default, schema_with = "number_or_text")]
    temperature: Option<Value>,
    /// The most tokens of an answer.
    #[schemars(range(min = 1, max = 1_000_000))]
    max_tokens: Option<u32>,
    /// Texts before which the model stops.
    #[schemars(length(max = 4))]
    stop: Option<Vec<String>>,
    /// Further members of the request, as a JSON object.
    #[schemars(length(min = 2, max = 20_000))]
    extra: Option<String>,
    /// The number of messages of the conversation that are sent again with the judge's last.
    #[schemars(range(max = 1000), extend("default" = 40))]
    history: Option<u16>,
    /// The number of further attempts for one answer.
    #[schemars(range(max = 10), extend("default" = 3))]
    retries: Option<u32>,
    /// The kinds of judges' files that the model accepts.
    #[schemars(length(max = 3))]
    takes: Option<Vec<attachment::FileKind>>,
    /// The price of a million tokens sent to the model.
    #[schemars(default, schema_with = "number_or_text")]
    price_in: Option<Value>,
    /// The price of a million tokens in its answers.
    #[schemars(default, schema_with = "number_or_text")]
    price_out: Option<Value>,
    /// The currency of the prices.
    #[schemars(regex(pattern = "^[A-Z]{3}$"))]
    currency: Option<String>,
}

/// How much of the machine a program may use in each interview.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct LimitsTable {
    /// The most memory, in MiB.
    #[schemars(range(min = 16, max = 1_048_576), extend("default" = 2048))]
    memory_mib: Option<u32>,
    /// The most disk space, in MiB.
    #[schemars(range(min = 4, max = 1_048_576), extend("default" = 512))]
    disk_mib: Option<u32>,
    /// The most processes and threads at the same time.
    #[schemars(range(min = 1, max = 4096), extend("default" = 256))]
    processes: Option<u16>,
    /// The most open files of each of its processes.
    #[schemars(range(min = 16, max = 1_048_576), extend("default" = 1024))]
    open_files: Option<u32>,
    /// The most processor time of each of its processes, in whole seconds.
    #[schemars(default, schema_with = "day")]
    processor: Option<String>,
}

/// A list of entries: each has the keys of its protocol, and no others.
fn entries(generator: &mut SchemaGenerator) -> Schema {
    let entry = generator.subschema_for::<EntryTable>();
    generator.definitions_mut().insert("KeysOfProtocols".to_owned(), json!({ "allOf": keys_of_protocols() }));
    json_schema!({ "type": "array", "items": { "allOf": [entry, { "$ref": "#/$defs/KeysOfProtocols" }] } })
}

/// A rule for each protocol that forbids the keys of the others.
fn keys_of_protocols() -> Vec<Value> {
    let all: Vec<&str> = protocols().flat_map(|(_, keys)| keys).copied().collect();
    let rule = |(word, own): (&str, &[&str])| {
        let others = all.iter().filter(|key| !own.contains(key)).map(|key| ((*key).to_owned(), Value::Bool(false)));
        let others: Map<String, Value> = others.collect();
        json!({ "if": { "properties": { "protocol": { "const": word } } }, "then": { "properties": others } })
    };
    protocols().map(rule).collect()
}

fn reference_to_overrides(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "$ref": "#/$defs/Overrides" })
}

fn slug(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "string", "format": "slug", "pattern": "^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$" })
}

/// A moment with its time zone. TOML's own form is a text for editors.
fn moment(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "string", "format": "date-time" })
}

/// A number, or its digits as a text.
fn number_or_text(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": ["number", "string"], "minimum": 0, "pattern": "^[0-9]+([.][0-9]{1,3})?$" })
}

fn switch_or_line(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": ["boolean", "string"], "minLength": 1, "maxLength": 2000 })
}

fn hour(_: &mut SchemaGenerator) -> Schema {
    duration(1, 60 * 60)
}

fn silence(_: &mut SchemaGenerator) -> Schema {
    duration(5, 60 * 60)
}

fn minute(_: &mut SchemaGenerator) -> Schema {
    duration(0, 60)
}

fn patience(_: &mut SchemaGenerator) -> Schema {
    duration(1, 10 * 60)
}

fn ten_minutes(_: &mut SchemaGenerator) -> Schema {
    duration(0, 10 * 60)
}

fn day(_: &mut SchemaGenerator) -> Schema {
    duration(1, 24 * 60 * 60)
}

/// A duration of so many seconds.
fn duration(least: u64, most: u64) -> Schema {
    json_schema!({ "type": "string", "format": "duration", "x-least": least * 1000, "x-most": most * 1000 })
}
