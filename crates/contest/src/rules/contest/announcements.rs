//! The organiser's announcements: their readers, and how long they stay on pages.

use rulebook::Participant;

use super::Contest;
use crate::announcement::{Addressee, Announcement, SHOWN_MAX};

impl Contest {
    /// The latest announcements to this participant since the last round opened, oldest first.
    #[must_use]
    pub fn announcements_for(&self, who: Participant) -> Vec<Announcement> {
        let own = self.announced.iter().filter(|announced| announced.to.includes(who));
        let own: Vec<_> = own.map(|announced| announced.announcement.clone()).collect();
        own[own.len().saturating_sub(SHOWN_MAX)..].to_vec()
    }

    /// True if an announcement to this addressee has a reader among the participants.
    #[must_use]
    pub fn has_reader(&self, to: Addressee) -> bool {
        let cast = self.cast().into_iter().filter(|who| !self.left.contains(who));
        cast.chain(self.referees()).any(|who| to.includes(who))
    }
}
