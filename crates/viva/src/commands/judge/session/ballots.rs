//! The ballots: forms one after the other, then the ranking, each sealed before the next. The server stores the partial
//! answers of a form.

use std::collections::BTreeSet;

use contest::{
    FormId, fields,
    labels::{self, ConversationLabel},
    view::stage::{Form, StagePhase},
};
use rulebook::{RoundNumber, Seat, Side, Timestamp};

use super::{JudgeSession, Wish, Wished, terminal_words};
use crate::commands::judge::{order, sheet::Sheet};

/// The current question.
#[derive(Debug, Default)]
pub(super) struct Ballots {
    doing: Doing,
    /// The judge fills in the form while the talk runs, under rules that let a verdict end it.
    in_talk: bool,
    /// The sealed forms that the judge wants to change.
    again: BTreeSet<FormId>,
}

#[derive(Debug, Default)]
enum Doing {
    /// Nothing is asked, or everything is sealed.
    #[default]
    Nothing,
    /// A form is being filled in.
    Sheet(Sheet),
    /// The ranking is asked.
    Order,
    /// A form or ranking was submitted and is not answered yet.
    HandedIn(Option<Sheet>),
}

impl JudgeSession {
    /// The time of ballots begins, or the judge joins it.
    pub(super) fn begin_ballots(&mut self, now: Timestamp) {
        if !self.is_asked() {
            self.page.say("There is nothing to fill in for you: please wait.");
            return;
        }
        self.tell_time(now);
        self.ask_next();
    }

    /// Asks for forms that have opened since.
    pub(super) fn take_up_ballots(&mut self) {
        if matches!(self.ballots.doing, Doing::Nothing) && self.is_asked() {
            self.ask_next();
        }
    }

    /// Returns true if this judge has forms or a ranking to fill in now.
    pub(super) fn is_asked(&self) -> bool {
        let stage = self.stage();
        let is_time = match stage.phase {
            StagePhase::Scoring | StagePhase::EndBallots => true,
            StagePhase::Talk => self.ballots.in_talk || stage.judged,
            StagePhase::Lobby | StagePhase::Vote => !stage.late.is_empty() || stage.late_ranking.is_some(),
            StagePhase::Closed => false,
        };
        is_time && (stage.open_forms().next().is_some() || !stage.to_rank.is_empty())
    }

    /// True when this talk can be ended by a verdict.
    pub(in crate::commands::judge) fn may_end_talk(&self) -> bool {
        self.is_talking() && !self.is_reading() && !self.stage().forms.is_empty()
    }

    /// True when lines of the judge answer the form although the talk runs.
    pub(super) fn is_judging_in_talk(&self) -> bool {
        self.stage().phase == StagePhase::Talk && self.is_asked()
    }

    /// The judge wants to end the talk with a verdict.
    pub(super) fn begin_verdict(&mut self) {
        self.ballots.in_talk = true;
        self.page.say("Your verdict ends the interview as soon as it is sealed; /talk goes back to the talk.");
        self.ask_next();
    }

    /// The judge goes back to the talk, with nothing sealed.
    fn back_to_the_talk(&mut self) {
        self.ballots = Ballots::default();
        self.page.say("Back in the talk: nothing was sealed.");
    }

    /// Takes a line of the judge in the time of ballots.
    pub(super) fn ballot_line(&mut self, line: &str) {
        match line.trim() {
            "/read" => self.read_again(),
            "/talk" if self.is_talking() && !matches!(self.ballots.doing, Doing::HandedIn(_)) => {
                self.back_to_the_talk();
            }
            "/change" if self.is_asked() => {
                if !matches!(self.ballots.doing, Doing::HandedIn(_)) {
                    self.begin_anew();
                }
            }
            word if word.starts_with('/') && !word.starts_with("//") => {
                self.page.say("There is no such command: /help lists them.");
            }
            _ => self.answer(line),
        }
    }

    /// The form being filled in, or submitted and not answered yet.
    #[cfg(feature = "screen")]
    pub(super) fn sheet(&self) -> Option<&Sheet> {
        match &self.ballots.doing {
            Doing::Sheet(sheet) | Doing::HandedIn(Some(sheet)) => Some(sheet).filter(|_| self.is_asked()),
            Doing::Nothing | Doing::Order | Doing::HandedIn(None) => None,
        }
    }

