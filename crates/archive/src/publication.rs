//! The publication of a record: its attachments, and the check that record, rulebook and result agree.
//!
//! [`verify`] needs no trust in the bundle. It checks the bytes (tree, signatures, commitments), then every event (was
//! it allowed at its place?), then the result, which it computes again and compares. It reads the record as a stream,
//! one event at a time. The outcome is one of four [`Verdict`]s; a result is returned only if it is confirmed.

use std::{
    collections::BTreeMap,
    fmt,
    io::{self, Read, Seek},
    num::NonZeroUsize,
};

use language::{Message, Say};
use record::{
    Examined, Outcome, Report, SigningKey, Trust,
    bundle::{self, EventText, ForeignHead},
    cosigner::{LONGEST_NEW_KEY, NewKey},
};
use rulebook::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    attached::{RESULT, RULEBOOK, SHOWN, VERSIONS},
    audit::{Audit, Auditor, Ending},
    checks::{Checks, Subject, done, holds},
    imported,
};
use contest::{
    ContestResult, ControlEvent, Event, Private, Recorded,
    attachment::AttachmentFile,
    contest::{Contest, Deleted},
    deletions::{self, DELETIONS, DELETIONS_MAX, Deletion},
    event::Restored,
    json::to_json,
    ledger,
    result_caveats::Caveat,
    versions::Versions,
};

/// The longest sentence about a fault, in bytes; it may quote the record.
const LONGEST_SENTENCE: usize = 1000;

/// The outcome of a verification.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Everything published follows from a complete record, and a party that the verifier named vouches for it.
    Verified,
    /// Everything published follows from a complete record, but its key is vouched for by no party that the verifier
    /// named.
    Consistent,
    /// Unfinished, cut or redacted, so that the result cannot be confirmed.
    Incomplete,
    /// At least one part is invalid or contradicts another.
    Broken,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Verified => "verified",
            Self::Consistent => "consistent",
            Self::Incomplete => "incomplete",
            Self::Broken => "broken",
        })
    }
}

/// A cosigner that the record names, and its signature of the last head.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Cosigned {
    /// The key that the organiser named.
    pub key: String,
    /// Whether this key, or a later one that it named, has signed the last head.
    pub signed: bool,
    /// The time of the signature, by the cosigner's clock; absent without a signature.
    pub at: Option<Timestamp>,
}

/// The findings about a bundle.
#[derive(Debug)]
pub struct Verification {
    /// The findings about its bytes.
    pub report: Report,
    /// The outcome of every check of its meaning.
    pub checks: Checks,
    /// The findings about its meaning; absent if the bytes cannot be trusted.
    pub audit: Option<Audit>,
    /// The result, computed again; absent if it is not confirmed.
    pub result: Option<ContestResult>,
    /// Every fault, in a sentence that names the event or the part.
    pub faults: Vec<String>,
    /// The reasons why the result cannot be confirmed, in sentences; empty if it can.
    pub missing: Vec<Message>,
    /// The cosigners that the record names. The verifier has to judge their identities.
    pub cosigners: Vec<Cosigned>,
    /// The parts deleted before publication and the rulings behind them, in the order of deletion; the notices repeat
    /// each.
    pub deletions: Vec<Deletion>,
    /// Reservations to print beside any verdict.
    pub caveats: Vec<Caveat>,
    /// Further sentences that a reader of the result must know.
    pub notices: Vec<Message>,
}

