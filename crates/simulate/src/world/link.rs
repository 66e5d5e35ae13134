//! A link between a client and the server: it delays, keeps order, and breaks; what is on its way then is lost.

use std::time::Duration;

use rulebook::{Draws, Timestamp};

use super::server::LinkNumber;
use crate::people::between;

/// One frame in so many waits for a retransmission.
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
    /// A link with its usual delay drawn; not connected yet.
    pub(super) fn drawn(draws: &mut Draws) -> Self {
        let usual = between(draws, 1, 120);
        let never = Timestamp::from_millis(0);
        Self { number: 0, alive: false, believed: false, usual, upstream: never, downstream: never }
    }

    /// A new connection, told apart from those before by its number.
    pub(super) fn connect(&mut self) -> LinkNumber {
        self.number += 1;
        (self.alive, self.believed) = (true, true);
        self.number
    }

    /// True when a frame of this connection still arrives.
    pub(super) fn carries(&self, number: LinkNumber) -> bool {
        self.alive && self.number == number
    }

    /// When a frame sent now to the server arrives.
    pub(super) fn up(&mut self, now: Timestamp, draws: &mut Draws) -> Timestamp {
        self.upstream = self.upstream.max(now + self.delay(draws));
        self.upstream
    }

    /// When a frame sent now to the client arrives.
    pub(super) fn down(&mut self, now: Timestamp, draws: &mut Draws) -> Timestamp {
        self.downstream = self.downstream.max(now + self.delay(draws));
        self.downstream
    }

    fn delay(&self, draws: &mut Draws) -> Duration {
        let stall = if draws.below(STALL_ONE_IN) == 0 { between(draws, 200, 1_500) } else { Duration::ZERO };
        self.usual + between(draws, 0, 40) + stall
    }
}
