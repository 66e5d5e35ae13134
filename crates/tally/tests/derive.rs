//! Stories of contests under other rulebooks.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use std::{collections::BTreeMap, sync::LazyLock};

use common::{choices, medians, ratings, read_all, splits, told, verdicts, wager};
use proptest::prelude::*;
use rulebook::{
    Decimal, EntryId, InterviewId, JudgeId, RoundNumber, Rulebook, Witness,
    schema::{Layout, Measure, Question, Roles, TieBreak, Trials},
};
use tally::{
    Answers, Ballots, EndRanking, Outcome, Verdict,
    derive::{Derived, NotDerivable, derive},
};

fn derived(from: &Rulebook, to: &Rulebook, file: &str) -> Result<Derived, NotDerivable> {
    let reading = read_all(from, &[("a", file)]).unwrap();
    derive(&reading.rulebook, to, &reading.ballots)
}

/// Checks that the ballots of this file, given under one rulebook, become these under the other, with these notes.
fn check(from: &Rulebook, to: &Rulebook, file: &str, expected: &str, notes: &[&str]) {
    let Derived { ballots, notes: found, .. } = derived(from, to, file).unwrap();
    assert_eq!(told(&ballots), expected);
    let numbers = |note: &&String| !note.starts_with("the contest had");
    assert_eq!(found.iter().filter(numbers).collect::<Vec<_>>(), notes);
}

/// Checks that the ballots of this file cannot be converted to the other rulebook, for this reason.
fn refused(from: &Rulebook, to: &Rulebook, file: &str, expected: &str) {
    assert_eq!(derived(from, to, file).unwrap_err().to_string(), expected);
}

const RATED: &str = "judge,witness,humanness\nJ1,E1,4\nJ1,E2,1.5\nJ1,C1,4\nJ1,C2,5\nJ2,E1,2.5\nJ2,C1,0\n";
const RANKED: &str = "judge,witness,rank\nJ1,E1,3\nJ1,E2,1\nJ1,C1,4\nJ1,C2,2\n";

#[test]
fn ratings_choose_the_higher_of_each_pair_and_order_everyone() {
    check(
        &ratings(),
        &choices(),
        RATED,
        "R1-J1 C1+E1:\nR2-J1 C2+E1: took C2\nR3-J1 C1+E2: took C1\nR4-J1 C2+E2: took C2\nR1-J2 C1+E1: took E1\n\
         J1 ranks C2 C1=E1 E2\nJ2 ranks E1 C1",
        &[
            "the judges met one witness at a time: each entry is set beside each confederate its judge also met, which makes 5 pairs of 6 interviews",
            "a choice is derived from a rating: the one of the two that is rated higher is chosen; equal ratings choose nobody",
            "a ranking is derived from a rating: each judge's witnesses are ordered by their ratings; equal ratings are level",
            "1 pair in which nobody is chosen, because the two are level",
        ],
    );
}

#[test]
fn ratings_have_a_middle_that_parts_human_from_machine() {
    let verdicts_of = |unsure| {
        let mut to = verdicts(unsure);
        to.interview.layout = Layout::One;
        told(&derived(&ratings(), &to, RATED).unwrap().ballots)
    };
    let with = "R1-J1 E1: E1=Human\nR1-J2 E1: E1=Unsure\nR2-J1 C1: C1=Human\nR2-J2 C1: C1=Machine\nR3-J1 E2: E2=Machine\n\
                R4-J1 C2: C2=Human";
    assert_eq!(verdicts_of(true), with);
    assert_eq!(verdicts_of(false), with.replace(" E1=Unsure", ""));
}

#[test]
fn a_rating_of_humanness_is_no_rating_of_anything_else() {
    let derived = derived(&ratings(), &medians(), RATED).unwrap();
    assert_eq!(derived.rulebook.ballots.interview, []);
    assert!(told(&derived.ballots).ends_with("J1 ranks C2 C1=E1 E2\nJ2 ranks E1 C1"));
    let left_out = "the rating `appropriateness` is left out: no score or award rests on it".to_owned();
    assert!(derived.notes.contains(&left_out), "{:?}", derived.notes);
}

