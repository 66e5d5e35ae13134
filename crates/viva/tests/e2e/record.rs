//! `viva record` at a terminal: participants, totals, differences, the state at a moment, and searches.

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Output, Stdio},
};

use serde_json::Value;

use crate::support::{Server, contest_file, data, house_entries, talk, viva};

fn golden(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/records").join(name);
    path.to_str().unwrap().to_owned()
}

fn run(arguments: &[&str]) -> Output {
    viva().arg("record").args(arguments).output().unwrap()
}

/// Runs `viva record` with this on its standard input.
fn run_on(arguments: &[&str], input: &[u8]) -> Output {
    let pipes = || Stdio::piped();
    let mut command = viva();
    command.arg("record").args(arguments).stdin(pipes()).stdout(pipes()).stderr(pipes());
    let mut child = command.spawn().unwrap();
    // A command may refuse its arguments before it reads.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

fn json(output: &Output) -> Value {
    serde_json::from_str(&data(output)).unwrap_or_else(|why| panic!("{why}: {}", talk(output)))
}

#[test]
fn a_record_is_shown_with_names_as_far_as_they_are_still_there() {
    let shown = data(&run(&["show", &golden("example.viva")]));
    for told in [
        "held by A village hall under loebner-2010; closed\n",
        "judges       J1 Zoë\n",
        "programs     E1 Program 1, by Team 1\n",
        "  1 interview, 1 ballot, 1 ranking, no incidents\n",
        "Interview R1-J1, judge J1 Zoë (times in UTC)\n",
        "left (E1 Program 1)",
        "right (C1 Ada)",
        "Ranking of J1 Zoë, trial 1",
    ] {
        assert!(shown.contains(told), "{told}: {shown}");
    }
    let redacted = data(&run(&["show", &golden("names-redacted.viva")]));
    assert!(redacted.contains("J1 (name taken out)") && redacted.contains("left (E1)"), "{redacted}");
    assert!(!redacted.contains("Zoë") && !redacted.contains("Program 1"), "{redacted}");
    let troubled = data(&run(&["show", &golden("loebner-1995-changes.viva")]));
    assert!(troubled.contains(", 1 incident\n") && troubled.contains("\nIncidents (times in UTC)\n"), "{troubled}");
    assert!(troubled.contains("C1 Ada, then Carla\n"), "whoever had a label before is named: {troubled}");
    let unfinished = data(&run(&["show", &golden("unfinished.viva")]));
    assert!(unfinished.contains("0 of 1 round is over"), "{unfinished}");
}

/// The time of day, to the second, of a moment in UTC on a clock that is half past five hours ahead.
fn half_past_five_ahead(moment: &Value) -> String {
    let time = moment.as_str().unwrap().get(11..19).unwrap();
    let mut parts = time.split(':').map(|part| part.parse::<u32>().unwrap());
    let [hour, minute, second] = std::array::from_fn(|_| parts.next().unwrap());
    let minutes = (hour * 60 + minute + 330) % 1440;
    format!("{:02}:{:02}:{second:02}", minutes / 60, minutes % 60)
}

#[test]
fn times_of_a_record_are_told_by_the_clocks_of_its_contest() {
    let folder = tempfile::tempdir().unwrap();
    let (file, out) = (folder.path().join("story.toml"), folder.path().to_str().unwrap());
    let begins = "begins = 2030-05-10T09:30:00+05:30\n";
    fs::write(&file, format!("{begins}{}", contest_file(&house_entries(), ""))).unwrap();
    let mut demo = viva();
    demo.args(["demo", "--json", "--talk", "2m", "--pace", "240", "--out", out]).arg(&file);
    let told = json(&demo.output().unwrap());
    let record = told["record"].as_str().unwrap();
    let (shown, all) = (data(&run(&["show", record])), json(&run(&["show", record, "--json"])));
    assert!(shown.contains(" (times in UTC+05:30)\n"), "{shown}");
    let line = &all["interviews"][0]["conversations"][0]["lines"][0];
    let first = format!("    {}  ", half_past_five_ahead(&line["at"]));
    assert!(shown.contains(&first), "{first}: {shown}");
    let replayed = data(&run(&["replay", record, "--interview", "R1-J1"]));
    assert!(replayed.lines().next().unwrap().ends_with(" (times of day below in UTC+05:30)"), "{replayed}");
    assert!(replayed.contains(&first), "{first}: {replayed}");
}

#[test]
fn messages_about_a_record_from_standard_input_name_it_so() {
    let sound = fs::read(golden("example.viva")).unwrap();
    let out = tempfile::tempdir().unwrap();
    let folder = out.path().join("out").to_str().unwrap().to_owned();
    for command in [
        &["verify", "-"][..],
        &["show", "-"],
        &["stat", "-"],
        &["review", "-"],
        &["review", "--lint", "-"],
        &["search", "-", "a"],
        &["diff", "-", &golden("example.viva")],
        &["publish", "-", "--out", &folder],
        &["export", "-", "--form", "lp95", "--out", &folder],
        &["export", "-", "--form", "ballots", "--out", &folder],
        &["export", "-", "--csv", "--out", &folder],
    ] {
        for input in [&sound[..], b"this is no record"] {
            let output = run_on(command, input);
            let (told, talked) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
            let dash = |line: &&str| line.starts_with("-:") || line.contains(" -:") || line.contains("`-`:");
            assert_eq!(told.lines().chain(talked.lines()).find(dash), None, "{command:?}: {told}{talked}");
        }
    }
    let told = run_on(&["review", "-"], b"this is no record");
    assert!(talk(&told).starts_with("standard input: nothing in it can be read"), "{}", talk(&told));
}

#[test]
fn how_much_is_in_a_record_is_added_up() {
    let told = json(&run(&["stat", &golden("example.viva"), "--json"]));
    assert_eq!((&told["sizes"]["events"]["key"], &told["sizes"]["parts"]["reason"]), (&12.into(), &1.into()));
    let sizes = told["sizes"]["files"].as_array().unwrap();
    assert!(sizes.iter().any(|file| file[0] == "events.jsonl" && file[1].as_u64() > Some(1000)), "{sizes:?}");
    let totals = &told["totals"];
    let [judges, people, programs] = ["judges", "confederates", "entries"].map(|side| &totals[side]);
    assert_eq!((&judges["lines"], &judges["words"], &judges["keys"]), (&2.into(), &2.into(), &6.into()));
    assert_eq!((&people["lines"], &programs["characters"]), (&1.into(), &5.into()));
    // The program's Return was shown at 10:01:43.260; the judge's was pressed at 10:01:38.360.
    assert_eq!((&programs["answers"]["median_ms"], &programs["answers"]["count"]), (&4900.into(), &1.into()));
    assert_eq!(totals["interviews"][0]["talk_ms"], 120_000);
    assert_eq!((&totals["ballots"], &totals["incidents"]), (&2.into(), &serde_json::json!({})));
    let page = data(&run(&["stat", &golden("loebner-1995-changes.viva")]));
    assert!(page.contains("of which clocks stood still 1m3s") && page.contains("1 incident\n"), "{page}");
    let redacted = json(&run(&["stat", &golden("words-redacted.viva"), "--json"]));
    assert!(!redacted["sizes"]["taken_out"].as_object().unwrap().is_empty(), "{redacted}");
}

#[test]
fn two_records_are_compared_down_to_the_member_that_differs() {
    let example = golden("example.viva");
    let same = run(&["diff", &example, &example]);
    assert!(same.status.success() && data(&same).contains("they say the same"), "{}", data(&same));

    let redacted = run(&["diff", &example, &golden("names-redacted.viva"), "--json"]);
    assert_eq!(redacted.status.code(), Some(1));
    let told = json(&redacted);
    let found = &told["difference"];
    assert_eq!((&told["same"], &found["common"], &found["differing"]), (&false.into(), &43.into(), &0.into()));
    assert_eq!((&found["first"]["event"], &found["first"]["type"]), (&1.into(), &"opened".into()));
    assert_eq!(found["parts_taken_out"]["b"], serde_json::json!([[1, "roster"], [37, "reason"]]));
    assert_eq!(found["files"][0]["name"], "deletions.json");
    assert_eq!(found["files"][0]["bytes"]["a"], Value::Null);

    let other = run(&["diff", &example, &golden("rehearsal.viva")]);
    let said = data(&other);
    assert_eq!(other.status.code(), Some(1));
    assert!(said.contains("first difference: event 1, `opened`") && said.contains("body/seed/kind"), "{said}");
    assert!(!said.contains("body/terms/rulebook/awards"), "what is the same is not told: {said}");

    // A record that continues another; and one whose bytes cannot be trusted.
    let folder = tempfile::tempdir().unwrap();
    let (earlier, later) = (golden("unfinished.viva"), example.clone());
    let found = &json(&run(&["diff", &earlier, &later, "--json"]))["difference"];
    assert!(found["events"]["a"].as_u64() < found["events"]["b"].as_u64(), "{found}");
    let broken = folder.path().join("broken.viva");
    let mut bytes = fs::read(&example).unwrap();
    let at = bytes.windows(7).position(|part| part == b"\"actor\"").unwrap();
    bytes[at + 3] ^= 1;
    fs::write(&broken, bytes).unwrap();
    let refused = run(&["diff", &example, broken.to_str().unwrap()]);
    assert!(refused.status.code() == Some(1) && talk(&refused).contains("cannot be believed"), "{}", talk(&refused));
}

#[test]
fn a_contest_stands_again_as_it_stood_at_an_event_a_time_or_an_age() {
    let example = golden("example.viva");
    let at = |until: &str| json(&run(&["replay", &example, "--until", until, "--json"]));
    // The judge has said hello on the left; the program's answer is given and not shown.
    let typed = at("2010-10-23T10:01:41Z");
    assert_eq!((&typed["phase"], &typed["left_ms"]), (&"talk".into(), &112_000.into()));
    let left = &typed["interviews"][0]["conversations"][0];
    assert_eq!((&left["witness"], &left["waiting"]), (&"E1".into(), &1.into()));
    assert_eq!((left["lines"].as_array().unwrap().len(), &left["lines"][0]["text"]), (1, &"Hi".into()));
    // The same moment by the contest's own clocks, and by the number of its last event.
    let (aged, counted) = (at("1m41s"), at(&typed["events"].to_string()));
    assert_eq!(aged, typed);
    assert_eq!((&counted["interviews"], &counted["events"]), (&typed["interviews"], &typed["events"]));
    // In the middle of a word.
    let begun = at("16");
    assert_eq!(begun["interviews"][0]["conversations"][0]["lines"][1]["text"], "He …", "{begun}");
    assert_eq!(at("2030-01-01T00:00:00Z")["phase"], "closed");

    let page = data(&run(&["replay", &example, "--until", "20"]));
    assert!(page.contains("round 1 of 1, talk, 1:49 left; 1m43s by its own clocks"), "{page}");
    let early = run(&["replay", &example, "--until", "5", "--interview", "R1-J1"]);
    assert!(early.status.code() == Some(1) && talk(&early).contains("had not begun by then"), "{}", talk(&early));
    let wrong = run(&["replay", &example, "--until", "tea"]);
    assert!(wrong.status.code() == Some(2) && talk(&wrong).contains("no moment of a record"), "{}", talk(&wrong));
}

/// A pause does not age a contest.
#[test]
fn while_clocks_stand_still_a_contest_does_not_age() {
    let record = golden("loebner-1995-changes.viva");
    let told = json(&run(&["stat", &record, "--json"]));
    let end = json(&run(&["replay", &record, "--json"]));
    let wall = "2010-10-23T11:34:29.000Z";
    assert_eq!((&told["totals"]["ended"], &end["at"]), (&wall.into(), &wall.into()));
    let age = end["age_ms"].as_u64().unwrap();
    assert_eq!(age + told["totals"]["stood_ms"].as_u64().unwrap(), (94 * 60 + 29) * 1000);
    // Every form of the moment gives the same contest.
    let aged = json(&run(&["replay", &record, "--until", &format!("{age}ms"), "--json"]));
    assert_eq!(aged, end);
}

#[test]
fn a_text_is_found_wherever_it_was_said_typed_or_answered() {
    let example = golden("example.viva");
    let found = json(&run(&["search", &example, "HELLO", "--json"]));
    let places: Vec<_> = found.as_array().unwrap().iter().collect();
    let told: Vec<_> = places.iter().map(|place| (place["stream"].as_str().unwrap(), place["name"].as_str())).collect();
    assert_eq!(told, [("R1-J1-left", Some("Program 1")), ("R1-J1-right", Some("Ada"))]);
    // Typed key by key, it spans the events of its keys.
    assert!(places[1]["last"].as_u64() > places[1]["event"].as_u64() && places[1]["type"] == "key", "{places:?}");
    let page = data(&run(&["search", &example, "pause before"]));
    assert!(page.contains("event 37  contest  10:03:53 UTC  J1 Zoë  reason\n    Left made a pause before"), "{page}");
    let nobody = run(&["search", &golden("names-redacted.viva"), "zoë"]);
    assert!(nobody.status.code() == Some(1) && data(&nobody).is_empty(), "{}", data(&nobody));
    let blind = json(&run(&["search", &golden("unfinished.viva"), "hello", "--json"]));
    for place in blind.as_array().unwrap().iter().filter(|place| place["by"] == "witness") {
        assert_eq!(place["who"], Value::Null, "nobody may know yet who sat where: {place}");
    }
    assert_eq!(run(&["search", &example, ""]).status.code(), Some(2));
}

/// The bytes of every file in a folder, except those that the engine creates beside its database for reading.
fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        let name = entry.file_name().unwrap().to_str().unwrap().to_owned();
        if entry.is_dir() {
            found.extend(files(&entry));
        } else if entry.is_file() && !name.ends_with("-wal") && !name.ends_with("-shm") {
            found.push((entry.clone(), fs::read(entry).unwrap()));
        }
    }
    found.sort();
    found
}

