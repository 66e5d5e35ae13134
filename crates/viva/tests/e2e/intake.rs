//! From the call for entries to the contest file of the final, on the command line.

use crate::desk::Desk;

/// A complete application under the rules of 2010.
fn application(program: &str, person: &str) -> String {
    format!(
        "program = \"{program}\"\ncontestant = \"{person}\"\nsubmission = \"organiser-installs\"\nruns_on = [\"Windows 7\"]\n\
         [fields]\ne-mail = \"someone@example.org\"\n[declarations]\nno-path-names = true\nno-system-variables = true\n\
         complete = true\nprotocol = true\nwaits = true\n"
    )
}

/// A desk with an intake in the folder `in`.
fn called(rulebook: &str) -> Desk {
    let desk = Desk::new();
    desk.viva(&format!("intake open --rulebook {rulebook} --data in --name 'The final'"))
        .ends(0)
        .says("viva intake receive");
    desk
}

/// Receives this many applications, one a day, and tests them.
fn with_entries(desk: &Desk, entries: u8) {
    for n in 1..=entries {
        desk.lay("application.toml", application(&format!("Program {n}"), &format!("Person {n}")));
        let received =
            desk.viva(&format!("intake receive application.toml --data in --stamp 2010-05-{:02}T12:00:00Z", n + 9));
        assert_eq!(received.ends(0).data, format!("E{n}\n"));
        desk.viva(&format!("intake check E{n} --data in")).ends(0).says("complies");
    }
}

/// Marks for one question of each kind: each entry has the same mark throughout.
fn marks(entries: &[(&str, u8)]) -> String {
    let kinds = ["time", "things", "relations", "memory"].into_iter().enumerate();
    let row = |entry: &str, mark| {
        kinds.clone().map(|(n, kind)| format!("{entry},{},{kind},{mark}\n", n + 1)).collect::<String>()
    };
    let rows: String = entries.iter().map(|(entry, mark)| row(entry, *mark)).collect();
    format!("entry,question,kind,score\n{rows}")
}

#[test]
fn what_an_application_lacks_is_said_when_it_comes_in_and_can_be_declared() {
    let desk = called("loebner-2010");
    desk.lay("ada.toml", application("Countess", "Ada").replace("waits = true\n", ""));
    let received = desk.viva("intake receive ada.toml --data in --stamp 2010-05-10T12:00:00Z").ends(0);
    received.says("E1 lacks: section 3").says("(declare `waits`)");
    desk.viva("intake declare E1 wait yes --data in")
        .ends(1)
        .says("the rulebook has no declaration `wait` (it has: no-path-names,");
    desk.viva("intake declare E9 waits yes --data in").ends(1).says("there is no entry E9");
    desk.viva("intake declare E1 waits maybe --data in").ends(2).says("yes, no");
    desk.viva("intake declare E1 waits yes --data in").ends(0);
    desk.viva("intake supply E1 e-mail ada@example.com --data in").ends(0);
    desk.viva("intake check E1 --data in").ends(0).says("E1 complies");
    desk.viva("intake check E1 --data in").ends(1).says("refused");
}

#[test]
fn outside_the_window_nobody_comes_in_and_the_rule_is_named() {
    let desk = called("loebner-2010");
    for (n, (stamp, code)) in [
        // The last day ends when it is over everywhere on Earth.
        ("2010-06-08T11:59:59Z", 0),
        ("2010-06-08T12:00:00Z", 1),
        ("2010-05-02T10:00:00Z", 0),
        ("2010-05-02T09:59:59Z", 1),
        ("2010-06-07T23:00:00-12:00", 0),
    ]
    .into_iter()
    .enumerate()
    {
        desk.lay("a.toml", application(&format!("Program {n}"), &format!("Person {n}")));
        let received = desk.viva(&format!("intake receive a.toml --data in --stamp {stamp}")).ends(code);
        if code == 1 {
            received.says("section 1: its stamp");
        }
    }
    desk.viva("intake receive a.toml --data in").ends(1).says("the stamp is missing (give the carrier's stamp)");
    desk.viva("intake receive a.toml --data in --stamp yesterday").ends(2).says("such as 2030-05-10T12:00:00Z");
    desk.viva("intake receive nowhere.toml --data in --stamp 2010-05-10T12:00:00Z").ends(2).says("failed to read");
    desk.lay("a.toml", "program = 7\n");
    desk.viva("intake receive a.toml --data in --stamp 2010-05-10T12:00:00Z").ends(2).says("`a.toml` cannot be used");
    assert_eq!(
        desk.viva("intake list --data in --json").ends(0).json().as_array().unwrap().len(),
        5,
        "also what is refused"
    );
}

