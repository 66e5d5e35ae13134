//! Rules of the source documents that a contest breaks before its final, each test named after the place of its rule.

use intake::{Application, Command, EnteredBy, Event, Moment, Refusal, Status, contest_file, selection::Readiness};
use rulebook::{EntryId, Timestamp, shipped};

use crate::{
    desk::{Desk, application, rulebook},
    selection::ranked_by_number,
};

fn at(desk: &mut Desk, moment: &str) {
    desk.now = moment.parse().unwrap();
}

fn moment(text: &str) -> Moment {
    text.parse().unwrap()
}

/// A final of 2003 with nine entries: E1 to E8, and E9 in reserve.
fn final_of_2003() -> Desk {
    let mut desk = Desk::open("surrey-2003");
    desk.fill("2003-05-01T00:00:00Z", 9);
    at(&mut desk, "2003-07-20T00:00:00Z");
    desk.panel("preliminary", &["Ann", "Bob", "Cid"]).unwrap();
    desk.scores("preliminary", &ranked_by_number(&desk, "preliminary")).unwrap();
    desk.does(Command::Announce).unwrap();
    desk
}

#[test]
fn rules_11_and_32_of_2003_selection_begins_when_the_closing_date_is_over() {
    let mut desk = Desk::open("surrey-2003");
    desk.fill("2003-05-01T00:00:00Z", 9);
    at(&mut desk, "2003-06-30T23:00:00Z");
    let early = "rule 11: entries are accepted until 2003-06-30, and the selection begins after that day";
    assert_eq!(desk.panel("preliminary", &["", "", ""]).unwrap_err().to_string(), early);
    assert_eq!(desk.scores("preliminary", "judge,entry,rank\nJ1,E1,1\n").unwrap_err(), early);
    assert_eq!(desk.does(Command::Announce).unwrap_err().to_string(), early);
    // An entry that comes in on the last day is in time, and is judged with the others.
    desk.fill("2003-06-30T22:00:00Z", 1);
    at(&mut desk, "2003-07-01T12:00:00Z");
    desk.panel("preliminary", &["", "", ""]).unwrap();
    assert_eq!(desk.state().stages["preliminary"].entries.as_ref().unwrap().len(), 10);
}

#[test]
fn rule_3_of_2003_the_only_entry_is_announced_and_receives_the_bronze_medal() {
    let mut desk = Desk::open_under(shipped::rulebook("surrey-2003").unwrap());
    desk.fill("2003-05-01T00:00:00Z", 1);
    at(&mut desk, "2003-07-20T00:00:00Z");
    desk.does(Command::Announce).unwrap();
    assert_eq!(desk.outcome(), "E1 alone receives bronze");
    assert_eq!(desk.does(Command::Announce).unwrap_err(), Refusal::AnnouncedAlready);
    assert_eq!(contest_file(desk.state()), None, "there is no final");
    let late = application(&rulebook("surrey-2003"), "Late");
    assert_eq!(desk.receive("2003-06-01T00:00:00Z", late).unwrap_err(), Refusal::SelectionBegun);
    // After its disqualification there is no winner.
    desk.does(Command::Withdraw { entry: EntryId::new(1) }).unwrap();
    assert_eq!(desk.outcome(), "no entry: bronze rolls over");
}

#[test]
fn rule_55_of_2003_that_there_is_no_entry_is_announced_and_the_purse_rolls_over() {
    let mut desk = Desk::open_under(shipped::rulebook("surrey-2003").unwrap());
    at(&mut desk, "2003-07-20T00:00:00Z");
    let events = desk.does(Command::Announce).unwrap();
    assert!(matches!(&events[..], [Event::Announced { .. }]));
    assert_eq!(desk.outcome(), "no entry: bronze rolls over");
}

