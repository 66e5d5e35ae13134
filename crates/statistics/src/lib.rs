//! Statistics that know nothing of contests: counts in, numbers with their intervals out.
//!
//! Every method stands in one file with its source, and is tested against figures of others. Nothing here reads a clock
//! or throws dice, and only operations that IEEE 754 fixes to the last bit are used where a record must be recomputed.

#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test may stop at the first surprise"))]

pub mod proportion;
