//! Votes of the judges (2003, rule 50): if entries are level, each judge is asked before the close, and before any
//! coin.

use std::time::Duration;

use archive::audit::audit;
use contest::{
    Command, ContestResult, ControlEvent, Event, Private, Refusal,
    command::Ending,
    contest::{Phase, VOTE_WAIT},
    event::Preference,
    seed::{Matter, SeedOpening},
    view::stage::VoteForm,
};
use rulebook::{ConversationId, DrawnSecret, EntryId, JudgeId, Witness};
use tally::Note;

use crate::story::{ORGANISER, Story, confederate, entry, faults, judge, rules};

const MILLISECOND: Duration = Duration::from_millis(1);

/// A contest of 2003 with the same ratings for all, after its last ballot: a vote is open.
pub(crate) fn level(judges: u16, entries: u16, byte: u8) -> Story {
    let rulebook = rules("surrey-2003", |rules| {
        (rules.roles.judges, rules.roles.entries, rules.roles.confederates) = (judges, entries, 1);
        rules.roles.told = None;
    });
    let secret = DrawnSecret::from_bytes([byte; 32]);
    let seed = SeedOpening::ManyHands { secret, organiser: Some("a text".to_owned()), committee: None };
    let mut story = Story::opened(rulebook, seed).unwrap();
    story.does(ORGANISER, Command::Draw { anyway: true }).unwrap();
    story.play_on();
    story.rates_all_alike(&(1..=judges).map(judge).collect::<Vec<_>>());
    assert!(matches!(story.contest().phase, Phase::EndBallots(..)));
    story.wait_out();
    story
}

/// The vote form on this judge's page.
fn asked(story: &Story, number: u16) -> Option<VoteForm> {
    story.views.judge(JudgeId::new(number)).unwrap().screen.stage.vote.clone()
}

/// This judge's conversation with this entry.
fn met(story: &Story, number: u16, entry: u16) -> ConversationId {
    let candidates = story.contest().candidates(judge(number)).concat();
    let is = |id: &ConversationId| {
        let witness = story.contest().seating(id.interview).unwrap().witness(id.seat);
        witness == Some(Witness::Entry(EntryId::new(entry)))
    };
    candidates.into_iter().find(is).unwrap()
}

/// This judge votes for this entry in the vote of this number.
pub(crate) fn votes(story: &mut Story, number: u16, vote: u16, entry: u16) -> Result<(), Refusal> {
    let preferred = Some(met(story, number, entry));
    story.does(judge(number), Command::Vote { vote, preference: Preference::between(preferred) })
}

/// The judges who have not voted abstain.
pub(crate) fn nobody_can_choose(story: &mut Story) {
    while let Some((vote, _)) = story.contest().open_vote() {
        let who = story.contest().votes_missing()[0];
        story.does(who, Command::Vote { vote, preference: Preference::between(None) }).unwrap();
    }
}

/// The entries in order, numbered by it: their places may repeat, because a level confederate shares one.
fn standings(story: &Story) -> Vec<String> {
    let result = ContestResult::of(story.contest()).unwrap();
    let entries = result.tally.standings.iter().filter(|standing| matches!(standing.witness, Witness::Entry(_)));
    (1..).zip(entries).map(|(order, standing)| format!("{order} {}", standing.witness)).collect()
}

#[test]
fn rule_50_judges_are_asked_about_their_own_conversations_and_a_majority_decides() {
    let mut story = level(2, 2, 7);
    assert!(matches!(story.contest().phase, Phase::Vote(1, _)), "asked before the close");
    for number in [1, 2] {
        let form = asked(&story, number).unwrap();
        assert_eq!((form.vote, form.candidates.len()), (1, 2));
        let own = |id: &ConversationId| id.interview.judge == JudgeId::new(number);
        assert!(form.candidates.concat().iter().all(own), "{form:?}");
    }
    votes(&mut story, 1, 1, 2).unwrap();
    assert!(matches!(story.contest().phase, Phase::Vote(1, _)), "the other judge is waited for");
    votes(&mut story, 2, 1, 2).unwrap();
    assert_eq!(story.contest().phase, Phase::Closed);
    assert!(story.contest().coins.is_empty(), "what the judges decide is not tossed");
    assert_eq!(standings(&story), ["1 E2", "2 E1"]);
    let result = ContestResult::of(story.contest()).unwrap();
    let award = result.tally.awards.iter().find(|award| award.to == [Witness::Entry(EntryId::new(2))]);
    assert!(award.is_some(), "{:?}", result.tally.awards);
    assert_eq!(story.faults(), Vec::<String>::new());
}

