//! Changes of an organiser on a day that does not go as planned: an edited contest file, another person, a late judge,
//! a reserve entry, a replayed round.

use std::{collections::BTreeSet, time::Duration};

use contest::{
    Command, ContestResult, ControlEvent, Event, Private, Refusal,
    command::{Arrival, Change, NewEntry, Opening, Revision},
    contest::Phase,
    event::EntryCard,
    result::Report,
    seed::{Matter, SeedOpening},
};
use rulebook::{
    DrawnSecret, EntryId, JudgeId, Participant, RoundNumber, Rulebook, Seat, Witness,
    schema::{Limit, QuestionTime},
};
use schedule::Plan;
use tally::{Answers, result::WhyWithheld};

use crate::story::{BEGINNING, ORGANISER, Story, confederate, entry, faults, interview, judge, rules};

/// A contest of 2010 before its draw.
fn undrawn() -> Story {
    let secret = DrawnSecret::of_rehearsal("story");
    let seed = SeedOpening::ManyHands { secret, organiser: None, committee: None };
    Story::opened(rules("loebner-2010", |_| {}), seed).unwrap()
}

/// The contest file of every story, edited.
fn edited(change: impl FnOnce(&mut Rulebook)) -> Revision {
    let Opening { terms, roster, .. } = Story::opening(rules("loebner-2010", change), None);
    Revision { terms, roster }
}

fn revise(story: &mut Story, revision: &Revision) -> Result<(), Refusal> {
    story.does(ORGANISER, Command::Revise(Box::new(revision.clone())))
}

fn replan(story: &mut Story, change: Change) -> Result<(), Refusal> {
    story.does(ORGANISER, Command::Replan { change, reason: "the day".to_owned() })
}

/// The reason why replanning for this change is refused.
fn why_not(story: &mut Story, change: Change) -> String {
    match replan(story, change) {
        Err(Refusal::CannotReplan(why)) => why.to_string(),
        other => panic!("{other:?}"),
    }
}

fn replace(story: &mut Story, who: Participant, name: &str) -> Result<(), Refusal> {
    story.does(ORGANISER, Command::Replace { who, name: name.to_owned(), reason: "fell ill".to_owned() })
}

fn again(round: u16) -> Change {
    Change::Again(RoundNumber::new(round))
}

fn reserve() -> NewEntry {
    let card = EntryCard { name: "Reserve".into(), contestant: "somebody".into(), protocol: "stdio".into() };
    NewEntry { card, open_source: false, opening: None }
}

fn play_round(story: &mut Story) {
    story.open_round().unwrap();
    story.wait_out();
    story.wait_out();
}

fn play_to_the_end(story: &mut Story) {
    story.play_on();
    if story.contest().phase.ends().is_some() {
        story.wait_out();
    }
    assert_eq!(story.contest().phase, Phase::Closed);
    assert_eq!(story.faults(), Vec::<String>::new());
}

#[test]
fn an_edited_contest_file_counts_from_its_fact_on() {
    let mut story = undrawn();
    let mut revision = edited(|rules| rules.interview.talk = Duration::from_secs(600));
    revision.terms.name = "The same story".to_owned();
    revision.roster.judges[1] = "Somebody else".to_owned();
    revise(&mut story, &revision).unwrap();
    assert_eq!(story.contest().name, "The same story");
    assert_eq!(story.contest().name_of(judge(2)), Some("Somebody else"));
    assert_eq!(story.contest().rulebook.interview.talk, Duration::from_secs(600));
    let Some(Event::Control(ControlEvent::Revised { others, .. })) = story.record.last().map(|fact| &fact.event) else {
        panic!("no revision")
    };
    assert_eq!(*others, [judge(2)].into(), "it says whose label stands for somebody else");
    story.does(ORGANISER, Command::Draw { anyway: true }).unwrap();
    play_to_the_end(&mut story);
}

#[test]
fn a_contest_file_that_says_the_same_is_no_fact() {
    let mut story = undrawn();
    let facts = story.record.len();
    revise(&mut story, &edited(|_| {})).unwrap();
    assert_eq!(story.record.len(), facts);
}

