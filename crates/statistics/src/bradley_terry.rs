//! The strength of competitors from their games against each other: the Bradley-Terry model.
//!
//! The chance that one beats another is its strength over the sum of both. Games are counted first, so that time after
//! the count does not depend on their number. Competitors have a figure only beside those with whom wins connect them
//! in both directions: groups that never met have no common scale, and the strength of one who never lost is unbounded.

/// Wins between competitors; a tie counts half to each.
#[derive(Debug, Clone, PartialEq)]
pub struct Games {
    size: usize,
    wins: Vec<f64>,
}

impl Games {
    /// No games yet, between so many competitors.
    #[must_use]
    pub fn new(competitors: usize) -> Self {
        Self { size: competitors, wins: vec![0.0; competitors * competitors] }
    }

    /// Adds games that `winner` won against `loser`; both are places from 0, below the number of competitors. A
    /// competitor's games against itself are left out.
    ///
    /// # Panics
    /// For a place that is no competitor's.
    #[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
    pub fn won(&mut self, winner: usize, loser: usize, games: u64) {
        self.add(winner, loser, games as f64);
    }

    /// Adds games without a winner.
    ///
    /// # Panics
    /// As [`Games::won`].
    #[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
    pub fn tied(&mut self, one: usize, other: usize, games: u64) {
        self.add(one, other, games as f64 / 2.0);
        self.add(other, one, games as f64 / 2.0);
    }

    fn add(&mut self, winner: usize, loser: usize, games: f64) {
        assert!(winner < self.size && loser < self.size, "a place is below the number of competitors");
        if winner != loser {
            self.wins[winner * self.size + loser] += games;
        }
    }

    fn wins(&self, winner: usize, loser: usize) -> f64 {
        self.wins[winner * self.size + loser]
    }

    /// The competitors reached from this one by steps that `leads` allows, itself among them.
    fn reached(&self, from: usize, leads: impl Fn(usize, usize) -> bool) -> Vec<bool> {
        let (mut reached, mut open) = (vec![false; self.size], vec![from]);
        reached[from] = true;
        while let Some(one) = open.pop() {
            for other in (0..self.size).filter(|other| leads(one, *other)) {
                if !reached[other] {
                    reached[other] = true;
                    open.push(other);
                }
            }
        }
        reached
    }
}

/// The strength of a competitor.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Strength {
    /// The competitor's place.
    pub competitor: usize,
    /// Above 0; the geometric mean of the group's is 1.
    pub strength: f64,
    /// The standard error of the strength's natural logarithm, against the group's mean.
    pub error: f64,
}

/// The strengths of all who have one, and the others by reason.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Strengths {
    /// In order of their places.
    pub strengths: Vec<Strength>,
    /// Groups that never met another one, each with its places, where there are several: none of them has a figure.
    pub apart: Vec<Vec<usize>>,
    /// Competitors who lost no game to the rest, alone or as a group: above every figure. Without a figure.
    pub unbeaten: Vec<usize>,
    /// Competitors who won no game from the rest: below every figure. Without a figure.
    pub winless: Vec<usize>,
    /// Competitors neither above nor below all others, but not bound to the largest group. Without a figure.
    pub unbound: Vec<usize>,
    /// True if Newton's method reached the maximum. It does so for every bound group; without it there are no strengths.
    pub converged: bool,
}

/// The largest number of Newton's steps; fewer than twenty are usual.
const STEPS: usize = 200;

/// Fits the strengths that make the games most probable. The order of the games does not matter.
///
/// The largest group of competitors bound by wins in both directions gets figures, the first of equally large ones; the
/// lists of the result name the others.
///
/// # Source
/// R. A. Bradley and M. E. Terry, Biometrika 39 (1952) 324-345; the condition is L. R. Ford's, Amer. Math. Monthly 64
/// (1957) 28-33; Newton's method on the logarithms, with halved steps where the likelihood would fall.
#[must_use]
pub fn strengths(games: &Games) -> Strengths {
    let mut result = Strengths::default();
    let met = |a, b| games.wins(a, b) + games.wins(b, a) > 0.0;
    let groups = partition(games.size, |one| games.reached(one, met));
    if groups.len() > 1 {
        result.apart = groups;
        return result;
    }
    let won = |a, b| games.wins(a, b) > 0.0;
    let lost = |a, b| games.wins(b, a) > 0.0;
    let bound = partition(games.size, |one| {
        let (down, up) = (games.reached(one, won), games.reached(one, lost));
        down.iter().zip(&up).map(|(down, up)| *down && *up).collect()
    });
    let Some(group) = bound.iter().rev().max_by_key(|group| group.len()).filter(|group| group.len() > 1) else {
        result.name_others(games, &[]);
        return result;
    };
    result.name_others(games, group);
    if let Some((logs, errors)) = newton(games, group) {
        result.converged = true;
        let strengths = group.iter().zip(logs).zip(errors);
        result.strengths = strengths
            .map(|((competitor, log), error)| Strength { competitor: *competitor, strength: libm::exp(log), error })
            .collect();
    }
    result
}

