//! Conversations judged again by readers: the turns shown to a judge, their times, and the use of beliefs.

use std::{io::Cursor, num::NonZeroUsize};

use archive::{
    audit::audit,
    sources::{NotASource, NotShown, Source},
};
use contest::{
    Actor, Command, ContestResult, ControlEvent, Draft, Event, Private, Refusal,
    command::{Arrival, Change, Revision},
    consent::Scope,
    contest::Phase,
    event::{Belief, ShownLine},
    release::ReleasablePart,
    shown::SourceConversation,
    view::judge::{JudgeUpdate, ReadingProgress},
};
use rulebook::{
    Authority, ConversationId, EntryId, JudgeId, RoundNumber, Rulebook, Seat, Side, Witness,
    schema::{Design, Layout, Roles},
};

use crate::{
    record_of::{key, published},
    story::{ORGANISER, Story, confederate, entry, faults, interview, judge, rules},
};

/// One conversation for each witness; that of the nth of its kind has n turns.
pub(crate) fn conversations(roles: Roles) -> Vec<(u16, SourceConversation)> {
    let people = (1..=roles.confederates).map(|number| conversation("person", number, true));
    let programs = (1..=roles.entries).map(|number| conversation("program", number, false));
    people.chain(programs).map(|conversation| (1, conversation)).collect()
}

fn conversation(kind: &str, turns: u16, is_human: bool) -> SourceConversation {
    let line = |by, text: String| ShownLine { by, text };
    let turn = |turn| {
        let (asks, answers) =
            (format!("question {turn} to {kind} {turns}"), format!("answer {turn} of {kind} {turns}"));
        vec![line(Side::Judge, asks), line(Side::Witness, answers)]
    };
    let name = format!("{kind}-{turns}");
    SourceConversation { of: "The past".to_owned(), name, turns: (1..=turns).map(turn).collect(), is_human }
}

/// One judge, a person and a program.
fn small() -> Rulebook {
    rules("second-sight", |rules| {
        (rules.roles.judges, rules.roles.confederates, rules.roles.entries) = (1, 1, 2);
    })
}

fn believes(story: &mut Story, round: u16, turn: u16, human: u8) -> Result<(), Refusal> {
    let (round, seat) = (RoundNumber::new(round), Seat::Only);
    story.does(judge(1), Command::Believe { round, seat, turn, human })
}

fn reading(story: &Story, round: u16) -> ReadingProgress {
    let screen = &story.views.judge(JudgeId::new(1)).unwrap().screen;
    screen.reading.get(&(RoundNumber::new(round), Seat::Only)).cloned().unwrap_or_default()
}

/// The round in which the first judge reads this witness.
fn round_of(story: &Story, witness: Witness) -> u16 {
    let rounds = 1..=story.contest().rounds();
    let reads =
        |round: &u16| story.contest().seating(interview(*round, 1)).unwrap().witness(Seat::Only) == Some(witness);
    rounds.into_iter().find(reads).unwrap()
}

/// The talk of the round in which the first judge reads this witness, with the rounds before it left unread.
fn reading_of(witness: Witness) -> (Story, u16) {
    let mut story = Story::under(small());
    let round = round_of(&story, witness);
    for _ in 1..round {
        story.open_round().unwrap();
        story.wait_out();
        story.wait_out();
    }
    story.open_round().unwrap();
    (story, round)
}

/// The program whose conversation has two turns.
fn program() -> Witness {
    Witness::Entry(EntryId::new(2))
}

#[test]
fn a_judge_is_shown_the_first_turn_and_the_next_one_after_a_belief() {
    let (mut story, round) = reading_of(program());
    assert_eq!(story.read(round, Seat::Only), ["question 1 to program 2", "answer 1 of program 2"]);
    assert_eq!(reading(&story, round).asks(), Some(1));
    assert_eq!(believes(&mut story, round, 2, 50), Err(Refusal::NotShownYet));
    believes(&mut story, round, 1, 80).unwrap();
    assert_eq!(story.read(round, Seat::Only).len(), 4, "the second turn is there");
    assert_eq!(reading(&story, round), ReadingProgress { shown: 2, is_whole: true, beliefs: vec![80] });
}

#[test]
fn what_a_judge_said_of_a_turn_stands_and_saying_it_again_changes_nothing() {
    let (mut story, round) = reading_of(program());
    believes(&mut story, round, 1, 80).unwrap();
    let facts = story.record.len();
    believes(&mut story, round, 1, 80).unwrap();
    assert_eq!(story.record.len(), facts);
    assert_eq!(believes(&mut story, round, 1, 20), Err(Refusal::BelievedAlready));
    assert_eq!(believes(&mut story, round, 2, 101), Err(Refusal::BadBelief));
    believes(&mut story, round, 2, 100).unwrap();
}

