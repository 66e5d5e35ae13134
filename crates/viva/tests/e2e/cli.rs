//! The command line by itself: files with faults, wrong words, exit codes.

use std::{
    io::{Read, Write},
    os::unix::{fs::PermissionsExt, net::UnixStream},
    process::Output,
};

use reqwest::StatusCode;

use crate::support::{Server, contest_file, house_entries, talk, viva};

fn run(arguments: &[&str]) -> Output {
    viva().args(arguments).output().unwrap()
}

#[test]
fn the_contest_file_that_viva_writes_has_no_faults_and_lacks_its_programs() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.toml");
    let file = file.to_str().unwrap();
    let new = run(&["contest", "new", file]);
    assert!(new.status.success() && talk(&new).contains("viva contest check"), "{}", talk(&new));
    let check = run(&["contest", "check", file]);
    assert_eq!(check.status.code(), Some(3), "{}", talk(&check));
    let missing = "files of programs are missing: Doctor (`doctor.pl`), Parrot (`parrot.py`), Typist (`./typist`)";
    assert!(talk(&check).contains(missing), "{}", talk(&check));
    assert_eq!(run(&["contest", "new", file]).status.code(), Some(2), "an existing file is left alone");
    let printed = run(&["contest", "new"]);
    assert_eq!(printed.stdout, std::fs::read(file).unwrap());
    assert!(run(&["contest", "new", file, "--rulebook", "loebner-2006", "--force"]).status.success());
    let check = run(&["contest", "check", file]);
    assert!(check.status.code() == Some(3) && talk(&check).contains("Loebner Prize 2006"), "{}", talk(&check));
}

#[test]
fn ten_mistakes_in_a_contest_file_are_ten_reports_with_their_places() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("wrong.toml");
    let text = contest_file(&house_entries(), "[overrides.interview]\ntalk = \"25 parsecs\"\ntlak = \"5m\"\n")
        .replace("organiser = \"Nobody\"", "organizer = \"Nobody\"")
        .replace("name = \"judge number 2\"", "name = \"judge number 1\"")
        .replace("name = \"confederate number 3\"", "name = 3")
        .replacen("protocol = \"stdio\"", "protocol = \"telepathy\"", 1)
        .replacen("silence = \"60s\"", "silence = \"10 weeks\"", 1)
        .replacen("contestant = \"Somebody\"", "contestant = \"\"", 1)
        .replace("seed = \"story\"", "seed = true")
        .replace("id = \"story\"", "id = \"A Story!\"");
    std::fs::write(&file, text).unwrap();
    let check = run(&["contest", "check", file.to_str().unwrap()]);
    let said = talk(&check);
    assert_eq!(check.status.code(), Some(1), "{said}");
    let reports = said.matches("rulebook::").count();
    assert_eq!(reports, 10, "{said}");
    assert!(said.contains("wrong.toml") && said.contains("organiser"), "{said}");
}

#[test]
fn what_cannot_be_read_says_so_and_ends_with_2() {
    for arguments in [
        &["contest", "check", "/nowhere/mine.toml"][..],
        &["rulebook", "check", "/nowhere/mine.toml"],
        &["rulebook", "show", "loebner-1873"],
        &["record", "verify", "/nowhere/mine.viva"],
        &["entry", "play", "hal"],
        &["demo", "--pace", "0"],
        &["serve"],
        &["serve", "--data", "/nowhere", "--listen", "0.0.0.0:0"],
        &["serve", "--data", "/nowhere", "--listen", "localhost"],
        &["serve", "--data", "/nowhere", "--listen", ":8080"],
        &["serve", "--data", "/nowhere", "--listen", "local host:8080"],
        &["serve", "--data", "/nowhere", "--url", "ftp://example.org"],
        &["frobnicate"],
    ] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", talk(&output));
        assert!(!talk(&output).is_empty() && output.stdout.is_empty(), "{arguments:?}");
    }
}

#[test]
fn shipped_rulebooks_are_listed_shown_and_sound() {
    let list = run(&["rulebook", "list"]);
    assert!(String::from_utf8(list.stdout).unwrap().contains("loebner-2010"));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("shown.toml");
    std::fs::write(&file, run(&["rulebook", "show", "--toml", "loebner-2010"]).stdout).unwrap();
    assert!(run(&["rulebook", "check", file.to_str().unwrap()]).status.success());
}

