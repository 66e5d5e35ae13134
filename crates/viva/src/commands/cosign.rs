//! `viva cosign`: watches the record of a contest from outside, signs each head that continues all heads before it, and
//! keeps the last one. A rewritten or cut record is refused, and both heads are shown.
//!
//! `record::cosigner` checks, signs and refuses; this module adds clock, disk and network. A head is synced to disk
//! before its signature is sent, so that no crash makes the cosigner sign two histories.

mod folder;
pub(crate) mod key;

use std::time::Duration;

use live::{CosignAnswer, Watched};
use record::{
    SigningKey, VerifierKey,
    cosigner::{Cosigner, NewKey, Refused},
};
use tokio::time::sleep;

use self::folder::Folder;
use crate::{
    cli::CosignOptions,
    commands::serve::{interrupted, runtime},
    exit::Exit,
    now::now,
    shell::{self, Failure, ShownPath},
};

/// The time between two requests to a server.
const EVERY: Duration = Duration::from_secs(1);

/// The longest wait before a silent server is asked again.
const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) fn run(options: &CosignOptions) -> Result<Exit, Failure> {
    let own = match key::of(&options.key, options.name.as_deref())? {
        Ok(own) => own,
        Err(why) => {
            shell::talk(why);
            return Ok(Exit::Usage);
        }
    };
    let Some(url) = &options.url else {
        shell::data(own.cosigner());
        shell::talk("hint: the organiser puts this line under [[cosigner]] in the contest file: key = \"…\"");
        return Ok(Exit::Yes);
    };
    if !url.starts_with("http://") && !url.starts_with("https://") {
        shell::talk("hint: write the address as https://HOST/CONTEST, with the id of the contest at the end");
        return Ok(Exit::Usage);
    }
    let new_key = match options.formerly.as_deref().map(|file| key::of(file, None)).transpose()? {
        Some(Ok(old)) => match NewKey::note(&old, &own) {
            Ok(note) => Some(note),
            Err(why) => {
                shell::talk(format_args!("{why}\nhint: make the new key with --name {}", old.name()));
                return Ok(Exit::Usage);
            }
        },
        Some(Err(why)) => {
            shell::talk(why);
            return Ok(Exit::Usage);
        }
        None => None,
    };
    let given = match options.verifier.as_deref().map(|text| text.trim().parse::<VerifierKey>()).transpose() {
        Ok(given) => given,
        Err(why) => {
            shell::talk(format_args!(
                "--verifier is no verifier key: {why}\nhint: copy the line of `verifier.key` whole"
            ));
            return Ok(Exit::Usage);
        }
    };
    let folder = Folder::open(&options.out)?;
    let watched = Watched::at(url).map_err(shell::failure)?;
    runtime()?.block_on(async {
        tokio::select! {
            biased;
            () = interrupted() => Ok(Exit::Interrupted),
            outcome = watch(options, &watched, &folder, (own, new_key), given) => outcome,
        }
    })
}

