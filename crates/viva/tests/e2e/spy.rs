//! A spying entry: the information it finds under bubblewrap, under Landlock, and without isolation.
//!
//! The contest lies below the folder for temporary files, where every program sees only its own folder.

use std::{
    fs,
    io::Read,
    net::TcpListener,
    os::{
        linux::net::SocketAddrExt,
        unix::{
            fs::{MetadataExt, PermissionsExt, chown},
            net::{SocketAddr, UnixListener},
        },
    },
    path::Path,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::{PATIENCE, Server, contest_file, viva};

/// A text in another program's file, which must not be found.
const OTHERS: &str = "the-plan-of-another-program";

/// A value in the server's environment, like other entries' keys.
const KEY: &str = "key-of-another-entry";

#[test]
fn a_spy_learns_nothing_behind_its_walls() {
    for user in users() {
        for (way, arguments) in
            [(Way::Lines, "['spy/spy.py']"), (Way::Directory, "['spy/spy.py', '/home/guest/shared/directory']")]
        {
            let Spied { found, folder } = spied("bubblewrap", user, way);
            for report in &found {
                nothing_tells(report, folder.path());
                assert_eq!(report["arguments"], json!([arguments]));
                assert_eq!(report["folder"], json!(["/home/guest/program"]));
                assert_eq!(report["host name"], json!(["localhost"]));
                for way in ["socket", "notices"] {
                    assert_eq!(report[way], Value::Null, "{way}");
                }
                // Its copies have only the time of its own start.
                let times = report["files times"].as_array().unwrap();
                assert!(times.iter().all(|time| !time.as_str().unwrap().contains("spy.py 978307200")), "{times:?}");
            }
            let told = checked(folder.path());
            assert!(told.contains("MiB of memory for all its processes together, and at most "), "{told}");
            assert_eq!(alike(&found[0]), alike(&found[1]), "one program cannot tell itself from another");
        }
    }
}

#[test]
fn a_spy_reads_nothing_under_landlock() {
    for user in users() {
        for way in [Way::Lines, Way::Directory] {
            let Spied { found, folder } = spied("landlock", user, way);
            found.iter().for_each(|report| nothing_tells(report, folder.path()));
        }
    }
}

#[test]
fn a_spy_with_nothing_around_it_finds_things_and_the_organiser_was_told() {
    let Spied { found, folder } = spied("none", User::Ours, Way::Lines);
    let folder = folder.path();
    let text = found[0].to_string();
    // The data folder on the server's command line, the contest file, and another program's files.
    for needle in [folder.join("data").display().to_string(), "judge number 3".to_owned(), OTHERS.to_owned()] {
        assert!(text.contains(&needle), "{needle} was not found");
    }
    assert!(!found[0]["environment"].to_string().contains(KEY), "nobody inherits the environment of the server");
    let told = checked(folder);
    assert!(!told.contains("MiB of memory"), "nothing is limited: {told}");
    assert!(
        told.contains("E1 Spy 1: no sandbox") && told.contains("! `isolation = \"none\"`: the program can read"),
        "{told}"
    );
}

#[test]
fn programs_of_the_house_need_nothing_installed_and_others_are_told_what_they_need() {
    let talk = |entry: &str| {
        let mut talk = viva();
        talk.args(["entry", "talk", entry]).env("PATH", "/nowhere").stdin(Stdio::null());
        String::from_utf8(talk.output().unwrap().stderr).unwrap()
    };
    let told = talk(&format!("stdio:{} entry play doctor", env!("CARGO_BIN_EXE_viva")));
    assert!(told.contains("ready") && !told.contains("not-isolated"), "{told}");
    let told = talk("stdio:/bin/cat");
    for words in ["not-isolated", "apt-get install bubblewrap", "`isolation = \"landlock\"`"] {
        assert!(told.contains(words), "{words}: {told}");
    }
}

/// The output of `viva contest check` for the contest in this folder.
fn checked(folder: &Path) -> String {
    let checked = viva().args(["contest", "check"]).arg(folder.join("contest.toml")).output().unwrap();
    let told = String::from_utf8(checked.stderr).unwrap();
    assert!(checked.status.success(), "{told}");
    told
}

/// The user that runs the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum User {
    /// The user that runs the tests.
    Ours,
    /// An unprivileged user, if root runs the tests.
    Nobody,
}

/// The id of the user and the group that own nothing.
const NOBODY: u32 = 65_534;

fn users() -> Vec<User> {
    let is_root = fs::metadata("/proc/self").unwrap().uid() == 0;
    let nobody = is_root.then_some(User::Nobody);
    std::iter::once(User::Ours).chain(nobody).collect()
}

/// The protocol of a spy.
#[derive(Debug, Clone, Copy)]
enum Way {
    Lines,
    Directory,
}

/// The spies' findings, and the contest's folder.
struct Spied {
    found: Vec<Value>,
    folder: TempDir,
}

