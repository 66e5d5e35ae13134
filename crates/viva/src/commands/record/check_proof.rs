//! `viva record check-proof`: checks a proof with only its file and the key of the record, and compares it with a
//! published record.

use archive::publication::{self, Verdict};
use record::{
    Checkpoint, Consistency, Inclusion, Trust, VerifierKey,
    event::{Envelope, Private},
    note,
    proof::{self, ProofError, Proved},
};
use rulebook::{Timestamp, visible};
use serde::Serialize;
use serde_json::Value;

use super::prove;
use crate::{
    cli::CheckProofOptions,
    exit::Exit,
    shell::{self, Failure},
};

pub(super) fn run(options: &CheckProofOptions) -> Result<Exit, Failure> {
    let text = shell::read_text_of(&options.file, proof::LONGEST_PROOF as u64)?;
    let asked = match asked(options)? {
        Ok(asked) => asked,
        Err(why) => {
            shell::talk(why);
            return Ok(Exit::Usage);
        }
    };
    let ProofKeys { key, cosigners, vouched } = &asked;
    let (checkpoint, shown) = if proof::is_inclusion(&text) {
        let read = Inclusion::parse(&text);
        (
            read.as_ref().map(|proof| proof.checkpoint.clone()).ok(),
            read.and_then(|proof| ProofStatement::event(&proof, key)),
        )
    } else {
        let Some(since) = &options.since else {
            if let Err(why) = Consistency::parse(&text) {
                shell::talk(format_args!(
                    "{}: {}\nhint: save the proof whole, as `viva record prove` or a judge's page gave it",
                    shell::name_of(&options.file),
                    with_sources(&why)
                ));
                return Ok(Exit::Usage);
            }
            shell::talk(
                "hint: a proof that a record continues an earlier checkpoint is checked against that checkpoint: name its file \
                 with --since",
            );
            return Ok(Exit::Usage);
        };
        let earlier = match prove::head(since)? {
            Ok(earlier) => earlier,
            Err(why) => {
                shell::talk(why);
                return Ok(Exit::Usage);
            }
        };
        let read = Consistency::parse(&text);
        let checkpoint = read.as_ref().map(|proof| proof.checkpoint.clone()).ok();
        (
            checkpoint,
            read.and_then(|proof| {
                Ok(ProofStatement::Continues { head: proof.verify(&earlier, key)?, from: earlier.size })
            }),
        )
    };
    let shown = match shown {
        Ok(shown) => shown,
        Err(why) => return no(options, &with_sources(&why)),
    };
    let checkpoint = checkpoint.unwrap_or_default();
    let mut signed = Vec::new();
    for cosigner in cosigners {
        match note::signed(&checkpoint, cosigner) {
            Ok(found) => signed.push((cosigner.name(), found.time)),
            Err(why) => return no(options, &format!("the head in it: {why}")),
        }
    }
    if let Some(why) = not_in_record(options, &checkpoint, key)? {
        return no(options, &why);
    }
    if options.json {
        let cosigned =
            signed.iter().map(|(name, time)| CosignedBy { name: (*name).to_string(), time: *time }).collect();
        let [file, record] =
            [Some(&options.file), options.record.as_ref()].map(|path| path.map(|path| path.display().to_string()));
        shell::json(&ProofChecked::Proved {
            file: file.unwrap_or_default(),
            proved: true,
            key: key.to_string(),
            vouched: *vouched,
            cosigned,
            record,
            shows: shown.told(),
        })?;
        return Ok(Exit::Yes);
    }
    shell::data(format_args!("{}: proved: {}", shell::name_of(&options.file), shown.in_words()));
    for (name, time) in &signed {
        shell::data(format_args!("  cosigned by {}{}", visible(name), at(*time)));
    }
    if let Some(record) = &options.record {
        shell::data(format_args!("  the record {} agrees", shell::name_of(record)));
    }
    if !vouched {
        shell::talk(
            "hint: the key is the one that the record brings along; compare it with what the organiser published",
        );
    }
    Ok(Exit::Yes)
}

fn no(options: &CheckProofOptions, why: &str) -> Result<Exit, Failure> {
    if options.json {
        let file = options.file.display().to_string();
        shell::json(&ProofChecked::Not { file, proved: false, why: why.to_owned() })?;
    } else {
        shell::data(format_args!("{}: NOT PROVED: {}", shell::name_of(&options.file), visible(why)));
    }
    Ok(Exit::No)
}

/// The check of a proof.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
#[expect(clippy::large_enum_variant, reason = "a command has one of them, once")]
pub(crate) enum ProofChecked {
    /// The proof is valid.
    Proved {
        /// The file.
        file: String,
        /// True.
        proved: bool,
        /// The key that signed the proof's head.
        key: String,
        /// True if that key was named, rather than found in a record.
        vouched: bool,
        /// The cosigners of the command line; all of them signed the head.
        cosigned: Vec<CosignedBy>,
        /// The record that agrees.
        record: Option<String>,
        /// The statement that it proves.
        shows: Shows,
    },
    /// The proof is not valid.
    Not {
        /// The file.
        file: String,
        /// False.
        proved: bool,
        /// The reason.
        why: String,
    },
}

/// A cosigner of a proof's head.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct CosignedBy {
    /// The name of the cosigner's key.
    name: String,
    /// The time, in seconds since 1970, by the signer's clock.
    time: Option<u64>,
}

