//! A rulebook and ballots for the tests of this crate.

use proptest::{prelude::*, sample::select};
use rulebook::{ConfederateId, EntryId, InterviewId, JudgeId, RoundNumber, Rulebook, Witness, schema::Recipient};

use crate::{Ballots, Choice, EndRanking, InterviewOutcome};

/// The rulebook of 2010, its awards in the order places, finalists, silver.
pub(crate) fn rulebook() -> Rulebook {
    let mut rulebook = rulebook::shipped::rulebook("loebner-2010").unwrap();
    rulebook.awards.sort_by_key(|award| match award.to {
        Recipient::Place { place } => place,
        Recipient::EveryFinalist => u16::MAX - 1,
        Recipient::Fooled { .. } => u16::MAX,
    });
    rulebook
}

/// The ballots in lines such as `J1 took E3 before C1` (for the human), and `J1: C1 E2 C2 E3` (most human first).
pub(crate) fn ballots(choices: &[&str], rankings: &[&str]) -> Ballots {
    let outcome = |(index, line): (usize, &&str)| {
        let words: Vec<_> = line.split(' ').collect();
        let [judge, "took", taken, "before", other] = words[..] else { panic!("a choice in `{line}`") };
        let interview = InterviewId { round: RoundNumber::at(index), judge: judge.parse().unwrap() };
        let (entry, confederate, choice) = match (taken.parse().unwrap(), other.parse().unwrap()) {
            (Witness::Entry(entry), Witness::Confederate(confederate)) => (entry, confederate, Choice::Entry),
            (Witness::Confederate(confederate), Witness::Entry(entry)) => (entry, confederate, Choice::Confederate),
            _ => panic!("one entry and one confederate in `{line}`"),
        };
        InterviewOutcome { interview, entry, confederate, choice: Some(choice) }
    };
    let ranking = |line: &&str| {
        let (judge, order) = line.split_once(": ").unwrap();
        EndRanking {
            judge: judge.parse().unwrap(),
            order: order.split(' ').map(|witness| witness.parse().unwrap()).collect(),
        }
    };
    Ballots {
        interviews: choices.iter().enumerate().map(outcome).collect(),
        rankings: rankings.iter().map(ranking).collect(),
    }
}

/// Any ballots of a contest of four: every judge with every entry, some without a choice, some judges without a ranking,
/// some rankings that leave witnesses out.
pub(crate) fn any_ballots() -> impl Strategy<Value = Ballots> {
    let choice = select(vec![None, Some(Choice::Entry), Some(Choice::Confederate)]);
    let interviews = proptest::collection::vec(choice, 16).prop_map(|choices| {
        let outcome = |(index, choice): (usize, Option<Choice>)| {
            let (judge, entry) = (index / 4, index % 4);
            InterviewOutcome {
                interview: InterviewId { round: RoundNumber::at((judge + entry) % 4), judge: JudgeId::at(judge) },
                entry: EntryId::at(entry),
                confederate: ConfederateId::at((judge + 2 * entry) % 4),
                choice,
            }
        };
        choices.into_iter().enumerate().map(outcome).collect()
    });
    let witnesses: Vec<Witness> =
        EntryId::first(4).map(Witness::Entry).chain(ConfederateId::first(4).map(Witness::Confederate)).collect();
    let order = (Just(witnesses).prop_shuffle(), 0_usize..=8).prop_map(|(mut order, length)| {
        order.truncate(length);
        order
    });
    let rankings = proptest::collection::vec(order, 4).prop_map(|orders| {
        let ranking = |(judge, order): (usize, Vec<Witness>)| EndRanking { judge: JudgeId::at(judge), order };
        let given = orders.into_iter().enumerate().filter(|(_, order)| !order.is_empty());
        given.map(ranking).collect()
    });
    (interviews, rankings).prop_map(|(interviews, rankings)| Ballots { interviews, rankings })
}
