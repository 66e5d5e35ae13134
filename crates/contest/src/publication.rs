//! What goes out with a record, and whether it all agrees.
//!
//! [`verify`] is what a stranger runs: the bytes of the bundle (tree, signatures, commitments), then the meaning of every
//! event (was it allowed at its place?), then the result, computed again and compared. The record is read as a stream,
//! one event at a time. What it comes to is one of four [`Verdict`]s; a result is told only where it is confirmed.

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
use serde::{Deserialize, Serialize};

use crate::{
    ContestResult, ControlEvent, Event, Private, Recorded,
    attachment::AttachmentFile,
    audit::{Audit, Auditor, Ending},
    caveat::Caveat,
    checks::{Checks, Subject, done, holds},
    contest::Contest,
    deletions::{self, DELETIONS, DELETIONS_MAX, Deleted, Deletion},
    event::{self, Restored},
    imported,
    json::to_json,
    ledger,
    result::ResultVersion,
};

/// The name of the result among a bundle's attachments.
pub const RESULT: &str = "result.json";

/// The name of the rulebook in force among a bundle's attachments.
pub const RULEBOOK: &str = "rulebook.json";

/// The name of the list of versions among a bundle's attachments.
pub const VERSIONS: &str = "versions.json";

/// The folder, among a bundle's attachments, of the files that judges showed: each under its SHA-256 and the end of its format.
pub const SHOWN: &str = "attachments/";

/// Version of the result.
pub const RESULT_VERSION: u32 = ResultVersion::NUMBER;

/// The longest sentence that is told of a fault, in bytes. Some of it may be quoted from the record.
const LONGEST_SENTENCE: usize = 1000;

/// Which versions the parts of a record have that are not of the archive itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Versions {
    /// Of the events, [`event::VERSION`].
    pub events: u32,
    /// Of the result, [`RESULT_VERSION`].
    pub result: u32,
}

/// The versions that this program writes and reads.
pub const NOW: Versions = Versions { events: event::VERSION, result: RESULT_VERSION };

/// What a record comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Everything that was published follows from a complete record, and somebody whom the verifier named vouches for it.
    Verified,
    /// The same, under a key that nobody vouched for.
    Consistent,
    /// Unfinished, cut or redacted, so that the result cannot be confirmed.
    Incomplete,
    /// Something is not as it must be.
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

/// A cosigner that the record names, and what it has signed of the last head.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Cosigned {
    /// The key that the organiser named.
    pub key: String,
    /// Whether it has signed the last head, under this key or one that it named after it.
    pub signed: bool,
    /// When, by its own clock; absent where it has not.
    pub at: Option<Timestamp>,
}

/// What was found about a bundle.
#[derive(Debug)]
pub struct Verification {
    /// What was found about its bytes.
    pub report: Report,
    /// How every check of its meaning came out.
    pub checks: Checks,
    /// What was found about its meaning; absent when the bytes cannot be trusted.
    pub audit: Option<Audit>,
    /// The result, computed again; absent where it is not confirmed.
    pub result: Option<ContestResult>,
    /// Everything that is wrong, in sentences that name the event or the part.
    pub faults: Vec<String>,
    /// Why the result cannot be confirmed, in sentences; empty when it can.
    pub missing: Vec<Message>,
    /// The cosigners that the record names. Whether they are who they seem to be is for whoever verifies to say.
    pub cosigners: Vec<Cosigned>,
    /// What was taken out before publication, and by whose ruling, in the order in which it was; each is among the notices too.
    pub deletions: Vec<Deletion>,
    /// What stands beside the verdict, whatever it is.
    pub caveats: Vec<Caveat>,
    /// What else a reader of the result must know, in sentences.
    pub notices: Vec<Message>,
}

impl Verification {
    /// What the record comes to. *Verified* and *consistent* need every check passed: one that was not done makes *incomplete*.
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

    /// Whether every check was done, and passed.
    fn is_whole(&self) -> bool {
        self.report.is_sound() && Subject::ALL.into_iter().all(|subject| self.checks.of(subject) == Outcome::Passed)
    }

    /// Settles the result: it is told where everything is right and nothing is missing. What was not done is named, unless it is said
    /// already what is missing for it.
    fn conclude(&mut self, contest: Option<&Contest>) {
        if self.faults.is_empty() && self.missing.is_empty() && self.checks.any(Outcome::NotDone) {
            self.missing.push(say!("record-not-checked", checks = self.checks.to_string()));
        }
        if self.faults.is_empty() && self.missing.is_empty() {
            self.result = contest.and_then(ContestResult::of);
        }
    }
}

