//! The words of a file compared with the known ones.

/// Words as a list for people: `` `a`, `b` ``.
pub(super) fn list_of(words: &[&str]) -> String {
    words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}

/// The known word most likely meant by `written`: at most a third of it differs.
pub(super) fn closest<'w>(written: &str, words: &[&'w str]) -> Option<&'w str> {
    if written.len() > 60 {
        return None;
    }
    let plain = |word: &str| word.to_lowercase().replace('-', "_");
    let written = plain(written);
    let (distance, word) = words.iter().map(|word| (edits(&written, &plain(word)), *word)).min()?;
    (distance <= (written.chars().count() / 3).max(1)).then_some(word)
}

/// The fewest slips that turn one word into the other: a character inserted, deleted or replaced, or two neighbours
/// swapped (the optimal string alignment distance).
fn edits(from: &str, to: &str) -> usize {
    let (from, to): (Vec<_>, Vec<_>) = (from.chars().collect(), to.chars().collect());
    let mut distances = vec![vec![0; to.len() + 1]; from.len() + 1];
    for i in 0..=from.len() {
        for j in 0..=to.len() {
            distances[i][j] = if i == 0 || j == 0 {
                i + j
            } else {
                let replaced = distances[i - 1][j - 1] + usize::from(from[i - 1] != to[j - 1]);
                let slip = replaced.min(distances[i - 1][j] + 1).min(distances[i][j - 1] + 1);
                let swapped = i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1];
                if swapped { slip.min(distances[i - 2][j - 2] + 1) } else { slip }
            };
        }
    }
    distances[from.len()][to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_finds_the_word_and_another_word_finds_none() {
        let keys = ["talk", "scoring", "end_time", "keys_per_second"];
        for (written, meant) in [("tlak", Some("talk")), ("talks", Some("talk")), ("end-time", Some("end_time"))] {
            assert_eq!(closest(written, &keys), meant, "{written}");
        }
        assert_eq!(closest("Scorign", &keys), Some("scoring"));
        assert_eq!(closest("colour", &keys), None);
        assert_eq!(closest("kyes_per_sekond", &keys), Some("keys_per_second"));
        assert_eq!((closest("skorink", &keys), closest("skorimk", &keys)), (Some("scoring"), None), "a third at most");
        assert_eq!(edits("kitten", "sitting"), 3);
    }

    #[test]
    fn no_word_is_looked_for_that_is_longer_than_sixty_letters() {
        let word = "a".repeat(60);
        assert_eq!(closest(&word, &[&word]), Some(word.as_str()));
        assert_eq!(closest(&"a".repeat(61), &[&word]), None);
    }

    #[test]
    fn two_neighbours_that_are_swapped_are_one_slip_anywhere_in_a_word() {
        for (written, slips) in [("abcdefgh", 0), ("bacdefgh", 1), ("abcdefhg", 1), ("badcefhg", 3)] {
            assert_eq!(edits("abcdefgh", written), slips, "{written}");
        }
    }
}
