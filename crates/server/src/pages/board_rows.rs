//! The rows of the desk's board: each interview of a round with its state as a word and a colour, and the activity of
//! its witnesses. They contain times and numbers, never words.

use std::collections::BTreeMap;

use contest::{
    contest::Phase,
    view::organiser::{Board, Interview, TalkActivity},
};
use language::Message;
use rulebook::{Participant, Seat, Timestamp};

use super::participant_rows::{EntryRow, PersonRow};

/// An interview on the desk.
pub(super) struct InterviewRow {
    /// The judge's label.
    pub(super) judge: String,
    /// The judge's name.
    pub(super) name: String,
    /// The state of the interview.
    pub(super) state: InterviewState,
    /// The witnesses: programs first, so that the order shows no seats.
    pub(super) witnesses: Vec<WitnessCell>,
    /// The number of incidents.
    pub(super) incidents: usize,
}

/// A witness in a row.
pub(super) struct WitnessCell {
    /// The label: `E1`.
    pub(super) label: String,
    /// The name.
    pub(super) name: String,
    /// The reason why this witness cannot answer now.
    pub(super) trouble: Option<Message>,
    /// The number of exchanged lines and the time since the last one; readiness before a round.
    pub(super) progress: Message,
    /// True if it began with the words that the rules demand; absent without such words.
    pub(super) opened_well: Option<bool>,
}

/// The state of an interview.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum InterviewState {
    /// Somebody is not in place.
    Waiting,
    /// Everybody is in place.
    Ready,
    /// The judge has sent nothing.
    NotBegun,
    /// The judge and the witnesses talk.
    Talking,
    /// Clocks are stopped.
    Paused,
    /// A page of the judge or of a witness is closed.
    Away,
    /// A program has ended.
    Stopped,
    /// The organiser ended it.
    Ended,
    /// The talk is over, and the ballot is missing.
    BallotMissing,
    /// The ballot was submitted.
    Submitted,
    /// The talk is over.
    Over,
}

impl InterviewState {
    /// The state in a word or two.
    pub(super) fn word(self) -> Message {
        match self {
            Self::Waiting => say!("organiser-interview-waiting"),
            Self::Ready => say!("organiser-interview-ready"),
            Self::NotBegun => say!("organiser-interview-not-begun"),
            Self::Talking => say!("organiser-interview-talking"),
            Self::Paused => say!("organiser-interview-paused"),
            Self::Away => say!("organiser-interview-away"),
            Self::Stopped => say!("organiser-interview-stopped"),
            Self::Ended => say!("organiser-interviews-ended"),
            Self::BallotMissing => say!("organiser-interview-ballot-missing"),
            Self::Submitted => say!("organiser-interview-submitted"),
            Self::Over => say!("organiser-interview-over"),
        }
    }

    /// The class of its colour.
    pub(super) fn tone(self) -> &'static str {
        match self {
            Self::Ready | Self::Talking | Self::Submitted => "well",
            Self::Waiting | Self::NotBegun | Self::Paused | Self::BallotMissing => "slow",
            Self::Away | Self::Stopped => "amiss",
            Self::Ended | Self::Over => "calm",
        }
    }
}

/// The participants of a board, with the facts that it lacks.
pub(super) struct BoardCast<'a> {
    board: &'a Board,
    now: Timestamp,
    people: BTreeMap<Participant, &'a PersonRow>,
    entries: BTreeMap<Participant, &'a EntryRow>,
}

impl<'a> BoardCast<'a> {
    pub(super) fn new(board: &'a Board, people: &'a [PersonRow], entries: &'a [EntryRow], now: Timestamp) -> Self {
        let people = people.iter().map(|person| (person.on_board.who, person)).collect();
        let entries = entries.iter().map(|entry| (Participant::Entry(entry.on_board.who), entry)).collect();
        Self { board, now, people, entries }
    }

    /// The rows of the current or the next round.
    pub(super) fn rows(&self) -> Vec<InterviewRow> {
        self.board.interviews.iter().map(|interview| self.row(interview)).collect()
    }