impl Verification {
    /// The outcome. *Verified* and *consistent* need every check to pass: a check that was not done makes it
    /// *incomplete*.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        if !self.faults.is_empty() || self.checks.any(Outcome::Failed) {
            Verdict::Broken
        } else if !self.missing.is_empty() || self.result.is_none() || !self.is_whole() {
            Verdict::Incomplete
        } else if self.report.vouched {
            Verdict::Verified
        } else {
            Verdict::Consistent
        }
    }

    /// True if every check was done and passed.
    fn is_whole(&self) -> bool {
        self.report.is_sound() && Subject::ALL.into_iter().all(|subject| self.checks.of(subject) == Outcome::Passed)
    }

    /// Settles the result: it is returned if there are no faults and nothing is missing. Undone checks are listed as
    /// missing if no other missing part explains them.
    fn conclude(&mut self, contest: Option<&Contest>) {
        if self.faults.is_empty() && self.missing.is_empty() && self.checks.any(Outcome::NotDone) {
            self.missing.push(say!("record-not-checked", checks = self.checks.to_string()));
        }
        if self.faults.is_empty() && self.missing.is_empty() {
            self.result = contest.and_then(ContestResult::of);
        }
    }
}

/// The attachments of a record: versions, the rulebook in force, and the result once there is one.
#[must_use]
pub fn attachments(contest: &Contest) -> BTreeMap<String, Vec<u8>> {
    // Through `Value`, which sorts the members by name, so that the bytes do not depend on the order in our types.
    let sorted = rulebook::json::to_value(&contest.rulebook).expect("rulebooks have string keys");
    let rulebook = (RULEBOOK.to_owned(), to_json(&sorted));
    let versions = (VERSIONS.to_owned(), to_json(&Versions::NOW));
    let result = ContestResult::of(contest).map(|result| (RESULT.to_owned(), bytes_of(&result)));
    [rulebook, versions].into_iter().chain(result).collect()
}

/// The attachment of a result. The generic readers of bundles would compile its form again for each kind of file.
fn bytes_of(result: &ContestResult) -> Vec<u8> {
    to_json(result)
}

/// Verifies a bundle. Nothing in it is trusted, nor any party that `trust` does not name.
///
/// # Errors
/// When the file cannot be read.
pub fn verify(source: impl Read + Seek, trust: &Trust) -> io::Result<Verification> {
    verify_on(NonZeroUsize::MIN, source, trust)
}

/// [`verify`] on this number of cores, with the same findings.
///
/// # Errors
/// When the file cannot be read.
pub fn verify_on(cores: NonZeroUsize, source: impl Read + Seek, trust: &Trust) -> io::Result<Verification> {
    Ok(examine(cores, source, trust)?.0)
}

/// [`verify`], then passes every fact to `each`, in order; none if the bytes cannot be trusted.
///
/// # Errors
/// When the file cannot be read.
pub fn verify_with(source: impl Read + Seek, trust: &Trust, each: impl FnMut(Recorded)) -> io::Result<Verification> {
    let (found, examined, judged) = examine(NonZeroUsize::MIN, source, trust)?;
    Facts { examined, judged }.each(each)?;
    Ok(found)
}

/// The facts of a verified record.
pub struct Facts<S> {
    examined: Examined<S>,
    /// The number of events that were judged.
    judged: u64,
}

impl<S: Read + Seek> Facts<S> {
    /// Passes every fact to `each`, in order; none if the bytes cannot be trusted.
    ///
    /// # Errors
    /// When the file cannot be read, or has changed since it was verified.
    pub fn each(&self, mut each: impl FnMut(Recorded)) -> io::Result<()> {
        for event in self.examined.log().into_iter().flatten().zip(0..self.judged).map(|(event, _)| event) {
            let event = event?;
            ledger::fact(event.envelope, event.private).into_iter().for_each(&mut each);
        }
        Ok(())
    }

    /// The files that judges showed, each read on demand: its name in [`SHOWN`] and its bytes.
    ///
    /// # Errors
    /// Each when the record cannot be read.
    pub fn shown(&self) -> impl Iterator<Item = io::Result<(&str, Vec<u8>)>> {
        self.examined.files().filter_map(|(entry, bytes)| {
            let name = entry.strip_prefix(SHOWN)?;
            let data = self.examined.attachment(entry, bytes).transpose()?;
            Some(data.map(|data| (name, data)))
        })
    }
}

