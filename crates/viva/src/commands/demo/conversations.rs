//! The conversations that judges read in a demonstration, in the record of an import.
//!
//! They were written by hand for it: half of the witnesses speak like people, half like the oldest programs. If a
//! rulebook needs more of a kind than there are, some are shown again.

use std::{io::Cursor, path::Path};

use archive::imported::{Import, Source};
use record::{
    Hash, SigningKey, bundle, seal,
    transcript::{Dialogue, Line, OffsetClock, Role, Transcript, TranscriptFormat, Visit},
};
use rulebook::{Side, Timestamp, schema::Roles};

use crate::{
    now,
    shell::{self, Failure},
};

/// The conversations.
const TEXT: &str = include_str!("../../demo_conversations.txt");

/// The name of the record beside the contest file.
const FILE: &str = "conversations.viva";

/// The name of the signing key, which is made for the record and then dropped.
const ORIGIN: &str = "vivavoce/Demonstration";

/// Writes the record with as many conversations of each kind as `roles` needs into this folder, and returns the
/// `[[source]]` that names it.
pub(super) fn write(roles: Roles, folder: &Path) -> Result<String, Failure> {
    let found: Vec<Dialogue> = TEXT.split("\n\n").map(dialogue).collect();
    let of = |role: Role, wanted: u16| -> Vec<Dialogue> {
        let all: Vec<_> = found.iter().filter(|dialogue| dialogue.role == role).cloned().collect();
        all.into_iter().cycle().take(wanted.into()).collect()
    };
    let dialogues = [of(Role::Confederate, roles.confederates), of(Role::Entry, roles.entries)].concat();
    let import = Import {
        name: "Conversations of the house".to_owned(),
        sources: vec![Source::new(TEXT.as_bytes(), TranscriptFormat::Plain.name(), 0)],
        transcript: Transcript { dialogues, ..Transcript::default() },
        ballots: None,
        with_names: true,
    };
    let key = SigningKey::from_bytes(ORIGIN, random()).map_err(shell::failure)?;
    let mut writer = bundle::Writer::new(Cursor::new(Vec::new())).map_err(shell::failure)?;
    let mut openings = Vec::new();
    for (envelope, parts) in import.events(now::now()) {
        let sealed = seal(envelope, parts, random()).map_err(shell::failure)?;
        writer.leaf(&sealed.leaf).map_err(shell::failure)?;
        openings.push(sealed.opening);
    }
    for (event, opening) in (1..).zip(&openings) {
        opening.iter().try_for_each(|opening| writer.opening(event, opening)).map_err(shell::failure)?;
    }
    let written = writer.finish(import.attachments().into_iter().map(Ok), None, &key).map_err(shell::failure)?;
    let bytes = written.into_inner();
    std::fs::write(folder.join(FILE), &bytes).map_err(shell::failure)?;
    Ok(format!("\n[[source]]\npath = \"{FILE}\"\nsha256 = \"{}\"\n", Hash::of(&[&bytes])))
}

/// Parses a conversation: the kind of the witness, then a line for each utterance, ten seconds apart.
fn dialogue(text: &str) -> Dialogue {
    let mut lines = text.trim().lines();
    let role = if lines.next() == Some("person") { Role::Confederate } else { Role::Entry };
    let started = Timestamp::from_millis(0);
    let line = |(place, line): (i64, &str)| {
        let (by, text) = line.split_once(": ").unwrap_or(("W", line));
        let by = if by == "J" { Side::Judge } else { Side::Witness };
        Line { at: Timestamp::from_millis(place * 10_000), by, text: text.to_owned() }
    };
    let visit = Visit { judge: 1, lines: (0..).zip(lines).map(line).collect() };
    Dialogue {
        notice: String::new(),
        witness: String::new(),
        contestant: String::new(),
        role,
        started,
        clock: OffsetClock::UTC,
        visits: vec![visit],
    }
}

fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the operating system gives random bytes");
    bytes
}