    /// Goes back to the previous question of the form being filled in.
    #[cfg(feature = "screen")]
    pub(super) fn go_back(&mut self) {
        if let Doing::Sheet(sheet) = &mut self.ballots.doing {
            sheet.go_back();
        }
    }

    /// The submitted form or ranking is recorded.
    pub(super) fn sealed(&mut self, wished: Wished) {
        let form = match std::mem::take(&mut self.ballots.doing) {
            Doing::HandedIn(Some(sheet)) => FormId::Ballot(sheet.round()),
            _ => FormId::Ranking(self.stage().ranked_trial()),
        };
        self.ballots.again.remove(&form);
        let what = if wished == Wished::Ballot { "ballot" } else { "ranking" };
        self.page.say(format!("Your {what} is sealed: {}. Nobody sees it before the end.", self.said(form)));
        if self.is_asked() {
            self.ask_next();
        }
    }

    /// The submitted form or ranking was refused.
    pub(super) fn ask_again(&mut self, wished: Wished) {
        if !self.is_asked() {
            self.ballots.doing = Doing::Nothing;
            return;
        }
        match std::mem::take(&mut self.ballots.doing) {
            Doing::HandedIn(Some(mut sheet)) if wished == Wished::Ballot => {
                sheet.begin_anew();
                self.ask_sheet(sheet);
            }
            Doing::HandedIn(None) if wished == Wished::Ranking => self.ask_order(),
            doing => self.ballots.doing = doing,
        }
    }

    /// The prompt of the ballots.
    pub(super) fn ballot_prompt(&self) -> Option<String> {
        let asks = matches!(self.ballots.doing, Doing::Sheet(_) | Doing::Order) && self.is_asked();
        asks.then(|| "answer> ".to_owned())
    }

    /// Returns true if this form is sealed, and not being changed.
    fn is_sealed(&self, form: FormId) -> bool {
        let is_known = match form {
            FormId::Ballot(round) => self.screen.ballots.contains_key(&round),
            FormId::Ranking(trial) => self.screen.rankings.contains_key(&trial),
            FormId::Notes(_) => false,
        };
        is_known && !self.ballots.again.contains(&form)
    }

    /// Returns true if a form or ranking asked for now is not sealed.
    pub(super) fn owes(&self) -> bool {
        let stage = self.stage();
        let ranks =
            self.is_asked() && !stage.to_rank.is_empty() && !self.is_sealed(FormId::Ranking(stage.ranked_trial()));
        let fills = |form: &Form| !self.is_sealed(FormId::Ballot(form.interview.round));
        ranks || (self.is_asked() && stage.open_forms().any(fills))
    }

    /// The recorded answers of this form, in words with the values.
    pub(super) fn said(&self, form: FormId) -> String {
        let said = match form {
            FormId::Ballot(round) => self.screen.ballots.get(&round).map(labels::said),
            FormId::Ranking(trial) => self
                .rules
                .ballots
                .ranking
                .and_then(|rules| Some(labels::said_of_order(self.screen.rankings.get(&trial)?, rules.from))),
            FormId::Notes(_) => None,
        };
        said.map(|said| said.to_string()).unwrap_or_default()
    }

    /// Asks for the next unsealed form or ranking.
    fn ask_next(&mut self) {
        let unsealed = |form: &&Form| !self.is_sealed(FormId::Ballot(form.interview.round));
        let form = self.stage().open_forms().find(unsealed).cloned();
        let ranked = self.is_sealed(FormId::Ranking(self.stage().ranked_trial()));
        match form {
            Some(form) => self.ask_form(&form),
            None if !self.stage().to_rank.is_empty() && !ranked => self.ask_order(),
            None => {
                self.page.say("Everything is sealed. Please wait; /change begins again while there is time.");
            }
        }
    }

    fn begin_anew(&mut self) {
        let ballots = self.stage().open_forms().map(|form| FormId::Ballot(form.interview.round));
        let ranking = (!self.stage().to_rank.is_empty()).then_some(FormId::Ranking(self.stage().ranked_trial()));
        for form in ballots.chain(ranking).collect::<Vec<_>>() {
            if self.is_sealed(form) {
                let said = self.said(form);
                self.page.say(format!("Sealed: {said}. That counts until you seal something else."));
                self.ballots.again.insert(form);
            }
        }
        let first = self.stage().open_forms().next().cloned();
        match first {
            Some(form) => self.ask_form(&form),
            None => self.ask_order(),
        }
    }

