//! Totals of a record: the lengths of its interviews, the amount of words in them and the times of answers.
//!
//! [`Totals`] is made from the facts one by one, without keeping keys: its memory grows with the words. All times are
//! the contest's own: stopped clocks do not count.

use std::{collections::BTreeMap, time::Duration};

use rulebook::{ConversationId, InterviewId, Participant, Side, Timestamp};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    audit::Ending,
    dialogue::{Fate, Said, Seen, Stroke},
};
use contest::{ControlEvent, Event, Recorded, contest::Contest};

/// The totals of a record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Totals {
    /// The time of the first event.
    pub began: Option<Timestamp>,
    /// The time of the last event.
    pub ended: Option<Timestamp>,
    /// The total time between them in which clocks were stopped.
    pub stood_ms: u64,
    /// Every interview that began, by round, then judge.
    pub interviews: Vec<InterviewTotals>,
    /// The words of judges.
    pub judges: Speech,
    /// The words of confederates that judges saw.
    pub confederates: Speech,
    /// The words of programs that judges saw.
    pub entries: Speech,
    /// The words of witnesses while the assignment is sealed.
    pub witnesses: Speech,
    /// The number of ballots and rankings that count.
    pub ballots: u64,
    /// The number of reported incidents by kind, without redacted ones.
    pub incidents: BTreeMap<String, u64>,
}

/// The totals of an interview.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct InterviewTotals {
    /// The interview.
    pub interview: InterviewId,
    /// The length of the talk; absent while it runs.
    pub talk_ms: Option<u64>,
    /// Whether the organiser ended it before its time.
    pub aborted: bool,
    /// The words of the judge.
    pub judge: Speech,
    /// The words of the witnesses that the judge saw.
    pub witnesses: Speech,
}

/// The words of one side or several.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, JsonSchema)]
pub struct Speech {
    /// Lines or messages, finished or not.
    pub lines: u64,
    /// Words, separated by blanks.
    pub words: u64,
    /// Characters, blanks included.
    pub characters: u64,
    /// Keys, including those taken back. A line shown whole counts as its keys.
    pub keys: u64,
    /// The times from the other side's last line to the first line of the answer, each at its completion on the judge's
    /// screen.
    pub answers: Spread,
    #[serde(skip)]
    waits: Vec<Duration>,
}

/// The distribution of times, in milliseconds, with interpolated and rounded quartiles. All 0 without any times.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, JsonSchema)]
pub struct Spread {
    /// The number of times.
    pub count: u64,
    /// The shortest.
    pub shortest_ms: u64,
    /// The lower quartile.
    pub lower_quartile_ms: u64,
    /// The median.
    pub median_ms: u64,
    /// The upper quartile.
    pub upper_quartile_ms: u64,
    /// The longest.
    pub longest_ms: u64,
}

impl Spread {
    fn of(waits: &[Duration]) -> Self {
        let mut sorted: Vec<u64> = waits.iter().map(|wait| millis(*wait)).collect();
        sorted.sort_unstable();
        // Interpolates between the two nearest values, in quarters.
        let at = |quarters: usize| {
            let place = sorted.len().saturating_sub(1) * quarters;
            let [low, high] = [place / 4, place.div_ceil(4)].map(|at| sorted.get(at).copied().unwrap_or(0));
            let quarter = (u128::from(high - low) * (place % 4) as u128 * 2 + 4) / 8;
            low + u64::try_from(quarter).unwrap_or(u64::MAX)
        };
        Self {
            count: sorted.len() as u64,
            shortest_ms: at(0),
            lower_quartile_ms: at(1),
            median_ms: at(2),
            upper_quartile_ms: at(3),
            longest_ms: at(4),
        }
    }
}

impl Speech {
    fn say(&mut self, text: &str) {
        self.lines += 1;
        self.words += text.split_whitespace().filter(|word| *word != "…").count() as u64;
        self.characters += text.strip_suffix(" …").unwrap_or(text).chars().count() as u64;
    }

    fn add(&mut self, other: &Self) {
        self.lines += other.lines;
        self.words += other.words;
        self.characters += other.characters;
        self.keys += other.keys;
        self.waits.extend_from_slice(&other.waits);
    }

    fn settle(&mut self) {
        self.answers = Spread::of(&self.waits);
    }
}

impl Totals {
    fn settled(mut self) -> Self {
        self.judges.settle();
        self.confederates.settle();
        self.entries.settle();
        self.witnesses.settle();
        self
    }
}

/// The time by which the contest's clock is behind the wall clock, from each moment at which it changed.
#[derive(Debug, Default)]
pub(crate) struct Clock(Vec<(Timestamp, Duration)>);

impl Clock {
    /// Notes the stopped time after a fact.
    pub(crate) fn note(&mut self, contest: &Contest, at: Timestamp) {
        if self.0.last().map_or(Duration::ZERO, |(_, stood)| *stood) != contest.stood {
            self.0.push((at, contest.stood));
        }
    }

    /// The contest's time between two moments at which clocks ran.
    pub(crate) fn between(&self, from: Timestamp, to: Timestamp) -> Duration {
        to.since(from).saturating_sub(self.stood(to).saturating_sub(self.stood(from)))
    }

    fn stood(&self, at: Timestamp) -> Duration {
        let changes = self.0.partition_point(|(since, _)| *since <= at);
        changes.checked_sub(1).map_or(Duration::ZERO, |last| self.0[last].1)
    }
}

