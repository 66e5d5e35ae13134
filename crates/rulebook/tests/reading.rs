//! Files without mistakes and their values, and arbitrary text.

#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a test may stop at the first surprise, and says what it skips"
)]

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use proptest::prelude::*;
use rulebook::{
    Faults, Rulebook,
    contest_file::{Dialect, Encoding, Isolation, Limits, Lp95, Lpp, Newline, Protocol, ReplyEnds, Socketio, TurnEnds},
    contest_template, read_contest_file, read_rulebook,
    schema::{
        Alphabet, AwardRule, Combine, Condition, Delivery, Design, Medium, OpenSource, People, Recipient, Translations,
    },
    shipped,
};

#[test]
fn every_shipped_rulebook_reads_and_returns_from_a_record_as_it_was() {
    for id in shipped::ids() {
        let rulebook = read_rulebook(id, shipped::find(id).unwrap()).map_err(show).unwrap();
        assert_eq!(rulebook.id, id);
        let record = serde_json::to_string(&rulebook).unwrap();
        assert_eq!(serde_json::from_str::<Rulebook>(&record).unwrap(), rulebook);
    }
    assert_eq!(shipped::find("loebner-1066"), None);
}

#[test]
fn the_rules_of_2010_are_what_the_document_says() {
    let rules = read_rulebook("loebner-2010", shipped::find("loebner-2010").unwrap()).map_err(show).unwrap();
    assert_eq!((rules.roles.judges, rules.roles.entries, rules.roles.confederates), (4, 4, 4));
    assert_eq!(rules.interview.talk + rules.interview.scoring, Duration::from_secs(30 * 60));
    let purses = |wanted: fn(&AwardRule) -> bool| -> Vec<String> {
        let given = rules.awards.iter().filter(|award| wanted(award));
        given.map(|award| award.purse.as_ref().unwrap().to_string()).collect()
    };
    let places = purses(|award| matches!(award.to, Recipient::Place(_)));
    assert_eq!(places, ["3000 USD", "1000 USD", "750 USD", "250 USD"]);
    assert_eq!(purses(|award| award.to == Recipient::EveryEntry && award.when.is_empty()), ["250 USD"]);
    let fooled = purses(|award| award.when == [Condition::Fooled { judges: 2, confederates: 2 }]);
    assert_eq!(fooled, ["25000 USD"]);
}

/// The figures of the documents, a line each: the numbers of judges, entries and confederates, minutes to talk, and
/// awards.
#[test]
fn the_other_rules_are_what_their_documents_say() {
    let check =
        |id: &str, (judges, entries, confederates): (u16, u16, u16), talk: u64, awards: &[(&str, Option<&str>)]| {
            let rules = shipped::rulebook(id).unwrap();
            let roles = &rules.roles;
            assert_eq!((roles.judges, roles.entries, roles.confederates), (judges, entries, confederates), "{id}");
            assert_eq!(rules.interview.talk.as_secs(), talk * 60, "{id}");
            let purse = |award: &AwardRule| award.purse.as_ref().map(ToString::to_string);
            let given: Vec<_> = rules.awards.iter().map(|award| (award.id.as_str(), purse(award))).collect();
            let expected: Vec<_> = awards.iter().map(|(id, purse)| (*id, purse.map(str::to_owned))).collect();
            assert_eq!(given, expected, "{id}");
        };
    let of_1995 = [("bronze", Some("2000 USD")), ("grand-prize", Some("100000 USD")), ("most-human-human", None)];
    check("loebner-1995", (5, 4, 4), 12, &of_1995);
    let of_2003 = [("silver", Some("25000 USD")), ("bronze", Some("2000 USD")), ("second", None), ("third", None)];
    check("surrey-2003", (5, 8, 2), 10, &of_2003);
    let of_2006 = [("bronze", Some("2000 USD")), ("finalist", Some("250 USD")), ("silver", Some("25000 USD"))];
    check("loebner-2006", (4, 4, 4), 27, &of_2006);
    let tests = [("human-determination", None), ("rank-order", None), ("turing-test", None)];
    check("kurzweil-kapor-2029", (3, 1, 3), 120, &tests);
    check("turing-1950", (4, 1, 4), 5, &[("prediction", None)]);
    check("five-minute-2014", (5, 5, 5), 5, &[("thirty-per-cent", None)]);
    check("two-party-2024", (6, 3, 3), 5, &[("as-often-as-not", None)]);
    check("three-party-2025", (4, 4, 4), 5, &[("as-often-as-not", None)]);
    check("human-or-not-2023", (4, 2, 4), 2, &[]);

    let open_source = |award: &AwardRule| (award.open_source, award.only_entry, award.rolls_over);
    let rules = shipped::rulebook("surrey-2003").unwrap();
    assert_eq!(open_source(&rules.awards[0]), (OpenSource::InTrust, false, false));
    assert_eq!(open_source(&rules.awards[1]), (OpenSource::RollsOver, true, true));
}

