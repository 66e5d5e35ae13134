//! What whoever looks after a server watches: a page of figures for Prometheus, and whether the server lives and can work.
//!
//! They have an address of their own, which people do not reach: how fast a record grows tells programs from people. What the
//! contests can say of themselves is read when somebody asks; only what passes is measured as it passes.

use std::{sync::Arc, time::Duration};

use axum::{
    Router,
    extract::State,
    http::{StatusCode, header},
    response::IntoResponse,
    routing::get,
};
use contest::contest::{Contest, Phase};
use prometheus_client::{
    collector::Collector,
    encoding::{DescriptorEncoder, EncodeMetric, text::encode},
    metrics::{family::Family, gauge::Gauge},
    registry::{Registry, Unit},
};
use rulebook::Participant;

use crate::{app::App, connections::Connections, meters::Meters, place::Place};

/// How long the store may take to say that it is there.
const READY_MAX: Duration = Duration::from_secs(1);

/// The addresses of the figures: `/metrics`, `/health` (the process answers) and `/ready` (its store does too, and it does not
/// stop).
pub(crate) fn router(app: App, connections: Arc<Connections>) -> Router {
    Router::new()
        .route("/metrics", get(figures))
        .route("/health", get(async || "alive\n"))
        .route("/ready", get(ready))
        .with_state((app, connections))
}

async fn ready(State((app, _)): State<(App, Arc<Connections>)>) -> (StatusCode, &'static str) {
    let answer = tokio::time::timeout(READY_MAX, app.registry().contests()).await;
    match answer {
        _ if app.is_leaving() => (StatusCode::SERVICE_UNAVAILABLE, "stopping\n"),
        Ok(Ok(_)) => (StatusCode::OK, "ready\n"),
        Ok(Err(_)) | Err(_) => (StatusCode::SERVICE_UNAVAILABLE, "the store does not answer\n"),
    }
}

async fn figures(State((app, connections)): State<(App, Arc<Connections>)>) -> impl IntoResponse {
    let mut registry = Registry::with_prefix("viva");
    let Meters { commit, turn, reconnects } = app.meters();
    let seconds = || Unit::Seconds;
    registry.register_with_unit("commit", "Until a batch of events was durable", seconds(), commit.clone());
    registry.register_with_unit("turn", "Until what somebody asked for was answered", seconds(), turn.clone());
    registry.register("reconnects", "Connections that came back after they were lost", reconnects.clone());
    let (all, strangers) = connections.count();
    let open = Gauge::<i64>::default();
    open.set(i64::try_from(all).unwrap_or(i64::MAX));
    registry.register("connections", "Open connections", open);
    let unknown = Gauge::<i64>::default();
    unknown.set(i64::try_from(strangers).unwrap_or(i64::MAX));
    registry.register("connections_of_strangers", "Open connections of nobody who has a session", unknown);
    registry.register_collector(Box::new(Contests(app)));
    let mut page = String::new();
    encode(&mut page, &registry).expect("a page is a text");
    ([(header::CONTENT_TYPE, "application/openmetrics-text; version=1.0.0; charset=utf-8")], page)
}

/// A figure of a contest.
type Figure = fn(&Place) -> u64;

/// What contests say of themselves.
#[derive(Debug)]
struct Contests(App);

impl Collector for Contests {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> Result<(), std::fmt::Error> {
        let figures: [(&str, &str, Figure); 6] = [
            ("contest_kept", "1 where this server keeps the contest, 0 where another one does", |place| {
                u64::from(place.hall.is_kept_here())
            }),
            ("record_events", "Events in the contest's record", |place| place.hall.views().room().facts()),
            ("commands_waiting", "Commands that wait to be decided", |place| place.hall.waiting() as u64),
            ("people_connected", "Judges and confederates who have a page or terminal open", people_connected),
            ("interviews_live", "Interviews whose judge can talk now", |place| of(place, interviews_live)),
            ("ballots_outstanding", "People who owe an answer on a form", |place| {
                of(place, |contest| contest.ballots_missing().len())
            }),
        ];
        let places = self.0.places();
        for (name, help, figure) in figures {
            let family = Family::<Vec<(String, String)>, Gauge>::default();
            for place in &places {
                let label = vec![("contest".to_owned(), place.hall.id().to_owned())];
                family.get_or_create(&label).set(i64::try_from(figure(place)).unwrap_or(i64::MAX));
            }
            let metric = encoder.encode_descriptor(name, help, None, family.metric_type())?;
            family.encode(metric)?;
        }
        Ok(())
    }
}

fn of(place: &Place, figure: impl Fn(&Contest) -> usize) -> u64 {
    place.hall.views().room().contest().map_or(0, figure) as u64
}

fn people_connected(place: &Place) -> u64 {
    let cast = place.hall.views().room().contest().map(Contest::cast).unwrap_or_default();
    let people = cast.into_iter().filter(|who| !matches!(who, Participant::Entry(_) | Participant::Organiser));
    people.filter(|who| place.is_connected(*who)).count() as u64
}

fn interviews_live(contest: &Contest) -> usize {
    let Phase::Talk(round, _) = contest.phase else { return 0 };
    let is_aborted = |interview| contest.interviews.get(interview).is_some_and(|interview| interview.aborted);
    contest.interviews_in(round).filter(|seating| !is_aborted(&seating.interview)).count()
}
