//! Graeco-Latin designs of the orders 10, 14, 18, …, where no product of smaller ones helps.
//!
//! An order n is split into v residues modulo v and u further symbols, u being the greatest number 3 modulo 4 with
//! 3u < n, and v = n - u. The array is made of columns of four entries that are developed modulo v: a column with a blank
//! gives v rows in which one further symbol stands in the blank. A design of order u completes it.
//!
//! For two rows of columns to meet in every pair of residues, their differences have to take every value once. If each
//! column is used in its four rotations, that comes down to a small puzzle: divide the residues other than 0 into u pairs
//! and k quadruples of sum 0 (v = 2u + 4k + 1), so that the sums x + y of the pairs (x, y), and w + x and x + y of the
//! quadruples (w, x, y, z), are never 0 and never the same, even up to sign. [`Blocks::solve`] finds the first solution
//! in a fixed order of search, so that a design is the same for ever.
//!
//! # Source
//! The method is that of quasi-difference matrices: R. C. Bose, S. S. Shrikhande and E. T. Parker, Further results on the
//! construction of mutually orthogonal Latin squares and the falsity of Euler's conjecture, Canad. J. Math. 12 (1960)
//! 189–203. The rotations and the puzzle are our specialisation of it.

/// A meeting of a design: the numbers of round, judge, entry and confederate.
type Meeting = [usize; 4];

/// The design of this order, which is 2 modulo 4 and at least 10; `odd` makes those of odd orders.
pub(crate) fn array(order: usize, odd: fn(usize) -> Vec<Meeting>) -> Vec<Meeting> {
    let further = (3..order.div_ceil(3)).step_by(4).next_back().expect("the order is at least 10");
    let modulus = order - further;
    let blocks = Blocks::solve(modulus, (modulus - 2 * further) / 4).expect("the test of this crate solves them all");

    let develop = |column: [usize; 4], blank: Option<usize>| {
        (0..4).flat_map(move |turn| {
            (0..modulus).map(move |shift| {
                let mut meeting = column.map(|residue| (residue + shift) % modulus);
                if let Some(symbol) = blank {
                    meeting[0] = modulus + symbol;
                }
                meeting.rotate_right(turn);
                meeting
            })
        })
    };
    let alike = (0..modulus).map(|residue| [residue; 4]);
    let full = blocks.quadruples.iter().flat_map(|&[w, x, y, _]| {
        let column = [0, modulus - w, 2 * modulus - w - x, 3 * modulus - w - x - y];
        develop(column, None)
    });
    let blank = blocks.pairs.iter().enumerate().flat_map(|(symbol, &[x, y])| {
        let column = [0, x, 0, modulus - y];
        develop(column, Some(symbol))
    });
    let rest = odd(further).into_iter().map(|meeting| meeting.map(|symbol| modulus + symbol));
    alike.chain(full).chain(blank).chain(rest).collect()
}

/// A division of some residues into pairs and quadruples, by the rules of the puzzle.
#[derive(Debug, Clone)]
struct Blocks {
    modulus: usize,
    pairs: Vec<[usize; 2]>,
    quadruples: Vec<[usize; 4]>,
    /// By residue, `true` if it is in a block.
    placed: Vec<bool>,
    /// By residue up to sign, `true` if it is a sum.
    summed: Vec<bool>,
}

impl Blocks {
    /// The first division with this many quadruples. Every order up to 64 takes fewer than 200 steps.
    fn solve(modulus: usize, quadruples: usize) -> Option<Self> {
        let mut only_zero = vec![false; modulus];
        only_zero[0] = true;
        let summed = only_zero.clone();
        Self { modulus, pairs: vec![], quadruples: vec![], placed: only_zero, summed }.completed(quadruples)
    }

    /// This division continued to the end: quadruples first, then the residue with the fewest partners left.
    fn completed(&self, quadruples: usize) -> Option<Self> {
        if self.quadruples.len() < quadruples {
            let w = self.open().next()?;
            return self.open().find_map(|x| {
                self.open().find_map(|y| {
                    let z = (3 * self.modulus - w - x - y) % self.modulus;
                    let mut more = self.with(&[w, x, y, z], &[w + x, x + y])?;
                    more.quadruples.push([w, x, y, z]);
                    more.completed(quadruples)
                })
            });
        }
        let Some(x) = self.open().min_by_key(|&x| self.partners(x).count()) else { return Some(self.clone()) };
        self.partners(x).find_map(|y| {
            let mut more = self.with(&[x, y], &[x + y])?;
            more.pairs.push([x, y]);
            more.completed(quadruples)
        })
    }

    /// The residues that may form a pair with this one.
    fn partners(&self, x: usize) -> impl Iterator<Item = usize> {
        self.open().filter(move |&y| self.with(&[x, y], &[x + y]).is_some())
    }

    /// This division with another block of these residues and sums; `None` when one of them is taken.
    fn with(&self, residues: &[usize], sums: &[usize]) -> Option<Self> {
        let mut more = self.clone();
        let residues_free = residues.iter().all(|&residue| !std::mem::replace(&mut more.placed[residue], true));
        let sums_free = sums.iter().all(|&sum| {
            let sum = sum % self.modulus;
            !std::mem::replace(&mut more.summed[sum.min(self.modulus - sum)], true)
        });
        (residues_free && sums_free).then_some(more)
    }

    /// The residues that are in no block.
    fn open(&self) -> impl Iterator<Item = usize> {
        (0..self.modulus).filter(|&residue| !self.placed[residue])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_blocks_of_an_order_are_the_same_for_ever() {
        let ten = Blocks::solve(7, 0).unwrap();
        assert_eq!(ten.pairs, [[1, 3], [5, 4], [2, 6]]);
        let fourteen = Blocks::solve(11, 1).unwrap();
        assert_eq!(fourteen.quadruples, [[1, 3, 2, 5]]);
        assert_eq!(fourteen.pairs, [[7, 6], [8, 4], [9, 10]]);
    }
}
