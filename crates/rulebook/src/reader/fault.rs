//! A fault of a file: its sentence, its place and its remedy.
//!
//! A [`Fault`] holds its own source text, because it can involve both a contest file and the rulebook it names.
//! Printing is left to the caller: [`Faults`] is a [`miette::Diagnostic`] whose related diagnostics are the single
//! faults.

use std::{fmt, ops::Range, sync::Arc};

use miette::{Diagnostic, LabeledSpan, NamedSource, SourceCode};

/// The kind of a fault: stable, for programs and for searching. Prints as `rulebook::unknown_key`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Code {
    /// The text is not TOML.
    Syntax,
    /// The file is larger than [`LARGEST_FILE`](super::LARGEST_FILE).
    TooLarge,
    /// A key that is unknown at its place.
    UnknownKey,
    /// A required key is missing.
    MissingKey,
    /// A number where a text belongs, and the like.
    WrongType,
    /// A duration without a unit, or in a unit that is not allowed.
    WrongUnit,
    /// A number, duration or length beyond its limits.
    OutOfRange,
    /// A text in the wrong form for its key.
    Malformed,
    /// A word that is not among those of its key.
    UnknownWord,
    /// Something that may occur once, twice.
    Duplicate,
    /// Two parts that are right alone and impossible together.
    Contradiction,
    /// More or fewer participants than the roles in the rulebook.
    WrongCount,
    /// The rulebook that a contest file names was not found.
    NoRulebook,
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Syntax => "rulebook::syntax",
            Self::TooLarge => "rulebook::too_large",
            Self::UnknownKey => "rulebook::unknown_key",
            Self::MissingKey => "rulebook::missing_key",
            Self::WrongType => "rulebook::wrong_type",
            Self::WrongUnit => "rulebook::wrong_unit",
            Self::OutOfRange => "rulebook::out_of_range",
            Self::Malformed => "rulebook::malformed",
            Self::UnknownWord => "rulebook::unknown_word",
            Self::Duplicate => "rulebook::duplicate",
            Self::Contradiction => "rulebook::contradiction",
            Self::WrongCount => "rulebook::wrong_count",
            Self::NoRulebook => "rulebook::no_rulebook",
        })
    }
}

/// One fault. Prints as a sentence with the problem and its place.
#[derive(Debug, Clone)]
pub struct Fault {
    code: Code,
    message: String,
    help: String,
    file: File,
    labels: Vec<(Range<usize>, String)>,
}

impl Fault {
    /// The kind of fault.
    #[must_use]
    pub fn code(&self) -> Code {
        self.code
    }

    /// The remedy.
    #[must_use]
    pub fn help(&self) -> &str {
        &self.help
    }

    /// The name of its file.
    #[must_use]
    pub fn file_name(&self) -> &str {
        self.file.name()
    }

    /// Its place in the file, in bytes.
    #[must_use]
    pub fn span(&self) -> Range<usize> {
        self.labels[0].0.clone()
    }

    /// Its first line and column as editors count: from 1, a column for each character.
    #[must_use]
    pub fn line_and_column(&self) -> (usize, usize) {
        let text = self.file.inner();
        // A key missing at the end of a file may be placed behind its last byte.
        let before = text.get(..self.span().start).unwrap_or(text);
        let line = before.rsplit_once('\n').map_or(before, |(_, line)| line);
        (before.matches('\n').count() + 1, line.chars().count() + 1)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Fault {}

impl Diagnostic for Fault {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Some(Box::new(self.code))
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Some(Box::new(&self.help))
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.file)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(self.labels.iter().enumerate().map(|(index, (span, label))| {
            let label = Some(label.clone());
            if index == 0 {
                LabeledSpan::new_primary_with_span(label, span.clone())
            } else {
                LabeledSpan::new_with_span(label, span.clone())
            }
        })))
    }
}

/// All faults of a file and the rulebook it names: at least one, in the order of their places.
#[derive(Debug, Clone)]
pub struct Faults {
    shown: Vec<Fault>,
    /// The number of faults beyond the first [`MOST_SHOWN`].
    left_off: usize,
}

