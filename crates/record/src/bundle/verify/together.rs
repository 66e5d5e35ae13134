//! Work that is shared between the cores of the machine. What comes of it does not depend on how many there are.

use std::{
    num::NonZeroUsize,
    panic::resume_unwind,
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

/// What comes of each piece of work, in their order. This core does `first` before it takes part; the others begin at once.
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
        // Where the system gives no thread, those that are there do more.
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

/// How many batches are judged at a time: where there are several cores so many for each that beginning to share them costs
/// little, and one that is done early takes of what is left.
pub(super) fn batches_on(cores: NonZeroUsize) -> usize {
    if cores == NonZeroUsize::MIN { 1 } else { cores.get() * 32 }
}