#[test]
fn rule_50_without_a_majority_the_coin_decides_and_is_called_after_the_vote() {
    let mut story = level(2, 2, 7);
    votes(&mut story, 1, 1, 1).unwrap();
    votes(&mut story, 2, 1, 2).unwrap();
    let (_, coin) = story.contest().open_coin().unwrap();
    assert_eq!(coin.between.len(), 2);
    for who in [judge(1), judge(2)] {
        story.does(who, Command::Contribute { matter: Matter::Coin(1), value: "heads".to_owned() }).unwrap();
    }
    assert_eq!(story.contest().phase, Phase::Closed);
    assert_eq!((story.contest().votes.len(), story.contest().coins.len()), (1, 1));
    assert_eq!(story.faults(), Vec::<String>::new());
}

#[test]
fn the_judges_are_asked_again_about_those_whom_they_did_not_choose() {
    let mut story = level(3, 3, 7);
    for number in 1..=3 {
        votes(&mut story, number, 1, 3).unwrap();
    }
    assert!(matches!(story.contest().phase, Phase::Vote(2, _)));
    assert_eq!(asked(&story, 1).unwrap().candidates.len(), 2);
    votes(&mut story, 1, 2, 2).unwrap();
    votes(&mut story, 2, 2, 2).unwrap();
    votes(&mut story, 3, 2, 1).unwrap();
    assert_eq!(story.contest().phase, Phase::Closed);
    assert_eq!(standings(&story), ["1 E3", "2 E2", "3 E1"]);
    assert_eq!(story.faults(), Vec::<String>::new());
}

#[test]
fn a_vote_waits_ten_minutes_for_the_silent_and_who_cannot_choose_has_no_vote() {
    let mut story = level(2, 2, 7);
    story.does(judge(1), Command::Vote { vote: 1, preference: Preference::between(None) }).unwrap();
    story.wait_for(VOTE_WAIT - MILLISECOND);
    assert!(matches!(story.contest().phase, Phase::Vote(1, _)));
    story.wait_for(MILLISECOND);
    assert!(story.contest().open_coin().is_some(), "nobody is asked twice");
    let late = Command::Vote { vote: 1, preference: Preference::between(None) };
    assert_eq!(story.does(judge(2), late), Err(Refusal::NoVote));
    let has_voted = |note: &Note| matches!(note, Note::Majority { .. });
    story.wait(60);
    let result = ContestResult::of(story.contest()).unwrap();
    assert!(!result.tally.notes.iter().any(has_voted), "{:?}", result.tally.notes);
    assert_eq!(story.faults(), Vec::<String>::new());
}

#[test]
fn a_vote_can_be_changed_until_it_is_closed_and_the_organiser_may_close_it() {
    let mut story = level(3, 2, 7);
    votes(&mut story, 1, 1, 1).unwrap();
    votes(&mut story, 1, 1, 2).unwrap();
    votes(&mut story, 2, 1, 2).unwrap();
    let screen = &story.views.judge(JudgeId::new(1)).unwrap().screen;
    assert_eq!(screen.votes[&1].preferred, Some(met(&story, 1, 2)), "one's own vote is shown");
    story.does(ORGANISER, Command::EndPhase(Ending::Vote { vote: 1 })).unwrap();
    assert_eq!(story.contest().phase, Phase::Closed);
    assert_eq!(standings(&story), ["1 E2", "2 E1"], "two of three");
    assert_eq!(story.faults(), Vec::<String>::new());
}