impl Strengths {
    fn name_others(&mut self, games: &Games, group: &[usize]) {
        let lost = |a, b| games.wins(b, a) > 0.0;
        let won = |a, b| games.wins(a, b) > 0.0;
        for one in (0..games.size).filter(|one| !group.contains(one)) {
            // The competitors that beat this one, directly or through others, and those that it beat.
            let (above, below) = (games.reached(one, lost), games.reached(one, won));
            let is_closed = |reached: &[bool], other: &[bool]| {
                reached.iter().zip(other).all(|(reached, other)| !*reached || *other)
            };
            if is_closed(&above, &below) {
                self.unbeaten.push(one);
            } else if is_closed(&below, &above) {
                self.winless.push(one);
            } else {
                self.unbound.push(one);
            }
        }
    }
}

/// Splits the places into groups: each place with those of its class.
fn partition(size: usize, class: impl Fn(usize) -> Vec<bool>) -> Vec<Vec<usize>> {
    let (mut seen, mut groups) = (vec![false; size], Vec::new());
    for one in 0..size {
        if !seen[one] {
            let class = class(one);
            let group: Vec<usize> = (0..size).filter(|other| class[*other]).collect();
            group.iter().for_each(|other| seen[*other] = true);
            groups.push(group);
        }
    }
    groups
}

/// The natural logarithms of the group's strengths, with mean 0, and their standard errors; `None` if 200 steps do not
/// suffice.
fn newton(games: &Games, group: &[usize]) -> Option<(Vec<f64>, Vec<f64>)> {
    let size = group.len();
    let likelihood = |logs: &[f64]| -> f64 {
        let pairs = (0..size).flat_map(|a| (0..size).map(move |b| (a, b)));
        pairs.map(|(a, b)| -games.wins(group[a], group[b]) * libm::log1p(libm::exp(logs[b] - logs[a]))).sum()
    };
    let mut logs = vec![0.0; size];
    let mut reached = likelihood(&logs);
    for _ in 0..STEPS {
        let (slope, curvature) = derivatives(games, group, &logs);
        let inverse = inverse(curvature, size)?;
        let step: Vec<f64> = inverse
            .chunks_exact(size)
            .map(|row| row.iter().zip(&slope).map(|(inverse, slope)| inverse * slope).sum())
            .collect();
        if step.iter().all(|step: &f64| step.abs() < 1e-10) {
            // The curvature was raised by 1 / size in every place, and so its inverse by the same: take it off again.
            let errors = (0..size).map(|a| libm::sqrt((inverse[a * size + a] - 1.0 / count(size)).max(0.0))).collect();
            return Some((logs, errors));
        }
        let mut factor = 1.0;
        loop {
            let tried: Vec<f64> = logs.iter().zip(&step).map(|(log, step)| log + factor * step).collect();
            let found = likelihood(&tried);
            if found >= reached - 1e-9 * reached.abs() || factor < 1e-6 {
                (logs, reached) = (tried, found);
                break;
            }
            factor /= 2.0;
        }
        let mean = logs.iter().sum::<f64>() / count(size);
        logs.iter_mut().for_each(|log| *log -= mean);
    }
    None
}

