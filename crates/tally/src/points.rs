//! A judge's points put in order: the most points are rank 1, and equal points share the mean of their ranks.

/// The ranks, in halves, of the holders of these points.
pub(crate) fn points_to_ranks<T>(mut points: Vec<(u16, T)>) -> Vec<(T, u32)> {
    points.sort_unstable_by_key(|&(points, _)| std::cmp::Reverse(points));
    let mut halves: Vec<u32> = Vec::with_capacity(points.len());
    for level in points.chunk_by(|(a, _), (b, _)| a == b) {
        let rank = u32::try_from(2 * halves.len() + level.len() + 1).unwrap_or(u32::MAX);
        halves.extend(std::iter::repeat_n(rank, level.len()));
    }
    points.into_iter().map(|(_, who)| who).zip(halves).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(points: &[u16], ranks: &[&str]) {
        let mut found =
            points_to_ranks(points.iter().copied().enumerate().map(|(who, points)| (points, who)).collect());
        found.sort_unstable();
        let told = found.into_iter().map(|(_, halves)| crate::Fraction::new(halves.into(), 2).unwrap().to_string());
        assert_eq!(told.collect::<Vec<_>>(), ranks);
    }

    /// Source: the rules of 2006, which forbid a judge the same split twice so that the eight scores are distinct; case 3
    /// of the project's notes on the rules.
    #[test]
    fn four_different_splits_give_eight_different_ranks() {
        check(&[51, 49, 52, 48, 53, 47, 54, 46], &["4", "5", "3", "6", "2", "7", "1", "8"]);
    }

    #[test]
    fn equal_points_share_the_mean_of_their_ranks() {
        check(&[40, 60, 60, 40], &["3.5 (7/2)", "1.5 (3/2)", "1.5 (3/2)", "3.5 (7/2)"]);
        check(&[50, 50, 50], &["2", "2", "2"]);
        check(&[], &[]);
    }
}
