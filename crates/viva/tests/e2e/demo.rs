//! `viva demo`, a new user's first command, and a stranger's view of its record.

use std::{
    collections::BTreeSet,
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, Command, Stdio},
};

use serde_json::{Value, json};

use crate::support::viva;

/// Runs a demonstration and returns its result.
fn demo(out: &Path, seed: &str, talk: &str) -> Value {
    let arguments = ["demo", "--json", "--seed", seed, "--talk", talk, "--pace", "240", "--out"];
    let output = viva().args(arguments).arg(out).output().unwrap();
    let talk = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{talk}");
    serde_json::from_slice(&output.stdout).unwrap_or_else(|why| panic!("{why}: {talk}"))
}

#[test]
fn a_demonstration_is_a_whole_contest_and_its_record_verifies_until_a_byte_is_changed() {
    let folder = tempfile::tempdir().unwrap();
    let told = demo(folder.path(), "1", "6m");
    let result = &told["result"];
    assert_eq!(result["version"], 1);
    assert_eq!(result["rulebook"], "loebner-2010");
    assert_eq!(result["rounds"], 4);
    let interviews = result["interviews"].as_array().unwrap();
    assert_eq!(interviews.len(), 16);
    let of = |interview: &Value, what: &str| match what {
        "entry" | "confederate" => {
            let letter = if what == "entry" { 'E' } else { 'C' };
            let seats = interview["seats"].as_object().unwrap().values().map(|w| w.as_str().unwrap().to_owned());
            seats.into_iter().find(|witness| witness.starts_with(letter)).unwrap()
        }
        what => interview[what].to_string(),
    };
    let pairs = |a: &str, b: &str| interviews.iter().map(|i| (of(i, a), of(i, b))).collect::<BTreeSet<_>>().len();
    for (a, b) in [
        ("judge", "entry"),
        ("judge", "confederate"),
        ("entry", "confederate"),
        ("round", "judge"),
        ("round", "entry"),
        ("round", "confederate"),
    ] {
        assert_eq!(pairs(a, b), 16, "each {a} meets each {b} once");
    }
    let chosen: Vec<_> = interviews.iter().map(|i| i["answers"]["choice"].as_str().unwrap().to_owned()).collect();
    let standings = result["tally"]["standings"].as_array().unwrap();
    assert_eq!(standings.len(), 4);
    for standing in standings {
        let taken = chosen.iter().filter(|choice| standing["witness"] == **choice).count();
        assert_eq!(standing["score"], json!({ "kind": "times", "times": taken, "interviews": 4 }));
        let witness = standing["witness"].as_str().unwrap();
        assert!(standing["place"].is_u64() && told["names"][witness]["name"].is_string());
    }
    assert!(result["tally"]["awards"].as_array().unwrap().iter().any(|award| award["award"].is_string()));
    assert_eq!(result["scripted"].as_array().unwrap().len(), 8, "scripts are marked");

    let record = told["record"].as_str().unwrap();
    let verify = |path: &str| {
        let output = viva().args(["record", "verify", path]).output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    let (code, said) = verify(record);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains(told["root"].as_str().unwrap()) && said.lines().count() <= 40, "one screen: {said}");

    crate::export::every_form_of(record, folder.path());
    crate::ballots::of_a_record(record, &result["tally"]);

    // Any one byte: here a hundred places spread over the file; a change among events is reported as one.
    let bytes = std::fs::read(record).unwrap();
    let changed = folder.path().join("changed.viva");
    let text = String::from_utf8_lossy(&bytes);
    let events = text.find("{\"actor\"").unwrap()..text.rfind("\"version\":2}").unwrap();
    for n in 0..20 {
        let at = n * (bytes.len() - 1) / 19;
        let mut copy = bytes.clone();
        copy[at] ^= 1;
        std::fs::write(&changed, copy).unwrap();
        let (code, said) = verify(changed.to_str().unwrap());
        assert_eq!(code, Some(1), "byte {at}: {said}");
        assert!(said.contains("fault: "), "byte {at}: {said}");
        if events.contains(&at) {
            assert!(said.contains("fault: event "), "byte {at}: {said}");
        }
    }

    let show = viva().args(["record", "show", record, "--interview", "R2-J3"]).output().unwrap();
    let shown = String::from_utf8(show.stdout).unwrap();
    assert!(shown.contains("Interview R2-J3") && shown.contains("left (") && shown.contains("judge"), "{shown}");

    // An independent verifier reads the same bytes.
    verified_by_another(&told);
}