#[test]
fn verdicts_need_no_pairs_so_that_no_interview_counts_twice() {
    let derived = derived(&ratings(), &verdicts(true), RATED).unwrap();
    assert_eq!(derived.ballots.interviews.len(), 6);
    assert_eq!(derived.rulebook.interview.layout, Layout::One);
    assert_eq!(derived.rulebook.ballots.interview, [Question::Verdict { unsure: true }]);
}

#[test]
fn a_rating_that_nothing_is_scored_by_says_nothing_of_humanness() {
    let mut unranked = medians();
    unranked.ballots.ranking = None;
    let file = "judge,witness,appropriateness,responsiveness\nJ1,E1,3,4\nJ1,C1,5,5\n";
    refused(
        &unranked,
        &choices(),
        file,
        "`loebner-2010` needs who was taken for the human: the ballots hold only `appropriateness` and `responsiveness`, which `medians` does not score by",
    );
}

#[test]
fn a_ranking_chooses_but_draws_no_line_between_human_and_machine() {
    check(
        &medians(),
        &choices(),
        RANKED,
        "R1-J1 C1+E1: took C1\nR2-J1 C2+E1: took E1\nR3-J1 C1+E2: took C1\nR4-J1 C2+E2: took C2\nJ1 ranks C1 E1 C2 E2",
        &[
            "the judges met one witness at a time: each entry is set beside each confederate its judge also met, which makes 4 pairs of 4 interviews",
            "a choice is derived from a ranking: the one of the two that the judge ranked higher is chosen; equal ranks choose nobody",
        ],
    );
    refused(
        &medians(),
        &wager(),
        RANKED,
        "`wager` needs a verdict, human or machine, about each witness: a ranking is an order and does not say where the machines begin",
    );
    refused(
        &medians(),
        &ratings(),
        RANKED,
        "`ratings` needs the rating `humanness`: a ranking is an order and does not say how far apart its places are",
    );
}

#[test]
fn points_answer_every_question_there_is() {
    let file =
        "judge,entry,confederate,entry_points,confederate_points\nJ1,E1,C1,60,40\nJ1,E2,C2,20,80\nJ2,E2,C1,45,55\n";
    check(
        &splits(),
        &choices(),
        file,
        "R1-J1 C1+E1: took E1\nR1-J2 C1+E2: took C1\nR2-J1 C2+E2: took C2\nJ1 ranks C2 E1 C1 E2\nJ2 ranks C1 E2",
        &[
            "a choice is derived from a split of points: the one of the two with more points is chosen; equal points choose nobody",
            "a ranking is derived from a split of points: each judge's witnesses are ordered by their points; equal points are level",
        ],
    );
    check(
        &splits(),
        &ratings(),
        file,
        "R1-J1 C1+E1: humanness(C1)=2 humanness(E1)=3\nR1-J2 C1+E2: humanness(C1)=2.75 humanness(E2)=2.25\n\
         R2-J1 C2+E2: humanness(C2)=4 humanness(E2)=1",
        &[
            "the rating `humanness` is derived from a split of points: the share of the points is taken as the share of the scale",
        ],
    );
    let wagered = derived(&splits(), &wager(), file).unwrap();
    assert_eq!(wagered.rulebook.trials, None, "one trial needs no combining");
    assert!(told(&wagered.ballots).starts_with("R1-J1 C1+E1: C1=Machine E1=Human\n"));
}

#[test]
fn a_choice_stands_for_a_split_where_only_the_winner_counts() {
    let file = "judge,entry,confederate,choice,witness,rank\nJ1,E1,C1,E1,,\nJ1,,,,E1,2\nJ1,,,,C1,1\n";
    let derived = derived(&choices(), &splits(), file).unwrap();
    assert_eq!(told(&derived.ballots), "R1-J1 C1+E1: took E1\nJ1 ranks C1 E1");
    assert_eq!(derived.rulebook.ballots.interview, [Question::Choice]);
    assert_eq!(derived.rulebook.score.tie_breaks, [TieBreak::By(Measure::MeanRank), TieBreak::Selection]);
}

