//! The conversation as messages for the model: bounded, and with alternating roles, because many servers accept nothing
//! else.

use std::{collections::VecDeque, sync::Arc};

use attachment::FileKind;
use base64::{Engine, prelude::BASE64_STANDARD};
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use crate::JudgeFile;

/// The maximum size of one message of the judge, in bytes; a longer one loses its beginning.
pub(super) const MESSAGE_MAX: usize = 64 << 10;

/// The size below which a message of the judge is not shortened further, in bytes.
const LAST_MIN: usize = 100;

/// The maximum size of all files in a request, in bytes. Older files are replaced by a sentence about them.
pub(super) const FILES_MAX: usize = 32 << 20;

/// A message in a request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Message {
    pub(super) role: Role,
    pub(super) content: Content,
}

/// The pieces of a message, in order. Text alone is sent as a string, which every server accepts.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Content(Vec<Piece>);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Piece {
    Text(String),
    Shown(Arc<JudgeFile>),
}

/// The role of a message, as servers spell it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Role {
    /// The instructions.
    System,
    /// The instructions, for servers that use this name for the role.
    Developer,
    /// The judge.
    User,
    /// The model.
    Assistant,
}

/// True if a request can carry this file; of sounds, only WAV and MP3.
pub(super) fn is_sent(shown: &JudgeFile) -> bool {
    shown.bytes.is_some() && (shown.kind != FileKind::Sound || audio_format(shown).is_some())
}

fn audio_format(shown: &JudgeFile) -> Option<&'static str> {
    use attachment::Format::{Gif, Jpeg, Mp3, Mp4, Png, Wav, Webm, Webp};
    match shown.format {
        Wav => Some("wav"),
        Mp3 => Some("mp3"),
        Png | Jpeg | Gif | Webp | Mp4 | Webm => None,
    }
}

/// The messages so far, and the pieces from the judge that no request holds yet.
#[derive(Debug)]
pub(super) struct History {
    /// Messages with alternating roles; the first may have either role.
    messages: VecDeque<Message>,
    /// The maximum number of messages before the judge's last.
    kept: usize,
    /// The maximum text of a request, in bytes; set after a request was too long for the model.
    fits: Option<usize>,
    waiting: VecDeque<Piece>,
    waiting_bytes: usize,
}

impl History {
    /// Creates a history of at most `kept` messages before the judge's last.
    pub(super) fn new(kept: usize) -> Self {
        Self { messages: VecDeque::new(), kept, fits: None, waiting: VecDeque::new(), waiting_bytes: 0 }
    }

    /// Adds a line of the judge. Returns the number of older waiting lines that were discarded for space.
    #[must_use]
    pub(super) fn heard(&mut self, line: String) -> u64 {
        self.waiting_bytes += line.len() + 1;
        self.waiting.push_back(Piece::Text(line));
        let mut lost = 0;
        while self.waiting_bytes > MESSAGE_MAX
            && let Some(piece) = self.waiting.pop_front()
        {
            self.waiting_bytes -= piece.text_bytes();
            lost += 1;
        }
        lost
    }

    /// Adds a file shown by the judge; [`is_sent`] must be true for it.
    pub(super) fn shown(&mut self, shown: Arc<JudgeFile>) {
        self.waiting.push_back(Piece::Shown(shown));
    }

    /// Moves the waiting pieces into the judge's message, joined to an unanswered one.
    pub(super) fn ask(&mut self) {
        let waiting = std::mem::take(&mut self.waiting);
        self.waiting_bytes = 0;
        if self.messages.back().is_none_or(|message| message.role != Role::User) {
            self.push(Role::User, Content::default());
        }
        if let Some(message) = self.messages.back_mut() {
            waiting.into_iter().for_each(|piece| message.content.add(piece));
            message.content.keep_end(MESSAGE_MAX);
        }
        self.bound_files();
    }

    /// Adds the model's answer.
    pub(super) fn answered(&mut self, content: String) {
        self.push(Role::Assistant, content.into());
    }

    /// The messages of a request: the judge's last, and the earlier ones within the bounds, beginning with one of the
    /// judge.
    pub(super) fn window(&self) -> impl Iterator<Item = &Message> {
        let before = self.messages.len().saturating_sub(self.kept + 1).max(self.beyond());
        self.messages.iter().skip(before).skip_while(|message| message.role != Role::User)
    }

    /// The number of messages before the judge's last.
    pub(super) fn earlier(&self) -> usize {
        self.messages.len().saturating_sub(1).min(self.kept)
    }

    /// Shortens the following requests after one that was too long for the model: drops earlier messages, or without
    /// any, the beginning of the judge's last. Returns the number of earlier messages left; `None` if the rest is too
    /// short to be the cause.
    pub(super) fn shorten(&mut self) -> Option<usize> {
        let sizes: Vec<_> = self.window().map(|message| message.content.text_bytes()).collect();
        let all = sizes.iter().sum::<usize>();
        let Some(first) = sizes.split_last()?.1.first() else { return self.halve_last() };
        self.fits = Some((all - first).min(all * 2 / 3));
        Some(self.window().count() - 1)
    }

