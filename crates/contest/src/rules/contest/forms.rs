//! Open forms, their drafts, and the answers that count at the close.

use rulebook::{
    InterviewId, Participant, RoundNumber, Seat, Side, Timestamp,
    schema::{Drafts as DraftRule, Question, QuestionTime},
};

use super::{Contest, Phase, RoundPart};
use crate::{
    Actor, Private, Refusal,
    drafts::{BYTES_MAX, FormDrafts},
    event::{CastForm, ControlEvent, Counted, Ranking, apart},
    fields::{self, Fields},
    form::{ClosedForm, FormId},
};

/// The outcome of an unsealed form if it is closed now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Prospect {
    /// The form is blank.
    Empty,
    /// The draft is incomplete or invalid, and will be lost.
    Incomplete,
    /// The draft will be lost, because the rulebook counts no drafts.
    Lapses,
    /// The draft is complete and valid, and will count.
    Counts,
}

impl Contest {
    /// The interviews about which this participant is asked in this phase, each with the seats of its form.
    #[must_use]
    pub fn forms(&self, who: Participant) -> Vec<(RoundPart, Vec<Seat>)> {
        match (self.phase, self.rulebook.ballots.asked) {
            (Phase::Scoring(round, _), QuestionTime::AfterInterview) => self.forms_about(who, [round]),
            (Phase::Talk(round, _), QuestionTime::AfterInterview) if self.rulebook.ballots.early => {
                self.forms_about(who, [round])
            }
            (Phase::EndBallots(trial, _), QuestionTime::AtEnd) => self.forms_about(who, self.rounds_of(trial)),
            _ => Vec::new(),
        }
    }

    /// True if the judge has ended this interview with a verdict, while its round's talk runs.
    #[must_use]
    pub fn is_ended_early(&self, interview: InterviewId) -> bool {
        let talks = matches!(self.phase, Phase::Talk(round, _) if round == interview.round);
        talks
            && self.rulebook.ballots.early
            && self.interviews.get(&interview).is_some_and(|known| known.ballot.is_some())
    }

    /// True if this interview takes no more words: the organiser has ended it, or the judge has with a verdict.
    #[must_use]
    pub fn is_over(&self, interview: InterviewId) -> bool {
        self.interviews.get(&interview).is_some_and(|known| known.aborted) || self.is_ended_early(interview)
    }

    /// True if every interview of this round was ended, at least one with a verdict: there is no talk to wait for.
    #[must_use]
    pub fn is_judged_early(&self, round: RoundNumber) -> bool {
        let ids = || self.interviews_in(round).map(|seating| seating.interview);
        let is_aborted = |id: InterviewId| self.interviews.get(&id).is_some_and(|known| known.aborted);
        ids().any(|id| self.is_ended_early(id)) && ids().all(|id| is_aborted(id) || self.is_ended_early(id))
    }

    /// Every form that this participant may fill in now: those of the phase, and those that a ruling allows late.
    #[must_use]
    pub fn open_forms(&self, who: Participant) -> Vec<FormId> {
        let late = self.late_forms.iter().filter_map(|form| self.form_of(*form));
        let late = late.filter(|(whose, _)| *whose == who).map(|(_, form)| form);
        self.asked_forms(who).into_iter().chain(late).collect()
    }

    /// The forms that this participant is asked for in this phase.
    #[must_use]
    pub fn asked_forms(&self, who: Participant) -> Vec<FormId> {
        let ballots = self.forms(who).into_iter().map(|(part, _)| FormId::Ballot(part.interview.round));
        let ranking = match self.phase {
            Phase::EndBallots(trial, _) => self.ranking_asked(who, trial),
            Phase::Lobby(_) | Phase::Talk(..) | Phase::Scoring(..) | Phase::Vote(..) | Phase::Closed => None,
        };
        ballots.chain(ranking).collect()
    }