    fn row(&self, interview: &Interview) -> InterviewRow {
        let judge = Participant::Judge(interview.interview.judge);
        let witnesses = interview.talks.iter().enumerate().map(|(at, talk)| WitnessCell {
            label: label(talk, interview.witnesses.get(at).map(|(_, seat)| *seat)),
            name: self.name(talk.witness),
            trouble: self.trouble(talk.witness),
            progress: self.progress(talk),
            opened_well: interview.openings.get(at).copied().flatten(),
        });
        InterviewRow {
            judge: judge.to_string(),
            name: self.name(judge),
            state: self.state(judge, interview),
            witnesses: witnesses.collect(),
            incidents: interview.incidents,
        }
    }

    fn state(&self, judge: Participant, interview: &Interview) -> InterviewState {
        let mut everybody = interview.talks.iter().map(|talk| talk.witness).chain([judge]);
        match self.board.phase {
            _ if interview.ended => InterviewState::Ended,
            Phase::Lobby(_) if everybody.all(|who| self.is_ready(who)) => InterviewState::Ready,
            Phase::Lobby(_) => InterviewState::Waiting,
            Phase::Talk(..) if everybody.clone().any(|who| self.has_stopped(who)) => InterviewState::Stopped,
            Phase::Talk(..) if everybody.any(|who| self.is_away(who)) => InterviewState::Away,
            Phase::Talk(..) if self.board.is_paused => InterviewState::Paused,
            Phase::Talk(..) if interview.talks.iter().all(|talk| talk.judge_last.is_none()) => InterviewState::NotBegun,
            Phase::Talk(..) => InterviewState::Talking,
            Phase::Scoring(..) | Phase::EndBallots(..) | Phase::Vote(..) | Phase::Closed => {
                match self.people.get(&judge).and_then(|person| person.on_board.answered) {
                    Some(true) => InterviewState::Submitted,
                    Some(false) => InterviewState::BallotMissing,
                    None => InterviewState::Over,
                }
            }
        }
    }

    fn name(&self, who: Participant) -> String {
        let of_entry = self.entries.get(&who).map(|entry| &entry.name);
        of_entry.or_else(|| self.people.get(&who).map(|person| &person.name)).cloned().unwrap_or_default()
    }

    fn is_ready(&self, who: Participant) -> bool {
        let entry = self.entries.get(&who).is_some_and(|entry| entry.on_board.ready);
        entry || self.people.get(&who).is_some_and(|person| person.on_board.ready)
    }

    fn has_stopped(&self, who: Participant) -> bool {
        self.entries.get(&who).is_some_and(|entry| entry.stopped)
    }

    /// True for a person without an open page. Scripts have none.
    fn is_away(&self, who: Participant) -> bool {
        self.people.get(&who).is_some_and(|person| !person.here && !person.on_board.scripted)
    }

    fn trouble(&self, who: Participant) -> Option<Message> {
        if self.has_stopped(who) {
            Some(say!("organiser-interview-stopped"))
        } else if self.is_away(who) {
            Some(say!("organiser-page-away"))
        } else {
            None
        }
    }

    fn progress(&self, talk: &TalkActivity) -> Message {
        if let Some((read, of)) = talk.read {
            return say!("organiser-talk-read", read = read, count = of);
        }
        if matches!(self.board.phase, Phase::Lobby(_)) {
            return match self.is_ready(talk.witness) {
                true => say!("organiser-in-place-ready"),
                false => Message::verbatim("–"),
            };
        }
        let (asked, answered) = talk.lines;
        let Some(last) = talk.judge_last.max(talk.witness_last) else { return Message::verbatim("–") };
        say!("organiser-talk", asked = asked, answered = answered, last = minutes(self.now.since(last)))
    }
}

/// The label of a witness, with the terminal where there are several. The seats of a pair are not shown to anybody.
fn label(talk: &TalkActivity, seat: Option<Seat>) -> String {
    match seat {
        Some(Seat::Terminal(number)) => format!("{number}: {}", talk.witness),
        _ => talk.witness.to_string(),
    }
}

/// A length of time in minutes and seconds: `2:05`.
fn minutes(length: std::time::Duration) -> String {
    let seconds = length.as_secs();
    format!("{}:{:02}", seconds / 60, seconds % 60)
}
