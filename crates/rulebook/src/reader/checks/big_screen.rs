//! The big screen: only for live talks in which everybody knows who asks.

use super::{clash, part};
use crate::{
    reader::{document::Value, fault::Report},
    schema::Medium,
};

pub(super) fn check(tree: &Value, report: &mut Report) {
    let Some(hall) = tree.find(&["interview", "hall"]) else { return };
    if let Some((Medium::Transcript { .. }, medium)) = part(tree, &["interview", "medium"], report) {
        let message = "`interview.hall` lets a hall read along while judges talk, but `interview.medium` is `transcript`: nobody talks";
        let at = (medium, "it was said before");
        clash(report, (&hall.place, "what is there to read?"), at, message.to_owned(), "take `[interview.hall]` out");
    }
    if let Some((true, symmetric)) = part(tree, &["interview", "symmetric"], report) {
        let message =
            "`interview.hall` lets a hall read who asks, but `interview.symmetric` is true: nobody is to know";
        let help = "take `[interview.hall]` or `symmetric` out";
        clash(report, (&hall.place, "tells who asks"), (symmetric, "both see the same page"), message.to_owned(), help);
    }
}
