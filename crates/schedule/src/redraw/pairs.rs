//! The rest of a plan in which a judge compares an entry and a confederate.

use rulebook::{ConfederateId, EntryId, JudgeId, RoundNumber};

use super::{NoRedraw, Present};
use crate::{Effort, Meeting, solver::Remainder};

/// Meetings of judges with their remaining entries, beside confederates they did not meet. The matrix is followed where
/// its confederate is there; otherwise another confederate takes the place.
pub(super) fn rest(
    present: &Present,
    past: &[Meeting],
    matrix: Option<&Vec<Vec<ConfederateId>>>,
) -> Result<Vec<Meeting>, NoRedraw> {
    let Present { judges, entries, confederates } = present;
    if confederates.is_empty() {
        return Ok(vec![]);
    }
    let met = |judge: JudgeId, entry: EntryId| past.iter().any(|m| m.judge == judge && m.entry == Some(entry));
    let settled = |judge: JudgeId, entry: EntryId| {
        let named = matrix?.get(judge.index())?.get(entry.index())?;
        confederates.iter().position(|person| person == named)
    };
    let mut cells = vec![];
    for (row, &judge) in judges.iter().enumerate() {
        let due = entries.iter().enumerate().filter(|&(_, &entry)| !met(judge, entry));
        cells.extend(due.map(|(column, &entry)| (row, column, settled(judge, entry))));
    }
    let times = |is_with: &dyn Fn(&Meeting) -> bool| {
        let of = |person: &ConfederateId| past.iter().filter(|m| is_with(m) && m.confederate == Some(*person)).count();
        confederates.iter().map(of).collect::<Vec<_>>()
    };
    let judges_met = judges.iter().map(|&judge| times(&|m| m.judge == judge)).collect();
    let entries_met = entries.iter().map(|&entry| times(&|m| m.entry == Some(entry))).collect();
    let interviews = cells.len();
    let remainder = Remainder { cells, judges_met, entries_met };
    let meetings = remainder.fewest(Effort::of_draw(interviews)).ok_or(NoRedraw::TooLarge { interviews })?;
    let meeting = |[round, judge, entry, person]: [usize; 4]| Meeting {
        round: RoundNumber::at(round),
        judge: judges[judge],
        entry: Some(entries[entry]),
        confederate: Some(confederates[person]),
    };
    Ok(meetings.into_iter().map(meeting).collect())
}
