//! `viva serve`: the server on the day.

use server::{App, Settings, app::Added};
use store::{Engine, Limits};
use tokio::net::TcpListener;

use crate::{
    cli::ServeOptions,
    exit::Exit,
    shell::{self, Failure},
};

pub(crate) fn run(options: ServeOptions) -> Result<Exit, Failure> {
    let mut submitted = Vec::new();
    for file in &options.files {
        submitted.push(super::contest::playable(file)?);
    }
    if options.url.is_none() && options.listen.ip().is_unspecified() {
        shell::talk(format_args!(
            "join links cannot begin with http://{}: nobody reaches a server there\n\
             hint: say with --url how people reach this machine, such as --url http://192.168.1.10:{}",
            options.listen,
            options.listen.port()
        ));
        return Ok(Exit::Usage);
    }
    runtime()?.block_on(async {
        let listener = TcpListener::bind(options.listen).await.map_err(|why| {
            miette::miette!(
                help = "choose another address with --listen",
                "failed to listen on {}: {why}",
                options.listen
            )
        })?;
        let address = listener.local_addr().map_err(shell::failure)?;
        let url = options.url.unwrap_or_else(|| format!("http://{address}"));
        let settings = Settings {
            data: options.data.clone(),
            public_url: url.clone(),
            address: None,
            pace: options.pace,
            continue_shorter: options.continue_shorter.clone(),
        };
        let limits = Limits { max_bytes: options.max_mb.map(|mb| mb.saturating_mul(1_000_000)) };
        let engine = Engine::embedded(&options.data, limits).map_err(shell::failure)?;
        let app = App::start(settings, engine).await.map_err(shell::failure)?;
        for contest in submitted {
            let Added { id, organiser_link } = app.add(contest).await.map_err(shell::failure)?;
            if let Some(link) = organiser_link {
                shell::talk(format_args!("contest `{id}` is set up; its organiser joins here, once:\n  {link}"));
            }
        }
        if let Some(contest) = options.organiser_link {
            if app.place(&contest).is_none() {
                shell::talk(format_args!("there is no contest `{contest}` in this folder"));
                return Ok(Exit::Usage);
            }
            let link = app.invite(&contest, rulebook::Participant::Organiser).await.map_err(shell::failure)?;
            shell::talk(format_args!("the organiser of `{contest}` joins here, once:\n  {link}"));
        }
        if app.places().is_empty() {
            shell::talk(
                "hint: there is no contest yet; write a file with `viva contest new` and pass it to `viva serve`",
            );
        }
        shell::talk(format_args!(
            "serving {} contest(s) at {url} (Ctrl-C to stop; run it again to go on)",
            app.places().len()
        ));
        server::serve(app, listener, interrupted()).await.map_err(shell::failure)?;
        shell::talk("stopped; everything that was recorded is safe");
        Ok(Exit::Yes)
    })
}

/// The runtime of a server.
pub(crate) fn runtime() -> Result<tokio::runtime::Runtime, Failure> {
    tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(shell::failure)
}

/// Ready when the program is asked to stop, by Ctrl-C or SIGTERM; from this call on, neither ends it by itself.
///
/// # Panics
/// Outside a Tokio runtime.
pub(crate) fn interrupted() -> impl Future<Output = ()> {
    use tokio::signal::unix::{SignalKind, signal};
    let signals = [SignalKind::interrupt(), SignalKind::terminate()].map(signal);
    async move {
        match signals {
            [Ok(mut interrupt), Ok(mut terminate)] => tokio::select! {
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
            },
            // Without handlers the signals end the program, as they do every other.
            _ => std::future::pending().await,
        }
    }
}
