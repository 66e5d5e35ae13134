//! The organiser's desk: readiness, the course of the rounds, join links.

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
    command::{Ending, OnEntry},
    contest::{Contest, RulingKind},
    view::stage::Stage,
};
use entry::isolation::Reach;
use qrcode::{QrCode, render::svg};
use rulebook::{Authority, EntryId, InterviewId, Participant, RoundNumber};
use schedule::{ClockTime, Plan, Timetable};
use serde::Deserialize;
use store::StoreError;

pub(super) use super::seated::live;
use super::{answer::Wrong, judge::Contribution, seated::Seated};
use crate::{
    app::{name_of, protocol},
    pages, sessions,
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
    Abort,
    Replan,
    Disqualify,
    Reinstate,
    RestartEntry,
}

/// Does it.
pub(super) async fn act(seated: Seated, Form(form): Form<Act>) -> Result<Response, Wrong> {
    only_organiser(&seated)?;
    let Act { action, anyway, reason, minutes, interview, entry, phase, round, trial, vote, left, by, rule } = form;
    let command = match action {
        Action::Draw => Command::Draw { anyway },
        Action::OpenRound => Command::OpenRound { anyway },
        Action::EndPhase => match ending(phase.as_deref(), round, trial.or(vote)) {
            Some(ending) => Command::EndPhase(ending),
            None => return refused(&seated, "say which phase is to end").await,
        },
        Action::Pause => Command::Pause { reason },
        Action::Resume => Command::Resume,
        Action::Extend => {
            // Never a number field of the browser: it drops a comma, and "1,5" would be 15 minutes.
            let Some(minutes) = minutes.and_then(|minutes| minutes.trim().parse::<u8>().ok()) else {
                return refused(&seated, "write the minutes as a whole number, from 1 to 60").await;
            };
            let seconds = u64::from(minutes) * 60;
            Command::Extend { by: Duration::from_secs(seconds), reason }
        }
        Action::RestartEntry => {
            // Not the contest's business: it records what comes of it.
            return match entry {
                Some(entry) if entry.index() < seated.place.file.entries.len() => {
                    seated.place.restart(entry);
                    Ok(Redirect::to(&sessions::page_of(seated.place.hall.id(), seated.who)).into_response())
                }
                _ => refused(&seated, "choose an entry of this contest").await,
            };
        }
        Action::Abort => match interview {
            Some(interview) => Command::Abort { interview, reason },
            None => return refused(&seated, "choose the interview to end").await,
        },
        Action::Replan => match left {
            Some(left) => Command::Replan { left, reason },
            None => return refused(&seated, "choose who has gone").await,
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
    match seated.place.hall.ask(seated.who, command).await {
        Ok(()) => Ok(Redirect::to(&sessions::page_of(seated.place.hall.id(), seated.who)).into_response()),
        Err(why) => refused(&seated, &why.to_string()).await,
    }
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
    let file = &seated.place.file;
    let html = {
        let views = seated.place.hall.views();
        let contest = views.room().contest().ok_or(Wrong::NotFound)?;
        let everybody = contest.cast().into_iter();
        let names: BTreeMap<_, _> = everybody.map(|who| (who, name_of(file, who))).collect();
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

/// Whose links to make anew: one participant's, or `all-not-joined`.
#[derive(Deserialize)]
pub(super) struct Links {
    who: String,
}

/// Makes join links and shows them, once: only their hashes are kept.
pub(super) async fn links(seated: Seated, Form(form): Form<Links>) -> Result<Response, Wrong> {
    only_organiser(&seated)?;
    let id = seated.place.hall.id();
    let people = people_of(&seated);
    let chosen: Vec<Participant> = match form.who.as_str() {
        "all-not-joined" => {
            let mut open = Vec::new();
            for who in people {
                if !has_joined(&seated, who).await? {
                    open.push(who);
                }
            }
            open
        }
        one => match one.parse() {
            Ok(who) if people.contains(&who) => vec![who],
            _ => return refused(&seated, "choose a judge or confederate of this contest").await,
        },
    };
    let mut cards = Vec::with_capacity(chosen.len());
    for who in chosen {
        let url = seated.app.invite(id, who).await?;
        let qr_svg = qr_of(&url);
        cards.push(pages::JoinLink { who, name: name_of(&seated.place.file, who), url, qr_svg });
    }
    let page = pages::LinksPage { contest: id, name: &seated.place.file.name, links: cards };
    Ok(Html(pages::html(&page)).into_response())
}

fn only_organiser(seated: &Seated) -> Result<(), Wrong> {
    if seated.who == Participant::Organiser { Ok(()) } else { Err(Wrong::NotFound) }
}

async fn refused(seated: &Seated, why: &str) -> Result<Response, Wrong> {
    Ok((StatusCode::CONFLICT, Html(render(seated, Some(why)).await?)).into_response())
}

/// Everyone with a page: where everybody is judge and confederate in turn, those are the judges' pages.
fn people_of(seated: &Seated) -> Vec<Participant> {
    let views = seated.place.hall.views();
    let cast = views.room().contest().map(Contest::cast).unwrap_or_default();
    cast.into_iter().filter(|who| matches!(who, Participant::Judge(_) | Participant::Confederate(_))).collect()
}

async fn has_joined(seated: &Seated, who: Participant) -> Result<bool, StoreError> {
    seated.app.registry().has_joined(seated.place.hall.id(), &who.to_string()).await
}

/// A QR code of a link, as SVG on white.
fn qr_of(url: &str) -> String {
    QrCode::new(url).map_or_else(
        |_| String::new(),
        |code| code.render::<svg::Color<'_>>().min_dimensions(180, 180).quiet_zone(true).build(),
    )
}

/// What an entry's program can reach, where that was looked at.
fn reach(seated: &Seated, entry: EntryId) -> Option<&Reach> {
    seated.place.reach.get()?.get(entry.index())
}

async fn render(seated: &Seated, notice: Option<&str>) -> Result<String, Wrong> {
    let mut joined = BTreeSet::new();
    for who in people_of(seated) {
        if has_joined(seated, who).await? {
            joined.insert(who);
        }
    }
    let shown = seated.place.hall.shown();
    let views = &shown.views;
    let contest = views.room().contest().ok_or(Wrong::NotFound)?;
    let board = views.board(&shown.drafts, seated.place.hall.clock().now()).ok_or(Wrong::NotFound)?;
    let people = board.people.iter().map(|person| pages::PersonRow {
        on_board: *person,
        name: name_of(&seated.place.file, person.who),
        joined: joined.contains(&person.who),
        connected: seated.place.is_connected(person.who),
    });
    let entries = board.entries.iter().zip(&seated.place.file.entries);
    let entries = entries.map(|(entry, spec)| pages::EntryRow {
        on_board: entry.clone(),
        name: spec.name.clone(),
        protocol: protocol(&spec.protocol).to_owned(),
        state: seated.place.entry_state(entry.who),
        kept: reach(seated, entry.who).map(|reach| reach.kept.clone()).unwrap_or_default(),
        warnings: reach(seated, entry.who).map(|reach| reach.warnings.clone()).unwrap_or_default(),
    });
    let stage = Stage::of(contest, Participant::Organiser);
    Ok(pages::html(&pages::OrganiserPage {
        desk: seated.desk(contest, stage, views.organiser().latest(), (notice, None)),
        people: people.collect(),
        entries: entries.collect(),
        committee: pages::CommitteeCard::of(contest, true),
        rulebook: &contest.rulebook,
        disk: seated.app.disk_room().warning(),
        board,
    }))
}
