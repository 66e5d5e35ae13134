//! A rulebook and ballots for the tests of this crate.

use std::time::Duration;

use proptest::{prelude::*, sample::select};
use rulebook::{
    ConfederateId, EntryId, InterviewId, JudgeId, RoundNumber, Rulebook, Witness,
    schema::{
        AwardRule, BallotRules, Design, EndBallot, Instructions, InterviewBallot, InterviewRules, Layout, Medium,
        Money, Opener, Recipient, Roles, ScheduleRules, ScoreKind, ScoreRules, Sides, TieBreak,
    },
};

use crate::{Ballots, Choice, EndRanking, InterviewOutcome};

/// A rulebook for four with the scores and awards of 2010.
pub(crate) fn rulebook() -> Rulebook {
    let award = |id: &str, amount, to| AwardRule {
        id: id.to_owned(),
        title: format!("The {id} award"),
        purse: Some(Money { amount, currency: "USD".to_owned() }),
        to,
    };
    Rulebook {
        id: "fixture".to_owned(),
        title: "Fixture".to_owned(),
        source: "made for a test".to_owned(),
        roles: Roles { judges: 4, entries: 4, confederates: 4 },
        schedule: ScheduleRules { design: Design::GraecoLatin, sides: Sides::Drawn },
        interview: InterviewRules {
            layout: Layout::Pair,
            medium: Medium::Keystrokes { keys_per_second: 50, keys: 20_000 },
            opens: Opener::Judge,
            talk: Duration::from_secs(1500),
            scoring: Duration::from_secs(300),
        },
        ballots: BallotRules {
            interview: InterviewBallot::Choice,
            end: EndBallot::Ranking,
            end_time: Duration::from_secs(600),
        },
        score: ScoreRules { by: ScoreKind::TimesTakenForHuman, tie_breaks: vec![TieBreak::MeanEndRank] },
        awards: vec![
            award("first", 3000, Recipient::Place { place: 1 }),
            award("second", 1000, Recipient::Place { place: 2 }),
            award("third", 750, Recipient::Place { place: 3 }),
            award("fourth", 250, Recipient::Place { place: 4 }),
            award("finalist", 250, Recipient::EveryFinalist),
            award("silver", 25_000, Recipient::Fooled { judges: 2, confederates: 2 }),
        ],
        instructions: Instructions { judge: String::new(), confederate: String::new() },
    }
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