/// [`verify`] for callers that read the facts afterwards and need the `Ending` for it: one pass collects both.
///
/// # Errors
/// When the file cannot be read.
pub fn verify_ending<S: Read + Seek>(source: S, trust: &Trust) -> io::Result<(Verification, Ending, Facts<S>)> {
    let mut noted = Ending::default();
    let (found, examined, judged, is_whole) =
        examine_noting(NonZeroUsize::MIN, source, trust, |fact| noted.note(fact))?;
    let noted = if is_whole { noted } else { ending(NonZeroUsize::MIN, &examined)? };
    Ok((found, noted, Facts { examined, judged }))
}

/// Verifies; returns the findings, the bundle, and the number of judged events.
pub(crate) fn examine<S: Read + Seek>(
    cores: NonZeroUsize,
    source: S,
    trust: &Trust,
) -> io::Result<(Verification, Examined<S>, u64)> {
    let (found, examined, judged, _) = examine_noting(cores, source, trust, |_| {})?;
    Ok((found, examined, judged))
}

/// `examine` that passes every judged fact to `note`, up to the first event with a redacted part. The last value is
/// true if no event has one.
fn examine_noting<S: Read + Seek>(
    cores: NonZeroUsize,
    source: S,
    trust: &Trust,
    mut note: impl FnMut(&Recorded),
) -> io::Result<(Verification, Examined<S>, u64, bool)> {
    let (mut fold, mut is_whole) = (Fold::new(Ending::default()), true);
    let examined = bundle::verify_reading(source, trust, cores, FactText::of, |_, FactText { gone, fact }| {
        is_whole &= gone.is_empty();
        if is_whole {
            fact.iter().filter(|_| !fold.is_over).for_each(&mut note);
            fold.take(fact);
        }
    })?;
    let mut judged = 0;
    let found = judge(cores, &examined, is_whole.then_some(fold), &mut judged)?;
    Ok((found, examined, judged, is_whole))
}

/// A fact as read on any core: the names of its redacted parts, and its content.
struct FactText {
    gone: Vec<String>,
    fact: Result<Recorded, ledger::NotAFact>,
}

impl FactText {
    fn of(event: &EventText<'_>) -> Self {
        let gone = event.private.iter().filter(|(_, data)| data.is_none()).map(|(part, _)| (*part).to_owned());
        Self { gone: gone.collect(), fact: ledger::read(event) }
    }
}

/// The audit of a bundle's facts, which stops at the maximum number of faults.
struct Fold {
    auditor: Auditor,
    /// The events that are no facts, each with the reason.
    faults: Vec<(u64, String)>,
    /// The sentence about the events after the maximum number of faults, which were not judged.
    rest: Option<&'static str>,
    /// The number of judged events.
    count: u64,
    is_over: bool,
}

impl Fold {
    fn new(ending: Ending) -> Self {
        Self { auditor: Auditor::new(ending), faults: Vec::new(), rest: None, count: 0, is_over: false }
    }

    fn take(&mut self, fact: Result<Recorded, ledger::NotAFact>) {
        if self.is_over {
            return;
        }
        self.count += 1;
        match fact {
            Ok(fact) => self.auditor.take(&fact),
            Err(why) => {
                self.faults.push((self.count, cut(format!("event {}: {}", self.count, with_sources(&why)))));
            }
        }
        if self.faults.len() + self.auditor.faults().len() >= bundle::MOST_FAULTS {
            self.rest = Some("after so many faults the rest was not judged");
            self.is_over = true;
        }
    }
}

