//! Windows of keys as input of the classifier: gaps and kinds of keys, without text.

use rulebook::{Draws, Key};
use statistics::{
    timing::{KeyKind, Press, shape, ticks},
    unmasking::Sample,
};

use crate::logs::Pressed;

/// The number of keys in a window.
pub(crate) const KEYS: usize = 120;

pub(crate) fn kind(key: Key) -> KeyKind {
    match key {
        Key::Return => KeyKind::Return,
        Key::BackSpace => KeyKind::BackSpace,
        Key::Char(_) | Key::Tab => KeyKind::Text,
    }
}

/// The gaps and kinds of keys in these lines.
pub(crate) fn presses(lines: &[Vec<Pressed>]) -> Vec<Press> {
    lines.iter().flatten().map(|pressed| Press { gap: pressed.gap, kind: kind(pressed.key) }).collect()
}

/// The same lines with every key delayed by 0 to 16 ms at random, which hides any tick.
pub(crate) fn jittered(lines: &[Vec<Pressed>], draws: &mut Draws) -> Vec<Press> {
    let mut late = 0.0;
    let mut press = |pressed: &Pressed| {
        let before = std::mem::replace(&mut late, 16.0 * draws.uniform());
        Press { gap: pressed.gap.map(|gap| (gap + late - before).max(0.0)), kind: kind(pressed.key) }
    };
    lines.iter().flatten().map(&mut press).collect()
}

/// Every whole window, as a sample.
pub(crate) fn samples(keys: &[Press], first: bool, session: usize, with_ticks: bool) -> Vec<Sample> {
    let features = |window: &[Press]| {
        let mut features = shape(window);
        if with_ticks {
            features.extend(ticks(window));
        }
        features
    };
    let sample =
        |window| Sample { features: features(window), first, cluster: 2 * session + usize::from(first), part: session };
    keys.chunks_exact(KEYS).map(sample).collect()
}
