//! The presence of participants: open pages.
//!
//! A page with scripts keeps a connection, and is open for as long as that lasts. A page without scripts is loaded
//! again and again: each load counts as presence for a while.

use std::{collections::BTreeMap, time::Duration};

use rulebook::Participant;

/// The most connections of one participant at a time.
const CONNECTIONS_MAX: usize = 8;

/// The time for which loading a page without scripts counts as presence.
pub(crate) const READING: Duration = Duration::from_secs(180);

/// The open pages. Moments are those of a time source.
#[derive(Debug, Default)]
pub(crate) struct Presence {
    connections: BTreeMap<Participant, usize>,
    /// The time of the last load of a page, with no connection since.
    read: BTreeMap<Participant, Duration>,
}

impl Presence {
    /// Counts a connection; false when there are too many.
    pub(crate) fn connect(&mut self, who: Participant) -> bool {
        let count = self.connections.entry(who).or_default();
        if *count >= CONNECTIONS_MAX {
            return false;
        }
        *count += 1;
        // The page runs scripts, and its connection tells when it is closed.
        self.read.remove(&who);
        true
    }

    /// Removes a connection that has ended.
    pub(crate) fn disconnect(&mut self, who: Participant) {
        if let Some(count) = self.connections.get_mut(&who) {
            *count = count.saturating_sub(1);
        }
    }

    /// Notes that a page was loaded at this moment. True when the participant was absent before.
    pub(crate) fn reads(&mut self, who: Participant, now: Duration) -> bool {
        let was_here = self.is_here(who, now);
        // Loads beside a connection say nothing.
        if !self.is_connected(who) {
            self.read.insert(who, now);
        }
        !was_here
    }

    /// True when a page keeps a connection.
    pub(crate) fn is_connected(&self, who: Participant) -> bool {
        self.connections.get(&who).is_some_and(|count| *count > 0)
    }

    /// True when a page is open at this moment, with scripts or without.
    pub(crate) fn is_here(&self, who: Participant, now: Duration) -> bool {
        let reads = || self.read.get(&who).is_some_and(|read| now.saturating_sub(*read) < READING);
        self.is_connected(who) || reads()
    }
}

#[cfg(test)]
mod tests {
    use rulebook::JudgeId;

    use super::*;

    fn judge() -> Participant {
        Participant::Judge(JudgeId::new(1))
    }

    fn after(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn who_reads_a_page_without_scripts_is_here_for_three_minutes_from_the_last_time() {
        let mut presence = Presence::default();
        assert!(!presence.is_here(judge(), after(0)));
        assert!(presence.reads(judge(), after(10)));
        assert!(!presence.reads(judge(), after(100)));
        assert!(presence.is_here(judge(), after(279)) && !presence.is_connected(judge()));
        assert!(!presence.is_here(judge(), after(280)));
    }

    #[test]
    fn who_closes_a_page_with_scripts_is_away_at_once() {
        let mut presence = Presence::default();
        presence.reads(judge(), after(10));
        assert!(presence.connect(judge()));
        presence.reads(judge(), after(11));
        assert!(presence.is_here(judge(), after(999)));
        presence.disconnect(judge());
        assert!(!presence.is_here(judge(), after(12)), "its scripts would be connected");
    }

    #[test]
    fn connections_are_bounded_and_a_page_is_open_until_the_last_has_ended() {
        let mut presence = Presence::default();
        assert!((0..CONNECTIONS_MAX).all(|_| presence.connect(judge())));
        assert!(!presence.connect(judge()));
        (1..CONNECTIONS_MAX).for_each(|_| presence.disconnect(judge()));
        assert!(presence.is_connected(judge()));
        presence.disconnect(judge());
        assert!(!presence.is_connected(judge()));
    }
}
