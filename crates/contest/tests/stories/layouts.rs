//! Layouts: one witness at a time at numbered terminals, or a program in several interviews at once.

use std::collections::{BTreeMap, BTreeSet};

use contest::{Refusal, command::To};
use rulebook::{EntryId, JudgeId, Participant, RoundNumber, Seat, Witness, schema::Roles};

use crate::story::{Story, entry, interview, judge, rules};

#[test]
fn judges_move_from_terminal_to_terminal_and_a_terminal_is_always_the_same_witness() {
    let mut story = Story::under(rules("loebner-1995", |_| {}));
    let contest = story.contest();
    let Roles { judges, entries, confederates, .. } = contest.rulebook.roles;
    let terminals = entries + confederates;
    assert_eq!(contest.rounds(), terminals);
    let mut behind: BTreeMap<Seat, BTreeSet<Witness>> = BTreeMap::new();
    for judge in JudgeId::first(judges.into()) {
        let seatings: Vec<_> = contest.assignment().unwrap().interviews_of(judge).collect();
        let seats: BTreeSet<_> = seatings.iter().flat_map(|seating| seating.seats.keys().copied()).collect();
        assert_eq!(seats, (1..=terminals).map(Seat::Terminal).collect(), "{judge} visits every terminal");
        for (seat, witness) in seatings.iter().flat_map(|seating| &seating.seats) {
            behind.entry(*seat).or_default().insert(*witness);
        }
    }
    assert!(behind.values().all(|witnesses| witnesses.len() == 1), "{behind:?}");

    story.open_round().unwrap();
    let seating = story.contest().seating(interview(1, 1)).unwrap().clone();
    let id = seating.conversations().next().unwrap();
    assert_eq!(story.views.judge(JudgeId::new(1)).unwrap().screen.stage.seats, [id.seat]);
    assert_eq!(story.judge_says(Seat::Left, "Hello"), Err(Refusal::Resting), "there is no left");
    story.judge_says(id.seat, "Hello").unwrap();
    story.answers(id, "Hi").unwrap();
    assert_eq!(story.read(1, id.seat), ["Hello", "Hi"]);
}

#[test]
fn who_has_no_part_in_a_round_rests() {
    let story = Story::under(rules("loebner-1995", |_| {}));
    let round = RoundNumber::new(1);
    let contest = story.contest();
    let needed = contest.needed_in(round);
    let resting: Vec<_> = contest.cast().into_iter().filter(|who| !needed.contains(who)).collect();
    assert_eq!(resting.len(), 3, "five judges, eight witnesses");
    for who in resting {
        assert!(!matches!(who, Participant::Judge(_)), "{who} is a judge");
        assert!(story.views.witness(who).unwrap().screen.stage.resting);
        assert!(!contest.takes_part(who, round));
    }
}

#[test]
fn a_program_in_several_interviews_answers_each_judge_in_its_own() {
    let mut story = Story::under(rules("three-party-2025", |rules| {
        rules.roles = Roles { entries: 1, parallel: 2, ..rules.roles };
    }));
    story.open_round().unwrap();
    let round = RoundNumber::new(1);
    let ids: Vec<_> = story.contest().conversations_of(entry(1), round).collect();
    assert_eq!(ids.len(), 2, "one program, two judges at the same time");
    for id in &ids {
        let question = format!("I am judge {}", id.interview.judge.number());
        let to = To { round, seat: Some(id.seat), interview: None };
        story.says_in(Participant::Judge(id.interview.judge), to, &question).unwrap();
    }
    for id in &ids {
        story.answers(*id, &format!("I know, {}", id.interview.judge.number())).unwrap();
    }
    for id in &ids {
        let screen = &story.views.judge(id.interview.judge).unwrap().screen;
        let lines: Vec<_> =
            screen.conversations[&(round, id.seat)].lines.iter().map(|line| line.text.clone()).collect();
        let number = id.interview.judge.number();
        assert_eq!(lines, [format!("I am judge {number}"), format!("I know, {number}")]);
    }
    let heard = story.views.witness(Participant::Entry(EntryId::new(1))).unwrap().after(0).len();
    assert!(heard >= 4, "{heard}");
    let foreign = To { round, seat: None, interview: Some(interview(1, 9)) };
    assert_eq!(story.says_in(entry(1), foreign, "who?"), Err(Refusal::Resting));
    assert_eq!(story.says_in(judge(1), foreign, "who?"), Err(Refusal::NotYours));
    assert_eq!(story.faults(), Vec::<String>::new());
}
