//! `viva entry serve`: serves an entry of any protocol on one plain page.

use std::time::Duration;

use entry::{Pace, Setup};
use record::transcript::OffsetClock;
use rulebook::schema::Opener;
use server::entry_page::{self, Settings};
use tokio::net::TcpListener;

use super::spec;
use crate::{
    cli::EntryServeOptions,
    commands::serve::{interrupted, runtime},
    exit::Exit,
    shell::{self, Failure, ShownPath},
};

pub(super) fn run(options: EntryServeOptions) -> Result<Exit, Failure> {
    let named = match spec::named(&options.source) {
        Ok(named) => named,
        Err(none) => return none.told(),
    };
    // On its page an entry may speak first, and its typing is invisible.
    let mut setup = Setup { typing: Some(Duration::ZERO), pace: Pace::new(options.pace), ..named.setup };
    setup.rules.opens = Opener::Anyone;
    let settings = Settings {
        setup,
        title: options.title,
        name: options.name.unwrap_or(named.program),
        greeting: options.greeting.filter(|greeting| !greeting.trim().is_empty()),
        delay: options.delay,
        judges: options.judges,
        logs: options.log,
        clock: OffsetClock::east(options.utc_offset).unwrap_or_default(),
    };
    runtime()?.block_on(async {
        if let Some(logs) = &settings.logs {
            tokio::fs::create_dir_all(logs).await.map_err(|why| {
                let help = "choose another folder with --log, or give permission to write there";
                miette::miette!(help = help, "failed to make the folder `{}`: {why}", logs.shown())
            })?;
        }
        let listener = TcpListener::bind(options.listen).await.map_err(|why| {
            let help = "choose another address with --listen";
            miette::miette!(help = help, "failed to listen on {}: {why}", options.listen)
        })?;
        let address = listener.local_addr().map_err(shell::failure)?;
        let kept = match &settings.logs {
            Some(logs) => format!("logs go to {}", logs.shown()),
            None => "no logs are kept; --log DIR keeps them".to_owned(),
        };
        shell::talk(format_args!("serving `{}` at http://{address}/ ({kept}; Ctrl-C to stop)", settings.name));
        entry_page::serve(settings, listener, interrupted()).await.map_err(shell::failure)?;
        shell::talk("stopped");
        Ok(Exit::Yes)
    })
}
