//! The engine that plays a script of keywords, in the manner of J. Weizenbaum, "ELIZA", Comm. ACM 9 (1966) 36-45.
//!
//! The clause with the highest-ranked keyword is taken apart by the first pattern that fits, and put together again by the
//! next of the pattern's replies. Some patterns also lay a remark aside, for a line in which no keyword is found. The
//! engine and the scripts are our own.

use std::collections::{HashMap, VecDeque};

use super::{
    Program, Turns,
    words::{capital, clauses, reflected},
};

/// The most remarks that are laid aside.
const ASIDE_MAX: usize = 6;

/// The most words of a clause that are looked at.
const CLAUSE_MAX: usize = 100;

/// What a program of this kind knows.
#[derive(Debug)]
pub(super) struct Script {
    /// Keywords; of several in a clause the one with the highest rank speaks, of equals the one said first.
    pub(super) keywords: &'static [Keyword],
    /// What is said when no keyword is found and no remark is laid aside.
    pub(super) otherwise: &'static [&'static str],
}

/// A keyword and what to make of a clause that holds it.
#[derive(Debug)]
pub(super) struct Keyword {
    /// The word, with others that count as the same.
    pub(super) words: &'static [&'static str],
    /// How much it tells; more goes first.
    pub(super) rank: u8,
    /// Patterns, the first that fits is used.
    pub(super) rules: &'static [Rule],
}

/// A pattern and what it is turned into.
#[derive(Debug)]
pub(super) struct Rule {
    /// Words; `*` stands for any words, also none; `a|b` for one of several words. Both are counted from 1.
    pub(super) pattern: &'static str,
    /// Replies in turn; `{1}` stands for the first `*` or `a|b`, from the other person's view.
    pub(super) replies: &'static [&'static str],
    /// Remarks to lay aside, in turn.
    pub(super) aside: &'static [&'static str],
}

/// A script and how far it has been played.
#[derive(Debug)]
pub(super) struct Player {
    script: &'static Script,
    /// How often a pattern has answered, by keyword and pattern.
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

/// The parts of a clause that a pattern's `*` and `a|b` stand for, each `*` as short as it can be.
fn matched<'a>(pattern: &[&str], clause: &'a [String]) -> Option<Vec<&'a [String]>> {
    let Some((first, rest)) = pattern.split_first() else { return clause.is_empty().then(Vec::new) };
    if *first == "*" {
        // The last `*` takes everything, so that a long clause is not tried word by word.
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

/// The words of a part that a reply repeats, at most: a reply is no lecture.
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
    use crate::programs::words;

    #[test]
    fn a_pattern_takes_a_clause_apart() {
        let check = |pattern: &str, clause: &str| {
            let pattern: Vec<&str> = pattern.split(' ').collect();
            matched(&pattern, &words::all(clause))
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
