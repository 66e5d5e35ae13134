//! The faults of a cluster.

use std::time::{Duration, Instant};

use rulebook::draws::Draws;
use rustix::process::Signal;
use tokio::time::sleep;

use super::node::{Cluster, NODES};

/// A fault of a cluster, which ends.
#[derive(Debug, Clone, Copy)]
pub(super) enum Fault {
    /// A server is killed, and started again.
    Killed(usize),
    /// A server is asked to stop, hands over, stops, and is started again.
    Stopped(usize),
    /// A server's process is suspended for this long, and resumes.
    Paused(usize, Duration),
    /// A server cannot reach the database for this long.
    CutOff(usize, Duration),
    /// The database is unreachable for all servers for this long.
    NoDatabase(Duration),
    /// The bus is away for this long, and loses all its state.
    NoBus(Duration),
}

impl Fault {
    /// A random fault. Both servers are hit equally often, so it does not matter which of them keeps a contest.
    pub(super) fn drawn(draws: &mut Draws) -> Self {
        let node = draws.index(NODES);
        // Shorter and longer than the time until a silent server is replaced.
        let time = Duration::from_millis([500, 2000, 4000, 6000][draws.index(4)]);
        match draws.index(6) {
            0 => Self::Killed(node),
            1 => Self::Stopped(node),
            2 => Self::Paused(node, time),
            3 => Self::CutOff(node, time),
            // After five seconds without any server clocks stop, and resume with a warning of five seconds.
            4 => Self::NoDatabase(time.min(Duration::from_secs(4))),
            _ => Self::NoBus(time),
        }
    }

    /// Causes the fault, and returns the time of its end.
    pub(super) async fn happen(self, cluster: &mut Cluster) -> Instant {
        match self {
            Self::Killed(node) => {
                cluster.take(node).kill();
                cluster.start_again(node);
            }
            Self::Stopped(node) => {
                let server = cluster.take(node);
                server.signal(Signal::TERM);
                server.ends();
                cluster.start_again(node);
            }
            Self::Paused(node, time) => {
                cluster.node(node).signal(Signal::STOP);
                sleep(time).await;
                cluster.node(node).signal(Signal::CONT);
            }
            Self::CutOff(node, time) => {
                cluster.set_road(node, false);
                sleep(time).await;
                cluster.set_road(node, true);
            }
            Self::NoDatabase(time) => {
                (0..NODES).for_each(|node| cluster.set_road(node, false));
                sleep(time).await;
                (0..NODES).for_each(|node| cluster.set_road(node, true));
            }
            Self::NoBus(time) => {
                cluster.stop_bus();
                sleep(time).await;
                cluster.start_bus();
            }
        }
        Instant::now()
    }
}
