//! What a judge shows beside what they type, and how a program is told of it that takes no such thing.
//!
//! Every program is told, at the same moment as any other witness. One that takes pictures, sounds or videos is given the file; one
//! that does not is told in a line of its own, in the judge's place, so that it can say that it sees nothing. Whoever runs the contest
//! brings these words.

use std::{
    collections::{BTreeSet, VecDeque},
    fmt,
    sync::Arc,
};

use attachment::{Format, Kind};
use rulebook::{Key, key::keys_of};
use tokio::sync::mpsc;

use crate::ToEntry;

/// A file that the judge shows.
#[derive(Clone, PartialEq, Eq)]
pub struct Shown {
    /// Whether it is seen, heard or both.
    pub kind: Kind,
    /// What it is.
    pub format: Format,
    /// What the judge wrote of it; may be empty.
    pub description: String,
    /// What is said of it to a program that is given the file, in a line.
    pub seen: String,
    /// The line in its place for a program that is not.
    pub unseen: String,
    /// The file, as everybody is given it; absent where it is not at hand any more.
    pub bytes: Option<Arc<[u8]>>,
}

impl Shown {
    /// The media type, as HTTP has it.
    #[must_use]
    pub fn media_type(&self) -> &'static str {
        self.format.media_type(self.kind)
    }
}

impl fmt::Debug for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shown")
            .field("kind", &self.kind)
            .field("format", &self.format)
            .field("description", &self.description)
            .field("bytes", &self.bytes.as_ref().map(|bytes| bytes.len()))
            .finish()
    }
}

/// Where a line goes that is not the judge's typing: between two of theirs, never into one.
#[derive(Debug, Default)]
pub(crate) struct Between {
    /// How many characters stand in the line that the judge has begun.
    begun: usize,
    waiting: VecDeque<String>,
}

impl Between {
    /// The judge pressed this key: it, and after a Return what waited for one.
    pub(crate) fn key(&mut self, key: Key) -> Vec<Key> {
        match key {
            Key::Return => self.begun = 0,
            Key::BackSpace => self.begun = self.begun.saturating_sub(1),
            Key::Char(_) | Key::Tab => self.begun += 1,
        }
        let waited = if key == Key::Return { std::mem::take(&mut self.waiting) } else { VecDeque::new() };
        std::iter::once(key).chain(waited.iter().flat_map(|line| line_of(line))).collect()
    }

    /// The keys of a line, or nothing while the judge is typing another.
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

/// What comes of the contest, for a program that takes these kinds: of every other it is told in words.
#[derive(Debug)]
pub(crate) struct Ear {
    contest: mpsc::Receiver<ToEntry>,
    takes: BTreeSet<Kind>,
    between: Between,
    next: VecDeque<ToEntry>,
}

impl From<mpsc::Receiver<ToEntry>> for Ear {
    /// For a program that takes none.
    fn from(contest: mpsc::Receiver<ToEntry>) -> Self {
        Self::taking(contest, BTreeSet::new())
    }
}

impl Ear {
    /// For a program that takes these.
    pub(crate) fn taking(contest: mpsc::Receiver<ToEntry>, takes: BTreeSet<Kind>) -> Self {
        Self { contest, takes, between: Between::default(), next: VecDeque::new() }
    }

    /// What comes next; may be dropped and called again.
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
    use rulebook::key::Typed;

    use super::*;

    fn drawing() -> Shown {
        Shown {
            kind: Kind::Picture,
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
        let mut ear = Ear::taking(contest, BTreeSet::from([Kind::Picture]));
        let shown = ToEntry::Shown(Arc::new(drawing()));
        to_entry.send(shown.clone()).await.unwrap();
        assert_eq!(ear.recv().await, Some(shown));
        to_entry.send(ToEntry::Shown(Arc::new(Shown { bytes: None, ..drawing() }))).await.unwrap();
        assert_eq!(ear.recv().await, Some(ToEntry::Key("[".parse().unwrap())));
    }
}
