//! `viva record export`: writes transcripts as files, in forms for people and for older programs.

use archive::{
    dialogue::{Heading, Seen},
    imported::Imported,
};
use contest::{ContestResult, contest::Contest};
use record::transcript::{
    Dialogue, OffsetClock, Transcript,
    form::{Named, TranscriptFormat},
    keylog::{self, Keylog, TimedKey},
    lp95, ndjson,
    phrases::{DELETED, Phrases},
    plain, surrey,
};
use rulebook::{Witness, counted};

use super::{
    tables,
    written::{FileWritten, PhraseDeleted, tell_written},
};
use crate::{
    cli::{ExportOptions, TranscriptForm},
    destination::{Folder, distinct},
    exit::Exit,
    shell::{self, Failure, ShownPath},
};

pub(super) fn run(options: &ExportOptions) -> Result<Exit, Failure> {
    match options.form {
        Some(form) => transcripts(options, form),
        None if options.parquet => tables::run(options, tables::TableFormat::Parquet),
        None if options.spreadsheet => tables::run(options, tables::TableFormat::Spreadsheet),
        None => tables::run(options, if options.csv { tables::TableFormat::Csv } else { tables::TableFormat::Ndjson }),
    }
}

fn transcripts(options: &ExportOptions, form: TranscriptForm) -> Result<Exit, Failure> {
    if form == TranscriptForm::Keylog && options.delete_phrases.is_some() {
        shell::talk("a log of keys cannot be edited\nhint: choose another form, or leave --delete-phrases out");
        return Ok(Exit::Usage);
    }
    if let Some(imported) = super::import::read_back(&options.file)? {
        return of_imported(&imported, options, form);
    }
    if form == TranscriptForm::Ballots {
        return super::ballots::run(options);
    }
    let (found, seen) = super::read(&options.file)?;
    let folder = Folder::at(&options.out, options.overwrite)?;
    let phrases = options.delete_phrases.as_deref().map(shell::read_text).transpose()?;
    let opened = found.audit.as_ref().and_then(|audit| audit.room.contest()).filter(|c| c.opened_assignment);
    let Some(contest) = opened else {
        let (name, file) = (shell::name_of(&options.file), options.file.shown());
        shell::talk(format_args!(
            "{name}: it is not known who met whom\nhint: `viva record verify {file}` says whether it is sound; \
             transcripts go out when the contest is closed"
        ));
        return Ok(Exit::No);
    };
    if super::is_beyond_consent(&options.file, contest)? {
        return Ok(Exit::No);
    }
    let clock = OffsetClock::east(options.utc_offset.unwrap_or(contest.zone.into())).unwrap_or_default();
    let mut editor = Editor::new(phrases.as_deref());
    let files = match files(contest, &seen, (options, form), clock, &mut editor) {
        Ok(files) => distinct(files),
        Err(why) => {
            shell::talk(why);
            return Ok(Exit::No);
        }
    };
    let licences = super::licences(contest);
    let beside = licences.iter().map(|licences| (LICENCES, licences.as_str()));
    folder.write(files.iter().map(|(name, text)| (&**name, &**text)).chain(beside.clone()))?;
    let names =
        files.iter().map(|(name, _)| FileWritten::named(name)).chain(beside.map(|(name, _)| FileWritten::named(name)));
    tell_written(options, names.collect(), editor.deletions())?;
    let folder = folder.path().shown();
    shell::talk(format_args!("wrote {} to {folder}", counted(files.len(), "transcript", "transcripts")));
    if licences.is_some() {
        shell::talk(format_args!("note: {folder}/{LICENCES} says under which licences they may be used"));
    }
    editor.tell();
    if form == TranscriptForm::Keylog {
        shell::talk(format_args!("note: each says, as every such log does: {}", keylog::PUBLIC_DOMAIN));
    }
    if let Some(result) = ContestResult::of(contest) {
        super::tell_drafts(&result.drafts, &result.late);
    }
    Ok(super::warn_if_broken(&found))
}

