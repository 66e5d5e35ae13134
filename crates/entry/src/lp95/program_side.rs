//! The program's side of a terminal of 1995, as entries of that time played it. No I/O here.

/// The prompt.
const PROMPT: &str = ">";

/// The maximum size of a turn, in bytes; the rest is dropped.
const TURN_MAX: usize = 64 * 1_024;

/// A program at its terminal: it echoes its input, prompts for every line, and answers after an empty one.
///
/// Carriage return, line feed and both together each end a line once. `begins` makes the program that answers a judge:
/// each announced judge gets a new one.
#[derive(Debug)]
pub struct ProgramSide<B, P> {
    begins: B,
    program: Option<P>,
    line: Vec<u8>,
    turn: Vec<String>,
    after_return: bool,
    /// The welcome for an announced judge.
    opening: Option<String>,
}

impl<B: FnMut() -> P, P: FnMut(&str) -> Vec<String>> ProgramSide<B, P> {
    /// A program before its first judge.
    pub fn new(begins: B) -> Self {
        Self { begins, program: None, line: Vec::new(), turn: Vec::new(), after_return: false, opening: None }
    }

    /// Sets the words with which the program opens.
    #[must_use]
    pub fn opening(self, words: Option<&str>) -> Self {
        Self { opening: words.map(str::to_owned), ..self }
    }

    /// Its first output: `title`, and a prompt.
    #[must_use]
    pub fn greeting(&self, title: &str) -> Vec<u8> {
        format!("{title}\r\n{PROMPT}").into_bytes()
    }

    /// Reads keys, and returns its output.
    pub fn read(&mut self, keys: &[u8]) -> Vec<u8> {
        let mut prints = Vec::new();
        for &key in keys {
            let after_return = std::mem::replace(&mut self.after_return, key == b'\r');
            match key {
                b'\n' if after_return => {}
                b'\r' | b'\n' => {
                    prints.extend_from_slice(b"\r\n");
                    self.end_line(&mut prints);
                    prints.extend_from_slice(PROMPT.as_bytes());
                }
                8 | 127 if self.line.pop().is_some() => prints.extend_from_slice(b"\x08 \x08"),
                8 | 127 => {}
                _ if self.line.len() < TURN_MAX => {
                    self.line.push(key);
                    prints.push(key);
                }
                _ => {}
            }
        }
        prints
    }

    fn end_line(&mut self, prints: &mut Vec<u8>) {
        let line = String::from_utf8_lossy(&std::mem::take(&mut self.line)).into_owned();
        if !line.is_empty() {
            if self.turn.iter().map(String::len).sum::<usize>() < TURN_MAX {
                self.turn.push(line);
            }
            return;
        }
        let turn = std::mem::take(&mut self.turn);
        match turn.first().and_then(|first| first.strip_prefix("@@")) {
            Some(judge) => {
                self.program = None;
                let welcome = self.opening.clone().unwrap_or_else(|| format!("Welcome judge {judge}"));
                prints.extend_from_slice(format!("{welcome}\r\n").as_bytes());
            }
            None if turn.is_empty() => {}
            None => {
                let program = self.program.get_or_insert_with(&mut self.begins);
                for answer in program(&turn.join(" ")) {
                    prints.extend_from_slice(answer.replace(['\r', '\n'], " ").as_bytes());
                    prints.extend_from_slice(b"\r\n");
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn program() -> impl FnMut(&str) -> Vec<String> {
        let mut turns = 0;
        move |said: &str| {
            turns += 1;
            vec![format!("{turns}: {said}")]
        }
    }

    #[test]
    fn a_judge_sits_down_asks_in_two_lines_and_makes_room_for_another() {
        let mut side = ProgramSide::new(program);
        assert_eq!(side.greeting("ECHO"), b"ECHO\r\n>");
        assert_eq!(side.read(b"@@01\r\r"), b"@@01\r\n>\r\nWelcome judge 01\r\n>");
        assert_eq!(side.read(b"Are you\rtheree\x08?\r"), b"Are you\r\n>theree\x08 \x08?\r\n>");
        assert_eq!(side.read(b"\r"), b"\r\n1: Are you there?\r\n>");
        assert_eq!(side.read(b"@@02\r\n\r\nHi\r\n\r\n"), b"@@02\r\n>\r\nWelcome judge 02\r\n>Hi\r\n>\r\n1: Hi\r\n>");
    }

    proptest! {
        #[test]
        fn however_returns_are_written_the_program_hears_the_same(cuts in prop::collection::vec(1_usize..5, 1..20)) {
            let heard = |newline: &str| {
                let mut side = ProgramSide::new(program);
                let keys = "@@01\n\nI say\nthis\n\nand that\n\n".replace('\n', newline);
                let mut rest = keys.as_bytes();
                let mut prints = Vec::new();
                for cut in cuts.iter().cycle() {
                    let (piece, after) = rest.split_at((*cut).min(rest.len()));
                    prints.extend(side.read(piece));
                    rest = after;
                    if rest.is_empty() { break }
                }
                prints
            };
            prop_assert_eq!(heard("\r"), heard("\r\n"));
            prop_assert_eq!(heard("\r"), heard("\n"));
        }

        #[test]
        fn any_keys_are_read(keys: Vec<u8>) {
            ProgramSide::new(program).read(&keys);
        }
    }
}
