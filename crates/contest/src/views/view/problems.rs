//! The organiser's list: every state that needs the organiser, the worst first.
//!
//! Computed from the board, the time, and the presence of people and programs. It is no part of the record, and only
//! the organiser sees it. Many people in one state are one problem, so that a contest of forty people fits on a
//! telephone.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use rulebook::{EntryId, JudgeId, Participant, RoundNumber, Timestamp};

use super::organiser::{Board, Interview, Person, TalkActivity};
use crate::{
    contest::Phase,
    referee::{Deed, Refereed},
};

/// The judge's wait for an answer after which it is on the list.
pub const UNANSWERED: Duration = Duration::from_secs(60);

/// The silence in an interview after which its judge is on the list.
pub const QUIET: Duration = Duration::from_secs(180);

/// The time left for ballots from which missing ones are on the list.
pub const DUE_SOON: Duration = Duration::from_secs(60);

/// The time for which a referee's flag or note stays on the list.
pub const REFEREED: Duration = Duration::from_secs(600);

/// The presence of a participant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Whereabouts {
    /// The join card was not used.
    NotJoined,
    /// Has joined, and has no page open.
    Away,
    /// Has a page open.
    Here,
    /// A program that does not restart by itself.
    Stopped,
}

/// A problem for the organiser. People and programs are in the order of their ids; no list is empty.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Problem {
    /// These people have no page open during a talk.
    AwayInTalk(Vec<Participant>),
    /// These people replace others, and have not joined.
    Newcomers(Vec<Participant>),
    /// These programs do not restart by themselves.
    ProgramsStopped(Vec<EntryId>),
    /// A witness has not answered these judges.
    Unanswered {
        /// The witness: a program, or the person in the part.
        witness: Participant,
        /// The waiting judges.
        judges: Vec<JudgeId>,
        /// The longest wait.
        lasting: Duration,
    },
    /// Both sides of these judges' interviews have been silent for a while during a talk.
    QuietJudges(Vec<JudgeId>),
    /// These ballots or votes are missing shortly before their time ends.
    BallotsDue(Vec<Participant>),
    /// These people have not joined.
    NotJoined(Vec<Participant>),
    /// These people have joined, are needed in the next round, and have no page open.
    Away(Vec<Participant>),
    /// These people have their page open and are not marked as ready.
    NotInPlace(Vec<Participant>),
    /// These programs are not ready for the next round.
    ProgramsNotReady(Vec<EntryId>),
    /// These people gave no answers on a form whose time is over, and the next round has not begun.
    BallotsLost(Vec<Participant>),
    /// Referees flagged moments or wrote notes within [`REFEREED`]: their number.
    Refereed(usize),
    /// The clocks are stopped until the organiser resumes.
    Paused,
    /// All people have joined, and the schedule is not drawn.
    ToDraw,
    /// All participants are ready for this round.
    ToOpen(RoundNumber),
    /// The contest is closed, and no result is released.
    ToRelease,
}

impl Board {
    /// The problems at this moment, the worst first. While clocks are stopped, no delay counts as one.
    #[must_use]
    pub fn problems(&self, now: Timestamp, whereabouts: impl Fn(Participant) -> Whereabouts) -> Vec<Problem> {
        let mut problems = match self.phase {
            Phase::Lobby(_) if !self.is_drawn => {
                vec![told(self.not_joined.clone(), Problem::NotJoined).unwrap_or(Problem::ToDraw)]
            }
            Phase::Lobby(next) => self.before(next, &whereabouts),
            Phase::Talk(_, ends) if !self.is_paused => self.while_talking(now, ends, &whereabouts),
            Phase::Scoring(_, ends) | Phase::EndBallots(_, ends) | Phase::Vote(_, ends) if !self.is_paused => {
                let owing = self.people.iter().filter(|person| person.answered == Some(false)).map(|person| person.who);
                let owing: Vec<_> = owing.filter(|_| ends.since(now) <= DUE_SOON).collect();
                told(owing, Problem::BallotsDue).into_iter().collect()
            }
            Phase::Closed if !self.is_released => vec![Problem::ToRelease],
            Phase::Talk(..) | Phase::Scoring(..) | Phase::EndBallots(..) | Phase::Vote(..) | Phase::Closed => {
                Vec::new()
            }
        };
        if self.is_drawn && self.phase != Phase::Closed {
            problems.extend(self.while_playing(now, whereabouts));
        }
        let is_open_to = problems.iter().all(|problem| matches!(problem, Problem::BallotsLost(_)));
        if let (Phase::Lobby(next), true, true) = (self.phase, self.is_drawn, is_open_to)
            && next.number() <= self.rounds
        {
            problems.push(Problem::ToOpen(next));
        }
        problems.sort();
        problems
    }

    /// The problems from the draw to the close, in every phase.
    fn while_playing(&self, now: Timestamp, whereabouts: impl Fn(Participant) -> Whereabouts) -> Vec<Problem> {
        let newcomers = self.people.iter().filter(|person| person.newcomer && !person.left).map(|person| person.who);
        let newcomers = newcomers.filter(|who| whereabouts(*who) == Whereabouts::NotJoined).collect();
        let entries = self.entries.iter().filter(|entry| !entry.left).map(|entry| entry.who);
        let stopped = entries.filter(|entry| whereabouts(Participant::Entry(*entry)) == Whereabouts::Stopped).collect();
        let is_fresh = |refereed: &&Refereed| {
            let needs_reading = matches!(refereed.deed, Deed::Flag { .. } | Deed::Note { .. });
            needs_reading && refereed.by != Participant::Organiser && now.since(refereed.at) < REFEREED
        };
        let refereed = self.refereed.iter().filter(is_fresh).count();
        let problems = [
            told(newcomers, Problem::Newcomers),
            told(stopped, Problem::ProgramsStopped),
            told(self.lost_now(), Problem::BallotsLost),
            (refereed > 0).then_some(Problem::Refereed(refereed)),
            self.is_paused.then_some(Problem::Paused),
        ];
        problems.into_iter().flatten().collect()
    }

