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

/// The most links that one answer follows, so that a script with a circle ends.
const LINKS_MAX: usize = 8;

/// A program's script.
#[derive(Debug, Default)]
pub(super) struct Script {
    /// Keywords; of several in a clause the one with the highest rank is used, of equals the first.
    keywords: Vec<Keyword>,
    /// Answers to a line without a keyword, if no remark is stored.
    otherwise: Vec<&'static str>,
}

/// A keyword, and the rules for a clause with it.
#[derive(Debug)]
struct Keyword {
    /// The word, with its synonyms.
    words: Vec<&'static str>,
    /// Its rank; the highest is used.
    rank: u8,
    /// Patterns; the first that fits is used.
    rules: Vec<Rule>,
}

/// A decomposition and its reassemblies.
#[derive(Debug)]
struct Rule {
    /// Words; `*` means any words, also none; `a|b` for one of several words. Both are counted from 1.
    pattern: &'static str,
    /// Reassemblies in turn.
    replies: Vec<Reply>,
    /// Remarks to store, in turn.
    aside: Vec<&'static str>,
}

/// A reassembly.
#[derive(Debug, Clone, Copy)]
enum Reply {
    /// Answers with this text; `{1}` means the first `*` or `a|b`, from the other person's view.
    Say(&'static str),
    /// Continues with the rules of this keyword.
    Goto(&'static str),
    /// Puts the clause in these words and continues with the rules of this keyword.
    Restate(&'static str, &'static str),
    /// Continues with the keyword of the next lower rank.
    Next,
}

impl Script {
    /// Reads a script. `doctor.script` describes its lines.
    ///
    /// # Errors
    /// The number of the first line that is none of a script, or an unknown keyword of a link.
    pub(super) fn read(text: &'static str) -> Result<Self, String> {
        let mut script = Self::default();
        let mut in_none = false;
        for (number, line) in (1..).zip(text.lines().map(str::trim)) {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            in_none |= word == "none";
            let read = match word {
                "none" => Some(()),
                "say" if in_none => {
                    script.otherwise.push(rest);
                    Some(())
                }
                "keyword" => script.keyword(rest),
                _ => script.rule(word, rest),
            };
            read.ok_or_else(|| format!("line {number} is no line of a script here: `{line}`"))?;
        }
        let replies = script.keywords.iter().flat_map(|keyword| &keyword.rules).flat_map(|rule| &rule.replies);
        let links = replies.filter_map(|reply| match reply {
            Reply::Goto(word) | Reply::Restate(_, word) => Some(word),
            Reply::Say(_) | Reply::Next => None,
        });
        let unknown = links.into_iter().find(|word| script.find(word).is_none());
        match unknown {
            Some(word) => Err(format!("a link leads to `{word}`, which is no keyword")),
            None => Ok(script),
        }
    }

    fn keyword(&mut self, rest: &'static str) -> Option<()> {
        let (rank, words) = rest.split_once(' ')?;
        let words = words.split(' ').collect();
        self.keywords.push(Keyword { words, rank: rank.parse().ok()?, rules: Vec::new() });
        Some(())
    }

    /// Reads a line of the last keyword.
    fn rule(&mut self, word: &str, rest: &'static str) -> Option<()> {
        let rules = &mut self.keywords.last_mut()?.rules;
        if word == "split" {
            rules.push(Rule { pattern: rest, replies: Vec::new(), aside: Vec::new() });
            return Some(());
        }
        let rule = rules.last_mut()?;
        match word {
            "say" => rule.replies.push(Reply::Say(rest)),
            "goto" => rule.replies.push(Reply::Goto(rest)),
            "next" => rule.replies.push(Reply::Next),
            "restate" => {
                let (words, keyword) = rest.split_once(" => ")?;
                rule.replies.push(Reply::Restate(words, keyword));
            }
            "keep" => rule.aside.push(rest),
            _ => return None,
        }
        Some(())
    }

    fn find(&self, word: &str) -> Option<&Keyword> {
        self.keywords.iter().find(|keyword| keyword.words.contains(&word))
    }
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
        let mut keywords: Vec<&'static Keyword> = Vec::new();
        for word in clause {
            keywords.extend(self.script.keywords.iter().filter(|keyword| keyword.words.contains(&word.as_str())));
        }
        keywords.sort_by_key(|keyword| std::cmp::Reverse(keyword.rank));
        keywords.into_iter().find_map(|keyword| self.by_keyword(keyword, clause, 0))
    }

    /// The answer by the rules of a keyword; none if no rule fits, or the one that fits leads to the next keyword.
    fn by_keyword(&mut self, keyword: &'static Keyword, clause: &[String], links: usize) -> Option<String> {
        let (rule, parts) = keyword.rules.iter().find_map(|rule| {
            let pattern: Vec<&str> = rule.pattern.split(' ').collect();
            Some((rule, matched(&pattern, clause)?))
        })?;
        let turns = self.turns.entry((keyword.words[0], rule.pattern)).or_default();
        if !rule.aside.is_empty() && self.aside.len() < ASIDE_MAX {
            self.aside.push_back(assembled(rule.aside[turns.0 % rule.aside.len()], &parts));
        }
        if rule.replies.is_empty() || links > LINKS_MAX {
            return None;
        }
        match turns.next(&rule.replies) {
            Reply::Say(text) => Some(assembled(text, &parts)),
            Reply::Goto(word) => self.by_keyword(self.script.find(word)?, clause, links + 1),
            Reply::Restate(words, word) => {
                let restated = super::line_words::all(&filled(words, &parts, |part| part.join(" ")));
                self.by_keyword(self.script.find(word)?, &restated, links + 1)
            }
            Reply::Next => None,
        }
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
        vec![answer.unwrap_or_else(|| self.otherwise.next(&self.script.otherwise).to_owned())]
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
    let text = filled(reply, parts, reflected);
    let words: Vec<&str> = text.split_whitespace().collect();
    capital(&words.join(" ").replace(" ?", "?").replace(" .", "."))
}

/// The text with shortened parts in the places of `{1}`, `{2}`, …, written by a function.
fn filled(text: &str, parts: &[&[String]], write: impl Fn(&[String]) -> String) -> String {
    let mut text = text.to_owned();
    for (place, part) in parts.iter().enumerate() {
        let part: Vec<String> = part.iter().take(PART_MAX).map(|word| word.chars().take(20).collect()).collect();
        text = text.replace(&format!("{{{}}}", place + 1), &write(&part));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::programs::line_words;

    #[test]
    fn a_script_that_is_none_is_refused_with_its_line() {
        let check = |text| Script::read(text).map(|_| ()).unwrap_err();
        assert_eq!(check("keyword 1 a\nsplit *\n  shout A"), "line 3 is no line of a script here: `shout A`");
        assert_eq!(check("say A"), "line 1 is no line of a script here: `say A`");
        assert_eq!(check("keyword 1 a\nsplit *\n  goto b"), "a link leads to `b`, which is no keyword");
    }

    #[test]
    fn links_in_a_circle_end() {
        static ROUND: std::sync::LazyLock<Script> =
            std::sync::LazyLock::new(|| Script::read("keyword 1 a\nsplit *\n  goto a\nnone\n  say Well.").unwrap());
        assert_eq!(Player::new(&ROUND).reply("a"), ["Well."]);
    }

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