/// The slope of the log-likelihood and its curvature (negated, and raised by 1 / size so that it can be inverted: the
/// mean of the logarithms is free).
fn derivatives(games: &Games, group: &[usize], logs: &[f64]) -> (Vec<f64>, Vec<f64>) {
    let size = group.len();
    let (mut slope, mut curvature) = (vec![0.0; size], vec![1.0 / count(size); size * size]);
    for a in 0..size {
        for b in (0..size).filter(|b| *b != a) {
            let (won, lost) = (games.wins(group[a], group[b]), games.wins(group[b], group[a]));
            let chance = 1.0 / (1.0 + libm::exp(logs[b] - logs[a]));
            slope[a] += won - (won + lost) * chance;
            let weight = (won + lost) * chance * (1.0 - chance);
            curvature[a * size + a] += weight;
            curvature[a * size + b] -= weight;
        }
    }
    (slope, curvature)
}

/// The inverse of a symmetric positive definite matrix, by Gauss and Jordan; `None` where it is singular.
fn inverse(mut matrix: Vec<f64>, size: usize) -> Option<Vec<f64>> {
    for pivot in 0..size {
        let divisor = matrix[pivot * size + pivot];
        if divisor.is_nan() || divisor <= 0.0 {
            return None;
        }
        matrix[pivot * size + pivot] = 1.0;
        matrix[pivot * size..(pivot + 1) * size].iter_mut().for_each(|value| *value /= divisor);
        let pivots = matrix[pivot * size..(pivot + 1) * size].to_vec();
        for row in (0..size).filter(|row| *row != pivot) {
            let factor = std::mem::replace(&mut matrix[row * size + pivot], 0.0);
            let values = &mut matrix[row * size..(row + 1) * size];
            values.iter_mut().zip(&pivots).for_each(|(value, pivot)| *value -= factor * pivot);
        }
    }
    Some(matrix)
}

#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
fn count(of: usize) -> f64 {
    of as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Source: Wikipedia, "Bradley-Terry model", section "Worked example of solution procedure": 0.640, 1.043, 0.660,
    /// 2.270. The errors: the pseudo-inverse of the information, by numpy 2.4.6.
    #[test]
    fn the_strengths_of_the_published_example_come_out() {
        let mut games = Games::new(4);
        for (one, other, won, lost) in [(0, 1, 2, 3), (0, 3, 1, 4), (1, 2, 5, 3), (2, 3, 1, 3)] {
            games.won(one, other, won);
            games.won(other, one, lost);
        }
        let found = strengths(&games);
        for (found, (strength, error)) in found.strengths.iter().zip([
            (0.640, 0.548_069_66),
            (1.043, 0.481_780_52),
            (0.660, 0.520_401_23),
            (2.270, 0.621_342_62),
        ]) {
            assert!((found.strength - strength).abs() < 0.000_51, "{found:?}");
            assert!((found.error - error).abs() < 1e-6, "{found:?}");
        }
        assert!(found.strengths.len() == 4 && found.converged && found.unbeaten.is_empty(), "{found:?}");
    }

    #[test]
    fn ties_are_half_a_win_for_each() {
        let (mut tied, mut shared) = (Games::new(2), Games::new(2));
        tied.tied(0, 1, 4);
        shared.won(0, 1, 2);
        shared.won(1, 0, 2);
        assert_eq!(strengths(&tied), strengths(&shared));
        assert!((strengths(&tied).strengths[0].strength - 1.0).abs() < 1e-12);
    }

    #[test]
    fn those_without_a_figure_are_named() {
        let mut games = Games::new(4);
        games.won(0, 1, 3);
        games.won(1, 0, 2);
        games.won(2, 0, 1);
        games.won(1, 3, 1);
        let found = strengths(&games);
        assert_eq!((found.unbeaten.clone(), found.winless.clone()), (vec![2], vec![3]));
        assert_eq!(found.strengths.iter().map(|one| one.competitor).collect::<Vec<_>>(), [0, 1]);

        let mut apart = Games::new(4);
        apart.won(0, 1, 1);
        apart.won(3, 2, 1);
        assert_eq!(strengths(&apart).apart, [vec![0, 1], vec![2, 3]]);

        let mut chain = Games::new(3);
        chain.won(0, 1, 1);
        chain.won(1, 2, 1);
        let found = strengths(&chain);
        assert_eq!((found.unbeaten, found.unbound, found.winless), (vec![0], vec![1], vec![2]));
        assert_eq!(strengths(&Games::new(0)), Strengths::default());
    }
}
