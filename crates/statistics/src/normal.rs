//! The normal distribution: the share below a value, its inverse, and log-normal draws from both.
//!
//! A draw is the inverse of the distribution at one uniform number. So every draw costs the same, and can be computed
//! again from the uniform number, to the last bit on any machine.

#![expect(clippy::excessive_precision, reason = "the coefficients stand as the paper prints them")]

use libm::{erfc, exp, log};

/// The share of a standard normal distribution below `z`, from 0 to 1.
///
/// # Source
/// `erfc` of `libm` (FreeBSD's `s_erf.c`, error below one unit in the last place).
#[must_use]
pub fn below(z: f64) -> f64 {
    0.5 * erfc(-z * std::f64::consts::FRAC_1_SQRT_2)
}

/// The value with the share `p` of a standard normal distribution below it; minus infinity for 0 or less, plus infinity
/// for 1 or more. About 16 figures.
///
/// # Source
/// M. J. Wichura, "Algorithm AS 241: The percentage points of the normal distribution", Applied Statistics 37 (1988)
/// 477-484, routine PPND16.
#[must_use]
pub fn quantile(p: f64) -> f64 {
    if p <= 0.0 {
        return f64::NEG_INFINITY;
    }
    if p >= 1.0 {
        return f64::INFINITY;
    }
    let q = p - 0.5;
    if q.abs() <= 0.425 {
        let r = 0.180_625 - q * q;
        return q * polynomial(&A, r) / polynomial(&B, r);
    }
    let r = (-log(if q < 0.0 { p } else { 1.0 - p })).sqrt();
    let tail = if r <= 5.0 {
        polynomial(&C, r - 1.6) / polynomial(&D, r - 1.6)
    } else {
        polynomial(&E, r - 5.0) / polynomial(&F, r - 5.0)
    };
    if q < 0.0 { -tail } else { tail }
}

/// The draw for the uniform number `u` (between 0 and 1) from a standard normal distribution cut off at `-cut` and
/// `cut`.
#[must_use]
pub fn cut(u: f64, cut: f64) -> f64 {
    let low = below(-cut);
    quantile(low + u * (1.0 - 2.0 * low)).clamp(-cut, cut)
}

/// A log-normal distribution, in any unit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LogNormal {
    /// Its median, above 0.
    pub median: f64,
    /// The standard deviation of its natural logarithm, above 0.
    pub spread: f64,
}

impl LogNormal {
    /// The draw for the uniform number `u` (between 0 and 1).
    #[must_use]
    pub fn at(self, u: f64) -> f64 {
        exp(log(self.median) + self.spread * quantile(u))
    }

    /// The same from the distribution cut off at `low` and `high` (0 < `low` < `high`).
    #[must_use]
    pub fn between(self, low: f64, high: f64, u: f64) -> f64 {
        let centre = log(self.median);
        let share = |bound| below((log(bound) - centre) / self.spread);
        let (least, most) = (share(low), share(high));
        exp(centre + self.spread * quantile(least + u * (most - least))).clamp(low, high)
    }
}

/// The polynomial with these coefficients, the constant one first, by Horner's rule.
fn polynomial(coefficients: &[f64; 8], x: f64) -> f64 {
    coefficients.iter().rev().fold(0.0, |sum, coefficient| sum * x + coefficient)
}

