//! Watches a program that was cut off from its contest, as after a failure of the contest's machine.

use std::{fs, time::Duration};

use tokio::time::Instant;

use super::observation::Left;
use crate::process;

/// The time between two samples.
const LOOK: Duration = Duration::from_millis(20);

/// The processor time that proves a loop, and ends the watch early.
const LOOPS: Duration = Duration::from_millis(500);

/// The minimum number of samples, to find out if it ever rests: a busy machine gives a loop little time, but no rest.
const LOOKS_MIN: u32 = 10;

/// Watches the group for this time, or until it is gone or proved busy; then ends it.
pub(super) async fn watch(group: i32, patience: Duration) -> Left {
    let began = Instant::now();
    let before = seen(group).map_or(Duration::ZERO, |seen| seen.used);
    let (mut looks, mut rests) = (0, false);
    loop {
        let Some(now) = seen(group) else { return Left::Gone };
        looks += 1;
        rests |= !now.is_awake;
        let (used, watched) = (now.used.saturating_sub(before), began.elapsed());
        if used >= LOOPS || (watched >= patience && looks >= LOOKS_MIN) {
            process::end(group);
            return Left::Running { used, watched, rests };
        }
        tokio::time::sleep(LOOK).await;
    }
}

/// One sample of a group.
struct SeenOf {
    /// The processor time used by its running processes.
    used: Duration,
    /// True if one of them runs, or waits for a processor.
    is_awake: bool,
}

/// Samples a group; `None` if none of its processes runs.
fn seen(group: i32) -> Option<SeenOf> {
    let group = group.to_string();
    let stats = fs::read_dir("/proc").ok()?.filter_map(|item| fs::read_to_string(item.ok()?.path().join("stat")).ok());
    let processes = stats.filter_map(|stat| {
        // Fields from the third on: state, parent, group, …; processor time in fields 14 and 15 (proc(5)).
        let fields: Vec<_> = stat.rsplit_once(')')?.1.split_ascii_whitespace().collect();
        let runs = !matches!(fields.first(), Some(&"Z" | &"X")) && fields.get(2) == Some(&group.as_str());
        let ticks = |field: usize| fields.get(field).and_then(|ticks| ticks.parse::<u64>().ok());
        let is_awake = fields.first() == Some(&"R");
        runs.then(|| (ticks(11).unwrap_or(0) + ticks(12).unwrap_or(0), is_awake))
    });
    let (ticks, is_awake) = processes.reduce(|(sum, any), (ticks, awake)| (sum + ticks, any | awake))?;
    Some(SeenOf { used: Duration::from_millis(ticks * 1_000 / TICKS_PER_SECOND), is_awake })
}

/// The unit of processor time in `/proc` on every Linux (`USER_HZ`).
const TICKS_PER_SECOND: u64 = 100;