/// Watches until an error, or, with `--once`, until all published heads are signed.
async fn watch(
    options: &CosignOptions,
    watched: &Watched,
    folder: &Folder,
    (own, new_key): (SigningKey, Option<String>),
    given: Option<VerifierKey>,
) -> Result<Exit, Failure> {
    let mut server = Server { watched, away: Duration::ZERO, once: options.once };
    let log = match (folder.log()?, given) {
        (Some(kept), Some(given)) if kept != given => {
            shell::talk(format_args!(
                "{}: here another record was watched, which is signed by\n  {kept}\nhint: name another folder with --out",
                options.out.shown()
            ));
            return Ok(Exit::No);
        }
        (Some(kept), _) => kept,
        (None, Some(given)) => folder.keep_log(given)?,
        (None, None) => match server.key().await {
            Ok(told) => folder.keep_log(told)?,
            Err(why) => return Ok(no(&why)),
        },
    };
    if let Some(note) = new_key {
        if let Err(why) = server.ask(&note).await {
            return Ok(no(&why));
        }
        folder.keep_new_key(&note)?;
    }
    let mut cosigner = match folder.head()? {
        None => Cosigner::new(own, log),
        Some(note) => match Cosigner::going_on(own, log, note) {
            Ok(cosigner) => cosigner,
            Err(why) => {
                shell::talk(format_args!(
                    "{}: the head that was kept there cannot be read: {why}\nhint: restore it from a copy; without it a rewritten \
                     record would not be noticed",
                    options.out.shown()
                ));
                return Ok(Exit::No);
            }
        },
    };
    shell::talk(format_args!(
        "watching the record of {} ({} events seen so far), kept in {}",
        options.url.as_deref().unwrap_or_default(),
        cosigner.size(),
        options.out.shown()
    ));
    loop {
        let question = cosigner.question(seconds()).map_err(shell::failure)?;
        let answer = match server.ask(&question).await {
            Ok(Some(answer)) => answer,
            // The server asks for a fresh signature: the last one is public, so anybody could have sent it again; only
            // this cosigner can sign for a later second.
            Ok(None) => {
                sleep(EVERY).await;
                continue;
            }
            Err(why) => return Ok(no(&why)),
        };
        match cosigner.take(&answer, seconds()) {
            // The next question carries this signature.
            Ok(Some(note)) => folder.keep_head(&note)?,
            Ok(None) if options.once => {
                shell::talk(format_args!("signed: {} events", cosigner.size()));
                return Ok(Exit::Yes);
            }
            Ok(None) => sleep(EVERY).await,
            Err(why @ Refused::TwoHistories { .. }) => {
                let kept = folder.keep_refused(&why.to_string())?;
                shell::talk(format_args!(
                    "REFUSED: {why}\nhint: both heads are kept in {}; show them to whoever audits the contest. Nothing more is signed: a \
                     record that went on from an older copy has another key, and is watched in a folder of its own",
                    kept.shown()
                ));
                return Ok(Exit::No);
            }
            Err(why) if options.once => return Ok(no(&with_sources(&why))),
            Err(why) => server.is_away(&with_sources(&why)).await,
        }
    }
}

fn no(why: &str) -> Exit {
    shell::talk(format_args!("nothing was signed: {why}"));
    Exit::No
}

/// A server that is asked at growing intervals while it does not answer.
struct Server<'w> {
    watched: &'w Watched,
    /// The last wait; zero while the server answers.
    away: Duration,
    once: bool,
}

impl Server<'_> {
    /// Asks until the server answers. `None` means that it wants the question signed again after a second; an error is
    /// final.
    async fn ask(&mut self, question: &str) -> Result<Option<String>, String> {
        loop {
            match self.watched.ask(question.to_owned()).await {
                CosignAnswer::Text(text) => return Ok(Some(self.is_back(text))),
                CosignAnswer::Early => return Ok(self.is_back(None)),
                CosignAnswer::Refused(why) => return Err(why),
                CosignAnswer::Away(why) if self.once => return Err(format!("the server does not answer ({why})")),
                CosignAnswer::Away(why) => self.is_away(&why).await,
            }
        }
    }

    async fn key(&mut self) -> Result<VerifierKey, String> {
        loop {
            match self.watched.key().await {
                CosignAnswer::Text(text) => {
                    let key = text.trim().parse().map_err(|why| format!("what it says is its key is none ({why})"));
                    return key.map(|key| self.is_back(key));
                }
                CosignAnswer::Early => self.is_away("it is too early").await,
                CosignAnswer::Refused(why) => return Err(why),
                CosignAnswer::Away(why) if self.once => return Err(format!("the server does not answer ({why})")),
                CosignAnswer::Away(why) => self.is_away(&why).await,
            }
        }
    }

    fn is_back<T>(&mut self, told: T) -> T {
        if std::mem::take(&mut self.away) > Duration::ZERO {
            shell::talk("the server answers again");
        }
        told
    }

    async fn is_away(&mut self, why: &str) {
        if self.away == Duration::ZERO {
            shell::talk(format_args!("the server does not answer: {why}; it is asked again, and nothing is lost"));
        }
        self.away = (self.away * 2).clamp(EVERY, PATIENCE);
        sleep(self.away).await;
    }
}

/// Seconds since 1970.
fn seconds() -> u64 {
    u64::try_from(now().as_millis() / 1000).unwrap_or_default()
}

fn with_sources(error: &dyn std::error::Error) -> String {
    let sources = std::iter::successors(error.source(), |error| error.source());
    sources.fold(error.to_string(), |text, source| format!("{text}: {source}"))
}
