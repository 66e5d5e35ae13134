//! Plays the judge's side of a check over real links, and records everything that passes.

use std::{ops::ControlFlow, sync::Arc, time::Duration};

use rulebook::{
    Key,
    contest_file::{Dialect, Encoding, Protocol, ReplyEnds},
    key::Alphabet,
    schema::Opener,
};
use tokio::{
    sync::mpsc,
    time::{Instant, timeout},
};

use super::{
    Check, Plan,
    advice::Way,
    left,
    observation::{Observation, Seen},
    script::{FAST, QUESTIONS, ScriptAction, Tempo, script},
};
use crate::{
    FromEntry, Incident, Link, Setup, ToEntry, leftover,
    link::{NEVER, start_tapped},
    tap::{Passed, Tap},
};

/// The silence after a Return that completes an answer; after another key it takes four times as long.
pub(super) const QUIET: Duration = Duration::from_secs(1);

/// The silence that completes an answer if the next question waits for its time anyway.
const QUIET_FAST: Duration = Duration::from_millis(50);

/// The wait for an optional answer.
pub(super) const GRACE: Duration = Duration::from_secs(3);

/// The time in which a link must end.
const ENDING: Duration = Duration::from_secs(10);

/// The time for which a program is watched after it was cut off.
pub(super) const WATCH: Duration = Duration::from_secs(3);

/// The maximum length of one answer, in keys.
const ANSWER_MAX: usize = 4_000;

/// The maximum number of pieces of output that wait to be recorded.
const PASSED_MAX: usize = 4_096;

/// The time between two keys of an entry that answers in whole lines, at `Tempo::Real`: no person watches.
const TYPING: Duration = Duration::from_millis(1);

/// Continue, or stop the script.
type Flow = ControlFlow<()>;

/// One check in progress.
pub(super) struct Driver<'p> {
    plan: &'p Plan,
    check: Check,
    tempo: Tempo,
    began: Instant,
    seen: Observation,
    line: Option<TappedLink>,
    /// True if the latest link has ended.
    ended: bool,
    /// True if its program is not started again.
    gave_up: bool,
    /// The number of workspaces used.
    workspaces: u32,
}

/// A link and its tap.
struct TappedLink {
    link: Link,
    tap: mpsc::Receiver<Passed>,
    /// The process group left running after the link was cut off.
    left: Option<i32>,
}

/// An event that wakes the driver.
enum CheckEvent {
    Passed(Passed),
    Said(Option<FromEntry>),
    Due,
}

impl<'p> Driver<'p> {
    pub(super) fn new(plan: &'p Plan, check: Check) -> Self {
        Self {
            plan,
            check,
            tempo: Tempo::Real,
            began: Instant::now(),
            seen: Observation::default(),
            line: None,
            ended: false,
            gave_up: false,
            workspaces: 0,
        }
    }

    /// Plays the script of a check to its end, or until the remaining steps make no sense.
    pub(super) async fn play(mut self) -> Observation {
        let script = script(self.check);
        self.tempo = script.tempo;
        self.seen.is_fast = script.tempo == Tempo::Fast;
        self.seen.lines = lines(&self.plan.setup.protocol);
        self.seen.way = Way::of(&self.plan.setup.protocol);
        let rules = &self.plan.setup.rules;
        let words = if rules.opening_enforced { rules.opening_words.clone() } else { Vec::new() };
        self.seen.opening_words = (rules.opens == Opener::Anyone).then_some(words);
        for step in script.steps {
            if self.step(step).await.is_break() {
                break;
            }
        }
        if self.line.is_some() {
            self.ends().await;
        }
        self.seen
    }

    /// Plays the script; true if an answer came.
    pub(super) async fn finds_an_answer(self) -> bool {
        self.play().await.find(0, |seen| *seen == Seen::Answered).is_some()
    }

    async fn step(&mut self, step: ScriptAction) -> Flow {
        match step {
            ScriptAction::Begins | ScriptAction::BeginsToBeCutOff => {
                self.workspaces += 1;
                self.begins(step == ScriptAction::BeginsToBeCutOff).await
            }
            ScriptAction::Asks(text) => {
                self.types(&text).await?;
                self.listens(self.plan.patience, QUIET, |waited| Seen::NoAnswer { waited }).await
            }
            ScriptAction::Tries(text) => {
                self.types(&text).await?;
                self.may_hear().await
            }
            ScriptAction::Shows => {
                for shown in &self.plan.shows {
                    self.tell(ToEntry::Shown(Arc::clone(shown))).await?;
                    self.note(Seen::JudgeShows(Arc::clone(shown)));
                }
                self.may_hear().await
            }
            ScriptAction::Interrupts(text) => {
                self.types(&text).await?;
                self.waits(|seen| matches!(seen, Seen::EntryKey(_)), |waited| Seen::NoAnswer { waited }).await
            }
            ScriptAction::Pauses(time) => {
                self.pauses(Instant::now() + self.of_link(time)).await;
                Flow::Continue(())
            }
            ScriptAction::Converses { every, lasts } => self.converses(every, lasts).await,
            ScriptAction::Crashes => self.crashes().await,
            ScriptAction::Ends => {
                self.ends().await;
                Flow::Continue(())
            }
        }
    }

