//! The confidence of judges who were right, wrong, or undecided.

use rulebook::Witness;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Answers, Ballots, Fraction, Score, Verdict};

/// The mean confidence of judges in per cent, exact, each with the number of interviews; null without any.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Confidence {
    /// In interviews in which the judge was right about every witness.
    pub right: Option<Score>,
    /// In interviews in which the judge was wrong about a witness.
    pub wrong: Option<Score>,
    /// In the others, because of an `unsure` or of equal points.
    pub unsure: Option<Score>,
}

/// The confidence of judges; `None` where no ballot has one.
#[must_use]
pub fn confidence(ballots: &Ballots) -> Option<Confidence> {
    let mut sums = [(0, 0); 3];
    for outcome in &ballots.interviews {
        let Some((answers, sure)) = outcome.answers.as_ref().and_then(|answers| Some((answers, answers.confidence?)))
        else {
            continue;
        };
        let of = match right(answers) {
            Some(true) => 0,
            Some(false) => 1,
            None => 2,
        };
        sums[of] = (sums[of].0 + u64::from(sure), sums[of].1 + 1);
    }
    let mean = |(sum, numbers): (u64, u64)| Some(Score::Mean { exact: Fraction::new(sum, numbers)?, numbers });
    let [right, wrong, unsure] = sums.map(mean);
    [right, wrong, unsure].iter().any(Option::is_some).then_some(Confidence { right, wrong, unsure })
}

/// Returns whether the judge was right; `None` where the answers leave it open.
fn right(answers: &Answers<Witness>) -> Option<bool> {
    let is_person = |witness: &Witness| matches!(witness, Witness::Confederate(_));
    if let Some(choice) = &answers.choice {
        return Some(is_person(choice));
    }
    if !answers.verdicts.is_empty() {
        let of = |(witness, verdict): (&Witness, &Verdict)| match verdict {
            Verdict::Human => Some(is_person(witness)),
            Verdict::Machine => Some(!is_person(witness)),
            Verdict::Unsure => None,
        };
        let all: Vec<Option<bool>> = answers.verdicts.iter().map(of).collect();
        return if all.contains(&Some(false)) {
            Some(false)
        } else {
            all.into_iter().collect::<Option<Vec<_>>>().map(|_| true)
        };
    }
    let most = answers.split.values().max()?;
    let mut best = answers.split.iter().filter(|(_, points)| *points == most);
    best.next().filter(|_| best.next().is_none()).map(|(witness, _)| is_person(witness))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Outcome, fixture::ballots};

    #[test]
    fn whoever_gives_a_person_the_most_points_is_right_and_equal_points_are_neither() {
        let outcomes = ballots("J1 E1 C1: 40 60\nJ1 E2 C2: 51 49\nJ1 E3 C3: 50 50\nJ2 E1 C1: 40 60").interviews;
        let sure = |(mut outcome, sure): (Outcome, u8)| {
            outcome.answers.as_mut().unwrap().confidence = Some(sure);
            outcome
        };
        let interviews = outcomes.iter().zip([90, 70, 20, 80]).map(sure).collect();
        let found = confidence(&Ballots { interviews, rankings: vec![] }).unwrap();
        let told = [found.right, found.wrong, found.unsure].map(|mean| mean.unwrap().to_string());
        assert_eq!(told, ["85", "70", "20"]);
    }
}
