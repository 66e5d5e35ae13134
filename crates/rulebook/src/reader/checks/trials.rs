//! Trials: the required number.

use super::{clash, part};
use crate::reader::{document::Value, fault::Report};

/// Reports fewer trials than `least`.
pub(super) fn check(tree: &Value, report: &mut Report) {
    let number = |key: &str| part::<u16>(tree, &["trials", key], report);
    let (Some((count, count_at)), Some((least, least_at))) = (number("count"), number("least")) else { return };
    if count < least {
        let message = format!("`trials.count` is {count}, and there must be at least {least} trials");
        clash(
            report,
            (count_at, "too few"),
            (least_at, "at least so many"),
            message,
            format!("set it to {least} or more"),
        );
    }
}
