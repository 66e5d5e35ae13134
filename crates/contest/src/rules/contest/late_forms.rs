//! Ballots and rankings that a ruling allows after their time.
//!
//! A judge's lost connection must not cost an award. *Invariant:* a late form changes no phase and no clock, and none is
//! allowed once a vote or a coin has decided between level entries, because it could change who was level.

use rulebook::{JudgeId, Participant, Seat, Side, schema::QuestionTime};

use super::{Contest, Phase, RoundPart};
use crate::{Refusal, event::CastForm, form::FormId};

impl Contest {
    /// The participant who fills in a form, and its id on their page; `None` if there is no such interview.
    #[must_use]
    pub fn form_of(&self, form: CastForm) -> Option<(Participant, FormId)> {
        match form {
            CastForm::Ballot { interview, from } => {
                let who = self.voter(RoundPart { interview, side: from }).ok()?;
                Some((who, FormId::Ballot(interview.round)))
            }
            CastForm::Ranking { trial, judge } => Some((Participant::Judge(judge), FormId::Ranking(trial))),
        }
    }

    /// This form of a participant, under the name that rulings use.
    ///
    /// # Errors
    /// If the participant has no such form.
    pub fn cast_form(&self, who: Participant, form: FormId) -> Result<CastForm, Refusal> {
        match (form, who) {
            (FormId::Ballot(round), _) => {
                let RoundPart { interview, side: from } = self.part(who, round).ok_or(Refusal::NotInterviewed)?;
                Ok(CastForm::Ballot { interview, from })
            }
            (FormId::Ranking(trial), Participant::Judge(judge)) => Ok(CastForm::Ranking { trial, judge }),
            (FormId::Ranking(_) | FormId::Notes(_), _) => Err(Refusal::NoSuchBallot),
        }
    }

    /// The interviews about which a ruling lets this participant answer late, each with the seats of its form.
    #[must_use]
    pub fn late_ballots(&self, who: Participant) -> Vec<(RoundPart, Vec<Seat>)> {
        let rounds = self.late_forms.iter().filter_map(|form| match form {
            CastForm::Ballot { interview, .. } => Some(interview.round),
            CastForm::Ranking { .. } => None,
        });
        let about = self.forms_about(who, rounds);
        about.into_iter().filter(|(part, _)| self.is_late(CastForm::of(*part))).collect()
    }

    /// The trial whose ranking a ruling lets this participant give late.
    #[must_use]
    pub fn late_ranking(&self, who: Participant) -> Option<u16> {
        self.late_forms.iter().find_map(|form| match form {
            CastForm::Ranking { trial, judge } if Participant::Judge(*judge) == who => Some(*trial),
            CastForm::Ranking { .. } | CastForm::Ballot { .. } => None,
        })
    }

    /// True if a ruling allows this form late, and it was not given yet.
    #[must_use]
    pub fn is_late(&self, form: CastForm) -> bool {
        self.late_forms.contains(&form)
    }

    /// Every form that a ruling could allow late: its time is over, and nothing was given on it.
    #[must_use]
    pub fn lost_forms(&self) -> Vec<(Participant, FormId)> {
        let sides = if self.rulebook.interview.symmetric { &[Side::Judge, Side::Witness][..] } else { &[Side::Judge] };
        let blank = self.interviews.iter().flat_map(|(&interview, known)| {
            let blank = sides.iter().filter(|side| known.ballot_of(**side).is_none());
            blank.map(move |&from| CastForm::Ballot { interview, from })
        });
        let trials = 1..=self.judged;
        let unranked = trials.flat_map(|trial| {
            let judges = JudgeId::first(self.rulebook.roles.judges.into());
            judges.map(move |judge| CastForm::Ranking { trial, judge })
        });
        let lost = blank.chain(unranked).filter(|form| self.permit_late_ballot(*form).is_ok());
        lost.filter_map(|form| self.form_of(form)).collect()
    }

    /// Checks that a ruling may allow this form late.
    ///
    /// # Errors
    /// The refusal, with the obstacle.
    pub(super) fn permit_late_ballot(&self, of: CastForm) -> Result<(), Refusal> {
        let (who, form) = self.form_of(of).ok_or(Refusal::NotInterviewed)?;
        if self.left.contains(&who) || !self.is_cast(who) {
            return Err(Refusal::NotYours);
        }
        if !self.votes.is_empty() || !self.coins.is_empty() {
            return Err(Refusal::LateAfterVote);
        }
        if self.open_forms(who).contains(&form) {
            return Err(Refusal::FormOpen);
        }
        let is_over = match of {
            CastForm::Ballot { interview, .. } => {
                let asks = !self.forms_about(who, [interview.round]).is_empty();
                let trial = self.trial_of(interview.round);
                let is_over = match self.rulebook.ballots.asked {
                    QuestionTime::AfterInterview => {
                        !matches!(self.phase, Phase::Talk(round, _) if round == interview.round)
                            && interview.round.number() <= self.played()
                    }
                    QuestionTime::AtEnd => trial <= self.judged,
                };
                asks.then_some(is_over)
            }
            CastForm::Ranking { trial, .. } => {
                let asks = self.ranking_asked(who, trial).is_some();
                // The page ranks the witnesses of one trial: the last one that was played.
                asks.then_some(trial == self.judged && self.played() == self.last_of(trial))
            }
        };
        match is_over {
            None => Err(Refusal::NoSuchBallot),
            Some(false) => Err(Refusal::BallotNotOpen),
            Some(true) if self.given(who, form).is_some() => Err(Refusal::GivenAlready),
            Some(true) => Ok(()),
        }
    }
}

impl CastForm {
    /// The ballot of this part.
    #[must_use]
    pub fn of(RoundPart { interview, side: from }: RoundPart) -> Self {
        Self::Ballot { interview, from }
    }
}
