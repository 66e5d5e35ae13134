//! `viva transcript`: reads, checks and converts conversation files of any era.

use std::path::{Path, PathBuf};

use contest::turns;
use record::transcript::{
    Line, Loss, OffsetClock, Reading, Transcript, TranscriptFormat, Visit, named, one_line, plain,
};
use rulebook::{Side, Timestamp, counted, visible};
use serde::Serialize;

use crate::{
    cli::{ConvertOptions, TranscriptCommand, TranscriptFiles},
    destination::{Folder, distinct},
    exit::Exit,
    shell::{self, Failure, ShownPath},
};

/// The largest file read, in bytes. The longest known one, a whole round key by key, has half a megabyte.
const LARGEST: u64 = 256 << 20;

pub(crate) fn run(command: TranscriptCommand) -> Result<Exit, Failure> {
    match command {
        TranscriptCommand::Show { files, json } => show(&files, json),
        TranscriptCommand::Convert(options) => convert(&options),
        TranscriptCommand::Check { files, json } => check(&files, json),
        TranscriptCommand::Turns { files, json } => turns_of(&files, json),
    }
}

/// A file after reading.
pub(crate) struct TranscriptFile {
    path: PathBuf,
    pub(crate) bytes: Vec<u8>,
    /// The name of its form; `None` if unknown.
    form: Option<&'static str>,
    pub(crate) reading: Reading<Transcript>,
}

impl TranscriptFile {
    /// Reads this file, or standard input for `-`.
    ///
    /// # Errors
    /// When it cannot be read, or is too large.
    pub(crate) fn read(path: &Path, files: &TranscriptFiles) -> Result<Self, Failure> {
        let bytes = shell::read_bytes_of(path, LARGEST)?;
        if let Some(speakers) = files.speakers() {
            let reading = named::read(&bytes, &speakers).map(|dialogue| Transcript::of_dialogues(vec![dialogue]));
            return Ok(Self { path: path.to_owned(), bytes, form: Some(named::NAME), reading });
        }
        let form = files.form.or_else(|| TranscriptFormat::of(&bytes));
        let nothing = || Reading { found: Transcript::default(), faults: Vec::new() };
        let reading = form.map_or_else(nothing, |form| form.read(&bytes, clock(files)));
        Ok(Self { path: path.to_owned(), bytes, form: form.map(TranscriptFormat::name), reading })
    }

    /// The file's name in messages.
    pub(crate) fn name(&self) -> String {
        shell::name_of(&self.path)
    }

    /// The file's name without extension, for the names of files made from it.
    fn stem(&self) -> String {
        let stem = self.path.file_stem().filter(|_| !shell::is_input(&self.path));
        stem.map_or_else(|| "transcript".to_owned(), |stem| stem.to_string_lossy().into_owned())
    }

    /// Its form; `None`, after a message, if unknown.
    pub(crate) fn formed(&self) -> Option<&'static str> {
        if self.form.is_none() {
            let names = TranscriptFormat::ALL.map(TranscriptFormat::name).join(", ");
            shell::talk(format_args!(
                "{}: it is in no form that is known\nhint: name it with --form: {names}; or, of lines `NAME: words`, both names: --judge-name, --witness-name",
                self.name()
            ));
        }
        self.form
    }

    /// Prints its faults as warnings.
    pub(crate) fn warn(&self) {
        let name = self.name();
        self.reading.faults.iter().for_each(|fault| shell::talk(format_args!("warning: {name}: {fault}")));
        if self.reading.found.cut.is_some() {
            shell::talk(format_args!("note: {name}: the last line is cut off, and is left out"));
        }
    }

    /// The encoding and line ends of its bytes.
    fn bytes_are(&self) -> [&'static str; 2] {
        let alphabet = if std::str::from_utf8(&self.bytes).is_ok() { "UTF-8" } else { "Windows-1252" };
        let ends = match (self.bytes.contains(&b'\n'), self.bytes.contains(&b'\r')) {
            (true, false) | (false, false) => "LF",
            (true, true) => "CR LF",
            (false, true) => "CR",
        };
        [alphabet, ends]
    }

    fn told(&self, clock: OffsetClock) -> TranscriptTold {
        let [alphabet, line_ends] = self.bytes_are().map(str::to_owned);
        let faults = self.reading.faults.iter();
        let Counts { conversations, lines, sessions, keys } = Counts::of(&self.reading.found, clock);
        TranscriptTold {
            file: self.name(),
            form: self.form.map(str::to_owned),
            alphabet,
            line_ends,
            conversations,
            lines,
            sessions,
            keys,
            cut: self.reading.found.cut.clone(),
            faults: faults.map(|fault| FaultIn { line: fault.line, what: fault.wrong.to_string() }).collect(),
            dialogues: None,
        }
    }
}

