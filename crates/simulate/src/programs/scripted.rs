//! The scripted one: says the lines of a text in turn, and ignores the judge.

use super::Program;

#[derive(Debug)]
pub(super) struct Scripted {
    /// The lines that are left, the next one last.
    left: Vec<String>,
}

impl Scripted {
    /// One answer per line of the text; an empty line means silence.
    pub(super) fn new(text: &str) -> Self {
        Self { left: text.lines().rev().map(|line| line.trim().to_owned()).collect() }
    }
}

impl Program for Scripted {
    fn reply(&mut self, _: &str) -> Vec<String> {
        self.left.pop().filter(|line| !line.is_empty()).into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lines_come_in_turn_and_then_silence() {
        let mut program = Scripted::new("Hello.\n\nNo idea.\n");
        let answers: Vec<Vec<String>> = (0..4).map(|_| program.reply("What?")).collect();
        assert_eq!(answers, [vec!["Hello.".to_owned()], vec![], vec!["No idea.".to_owned()], vec![]]);
    }
}
