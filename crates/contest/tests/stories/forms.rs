//! Forms: their questions, their times, and the faults that a judge sees in a wrong one.

use contest::{Command, ContestResult, Refusal, contest::Phase};
use rulebook::{
    ConversationId, Decimal, JudgeId, RoundNumber, Rulebook, Seat,
    schema::{Measure, Question, QuestionTime, RankFrom, RankingRules},
};
use tally::{Answers, Verdict};

use crate::story::{Story, confederate, interview, judge, rules};

#[test]
fn a_ballot_waits_for_the_end_of_talk_can_be_changed_and_is_final_when_the_round_closes() {
    let mut story = Story::begin();
    assert_eq!(story.votes(1, Seat::Left), Err(Refusal::NotInterviewed));
    story.open_round().unwrap();
    assert_eq!(story.votes(1, Seat::Left), Err(Refusal::BallotNotOpen));
    story.wait(25 * 60);
    assert_eq!(story.contest().ballots_missing().len(), 4);
    story.votes(1, Seat::Left).unwrap();
    story.votes(1, Seat::Right).unwrap();
    let ballot = &story.views.judge(JudgeId::new(1)).unwrap().screen.ballots[&RoundNumber::new(1)];
    assert_eq!(ballot.choice, Some(Seat::Right));
    assert_eq!(story.votes(2, Seat::Left), Err(Refusal::NotInterviewed));
    assert_eq!(story.votes(9, Seat::Left), Err(Refusal::NotInterviewed));
    story.wait(5 * 60);
    assert_eq!(story.votes(1, Seat::Left), Err(Refusal::RoundOver(RoundNumber::new(1))));
}

#[test]
fn a_ranking_names_everyone_the_judge_met_once() {
    let mut story = Story::begin();
    let early = Command::CastRanking { order: Vec::new() };
    assert_eq!(story.does(judge(1), early), Err(Refusal::EndBallotsNotOpen));
    story.play_on();
    assert!(matches!(story.contest().phase, Phase::EndBallots(1, _)));
    let all = story.contest().met_by(JudgeId::new(1), 1);
    assert_eq!(all.len(), 8);
    let rank = |order: &[ConversationId]| Command::CastRanking { order: order.iter().map(|id| vec![*id]).collect() };
    let says = |story: &mut Story, command, words: &str| {
        let why = story.does(judge(1), command).unwrap_err().to_string();
        assert!(why.contains(words), "{why}");
    };
    says(&mut story, rank(&all[..7]), "is missing from your order");
    says(&mut story, rank(&[&all[..], &all[..1]].concat()), "twice");
    says(&mut story, Command::CastRanking { order: vec![all.clone()] }, "are level");
    says(&mut story, Command::CastRanking { order: vec![all.clone(), vec![]] }, "level");
    let foreign = story.contest().met_by(JudgeId::new(2), 1);
    assert_eq!(story.does(judge(1), rank(&foreign)), Err(Refusal::NotInterviewed));
    assert_eq!(story.does(confederate(1), rank(&all)), Err(Refusal::NotYours));
    story.does(judge(1), rank(&all)).unwrap();
    assert_eq!(story.contest().ballots_missing().len(), 3);
}

/// Rules of 2010 with another form.
fn asking(questions: Vec<Question>) -> Rulebook {
    rules("loebner-2010", |rules| {
        rules.ballots.interview = questions;
        rules.ballots.ranking = None;
        rules.score.by = Measure::ShareTakenForHuman;
        rules.score.tie_breaks.clear();
    })
}

fn humanness() -> Question {
    Question::Rating {
        name: "humanness".into(),
        text: "How human?".into(),
        from: 0,
        to: 5,
        decimals: 2,
        anchors: Vec::new(),
    }
}

const SPLIT: Question = Question::Split { total: 100, winner: 51, again: false };