/// A file of conversations.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct TranscriptTold {
    /// The file.
    file: String,
    /// The file's form; null if unknown.
    form: Option<String>,
    /// The encoding of its text.
    alphabet: String,
    /// The line ends.
    line_ends: String,
    /// The number of conversations.
    conversations: usize,
    /// The number of lines in them.
    lines: usize,
    /// The number of keystroke sessions.
    sessions: usize,
    /// The number of keys in them.
    keys: usize,
    /// The last line, if it is cut off.
    cut: Option<String>,
    /// The faults of the file.
    faults: Vec<FaultIn>,
    /// The conversations, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    dialogues: Option<Vec<DialogueTold>>,
}

/// A fault of a file of conversations.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct FaultIn {
    /// The line, from 1.
    line: usize,
    /// The fault in words.
    what: String,
}

/// The conversations of one witness.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct DialogueTold {
    /// The witness's name.
    witness: String,
    /// The kind of witness: a person or a program.
    role: RoleIs,
    /// The person or team behind a program.
    contestant: String,
    /// The moment it began.
    started: Timestamp,
    /// The copyright notice.
    notice: String,
    /// The judges' visits, in order.
    visits: Vec<VisitTold>,
}

/// The kind of a witness.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
enum RoleIs {
    /// A program.
    Entry,
    /// A person.
    Confederate,
}

/// A judge's visit to a witness.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct VisitTold {
    /// The judge's number, if the file has it.
    judge: Option<u16>,
    /// The lines of both sides.
    lines: Vec<LineTold>,
}

/// A line of one side.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct LineTold {
    /// The time of the line.
    at: Timestamp,
    /// The side that said it.
    by: Side,
    /// The words.
    text: String,
}

/// The conversations of a file, turn by turn.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct TurnsTold {
    /// The file.
    file: String,
    /// Its conversations.
    conversations: Vec<ConversationTurns>,
}

/// A conversation, turn by turn.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct ConversationTurns {
    /// The witness's name.
    witness: String,
    /// The judge's number, if the file has it.
    judge: Option<u16>,
    /// The turns: the judge's lines and the answer.
    turns: Vec<Vec<LineTold>>,
}

/// The conversion of a file.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Converted {
    /// The file.
    file: String,
    /// The files written.
    files: Vec<String>,
    /// The content that the form cannot carry, in sentences.
    not_carried: Vec<String>,
}

/// The size of a file's content.
struct Counts {
    conversations: usize,
    lines: usize,
    sessions: usize,
    keys: usize,
}

impl Counts {
    fn of(transcript: &Transcript, clock: OffsetClock) -> Self {
        let dialogues = transcript.as_lines(clock);
        let visits = || dialogues.iter().flat_map(|dialogue| &dialogue.visits);
        Self {
            conversations: visits().count(),
            lines: visits().map(|visit| visit.lines.len()).sum(),
            sessions: transcript.sessions.len(),
            keys: transcript.sessions.iter().map(|session| session.keys.len()).sum(),
        }
    }
}

