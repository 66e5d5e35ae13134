//! Work shared between the cores of the machine. The result does not depend on their number.

use std::{
    num::NonZeroUsize,
    panic::resume_unwind,
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

/// The results of all pieces of work, in order. This core runs `first` before taking part; the others begin at once.
pub(super) fn together<J: Sync, R: Send>(
    cores: NonZeroUsize,
    pieces: &[J],
    work: impl Fn(&J) -> R + Sync,
    first: impl FnOnce(),
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let take_part = || {
        let mut done = Vec::new();
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(piece) = pieces.get(place) else { return done };
            done.push((place, work(piece)));
        }
    };
    let mut all = thread::scope(|scope| {
        // If the system refuses a thread, the existing ones do more.
        let others = 1..cores.get().min(pieces.len() + 1);
        let others: Vec<_> =
            others.filter_map(|_| thread::Builder::new().spawn_scoped(scope, take_part).ok()).collect();
        first();
        let mut all = take_part();
        others.into_iter().for_each(|other| all.extend(other.join().unwrap_or_else(|why| resume_unwind(why))));
        all
    });
    all.sort_unstable_by_key(|(place, _)| *place);
    all.into_iter().map(|(_, result)| result).collect()
}

/// The number of batches checked at a time. With several cores, each gets many, so that the start of sharing costs little and
/// a core that finishes early takes over work from the rest.
pub(super) fn batches_on(cores: NonZeroUsize) -> usize {
    if cores == NonZeroUsize::MIN { 1 } else { cores.get() * 32 }
}