#[test]
fn rules_16_and_22_of_2003_whoever_lost_a_place_is_in_the_final_nowhere() {
    let mut desk = final_of_2003();
    desk.does(Command::Replace { entry: EntryId::new(3), reason: "not adapted".into() }).unwrap();
    desk.does(Command::Withdraw { entry: EntryId::new(5) }).unwrap();
    assert_eq!(desk.outcome(), "E1 E2 E4 E6 E7 E8 E9");
    assert_eq!(desk.reason(3), "rule 16: another entry took its place in the final");
    assert_eq!(desk.reason(5), "its contestant withdrew it");
    desk.does(Command::Replace { entry: EntryId::new(5), reason: "withdrawn".into() }).unwrap();
    assert_eq!(desk.outcome(), "E1 E2 E4 E6 E7 E8 E9");
    let file = contest_file(desk.state()).unwrap();
    assert_eq!((file.contains("# E5 "), file.contains("# E9 "), desk.state().further_confederates), (false, true, 1));
}

#[test]
fn rules_13_and_60_of_2003_the_organisers_enter_several_programs_and_say_truly_whose_they_are() {
    for (id, stamp) in [("surrey-2003", "2003-05-01T00:00:00Z"), ("loebner-2010", "2010-05-10T00:00:00Z")] {
        let rules = rulebook(id);
        let mut desk = Desk::open(id);
        for program in 1..=2 {
            let mut theirs = application(&rules, "The organisers");
            (theirs.entered_by, theirs.program) = (EnteredBy::Organisers, format!("Open program {program}"));
            if id == "surrey-2003" {
                theirs.declarations.insert("related-to-organisers".into(), true);
            }
            desk.receive(stamp, theirs).unwrap();
            desk.does(Command::Check { entry: EntryId::new(program) }).unwrap();
            assert_eq!(desk.state().entries[&EntryId::new(program)].status, Status::Compliant, "{id}");
        }
        // A contestant still has one.
        for _ in 0..2 {
            desk.receive(stamp, application(&rules, "Ada")).unwrap();
        }
        assert!(matches!(desk.state().entries[&EntryId::new(4)].status, Status::Refused(_)), "{id}");
    }
}

#[test]
fn case_12_the_published_totals_of_2010_are_accepted_and_select_in_that_order() {
    let mut desk = Desk::open("loebner-2010");
    desk.fill("2010-05-10T00:00:00Z", 5);
    // Eight questions, in halves: the totals are 6.5, 11, 2, 7 and 7.5.
    let halves = [13, 22, 4, 14, 15];
    let kinds = ["time", "things", "relations", "memory"];
    let mut csv = "entry,question,kind,score\n".to_owned();
    for (entry, halves) in (1..).zip(halves) {
        for question in 0..8 {
            let mark = halves / 8 + i32::from(question < halves % 8);
            let mark = format!("{}.{}", mark / 2, mark % 2 * 5);
            csv += &format!("E{entry},{question},{},{mark}\n", kinds[question as usize % 4]);
        }
    }
    desk.scores("questions", &csv).unwrap();
    assert_eq!(desk.outcome(), "E2 E5 E4 E1");
    let stage = intake::selection::progress(desk.state()).stages.pop().unwrap();
    let told: Vec<String> = stage.order.iter().map(|place| place.figure.to_string()).collect();
    assert_eq!(told, ["11 marks", "7.5 marks", "7 marks", "6.5 marks", "2 marks"]);
    let quarter = desk.scores("questions", &csv.replacen(",0.5", ",0.25", 1)).unwrap_err();
    assert!(quarter.contains("0.25 is not a whole or half mark"), "{quarter}");
    // If the rulebook allows only whole marks, a half is refused.
    let mut desk = Desk::open("loebner-2006");
    desk.fill("2006-06-10T00:00:00Z", 9);
    let half = desk.scores("prescreening", "entry,question,score\nE1,1,1.5\n").unwrap_err();
    assert!(half.contains("1.5 is not a whole mark"), "{half}");
}