#[test]
fn a_talk_is_over_when_everything_is_read_or_its_time_is() {
    let (mut story, round) = reading_of(program());
    believes(&mut story, round, 1, 80).unwrap();
    assert!(matches!(story.contest().phase, Phase::Talk(..)));
    believes(&mut story, round, 2, 10).unwrap();
    assert!(matches!(story.contest().phase, Phase::Scoring(..)), "nothing is left to read");

    let (mut late, round) = reading_of(program());
    late.wait_out();
    assert!(matches!(late.contest().phase, Phase::Scoring(..)));
    assert_eq!(believes(&mut late, round, 1, 80), Err(Refusal::TalkOver));
    assert!(story.faults().is_empty() && late.faults().is_empty());
}

#[test]
fn nobody_is_there_to_be_waited_for_or_talked_with() {
    let mut story = Story::under(small());
    assert_eq!(story.contest().cast(), [judge(1)]);
    assert_eq!(story.contest().needed_in(RoundNumber::new(1)).into_iter().collect::<Vec<_>>(), [judge(1)]);
    story.open_round().unwrap();
    let said = story.says(judge(1), 1, Some(Seat::Only), "Hello?");
    assert!(matches!(said, Err(Refusal::WrongMedium(_))), "{said:?}");
}

#[test]
fn what_a_judge_is_sent_is_the_same_whether_a_person_or_a_program_spoke() {
    let updates = |is_human: bool| {
        let mut opening = Story::opening(small(), None);
        // The very same words; only the witness's kind differs.
        for (_, shown) in &mut opening.shown {
            shown.turns = conversation("somebody", 2, true).turns;
        }
        let mut story = Story::opened_as(opening, "2010-10-23T09:30:00Z".parse().unwrap()).unwrap();
        story.does(ORGANISER, Command::Draw { anyway: true }).unwrap();
        let wanted = |witness: &Witness| matches!(witness, Witness::Confederate(_)) == is_human;
        let of =
            |story: &Story, round| story.contest().seating(interview(round, 1)).unwrap().witness(Seat::Only).unwrap();
        let round = (1..=3).find(|round| wanted(&of(&story, *round))).unwrap();
        let mut told = Vec::new();
        for now in 1..=round {
            let before = story.views.judge(JudgeId::new(1)).unwrap().latest();
            story.open_round().unwrap();
            believes(&mut story, now, 1, 40).unwrap();
            believes(&mut story, now, 2, 60).unwrap();
            let feed = story.views.judge(JudgeId::new(1)).unwrap();
            let shown = feed.after(before).iter().filter_map(|numbered| match &numbered.update {
                JudgeUpdate::Shown { turn, lines, last, .. } => Some((*turn, lines.clone(), *last)),
                _ => None,
            });
            told = shown.collect();
            story.wait_out();
        }
        told
    };
    assert_eq!(updates(true), updates(false));
}

#[test]
fn every_conversation_is_loaded_before_the_draw_and_only_then() {
    let mut opening = Story::opening(small(), None);
    opening.shown.pop();
    let mut story = Story::opened_as(opening, "2010-10-23T09:30:00Z".parse().unwrap()).unwrap();
    let missing = story.does(ORGANISER, Command::Draw { anyway: true });
    assert_eq!(missing, Err(Refusal::NotLoaded(vec![program()])));

    let story = Story::under(small());
    let loaded = |event: &Event| matches!(event, Event::Control(ControlEvent::SourceLoaded { .. }));
    let again = story.record.iter().find(|fact| loaded(&fact.event)).unwrap();
    assert_eq!(story.room().permit(Actor::Server, &again.event, story.now), Err(Refusal::LoadedAlready));
}

#[test]
fn turns_that_are_cut_otherwise_are_found_by_an_audit() {
    let story = Story::under(small());
    let place = story.record.iter().position(
        |fact| matches!(&fact.event, Event::Control(ControlEvent::SourceLoaded { who, .. }) if *who == entry(2)),
    );
    let mut forged = story.record.clone();
    if let Event::Control(ControlEvent::SourceLoaded { private: Private::Held(turns), .. }) =
        &mut forged[place.unwrap()].event
    {
        let moved = turns[1].remove(0);
        turns[0].push(moved);
    }
    assert_eq!(faults(&forged).len(), 1, "{:?}", faults(&forged));
    assert!(faults(&forged)[0].contains("no conversation in turns"));
}

