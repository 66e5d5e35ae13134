//! An organiser's review before publication: every text, its place and writer, and the names in it.

use archive::{
    review::{FreeText, Held, Review},
    scan::{Named, Scan, What},
};
use contest::Command;
use rulebook::{Participant, Seat, schema::Question};
use tally::Answers;

use crate::story::{ORGANISER, Story, confederate, interview, judge, rules};

/// Every text of a story, and every name in it.
pub(crate) fn texts(story: &Story) -> (Vec<FreeText>, Vec<Named>) {
    let mut review = Review::new();
    story.record.iter().for_each(|fact| review.take(fact));
    review.finish()
}

/// A closed contest with keys: a slip, a name in a line, a line that was never finished, an announcement, a reason.
pub(crate) fn talked() -> Story {
    let mut story = Story::under(rules("loebner-2010", |rules| {
        rules.ballots.interview.push(Question::Reason { characters: 80, required: true });
    }));
    story.open_round().unwrap();
    let sides = [Seat::Left, Seat::Right].map(|seat| (story.witness(1, seat), seat));
    let (person, seat) = sides.into_iter().find(|(who, _)| matches!(who, Participant::Confederate(_))).unwrap();
    story.judge_says(seat, "Are you Confeb\u{8}derate 1?\n").unwrap();
    story.says(person, 1, None, "I am write@example.org\n").unwrap();
    story.judge_says(seat, "Never fin").unwrap();
    let everybody = "everybody".parse().unwrap();
    story.does(ORGANISER, Command::Announce { to: everybody, words: "Call 555 0100 22 if lost.".into() }).unwrap();
    story.wait_out();
    let reason = Some("Judge 1 thinks so".to_owned());
    let answers = Answers { choice: Some(seat), reason, ..Answers::default() };
    story.fills_in(judge(1), 1, answers).unwrap();
    story.wait_out();
    story.play_on();
    story.wait_out();
    assert!(story.contest().is_closed());
    story
}

fn found<'t>(texts: &'t [FreeText], what: &str) -> &'t FreeText {
    texts.iter().find(|text| text.text.contains(what)).unwrap()
}

#[test]
fn every_text_is_told_with_its_place_and_its_writer() {
    let story = talked();
    let (texts, names) = texts(&story);
    let person = confederate_of(&story);

    let asked = found(&texts, "Are you Confederate 1?");
    assert_eq!((asked.writer(story.contest()), asked.interview), (Some(judge(1)), Some(interview(1, 1))));
    assert!(matches!(&asked.held, Held::Keys { events, taken_back: false, .. } if events.len() == 25), "{asked:?}");
    let pressed = found(&texts, "Are you Confebderate 1?");
    assert!(
        matches!(&pressed.held, Held::Keys { taken_back: true, .. }),
        "what was taken back stands in the record too"
    );
    assert_eq!(asked.parts(), pressed.parts(), "it is the same keys");
    assert_eq!(found(&texts, "write@example.org").writer(story.contest()), Some(person));
    assert!(texts.iter().any(|text| text.text == "Never fin"), "what was never finished is read as well");
    assert_eq!(found(&texts, "555 0100 22").writer(story.contest()), Some(ORGANISER));
    let reason = found(&texts, "Judge 1 thinks so");
    assert_eq!((reason.kind.as_str(), reason.writer(story.contest())), ("ballot-cast", Some(judge(1))));
    assert!(texts.iter().any(FreeText::is_roster), "names are texts too");
    assert!(texts.iter().all(|text| !text.parts().is_empty() || matches!(text.held, Held::Public(_))));
    let place = |text: &FreeText| (text.stream, text.event);
    assert!(
        texts.windows(2).all(|pair| place(&pair[0]) <= place(&pair[1])),
        "each conversation together, in its order"
    );

    let scan = Scan::new(names, [""; 0]);
    let whats = |text: &FreeText| text.findings(&scan).into_iter().map(|finding| finding.what).collect::<Vec<_>>();
    assert_eq!(whats(asked), [What::Name { whose: "C1".into(), common: false }]);
    assert_eq!(whats(found(&texts, "write@")), [What::Email]);
    assert_eq!(whats(found(&texts, "555")), [What::Telephone]);
    assert!(texts.iter().filter(|text| text.is_roster()).all(|text| whats(text).is_empty()));
}

#[test]
fn what_is_found_in_keys_is_taken_out_with_the_slips_in_it_and_no_more() {
    let story = talked();
    let (texts, names) = texts(&story);
    let scan = Scan::new(names, [""; 0]);
    let asked = found(&texts, "Are you Confederate 1?");
    let Held::Keys { events, .. } = &asked.held else { panic!("{asked:?}") };
    let finding = &asked.findings(&scan)[0];
    assert_eq!(&asked.text[finding.from..finding.to], "Confederate 1");
    let parts: Vec<u64> = asked.parts_of(finding).iter().map(|place| place.event).collect();
    // `Are you ` before it and `?` with Return behind it stay; the slip and the key that took it back are deleted.
    assert_eq!(parts, events[8..events.len() - 2]);
}

/// The person on the other side of the first interview.
fn confederate_of(story: &Story) -> Participant {
    let all = [Seat::Left, Seat::Right].map(|seat| story.witness(1, seat));
    let person = all.into_iter().find(|who| matches!(who, Participant::Confederate(_))).unwrap();
    assert!((1..=4).any(|number| person == confederate(number)));
    person
}