/// The spies' findings in a contest with this isolation.
fn spied(isolation: &str, user: User, way: Way) -> Spied {
    let temporary = tempfile::tempdir().unwrap();
    let folder = temporary.path();
    let spy = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/e2e/peers/spy.py");
    for (place, content) in [("spy", fs::read_to_string(spy).unwrap()), ("other", OTHERS.to_owned())] {
        fs::create_dir(folder.join(place)).unwrap();
        fs::write(folder.join(place).join("spy.py"), content).unwrap();
    }
    let old = fs::File::options().write(true).open(folder.join("spy/spy.py")).unwrap();
    old.set_modified(std::time::UNIX_EPOCH + Duration::from_secs(978_307_200)).unwrap();
    let name = format!("viva-secret-{isolation}-{user:?}-{way:?}-{}", std::process::id());
    let _socket = UnixListener::bind_addr(&SocketAddr::from_abstract_name(name).unwrap()).unwrap();
    let desk = TcpListener::bind("127.0.0.1:0").unwrap();
    let report = format!("REPORT = \"{}\"", desk.local_addr().unwrap());
    let speaks = match way {
        Way::Lines => "protocol = \"stdio\"\ncommand = [\"python3\", \"spy/spy.py\"]",
        Way::Directory => "protocol = \"lpp\"\ncommand = [\"python3\", \"spy/spy.py\", \"{directory}\"]",
    };
    let entries: String = (1..=4)
        .map(|n| {
            format!(
                "[[entry]]\nname = \"Spy {n}\"\ncontestant = \"Somebody\"\n{speaks}\nenvironment = {{ {report} }}\n"
            )
        })
        .collect();
    let text = format!("isolation = \"{isolation}\"\n{}", contest_file(&entries, ""));
    let place = tempfile::tempdir().unwrap();
    let server = Server::with_contest_by(run_by(user, folder, place.path()), folder, &text);
    // Programs start when the schedule is drawn.
    tokio::runtime::Runtime::new().unwrap().block_on(async {
        let drawn = server.organiser().await.post("do", &[("action", "draw"), ("anyway", "true")]).await;
        assert_eq!(drawn.0, 303, "{}", drawn.1);
    });
    desk.set_nonblocking(true).unwrap();
    let (mut found, deadline) = (Vec::new(), Instant::now() + PATIENCE);
    while found.len() < 2 {
        assert!(Instant::now() < deadline, "no spy reports");
        let Ok((mut spy, _)) = desk.accept() else {
            std::thread::yield_now();
            continue;
        };
        spy.set_nonblocking(false).unwrap();
        let mut told = String::new();
        spy.read_to_string(&mut told).unwrap();
        found.push(serde_json::from_str(&told).unwrap());
    }
    Spied { found, folder: temporary }
}

/// The server's command for a contest in this folder. `place` may hold a program that every user can start.
fn run_by(user: User, folder: &Path, place: &Path) -> Command {
    let mut command = match user {
        User::Ours => viva(),
        User::Nobody => {
            // Other users often cannot reach root's files.
            let program = place.join("viva");
            fs::set_permissions(place, fs::Permissions::from_mode(0o755)).unwrap();
            if fs::hard_link(env!("CARGO_BIN_EXE_viva"), &program).is_err() {
                fs::copy(env!("CARGO_BIN_EXE_viva"), &program).unwrap();
            }
            for path in ["spy", "spy/spy.py", "other", "other/spy.py", ""] {
                chown(folder.join(path), Some(NOBODY), Some(NOBODY)).unwrap();
            }
            let mut command = Command::new("setpriv");
            let [user, group] = ["--reuid", "--regid"].map(|kind| format!("{kind}={NOBODY}"));
            command.args([&user, &group, "--clear-groups", "--"]).arg(program);
            command.env("PATH", "/usr/local/bin:/usr/bin:/bin").env("HOME", "/nonexistent").env("NO_COLOR", "1");
            command
        }
    };
    command.env("VIVA_TEST_KEY", KEY);
    command
}

/// No text of a report reveals a secret, and no name in it is one of the contest's.
fn nothing_tells(report: &Value, folder: &Path) {
    let text = report.to_string();
    for needle in needles(folder) {
        assert!(!text.contains(&needle), "{needle} was found: {}", around(report, &needle));
    }
    let ways = ["arguments", "folder", "home", "environment", "files names", "process mountinfo", "process cwd"];
    let texts = ways.iter().flat_map(|way| report[way].as_array().into_iter().flatten()).filter_map(Value::as_str);
    for text in texts {
        // Ids such as J1, R2 and E3, alone or combined.
        let mut names = text.split(|c: char| !c.is_ascii_alphanumeric());
        let told = names.find(|name| {
            let letters = name.chars().filter(char::is_ascii_alphabetic);
            name.starts_with(['J', 'R', 'E', 'C'])
                && name.len() < 6
                && letters.clone().all(|c| "JREC".contains(c))
                && name.ends_with(|c: char| c.is_ascii_digit())
        });
        assert_eq!(told, None, "{text}");
    }
}

/// The facts by which a program could tell itself from another.
fn alike(report: &Value) -> Vec<&Value> {
    ["arguments", "folder", "home", "host name", "environment", "files names"].map(|way| &report[way]).into()
}

/// The facts that no entry may learn: its place, its partners, the other entries, and the server's data.
fn needles(folder: &Path) -> Vec<String> {
    let place = folder.file_name().unwrap().to_str().unwrap();
    [
        "signing-key",
        "store.db",
        "judge number",
        "confederate number",
        "Spy 1",
        "R1J1",
        "E1-R1",
        "/entries/",
        OTHERS,
        KEY,
    ]
    .into_iter()
    .chain([place])
    .map(str::to_owned)
    .collect()
}

/// The ways by which a text was found.
fn around(report: &Value, needle: &str) -> String {
    let ways = report.as_object().unwrap().iter();
    let found = ways.filter(|(_, found)| found.to_string().contains(needle)).map(|(way, found)| {
        let text = found.to_string();
        let at = text.find(needle).unwrap();
        let piece: String = text.chars().skip(text[..at].chars().count().saturating_sub(80)).take(200).collect();
        format!("{way}: …{piece}…")
    });
    found.collect::<Vec<_>>().join("\n")
}