fn both<T>(left: T, right: T) -> [(Seat, T); 2] {
    [(Seat::Left, left), (Seat::Right, right)]
}

/// The answers that each story starts from and makes wrong.
fn answers() -> Answers<Seat> {
    Answers {
        choice: Some(Seat::Left),
        verdicts: both(Verdict::Human, Verdict::Machine).into(),
        ratings: [("humanness".to_owned(), both("4.25".parse().unwrap(), Decimal::whole(0)).into())].into(),
        split: both(60, 40).into(),
        confidence: Some(80),
        reason: Some("it laughed".to_owned()),
    }
}

fn everything() -> Vec<Question> {
    let reason = Question::Reason { characters: 20, required: true };
    vec![Question::Choice, Question::Verdict { unsure: false }, humanness(), SPLIT, Question::Confidence, reason]
}

#[test]
fn a_form_may_ask_everything_at_once_after_the_interview_or_at_the_end() {
    for asked in [QuestionTime::AfterInterview, QuestionTime::AtEnd] {
        let mut story = Story::under(Rulebook {
            ballots: rulebook::schema::BallotRules { asked, ..asking(everything()).ballots },
            ..asking(everything())
        });
        story.open_round().unwrap();
        story.wait_out();
        let early = story.fills_in(judge(1), 1, answers());
        match asked {
            QuestionTime::AfterInterview => assert_eq!(early, Ok(())),
            QuestionTime::AtEnd => {
                assert_eq!(early, Err(Refusal::EndBallotsNotOpen));
                story.wait_out();
                story.play_on();
                assert!(matches!(story.contest().phase, Phase::EndBallots(1, _)));
                assert_eq!(story.contest().forms(judge(1)).len(), 4, "about every interview");
                story.fills_in(judge(1), 1, answers()).unwrap();
                let other = Answers { split: [(Seat::Left, 30), (Seat::Right, 70)].into(), ..answers() };
                story.fills_in(judge(1), 4, other).unwrap();
            }
        }
        assert_eq!(story.faults(), Vec::<String>::new());
    }
}

#[test]
fn a_form_that_is_filled_in_wrongly_is_refused_with_a_sentence_that_says_why() {
    let rated = |left: &str, right: &str| {
        [("humanness".to_owned(), both(left.parse().unwrap(), right.parse().unwrap()).into())].into()
    };
    let cases: [(&str, Answers<Seat>); 15] = [
        ("say which of the two is the human", Answers { choice: None, ..answers() }),
        ("your partner is not in this interview", Answers { choice: Some(Seat::Only), ..answers() }),
        ("say what the right one is", Answers { verdicts: [(Seat::Left, Verdict::Human)].into(), ..answers() }),
        ("unsure is no answer", Answers { verdicts: both(Verdict::Unsure, Verdict::Human).into(), ..answers() }),
        ("rate humanness for the left one", Answers { ratings: [].into(), ..answers() }),
        ("5.01 for the humanness of the right one", Answers { ratings: rated("1", "5.01"), ..answers() }),
        ("3.141 for the humanness of the left one", Answers { ratings: rated("3.141", "2"), ..answers() }),
        ("does not ask for a rating of charm", {
            let charm = ("charm".to_owned(), both(Decimal::whole(1), Decimal::whole(2)).into());
            Answers { ratings: answers().ratings.into_iter().chain([charm]).collect(), ..answers() }
        }),
        ("give points to the right one as well", Answers { split: [(Seat::Left, 100)].into(), ..answers() }),
        ("add up to 110", Answers { split: both(60, 50).into(), ..answers() }),
        ("one of the two must have at least 51", Answers { split: both(50, 50).into(), ..answers() }),
        ("say how sure you are", Answers { confidence: None, ..answers() }),
        ("101 per cent is too sure", Answers { confidence: Some(101), ..answers() }),
        ("give your reason", Answers { reason: Some("  ".to_owned()), ..answers() }),
        ("your reason has 21 characters", Answers { reason: Some("x".repeat(21)), ..answers() }),
    ];
    let mut story = Story::under(asking(everything()));
    story.open_round().unwrap();
    story.wait_out();
    for (words, wrong) in cases {
        let why = story.fills_in(judge(1), 1, wrong).unwrap_err().to_string();
        assert!(why.contains(words), "{why}\nwhere `{words}` was expected");
    }
    assert_eq!(story.fills_in(judge(1), 1, answers()), Ok(()));

    let mut plain = Story::begin();
    plain.open_round().unwrap();
    plain.wait_out();
    let why = plain.fills_in(judge(1), 1, answers()).unwrap_err().to_string();
    assert!(why.contains("does not ask for"), "{why}");
}

