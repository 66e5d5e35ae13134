//! The reasons why a rulebook and its numbers have no plan.

use language::{Message, Say};
use rulebook::{ConfederateId, EntryId, JudgeId};

use crate::Infeasible;

/// The most participants of a role that a plan is drawn for. A test proves every Graeco-Latin order up to this one;
/// with interviews of half an hour this many rounds take more than a day.
pub const MOST: u16 = 64;

/// The most judges or confederates of designs that are cheap for any number: rotations, turns, and sessions.
pub const MOST_PEOPLE: u16 = 512;

/// The most interviews of a plan that is drawn.
pub const MOST_INTERVIEWS: usize = 8192;

/// The reason why these numbers of participants have no plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoDesign {
    /// A role has no participants.
    Nobody,
    /// The roles differ in number.
    Unequal {
        /// Judges asked for.
        judges: u16,
        /// Entries asked for.
        entries: u16,
        /// Confederates asked for.
        confederates: u16,
    },
    /// A plan is proved impossible: orders two and six.
    Impossible {
        /// The number asked for.
        order: u16,
    },
    /// A number exceeds [`MOST`] or [`MOST_PEOPLE`].
    TooLarge {
        /// The number asked for.
        order: u16,
        /// The role, in the plural.
        role: &'static str,
        /// The most there may be.
        most: u16,
    },
    /// The plan would have more than [`MOST_INTERVIEWS`] interviews.
    TooManyInterviews {
        /// The number of interviews.
        interviews: usize,
    },
    /// The design does not allow sessions.
    NotForSessions {
        /// The design.
        design: &'static str,
    },
    /// The rulebook has both sessions and several trials.
    SessionsAndTrials,
    /// The sessions have too few confederates for every confederate to be in one.
    ConfederatesOfSessions {
        /// The number of sessions.
        count: usize,
        /// The number of confederates of each session.
        of_one: u16,
        /// The number of confederates in all.
        confederates: u16,
    },
    /// A confederate of a session would have no interview.
    Idle {
        /// The judges of the session.
        judges: u16,
        /// The entries.
        entries: u16,
        /// The confederates of the session.
        confederates: u16,
    },
    /// A participant of a session would wait between two interviews.
    Waiting {
        /// The judges of the session.
        judges: u16,
        /// The entries.
        entries: u16,
        /// The confederates of the session.
        confederates: u16,
    },
    /// The design is for another layout.
    Layout {
        /// The design.
        design: &'static str,
        /// The layout.
        layout: &'static str,
    },
    /// Terminals are for one witness at a time.
    Terminals,
    /// The matrix names no confederate for this judge and entry.
    MatrixTooSmall {
        /// The judge.
        judge: JudgeId,
        /// The entry.
        entry: EntryId,
    },
    /// The matrix names a confederate who is not in the contest.
    MatrixStranger {
        /// The confederate it names.
        confederate: ConfederateId,
        /// The number of confederates.
        of: u16,
    },
    /// Everyone takes turns, but judges and confederates are different people or differ in number.
    NotTheSamePeople {
        /// Judges asked for.
        judges: u16,
        /// Confederates asked for.
        confederates: u16,
    },
    /// People have both roles, and the design would let people meet themselves.
    MeetThemselves {
        /// The design.
        design: &'static str,
    },
    /// The solver found no plan.
    Infeasible(Infeasible),
}

impl Say for NoDesign {
    fn message(&self) -> Message {
        match self {
            Self::Nobody => say!("refused-design-nobody"),
            Self::Unequal { judges, entries, confederates } => {
                say!("refused-design-unequal", judges = judges, entries = entries, confederates = confederates)
            }
            Self::Impossible { order } => {
                let fewer = if *order == 2 { 1 } else { order - 1 };
                say!("refused-design-impossible", order = order, fewer = fewer, more = order + 1)
            }
            Self::TooLarge { order, role, most } => {
                say!("refused-design-too-large", order = order, role = *role, most = most)
            }
            Self::TooManyInterviews { interviews } => {
                say!("refused-design-too-many", interviews = interviews, most = MOST_INTERVIEWS)
            }
            Self::NotForSessions { design } => say!("refused-design-not-for-sessions", design = *design),
            Self::SessionsAndTrials => say!("refused-design-sessions-and-trials"),
            Self::ConfederatesOfSessions { count, of_one, confederates } => {
                say!("refused-design-confederates", count = count, each = of_one, confederates = confederates)
            }
            Self::Idle { judges, entries, confederates } => {
                say!("refused-design-idle", judges = judges, entries = entries, confederates = confederates)
            }
            Self::Waiting { judges, entries, confederates } => {
                say!("refused-design-waiting", judges = judges, entries = entries, confederates = confederates)
            }
            Self::Layout { design, layout } => say!("refused-design-layout", design = *design, layout = *layout),
            Self::Terminals => say!("refused-design-terminals"),
            Self::MatrixTooSmall { judge, entry } => {
                say!("refused-design-matrix-small", judge = judge.to_string(), entry = entry.to_string())
            }
            Self::MatrixStranger { confederate, of } => {
                say!("refused-design-matrix-stranger", confederate = confederate.to_string(), count = of)
            }
            Self::NotTheSamePeople { judges, confederates } => {
                say!("refused-design-not-same-people", judges = judges, confederates = confederates)
            }
            Self::MeetThemselves { design } => say!("refused-design-meet-themselves", design = *design),
            Self::Infeasible(why) => why.message(),
        }
    }
}

display_in_english!(NoDesign);

impl std::error::Error for NoDesign {}
