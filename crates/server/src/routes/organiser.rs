//! The organiser's desk: readiness, and the control of the rounds.

use std::collections::{BTreeMap, BTreeSet};

use axum::{
    Form,
    extract::Query,
    http::{StatusCode, header},
    response::{Html, IntoResponse, Redirect, Response},
};
use contest::{
    Command, Refusal, announcement::Addressee, command::Ending, release::ReleasablePart, view::stage::Stage, wire::Role,
};
use language::Message;
use rulebook::{Authority, EntryId, InterviewId, Participant, RoundNumber};
use schedule::{ClockTime, Plan, Timetable};
use serde::{Deserialize, Serialize};

pub(super) use super::seated::{by_requests, live};
use super::{answer::Wrong, judge::Contribution, seated::Seated};
use crate::{
    acts::{Act, NotActed, OfEntry},
    overview::Overview,
    pages::{self, Tab},
    reader,
};

/// The desk.
pub(super) async fn page(seated: Seated) -> Result<Html<String>, Wrong> {
    shown(&seated, Tab::Desk).await
}

/// The people.
pub(super) async fn people(seated: Seated) -> Result<Html<String>, Wrong> {
    shown(&seated, Tab::People).await
}

/// The entries.
pub(super) async fn entries(seated: Seated) -> Result<Html<String>, Wrong> {
    shown(&seated, Tab::Entries).await
}

/// The public pages and the reveal.
pub(super) async fn public(seated: Seated) -> Result<Html<String>, Wrong> {
    shown(&seated, Tab::Public).await
}

/// The past events.
pub(super) async fn timeline(seated: Seated) -> Result<Html<String>, Wrong> {
    shown(&seated, Tab::Timeline).await
}

/// The release and the rulings.
pub(super) async fn after(seated: Seated) -> Result<Html<String>, Wrong> {
    shown(&seated, Tab::After).await
}

async fn shown(seated: &Seated, tab: Tab) -> Result<Html<String>, Wrong> {
    only_organiser(seated)?;
    Ok(Html(render(seated, tab, None).await?))
}

/// A form for an act. Each has a few of the fields.
#[derive(Clone, Deserialize)]
pub(super) struct ActForm {
    action: Action,
    /// The page's number for its forms.
    #[serde(default)]
    form: String,
    /// The page with the form, which is shown again.
    #[serde(default)]
    page: Tab,
    /// The act needs a confirmation, which the browser has not asked for.
    #[serde(default)]
    ask: bool,
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
    #[serde(default)]
    late: String,
    #[serde(default)]
    parts: String,
    #[serde(default)]
    step: Option<u16>,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Action {
    Draw,
    OpenRound,
    EndPhase,
    Pause,
    Resume,
    Extend,
    Announce,
    PutMatter,
    Abort,
    Replan,
    Disqualify,
    Reinstate,
    AllowLate,
    Release,
    Reveal,
    RestartEntry,
    Replace,
    Admit,
    TakeOver,
    Again,
}

/// Does the act of a form.
pub(super) async fn act(seated: Seated, Form(asked): Form<ActForm>) -> Result<Response, Wrong> {
    only_organiser(&seated)?;
    let (number, tab) = (asked.form.clone(), asked.page);
    let act = match asked.clone().act() {
        Ok(act) => act,
        Err(missing) => return refused(&seated, tab, &reader::said(&missing)).await,
    };
    if asked.ask
        && let Some(question) = asked.question(&seated).await?
    {
        return Ok(question);
    }
    match seated.perform(&number, act).await? {
        Ok(()) => Ok(Redirect::to(&tab.address(seated.place.running.id())).into_response()),
        Err(NotActed::Store(failure)) => Err(failure.into()),
        Err(why) => refused(&seated, tab, &reader::told(&why)).await,
    }
}

impl ActForm {
    /// A page that asks for confirmation; `None` for an act that needs none.
    async fn question(&self, seated: &Seated) -> Result<Option<Response>, Wrong> {
        let overview = Overview::of(&seated.app, &seated.place).await?.ok_or(Wrong::NotFound)?;
        let question = self.action.id().and_then(|action| pages::question(&action, &overview.board));
        let Some((button, sentences)) = question else { return Ok(None) };
        let contest = seated.place.running.id();
        let page = pages::ConfirmPage {
            contest: &seated.place.file().name,
            title: say!("organiser-sure", what = button.clone()),
            sentences,
            action: format!("/{contest}/organiser/do"),
            fields: self.fields(),
            button,
            back: self.page.address(contest),
        };
        Ok(Some(Html(pages::html(&page)).into_response()))
    }

