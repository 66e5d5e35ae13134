//! The program as its caller sees it.

use jiff::civil::DateTime;

use crate::{contest::Contest, mind::Mind, skills, text::Heard};

/// The most questions of one line that are answered.
const ANSWERS_MAX: usize = 3;

/// A conversation with one judge.
#[derive(Debug, Clone)]
pub struct Finalist {
    mind: Mind,
}

impl Finalist {
    /// A new conversation. Without a contest the program knows no rounds; the seed chooses among equal wordings.
    #[must_use]
    pub fn new(contest: Option<Contest>, seed: u64) -> Self {
        Self { mind: Mind::new(contest, seed) }
    }

    /// The answer to a line that arrives at this local time. It is one line and never empty.
    pub fn reply(&mut self, line: &str, now: DateTime) -> String {
        let heard = Heard::read(line);
        self.mind.listen(&heard, now);
        let mut answers: Vec<String> = Vec::new();
        let questions: Vec<_> = heard.sentences.iter().filter(|sentence| sentence.asks()).collect();
        let whole = skills::on_line(&heard, &mut self.mind);
        if let Some(answer) = whole {
            answers.push(answer.text);
        } else if questions.is_empty() {
            answers.extend(skills::remark(&heard, &mut self.mind));
        } else {
            for question in questions.iter().rev().take(ANSWERS_MAX).rev() {
                answers.push(skills::answer(question, &heard, &mut self.mind));
            }
            answers.dedup();
        }
        let answer = self.mind.said.say(answers.join(" "));
        self.mind.heard.push(heard.text);
        self.mind.answers.push(answer.clone());
        answer
    }
}