fn clock(files: &TranscriptFiles) -> OffsetClock {
    OffsetClock::east(files.utc_offset).unwrap_or_default()
}

fn read_all(files: &TranscriptFiles) -> Result<Vec<TranscriptFile>, Failure> {
    files.files.iter().map(|path| TranscriptFile::read(path, files)).collect()
}

fn show(files: &TranscriptFiles, json: bool) -> Result<Exit, Failure> {
    let (sources, clock) = (read_all(files)?, clock(files));
    if sources.iter().any(|source| source.formed().is_none()) {
        return Ok(Exit::Usage);
    }
    if json {
        let all = sources.iter().map(|source| {
            let dialogues = source.reading.found.as_lines(clock).iter().map(dialogue).collect();
            TranscriptTold { dialogues: Some(dialogues), ..source.told(clock) }
        });
        return shell::json(&all.collect::<Vec<_>>());
    }
    for (index, source) in sources.iter().enumerate() {
        source.warn();
        for (at, dialogue) in source.reading.found.as_lines(clock).iter().enumerate() {
            shell::print(if index + at > 0 { "\n" } else { "" });
            shell::print(plain::write(dialogue));
        }
    }
    Ok(Exit::Yes)
}

pub(crate) fn dialogue(dialogue: &record::transcript::Dialogue) -> DialogueTold {
    let visit = |visit: &Visit| VisitTold { judge: judge(visit), lines: lines(&visit.lines) };
    let is_entry = dialogue.role == record::transcript::Role::Entry;
    DialogueTold {
        witness: dialogue.witness.clone(),
        role: if is_entry { RoleIs::Entry } else { RoleIs::Confederate },
        contestant: dialogue.contestant.clone(),
        started: dialogue.started,
        notice: dialogue.notice.clone(),
        visits: dialogue.visits.iter().map(visit).collect(),
    }
}

/// The number of a visit's judge, if the file has it.
fn judge(visit: &Visit) -> Option<u16> {
    (visit.judge > 0).then_some(visit.judge)
}

fn lines(lines: &[Line]) -> Vec<LineTold> {
    lines.iter().map(|Line { at, by, text }| LineTold { at: *at, by: *by, text: text.clone() }).collect()
}

fn turns_of(files: &TranscriptFiles, json: bool) -> Result<Exit, Failure> {
    let (sources, clock) = (read_all(files)?, clock(files));
    if sources.iter().any(|source| source.formed().is_none()) {
        return Ok(Exit::Usage);
    }
    let by = |line: &Line| line.by;
    let mut told = Vec::new();
    for source in &sources {
        let dialogues = source.reading.found.as_lines(clock);
        if json {
            let visits =
                dialogues.iter().flat_map(|dialogue| dialogue.visits.iter().map(move |visit| (dialogue, visit)));
            let conversations = visits.map(|(dialogue, visit)| ConversationTurns {
                witness: dialogue.witness.clone(),
                judge: judge(visit),
                turns: turns::cut(&visit.lines, by).into_iter().map(lines).collect(),
            });
            told.push(TurnsTold { file: source.name(), conversations: conversations.collect() });
            continue;
        }
        source.warn();
        for dialogue in &dialogues {
            for visit in &dialogue.visits {
                let turns = turns::cut(&visit.lines, by);
                let witness = if dialogue.witness.is_empty() { "the witness" } else { &dialogue.witness };
                let judge = judge(visit).map_or_else(|| "a judge".to_owned(), |judge| format!("judge {judge}"));
                shell::data(format_args!(
                    "{} and {judge}: {}",
                    visible(witness),
                    counted(turns.len(), "turn", "turns")
                ));
                for (number, turn) in (1..).zip(turns) {
                    shell::data(format_args!("\nturn {number}"));
                    for Line { by, text, .. } in turn {
                        let by = if *by == Side::Judge { "judge" } else { "witness" };
                        shell::data(format_args!("{by:<9}{}", one_line(text)));
                    }
                }
                shell::data("");
            }
        }
    }
    if json { shell::json(&told) } else { Ok(Exit::Yes) }
}

