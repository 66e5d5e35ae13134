//! The contests of a server: adding, editing, opening and keeping them.

use std::{
    path::{Path, PathBuf},
    sync::{Arc, PoisonError, Weak},
    time::Duration,
};

use contest::{Command, event::Terms, shown::SourceConversation};
use rulebook::{ContestFile, Participant, reader::Faults};
use schedule::GivenPlan;
use store::{ContestRow, Engine, Registry, StoreError};
use tokio::sync::watch;
use tracing::{Instrument, error, info, warn};

use super::{App, Inner, StartError, WeakApp};
use crate::{
    applications, contest_opening,
    edit::Edit,
    entries,
    hosted_contest::HostedContest,
    plan::plan_of,
    replacements,
    running_contest::{self, RunningContest, Services},
    sources::sources_of,
    span,
    withheld::{self, Reason, Withheld},
    witnesses,
};

/// Words that take the place of a contest's id in other addresses.
const RESERVED: [&str; 5] = ["api", applications::ID, "assets", "join", "language"];

/// The interval of checks for new contests of other servers, and for room in the store.
const LOOK_FOR_CONTESTS: Duration = Duration::from_secs(1);

/// A contest file with its source texts.
#[derive(Debug, Clone)]
pub struct Submitted {
    /// The checked file.
    pub file: ContestFile,
    /// Its text.
    pub text: String,
    /// The text of its rulebook when that is a file of the organiser's own; empty when it is a shipped one.
    pub rulebook: String,
    /// The plan that it names, read and checked.
    pub plan: Option<GivenPlan>,
    /// The folder in which its entries' commands run.
    pub folder: PathBuf,
}

impl Submitted {
    /// The terms of play.
    #[must_use]
    pub fn terms(&self) -> Terms {
        contest_opening::terms(&self.file, self.plan.clone())
    }
}

/// A contest that was added just now, with the organiser's link.
pub struct Added {
    /// The contest's id.
    pub id: String,
    /// The organiser's join link; absent when it was used.
    pub organiser_link: Option<String>,
    /// The changes to an earlier file, a sentence each; empty where there are none.
    pub changes: Vec<String>,
}

impl App {
    /// Adds a contest and makes the organiser's join link. An existing contest continues with this file, if its changes
    /// are still possible.
    ///
    /// # Errors
    /// When it cannot be recorded, or changes something that is fixed.
    pub async fn add(&self, submitted: Submitted) -> Result<Added, StartError> {
        let Submitted { file, text, rulebook, plan, folder } = submitted;
        let id = file.id.clone();
        if RESERVED.contains(&id.as_str()) {
            return Err(StartError::ReservedId { id });
        }
        let row = ContestRow {
            id: id.clone(),
            file: text,
            rulebook,
            folder: folder.to_string_lossy().into_owned(),
            plan: plan.as_ref().map_or_else(String::new, plan_text),
        };
        for (entry, expected) in entries::programs_to_expect(&file, &folder) {
            expected.map_err(|source| StartError::Secret { entry, source })?;
        }
        if self.place(&id).is_none() {
            // Sources that cannot be shown are refused before anything is stored.
            let shown = read_sources(&id, &file, &folder).await?;
            self.inner.shown.lock().unwrap_or_else(PoisonError::into_inner).insert(id.clone(), shown);
        }
        match self.registry().add_contest(row.clone()).await {
            Ok(()) => {
                self.take_up(row, file, folder).await?;
                let organiser_link = Some(self.invite(&id, Participant::Organiser).await?);
                Ok(Added { id, organiser_link, changes: Vec::new() })
            }
            Err(StoreError::ContestExists { .. }) => {
                self.take_up_new().await?;
                let changes = self.edit(row, file, plan, folder).await?;
                let organiser_link = self.unused_link(&id, Participant::Organiser).await?;
                Ok(Added { id, organiser_link, changes })
            }
            Err(failure) => Err(failure.into()),
        }
    }

    /// Edits a contest's file. Returns the changes.
    async fn edit(
        &self,
        row: ContestRow,
        file: ContestFile,
        plan: Option<GivenPlan>,
        folder: PathBuf,
    ) -> Result<Vec<String>, StartError> {
        let id = row.id.clone();
        let known = self.registry().contests().await?.into_iter().find(|known| known.id == id);
        let (Some(known), Some(place)) = (known, self.place(&id)) else { return Ok(Vec::new()) };
        let before = place.file();
        if (&before.seed, before.rehearsal) != (&file.seed, file.rehearsal) {
            return Err(StartError::AnotherSeed { id });
        }
        let given = place.given_plan().or_else(|| plan_again(&known));
        let now = place.running.views().room().contest().and_then(|contest| contest.roster.held().cloned());
        let edit = Edit::new((&before, given), (&file, plan)).with_shown(now.as_ref());
        let revision = edit.revision();
        let (changes, others) = {
            let views = place.running.views();
            let now = views.room().contest();
            (edit.changes(now), now.map(|contest| edit.others(contest)).unwrap_or_default())
        };
        for &who in &others {
            replacements::begin(self.registry(), &place, who).await?;
        }
        if let Some(revision) = revision {
            let asked = place.running.ask(Participant::Organiser, Command::Revise(Box::new(revision))).await;
            asked.map_err(|source| StartError::CannotChange { id: id.clone(), changes: changes.clone(), source })?;
        }
        if row != known {
            self.registry().update_contest(row.clone()).await?;
        }
        for who in others {
            replacements::finish(self.registry(), &place, who).await?;
        }
        place.set_folder(folder.clone());
        if *before != file {
            expect_programs(&place, &file, &folder);
            place.set_file(&row, file);
        }
        Ok(changes)
    }