/// The statement that a proof shows.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub(crate) enum Shows {
    /// An event is in the record.
    Event {
        /// The event's number.
        event: u64,
        /// The number of events in the record.
        of: u64,
        /// The contest's origin.
        origin: String,
        /// The public part of the event.
        #[cfg_attr(test, schemars(with = "serde_json::Map<String, Value>"))]
        envelope: Envelope,
        /// The private parts opened in the proof.
        private: serde_json::Map<String, Value>,
    },
    /// The record continues an earlier checkpoint.
    Continues {
        /// The number of events at the checkpoint.
        from: u64,
        /// The number of events of the record.
        to: u64,
        /// The contest's origin.
        origin: String,
    },
}

/// The keys for checking a proof.
struct ProofKeys {
    key: VerifierKey,
    cosigners: Vec<VerifierKey>,
    /// True if the key was named, rather than found in a record.
    vouched: bool,
}

/// The keys of the command line; the inner `Err` says why they cannot be used.
fn asked(options: &CheckProofOptions) -> Result<Result<ProofKeys, String>, Failure> {
    let read = |option: &str, text: &str| {
        let key = text.trim().parse::<VerifierKey>();
        key.map_err(|why| format!("{option} is no verifier key: {why}\nhint: copy the whole line"))
    };
    let cosigners = options.cosigner.iter().map(|text| read("--cosigner", text)).collect::<Result<_, _>>();
    let (key, vouched) = match (&options.key, &options.record) {
        (Some(text), _) => (read("--key", text), true),
        (None, Some(record)) => {
            let unreadable = |source| shell::unreadable(record, source);
            let examined = record::bundle::verify(shell::open(record)?, &Trust::default()).map_err(unreadable)?;
            (
                examined.report.verifier.ok_or_else(|| format!("{}: there is no key in it", shell::name_of(record))),
                false,
            )
        }
        (None, None) => (
            Err("hint: say the --key of the record, as `verifier.key` writes it, or name the --record".to_owned()),
            false,
        ),
    };
    Ok(key.and_then(|key| Ok(ProofKeys { key, cosigners: cosigners?, vouched })))
}

/// The reason why the record on the command line, if any, does not agree with the proof.
fn not_in_record(options: &CheckProofOptions, head: &str, key: &VerifierKey) -> Result<Option<String>, Failure> {
    let Some(file) = &options.record else { return Ok(None) };
    // A record that extends the head contains every event under it, unchanged.
    let trust = Trust { key: Some(key.clone()), heads: vec![head.to_owned()], ..Trust::default() };
    let found = publication::verify(shell::open(file)?, &trust).map_err(|source| shell::unreadable(file, source))?;
    if found.verdict() == Verdict::Broken {
        let why = found.faults.first().cloned().unwrap_or_default();
        return Ok(Some(format!(
            "the record {} is not the one whose head was signed for this proof: {why}\nhint: show both to whoever audits the contest",
            shell::name_of(file)
        )));
    }
    Ok(found.report.cut_from.map(|size| {
        format!(
            "the record {} has {} events, and the proof is of one of {size}: it was cut",
            shell::name_of(file),
            found.report.events
        )
    }))
}

/// The statement that a proof shows.
enum ProofStatement {
    Event { proved: Box<Proved>, event: u64 },
    Continues { head: Checkpoint, from: u64 },
}

impl ProofStatement {
    fn event(proof: &Inclusion, key: &VerifierKey) -> Result<Self, ProofError> {
        Ok(Self::Event { proved: Box::new(proof.verify(key)?), event: proof.event })
    }

    fn in_words(&self) -> String {
        match self {
            Self::Event { proved, event } => {
                let Proved { head, envelope, private } = &**proved;
                let Envelope { time, kind, stream, actor, body, .. } = envelope;
                let (size, origin, body) = (head.size, visible(&head.origin), Value::Object(body.clone()));
                let told = visible(format!("{time} {kind} in {stream}, by {actor}: {body}"));
                let mut text = format!("event {event} of {size} of `{origin}` is this\n  {told}");
                for (part, private) in private {
                    text += &match private {
                        Private::Open(data) => format!("\n  {}", visible(format_args!("{part}: {data}"))),
                        Private::Redacted => format!("\n  {}: not opened here", visible(part)),
                    };
                }
                text
            }
            Self::Continues { head, from } => {
                format!(
                    "the record of {} events of `{}` continues the checkpoint of {from} events",
                    head.size,
                    visible(&head.origin)
                )
            }
        }
    }

    fn told(&self) -> Shows {
        match self {
            Self::Event { proved, event } => {
                let Proved { head, envelope, private } = &**proved;
                let opened = private.iter().filter_map(|(part, private)| match private {
                    Private::Open(data) => Some((part.clone(), data.clone())),
                    Private::Redacted => None,
                });
                Shows::Event {
                    event: *event,
                    of: head.size,
                    origin: head.origin.clone(),
                    envelope: envelope.clone(),
                    private: opened.collect(),
                }
            }
            Self::Continues { head, from } => {
                Shows::Continues { from: *from, to: head.size, origin: head.origin.clone() }
            }
        }
    }
}

fn at(time: Option<u64>) -> String {
    let millis = time.and_then(|time| i64::try_from(time).ok()?.checked_mul(1000));
    millis.map(|millis| format!(" at {}", Timestamp::from_millis(millis))).unwrap_or_default()
}

fn with_sources(error: &dyn std::error::Error) -> String {
    let sources = std::iter::successors(error.source(), |error| error.source());
    sources.fold(error.to_string(), |text, source| format!("{text}: {source}"))
}