    /// The filled fields, for a form that sends them again.
    fn fields(&self) -> Vec<(&'static str, String)> {
        let fields = [
            ("action", self.action.id()),
            ("form", Some(self.form.clone())),
            ("page", Some(self.page.id().to_owned())),
            ("anyway", Some(self.anyway.to_string())),
            ("reason", Some(self.reason.clone())),
            ("told", Some(self.told.clone())),
            ("words", Some(self.words.clone())),
            ("minutes", self.minutes.clone()),
            ("interview", self.interview.map(|interview| interview.to_string())),
            ("entry", self.entry.map(|entry| entry.to_string())),
            ("phase", self.phase.clone()),
            ("round", self.round.map(|round| round.to_string())),
            ("trial", self.trial.map(|trial| trial.to_string())),
            ("vote", self.vote.map(|vote| vote.to_string())),
            ("left", self.left.map(|left| left.to_string())),
            ("who", self.who.map(|who| who.to_string())),
            ("role", text(&self.role)),
            ("name", Some(self.name.clone())),
            ("reserve", Some(self.reserve.clone())),
            ("by", self.by.map(|by| by.id().to_owned())),
            ("rule", Some(self.rule.clone())),
            ("late", Some(self.late.clone())),
            ("parts", Some(self.parts.clone())),
            ("step", self.step.map(|step| step.to_string())),
        ];
        let filled = fields.into_iter().filter_map(|(name, value)| Some((name, value?)));
        filled.filter(|(_, value)| !value.is_empty()).collect()
    }
}

impl Action {
    /// The name in forms.
    fn id(self) -> Option<String> {
        text(&self)
    }
}

/// The value of a field, as its form sends it.
fn text(value: &impl Serialize) -> Option<String> {
    serde_json::to_value(value).ok()?.as_str().map(str::to_owned)
}

impl ActForm {
    /// The act of the form, or a message about a missing field.
    fn act(self) -> Result<Act, Message> {
        let Self { action, anyway, reason, told, to, words, minutes, interview, entry, phase, round, trial, .. } = self;
        let Self { vote, left, who, role, name, reserve, by, rule, late, parts, step, .. } = self;
        let told = Some(told).filter(|told| !told.trim().is_empty());
        let decided_by = by.ok_or_else(|| say!("organiser-say-who-decided"));
        let of_entry = |reason, rule| -> Result<OfEntry, Message> {
            let entry = entry.ok_or_else(|| say!("organiser-choose-entry"))?;
            Ok(OfEntry { entry, by: decided_by.clone()?, rule, reason })
        };
        Ok(match action {
            Action::Draw => Act::Draw { anyway },
            Action::OpenRound => Act::OpenRound { anyway },
            Action::EndPhase => {
                let ending = ending(phase.as_deref(), round, trial.or(vote));
                Act::EndPhase { ending: ending.ok_or_else(|| say!("organiser-say-phase"))? }
            }
            Action::Pause => Act::Pause { reason, told },
            Action::Resume => Act::Resume {},
            Action::Extend => {
                // Never a number field of the browser: it drops a comma, and "1,5" would be 15 minutes.
                let minutes = minutes.and_then(|minutes| minutes.trim().parse::<u8>().ok());
                let minutes = minutes.ok_or_else(|| say!("organiser-write-minutes"))?;
                Act::Extend { seconds: u32::from(minutes) * 60, reason, told }
            }
            // A form sends two characters between lines.
            Action::Announce => {
                let to = to.ok_or_else(|| say!("organiser-choose-reader"))?;
                Act::Announce { to, words: words.replace("\r\n", "\n") }
            }
            Action::PutMatter => Act::PutMatter { words: words.replace("\r\n", "\n") },
            Action::RestartEntry => Act::RestartEntry { entry: entry.ok_or_else(|| say!("course-no-such-entry"))? },
            Action::Abort => {
                Act::Abort { interview: interview.ok_or_else(|| say!("organiser-choose-interview"))?, reason }
            }
            Action::Replan => Act::Replan { left: left.ok_or_else(|| say!("organiser-choose-left"))?, reason },
            Action::Replace => Act::Replace { who: who.ok_or_else(|| say!("organiser-choose-place"))?, name, reason },
            Action::Admit => Act::Admit { role: role.ok_or_else(|| say!("organiser-say-role"))?, name, reason },
            Action::TakeOver => {
                Act::TakeOver { entry: entry.ok_or_else(|| say!("organiser-choose-broken"))?, reserve, reason }
            }
            Action::Again => Act::Again { round: round.ok_or_else(|| say!("organiser-choose-round"))?, reason },
            Action::AllowLate => {
                let late = late.split_once(' ').and_then(|(who, form)| Some((who.parse().ok()?, form.parse().ok()?)));
                let (who, form) = late.ok_or_else(|| say!("organiser-choose-late"))?;
                Act::AllowLate { who, form, by: decided_by?, rule, reason }
            }
            Action::Release => {
                let parts = parts.split(',').map(str::parse).collect::<Result<BTreeSet<ReleasablePart>, _>>();
                let parts = parts.map_err(|_| say!("organiser-choose-parts"))?;
                Act::Release { parts, by: decided_by?, rule, reason }
            }
            Action::Reveal => Act::Reveal { step: step.ok_or_else(|| say!("organiser-choose-step"))? },
            Action::Disqualify => Act::Disqualify(of_entry(reason, rule)?),
            Action::Reinstate => Act::Reinstate(of_entry(reason, rule)?),
        })
    }
}

/// The phase to end; `number` is that of the trial or vote.
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
    match seated.place.running.ask(seated.who, Command::Contribute { matter, value }).await {
        Ok(()) => Ok(Redirect::to(&Tab::Desk.address(seated.place.running.id())).into_response()),
        Err(why) => refused(&seated, Tab::Desk, &reader::told(&why)).await,
    }
}

