//! Good entries pass every check; each broken one fails the intended check, with a helpful sentence.
//!
//! The broken ones are separate programs, in `tests/broken`. Time is faster: a judge at six times the speed.

#![allow(clippy::print_stderr, reason = "tests")]

use crate::peers;
use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use attachment::{FileKind, Format};
use entry::serve::{Answers, serve_websocket_taking};
use entry::{
    JudgeFile, Pace, Setup,
    check::{Check, CheckOutcome, Plan, Report, Verdict, run},
};
use rulebook::{
    contest_file::{Dialect, Lpp, Protocol, ReplyEnds},
    shipped,
};
use tokio::net::TcpListener;

/// Runs the suite on this entry; it must fail only the expected check, with these words.
async fn check(protocol: Protocol, expected: Option<(Check, &str, &str)>) {
    let report = report(protocol, &Check::ALL).await;
    judged(&report, expected);
}

/// Runs these checks on this entry.
async fn report(protocol: Protocol, checks: &[Check]) -> Report {
    let place = tempfile::tempdir().unwrap();
    let plan = Plan {
        setup: Setup {
            // Files that a program leaves behind are removed with it.
            folder: place.path().to_owned(),
            typing: Some(Duration::from_millis(60)),
            pace: Pace::new(6.0),
            ..Setup::new(protocol, shipped::rulebook("loebner-2010").unwrap().interview, place.path())
        },
        patience: Duration::from_secs(40),
        checks: checks.to_vec(),
        shows: vec![Arc::new(drawing())],
    };
    run("the entry", &plan, |_| {}).await
}

