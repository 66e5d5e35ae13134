//! The glossaries: each language has the words of its glossary, and none of the words that it avoids.

use std::collections::BTreeSet;

const LANGUAGES: [Glossary; 2] = [
    Glossary {
        page: include_str!("../../../docs/glossary.md"),
        sentences: include_str!("../../../languages/en.ftl"),
        english: 0,
    },
    Glossary {
        page: include_str!("../../../docs/glossar.md"),
        sentences: include_str!("../../../languages/de.ftl"),
        english: 1,
    },
];

/// A glossary, the sentences of its language, and the column of the English words.
struct Glossary {
    page: &'static str,
    sentences: &'static str,
    english: usize,
}

impl Glossary {
    /// The rows of all tables, as cells, without headings.
    fn rows(&self) -> Vec<Vec<&'static str>> {
        let cells = |line: &'static str| line.trim_matches('|').split('|').map(str::trim).collect::<Vec<_>>();
        self.page.lines().filter(|line| line.starts_with("| **")).map(cells).collect()
    }

    fn words(&self) -> Vec<String> {
        self.rows().iter().map(|row| row[0].trim_matches('*').to_lowercase()).collect()
    }

    fn in_english(&self) -> BTreeSet<String> {
        self.rows().iter().map(|row| row[self.english].trim_matches('*').to_owned()).collect()
    }

    fn avoided(&self) -> Vec<String> {
        let last = |row: &Vec<&str>| row.last().expect("a cell").to_lowercase();
        self.rows()
            .iter()
            .map(last)
            .flat_map(|words| words.split(", ").map(str::to_owned).collect::<Vec<_>>())
            .collect()
    }

    /// The lines of the language file that readers see: no comments, and no ids.
    fn lines(&self) -> Vec<String> {
        let value = |line: &str| {
            let named = line.chars().next().is_some_and(|first| first.is_ascii_lowercase());
            if named {
                line.split_once('=').map_or(line, |(_, value)| value).to_lowercase()
            } else {
                line.to_lowercase()
            }
        };
        self.sentences.lines().filter(|line| !line.starts_with('#')).map(value).collect()
    }
}

/// Returns whether `line` has `word` with no letter before it, or after it if it is `whole`.
fn has(line: &str, word: &str, whole: bool) -> bool {
    let is_edge = |found: Option<char>| found.is_none_or(|found| !found.is_alphanumeric() && found != '-');
    line.match_indices(word).any(|(at, _)| {
        is_edge(line[..at].chars().next_back()) && (!whole || is_edge(line[at + word.len()..].chars().next()))
    })
}

#[test]
fn a_language_uses_the_words_of_its_glossary() {
    for glossary in &LANGUAGES {
        let lines = glossary.lines();
        for word in glossary.words() {
            assert!(lines.iter().any(|line| has(line, &word, false)), "no sentence has `{word}`");
        }
    }
}

#[test]
fn a_language_has_none_of_the_words_that_its_glossary_avoids() {
    for glossary in &LANGUAGES {
        let avoided = glossary.avoided();
        assert!(avoided.iter().filter(|word| !word.is_empty()).count() > 10, "{avoided:?}");
        for line in glossary.lines() {
            let found: Vec<_> = avoided.iter().filter(|word| !word.is_empty() && has(&line, word, true)).collect();
            assert!(found.is_empty(), "{found:?} in: {line}");
        }
    }
}

#[test]
fn every_german_word_stands_for_an_english_one() {
    let [english, german] = &LANGUAGES;
    let unknown: Vec<_> = german.in_english().difference(&english.in_english()).cloned().collect();
    assert!(unknown.is_empty(), "{unknown:?}");
}
