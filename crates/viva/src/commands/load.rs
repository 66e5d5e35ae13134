//! `viva load`: measures the load a server carries, and whether anything is lost.

mod contests;
mod own_server;
mod report;

use std::{path::Path, sync::Arc};

use load::{
    LoadError, LoadOutcome, Medium, Pace, Plan, process,
    vivavoce::{Joined, Vivavoce},
};

use rulebook::counted;

use self::own_server::OwnServer;
use crate::{
    cli::LoadOptions,
    commands::serve::{interrupted, runtime},
    exit::Exit,
    shell::{self, Failure, ShownPath},
};

pub(crate) fn run(options: LoadOptions) -> Result<Exit, Failure> {
    let medium = if options.messages_every.is_some() || options.ping_pong { Medium::Messages } else { Medium::Keys };
    if let Some(folder) = &options.make {
        contests::write(folder, medium, options.contests, options.conversations)?;
        shell::talk(format_args!(
            "next:\n  viva serve --data data {0}/contest-*.toml 2> said.txt\n  viva load --organisers said.txt … http://HOST:PORT",
            folder.shown()
        ));
        return Ok(Exit::Yes);
    }
    runtime()?.block_on(async {
        tokio::select! {
            biased;
            () = interrupted() => Ok(Exit::Interrupted),
            outcome = load(&options, medium) => {
                let outcome = outcome?;
                if options.json {
                    shell::json(&outcome)?;
                } else {
                    shell::data(report::table(&outcome, medium));
                }
                Ok(if outcome.is_whole() { Exit::Yes } else { Exit::No })
            }
        }
    })
}

/// The addresses of the server, and the join links of its organisers.
struct Target {
    addresses: Arc<[String]>,
    links: Vec<String>,
    pids: Vec<u32>,
    /// Stopped when dropped.
    _own: Option<OwnServer>,
}

async fn load(options: &LoadOptions, medium: Medium) -> Result<LoadOutcome, Failure> {
    let wanted = usize::from(options.contests) * (2 * usize::from(options.conversations) + 1);
    process::allow_sockets(wanted).map_err(|why| {
        miette::miette!(help = "raise the limit, or load with fewer conversations", "failed to make room: {why}")
    })?;
    let target = match &options.organisers {
        Some(file) => Target {
            addresses: options.addresses.iter().map(|url| url.trim_end_matches('/').to_owned()).collect(),
            links: links_in(file)?,
            pids: options.pid.clone(),
            _own: None,
        },
        None => {
            let own = OwnServer::start(medium, options.contests, options.conversations)?;
            Target {
                addresses: [own.url.clone()].into(),
                links: own.links.clone(),
                pids: vec![own.pid()],
                _own: Some(own),
            }
        }
    };
    let http = live::http().map_err(shell::failure)?;
    shell::talk(format_args!(
        "joining {} at {}",
        counted(target.links.len(), "contest", "contests"),
        target.addresses.join(", ")
    ));
    let mut joined = Vec::with_capacity(target.links.len());
    for link in &target.links {
        let path = link.find("/join/").map_or(link.as_str(), |at| &link[at..]);
        joined.push(Joined::by(&http, &target.addresses[0], path).await.map_err(|why| failed(&why))?);
    }
    let groups = joined.iter().map(|contest| {
        let seats = contest.people.iter().cloned().enumerate();
        let sitting = |(turn, seat): (usize, live::Seat)| {
            let begins = seat.page().contains("/judge/");
            (begins, Vivavoce::new(seat, target.addresses.clone(), turn))
        };
        seats.map(sitting).collect()
    });
    let plan = plan(options, medium, target.pids.clone());
    let outcome = load::run(plan, groups.collect(), || async {
        for contest in &joined {
            contest.open(&http).await?;
        }
        Ok(())
    });
    outcome.await.map_err(|why| failed(&why))
}

fn plan(options: &LoadOptions, medium: Medium, pids: Vec<u32>) -> Plan {
    let every = options.keys_every.or(options.messages_every);
    let pace = match every {
        Some(every) => Pace::Every(every),
        None if options.ping_pong => Pace::PingPong,
        None => Pace::People,
    };
    Plan {
        medium,
        pace,
        length: options.length,
        reconnect_every: options.reconnect_every,
        burst_every: options.burst_every,
        seed: options.seed.clone(),
        pids,
    }
}

/// The organisers' links in a text: each word that contains `/join/`.
fn links_in(file: &Path) -> Result<Vec<String>, Failure> {
    let text = shell::read_text(file)?;
    let links: Vec<String> =
        text.split_whitespace().filter(|word| word.contains("/join/")).map(str::to_owned).collect();
    if links.is_empty() {
        return Err(miette::miette!(
            help = "give it what `viva serve` said when the contests were set up",
            "there is no join link in `{}`",
            file.shown()
        ));
    }
    Ok(links)
}

fn failed(why: &LoadError) -> Failure {
    let mut cause: &dyn std::error::Error = why;
    while let Some(source) = cause.source() {
        cause = source;
    }
    let (told, cause) = (why.to_string(), cause.to_string());
    let told = if told == cause { told } else { format!("{told} ({cause})") };
    let help = match why {
        LoadError::Refused { .. } => {
            "contests made with `--make` take what stood beside it: give the same `--keys-every`, `--messages-every` or `--ping-pong`"
        }
        _ => {
            "see that the server runs there; the link of an organiser works once: `viva serve --organiser-link` makes another"
        }
    };
    miette::miette!(help = help, "{told}")
}
