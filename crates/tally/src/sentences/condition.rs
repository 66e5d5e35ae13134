//! Conditions of awards in words: what they ask for, and what was found.

use rulebook::{Witness, schema::Condition};

use super::measure::{name, or_none};
use crate::{
    result::{Evidence, Found, Scored},
    words,
};

/// What a condition asks for.
pub(super) fn needed(condition: Condition) -> String {
    let verb = |number: u16| if number == 1 { "is" } else { "are" };
    match condition {
        Condition::ScoreAtLeast(least) => format!("a score of at least {least} is needed"),
        Condition::Fooled { judges, confederates } => {
            let by = words::count(judges.into(), "judge");
            format!("{by} and {} are needed", words::count(confederates.into(), "different confederate"))
        }
        Condition::NoConfederateAbove => "no confederate may stand above".to_owned(),
        Condition::ConfederateAbove => "a confederate must stand above".to_owned(),
        Condition::MedianAtLeastConfederates => {
            "a median rank as good as that of all confederates together is needed".to_owned()
        }
        Condition::MedianBelowConfederates => {
            "a median rank below that of all confederates together is needed".to_owned()
        }
        Condition::HumanVerdicts { judges } => {
            format!("{} with this verdict {} needed", words::count(judges.into(), "judge"), verb(judges))
        }
        Condition::RankOrder { confederates } => {
            format!("a median rank as good as that of {} is needed", words::count(confederates.into(), "confederate"))
        }
        Condition::TakenForHumanShare(least) => format!("at least {least} % is needed"),
        Condition::IdentifiedAtMost(most) => format!("at most {most} % is allowed"),
    }
}

/// What was found of this witness.
pub(super) fn told(witness: Witness, found: &Found) -> String {
    match &found.evidence {
        Evidence::Score { score: Some(score) } => format!("the score of {witness} is {score}"),
        Evidence::Score { score: None } | Evidence::NoScore {} => format!("{witness} has no score"),
        Evidence::TakenBy { times: 0, .. } => format!("{witness} was taken for the human by no judge"),
        Evidence::TakenBy { judges, confederates, .. } => {
            let (by, beside) = (words::named(judges, "judge"), words::named(confederates, "confederate"));
            format!("{witness} was taken for the human by {by} in comparison with {beside}")
        }
        Evidence::NoConfederateScored { by, own } => {
            format!("no confederate has a {}, and {witness} has {own}", name(by, None))
        }
        Evidence::BestConfederate { best, above, by, differ, own, theirs } => {
            let measure = name(by, own.and(*theirs));
            let (own, theirs) = (or_none(*own), or_none(*theirs));
            match (above, differ) {
                (true, _) => format!(
                    "{best} stands above {witness}: the {measure} is {theirs} for {best} and {own} for {witness}"
                ),
                (false, true) => format!(
                    "no confederate stands above {witness}: the {measure} is {own} for {witness} and {theirs} for {best}, \
                     the best of them"
                ),
                (false, false) => format!(
                    "no confederate stands above {witness}: the {measure} of {best}, the best of them, is the same, {own}"
                ),
            }
        }
        Evidence::MedianRanks { own, confederates } => {
            let (own, theirs) = (or_none(*own), or_none(*confederates));
            format!("the median rank of {witness} is {own}, that of all confederates together {theirs}")
        }
        Evidence::RankOrder { own, met, missed } => {
            let told = |those: &[Scored]| {
                words::all_of(those.iter().map(|of| format!("{} ({})", of.witness, or_none(of.score))))
            };
            let sentence = format!("the median rank of {witness} is {}", or_none(*own));
            sentence
                + &match (met.is_empty(), missed.is_empty()) {
                    (true, true) => ", and there is no confederate".to_owned(),
                    (false, true) => format!(", as good as that of {}", told(met)),
                    (true, false) => format!(", not as good as that of {}", told(missed)),
                    (false, false) => format!(", as good as that of {}, not as that of {}", told(met), told(missed)),
                }
        }
        Evidence::HumanVerdicts { judges } => {
            format!("{witness} was given the verdict \"human\" by {}", words::named(judges, "judge"))
        }
        Evidence::Taken { share } => {
            format!("{witness} was taken for the human in {}", words::share(share.part(), share.whole()))
        }
        Evidence::Identified { share } => {
            format!("judges were right about {witness} in {}", words::share(share.part(), share.whole()))
        }
    }
}