/// Judges a bundle. `folded` is the audit of its facts if no part is redacted. Otherwise this reads the record again,
/// because redacted facts need the record's ending, and compares the gaps with the listed deletions.
fn judge<S: Read + Seek>(
    cores: NonZeroUsize,
    examined: &Examined<S>,
    folded: Option<Fold>,
    judged: &mut u64,
) -> io::Result<Verification> {
    let mut found = Verification {
        faults: examined.report.faults.iter().map(ToString::to_string).collect(),
        report: examined.report.clone(),
        checks: Checks::default(),
        audit: None,
        result: None,
        missing: Vec::new(),
        cosigners: Vec::new(),
        deletions: Vec::new(),
        caveats: Vec::new(),
        notices: Vec::new(),
    };
    if let Some(size) = found.report.cut_from {
        let events = found.report.events;
        found.missing.push(say!("record-cut", signed = size, events = events));
    }
    if !found.faults.is_empty() {
        found.faults.extend(explained(examined)?);
        return Ok(found);
    }
    if let Some(version) = imported::version_of(examined)? {
        judge_imported(examined, version, &mut found)?;
        return Ok(found);
    }
    match versions(examined)? {
        Some(Versions::NOW) => found.checks.set(Subject::Versions, Outcome::Passed),
        Some(Versions { events, result }) => {
            found.missing.push(say!("record-versions-unknown", events = events, result = result));
            found.conclude(None);
            return Ok(found);
        }
        None => {
            found.faults.push(format!("`{VERSIONS}` does not name the versions of events and result"));
            found.checks.set(Subject::Versions, Outcome::Failed);
            return Ok(found);
        }
    }
    judge_deletions(examined, &mut found)?;
    let mut held = deletions::DeletionCheck::against(&found.deletions);
    let fold = match folded {
        Some(fold) => fold,
        None => {
            let mut fold = Fold::new(ending(cores, examined)?);
            examined.read(cores, FactText::of, |index, FactText { gone, fact }| {
                if !fold.is_over {
                    gone.iter().for_each(|part| held.missing(index, part));
                }
                fold.take(fact);
            })?;
            fold
        }
    };
    let Fold { auditor, faults, rest, count, .. } = fold;
    *judged = count;
    let is_over = rest.is_some();
    found.checks.set(Subject::Events, if faults.is_empty() { done(!is_over) } else { Outcome::Failed });
    let audit = auditor.finish();
    found.checks.set(Subject::Rules, if is_over && audit.faults.is_empty() { Outcome::NotDone } else { audit.rules });
    found.checks.set(Subject::Draw, audit.draw);
    let ruled = audit.room.contest();
    ruled.into_iter().for_each(|contest| held.ruled(&contest.gone));
    found.faults.extend(in_order(faults, audit.faults.iter().map(|fault| (fault.position, fault.to_string()))));
    found.faults.extend(rest.map(ToOwned::to_owned));
    for place in held.not_gone() {
        found.faults.push(cut(format!("a ruling says that {place} was taken out, and it was not")));
        found.checks.set(Subject::Deletions, Outcome::Failed);
    }
    found.notices.extend(found.deletions.iter().map(Say::message));
    found.notices.extend(ruled.into_iter().flat_map(|contest| &contest.deletions).map(told_briefly));
    if held.unruled() > 0 {
        found.notices.push(say!("record-taken-out-unruled", parts = held.unruled()));
    }
    found.missing.extend(audit.missing.iter().cloned());
    found.caveats.clone_from(&audit.caveats);
    found.notices.extend(audit.notices.iter().cloned());
    judge_shown(examined, &audit.room.shown_files(), &mut found);
    for name in found.report.attachments.keys().filter(|name| !name.starts_with(SHOWN)) {
        if [RESULT, RULEBOOK, VERSIONS, DELETIONS].contains(&name.as_str()) {
            continue;
        }
        found.notices.push(match new_key(examined, name)? {
            Some(NewKey { new, .. }) => {
                let cosigner = cut(new.name().escape_default().to_string());
                say!("record-cosigner-changed-key", cosigner = cosigner, file = name)
            }
            None => say!("record-file-unknown", file = name),
        });
    }
    let Some(contest) = audit.room.contest() else {
        found.missing.push(say!("record-empty"));
        found.faults.extend(found.report.foreign_heads.iter().map(of_another_record));
        found.conclude(None);
        return Ok(found);
    };
    judge_cosigners(examined, contest, &mut found)?;
    let keys = judge_keys(&found.report, contest.restored());
    let is_known = if keys.faults.is_empty() { done(keys.missing.is_empty()) } else { Outcome::Failed };
    found.checks.set(Subject::Keys, is_known);
    if is_known == Outcome::Passed {
        // The check of earlier heads by another key waited for the events, and has passed now.
        let heads = found.report.checks.iter_mut().filter(|check| check.name == bundle::HEADS);
        heads.for_each(|check| check.outcome = Outcome::Passed);
    }
    found.faults.extend(keys.faults);
    found.missing.extend(keys.missing);
    found.notices.extend(keys.notices);
    judge_computed(examined, contest, &audit, &mut found)?;
    found.conclude(Some(contest));
    found.audit = Some(audit);
    Ok(found)
}