#[test]
fn rules_16_23_and_24_of_2003_an_entry_works_in_time_and_is_changed_in_time() {
    let mut desk = final_of_2003();
    at(&mut desk, "2003-11-01T00:00:00Z");
    let works = |id, when: &str| Command::Works { entry: EntryId::new(id), when: moment(when) };
    let changes = |id, when: &str| Command::Change { entry: EntryId::new(id), when: moment(when) };
    desk.does(works(1, "2003-09-15")).unwrap();
    assert_eq!(
        desk.does(works(2, "2003-09-16")).unwrap_err().to_string(),
        "rule 23: E2 came in working on 2003-09-16, and the last day for it was 2003-09-15 (fill a place in the final \
         with `viva intake replace`)"
    );
    assert_eq!(
        desk.does(works(1, "2003-09-14")).unwrap_err().to_string(),
        "E1 works already, so it cannot be noted as working again"
    );
    desk.does(changes(1, "2003-10-10")).unwrap();
    let late = desk.does(changes(1, "2003-10-11")).unwrap_err().to_string();
    assert!(late.starts_with("rule 24: E1 was changed on 2003-10-11"), "{late}");
    assert!(desk.does(changes(2, "2003-10-01")).unwrap_err().to_string().contains("E2 has not been handed in working"));
    assert!(desk.does(works(3, "2003-12-01")).unwrap_err().to_string().contains("is not earlier than"));

    // On the day itself every entry is in time; after it, an entry that does not work gives way to the reserve, which has longer.
    let ready = |desk: &Desk, id, now: &str| -> String {
        let now: Timestamp = now.parse().unwrap();
        let all = intake::selection::readiness(desk.state(), now);
        match all.iter().find(|(entry, _)| *entry == EntryId::new(id)).map(|(_, ready)| *ready) {
            Some(Readiness::Works(when)) => format!("works since {when}"),
            Some(Readiness::Waits(due)) => format!("has until {}", due.unwrap().by),
            Some(Readiness::Late(due)) => format!("{}: late", due.rule),
            None => "has no place".to_owned(),
        }
    };
    assert_eq!(ready(&desk, 1, "2003-11-01T00:00:00Z"), "works since 2003-09-15");
    assert_eq!(ready(&desk, 2, "2003-09-15T23:00:00Z"), "has until 2003-09-15");
    assert_eq!(ready(&desk, 2, "2003-09-16T12:00:00Z"), "rule 23: late");
    desk.does(Command::Replace { entry: EntryId::new(2), reason: "late".into() }).unwrap();
    assert_eq!(ready(&desk, 2, "2003-09-16T12:00:00Z"), "has no place");
    assert_eq!(ready(&desk, 9, "2003-09-16T12:00:00Z"), "has until 2003-10-10");
    desk.does(works(9, "2003-10-09")).unwrap();
}

#[test]
fn a_bare_day_on_a_stamp_is_in_time_on_the_last_day_and_late_on_the_next() {
    let mut desk = Desk::open("loebner-2010");
    let mut receive = |stamp: &str, who: &str| -> Vec<Event> {
        let application: Application = application(&rulebook("loebner-2010"), who);
        let mailed = Some(moment(stamp));
        let received = moment("2010-06-20T12:00:00Z");
        desk.does(Command::Receive(Box::new(intake::Receipt { mailed, received, link: None, application }))).unwrap()
    };
    assert_eq!(receive("2010-06-07", "Ada").len(), 1);
    assert_eq!(receive("2010-05-03", "Bob").len(), 1);
    for (day, told) in [("2010-06-08", "later than 2010-06-07"), ("2010-05-02", "earlier than 2010-05-03")] {
        let events = receive(day, day);
        let Event::EntryFound { breaches, .. } = &events[1] else { panic!("{events:?}") };
        assert!(breaches[0].to_string().contains(told), "{}", breaches[0]);
    }
}

