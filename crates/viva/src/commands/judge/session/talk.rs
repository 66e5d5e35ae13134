//! The talk: the seat addressed by the judge's lines, and the display of witnesses' lines.
//!
//! With one witness, by lines, it looks as in 1995: `@@` and the judge's own number for a new partner, `>` before each
//! line, an empty line at the end of a turn, and the answer as it comes.

use std::{collections::BTreeMap, time::Duration};

use contest::{attachment::ShownFile, transcript::Transcript, turn::Turn, view::judge::JudgeUpdate};
use rulebook::{
    Key, RoundNumber, Seat, Side, Timestamp,
    schema::{Medium, Opener, Turns},
};

use super::{JudgeSession, Wish, terminal_words};
use crate::commands::judge::sheet::seat_of;

/// The pause after which an unfinished line is shown, in contest time.
const REST: Duration = Duration::from_secs(4);

/// The state of the talk in this round.
#[derive(Debug, Default)]
pub(super) struct RoundTalk {
    /// The addressed seat: an index into the seats.
    at: usize,
    /// True if the judge has ended the turn, in a contest by lines.
    ended_turn: bool,
    /// The witnesses' unfinished lines: the time of the last key, and the text already shown.
    typing: BTreeMap<Seat, Typing>,
    /// The turns last shown to the judge, if sides alternate.
    turns: BTreeMap<Seat, Turn>,
    /// The turn of a transcript with an answer not recorded yet: no question is asked meanwhile.
    pub(super) believed: Option<(Seat, u16)>,
}

#[derive(Debug, Default)]
struct Typing {
    since: Option<Timestamp>,
    shown: String,
}

impl JudgeSession {
    /// The talk begins, or the judge joins it.
    pub(super) fn begin_talk(&mut self, now: Timestamp) {
        let seats = self.stage().seats.clone();
        let is_a_screen = self.page.is_a_screen();
        if self.is_line_terminal() && !is_a_screen {
            self.page.say(format!("@@{:02}", self.rules.judge.number() % 100));
        } else {
            if let [_, _] = seats[..]
                && !self.is_reading()
            {
                self.page.say(if is_a_screen {
                    "You talk with the left one and the right one at the same time: Tab changes sides."
                } else {
                    "You talk with the left one and the right one at the same time: /left and /right, or a Tab at the \
                     beginning of a line, say whom your lines go to."
                });
            }
            self.page.say(terminal_words::how_to_speak(self.rules.interview.medium, is_a_screen));
            let interview = &self.rules.interview;
            if interview.opens == Opener::Judge && !interview.symmetric {
                let text = if self.stage().answers { "Your partner begins: please wait." } else { "You begin." };
                self.page.say(text);
            }
            if let Turns::Alternate { within } = interview.turns {
                let seconds = within.as_secs();
                self.page.say(format!("You take turns; who says nothing for {seconds} s loses the turn."));
            }
        }
        self.tell_time(now);
        if self.is_reading() {
            return self.begin_reading();
        }
        for seat in seats {
            let said = self.conversation(seat).lines.clone();
            for line in said {
                let who = if line.side == Side::Judge { "you".to_owned() } else { terminal_words::mark(seat) };
                self.page.say_in_lines(format!("{who}: {}", line.text));
            }
            let begun = !self.conversation(seat).witness_types.is_empty();
            self.talk.typing.insert(seat, Typing { since: begun.then_some(now), shown: String::new() });
        }
        self.tell_turns(now);
    }

    /// Shows the holder of the turn and the time for it, if either changed since last shown.
    pub(super) fn tell_turns(&mut self, now: Timestamp) {
        if self.stage().paused.is_some() {
            return;
        }
        // A screen shows the turn beside each conversation.
        for (seat, turn) in self.turns(now).into_iter().filter(|_| !self.page.is_a_screen()).collect::<Vec<_>>() {
            if self.talk.turns.insert(seat, turn) == Some(turn) {
                continue;
            }
            let whose = if turn.holder == Side::Judge { "your turn" } else { "the other's turn" };
            let to =
                if self.stage().seats.len() > 1 { format!("{}: ", terminal_words::mark(seat)) } else { String::new() };
            // A turn ends with the talk.
            let ends = self.stage().ends.map_or(turn.ends, |ends| turn.ends.min(ends));
            self.page.say(format!("[{to}{whose}: {}]", terminal_words::clock(ends.since(now))));
        }
    }

