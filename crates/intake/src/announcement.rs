//! What came of a selection, as it is announced: who is in the final, who is held in reserve, and why everyone else is left out.

use language::{Message, Say};
use rulebook::{EntryId, Rulebook, schema::Tie};
use serde::{Deserialize, Serialize};

use crate::{Breach, judging::Figure};

/// What came of a selection, as it was announced. Awards are named by their ids.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Announcement {
    /// There is a final.
    Final {
        /// Who is in it, who is held in reserve, and why the others are not among them.
        finalists: Finalists,
    },
    /// The only entry receives these awards without a contest.
    OnlyEntry {
        /// The entry.
        entry: EntryId,
        /// The ids of the awards.
        awards: Vec<String>,
    },
    /// There is no entry; these awards are added to those of the next contest.
    NoEntry {
        /// The ids of the awards.
        rolls_over: Vec<String>,
    },
}

/// The end of a selection.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Finalists {
    /// The entries of the final, best first where a stage placed them.
    pub finalists: Vec<Finalist>,
    /// Those held in reserve, next first.
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
    /// Why.
    pub why: WhyLeftOut,
    /// Its number among those held in reserve, from 1; absent when it is not held in reserve.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reserve: Option<u16>,
}

/// Why an entry is not in the final, as data: the log keeps it, and words may be mended. The labels of rules and the titles of
/// stages stand in the rulebook of the log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "code", rename_all = "kebab-case", deny_unknown_fields)]
pub enum WhyLeftOut {
    /// It breaks rules.
    Refused {
        /// Which, and how.
        breaches: Vec<Breach>,
    },
    /// It was shut out.
    Disqualified {
        /// The label of the rule.
        rule: String,
    },
    /// Another took its place in the final.
    Replaced {
        /// The label of the rule.
        rule: String,
    },
    /// Its contestant took it back.
    Withdrawn {},
    /// It has not been tested.
    NotTested {},
    /// It was not among the entries of a stage when that began.
    TooLateForStage {
        /// The id of the stage.
        stage: String,
    },
    /// Those who choose did not choose it in a stage.
    NotChosen {
        /// The id of the stage.
        stage: String,
    },
    /// It stands behind those who stay after a stage.
    Behind {
        /// The id of the stage.
        stage: String,
        /// What it was placed by.
        figure: Figure,
        /// Its place, from 1.
        place: u16,
        /// How many stay.
        stays: u16,
        /// Whether a tie rule or a panel put it behind others of the same figure.
        by_tie: bool,
    },
    /// It complies and lost no stage.
    NotInFinal {},
}

impl LeftOut {
    /// Why, in words, with the label of the rule.
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
