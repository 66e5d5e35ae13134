//! A scripted judge: opens every conversation, asks in turn, reacts, waits for a limited time, weighs the answers and
//! fills in the forms.
//!
//! Where every person is both judge and confederate, this is the mind of a person: it asks in some rounds and answers
//! in others, from the same page. Where both sides see the same page, it chats: each line answers and asks.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use contest::{
    FormId,
    command::To,
    event::Preference,
    fields,
    transcript::Transcript,
    view::{
        Screen,
        judge::{JudgeScreen, JudgeUpdate, ReadingProgress},
        stage::{Form, Stage, StagePhase},
    },
};
use rulebook::{ConversationId, Draws, JudgeId, Key, RoundNumber, Rulebook, Seat, Seed, Side, Timestamp};
use tally::Answers;

use super::{
    Appointment, Duty, Exhibit, Hand, Intent, Mind, Voice,
    answerer::Answerer,
    form::{self, Impression},
    interview::Interview,
    questions,
    voice::{TurnState, left_to_say, most_characters},
    weigh,
    weighing::remark,
};

/// The range of chance in a judge's impression, in the points of [`weigh`].
const MOOD: u64 = 150;

/// No new question begins when less than this is left.
const LAST_QUESTION: Duration = Duration::from_secs(8);

/// The mind of a scripted judge.
#[derive(Debug, Clone)]
pub struct Judge {
    id: JudgeId,
    rules: Rulebook,
    draws: Draws,
    voice: Voice,
    screen: JudgeScreen,
    interview: Option<Interview>,
    answerer: Answerer,
    /// The turn of the conversation that it answers.
    turn: TurnState,
    appointment: Appointment,
    impressions: BTreeMap<(RoundNumber, Seat), i64>,
    /// The beliefs after each turn of a transcript.
    beliefs: BTreeMap<(RoundNumber, Seat, u16), u8>,
    /// The filled-in forms, with the trial of each.
    filled: BTreeMap<RoundNumber, (u16, Answers<Seat>)>,
    /// Draws the forms to leave unsealed, for a forgetful judge.
    forgets: Option<Draws>,
    /// The forms left unsealed.
    left: BTreeSet<FormId>,
    /// Decides when a judge is sure while the talk runs, for a judge who does not wait for its end.
    certainty: Option<Draws>,
    /// The rounds in which the judge was sure before the end of the talk.
    sure: BTreeSet<RoundNumber>,
    /// Decides what is shown, where the rules let judges show something.
    shows: Draws,
    /// The questions for which a file was already considered: round, seat, and number of questions left.
    considered: BTreeSet<(RoundNumber, Seat, usize)>,
}

impl Judge {
    /// The scripted judge of this id under these rules; the seed fixes all its actions.
    #[must_use]
    pub fn new(id: JudgeId, rules: &Rulebook, seed: Seed) -> Self {
        let mut draws = Draws::new(seed, &format!("person {id}"));
        let usual = 120 + draws.below(90);
        let answerer = Answerer::drawn(&rules.interview, &mut Draws::new(seed, &format!("life of {id}")));
        Self {
            id,
            rules: rules.clone(),
            draws,
            voice: Voice::new(Hand::Person(usual), &rules.interview),
            screen: JudgeScreen::default(),
            interview: None,
            answerer,
            turn: TurnState::new(rules.interview.turns, Side::Judge),
            appointment: Appointment::default(),
            impressions: BTreeMap::new(),
            beliefs: BTreeMap::new(),
            filled: BTreeMap::new(),
            forgets: None,
            left: BTreeSet::new(),
            certainty: None,
            sure: BTreeSet::new(),
            shows: Draws::new(seed, &format!("what {id} shows")),
            considered: BTreeSet::new(),
        }
    }

    /// Makes the judge forgetful: now and then it fills in a form, whole or in part, and does not seal it.
    #[must_use]
    pub fn forgetful(mut self, seed: Seed) -> Self {
        self.forgets = Some(Draws::new(seed, &format!("forms that {} forgets", self.id)));
        self
    }

    /// The same judge, who now and then ends a talk with a verdict, under rules that let it.
    #[must_use]
    pub fn hasty(mut self, seed: Seed) -> Self {
        self.certainty = Some(Draws::new(seed, &format!("the certainty of {}", self.id)));
        self
    }

