//! `viva record replay`: the state of a contest at a moment, and the conversations as judges saw them then.

use std::{fmt::Write, path::Path};

use archive::{
    dialogue::Said,
    publication::{self, Verification},
    until::{Replay, Standing, Until},
};
use contest::{
    contest::Contest,
    view::stage::{Stage, StagePhase},
};
use record::Trust;
use rulebook::{
    ConversationId, InterviewId, Participant, RoundNumber, Side, Timestamp, counted, time::friendly, visible,
};
use serde::Serialize;

use super::people;
use crate::{
    cli::ReplayOptions,
    commands::stage::Where,
    exit::Exit,
    shell::{self, Failure},
};

pub(super) fn run(options: &ReplayOptions) -> Result<Exit, Failure> {
    let file = &options.file;
    if super::import::read_back(file)?.is_some() {
        shell::talk(
            "an imported past has no phases and no clocks\nhint: `viva record show` prints what was said, with its times",
        );
        return Ok(Exit::No);
    }
    let until = options.until.unwrap_or(Until::Event(u64::MAX));
    let (found, replay) = played(file, until)?;
    let Some(standing) = replay.standing() else {
        if found.report.events == 0 || found.audit.is_none() {
            return Ok(super::nothing_readable(file));
        }
        shell::talk("the contest was not opened by then\nhint: `viva record stat` says when it began");
        return Ok(Exit::No);
    };
    // The seating is opened only at the end of the record.
    let whole = found.audit.as_ref().and_then(|audit| audit.room.contest()).filter(|whole| whole.opened_assignment);
    let contest = standing.room.contest().expect("a contest that stands is open");
    if let Some(interview) = options.interview.filter(|interview| !contest.interviews.contains_key(interview)) {
        shell::talk(format_args!(
            "interview {interview} had not begun by then\nhint: interviews are written like R1-J2"
        ));
        return Ok(Exit::No);
    }
    let shown = |id: InterviewId| match options.interview {
        Some(only) => id == only,
        None => contest.phase.running_round() == Some(id.round),
    };
    let interviews: Vec<InterviewId> = contest.interviews.keys().copied().filter(|id| shown(*id)).collect();
    let page = ReplayPage { standing: &standing, contest, whole, events: found.report.events, interviews };
    if options.json {
        shell::json(&page.told())?;
    } else {
        shell::data(page.as_text().trim_end());
    }
    if page.interviews.is_empty() && !contest.interviews.is_empty() {
        shell::talk("hint: --interview R1-J1 shows what stood in an interview by then");
    }
    Ok(super::warn_if_broken(&found))
}

/// Verifies the record, and plays it up to this moment.
fn played(file: &Path, until: Until) -> Result<(Verification, Replay), Failure> {
    let unreadable = |source| shell::unreadable(file, source);
    let (found, ending, facts) =
        publication::verify_ending(shell::open(file)?, &Trust::default()).map_err(unreadable)?;
    let mut replay = Replay::new(ending, until);
    facts.each(|fact| replay.take(&fact)).map_err(unreadable)?;
    Ok((found, replay))
}

/// The state of the contest at the moment.
struct ReplayPage<'a> {
    standing: &'a Standing<'a>,
    contest: &'a Contest,
    /// The contest after its last event, if its seating is opened.
    whole: Option<&'a Contest>,
    /// The number of events in the record.
    events: u64,
    interviews: Vec<InterviewId>,
}