#[tokio::test]
async fn a_record_is_written_from_the_folder_of_a_server_that_was_killed() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::with_contest(folder.path(), &contest_file(&house_entries(), ""), &[]);
    let (data_folder, out) = (folder.path().join("data"), folder.path().join("story.viva"));
    let [data_path, out_path] = [&data_folder, &out].map(|path| path.to_str().unwrap());
    let held = run(&["write", data_path, "story", "--out", out_path]);
    assert!(held.status.code() == Some(1) && talk(&held).contains("a server works in"), "{}", talk(&held));
    assert!(!out.exists());
    server.kill();

    let missing = run(&["write", data_path, "stories", "--out", out_path]);
    assert!(missing.status.code() == Some(2) && talk(&missing).contains("it has story"), "{}", talk(&missing));
    let before = files(&data_folder);
    let written = run(&["write", data_path, "story", "--out", out_path]);
    assert!(written.status.success(), "{}", talk(&written));
    // Only the signed head is added, beside the store.
    let is_head = |path: &Path| path.parent().unwrap().ends_with("heads");
    let changed: Vec<_> = files(&data_folder).into_iter().filter(|file| !before.contains(file)).collect();
    assert!(changed.iter().all(|(path, _)| is_head(path)), "{changed:?}");

    let verified = json(&run(&["verify", out_path, "--json"]));
    assert_eq!((&verified[0]["verdict"], verified[0]["faults"].as_array().unwrap().len()), (&"incomplete".into(), 0));
    assert_eq!(run(&["write", data_path, "story", "--out", out_path]).status.code(), Some(2), "what is there stays");
    let again = folder.path().join("again.viva");
    assert!(run(&["write", data_path, "story", "--out", again.to_str().unwrap()]).status.success());
    assert_eq!(fs::read(&again).unwrap(), fs::read(&out).unwrap());

    // A server continues from there, and never signs another history.
    Server::start(&data_folder, &[]).kill();
    let head = folder.path().join("head");
    fs::copy(data_folder.join("heads/story"), &head).unwrap();
    let later = folder.path().join("later.viva");
    assert!(run(&["write", data_path, "story", "--out", later.to_str().unwrap()]).status.success());
    let extends = run(&["verify", later.to_str().unwrap(), "--checkpoint", head.to_str().unwrap()]);
    assert_eq!(extends.status.code(), Some(3), "{}", data(&extends));

    let nowhere = run(&["write", folder.path().to_str().unwrap(), "story", "--out", out_path]);
    assert!(
        nowhere.status.code() == Some(2) && talk(&nowhere).contains("there is no `store.db`"),
        "{}",
        talk(&nowhere)
    );
}
