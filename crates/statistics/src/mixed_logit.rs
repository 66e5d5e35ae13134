//! The spread of judges and of witnesses: a logistic regression with a random intercept for each of both, crossed.
//!
//! The log-odds of a judgement are the intercept plus a normal number for its judge and one for its witness. The
//! likelihood is Laplace's approximation: a normal density around the most probable numbers. The inverse logit of the
//! intercept is the share of a median pair, not the share of the population: that is integrated over both spreads.

use std::collections::BTreeSet;

use crate::{logistic::solve, normal::quantile, share::Judgement};

/// The smallest number of judges, and of witnesses: with fewer, the spread is often estimated as 0.
pub const PEOPLE_MIN: usize = 20;

/// A fitted model.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MixedLogit {
    /// The log-odds of a judge and a witness in the middle.
    pub intercept: f64,
    /// The standard deviation of judges, in log-odds; 0 where the data show none.
    pub judges: f64,
    /// The standard deviation of witnesses, in log-odds; 0 where the data show none.
    pub witnesses: f64,
    /// The share in the population of judges and witnesses, from 0 to 1.
    pub share: f64,
}

/// The reason for which there is no model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoModel {
    /// Fewer judges or witnesses than [`PEOPLE_MIN`].
    FewPeople,
    /// All judgements are alike: the log-odds are infinite.
    AllAlike,
    /// The search found no maximum.
    NotConverged,
}

/// Fits the model. The order of the judgements matters only to the last digits.
///
/// # Errors
/// [`NoModel`] where the judgements allow no fit.
///
/// # Source
/// D. Bates and others, "Fitting linear mixed-effects models using lme4", J. Statist. Softw. 67 (2015) 1, and its
/// `glmer` with one quadrature point; the search is that of J. A. Nelder and R. Mead, Computer J. 7 (1965) 308-313.
pub fn fit(judgements: &[Judgement]) -> Result<MixedLogit, NoModel> {
    let places = |key: fn(&Judgement) -> usize| -> Vec<usize> {
        judgements.iter().map(key).collect::<BTreeSet<_>>().into_iter().collect()
    };
    let (judges, witnesses) = (places(|row| row.judge), places(|row| row.witness));
    if judges.len() < PEOPLE_MIN || witnesses.len() < PEOPLE_MIN {
        return Err(NoModel::FewPeople);
    }
    if judgements.iter().all(|row| row.outcome == judgements[0].outcome) {
        return Err(NoModel::AllAlike);
    }
    let place = |people: &[usize], person: usize| people.partition_point(|other| *other < person);
    let rows = judgements.iter().map(|row| (place(&judges, row.judge), place(&witnesses, row.witness), row.outcome));
    let data = Data { rows: rows.collect(), judges: judges.len(), witnesses: witnesses.len() };
    let [intercept, of_judges, of_witnesses] = search(|point| -data.laplace(*point)).ok_or(NoModel::NotConverged)?;
    let (judges, witnesses) = (of_judges.abs(), of_witnesses.abs());
    Ok(MixedLogit { intercept, judges, witnesses, share: marginal(intercept, libm::hypot(judges, witnesses)) })
}

/// The mean share of log-odds that are normal around `middle`: over 4,000 equally probable slices.
fn marginal(middle: f64, spread: f64) -> f64 {
    let slices = 4000;
    let at = |slice: i32| chance(middle + spread * quantile((f64::from(slice) + 0.5) / f64::from(slices)));
    (0..slices).map(at).sum::<f64>() / f64::from(slices)
}

struct Data {
    rows: Vec<(usize, usize, bool)>,
    judges: usize,
    witnesses: usize,
}

