//! Why there is no plan for a rulebook and its numbers.

use rulebook::{ConfederateId, EntryId, JudgeId};

use crate::Infeasible;

/// The most of a role that a plan is drawn for. Every Graeco-Latin order up to here is proved in a test; with interviews of
/// half an hour this many rounds take more than a day.
pub const MOST: u16 = 64;

/// The most judges or confederates of designs that are cheap for any number: rotations, turns, and sessions.
pub const MOST_PEOPLE: u16 = 512;

/// The most interviews of a plan that is drawn.
pub const MOST_INTERVIEWS: usize = 8192;

/// Why there is no plan for these numbers of participants.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoDesign {
    /// A role is not filled.
    #[error("a plan needs at least one judge, one entry and one confederate (raise the numbers in `roles`)")]
    Nobody,
    /// The roles differ in number.
    #[error(
        "a Graeco-Latin plan needs as many entries and confederates as judges, not {judges} judges, {entries} entries \
         and {confederates} confederates (make the numbers in `roles` equal)"
    )]
    Unequal {
        /// Judges asked for.
        judges: u16,
        /// Entries asked for.
        entries: u16,
        /// Confederates asked for.
        confederates: u16,
    },
    /// It is proved that no plan exists: two and six.
    #[error(
        "no plan lets {order} judges meet each of {order} entries and {order} confederates once in {order} rounds with \
         every entry beside every confederate (it is proved for 2 and 6 and no other number: set all of `roles` to {} or {})",
        if *order == 2 { 1 } else { order - 1 }, order + 1
    )]
    Impossible {
        /// Judges asked for.
        order: u16,
    },
    /// More than [`MOST`], or than [`MOST_PEOPLE`].
    #[error("a plan for {order} {role} is too large (lower the numbers in `roles` to {most} or fewer)")]
    TooLarge {
        /// The number asked for.
        order: u16,
        /// Of whom, in the plural.
        role: &'static str,
        /// The most there may be.
        most: u16,
    },
    /// More than [`MOST_INTERVIEWS`].
    #[error(
        "a plan of {interviews} interviews is too large (lower the numbers in `roles` until they are {MOST_INTERVIEWS})"
    )]
    TooManyInterviews {
        /// How many there would be.
        interviews: usize,
    },
    /// The design is not for sessions.
    #[error("sessions share out judges, and the design `{design}` does not let them (take `schedule.sessions` out)")]
    NotForSessions {
        /// The design.
        design: &'static str,
    },
    /// There are sessions and several trials.
    #[error("sessions are for one playing of the plan (take `trials` or `schedule.sessions` out)")]
    SessionsAndTrials,
    /// Sessions have too few confederates for everybody to be in one.
    #[error(
        "{count} sessions of {of_one} confederates have no place for all {confederates} (raise \
         `schedule.sessions.confederates`, or lower `roles.confederates`)"
    )]
    ConfederatesOfSessions {
        /// How many sessions there are.
        count: usize,
        /// How many confederates each of them has.
        of_one: u16,
        /// How many there are in all.
        confederates: u16,
    },
    /// In a session a confederate would be in no interview.
    #[error(
        "in a session of {judges} judges, {entries} entries and {confederates} confederates somebody is in no interview \
         (lower `schedule.sessions.confederates`)"
    )]
    Idle {
        /// The judges of the session.
        judges: u16,
        /// The entries.
        entries: u16,
        /// The confederates of the session.
        confederates: u16,
    },
    /// In a session somebody would wait between two interviews.
    #[error(
        "in a session of {judges} judges, {entries} entries and {confederates} confederates somebody waits between two \
         interviews (lower `schedule.sessions.judges`, or raise `schedule.sessions.confederates`)"
    )]
    Waiting {
        /// The judges of the session.
        judges: u16,
        /// The entries.
        entries: u16,
        /// The confederates of the session.
        confederates: u16,
    },
    /// The design is for another layout.
    #[error(
        "the design `{design}` is not for the layout `{layout}` (choose another `schedule.design` or `interview.layout`)"
    )]
    Layout {
        /// The design.
        design: &'static str,
        /// The layout.
        layout: &'static str,
    },
    /// Terminals are for one witness at a time.
    #[error("terminals are for one witness at a time, not for pairs (set `schedule.seats` to \"drawn\")")]
    Terminals,
    /// The matrix does not say who is beside this entry before this judge.
    #[error("the matrix names no confederate for {judge} and {entry} (add it to `schedule.design.matrix`)")]
    MatrixTooSmall {
        /// The judge.
        judge: JudgeId,
        /// The entry.
        entry: EntryId,
    },
    /// The matrix names a confederate who is not in the contest.
    #[error("the matrix names {confederate}, but there are only {of} confederates (raise `roles.confederates`)")]
    MatrixStranger {
        /// Who is named.
        confederate: ConfederateId,
        /// How many confederates there are.
        of: u16,
    },
    /// Everyone takes turns, but judges and confederates are different people or differ in number.
    #[error(
        "where everyone takes turns, judges and confederates are the same people, at least two, not {judges} judges and \
         {confederates} confederates (make the numbers equal, and set `roles.people` to \"both\")"
    )]
    NotTheSamePeople {
        /// Judges asked for.
        judges: u16,
        /// Confederates asked for.
        confederates: u16,
    },
    /// People have both roles, and the design would let them meet themselves.
    #[error(
        "the design `{design}` lets every judge meet every confederate, and so themselves (set `roles.people` to \
         \"apart\", or `schedule.design` to `take-turns`)"
    )]
    MeetThemselves {
        /// The design.
        design: &'static str,
    },
    /// The solver found no plan.
    #[error(transparent)]
    Infeasible(Infeasible),
}
