//! Violations by plans, in words an organiser understands.

use language::{Message, Say};
use rulebook::{JudgeId, Participant, RoundNumber};

use crate::Meeting;

/// One violation by a plan. Prints as a short clause, such as `J1 meets E1 twice`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Violation {
    /// A participant of the plan is not in the contest.
    Unknown {
        /// The participant.
        who: Participant,
        /// The number of participants the contest has in that role.
        of: u16,
    },
    /// A round without interviews comes before the last round.
    EmptyRound {
        /// The empty round.
        round: RoundNumber,
    },
    /// A participant is in more interviews of a round than they can be in.
    Crowded {
        /// The participant.
        who: Participant,
        /// The round.
        round: RoundNumber,
        /// The number of interviews.
        times: usize,
        /// The most they can be in at the same time, at least 1.
        most: usize,
    },
    /// An interview lacks the witnesses of the layout.
    Layout {
        /// The interview.
        meeting: Meeting,
        /// `true` if the layout is an entry beside a confederate.
        pair: bool,
    },
    /// Two who should meet once meet more often.
    Repeated {
        /// The judge, or the entry that is beside a confederate.
        who: Participant,
        /// The other.
        whom: Participant,
        /// The number of meetings, at least 2.
        times: usize,
    },
    /// Two who should meet do not meet.
    Missed {
        /// The judge, or the entry that should be beside a confederate.
        who: Participant,
        /// The other.
        whom: Participant,
    },
    /// Two meet more or less often than an even share.
    Uneven {
        /// The judge, or the entry beside the confederate.
        who: Participant,
        /// The other.
        whom: Participant,
        /// The number of meetings.
        times: usize,
        /// The fewest times that are even.
        least: usize,
        /// The most times that are even.
        most: usize,
    },
    /// The matrix names another confederate, or none, for a judge and an entry.
    Matrix {
        /// The interview as planned.
        meeting: Meeting,
    },
    /// A person who both asks and answers would have to do both at the same time.
    BothRoles {
        /// The person, as a judge.
        who: JudgeId,
        /// The round.
        round: RoundNumber,
    },
    /// The number of rounds differs from the design's.
    Rounds {
        /// The rounds of the plan.
        rounds: u16,
        /// The rounds of the design.
        asked: u16,
    },
    /// A round of people who take turns has fewer interviews than it could have.
    Thin {
        /// The round.
        round: RoundNumber,
        /// Its interviews.
        interviews: usize,
        /// The most interviews it could have.
        most: usize,
    },
    /// Turns at something are not shared out evenly.
    Turns {
        /// The participant.
        who: Participant,
        /// The kind of turn.
        at: TurnKind,
        /// The number of turns.
        times: usize,
        /// The fewest times that are even.
        least: usize,
        /// The most times that are even.
        most: usize,
    },
    /// The same two people meet more often than they must.
    Often {
        /// The one, as a judge.
        who: Participant,
        /// The other, as a confederate.
        whom: Participant,
        /// The number of meetings, in either role.
        times: usize,
        /// The number of meetings of two people when all meet equally often.
        most: usize,
    },
    /// The rounds cannot be shared out among the trials.
    Trials {
        /// The rounds of the plan.
        rounds: u16,
        /// The trials.
        trials: u16,
    },
    /// A participant is in no session.
    NoSession {
        /// The judge or confederate.
        who: Participant,
    },
    /// A confederate is in more or fewer sessions than an even share.
    SessionShare {
        /// The confederate.
        who: Participant,
        /// The number of sessions.
        times: usize,
        /// The fewest that are even.
        least: usize,
        /// The most that are even.
        most: usize,
    },
    /// A session has more judges than it may have, or a wrong number of confederates.
    SessionSize {
        /// The role.
        role: SessionRole,
        /// The number it has.
        found: usize,
        /// The most judges, or the exact number of confederates.
        most: u16,
    },
    /// A judge in a session waits between two interviews.
    Waits {
        /// The judge.
        judge: JudgeId,
        /// The round of the interview before.
        after: RoundNumber,
        /// The round of the interview after.
        until: RoundNumber,
    },
    /// A violation in one session.
    InSession {
        /// The session, from 1.
        session: u16,
        /// The violation.
        what: Box<Violation>,
    },
    /// A violation in one trial.
    InTrial {
        /// The trial, from 1.
        trial: u16,
        /// The violation.
        what: Box<Violation>,
    },
}

/// A role with a limited number of participants in a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum SessionRole {
    /// The session's judges.
    Judges,
    /// The session's confederates.
    Confederates,
}

/// A kind of turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum TurnKind {
    /// Being the judge.
    Asking,
    /// Being the confederate.
    Answering,
    /// Meeting any entry.
    MeetingEntries,
}

