//! The facts of a contest: events, the types in them, and their bytes.

pub mod announcement;
pub mod attachment;
pub mod consent;
pub mod contest_terms;
pub mod deletions;
pub mod deposit;
pub mod event;
pub mod form;
pub mod json;
pub mod ledger;
pub mod private;
pub mod referee;
pub mod release;
pub mod result_caveats;
pub mod seed;
pub mod shown;
pub mod stopped_clocks;
