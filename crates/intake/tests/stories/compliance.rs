//! Compliance: entrants, submissions and dates, with each refusal naming its rule.

use intake::{Application, Command, EnteredBy, Event, Receipt, Status, Testing};
use rulebook::EntryId;

use crate::desk::{Desk, application, rulebook};

/// Takes in an application, tests it, and returns its breaches.
fn found(desk: &mut Desk, stamp: &str, application: Application) -> String {
    let entry = EntryId::at(desk.state().entries.len());
    if let Err(refusal) = desk.receive(stamp, application) {
        return format!("refused: {refusal}");
    }
    if desk.state().entries[&entry].status == Status::Received {
        desk.does(Command::Check { entry }).unwrap();
    }
    match &desk.state().entries[&entry].status {
        Status::Compliant => "complies".to_owned(),
        Status::Refused(breaches) => breaches.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "),
        other => format!("{other:?}"),
    }
}

/// A first application under this rulebook, with one thing changed.
fn check(title: &str, id: &str, stamp: &str, change: impl FnOnce(&mut Application), expect: &str) {
    let mut desk = Desk::open(id);
    let mut application = application(&rulebook(id), "Ada Example");
    change(&mut application);
    assert_eq!(found(&mut desk, stamp, application), expect, "{title}");
}

const NOTHING: fn(&mut Application) = |_| {};

#[test]
fn the_window_is_exact_to_the_second() {
    // A day anywhere on Earth begins at 10:00 UTC of the day before and ends at 12:00 UTC of the day after.
    check("the first second", "loebner-2010", "2010-05-02T10:00:00Z", NOTHING, "complies");
    check("the last second", "loebner-2010", "2010-06-08T11:59:59Z", NOTHING, "complies");
    check(
        "a second early",
        "loebner-2010",
        "2010-05-02T09:59:59Z",
        NOTHING,
        "section 1: its stamp 2010-05-02T09:59:59.000Z is earlier than 2010-05-03, the first day",
    );
    check(
        "a second late",
        "loebner-2010",
        "2010-06-08T12:00:00Z",
        NOTHING,
        "section 1: its stamp 2010-06-08T12:00:00.000Z is later than 2010-06-07, the last day",
    );
    check("1995 has no first day", "loebner-1995", "1990-01-01T00:00:00Z", NOTHING, "complies");
    check(
        "2003 closes in June",
        "surrey-2003",
        "2003-07-01T12:00:00Z",
        NOTHING,
        "rule 11: its stamp 2003-07-01T12:00:00.000Z is later than 2003-06-30, the last day",
    );
}

#[test]
fn where_mailing_counts_a_late_arrival_is_in_time_and_a_missing_stamp_is_not_guessed() {
    let mut desk = Desk::open("loebner-2010");
    let good = application(&rulebook("loebner-2010"), "Ada Example");
    let (mailed, received) = ("2010-06-07T12:00:00Z".parse().unwrap(), "2010-06-20T12:00:00Z".parse().unwrap());
    let receipt = |mailed, received| {
        Command::Receive(Box::new(Receipt { mailed, received, link: None, application: good.clone() }))
    };
    let refusal = desk.does(receipt(None, received)).unwrap_err().to_string();
    assert_eq!(refusal, "section 1: the date of mailing counts, and the stamp is missing (give the carrier's stamp)");
    assert!(desk.does(receipt(Some(received), mailed)).unwrap_err().to_string().contains("is not earlier than"));
    let tomorrow = intake::Moment::At(desk.now + std::time::Duration::from_secs(1));
    assert!(desk.does(receipt(Some(mailed), tomorrow)).unwrap_err().to_string().contains("is not earlier than"));
    desk.does(receipt(Some(mailed), received)).unwrap();
    assert_eq!(desk.does(Command::Check { entry: EntryId::new(1) }).unwrap().len(), 1);
    assert_eq!(desk.state().compliant().count(), 1);
}