    /// What this judge has before it.
    #[must_use]
    pub fn screen(&self) -> &JudgeScreen {
        &self.screen
    }
}

impl Mind for Judge {
    type Update = JudgeUpdate;

    fn handle(&mut self, update: &JudgeUpdate, now: Timestamp) {
        self.screen.show(update);
        match update {
            JudgeUpdate::Stage(_) => self.follow_the_stage(now),
            JudgeUpdate::Key { round, seat, side, key: Key::Return } => self.line_finished(*round, *seat, *side, now),
            JudgeUpdate::Said { round, seat, side, .. } => self.line_finished(*round, *seat, *side, now),
            JudgeUpdate::Turn { round, seat, turn } => self.turn_begins(*round, *seat, *turn),
            JudgeUpdate::Key { .. }
            | JudgeUpdate::Attached { .. }
            | JudgeUpdate::Shown { .. }
            | JudgeUpdate::Belief { .. }
            | JudgeUpdate::Ballot { .. }
            | JudgeUpdate::Ranking { .. }
            | JudgeUpdate::Vote { .. } => {}
        }
        let duties = self.duties();
        self.appointment.review(&duties, &self.screen.stage, now, &mut self.draws);
    }

    fn poll(&mut self, now: Timestamp) -> Option<Intent> {
        if self.screen.stage.paused.is_some() {
            return None;
        }
        if let Some(duty) = self.appointment.keep(&self.screen.stage, now) {
            let intent = self.fulfil(duty);
            let intent = self.left_unsealed(duty, &intent).unwrap_or(intent);
            let duties = self.duties();
            self.appointment.review(&duties, &self.screen.stage, now, &mut self.draws);
            return Some(intent);
        }
        if self.voice.is_idle() {
            if let Some(intent) = self.show(now) {
                return Some(intent);
            }
            self.begin_question(now);
            self.begin_answer(now);
        }
        let (turn, to) = match (self.answerer.round(), &self.interview) {
            (Some(round), _) => (self.turn, To { round, seat: Some(Seat::Only), interview: None }),
            (None, Some(interview)) => {
                (*interview.turn()?, To { round: interview.round, seat: interview.writing, interview: None })
            }
            (None, None) => return None,
        };
        let speech = self.voice.speak(&turn, now)?;
        if self.voice.is_idle() {
            self.finish_speaking(now);
        }
        Some(Intent::Speak { to, speech })
    }

    fn next_wake(&self) -> Option<Timestamp> {
        if self.screen.stage.paused.is_some() {
            return None;
        }
        let is_idle = self.voice.is_idle();
        let question = self.interview.as_ref().filter(|_| is_idle).and_then(Interview::next_question);
        let answer = self.answerer.due().filter(|_| is_idle);
        let turn = self.interview.as_ref().and_then(Interview::turn).unwrap_or(&self.turn);
        [self.appointment.at(), self.voice.due(turn), question.map(|(at, _)| at), answer].into_iter().flatten().min()
    }

    fn stage(&self) -> &Stage {
        &self.screen.stage
    }
}

impl Judge {
    fn follow_the_stage(&mut self, now: Timestamp) {
        let stage = &self.screen.stage;
        let talks = stage.phase == StagePhase::Talk && !stage.resting && !stage.ended;
        let (true, Some(round), Some(ends)) = (talks, stage.round, stage.ends) else {
            self.voice.stop();
            self.interview = None;
            self.answerer.leave();
            return;
        };
        let running = self.answerer.round().or(self.interview.as_ref().map(|interview| interview.round));
        if running == Some(round) || stage.seats.is_empty() {
            return;
        }
        self.voice.stop();
        let rules = &self.rules.interview;
        let left = ends.since(now);
        if self.rules.interview.is_read() {
            self.interview = None;
        } else if stage.answers {
            self.interview = None;
            self.turn = TurnState::new(rules.turns, Side::Judge);
            self.answerer.meet(round, now, left, &mut self.draws);
        } else {
            self.answerer.leave();
            self.interview = Some(Interview::planned(round, &stage.seats, rules, now, left, &mut self.draws));
        }
    }

