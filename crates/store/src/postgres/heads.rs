//! How far contests and their streams have come, as far as this process knows.
//!
//! The writer decides on what stands here which batches fit, and where; the database decides whether that was true. A
//! number here is never too high, since events are never taken back, but too low when another process wrote.

use std::collections::{HashMap, HashSet};

use crate::{AppendError, Batch, Head};

/// Streams whose numbers are kept; beyond them everything is forgotten and asked for again.
const STREAMS_MAX: usize = 200_000;

/// What is known.
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
    /// Which streams of a contest have to be asked for before this batch can be placed. A contest that is not known at
    /// all is asked for with a stream of no name.
    pub(super) fn missing<'a>(&self, contest: &str, batch: &'a Batch) -> HashSet<&'a str> {
        let events = batch.events.iter().map(|event| event.stream.as_str());
        let streams = events.chain(batch.unmoved.iter().map(|head| head.stream.as_str()));
        match self.contests.get(contest) {
            Some(known) => streams.filter(|stream| !known.streams.contains_key(*stream)).collect(),
            None => streams.chain([""]).collect(),
        }
    }

    /// Takes in what the database says of a stream, and of its contest at the same moment.
    pub(super) fn learn(&mut self, contest: &str, position: u64, stream: String, number: u64) {
        if self.streams >= STREAMS_MAX {
            *self = Self::default();
        }
        let known = self.contests.entry(contest.to_owned()).or_default();
        if known.position != position {
            // Somebody else wrote: what was known of the other streams may not be so any more.
            self.streams -= known.streams.len();
            *known = Contest { position, streams: HashMap::new() };
        }
        self.streams += usize::from(known.streams.insert(stream, number).is_none());
    }

    /// Somebody else wrote to this contest, or nobody knows.
    pub(super) fn forget(&mut self, contest: &str) {
        self.streams -= self.contests.remove(contest).map_or(0, |known| known.streams.len());
    }

    /// Whether this conflict is one whatever others have written: what is known is never too high, so a number that was
    /// reached stays reached. Else the database has to be asked again.
    pub(super) fn is_certain(conflict: &AppendError) -> bool {
        matches!(conflict, AppendError::Conflict { expected, found, .. } if expected <= found)
    }

    /// Places a batch behind everything that is known, and counts it as written. Returns the position of its first event.
    pub(super) fn place(&mut self, contest: &str, batch: &Batch) -> Result<u64, AppendError> {
        let known = self.contests.entry(contest.to_owned()).or_default();
        let mut heads: HashMap<&str, u64> = HashMap::new();
        let number_of = |stream: &str| known.streams.get(stream).copied().unwrap_or(0);
        for Head { stream, number } in &batch.unmoved {
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
