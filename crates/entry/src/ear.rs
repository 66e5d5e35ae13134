//! The files that reach a program: those that it accepts, and sentences about the others.

use std::collections::{BTreeSet, VecDeque};

use attachment::FileKind;
use rulebook::{Key, key::keys_of};
use tokio::sync::mpsc;

use crate::ToEntry;

/// Inserts lines between two lines of the judge, never inside one.
#[derive(Debug, Default)]
pub(crate) struct Between {
    /// The number of characters in the judge's unfinished line.
    begun: usize,
    waiting: VecDeque<String>,
}

impl Between {
    /// Takes a key of the judge; returns it, and after a Return the keys of the waiting lines.
    pub(crate) fn key(&mut self, key: Key) -> Vec<Key> {
        match key {
            Key::Return => self.begun = 0,
            Key::BackSpace => self.begun = self.begun.saturating_sub(1),
            Key::Char(_) | Key::Tab => self.begun += 1,
        }
        let waited = if key == Key::Return { std::mem::take(&mut self.waiting) } else { VecDeque::new() };
        std::iter::once(key).chain(waited.iter().flat_map(|line| line_of(line))).collect()
    }

    /// Returns the keys of a line, or queues it while the judge is typing another.
    pub(crate) fn line(&mut self, line: String) -> Vec<Key> {
        if self.begun == 0 {
            return line_of(&line).collect();
        }
        self.waiting.push_back(line);
        Vec::new()
    }
}

fn line_of(line: &str) -> impl Iterator<Item = Key> {
    keys_of(line).chain([Key::Return])
}

/// Receives the contest's messages for a program that takes these kinds; other files arrive as typed sentences.
#[derive(Debug)]
pub(crate) struct Ear {
    contest: mpsc::Receiver<ToEntry>,
    takes: BTreeSet<FileKind>,
    between: Between,
    next: VecDeque<ToEntry>,
}

impl From<mpsc::Receiver<ToEntry>> for Ear {
    /// For a program that takes no files.
    fn from(contest: mpsc::Receiver<ToEntry>) -> Self {
        Self::taking(contest, BTreeSet::new())
    }
}

impl Ear {
    /// For a program that takes files of these kinds.
    pub(crate) fn taking(contest: mpsc::Receiver<ToEntry>, takes: BTreeSet<FileKind>) -> Self {
        Self { contest, takes, between: Between::default(), next: VecDeque::new() }
    }

    /// The next message; cancel-safe.
    pub(crate) async fn recv(&mut self) -> Option<ToEntry> {
        loop {
            if let Some(next) = self.next.pop_front() {
                return Some(next);
            }
            let keys = match self.contest.recv().await? {
                ToEntry::Key(key) => self.between.key(key),
                ToEntry::Shown(shown) if !self.takes.contains(&shown.kind) || shown.bytes.is_none() => {
                    self.between.line(shown.unseen.clone())
                }
                told @ (ToEntry::Began | ToEntry::Shown(_) | ToEntry::Ended) => return Some(told),
            };
            self.next.extend(keys.into_iter().map(ToEntry::Key));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use attachment::Format;
    use rulebook::key::Typed;

    use super::*;
    use crate::JudgeFile;

    fn drawing() -> JudgeFile {
        JudgeFile {
            kind: FileKind::Picture,
            format: Format::Png,
            description: "a house".to_owned(),
            seen: "[Look: a house.]".to_owned(),
            unseen: "[There is a house.]".to_owned(),
            bytes: Some(Arc::from(&b"\x89PNG"[..])),
        }
    }

    #[tokio::test]
    async fn words_about_a_picture_stand_between_two_lines_of_the_judge() {
        let (to_entry, contest) = mpsc::channel(64);
        let mut ear = Ear::from(contest);
        let shown = Arc::new(drawing());
        let told = keys_of("Look")
            .map(ToEntry::Key)
            .chain([ToEntry::Shown(Arc::clone(&shown))])
            .chain(keys_of(" here\n").map(ToEntry::Key))
            .chain([ToEntry::Shown(shown)]);
        for told in told {
            to_entry.send(told).await.unwrap();
        }
        drop(to_entry);
        let mut typed = Typed::default();
        while let Some(ToEntry::Key(key)) = ear.recv().await {
            typed.press(key);
        }
        let words = "[There is a house.]\n";
        assert_eq!(typed.as_str(), format!("Look here\n{words}{words}"));
    }

    #[tokio::test]
    async fn who_takes_pictures_is_given_those_that_are_at_hand() {
        let (to_entry, contest) = mpsc::channel(8);
        let mut ear = Ear::taking(contest, BTreeSet::from([FileKind::Picture]));
        let shown = ToEntry::Shown(Arc::new(drawing()));
        to_entry.send(shown.clone()).await.unwrap();
        assert_eq!(ear.recv().await, Some(shown));
        to_entry.send(ToEntry::Shown(Arc::new(JudgeFile { bytes: None, ..drawing() }))).await.unwrap();
        assert_eq!(ear.recv().await, Some(ToEntry::Key("[".parse().unwrap())));
    }
}