    /// Shows the turns again.
    pub(super) fn tell_turns_again(&mut self, now: Timestamp) {
        self.talk.turns.clear();
        self.tell_turns(now);
    }

    /// The time at which a turn passes on, if both sides stay silent and clocks run.
    pub(super) fn turn_passes(&self, now: Timestamp) -> Option<Timestamp> {
        let turns = self.turns(now).into_iter().filter(|_| self.stage().paused.is_none());
        turns.map(|(_, turn)| turn.ends).min()
    }

    /// The turn in each conversation that has begun, if sides alternate.
    pub(super) fn turns(&self, now: Timestamp) -> Vec<(Seat, Turn)> {
        let (true, Some(round)) = (self.is_talking(), self.stage().round) else { return Vec::new() };
        let turn = |&seat| Some((seat, self.screen.turns.get(&(round, seat))?.at(self.rules.interview.turns, now)));
        self.stage().seats.iter().filter_map(turn).collect()
    }

    /// Shows a key or an utterance recorded in a conversation.
    pub(super) fn heard_speech(&mut self, update: &JudgeUpdate, now: Timestamp) {
        let (round, seat, side) = match update {
            JudgeUpdate::Key { round, seat, side, .. } | JudgeUpdate::Said { round, seat, side, .. } => {
                (*round, *seat, *side)
            }
            _ => return,
        };
        if side != Side::Witness || Some(round) != self.stage().round || !self.is_talking() {
            return;
        }
        match update {
            JudgeUpdate::Key { key, .. } if *key != Key::Return => {
                self.talk.typing.entry(seat).or_default().since = Some(now);
            }
            _ => {
                self.talk.typing.remove(&seat);
                let text = self.conversation(seat).lines.last().map(|line| line.text.clone()).unwrap_or_default();
                if self.is_line_terminal() && text.is_empty() {
                    self.talk.ended_turn = false;
                } else {
                    self.show_line(seat, &text, "");
                }
            }
        }
    }

    /// Shows a file attached in a browser; a terminal can attach none.
    pub(super) fn was_shown(&mut self, round: RoundNumber, seat: Seat, shown: &ShownFile) {
        if Some(round) == self.stage().round && self.is_talking() {
            self.page.say(format!("{}: {shown}", terminal_words::mark(seat)));
        }
    }

    /// Shows witnesses' lines that have been unfinished for a while.
    pub(super) fn show_rested(&mut self, now: Timestamp) {
        let rested = |(seat, typing): (&Seat, &mut Typing)| {
            let since = typing.since.filter(|since| now.since(*since) >= REST)?;
            typing.since = None;
            Some((*seat, since))
        };
        let rested: Vec<_> = self.talk.typing.iter_mut().filter_map(rested).collect();
        for (seat, _) in rested {
            let text = self.conversation(seat).witness_types.clone();
            let typing = self.talk.typing.entry(seat).or_default();
            if !text.is_empty() && text != typing.shown {
                typing.shown.clone_from(&text);
                self.show_line(seat, &text, " …");
            }
        }
    }

    /// The time at which an unfinished line will be shown.
    pub(super) fn rests_until(&self) -> Option<Timestamp> {
        let typing = self.talk.typing.values().filter(|_| self.is_talking());
        typing.filter_map(|typing| typing.since).min().map(|since| since + REST)
    }