#[test]
fn the_matrix_of_2006_is_the_printed_one() {
    let printed =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/schedules/matrix-2006.csv");
    let Ok(printed) = std::fs::read_to_string(&printed) else {
        return eprintln!("skipped: the printed matrix is not here");
    };
    let Design::Matrix(rows) = shipped::rulebook("loebner-2006").unwrap().schedule.design else {
        panic!("the rules of 2006 print a matrix");
    };
    let ours = rows.iter().map(|row| row.iter().map(ToString::to_string).collect::<Vec<_>>().join(","));
    let theirs = printed.lines().skip(1).filter_map(|line| line.split_once(',')).map(|(_, row)| row.trim().to_owned());
    assert_eq!(ours.collect::<Vec<_>>(), theirs.collect::<Vec<_>>());
}

#[test]
fn a_rulebook_that_an_organiser_invents_is_a_file_like_ours() {
    let text = include_str!("fixtures/own/village-hall.toml");
    let rules = read_rulebook("village-hall.toml", text).map_err(show).unwrap();
    assert_eq!((rules.roles.limits.confederates.unwrap().most, rules.roles.parallel), (64, 2));
    assert_eq!(rules.interview.medium, Medium::Lines { characters: 72, lines: 400 });
    assert_eq!(rules.interview.delivery, Delivery::AtLeast { delay: Duration::from_millis(1500) });
    let record = serde_json::to_string(&rules).unwrap();
    assert_eq!(serde_json::from_str::<Rulebook>(&record).unwrap(), rules);
    let renamed = read_rulebook("other.toml", &shipped::with_id(text, "town-hall")).map_err(show).unwrap();
    assert_eq!(renamed, Rulebook { id: "town-hall".to_owned(), ..rules });
}

#[test]
fn a_contest_lists_as_many_people_as_its_rulebook_allows() {
    let contest = |judges: usize, rulebook: &str| {
        let people: String = (1..=judges).map(|n| format!("[[judge]]\nname = 'Judge {n}'\n")).collect();
        let text = format!("name = 'A'\norganiser = 'B'\nrulebook = '{rulebook}'\n{people}{THE_OTHERS}");
        read_contest_file("contest.toml", &text, &village_hall).map_err(show)
    };
    for (judges, fine) in [(2, false), (3, true), (6, true), (12, true), (13, false)] {
        let read = contest(judges, "village-hall.toml");
        assert_eq!(read.is_ok(), fine, "{judges}: {read:?}");
        if let Ok(read) = read {
            assert_eq!(usize::from(read.rulebook.roles.judges), judges);
            assert_eq!(read.judges.len(), judges);
        }
    }
}

#[test]
fn where_everyone_has_both_roles_everyone_is_listed_once() {
    let text = "name = 'A'\norganiser = 'B'\nrulebook = 'human-or-not-2023'\n[[judge]]\nname = 'Ada'\n[[judge]]\n\
                name = 'Bob'\n[[judge]]\nname = 'Cleo'\n[[entry]]\nname = 'Doctor'\ncontestant = 'A'\n\
                protocol = 'stdio'\ncommand = ['doctor']\n";
    let contest = read_contest_file("contest.toml", text, &no_file).map_err(show).unwrap();
    assert_eq!(contest.rulebook.roles.people, People::Both);
    assert_eq!((contest.rulebook.roles.judges, contest.rulebook.roles.confederates), (3, 3));
    assert_eq!(contest.judges, contest.confederates);
}

#[test]
fn where_everyone_has_both_roles_everyone_counts_as_a_confederate_that_judges_are_told_of() {
    let contest = |told: u16, programs: u16| {
        let text = format!(
            "name = 'A'\norganiser = 'B'\nrulebook = 'human-or-not-2023'\n[[judge]]\nname = 'Ada'\n[[judge]]\n\
             name = 'Bob'\n[[judge]]\nname = 'Cleo'\n[[entry]]\nname = 'Doctor'\ncontestant = 'A'\n\
             protocol = 'stdio'\ncommand = ['doctor']\n[overrides.roles]\ntold = {{ confederates = {told}, entries = {programs} }}\n\
             limits = {{ judges = {{ least = 2, most = 64 }}, confederates = {{ least = 2, most = 64 }} }}\n"
        );
        read_contest_file("contest.toml", &text, &no_file).map_err(show)
    };
    assert_eq!(contest(3, 1).unwrap().rulebook.roles.told.unwrap().confederates, 3);
    let why = contest(4, 1).unwrap_err();
    assert!(why[0].contains("at least 4 witnesses are confederates, but 3 are listed"), "{why:?}");
    let why = contest(3, 2).unwrap_err();
    assert!(why[0].contains("at least 2 witnesses are entries, but 1 are listed"), "{why:?}");
}