impl Data {
    /// Laplace's log-likelihood of an intercept and two spreads; minus infinity where it cannot be computed.
    fn laplace(&self, [intercept, of_judges, of_witnesses]: [f64; 3]) -> f64 {
        // Standard normal numbers; the spreads scale them.
        let (mut u, mut v) = (vec![0.0; self.judges], vec![0.0; self.witnesses]);
        for _ in 0..100 {
            let odds = |judge: usize, witness: usize| intercept + of_judges * u[judge] + of_witnesses * v[witness];
            let (mut slope_u, mut slope_v): (Vec<f64>, Vec<f64>) =
                (u.iter().map(|u| -u).collect(), v.iter().map(|v| -v).collect());
            let (mut a, mut b) = (vec![1.0; self.judges], vec![1.0; self.witnesses]);
            let mut cross = vec![0.0; self.judges * self.witnesses];
            let mut likelihood = -(u.iter().chain(&v).map(|number| number * number).sum::<f64>()) / 2.0;
            for (judge, witness, outcome) in &self.rows {
                let odds = odds(*judge, *witness);
                let chance = chance(odds);
                let missed = f64::from(u8::from(*outcome)) - chance;
                let weight = chance * (1.0 - chance);
                likelihood -= libm::log1p(libm::exp(if *outcome { -odds } else { odds }));
                slope_u[*judge] += of_judges * missed;
                slope_v[*witness] += of_witnesses * missed;
                a[*judge] += of_judges * of_judges * weight;
                b[*witness] += of_witnesses * of_witnesses * weight;
                cross[judge * self.witnesses + witness] += of_judges * of_witnesses * weight;
            }
            // The judges' block is diagonal: eliminate it, and solve for the witnesses.
            let mut matrix = vec![0.0; self.witnesses * self.witnesses];
            let mut right = slope_v;
            (0..self.witnesses).for_each(|place| matrix[place * self.witnesses + place] = b[place]);
            for (judge, row) in cross.chunks_exact(self.witnesses).enumerate() {
                for (one, value) in row.iter().enumerate().filter(|(_, value)| **value != 0.0) {
                    right[one] -= value * slope_u[judge] / a[judge];
                    let to = &mut matrix[one * self.witnesses..=one * self.witnesses + one];
                    to.iter_mut().zip(row).for_each(|(to, other)| *to -= value * other / a[judge]);
                }
            }
            let Some(step_v) = solve(&mut matrix, right) else { return f64::NEG_INFINITY };
            let mut step_u = slope_u;
            for (judge, row) in cross.chunks_exact(self.witnesses).enumerate() {
                let carried: f64 = row.iter().zip(&step_v).map(|(value, step)| value * step).sum();
                step_u[judge] = (step_u[judge] - carried) / a[judge];
            }
            if step_u.iter().chain(&step_v).all(|step| step.abs() < 1e-8) {
                let roots = (0..self.witnesses).map(|place| libm::log(matrix[place * self.witnesses + place]));
                return likelihood - roots.sum::<f64>() - a.iter().map(|value| libm::log(*value)).sum::<f64>() / 2.0;
            }
            u.iter_mut().zip(&step_u).for_each(|(number, step)| *number += step);
            v.iter_mut().zip(&step_v).for_each(|(number, step)| *number += step);
        }
        f64::NEG_INFINITY
    }
}

/// The point with the smallest value, by the simplex of Nelder and Mead; `None` if 500 steps do not suffice.
fn search(value: impl Fn(&[f64; 3]) -> f64) -> Option<[f64; 3]> {
    let corners = [[0.0, 0.5, 0.5], [0.5, 0.5, 0.5], [0.0, 1.0, 0.5], [0.0, 0.5, 1.0]];
    let mut simplex = corners.map(|point| (value(&point), point));
    for _ in 0..500 {
        simplex.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (best, worst) = (simplex[0], simplex[3]);
        let size = (0..3).map(|axis| (worst.1[axis] - best.1[axis]).abs()).fold(0.0, f64::max);
        if size < 1e-6 && (worst.0 - best.0).abs() < 1e-9 {
            return best.0.is_finite().then_some(best.1);
        }
        let centre = |axis: usize| simplex[..3].iter().map(|corner| corner.1[axis]).sum::<f64>() / 3.0;
        let along = |factor: f64| {
            let point = [0, 1, 2].map(|axis| centre(axis) + factor * (worst.1[axis] - centre(axis)));
            (value(&point), point)
        };
        let mirrored = along(-1.0);
        let chosen = if mirrored.0 < best.0 {
            let farther = along(-2.0);
            if farther.0 < mirrored.0 { farther } else { mirrored }
        } else if mirrored.0 < simplex[2].0 {
            mirrored
        } else {
            along(if mirrored.0 < worst.0 { -0.5 } else { 0.5 })
        };
        if chosen.0 < worst.0.min(mirrored.0) || chosen.0 < simplex[2].0 {
            simplex[3] = chosen;
        } else {
            for corner in &mut simplex[1..] {
                let point = [0, 1, 2].map(|axis| f64::midpoint(corner.1[axis], best.1[axis]));
                *corner = (value(&point), point);
            }
        }
    }
    None
}

fn chance(log_odds: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-log_odds))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn crossed(judges: usize, witnesses: usize) -> Vec<Judgement> {
        let outcome = |j: usize, w: usize| (7 * j + 11 * w + j * w) % 13 < 3 + 2 * (j % 4) + 2 * (w % 3);
        let pairs = (0..judges).flat_map(|judge| (0..witnesses).map(move |witness| (judge, witness)));
        pairs.map(|(judge, witness)| Judgement { judge, witness, outcome: outcome(judge, witness) }).collect()
    }

    /// Source: the same likelihood with dense matrices, by numpy 2.4.6 and `scipy.optimize.minimize` of scipy 1.17.1; the
    /// share by 80 points of Gauss and Hermite.
    #[test]
    fn the_model_agrees_with_a_dense_one() {
        let found = fit(&crossed(24, 20)).unwrap();
        let near = |found: f64, expected: f64| (found - expected).abs() < 1e-4;
        assert!(near(found.intercept, 0.852_884_00) && near(found.share, 0.647_954_73), "{found:?}");
        assert!(near(found.judges, 1.058_087_22) && near(found.witnesses, 1.031_649_65), "{found:?}");
    }

    #[test]
    fn few_people_and_judgements_that_are_all_alike_have_no_model() {
        assert_eq!(fit(&crossed(19, 30)), Err(NoModel::FewPeople));
        assert_eq!(fit(&[]), Err(NoModel::FewPeople));
        let alike: Vec<Judgement> = crossed(20, 20).into_iter().map(|row| Judgement { outcome: true, ..row }).collect();
        assert_eq!(fit(&alike), Err(NoModel::AllAlike));
    }
}
