//! Reproducible random numbers: `SplitMix64`.
//!
//! Source: Steele, Lea and Flood, *Fast splittable pseudorandom number generators*, OOPSLA 2014, figure 17.

/// A stream of random numbers, determined by its seed.
pub(crate) struct Chance(u64);

impl Chance {
    /// Returns the stream for one run under a seed.
    pub(crate) fn new(seed: u64, run: u64) -> Self {
        let mut chance = Self(seed);
        chance.0 = chance.next() ^ run;
        chance.0 = chance.next();
        chance
    }

    /// Returns a number below `limit`, or 0 if `limit` is 0. Low numbers are slightly likelier, which does no harm here.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        let limit = limit.max(1) as u64;
        usize::try_from(self.next() % limit).expect("it is below a usize")
    }

    /// Returns one of the choices; `None` if there are none.
    pub(crate) fn one_of<'t, T>(&mut self, choices: &'t [T]) -> Option<&'t T> {
        choices.get(self.below(choices.len()))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}