#[test]
fn a_session_of_trials_starts_when_somebody_has_said_how_they_combine() {
    let text = |overrides: &str| {
        let people: String = ["judge", "confederate"]
            .iter()
            .flat_map(|role| (1..=3).map(move |n| format!("[[{role}]]\nname = '{role} {n}'\n")))
            .collect();
        format!(
            "name = 'A'\norganiser = 'B'\nrulebook = 'kurzweil-kapor-2029'\n{people}[[entry]]\nname = 'Doctor'\n\
             contestant = 'A'\nprotocol = 'stdio'\ncommand = ['doctor']\nopen_source = true\nselection_place = 1\n\
             [carried]\nturing-test = '20000 USD'\n{COMMITTEE}{overrides}"
        )
    };
    let faults = read_contest_file("contest.toml", &text(""), &no_file).unwrap_err();
    assert_eq!(show(faults).len(), 1);
    let chosen = text("[overrides.trials]\ncombine = 'majority'\n");
    let contest = read_contest_file("contest.toml", &chosen, &no_file).map_err(show).unwrap();
    assert_eq!(contest.rulebook.trials.unwrap().combine, Some(Combine::Majority));
    let committee = contest.committee.unwrap();
    assert_eq!((committee.members.len(), &*committee.settled["equipment"]), (3, "Seven rooms"));
    assert_eq!((committee.settled.len(), committee.attested.len()), (6, 6));
    assert_eq!(contest.carried["turing-test"].to_string(), "20000 USD");
    assert_eq!((contest.entries[0].open_source, contest.entries[0].selection_place), (true, Some(1)));
}

/// The matters that the wager leaves to its committee.
const COMMITTEE: &str = "[committee]\nmembers = ['Ada', 'Bob', 'Cleo']\n[committee.settled]\n\
    equipment = ' Seven rooms '\nprocedure = 'As written'\ninstructions = 'As written'\nverification = 'A guard'\n\
    anything-else = 'Tea'\ndeadlock = 'A coin'\n[committee.attested]\nhuman-members = true\nhuman-judges = true\n\
    human-foils = true\ncomputer = true\nunknown-to-judges = true\nfoils-unknown = true\n";

#[test]
fn the_template_is_a_contest_of_four_by_four_by_four() {
    let contest = read_contest_file("contest.toml", contest_template(), &no_file).map_err(show).unwrap();
    assert_eq!((contest.judges.len(), contest.confederates.len(), contest.entries.len()), (4, 4, 4));
    assert_eq!((contest.id.as_str(), contest.seed), ("my-first-contest", None));
    assert!(!contest.entries[1].rhythm);
    assert_eq!(contest.entries[1].silence, Duration::from_secs(60));
    assert_eq!(contest.entries[3].protocol, Protocol::Lpp(Lpp::ByHand("old-hand/communications".into())));
    assert_eq!(contest.entries[3].command(), [""; 0], "somebody starts it by hand");
    let Protocol::Stdio { command, .. } = &contest.entries[1].protocol else { panic!("it reads and writes lines") };
    assert_eq!(contest.entries[1].command(), command);
}

#[test]
fn a_program_that_is_a_server_is_found_at_its_address() {
    let text = contest_template().replace(
        "protocol = \"lpp\"\ndirectory = \"old-hand/communications\"",
        "protocol = \"websocket\"\nurl = \"ws://127.0.0.1:9000/entry\"\ntoken_file = \"secret/token\"\nrhythm = true",
    );
    let contest = read_contest_file("contest.toml", &text, &no_file).map_err(show).unwrap();
    let (url, token_file) = ("ws://127.0.0.1:9000/entry".to_owned(), Some(PathBuf::from("secret/token")));
    assert_eq!(contest.entries[3].protocol, Protocol::WebSocket { url, token_file });
    assert!(contest.entries[3].rhythm);
}

#[test]
fn an_entry_keeps_its_table_to_the_letter() {
    let text = "name = 'A'\norganiser = 'B'\nrulebook = 'human-or-not-2023'\n[[judge]]\nname = 'Ada'\n[[judge]]\n\
                name = 'Bob'\n[[entry]]\nname = \"Doctor\"\ncontestant = 'A'\nprotocol = 'stdio'\ncommand = [ 'doctor', \"-q\" ]\n";
    let contest = read_contest_file("contest.toml", text, &no_file).map_err(show).unwrap();
    let written =
        [("command", "[ 'doctor', \"-q\" ]"), ("contestant", "'A'"), ("name", "\"Doctor\""), ("protocol", "'stdio'")];
    assert_eq!(contest.entries[0].written, written.map(|(key, text)| (key.to_owned(), text.to_owned())).into());
}

