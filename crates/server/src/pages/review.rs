//! The texts of a contest that is over, for the organiser to read before everybody may.

use askama::Template;
use attachment::Kind;
use contest::{consent::Scope, transcript::Line};
use language::{Element, Message};
use rulebook::{Authority, Participant, Timestamp};

/// Something that can be ticked.
pub struct Choice {
    /// What names it in the form.
    pub choice: String,
    /// Whether it was ticked when the form was sent before.
    pub is_ticked: bool,
}

/// A text that somebody wrote.
pub struct TextLine {
    /// By which it is ticked; absent where it cannot be taken out.
    pub choice: Option<Choice>,
    /// Where it stands: `12/text`, `R1-J2-left`.
    pub place: String,
    /// Who wrote it.
    pub who: Message,
    /// What it is: the type of its event.
    pub kind: String,
    /// When it was recorded.
    pub at: Timestamp,
    /// It is what was pressed, and not what stood there.
    pub is_as_pressed: bool,
    /// The text in pieces, some of which were found.
    pub pieces: Vec<Piece>,
    /// What was found in it.
    pub found: Vec<FoundLine>,
    /// The line that stands for a file, where it is one.
    pub shown: Option<Line>,
}

/// A piece of a text.
pub struct Piece {
    /// As it reads.
    pub text: String,
    /// Whether something was found here.
    pub is_found: bool,
}

/// What was found in a text.
pub struct FoundLine {
    /// What it is.
    pub what: Message,
    /// As it reads.
    pub text: String,
    /// By which it is ticked, where it can be taken out and the rest of its line stay.
    pub choice: Option<Choice>,
}

/// The page.
#[derive(Template)]
#[template(path = "review.html")]
pub struct ReviewPage<'a> {
    /// The contest's id, for addresses.
    pub contest: &'a str,
    /// The contest's name.
    pub name: &'a str,
    /// The number of the forms on this page: another one once an act of whoever reads it was done.
    pub form: usize,
    /// Why something was not done.
    pub notice: Option<&'a Message>,
    /// Those of the texts that stand on this page, what was found first.
    pub texts: Vec<TextLine>,
    /// How many there are.
    pub all: usize,
    /// In how many of them something was found.
    pub to_see: usize,
    /// Which page this is, from 1, and how many there are.
    pub page: usize,
    /// How many pages there are.
    pub pages: usize,
    /// The words that are looked for besides names, a line each.
    pub words: &'a str,
    /// How fields were filled in when a form was sent before.
    pub filled: [(&'a str, &'a str); 5],
    /// Those who can be given another name or have their texts taken out.
    pub people: Vec<(Participant, Message)>,
    /// How much of theirs somebody can agree to be published.
    pub scopes: [Scope; 2],
    /// What was recorded that people agreed to.
    pub consents: Vec<Message>,
    /// What was taken out, by which rulings.
    pub rulings: Vec<Message>,
    /// Whether everything is released.
    pub is_released: bool,
}

impl ReviewPage<'_> {
    fn filled(&self, field: &str) -> &str {
        self.filled.iter().find(|(name, _)| *name == field).map_or("", |(_, value)| value)
    }

    /// What comes after reading.
    fn release(&self) -> Message {
        say!("review-release", link = Element::link(format_args!("/{}/organiser#course", self.contest)))
    }

    /// Where the files are that judges showed.
    fn files(&self) -> String {
        format!("/{}/organiser/attachments", self.contest)
    }

    fn authorities(&self) -> [Authority; 4] {
        Authority::ALL
    }
}

fn minute(at: &Timestamp) -> String {
    at.to_string().get(..16).map(|text| text.replace('T', " ")).unwrap_or_default()
}
