//! Where programs that connect to the contest find their conversations.
//!
//! A door knows the entries of the contest by name and secret. A program that knocks is a guest until it goes or
//! another one knocks under the same name. While the entry has a link, the guest is the link's; in between, a porter
//! answers it that no round has begun.

use std::{
    collections::BTreeMap,
    fmt,
    hint::black_box,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use rulebook::contest_file::Socketio;
use tokio::sync::mpsc;

use super::{
    attendance::{Attendance, Place},
    secret::Secret,
};

/// The door of one contest: links wait behind it for the programs that knock. Clones are the same door.
#[derive(Debug, Clone, Default)]
pub struct Door {
    places: Arc<Mutex<Places>>,
}

/// A client that registered. Its debug form keeps the secret.
#[derive(Clone, PartialEq, Eq)]
pub struct Knock {
    /// The name it gives.
    pub id: String,
    /// The secret it gives.
    pub secret: String,
}

/// What becomes of a knock.
#[derive(Debug)]
pub enum Knocked {
    /// It is let in. Whoever was let in under this name before finds its `to_program` closed.
    Admitted(Visit),
    /// No entry of that name is expected here.
    Unknown,
    /// The secret is not that of the entry.
    WrongSecret,
}

/// A program that was let in. Dropping it says that the program is gone.
#[derive(Debug)]
pub struct Visit {
    /// What it is sent. Closed when it is to be disconnected: another registered in its place, or it did not read.
    pub to_program: mpsc::Receiver<Out>,
    /// What it sends.
    pub from_program: mpsc::Sender<In>,
}

/// What a program says once it is let in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum In {
    /// It asks for the round.
    RoundInformation,
    /// It asks for all that was said in this round.
    Recap,
    /// It says something.
    Message {
        /// The words.
        content: String,
        /// To whom.
        to: String,
    },
    /// It sent what is none of the protocol's, with the reason.
    Malformed(String),
}

/// What a program is sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Out {
    /// The event.
    pub event: &'static str,
    /// The JSON that stands in the event's payload, which is a text.
    pub json: String,
}

#[derive(Debug, Default)]
struct Places {
    /// Anyone is let in, under any name, to the one place there is.
    open: Option<Arc<Place>>,
    by_id: BTreeMap<String, (Secret, Arc<Place>)>,
}

impl fmt::Debug for Knock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Knock").field("id", &self.id).finish_non_exhaustive()
    }
}

impl Door {
    /// A door that lets anyone in, by any name and secret, for a program to be tried out.
    #[must_use]
    pub fn open_to_all() -> Self {
        let places = Places { open: Some(Arc::default()), ..Places::default() };
        Self { places: Arc::new(Mutex::new(places)) }
    }

    /// An entry of this name will come, with this secret. A guest of the name stays.
    pub fn expect(&self, id: &str, secret: &str) {
        let mut places = self.places();
        let secret = Secret(secret.to_owned());
        if places.by_id.get(id).is_none_or(|(known, _)| *known != secret) {
            places.by_id.insert(id.to_owned(), (secret, Arc::default()));
        }
    }

    /// The names that are expected.
    #[must_use]
    pub fn ids(&self) -> Vec<String> {
        self.places().by_id.keys().cloned().collect()
    }

    /// Whether this knock would be let in. Takes as long for a wrong secret as for the right one.
    #[must_use]
    pub fn knows(&self, knock: &Knock) -> bool {
        self.place_for(knock).is_ok()
    }

    /// Lets a program in, or says why not. The latest to come wins.
    ///
    /// # Panics
    /// Outside a Tokio runtime.
    #[must_use]
    pub fn knock(&self, knock: &Knock) -> Knocked {
        match self.place_for(knock) {
            Ok(place) => Knocked::Admitted(place.receive(&knock.id)),
            Err(refused) => refused,
        }
    }

    /// Attends the program of this entry: whoever attended it before is relieved. `None` when nobody of that name is
    /// expected.
    pub(crate) fn attend(&self, client: &Socketio) -> Option<Attendance> {
        let places = self.places();
        let known = || places.by_id.get(&client.id).map(|(_, place)| place);
        let place = Arc::clone(places.open.as_ref().or_else(known)?);
        drop(places);
        Some(place.attend())
    }

    fn place_for(&self, knock: &Knock) -> Result<Arc<Place>, Knocked> {
        let places = self.places();
        if let Some(open) = &places.open {
            return Ok(Arc::clone(open));
        }
        let (secret, place) = places.by_id.get(&knock.id).ok_or(Knocked::Unknown)?;
        if is_same(&secret.0, &knock.secret) { Ok(Arc::clone(place)) } else { Err(Knocked::WrongSecret) }
    }

    fn places(&self) -> MutexGuard<'_, Places> {
        self.places.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether two secrets are the same, in a time that tells their lengths at most.
fn is_same(one: &str, other: &str) -> bool {
    let differences = one.bytes().zip(other.bytes()).fold(0, |differences, (a, b)| black_box(differences | (a ^ b)));
    one.len() == other.len() && differences == 0
}