#[test]
fn a_server_that_is_started_here_has_a_command_and_may_be_given_its_port() {
    let served = |keys: &str| {
        let by_hand = "protocol = \"lpp\"\ndirectory = \"old-hand/communications\"";
        let text = contest_template().replace(by_hand, &format!("protocol = \"websocket\"\n{keys}"));
        read_contest_file("contest.toml", &text, &no_file).map_err(show).map(|file| file.entries[3].server.clone())
    };
    let (fixed, given) = ("url = \"ws://127.0.0.1:9000/entry\"\n", "url = \"ws://127.0.0.1:{port}/entry\"\n");
    let server = ["python3", "entry.py", "{port}"].map(str::to_owned).to_vec();
    let started = "server = [\"python3\", \"entry.py\", \"{port}\"]";
    assert_eq!(served(fixed).unwrap(), None);
    assert_eq!(served(&format!("{given}{started}")).unwrap(), Some(server));
    let why = served(given).unwrap_err();
    assert!(why[0].contains("leaves the port to us, but no program is started there"), "{why:?}");
}

#[test]
fn a_program_is_kept_apart_unless_its_table_says_otherwise() {
    let read = |keys: &str| {
        let parrot = "command = [\"python3\", \"parrot.py\"]";
        let text = contest_template().replace(parrot, &format!("{parrot}\n{keys}"));
        read_contest_file("contest.toml", &text, &no_file).map_err(show).map(|file| file.entries[1].clone())
    };
    let usual = read("").unwrap();
    assert_eq!((usual.isolation, usual.hermetic, usual.replay), (Isolation::Bubblewrap, false, false));
    assert_eq!((usual.limits, usual.environment.len()), (Limits::default(), 0));
    assert!(read("hermetic = true").unwrap().hermetic);
    assert!(read("replay = true").unwrap().replay);
    assert_eq!(read("isolation = \"none\"").unwrap().isolation, Isolation::None);
    let limits = read("limits = { memory_mib = 256, disk_mib = 8, processor = \"90s\" }").unwrap().limits;
    let processor = Some(Duration::from_secs(90));
    assert_eq!(limits, Limits { memory_mib: 256, disk_mib: 8, processor, ..Limits::default() });
    let environment = read("environment = { BRAIN = \"small\", _X1 = \"\" }").unwrap().environment;
    assert_eq!(environment.into_iter().collect::<Vec<_>>().len(), 2);
    assert_eq!(read("files = [\"brain\", \"words.txt\"]").unwrap().files.len(), 2);

    for (keys, fault) in [
        ("hermetic = 3", "must be true or false"),
        ("hermetic = true\nisolation = \"landlock\"", "`isolation = \"landlock\"` cannot do"),
        ("isolation = \"docker\"", "bubblewrap"),
        ("limits = { memory = 3 }", "`memory` means nothing"),
        ("limits = { memory_mib = 1 }", "outside 16 to 1048576"),
        ("limits = { disk_mib = 0 }", "outside 4 to 1048576"),
        ("limits = { processor = \"1500ms\" }", "finer than a second"),
        ("limits = { processor = \"0s\" }", "outside 1s to 24h"),
        ("limits = { processes = 0 }", "outside 1 to 4096"),
        ("limits = { open_files = 3 }", "outside 16 to 1048576"),
        ("environment = { HOME = \"/\" }", "`HOME` in"),
        ("environment = { \"A B\" = \"x\" }", "is no name of an environment variable"),
        ("environment = { A = 3 }", "must be"),
        ("files = \"brain\"", "must be a list"),
    ] {
        let faults = read(keys).unwrap_err();
        assert!(faults.len() == 1 && faults[0].contains(fault), "{keys}: {faults:?}");
    }
}

#[test]
fn what_a_file_says_of_isolation_counts_for_every_entry_that_does_not_say_it() {
    let text = format!("isolation = \"landlock\"\n{}", contest_template())
        .replace("\"parrot.py\"]", "\"parrot.py\"]\nisolation = \"none\"");
    let file = read_contest_file("contest.toml", &text, &no_file).map_err(show).unwrap();
    assert_eq!((file.entries[0].isolation, file.entries[1].isolation), (Isolation::Landlock, Isolation::None));
    assert_eq!(rulebook::reader::read_entries("contest.toml", &text).unwrap()[0].isolation, Isolation::Landlock);
}

#[test]
fn only_a_program_that_the_contest_starts_is_kept_apart() {
    for (other, faults) in [
        ("protocol = \"lpp\"\ndirectory = \"there\"\nhermetic = true\nfiles = [\"a\"]", 2),
        ("protocol = \"websocket\"\nurl = \"ws://127.0.0.1:9000/\"\nhermetic = true\nlimits = { processes = 3 }", 2),
        ("protocol = \"lpp\"\ncommand = [\"a\", \"{directory}\"]\nhermetic = true\nfiles = [\"a\"]", 0),
        // A program that the contest starts has a directory of the contest's choice.
        ("protocol = \"lpp\"\ncommand = [\"a\", \"{directory}\"]\ndirectory = \"there\"", 1),
    ] {
        let text = contest_template().replace("protocol = \"lpp\"\ndirectory = \"old-hand/communications\"", other);
        let found = read_contest_file("contest.toml", &text, &no_file).map_err(show).err().unwrap_or_default();
        assert_eq!(found.len(), faults, "{other}: {found:?}");
    }
}

