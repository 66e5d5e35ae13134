//! Reading others' conversations: turns as they are shown, and a number from the judge after each.

use contest::{event::ShownLine, transcript::Line, view::judge::ReadingProgress};
use rulebook::{RoundNumber, Seat, Side, schema::Medium};

use super::{JudgeSession, Wish, terminal_words};

impl JudgeSession {
    /// Returns true if this judge reads others' conversations.
    pub(super) fn is_reading(&self) -> bool {
        matches!(self.rules.interview.medium, Medium::Transcript { .. })
    }

    /// The judge begins to read, or returns: repeats everything shown so far.
    pub(super) fn begin_reading(&mut self) {
        let Some(round) = self.stage().round else { return };
        for seat in self.stage().seats.clone() {
            let shown = self.screen.conversations.get(&(round, seat));
            let lines = shown.map(|transcript| transcript.lines.clone()).unwrap_or_default();
            for Line { side, text, .. } in lines {
                self.say_read(seat, side, &text);
            }
            self.said_belief(round, seat);
        }
    }

    /// The belief was refused, so it is asked again.
    pub(super) fn ask_belief_again(&mut self) {
        self.talk.believed = None;
    }

    /// Shows the next turn.
    pub(super) fn show_turn(&mut self, round: RoundNumber, seat: Seat, turn: u16, lines: &[ShownLine]) {
        if Some(round) != self.stage().round || !self.is_talking() {
            return;
        }
        let of = if self.stage().seats.len() > 1 { format!("{}, ", terminal_words::mark(seat)) } else { String::new() };
        self.page.say_in_lines(format!("\n[{of}turn {turn}]"));
        for ShownLine { by, text } in lines {
            self.say_read(seat, *by, text);
        }
    }

    /// The judge's belief is recorded; after the last one, says that the conversation is over.
    pub(super) fn said_belief(&mut self, round: RoundNumber, seat: Seat) {
        let is_over = |reading: &ReadingProgress| reading.is_whole && reading.asks().is_none();
        if self.is_talking() && self.screen.reading.get(&(round, seat)).is_some_and(is_over) {
            self.page.say("[You have read this conversation to the end.]");
        }
    }

    /// Takes a line of the judge: a number from 0 to 100.
    pub(super) fn reading_line(&mut self, word: &str) {
        let Some((round, seat, turn)) = self.asked() else {
            return self.page.say("There is nothing to say now: please wait.");
        };
        match word.trim_end_matches('%').trim_end().parse::<u8>() {
            Ok(human) if human <= 100 => {
                self.talk.believed = Some((seat, turn));
                self.wishes.push_back(Wish::Believe { round, seat, turn, human });
            }
            _ => self.page.say("Type a whole number from 0 to 100. Nothing was sent."),
        }
    }

    /// The prompt for a belief.
    pub(super) fn reading_prompt(&self) -> Option<String> {
        let (_, seat, turn) = self.asked()?;
        let of = if self.stage().seats.len() > 1 { format!("{}, ", terminal_words::mark(seat)) } else { String::new() };
        let asked = self.rules.ballots.belief.as_ref()?;
        Some(format!("{of}turn {turn}: 0 ({}) to 100 ({})> ", asked.low, asked.high))
    }

    /// The turn that needs a belief next: of two conversations, the one read less far.
    fn asked(&self) -> Option<(RoundNumber, Seat, u16)> {
        if !self.is_talking() || !self.is_reading() {
            return None;
        }
        let round = self.stage().round?;
        let turn = |&seat: &Seat| Some((self.screen.reading.get(&(round, seat))?.asks()?, seat));
        let waits = |(turn, seat): &(u16, Seat)| self.talk.believed == Some((*seat, *turn));
        let (turn, seat) = self.stage().seats.iter().filter_map(turn).filter(|asked| !waits(asked)).min()?;
        Some((round, seat, turn))
    }

    fn say_read(&mut self, seat: Seat, side: Side, text: &str) {
        let who = reader_mark(seat, side);
        let text = text.replace('\n', &format!("\n{}  ", " ".repeat(who.chars().count())));
        self.page.say_in_lines(format!("{who}: {text}"));
    }
}

/// The mark of a line in a conversation that is read.
pub(super) fn reader_mark(seat: Seat, side: Side) -> String {
    match side {
        Side::Judge => "interrogator".to_owned(),
        Side::Witness if seat == Seat::Only => "witness".to_owned(),
        Side::Witness => terminal_words::mark(seat),
    }
}
