//! The announced result of a selection: the finalists, the reserves, and the reason why each other entry is left out.

use language::{Message, Say};
use rulebook::{EntryId, Rulebook, schema::Tie};
use serde::{Deserialize, Serialize};

use crate::{Breach, judging::Figure};

/// The announced result of a selection. Awards are named by their ids.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Announcement {
    /// There is a final.
    Final {
        /// The finalists, the reserves and the entries left out.
        finalists: Finalists,
    },
    /// The only entry receives these awards without a contest.
    OnlyEntry {
        /// The entry.
        entry: EntryId,
        /// The ids of the awards.
        awards: Vec<String>,
    },
    /// No entry complies; these awards are added to those of the next contest.
    NoEntry {
        /// The ids of the awards.
        rolls_over: Vec<String>,
    },
}

/// The result of a selection that ends in a final.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Finalists {
    /// The entries of the final, best first where a stage placed them.
    pub finalists: Vec<Finalist>,
    /// The reserves, next first.
    pub reserves: Vec<EntryId>,
    /// Every other entry that came in.
    pub left_out: Vec<LeftOut>,
}

/// An entry of the final.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Finalist {
    /// Its id in the intake.
    pub entry: EntryId,
    /// Its place in the last stage; level entries share it. Absent when no stage was held.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<u16>,
}

/// An entry that is not in the final.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeftOut {
    /// Its id in the intake.
    pub entry: EntryId,
    /// The reason.
    pub why: WhyLeftOut,
    /// Its number among the reserves, from 1; absent when it is not a reserve.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reserve: Option<u16>,
}

/// The reason why an entry is not in the final, as data: the log keeps the code, so its wording can be improved later. The
/// rulebook in the log has the labels of rules and the titles of stages.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "code", rename_all = "kebab-case", deny_unknown_fields)]
pub enum WhyLeftOut {
    /// It breaks rules.
    Refused {
        /// The broken rules, and how.
        breaches: Vec<Breach>,
    },
    /// It was disqualified.
    Disqualified {
        /// The label of the rule.
        rule: String,
    },
    /// A substitute took its place in the final.
    Replaced {
        /// The label of the rule.
        rule: String,
    },
    /// Its contestant withdrew it.
    Withdrawn {},
    /// It has not been tested.
    NotTested {},
    /// It came too late for a stage that had begun.
    TooLateForStage {
        /// The id of the stage.
        stage: String,
    },
    /// The committee did not choose it in a stage.
    NotChosen {
        /// The id of the stage.
        stage: String,
    },
    /// Its place in a stage was not good enough to stay.
    Behind {
        /// The id of the stage.
        stage: String,
        /// The figure that gave it its place.
        figure: Figure,
        /// Its place, from 1.
        place: u16,
        /// The number of entries that stay.
        stays: u16,
        /// True when a tie rule or a panel put it behind others of the same figure.
        by_tie: bool,
    },
    /// It complies, and no stage gives a reason.
    NotInFinal {},
}

impl LeftOut {
    /// The reason in words, with the label of the rule.
    #[must_use]
    pub fn told(&self, rulebook: &Rulebook) -> Message {
        let why = self.why.told(rulebook);
        match self.reserve {
            Some(number) => say!("selection-left-out-reserve", why = why, number = number),
            None => why,
        }
    }
}

impl WhyLeftOut {
    fn told(&self, rulebook: &Rulebook) -> Message {
        let stages = rulebook.selection.as_ref().map_or(&[][..], |rules| &rules.stages);
        let of = |id: &str| stages.iter().find(|stage| stage.id == id);
        let title = |id: &str| of(id).map_or_else(|| id.to_owned(), |stage| stage.title.clone());
        let under = |rule: &str, what| say!("intake-under-rule", rule = rule, what = what);
        let in_stage = |id: &str, what| match of(id) {
            Some(stage) => under(&stage.rule, what),
            None => what,
        };
        match self {
            Self::Refused { breaches } => {
                let breaches = breaches.iter().map(Say::message);
                let both = |first, then| say!("intake-and-also", first = first, then = then);
                breaches.reduce(both).unwrap_or_else(|| "".into())
            }
            Self::Disqualified { rule } => under(rule, say!("selection-left-out-disqualified")),
            Self::Replaced { rule } => under(rule, say!("selection-left-out-replaced")),
            Self::Withdrawn {} => say!("selection-left-out-withdrawn"),
            Self::NotTested {} => say!("selection-left-out-not-tested"),
            Self::TooLateForStage { stage } => {
                in_stage(stage, say!("selection-left-out-too-late", stage = title(stage)))
            }
            Self::NotChosen { stage } => in_stage(stage, say!("selection-left-out-not-chosen", stage = title(stage))),
            Self::Behind { stage, figure, place, stays, by_tie } => {
                let tie = match of(stage).filter(|_| *by_tie).map(|stage| stage.ties) {
                    None => "none",
                    Some(Tie::Panel(_)) => "panel",
                    Some(Tie::Earlier | Tie::AllStay) => "earlier",
                };
                let behind = say!(
                    "selection-left-out-behind",
                    figure = figure.message(),
                    place = *place,
                    stage = title(stage),
                    stays = *stays,
                    tie = tie,
                );
                in_stage(stage, behind)
            }
            Self::NotInFinal {} => say!("selection-left-out-not-in-final"),
        }
    }
}
