//! Graeco-Latin designs by construction: for every order that has one, up to a bound.
//!
//! A design of order n is kept as an orthogonal array: n² rows of four numbers below n, in which any two columns show
//! every pair of numbers exactly once. The columns are read as round, judge, entry and confederate, and every rule of a
//! Graeco-Latin plan is one of the six pairs of columns. The prover checks the result, so this code need not be
//! trusted.
//!
//! # Source
//! Linear arrays over rings and fields, and their direct product: H. F. MacNeish, Euler squares, Ann. of Math. 23
//! (1922) 221–227. Orders 2 modulo 4: see `quasi_difference`. Order 6 has no design: G. Tarry, Le problème des 36
//! officiers (1900).

use crate::quasi_difference;

/// A meeting of a design: the numbers of round, judge, entry and confederate, each from 0 to the order less one.
pub(crate) type Meeting = [usize; 4];

/// The design of this order.
///
/// # Panics
/// For orders 0, 2 and 6, which have none.
pub(crate) fn graeco_latin(order: usize) -> Vec<Meeting> {
    assert!(!matches!(order, 0 | 2 | 6), "no design of order {order} exists");
    let two_part = 1 << order.trailing_zeros();
    match two_part {
        1 => cyclic(order),
        2 => quasi_difference::array(order, cyclic),
        _ => product(&binary(two_part), &cyclic(order / two_part)),
    }
}

/// The design over the integers modulo an odd number, in which 2 and 2 - 1 are invertible.
fn cyclic(order: usize) -> Vec<Meeting> {
    square(order).map(|[a, b]| [a, b, (a + b) % order, (a + 2 * b) % order]).collect()
}

/// The design over the field of 4, 8, 16, 32 or 64 elements, in which the generator t and t - 1 are invertible.
fn binary(order: usize) -> Vec<Meeting> {
    let irreducible = match order {
        4 => 0b111,
        8 => 0b1011,
        16 => 0b1_0011,
        32 => 0b10_0101,
        64 => 0b100_0011,
        _ => unreachable!("orders are bounded by `MOST`"),
    };
    let times_t = |b: usize| if 2 * b < order { 2 * b } else { (2 * b) ^ irreducible };
    square(order).map(|[a, b]| [a, b, a ^ b, a ^ times_t(b)]).collect()
}

/// The direct product of two designs: its numbers are pairs of a number of each factor.
fn product(left: &[Meeting], right: &[Meeting]) -> Vec<Meeting> {
    let order = right.len().isqrt();
    let joined = |l: &Meeting, r: &Meeting| [0, 1, 2, 3].map(|column| l[column] * order + r[column]);
    left.iter().flat_map(|l| right.iter().map(move |r| joined(l, r))).collect()
}

fn square(order: usize) -> impl Iterator<Item = [usize; 2]> {
    (0..order).flat_map(move |a| (0..order).map(move |b| [a, b]))
}