impl Faults {
    /// The number of faults to iterate over: at least 1, at most 200. Only the printed sentence counts all faults of a
    /// file with more.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "never empty")]
    pub fn len(&self) -> usize {
        self.shown.len()
    }

    /// The number of faults beyond those that are iterated over.
    #[must_use]
    pub fn left_off(&self) -> usize {
        self.left_off
    }

    /// The faults, in the order of their places.
    pub fn iter(&self) -> std::slice::Iter<'_, Fault> {
        self.shown.iter()
    }
}

impl<'a> IntoIterator for &'a Faults {
    type Item = &'a Fault;
    type IntoIter = std::slice::Iter<'a, Fault>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let files = self.shown.chunk_by(|a, b| Arc::ptr_eq(&a.file, &b.file));
        for (index, faults) in files.enumerate() {
            let separator = if index == 0 { "" } else { ", " };
            let plural = if faults.len() == 1 { "" } else { "s" };
            write!(f, "{separator}{} fault{plural} in `{}`", faults.len(), faults[0].file_name())?;
        }
        if self.left_off > 0 {
            write!(f, ", and {} more that are not shown", self.left_off)?;
        }
        Ok(())
    }
}

impl std::error::Error for Faults {}

impl Diagnostic for Faults {
    fn related<'a>(&'a self) -> Option<Box<dyn Iterator<Item = &'a dyn Diagnostic> + 'a>> {
        Some(Box::new(self.shown.iter().map(|fault| fault as &dyn Diagnostic)))
    }
}

/// A source text with its name. Two places are in the same file when they share this allocation.
pub(super) type File = Arc<NamedSource<String>>;

/// A place: a file and a span of bytes in it.
#[derive(Debug, Clone)]
pub(super) struct SourceSpan {
    pub(super) file: File,
    pub(super) span: Range<usize>,
}

/// The faults found so far.
#[derive(Debug)]
pub(super) struct Report {
    /// The file that the person asked about; its faults come first, and contradictions between two files are shown in
    /// it.
    main: File,
    faults: Vec<Fault>,
    /// Whether a syntax error has swallowed text, such as a table's header or a key.
    pub(super) text_lost: bool,
    /// Whether a syntax error is more than a value without its quotes, so that nothing else in the files is reliable.
    pub(super) broken: bool,
    /// The places from which a file is unreliable: the first syntax error of each that has swallowed text.
    lost: Vec<Lost>,
}

/// A syntax error that makes the rest of a file unreliable.
#[derive(Debug)]
struct Lost {
    file: File,
    /// Its first byte.
    from: usize,
    /// Whether it is an unclosed value that swallows the following lines and so causes the later syntax errors.
    swallows: bool,
}

impl Report {
    pub(super) fn new(main: File) -> Self {
        Self { main, faults: Vec::new(), text_lost: false, broken: false, lost: Vec::new() }
    }

    /// Notes that the text after this place is lost.
    pub(super) fn lose(&mut self, file: &File, from: usize, swallows: bool) {
        self.lost.push(Lost { file: file.clone(), from, swallows });
    }

    /// Returns whether a fault is only a consequence of text lost before it.
    fn follows_from_lost(&self, fault: &Fault) -> bool {
        let at = fault.span().start;
        let before = |lost: &&Lost| Arc::ptr_eq(&lost.file, &fault.file) && lost.from < at;
        let first_syntax = |lost: &Lost| {
            let of_file = self.faults.iter().filter(|other| other.code == Code::Syntax);
            let after = of_file.filter(|other| Arc::ptr_eq(&other.file, &lost.file)).map(|other| other.span().start);
            after.filter(|start| *start >= lost.from).min()
        };
        self.lost.iter().filter(before).any(|lost| match fault.code {
            Code::Syntax => lost.swallows && first_syntax(lost) != Some(at),
            _ => true,
        })
    }