#[test]
fn who_stands_for_a_label_by_now_adds_to_the_draw_as_well() {
    let mut story = undrawn();
    let contributes = |value: &str| Command::Contribute { matter: Matter::Draw, value: value.to_owned() };
    story.does(judge(2), contributes("of the first")).unwrap();
    assert!(!story.contest().not_joined().contains(&judge(2)));
    let mut revision = edited(|_| {});
    revision.roster.judges[1] = "Somebody else".to_owned();
    revise(&mut story, &revision).unwrap();
    assert!(story.contest().not_joined().contains(&judge(2)), "the one who gave something is gone");
    story.does(judge(2), contributes("of the second")).unwrap();
    assert_eq!(story.does(judge(2), contributes("once more")), Err(Refusal::ContributedAlready));
    story.does(ORGANISER, Command::Draw { anyway: true }).unwrap();
    play_to_the_end(&mut story);
}

#[test]
fn before_the_draw_people_and_programs_come_and_go() {
    let mut story = undrawn();
    story.leaves(judge(4)).unwrap();
    let five = edited(|rules| {
        rules.roles.judges = 5;
        rules.roles.entries = 5;
        rules.roles.confederates = 5;
    });
    revise(&mut story, &five).unwrap();
    assert_eq!(story.contest().left, BTreeSet::new(), "whoever the file names takes part");
    assert_eq!(story.contest().rounds(), 5);
    story.does(ORGANISER, Command::Draw { anyway: true }).unwrap();
    play_to_the_end(&mut story);
    assert_eq!(ContestResult::of(story.contest()).unwrap().interviews.len(), 25);
}

#[test]
fn a_contest_file_that_cannot_be_played_changes_nothing() {
    let mut story = undrawn();
    let six = edited(|rules| rules.roles.judges = 6);
    assert!(
        matches!(revise(&mut story, &six), Err(Refusal::CannotDraw(_))),
        "six judges and four programs fit no square"
    );
    assert_eq!(story.contest().rulebook.roles.judges, 4);
    assert_eq!(story.does(judge(1), Command::Revise(Box::new(edited(|_| {})))), Err(Refusal::NotYours));
}

#[test]
fn once_it_is_drawn_only_what_the_draw_does_not_depend_on_may_change() {
    let mut story = Story::begin();
    let mut shorter = edited(|rules| rules.interview.talk = Duration::from_secs(600));
    shorter.roster.confederates[0] = "Somebody else".to_owned();
    let drawn = story.contest().assignment().cloned();
    revise(&mut story, &shorter).unwrap();
    assert_eq!(story.contest().assignment().cloned(), drawn);
    let five = edited(|rules| {
        rules.roles.judges = 5;
        rules.roles.entries = 5;
        rules.roles.confederates = 5;
    });
    let Err(Refusal::DrawStands(what)) = revise(&mut story, &five) else { panic!("it was taken") };
    assert_eq!(what.to_string(), "the numbers of judges, confederates and entries");
    play_to_the_end(&mut story);
}

#[test]
fn a_contest_file_is_not_taken_once_the_first_round_is_open() {
    let mut story = Story::begin();
    story.open_round().unwrap();
    let shorter = edited(|rules| rules.interview.talk = Duration::from_secs(600));
    assert_eq!(revise(&mut story, &shorter), Err(Refusal::HasBegun));
    story.wait_out();
    story.wait_out();
    assert_eq!(revise(&mut story, &shorter), Err(Refusal::HasBegun));
}

#[test]
fn an_audit_finds_a_revision_that_hides_whom_it_exchanged() {
    let mut story = undrawn();
    let mut revision = edited(|_| {});
    revision.roster.judges[1] = "Somebody else".to_owned();
    revise(&mut story, &revision).unwrap();
    story.does(ORGANISER, Command::Draw { anyway: true }).unwrap();
    play_to_the_end(&mut story);
    let mut record = story.record.clone();
    for fact in &mut record {
        if let Event::Control(ControlEvent::Revised { others, .. }) = &mut fact.event {
            others.clear();
        }
    }
    assert!(faults(&record)[0].contains("the named people are not the ones who changed"), "{:?}", faults(&record));
}

