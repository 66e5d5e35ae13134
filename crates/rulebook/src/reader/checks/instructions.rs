//! Instructions: only figures that the rules have.

use language::Language;

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

pub(super) fn check(tree: &Value, report: &mut Report) {
    for role in ["judge", "confederate"] {
        check_figures(tree, &["instructions", role], report);
    }
}

/// Reports every name in braces, in the text at the end of these keys, that is no figure of these rules.
pub(super) fn check_figures(tree: &Value, keys: &[&str], report: &mut Report) {
    let Some((text, at)) = part::<String>(tree, keys, report) else { return };
    let keys = keys.join(".");
    for name in named(&text) {
        let Some(figure) = Figure::ALL.into_iter().find(|figure| figure.name() == name) else {
            let names: Vec<&str> = Figure::ALL.iter().map(|figure| figure.name()).collect();
            let message = format!("`{keys}` names `{{{name}}}`, which is no figure of the rules");
            let help = format!("the figures are {}", list_of(&names));
            report.fault(Code::Contradiction, at, "no such figure", message, help);
            continue;
        };
        let Some((rules, interview)) = part::<InterviewRules>(tree, &["interview"], report) else { continue };
        if figure.told(&rules, Language::english()).is_none() {
            let message = format!("`{keys}` names `{{{name}}}`, but these rules have no such figure");
            let place = tree.find(&figure.key().split('.').collect::<Vec<_>>()).map_or(interview, |key| &key.place);
            clash(report, (at, "named here"), (place, "has none"), message, "take the figure out of the text");
        }
    }
}
