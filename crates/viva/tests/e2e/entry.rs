//! `viva entry check` and `talk`, as used by entrants at home.

use std::{
    io::Write,
    process::{Child, Command, Output, Stdio},
};

use serde_json::{Value, json};
use simulate::people::Exhibit;

use crate::{socketio::peer::packages, support::viva};

const VIVA: &str = env!("CARGO_BIN_EXE_viva");

/// The built-in programs.
const PROGRAMS: [&str; 5] = ["doctor", "parrot", "raconteur", "laconic", "finalist"];

#[test]
fn rule_38_of_2003_all_entries_are_asked_the_same_and_the_closest_are_listed() {
    let folder = tempfile::tempdir().unwrap();
    let entry = |name: &str, program: &str| {
        let command = json!([VIVA, "entry", "play", program]);
        format!("[[entry]]\nname = \"{name}\"\ncontestant = \"C\"\nprotocol = \"stdio\"\ncommand = {command}\n")
    };
    let file = folder.path().join("all.toml");
    let four = [("One", "doctor"), ("Two", "raconteur"), ("Three", "laconic"), ("Copy of one", "doctor")];
    std::fs::write(&file, four.map(|(name, program)| entry(name, program)).concat()).unwrap();
    let questions = folder.path().join("open.txt");
    std::fs::write(&questions, "What did you do last weekend?\n\nI feel sad about my mother. What should I do?\n")
        .unwrap();
    let answers = folder.path().join("answers.csv");
    let path = |path: &std::path::Path| path.display().to_string();
    let (file, questions, csv) = (path(&file), path(&questions), path(&answers));
    let line = [
        "entry",
        "alike",
        &file,
        "--questions",
        &questions,
        "--times",
        "2",
        "--answers",
        &csv,
        "--json",
        "--quiet",
        "1",
    ];
    let asked = viva().args(line).output().unwrap();
    assert_eq!(asked.status.code(), Some(0), "{asked:?}");
    let found: Value = serde_json::from_slice(&asked.stdout).unwrap();
    assert_eq!((&found["pairs"][0]["one"], &found["pairs"][0]["other"]), (&json!("E1"), &json!("E4")), "{found:#}");
    assert_eq!(found["pairs"].as_array().unwrap().len(), 6);
    // The same answers give the same figures, in words too, and the output leaves the decision to the panel.
    let again = viva().args(["intake", "likeness", &csv, "--json"]).output().unwrap();
    assert_eq!(serde_json::from_slice::<Value>(&again.stdout).unwrap(), found);
    let told = viva().args(["intake", "likeness", &csv, "--pairs", "1"]).output().unwrap();
    let (data, talk) = (String::from_utf8_lossy(&told.stdout), String::from_utf8_lossy(&told.stderr));
    assert!(data.starts_with("E1 and E4: ") && data.contains("asked     What did you do"), "{data}");
    assert!(talk.contains("1 of 6 pairs are shown") && talk.contains("is for people to judge"), "{talk}");
}

#[test]
fn the_house_passes_over_lines() {
    house("protocol = \"stdio\"", "command", &[]);
}

#[test]
fn the_house_passes_by_directory() {
    house("protocol = \"lpp\"", "command", &["--typing", "2", "--lpp", "{directory}"]);
}

#[test]
fn the_house_passes_at_a_terminal() {
    house("protocol = \"lp95\"", "command", &["--lp95"]);
}

#[test]
fn the_house_passes_over_a_websocket() {
    let url = "protocol = \"websocket\"\nurl = \"ws://127.0.0.1:{port}/entry\"";
    house(url, "server", &["--ws", "127.0.0.1:{port}"]);
}

#[test]
fn the_house_passes_as_a_model() {
    let url = "protocol = \"chat\"\nurl = \"http://127.0.0.1:{port}/v1\"\nmodel = \"house\"";
    house(url, "server", &["--chat", "127.0.0.1:{port}"]);
}

#[test]
fn the_house_passes_behind_a_page() {
    let page = "protocol = \"web\"\nurl = \"http://127.0.0.1:{port}/\"\nreply = \".line.witness .said\"\nreplies = \"all-new\"";
    houses(|program| {
        let entry = format!("stdio:{VIVA} entry play {program}");
        let serve = [VIVA, "entry", "serve", &entry, "--listen", "127.0.0.1:{port}", "--pace", "60"];
        format!("{page}\nserver = {}\n", json!(serve))
    });
}