    fn line_finished(&mut self, round: RoundNumber, seat: Seat, side: Side, now: Timestamp) {
        let own = side == Side::Judge;
        if let Some(interview) = self.interview.as_mut().filter(|interview| interview.round == round) {
            interview.pane(seat).into_iter().for_each(|pane| pane.finished(own, now));
        }
        if self.answerer.round() == Some(round) && !own {
            self.think(now);
        }
        let stage = &self.screen.stage;
        let may_end_it = stage.phase == StagePhase::Talk && stage.round == Some(round) && !stage.forms.is_empty();
        if may_end_it && !own && self.certainty.as_mut().is_some_and(|draws| draws.below(12) == 0) {
            self.sure.insert(round);
        }
    }

    fn turn_begins(&mut self, round: RoundNumber, seat: Seat, turn: contest::turn::Turn) {
        if let Some(interview) = self.interview.as_mut().filter(|interview| interview.round == round) {
            interview.pane(seat).into_iter().for_each(|pane| pane.turn.begins(turn));
        }
        if self.answerer.round() == Some(round) {
            self.turn.begins(turn);
        }
    }

    fn think(&mut self, now: Timestamp) {
        let heard = self.answerer.round().map(|round| self.heard(round, Seat::Only)).unwrap_or_default();
        self.answerer.think(&heard, now, &mut self.draws);
    }

    fn duties(&self) -> Vec<Duty> {
        let stage = &self.screen.stage;
        let is_blank = |form: &&Form| !self.screen.ballots.contains_key(&form.interview.round);
        let is_open = |form: &&Form| is_blank(form) && !self.left.contains(&FormId::Ballot(form.interview.round));
        let asks = |reading: (&(RoundNumber, Seat), &ReadingProgress)| {
            let (&(round, seat), reading) = reading;
            Some(Duty::Belief(round, seat, reading.asks()?)).filter(|_| stage.round == Some(round))
        };
        let reads = stage.phase == StagePhase::Talk && !stage.ended;
        let beliefs = self.screen.reading.iter().filter(|_| reads).filter_map(asks);
        let mut duties: Vec<_> = beliefs.collect();
        let asks = stage.phase != StagePhase::Talk || stage.round.is_some_and(|round| self.sure.contains(&round));
        let forms = stage.forms.iter().filter(|_| asks).filter(is_open);
        // Asked a second time, a judge answers.
        let late = stage.late.iter().filter(is_blank);
        duties.extend(forms.chain(late).map(|form| Duty::Ballot(form.interview.round)));
        let trial = stage.ranked_trial();
        let unranked = !stage.to_rank.is_empty()
            && !self.screen.rankings.contains_key(&trial)
            && (stage.late_ranking.is_some() || !self.left.contains(&FormId::Ranking(trial)));
        duties.extend(unranked.then_some(Duty::Ranking(trial)));
        let vote = stage.vote.as_ref().map(|form| form.vote);
        duties.extend(vote.filter(|vote| !self.screen.votes.contains_key(vote)).map(Duty::Vote));
        duties.extend(Duty::to_be_ready(stage));
        duties
    }

    fn fulfil(&mut self, duty: Duty) -> Intent {
        match duty {
            Duty::Ready(_) => Intent::Ready,
            Duty::Ballot(round) => Intent::Ballot { round, answers: self.answers(round) },
            Duty::Ranking(_) => {
                let met = self.screen.stage.to_rank.clone();
                let weighed: Vec<_> =
                    met.into_iter().map(|id| (self.impression(id.interview.round, id.seat), id)).collect();
                let order = match self.rules.ballots.ranking {
                    Some(rules) => form::ranked(rules, weighed),
                    None => Vec::new(),
                };
                Intent::Ranking { order }
            }
            Duty::Vote(vote) => Intent::Vote { vote, preference: self.preference(vote) },
            Duty::Belief(round, seat, turn) => {
                Intent::Believe { round, seat, turn, human: self.belief(round, seat, turn) }
            }
        }
    }

    /// The belief after a turn: the weight of the text so far, with a little mood. Asked again, it is the same.
    fn belief(&mut self, round: RoundNumber, seat: Seat, turn: u16) -> u8 {
        let points = weigh(self.conversation(round, seat));
        let draws = &mut self.draws;
        *self.beliefs.entry((round, seat, turn)).or_insert_with(|| {
            let mood = i64::try_from(draws.below(21)).unwrap_or(10) - 10;
            u8::try_from((50 + points / 3 + mood).clamp(0, 100)).unwrap_or(50)
        })
    }

