//! Rulings (2003, rules 43 and 59): decisions of people about entries, also after the close.

use std::io::Cursor;

use archive::publication::{self, Verdict};
use contest::{
    Command, ContestResult, Refusal,
    command::OnEntry,
    contest::{Phase, RulingKind},
    event::Preference,
    result::Report,
};
use record::Trust;
use rulebook::{Authority, EntryId, Participant, Witness};

use crate::{
    record_of::{key, published},
    story::{ORGANISER, Story, judge},
    votes::{level, votes},
};

/// A ruling of the judges under rule 59.
fn ruling(entry: u16, decision: RulingKind) -> OnEntry {
    OnEntry {
        entry: EntryId::new(entry),
        decision,
        by: Authority::Judges,
        rule: "rule 59".to_owned(),
        reason: "a person was behind it".to_owned(),
    }
}

fn rules_on(story: &mut Story, entry: u16, decision: RulingKind) -> Result<(), Refusal> {
    story.does(ORGANISER, Command::Rule(Box::new(ruling(entry, decision))))
}

/// The recipients of the first award.
fn winner(result: &ContestResult) -> &[Witness] {
    &result.tally.awards[0].to
}

/// A contest that E2 wins, with E1 second.
fn closed() -> Story {
    let mut story = level(2, 2, 7);
    votes(&mut story, 1, 1, 2).unwrap();
    votes(&mut story, 2, 1, 2).unwrap();
    assert_eq!(story.contest().phase, Phase::Closed);
    story
}

#[test]
fn rule_59_the_winner_is_disqualified_after_the_close_and_the_second_gets_medal_and_award() {
    let [first, second] = [1, 2].map(|number| Witness::Entry(EntryId::new(number)));
    let mut story = closed();
    let before = ContestResult::of(story.contest()).unwrap();
    assert_eq!(winner(&before), [second]);
    let earlier = published(&story, &key(), |_| {});

    rules_on(&mut story, 2, RulingKind::Disqualified).unwrap();
    let after = ContestResult::of(story.contest()).unwrap();
    assert_eq!(winner(&after), [first]);
    assert_eq!(after.before_rulings, std::slice::from_ref(&before.tally), "both results stay readable");
    let told = after.rulings[0].to_string();
    assert_eq!(told, "E2 was disqualified after the close, as a majority of the judges decided under rule 59");
    let report = Report::of(story.contest()).unwrap();
    assert_eq!(report.sentences_before_rulings.len(), 1);
    assert!(!report.sentences_before_rulings[0].notes.iter().any(|note| note.contains("a person was behind it")));
    assert!(report.sentences.notes.iter().any(|note| note.contains("a person was behind it")));

    // A holder of the earlier record can check that this one continues it.
    let [earlier, later] = [earlier, published(&story, &key(), |_| {})]
        .map(|bundle| publication::verify(Cursor::new(bundle), &Trust::default()).unwrap());
    for found in [&earlier, &later] {
        assert_eq!((found.verdict(), &found.faults), (Verdict::Consistent, &Vec::new()));
    }
    assert_eq!((earlier.result, later.result), (Some(before), Some(after)));
    assert_eq!(later.report.events, earlier.report.events + 1);
}

#[test]
fn a_ruling_can_be_taken_back_and_every_result_in_between_stays_readable() {
    let mut story = closed();
    let before = ContestResult::of(story.contest()).unwrap();
    rules_on(&mut story, 2, RulingKind::Disqualified).unwrap();
    let between = ContestResult::of(story.contest()).unwrap();
    rules_on(&mut story, 2, RulingKind::Reinstated).unwrap();
    let after = ContestResult::of(story.contest()).unwrap();
    assert_eq!(after.tally, before.tally);
    assert_eq!(after.before_rulings, [before.tally, between.tally]);
    assert_eq!(story.faults(), Vec::<String>::new());
}

#[test]
fn rule_43_a_ruling_before_the_close_leaves_no_earlier_result() {
    let mut story = level(2, 2, 7);
    rules_on(&mut story, 2, RulingKind::Disqualified).unwrap();
    votes(&mut story, 1, 1, 2).unwrap();
    votes(&mut story, 2, 1, 2).unwrap();
    let result = ContestResult::of(story.contest()).unwrap();
    assert_eq!(winner(&result), [Witness::Entry(EntryId::new(1))]);
    assert_eq!((result.rulings.len(), result.before_rulings.len()), (1, 0));
    assert!(!result.rulings[0].after_close);
}

#[test]
fn after_the_close_nothing_but_rulings_is_recorded_and_each_names_its_rule() {
    let mut story = closed();
    let record = story.record.len();
    for command in [
        Command::Extend { by: std::time::Duration::from_secs(60), reason: "why not".to_owned(), told: None },
        Command::Pause { reason: "why not".to_owned(), told: None },
        Command::OpenRound { anyway: true },
        Command::Vote { vote: 1, preference: Preference::between(None) },
    ] {
        let who = if matches!(command, Command::Vote { .. }) { judge(1) } else { ORGANISER };
        assert_eq!(story.does(who, command), Err(Refusal::Closed));
    }
    let first = story.contest().assignment().unwrap().0[0].clone();
    let (who, seat) = (Participant::Judge(first.interview.judge), first.seats.keys().next().copied());
    assert_eq!(story.says(who, first.interview.round.number(), seat, "Hello?"), Err(Refusal::Closed));
    let mut rules = |rule: &str, reason: &str| {
        let (rule, reason) = (rule.to_owned(), reason.to_owned());
        story.does(ORGANISER, Command::Rule(Box::new(OnEntry { rule, reason, ..ruling(1, RulingKind::Disqualified) })))
    };
    assert_eq!(rules(" ", "because"), Err(Refusal::BadRule(60)));
    assert_eq!(rules(&"x".repeat(61), "because"), Err(Refusal::BadRule(60)));
    assert_eq!(rules("rule\n59", "because"), Err(Refusal::BadRule(60)));
    assert_eq!(rules("rule 59", " "), Err(Refusal::BadReason(500)));
    assert_eq!(rules_on(&mut story, 1, RulingKind::Reinstated), Err(Refusal::NotOut));
    assert_eq!(rules_on(&mut story, 3, RulingKind::Disqualified), Err(Refusal::NotYours), "there is no third entry");
    let by_a_judge = Command::Rule(Box::new(ruling(1, RulingKind::Disqualified)));
    assert_eq!(story.does(judge(1), by_a_judge), Err(Refusal::NotYours));
    assert_eq!(story.record.len(), record);
    let longest = OnEntry { rule: "x".repeat(60), ..ruling(1, RulingKind::Disqualified) };
    story.does(ORGANISER, Command::Rule(Box::new(longest))).unwrap();
    assert_eq!(rules_on(&mut story, 1, RulingKind::Disqualified), Err(Refusal::OutAlready));
    assert_eq!(story.faults(), Vec::<String>::new());
}
