//! Entries take part through the same views as people: this module carries keys between an entry's link and the hall.
//!
//! For the round that comes next (or runs) every interview gets a link of its own. The link's program starts while
//! people take their places, hears the judge's keys once talk is open, and ends with the talk. After a restart of the
//! server in mid-round links start anew, and what the judge typed before is not delivered late.

use std::{collections::BTreeMap, path::PathBuf, sync::Arc, time::Duration};

use contest::{
    Command, Refusal,
    command::Press,
    contest::Phase,
    event::ClientId,
    view::{Numbered, stage::StagePhase, witness::WitnessUpdate},
};
use entry::{FromEntry, Incident, Link, Setup, ToEntry};
use rulebook::{
    EntryId, InterviewId, Key, Participant, RoundNumber, Rulebook, Side, contest_file::Protocol, schema::Medium,
};
use tokio::task::JoinHandle;
use tracing::warn;

use crate::{hall::NotDone, place::Place, sessions::Token};

/// How long a key waits before it is offered again, in contest time, when the contest is paused or it came too fast.
const AGAIN: Duration = Duration::from_millis(250);

/// The most keys of an entry that wait for the disk together.
const TOGETHER_MAX: usize = 24;

/// The longest description of an incident, in characters.
const DETAIL_MAX: usize = 400;

/// Keeps links for every interview of the coming or running round, until the contest is closed. An entry whose program
/// gave up can be started again by the organiser.
pub async fn attend(place: Arc<Place>, folder: PathBuf, workspace: PathBuf) {
    let mut grown = place.hall.grown();
    let mut restarts = place.restarts();
    let mut attended = None;
    let mut links: BTreeMap<EntryId, JoinHandle<()>> = BTreeMap::new();
    loop {
        let (round, closed) = round_of(&place);
        if round != attended {
            // Links of the round before end by themselves with its talk; whatever is left of them is ended here.
            std::mem::take(&mut links).into_values().for_each(|link| link.abort());
            attended = round;
            let new = round.into_iter().flat_map(|round| links_of(&place, round, &folder, &workspace));
            links.extend(new.map(|link| (link.entry, tokio::spawn(link.run()))));
        }
        if closed {
            return;
        }
        tokio::select! {
            changed = grown.changed() => if changed.is_err() { break },
            Ok(entry) = restarts.recv() => {
                let again = round.into_iter().flat_map(|round| links_of(&place, round, &folder, &workspace));
                for link in again.filter(|link| link.entry == entry) {
                    links.remove(&entry).into_iter().for_each(|old| old.abort());
                    link.report("started-again", "the organiser had the program started again").await;
                    links.insert(entry, tokio::spawn(link.run()));
                }
            }
        }
    }
    links.into_values().for_each(|link| link.abort());
}

/// The round for which entries are needed, and whether the contest is over.
fn round_of(place: &Place) -> (Option<RoundNumber>, bool) {
    let views = place.hall.views();
    let Some(contest) = views.room().contest() else { return (None, false) };
    match contest.phase {
        Phase::Lobby(next) if next.number() <= contest.rounds() => (Some(next), false),
        Phase::Talk(round, _) | Phase::Scoring(round, _) => (Some(round), false),
        Phase::Lobby(_) | Phase::Ranking(_) => (None, false),
        Phase::Closed => (None, true),
    }
}

fn links_of(
    place: &Arc<Place>,
    round: RoundNumber,
    folder: &std::path::Path,
    workspace: &std::path::Path,
) -> Vec<Attended> {
    let views = place.hall.views();
    let Some(contest) = views.room().contest() else { return Vec::new() };
    if matches!(contest.phase, Phase::Scoring(..)) {
        return Vec::new();
    }
    let interviews = contest.interviews_in(round).filter_map(|seating| {
        let spec = place.file.entries.get(seating.entry.index())?;
        let who = Participant::Entry(seating.entry);
        Some(Attended {
            place: Arc::clone(place),
            entry: seating.entry,
            who,
            interview: seating.interview,
            after: views.witness(who).map_or(0, contest::view::Feed::latest),
            talking: matches!(contest.phase, Phase::Talk(..)),
            together: together_max(&contest.rulebook),
            setup: Setup {
                protocol: in_folder(&spec.protocol, folder),
                typing: spec.typing,
                silence: spec.silence,
                folder: folder.to_owned(),
                workspace: workspace.join(format!("{}-{}", seating.entry, seating.interview.round)),
                pace: place.hall.clock().pace(),
            },
        })
    });
    interviews.collect()
}

/// Never more than the rulebook lets anybody type in a second, or the stretch would be refused for ever.
fn together_max(rulebook: &Rulebook) -> usize {
    let Medium::Keystrokes { keys_per_second, .. } = rulebook.interview.medium;
    usize::try_from(keys_per_second).unwrap_or(usize::MAX).clamp(1, TOGETHER_MAX)
}

/// The protocol with a communications directory that is told from the contest file's folder.
fn in_folder(protocol: &Protocol, folder: &std::path::Path) -> Protocol {
    match protocol {
        Protocol::Lpp { directory: Some(directory), command } => {
            Protocol::Lpp { directory: Some(folder.join(directory)), command: command.clone() }
        }
        other => other.clone(),
    }
}

/// One entry in one interview.
struct Attended {
    place: Arc<Place>,
    entry: EntryId,
    who: Participant,
    interview: InterviewId,
    /// The number of the last update that the link has been told of.
    after: u64,
    /// The link starts when the round runs already.
    talking: bool,
    /// The most keys that wait for the disk together.
    together: usize,
    setup: Setup,
}

/// What can wake the loop of a link.
enum Wake {
    Grown,
    Said(FromEntry),
    Gone,
}

