//! `viva entry play`: runs a built-in program, over any protocol.

use std::{net::SocketAddr, path::Path, time::Duration};

use entry::serve::Answers;
use simulate::programs;
use tokio::net::TcpListener;

use crate::{
    cli::EntryPlayOptions,
    commands::serve::{interrupted, runtime},
    exit::Exit,
    shell::{self, Failure},
};

pub(super) fn run(options: EntryPlayOptions) -> Result<Exit, Failure> {
    let EntryPlayOptions { name, lpp, lp95, ws, chat, typing, opens_with } = options;
    if programs::named(&name).is_none() {
        let names = programs::names().join(", ");
        shell::talk(format_args!("no built-in program is called `{name}`\nhint: choose one of {names}"));
        return Ok(Exit::Usage);
    }
    let model = name.clone();
    let words = opens_with.as_deref();
    let begins = {
        let name = name.clone();
        move || answers(&name, None)
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
            let begins = move || answers(&name, words.as_deref());
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

/// A fresh instance of the program, as a function from a line to lines.
fn answers(name: &str, opens_with: Option<&str>) -> Answers {
    let program = programs::named(name).expect("its name was looked up before");
    let mut program = match opens_with {
        Some(words) => programs::opening_with(words.to_owned(), program),
        None => program,
    };
    Box::new(move |line| program.reply(line))
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
