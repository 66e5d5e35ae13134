//! A finished contest as tables, and the scripts that load them.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use serde_json::Value;

use crate::support::{talk, viva};

fn record(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/records").join(name);
    path.to_str().unwrap().to_owned()
}

fn export(record: &str, form: &str, out: &Path, more: &[&str]) -> Output {
    viva().args(["record", "export", record, form, "--out"]).arg(out).args(more).output().unwrap()
}

/// The rows of an NDJSON file.
fn rows(folder: &Path, table: &str) -> Vec<Value> {
    let text = fs::read_to_string(folder.join(format!("{table}.ndjson"))).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_file_that_was_shown_is_a_row_with_what_it_is_and_none_once_it_was_taken_out() {
    let folder = tempfile::tempdir().unwrap();
    let rows_of = |name: &str| {
        let out = folder.path().join(name);
        let output = export(&record(name), "--ndjson", &out, &[]);
        assert!(output.status.success(), "{}", talk(&output));
        rows(&out, "attachments")
    };
    let shown = rows_of("audio-visual.viva");
    let kinds: Vec<_> =
        shown.iter().map(|row| (row["kind"].as_str().unwrap(), row["format"].as_str().unwrap())).collect();
    assert_eq!(kinds, [("picture", "png"), ("sound", "wav"), ("picture", "png"), ("sound", "wav")]);
    for row in &shown {
        let (file, sha256) = (row["file"].as_str().unwrap(), row["sha256"].as_str().unwrap());
        assert_eq!(file, format!("attachments/{sha256}.{}", row["format"].as_str().unwrap()));
        let is_picture = row["kind"] == "picture";
        assert_eq!((row["width"].is_i64(), row["duration_ms"].is_i64()), (is_picture, !is_picture), "{row}");
    }
    assert_eq!(rows_of("audio-visual-file-redacted.viva"), Vec::<Value>::new());
}

#[test]
fn the_example_of_the_format_page_is_tables_and_a_codebook() {
    let folder = tempfile::tempdir().unwrap();
    let output = export(&record("example.viva"), "--ndjson", folder.path(), &["--licence", "CC-BY-4.0"]);
    assert!(output.status.success(), "{}", talk(&output));
    let people = rows(folder.path(), "participants");
    let names: Vec<_> = people.iter().map(|row| row["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["Zoë", "Ada", "Program 1"]);
    assert_eq!(people[2]["contestant"], "Team 1");
    let [interview] = &rows(folder.path(), "interviews")[..] else { panic!("one interview") };
    assert_eq!((interview["interview"].as_str(), interview["round"].as_i64()), (Some("R1-J1"), Some(1)));
    let conversations = rows(folder.path(), "conversations");
    let witnesses: Vec<_> = conversations.iter().map(|row| row["witness"].as_str().unwrap()).collect();
    assert_eq!(witnesses, ["E1", "C1"]);
    let messages = rows(folder.path(), "messages");
    let hello = messages.iter().find(|row| row["conversation"] == "R1-J1-left" && row["by"] == "witness").unwrap();
    assert_eq!((hello["text"].as_str(), hello["shown"].as_bool()), (Some("Hello"), Some(true)));
    let keys = rows(folder.path(), "keystrokes");
    let typed: String = keys
        .iter()
        .filter(|row| row["conversation"] == "R1-J1-left" && row["by"] == "witness")
        .map(|row| row["key"].as_str().unwrap())
        .collect();
    assert_eq!(typed, "HelloReturn");
    let answers = rows(folder.path(), "ballots");
    let choice = answers.iter().find(|row| row["question"] == "human").unwrap();
    assert_eq!((choice["answer"].as_str(), choice["about"].as_str()), (Some("left"), Some("E1")));
    assert_eq!(choice["answered_by"], "J1");
    let judgements = rows(folder.path(), "judgements");
    let columns = ["judged", "judged_kind", "beside"];
    let judged: Vec<_> = judgements.iter().map(|row| columns.map(|column| row[column].as_str().unwrap())).collect();
    assert_eq!(judged, [["C1", "person", "E1"], ["E1", "program", "C1"]]);
    for row in &judgements {
        let was_taken = row["judged"] == "E1";
        assert_eq!((&row["taken"], &row["right"]), (&was_taken.into(), &false.into()), "{row}");
        assert_eq!(
            (&row["judge"], &row["judge_order"], &row["excluded"]),
            (&"J1".into(), &1.into(), &false.into()),
            "{row}"
        );
        let moment = |name: &str| row[name].as_str().unwrap().to_owned();
        assert!(moment("talk_began") <= moment("first_word") && moment("first_word") < moment("verdict"), "{row}");
    }
    let standings = rows(folder.path(), "standings");
    let first = &standings[0];
    assert_eq!((first["witness"].as_str(), first["value"].as_f64()), (Some("E1"), Some(1.0)));
    assert_eq!((first["part"].as_i64(), first["whole"].as_i64()), (Some(1), Some(1)), "once in one interview");
    let readme = fs::read_to_string(folder.path().join("README.md")).unwrap();
    assert!(
        readme.contains("CC-BY-4.0") && readme.contains("A village hall") && readme.contains("consistent"),
        "{readme}"
    );
    assert!(fs::read_to_string(folder.path().join("codebook.csv")).unwrap().contains("keystrokes,at,moment,false,"));
}

#[test]
fn what_was_taken_out_is_absent_and_an_unfinished_or_broken_contest_has_no_tables() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let output = export(&record("names-redacted.viva"), "--ndjson", &at("names"), &[]);
    assert!(output.status.success(), "{}", talk(&output));
    let people = rows(&at("names"), "participants");
    let ids: Vec<_> = people.iter().map(|row| row["participant"].as_str().unwrap()).collect();
    assert_eq!(ids, ["J1", "C1", "E1"], "rows of other tables lead to them all the same");
    assert!(people.iter().all(|row| row["name"].is_null() && row["contestant"].is_null()), "{people:?}");
    assert_eq!(rows(&at("names"), "conversations").len(), 2);
    let output = export(&record("ballot-redacted.viva"), "--ndjson", &at("ballot"), &[]);
    assert!(output.status.success(), "{}", talk(&output));
    assert!(rows(&at("ballot"), "standings").is_empty(), "no result is told that is not confirmed");
    let output = export(&record("unfinished.viva"), "--csv", &at("unfinished"), &[]);
    assert_eq!(output.status.code(), Some(1), "{}", talk(&output));
    assert!(!at("unfinished").exists());
    let mut bytes = fs::read(record("example.viva")).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(at("broken.viva"), bytes).unwrap();
    let output = export(at("broken.viva").to_str().unwrap(), "--csv", &at("broken"), &[]);
    assert_eq!(output.status.code(), Some(1), "{}", talk(&output));
    let output = export(&record("example.viva"), "--csv", &at("names"), &[]);
    assert_eq!(output.status.code(), Some(2), "a README that is there stays: {}", talk(&output));
    let both = export(&record("example.viva"), "--csv", &at("both"), &["--ndjson"]);
    assert_eq!(both.status.code(), Some(2));
}

/// A loader's output: for each table its number of rows, and the type of each column.
fn loaded(output: &Output) -> BTreeMap<String, (usize, Vec<String>)> {
    assert!(output.status.success(), "{}", talk(output));
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    let line = |line: &str| {
        let mut words = line.split_whitespace().map(ToOwned::to_owned);
        (words.next().unwrap(), (words.next().unwrap().parse().unwrap(), words.collect()))
    };
    text.lines().map(line).collect()
}

/// Every column with its codebook type, in the loader's name for it.
fn expected(folder: &Path, called: &[(&str, &str)]) -> BTreeMap<String, Vec<String>> {
    let mut tables: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for line in fs::read_to_string(folder.join("codebook.csv")).unwrap().lines().skip(1) {
        let cells: Vec<_> = line.split(',').collect();
        let (_, kind) = called.iter().find(|(kind, _)| *kind == cells[2]).unwrap();
        tables.entry(cells[0].to_owned()).or_default().push(format!("{}:{kind}", cells[1]));
    }
    tables
}

fn check_loader(
    folder: &Path,
    counts: &BTreeMap<String, usize>,
    program: &Path,
    script: &str,
    called: &[(&str, &str)],
) {
    if Command::new(program).arg("--version").output().is_err() {
        eprintln!("skipped: {} is not there (`./test --peers` installs it)", program.display());
        return;
    }
    let output = Command::new(program).arg(folder.join(script)).env("LC_ALL", "C.UTF-8").output().unwrap();
    let loaded = loaded(&output);
    let types: BTreeMap<_, _> = loaded.iter().map(|(name, (_, types))| (name.clone(), types.clone())).collect();
    assert_eq!(types, expected(folder, called), "{script}");
    let rows: BTreeMap<_, _> = loaded.into_iter().map(|(name, (rows, _))| (name, rows)).collect();
    assert_eq!(&rows, counts, "{script}");
}

#[test]
fn pandas_and_r_load_every_table_with_the_types_of_the_codebook() {
    for name in
        ["example.viva", "surrey-2003-refereed.viva", "loebner-1995-changes.viva", "human-or-not-2023-both.viva"]
    {
        let folder = tempfile::tempdir().unwrap();
        let (csv, ndjson) = (folder.path().join("csv"), folder.path().join("ndjson"));
        for (form, out) in [("--csv", &csv), ("--ndjson", &ndjson)] {
            let output = export(&record(name), form, out, &[]);
            assert!(output.status.success(), "{name}: {}", talk(&output));
        }
        let tables = expected(&csv, &["text", "integer", "number", "boolean", "moment"].map(|kind| (kind, "")));
        let counts: BTreeMap<_, _> =
            tables.into_keys().map(|table| (table.clone(), rows(&ndjson, &table).len())).collect();
        assert_eq!(counts.len(), 12);
        assert!(counts["messages"] > 0, "{name}: {counts:?}");
        let python = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/peers/python/bin/python");
        let pandas = [
            ("text", "string"),
            ("integer", "Int64"),
            ("number", "Float64"),
            ("boolean", "boolean"),
            ("moment", "datetime64[ns,"),
        ];
        // pandas writes the type of moments as two words.
        let pandas_ran = python.exists();
        for folder in [&csv, &ndjson].into_iter().filter(|_| pandas_ran) {
            let output = Command::new(&python).arg(folder.join("load.py")).output().unwrap();
            assert!(output.status.success(), "{}", talk(&output));
            let text = String::from_utf8(output.stdout).unwrap().replace("datetime64[ns, UTC]", "moment");
            let told: BTreeMap<String, Vec<String>> = text
                .lines()
                .map(|line| {
                    let mut words = line.split_whitespace().map(ToOwned::to_owned);
                    let (table, rows) = (words.next().unwrap(), words.next().unwrap());
                    assert_eq!(rows, counts[&table].to_string(), "{table} of {name}");
                    (table, words.collect())
                })
                .collect();
            let types = pandas.map(|(kind, called)| (kind, if kind == "moment" { "moment" } else { called }));
            assert_eq!(told, expected(&csv, &types), "{name}, {}", folder.display());
        }
        if !pandas_ran {
            eprintln!("skipped: {} is not there (`./test --peers` installs it)", python.display());
        }
        let r = [
            ("text", "character"),
            ("integer", "integer"),
            ("number", "numeric"),
            ("boolean", "logical"),
            ("moment", "POSIXct"),
        ];
        check_loader(&csv, &counts, &PathBuf::from("Rscript"), "load.R", &r);
    }
}

#[cfg(feature = "parquet")]
#[test]
fn columns_hold_the_types_of_the_codebook_and_the_cells_of_the_rows() {
    let python = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/peers/python/bin/python");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/e2e/peers/columns.py");
    let called = [
        ("text", "String"),
        ("integer", "Int64"),
        ("number", "Decimal[18,6]"),
        ("boolean", "Boolean"),
        ("moment", "Datetime[ms,UTC]"),
    ];
    for name in ["example.viva", "surrey-2003-refereed.viva", "loebner-1995-changes.viva", "names-redacted.viva"] {
        let folder = tempfile::tempdir().unwrap();
        let [rows, columns] = ["rows", "columns"].map(|name| folder.path().join(name));
        for (form, out) in [("--csv", &rows), ("--parquet", &columns)] {
            let output = export(&record(name), form, out, &[]);
            assert!(output.status.success(), "{name}: {}", talk(&output));
        }
        let codebook = |folder: &Path| fs::read(folder.join("codebook.csv")).unwrap();
        assert_eq!(codebook(&rows), codebook(&columns));
        assert!(!columns.join("load.py").exists(), "the loaders read CSV");
        let text = fs::read_to_string(columns.join("README.md")).unwrap();
        assert!(text.contains("`keystrokes.parquet`"), "{text}");
        let begins = fs::read(columns.join("messages.parquet")).unwrap();
        assert!(begins.starts_with(b"PAR1") && begins.ends_with(b"PAR1"));
        if !python.exists() {
            eprintln!("skipped: {} is not there (`./test --peers` installs it)", python.display());
            continue;
        }
        let output = Command::new(&python).arg(&script).args([&columns, &rows]).output().unwrap();
        let types: BTreeMap<_, _> = loaded(&output).into_iter().map(|(table, (_, types))| (table, types)).collect();
        assert_eq!(types, expected(&rows, &called), "{name}");
    }
    let folder = tempfile::tempdir().unwrap();
    let both = export(&record("example.viva"), "--csv", folder.path(), &["--parquet"]);
    assert_eq!(both.status.code(), Some(2), "{}", talk(&both));
}

#[cfg(not(feature = "parquet"))]
#[test]
fn a_program_without_parquet_says_so_and_writes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("columns");
    let output = export(&record("example.viva"), "--parquet", &out, &[]);
    assert!(output.status.code() == Some(2) && talk(&output).contains("--features parquet"), "{}", talk(&output));
    assert!(!out.exists());
}
