//! `viva judge`: a judge's seat in a terminal, for those who would rather not use a browser, or have none.
//!
//! It is a client like the judge's page: the same address on the card, the same connection, the same updates. Lines are
//! edited by the terminal itself and travel when they are ended, also where the contest carries single keys: a line then
//! becomes its keys. So it works on any terminal, over ssh, with a screen reader, and through pipes.

mod evening;
mod invitation;
mod order;
mod outbox;
mod page;
mod sheet;
mod words;

use std::{
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
    shell::{self, Failure},
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
    let page = Page::new(io::stdin().is_terminal());
    let outbox = Outbox::of(rules.interview.medium);
    let evening = Evening::new(rules, results, page);
    Sitting { client: Client::at(seat, AWAY_MAX), evening, outbox, sat_down: false }.stay(options).await
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
}

impl Sitting {
    async fn stay(mut self, options: &JudgeOptions) -> Result<Exit, Failure> {
        let (mut lines, is_person) = (lines_of_the_keyboard(), io::stdin().is_terminal());
        let mut hears_lines = true;
        loop {
            let now = self.now();
            self.evening.pass(now);
            self.send().await;
            print(&self.evening.printed());
            if self.evening.is_over() {
                return Ok(Exit::Yes);
            }
            if self.evening.leaves() {
                shell::talk(format_args!("you have left before the end{}", way_back(options)));
                return Ok(Exit::No);
            }
            let wake = self.wake(now);
            tokio::select! {
                heard = self.client.hear() => self.hear(heard.map_err(failed)?),
                line = lines.recv(), if hears_lines => match line {
                    Some(line) => {
                        let now = self.now();
                        self.evening.line(&line, now);
                    }
                    // A person has pressed Ctrl-D; of a pipe everything was read, and the rest can be watched.
                    None if is_person => self.evening.line("/quit", now),
                    None => hears_lines = false,
                },
                () = sleep_until(wake.unwrap_or_else(Instant::now)), if wake.is_some() => {}
            }
        }
    }

    fn hear(&mut self, heard: Heard<JudgeUpdate>) {
        let now = self.now();
        match heard {
            Heard::Connected { latest } if !self.sat_down => {
                self.sat_down = true;
                self.evening.sit_down(latest, now);
            }
            Heard::Connected { .. } => shell::talk("connected again; nothing was lost"),
            Heard::Lost => shell::talk("the connection is lost; it is made again, and what you type is kept"),
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
        shown.into_iter().chain(self.outbox.due()).min()
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
            format!("; your seat is kept: viva judge --terminal --session {}", file.display())
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
