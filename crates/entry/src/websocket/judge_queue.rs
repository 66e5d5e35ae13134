//! The queue of the judge's keys, lines and files for a program: numbered, bounded, and kept for a connection that
//! resumes.

use std::{
    collections::{BTreeSet, VecDeque},
    sync::Arc,
};

use attachment::FileKind;
use base64::{Engine, prelude::BASE64_STANDARD};
use rulebook::Key;

use super::frame::{FromContest, Wants};
use crate::{JudgeFile, ear::Between};

/// The maximum number of items kept for a connection that resumes, or that does not read.
pub(super) const KEPT_MAX: usize = 1_024;

/// The maximum number of items kept for a program before its first greeting.
pub(super) const HELD_MAX: usize = 16_000;

/// The maximum size of a line, in bytes; a longer one is sent in pieces.
pub(super) const LINE_MAX: usize = 8_000;

/// The maximum size of the files kept for a connection that resumes, in bytes; older ones keep only their description.
pub(super) const FILES_MAX: usize = 64 << 20;

/// A program's choices: the form of the judge's text, and the kinds of files.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Listening {
    pub(super) wants: Wants,
    pub(super) takes: BTreeSet<FileKind>,
}

/// An item: a key, a line or a file of the judge. Its number follows from its position.
#[derive(Debug, Clone)]
enum Word {
    Key(Key),
    Said(String),
    Shown(Arc<JudgeFile>),
}

/// The items of one session.
#[derive(Debug, Default)]
pub(super) struct SessionItems {
    /// Known since the program's first greeting.
    listening: Option<Listening>,
    /// Earlier items: keys and files.
    held: VecDeque<Word>,
    /// The number of held items that were lost.
    overflown: u64,
    line: String,
    between: Between,
    kept: VecDeque<Word>,
    /// The number of the last item.
    last: u64,
    /// The number of the last item that ended a line, or was not a single key.
    ended: u64,
    /// The number of the last item sent on the present connection or, between two, on the one before.
    given: u64,
}

/// The result of resuming.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Resumption {
    /// The number of the next item.
    pub(super) next: u64,
    /// The number of items after the program's last one that will not come.
    pub(super) discarded: u64,
    /// The number of them that were never sent.
    pub(super) unheard: u64,
}

impl SessionItems {
    /// The number of the last item, 0 for none.
    pub(super) fn last(&self) -> u64 {
        self.last
    }

    /// The judge pressed a key.
    pub(super) fn key(&mut self, key: Key) {
        match self.listening.as_ref().map(|listening| listening.wants) {
            None => self.hold(Word::Key(key)),
            Some(Wants::Keys) => self.between.key(key).into_iter().for_each(|key| self.keep(Word::Key(key))),
            Some(Wants::Messages) => match key {
                Key::Char(c) => self.push(c.get()),
                Key::Tab => self.push('\t'),
                Key::BackSpace => drop(self.line.pop()),
                Key::Return => self.end_line(),
            },
        }
    }

    /// The judge showed a file.
    pub(super) fn shown(&mut self, shown: Arc<JudgeFile>) {
        match &self.listening {
            None => self.hold(Word::Shown(shown)),
            Some(Listening { takes, .. }) if takes.contains(&shown.kind) => {
                self.keep(Word::Shown(shown));
                without_old_files(&mut self.kept);
            }
            Some(Listening { wants: Wants::Messages, .. }) => self.keep(Word::Said(shown.unseen.clone())),
            Some(Listening { wants: Wants::Keys, .. }) => {
                self.between.line(shown.unseen.clone()).into_iter().for_each(|key| self.keep(Word::Key(key)));
            }
        }
    }

    /// The next item for the present connection.
    pub(super) fn next(&mut self) -> Option<FromContest> {
        let waiting = usize::try_from(self.last - self.given).unwrap_or(usize::MAX);
        let next = self.kept.get(self.kept.len().checked_sub(waiting)?)?.clone();
        self.given += 1;
        Some(next.frame(self.given))
    }

    /// True if [`SessionItems::next`] has an item.
    pub(super) fn has_next(&self) -> bool {
        self.given < self.last
    }

    /// True if unsent items were lost: the connection does not read.
    pub(super) fn has_gap(&self) -> bool {
        self.given < self.oldest() - 1
    }

