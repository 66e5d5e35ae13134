//! What a plan can break, in words an organiser understands.

use std::fmt;

use rulebook::{JudgeId, Participant, RoundNumber};

use crate::Meeting;

/// One thing a plan breaks. Prints as a short clause, such as `J1 meets E1 twice`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Violation {
    /// Somebody is in the plan who is not in the contest.
    Unknown {
        /// Who is in the plan.
        who: Participant,
        /// How many of that role the contest has.
        of: u16,
    },
    /// A round without interviews stands before the last round.
    EmptyRound {
        /// The round nobody meets in.
        round: RoundNumber,
    },
    /// A participant is in more interviews of a round than they can be in.
    Crowded {
        /// Who would have to be in several places.
        who: Participant,
        /// The round.
        round: RoundNumber,
        /// In how many interviews.
        times: usize,
        /// In how many they can be at the same time, at least 1.
        most: usize,
    },
    /// An interview has not the witnesses that the layout asks for.
    Layout {
        /// The interview.
        meeting: Meeting,
        /// Whether the layout asks for an entry beside a confederate.
        pair: bool,
    },
    /// Two who should meet once meet more often.
    Repeated {
        /// The judge, or the entry that is beside a confederate.
        who: Participant,
        /// The other.
        whom: Participant,
        /// How often, at least 2.
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
        /// How often.
        times: usize,
        /// The fewest times that are even.
        least: usize,
        /// The most times that are even.
        most: usize,
    },
    /// The matrix names another confederate, or nobody, for a judge and an entry.
    Matrix {
        /// The interview as planned.
        meeting: Meeting,
    },
    /// Somebody who both asks and answers would have to do both at the same time.
    BothRoles {
        /// The person, as a judge.
        who: JudgeId,
        /// The round.
        round: RoundNumber,
    },
    /// The plan has other rounds than its design has.
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
        /// How many there could be.
        most: usize,
    },
    /// Turns at something are not shared out evenly.
    Turns {
        /// Whose turns.
        who: Participant,
        /// What the turns are at.
        at: Turn,
        /// How often.
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
        /// How often, whoever asks.
        times: usize,
        /// How often two people meet when all meet equally often.
        most: usize,
    },
    /// The rounds cannot be shared out among the trials.
    Trials {
        /// The rounds of the plan.
        rounds: u16,
        /// The trials.
        trials: u16,
    },
    /// Somebody is in no session.
    NoSession {
        /// Who: a judge or a confederate.
        who: Participant,
    },
    /// A confederate is in more or fewer sessions than an even share.
    SessionShare {
        /// Who.
        who: Participant,
        /// In how many.
        times: usize,
        /// The fewest that are even.
        least: usize,
        /// The most that are even.
        most: usize,
    },
    /// A session has more judges than it may have, or not its number of confederates.
    SessionSize {
        /// Of whom.
        role: SessionRole,
        /// How many it has.
        found: usize,
        /// How many judges it may have, or confederates it must have.
        most: u16,
    },
    /// A judge in a session waits between two interviews.
    Waits {
        /// Who.
        judge: JudgeId,
        /// The round of the interview before.
        after: RoundNumber,
        /// The round of the interview after.
        until: RoundNumber,
    },
    /// Something is broken in one session.
    InSession {
        /// The session, from 1.
        session: u16,
        /// What is broken.
        what: Box<Violation>,
    },
    /// Something is broken in one trial.
    InTrial {
        /// The trial, from 1.
        trial: u16,
        /// What is broken.
        what: Box<Violation>,
    },
}

/// Those of whom a session has so many.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum SessionRole {
    /// Its judges.
    Judges,
    /// Its confederates.
    Confederates,
}

