//! Conditions of awards in words: the requirement, and the finding.

use language::Message;
use rulebook::{Witness, schema::Condition};

use super::{Sentences, measure::name};
use crate::{
    JudgementOutcome,
    result::{ConditionFinding, Evidence, Scored},
    sentence_parts::{self, Counted, or_none},
};

/// The requirement of a condition.
pub(super) fn needed(condition: Condition) -> Message {
    match condition {
        Condition::ScoreAtLeast(least) => say!("award-needs-score", least = least),
        Condition::Fooled { judges, confederates } => say!(
            "award-needs-fooled",
            judges = say!("award-judges", number = judges),
            confederates = say!("award-different-confederates", number = confederates)
        ),
        Condition::NoConfederateAbove => say!("award-needs-no-confederate-above"),
        Condition::ConfederateAbove => say!("award-needs-confederate-above"),
        Condition::MedianAtLeastConfederates => say!("award-needs-median-as-good"),
        Condition::MedianBelowConfederates => say!("award-needs-median-below"),
        Condition::HumanVerdicts { judges } => say!("award-needs-verdicts", judges = judges),
        Condition::RankOrder { confederates } => say!("award-needs-rank", confederates = confederates),
        Condition::TakenForHumanShare(least) => say!("award-needs-share", least = least),
        Condition::IdentifiedAtMost(most) => say!("award-allows-share", most = most),
    }
}

/// The finding about this witness in a trial.
pub(super) fn told(of: &Sentences<'_>, witness: Witness, trial: u16, found: &ConditionFinding) -> Message {
    let interval = |counts| of.interval(counts, |row| (row.witness, row.trial) == (witness, trial));
    let id = witness.to_string();
    match &found.evidence {
        Evidence::Score { score: Some(score) } => say!("award-score", witness = id, score = score.to_string()),
        Evidence::Score { score: None } | Evidence::NoScore {} => say!("award-no-score", witness = id),
        Evidence::TakenBy { times: 0, .. } => say!("award-taken-by-nobody", witness = id),
        Evidence::TakenBy { judges, confederates, .. } => say!(
            "award-taken-beside",
            witness = id,
            judges = sentence_parts::named(Counted::Judges, judges),
            confederates = sentence_parts::named(Counted::Confederates, confederates)
        ),
        Evidence::NoConfederateScored { by, own } => {
            say!("award-confederates-without", witness = id, measure = name(by, None), own = own.to_string())
        }
        Evidence::BestConfederate { best, above, by, differ, own, theirs } => {
            let (best, measure) = (best.to_string(), name(by, own.and(*theirs)));
            let (own, theirs) = (or_none(*own), or_none(*theirs));
            match (above, differ) {
                (true, _) => say!(
                    "award-confederate-above",
                    best = best,
                    witness = id,
                    measure = measure,
                    theirs = theirs,
                    own = own
                ),
                (false, true) => say!(
                    "award-no-confederate-above",
                    best = best,
                    witness = id,
                    measure = measure,
                    theirs = theirs,
                    own = own
                ),
                (false, false) => {
                    say!("award-no-confederate-beyond", best = best, witness = id, measure = measure, own = own)
                }
            }
        }
        Evidence::MedianRanks { own, confederates } => {
            say!("award-medians", witness = id, own = or_none(*own), theirs = or_none(*confederates))
        }
        Evidence::RankOrder { own, met, missed } => {
            let own = or_none(*own);
            let told = |those: &[Scored]| {
                let each = those
                    .iter()
                    .map(|of| say!("award-figure-of", witness = of.witness.to_string(), score = or_none(of.score)));
                Message::list(each)
            };
            match (met.is_empty(), missed.is_empty()) {
                (true, true) => say!("award-median-alone", witness = id, own = own),
                (false, true) => say!("award-median-as-good", witness = id, own = own, met = told(met)),
                (true, false) => say!("award-median-worse", witness = id, own = own, missed = told(missed)),
                (false, false) => {
                    say!("award-median-between", witness = id, own = own, met = told(met), missed = told(missed))
                }
            }
        }
        Evidence::HumanVerdicts { judges } => {
            say!("award-verdicts", witness = id, judges = sentence_parts::named(Counted::Judges, judges))
        }
        Evidence::Taken { share } => {
            say!(
                "award-taken-share",
                witness = id,
                share = sentence_parts::share(*share, interval(JudgementOutcome::Taken).as_ref())
            )
        }
        Evidence::Identified { share } => {
            say!(
                "award-identified",
                witness = id,
                share = sentence_parts::share(*share, interval(JudgementOutcome::Right).as_ref())
            )
        }
    }
}