#[test]
fn a_tie_break_that_cannot_be_had_is_left_out_and_said() {
    let file = "judge,entry,confederate,choice\nJ1,E1,C1,E1\n";
    let derived = derived(&choices(), &splits(), file).unwrap();
    assert_eq!(derived.rulebook.score.tie_breaks, [TieBreak::Selection]);
    assert_eq!(
        derived.notes,
        [
            "who would have had more points is known, not how many: a choice stands for each split",
            "a tie-break is left out, because it needs points that were shared out, which is not known",
        ]
    );
    refused(
        &choices(),
        &medians(),
        file,
        "`medians` needs a ranking of everyone met: a choice compares only the two of one interview, and orders nobody else",
    );
}

#[test]
fn verdicts_choose_where_they_differ() {
    let file = "judge,entry,confederate,entry_verdict,confederate_verdict,confidence\nJ1,E1,C1,human,machine,80\n\
                J1,E2,C2,human,human,10\nJ2,E1,C2,machine,unsure,50\n";
    let found = derived(&verdicts(true), &choices(), file).unwrap();
    assert_eq!(
        told(&found.ballots),
        "R1-J1 C1+E1: took E1\nR1-J2 C2+E1: took C2\nR2-J1 C2+E2:\nJ1 ranks C2=E1=E2 C1\nJ2 ranks C2 E1"
    );
    refused(
        &verdicts(true),
        &ratings(),
        file,
        "`ratings` needs the rating `humanness`: a verdict does not say how human a witness seemed",
    );
}

#[test]
fn another_scale_keeps_its_ends_and_its_order() {
    let mut to = ratings();
    to.ballots.interview = vec![Question::Rating {
        name: "humanness".to_owned(),
        text: "How human?".to_owned(),
        from: 1,
        to: 7,
        decimals: 0,
        anchors: vec![],
    }];
    check(
        &ratings(),
        &to,
        "judge,witness,humanness\nJ1,E1,0\nJ1,C1,5\nJ1,E2,2.5\nJ1,C2,1\n",
        "R1-J1 E1: humanness(E1)=1\nR2-J1 C1: humanness(C1)=7\nR3-J1 E2: humanness(E2)=4\nR4-J1 C2: humanness(C2)=2.2",
        &["the rating `humanness` is the given one moved onto the other scale, its ends on its ends"],
    );
}

#[test]
fn trials_stay_apart_and_are_as_many_as_were_held() {
    let file =
        "trial,judge,witness,verdict,rank\n1,J1,E1,human,2\n1,J1,C1,machine,1\n2,J1,E1,machine,1\n2,J1,C1,human,2\n";
    let found = derived(&wager(), &choices(), file).unwrap();
    assert_eq!(found.rulebook.trials, Some(Trials::of(3, None)));
    assert_eq!(told(&found.ballots), "R1-J1 C1+E1: took E1\nR1-J1 C1+E1: took C1\nJ1 ranks E1 C1\nJ1 ranks C1 E1");
}

#[test]
fn who_was_chosen_is_human_and_the_other_is_not() {
    let file = "judge,entry,confederate,choice\nJ1,E1,C1,E1\nJ1,E2,C2,C2\n";
    let found = derived(&choices(), &verdicts(false), file).unwrap();
    assert_eq!(told(&found.ballots), "R1-J1 C1+E1: C1=Machine E1=Human\nR2-J1 C2+E2: C2=Human E2=Machine");
}

#[test]
fn several_interviews_with_one_witness_count_as_their_mean_in_a_derived_ranking() {
    let order = |once: &str| {
        let file = format!("round,judge,witness,humanness\nR1,J1,E1,4\nR2,J1,E1,2\nR3,J1,E2,{once}\n");
        told(&derived(&ratings(), &choices(), &file).unwrap().ballots)
    };
    assert!(order("3.5").ends_with("J1 ranks E2 E1"), "{}", order("3.5"));
    assert!(order("2.5").ends_with("J1 ranks E1 E2"), "{}", order("2.5"));
    assert!(order("3").ends_with("J1 ranks E1=E2"), "{}", order("3"));
}

