//! Statistics that know nothing of contests: counts in, numbers with their intervals out.
//!
//! Every method is in one file with its source, and is tested against published figures or other implementations.
//! Nothing here reads a clock or draws random numbers. Numbers that verify a record must be the same on every machine,
//! so only operations that IEEE 754 fixes to the last bit compute them; logarithm and exponential are those of `libm`,
//! which consist of such operations, never those of the machine.
//!
//! - [`agreement`]: how far raters agree about units, by Krippendorff's alpha.
//! - [`binomial_test`]: a share against a fixed one, exactly and by Wald's test.
//! - [`bradley_terry`]: the strength of competitors from their games against each other.
//! - [`clopper_pearson`]: the exact interval of a share of few independent successes.
//! - [`concordance`]: how far judges rank alike, by Kendall's W.
//! - [`confidence_sequence`]: the interval of a share that may be looked at after every trial.
//! - [`difference`]: the difference of two shares, its interval and its test.
//! - [`discrimination`]: how well judges tell two kinds apart, by d' and c.
//! - [`equivalence`]: the claim that a share is near a fixed one, by two one-sided tests.
//! - [`holm`]: several tests at once.
//! - [`mean`]: the interval of a mean, and of a mean of ratings on a scale.
//! - [`mixed_logit`]: how much judges and witnesses differ, by a crossed mixed model.
//! - [`population`]: shares in a population of judges and witnesses who differ.
//! - [`power`]: the power of a test of a share, and the judgements it needs.
//! - [`share`]: a share of judgements with the interval that fits its plan, clustered over judges and witnesses.
//! - [`special`]: the incomplete beta and gamma functions behind the others.
//! - [`sprt`]: a test that ends as soon as the successes decide between two shares.

#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test may stop at the first surprise"))]

pub mod agreement;
pub mod auc;
pub mod binomial_test;
pub mod bradley_terry;
pub mod clopper_pearson;
pub mod concordance;
pub mod confidence_sequence;
pub mod difference;
pub mod discrimination;
pub mod equivalence;
#[cfg(test)]
mod fixture;
pub mod holm;
pub mod logistic;
pub mod mean;
pub mod median;
pub mod mixed_logit;
pub mod normal;
pub mod population;
pub mod power;
pub mod proportion;
pub mod share;
pub mod special;
pub mod sprt;
pub mod timing;
pub mod unmasking;
