//! A cache of the heads of contests and their streams.
//!
//! The writer decides by this cache which batches fit, and where; the database decides whether the cache was right. A
//! number here is never too high, since events are never taken back. It is too low when another process wrote.

use std::collections::{HashMap, HashSet};

use crate::{AppendError, Batch, StreamHead};

/// The number of cached streams at which the cache is cleared.
const STREAMS_MAX: usize = 200_000;

/// The cached heads.
#[derive(Debug, Default)]
pub(super) struct Heads {
    contests: HashMap<String, Contest>,
    streams: usize,
}

#[derive(Debug, Default)]
struct Contest {
    position: u64,
    streams: HashMap<String, u64>,
}

impl Heads {
    /// The streams of a contest to ask for before this batch can be placed. For an unknown contest, the empty name is
    /// one of them.
    pub(super) fn missing<'a>(&self, contest: &str, batch: &'a Batch) -> HashSet<&'a str> {
        let events = batch.events.iter().map(|event| event.stream.as_str());
        let streams = events.chain(batch.unmoved.iter().map(|head| head.stream.as_str()));
        match self.contests.get(contest) {
            Some(known) => streams.filter(|stream| !known.streams.contains_key(*stream)).collect(),
            None => streams.chain([""]).collect(),
        }
    }

    /// Notes a stream's head from the database, with its contest's position at the same moment.
    pub(super) fn learn(&mut self, contest: &str, position: u64, stream: String, number: u64) {
        if self.streams >= STREAMS_MAX {
            *self = Self::default();
        }
        let known = self.contests.entry(contest.to_owned()).or_default();
        if known.position != position {
            // Another process wrote: the cached heads of the other streams may be stale.
            self.streams -= known.streams.len();
            *known = Contest { position, streams: HashMap::new() };
        }
        self.streams += usize::from(known.streams.insert(stream, number).is_none());
    }

    /// Forgets a contest: another process wrote to it, or its state is unknown.
    pub(super) fn forget(&mut self, contest: &str) {
        self.streams -= self.contests.remove(contest).map_or(0, |known| known.streams.len());
    }

    /// Whether this conflict holds regardless of other writers: cached numbers are never too high, so a number that was
    /// reached stays reached. Otherwise the database must be asked again.
    pub(super) fn is_certain(conflict: &AppendError) -> bool {
        matches!(conflict, AppendError::Conflict { expected, found, .. } if expected <= found)
    }

    /// Places a batch after all known events, and counts it as written. Returns the position of its first event.
    pub(super) fn place(&mut self, contest: &str, batch: &Batch) -> Result<u64, AppendError> {
        let known = self.contests.entry(contest.to_owned()).or_default();
        let mut heads: HashMap<&str, u64> = HashMap::new();
        let number_of = |stream: &str| known.streams.get(stream).copied().unwrap_or(0);
        for StreamHead { stream, number } in &batch.unmoved {
            let found = number_of(stream);
            if found != *number {
                let expected = number.saturating_add(1);
                return Err(AppendError::Conflict { stream: stream.clone(), expected, found });
            }
        }
        for event in &batch.events {
            let head = heads.entry(&event.stream).or_insert_with(|| number_of(&event.stream));
            if event.number != *head + 1 {
                let (stream, expected) = (event.stream.clone(), event.number);
                return Err(AppendError::Conflict { stream, expected, found: *head });
            }
            *head += 1;
        }
        let first = known.position + 1;
        known.position += batch.events.len() as u64;
        for (stream, number) in heads {
            match known.streams.get_mut(stream) {
                Some(known) => *known = number,
                None => self.streams += usize::from(known.streams.insert(stream.to_owned(), number).is_none()),
            }
        }
        Ok(first)
    }
}