#[test]
fn somebody_else_takes_a_place_in_mid_interview_and_both_names_stand_in_the_result() {
    let mut story = Story::begin();
    let witness = story.witness(1, Seat::Left);
    let person = if matches!(witness, Participant::Confederate(_)) { witness } else { story.witness(1, Seat::Right) };
    story.does(person, Command::Ready(true)).unwrap();
    story.open_round().unwrap();
    let told = story.views.judge(JudgeId::new(1)).unwrap().latest();
    replace(&mut story, person, "Dora").unwrap();
    assert_eq!(story.views.judge(JudgeId::new(1)).unwrap().latest(), told, "no judge is told");
    story.wait_out();
    story.wait_out();
    play_to_the_end(&mut story);
    let Participant::Confederate(id) = person else { panic!("a person") };
    let names = Report::of(story.contest()).unwrap().names;
    let number = id.number();
    assert_eq!(names.get(Witness::Confederate(id)).unwrap().name, format!("Confederate {number}, then Dora"));
}

/// A round has the name of whoever sat there. It has two only where the place was taken while it ran.
#[test]
fn each_round_has_the_names_of_those_who_bore_the_label_in_it() {
    let mut story = Story::begin();
    let names = |story: &Story, round: u16| story.contest().names_in(judge(2), RoundNumber::new(round)).unwrap();
    story.open_round().unwrap();
    story.wait_out();
    story.wait_out();
    assert_eq!(story.contest().phase, Phase::Lobby(RoundNumber::new(2)));
    replace(&mut story, judge(2), "Hilde").unwrap();
    story.open_round().unwrap();
    assert_eq!([names(&story, 1), names(&story, 2)], ["Judge 2", "Hilde"]);
    replace(&mut story, judge(2), "Ida").unwrap();
    assert_eq!([names(&story, 1), names(&story, 2), names(&story, 3)], ["Judge 2", "Hilde, then Ida", "Ida"]);
    assert_eq!(story.contest().names_of(judge(2)).unwrap(), "Judge 2, then Hilde, then Ida");
}

/// Whoever rests may say that they are in place. It counts for nothing.
#[test]
fn no_more_are_in_place_than_a_round_needs() {
    let mut story = Story::under(rules("surrey-2003", |_| {}));
    let round = RoundNumber::new(1);
    for who in story.contest().cast() {
        story.does(who, Command::Ready(true)).unwrap();
    }
    let needed = story.contest().needed_in(round).len();
    let board = story.views.board(&contest::FormDrafts::default(), story.now).unwrap();
    assert!(story.contest().ready.len() > needed, "somebody rests");
    assert_eq!((board.ready, board.needed), (needed, needed));
}

#[test]
fn who_takes_a_place_has_to_be_in_place_first() {
    let mut story = Story::begin();
    story.does(judge(2), Command::Ready(true)).unwrap();
    replace(&mut story, judge(2), "Eve").unwrap();
    assert!(!story.contest().ready.contains(&judge(2)));
    assert_eq!(story.contest().names_of(judge(2)).as_deref(), Some("Eve"), "nobody played before");
    for (who, name, why) in [
        (judge(9), "Eve", Refusal::NobodyThere),
        (entry(1), "Eve", Refusal::NobodyThere),
        (ORGANISER, "Eve", Refusal::NobodyThere),
        (judge(1), "  ", Refusal::BadName(100)),
        (judge(1), "A\u{7}", Refusal::BadName(100)),
    ] {
        assert_eq!(replace(&mut story, who, name), Err(why), "{who} by {name:?}");
    }
    replace(&mut story, judge(1), &"x".repeat(100)).unwrap();
    assert_eq!(replace(&mut story, judge(1), &"x".repeat(101)), Err(Refusal::BadName(100)));
    let no_reason = Command::Replace { who: judge(1), name: "Eva".to_owned(), reason: String::new() };
    assert_eq!(story.does(ORGANISER, no_reason), Err(Refusal::BadReason(500)));
    story.leaves(judge(3)).unwrap();
    assert_eq!(replace(&mut story, judge(3), "Eve"), Err(Refusal::NobodyThere), "who has left has no place");
}

