//! A judge's page and what its forms do without a script.

use axum::{
    Form,
    response::{Html, Response},
};
use contest::Command;
use rulebook::{ConversationId, JudgeId, RoundNumber, Seat};
use serde::Deserialize;

pub(super) use super::seated::live;
use super::{answer::Wrong, say, seated::Seated};
use crate::{hall::NotDone, pages};

/// The page.
pub(super) async fn page(seated: Seated) -> Result<Html<String>, Wrong> {
    Ok(Html(render(&seated, seated.judge()?, None)?))
}

/// The form that says a line to one seat.
#[derive(Deserialize)]
pub(super) struct Say {
    round: RoundNumber,
    seat: Seat,
    #[serde(default)]
    text: String,
}

/// Says a line.
pub(super) async fn say(seated: Seated, Form(form): Form<Say>) -> Result<Response, Wrong> {
    let outcome = say::line(&seated, form.round, Some(form.seat), &form.text).await;
    answer(&seated, outcome)
}

/// In place, or no longer.
#[derive(Deserialize)]
pub(super) struct Ready {
    pub(super) ready: bool,
}

/// Says that the judge is in place.
pub(super) async fn ready(seated: Seated, Form(form): Form<Ready>) -> Result<Response, Wrong> {
    let outcome = seated.place.hall.ask(seated.who, Command::Ready(form.ready)).await;
    answer(&seated, outcome)
}

/// The ballot of one interview.
#[derive(Deserialize)]
pub(super) struct Ballot {
    round: RoundNumber,
    human: Seat,
}

/// Casts a ballot.
pub(super) async fn ballot(seated: Seated, Form(form): Form<Ballot>) -> Result<Response, Wrong> {
    let command = Command::CastBallot { round: form.round, human: form.human };
    let outcome = seated.place.hall.ask(seated.who, command).await;
    answer(&seated, outcome)
}

/// Casts the ranking: a field `rank-R1-J1-left` for each witness, holding its rank from 1.
pub(super) async fn ranking(seated: Seated, Form(fields): Form<Vec<(String, String)>>) -> Result<Response, Wrong> {
    let mut ranked: Vec<(u16, ConversationId)> = fields
        .iter()
        .filter_map(|(name, rank)| Some((rank.parse().ok()?, name.strip_prefix("rank-")?.parse().ok()?)))
        .collect();
    ranked.sort_unstable();
    let mut order: Vec<_> = ranked.iter().map(|(_, conversation)| *conversation).collect();
    if ranked.windows(2).any(|pair| pair[0].0 == pair[1].0) {
        // Two witnesses in one place are no order; naming only one of them makes the refusal say so.
        order.truncate(ranked.windows(2).take_while(|pair| pair[0].0 != pair[1].0).count());
    }
    let outcome = seated.place.hall.ask(seated.who, Command::CastRanking { order }).await;
    answer(&seated, outcome)
}

fn answer(seated: &Seated, outcome: Result<(), NotDone>) -> Result<Response, Wrong> {
    seated.answer(outcome, |why| render(seated, seated.judge()?, Some(why)))
}

fn render(seated: &Seated, judge: JudgeId, notice: Option<&str>) -> Result<String, Wrong> {
    let views = seated.place.hall.views();
    let feed = views.judge(judge).ok_or(Wrong::NotFound)?;
    let contest = views.room().contest().ok_or(Wrong::NotFound)?;
    let desk = seated.desk(contest, feed.screen.stage.clone(), feed.latest(), notice);
    Ok(pages::html(&pages::JudgePage { desk, who: judge, screen: &feed.screen }))
}