#[test]
fn nobody_is_with_two_entries() {
    let desk = called("loebner-2010");
    desk.lay("a.toml", application("One", "Charles Example"));
    desk.viva("intake receive a.toml --data in --stamp 2010-05-10T12:00:00Z").ends(0);
    desk.lay("b.toml", format!("people = [\"charles  EXAMPLE\"]\n{}", application("Two", "Bob")));
    let second = desk.viva("intake receive b.toml --data in --stamp 2010-05-11T12:00:00Z").ends(1);
    second.prints("E2").says("section 1: a person may be associated with one entry only");
}

#[test]
fn the_final_of_six_entries_becomes_a_contest_file_without_faults() {
    let desk = called("loebner-2010");
    with_entries(&desk, 6);
    let waits = desk.viva("intake finalists --data in --announce").ends(1).prints_nothing();
    assert_eq!(waits.talk.matches("not known yet").count(), 1, "{waits}");
    waits.says("in stage `questions`, its scores are missing");
    desk.viva("intake status --data in").ends(0).prints("6 came in, 6 comply, 0 not tested");
    desk.viva("intake plan --stage questions --judges 3 --data in").ends(1).says("columns `entry,question,score`");
    desk.viva("intake plan --stage nope --judges 3 --data in").ends(1).says("it has: first-16, questions");

    desk.lay("wrong.csv", marks(&[("E1", 3), ("E2", 2), ("E9", 1)]));
    let wrong = desk.viva("intake score --stage questions wrong.csv --data in").ends(1);
    wrong.says("E1 in question 1: 3 is above 2").says("E9 does not take part").says("E3 has no mark for question 4");
    desk.lay("marks.csv", marks(&[("E1", 0), ("E2", 2), ("E3", 1), ("E4", 1), ("E5", 2), ("E6", 0)]));
    desk.viva("intake score --stage questions marks.csv --data in").ends(0).says("viva intake finalists");
    let chosen = desk.viva("intake finalists --data in").ends(0);
    chosen.prints("E2    place 1   Program 2").prints("E1    Program 1: section 4: 0 marks, place 5");

    // A disqualification before the announcement makes room for the next entry.
    desk.viva("intake disqualify E2 --by organisers --rule 'section 1' --reason 'a person typed' --data in").ends(0);
    desk.lay("taken.toml", "mine");
    let taken = desk.viva("intake finalists --data in --announce --contest-file taken.toml").ends(2);
    taken.says("failed to write `taken.toml`").says("choose a path that does not exist yet");
    assert_eq!(desk.viva("intake status --json --data in").ends(0).json()["announced"], false, "nothing was announced");
    let announced = desk.viva("intake finalists --data in --announce --contest-file final.toml").ends(0);
    announced.says("named 4 finalists").prints("E2    Program 2: section 1: it was disqualified");
    assert_eq!(desk.read("taken.toml"), "mine");

    let lacking = desk.viva("contest check final.toml").ends(1);
    lacking.says("4 faults in `final.toml`").says("`[[entry]]` 1 lacks `protocol`");
    let filled = desk.read("final.toml").replace("# protocol", "protocol").replace("# command", "command");
    desk.lay("final.toml", filled);
    desk.viva("contest check final.toml").ends(3).says("4 judges, 4 confederates, 4 entries");

    // Under these rules places are not refilled after the announcement.
    desk.viva("intake replace E5 --reason 'fell ill' --data in")
        .ends(1)
        .says("the rulebook does not let another entry take the place of E5");
}

