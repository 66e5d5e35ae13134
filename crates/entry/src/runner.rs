//! Keeps a program running through an interview: starts it, restarts it, and in the end gives up.

use std::{
    collections::VecDeque,
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use tokio::{task::JoinHandle, time::Instant};

use crate::{
    Incident, Setup, clock,
    isolation::{first_line::not_started, walls::Walls, watching::Over},
    leftover,
    listening::{self, Doing, Observer, Settling},
    process::{self, Did, Process},
};

/// The maximum number of restarts in one link.
const RESTARTS_MAX: u32 = 3;

/// The wait before the first restart; the second is twice as long, and so on.
const RESTART_WAIT: Duration = Duration::from_millis(100);

/// The time between two checks of the limits that only the watcher enforces.
const LOOK: Duration = Duration::from_millis(250);

/// An event of the program.
#[derive(Debug)]
pub(crate) enum Happening {
    /// It was started, without memory of the conversation.
    Started,
    /// It listens.
    Settled,
    /// It printed these bytes.
    Printed(Vec<u8>),
    /// It ended or could not be started.
    Stopped(Vec<Incident>),
    /// An incident to report, without other effects.
    Noted(Incident),
}

/// Counts the server's own reads of the program's folders, to tell them from the program's.
#[derive(Debug, Clone, Default)]
pub(crate) struct Looks(Arc<(AtomicU64, AtomicU64)>);

impl Looks {
    /// The number of reads so far; `None` during one.
    pub(crate) fn count(&self) -> Option<u64> {
        let (begun, done) = &*self.0;
        let done = done.load(Ordering::SeqCst);
        (begun.load(Ordering::SeqCst) == done).then_some(done)
    }

    fn look<T>(&self, look: impl FnOnce() -> T) -> T {
        self.0.0.fetch_add(1, Ordering::SeqCst);
        let seen = look();
        self.0.1.fetch_add(1, Ordering::SeqCst);
        seen
    }
}

/// Signs of a program's readiness.
#[derive(Debug, Clone, Copy, Default)]
struct Readiness {
    /// A prompt.
    prompts: bool,
    /// A line of its own, known to its protocol.
    declares: bool,
    /// It polls a folder, and does not read its standard input.
    looks_by_itself: bool,
    /// The real time before which it does not count as ready.
    warm_up: Duration,
}

/// A program with its restarts.
#[derive(Debug)]
pub(crate) struct Runner {
    command: Vec<String>,
    workspace: PathBuf,
    process: Option<Process>,
    start_at: Option<Instant>,
    /// Its progress to readiness; the next sample, and a sample under way.
    settling: Option<Settling>,
    observer: Option<Observer>,
    observe_at: Option<Instant>,
    seeing: Option<JoinHandle<(Observer, Doing)>>,
    readiness: Readiness,
    terminal: bool,
    walls: Walls,
    restarts: u32,
    /// The time of the next check of its limits, and a check under way.
    look_at: Option<Instant>,
    look: Option<JoinHandle<Option<Over>>>,
    looks: Looks,
    /// The exceeded limit for which it was killed.
    over: Option<Over>,
    happened: VecDeque<Happening>,
}

impl Runner {
    /// A program that starts at the first call of [`Runner::next`]. The workspace must exist. With `prompts`, it prints
    /// a prompt when it listens.
    pub(crate) fn new(command: Vec<String>, prompts: bool, setup: &Setup) -> Self {
        let workspace = setup.workspace.clone();
        leftover::end(&workspace);
        let start_at = Some(Instant::now());
        Self {
            command,
            walls: Walls::new(setup.apart.clone(), setup.folder.clone(), workspace.clone()),
            workspace,
            process: None,
            start_at,
            settling: None,
            observer: None,
            observe_at: None,
            seeing: None,
            readiness: Readiness { prompts, ..Readiness::default() },
            terminal: false,
            restarts: 0,
            look_at: None,
            look: None,
            looks: Looks::default(),
            over: None,
            happened: VecDeque::new(),
        }
    }

    /// Sets the time to warm up; with `declares`, only [`Runner::settle`] makes it ready.
    pub(crate) fn warming_up(mut self, warm_up: Duration, declares: bool) -> Self {
        (self.readiness.warm_up, self.readiness.declares) = (warm_up, declares);
        self
    }

    /// Marks the program as ready, by its own declaration.
    pub(crate) fn settle(&mut self) {
        if self.process.is_some() {
            self.unsettle();
            self.happened.push_back(Happening::Settled);
        }
    }

    /// Ends the sampling.
    fn unsettle(&mut self) {
        (self.settling, self.observer, self.observe_at, self.seeing) = (None, None, None, None);
    }

    /// Runs the program at a pseudo-terminal.
    pub(crate) fn on_terminal(mut self, terminal: bool) -> Self {
        self.terminal = terminal;
        self
    }

    /// Shares this folder between program and server; `{directory}` in its command becomes the path of the directory
    /// [`SHARED`](crate::isolation::walls::SHARED) inside.
    pub(crate) fn sharing(mut self, folder: PathBuf) -> Self {
        self.walls.share(folder);
        self.readiness.looks_by_itself = true;
        self
    }

    /// The counter of the server's reads of its folders.
    pub(crate) fn looks(&self) -> Looks {
        self.looks.clone()
    }

    /// Sends it bytes. A program that does not run, or does not read, misses them.
    pub(crate) fn tell(&mut self, bytes: &[u8]) {
        if self.process.as_mut().is_some_and(|process| !process.tell(bytes)) {
            self.happened.push_back(Happening::Noted(Incident::NotReading));
        }
    }

    /// The next event; never resolves after the last one. Cancel-safe.
    pub(crate) async fn next(&mut self) -> Happening {
        loop {
            if let Some(happening) = self.happened.pop_front() {
                return happening;
            }
            match &mut self.process {
                Some(process) => tokio::select! {
                    biased;
                    did = process.next() => match did {
                        Did::Printed(bytes) => {
                            self.settling.iter_mut().for_each(|settling| settling.printed(Instant::now()));
                            return Happening::Printed(bytes);
                        }
                        Did::Ended { status, last_words } => {
                            let about = match self.over.take() {
                                Some(Over { incident, stays }) => Some((incident, stays)),
                                None => self.walls.ending(status, &last_words),
                            };
                            self.ended(Incident::Exited { status: status.to_string(), last_words }, about);
                        }
                    },
                    () = clock::until(self.observe_at), if self.observer.is_some() => {
                        self.seeing = self.observer.take().map(|mut observer| {
                            tokio::task::spawn_blocking(move || {
                                let doing = observer.look();
                                (observer, doing)
                            })
                        });
                    }
                    seen = seen(&mut self.seeing), if self.seeing.is_some() => {
                        self.seeing = None;
                        let now = Instant::now();
                        let doing = seen.as_ref().map_or(Doing::Waits, |(_, doing)| *doing);
                        if self.settling.as_mut().is_some_and(|settling| settling.is_ready(doing, now)) {
                            self.unsettle();
                            return Happening::Settled;
                        }
                        self.observer = seen.map(|(observer, _)| observer).or_else(|| self.new_observer());
                        self.observe_at = Some(now + listening::LOOK);
                    }
                    () = clock::until(self.look_at), if self.look.is_none() => {
                        let watched = u32::try_from(process.group()).ok().and_then(|first| self.walls.watched(first));
                        let looks = self.looks.clone();
                        let look = move || watched.and_then(|watched| watched.look());
                        self.look = Some(tokio::task::spawn_blocking(move || looks.look(look)));
                    }
                    over = finished(&mut self.look), if self.look.is_some() => {
                        self.look = None;
                        self.look_at = Some(Instant::now() + LOOK);
                        if over.is_some() {
                            self.over = over;
                            process::end(process.group());
                        }
                    }
                },
                None => {
                    clock::until(self.start_at).await;
                    self.start();
                }
            }
        }
    }

    fn start(&mut self) {
        self.start_at = None;
        let launch = match self.walls.launch(&self.command) {
            Ok(launch) => launch,
            Err(why) => return self.happened.push_back(Happening::Stopped(vec![why, Incident::GaveUp])),
        };
        let program = self.command.first().cloned().unwrap_or_default();
        let path = launch.folder.join(&program);
        match Process::start(launch, self.terminal) {
            Ok(process) => {
                leftover::note(&self.workspace, process.group());
                self.process = Some(process);
                self.look_at = self.walls.is_watched().then(Instant::now);
                self.begin_to_settle();
                if self.restarts > 0 {
                    self.happened.push_back(Happening::Noted(Incident::Restarted { count: self.restarts }));
                }
                self.happened.push_back(Happening::Started);
            }
            Err(error) => {
                let why = not_started(&program, &path, &error);
                self.happened.push_back(Happening::Stopped(vec![Incident::DidNotStart { why }, Incident::GaveUp]));
            }
        }
    }

    /// Begins the sampling.
    fn begin_to_settle(&mut self) {
        let now = Instant::now();
        let Readiness { prompts, declares, looks_by_itself, warm_up } = self.readiness;
        self.unsettle();
        if !declares {
            self.settling = Some(Settling::new(now, warm_up, prompts, looks_by_itself));
            self.observer = self.new_observer();
            self.observe_at = Some(now + listening::LOOK);
        }
    }

    fn new_observer(&self) -> Option<Observer> {
        let process = self.process.as_ref()?;
        Some(Observer::of(u32::try_from(process.group()).ok()?, process.input()))
    }

    /// Handles its end; `about` is the incident from its sandbox, with true if a restart is pointless.
    fn ended(&mut self, exited: Incident, about: Option<(Incident, bool)>) {
        self.process = None;
        self.unsettle();
        self.look_at = None;
        // A check of this process must not kill the next one.
        self.look = None;
        leftover::clear(&self.workspace);
        let is_hopeless = about.as_ref().is_some_and(|(_, hopeless)| *hopeless);
        let mut incidents = match about {
            Some((why, true)) => vec![why],
            Some((why, false)) => vec![why, exited],
            None => vec![exited],
        };
        if self.restarts < RESTARTS_MAX && !is_hopeless {
            self.restarts += 1;
            self.start_at = Some(Instant::now() + RESTART_WAIT * self.restarts);
        } else {
            incidents.push(Incident::GaveUp);
        }
        self.happened.push_back(Happening::Stopped(incidents));
    }
}

/// Waits for a sample under way; `None` after a failure.
async fn seen(seeing: &mut Option<JoinHandle<(Observer, Doing)>>) -> Option<(Observer, Doing)> {
    match seeing {
        Some(seeing) => seeing.await.ok(),
        None => std::future::pending().await,
    }
}

/// Waits for a check, if one is under way.
async fn finished(look: &mut Option<JoinHandle<Option<Over>>>) -> Option<Over> {
    match look {
        Some(look) => look.await.unwrap_or(None),
        None => std::future::pending().await,
    }
}

impl Drop for Runner {
    fn drop(&mut self) {
        self.process = None;
        leftover::clear(&self.workspace);
    }
}
