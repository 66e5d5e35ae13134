//! A judge's page and its forms without a script.

use axum::{
    Form, Json,
    extract::Path,
    http::header,
    response::{Html, IntoResponse, Response},
};
use contest::{
    Command, FormId, Refusal,
    event::Preference,
    fields::{self, FieldFault, Fields},
    seed::Matter,
    view::judge::JudgeScreen,
    wire::JudgeRules,
};
use language::{Language, Message, Say};
use rulebook::{
    RoundNumber, Rulebook, Seat,
    schema::{BallotRules, People, Question},
};
use serde::Deserialize;
use tally::FormFault;

pub(super) use super::seated::{by_requests, live};
use super::{answer::Wrong, guard, say, seated::Seated};
use crate::{
    attachments,
    pages::{self, Attempt, ReceiptsPage},
    reader::told,
    receipts,
    running_contest::NotDone,
    sessions,
};

/// The page.
pub(super) async fn page(seated: Seated) -> Result<Response, Wrong> {
    let page = render(&seated, None, None)?;
    seated.place.reads(seated.who);
    let page = Html(page).into_response();
    Ok(if attachments::rules(&seated.place).is_ok() { guard::with_devices(page) } else { page })
}

/// The judge's receipts of sealed ballots.
pub(super) async fn receipts(seated: Seated) -> Result<Html<String>, Wrong> {
    let receipts = receipts::all(&seated.app, &seated.place, seated.who).await?;
    let (contest, address) = (&*seated.place.file().name, sessions::page_of(seated.place.running.id(), seated.who));
    Ok(Html(pages::html(&ReceiptsPage { contest, address, receipts })))
}

/// A receipt, as a file.
pub(super) async fn receipt(
    seated: Seated,
    Path((_, _, about)): Path<(String, String, String)>,
) -> Result<Response, Wrong> {
    let text = receipts::of(&seated.app, &seated.place, seated.who, &about).await?.ok_or(Wrong::NotYet)?;
    let name = format!("attachment; filename=\"receipt-{}-{about}.tlog-proof\"", seated.place.running.id());
    let headers = [(header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()), (header::CONTENT_DISPOSITION, name)];
    Ok((headers, text).into_response())
}

/// The rules that the judge's client needs.
pub(super) async fn rules(seated: Seated) -> Result<Json<JudgeRules>, Wrong> {
    let judge = seated.judge()?;
    let views = seated.place.running.views();
    let contest = views.room().contest().ok_or(Wrong::NotFound)?;
    let Rulebook { title, roles, interview, ballots, .. } = &contest.rulebook;
    let english = Language::english();
    let takes_turns = roles.people == People::Both && !interview.symmetric;
    Ok(Json(JudgeRules {
        contest: contest.name.clone(),
        title: title.clone(),
        judge,
        asks: contest.rulebook.told_to_judges(english),
        answers: takes_turns.then(|| contest.rulebook.told_to_confederates(english)),
        told: pages::told(&contest.rulebook).to_string(),
        interview: interview.clone(),
        ballots: ballots.clone(),
    }))
}

/// Sends a message to one seat.
pub(super) async fn say(seated: Seated, Form(form): Form<say::MessageForm>) -> Result<Response, Wrong> {
    let outcome = say::say(&seated, &form).await;
    let attempt = say::attempt(&seated, form);
    seated.answer(outcome, |why| render(&seated, Some(why), attempt.as_ref()))
}

/// A text for a draw.
#[derive(Deserialize)]
pub(super) struct Contribution {
    pub(super) matter: Matter,
    pub(super) value: String,
}

/// Adds a text to a draw.
pub(super) async fn contribute(seated: Seated, Form(form): Form<Contribution>) -> Result<Response, Wrong> {
    let Contribution { matter, value } = form;
    let outcome = seated.place.running.ask(seated.who, Command::Contribute { matter, value }).await;
    seated.answer(outcome, |why| render(&seated, Some(why), None))
}

/// True for in place, false for no longer.
#[derive(Deserialize)]
pub(super) struct Ready {
    pub(super) ready: bool,
}

/// Sets the judge's readiness.
pub(super) async fn ready(seated: Seated, Form(form): Form<Ready>) -> Result<Response, Wrong> {
    let outcome = seated.place.running.ask(seated.who, Command::Ready(form.ready)).await;
    seated.answer(outcome, |why| render(&seated, Some(why), None))
}

/// The reason why a form was refused.
#[derive(Debug)]
enum NotTaken {
    Fields(Vec<FieldFault>),
    NoForm,
    NoChoice,
    NotDone(NotDone),
}

