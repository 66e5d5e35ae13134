//! A judge's session, from the lobby to the thanks: the output, the questions, and the meaning of each line that the
//! judge types.
//!
//! It has no clock and no connection: updates, lines and times come in, printed lines and wishes go out. Like the
//! judge's page it is made only from the updates sent to a judge.

mod ballots;
mod reading;
mod talk;
#[cfg(feature = "screen")]
mod view;
mod votes;

use std::{collections::VecDeque, time::Duration};

use contest::{
    FormId,
    event::Preference,
    fields::Fields,
    labels,
    seed::Contribution,
    view::{
        Screen,
        judge::{JudgeScreen, JudgeUpdate},
        stage::{Stage, StagePhase},
    },
    wire::JudgeRules,
};
use rulebook::{ConversationId, RoundNumber, Seat, Timestamp};
use tally::Answers;

#[cfg(feature = "screen")]
pub(super) use self::view::{ConversationPane, Question, View};
use self::{ballots::Ballots, talk::RoundTalk};
use super::{page::PrintedPage, terminal_words};

/// A request of the judge to the contest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Wish {
    /// Take one's place (true), or leave it.
    Ready(bool),
    /// Press a key: a character, or a key's name.
    Press { round: RoundNumber, seat: Seat, key: String },
    /// Send a message or a line.
    Say { round: RoundNumber, seat: Seat, text: String },
    /// Fill in a form.
    Ballot { round: RoundNumber, answers: Answers<Seat> },
    /// Store the partial answers of a form.
    Draft { form: FormId, fields: Fields },
    /// Rank everyone met, most human first.
    Ranking { order: Vec<Vec<ConversationId>> },
    /// State a belief after a turn of a transcript.
    Believe { round: RoundNumber, seat: Seat, turn: u16, human: u8 },
    /// Vote between entries that are level.
    Vote { vote: u16, preference: Preference },
}

/// The kind of a wish, without its content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wished {
    Ready,
    Speech(Seat),
    Ballot,
    Draft,
    Ranking,
    Vote,
    Belief,
}

impl Wish {
    pub(super) fn kind(&self) -> Wished {
        match self {
            Self::Ready(_) => Wished::Ready,
            Self::Press { seat, .. } | Self::Say { seat, .. } => Wished::Speech(*seat),
            Self::Ballot { .. } => Wished::Ballot,
            Self::Draft { .. } => Wished::Draft,
            Self::Ranking { .. } => Wished::Ranking,
            Self::Vote { .. } => Wished::Vote,
            Self::Believe { .. } => Wished::Belief,
        }
    }
}

/// The session of one judge.
pub(super) struct JudgeSession {
    rules: JudgeRules,
    /// The address of the result.
    results: String,
    page: PrintedPage,
    screen: JudgeScreen,
    /// The number of the latest update when the judge sat down; cleared once that has been heard.
    catching_up: Option<u64>,
    talk: RoundTalk,
    ballots: Ballots,
    wishes: VecDeque<Wish>,
    /// Flags of the instructions shown: for the part that asks, and for the part that answers.
    told: (bool, bool),
    /// The number of the judge's contributions to draws already shown.
    contributed: usize,
    /// The shortest remaining time announced in this phase.
    announced: Option<Duration>,
    leaves: bool,
}

/// The remaining times at which the end of a phase is announced.
const ANNOUNCED: [Duration; 3] = [Duration::from_secs(300), Duration::from_secs(60), Duration::from_secs(20)];

impl JudgeSession {
    /// A session under these rules, before any update. `results` is the address of the result.
    pub(super) fn new(rules: JudgeRules, results: String, page: PrintedPage) -> Self {
        Self {
            rules,
            results,
            page,
            screen: JudgeScreen::default(),
            catching_up: None,
            talk: RoundTalk::default(),
            ballots: Ballots::default(),
            wishes: VecDeque::new(),
            told: (false, false),
            contributed: 0,
            announced: None,
            leaves: false,
        }
    }

    /// The judge has taken the seat; updates up to `latest` are history.
    pub(super) fn sit_down(&mut self, latest: u64, now: Timestamp) {
        self.page.say(format!("{}, {}", self.rules.contest, self.rules.title));
        if latest == 0 { self.enter(now) } else { self.catching_up = Some(latest) }
    }

