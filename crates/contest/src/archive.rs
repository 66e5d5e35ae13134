//! Readers of a finished record: checks, tables, search and publication.

pub mod attached;
pub mod audit;
pub mod beyond;
pub mod checks;
pub mod dialogue;
pub mod imported;
pub mod keyed;
pub mod late;
pub mod lint;
pub mod publication;
pub mod reveal;
pub mod review;
pub mod scan;
pub mod search;
pub mod sources;
pub mod tables;
pub mod totals;
pub mod until;
