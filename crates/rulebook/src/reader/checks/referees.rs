//! Referees: only with confederates whom they could step in with.

use super::{clash, part};
use crate::{
    reader::{document::Value, fault::Report},
    schema::{People, RefereeRules},
};

/// Reports referees if everybody is judge and confederate: their words to confederates would reveal that role.
pub(super) fn check(tree: &Value, report: &mut Report) {
    let Some((_, at)) = part::<RefereeRules>(tree, &["referees"], report) else { return };
    if let Some((People::Both, people)) = part(tree, &["roles", "people"], report) {
        let message =
            "the rulebook has `referees`, but `roles.people` is `both`: whoever is warned learns that they answer";
        let help = "set `roles.people = \"apart\"`, or take `[referees]` out";
        clash(
            report,
            (at, "they step in with confederates"),
            (people, "everyone has both roles"),
            message.to_owned(),
            help,
        );
    }
}
