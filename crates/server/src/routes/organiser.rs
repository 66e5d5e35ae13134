//! The organiser's desk: readiness, and the course of the rounds.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use axum::{
    Form,
    extract::Query,
    http::{StatusCode, header},
    response::{Html, IntoResponse, Redirect, Response},
};
use contest::{
    Command, Refusal,
    announcement::Addressee,
    command::{Change, Ending, NewEntry, OnEntry},
    contest::{Contest, RulingKind},
    view::{problems::Whereabouts, stage::Stage},
    wire::Role,
};
use entry::isolation::Reach;
use rulebook::{Authority, EntryId, InterviewId, Participant, RoundNumber, contest_file::EntrySpec};
use schedule::{ClockTime, Plan, Timetable};
use serde::Deserialize;
use store::StoreError;

pub(super) use super::seated::live;
use super::{answer::Wrong, judge::Contribution, seated::Seated};
use crate::{
    app::protocol,
    pages,
    place::spec_called,
    readiness::{Around, Check},
    sessions, terms,
};

/// The page.
pub(super) async fn page(seated: Seated) -> Result<Html<String>, Wrong> {
    only_organiser(&seated)?;
    Ok(Html(render(&seated, None).await?))
}

/// What the organiser wants done.
#[derive(Deserialize)]
pub(super) struct Act {
    action: Action,
    #[serde(default)]
    anyway: bool,
    #[serde(default)]
    reason: String,
    #[serde(default)]
    told: String,
    #[serde(default)]
    to: Option<Addressee>,
    #[serde(default)]
    words: String,
    #[serde(default)]
    minutes: Option<String>,
    #[serde(default)]
    interview: Option<InterviewId>,
    #[serde(default)]
    entry: Option<EntryId>,
    #[serde(default)]
    phase: Option<String>,
    #[serde(default)]
    round: Option<RoundNumber>,
    #[serde(default)]
    trial: Option<u16>,
    #[serde(default)]
    vote: Option<u16>,
    #[serde(default)]
    left: Option<Participant>,
    #[serde(default)]
    who: Option<Participant>,
    #[serde(default)]
    role: Option<Role>,
    #[serde(default)]
    name: String,
    #[serde(default)]
    reserve: String,
    #[serde(default)]
    by: Option<Authority>,
    #[serde(default)]
    rule: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Action {
    Draw,
    OpenRound,
    EndPhase,
    Pause,
    Resume,
    Extend,
    Announce,
    Abort,
    Replan,
    Disqualify,
    Reinstate,
    RestartEntry,
    Replace,
    Admit,
    TakeOver,
    Again,
}

/// Does it.
pub(super) async fn act(seated: Seated, Form(form): Form<Act>) -> Result<Response, Wrong> {
    only_organiser(&seated)?;
    let Act {
        action, anyway, reason, told, minutes, interview, entry, phase, round, trial, vote, left, by, rule, ..
    } = form;
    let Act { who, role, name, reserve, to, words, .. } = form;
    let told = Some(told).filter(|told| !told.trim().is_empty());
    let command = match action {
        Action::Draw => Command::Draw { anyway },
        Action::OpenRound => Command::OpenRound { anyway },
        Action::EndPhase => match ending(phase.as_deref(), round, trial.or(vote)) {
            Some(ending) => Command::EndPhase(ending),
            None => return refused(&seated, "say which phase is to end").await,
        },
        Action::Pause => Command::Pause { reason, told },
        Action::Resume => Command::Resume,
        Action::Extend => {
            // Never a number field of the browser: it drops a comma, and "1,5" would be 15 minutes.
            let Some(minutes) = minutes.and_then(|minutes| minutes.trim().parse::<u8>().ok()) else {
                return refused(&seated, "write the minutes as a whole number, from 1 to 60").await;
            };
            let seconds = u64::from(minutes) * 60;
            Command::Extend { by: Duration::from_secs(seconds), reason, told }
        }
        Action::RestartEntry => {
            // Not the contest's business: it records what comes of it.
            return match entry {
                Some(entry) if seated.place.spec(entry).is_some() => {
                    seated.place.restart(entry);
                    seated.note(format!("had {entry} started again")).await;
                    Ok(Redirect::to(&sessions::page_of(seated.place.hall.id(), seated.who)).into_response())
                }
                _ => refused(&seated, "choose an entry of this contest").await,
            };
        }
        Action::Announce => match to {
            // A form sends lines with two characters between them.
            Some(to) => Command::Announce { to, words: words.replace("\r\n", "\n") },
            None => return refused(&seated, "choose who is to read it").await,
        },
        Action::Abort => match interview {
            Some(interview) => Command::Abort { interview, reason },
            None => return refused(&seated, "choose the interview to end").await,
        },
        Action::Replan => match left {
            Some(left) => Command::Replan { change: Change::Leaves(left), reason },
            None => return refused(&seated, "choose who has gone").await,
        },
        Action::Replace => match who {
            Some(who) => Command::Replace { who, name, reason },
            None => return refused(&seated, "choose whose place it is").await,
        },
        Action::Admit => match role {
            Some(role) => Command::Replan { change: Change::Joins(role.arrival(name)), reason },
            None => return refused(&seated, "say whether a judge or a confederate has come").await,
        },
        Action::TakeOver => match (entry, standing_by(&seated, &reserve)) {
            (Some(leaves), Some(reserve)) => Command::Replan { change: Change::TakesOver { leaves, reserve }, reason },
            (None, _) => return refused(&seated, "choose the entry that broke").await,
            (_, None) => return refused(&seated, "choose a reserve that stands by").await,
        },
        Action::Again => match round {
            Some(round) => Command::Replan { change: Change::Again(round), reason },
            None => return refused(&seated, "choose the round").await,
        },
        Action::Disqualify | Action::Reinstate => match (entry, by) {
            (Some(entry), Some(by)) => {
                let decision = match action {
                    Action::Reinstate => RulingKind::Reinstated,
                    _ => RulingKind::Disqualified,
                };
                Command::Rule(Box::new(OnEntry { entry, decision, by, rule, reason }))
            }
            (None, _) => return refused(&seated, "choose the entry").await,
            (_, None) => return refused(&seated, "say who decided").await,
        },
    };
    let deed = deed(&command);
    let replaced = if let Command::Replace { who, .. } = command { Some(who) } else { None };
    match seated.place.hall.ask(seated.who, command).await {
        Ok(()) => {
            if let Some(who) = replaced {
                seated.app.shut_out(seated.place.hall.id(), who).await?;
            }
            if let Some(deed) = deed {
                seated.note(deed).await;
            }
            Ok(Redirect::to(&sessions::page_of(seated.place.hall.id(), seated.who)).into_response())
        }
        Err(why) => refused(&seated, &why.to_string()).await,
    }
}

/// What an organiser does with a command, such as `paused`: what they did stands in the record, who of them it was does not.
fn deed(command: &Command) -> Option<String> {
    Some(match command {
        Command::Draw { .. } => "had who meets whom drawn".to_owned(),
        Command::OpenRound { .. } => "opened a round".to_owned(),
        Command::EndPhase(Ending::Talk { round }) => format!("ended the talk of {round}"),
        Command::EndPhase(Ending::Scoring { round }) => format!("closed {round}"),
        Command::EndPhase(Ending::EndBallots { trial }) => format!("closed trial {trial}"),
        Command::EndPhase(Ending::Vote { vote }) => format!("closed vote {vote}"),
        Command::Pause { .. } => "paused".to_owned(),
        Command::Resume => "let the clock go on".to_owned(),
        Command::Extend { by, .. } => format!("put the deadline off by {} minutes", by.as_secs() / 60),
        Command::Announce { to, .. } => format!("told {to} something"),
        Command::Abort { interview, .. } => format!("ended {interview}"),
        Command::Replan { .. } => "had the rest planned anew".to_owned(),
        Command::Replace { who, .. } => format!("gave the place of {who} to somebody else"),
        Command::Revise(_) => "took an edited contest file".to_owned(),
        Command::Rule(ruling) => match ruling.decision {
            RulingKind::Reinstated => format!("reinstated {}", ruling.entry),
            _ => format!("disqualified {}", ruling.entry),
        },
        _ => return None,
    })
}

/// The reserve of this name, if it still stands by.
fn standing_by(seated: &Seated, name: &str) -> Option<NewEntry> {
    let file = seated.place.file();
    let reserve = reserves(seated).into_iter().find(|reserve| reserve == name)?;
    file.reserves.iter().find(|spec| spec.name == reserve).map(terms::new_entry)
}

/// The names of the reserves that take no part yet.
fn reserves(seated: &Seated) -> Vec<String> {
    let file = seated.place.file();
    let views = seated.place.hall.views();
    let playing = views.room().contest().and_then(|contest| contest.roster.held().map(|roster| roster.entries.clone()));
    let playing = playing.unwrap_or_default();
    let names = file.reserves.iter().map(|spec| spec.name.clone());
    names.filter(|name| playing.iter().all(|card| card.name != *name)).collect()
}

/// The phase that is to end; `number` is that of the trial or vote.
fn ending(phase: Option<&str>, round: Option<RoundNumber>, number: Option<u16>) -> Option<Ending> {
    match (phase?, round, number) {
        ("talk", Some(round), _) => Some(Ending::Talk { round }),
        ("scoring", Some(round), _) => Some(Ending::Scoring { round }),
        ("end-ballots", _, Some(trial)) => Some(Ending::EndBallots { trial }),
        ("vote", _, Some(vote)) => Some(Ending::Vote { vote }),
        _ => None,
    }
}

/// Adds a text to a draw.
pub(super) async fn contribute(seated: Seated, Form(form): Form<Contribution>) -> Result<Response, Wrong> {
    only_organiser(&seated)?;
    let Contribution { matter, value } = form;
    match seated.place.hall.ask(seated.who, Command::Contribute { matter, value }).await {
        Ok(()) => Ok(Redirect::to(&sessions::page_of(seated.place.hall.id(), seated.who)).into_response()),
        Err(why) => refused(&seated, &why.to_string()).await,
    }
}

/// When the first round begins, such as `09:30`.
#[derive(Deserialize)]
pub(super) struct Start {
    start: String,
}

/// The pages to print and hand out, as a file: who has to be where, and when. There are none before the draw.
pub(super) async fn handouts(seated: Seated, Query(Start { start }): Query<Start>) -> Result<Response, Wrong> {
    only_organiser(&seated)?;
    let start: ClockTime = match start.parse() {
        Ok(start) => start,
        Err(why) => return refused(&seated, &format!("{why}")).await,
    };
    let html = {
        let views = seated.place.hall.views();
        let contest = views.room().contest().ok_or(Wrong::NotFound)?;
        let everybody = contest.cast().into_iter();
        let names: BTreeMap<_, _> =
            everybody.map(|who| (who, contest.name_of(who).unwrap_or_default().to_owned())).collect();
        contest.assignment().map(|assignment| {
            let timetable = Timetable::of(&contest.rulebook, &Plan::of(assignment), start);
            let drawn = schedule::pages::SeatsAre::Drawn;
            schedule::pages::html(&schedule::pages::pages(&contest.rulebook, assignment, &timetable, &names, drawn))
        })
    };
    let Some(html) = html else { return refused(&seated, &Refusal::NotDrawn.to_string()).await };
    let name = format!("attachment; filename=\"{}-handouts.html\"", seated.place.hall.id());
    Ok(([(header::CONTENT_DISPOSITION, name)], Html(html)).into_response())
}

pub(super) fn only_organiser(seated: &Seated) -> Result<(), Wrong> {
    if seated.who == Participant::Organiser { Ok(()) } else { Err(Wrong::NotFound) }
}

pub(super) async fn refused(seated: &Seated, why: &str) -> Result<Response, Wrong> {
    Ok((StatusCode::CONFLICT, Html(render(seated, Some(why)).await?)).into_response())
}

/// Everyone with a page: where everybody is judge and confederate in turn, those are the judges' pages.
pub(super) fn people_of(seated: &Seated) -> Vec<Participant> {
    let views = seated.place.hall.views();
    let everybody = |contest: &Contest| contest.cast().into_iter().chain(contest.referees()).collect::<Vec<_>>();
    let everybody = views.room().contest().map(everybody).unwrap_or_default();
    everybody.into_iter().filter(|who| !matches!(who, Participant::Entry(_))).collect()
}

async fn has_joined(seated: &Seated, who: Participant) -> Result<bool, StoreError> {
    seated.app.registry().has_joined(seated.place.hall.id(), &who.to_string()).await
}

/// What an entry's program can reach, where that was looked at.
fn reach(seated: &Seated, spec: Option<&EntrySpec>) -> Option<Reach> {
    seated.place.reach(&spec?.name)
}

/// What the server knows that a board does not.
async fn around(seated: &Seated) -> Result<Around, StoreError> {
    let registry = seated.app.registry();
    // Who cannot ask its disk does not keep an organiser from their page.
    let bytes_left = registry.bytes_left().await.ok().filter(|bytes| *bytes != u64::MAX);
    let signed = registry.latest_checkpoint(seated.place.hall.id()).await?.map_or(0, |(size, _)| size);
    Ok(Around { bytes_left, signed })
}

async fn render(seated: &Seated, notice: Option<&str>) -> Result<String, Wrong> {
    let mut joined = BTreeSet::new();
    for who in people_of(seated) {
        if has_joined(seated, who).await? {
            joined.insert(who);
        }
    }
    let reserves = reserves(seated);
    let around = around(seated).await?;
    let shown = seated.place.hall.shown();
    let views = &shown.views;
    let contest = views.room().contest().ok_or(Wrong::NotFound)?;
    let now = seated.place.hall.clock().now();
    let board = views.board(&shown.drafts, now).ok_or(Wrong::NotFound)?;
    let whereabouts = |who: Participant| match who {
        _ if seated.place.is_connected(who) => Whereabouts::Here,
        _ if joined.contains(&who) || board.people.iter().any(|person| person.who == who && person.scripted) => {
            Whereabouts::Away
        }
        _ => Whereabouts::NotJoined,
    };
    let problems = board.problems(now, whereabouts);
    let checks = Check::all(&board, now, around, |who| whereabouts(who) == Whereabouts::Here);
    let people = board.people.iter().map(|person| pages::PersonRow {
        on_board: *person,
        name: contest.name_of(person.who).unwrap_or_default().to_owned(),
        joined: joined.contains(&person.who),
        connected: seated.place.is_connected(person.who),
    });
    let file = seated.place.file();
    let entries = board.entries.iter().map(|entry| {
        let name = contest.name_of(Participant::Entry(entry.who)).unwrap_or_default();
        let spec = spec_called(&file, entry.who, name);
        let reach = reach(seated, spec);
        pages::EntryRow {
            on_board: entry.clone(),
            name: name.to_owned(),
            protocol: spec.map(|spec| protocol(&spec.protocol)).unwrap_or_default().to_owned(),
            state: seated.place.entry_state(entry.who),
            kept: reach.as_ref().map(|reach| reach.kept.clone()).unwrap_or_default(),
            warnings: reach.map(|reach| reach.warnings).unwrap_or_default(),
        }
    });
    let stage = Stage::of(contest, Participant::Organiser);
    Ok(pages::html(&pages::OrganiserPage {
        desk: seated.desk(contest, stage, views.organiser().latest(), (notice, None)),
        people: people.collect(),
        entries: entries.collect(),
        committee: pages::CommitteeCard::of(contest, true),
        rulebook: &contest.rulebook,
        disk: seated.app.disk_room().warning(),
        reserves,
        problems,
        checks,
        now,
        board,
    }))
}