/// Reads the list of parts deleted before publication, if there is one.
fn judge_deletions<S: Read + Seek>(examined: &Examined<S>, found: &mut Verification) -> io::Result<()> {
    let listed = listed(examined)?;
    found.checks.set(Subject::Deletions, holds(listed.is_some()));
    match listed {
        Some(deletions) => found.deletions = deletions,
        None => found.faults.push(format!("`{DELETIONS}` is no list of what was taken out, and why")),
    }
    Ok(())
}

/// Compares the rulebook and the result with those computed from the record.
fn judge_computed<S: Read + Seek>(
    examined: &Examined<S>,
    contest: &Contest,
    audit: &Audit,
    found: &mut Verification,
) -> io::Result<()> {
    let computed = attachments(contest);
    for (name, subject) in [(RULEBOOK, Subject::Rulebook), (RESULT, Subject::Result)] {
        let is_there = found.report.attachments.contains_key(name);
        let outcome = match computed.get(name) {
            // The result cannot be computed because parts of the record are missing.
            Some(_) if name == RESULT && !audit.is_computable => Outcome::NotDone,
            // With parts missing, a bundle may lack its result; a result that it does hold must match.
            Some(_) if name == RESULT && !is_there && !audit.missing.is_empty() => Outcome::NotDone,
            Some(bytes) => holds(examined.attachment(name, bytes.len() as u64)?.as_ref() == Some(bytes)),
            None if is_there => {
                found.faults.push(format!("there is a `{name}`, but a contest that is not closed has no result"));
                found.checks.set(subject, Outcome::Failed);
                continue;
            }
            None => Outcome::NotDone,
        };
        if outcome == Outcome::Failed {
            found.faults.push(format!("`{name}` is not what the record gives when it is computed again"));
        }
        found.checks.set(subject, outcome);
    }
    Ok(())
}

/// The reasons of events that are no facts, merged with the faults of other events, by position.
fn in_order(no_facts: Vec<(u64, String)>, wrong: impl Iterator<Item = (u64, String)>) -> Vec<String> {
    let mut all: Vec<_> = no_facts.into_iter().chain(wrong).collect();
    all.sort_by_key(|(position, _)| *position);
    all.into_iter().map(|(_, fault)| fault).collect()
}

