//! Witnesses met one at a time, put side by side: each entry beside each confederate that the same judge met.

use std::collections::BTreeMap;

use rulebook::{InterviewId, JudgeId, RoundNumber, Witness};

use crate::{Answers, Outcome};

/// One outcome for each pair; the interviews show the witnesses each judge met.
pub(super) fn paired(interviews: &[Outcome], notes: &mut Vec<String>) -> Vec<Outcome> {
    let mut by_judge: BTreeMap<(u16, JudgeId), Sittings<'_>> = BTreeMap::new();
    for outcome in interviews {
        let Sittings { entries, confederates } = by_judge.entry((outcome.trial, outcome.interview.judge)).or_default();
        match outcome.witnesses.first() {
            Some(Witness::Entry(_)) => entries.push(outcome),
            Some(Witness::Confederate(_)) => confederates.push(outcome),
            None => {}
        }
    }
    let mut pairs = vec![];
    for ((trial, judge), Sittings { mut entries, mut confederates }) in by_judge {
        let who = |outcome: &&Outcome| (outcome.witnesses.first().copied(), outcome.interview.round);
        entries.sort_by_key(who);
        confederates.sort_by_key(who);
        let all = entries.iter().flat_map(|entry| confederates.iter().map(move |confederate| (entry, confederate)));
        for ((entry, confederate), number) in all.zip(1..u16::MAX) {
            pairs.push(Outcome {
                trial,
                interview: InterviewId { round: RoundNumber::new(number), judge },
                witnesses: entry.witnesses.union(&confederate.witnesses).copied().collect(),
                answers: entry.answers.as_ref().zip(confederate.answers.as_ref()).map(|(a, b)| joined(a, b)),
            });
        }
    }
    notes.push(format!(
        "the judges met one witness at a time: each entry is set beside each confederate its judge also met, which makes {} pairs of {} interviews",
        pairs.len(),
        interviews.len()
    ));
    pairs
}

/// One judge's interviews, by the kind of witness.
#[derive(Default)]
struct Sittings<'b> {
    entries: Vec<&'b Outcome>,
    confederates: Vec<&'b Outcome>,
}

/// The answers about both witnesses; answers about an interview as a whole are left out.
fn joined(a: &Answers<Witness>, b: &Answers<Witness>) -> Answers<Witness> {
    let mut joined = Answers { confidence: None, reason: None, choice: None, ..a.clone() };
    joined.verdicts.extend(&b.verdicts);
    joined.split.extend(&b.split);
    for (name, of_name) in &b.ratings {
        joined.ratings.entry(name.clone()).or_default().extend(of_name);
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict;

    #[test]
    fn what_was_said_of_one_interview_as_a_whole_is_not_said_of_a_pair() {
        let said = |name: &str| {
            let witness: Witness = name.parse().unwrap();
            let verdicts = [(witness, Verdict::Human)].into();
            let (choice, confidence, reason) = (Some(witness), Some(80), Some("slow".to_owned()));
            Answers { choice, verdicts, confidence, reason, ..Answers::default() }
        };
        let both = joined(&said("E1"), &said("C1"));
        assert_eq!((both.choice, both.confidence, both.reason), (None, None, None));
        assert_eq!(both.verdicts.len(), 2);
    }
}
