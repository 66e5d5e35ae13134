//! `viva record verify`: checks records as a stranger can, and states the verdict in a word that cannot be misread.

use std::{
    collections::BTreeMap,
    fmt::Write,
    num::NonZeroUsize,
    path::{Path, PathBuf},
    thread,
};

use archive::publication::{self, Cosigned, Verdict, Verification};
use contest::{
    contest::Contest,
    deletions::Deletion,
    late::Late,
    result::{ContestResult, Names, Report},
    result_caveats::Caveat,
};
use record::{Checkpoint, Outcome, Trust, VerifierKey, note, note::BadVerifierKey};
use rulebook::{Zone, counted, visible};
use serde::Serialize;
use tally::sentences::ResultSentences;

use crate::{
    cli::VerifyOptions,
    exit::Exit,
    shell::{self, Failure, ShownPath},
};

/// The most faults printed per record.
const MOST_FAULTS: usize = 20;

pub(super) fn run(options: &VerifyOptions) -> Result<Exit, Failure> {
    let trust = match trust(options) {
        Ok(trust) => trust,
        Err(Untrusted::Unreadable(failure)) => return Err(failure),
        Err(why) => {
            shell::talk(why);
            return Ok(Exit::Usage);
        }
    };
    // All files are opened first, so that an unreadable one fails before any output.
    let sources = options.files.iter().map(|file| shell::open(file)).collect::<Result<Vec<_>, _>>()?;
    let cores = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let (mut worst, mut values) = (Verdict::Verified, Vec::new());
    for (file, source) in options.files.iter().zip(sources) {
        let found = publication::verify_on(cores, source, &trust).map_err(|source| shell::unreadable(file, source))?;
        worst = worst.max(found.verdict());
        if options.json {
            values.push(RecordVerified::of(file, &found));
        } else {
            shell::data(as_text(file, &found, &trust).trim_end());
        }
    }
    if options.json {
        shell::json(&values)?;
    }
    Ok(worst.into())
}

impl From<Verdict> for Exit {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Verified | Verdict::Consistent => Self::Yes,
            Verdict::Incomplete => Self::Incomplete,
            Verdict::Broken => Self::No,
        }
    }
}

/// The reason why a key or checkpoint of the command line cannot be used.
#[derive(Debug, thiserror::Error)]
enum Untrusted {
    /// A text that is not a key.
    #[error("{option} is no verifier key: {why}\nhint: copy the line of `verifier.key` whole")]
    NoKey { option: &'static str, why: BadVerifierKey },
    /// A file that is not a signed checkpoint.
    #[error("{}: --checkpoint is no signed checkpoint\nhint: save it whole, as it was published", .0.shown())]
    NoCheckpoint(PathBuf),
    /// A file that cannot be read.
    #[error("{0}")]
    Unreadable(Failure),
}

/// The keys and checkpoints of the command line.
fn trust(options: &VerifyOptions) -> Result<Trust, Untrusted> {
    let key =
        |option, text: &String| text.trim().parse::<VerifierKey>().map_err(|why| Untrusted::NoKey { option, why });
    Ok(Trust {
        key: options.key.as_ref().map(|text| key("--key", text)).transpose()?,
        cosigners: options.cosigner.iter().map(|text| key("--cosigner", text)).collect::<Result<_, _>>()?,
        heads: options.checkpoint.iter().map(|file| head(file)).collect::<Result<_, _>>()?,
    })
}

/// The signed checkpoint in this file.
fn head(file: &Path) -> Result<String, Untrusted> {
    let note = shell::read_text(file).map_err(Untrusted::Unreadable)?;
    let is_head = note::split(&note).is_ok_and(|(text, _)| Checkpoint::parse(text).is_ok());
    if is_head { Ok(note) } else { Err(Untrusted::NoCheckpoint(file.to_owned())) }
}

/// The contest and its report, if the result is confirmed.
fn confirmed(found: &Verification) -> Option<(&Contest, Report)> {
    let contest = found.audit.as_ref().and_then(|audit| audit.room.contest()).filter(|_| found.result.is_some())?;
    Some((contest, Report::of(contest)?))
}

/// The verification of a record.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct RecordVerified {
    /// The file.
    file: String,
    /// The verdict.
    verdict: Verdict,
    /// The origin of its checkpoint: the contest and server; null if it has none.
    origin: Option<String>,
    /// The number of events.
    events: u64,
    /// The number of private parts taken out.
    redacted: u64,
    /// The root of the record's tree.
    root: Option<String>,
    /// The key that signed it.
    key: Option<String>,
    /// The checks, first of its bytes, then of its content, each with its outcome: `passed`, `failed`, `not done`.
    checks: BTreeMap<String, String>,
    /// All faults.
    faults: Vec<String>,
    /// The reasons why no result can be confirmed.
    missing: Vec<String>,
    /// The cosigners that should sign it beside the organiser.
    cosigners: Vec<Cosigned>,
    /// Notices that belong to the verdict.
    notices: Vec<String>,
    /// The parts taken out, with the ruling and its reason.
    deletions: Vec<Deletion>,
    /// The utterances that came too late for the moments drawn for them; null if none were drawn.
    late: Option<Late>,
    /// The result, if confirmed.
    result: Option<ContestResult>,
    /// The names of its ids.
    names: Option<Names>,
    /// The result's reasons in words.
    sentences: Option<ResultSentences>,
    /// The reasons before each ruling made after the close.
    sentences_before_rulings: Option<Vec<ResultSentences>>,
}