/// What people take turns at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Turn {
    /// Being the judge.
    Asking,
    /// Being the confederate.
    Answering,
    /// Meeting an entry, whichever.
    MeetingEntries,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { who, of: 0 } => write!(f, "{who} is planned, but the contest has nobody in that role"),
            Self::Unknown { who, of } => write!(f, "{who} is planned, but the contest has only {of} in that role"),
            Self::EmptyRound { round } => write!(f, "{round} has no interviews, though rounds follow it"),
            Self::Crowded { who, round, times, most: 1 } => write!(f, "{who} is in {times} interviews of {round}"),
            Self::Crowded { who, round, times, most } => {
                write!(f, "{who} is in {times} interviews of {round}, and can be in {most} at the same time")
            }
            Self::Layout { meeting, .. } => layout(*meeting, f),
            Self::Repeated { who, whom, times } => write!(f, "{who} meets {whom} {}", counted(*times)),
            Self::Missed { who, whom } => write!(f, "{who} never meets {whom}"),
            Self::Uneven { who, whom, times, least, most } => {
                write!(f, "{who} meets {whom} {}, though {} would be even", counted(*times), Share(*least, *most))
            }
            Self::Matrix { meeting: Meeting { round, judge, entry, confederate } } => {
                let entry = entry.map_or_else(|| "no entry".to_owned(), |id| id.to_string());
                let person = confederate.map_or_else(|| "nobody".to_owned(), |id| id.to_string());
                write!(f, "{judge} meets {entry} beside {person} in {round}, and the matrix says otherwise")
            }
            Self::BothRoles { who, round } => {
                write!(f, "{who} is the same person as C{}, and is planned twice for {round}", who.number())
            }
            Self::Rounds { rounds, asked } => write!(f, "the plan takes {rounds} rounds, and the design has {asked}"),
            Self::Thin { round, interviews, most } => {
                write!(f, "{round} has {interviews} interviews, and the numbers allow {most}")
            }
            Self::Turns { who, at, times, least, most } => {
                let does = match at {
                    Turn::Asking => "asks",
                    Turn::Answering => "answers",
                    Turn::MeetingEntries => "meets entries",
                };
                let times = counted(*times);
                write!(f, "{who} {does} {times}, though {} would be even", Share(*least, *most))
            }
            Self::Often { who, whom, times, most } => {
                write!(f, "{who} and {whom} meet {}, whoever asks, though {most} would be even", counted(*times))
            }
            Self::Trials { rounds, trials } => {
                write!(f, "{rounds} rounds cannot be shared out among {trials} trials")
            }
            Self::NoSession { who } => write!(f, "{who} is in no session"),
            Self::SessionShare { who, times, least, most } => {
                let sessions = if *times == 1 { "1 session".to_owned() } else { format!("{times} sessions") };
                write!(f, "{who} is in {sessions}, though {} would be even", Share(*least, *most))
            }
            Self::SessionSize { role: SessionRole::Judges, found, most } => {
                write!(f, "there are {found} judges, and a session has {most} at most")
            }
            Self::SessionSize { role: SessionRole::Confederates, found, most } => {
                write!(f, "there are {found} confederates, and a session has {most}")
            }
            Self::Waits { judge, after, until } => {
                write!(f, "{judge} waits between {after} and {until}, and the interviews of a judge follow one another")
            }
            Self::InSession { session, what } => write!(f, "in session {session}, {what}"),
            Self::InTrial { trial, what } => write!(f, "in trial {trial}, {what}"),
        }
    }
}

fn layout(meeting: Meeting, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let Meeting { round, judge, .. } = meeting;
    match (meeting.entry, meeting.confederate) {
        (None, None) => write!(f, "{judge} meets nobody in {round}"),
        (Some(entry), Some(confederate)) => {
            write!(f, "{judge} meets {entry} and {confederate} in {round}, and should meet one at a time")
        }
        (Some(entry), None) => write!(f, "{judge} meets {entry} without a confederate in {round}"),
        (None, Some(confederate)) => write!(f, "{judge} meets {confederate} without an entry in {round}"),
    }
}

/// A range of numbers in words.
struct Share(usize, usize);

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self(least, most) if least == most => write!(f, "{least}"),
            Self(least, most) if least + 1 == most => write!(f, "{least} or {most}"),
            Self(least, most) => write!(f, "{least} to {most}"),
        }
    }
}

fn counted(times: usize) -> String {
    match times {
        0 => "not once".to_owned(),
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        _ => format!("{times} times"),
    }
}