#[test]
fn a_preliminary_round_is_planned_scored_and_filled_from_its_reserves() {
    let desk = called("surrey-2003");
    for n in 1..=11 {
        desk.lay("a.toml", format!(
            "program = \"Program {n}\"\ncontestant = \"Person {n}\"\n[fields]\ne-mail = \"a@example.org\"\naccess = \"http://example.org\"\n\
             [declarations]\nrelated-to-organisers = false\npublication = true\nenglish = true\nno-human-help = true\nrights = true\nhold-harmless = true\n"
        ));
        desk.viva(&format!("intake receive a.toml --data in --received 2003-05-{n:02}T12:00:00Z")).ends(0);
        desk.viva(&format!("intake check E{n} --data in")).ends(0);
    }
    desk.viva("intake plan --stage preliminary --judges 2 --data in").ends(1).prints_nothing();
    let panel = desk.viva("intake plan --stage preliminary --judges 4 --seed 1 --data in").ends(0).says("seed 1");
    // Rule 35: the judges are issued with guidelines.
    let panel = panel.says("Judge each conversation as a whole");
    // Each judge ranks their entries in the order of the numbers, so that E1 comes first.
    let mut of_judge: std::collections::BTreeMap<&str, Vec<u8>> = std::collections::BTreeMap::new();
    for line in panel.data.lines().skip(1) {
        let (judge, entry) = line.split_once(',').unwrap();
        of_judge.entry(judge).or_default().push(entry.trim_start_matches('E').parse().unwrap());
    }
    assert!(of_judge.len() == 4 && of_judge.values().all(|entries| entries.len() <= 10), "{panel}");
    let mut sheet = "judge,entry,rank\n".to_owned();
    for (judge, mut entries) in of_judge {
        entries.sort_unstable();
        sheet.extend(entries.iter().enumerate().map(|(at, entry)| format!("{judge},E{entry},{}\n", at + 1)));
    }
    desk.lay("ranks.csv", sheet);
    desk.viva("intake score --stage preliminary ranks.csv --data in").ends(0);
    let waits = desk.viva("intake finalists --data in");
    if waits.talk.contains("viva intake decide") || waits.data.is_empty() {
        panic!("the ranks leave nobody level across the cut: {waits}");
    }
    let named = desk
        .viva("intake finalists --data in --announce --json")
        .ends(0)
        .says("named 8 finalists and 2 reserves")
        .json();
    let finalists = named["chosen"]["finalists"].as_array().unwrap();
    assert_eq!(finalists[0]["entry"], "E1");
    let left = desk.viva("intake replace E1 --reason 'not ready' --data in").ends(0);
    left.says("takes the place of E1");
    desk.viva("intake replace E2 --reason 'not ready' --data in").ends(0).says("takes the place of E2");
    desk.viva("intake replace E3 --reason 'not ready' --data in")
        .ends(0)
        .says("a further confederate takes the place of E3");
    // A replaced entry is in no list of the final.
    let now = desk.viva("intake finalists --data in").ends(0);
    let now = now.prints("E1    Program 1: rule 16: another entry took its place in the final");
    let (chosen, _) = now.data.split_once("left out").unwrap();
    assert!(["E1 ", "E2 ", "E3 "].iter().all(|id| !chosen.contains(id)), "{now}");
    desk.viva("intake status --data in").ends(0).prints(
        "E4 is late: rule 23: it had to come in working by 2003-09-15 (`viva intake replace E4` fills its place)",
    );
    desk.viva("intake working E4 --on 2003-09-16 --data in").ends(1).says("rule 23: E4 came in working on 2003-09-16");
    desk.viva("intake working E4 --on 2003-09-15 --data in").ends(0).says("recorded");
    let status = desk.viva("intake status --json --data in").ends(0).json();
    assert_eq!(status["ready"][0], serde_json::json!({ "entry": "E4", "state": "works", "since": "2003-09-15" }));
    assert_eq!(status["further_confederates"], 1);
    assert_eq!(status["final"].as_array().unwrap().len(), 7);
    desk.viva("intake finalists --data in --contest-file final.toml").ends(0);
    let file = desk.read("final.toml");
    assert_eq!((file.matches("[[entry]]").count(), file.matches("[[confederate]]").count()), (7, 3), "{file}");
    let filled = file.replace("# protocol", "protocol").replace("# command", "command").replace("# prompts", "prompts");
    desk.lay("final.toml", filled);
    desk.viva("contest check final.toml").ends(3).says("3 confederates, 7 entries");
}

