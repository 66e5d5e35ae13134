//! A judge's page; where every person is both judge and confederate, also that of whoever answers.
//!
//! It is made from what the judge was told and nothing else, so that it cannot say more: in a contest in which both sides
//! guess, the same words and clock give the same bytes on both sides.

use askama::Template;
use contest::{
    transcript::{SILENT, Transcript},
    view::{judge::JudgeScreen, stage::StagePhase},
};
use rulebook::{ConversationId, RoundNumber, Seat, Side, schema::RankFrom};

use super::{
    Desk,
    ballot::{Again, BallotForm, Input},
    desk::{Speech, Turn},
    seats,
};
use crate::fields;

/// A judge's page.
#[derive(Template)]
#[template(path = "judge.html")]
pub struct JudgePage<'a> {
    /// Who, where, when.
    pub desk: Desk<'a>,
    /// What the judge has been told.
    pub screen: &'a JudgeScreen,
}

/// A conversation on the screen, with the field that speaks in it.
struct Pane<'a> {
    id: String,
    heading: String,
    /// What the conversation is called for those who do not see where it stands.
    label: String,
    speaker: &'static str,
    transcript: &'a Transcript,
    speech: Speech<'a>,
}

/// A conversation to be ranked.
struct Met<'a> {
    id: ConversationId,
    name: String,
    /// Its rank so far, from 1.
    rank: String,
    again: Option<Again<'a>>,
}

impl JudgePage<'_> {
    /// The conversations of this round, every seat in the same way.
    fn panes(&self) -> Vec<Pane<'_>> {
        let panes = self.desk.stage.seats.iter().map(|&seat| {
            let transcript = self.desk.stage.round.map_or(&SILENT, |round| self.in_round(round, seat));
            Pane {
                id: format!("log-{seat}"),
                heading: seats::heading(seat),
                label: seats::conversation(seat),
                speaker: seats::speaker(seat),
                transcript,
                speech: self.desk.speech(Some(seat), format!("To {}", seats::phrase(seat)), transcript),
            }
        });
        panes.collect()
    }

    fn in_round(&self, round: RoundNumber, seat: Seat) -> &Transcript {
        self.screen.conversations.get(&(round, seat)).unwrap_or(&SILENT)
    }

    /// The forms that are open now. Those at the end come with the conversations they ask about.
    fn forms(&self) -> Vec<BallotForm<'_>> {
        let at_end = self.desk.stage.phase == StagePhase::EndBallots;
        let forms = self.desk.stage.forms.iter().map(|form| {
            let round = form.interview.round;
            let recorded = self.screen.ballots.get(&round);
            let id = format!("ballot-{round}");
            let filled = match self.desk.attempt.filter(|attempt| attempt.form == id) {
                Some(attempt) => attempt.fields.clone(),
                None => recorded.map(fields::of_answers).unwrap_or_default(),
            };
            let title = match form.seats[..] {
                [seat] if at_end => seats::among_others(round.number(), seat),
                _ if at_end => format!("Round {}", round.number()),
                _ => "Your ballot".to_owned(),
            };
            let questions = &self.desk.rulebook.ballots.interview;
            let mut sheet = BallotForm::of(questions, form, title, &filled, recorded);
            if at_end {
                let again =
                    form.seats.iter().map(|seat| self.again(ConversationId { interview: form.interview, seat: *seat }));
                sheet.again = again.collect();
            }
            sheet
        });
        forms.collect()
    }

    fn again(&self, id: ConversationId) -> Again<'_> {
        Again {
            id: id.to_string(),
            name: seats::among_others(id.interview.round.number(), id.seat),
            speaker: seats::speaker(id.seat),
            transcript: self.in_round(id.interview.round, id.seat),
        }
    }

    /// Everyone to be ranked, with the conversations where no form of this page shows them.
    fn met(&self) -> Vec<Met<'_>> {
        let recorded = self.screen.rankings.get(&self.desk.stage.trial);
        let recorded = recorded.map(|order| fields::of_order(order, self.rank_from())).unwrap_or_default();
        let attempt = self.desk.attempt.filter(|attempt| attempt.form == "ranking");
        let ranks = attempt.map_or(&recorded, |attempt| &attempt.fields);
        let shows = |id: &ConversationId| self.desk.stage.forms.iter().all(|form| form.interview != id.interview);
        let met = self.desk.stage.to_rank.iter().map(|id| Met {
            id: *id,
            name: seats::among_others(id.interview.round.number(), id.seat),
            rank: ranks
                .iter()
                .find(|(name, _)| *name == fields::rank(*id))
                .map_or_else(String::new, |(_, rank)| rank.clone()),
            again: shows(id).then(|| self.again(*id)),
        });
        met.collect()
    }

    fn has_ranked(&self) -> bool {
        self.screen.rankings.contains_key(&self.desk.stage.trial)
    }

    fn rank_from(&self) -> RankFrom {
        self.desk.rulebook.ballots.ranking.map_or(RankFrom::MostHuman, |rules| rules.from)
    }

    /// How the ranking is asked for.
    fn rank_note(&self) -> String {
        let first = match self.rank_from() {
            RankFrom::MostHuman => "most",
            RankFrom::LeastHuman => "least",
        };
        let level = if self.may_be_level() {
            "Those you find equal may have the same number."
        } else {
            "Give everyone a different number."
        };
        format!("1 is the {first} human. {level}")
    }

    fn may_be_level(&self) -> bool {
        self.desk.rulebook.ballots.ranking.is_some_and(|rules| rules.equals)
    }
}