#[test]
fn a_contestant_has_one_entry_and_a_person_is_with_one_where_the_rules_say_so() {
    let stamp = "2010-05-10T12:00:00Z";
    let rules = rulebook("loebner-2010");
    let mut desk = Desk::open("loebner-2010");
    let mut team = application(&rules, "Team Lovelace");
    team.people = vec!["Ada Example".into(), "Charles Example".into()];
    assert_eq!(found(&mut desk, stamp, team.clone()), "complies");
    assert_eq!(
        found(&mut desk, stamp, application(&rules, "team  LOVELACE")),
        "section 1: a contestant may enter one program, and this one has already entered E1"
    );
    let mut other = application(&rules, "Somebody else");
    other.people = vec!["ADA example".into()];
    assert_eq!(
        found(&mut desk, stamp, other.clone()),
        "section 1: a person may be associated with one entry only, and a person of this entry is also with E1"
    );
    // A refused entry does not count, and neither does one that was withdrawn.
    desk.does(Command::Withdraw { entry: EntryId::new(1) }).unwrap();
    assert_eq!(found(&mut desk, stamp, other), "complies");

    let mut desk = Desk::open("surrey-2003");
    let rules = rulebook("surrey-2003");
    assert_eq!(found(&mut desk, "2003-05-01T00:00:00Z", application(&rules, "Ada")), "complies");
    assert_eq!(
        found(&mut desk, "2003-05-02T00:00:00Z", application(&rules, "Ada")),
        "rule 9: a contestant may enter one program, and this one has already entered E1"
    );
    let mut desk = Desk::open("loebner-1995");
    let rules = rulebook("loebner-1995");
    for _ in 0..3 {
        assert_eq!(found(&mut desk, "1995-10-01T00:00:00Z", application(&rules, "Ada")), "complies");
    }
}

#[test]
fn a_protocol_of_2500_words_is_allowed_and_of_2501_is_not() {
    let stamp = "1995-10-31T00:00:00Z";
    let words = |count: usize| move |a: &mut Application| a.protocol = Some("word\n".repeat(count));
    check("2,500", "loebner-1995", stamp, words(2500), "complies");
    check(
        "2,501",
        "loebner-1995",
        stamp,
        words(2501),
        "announcement: its protocol has 2501 words, and at most 2500 are allowed",
    );
    let none = "announcement: no protocol of an interaction came with the application";
    check("none", "loebner-1995", stamp, |a| a.protocol = None, none);
    check("blank", "loebner-1995", stamp, |a| a.protocol = Some(" \n".into()), none);
    check("not asked for", "loebner-2010", "2010-05-10T00:00:00Z", words(9999), "complies");
}

#[test]
fn declarations_are_asked_of_those_they_concern_and_name_their_rule() {
    let stamp = "2003-05-01T00:00:00Z";
    check(
        "an organiser's cousin",
        "surrey-2003",
        stamp,
        |a| {
            a.declarations.insert("related-to-organisers".into(), true);
        },
        "rule 10: \"I am, or am a relative or close associate of, a member of the founding centre, an organiser at the \
         university, a sponsor or a member of the steering group.\" must be answered with no",
    );
    let consent = "rule 9: \"My parents consent to my taking part.\" is not answered (declare `parental-consent`)";
    check("seventeen, without consent", "surrey-2003", stamp, |a| a.under_18 = true, consent);
    let consented = |a: &mut Application| {
        a.under_18 = true;
        a.declarations.insert("parental-consent".into(), true);
    };
    check("seventeen, with consent", "surrey-2003", stamp, consented, "complies");
    check(
        "with the work of others",
        "surrey-2003",
        stamp,
        |a| a.third_party_material = true,
        "rule 14: the application leaves out \"Work of others in the program: what, how much, under which licence\" \
         (supply `third-party`); rule 14: \"I hold licences from the owners of all work of others in the \
         program that allow its use in the contest.\" is not answered (declare `licensed`)",
    );
    check(
        "an unknown declaration",
        "surrey-2003",
        stamp,
        |a| {
            a.declarations.insert("licenced".into(), true);
        },
        "refused: the rulebook has no declaration `licenced` (it has: licensed, parental-consent, related-to-organisers, \
         publication, english, no-human-help, rights, hold-harmless)",
    );
    check(
        "path names",
        "loebner-2010",
        "2010-05-10T00:00:00Z",
        |a| {
            a.declarations.insert("no-path-names".into(), false);
        },
        "section 1: \"To run the program, nobody has to type path names.\" must be answered with yes",
    );
}

