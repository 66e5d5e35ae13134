//! `viva judge`: a judge's seat in a terminal, for judges who prefer it to a browser or have none.
//!
//! It is a client like the judge's page: the same address on the card, the same connection, the same updates. If
//! standard input and output are a terminal that can draw, it draws a page on the whole [`screen`]. Otherwise, and with
//! `--lines`, it reads and prints lines. The terminal itself edits a line, and the line is sent when it is ended; where
//! the contest carries single keys, it is sent as its keys. So it works on any terminal, over ssh, with a screen
//! reader, and through pipes.

mod invitation;
mod order;
mod outbox;
mod page;
#[cfg(feature = "screen")]
mod screen;
mod session;
mod sheet;
mod terminal_words;

use std::{
    future::pending,
    io::{self, BufRead, IsTerminal, Read},
    path::Path,
    time::Duration,
};

use contest::view::{Numbered, judge::JudgeUpdate};
use live::{Client, ClientNotice, LiveError, Seat};
use rulebook::Timestamp;
use tokio::{
    sync::mpsc,
    time::{Instant, sleep_until},
};

use self::{
    invitation::{Invitation, NoInvitation},
    outbox::Outbox,
    page::PrintedPage,
    session::JudgeSession,
};
use crate::{
    cli::JudgeOptions,
    commands::serve::{interrupted, runtime},
    exit::Exit,
    shell::{self, Failure, ShownPath},
};

/// The longest time without a connection; after it the judge is asked to contact the organiser.
const AWAY_MAX: Duration = Duration::from_secs(15 * 60);

/// The longest line read, in bytes.
const LINE_MAX: u64 = 64 * 1024;

/// The most lines queued for processing.
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
    // A pending read of the keyboard must not delay the exit.
    runtime.shutdown_background();
    outcome
}

/// The invitation in the options, if there is one.
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
    let session = JudgeSession::new(rules, results, page);
    let mut sitting = JudgeTerminal { client: Client::at(seat, AWAY_MAX), session, outbox, sat_down: false, surface };
    let left = sitting.stay().await;
    // The terminal is restored before anything is printed.
    let JudgeTerminal { surface, session, .. } = sitting;
    surface.close(&session);
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

/// The end of a sitting.
enum Left {
    /// The contest is closed.
    AtTheEnd,
    /// The judge left.
    Before,
    /// The judge pressed Ctrl-C.
    #[cfg(feature = "screen")]
    Interrupted,
}

/// The judge's way of reading and typing.
enum Surface {
    /// Printed lines, and lines of input.
    Lines { lines: Option<mpsc::Receiver<String>>, is_person: bool },
    /// A page drawn on the whole terminal.
    #[cfg(feature = "screen")]
    Screen(Box<screen::Screen>),
}

/// Input from the judge.
enum Typed {
    Line(String),
    /// The end of the input.
    Nothing,
    #[cfg(feature = "screen")]
    Input(screen::Input),
}

impl Surface {
    /// The best surface for this terminal, with its page.
    fn of(options: &JudgeOptions) -> Result<(Self, PrintedPage), Failure> {
        #[cfg(feature = "screen")]
        if !options.lines && can_draw() {
            let screen = screen::Screen::open().map_err(undrawn)?;
            return Ok((Self::Screen(Box::new(screen)), PrintedPage::of_a_screen()));
        }
        // Without the screen feature there are only lines.
        let _ = options.lines;
        let is_person = io::stdin().is_terminal();
        Ok((Self::Lines { lines: Some(lines_of_the_keyboard()), is_person }, PrintedPage::new(is_person)))
    }