#[test]
fn pairs_are_made_only_as_far_as_they_can_be_numbered() {
    let with = |entries, confederates| {
        let mut from = ratings();
        from.roles = Roles::of(2, entries, confederates);
        from
    };
    let file = "judge,witness,humanness\nJ1,E1,4\nJ1,C1,2\n";
    for (entries, confederates) in [(256, 256), (255, 257)] {
        let refusal = derived(&with(entries, confederates), &choices(), file).unwrap_err().to_string();
        let pairs = u32::from(entries) * u32::from(confederates);
        assert!(refusal.contains(&format!("a judge would have {pairs} pairs, more than can be numbered")), "{refusal}");
    }
    assert!(derived(&with(2, 32_767), &choices(), file).is_ok());
}

#[test]
fn a_question_that_nothing_rests_on_is_left_out_and_said_beside_a_choice_too() {
    let mut to = choices();
    to.ballots.interview.push(medians().ballots.interview[0].clone());
    let notes = derived(&ratings(), &to, RATED).unwrap().notes;
    let note = "the rating `appropriateness` is left out: no score or award rests on it";
    assert!(notes.iter().any(|found| found == note), "{notes:?}");
}

/// A rulebook that asks for this rating, and scores by it.
fn rated(name: &str, from: u16, to: u16) -> Rulebook {
    let mut rulebook = ratings();
    let rating = Question::Rating {
        name: name.to_owned(),
        text: "How human?".to_owned(),
        from,
        to,
        decimals: 3,
        anchors: vec![],
    };
    rulebook.id = format!("rated-{name}");
    rulebook.ballots.interview = vec![rating];
    rulebook.score.by = Measure::MeanRating(name.to_owned());
    rulebook
}

#[test]
fn a_rating_moved_onto_another_scale_is_exact_to_the_nearest_thousandth_whatever_its_ends_are() {
    let moved = |from: (u16, u16), to: (u16, u16), rating: &str| {
        let file = format!("judge,witness,humanness\nJ1,E1,{rating}\n");
        told(&derived(&rated("humanness", from.0, from.1), &rated("humanness", to.0, to.1), &file).unwrap().ballots)
    };
    for (from, to, given, expected) in [
        ((1, 5), (0, 5), "2", "1.25"),
        ((1, 5), (0, 5), "1", "0"),
        ((1, 5), (1, 3), "5", "3"),
        ((2, 4), (1, 7), "2.5", "2.5"),
        ((0, 3), (0, 1), "1", "0.333"),
        ((0, 3), (0, 1), "2", "0.667"),
        // The half is rounded up.
        ((0, 2), (0, 1), "1.001", "0.501"),
        ((1, 3), (2, 3), "2.001", "2.501"),
    ] {
        assert_eq!(moved(from, to, given), format!("R1-J1 E1: humanness(E1)={expected}"), "{from:?} onto {to:?}");
    }
}

#[test]
fn a_rating_is_said_to_be_moved_only_where_an_end_of_its_scale_differs() {
    let file = "judge,witness,humanness\nJ1,E1,2\n";
    let moved = |low, high| {
        let notes = derived(&rated("humanness", 0, 5), &rated("likeness", low, high), file).unwrap().notes;
        notes.iter().any(|note| note.contains("moved onto the other scale"))
    };
    assert!(!moved(0, 5));
    assert!(moved(0, 7));
    assert!(moved(1, 5));
}

