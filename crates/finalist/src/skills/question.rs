//! Questions about something stated: key words, and the gap to fill.

use vocabulary::Vocabulary;

use crate::{
    forms::{base, is_little},
    memory::{Clause, is_verb, meaning},
    text::Sentence,
};

/// The kind of gap that a question asks to fill.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Gap {
    Subject,
    Object,
    /// Words of this kind, such as a colour or a game.
    Kind(String),
    Number(String),
    Where,
    When,
    Why,
    /// After one of these prepositions.
    After(String),
    How,
    Everything,
}

/// Key words of a question and its gap.
pub(super) struct Question {
    pub(super) keys: Vec<String>,
    pub(super) gap: Gap,
}

pub(super) const AUXILIARIES: [&str; 22] = [
    "do", "does", "did", "is", "are", "was", "were", "has", "have", "had", "can", "could", "will", "would", "am",
    "should", "be", "shall", "may", "might", "must", "been",
];

/// Prepositions that a question puts before or after the rest: `Who did I go with?`
const PREPOSITIONS: [&str; 10] = ["with", "to", "for", "from", "about", "at", "of", "by", "on", "in"];

impl Question {
    /// Reads a question for a detail.
    pub(super) fn read(asked: &Sentence) -> Option<Self> {
        let low = &asked.low;
        let at = low.iter().position(|word| {
            ["what", "which", "who", "whom", "whose", "where", "when", "why", "how"].contains(&word.as_str())
        })?;
        if at > 6 {
            return None;
        }
        let rest = &low[at + 1..];
        let auxiliary = rest.iter().position(|word| AUXILIARIES.contains(&word.as_str()));
        let has_noun = auxiliary.is_some_and(|auxiliary| auxiliary > 0);
        let last = rest.last().filter(|last| PREPOSITIONS.contains(&last.as_str()));
        let before = at.checked_sub(1).map(|at| &low[at]).filter(|word| PREPOSITIONS.contains(&word.as_str()));
        let gap = gap(&low[at], rest, auxiliary, last.or(before));
        let skipped = match (&gap, auxiliary) {
            (Gap::Kind(_) | Gap::Where | Gap::When, Some(auxiliary)) if has_noun => auxiliary,
            (Gap::Number(noun), _) if !noun.is_empty() => 2,
            (Gap::Number(_), _) => 1,
            _ => 0,
        };
        let mut keys: Vec<String> = Vec::new();
        for word in low[..at].iter().chain(&rest[skipped.min(rest.len())..]) {
            let key = key(word);
            let is_kind = auxiliary.is_none() && matches!(&gap, Gap::Kind(kind) if *kind == key);
            if is_kind {
                continue;
            }
            if (key == "i" || !is_little(&key)) && !keys.contains(&key) && !PASSED.contains(&key.as_str()) {
                keys.push(key);
            }
        }
        Some(Self { keys, gap })
    }

    /// The share of the keys that a clause holds, from 0 to 1, with the number of telling keys among them.
    pub(super) fn held(&self, clause: &Clause) -> (f64, usize) {
        let own = clause.words.low.iter().any(|word| matches!(word.as_str(), "i" | "my" | "me" | "we" | "our" | "us"));
        let (mut total, mut held, mut telling) = (0.0, 0.0, 0);
        for key in &self.keys {
            let weight = if key == "i" { 0.5 } else { 1.0 };
            total += weight;
            if key == "i" && own || clause.bases.contains(key) {
                held += weight;
                telling += usize::from(key != "i");
            }
        }
        (if total > 0.0 { held / total } else { 0.0 }, telling)
    }
}

/// The word as a key: its meaning, or `i` for the other side.
pub(super) fn key(word: &str) -> String {
    if matches!(word, "i" | "my" | "me" | "we" | "our" | "us" | "mine") { "i".to_owned() } else { meaning(word) }
}

/// The gap of a question, from its question word, the words after it, and the place of the auxiliary among them.
fn gap(asking: &str, rest: &[String], auxiliary: Option<usize>, preposition: Option<&String>) -> Gap {
    let noun = &rest[..auxiliary.unwrap_or(0)];
    let has = |words: &[&str]| auxiliary.is_some_and(|at| words.contains(&rest[at].as_str()));
    let verb_next = rest.get(1).is_some_and(|word| is_verb(word) || word.ends_with("ing") || word.ends_with("ed"));
    let of_subject = auxiliary == Some(0) && !has(&["do", "does", "did"]) && verb_next;
    // `Which of my friends likes tennis` asks for a subject.
    if rest.first().is_some_and(|word| word == "of") {
        return Gap::Subject;
    }
    match (asking, preposition) {
        ("where", _) => Gap::Where,
        ("when", _) => Gap::When,
        ("why", _) => Gap::Why,
        ("how", _) => match rest.first().map(String::as_str) {
            Some("many" | "much") => Gap::Number(rest.get(1).map(|noun| base(noun)).unwrap_or_default()),
            Some("old" | "tall" | "long" | "big" | "far" | "heavy" | "often" | "high") => Gap::Number(String::new()),
            _ => Gap::How,
        },
        ("what", _) if rest.iter().any(|word| word == "happened" || word == "happen") => Gap::Everything,
        (_, Some(preposition)) if noun.is_empty() => Gap::After(preposition.clone()),
        ("who" | "whom" | "what" | "which", _) if auxiliary.is_none() => embedded(rest).unwrap_or(Gap::Subject),
        ("who" | "what", _) if of_subject => Gap::Subject,
        ("who", _) if has(&["is", "was", "are", "were", "has", "had", "can", "have"]) => Gap::Subject,
        ("whose", _) => Gap::Subject,
        ("what" | "which", preposition) if !noun.is_empty() => match noun[0].as_str() {
            "time" | "day" | "year" | "month" | "date" => Gap::When,
            "place" | "city" | "town" | "country" | "room" | "street" | "village" => Gap::Where,
            _ if preposition.is_some() && noun.len() == 1 => Gap::Kind(base(&noun[0])),
            _ => Gap::Kind(base(&noun[noun.len() - 1])),
        },
        _ => Gap::Object,
    }
}

/// The gap of a question in the order of a statement, as in `do you know what game Harry likes`; none if it asks for the
/// subject.
fn embedded(rest: &[String]) -> Option<Gap> {
    const SUBJECTS: [&str; 12] = ["i", "my", "he", "she", "it", "we", "they", "the", "his", "her", "our", "their"];
    let is_noun = |word: &String| Vocabulary::shipped().noun(word).is_some();
    let before = &rest[..rest.iter().position(|word| is_verb(word))?];
    let start = before.iter().position(|word| SUBJECTS.contains(&word.as_str())).or(before.len().checked_sub(1))?;
    match start.checked_sub(1) {
        Some(noun) => Some(Gap::Kind(base(&before[noun]))),
        None if before.len() == 1 && is_noun(&before[0]) => None,
        None => Some(Gap::Object),
    }
}

/// Words of questions that no statement needs to hold.
const PASSED: [&str; 16] = [
    "name", "remember", "tell", "say", "know", "again", "now", "think", "mention", "else", "exactly", "kind", "sort",
    "still", "usually", "recall",
];