#[test]
fn a_belief_that_skips_a_turn_or_comes_from_another_is_found_by_an_audit() {
    let (mut story, round) = reading_of(program());
    believes(&mut story, round, 1, 80).unwrap();
    let conversation = ConversationId { interview: interview(round, 1), seat: Seat::Only };
    let belief = |turn, who| {
        let private = Private::Held(Belief { human: 5 });
        let event = Event::Control(ControlEvent::BeliefGiven { conversation, turn, private });
        Draft { actor: Actor::Participant(who), event }
    };
    for forged in [belief(3, judge(1)), belief(1, judge(1)), belief(2, judge(2)), belief(2, confederate(1))] {
        let mut story = reading_of(program()).0;
        believes(&mut story, round, 1, 80).unwrap();
        story.take(forged.clone());
        assert_eq!(story.faults().len(), 1, "{forged:?}");
    }
}

#[test]
fn what_is_shown_stands_once_the_contest_is_set_up() {
    let mut story = Story::under(small());
    let mut opening = Story::opening(small(), None);
    opening.terms.sources = vec!["feed".repeat(16).parse().unwrap()];
    let revision = Revision { terms: opening.terms, roster: opening.roster };
    assert_eq!(story.does(ORGANISER, Command::Revise(Box::new(revision))), Err(Refusal::ShownStands));
    let late = Command::Replan {
        change: Change::Joins(Arrival::Confederate("Late".to_owned())),
        reason: "came late".to_owned(),
    };
    assert_eq!(story.does(ORGANISER, late), Err(Refusal::ShownStands));
}

#[test]
fn the_result_counts_last_beliefs_and_sums_those_after_each_turn() {
    let mut story = Story::under(small());
    for round in 1..=3 {
        story.open_round().unwrap();
        let witness = story.contest().seating(interview(round, 1)).unwrap().witness(Seat::Only).unwrap();
        let turns = if witness == program() { vec![80, 50] } else { vec![70] };
        for (turn, human) in (1..).zip(turns) {
            believes(&mut story, round, turn, human).unwrap();
        }
        story.wait_out();
    }
    assert!(story.contest().is_closed(), "{:?}", story.contest().phase);
    let found = audit(&story.record);
    assert_eq!((found.faults.len(), found.missing.len()), (0, 0), "{:?} {:?}", found.faults, found.missing);
    let reading = ContestResult::of(story.contest()).unwrap().reading.unwrap();
    // A person at 70 is right, a program at 70 is not, and one at 50 is undecided.
    let last = reading.judges[0].last;
    assert_eq!((last.of, last.right, last.undecided, last.sum, last.squares), (3, 1, 1, 190, 4900 + 4900 + 2500));
    let program = reading.conversations.iter().find(|judged| judged.witness == program()).unwrap();
    let means: Vec<_> = program.by_turn.iter().map(|mean| (mean.sum, mean.of)).collect();
    assert_eq!(means, [(80, 1), (50, 1)]);
}

/// A closed contest of messages between a judge, a person and a program; the person said "I am Confederate 1".
fn talked_over() -> Story {
    let mut story = Story::under(rules("two-party-2024", |rules| {
        (rules.roles.judges, rules.roles.entries, rules.roles.confederates, rules.roles.baselines) = (1, 1, 1, 0);
        rules.awards.clear();
    }));
    while story.open_round().is_ok() {
        let round = story.contest().phase.running_round().unwrap();
        story.says(judge(1), round.number(), Some(Seat::Only), "Who are you?").unwrap();
        let id = ConversationId { interview: interview(round.number(), 1), seat: Seat::Only };
        story.answers(id, "Somebody.").unwrap();
        story.wait(60);
        story.wait_out();
        story.wait_out();
    }
    assert!(story.contest().is_closed(), "{:?}", story.contest().phase);
    story
}

fn source_of(story: &Story) -> Result<Source, NotASource> {
    let bundle = published(story, &key(), |_| {});
    Source::read(NonZeroUsize::MIN, Cursor::new(bundle)).unwrap()
}

fn releases(story: &mut Story, part: ReleasablePart) {
    let (rule, reason) = ("rule 17".to_owned(), "everything was read".to_owned());
    let parts = [part].into();
    story.does(ORGANISER, Command::Release { parts, by: Authority::Organisers, rule, reason }).unwrap();
}

