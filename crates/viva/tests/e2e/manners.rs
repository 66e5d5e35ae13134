//! The program's manners at a terminal and in a pipe: `-` is standard input, colour follows the options, output is
//! wrapped to a narrow terminal, and long work shows its progress.

use std::{
    fs::{self, File},
    io::{Read, Write},
    process::{Child, Command, Stdio},
};

use rulebook::{Rulebook, shipped};
use rustix::{
    pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt},
    termios::{Winsize, tcsetwinsize},
};

use crate::{
    desk::Desk,
    support::{contest_file, data, house_entries, talk, viva},
};

/// The record of a small contest.
fn record() -> Vec<u8> {
    fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/records/example.viva")).unwrap()
}

/// A terminal of this many columns: its screen, and the end that programs write to.
fn terminal(columns: u16) -> (File, File) {
    let screen = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).unwrap();
    grantpt(&screen).unwrap();
    unlockpt(&screen).unwrap();
    tcsetwinsize(&screen, Winsize { ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 }).unwrap();
    let name = ptsname(&screen, Vec::new()).unwrap().into_string().unwrap();
    (File::from(screen), File::options().read(true).write(true).open(name).unwrap())
}

/// `viva` without any settings about colour.
fn plain_viva() -> Command {
    let mut command = viva();
    command.env_remove("NO_COLOR").env_remove("CLICOLOR").env_remove("CLICOLOR_FORCE").env("TERM", "xterm");
    command
}

/// Everything on a screen after the last writer is gone.
fn all_of(mut screen: File) -> String {
    let (mut all, mut bytes) = (Vec::new(), [0; 4096]);
    // A terminal without programs reports an error.
    while let Ok(read @ 1..) = screen.read(&mut bytes) {
        all.extend_from_slice(&bytes[..read]);
    }
    String::from_utf8(all).unwrap()
}

#[test]
fn a_dash_stands_for_standard_input_wherever_a_file_of_data_is_read() {
    let desk = Desk::new();
    let rules = shipped::find("loebner-2010").unwrap();
    let plan = desk.viva("schedule make loebner-2010").ends(0).data;
    let contest = contest_file(&house_entries(), "");
    let ballots = "round,judge,entry,confederate,choice\nR1,J1,E1,C1,E1\n";
    let lines = crate::transcript::LP95;
    for (file, input) in [
        ("rules.toml", rules.as_bytes()),
        ("plan.csv", plan.as_bytes()),
        ("mine.toml", contest.as_bytes()),
        ("ballots.csv", ballots.as_bytes()),
        ("lines.txt", lines.as_bytes()),
        ("mine.viva", &record()),
    ] {
        desk.lay(file, input);
    }
    for (line, file) in [
        ("rulebook check FILE", "rules.toml"),
        ("rulebook show FILE", "rules.toml"),
        ("rulebook show FILE --json", "rules.toml"),
        ("rulebook new --from FILE --id mine", "rules.toml"),
        ("contest check FILE", "mine.toml"),
        ("contest check FILE --json", "mine.toml"),
        ("contest calendar FILE", "mine.toml"),
        ("contest calendar FILE", "rules.toml"),
        ("schedule make FILE", "rules.toml"),
        ("schedule check loebner-2010 FILE", "plan.csv"),
        ("score FILE --rulebook loebner-2010", "ballots.csv"),
        ("score FILE", "mine.viva"),
        ("transcript check --form lp95 FILE", "lines.txt"),
        ("record verify FILE", "mine.viva"),
        ("record verify FILE --json", "mine.viva"),
        ("record show FILE", "mine.viva"),
        ("record stat FILE", "mine.viva"),
        ("record replay FILE --until 20", "mine.viva"),
        ("record search FILE hello", "mine.viva"),
        ("record review FILE", "mine.viva"),
        ("record prove FILE 37", "mine.viva"),
        ("record diff FILE mine.viva", "mine.viva"),
    ] {
        let named = desk.viva(&line.replace("FILE", file));
        let piped = desk.viva_reads(&line.replace("FILE", "-"), desk.bytes(file));
        let told = |text: &str| text.replace("standard input", "-").replace(file, "-");
        assert_eq!(told(&piped.data), told(&named.data), "{line}");
        assert_eq!(piped.code(), named.code(), "{line}: {piped} {named}");
    }
    desk.viva_reads("record export - --form plain --out plain", record()).ends(0);
    desk.viva_reads("record publish - --out site", record()).ends(0);
    assert_eq!(fs::read(desk.path("site/record.viva")).unwrap(), record());
}

#[test]
fn standard_input_is_read_once_and_not_without_an_end() {
    let desk = Desk::new();
    desk.viva("record diff - -").ends(2).says("standard input is named twice").says("hint:").prints_nothing();
    desk.viva("rulebook check -").ends(1).says("standard input");
    for line in ["rulebook check -", "contest check -", "schedule check loebner-2010 -"] {
        let endless = File::open("/dev/zero").unwrap();
        let output = viva().args(line.split(' ')).stdin(endless).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{line}: {}", talk(&output));
        assert!(talk(&output).contains("failed to read standard input"), "{line}: {}", talk(&output));
    }
}

