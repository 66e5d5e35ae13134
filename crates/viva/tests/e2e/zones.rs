//! Times that people read at a terminal: every command tells them in the one zone of the contest, and names it.

use std::{collections::BTreeSet, fs, process::Command};

use rulebook::{Timestamp, Zone};
use serde_json::Value;

use crate::{
    desk::Desk,
    support::{Server, contest_file, house_entries},
};

/// The zone of the contest.
fn zone() -> Zone {
    Zone::east(330).unwrap()
}

fn contest() -> String {
    format!("begins = 2030-05-10T09:30:00+05:30\n{}", contest_file(&house_entries(), ""))
}

/// The times of day in a text, to the second.
fn times(text: &str) -> Vec<&str> {
    let is_time = |part: &str| {
        part.bytes().enumerate().all(|(at, byte)| match at {
            2 | 5 => byte == b':',
            _ => byte.is_ascii_digit(),
        })
    };
    let is_apart = |byte: Option<&u8>| byte.is_none_or(|byte| !byte.is_ascii_digit() && *byte != b':');
    let bytes = text.as_bytes();
    let found = (0..text.len().saturating_sub(7)).filter_map(|at| {
        let part = text.get(at..at + 8).filter(|part| is_time(part))?;
        let is_alone = is_apart(at.checked_sub(1).and_then(|before| bytes.get(before))) && is_apart(bytes.get(at + 8));
        is_alone.then_some(part)
    });
    found.collect()
}

/// Asserts that every time of an answer is one of these moments in the zone of the contest, and that the answer names this zone
/// and no other; returns how many times there are.
fn told_here(command: &str, answer: &str, moments: &BTreeSet<String>) -> usize {
    let told = times(answer);
    let elsewhere: Vec<_> = told.iter().filter(|time| !moments.contains(**time)).collect();
    assert!(elsewhere.is_empty(), "{command} tells {elsewhere:?} in another zone: {answer}");
    assert!(told.is_empty() || answer.contains("UTC+05:30"), "{command} names no zone: {answer}");
    assert!(!answer.replace("UTC+05:30", "").contains("UTC"), "{command} names another zone: {answer}");
    told.len()
}

/// The time of day of a moment of JSON in the zone of the contest.
fn here(at: &Value) -> String {
    zone().second(at.as_str().unwrap().parse::<Timestamp>().unwrap())
}

#[test]
fn commands_about_a_record_tell_every_time_in_the_zone_of_the_contest() {
    let desk = Desk::new();
    desk.lay("story.toml", contest());
    let demo = desk.viva("demo --json --talk 2m --pace 240 --out out story.toml").ends(0).json();
    fs::copy(desk.path(demo["record"].as_str().unwrap()), desk.path("story.viva")).unwrap();
    let unzipped = Command::new("unzip").arg("-p").arg(desk.path("story.viva")).arg("events.jsonl").output().unwrap();
    let events = String::from_utf8(unzipped.stdout).unwrap();
    let events = events.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let moments: BTreeSet<String> = events.map(|event| here(&event["time"])).collect();
    assert!(moments.len() > 10, "{moments:?}");

    let mut told = 0;
    for command in [
        "record show story.viva",
        "record stat story.viva",
        "record search story.viva a",
        "record replay story.viva --interview R1-J1",
        "record review story.viva",
        "record verify story.viva",
        "record diff story.viva story.viva",
        "record export story.viva --form plain --out plain",
    ] {
        let answer = desk.viva(command);
        told += told_here(command, &format!("{}{}", answer.data, answer.talk), &moments);
    }
    assert!(told > 20, "{told}");
    let logs: Vec<_> = fs::read_dir(desk.path("plain")).unwrap().map(|file| file.unwrap().file_name()).collect();
    let logs: Vec<_> = logs.iter().map(|name| name.to_str().unwrap()).filter(|name| name.ends_with(".txt")).collect();
    assert!(!logs.is_empty());
    for log in logs {
        let told = told_here(log, &desk.read(&format!("plain/{log}")), &moments);
        let shown = format!("transcript show plain/{log}");
        let again = told_here(&shown, &desk.viva(&shown).ends(0).data, &moments);
        assert!(told > 0 && told == again, "{log}: {told} and {again}");
    }
}

#[test]
fn commands_about_a_served_contest_tell_every_time_in_its_zone() {
    let desk = Desk::new();
    desk.lay("story.toml", contest());
    let file = desk.path("story.toml");
    let _server = Server::start(&desk.path("data"), &[file.to_str().unwrap()]);
    desk.viva("contest announce everybody 'Tea is in the hall.' --data data").ends(0);
    desk.viva("contest draw --anyway --data data").ends(0);
    let moments = desk.viva("contest timeline --json --data data").ends(0).json();
    let moments: BTreeSet<String> = moments.as_array().unwrap().iter().map(|moment| here(&moment["at"])).collect();
    let timeline = desk.viva("contest timeline --data data").ends(0).data;
    let told = told_here("contest timeline", &timeline, &moments);
    assert_eq!(told, timeline.lines().count(), "{timeline}");
    assert!(timeline.lines().all(|line| line.get(19..30) == Some(" UTC+05:30 ")), "{timeline}");
    let status = desk.viva("contest status --data data").ends(0).data;
    told_here("contest status", &status, &moments);
    assert_eq!(desk.viva("contest status --json --data data").ends(0).json()["zone_min"], 330);
}