/// The beginning of the first round, such as `09:30`; absent on the page that asks for it.
#[derive(Deserialize)]
pub(super) struct Start {
    start: Option<String>,
}

/// The handouts for printing, as a file: each person's places and times. There are none before the draw. Without a
/// beginning, the page with the form.
pub(super) async fn handouts(seated: Seated, Query(Start { start }): Query<Start>) -> Result<Response, Wrong> {
    only_organiser(&seated)?;
    let Some(start) = start else { return Ok(shown(&seated, Tab::Handouts).await?.into_response()) };
    let start: ClockTime = match start.parse() {
        Ok(start) => start,
        Err(why) => return refused(&seated, Tab::Handouts, &reader::told(&why)).await,
    };
    let html = {
        let views = seated.place.running.views();
        let contest = views.room().contest().ok_or(Wrong::NotFound)?;
        let everybody = contest.cast().into_iter();
        let names: BTreeMap<_, _> =
            everybody.map(|who| (who, contest.name_of(who).unwrap_or_default().to_owned())).collect();
        contest.assignment().map(|assignment| {
            let timetable = Timetable::of(&contest.rulebook, &Plan::of(assignment), start);
            let drawn = schedule::pages::SeatsAre::Drawn;
            let language = &reader::current().language;
            let rulebook = reader::texts(&contest.rulebook);
            let mut pages = schedule::pages::pages(&rulebook, assignment, &timetable, &names, drawn, language);
            pages.iter_mut().for_each(|page| page.contest.clone_from(&contest.name));
            // The organiser writes the time of the clock on the wall. Day and zone are known where the contest file says when
            // the day begins.
            if let Some(begins) = seated.place.file().begins {
                let times = language.say(&say!("handout-times", zone = contest.zone.to_string()));
                pages.iter_mut().for_each(|page| {
                    page.note = format!("{} {times}", page.note);
                    page.day = contest.zone.day(begins);
                });
            }
            schedule::pages::html(&pages, language)
        })
    };
    let Some(html) = html else {
        return refused(&seated, Tab::Handouts, &reader::told(&Refusal::NotDrawn)).await;
    };
    let name = format!("attachment; filename=\"{}-handouts.html\"", seated.place.running.id());
    Ok(([(header::CONTENT_DISPOSITION, name)], Html(html)).into_response())
}

pub(super) fn only_organiser(seated: &Seated) -> Result<(), Wrong> {
    if seated.who == Participant::Organiser { Ok(()) } else { Err(Wrong::NotFound) }
}

/// The page again, with the reason for a refusal.
pub(super) async fn refused(seated: &Seated, tab: Tab, why: &str) -> Result<Response, Wrong> {
    Ok((StatusCode::CONFLICT, Html(render(seated, tab, Some(why)).await?)).into_response())
}

async fn render(seated: &Seated, tab: Tab, notice: Option<&str>) -> Result<String, Wrong> {
    let overview = Overview::of(&seated.app, &seated.place).await?.ok_or(Wrong::NotFound)?;
    let Overview { now, board, people, entries, reserves, concerns, checks, course, reveal, disk } = overview;
    let views = seated.place.running.views();
    let contest = views.room().contest().ok_or(Wrong::NotFound)?;
    let stage = Stage::of(contest, Participant::Organiser);
    let texts = reader::texts(&contest.rulebook);
    Ok(pages::html(&pages::OrganiserPage {
        tab,
        desk: seated.desk(contest, stage, views.organiser().latest(), (notice, None)),
        released: ReleasablePart::ALL.into_iter().filter(|part| contest.is_released(*part)).collect(),
        committee: pages::CommitteeCard::of(contest, &texts, true),
        rulebook: &contest.rulebook,
        problems: concerns,
        people,
        entries,
        disk,
        reserves,
        reveal,
        checks,
        course,
        now,
        board,
    }))
}