/// Compares the shown files in the bundle with those that the record names.
fn judge_shown<S: Read + Seek>(
    examined: &Examined<S>,
    shown: &BTreeMap<String, Vec<AttachmentFile>>,
    found: &mut Verification,
) {
    let in_folder = |name: &String| Some(shown.get(name.strip_prefix(SHOWN)?));
    let is = |name: &str, size, file: &AttachmentFile| {
        size == file.bytes && examined.attachment_hash(name) == Some(file.hash)
    };
    let (mut faults, mut there) = (Vec::new(), 0);
    for (name, size) in &found.report.attachments {
        match in_folder(name) {
            None => {}
            Some(None) => faults.push(format!("`{name}` is in the record, and no event says that it was shown")),
            Some(Some(all)) if all.iter().all(|file| is(name, *size, file)) => there += 1,
            Some(Some(_)) => faults.push(format!("`{name}` is not the file that was shown")),
        }
    }
    let absent = shown.keys().filter(|name| !found.report.attachments.contains_key(&format!("{SHOWN}{name}"))).count();
    if there > 0 && faults.is_empty() {
        found.notices.push(say!("record-files-there", files = there));
    }
    if absent > 0 {
        found.missing.push(say!("record-files-absent", files = absent));
    }
    found.checks.set(Subject::Files, if faults.is_empty() { done(absent == 0) } else { Outcome::Failed });
    found.faults.extend(faults);
}

/// Finds the named cosigners that signed the last head, and checks that they are as many as the rules demand.
fn judge_cosigners<S: Read + Seek>(
    examined: &Examined<S>,
    contest: &Contest,
    found: &mut Verification,
) -> io::Result<()> {
    for key in contest.cosigners() {
        let signed = examined.cosigned_by(&key)?;
        let at = signed.flatten().and_then(|time| i64::try_from(time).ok()?.checked_mul(1000));
        found.cosigners.push(Cosigned {
            key: key.to_string(),
            signed: signed.is_some(),
            at: at.map(Timestamp::from_millis),
        });
    }
    let signed = found.cosigners.iter().filter(|cosigner| cosigner.signed).count();
    let demanded = contest.cosigners_demanded();
    found.checks.set(Subject::Cosigners, done(signed >= demanded));
    if contest.is_closed() && signed < demanded {
        found.missing.push(say!("record-cosigners-missing", demanded = demanded, signed = signed));
    }
    Ok(())
}

/// The new key of a cosigner, if the attachment of this name holds one.
fn new_key<S: Read + Seek>(examined: &Examined<S>, name: &str) -> io::Result<Option<NewKey>> {
    if !name.starts_with(bundle::NEW_KEYS) {
        return Ok(None);
    }
    let bytes = examined.attachment(name, LONGEST_NEW_KEY as u64)?;
    Ok(bytes.and_then(|bytes| NewKey::read(std::str::from_utf8(&bytes).ok()?).ok()))
}

/// Judges an imported past: only its events can be checked, because the import cannot prove the past itself.
fn judge_imported<S: Read + Seek>(examined: &Examined<S>, version: u32, found: &mut Verification) -> io::Result<()> {
    let Some((imported, faults)) = imported::read(examined)? else {
        found.missing.push(say!("record-imported-version-unknown", version = version));
        return Ok(());
    };
    found.faults.extend(faults.into_iter().map(cut));
    found.faults.extend(found.report.foreign_heads.iter().map(of_another_record));
    let when = match imported.time {
        Some(time) => say!("record-imported-on", time = time.to_string()),
        None => say!("record-imported-some-time"),
    };
    found.missing.push(say!("record-imported", when = when, files = imported.sources.len()));
    if imported.ballots.is_some() {
        found.notices.push(say!("record-imported-ballots", file = imported::BALLOTS));
    }
    if imported.redacted > 0 {
        found.notices.push(say!("record-imported-taken-out", parts = imported.redacted));
    }
    judge_deletions(examined, found)?;
    let mut held = deletions::DeletionCheck::against(&found.deletions);
    for event in examined.log().into_iter().flatten() {
        let event = event?;
        let gone = event.private.iter().filter(|(_, private)| **private == record::event::Private::Redacted);
        gone.for_each(|(part, _)| held.missing(event.index, part));
    }
    for place in held.not_gone() {
        found.faults.push(format!("`{DELETIONS}` says that {place} was taken out, and it was not"));
    }
    found.notices.extend(found.deletions.iter().map(Say::message));
    Ok(())
}

