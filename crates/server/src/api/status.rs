//! The state of a contest, for programs: the organiser's page in data.

use contest::{
    contest::Phase,
    view::stage::{Stage, StagePhase},
};
use rulebook::{Participant, Timestamp, Zone};
use serde::{Deserialize, Serialize};
use store::StoreError;

use crate::{app::App, concerns, hosted_contest, overview::Overview, reveal::Revealing, timetable::Course};

/// The state of a contest at a moment. Times are UTC, as RFC 3339.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Status {
    /// The id of the contest.
    pub contest: String,
    /// Its name.
    pub name: String,
    /// The time of the contest: on a server whose clock runs faster, not the time of day.
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = DateTime))]
    pub now: Timestamp,
    /// The zone of the contest, in which people read its times: how far its clocks are ahead of UTC, in minutes.
    #[serde(default, rename = "zone_min")]
    #[cfg_attr(feature = "openapi", schema(value_type = i16, minimum = -1080, maximum = 1080))]
    pub zone: Zone,
    /// The phase: `lobby`, `talk`, `scoring`, `end-ballots`, `vote` or `closed`.
    #[cfg_attr(feature = "openapi", schema(value_type = super::schema::StagePhase))]
    pub phase: StagePhase,
    /// The present or next round; absent where there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<u16>,
    /// The number of rounds.
    pub rounds: u16,
    /// Whether the schedule is drawn.
    pub drawn: bool,
    /// The end of the phase; absent where no clock ends it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = DateTime))]
    pub ends: Option<Timestamp>,
    /// The beginning of the pause; absent while the clocks run. `ends` moves later for as long as the pause lasts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = DateTime))]
    pub paused: Option<Timestamp>,
    /// The delay of the day behind its timetable, in seconds; absent where the contest file does not say when it
    /// begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub behind_s: Option<u64>,
    /// The expected end of the contest, without further delays; absent with `behind_s`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = DateTime))]
    pub expected: Option<Timestamp>,
    /// True when the organiser paused the clocks and has given no reason yet.
    pub owes_reason: bool,
    /// The number of participants in place for the next round.
    pub ready: usize,
    /// The number that it needs; 0 where no round is next.
    pub needed: usize,
    /// The matters that need attention, the worst first.
    pub concerns: Vec<Concern>,
    /// The checks before the next round; empty where none can be opened.
    pub checks: Vec<Checked>,
    /// The progress of the reveal on the big screen; absent before the close.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reveal: Option<Revealing>,
    /// A warning that the disk is filling up; absent where there is room.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub disk: Option<String>,
    /// Judges and confederates, then referees.
    pub people: Vec<PersonStatus>,
    /// The programs that take part.
    pub entries: Vec<EntryStatus>,
    /// The names of the programs in reserve.
    pub reserves: Vec<String>,
    /// The interviews of the present or next round.
    pub interviews: Vec<InterviewStatus>,
}

/// A matter that needs attention.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Concern {
    /// The matter, a sentence.
    pub what: String,
    /// The remedy.
    pub mend: String,
    /// The id of the part of the organiser's page for the remedy.
    pub at: String,
}

/// A check before a round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Checked {
    /// `good`, `amiss`, or `unknown` where it cannot be known from here.
    pub finding: String,
    /// The result, a sentence.
    pub what: String,
    /// The remedy; absent where the result is good.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mend: Option<String>,
}

/// The presence of a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Place))]
#[serde(rename_all = "kebab-case")]
pub enum PersonPresence {
    /// The card was not used.
    NotJoined,
    /// Has joined, and has no page open.
    Away,
    /// Has a page open.
    Here,
    /// Is played by a script.
    Scripted,
    /// Has left for good.
    Gone,
}

/// The state of a judge, a confederate or a referee.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PersonStatus {
    /// The label, such as `J1`.
    pub id: String,
    /// The name.
    pub name: String,
    /// The presence.
    pub place: PersonPresence,
    /// In place for the next round.
    pub ready: bool,
    /// Needed in this round.
    pub needed: bool,
    /// Whether the form that is due now is in; absent where none is due.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answered: Option<bool>,
}

/// The state of a program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct EntryStatus {
    /// The label, such as `E1`.
    pub id: String,
    /// The name.
    pub name: String,
    /// Its protocol.
    pub protocol: String,
    /// Its state, in a few words.
    pub state: String,
    /// In place for the next round.
    pub ready: bool,
    /// Was disqualified.
    pub disqualified: bool,
    /// Has left for good.
    pub gone: bool,
}

