//! The organiser's overview: the board of the contest, with the server's own knowledge of people, programs and itself.
//!
//! The page, the API and the terminal show the same.

use std::collections::BTreeSet;

use contest::{
    contest::Contest,
    view::{organiser::Board, problems::Whereabouts},
};
use entry::isolation::Reach;
use language::Message;
use rulebook::{Participant, Timestamp, contest_file::EntrySpec};
use store::StoreError;

use crate::{
    acts,
    app::{App, protocol},
    concerns::Concern,
    cosigning,
    hosted_contest::{HostedContest, spec_called},
    pages::{EntryRow, PersonRow},
    readiness::{Around, Check},
    reveal::{self, Revealing},
    timetable::{BEHIND, Course},
};

/// A contest as its organiser sees it at a moment.
pub(crate) struct Overview {
    /// The time of the contest.
    pub(crate) now: Timestamp,
    pub(crate) board: Board,
    /// Judges and confederates, then referees.
    pub(crate) people: Vec<PersonRow>,
    pub(crate) entries: Vec<EntryRow>,
    /// The names of the programs in reserve.
    pub(crate) reserves: Vec<String>,
    /// The matters that need attention, the worst first.
    pub(crate) concerns: Vec<Concern>,
    /// The checks before the next round.
    pub(crate) checks: Vec<Check>,
    /// The timetable against the clock; absent without a time for the beginning of the day, and before the draw.
    pub(crate) course: Option<Course>,
    /// The progress of the reveal; absent before the close.
    pub(crate) reveal: Option<Revealing>,
    /// A warning about the space for the record; absent where there is enough.
    pub(crate) disk: Option<Message>,
}

impl Overview {
    /// The overview of this contest; `None` before it is set up.
    pub(crate) async fn of(app: &App, place: &HostedContest) -> Result<Option<Self>, StoreError> {
        let mut joined = BTreeSet::new();
        for who in people_of(place) {
            if app.registry().has_joined(place.running.id(), &who.to_string()).await? {
                joined.insert(who);
            }
        }
        let reserves = acts::reserves(place);
        let around = around(app, place).await?;
        let cosigners = cosigning::concerns(app, place).await?;
        let reveal = reveal::revealing(app, place).await?;
        let shown = place.running.shown();
        let views = &shown.views;
        let Some(contest) = views.room().contest() else { return Ok(None) };
        let now = place.running.clock().now();
        let Some(board) = views.board(&shown.drafts, now) else { return Ok(None) };
        let whereabouts = |who: Participant| match who {
            Participant::Entry(entry) if place.has_stopped(entry) => Whereabouts::Stopped,
            _ if place.is_here(who) => Whereabouts::Here,
            _ if joined.contains(&who) || board.people.iter().any(|person| person.who == who && person.scripted) => {
                Whereabouts::Away
            }
            Participant::Organiser
            | Participant::Judge(_)
            | Participant::Confederate(_)
            | Participant::Entry(_)
            | Participant::Referee(_) => Whereabouts::NotJoined,
        };
        let name_of = |who: Participant| contest.name_of(who).unwrap_or_default().to_owned();
        let people = board.people.iter().map(|person| PersonRow {
            on_board: *person,
            name: name_of(person.who),
            joined: joined.contains(&person.who),
            here: place.is_here(person.who),
        });
        let file = place.file();
        let entries = board.entries.iter().map(|entry| {
            let name = name_of(Participant::Entry(entry.who));
            let spec = spec_called(&file, entry.who, &name);
            let reach = reach(place, spec);
            EntryRow {
                on_board: entry.clone(),
                protocol: spec.map(|spec| protocol(&spec.protocol)).unwrap_or_default().to_owned(),
                state: place.entry_state(entry.who),
                stopped: place.has_stopped(entry.who),
                kept: reach.as_ref().map(|reach| reach.kept.clone()),
                warnings: reach.map(|reach| reach.warnings).unwrap_or_default(),
                name,
            }
        });
        let problems = board.problems(now, whereabouts);
        let course = file.begins.and_then(|begins| Course::of(contest, views.timeline(), begins, now));
        let behind = course.as_ref().filter(|course| course.behind >= BEHIND);
        let concerns = problems.iter().map(|problem| Concern::of(problem, name_of));
        Ok(Some(Self {
            people: people.collect(),
            entries: entries.collect(),
            concerns: concerns.chain(behind.map(Concern::behind)).chain(cosigners).collect(),
            course,
            checks: Check::all(&board, now, around, |who| whereabouts(who) == Whereabouts::Here),
            disk: if *place.running.records().borrow() {
                app.disk_room().warning()
            } else {
                Some(say!("course-records-nothing"))
            },
            reserves,
            reveal,
            now,
            board,
        }))
    }
}

/// Everyone with a page: where everybody is judge and confederate in turn, the judges.
pub(crate) fn people_of(place: &HostedContest) -> Vec<Participant> {
    let views = place.running.views();
    let everybody = |contest: &Contest| contest.cast().into_iter().chain(contest.referees()).collect::<Vec<_>>();
    let everybody = views.room().contest().map(everybody).unwrap_or_default();
    everybody.into_iter().filter(|who| !matches!(who, Participant::Entry(_))).collect()
}

/// The reach of an entry's program, where it was checked.
fn reach(place: &HostedContest, spec: Option<&EntrySpec>) -> Option<Reach> {
    place.reach(&spec?.name)
}

/// The server's own knowledge, which the board lacks.
async fn around(app: &App, place: &HostedContest) -> Result<Around, StoreError> {
    // A failure to read the disk must not block the organiser's page.
    let bytes_left = app.registry().bytes_left().await.ok().filter(|bytes| *bytes != u64::MAX);
    let signed = app.registry().latest_checkpoint(place.running.id()).await?.map_or(0, |(size, _)| size);
    Ok(Around { bytes_left, signed })
}
