//! Keeps the lines of a conversation, and replays them to a program that was restarted in the middle of an interview.
//!
//! A layer between the contest and a driver of any protocol. It keeps the lines of both sides: a model that begins
//! again reads them there. If the entry sets `replay`, a restarted program is typed the judge's earlier lines, one
//! after the other, and its answers are discarded; the judge's new keys wait meanwhile. A line without an answer at the
//! program's end is not an earlier line: it is sent again, and its answer counts.

use std::{collections::VecDeque, time::Duration};

use rulebook::{
    Key, Side,
    contest_file::Protocol,
    key::{Typed, keys_of},
};
use tokio::{
    sync::mpsc,
    time::{Instant, sleep_until},
};

use crate::{FinishedLine, FromEntry, History, Incident, Pace, Setup, ToEntry};

/// The silence that completes a discarded answer, in contest time.
const QUIET: Duration = Duration::from_secs(2);

/// The longest wait for a discarded answer, in contest time.
const PATIENCE: Duration = Duration::from_secs(20);

/// The maximum number of the judge's keys that wait during a replay.
const HELD_MAX: usize = 20_000;

/// The capacity of the channels between the layers.
const WAITING_MAX: usize = 1_024;

/// Runs a driver behind this layer.
pub(super) async fn drive<D: Future<Output = ()>>(
    setup: &Setup,
    contest: mpsc::Receiver<ToEntry>,
    reports: mpsc::Sender<FromEntry>,
    driver: impl FnOnce(mpsc::Receiver<ToEntry>, mpsc::Sender<FromEntry>) -> D,
) {
    let (ear, heard) = mpsc::channel(WAITING_MAX);
    let (mouth, said) = mpsc::channel(WAITING_MAX);
    let relay = relay(Recall::of(setup), setup.pace, (contest, reports), (ear, said));
    tokio::join!(driver(heard, mouth), relay);
}

/// An event that wakes the loop.
enum RecallEvent {
    Contest(Option<ToEntry>),
    Driver(Option<FromEntry>),
    Due,
}

async fn relay(
    mut recall: Recall,
    pace: Pace,
    (mut contest, reports): (mpsc::Receiver<ToEntry>, mpsc::Sender<FromEntry>),
    (ear, mut said): (mpsc::Sender<ToEntry>, mpsc::Receiver<FromEntry>),
) {
    let mut due = None;
    loop {
        let wake = tokio::select! {
            biased;
            asked = contest.recv(), if recall.held.len() < HELD_MAX => RecallEvent::Contest(asked),
            told = said.recv() => RecallEvent::Driver(told),
            () = sleep_until(due.unwrap_or_else(Instant::now)), if due.is_some() => RecallEvent::Due,
        };
        let next = match wake {
            RecallEvent::Contest(None) | RecallEvent::Driver(None) => return,
            RecallEvent::Contest(Some(told @ (ToEntry::Key(_) | ToEntry::Shown(_)))) => recall.judge(told),
            RecallEvent::Contest(Some(told @ (ToEntry::Began | ToEntry::Ended))) => {
                Next { to_driver: vec![told], ..Next::default() }
            }
            RecallEvent::Driver(Some(report)) => recall.told(report),
            RecallEvent::Due => {
                due = None;
                recall.tell_on()
            }
        };
        if let Some(wait) = next.wait {
            due = Some(Instant::now() + pace.real(wait));
        }
        for told in next.to_driver {
            if ear.send(told).await.is_err() {
                break;
            }
        }
        for report in next.reports {
            if reports.send(report).await.is_err() {
                return;
            }
        }
    }
}

/// The results of a step.
#[derive(Debug, Default, PartialEq, Eq)]
struct Next {
    to_driver: Vec<ToEntry>,
    reports: Vec<FromEntry>,
    /// The time after which the replay continues by itself.
    wait: Option<Duration>,
}

/// The state of the program's memory.
#[derive(Debug, PartialEq, Eq)]
enum Stage {
    /// It knows the conversation.
    Knows,
    /// It has forgotten everything, and does not listen yet.
    Away,
    /// It is being sent these lines again.
    IsTold(VecDeque<String>),
}

#[derive(Debug)]
struct Recall {
    history: History,
    replay: bool,
    /// True if the driver drops the rest of a line begun before a restart.
    drops_rest: bool,
    judge: Typed,
    witness: Typed,
    stage: Stage,
    /// The number of lines to replay.
    lines: usize,
    /// The judge's keys and files during a replay.
    held: VecDeque<ToEntry>,
}

impl Recall {
    fn of(setup: &Setup) -> Self {
        let begins_late = setup.replay && !setup.history.lines().is_empty();
        Self {
            history: setup.history.clone(),
            replay: setup.replay,
            drops_rest: matches!(setup.protocol, Protocol::Lpp(_)),
            judge: Typed::default(),
            witness: Typed::default(),
            stage: if begins_late { Stage::Away } else { Stage::Knows },
            lines: 0,
            held: VecDeque::new(),
        }
    }

