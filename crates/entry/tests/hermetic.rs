//! Every promise of a hermetic run, tried from inside by a program that breaks what it can.
//!
//! Needs bubblewrap and perl; a machine without them fails with the command that installs them.

#![allow(clippy::unwrap_used, reason = "tests")]

#[path = "support/peers.rs"]
mod peers;
#[path = "support/seat.rs"]
mod seat;

use std::{
    fs,
    net::TcpListener,
    os::unix::fs::{MetadataExt, PermissionsExt},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::Duration,
};

use entry::{FromEntry, Incident, Setup, start};
use rulebook::{
    contest_file::{Dialect, Hermetic, Protocol},
    key::Typed,
};

use self::seat::{Seat, wait_until};

#[tokio::test(flavor = "multi_thread")]
async fn it_reaches_no_network_though_it_lies_next_door() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let mut seat = Seat::cell(Hermetic::default()).await;
    let answer = seat.asks(&format!("connect {}", listener.local_addr().unwrap().port())).await;
    assert_eq!(answer, "not connected: Connection refused\n");
    seat.ends().await;
    listener.set_nonblocking(true).unwrap();
    assert!(listener.accept().is_err(), "somebody came");
}

#[tokio::test(flavor = "multi_thread")]
async fn it_can_write_at_home_and_in_memory_and_nowhere_else() {
    let mut seat = Seat::cell(Hermetic::default()).await;
    for (place, answer) in [
        ("/etc/cell", "not written: Read-only file system\n"),
        ("cell", "not written: Read-only file system\n"),
        ("/cell", "not written: Read-only file system\n"),
        ("/usr/bin/cell", "not written: Read-only file system\n"),
        ("/run/cell", "not written: Read-only file system\n"),
        ("/dev/cell", "not written: Read-only file system\n"),
        ("/proc/sys/kernel/hostname", "not written: Read-only file system\n"),
        ("/tmp/cell", "written\n"),
        ("/dev/shm/cell", "written\n"),
    ] {
        let found = seat.asks(&format!("write {place}")).await;
        let is_refused = answer.starts_with("not") && found.starts_with("not written: ");
        assert!(is_refused || found == answer, "{place}: {found}");
    }
    assert!(!Path::new("/tmp/cell").exists() && !Path::new("/dev/shm/cell").exists(), "it has a /tmp of its own");
    let home = seat.asks("value HOME").await;
    assert_eq!(Path::new(home.trim()), fs::canonicalize(seat.folder.path().join("home")).unwrap());
    assert_eq!(seat.asks(&format!("write {}/notes", home.trim())).await, "written\n");
    let workspace = seat.folder.path().to_owned();
    let notes = workspace.join("home/notes");
    assert_eq!(fs::read_to_string(&notes).unwrap(), "words", "it stays for the organiser");
    assert!(!fs::read_to_string(workspace.join("program")).unwrap().is_empty());
    assert_eq!(seat.asks(&format!("list {}", workspace.display())).await, "there is home\n");
    seat.ends().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn it_sees_its_folder_and_no_home_no_data_no_process_and_no_word_of_ours() {
    let mut seat = Seat::cell(Hermetic::default()).await;
    let folder = fs::canonicalize(programs()).unwrap();
    assert_eq!(seat.asks("where").await, format!("in {}\n", folder.display()));
    assert_eq!(seat.asks("read cell.pl").await, "read\n");
    assert_eq!(seat.asks("read /etc/passwd").await, "read\n");
    assert_eq!(seat.asks("list /root").await, "there is nothing\n");
    assert_eq!(seat.asks("list /run").await, "there is nothing\n");
    let names = seat.asks("names").await;
    assert!(names.split_whitespace().all(|name| ["PATH", "HOME", "LANG", "TERM", "PWD"].contains(&name)), "{names}");
    // What started it, the program.
    assert_eq!(seat.asks("others").await, "seen 2\n");
    assert_eq!(seat.asks("powers").await, "CapEff:\t0000000000000000\n");
    assert_eq!(seat.asks("control").await, "no controlling terminal\n");
    seat.ends().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn it_gets_no_more_memory_than_it_may_have_and_its_last_words_say_so() {
    let mut seat = Seat::cell(Hermetic { memory_mib: 128, ..Hermetic::default() }).await;
    assert_eq!(seat.asks("allocate 20").await, "allocated 20971520\n");
    seat.types("allocate 500\n").await;
    let Incident::Exited { last_words, .. } = seat.next_incident("exited").await else { unreachable!("asked for") };
    assert!(last_words.contains("Out of memory"), "{last_words}");
    seat.next_incident("restarted").await;
    seat.ready().await;
    // What is written in memory is bounded as well.
    let full = seat.asks("fill /tmp/big").await;
    assert!(full.starts_with("full: ") && full.contains("space"), "{full}");
    seat.ends().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_of_its_has_an_end() {
    let mut seat = Seat::cell(Hermetic { memory_mib: 64, ..Hermetic::default() }).await;
    let home = seat.asks("value HOME").await;
    seat.types(&format!("fill {}/big\n", home.trim())).await;
    let over = seat.next_incident("over-limit").await;
    assert!(over.to_string().contains("`memory_mib`, 64"), "{over}");
    assert_eq!(fs::metadata(seat.folder.path().join("home/big")).unwrap().len(), 64 * 1_024 * 1_024);
    seat.ends().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn it_cannot_have_more_children_than_it_may_and_goes_on() {
    let mut seat = Seat::cell(Hermetic { processes: 12, ..Hermetic::default() }).await;
    assert_eq!(seat.asks("fork 100").await, "11 born: Resource temporarily unavailable\n");
    assert_eq!(seat.asks("hello").await, "hello\n");
    // Another at the same time is not in its way.
    let mut other = Seat::cell(Hermetic { processes: 12, ..Hermetic::default() }).await;
    assert_eq!(other.asks("fork 3").await, "3 born\n");
    other.ends().await;
    seat.ends().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_loop_ends_at_the_limit_of_its_processor_time_and_the_organiser_hears_of_it() {
    let mut seat = Seat::cell(Hermetic { processor: Duration::from_secs(1), ..Hermetic::default() }).await;
    seat.types("burn\n").await;
    let over = seat.next_incident("over-limit").await;
    assert_eq!(over, Incident::OverLimit { limit: "`processor`, 1 s".to_owned() });
    assert!(matches!(seat.next_incident("exited").await, Incident::Exited { status, .. } if status.contains("152")));
    seat.next_incident("restarted").await;
    seat.ready().await;
    assert_eq!(seat.asks("hello").await, "hello\n");
    seat.ends().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn it_may_sit_at_a_terminal() {
    let dialect = Dialect { terminal: true, ..Dialect::default() };
    let mut seat = Seat::with(Hermetic::default(), dialect).await;
    assert_eq!(seat.asks("terminal").await, "a terminal\n");
    assert_eq!(seat.asks("control").await, "no controlling terminal\n");
    seat.ends().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn everything_inside_ends_with_the_link() {
    for ending in [Ending::Told, Ending::Dropped] {
        let mut seat = Seat::cell(Hermetic::default()).await;
        assert!(seat.asks("leave").await.starts_with("left "));
        let mark = seat.folder.path().join("home").display().to_string();
        let living = || processes_with(&mark);
        assert!(living() >= 3, "walls, program and child are here: {}", living());
        match ending {
            Ending::Told => drop(seat.ends().await),
            Ending::Dropped => drop(seat.link),
        }
        wait_until(|| (living() == 0).then_some(())).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_left_by_a_link_that_was_cut_off_is_ended_by_the_next() {
    needs_walls();
    let workspace = tempfile::tempdir().unwrap();
    // As after `kill -9` of a server: the note says what runs, and nobody holds it.
    let home = workspace.path().join("home").display().to_string();
    let mut left = Command::new("bwrap");
    left.args(["--ro-bind", "/", "/", "--dev", "/dev", "--unshare-pid", "--die-with-parent", "--new-session", "--"]);
    left.args(["perl", "-e", "sleep 1000 while 1"]).env("HOME", &home).stdin(Stdio::null());
    let mut left = std::os::unix::process::CommandExt::process_group(&mut left, 0).spawn().unwrap();
    wait_until(|| (processes_with(&home) >= 3).then_some(())).await;
    let stat = fs::read_to_string(format!("/proc/{}/stat", left.id())).unwrap();
    let started = stat.rsplit_once(')').unwrap().1.split_ascii_whitespace().nth(19).unwrap().to_owned();
    let boot = fs::read_to_string("/proc/sys/kernel/random/boot_id").unwrap();
    fs::write(workspace.path().join("program"), format!("{} {started} {}", left.id(), boot.trim())).unwrap();

    let link = start(setup(workspace.path(), stdio(&["perl", "cell.pl"], Dialect::default()), Hermetic::default()));
    assert!(!left.wait().unwrap().success());
    drop(link);
    wait_until(|| (processes_with(&home) == 0).then_some(())).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_is_not_there_is_told_as_anywhere() {
    let workspace = tempfile::tempdir().unwrap();
    needs_walls();
    let protocol = stdio(&["no-such-program-anywhere"], Dialect::default());
    let mut seat = {
        let setup = setup(workspace.path(), protocol, Hermetic::default());
        Seat::start((workspace, setup))
    };
    let told = seat.next_incident("did-not-start").await.to_string();
    assert!(told.contains("no-such-program-anywhere: No such file"), "{told}");
    seat.next_incident("gave-up").await;
    seat.ends().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_folder_that_is_closed_to_the_programs_user_is_told_before_it_starts() {
    needs_walls();
    let (workspace, closed) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let mut setup = setup(workspace.path(), stdio(&["perl", "-e", "1"], Dialect::default()), Hermetic::default());
    setup.folder = closed.path().to_owned();
    fs::set_permissions(closed.path(), fs::Permissions::from_mode(0o700)).unwrap();
    let mut seat = Seat::start((workspace, setup));
    // Only root gives the program a user of its own.
    if fs::metadata("/proc/self").unwrap().uid() == 0 {
        let told = seat.next_incident("not-hermetic").await.to_string();
        assert!(told.contains("chmod o+rx") && told.contains("take `hermetic` out"), "{told}");
        seat.next_incident("gave-up").await;
    } else {
        seat.next_incident("exited").await;
    }
    seat.ends().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_directory_program_runs_by_itself_and_finds_its_directory() {
    for outside in [false, true] {
        needs_walls();
        let (workspace, place) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let directory = outside.then(|| place.path().join("communications"));
        let command = ["perl", "echo.pl", "{directory}"].map(str::to_owned).to_vec();
        let protocol = Protocol::Lpp { directory, command: Some(command) };
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/lpp").canonicalize().unwrap();
        let setup = Setup { folder, ..setup(workspace.path(), protocol, Hermetic::default()) };
        let mut seat = Seat::start((workspace, setup));
        seat.ready().await;
        assert_eq!(seat.asks("Hello, Jim.").await, "You said: Hello, Jim.\n");
        seat.ends().await;
    }
}

enum Ending {
    Told,
    Dropped,
}

impl Seat {
    async fn cell(limits: Hermetic) -> Self {
        Self::with(limits, Dialect::default()).await
    }

    async fn with(limits: Hermetic, dialect: Dialect) -> Self {
        needs_walls();
        let workspace = tempfile::tempdir().unwrap();
        let setup = setup(workspace.path(), stdio(&["perl", "cell.pl"], dialect), limits);
        let mut seat = Self::start((workspace, setup));
        seat.ready().await;
        seat
    }

    async fn asks(&mut self, line: &str) -> String {
        self.types(line).await;
        self.types("\n").await;
        let mut typed = Typed::default();
        while !typed.as_str().ends_with('\n') {
            match self.next().await {
                FromEntry::Key(key) => typed.press(key),
                other => panic!("expected an answer to `{line}`, got {other:?}"),
            }
        }
        typed.as_str().to_owned()
    }
}

fn stdio(command: &[&str], dialect: Dialect) -> Protocol {
    let command = command.iter().map(|word| (*word).to_owned()).collect();
    Protocol::Stdio { command, prompts: vec![], dialect }
}

fn setup(workspace: &Path, protocol: Protocol, limits: Hermetic) -> Setup {
    Setup {
        folder: programs(),
        hermetic: Some(limits),
        ..Setup::new(protocol, rulebook::shipped::rulebook("loebner-2010").unwrap().interview, workspace)
    }
}

fn programs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs")
}

/// How many processes have this home. A name in the environment stays with everything that a program starts.
fn processes_with(home: &str) -> usize {
    let wanted = format!("HOME={home}");
    let environments =
        fs::read_dir("/proc").unwrap().filter_map(|item| fs::read(item.ok()?.path().join("environ")).ok());
    environments.filter(|names| names.split(|byte| *byte == 0).any(|name| name == wanted.as_bytes())).count()
}

fn needs_walls() {
    peers::needs("bwrap", &["--version"]);
    peers::needs("perl", &["--version"]);
}
