//! The organiser's timeline of a day: every decision of people, in order, with the reasons.

use std::time::Duration;

use contest::{
    Command,
    announcement::Addressee,
    command::Change,
    view::timeline::{Happening, Moment},
};
use rulebook::{EntryId, RoundNumber, Zone};

use crate::story::{ORGANISER, Story, confederate, entry};

/// The timeline, a line each: the sentence, the reason, and the words to people.
fn told(story: &Story) -> Vec<String> {
    let line = |moment: &Moment| {
        let reason = moment.reason.iter().map(|why| format!(" | {why}"));
        let told = moment.told.iter().map(|told| format!(" > {told}"));
        let happening = moment.happening.to_string();
        std::iter::once(happening).chain(reason).chain(told).collect::<String>()
    };
    story.views.timeline().iter().map(line).collect()
}

#[test]
fn a_day_is_told_in_order_with_the_reasons_and_what_people_were_told() {
    let mut story = Story::begin();
    story.open_round().unwrap();
    story.does(ORGANISER, Command::Pause { reason: String::new(), told: None }).unwrap();
    story.wait_for(Duration::from_secs(65));
    let told_all = Some("We wait.".to_owned());
    story.does(ORGANISER, Command::Pause { reason: "a chair broke".to_owned(), told: told_all }).unwrap();
    story.wait_for(Duration::from_secs(60));
    story.does(ORGANISER, Command::Resume).unwrap();
    let extend = Command::Extend { by: Duration::from_secs(90), reason: "the chair".to_owned(), told: None };
    story.does(ORGANISER, extend).unwrap();
    let tell = Command::Announce { to: Addressee::Judges, words: "Tea at four.".to_owned() };
    story.does(ORGANISER, tell).unwrap();
    let replace = Command::Replace { who: confederate(4), name: "Iris".to_owned(), reason: "ill".to_owned() };
    story.does(ORGANISER, replace).unwrap();
    story.wait_out();
    story.wait_out();
    let again = Change::Again(RoundNumber::new(1));
    story.does(ORGANISER, Command::Replan { change: again, reason: "the alarm".to_owned() }).unwrap();
    let leaves = Change::Leaves(entry(2));
    story.does(ORGANISER, Command::Replan { change: leaves, reason: "its disk".to_owned() }).unwrap();
    let expected = [
        "The contest was set up",
        "The schedule was drawn",
        "Round 1 was opened",
        "The clocks were stopped",
        "Reason for the pause | a chair broke > We wait.",
        "The clocks were started again after 2:05",
        "The deadline was extended by 1:30 | the chair",
        "Message to judges | Tea at four.",
        "Iris took the place of C4 | ill",
        "The talk of round 1 ended",
        "Round 1 was closed",
        "Round 1 is to be played again | the alarm",
        "Left for good: E2 | its disk",
    ];
    assert_eq!(told(&story), expected);
    let moments = story.views.timeline();
    assert!(moments.windows(2).all(|two| two[0].place < two[1].place && two[0].at <= two[1].at));
    assert_eq!(moments.last().unwrap().place, story.room().facts());
}

#[test]
fn a_talk_that_the_organiser_ends_is_told_to_have_ended_early_and_a_ruling_who_decided_it() {
    let mut story = Story::begin();
    story.open_round().unwrap();
    let ending = contest::command::Ending::Talk { round: RoundNumber::new(1) };
    story.does(ORGANISER, Command::EndPhase(ending)).unwrap();
    story.disqualifies(ORGANISER, 1, "a person typed").unwrap();
    let lines = told(&story);
    assert_eq!(lines[3], "The talk of round 1 ended, before its time");
    assert!(
        lines[4].starts_with("E1 was disqualified, as ") && lines[4].ends_with(" | a person typed"),
        "{}",
        lines[4]
    );
    let last = &story.views.timeline().last().unwrap().happening;
    assert!(matches!(last, Happening::Ruled { entry, after_close: false, .. } if *entry == EntryId::new(1)));
}

#[test]
fn clocks_without_a_server_stand_still_since_a_time_in_the_zone_of_the_contest() {
    let since = "2030-05-10T18:15:05Z".parse().unwrap();
    let told = Happening::StoodStill { since, zone: Zone::east(330).unwrap() }.to_string();
    assert_eq!(told, "No server ran: the clocks have been stopped since 2030-05-10 23:45:05 UTC+05:30");
}
