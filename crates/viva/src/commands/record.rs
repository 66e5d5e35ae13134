//! `viva record`: verifies, reads and edits the records of contests, and exports them as files.

pub(crate) mod ballots;
pub(crate) mod check_proof;
pub(crate) mod diff;
pub(crate) mod export;
pub(crate) mod import;
mod people;
pub(crate) mod prove;
pub(crate) mod publish;
pub(crate) mod redact;
pub(crate) mod replay;
pub(crate) mod review;
pub(crate) mod search;
pub(crate) mod show;
pub(crate) mod stat;
mod tables;
pub(crate) mod verify;
pub(crate) mod write;
pub(crate) mod written;

use std::{fmt::Write, path::Path};

use archive::{
    beyond,
    dialogue::Seen,
    publication::{self, Facts, Verdict, Verification},
    review::Review,
};
use contest::{Recorded, consent::Scope, contest::Contest, event::CastForm};
use record::Trust;

use crate::{
    cli::RecordCommand,
    exit::Exit,
    shell::{self, Failure, ShownPath},
};

pub(crate) fn run(command: RecordCommand) -> Result<Exit, Failure> {
    match command {
        RecordCommand::Verify(options) => verify::run(&options),
        RecordCommand::Show { file, interview, json } => show::run(&file, interview, json),
        RecordCommand::Stat(options) => stat::run(&options),
        RecordCommand::Diff(options) => diff::run(&options),
        RecordCommand::Replay(options) => replay::run(&options),
        RecordCommand::Search(options) => search::run(&options),
        RecordCommand::Write(options) => write::run(&options),
        RecordCommand::Export(options) => export::run(&options),
        RecordCommand::Import(options) => import::run(&options),
        RecordCommand::Review(options) => review::run(&options),
        RecordCommand::Redact(options) => redact::run(&options),
        RecordCommand::Prove(options) => prove::run(&options),
        RecordCommand::CheckProof(options) => check_proof::run(&options),
        RecordCommand::Publish(options) => publish::run(&options),
    }
}

/// Verifies a record under its own key, and collects the lines its judges saw; none if its bytes cannot be trusted. The
/// record is verified first and then streamed: the moments at which lines were shown follow from the seed, which may be
/// opened only at the end.
fn read(file: &Path) -> Result<(Verification, Seen), Failure> {
    let (found, seen, _) = read_noting(file, &Trust::default(), |_| {})?;
    Ok((found, seen))
}

/// Does the same under the keys of the command line, passes every fact to `note`, and returns the record for further
/// reading.
fn read_noting(
    file: &Path,
    trust: &Trust,
    mut note: impl FnMut(&Recorded),
) -> Result<(Verification, Seen, Facts<shell::OpenFile>), Failure> {
    let unreadable = |source| shell::unreadable(file, source);
    let (found, ending, facts) = publication::verify_ending(shell::open(file)?, trust).map_err(unreadable)?;
    let mut seen = Seen::new(ending);
    let read = facts.each(|fact| {
        note(&fact);
        seen.take(&fact);
    });
    read.map_err(unreadable)?;
    Ok((found, seen, facts))
}

/// Warns if a record is broken, and returns the exit code.
fn warn_if_broken(found: &Verification) -> Exit {
    if found.verdict() == Verdict::Broken {
        shell::talk("warning: this record is broken\nhint: run `viva record verify` to see why");
        return Exit::No;
    }
    Exit::Yes
}

/// Returns true, after a message with the way out, if this record contains texts of people who consented only to the
/// use of the result. Such a record cannot be exported.
fn is_beyond_consent(file: &Path, contest: &Contest) -> Result<bool, Failure> {
    if !contest.consents.values().any(|consent| consent.scope == Scope::Result) {
        return Ok(false);
    }
    let mut review = Review::new();
    let found = publication::verify_with(shell::open(file)?, &Trust::default(), |fact| review.take(&fact));
    found.map_err(|source| shell::unreadable(file, source))?;
    let (texts, _) = review.finish();
    let beyond = beyond::beyond(&texts, contest);
    for theirs in &beyond {
        let who = theirs.who;
        shell::talk(format_args!(
            "{theirs}\nhint: `viva contest erase {who} --rule RULE --reason WHY --data DIR` takes them out where the contest is kept; of this \
             record alone `viva record redact {} --texts-of {who} --rule RULE --reason WHY --data DIR --out FILE`",
            file.shown()
        ));
    }
    Ok(!beyond.is_empty())
}

/// The licences that writers named for their texts, as a Markdown list; `None` if there are none.
fn licences(contest: &Contest) -> Option<String> {
    let mut text = String::new();
    for (licence, people) in contest.licences() {
        let people = people.into_iter().map(|who| people::told(contest, who)).collect::<Vec<_>>().join(", ");
        let _ = writeln!(text, "- {licence}: what was written by {people}");
    }
    Some(text).filter(|text| !text.is_empty())
}

/// Reports that the bytes of a record cannot be trusted.
fn nothing_readable(file: &Path) -> Exit {
    shell::talk(format_args!(
        "{}: nothing in it can be read\nhint: run `viva record verify` to see why",
        shell::name_of(file)
    ));
    Exit::No
}

/// Lists the ballots and rankings that count without a seal, and those given late, for exports that do not mark them.
fn tell_drafts(drafts: &[CastForm], late: &[CastForm]) {
    let notes = drafts.iter().map(|form| form.counted_unsealed()).chain(late.iter().map(|form| form.given_late()));
    notes.for_each(|note| shell::talk(format_args!("note: {note}")));
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use archive::audit::Ending;

    use super::*;

    #[test]
    fn what_is_read_after_verifying_is_what_verifying_hands_out() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/records");
        let records = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
        let mut count = 0;
        for record in records.filter(|path| path.extension().is_some_and(|ending| ending == "viva")) {
            let open = || fs::File::open(&record).unwrap();
            let (found, ending, facts) = publication::verify_ending(open(), &Trust::default()).unwrap();
            let mut read = Vec::new();
            facts.each(|fact| read.push(format!("{fact:?}"))).unwrap();
            let (mut handed, mut noted) = (Vec::new(), Ending::default());
            let again = publication::verify_with(open(), &Trust::default(), |fact| {
                noted.note(&fact);
                handed.push(format!("{fact:?}"));
            });
            assert_eq!(found.verdict(), again.unwrap().verdict(), "{}", record.display());
            assert_eq!(format!("{ending:?}"), format!("{noted:?}"), "{}", record.display());
            assert!(read == handed, "{}", record.display());
            count += usize::from(!read.is_empty());
        }
        assert!(count > 1);
    }
}