    fn halve_last(&mut self) -> Option<usize> {
        let last = &mut self.messages.back_mut()?.content;
        let half = last.text_bytes() / 2;
        if half < LAST_MIN {
            return None;
        }
        last.keep_end(half);
        Some(0)
    }

    /// The number of oldest messages that must be left out to fit. Never includes the judge's last.
    fn beyond(&self) -> usize {
        let Some(fits) = self.fits else { return 0 };
        let mut left = fits;
        let mut sizes = self.messages.iter().rev().map(|message| message.content.text_bytes());
        let last = sizes.next().unwrap_or(0);
        left = left.saturating_sub(last);
        let fitting = sizes.take_while(|bytes| {
            let fits = *bytes <= left;
            left = left.saturating_sub(*bytes);
            fits
        });
        self.messages.len().saturating_sub(1 + fitting.count())
    }

    fn push(&mut self, role: Role, content: Content) {
        self.messages.push_back(Message { role, content });
        while self.messages.len() > self.kept + 2 {
            self.messages.pop_front();
        }
    }

    /// Replaces the oldest files by text until the rest fits in `FILES_MAX`.
    fn bound_files(&mut self) {
        let mut left = FILES_MAX;
        for piece in self.messages.iter_mut().rev().flat_map(|message| message.content.0.iter_mut().rev()) {
            let Piece::Shown(shown) = piece else { continue };
            let bytes = shown.bytes.as_ref().map_or(0, |bytes| bytes.len());
            match left.checked_sub(bytes) {
                Some(rest) => left = rest,
                None => {
                    left = 0;
                    *piece = Piece::Text(shown.unseen.clone());
                }
            }
        }
    }
}

impl Content {
    fn add(&mut self, piece: Piece) {
        match (self.0.last_mut(), piece) {
            (Some(Piece::Text(before)), Piece::Text(text)) => {
                before.push('\n');
                before.push_str(&text);
            }
            (_, piece) => self.0.push(piece),
        }
    }

    /// Puts a text in front, followed by a blank line.
    pub(super) fn begin_with(&mut self, text: &str) {
        match self.0.first_mut() {
            Some(Piece::Text(first)) => *first = format!("{text}\n\n{first}"),
            Some(Piece::Shown(_)) | None => self.0.insert(0, Piece::Text(text.to_owned())),
        }
    }

    fn text_bytes(&self) -> usize {
        self.0.iter().map(Piece::text_bytes).sum()
    }

    /// Removes text from the beginning until at most `most` bytes are left.
    fn keep_end(&mut self, most: usize) {
        let mut surplus = self.text_bytes().saturating_sub(most + 1);
        for piece in &mut self.0 {
            let Piece::Text(text) = piece else { continue };
            let cut = surplus.min(text.len());
            let at = (cut..=text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(text.len());
            text.drain(..at);
            surplus = surplus.saturating_sub(at);
        }
        self.0.retain(|piece| !matches!(piece, Piece::Text(text) if text.is_empty()));
    }
}

impl From<String> for Content {
    fn from(text: String) -> Self {
        Self(vec![Piece::Text(text)])
    }
}

impl Piece {
    /// The bytes of text, and one for its line end.
    fn text_bytes(&self) -> usize {
        match self {
            Self::Text(text) => text.len() + 1,
            Self::Shown(_) => 0,
        }
    }
}

impl Serialize for Content {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.0[..] {
            [] => "".serialize(serializer),
            [Piece::Text(text)] => text.serialize(serializer),
            pieces => parts(pieces).serialize(serializer),
        }
    }
}

/// The content parts: each file follows the sentence about it.
fn parts(pieces: &[Piece]) -> Vec<Value> {
    let part = |piece: &Piece| match piece {
        Piece::Text(text) => vec![json!({ "type": "text", "text": text })],
        Piece::Shown(shown) => {
            let caption = json!({ "type": "text", "text": shown.seen });
            std::iter::once(caption).chain(file(shown)).collect()
        }
    };
    pieces.iter().flat_map(part).collect()
}

