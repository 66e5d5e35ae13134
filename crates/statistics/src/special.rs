//! Special functions behind the other methods: the regularised incomplete beta and gamma functions.
//!
//! Student's quantile is [`crate::mean::student_quantile`], the normal one [`crate::normal::quantile`].
//! Values agree with scipy to about 1e-12, and never leave 0 to 1.

/// The largest number of terms of a series or a continued fraction; each needs about the root of its parameters.
const TERMS: usize = 100_000;

/// A number so small that it stands for 0 in a denominator.
const TINY: f64 = 1e-300;

/// The probability that a Beta(`a`, `b`) number is at most `x`; `a` and `b` above 0. A share below 0 counts as 0, one
/// above 1 as 1.
///
/// # Source
/// The continued fraction of NIST's Digital Library of Mathematical Functions, 8.17.22, by the method of Lentz.
#[must_use]
pub fn beta_below(a: f64, b: f64, x: f64) -> f64 {
    if x <= 0.0 {
        return 0.0;
    }
    if x >= 1.0 {
        return 1.0;
    }
    // The fraction converges fast below the mean; above it, the mirrored one does.
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - beta_fraction(b, a, 1.0 - x);
    }
    beta_fraction(a, b, x)
}

fn beta_fraction(a: f64, b: f64, x: f64) -> f64 {
    let front = libm::exp(a * libm::log(x) + b * libm::log1p(-x) - ln_beta(a, b)) / a;
    let guard = |value: f64| if value.abs() < TINY { TINY } else { value };
    let (mut c, mut d) = (1.0, 1.0 / guard(1.0 - (a + b) * x / (a + 1.0)));
    let mut fraction = d;
    let mut m = 0.0;
    for _ in 0..TERMS {
        m += 1.0;
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        d = 1.0 / guard(1.0 + even * d);
        c = guard(1.0 + even / c);
        fraction *= c * d;
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        d = 1.0 / guard(1.0 + odd * d);
        c = guard(1.0 + odd / c);
        fraction *= c * d;
        if (c * d - 1.0).abs() < f64::EPSILON {
            break;
        }
    }
    (front * fraction).clamp(0.0, 1.0)
}

/// The natural logarithm of the beta function; `a` and `b` above 0.
#[must_use]
pub fn ln_beta(a: f64, b: f64) -> f64 {
    libm::lgamma(a) + libm::lgamma(b) - libm::lgamma(a + b)
}

/// The number below which a Beta(`a`, `b`) number stays with probability `share` (from 0 to 1); `a` and `b` above 0. It
/// is the inverse of [`beta_below`], by bisection until the interval has no middle.
#[must_use]
pub fn beta_quantile(a: f64, b: f64, share: f64) -> f64 {
    if share <= 0.0 {
        return 0.0;
    }
    if share >= 1.0 {
        return 1.0;
    }
    let (mut low, mut high) = (0.0, 1.0);
    loop {
        let middle = f64::midpoint(low, high);
        // Below the smallest normal number the powers underflow, and nothing is left to tell apart.
        if middle <= low || middle >= high || high < f64::MIN_POSITIVE {
            return middle;
        }
        if beta_below(a, b, middle) < share { low = middle } else { high = middle }
    }
}

/// The probability that a chi-square number with so many `degrees` of freedom (above 0) exceeds `x`.
///
/// # Source
/// The regularised incomplete gamma function by its series (DLMF 8.7.1) and continued fraction (DLMF 8.9.2).
#[must_use]
pub fn chi_square_above(x: f64, degrees: f64) -> f64 {
    let (a, x) = (degrees / 2.0, x / 2.0);
    if x <= 0.0 {
        return 1.0;
    }
    let front = libm::exp(a * libm::log(x) - x - libm::lgamma(a));
    if x < a + 1.0 {
        let (mut term, mut sum, mut n) = (1.0 / a, 1.0 / a, a);
        for _ in 0..TERMS {
            n += 1.0;
            term *= x / n;
            sum += term;
            if term < sum * f64::EPSILON {
                break;
            }
        }
        return (1.0 - front * sum).clamp(0.0, 1.0);
    }
    let (mut b, mut c) = (x + 1.0 - a, 1.0 / TINY);
    let mut d = 1.0 / b;
    let (mut fraction, mut i) = (d, 0.0);
    for _ in 0..TERMS {
        i += 1.0;
        let step = -i * (i - a);
        b += 2.0;
        d = 1.0 / (step * d + b);
        c = b + step / c;
        fraction *= c * d;
        if (c * d - 1.0).abs() < f64::EPSILON {
            break;
        }
    }
    (front * fraction).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Source: `scipy.special.betainc` of scipy 1.17.1.
    #[test]
    fn shares_of_the_beta_distribution_agree_with_scipy() {
        for (a, b, x, share) in [
            (2.0, 3.0, 0.4, 0.5248),
            (0.5, 0.5, 0.1, 0.204_832_764_699_133_45),
            (50.5, 20.0, 0.7, 0.367_871_629_515_483_97),
            (1000.0, 1200.0, 0.45, 0.334_662_342_671_540_27),
            (4.0, 1.0, 0.9, 0.6561),
        ] {
            assert!((beta_below(a, b, x) - share).abs() < 1e-11, "{a} {b} {x}: {}", beta_below(a, b, x));
            assert!((beta_below(b, a, 1.0 - x) + share - 1.0).abs() < 1e-11, "{a} {b} {x}, mirrored");
        }
        assert_eq!((beta_below(2.0, 3.0, -1.0), beta_below(2.0, 3.0, 2.0)), (0.0, 1.0));
    }

    /// Source: `scipy.special.betaincinv` of scipy 1.17.1.
    #[test]
    fn quantiles_of_the_beta_distribution_agree_with_scipy() {
        for (a, b, share, x) in [
            (2.0, 3.0, 0.025, 0.067_585_986_488_542_94),
            (0.5, 0.5, 0.975, 0.998_458_666_866_563_9),
            (50.5, 20.0, 0.5, 0.718_367_445_384_468_6),
        ] {
            assert!((beta_quantile(a, b, share) - x).abs() < 1e-11, "{a} {b}: {}", beta_quantile(a, b, share));
        }
        assert_eq!((beta_quantile(2.0, 3.0, 0.0), beta_quantile(2.0, 3.0, 1.0)), (0.0, 1.0));
    }

    /// Source: `scipy.stats.chi2.sf` of scipy 1.17.1.
    #[test]
    fn tails_of_chi_square_agree_with_scipy() {
        for (x, degrees, above) in [
            (3.84, 1.0, 0.050_043_521_248_705_19),
            (10.0, 4.0, 0.040_427_681_994_512_79),
            (30.0, 12.0, 0.002_792_429_332_700_914_5),
            (0.5, 3.0, 0.918_891_411_654_675_8),
            (0.0, 3.0, 1.0),
        ] {
            assert!((chi_square_above(x, degrees) - above).abs() < 1e-12, "{x}: {}", chi_square_above(x, degrees));
        }
    }
}
