//! `viva transcript`: files of every era, read, checked and converted.

use std::{
    fs,
    io::Write,
    path::Path,
    process::{Output, Stdio},
};

use serde_json::Value;

use crate::support::{data, talk, viva};

fn run(arguments: &[&str]) -> Output {
    viva().arg("transcript").args(arguments).output().unwrap()
}

fn with_input(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = viva()
        .arg("transcript")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    child.wait_with_output().unwrap()
}

/// The example in the rules of 1995, as on the page of forms.
pub(crate) const LP95: &str = "(c)1995 Cambridge Center For Behavioral Studies all rights reserved\r\n<Talker> <Jo Doe>\r\n\
    Start at: <1995/12/16 14:12:20 >\r\n*** JUDGE04 ***\r\nPROGRAM[14:12:25]Welcome judge 4\r\n\
    JUDGE04[14:12:32]Do you think that the\r\nJUDGE04[14:12:39]Republicans can succeed\r\n";

#[test]
fn a_historian_looks_at_a_file_checks_it_and_writes_it_in_the_form_of_2003() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("LP95-01.TXT");
    fs::write(&file, LP95).unwrap();
    let file = file.to_str().unwrap();
    let shown = run(&["show", file, "--utc-offset", "-300"]);
    assert!(shown.status.success(), "{}", talk(&shown));
    assert!(data(&shown).starts_with("Talker (entry, by Jo Doe)\nstarted 1995-12-16 14:12:20, all times UTC-05:00\n"));
    assert!(data(&shown).contains("14:12:32  judge 4  Do you think that the\n"), "{}", data(&shown));

    let checked = run(&["check", file]);
    assert!(checked.status.success());
    assert!(
        data(&checked).contains("lp95 in UTF-8 with CR LF, 1 conversation, 3 lines, 0 faults"),
        "{}",
        data(&checked)
    );

    let out = folder.path().join("logs");
    let converted = run(&["convert", file, "--to", "surrey", "--out", out.to_str().unwrap(), "--json"]);
    assert!(converted.status.success(), "{}", talk(&converted));
    assert!(talk(&converted).contains("not carried by surrey: names of contestants"), "{}", talk(&converted));
    let told: Value = serde_json::from_str(&data(&converted)).unwrap();
    let name = told[0]["files"][0].as_str().unwrap();
    assert_eq!(name, "1995-12-16-14-12-25-Talker-Judge04.log");
    let log = fs::read_to_string(out.join(name)).unwrap();
    assert!(log.contains("\r\n1995-12-16-14-12-32 JUDGE: Do you think that the\r\n"), "{log}");
    let again = run(&["convert", file, "--to", "surrey", "--out", out.to_str().unwrap()]);
    assert_eq!(again.status.code(), Some(2), "files that are there are left alone");

    let own = with_input(&["convert", "-", "--to", "ndjson"], LP95.as_bytes());
    assert!(own.status.success() && talk(&own).is_empty(), "{}", talk(&own));
    let back = with_input(&["convert", "-", "--to", "lp95"], data(&own).as_bytes());
    assert_eq!(data(&back), LP95);
    let json = with_input(&["show", "-", "--json"], data(&own).as_bytes());
    let told: Value = serde_json::from_str(&data(&json)).unwrap();
    assert_eq!((told[0]["form"].as_str(), told[0]["file"].as_str()), (Some("ndjson"), Some("standard input")));
    assert_eq!(told[0]["dialogues"][0]["visits"][0]["lines"][1]["text"], "Do you think that the");
}

