//! `viva judge --terminal`: whole sessions through pipes, against the real server, with scripted confederates.

use std::{
    fmt::Write as _,
    io::{Read, Write},
    os::unix::fs::PermissionsExt,
    process::{Child, ChildStdin, Command, Stdio},
    sync::{Arc, Condvar, Mutex},
    time::Instant,
};

use rulebook::{ConfederateId, Seed, shipped};
use serde_json::json;
use simulate::people::Person;

use crate::support::{Guest, PATIENCE, Server, Socket, viva};

/// The pace of these contests: scripted people take seconds to answer.
const PACE: &str = "20";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_judge_at_a_terminal_of_lines_goes_from_terminal_to_terminal_and_ranks_them_all() {
    let mut hall = Hall::open("loebner-1995", (1, 2, 2), &doctor()).await.with_confederates("loebner-1995");
    let mut judge = Terminal::sit(&[&hall.link("J1")]);
    for round in 1..=4 {
        judge.until("Press Return when you are in place");
        judge.types("Is anybody there?");
        judge.until("Nothing was sent");
        judge.types("");
        judge.until("You are in place");
        hall.open_round().await;
        judge.until(&format!("Round {round} of 4: talk."));
        judge.until("@@01");
        judge.until("> ");
        judge.types("Hello, what did you do today?");
        judge.until("> ");
        judge.types("");
        // The answer, in lines, and the prompt when the turn has come back or the program waits.
        judge.until_line(|line| line.chars().filter(|c| c.is_alphabetic()).count() > 4);
        hall.end("talk", round).await;
        judge.until("How well did the replies fit");
        for wrong in ["", "6", "2.5", "well"] {
            judge.types(wrong);
            judge.until("[not an answer:");
        }
        judge.types("4");
        judge.until("How much did the replies take up");
        judge.types("2");
        judge.until("Your ballot is sealed");
        judge.until("/change begins again");
        hall.end("scoring", round).await;
    }
    judge.until("Ballots at the end.");
    judge.until("least human first");
    judge.types("1 2 3");
    judge.until("is missing from your order");
    judge.types("3 1 4 2");
    judge.until("Your ranking is sealed");
    hall.ask(json!({"do": "end-phase", "ending": {"phase": "end-ballots", "trial": 1}})).await;
    judge.until("Thank you.");
    let (code, printed, said) = judge.ends();
    assert_eq!((code, said.as_str()), (Some(0), ""));
    assert!(printed.contains("/story/results"), "{printed}");
    let result: serde_json::Value = hall.get("/story/results.json").await;
    assert_eq!(result["result"]["rankings"].as_array().map_or(0, Vec::len), 1, "{result}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_judge_at_a_terminal_reads_what_others_said_and_says_a_number_after_each_turn() {
    let folder = tempfile::tempdir().unwrap();
    let text = crate::second_sight::contest_file(folder.path(), 1);
    let mut hall = Hall::serve(folder, &text, vec!["J1".to_owned()]).await;
    let mut judge = Terminal::sit(&[&hall.link("J1")]);
    for round in 1..=2 {
        judge.until("Press Return when you are in place");
        judge.types("");
        judge.until("You are in place");
        hall.open_round().await;
        judge.until("[turn 1]");
        judge.until("interrogator: Where are you?");
        judge.until("turn 1: 0 (surely a machine) to 100 (surely human)> ");
        for wrong in ["", "101", "quite", "3.5"] {
            judge.types(wrong);
            judge.until("Type a whole number from 0 to 100. Nothing was sent.");
        }
        judge.types("70");
        judge.until("[turn 2]");
        judge.until("turn 2: 0");
        judge.types("20 %");
        // Everything is read, so the ballot opens by itself.
        judge.until("the talk is over");
        hall.end("scoring", round).await;
    }
    judge.until("Thank you.");
    judge.ends();
    let result: serde_json::Value = hall.get("/story/results.json").await;
    let last = &result["result"]["reading"]["judges"][0]["last"];
    assert_eq!((&last["of"], &last["sum"]), (&json!(2), &json!(40)), "{result}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_pair_of_keystrokes_whose_programs_do_not_know_their_opening_words_over_a_restart_of_the_server() {
    // It always asks why, and never says the opening words.
    let program = json!(["perl", "-ne", "$|=1; chomp; print \"Why do you say so?\\n\""]).to_string();
    let mut hall = Hall::open("loebner-2006", (4, 2, 4), &program).await.with_confederates("loebner-2006");
    let mut judge = Terminal::sit(&[&hall.link("J1")]);
    let mut talked = 0;
    for round in 1..=hall.rounds().await {
        hall.open_round().await;
        judge.until(&format!("Round {round} of"));
        if judge.until_either("You talk with the left one", "You rest") {
            judge.types("Hello, who are you?");
            judge.types("/right");
            judge.types("Good evening, and you?");
            // Both begin with the words, and continue after them.
            let opening = |line: &str, seat: &str| {
                line.starts_with(&format!("{seat}: Hello, my name is Jo")) && line.ends_with("an.")
            };
            let (mut left, mut right) = (Vec::new(), Vec::new());
            while left.len() < 2 || right.len() < 2 {
                let line = judge.until_line(|line| {
                    (line.starts_with("left: ") || line.starts_with("right: ")) && !line.ends_with('…')
                });
                if line.starts_with("left") { left.push(line) } else { right.push(line) }
            }
            assert!(opening(&left[0], "left") && opening(&right[0], "right"), "{left:?} {right:?}");
            talked += 1;
            if talked == 1 {
                hall.restart();
                judge.until_said("connected again");
                judge.types("/left");
                judge.types("Are you still there?");
                hall.reconnect().await;
                judge.until_line(|line| line.starts_with("left: ") && !line.ends_with('…'));
            }
        }
        hall.end("talk", round).await;
        hall.end("scoring", round).await;
    }
    assert_eq!(talked, 2);
    judge.until("Ballots at the end.");
    judge.until("--- round");
    judge.until("Share out 100 points");
    judge.types("50 50");
    judge.until("at least 51");
    judge.types("60 40");
    judge.until("Your ballot is sealed");
    judge.until("Share out 100 points");
    judge.types("40 60");
    judge.until("[not taken: you have shared out 40 to 60 before");
    judge.until("Share out 100 points");
    judge.types("70 30");
    judge.until("Everything is sealed");
    hall.ask(json!({"do": "end-phase", "ending": {"phase": "end-ballots", "trial": 1}})).await;
    let (code, printed, said) = judge.ends();
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("the connection is lost"), "{said}");
    assert!(!printed.contains("left: Why do you say so?\nleft: Hello, my name"), "{printed}");

    // The organiser's page names the program that broke its opening words, and a stranger finds no fault.
    let page = hall.organiser.desk().await;
    assert!(page.contains("was typed in its name"), "{page}");
    assert!(!page.contains("<strong>first words others</strong>"));
    let record = hall.bytes("/story/record.viva").await;
    let file = hall.folder.path().join("story.viva");
    std::fs::write(&file, record).unwrap();
    let verified = viva().args(["record", "verify"]).arg(&file).output().unwrap();
    assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stdout));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn messages_with_a_verdict_and_a_seat_that_is_kept_while_the_terminal_is_closed() {
    let mut hall = Hall::open("two-party-2024", (1, 2, 1), &doctor()).await.with_confederates("two-party-2024");
    let session = hall.folder.path().join("seat.json");
    let session = session.to_str().unwrap().to_owned();
    let card = hall.folder.path().join("card.txt");
    std::fs::write(&card, format!("{}\n", hall.link("J1"))).unwrap();
    let mut judge = Terminal::sit(&["--invitation-file", card.to_str().unwrap(), "--session", &session]);
    for round in 1..=3 {
        judge.until("Press Return when you are in place");
        judge.types("");
        judge.until("You are in place");
        hall.open_round().await;
        judge.until("You begin.");
        judge.types(&"x".repeat(301));
        judge.until("[not taken: too long: at most 300 characters");
        judge.types("Hello! How are you?");
        judge.until_line(|line| line.starts_with("partner: ") && line.len() > 10);
        if round == 2 {
            judge.types("/quit");
            let (code, _, said) = judge.ends();
            assert_eq!(code, Some(1));
            assert!(said.contains("your seat is kept: viva judge --terminal --session"), "{said}");
            assert_eq!(std::fs::metadata(&session).unwrap().permissions().mode() & 0o777, 0o600);
            judge = Terminal::sit(&["--session", &session]);
            judge.until("you: Hello! How are you?");
            judge.until("partner: ");
        }
        hall.end("talk", round).await;
        judge.until("Is your partner a person or a program?");
        judge.types("neither");
        judge.until("[not an answer: write person or program]");
        judge.types("program");
        judge.until("How sure are you?");
        judge.types("101");
        judge.until("[not an answer: 101 per cent is too sure");
        judge.types("75 %");
        judge.until("Why?");
        judge.types("It has no name.");
        judge.until("Your ballot is sealed");
        judge.types("/change");
        judge.until("Is your partner a person or a program?");
        ["person", "100", ""].iter().for_each(|answer| judge.types(answer));
        judge.until("Your ballot is sealed");
        hall.end("scoring", round).await;
    }
    judge.until("Thank you.");
    assert_eq!(judge.ends().0, Some(0));
    let (_, page) = hall.organiser.get("/story/results").await;
    assert!(page.contains("100"), "{page}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_has_no_invitation_is_told_what_to_do_and_nothing_shows_the_secret() {
    let hall = Hall::open("two-party-2024", (1, 2, 1), &doctor()).await;
    let (link, secret) = (hall.link("J1"), hall.link("J1")[hall.link("J1").len() - 32..].to_owned());
    let unknown = link.replace(&secret, &"0".repeat(32));
    let nobody = format!("http://127.0.0.1:9/join/{secret}");
    let missing = hall.folder.path().join("missing.txt");
    let missing = missing.to_str().unwrap();
    let other = hall.folder.path().join("contest.toml");
    let other = other.to_str().unwrap();
    Terminal::sit(&[&link]).until("Press Return");
    let confederate = hall.link("C1");
    let cases: [(&str, &[&str], i32, &str); 11] = [
        ("nothing", &[], 2, "there is no invitation"),
        ("a word", &["judge"], 2, "this is no address"),
        ("half of an address", &[&link[..link.len() - 3]], 2, "copy it whole"),
        ("a server without TLS", &[&link.replace("http:", "https:")], 1, "is the server running"),
        ("a used one", &[&link], 1, "was used already"),
        ("one that nobody made", &[&unknown], 1, "not known to the server"),
        ("a server that is not there", &[&nobody], 1, "is the server running"),
        ("a confederate's", &[&confederate], 1, "not a judge's"),
        ("a file that is not there", &["--invitation-file", missing], 2, "failed to read"),
        ("a file that is no session", &["--session", other], 1, "keeps no seat"),
        ("a session without an invitation", &["--session", missing], 2, "there is no invitation"),
    ];
    for (title, arguments, code, says) in cases {
        let (found, printed, said) = Terminal::sit(arguments).ends();
        assert_eq!((found, printed.as_str()), (Some(code), ""), "{title}: {said}");
        assert!(said.split_whitespace().collect::<Vec<_>>().join(" ").contains(says), "{title}: {said}");
        assert!(!said.contains(&secret), "{title}: {said}");
    }
    let bare = viva().args(["judge", &link]).output().unwrap();
    assert_eq!(bare.status.code(), Some(2), "the way to judge has to be named");
}

pub(crate) fn doctor() -> String {
    json!([env!("CARGO_BIN_EXE_viva"), "entry", "play", "doctor"]).to_string()
}

/// A contest on a server of its own, and its organiser.
pub(crate) struct Hall {
    pub(crate) folder: tempfile::TempDir,
    server: Option<Server>,
    organiser: Guest,
    desk: Socket,
    links: Vec<(String, String)>,
}

impl Hall {
    /// A contest of this many judges, entries that run this command, and confederates.
    pub(crate) async fn open(id: &str, (judges, entries, confederates): (u16, u16, u16), command: &str) -> Self {
        let mut text = format!(
            "name = \"A story\"\nid = \"story\"\norganiser = \"Nobody\"\nrulebook = \"{id}\"\nseed = \"evening\"\ncountdown = \"1s\"\n"
        );
        let mut people = |kind: &str, count: u16| {
            (1..=count).for_each(|n| write!(text, "[[{kind}]]\nname = \"{kind} number {n}\"\n").unwrap());
        };
        people("judge", judges);
        people("confederate", confederates);
        for n in 1..=entries {
            write!(text, "[[entry]]\nname = \"Program {n}\"\ncontestant = \"Somebody\"\nprotocol = \"stdio\"\n")
                .unwrap();
            write!(text, "command = {command}\nsilence = \"3600s\"\n").unwrap();
        }
        // Long enough on a busy machine: the organiser ends every phase.
        text.push_str("\n[overrides.interview]\ntalk = \"90m\"\nscoring = \"60m\"\n");
        if id != "two-party-2024" {
            text.push_str("\n[overrides.ballots]\nend_time = \"60m\"\n");
        }
        let names = (1..=judges).map(|n| format!("J{n}")).chain((1..=confederates).map(|n| format!("C{n}")));
        Self::serve(tempfile::tempdir().unwrap(), &text, names.collect()).await
    }

    /// A contest from this file, in a folder that may hold more, and its people.
    async fn serve(folder: tempfile::TempDir, text: &str, names: Vec<String>) -> Self {
        let server = Server::with_contest(folder.path(), text, &["--pace", PACE]);
        let organiser = server.organiser().await;
        let (_, page) = organiser.post("links", &[("who", "all-not-joined")]).await;
        let tokens = page.match_indices("/join/").map(|(at, _)| page[at + 6..at + 38].to_owned());
        let mut all: Vec<String> = tokens.map(|token| format!("{}/join/{token}", server.url)).collect();
        all.dedup();
        let count = names.len();
        let links: Vec<_> = names.into_iter().zip(all).collect();
        assert_eq!(links.len(), count);
        let desk = organiser.connect(0).await;
        Self { folder, server: Some(server), organiser, desk, links }
    }

    /// Scripted confederates take their seats.
    pub(crate) fn with_confederates(self, id: &str) -> Self {
        let rules = shipped::rulebook(id).unwrap();
        for (who, link) in self.links.iter().filter(|(who, _)| who.starts_with('C')) {
            let id = ConfederateId::new(who[1..].parse().unwrap());
            let person = Person::confederate(id, &rules, Seed::from_contributions(["evening"]));
            let (base, link) = (self.organiser.url.clone(), link.clone());
            tokio::spawn(async move { live::attend(&base, &link, person).await });
        }
        self
    }

    pub(crate) fn link(&self, who: &str) -> String {
        self.links.iter().find(|(name, _)| name == who).unwrap().1.clone()
    }

    async fn ask(&mut self, frame: serde_json::Value) {
        assert_eq!(self.desk.ask(frame.clone()).await, None, "{frame}");
    }

    pub(crate) async fn open_round(&mut self) {
        // The draw happens once, with all who have joined by then.
        let _ = self.desk.ask(json!({"do": "draw", "anyway": true})).await;
        // Entries report that they are ready by themselves.
        self.ask(json!({"do": "open-round", "anyway": true})).await;
    }

    pub(crate) async fn end(&mut self, phase: &str, round: u16) {
        self.ask(json!({"do": "end-phase", "ending": {"phase": phase, "round": format!("R{round}")}})).await;
    }

    async fn get(&self, address: &str) -> serde_json::Value {
        serde_json::from_str(&self.organiser.get(address).await.1).unwrap()
    }

    async fn bytes(&self, address: &str) -> Vec<u8> {
        let (url, cookie) = (format!("{}{address}", self.organiser.url), &self.organiser.cookie);
        let answer = crate::support::http().get(url).header("cookie", cookie).send().await.unwrap();
        answer.bytes().await.unwrap().to_vec()
    }

    /// The number of rounds, from the organiser's page.
    async fn rounds(&self) -> u16 {
        let (_, page) = self.organiser.get("/story/organiser").await;
        let at = page.find("Before round 1 of ").unwrap() + "Before round 1 of ".len();
        page[at..].chars().take_while(char::is_ascii_digit).collect::<String>().parse().unwrap()
    }

    /// The server is killed, and restarted at its address.
    pub(crate) fn restart(&mut self) {
        let server = self.server.take().unwrap();
        let address = server.url.trim_start_matches("http://").to_owned();
        server.kill();
        let data = self.folder.path().join("data");
        self.server = Some(Server::start(&data, &["--pace", PACE, "--listen", &address]));
    }

    pub(crate) async fn reconnect(&mut self) {
        self.desk = self.organiser.connect(self.desk.last).await;
    }
}

/// `viva judge` as a child process, with its keyboard and screen.
pub(crate) struct Terminal {
    child: Child,
    keyboard: Option<ChildStdin>,
    screen: Heard,
    talk: Heard,
    /// The length of the screen's text already checked.
    seen: usize,
}

/// The output of a pipe so far.
#[derive(Clone)]
struct Heard(Arc<(Mutex<(String, bool)>, Condvar)>);

impl Heard {
    fn listen(mut pipe: impl Read + Send + 'static) -> Self {
        let heard = Self(Arc::default());
        let told = heard.clone();
        std::thread::spawn(move || {
            let mut buffer = [0; 4096];
            loop {
                let count = pipe.read(&mut buffer).unwrap_or(0);
                let (text, changed) = &*told.0;
                let mut text = text.lock().unwrap();
                if count == 0 {
                    text.1 = true;
                } else {
                    text.0.push_str(&String::from_utf8_lossy(&buffer[..count]));
                }
                changed.notify_all();
                if count == 0 {
                    return;
                }
            }
        });
        heard
    }

    /// Waits until this finds something in the output.
    fn until<T>(&self, what: &str, find: impl Fn(&str) -> Option<T>) -> T {
        let (text, changed) = &*self.0;
        let mut text = text.lock().unwrap();
        let begin = Instant::now();
        loop {
            if let Some(found) = find(&text.0) {
                return found;
            }
            let left = PATIENCE.saturating_sub(begin.elapsed());
            assert!(!left.is_zero() && !text.1, "{what} was not said:\n{}", text.0);
            text = changed.wait_timeout(text, left).unwrap().0;
        }
    }

    fn whole(&self) -> String {
        let (text, changed) = &*self.0;
        let mut text = text.lock().unwrap();
        let begin = Instant::now();
        while !text.1 {
            let left = PATIENCE.saturating_sub(begin.elapsed());
            assert!(!left.is_zero(), "it goes on:\n{}", text.0);
            text = changed.wait_timeout(text, left).unwrap().0;
        }
        text.0.clone()
    }
}

impl Terminal {
    fn sit(arguments: &[&str]) -> Self {
        Self::sit_with(viva(), arguments)
    }

    pub(crate) fn sit_with(mut viva: Command, arguments: &[&str]) -> Self {
        let mut child = viva
            .args(["judge", "--terminal"])
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let screen = Heard::listen(child.stdout.take().unwrap());
        let talk = Heard::listen(child.stderr.take().unwrap());
        Self { keyboard: child.stdin.take(), child, screen, talk, seen: 0 }
    }

    /// Waits until this is printed, after everything already awaited.
    pub(crate) fn until(&mut self, text: &str) {
        let seen = self.seen;
        self.seen = self.screen.until(text, |all| Some(seen + all[seen..].find(text)? + text.len()));
    }

    /// Waits until one of the two is printed: true for the first.
    fn until_either(&mut self, one: &str, other: &str) -> bool {
        let seen = self.seen;
        let (is_one, end) = self.screen.until(one, |all| {
            let at = |text: &str| Some(seen + all[seen..].find(text)? + text.len());
            at(one).map(|end| (true, end)).or_else(|| at(other).map(|end| (false, end)))
        });
        self.seen = end;
        is_one
    }

    /// Waits for a complete line that satisfies this.
    fn until_line(&mut self, is_it: impl Fn(&str) -> bool) -> String {
        let seen = self.seen;
        let (line, end) = self.screen.until("such a line", |all| {
            let mut at = seen;
            for line in all[seen..].split_inclusive('\n') {
                at += line.len();
                if line.ends_with('\n') && is_it(line.trim_end()) {
                    return Some((line.trim_end().to_owned(), at));
                }
            }
            None
        });
        self.seen = end;
        line
    }

    /// Waits until this is on standard error.
    fn until_said(&self, text: &str) {
        self.talk.until(text, |all| all.contains(text).then_some(()));
    }

    fn types(&mut self, line: &str) {
        let keyboard = self.keyboard.as_mut().unwrap();
        keyboard.write_all(format!("{line}\n").as_bytes()).unwrap();
        keyboard.flush().unwrap();
    }

    /// Waits until it has ended: returns its exit code and both outputs.
    fn ends(mut self) -> (Option<i32>, String, String) {
        let (printed, said) = (self.screen.whole(), self.talk.whole());
        let code = self.child.wait().unwrap().code();
        (code, printed, said)
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
