//! The bounds of rulebooks: for each one, a file just inside and one just outside.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use miette::Diagnostic;
use rulebook::{contest_file::REFEREES_MAX, read_contest_file, read_rulebook, schema::People, shipped};

/// A shipped rulebook with these texts replaced.
fn changed(id: &str, changes: &[(&str, &str)]) -> String {
    changes.iter().fold(shipped::find(id).unwrap().to_owned(), |text, (from, to)| {
        assert!(text.contains(from), "{id} has no `{from}`");
        text.replacen(from, to, 1)
    })
}

/// The faults of a shipped rulebook with these texts replaced, each with its help.
fn told(id: &str, changes: &[(&str, &str)]) -> Vec<String> {
    let Err(faults) = read_rulebook("rules.toml", &changed(id, changes)) else { return vec![] };
    faults.iter().map(|fault| format!("{fault} ({})", fault.help())).collect()
}

/// Checks that the first changes are allowed, and that the second give this fault.
fn check(id: &str, may: &[(&str, &str)], may_not: &[(&str, &str)], expected: &str) {
    assert_eq!(told(id, may), [""; 0]);
    let told = told(id, may_not);
    assert!(told.iter().any(|fault| fault.contains(expected)), "{told:#?}");
}

/// The faults of a contest with the participants of this shipped rulebook, and with this text at its end, behind the
/// last entry.
fn told_of_contest(id: &str, end: &str) -> String {
    let roles = shipped::rulebook(id).unwrap().roles;
    let confederates = if roles.people == People::Both { 0 } else { roles.confederates };
    let people = |role: &str, number: u16| -> String {
        (1..=number).map(|n| format!("[[{role}]]\nname = '{role} {n}'\n")).collect()
    };
    let (judges, confederates) = (people("judge", roles.judges), people("confederate", confederates));
    let entries = (1..=roles.entries)
        .map(|n| format!("[[entry]]\nname = 'Entry {n}'\ncontestant = '{n}'\nprotocol = 'stdio'\ncommand = ['e']\n"));
    let entries = entries.collect::<String>();
    let text = format!("name = 'A'\norganiser = 'B'\nrulebook = '{id}'\n{judges}{confederates}{entries}{end}");
    let Err(faults) = read_contest_file("contest.toml", &text, &|_| Err("there is no file".to_owned())) else {
        return String::new();
    };
    faults.iter().map(|fault| format!("{fault} ({})\n", fault.help())).collect()
}

#[test]
fn entries_may_be_taken_on_a_single_day() {
    check(
        "loebner-2010",
        &[("opens = \"2010-05-03\"", "opens = \"2010-06-07\"")],
        &[("opens = \"2010-05-03\"", "opens = \"2010-06-08\"")],
        "is 2010-06-08, after `closes`, which is 2010-06-07",
    );
}

#[test]
fn a_program_is_tested_on_the_last_day_of_testing_although_entries_open_then() {
    let opens = |day: &'static str| [("opens = \"2010-05-03\"\ncloses = \"2010-06-07\"", day)];
    check(
        "loebner-2010",
        &opens("opens = \"2010-06-30\"\ncloses = \"2010-06-30\""),
        &opens("opens = \"2010-07-01\"\ncloses = \"2010-07-01\""),
        "before entries are taken from 2010-07-01 on",
    );
}

#[test]
fn a_program_may_change_until_the_day_on_which_it_has_to_work() {
    check(
        "surrey-2003",
        &[("2003-10-10", "2003-09-15")],
        &[("2003-10-10", "2003-09-14")],
        "is 2003-09-15, after `changes_until`, which is 2003-09-14",
    );
}

#[test]
fn a_day_may_be_moved_between_two_days_in_their_order() {
    let days = "first = \"2010-10-04\", last = \"2010-11-01\"";
    check(
        "loebner-2010",
        &[(days, "first = \"2010-10-04\", last = \"2010-10-04\"")],
        &[(days, "first = \"2010-10-05\", last = \"2010-10-04\"")],
        "may be moved from 2010-10-05 to 2010-10-04 (exchange them)",
    );
}