#[test]
fn what_is_missing_can_be_declared_and_supplied_until_the_entry_is_tested() {
    let mut desk = Desk::open("surrey-2003");
    let mut late = application(&rulebook("surrey-2003"), "Ada");
    late.fields.clear();
    late.under_18 = true;
    desk.receive("2003-05-01T00:00:00Z", late).unwrap();
    let entry = EntryId::new(1);
    desk.does(Command::Declare { entry, declaration: "parental-consent".into(), yes: true }).unwrap();
    for field in ["e-mail", "access"] {
        desk.does(Command::Supply { entry, field: field.into(), text: "something".into() }).unwrap();
    }
    let unknown = Command::Supply { entry, field: "e-mial".into(), text: "x".into() };
    assert_eq!(
        desk.does(unknown).unwrap_err().to_string(),
        "the rulebook has no field `e-mial` (it has: e-mail, access, third-party)"
    );
    let blank = Command::Supply { entry, field: "e-mail".into(), text: " ".into() };
    assert!(desk.does(blank).is_err());
    assert_eq!(desk.does(Command::Check { entry }).unwrap(), [Event::EntryFound { entry, breaches: vec![] }]);
    let again = Command::Declare { entry, declaration: "parental-consent".into(), yes: false };
    assert_eq!(desk.does(again).unwrap_err().to_string(), "E1 complies, so it cannot be given further declarations");
    let nobody = Command::Check { entry: EntryId::new(9) };
    assert_eq!(desk.does(nobody).unwrap_err().to_string(), "there is no entry E9 (`viva intake list` shows them)");
}

#[test]
fn three_ways_to_hand_in_and_what_each_asks_for() {
    let stamp = "2010-05-10T12:00:00Z";
    let day = |on: &str, agreed: &str| Some(Testing { on: on.parse().unwrap(), agreed: agreed.parse().unwrap() });
    let on_site = |testing| {
        move |a: &mut Application| {
            a.submission = Some("installs-on-site".into());
            a.declarations.insert("present".into(), true);
            a.testing = testing;
        }
    };
    let good = day("2010-06-15", "2010-06-06");
    check("tested on site", "loebner-2010", stamp, on_site(good), "complies");
    check("no day", "loebner-2010", stamp, on_site(None), "section 1: no testing day was agreed");
    check(
        "agreed on the day itself",
        "loebner-2010",
        stamp,
        on_site(day("2010-06-15", "2010-06-07")),
        "section 1: the testing day was agreed on 2010-06-07, but this must be done before 2010-06-07",
    );
    check(
        "in July",
        "loebner-2010",
        stamp,
        on_site(day("2010-07-01", "2010-06-01")),
        "section 1: the testing day, 2010-07-01, is not between 2010-06-08 and 2010-06-30",
    );
    check(
        "not at the final",
        "loebner-2010",
        stamp,
        |a| {
            on_site(good)(a);
            a.declarations.remove("present");
        },
        "section 1: \"If the program is one of the final four, I am at the contest to install and run \
         it.\" is not answered (declare `present`)",
    );
    check(
        "on another system",
        "loebner-2010",
        stamp,
        |a| a.runs_on = vec!["Amiga".into()],
        "section 1: it runs on none of the machines provided (Windows XP, Windows Vista, Windows 7), and its \
         contestant brings none",
    );
    check(
        "on another system, brought along",
        "loebner-2010",
        stamp,
        |a| {
            on_site(good)(a);
            a.submission = Some("brings-computer".into());
            a.runs_on = vec!["Amiga".into()];
        },
        "complies",
    );
    check(
        "in no way",
        "loebner-2010",
        stamp,
        |a| a.submission = None,
        "section 1: the application chooses no way to hand in the program; the ways are: organiser-installs, \
         installs-on-site, brings-computer",
    );
    check(
        "by carrier pigeon",
        "loebner-2010",
        stamp,
        |a| a.submission = Some("pigeon".into()),
        "refused: the rulebook has no way of handing in `pigeon` (it has: organiser-installs, installs-on-site, \
         brings-computer)",
    );
    check(
        "over the network",
        "surrey-2003",
        "2003-05-01T00:00:00Z",
        |a| a.telecommunication = true,
        "rule 20: programs may not communicate beyond the contest site",
    );
}

