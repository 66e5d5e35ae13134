//! What the organiser told people: who reads it, and for how long.

use rulebook::Participant;

use super::Contest;
use crate::announcement::{Addressee, Announcement, SHOWN_MAX};

impl Contest {
    /// What this participant was told since the last round opened: the latest, oldest first.
    #[must_use]
    pub fn announcements_for(&self, who: Participant) -> Vec<Announcement> {
        let own = self.announced.iter().filter(|announced| announced.to.includes(who));
        let own: Vec<_> = own.map(|announced| announced.announcement.clone()).collect();
        own[own.len().saturating_sub(SHOWN_MAX)..].to_vec()
    }

    /// Whether anybody who takes part would read what is announced to this addressee.
    #[must_use]
    pub fn has_reader(&self, to: Addressee) -> bool {
        let cast = self.cast().into_iter().filter(|who| !self.left.contains(who));
        cast.chain(self.referees()).any(|who| to.includes(who))
    }
}