#[test]
fn the_only_entry_and_none_are_announced() {
    for (entries, told) in [(0, "added to the next contest: Winner"), (1, "E1 is the only entry, and receives")] {
        let desk = called("loebner-2006");
        for _ in 0..entries {
            desk.lay(
                "a.toml",
                "program = \"P\"\ncontestant = \"C\"\nopening = \"Hello, my name is John and I am a man.\"\n[fields]\ne-mail = \"a@example.org\"\n[declarations]\n\
                opening-words = true\npublication = true\npresent = true\nprotocol = true\n",
            );
            desk.viva("intake receive a.toml --data in --stamp 2006-06-30").ends(0);
            desk.viva("intake check E1 --data in").ends(0);
        }
        desk.viva("intake finalists --announce --data in").ends(0).says(told).says("recorded");
        desk.viva("intake finalists --announce --data in").ends(1).says("the selection is announced already");
        desk.viva("intake status --data in").ends(0).prints("the selection is announced");
    }
}

#[test]
fn a_log_that_was_changed_is_not_read() {
    let desk = called("loebner-2010");
    with_entries(&desk, 2);
    let log = desk.read("in/intake.ndjson");
    for changed in [
        log.replacen("entry-found", "entry-lost!", 1),
        log.replacen("E1", "E7", 1),
        log.split_inclusive('\n').skip(1).collect(),
    ] {
        desk.lay("in/intake.ndjson", &changed);
        for line in ["status", "list", "declare E1 waits yes", "finalists"] {
            desk.viva(&format!("intake {line} --data in"))
                .ends(2)
                .prints_nothing()
                .says("line ")
                .says("in/intake.ndjson");
        }
        assert_eq!(desk.read("in/intake.ndjson"), changed, "and is left as it is");
    }
}

#[test]
fn a_last_line_that_was_never_finished_is_cut_when_the_next_is_written() {
    let desk = called("loebner-2010");
    with_entries(&desk, 1);
    let log = desk.read("in/intake.ndjson");
    desk.lay("in/intake.ndjson", format!("{log}{{\"event\":{{\"ac"));
    desk.viva("intake status --data in").ends(0).says("its 13 bytes are left out").prints("log: 3 events");
    desk.viva("intake withdraw E1 --data in").ends(0).says("its 13 bytes are cut");
    assert_eq!(desk.read("in/intake.ndjson").lines().count(), 4);
    desk.viva("intake status --data in").ends(0).prints("log: 4 events");
}

#[test]
fn where_there_is_no_intake_it_is_said() {
    let desk = Desk::new();
    for line in ["status", "list", "finalists", "check E1"] {
        desk.viva(&format!("intake {line} --data nowhere"))
            .ends(2)
            .prints_nothing()
            .says("there is no intake in `nowhere`");
    }
    desk.viva("intake open --rulebook turing-1950 --data in --name X").ends(1).says("has no section [intake]");
    assert!(!desk.path("in").exists(), "and no folder is left behind");
    desk.viva("intake open --rulebook loebner-1873 --data in --name X").ends(2).says("choose one of");
    desk.viva("intake open --rulebook loebner-2010 --data in --name X").ends(0);
    desk.viva("intake open --rulebook loebner-2010 --data in --name X").ends(1).says("for entries is already open");
    desk.viva("intake finalists --data in").ends(0).says("no entry complies");
}