    /// Adds a fault at one place.
    pub(super) fn fault(&mut self, code: Code, at: &SourceSpan, label: &str, message: String, help: impl Into<String>) {
        self.fault_between(code, &[(at, label)], message, help);
    }

    /// Adds a fault at several places. It is shown in the main file if it has a place there, because the author can
    /// change that file; the message alone names places in other files.
    ///
    /// # Panics
    /// If there is no place.
    pub(super) fn fault_between(
        &mut self,
        code: Code,
        places: &[(&SourceSpan, &str)],
        message: String,
        help: impl Into<String>,
    ) {
        let in_main = places.iter().find(|(place, _)| Arc::ptr_eq(&place.file, &self.main));
        let file = in_main.unwrap_or(&places[0]).0.file.clone();
        let labels = places
            .iter()
            .filter(|(place, _)| Arc::ptr_eq(&place.file, &file))
            .map(|(place, label)| (place.span.clone(), (*label).to_owned()))
            .collect();
        self.faults.push(Fault { code, message, help: help.into(), file, labels });
    }

    /// Returns whether something within this place cannot be read. Readable values that contradict something do not
    /// count: they can still be checked against others.
    pub(super) fn has_fault_within(&self, place: &SourceSpan) -> bool {
        self.faults.iter().any(|fault| {
            let (span, within) = (fault.span(), &place.span);
            let readable = matches!(fault.code, Code::Contradiction | Code::Duplicate | Code::WrongCount);
            !readable && Arc::ptr_eq(&fault.file, &place.file) && within.start <= span.start && span.end <= within.end
        })
    }

    /// Checks an incomplete part, and keeps only faults within single values: no missing keys, contradictions or wrong
    /// counts.
    pub(super) fn judge_part<T>(&mut self, read: impl FnOnce(&mut Self) -> Option<T>) {
        let mut part = Self::new(self.main.clone());
        read(&mut part);
        self.faults.extend(
            part.faults
                .into_iter()
                .filter(|fault| !matches!(fault.code, Code::MissingKey | Code::Contradiction | Code::WrongCount)),
        );
    }

    /// The value, if there was no fault.
    ///
    /// A syntax error hides its consequences: other faults in the same text, and, if text was lost, keys that seem to
    /// be missing or in the wrong table.
    ///
    /// # Panics
    /// If there is neither a fault nor a value, because a reader failed without a report.
    pub(super) fn finish<T>(mut self, read: Option<T>) -> Result<T, Faults> {
        let broken: Vec<SourceSpan> = self
            .faults
            .iter()
            .filter(|fault| fault.code == Code::Syntax)
            .map(|fault| SourceSpan { file: fault.file.clone(), span: fault.span() })
            .collect();
        let text_lost = self.text_lost;
        let follows: Vec<bool> = self.faults.iter().map(|fault| self.follows_from_lost(fault)).collect();
        let mut follows = follows.into_iter();
        self.faults.retain(|_| !follows.next().unwrap_or_default());
        let syntax_alone = self.broken && self.faults.iter().any(|fault| fault.code == Code::Syntax);
        self.faults.retain(|fault| match fault.code {
            Code::Syntax => true,
            _ if syntax_alone => false,
            Code::MissingKey | Code::UnknownKey | Code::WrongCount if text_lost => false,
            _ => !broken.iter().any(|place| {
                Arc::ptr_eq(&place.file, &fault.file)
                    && place.span.start <= fault.span().end
                    && fault.span().start <= place.span.end
            }),
        });
        if self.faults.is_empty() {
            return Ok(read.expect("a reader that gives up reports why"));
        }
        let main = &self.main;
        self.faults.sort_by_key(|fault| (!Arc::ptr_eq(&fault.file, main), fault.span().start));
        let left_off = self.faults.len().saturating_sub(MOST_SHOWN);
        self.faults.truncate(MOST_SHOWN);
        Err(Faults { shown: self.faults, left_off })
    }
}

/// More than anyone mends in one go, few enough to print at once.
const MOST_SHOWN: usize = 200;
