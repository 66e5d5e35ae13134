//! The entries' part in a contest, through the same views as people: this module carries messages between an entry's
//! links and the running contest.
//!
//! For the next or running round every interview gets a link of its own; an entry with several conversations at the
//! same time has several. The link's program starts while people take their places, hears the judge once talk is open,
//! and ends with the talk. A protocol works in keystrokes; where the contest carries finished messages, a
//! [`Composer`](contest::composer::Composer) stands between. After a restart of the server in mid-round links start
//! anew, and the judge's earlier messages are not delivered late.

mod attended;
mod deposit;
mod expected;
mod readiness;

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
    sync::Arc,
};

use contest::{Stream, attachment::ShownFile, contest::Phase};
use entry::{
    Apart, FinishedLine, History, JudgeFile, Pace, Setup,
    isolation::{self, Reach},
};
use rulebook::{
    EntryId, InterviewId, Participant,
    contest_file::{EntrySpec, Lpp, Protocol},
    draws::{Draws, Seed},
};
use store::Registry;
use tokio::task::JoinHandle;
use tracing::Instrument;

pub(crate) use self::expected::programs_to_expect;
use self::{attended::Attended, readiness::Readiness};
use crate::{hosted_contest::HostedContest, span};

/// A file that a judge shows, in the form for an entry's link; without bytes where they are not at hand.
#[must_use]
pub fn as_shown(shown: &ShownFile, bytes: Option<Arc<[u8]>>) -> JudgeFile {
    JudgeFile {
        kind: shown.file.kind,
        format: shown.file.format,
        description: shown.description.clone().unwrap_or_default(),
        seen: shown.seen(),
        unseen: shown.unseen(),
        bytes,
    }
}

/// Keeps links for every interview of the next or running round, until the contest is closed; dropping it ends them
/// all. The organiser can restart an entry whose program gave up.
pub async fn attend(place: Arc<HostedContest>, files: Arc<dyn Registry>, folder: PathBuf, workspace: PathBuf) {
    // The organiser's news covers the seating and no conversation, so messages do not wake this loop.
    let mut told = place.running.told(Participant::Organiser);
    let mut restarts = place.restarts();
    let mut seen = None;
    let mut attended = Attendance::of(&place, files, folder, workspace);
    attended.look();
    loop {
        // The restart of a program does not change the seating.
        let facts = place.running.views().room().count(Stream::Control);
        if seen != Some(facts) {
            seen = Some(facts);
            match course(&place) {
                Course::Over => break,
                Course::Between => attended.keep(BTreeSet::new()).await,
                Course::Round { wanted, starts } => {
                    attended.keep(wanted.clone()).await;
                    if starts {
                        attended.deposit(&wanted);
                        wanted.into_iter().for_each(|interview| attended.start(interview));
                    }
                }
            }
        }
        tokio::select! {
            changed = told.changed() => if changed.is_err() { break },
            Ok(entry) = restarts.recv() => attended.start_again(entry).await,
        }
    }
}

/// The links that the contest needs now.
enum Course {
    /// None until the next round.
    Between,
    /// Those of these interviews, of the next or running round.
    Round {
        /// The entries and their interviews.
        wanted: BTreeSet<(EntryId, InterviewId)>,
        /// True while missing links are started; false once the talk is over.
        starts: bool,
    },
    /// None any more.
    Over,
}

fn course(place: &HostedContest) -> Course {
    let views = place.running.views();
    let Some(contest) = views.room().contest() else { return Course::Between };
    let round = match contest.phase {
        Phase::Lobby(next) if next.number() <= contest.rounds() => next,
        Phase::Talk(round, _) | Phase::Scoring(round, _) => round,
        Phase::Lobby(_) | Phase::EndBallots(..) | Phase::Vote(..) => return Course::Between,
        Phase::Closed => return Course::Over,
    };
    let wanted = contest.interviews_in(round).filter_map(|seating| Some((seating.entry()?, seating.interview)));
    Course::Round { wanted: wanted.collect(), starts: !matches!(contest.phase, Phase::Scoring(..)) }
}

