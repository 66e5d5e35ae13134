//! Watches a program that was cut off from its contest, as when the machine that ran the contest failed.

use std::{fs, time::Duration};

use tokio::time::Instant;

use super::observation::Left;
use crate::process;

/// The time between two looks.
const LOOK: Duration = Duration::from_millis(20);

/// How much of a processor shows that it loops, without waiting longer.
const LOOPS: Duration = Duration::from_millis(500);

/// So many looks at least tell whether it ever rests: a busy machine gives a loop little of its time, and no rest.
const LOOKS_MIN: u32 = 10;

/// Watches the group for so long, or until it is gone or busy without doubt; then ends it.
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

/// What is seen of a group.
struct SeenOf {
    /// Processor time that its running processes have used.
    used: Duration,
    /// One of them is at work, or would be if the machine had time for it.
    is_awake: bool,
}

/// What is seen of a group now; `None` when nothing of it runs.
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
