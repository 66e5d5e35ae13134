//! `viva judge`: a judge's seat in a terminal, for those who would rather not use a browser, or have none.
//!
//! It is a client like the judge's page: the same address on the card, the same connection, the same updates. Where standard input
//! and output are a terminal that can draw, it is a page on the whole [`screen`]. Elsewhere, and with `--lines`, lines are read and
//! printed: they are edited by the terminal itself and travel when they are ended, also where the contest carries single keys; a
//! line then becomes its keys. So it works on any terminal, over ssh, with a screen reader, and through pipes.

mod evening;
mod invitation;
mod order;
mod outbox;
mod page;
#[cfg(feature = "screen")]
mod screen;
mod sheet;
mod words;

use std::{
    future::pending,
    io::{self, BufRead, IsTerminal, Read},
    path::Path,
    time::Duration,
};

use contest::view::{Numbered, judge::JudgeUpdate};
use live::{Client, Heard, LiveError, Seat};
use rulebook::Timestamp;
use tokio::{
    sync::mpsc,
    time::{Instant, sleep_until},
};

use self::{
    evening::Evening,
    invitation::{Invitation, NoInvitation},
    outbox::Outbox,
    page::Page,
};
use crate::{
    cli::JudgeOptions,
    commands::serve::{interrupted, runtime},
    exit::Exit,
    shell::{self, Failure, ShownPath},
};

/// How long the server may stay away before the judge is sent to ask.
const AWAY_MAX: Duration = Duration::from_secs(15 * 60);

/// The longest line that is read, in bytes.
const LINE_MAX: u64 = 64 * 1024;

/// The most lines that wait to be understood.
const LINES_WAITING: usize = 64;

pub(crate) fn run(options: JudgeOptions) -> Result<Exit, Failure> {
    let kept = options.session.as_deref().map_or(Ok(None), invitation::kept)?;
    let invitation = match (&kept, invited(&options)?) {
        (Some(_), _) => None,
        (None, Some(Ok(invitation))) => Some(invitation),
        (None, Some(Err(why))) => {
            shell::talk(format_args!("{why}\nhint: it stands on the card that the organiser gave you"));
            return Ok(Exit::Usage);
        }
        (None, None) => {
            shell::talk(
                "there is no invitation\nhint: write the address on your card behind --terminal, or name a file that holds \
                 it with --invitation-file",
            );
            return Ok(Exit::Usage);
        }
    };
    let runtime = runtime()?;
    let outcome = runtime.block_on(async {
        tokio::select! {
            biased;
            () = interrupted() => {
                shell::talk(format_args!("\nyou have left before the end{}", way_back(&options)));
                Ok(Exit::Interrupted)
            }
            outcome = judge(&options, kept, invitation) => outcome,
        }
    });
    // A read of the keyboard that nobody waits for any more must not hold the end up.
    runtime.shutdown_background();
    outcome
}

/// The invitation that the options name, if they name one.
fn invited(options: &JudgeOptions) -> Result<Option<Result<Invitation, NoInvitation>>, Failure> {
    let text = match (&options.invitation, &options.invitation_file) {
        (Some(text), _) => Some(text.clone()),
        (None, Some(file)) => Some(invitation::read(file)?),
        (None, None) => None,
    };
    Ok(text.map(|text| Invitation::read(&text)))
}

async fn judge(options: &JudgeOptions, kept: Option<Seat>, invitation: Option<Invitation>) -> Result<Exit, Failure> {
    let seat = match (kept, invitation) {
        (Some(seat), _) => seat,
        (None, Some(invitation)) => join(&invitation, options.session.as_deref()).await?,
        (None, None) => return Ok(Exit::Usage),
    };
    if !seat.page().contains("/judge/") {
        return Err(miette::miette!(
            help = "ask the organiser for a new invitation, and open it in a browser",
            "this invitation is not a judge's, and it is used up now"
        ));
    }
    let rules = seat.rules().await.map_err(failed)?;
    let results = format!("{}/{}/results", seat.base(), seat.page().split('/').nth(1).unwrap_or_default());
    let outbox = Outbox::of(rules.interview.medium);
    let (surface, page) = Surface::of(options)?;
    let evening = Evening::new(rules, results, page);
    let mut sitting = Sitting { client: Client::at(seat, AWAY_MAX), evening, outbox, sat_down: false, surface };
    let left = sitting.stay().await;
    // The terminal is given back before anything is said.
    let Sitting { surface, evening, .. } = sitting;
    surface.close(&evening);
    Ok(match left? {
        Left::AtTheEnd => Exit::Yes,
        Left::Before => {
            shell::talk(format_args!("you have left before the end{}", way_back(options)));
            Exit::No
        }
        #[cfg(feature = "screen")]
        Left::Interrupted => {
            shell::talk(format_args!("you have left before the end{}", way_back(options)));
            Exit::Interrupted
        }
    })
}

/// How a sitting ended.
enum Left {
    /// The contest is closed.
    AtTheEnd,
    /// The judge has left.
    Before,
    /// The judge has pressed Ctrl-C.
    #[cfg(feature = "screen")]
    Interrupted,
}