    /// The participants who owe a ballot or a ranking now.
    #[must_use]
    pub fn ballots_missing(&self) -> Vec<Participant> {
        // No verdict is owed while the talk runs.
        if matches!(self.phase, Phase::Talk(..)) {
            return Vec::new();
        }
        let missing = |who: &Participant| {
            !self.left.contains(who) && self.asked_forms(*who).into_iter().any(|form| self.given(*who, form).is_none())
        };
        self.cast().into_iter().filter(missing).collect()
    }

    /// The way in which this participant's answers on a form came to count; `None` without answers.
    #[must_use]
    pub fn given(&self, who: Participant, form: FormId) -> Option<Counted> {
        let is_draft = match form {
            FormId::Ballot(round) => {
                let RoundPart { interview, side } = self.part(who, round)?;
                let interview = self.interviews.get(&interview)?;
                interview.ballot_of(side)?;
                interview.drafts.contains(&side)
            }
            FormId::Ranking(trial) => {
                let Participant::Judge(judge) = who else { return None };
                self.rankings.get(&(trial, judge))?;
                self.draft_rankings.contains(&(trial, judge))
            }
            FormId::Notes(_) => return None,
        };
        Some(if is_draft { Counted::Draft } else { Counted::Sealed })
    }

    /// The outcome of this participant's latest closed forms: those of the round, and those at the end of its trial if
    /// their time is over too.
    #[must_use]
    pub fn closed_forms(&self, who: Participant) -> Vec<ClosedForm> {
        let played = self.played();
        if matches!(self.phase, Phase::Talk(..) | Phase::Scoring(..)) || played == 0 {
            return Vec::new();
        }
        let last = RoundNumber::new(played);
        let trial = self.trial_of(last);
        let is_judged = self.judged >= trial && played == self.last_of(trial);
        let after = self.rulebook.ballots.asked == QuestionTime::AfterInterview;
        let about: Vec<RoundNumber> = match (after, is_judged) {
            (true, _) => vec![last],
            (false, true) => self.rounds_of(trial).collect(),
            (false, false) => Vec::new(),
        };
        let ballots = self.forms_about(who, about).into_iter().map(|(part, _)| FormId::Ballot(part.interview.round));
        let ranking = if is_judged { self.ranking_asked(who, trial) } else { None };
        let open = self.open_forms(who);
        let closed = ballots.chain(ranking).filter(|form| !open.contains(form));
        closed.map(|form| ClosedForm { form, counted: self.given(who, form) }).collect()
    }

    /// Checks that this draft may be saved now.
    ///
    /// # Errors
    /// The refusal for its writer.
    pub fn permit_draft(&self, who: Participant, form: FormId, now: Timestamp) -> Result<(), Refusal> {
        if self.takes_draft(who, form) { Ok(()) } else { Err(self.why_closed(who, form, now)) }
    }

    /// True if this form takes a draft now. Notes may be written from the beginning of their interview to the close.
    pub(crate) fn takes_draft(&self, who: Participant, form: FormId) -> bool {
        match form {
            FormId::Ballot(_) | FormId::Ranking(_) => self.open_forms(who).contains(&form),
            FormId::Notes(round) => {
                let began = |part: RoundPart| self.interviews.contains_key(&part.interview);
                let is_judge = matches!(who, Participant::Judge(_)) && !self.left.contains(&who);
                is_judge && self.phase != Phase::Closed && self.part(who, round).is_some_and(began)
            }
        }
    }

    /// The content of a form after this change: of the draft, or without one, of the sealed answers. An empty text
    /// clears a field, and an unnamed field stays as it is, so that two pages of one person do not undo each other's
    /// work.
    ///
    /// # Errors
    /// [`Refusal::DraftTooLong`] when the content exceeds every form.
    pub fn changed(
        &self,
        drafts: &FormDrafts,
        who: Participant,
        form: FormId,
        changes: &Fields,
    ) -> Result<Fields, Refusal> {
        let mut fields = drafts.of(who, form).cloned().unwrap_or_else(|| self.sealed_fields(who, form));
        fields.retain(|(name, _)| changes.iter().all(|(changed, _)| changed != name));
        fields.extend(changes.iter().filter(|(_, text)| !text.is_empty()).cloned());
        let bytes: usize = fields.iter().map(|(name, text)| name.len() + text.len()).sum();
        if bytes > BYTES_MAX { Err(Refusal::DraftTooLong) } else { Ok(fields) }
    }