    /// Takes an update.
    pub(super) fn hear(&mut self, n: u64, update: &JudgeUpdate, now: Timestamp) {
        let before = self.screen.stage.clone();
        self.screen.show(update);
        match self.catching_up {
            Some(latest) => {
                if n >= latest {
                    self.catching_up = None;
                    self.enter(now);
                }
            }
            None => match update {
                JudgeUpdate::Stage(_) => self.moved_on(&before, now),
                JudgeUpdate::Key { .. } | JudgeUpdate::Said { .. } => self.heard_speech(update, now),
                JudgeUpdate::Turn { .. } => self.tell_turns(now),
                JudgeUpdate::Shown { round, seat, turn, lines, .. } => self.show_turn(*round, *seat, *turn, lines),
                JudgeUpdate::Belief { round, seat, .. } => self.said_belief(*round, *seat),
                JudgeUpdate::Attached { round, seat, attachment, .. } => self.was_shown(*round, *seat, attachment),
                JudgeUpdate::Ballot { .. } | JudgeUpdate::Ranking { .. } | JudgeUpdate::Vote { .. } => {}
            },
        }
        self.show_contributions();
        self.prompt();
    }

    /// Shows this terminal's contributions to draws, as the page of a browser does: when they are made, and again at
    /// the end.
    fn show_contributions(&mut self) {
        if self.catching_up.is_some() {
            return;
        }
        let Stage { phase, rehearsal, contributions, .. } = self.stage();
        let (is_closed, is_rehearsal, given) = (*phase == StagePhase::Closed, *rehearsal, contributions.clone());
        for Contribution { matter, value, event, .. } in given.iter().skip(self.contributed) {
            let phrase = matter.phrase();
            self.page.say(match (is_rehearsal, is_closed) {
                (true, _) => format!(
                    "[This terminal added {value} to {phrase}. This is a rehearsal: its draw is fixed beforehand, and \
                     nothing that is added changes it.]"
                ),
                (false, true) => format!(
                    "Your part of {phrase} was {value}: event {event} of the contest in the record. `viva record \
                     verify` computes the draw again from it."
                ),
                (false, false) => format!(
                    "[This terminal added {value} to {phrase}. Note it down if you wish: at the end the record shows it as \
                     event {event} of the contest.]"
                ),
            });
        }
        self.contributed = given.len();
    }

    /// Takes a finished line of the judge.
    pub(super) fn line(&mut self, line: &str, now: Timestamp) {
        self.page.answered();
        if self.catching_up.is_some() {
            return;
        }
        let word = line.trim();
        match word {
            "/help" => self.help(),
            "/time" => {
                self.tell_time(now);
                self.tell_turns_again(now);
            }
            "/rules" => self.tell_rules(),
            "/quit" => self.leaves = true,
            _ => match self.stage().phase {
                StagePhase::Lobby => self.lobby_line(word),
                StagePhase::Talk if self.is_judging_in_talk() => self.ballot_line(line),
                StagePhase::Talk if self.is_talking() && self.is_reading() => self.reading_line(word),
                StagePhase::Talk if self.is_talking() => self.talk_line(line),
                StagePhase::Scoring | StagePhase::EndBallots => self.ballot_line(line),
                StagePhase::Talk => self.page.say("There is nothing to say now: please wait."),
                StagePhase::Vote => self.vote_line(word),
                StagePhase::Closed => {}
            },
        }
        self.prompt();
    }

    /// Acts on the passing of time.
    pub(super) fn pass(&mut self, now: Timestamp) {
        if self.catching_up.is_some() {
            return;
        }
        self.show_rested(now);
        self.tell_turns(now);
        if let Some(left) = self.left(now).filter(|_| self.is_busy() && self.stage().paused.is_none()) {
            let due = ANNOUNCED.iter().copied().filter(|at| left <= *at).min();
            if let Some(due) = due
                && self.announced.is_none_or(|announced| due < announced)
            {
                self.announced = Some(due);
                let unsealed = match () {
                    () if self.owes_a_vote() => ", and you have not voted",
                    () if self.owes() => ", and not everything is sealed",
                    () => "",
                };
                self.page.say(format!("[{} left{unsealed}]", terminal_words::clock(left)));
            }
        }
        self.prompt();
    }

    /// The time at which [`pass`](Self::pass) next has something to do, if nothing else happens.
    pub(super) fn next_wake(&self, now: Timestamp) -> Option<Timestamp> {
        let ends = self.stage().ends.filter(|_| self.is_busy() && self.stage().paused.is_none());
        let announced = self.announced.unwrap_or(Duration::MAX);
        let next = ends.and_then(|ends| {
            let of = |at: Duration| {
                Timestamp::from_millis(ends.as_millis() - i64::try_from(at.as_millis()).unwrap_or(i64::MAX))
            };
            ANNOUNCED.iter().filter(|at| **at < announced).map(|at| of(*at)).filter(|at| *at > now).min()
        });
        next.into_iter().chain(self.rests_until()).chain(self.turn_passes(now)).min()
    }