#[test]
fn colour_is_on_a_terminal_and_elsewhere_only_when_it_is_asked_for() {
    let desk = Desk::new();
    desk.lay("wrong.toml", "name = 3\n");
    let wrong = desk.path("wrong.toml");
    let colours_a_pipe = |more: &[&str], variables: &[(&str, &str)]| {
        let mut command = plain_viva();
        command.args(["rulebook", "check", wrong.to_str().unwrap()]).args(more).envs(variables.iter().copied());
        talk(&command.output().unwrap()).contains('\u{1b}')
    };
    assert!(!colours_a_pipe(&[], &[]));
    assert!(colours_a_pipe(&["--color", "always"], &[]));
    assert!(colours_a_pipe(&["--color=always"], &[("NO_COLOR", "1")]), "the command line is stronger");
    assert!(colours_a_pipe(&[], &[("CLICOLOR_FORCE", "1")]));
    assert!(!colours_a_pipe(&[], &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]));
    assert!(!colours_a_pipe(&["--color", "never"], &[("CLICOLOR_FORCE", "1")]));
    let colours_a_terminal = |more: &[&str], variables: &[(&str, &str)]| {
        let (screen, there) = terminal(80);
        let mut command = plain_viva();
        command.args(["rulebook", "check", wrong.to_str().unwrap()]).args(more).envs(variables.iter().copied());
        command.stderr(there).status().unwrap();
        drop(command);
        all_of(screen).contains('\u{1b}')
    };
    assert!(colours_a_terminal(&[], &[]));
    assert!(!colours_a_terminal(&["--color", "never"], &[]));
    assert!(!colours_a_terminal(&[], &[("NO_COLOR", "1")]));
    assert!(!colours_a_terminal(&[], &[("TERM", "dumb")]));
    // Help and usage errors are coloured by the same rule.
    let help = |color: &str| data(&plain_viva().args(["--color", color, "rulebook", "--help"]).output().unwrap());
    assert!(help("always").contains('\u{1b}') && !help("never").contains('\u{1b}'));
    desk.viva("rulebook list --color mauve").ends(2).says("auto").says("always").says("never");
}

#[test]
fn forty_columns_are_filled_and_not_overflowed() {
    for arguments in [&["rulebook", "list"][..], &["rulebook", "--help"], &["record", "verify", "--help"]] {
        let (screen, there) = terminal(40);
        let mut command = plain_viva();
        let status = command.args(arguments).args(["--color", "never"]).stdout(there).stderr(Stdio::null()).status();
        assert!(status.unwrap().success());
        drop(command);
        let shown = all_of(screen);
        // Command lines to copy, command syntax and single words are not broken.
        let is_whole = |line: &str| {
            let line = line.trim_start();
            line.starts_with("viva ") || line.starts_with("Usage: ") || line.split_whitespace().count() == 1
        };
        let wide: Vec<&str> = shown.lines().filter(|line| line.chars().count() > 40 && !is_whole(line)).collect();
        assert!(wide.is_empty(), "{arguments:?}: {wide:#?}");
    }
    let (screen, there) = terminal(40);
    let mut command = plain_viva();
    command.args(["rulebook", "list"]).stdout(there).stderr(Stdio::null()).status().unwrap();
    drop(command);
    let shown = all_of(screen);
    for id in shipped::ids() {
        assert!(shown.lines().any(|line| line.trim_end() == id), "{id}: {shown}");
    }
}