    /// The fields of a form as they were sealed; empty if they were not.
    fn sealed_fields(&self, who: Participant, form: FormId) -> Fields {
        let sealed = match (form, who) {
            (FormId::Ballot(round), _) => self.part(who, round).and_then(|RoundPart { interview, side }| {
                let ballot = self.interviews.get(&interview)?.ballot_of(side)?;
                ballot.held().map(fields::of_answers)
            }),
            (FormId::Ranking(trial), Participant::Judge(judge)) => {
                let ranking = self.rankings.get(&(trial, judge)).and_then(Private::held);
                let from = self.rulebook.ballots.ranking.map(|rules| rules.from);
                ranking.zip(from).map(|(ranking, from)| fields::of_order(&ranking.order, from))
            }
            (FormId::Ranking(_) | FormId::Notes(_), _) => None,
        };
        sealed.unwrap_or_default()
    }

    /// The events by which drafts count, to be recorded right before this event: complete and valid drafts of people
    /// who sealed nothing.
    #[must_use]
    pub fn counted(&self, drafts: &FormDrafts, closing: &ControlEvent, now: Timestamp) -> Vec<ControlEvent> {
        let closes = match (closing, self.phase) {
            (ControlEvent::RoundClosed { round }, Phase::Scoring(open, _)) => *round == open,
            (ControlEvent::EndBallotsClosed { trial }, Phase::EndBallots(open, _)) => *trial == open,
            _ => false,
        };
        let mut facts = Vec::new();
        if !closes {
            return facts;
        }
        // One after the other: each split may count once.
        let mut ahead = self.clone();
        for who in self.cast() {
            for form in self.asked_forms(who) {
                let fact = drafts.of(who, form).and_then(|fields| self.draft_cast(who, form, fields));
                if let Some(fact) = fact.filter(|fact| ahead.permit(Actor::Server, fact, now).is_ok()) {
                    // The ballot's number in its stream does not matter here.
                    ahead.apply(&fact, 0, now);
                    facts.push(fact);
                }
            }
        }
        facts
    }

    /// Every open form without sealed answers, with its participant and its outcome if it is closed now.
    #[must_use]
    pub fn prospects(&self, drafts: &FormDrafts, now: Timestamp) -> Vec<(Participant, FormId, Prospect)> {
        let closing = match self.phase {
            Phase::Scoring(round, _) => ControlEvent::RoundClosed { round },
            Phase::EndBallots(trial, _) => ControlEvent::EndBallotsClosed { trial },
            Phase::Lobby(_) | Phase::Talk(..) | Phase::Vote(..) | Phase::Closed => return Vec::new(),
        };
        let counts: Vec<_> = self.counted(drafts, &closing, now).iter().filter_map(|fact| self.cast_by(fact)).collect();
        let people = self.cast().into_iter().filter(|who| !self.left.contains(who));
        let forms = people.flat_map(|who| self.asked_forms(who).into_iter().map(move |form| (who, form)));
        let unsealed = forms.filter(|(who, form)| self.given(*who, *form).is_none());
        let prospect = |who, form| match drafts.of(who, form) {
            None => Prospect::Empty,
            Some(_) if self.rulebook.ballots.drafts == DraftRule::Lapse => Prospect::Lapses,
            Some(_) if counts.contains(&(who, form)) => Prospect::Counts,
            Some(_) => Prospect::Incomplete,
        };
        unsealed.map(|(who, form)| (who, form, prospect(who, form))).collect()
    }

