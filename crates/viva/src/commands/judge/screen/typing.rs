//! The judge's typing: an input line for each seat addressed, and the effect of every other key.
//!
//! If single keys are sent, they are sent when pressed. The line then shows the keys pressed until all are answered,
//! and from then on the recorded text.

use std::collections::BTreeMap;

use contest::view::stage::StagePhase;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use rulebook::{RoundNumber, Seat, Timestamp};
use unicode_segmentation::UnicodeSegmentation;

use crate::commands::judge::session::JudgeSession;

/// The lines scrolled by one press of a key.
const SCROLLS: usize = 3;

/// The longest line that can be typed, in bytes.
const LINE_MAX: usize = 64 * 1024;

/// The typed text, and the scroll position.
#[derive(Debug, Default)]
pub(in crate::commands::judge) struct Typing {
    moment: Option<(StagePhase, Option<RoundNumber>)>,
    /// The input lines by seat; `None` outside a talk.
    lines: BTreeMap<Option<Seat>, InputLine>,
    /// The addressed seat.
    to: Option<Seat>,
    /// The number of latest lines scrolled out of sight.
    pub(super) scrolled: usize,
    /// The lines of a page, when last drawn.
    pub(super) page: usize,
    /// True if notes fill the screen instead of the conversations.
    pub(super) shows_notes: bool,
}

/// An input line.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
struct InputLine {
    text: String,
    /// The position of the cursor, in bytes.
    at: usize,
}

impl Typing {
    /// The input line before the cursor, and after it.
    pub(in crate::commands::judge) fn line(&self) -> (&str, &str) {
        self.lines.get(&self.to).map_or(("", ""), |line| line.text.split_at(line.at))
    }

    /// Returns true if a seat is addressed.
    pub(super) fn is_talking(&self) -> bool {
        self.to.is_some()
    }

    /// Follows the session: clears the typing in a new phase, and shows the recorded text once everything is answered.
    pub(in crate::commands::judge) fn follow(&mut self, session: &JudgeSession, is_settled: bool) {
        if self.moment != Some(session.moment()) {
            self.moment = Some(session.moment());
            self.lines.clear();
            (self.scrolled, self.shows_notes) = (0, false);
        }
        self.to = session.addressed();
        if let Some(seat) = self.to.filter(|_| is_settled && session.sends_keys()) {
            self.lines.insert(self.to, InputLine::of(session.typed_to(seat)));
        }
    }

    /// Handles a key. Returns true if the judge leaves by Ctrl-C.
    pub(in crate::commands::judge) fn press(
        &mut self,
        key: KeyEvent,
        session: &mut JudgeSession,
        now: Timestamp,
    ) -> bool {
        self.follow(session, false);
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        let is_ballots = matches!(session.moment().0, StagePhase::Scoring | StagePhase::EndBallots);
        let is_form = !session.view(now).form.is_empty();
        match key.code {
            KeyCode::Char('c') if is_control => return true,
            KeyCode::Char('d') if is_control && self.line() == ("", "") => session.line("/quit", now),
            KeyCode::Char(c) => self.control_or_letter(c, key.modifiers, session),
            KeyCode::Enter => self.end_line(session, now),
            KeyCode::Backspace => self.back(session),
            KeyCode::Tab | KeyCode::BackTab => {
                session.turn_to_the_other();
                self.scrolled = 0;
            }
            KeyCode::F(1) => self.command("/help", session, now),
            KeyCode::F(2) => self.command("/rules", session, now),
            KeyCode::F(3) | KeyCode::Esc => {
                self.shows_notes = key.code != KeyCode::Esc && !self.shows_notes;
                self.scrolled = 0;
            }
            KeyCode::F(4) if is_ballots => self.command("/read", session, now),
            KeyCode::F(5) if is_ballots || session.may_end_talk() => self.command("/change", session, now),
            KeyCode::Up if is_form => {
                let before = session.question_before();
                self.lines.insert(None, InputLine::of(&before.unwrap_or_default()));
            }
            KeyCode::Left | KeyCode::Right if is_form && self.choose(key.code, session) => {}
            KeyCode::Up => self.scrolled += SCROLLS,
            KeyCode::Down => self.scrolled = self.scrolled.saturating_sub(SCROLLS),
            KeyCode::PageUp => self.scrolled += self.page.max(1),
            KeyCode::PageDown => self.scrolled = self.scrolled.saturating_sub(self.page.max(1)),
            _ if session.sends_keys() => {}
            code => self.lines.entry(self.to).or_default().go(code),
        }
        false
    }

