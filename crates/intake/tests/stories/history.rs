//! The log: every change is found, a torn line is cut, and private parts can be removed.

use std::sync::OnceLock;

use intake::{Command, Event, log};
use proptest::prelude::*;
use rulebook::EntryId;

use crate::desk::{Desk, application, rulebook};

fn told() -> Desk {
    let mut desk = Desk::open("surrey-2003");
    desk.fill("2003-05-01T00:00:00Z", 10);
    desk.panel("preliminary", &["Ann", "Bob", "Cid"]).unwrap();
    let mut csv = "judge,entry,rank\n".to_owned();
    for judge in 1..=3 {
        for entry in 1..=10 {
            csv += &format!("J{judge},E{entry},{entry}\n");
        }
    }
    desk.scores("preliminary", &csv).unwrap();
    desk.does(Command::Announce).unwrap();
    desk.does(Command::Replace { entry: EntryId::new(3), reason: "too late".into() }).unwrap();
    desk
}

#[test]
fn what_was_told_comes_back_from_its_log() {
    let desk = told();
    let read = log::read(desk.lines.as_bytes()).unwrap();
    assert_eq!(read.intake, desk.intake);
    assert_eq!((read.torn, read.whole, read.events.len()), (0, desk.lines.len(), desk.lines.lines().count()));
    assert_eq!(log::read(b"").unwrap().intake, None);
}

/// Wordings can change later: the hash chain holds codes and figures, not sentences about them.
#[test]
fn the_log_keeps_why_an_entry_was_left_out_as_data() {
    let desk = told();
    let line = desk.lines.lines().find(|line| line.contains("\"type\":\"announced\"")).unwrap();
    let line: serde_json::Value = serde_json::from_str(line).unwrap();
    let left_out = &line["event"]["body"]["announcement"]["finalists"]["left_out"];
    let figure = serde_json::json!({ "mean-rank": { "thousandths": 30_000, "count": 3 } });
    let last = left_out.as_array().unwrap().last().unwrap();
    assert_eq!((&last["entry"], &last["why"]["code"]), (&"E10".into(), &"behind".into()), "{left_out:#}");
    assert_eq!((&last["why"]["place"], &last["why"]["figure"]), (&10.into(), &figure), "{left_out:#}");
    assert!(!left_out.to_string().contains(' '), "{left_out:#}");
    assert!(
        desk.intake
            .as_ref()
            .unwrap()
            .named()
            .unwrap()
            .left_out
            .last()
            .unwrap()
            .told(&desk.state().rulebook)
            .to_string()
            .contains("mean rank 10, place 10 in ")
    );
}

#[test]
fn a_torn_last_line_is_cut_and_nothing_else_is_lost() {
    let desk = told();
    let last = desk.lines.trim_end().rfind('\n').unwrap() + 1;
    for end in last..desk.lines.len() {
        let read = log::read(&desk.lines.as_bytes()[..end]).unwrap();
        assert_eq!((read.whole, read.torn), (last, end - last));
    }
}

#[test]
fn a_line_changed_left_out_swapped_or_doubled_is_found() {
    let desk = told();
    let lines: Vec<&str> = desk.lines.split_inclusive('\n').collect();
    let joined = |lines: &[&str]| lines.concat();
    let mut without = lines.clone();
    without.remove(5);
    assert!(
        log::read(joined(&without).as_bytes())
            .unwrap_err()
            .to_string()
            .starts_with("line 6 of the log does not follow")
    );
    let mut swapped = lines.clone();
    swapped.swap(4, 6);
    assert!(log::read(joined(&swapped).as_bytes()).is_err());
    let mut doubled = lines.clone();
    doubled.insert(3, lines[3]);
    assert!(log::read(joined(&doubled).as_bytes()).is_err());
    let moved = desk.lines.replacen("2003-05-01T00:00:03.000Z", "2003-05-01T00:00:01.000Z", 1);
    assert!(log::read(moved.as_bytes()).unwrap_err().to_string().contains("does not follow from those before it"));
    let renamed = desk.lines.replacen("Program of Contestant 4", "Program of Contestant 5", 1);
    assert!(
        log::read(renamed.as_bytes())
            .unwrap_err()
            .to_string()
            .ends_with("of the log was changed (restore the file from a copy)")
    );
}

