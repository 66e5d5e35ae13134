//! An entry that spies: what it learns behind its walls, under Landlock, and with nothing around it.
//!
//! The contest lies below the folder for temporary files, where every program has a folder of its own in its place.

use std::{
    fs,
    io::Read,
    net::TcpListener,
    os::{
        linux::net::SocketAddrExt,
        unix::net::{SocketAddr, UnixListener},
    },
    path::{Path, PathBuf},
    process::Stdio,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use crate::support::{PATIENCE, Server, contest_file, viva};

/// A text that stands in another program's file, and must not be found.
const OTHERS: &str = "the-plan-of-another-program";

/// What stands in the environment of the server, as other entries' keys do.
const KEY: &str = "key-of-another-entry";

#[test]
fn a_spy_learns_nothing_behind_its_walls() {
    let (found, folder) = spied("bubblewrap");
    for report in &found {
        let text = report.to_string();
        for needle in needles(&folder) {
            assert!(!text.contains(&needle), "{needle} was found: {}", around(report, &needle));
        }
        assert_eq!(report["arguments"], json!(["['spy/spy.py']"]));
        assert_eq!(report["folder"], json!(["/home/guest/program"]));
        assert_eq!(report["host name"], json!(["localhost"]));
        for way in ["socket", "notices"] {
            assert_eq!(report[way], Value::Null, "{way}");
        }
        // Its copy has no time but that of its own beginning.
        let times = report["files times"].as_array().unwrap();
        assert!(times.iter().all(|time| !time.as_str().unwrap().contains("spy.py 978307200")), "{times:?}");
    }
    assert_eq!(alike(&found[0]), alike(&found[1]), "one program cannot tell itself from another");
}

#[test]
fn a_spy_reads_nothing_under_landlock() {
    let (found, folder) = spied("landlock");
    for report in &found {
        let text = report.to_string();
        for needle in needles(&folder) {
            assert!(!text.contains(&needle), "{needle} was found: {}", around(report, &needle));
        }
    }
}

#[test]
fn a_spy_with_nothing_around_it_finds_things_and_the_organiser_was_told() {
    let (found, folder) = spied("none");
    let text = found[0].to_string();
    // The data folder on the command line of the server, the contest file, and what another program is made of.
    for needle in [folder.join("data").display().to_string(), "judge number 3".to_owned(), OTHERS.to_owned()] {
        assert!(text.contains(&needle), "{needle} was not found");
    }
    assert!(!found[0]["environment"].to_string().contains(KEY), "nobody inherits the environment of the server");
    let file = folder.join("contest.toml");
    let checked = viva().args(["contest", "check"]).arg(&file).output().unwrap();
    let told = String::from_utf8(checked.stderr).unwrap();
    assert!(checked.status.success(), "{told}");
    assert!(
        told.contains("E1 Spy 1: not kept apart") && told.contains("! `isolation = \"none\"`: it can read"),
        "{told}"
    );
    fs::remove_dir_all(folder).unwrap();
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

/// What spies find in a contest whose programs are kept apart so, and the contest's folder.
fn spied(isolation: &str) -> (Vec<Value>, PathBuf) {
    let folder = tempfile::tempdir().unwrap().keep();
    let spy = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/e2e/peers/spy.py");
    for (place, content) in [("spy", fs::read_to_string(spy).unwrap()), ("other", OTHERS.to_owned())] {
        fs::create_dir(folder.join(place)).unwrap();
        fs::write(folder.join(place).join("spy.py"), content).unwrap();
    }
    let old = fs::File::options().write(true).open(folder.join("spy/spy.py")).unwrap();
    old.set_modified(std::time::UNIX_EPOCH + Duration::from_secs(978_307_200)).unwrap();
    let _socket = UnixListener::bind_addr(
        &SocketAddr::from_abstract_name(format!("viva-secret-{isolation}-{}", std::process::id())).unwrap(),
    )
    .unwrap();
    let desk = TcpListener::bind("127.0.0.1:0").unwrap();
    let report = format!("REPORT = \"{}\"", desk.local_addr().unwrap());
    let entries: String = (1..=4)
        .map(|n| {
            format!(
                "[[entry]]\nname = \"Spy {n}\"\ncontestant = \"Somebody\"\nprotocol = \"stdio\"\n\
                 command = [\"python3\", \"spy/spy.py\"]\nenvironment = {{ {report} }}\n"
            )
        })
        .collect();
    let text = format!("isolation = \"{isolation}\"\n{}", contest_file(&entries, ""));
    let server = Server::with_contest_and_environment(&folder, &text, &[("VIVA_TEST_KEY", KEY)]);
    // Programs are started when it is drawn who meets whom.
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
    (found, folder)
}

/// What a program could tell itself from another by.
fn alike(report: &Value) -> Vec<&Value> {
    ["arguments", "folder", "home", "host name", "environment", "files names"].map(|way| &report[way]).into()
}

/// What no entry may learn: where it is, whom it talks to, what others are, and what the server keeps.
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

/// The ways in which a text was found.
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
