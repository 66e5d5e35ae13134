//! Names of newcomers: two people never share a name, nor do two programs.

use rulebook::{Participant, names::identity};

use super::Contest;
use crate::{Refusal, event::Newcomer};

impl Contest {
    /// Checks that this person's replacement may have this name; it may also be a new spelling of the person's own.
    ///
    /// # Errors
    /// [`Refusal::NameLike`] for the name of another person.
    pub(crate) fn permit_name_for(&self, who: Participant, name: &str) -> Result<(), Refusal> {
        if matches!(who, Participant::Entry(_)) || !self.is_called(who) || self.left.contains(&who) {
            // The replacement is refused for another reason.
            return Ok(());
        }
        let comes_back = self.comes_back(name, None);
        self.permit_new_name(false, name, |other| self.is_same_person(who, other) || comes_back(other))
    }

    /// Checks that a newcomer may have this name, as a replacement or in addition.
    ///
    /// # Errors
    /// [`Refusal::NameLike`] for the name of another person or program.
    pub(crate) fn permit_newcomer(&self, newcomer: &Newcomer, leaves: Option<Participant>) -> Result<(), Refusal> {
        let (is_entry, name) = match newcomer {
            Newcomer::Person(person) => (false, &person.name),
            Newcomer::Entry(card) => (true, &card.name),
        };
        self.permit_new_name(is_entry, name, self.comes_back(name, leaves))
    }

    /// True for a participant who has left and may come back under the same name, spelt as before.
    fn comes_back(&self, name: &str, leaves: Option<Participant>) -> impl Fn(Participant) -> bool {
        move |other| {
            let is_gone = self.left.contains(&other) || leaves == Some(other);
            is_gone && self.name_of(other).is_some_and(|known| known.trim() == name.trim())
        }
    }

    fn permit_new_name(
        &self,
        is_entry: bool,
        name: &str,
        may_share: impl Fn(Participant) -> bool,
    ) -> Result<(), Refusal> {
        let same = identity(name);
        let Some(roster) = self.roster.held() else { return Ok(()) };
        let mut all = roster.labels().filter(|who| matches!(who, Participant::Entry(_)) == is_entry);
        let taken = all.find_map(|who| {
            let known = roster.name(who).filter(|known| identity(known) == same && !may_share(who))?;
            Some(Refusal::NameLike { name: name.trim().to_owned(), other: known.to_owned(), of: who })
        });
        taken.map_or(Ok(()), Err)
    }
}
