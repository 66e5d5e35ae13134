//! `viva admin`: checks the stores of servers, and moves contests between them.

pub(crate) mod moving;

use std::{path::Path, sync::Arc};

use archive::audit::audit;
use contest::{Recorded, Room, contest::Contest, ledger};
use record::Tree;
use rulebook::counted;
use serde::Serialize;
use server::heads::Heads;
use store::{Limits, SqliteStore, Store};

use crate::{
    cli::AdminCommand,
    commands::serve,
    exit::Exit,
    shell::{self, Failure, Progress, Unit},
};

/// Events read at a time.
const PAGE: usize = 4096;

pub(crate) fn run(command: AdminCommand) -> Result<Exit, Failure> {
    serve::runtime()?.block_on(async {
        match command {
            AdminCommand::Check { store, password, json } => {
                check(&Kept::find(&store, password.password_file.as_deref()).await?, json).await
            }
            AdminCommand::Move { from, to, password, json } => {
                let password = password.password_file.as_deref();
                let from = Kept::find(&from, password).await?;
                moving::contests(&from, &Kept::open(&to, password).await?, json).await
            }
        }
    })
}

/// A store opened without a server.
struct Kept {
    store: Arc<dyn Store>,
    heads: Heads,
}

impl Kept {
    /// Opens an existing data folder, or a database.
    async fn find(place: &str, password_file: Option<&Path>) -> Result<Self, Failure> {
        if !is_database(place) && !Path::new(place).join("store.db").exists() {
            return Err(miette::miette!(
                help = "name the folder that `viva serve --data` was given, or postgres://USER@HOST/NAME",
                "there is no store in `{place}`"
            ));
        }
        Self::open(place, password_file).await
    }

    /// Opens a data folder, created if missing, or a database.
    async fn open(place: &str, password_file: Option<&Path>) -> Result<Self, Failure> {
        if is_database(place) {
            let password = password_file.map(serve::password_in).transpose()?;
            let store = serve::database(place, password.as_deref()).await?;
            return Ok(Self { heads: Heads::in_store(Arc::clone(&store) as _), store });
        }
        let folder = Path::new(place);
        let store = SqliteStore::open(folder, Limits { max_bytes: None }).map_err(shell::failure)?;
        let store: Arc<dyn Store> = Arc::new(store);
        Ok(Self { heads: Heads::new(Arc::clone(&store) as _, folder), store })
    }

    /// The record of a contest, and its tree.
    async fn record(&self, contest: &str) -> Result<(Vec<Recorded>, Tree), Failure> {
        let (mut facts, mut tree) = (Vec::new(), Tree::new());
        let progress = Progress::of(format_args!("reading `{contest}`, events"), Unit::Things, 0);
        loop {
            let page = self.store.read(contest, tree.size(), PAGE).await.map_err(shell::failure)?;
            if page.is_empty() {
                return Ok((facts, tree));
            }
            for event in page {
                let fact = ledger::open(&event.leaf, event.private.as_deref());
                facts.push(fact.map_err(|why| miette::miette!("event {} of `{contest}`: {why}", event.position))?);
                tree.append(&event.leaf);
            }
            progress.is_at(tree.size());
        }
    }
}

fn is_database(place: &str) -> bool {
    place.starts_with("postgres://") || place.starts_with("postgresql://")
}

/// The check of a contest in a store.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct ContestKept {
    /// The contest's id.
    contest: String,
    /// True if the contest has no fault.
    sound: bool,
    /// The number of events.
    events: u64,
    /// The number of signed heads.
    heads: usize,
    /// The root of the contest's tree.
    root: String,
    /// The faults, a sentence each.
    faults: Vec<String>,
}

async fn check(kept: &Kept, json: bool) -> Result<Exit, Failure> {
    let (mut exit, mut told) = (Exit::Yes, Vec::new());
    let contests = kept.store.contests().await.map_err(shell::failure)?;
    for contest in &contests {
        let id = &contest.id;
        let (facts, tree) = kept.record(id).await?;
        let room = Room::replay(&facts);
        let restored = room.contest().map(Contest::restored).unwrap_or_default();
        let heads = kept.store.checkpoints(id).await.map_err(shell::failure)?.len();
        let mut wrong: Vec<String> = audit(&facts).faults.iter().map(ToString::to_string).collect();
        wrong.extend(kept.heads.check(id, &tree, restored).await.err().map(|why| why.to_string()));
        exit = if wrong.is_empty() { exit } else { Exit::No };
        if json {
            let (sound, events, root) = (wrong.is_empty(), tree.size(), tree.root().to_string());
            told.push(ContestKept { contest: id.clone(), sound, events, heads, root, faults: wrong });
            continue;
        }
        let verdict = if wrong.is_empty() { "sound" } else { "BROKEN" };
        shell::data(format_args!(
            "{id}: {verdict}, {} under {}, root {}",
            counted(tree.size(), "event", "events"),
            counted(heads, "signed head", "signed heads"),
            tree.root()
        ));
        for why in &wrong {
            shell::data(format_args!("  {why}"));
        }
    }
    if json {
        shell::json(&told)?;
    }
    if contests.is_empty() {
        shell::talk("there is no contest in this store");
    }
    Ok(exit)
}