impl Say for NotTaken {
    fn message(&self) -> Message {
        match self {
            Self::Fields(faults) => say!("form-wrong-fields", count = faults.len()),
            Self::NoForm => say!("form-about-nothing"),
            Self::NoChoice => say!("judge-no-choice"),
            Self::NotDone(why) => why.message(),
        }
    }
}

impl From<NotDone> for NotTaken {
    fn from(why: NotDone) -> Self {
        Self::NotDone(why)
    }
}

/// Casts a ballot: `round`, and the fields of [`fields`].
pub(super) async fn ballot(seated: Seated, form: Form<Fields>) -> Result<Response, Wrong> {
    seal(seated, form).await
}

/// Casts the ranking: a field `rank-R1-J1-left` for each witness, holding its rank from 1.
pub(super) async fn ranking(seated: Seated, form: Form<Fields>) -> Result<Response, Wrong> {
    seal(seated, form).await
}

/// A belief after a turn of a transcript.
#[derive(Deserialize)]
pub(super) struct Belief {
    round: RoundNumber,
    seat: Seat,
    turn: u16,
    human: String,
}

/// Records how sure the judge is after a turn, from 0 to 100, and leads to the next turn.
pub(super) async fn believe(seated: Seated, Form(form): Form<Belief>) -> Result<Response, Wrong> {
    let Belief { round, seat, turn, human } = form;
    let outcome = match human.trim().parse() {
        Ok(human) => seated.place.running.ask(seated.who, Command::Believe { round, seat, turn, human }).await,
        Err(_) => Err(Refusal::BadBelief.into()),
    };
    seated.answer(outcome, |why| render(&seated, Some(why), None))
}

/// A vote between level entries, or in a matter of dispute.
#[derive(Deserialize)]
pub(super) struct Vote {
    vote: u16,
    /// One of the judge's own conversations with the entry they prefer, or `none`; in a matter `yes` or `no`.
    #[serde(default)]
    preferred: String,
}

/// Casts a vote.
pub(super) async fn vote(seated: Seated, Form(Vote { vote, preferred }): Form<Vote>) -> Result<Response, Wrong> {
    let said = |preferred, agrees| Preference { preferred, agrees };
    let preference = match preferred.as_str() {
        "none" => Ok(said(None, None)),
        "yes" => Ok(said(None, Some(true))),
        "no" => Ok(said(None, Some(false))),
        id => id.parse().map(|id| said(Some(id), None)).map_err(|_| NotTaken::NoChoice),
    };
    let outcome = match preference {
        Ok(preference) => {
            let asked = seated.place.running.ask(seated.who, Command::Vote { vote, preference });
            asked.await.map_err(NotTaken::from)
        }
        Err(why) => Err(why),
    };
    let attempt = Attempt {
        form: pages::VOTE.to_owned(),
        fields: Vec::new(),
        faults: Vec::new(),
        why: outcome.as_ref().err().map(told),
    };
    seated.answer(outcome, |_| render(&seated, None, Some(&attempt)))
}

/// Keeps the content of a form as a draft.
pub(super) async fn draft(seated: Seated, Form(fields): Form<Fields>) -> Result<Response, Wrong> {
    let form = form_of(&fields);
    let outcome = match form {
        Some(form) => {
            let command = Command::Draft { form, fields: fields.clone() };
            seated.place.running.ask(seated.who, command).await.map_err(NotTaken::from)
        }
        None => Err(NotTaken::NoForm),
    };
    answer(&seated, form, fields, outcome)
}

async fn seal(seated: Seated, Form(fields): Form<Fields>) -> Result<Response, Wrong> {
    let form = form_of(&fields);
    let outcome = match form {
        Some(form) => match cast(&seated, form, &fields)? {
            Ok(command) => seated.place.running.ask(seated.who, command).await.map_err(NotTaken::from),
            Err(faults) => Err(NotTaken::Fields(faults)),
        },
        None => Err(NotTaken::NoForm),
    };
    answer(&seated, form, fields, outcome)
}