const A: [f64; 8] = [
    3.387_132_872_796_366_608_0,
    1.331_416_678_917_843_774_5e2,
    1.971_590_950_306_551_442_7e3,
    1.373_169_376_550_946_112_5e4,
    4.592_195_393_154_987_145_7e4,
    6.726_577_092_700_870_085_3e4,
    3.343_057_558_358_812_810_5e4,
    2.509_080_928_730_122_672_7e3,
];
const B: [f64; 8] = [
    1.0,
    4.231_333_070_160_091_125_2e1,
    6.871_870_074_920_579_083_0e2,
    5.394_196_021_424_751_107_7e3,
    2.121_379_430_158_659_586_7e4,
    3.930_789_580_009_271_061_0e4,
    2.872_908_573_572_194_267_4e4,
    5.226_495_278_852_854_561_0e3,
];
const C: [f64; 8] = [
    1.423_437_110_749_683_577_34,
    4.630_337_846_156_545_295_90,
    5.769_497_221_460_691_405_50,
    3.647_848_324_763_204_605_04,
    1.270_458_252_452_368_382_58,
    2.417_807_251_774_506_117_70e-1,
    2.272_384_498_926_918_458_33e-2,
    7.745_450_142_783_414_076_40e-4,
];
const D: [f64; 8] = [
    1.0,
    2.053_191_626_637_758_821_87,
    1.676_384_830_183_803_849_40,
    6.897_673_349_851_000_045_50e-1,
    1.481_039_764_274_800_745_90e-1,
    1.519_866_656_361_645_719_66e-2,
    5.475_938_084_995_344_946_00e-4,
    1.050_750_071_644_416_843_24e-9,
];
const E: [f64; 8] = [
    6.657_904_643_501_103_777_20,
    5.463_784_911_164_114_369_90,
    1.784_826_539_917_291_335_80,
    2.965_605_718_285_048_912_30e-1,
    2.653_218_952_657_612_309_30e-2,
    1.242_660_947_388_078_438_60e-3,
    2.711_555_568_743_487_578_15e-5,
    2.010_334_399_292_288_132_65e-7,
];
const F: [f64; 8] = [
    1.0,
    5.998_322_065_558_879_376_90e-1,
    1.369_298_809_227_358_053_10e-1,
    1.487_536_129_085_061_485_25e-2,
    7.868_691_311_456_132_591_00e-4,
    1.846_318_317_510_054_681_80e-5,
    1.421_511_758_316_445_888_70e-7,
    2.044_263_103_389_939_785_64e-15,
];

#[cfg(test)]
mod tests {
    use super::*;

    /// Percentage points of the standard normal distribution.
    ///
    /// Source: the paper's own table of checks (0.25, 0.001, 1e-20), and for the rest `NormalDist().inv_cdf` of
    /// Python's standard library.
    #[test]
    fn the_percentage_points_come_out() {
        for (p, z) in [
            (0.25, -0.674_489_750_196_081_7),
            (0.001, -3.090_232_306_167_814),
            (1e-20, -9.262_340_089_798_408),
            (0.5, 0.0),
            (0.975, 1.959_963_984_540_054),
            (0.012, -2.257_129_244_486_225),
            (0.074, -1.446_632_067_158_978_5),
            (0.926, 1.446_632_067_158_978_5),
            (1e-9, -5.997_807_015_007_687),
            (0.999_999, 4.753_424_308_817_089),
        ] {
            assert!((quantile(p) - z).abs() <= 4e-15 * z.abs().max(0.1), "{p}: {}", quantile(p));
        }
        assert_eq!((quantile(0.0), quantile(1.0)), (f64::NEG_INFINITY, f64::INFINITY));
    }

    /// Shares below a value. Source: `math.erfc` of Python's standard library.
    #[test]
    fn a_value_and_the_share_below_it_belong_together() {
        for (z, share) in [(-2.2, 0.013_903_447_513_498_61), (0.0, 0.5), (1.0, 0.841_344_746_068_542_9)] {
            assert!((below(z) - share).abs() < 1e-15, "{z}: {}", below(z));
        }
        for tenths in -50..=50 {
            let z = f64::from(tenths) / 10.0;
            assert!((quantile(below(z)) - z).abs() < 1e-9, "{z}");
        }
    }

    #[test]
    fn cut_off_draws_stay_inside_and_keep_their_median() {
        let law = LogNormal { median: 146.0, spread: 0.24 };
        assert!((law.at(0.5) - 146.0).abs() < 1e-9);
        for step in 1..1000 {
            let u = f64::from(step) / 1000.0;
            assert!(cut(u, 2.2).abs() <= 2.2);
            let draw = LogNormal { median: 20.0, spread: 0.9 }.between(30.0, 15_000.0, u);
            assert!((30.0..=15_000.0).contains(&draw), "{draw}");
        }
        assert!(cut(0.5, 2.2).abs() < 1e-15);
        // The median of LN(20, 0.9) above 30: the share 0.3262 is above 30, half of it is 0.1631, at z = 0.9818.
        assert!((LogNormal { median: 20.0, spread: 0.9 }.between(30.0, 1e9, 0.5) - 48.395).abs() < 0.01);
    }
}
