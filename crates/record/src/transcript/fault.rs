//! The faults of a file: all of them at once, each with its line.

use super::text::excerpt;

/// The content of a file, with its faults.
///
/// Readers always return content, as much as possible; the caller decides whether the faults matter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading<T> {
    /// The content.
    pub found: T,
    /// The faults, in the order of lines.
    pub faults: Vec<LineFault>,
}

impl<T> Reading<T> {
    /// Converts the content and keeps the faults.
    pub fn map<U>(self, f: impl FnOnce(T) -> U) -> Reading<U> {
        Reading { found: f(self.found), faults: self.faults }
    }
}

/// Reads a file with one or more sessions in a row: a new one begins at an index of `lines` that `begins` accepts, after
/// speech in the one before.
pub(super) fn sessions<T>(
    lines: &[(usize, &str)],
    begins: impl Fn(usize) -> bool,
    is_said: impl Fn(&str) -> bool,
    read: impl Fn(&[(usize, &str)]) -> Reading<T>,
) -> Reading<Vec<T>> {
    let (mut found, mut faults) = (Vec::new(), Vec::new());
    let mut take = |part: &[(usize, &str)]| {
        let reading = read(part);
        found.push(reading.found);
        faults.extend(reading.faults);
    };
    let (mut start, mut spoken) = (0, false);
    for (at, (_, line)) in lines.iter().enumerate() {
        if spoken && begins(at) {
            take(&lines[start..at]);
            (start, spoken) = (at, false);
        }
        spoken |= is_said(line);
    }
    take(&lines[start..]);
    Reading { found, faults }
}

/// A fault in a line of a file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {wrong}")]
pub struct LineFault {
    /// The line, counted from 1.
    pub line: usize,
    /// The problem.
    pub wrong: Wrong,
}

/// The problem with a line, and its treatment.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Wrong {
    /// The heading lacks a line.
    #[error("no `{expected}` line in the heading (add it; without it {without})")]
    Heading {
        /// The line as the format has it.
        expected: &'static str,
        /// The value assumed in its place.
        without: &'static str,
    },
    /// A line of the heading is malformed.
    #[error("`{found}` is not of the form `{expected}`")]
    Form {
        /// The beginning of the line.
        found: String,
        /// The form.
        expected: &'static str,
    },
    /// A line has neither speaker nor time.
    #[error("`{found}` has no speaker and time (put them in front; it is taken as part of what was said before)")]
    Unstamped {
        /// The beginning of the line.
        found: String,
    },
    /// A line before any speaker's.
    #[error("`{found}` is neither heading nor speech (it is left out)")]
    Stray {
        /// The beginning of the line.
        found: String,
    },
    /// The witness speaks to a judge without an announcement.
    #[error("no judge was announced (put `{expected}` in front)")]
    NoJudge {
        /// The line that announces one.
        expected: &'static str,
    },
    /// A different judge speaks than the one announced.
    #[error("judge {found} speaks where judge {announced} was announced (announce every change of judges)")]
    OtherJudge {
        /// The judge who speaks.
        found: u16,
        /// The judge announced.
        announced: u16,
    },
    /// A secret that should have been blanked before the file was stored.
    #[error("the secret of whoever wrote it is not blank (it is left out; see to it that nobody uses it any more)")]
    Secret,
    /// No id in the file marks a judge.
    #[error("no id begins with `judge` (`{found}` is taken for the first judge)")]
    NoJudgeId {
        /// The id taken as the judge.
        found: String,
    },
    /// A message that is not between a judge and a witness.
    #[error("it goes from no judge to a witness, nor back (the message is left out)")]
    NotAPair,
    /// A line without a heading before it.
    #[error("it belongs to no heading (put `{expected}` in front; the line is left out)")]
    NoHeading {
        /// The heading it needs.
        expected: &'static str,
    },
    /// A number out of range for a judge.
    #[error("no judge has the number {found} (judges are numbered from 1 to 65535; the number is left out)")]
    JudgeNumber {
        /// The number, or its beginning.
        found: String,
    },
    /// A speaker who is neither judge nor witness.
    #[error("`{found}` is neither the judge nor the witness (it is taken for the witness)")]
    Speaker {
        /// The speaker's label.
        found: String,
    },
    /// A name without any line.
    #[error("`{name}` never speaks (tell both names as they stand in the file)")]
    NeverSpeaks {
        /// The name.
        name: String,
    },
    /// Program and confederate in one file.
    #[error("the witness is called both `PROGRAM` and `CONFEDERATE` (the first is kept)")]
    TwoRoles,
    /// A time before the one above it.
    #[error("the clock runs {seconds} s backwards (the times are kept as they stand)")]
    Backwards {
        /// The step back, in whole seconds.
        seconds: i64,
    },
    /// Times without a date.
    #[error("times without a date (days are counted from 1970-01-01)")]
    NoDate,
    /// A name of a key unknown to the contests' keyboards.
    #[error("no key is called `{found}` (the key is left out)")]
    Key {
        /// The name.
        found: String,
    },
}

impl Wrong {
    pub(super) fn form(found: &str, expected: &'static str) -> Self {
        Self::Form { found: excerpt(found), expected }
    }

    pub(super) fn judge_number(found: &str) -> Self {
        Self::JudgeNumber { found: excerpt(found) }
    }

    pub(super) fn unstamped(found: &str) -> Self {
        Self::Unstamped { found: excerpt(found) }
    }

    pub(super) fn stray(found: &str) -> Self {
        Self::Stray { found: excerpt(found) }
    }
}
