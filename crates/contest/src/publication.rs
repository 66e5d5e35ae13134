//! What goes out with a record, and whether it all agrees.
//!
//! [`verify`] is what a stranger runs: the bytes of the bundle (tree, signatures, commitments), then the meaning of every
//! event (was it allowed at its place?), then the result, computed again and compared byte by byte.

use std::collections::BTreeMap;

use record::{Report, VerifierKey};
use serde::{Deserialize, Serialize};

use crate::{ContestResult, Recorded, audit, audit::Audit, contest::Contest, event, ledger, result::ResultVersion};

/// The name of the result among a bundle's attachments.
pub const RESULT: &str = "result.json";

/// The name of the rulebook in force among a bundle's attachments.
pub const RULEBOOK: &str = "rulebook.json";

/// The name of the list of versions among a bundle's attachments.
pub const VERSIONS: &str = "versions.json";

/// Version of the result.
pub const RESULT_VERSION: u32 = ResultVersion::NUMBER;

/// Which versions the parts of a record have that are not of the archive itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Versions {
    /// Of the events, [`event::VERSION`].
    pub events: u32,
    /// Of the result, [`RESULT_VERSION`].
    pub result: u32,
}

/// The versions that this program writes and reads.
pub const NOW: Versions = Versions { events: event::VERSION, result: RESULT_VERSION };

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

/// What is attached to a record: versions, the rulebook in force, and the result once there is one.
#[must_use]
pub fn attachments(contest: &Contest) -> BTreeMap<String, Vec<u8>> {
    let rulebook = (RULEBOOK.to_owned(), to_json(&contest.rulebook));
    let result = ContestResult::of(contest).map(|result| (RESULT.to_owned(), to_json(&result)));
    let versions = (VERSIONS.to_owned(), to_json(&NOW));
    [rulebook, versions].into_iter().chain(result).collect()
}

/// Verifies a bundle, trusting nothing in it; `trusted` is the key that is known to be the organiser's, if one is.
#[must_use]
pub fn verify(bytes: &[u8], trusted: Option<&VerifierKey>) -> Verification {
    let report = record::bundle::verify(bytes, trusted);
    let mut faults: Vec<String> = report.faults.iter().map(ToString::to_string).collect();
    let mut facts = Vec::new();
    for event in report.log.iter().flatten() {
        match ledger::fact(event.envelope.clone(), event.private.clone()) {
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