/// Reasons why a redaction was refused.
#[derive(Debug, thiserror::Error)]
pub enum RedactError {
    /// An event is not a contest's event.
    #[error("event {event} cannot be read")]
    Event {
        /// The event, counted from 1.
        event: u64,
        /// The reason.
        #[source]
        source: ledger::NotAFact,
    },
    /// The list of earlier deletions cannot be read.
    #[error("what its `{DELETIONS}` says of earlier deletions cannot be read (verify the record first)")]
    Deletions,
    /// The bundle was not written.
    #[error(transparent)]
    Bundle(#[from] bundle::RedactError),
}

/// Writes to `out` the bundle without the private parts of this deletion. The deletion is added to its list. The
/// result is computed again from the remaining parts, and left out if they cannot confirm one, as without the ballots or
/// the draw.
///
/// # Errors
/// [`RedactError`] if the bundle is not sound or not of this key, or an event has no such part left.
pub fn redact<W: Read + io::Write + Seek>(
    mut source: impl Read + Seek,
    out: W,
    deletion: &Deletion,
    key: &SigningKey,
) -> Result<W, RedactError> {
    let failed = |why| RedactError::Bundle(bundle::RedactError::Read(why));
    let examined = bundle::verify(&mut source, &Trust::default()).map_err(failed)?;
    let mut deletions = listed(&examined).map_err(failed)?.ok_or(RedactError::Deletions)?;
    deletions.push(deletion.clone());
    let parts: Vec<_> = deletion.parts().map(|place| (place.event, place.part.as_str())).collect();
    let list = (DELETIONS.to_owned(), Some(to_json(&deletions)));
    if imported::version_of(&examined).map_err(failed)?.is_some() {
        // Nothing is computed from an imported past, so nothing else changes.
        return Ok(bundle::redact(source, out, &parts, &BTreeMap::from([list]), key)?);
    }
    let mut auditor = Auditor::new(ending(NonZeroUsize::MIN, &examined).map_err(failed)?);
    for event in examined.log().into_iter().flatten() {
        let mut event = event.map_err(failed)?;
        for (_, part) in parts.iter().filter(|(index, _)| *index == event.index) {
            event.private.entry((*part).to_owned()).and_modify(|private| *private = record::event::Private::Redacted);
        }
        let index = event.index;
        let fact = ledger::fact(event.envelope, event.private);
        auditor.take(&fact.map_err(|source| RedactError::Event { event: index, source })?);
    }
    let audit = auditor.finish();
    let result = audit.room.contest().filter(|_| audit.missing.is_empty()).and_then(ContestResult::of);
    let result = result.map(|result| bytes_of(&result));
    let shown = audit.room.shown_files();
    // A file is removed with the last event that names it.
    let is_named = |name: &str| name.strip_prefix(SHOWN).is_none_or(|name| shown.contains_key(name));
    let gone = examined.report.attachments.keys().filter(|name| !is_named(name)).map(|name| (name.clone(), None));
    let replaced = gone.chain([(RESULT.to_owned(), result), list]).collect();
    Ok(bundle::redact(source, out, &parts, &replaced, key)?)
}

/// The deletions that a bundle lists; empty without a list, `None` if the list cannot be read.
fn listed(examined: &Examined<impl Read + Seek>) -> io::Result<Option<Vec<Deletion>>> {
    if !examined.report.attachments.contains_key(DELETIONS) {
        return Ok(Some(Vec::new()));
    }
    Ok(examined.attachment(DELETIONS, DELETIONS_MAX)?.and_then(|bytes| deletions::read(&bytes)))
}

/// The versions that the bundle names, if they are in canonical form.
fn versions(examined: &Examined<impl Read + Seek>) -> io::Result<Option<Versions>> {
    let bytes = examined.attachment(VERSIONS, 1 << 10)?;
    let versions = bytes.as_ref().and_then(|bytes| serde_json::from_slice::<Versions>(bytes).ok());
    Ok(versions.filter(|versions| bytes.as_ref() == Some(&to_json(versions))))
}

/// The record's ending, read before the facts that it is needed to judge.
fn ending(cores: NonZeroUsize, examined: &Examined<impl Read + Seek>) -> io::Result<Ending> {
    let mut ending = Ending::default();
    let is_asked = |event: &EventText<'_>| Ending::kinds().contains(&&*event.leaf.kind);
    let read = |event: &EventText<'_>| is_asked(event).then(|| ledger::read(event).ok()).flatten();
    examined.read(cores, read, |_, fact| fact.iter().for_each(|fact| ending.note(fact)))?;
    Ok(ending)
}

/// The record's own explanation for a signature by another key than the given one: a restored backup.
fn explained(examined: &Examined<impl Read + Seek>) -> io::Result<Option<String>> {
    let Some(key) = examined.report.verifier.as_ref().map(ToString::to_string) else { return Ok(None) };
    for event in examined.log().into_iter().flatten() {
        let event = event?;
        if event.envelope.kind == "restored"
            && let Ok(Recorded { event: Event::Control(ControlEvent::Restored { key: named, .. }), .. }) =
                ledger::fact(event.envelope, event.private)
            && named == key
        {
            let index = event.index;
            return Ok(Some(format!(
                "event {index} says that the record went on under this key after signed events were lost: ask the organiser \
                 whether that is so, and verify with it"
            )));
        }
    }
    Ok(None)
}

/// The findings about the keys and earlier heads of a record whose key may have changed.
#[derive(Default)]
struct Keys {
    faults: Vec<String>,
    missing: Vec<Message>,
    notices: Vec<Message>,
}

/// Compares the signing key with the one in the record, and heads by other keys with the losses in the record.
fn judge_keys(report: &Report, restored: &[Restored]) -> Keys {
    let mut keys = Keys::default();
    let signs = report.verifier.as_ref().map(ToString::to_string);
    if let Some(Restored { key, .. }) = restored.last().filter(|last| Some(&last.key) != signs.as_ref()) {
        let signs = signs.unwrap_or_default();
        keys.faults.push(format!(
            "the record says that `{key}` signs it since events were lost, but it is signed by `{signs}`"
        ));
    }
    for foreign @ ForeignHead { head, root } in &report.foreign_heads {
        let size = head.size;
        if restored.iter().any(|restored| restored.names(head)) {
            keys.missing.push(say!("record-checkpoint-lost", events = size));
        } else if !restored.is_empty() && *root == Some(head.root) {
            keys.notices.push(say!("record-checkpoint-by-earlier-key", events = size));
        } else {
            keys.faults.push(of_another_record(foreign));
        }
    }
    keys
}

fn of_another_record(ForeignHead { head, .. }: &ForeignHead) -> String {
    let (size, origin) = (head.size, head.origin.escape_default());
    cut(format!(
        "the earlier checkpoint of {size} events is not of this record: `{origin}` has signed it with another key, and the \
         record does not name it among those that were lost"
    ))
}

/// A ruling as a sentence, with long reasons cut.
fn told_briefly(deleted: &Deleted) -> Message {
    let mut deleted = deleted.clone();
    deleted.rule = cut(deleted.rule);
    if let Private::Held(why) = &mut deleted.reason {
        why.reason = cut(std::mem::take(&mut why.reason));
    }
    deleted.message()
}

fn cut(mut sentence: String) -> String {
    if sentence.len() > LONGEST_SENTENCE {
        sentence.truncate(sentence.floor_char_boundary(LONGEST_SENTENCE));
        sentence.push('…');
        sentence.shrink_to_fit();
    }
    sentence
}

fn with_sources(error: &dyn std::error::Error) -> String {
    let sources = std::iter::successors(error.source(), |error| error.source());
    sources.fold(error.to_string(), |text, source| format!("{text}: {source}"))
}
