//! Score sheets of judges, committees and markers, checked against their stage.

use std::collections::{BTreeMap, BTreeSet};

use rulebook::{
    Decimal, EntryId, JudgeId,
    schema::{PanelRules, QuestionRules},
};
use serde::{Deserialize, Serialize};

use super::{
    figure::{Figure, Mean},
    panel::Panel,
    sheet_fault::SheetFault,
};

/// The scores of a stage.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sheet {
    /// Ranks that judges gave to their entries, 1 the best.
    Ranks(Vec<Judged<u16>>),
    /// Points that judges gave to their entries.
    Points(Vec<Judged<Decimal>>),
    /// Marks for answers to questions.
    Marks(Vec<Mark>),
    /// The committee's order, best first; an entry that is missing was not chosen.
    Order(Vec<EntryId>),
}

/// A judge's rank or points for an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Judged<T> {
    /// The judge.
    pub judge: JudgeId,
    /// The entry.
    pub entry: EntryId,
    /// The rank or the points.
    pub given: T,
}

/// A mark for the answer of an entry to a question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mark {
    /// The entry.
    pub entry: EntryId,
    /// The question, by its number or name.
    pub question: String,
    /// Its kind, such as `time`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// The mark.
    pub mark: Decimal,
}

/// Faults of ranks of a panel's judges.
pub(crate) fn ranks_faults(ranks: &[Judged<u16>], panel: &Panel, rules: PanelRules) -> Vec<SheetFault> {
    let mut faults = judged_faults(ranks, panel, rules);
    if faults.is_empty() {
        for (judge, judged) in &panel.0 {
            let mut given: Vec<_> = ranks.iter().filter(|line| line.judge == *judge).map(|line| line.given).collect();
            given.sort_unstable();
            if !given.is_empty() && given.iter().zip(1..).any(|(rank, expected)| *rank != expected) {
                let given = given.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
                faults.push(SheetFault::NoOrder { judge: *judge, entries: judged.len(), given });
            }
        }
    }
    faults
}

/// Faults of points of a panel's judges.
pub(crate) fn points_faults(
    points: &[Judged<Decimal>],
    panel: &Panel,
    rules: PanelRules,
    most: u16,
) -> Vec<SheetFault> {
    let mut faults = judged_faults(points, panel, rules);
    for line in points.iter().filter(|line| line.given > Decimal::whole(most)) {
        let (of, found) = (
            say!("selection-sheet-of-judge", entry = line.entry.to_string(), judge = line.judge.to_string()),
            line.given.to_string(),
        );
        faults.push(SheetFault::TooHigh { of, found, most });
    }
    faults
}

/// Faults of marks: each entry needs one mark for each question, no mark above the highest, and a question of each kind.
pub(crate) fn marks_faults(marks: &[Mark], entries: &BTreeSet<EntryId>, rules: &QuestionRules) -> Vec<SheetFault> {
    let mut faults = Vec::new();
    let mut seen = BTreeSet::new();
    let mut kinds: BTreeMap<&str, BTreeSet<Option<&str>>> = BTreeMap::new();
    for mark in marks {
        if !entries.contains(&mark.entry) {
            faults.push(SheetFault::NotInStage(mark.entry));
        }
        let of = say!("selection-sheet-of-question", entry = mark.entry.to_string(), question = &mark.question);
        if !mark.mark.thousandths().is_multiple_of(if rules.halves { 500 } else { 1000 }) {
            faults.push(SheetFault::Part { of: of.clone(), found: mark.mark.to_string(), halves: rules.halves });
        }
        if mark.mark > Decimal::whole(rules.marks) {
            faults.push(SheetFault::TooHigh { of: of.clone(), found: mark.mark.to_string(), most: rules.marks });
        }
        if !seen.insert((mark.entry, mark.question.as_str())) {
            faults.push(SheetFault::Twice(of));
        }
        kinds.entry(&mark.question).or_default().insert(mark.kind.as_deref());
    }
    for entry in entries {
        for question in kinds.keys().filter(|question| !seen.contains(&(*entry, **question))) {
            faults.push(SheetFault::NoMark { entry: *entry, question: (*question).to_owned() });
        }
    }
    faults.extend(kind_faults(&kinds, rules));
    if marks.is_empty() {
        faults.push(SheetFault::Nobody);
    }
    faults
}

/// The entries that an order must hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Whole {
    /// Every entry of the stage.
    All,
    /// Only the chosen entries, at most this many.
    Chosen(usize),
}

