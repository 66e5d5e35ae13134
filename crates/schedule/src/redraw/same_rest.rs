//! The rest of a plan with one change: an entry takes the place of another, or a round is played again.

use rulebook::{EntryId, InterviewId, Participant, RoundNumber, Witness};

use super::{InFixedParts, NoRedraw, Replan, is_gone, is_stranger};
use crate::{Assignment, Seating};

impl Replan<'_> {
    /// The same plan, with one entry in the place of another in all rounds to come. All other seats stay.
    ///
    /// # Errors
    /// [`NoRedraw`] when the plan is not the one that was played, or one of the two is not in the contest.
    pub fn taken_over(&self, leaves: EntryId, joins: EntryId) -> Result<Assignment, NoRedraw> {
        self.check()?;
        if let Some(who) =
            [leaves, joins].map(Participant::Entry).into_iter().find(|who| is_stranger(self.rulebook, *who))
        {
            return Err(NoRedraw::Stranger { who });
        }
        let mut plan = self.plan.clone();
        let to_come = plan.0.iter_mut().filter(|seating| !self.is_kept(seating.interview.round));
        for witness in to_come.flat_map(|seating| seating.seats.values_mut()) {
            if *witness == Witness::Entry(leaves) {
                *witness = Witness::Entry(joins);
            }
        }
        Ok(plan)
    }

    /// The same plan with a played round inserted once more, with its seats, before the rounds to come. Interviews of
    /// participants who have left since are dropped from it.
    ///
    /// # Errors
    /// [`NoRedraw`] when the round was not played, or the number of rounds is fixed by trials or sessions.
    pub fn again(&self, round: RoundNumber) -> Result<Assignment, NoRedraw> {
        self.check()?;
        let Self { rulebook, plan, up_to, left, .. } = *self;
        self.in_one_part(InFixedParts::Again)?;
        let Some(up_to) = up_to.filter(|up_to| round <= *up_to) else {
            return Err(NoRedraw::NotPlayed { up_to: round, rounds: up_to.map_or(0, RoundNumber::number) });
        };
        let next = |round: RoundNumber| RoundNumber::at(round.index() + 1);
        let is_there = |seating: &&Seating| {
            let witnesses = seating.seats.values().map(|&witness| Participant::from(witness));
            witnesses.chain([Participant::Judge(seating.interview.judge)]).all(|who| !is_gone(rulebook, left, who))
        };
        let at = |round: RoundNumber| {
            move |seating: &Seating| Seating {
                interview: InterviewId { round, ..seating.interview },
                seats: seating.seats.clone(),
            }
        };
        let mut again = self.kept();
        again.0.extend(plan.in_round(round).filter(is_there).map(at(next(up_to))));
        // If no interview of the round can take place, the round is dropped, and the rounds to come keep their numbers.
        let shift = usize::from(again.rounds() > up_to.number());
        let to_come = plan.0.iter().filter(|seating| !self.is_kept(seating.interview.round));
        again.0.extend(to_come.map(|seating| at(RoundNumber::at(seating.interview.round.index() + shift))(seating)));
        Ok(again)
    }

    /// Checks that a participant may join: the number of rounds must be free to grow.
    ///
    /// # Errors
    /// [`NoRedraw::Fixed`] in trials and sessions.
    pub fn permit_joining(&self) -> Result<(), NoRedraw> {
        self.in_one_part(InFixedParts::Join)
    }

    fn in_one_part(&self, what: InFixedParts) -> Result<(), NoRedraw> {
        let parts = match self.rulebook {
            rulebook if rulebook.schedule.sessions.is_some() => "sessions",
            rulebook if rulebook.trial_count() > 1 => "trials",
            _ => return Ok(()),
        };
        Err(NoRedraw::Fixed { what, parts })
    }
}