impl RecordVerified {
    fn of(file: &Path, found: &Verification) -> Self {
        let told = confirmed(found).map(|(_, report)| report);
        let of_bytes = found.report.checks.iter().map(|check| (check.name, check.outcome));
        let checks = of_bytes.chain(found.checks.iter().map(|(subject, outcome)| (subject.name(), outcome)));
        Self {
            file: file.display().to_string(),
            verdict: found.verdict(),
            origin: found.report.origin.clone(),
            events: found.report.events,
            redacted: found.report.redacted,
            root: found.report.root.map(|root| root.to_string()),
            key: found.report.verifier.as_ref().map(ToString::to_string),
            checks: checks.map(|(name, outcome)| (name.to_owned(), outcome.to_string())).collect(),
            faults: found.faults.clone(),
            missing: found.missing.iter().map(ToString::to_string).collect(),
            cosigners: found.cosigners.clone(),
            notices: told_of(found),
            deletions: found.deletions.clone(),
            late: found.audit.as_ref().and_then(|audit| audit.late),
            result: found.result.clone(),
            names: told.as_ref().map(|report| report.names.clone()),
            sentences: told.as_ref().map(|report| report.sentences.clone()),
            sentences_before_rulings: told.map(|report| report.sentences_before_rulings),
        }
    }
}