#[test]
fn a_program_that_connects_is_known_by_name_and_secret() {
    let text = contest_template().replace(
        "protocol = \"lpp\"\ndirectory = \"old-hand/communications\"",
        "protocol = \"socketio\"\nid = \"ai0\"\nsecret_file = \"ai0.secret\"",
    );
    let contest = read_contest_file("contest.toml", &text, &no_file).map_err(show).unwrap();
    let client = Socketio { id: "ai0".to_owned(), secret_file: PathBuf::from("ai0.secret") };
    assert_eq!(contest.entries[3].protocol, Protocol::Socketio(client));
}

#[test]
fn how_a_program_reads_and_writes_is_read() {
    let read = |keys: &str| {
        let parrot = "protocol = \"stdio\"\ncommand = [\"python3\", \"parrot.py\"]";
        let text = contest_template().replace(parrot, &format!("command = [\"parrot\"]\n{keys}"));
        read_contest_file("contest.toml", &text, &no_file).map_err(show).map(|file| file.entries[1].protocol.clone())
    };
    let command = vec!["parrot".to_owned()];
    let old = Lp95 {
        command: command.clone(),
        line_end: Newline::Cr,
        echo: true,
        terminal: false,
        turn: Duration::from_secs(2),
        encoding: Encoding::Utf8,
    };
    assert_eq!(read("protocol = 'lp95'"), Ok(Protocol::Lp95(old.clone())));
    let new = Lp95 {
        line_end: Newline::CrLf,
        echo: false,
        terminal: true,
        turn: Duration::ZERO,
        encoding: Encoding::Cp437,
        ..old
    };
    let keys = "line_end = 'crlf'\necho = false\nterminal = true\nturn = '0s'\nencoding = 'cp437'";
    assert_eq!(read(&format!("protocol = 'lp95'\n{keys}")), Ok(Protocol::Lp95(new)));

    let plain = Protocol::Stdio { command: command.clone(), prompts: vec![], dialect: Dialect::default() };
    assert_eq!(read("protocol = 'stdio'"), Ok(plain));
    let dialect = Dialect {
        reply_ends: ReplyEnds::Prompt,
        encoding: Encoding::Latin1,
        newline: Newline::Cr,
        turn_ends: TurnEnds::Two,
        quit: Some("#QUIT\n\n".to_owned()),
        unbuffer: true,
        terminal: true,
        ready: Some("Brain loaded.".to_owned()),
        warm_up: Duration::from_secs(20),
    };
    let keys = "prompts = ['>']\nreply_ends = 'prompt'\nencoding = 'latin-1'\nnewline = 'cr'\nturn_ends = 'two'\n\
                quit = \"#QUIT\\n\\n\"\nunbuffer = true\nterminal = true\n\
                ready = 'Brain loaded.'\nwarm_up = '20s'";
    let peculiar = Protocol::Stdio { command, prompts: vec![">".to_owned()], dialect };
    assert_eq!(read(&format!("protocol = 'stdio'\n{keys}")), Ok(peculiar));
}

#[test]
fn a_rehearsal_needs_the_seed_that_fixes_it() {
    let with =
        |line: &str| contest_template().replace("# seed = \"the numbers", &format!("{line}\n# seed = \"the numbers"));
    let read = |line: &str| read_contest_file("contest.toml", &with(line), &no_file).map_err(show);
    assert!(!read("").unwrap().rehearsal && !read("seed = 'x'").unwrap().rehearsal);
    assert!(read("seed = 'x'\nrehearsal = true").unwrap().rehearsal);
    assert!(!read("rehearsal = false").unwrap().rehearsal);
    let said = read("rehearsal = true").unwrap_err();
    assert!(said.iter().any(|fault| fault.contains("`rehearsal` fixes the draw by `seed`")), "{said:?}");
}

#[test]
fn a_plan_stands_in_the_folder_of_its_file_and_labels_are_of_a_plan() {
    let head = |line: &str| contest_template().replace("# plan = \"plan.csv\"", line);
    let read = |text: &str| read_contest_file("contest.toml", text, &no_file).map_err(show);
    let plan = |path: &str| read(&head(&format!("plan = '{path}'"))).map(|file| file.plan);
    for path in ["plan.csv", "./plan.csv", "plans/of 2006.csv"] {
        assert_eq!(plan(path), Ok(Some(path.into())));
    }
    assert_eq!(read(&head("")).unwrap().plan, None);
    for path in ["../plan.csv", "plans/../../plan.csv", "/plan.csv", ""] {
        let said = plan(path).unwrap_err();
        assert!(said.len() == 1 && said[0].contains("plan"), "{said:?}");
    }

    let labelled = |plan: &str| {
        let text = head(plan).replacen("name = \"Judge Two\"", "name = \"Judge Two\"\nlabel = \"J4\"", 1);
        text.replacen("name = \"Confederate One\"", "name = \"Confederate One\"\nlabel = \"C1\"", 1)
    };
    let labels = read(&labelled("plan = \"plan.csv\"")).unwrap().settled_labels();
    let told: Vec<String> = labels.iter().map(|(who, label)| format!("{who} {label}")).collect();
    assert_eq!(told, ["J2 J4", "C1 C1"]);
    let said = read(&labelled("")).unwrap_err();
    assert!(said.len() == 2 && said.iter().all(|fault| fault.contains("the file names none")), "{said:?}");
    let said = read(&labelled("plan = 'p.csv'").replace("\"J4\"", "\"E4\"")).unwrap_err();
    assert!(said[0].contains("is `E4`, which is none of J1, J2 and so on"), "{said:?}");
}

