//! The laconic one: answers in as few words as possible.

use super::{Program, Turns, line_words::all};

#[derive(Debug, Default)]
pub(super) struct Laconic {
    greetings: Turns,
    choices: Turns,
    open: Turns,
    reasons: Turns,
    counts: Turns,
    remarks: Turns,
}

impl Program for Laconic {
    fn reply(&mut self, line: &str) -> Vec<String> {
        let words = all(line);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let is_question = line.trim_end().ends_with('?');
        let answer = match words.as_slice() {
            ["hello" | "hi" | "hey", ..] if words.len() < 4 => self.greetings.next(&["hi", "hey", "yes, hi"]),
            ["how", "are", "you", ..] => "fine",
            ["how", "many" | "much" | "old" | "long", ..] => {
                self.counts.next(&["a few", "depends", "no idea", "enough"])
            }
            ["why", ..] => self.reasons.next(&["because", "why not", "long story", "just so"]),
            ["what" | "who" | "where" | "when" | "which" | "how", ..] => {
                self.open.next(&["hard to say", "no idea", "does it matter", "you tell me", "pass"])
            }
            _ if is_question => self.choices.next(&["yes", "no", "sometimes", "not really", "sure"]),
            _ => self.remarks.next(&["ok", "I see", "right", "mm", "fair enough", "if you say so"]),
        };
        vec![answer.to_owned()]
    }
}

#[cfg(test)]
mod tests {
    use crate::programs::tests::check;

    #[test]
    fn no_word_too_many() {
        check(
            "laconic",
            "
            Hello.
            hi
            How are you?
            fine
            Do you like tea?
            yes
            Why?
            because
            I prefer coffee.
            ok
            Which is larger, a grape or a grapefruit?
            hard to say
            ",
        );
    }
}