#[test]
fn the_house_passes_over_socket_io() {
    let folder = tempfile::tempdir().unwrap();
    let secret = folder.path().join("secret");
    std::fs::write(&secret, "abc123\n").unwrap();
    let checks = PROGRAMS.map(|program| {
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let url = format!("http://127.0.0.1:{port}");
        let check = check(&format!("socketio:{url}"));
        let entry = format!("stdio:{VIVA} entry play {program}");
        let join =
            ["entry", "join", &url, "--id", "ai0", "--secret-file", secret.to_str().unwrap(), "--typing", "1", &entry];
        let program = viva().args(join).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        (check, program)
    });
    for (check, mut program) in checks {
        passes(check);
        program.kill().unwrap();
        program.wait().unwrap();
    }
}

#[test]
fn clients_of_three_ages_of_socket_io_pass_as_entries() {
    let echo = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/e2e/peers/socketio-echo.js");
    let checks = ["1.7.2", "2.5.0", "4.8.1"].map(|version| {
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let url = format!("http://127.0.0.1:{port}");
        let check = check(&format!("socketio:{url}"));
        let mut client = Command::new("node");
        client.args([echo, &url, "ai0", "abc123"]).envs(packages(version)).stdout(Stdio::null());
        (check, client.spawn().unwrap())
    });
    for (check, mut client) in checks {
        passes(check);
        client.kill().unwrap();
        client.wait().unwrap();
    }
}

/// Every built-in program passes every check over this protocol.
fn house(protocol: &str, key: &str, way: &[&str]) {
    houses(|program| {
        let command = [&[VIVA, "entry", "play", program], way].concat();
        format!("{protocol}\n{key} = {}\n", json!(command))
    });
}

/// The same, with a full table for each program.
fn houses(table: impl Fn(&str) -> String) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("house.toml");
    let head = |program| format!("[[entry]]\nname = \"{program}\"\ncontestant = \"the house\"\n");
    let tables = PROGRAMS.map(|program| head(program) + &table(program));
    std::fs::write(&file, tables.concat()).unwrap();
    let checks = PROGRAMS.map(|program| check(&format!("{}#{program}", file.display())));
    checks.into_iter().for_each(passes);
}

fn check(spec: &str) -> Child {
    let check = ["entry", "check", spec, "--json", "--pace", "6", "--patience", "60"];
    viva().args(check).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn passes(check: Child) {
    let output = check.wait_with_output().unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", text(&output)));
    assert_eq!((output.status.code(), &report["passed"]), (Some(0), &json!(true)), "{report:#}");
    assert_eq!(report["checks"].as_array().unwrap().len(), 15);
}

#[test]
fn a_failure_shows_the_bytes_and_how_to_mend_and_the_trace_holds_them_all() {
    let folder = tempfile::tempdir().unwrap();
    let trace = folder.path().join("trace.txt");
    let program = r#"stdio:perl -e '$|=1; <STDIN>; print "H\xef\n"; <STDIN>; die "no more\n"'"#;
    let check = ["entry", "check", program, "--pace", "6", "--only", "connect,greet,multi-line,unicode", "--trace"];
    let output = viva().args(check).arg(&trace).output().unwrap();
    let said = text(&output);
    assert_eq!(output.status.code(), Some(1), "{said}");
    for words in [
        "passed     connect",
        "FAILED     multi-line",
        "its last words were: no more",
        "to mend:",
        "not tried  unicode",
    ] {
        assert!(said.contains(words), "{words}: {said}");
    }
    assert!(said.contains(r#"program prints   "H\xef\n""#) && said.contains("1 of 4 checks failed"), "{said}");
    let trace = std::fs::read_to_string(trace).unwrap();
    let holds = |end: &str| trace.lines().any(|line| line.starts_with("greet\t") && line.ends_with(end));
    assert!(
        holds("\tjudge types\t\"H\"") && holds("\tprogram prints\t\"H\\xef\\n\"") && holds("\tjudge sees\t\"\\n\""),
        "{trace}"
    );
}

#[test]
fn what_names_no_entry_says_what_would() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("two.toml");
    std::fs::write(&file, table("One", "stdio", &json!(["cat"])) + &table("Two", "stdio", &json!(["cat"]))).unwrap();
    let file = file.to_str().unwrap();
    let broken = folder.path().join("broken.toml");
    std::fs::write(&broken, "[[entry]]\nname = \"One\"\nprotocol = \"stdio\"\n").unwrap();
    for (arguments, hint) in [
        (&["check", file][..], "#Two`"),
        (&["talk", &format!("{file}#Three")], "#One`"),
        (&["check", "telepathy:x"], "`stdio:COMMAND`"),
        (&["check", "stdio:"], "`stdio:COMMAND`"),
        (&["check", "stdio:perl -e 'oh"], "close the quotes"),
        (&["check", "lpp:x", "--prompt", "you:"], "belongs to"),
        (&["check", file, "--prompt", "you:"], "into the table"),
        (&["check", broken.to_str().unwrap()], "contestant"),
        (&["check", "stdio:cat", "--only", "grete"], "greet"),
        (&["check", "stdio:cat", "--trace", "/nowhere/trace"], "may write"),
    ] {
        let output = viva().arg("entry").args(arguments).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(2) && said.contains(hint), "{arguments:?}: {said}");
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn a_person_talks_with_an_entry_and_incidents_are_apart() {
    let program = r#"stdio:perl -e '$|=1; print "Welcome.\n"; while (<STDIN>) { chomp; print "$_, you say?\n" }'"#;
    let mut child = viva()
        .args(["entry", "talk", program])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"Oh\n").unwrap();
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8(output.stderr.clone()).unwrap();
    assert!(output.status.success() && said.contains("[greeted-early]") && said.contains("ready"), "{said}");
    assert_eq!(text(&output), "Oh, you say?\n");
}

#[test]
fn a_person_shows_an_entry_files_where_the_rulebook_lets_a_judge() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("my house.png"), Exhibit::Drawing.bytes()).unwrap();
    std::fs::write(folder.path().join("notes.txt"), "no picture").unwrap();
    let talk = |rulebook: &str, lines: &str| {
        let program = r#"stdio:perl -e '$|=1; while (<STDIN>) { chomp; print "$_, you say?\n" }'"#;
        let mut child = viva()
            .args(["entry", "talk", "--rulebook", rulebook, program])
            .current_dir(folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        (text(&output), String::from_utf8(output.stderr).unwrap())
    };
    let (data, said) = talk("audio-visual", "/show my house.png\n/show notes.txt\n/show nothing.png\nWell?\n");
    assert_eq!(data, "[The judge shows a picture. You cannot see it.], you say?\nWell?, you say?\n", "{said}");
    assert!(said.contains("notes.txt: ") && said.contains("nothing.png cannot be read"), "{said}");
    let (data, said) = talk("loebner-2010", "/show my house.png\nWell?\n");
    assert!(data == "Well?, you say?\n" && said.contains("hint: choose `--rulebook audio-visual`"), "{said}");
}

#[test]
fn a_talk_with_nobody_ends_with_1() {
    let output = viva().args(["entry", "talk", "stdio:no-such-program"]).stdin(Stdio::null()).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(1) && said.contains("did-not-start"), "{said}");
}