#[test]
fn only_judges_vote_only_for_whom_they_are_asked_about() {
    let mut story = level(2, 2, 7);
    let preferred = Some(met(&story, 1, 1));
    let vote = |vote, preferred| Command::Vote { vote, preference: Preference::between(preferred) };
    for who in [confederate(1), entry(1), ORGANISER] {
        assert_eq!(story.does(who, vote(1, preferred)), Err(Refusal::NotYours));
    }
    assert_eq!(story.does(judge(2), vote(1, preferred)), Err(Refusal::NotACandidate), "another judge's conversation");
    assert_eq!(story.does(judge(1), vote(2, preferred)), Err(Refusal::VoteOver));
    let confederate_met = story.contest().assignment().unwrap().0.iter().find_map(|seating| {
        let (seat, _) = seating.seats.iter().find(|(_, witness)| matches!(witness, Witness::Confederate(_)))?;
        let id = ConversationId { interview: seating.interview, seat: *seat };
        (seating.interview.judge == JudgeId::new(1)).then_some(id)
    });
    assert_eq!(story.does(judge(1), vote(1, confederate_met)), Err(Refusal::NotACandidate));
    story.does(ORGANISER, Command::Pause { reason: "a fire drill".to_owned(), told: None }).unwrap();
    assert_eq!(story.does(judge(1), vote(1, preferred)), Err(Refusal::Paused));
    story.wait(60 * 60);
    story.does(ORGANISER, Command::Resume).unwrap();
    story.does(judge(1), vote(1, preferred)).unwrap();
    assert_eq!(story.faults(), Vec::<String>::new());
}

#[test]
fn an_audit_finds_a_vote_that_is_missing_forged_or_closed_too_early() {
    let mut story = level(2, 2, 7);
    votes(&mut story, 1, 1, 1).unwrap();
    story.does(judge(2), Command::Vote { vote: 1, preference: Preference::between(None) }).unwrap();
    story.wait(60);
    assert_eq!((story.contest().phase, story.faults()), (Phase::Closed, Vec::new()));
    let changed = |change: &dyn Fn(&mut ControlEvent)| {
        let mut record = story.record.clone();
        record.iter_mut().for_each(|fact| {
            if let Event::Control(event) = &mut fact.event {
                change(event);
            }
        });
        faults(&record)
    };
    let without = |gone: &dyn Fn(&ControlEvent) -> bool| {
        let stays = |event: &Event| !matches!(event, Event::Control(event) if gone(event));
        faults(&story.record.iter().filter(|fact| stays(&fact.event)).cloned().collect::<Vec<_>>())
    };
    let other = changed(&|event| {
        if let ControlEvent::VoteCalled { between, .. } = event {
            *between = [EntryId::new(1)].into();
        }
    });
    assert!(!other.is_empty(), "another matter");
    let stranger = changed(&|event| {
        if let ControlEvent::VoteCast { private: Private::Held(Preference { preferred: Some(id), .. }), .. } = event {
            id.interview.judge = JudgeId::new(2);
        }
    });
    assert!(stranger.iter().any(|fault| fault.contains("one from the list")), "{stranger:?}");
    let is_of_a_vote = |event: &ControlEvent| {
        matches!(
            event,
            ControlEvent::VoteCalled { .. } | ControlEvent::VoteCast { .. } | ControlEvent::VoteClosed { .. }
        )
    };
    assert!(!without(&is_of_a_vote).is_empty(), "nobody was asked");
    let cast = |event: &ControlEvent| matches!(event, ControlEvent::VoteCast { judge, .. } if judge.number() == 2);
    assert!(!without(&cast).is_empty(), "closed before the second judge had voted, and before its time");
    // Votes can be redacted; then their outcome is unknown.
    let mut record = story.record.clone();
    for fact in &mut record {
        if let Event::Control(ControlEvent::VoteCast { private, .. }) = &mut fact.event {
            *private = Private::Redacted;
        }
    }
    let found = audit(&record);
    assert_eq!(found.faults, []);
    assert!(!found.is_computable && found.missing[0].to_string().contains("2 ballots"), "{:?}", found.missing);
}