#[test]
fn a_judge_shares_out_points_in_a_way_not_used_before_and_may_still_correct_one() {
    let mut story = Story::under(asking(vec![SPLIT]));
    let split =
        |left, right| Answers { split: [(Seat::Left, left), (Seat::Right, right)].into(), ..Answers::default() };
    // Source: case 3 of the known answers: {40/60, 60/40, 55/45, 70/30} is refused at the second.
    for (round, (left, right), fine) in [(1, (40, 60), true), (2, (60, 40), false), (3, (55, 45), true)] {
        story.open_round().unwrap();
        story.wait_out();
        let filled = story.fills_in(judge(1), round, split(left, right));
        assert_eq!(filled.is_ok(), fine, "{filled:?}");
        if round == 3 {
            story.fills_in(judge(1), round, split(45, 55)).unwrap();
            story.fills_in(judge(2), round, split(40, 60)).unwrap();
        }
        story.wait_out();
    }
    assert_eq!(story.faults(), Vec::<String>::new());
}

#[test]
fn a_ranking_may_put_people_level_and_its_end_is_for_the_rulebook_to_say() {
    for from in [RankFrom::MostHuman, RankFrom::LeastHuman] {
        let mut story = Story::under(rules("loebner-2010", |rules| {
            rules.ballots.ranking = Some(RankingRules::of(from, true));
            rules.score.by = Measure::MeanRank;
            rules.score.tie_breaks.clear();
        }));
        story.play_on();
        for number in 1..=4 {
            let met = story.contest().met_by(JudgeId::new(number), 1);
            let is_entry =
                |id: &&ConversationId| matches!(story.contest().listener(**id), Some(rulebook::Participant::Entry(_)));
            let (entries, people): (Vec<ConversationId>, Vec<ConversationId>) = (
                met.iter().filter(is_entry).copied().collect(),
                met.iter().filter(|id| !is_entry(id)).copied().collect(),
            );
            // Clients always send the order most human first, whichever number the rulebook gives it.
            story.does(judge(number), Command::CastRanking { order: vec![people, entries] }).unwrap();
        }
        story.wait_out();
        let result = ContestResult::of(story.contest()).unwrap();
        assert_eq!(result.rankings.len(), 4);
        assert!(result.rankings.iter().all(|ranking| ranking.order.len() == 2));
        let mean = result.tally.standings[0].score.unwrap().to_string();
        let expected = if from == RankFrom::MostHuman { "6.5" } else { "2.5" };
        assert!(mean.starts_with(expected), "{mean}");
        assert!(result.tally.standings.iter().all(|standing| standing.place == 1), "all entries are level");
        assert_eq!(story.faults(), Vec::<String>::new());
    }
}

#[test]
fn an_aborted_interview_asks_nothing() {
    let mut story = Story::under(asking(everything()));
    story.open_round().unwrap();
    let reason = "unwell".to_owned();
    story.does(crate::story::ORGANISER, Command::Abort { interview: interview(1, 1), reason }).unwrap();
    story.wait_out();
    assert!(story.contest().forms(judge(1)).is_empty());
    assert_eq!(story.contest().forms(judge(2)).len(), 1);
}
