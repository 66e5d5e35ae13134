//! Stories of the day: clock times, and the contents of each page.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::{collections::BTreeMap, time::Duration};

use language::Language;
use rulebook::{
    Participant, RoundNumber, Rulebook, Seed,
    schema::{Design, Layout, NextTrial, People, QuestionTime, Roles, Seats, Trials},
    shipped,
};
use schedule::{
    Assignment, ClockTime, Occasion, Plan, Timetable, draw,
    pages::{PersonSchedule, SeatsAre, html, pages, text},
};

fn pairs() -> Rulebook {
    shipped::rulebook("loebner-2010").unwrap()
}

/// The wager: three judges, one computer, three foils, two hours each, three trials.
fn wager() -> Rulebook {
    let mut rulebook = pairs();
    rulebook.roles = Roles::of(3, 1, 3);
    rulebook.schedule.design = Design::Rotation;
    rulebook.schedule.seats = Seats::Terminals;
    rulebook.interview.layout = Layout::One;
    rulebook.interview.talk = Duration::from_secs(2 * 3600);
    rulebook.interview.scoring = Duration::ZERO;
    rulebook.trials = Some(Trials::of(3, None));
    rulebook
}

fn at(text: &str) -> ClockTime {
    text.parse().unwrap()
}

fn drawn(rulebook: &Rulebook) -> (Assignment, Timetable) {
    let assignment = draw(rulebook, Seed::from_contributions(["1"])).unwrap();
    let timetable = Timetable::of(rulebook, &Plan::of(&assignment), at("09:30"));
    (assignment, timetable)
}

fn page<'a>(pages: &'a [PersonSchedule], who: &str) -> &'a PersonSchedule {
    let who: Participant = who.parse().unwrap();
    pages.iter().find(|page| page.who == who).unwrap()
}

/// Checks the times of a rulebook's contest that begins at half past nine.
fn check(rulebook: &Rulebook, expected: &[&str]) {
    let (_, timetable) = drawn(rulebook);
    let lines: Vec<String> = timetable
        .slots
        .iter()
        .map(|slot| {
            let what = match slot.what {
                Occasion::Talk(round) => format!("{round} talk"),
                Occasion::Scoring(round) => format!("{round} scoring"),
                Occasion::EndBallots => "end".to_owned(),
            };
            format!("{what} {}-{}", slot.from, slot.to)
        })
        .collect();
    assert_eq!(lines, expected);
}

// Source: the rules of 2010: half past nine, four rounds of 25 and 5 minutes; a quarter of an hour for the ranking is ours.
#[test]
fn four_rounds_from_half_past_nine_are_over_at_noon() {
    check(
        &pairs(),
        &[
            "R1 talk 09:30-09:55",
            "R1 scoring 09:55-10:00",
            "R2 talk 10:00-10:25",
            "R2 scoring 10:25-10:30",
            "R3 talk 10:30-10:55",
            "R3 scoring 10:55-11:00",
            "R4 talk 11:00-11:25",
            "R4 scoring 11:25-11:30",
            "end 11:30-11:45",
        ],
    );
}

// Source: notes.md, kurzweil-kapor-2029: eight hours a judge and trial, two hours a candidate.
#[test]
fn three_trials_of_eight_hours_run_into_the_next_day() {
    let (_, timetable) = drawn(&wager());
    let last = timetable.slots.last().unwrap();
    assert_eq!((last.trial, last.to.to_string().as_str(), last.to.day()), (3, "10:15 (day 2)", 2));
    let ends = timetable.slots.iter().filter(|slot| slot.what == Occasion::EndBallots);
    assert_eq!(ends.map(|slot| slot.from.to_string()).collect::<Vec<_>>(), ["17:30", "01:45 (day 2)", "10:00 (day 2)"]);
}

// Source: notes.md, "What a second reading adds", kurzweil-kapor-2029: a trial is a day, and each has a start.
#[test]
fn where_a_trial_is_a_day_each_begins_when_the_first_began() {
    let mut days = wager();
    days.trials = Some(Trials { next: NextTrial::NextDay, ..Trials::of(3, None) });
    let (_, timetable) = drawn(&days);
    let starts: Vec<String> = (1..=3)
        .map(|trial| timetable.slots.iter().find(|slot| slot.trial == trial).unwrap().from.to_string())
        .collect();
    assert_eq!(starts, ["09:30", "09:30 (day 2)", "09:30 (day 3)"]);
    assert_eq!(timetable.end().unwrap().to_string(), "17:45 (day 3)");
}

