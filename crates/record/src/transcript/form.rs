//! The forms of transcripts: detection, reading, conversion and its losses.

use std::{fmt, str::FromStr};

use rulebook::{Side, Timestamp};

use super::{
    Dialogue, Line, OffsetClock, Reading, Transcript, Visit,
    keylog::{self, KeylogSession},
    lp95, ndjson, plain, rounds, surrey,
    text::{decode, numbered},
};

/// A form of transcripts. `docs/transcripts.md` shows each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TranscriptFormat {
    /// 1995 to 2002: a witness and its judges, line by line.
    Lp95,
    /// 2003: a conversation, utterance by utterance.
    Surrey,
    /// For present-day readers: a witness and its judges.
    Plain,
    /// 2012 to 2014: a judge and two witnesses, key by key.
    Keylog,
    /// 2007 to 2009, and the players of those years: keys with six fields.
    KeylogSix,
    /// 2017 and 2018: a round of the socket.io server, message by message, without times.
    Round,
    /// For present-day programs: keeps the data of all other forms.
    Ndjson,
}

impl TranscriptFormat {
    /// All forms.
    pub const ALL: [Self; 7] =
        [Self::Lp95, Self::Surrey, Self::Plain, Self::Keylog, Self::KeylogSix, Self::Round, Self::Ndjson];

    /// The name on a command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Lp95 => "lp95",
            Self::Surrey => "surrey",
            Self::Plain => "plain",
            Self::Keylog => "keylog",
            Self::KeylogSix => "keylog-2007",
            Self::Round => "round",
            Self::Ndjson => "ndjson",
        }
    }

    /// The form of this file, from its heading, or else from the first line that fits a form; `None` if none fits.
    #[must_use]
    pub fn of(file: &[u8]) -> Option<Self> {
        let text = decode(&file[..file.len().min(LOOKED_AT)]);
        let lines: Vec<&str> = numbered(&text).map(|(_, line)| line).filter(|line| !line.trim().is_empty()).collect();
        let (first, second) = (lines.first()?, lines.get(1).copied().unwrap_or_default());
        let head = || lines.iter().take(HEADING_LINES);
        let begins =
            |words: &str| head().any(|line| line.trim_start_matches('*').to_ascii_lowercase().starts_with(words));
        if first.starts_with('{') {
            return serde_json::from_str::<serde_json::Value>(first).ok().map(|line| match line.get("content") {
                Some(_) => Self::Round,
                None => Self::Ndjson,
            });
        }
        if plain::is_heading(first, second) {
            return Some(Self::Plain);
        }
        if begins("transcripts of judge") {
            return Some(Self::Keylog);
        }
        if begins("transcripts of program") || begins("starting round") {
            return Some(Self::KeylogSix);
        }
        if head().any(|line| surrey::is_title(line)) {
            return Some(Self::Surrey);
        }
        if begins("start at:") {
            return Some(Self::Lp95);
        }
        lines.iter().find_map(|line| Self::of_line(line))
    }

    /// The form of a line of speech.
    fn of_line(line: &str) -> Option<Self> {
        if surrey::is_speech(line) {
            return Some(Self::Surrey);
        }
        if lp95::is_body(line) {
            return Some(Self::Lp95);
        }
        let mut fields = line.strip_prefix('J')?.split(' ').skip(1);
        let is_time =
            |field: Option<&str>| field.is_some_and(|f| f.len() == 18 && f.bytes().all(|b| b.is_ascii_digit()));
        is_time(fields.next()).then(|| if is_time(fields.next()) { Self::KeylogSix } else { Self::Keylog })
    }

    /// Reads a file of this form. Its times are those of `clock`, unless the form names one.
    #[must_use]
    pub fn read(self, file: &[u8], clock: OffsetClock) -> Reading<Transcript> {
        match self {
            Self::Lp95 => lp95::read_all(file, clock).map(Transcript::of_dialogues),
            Self::Surrey => surrey::read_all(file, clock).map(Transcript::of_dialogues),
            Self::Plain => plain::read(file).map(Transcript::of_dialogues),
            Self::Keylog => keylog::read(file).map(Transcript::of_keys),
            Self::KeylogSix => keylog::six_fields::read(file).map(Transcript::of_keys),
            Self::Round => rounds::read(file).map(Transcript::of_dialogues),
            Self::Ndjson => ndjson::read(file),
        }
    }
}