#[test]
fn of_several_ratings_each_answers_for_itself() {
    let two = |id: &str, to| {
        let mut rulebook = medians();
        rulebook.id = id.to_owned();
        rulebook.ballots.ranking = None;
        rulebook.score.by = Measure::MeanRating("responsiveness".to_owned());
        rulebook.score.tie_breaks = vec![TieBreak::By(Measure::MeanRating("appropriateness".to_owned()))];
        for question in &mut rulebook.ballots.interview {
            if let Question::Rating { to: end, .. } = question {
                *end = to;
            }
        }
        rulebook
    };
    let file = "judge,witness,appropriateness,responsiveness\nJ1,E1,2,4\n";
    let found = derived(&two("five", 5), &two("nine", 9), file).unwrap();
    assert_eq!(told(&found.ballots), "R1-J1 E1: appropriateness(E1)=3 responsiveness(E1)=7");
}

#[test]
fn a_rating_that_only_a_tie_break_looks_at_says_how_human_a_witness_seemed() {
    let mut from = medians();
    from.ballots.ranking = None;
    from.score.tie_breaks = vec![TieBreak::By(Measure::MeanRating("responsiveness".to_owned()))];
    let file = "judge,witness,appropriateness,responsiveness\nJ1,E1,5,2\nJ1,C1,1,4\n";
    let found = derived(&from, &choices(), file).unwrap();
    assert!(told(&found.ballots).starts_with("R1-J1 C1+E1: took C1\n"), "{}", told(&found.ballots));
}

#[test]
fn verdicts_that_would_be_unsure_are_counted_where_unsure_is_not_allowed() {
    let mut to = verdicts(false);
    to.interview.layout = Layout::One;
    let note = "1 answer on the line between human and machine, where unsure is not allowed: no verdict";
    let found = derived(&ratings(), &to, RATED).unwrap();
    assert!(found.notes.iter().any(|found| found == note), "{:?}", found.notes);
}

#[test]
fn a_derived_ranking_may_have_equals_and_one_that_was_given_keeps_its_rule() {
    let equals = |derived: Derived| derived.rulebook.ballots.ranking.unwrap().equals;
    assert!(!choices().ballots.ranking.unwrap().equals);
    assert!(equals(derived(&ratings(), &choices(), RATED).unwrap()));
    assert!(!equals(derived(&medians(), &choices(), RANKED).unwrap()));
}

#[test]
fn points_stay_points_and_who_shared_out_none_gave_no_answer() {
    let mut to = splits();
    to.id = "other".to_owned();
    to.ballots.ranking = choices().ballots.ranking;
    let file = "judge,entry,confederate,entry_points,confederate_points\nJ1,E1,C1,60,40\nJ1,E2,C2,,\n";
    let found = derived(&splits(), &to, file).unwrap();
    assert_eq!(told(&found.ballots), "R1-J1 C1+E1: C1:40 E1:60\nR2-J1 C2+E2: none\nJ1 ranks E1 C1");
}

proptest! {
    #[test]
    fn the_same_rulebook_changes_nothing(ballots in any_ballots()) {
        for rulebook in &*ALL {
            let found = derive(rulebook, rulebook, &ballots).unwrap();
            prop_assert_eq!(&found.ballots, &ballots);
            prop_assert_eq!(&found.rulebook, rulebook);
            prop_assert!(found.notes.is_empty());
        }
    }

    #[test]
    fn nobody_answers_who_did_not_and_what_is_level_stays_level(ballots in any_ballots()) {
        for from in &*ALL {
            for to in &*ALL {
                let Ok(Derived { ballots: found, .. }) = derive(from, to, &ballots) else { continue };
                for outcome in &found.interviews {
                    let Some(answers) = &outcome.answers else { continue };
                    for witness in &outcome.witnesses {
                        let given = ballots.interviews.iter().filter(|given| {
                            given.interview.judge == outcome.interview.judge && given.witnesses.contains(witness)
                        });
                        prop_assert!(given.filter_map(|given| given.answers).next().is_some());
                    }
                    if from.id == "ratings" && to.id == "loebner-2010" && let Some(chosen) = answers.choice {
                        let other = outcome.witnesses.iter().find(|witness| **witness != chosen).unwrap();
                        prop_assert!(rating(&ballots, &outcome, chosen) > rating(&ballots, &outcome, *other));
                    }
                }
                for ranking in &found.rankings {
                    for witness in ranking.order.iter().flatten() {
                        let met = |given: Outcome| given.interview.judge == ranking.judge && given.witnesses.contains(witness);
                        let ranked = |given: &EndRanking| given.judge == ranking.judge && given.order.iter().flatten().any(|w| w == witness);
                        prop_assert!(ballots.interviews.iter().any(met) || ballots.rankings.iter().any(ranked));
                    }
                }
            }
        }
    }
}

