//! The lines already said, and other wordings for a line that would be said twice.

use std::collections::HashSet;

/// Beginnings that mark a repeated answer.
const AGAIN: [&str; 16] = [
    "As I said: ",
    "Again: ",
    "Like before: ",
    "My answer has not changed: ",
    "Same as before: ",
    "I told you already: ",
    "Once more: ",
    "To repeat myself: ",
    "Still the same: ",
    "You asked that before. ",
    "One more time: ",
    "I can say it again: ",
    "No news there: ",
    "Just as before: ",
    "You have heard this from me: ",
    "I stay with it: ",
];

/// Endings that mark a repeated answer.
const ENDS: [&str; 16] = [
    "",
    " That has not changed.",
    " But you knew that.",
    " Are you testing me?",
    " I am sure of it.",
    " Ask me something new.",
    " That is all I can say.",
    " We had that one.",
    " It was true the first time too.",
    " I have no better answer.",
    " Shall we go on?",
    " You like that question, I think.",
    " Did I say it badly before?",
    " There is no more to it.",
    " Believe it or not.",
    " And now something else?",
];

/// The lines that were said in a conversation.
#[derive(Debug, Clone, Default)]
pub(crate) struct Said {
    lines: HashSet<String>,
    repeats: usize,
}

impl Said {
    /// True if the line was said before.
    pub(crate) fn knows(&self, line: &str) -> bool {
        self.lines.contains(line)
    }

    /// Notes the line, in another wording if it was said before and wordings are left.
    pub(crate) fn say(&mut self, line: String) -> String {
        let mut fresh = line.clone();
        for attempt in 0..AGAIN.len() * ENDS.len() {
            if !self.knows(&fresh) {
                break;
            }
            // Both lists are passed through at the same time, so that neighbours differ in both.
            let place = self.repeats + attempt;
            let end = (place + place / AGAIN.len()) % ENDS.len();
            fresh = format!("{}{line}{}", AGAIN[place % AGAIN.len()], ENDS[end]);
        }
        if fresh != line {
            self.repeats += 1;
        }
        self.lines.insert(fresh.clone());
        fresh
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_said_in_256_wordings() {
        let mut said = Said::default();
        let lines: HashSet<String> = (0..257).map(|_| said.say("Blue.".to_owned())).collect();
        assert_eq!(lines.len(), 257, "the line itself and 256 others");
    }
}