    /// The participant and the form of a ballot or ranking; `None` for any other event.
    #[expect(clippy::wildcard_enum_match_arm, reason = "no other fact casts anything")]
    pub(crate) fn cast_by(&self, fact: &ControlEvent) -> Option<(Participant, FormId)> {
        match fact {
            ControlEvent::BallotCast { interview, from, .. } => {
                self.form_of(CastForm::Ballot { interview: *interview, from: *from })
            }
            ControlEvent::RankingCast { judge, trial, .. } => {
                self.form_of(CastForm::Ranking { trial: *trial, judge: *judge })
            }
            _ => None,
        }
    }

    /// The questions about an interview.
    #[must_use]
    pub fn questions(&self) -> &[Question] {
        &self.rulebook.ballots.interview
    }

    /// The event that this draft becomes if it counts; `None` when it is incomplete or unreadable.
    fn draft_cast(&self, who: Participant, form: FormId, fields: &Fields) -> Option<ControlEvent> {
        match form {
            FormId::Ballot(round) => {
                let part = self.part(who, round)?;
                let reading = fields::read(self.questions(), &self.seats_seen(part), fields);
                let (private, reason) = apart(reading.answers);
                reading.faults.is_empty().then_some(ControlEvent::BallotCast {
                    interview: part.interview,
                    from: part.side,
                    counted: Counted::Draft,
                    private,
                    reason,
                })
            }
            FormId::Ranking(trial) => {
                let (Participant::Judge(judge), Some(rules)) = (who, self.rulebook.ballots.ranking) else {
                    return None;
                };
                let reading = fields::read_order(rules, &self.met_by(judge, trial), fields);
                reading.faults.is_empty().then_some(ControlEvent::RankingCast {
                    judge,
                    trial,
                    counted: Counted::Draft,
                    private: Private::Held(Ranking { order: reading.order }),
                })
            }
            FormId::Notes(_) => None,
        }
    }

    pub(super) fn forms_about(
        &self,
        who: Participant,
        rounds: impl IntoIterator<Item = RoundNumber>,
    ) -> Vec<(RoundPart, Vec<Seat>)> {
        let is_person = !matches!(who, Participant::Entry(_) | Participant::Organiser);
        if self.questions().is_empty() || !is_person {
            return Vec::new();
        }
        let form = |round| {
            let part = self.part(who, round)?;
            let guesses = part.side == Side::Judge || self.rulebook.interview.symmetric;
            (guesses && self.has_begun(part.interview)).then(|| (part, self.seats_seen(part)))
        };
        rounds.into_iter().filter_map(form).collect()
    }

    /// True if this interview began and counts: the organiser did not end it, and its round is not played again.
    pub(super) fn has_begun(&self, interview: InterviewId) -> bool {
        let is_whole = self.interviews.get(&interview).is_some_and(|interview| !interview.aborted);
        is_whole && !self.void.contains(&interview.round)
    }

    /// The ranking that this participant is asked for at the end of this trial.
    pub(super) fn ranking_asked(&self, who: Participant, trial: u16) -> Option<FormId> {
        let Participant::Judge(judge) = who else { return None };
        let asked = self.rulebook.ballots.ranking.is_some() && !self.met_by(judge, trial).is_empty();
        asked.then_some(FormId::Ranking(trial))
    }

    /// The reason why a form is not open.
    fn why_closed(&self, who: Participant, form: FormId, now: Timestamp) -> Refusal {
        let refused = match form {
            FormId::Ballot(round) => match self.part(who, round) {
                Some(part) => self.permit_ballot(part, Counted::Sealed, None, now),
                None => Err(Refusal::NotInterviewed),
            },
            FormId::Ranking(trial) => match who {
                Participant::Judge(judge) => self.permit_ranking(judge, trial, Counted::Sealed, None, now),
                Participant::Organiser
                | Participant::Confederate(_)
                | Participant::Entry(_)
                | Participant::Referee(_) => Err(Refusal::NotYours),
            },
            FormId::Notes(_) if self.phase == Phase::Closed => Err(Refusal::Closed),
            FormId::Notes(_) => Err(Refusal::NotInterviewed),
        };
        refused.err().unwrap_or(Refusal::NotYours)
    }
}
