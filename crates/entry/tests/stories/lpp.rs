//! The directory protocol at full speed, over restarts, and with an independently written entry's side.
//!
//! Needs perl. No test sleeps for a fixed time.

use crate::peers;
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use entry::{
    Apart, FromEntry, Incident, Pace, Setup, ToEntry,
    check::{Check, Plan, run},
    serve_lpp,
};
use rulebook::{
    contest_file::{Isolation, Lpp, Protocol},
    key::{Typed, keys_of},
    key_names::key_name,
};
use tempfile::TempDir;

use crate::seat::{Seat, wait_until};

#[tokio::test(flavor = "multi_thread")]
async fn twenty_thousand_keys_go_each_way_and_none_is_lost_or_out_of_place() {
    let place = in_memory();
    let directory = place.path().join("communications");
    let mut seat = Seat::at(Lpp::ByHand(directory.clone()));
    seat.ready().await;
    let repeats = |line: &str| vec![line.to_owned()];
    let entry = tokio::spawn(async move { serve_lpp(&directory, Duration::ZERO, repeats).await });
    let text: String = (0..400).map(|n| format!("{n:04} {}\n", "abcdefgh ".repeat(5).trim_end())).collect();
    assert_eq!(text.len(), 20_000);
    let to_entry = seat.link.to_entry.clone();
    let judge = async {
        for key in keys_of(&text) {
            to_entry.send(ToEntry::Key(key)).await.unwrap();
        }
    };
    let ((), answer) = tokio::join!(judge, seat.hears(text.len()));
    assert!(answer == text, "{}", first_difference(&answer, &text));
    entry.abort();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_makes_twenty_thousand_keys_at_a_stretch_is_read_in_order() {
    let place = in_memory();
    let directory = place.path().join("communications");
    let mut seat = Seat::at(Lpp::ByHand(directory.clone()));
    seat.ready().await;
    seat.types("h").await;
    wait_until(|| fs::read_dir(&directory).unwrap().next()).await.unwrap();
    let text: String = "Words without end. ".chars().cycle().take(20_000).collect();
    let keys: Vec<_> = keys_of(&text).collect();
    let maker = std::thread::spawn(move || {
        for (number, key) in keys.into_iter().enumerate() {
            fs::create_dir(directory.join(format!("{number:010}.{}.other", key_name(key)))).unwrap();
        }
    });
    let heard = seat.hears(text.len()).await;
    maker.join().unwrap();
    assert!(heard == text, "{}", first_difference(&heard, &text));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_entrys_side_written_apart_from_ours_plays_and_is_never_given_a_backlog() {
    peers::needs("perl", &["--version"]);
    let mut seat =
        Seat::at(Lpp::Started(["perl", "../../examples/lpp/echo.pl", "{directory}"].map(str::to_owned).to_vec()));
    seat.ready().await;
    let all: String = (b' '..=b'~').map(char::from).collect();
    for line in ["Hello, \"Jim\"?\n", "it's `xy`\n", &format!("{all}\t.\n")] {
        seat.types(line).await;
        assert_eq!(seat.line().await, format!("You said: {line}"));
    }
    // It is killed; lines from its absence are not answered later.
    let group = fs::read_to_string(seat.folder.path().join("program")).unwrap();
    let group = group.split(' ').next().unwrap();
    assert!(Command::new("kill").args(["-9", group]).status().unwrap().success());
    assert!(matches!(seat.next().await, FromEntry::Incident(Incident::Exited { .. })));
    seat.types("one\ntwo\nthr").await;
    assert!(matches!(seat.next().await, FromEntry::Incident(Incident::Restarted { count: 1 })));
    assert_eq!(seat.next().await, FromEntry::Incident(Incident::BacklogDiscarded { count: 11 }));
    seat.ready().await;
    seat.types("ee\nfour\n").await;
    assert_eq!(seat.next().await, FromEntry::Incident(Incident::BacklogDiscarded { count: 3 }));
    assert_eq!(seat.line().await, "You said: four\n");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_loads_for_long_is_ready_when_it_reads_its_directory_and_not_before() {
    peers::needs("perl", &["--version"]);
    let place = in_memory();
    let loaded = place.path().join("loaded");
    // It prints nothing while it loads, for longer than the wait for a program over lines.
    let loads = "my ($said, @words) = @ARGV; select undef, undef, undef, 1; mkdir $said; exec @words";
    let program = ["perl", "-e", loads, loaded.to_str().unwrap(), "perl", "../../examples/lpp/echo.pl", "{directory}"];
    let mut seat = Seat::at(Lpp::Started(program.map(str::to_owned).to_vec()));
    seat.ready().await;
    assert!(loaded.exists(), "it was called ready while it was loading");
    // Text typed at once is answered: none of its keys counts as an old one.
    seat.types("Hi\n").await;
    assert_eq!(seat.line().await, "You said: Hi\n");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_entrys_side_written_apart_from_ours_passes_the_check_and_shows_its_directories() {
    peers::needs("perl", &["--version"]);
    let place = in_memory();
    let command = ["perl", "../../examples/lpp/echo.pl", "{directory}"].map(str::to_owned).to_vec();
    for isolation in [Isolation::None, Isolation::Bubblewrap, Isolation::Landlock] {
        peers::needs("bwrap", &["--version"]);
        let protocol = Protocol::Lpp(Lpp::Started(command.clone()));
        let links = place.path().join(isolation.as_str());
        let plan = Plan {
            setup: Setup {
                typing: Some(Duration::from_millis(60)),
                folder: PathBuf::from(env!("CARGO_MANIFEST_DIR")),
                apart: Apart { isolation, launcher: env!("CARGO_BIN_EXE_entry-launcher").into(), ..Apart::not() },
                pace: Pace::new(6.0),
                ..Setup::new(protocol, rulebook::shipped::rulebook("loebner-2010").unwrap().interview, links)
            },
            patience: Duration::from_secs(40),
            checks: Check::ALL.to_vec(),
            shows: Vec::new(),
        };
        let report = run("echo.pl", &plan, |_| {}).await;
        let told: String = report.checks.iter().map(|verdict| format!("{verdict}\n")).collect();
        assert!(report.is_passed(), "{told}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_entry_of_ours_counts_on_after_a_restart_and_answers_a_line_without_return() {
    let place = tempfile::tempdir().unwrap();
    let directory = place.path().join("communications");
    fs::create_dir(&directory).unwrap();
    let mut numbers = Vec::new();
    for turn in 0..2 {
        let served = directory.clone();
        let entry = tokio::spawn(async move { serve_lpp(&served, Duration::ZERO, |_| vec!["A".to_owned()]).await });
        fs::create_dir(directory.join(format!("{turn}.question.judge"))).unwrap();
        let made = wait_until(|| other(&directory)).await;
        numbers.push(made.split('.').next().unwrap().to_owned());
        entry.abort();
        let _ = entry.await;
        for item in fs::read_dir(&directory).unwrap() {
            fs::remove_dir(item.unwrap().path()).unwrap();
        }
    }
    assert!(numbers[0].len() == 10 && numbers[0] < numbers[1], "{numbers:?}");
}

fn other(directory: &Path) -> Option<String> {
    let names = fs::read_dir(directory).ok()?.filter_map(|item| item.ok()?.file_name().into_string().ok());
    names.into_iter().find(|name| name.ends_with(".A.other"))
}

/// More names than one scan returns.
const HUNDRED_THOUSAND: u32 = 100_000;

fn fill(directory: &Path, end: &str) {
    (0..HUNDRED_THOUSAND).for_each(|number| fs::create_dir(directory.join(format!("{number:010}{end}"))).unwrap());
}

/// The judge presses a key, and the program answers with one; returns the incidents in between.
async fn answers(seat: &mut Seat, directory: &Path) -> Vec<Incident> {
    seat.types("h").await;
    wait_until(|| directory.join(last_of(directory, ".h.judge")?).exists().then_some(())).await;
    fs::create_dir(directory.join("9999999999.i.other")).unwrap();
    let mut incidents = Vec::new();
    loop {
        match seat.next().await {
            FromEntry::Key(key) => break assert_eq!(key.to_string(), "i"),
            FromEntry::Incident(incident) => incidents.push(incident),
            FromEntry::Ready | FromEntry::Line(_) | FromEntry::Told(_) | FromEntry::Spent(_) => {}
        }
    }
    incidents
}

fn last_of(directory: &Path, end: &str) -> Option<String> {
    let names = fs::read_dir(directory).ok()?.filter_map(|item| item.ok()?.file_name().into_string().ok());
    names.filter(|name| name.ends_with(end)).max()
}

#[tokio::test(flavor = "multi_thread")]
async fn of_a_hundred_thousand_keys_from_earlier_none_is_read() {
    let place = in_memory();
    let directory = place.path().join("communications");
    fs::create_dir(&directory).unwrap();
    fill(&directory, ".x.other");
    let mut seat = Seat::at(Lpp::ByHand(directory.clone()));
    let mut removed = 0;
    loop {
        match seat.next().await {
            FromEntry::Ready => break,
            FromEntry::Incident(Incident::LeftOver { count }) => removed += count,
            other => panic!("nobody has said anything: {other:?}"),
        }
    }
    assert_eq!(removed, 100_000);
    seat.begins().await;
    assert_eq!(answers(&mut seat, &directory).await, []);
    assert_eq!(seat.ends().await, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hundred_thousand_names_that_are_nobodys_hold_nobody_up() {
    let place = in_memory();
    let directory = place.path().join("communications");
    let mut seat = Seat::at(Lpp::ByHand(directory.clone()));
    seat.ready().await;
    seat.begins().await;
    fill(&directory, ".x.junk");
    let mut incidents = answers(&mut seat, &directory).await;
    incidents.extend(seat.ends().await);
    // Each is reported, up to the limit.
    assert!((1..=21).contains(&incidents.len()), "{} incidents", incidents.len());
    assert!(incidents.iter().all(|incident| ["wrong-extension", "more-of-the-same"].contains(&incident.kind())));
}

/// A folder in memory, if possible: its speed does not depend on a disk.
fn in_memory() -> TempDir {
    tempfile::tempdir_in("/dev/shm").unwrap_or_else(|_| tempfile::tempdir().unwrap())
}

impl Seat {
    fn at(lpp: Lpp) -> Self {
        let workspace = tempfile::tempdir().unwrap();
        let setup = Setup {
            folder: PathBuf::from(env!("CARGO_MANIFEST_DIR")),
            ..Setup::new(
                Protocol::Lpp(lpp),
                rulebook::shipped::rulebook("loebner-2010").unwrap().interview,
                workspace.path(),
            )
        };
        Self::start((workspace, setup))
    }

    /// This many keys, and no other reports.
    async fn hears(&mut self, keys: usize) -> String {
        let mut typed = Typed::default();
        for _ in 0..keys {
            match self.next().await {
                FromEntry::Key(key) => typed.press(key),
                other => panic!("after {} keys: {other:?}", typed.as_str().len()),
            }
        }
        typed.as_str().to_owned()
    }

    async fn line(&mut self) -> String {
        let mut line = String::new();
        while !line.ends_with('\n') {
            line += &self.hears(1).await;
        }
        line
    }
}

fn first_difference(found: &str, expected: &str) -> String {
    let at = found.bytes().zip(expected.bytes()).position(|(a, b)| a != b).unwrap_or(found.len().min(expected.len()));
    let around = |text: &str| text.get(at.saturating_sub(10)..(at + 20).min(text.len())).unwrap_or("").to_owned();
    format!("at {at}: {:?}, expected {:?}", around(found), around(expected))
}