    /// Starts a link and waits until the entry is ready.
    async fn begins(&mut self, cuts_off: bool) -> Flow {
        self.note(Seen::Began);
        let (passed, tap) = mpsc::channel(PASSED_MAX);
        let link = start_tapped(self.setup(), Tap { passed, cuts_off });
        self.line = Some(TappedLink { link, tap, left: None });
        (self.ended, self.gave_up) = (false, false);
        self.tell(ToEntry::Began).await?;
        self.is_ready().await?;
        // An opening must not count as an answer.
        if self.seen.opening_words.is_some() {
            self.pauses(Instant::now() + self.real(QUIET)).await;
        }
        Flow::Continue(())
    }

    async fn is_ready(&mut self) -> Flow {
        self.waits(|seen| matches!(seen, Seen::Ready), |waited| Seen::NotReady { waited }).await
    }

    async fn types(&mut self, text: &str) -> Flow {
        for key in Alphabet::Ascii.keys_of(text) {
            self.tell(ToEntry::Key(key)).await?;
            self.note(Seen::JudgeKey(key));
        }
        Flow::Continue(())
    }

    /// Waits for an optional answer.
    async fn may_hear(&mut self) -> Flow {
        let _ = self.listens(GRACE.min(self.plan.patience), QUIET, |waited| Seen::NoWord { waited }).await;
        if self.is_over() { Flow::Break(()) } else { Flow::Continue(()) }
    }

    /// Waits until an answer has come and is complete.
    async fn listens(&mut self, patience: Duration, quiet: Duration, in_vain: impl Fn(Duration) -> Seen) -> Flow {
        let (patience, quiet) = (self.real(patience), self.real(quiet));
        let asked = Instant::now();
        let mut due = asked + patience;
        let mut keys = 0;
        loop {
            match self.next(due).await {
                Some(Seen::EntryKey(key)) => {
                    keys += 1;
                    due = Instant::now() + if key == Key::Return { quiet } else { quiet * 4 };
                    if keys >= ANSWER_MAX {
                        self.note(Seen::Endless);
                        return Flow::Continue(());
                    }
                }
                // Output from before the exit may still arrive.
                Some(Seen::Incident(Incident::Exited { .. })) => due = due.min(Instant::now() + quiet),
                Some(_) if self.is_over() => return Flow::Break(()),
                Some(_) => {}
                None if keys > 0 => {
                    self.note(Seen::Answered);
                    return Flow::Continue(());
                }
                None => {
                    self.note(in_vain(asked.elapsed()));
                    return Flow::Break(());
                }
            }
        }
    }

    async fn converses(&mut self, every: Duration, lasts: Duration) -> Flow {
        let began = Instant::now();
        let lasts = self.of_link(lasts);
        for question in QUESTIONS.into_iter().cycle() {
            let next = Instant::now() + self.of_link(every);
            self.types(question).await?;
            self.types("\n").await?;
            self.listens(self.plan.patience, QUIET_FAST, |waited| Seen::NoAnswer { waited }).await?;
            self.pauses(next).await;
            if began.elapsed() >= lasts {
                break;
            }
        }
        Flow::Continue(())
    }

    /// Kills the program, as a crash would; if it was not started here, ends its link instead.
    async fn crashes(&mut self) -> Flow {
        let workspace = self.workspace();
        let ended = tokio::task::spawn_blocking(move || leftover::end(&workspace)).await.unwrap_or(false);
        self.note(Seen::Crashed);
        if ended {
            self.is_ready().await
        } else {
            self.ends().await;
            // Discard output that was under way when the link ended.
            tokio::time::sleep(self.real(QUIET)).await;
            self.begins(false).await
        }
    }

    async fn ends(&mut self) {
        self.note(Seen::ToldToEnd);
        let _ = self.tell(ToEntry::Ended).await;
        let asked = Instant::now();
        let due = asked + self.real(ENDING);
        while !self.ended && self.next(due).await.is_some() {}
        if !self.ended {
            self.note(Seen::NotEnded { waited: asked.elapsed() });
        }
        let Some(mut line) = self.line.take() else { return };
        // Drain the tap: it closes after the link and the program.
        while let Ok(Some(passed)) = tokio::time::timeout_at(due, line.tap.recv()).await {
            if let Passed::LeftRunning(group) = passed {
                line.left = Some(group);
            }
        }
        if let Some(group) = line.left {
            let left = left::watch(group, self.real(WATCH)).await;
            self.note(Seen::Left(left));
        }
    }

