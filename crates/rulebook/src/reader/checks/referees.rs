//! Referees: whom they could step in with.

use super::{clash, part};
use crate::{
    reader::{document::Value, fault::Report},
    schema::{People, RefereeRules},
};

/// Where everybody is judge and confederate, a referee's word to a confederate would tell them which of both they are.
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
