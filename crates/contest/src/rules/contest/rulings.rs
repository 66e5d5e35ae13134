//! Rulings: people's decisions about entries, while the contest runs and after its close.
//!
//! The result is counted again with each ruling after the close, and keeps its former version, so that every change can
//! be checked.

use std::collections::BTreeMap;

use rulebook::{Authority, EntryId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Contest, Phase};
use crate::{ControlEvent, Private, event::Reason};

/// A ruling on an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ruling {
    /// The entry.
    pub entry: EntryId,
    /// The decision.
    pub decision: RulingKind,
    /// The authority that decided.
    pub by: Authority,
    /// The rule that allows it, as its document names it.
    pub rule: String,
    /// The reason, in the organiser's words.
    pub reason: Private<Reason>,
    /// True for a ruling after the close.
    pub after_close: bool,
}

/// The decisions about an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RulingKind {
    /// The entry is out: it receives no place and no award.
    Disqualified,
    /// It is no longer disqualified.
    Reinstated,
}

impl Contest {
    /// The disqualified entries, each with the ruling in force.
    #[must_use]
    pub fn disqualified(&self) -> BTreeMap<EntryId, &Ruling> {
        disqualified(&self.rulings)
    }

    /// True if this entry is disqualified by now.
    #[must_use]
    pub fn is_disqualified(&self, entry: EntryId) -> bool {
        self.disqualified().contains_key(&entry)
    }

    /// The number of rulings before the close.
    #[must_use]
    pub fn ruled_by_the_close(&self) -> usize {
        self.rulings.iter().take_while(|ruling| !ruling.after_close).count()
    }

    /// Folds a ruling; other events change nothing here.
    #[expect(clippy::wildcard_enum_match_arm, reason = "no other fact is a ruling of this kind")]
    pub(super) fn rule(&mut self, event: &ControlEvent) {
        let (decision, (entry, by, rule, reason)) = match event {
            ControlEvent::Disqualified { entry, by, rule, private } => {
                (RulingKind::Disqualified, (entry, by, rule, private))
            }
            ControlEvent::Reinstated { entry, by, rule, private } => {
                (RulingKind::Reinstated, (entry, by, rule, private))
            }
            _ => return,
        };
        self.rulings.push(Ruling {
            entry: *entry,
            decision,
            by: *by,
            rule: rule.clone(),
            reason: reason.clone(),
            after_close: self.phase == Phase::Closed,
        });
    }
}

/// The entries that these rulings leave disqualified, each with the last ruling about it.
pub(crate) fn disqualified(rulings: &[Ruling]) -> BTreeMap<EntryId, &Ruling> {
    let mut out = BTreeMap::new();
    for ruling in rulings {
        match ruling.decision {
            RulingKind::Disqualified => drop(out.insert(ruling.entry, ruling)),
            RulingKind::Reinstated => drop(out.remove(&ruling.entry)),
        }
    }
    out
}