    /// Takes a key or a file from the judge.
    fn judge(&mut self, told: ToEntry) -> Next {
        if self.stage != Stage::Knows {
            self.held.push_back(told);
            return Next::default();
        }
        self.keep_of_judge(&told);
        Next { to_driver: vec![told], ..Next::default() }
    }

    /// Adds it to the history; a file as the sentence about it, which a replay repeats.
    fn keep_of_judge(&mut self, told: &ToEntry) {
        match told {
            ToEntry::Key(key) => keep(&self.history, Side::Judge, &mut self.judge, *key),
            ToEntry::Shown(shown) => self.history.add(FinishedLine { side: Side::Judge, text: shown.unseen.clone() }),
            ToEntry::Began | ToEntry::Ended => {}
        }
    }

    /// Takes a report from the driver.
    fn told(&mut self, report: FromEntry) -> Next {
        match (&report, &mut self.stage) {
            // Answers and spellings during the replay are on record from the first time.
            (FromEntry::Key(_) | FromEntry::Line(_) | FromEntry::Told(_), Stage::Away) => return Next::default(),
            (FromEntry::Told(_), Stage::IsTold(_)) => return Next::default(),
            // The answer is complete after a silence.
            (FromEntry::Key(key), Stage::IsTold(_)) => {
                return Next { wait: (*key == Key::Return).then_some(QUIET), ..Next::default() };
            }
            (FromEntry::Line(_), Stage::IsTold(_)) => return Next { wait: Some(QUIET), ..Next::default() },
            (FromEntry::Key(key), Stage::Knows) => keep(&self.history, Side::Witness, &mut self.witness, *key),
            (FromEntry::Line(text), Stage::Knows) => {
                self.history.add(FinishedLine { side: Side::Witness, text: text.clone() });
            }
            (FromEntry::Ready, Stage::Away) => return self.begin(),
            (FromEntry::Incident(incident), _) if self.replay && forgets(incident) => {
                self.stage = Stage::Away;
                self.witness = Typed::default();
                // A replay makes this incident untrue.
                if matches!(incident, Incident::MetAsStranger { .. }) {
                    return Next::default();
                }
            }
            (FromEntry::Ready, Stage::IsTold(_) | Stage::Knows)
            | (FromEntry::Told(_), Stage::Knows)
            | (FromEntry::Incident(_) | FromEntry::Spent(_), Stage::Away | Stage::IsTold(_) | Stage::Knows) => {}
        }
        Next { reports: vec![report], ..Next::default() }
    }

    /// Begins the replay: the program listens, and knows nothing.
    fn begin(&mut self) -> Next {
        // The judge's unfinished line; the driver may hold part of it.
        let begun = self.judge.as_str().chars().count();
        let clear = if self.drops_rest {
            (begun > 0).then_some(Key::Return).into_iter().collect()
        } else {
            vec![Key::BackSpace; begun]
        };
        let lines = self.history.lines();
        let answered = lines.iter().rposition(|line| line.side == Side::Witness).unwrap_or(0);
        let earlier = lines[..answered].iter().filter(|line| line.side == Side::Judge);
        let earlier: VecDeque<String> = earlier.map(|line| line.text.clone()).collect();
        self.lines = earlier.len();
        self.stage = Stage::IsTold(earlier);
        let next = self.tell_on();
        Next { to_driver: clear.into_iter().map(ToEntry::Key).chain(next.to_driver).collect(), ..next }
    }

    /// Sends the next line of the replay; after the last one, the unanswered lines and then the waiting keys.
    fn tell_on(&mut self) -> Next {
        let Stage::IsTold(left) = &mut self.stage else { return Next::default() };
        if let Some(line) = left.pop_front() {
            let keys = keys_of(&line).chain([Key::Return]).map(ToEntry::Key);
            return Next { to_driver: keys.collect(), reports: Vec::new(), wait: Some(PATIENCE) };
        }
        self.stage = Stage::Knows;
        let lines = self.history.lines();
        let unanswered = lines.iter().rposition(|line| line.side == Side::Witness).map_or(0, |last| last + 1);
        let again = lines[unanswered..].iter().flat_map(|line| keys_of(&line.text).chain([Key::Return]));
        let again = again.chain(keys_of(self.judge.as_str()));
        let mut to_driver: Vec<_> = again.map(ToEntry::Key).collect();
        for told in std::mem::take(&mut self.held) {
            self.keep_of_judge(&told);
            to_driver.push(told);
        }
        let told = Incident::ToldAgain { lines: self.lines };
        Next { to_driver, reports: vec![FromEntry::Incident(told), FromEntry::Ready], wait: None }
    }
}

/// True if the program has no memory of the conversation after this incident: it ended, or runs elsewhere and was
/// restarted.
fn forgets(incident: &Incident) -> bool {
    matches!(incident, Incident::Exited { .. } | Incident::MetAsStranger { .. })
}