#[test]
fn what_a_check_will_take_is_said_before_it_begins() {
    let foretold = |arguments: &[&str]| {
        // No program listens there: only the forecast matters.
        let check =
            viva().args(["entry", "check", "--pace", "60", "--patience", "1"]).args(arguments).output().unwrap();
        String::from_utf8(check.stderr).unwrap()
    };
    let model = "chat:http://127.0.0.1:9/v1#m";
    let all = foretold(&[model]);
    assert!(all.contains("15 checks: ") && all.contains("requests") && all.contains("names no prices"), "{all}");
    assert!(all.contains("hint: --quick"), "{all}");
    let prices = ["--set", "price_in=1", "--set", "price_out=2", "--set", "currency=EUR", "--set", "max_tokens=10"];
    let priced = foretold(&[&["--quick", model][..], &prices].concat());
    assert!(priced.contains("6 checks: ") && priced.contains("at most 10 requests"), "{priced}");
    assert!(priced.contains("100 out if an answer has 10;") && priced.contains("less than 0.01 EUR"), "{priced}");
    assert!(!priced.contains("hint: --quick"), "{priced}");
}

#[test]
fn a_bare_script_is_taken_for_what_its_name_says() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("bot.py"), "import sys\nfor line in sys.stdin: print('Well.', flush=True)\n")
        .unwrap();
    let check = ["entry", "check", "--quick", "--pace", "6", "bot.py"];
    let output = viva().args(check).current_dir(folder.path()).output().unwrap();
    let said = String::from_utf8(output.stderr.clone()).unwrap();
    assert!(said.starts_with("`bot.py` names no protocol: taken for `stdio:python3 bot.py`\n"), "{said}");
    assert!(output.status.success() && text(&output).contains("all 6 checks passed"), "{}", text(&output));
    // Without a terminal there is no progress line.
    assert!(!said.contains('\r'), "{said}");
}

fn table(name: &str, protocol: &str, command: &Value) -> String {
    format!(
        "[[entry]]\nname = \"{name}\"\ncontestant = \"The house\"\nprotocol = \"{protocol}\"\ncommand = {command}\n"
    )
}

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}
