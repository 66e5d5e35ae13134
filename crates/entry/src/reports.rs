//! A link's reports to the contest, in order, with each kind of incident limited.

use std::{
    collections::{BTreeMap, VecDeque},
    time::Duration,
};

use rulebook::Key;

use crate::{FromEntry, Incident, Spelled, Usage, opening::Opening, unasked::Unasked};

/// The maximum number of reports of one kind of incident in a link; then one [`Incident::MoreOfTheSame`] replaces the
/// rest.
pub(crate) const PER_KIND_MAX: u32 = 20;

/// Reports that wait to be taken.
#[derive(Debug, Default)]
pub(crate) struct Reports {
    waiting: VecDeque<FromEntry>,
    counts: BTreeMap<&'static str, u32>,
    opening: Opening,
    typed_unasked: Unasked,
}

impl Reports {
    /// Sets the rule for unasked text.
    pub(crate) fn under(&mut self, opening: Opening) {
        self.opening = opening;
    }

    /// True if unasked text may be an opening.
    pub(crate) fn lets_open(&self) -> bool {
        self.opening.is_let()
    }

    /// The conversation is open.
    pub(crate) fn began(&mut self) {
        self.waiting.extend(self.opening.began());
    }

    /// The judge has finished a line.
    pub(crate) fn asked(&mut self) {
        self.opening.said();
    }

    /// The program has ended or disconnected.
    pub(crate) fn left(&mut self) {
        self.opening.left();
    }

    /// Takes text that the program says before it has received any of the judge's.
    pub(crate) fn unasked(&mut self, text: String) {
        self.waiting.extend(self.opening.unasked(text));
    }

    /// Takes a key that the program presses before it has received any of the judge's, or in a line begun then.
    pub(crate) fn press_unasked(&mut self, key: Key, now: Duration) {
        let line = self.typed_unasked.press(key, now);
        line.into_iter().for_each(|line| self.unasked(line));
    }

    /// Ends an unasked line after a pause.
    pub(crate) fn rest_unasked(&mut self, now: Duration) {
        let line = self.typed_unasked.rested(now);
        line.into_iter().for_each(|line| self.unasked(line));
    }

    /// Ends an unasked line.
    pub(crate) fn end_unasked(&mut self) {
        let line = self.typed_unasked.end();
        line.into_iter().for_each(|line| self.unasked(line));
    }

    /// Forgets an unasked line.
    pub(crate) fn forget_unasked(&mut self) {
        self.typed_unasked = Unasked::default();
    }

    /// The next moment for [`Reports::rest_unasked`].
    pub(crate) fn unasked_due(&self) -> Option<Duration> {
        self.typed_unasked.due()
    }

    /// True in the middle of an unasked line.
    pub(crate) fn types_unasked(&self) -> bool {
        self.typed_unasked.is_begun()
    }

    pub(crate) fn key(&mut self, key: Key) {
        self.opening.said();
        self.waiting.push_back(FromEntry::Key(key));
    }

    pub(crate) fn line(&mut self, line: String) {
        self.opening.said();
        self.waiting.push_back(FromEntry::Line(line));
    }

    pub(crate) fn ready(&mut self) {
        self.waiting.push_back(FromEntry::Ready);
    }

    pub(crate) fn told(&mut self, spelled: Spelled) {
        self.waiting.push_back(FromEntry::Told(spelled));
    }

    pub(crate) fn spent(&mut self, usage: Usage) {
        self.waiting.push_back(FromEntry::Spent(usage));
    }

    pub(crate) fn incident(&mut self, incident: Incident) {
        let kind = incident.kind();
        let count = self.counts.entry(kind).or_default();
        *count = count.saturating_add(1);
        if *count <= PER_KIND_MAX {
            self.waiting.push_back(FromEntry::Incident(incident));
        } else if *count == PER_KIND_MAX + 1 {
            self.waiting.push_back(FromEntry::Incident(Incident::MoreOfTheSame { of: kind.to_owned() }));
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    pub(crate) fn take(&mut self) -> Option<FromEntry> {
        self.waiting.pop_front()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_twenty_first_incident_of_a_kind_stands_for_the_rest() {
        let mut reports = Reports::default();
        (0..1000).for_each(|_| reports.incident(Incident::NotReading));
        reports.incident(Incident::GaveUp);
        let listed: Vec<_> = std::iter::from_fn(|| reports.take()).collect();
        assert_eq!(listed.len(), 22);
        assert_eq!(listed[20], FromEntry::Incident(Incident::MoreOfTheSame { of: "not-reading".to_owned() }));
        assert_eq!(listed[21], FromEntry::Incident(Incident::GaveUp));
    }
}
