//! `viva record import`: makes a record of a past contest recorded elsewhere, from transcripts of any era.

use std::path::Path;

use archive::imported::{self, Import, Imported, Source as SourceFile};
use record::{SigningKey, Trust, bundle, seal, transcript::Transcript};
use serde::Serialize;
use server::keyring::Keyring;
use tally::file::{BallotFile, Conventions, read, to_json};

use crate::{
    cli::ImportOptions,
    commands::{rulebook, transcript::TranscriptFile},
    destination::Destination,
    exit::Exit,
    now,
    shell::{self, Failure, ShownPath},
};

/// The name of an import's key. A contest's key name begins with the contest's id, and no id begins with a capital.
const ORIGIN: &str = "vivavoce/Imported";

/// The record made of an imported past.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct ImportWritten {
    /// The record's file.
    out: String,
    /// The name of the past.
    name: String,
    /// The source files, in order.
    sources: Vec<SourceTold>,
    /// True if it holds ballots.
    has_ballots: bool,
}

/// A source file of an import.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct SourceTold {
    /// The file's form.
    form: String,
    /// The size in bytes.
    bytes: u64,
    /// The number of faults found in it.
    faults: u64,
    /// SHA-256 of its bytes, in hexadecimal.
    sha256: String,
}

impl SourceTold {
    /// The summary of this file.
    pub(super) fn of(SourceFile { form, bytes, faults, sha256 }: &SourceFile) -> Self {
        Self { form: form.clone(), bytes: *bytes, faults: *faults, sha256: sha256.to_string() }
    }
}

pub(super) fn run(options: &ImportOptions) -> Result<Exit, Failure> {
    let (mut transcript, mut sources) = (Transcript::default(), Vec::new());
    for path in &options.files.files {
        let source = TranscriptFile::read(path, &options.files)?;
        let Some(form) = source.formed() else { return Ok(Exit::Usage) };
        source.warn();
        sources.push(SourceFile::new(&source.bytes, form, source.reading.faults.len()));
        transcript.dialogues.extend(source.reading.found.dialogues);
        transcript.sessions.extend(source.reading.found.sessions);
    }
    let ballots = match (&options.ballots, &options.rulebook) {
        (Some(file), Some(rulebook)) => Some(ballots(file, rulebook)?),
        _ => None,
    };
    let name = options.name.clone().unwrap_or_else(|| stem(&options.out));
    let told = ImportWritten {
        out: options.out.display().to_string(),
        name: name.clone(),
        sources: sources.iter().map(SourceTold::of).collect(),
        has_ballots: ballots.is_some(),
    };
    let import = Import { name, sources, transcript, ballots, with_names: !options.without_names };
    let mut destination = Destination::file(&options.out, options.overwrite)?;
    write(&import, &key(options.data.as_deref())?, &mut destination)?;
    let out = options.out.shown();
    destination.keep()?;
    if options.json {
        shell::json(&told)?;
    }
    shell::talk(format_args!(
        "wrote {out}: an imported past, of which the record shows only that nothing is changed from now on\n\
         hint: viva record show {out}"
    ));
    Ok(Exit::Yes)
}

fn stem(path: &Path) -> String {
    path.file_stem().map_or_else(|| "imported".to_owned(), |stem| stem.to_string_lossy().into_owned())
}

/// The ballots in this file, read under these rules, in the form used in records.
fn ballots(file: &Path, rulebook: &str) -> Result<(::rulebook::Rulebook, String), Failure> {
    let rules = rulebook::named(rulebook)?;
    let (name, bytes) = (shell::name_of(file), shell::read_bytes_of(file, super::super::score::LARGEST_BALLOTS)?);
    let conventions = Conventions { observed: true, ..Conventions::default() };
    let reading = read(&rules, conventions, &[BallotFile { name: &name, bytes: &bytes }]).map_err(shell::failure)?;
    let json = to_json(&reading.rulebook, &reading.ballots, &reading.circumstances);
    // The rules without changed numbers: the ballots tell the number of participants.
    Ok((rules, json))
}

/// The key of the server with this data folder, or a new key that signs this record and is then dropped.
fn key(data: Option<&Path>) -> Result<SigningKey, Failure> {
    match data {
        Some(data) if data.join("signing-key").is_file() => {
            Keyring::open(data).and_then(|keys| keys.of("Imported", &[])).map_err(shell::failure)
        }
        Some(data) => Err(shell::unreadable(&data.join("signing-key"), std::io::ErrorKind::NotFound.into())),
        None => SigningKey::from_bytes(ORIGIN, random()).map_err(shell::failure),
    }
}

fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the operating system gives random bytes");
    bytes
}

fn write(import: &Import, key: &SigningKey, destination: &mut Destination) -> Result<(), Failure> {
    let mut writer = bundle::Writer::new(destination.passing()).map_err(shell::failure)?;
    let mut openings = Vec::new();
    for (envelope, parts) in import.events(now::now()) {
        let sealed = seal(envelope, parts, random()).map_err(shell::failure)?;
        writer.leaf(&sealed.leaf).map_err(shell::failure)?;
        openings.push(sealed.opening);
    }
    for (event, opening) in (1..).zip(&openings) {
        opening.iter().try_for_each(|opening| writer.opening(event, opening)).map_err(shell::failure)?;
    }
    writer.finish(import.attachments().into_iter().map(Ok), None, key).map_err(shell::failure)?;
    Ok(())
}

/// The import in this record; `None` for a contest's record, or if its bytes cannot be trusted.
pub(super) fn read_back(file: &Path) -> Result<Option<Imported>, Failure> {
    let unreadable = |source| shell::unreadable(file, source);
    let examined = bundle::verify(shell::open(file)?, &Trust::default()).map_err(unreadable)?;
    let found = imported::read(&examined).map_err(unreadable)?;
    let Some((imported, faults)) = found else { return Ok(None) };
    if !faults.is_empty() {
        shell::talk("warning: this record is broken; run `viva record verify` to see why");
    }
    Ok(Some(imported))
}
