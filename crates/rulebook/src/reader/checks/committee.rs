//! The committee: matters and attestations with different ids.

use super::unique;
use crate::reader::{document::Value, fault::Report};

pub(super) fn check(tree: &Value, report: &mut Report) {
    unique(tree, &["committee", "settles"], "matters", report);
    unique(tree, &["committee", "attestations"], "attestations", report);
}
