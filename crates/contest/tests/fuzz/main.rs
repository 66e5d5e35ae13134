//! Properties of facts, frames, forms and rulings that hold for any input.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::{collections::BTreeMap, io::Cursor, sync::LazyLock};

use archive::{audit, publication};
use contest::{
    Actor, FormId, Recorded, Stream,
    deletions::{self, PartPlace},
    fields,
    json::to_json,
    ledger,
    seed::Contributor,
    wire::FromClient,
};
use record::{Envelope, Trust, event::Private};
use rulebook::{Rulebook, Seat, shipped};
use serde::Deserialize;
use serde_json::{Map, Value};

/// An unsealed fact as JSON: its position in the record, its envelope, and its private data.
#[derive(Deserialize)]
struct Forged {
    at: usize,
    stream: String,
    number: u64,
    #[serde(rename = "type")]
    kind: String,
    version: u32,
    time: String,
    actor: String,
    body: Map<String, Value>,
    /// The data of each part, null if it was redacted.
    #[serde(default)]
    private: BTreeMap<String, Value>,
}

/// The facts of a whole contest.
static EXAMPLE: LazyLock<Vec<Recorded>> = LazyLock::new(|| {
    let file = include_bytes!("../../../../tests/records/example.viva");
    let mut facts = Vec::new();
    publication::verify_with(Cursor::new(file), &Trust::default(), |fact| facts.push(fact)).unwrap();
    facts
});

/// Rulebooks whose forms have every kind of question.
static RULEBOOKS: LazyLock<Vec<Rulebook>> = LazyLock::new(|| {
    let rules = ["loebner-2006", "loebner-2010", "three-party-2025", "two-party-2024"];
    rules.map(|rules| shipped::rulebook(rules).unwrap()).into()
});

#[test]
fn a_fact_has_one_form_in_the_record() {
    fuzz::target!("fact", 1_500, |bytes| {
        let Some((_, envelope, fact)) = forged(bytes) else { return };
        let sealed = ledger::seal(&fact, [7; 16]);
        // A fact that no record can hold was never sealed.
        let Ok(sealed) = sealed else { return };
        let (written, _) = record::open(&sealed.leaf, sealed.opening.as_deref()).unwrap();
        assert_eq!(written, envelope);
        // A fact with redacted parts cannot be sealed again.
        if fact.event.to_parts().private.values().all(Option::is_some) {
            assert_eq!(ledger::open(&sealed.leaf, sealed.opening.as_deref()).unwrap(), fact);
        }
    });
}

#[test]
fn a_record_with_a_forged_fact_is_audited_to_its_end() {
    fuzz::target!("audit", 60, |bytes| {
        let Some((at, _, fact)) = forged(bytes) else { return };
        let mut facts = EXAMPLE.clone();
        let at = at % facts.len();
        let is_the_same = facts[at] == fact;
        facts[at] = fact;
        let found = audit::audit(&facts);
        assert!(!is_the_same || found.faults.is_empty(), "{:?}", found.faults);
        for fault in &found.faults {
            assert!((1..=facts.len() as u64 + 1).contains(&fault.position), "{fault}");
        }
    });
}

#[test]
fn a_frame_that_is_read_is_written_and_read_again() {
    fuzz::target!("frame", 3_000, |bytes| {
        if let Ok(frame) = serde_json::from_slice::<FromClient>(bytes) {
            let written = serde_json::to_vec(&frame).unwrap();
            assert_eq!(serde_json::from_slice::<FromClient>(&written).unwrap(), frame);
            assert!(written.len() <= 8 * (bytes.len() + 100));
        }
    });
}

/// A line `name=value` for each field.
#[test]
fn a_form_that_is_read_is_filled_in_and_read_again() {
    fuzz::target!("form", 2_000, |bytes| {
        let Ok(text) = str::from_utf8(bytes) else { return };
        let pairs = text.lines().filter_map(|line| line.split_once('='));
        let given: Vec<_> = pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        for rulebook in &*RULEBOOKS {
            let questions = &rulebook.ballots.interview;
            for seats in [&Seat::PAIR[..], &[Seat::Only]] {
                let reading = fields::read(questions, seats, &given);
                let filled: Vec<_> = fields::of_answers(&reading.answers).into_iter().collect();
                let again = fields::read(questions, seats, &filled);
                assert_eq!(again.answers, reading.answers, "{filled:?}");
                if reading.faults.is_empty() {
                    assert_eq!(again.faults, []);
                }
                let said: usize = reading.faults.iter().map(|fault| format!("{fault:?}").len()).sum();
                assert!(said <= 1_000 * (given.len() + 20), "{said}");
            }
        }
    });
}

#[test]
fn a_list_of_deletions_has_one_form() {
    fuzz::target!("deletions", 3_000, |bytes| {
        if let Some(list) = deletions::read(bytes) {
            assert_eq!(to_json(&list), bytes);
            assert!(list.iter().all(|deletion| !deletion.to_string().chars().any(char::is_control)));
        }
    });
}

#[test]
fn a_word_that_is_read_is_written_and_read_again() {
    fuzz::target!("word", 3_000, |bytes| {
        let Ok(text) = str::from_utf8(bytes) else { return };
        for word in text.lines() {
            same::<FormId>(word);
            same::<Stream>(word);
            same::<Actor>(word);
            same::<Contributor>(word);
            same::<PartPlace>(word);
        }
    });
}

fn same<T: std::str::FromStr + std::fmt::Display + std::fmt::Debug + PartialEq>(word: &str) {
    if let Ok(value) = word.parse::<T>() {
        assert_eq!(value.to_string().parse::<T>().ok(), Some(value), "{word}");
    }
}

fn forged(bytes: &[u8]) -> Option<(usize, Envelope, Recorded)> {
    let forged: Forged = serde_json::from_slice(bytes).ok()?;
    let Forged { at, stream, number, kind, version, time, actor, body, private } = forged;
    let envelope = Envelope { stream, number, kind, version, time, actor, body };
    let part = |(name, data)| (name, if data == Value::Null { Private::Redacted } else { Private::Open(data) });
    let fact = ledger::fact(envelope.clone(), private.into_iter().map(part).collect()).ok()?;
    Some((at, envelope, fact))
}