#[test]
fn organisers_enter_open_source_programs_where_a_rule_lets_them() {
    let entered = |a: &mut Application| a.entered_by = EnteredBy::Organisers;
    check("2010", "loebner-2010", "2010-05-10T12:00:00Z", entered, "complies");
    check(
        "1995",
        "loebner-1995",
        "1995-10-01T00:00:00Z",
        entered,
        "rule 2: under this rulebook the organisers may not enter a program",
    );
}

#[test]
fn an_application_that_no_rulebook_could_accept_is_told_why() {
    for (text, expect) in [
        ("program = \"A\"", "lacks `contestant`"),
        (
            "program = \"A\"\ncontestant = \"B\"\nprogramme = \"A\"",
            "`programme` means nothing here (did you mean `program`?)",
        ),
        ("program = \" \"\ncontestant = \"B\"", "`program` must have 1 to 80 characters"),
        ("program = \"A\"\ncontestant = \"B\\u0000\"", "`contestant` must have 1 to 80 characters"),
        ("program = \"A\"\ncontestant = \"B\"\npeople = [\"C\", \"c \"]", "`c ` is named twice"),
        ("program = \"A\"\ncontestant = \"B\"\nprotocol = \"x\"\nprotocol_file = \"y\"", "both `protocol` and"),
        ("program = [", "cannot be read"),
    ] {
        let error = Application::read(text).unwrap_err().to_string();
        assert!(error.contains(expect), "{text}: {error}");
    }
}

#[test]
fn the_first_and_the_last_day_of_testing_are_days_of_testing() {
    for (on, expect) in [
        ("2010-06-07", "section 1: the testing day, 2010-06-07, is not between 2010-06-08 and 2010-06-30"),
        ("2010-06-08", "complies"),
        ("2010-06-30", "complies"),
    ] {
        let change = |a: &mut Application| {
            a.submission = Some("installs-on-site".into());
            a.declarations.insert("present".into(), true);
            a.testing = Some(Testing { on: on.parse().unwrap(), agreed: "2010-06-01".parse().unwrap() });
        };
        check(on, "loebner-2010", "2010-05-10T12:00:00Z", change, expect);
    }
}

#[test]
fn what_the_organisers_enter_counts_as_no_entry_of_whose_program_it_is() {
    let rules = rulebook("loebner-2010");
    let mut desk = Desk::open("loebner-2010");
    let mut of_others = application(&rules, "Ada Example");
    of_others.entered_by = EnteredBy::Organisers;
    assert_eq!(found(&mut desk, "2010-05-10T12:00:00Z", of_others), "complies");
    assert_eq!(found(&mut desk, "2010-05-10T12:00:00Z", application(&rules, "Ada Example")), "complies");
}

#[test]
fn equipment_may_be_brought_where_the_rules_let_it_and_only_by_who_brings_it() {
    let complies = |may_bring, brings| {
        let mut rules = rulebook("loebner-2010");
        rules.intake.as_mut().unwrap().equipment.as_mut().unwrap().may_bring = may_bring;
        let mut entered = application(&rules, "Ada Example");
        (entered.runs_on, entered.brings_equipment) = (vec!["Amiga".into()], brings);
        found(&mut Desk::open_under(rules), "2010-05-10T12:00:00Z", entered) == "complies"
    };
    assert!(complies(true, true));
    assert!(!complies(true, false) && !complies(false, true) && !complies(false, false));
}

#[test]
fn a_stamp_of_mailing_is_asked_for_where_it_decides_the_window_or_the_order() {
    use rulebook::schema::Stamp;
    let without_stamp = |priority, counts| {
        let mut rules = rulebook("loebner-2010");
        let intake = rules.intake.as_mut().unwrap();
        intake.priority = priority;
        intake.window.as_mut().unwrap().counts = counts;
        let entered = application(&rules, "Ada Example");
        let received = "2010-05-10T12:00:00Z".parse().unwrap();
        Desk::open_under(rules)
            .does(Command::Receive(Box::new(Receipt { mailed: None, received, link: None, application: entered })))
            .is_ok()
    };
    assert!(without_stamp(Stamp::Receipt, Stamp::Receipt));
    assert!(!without_stamp(Stamp::Mailing, Stamp::Receipt));
    assert!(!without_stamp(Stamp::Receipt, Stamp::Mailing));
}