    /// Handles pasted text: its lines are joined, so that none is sent by a line break in it.
    pub(in crate::commands::judge) fn paste(&mut self, text: &str, session: &mut JudgeSession) {
        self.follow(session, false);
        let text = text.trim_end_matches(['\r', '\n']).replace("\r\n", " ").replace(['\r', '\n', '\t'], " ");
        text.chars().filter(|c| !c.is_control()).for_each(|c| self.letter(c, session));
    }

    fn control_or_letter(&mut self, c: char, with: KeyModifiers, session: &mut JudgeSession) {
        if !with.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) {
            return self.letter(c, session);
        }
        let line = self.lines.entry(self.to).or_default();
        match c {
            'a' if !session.sends_keys() => line.go(KeyCode::Home),
            'e' if !session.sends_keys() => line.go(KeyCode::End),
            'u' if !session.sends_keys() => *line = InputLine::default(),
            _ => {}
        }
    }

    fn letter(&mut self, c: char, session: &mut JudgeSession) {
        let line = self.lines.entry(self.to).or_default();
        if line.text.len() + c.len_utf8() > LINE_MAX {
            return;
        }
        self.scrolled = 0;
        line.text.insert(line.at, c);
        line.at += c.len_utf8();
        session.press(c.to_string());
    }

    fn back(&mut self, session: &mut JudgeSession) {
        let line = self.lines.entry(self.to).or_default();
        if session.sends_keys() {
            // Takes back one character, as the record does, rather than a whole grapheme.
            if line.text.pop().is_some() {
                line.at = line.text.len();
                session.press("BackSpace".to_owned());
            }
        } else {
            line.go(KeyCode::Backspace);
        }
    }

    fn end_line(&mut self, session: &mut JudgeSession, now: Timestamp) {
        let line = std::mem::take(self.lines.entry(self.to).or_default());
        self.scrolled = 0;
        if session.sends_keys() {
            session.press("Return".to_owned());
        } else {
            session.line(&line.text, now);
        }
        // The next question may have an answer from before.
        if let Some(answer) = session.view(now).form.into_iter().find(|question| question.is_next)
            && let Some(text) = answer.answer
        {
            self.lines.insert(None, InputLine::of(&text));
        }
    }

    /// Runs a command with its output in the notes, and shows the notes, except after `/change`.
    fn command(&mut self, command: &str, session: &mut JudgeSession, now: Timestamp) {
        session.line(command, now);
        self.scrolled = 0;
        self.shows_notes = command != "/change";
    }

    /// Cycles through the possible answers, if the line is empty or one of them.
    fn choose(&mut self, code: KeyCode, session: &JudgeSession) -> bool {
        let choices = session.choices();
        let line = self.lines.entry(None).or_default();
        let known = choices.iter().position(|choice| *choice == line.text);
        if choices.is_empty() || (known.is_none() && !line.text.is_empty()) {
            return false;
        }
        let last = choices.len() - 1;
        let next = match (known, code) {
            (None, KeyCode::Left) => last,
            (None, _) => 0,
            (Some(at), KeyCode::Left) => at.checked_sub(1).unwrap_or(last),
            (Some(at), _) => {
                if at == last {
                    0
                } else {
                    at + 1
                }
            }
        };
        *line = InputLine::of(&choices[next]);
        true
    }
}

impl InputLine {
    fn of(text: &str) -> Self {
        Self { text: text.to_owned(), at: text.len() }
    }

    /// Moves the cursor, or deletes a grapheme.
    fn go(&mut self, code: KeyCode) {
        let before = self.text[..self.at].graphemes(true).next_back().map_or(0, str::len);
        let behind = self.text[self.at..].graphemes(true).next().map_or(0, str::len);
        match code {
            KeyCode::Left => self.at -= before,
            KeyCode::Right => self.at += behind,
            KeyCode::Home => self.at = 0,
            KeyCode::End => self.at = self.text.len(),
            KeyCode::Backspace => {
                self.text.drain(self.at - before..self.at);
                self.at -= before;
            }
            KeyCode::Delete => drop(self.text.drain(self.at..self.at + behind)),
            _ => {}
        }
    }
}