    fn ask_form(&mut self, form: &Form) {
        let sheet = Sheet::of(&self.rules.ballots.interview, form);
        if self.stage().phase == StagePhase::EndBallots {
            let round = sheet.round();
            self.page.say_in_lines(format!("\nRound {}:", round.number()));
            // A screen shows the conversations above the form.
            if !self.page.is_a_screen() {
                for seat in sheet.about().to_vec() {
                    self.show_conversation(round, seat);
                }
            }
        }
        self.ask_sheet(sheet);
    }

    fn ask_sheet(&mut self, sheet: Sheet) {
        if let Some(question) = sheet.question() {
            self.page.say_in_lines(question);
        }
        self.ballots.doing = Doing::Sheet(sheet);
    }

    fn ask_order(&mut self) {
        let Some(rules) = self.rules.ballots.ranking else { return };
        let met = self.stage().to_rank.clone();
        self.page.say("\nHow human was everyone?");
        for (number, id) in (1..).zip(&met) {
            self.page.say(format!("{number:>3}  {}", ConversationLabel(*id)));
        }
        self.page.say(order::question(rules, met.len()));
        self.ballots.doing = Doing::Order;
    }

    fn answer(&mut self, line: &str) {
        match std::mem::take(&mut self.ballots.doing) {
            Doing::Sheet(mut sheet) => {
                if let Err(why) = sheet.answer(line) {
                    self.page.say(format!("[not an answer: {why}]"));
                    return self.ask_sheet(sheet);
                }
                match sheet.answers() {
                    Some(answers) => {
                        let wish = Wish::Ballot { round: sheet.round(), answers: answers.clone() };
                        self.wishes.push_back(wish);
                        self.ballots.doing = Doing::HandedIn(Some(sheet));
                    }
                    None => {
                        let form = FormId::Ballot(sheet.round());
                        let fields = fields::of_answers(sheet.so_far());
                        self.wishes.push_back(Wish::Draft { form, fields });
                        self.ask_sheet(sheet);
                    }
                }
            }
            Doing::Order => {
                let read = match self.rules.ballots.ranking {
                    Some(rules) => order::read(rules, &self.stage().to_rank, line),
                    None => return,
                };
                match read {
                    Ok(order) => {
                        self.wishes.push_back(Wish::Ranking { order });
                        self.ballots.doing = Doing::HandedIn(None);
                    }
                    Err(why) => {
                        self.page.say(format!("[not an order: {why}]"));
                        self.ballots.doing = Doing::Order;
                    }
                }
            }
            doing => {
                self.ballots.doing = doing;
                self.page.say("There is nothing to answer now: please wait.");
            }
        }
    }

    /// Shows again the conversations that the forms are about.
    fn read_again(&mut self) {
        let stage = self.stage().clone();
        let of = |form: &Form| form.seats.iter().map(|seat| (form.interview.round, *seat)).collect::<Vec<_>>();
        let mut asked: Vec<(RoundNumber, Seat)> = stage.forms.iter().flat_map(of).collect();
        asked.extend(stage.to_rank.iter().map(|id| (id.interview.round, id.seat)));
        asked.sort_unstable();
        asked.dedup();
        for (round, seat) in asked {
            self.show_conversation(round, seat);
        }
        match &self.ballots.doing {
            Doing::Sheet(sheet) => self.page.say_in_lines(sheet.question().unwrap_or_default()),
            Doing::Order => self.ask_order(),
            Doing::Nothing | Doing::HandedIn(_) => {}
        }
    }

    fn show_conversation(&mut self, round: RoundNumber, seat: Seat) {
        let Some(conversation) = self.screen.conversations.get(&(round, seat)).cloned() else { return };
        let place = match seat {
            Seat::Only => format!("round {}", round.number()),
            seat => format!("round {}, {}", round.number(), terminal_words::mark(seat)),
        };
        self.page.say(format!("--- {place}"));
        for line in conversation.lines {
            let who = if line.side == Side::Judge { "you".to_owned() } else { terminal_words::mark(seat) };
            self.page.say(format!("{who}: {}", line.text));
        }
        self.page.say("---");
    }
}