    /// Takes a line of the judge in the talk.
    pub(super) fn talk_line(&mut self, line: &str) {
        let (mut line, seats) = (line, self.stage().seats.clone());
        if let Some(rest) = line.strip_prefix('\t').filter(|_| seats.len() > 1) {
            self.change_sides();
            line = rest;
            if line.trim().is_empty() {
                return;
            }
        }
        match line.trim().strip_prefix('/') {
            None => self.speak(line),
            // `//` is an escaped `/`.
            Some(rest) if rest.starts_with('/') => self.speak(rest),
            Some("verdict" | "change") if self.may_end_talk() => self.begin_verdict(),
            Some("look") => {
                for seat in seats {
                    let text = self.conversation(seat).witness_types.clone();
                    let text = if text.is_empty() { "nothing unfinished".to_owned() } else { format!("{text} …") };
                    self.page.say(format!("{}: {text}", terminal_words::mark(seat)));
                }
            }
            Some(word) => match seat_of(&seats, word).filter(|_| seats.len() > 1) {
                Some(seat) => self.talk.at = seats.iter().position(|other| *other == seat).unwrap_or(0),
                None => self.page.say("There is no such command: /help lists them. Nothing was sent."),
            },
        }
    }

    /// Addresses the other seat.
    pub(super) fn change_sides(&mut self) {
        self.talk.at = (self.talk.at + 1) % self.stage().seats.len().max(1);
    }

    /// The prompt of the talk.
    pub(super) fn talk_prompt(&self) -> Option<String> {
        if !self.is_talking() || self.is_reading() || self.is_judging_in_talk() {
            return None;
        }
        if self.is_line_terminal() {
            return (!self.talk.ended_turn).then(|| "> ".to_owned());
        }
        Some(match self.seat() {
            Seat::Left | Seat::Right => format!("to {}> ", terminal_words::mark(self.seat())),
            Seat::Only | Seat::Terminal(_) => "you> ".to_owned(),
        })
    }

    fn speak(&mut self, text: &str) {
        let (Some(round), seat) = (self.stage().round, self.seat()) else { return };
        match self.rules.interview.medium {
            Medium::Keystrokes { .. } => {
                // The rest of a partly refused line is erased first.
                let left = self.conversation(seat).judge_types.chars().count();
                let back = std::iter::repeat_n("BackSpace".to_owned(), left);
                let typed = text.chars().map(|c| if c == '\t' { "Tab".to_owned() } else { c.to_string() });
                let keys = back.chain(typed).chain(["Return".to_owned()]);
                self.wishes.extend(keys.map(|key| Wish::Press { round, seat, key }));
            }
            Medium::Lines { .. } => {
                self.talk.ended_turn = text.trim().is_empty();
                self.wishes.push_back(Wish::Say { round, seat, text: text.trim_end().to_owned() });
            }
            // A transcript is answered by a number.
            Medium::Transcript { .. } => {}
            Medium::Messages { .. } if text.trim().is_empty() => {}
            Medium::Messages { .. } => {
                self.wishes.push_back(Wish::Say { round, seat, text: text.trim_end().to_owned() });
            }
        }
    }

    fn show_line(&mut self, seat: Seat, text: &str, end: &str) {
        if self.is_line_terminal() {
            self.page.say_in_lines(format!("{text}{end}"));
        } else {
            // Further lines of one message are indented below the first.
            let mark = terminal_words::mark(seat);
            let text = text.replace('\n', &format!("\n{}  ", " ".repeat(mark.chars().count())));
            self.page.say_in_lines(format!("{mark}: {text}{end}"));
        }
    }

    /// The addressed seat.
    pub(super) fn seat(&self) -> Seat {
        self.stage().seats.get(self.talk.at).copied().unwrap_or(Seat::Only)
    }

    pub(super) fn conversation(&self, seat: Seat) -> &Transcript {
        let round = self.stage().round;
        round.and_then(|round| self.screen.conversations.get(&(round, seat))).unwrap_or(&contest::transcript::SILENT)
    }

    /// Returns true for one witness, in a contest by lines: as on a terminal of 1995.
    fn is_line_terminal(&self) -> bool {
        matches!(self.rules.interview.medium, Medium::Lines { .. }) && self.stage().seats.len() == 1
    }
}