/// Exports an imported past.
fn of_imported(imported: &Imported, options: &ExportOptions, form: TranscriptForm) -> Result<Exit, Failure> {
    let clock = OffsetClock::east(options.utc_offset.unwrap_or_default()).unwrap_or_default();
    let phrases = options.delete_phrases.as_deref().map(shell::read_text).transpose()?;
    let mut editor = Editor::new(phrases.as_deref());
    let mut transcript = imported.transcript.clone();
    let form = match form {
        TranscriptForm::Lp95 => TranscriptFormat::Lp95,
        TranscriptForm::Surrey => TranscriptFormat::Surrey,
        TranscriptForm::Plain => TranscriptFormat::Plain,
        TranscriptForm::Keylog => TranscriptFormat::Keylog,
        TranscriptForm::Ndjson => TranscriptFormat::Ndjson,
        TranscriptForm::Ballots => {
            let Some((rulebook, ballots)) = &imported.ballots else {
                shell::talk(
                    "no ballots were imported with it\nhint: `viva record import --ballots FILE --rulebook ID` takes them in",
                );
                return Ok(Exit::No);
            };
            let rules = toml::to_string(rulebook).expect("a rulebook is written as TOML");
            let folder = Folder::at(&options.out, options.overwrite)?;
            folder.write([("ballots.json", ballots.as_str()), ("rulebook.toml", &*rules)])?;
            let files = ["ballots.json", "rulebook.toml"].map(FileWritten::named);
            tell_written(options, files.into(), editor.deletions())?;
            let folder = folder.path().shown();
            shell::talk(format_args!(
                "wrote ballots.json and rulebook.toml to {folder}\n\
                 hint: viva score {folder}/ballots.json --rulebook {folder}/rulebook.toml --observed"
            ));
            return Ok(Exit::Yes);
        }
    };
    if !editor.listed.is_empty() {
        // Phrases are deleted from lines, so single keys must go.
        transcript = Transcript { dialogues: transcript.as_lines(clock), ..Transcript::default() };
    }
    transcript.dialogues = transcript.dialogues.into_iter().map(|dialogue| editor.edit(dialogue)).collect();
    if let Some(notice) = &options.notice {
        transcript.dialogues.iter_mut().for_each(|dialogue| dialogue.notice.clone_from(notice));
    }
    let files = match transcript.files(form, clock, "imported") {
        Ok(files) => distinct(files),
        Err(why) => {
            shell::talk(why);
            return Ok(Exit::No);
        }
    };
    let folder = Folder::at(&options.out, options.overwrite)?;
    folder.write(files.iter().map(|(name, text)| (&**name, &**text)))?;
    tell_written(options, files.iter().map(|(name, _)| FileWritten::named(name)).collect(), editor.deletions())?;
    let transcripts = counted(files.len(), "transcript", "transcripts");
    shell::talk(format_args!("wrote {transcripts} of an imported past to {}", folder.path().shown()));
    editor.tell();
    Ok(Exit::Yes)
}