/// The state of an interview, without its messages.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct InterviewStatus {
    /// Its id, such as `R1-J2`.
    pub interview: String,
    /// The labels of the judge's partners, programs first.
    pub witnesses: Vec<String>,
    /// The number of the judge's messages to each of them, in the same order.
    pub asked: Vec<usize>,
    /// The number of messages from each of them.
    pub answered: Vec<usize>,
    /// The number of incidents.
    pub incidents: usize,
    /// Was ended before its time.
    pub ended: bool,
}

/// An event on the timeline.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Moment {
    /// The position of its event in the record, from 1.
    pub place: u64,
    /// The time.
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = DateTime))]
    pub at: Timestamp,
    /// The event, a sentence.
    pub what: String,
    /// The reason, or the text; absent where nobody wrote one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The message to all participants; absent where there was none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub told: Option<String>,
}

impl Status {
    /// The state of this contest; `None` before it is set up.
    pub(crate) async fn of(app: &App, place: &hosted_contest::HostedContest) -> Result<Option<Self>, StoreError> {
        let Some(overview) = Overview::of(app, place).await? else { return Ok(None) };
        let Overview { now, board, people, entries, reserves, concerns, checks, course, reveal, disk } = overview;
        let views = place.running.views();
        let Some(contest) = views.room().contest() else { return Ok(None) };
        let stage = Stage::of(contest, Participant::Organiser);
        let people = people.into_iter().map(|person| PersonStatus {
            id: person.on_board.who.to_string(),
            place: match person.on_board {
                on_board if on_board.left => PersonPresence::Gone,
                on_board if on_board.scripted => PersonPresence::Scripted,
                _ if person.here => PersonPresence::Here,
                _ if person.joined => PersonPresence::Away,
                _ => PersonPresence::NotJoined,
            },
            ready: person.on_board.ready,
            needed: person.on_board.needed,
            answered: person.on_board.answered,
            name: person.name,
        });
        let entries = entries.into_iter().map(|entry| EntryStatus {
            id: entry.on_board.who.to_string(),
            name: entry.name,
            protocol: entry.protocol,
            state: entry.state.to_string(),
            ready: entry.on_board.ready,
            disqualified: entry.on_board.disqualified,
            gone: entry.on_board.left,
        });
        let interviews = board.interviews.iter().map(|row| InterviewStatus {
            interview: row.interview.to_string(),
            witnesses: row.witnesses.iter().map(|(witness, _)| witness.to_string()).collect(),
            asked: row.talks.iter().map(|talk| talk.lines.0).collect(),
            answered: row.talks.iter().map(|talk| talk.lines.1).collect(),
            incidents: row.incidents,
            ended: row.ended,
        });
        let checks = checks.into_iter().map(|check| Checked {
            finding: check.finding().to_string(),
            what: check.to_string(),
            mend: check.mend().map(|mend| mend.to_string()),
        });
        Ok(Some(Self {
            contest: place.running.id().to_owned(),
            name: contest.name.clone(),
            zone: contest.zone,
            phase: stage.phase,
            round: stage.round.filter(|_| board.phase != Phase::Closed).map(rulebook::RoundNumber::number),
            rounds: board.rounds,
            drawn: board.is_drawn,
            ends: stage.ends,
            paused: stage.paused,
            behind_s: course.as_ref().map(|course| course.behind.as_secs()),
            expected: course.as_ref().map(Course::expected),
            owes_reason: board.owes_reason,
            ready: board.ready,
            needed: board.needed,
            people: people.collect(),
            entries: entries.collect(),
            interviews: interviews.collect(),
            checks: checks.collect(),
            concerns: concerns.into_iter().map(Concern::from).collect(),
            reserves,
            reveal,
            disk: disk.map(|warning| warning.to_string()),
            now,
        }))
    }
}

impl From<concerns::Concern> for Concern {
    fn from(concerns::Concern { what, mend, at, .. }: concerns::Concern) -> Self {
        Self { what: what.to_string(), mend: mend.to_string(), at: at.to_owned() }
    }
}

impl Moment {
    /// The latest moments of this contest, newest first: as many as the organiser's page shows.
    pub(crate) fn latest(place: &hosted_contest::HostedContest) -> Vec<Self> {
        let views = place.running.views();
        let latest = views.timeline().iter().rev().take(contest::view::organiser::MOMENTS_SHOWN);
        let told = |moment: &contest::view::timeline::Moment| Self {
            place: moment.place,
            at: moment.at,
            what: moment.happening.to_string(),
            reason: moment.reason.clone(),
            told: moment.told.clone(),
        };
        latest.map(told).collect()
    }
}
