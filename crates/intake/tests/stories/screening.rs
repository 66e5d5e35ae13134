//! The questions of a stage, and the answers of its entries.

use intake::{
    Command, Event, ItemAnswers, Refusal, log,
    screening::{ANSWER_BYTES_MAX, ITEMS_MAX, SUITE_BYTES_MAX},
};
use rulebook::EntryId;

use crate::desk::Desk;

const STAGE: &str = "questions";

/// Six entries under the rules of 2010, before the stage of questions.
fn desk() -> Desk {
    let mut desk = Desk::open("loebner-2010");
    desk.fill("2010-05-10T00:00:00Z", 6);
    desk
}

fn questions(items: &[&str], suite: &str) -> Command {
    let items = items.iter().map(|&item| item.to_owned()).collect();
    Command::SetQuestions { stage: STAGE.into(), items, suite: suite.into() }
}

fn answers(entry: u16, item: &str, answers: &[Option<&str>]) -> Command {
    Command::TakeAnswers(Box::new(ItemAnswers {
        stage: STAGE.into(),
        entry: EntryId::new(entry),
        item: item.into(),
        took_ms: 1200,
        cut: false,
        incidents: vec!["exited".into(); 30],
        answers: answers.iter().map(|answer| answer.map(str::to_owned)).collect(),
    }))
}

#[test]
fn an_entry_answers_each_question_once_and_the_log_keeps_answers_and_silences() {
    let mut desk = desk();
    desk.does(questions(&["t1", "m1"], "a suite")).unwrap();
    desk.does(answers(1, "m1", &[Some("I see."), None, Some("Harry")])).unwrap();
    desk.does(answers(2, "m1", &[Some("I see."), None, None])).unwrap();
    let again = desk.does(answers(1, "m1", &[Some("Fred")]));
    assert_eq!(again, Err(Refusal::AnsweredAlready { entry: EntryId::new(1), item: "m1".into() }));
    let not_asked = desk.does(answers(1, "x", &[None]));
    assert_eq!(not_asked, Err(Refusal::NotAsked { stage: STAGE.into(), item: "x".into() }));
    assert!(desk.does(answers(7, "m1", &[None])).is_err(), "there are six entries");

    let screening = &desk.state().stages[STAGE].screening;
    assert_eq!(screening.open(EntryId::new(1)).collect::<Vec<_>>(), ["t1"]);
    assert_eq!(screening.open(EntryId::new(3)).collect::<Vec<_>>(), ["t1", "m1"]);
    let silent = |entry| screening.answers[&EntryId::new(entry)]["m1"].silent;
    assert_eq!((silent(1), silent(2)), (false, true), "the question itself counts");

    let read = log::read(desk.lines.as_bytes()).unwrap();
    assert_eq!(read.intake.as_ref(), Some(desk.state()));
}

#[test]
fn questions_with_answers_stay_and_others_may_be_replaced() {
    let mut desk = desk();
    desk.does(questions(&["t1"], "a suite")).unwrap();
    desk.does(questions(&["t2"], "another")).unwrap();
    assert_eq!(desk.does(questions(&["t2"], "another")), Ok(vec![]), "the same again changes nothing");
    desk.does(answers(1, "t2", &[Some("Noon.")])).unwrap();
    assert_eq!(desk.does(questions(&["t1"], "a suite")), Err(Refusal::QuestionsFixed(STAGE.into())));
    assert_eq!(desk.does(questions(&["t2"], "another")), Ok(vec![]));
}

#[test]
fn suites_and_answers_have_bounds() {
    let mut desk = desk();
    let many: Vec<String> = (0..=ITEMS_MAX).map(|n| n.to_string()).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    for (items, suite) in
        [(&[][..], "a"), (&["t", "t"], "a"), (&[" "], "a"), (&["t"], &"a".repeat(SUITE_BYTES_MAX + 1)), (&many, "a")]
    {
        assert!(matches!(desk.does(questions(items, suite)), Err(Refusal::BadQuestions { .. })), "{}", items.len());
    }
    desk.does(questions(&["t"], "a")).unwrap();
    let flood = "ä".repeat(1 << 20);
    let events = desk.does(answers(1, "t", &[Some(&flood)])).unwrap();
    let [Event::ItemAnswered { cut: true, silent: false, incidents, private: Some(turns), .. }] = &events[..] else {
        panic!("{} events", events.len())
    };
    assert_eq!(turns.answers[0].as_ref().unwrap().len(), ANSWER_BYTES_MAX);
    assert_eq!(incidents.len(), 20);
}

#[test]
fn only_a_stage_of_questions_that_is_held_is_screened() {
    let mut desk = desk();
    let first = Command::SetQuestions { stage: "first-16".into(), items: vec!["t".into()], suite: "a".into() };
    assert!(matches!(desk.does(first), Err(Refusal::NotHeld { .. })));
    assert_eq!(
        desk.does(answers(1, "t", &[None])),
        Err(Refusal::NotAsked { stage: STAGE.into(), item: "t".into() }),
        "no questions are fixed"
    );
    desk.does(questions(&["t"], "a")).unwrap();
    desk.does(answers(1, "t", &[None])).unwrap();
    // Marks end the stage as they did before there were screenings.
    let kinds = ["time", "things", "relations", "memory"];
    let rows = (1..=6).flat_map(|entry| kinds.map(|kind| format!("E{entry},{kind},{kind},{}\n", entry % 3)));
    desk.scores(STAGE, &format!("entry,question,kind,score\n{}", rows.collect::<String>())).unwrap();
    assert_eq!(desk.state().stages[STAGE].screening.answers.len(), 1);
}
