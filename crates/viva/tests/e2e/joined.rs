//! `viva entry join lpp:DIR`: any entry with a judge program from elsewhere, as in 2013.

use std::{
    fs,
    io::{BufRead, BufReader, Write},
    path::Path,
    process::{Child, ChildStderr, Command, Stdio},
};

use rustix::process::{Pid, Signal, kill_process};

use crate::{eliza::eliza, support::viva};

/// An entry that plays in a directory, once it is ready.
struct Joined {
    child: Child,
    said: BufReader<ChildStderr>,
}

impl Joined {
    fn start(directory: &Path, arguments: &[&str]) -> Self {
        let mut child = viva()
            .args(["entry", "join", &format!("lpp:{}", directory.display()), "--typing", "1"])
            .args(arguments)
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let said = BufReader::new(child.stderr.take().unwrap());
        Self { child, said }
    }

    /// Reads its output up to these words.
    fn says(&mut self, words: &str) -> String {
        let mut told = String::new();
        while !told.contains(words) {
            assert!(self.said.read_line(&mut told).unwrap() > 0, "it never said {words}: {told}");
        }
        told
    }

    /// Ctrl-C.
    fn stops(mut self) {
        kill_process(Pid::from_child(&self.child), Signal::INT).unwrap();
        self.says("left the directory");
        assert_eq!(self.child.wait().unwrap().code(), Some(0));
    }
}

impl Drop for Joined {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Plays these lines through the judge program, and returns the answers.
fn judged(human: &Path, program: &Path, log: &Path, lines: &str) -> Vec<String> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/e2e/peers/judge-2013.pl");
    let mut judge = Command::new("perl");
    judge.arg(script).args([human, program, log]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit());
    let mut judge = judge.spawn().unwrap();
    judge.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    let output = judge.wait_with_output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap().lines().map(ToOwned::to_owned).collect()
}

#[test]
fn a_judge_program_of_2013_plays_two_rounds_with_entries_that_never_heard_of_its_protocol() {
    let place = tempfile::tempdir().unwrap();
    let folder = |name: &str| {
        let path = place.path().join(name);
        fs::create_dir(&path).unwrap();
        path
    };
    let (human, program) = (folder("Human"), folder("Eliza"));
    // A key from last week, which must be ignored.
    let stale = program.join("000135000000000000.x.judge");
    fs::create_dir(&stale).unwrap();
    let last_week = std::time::SystemTime::now() - std::time::Duration::from_secs(7 * 24 * 3600);
    fs::File::open(&stale).unwrap().set_modified(last_week).unwrap();

    // A built-in program plays the human, over the same protocol.
    let confederate = viva().args(["entry", "play", "parrot", "--lpp"]).arg(&human).args(["--typing", "1"]).spawn();
    let mut confederate = confederate.unwrap();
    let command = eliza().into_iter().map(|word| format!("'{word}'")).collect::<Vec<_>>().join(" ");
    let spec = format!("stdio:{command}");
    let prompts = ["--prompt", "you:", "--prompt", "Eliza:", spec.as_str()];
    let mut answers = Vec::new();
    for round in 1..=2 {
        let mut joined = Joined::start(&program, &prompts);
        let said = joined.says("the judge may begin");
        assert_eq!(said.contains("removed unread: 1 key "), round == 1, "{said}");
        let log = place.path().join(format!("round-{round}.log"));
        let lines = "program I am sad: my mother (she's 80) isn't well.\nhuman Hello?\nprogram Why?\n";
        let answered = judged(&human, &program, &log, lines);
        assert_eq!(answered.len(), 3, "{answered:?}");
        assert!(answered[0].len() > "program: ".len() && answered[2].len() > "program: ".len(), "{answered:?}");
        assert!(!answered.concat().contains("Eliza:"), "prompts are no speech: {answered:?}");
        let log = fs::read_to_string(log).unwrap();
        assert!(log.lines().filter(|line| line.contains(" program left ")).count() > 10, "{log}");
        joined.stops();
        answers.push(answered);
    }
    // The numbers continued, or the judge program would have shown nothing of the second round; no files are left over.
    let kept = fs::read_to_string(place.path().join("Eliza.sequence")).unwrap();
    assert!(kept.trim().parse::<u64>().unwrap() > 1_000, "{kept}");
    assert_eq!(fs::read_dir(&program).unwrap().count(), 0);
    confederate.kill().unwrap();
    confederate.wait().unwrap();
}

#[test]
fn what_cannot_be_joined_says_why() {
    let place = tempfile::tempdir().unwrap();
    let here = format!("lpp:{}", place.path().display());
    let own = format!("lpp:{}", place.path().display());
    for (arguments, words, code) in [
        (&["lpp:/no/such/folder", "stdio:cat"][..], "is no directory", 2),
        (&[here.as_str(), "stdio:cat", "--id", "ai0"], "neither a name nor a secret", 2),
        (&[here.as_str(), own.as_str()], "speaks this protocol", 2),
        (&["http://127.0.0.1:9", "stdio:cat"], "--secret-file", 2),
        (&[here.as_str(), "stdio:no-such-program"], "not started again", 1),
    ] {
        let output = viva().args(["entry", "join"]).args(arguments).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(code) && said.contains(words), "{arguments:?}: {said}");
    }
}
