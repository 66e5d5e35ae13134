//! The rows of people and entries on the desk.

use contest::view::organiser;
use language::Message;
use rulebook::Participant;

/// A judge, a confederate or a referee, with facts that the board lacks.
pub struct PersonRow {
    /// Their row on the board.
    pub on_board: organiser::Person,
    /// The name.
    pub name: String,
    /// The join link was used.
    pub joined: bool,
    /// A page is open.
    pub here: bool,
}

/// An entry, with facts that the board lacks.
pub struct EntryRow {
    /// Its row on the board.
    pub on_board: organiser::Entry,
    /// The name.
    pub name: String,
    /// Its protocol.
    pub protocol: String,
    /// The state of its program.
    pub state: Message,
    /// Its program ended, and the server has given up starting it again.
    pub stopped: bool,
    /// The sandbox of its program, once that is known.
    pub kept: Option<Message>,
    /// Warnings before it plays: about its reach, or missing files.
    pub warnings: Vec<Message>,
}

impl PersonRow {
    /// True for people without a place in rounds.
    pub(super) fn watches(&self) -> bool {
        matches!(self.on_board.who, Participant::Referee(_))
    }
}

impl EntryRow {
    /// Its deposit in the record, in a few words.
    pub(super) fn made_of(&self) -> Message {
        let Some(deposit) = &self.on_board.deposit else { return Message::verbatim("–") };
        let settings = say!("organiser-settings", count = deposit.settings.len());
        match deposit.files.len() {
            0 => settings,
            files => {
                let files = say!("organiser-files", count = files);
                say!("organiser-files-and-settings", files = files, settings = settings)
            }
        }
    }

    /// The usage of its answers, in a few words.
    pub(super) fn spent(&self) -> Message {
        let Some(spent) = &self.on_board.spent else { return Message::verbatim("–") };
        let requests = say!("organiser-requests", count = spent.requests);
        let (prompt, completion) = (spent.prompt_tokens, spent.completion_tokens);
        match spent.cost_micro {
            0 => say!("organiser-spent", requests = requests, prompt = prompt, completion = completion),
            micro => {
                let cost = format!("{}.{:04}", micro / 1_000_000, micro % 1_000_000 / 100);
                say!(
                    "organiser-spent-and-cost",
                    requests = requests,
                    prompt = prompt,
                    completion = completion,
                    cost = cost
                )
            }
        }
    }
}
