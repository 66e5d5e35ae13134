//! The registry through which programs that connect to the contest find their conversations.
//!
//! A registry knows the entries of the contest by name and secret. A registered program is a guest until it disconnects or
//! another one registers under the same name. While the entry has a link, the guest belongs to the link; in between, a
//! stand-in answers it that no round has begun.

use std::{
    collections::BTreeMap,
    hint::black_box,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use rulebook::contest_file::Socketio;

use super::{
    Registration, Visit,
    attendance::{Attendance, GuestSlot},
    secret::Secret,
};

/// The registry of one contest: links wait in it for programs to register. Clones share the same registry.
#[derive(Debug, Clone, Default)]
pub struct EntryRegistry {
    places: Arc<Mutex<Places>>,
}

/// The answer to a registration.
#[derive(Debug)]
pub enum RegistrationAnswer {
    /// Accepted. An earlier program of this name finds its `to_program` closed.
    Admitted(Visit),
    /// The contest has no entry of that name.
    Unknown,
    /// The secret is not the entry's.
    WrongSecret,
}

#[derive(Debug, Default)]
struct Places {
    /// If set, accepts every program under any name, in this one place.
    open: Option<Arc<GuestSlot>>,
    by_id: BTreeMap<String, (Secret, Arc<GuestSlot>)>,
}

impl EntryRegistry {
    /// A registry that accepts any name and secret, for a program to be tried out.
    #[must_use]
    pub fn open_to_all() -> Self {
        let places = Places { open: Some(Arc::default()), ..Places::default() };
        Self { places: Arc::new(Mutex::new(places)) }
    }

    /// Adds an entry of this name, with this secret. A present guest of the name stays.
    pub fn expect(&self, id: &str, secret: &str) {
        let mut places = self.places();
        let secret = Secret(secret.to_owned());
        if places.by_id.get(id).is_none_or(|(known, _)| *known != secret) {
            places.by_id.insert(id.to_owned(), (secret, Arc::default()));
        }
    }

    /// The names of the entries.
    #[must_use]
    pub fn ids(&self) -> Vec<String> {
        self.places().by_id.keys().cloned().collect()
    }

    /// True if this registration would be accepted. Takes as long for a wrong secret as for the right one.
    #[must_use]
    pub fn knows(&self, registration: &Registration) -> bool {
        self.place_for(registration).is_ok()
    }

    /// Registers a program, or refuses it. The latest of a name wins.
    ///
    /// # Panics
    /// Outside a Tokio runtime.
    #[must_use]
    pub fn registration(&self, registration: &Registration) -> RegistrationAnswer {
        match self.place_for(registration) {
            Ok(place) => RegistrationAnswer::Admitted(place.receive(&registration.id)),
            Err(refused) => refused,
        }
    }

    /// Begins to serve the program of this entry, replacing any attendant. `None` for an unknown name.
    pub(crate) fn attend(&self, client: &Socketio) -> Option<Attendance> {
        let places = self.places();
        let known = || places.by_id.get(&client.id).map(|(_, place)| place);
        let place = Arc::clone(places.open.as_ref().or_else(known)?);
        drop(places);
        Some(place.attend())
    }

    fn place_for(&self, registration: &Registration) -> Result<Arc<GuestSlot>, RegistrationAnswer> {
        let places = self.places();
        if let Some(open) = &places.open {
            return Ok(Arc::clone(open));
        }
        let (secret, place) = places.by_id.get(&registration.id).ok_or(RegistrationAnswer::Unknown)?;
        if is_same(&secret.0, &registration.secret) {
            Ok(Arc::clone(place))
        } else {
            Err(RegistrationAnswer::WrongSecret)
        }
    }

    fn places(&self) -> MutexGuard<'_, Places> {
        self.places.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Compares two secrets in a time that reveals their lengths at most.
fn is_same(one: &str, other: &str) -> bool {
    let differences = one.bytes().zip(other.bytes()).fold(0, |differences, (a, b)| black_box(differences | (a ^ b)));
    one.len() == other.len() && differences == 0
}