    /// Begins to send items in this form. `after` is the last item that the program had; without it no earlier item is
    /// sent, except on the first connection of the session.
    pub(super) fn resume(&mut self, listening: Listening, after: Option<u64>) -> Resumption {
        let is_first = self.listening.is_none();
        let same = self.listening.as_ref().is_none_or(|before| *before == listening);
        let same_wants = self.listening.as_ref().is_none_or(|before| before.wants == listening.wants);
        self.listening = Some(listening);
        if is_first {
            for word in std::mem::take(&mut self.held) {
                match word {
                    Word::Key(key) => self.key(key),
                    Word::Shown(shown) => self.shown(shown),
                    Word::Said(_) => {}
                }
            }
            let discarded = std::mem::take(&mut self.overflown) + (self.oldest() - 1);
            self.given = self.oldest() - 1;
            return Resumption { next: self.oldest(), discarded, unheard: discarded };
        }
        let had = after.unwrap_or_default();
        let start = match after {
            Some(after) if same => after.max(self.oldest() - 1),
            // Send an unfinished line as a whole: its tail alone would be another line.
            Some(_) | None => self.ended.max(self.oldest() - 1),
        };
        let unheard = start.saturating_sub(self.given.max(had));
        self.given = start;
        if !same_wants {
            self.line.clear();
            self.between = Between::default();
        }
        Resumption { next: start + 1, discarded: start - had.min(start), unheard }
    }

    fn oldest(&self) -> u64 {
        self.last + 1 - self.kept.len() as u64
    }

    fn push(&mut self, c: char) {
        self.line.push(c);
        if self.line.len() >= LINE_MAX {
            self.end_line();
        }
    }

    fn end_line(&mut self) {
        let text = std::mem::take(&mut self.line);
        self.keep(Word::Said(text));
    }

    fn hold(&mut self, word: Word) {
        if self.held.len() == HELD_MAX {
            self.held.pop_front();
            self.overflown += 1;
        }
        let has_file = matches!(word, Word::Shown(_));
        self.held.push_back(word);
        if has_file {
            without_old_files(&mut self.held);
        }
    }

    fn keep(&mut self, word: Word) {
        self.last += 1;
        if !matches!(word, Word::Key(key) if key != Key::Return) {
            self.ended = self.last;
        }
        self.kept.push_back(word);
        if self.kept.len() > KEPT_MAX {
            self.kept.pop_front();
        }
    }
}

/// Removes the content of files beyond the bound, the oldest first. Their description stays.
fn without_old_files(words: &mut VecDeque<Word>) {
    let mut left = FILES_MAX;
    for word in words.iter_mut().rev() {
        let Word::Shown(shown) = word else { continue };
        let bytes = shown.bytes.as_ref().map_or(0, |bytes| bytes.len());
        if bytes > left {
            *shown = Arc::new(JudgeFile { bytes: None, ..JudgeFile::clone(shown) });
            left = 0;
        } else {
            left -= bytes;
        }
    }
}

