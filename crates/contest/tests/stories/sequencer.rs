//! The sequencer before a store that is slow or full, or that another server writes to as well.

use std::time::Duration;

use contest::{
    Command, ControlEvent, Event, FormId, Recorded, Refusal,
    command::Ending,
    event::Counted,
    sequencer::{Batch, DurableState, Now, Sequencer},
};
use rulebook::{Participant, RoundNumber, Timestamp};

use crate::story::{ORGANISER, Story, judge, rules};

/// A sequencer at the end of a contest's record, at the time of its last fact.
struct Desk {
    sequencer: Sequencer,
    shown: DurableState,
    now: Timestamp,
}

impl Desk {
    fn of(story: &Story) -> Self {
        let (mut sequencer, mut shown) = (Sequencer::default(), DurableState::default());
        sequencer.read(&mut shown, &story.record);
        Self { sequencer, shown, now: story.now }
    }

    fn decides(&mut self, asked: &[(Participant, Command)]) -> Batch {
        let now = Now { time: self.now, keeps_time: true, gap: None };
        self.sequencer.decide(&self.shown, asked.iter().map(|(who, command)| (*who, command)), &now)
    }

    /// The batch is stored after the visible facts.
    fn stores(&mut self, batch: &Batch) -> contest::sequencer::Changes {
        self.shown.keep(&batch.drafts);
        let last = self.shown.views.room().facts() + batch.facts.len() as u64;
        self.sequencer.stored(&mut self.shown, batch, last).unwrap()
    }

    fn facts(&self) -> u64 {
        self.shown.views.room().facts()
    }
}

fn open_round() -> (Participant, Command) {
    (ORGANISER, Command::OpenRound { anyway: true })
}

#[test]
fn nothing_is_shown_before_it_is_stored_and_a_full_disk_shows_nothing() {
    let mut desk = Desk::of(&Story::begin());
    let before = desk.facts();
    let batch = desk.decides(&[open_round()]);
    assert_eq!(batch.answers, [Ok(())]);
    assert_eq!((desk.facts(), desk.sequencer.ahead().facts()), (before, before + batch.facts.len() as u64));

    // A second one, decided after it, is refused; when the disk is full, neither has happened.
    let again = desk.decides(&[open_round()]);
    assert!(again.answers[0].is_err());
    desk.sequencer.failed(&desk.shown);
    assert_eq!(desk.sequencer.ahead().facts(), before);

    let batch = desk.decides(&[open_round()]);
    let changes = desk.stores(&batch);
    assert_eq!(desk.facts(), before + batch.facts.len() as u64);
    let cast = desk.shown.views.room().contest().unwrap().cast();
    assert!(cast.iter().all(|who| changes.told.contains(who)), "a round concerns everybody: {:?}", changes.told);
}

#[test]
fn words_concern_the_two_who_talk_and_nobody_else() {
    let mut story = Story::begin();
    story.open_round().unwrap();
    let before = story.record.len();
    story.judge_says(rulebook::Seat::Left, "H").unwrap();
    let words: Vec<Recorded> = story.record.split_off(before);
    let mut desk = Desk::of(&story);
    let changes = desk.sequencer.read(&mut desk.shown, &words);
    let expected = [judge(1), story.witness(1, rulebook::Seat::Left)].into_iter().collect();
    assert_eq!(changes.told, expected);
}

#[test]
fn what_another_server_recorded_first_is_read_and_the_rest_decided_on_it() {
    let story = Story::begin();
    let (mut ours, mut theirs) = (Desk::of(&story), Desk::of(&story));
    let late = ours.decides(&[open_round(), (judge(1), Command::Ready(true))]);
    let first = theirs.decides(&[open_round()]);
    theirs.stores(&first);

    // Both batches take the same numbers.
    assert_eq!(late.facts[0].number, first.facts[0].number);
    let changes = ours.sequencer.read(&mut ours.shown, &first.facts);
    assert!(changes.told.contains(&ORGANISER));
    let decided = ours.decides(&[open_round()]);
    assert!(matches!(decided.answers[..], [Err(_)]) && decided.facts.is_empty(), "{:?}", decided.answers);
    assert_eq!(ours.shown.views.room(), theirs.shown.views.room());
}

#[test]
fn facts_that_stand_behind_those_of_another_server_are_not_shown_before_them() {
    let mut desk = Desk::of(&Story::begin());
    let batch = desk.decides(&[open_round()]);
    let last = desk.facts() + batch.facts.len() as u64 + 1;
    assert_eq!(desk.sequencer.stored(&mut desk.shown, &batch, last), None);
    assert!(desk.shown.views.room().contest().unwrap().phase.running_round().is_none());
}

#[test]
fn a_draft_counts_in_the_batch_that_closes_its_form_and_is_of_no_use_after_it() {
    let mut story = Story::under(rules("loebner-2010", |_| {}));
    story.open_round().unwrap();
    story.wait_out();
    let mut desk = Desk::of(&story);
    let round = RoundNumber::new(1);
    let fields = vec![("human".to_owned(), "left".to_owned())];
    let batch = desk.decides(&[
        (judge(1), Command::Draft { form: FormId::Ballot(round), fields }),
        (ORGANISER, Command::EndPhase(Ending::Scoring { round })),
    ]);
    assert_eq!(batch.answers, [Ok(()), Ok::<(), Refusal>(())]);
    let kinds: Vec<_> = batch
        .facts
        .iter()
        .filter_map(|fact| match &fact.event {
            Event::Control(ControlEvent::BallotCast { counted: Counted::Draft, .. }) => Some("ballot"),
            Event::Control(ControlEvent::RoundClosed { .. }) => Some("end"),
            _ => None,
        })
        .collect();
    assert_eq!(kinds, ["ballot", "end"]);
    let changes = desk.stores(&batch);
    assert_eq!(changes.forgotten, [(judge(1), FormId::Ballot(round))]);
    assert!(changes.ends_a_part && desk.shown.drafts.of(judge(1), FormId::Ballot(round)).is_none());
}

#[test]
fn where_somebody_else_holds_the_timer_time_alone_makes_no_facts() {
    let mut story = Story::begin();
    story.open_round().unwrap();
    let mut desk = Desk::of(&story);
    let time = desk.now + Duration::from_secs(24 * 60 * 60);
    let now = Now { time, keeps_time: false, gap: None };
    assert!(!desk.sequencer.is_due(&now));
    assert!(desk.sequencer.decide(&desk.shown, [], &now).facts.is_empty());
    assert!(desk.sequencer.is_due(&Now { keeps_time: true, ..now }));
}