static ALL: LazyLock<[Rulebook; 7]> =
    LazyLock::new(|| [choices(), ratings(), medians(), splits(), verdicts(true), verdicts(false), wager()]);

fn rating(ballots: &Ballots, of: &Outcome, witness: Witness) -> Option<Decimal> {
    let same = |given: &Outcome| given.interview.judge == of.interview.judge && given.witnesses.contains(&witness);
    let answers = ballots.interviews.iter().find(same)?.answers?;
    answers.ratings.get("humanness")?.get(&witness).copied()
}

/// Ballots of two judges about witnesses they met one at a time, with answers of every kind, some missing.
fn any_ballots() -> impl Strategy<Value = Ballots> {
    let answer = (any::<bool>(), 0_u32..6, 0_u8..3, any::<bool>());
    let answers = prop::collection::vec(answer, 8);
    (answers, prop::collection::vec(0_usize..3, 8)).prop_map(|(answers, ranks)| {
        let witness = |number: usize| match number % 4 {
            0 => Witness::Entry(EntryId::new(1)),
            1 => Witness::Entry(EntryId::new(2)),
            2 => Witness::Confederate("C1".parse().unwrap()),
            _ => Witness::Confederate("C2".parse().unwrap()),
        };
        let outcome = |(index, (given, rated, verdict, chosen)): (usize, (bool, u32, u8, bool))| {
            let witness = witness(index);
            let verdicts = [Verdict::Human, Verdict::Machine, Verdict::Unsure];
            Outcome {
                trial: 1,
                interview: InterviewId { round: RoundNumber::at(index % 4), judge: JudgeId::at(index / 4) },
                witnesses: [witness].into(),
                answers: given.then(|| Answers {
                    choice: chosen.then_some(witness),
                    verdicts: [(witness, verdicts[usize::from(verdict)])].into(),
                    ratings: BTreeMap::from([(
                        "humanness".to_owned(),
                        [(witness, Decimal::from_thousandths(rated * 1000))].into(),
                    )]),
                    ..Answers::default()
                }),
            }
        };
        let ranking = |judge: usize| EndRanking {
            trial: 1,
            judge: JudgeId::at(judge),
            order: (0..3)
                .map(|group| (0..4).filter(|&at| ranks[judge * 4 + at] == group).map(witness).collect::<Vec<_>>())
                .filter(|group| !group.is_empty())
                .collect(),
        };
        Ballots {
            interviews: answers.into_iter().enumerate().map(outcome).collect(),
            rankings: (0..2).map(ranking).collect(),
        }
    })
}

#[test]
fn a_choice_stays_the_choice_that_it_was_also_of_somebody_who_was_not_there() {
    let mut to = choices();
    (to.id, to.ballots.ranking, to.score.tie_breaks) = ("unranked".to_owned(), None, vec![]);
    let witness = |name: &str| name.parse::<Witness>().unwrap();
    let answers = Answers { choice: Some(witness("E3")), ..Answers::default() };
    let outcome = Outcome {
        trial: 1,
        interview: InterviewId { round: RoundNumber::new(1), judge: JudgeId::new(1) },
        witnesses: ["E1", "C1"].map(witness).into(),
        answers: Some(answers),
    };
    let ballots = Ballots { interviews: vec![outcome].into(), rankings: vec![] };
    let derived = derive(&choices(), &to, &ballots).unwrap();
    assert_eq!(told(&derived.ballots), "R1-J1 C1+E1: took E3");
    assert!(!derived.notes.iter().any(|note| note.contains("level")), "{:?}", derived.notes);
}