impl Say for Violation {
    fn message(&self) -> Message {
        match self {
            Self::Unknown { who, of: 0 } => say!("refused-plan-unknown-none", who = who.to_string()),
            Self::Unknown { who, of } => say!("refused-plan-unknown", who = who.to_string(), count = of),
            Self::EmptyRound { round } => say!("refused-plan-empty-round", round = round.to_string()),
            Self::Crowded { who, round, times, most: 1 } => {
                say!("refused-plan-crowded", who = who.to_string(), times = times, round = round.to_string())
            }
            Self::Crowded { who, round, times, most } => say!(
                "refused-plan-crowded-most",
                who = who.to_string(),
                times = times,
                round = round.to_string(),
                most = most
            ),
            Self::Layout { meeting, .. } => layout(*meeting),
            Self::Repeated { who, whom, times } => {
                say!("refused-plan-repeated", who = who.to_string(), whom = whom.to_string(), times = counted(*times))
            }
            Self::Missed { who, whom } => {
                say!("refused-plan-missed", who = who.to_string(), whom = whom.to_string())
            }
            Self::Uneven { who, whom, times, least, most } => say!(
                "refused-plan-uneven",
                who = who.to_string(),
                whom = whom.to_string(),
                times = counted(*times),
                share = share(*least, *most)
            ),
            Self::Matrix { meeting: Meeting { round, judge, entry, confederate } } => {
                let entry = entry.map_or_else(|| say!("refused-plan-no-entry"), |id| id.to_string().into());
                let confederate =
                    confederate.map_or_else(|| say!("refused-plan-no-confederate"), |id| id.to_string().into());
                say!(
                    "refused-plan-matrix",
                    judge = judge.to_string(),
                    entry = entry,
                    confederate = confederate,
                    round = round.to_string()
                )
            }
            Self::BothRoles { who, round } => say!(
                "refused-plan-both-roles",
                who = who.to_string(),
                other = format!("C{}", who.number()),
                round = round.to_string()
            ),
            Self::Rounds { rounds, asked } => say!("refused-plan-rounds", rounds = rounds, asked = asked),
            Self::Thin { round, interviews, most } => {
                say!("refused-plan-thin", round = round.to_string(), interviews = interviews, most = most)
            }
            Self::Turns { who, at, times, least, most } => {
                let turn = match at {
                    TurnKind::Asking => "asks",
                    TurnKind::Answering => "answers",
                    TurnKind::MeetingEntries => "meets",
                };
                let (times, share) = (counted(*times), share(*least, *most));
                say!("refused-plan-turns", turn = turn, who = who.to_string(), times = times, share = share)
            }
            Self::Often { who, whom, times, most } => say!(
                "refused-plan-often",
                who = who.to_string(),
                whom = whom.to_string(),
                times = counted(*times),
                most = most
            ),
            Self::Trials { rounds, trials } => say!("refused-plan-trials", rounds = rounds, trials = trials),
            Self::NoSession { who } => say!("refused-plan-no-session", who = who.to_string()),
            Self::SessionShare { who, times, least, most } => {
                let share = share(*least, *most);
                say!("refused-plan-session-share", who = who.to_string(), times = times, share = share)
            }
            Self::SessionSize { role: SessionRole::Judges, found, most } => {
                say!("refused-plan-session-judges", found = found, most = most)
            }
            Self::SessionSize { role: SessionRole::Confederates, found, most } => {
                say!("refused-plan-session-confederates", found = found, most = most)
            }
            Self::Waits { judge, after, until } => say!(
                "refused-plan-waits",
                judge = judge.to_string(),
                after = after.to_string(),
                until = until.to_string()
            ),
            Self::InSession { session, what } => {
                say!("refused-plan-in-session", session = session, what = what.message())
            }
            Self::InTrial { trial, what } => say!("refused-plan-in-trial", trial = trial, what = what.message()),
        }
    }
}

display_in_english!(Violation);

fn layout(meeting: Meeting) -> Message {
    let (round, judge) = (meeting.round.to_string(), meeting.judge.to_string());
    let entry = meeting.entry.map(|id| id.to_string());
    let confederate = meeting.confederate.map(|id| id.to_string());
    match (entry, confederate) {
        (None, None) => say!("refused-plan-meets-nobody", judge = judge, round = round),
        (Some(entry), Some(confederate)) => {
            say!("refused-plan-meets-both", judge = judge, entry = entry, confederate = confederate, round = round)
        }
        (Some(entry), None) => {
            say!("refused-plan-without-confederate", judge = judge, entry = entry, round = round)
        }
        (None, Some(confederate)) => {
            say!("refused-plan-without-entry", judge = judge, confederate = confederate, round = round)
        }
    }
}

/// A range of numbers in words.
fn share(least: usize, most: usize) -> Message {
    match most {
        most if least == most => Message::verbatim(least.to_string()),
        most if least + 1 == most => say!("refused-plan-share-or", least = least, most = most),
        most => say!("refused-plan-share-to", least = least, most = most),
    }
}

fn counted(times: usize) -> Message {
    say!("refused-plan-times", times = times)
}
