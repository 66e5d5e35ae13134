//! People who are both judge and confederate, and contests in which both sides guess.

use std::io;

use archive::{
    audit::Ending,
    tables::{Cell, Sink, Table, Tables},
};
use contest::{
    Command, Refusal,
    view::{judge::JudgeUpdate, stage::StagePhase},
};
use rulebook::{ConfederateId, JudgeId, Participant, RoundNumber, Seat, Side, Witness};
use serde_json::Value;
use tally::{Answers, Note, Score, Share, Verdict};

use crate::story::{BEGINNING, ORGANISER, Story, interview, judge, rules};

/// A round and interview in which a person answers, with the numbers of judge and answerer, and the seat.
fn answered_by_a_person(story: &Story) -> (u16, u16, u16, Seat) {
    let seatings = story.contest().assignment().unwrap().0.iter();
    let mut people = seatings.filter_map(|seating| {
        let (seat, witness) = seating.seats.iter().find(|(_, witness)| matches!(witness, Witness::Confederate(_)))?;
        let Witness::Confederate(person) = witness else { return None };
        Some((seating.interview.round.number(), seating.interview.judge.number(), person.number(), *seat))
    });
    people.next().unwrap()
}

fn play_up_to(story: &mut Story, round: u16) {
    for _ in 1..round {
        story.open_round().unwrap();
        story.wait_out();
        story.wait_out();
    }
    story.open_round().unwrap();
}

fn lines(story: &Story, person: u16, round: u16, seat: Seat) -> Vec<(Side, String)> {
    let screen = &story.views.judge(JudgeId::new(person)).unwrap().screen;
    let conversation = &screen.conversations[&(RoundNumber::new(round), seat)];
    conversation.lines.iter().map(|line| (line.side, line.text.clone())).collect()
}

#[test]
fn a_person_asks_in_one_round_and_answers_in_another_from_the_same_page() {
    let mut story = Story::under(rules("three-party-2025", |_| {}));
    assert!(story.contest().cast().iter().all(|who| !matches!(who, Participant::Confederate(_))));
    let (round, asks, answers, seat) = answered_by_a_person(&story);
    assert_ne!(asks, answers, "nobody meets themselves");
    play_up_to(&mut story, round);
    let stage = &story.views.judge(JudgeId::new(answers)).unwrap().screen.stage;
    assert!(stage.answers && stage.seats == [Seat::Only], "{stage:?}");
    story.says(judge(asks), round, Some(seat), "Who are you?").unwrap();
    story.says(judge(answers), round, Some(Seat::Only), "Somebody").unwrap();
    let said = |own, text: &str| (if own { Side::Judge } else { Side::Witness }, text.to_owned());
    assert_eq!(lines(&story, asks, round, seat), [said(true, "Who are you?"), said(false, "Somebody")]);
    assert_eq!(lines(&story, answers, round, Seat::Only), [said(false, "Who are you?"), said(true, "Somebody")]);
    story.wait_out();
    assert!(story.contest().forms(judge(answers)).is_empty(), "who answers is asked nothing");
    assert_eq!(story.fills_in(judge(answers), round, Answers::default()), Err(Refusal::NotYours));
    assert_eq!(story.faults(), Vec::<String>::new());
}

fn guess(verdict: Verdict) -> Answers<Seat> {
    Answers { verdicts: [(Seat::Only, verdict)].into(), ..Answers::default() }
}

