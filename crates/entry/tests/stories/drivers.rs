//! Links with real processes and real directories, from the organiser's view.
//!
//! No test sleeps for a fixed time; each waits for an event, for a minute at most.

use crate::peers;
use std::{fs, path::Path, time::Duration};

use entry::{FromEntry, Incident, Pace, Setup, ToEntry};
use rulebook::{
    contest_file::{Dialect, Encoding, Lp95, Lpp, Newline, Protocol, ReplyEnds, TurnEnds},
    key::Typed,
};
use tempfile::TempDir;

use crate::seat::{Seat, wait_until};

#[tokio::test(flavor = "multi_thread")]
async fn a_program_over_stdio_answers_line_by_line() {
    let mut seat = Seat::stdio(&["sh", "-c", "while read -r line; do echo \"You said $line.\"; done"]);
    seat.ready().await;
    seat.types("hello\n").await;
    assert_eq!(seat.reply().await, "You said hello.\n");
    seat.types("byr\u{8}e\n").await;
    assert_eq!(seat.reply().await, "You said bye.\n");
    assert_eq!(seat.ends().await, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn eliza_of_debian_plays_over_stdio() {
    peers::needs("perl", &["-MChatbot::Eliza", "-e", "1"]);
    let eliza = ["perl", "-MChatbot::Eliza", "-e", "$|=1; srand(1); (new Chatbot::Eliza)->command_interface"];
    let mut seat = Seat::stdio(&eliza);
    seat.next_incident("greeted-early").await;
    seat.ready().await;
    for line in ["Hello.\n", "I am unhappy.\n", "My mother hates me.\n"] {
        seat.types(line).await;
        let reply = seat.reply().await;
        assert!(reply.len() > 5 && !reply.contains("Eliza:") && !reply.contains("you:"), "{reply}");
    }
    // A judge says goodbye: the program ends, and is restarted.
    seat.types("bye\n").await;
    seat.next_incident("exited").await;
    seat.next_incident("restarted").await;
    seat.ready().await;
    seat.types("Hello again.\n").await;
    assert!(seat.reply().await.len() > 5);
    seat.ends().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_dies_is_started_three_times_more_and_its_last_words_kept() {
    let mut seat = Seat::stdio(&["sh", "-c", "echo 'no brain file' >&2; exit 3"]);
    for restart in 0..=3 {
        if restart > 0 {
            assert_eq!(seat.next_incident("restarted").await, Incident::Restarted { count: restart });
        }
        let exited = seat.next_incident("exited").await;
        assert_eq!(
            exited,
            Incident::Exited { status: "exit status: 3".to_owned(), last_words: "no brain file".to_owned() }
        );
    }
    assert_eq!(seat.next_incident("gave-up").await, Incident::GaveUp);
    // The judge may go on typing, without a program.
    seat.types("hello?\n").await;
    assert_eq!(seat.ends().await, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_program_said_before_it_died_is_still_typed() {
    let mut seat = Seat::stdio(&["sh", "-c", "read -r line; echo 'I am'; printf dying; exit 0"]);
    seat.ready().await;
    seat.types("hello\n").await;
    assert_eq!(seat.reply().await, "I am\n");
    assert_eq!(seat.reply().await, "dying\n");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_is_not_there_is_reported() {
    let mut seat = Seat::stdio(&["no-such-program-anywhere", "--now"]);
    let incident = seat.next_incident("did-not-start").await;
    assert!(incident.to_string().contains("`no-such-program-anywhere`: No such file"), "{incident}");
    seat.next_incident("gave-up").await;
    assert_eq!(seat.ends().await, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_prints_without_end_is_bounded_and_can_be_ended() {
    let mut seat = Seat::stdio(&["sh", "-c", "read -r line; yes 'I never stop'"]);
    seat.ready().await;
    seat.types("hello\n").await;
    seat.next_incident("flooded").await;
    // The link is no longer read; it must end all the same, and the program with it.
    let group = seat.group();
    seat.link.to_entry.send(ToEntry::Ended).await.unwrap();
    seat.closed().await;
    assert_gone(group).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_never_reads_does_not_hold_the_judge_up() {
    let mut seat = Seat::stdio(&["sh", "-c", "exec tail -f /dev/null"]);
    seat.ready().await;
    let line = format!("{}\n", "x".repeat(1_000));
    for _ in 0..200 {
        seat.types(&line).await;
    }
    seat.next_incident("not-reading").await;
    seat.ends().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn eliza_of_debian_says_a_reply_and_no_prompt_when_replies_end_with_one() {
    peers::needs("perl", &["-MChatbot::Eliza", "-e", "1"]);
    // On a terminal Perl flushes every line by itself; the prompt that ends a reply comes with its next read.
    let dialect = Dialect { reply_ends: ReplyEnds::Prompt, terminal: true, ..Dialect::default() };
    let eliza = ["perl", "-MChatbot::Eliza", "-e", "$|=1; srand(1); (new Chatbot::Eliza)->command_interface"];
    let mut seat = Seat::start(setup(in_dialect(&eliza, &["you:", "Eliza:"], dialect)));
    seat.next_incident("greeted-early").await;
    seat.ready().await;
    seat.types("I am unhappy.\n").await;
    let reply = seat.reply().await;
    assert!(reply.len() > 5 && !reply.contains("you:") && !reply.contains("Eliza:"), "{reply}");
    assert_eq!(seat.ends().await, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_like_megahal_is_given_its_turns_and_told_to_quit() {
    peers::needs("python3", &["--version"]);
    let place = tempfile::tempdir().unwrap();
    let will = place.path().join("brain");
    let dialect = Dialect {
        reply_ends: ReplyEnds::Prompt,
        turn_ends: TurnEnds::Two,
        quit: Some("#QUIT\n\n".to_owned()),
        ..Dialect::default()
    };
    let command = ["python3", "tests/programs/megahal.py", will.to_str().unwrap()];
    let mut seat = Seat::start(setup(in_dialect(&command, &[">"], dialect)));
    seat.next_incident("greeted-early").await;
    seat.ready().await;
    seat.types("hello\n").await;
    assert_eq!(seat.reply().await, "You said to me that hello\n");
    seat.types("goodbye\n").await;
    assert_eq!(seat.reply().await, "You said to me that goodbye\n");
    let group = seat.group();
    assert_eq!(seat.ends().await, []);
    assert_gone(group).await;
    assert_eq!(fs::read_to_string(will).unwrap(), "saved");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_does_not_quit_is_ended_all_the_same() {
    let dialect = Dialect { quit: Some("bye\n".to_owned()), ..Dialect::default() };
    let mut seat = Seat::start(setup(in_dialect(&["sh", "-c", "cat; exec tail -f /dev/null"], &[], dialect)));
    seat.ready().await;
    let group = seat.group();
    assert_eq!(seat.ends().await, []);
    assert_gone(group).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_keeps_its_output_back_is_unbuffered() {
    peers::needs("stdbuf", &["--version"]);
    // `cut` writes in blocks unless it has a terminal.
    for dialect in [Dialect { unbuffer: true, ..Dialect::default() }, Dialect { terminal: true, ..Dialect::default() }]
    {
        let mut seat = Seat::start(setup(in_dialect(&["cut", "-c2-"], &[], dialect)));
        seat.ready().await;
        seat.types("xhello\n").await;
        assert_eq!(seat.reply().await, "hello\n");
        assert_eq!(seat.ends().await, []);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_old_program_writes_its_own_characters_and_json_is_read() {
    let dialect = Dialect { encoding: Encoding::Cp437, newline: Newline::CrLf, ..Dialect::default() };
    let old = r"IFS= read -r line; printf 'Voil\205, \202t\202: %s\r\n' ${#line}; cat";
    let mut seat = Seat::start(setup(in_dialect(&["sh", "-c", old], &[], dialect)));
    seat.ready().await;
    seat.types("hi\n").await;
    // Three: two letters and the carriage return, as counted by the shell.
    assert_eq!(seat.reply().await, "Voila, ete: 3\n");
    seat.ends().await;

    let dialect = Dialect { reply_ends: ReplyEnds::Json, ..Dialect::default() };
    let json = r#"while read -r line; do echo "{\"text\": \"$line!\"}"; done"#;
    let mut seat = Seat::start(setup(in_dialect(&["sh", "-c", json], &[], dialect)));
    seat.ready().await;
    seat.types("hi\n").await;
    assert_eq!(seat.reply().await, "hi!\n");
    seat.ends().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_of_1995_talks_to_a_judge_over_pipes_and_on_a_terminal() {
    peers::needs("python3", &["--version"]);
    for (terminal, line_end) in
        [(false, Newline::Cr), (true, Newline::Cr), (false, Newline::CrLf), (true, Newline::CrLf)]
    {
        let mut command = vec!["python3".to_owned(), "tests/programs/lp95.py".to_owned()];
        command.extend(terminal.then(|| "terminal".to_owned()));
        let turn = Duration::from_secs(60);
        let settings = Lp95 { command, line_end, echo: true, terminal, turn, encoding: Encoding::Cp437 };
        let (workspace, mut setup) = setup(Protocol::Lp95(settings));
        setup.judge = 4;
        setup.pace = Pace::new(1.0);
        setup.typing = Some(Duration::from_millis(1));
        let mut seat = Seat::start((workspace, setup));
        seat.ready().await;
        seat.types("Do you think\nso?\n\n").await;
        assert_eq!(seat.reply().await, "Judge 04, you said:\n");
        assert_eq!(seat.reply().await, "Do you think / so?\n");
        seat.types("Helko\u{8}\u{8}lo\n\n").await;
        assert_eq!(seat.reply().await, "Judge 04, you said:\n");
        assert_eq!(seat.reply().await, "Hello\n");
        let group = seat.group();
        assert_eq!(seat.ends().await, []);
        assert_gone(group).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_of_1995_that_ends_is_told_of_the_same_judge_again() {
    let old = r"printf '>'; head -c 5 >/dev/null; exit 3";
    let command = ["sh", "-c", old].map(str::to_owned).to_vec();
    let mut settings = Lp95 {
        command,
        line_end: Newline::Cr,
        echo: false,
        terminal: true,
        turn: Duration::ZERO,
        encoding: Encoding::Utf8,
    };
    for terminal in [true, false] {
        settings.terminal = terminal;
        let mut seat = Seat::start(setup(Protocol::Lp95(settings.clone())));
        for count in 1..=3 {
            seat.incident("exited").await;
            assert_eq!(seat.incident("restarted").await, Incident::Restarted { count });
        }
        seat.incident("gave-up").await;
        seat.ends().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_silent_program_is_reported_in_contest_time() {
    let mut setup = setup(stdio(&["sh", "-c", "while read -r line; do :; done"]));
    setup.1.pace = Pace::new(600.0);
    setup.1.silence = Duration::from_secs(60);
    let mut seat = Seat::start(setup);
    seat.ready().await;
    seat.types("hello\n").await;
    assert_eq!(seat.next_incident("silent").await, Incident::Silent { lasting: Duration::from_secs(60) });
    seat.ends().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn everything_a_program_started_ends_with_the_link() {
    let mut seat = Seat::stdio(&["sh", "-c", "tail -f /dev/null & tail -f /dev/null & read -r line; wait"]);
    seat.ready().await;
    let group = seat.group();
    assert!(group_runs(&group));
    // Dropping the sender is enough.
    let Seat { link, .. } = seat;
    drop(link.to_entry);
    let mut from_entry = link.from_entry;
    while from_entry.recv().await.is_some() {}
    assert_gone(group).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_entry_of_ours_plays_over_lpp_as_a_process_of_its_own() {
    let mut seat = Seat::lpp(started(&[&echo_example(), "{directory}"]));
    seat.ready().await;
    seat.types("Hello, \"Jim\"?\n").await;
    assert_eq!(seat.reply().await, "You said: Hello, \"Jim\"?\n");
    seat.types("it's `x\u{8}y`\n").await;
    assert_eq!(seat.reply().await, "You said: it's `y`\n");
    assert_eq!(seat.ends().await, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_started_by_hand_finds_its_directory_and_leftovers_are_reported() {
    let place = tempfile::tempdir().unwrap();
    let directory = place.path().join("communications");
    fs::create_dir_all(directory.join("0000000001.a.other")).unwrap();
    fs::create_dir_all(directory.join("012878262000000000.H.judge")).unwrap();
    let mut seat = Seat::lpp(Lpp::ByHand(directory.clone()));
    assert_eq!(seat.next_incident("left-over").await, Incident::LeftOver { count: 2 });
    seat.ready().await;
    seat.types("H").await;
    let name = appears(&directory, ".H.judge").await;
    assert_eq!(name.len(), "012878262000000000.H.judge".len());
    fs::remove_dir(directory.join(name)).unwrap();

    // The hostile cases of a directory, made here by hand.
    fs::create_dir(directory.join("1.i.other")).unwrap();
    assert_eq!(seat.keys(1).await, "i");
    fs::create_dir_all(place.path().join("stuck/inside")).unwrap();
    fs::rename(place.path().join("stuck"), directory.join("2.j.other")).unwrap();
    assert_eq!(seat.keys(1).await, "j");
    seat.next_incident("cannot-delete").await;
    fs::write(directory.join("3.k.other"), "a file").unwrap();
    seat.next_incident("not-a-directory").await;
    assert_eq!(seat.keys(1).await, "k");
    fs::create_dir(directory.join("4.nokey.other")).unwrap();
    seat.next_incident("unknown-key-name").await;
    fs::create_dir(directory.join("5.l.otter")).unwrap();
    seat.next_incident("wrong-extension").await;
    fs::create_dir(directory.join("3.m.other")).unwrap();
    seat.next_incident("duplicate-number").await;
    assert_eq!(seat.keys(1).await, "m");
    fs::create_dir(directory.join("1.n.other")).unwrap();
    seat.next_incident("out-of-order").await;
    assert_eq!(seat.keys(1).await, "n");
    assert_eq!(seat.ends().await, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn numbers_grow_from_link_to_link_in_one_directory() {
    let place = tempfile::tempdir().unwrap();
    let directory = place.path().join("communications");
    let mut names = Vec::new();
    for _ in 0..3 {
        let mut seat = Seat::lpp(Lpp::ByHand(directory.clone()));
        seat.ready().await;
        seat.types("H").await;
        let name = appears(&directory, ".H.judge").await;
        fs::remove_dir(directory.join(&name)).unwrap();
        names.push(name);
        seat.ends().await;
    }
    assert!(names.is_sorted_by(|a, b| a < b), "{names:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_lpp_program_that_dies_is_started_again() {
    let mut seat = Seat::lpp(started(&["sh", "-c", "echo lost >&2; exit 1"]));
    seat.next_incident("exited").await;
    seat.next_incident("restarted").await;
    seat.ends().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_directory_that_vanishes_is_reported_and_found_again() {
    let place = tempfile::tempdir().unwrap();
    let directory = place.path().join("communications");
    let mut seat = Seat::lpp(Lpp::ByHand(directory.clone()));
    seat.ready().await;
    fs::remove_dir(&directory).unwrap();
    seat.next_incident("cannot-list").await;
    seat.types("H").await;
    fs::create_dir(&directory).unwrap();
    assert!(appears(&directory, ".H.judge").await.ends_with(".H.judge"));
    fs::create_dir(directory.join("1.i.other")).unwrap();
    loop {
        match seat.next().await {
            FromEntry::Key(key) => break assert_eq!(key.to_string(), "i"),
            FromEntry::Incident(incident) => assert!(incident.kind().starts_with("cannot-"), "{incident}"),
            FromEntry::Ready => panic!("it was ready before"),
            FromEntry::Spent(usage) => panic!("nobody counts: {usage:?}"),
            FromEntry::Told(spelled) => panic!("everything is carried: {spelled:?}"),
            FromEntry::Line(line) => panic!("a link types by itself here: {line}"),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_folder_that_cannot_be_made_is_reported() {
    let (workspace, mut setup) = setup(stdio(&["cat"]));
    let file = workspace.path().join("file");
    fs::write(&file, "in the way").unwrap();
    setup.workspace = file.join("link");
    let mut seat = Seat::start((workspace, setup));
    assert!(seat.next_incident("did-not-start").await.to_string().contains("file/link"));
}

impl Seat {
    fn stdio(command: &[&str]) -> Self {
        Self::start(setup(stdio(command)))
    }

    fn lpp(lpp: Lpp) -> Self {
        Self::start(setup(Protocol::Lpp(lpp)))
    }

    async fn keys(&mut self, count: usize) -> String {
        let mut typed = Typed::default();
        while typed.as_str().len() < count {
            match self.next().await {
                FromEntry::Key(key) => typed.press(key),
                FromEntry::Incident(Incident::NotADirectory { .. }) => {}
                other => panic!("expected a key, got {other:?}"),
            }
        }
        typed.as_str().to_owned()
    }
}

fn started(command: &[&str]) -> Lpp {
    Lpp::Started(command.iter().map(|word| (*word).to_owned()).collect())
}

fn stdio(command: &[&str]) -> Protocol {
    Protocol::Stdio {
        command: command.iter().map(|word| (*word).to_owned()).collect(),
        prompts: if command.contains(&"-MChatbot::Eliza") {
            vec!["you:".to_owned(), "Eliza:".to_owned()]
        } else {
            vec![]
        },
        dialect: Dialect::default(),
    }
}

fn in_dialect(command: &[&str], prompts: &[&str], dialect: Dialect) -> Protocol {
    let owned = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
    Protocol::Stdio { command: owned(command), prompts: owned(prompts), dialect }
}

fn setup(protocol: Protocol) -> (TempDir, Setup) {
    let workspace = tempfile::tempdir().unwrap();
    let setup = Setup {
        typing: Some(Duration::from_millis(60)),
        number: 4,
        pace: Pace::new(60.0),
        ..Setup::new(protocol, rulebook::shipped::rulebook("loebner-2010").unwrap().interview, workspace.path())
    };
    (workspace, setup)
}

/// The example program of this crate, which `cargo test` builds beside the tests.
fn echo_example() -> String {
    let test = std::env::current_exe().unwrap();
    let echo = test.parent().and_then(Path::parent).unwrap().join("examples/echo");
    assert!(echo.exists(), "{} is missing: run `cargo build -p entry --examples`", echo.display());
    echo.to_str().unwrap().to_owned()
}

/// Waits for a name with this ending; returns it.
async fn appears(directory: &Path, end: &str) -> String {
    wait_until(|| {
        let names = fs::read_dir(directory).ok()?;
        names.filter_map(|item| item.ok()?.file_name().into_string().ok()).find(|name| name.ends_with(end))
    })
    .await
}

async fn assert_gone(group: String) {
    wait_until(|| (!group_runs(&group)).then_some(())).await;
}

/// True if a process of this group runs; a dead one that was not waited for does not count.
fn group_runs(group: impl AsRef<str>) -> bool {
    fs::read_dir("/proc").unwrap().filter_map(|item| fs::read_to_string(item.ok()?.path().join("stat")).ok()).any(
        |stat| {
            let mut fields = stat.rsplit_once(')').unwrap().1.split_ascii_whitespace();
            fields.next() != Some("Z") && fields.nth(1) == Some(group.as_ref())
        },
    )
}