/// The second verifier, in another language, comes to the same result.
fn verified_by_another(told: &Value) {
    let verifier = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../verifier");
    let record = told["record"].as_str().unwrap();
    let output = Command::new("python3").arg("-B").arg(verifier).args(["--json", record]).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let found: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|why| panic!("{why}: {said}"));
    assert_eq!((output.status.code(), &found[0]["verdict"]), (Some(0), &"consistent".into()), "{}", found[0]["faults"]);
    assert_eq!(found[0]["result"], told["result"]);
}

#[test]
fn every_shipped_rulebook_is_demonstrated_and_its_result_recomputed() {
    let folder = tempfile::tempdir().unwrap();
    let list = viva().args(["rulebook", "list"]).output().unwrap();
    let list = String::from_utf8(list.stdout).unwrap();
    let ids: Vec<_> = list.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert!(ids.len() >= 10 && ids.contains(&"kurzweil-kapor-2029"), "{list}");
    // All in parallel: each takes most of a minute, mostly waiting for its clock.
    let run = |id: &str| {
        let arguments = ["demo", "--json", "--rulebook", id, "--seed", "1", "--talk", "4m", "--out"];
        let out = folder.path().join(id);
        viva().args(arguments).arg(out).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    };
    let running: Vec<_> = ids.iter().map(|id| (*id, run(id))).collect();
    for (id, demonstration) in running {
        let output = demonstration.wait_with_output().unwrap();
        let talk = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{id}: {talk}");
        let told: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(told["result"]["rulebook"], id);
        assert!(!told["result"]["tally"]["standings"].as_array().unwrap().is_empty(), "{id}");
        for list in ["awards", "withheld", "carried_over", "notes"] {
            let (data, sentences) = (&told["result"]["tally"][list], &told["sentences"][list]);
            assert_eq!(data.as_array().unwrap().len(), sentences.as_array().unwrap().len(), "{id}: {list}");
        }
        let result: contest::ContestResult = serde_json::from_value(told["result"].clone()).unwrap();
        assert_eq!(result.rulebook, id);
        let verified = viva().args(["record", "verify", told["record"].as_str().unwrap()]).output().unwrap();
        assert!(verified.status.success(), "{id}: {}", String::from_utf8_lossy(&verified.stdout));
        verified_by_another(&told);
        let site = folder.path().join(format!("{id}-site"));
        let publish =
            viva().args(["record", "publish", told["record"].as_str().unwrap(), "--out"]).arg(&site).output().unwrap();
        assert!(publish.status.success(), "{id}: {}", String::from_utf8_lossy(&publish.stderr));
        assert!(std::fs::read_to_string(site.join("index.html")).unwrap().contains("id=\"winner\""), "{id}");
        if id == "kurzweil-kapor-2029" {
            assert!(talk.contains("leaves it to the committee") && talk.contains("`majority`"), "{talk}");
            settled_openly(told["record"].as_str().unwrap(), &talk);
        }
    }
}

/// The demonstration's settlements are in the record, and are shown.
fn settled_openly(record: &str, talk: &str) {
    assert!(talk.contains("this demonstration settles them itself"), "{talk}");
    let run = |arguments: &[&str]| viva().args(["record"]).args(arguments).output().unwrap();
    let verified = String::from_utf8(run(&["verify", record]).stdout).unwrap();
    assert!(verified.contains("a committee of 3 settled 6 matters before the first word"), "{verified}");
    let shown = String::from_utf8(run(&["show", record]).stdout).unwrap();
    assert!(shown.contains("\nSettled before the first word by Member 1 (script), "), "{shown}");
    assert!(shown.contains("settled by the demonstration: ") && shown.contains("attested by "), "{shown}");
    let folder = Path::new(record).parent().unwrap().join("keys");
    let keys = run(&["export", record, "--form", "keylog", "--out", folder.to_str().unwrap()]);
    assert_eq!(keys.status.code(), Some(1), "where messages travel there are no keys");
    assert!(!folder.exists());
}