#[test]
fn a_log_has_one_spelling_also_where_its_heads_fit() {
    let anew = |from: &str, to: &str| {
        let mut envelope = record::Envelope {
            stream: log::STREAM.to_owned(),
            number: 1,
            kind: "call-opened".to_owned(),
            version: 1,
            time: "2020-01-01T00:00:00.000Z".replace(from, to),
            actor: log::ACTOR.replace(from, to),
            body: serde_json::Map::new(),
        };
        envelope.body.insert("name".to_owned(), "A contest".into());
        envelope.body.insert("rulebook".to_owned(), serde_json::to_value(rulebook("loebner-2010")).unwrap());
        let leaf = record::seal(envelope, std::collections::BTreeMap::new(), [7; 16]).unwrap().leaf;
        let head = record::Hash::of(&[log::DOMAIN, log::first_head().as_bytes(), &leaf]);
        let event: serde_json::Value = serde_json::from_slice(&leaf).unwrap();
        let line = serde_json::json!({ "event": event, "head": head, "opening": null });
        let mut bytes = record::canonical::to_bytes(&line).unwrap();
        bytes.push(b'\n');
        log::read(&bytes).map(|_| ()).map_err(|why| why.to_string())
    };
    assert_eq!(anew("2020", "2020"), Ok(()));
    for (from, to) in [("organiser", "J1"), (".000Z", "Z"), ("T00:00:00.000Z", "T01:00:00.000+01:00")] {
        let why = anew(from, to).unwrap_err();
        assert!(why.ends_with("are not as a log has them"), "{why}");
    }
}

#[test]
fn names_can_be_taken_out_of_the_log_and_everything_else_stands() {
    let desk = told();
    let mut out = String::new();
    for line in desk.lines.lines() {
        let mut value: serde_json::Value = serde_json::from_str(line).unwrap();
        value["opening"] = serde_json::Value::Null;
        out += &String::from_utf8(record::canonical::to_bytes(&value).unwrap()).unwrap();
        out += "\n";
    }
    assert!(!out.contains("Contestant 4") && !out.contains("Ann") && desk.lines.contains("Contestant 4"));
    let read = log::read(out.as_bytes()).unwrap();
    let (state, told) = (read.intake.unwrap(), desk.state());
    assert_eq!((&state.announced, &state.final_entries), (&told.announced, &told.final_entries));
    assert_eq!(read.head, log::read(desk.lines.as_bytes()).unwrap().head);
    assert_eq!(state.entries[&EntryId::new(1)].application, None);
}

#[test]
fn nobody_is_named_in_what_everyone_may_see() {
    let mut desk = Desk::open("loebner-2010");
    let mut secret = application(&rulebook("loebner-2010"), "Ada Secret");
    secret.people = vec!["Charles Secret".into()];
    secret.fields.insert("e-mail".into(), "ada@secret.example".into());
    desk.receive("2010-05-10T00:00:00Z", secret.clone()).unwrap();
    secret.fields.clear();
    desk.receive("2010-05-11T00:00:00Z", secret).unwrap();
    desk.does(Command::Check { entry: EntryId::new(1) }).unwrap();
    for line in desk.lines.lines() {
        let value: serde_json::Value = serde_json::from_str(line).unwrap();
        assert!(!value["event"].to_string().to_lowercase().contains("secret"), "{line}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn any_flipped_byte_is_found_or_cuts_the_last_line(at in any::<prop::sample::Index>(), bit in 0_u8..8) {
        static LINES: OnceLock<String> = OnceLock::new();
        let lines = LINES.get_or_init(|| told().lines);
        let mut bytes = lines.clone().into_bytes();
        let at = at.index(bytes.len());
        bytes[at] ^= 1 << bit;
        let changed = log::read(&bytes);
        let is_last = at >= lines.trim_end().rfind('\n').unwrap();
        prop_assert!(changed.is_err() || (is_last && changed.unwrap().torn > 0), "byte {at}, bit {bit}");
    }
}

#[test]
fn a_log_begins_with_the_call_and_a_line_has_three_parts() {
    let desk = told();
    let second = desk.state().entries.keys().next().copied().unwrap();
    let recorded = intake::Recorded { number: 1, time: desk.now, event: Event::Withdrawn { entry: second } };
    let (line, _) = log::line(&recorded, log::first_head(), [7; 16]).unwrap();
    let told = log::read(line.as_bytes()).unwrap_err().to_string();
    assert!(told.contains("line 1") && told.contains("the first one must be the call for entries"), "{told}");
    let first = desk.lines.lines().next().unwrap();
    let more = first.replacen("\"opening\":", "\"note\":1,\"opening\":", 1) + "\n";
    assert_ne!(more.trim_end(), first);
    assert!(matches!(log::read(more.as_bytes()), Err(log::BadLog::Line { line: 1, .. })), "{more}");
}

#[test]
fn the_entry_that_came_in_is_the_last_that_events_took_in() {
    let mut desk = Desk::open("loebner-2010");
    let entered = |name: &str| crate::desk::application(&crate::desk::rulebook("loebner-2010"), name);
    let mut events = desk.receive("2010-05-10T12:00:00Z", entered("Ada Example")).unwrap();
    assert_eq!(log::received(&events), Some(EntryId::new(1)));
    events.extend(desk.receive("2010-05-10T12:00:00Z", entered("Ben Example")).unwrap());
    events.extend(desk.does(Command::Withdraw { entry: EntryId::new(1) }).unwrap());
    assert_eq!(log::received(&events), Some(EntryId::new(2)));
    assert_eq!(log::received(&events[2..]), None);
}