#[test]
fn a_judge_who_comes_late_meets_every_entry_and_counts() {
    let mut story = Story::begin();
    play_round(&mut story);
    replan(&mut story, Change::Joins(Arrival::Judge("Late".to_owned()))).unwrap();
    assert_eq!(story.contest().name_of(judge(5)), Some("Late"));
    assert!(story.contest().cast().contains(&judge(5)));
    story.does(judge(5), Command::Ready(true)).unwrap();
    play_to_the_end(&mut story);
    let result = ContestResult::of(story.contest()).unwrap();
    let of_late = result.interviews.iter().filter(|interview| interview.judge.number() == 5);
    let met: BTreeSet<_> = of_late.flat_map(|interview| interview.seats.values()).copied().collect();
    let entries = met.iter().filter(|witness| matches!(witness, Witness::Entry(_))).count();
    assert_eq!(entries, 4);
}

#[test]
fn a_reserve_entry_takes_the_place_of_one_that_broke() {
    let mut story = Story::begin();
    play_round(&mut story);
    let before = Plan::of(story.contest().assignment().unwrap());
    replan(&mut story, Change::TakesOver { leaves: EntryId::new(3), reserve: reserve() }).unwrap();
    let after = Plan::of(story.contest().assignment().unwrap());
    assert_eq!(story.contest().left, [entry(3)].into());
    let changed = before.meetings.iter().zip(&after.meetings).filter(|(was, is)| was != is);
    let changed: Vec<_> = changed.map(|(was, is)| (was.entry, is.entry)).collect();
    assert_eq!(changed, [(Some(EntryId::new(3)), Some(EntryId::new(5))); 3]);
    play_to_the_end(&mut story);
    let report = Report::of(story.contest()).unwrap();
    assert_eq!(report.names.told(Witness::Entry(EntryId::new(5))), "E5 Reserve");
    assert_eq!(report.result.interviews.len(), 16);
}