#[test]
fn everything_that_the_template_shows_in_comments_may_be_taken_into_use() {
    let keys = [
        "# id =",
        "# seed =",
        "# rehearsal =",
        "# plan =",
        "# scripted =",
        "# selection_place =",
        "# open_source =",
        "# [carried",
        "# first =",
        "# [overrides",
        "# talk =",
        "# scoring =",
    ];
    let used = |line: &str| match keys.iter().any(|key| line.starts_with(key)) {
        true => format!("{}\n", &line[2..]),
        false => format!("{line}\n"),
    };
    let text: String = contest_template().lines().map(used).collect();
    let contest = read_contest_file("contest.toml", &text, &no_file).map_err(show).unwrap();
    assert_eq!(contest.rulebook.interview.talk, Duration::from_secs(5 * 60));
    assert!(contest.seed.is_some() && contest.rehearsal && contest.judges[3].scripted);
    assert_eq!(contest.plan.as_deref(), Some(Path::new("plan.csv")));
    assert_eq!((contest.entries[0].open_source, contest.carried.len()), (true, 1));
}

#[test]
fn overrides_change_what_they_name_and_leave_the_rest() {
    let overrides = "
        [overrides]
        title = 'Short'
        interview = { talk = '90s', medium.keystrokes.keys = 500 }
        [[overrides.awards]]
        id = 'only'
        title = 'The only award'
        to = { place = 1 }
    ";
    let text = format!("{}{overrides}", contest_template());
    let rules = read_contest_file("contest.toml", &text, &no_file).map_err(show).unwrap().rulebook;
    let mut expected = read_rulebook("2010", shipped::find("loebner-2010").unwrap()).map_err(show).unwrap();
    expected.title = "Short".to_owned();
    expected.interview.talk = Duration::from_secs(90);
    expected.interview.medium = Medium::Keystrokes { keys_per_second: 50, keys: 500, alphabet: Alphabet::Ascii };
    assert_eq!((rules.awards.len(), rules.awards[0].id.as_str()), (1, "only"));
    expected.awards.clone_from(&rules.awards);
    // Translations of overridden texts are dropped.
    let german = expected.translations.get_mut("de").unwrap();
    (german.title, german.awards) = (None, Default::default());
    assert_eq!(rules, expected);
}

#[test]
fn a_rulebook_of_ones_own_is_found_by_its_path() {
    let text = contest_template().replace("\"loebner-2010\"", "\"rules/mine.toml\"");
    let find = |path: &str| {
        assert_eq!(path, "rules/mine.toml");
        let mine = shipped::find("loebner-2010").unwrap().replace("id = \"loebner-2010\"", "id = \"mine\"");
        Ok((path.to_owned(), mine))
    };
    assert_eq!(read_contest_file("contest.toml", &text, &find).map_err(show).unwrap().rulebook.id, "mine");
    let faults = read_contest_file("contest.toml", &text, &no_file).unwrap_err();
    assert_eq!(faults.len(), 1, "{faults:?}");
}

#[test]
fn durations_are_read_in_the_units_people_write() {
    for (written, seconds) in [("25m", 1500), ("90s", 90), ("1h30m", 5400), ("1 hour", 3600), ("1500ms", 1)] {
        let text = shipped::find("loebner-2010").unwrap().replace("talk = \"25m\"", &format!("talk = \"{written}\""));
        let rules = read_rulebook("rules.toml", &text).map_err(show).unwrap();
        assert_eq!(rules.interview.talk.as_secs(), seconds, "{written}");
    }
    for wrong in ["25", "25x", "-25m", "1d", "25h", "1s 20us", "", "m", "25m ago", "PT25M", "999999999999999999999h"] {
        let text = shipped::find("loebner-2010").unwrap().replace("talk = \"25m\"", &format!("talk = \"{wrong}\""));
        assert_eq!(read_rulebook("rules.toml", &text).unwrap_err().len(), 1, "{wrong}");
    }
}