/// What is attached to a record: versions, the rulebook in force, and the result once there is one.
#[must_use]
pub fn attachments(contest: &Contest) -> BTreeMap<String, Vec<u8>> {
    // In ascending order of names, which nobody needs our types to know.
    let sorted = serde_json::to_value(&contest.rulebook).expect("rulebooks have string keys");
    let rulebook = (RULEBOOK.to_owned(), to_json(&sorted));
    let versions = (VERSIONS.to_owned(), to_json(&NOW));
    let result = ContestResult::of(contest).map(|result| (RESULT.to_owned(), to_json(&result)));
    [rulebook, versions].into_iter().chain(result).collect()
}

/// Verifies a bundle, trusting nothing in it, and nobody whom `trust` does not name.
///
/// # Errors
/// When the file cannot be read.
pub fn verify(source: impl Read + Seek, trust: &Trust) -> io::Result<Verification> {
    verify_on(NonZeroUsize::MIN, source, trust)
}

/// [`verify`] on so many cores: what is found is the same.
///
/// # Errors
/// When the file cannot be read.
pub fn verify_on(cores: NonZeroUsize, source: impl Read + Seek, trust: &Trust) -> io::Result<Verification> {
    Ok(examine(cores, source, trust)?.0)
}

/// [`verify`] that also hands out every fact, in order; none when the bytes cannot be trusted.
///
/// # Errors
/// When the file cannot be read.
pub fn verify_with(source: impl Read + Seek, trust: &Trust, each: impl FnMut(Recorded)) -> io::Result<Verification> {
    let (found, examined, judged) = examine(NonZeroUsize::MIN, source, trust)?;
    Facts { examined, judged }.each(each)?;
    Ok(found)
}

/// The facts of a record that was verified.
pub struct Facts<S> {
    examined: Examined<S>,
    /// How many of its events were judged.
    judged: u64,
}

impl<S: Read + Seek> Facts<S> {
    /// Hands out every fact, in order; none when the bytes cannot be trusted.
    ///
    /// # Errors
    /// When the file cannot be read, or changed since it was verified.
    pub fn each(&self, mut each: impl FnMut(Recorded)) -> io::Result<()> {
        for event in self.examined.log().into_iter().flatten().zip(0..self.judged).map(|(event, _)| event) {
            let event = event?;
            ledger::fact(event.envelope, event.private).into_iter().for_each(&mut each);
        }
        Ok(())
    }

