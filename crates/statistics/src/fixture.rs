//! Seeded random numbers for the tests of coverage.

/// A small generator with a seed. Source: `SplitMix64`, G. L. Steele and others, OOPSLA 2014.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    /// A number above 0 and below 1.
    #[expect(clippy::cast_precision_loss, reason = "52 bits fit")]
    pub(crate) fn uniform(&mut self) -> f64 {
        ((self.bits() >> 12) as f64 + 0.5) / (1_u64 << 52) as f64
    }

    /// A standard normal number.
    pub(crate) fn normal(&mut self) -> f64 {
        crate::normal::quantile(self.uniform())
    }
}

/// The probability behind log-odds.
pub(crate) fn logistic(log_odds: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-log_odds))
}
