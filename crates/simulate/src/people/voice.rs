//! A voice: sends words as the medium carries them, key by key or whole, in their turn.
//!
//! Where finished utterances are carried, they are typed all the same: each is sent when its last key would have been
//! pressed, split or shortened to the rulebook's bounds.

use std::{collections::VecDeque, time::Duration};

use contest::{composer::Composer, transcript::Transcript, turn};
use rulebook::{
    Draws, Key, Side, Timestamp,
    schema::{InterviewRules, Medium, Turns},
};

use super::typist::{Hand, Typist};

/// The wait after an unused turn, because the other side may have spoken in its last moment.
const COURTESY: Duration = Duration::from_millis(300);

/// A key or an utterance to send.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Speech {
    /// A key.
    Key(Key),
    /// A finished utterance: a message, or a line.
    Said(String),
}

/// A person at a keyboard, with the words still to send.
#[derive(Debug, Clone)]
pub(crate) struct Voice {
    typist: Typist,
    medium: Medium,
    turns: Turns,
    /// Utterances with the moments of their last keys.
    finished: VecDeque<(Timestamp, String)>,
}

impl Voice {
    /// A voice with nothing to say, under these rules.
    pub(crate) fn new(hand: Hand, rules: &InterviewRules) -> Self {
        // Where opening words are enforced, a wrong letter of them is refused.
        let careful = if rules.opening_enforced { rules.opening_words.clone() } else { Vec::new() };
        Self { typist: Typist::new(hand, careful), medium: rules.medium, turns: rules.turns, finished: VecDeque::new() }
    }

    /// Plans these words, one utterance a line, and at most `most` utterances.
    pub(crate) fn begin(&mut self, text: &str, most: usize, now: Timestamp, draws: &mut Draws) {
        let Some(mut composer) = Composer::of(self.medium) else {
            self.typist.begin(text, now, draws);
            return;
        };
        match (self.turns, most_characters(self.medium)) {
            // The turn ends with the first utterance, so everything has to fit into it.
            (Turns::Alternate { .. }, Some(characters)) => {
                self.typist.begin(&shortened(&text.replace('\n', " "), characters), now, draws);
            }
            _ => self.typist.begin(text, now, draws),
        }
        while let Some((at, key)) = self.typist.due().and_then(|at| Some((at, self.typist.press(at)?))) {
            self.finished.extend(composer.press(key).into_iter().map(|said| (at, said)));
        }
        self.finished.truncate(most);
    }

    /// Drops all unsent words.
    pub(crate) fn stop(&mut self) {
        self.typist.stop();
        self.finished.clear();
    }

    /// True if there is nothing to say.
    pub(crate) fn is_idle(&self) -> bool {
        self.typist.is_idle() && self.finished.is_empty()
    }

    /// The moment of the next key or utterance.
    pub(crate) fn due(&self, turn: &TurnState) -> Option<Timestamp> {
        self.typist.due().or_else(|| self.finished.front().map(|(at, _)| turn.own_from(*at)))
    }

    /// The key or utterance that is due now.
    pub(crate) fn speak(&mut self, turn: &TurnState, now: Timestamp) -> Option<Speech> {
        if let Some(key) = self.typist.press(now) {
            return Some(Speech::Key(key));
        }
        let (at, _) = self.finished.front_mut().filter(|(at, _)| *at <= now)?;
        if turn.own_from(now) > now {
            *at = now;
            return None;
        }
        self.finished.pop_front().map(|(_, said)| Speech::Said(said))
    }
}

/// The turn in one conversation, as one side knows it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TurnState {
    turns: Turns,
    own: Side,
    /// Absent before the first words.
    told: Option<turn::Turn>,
}

impl TurnState {
    /// A conversation before its first words, for this side.
    pub(crate) fn new(turns: Turns, own: Side) -> Self {
        Self { turns, own, told: None }
    }

    /// Notes a turn that has begun.
    pub(crate) fn begins(&mut self, told: turn::Turn) {
        self.told = Some(told);
    }

    /// Notes words of a side: programs get no turn updates, and infer turns from words.
    pub(crate) fn spoken(&mut self, by: Side, now: Timestamp) {
        let Turns::Alternate { within } = self.turns else { return };
        self.told = Some(turn::Turn::begun(by, now, within).turned());
    }