/// The links of a contest.
struct Attendance {
    place: Arc<HostedContest>,
    /// The store of the files that judges show.
    files: Arc<dyn Registry>,
    /// The folder in which the entries' commands run.
    folder: PathBuf,
    /// The parent of the folders of the links: the folder of the contest's id in `entries` of the data folder.
    workspace: PathBuf,
    /// The files and folders that no program may see.
    hidden: Vec<PathBuf>,
    /// The links that were started for the present round, including those that have ended.
    links: BTreeMap<(EntryId, InterviewId), JoinHandle<()>>,
    readiness: BTreeMap<EntryId, Arc<Readiness>>,
}

impl Drop for Attendance {
    fn drop(&mut self) {
        self.links.values().for_each(JoinHandle::abort);
    }
}

impl Attendance {
    fn of(place: &Arc<HostedContest>, files: Arc<dyn Registry>, folder: PathBuf, workspace: PathBuf) -> Self {
        let data = workspace.ancestors().nth(2).map(Path::to_owned);
        let hidden = data.into_iter().chain(isolation::hidden(place.file().programs(), &folder)).collect();
        let (links, readiness) = (BTreeMap::new(), BTreeMap::new());
        Self { place: Arc::clone(place), files, folder, workspace, hidden, links, readiness }
    }

    /// Checks the reach of every program, for the organiser, in the background.
    fn look(&self) {
        let (place, folder, hidden) = (Arc::clone(&self.place), self.folder.clone(), self.hidden.clone());
        tokio::task::spawn_blocking(move || {
            let file = place.file();
            let reach = |spec: &EntrySpec| Reach::of(spec, &folder, &hidden, file.rulebook.equipment());
            place.set_reach(file.programs().map(|spec| (spec.name.clone(), reach(spec))).collect());
        });
    }

    /// Keeps these links and no other. Links of the previous round end by themselves with its talk; those that remain,
    /// and those that were planned away, are ended here.
    async fn keep(&mut self, wanted: BTreeSet<(EntryId, InterviewId)>) {
        self.links.retain(|key, link| {
            let kept = wanted.contains(key);
            if !kept {
                link.abort();
            }
            kept
        });
        for entry in
            wanted.iter().map(|(entry, _)| *entry).chain(self.readiness.keys().copied()).collect::<BTreeSet<_>>()
        {
            let interviews = wanted.iter().filter(|(of, _)| *of == entry).map(|(_, interview)| *interview);
            let readiness = self.readiness.entry(entry).or_insert_with(|| Arc::new(Readiness::of(entry)));
            readiness.expect(&self.place, interviews.collect()).await;
        }
    }

    /// Records the make-up of the entries whose links are about to start. It runs in the background: large programs
    /// take a while to read, and judges may begin meanwhile.
    fn deposit(&self, wanted: &BTreeSet<(EntryId, InterviewId)>) {
        let starting = wanted.iter().filter(|key| !self.links.contains_key(key));
        let starting: BTreeMap<EntryId, InterviewId> = starting.copied().collect();
        let (place, folder) = (Arc::clone(&self.place), self.folder.clone());
        tokio::spawn(async move {
            for key in starting {
                let span = span::entry(place.running.id(), key);
                deposit::deposit(&place, key, &folder).instrument(span).await;
            }
        });
    }

    /// Starts a link, unless it was started before.
    fn start(&mut self, key: (EntryId, InterviewId)) {
        if !self.links.contains_key(&key)
            && let Some(link) = self.link(key)
        {
            let span = span::entry(self.place.running.id(), key);
            self.links.insert(key, tokio::spawn(link.run().instrument(span)));
        }
    }

    async fn start_again(&mut self, entry: EntryId) {
        let keys: Vec<_> = self.links.keys().copied().filter(|(of, _)| *of == entry).collect();
        let over = !matches!(course(&self.place), Course::Round { starts: true, .. });
        if let Some((entry, interview)) = keys.first().filter(|_| !over) {
            let (place, folder, key) = (Arc::clone(&self.place), self.folder.clone(), (*entry, *interview));
            let span = span::entry(place.running.id(), key);
            tokio::spawn(async move { deposit::deposit(&place, key, &folder).await }.instrument(span));
        }
        for key in keys.into_iter().filter(|_| !over) {
            self.links.remove(&key).into_iter().for_each(|old| old.abort());
            if let Some(link) = self.link(key) {
                let span = span::entry(self.place.running.id(), key);
                let again = link.report("started-again", "the organiser had the program started again");
                again.instrument(span.clone()).await;
                self.links.insert(key, tokio::spawn(link.run().instrument(span)));
            }
        }
    }

