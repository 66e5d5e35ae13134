//! A link between a client and the server: it delays frames, keeps their order, and breaks; frames on their way are
//! then lost.

use std::time::Duration;

use rulebook::{Draws, Timestamp};

use super::server::LinkNumber;
use crate::people::between;

/// One frame in this many waits for a retransmission.
const STALL_ONE_IN: u64 = 150;

/// A client's link, over all its connections.
#[derive(Debug)]
pub(super) struct Link {
    /// The number of the present connection, or of the last one.
    pub(super) number: LinkNumber,
    /// Frames arrive.
    pub(super) alive: bool,
    /// The client believes that it is connected.
    pub(super) believed: bool,
    usual: Duration,
    upstream: Timestamp,
    downstream: Timestamp,
}

impl Link {
    /// A link with a drawn usual delay, not connected yet.
    pub(super) fn drawn(draws: &mut Draws) -> Self {
        let usual = between(draws, 1, 120);
        let never = Timestamp::from_millis(0);
        Self { number: 0, alive: false, believed: false, usual, upstream: never, downstream: never }
    }

    /// Opens a new connection with a number of its own.
    pub(super) fn connect(&mut self) -> LinkNumber {
        self.number += 1;
        (self.alive, self.believed) = (true, true);
        self.number
    }

    /// True if frames of this connection still arrive.
    pub(super) fn carries(&self, number: LinkNumber) -> bool {
        self.alive && self.number == number
    }

    /// The arrival of a frame sent to the server now.
    pub(super) fn up(&mut self, now: Timestamp, draws: &mut Draws) -> Timestamp {
        self.upstream = self.upstream.max(now + self.delay(draws));
        self.upstream
    }

    /// The arrival of a frame sent to the client now.
    pub(super) fn down(&mut self, now: Timestamp, draws: &mut Draws) -> Timestamp {
        self.downstream = self.downstream.max(now + self.delay(draws));
        self.downstream
    }

    fn delay(&self, draws: &mut Draws) -> Duration {
        let stall = if draws.below(STALL_ONE_IN) == 0 { between(draws, 200, 1_500) } else { Duration::ZERO };
        self.usual + between(draws, 0, 40) + stall
    }
}
