//! Who judges whom in a stage: entries shared out among judges.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

use rulebook::{Draws, EntryId, JudgeId, schema::PanelRules};
use serde::{Deserialize, Serialize};

/// Who judges whom.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Panel(
    /// The entries of each judge, in the order of their ids.
    pub BTreeMap<JudgeId, BTreeSet<EntryId>>,
);

/// Too few judges.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "{judges} judges cannot judge {entries} entries when each entry needs {per_entry} and no judge has more than \
     {per_judge} (at least {least} judges are needed)"
)]
pub struct NoPanel {
    /// How many there are.
    pub judges: usize,
    /// How many entries there are.
    pub entries: usize,
    /// How many judges an entry needs.
    pub per_entry: u16,
    /// How many entries a judge may have.
    pub per_judge: u16,
    /// How many judges are needed.
    pub least: usize,
}

impl Panel {
    /// Draws who judges whom: every entry has exactly the judges it needs, and the numbers of entries of two judges differ by
    /// at most one. Order in, order out: the draw depends on the seed's stream alone.
    ///
    /// # Errors
    /// [`NoPanel`] when there are too few judges; it says how many are needed.
    pub fn draw(judges: usize, entries: &[EntryId], rules: PanelRules, draws: &mut Draws) -> Result<Self, NoPanel> {
        let least = least_judges(entries.len(), rules);
        if judges < least {
            let (per_entry, per_judge) = (rules.judges_per_entry, rules.entries_per_judge);
            return Err(NoPanel { judges, entries: entries.len(), per_entry, per_judge, least });
        }
        let mut order = entries.to_vec();
        let mut seats: Vec<JudgeId> = JudgeId::first(judges).collect();
        draws.shuffle(&mut order);
        draws.shuffle(&mut seats);
        let mut panel: BTreeMap<_, _> = seats.iter().map(|judge| (*judge, BTreeSet::new())).collect();
        let mut next = seats.iter().cycle();
        for entry in order.iter().flat_map(|entry| std::iter::repeat_n(*entry, rules.judges_per_entry.into())) {
            if let Some(judged) = next.next().and_then(|judge| panel.get_mut(judge)) {
                judged.insert(entry);
            }
        }
        Ok(Self(panel))
    }

    /// Every entry on it.
    #[must_use]
    pub fn entries(&self) -> BTreeSet<EntryId> {
        self.0.values().flatten().copied().collect()
    }

    /// The panel without the entries that have left.
    #[must_use]
    pub fn among(&self, field: &BTreeSet<EntryId>) -> Self {
        Self(self.0.iter().map(|(judge, judged)| (*judge, judged & field)).collect())
    }

    /// The judges of an entry.
    pub fn judges_of(&self, entry: EntryId) -> impl Iterator<Item = JudgeId> {
        self.0.iter().filter(move |(_, judged)| judged.contains(&entry)).map(|(judge, _)| *judge)
    }
}

impl fmt::Display for Panel {
    /// As CSV with the columns `judge` and `entry`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("judge,entry")?;
        for (judge, judged) in &self.0 {
            for entry in judged {
                write!(f, "\n{judge},{entry}")?;
            }
        }
        Ok(())
    }
}

/// How many judges are needed: enough for one entry, and enough for all of them.
#[must_use]
pub fn least_judges(entries: usize, rules: PanelRules) -> usize {
    let (per_entry, per_judge) = (usize::from(rules.judges_per_entry), usize::from(rules.entries_per_judge).max(1));
    if entries == 0 { 0 } else { per_entry.max((entries * per_entry).div_ceil(per_judge)) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rulebook::Seed;

    use super::*;

    const RULES: PanelRules = PanelRules { judges_per_entry: 3, entries_per_judge: 10 };

    fn draw(judges: usize, entries: usize) -> Result<Panel, NoPanel> {
        let entries: Vec<_> = EntryId::first(entries).collect();
        Panel::draw(judges, &entries, RULES, &mut Draws::new(Seed::from_contributions(["test"]), "panel"))
    }

    #[test]
    fn eleven_entries_need_four_judges_and_three_are_too_few() {
        assert_eq!(draw(3, 11).unwrap_err().least, 4);
        assert_eq!(draw(2, 1).unwrap_err().least, 3);
        assert!(draw(3, 10).is_ok());
        assert_eq!(draw(0, 0).unwrap(), Panel(BTreeMap::new()));
        assert_eq!(draw(0, 9).unwrap_err().least, 3);
    }

    proptest! {
        #[test]
        fn every_entry_has_three_judges_no_judge_more_than_ten_and_loads_are_even(entries in 1_usize..60, more in 0_usize..12) {
            let judges = least_judges(entries, RULES) + more;
            let panel = draw(judges, entries).unwrap();
            for entry in EntryId::first(entries) {
                prop_assert_eq!(panel.judges_of(entry).count(), 3);
            }
            let loads: Vec<_> = panel.0.values().map(BTreeSet::len).collect();
            let (least, most) = (loads.iter().min().unwrap(), loads.iter().max().unwrap());
            prop_assert!(*most <= 10 && most - least <= 1, "{:?}", loads);
        }
    }
}
