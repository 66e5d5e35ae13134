//! Every shipped rulebook is played from its opening to its end, with random ballots, and counted again.

use std::collections::BTreeSet;

use contest::{
    Command, ContestResult, Event, Recorded, Room,
    contest::{COIN_WAIT, Phase},
    event::VERSION,
};
use proptest::prelude::*;
use rulebook::{
    Decimal, Draws, Participant, Rulebook, Seat, Seed,
    schema::{Combine, Question},
    shipped,
};
use tally::{Answers, Verdict};

use crate::story::{Story, rules};

fn playable(id: &str) -> Rulebook {
    rules(id, |rules| {
        if let Some(trials) = &mut rules.trials {
            trials.combine.get_or_insert(Combine::Majority);
        }
    })
}

/// A seed for which the ballots of 2003 end level, so that the judges vote before a coin is tossed.
const LEVEL: u64 = 14_713_819_033_838_893_022;

#[test]
fn every_shipped_rulebook_plays_to_a_result_where_ballots_end_level() {
    assert_eq!(voted_on_the_way_to_a_result(LEVEL).unwrap(), ["surrey-2003"]);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 6, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_shipped_rulebook_plays_to_a_result_that_can_be_computed_again(seed in any::<u64>()) {
        voted_on_the_way_to_a_result(seed)?;
    }
}

/// Plays each shipped rulebook; returns those whose judges were asked to vote.
fn voted_on_the_way_to_a_result(seed: u64) -> Result<Vec<&'static str>, TestCaseError> {
    let mut voted = Vec::new();
    for id in shipped::ids() {
        let draws = &mut Draws::new(Seed::from_contributions([seed.to_string().as_str()]), id);
        let mut story = Story::try_under(playable(id), &seed.to_string()).unwrap();
        while story.open_round().is_ok() {
            speak(&mut story, draws);
            story.wait_out();
            ballots(&mut story, draws);
            story.wait_out();
            if matches!(story.contest().phase, Phase::EndBallots(..)) {
                ballots(&mut story, draws);
                story.wait_out();
            }
        }
        decisions(&mut story);
        prop_assert_eq!(story.contest().phase, Phase::Closed, "{}", id);
        prop_assert_eq!(story.faults(), Vec::<String>::new(), "{}", id);
        let result = ContestResult::of(story.contest()).unwrap();
        let replayed = Room::replay(&story.record);
        prop_assert_eq!(&result, &ContestResult::of(replayed.contest().unwrap()).unwrap(), "{}", id);
        let reread: Vec<Recorded> = story.record.iter().map(reread).collect();
        let reread = Room::replay(&reread);
        prop_assert_eq!(&result, &ContestResult::of(reread.contest().unwrap()).unwrap(), "{}", id);
        let awards: BTreeSet<_> = result
            .tally
            .awards
            .iter()
            .map(|award| &award.award)
            .chain(result.tally.withheld.iter().map(|w| &w.award))
            .collect();
        let all: BTreeSet<_> = story.contest().rulebook.awards.iter().map(|award| &award.id).collect();
        prop_assert_eq!(awards, all, "{}: every award is given or withheld", id);
        prop_assert!(!result.tally.standings.is_empty(), "{}", id);
        if !story.contest().votes.is_empty() {
            voted.push(id);
        }
    }
    Ok(voted)
}

/// Decides ties by votes without any answers, and by coins, one after the other.
fn decisions(story: &mut Story) {
    loop {
        if matches!(story.contest().phase, Phase::Vote(..)) {
            story.wait_out();
        } else if story.contest().open_coin().is_some() {
            story.wait(COIN_WAIT.as_secs());
        } else {
            break;
        }
    }
}

/// Every judge speaks to each witness, in turn, and most are answered.
fn speak(story: &mut Story, draws: &mut Draws) {
    let round = story.contest().phase.running_round().unwrap();
    let ids: Vec<_> = story.contest().interviews_in(round).flat_map(schedule::Seating::conversations).collect();
    for id in ids {
        if let Some(count) = story.contest().turn_count(id) {
            // At least one turn is always left, so that the clock ends the talk.
            for turn in 1..count {
                let human = u8::try_from(draws.below(101)).unwrap();
                let believe = Command::Believe { round, seat: id.seat, turn, human };
                story.does(Participant::Judge(id.interview.judge), believe).unwrap();
            }
            continue;
        }
        story.says(Participant::Judge(id.interview.judge), round.number(), Some(id.seat), "Who is there?").unwrap();
        if draws.below(4) > 0 {
            if story.room().demands_opening(id) {
                let words = story.contest().rulebook.interview.opening_words[0].clone();
                story.answers(id, &(words + "\n")).unwrap();
            }
            story.answers(id, "A friend").unwrap();
        }
        story.wait(2);
    }
}

/// Most participants answer the forms they are asked to fill in.
fn ballots(story: &mut Story, draws: &mut Draws) {
    for who in story.contest().cast() {
        for (part, seats) in story.contest().forms(who) {
            if draws.below(8) > 0 {
                let answers = filled(story, &seats, draws);
                story.fills_in(who, part.interview.round.number(), answers).unwrap();
            }
        }
        let (Participant::Judge(judge), Phase::EndBallots(trial, _)) = (who, story.contest().phase) else { continue };
        let mut met = story.contest().met_by(judge, trial);
        if story.contest().rulebook.ballots.ranking.is_some() && !met.is_empty() && draws.below(8) > 0 {
            draws.shuffle(&mut met);
            let order = met.into_iter().map(|id| vec![id]).collect();
            story.does(who, Command::CastRanking { order }).unwrap();
        }
    }
}

fn filled(story: &Story, seats: &[Seat], draws: &mut Draws) -> Answers<Seat> {
    let mut answers = Answers::default();
    for question in &story.contest().rulebook.ballots.interview {
        match question {
            Question::Choice => answers.choice = Some(seats[draws.index(seats.len())]),
            Question::Verdict { unsure } => {
                let all = [Verdict::Human, Verdict::Machine, Verdict::Unsure];
                let among = if *unsure { 3 } else { 2 };
                answers.verdicts = seats.iter().map(|seat| (*seat, all[draws.index(among)])).collect();
            }
            Question::Rating { name, from, to, decimals, .. } => {
                let unit = 10_u64.pow(3 - u32::from(*decimals));
                let mut rating = || {
                    let steps = u64::from(to - from) * 1000 / unit;
                    Decimal::from_thousandths(
                        u32::try_from(u64::from(*from) * 1000 + draws.below(steps + 1) * unit).unwrap(),
                    )
                };
                answers.ratings.insert(name.clone(), seats.iter().map(|seat| (*seat, rating())).collect());
            }
            Question::Split { total, winner, .. } => {
                // In sequence, so that no split is used twice.
                let cast: usize =
                    story.contest().interviews.values().filter(|interview| interview.ballot.is_some()).count();
                let more = winner + u16::try_from(cast).unwrap() % (total - winner + 1);
                let [one, other] = [seats[0], seats[1]];
                let (first, second) = if draws.coin() { (one, other) } else { (other, one) };
                answers.split = [(first, more), (second, total - more)].into();
            }
            Question::Confidence => answers.confidence = u8::try_from(draws.below(101)).ok(),
            Question::Reason { .. } => answers.reason = Some("it seemed so".to_owned()),
        }
    }
    answers
}

fn reread(fact: &Recorded) -> Recorded {
    let event = Event::from_parts(fact.event.stream(), VERSION, fact.event.to_parts()).unwrap();
    Recorded { event, ..fact.clone() }
}
