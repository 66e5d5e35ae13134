//! Statistics that know nothing of contests: counts in, numbers with their intervals out.
//!
//! Every method stands in one file with its source, and is tested against figures of others. Nothing here reads a clock
//! or throws dice. Only operations that IEEE 754 fixes to the last bit are used where a record must be recomputed, and
//! logarithm and exponential are those of `libm`, which are made of such operations, never those of the machine.

#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test may stop at the first surprise"))]

pub mod auc;
pub mod logistic;
pub mod mean;
pub mod median;
pub mod normal;
pub mod proportion;
pub mod timing;
pub mod unmasking;
