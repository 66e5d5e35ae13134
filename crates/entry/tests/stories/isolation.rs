//! Every promise of isolation, tried from inside by a program that attempts to break it.
//!
//! Needs bubblewrap and perl; on a machine without them it fails with the command that installs them.

use crate::peers;
use std::{
    fs,
    net::TcpListener,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::Duration,
};

use entry::{Apart, FromEntry, Incident, Setup, start};
use rulebook::{
    contest_file::{Dialect, Isolation, Limits, Lpp, Protocol},
    key::Typed,
};

use crate::seat::{Seat, wait_until};

#[tokio::test(flavor = "multi_thread")]
async fn it_reaches_no_network_though_it_lies_next_door() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let mut seat = Seat::hermetic().await;
    let answer = seat.asks(&format!("connect {}", listener.local_addr().unwrap().port())).await;
    assert_eq!(answer, "not connected: Connection refused\n");
    seat.ends().await;
    listener.set_nonblocking(true).unwrap();
    assert!(listener.accept().is_err(), "somebody came");
}

#[tokio::test(flavor = "multi_thread")]
async fn it_can_write_in_its_own_folders_and_nowhere_else() {
    let mut seat = Seat::cell(Limits::default()).await;
    for (place, answer) in [
        ("/etc/cell", "not written: Read-only file system\n"),
        ("/cell", "not written: Read-only file system\n"),
        ("/usr/bin/cell", "not written: Read-only file system\n"),
        ("/run/cell", "not written: Read-only file system\n"),
        ("/dev/cell", "not written: Read-only file system\n"),
        ("/home/cell", "not written: Read-only file system\n"),
        ("/proc/sys/kernel/hostname", "not written: Read-only file system\n"),
        ("cell", "written\n"),
        ("cell.pl", "written\n"),
        ("/tmp/cell", "written\n"),
        ("/var/tmp/cell2", "written\n"),
        ("/dev/shm/cell", "written\n"),
    ] {
        let found = seat.asks(&format!("write {place}")).await;
        let is_refused = answer.starts_with("not") && found.starts_with("not written: ");
        assert!(is_refused || found == answer, "{place}: {found}");
    }
    assert!(!Path::new("/tmp/cell").exists() && !Path::new("/dev/shm/cell").exists(), "it has a /tmp of its own");
    assert!(fs::read_to_string(programs().join("cell.pl")).unwrap().len() > 100, "it writes a copy");
    let home = seat.asks("value HOME").await;
    assert_eq!(seat.asks(&format!("write {}/notes", home.trim())).await, "written\n");
    assert_eq!(
        seat.asks(&format!("list {}", seat.folder.path().display())).await,
        "not listed: No such file or directory\n"
    );
    seat.ends().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn it_sees_what_its_table_names_and_no_home_no_data_no_process_and_no_word_of_ours() {
    let mut seat = Seat::cell(Limits::default()).await;
    assert_eq!(seat.asks("where").await, "in /home/guest/program\n");
    assert_eq!(seat.asks("list .").await, "there is cell.pl\n");
    assert_eq!(seat.asks("read cell.pl").await, "read\n");
    assert_eq!(seat.asks("read /etc/passwd").await, "read\n");
    for nowhere in ["/root", "/srv", "/opt", "/var/lib"] {
        assert_eq!(seat.asks(&format!("list {nowhere}")).await, "not listed: No such file or directory\n");
    }
    assert_eq!(seat.asks("list /home").await, "there is guest\n");
    let names = seat.asks("names").await;
    assert!(
        names.split_whitespace().all(|name| ["PATH", "HOME", "LANG", "TERM", "TZ", "MARK"].contains(&name)),
        "{names}"
    );
    // The sandbox's first process, and the program.
    assert_eq!(seat.asks("others").await, "seen 2\n");
    assert_eq!(seat.asks("powers").await, "CapEff:\t0000000000000000\n");
    assert_eq!(seat.asks("control").await, "no controlling terminal\n");
    assert_eq!(seat.asks("value MARK").await, format!("{}\n", mark(seat.folder.path())));
    seat.ends().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn it_gets_no_more_memory_than_it_may_have_and_its_last_words_say_so() {
    let mut seat = Seat::cell(Limits { memory_mib: 128, ..Limits::default() }).await;
    assert_eq!(seat.asks("allocate 20").await, "allocated 20971520\n");
    seat.types("allocate 500\n").await;
    let Incident::Exited { last_words, .. } = seat.next_incident("exited").await else { unreachable!("asked for") };
    assert!(last_words.contains("Out of memory"), "{last_words}");
    seat.next_incident("restarted").await;
    seat.ready().await;
    seat.ends().await;
}

/// The incident that ends a program with this attempt at memory. The restarted program answers.
async fn ended_by_memory(attempt: &str) -> String {
    let mut seat = Seat::cell(Limits { memory_mib: 96, disk_mib: 32, ..Limits::default() }).await;
    seat.types(&format!("{attempt}\n")).await;
    let over = seat.next_incident("over-limit").await.to_string();
    seat.next_incident("exited").await;
    seat.next_incident("restarted").await;
    seat.ready().await;
    assert_eq!(seat.asks("hello").await, "hello\n", "{attempt}");
    seat.ends().await;
    over
}

#[tokio::test(flavor = "multi_thread")]
async fn memory_that_it_shares_with_its_children_counts() {
    let over = ended_by_memory("share 200").await;
    assert!(over.contains("`memory_mib`, 96"), "{over}");
}

#[tokio::test(flavor = "multi_thread")]
async fn memory_that_it_holds_as_a_file_without_a_name_counts() {
    let over = ended_by_memory("nameless 10").await;
    assert!(over.contains("`memory_mib`, 96"), "{over}");
}

#[tokio::test(flavor = "multi_thread")]
async fn it_can_leave_no_segments_in_the_kernel() {
    for isolation in [Isolation::Bubblewrap, Isolation::Landlock] {
        let mut seat = Seat::kept(isolation, Limits::default()).await;
        assert_eq!(seat.asks("segment 200").await, "no segment: No space left on device\n", "{isolation}");
        seat.ends().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn it_can_make_no_place_of_its_own_that_nobody_bounds() {
    for isolation in [Isolation::Bubblewrap, Isolation::Landlock] {
        let mut seat = Seat::kept(isolation, Limits::default()).await;
        assert_eq!(seat.asks("nest").await, "not nested: Operation not permitted\n", "{isolation}");
        assert_eq!(seat.asks("fork 2").await, "2 born\n", "{isolation}");
        seat.ends().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn files_without_a_byte_count_too() {
    // Each file costs about a kibibyte of the kernel's memory, and a control group counts it: the memory must suffice for
    // all of them, so that their number alone ends the program.
    let mut seat = Seat::cell(Limits { memory_mib: 2_048, disk_mib: 32, ..Limits::default() }).await;
    seat.types("scatter 300000\n").await;
    let over = seat.next_incident("over-limit").await.to_string();
    // A full folder would end a restarted program again.
    seat.next_incident("gave-up").await;
    seat.ends().await;
    assert!(over.contains("`disk_mib`, 32") && over.contains("100000 files"), "{over}");
}

#[tokio::test(flavor = "multi_thread")]
async fn under_landlock_nothing_outlives_the_link_either() {
    for ending in [Ending::Told, Ending::Dropped] {
        let mut seat = Seat::kept(Isolation::Landlock, Limits::default()).await;
        assert_eq!(seat.asks("flee").await, "fled\n");
        let mark = mark(seat.folder.path());
        assert!(processes_with(&mark) >= 2, "program and daemon are here: {}", processes_with(&mark));
        match ending {
            Ending::Told => drop(seat.ends().await),
            Ending::Dropped => drop(seat.link),
        }
        wait_until(|| (processes_with(&mark) == 0).then_some(())).await;
    }
}

/// If set, this test process is the server to kill; the value is the folder of its link.
const TO_BE_KILLED: &str = "LINK_TO_BE_KILLED";

#[tokio::test(flavor = "multi_thread")]
async fn nothing_outlives_a_server_that_is_killed() {
    if let Some(workspace) = std::env::var_os(TO_BE_KILLED) {
        let workspace = PathBuf::from(workspace);
        let isolation =
            if mark(&workspace).ends_with("landlock") { Isolation::Landlock } else { Isolation::Bubblewrap };
        let mut setup = setup(&workspace, stdio(&["perl", "cell.pl"], Dialect::default()), Limits::default());
        setup.apart.isolation = isolation;
        let mut seat = Seat::start((tempfile::tempdir().unwrap(), setup));
        seat.ready().await;
        assert_eq!(seat.asks("flee").await, "fled\n");
        fs::write(workspace.join("fled"), "").unwrap();
        return std::future::pending().await;
    }
    needs_walls();
    for isolation in ["bubblewrap", "landlock"] {
        let folder = tempfile::tempdir().unwrap();
        // The last component of the path is the mark, and names the kind of isolation.
        let workspace = folder.path().join(format!("{}-{isolation}", mark(folder.path())));
        fs::create_dir(&workspace).unwrap();
        let mut server = Command::new(std::env::current_exe().unwrap());
        server.args(["isolation::nothing_outlives_a_server_that_is_killed", "--exact"]);
        let mut server = server.env(TO_BE_KILLED, &workspace).stdout(Stdio::null()).spawn().unwrap();
        wait_until(|| workspace.join("fled").exists().then_some(())).await;
        let all = || processes_with(&mark(&workspace));
        assert!(all() >= 2, "program and daemon are here: {}", all());
        // As `kill -9` does.
        server.kill().unwrap();
        server.wait().unwrap();
        wait_until(|| (all() == 0).then_some(())).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_ends_under_landlock_leaves_no_daemon_behind() {
    let mut seat = Seat::kept(Isolation::Landlock, Limits::default()).await;
    assert_eq!(seat.asks("flee").await, "fled\n");
    let mark = mark(seat.folder.path());
    seat.types("leap\n").await;
    seat.next_incident("exited").await;
    // The restarted program is the only one.
    seat.next_incident("restarted").await;
    seat.ready().await;
    wait_until(|| (processes_with(&mark) == 1).then_some(())).await;
    seat.ends().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_fills_its_folders_is_told_that_they_are_full() {
    let mut seat = Seat::cell(Limits { disk_mib: 32, ..Limits::default() }).await;
    for (place, mib) in [("/tmp/big", 8), ("/dev/shm/big", 8), ("big", 16), ("/home/guest/big", 16)] {
        let full = seat.asks(&format!("fill {place}")).await;
        assert!(full.starts_with("full: ") && full.contains("space"), "{place} of {mib} MiB: {full}");
    }
    assert_eq!(seat.asks("hello").await, "hello\n");
    seat.ends().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_fills_what_it_shares_with_the_server_is_ended() {
    needs_walls();
    let workspace = tempfile::tempdir().unwrap();
    let fill = "open(my $file, '>', \"$ARGV[0]/big\"); while (1) { print {$file} 'x' x 65536; select(undef, undef, undef, 0.001) }";
    let command = ["perl", "-e", fill, "{directory}"].map(str::to_owned).to_vec();
    let protocol = Protocol::Lpp(Lpp::Started(command));
    let limits = Limits { disk_mib: 8, ..Limits::default() };
    let setup = setup(workspace.path(), protocol, limits);
    let mut seat = Seat::start((workspace, setup));
    let over = seat.incident("over-limit").await;
    assert!(over.to_string().contains("`disk_mib`, 8"), "{over}");
    seat.ends().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn it_cannot_have_more_children_than_it_may_and_goes_on() {
    let mut seat = Seat::cell(Limits { processes: 12, ..Limits::default() }).await;
    assert_eq!(seat.asks("fork 100").await, "11 born: Resource temporarily unavailable\n");
    assert_eq!(seat.asks("hello").await, "hello\n");
    // Another program at the same time does not count towards its limit.
    let mut other = Seat::cell(Limits { processes: 12, ..Limits::default() }).await;
    assert_eq!(other.asks("fork 3").await, "3 born\n");
    other.ends().await;
    seat.ends().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_loop_ends_at_the_limit_of_its_processor_time_and_the_organiser_hears_of_it() {
    let mut seat = Seat::cell(Limits { processor: Some(Duration::from_secs(1)), ..Limits::default() }).await;
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
    let mut seat = Seat::with(Limits::default(), dialect).await;
    assert_eq!(seat.asks("terminal").await, "a terminal\n");
    assert_eq!(seat.asks("control").await, "no controlling terminal\n");
    seat.ends().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn everything_inside_ends_with_the_link() {
    for ending in [Ending::Told, Ending::Dropped] {
        let mut seat = Seat::cell(Limits::default()).await;
        assert!(seat.asks("leave").await.starts_with("left "));
        let mark = mark(seat.folder.path());
        let living = || processes_with(&mark);
        assert!(living() >= 2, "program and child are here: {}", living());
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
    // As after `kill -9` of a server: the note names a running program without an owner.
    let mark = mark(workspace.path());
    let mut left = Command::new("bwrap");
    left.args(["--ro-bind", "/", "/", "--dev", "/dev", "--unshare-pid", "--die-with-parent", "--new-session", "--"]);
    left.args(["perl", "-e", "sleep 1000 while 1"]).env("MARK", &mark).stdin(Stdio::null());
    let mut left = std::os::unix::process::CommandExt::process_group(&mut left, 0).spawn().unwrap();
    wait_until(|| (processes_with(&mark) >= 3).then_some(())).await;
    let stat = fs::read_to_string(format!("/proc/{}/stat", left.id())).unwrap();
    let started = stat.rsplit_once(')').unwrap().1.split_ascii_whitespace().nth(19).unwrap().to_owned();
    let boot = fs::read_to_string("/proc/sys/kernel/random/boot_id").unwrap();
    fs::write(workspace.path().join("program"), format!("{} {started} {}", left.id(), boot.trim())).unwrap();

    let link = start(setup(workspace.path(), stdio(&["perl", "cell.pl"], Dialect::default()), Limits::default()));
    assert!(!left.wait().unwrap().success());
    drop(link);
    wait_until(|| (processes_with(&mark) == 0).then_some(())).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_is_not_there_is_told_as_anywhere() {
    let workspace = tempfile::tempdir().unwrap();
    needs_walls();
    let protocol = stdio(&["no-such-program-anywhere"], Dialect::default());
    let mut seat = {
        let setup = setup(workspace.path(), protocol, Limits::default());
        Seat::start((workspace, setup))
    };
    let told = seat.next_incident("did-not-start").await.to_string();
    assert!(told.contains("`no-such-program-anywhere`: No such file"), "{told}");
    seat.next_incident("gave-up").await;
    seat.ends().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_folder_that_is_closed_to_everybody_else_is_copied_all_the_same() {
    needs_walls();
    let (workspace, closed) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    fs::copy(programs().join("cell.pl"), closed.path().join("cell.pl")).unwrap();
    let setup = setup(workspace.path(), stdio(&["perl", "cell.pl"], Dialect::default()), Limits::default());
    let setup = Setup { folder: closed.path().to_owned(), ..setup };
    fs::set_permissions(closed.path().join("cell.pl"), fs::Permissions::from_mode(0o600)).unwrap();
    fs::set_permissions(closed.path(), fs::Permissions::from_mode(0o700)).unwrap();
    let mut seat = Seat::start((workspace, setup));
    seat.ready().await;
    assert_eq!(seat.asks("hello").await, "hello\n");
    seat.ends().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_directory_program_runs_by_itself_and_finds_its_directory() {
    needs_walls();
    let workspace = tempfile::tempdir().unwrap();
    let command = ["perl", "echo.pl", "{directory}"].map(str::to_owned).to_vec();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/lpp").canonicalize().unwrap();
    let protocol = Protocol::Lpp(Lpp::Started(command));
    let setup = Setup { folder, ..setup(workspace.path(), protocol, Limits::default()) };
    let mut seat = Seat::start((workspace, setup));
    seat.ready().await;
    assert_eq!(seat.asks("Hello, Jim.").await, "You said: Hello, Jim.\n");
    seat.ends().await;
}

enum Ending {
    Told,
    Dropped,
}

impl Seat {
    async fn cell(limits: Limits) -> Self {
        Self::with(limits, Dialect::default()).await
    }

    async fn hermetic() -> Self {
        needs_walls();
        let workspace = tempfile::tempdir().unwrap();
        let mut setup = setup(workspace.path(), stdio(&["perl", "cell.pl"], Dialect::default()), Limits::default());
        setup.apart.hermetic = true;
        let mut seat = Self::start((workspace, setup));
        seat.ready().await;
        seat
    }

    async fn with(limits: Limits, dialect: Dialect) -> Self {
        needs_walls();
        let workspace = tempfile::tempdir().unwrap();
        let setup = setup(workspace.path(), stdio(&["perl", "cell.pl"], dialect), limits);
        let mut seat = Self::start((workspace, setup));
        seat.ready().await;
        seat
    }

    async fn kept(isolation: Isolation, limits: Limits) -> Self {
        needs_walls();
        let workspace = tempfile::tempdir().unwrap();
        let mut setup = setup(workspace.path(), stdio(&["perl", "cell.pl"], Dialect::default()), limits);
        setup.apart.isolation = isolation;
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

fn setup(workspace: &Path, protocol: Protocol, limits: Limits) -> Setup {
    let apart = Apart {
        isolation: Isolation::Bubblewrap,
        limits,
        environment: [("MARK".to_owned(), mark(workspace))].into(),
        launcher: env!("CARGO_BIN_EXE_entry-launcher").into(),
        ..Apart::not()
    };
    let rules = rulebook::shipped::rulebook("loebner-2010").unwrap().interview;
    Setup { folder: programs(), apart, ..Setup::new(protocol, rules, workspace) }
}

/// The value in the environment that marks the processes of a link.
fn mark(workspace: &Path) -> String {
    workspace.file_name().unwrap().to_str().unwrap().to_owned()
}

fn programs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs")
}

/// The number of processes with this mark. All descendants of a program inherit it in their environment.
fn processes_with(mark: &str) -> usize {
    let wanted = format!("MARK={mark}");
    let environments =
        fs::read_dir("/proc").unwrap().filter_map(|item| fs::read(item.ok()?.path().join("environ")).ok());
    environments.filter(|names| names.split(|byte| *byte == 0).any(|name| name == wanted.as_bytes())).count()
}

fn needs_walls() {
    peers::needs("bwrap", &["--version"]);
    peers::needs("perl", &["--version"]);
}