#[test]
fn in_a_symmetric_contest_both_guess_and_both_guesses_count() {
    let mut story = Story::under(rules("human-or-not-2023", |_| {}));
    let (round, asks, answers, seat) = answered_by_a_person(&story);
    assert_eq!(seat, Seat::Only);
    play_up_to(&mut story, round);
    story.says(judge(answers), round, Some(Seat::Only), "I may begin").unwrap();
    story.says(judge(asks), round, Some(Seat::Only), "So you do").unwrap();
    story.wait_out();
    for person in [asks, answers] {
        assert_eq!(story.contest().forms(judge(person)).len(), 1);
        let wrong = Answers { verdicts: [(Seat::Left, Verdict::Human)].into(), ..Answers::default() };
        assert!(matches!(story.fills_in(judge(person), round, wrong), Err(Refusal::BadBallot(_))));
    }
    story.fills_in(judge(asks), round, guess(Verdict::Human)).unwrap();
    assert!(story.contest().ballots_missing().contains(&judge(answers)));
    story.fills_in(judge(answers), round, guess(Verdict::Machine)).unwrap();
    story.wait_out();
    story.play_on();
    let result = contest::ContestResult::of(story.contest()).unwrap();
    let of = |result: &contest::ContestResult| {
        let found = result.interviews.iter().find(|i| i.round == round && i.judge.number() == asks).unwrap();
        (found.answers.clone().unwrap().verdicts.into_values().collect::<Vec<_>>(), found.guess)
    };
    assert_eq!(of(&result), (vec![Verdict::Human], Some(Verdict::Machine)));

    // Each is the other's witness: both guesses count, and so do both kinds.
    let score = |person: u16| {
        let id = Witness::Confederate(ConfederateId::new(person));
        result.tally.confederates.iter().find(|standing| standing.witness == id).unwrap().score
    };
    let share = |part, whole| Some(Score::Share(Share::new(part, whole)));
    assert_eq!([score(answers), score(asks)], [share(1, 1), share(0, 1)]);
    let accuracy = Note::Accuracy { people: Share::new(1, 2), programs: Share::new(0, 0), all: Share::new(1, 2) };
    assert!(result.tally.notes.contains(&accuracy), "{:?}", result.tally.notes);
    assert_eq!(story.faults(), Vec::<String>::new());
}

/// A person's updates, with the speakers kept, and with words, stage times and the person's own number replaced by
/// constants.
fn shape(story: &Story, person: u16, round: u16) -> Vec<String> {
    let updates = story.views.judge(JudgeId::new(person)).unwrap().after(0);
    let of_round = updates.iter().filter(|update| match &update.update {
        JudgeUpdate::Stage(stage) => stage.round == Some(RoundNumber::new(round)) && stage.phase != StagePhase::Lobby,
        JudgeUpdate::Said { round: of, .. }
        | JudgeUpdate::Key { round: of, .. }
        | JudgeUpdate::Attached { round: of, .. }
        | JudgeUpdate::Turn { round: of, .. }
        | JudgeUpdate::Shown { round: of, .. }
        | JudgeUpdate::Belief { round: of, .. }
        | JudgeUpdate::Ballot { round: of, .. } => of.number() == round,
        JudgeUpdate::Ranking { .. } | JudgeUpdate::Vote { .. } => false,
    });
    let alike = |update: &contest::view::Numbered<JudgeUpdate>| {
        let mut value = serde_json::to_value(update).unwrap();
        let object = value.as_object_mut().unwrap();
        object.remove("n");
        let own = format!("R{round}-J{person}");
        if object.get("text").is_some_and(Value::is_string) {
            object.insert("text".into(), "words".into());
        }
        serde_json::to_string(&value).unwrap().replace(&own, "R-J")
    };
    of_round.map(alike).collect()
}

#[test]
fn nothing_a_person_is_sent_tells_whether_they_ask_or_answer() {
    let mut story = Story::under(rules("human-or-not-2023", |_| {}));
    let (round, asks, answers, _) = answered_by_a_person(&story);
    play_up_to(&mut story, round);
    let before = |story: &Story, person| shape(story, person, round);
    assert_eq!(before(&story, asks), before(&story, answers));

    // The asking person begins, and the other replies; then the same with sides exchanged, seen from the other side.
    story.says(judge(asks), round, Some(Seat::Only), "one").unwrap();
    story.wait(1);
    story.says(judge(answers), round, Some(Seat::Only), "two").unwrap();
    story.wait_out();
    story.fills_in(judge(asks), round, guess(Verdict::Human)).unwrap();
    story.fills_in(judge(answers), round, guess(Verdict::Human)).unwrap();
    let [asker, answerer] = [asks, answers].map(|person| shape(&story, person, round));

    let mut turned = Story::under(rules("human-or-not-2023", |_| {}));
    play_up_to(&mut turned, round);
    turned.says(judge(answers), round, Some(Seat::Only), "one").unwrap();
    turned.wait(1);
    turned.says(judge(asks), round, Some(Seat::Only), "two").unwrap();
    turned.wait_out();
    turned.fills_in(judge(answers), round, guess(Verdict::Human)).unwrap();
    turned.fills_in(judge(asks), round, guess(Verdict::Human)).unwrap();
    assert_eq!(asker, shape(&turned, answers, round), "who begins sees the same, whichever side they are on");
    assert_eq!(answerer, shape(&turned, asks, round), "and so does who replies");
    assert!(asker.len() >= 5, "{asker:?}");
    assert_eq!(story.contest().seating(interview(round, asks)).map(|seating| seating.seats.len()), Some(1));
}

