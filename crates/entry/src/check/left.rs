//! Watches a program that was cut off from its contest, as when the machine that ran the contest failed.

use std::{fs, time::Duration};

use tokio::time::Instant;

use super::observation::Left;
use crate::process::kill_group;

/// The time between two looks.
const LOOK: Duration = Duration::from_millis(20);

/// How much of a processor shows that it loops, without waiting longer.
const LOOPS: Duration = Duration::from_millis(500);

/// Watches the group for so long, or until it is gone or busy without doubt; then ends it.
pub(super) async fn watch(group: i32, patience: Duration) -> Left {
    let began = Instant::now();
    let before = used(group).unwrap_or_default();
    loop {
        let Some(now) = used(group) else { return Left::Gone };
        let (used, watched) = (now.saturating_sub(before), began.elapsed());
        if watched >= patience || used >= LOOPS {
            kill_group(group);
            return Left::Running { used, watched };
        }
        tokio::time::sleep(LOOK).await;
    }
}

/// Processor time that the running processes of a group have used; `None` when none runs.
fn used(group: i32) -> Option<Duration> {
    let group = group.to_string();
    let stats = fs::read_dir("/proc").ok()?.filter_map(|item| fs::read_to_string(item.ok()?.path().join("stat")).ok());
    let ticks = stats.filter_map(|stat| {
        // Fields from the third on: state, parent, group, …; processor time in fields 14 and 15 (proc(5)).
        let fields: Vec<_> = stat.rsplit_once(')')?.1.split_ascii_whitespace().collect();
        let runs = !matches!(fields.first(), Some(&"Z" | &"X")) && fields.get(2) == Some(&group.as_str());
        let ticks = |field: usize| fields.get(field).and_then(|ticks| ticks.parse::<u64>().ok());
        runs.then(|| ticks(11).unwrap_or(0) + ticks(12).unwrap_or(0))
    });
    let ticks = ticks.fold(None, |sum: Option<u64>, ticks| Some(sum.unwrap_or(0) + ticks))?;
    Some(Duration::from_millis(ticks * 1_000 / TICKS_PER_SECOND))
}

/// The unit of processor time in `/proc` on every Linux (`USER_HZ`).
const TICKS_PER_SECOND: u64 = 100;