#[test]
fn the_days_of_a_contest_are_listed_and_replaced_by_its_own() {
    let desk = called("surrey-2003");
    let days = desk.viva("contest calendar surrey-2003").ends(0);
    let days =
        days.prints("by 2003-08-15").prints("Finalists and reserves are told (rule 39; contestant; `finalists-told`)");
    assert_eq!(days.data.lines().count(), 6, "{days}");
    assert_eq!(desk.viva("contest calendar surrey-2003 --of judge").ends(0).data.lines().count(), 1);
    let ics = desk.viva("contest calendar surrey-2003 --ics").ends(0);
    assert!(
        ics.data.starts_with("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n") && ics.data.matches("BEGIN:VEVENT").count() == 6
    );

    // A contest of today has days of its own, and notes late acts.
    let open = "intake open --rulebook loebner-2006 --data own --name Ours";
    desk.viva(&format!("{open} --day closing=2020-01-31"))
        .ends(1)
        .says("the rulebook has no day `closing` (it has: opens, closes,");
    let own = "--day opens=2020-01-01 --day closes=2020-01-31 --day final-four-announced=2020-02-15";
    desk.viva(&format!("{open} {own}"))
        .ends(1)
        .says("the day of the stage `prescreening` is 2006-07-30, and the last day of the intake is 2020-01-31")
        .says("the contest is 2006-09-17, and the last day of the intake is 2020-01-31");
    let rest = "--day semi-final-announced=2020-02-10 --day contest=2020-03-01";
    desk.viva(&format!("{open} {own} {rest}")).ends(0);
    // Days can be moved later too, all of them or none.
    desk.viva("intake move --day contest=2020-02-01 --data own")
        .ends(1)
        .says("refused: these days contradict each other")
        .says("the contest is 2020-02-01, and the day of the stage `prescreening` is 2020-02-10");
    desk.viva("intake move --day contest=2020-03-02 --data own").ends(0).says("contest: 2020-03-02");
    // Contradictory days are refused before the call opens.
    let open =
        "intake open --rulebook loebner-2010 --data moved --name Ours --day opens=2030-05-03 --day closes=2030-06-07";
    desk.viva(open)
        .ends(1)
        .says("`testing.last` of `[[intake.submissions]]` 2 is 2010-06-30, before entries")
        .says("hint: move those with `--day` too");
    let testing = ["installs-on-site", "brings-computer"]
        .map(|way| format!("--day {way}-agreed-before=2030-06-07 --day {way}-testing=2030-06-08..2030-06-30"));
    let after = "--day final-four-announced=2030-07-05 --day contest=2030-10-23";
    desk.viva(&format!("{open} {} {after}", testing.join(" "))).ends(0);

    desk.viva("intake status --data own")
        .ends(0)
        .prints("important dates: The final four are announced: 2020-02-15, which is over");
    let announced = desk.viva("intake finalists --announce --data own").ends(0);
    announced.says("note: important dates: The final four are announced: 2020-02-15, and this is after it");
}

#[test]
fn people_are_checked_in_one_list_and_their_relations_stay_in_the_organisers_file() {
    let desk = Desk::new();
    let people = |key: &str, names: &[&str]| {
        names.iter().map(|name| format!("[[{key}]]\nname = \"{name}\"\n")).collect::<String>()
    };
    let entry = |name: &str| {
        format!("[[entry]]\nname = \"P of {name}\"\ncontestant = \"{name}\"\nprotocol = \"stdio\"\ncommand = [\"p\"]\n")
    };
    desk.lay(
        "c.toml",
        format!(
            "name = \"Ours\"\norganiser = \"Olga\"\nrulebook = \"surrey-2003\"\n{}{}{}{}",
            people("judge", &["Ann", "Bob", "Cid", "Dot", "Eve"]),
            people("confederate", &["Flo", "Gus"]),
            entry("Hal"),
            entry("Ivy"),
        ),
    );
    let lacking = desk.viva("contest people c.toml").ends(1);
    lacking.says("rule 51: 0 have the role referee, and it needs 1 at least").says("rule 41: Ann has not attested");
    desk.lay("p.toml", "[[person]]\nname = \"Ray\"\nroles = [\"referee\"]\nappointed_by = \"Olga\"\n[[relation]]\nbetween = [\"Ivy\", \"Dot\"]\nare = \"family\"\n");
    let related = desk.viva("contest people c.toml --people p.toml").ends(1);
    related
        .says("rule 41: Dot cannot be judge: family of Ivy, who is contestant")
        .prints("Ray: referee, appointed by Olga");
    desk.lay("p.toml", "[[persn]]\n");
    desk.viva("contest people c.toml --people p.toml").ends(2).says("`p.toml` cannot be used");
}

