//! The content of a terminal's screen, as data: the phase, the conversations, the form and the prompt.
//!
//! It is made from the session after every event, and holds no lines, columns or colours
//! ([`draw`](crate::commands::judge::screen::draw) adds those).

use std::time::Duration;

use contest::{transcript::Line, view::stage::StagePhase};
use rulebook::{RoundNumber, Seat, Side, Timestamp, schema::Medium};

use super::{JudgeSession, Wish, reading::reader_mark, terminal_words};
use crate::commands::judge::page;

/// The remaining time from which a clock is marked as short.
const SHORT: Duration = Duration::from_secs(60);

/// Everything on the screen except the judge's own typing.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(in crate::commands::judge) struct View {
    /// The contest and its rulebook.
    pub(in crate::commands::judge) title: String,
    /// The phase of the contest.
    pub(in crate::commands::judge) headline: String,
    /// The time left, running or paused.
    pub(in crate::commands::judge) clock: Option<TimeLeft>,
    /// The conversations, in the order of the seats.
    pub(in crate::commands::judge) panes: Vec<ConversationPane>,
    /// The questions of the open form.
    pub(in crate::commands::judge) form: Vec<Question>,
    /// The notes, line by line, the latest last.
    pub(in crate::commands::judge) notes: Vec<String>,
    /// The prompt for the next line; `None` if no line is wanted.
    pub(in crate::commands::judge) prompt: Option<String>,
    /// The keys with an effect now, each with a word for it.
    pub(in crate::commands::judge) keys: Vec<(&'static str, &'static str)>,
}

/// The time left in a phase.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::commands::judge) struct TimeLeft {
    /// As on a clock, with a remark while paused.
    pub(in crate::commands::judge) text: String,
    /// True if little time is left.
    pub(in crate::commands::judge) is_short: bool,
}

/// One conversation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::commands::judge) struct ConversationPane {
    pub(in crate::commands::judge) seat: Seat,
    /// The seat's name, and the turn if sides alternate.
    pub(in crate::commands::judge) name: String,
    /// True if the judge's typing goes here.
    pub(in crate::commands::judge) is_addressed: bool,
    /// The lines, each with its speaker.
    pub(in crate::commands::judge) lines: Vec<(String, String)>,
    /// The unfinished line of the other side, if single keys are sent.
    pub(in crate::commands::judge) typing: Option<(String, String)>,
}

/// One question of a form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::commands::judge) struct Question {
    pub(in crate::commands::judge) text: String,
    /// The answer given.
    pub(in crate::commands::judge) answer: Option<String>,
    /// True for the next question to answer.
    pub(in crate::commands::judge) is_next: bool,
}

impl JudgeSession {
    /// The current screen content.
    pub(in crate::commands::judge) fn view(&self, now: Timestamp) -> View {
        let title = format!("{}, {}", self.rules.contest, self.rules.title);
        if self.catching_up.is_some() {
            return View { title: shown(&title), headline: "Please wait.".to_owned(), ..View::default() };
        }
        View {
            title: shown(&title),
            headline: terminal_words::headline(self.stage()),
            clock: self.clock(now),
            panes: self.panes(now),
            form: self.questions(),
            notes: self.page.notes().map(shown).collect(),
            prompt: self.screen_prompt(),
            keys: self.keys(),
        }
    }

    /// Returns true if each key is sent when pressed, rather than a line when ended.
    pub(in crate::commands::judge) fn sends_keys(&self) -> bool {
        let carries_keys = matches!(self.rules.interview.medium, Medium::Keystrokes { .. });
        self.addressed().is_some() && carries_keys
    }

    /// Sends this key to the addressed witness.
    pub(in crate::commands::judge) fn press(&mut self, key: String) {
        if let (true, Some(round), seat) = (self.sends_keys(), self.stage().round, self.seat()) {
            self.wishes.push_back(Wish::Press { round, seat, key });
        }
    }

    /// The addressed seat; `None` outside a talk.
    pub(in crate::commands::judge) fn addressed(&self) -> Option<Seat> {
        let speaks =
            self.catching_up.is_none() && self.is_talking() && !self.is_reading() && !self.is_judging_in_talk();
        speaks.then(|| self.seat())
    }

    /// The judge's recorded, unfinished line to this seat.
    pub(in crate::commands::judge) fn typed_to(&self, seat: Seat) -> &str {
        &self.conversation(seat).judge_types
    }

    /// Addresses the other seat, if there are two.
    pub(in crate::commands::judge) fn turn_to_the_other(&mut self) {
        if self.addressed().is_some() {
            self.change_sides();
        }
    }

    /// Goes back to the previous question of an open form, and returns its answer.
    pub(in crate::commands::judge) fn question_before(&mut self) -> Option<String> {
        self.go_back();
        let sheet = self.sheet()?;
        sheet.rows().nth(sheet.at()).and_then(|(_, answer)| answer.map(str::to_owned))
    }

    /// The possible answers to the current question, if they are few.
    pub(in crate::commands::judge) fn choices(&self) -> Vec<String> {
        self.sheet().map(super::super::sheet::Sheet::choices).unwrap_or_default()
    }

    /// The phase and round. When they change, typed text is dropped.
    pub(in crate::commands::judge) fn moment(&self) -> (StagePhase, Option<RoundNumber>) {
        (self.stage().phase, self.stage().round)
    }

