//! A verdict before the end of the time to talk: it ends that interview and no other.

use contest::{Command, ContestResult, Refusal, contest::Phase};
use rulebook::{JudgeId, RoundNumber, Seat};
use tally::{Answers, Verdict};

use crate::story::{Story, interview, judge, rules};

fn begun() -> Story {
    let mut story = Story::under(rules("two-party-2024", |rules| {
        (rules.roles.judges, rules.roles.entries, rules.roles.confederates) = (2, 2, 1);
        rules.ballots.interview.truncate(2);
    }));
    story.open_round().unwrap();
    story
}

fn seals(story: &mut Story, number: u16, verdict: Verdict) -> Result<(), Refusal> {
    let verdicts = [(Seat::Only, verdict)].into();
    let answers = Box::new(Answers { verdicts, confidence: Some(80), ..Answers::default() });
    story.does(judge(number), Command::CastBallot { round: RoundNumber::new(1), answers })
}

#[test]
fn a_judge_may_give_the_verdict_before_the_time_is_over_and_ends_that_interview() {
    let mut story = begun();
    let of_the_first = contest_of(&story, 1);
    story.judge_says(Seat::Only, "Who are you?").unwrap();
    story.wait(5);
    seals(&mut story, 1, Verdict::Human).unwrap();
    assert!(matches!(story.contest().phase, Phase::Talk(..)), "the other judge talks on");
    assert_eq!(story.judge_says(Seat::Only, "One more."), Err(Refusal::VerdictGiven));
    assert_eq!(story.answers(of_the_first, "A friend."), Err(Refusal::VerdictGiven));
    let stage = |story: &Story, number| story.views.judge(JudgeId::new(number)).unwrap().screen.stage.clone();
    let (first, second) = (stage(&story, 1), stage(&story, 2));
    assert!(first.judged && first.ended && !second.judged && !second.ended);
    assert_eq!((first.forms.len(), second.forms.len()), (1, 1), "each may seal, or change what is sealed");
    seals(&mut story, 1, Verdict::Machine).unwrap();
    seals(&mut story, 2, Verdict::Human).unwrap();
    assert!(matches!(story.contest().phase, Phase::Scoring(..)), "nobody is left who talks");
    story.wait_out();
    while story.contest().phase != Phase::Closed {
        match story.contest().phase {
            Phase::Lobby(_) => story.open_round().unwrap(),
            _ => story.wait_out(),
        }
    }
    assert_eq!(story.faults(), Vec::<String>::new());
    let result = ContestResult::of(story.contest()).unwrap();
    let given = |number| {
        let of = |each: &&contest::result::InterviewResult| (each.round, each.judge) == (1, JudgeId::new(number));
        let answers = result.interviews.iter().find(of).unwrap().answers.clone().unwrap();
        answers.verdicts.into_values().next().unwrap()
    };
    assert_eq!([given(1), given(2)], [Verdict::Machine, Verdict::Human]);
}

#[test]
fn without_that_rule_nothing_is_sealed_while_judges_talk() {
    let mut story = Story::under(rules("two-party-2024", |rules| {
        (rules.roles.judges, rules.roles.entries, rules.roles.confederates) = (2, 2, 1);
        rules.ballots.interview.truncate(2);
        rules.ballots.early = false;
    }));
    story.open_round().unwrap();
    assert_eq!(seals(&mut story, 1, Verdict::Human), Err(Refusal::BallotNotOpen));
    story.wait_out();
    seals(&mut story, 1, Verdict::Human).unwrap();
}

fn contest_of(story: &Story, number: u16) -> rulebook::ConversationId {
    let id = interview(1, number);
    let seating = story.contest().seating(id).unwrap();
    seating.conversations().next().unwrap()
}