    /// Opens every contest of the store that this server does not have yet.
    pub(super) async fn take_up_new(&self) -> Result<(), StartError> {
        for row in self.registry().contests().await? {
            let known = self.place(&row.id);
            if self.withheld_contest(&row.id).is_some_and(|withheld| !matches!(withheld.reason, Reason::Full)) {
                continue;
            }
            if known.as_ref().is_some_and(|place| place.is_from(&row)) {
                continue;
            }
            let file = read_again(&row).map_err(|source| StartError::File { id: row.id.clone(), source })?;
            let folder = PathBuf::from(&row.folder);
            match known {
                None => self.take_up(row, file, folder).await?,
                Some(place) => {
                    expect_programs(&place, &file, &folder);
                    place.set_file(&row, file);
                }
            }
        }
        Ok(())
    }

    /// Opens a contest, unless another task of this server has: one adds contests, another looks for those of other
    /// servers.
    async fn take_up(&self, row: ContestRow, file: ContestFile, folder: PathBuf) -> Result<(), StartError> {
        let id = row.id.clone();
        let _one_at_a_time = self.inner.taking_up.lock().await;
        if self.place(&id).is_some() {
            return Ok(());
        }
        let Engine { store, bus } = self.inner.engine.clone();
        let services = Services {
            events: Arc::clone(&store) as _,
            registry: Arc::clone(&store) as _,
            heads: self.inner.heads.clone(),
            bus,
            timers: store,
            address: self.inner.settings.address.clone(),
            time: Arc::clone(&self.inner.time),
            keys: Arc::clone(&self.inner.keys),
            salts: running_contest::drawn_salts(),
            meters: self.inner.meters.clone(),
            continue_shorter: self.inner.settings.continue_shorter.contains(&id),
        };
        let running = match RunningContest::open(&id, self.inner.settings.pace, services).await {
            Ok(running) => running,
            Err(failure) => {
                let reason =
                    Reason::of(failure).map_err(|source| StartError::RunningContest { id: id.clone(), source })?;
                self.withhold(&id, &file.name, reason);
                return Ok(());
            }
        };
        let place = Arc::new(HostedContest::new(running, &row, file, folder.clone()));
        if place.running.is_kept_here() {
            let shown = self.inner.shown.lock().unwrap_or_else(PoisonError::into_inner).remove(&id);
            set_up(&place, &row, shown).await?;
            replacements::finish_begun(self.registry(), &place).await?;
        }
        expect_programs(&place, &place.file(), &folder);
        let workspace = self.inner.settings.data.join("entries").join(&id);
        self.inner.withheld.write().unwrap_or_else(PoisonError::into_inner).remove(&id);
        self.inner.places.write().unwrap_or_else(PoisonError::into_inner).insert(id, Arc::clone(&place));
        let span = span::contest(&row.id);
        let files = Arc::clone(&self.inner.engine.store) as Arc<dyn Registry>;
        tokio::spawn(
            witnesses::call(WeakApp(Arc::downgrade(&self.inner)), Arc::clone(&place)).instrument(span.clone()),
        );
        tokio::spawn(keep(place, files, row, workspace).instrument(span));
        Ok(())
    }

    /// Withholds a contest; requests for it get the reason.
    fn withhold(&self, id: &str, name: &str, reason: Reason) {
        let mut withheld = self.inner.withheld.write().unwrap_or_else(PoisonError::into_inner);
        if !withheld.contains_key(id) {
            error!(contest.id = id, %reason, "contest `{id}` is not taken up: {reason}");
        }
        withheld.insert(id.to_owned(), Arc::new(Withheld { name: name.to_owned(), reason }));
    }

    /// Withholds the contests that were acknowledged and are missing from the store.
    pub(super) async fn withhold_missing(&self) -> Result<(), StartError> {
        let rows = self.registry().contests().await?;
        let decided = self.inner.settings.continue_shorter.iter().map(String::as_str);
        let known: Vec<&str> = rows.iter().map(|row| row.id.as_str()).chain(decided).collect();
        for (id, reason) in withheld::missing(self.data(), &known) {
            self.withhold(&id, &id, reason);
        }
        Ok(())
    }
}