#[test]
fn a_day_of_a_stage_names_one_that_there_is() {
    let of = "of = \"announcement\"";
    let suggested = [
        ("of = { stage = \"questoins\" }", "(did you mean `questions`?)"),
        ("of = { stage = \"sudden-death\" }", "(the stages are `first-16`, `questions`)"),
    ];
    for (other, expected) in suggested {
        check("loebner-2010", &[(of, "of = { stage = \"questions\" }")], &[(of, other)], expected);
    }
    let told = told("kurzweil-kapor-2029", &[("of = \"contest\"", "of = { stage = \"questions\" }")]);
    assert!(told[0].ends_with("(take `of` out: the rulebook has no stages of selection)"), "{told:#?}");
}

#[test]
fn a_limit_that_leaves_no_choice_suits_a_square() {
    let limits = |limits: &'static str| [("confederates = 4\n", limits)];
    for other in ["{ least = 3, most = 4 }", "{ least = 4, most = 5 }"] {
        let wrong = format!("confederates = 4\n[roles.limits]\njudges = {other}\n");
        check(
            "loebner-2010",
            &limits("confederates = 4\n[roles.limits]\njudges = { least = 4, most = 4 }\n"),
            &[("confederates = 4\n", &wrong)],
            "lets a contest choose its own number",
        );
    }
}

#[test]
fn a_square_needs_three_equal_numbers_whichever_differs() {
    for role in ["judges", "entries", "confederates"] {
        let (from, to) = (format!("{role} = 4\n"), format!("{role} = 5\n"));
        let told = told("loebner-2010", &[(&from, &to)]);
        assert!(told.iter().any(|fault| fault.contains("which needs equal numbers")), "{told:#?}");
    }
}

#[test]
fn finalists_are_as_many_as_the_final_has_places() {
    let told = |from: &str, to: &str| told("loebner-2010", &[(from, to)]).join("\n");
    assert!(told("finalists = 4", "finalists = 5").contains("the final has room for 4 at most"));
    assert!(told("finalists = 4", "finalists = 3").contains("the final needs 4 at least"));
    assert!(told("finalists = 4", "finalists = 3").contains("the last stage keeps 4"));
}

#[test]
fn a_stage_may_be_for_a_single_number_of_entries() {
    check(
        "loebner-2010",
        &[("entries = { least = 17 }", "entries = { least = 17, most = 17 }")],
        &[("entries = { least = 17 }", "entries = { least = 18, most = 17 }")],
        "has `least` 18 above `most` 17",
    );
}

#[test]
fn people_have_both_roles_where_they_take_turns_and_nowhere_else() {
    let told = told("loebner-2010", &[("[roles]\n", "[roles]\npeople = \"both\"\n")]);
    assert!(told.iter().any(|fault| fault.contains("in which nobody changes roles")), "{told:#?}");
}

#[test]
fn what_travels_whole_is_not_shown_as_it_is_typed() {
    let whole = "delivery = \"whole-lines\"";
    let told = |delivery: &str| told("five-minute-2014", &[(whole, delivery)]).join("\n");
    assert!(
        told("delivery = \"as-typed\"").contains("`interview.delivery` is `as-typed`, but `interview.medium` carries")
    );
    let rhythm = |start: &str| told(&format!("delivery = {{ common-rhythm = {{ start = \"{start}\" }} }}"));
    assert_eq!(rhythm("held"), "");
    assert!(rhythm("at-return").contains("`interview.delivery.common-rhythm.start` is `at-return`, but"));
}

#[test]
fn a_rotation_has_so_many_judges_at_a_time_as_there_are_witnesses() {
    // A session of judges, with two programs and three people.
    let judges = |roles: &'static str, sessions: &'static str| {
        [
            ("judges = 5", roles),
            ("entries = 5", "entries = 2"),
            ("confederates = 5", "confederates = 3"),
            ("design = \"fewest-rounds\"", "design = \"rotation\""),
            ("judges = 5", sessions),
            ("confederates = 5", "confederates = 3"),
            ("layout = \"pair\"", "layout = \"one\""),
        ]
    };
    check(
        "five-minute-2014",
        &judges("judges = 5", "judges = 5"),
        &judges("judges = 6", "judges = 6"),
        "a session has 6 judges, but only 5 witnesses for them at the same time",
    );
}