/// Presses a key, and adds the line to the history at Return.
fn keep(history: &History, side: Side, typed: &mut Typed, key: Key) {
    typed.press(key);
    if key == Key::Return {
        let text = std::mem::take(typed).as_str().trim_end_matches('\n').to_owned();
        history.add(FinishedLine { side, text });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(next: &Next) -> String {
        let mut typed = Typed::default();
        for told in &next.to_driver {
            if let ToEntry::Key(key) = told {
                typed.press(*key);
            }
        }
        typed.as_str().to_owned()
    }

    fn exited() -> FromEntry {
        FromEntry::Incident(Incident::Exited { status: "exit status: 1".to_owned(), last_words: String::new() })
    }

    fn recall(replay: bool, lines: &[(Side, &str)]) -> Recall {
        let lines = lines.iter().map(|(side, text)| FinishedLine { side: *side, text: (*text).to_owned() });
        let rules = rulebook::shipped::rulebook("loebner-2010").unwrap().interview;
        let protocol = Protocol::Stdio { command: vec![], prompts: vec![], dialect: Default::default() };
        Recall::of(&Setup { history: History::of(lines), replay, ..Setup::new(protocol, rules, "nowhere") })
    }

    fn says(recall: &mut Recall, side: Side, text: &str) -> String {
        let nexts = keys_of(text).map(|key| match side {
            Side::Judge => recall.judge(ToEntry::Key(key)),
            Side::Witness => recall.told(FromEntry::Key(key)),
        });
        nexts.map(|next| typed(&next)).collect()
    }

    #[test]
    fn a_program_that_forgot_is_told_line_by_line_and_its_answers_are_thrown_away() {
        let mut recall = recall(true, &[]);
        assert_eq!(says(&mut recall, Side::Judge, "one\ntwo\n"), "one\ntwo\n");
        says(&mut recall, Side::Witness, "yes\n");
        says(&mut recall, Side::Judge, "three\nfo");
        assert_eq!(recall.told(exited()).reports, [exited()]);
        assert_eq!(says(&mut recall, Side::Judge, "ur\n"), "", "it waits");
        let first = recall.told(FromEntry::Ready);
        assert_eq!((typed(&first), first.reports.len(), first.wait), ("one\n".to_owned(), 0, Some(PATIENCE)));
        let thrown = recall.told(FromEntry::Key(Key::Return));
        assert_eq!(thrown, Next { wait: Some(QUIET), ..Next::default() });
        assert_eq!(typed(&recall.tell_on()), "two\n");
        let last = recall.tell_on();
        assert_eq!(typed(&last), "three\nfour\n");
        let told = FromEntry::Incident(Incident::ToldAgain { lines: 2 });
        assert_eq!(last.reports, [told, FromEntry::Ready]);
        let answer = FromEntry::Key(Key::Return);
        assert_eq!(recall.told(answer.clone()).reports, [answer]);
    }

    #[test]
    fn answers_in_whole_lines_are_thrown_away_too() {
        let mut recall = recall(true, &[]);
        let says = |recall: &mut Recall, line: &str| recall.told(FromEntry::Line(line.to_owned()));
        for (asked, answer) in [("one\n", "yes"), ("two\n", "no")] {
            super::tests::says(&mut recall, Side::Judge, asked);
            assert_eq!(says(&mut recall, answer).reports, [FromEntry::Line(answer.to_owned())]);
        }
        recall.told(exited());
        assert_eq!(says(&mut recall, "Welcome!"), Next::default(), "it greets");
        assert_eq!(typed(&recall.told(FromEntry::Ready)), "one\n");
        assert_eq!(says(&mut recall, "yes"), Next { wait: Some(QUIET), ..Next::default() });
        let spelled = crate::Spelled { typed: "ö".to_owned(), told: "o".to_owned() };
        assert_eq!(recall.told(FromEntry::Told(spelled)), Next::default(), "it stands on record from the first time");
        assert_eq!(typed(&recall.tell_on()), "two\n");
        assert_eq!(says(&mut recall, "no").reports, []);
        let told = recall.tell_on();
        assert_eq!((typed(&told), told.reports.len()), (String::new(), 2), "all of it was answered");
        assert_eq!(says(&mut recall, "well").reports, [FromEntry::Line("well".to_owned())]);
    }

    #[test]
    fn a_link_that_begins_in_mid_interview_begins_with_what_was_said() {
        let before = [(Side::Judge, "one"), (Side::Witness, "yes"), (Side::Judge, "two")];
        let mut late = recall(true, &before);
        assert_eq!(says(&mut late, Side::Judge, "three\n"), "");
        assert_eq!(typed(&late.told(FromEntry::Ready)), "one\n");
        assert_eq!(typed(&late.tell_on()), "two\nthree\n");
        let mut stranger = recall(false, &before);
        assert_eq!(says(&mut stranger, Side::Judge, "three\n"), "three\n");
        assert_eq!(stranger.told(FromEntry::Ready).reports, [FromEntry::Ready]);
        assert_eq!(stranger.history.lines().len(), 4);
    }
}