impl fmt::Display for TranscriptFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for TranscriptFormat {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let names = || Self::ALL.map(Self::name).join(", ");
        Self::ALL.into_iter().find(|form| form.name() == name).ok_or_else(|| format!("the forms are {}", names()))
    }
}

/// The number of bytes examined to detect the form.
const LOOKED_AT: usize = 65_536;

/// The maximum number of non-empty lines in a heading.
const HEADING_LINES: usize = 8;

/// A file to write: its name and its text.
pub type Named = (String, String);

/// The reason a transcript has no files in a form.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoFiles {
    /// The names of LP95 have two digits.
    #[error("names of this form have room for 99 witnesses, and there are {0}")]
    Witnesses(usize),
}

impl Transcript {
    /// The files in this form. `stem` is the file name without extension, for forms without a rule for names.
    ///
    /// # Errors
    /// [`NoFiles`] if the form has too few names.
    pub fn files(&self, form: TranscriptFormat, clock: OffsetClock, stem: &str) -> Result<Vec<Named>, NoFiles> {
        Ok(match form {
            TranscriptFormat::Lp95 => {
                let dialogues = self.as_lines(clock);
                let numbered = (1_u8..100).zip(&dialogues);
                if dialogues.len() > 99 {
                    return Err(NoFiles::Witnesses(dialogues.len()));
                }
                numbered.map(|(n, dialogue)| (lp95::file_name(n), lp95::write(dialogue))).collect()
            }
            TranscriptFormat::Surrey => {
                let of = |dialogue: Dialogue| {
                    let visit = |visit| (surrey::file_name(&dialogue, visit), surrey::write(&dialogue, visit));
                    dialogue.visits.iter().map(visit).collect::<Vec<_>>()
                };
                self.as_lines(clock).into_iter().flat_map(of).collect()
            }
            TranscriptFormat::Plain => {
                self.as_lines(clock).iter().map(|d| (format!("{stem}.txt"), plain::write(d))).collect()
            }
            TranscriptFormat::Keylog => {
                let log = self.as_keys();
                let began = log.sessions.first().and_then(|session| Some((session, session.keys.first()?.at())));
                let name = began.map(|(session, began)| keylog::file_name(session, began, clock));
                vec![(name.unwrap_or_else(|| format!("{stem}.log")), keylog::write(&log))]
            }
            TranscriptFormat::KeylogSix => vec![(format!("{stem}.log"), keylog::six_fields::write(&self.as_keys()))],
            TranscriptFormat::Round => vec![(stem.to_owned(), rounds::write(&self.as_lines(clock)))],
            TranscriptFormat::Ndjson => vec![(format!("{stem}.ndjson"), ndjson::write(self))],
        })
    }
}

/// Data lost in the conversion to a form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Loss {
    /// Single keys, their times and corrections.
    Keys,
    /// True times of single keys; they were made up from those of their lines.
    KeyTimes,
    /// The times of pressing, besides the times of arrival.
    Pressed,
    /// The spelling of a key, as its character or its word.
    Spelling,
    /// The sides of the witnesses, and the round.
    Sides,
    /// A last line that was cut off.
    Cut,
    /// The copyright notice.
    Notice,
    /// A witness's name.
    Witness,
    /// A contestant's name.
    Contestant,
    /// A witness's role.
    Role,
    /// The start of a conversation.
    Started,
    /// A judge's number.
    Judge,
    /// Lines, or parts of them, by number.
    Lines,
    /// Words of lines.
    Words,
    /// Fractions of seconds.
    Fractions,
    /// Times of lines.
    Times,
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Keys => "single keys, their times and what was taken back",
            Self::KeyTimes => "the times of single keys: all keys of a line have the line's",
            Self::Pressed => "when keys were pressed, beside when they arrived",
            Self::Spelling => "which keys stood there as characters and not as words",
            Self::Sides => "who was on which side, and the round",
            Self::Cut => "the last line, which was cut off",
            Self::Notice => "who holds the rights, or the title",
            Self::Witness => "names of witnesses",
            Self::Contestant => "names of contestants",
            Self::Role => "which witness is a person and which a program",
            Self::Started => "when conversations began",
            Self::Judge => "numbers of judges",
            Self::Lines => "how many lines there are: empty ones are gone, or an utterance became several",
            Self::Words => {
                "some characters of lines: line breaks, blanks at ends, or letters that the form does not have"
            }
            Self::Fractions => "fractions of seconds",
            Self::Times => "times of lines",
        })
    }
}

