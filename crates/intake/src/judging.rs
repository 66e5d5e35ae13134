//! Judging in the stages of a selection: panels, score sheets, and the figures computed from them.

mod figure;
mod panel;
mod sheet;
mod sheet_fault;
mod sheet_reader;

pub(crate) use self::sheet::{Whole, marks_faults, mean_points, mean_rank, order_faults, points_faults, ranks_faults};
pub use self::{
    figure::{Figure, Mean},
    panel::Panel,
    sheet::{Judged, Mark, Sheet, total},
    sheet_fault::{SheetFault, SheetFaults},
};
