//! Ballots and rankings that a ruling allows after their time.

use contest::{
    Command, ContestResult, FormId, Refusal,
    command::LateBallot,
    event::{CastForm, Counted},
    view::{problems::Problem, stage::Stage},
};
use rulebook::{
    Authority, JudgeId, Participant, RoundNumber, Seat, Side,
    schema::{Combine, Drafts, Trials},
};
use tally::Answers;

use crate::{
    problems::with_everybody_here,
    story::{ORGANISER, Story, interview, judge, rules},
};

fn ballot(round: u16) -> FormId {
    FormId::Ballot(RoundNumber::new(round))
}

fn allow(story: &mut Story, who: Participant, form: FormId) -> Result<(), Refusal> {
    let (by, rule, reason) = (Authority::Organisers, "rule 12".to_owned(), "the line was cut".to_owned());
    story.does(ORGANISER, Command::AllowLate(Box::new(LateBallot { who, form, by, rule, reason })))
}

fn left() -> Answers<Seat> {
    Answers { choice: Some(Seat::Left), ..Answers::default() }
}

/// A contest of 2010 between its first two rounds, in which judge 1 gave no ballot and everybody else did.
fn one_ballot_lost() -> Story {
    let mut story = Story::under(rules("loebner-2010", |rules| rules.ballots.drafts = Drafts::Count));
    story.open_round().unwrap();
    story.wait_out();
    for number in 2..=4 {
        story.fills_in(judge(number), 1, left()).unwrap();
    }
    story.wait_out();
    story
}

#[test]
fn a_lost_ballot_is_on_the_list_and_a_ruling_lets_the_judge_give_it() {
    let mut story = one_ballot_lost();
    assert!(with_everybody_here(&story).contains(&Problem::BallotsLost(vec![judge(1)])));
    assert_eq!(story.contest().lost_forms(), [(judge(1), ballot(1))]);
    assert_eq!(story.fills_in(judge(1), 1, left()), Err(Refusal::RoundOver(RoundNumber::new(1))));
    allow(&mut story, judge(1), ballot(1)).unwrap();
    assert_eq!(story.contest().lost_forms(), []);
    let stage = Stage::of(story.contest(), judge(1));
    assert_eq!((stage.forms.len(), stage.late.len(), stage.closed.len()), (0, 1, 0));
    let screen = |story: &Story| story.views.judge(JudgeId::new(1)).unwrap().screen.clone();
    assert_eq!(screen(&story).stage.late.len(), 1, "the page has the form at once");
    assert_eq!(Stage::of(story.contest(), judge(2)).late.len(), 0);
    // The next round does not wait for it, and it is open while people talk.
    story.open_round().unwrap();
    story.fills_in(judge(1), 1, left()).unwrap();
    assert_eq!(story.contest().given(judge(1), ballot(1)), Some(Counted::Sealed));
    assert_eq!(screen(&story).stage.late.len(), 0);
    assert_eq!(story.fills_in(judge(1), 1, left()), Err(Refusal::RoundOver(RoundNumber::new(1))), "it is given once");
    story.wait_out();
    story.wait_out();
    story.play_on();
    story.wait_out();
    let result = ContestResult::of(story.contest()).unwrap();
    assert_eq!(result.late, [CastForm::Ballot { interview: interview(1, 1), from: Side::Judge }]);
    assert!(
        result.interviews.iter().any(|one| (one.round, one.judge) == (1, JudgeId::new(1)) && one.answers.is_some())
    );
    assert_eq!(story.faults(), Vec::<String>::new());
}

#[test]
fn a_late_ballot_is_allowed_for_a_form_that_was_lost_and_for_no_other() {
    let mut story = one_ballot_lost();
    assert_eq!(allow(&mut story, judge(2), ballot(1)), Err(Refusal::GivenAlready));
    assert_eq!(allow(&mut story, judge(1), ballot(2)), Err(Refusal::NoSuchBallot), "it did not begin");
    assert_eq!(allow(&mut story, judge(1), FormId::Notes(RoundNumber::new(1))), Err(Refusal::NoSuchBallot));
    assert_eq!(allow(&mut story, judge(1), FormId::Ranking(1)), Err(Refusal::BallotNotOpen));
    let (by, rule, reason) = (Authority::Organisers, String::new(), "why".to_owned());
    let nameless = Command::AllowLate(Box::new(LateBallot { who: judge(1), form: ballot(1), by, rule, reason }));
    assert!(matches!(story.does(ORGANISER, nameless), Err(Refusal::BadRule(_))));
    let (rule, reason) = ("rule 12".to_owned(), "why".to_owned());
    let own = Command::AllowLate(Box::new(LateBallot { who: judge(1), form: ballot(1), by, rule, reason }));
    assert_eq!(story.does(judge(1), own), Err(Refusal::NotYours));
    allow(&mut story, judge(1), ballot(1)).unwrap();
    assert_eq!(allow(&mut story, judge(1), ballot(1)), Err(Refusal::FormOpen), "it is allowed already");
    story.open_round().unwrap();
    story.wait_out();
    assert_eq!(allow(&mut story, judge(2), ballot(2)), Err(Refusal::FormOpen), "its time runs");
}

#[test]
fn a_late_ballot_that_is_never_given_stops_nothing_and_its_draft_does_not_count() {
    let mut story = one_ballot_lost();
    allow(&mut story, judge(1), ballot(1)).unwrap();
    assert_eq!(story.contest().ballots_missing(), []);
    story.drafts(judge(1), "ballot-R1", "round=R1&human=left").unwrap();
    story.play_on();
    story.wait_out();
    let result = ContestResult::of(story.contest()).unwrap();
    assert!(result.late.is_empty() && result.drafts.is_empty(), "{:?}", result.drafts);
    assert_eq!(story.fills_in(judge(1), 1, left()), Err(Refusal::Closed));
    assert_eq!(allow(&mut story, judge(1), ballot(1)), Err(Refusal::Closed));
    assert_eq!(story.faults(), Vec::<String>::new());
}

#[test]
fn a_lost_ranking_can_be_given_between_two_trials() {
    let mut story = Story::under(rules("loebner-2010", |rules| rules.trials = Some(Trials::of(2, Some(Combine::All)))));
    story.play_on();
    story.wait_out();
    let ranking = FormId::Ranking(1);
    assert!(story.contest().lost_forms().contains(&(judge(1), ranking)));
    allow(&mut story, judge(1), ranking).unwrap();
    let stage = Stage::of(story.contest(), judge(1));
    assert_eq!((stage.trial, stage.ranked_trial()), (2, 1));
    let order: Vec<_> = stage.to_rank.iter().map(|id| vec![*id]).collect();
    assert!(!order.is_empty());
    story.does(judge(1), Command::CastRanking { order }).unwrap();
    let stage = story.views.judge(JudgeId::new(1)).unwrap().screen.stage.clone();
    assert_eq!((stage.ranked_trial(), stage.to_rank.len()), (2, 0), "the page has no ranking any more");
    story.play_on();
    story.wait_out();
    let result = ContestResult::of(story.contest()).unwrap();
    assert_eq!(result.late, [CastForm::Ranking { trial: 1, judge: JudgeId::new(1) }]);
    assert_eq!(story.faults(), Vec::<String>::new());
}