/// Faults of an order.
pub(crate) fn order_faults(order: &[EntryId], entries: &BTreeSet<EntryId>, whole: Whole) -> Vec<SheetFault> {
    let named: BTreeSet<_> = order.iter().copied().collect();
    let mut faults: Vec<_> = named.difference(entries).map(|entry| SheetFault::NotInStage(*entry)).collect();
    if named.len() < order.len() {
        let twice = order.iter().enumerate().find(|(at, entry)| order[..*at].contains(entry));
        faults.extend(twice.map(|(_, entry)| SheetFault::Twice(entry.to_string().into())));
    }
    match whole {
        Whole::All => faults.extend(entries.difference(&named).map(|entry| SheetFault::NotInOrder(*entry))),
        Whole::Chosen(most) if order.len() > most => faults.push(SheetFault::TooMany { chosen: order.len(), most }),
        Whole::Chosen(_) => {}
    }
    if order.is_empty() {
        faults.push(SheetFault::Nobody);
    }
    faults
}

/// The mean rank of an entry.
pub(crate) fn mean_rank(ranks: &[Judged<u16>], entry: EntryId) -> Figure {
    Figure::MeanRank(mean(ranks.iter().filter(|line| line.entry == entry).map(|line| u64::from(line.given) * 1000)))
}

/// The mean points of an entry.
pub(crate) fn mean_points(points: &[Judged<Decimal>], entry: EntryId) -> Figure {
    let given = points.iter().filter(|line| line.entry == entry);
    Figure::MeanPoints(mean(given.map(|line| u64::from(line.given.thousandths()))))
}

/// The sum of the marks of an entry, in thousandths of a mark.
#[must_use]
pub fn total(marks: &[Mark], entry: EntryId) -> u64 {
    marks.iter().filter(|mark| mark.entry == entry).map(|mark| u64::from(mark.mark.thousandths())).sum()
}

fn mean(numbers: impl Iterator<Item = u64>) -> Mean {
    let (thousandths, count) = numbers.fold((0, 0), |(sum, count), number| (sum + number, count + 1));
    Mean { thousandths, count: std::cmp::max(count, 1) }
}

fn judged_faults<T>(lines: &[Judged<T>], panel: &Panel, rules: PanelRules) -> Vec<SheetFault> {
    let mut faults = Vec::new();
    let mut seen: BTreeSet<(JudgeId, EntryId)> = BTreeSet::new();
    for line in lines {
        let (judge, entry) = (line.judge, line.entry);
        if !panel.0.get(&judge).is_some_and(|judged| judged.contains(&entry)) {
            faults.push(SheetFault::NotTheirs { judge, entry });
        } else if !seen.insert((judge, entry)) {
            faults.push(SheetFault::Twice(say!(
                "selection-sheet-by-judge",
                entry = entry.to_string(),
                judge = judge.to_string()
            )));
        }
    }
    for (judge, judged) in &panel.0 {
        let left_out: Vec<_> = judged.iter().copied().filter(|entry| !seen.contains(&(*judge, *entry))).collect();
        if !left_out.is_empty() && left_out.len() < judged.len() {
            faults.push(SheetFault::LeftOut { judge: *judge, left_out });
        }
    }
    for entry in panel.entries() {
        let found = seen.iter().filter(|(_, scored)| *scored == entry).count();
        if found < usize::from(rules.judges_per_entry) {
            faults.push(SheetFault::TooFewJudges { entry, found, needed: rules.judges_per_entry });
        }
    }
    faults
}

fn kind_faults(questions: &BTreeMap<&str, BTreeSet<Option<&str>>>, rules: &QuestionRules) -> Vec<SheetFault> {
    if rules.kinds.is_empty() {
        return Vec::new();
    }
    let known = |kind: &str| rules.kinds.iter().any(|known| known == kind);
    let bad = questions.iter().filter(|(_, kinds)| kinds.len() != 1 || !kinds.iter().flatten().any(|kind| known(kind)));
    let kinds = rules.kinds.join(", ");
    let mut faults: Vec<_> =
        bad.map(|(question, _)| SheetFault::Kind { question: (*question).to_owned(), kinds: kinds.clone() }).collect();
    let asked = |kind: &str| questions.values().any(|kinds| kinds.contains(&Some(kind)));
    if faults.is_empty() {
        faults.extend(rules.kinds.iter().filter(|kind| !asked(kind)).map(|kind| SheetFault::NoneOfKind(kind.clone())));
    }
    faults
}
