//! Common parts of the searches: a budget of steps, the outcomes, and a repeatable choice among equals.

/// The outcome of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum SearchOutcome<T> {
    /// The search found its goal.
    Found(T),
    /// The search looked everywhere and found nothing.
    Nothing,
    /// The steps ran out first.
    GaveUp,
}

impl<T> SearchOutcome<T> {
    /// The same outcome with its value mapped.
    pub(crate) fn map<U>(self, of: impl FnOnce(T) -> U) -> SearchOutcome<U> {
        match self {
            Self::Found(found) => SearchOutcome::Found(of(found)),
            Self::Nothing => SearchOutcome::Nothing,
            Self::GaveUp => SearchOutcome::GaveUp,
        }
    }
}

/// Steps a search may still take.
#[derive(Debug)]
pub(crate) struct Budget(pub(crate) u64);

impl Budget {
    /// Takes a step; false when there is none left.
    pub(crate) fn step(&mut self) -> bool {
        let some_left = self.0 > 0;
        self.0 = self.0.saturating_sub(1);
        some_left
    }
}

/// Pseudo-random numbers with a fixed seed: they break ties, and decide nothing that has to be fair. A search that
/// starts over with another seed takes another path.
#[derive(Debug, Clone)]
pub(crate) struct Whim(u64);

impl Whim {
    pub(crate) fn new(number: u64) -> Self {
        Self(number.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// Returns `true` with a chance of one in `bound`.
    pub(crate) fn one_in(&mut self, bound: usize) -> bool {
        self.below(bound) == 0
    }

    /// A number below `bound`.
    ///
    /// # Source
    /// G. Marsaglia, Xorshift RNGs, J. Stat. Softw. 8 (2003) 14.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(((self.0 >> 32) * bound as u64) >> 32).expect("below a usize")
    }
}

/// The best of many candidates; the whim picks one among equals.
#[derive(Debug)]
pub(crate) struct Fewest<T> {
    pub(crate) best: Option<(usize, T)>,
    equals: usize,
}

impl<T> Fewest<T> {
    pub(crate) fn new() -> Self {
        Self { best: None, equals: 0 }
    }

    /// Takes the candidate if its count is lower, or if it is equal and the whim picks it.
    pub(crate) fn offer(&mut self, count: usize, candidate: T, whim: &mut Whim) {
        match &self.best {
            Some((best, _)) if count > *best => return,
            Some((best, _)) if count == *best => {
                self.equals += 1;
                if !whim.one_in(self.equals) {
                    return;
                }
            }
            _ => self.equals = 1,
        }
        self.best = Some((count, candidate));
    }
}
