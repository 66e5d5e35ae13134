//! Selection: the stages to hold, the entries that stay, and the reason why each other entry is left out.
//!
//! [`progress`] computes all of it from the state. Only panels, scores, decisions and the announced result are stored; after
//! the announcement that result holds, with replacements applied. A stage is held when the number of entries still in lies in
//! its span, or when the log has records of it already, so that a withdrawal in the middle does not undo it. Entries that have
//! left are removed before every cut: the next one moves up. Numbers are exact; only the rulebook's tie rule separates level
//! entries on both sides of a cut.

mod cut;
mod finalists;
pub mod likeness;
mod readiness;
pub(crate) mod wait;

use std::{
    cmp::Ordering,
    collections::{BTreeMap, BTreeSet},
};

use language::Message;
use rulebook::{
    EntryId,
    schema::{AwardRule, Compare, Otherwise, Stage, Stamp},
};

pub use finalists::clashing_judges;
pub use readiness::{Readiness, readiness};
pub use wait::Wait;

use crate::{
    Announcement, Intake, Moment, Status,
    announcement::{Finalist, Finalists, WhyLeftOut},
    compliance,
    judging::{Figure, Mark, Sheet, mean_points, mean_rank, total},
    state::StageRecord,
};
use cut::{Cut, Placed};

pub(crate) use readiness::{clock, due};

/// The progress of a selection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Progress {
    /// The number of entries that comply and have not left.
    pub entries: usize,
    /// The stages held, in their order, up to the one that waits for something.
    pub stages: Vec<HeldStage>,
    /// The outcome so far.
    pub outcome: SelectionOutcome,
}

/// A stage that is held.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeldStage {
    /// Its id.
    pub stage: String,
    /// The entries in it, in the order of their ids.
    pub field: BTreeSet<EntryId>,
    /// The missing input, while it waits.
    pub waits: Option<Wait>,
    /// Its result, best first; empty while it waits.
    pub order: Vec<RankedEntry>,
    /// The number of these that stay.
    pub stays: usize,
}

/// An entry in the result of a stage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RankedEntry {
    /// The entry.
    pub entry: EntryId,
    /// Its place, from 1; level entries share it.
    pub place: u16,
    /// The figure that gave it its place.
    pub figure: Figure,
    /// True when a tie rule or a panel put it before or behind others of the same figure.
    pub by_tie: bool,
    /// True when it stays only because it was invited.
    pub invited: bool,
}

/// The outcome of a selection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SelectionOutcome {
    /// No entry complies. These awards are added to those of the next contest.
    NoEntry {
        /// The ids of the awards.
        rolls_over: Vec<String>,
    },
    /// The only entry receives these awards without a contest.
    OnlyEntry {
        /// The entry.
        entry: EntryId,
        /// The ids of the awards.
        awards: Vec<String>,
    },
    /// A stage waits for something.
    Waits {
        /// The stage.
        stage: String,
        /// The missing input.
        wait: Wait,
    },
    /// More entries are in than the final has places, and no stage fits their number.
    NoStage {
        /// The number of entries.
        entries: usize,
        /// The number of places.
        places: usize,
    },
    /// The final is filled.
    Chosen(Finalists),
}

/// Computes the progress of the selection.
#[must_use]
pub fn progress(intake: &Intake) -> Progress {
    let compliant: BTreeSet<EntryId> = intake.compliant().collect();
    let entries = compliant.len();
    let mut walk = Walk { intake, field: compliant, reasons: BTreeMap::new(), stages: Vec::new() };
    let found = walk.alone().unwrap_or_else(|| walk.stages());
    let outcome = intake.announced.as_ref().map_or(found, |announced| standing(intake, announced));
    Progress { entries, stages: walk.stages, outcome }
}

/// True when a stage is held in which judges compare the entries of their panel.
#[must_use]
pub fn is_judged(intake: &Intake) -> bool {
    let stages = intake.rulebook.selection.iter().flat_map(|rules| &rules.stages);
    let by_judges = |stage: &&Stage| matches!(stage.compare, Compare::Ranks(_) | Compare::Points { .. });
    let judged: Vec<&str> = stages.filter(by_judges).map(|stage| stage.id.as_str()).collect();
    progress(intake).stages.iter().any(|held| judged.contains(&&*held.stage))
}

/// The announced result with later changes applied.
fn standing(intake: &Intake, announced: &Announcement) -> SelectionOutcome {
    match announced {
        Announcement::Final { finalists } => SelectionOutcome::Chosen(finalists::now(intake, finalists)),
        Announcement::OnlyEntry { entry, awards } => {
            let is_in = intake.entries.get(entry).is_some_and(|entered| entered.status == Status::Compliant);
            if is_in {
                SelectionOutcome::OnlyEntry { entry: *entry, awards: awards.clone() }
            } else {
                SelectionOutcome::NoEntry { rolls_over: awards_that(intake, |award| award.rolls_over) }
            }
        }
        Announcement::NoEntry { rolls_over } => SelectionOutcome::NoEntry { rolls_over: rolls_over.clone() },
    }
}