/// `viva transcript check -`, which waits for piped input; its messages go to this stream.
fn waits(said: impl Into<Stdio>) -> Child {
    let mut command = plain_viva();
    command.args(["transcript", "check", "--form", "lp95", "-"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    command.stderr(said).spawn().unwrap()
}

#[test]
fn whoever_waits_at_a_terminal_is_told_how_far_it_is_and_a_pipe_is_told_nothing() {
    // It began before the other, so it has waited at least as long when the other prints.
    let mut quiet = waits(Stdio::piped());
    let (mut screen, there) = terminal(60);
    let mut watched = waits(there);
    let mut input = watched.stdin.take().unwrap();
    input.write_all(&vec![b' '; 300_000]).unwrap();
    let (mut shown, mut bytes) = (String::new(), [0; 256]);
    while !shown.contains("reading standard input, 0.3 MB") {
        let read = screen.read(&mut bytes).unwrap();
        assert!(read > 0, "it ended without a word: {shown}");
        shown += &String::from_utf8_lossy(&bytes[..read]);
    }
    drop(input);
    let output = watched.wait_with_output().unwrap();
    let rest = all_of(screen);
    let line = format!("{shown}{rest}");
    let wiped = line.rsplit_once("reading").unwrap().1;
    assert!(wiped.contains("\r ") && wiped.ends_with('\r'), "the line is taken away at the end: {line:?}");
    assert!(data(&output).contains("standard input"), "{}", data(&output));
    drop(quiet.stdin.take());
    let output = quiet.wait_with_output().unwrap();
    assert!(!talk(&output).contains("reading"), "{}", talk(&output));
}

#[test]
fn a_rulebook_of_nobodys_is_begun_explained_and_sound() {
    let desk = Desk::new();
    let text = desk.viva("rulebook new").ends(0).data;
    for shipped in shipped::ids().filter_map(shipped::rulebook) {
        let Rulebook { title, source, .. } = shipped;
        assert!(!text.contains(&title) && !text.contains(&source), "nothing of {title} stands in it");
    }
    // Every key has a comment above it; the keys of a role are under the comment of their table.
    let keys =
        text.lines().zip(text.lines().skip(1)).filter(|(_, line)| line.contains(" = ") && !line.starts_with('#'));
    for (above, line) in keys {
        let explained =
            above.starts_with('#') || above.contains(" = ") || above.starts_with('[') || above.ends_with("\"\"\"");
        assert!(explained, "{line}");
    }
    desk.viva("rulebook new --id village-rules --out rules.toml").ends(0).says("viva rulebook check rules.toml");
    desk.viva("rulebook check rules.toml").ends(0).prints("My rules");
    assert_eq!(desk.viva("rulebook show rules.toml --json").ends(0).json()["id"], "village-rules");
    desk.viva_reads("rulebook check -", &text).ends(0);
    desk.viva("rulebook new --id 'No id'").ends(2);
    desk.viva("demo rules.toml --seed 1").ends(0).prints("Taken for the human in half of its interviews");
}

#[test]
fn rulebooks_are_listed_with_what_tells_them_apart() {
    let desk = Desk::new();
    let list = desk.viva("rulebook list --json").ends(0).json();
    let of = |id: &str| list.as_array().unwrap().iter().find(|one| one["id"] == id).unwrap().clone();
    let (pairs, single) = (of("loebner-2010"), of("loebner-1995"));
    assert_eq!((&pairs["layout"], &pairs["judges"], &pairs["entries"]), (&"pair".into(), &4.into(), &4.into()));
    assert_eq!((&pairs["score"], &single["layout"]), (&"times-taken-for-human".into(), &"one".into()));
    let lines = desk.viva("rulebook list").ends(0);
    let line = lines.data.lines().find(|line| line.starts_with("loebner-2010")).unwrap();
    for part in ["4 × 8", "pair", "times-taken-for-human", "Loebner Prize 2010"] {
        assert!(line.contains(part), "{line}");
    }
    assert!(desk.viva("rulebook list").ends(0).data.lines().any(|line| line.contains(" …  ")), "{lines}");
}

#[test]
fn a_fault_is_told_to_programs_with_its_line_and_column() {
    let desk = Desk::new();
    let rules = shipped::find("loebner-2010").unwrap();
    let wrong = rules.replace("layout = \"pair\"", "  layout = \"pears\"");
    desk.lay("wrong.toml", &wrong);
    let at = wrong.lines().position(|line| line.contains("pears")).unwrap() + 1;
    let found = desk.viva("rulebook check wrong.toml --json").ends(1).json();
    let fault = &found["faults"][0];
    assert_eq!((&found["sound"], &fault["file"]), (&false.into(), &"wrong.toml".into()));
    assert_eq!(
        (&fault["line"], &fault["column"]),
        (&at.into(), &"  layout = ".len().saturating_add(1).into()),
        "{found}"
    );
    assert_eq!(fault["code"], "rulebook::unknown_word");
    assert!(fault["help"].as_str().is_some_and(|help| help.contains("pair")), "{found}");
    assert_eq!(desk.viva("rulebook check loebner-2010 --json").ends(0).json()["sound"], true);
    // A contest file with its own fault and its rulebook's.
    let contest =
        contest_file(&house_entries(), "").replace("\"loebner-2010\"", "\"wrong.toml\"").replace("seed = ", "sead = ");
    desk.lay("mine.toml", &contest);
    let found = desk.viva("contest check mine.toml --json").ends(1).json();
    let files: Vec<_> =
        found["faults"].as_array().unwrap().iter().map(|fault| fault["file"].as_str().unwrap()).collect();
    assert!(files.contains(&"mine.toml") && files.contains(&"wrong.toml"), "{found}");
    assert!(found["contest"].is_null(), "{found}");
    desk.lay("mine.toml", contest_file(&house_entries(), ""));
    let found = desk.viva("contest check mine.toml --json").ends(0).json();
    assert_eq!((&found["contest"]["judges"], &found["sound"]), (&4.into(), &true.into()), "{found}");
    desk.viva("contest check mine.toml --json --programs").ends(2);
}