impl Word {
    fn frame(self, n: u64) -> FromContest {
        match self {
            Self::Key(key) => FromContest::Key { n, key },
            Self::Said(text) => FromContest::Said { n, text },
            Self::Shown(shown) => FromContest::Shown {
                n,
                kind: shown.kind,
                media_type: shown.media_type().to_owned(),
                description: shown.description.clone(),
                bytes: shown.bytes.as_deref().map(|bytes| BASE64_STANDARD.encode(bytes)),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rulebook::key::keys_of;

    use super::*;

    fn messages() -> Listening {
        Listening::default()
    }

    fn keys() -> Listening {
        Listening { wants: Wants::Keys, takes: BTreeSet::new() }
    }

    fn drawing(bytes: usize) -> Arc<JudgeFile> {
        let bytes = Some(Arc::from(vec![0; bytes]));
        let (description, seen, unseen) = ("a house".to_owned(), "[A house.]".to_owned(), "[Not seen.]".to_owned());
        Arc::new(JudgeFile {
            kind: FileKind::Picture,
            format: attachment::Format::Png,
            description,
            seen,
            unseen,
            bytes,
        })
    }

    fn types(words: &mut SessionItems, text: &str) {
        keys_of(text).for_each(|key| words.key(key));
    }

    fn numbers(words: &mut SessionItems) -> Vec<u64> {
        std::iter::from_fn(|| words.next())
            .map(|frame| match frame {
                FromContest::Said { n, .. } | FromContest::Key { n, .. } => n,
                other => panic!("no word: {other:?}"),
            })
            .collect()
    }

    #[test]
    fn a_program_that_forgot_is_given_the_whole_of_the_line_that_is_being_typed() {
        let mut words = SessionItems::default();
        let listening = || Listening { wants: Wants::Keys, takes: BTreeSet::new() };
        words.resume(listening(), None);
        types(&mut words, "one\nhel");
        assert_eq!(numbers(&mut words).len(), 7);
        let again = words.resume(listening(), None);
        assert_eq!((again.next, again.unheard), (5, 0));
        types(&mut words, "lo\n");
        assert_eq!(numbers(&mut words), [5, 6, 7, 8, 9, 10]);
    }

    #[test]
    fn what_a_program_missed_comes_again_and_what_it_had_does_not() {
        let mut words = SessionItems::default();
        types(&mut words, "a\nb\n");
        assert_eq!(words.resume(messages(), None), Resumption { next: 1, discarded: 0, unheard: 0 });
        assert_eq!(numbers(&mut words), [1, 2]);
        types(&mut words, "c\nd\n");
        assert_eq!(words.resume(messages(), Some(1)), Resumption { next: 2, discarded: 0, unheard: 0 });
        assert_eq!(numbers(&mut words), [2, 3, 4]);
    }

    #[test]
    fn a_program_that_forgot_is_given_nothing_of_before() {
        let mut words = SessionItems::default();
        words.resume(messages(), None);
        types(&mut words, "a\n");
        assert_eq!(numbers(&mut words), [1]);
        types(&mut words, "b\nc\n");
        assert_eq!(words.resume(messages(), None), Resumption { next: 4, discarded: 3, unheard: 2 });
        assert_eq!(numbers(&mut words), [] as [u64; 0]);
        assert_eq!(words.resume(keys(), Some(3)), Resumption { next: 4, discarded: 0, unheard: 0 });
    }

    #[test]
    fn no_more_is_kept_than_the_bound() {
        let mut words = SessionItems::default();
        types(&mut words, &"x".repeat(HELD_MAX + 5));
        assert_eq!(words.resume(keys(), None).discarded, 5 + (HELD_MAX - KEPT_MAX) as u64);
        assert_eq!(numbers(&mut words).len(), KEPT_MAX);
        assert!(!words.has_gap());
        types(&mut words, &"x".repeat(KEPT_MAX + 2));
        assert!(words.has_gap());
        let last = words.last();
        let resumed = words.resume(keys(), Some(last - KEPT_MAX as u64 - 2));
        assert_eq!(resumed, Resumption { next: last - KEPT_MAX as u64 + 1, discarded: 2, unheard: 2 });
        assert_eq!(numbers(&mut words).len(), KEPT_MAX);
    }

    #[test]
    fn a_file_is_given_to_who_takes_it_and_told_in_words_to_everybody_else() {
        for (wants, takes) in
            [(Wants::Messages, true), (Wants::Messages, false), (Wants::Keys, true), (Wants::Keys, false)]
        {
            let mut words = SessionItems::default();
            types(&mut words, "Lo");
            words.shown(drawing(3));
            let takes = takes.then_some(FileKind::Picture).into_iter().collect::<BTreeSet<_>>();
            words.resume(Listening { wants, takes: takes.clone() }, None);
            types(&mut words, "ok\n");
            let frames: Vec<_> = std::iter::from_fn(|| words.next()).collect();
            let files = frames.iter().filter(|frame| matches!(frame, FromContest::Shown { .. })).count();
            assert_eq!(files, takes.len());
            let typed: String = frames
                .iter()
                .map(|frame| match frame {
                    FromContest::Key { key: Key::Return, .. } => "\n".to_owned(),
                    FromContest::Key { key, .. } => key.to_string(),
                    FromContest::Said { text, .. } => format!("{text}\n"),
                    _ => String::new(),
                })
                .collect();
            let told = "[Not seen.]\n";
            let expected = match (wants, files) {
                (_, 1) => "Look\n".to_owned(),
                // An unfinished line continues; the sentence comes before or after it, never inside.
                (Wants::Messages, _) => format!("{told}Look\n"),
                (Wants::Keys, _) => format!("Look\n{told}"),
            };
            assert_eq!(typed, expected);
        }
    }

    #[test]
    fn of_many_large_files_the_last_are_kept() {
        let mut words = SessionItems::default();
        words.resume(Listening { wants: Wants::Messages, takes: BTreeSet::from([FileKind::Picture]) }, None);
        (0..5).for_each(|_| words.shown(drawing(FILES_MAX / 4)));
        let has_bytes = |frame: FromContest| matches!(frame, FromContest::Shown { bytes: Some(_), .. });
        let kept: Vec<_> = std::iter::from_fn(|| words.next()).map(has_bytes).collect();
        assert_eq!(kept, [false, true, true, true, true]);
    }

    proptest! {
        /// After any interruption, a program that resumes after its last item receives every later item once, in order.
        #[test]
        fn who_resumes_misses_nothing(steps in prop::collection::vec((0_u8..4, 0_u64..6), 0..200)) {
            let mut words = SessionItems::default();
            words.resume(keys(), None);
            let (mut had, mut pressed) = (0, 0);
            for (step, count) in steps {
                match step {
                    0 | 1 => {
                        types(&mut words, &"x".repeat(usize::try_from(count).unwrap()));
                        pressed += count;
                    }
                    // The connection takes some of the waiting items, and passes fewer on to the program.
                    2 => {
                        let taken: Vec<_> = std::iter::from_fn(|| words.next()).take(3).collect();
                        for frame in taken.into_iter().take(usize::try_from(count).unwrap()) {
                            let FromContest::Key { n, .. } = frame else { panic!("no key") };
                            if n == had + 1 {
                                had = n;
                            }
                        }
                    }
                    _ => prop_assert_eq!(words.resume(keys(), Some(had)).discarded, 0),
                }
            }
            words.resume(keys(), Some(had));
            prop_assert_eq!(numbers(&mut words), (had + 1..=pressed).collect::<Vec<_>>());
        }
    }
}