/// One screen: the verdict, the checks, the result, and the keys to trust.
fn as_text(file: &Path, found: &Verification, trust: &Trust) -> String {
    let mut text = String::new();
    let Verification { report, faults, .. } = found;
    let verdict = found.verdict();
    let _ = writeln!(text, "{}: {}", shell::name_of(file), in_words(found));
    for check in &report.checks {
        let _ = writeln!(text, "  {:<10} {:<8} {}", check.name, check.outcome.to_string(), visible(&check.detail));
    }
    if found.checks.any(Outcome::NotDone) {
        let _ = writeln!(text, "  {:<10} {}", Outcome::NotDone.to_string(), found.checks);
    }
    match &found.audit {
        Some(audit) if faults.is_empty() => {
            for sentence in &audit.found {
                let _ = writeln!(text, "  {:<10} {:<8} {}", "rules", "passed", visible(sentence));
            }
        }
        Some(_) => {
            let _ = writeln!(text, "  {:<10} {:<8} {}", "rules", "failed", counted(faults.len(), "fault", "faults"));
        }
        None => {}
    }
    if let Some((contest, Report { result, names, .. })) = confirmed(found) {
        for standing in &result.tally.standings {
            let name = visible(names.get(standing.witness).map_or("(name redacted)", |name| &name.name));
            let score = standing.score.as_ref().map_or("none".to_owned(), ToString::to_string);
            let _ = writeln!(text, "  {:<10} {}. {} {name}: score {score}", "result", standing.place, standing.witness);
        }
        let award = |award: &tally::Award| {
            let to: Vec<_> = award.to.iter().map(|witness| names.told(*witness)).collect();
            format!("{} to {}", contest.rulebook.award_title(&award.award), to.join(", "))
        };
        for given in &result.tally.awards {
            let _ = writeln!(text, "  {:<10} {}", "award", visible(award(given)));
        }
        for matter in &result.matters {
            let _ = writeln!(text, "  {:<10} {}", "dispute", visible(matter));
        }
        for ruling in &result.rulings {
            let _ = writeln!(text, "  {:<10} {}", "ruling", visible(ruling));
        }
        let late = result.rulings.iter().filter(|ruling| ruling.after_close);
        for (before, ruling) in result.before_rulings.iter().zip(late) {
            let awards: Vec<_> = before.awards.iter().map(award).collect();
            let awards = if awards.is_empty() { "no award".to_owned() } else { awards.join("; ") };
            let _ = writeln!(text, "  {:<10} {}", "before", visible(format_args!("until {ruling}: {awards}")));
        }
    }
    if let Some(root) = &report.root {
        let _ = writeln!(text, "  {:<10} {root}", "root");
    }
    if let Some(key) = &report.verifier {
        let _ = writeln!(text, "  {:<10} {}", "key", visible(key));
    }
    let zone = found.audit.as_ref().and_then(|audit| audit.room.contest()).map_or(Zone::UTC, |contest| contest.zone);
    for cosigner in &found.cosigners {
        let said = match (cosigner.signed, cosigner.at) {
            (false, _) => "has not signed".to_owned(),
            (true, None) => "signed".to_owned(),
            (true, Some(at)) => format!("signed {}", zone.named_second(at)),
        };
        let _ = writeln!(text, "  {:<10} {said}: {}", "cosigner", visible(&cosigner.key));
    }
    for notice in told_of(found) {
        let _ = writeln!(text, "note: {}", visible(notice));
    }
    for missing in &found.missing {
        let _ = writeln!(text, "missing: {}", visible(missing));
    }
    for fault in faults.iter().take(MOST_FAULTS) {
        let _ = writeln!(text, "fault: {}", visible(fault));
    }
    if faults.len() > MOST_FAULTS {
        let _ = writeln!(text, "fault: … and {} more", faults.len() - MOST_FAULTS);
    }
    if verdict != Verdict::Broken && trust.key.is_none() && trust.cosigners.is_empty() {
        let _ = writeln!(
            text,
            "hint: the signatures are by the key the record brings along; compare that key with the one the organiser \
             published, or pass it with --key"
        );
    }
    text
}

/// The caveats of the verdict, then the other notices, in sentences.
fn told_of(found: &Verification) -> Vec<String> {
    let caveats = found.caveats.iter().map(ToString::to_string);
    caveats.chain(found.notices.iter().map(ToString::to_string)).collect()
}

/// The first fault, or the first reason why nothing is confirmed.
pub(super) fn first_reason(found: &Verification) -> Option<String> {
    found.faults.first().cloned().or_else(|| found.missing.first().map(ToString::to_string))
}

pub(super) fn in_words(found: &Verification) -> String {
    let verdict = found.verdict();
    let meaning = match verdict {
        Verdict::Verified => {
            "what was published follows from a complete record, under a key or cosigners that you named"
        }
        Verdict::Consistent => "what was published follows from a complete record, under a key that nobody vouched for",
        Verdict::Incomplete => "no result can be confirmed from this record",
        Verdict::Broken => "this record is not what it claims to be",
    };
    let word = if verdict == Verdict::Broken { "BROKEN".to_owned() } else { verdict.to_string() };
    let beside: Vec<_> = found.caveats.iter().map(Caveat::beside_verdict).collect();
    let but = if beside.is_empty() { String::new() } else { format!(", but of {}", beside.join(", of ")) };
    format!("{word}{but} ({meaning})")
}
