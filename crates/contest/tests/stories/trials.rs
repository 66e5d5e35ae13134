//! Contests of several trials, and choices that must be settled before one starts.

use contest::{Command, ContestResult, ControlEvent, Event, Refusal, contest::Phase};
use rulebook::{
    JudgeId, RoundNumber, Seat, Witness,
    schema::{Combine, Limits, Roles},
};
use tally::{Answers, Verdict};

use crate::story::{ORGANISER, Story, judge, rules};

fn wager(combine: Option<Combine>) -> Result<Story, Refusal> {
    let rules = rules("kurzweil-kapor-2029", |rules| {
        rules.trials = rules.trials.map(|trials| rulebook::schema::Trials { combine, ..trials });
    });
    Story::try_under(rules, "story")
}

#[test]
fn a_wager_does_not_start_before_it_is_chosen_how_trials_combine() {
    let Err(Refusal::CannotStart(why)) = wager(None).map(|_| ()) else { panic!("it started") };
    assert!(why.to_string().contains("trials.combine") && why.to_string().contains("majority"), "{why}");
}

#[test]
fn a_contest_that_would_make_untrue_what_judges_are_told_does_not_start() {
    let untrue = rules("loebner-1995", |rules| {
        rules.roles = Roles { limits: Limits::default(), confederates: 1, ..rules.roles };
    });
    let Err(Refusal::CannotStart(why)) = Story::try_under(untrue, "story").map(|_| ()) else { panic!("it started") };
    assert!(
        why.to_string().contains("at least 2 confederates and 2 entries") && why.to_string().contains("4"),
        "{why}"
    );
}

#[test]
fn after_each_of_three_trials_judges_answer_about_that_trial_and_go_on() {
    let mut story = wager(Some(Combine::Majority)).unwrap();
    assert_eq!(story.contest().rounds(), 12, "four rounds, three times");
    let mut trials = Vec::new();
    for trial in 1..=3 {
        for _ in 0..4 {
            story.open_round().unwrap();
            story.wait_out();
            story.wait_out();
        }
        assert!(matches!(story.contest().phase, Phase::EndBallots(of, _) if of == trial));
        assert_eq!(story.open_round(), Err(Refusal::NoRound));
        for number in 1..=3 {
            let forms = story.contest().forms(judge(number));
            assert_eq!(forms.len(), 4);
            let met = story.contest().met_by(JudgeId::new(number), trial);
            for (part, _) in forms {
                let verdicts = [(Seat::Only, Verdict::Human)].into();
                let round = part.interview.round.number();
                assert_eq!(story.contest().trial_of(part.interview.round), trial);
                story.fills_in(judge(number), round, Answers { verdicts, ..Answers::default() }).unwrap();
            }
            // The machine comes first, and the people after it.
            let mut order = met;
            order.sort_by_key(|id| {
                let seating = story.contest().seating(id.interview).unwrap();
                matches!(seating.witness(id.seat), Some(Witness::Confederate(_)))
            });
            let order = order.into_iter().map(|id| vec![id]).collect();
            story.does(judge(number), Command::CastRanking { order }).unwrap();
        }
        let wrong_trial = Answers { verdicts: [(Seat::Only, Verdict::Human)].into(), ..Answers::default() };
        let next = RoundNumber::new(4 * trial % 12 + 1);
        assert!(story.fills_in(judge(1), next.number(), wrong_trial).is_err(), "about another trial");
        assert!(story.contest().ballots_missing().is_empty());
        trials.push(story.contest().played());
        story.wait_out();
    }
    assert_eq!(trials, [4, 8, 12]);
    assert_eq!(story.contest().phase, Phase::Closed);
    let result = ContestResult::of(story.contest()).unwrap();
    assert_eq!(result.tally.trials.len(), 3);
    assert_eq!(result.rankings.len(), 9);
    assert!(
        result.tally.awards.iter().any(|award| award.to == [Witness::Entry(rulebook::EntryId::new(1))]),
        "{:?}",
        result.tally.awards
    );
    assert_eq!(story.faults(), Vec::<String>::new());
}

#[test]
fn an_organiser_ends_the_ballots_of_a_trial_by_its_number() {
    let mut story = wager(Some(Combine::Any)).unwrap();
    for _ in 0..4 {
        story.open_round().unwrap();
        story.wait_out();
        story.wait_out();
    }
    let end = |trial| Command::EndPhase(contest::command::Ending::EndBallots { trial });
    assert_eq!(story.does(ORGANISER, end(2)), Err(Refusal::MovedOn));
    story.does(ORGANISER, end(1)).unwrap();
    assert_eq!(story.does(ORGANISER, end(1)), Err(Refusal::MovedOn), "a second click");
    story.open_round().unwrap();
    assert!(matches!(story.contest().phase, Phase::Talk(round, _) if round.number() == 5));
    let opened =
        story.record.iter().filter(|f| matches!(f.event, Event::Control(ControlEvent::EndBallotsOpened { .. })));
    assert_eq!(opened.count(), 1);
    assert_eq!(story.faults(), Vec::<String>::new());
}
