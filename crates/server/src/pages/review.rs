//! The texts of a finished contest, for the organiser to review before their release.

use askama::Template;
use attachment::FileKind;
use contest::{consent::Scope, transcript::Line};
use language::{Element, Message};
use rulebook::{Authority, Participant, Timestamp, Zone};

/// A box to tick.
pub struct Choice {
    /// Its value in the form.
    pub choice: String,
    /// True when it was ticked in the form that was sent before.
    pub is_ticked: bool,
}

/// A text in the record.
pub struct TextLine {
    /// Its box; absent where it cannot be deleted.
    pub choice: Option<Choice>,
    /// Its place: `12/text`, `R1-J2-left`.
    pub place: String,
    /// The author.
    pub who: Message,
    /// The type of its event.
    pub kind: String,
    /// The time of its recording.
    pub at: Timestamp,
    /// True for the keystrokes as pressed, instead of the resulting text.
    pub is_as_pressed: bool,
    /// The text in pieces, some of which are matches.
    pub pieces: Vec<Piece>,
    /// The matches in it.
    pub found: Vec<FoundLine>,
    /// The line in place of a file, where it is one.
    pub shown: Option<Line>,
}

/// A piece of a text.
pub struct Piece {
    /// The text of the piece.
    pub text: String,
    /// True for a match.
    pub is_found: bool,
}

/// A match in a text.
pub struct FoundLine {
    /// Its kind.
    pub what: Message,
    /// Its text.
    pub text: String,
    /// Its box, where it can be deleted without the rest of its line.
    pub choice: Option<Choice>,
}

/// The page.
#[derive(Template)]
#[template(path = "review.html")]
pub struct ReviewPage<'a> {
    /// The zone of the contest.
    pub zone: Zone,
    /// The contest's id, for addresses.
    pub contest: &'a str,
    /// The contest's name.
    pub name: &'a str,
    /// The number of the forms on this page: another one once an act of the reader was done.
    pub form: usize,
    /// The reason why an act was not done.
    pub notice: Option<&'a Message>,
    /// The texts on this page, those with matches first.
    pub texts: Vec<TextLine>,
    /// The number of texts.
    pub all: usize,
    /// The number of texts with matches.
    pub to_see: usize,
    /// The number of this page, from 1.
    pub page: usize,
    /// The number of pages.
    pub pages: usize,
    /// The words to search for besides names, one on each line.
    pub words: &'a str,
    /// The content of the fields when a form was sent before.
    pub filled: [(&'a str, &'a str); 5],
    /// The participants who can be renamed or have their texts deleted.
    pub people: Vec<(Participant, Message)>,
    /// The possible extents of consent.
    pub scopes: [Scope; 2],
    /// The recorded consents.
    pub consents: Vec<Message>,
    /// The deletions, with their rulings.
    pub rulings: Vec<Message>,
    /// True when everything is released.
    pub is_released: bool,
}

impl ReviewPage<'_> {
    /// A moment, to the minute, with the name of the contest's zone.
    fn minute(&self, at: &Timestamp) -> String {
        format!("{} {}", self.zone.day(*at), self.zone.named_minute(*at))
    }

    fn filled(&self, field: &str) -> &str {
        self.filled.iter().find(|(name, _)| *name == field).map_or("", |(_, value)| value)
    }

    /// The step after the review.
    fn release(&self) -> Message {
        say!("review-release", link = Element::link(format_args!("/{}/organiser#course", self.contest)))
    }

    /// The address of the judges' files.
    fn files(&self) -> String {
        format!("/{}/organiser/attachments", self.contest)
    }

    fn authorities(&self) -> [Authority; 4] {
        Authority::ALL
    }
}