/// Where the judge reads and types.
enum Surface {
    /// Lines are printed, and read until they end.
    Lines { lines: Option<mpsc::Receiver<String>>, is_person: bool },
    /// A page is drawn on the whole terminal.
    #[cfg(feature = "screen")]
    Screen(Box<screen::Screen>),
}

/// What came from the judge.
enum Typed {
    Line(String),
    /// Nothing will come any more.
    Nothing,
    #[cfg(feature = "screen")]
    Input(screen::Input),
}

impl Surface {
    /// What this terminal can do, and the page that is made for it.
    fn of(options: &JudgeOptions) -> Result<(Self, Page), Failure> {
        #[cfg(feature = "screen")]
        if !options.lines && can_draw() {
            let screen = screen::Screen::open().map_err(undrawn)?;
            return Ok((Self::Screen(Box::new(screen)), Page::of_a_screen()));
        }
        // Without a screen there are lines, whether they are asked for or not.
        let _ = options.lines;
        let is_person = io::stdin().is_terminal();
        Ok((Self::Lines { lines: Some(lines_of_the_keyboard()), is_person }, Page::new(is_person)))
    }

    /// What the judge types next. Nothing is lost when the future is dropped.
    async fn next(&mut self) -> Typed {
        match self {
            Self::Lines { lines, is_person } => {
                let Some(receiver) = lines else { return pending().await };
                match receiver.recv().await {
                    Some(line) => Typed::Line(line),
                    // A person has pressed Ctrl-D; of a pipe everything was read, and the rest can be watched.
                    None if *is_person => Typed::Nothing,
                    None => {
                        *lines = None;
                        pending().await
                    }
                }
            }
            #[cfg(feature = "screen")]
            Self::Screen(screen) => screen.next().await.map_or(Typed::Nothing, Typed::Input),
        }
    }

    /// How long what is shown stays true by itself.
    fn lasts(&self) -> Option<Duration> {
        match self {
            Self::Lines { .. } => None,
            #[cfg(feature = "screen")]
            Self::Screen(_) => Some(screen::CLOCK),
        }
    }

    /// Says what became of the connection.
    fn tell_connection(&mut self, is_lost: bool) {
        match self {
            Self::Lines { .. } if is_lost => {
                shell::talk("the connection is lost; it is made again, and what you type is kept");
            }
            Self::Lines { .. } => shell::talk("connected again; nothing was lost"),
            #[cfg(feature = "screen")]
            Self::Screen(screen) => screen.is_away(is_lost),
        }
    }

    /// Gives the terminal back; what is still to be read stays on it.
    fn close(self, evening: &Evening) {
        match self {
            Self::Lines { .. } => _ = evening,
            #[cfg(feature = "screen")]
            Self::Screen(screen) => {
                drop(screen);
                let last: String = evening.last_words().iter().map(|line| format!("{line}\n")).collect();
                print(&last);
            }
        }
    }
}

/// Whether a page can be drawn, and keys be read one by one.
#[cfg(feature = "screen")]
fn can_draw() -> bool {
    let is_dumb = std::env::var_os("TERM").is_none_or(|term| term.is_empty() || term == "dumb");
    io::stdin().is_terminal() && io::stdout().is_terminal() && !is_dumb
}

/// The terminal cannot be drawn on.
#[cfg(feature = "screen")]
fn undrawn(why: io::Error) -> Failure {
    miette::miette!(help = "judge line by line, with --lines", "failed to draw on this terminal: {why}")
}

/// Takes the seat of this invitation, and keeps it where that is wished.
async fn join(Invitation { base, path }: &Invitation, session: Option<&Path>) -> Result<Seat, Failure> {
    let mut keeper = session.map(|file| Ok::<_, Failure>((file, invitation::keeper(file)?))).transpose()?;
    match Seat::join(base, path).await {
        Ok(seat) => {
            if let Some((_, file)) = &mut keeper {
                invitation::keep(file, &seat)?;
            }
            Ok(seat)
        }
        Err(why) => {
            if let Some((path, _)) = keeper {
                let _ = std::fs::remove_file(path);
            }
            Err(failed(why))
        }
    }
}

/// A judge at the terminal.
struct Sitting {
    client: Client<JudgeUpdate>,
    evening: Evening,
    outbox: Outbox,
    sat_down: bool,
    surface: Surface,
}

impl Sitting {
    async fn stay(&mut self) -> Result<Left, Failure> {
        loop {
            let now = self.now();
            self.evening.pass(now);
            self.send().await;
            self.show(now)?;
            if self.evening.is_over() {
                return Ok(Left::AtTheEnd);
            }
            if self.evening.leaves() {
                return Ok(Left::Before);
            }
            let wake = self.wake(now);
            tokio::select! {
                heard = self.client.hear() => self.hear(heard.map_err(failed)?),
                typed = self.surface.next() => {
                    let now = self.now();
                    match typed {
                        Typed::Line(line) => self.evening.line(&line, now),
                        Typed::Nothing => self.evening.line("/quit", now),
                        #[cfg(feature = "screen")]
                        Typed::Input(input) => if let Surface::Screen(screen) = &mut self.surface
                            && screen.take(input, &mut self.evening, now)
                        {
                            return Ok(Left::Interrupted);
                        },
                    }
                },
                () = sleep_until(wake.unwrap_or_else(Instant::now)), if wake.is_some() => {}
            }
        }
    }

