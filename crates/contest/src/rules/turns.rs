//! Cuts a conversation into turns: words of the judge and the answer.
//!
//! A turn is the unit in which readers see a conversation that they judge again. It ends where the judge speaks after
//! the witness, so consecutive lines of one side stay together. Unanswered last words of the judge belong to the last
//! turn, so every turn has words of the witness; if the witness speaks first, the first turn has no words of the judge.
//! A conversation without words of the witness has no turn.

use rulebook::Side;

/// The turns of a conversation, in order: each line is in exactly one turn. `by` returns the side of a line.
pub fn cut<L>(lines: &[L], by: impl Fn(&L) -> Side) -> Vec<&[L]> {
    let Some(last_answer) = lines.iter().rposition(|line| by(line) == Side::Witness) else { return Vec::new() };
    let begins = |at: &usize| by(&lines[*at]) == Side::Judge && by(&lines[*at - 1]) == Side::Witness;
    let starts: Vec<usize> = std::iter::once(0).chain((1..=last_answer).filter(begins)).collect();
    let ends = starts.iter().skip(1).copied().chain([lines.len()]);
    starts.iter().zip(ends).map(|(&start, end)| &lines[start..end]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lines written as letters: a capital is the judge's.
    fn turns(lines: &str) -> Vec<String> {
        let lines: Vec<char> = lines.chars().collect();
        let by = |line: &char| if line.is_uppercase() { Side::Judge } else { Side::Witness };
        cut(&lines, by).into_iter().map(|turn| turn.iter().collect()).collect()
    }

    #[test]
    fn a_turn_is_what_the_judge_said_and_what_was_answered() {
        assert_eq!(turns("AbCd"), ["Ab", "Cd"]);
        assert_eq!(turns("ABcdEf"), ["ABcd", "Ef"], "lines in a row of one side stay together");
    }

    #[test]
    fn a_witness_who_speaks_first_has_a_turn_without_a_question() {
        assert_eq!(turns("aBcD"), ["a", "BcD"]);
    }

    #[test]
    fn what_nobody_answered_is_part_of_the_last_turn_and_silence_has_none() {
        assert_eq!(turns("AbCDE"), ["AbCDE"]);
        assert_eq!(turns("AB"), [""; 0]);
        assert_eq!(turns(""), [""; 0]);
    }

    #[test]
    fn every_line_is_in_one_turn_and_every_turn_has_words_of_the_witness() {
        for number in 0_u32..512 {
            let lines: String = (0..9).map(|bit| if number >> bit & 1 == 0 { 'J' } else { 'w' }).collect();
            let turns = turns(&lines);
            assert!(turns.iter().all(|turn| turn.contains('w')), "{lines}: {turns:?}");
            let whole = if lines.contains('w') { lines.as_str() } else { "" };
            assert_eq!(turns.concat(), whole);
            // Within a turn the judge does not speak after the witness, except for unanswered words at the end.
            let last = turns.len().saturating_sub(1);
            assert!(turns.iter().take(last).all(|turn| !turn.contains("wJ")), "{lines}: {turns:?}");
        }
    }
}
