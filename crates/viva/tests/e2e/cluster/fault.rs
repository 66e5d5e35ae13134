//! What can happen to a cluster.

use std::time::{Duration, Instant};

use rulebook::draws::Draws;
use rustix::process::Signal;
use tokio::time::sleep;

use super::node::{Cluster, NODES};

/// One thing that happens to a cluster, and ends.
#[derive(Debug, Clone, Copy)]
pub(super) enum Fault {
    /// A server is killed, and started again.
    Killed(usize),
    /// A server is asked to stop, which it does after it has handed over, and is started again.
    Stopped(usize),
    /// A server's process stands still for so long, and goes on as if nothing had happened.
    Paused(usize, Duration),
    /// A server does not reach the database for so long.
    CutOff(usize, Duration),
    /// The database is away for everybody for so long.
    NoDatabase(Duration),
    /// The bus is away for so long, and forgets everything.
    NoBus(Duration),
}

impl Fault {
    /// One by chance. The first server and the second are hit alike, whichever of them keeps a contest.
    pub(super) fn drawn(draws: &mut Draws) -> Self {
        let node = draws.index(NODES);
        // Shorter and longer than it takes until a silent server is replaced.
        let time = Duration::from_millis([500, 2000, 4000, 6000][draws.index(4)]);
        match draws.index(6) {
            0 => Self::Killed(node),
            1 => Self::Stopped(node),
            2 => Self::Paused(node, time),
            3 => Self::CutOff(node, time),
            // After five seconds without anybody clocks stand still, and people are told five seconds before they go on.
            4 => Self::NoDatabase(time.min(Duration::from_secs(4))),
            _ => Self::NoBus(time),
        }
    }

    /// Lets it happen, and returns when it has ended.
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