/// The command that seals this form, or the faults of its fields. A form that is not open is left to the contest, which
/// knows the reason.
fn cast(seated: &Seated, form: FormId, fields: &Fields) -> Result<Result<Command, Vec<FieldFault>>, Wrong> {
    let views = seated.place.running.views();
    let screen = &views.judge(seated.judge()?).ok_or(Wrong::NotFound)?.screen;
    let rules = &views.room().contest().ok_or(Wrong::NotFound)?.rulebook.ballots;
    let (command, faults) = match form {
        FormId::Ballot(round) => {
            let seats = seats_of(screen, form);
            let reading = fields::read(&rules.interview, &seats, fields);
            (Command::CastBallot { round, answers: Box::new(reading.answers) }, reading.faults)
        }
        FormId::Ranking(_) => match rules.ranking {
            Some(ranking) => {
                let reading = fields::read_order(ranking, &screen.stage.to_rank, fields);
                (Command::CastRanking { order: reading.order }, reading.faults)
            }
            None => (Command::CastRanking { order: Vec::new() }, Vec::new()),
        },
        // Notes are never sealed, only kept.
        FormId::Notes(_) => (Command::Draft { form, fields: fields.clone() }, Vec::new()),
    };
    Ok(if faults.is_empty() || !is_open(screen, form) { Ok(command) } else { Err(faults) })
}

fn seats_of(screen: &JudgeScreen, form: FormId) -> Vec<rulebook::Seat> {
    let mut forms = screen.stage.open_forms();
    let open = forms.find(|open| FormId::Ballot(open.interview.round) == form);
    open.map(|open| open.seats.clone()).unwrap_or_default()
}

fn is_open(screen: &JudgeScreen, form: FormId) -> bool {
    match form {
        FormId::Ballot(_) => !seats_of(screen, form).is_empty(),
        FormId::Ranking(trial) => trial == screen.stage.ranked_trial() && !screen.stage.to_rank.is_empty(),
        // The reason why notes were refused is shown at the head of the page.
        FormId::Notes(_) => false,
    }
}

/// The page again, or the page with the form and its faults.
fn answer(
    seated: &Seated,
    form: Option<FormId>,
    fields: Fields,
    outcome: Result<(), NotTaken>,
) -> Result<Response, Wrong> {
    let faults = match (&outcome, form) {
        (Err(NotTaken::Fields(faults)), _) => faults.clone(),
        (Err(NotTaken::NotDone(NotDone::Refused(Refusal::BadBallot(fault)))), Some(form)) => {
            let views = seated.place.running.views();
            let screen = &views.judge(seated.judge()?).ok_or(Wrong::NotFound)?.screen;
            let rules = &views.room().contest().ok_or(Wrong::NotFound)?.rulebook.ballots;
            fault_at(rules, screen, form, fault).into_iter().collect()
        }
        _ => Vec::new(),
    };
    let attempt = form.map(|form| Attempt {
        form: match form {
            FormId::Ballot(_) | FormId::Notes(_) => form.to_string(),
            FormId::Ranking(_) => "ranking".to_owned(),
        },
        fields,
        faults,
        why: outcome.as_ref().err().map(told),
    });
    seated.answer(outcome, |why| {
        let views = seated.place.running.views();
        let screen = &views.judge(seated.judge()?).ok_or(Wrong::NotFound)?.screen;
        // A form on the page shows the reason for its refusal itself, beside its button.
        let notice = if form.is_some_and(|form| is_open(screen, form)) { None } else { Some(why.to_owned()) };
        drop(views);
        render(seated, notice.as_deref(), attempt.as_ref())
    })
}

/// The field for a fault that only the whole contest reveals: a split that was used before.
fn fault_at(rules: &BallotRules, screen: &JudgeScreen, form: FormId, fault: &FormFault) -> Option<FieldFault> {
    let has_split = rules.interview.iter().any(|question| matches!(question, Question::Split { .. }));
    let seat = seats_of(screen, form).first().copied()?;
    let is_split = has_split && matches!(fault, FormFault::SplitAgain { .. });
    is_split.then(|| FieldFault { field: fields::points(seat), fault: fault.clone().into() })
}

/// The form of these fields.
fn form_of(fields: &Fields) -> Option<FormId> {
    let value = |name: &str| fields.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str());
    match value("round") {
        Some(round) => round.parse().ok().map(FormId::Ballot),
        None => match value("trial") {
            Some(trial) => trial.parse().ok().map(FormId::Ranking),
            None => value("noted")?.parse().ok().map(FormId::Notes),
        },
    }
}

pub(super) fn render(seated: &Seated, notice: Option<&str>, attempt: Option<&Attempt>) -> Result<String, Wrong> {
    let shown = seated.place.running.shown();
    let feed = shown.views.judge(seated.judge()?).ok_or(Wrong::NotFound)?;
    let contest = shown.views.room().contest().ok_or(Wrong::NotFound)?;
    let desk = seated.desk(contest, feed.screen.stage.clone(), feed.latest(), (notice, attempt));
    let drafts = shown.drafts.owned_by(seated.who);
    Ok(pages::html(&pages::JudgePage { desk, screen: &feed.screen, drafts }))
}