    /// Every file that a judge showed, read as it is asked for: its name in [`SHOWN`], and its bytes.
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

/// [`verify`] for those who read the facts afterwards with what stands at their end: the record is verified once, and its ending
/// noted on the way.
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

/// What is found, the bundle itself, and how many of its events were judged.
pub(crate) fn examine<S: Read + Seek>(
    cores: NonZeroUsize,
    source: S,
    trust: &Trust,
) -> io::Result<(Verification, Examined<S>, u64)> {
    let (found, examined, judged, _) = examine_noting(cores, source, trust, |_| {})?;
    Ok((found, examined, judged))
}

/// The same, with every fact that is judged noted until one comes of which something was taken out; whether none was.
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

/// A fact as it was read on any core: the names of the parts that were taken out of it, and what it says.
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

/// The audit of the facts of a bundle, up to the fault that is one too many.
struct Fold {
    auditor: Auditor,
    /// Which events are no facts, and why not.
    faults: Vec<(u64, String)>,
    /// What is to be said of the rest, where it was not judged.
    rest: Option<&'static str>,
    /// How many events were judged.
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

/// What comes of a bundle. `folded` are its facts, where nothing was taken out of them: what was is judged with what stands at
/// the end, and compared with what is said of deletions.
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
        Some(NOW) => found.checks.set(Subject::Versions, Outcome::Passed),
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
    let mut held = deletions::Held::against(&found.deletions);
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
        // Earlier heads of another key could not be checked without what the events say of it.
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

/// The list of what was taken out before publication, where there is one.
fn judge_deletions<S: Read + Seek>(examined: &Examined<S>, found: &mut Verification) -> io::Result<()> {
    let listed = listed(examined)?;
    found.checks.set(Subject::Deletions, holds(listed.is_some()));
    match listed {
        Some(deletions) => found.deletions = deletions,
        None => found.faults.push(format!("`{DELETIONS}` is no list of what was taken out, and why")),
    }
    Ok(())
}

/// Whether rulebook and result are what the record gives when they are computed again.
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
            // What a result would say cannot be told where what it is made from is missing.
            Some(_) if name == RESULT && !audit.is_computable => Outcome::NotDone,
            // Where the rules cannot be asked no result goes out with the record, but one that does is none other.
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

/// Why events are no facts, and what is wrong with those that are: the first event first.
fn in_order(no_facts: Vec<(u64, String)>, wrong: impl Iterator<Item = (u64, String)>) -> Vec<String> {
    let mut all: Vec<_> = no_facts.into_iter().chain(wrong).collect();
    all.sort_by_key(|(position, _)| *position);
    all.into_iter().map(|(_, fault)| fault).collect()
}

/// Whether the files that judges showed are those that the record names, all of them and no others.
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

/// Which of the cosigners that the record names have signed its last head, and whether they are as many as its rules demand.
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

/// The new key of a cosigner in an attachment of this name, where it holds one.
fn new_key<S: Read + Seek>(examined: &Examined<S>, name: &str) -> io::Result<Option<NewKey>> {
    if !name.starts_with(bundle::NEW_KEYS) {
        return Ok(None);
    }
    let bytes = examined.attachment(name, LONGEST_NEW_KEY as u64)?;
    Ok(bytes.and_then(|bytes| NewKey::read(std::str::from_utf8(&bytes).ok()?).ok()))
}

/// What there is to find out about an imported past: whether its events are whole, and nothing of what happened.
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
    let mut held = deletions::Held::against(&found.deletions);
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

/// Why nothing was redacted.
#[derive(Debug, thiserror::Error)]
pub enum RedactError {
    /// An event is none of a contest.
    #[error("event {event} cannot be read")]
    Event {
        /// The event, counted from 1.
        event: u64,
        /// Why not.
        #[source]
        source: ledger::NotAFact,
    },
    /// What it says of earlier deletions cannot be read.
    #[error("what its `{DELETIONS}` says of earlier deletions cannot be read (verify the record first)")]
    Deletions,
    /// The bundle was not written.
    #[error(transparent)]
    Bundle(#[from] bundle::RedactError),
}

/// Writes the bundle to `out` without the private parts of this deletion, which stands in it from then on, and with the result
/// that is left without them: one without names where names were taken out, none where ballots or the draw were.
///
/// # Errors
/// [`RedactError`] when the bundle is not sound or not of this key, or an event has no such part left.
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
        // Nothing is computed from an imported past, so nothing else in it changes.
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
    let result = result.map(|result| to_json(&result));
    let shown = audit.room.shown_files();
    // A file goes with the last event that names it.
    let is_named = |name: &str| name.strip_prefix(SHOWN).is_none_or(|name| shown.contains_key(name));
    let gone = examined.report.attachments.keys().filter(|name| !is_named(name)).map(|name| (name.clone(), None));
    let replaced = gone.chain([(RESULT.to_owned(), result), list]).collect();
    Ok(bundle::redact(source, out, &parts, &replaced, key)?)
}

/// What a bundle says was taken out of it: nothing where it says nothing; `None` where it has a list that is none.
fn listed(examined: &Examined<impl Read + Seek>) -> io::Result<Option<Vec<Deletion>>> {
    if !examined.report.attachments.contains_key(DELETIONS) {
        return Ok(Some(Vec::new()));
    }
    Ok(examined.attachment(DELETIONS, DELETIONS_MAX)?.and_then(|bytes| deletions::read(&bytes)))
}

/// The versions that the bundle names.
fn versions(examined: &Examined<impl Read + Seek>) -> io::Result<Option<Versions>> {
    let bytes = examined.attachment(VERSIONS, 1 << 10)?;
    let versions = bytes.as_ref().and_then(|bytes| serde_json::from_slice::<Versions>(bytes).ok());
    Ok(versions.filter(|versions| bytes.as_ref() == Some(&to_json(versions))))
}

/// What was opened at the end; asked for before the facts between are judged with it.
fn ending(cores: NonZeroUsize, examined: &Examined<impl Read + Seek>) -> io::Result<Ending> {
    let mut ending = Ending::default();
    let is_asked = |event: &EventText<'_>| Ending::kinds().contains(&&*event.leaf.kind);
    let read = |event: &EventText<'_>| is_asked(event).then(|| ledger::read(event).ok()).flatten();
    examined.read(cores, read, |_, fact| fact.iter().for_each(|fact| ending.note(fact)))?;
    Ok(ending)
}

/// What the record itself says of why it is signed by another key than the one that was given.
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

/// What was found about the keys and earlier heads of a record that may say that its key changed.
#[derive(Default)]
struct Keys {
    faults: Vec<String>,
    missing: Vec<Message>,
    notices: Vec<Message>,
}

/// Compares the key that signs with the one that the record names, and heads of other keys with what it says was lost.
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

/// A ruling in a sentence, however long its words are in the record.
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
