//! Rotations: every judge meets every witness once, one at a time.
//!
//! Judges and witnesses are rows and symbols of a Latin square of the larger of the two numbers: in round r, the judge
//! of row j meets the witness at place j + z(r), where z zigzags (0, 1, -1, 2, -2 ...). Such squares of even order are
//! row-complete: everyone follows everyone else equally often, so that no witness always profits from the one before.
//!
//! # Source
//! E. J. Williams, Experimental designs balanced for the estimation of residual effects of treatments, Australian J. Sci.
//! Res. A 2 (1949) 149–168.

use rulebook::{ConfederateId, Draws, EntryId, JudgeId, RoundNumber, Witness, schema::Roles};

use crate::{Meeting, Plan};

/// The rotation for these numbers. Draws put judges into rows, and entries and confederates together into places;
/// without draws both are in order.
pub(crate) fn rotation(roles: Roles, draws: Option<&mut Draws>) -> Plan {
    let entries = EntryId::first(usize::from(roles.entries)).map(Witness::Entry);
    let confederates = ConfederateId::first(usize::from(roles.confederates)).map(Witness::Confederate);
    let witnesses: Vec<Witness> = entries.chain(confederates).collect();
    let judges = usize::from(roles.judges);
    let order = judges.max(witnesses.len());
    let (mut rows, mut places): (Vec<usize>, Vec<usize>) = ((0..order).collect(), (0..order).collect());
    if let Some(draws) = draws {
        draws.shuffle(&mut rows);
        draws.shuffle(&mut places);
    }
    let mut at: Vec<Option<Witness>> = vec![None; order];
    for (&place, &witness) in places.iter().zip(&witnesses) {
        at[place] = Some(witness);
    }
    let meetings = (0..order).flat_map(|round| {
        let zigzag = if round % 2 == 1 { round.div_ceil(2) } else { order - round / 2 };
        let meeting = |(judge, row): (JudgeId, &usize)| {
            let witness = at[(row + zigzag) % order]?;
            Some(Meeting::with(RoundNumber::at(round), judge, witness))
        };
        JudgeId::first(judges).zip(&rows).filter_map(meeting).collect::<Vec<_>>()
    });
    Plan::new(meetings.collect())
}
