//! What goes out with a record, and whether it all agrees.
//!
//! [`verify`] is what a stranger runs: the bytes of the bundle (tree, signatures, commitments), then the meaning of every
//! event (was it allowed at its place?), then the result, computed again and compared byte by byte.

use std::collections::BTreeMap;

use record::{Report, VerifierKey};
use serde::Serialize;

use crate::{ContestResult, Recorded, audit, audit::Audit, contest::Contest, ledger};

/// The name of the result among a bundle's attachments.
pub const RESULT: &str = "result.json";

/// The name of the rulebook in force among a bundle's attachments.
pub const RULEBOOK: &str = "rulebook.json";

/// What was found about a bundle.
#[derive(Debug)]
pub struct Verification {
    /// What was found about its bytes.
    pub report: Report,
    /// What was found about its meaning; absent when the bytes cannot be trusted.
    pub audit: Option<Audit>,
    /// The result, computed again; absent before the contest is closed.
    pub result: Option<ContestResult>,
    /// Every event, in order; empty when the bytes cannot be trusted.
    pub facts: Vec<Recorded>,
    /// Everything that is wrong, in sentences that name the event or the part.
    pub faults: Vec<String>,
}

/// What is attached to a record: the rulebook in force, and the result once there is one.
#[must_use]
pub fn attachments(contest: &Contest) -> BTreeMap<String, Vec<u8>> {
    let rulebook = (RULEBOOK.to_owned(), to_json(&contest.rulebook));
    let result = ContestResult::of(contest).map(|result| (RESULT.to_owned(), to_json(&result)));
    [rulebook].into_iter().chain(result).collect()
}

/// Verifies a bundle, trusting nothing in it; `trusted` is the key that is known to be the organiser's, if one is.
#[must_use]
pub fn verify(bytes: &[u8], trusted: Option<&VerifierKey>) -> Verification {
    let report = record::bundle::verify(bytes, trusted);
    let mut faults: Vec<String> = report.faults.iter().map(ToString::to_string).collect();
    let mut facts = Vec::new();
    for event in report.log.iter().flatten() {
        let private = match &event.private {
            record::event::Private::Open(data) => Some(data.clone()),
            record::event::Private::Absent | record::event::Private::Redacted => None,
        };
        match ledger::fact(event.envelope.clone(), private) {
            Ok(fact) => facts.push(fact),
            Err(why) => faults.push(format!("event {}: {}", event.index, with_sources(&why))),
        }
    }
    if !faults.is_empty() || report.log.is_none() {
        return Verification { report, audit: None, result: None, facts, faults };
    }
    let mut audit = audit::audit(&facts);
    if report.redacted > 0 {
        let redacted = report.redacted;
        audit.found.push(format!("{redacted} private parts were redacted, so `{RESULT}` could not be compared"));
    }
    faults.extend(audit.faults.iter().map(ToString::to_string));
    match audit.room.contest() {
        Some(contest) => faults.extend(differing(&report.attachments, &attachments(contest), report.redacted > 0)),
        None => faults.push("the record is empty: there is no contest in it".to_owned()),
    }
    let result = audit.room.contest().and_then(ContestResult::of);
    Verification { report, audit: Some(audit), result, facts, faults }
}

/// The attachments that are not what the record makes of them. After a redaction names are gone from what is computed,
/// and only what does not need them can be compared.
fn differing(found: &BTreeMap<String, Vec<u8>>, computed: &BTreeMap<String, Vec<u8>>, redacted: bool) -> Vec<String> {
    let compared = computed.iter().filter(|(name, _)| !redacted || name.as_str() != RESULT);
    compared
        .filter(|(name, bytes)| found.get(*name) != Some(bytes))
        .map(|(name, _)| format!("`{name}` is not what the record gives when it is computed again"))
        .collect()
}

/// Indented JSON with a newline at the end: read by people, compared byte by byte by verifiers.
#[must_use]
pub fn to_json(value: &impl Serialize) -> Vec<u8> {
    let mut bytes = serde_json::to_vec_pretty(value).expect("results and rulebooks have string keys");
    bytes.push(b'\n');
    bytes
}

fn with_sources(error: &dyn std::error::Error) -> String {
    let sources = std::iter::successors(error.source(), |error| error.source());
    sources.fold(error.to_string(), |text, source| format!("{text}: {source}"))
}
