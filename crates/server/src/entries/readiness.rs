//! The readiness of an entry, from all its links.

use std::collections::{BTreeMap, BTreeSet};

use contest::Command;
use rulebook::{EntryId, InterviewId, Participant};
use tokio::sync::Mutex;

use crate::hosted_contest::HostedContest;

/// The readiness of an entry: in place when all its links of the round are ready.
pub(super) struct Readiness {
    who: Participant,
    /// The needed links, and whether each is ready. Held while the contest is told, so that the last report is the true
    /// one.
    links: Mutex<BTreeMap<InterviewId, bool>>,
}

impl Readiness {
    pub(super) fn of(entry: EntryId) -> Self {
        Self { who: Participant::Entry(entry), links: Mutex::default() }
    }

    /// Sets the links that are needed now.
    pub(super) async fn expect(&self, place: &HostedContest, interviews: BTreeSet<InterviewId>) {
        let mut links = self.links.lock().await;
        links.retain(|known, _| interviews.contains(known));
        for interview in interviews {
            links.entry(interview).or_default();
        }
        self.tell(place, &links).await;
    }

    /// Sets whether this link is ready.
    pub(super) async fn set(&self, place: &HostedContest, interview: InterviewId, ready: bool) {
        let mut links = self.links.lock().await;
        if let Some(known) = links.get_mut(&interview) {
            *known = ready;
            self.tell(place, &links).await;
        }
    }

    /// Reports a change to the contest. During the talk it does not matter.
    async fn tell(&self, place: &HostedContest, links: &BTreeMap<InterviewId, bool>) {
        let ready = !links.is_empty() && links.values().all(|ready| *ready);
        let known = place.running.views().room().contest().is_some_and(|contest| contest.ready.contains(&self.who));
        if ready != known {
            let _ = place.running.ask(self.who, Command::Ready(ready)).await;
        }
    }
}
