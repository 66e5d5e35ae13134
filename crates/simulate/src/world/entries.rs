//! Entries of the simulated world: the built-in programs, and some that misbehave.

use std::{
    collections::{BTreeMap, VecDeque},
    time::Duration,
};

use contest::{
    command::To,
    composer::parted_for,
    prompter::{Opened, Prompter},
    transcript::Transcript,
    view::{
        Screen,
        stage::{Stage, StagePhase},
        witness::{WitnessScreen, WitnessUpdate},
    },
};
use rulebook::{
    Draws, EntryId, InterviewId, RoundNumber, Rulebook, Seed, Side, Timestamp,
    schema::{InterviewRules, Medium, Opener},
};

use crate::{
    people::{Appointment, Duty, Hand, Intent, Mind, Speech, TurnState, Voice, one_of},
    programs::{self, Program},
};

/// The time for which a silent program is waited for, where opening words are enforced.
const UNOPENED: Duration = Duration::from_secs(3);

/// An entry that answers finished lines, each interview by itself, several at the same time if need be.
pub struct LineProgram {
    id: EntryId,
    rules: InterviewRules,
    manner: Manner,
    /// The opening words, for a program that keeps the rulebook's.
    opening: Option<String>,
    draws: Draws,
    screen: WitnessScreen,
    round: Option<RoundNumber>,
    /// By interview; without one for a program that has opened its only conversation and has received nothing in it.
    sessions: BTreeMap<Option<InterviewId>, InterviewState>,
    /// It is in one conversation at a time.
    alone: bool,
    appointment: Appointment,
}