fn check(files: &TranscriptFiles, json: bool) -> Result<Exit, Failure> {
    let (sources, clock) = (read_all(files)?, clock(files));
    let is_sound = |source: &TranscriptFile| source.form.is_some() && source.reading.faults.is_empty();
    if json {
        shell::json(&sources.iter().map(|source| source.told(clock)).collect::<Vec<_>>())?;
    } else {
        for source in &sources {
            let name = source.name();
            let Some(form) = source.formed() else { continue };
            source
                .reading
                .faults
                .iter()
                .for_each(|fault| shell::data(format_args!("{}: {}", visible(&name), visible(fault))));
            let Counts { conversations, lines, sessions, keys } = Counts::of(&source.reading.found, clock);
            let [alphabet, ends] = source.bytes_are();
            let held = if sessions > 0 {
                format!("{}, {}", counted(sessions, "session", "sessions"), counted(keys, "key", "keys"))
            } else {
                format!(
                    "{}, {}",
                    counted(conversations, "conversation", "conversations"),
                    counted(lines, "line", "lines")
                )
            };
            let faults = counted(source.reading.faults.len(), "fault", "faults");
            let cut = if source.reading.found.cut.is_some() { ", the last line cut off" } else { "" };
            shell::data(format_args!("{}: {form} in {alphabet} with {ends}, {held}{cut}, {faults}", visible(&name)));
        }
    }
    Ok(if sources.iter().all(is_sound) { Exit::Yes } else { Exit::No })
}

fn convert(options: &ConvertOptions) -> Result<Exit, Failure> {
    let clock = clock(&options.files);
    let sources = read_all(&options.files)?;
    if sources.iter().any(|source| source.formed().is_none()) {
        return Ok(Exit::Usage);
    }
    let (mut files, mut told) = (Vec::new(), Vec::new());
    for source in &sources {
        source.warn();
        let written = match source.reading.found.files(options.to, clock, &source.stem()) {
            Ok(written) => written,
            Err(why) => {
                shell::talk(format_args!("{}: {why}\nhint: choose another form", source.name()));
                return Ok(Exit::No);
            }
        };
        let losses = options.to.losses(&source.reading.found, &written, clock);
        let mut losses: Vec<String> = losses.iter().map(Loss::to_string).collect();
        let is_timeless = source.form.is_some_and(|form| [TranscriptFormat::Round.name(), named::NAME].contains(&form));
        if is_timeless && !matches!(options.to, TranscriptFormat::Round) {
            losses.push("times: the file has none, and the nth message is put n seconds after 1970 began".to_owned());
        }
        losses.iter().for_each(|loss| {
            shell::talk(format_args!("note: {}: not carried by {}: {loss}", source.name(), options.to));
        });
        let names: Vec<_> = written.iter().map(|(name, _)| name.clone()).collect();
        told.push(Converted { file: source.name(), files: names, not_carried: losses });
        files.extend(written);
    }
    let Some(out) = &options.out else {
        let [(_, text)] = files.as_slice() else {
            shell::talk(format_args!("there are {} files to write\nhint: name a folder with --out", files.len()));
            return Ok(Exit::Usage);
        };
        shell::raw(text);
        return Ok(Exit::Yes);
    };
    let folder = Folder::at(out, options.overwrite)?;
    let files = distinct(files);
    folder.write(files.iter().map(|(name, text)| (&**name, &**text)))?;
    shell::talk(format_args!(
        "wrote {} to {}",
        counted(files.len(), "transcript", "transcripts"),
        folder.path().shown()
    ));
    if options.json { shell::json(&told) } else { Ok(Exit::Yes) }
}