// Source: notes.md, loebner-2006: judges score after the last round, so that a round ends with changing places.
#[test]
fn where_ballots_come_at_the_end_a_round_ends_with_changing_places() {
    let heads = |rulebook: &Rulebook| {
        let (assignment, timetable) = drawn(rulebook);
        let pages = pages(rulebook, &assignment, &timetable, &BTreeMap::new(), SeatsAre::Drawn, Language::english());
        ["organiser", "J1", "C1"].map(|who| page(&pages, who).columns[2].clone())
    };
    let mut rulebook = pairs();
    assert_eq!(heads(&rulebook), ["Ballots until", "Ballots until", "Changing places until"]);
    rulebook.ballots.asked = QuestionTime::AtEnd;
    assert_eq!(heads(&rulebook), ["Changing places until"; 3]);
}

#[test]
fn a_timetable_is_asked_when_people_talk_and_how_long_it_takes() {
    let (_, timetable) = drawn(&pairs());
    let talk = timetable.talk(RoundNumber::new(3)).unwrap();
    assert_eq!((talk.from, talk.to), (at("10:30"), at("10:55")));
    assert_eq!(timetable.talk(RoundNumber::new(5)), None);
    assert_eq!(timetable.end().unwrap().since(at("9:30")), Duration::from_secs(2 * 3600 + 15 * 60));
    assert_eq!(at("9:30").since(at("10:00")), Duration::ZERO);
}

#[test]
fn a_time_of_day_is_read_and_written() {
    for (text, written) in [("09:30", "09:30"), ("9:05", "09:05"), ("00:00", "00:00"), ("23:59", "23:59")] {
        assert_eq!(at(text).to_string(), written);
    }
    assert_eq!(at("23:59").later(Duration::from_secs(90)).to_string(), "00:00:30 (day 2)");
    for text in ["", "9", "24:00", "9:60", "9:5", "+9:30", "09:30:00", "9.30", "٠٩:٣٠", "999:00"] {
        assert_eq!(
            text.parse::<ClockTime>().unwrap_err().to_string(),
            format!("`{text}` is no time of day (write it as 09:30)")
        );
    }
}

#[test]
fn a_judges_page_has_times_and_blind_seats_and_no_witness() {
    for rulebook in [pairs(), wager()] {
        let (assignment, timetable) = drawn(&rulebook);
        let pages = pages(&rulebook, &assignment, &timetable, &BTreeMap::new(), SeatsAre::Drawn, Language::english());
        for page in pages.iter().filter(|page| matches!(page.who, Participant::Judge(_))) {
            for shown in [html(std::slice::from_ref(page), Language::english()), text(std::slice::from_ref(page))] {
                for witness in ["C1", "C2", "C3", "C4", "E1", "E2", "E3", "E4"] {
                    assert!(!shown.contains(witness), "{witness} in {shown}");
                }
            }
        }
        assert_eq!(
            pages.len(),
            1 + usize::from(rulebook.roles.judges + rulebook.roles.entries + rulebook.roles.confederates)
        );
    }
    let (assignment, timetable) = drawn(&pairs());
    let pages = pages(&pairs(), &assignment, &timetable, &BTreeMap::new(), SeatsAre::Drawn, Language::english());
    assert_eq!(page(&pages, "J1").rows[0], ["1", "09:30 to 09:55", "10:00", "left and right"]);
}

#[test]
fn nothing_on_a_judges_page_changes_when_witnesses_change_places() {
    let rulebook = pairs();
    let (assignment, timetable) = drawn(&rulebook);
    let mut swapped = assignment.clone();
    for seating in &mut swapped.0 {
        let witnesses: Vec<_> = seating.seats.values().copied().rev().collect();
        seating.seats = seating.seats.keys().copied().zip(witnesses).collect();
    }
    let of =
        |assignment| pages(&rulebook, assignment, &timetable, &BTreeMap::new(), SeatsAre::Drawn, Language::english());
    for judge in ["J1", "J2", "J3", "J4"] {
        assert_eq!(page(&of(&assignment), judge), page(&of(&swapped), judge));
    }
    assert_ne!(page(&of(&assignment), "organiser"), page(&of(&swapped), "organiser"));
}