    /// The people whose ballots could still be allowed late, between two rounds.
    fn lost_now(&self) -> Vec<Participant> {
        let people: BTreeSet<Participant> = match self.phase {
            Phase::Lobby(_) => self.lost.iter().map(|(who, _)| *who).collect(),
            Phase::Talk(..) | Phase::Scoring(..) | Phase::EndBallots(..) | Phase::Vote(..) | Phase::Closed => {
                BTreeSet::new()
            }
        };
        people.into_iter().collect()
    }

    /// The participants whose absence delays the next round.
    fn before(&self, next: RoundNumber, whereabouts: impl Fn(Participant) -> Whereabouts) -> Vec<Problem> {
        if next.number() > self.rounds {
            return Vec::new();
        }
        let waited_for = self.people.iter().filter(|person| person.needed && !person.ready && !person.left);
        let of = |wanted: Whereabouts| -> Vec<Participant> {
            let found = waited_for.clone().filter(|person| whereabouts(person.who) == wanted);
            found.filter(|person| !person.is_expected(wanted)).map(|person| person.who).collect()
        };
        let plays = |entry: EntryId| {
            let talks = || self.interviews.iter().flat_map(|interview| &interview.talks);
            talks().any(|talk| talk.witness == Participant::Entry(entry))
        };
        let entries = self.entries.iter().filter(|entry| !entry.ready && !entry.left).map(|entry| entry.who);
        let is_stopped = |entry: &EntryId| whereabouts(Participant::Entry(*entry)) == Whereabouts::Stopped;
        let programs: Vec<EntryId> = entries.filter(|entry| plays(*entry) && !is_stopped(entry)).collect();
        let problems = [
            told(of(Whereabouts::NotJoined), Problem::NotJoined),
            told(of(Whereabouts::Away), Problem::Away),
            told(of(Whereabouts::Here), Problem::NotInPlace),
            told(programs, Problem::ProgramsNotReady),
        ];
        problems.into_iter().flatten().collect()
    }

    /// The problems of a talk.
    fn while_talking(
        &self,
        now: Timestamp,
        ends: Timestamp,
        whereabouts: impl Fn(Participant) -> Whereabouts,
    ) -> Vec<Problem> {
        let sits = self.people.iter().filter(|person| person.needed && !person.left);
        let sits = sits.filter(|person| !person.is_expected(whereabouts(person.who))).map(|person| person.who);
        let away: Vec<_> = sits.filter(|who| whereabouts(*who) != Whereabouts::Here).collect();

        let running = || self.interviews.iter().filter(|interview| !interview.ended);
        let mut unanswered = BTreeMap::<Participant, (Vec<JudgeId>, Duration)>::new();
        for (interview, talk) in
            running().flat_map(|interview| interview.talks.iter().map(move |talk| (interview, talk)))
        {
            let Some(waits) = talk.waits(now).filter(|waits| *waits >= UNANSWERED) else { continue };
            let (judges, longest) = unanswered.entry(talk.witness).or_default();
            judges.push(interview.interview.judge);
            *longest = waits.max(*longest);
        }
        let unanswered =
            unanswered.into_iter().map(|(witness, (judges, lasting))| Problem::Unanswered { witness, judges, lasting });

        // An extended round began earlier than this, so no judge is listed too soon.
        let began = Timestamp::from_millis(ends.as_millis() - self.talk.as_millis() as i64);
        let quiet: Vec<JudgeId> = running()
            .filter(|interview| now.since(interview.last_sign().unwrap_or(began)) >= QUIET)
            .map(|interview| interview.interview.judge)
            .collect();
        let away = told(away, Problem::AwayInTalk).into_iter();
        away.chain(unanswered).chain(told(quiet, Problem::QuietJudges)).collect()
    }
}

impl Person {
    /// True for a newcomer who has not joined, which is a problem of its own.
    fn is_expected(&self, whereabouts: Whereabouts) -> bool {
        self.newcomer && whereabouts == Whereabouts::NotJoined
    }
}

impl TalkActivity {
    /// The judge's wait for an answer; `None` if the witness spoke last, or neither has spoken.
    fn waits(&self, now: Timestamp) -> Option<Duration> {
        let asked = self.judge_last?;
        self.witness_last.is_none_or(|answered| answered < asked).then(|| now.since(asked))
    }
}

impl Interview {
    /// The latest key or message in the interview; `None` before the first.
    fn last_sign(&self) -> Option<Timestamp> {
        self.talks.iter().flat_map(|talk| [talk.judge_last, talk.witness_last]).flatten().max()
    }
}

/// The problem of these participants, if there are any.
fn told<T>(of: Vec<T>, problem: impl FnOnce(Vec<T>) -> Problem) -> Option<Problem> {
    (!of.is_empty()).then(|| problem(of))
}