/// A program that joins comes last, and is no baseline unless it takes the place of one.
#[test]
fn a_program_that_joins_is_a_baseline_only_in_the_place_of_one() {
    let of = |leaves: u16| {
        let mut story = Story::under(rules("loebner-2010", |rules| rules.roles.baselines = 1));
        play_round(&mut story);
        replan(&mut story, Change::TakesOver { leaves: EntryId::new(leaves), reserve: reserve() }).unwrap();
        play_to_the_end(&mut story);
        contest::result::circumstances(story.contest()).baselines.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(of(3), ["E4"]);
    assert_eq!(of(4), ["E4", "E5"]);
}

/// The contest file names the baseline, and may do so after the draw.
#[test]
fn no_award_is_given_until_the_baseline_is_named() {
    let played = |named_late: bool| {
        let baseline = |rules: &mut Rulebook| rules.roles.baselines = 1;
        let mut opening = Story::opening(rules("loebner-2010", baseline), None);
        opening.terms.beforehand.baselines.clear();
        let mut revision = Revision { terms: opening.terms.clone(), roster: opening.roster.clone() };
        let mut story = Story::opened_as(opening, BEGINNING.parse().unwrap()).unwrap();
        story.does(ORGANISER, Command::Draw { anyway: true }).unwrap();
        assert_eq!(story.contest().unnamed_baselines(), 1);
        if named_late {
            revision.terms.beforehand.baselines = [EntryId::new(2)].into();
            revise(&mut story, &revision).unwrap();
        }
        play_to_the_end(&mut story);
        let withheld = ContestResult::of(story.contest()).unwrap().tally.withheld;
        withheld.iter().any(|withheld| matches!(withheld.reason, WhyWithheld::BaselineUnknown { .. }))
    };
    assert!(played(false));
    assert!(!played(true));
}

/// A latecomer may not take a name that readers would mistake for another participant's.
#[test]
fn whoever_comes_late_bears_a_name_of_their_own() {
    let mut story = Story::under(rules("loebner-2010", |rules| {
        let any = Limit { least: 1, most: 9 };
        (rules.roles.limits.judges, rules.roles.limits.entries) = (Some(any), Some(any));
    }));
    play_round(&mut story);
    let like = |result: Result<(), Refusal>| match result {
        Err(Refusal::NameLike { other, of, .. }) => format!("{other} ({of})"),
        other => panic!("{other:?}"),
    };
    assert_eq!(like(replace(&mut story, judge(1), "JUDGE\u{a0} 2")), "Judge 2 (J2)");
    assert_eq!(like(replace(&mut story, judge(1), "Confede\u{200b}rate 3")), "Confederate 3 (C3)");
    assert_eq!(like(replan(&mut story, Change::Joins(Arrival::Judge("ｊｕｄｇｅ 4".to_owned())))), "Judge 4 (J4)");
    let named = |name: &str| {
        let card = EntryCard { name: name.into(), contestant: "somebody".into(), protocol: "stdio".into() };
        NewEntry { card, open_source: false, opening: None }
    };
    let takes = |name: &str| Change::TakesOver { leaves: EntryId::new(1), reserve: named(name) };
    assert_eq!(like(replan(&mut story, takes("program 2"))), "Program 2 (E2)");
    assert_eq!(like(replan(&mut story, takes("PROGRAM 1"))), "Program 1 (E1)", "in another spelling");
    let refusal = replace(&mut story, judge(1), "judge 2").unwrap_err().to_string();
    assert!(refusal.starts_with("“judge 2” is the name “Judge 2” of J2"), "{refusal}");
    // A person's name may be respelt; a program mended on the day comes back under its name.
    replace(&mut story, judge(1), "judge 1").unwrap();
    replan(&mut story, takes("Program 1")).unwrap();
    // A name of a participant who has left is free again, but only as it was spelt.
    story.leaves(judge(4)).unwrap();
    assert_eq!(like(replan(&mut story, Change::Joins(Arrival::Judge("judge 4".to_owned())))), "Judge 4 (J4)");
    replace(&mut story, judge(3), "Judge 4").unwrap();
    play_to_the_end(&mut story);
}

#[test]
fn a_record_that_shows_its_plans_only_at_the_end_is_audited_as_well() {
    let mut story = Story::begin();
    play_round(&mut story);
    replan(&mut story, Change::TakesOver { leaves: EntryId::new(3), reserve: reserve() }).unwrap();
    replan(&mut story, Change::Joins(Arrival::Judge("Late".to_owned()))).unwrap();
    play_round(&mut story);
    replan(&mut story, again(2)).unwrap();
    story.leaves(confederate(2)).unwrap();
    play_to_the_end(&mut story);
    let mut record = story.record.clone();
    for fact in &mut record {
        match &mut fact.event {
            Event::Control(ControlEvent::AssignmentCommitted { private }) => *private = Private::Redacted,
            Event::Control(ControlEvent::Replanned { private, .. }) => *private = Private::Redacted,
            _ => {}
        }
    }
    assert_eq!(faults(&record), Vec::<String>::new());
}

#[test]
fn a_round_that_runs_is_played_again_and_its_ballots_do_not_count() {
    let mut story = Story::begin();
    story.open_round().unwrap();
    story.wait_out();
    story.votes(1, Seat::Left).unwrap();
    replan(&mut story, again(1)).unwrap();
    assert_eq!(story.contest().phase, Phase::Lobby(RoundNumber::new(2)));
    assert_eq!(story.contest().rounds(), 5);
    assert_eq!(story.votes(1, Seat::Right), Err(Refusal::InterviewEnded));
    let seats = |round| story.contest().seating(interview(round, 1)).unwrap().seats.clone();
    assert_eq!(seats(1), seats(2));
    story.open_round().unwrap();
    story.wait_out();
    story.votes(2, Seat::Right).unwrap();
    story.wait_out();
    play_to_the_end(&mut story);
    let result = ContestResult::of(story.contest()).unwrap();
    let void: BTreeSet<u16> = result.interviews.iter().filter(|each| each.void).map(|each| each.round).collect();
    assert_eq!(void, [1].into());
    let ballots = contest::result::ballots(story.contest());
    assert_eq!(ballots.interviews.len(), 16, "every judge meets every entry once in what counts");
    let given: Vec<_> = ballots.interviews.iter().filter(|each| each.answers.is_some()).collect();
    assert_eq!(given.len(), 1);
    assert_eq!(given[0].interview, interview(2, 1));
}

#[test]
fn a_round_is_played_again_once_and_only_what_was_played() {
    let mut story = Story::begin();
    assert_eq!(why_not(&mut story, again(1)), "R1 was not played");
    play_round(&mut story);
    play_round(&mut story);
    assert_eq!(why_not(&mut story, again(3)), "R3 was not played");
    replan(&mut story, again(1)).unwrap();
    assert_eq!(why_not(&mut story, again(1)), "R1 is played again already");
    story.open_round().unwrap();
    assert_eq!(replan(&mut story, again(2)), Err(Refusal::RoundRunning), "another one waits until this one is over");
    assert_eq!(story.does(judge(1), Command::Replan { change: again(3), reason: "x".into() }), Err(Refusal::NotYours));
}

#[test]
fn the_last_round_is_played_again_while_judges_answer_what_is_asked_at_the_end() {
    let mut story = Story::under(rules("loebner-1995", |rules| {
        rules.roles.judges = 2;
        rules.roles.entries = 2;
        rules.roles.confederates = 2;
    }));
    story.play_on();
    let rounds = story.contest().rounds();
    assert!(matches!(story.contest().phase, Phase::EndBallots(1, _)));
    replan(&mut story, again(rounds)).unwrap();
    assert_eq!(story.contest().phase, Phase::Lobby(RoundNumber::new(rounds + 1)));
    play_round(&mut story);
    assert!(matches!(story.contest().phase, Phase::EndBallots(1, _)), "everybody is asked after it");
    let judges = [judge(1), judge(2)];
    let met = story.contest().met_by(JudgeId::new(1), 1);
    let met: Vec<u16> = met.into_iter().map(|conversation| conversation.interview.round.number()).collect();
    assert!(!met.contains(&rounds) && met.contains(&(rounds + 1)), "{met:?}");
    story.rates_all_alike(&judges);
    story.wait_out();
    assert_eq!(story.contest().phase, Phase::Closed);
    assert_eq!(story.faults(), Vec::<String>::new());
}

#[test]
fn a_split_of_a_round_that_does_not_count_may_be_used_again() {
    let mut story = Story::under(rules("loebner-2006", |rules| rules.ballots.asked = QuestionTime::AfterInterview));
    let split = || Answers { split: [(Seat::Left, 60), (Seat::Right, 40)].into(), ..Answers::default() };
    story.open_round().unwrap();
    story.wait_out();
    story.fills_in(judge(1), 1, split()).unwrap();
    replan(&mut story, again(1)).unwrap();
    story.open_round().unwrap();
    story.wait_out();
    story.fills_in(judge(1), 2, split()).unwrap();
    story.wait_out();
    story.open_round().unwrap();
    story.wait_out();
    assert!(matches!(story.fills_in(judge(1), 3, split()), Err(Refusal::BadBallot(_))), "twice in what counts");
}

#[test]
fn who_cannot_take_part_is_not_let_in() {
    let mut story = Story::begin();
    play_round(&mut story);
    let opens_with = |words: &str| NewEntry { opening: Some(words.to_owned()), ..reserve() };
    let joins = Change::Joins(Arrival::Entry(opens_with("I am a program")));
    assert_eq!(why_not(&mut story, joins), "the opening words are none of the rulebook's");
    let stranger = Change::TakesOver { leaves: EntryId::new(7), reserve: reserve() };
    assert_eq!(why_not(&mut story, stranger), "name a participant who has not left before");
    let too_long = Change::Joins(Arrival::Judge("x".repeat(101)));
    assert_eq!(replan(&mut story, too_long), Err(Refusal::BadName(100)));
    let mut undrawn = undrawn();
    let late = Change::Joins(Arrival::Judge("Late".to_owned()));
    assert_eq!(replan(&mut undrawn, late.clone()), Err(Refusal::NotDrawn));
    story.open_round().unwrap();
    assert_eq!(replan(&mut story, late), Err(Refusal::RoundRunning));
}

#[test]
fn the_rulebook_says_how_many_there_is_room_for() {
    let limited = |rules: &mut Rulebook| rules.roles.limits.judges = Some(Limit { least: 1, most: 4 });
    let mut story = Story::under(rules("loebner-2010", limited));
    play_round(&mut story);
    let late = || Change::Joins(Arrival::Judge("Late".to_owned()));
    assert_eq!(why_not(&mut story, late()), "the rulebook has room for 4 judges");
    story.leaves(judge(2)).unwrap();
    replan(&mut story, late()).unwrap();
    assert_eq!(story.contest().name_of(judge(5)), Some("Late"));
}