    /// The protocol, with a communications directory relative to the contest file's folder made absolute.
    fn in_folder(&self, protocol: &Protocol, entry: EntryId, interview: InterviewId) -> Option<Protocol> {
        let Protocol::Lpp(Lpp::ByHand(directory)) = protocol else { return Some(protocol.clone()) };
        let mut directory = self.folder.join(directory);
        let file = self.place.file();
        if file.rulebook.roles.parallel != 1 {
            let seed = self.place.running.views().room().contest()?.seed_by_now()?;
            directory.push(directory_number(seed, entry, interview, file.judges.len()).to_string());
        }
        Some(Protocol::Lpp(Lpp::ByHand(directory)))
    }

    fn link(&self, (entry, interview): (EntryId, InterviewId)) -> Option<Attended> {
        let Self { place, folder, workspace, .. } = self;
        let spec = place.spec(entry)?;
        let setup = Setup {
            protocol: self.in_folder(&spec.protocol, entry, interview)?,
            rules: place.file().rulebook.interview.clone(),
            // The contest itself types out answers that arrive whole.
            typing: None,
            silence: spec.silence,
            folder: folder.clone(),
            workspace: workspace.join(format!("{entry}-{interview}")),
            server: spec.server.clone(),
            apart: Apart::of(&spec, self.hidden.clone()),
            history: said_before(place, entry, interview),
            begun: String::new(),
            replay: spec.replay,
            registry: place.registry.clone(),
            number: interview.round.number(),
            judge: interview.judge.number(),
            pace: Pace::new(place.running.clock().pace()),
        };
        Attended::of(
            (Arc::clone(place), Arc::clone(&self.files)),
            Arc::clone(self.readiness.get(&entry)?),
            (entry, interview),
            setup,
            spec.rhythm,
        )
    }
}

/// The finished messages of an interview so far: the history for a link that starts in mid-interview.
fn said_before(place: &HostedContest, entry: EntryId, interview: InterviewId) -> History {
    let views = place.running.views();
    let room = views.room();
    let Some(contest) = room.contest() else { return History::default() };
    let mut conversations = contest.conversations_of(Participant::Entry(entry), interview.round);
    let conversation =
        conversations.find(|conversation| conversation.interview == interview).and_then(|id| room.conversation(id));
    let lines = conversation.into_iter().flat_map(|conversation| &conversation.transcript.lines);
    History::of(lines.map(|line| {
        let text = line.file.as_ref().map_or_else(|| line.text.clone(), ShownFile::unseen);
        FinishedLine { side: line.side, text }
    }))
}

/// The number of an interview's directory, where an entry holds several at the same time, from 1 to the number of
/// judges. It is drawn for every entry and round, so that it tells no judge from another and is the same after a
/// restart of the server.
fn directory_number(seed: Seed, entry: EntryId, interview: InterviewId, judges: usize) -> usize {
    let mut numbers: Vec<usize> = (1..=judges).collect();
    Draws::new(seed, &format!("directories/{entry}/{}", interview.round)).shuffle(&mut numbers);
    numbers[interview.judge.index()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_a_directory_tells_neither_judge_nor_round_nor_entry() {
        let seed = Seed::from_contributions(["directories"]);
        let number = |entry: &str, interview: &str| {
            directory_number(seed, entry.parse().unwrap(), interview.parse().unwrap(), 4)
        };
        let mut round: Vec<_> = ["R1-J1", "R1-J2", "R1-J3", "R1-J4"].iter().map(|id| number("E1", id)).collect();
        round.sort_unstable();
        assert_eq!(round, [1, 2, 3, 4], "each interview has one of its own");
        // Every number occurs for a single judge over many rounds, and for the first judge over many entries.
        let rounds = (1..=40).map(|round| number("E1", &format!("R{round}-J1")));
        assert_eq!(rounds.collect::<BTreeSet<_>>().len(), 4);
        let entries = (1..=40).map(|entry| number(&format!("E{entry}"), "R1-J1"));
        assert_eq!(entries.collect::<BTreeSet<_>>().len(), 4);
    }
}