#[test]
fn a_file_that_is_no_record_is_not_verified() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("no.viva");
    for bytes in [&b""[..], b"PK\x03\x04", b"\x00\xff nonsense"] {
        std::fs::write(&file, bytes).unwrap();
        for verb in ["verify", "show"] {
            let output = run(&["record", verb, file.to_str().unwrap()]);
            assert_eq!(output.status.code(), Some(1));
        }
    }
}

#[test]
fn a_note_that_is_no_checkpoint_is_a_mistake_of_the_command_line_and_no_fault_of_the_record() {
    let folder = tempfile::tempdir().unwrap();
    let (record, note) = (folder.path().join("no.viva"), folder.path().join("note"));
    std::fs::write(&record, "").unwrap();
    for text in ["no note at all", "a letter\n\n\u{2014} vivavoce/mine SIGNATURE\n"] {
        std::fs::write(&note, text.replace("SIGNATURE", &format!("{}=", "A".repeat(91)))).unwrap();
        let verify = ["record", "verify", record.to_str().unwrap(), "--checkpoint", note.to_str().unwrap()];
        let output = run(&verify);
        assert_eq!(output.status.code(), Some(2), "{}", talk(&output));
        assert!(talk(&output).contains("--checkpoint is no signed checkpoint"), "{}", talk(&output));
    }
}

#[test]
fn a_contest_is_not_called_like_an_address_of_the_server() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("join.toml");
    std::fs::write(&file, contest_file(&house_entries(), "").replace("id = \"story\"", "id = \"join\"")).unwrap();
    let data = folder.path().join("data");
    let serve = run(&["serve", "--listen", "127.0.0.1:0", "--data", data.to_str().unwrap(), file.to_str().unwrap()]);
    assert_eq!(serve.status.code(), Some(1));
    assert!(talk(&serve).contains("give it another `id`"), "{}", talk(&serve));
}

#[test]
fn a_second_server_on_the_same_folder_is_told_so() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let first = Server::start(&data, &[]);
    let second = run(&["serve", "--listen", "127.0.0.1:0", "--data", data.to_str().unwrap()]);
    assert_eq!(second.status.code(), Some(1));
    assert!(talk(&second).contains("in use by another server"), "{}", talk(&second));
    first.kill();
    // The lock died with its holder.
    drop(Server::start(&data, &[]));
}

#[tokio::test]
async fn an_organiser_who_lost_the_link_gets_another_while_the_server_runs() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let data = data.to_str().unwrap();
    let server = Server::with_contest(folder.path(), &contest_file(&house_entries(), ""), &[]);
    let organiser = server.organiser().await;
    let output = run(&["serve", "--data", data, "--organiser-link", "story"]);
    assert_eq!(output.status.code(), Some(0), "{}", talk(&output));
    let said = talk(&output);
    let link = said.lines().map(str::trim).find(|line| line.contains("/join/")).expect(&said).to_owned();
    assert!(link.starts_with(&server.url), "{link}");
    assert_eq!(organiser.get(&organiser.page).await.0, StatusCode::FORBIDDEN, "the earlier session ended");
    let organiser = server.join(&link).await;
    assert_eq!(organiser.get(&organiser.page).await.0, StatusCode::OK);

    let unknown = run(&["serve", "--data", data, "--organiser-link", "nothing"]);
    assert_eq!(unknown.status.code(), Some(1));
    assert!(talk(&unknown).contains("there is no contest `nothing` in this folder"), "{}", talk(&unknown));

    // A process that reaches the socket without the folder's key gets nothing, and no other user can reach it.
    let socket = folder.path().join("data").join("control");
    assert_eq!(std::fs::metadata(&socket).unwrap().permissions().mode() & 0o777, 0o600);
    let mut guess = UnixStream::connect(&socket).unwrap();
    guess.write_all(format!("{}\nstory\n", "0".repeat(64)).as_bytes()).unwrap();
    let mut answer = String::new();
    guess.read_to_string(&mut answer).unwrap();
    assert_eq!(answer, "no \"the key of this folder is another\"\n");
    assert_eq!(organiser.get(&organiser.page).await.0, StatusCode::OK);

    // The socket of a killed server is free: the folder is served again, with a new link.
    server.kill();
    let again = Server::start(folder.path().join("data").as_path(), &["--organiser-link", "story"]);
    assert!(again.organiser_link.is_some());
}

#[tokio::test]
async fn a_server_listens_on_a_name_and_its_links_begin_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::with_contest(folder.path(), &contest_file(&house_entries(), ""), &["--listen", "localhost:0"]);
    assert!(server.url.starts_with("http://localhost:"), "{}", server.url);
    server.organiser().await;
}
