//! Instructions: figures that the rules have.

use super::{clash, part};
use crate::{
    instructions::{Figure, named},
    reader::{
        document::Value,
        fault::{Code, Report},
        word::list_of,
    },
    schema::InterviewRules,
};

/// Every name in braces is a figure, and these rules have it.
pub(super) fn check(tree: &Value, report: &mut Report) {
    for role in ["judge", "confederate"] {
        let Some((text, at)) = part::<String>(tree, &["instructions", role], report) else { continue };
        for name in named(&text) {
            let Some(figure) = Figure::ALL.into_iter().find(|figure| figure.name() == name) else {
                let names: Vec<&str> = Figure::ALL.iter().map(|figure| figure.name()).collect();
                let message = format!("`instructions.{role}` names `{{{name}}}`, which is no figure of the rules");
                let help = format!("the figures are {}", list_of(&names));
                report.fault(Code::Contradiction, at, "no such figure", message, help);
                continue;
            };
            let Some((rules, interview)) = part::<InterviewRules>(tree, &["interview"], report) else { continue };
            if figure.told(&rules).is_none() {
                let message = format!("`instructions.{role}` names `{{{name}}}`, but these rules have no such figure");
                let place = tree.find(&figure.key().split('.').collect::<Vec<_>>()).map_or(interview, |key| &key.place);
                clash(report, (at, "named here"), (place, "has none"), message, "take the figure out of the text");
            }
        }
    }
}
