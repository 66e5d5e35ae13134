//! `viva record prove`: writes a small file that proves an event of a record, or the continuation of an earlier head,
//! to a reader without the record.

use std::path::{Path, PathBuf};

use record::{Checkpoint, Examined, Trust, bundle, note};
use serde::Serialize;

use crate::{
    cli::ProveOptions,
    destination::Destination,
    exit::Exit,
    shell::{self, Failure, OpenFile, ShownPath},
};

/// A proof made from a record.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct ProofMade {
    /// The record.
    file: String,
    /// The proved event, from 1; null if the proof is about a checkpoint.
    event: Option<u64>,
    /// The file of the checkpoint that the record continues; null if the proof is about an event.
    since: Option<String>,
    /// The proof itself, as `viva record check-proof` reads it.
    proof: String,
    /// The file it was written to; null if it was only printed.
    out: Option<String>,
}

pub(super) fn run(options: &ProveOptions) -> Result<Exit, Failure> {
    let destination = options.out.as_deref().map(|out| Destination::file(out, options.overwrite)).transpose()?;
    let unreadable = |source| shell::unreadable(&options.file, source);
    let examined = bundle::verify(shell::open(&options.file)?, &Trust::default()).map_err(unreadable)?;
    if !examined.report.is_sound() {
        shell::talk("this record is broken, and proves nothing\nhint: run `viva record verify` to see why");
        return Ok(Exit::No);
    }
    let text = match (options.event, &options.since) {
        (Some(event), _) => examined.prove(event).map_err(unreadable)?.map(|proof| proof.text()),
        (None, Some(since)) => {
            let earlier = match head(since)? {
                Ok(earlier) => earlier,
                Err(why) => {
                    shell::talk(why);
                    return Ok(Exit::Usage);
                }
            };
            if let Some(why) = not_continued(&examined, &earlier).map_err(unreadable)? {
                shell::talk(why);
                return Ok(Exit::No);
            }
            examined.prove_since(earlier.size).map_err(unreadable)?.map(|proof| proof.text())
        }
        (None, None) => {
            shell::talk("nothing says what to prove\nhint: name an EVENT, or the checkpoint with --since");
            return Ok(Exit::Usage);
        }
    };
    let Some(text) = text else {
        shell::talk(format_args!(
            "there is no such event: the record has {}\nhint: `viva record search` says where a text stands",
            examined.report.events
        ));
        return Ok(Exit::No);
    };
    let told = |out: Option<String>| ProofMade {
        file: options.file.display().to_string(),
        event: options.event,
        since: options.since.as_ref().map(|since| since.display().to_string()),
        proof: text.clone(),
        out,
    };
    match destination {
        None if options.json => drop(shell::json(&told(None))?),
        None => shell::raw(&text),
        Some(destination) => {
            let path = destination.path().shown().to_string();
            destination.write(text.as_bytes())?;
            if options.json {
                shell::json(&told(Some(path.clone())))?;
            }
            shell::talk(format_args!("wrote {path}\nhint: `viva record check-proof {path} --key KEY` checks it"));
        }
    }
    Ok(Exit::Yes)
}

/// A file that holds no signed checkpoint.
#[derive(Debug, thiserror::Error)]
#[error("{}: this is no signed checkpoint\nhint: save it whole, as it was published", .0.shown())]
pub(super) struct NoCheckpoint(PathBuf);

/// The checkpoint in this file, without checking its signature.
pub(super) fn head(file: &Path) -> Result<Result<Checkpoint, NoCheckpoint>, Failure> {
    let text = shell::read_text(file)?;
    let head = note::split(&text).ok().and_then(|(text, _)| Checkpoint::parse(text).ok());
    Ok(head.ok_or_else(|| NoCheckpoint(file.to_owned())))
}

/// The reason why the record does not continue this head; `None` if it does.
fn not_continued(examined: &Examined<OpenFile>, earlier: &Checkpoint) -> std::io::Result<Option<String>> {
    let report = &examined.report;
    let origin = report.origin.as_deref().unwrap_or_default();
    if earlier.origin != origin {
        return Ok(Some(format!(
            "the checkpoint is of `{}`, and the record of `{origin}`",
            earlier.origin.escape_default()
        )));
    }
    let size = earlier.size;
    Ok(match examined.root_at(size)? {
        Some(root) if root == earlier.root => None,
        Some(root) => Some(format!(
            "the record does not continue this checkpoint: they are of two histories\n  the checkpoint: {size} events, root {}\n  \
             the record:     {size} events, root {root}\nhint: show both to whoever audits the contest",
            earlier.root
        )),
        None => Some(format!(
            "the record has {} events, and the checkpoint {size}: it was cut, or is an older copy",
            report.events
        )),
    })
}