fn file(shown: &JudgeFile) -> Option<Value> {
    let data = BASE64_STANDARD.encode(shown.bytes.as_deref()?);
    let url = |data| format!("data:{};base64,{data}", shown.media_type());
    Some(match shown.kind {
        FileKind::Picture => json!({ "type": "image_url", "image_url": { "url": url(data) } }),
        FileKind::Sound => {
            let format = audio_format(shown)?;
            json!({ "type": "input_audio", "input_audio": { "data": data, "format": format } })
        }
        FileKind::Video => json!({ "type": "video_url", "video_url": { "url": url(data) } }),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(message: &Message) -> String {
        serde_json::to_value(&message.content).unwrap().as_str().unwrap_or("parts").to_owned()
    }

    fn window(history: &History) -> String {
        let letter = |message: &Message| match message.role {
            Role::System | Role::Developer => "s",
            Role::User => "u",
            Role::Assistant => "a",
        };
        history.window().map(|message| format!("{}:{} ", letter(message), text(message))).collect()
    }

    #[test]
    fn turns_alternate_and_the_window_begins_with_the_judge() {
        let mut history = History::new(2);
        for turn in 1..=3 {
            assert_eq!(history.heard(format!("q{turn}")), 0);
            history.ask();
            history.answered(format!("r{turn}"));
        }
        assert_eq!(history.heard("q4".to_owned()) + history.heard("and".to_owned()), 0);
        history.ask();
        assert_eq!(window(&history), "u:q3 a:r3 u:q4\nand ");
        assert_eq!(history.heard("q5".to_owned()), 0);
        history.ask();
        assert_eq!(window(&history), "u:q3 a:r3 u:q4\nand\nq5 ", "what had no answer is asked again");
    }

    #[test]
    fn a_window_that_was_too_long_shrinks_to_the_last_message_and_keeps_its_measure() {
        let mut history = History::new(40);
        for turn in 0..10 {
            assert_eq!(history.heard(format!("question {turn}")), 0);
            history.ask();
            history.answered(format!("answer {turn}"));
        }
        assert_eq!(history.heard("question x".to_owned()), 0);
        history.ask();
        let mut left = history.earlier();
        assert_eq!(left, 20);
        while let Some(fewer) = history.shorten() {
            assert!(fewer < left, "{fewer} of {left}");
            assert!(window(&history).starts_with("u:") && window(&history).ends_with("u:question x "));
            left = fewer;
        }
        assert_eq!((left, window(&history).as_str()), (0, "u:question x "));
        history.answered("answer x".to_owned());
        assert_eq!(history.heard("q".to_owned()), 0);
        history.ask();
        assert_eq!(window(&history), "u:q ", "what did not fit does not come back");
    }

    #[test]
    fn without_a_history_only_the_last_is_asked() {
        let mut history = History::new(0);
        for line in ["a", "b"] {
            assert_eq!(history.heard(line.to_owned()), 0);
            history.ask();
            assert_eq!(window(&history), format!("u:{line} "));
            history.answered("r".to_owned());
        }
    }

    #[test]
    fn what_waits_is_bounded() {
        let mut history = History::new(4);
        let lost: u64 = (0..10).map(|_| history.heard("x".repeat(MESSAGE_MAX / 4))).sum();
        assert_eq!(lost, 7);
        history.ask();
        (0..4).for_each(|_| assert_eq!(history.heard("\u{e9}".repeat(MESSAGE_MAX / 8 - 1)), 0));
        history.ask();
        let last = text(history.window().last().unwrap());
        assert!(last.len() <= MESSAGE_MAX && last.ends_with('\u{e9}'));
    }

    fn shown(kind: FileKind, format: attachment::Format, bytes: usize) -> Arc<JudgeFile> {
        let (description, seen, unseen) = ("a house".to_owned(), "[A house.]".to_owned(), "[Not seen.]".to_owned());
        Arc::new(JudgeFile { kind, format, description, seen, unseen, bytes: Some(Arc::from(vec![0; bytes])) })
    }

    #[test]
    fn a_picture_is_sent_behind_what_is_said_of_it_in_its_place() {
        let mut history = History::new(4);
        assert_eq!(history.heard("Look.".to_owned()), 0);
        history.shown(shown(FileKind::Picture, attachment::Format::Png, 3));
        history.shown(shown(FileKind::Sound, attachment::Format::Wav, 3));
        assert_eq!(history.heard("What is it?".to_owned()), 0);
        history.ask();
        assert_eq!(
            serde_json::to_value(history.window().collect::<Vec<_>>()).unwrap(),
            json!([{ "role": "user", "content": [
                { "type": "text", "text": "Look." },
                { "type": "text", "text": "[A house.]" },
                { "type": "image_url", "image_url": { "url": "data:image/png;base64,AAAA" } },
                { "type": "text", "text": "[A house.]" },
                { "type": "input_audio", "input_audio": { "data": "AAAA", "format": "wav" } },
                { "type": "text", "text": "What is it?" },
            ] }])
        );
    }

    #[test]
    fn of_many_large_files_the_last_are_sent_and_the_others_told() {
        let mut history = History::new(10);
        for _ in 0..3 {
            history.shown(shown(FileKind::Picture, attachment::Format::Png, FILES_MAX / 2));
            history.ask();
            history.answered("Nice.".to_owned());
        }
        history.ask();
        let sent: Vec<_> =
            history.messages.iter().map(|message| matches!(message.content.0[..], [Piece::Shown(_)])).collect();
        assert_eq!(sent, [false, false, true, false, true, false, false]);
        assert_eq!(text(&history.messages[0]), "[Not seen.]");
    }

    #[test]
    fn a_sound_that_no_request_can_hold_is_told() {
        assert!(!is_sent(&shown(FileKind::Sound, attachment::Format::Webm, 1)));
        assert!(is_sent(&shown(FileKind::Sound, attachment::Format::Mp3, 1)));
        assert!(is_sent(&shown(FileKind::Video, attachment::Format::Webm, 1)));
    }
}