#[test]
fn a_design_exists_for_every_number_but_two_and_six() {
    let (head, rest) = shipped::find("loebner-2010").unwrap().split_once("# Important dates").unwrap();
    let (_, instructions) = rest.split_once("[instructions]").unwrap();
    let (instructions, _) = instructions.split_once("[translations").unwrap();
    let (roles, rest) = head.split_once("\n[intake]").unwrap();
    let (_, schedule) = rest.split_once("\n[schedule]").unwrap();
    let without_awards = format!("{roles}\n[schedule]{schedule}[instructions]{instructions}");
    for n in 1..=64 {
        let text = ["judges", "entries", "confederates"].iter().fold(without_awards.clone(), |text, role| {
            text.replace(&format!("\n{role} = 4"), &format!("\n{role} = {n}"))
        });
        assert_eq!(read_rulebook("rules.toml", &text).is_ok(), !matches!(n, 2 | 6), "{n}");
    }
}

#[test]
fn the_examples_in_the_documents_are_true() {
    let document = include_str!("../../../docs/rulebook.md");
    let example = read_rulebook("docs/rulebook.md", first_example(document)).map_err(show).unwrap();
    let shipped = read_rulebook("2010", shipped::find("loebner-2010").unwrap()).map_err(show).unwrap();
    // The document has one language.
    assert_eq!(example, Rulebook { translations: Translations::new(), ..shipped });

    let document = include_str!("../../../docs/contest-file.md");
    let contest = read_contest_file("docs", first_example(document), &no_file).map_err(show).unwrap();
    assert_eq!(contest.id, "an-afternoon-in-the-library");
}

proptest! {
    #[test]
    fn no_text_stops_the_reader(text in any::<String>()) {
        read_both(&text);
    }

    #[test]
    fn no_mutilated_file_stops_the_reader(cut in 0..12_000_usize, length in 0..400_usize, patch in patch()) {
        for whole in [shipped::find("loebner-2010").unwrap(), contest_template()] {
            let cut = whole.floor_char_boundary(cut.min(whole.len()));
            let end = whole.floor_char_boundary((cut + length).min(whole.len()));
            read_both(&format!("{}{patch}{}", &whole[..cut], &whole[end..]));
        }
    }

    #[test]
    fn no_heap_of_toml_stops_the_reader(pieces in prop::collection::vec(patch(), 0..40)) {
        read_both(&pieces.concat());
    }
}

/// Fragments of TOML, for insertion at wrong places.
fn patch() -> impl Strategy<Value = String> {
    prop::sample::select(vec![
        "[",
        "]",
        "[[",
        "]]",
        "{",
        "}",
        "=",
        ",",
        ".",
        "\n",
        "\r\n",
        "\"",
        "\"\"\"",
        "'",
        "'''",
        "\\",
        "#",
        " ",
        "\0",
        "é",
        "a",
        "roles",
        "[roles]\n",
        "[[awards]]\n",
        "[[entry]]\n",
        "[overrides]\n",
        "overrides.",
        "a = 1\n",
        "1e3",
        "0x",
        "to = { place = 1 }\n",
        "2010-10-23",
        "true",
        "talk = \"25m\"\n",
        "\"\"",
        "judge = [1, {}]\n",
        "rulebook = \"loebner-2010\"\n",
    ])
    .prop_map(str::to_owned)
}

fn read_both(text: &str) {
    let faults = [
        read_rulebook("any.toml", text).err(),
        read_contest_file("any.toml", text, &|path| Ok((path.to_owned(), text.to_owned()))).err(),
    ];
    for fault in faults.iter().flatten().flatten() {
        assert!(text.get(fault.span()).is_some() || fault.file_name() != "any.toml", "{fault:?}");
    }
}

