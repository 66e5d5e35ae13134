//! The timetable of a contest against the clock: the planned and the actual beginning of each round, and the delay of
//! the day.

use std::time::Duration;

use contest::{
    contest::{Contest, Phase},
    view::timeline::{Happening, Moment},
};
use rulebook::{JudgeId, RoundNumber, Timestamp};
use schedule::{ClockTime, Meeting, Occasion, Plan, Timetable};

/// Delay after which the organiser is warned.
pub const BEHIND: Duration = Duration::from_secs(5 * 60);

/// A round of a timetable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Planned {
    /// The round.
    pub round: RoundNumber,
    /// Its planned beginning.
    pub planned: Timestamp,
    /// Its actual beginning; absent where it has not begun.
    pub began: Option<Timestamp>,
}

/// The timetable of a day with a planned beginning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Course {
    /// The rounds, in order.
    pub rounds: Vec<Planned>,
    /// The planned end of the day.
    pub over: Timestamp,
    /// The delay of the day; zero where it is on time.
    pub behind: Duration,
    /// When the contest was closed; absent before.
    pub closed: Option<Timestamp>,
}

impl Course {
    /// The timetable of this contest at `now`; `None` before it is drawn.
    #[must_use]
    pub fn of(contest: &Contest, moments: &[Moment], begins: Timestamp, now: Timestamp) -> Option<Self> {
        Some(Self::by(contest, &Plan::of(contest.assignment()?), moments, begins, now))
    }

    /// The timetable, also before the draw as far as it can be known: the number of sessions cannot.
    #[must_use]
    pub fn expected_of(contest: &Contest, moments: &[Moment], begins: Timestamp, now: Timestamp) -> Option<Self> {
        if contest.is_drawn() {
            return Self::of(contest, moments, begins, now);
        }
        // A timetable needs only the number of rounds of a plan, and the beginnings of its sessions.
        let in_round = |round| Meeting { round, judge: JudgeId::new(1), entry: None, confederate: None };
        let plan = Plan::new(RoundNumber::first(contest.rounds().into()).map(in_round).collect());
        let is_known = contest.rulebook.schedule.sessions.is_none();
        is_known.then(|| Self::by(contest, &plan, moments, begins, now))
    }

    fn by(contest: &Contest, plan: &Plan, moments: &[Moment], begins: Timestamp, now: Timestamp) -> Self {
        let start = ClockTime::default();
        let table = Timetable::of(&contest.rulebook, plan, start);
        let began = |round: RoundNumber| {
            let opened = moments.iter().find(|moment| moment.happening == Happening::RoundOpened { round });
            opened.map(|moment| moment.at)
        };
        let rounds: Vec<Planned> = table
            .slots
            .iter()
            .filter_map(|slot| match slot.what {
                Occasion::Talk(round) => {
                    let planned = begins + slot.from.since(start);
                    Some(Planned { round, planned, began: began(round) })
                }
                Occasion::Scoring(_) | Occasion::EndBallots => None,
            })
            .collect();
        // A round that runs ends when its clock says, which counts every pause and all time that was added.
        let still = contest.paused_since.map_or(Duration::ZERO, |since| now.since(since));
        let rules = &contest.rulebook.interview;
        let running = match contest.phase {
            Phase::Talk(round, ends) => Some((round, ends, rules.talk)),
            Phase::Scoring(round, ends) => Some((round, ends, rules.talk + rules.scoring)),
            Phase::Lobby(_) | Phase::EndBallots(..) | Phase::Vote(..) | Phase::Closed => None,
        };
        let running = running.and_then(|(of, ends, length)| {
            let planned = rounds.iter().find(|row| row.round == of)?.planned;
            Some((ends + still).since(planned + length))
        });
        let last = rounds.iter().rev().find_map(|round| Some(round.began?.since(round.planned)));
        let next = rounds.iter().find(|round| round.began.is_none());
        let waits = next.map(|round| now.since(round.planned)).filter(|_| matches!(contest.phase, Phase::Lobby(_)));
        let behind = match contest.phase {
            Phase::Closed => Duration::ZERO,
            Phase::Lobby(_) | Phase::Talk(..) | Phase::Scoring(..) | Phase::EndBallots(..) | Phase::Vote(..) => {
                running.or(last).unwrap_or_default().max(waits.unwrap_or_default())
            }
        };
        let over = begins + table.end().unwrap_or(start).since(start);
        let closed = moments.iter().rev().find(|moment| moment.happening == Happening::Closed);
        Self { rounds, over, behind, closed: closed.map(|moment| moment.at) }
    }

    /// The expected end, without further delays.
    #[must_use]
    pub fn expected(&self) -> Timestamp {
        self.over + self.behind
    }
}