/// A contest file under this rulebook with these judges, and the rest of the people that it needs.
fn contest_under(rulebook: &str, judges: &[&str], confederates: usize, contestants: &[&str], more: &str) -> String {
    let named = |key: &str, names: &[String]| {
        names.iter().map(|name| format!("[[{key}]]\nname = \"{name}\"\n")).collect::<String>()
    };
    let judges: Vec<String> = judges.iter().map(|name| (*name).to_owned()).collect();
    let people: Vec<String> = (1..=confederates).map(|n| format!("Person {n}")).collect();
    let entry = |name: &&str| {
        format!("[[entry]]\nname = \"P of {name}\"\ncontestant = \"{name}\"\nprotocol = \"stdio\"\ncommand = [\"p\"]\n")
    };
    let entries: String = contestants.iter().map(entry).collect();
    format!(
        "name = \"Ours\"\norganiser = \"Olga\"\nrulebook = \"{rulebook}\"\n{}{}{entries}{more}",
        named("judge", &judges),
        named("confederate", &people)
    )
}

#[test]
fn a_contest_file_in_which_somebody_judges_their_own_program_is_not_without_faults() {
    let desk = Desk::new();
    let judges = ["Ann", "Bob", "Cid", "Dot", "Eve"];
    desk.lay("c.toml", contest_under("surrey-2003", &judges, 2, &["Hal", "ann"], ""));
    let checked = desk.viva("contest check c.toml").ends(1);
    let checked = checked.says("rule 41: Ann cannot be judge: contestant at the same time");
    assert!(!checked.talk.contains("without faults"), "{checked}");
    let json = desk.viva("contest check c.toml --json").ends(1).json();
    assert_eq!(json["sound"], false);
    assert!(json["in_the_way"].as_str().unwrap().contains("rule 41"), "{json}");
    desk.lay("c.toml", contest_under("surrey-2003", &judges, 2, &["Hal", "Ivy"], ""));
    desk.viva("contest check c.toml").ends(3).says("a contest without faults");
}

// Source: the rules of 2010, section 1: the date may be moved between 4 October and 1 November.
#[test]
fn a_day_outside_the_span_of_its_rule_is_noted_by_the_check_as_by_the_calendar() {
    let desk = Desk::new();
    let (four, entries) = (["Ann", "Bob", "Cid", "Dot"], ["Hal", "Ivy", "Jon", "Kim"]);
    let note = "note: section 1: contest is moved: the rule has it from 2010-10-04 to 2010-11-01";
    for (day, is_noted) in [("2010-10-30", false), ("2010-11-02", true)] {
        let moved = format!("[overrides.calendar.contest]\nday = {day}\n");
        desk.lay("c.toml", contest_under("loebner-2010", &four, 4, &entries, &moved));
        for (command, code) in [("contest check c.toml", 3), ("contest calendar c.toml", 0)] {
            let told = desk.viva(command).ends(code);
            assert_eq!(told.talk.contains(note), is_noted, "{command}: {told}");
        }
        let notes = desk.viva("contest check c.toml --json").ends(3).json()["notes"].clone();
        assert_eq!(notes.as_array().unwrap().len(), usize::from(is_noted), "{notes}");
    }
}

