//! `viva record redact`: takes private parts out of a record before publication, by a ruling that the record names.

use std::{collections::BTreeSet, path::Path};

use archive::{
    keyed::{KeyedPhrase, presser},
    publication::{self, Verdict},
    review::{FreeText, Review},
    search::texts,
};
use contest::deletions::{Deletion, PartPlace};
use record::{
    Trust, bundle,
    event::{Envelope, Private},
};
use rulebook::{Participant, visible};
use serde::Serialize;
use server::keyring::Keyring;

use crate::{
    cli::RedactOptions,
    destination::Destination,
    exit::Exit,
    shell::{self, Failure, ShownPath},
};

/// The places of a text in a record, or the parts taken out of it.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Redacted<'r> {
    /// The record.
    file: String,
    /// With `--find`: every private part that contains the text.
    found: Option<&'r [PartFound]>,
    /// Without it: the parts taken out, and the ruling.
    taken_out: Option<&'r Deletion>,
    /// The new record.
    out: Option<String>,
}

/// A private part of a record.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct PartFound {
    /// The number of the part's event and the part's name, in the form of `--part`.
    part: String,
    /// The stream of the event.
    stream: String,
    /// The text of the part.
    text: String,
}

pub(super) fn run(options: &RedactOptions) -> Result<Exit, Failure> {
    match &options.find {
        Some(text) => find(options, text),
        None => take_out(options),
    }
}

/// Prints the place of every private part that contains this text; for a text typed key by key, of each key.
fn find(options: &RedactOptions, text: &str) -> Result<Exit, Failure> {
    let file = &options.file;
    let unreadable = |source| shell::unreadable(file, source);
    let examined = bundle::verify(shell::open(file)?, &Trust::default()).map_err(unreadable)?;
    let wanted = text.to_lowercase();
    let mut places = Vec::new();
    let mut keyed = KeyedPhrase::new(text);
    let mut told = BTreeSet::new();
    for event in examined.log().into_iter().flatten() {
        let event = event.map_err(unreadable)?;
        let Envelope { stream, kind, .. } = &event.envelope;
        let by = presser(&event.envelope);
        for (part, private) in event.private {
            let Private::Open(data) = private else { continue };
            if let ("key", Some(key)) = (&**kind, texts(&data).first().and_then(|key| key.parse().ok())) {
                for event in keyed.press(stream, &by, event.index, key) {
                    if told.insert(event) {
                        let place = PartPlace { event, part: part.clone() };
                        places.push(PartFound {
                            part: place.to_string(),
                            stream: stream.clone(),
                            text: format!("a key of “{text}”"),
                        });
                    }
                }
                continue;
            }
            // The plain text, without JSON's escapes.
            let said = texts(&data).join(" ");
            if said.to_lowercase().contains(&wanted) {
                let place = PartPlace { event: event.index, part };
                places.push(PartFound { part: place.to_string(), stream: stream.clone(), text: said });
            }
        }
    }
    if options.json {
        shell::json(&Redacted { file: shell::name_of(file), found: Some(&places), taken_out: None, out: None })?;
    } else {
        places.iter().for_each(|PartFound { part, stream, text }| {
            shell::data(format_args!("{}\t{}\t{}", visible(part), visible(stream), visible(text)));
        });
    }
    if places.is_empty() {
        shell::talk(
            "no private part of this record has that text, and nobody typed it on one line\nhint: look for less of it, or read everything with `viva record review`",
        );
        return Ok(Exit::No);
    }
    Ok(Exit::Yes)
}