/// The files of this form, or the reason why there are none.
fn files(
    contest: &Contest,
    seen: &Seen,
    (options, form): (&ExportOptions, TranscriptForm),
    clock: OffsetClock,
    editor: &mut Editor,
) -> Result<Vec<Named>, String> {
    let notice = options.notice.clone().unwrap_or_else(|| format!("{}, {}", contest.name, contest.organiser));
    let heading = Heading { notice, clock, unseen: options.unseen };
    let mut witnesses = || -> Vec<(Witness, Dialogue)> {
        let all = seen.by_witness(contest, &heading).into_iter();
        all.map(|(witness, dialogue)| (witness, editor.edit(dialogue))).collect()
    };
    Ok(match form {
        TranscriptForm::Lp95 => {
            let witnesses = witnesses();
            if witnesses.len() > LP95_MOST {
                let many = witnesses.len();
                return Err(format!("names of this form have room for {LP95_MOST} witnesses, and {many} were met"));
            }
            let numbered = (1..).zip(&witnesses);
            numbered.map(|(n, (_, dialogue))| (lp95::file_name(n), lp95::write(dialogue))).collect()
        }
        TranscriptForm::Plain => {
            let named = |(witness, dialogue): (Witness, Dialogue)| {
                (format!("{witness}-{}.txt", plain_name(&dialogue.witness)), plain::write(&dialogue))
            };
            witnesses().into_iter().map(named).collect()
        }
        TranscriptForm::Ndjson => {
            let named = |(witness, dialogue): (Witness, Dialogue)| {
                let name = format!("{witness}-{}.ndjson", plain_name(&dialogue.witness));
                (name, ndjson::write(&Transcript { dialogues: vec![dialogue], ..Transcript::default() }))
            };
            witnesses().into_iter().map(named).collect()
        }
        TranscriptForm::Surrey => {
            let conversations = seen.by_conversation(contest, &heading).into_iter();
            let dialogues = conversations.map(|(_, dialogue)| editor.edit(dialogue));
            let of = |dialogue: Dialogue| {
                let visit = |visit| (surrey::file_name(&dialogue, visit), surrey::write(&dialogue, visit));
                dialogue.visits.iter().map(visit).collect::<Vec<_>>()
            };
            dialogues.flat_map(of).collect()
        }
        TranscriptForm::Ballots => vec![],
        TranscriptForm::Keylog => {
            let sessions = seen.key_sessions(contest).ok_or(
                "this form is for contests in which single keys travel and a judge sits before two witnesses\n\
                 hint: choose --form plain, surrey or lp95",
            )?;
            let pressed = sessions.into_iter().filter(|(_, session)| !session.keys.is_empty());
            let file = |(_, session): (_, keylog::KeylogSession)| {
                let began = session.keys.first().map(TimedKey::at)?;
                let name = keylog::file_name(&session, began, clock);
                Some((name, keylog::write(&Keylog { sessions: vec![session], cut: None })))
            };
            pressed.filter_map(file).collect()
        }
    })
}

/// The file with the licences of the transcripts.
const LICENCES: &str = "LICENCES.md";

/// The most witnesses that the file names of LP95 can number, from 1.
const LP95_MOST: usize = 99;

/// Deletes phrases, and counts the deletions.
struct Editor {
    phrases: Phrases,
    listed: Vec<String>,
    deleted: Vec<usize>,
}

impl Editor {
    /// The phrases to delete, each with the number of its deletions.
    fn deletions(&self) -> Vec<PhraseDeleted> {
        let phrases = self.listed.iter().zip(&self.deleted);
        phrases.map(|(phrase, times)| PhraseDeleted { phrase: phrase.clone(), times: *times }).collect()
    }

    /// Takes a list with one phrase per line; empty lines are ignored.
    fn new(list: Option<&str>) -> Self {
        let lines = list.unwrap_or_default().lines().map(str::trim);
        let listed: Vec<_> = lines.filter(|line| !line.is_empty()).map(ToOwned::to_owned).collect();
        Self { phrases: Phrases::new(&listed), deleted: vec![0; listed.len()], listed }
    }

    fn edit(&mut self, dialogue: Dialogue) -> Dialogue {
        if self.listed.is_empty() {
            return dialogue;
        }
        let edited = self.phrases.edit_dialogue(&dialogue);
        self.deleted.iter_mut().zip(edited.deleted).for_each(|(sum, more)| *sum += more);
        edited.text
    }

    /// Reports the number of deletions, and warns about each phrase not found, which may be misspelt.
    fn tell(&self) {
        if !self.listed.is_empty() {
            let phrases = counted(self.listed.len(), "phrase", "phrases");
            let times = counted(self.deleted.iter().sum::<usize>(), "time", "times");
            shell::talk(format_args!("{times} {DELETED}, for {phrases}"));
        }
        for (phrase, _) in self.listed.iter().zip(&self.deleted).filter(|(_, found)| **found == 0) {
            shell::talk(format_args!("warning: nobody said `{phrase}`"));
        }
    }
}

/// A name made safe for file names: ASCII letters, digits and hyphens, `_` for everything else.
fn plain_name(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' }).take(80).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_has_a_phrase_a_line_and_blank_lines_do_not_count() {
        let editor = Editor::new(Some("you fool\r\n\n  ass \n"));
        assert_eq!(editor.listed, ["you fool", "ass"]);
    }
}