impl TranscriptFormat {
    /// The data lost from the transcript in these files: reads them again and compares. In the order of [`Loss`].
    #[must_use]
    pub fn losses(self, from: &Transcript, files: &[Named], clock: OffsetClock) -> Vec<Loss> {
        let mut again = Transcript::default();
        for (_, text) in files {
            let Transcript { dialogues, sessions, .. } = self.read(text.as_bytes(), clock).found;
            again.dialogues.extend(dialogues);
            again.sessions.extend(sessions);
        }
        let mut losses = Vec::new();
        let mut lost = |loss, is_lost| {
            if is_lost && !losses.contains(&loss) {
                losses.push(loss);
            }
        };
        lost(Loss::Cut, from.cut.is_some());
        let had_keys = from.sessions.iter().any(|session| !session.keys.is_empty());
        lost(Loss::Keys, had_keys && again.sessions.is_empty());
        lost(Loss::Sides, !from.sessions.is_empty() && again.sessions.is_empty());
        let had_lines =
            from.dialogues.iter().any(|dialogue| dialogue.visits.iter().any(|visit| !visit.lines.is_empty()));
        lost(Loss::KeyTimes, had_lines && again.dialogues.is_empty() && !again.sessions.is_empty());
        for (before, after) in from.sessions.iter().zip(&again.sessions) {
            let of = |s: &KeylogSession| (s.round, s.left);
            lost(Loss::Sides, of(before) != of(after));
            lost(Loss::Notice, before.title != after.title);
            lost(Loss::Lines, before.keys.len() != after.keys.len());
            for (key, read) in before.keys.iter().zip(&after.keys) {
                lost(
                    Loss::Pressed,
                    key.pressed_us.is_some_and(|us| us != key.at_us) && read.pressed_us != key.pressed_us,
                );
                lost(Loss::Spelling, key.bare != read.bare);
                lost(Loss::Times, key.at_us != read.at_us);
                lost(Loss::Words, key.key != read.key);
            }
        }
        let (before, after) = (from.as_lines(clock), again.as_lines(clock));
        let (before, after) = (talks(&before), talks(&after));
        lost(Loss::Lines, before.len() > after.len());
        for ((a, visit), (b, read)) in before.into_iter().zip(after) {
            lost(Loss::Notice, a.notice != b.notice);
            lost(Loss::Witness, a.witness != b.witness);
            lost(Loss::Contestant, a.contestant != b.contestant);
            lost(Loss::Role, a.role != b.role);
            let second = |at: Timestamp| at.as_millis().div_euclid(1000);
            lost(Loss::Started, second(a.started) != second(b.started));
            lost(Loss::Judge, visit.judge != read.judge);
            let pairs = match side_by_side(&visit.lines, &read.lines) {
                Some(pairs) => pairs,
                None => {
                    lost(Loss::Lines, true);
                    let (before, after) = (on_screen(&visit.lines), on_screen(&read.lines));
                    lost(Loss::Words, before.len() != after.len());
                    side_by_side(&before, &after).unwrap_or_default()
                }
            };
            for (line, read) in pairs {
                lost(Loss::Words, line.text != read.text);
                lost(Loss::Times, second(line.at) != second(read.at));
                lost(Loss::Fractions, second(line.at) == second(read.at) && line.at != read.at);
            }
        }
        losses.sort_unstable();
        losses
    }
}

/// The pairs of written and read lines; `None` if their numbers or speakers differ.
fn side_by_side(before: &[Line], after: &[Line]) -> Option<Vec<(Line, Line)>> {
    let same = before.len() == after.len() && before.iter().zip(after).all(|(line, read)| line.by == read.by);
    same.then(|| before.iter().cloned().zip(after.iter().cloned()).collect())
}

/// The lines as they appear on a screen: without line breaks, and without empty ones.
fn on_screen(lines: &[Line]) -> Vec<Line> {
    let of =
        |line: &Line| line.text.lines().map(|text| Line { text: text.to_owned(), ..line.clone() }).collect::<Vec<_>>();
    lines.iter().flat_map(of).filter(|line| !line.text.trim().is_empty()).collect()
}

/// The visits with speech, by witness, then in their order.
fn talks(dialogues: &[Dialogue]) -> Vec<(&Dialogue, &Visit)> {
    let visits = dialogues.iter().flat_map(|dialogue| dialogue.visits.iter().map(move |visit| (dialogue, visit)));
    visits.filter(|(_, visit)| visit.lines.iter().any(|line| line.by == Side::Judge || !line.text.is_empty())).collect()
}
