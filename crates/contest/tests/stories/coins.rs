//! Coins: if entries are still level after every ballot, coins decide, each tossed by many hands.

use contest::{
    Command, ContestResult, ControlEvent, Event, Private, Refusal,
    contest::{COIN_WAIT, Phase},
    seed::Matter,
};
use rulebook::EntryId;

use crate::{
    story::{ORGANISER, Story, confederate, entry, faults, judge},
    votes,
};

/// A contest of 2003 in which all entries are level and no judge can choose: a coin is called.
fn level(byte: u8) -> Story {
    let mut story = votes::level(2, 2, byte);
    votes::nobody_can_choose(&mut story);
    story
}

fn gives(value: &str) -> Command {
    Command::Contribute { matter: Matter::Coin(1), value: value.to_owned() }
}

fn winner(story: &Story) -> String {
    ContestResult::of(story.contest()).unwrap().tally.standings[0].witness.to_string()
}

#[test]
fn a_coin_waits_for_its_hands_and_is_tossed_when_all_judges_have_given() {
    let mut story = level(7);
    let (number, coin) = story.contest().open_coin().unwrap();
    assert_eq!((number, coin.between.len()), (1, 2));
    assert_ne!(story.contest().phase, Phase::Closed);
    let asked = story.views.judge(rulebook::JudgeId::new(1)).unwrap().screen.stage.contributes;
    assert_eq!(asked, Some(Matter::Coin(1)));
    for who in [entry(1), confederate(1)] {
        assert_eq!(story.does(who, gives("not mine")), Err(Refusal::NotYours));
    }
    story.does(ORGANISER, gives("the organiser first")).unwrap();
    story.does(judge(1), gives("one")).unwrap();
    assert_eq!(story.does(judge(1), gives("again")), Err(Refusal::ContributedAlready));
    assert_ne!(story.contest().phase, Phase::Closed, "the other judge is waited for");
    story.does(judge(2), gives("two")).unwrap();
    assert_eq!(story.contest().phase, Phase::Closed);
    assert_eq!(story.contest().coins.len(), 1, "what is decided is not tossed again");
    assert_eq!(story.faults(), Vec::<String>::new());
    let result = ContestResult::of(story.contest()).unwrap();
    let place = |number| {
        result
            .tally
            .standings
            .iter()
            .find(|of| of.witness == rulebook::Witness::Entry(EntryId::new(number)))
            .unwrap()
            .place
    };
    assert_ne!(place(1), place(2), "the coin parted them");
}

#[test]
fn a_coin_waits_no_longer_than_its_time() {
    let mut story = level(7);
    story.wait_for(COIN_WAIT - std::time::Duration::from_millis(1));
    assert!(story.contest().open_coin().is_some());
    story.does(judge(1), gives("one")).unwrap();
    assert_eq!(story.does(ORGANISER, gives("last")), Err(Refusal::NotFirst));
    story.wait_for(std::time::Duration::from_millis(1));
    assert_eq!(story.contest().phase, Phase::Closed);
    assert_eq!(story.does(judge(2), gives("too late")), Err(Refusal::Closed));
    assert_eq!(story.faults(), Vec::<String>::new());
}

#[test]
fn every_hand_and_the_secret_toss_the_coin_and_not_the_seed_of_the_draw() {
    let tossed = |byte: u8, text: &str| {
        let mut story = level(byte);
        story.does(judge(1), gives(text)).unwrap();
        story.does(judge(2), gives("two")).unwrap();
        assert_ne!(story.contest().coins[0].seed, story.contest().secret().map(|secret| secret.seed));
        winner(&story)
    };
    let by_hand: std::collections::BTreeSet<_> = ('a'..='j').map(|text| tossed(7, &text.to_string())).collect();
    assert_eq!(by_hand, ["E1".to_owned(), "E2".to_owned()].into());
    let by_secret: std::collections::BTreeSet<_> = (1..=10).map(|byte| tossed(byte, "a")).collect();
    assert_eq!(by_secret, ["E1".to_owned(), "E2".to_owned()].into());
}

#[test]
fn an_audit_finds_a_coin_that_is_missing_or_falls_otherwise() {
    let mut story = level(7);
    story.does(judge(1), gives("one")).unwrap();
    story.does(judge(2), gives("two")).unwrap();
    let changed = |change: &dyn Fn(&mut ControlEvent)| {
        let mut record = story.record.clone();
        for fact in &mut record {
            if let Event::Control(event) = &mut fact.event {
                change(event);
            }
        }
        faults(&record)
    };
    assert!(
        !changed(&|event| {
            if let ControlEvent::CoinTossed { seed, .. } = event {
                *seed = rulebook::Seed::from_contributions(["another"]);
            }
        })
        .is_empty()
    );
    assert!(
        !changed(&|event| {
            if let ControlEvent::CoinCalled { between, .. } = event {
                *between = [EntryId::new(1)].into();
            }
        })
        .is_empty()
    );
    assert!(
        !changed(&|event| {
            if let (ControlEvent::Contributed { value, .. }, true) = (&mut *event, true) {
                value.push('!');
            }
        })
        .is_empty()
    );
    let without: Vec<_> = story
        .record
        .iter()
        .filter(|fact| {
            !matches!(fact.event, Event::Control(ControlEvent::CoinCalled { .. } | ControlEvent::CoinTossed { .. }))
        })
        .cloned()
        .collect();
    assert!(!faults(&without).is_empty(), "a tie without its coin");
    // With every private part redacted, the coins stay the same.
    let redacted = changed(&|event| match event {
        ControlEvent::SecretDrawn { private } => *private = Private::Redacted,
        ControlEvent::AssignmentCommitted { private } => *private = Private::Redacted,
        _ => {}
    });
    assert_eq!(redacted, Vec::<String>::new());
}