    /// The wish is recorded.
    pub(super) fn done(&mut self, wished: Wished) {
        match wished {
            Wished::Ready if self.stage().phase == StagePhase::Lobby => {
                let text = if self.stage().ready {
                    "You are in place. The organiser opens the round once everyone is; /away gives the place up."
                } else {
                    "You are no longer in place: press Return when you are."
                };
                self.page.say(text);
            }
            Wished::Ready | Wished::Speech(_) | Wished::Draft | Wished::Belief => {}
            Wished::Ballot | Wished::Ranking => self.sealed(wished),
            Wished::Vote => self.voted(),
        }
        self.prompt();
    }

    /// The wish was refused.
    pub(super) fn refused(&mut self, wished: Wished, why: &str) {
        let not = if wished == Wished::Draft { "not kept" } else { "not taken" };
        self.page.say(format!("[{not}: {why}]"));
        match wished {
            Wished::Ballot | Wished::Ranking => self.ask_again(wished),
            Wished::Belief => self.ask_belief_again(),
            Wished::Ready | Wished::Speech(_) | Wished::Draft | Wished::Vote => {}
        }
        self.prompt();
    }

    /// The next wish to send.
    pub(super) fn next_wish(&mut self) -> Option<Wish> {
        self.wishes.pop_front()
    }

    /// Takes the output to print.
    pub(super) fn printed(&mut self) -> String {
        self.page.take()
    }

    /// True when the contest is closed.
    pub(super) fn is_over(&self) -> bool {
        self.catching_up.is_none() && self.stage().phase == StagePhase::Closed
    }

    /// True when the judge wants to leave.
    pub(super) fn leaves(&self) -> bool {
        self.leaves
    }

    fn stage(&self) -> &Stage {
        &self.screen.stage
    }

    fn is_talking(&self) -> bool {
        let stage = self.stage();
        stage.phase == StagePhase::Talk && !stage.resting && !stage.ended && !stage.seats.is_empty()
    }

    /// Returns true if the phase's clock applies to this judge.
    fn is_busy(&self) -> bool {
        self.is_talking() || self.is_asked() || self.is_voting()
    }

    fn left(&self, now: Timestamp) -> Option<Duration> {
        let Stage { ends, paused, .. } = self.stage();
        ends.map(|ends| ends.since(paused.unwrap_or(now)))
    }

    /// Handles a change of the stage.
    fn moved_on(&mut self, before: &Stage, now: Timestamp) {
        let place = |stage: &Stage| {
            let Stage { phase, round, trial, answers, resting, ended, .. } = stage;
            (*phase, *round, *trial, *answers, *resting, *ended, stage.seats.clone())
        };
        if place(before) != place(self.stage()) {
            self.enter(now);
            return self.tell_words(before);
        }
        let (paused, ends) = (self.stage().paused, self.stage().ends);
        if before.paused.is_none() && paused.is_some() {
            self.page.say(match self.stage().away {
                None => "[The contest is paused: clocks stand still, and nothing that is typed is taken.]",
                Some(_) => "[The server was away: clocks have stood still since, and nothing that is typed is taken.]",
            });
        } else if before.paused.is_some() && paused.is_none() {
            self.page.say("[The contest goes on.]");
            self.tell_time(now);
        } else if before.ends != ends {
            self.announced = None;
            self.tell_time(now);
        }
        self.tell_words(before);
        self.take_up_ballots();
    }

    /// Shows the organiser's words: with a pause, with more time, or in an announcement.
    fn tell_words(&mut self, before: &Stage) {
        let stage = self.stage().clone();
        let mut said = Vec::new();
        if let Some(extended) = stage.extended.filter(|extended| before.extended.as_ref() != Some(extended)) {
            let is_same_phase = (before.phase, before.round) == (stage.phase, stage.round);
            let earlier = before.extended.as_ref().filter(|_| is_same_phase).map_or(0, |earlier| earlier.by_s);
            let added = Duration::from_secs(extended.by_s.saturating_sub(earlier));
            self.page.say(format!("[The organiser has added {}.]", terminal_words::clock(added)));
            said.extend(extended.told);
        }
        said.extend(stage.told.filter(|told| before.told.as_ref() != Some(told)));
        let new = stage.announcements.into_iter().filter(|told| !before.announcements.contains(told));
        said.extend(new.map(|told| told.words));
        for words in said {
            self.page.say(format!("[The organiser: {words}]"));
        }
    }

