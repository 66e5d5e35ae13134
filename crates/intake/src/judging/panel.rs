//! Panels: the entries of a stage shared out among its judges.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

use rulebook::{Draws, EntryId, JudgeId, schema::PanelRules};
use schedule::NoPanels;
use serde::{Deserialize, Serialize};

/// The entries of each judge in a stage.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Panel(
    /// The entries of each judge, in the order of their ids.
    pub BTreeMap<JudgeId, BTreeSet<EntryId>>,
);

impl Panel {
    /// Draws a panel with [`schedule::panels()`]: every entry has exactly the judges it needs, the numbers of entries of two
    /// judges differ by at most one, and any two entries share judges as evenly as possible. Without entries, every judge has
    /// an empty list. The draw depends only on the order of `entries` and on the seed's stream.
    ///
    /// # Errors
    /// [`NoPanels`], with the number of judges needed.
    pub fn draw(judges: usize, entries: &[EntryId], rules: PanelRules, draws: &mut Draws) -> Result<Self, NoPanels> {
        if entries.is_empty() {
            return Ok(Self(JudgeId::first(judges).map(|judge| (judge, BTreeSet::new())).collect()));
        }
        let (each, most) = (rules.judges_per_entry.into(), rules.entries_per_judge.into());
        let drawn = schedule::panels(judges, entries.len(), each, most, draws)?;
        let judged = drawn.entries_of.iter().map(|judged| judged.iter().map(|at| entries[*at]).collect());
        Ok(Self(JudgeId::first(judges).zip(judged).collect()))
    }

    /// Every entry of the panel.
    #[must_use]
    pub fn entries(&self) -> BTreeSet<EntryId> {
        self.0.values().flatten().copied().collect()
    }

    /// The panel with only the entries in `field`.
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
    /// Writes CSV with the columns `judge` and `entry`.
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rulebook::Seed;

    use super::*;

    const RULES: PanelRules = PanelRules { judges_per_entry: 3, entries_per_judge: 10 };

    fn draw(judges: usize, entries: usize) -> Result<Panel, NoPanels> {
        let entries: Vec<_> = EntryId::first(entries).collect();
        Panel::draw(judges, &entries, RULES, &mut Draws::new(Seed::from_contributions(["test"]), "panel"))
    }

    /// The number of judges that a refusal asks for.
    fn least_judges(entries: usize) -> usize {
        match draw(0, entries) {
            Err(NoPanels::TooFewJudges { needed, .. }) => needed,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn eleven_entries_need_four_judges_and_three_are_too_few() {
        assert!(draw(3, 11).is_err() && draw(2, 1).is_err());
        assert_eq!((least_judges(11), least_judges(1), least_judges(9)), (4, 3, 3));
        assert!(draw(3, 10).is_ok());
        assert_eq!(draw(0, 0).unwrap(), Panel(BTreeMap::new()));
    }

    #[test]
    fn a_panel_prints_as_a_table() {
        let entries = |numbers: &[u16]| numbers.iter().map(|&number| EntryId::new(number)).collect();
        let panel = Panel([(JudgeId::new(1), entries(&[1, 2])), (JudgeId::new(2), entries(&[2]))].into());
        assert_eq!(panel.to_string(), "judge,entry\nJ1,E1\nJ1,E2\nJ2,E2");
    }

    proptest! {
        #[test]
        fn every_entry_has_three_judges_no_judge_more_than_ten_and_loads_are_even(entries in 1_usize..60, more in 0_usize..12) {
            let judges = least_judges(entries) + more;
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
