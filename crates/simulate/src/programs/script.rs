//! The engine that plays a script of keywords, in the manner of J. Weizenbaum, "ELIZA", Comm. ACM 9 (1966) 36-45.
//!
//! The clause with the highest-ranked keyword is split by the first pattern that fits, and assembled again by the next
//! of the pattern's replies. Some patterns also store a remark, for a line without a keyword. The engine and the
//! scripts are our own.

use std::collections::{HashMap, VecDeque};

use super::{
    Program, Turns,
    line_words::{capital, clauses, reflected},
};

/// The most stored remarks.
const ASIDE_MAX: usize = 6;

/// The most words of a clause that are matched.
const CLAUSE_MAX: usize = 100;

/// A program's script.
#[derive(Debug)]
pub(super) struct Script {
    /// Keywords; of several in a clause the one with the highest rank is used, of equals the first.
    pub(super) keywords: &'static [Keyword],
    /// Answers to a line without a keyword, if no remark is stored.
    pub(super) otherwise: &'static [&'static str],
}

/// A keyword, and the rules for a clause with it.
#[derive(Debug)]
pub(super) struct Keyword {
    /// The word, with its synonyms.
    pub(super) words: &'static [&'static str],
    /// Its rank; the highest is used.
    pub(super) rank: u8,
    /// Patterns; the first that fits is used.
    pub(super) rules: &'static [Rule],
}

/// A pattern and its replies.
#[derive(Debug)]
pub(super) struct Rule {
    /// Words; `*` stands for any words, also none; `a|b` for one of several words. Both are counted from 1.
    pub(super) pattern: &'static str,
    /// Replies in turn; `{1}` stands for the first `*` or `a|b`, from the other person's view.
    pub(super) replies: &'static [&'static str],
    /// Remarks to store, in turn.
    pub(super) aside: &'static [&'static str],
}

/// A script and the state of playing it.
#[derive(Debug)]
pub(super) struct Player {
    script: &'static Script,
    /// The uses of a pattern, by keyword and pattern.
    turns: HashMap<(&'static str, &'static str), Turns>,
    aside: VecDeque<String>,
    otherwise: Turns,
}

impl Player {
    pub(super) fn new(script: &'static Script) -> Self {
        Self { script, turns: HashMap::new(), aside: VecDeque::new(), otherwise: Turns::default() }
    }

    fn answer(&mut self, clause: &[String]) -> Option<String> {
        let clause = &clause[..clause.len().min(CLAUSE_MAX)];
        let mut keywords: Vec<&Keyword> = Vec::new();
        for word in clause {
            keywords.extend(self.script.keywords.iter().filter(|keyword| keyword.words.contains(&word.as_str())));
        }
        keywords.sort_by_key(|keyword| std::cmp::Reverse(keyword.rank));
        let rules = keywords.iter().flat_map(|keyword| keyword.rules.iter().map(|rule| (keyword.words[0], rule)));
        let (keyword, rule, parts) = rules.into_iter().find_map(|(keyword, rule)| {
            let pattern: Vec<&str> = rule.pattern.split(' ').collect();
            Some((keyword, rule, matched(&pattern, clause)?))
        })?;
        let turns = self.turns.entry((keyword, rule.pattern)).or_default();
        if !rule.aside.is_empty() && self.aside.len() < ASIDE_MAX {
            self.aside.push_back(assembled(rule.aside[turns.0 % rule.aside.len()], &parts));
        }
        Some(assembled(turns.next(rule.replies), &parts))
    }

    fn rank(&self, clause: &[String]) -> u8 {
        let ranks =
            self.script.keywords.iter().filter(|keyword| keyword.words.iter().any(|w| clause.iter().any(|c| c == w)));
        ranks.map(|keyword| keyword.rank).max().unwrap_or(0)
    }
}

impl Program for Player {
    fn reply(&mut self, line: &str) -> Vec<String> {
        let mut clauses = clauses(line);
        clauses.sort_by_key(|clause| std::cmp::Reverse(self.rank(clause)));
        let answer = clauses.iter().find_map(|clause| self.answer(clause));
        let answer = answer.or_else(|| self.aside.pop_front());
        vec![answer.unwrap_or_else(|| self.otherwise.next(self.script.otherwise).to_owned())]
    }
}

/// The parts of a clause that a pattern's `*` and `a|b` match, each `*` as short as possible.
fn matched<'a>(pattern: &[&str], clause: &'a [String]) -> Option<Vec<&'a [String]>> {
    let Some((first, rest)) = pattern.split_first() else { return clause.is_empty().then(Vec::new) };
    if *first == "*" {
        // The last `*` takes the rest, so that a long clause is not tried word by word.
        let lengths = if rest.is_empty() { clause.len()..=clause.len() } else { 0..=clause.len() };
        return lengths.into_iter().find_map(|length| {
            let mut parts = matched(rest, &clause[length..])?;
            parts.insert(0, &clause[..length]);
            Some(parts)
        });
    }
    let (word, after) = clause.split_first()?;
    if !first.split('|').any(|choice| choice == word) {
        return None;
    }
    let mut parts = matched(rest, after)?;
    if first.contains('|') {
        parts.insert(0, &clause[..1]);
    }
    Some(parts)
}

/// The most words of a part that a reply repeats, so that replies stay short.
const PART_MAX: usize = 24;

fn assembled(reply: &str, parts: &[&[String]]) -> String {
    let mut text = reply.to_owned();
    for (place, part) in parts.iter().enumerate() {
        let part: Vec<String> = part.iter().take(PART_MAX).map(|word| word.chars().take(20).collect()).collect();
        text = text.replace(&format!("{{{}}}", place + 1), &reflected(&part));
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    capital(&words.join(" ").replace(" ?", "?").replace(" .", "."))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::programs::line_words;

    #[test]
    fn a_pattern_takes_a_clause_apart() {
        let check = |pattern: &str, clause: &str| {
            let pattern: Vec<&str> = pattern.split(' ').collect();
            matched(&pattern, &line_words::all(clause))
                .map(|parts| parts.iter().map(|part| part.join(" ")).collect::<Vec<_>>())
        };
        assert_eq!(
            check("* my * mother|father *", "well my old father sings"),
            Some(vec!["well".into(), "old".into(), "father".into(), "sings".into()])
        );
        assert_eq!(check("* i am *", "I'm late"), Some(vec![String::new(), "late".into()]));
        assert_eq!(check("* i am *", "you are late"), None);
        assert_eq!(check("*", "anything at all"), Some(vec!["anything at all".into()]));
    }
}
