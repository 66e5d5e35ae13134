//! The conversation as the model is told it: bounded, and always by turns, because many servers accept nothing else.

use std::collections::VecDeque;

use serde::Serialize;

/// The most bytes of one message of the judge; the end of a longer one is kept.
pub(super) const MESSAGE_MAX: usize = 64 << 10;

/// A message in a request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Message {
    pub(super) role: Role,
    pub(super) content: String,
}

/// Whose message it is, in the server's words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Role {
    /// The instructions.
    System,
    /// The judge.
    User,
    /// The model.
    Assistant,
}

/// What was said, and what the judge has said that no request holds yet.
#[derive(Debug)]
pub(super) struct History {
    /// By turns; the first may be of either side.
    messages: VecDeque<Message>,
    /// The most messages before the judge's last.
    kept: usize,
    waiting: VecDeque<String>,
    waiting_bytes: usize,
}

impl History {
    /// Of so many messages beside the judge's last.
    pub(super) fn new(kept: usize) -> Self {
        Self { messages: VecDeque::new(), kept, waiting: VecDeque::new(), waiting_bytes: 0 }
    }

    /// The judge said this. Returns how many lines are lost, because too many wait.
    #[must_use]
    pub(super) fn heard(&mut self, line: String) -> u64 {
        self.waiting_bytes += line.len() + 1;
        self.waiting.push_back(line);
        let mut lost = 0;
        while self.waiting_bytes > MESSAGE_MAX
            && let Some(line) = self.waiting.pop_front()
        {
            self.waiting_bytes -= line.len() + 1;
            lost += 1;
        }
        lost
    }

    /// What waits becomes the judge's message, joined to one that had no answer.
    pub(super) fn ask(&mut self) {
        let said = self.waiting.drain(..).collect::<Vec<_>>().join("\n");
        self.waiting_bytes = 0;
        match self.messages.back_mut() {
            Some(Message { role: Role::User, content }) => {
                if !said.is_empty() {
                    content.push('\n');
                    content.push_str(&said);
                }
                let surplus = content.len().saturating_sub(MESSAGE_MAX);
                let surplus = (surplus..=content.len()).find(|at| content.is_char_boundary(*at)).unwrap_or(0);
                content.drain(..surplus);
            }
            _ => self.push(Role::User, said),
        }
    }

    /// The model said this.
    pub(super) fn answered(&mut self, content: String) {
        self.push(Role::Assistant, content);
    }

    /// What a request holds: the judge's last message, and those before it from one of the judge on.
    pub(super) fn window(&self) -> impl Iterator<Item = &Message> {
        let before = self.messages.len().saturating_sub(self.kept + 1);
        self.messages.iter().skip(before).skip_while(|message| message.role != Role::User)
    }

    fn push(&mut self, role: Role, content: String) {
        self.messages.push_back(Message { role, content });
        while self.messages.len() > self.kept + 2 {
            self.messages.pop_front();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn window(history: &History) -> String {
        let letter = |message: &Message| match message.role {
            Role::System => "s",
            Role::User => "u",
            Role::Assistant => "a",
        };
        history.window().map(|message| format!("{}:{} ", letter(message), message.content)).collect()
    }

    #[test]
    fn turns_alternate_and_the_window_begins_with_the_judge() {
        let mut history = History::new(2);
        for turn in 1..=3 {
            assert_eq!(history.heard(format!("q{turn}")), 0);
            history.ask();
            history.answered(format!("r{turn}"));
        }
        assert_eq!(history.heard("q4".to_owned()) + history.heard("and".to_owned()), 0);
        history.ask();
        assert_eq!(window(&history), "u:q3 a:r3 u:q4\nand ");
        assert_eq!(history.heard("q5".to_owned()), 0);
        history.ask();
        assert_eq!(window(&history), "u:q3 a:r3 u:q4\nand\nq5 ", "what had no answer is asked again");
    }

    #[test]
    fn without_a_history_only_the_last_is_asked() {
        let mut history = History::new(0);
        for line in ["a", "b"] {
            assert_eq!(history.heard(line.to_owned()), 0);
            history.ask();
            assert_eq!(window(&history), format!("u:{line} "));
            history.answered("r".to_owned());
        }
    }

    #[test]
    fn what_waits_is_bounded() {
        let mut history = History::new(4);
        let lost: u64 = (0..10).map(|_| history.heard("x".repeat(MESSAGE_MAX / 4))).sum();
        assert_eq!(lost, 7);
        history.ask();
        (0..4).for_each(|_| assert_eq!(history.heard("\u{e9}".repeat(MESSAGE_MAX / 8 - 1)), 0));
        history.ask();
        let last = history.window().last().unwrap();
        assert!(last.content.len() <= MESSAGE_MAX && last.content.ends_with('\u{e9}'));
    }
}