    /// The vote: between entries for the one that seemed most human; in a matter of dispute it depends on the judge's
    /// number.
    fn preference(&mut self, vote: u16) -> Preference {
        let is_matter = self.screen.stage.vote.as_ref().is_some_and(|form| form.question.is_some());
        match is_matter {
            true => Preference { preferred: None, agrees: Some(self.id.number().is_multiple_of(vote + 1)) },
            false => Preference { preferred: self.preferred(), agrees: None },
        }
    }

    /// The conversation with the entry that seemed most human in all of them together; `None` if two are equal.
    fn preferred(&mut self) -> Option<ConversationId> {
        let candidates = self.screen.stage.vote.as_ref()?.candidates.clone();
        let mut weighed: Vec<_> = candidates
            .into_iter()
            .filter_map(|met| {
                let points = met.iter().map(|id| self.impression(id.interview.round, id.seat)).sum::<i64>();
                Some((points, *met.first()?))
            })
            .collect();
        weighed.sort_by_key(|(points, _)| std::cmp::Reverse(*points));
        match weighed.as_slice() {
            [(best, _), (second, _), ..] if best == second => None,
            [(_, preferred), ..] => Some(*preferred),
            [] => None,
        }
    }

    /// The form as a draft, if this one is left unsealed: two in three are complete, the others lack an answer.
    fn left_unsealed(&mut self, duty: Duty, intent: &Intent) -> Option<Intent> {
        let (form, mut fields) = match (duty, intent) {
            (Duty::Ballot(round), Intent::Ballot { answers, .. }) => {
                (FormId::Ballot(round), fields::of_answers(answers))
            }
            (Duty::Ranking(trial), Intent::Ranking { order }) => {
                let from = self.rules.ballots.ranking?.from;
                (FormId::Ranking(trial), fields::of_order(order, from))
            }
            _ => return None,
        };
        let draws = self.forgets.as_mut()?;
        if draws.below(4) > 0 {
            return None;
        }
        if draws.below(3) == 0
            && let Some((_, text)) = fields.first_mut()
        {
            // Pages send an empty text for an emptied field.
            text.clear();
        }
        self.left.insert(form);
        Some(Intent::Draft { form, fields })
    }

    /// The form about this round; later calls return the same.
    fn answers(&mut self, round: RoundNumber) -> Answers<Seat> {
        if let Some((_, answers)) = self.filled.get(&round) {
            return answers.clone();
        }
        let stage = &self.screen.stage;
        let trial = stage.trial;
        let form = stage.open_forms().find(|form| form.interview.round == round);
        let seats = form.map(|form| form.seats.clone()).unwrap_or_default();
        let about: Vec<Impression> = seats
            .into_iter()
            .map(|seat| Impression {
                seat,
                points: self.impression(round, seat),
                remark: remark(self.conversation(round, seat)),
            })
            .collect();
        let before: Vec<_> = self.filled.values().filter(|(of, _)| *of == trial).map(|(_, answers)| answers).collect();
        let answers = form::filled(&self.rules.ballots.interview, &about, &before);
        self.filled.insert(round, (trial, answers.clone()));
        answers
    }

    /// The impression of a conversation: its weight and the mood of the day. Later calls return the same.
    fn impression(&mut self, round: RoundNumber, seat: Seat) -> i64 {
        let conversation = self.screen.conversations.get(&(round, seat));
        let draws = &mut self.draws;
        *self.impressions.entry((round, seat)).or_insert_with(|| {
            let mood = i64::try_from(draws.below(2 * MOOD + 1)).unwrap_or(0) - i64::try_from(MOOD).unwrap_or(0);
            conversation.map_or(0, weigh) + mood
        })
    }