    async fn pauses(&mut self, until: Instant) {
        while !self.is_over() && self.next(until).await.is_some() {}
    }

    /// Waits for a matching event; records a note if none comes.
    async fn waits(&mut self, is: impl Fn(&Seen) -> bool, in_vain: impl Fn(Duration) -> Seen) -> Flow {
        let asked = Instant::now();
        let due = asked + self.real(self.plan.patience);
        while let Some(seen) = self.next(due).await {
            if is(&seen) {
                return Flow::Continue(());
            }
            if self.is_over() {
                return Flow::Break(());
            }
        }
        self.note(in_vain(asked.elapsed()));
        Flow::Break(())
    }

    /// Records and returns the next event; `None` at the deadline, or without a link.
    async fn next(&mut self, due: Instant) -> Option<Seen> {
        let line = self.line.as_mut()?;
        let seen = loop {
            let wake = tokio::select! {
                biased;
                Some(passed) = line.tap.recv() => CheckEvent::Passed(passed),
                said = line.link.from_entry.recv() => CheckEvent::Said(said),
                () = tokio::time::sleep_until(due) => CheckEvent::Due,
            };
            break match wake {
                CheckEvent::Passed(Passed::ToProgram(bytes)) => Seen::ToProgram(bytes),
                CheckEvent::Passed(Passed::FromProgram(bytes)) => Seen::FromProgram(bytes),
                CheckEvent::Passed(Passed::Complained(bytes)) => Seen::Complained(bytes),
                CheckEvent::Passed(Passed::LeftRunning(group)) => {
                    line.left = Some(group);
                    continue;
                }
                CheckEvent::Said(Some(FromEntry::Ready)) => Seen::Ready,
                CheckEvent::Said(Some(FromEntry::Key(key))) => Seen::EntryKey(key),
                CheckEvent::Said(Some(FromEntry::Incident(incident))) => Seen::Incident(incident),
                // Costs matter only to a contest, and the link does the typing here.
                CheckEvent::Said(Some(FromEntry::Spent(_) | FromEntry::Line(_) | FromEntry::Told(_))) => continue,
                CheckEvent::Said(None) => Seen::Ended,
                CheckEvent::Due => return None,
            };
        };
        self.ended |= seen == Seen::Ended;
        self.gave_up |= seen == Seen::Incident(Incident::GaveUp);
        self.note(seen.clone());
        Some(seen)
    }

    async fn tell(&mut self, what: ToEntry) -> Flow {
        let patience = self.real(ENDING);
        let Some(line) = &self.line else { return Flow::Break(()) };
        match timeout(patience, line.link.to_entry.send(what)).await {
            Ok(Ok(())) => Flow::Continue(()),
            _ => Flow::Break(()),
        }
    }

    /// True if the entry can send nothing more.
    fn is_over(&self) -> bool {
        self.ended || self.gave_up
    }

    fn note(&mut self, seen: Seen) {
        self.seen.push(self.began.elapsed(), seen);
    }

    fn setup(&self) -> Setup {
        let Setup { typing, pace, .. } = self.plan.setup;
        let (typing, pace) = match self.tempo {
            Tempo::Real => (Some(TYPING), pace),
            Tempo::AtOnce => (Some(Duration::ZERO), pace),
            Tempo::Fast => (typing, pace.times(FAST)),
        };
        let number = u16::try_from(self.workspaces).unwrap_or(1);
        // The driver has its own timeouts; the link must not end the wait.
        let silence = NEVER;
        Setup { typing, pace, silence, number, workspace: self.workspace(), ..self.plan.setup.clone() }
    }

    fn workspace(&self) -> std::path::PathBuf {
        self.plan.setup.workspace.join(format!("{}-{}", self.check, self.workspaces))
    }

    /// The real time for this time of the judge.
    fn real(&self, time: Duration) -> Duration {
        self.plan.setup.pace.real(time)
    }

    /// The real time for this time of the link.
    fn of_link(&self, time: Duration) -> Duration {
        self.real(time).div_f64(if self.tempo == Tempo::Fast { FAST } else { 1.0 })
    }
}

/// The plan with the program at a terminal; `None` for other protocols, and for a program already at one.
pub(super) fn at_a_terminal(plan: &Plan) -> Option<Plan> {
    let mut plan = plan.clone();
    let Protocol::Stdio { dialect, .. } = &mut plan.setup.protocol else { return None };
    plan.setup.workspace.push("at-a-terminal");
    (!std::mem::replace(&mut dialect.terminal, true)).then_some(plan)
}

/// The encoding of a program whose replies end with a line.
fn lines(protocol: &Protocol) -> Option<Encoding> {
    let Protocol::Stdio { dialect: Dialect { reply_ends: ReplyEnds::Line, encoding, .. }, .. } = protocol else {
        return None;
    };
    Some(*encoding)
}
