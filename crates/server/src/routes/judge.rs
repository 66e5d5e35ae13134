//! A judge's page and what its forms do without a script.

use axum::{
    Form, Json,
    response::{Html, Response},
};
use contest::{Command, seed::Matter, wire::JudgeRules};
use rulebook::{RoundNumber, Rulebook, schema::People};
use serde::Deserialize;
use tally::Answers;

pub(super) use super::seated::live;
use super::{answer::Wrong, say, seated::Seated};
use crate::{
    fields::{self, BadField, Fields},
    hall::NotDone,
    pages::{self, Attempt},
};

/// The page.
pub(super) async fn page(seated: Seated) -> Result<Html<String>, Wrong> {
    Ok(Html(render(&seated, None, None)?))
}

/// What the judge's client needs to know of the rules.
pub(super) async fn rules(seated: Seated) -> Result<Json<JudgeRules>, Wrong> {
    seated.judge()?;
    let views = seated.place.hall.views();
    let contest = views.room().contest().ok_or(Wrong::NotFound)?;
    let Rulebook { title, roles, interview, ballots, instructions, .. } = &contest.rulebook;
    let takes_turns = roles.people == People::Both && !interview.symmetric;
    Ok(Json(JudgeRules {
        contest: contest.name.clone(),
        title: title.clone(),
        asks: instructions.judge.clone(),
        answers: takes_turns.then(|| instructions.confederate.clone()),
        told: pages::told(&contest.rulebook),
        interview: interview.clone(),
        ballots: ballots.clone(),
    }))
}

/// Says something to one seat.
pub(super) async fn say(seated: Seated, Form(form): Form<say::Form>) -> Result<Response, Wrong> {
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
    let outcome = seated.place.hall.ask(seated.who, Command::Contribute { matter, value }).await;
    seated.answer(outcome, |why| render(&seated, Some(why), None))
}

/// In place, or no longer.
#[derive(Deserialize)]
pub(super) struct Ready {
    pub(super) ready: bool,
}

/// Says that the judge is in place.
pub(super) async fn ready(seated: Seated, Form(form): Form<Ready>) -> Result<Response, Wrong> {
    let outcome = seated.place.hall.ask(seated.who, Command::Ready(form.ready)).await;
    seated.answer(outcome, |why| render(&seated, Some(why), None))
}

/// Why a ballot was not taken.
#[derive(Debug, thiserror::Error)]
enum NotTaken {
    #[error(transparent)]
    Field(#[from] BadField),
    #[error("the form does not say which round it is about: load the page again")]
    NoRound,
    #[error(transparent)]
    NotDone(#[from] NotDone),
}

/// Casts a ballot: `round`, and the fields of [`fields`].
pub(super) async fn ballot(seated: Seated, Form(fields): Form<Fields>) -> Result<Response, Wrong> {
    let round = round_of(&fields);
    let outcome = match read(round, &fields) {
        Ok((round, answers)) => {
            let command = Command::CastBallot { round, answers: Box::new(answers) };
            seated.place.hall.ask(seated.who, command).await.map_err(NotTaken::from)
        }
        Err(why) => Err(why),
    };
    let attempt = round.map(|round| Attempt { form: format!("ballot-{round}"), fields });
    seated.answer(outcome, |why| render(&seated, Some(why), attempt.as_ref()))
}

/// Casts the ranking: a field `rank-R1-J1-left` for each witness, holding its rank from 1.
pub(super) async fn ranking(seated: Seated, Form(fields): Form<Fields>) -> Result<Response, Wrong> {
    let rules = seated.place.file.rulebook.ballots.ranking;
    let order = match rules {
        Some(rules) => fields::to_order(&fields, rules.from),
        // The hall says that no ranking is asked for.
        None => Ok(Vec::new()),
    };
    let outcome = match order {
        Ok(order) => seated.place.hall.ask(seated.who, Command::CastRanking { order }).await.map_err(NotTaken::from),
        Err(why) => Err(why.into()),
    };
    let attempt = Attempt { form: "ranking".to_owned(), fields };
    seated.answer(outcome, |why| render(&seated, Some(why), Some(&attempt)))
}

fn read(round: Option<RoundNumber>, fields: &Fields) -> Result<(RoundNumber, Answers<rulebook::Seat>), NotTaken> {
    Ok((round.ok_or(NotTaken::NoRound)?, fields::to_answers(fields)?))
}

fn round_of(fields: &Fields) -> Option<RoundNumber> {
    fields.iter().find(|(name, _)| name == "round").and_then(|(_, round)| round.parse().ok())
}

fn render(seated: &Seated, notice: Option<&str>, attempt: Option<&Attempt>) -> Result<String, Wrong> {
    let views = seated.place.hall.views();
    let feed = views.judge(seated.judge()?).ok_or(Wrong::NotFound)?;
    let contest = views.room().contest().ok_or(Wrong::NotFound)?;
    let desk = seated.desk(contest, feed.screen.stage.clone(), feed.latest(), (notice, attempt));
    Ok(pages::html(&pages::JudgePage { desk, screen: &feed.screen }))
}
