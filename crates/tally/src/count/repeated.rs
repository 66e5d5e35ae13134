//! Repeated answers: two ballots about one interview, two rankings of one judge in a trial.

use std::collections::BTreeSet;

/// The indices of a list that share their key with another, in groups; none where every key occurs once.
#[derive(Debug, Default)]
pub(super) struct Repeated {
    pub(super) groups: Vec<Vec<usize>>,
    places: BTreeSet<usize>,
}

impl Repeated {
    /// Finds the repeated keys of a list.
    pub(super) fn among<K: Ord>(keys: impl Iterator<Item = K> + Clone) -> Self {
        // A list in order, as from files and records, needs only one pass.
        if keys.clone().is_sorted_by(|a, b| a < b) {
            return Self::default();
        }
        let mut all: Vec<(K, usize)> = keys.enumerate().map(|(place, key)| (key, place)).collect();
        all.sort_unstable();
        let alike = all.chunk_by(|(a, _), (b, _)| a == b).filter(|group| group.len() > 1);
        let groups: Vec<Vec<usize>> = alike.map(|group| group.iter().map(|&(_, place)| place).collect()).collect();
        Self { places: groups.iter().flatten().copied().collect(), groups }
    }

    /// Returns whether this index shares its key with another.
    pub(super) fn has(&self, place: usize) -> bool {
        self.places.contains(&place)
    }
}