/// Computes the totals of a record, fact by fact.
#[derive(Debug)]
pub struct Adding {
    seen: Seen,
    clock: Clock,
    keys: BTreeMap<(ConversationId, Side), u64>,
    aborted: BTreeMap<InterviewId, Timestamp>,
    span: Option<(Timestamp, Timestamp)>,
}

impl Adding {
    /// Empty totals, before the first fact of a record with this ending.
    #[must_use]
    pub fn new(ending: Ending) -> Self {
        Self {
            seen: Seen::without_keys(ending),
            clock: Clock::default(),
            keys: BTreeMap::new(),
            aborted: BTreeMap::new(),
            span: None,
        }
    }

    /// Adds the next fact.
    pub fn take(&mut self, fact: &Recorded) {
        let Self { seen, clock, keys, aborted, span } = self;
        seen.take_telling(fact, |Stroke { conversation, by, .. }| {
            *keys.entry((conversation, by)).or_default() += 1;
        });
        if let Some(contest) = seen.room().contest() {
            clock.note(contest, fact.time);
        }
        if let Event::Control(ControlEvent::InterviewAborted { interview, .. }) = &fact.event {
            aborted.insert(*interview, fact.time);
        }
        span.get_or_insert((fact.time, fact.time)).1 = fact.time;
    }

    /// The totals after the last fact.
    #[must_use]
    pub fn finish(self) -> Totals {
        let said = self.seen.dialogues();
        let mut totals = Totals {
            began: self.span.map(|(began, _)| began),
            ended: self.span.map(|(_, ended)| ended),
            stood_ms: 0,
            interviews: Vec::new(),
            judges: Speech::default(),
            confederates: Speech::default(),
            entries: Speech::default(),
            witnesses: Speech::default(),
            ballots: 0,
            incidents: BTreeMap::new(),
        };
        let Some(contest) = self.seen.room().contest() else { return totals };
        totals.stood_ms = millis(contest.stood);
        totals.ballots = (contest.ballots_cast() + contest.rankings.len()) as u64;
        for (_, incident) in &contest.incidents {
            *totals.incidents.entry(incident.kind.clone()).or_default() += 1;
        }
        for (&id, interview) in &contest.interviews {
            let (opened, closed) = self.seen.talk(id.round);
            let closed = self.aborted.get(&id).copied().into_iter().chain(closed).min();
            let talk_ms = opened.zip(closed).map(|(opened, closed)| millis(self.clock.between(opened, closed)));
            let (mut judge, mut witnesses) = (Speech::default(), Speech::default());
            for (&conversation, lines) in said.iter().filter(|(conversation, _)| conversation.interview == id) {
                let [asked, answered] = self.speech(conversation, lines);
                let who = contest.listener(conversation).filter(|_| contest.opened_assignment);
                let of = match who {
                    Some(Participant::Entry(_)) => &mut totals.entries,
                    Some(_) => &mut totals.confederates,
                    None => &mut totals.witnesses,
                };
                of.add(&answered);
                totals.judges.add(&asked);
                judge.add(&asked);
                witnesses.add(&answered);
            }
            judge.settle();
            witnesses.settle();
            totals.interviews.push(InterviewTotals {
                interview: id,
                talk_ms,
                aborted: interview.aborted,
                judge,
                witnesses,
            });
        }
        totals.settled()
    }

    /// The words of the judge and the witness in a conversation.
    fn speech(&self, conversation: ConversationId, lines: &[Said]) -> [Speech; 2] {
        let mut speech = [Side::Judge, Side::Witness].map(|side| Speech {
            keys: self.keys.get(&(conversation, side)).copied().unwrap_or(0),
            ..Speech::default()
        });
        let mut before: Option<&Said> = None;
        for line in lines.iter().filter(|line| line.fate == Fate::Seen) {
            let own = &mut speech[usize::from(line.side == Side::Witness)];
            own.say(&line.text);
            if let Some(asked) = before.filter(|before| before.side != line.side) {
                own.waits.push(self.clock.between(asked.at, line.at));
            }
            before = Some(line);
        }
        speech
    }
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_median_of_an_even_number_lies_between_the_two_in_the_middle() {
        let of = |waits: &[u64]| {
            let waits: Vec<_> = waits.iter().map(|wait| Duration::from_millis(*wait)).collect();
            let Spread { lower_quartile_ms, median_ms, upper_quartile_ms, .. } = Spread::of(&waits);
            [lower_quartile_ms, median_ms, upper_quartile_ms]
        };
        assert_eq!(of(&[1000, 3000]), [1500, 2000, 2500]);
        assert_eq!(of(&[10, 20, 30, 40]), [18, 25, 33], "17.5, 25 and 32.5");
        assert_eq!(of(&[7]), [7, 7, 7]);
        assert_eq!(of(&[0, u64::MAX])[1], u64::MAX / 2 + 1);
    }

    #[test]
    fn quartiles_of_an_odd_number_are_times_that_there_were() {
        let waits: Vec<_> = [9, 1, 5, 3, 7].map(Duration::from_millis).into();
        let spread = Spread::of(&waits);
        assert_eq!(
            [
                spread.shortest_ms,
                spread.lower_quartile_ms,
                spread.median_ms,
                spread.upper_quartile_ms,
                spread.longest_ms
            ],
            [1, 3, 5, 7, 9]
        );
        assert_eq!((spread.count, Spread::of(&[])), (5, Spread::default()));
    }

    #[test]
    fn a_line_that_was_never_finished_has_the_words_that_stood_there() {
        let mut speech = Speech::default();
        speech.say("Hello there");
        speech.say("as I was say …");
        assert_eq!((speech.lines, speech.words, speech.characters), (2, 6, 23));
    }
}
