//! The parrot: turns your statements into questions, and your questions back to you.

use super::{
    Program, Turns,
    line_words::{all, capital, clauses, reflected},
};

/// The most words that are repeated.
const WORDS_MAX: usize = 20;

#[derive(Debug, Default)]
pub(super) struct Parrot {
    questions: Turns,
    statements: Turns,
    silence: Turns,
}

impl Program for Parrot {
    fn reply(&mut self, line: &str) -> Vec<String> {
        let is_question = line.trim_end().ends_with('?');
        let words = if is_question { all(line) } else { clauses(line).pop().unwrap_or_default() };
        let words: Vec<String> = words.iter().take(WORDS_MAX).map(|word| word.chars().take(20).collect()).collect();
        let back = reflected(&words);
        vec![match (words.as_slice(), is_question) {
            ([], _) => self.silence.next(&["Hm?", "Yes?", "You were saying?"]).to_owned(),
            ([word], false) => format!("{}?", capital(word)),
            (_, true) => format!("\"{}?\" {}", capital(&back), self.questions.next(&QUESTIONS)),
            (_, false) => format!("{}? {}", capital(&back), self.statements.next(&STATEMENTS)).trim_end().to_owned(),
        }]
    }
}

const QUESTIONS: [&str; 4] =
    ["I was about to ask you that.", "Good question!", "What would you say?", "Who wants to know?"];
const STATEMENTS: [&str; 4] = ["Really?", "", "Since when?", "Are you sure?"];

#[cfg(test)]
mod tests {
    use crate::programs::tests::check;

    #[test]
    fn everything_comes_back() {
        check(
            "parrot",
            r#"
            Hello!
            Hello?
            I live by the sea.
            You live by the sea? Really?
            Well, my boat is red.
            Your boat is red?
            Where do you live?
            "Where do I live?" I was about to ask you that.
            ...
            Hm?
            "#,
        );
    }
}