    /// Begins a phase.
    fn enter(&mut self, now: Timestamp) {
        self.announced = None;
        self.talk = RoundTalk::default();
        self.ballots = Ballots::default();
        let stage = self.stage().clone();
        self.page.say_in_lines("");
        self.page.say(terminal_words::headline(&stage));
        for closed in &stage.closed {
            self.page.say(labels::closed(*closed, &self.said(closed.form).into()).to_string());
        }
        if stage.judged {
            self.page.say(
                "Your verdict has ended this interview: please wait; /change begins it again while the talk runs.",
            );
        } else if stage.ended {
            self.page.say("The organiser has ended your interview. No ballot is asked for it: please wait.");
        } else if stage.resting {
            self.page.say("You rest in this round: please wait for the next one.");
        } else {
            match stage.phase {
                StagePhase::Lobby => self.enter_lobby(),
                StagePhase::Talk => self.begin_talk(now),
                StagePhase::Scoring | StagePhase::EndBallots => self.begin_ballots(now),
                StagePhase::Vote => self.begin_vote(),
                StagePhase::Closed => {
                    self.page.say(format!("The result: {}", self.results));
                    // Contributions are shown once more, with their events in the record.
                    self.contributed = 0;
                }
            }
        }
        self.prompt();
    }

    fn enter_lobby(&mut self) {
        let Stage { round, answers, ready, .. } = *self.stage();
        if round.is_none() {
            return self.page.say("Please wait.");
        }
        let told = if answers { &mut self.told.1 } else { &mut self.told.0 };
        if !std::mem::replace(told, true) {
            self.tell_rules();
        }
        if answers {
            self.page.say("You answer in this round.");
        }
        self.page.say(if ready { "You are in place." } else { "Press Return when you are in place." });
    }

    fn lobby_line(&mut self, word: &str) {
        let Stage { round, ready, resting, .. } = *self.stage();
        match word {
            _ if round.is_none() || resting => self.page.say("There is nothing to do for you now: please wait."),
            "/away" if ready => self.wishes.push_back(Wish::Ready(false)),
            "" if !ready => self.wishes.push_back(Wish::Ready(true)),
            _ if ready => self.page.say("The round has not begun: please wait. Nothing was sent."),
            _ => self.page.say("The round has not begun: press Return when you are in place. Nothing was sent."),
        }
    }

    fn tell_rules(&mut self) {
        let answers = self.stage().answers;
        let text = self.rules.answers.as_ref().filter(|_| answers).unwrap_or(&self.rules.asks).trim().to_owned();
        self.page.say(text);
        if !self.rules.told.is_empty() {
            self.page.say(self.rules.told.clone());
        }
        self.page.say("Everything you type is recorded and may be published. /help lists what you can do here.");
    }

    fn tell_time(&mut self, now: Timestamp) {
        match self.left(now) {
            Some(left) => {
                // Marks the times passed as announced, so that they do not follow at once.
                self.announced = ANNOUNCED.iter().copied().filter(|at| left <= *at).min();
                let paused = if self.stage().paused.is_some() { ", while the clock stands still" } else { "" };
                self.page.say(format!("[{} left{paused}]", terminal_words::clock(left)));
            }
            None => self.page.say("[no clock runs]"),
        }
    }

    fn help(&mut self) {
        if self.page.is_a_screen() {
            return self.page.say(terminal_words::SCREEN_HELP);
        }
        let mut help = vec!["/time shows the time left; /rules what you were told; /quit leaves."];
        match self.stage().phase {
            StagePhase::Lobby => help.push("Return says that you are in place; /away that you are not."),
            StagePhase::Talk => {
                help.push(terminal_words::how_to_speak(self.rules.interview.medium, false));
                if self.stage().seats.len() > 1 && !self.is_reading() {
                    help.push("/left and /right say whom you talk to; a Tab at the beginning of a line changes sides.");
                }
                if self.is_reading() {
                    return self.page.say(help.join("\n"));
                }
                help.push("/look shows what stands unfinished; // at the beginning of a line stands for /.");
                if !self.stage().forms.is_empty() {
                    help.push("/verdict asks for your verdict, which ends the interview; /talk goes back.");
                }
            }
            StagePhase::Scoring | StagePhase::EndBallots => {
                help.push("/read shows the conversations again; /change begins your ballot again.");
            }
            StagePhase::Vote => help.push("Type the number of your choice."),
            StagePhase::Closed => {}
        }
        self.page.say(help.join("\n"));
    }

    /// Shows the prompt for the next line, if one is wanted.
    fn prompt(&mut self) {
        if self.catching_up.is_some() {
            return;
        }
        if let Some(prompt) = self.prompted() {
            self.page.ask(&prompt);
        }
    }

    /// The prompt for the next line, if one is wanted.
    fn prompted(&self) -> Option<String> {
        self.reading_prompt()
            .or_else(|| self.talk_prompt())
            .or_else(|| self.ballot_prompt())
            .or_else(|| self.vote_prompt())
    }
}

#[cfg(test)]
mod tests;
