//! A scripted judge: opens both conversations, asks in turn, reacts, waits only so long, weighs what it read and votes.

use std::{collections::BTreeMap, collections::BTreeSet, collections::VecDeque, time::Duration};

use contest::{
    transcript::Transcript,
    view::{
        Screen,
        judge::{JudgeScreen, JudgeUpdate},
        stage::{Stage, StagePhase},
    },
};
use rulebook::{ConversationId, Draws, InterviewId, JudgeId, Key, RoundNumber, Seat, Seed, Side, Timestamp};

use super::{
    Appointment, Duty, Hand, Intent, Mind, Typist, between,
    questions::{self, Question},
    weigh,
};

/// How far chance moves what a judge makes of a conversation, in the points of [`weigh`].
const MOOD: u64 = 150;

/// No new question is begun when less than this is left.
const LAST_QUESTION: Duration = Duration::from_secs(8);

/// The mind of a scripted judge.
#[derive(Debug, Clone)]
pub struct Judge {
    id: JudgeId,
    draws: Draws,
    typist: Typist,
    screen: JudgeScreen,
    interview: Option<Interview>,
    appointment: Appointment,
    held: BTreeSet<RoundNumber>,
    impressions: BTreeMap<(RoundNumber, Seat), i64>,
}

/// What a judge has in mind for the interview that runs.
#[derive(Debug, Clone)]
struct Interview {
    round: RoundNumber,
    panes: [Pane; 2],
    writing: Option<Seat>,
}

/// What a judge has in mind for one conversation.
#[derive(Debug, Clone)]
struct Pane {
    seat: Seat,
    questions: VecDeque<&'static Question>,
    /// Not before this will the next question be asked, however quick the answer.
    planned: Timestamp,
    /// From one planned question to the next.
    gap: Duration,
    /// How long to wait for an answer.
    patience: Duration,
    asked: Option<Timestamp>,
    heard: Option<Timestamp>,
}

impl Judge {
    /// The scripted judge of this id; the seed fixes all it does.
    #[must_use]
    pub fn new(id: JudgeId, seed: Seed) -> Self {
        let mut draws = Draws::new(seed, &format!("person {id}"));
        let usual = 120 + draws.below(90);
        Self {
            id,
            draws,
            typist: Typist::new(Hand::Person(usual)),
            screen: JudgeScreen::default(),
            interview: None,
            appointment: Appointment::default(),
            held: BTreeSet::new(),
            impressions: BTreeMap::new(),
        }
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
            JudgeUpdate::Key { round, seat, side, key } => {
                let interview = self.interview.as_mut().filter(|interview| interview.round == *round);
                if let (Some(interview), Key::Return) = (interview, *key) {
                    let pane = interview.pane(*seat);
                    match side {
                        Side::Judge => pane.asked = Some(now),
                        Side::Witness => pane.heard = Some(now),
                    }
                }
            }
            JudgeUpdate::Ballot { .. } | JudgeUpdate::Ranking { .. } => {}
        }
        let duty = self.duty();
        self.appointment.review(duty, &self.screen.stage, now, &mut self.draws);
    }

    fn poll(&mut self, now: Timestamp) -> Option<Intent> {
        if self.screen.stage.paused.is_some() {
            return None;
        }
        if let Some(duty) = self.appointment.keep(&self.screen.stage, now) {
            return Some(self.fulfil(duty));
        }
        if self.typist.is_idle() {
            self.begin_question(now);
        }
        let key = self.typist.press(now)?;
        let interview = self.interview.as_mut()?;
        let seat = interview.writing?;
        if self.typist.is_idle() {
            interview.writing = None;
            interview.pane(seat).asked = Some(now);
        }
        Some(Intent::Press { round: interview.round, seat: Some(seat), key })
    }

    fn next_wake(&self) -> Option<Timestamp> {
        if self.screen.stage.paused.is_some() {
            return None;
        }
        let question = self.interview.as_ref().filter(|_| self.typist.is_idle()).and_then(Interview::next_question);
        [self.appointment.at(), self.typist.due(), question.map(|(at, _)| at)].into_iter().flatten().min()
    }

    fn stage(&self) -> &Stage {
        &self.screen.stage
    }
}

impl Judge {
    fn follow_the_stage(&mut self, now: Timestamp) {
        let stage = &self.screen.stage;
        let talks = stage.phase == StagePhase::Talk && !stage.resting && !stage.ended;
        self.held.extend(stage.round.filter(|_| stage.phase == StagePhase::Talk && !stage.resting));
        match (talks, stage.round, stage.ends) {
            (true, Some(round), Some(ends)) => {
                if self.interview.as_ref().is_none_or(|interview| interview.round != round) {
                    self.typist.stop();
                    self.interview = Some(Interview::planned(round, now, ends.since(now), &mut self.draws));
                }
            }
            _ => {
                self.typist.stop();
                self.interview = None;
            }
        }
    }