/// The ids of the awards that satisfy a condition.
fn awards_that(intake: &Intake, wanted: fn(&AwardRule) -> bool) -> Vec<String> {
    intake.rulebook.awards.iter().filter(|award| wanted(award)).map(|award| award.id.clone()).collect()
}

/// The way a stage is decided, as the end of a sentence.
#[must_use]
pub fn how(compare: &Compare) -> Message {
    match compare {
        Compare::Earliest => say!("selection-how-earliest"),
        Compare::Committee => say!("selection-how-committee"),
        Compare::Ranks(_) => say!("selection-how-ranks"),
        Compare::Points { .. } => say!("selection-how-points"),
        Compare::Questions(_) => say!("selection-how-questions"),
    }
}

/// True when no entry earned a mark.
pub(crate) fn is_all_zero(marks: &[Mark], field: &BTreeSet<EntryId>) -> bool {
    marks.iter().all(|mark| mark.mark.thousandths() == 0 || !field.contains(&mark.entry))
}

struct Walk<'i> {
    intake: &'i Intake,
    field: BTreeSet<EntryId>,
    reasons: BTreeMap<EntryId, WhyLeftOut>,
    stages: Vec<HeldStage>,
}

impl Walk<'_> {
    /// No entry, or a single one that wins without a contest.
    fn alone(&self) -> Option<SelectionOutcome> {
        match self.field.len() {
            0 => Some(SelectionOutcome::NoEntry { rolls_over: awards_that(self.intake, |award| award.rolls_over) }),
            1 => {
                let awards = awards_that(self.intake, |award| award.only_entry);
                let entry = self.field.iter().copied().next().filter(|_| !awards.is_empty())?;
                Some(SelectionOutcome::OnlyEntry { entry, awards })
            }
            _ => None,
        }
    }

    fn stages(&mut self) -> SelectionOutcome {
        let Some(rules) = &self.intake.rulebook.selection else {
            return self.chosen(&[], usize::from(self.intake.rulebook.roles.entries));
        };
        let (places, reserves) = (usize::from(rules.finalists), usize::from(rules.reserves));
        let nothing = StageRecord::default();
        for stage in &rules.stages {
            let record = self.intake.stages.get(&stage.id).unwrap_or(&nothing);
            if let Some(entries) = &record.entries {
                self.freeze(stage, entries);
            } else if !stage.entries.holds(self.field.len()) {
                continue;
            }
            let leads_to_final = usize::from(stage.keeps) <= places;
            if let Err(wait) = self.hold(stage, record, if leads_to_final { reserves } else { 0 }) {
                return SelectionOutcome::Waits { stage: stage.id.clone(), wait };
            }
        }
        let last = self.stages.last().map(|held| (held.order.clone(), held.stays));
        let reserves: Vec<EntryId> = match &last {
            Some((order, stays)) => order.iter().skip(*stays).take(reserves).map(|place| place.entry).collect(),
            None => Vec::new(),
        };
        // After a stage that cuts to the final's places, level or invited entries may exceed them where the stage allows it.
        let more = self.stages.last().is_some_and(|held| {
            rules.stages.iter().any(|stage| stage.id == held.stage && usize::from(stage.keeps) <= places)
        });
        self.chosen(&reserves, if more { usize::MAX } else { places })
    }

    /// Leaves out the entries that came too late for a stage that has begun.
    fn freeze(&mut self, stage: &Stage, entries: &[EntryId]) {
        let (in_it, out): (BTreeSet<_>, BTreeSet<_>) = self.field.iter().partition(|entry| entries.contains(*entry));
        self.field = in_it;
        for entry in out {
            self.reasons.insert(entry, WhyLeftOut::TooLateForStage { stage: stage.id.clone() });
        }
    }

    fn hold(&mut self, stage: &Stage, record: &StageRecord, reserves: usize) -> Result<(), Wait> {
        let mut held =
            HeldStage { stage: stage.id.clone(), field: self.field.clone(), waits: None, order: Vec::new(), stays: 0 };
        let found = self.figures(stage, record).and_then(|figures| {
            let earlier = |a, b| self.earlier(a, b);
            let keeps = usize::from(stage.keeps);
            match cut::cut(
                figures,
                &cut::Rules { keeps, reserves, tie: stage.ties, decided: &record.ties, earlier: &earlier },
            ) {
                Cut::Made { order, stays } => Ok((order, stays)),
                Cut::Level(level) => Err(Wait::Tie(level)),
            }
        });
        match found {
            Ok((order, stays)) => {
                self.stay(stage, &mut held, order, stays);
                self.stages.push(held);
                Ok(())
            }
            Err(wait) => {
                held.waits = Some(wait.clone());
                self.stages.push(held);
                Err(wait)
            }
        }
    }

    fn stay(&mut self, stage: &Stage, held: &mut HeldStage, order: Vec<Placed>, stays: usize) {
        let invited = |entry: EntryId| stage.invitations && self.intake.entries.get(&entry).is_some_and(|e| e.invited);
        let (first, rest) = order.split_at(stays);
        let (guests, rest): (Vec<Placed>, Vec<Placed>) = rest.iter().partition(|placed| invited(placed.entry));
        let place = |placed: &Placed, invited| {
            let Placed { entry, figure, place, by_tie } = *placed;
            RankedEntry { entry, place, figure, by_tie, invited }
        };
        held.order.extend(first.iter().map(|placed| place(placed, false)));
        held.order.extend(guests.iter().map(|placed| place(placed, true)));
        held.stays = held.order.len();
        held.order.extend(rest.iter().map(|placed| place(placed, false)));
        for left in &held.order[held.stays..] {
            self.field.remove(&left.entry);
            self.reasons.insert(left.entry, reason(stage, left, stays));
        }
    }

    fn figures(&self, stage: &Stage, record: &StageRecord) -> Result<Vec<(EntryId, Figure)>, Wait> {
        let of = |figure: &dyn Fn(EntryId) -> Figure| self.field.iter().map(|entry| (*entry, figure(*entry))).collect();
        let chosen = |order: &[EntryId], entry: EntryId| {
            let at = order.iter().position(|chosen| *chosen == entry);
            Figure::Chosen(at.map(|at| u16::try_from(at + 1).unwrap_or(u16::MAX)))
        };
        match (&stage.compare, &record.sheet) {
            (Compare::Earliest, _) => Ok(of(&|entry| Figure::Stamp(self.stamps(entry).0))),
            (Compare::Committee, Some(Sheet::Order(order))) => Ok(of(&|entry| chosen(order, entry))),
            (Compare::Ranks(_), Some(Sheet::Ranks(ranks))) => Ok(of(&|entry| mean_rank(ranks, entry))),
            (Compare::Points { .. }, Some(Sheet::Points(points))) => Ok(of(&|entry| mean_points(points, entry))),
            (Compare::Questions(rules), Some(Sheet::Marks(marks))) => {
                if rules.otherwise == Otherwise::GeneralQuality && is_all_zero(marks, &self.field) {
                    let Some(Sheet::Order(order)) = &record.otherwise else { return Err(Wait::GeneralQuality) };
                    return Ok(of(&|entry| chosen(order, entry)));
                }
                Ok(of(&|entry| Figure::Marks(total(marks, entry))))
            }
            (Compare::Ranks(_) | Compare::Points { .. }, _) if record.panel.is_none() => Err(Wait::Panel),
            _ => Err(Wait::Scores),
        }
    }

    /// The stamp that counts, and the receipt that decides between equal ones.
    fn stamps(&self, entry: EntryId) -> (Moment, Moment) {
        let counts = self.intake.rulebook.intake.as_ref().map_or(Stamp::Receipt, |rules| rules.priority);
        let entered = &self.intake.entries[&entry];
        (compliance::stamp(counts, entered), entered.received)
    }

    fn earlier(&self, a: EntryId, b: EntryId) -> Ordering {
        let place = |entry| {
            let (counts, received) = self.stamps(entry);
            (counts.place(), received.place())
        };
        place(a).cmp(&place(b))
    }

    fn chosen(&mut self, reserves: &[EntryId], places: usize) -> SelectionOutcome {
        if self.field.len() > places {
            return SelectionOutcome::NoStage { entries: self.field.len(), places };
        }
        let last = self.stages.last();
        let place_of = |entry: EntryId| {
            last.and_then(|held| held.order.iter().find(|place| place.entry == entry)).map(|place| place.place)
        };
        let mut finalists: Vec<_> =
            self.field.iter().map(|entry| Finalist { entry: *entry, place: place_of(*entry) }).collect();
        finalists.sort_by_key(|finalist| (finalist.place, finalist.entry));
        let left_out = finalists::left_out(self.intake, &finalists, reserves, &self.reasons);
        SelectionOutcome::Chosen(Finalists { finalists, reserves: reserves.to_vec(), left_out })
    }
}

fn reason(stage: &Stage, left: &RankedEntry, stays: usize) -> WhyLeftOut {
    let stage = stage.id.clone();
    let RankedEntry { figure, place, by_tie, .. } = *left;
    if figure == Figure::Chosen(None) {
        return WhyLeftOut::NotChosen { stage };
    }
    WhyLeftOut::Behind { stage, figure, place, stays: u16::try_from(stays).unwrap_or(u16::MAX), by_tie }
}
