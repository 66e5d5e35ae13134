//! The organiser's control panel: the acts behind its buttons, and its status.

use contest::{
    command::Ending,
    contest::{Contest, Phase},
    view::stage::Stage,
};
use entry::socketio::Out;
use rulebook::{ConfederateId, EntryId, JudgeId, Participant, RoundNumber, Seat, Side, schema::People};
use schedule::Seating;
use serde::Serialize;
use tally::{Answers, Verdict};

use super::{
    admission::id_of,
    client_messages::{Course, InOrder, Status, out},
    hearing,
};
use crate::{acts::Act, hosted_contest::HostedContest, once::Key};

/// The status of the panel.
#[derive(Serialize)]
struct StatusUpdate<'r> {
    #[serde(rename = "roundNumber")]
    round_number: i32,
    #[serde(rename = "roundStatus")]
    round_status: Status,
    /// Judges, programs, confederates; then, after a refusal, its sentence, as a client that is not connected. The
    /// panels of 2018 show four rows and get three: this is the only place where they show a sentence.
    #[serde(rename = "connectedClients")]
    connected_clients: Vec<InOrder<bool>>,
    /// Judges who have answered about this round.
    #[serde(rename = "scoredClients")]
    scored_clients: Vec<String>,
    /// For every round, each judge's choice of the machine. Empty until the contest is closed.
    scores: Vec<InOrder<String>>,
    /// The reason why the last request was refused, for panels that know this field.
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<&'r str>,
}

/// The act behind a button, with the key under which it is done: this protocol has no ids, so pressing a button again,
/// while the contest is in the state after the first press, means the same act. `None` where the contest is in that
/// state already.
///
/// # Errors
/// The sentence that says why it is impossible, unless `has_done` knows that it was done.
pub(super) fn act(
    contest: &Contest,
    course: Course,
    has_done: impl Fn(&Key) -> bool,
) -> Result<Option<(Act, Key)>, &'static str> {
    let is_last = contest.played() + 1 >= contest.rounds();
    let key = |what: &str, round: u16| format!("panel-{what}-R{round}").parse::<Key>().expect("words and a number");
    let unless_done = |key: Key, why| if has_done(&key) { Ok(None) } else { Err(why) };
    let starts = |number| Ok(Some((Act::OpenRound { anyway: false }, key("start", number))));
    match (course, contest.phase) {
        (_, Phase::Closed) => Err("the contest is closed"),
        // These clients add nothing to a draw: it waits for nobody.
        (Course::New | Course::Start, Phase::Lobby(_)) if !contest.is_drawn() => {
            Ok(Some((Act::Draw { anyway: true }, key("draw", 0))))
        }
        (Course::New, Phase::Lobby(next)) if next.number() <= contest.rounds() => Ok(None),
        (Course::New, Phase::Talk(..)) => Err("a round is still running: end it first"),
        (Course::New, Phase::Scoring(round, _)) if !is_last => {
            Ok(Some((Act::EndPhase { ending: Ending::Scoring { round } }, key("new", round.number()))))
        }
        (Course::New, _) => Err("there is no further round now: the contest goes on by its rulebook"),
        (Course::Start, Phase::Talk(round, _)) => {
            unless_done(key("start", round.number()), "this round is running already")
        }
        (Course::Start, Phase::Lobby(next)) => starts(next.number()),
        (Course::Start, Phase::Scoring(round, _)) => starts(round.number() + 1),
        (Course::Start, Phase::EndBallots(..) | Phase::Vote(..)) => starts(contest.played() + 1),
        (Course::End, Phase::Talk(round, _)) => {
            Ok(Some((Act::EndPhase { ending: Ending::Talk { round } }, key("end", round.number()))))
        }
        (Course::End, Phase::Scoring(round, _)) => unless_done(key("end", round.number()), "no round is running"),
        (Course::End, Phase::Lobby(_) | Phase::EndBallots(..) | Phase::Vote(..)) => {
            unless_done(key("end", contest.played()), "no round is running")
        }
    }
}

/// The panel's present status, with the reason for the last refusal.
pub(super) fn status_update(place: &HostedContest, refused: Option<&str>) -> Option<Out> {
    let views = place.running.views();
    let contest = views.room().contest()?;
    let round = match contest.phase {
        Phase::Lobby(round) | Phase::Talk(round, _) | Phase::Scoring(round, _)
            if round.number() <= contest.rounds() =>
        {
            i32::from(round.number()) - 1
        }
        Phase::Lobby(_)
        | Phase::Talk(..)
        | Phase::Scoring(..)
        | Phase::EndBallots(..)
        | Phase::Vote(..)
        | Phase::Closed => i32::from(contest.played()) - 1,
    };
    let roles = contest.rulebook.roles;
    let apart = if roles.people == People::Both { 0 } else { roles.confederates };
    let judges = || JudgeId::first(roles.judges.into());
    let connected = |who: Participant| (id_of(who), place.is_connected(who));
    let entry = |id: EntryId| (id_of(Participant::Entry(id)), place.entry_state(id).to_string().starts_with("ready"));
    let scored = |judge: &JudgeId| {
        let interviews =
            contest.interviews.iter().filter(|(id, _)| id.judge == *judge && i32::from(id.round.number()) - 1 == round);
        interviews.into_iter().any(|(_, interview)| interview.ballot_of(Side::Judge).is_some())
    };
    Some(out(
        "statusUpdate",
        &StatusUpdate {
            round_number: round,
            round_status: hearing::status(&Stage::of(contest, Participant::Organiser)),
            connected_clients: [
                judges().map(|id| connected(Participant::Judge(id))).collect(),
                EntryId::first(roles.entries.into()).map(entry).collect(),
                ConfederateId::first(apart.into()).map(|id| connected(Participant::Confederate(id))).collect(),
            ]
            .into_iter()
            .chain(refused.map(|why| vec![(format!("refused: {}", in_a_page(why)), false)]))
            .map(InOrder)
            .collect(),
            scored_clients: judges().filter(scored).map(|id| id_of(Participant::Judge(id))).collect(),
            scores: RoundNumber::first(contest.rounds().into()).map(|round| InOrder(scores(contest, round))).collect(),
            refused,
        },
    ))
}

/// The sentence escaped for a page that inserts it as HTML, as those of 2018 do.
fn in_a_page(sentence: &str) -> String {
    sentence
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace('\'', "&#39;")
}

/// Each judge's choice of the machine in this round; none before the end, as on the organiser's desk.
fn scores(contest: &Contest, round: RoundNumber) -> Vec<(String, String)> {
    if contest.phase != Phase::Closed {
        return Vec::new();
    }
    let score = |seating: &Seating| {
        let answers = contest.interviews.get(&seating.interview)?.ballot_of(Side::Judge)?.held()?;
        let machine = machine(seating, answers)?;
        Some((id_of(Participant::Judge(seating.interview.judge)), id_of(seating.witness(machine)?.into())))
    };
    contest.interviews_in(round).filter_map(score).collect()
}

/// The one seat that these answers call a machine.
fn machine(seating: &Seating, answers: &Answers<Seat>) -> Option<Seat> {
    let mut machines: Vec<Seat> =
        answers.verdicts.iter().filter(|(_, verdict)| **verdict == Verdict::Machine).map(|(seat, _)| *seat).collect();
    if let Some(human) = answers.choice {
        machines = seating.seats.keys().copied().filter(|seat| *seat != human).collect();
    }
    <[Seat; 1]>::try_from(machines).ok().map(|[seat]| seat)
}