#[test]
fn faults_have_their_places_and_a_check_says_no() {
    let log = b"(c)\r\nZo\xEB conversing with Judge 03\r\n\r\n2003-10-18-14-03-05 PROGRAM: caf\xE9\r\n\
        2003-10-18-14-02-11 JUDGE 99999: b\r\n";
    let checked = with_input(&["check", "-"], log);
    assert_eq!(checked.status.code(), Some(1));
    let said = data(&checked);
    assert!(said.contains("standard input: line 5: no judge has the number 99999"), "{said}");
    assert!(said.contains("line 5: the clock runs 54 s backwards"), "{said}");
    assert!(said.contains("surrey in Windows-1252 with CR LF, 1 conversation, 2 lines, 2 faults"), "{said}");
    let json = with_input(&["check", "-", "--json"], log);
    let told: Value = serde_json::from_str(&data(&json)).unwrap();
    assert_eq!((json.status.code(), told[0]["faults"][0]["line"].as_u64()), (Some(1), Some(5)));
    assert_eq!(told[0]["alphabet"], "Windows-1252");
    // The readable part is shown, with a warning.
    let shown = with_input(&["show", "-"], log);
    assert!(shown.status.success() && talk(&shown).contains("warning: standard input: line 5"), "{}", talk(&shown));
    assert!(data(&shown).contains("entry    café"), "{}", data(&shown));

    for (verb, code) in [("check", 1), ("show", 2)] {
        let nothing = with_input(&[verb, "-"], b"Dear sir,\nI write to you.\n");
        assert_eq!(nothing.status.code(), Some(code), "{verb}");
        assert!(talk(&nothing).contains("--form"), "{}", talk(&nothing));
    }
    let absent = run(&["check", "/nowhere/LP95-01.TXT"]);
    assert_eq!(absent.status.code(), Some(2));
    let several = with_input(&["convert", "-", "--to", "surrey"], format!("{LP95}*** JUDGE05 ***\r\n").as_bytes());
    assert_eq!(several.status.code(), Some(2), "two files have no place on standard output");
    assert!(talk(&several).contains("--out"), "{}", talk(&several));
    let round =
        with_input(&["convert", "-", "--to", "plain"], br#"{"content":"hi","to":"ai0","id":"judge0","secret":""}"#);
    assert!(round.status.success() && talk(&round).contains("the file has none"), "{}", talk(&round));
}

#[test]
fn a_conversation_is_cut_into_turns_as_it_is_judged_again() {
    let log = "Owner\r\nBot conversing with Judge 04\r\n\r\n\
        2003-10-18-14-00-00 PROGRAM: Welcome\r\n2003-10-18-14-00-05 JUDGE: Hello\r\n\
        2003-10-18-14-00-06 JUDGE: Who are you?\r\n2003-10-18-14-00-09 PROGRAM: A friend\r\n\
        2003-10-18-14-00-20 JUDGE: Are you there?\r\n";
    let shown = with_input(&["turns", "-"], log.as_bytes());
    assert!(shown.status.success(), "{}", talk(&shown));
    let expected = "Bot and judge 4: 2 turns\n\nturn 1\nwitness  Welcome\n\n\
        turn 2\njudge    Hello\njudge    Who are you?\nwitness  A friend\njudge    Are you there?\n\n";
    assert_eq!(data(&shown), expected);
    let json = with_input(&["turns", "-", "--json"], log.as_bytes());
    let told: Value = serde_json::from_str(&data(&json)).unwrap();
    let turns = told[0]["conversations"][0]["turns"].as_array().unwrap();
    assert_eq!(turns.iter().map(|turn| turn.as_array().unwrap().len()).collect::<Vec<_>>(), [1, 4]);
    assert_eq!((&turns[1][2]["by"], &turns[1][2]["text"]), (&"witness".into(), &"A friend".into()));
    let nothing = with_input(&["turns", "-"], b"Dear sir,\nI write to you.\n");
    assert_eq!(nothing.status.code(), Some(2), "{}", talk(&nothing));
}

#[test]
fn the_logs_of_2012_come_back_byte_for_byte_from_the_command_line() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/2012");
    let Ok(logs) = fs::read_dir(&folder) else {
        eprintln!("skipped: {} cannot be read", folder.display());
        return;
    };
    let mut count = 0;
    for log in logs.map(|log| log.unwrap().path()) {
        let path = log.to_str().unwrap();
        let same = run(&["convert", path, "--to", "keylog", "--utc-offset", "60"]);
        assert!(same.status.success() && talk(&same).is_empty(), "{path}: {}", talk(&same));
        assert!(same.stdout == fs::read(&log).unwrap(), "{path} does not come back");
        let checked = run(&["check", path]);
        assert!(checked.status.success() && data(&checked).contains("1 session, "), "{}", data(&checked));
        count += 1;
    }
    assert_eq!(count, 8);
}