impl ReplayPage<'_> {
    fn stage(&self) -> (Stage, Where) {
        let stage = Stage::of(self.contest, Participant::Organiser);
        let now = stage.paused.unwrap_or(self.standing.at);
        let place = Where {
            phase: stage.phase,
            round: stage.round.map(rulebook::RoundNumber::number),
            rounds: stage.rounds,
            drawn: stage.drawn,
            left: stage.ends.map(|ends| ends.since(now)),
            paused: stage.paused.is_some(),
        };
        (stage, place)
    }

    fn ballots(&self) -> usize {
        self.contest.ballots_cast() + self.contest.rankings.len()
    }

    /// The witness in a judge's seat, if known.
    fn witness(&self, id: ConversationId) -> Option<Participant> {
        Some(self.whole?.seating(id.interview)?.witness(id.seat)?.into())
    }

    /// The conversations of an interview, in the order of their seats, including silent ones, if they are known.
    fn conversations(&self, id: InterviewId) -> Vec<(ConversationId, &[Said])> {
        let seated = self.contest.seating(id).or_else(|| self.whole?.seating(id));
        let seated = seated.into_iter().flat_map(|seating| seating.conversations().collect::<Vec<_>>());
        let spoken = self.standing.said.keys().copied().filter(|conversation| conversation.interview == id);
        let all: std::collections::BTreeSet<ConversationId> = seated.chain(spoken).collect();
        let said = |id: ConversationId| self.standing.said.get(&id).map_or(&[][..], Vec::as_slice);
        all.into_iter().map(|id| (id, said(id))).collect()
    }

    fn as_text(&self) -> String {
        let mut text = String::new();
        let (Standing { at, age, events, waiting, .. }, (stage, place)) = (self.standing, self.stage());
        let zone = self.contest.zone;
        let _ = writeln!(
            text,
            "{} at {}, after {events} of {} (times of day below in {zone})",
            visible(&self.contest.name),
            zone.named_second(*at),
            counted(self.events, "event", "events")
        );
        let age = friendly::show(std::time::Duration::from_secs(age.as_secs()));
        let since = stage.paused.map(|since| format!(" since {}", zone.second(since))).unwrap_or_default();
        let ballots = counted(self.ballots(), "ballot or ranking", "ballots and rankings");
        let _ = writeln!(text, "{}{since}; {age} by its own clocks; {ballots}", place.in_words());
        if let Some(told) = &stage.told {
            let _ = writeln!(text, "people are told: {}", visible(told.replace('\n', " / ")));
        }
        let names = self.whole.unwrap_or(self.contest);
        if !self.contest.ready.is_empty() && self.contest.phase.running_round().is_none() {
            let ready: Vec<_> = self.contest.ready.iter().map(|who| people::told(names, *who)).collect();
            let _ = writeln!(text, "in place: {}", ready.join(", "));
        }
        for id in &self.interviews {
            let judge = people::told(names, Participant::Judge(id.judge));
            let _ = writeln!(text, "\nInterview {id}, judge {judge}");
            for (conversation, lines) in self.conversations(*id) {
                let who = self.witness(conversation).map(|who| format!(" ({})", people::told(names, who)));
                let _ = writeln!(text, "\n  {}{}", conversation.seat, who.unwrap_or_default());
                for Said { at, side, text: said, .. } in lines {
                    let said = said.replace('\n', "\n                       ");
                    let _ = writeln!(text, "    {}  {:<8} {said}", zone.second(*at), side.to_string());
                }
                if let Some(many) = waiting.get(&conversation) {
                    let many = counted(many, "utterance was", "utterances were");
                    let _ = writeln!(text, "    ({many} given and not shown yet)");
                }
            }
        }
        text
    }

    fn told(&self) -> StandingTold {
        let (Standing { at, age, events, waiting, .. }, (stage, place)) = (self.standing, self.stage());
        let conversation = |(id, lines): (ConversationId, &[Said])| ConversationStood {
            seat: id.seat.to_string(),
            witness: self.witness(id).map(|who| who.to_string()),
            lines: lines
                .iter()
                .map(|Said { at, side, text, .. }| LineSaid { at: *at, by: *side, text: text.clone() })
                .collect(),
            waiting: waiting.get(&id).map_or(0, |waiting| u64::try_from(*waiting).unwrap_or(u64::MAX)),
        };
        let interview = |id: &InterviewId| InterviewStood {
            interview: *id,
            conversations: self.conversations(*id).into_iter().map(conversation).collect(),
        };
        let millis = |span: std::time::Duration| u64::try_from(span.as_millis()).unwrap_or(u64::MAX);
        StandingTold {
            name: self.contest.name.clone(),
            at: *at,
            age_ms: u64::try_from(age.as_millis()).unwrap_or(u64::MAX),
            events: *events,
            of_events: self.events,
            phase: stage.phase,
            round: stage.round,
            rounds: stage.rounds,
            ends: stage.ends,
            left_ms: place.left.map(millis),
            paused_since: stage.paused,
            ready: self.contest.ready.iter().map(ToString::to_string).collect(),
            ballots: self.ballots(),
            interviews: self.interviews.iter().map(interview).collect(),
        }
    }
}

/// The state of a contest at a moment.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct StandingTold {
    /// The name of the contest.
    name: String,
    /// The moment.
    at: Timestamp,
    /// The age of the contest by its own clocks, which stop in a pause.
    age_ms: u64,
    /// The number of events by then.
    events: u64,
    /// The number of events in the record.
    of_events: u64,
    /// The phase.
    phase: StagePhase,
    /// The round.
    round: Option<RoundNumber>,
    /// The number of rounds.
    rounds: u16,
    /// The end of the phase by the clock.
    ends: Option<Timestamp>,
    /// The time until that end.
    left_ms: Option<u64>,
    /// The beginning of the pause; null if clocks ran.
    paused_since: Option<Timestamp>,
    /// The participants in place.
    ready: Vec<String>,
    /// The number of ballots and rankings.
    ballots: usize,
    /// The requested interview, or the ones in progress.
    interviews: Vec<InterviewStood>,
}

/// The state of an interview.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct InterviewStood {
    /// The interview's id.
    interview: InterviewId,
    /// Its conversations, in the order of their seats.
    conversations: Vec<ConversationStood>,
}

/// The state of a conversation.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct ConversationStood {
    /// The seat of the witness, as the judge knew it.
    seat: String,
    /// The witness in the seat, if known.
    witness: Option<String>,
    /// The lines on the judge's screen.
    lines: Vec<LineSaid>,
    /// The number of utterances given and not shown yet.
    waiting: u64,
}

/// A line of one side.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct LineSaid {
    /// The time of the line.
    at: Timestamp,
    /// The side that said it.
    by: Side,
    /// The words.
    text: String,
}