/// Tables of five programs: two that answer, a silent one, one that dies at every line, and one that floods.
const SCREENED: &str = r#"
[[entry]]
name = "Program 1"
contestant = "Person 1"
protocol = "stdio"
command = ["perl", "-ne", "BEGIN { $| = 1 } print 'You said ', $_"]

[[entry]]
name = "Program 2"
contestant = "Person 2"
protocol = "stdio"
command = ["perl", "-ne", "1"]

[[entry]]
name = "E3"
contestant = "Person 3"
protocol = "stdio"
command = ["perl", "-e", "<STDIN>; exit 3"]

[[entry]]
name = "Program 4"
contestant = "Person 4"
protocol = "stdio"
command = ["perl", "-ne", "BEGIN { $| = 1 } print 'flood ' x 5000, qq{\\n}"]

[[entry]]
name = "Program 5"
contestant = "Person 5"
protocol = "stdio"
command = ["perl", "-ne", "BEGIN { $| = 1 } print qq{A hammer, \"of course\".\\n}"]
"#;

#[test]
fn five_entries_are_screened_and_an_interrupted_screening_goes_on_where_it_stopped() {
    let desk = called("loebner-2010");
    with_entries(&desk, 5);
    desk.lay("entries.toml", SCREENED);
    desk.lay("suite.toml", desk.viva("questions make --sets time,memory --n 3 --seed 1").ends(0).data);
    let screen =
        "intake screen --stage questions --entries entries.toml --data in --jobs 3 --patience 2 --quiet-ms 300";
    desk.viva(screen).ends(1).says("the questions of questions are not fixed");
    let first = desk.viva(&format!("{screen} --suite suite.toml")).ends(0);
    first
        .says("true for these questions: There are 6 rounds of 30 minutes each.")
        .says("E1: 3 questions, 0 without an answer")
        .says("E2: 3 questions, 3 without an answer")
        .says("E3: 3 questions, 3 without an answer")
        .says("E3, time-1: [exited]")
        .says("E5: 3 questions, 0 without an answer");
    let log = desk.read("in/intake.ndjson");
    assert!(desk.read("in/intake.ndjson").matches("\"type\":\"item-answered\"").count() == 15);

    // What an interrupted run would have left: all but the last four answers.
    let lines: Vec<&str> = log.lines().collect();
    desk.lay("in/intake.ndjson", lines[..lines.len() - 4].join("\n") + "\n");
    desk.viva(screen).ends(0);
    let answers = desk.viva("intake answers --stage questions --data in").ends(0);
    let answers = answers.prints("question,kind,asked,entry,answer,took_ms,cut,score").data;
    assert!(answers.contains("\"A hammer, \"\"of course\"\".\""), "{answers}");
    assert_eq!(answers.matches(",yes,\n").count(), 3, "the flood is cut: {}", answers.len());
    assert_eq!(desk.read("in/intake.ndjson").lines().count(), lines.len());

    // Other questions are refused once there are answers, and marks count.
    desk.lay("suite.toml", desk.viva("questions make --sets time,memory --n 3 --seed 2").ends(0).data);
    desk.viva(&format!("{screen} --suite suite.toml")).ends(1).says("have answers already");
    desk.lay("entries.toml", SCREENED.replace("Program 5", "Another"));
    desk.viva(screen).ends(0);
}

#[test]
fn nobody_is_asked_while_an_entry_has_no_table() {
    let desk = called("loebner-2010");
    with_entries(&desk, 5);
    desk.lay("entries.toml", SCREENED.replace("Program 5", "Another"));
    desk.lay("suite.toml", desk.viva("questions make --sets sums --n 1 --seed 1").ends(0).data);
    let screen = "intake screen --stage questions --suite suite.toml --entries entries.toml --data in";
    desk.viva(screen)
        .ends(2)
        .says("E5 has no table in entries.toml (one named `Program 5` or `E5`)")
        .says("nobody was asked");
    desk.viva("intake answers --stage first-16 --data in").ends(1).says("not fixed");
    desk.viva(&screen.replace("questions --suite", "first-16 --suite")).ends(1).says("refused");
}
