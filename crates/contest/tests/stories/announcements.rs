//! An organiser's announcements during the day: their addressees, and the time for which they stay on pages.

use contest::{Command, ControlEvent, Event, Refusal, announcement::Addressee, view::stage::Stage};
use rulebook::Participant;

use crate::story::{ORGANISER, Story, confederate, entry, judge};

fn announce(to: &str, words: &str) -> Command {
    Command::Announce { to: to.parse().unwrap(), words: words.to_owned() }
}

/// The announcements on this participant's page, and the number of its last update.
fn read_by(story: &Story, who: Participant) -> (Vec<String>, u64) {
    let views = &story.views;
    let (stage, latest) = match who {
        Participant::Judge(judge) => {
            let feed = views.judge(judge).unwrap();
            (feed.screen.stage.clone(), feed.latest())
        }
        who => {
            let feed = views.witness(who).unwrap();
            (feed.screen.stage.clone(), feed.latest())
        }
    };
    (stage.announcements.into_iter().map(|told| told.words).collect(), latest)
}

#[test]
fn words_for_judges_reach_the_judges_and_nobody_else_learns_that_there_were_any() {
    let mut story = Story::begin();
    story.open_round().unwrap();
    let everybody = [judge(1), judge(2), confederate(1), entry(1)];
    for (to, reached) in [
        ("judges", vec![judge(1), judge(2)]),
        ("J2", vec![judge(2)]),
        ("confederates", vec![confederate(1)]),
        ("C1", vec![confederate(1)]),
        ("everybody", vec![judge(1), judge(2), confederate(1)]),
    ] {
        let before = everybody.map(|who| read_by(&story, who));
        story.does(ORGANISER, announce(to, to)).unwrap();
        for (who, (words, latest)) in everybody.into_iter().zip(before) {
            let after = read_by(&story, who);
            if reached.contains(&who) {
                assert_eq!(after.0.last().map(String::as_str), Some(to), "{who}");
                assert_eq!(after.1, latest + 1, "one update, for {who}");
            } else {
                assert_eq!(after, (words, latest), "{to} is not for {who}");
            }
        }
    }
    assert!(story.faults().is_empty(), "{:?}", story.faults());
}

#[test]
fn the_latest_three_stand_there_until_the_next_round_opens() {
    let mut story = Story::begin();
    story.open_round().unwrap();
    for words in ["one", "two", "three", "four"] {
        story.does(ORGANISER, announce("everybody", words)).unwrap();
    }
    story.wait_out();
    story.wait_out();
    story.does(ORGANISER, announce("J1", "five")).unwrap();
    assert_eq!(read_by(&story, judge(1)).0, ["three", "four", "five"]);
    assert_eq!(read_by(&story, judge(2)).0, ["two", "three", "four"]);
    assert_eq!(Stage::of(story.contest(), ORGANISER).announcements, [], "who wrote them finds them in the timeline");
    story.open_round().unwrap();
    assert_eq!(read_by(&story, judge(1)).0, [""; 0]);
}

#[test]
fn words_need_somebody_who_reads_them_and_have_a_bound() {
    let mut story = Story::begin();
    let too_long = "x".repeat(501);
    for bad in ["", " \n", "bell\u{7}", &too_long] {
        assert_eq!(story.does(ORGANISER, announce("judges", bad)), Err(Refusal::BadAnnouncement(500)), "{bad:?}");
    }
    story.does(ORGANISER, announce("judges", &too_long[..500])).unwrap();
    assert_eq!(story.does(judge(1), announce("judges", "me too")), Err(Refusal::NotYours));
    for nobody in ["J99", "referees"] {
        assert_eq!(story.does(ORGANISER, announce(nobody, "hello")), Err(Refusal::NobodyReads), "{nobody}");
    }
    story.leaves(confederate(1)).unwrap();
    assert_eq!(story.does(ORGANISER, announce("C1", "come back")), Err(Refusal::NobodyReads));
    story.play_on();
    story.wait_out();
    assert_eq!(story.does(ORGANISER, announce("judges", "goodbye")), Err(Refusal::Closed));
    let told = |recorded: &contest::Recorded| {
        matches!(&recorded.event, Event::Control(ControlEvent::Announced { to: Addressee::Judges, .. }))
    };
    assert_eq!(story.record.iter().filter(|recorded| told(recorded)).count(), 1);
}
