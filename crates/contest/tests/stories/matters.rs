//! Matters of dispute (2003, rule 50): the organiser puts a question, a majority of the judges answers it, else a coin.

use contest::{
    Command, ContestResult, Refusal,
    contest::{Decided, MATTERS_MAX, Phase},
    event::Preference,
    seed::Matter,
};
use rulebook::JudgeId;

use crate::story::{ORGANISER, Story, confederate, entry, judge, rules};

/// A contest of 2003 after the draw, with this number of judges and two entries.
fn drawn(judges: u16) -> Story {
    Story::under(rules("surrey-2003", |rules| {
        (rules.roles.judges, rules.roles.entries, rules.roles.confederates) = (judges, 2, 1);
        rules.roles.told = None;
    }))
}

fn put(story: &mut Story, words: &str) -> Result<(), Refusal> {
    story.does(ORGANISER, Command::PutMatter { words: words.to_owned() })
}

fn says(story: &mut Story, number: u16, vote: u16, agrees: Option<bool>) -> Result<(), Refusal> {
    story.does(judge(number), Command::Vote { vote, preference: Preference::of_matter(agrees) })
}

/// Plays until the last ballot is in, with the same ratings for all.
fn played(story: &mut Story, judges: u16) {
    story.play_on();
    story.rates_all_alike(&(1..=judges).map(judge).collect::<Vec<_>>());
    story.wait_out();
}

/// Ends the votes between entries and their coins, so that the contest closes.
fn closed(mut story: Story) -> Vec<Decided> {
    while story.contest().phase != Phase::Closed {
        match story.contest().phase {
            Phase::Vote(..) => story.wait_out(),
            _ => story.wait(60),
        }
    }
    assert_eq!(story.faults(), Vec::<String>::new());
    ContestResult::of(story.contest()).unwrap().matters
}

#[test]
fn rule_50_judges_vote_on_any_other_matter_of_dispute_and_a_majority_decides() {
    let mut story = drawn(5);
    story.open_round().unwrap();
    put(&mut story, "Is the late ballot of round 1 to be counted?").unwrap();
    assert!(matches!(story.contest().phase, Phase::Talk(..)), "no round is interrupted");
    story.wait_out();
    story.wait_out();
    played(&mut story, 5);
    assert!(matches!(story.contest().phase, Phase::Vote(1, _)), "asked before the vote between entries");
    for number in 1..=5 {
        let form = story.views.judge(JudgeId::new(number)).unwrap().screen.stage.vote.clone().unwrap();
        assert_eq!(form.question.as_deref(), Some("Is the late ballot of round 1 to be counted?"));
        assert!(form.candidates.is_empty());
    }
    for (number, agrees) in [(1, false), (2, true), (3, true), (4, false)] {
        says(&mut story, number, 1, Some(agrees)).unwrap();
    }
    says(&mut story, 4, 1, Some(true)).unwrap();
    assert_eq!(story.contest().votes_missing(), [judge(5)], "the others are waited for");
    says(&mut story, 5, 1, None).unwrap();
    assert!(matches!(story.contest().phase, Phase::Vote(2, _)), "then between entries");
    let decided = closed(story);
    let ids = |numbers: &[u16]| numbers.iter().map(|number| JudgeId::new(*number)).collect::<Vec<_>>();
    let yes = Decided { matter: 1, yes: ids(&[2, 3, 4]), no: ids(&[1]), answer: Some(true), coin: false };
    assert_eq!(decided, std::slice::from_ref(&yes));
    assert_eq!(yes.to_string(), "Dispute 1: 3 judges said yes, one said no; the majority decided: yes");
}

/// Case 10 of the rules, in a matter: 2 to 2 and one abstention.
#[test]
fn rule_50_without_a_majority_a_coin_that_anybody_can_toss_again_answers() {
    let answers = ["heads", "tails", "one", "two", "three", "four", "five", "six"].map(|value| {
        let mut story = drawn(5);
        put(&mut story, "Was the noise the same for everybody?").unwrap();
        played(&mut story, 5);
        for (number, agrees) in [(1, Some(true)), (2, Some(true)), (3, Some(false)), (4, Some(false)), (5, None)] {
            says(&mut story, number, 1, agrees).unwrap();
        }
        let (number, coin) = story.contest().open_coin().unwrap();
        assert_eq!((number, coin.matter, coin.between.len()), (1, Some(1), 0));
        for number in 1..=5 {
            let value = value.to_owned();
            story.does(judge(number), Command::Contribute { matter: Matter::Coin(1), value }).unwrap();
        }
        let [decided] = &closed(story)[..] else { panic!("one matter") };
        assert!(decided.coin);
        decided.answer.unwrap()
    });
    assert!(answers.contains(&true) && answers.contains(&false), "{answers:?}");
}

#[test]
fn matters_are_asked_one_by_one_and_a_vote_that_nobody_gives_is_left_to_the_coin() {
    let mut story = drawn(2);
    put(&mut story, "One?").unwrap();
    put(&mut story, "Two?").unwrap();
    played(&mut story, 2);
    says(&mut story, 1, 1, Some(false)).unwrap();
    says(&mut story, 2, 1, Some(false)).unwrap();
    assert!(matches!(story.contest().phase, Phase::Vote(2, _)));
    // A matter raised meanwhile is voted on as well.
    put(&mut story, "Three?").unwrap();
    let decided = closed(story);
    let told: Vec<_> = decided.iter().map(|each| (each.matter, each.answer.is_some(), each.coin)).collect();
    assert_eq!(told, [(1, true, false), (2, true, true), (3, true, true)]);
    assert_eq!(decided[0].answer, Some(false));
}

#[test]
fn only_the_organiser_puts_a_matter_only_judges_answer_and_only_where_the_rules_let_them() {
    let mut story = drawn(2);
    for who in [judge(1), confederate(1), entry(1)] {
        let asked = Command::PutMatter { words: "May I?".to_owned() };
        assert_eq!(story.does(who, asked), Err(Refusal::NotYours), "{who}");
    }
    for words in ["", " ", "bell\u{7}", &"x".repeat(501)] {
        assert_eq!(put(&mut story, words), Err(Refusal::BadReason(500)), "{words:?}");
    }
    put(&mut story, "Is it so?").unwrap();
    played(&mut story, 2);
    let vote = |preference| Command::Vote { vote: 1, preference };
    for who in [confederate(1), entry(1), ORGANISER] {
        assert_eq!(story.does(who, vote(Preference::of_matter(Some(true)))), Err(Refusal::NotYours), "{who}");
    }
    let met = story.contest().conversations_of(entry(1), rulebook::RoundNumber::new(1)).next();
    assert_eq!(story.does(judge(1), vote(Preference::between(met))), Err(Refusal::NotACandidate));
    says(&mut story, 1, 1, Some(true)).unwrap();
    says(&mut story, 2, 1, Some(true)).unwrap();
    assert_eq!(says(&mut story, 1, 2, Some(true)), Err(Refusal::NotACandidate), "between entries it is no answer");

    let mut full = drawn(2);
    for _ in 0..MATTERS_MAX {
        put(&mut full, "Again?").unwrap();
    }
    assert_eq!(put(&mut full, "Again?"), Err(Refusal::TooManyMatters(MATTERS_MAX)));
    let mut other = Story::under(rules("loebner-2010", |_| {}));
    assert_eq!(put(&mut other, "Is it so?"), Err(Refusal::NoDisputes));
}