/// The rows of one table.
#[derive(Default)]
struct Rows(Vec<(&'static str, Vec<Cell>)>);

impl Sink for Rows {
    fn row(&mut self, table: &'static Table, cells: &[Cell]) -> io::Result<()> {
        self.0.push((table.name, cells.to_vec()));
        Ok(())
    }
}

/// These columns of a table, as text.
fn columns(story: &Story, table: &str, wanted: &[&str]) -> Vec<Vec<String>> {
    let mut ending = Ending::default();
    story.record.iter().for_each(|fact| ending.note(fact));
    let mut made = Tables::new(ending, Rows::default());
    story.record.iter().for_each(|fact| made.take(fact));
    let Rows(rows) = made.finish(story.contest(), None).unwrap();
    let known = archive::tables::all().iter().find(|known| known.name == table).unwrap();
    let at = |column: &&str| known.columns.iter().position(|known| known.name == *column).unwrap();
    let told = |cell: &Cell| match cell {
        Cell::Text(text) => text.to_string(),
        Cell::Boolean(flag) => flag.to_string(),
        other => format!("{other:?}"),
    };
    let rows = rows.iter().filter(|(name, _)| *name == table);
    rows.map(|(_, cells)| wanted.iter().map(|column| told(&cells[at(column)])).collect()).collect()
}

#[test]
fn the_table_of_ballots_says_who_guessed_and_about_whom_on_both_sides() {
    let mut story = Story::under(rules("human-or-not-2023", |_| {}));
    let (round, asks, answers, _) = answered_by_a_person(&story);
    play_up_to(&mut story, round);
    story.says(judge(answers), round, Some(Seat::Only), "I may begin").unwrap();
    story.says(judge(asks), round, Some(Seat::Only), "So you do").unwrap();
    story.wait_out();
    story.fills_in(judge(asks), round, guess(Verdict::Human)).unwrap();
    story.fills_in(judge(answers), round, guess(Verdict::Machine)).unwrap();
    let of = interview(round, asks).to_string();
    let rows = columns(&story, "ballots", &["interview", "by", "answered_by", "answer", "about"]);
    let mut rows: Vec<_> = rows.into_iter().filter(|row| row[0] == of).collect();
    rows.sort();
    let (judge, witness) = (format!("J{asks}"), format!("C{answers}"));
    let by_judge = [&*of, "judge", &judge, "human", &witness].map(str::to_owned);
    let by_witness = [&*of, "witness", &witness, "machine", &judge].map(str::to_owned);
    assert_eq!(rows, [by_judge.to_vec(), by_witness.to_vec()]);
}

#[test]
fn a_script_in_two_roles_is_one_in_both() {
    let mut opening = Story::opening(rules("three-party-2025", |_| {}), None);
    opening.terms.scripted.insert(judge(2));
    let mut story = Story::opened_as(opening, BEGINNING.parse().unwrap()).unwrap();
    story.does(ORGANISER, Command::Draw { anyway: true }).unwrap();
    let scripted: Vec<_> = columns(&story, "participants", &["participant", "scripted"])
        .into_iter()
        .filter(|row| row[1] == "true")
        .map(|row| row[0].clone())
        .collect();
    assert_eq!(scripted, ["J2", "C2"]);
}