    /// The judge's next input. Dropping the future loses nothing.
    async fn next(&mut self) -> Typed {
        match self {
            Self::Lines { lines, is_person } => {
                let Some(receiver) = lines else { return pending().await };
                match receiver.recv().await {
                    Some(line) => Typed::Line(line),
                    // A person pressed Ctrl-D; the end of a pipe leaves the judge watching.
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

    /// The interval at which the surface must be redrawn.
    fn lasts(&self) -> Option<Duration> {
        match self {
            Self::Lines { .. } => None,
            #[cfg(feature = "screen")]
            Self::Screen(_) => Some(screen::CLOCK),
        }
    }

    /// Reports a lost or restored connection to the judge.
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

    /// Restores the terminal, and leaves the last messages on it.
    fn close(self, session: &JudgeSession) {
        match self {
            Self::Lines { .. } => _ = session,
            #[cfg(feature = "screen")]
            Self::Screen(screen) => {
                drop(screen);
                let last: String = session.last_words().iter().map(|line| format!("{line}\n")).collect();
                print(&last);
            }
        }
    }
}

/// Returns true if a page can be drawn and single keys can be read.
#[cfg(feature = "screen")]
fn can_draw() -> bool {
    let is_dumb = std::env::var_os("TERM").is_none_or(|term| term.is_empty() || term == "dumb");
    io::stdin().is_terminal() && io::stdout().is_terminal() && !is_dumb
}

/// The failure of drawing on the terminal.
#[cfg(feature = "screen")]
fn undrawn(why: io::Error) -> Failure {
    miette::miette!(help = "judge line by line, with --lines", "failed to draw on this terminal: {why}")
}

/// Takes the seat of this invitation, and stores it in the session file, if one is named.
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
struct JudgeTerminal {
    client: Client<JudgeUpdate>,
    session: JudgeSession,
    outbox: Outbox,
    sat_down: bool,
    surface: Surface,
}

impl JudgeTerminal {
    async fn stay(&mut self) -> Result<Left, Failure> {
        loop {
            let now = self.now();
            self.session.pass(now);
            self.send().await;
            self.show(now)?;
            if self.session.is_over() {
                return Ok(Left::AtTheEnd);
            }
            if self.session.leaves() {
                return Ok(Left::Before);
            }
            let wake = self.wake(now);
            tokio::select! {
                heard = self.client.hear() => self.hear(heard.map_err(failed)?),
                typed = self.surface.next() => {
                    let now = self.now();
                    match typed {
                        Typed::Line(line) => self.session.line(&line, now),
                        Typed::Nothing => self.session.line("/quit", now),
                        #[cfg(feature = "screen")]
                        Typed::Input(input) => if let Surface::Screen(screen) = &mut self.surface
                            && screen.take(input, &mut self.session, now)
                        {
                            return Ok(Left::Interrupted);
                        },
                    }
                },
                () = sleep_until(wake.unwrap_or_else(Instant::now)), if wake.is_some() => {}
            }
        }
    }

    /// Shows new content.
    fn show(&mut self, now: Timestamp) -> Result<(), Failure> {
        match &mut self.surface {
            Surface::Lines { .. } => {
                _ = now;
                print(&self.session.printed());
                Ok(())
            }
            #[cfg(feature = "screen")]
            Surface::Screen(screen) => screen.draw(&self.session, self.outbox.is_empty(), now).map_err(undrawn),
        }
    }

    fn hear(&mut self, heard: ClientNotice<JudgeUpdate>) {
        let now = self.now();
        match heard {
            ClientNotice::Connected { latest } if !self.sat_down => {
                self.sat_down = true;
                self.session.sit_down(latest, now);
            }
            ClientNotice::Connected { .. } => self.surface.tell_connection(false),
            ClientNotice::Lost => self.surface.tell_connection(true),
            ClientNotice::Update(Numbered { n, update, .. }) => self.session.hear(n, &update, now),
            ClientNotice::Done(id) => {
                if let Some(wished) = self.outbox.answered(&id) {
                    self.session.done(wished);
                }
            }
            ClientNotice::Refused { id: Some(id), why } => {
                if let Some(wished) = self.outbox.refused(&id, &why) {
                    self.session.refused(wished, &why);
                }
            }
            ClientNotice::Refused { id: None, why } => shell::talk(why),
        }
    }

    /// Sends the judge's wishes, at the rate that the outbox allows.
    async fn send(&mut self) {
        while let Some(wish) = self.session.next_wish() {
            self.outbox.take(wish);
        }
        let Some(clock) = self.client.clock().filter(|_| self.sat_down) else { return };
        while let Some(wish) = self.outbox.next(Instant::now(), clock.pace()) {
            let kind = wish.kind();
            let id = self.client.ask(|id| outbox::frame(wish, id, clock.now())).await;
            self.outbox.sent(id, kind);
        }
    }

    /// The next moment at which something is due without any event.
    fn wake(&self, now: Timestamp) -> Option<Instant> {
        let shown = self.client.clock().and_then(|clock| Some(clock.instant(self.session.next_wake(now)?)));
        let redrawn = self.surface.lasts().map(|lasts| Instant::now() + lasts);
        shown.into_iter().chain(self.outbox.due()).chain(redrawn).min()
    }

    fn now(&self) -> Timestamp {
        self.client.clock().map_or(Timestamp::from_millis(0), |clock| clock.now())
    }
}

/// The lines of standard input, one by one. Invalid UTF-8 is replaced.
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

/// Prints output for the judge. The program ends quietly if the reader has gone away.
fn print(text: &str) {
    shell::print(text);
    if shell::is_unread() {
        shell::leave();
    }
}

/// The way to return to the seat.
fn way_back(options: &JudgeOptions) -> String {
    match &options.session {
        Some(file) => {
            format!("; your seat is kept: viva judge --terminal --session {}", file.shown())
        }
        None => "; an invitation works once: ask the organiser for a new one to come back".to_owned(),
    }
}

/// A failure of the connection, with a hint.
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
            // Neither text contains the address: an invitation's is a secret.
            let help = "see that this machine reaches the server, and trusts its certificate; then try again";
            return miette::miette!(help = help, "{why} ({cause})");
        }
        _ => return shell::failure(why),
    };
    miette::miette!(help = help, "{why}")
}
