//! Monitoring: a page of figures for Prometheus, and checks that the server lives and can work.
//!
//! They have an address of their own, out of people's reach: the speed at which a record grows tells programs from
//! people. Figures of contests are read on request; only passing events are counted as they happen.

use std::{net::IpAddr, sync::Arc, time::Duration};

use axum::{
    Router,
    extract::{Request, State},
    http::{StatusCode, header},
    middleware::{self, Next},
    response::{IntoResponse, Response},
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

use crate::{app::App, connections::Connections, hosted_contest::HostedContest, meters::Meters};

/// The most time for the store's answer to a readiness check.
const READY_MAX: Duration = Duration::from_secs(1);

/// The addresses of the figures: `/metrics`, `/health` (the process answers) and `/ready` (its store answers too, and
/// the server is not stopping).
pub(crate) fn router(app: App, connections: Arc<Connections>) -> Router {
    let named = middleware::from_fn_with_state(app.clone(), by_its_own_name);
    Router::new()
        .route("/metrics", get(figures))
        .route("/health", get(async || "alive\n"))
        .route("/ready", get(ready))
        .with_state((app, connections))
        .layer(named)
}

/// Refuses requests that call the server by a foreign name. A stranger's page can make a browser within reach read this
/// address under a name of the stranger's that resolves to it (DNS rebinding); the browser then sends that name, never
/// a numeric address.
async fn by_its_own_name(State(app): State<App>, request: Request, next: Next) -> Response {
    let host = request.headers().get(header::HOST).and_then(|host| host.to_str().ok());
    let own = app.public_url().split_once("://").map_or("", |(_, url)| url.split('/').next().unwrap_or_default());
    if is_own(host, own) {
        return next.run(request).await;
    }
    let told = "ask by the address that --metrics names, or by the name under which people reach the server (--url)\n";
    (StatusCode::MISDIRECTED_REQUEST, told).into_response()
}

/// True when a `Host` names this server, whose public name is `own`: a numeric address, `localhost`, or that name, at
/// any port. Every browser sends one: a request without it is accepted.
fn is_own(host: Option<&str>, own: &str) -> bool {
    let Some(host) = host else { return true };
    let name = |host: &str| {
        let is_port = |port: &str| port.bytes().all(|byte| byte.is_ascii_digit());
        let name = host.rsplit_once(':').filter(|(_, port)| is_port(port)).map_or(host, |(name, _)| name);
        name.trim_end_matches('.').to_ascii_lowercase()
    };
    let is_number = |host: &str| host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>().is_ok();
    let asked = name(host);
    // The last part of a bare IPv6 address is no port.
    is_number(host) || is_number(&asked) || asked == "localhost" || (!asked.is_empty() && asked == name(own))
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
type Figure = fn(&HostedContest) -> u64;

/// The collector of the contests' figures.
#[derive(Debug)]
struct Contests(App);

impl Collector for Contests {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> Result<(), std::fmt::Error> {
        let figures: [(&str, &str, Figure); 6] = [
            ("contest_kept", "1 where this server keeps the contest, 0 where another one does", |place| {
                u64::from(place.running.is_kept_here())
            }),
            ("record_events", "Events in the contest's record", |place| place.running.views().room().facts()),
            ("commands_waiting", "Commands that wait to be decided", |place| place.running.waiting() as u64),
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
                let label = vec![("contest".to_owned(), place.running.id().to_owned())];
                family.get_or_create(&label).set(i64::try_from(figure(place)).unwrap_or(i64::MAX));
            }
            let metric = encoder.encode_descriptor(name, help, None, family.metric_type())?;
            family.encode(metric)?;
        }
        Ok(())
    }
}

fn of(place: &HostedContest, figure: impl Fn(&Contest) -> usize) -> u64 {
    place.running.views().room().contest().map_or(0, figure) as u64
}

fn people_connected(place: &HostedContest) -> u64 {
    let cast = place.running.views().room().contest().map(Contest::cast).unwrap_or_default();
    let people = cast.into_iter().filter(|who| !matches!(who, Participant::Entry(_) | Participant::Organiser));
    people.filter(|who| place.is_connected(*who)).count() as u64
}

fn interviews_live(contest: &Contest) -> usize {
    let Phase::Talk(round, _) = contest.phase else { return 0 };
    let is_aborted = |interview| contest.interviews.get(interview).is_some_and(|interview| interview.aborted);
    contest.interviews_in(round).filter(|seating| !is_aborted(&seating.interview)).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_for_whoever_calls_the_server_by_its_own_name() {
        let own = "contest.example.org:8443";
        for host in ["127.0.0.1:9100", "10.0.0.7", "[::1]:9100", "::1", "localhost:9100", "Contest.Example.org.:9100"] {
            assert!(is_own(Some(host), own), "{host}");
        }
        for host in
            ["evil.example", "evil.example:9100", "localhost.evil.example", "127.0.0.1.evil.example:9100", "", ":9100"]
        {
            assert!(!is_own(Some(host), own), "{host}");
        }
        assert!(is_own(None, own));
        assert!(!is_own(Some(""), ""), "who has no name is not called by it");
    }
}