/// The behaviour of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Manner {
    /// The built-in program of this name, which gives whole lines.
    House(&'static str),
    /// The same program, which types its lines itself where keys are carried.
    Types(&'static str),
    /// Says nothing.
    Silent,
    /// Types far faster than the rules allow.
    Flood,
}

/// The state of one interview.
struct InterviewState {
    program: Option<Box<dyn Program + Send>>,
    opening: Option<String>,
    conversation: Transcript,
    voice: Voice,
    turn: TurnState,
    /// The prompter, where opening words are enforced and not said yet.
    prompter: Option<Prompter>,
    /// Whole lines to give, with their earliest moments.
    lines: VecDeque<(Timestamp, String)>,
    /// Lines that have passed the prompter.
    passed: VecDeque<(Timestamp, String)>,
}

impl LineProgram {
    /// The program of this entry; the seed draws its behaviour. One in six misbehaves, and one in four does not know
    /// opening words.
    #[must_use]
    pub fn new(id: EntryId, rules: &Rulebook, seed: Seed) -> Self {
        let alone = rules.roles.parallel == 1;
        let rules = &rules.interview;
        let mut draws = Draws::new(seed, &format!("entry {id}"));
        let house = one_of(&mut draws, programs::names());
        let manner = match (draws.below(12), programs::names().iter().find(|name| **name == house)) {
            (0, _) => Manner::Silent,
            (1, _) | (_, None) => Manner::Flood,
            (2..=4, Some(name)) => Manner::Types(name),
            (_, Some(name)) => Manner::House(name),
        };
        let words = &rules.opening_words;
        let opening = (!words.is_empty() && draws.below(4) > 0).then(|| words[draws.index(words.len())].clone());
        Self {
            id,
            rules: rules.clone(),
            manner,
            opening,
            draws,
            screen: WitnessScreen::default(),
            round: None,
            sessions: BTreeMap::new(),
            alone,
            appointment: Appointment::default(),
        }
    }

    /// The session of this interview, created if it is new.
    fn session(&mut self, interview: Option<InterviewId>) -> &mut InterviewState {
        let Self { id, rules, manner, opening, sessions, .. } = self;
        if let Some(begun) = sessions.remove(&None) {
            sessions.insert(interview, begun);
        }
        sessions.entry(interview).or_insert_with(|| {
            let gap_ms = if *manner == Manner::Flood { 4 } else { 117 };
            let program = match manner {
                Manner::House(name) | Manner::Types(name) => programs::named(name),
                Manner::Silent | Manner::Flood => None,
            };
            InterviewState {
                prompter: rules.opening_enforced.then(|| Prompter::of(&rules.opening_words, id.index())),
                program,
                opening: opening.clone(),
                conversation: Transcript::default(),
                voice: Voice::new(Hand::Program(gap_ms), rules),
                turn: TurnState::new(rules.turns, Side::Witness),
                lines: VecDeque::new(),
                passed: VecDeque::new(),
            }
        })
    }

    /// Opens at the start of the talk, where witnesses may.
    fn open(&mut self, now: Timestamp) {
        if self.rules.opens != Opener::Anyone || !self.alone {
            return;
        }
        let session = self.session(None);
        session.lines.extend(session.opening.take().map(|words| (now, words)));
        session.prompter = session.prompter.take().map(|prompter| prompter.by(Some(now + UNOPENED)));
    }

    /// Answers a line that the judge has finished in this interview.
    fn answer(&mut self, interview: InterviewId, now: Timestamp) {
        let (manner, medium) = (self.manner, self.rules.medium);
        let session = self.session(Some(interview));
        let heard = session.conversation.lines.iter().rev().find(|line| line.side == Side::Judge);
        let reply = match (manner, &mut session.program, heard) {
            (Manner::House(_) | Manner::Types(_), Some(program), Some(line)) => {
                program.reply(&line.text.replace('\n', " ")).join("\n")
            }
            (Manner::Flood, ..) => "buy now! ".repeat(20),
            _ => return,
        };
        let reply = session.opening.take().into_iter().chain([reply]).collect::<Vec<_>>().join("\n");
        if matches!((manner, medium), (Manner::House(_), Medium::Keystrokes { .. })) {
            session.lines.extend(reply.lines().map(|line| (now, line.to_owned())));
        } else if session.voice.is_idle() {
            // Every program types alike: its draws move nothing.
            let session = self.sessions.get_mut(&Some(interview)).expect("it was begun above");
            session.voice.begin(&reply, usize::MAX, now, &mut self.draws);
        }
    }

    fn spoken(&mut self, interview: InterviewId, side: Side, now: Timestamp, add: impl FnOnce(&mut Transcript)) {
        if self.round != Some(interview.round) {
            return;
        }
        let session = self.session(Some(interview));
        let lines = session.conversation.lines.len();
        add(&mut session.conversation);
        if session.conversation.lines.len() > lines {
            session.turn.spoken(side, now);
            if side == Side::Judge {
                self.answer(interview, now);
            }
        }
    }
}

impl InterviewState {
    /// The key or utterance due now, through the prompter while there is one.
    fn speak(&mut self, medium: Medium, now: Timestamp) -> Option<Speech> {
        while let Some(prompter) = self.prompter.as_mut().filter(|_| self.passed.is_empty()) {
            // The organiser of a simulated contest reads no reports.
            let opened = match self.lines.pop_front() {
                Some((_, line)) => prompter.line(&line),
                None => match self.voice.speak(&self.turn, now) {
                    Some(Speech::Key(key)) => prompter.press(key, now),
                    Some(Speech::Said(text)) => prompter.line(&text),
                    None => prompter.rested(now),
                },
            };
            match opened {
                Some(Opened { lines, .. }) => {
                    self.prompter.take_if(|prompter| prompter.is_over());
                    let parts = lines.iter().flat_map(|line| parted_for(medium, line)).map(|line| (now, line));
                    self.passed.extend(parts);
                }
                None if self.due().is_none_or(|due| due > now) => return None,
                None => {}
            }
        }
        if let Some((_, line)) = self.passed.pop_front() {
            return Some(Speech::Said(line));
        }
        let is_due = self.lines.front().is_some_and(|(at, _)| *at <= now);
        if is_due {
            return self.lines.pop_front().map(|(_, line)| Speech::Said(line));
        }
        self.voice.speak(&self.turn, now)
    }

    /// The moment of the next key or utterance.
    fn due(&self) -> Option<Timestamp> {
        let prompted = self.prompter.as_ref().and_then(Prompter::due);
        let line = self.passed.front().or(self.lines.front()).map(|(at, _)| *at);
        prompted.into_iter().chain(line).chain(self.voice.due(&self.turn)).min()
    }
}

impl Mind for LineProgram {
    type Update = WitnessUpdate;

    fn handle(&mut self, update: &WitnessUpdate, now: Timestamp) {
        self.screen.show(update);
        match update {
            WitnessUpdate::Stage(stage) => {
                let round = stage.round.filter(|_| stage.phase == StagePhase::Talk && !stage.resting && !stage.ended);
                if self.round != round {
                    self.round = round;
                    self.sessions.clear();
                    if round.is_some() {
                        self.open(now);
                    }
                }
            }
            WitnessUpdate::Key { interview: Some(interview), side, key, .. } => {
                self.spoken(*interview, *side, now, |conversation| conversation.press(*side, *key));
            }
            WitnessUpdate::Said { interview: Some(interview), side, text, .. } => {
                self.spoken(*interview, *side, now, |conversation| conversation.say(*side, text));
            }
            WitnessUpdate::Attached { interview: Some(interview), side, attachment, .. } => {
                self.spoken(*interview, *side, now, |conversation| conversation.say(*side, &attachment.unseen()));
            }
            WitnessUpdate::Key { .. }
            | WitnessUpdate::Attached { .. }
            | WitnessUpdate::Said { .. }
            | WitnessUpdate::Turn { .. }
            | WitnessUpdate::Referee(_) => {}
        }
        let duties: Vec<_> = Duty::to_be_ready(&self.screen.stage).into_iter().collect();
        self.appointment.review(&duties, &self.screen.stage, now, &mut self.draws);
    }

    fn poll(&mut self, now: Timestamp) -> Option<Intent> {
        if self.appointment.keep(&self.screen.stage, now).is_some() {
            return Some(Intent::Ready);
        }
        let round = self.round?;
        self.sessions.iter_mut().find_map(|(interview, session)| {
            let speech = session.speak(self.rules.medium, now)?;
            Some(Intent::Speak { to: To { round, seat: None, interview: *interview }, speech })
        })
    }

    fn next_wake(&self) -> Option<Timestamp> {
        let said = self.sessions.values().filter_map(InterviewState::due);
        said.chain(self.appointment.at()).min()
    }

    fn stage(&self) -> &Stage {
        &self.screen.stage
    }
}
