//! A judge's seat: one link, with its keys and reports. Every wait ends after a minute.

#![allow(dead_code, reason = "every test needs some of it")]

use std::{fs, time::Duration};

use entry::{FromEntry, Incident, Link, Setup, ToEntry, start};
use rulebook::key::{Typed, keys_of};
use tempfile::TempDir;
use tokio::time::timeout;

pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// A judge's seat for an entry, and its folder.
pub(crate) struct Seat {
    pub(crate) link: Link,
    pub(crate) folder: TempDir,
}

impl Seat {
    pub(crate) fn start((folder, setup): (TempDir, Setup)) -> Self {
        Self { link: start(setup), folder }
    }

    pub(crate) async fn tell(&self, what: ToEntry) {
        timeout(PATIENCE, self.link.to_entry.send(what)).await.expect("the link hears").expect("the link is open");
    }

    pub(crate) async fn begins(&self) {
        self.tell(ToEntry::Began).await;
    }

    pub(crate) async fn types(&self, text: &str) {
        for key in keys_of(text) {
            self.tell(ToEntry::Key(key)).await;
        }
    }

    pub(crate) async fn next(&mut self) -> FromEntry {
        let next = timeout(PATIENCE, self.link.from_entry.recv()).await;
        next.expect("nothing came").expect("the link ended")
    }

    pub(crate) async fn ready(&mut self) {
        assert_eq!(self.next().await, FromEntry::Ready);
    }

    /// The next incident of this kind, skipping other reports.
    pub(crate) async fn incident(&mut self, kind: &str) -> Incident {
        loop {
            match self.next().await {
                FromEntry::Incident(incident) if incident.kind() == kind => return incident,
                _ => {}
            }
        }
    }

    /// The next incident, which must be of this kind; skips keys and a greeting.
    pub(crate) async fn next_incident(&mut self, kind: &str) -> Incident {
        loop {
            match self.next().await {
                FromEntry::Incident(incident) if incident.kind() == kind => return incident,
                FromEntry::Key(_) | FromEntry::Incident(Incident::GreetedEarly { .. }) => {}
                other => panic!("expected {kind}, got {other:?}"),
            }
        }
    }

    /// The next line, up to Return.
    pub(crate) async fn reply(&mut self) -> String {
        let mut typed = Typed::default();
        while !typed.as_str().ends_with('\n') {
            if let FromEntry::Key(key) = self.next().await {
                typed.press(key);
            }
        }
        typed.as_str().to_owned()
    }

    /// Ends the link; returns the unread incidents.
    pub(crate) async fn ends(mut self) -> Vec<Incident> {
        self.tell(ToEntry::Ended).await;
        self.closed().await
    }

    /// Waits for the end of a link after `ToEntry::Ended`; returns the unread incidents.
    pub(crate) async fn closed(&mut self) -> Vec<Incident> {
        let mut incidents = Vec::new();
        while let Some(report) = timeout(PATIENCE, self.link.from_entry.recv()).await.expect("it ends") {
            if let FromEntry::Incident(incident) = report {
                incidents.push(incident);
            }
        }
        incidents
    }

    /// The process group of the running program, from the note that the link keeps in its folder.
    pub(crate) fn group(&self) -> String {
        let noted = fs::read_to_string(self.folder.path().join("program")).unwrap();
        noted.split(' ').next().unwrap().to_owned()
    }
}

/// Polls until a result is found.
pub(crate) async fn wait_until<T>(mut found: impl FnMut() -> Option<T>) -> T {
    timeout(PATIENCE, async {
        loop {
            match found() {
                Some(found) => break found,
                None => tokio::task::yield_now().await,
            }
        }
    })
    .await
    .expect("it happens")
}
