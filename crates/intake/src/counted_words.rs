//! Words as the rules count and compare them, and lists of ids in a sentence.

use language::Message;
use rulebook::{EntryId, names::identity};

/// The number of words of a text: stretches without white space, as word processors count them. `well-known` is one word, `- `
/// is one, and so is the name before a line of a dialogue.
#[must_use]
pub fn count(text: &str) -> u32 {
    u32::try_from(text.split_whitespace().count()).unwrap_or(u32::MAX)
}

/// The words of a text for comparison: stretches of letters and digits, in lower case, without apostrophes.
#[must_use]
pub fn compared(text: &str) -> Vec<String> {
    let plain: String = text.to_lowercase().chars().filter(|c| !matches!(c, '\'' | '’')).collect();
    plain.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// A name in its normal form for comparison.
#[must_use]
pub fn name(text: &str) -> String {
    identity(text)
}

/// Ids in a sentence.
pub(crate) fn list(entries: &[EntryId]) -> Message {
    match entries {
        [] => say!("intake-none"),
        entries => Message::verbatim(entries.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_counted_as_a_typist_would() {
        for (text, words) in
            [("", 0), ("  \n\t ", 0), ("one", 1), ("A: Hello, Jim.\nB: well-known - yes!", 7), ("eins\u{a0}zwei", 2)]
        {
            assert_eq!(count(text), words, "{text:?}");
        }
        assert_eq!(compared("Don't — STOP, 2nd!"), ["dont", "stop", "2nd"]);
        assert_eq!(name("  Ada\t LOVELACE "), "ada lovelace");
        assert_eq!(name("Jose\u{301}\u{200b}"), name("ＪＯＳÉ"));
    }
}
