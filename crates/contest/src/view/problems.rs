//! What the organiser has to see to now, the worst first.
//!
//! It is computed from the board, the time, and who is there: nothing of it is a fact, and nobody but the organiser is told. What is
//! said of many at once is one problem, so that a hall of forty people fits on a telephone.

use std::{collections::BTreeMap, time::Duration};

use rulebook::{EntryId, JudgeId, Participant, RoundNumber, Timestamp};

use super::organiser::{Board, Interview, Talk};
use crate::contest::Phase;

/// A judge who waits for an answer for so long is told of.
pub const UNANSWERED: Duration = Duration::from_secs(60);

/// A judge who says nothing for so long is told of.
pub const QUIET: Duration = Duration::from_secs(180);

/// Ballots that are missing are told of when so little time is left for them.
pub const DUE_SOON: Duration = Duration::from_secs(60);

/// Where somebody is who should be in place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Whereabouts {
    /// The join card was not used.
    NotJoined,
    /// Has joined, and has no page open.
    Away,
    /// Has a page open.
    Here,
}

/// Something that the organiser has to see to. People and programs are in the order of their ids; no list is empty.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Problem {
    /// A talk runs, and these people have no page open.
    AwayInTalk(Vec<Participant>),
    /// A witness has not answered these judges.
    Unanswered {
        /// The witness: a program, or whoever plays a person's part.
        witness: Participant,
        /// Who waits.
        judges: Vec<JudgeId>,
        /// For how long, the longest of them.
        lasting: Duration,
    },
    /// A talk runs, and these judges have said nothing for a while.
    QuietJudges(Vec<JudgeId>),
    /// These ballots or votes are missing, and time runs out.
    BallotsDue(Vec<Participant>),
    /// These people have not joined.
    NotJoined(Vec<Participant>),
    /// These people have joined, are needed in the next round, and have no page open.
    Away(Vec<Participant>),
    /// These people have their page open and have not said that they are in place.
    NotInPlace(Vec<Participant>),
    /// These programs are not ready for the next round.
    ProgramsNotReady(Vec<EntryId>),
}

impl Board {
    /// What the organiser has to see to at this moment, the worst first. Nobody is behind while clocks stand still.
    #[must_use]
    pub fn problems(&self, now: Timestamp, whereabouts: impl Fn(Participant) -> Whereabouts) -> Vec<Problem> {
        let mut problems = match self.phase {
            Phase::Lobby(_) if !self.is_drawn => {
                told(self.not_joined.clone(), Problem::NotJoined).into_iter().collect()
            }
            Phase::Lobby(next) => self.before(next, whereabouts),
            Phase::Talk(_, ends) if !self.is_paused => self.while_talking(now, ends, whereabouts),
            Phase::Scoring(_, ends) | Phase::EndBallots(_, ends) | Phase::Vote(_, ends) if !self.is_paused => {
                let owing = self.people.iter().filter(|person| person.answered == Some(false)).map(|person| person.who);
                let owing: Vec<_> = owing.filter(|_| ends.since(now) <= DUE_SOON).collect();
                told(owing, Problem::BallotsDue).into_iter().collect()
            }
            Phase::Talk(..) | Phase::Scoring(..) | Phase::EndBallots(..) | Phase::Vote(..) | Phase::Closed => {
                Vec::new()
            }
        };
        problems.sort();
        problems
    }

    /// Who keeps the next round from opening.
    fn before(&self, next: RoundNumber, whereabouts: impl Fn(Participant) -> Whereabouts) -> Vec<Problem> {
        if next.number() > self.rounds {
            return Vec::new();
        }
        let waited_for = self.people.iter().filter(|person| person.needed && !person.ready && !person.left);
        let of = |wanted: Whereabouts| -> Vec<Participant> {
            waited_for.clone().map(|person| person.who).filter(|who| whereabouts(*who) == wanted).collect()
        };
        let plays = |entry: EntryId| {
            let talks = || self.interviews.iter().flat_map(|interview| &interview.talks);
            talks().any(|talk| talk.witness == Participant::Entry(entry))
        };
        let entries = self.entries.iter().filter(|entry| !entry.ready && !entry.left).map(|entry| entry.who);
        let programs: Vec<EntryId> = entries.filter(|entry| plays(*entry)).collect();
        let problems = [
            told(of(Whereabouts::NotJoined), Problem::NotJoined),
            told(of(Whereabouts::Away), Problem::Away),
            told(of(Whereabouts::Here), Problem::NotInPlace),
            told(programs, Problem::ProgramsNotReady),
        ];
        problems.into_iter().flatten().collect()
    }

    /// Who keeps a talk from being one.
    fn while_talking(
        &self,
        now: Timestamp,
        ends: Timestamp,
        whereabouts: impl Fn(Participant) -> Whereabouts,
    ) -> Vec<Problem> {
        let sits = self.people.iter().filter(|person| person.needed && !person.left).map(|person| person.who);
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

        // A round that was extended began earlier than this, and nobody is told of too soon.
        let began = Timestamp::from_millis(ends.as_millis() - self.talk.as_millis() as i64);
        let quiet: Vec<JudgeId> = running()
            .filter(|interview| now.since(interview.last_sign().unwrap_or(began)) >= QUIET)
            .map(|interview| interview.interview.judge)
            .collect();
        let away = told(away, Problem::AwayInTalk).into_iter();
        away.chain(unanswered).chain(told(quiet, Problem::QuietJudges)).collect()
    }
}

impl Talk {
    /// How long the judge has waited for an answer; `None` where the witness spoke last, or nobody has.
    fn waits(&self, now: Timestamp) -> Option<Duration> {
        let asked = self.judge_last?;
        self.witness_last.is_none_or(|answered| answered < asked).then(|| now.since(asked))
    }
}

impl Interview {
    /// When anybody in it pressed a key or said something last; `None` before.
    fn last_sign(&self) -> Option<Timestamp> {
        self.talks.iter().flat_map(|talk| [talk.judge_last, talk.witness_last]).flatten().max()
    }
}

/// What is said of these, if there are any.
fn told<T>(of: Vec<T>, problem: impl FnOnce(Vec<T>) -> Problem) -> Option<Problem> {
    (!of.is_empty()).then(|| problem(of))
}
