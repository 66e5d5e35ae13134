//! `viva entry play`: runs a built-in program, over any protocol.

use std::{
    net::SocketAddr,
    path::Path,
    sync::Arc,
    time::{Duration, Instant},
};

use entry::serve::Answers;
use simulate::programs::{self, Clock, Contest};
use tokio::net::TcpListener;

use crate::{
    cli::{EntryPlayOptions, KnownFacts},
    commands::serve::{interrupted, runtime},
    exit::Exit,
    shell::{self, Failure},
};

pub(super) fn run(options: EntryPlayOptions) -> Result<Exit, Failure> {
    let EntryPlayOptions { name, text, known, lpp, lp95, ws, chat, typing, opens_with } = options;
    if !programs::all().contains(&name.as_str()) {
        let names = programs::all().join(", ");
        shell::talk(format_args!("no built-in program is called `{name}`\nhint: choose one of {names}"));
        return Ok(Exit::Usage);
    }
    if programs::needs_text(&name) != text.is_some() {
        let need = if programs::needs_text(&name) { "needs a text" } else { "takes no text" };
        shell::talk(format_args!("the built-in program `{name}` {need}\nhint: `viva entry play markov TEXT`"));
        return Ok(Exit::Usage);
    }
    let text = text.map(|path| shell::read_text(&path)).transpose()?;
    let model = name.clone();
    let words = opens_with.as_deref();
    let recipe = Arc::new(Recipe { name, text, known, began: Instant::now() });
    let begins = {
        let recipe = Arc::clone(&recipe);
        move || recipe.answers(None)
    };
    match (lpp, ws, chat) {
        (Some(directory), ..) => play_lpp(&directory, typing, words, begins())?,
        (_, Some(address), _) => {
            serving(address, "ws", "/entry", |listener| async move {
                match words {
                    Some(words) => entry::serve::serve_websocket_opening(listener, words.to_owned(), begins).await,
                    None => entry::serve::serve_websocket(listener, begins).await,
                }
            })?;
        }
        (.., Some(address)) => {
            // With the chat protocol, the contest asks a model to open.
            let words = opens_with.clone();
            let begins = move || recipe.answers(words.as_deref());
            serving(address, "http", "/v1", |listener| async move {
                server::serve_completions(listener, &model, begins).await
            })?;
        }
        _ if lp95 => entry::serve::serve_terminal(&model.to_uppercase(), words, begins).map_err(shell::failure)?,
        _ => {
            words.into_iter().for_each(shell::data);
            entry::serve_stdio(begins()).map_err(shell::failure)?;
        }
    }
    Ok(Exit::Yes)
}

/// Everything that makes a fresh instance of a built-in program.
struct Recipe {
    name: String,
    text: Option<String>,
    known: KnownFacts,
    began: Instant,
}

impl Recipe {
    /// A fresh instance of the program, as a function from a line to lines.
    fn answers(&self, opens_with: Option<&str>) -> Answers {
        let program = match (&self.text, self.name.as_str()) {
            (Some(text), name) => programs::from_text(name, text),
            (None, "finalist") => Some(programs::finalist(self.contest(), self.known.seed, self.clock())),
            (None, name) => programs::named(name),
        };
        let program = program.expect("its name was looked up before");
        let mut program = match opens_with {
            Some(words) => programs::opening_with(words.to_owned(), program),
            None => program,
        };
        Box::new(move |line| program.reply(line))
    }

    fn contest(&self) -> Option<Contest> {
        let KnownFacts { starts, rounds, round_minutes, .. } = self.known;
        Some(Contest { start: starts?.0, rounds: rounds?, round_minutes })
    }

    /// This machine's clock, or one that runs on from the given time since the start of the program.
    fn clock(&self) -> Clock {
        let began = self.began;
        match self.known.clock {
            None => Box::new(|| jiff::Zoned::now().datetime()),
            Some(time) => Box::new(move || time.0.saturating_add(began.elapsed())),
        }
    }
}

fn play_lpp(directory: &Path, typing: f64, opening: Option<&str>, program: Answers) -> Result<(), Failure> {
    let typing = Duration::try_from_secs_f64(typing / 1000.0).map_err(shell::failure)?;
    runtime()?.block_on(entry::serve::serve_lpp_opening(directory, typing, opening, program)).map_err(shell::failure)
}

/// Listens, prints the address on standard output, and serves until interrupted.
fn serving<S: Future<Output = std::io::Result<()>>>(
    address: SocketAddr,
    scheme: &str,
    path: &str,
    serve: impl FnOnce(TcpListener) -> S,
) -> Result<(), Failure> {
    runtime()?.block_on(async {
        let listener = TcpListener::bind(address).await.map_err(shell::failure)?;
        let address = listener.local_addr().map_err(shell::failure)?;
        shell::data(format_args!("{scheme}://{address}{path}"));
        tokio::select! {
            served = serve(listener) => served.map_err(shell::failure),
            () = interrupted() => Ok(()),
        }
    })
}