#[test]
fn sessions_of_a_square_are_equal_and_full() {
    let square = ("design = \"fewest-rounds\"", "design = \"graeco-latin\"");
    let full = [square, ("judges = 5", "judges = 10")];
    for (from, to, expected) in [
        ("judges = 10", "judges = 11", "11 judges cannot be shared out among sessions of 5"),
        ("entries = 5", "entries = 6", "it has 5 judges, 6 entries and 5 confederates"),
        (
            "judges = 5\nconfederates = 5",
            "judges = 5\nconfederates = 4",
            "it has 5 judges, 5 entries and 4 confederates",
        ),
    ] {
        check("five-minute-2014", &full, &[square, full[1], (from, to)], expected);
    }
}

#[test]
fn an_entry_opens_with_words_of_the_rulebook_to_the_letter() {
    let (john, man) = ("Hello, my name is John and I am a man.", "Hello, my name is John and I am a man");
    let told = |id: &str, words: &str| told_of_contest(id, &format!("opening = '{words}'\n"));
    assert!(!told("loebner-2006", john).contains("opening"));
    let other = told("loebner-2006", man);
    assert!(
        other.contains("`opening` of `[[entry]]` 4 are no opening words of the rulebook (the words are, to the letter"),
        "{other}"
    );
    let none = told("loebner-2010", man);
    assert!(none.contains("(take them out: the rulebook leaves everybody to open as they like)"), "{none}");
}

#[test]
fn a_contest_has_so_many_referees_and_no_more() {
    let told = |number: usize| {
        let referees: String = (1..=number).map(|n| format!("[[referee]]\nname = 'Referee {n}'\n")).collect();
        told_of_contest("loebner-1995", &referees)
    };
    assert!(!told(REFEREES_MAX).contains("referees are listed"));
    for more in [REFEREES_MAX + 1, REFEREES_MAX + 2] {
        assert!(told(more).contains(&format!("{more} referees are listed, and a contest has {REFEREES_MAX} at most")));
    }
}

#[test]
fn what_a_rulebook_does_not_have_is_taken_out_of_a_contest() {
    let carried = told_of_contest("human-or-not-2023", "[carried]\nsilver = '1 USD'\n");
    assert!(carried.contains("(take it out: the rulebook has no awards)"), "{carried}");
    let attested = "[committee.attested]\nhuman = true\n[overrides.committee]\nattestations = []\n";
    let attested =
        told_of_contest("kurzweil-kapor-2029", &format!("[committee]\nmembers = ['A', 'B', 'C']\n{attested}"));
    assert!(attested.contains("(take it out: the rulebook asks for nothing here)"), "{attested}");
}

#[test]
fn a_number_of_nothing_is_told_from_what_is_no_time_at_all() {
    let told = |talk: &str| told("five-minute-2014", &[("talk = \"5m\"", talk)]).join("\n");
    assert_eq!(told("talk = \"5m\""), "");
    assert!(told("talk = \"5\"").contains("is 5 without a unit (write \"5m\" for minutes"));
    for none in ["5:30", "", "soon"] {
        let told = told(&format!("talk = \"{none}\""));
        assert!(told.contains(&format!("is `{none}`, which is no duration")), "{told}");
    }
}

#[test]
fn a_day_that_is_none_is_told_once_wherever_it_stands() {
    let told = told("surrey-2003", &[("day = \"2003-10-18\"", "day = \"2003-10-32\"")]);
    assert!(told.len() == 1 && told[0].contains("2003-10-32"), "{told:#?}");
    assert!(!told[0].contains("this cannot be read"), "{told:#?}");
}

#[test]
fn a_winner_has_all_points_at_most() {
    let winner = "winner = 51";
    check(
        "loebner-2006",
        &[(winner, "winner = 100")],
        &[(winner, "winner = 101")],
        "asks for a winner with 101 of 100",
    );
}