    /// The file to show before the next due question, in one case of three.
    fn show(&mut self, now: Timestamp) -> Option<Intent> {
        let rules = self.rules.interview.attachments.as_ref()?;
        let (draws, interview) = (&mut self.shows, self.interview.as_mut()?);
        let (_, seat) = interview.next_question().filter(|(at, _)| *at <= now)?;
        let round = interview.round;
        let pane = interview.pane(seat)?;
        if !self.considered.insert((round, seat, pane.questions.len())) || draws.below(3) > 0 {
            return None;
        }
        let lines = self.screen.conversations.get(&(round, seat)).map_or(&[][..], |conversation| &conversation.lines);
        if lines.iter().filter(|line| line.file.is_some()).count() >= usize::from(rules.most) {
            return None;
        }
        let allowed = Exhibit::allowed(rules);
        let exhibit = *allowed.get(draws.index(allowed.len().max(1)))?;
        Some(Intent::Show { to: To { round, seat: Some(seat), interview: None }, exhibit })
    }

    fn begin_question(&mut self, now: Timestamp) {
        let left = self.screen.stage.ends.map_or(Duration::ZERO, |ends| ends.since(now));
        let rules = &self.rules.interview;
        let Some(interview) = self.interview.as_mut() else { return };
        let Some((_, seat)) = interview.next_question().filter(|(at, _)| *at <= now) else { return };
        if left < LAST_QUESTION {
            interview.wind_up();
            return;
        }
        let round = interview.round;
        let conversation = self.screen.conversations.get(&(round, seat));
        let left = left_to_say(conversation.unwrap_or(&contest::transcript::SILENT), Side::Judge, rules.medium);
        let heard = conversation.map(heard).unwrap_or_default();
        let Some(pane) = interview.pane(seat) else { return };
        if left == 0 {
            pane.questions.clear();
            return;
        }
        let answers = rules.symmetric && heard.len() > pane.answered && heard.last().is_some_and(|l| l.contains('?'));
        let before = match (answers, pane.is_new()) {
            (true, _) => self.answerer.remark(&heard, &mut self.draws) + ". ",
            (false, true) => questions::greeting(&mut self.draws).to_owned(),
            (false, false) => questions::reaction(heard.last().map_or("", String::as_str), &mut self.draws).to_owned(),
        };
        pane.answered = heard.len();
        let Some(question) = pane.take_question(now) else { return };
        let fits = most_characters(rules.medium).is_none_or(|most| before.len() + question.ask.len() <= most);
        let line = match (fits, answers) {
            (true, _) => format!("{before}{}", question.ask),
            (false, true) => {
                // The answer takes all the room; the question waits.
                pane.questions.push_front(question);
                before
            }
            (false, false) => question.ask.to_owned(),
        };
        interview.writing = Some(seat);
        // End an unfinished line first, for example one interrupted by a pause.
        let unfinished = conversation.is_some_and(|conversation| !conversation.judge_types.is_empty());
        let line = if unfinished { format!("\n{line}") } else { line };
        self.voice.begin(line.trim_end_matches(' '), left, now, &mut self.draws);
    }

    fn begin_answer(&mut self, now: Timestamp) {
        let Some(round) = self.answerer.round() else { return };
        let heard = self.heard(round, Seat::Only);
        let left = left_to_say(self.conversation(round, Seat::Only), Side::Judge, self.rules.interview.medium);
        if let Some(answer) = self.answerer.answer(&heard, now, &mut self.draws).filter(|_| left > 0) {
            self.voice.begin(&answer, left, now, &mut self.draws);
        }
    }

    fn finish_speaking(&mut self, now: Timestamp) {
        if let Some(interview) = self.interview.as_mut()
            && let Some(seat) = interview.writing.take()
        {
            interview.pane(seat).into_iter().for_each(|pane| pane.said(now));
        }
        self.think(now);
    }

    fn conversation(&self, round: RoundNumber, seat: Seat) -> &Transcript {
        self.screen.conversations.get(&(round, seat)).unwrap_or(&contest::transcript::SILENT)
    }

    fn heard(&self, round: RoundNumber, seat: Seat) -> Vec<String> {
        heard(self.conversation(round, seat))
    }
}

/// The partner's lines, without blank ones.
fn heard(conversation: &Transcript) -> Vec<String> {
    let lines = conversation.lines.iter();
    let said = lines.filter(|line| line.side == Side::Witness && !line.text.trim().is_empty());
    said.map(|line| line.text.clone()).collect()
}