fn judged(report: &Report, expected: Option<(Check, &str, &str)>) {
    let Some((check, why, mend)) = expected else {
        assert!(report.is_passed(), "{}", told(report));
        return;
    };
    assert_eq!(report.failed().collect::<Vec<_>>(), [check], "{}", told(report));
    let failure = report.checks.iter().find(|verdict| verdict.outcome == CheckOutcome::Failed).unwrap();
    assert!(failure.found.contains(why) && failure.mend.contains(mend), "{failure}");
    assert!(failure.seen.len() > 1, "what came before is shown: {failure}");
    let rests_on_it = |verdict: &Verdict| verdict.check.needs().contains(&check);
    let not_tried = |verdict: &&Verdict| verdict.outcome == CheckOutcome::NotTried;
    assert!(report.checks.iter().filter(not_tried).all(rests_on_it), "{}", told(report));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sound_program_passes_over_lines() {
    check(stdio(&[&echo()], &[]), None).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sound_program_passes_over_the_directory_protocol() {
    check(lpp(&[&echo(), "{directory}"]), None).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn eliza_of_debian_passes_with_her_prompts_named() {
    peers::needs("perl", &["-MChatbot::Eliza", "-e", "1"]);
    let eliza = ["perl", "-MChatbot::Eliza", "-e", "$|=1; (new Chatbot::Eliza)->command_interface"];
    check(stdio(&eliza, &["you:", "Eliza:"]), None).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_doctor_of_emacs_passes_with_answers_that_an_empty_line_ends() {
    peers::needs("emacs", &["--version"]);
    let command = owned(&["emacs", "-Q", "--batch", "-l", &peers::peer("doctor.el")]);
    let dialect = Dialect { reply_ends: ReplyEnds::BlankLine, ..Dialect::default() };
    check(Protocol::Stdio { command, prompts: vec![], dialect }, None).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_brain_of_python_aiml_passes() {
    let python = peers::python("import aiml");
    check(stdio(&[&python, &peers::peer("aiml_loop.py"), &peers::peer("rules.aiml")], &[]), None).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_is_not_there_is_not_started() {
    let why = "`no-such-program-anywhere`: No such file";
    check(stdio(&["no-such-program-anywhere"], &[]), Some((Check::Connect, why, "without a shell"))).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_dies_at_once() {
    let why = "ended before anybody spoke (exit status: 3; its last words were: cannot open brain.txt)";
    broken("dies-at-once.sh", Check::Connect, why, "run it by hand").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_never_answers() {
    broken("never-answers.sh", Check::Greet, "no answer for", "print at once").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_answers_into_a_buffer() {
    broken("buffers.pl", Check::Greet, "no answer for", "`$| = 1` in Perl").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_dies_at_the_second_line() {
    let why = "ended after 4 lines of the judge";
    broken("dies-at-the-second-line.pl", Check::MultiLine, why, "line after line").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_floods() {
    broken("floods.sh", Check::Flood, "talks without end", "prints and does not read").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_echoes_prompts() {
    let mend = "`--prompt \"Bot:\" --prompt \"you:\"`";
    broken("echoes-prompts.pl", Check::WellFormed, "begins with \"Bot:\" or \"you:\"", mend).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_answers_in_colour() {
    broken("answers-in-colour.pl", Check::WellFormed, "control character \\x1b", "no colours").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_never_ends_a_line() {
    broken("half-lines.pl", Check::WellFormed, "did not end its line", "newline").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_ignores_the_judge_change() {
    broken("ignores-the-judge-change.pl", Check::JudgeChange, "heard of the first", "begin every conversation anew")
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_loops_at_the_end_of_its_input() {
    broken("loops-at-the-end-of-input.sh", Check::CleanStop, "runs in a loop", "input has ended").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_answers_the_backlog_after_a_restart() {
    broken("answers-the-backlog.pl", Check::Restart, "what was said before", "forget unanswered lines").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_that_takes_pictures_is_given_one_and_asked_about_it() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("ws://{}/entry", listener.local_addr().unwrap());
    let viewer = || -> Answers {
        let mut seen = None;
        Box::new(move |said| {
            if said.contains("PNG picture") {
                seen = said.lines().last().map(str::to_owned);
            }
            let is_asked = said.ends_with(['?', '.']);
            Vec::from_iter(is_asked.then(|| format!("You showed {}.", seen.as_deref().unwrap_or("nothing"))))
        })
    };
    tokio::spawn(serve_websocket_taking(listener, BTreeSet::from([FileKind::Picture]), viewer));
    let place = tempfile::tempdir().unwrap();
    let rules = shipped::rulebook("audio-visual").unwrap().interview;
    let protocol = Protocol::WebSocket { url, token_file: None };
    let plan = Plan {
        setup: Setup { pace: Pace::new(6.0), ..Setup::new(protocol, rules, place.path()) },
        patience: Duration::from_secs(40),
        checks: vec![Check::Connect, Check::Greet, Check::MultiLine, Check::Shown],
        shows: vec![Arc::new(drawing())],
    };
    let report = run("the entry", &plan, |_| {}).await;
    assert!(report.is_passed(), "{}", told(&report));
    let found = &report.checks[3].found;
    assert!(found.starts_with("asked what was shown, it answers \"You showed ") && found.contains("PNG"), "{found}");
}

#[tokio::test(flavor = "multi_thread")]
async fn one_is_struck_dumb_by_a_picture() {
    let why = "no answer for";
    broken("is-struck-dumb-by-a-picture.pl", Check::Shown, why, "print at once").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_prints_latin_1() {
    broken("prints-latin-1.pl", Check::Unicode, "not UTF-8", "print UTF-8").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_takes_backspace_for_a_word() {
    let fixture = fixture("types-backspace.pl");
    let expected = (Check::Backspace, "which the judge never said", "apply BackSpace");
    check(lpp(&["perl", &fixture, "{directory}"]), Some(expected)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_answers_in_json() {
    let mend = "`reply_ends = \"json\"` into the entry's table (`--set reply_ends=json` here): then the member `text`";
    broken("answers-in-json.pl", Check::WellFormed, "every answer is a JSON object", mend).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_answers_on_standard_error() {
    let why = "; on standard error it printed \"That is interesting. Go on.\\n\"";
    broken("answers-on-standard-error.pl", Check::Greet, why, "on standard output").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_talks_to_terminals_only() {
    let why = "; at a terminal it answers";
    broken("talks-to-terminals-only.pl", Check::Greet, why, "`--set terminal=true` here").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_crashes() {
    broken("crashes.pl", Check::Greet, "signal: 11 (SIGSEGV)", "a segmentation fault").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_dies_of_a_long_line() {
    let mend = "read lines of any length: the longest it was given had 4000 characters";
    broken("dies-of-a-long-line.pl", Check::LongInput, "buffer overflow", mend).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_lacks_a_part_of_itself() {
    broken("lacks-a-part.pl", Check::Connect, "Can't locate No/Such/Module.pm", "in `files`").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_was_saved_with_line_ends_of_dos() {
    let place = tempfile::tempdir().unwrap();
    for (interpreter, why) in [("/usr/bin/perl", "ends with a carriage return"), ("/usr/bin/env perl", "env: ")] {
        let script = place.path().join("bot");
        std::fs::write(&script, format!("#!{interpreter}\r\nprint 'Hello';\r\n")).unwrap();
        std::fs::set_permissions(&script, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
        check(stdio(&[script.to_str().unwrap()], &[]), Some((Check::Connect, why, "`dos2unix`"))).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn one_loads_and_says_so_and_that_is_no_answer() {
    check(stdio(&loads("0.6"), &[]), None).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bytes_that_are_no_text_are_remarked_upon_where_nothing_else_asks_for_them() {
    let report = report(stdio(&["perl", &fixture("prints-latin-1.pl")], &[]), &Check::QUICK).await;
    assert!(report.is_passed(), "{}", told(&report));
    let remarks: Vec<_> = report.checks.iter().flat_map(|verdict| &verdict.remarks).collect();
    assert!(matches!(remarks[..], [remark] if remark.contains("not UTF-8")), "{remarks:?}");
}

/// The number of checks of each program on a busy machine, from `VIVA_RUNS`. If set, programs also load for as long as
/// some real ones do.
fn runs() -> Option<usize> {
    std::env::var("VIVA_RUNS").ok().map(|runs| runs.parse().unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn verdicts_and_advice_do_not_depend_on_what_else_the_machine_does() {
    let loads = loads(if runs().is_some() { "5" } else { "0.6" });
    let fixtures = ["answers-in-json.pl", "answers-on-standard-error.pl", "buffers.pl", "dies-of-a-long-line.pl"];
    let fixtures = fixtures.map(fixture);
    let mut programs: Vec<Vec<&str>> = fixtures.iter().map(|fixture| vec!["perl", fixture.as_str()]).collect();
    programs.push(loads.to_vec());
    let checks = [&Check::QUICK[..5], &[Check::LongInput, Check::WellFormed]].concat();
    let verdicts = async |program: &[&str]| {
        let verdicts = report(stdio(program, &[]), &checks).await.checks;
        verdicts.into_iter().map(|verdict| (verdict.check, verdict.outcome, verdict.mend)).collect::<Vec<_>>()
    };
    let of_all = || futures_util::future::join_all(programs.iter().map(|program| verdicts(program)));
    let calm = of_all().await;
    let _busy = (0..8).map(|_| busy_beside()).collect::<Vec<_>>();
    for run in 0..runs().unwrap_or(1) {
        assert_eq!(of_all().await, calm, "run {run}");
    }
}

/// A thread that computes until the returned value is dropped.
fn busy_beside() -> Arc<()> {
    let alive = Arc::new(());
    let watched = Arc::downgrade(&alive);
    std::thread::spawn(move || while watched.strong_count() > 0 {});
    alive
}

fn loads(seconds: &str) -> [&str; 3] {
    static LOADS: std::sync::LazyLock<String> = std::sync::LazyLock::new(|| fixture("loads-and-says-so.pl"));
    ["perl", &LOADS, seconds]
}

/// A fixture over lines fails this check, with these words in the finding and in the advice.
async fn broken(name: &str, failed: Check, why: &str, mend: &str) {
    let interpreter = if name.ends_with(".pl") { "perl" } else { "sh" };
    check(stdio(&[interpreter, &fixture(name)], &[]), Some((failed, why, mend))).await;
}

/// A picture, which text programs receive as a sentence.
fn drawing() -> JudgeFile {
    let words = "The judge shows a picture: a house.";
    JudgeFile {
        kind: FileKind::Picture,
        format: Format::Png,
        description: "a house".to_owned(),
        seen: format!("[{words}]"),
        unseen: format!("[{words} You cannot see it.]"),
        bytes: Some(Arc::from(&include_bytes!("../../../simulate/src/people/exhibits/house.png")[..])),
    }
}

fn stdio(command: &[&str], prompts: &[&str]) -> Protocol {
    Protocol::Stdio { command: owned(command), prompts: owned(prompts), dialect: Dialect::default() }
}

fn lpp(command: &[&str]) -> Protocol {
    Protocol::Lpp(Lpp::Started(owned(command)))
}

fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

fn fixture(name: &str) -> String {
    peers::file("tests/broken", name)
}

/// The example program of this crate, which `cargo test` builds beside the tests.
fn echo() -> String {
    let test: PathBuf = std::env::current_exe().unwrap();
    let echo = test.parent().and_then(Path::parent).unwrap().join("examples/echo");
    assert!(echo.exists(), "{} is missing: run `cargo build -p entry --examples`", echo.display());
    echo.to_str().unwrap().to_owned()
}

fn told(report: &Report) -> String {
    report.checks.iter().map(|verdict| format!("{verdict}\n")).collect()
}