#[test]
fn opening_words_fit_into_what_a_witness_may_send() {
    let words = |words: &'static str| [("characters = 500", "characters = 5"), ("opens = \"judge\"\n", words)];
    check(
        "five-minute-2014",
        &words("opens = \"judge\"\nopening_words = [\"Grüß!\"]\n"),
        &words("opens = \"judge\"\nopening_words = [\"Grüße!\"]\n"),
        "has 6 characters, but a witness may send 5 at a time",
    );
}

#[test]
fn judges_are_told_of_as_many_programs_as_there_are() {
    let told = |told: &'static str| [("[roles.limits]\n", told)];
    check(
        "five-minute-2014",
        &told("[roles.told]\nconfederates = 5\nentries = 5\n\n[roles.limits]\n"),
        &told("[roles.told]\nconfederates = 5\nentries = 6\n\n[roles.limits]\n"),
        "judges are told of at least 6 entries, but there are at most 5",
    );
}

#[test]
fn sessions_share_out_a_single_trial() {
    let trials = |trials: &'static str| [("[ballots]\n", trials)];
    check(
        "five-minute-2014",
        &trials("[trials]\ncount = 1\ncombine = \"any\"\n\n[ballots]\n"),
        &trials("[trials]\ncount = 2\ncombine = \"any\"\n\n[ballots]\n"),
        "but there are 2 trials",
    );
}

#[test]
fn whoever_is_fewer_says_how_many_judges_a_session_has() {
    let told = |changes: &[(&str, &str)]| told("five-minute-2014", changes).join("\n");
    let judges = ("judges = 5", "judges = 6");
    assert!(told(&[judges, judges]).contains("has 6 judges, but only 5 confederates for them"));
    let people = ("confederates = 5", "confederates = 4");
    assert!(told(&[people, people]).contains("has 5 judges, but only 4 confederates for them"));
    assert!(told(&[("entries = 5", "entries = 4")]).contains("has 5 judges, but only 4 entries for them"));
}

#[test]
fn a_final_with_a_choice_of_numbers_has_room_for_its_finalists() {
    let told = |id: &str, changes: &[(&str, &str)]| told(id, changes).join("\n");
    assert!(told("surrey-2003", &[("finalists = 8", "finalists = 9")]).contains("has room for 8 at most"));
    // One of the four places is taken by a baseline.
    let baseline = [("[roles]\n", "[roles]\nbaselines = 1\n"), ("finalists = 4", "finalists = 2")];
    assert!(told("loebner-2010", &baseline).contains("`selection.finalists` is 2, but the final needs 3 at least"));
    let exchanged = [("entries = { least = 2, most = 8 }", "entries = { least = 8, most = 2 }")];
    assert!(!told("surrey-2003", &exchanged).contains("selection.finalists"));
    let overridden = told_of_contest("loebner-2010", "[overrides.selection]\nfinalists = 3\n");
    assert!(!overridden.contains("the final needs"), "{overridden}");
}

/// The places in the rulebook shown by the fault with this message.
fn shown(changes: &[(&str, &str)], what: &str) -> Vec<String> {
    let text = changed("loebner-2010", changes);
    let faults = read_rulebook("rules.toml", &text).unwrap_err();
    let fault = faults.iter().find(|fault| fault.to_string().contains(what)).unwrap_or_else(|| panic!("{faults:?}"));
    let labels = fault.labels().unwrap();
    labels.map(|label| text[label.offset()..label.offset() + label.len()].to_owned()).collect()
}

#[test]
fn the_stage_that_would_have_to_be_held_is_shown() {
    let changes = [("{ least = 17 }", "{ least = 16 }"), ("{ least = 5 }", "{ least = 5, most = 15 }")];
    let shown = shown(&changes, "with 16 entries, 16 are left after the last stage");
    assert_eq!(shown, ["4", "{ least = 5, most = 15 }"]);
}

#[test]
fn a_stage_that_is_never_held_is_shown_with_the_one_that_leaves_too_few() {
    let third = "[[selection.stages]]\nid = \"third\"\ntitle = \"Third\"\nentries = { least = 18 }\n\
                 compare = \"earliest\"\nkeeps = 3\nties = \"earlier\"\nrule = \"none\"\n\n[schedule]\n";
    let changes = [("{ least = 5 }", "{ least = 5, most = 16 }"), ("[schedule]\n", third)];
    assert_eq!(shown(&changes, "is never held"), ["{ least = 18 }", "16"]);
}