#[test]
fn witnesses_learn_when_and_where_and_the_organiser_everything() {
    let (assignment, timetable) = drawn(&wager());
    let pages = pages(&wager(), &assignment, &timetable, &BTreeMap::new(), SeatsAre::Drawn, Language::english());
    let foil = page(&pages, "C1");
    assert_eq!(foil.rows.iter().filter(|row| row[3].starts_with("Terminal ")).count(), 9);
    assert_eq!(foil.rows.iter().filter(|row| row[3] == "Free: wait where the confederates wait").count(), 3);
    assert!(!text(std::slice::from_ref(foil)).contains('J'));
    let organiser = page(&pages, "organiser");
    assert!(organiser.rows[0][3].starts_with("J1: ") && organiser.rows[0][3].contains(" terminal "));
    assert_eq!(organiser.rows[0][0], "1 (trial 1)");
}

// Source: the rules of 2006, "judging": excused judges are kept separate from excused confederates, and both from the others.
#[test]
fn who_is_excused_from_a_round_is_told_where_to_wait_and_judges_and_confederates_wait_apart() {
    let rulebook = shipped::rulebook("loebner-2006").unwrap();
    let (assignment, timetable) = drawn(&rulebook);
    let pages = pages(&rulebook, &assignment, &timetable, &BTreeMap::new(), SeatsAre::Drawn, Language::english());
    let free =
        |who: &str| page(&pages, who).rows.iter().filter(|row| row[3].starts_with("Free")).cloned().collect::<Vec<_>>();
    // Six rounds; everybody is in four of them.
    for (who, waits) in [("J1", "Free: wait where the judges wait"), ("C4", "Free: wait where the confederates wait")] {
        assert_eq!(free(who).iter().map(|row| &*row[3]).collect::<Vec<_>>(), [waits; 2], "{who}");
    }
    assert!(free("E1").iter().all(|row| row[3] == "Free"), "a program waits nowhere");
}

#[test]
fn seats_that_are_still_to_be_drawn_are_on_no_page() {
    for rulebook in [pairs(), wager()] {
        let (assignment, timetable) = drawn(&rulebook);
        let shown =
            text(&pages(&rulebook, &assignment, &timetable, &BTreeMap::new(), SeatsAre::Open, Language::english()));
        assert!(!shown.to_lowercase().contains("terminal"));
        let organiser =
            &pages(&rulebook, &assignment, &timetable, &BTreeMap::new(), SeatsAre::Open, Language::english())[0];
        assert!(organiser.rows.iter().all(|row| !row[3].contains("left")));
    }
}

#[test]
fn who_asks_and_answers_has_one_page_for_both() {
    let mut rulebook = pairs();
    rulebook.roles = Roles { people: People::Both, parallel: 4, ..Roles::of(8, 2, 8) };
    rulebook.schedule.design = Design::TakeTurns { rounds: 8 };
    let (assignment, timetable) = drawn(&rulebook);
    let pages = pages(&rulebook, &assignment, &timetable, &BTreeMap::new(), SeatsAre::Drawn, Language::english());
    assert_eq!(pages.len(), 1 + 8 + 2);
    let person = page(&pages, "J1");
    assert_eq!(person.title, "Judge and confederate J1");
    let times = |what: &str| person.rows.iter().filter(|row| row[3] == what).count();
    assert_eq!((times("left and right"), times("you answer")), (4, 4));
    let entry = page(&pages, "E1");
    assert!(entry.rows.iter().any(|row| row[3] == "2 conversations at the same time"));
}

#[test]
fn a_name_can_break_no_page() {
    let rulebook = pairs();
    let (assignment, timetable) = drawn(&rulebook);
    let name = "<script>\"O'Neil\" & Søn\n\u{c}";
    let names = BTreeMap::from([("J1".parse().unwrap(), name.to_owned())]);
    let pages = pages(&rulebook, &assignment, &timetable, &names, SeatsAre::Drawn, Language::english());
    let html = html(&pages, Language::english());
    assert!(html.contains("Judge J1: &lt;script&gt;&quot;O&#39;Neil&quot; &amp; Søn") && !html.contains("<script"));
    assert!(!html.contains("http") && !html.contains("src="));
    assert_eq!(html.matches("<section>").count(), 13);
    let text = text(&pages);
    assert_eq!(text.matches('\u{c}').count(), 12);
    assert!(text.contains("Judge J1: <script>\"O'Neil\" & Søn"));
}
