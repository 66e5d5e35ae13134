//! Keeps a program running through an interview: starts it, starts it again, and gives up in the end.

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
    isolation::{walls::Walls, watching::Over},
    leftover,
    process::{self, Did, Process},
};

/// How often a program is started again in one link.
const RESTARTS_MAX: u32 = 3;

/// The wait before the first restart; the second is twice as long, and so on.
const RESTART_WAIT: Duration = Duration::from_millis(100);

/// How long a program must have printed nothing, in real time, to count as settled: it may still be loading, or greeting.
const SETTLED: Duration = Duration::from_millis(300);

/// How long a program that prints a prompt when it listens may take to print its first.
const FIRST_OUTPUT: Duration = Duration::from_secs(10);

/// The time between two looks at what nothing else bounds.
const LOOK: Duration = Duration::from_millis(250);

/// What became of the program.
#[derive(Debug)]
pub(crate) enum Happening {
    /// It runs, and knows nothing.
    Started,
    /// It has settled and listens.
    Settled,
    /// It printed these bytes.
    Printed(Vec<u8>),
    /// It ended or could not be started.
    Stopped(Vec<Incident>),
    /// Worth a report, and no more.
    Noted(Incident),
}

/// When its folders are looked at, for whoever wants to know whether a folder was read by the program or by us.
#[derive(Debug, Clone, Default)]
pub(crate) struct Looks(Arc<(AtomicU64, AtomicU64)>);

impl Looks {
    /// How many there were; none while there is one.
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

/// A program and how often it was started.
#[derive(Debug)]
pub(crate) struct Runner {
    command: Vec<String>,
    workspace: PathBuf,
    process: Option<Process>,
    start_at: Option<Instant>,
    settled_at: Option<Instant>,
    prompts: bool,
    terminal: bool,
    walls: Walls,
    restarts: u32,
    /// When what it takes is looked at again, and a look that is under way: what was too much.
    look_at: Option<Instant>,
    look: Option<JoinHandle<Option<Over>>>,
    looks: Looks,
    /// It was ended, because of this.
    over: Option<Over>,
    happened: VecDeque<Happening>,
}

impl Runner {
    /// A program that starts with the first call of [`Runner::next`]. The workspace exists.
    /// One that `prompts` prints something when it listens.
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
            settled_at: None,
            prompts,
            terminal: false,
            restarts: 0,
            look_at: None,
            look: None,
            looks: Looks::default(),
            over: None,
            happened: VecDeque::new(),
        }
    }

    /// The program sits at a pseudo-terminal.
    pub(crate) fn on_terminal(mut self, terminal: bool) -> Self {
        self.terminal = terminal;
        self
    }

    /// The program shares this folder with us; `{directory}` in its command stands for the directory [`SHARED`](crate::isolation::walls::SHARED) in it.
    pub(crate) fn sharing(mut self, folder: PathBuf) -> Self {
        self.walls.share(folder);
        self
    }

    /// When its folders are looked at.
    pub(crate) fn looks(&self) -> Looks {
        self.looks.clone()
    }

    /// Gives it bytes to read. One that does not run, or does not read, misses them.
    pub(crate) fn tell(&mut self, bytes: &[u8]) {
        if self.process.as_mut().is_some_and(|process| !process.tell(bytes)) {
            self.happened.push_back(Happening::Noted(Incident::NotReading));
        }
    }

    /// The next thing that happens to it; never returns when nothing will. May be dropped and called again.
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
                            self.settled_at = self.settled_at.map(|_| Instant::now() + SETTLED);
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
                    () = clock::until(self.settled_at) => {
                        self.settled_at = None;
                        return Happening::Settled;
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
        match Process::start(launch, self.terminal) {
            Ok(process) => {
                leftover::note(&self.workspace, process.group());
                self.process = Some(process);
                self.look_at = self.walls.is_watched().then(Instant::now);
                self.settled_at = Some(Instant::now() + if self.prompts { FIRST_OUTPUT } else { SETTLED });
                if self.restarts > 0 {
                    self.happened.push_back(Happening::Noted(Incident::Restarted { count: self.restarts }));
                }
                self.happened.push_back(Happening::Started);
            }
            Err(error) => {
                let program = self.command.first().map_or("", String::as_str);
                let why = format!("`{program}`: {error}");
                self.happened.push_back(Happening::Stopped(vec![Incident::DidNotStart { why }, Incident::GaveUp]));
            }
        }
    }

    /// It ended; `about` is what that says about its walls, with whether it is no use to start it again.
    fn ended(&mut self, exited: Incident, about: Option<(Incident, bool)>) {
        self.process = None;
        self.settled_at = None;
        self.look_at = None;
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

/// Waits for a look, if one is under way.
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