fn take_out(options: &RedactOptions) -> Result<Exit, Failure> {
    let file = &options.file;
    let (rule, reason) = (text(options.rule.as_ref()), text(options.reason.as_ref()));
    let parts = if options.texts_of.is_empty() { Some(BTreeSet::new()) } else { texts_of(file, &options.texts_of)? };
    let Some(mut parts) = parts else { return Ok(Exit::No) };
    parts.extend(options.part.iter().cloned());
    let deletion = match Deletion::new(options.by, rule, reason, parts) {
        Ok(deletion) => deletion,
        Err(why) => {
            shell::talk(format_args!(
                "{why}\nhint: say --rule and --reason, without what is taken out, and --by who decided"
            ));
            return Ok(Exit::Usage);
        }
    };
    let (Some(data), Some(out)) = (&options.data, &options.out) else {
        shell::talk(
            "nothing says who signs the new record, or where it goes\nhint: say --data, the folder with the signing key, and --out, the record to write",
        );
        return Ok(Exit::Usage);
    };
    let found =
        publication::verify(shell::open(file)?, &Trust::default()).map_err(|source| shell::unreadable(file, source))?;
    if found.verdict() == Verdict::Broken {
        shell::talk(
            "this record is broken, and signing it anew would cover that up; run `viva record verify` to see why",
        );
        return Ok(Exit::No);
    }
    let Some(id) = found.report.origin.as_deref().and_then(|origin| origin.strip_prefix("vivavoce/")) else {
        shell::talk("nothing says which contest this is the record of\nhint: run `viva record verify` to see why");
        return Ok(Exit::No);
    };
    // No key is created here: it would sign under another name.
    let key = data.join("signing-key");
    if !key.is_file() {
        shell::talk(format_args!("{}: there is no signing key\nhint: name the data folder of the server", key.shown()));
        return Ok(Exit::Usage);
    }
    let restored =
        found.audit.as_ref().and_then(|audit| audit.room.contest()).map(|contest| contest.restored().to_vec());
    let id = id.split('/').next().unwrap_or(id);
    let key =
        Keyring::open(data).and_then(|keys| keys.of(id, &restored.unwrap_or_default())).map_err(shell::failure)?;
    let mut destination = Destination::file(out, options.overwrite)?;
    match publication::redact(shell::open(file)?, destination.passing(), &deletion, &key) {
        Ok(_) => destination.keep()?,
        Err(why) => {
            let file = file.shown();
            // An import without a data folder was signed by a key that no longer exists.
            let hint = match found.report.verifier.as_ref() == Some(&key.verifier()) {
                true => format!("`viva record redact {file} --find TEXT` says where a text stands"),
                false => "name the data folder whose key signs this record (of an import: `viva record import --data`)"
                    .to_owned(),
            };
            shell::talk(format_args!("{why}\nhint: {hint}"));
            return Ok(Exit::No);
        }
    }
    if options.json {
        let (file, out) = (shell::name_of(file), Some(out.display().to_string()));
        shell::json(&Redacted { file, found: None, taken_out: Some(&deletion), out })?;
    }
    shell::talk(format_args!(
        "wrote {}: {deletion}\nhint: run `viva record verify {}`; whoever has the earlier record still has what was taken out",
        out.shown(),
        out.shown()
    ));
    Ok(Exit::Yes)
}

/// The parts with the texts of these people; `None`, after a message, if one of them has no text.
fn texts_of(file: &Path, people: &[Participant]) -> Result<Option<BTreeSet<PartPlace>>, Failure> {
    let mut review = Review::new();
    let found = publication::verify_with(shell::open(file)?, &Trust::default(), |fact| review.take(&fact));
    let found = found.map_err(|source| shell::unreadable(file, source))?;
    let Some(contest) = found.audit.as_ref().and_then(|audit| audit.room.contest()) else {
        shell::talk(format_args!(
            "{}: nothing says who wrote what in it\nhint: name each part with --part; `viva record review` lists them",
            shell::name_of(file)
        ));
        return Ok(None);
    };
    let (texts, _) = review.finish();
    let mut parts = BTreeSet::new();
    for who in people {
        let theirs: Vec<_> = texts.iter().filter(|text| text.writer(contest) == Some(*who)).collect();
        if theirs.is_empty() {
            shell::talk(format_args!(
                "there is no text of {who} in this record, or it is not known who sat where\nhint: `viva record show` says who took part"
            ));
            return Ok(None);
        }
        parts.extend(theirs.into_iter().flat_map(FreeText::parts));
    }
    Ok(Some(parts))
}

fn text(given: Option<&String>) -> &str {
    given.map_or("", String::as_str)
}