/// The first block of TOML in a document.
fn first_example(document: &'static str) -> &'static str {
    document.split_once("```toml\n").unwrap().1.split_once("```").unwrap().0
}

/// Two confederates and three entries, for a contest in the village hall.
const THE_OTHERS: &str = "
[[confederate]]
name = 'Dan'
[[confederate]]
name = 'Eve'
[[entry]]
name = 'Doctor'
contestant = 'A'
protocol = 'stdio'
command = ['doctor']
[[entry]]
name = 'Sage'
contestant = 'B'
protocol = 'stdio'
command = ['sage']
[[entry]]
name = 'Parrot'
contestant = 'C'
protocol = 'stdio'
command = ['parrot']
";

fn village_hall(path: &str) -> Result<(String, String), String> {
    Ok((path.to_owned(), include_str!("fixtures/own/village-hall.toml").to_owned()))
}

fn no_file(_: &str) -> Result<(String, String), String> {
    Err("there is no such file".to_owned())
}

/// The faults in full, for a test that expected none.
fn show(faults: Faults) -> Vec<String> {
    faults.iter().map(|fault| format!("{fault}: {}", fault.help())).collect()
}

#[test]
fn a_contest_that_reads_names_its_sources_and_no_witnesses() {
    let text = "name = \"Read again\"\norganiser = \"A society\"\nrulebook = \"second-sight\"\n[[judge]]\nname = \"Ada\"\n\
                [[source]]\npath = \"past.viva\"\nsha256 = \"5EED5EED5EED5EED5EED5EED5EED5EED5EED5EED5EED5EED5EED5EED5EED5EED\"\n\
                conversations = [\"R1-J1-left\"]\n[overrides.roles]\nentries = 1\nconfederates = 1\n";
    let contest = read_contest_file("mine.toml", text, &|_| Err("no file".to_owned())).map_err(show).unwrap();
    assert_eq!((contest.judges.len(), contest.confederates.len(), contest.entries.len()), (1, 0, 0));
    let roles = contest.rulebook.roles;
    assert_eq!((roles.judges, roles.confederates, roles.entries), (1, 1, 1));
    let source = &contest.sources[0];
    assert_eq!(
        (source.path.as_path(), source.conversations.as_slice()),
        (Path::new("past.viva"), &["R1-J1-left".to_owned()][..])
    );
    assert_eq!(source.sha256, "5eed".repeat(16), "digests are compared in small letters");
    assert!(contest.rulebook.interview.is_read());
}

/// A contest of 2010 in which two people or two programs have these names.
fn called(first: &str, second: &str, role: &str) -> Result<rulebook::ContestFile, Faults> {
    let person = |role: &str, name: &str| format!("[[{role}]]\nname = \"{name}\"\n");
    let entry = |role: &str, name: &str| {
        format!("[[{role}]]\nname = \"{name}\"\ncontestant = \"A\"\nprotocol = \"stdio\"\ncommand = [\"cat\"]\n")
    };
    let mut text = "name = \"A story\"\norganiser = \"Nobody\"\nrulebook = \"loebner-2010\"\n".to_owned();
    let name = |of: &str, number: usize| match number {
        1 if ["judge", "entry"].contains(&of) && (of == "entry") == ["entry", "reserve"].contains(&role) => {
            first.to_owned()
        }
        2 if of == role => second.to_owned(),
        _ => format!("{of} {number}"),
    };
    (1..=4).for_each(|number| text += &person("judge", &name("judge", number)));
    (1..=4).for_each(|number| text += &person("confederate", &name("confederate", number)));
    let referees = if role == "referee" { 2 } else { 0 };
    (1..=referees).for_each(|number| text += &person("referee", &name("referee", number)));
    (1..=4).for_each(|number| text += &entry("entry", &name("entry", number)));
    (1..=2).for_each(|number| text += &entry("reserve", &name("reserve", number)));
    read_contest_file("contest.toml", &text, &no_file)
}

#[test]
fn one_name_in_several_spellings_is_one_person_and_one_program() {
    for other in ["Jose\u{301}", "José\u{200b}", "JOSÉ", "ＪＯＳÉ", " Jos\u{ad}é"] {
        for role in ["judge", "confederate", "referee", "entry", "reserve"] {
            let Err(faults) = called("José", other, role) else { panic!("{other:?} and a {role}") };
            assert!(format!("{faults:?}").contains(" are called `"), "{faults:?}");
        }
    }
    assert!(called("José", "Josè", "judge").is_ok());
}

#[test]
fn a_baseline_is_the_entry_that_is_said_to_be_one_wherever_it_stands() {
    let read = |said: [bool; 3], reserve: bool| {
        let entry = |role: &str, name: usize, said: bool| {
            let baseline = if said { "baseline = true\n" } else { "" };
            format!(
                "[[{role}]]\nname = \"{name}\"\ncontestant = \"A\"\nprotocol = \"stdio\"\ncommand = [\"cat\"]\n{baseline}"
            )
        };
        let entries: String = said.into_iter().zip(1..).map(|(said, name)| entry("entry", name, said)).collect();
        let text = format!(
            "name = \"A story\"\norganiser = \"Nobody\"\nrulebook = \"two-party-2024\"\n[[judge]]\nname = \"J\"\n\
             [[confederate]]\nname = \"C\"\n{entries}{}",
            entry("reserve", 4, reserve)
        );
        let file = read_contest_file("contest.toml", &text, &no_file);
        file.map(|file| file.entries.iter().map(|entry| entry.name.clone()).collect::<Vec<_>>().concat())
            .map_err(|faults| format!("{faults:?}").split_whitespace().collect::<Vec<_>>().join(" "))
    };
    assert_eq!(read([true, false, false], false).unwrap(), "231");
    assert_eq!(read([false, true, false], false).unwrap(), "132");
    assert_eq!(read([false, false, true], false).unwrap(), "123");
    assert_eq!(read([false; 3], false).unwrap(), "123");
    let two = read([true, true, false], false).unwrap_err();
    assert!(two.contains("2 entries are said to be a baseline"), "{two}");
    assert!(read([true, false, false], true).unwrap_err().contains("said to be a baseline"));
}