impl Attended {
    async fn run(mut self) {
        let mut link = entry::start(self.setup.clone());
        let mut grown = self.place.hall.grown();
        // Ids of this link are never those of an earlier one in the same conversation.
        let nonce = Token::draw();
        let mut pressed: u64 = 0;
        self.state("starting");
        if self.talking && link.to_entry.send(ToEntry::Began).await.is_err() {
            return;
        }
        grown.mark_changed();
        let mut ready = false;
        // Said after keys that were taken together.
        let mut said_next = None;
        loop {
            let wake = match said_next.take() {
                Some(said) => Wake::Said(said),
                None => tokio::select! {
                    changed = grown.changed() => if changed.is_ok() { Wake::Grown } else { Wake::Gone },
                    said = link.from_entry.recv() => said.map_or(Wake::Gone, Wake::Said),
                },
            };
            match wake {
                Wake::Grown => {
                    if self.tell(&link).await.is_none() {
                        break;
                    }
                }
                Wake::Said(FromEntry::Ready) => {
                    self.state("ready");
                    self.set_ready(true, &mut ready).await;
                }
                Wake::Said(FromEntry::Key(key)) => {
                    let (keys, next) = self.typed(key, &mut link);
                    said_next = next;
                    pressed += 1;
                    let id = format!("{}-{pressed}", &nonce.reveal()[..12]);
                    let id = ClientId::try_from(id).expect("letters and digits");
                    if self
                        .press(&link, Press { id, round: self.interview.round, seat: None, keys, sent: None })
                        .await
                        .is_none()
                    {
                        break;
                    }
                }
                Wake::Said(FromEntry::Incident(incident)) => {
                    self.tell_organiser(&incident).await;
                    if matches!(incident, Incident::Exited { .. } | Incident::DidNotStart { .. } | Incident::GaveUp) {
                        self.set_ready(false, &mut ready).await;
                    }
                }
                Wake::Gone => break,
            }
        }
        let _ = link.to_entry.send(ToEntry::Ended).await;
    }

    /// Tells the entry what has happened since; `None` when its part is over.
    async fn tell(&mut self, link: &Link) -> Option<()> {
        let updates: Vec<Numbered<WitnessUpdate>> =
            self.place.hall.views().witness(self.who).map(|feed| feed.after(self.after).to_vec()).unwrap_or_default();
        for Numbered { n, update, .. } in updates {
            self.after = n;
            match update {
                WitnessUpdate::Key { round, side: Side::Judge, key } if round == self.interview.round => {
                    link.to_entry.send(ToEntry::Key(key)).await.ok()?;
                }
                WitnessUpdate::Key { .. } => {}
                WitnessUpdate::Stage(stage) if stage.round == Some(self.interview.round) && !stage.ended => {
                    match stage.phase {
                        StagePhase::Talk if !self.talking => {
                            self.talking = true;
                            link.to_entry.send(ToEntry::Began).await.ok()?;
                        }
                        StagePhase::Talk | StagePhase::Lobby => {}
                        StagePhase::Scoring | StagePhase::Ranking | StagePhase::Closed => return None,
                    }
                }
                WitnessUpdate::Stage(_) => return None,
            }
        }
        Some(())
    }

    /// The key, those that the entry has typed meanwhile (they may wait for the disk together), and what it said instead
    /// of a next key.
    fn typed(&self, first: Key, link: &mut Link) -> (Vec<Key>, Option<FromEntry>) {
        let mut keys = vec![first];
        while keys.len() < self.together {
            match link.from_entry.try_recv() {
                Ok(FromEntry::Key(key)) => keys.push(key),
                Ok(other) => return (keys, Some(other)),
                Err(_) => break,
            }
        }
        (keys, None)
    }

    /// Presses keys for the entry, in order; `None` when its part is over. Keys that come while clocks stand still, or
    /// faster than the rulebook lets anybody type, wait and are offered again.
    async fn press(&self, link: &Link, press: Press) -> Option<()> {
        loop {
            match self.place.hall.ask(self.who, Command::Press(press.clone())).await {
                Ok(()) | Err(NotDone::Refused(Refusal::JudgeBegins | Refusal::NoRound)) => return Some(()),
                Err(NotDone::Refused(Refusal::Paused | Refusal::TooFast(_)) | NotDone::NotSaved) => {
                    tokio::time::sleep(self.place.hall.clock().real(AGAIN).max(Duration::from_millis(1))).await;
                }
                Err(NotDone::Refused(Refusal::TooLong(_))) => {
                    self.state("has typed all the keys a conversation may hold");
                    return (!link.to_entry.is_closed()).then_some(());
                }
                Err(NotDone::Refused(_) | NotDone::Stopping) => return None,
            }
        }
    }

    /// Says that the entry is in place, or no longer. During the talk nobody asks, and the answer does not matter.
    async fn set_ready(&self, now: bool, ready: &mut bool) {
        if now != *ready {
            *ready = now;
            let _ = self.place.hall.ask(self.who, Command::Ready(now)).await;
        }
    }

    /// Tells the organiser, and the record, that something went wrong.
    async fn tell_organiser(&self, incident: &Incident) {
        self.state(incident.kind());
        self.report(incident.kind(), &incident.to_string()).await;
    }

    async fn report(&self, kind: &str, detail: &str) {
        let detail = detail.chars().take(DETAIL_MAX).collect();
        let report = Command::Report { interview: self.interview, kind: kind.to_owned(), detail };
        if let Err(why) = self.place.hall.ask(self.who, report).await {
            warn!(entry.id = %self.who, kind, "an incident of {} was not recorded: {why}", self.who);
        }
    }

    fn state(&self, state: &str) {
        self.place.set_entry_state(self.entry, state);
    }
}