#[test]
fn the_record_of_a_contest_is_a_source_once_its_transcripts_are_released() {
    let mut story = talked_over();
    assert_eq!(source_of(&story), Err(NotASource::NotReleased));
    releases(&mut story, ReleasablePart::Result);
    assert_eq!(source_of(&story), Err(NotASource::NotReleased), "the result alone has no words in it");
    releases(&mut story, ReleasablePart::Transcripts);
    let source = source_of(&story).unwrap();
    let kinds: Vec<_> = source.conversations.iter().map(|conversation| conversation.is_human).collect();
    assert_eq!(kinds.iter().filter(|is_human| **is_human).count(), 1, "{kinds:?}");
    for conversation in &source.conversations {
        let words: Vec<_> = conversation.turns.iter().flatten().map(|line| (line.by, line.text.as_str())).collect();
        assert_eq!(words, [(Side::Judge, "Who are you?"), (Side::Witness, "Somebody.")], "names stay behind");
    }
    let shown = source.shown(&["R1-J1-only".to_owned()], 40).unwrap();
    assert_eq!((shown.len(), shown[0].of.as_str(), shown[0].name.as_str()), (1, "A story", "R1-J1-only"));
    let nowhere = source.shown(&["R9-J1-only".to_owned()], 40).unwrap_err();
    assert!(nowhere.to_string().contains("its conversations are R1-J1-only, R2-J1-only"), "{nowhere}");
}

#[test]
fn who_agreed_to_the_result_alone_is_read_by_nobody() {
    let mut story = talked_over();
    releases(&mut story, ReleasablePart::Record);
    let consent = Command::Consent { who: confederate(1), scope: Scope::Result, licence: None };
    story.does(ORGANISER, consent).unwrap();
    let source = source_of(&story).unwrap();
    assert!(source.conversations.iter().all(|conversation| !conversation.is_human), "{source:?}");
    let consent = Command::Consent { who: judge(1), scope: Scope::Result, licence: None };
    story.does(ORGANISER, consent).unwrap();
    assert_eq!(source_of(&story).unwrap().shown(&[], 40), Err(NotShown::Nothing));
}

#[test]
fn what_is_no_source_says_why() {
    let mut open = Story::under(rules("two-party-2024", |_| {}));
    open.open_round().unwrap();
    assert_eq!(source_of(&open), Err(NotASource::NotClosed));
    let bytes = b"not a record".to_vec();
    let broken = Source::read(NonZeroUsize::MIN, Cursor::new(bytes)).unwrap();
    assert!(matches!(broken, Err(NotASource::Broken(_))), "{broken:?}");
    let mut read = Story::under(small());
    while read.open_round().is_ok() {
        read.wait_out();
        read.wait_out();
    }
    releases(&mut read, ReleasablePart::Record);
    assert_eq!(source_of(&read), Err(NotASource::ReadsItself));
}

#[test]
fn side_by_side_each_conversation_goes_at_its_own_pace_and_both_end_the_talk() {
    let mut story = Story::under(rules("second-sight", |rules| {
        (rules.roles.judges, rules.roles.confederates, rules.roles.entries) = (1, 1, 1);
        rules.interview.layout = Layout::Pair;
        rules.schedule.design = Design::FewestRounds;
    }));
    story.open_round().unwrap();
    let believes = |story: &mut Story, seat| {
        let command = Command::Believe { round: RoundNumber::new(1), seat, turn: 1, human: 30 };
        story.does(judge(1), command)
    };
    assert_eq!(story.read(1, Seat::Left).len() + story.read(1, Seat::Right).len(), 4, "both begin at once");
    believes(&mut story, Seat::Right).unwrap();
    assert!(matches!(story.contest().phase, Phase::Talk(..)), "the left one is not read");
    believes(&mut story, Seat::Left).unwrap();
    assert!(matches!(story.contest().phase, Phase::Scoring(..)));
    assert!(story.faults().is_empty(), "{:?}", story.faults());
}

#[test]
fn nobody_waits_for_an_interview_that_was_ended() {
    let mut story = Story::under(rules("second-sight", |rules| {
        (rules.roles.judges, rules.roles.confederates, rules.roles.entries) = (2, 1, 1);
    }));
    story.open_round().unwrap();
    believes(&mut story, 1, 1, 30).unwrap();
    assert!(matches!(story.contest().phase, Phase::Talk(..)), "the second judge reads");
    let reason = "taken ill".to_owned();
    story.does(ORGANISER, Command::Abort { interview: interview(1, 2), reason }).unwrap();
    assert!(matches!(story.contest().phase, Phase::Scoring(..)));
    assert!(story.faults().is_empty(), "{:?}", story.faults());
}