    /// The notes to leave on the terminal after the screen: the result's address, once the contest is closed.
    pub(in crate::commands::judge) fn last_words(&self) -> Vec<String> {
        let last: Vec<_> =
            self.page.notes().rev().take_while(|note| *note != terminal_words::headline(self.stage())).collect();
        if self.is_over() { last.into_iter().rev().map(shown).collect() } else { Vec::new() }
    }

    fn clock(&self, now: Timestamp) -> Option<TimeLeft> {
        let left = self.left(now)?;
        let paused = if self.stage().paused.is_some() { " (stands still)" } else { "" };
        Some(TimeLeft {
            text: format!("{}{paused}", terminal_words::clock(left)),
            is_short: left <= SHORT && paused.is_empty(),
        })
    }

    fn panes(&self, now: Timestamp) -> Vec<ConversationPane> {
        if self.is_talking() {
            let round = self.stage().round;
            let seats = self.stage().seats.iter();
            return seats.filter_map(|seat| Some(self.pane(round?, *seat, now))).collect();
        }
        let about = self.sheet().map(|sheet| (sheet.round(), sheet.about().to_vec()));
        let (round, seats) = about.unwrap_or((RoundNumber::new(1), Vec::new()));
        seats.into_iter().map(|seat| self.pane(round, seat, now)).collect()
    }

    fn pane(&self, round: RoundNumber, seat: Seat, now: Timestamp) -> ConversationPane {
        let conversation = self.screen.conversations.get(&(round, seat)).unwrap_or(&contest::transcript::SILENT);
        let who = |side: Side| match side {
            side if self.is_reading() => reader_mark(seat, side),
            Side::Judge => "you".to_owned(),
            Side::Witness => terminal_words::mark(seat),
        };
        let line = |Line { side, text, .. }: &Line| (who(*side), shown(text));
        let types = Some(shown(&conversation.witness_types)).filter(|text| !text.is_empty() && self.is_talking());
        let is_held_now = self.is_talking() && self.stage().paused.is_none();
        let turns = if is_held_now { self.turns(now) } else { Vec::new() };
        let turn = turns.into_iter().find(|(of, _)| *of == seat).map(|(_, turn)| {
            let whose = if turn.holder == Side::Judge { "your turn" } else { "the other's turn" };
            let ends = self.stage().ends.map_or(turn.ends, |ends| turn.ends.min(ends));
            format!(", {whose}: {}", terminal_words::clock(ends.since(now)))
        });
        let reads = self.screen.reading.get(&(round, seat)).filter(|_| self.is_reading());
        let read = reads.map(|reading| format!(", turn {}", reading.shown));
        let earlier = (Some(round) != self.stage().round).then(|| format!(", round {}", round.number()));
        let parts = [Some(terminal_words::mark(seat)), earlier, read, turn];
        ConversationPane {
            seat,
            name: parts.into_iter().flatten().collect(),
            is_addressed: self.addressed() == Some(seat),
            lines: conversation.lines.iter().map(line).collect(),
            typing: types.map(|text| (who(Side::Witness), text)),
        }
    }

    fn questions(&self) -> Vec<Question> {
        let Some(sheet) = self.sheet() else { return Vec::new() };
        let question = |(n, (text, answer)): (usize, (String, Option<&str>))| Question {
            text: shown(&text),
            answer: answer.map(shown),
            is_next: n == sheet.at(),
        };
        sheet.rows().enumerate().map(question).collect()
    }

    /// The prompt on a screen: also in the lobby, where Return takes the judge's place.
    fn screen_prompt(&self) -> Option<String> {
        let may_be_ready = self.stage().phase == StagePhase::Lobby
            && self.stage().round.is_some()
            && !self.stage().resting
            && !self.stage().ready;
        let lobby = may_be_ready.then(|| "Return when you are in place> ".to_owned());
        lobby.or_else(|| self.prompted())
    }

    fn keys(&self) -> Vec<(&'static str, &'static str)> {
        let mut keys = Vec::new();
        match self.stage().phase {
            StagePhase::Talk if self.addressed().is_some() => {
                if self.stage().seats.len() > 1 {
                    keys.push(("Tab", "other side"));
                }
                keys.push(("Return", "send"));
            }
            StagePhase::Talk | StagePhase::Scoring | StagePhase::EndBallots if self.sheet().is_some() => {
                keys.extend([("Return", "answer"), ("Up", "back")]);
                if !self.choices().is_empty() {
                    keys.push(("Left Right", "choose"));
                }
            }
            StagePhase::EndBallots if self.is_asked() => keys.push(("F4", "conversations")),
            _ => {}
        }
        if self.may_end_talk() && !self.is_asked() {
            keys.push(("F5", "verdict"));
        } else if self.is_asked() {
            keys.push(("F5", "begin again"));
        }
        keys.extend([("F1", "help"), ("F2", "rules")]);
        if !self.panes(Timestamp::from_millis(0)).is_empty() {
            keys.push(("F3", "notes"));
        }
        keys.extend([("PgUp", "scroll"), ("Ctrl-C", "leave")]);
        keys
    }
}

/// A text safe for a screen. Line breaks are kept.
fn shown(text: &str) -> String {
    text.chars().map(|c| if c == '\n' { c } else { page::plain(c) }).collect::<String>().replace('\t', "    ")
}

#[cfg(test)]
mod tests;