    /// Shows what is new.
    fn show(&mut self, now: Timestamp) -> Result<(), Failure> {
        match &mut self.surface {
            Surface::Lines { .. } => {
                _ = now;
                print(&self.evening.printed());
                Ok(())
            }
            #[cfg(feature = "screen")]
            Surface::Screen(screen) => screen.draw(&self.evening, self.outbox.is_empty(), now).map_err(undrawn),
        }
    }

    fn hear(&mut self, heard: Heard<JudgeUpdate>) {
        let now = self.now();
        match heard {
            Heard::Connected { latest } if !self.sat_down => {
                self.sat_down = true;
                self.evening.sit_down(latest, now);
            }
            Heard::Connected { .. } => self.surface.tell_connection(false),
            Heard::Lost => self.surface.tell_connection(true),
            Heard::Update(Numbered { n, update, .. }) => self.evening.hear(n, &update, now),
            Heard::Done(id) => {
                if let Some(wished) = self.outbox.answered(&id) {
                    self.evening.done(wished);
                }
            }
            Heard::Refused { id: Some(id), why } => {
                if let Some(wished) = self.outbox.refused(&id, &why) {
                    self.evening.refused(wished, &why);
                }
            }
            Heard::Refused { id: None, why } => shell::talk(why),
        }
    }

    /// Sends what the judge wants, as fast as it may follow each other.
    async fn send(&mut self) {
        while let Some(wish) = self.evening.next_wish() {
            self.outbox.take(wish);
        }
        let Some(clock) = self.client.clock().filter(|_| self.sat_down) else { return };
        while let Some(wish) = self.outbox.next(Instant::now(), clock.pace()) {
            let kind = wish.kind();
            let id = self.client.ask(|id| outbox::frame(wish, id, clock.now())).await;
            self.outbox.sent(id, kind);
        }
    }

    /// When there will be something to do although nothing happens.
    fn wake(&self, now: Timestamp) -> Option<Instant> {
        let shown = self.client.clock().and_then(|clock| Some(clock.instant(self.evening.next_wake(now)?)));
        let redrawn = self.surface.lasts().map(|lasts| Instant::now() + lasts);
        shown.into_iter().chain(self.outbox.due()).chain(redrawn).min()
    }

    fn now(&self) -> Timestamp {
        self.client.clock().map_or(Timestamp::from_millis(0), |clock| clock.now())
    }
}

/// The lines of standard input, as they are ended. What is not UTF-8 is replaced.
fn lines_of_the_keyboard() -> mpsc::Receiver<String> {
    let (sender, receiver) = mpsc::channel(LINES_WAITING);
    std::thread::spawn(move || {
        let mut input = io::stdin().lock();
        let mut line = Vec::new();
        loop {
            line.clear();
            match input.by_ref().take(LINE_MAX).read_until(b'\n', &mut line) {
                Ok(0) | Err(_) => return,
                Ok(_) => {
                    let text = String::from_utf8_lossy(&line);
                    let text = text.strip_suffix('\n').unwrap_or(&text);
                    let text = text.strip_suffix('\r').unwrap_or(text).to_owned();
                    if sender.blocking_send(text).is_err() {
                        return;
                    }
                }
            }
        }
    });
    receiver
}

/// Prints what the judge sees. A reader that has gone away ends the program quietly.
fn print(text: &str) {
    shell::print(text);
    if shell::is_unread() {
        shell::leave();
    }
}

/// How one comes back to the seat.
fn way_back(options: &JudgeOptions) -> String {
    match &options.session {
        Some(file) => {
            format!("; your seat is kept: viva judge --terminal --session {}", file.shown())
        }
        None => "; an invitation works once: ask the organiser for a new one to come back".to_owned(),
    }
}

/// A failure of the connection, with the way on.
fn failed(why: LiveError) -> Failure {
    let help = match &why {
        LiveError::NoSeat { status: 410 } => {
            "this invitation was used already: each works once; ask the organiser for a new one, or come back with --session"
        }
        LiveError::NoSeat { status: 404 } => {
            "this invitation is not known to the server: check that it was copied whole, or ask the organiser for a new one"
        }
        LiveError::Refused { .. } | LiveError::Dismissed { .. } => {
            "a newer invitation may have taken this seat: ask the organiser"
        }
        LiveError::Join { .. } | LiveError::Away { .. } => {
            let mut cause: &dyn std::error::Error = &why;
            while let Some(source) = cause.source() {
                cause = source;
            }
            // Neither holds the address: that of an invitation is a secret.
            let help = "see that this machine reaches the server, and trusts its certificate; then try again";
            return miette::miette!(help = help, "{why} ({cause})");
        }
        _ => return shell::failure(why),
    };
    miette::miette!(help = help, "{why}")
}
