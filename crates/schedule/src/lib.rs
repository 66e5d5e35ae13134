//! Plans of meetings: made by construction, drawn with a seed, and checked by an independent prover.
//!
//! A [`Plan`] says which judge meets which entry and confederate in which round. An [`Assignment`] is a plan with
//! seats: the whole secret of a contest, committed before the first word. [`draw()`] makes an assignment for any design
//! of a rulebook; [`violations`] checks a plan from any source, and shares no code with the constructions. Running an
//! assignment leaves nothing to decide; when participants leave or join, [`Replan`] plans the rest again. This crate
//! runs nothing.
//!
//! Where numbers differ, people are away or must not meet, or a matrix is given, a [`Problem`] says so: [`solve`] makes
//! a plan of the fewest rounds with its proof, or names the requests that clash, and [`breaches`] is its prover.
//! [`csv`] reads and writes plans and matrices, a [`Timetable`] gives them clock times, and [`pages`] makes a page for
//! every person. [`panels()`] shares out the entries of a preliminary round among judges.

#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test may stop at the first surprise"))]

// All text for people is made of messages.
#[macro_use]
extern crate language;

mod assignment;
mod breach;
mod clash;
mod colouring;
pub mod csv;
mod design;
mod draw;
#[cfg(test)]
mod fixture;
mod given;
mod no_design;
mod number;
pub mod pages;
mod panels;
mod plan;
mod problem;
mod prover;
mod quasi_difference;
mod redraw;
mod rotation;
mod seats;
mod sessions;
mod solver;
mod suits;
mod timetable;
mod trials;
mod turns;
mod violation;

pub use assignment::{Assignment, Seating};
pub use breach::{Breach, breaches};
pub use clash::{Clash, Infeasible};
pub use draw::{NoDraw, construct, draw, draw_without};
pub use given::{GivenPlan, PlanFault, PlanFaults};
pub use no_design::{MOST, MOST_INTERVIEWS, MOST_PEOPLE, NoDesign};
pub use panels::{MOST_IN_PANELS, NoPanels, PanelFault, Panels, panel_faults, panels};
pub use plan::{Meeting, Pairing, Plan};
pub use problem::{Matrix, MatrixFault, Problem};
pub use prover::violations;
pub use redraw::{InFixedParts, NoRedraw, Replan, redraw};
pub use seats::seated;
pub use sessions::{Session, sessions};
pub use solver::{Effort, Reason, Solution, solve};
pub use timetable::{BadClockTime, ClockTime, Occasion, Slot, Timetable};
pub use trials::trial_of;
pub use violation::{SessionRole, TurnKind, Violation};
