//! Rulings: what people decide about entries, while the contest runs and after its close.
//!
//! After the close a record grows by nothing else. The result is counted again with each ruling, and what it was before stays in
//! it, so that nobody has to take anybody's word for what changed.

use std::collections::BTreeMap;

use rulebook::{Authority, EntryId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Contest, Phase};
use crate::{ControlEvent, Private, event::Reason};

/// What people decided about an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ruling {
    /// The entry.
    pub entry: EntryId,
    /// What was decided.
    pub decision: RulingKind,
    /// Who decided.
    pub by: Authority,
    /// The rule that lets them, as its document names it.
    pub rule: String,
    /// Why, in the organiser's words.
    pub reason: Private<Reason>,
    /// Whether the contest was closed by then.
    pub after_close: bool,
}

/// What can be decided about an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RulingKind {
    /// It is out: it receives no place and no award.
    Disqualified,
    /// It is no longer out.
    Reinstated,
}

impl Contest {
    /// The entries that are disqualified by now, each with the ruling that it is out by.
    #[must_use]
    pub fn disqualified(&self) -> BTreeMap<EntryId, &Ruling> {
        disqualified(&self.rulings)
    }

    /// Whether this entry is disqualified by now.
    #[must_use]
    pub fn is_disqualified(&self, entry: EntryId) -> bool {
        self.disqualified().contains_key(&entry)
    }

    /// How many of the rulings were made before the close.
    #[must_use]
    pub fn ruled_by_the_close(&self) -> usize {
        self.rulings.iter().take_while(|ruling| !ruling.after_close).count()
    }

    /// Folds a ruling; any other fact says nothing here.
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

/// The entries that are out after these rulings, each with the last of them about it.
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