#[test]
fn restricted_conversation_of_2006_the_opening_words_can_be_chosen_later() {
    let rules = shipped::rulebook("loebner-2006").unwrap();
    let mut desk = Desk::open_under(rules.clone());
    let mut application = application(&rules, "Ada");
    application.opening = None;
    desk.receive("2006-06-10T00:00:00Z", application).unwrap();
    let entry = desk.state().entries.keys().next_back().copied().unwrap();
    assert_eq!(desk.state().entries[&entry].status, Status::Received, "it waits for what can be supplied");
    let supply = |text: &str| Command::Supply { entry, field: "opening".to_owned(), text: text.to_owned() };
    let refused = desk.does(supply("Hello, my name is Jane.")).unwrap_err().to_string();
    assert!(
        refused.contains("no opening words `Hello, my name is Jane.` (it has: Hello, my name is John"),
        "{refused}"
    );
    let joan = "Hello, my name is Joan, and I am a woman.";
    desk.does(supply(joan)).unwrap();
    desk.does(Command::Check { entry }).unwrap();
    assert_eq!(desk.state().entries[&entry].status, Status::Compliant);
    let application = desk.state().entries[&entry].application.as_ref().unwrap();
    assert_eq!(application.opening.as_deref(), Some(joan));
}

#[test]
fn restricted_conversation_of_2006_the_entrant_chooses_john_or_joan() {
    let joan = "Hello, my name is Joan, and I am a woman.";
    let rules = shipped::rulebook("loebner-2006").unwrap();
    let mut desk = Desk::open_under(rules.clone());
    let mut entry = |chosen: Option<&str>| -> String {
        let mut application = application(&rules, "Ada");
        application.opening = chosen.map(str::to_owned);
        desk.receive("2006-06-10T00:00:00Z", application).unwrap();
        let entry = desk.state().entries.keys().next_back().copied().unwrap();
        match &desk.state().entries[&entry].status {
            Status::Received => {
                desk.does(Command::Check { entry }).unwrap();
                match &desk.state().entries[&entry].status {
                    Status::Refused(breaches) => breaches[0].to_string(),
                    _ => "complies".to_owned(),
                }
            }
            other => format!("{other:?}"),
        }
    };
    let none = "restricted conversation: the application chooses no opening words; the choices are: \
                \"Hello, my name is John and I am a man.\" or \"Hello, my name is Joan, and I am a woman.\" (supply `opening`)";
    assert_eq!(entry(None), none);
    assert_eq!(entry(Some("Hello, my name is Jane.")), none);
    assert_eq!((entry(Some(joan)), entry(Some(joan))), ("complies".to_owned(), "complies".to_owned()));
    let text = contest_file(desk.state()).unwrap();
    let filled = text.replace("# protocol", "protocol").replace("# command", "command");
    let none = |_: &str| Err("there is no file".to_owned());
    let contest = rulebook::read_contest_file("contest.toml", &filled, &none).unwrap();
    assert!(contest.entries.iter().all(|entry| entry.opening.as_deref() == Some(joan)));
    let wrong = filled.replace("my name is Joan", "my name is Jane");
    let faults = rulebook::read_contest_file("contest.toml", &wrong, &none).unwrap_err();
    assert!(format!("{faults:?}").contains("are no opening words of the rulebook"), "{faults:?}");
}

#[test]
fn rules_6_10_and_18_of_1995_are_declared() {
    let rules = rulebook("loebner-1995");
    for (id, rule) in [
        ("indefinite", "rule 6"),
        ("no-human-help", "rule 7"),
        ("hold-harmless", "rule 9"),
        ("recordings", "rule 10"),
        ("english", "rule 18"),
    ] {
        let mut desk = Desk::open("loebner-1995");
        let mut silent = application(&rules, "Ada");
        silent.declarations.remove(id);
        desk.receive("1995-10-01T00:00:00Z", silent).unwrap();
        desk.does(Command::Check { entry: EntryId::new(1) }).unwrap();
        let Status::Refused(breaches) = &desk.state().entries[&EntryId::new(1)].status else { panic!("{id}") };
        assert!(breaches.len() == 1 && breaches[0].rule == rule, "{breaches:?}");
    }
}

