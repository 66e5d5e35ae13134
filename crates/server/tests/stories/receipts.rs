//! Receipts of ballots: for the person who sealed them, and never before that person may know the content.

use std::time::Duration;

use contest::{Command, command::Ending, contest::Phase};
use rulebook::{
    JudgeId, Participant, RoundNumber, Seat,
    schema::{People, Question},
};
use tally::{Answers, Verdict};

use crate::served::Story;

const PATIENCE: Duration = Duration::from_secs(20);

fn contest(rulebook: &str, judges: u16) -> String {
    let judges: String = (1..=judges).map(|n| format!("[[judge]]\nname = \"Person {n}\"\n")).collect();
    let answers = if rulebook == "human-or-not-2023" { "" } else { "[[confederate]]\nname = \"Bob\"\n" };
    format!(
        "id = \"story\"\nname = \"A story\"\norganiser = \"Nobody\"\nisolation = \"none\"\nrulebook = \"{rulebook}\"\n{judges}{answers}\
         [[entry]]\nname = \"Echo\"\ncontestant = \"Nobody\"\nprotocol = \"stdio\"\ncommand = [\"cat\"]\n\
         [[entry]]\nname = \"Reverb\"\ncontestant = \"Nobody\"\nprotocol = \"stdio\"\ncommand = [\"cat\"]\n[overrides.roles]\n{}",
        if answers.is_empty() {
            "judges = 2\nconfederates = 2\nentries = 2\n"
        } else {
            "judges = 1\nconfederates = 1\nentries = 2\n"
        }
    )
}

async fn asks(story: &Story, who: Participant, command: Command) {
    story.place.running.ask(who, command).await.unwrap();
}

/// Ends the open phase, or opens the next round.
async fn goes_on(story: &Story) {
    let phase = story.place.running.views().room().contest().unwrap().phase;
    let command = Ending::of(phase).map_or(Command::OpenRound { anyway: true }, Command::EndPhase);
    asks(story, Participant::Organiser, command).await;
}

fn is_closed(story: &Story) -> bool {
    story.place.running.views().room().contest().unwrap().phase == Phase::Closed
}

/// Casts ballots for everybody who has one for this round: the witness was a machine.
async fn all_vote(story: &Story, round: RoundNumber) {
    let (asked, is_sure) = {
        let views = story.place.running.views();
        let contest = views.room().contest().unwrap();
        let asked: Vec<_> = contest.cast().into_iter().filter(|who| !contest.forms(*who).is_empty()).collect();
        (asked, contest.rulebook.ballots.interview.contains(&Question::Confidence))
    };
    assert!(!asked.is_empty(), "somebody is asked");
    for who in asked {
        let (verdicts, confidence) = ([(Seat::Only, Verdict::Machine)].into(), is_sure.then_some(80));
        let answers = Box::new(Answers { verdicts, confidence, ..Answers::default() });
        asks(story, who, Command::CastBallot { round, answers }).await;
    }
}

/// The links of a page of receipts.
async fn receipts(story: &Story, judge: u16) -> Vec<String> {
    let page = story.get(&format!("/story/judge/{judge}/receipts")).await;
    page.split("/receipts/").skip(1).map(|rest| rest.split('"').next().unwrap().to_owned()).collect()
}

/// Waits until the condition holds.
async fn until(is: impl AsyncFn() -> bool) {
    let waits = async {
        while !is().await {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(PATIENCE, waits).await.expect("it becomes so");
}

#[tokio::test(flavor = "multi_thread")]
async fn where_both_ask_and_answer_no_receipt_tells_before_the_close_which_of_them_is_the_judge() {
    let mut story = Story::of(&contest("human-or-not-2023", 2)).await;
    {
        let views = story.place.running.views();
        let rules = &views.room().contest().unwrap().rulebook;
        assert!(rules.interview.symmetric && rules.roles.people == People::Both);
    }
    for who in ["J1", "J2"] {
        story.join_as(who).await;
    }
    asks(&story, Participant::Organiser, Command::Draw { anyway: true }).await;
    let mut rounds = 0;
    while !is_closed(&story) {
        goes_on(&story).await;
        let phase = story.place.running.views().room().contest().unwrap().phase;
        if let Phase::Scoring(round, ..) = phase {
            all_vote(&story, round).await;
            rounds = round.number();
        }
        if !is_closed(&story) {
            assert_eq!([receipts(&story, 1).await, receipts(&story, 2).await], [vec![""; 0], vec![]]);
            let asked = story.request("GET", "/story/judge/1/receipts/R1-J1", "").await;
            assert_eq!(asked.status, 409, "{}", asked.body);
        }
    }
    assert!(rounds > 1);
    let both = async || [receipts(&story, 1).await.len(), receipts(&story, 2).await.len()];
    // The head of the close is signed a moment after it.
    until(async || !both().await.contains(&0)).await;
    assert!(
        receipts(&story, 1).await.iter().any(|about| about.contains("-J2")),
        "what it answered as a witness as well"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_takes_a_judges_place_does_not_read_what_the_first_one_sealed() {
    let mut story = Story::of(&contest("two-party-2024", 1)).await;
    story.join_as("J1").await;
    asks(&story, Participant::Organiser, Command::Draw { anyway: true }).await;
    let plays_a_round = async || {
        goes_on(&story).await;
        goes_on(&story).await;
        let phase = story.place.running.views().room().contest().unwrap().phase;
        let Phase::Scoring(round, ..) = phase else { panic!("{phase:?}") };
        all_vote(&story, round).await;
        goes_on(&story).await;
    };
    plays_a_round().await;
    assert_eq!(receipts(&story, 1).await, [""; 0], "the size of a head would tell the judge how long each talk was");
    let (who, name, reason) = (Participant::Judge(JudgeId::new(1)), "Somebody else".into(), "ill".into());
    // The page of this label now belongs to another person.
    asks(&story, Participant::Organiser, Command::Replace { who, name, reason }).await;
    while !is_closed(&story) {
        match story.place.running.views().room().contest().unwrap().phase {
            Phase::Lobby(_) => {}
            phase => panic!("{phase:?}"),
        }
        plays_a_round().await;
    }
    until(async || !receipts(&story, 1).await.is_empty()).await;
    assert!(!receipts(&story, 1).await.contains(&"R1-J1".to_owned()), "it is the first one's");
    assert_eq!(story.request("GET", "/story/judge/1/receipts/R1-J1", "").await.status, 409);
}