#[test]
fn a_day_of_a_stage_is_not_judged_by_stages_that_cannot_be_read() {
    let changes = [("of = \"announcement\"", "of = { stage = \"questions\" }"), ("id = \"questions\"", "id = \"?\"")];
    let told = told("loebner-2010", &changes);
    assert!(!told.is_empty() && !told.iter().any(|fault| fault.contains("which there is not")), "{told:#?}");
}

#[test]
fn a_declaration_is_for_a_way_that_there_is() {
    let ways = "submissions = [\"installs-on-site\", \"brings-computer\"]";
    let of_2010 = told("loebner-2010", &[(ways, "submissions = [\"by-pigeon\"]")]).join("\n");
    assert!(of_2010.contains("is `by-pigeon`, which is no way to hand a program in (the ways are `"), "{of_2010}");
    let declared = "[[intake.declarations]]\nid = \"post\"\nsentence = \"I wrote the address.\"\n\
                    when = { submissions = [\"by-mail\"] }\n\n[selection]\n";
    let of_2003 = told("surrey-2003", &[("[selection]\n", declared)]).join("\n");
    assert!(of_2003.contains("which is no way to hand a program in (add the way under"), "{of_2003}");
}

/// The faults of a contest with one more program, which has these keys.
fn told_of_entry(id: &str, keys: &str) -> String {
    told_of_contest(id, &format!("[[entry]]\nname = 'More'\ncontestant = 'M'\n{keys}\n"))
}

#[test]
fn a_program_over_socketio_has_a_single_conversation_at_a_time() {
    let keys = "protocol = 'socketio'\nid = 'ai0'\nsecret_file = 'ai0.secret'\n";
    let told =
        |number: u16| told_of_entry("five-minute-2014", &format!("{keys}[overrides.roles]\nparallel = {number}"));
    assert!(!told(1).contains("socketio"));
    assert!(told(2).contains("an entry over `socketio` has one conversation at a time, and needs 2"));
}

#[test]
fn brackets_in_quotes_are_part_of_a_selector() {
    let told = |reply: &str| {
        let page = "protocol = 'web'\nurl = 'http://127.0.0.1:8080/'\n";
        told_of_entry("turing-1950", &format!("{page}reply = '''{reply}'''"))
    };
    for fine in ["a[title=\")\"]", "a[title=\"(\"]", "a[title='\"'] b"] {
        assert!(!told(fine).contains("selector"), "{fine}: {}", told(fine));
    }
    for wrong in ["a[title=\")]", "a[title)]"] {
        assert!(told(wrong).contains("is no CSS selector"), "{wrong}");
    }
}

#[test]
fn an_environment_has_so_many_names_with_values_so_long() {
    let told = |environment: &str| {
        let program = "protocol = 'stdio'\ncommand = ['e']\n";
        told_of_entry("turing-1950", &format!("{program}environment = {{ {environment} }}"))
    };
    let names = |number: usize| told(&(0..number).map(|n| format!("N{n} = ''")).collect::<Vec<_>>().join(", "));
    assert!(!names(64).contains("environment"));
    for number in [65, 66] {
        assert!(names(number).contains(&format!("has {number} names; at most 64 are allowed")));
    }
    let long = |characters: usize| told(&format!("LONG = '{}'", "ü".repeat(characters)));
    let no_value = "has a value that no program can be given";
    assert_eq!([32_768, 32_769, 32_770].map(|characters| long(characters).contains(no_value)), [false, true, true]);
    assert!(told("NUL = \"a\\u0000\"").contains(no_value));
    assert!(told("1X = ''").contains("`1X` in") && !told("X1 = ''").contains("`X1`"));
}

#[test]
fn limits_that_leave_no_choice_are_told_to_a_contest() {
    let limits = "[[judge]]\nname = 'One more'\n[overrides.roles.limits]\njudges = { least = 4, most = 4 }\n";
    let told = told_of_contest("turing-1950", limits);
    assert!(told.contains("5 judges are listed, but the rulebook's `roles.limits.judges` are 4 to 4"), "{told}");
}