#[test]
fn a_contest_with_days_of_its_own_keeps_them_from_the_call_to_the_contest_file() {
    let mut rules = shipped::rulebook("surrey-2003").unwrap();
    for (id, day) in [
        ("opens", "2019-01-01"),
        ("closes", "2019-02-01"),
        ("finalists-told", "2019-02-15"),
        ("working-by", "2019-03-01"),
        ("changes-until", "2019-04-01"),
        ("contest", "2019-05-01"),
    ] {
        rulebook::calendar::replace(&mut rules, id, day.parse::<rulebook::calendar::Days>().unwrap()).unwrap();
    }
    let mut desk = Desk::open_under(rules.clone());
    desk.fill("2019-01-15T00:00:00Z", 2);
    let text = contest_file(desk.state()).unwrap();
    let filled = text.replace("# protocol", "protocol").replace("# command", "command");
    let none = |_: &str| Err("there is no file".to_owned());
    let contest =
        rulebook::read_contest_file("contest.toml", &filled, &none).unwrap_or_else(|why| panic!("{why:?}\n{text}"));
    assert_eq!(rulebook::calendar::days(&contest.rulebook), rulebook::calendar::days(&rules));
}

#[test]
fn a_change_is_not_before_the_entry_worked_and_days_end_by_the_clock_of_the_rules() {
    let mut desk = final_of_2003();
    at(&mut desk, "2003-11-01T00:00:00Z");
    desk.does(Command::Works { entry: EntryId::new(1), when: moment("2003-09-10T12:00:00Z") }).unwrap();
    let mut change = |when: &str| desk.does(Command::Change { entry: EntryId::new(1), when: moment(when) });
    assert!(matches!(change("2003-09-10T11:59:59Z"), Err(Refusal::Backwards { .. })));
    change("2003-09-10T12:00:00Z").unwrap();
    // An event at this very moment is not in the future.
    at(&mut desk, "2003-09-14T00:00:00Z");
    let mut works = |when: &str| desk.does(Command::Works { entry: EntryId::new(2), when: moment(when) });
    assert!(matches!(works("2003-09-14T00:00:01Z"), Err(Refusal::Backwards { .. })));
    works("2003-09-14T00:00:00Z").unwrap();

    let window = |desk: &mut Desk, clock| {
        desk.intake.as_mut().unwrap().rulebook.intake.as_mut().unwrap().window.as_mut().unwrap().clock = clock;
    };
    let is_late = |desk: &Desk| {
        let all = intake::selection::readiness(desk.state(), "2003-09-16T00:00:00Z".parse().unwrap());
        all.iter().any(|(_, ready)| matches!(ready, Readiness::Late(_)))
    };
    assert!(!is_late(&desk), "anywhere on Earth it is still the fifteenth");
    window(&mut desk, rulebook::schema::DateClock::Utc);
    assert!(is_late(&desk));
}

#[test]
fn without_a_reserve_a_confederate_takes_the_place_where_both_may() {
    let mut desk = Desk::open("surrey-2003");
    desk.fill("2003-05-01T00:00:00Z", 8);
    at(&mut desk, "2003-07-20T00:00:00Z");
    desk.does(Command::Announce).unwrap();
    let events = desk.does(Command::Replace { entry: EntryId::new(3), reason: "late".into() }).unwrap();
    let [Event::Replaced { by, reserve, .. }] = &events[..] else { panic!("{events:?}") };
    assert_eq!((by, reserve), (&rulebook::schema::Substitute::Confederate, &None));
    assert_eq!((desk.state().further_confederates, desk.state().final_entries.len()), (1, 7));
}