#[test]
fn a_rulebook_that_is_not_shipped_is_answered_with_those_that_are() {
    let output = viva().args(["demo", "--rulebook", "loebner-1999"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let talk = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(talk.contains("`loebner-1999`") && talk.contains("loebner-1995"), "{talk}");
}

#[test]
fn the_same_seed_gives_the_same_schedule_and_sides() {
    let plan = |seed| {
        let folder = tempfile::tempdir().unwrap();
        let result = demo(folder.path(), seed, "1m");
        let interviews = result["result"]["interviews"].as_array().unwrap().clone();
        interviews.into_iter().map(|i| ["round", "judge", "seats"].map(|key| i[key].to_string())).collect::<Vec<_>>()
    };
    let first = plan("same");
    assert_eq!(first, plan("same"));
    assert_ne!(first, plan("other"));
}

#[test]
fn four_programs_that_are_not_of_the_house_speak_four_ways_and_one_is_debians() {
    let folder = tempfile::tempdir().unwrap();
    let python = format!("{}/bin", std::env::var("VIVA_TEST_PYTHON").unwrap());
    let path = format!("{python}:{}", std::env::var("PATH").unwrap());
    let entries = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/four-protocols.toml");
    let arguments = ["demo", "--json", "--seed", "four", "--talk", "4m", "--entries", entries, "--out"];
    let output = viva().args(arguments).arg(folder.path()).env("PATH", path).output().unwrap();
    let talk = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{talk}");
    let result: Value = serde_json::from_slice(&output.stdout).unwrap();
    let standings = result["result"]["tally"]["standings"].as_array().unwrap();
    let name =
        |standing: &Value| result["names"][standing["witness"].as_str().unwrap()]["name"].as_str().unwrap().to_owned();
    let names: BTreeSet<_> = standings.iter().map(name).collect();
    let expected = ["Eliza", "Echo at a terminal", "Echo by directory", "Echo on a WebSocket"];
    assert_eq!(names, expected.map(str::to_owned).into(), "{result:#}");

    let record = std::fs::read(result["record"].as_str().unwrap()).unwrap();
    let examined = record::bundle::verify(std::io::Cursor::new(&record), &record::Trust::default()).unwrap();
    let told: Vec<Value> = examined
        .log()
        .unwrap()
        .map(Result::unwrap)
        .flat_map(|event| event.private.into_values())
        .filter_map(record::event::Private::into_data)
        .collect();
    // Every program spoke in every interview, and only her greeting was held back.
    let incidents: Vec<_> = told.iter().filter(|data| data["kind"].is_string()).collect();
    assert!(incidents.iter().all(|incident| incident["kind"] == "greeted-early"), "{incidents:?}");
    // Each program's files were on record before its first word.
    let deposits: Vec<_> = told.iter().filter(|data| data["files"].is_array()).collect();
    let made_of =
        |name: &str| deposits.iter().any(|d| d["files"].as_array().unwrap().iter().any(|f| f["name"] == name));
    assert_eq!(deposits.len(), 4);
    for file in ["perl", "lpp/echo.pl", "lp95/echo.py", "websocket/echo.py"] {
        assert!(made_of(file), "{file}: {deposits:?}");
    }
}

#[test]
fn a_program_that_cannot_play_ends_the_demonstration_with_what_was_told_of_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.toml");
    let command = r#"command = ["sh", "-c", "echo no brain file >&2; exit 3"]"#;
    std::fs::write(&file, format!("[[entry]]\nname = \"A\"\ncontestant = \"B\"\nprotocol = \"stdio\"\n{command}\n"))
        .unwrap();
    let arguments = ["demo", "--entries", file.to_str().unwrap(), "--out", folder.path().to_str().unwrap()];
    let output = viva().args(arguments).output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{told}");
    for part in ["E1 cannot take its place", "no brain file", "viva entry check"] {
        assert!(told.contains(part), "{told}");
    }
}

#[test]
fn a_rehearsal_ends_with_what_would_go_wrong_on_the_day() {
    let folder = tempfile::tempdir().unwrap();
    let entry = |name: &str, command: &[&str]| {
        format!(
            "[[entry]]\nname = {name:?}\ncontestant = \"Somebody\"\nprotocol = \"stdio\"\nsilence = \"5s\"\ncommand = {}\n",
            json!(command)
        )
    };
    let doctor = [env!("CARGO_BIN_EXE_viva"), "entry", "play", "doctor"];
    let entries = [
        entry("Talker", &doctor),
        entry("Mute", &["sh", "-c", "while read -r line; do :; done"]),
        entry("Faller", &["sh", "-c", "read -r line; echo Ouch; echo bad luck >&2; exit 3"]),
    ];
    let people =
        |kind: &str| (1..=3).map(|n| format!("[[{kind}]]\nname = \"{kind} number {n}\"\n")).collect::<String>();
    let head = "name = \"A story\"\norganiser = \"Nobody\"\nrulebook = \"loebner-2010\"\nseed = \"story\"\ncountdown = \"1s\"\n";
    let roles = "[overrides.roles]\njudges = 3\nentries = 3\nconfederates = 3\n[overrides.interview]\ndelivery = \"whole-lines\"\nscoring = \"1m\"\n";
    let text = [head, &people("judge"), &people("confederate"), &entries.concat(), roles].concat();
    std::fs::write(folder.path().join("mine.toml"), text).unwrap();
    // At this pace a program on a busy machine has nine seconds for its first word. Both run in parallel: each mostly
    // waits.
    let rehearse = |out: &str, more: &[&str]| {
        let arguments = ["demo", "mine.toml", "--talk", "3m", "--pace", "20", "--out", out];
        let rehearsal = viva()
            .args(arguments)
            .args(more)
            .current_dir(folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn();
        rehearsal.unwrap()
    };
    let ends = |rehearsal: Child| {
        let output = rehearsal.wait_with_output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };

    let (first, second) = (rehearse("first", &[]), rehearse("second", &["--json"]));
    let said = ends(first);
    let (_, foretold) = said.split_once("what would go wrong on the day\n").unwrap();
    for part in [
        "  E2 Mute (3 judges spoke to it)\n    - it said nothing to 3 judges who spoke to it\n",
        "  E3 Faller (3 judges spoke to it)\n    - ",
        "the program ended (exit status: 3); its last words were: bad luck",
        "\nmend a program, and try it alone: viva entry check FILE#NAME\n",
        "slow answers are not listed, because the clock ran fast",
    ] {
        assert!(foretold.contains(part), "{part} in {foretold}");
    }
    assert!(!foretold.contains("no answer for"), "a second of silence is no trouble on the day: {foretold}");
    let json: Value = serde_json::from_str(&ends(second)).unwrap();
    let troubles = |entry: usize| json["troubles"][entry]["troubles"].as_array().unwrap();
    assert_eq!(troubles(1)[0], json!({"trouble": "silent", "conversations": 3}));
    assert!(troubles(0).iter().all(|trouble| trouble["trouble"] != "silent"), "{json}");
}

#[test]
fn a_rehearsal_names_every_program_that_is_missing_before_it_begins() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.toml");
    assert!(viva().args(["contest", "new"]).arg(&file).output().unwrap().status.success());
    let mut demo = viva().arg("demo").arg(&file).current_dir(&folder).stderr(Stdio::piped()).spawn().unwrap();
    let said = BufReader::new(demo.stderr.take().unwrap()).lines().map(Result::unwrap);
    let said: Vec<_> = said.take_while(|line| !line.starts_with("seed ")).collect();
    demo.kill().unwrap();
    demo.wait().unwrap();
    for missing in ["Doctor: `doctor.pl`", "Parrot: `parrot.py`", "Typist: `./typist`"] {
        let line = format!("look at {missing} will be missing");
        assert!(said.iter().any(|told| told.starts_with(&line)), "{missing}: {said:#?}");
    }
}