    /// The first moment from `then` on at which it is this side's turn, if neither side speaks before.
    fn own_from(&self, then: Timestamp) -> Timestamp {
        let Some(turn) = self.told.map(|told| told.at(self.turns, then)) else { return then };
        if turn.holder == self.own { then } else { turn.ends + COURTESY }
    }
}

/// The number of utterances that the rulebook still allows this side of a conversation.
pub(crate) fn left_to_say(conversation: &Transcript, side: Side, medium: Medium) -> usize {
    let (Medium::Lines { lines: most, .. } | Medium::Messages { messages: most, .. }) = medium else {
        return usize::MAX;
    };
    let said = conversation.lines.iter().filter(|line| line.side == side).count();
    usize::try_from(most).unwrap_or(usize::MAX).saturating_sub(said)
}

/// The most characters of an utterance; `None` for other media.
pub(crate) fn most_characters(medium: Medium) -> Option<usize> {
    match medium {
        Medium::Keystrokes { .. } | Medium::Transcript { .. } => None,
        Medium::Lines { characters, .. } | Medium::Messages { characters, .. } => usize::try_from(characters).ok(),
    }
}

/// The beginning of a text, cut between words if possible.
fn shortened(text: &str, most: usize) -> String {
    let Some((end, _)) = text.char_indices().nth(most) else { return text.to_owned() };
    let cut = text[..=end].rfind(' ').filter(|cut| *cut > 0).unwrap_or(end);
    text[..cut].trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use rulebook::{Seed, shipped};

    use super::*;

    fn voice(medium: Medium, turns: Turns) -> Voice {
        let rules = InterviewRules { medium, turns, ..shipped::rulebook("loebner-2010").unwrap().interview };
        Voice::new(Hand::Person(150), &rules)
    }

    fn said(voice: &mut Voice, turn: &TurnState) -> Vec<(Timestamp, String)> {
        let next = || {
            let at = voice.due(turn)?;
            match voice.speak(turn, at)? {
                Speech::Said(text) => Some((at, text)),
                Speech::Key(key) => Some((at, key.to_string())),
            }
        };
        std::iter::from_fn(next).collect()
    }

    const ALTERNATE: Turns = Turns::Alternate { within: Duration::from_secs(20) };
    fn begin() -> Timestamp {
        Timestamp::from_millis(1_000_000)
    }

    #[test]
    fn a_message_takes_its_time_and_arrives_whole() {
        let mut draws = Draws::new(Seed::from_contributions(["voice"]), "message");
        let mut voice = voice(Medium::Messages { characters: 20, messages: 10 }, Turns::Free);
        voice.begin("the quick brown fox jumps\nover", 9, begin(), &mut draws);
        let said = said(&mut voice, &TurnState::new(Turns::Free, Side::Judge));
        let texts: Vec<_> = said.iter().map(|(_, text)| text.as_str()).collect();
        assert_eq!(texts, ["the quick brown fox", "jumps", "over"]);
        voice.begin("one\ntwo\nthree", 2, begin(), &mut draws);
        assert_eq!(
            super::tests::said(&mut voice, &TurnState::new(Turns::Free, Side::Judge)).len(),
            2,
            "no more than is left"
        );
        assert!(said[0].0.since(begin()) > Duration::from_secs(2) && said[2].0 > said[1].0, "{said:?}");
        assert!(voice.is_idle());
    }

    #[test]
    fn where_turns_alternate_one_message_is_all_and_it_waits_for_its_turn() {
        let mut draws = Draws::new(Seed::from_contributions(["voice"]), "turns");
        let mut voice = voice(Medium::Messages { characters: 10, messages: 10 }, ALTERNATE);
        let mut turn = TurnState::new(ALTERNATE, Side::Judge);
        let within = Duration::from_secs(20);
        turn.begins(turn::Turn::begun(Side::Witness, begin(), within));
        voice.begin("hello there, you", 9, begin(), &mut draws);
        assert_eq!(voice.speak(&turn, begin() + Duration::from_secs(10)), None, "it is the other's turn");
        let passed = said(&mut voice, &turn);
        assert_eq!(passed, [(begin() + Duration::from_secs(20) + COURTESY, "hello".to_owned())]);

        turn.begins(turn::Turn::begun(Side::Judge, begin(), within));
        voice.begin("hi", 9, begin(), &mut draws);
        assert!(said(&mut voice, &turn)[0].0.since(begin()) < Duration::from_secs(5), "it is our turn");
    }
}