    fn duty(&self) -> Option<Duty> {
        let stage = &self.screen.stage;
        match (stage.phase, stage.round) {
            (StagePhase::Scoring, Some(round)) => {
                let owed = !stage.resting && !stage.ended && !self.screen.ballots.contains_key(&round);
                owed.then_some(Duty::Ballot(round))
            }
            (StagePhase::Ranking, _) => self.screen.ranking.is_empty().then_some(Duty::Ranking),
            _ => Duty::to_be_ready(stage),
        }
    }

    fn fulfil(&mut self, duty: Duty) -> Intent {
        match duty {
            Duty::Ready(_) => Intent::Ready,
            Duty::Ballot(round) => {
                let [left, right] = Seat::BOTH.map(|seat| self.impression(round, seat));
                Intent::Ballot { round, human: if left > right { Seat::Left } else { Seat::Right } }
            }
            Duty::Ranking => {
                let met: Vec<_> = self.held.iter().flat_map(|round| Seat::BOTH.map(|seat| (*round, seat))).collect();
                let mut order: Vec<_> =
                    met.into_iter().map(|(round, seat)| (self.impression(round, seat), round, seat)).collect();
                order.sort_by_key(|(impression, ..)| std::cmp::Reverse(*impression));
                let conversation =
                    |round, seat| ConversationId { interview: InterviewId { round, judge: self.id }, seat };
                Intent::Ranking { order: order.into_iter().map(|(_, round, seat)| conversation(round, seat)).collect() }
            }
        }
    }

    /// What the judge makes of a conversation: what it weighs, and the mood of the day. Once formed it stays.
    fn impression(&mut self, round: RoundNumber, seat: Seat) -> i64 {
        let conversation = self.screen.conversations.get(&(round, seat));
        let draws = &mut self.draws;
        *self.impressions.entry((round, seat)).or_insert_with(|| {
            let mood = i64::try_from(draws.below(2 * MOOD + 1)).unwrap_or(0) - i64::try_from(MOOD).unwrap_or(0);
            conversation.map_or(0, weigh) + mood
        })
    }

    fn begin_question(&mut self, now: Timestamp) {
        let left = self.screen.stage.ends.map_or(Duration::ZERO, |ends| ends.since(now));
        let Some(interview) = self.interview.as_mut() else { return };
        let Some((_, seat)) = interview.next_question().filter(|(at, _)| *at <= now) else { return };
        if left < LAST_QUESTION {
            interview.panes.iter_mut().for_each(|pane| pane.questions.clear());
            return;
        }
        let round = interview.round;
        let pane = interview.pane(seat);
        let Some(question) = pane.questions.pop_front() else { return };
        let conversation = self.screen.conversations.get(&(round, seat));
        let before = match pane.asked {
            None => questions::greeting(&mut self.draws),
            Some(_) => questions::reaction(conversation.map_or("", last_reply), &mut self.draws),
        };
        pane.planned = pane.planned.max(now) + pane.gap;
        interview.writing = Some(seat);
        // Something that could not be finished, while clocks stood still perhaps, is finished first.
        let unfinished = conversation.is_some_and(|conversation| !conversation.judge_types.is_empty());
        let line = format!("{}{before}{}", if unfinished { "\n" } else { "" }, question.ask);
        self.typist.begin(&line, now, &mut self.draws);
    }
}

impl Interview {
    /// Four to seven questions for each seat, spread over the time there is; which seat comes first is drawn.
    fn planned(round: RoundNumber, now: Timestamp, talk: Duration, draws: &mut Draws) -> Self {
        let first = if draws.coin() { Seat::Left } else { Seat::Right };
        let count = 4 + draws.index(4);
        let gap = talk / u32::try_from(count).unwrap_or(1);
        let start = now + between(draws, 500, 4_000);
        let mut pane = |seat: Seat| Pane {
            seat,
            questions: questions::plan(count, draws).into(),
            planned: if seat == first { start } else { start + gap * 2 / 5 },
            gap: gap * 9 / 10,
            patience: (gap * 2 / 5).clamp(Duration::from_secs(12), Duration::from_secs(70)),
            asked: None,
            heard: None,
        };
        let panes = Seat::BOTH.map(&mut pane);
        Self { round, panes, writing: None }
    }

    fn pane(&mut self, seat: Seat) -> &mut Pane {
        let [left, right] = &mut self.panes;
        if seat == Seat::Left { left } else { right }
    }

    /// Where the next question will be asked, and when, as far as is known now.
    fn next_question(&self) -> Option<(Timestamp, Seat)> {
        self.panes.iter().filter(|pane| !pane.questions.is_empty()).map(|pane| (pane.may_ask(), pane.seat)).min()
    }
}

impl Pane {
    /// When the next question may be asked: at its planned time, once the last one was answered and the answer read, or
    /// patience has run out.
    fn may_ask(&self) -> Timestamp {
        const READING: Duration = Duration::from_secs(3);
        let free = match (self.asked, self.heard) {
            (None, _) => self.planned,
            (Some(asked), Some(heard)) if heard >= asked => heard + READING,
            (Some(asked), _) => asked + self.patience,
        };
        self.planned.max(free)
    }
}

/// What the witness said since the judge's last line.
fn last_reply(conversation: &Transcript) -> &str {
    conversation.lines.last().filter(|line| line.side == Side::Witness).map_or("", |line| &line.text)
}
