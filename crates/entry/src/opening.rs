//! Decides about text that a program says before it has received any of the judge's: one rule for every protocol.
//!
//! If the rulebook lets witnesses open, that text is the program's opening: kept until the conversation begins, then
//! passed on as usual. Otherwise, and when a restarted program greets in the middle of a conversation, it is withheld,
//! and quoted in an incident for the organiser. A protocol's state machine only identifies such text; the decision is
//! made here.

use rulebook::{
    Side,
    key::Alphabet,
    schema::{InterviewRules, Opener},
};

use crate::{FromEntry, History, Incident};

/// The maximum number of lines in an opening; further lines are dropped.
const LINES_MAX: usize = 8;

/// The rule for unasked text in one conversation.
#[derive(Debug, Clone)]
pub struct Opening {
    opens: Opener,
    /// True to pass text on as keys, false as lines.
    types: bool,
    talking: bool,
    /// True if either side has finished a line in this conversation.
    said: bool,
    /// True if the program has lost its memory since then: its greeting is no opening.
    is_stranger: bool,
    /// True if the program was restarted or reconnected, and has not opened since.
    is_anew: bool,
    kept: Vec<String>,
    /// Its opening so far.
    opened: Vec<String>,
    /// True if an incident about unasked text was reported.
    told: bool,
}

/// The rule for conversations that the judge begins.
impl Default for Opening {
    fn default() -> Self {
        Self {
            opens: Opener::Judge,
            types: true,
            talking: false,
            said: false,
            is_stranger: false,
            is_anew: false,
            kept: Vec::new(),
            opened: Vec::new(),
            told: false,
        }
    }
}

impl Opening {
    /// The rule of this interview with this history. Openings are passed on as keys if links type, otherwise as lines.
    #[must_use]
    pub fn of(rules: &InterviewRules, types: bool, history: &History) -> Self {
        let before = history.lines();
        let is_stranger = before.iter().any(|line| line.side == Side::Witness);
        Self { said: !before.is_empty(), is_stranger, ..Self::by(rules.opens, types) }
    }

    /// The rule for a new conversation in which these may open.
    #[must_use]
    pub fn by(opens: Opener, types: bool) -> Self {
        Self { opens, types, ..Self::default() }
    }

    /// True if unasked text may be an opening.
    pub(crate) fn is_let(&self) -> bool {
        self.opens == Opener::Anyone && !self.is_stranger
    }

    /// The conversation has begun: returns the kept opening.
    pub(crate) fn began(&mut self) -> Vec<FromEntry> {
        self.talking = true;
        std::mem::take(&mut self.kept).iter().flat_map(|text| self.passed(text)).collect()
    }

    /// Either side has finished a line that reached the other.
    pub(crate) fn said(&mut self) {
        self.said = true;
    }

    /// The program has ended or disconnected: its next text comes without any memory.
    pub(crate) fn left(&mut self) {
        self.is_anew = true;
        self.is_stranger |= self.said;
    }

    /// Takes text of a program that has received no key of the judge; returns the reports for the contest.
    pub(crate) fn unasked(&mut self, text: String) -> Vec<FromEntry> {
        if !self.is_let() {
            let known = std::mem::replace(&mut self.told, true);
            return (!known).then_some(FromEntry::Incident(Incident::GreetedEarly { text })).into_iter().collect();
        }
        if std::mem::take(&mut self.is_anew) && !self.talking {
            self.kept.clear();
            self.opened.clear();
        }
        // Some programs greet on connecting and again at the beginning of the conversation.
        if self.opened.contains(&text) {
            return Vec::new();
        }
        if self.opened.len() < LINES_MAX {
            self.opened.push(text.clone());
        } else if !self.talking {
            return Vec::new();
        }
        if self.talking {
            return self.passed(&text);
        }
        self.kept.push(text);
        Vec::new()
    }

    fn passed(&mut self, text: &str) -> Vec<FromEntry> {
        self.said = true;
        let lines = text.lines().filter(|line| !line.trim().is_empty());
        if self.types {
            lines
                .flat_map(|line| Alphabet::Ascii.keys_of(&format!("{line}\n")).map(FromEntry::Key).collect::<Vec<_>>())
                .collect()
        } else {
            lines.map(|line| FromEntry::Line(line.to_owned())).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const JOAN: &str = "Hello, my name is Joan, and I am a woman.";

    fn lines(opens: Opener) -> Opening {
        Opening::by(opens, false)
    }

    fn line(text: &str) -> Vec<FromEntry> {
        vec![FromEntry::Line(text.to_owned())]
    }

    fn withheld(text: &str) -> Vec<FromEntry> {
        vec![FromEntry::Incident(Incident::GreetedEarly { text: text.to_owned() })]
    }

    #[test]
    fn an_opening_is_kept_until_talk_begins_and_passed_on_once() {
        let mut opening = lines(Opener::Anyone);
        assert_eq!(opening.unasked(JOAN.to_owned()), []);
        assert_eq!(opening.began(), line(JOAN));
        assert_eq!(opening.began(), []);
        assert_eq!(opening.unasked(JOAN.to_owned()), [], "it is said once");
        assert_eq!(opening.unasked("Who is there?".to_owned()), line("Who is there?"));
    }

    #[test]
    fn where_the_judge_begins_the_organiser_reads_what_was_withheld_once() {
        let mut opening = lines(Opener::Judge);
        assert_eq!(opening.unasked("Welcome!".to_owned()), withheld("Welcome!"));
        assert_eq!(opening.unasked("How are you?".to_owned()), []);
        assert_eq!(opening.began(), []);
    }

    #[test]
    fn a_program_that_is_started_again_before_the_talk_opens_anew() {
        let mut opening = lines(Opener::Anyone);
        let _ = opening.unasked("Hello, my na".to_owned());
        opening.left();
        let _ = opening.unasked(JOAN.to_owned());
        assert_eq!(opening.began(), line(JOAN), "what its last run said is forgotten with it");
    }

    #[test]
    fn a_program_that_is_started_again_in_the_middle_is_not_heard_greeting_again() {
        let mut opening = lines(Opener::Anyone);
        let _ = opening.unasked(JOAN.to_owned());
        let _ = opening.began();
        opening.left();
        assert_eq!(opening.unasked(JOAN.to_owned()), withheld(JOAN));
        // The same if only a judge has spoken, and for a link that begins in the middle.
        let mut asked = lines(Opener::Anyone);
        asked.said();
        asked.left();
        assert_eq!(asked.unasked(JOAN.to_owned()), withheld(JOAN));
        let rules =
            InterviewRules { opens: Opener::Anyone, ..rulebook::shipped::rulebook("loebner-2010").unwrap().interview };
        let before = History::of([crate::FinishedLine { side: Side::Witness, text: JOAN.to_owned() }]);
        assert_eq!(Opening::of(&rules, false, &before).unasked(JOAN.to_owned()), withheld(JOAN));
    }

    #[test]
    fn an_opening_has_an_end() {
        let mut opening = lines(Opener::Anyone);
        (0..1_000).for_each(|n| assert_eq!(opening.unasked(n.to_string()), []));
        assert_eq!(opening.began().len(), LINES_MAX);
    }
}