/// Registers the programs that will connect to the contest.
fn expect_programs(place: &HostedContest, file: &ContestFile, folder: &Path) {
    for (entry, expected) in entries::programs_to_expect(file, folder) {
        match expected {
            Ok((id, secret)) => place.registry.expect(&id, &secret),
            // The others go on; the entry's link reports this to the organiser.
            Err(error) => {
                warn!(contest.id = place.running.id(), entry.id = %entry, %error, "the program of {entry} cannot be let in: {error}");
            }
        }
    }
}

/// Runs a contest's entries whenever this server keeps it, until the contest is closed.
async fn keep(place: Arc<HostedContest>, files: Arc<dyn Registry>, row: ContestRow, workspace: PathBuf) {
    while place.running.is_to_keep().await {
        // The server that added it may have stopped before this.
        if let Err(failure) = set_up(&place, &row, None).await {
            error!(contest.id = row.id, %failure, "contest `{}` cannot be set up: {failure}", row.id);
        }
        if let Err(failure) = replacements::finish_begun(&*files, &place).await {
            error!(contest.id = row.id, %failure, "replaced people may still be logged in: {failure}");
        }
        let mut edited = place.edited();
        tokio::select! {
            () = entries::attend(Arc::clone(&place), Arc::clone(&files), place.folder(), workspace.clone()) => return,
            () = place.running.is_to_follow() => {}
            // Restart programs that no judge has met yet.
            () = is_edited_before_the_first_round(&place, &mut edited) => {}
        }
    }
}

/// Ready when the contest file was edited while no round was open yet.
async fn is_edited_before_the_first_round(place: &HostedContest, edited: &mut watch::Receiver<u64>) {
    while edited.changed().await.is_ok() {
        let views = place.running.views();
        if views.room().contest().is_none_or(|contest| !contest.is_under_way()) {
            return;
        }
    }
    std::future::pending::<()>().await;
}

/// Sets up a contest whose record is empty. Where the store has no plan for it, an older version kept it in its file
/// only.
async fn set_up(
    place: &HostedContest,
    row: &ContestRow,
    shown: Option<Vec<(u16, SourceConversation)>>,
) -> Result<(), StartError> {
    let (id, file) = (&row.id, &*place.file());
    let is_new = place.running.views().room().contest().is_none();
    if is_new {
        let plan = match plan_again(row) {
            Some(plan) => Some(plan),
            None => plan_of(file, &place.folder()).map_err(|source| StartError::Plan { id: id.clone(), source })?,
        };
        let shown = match shown {
            Some(shown) => shown,
            None => read_sources(id, file, &place.folder()).await?,
        };
        let opening = contest_opening::opening(file, plan, shown);
        place.running.set_up(opening).await.map_err(|source| StartError::SetUp { id: id.clone(), source })?;
    }
    info!(contest.id = id, is_new, "contest `{id}` is open");
    Ok(())
}

/// The conversations that a contest shows of its sources, read on a blocking thread.
async fn read_sources(
    id: &str,
    file: &ContestFile,
    folder: &Path,
) -> Result<Vec<(u16, SourceConversation)>, StartError> {
    if file.sources.is_empty() {
        return Ok(Vec::new());
    }
    let (file, folder) = (file.clone(), folder.to_owned());
    let read = tokio::task::spawn_blocking(move || sources_of(&file, &folder)).await;
    let read = read.unwrap_or_else(|stopped| std::panic::resume_unwind(stopped.into_panic()));
    read.map_err(|source| StartError::Sources { id: id.to_owned(), source })
}

/// Opens the contests for which the store had no room, for as long as the server lives.
pub(super) async fn look_for_room(app: Weak<Inner>) {
    loop {
        tokio::time::sleep(LOOK_FOR_CONTESTS).await;
        let Some(inner) = app.upgrade() else { return };
        let app = App { inner };
        if app.withheld().iter().all(|(_, withheld)| !matches!(withheld.reason, Reason::Full)) {
            continue;
        }
        if let Err(failure) = app.take_up_new().await {
            warn!(%failure, "contests for which there was no room cannot be taken up: {failure}");
        }
    }
}

/// Opens contests that other servers of the store have added, for as long as the server lives.
pub(super) async fn look_for_contests(app: Weak<Inner>) {
    loop {
        tokio::time::sleep(LOOK_FOR_CONTESTS).await;
        let Some(inner) = app.upgrade() else { return };
        if let Err(failure) = (App { inner }).take_up_new().await {
            warn!(%failure, "contests that other servers have added cannot be taken up: {failure}");
        }
    }
}

fn read_again(row: &ContestRow) -> Result<ContestFile, Faults> {
    rulebook::reader::read_contest_file("contest.toml", &row.file, &|name| Ok((name.to_owned(), row.rulebook.clone())))
}

/// A plan for the store, in case another server opens the contest.
fn plan_text(plan: &GivenPlan) -> String {
    serde_json::to_string(plan).expect("a plan is made of numbers and labels")
}

/// The plan that was stored with a contest.
fn plan_again(row: &ContestRow) -> Option<GivenPlan> {
    // This program wrote it; if it is damaged, the plan of the contest file is used instead.
    serde_json::from_str(&row.plan).ok()
}
