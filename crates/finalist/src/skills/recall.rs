//! Memories: names, likes, and events that the other side stated, however many turns ago.
//!
//! A question becomes key words and the kind of gap it asks for. The latest clause that holds the keys and can fill the gap
//! gives the answer.

use std::ops::Range;

use vocabulary::Vocabulary;

use crate::{
    answer::{Answer, sure},
    forms::{bare, base, is_little},
    memory::{Clause, Memory, is_verb, meaning},
    mind::Mind,
    numbers,
    text::{Sentence, capital, turned},
};

/// Frames inside a question that only point to an earlier statement.
const FRAMES: [&str; 16] = [
    "did i say|mention ?that",
    "did i tell you ?that|about",
    "have i told you ?about|that",
    "do|can you ?still remember|recall ?that",
    "that i ?just ?have ?just told you ?about",
    "i ?just ?have ?just ?already told you ?about|of",
    "i ?just ?have ?just mentioned",
    "i ?just spoke|talked ?to ?you of|about",
    "i ?just said",
    "i ?just described",
    "whom|who|which i ?just mentioned",
    "i ?was talking|speaking about",
    "i asked you to remember",
    "earlier",
    "a ?little while|moment ago",
    "i ?just named",
];

/// Answers a question about something stated.
pub(super) fn answer(asked: &Sentence, mind: &mut Mind) -> Option<Answer> {
    let asked = &without_frames(asked);
    let asked = &mind.memory.resolved(asked);
    let memory = &mind.memory;
    name(asked, memory)
        .or_else(|| work(asked, memory))
        .or_else(|| whole(asked, memory))
        .or_else(|| detail(asked, memory))
        .or_else(|| whether(asked, memory))
}

/// The sentence without frames such as `I just stated you about`.
fn without_frames(asked: &Sentence) -> Sentence {
    let mut words = asked.clone();
    for frame in FRAMES {
        let Some(parts) = words.fits(&format!("* {frame} *")) else { continue };
        let (before, after) = (parts[0].clone(), parts[parts.len() - 1].clone());
        if before.is_empty() && after.len() < 2 {
            continue;
        }
        let mut raw = words.raw[before].to_vec();
        raw.extend(words.raw[after].iter().cloned());
        let question = words.question;
        words = Sentence::of(&raw);
        words.question = question;
    }
    if words.low.is_empty() { asked.clone() } else { words }
}

const PERSONS: [&str; 9] = ["person", "man", "woman", "boy", "girl", "someone", "somebody", "child", "guy"];

/// Answers a question for a name.
fn name(asked: &Sentence, memory: &Memory) -> Option<Answer> {
    if asked.is(&[
        "what is|was my ?own ?first name *",
        "who am i",
        "what am i called",
        "what do people|friends call me",
        "* my name is",
    ]) {
        let known = memory.name.as_ref();
        return match known {
            Some(name) => sure(85, format!("Your name is {name}.")),
            None => sure(45, "You have not told me your name yet."),
        };
    }
    let parts = asked.first(&[
        "what|who is|was|are ?the name of +",
        "what|who + name is|was",
        "what is|was|'s + 's ?first name",
        "what is|was + called|named",
        "what do|did|does i|we|you|he|she|they ?usually call|name +",
        "how is + called",
        "who|what is|was|'s (my|his|her) +",
        "what name does|did|has|have + have|got|give",
        "name +",
        "what is|was ?the +  name",
    ])?;
    let target = parts.last()?;
    if target.contains("your") || asked.low.iter().any(|word| word == "your") {
        return None;
    }
    let bare = bare(target).trim_end_matches(" name").trim_end_matches(" 's");
    let role = base(bare.rsplit(' ').next().unwrap_or(bare));
    let names = |entity: &crate::memory::Entity| entity.name.clone();
    let owned = bare.split_once(" 's ").map(|(owner, _)| owner.to_owned());
    let entity = memory.with_role(&role).filter(|entity| entity.name.is_some());
    let entity = entity.or_else(|| {
        let named = memory.entities.iter().rev().filter(|entity| entity.name.is_some());
        let vocabulary = Vocabulary::shipped();
        let mut named = named.filter(|entity| {
            PERSONS.contains(&role.as_str())
                && entity.roles.iter().all(|role| vocabulary.is_a(role, "person") || vocabulary.noun(role).is_none())
                || entity.roles.iter().any(|known| vocabulary.is_a(known, &role))
                || memory.last.is_some_and(|last| memory.entities[last].name == entity.name)
                    && target.split(' ').count() < 2
        });
        named.next()
    });
    // A question about a person known by name asks for something else than the name.
    if owned.is_none() && memory.named(bare).is_some() && !asked.low.iter().any(|word| word == "name") {
        return None;
    }
    let name = names(entity?)?;
    let called = entity?.roles.first().cloned().unwrap_or_default();
    let whose = match entity?.owner.as_str() {
        "" | "my" | "our" => "your ".to_owned(),
        owner => format!("{} ", owner.replace(" 's", "'s")),
    };
    if called.is_empty() {
        sure(80, format!("{name}."))
    } else {
        sure(82, format!("{name}. That is the name of {whose}{called}."))
    }
}

/// Answers a question for a person's work.
fn work(asked: &Sentence, memory: &Memory) -> Option<Answer> {
    let parts = asked.first(&[
        "what is|was|'s + 's job|work|profession|occupation|trade",
        "what does|did + do ?for ?a ?living|work|job",
        "what kind|sort of job|work does|did + do|have",
        "what job|work|profession does|did + do|have",
        "what does|did + work as",
    ])?;
    let who = meaning(bare(&parts[0]).rsplit(' ').next()?);
    let clauses = memory.clauses.iter().rev().filter(|clause| clause.bases.contains(&who));
    let found = clauses.clone().find_map(|clause| {
        let words = &clause.words;
        let parts = words.fits("* works|worked as *").or_else(|| {
            words.fits("* is|was a|an *").filter(|parts| {
                let noun = words.low[parts[1].clone()].first().map(String::as_str).unwrap_or_default();
                let vocabulary = Vocabulary::shipped();
                vocabulary.noun(noun).is_none() || vocabulary.is_a(noun, "person")
            })
        })?;
        Some((words.raw[parts[1].start..parts[1].end].join(" "), told(clause)))
    });
    let found = found.or_else(|| {
        clauses
            .clone()
            .find(|clause| clause.words.fits("* works|worked *").is_some())
            .map(|clause| (told(clause), told(clause)))
    });
    let (work, whole) = found?;
    sure(
        83,
        if work == whole {
            format!("{}.", capital(&whole))
        } else {
            format!("{}. You told me that {whole}.", capital(&work))
        },
    )
}

/// Answers questions for all that is known about a person or thing.
fn whole(asked: &Sentence, memory: &Memory) -> Option<Answer> {
    let parts = asked.first(&[
        "what ?else do|can|did|have you know|remember|recall|tell|learn|learned ?me about +",
        "what did i tell you about +",
        "what about +",
        "who|what is|was #",
        "tell me ?everything|something|more about +",
    ])?;
    let target = bare(&parts[0]).to_owned();
    let about: Vec<String> = if target == "me" || target == "myself" {
        memory
            .clauses
            .iter()
            .filter(|clause| matches!(clause.words.low[0].as_str(), "i" | "my"))
            .rev()
            .take(3)
            .map(told)
            .collect()
    } else {
        let known = memory.named(&target).is_some() || memory.with_role(&base(&target)).is_some();
        if !known {
            return None;
        }
        let key = meaning(&target);
        memory.clauses.iter().filter(|clause| clause.bases.contains(&key)).rev().take(3).map(told).collect()
    };
    if about.is_empty() {
        return None;
    }
    let about: Vec<String> = about.into_iter().rev().collect();
    sure(72, format!("{}.", about.iter().map(|text| capital(text)).collect::<Vec<_>>().join(". ")))
}

/// The clause from the other side's view.
fn told(clause: &Clause) -> String {
    turned(&clause.words.raw)
}

/// The kind of gap that a question asks to fill.
#[derive(Debug, Clone, PartialEq)]
enum Gap {
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
struct Question {
    keys: Vec<String>,
    gap: Gap,
}

const AUXILIARIES: [&str; 22] = [
    "do", "does", "did", "is", "are", "was", "were", "has", "have", "had", "can", "could", "will", "would", "am",
    "should", "be", "shall", "may", "might", "must", "been",
];

impl Question {
    fn read(asked: &Sentence) -> Option<Self> {
        let low = &asked.low;
        let at = low.iter().position(|word| {
            ["what", "which", "who", "whom", "whose", "where", "when", "why", "how"].contains(&word.as_str())
        })?;
        if at > 6 {
            return None;
        }
        let rest = &low[at + 1..];
        let auxiliary = rest.iter().position(|word| AUXILIARIES.contains(&word.as_str()));
        let noun: Vec<&str> = rest[..auxiliary.unwrap_or(0)].iter().map(String::as_str).collect();
        let last = rest.last().map(String::as_str).unwrap_or_default();
        let has = |words: &[&str]| auxiliary.is_some_and(|at| words.contains(&rest[at].as_str()));
        let preposition = (["with", "to", "for", "from", "about", "at", "of", "by", "on", "in"].contains(&last))
            .then(|| last.to_owned());
        let preposition = preposition.or_else(|| {
            at.checked_sub(1)
                .map(|at| low[at].clone())
                .filter(|word| ["with", "to", "for", "from", "about", "at", "by", "on", "in"].contains(&word.as_str()))
        });
        let happened = rest.iter().any(|word| word == "happened" || word == "happen");
        let gap = match low[at].as_str() {
            "where" => Gap::Where,
            "when" => Gap::When,
            "why" => Gap::Why,
            "what" if happened => Gap::Everything,
            "how" => match rest.first().map(String::as_str) {
                Some("many" | "much") => Gap::Number(rest.get(1).map(|noun| base(noun)).unwrap_or_default()),
                Some("old" | "tall" | "long" | "big" | "far" | "heavy" | "often" | "high") => {
                    Gap::Number(String::new())
                }
                _ => Gap::How,
            },
            "who" | "whom" | "whose" | "what" | "which" if preposition.is_some() && noun.is_empty() => {
                Gap::After(preposition.clone().unwrap_or_default())
            }
            "who" | "what"
                if auxiliary.is_none()
                    || auxiliary == Some(0)
                        && !has(&["do", "does", "did"])
                        && rest
                            .get(1)
                            .is_some_and(|word| is_verb(word) || word.ends_with("ing") || word.ends_with("ed")) =>
            {
                Gap::Subject
            }
            "who" if has(&["is", "was", "are", "were", "has", "had", "can", "have"]) => Gap::Subject,
            "whose" => Gap::Subject,
            "what" | "which" if !noun.is_empty() => match noun[0] {
                "time" | "day" | "year" | "month" | "date" => Gap::When,
                "place" | "city" | "town" | "country" | "room" | "street" | "village" => Gap::Where,
                _ if preposition.is_some() && noun.len() == 1 => Gap::Kind(base(noun[0])),
                _ => Gap::Kind(base(noun[noun.len() - 1])),
            },
            "which" if auxiliary.is_none() => Gap::Subject,
            "who" | "whom" => Gap::Object,
            _ => Gap::Object,
        };
        // `Which of my friends likes tennis` asks for a subject.
        let gap = if rest.first().is_some_and(|word| word == "of") { Gap::Subject } else { gap };
        let skipped = match (&gap, auxiliary) {
            (Gap::Kind(_) | Gap::Where | Gap::When, Some(auxiliary)) if !noun.is_empty() => auxiliary,
            (Gap::Number(noun), _) if !noun.is_empty() => 2,
            (Gap::Number(_), _) => 1,
            _ => 0,
        };
        let mut keys: Vec<String> = Vec::new();
        for word in low[..at].iter().chain(&rest[skipped..]) {
            let key = if matches!(word.as_str(), "i" | "my" | "me" | "we" | "our" | "us" | "mine") {
                "i".to_owned()
            } else {
                meaning(word)
            };
            if (key == "i" || !is_little(&key)) && !keys.contains(&key) && !PASSED.contains(&key.as_str()) {
                keys.push(key);
            }
        }
        Some(Self { keys, gap })
    }

    /// The share of the keys that a clause holds, from 0 to 1, with the number of telling keys among them.
    fn held(&self, clause: &Clause) -> (f64, usize) {
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

/// Words of questions that no statement needs to hold.
const PASSED: [&str; 16] = [
    "name", "remember", "tell", "say", "know", "again", "now", "think", "mention", "else", "exactly", "kind", "sort",
    "still", "usually", "recall",
];

/// Answers a question for a detail.
fn detail(asked: &Sentence, memory: &Memory) -> Option<Answer> {
    let question = Question::read(asked)?;
    if asked.low.iter().any(|word| matches!(word.as_str(), "you" | "your" | "yourself")) {
        return None;
    }
    let mut best: Option<(f64, usize, String, String)> = None;
    for clause in &memory.clauses {
        let (mut held, telling) = question.held(clause);
        // A kind named in the clause is as good as a key: `my favourite colour`.
        if let Gap::Kind(kind) | Gap::Number(kind) = &question.gap {
            held += if clause.bases.contains(kind) { 0.35 } else { 0.0 };
        }
        let only_mine = question.keys == ["i"]
            && matches!(&question.gap, Gap::Kind(kind) | Gap::Number(kind) if clause.bases.contains(kind));
        if held < 0.6 || telling == 0 && !only_mine {
            continue;
        }
        let Some(text) = filled(&question, clause) else { continue };
        if best.as_ref().is_none_or(|(other, turn, ..)| {
            held > *other + 1e-9 || (held - *other).abs() <= 1e-9 && clause.turn >= *turn
        }) {
            best = Some((held, clause.turn, text, told(clause)));
        }
    }
    let (held, _, text, whole) = best?;
    let text = capital(&text);
    let shown = if text.eq_ignore_ascii_case(&whole) {
        format!("{text}.")
    } else {
        format!("{text}. You told me that {whole}.")
    };
    sure(if held >= 0.99 { 84 } else { 70 }, shown)
}

/// The words of a clause that fill the gap, from the other side's view.
fn filled(question: &Question, clause: &Clause) -> Option<String> {
    let words = &clause.words;
    let part = match &question.gap {
        Gap::Everything => 0..words.low.len(),
        Gap::Subject => subject(words)?,
        Gap::Object => object(question, words)?,
        Gap::Kind(kind) => of_kind(question, kind, words)?,
        Gap::Number(noun) => number(noun, words)?,
        Gap::Where => after(
            words,
            &[
                "in", "at", "to", "on", "under", "behind", "near", "from", "into", "inside", "beside", "next", "above",
                "by",
            ],
            false,
        )?,
        Gap::When => time(words)?,
        Gap::Why => {
            let place = words
                .low
                .iter()
                .position(|word| word == "because" || word == "since")
                .or_else(|| words.low.windows(2).position(|pair| pair[0] == "to" && is_verb(&pair[1])))?;
            place..words.low.len()
        }
        Gap::After(preposition) => {
            let part = after(words, &[preposition.as_str()], true)?;
            part.start + 1..part.end
        }
        Gap::How => after(words, &["by", "with"], true)?,
    };
    (!part.is_empty()).then(|| turned(&words.raw[part]))
}

/// The words before the verb.
fn subject(words: &Sentence) -> Option<Range<usize>> {
    let verb = words
        .low
        .iter()
        .position(|word| is_verb(word) || AUXILIARIES.contains(&word.as_str()))
        .filter(|verb| *verb > 0);
    let verb = verb.or_else(|| {
        (1..words.low.len()).find(|place| words.low[*place].ends_with('s') || words.low[*place].ends_with("ed"))
    })?;
    Some(0..verb)
}

const PREPOSITIONS: [&str; 24] = [
    "in",
    "at",
    "on",
    "to",
    "with",
    "for",
    "from",
    "by",
    "near",
    "under",
    "behind",
    "after",
    "before",
    "because",
    "when",
    "every",
    "during",
    "yesterday",
    "today",
    "tomorrow",
    "last",
    "this",
    "named",
    "called",
];

/// The object: the words after the last key or verb, up to a preposition.
fn object(question: &Question, words: &Sentence) -> Option<Range<usize>> {
    let key = |word: &String| question.keys.contains(&meaning(word)) || AUXILIARIES.contains(&word.as_str());
    let verb = subject(words).map_or(0, |subject| subject.end);
    // Keys after the object, such as `for breakfast`, are passed over.
    let verb_key = (verb..words.low.len())
        .take_while(|place| {
            key(&words.low[*place])
                || is_verb(&words.low[*place])
                || words.low[*place] == "to" && words.low.get(place + 1).is_some_and(|next| is_verb(next))
        })
        .last();
    let mut start = verb_key.map_or(verb + 1, |place| place + 1);
    let place_only = words.low.get(start).is_some_and(|word| ["to", "in", "at"].contains(&word.as_str()));
    if place_only {
        start += 1;
    }
    let end = noun_end(words, start);
    (start < end).then_some(start..end)
}

fn noun_end(words: &Sentence, start: usize) -> usize {
    (start..words.low.len())
        .find(|place| *place > start && PREPOSITIONS.contains(&words.low[*place].as_str()))
        .unwrap_or(words.low.len())
}

/// The noun of a kind, or the noun after `favourite KIND is`.
fn of_kind(question: &Question, kind: &str, words: &Sentence) -> Option<Range<usize>> {
    let vocabulary = Vocabulary::shipped();
    let kind = if kind == "color" { "colour" } else { kind };
    let is_kind = |place: usize, length: usize| {
        let text = words.low[place..place + length].join(" ");
        let singular = vocabulary
            .lookup(&text)
            .any(|word| vocabulary.is_a(&word.word, kind) || word.kinds.iter().any(|known| known == kind));
        singular && !question.keys.contains(&meaning(&text))
    };
    for length in [2, 1] {
        for place in 0..words.low.len().saturating_sub(length - 1) {
            if is_kind(place, length) {
                let start = if place > 0 && ["a", "an", "the", "my", "some"].contains(&words.low[place - 1].as_str()) {
                    place - 1
                } else {
                    place
                };
                return Some(start..place + length);
            }
        }
    }
    // `a small grey pony` for `which pony`, `my favourite colour is blue`.
    if let Some(at) = words.low.iter().position(|word| base(word) == kind) {
        if words.low.get(at + 1).is_some_and(|word| ["is", "was", "are", "were"].contains(&word.as_str())) {
            let end = noun_end(words, at + 2);
            return (at + 2 < end).then_some(at + 2..end);
        }
        let start = (0..at)
            .rev()
            .take_while(|place| !is_verb(&words.low[*place]) && !PREPOSITIONS.contains(&words.low[*place].as_str()))
            .last();
        if let Some(start) = start.filter(|start| at - start > 1) {
            return Some(start..at + 1);
        }
    }
    let known = vocabulary.noun(kind).is_some_and(|kind| vocabulary.members(&kind.word).next().is_some());
    let object = object(question, words)?;
    // A thing of another kind is no answer.
    let text = words.low[object.clone()].join(" ");
    let other = vocabulary.noun(bare(&text)).is_some();
    (!(known && other)).then_some(object)
}

/// A number with its noun.
fn number(noun: &str, words: &Sentence) -> Option<Range<usize>> {
    let mut place = 0;
    while place < words.low.len() {
        let Some((_, length)) = numbers::leading(&words.low[place..]) else {
            place += 1;
            continue;
        };
        let end = place + length;
        let after = &words.low[end..(end + 3).min(words.low.len())];
        let counted = after.iter().position(|word| base(word) == noun);
        if noun.is_empty() {
            let unit = after.first().is_some_and(|unit| {
                [
                    "years",
                    "year",
                    "metres",
                    "miles",
                    "kilometres",
                    "hours",
                    "minutes",
                    "feet",
                    "days",
                    "weeks",
                    "months",
                    "pounds",
                    "centimetres",
                    "times",
                ]
                .contains(&unit.as_str())
            });
            return Some(place..end + usize::from(unit));
        }
        if let Some(counted) = counted {
            return Some(place..end + counted + 1);
        }
        place = end;
    }
    None
}

/// Words that name a time.
const TIMES: [&str; 38] = [
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
    "morning",
    "evening",
    "afternoon",
    "night",
    "noon",
    "midnight",
    "o'clock",
    "summer",
    "winter",
    "spring",
    "autumn",
    "weekend",
    "week",
    "year",
    "month",
    "christmas",
    "easter",
    "mondays",
    "sundays",
];

fn is_time(words: &[String]) -> bool {
    words.iter().any(|word| {
        TIMES.contains(&word.as_str())
            || TIMES.contains(&word.trim_end_matches('s'))
            || word.len() == 4 && word.parse::<u16>().is_ok()
    })
}

fn time(words: &Sentence) -> Option<Range<usize>> {
    let low = &words.low;
    if let Some(place) =
        low.iter().position(|word| matches!(word.as_str(), "yesterday" | "today" | "tomorrow" | "tonight"))
    {
        let end =
            if low.get(place + 1).is_some_and(|next| TIMES.contains(&next.as_str())) { place + 2 } else { place + 1 };
        return Some(place..end);
    }
    if let Some(place) = low
        .iter()
        .position(|word| matches!(word.as_str(), "last" | "next" | "every" | "this"))
        .filter(|place| is_time(&low[*place..(*place + 3).min(low.len())]))
    {
        return Some(place..(place + 2).min(low.len()));
    }
    if let Some(place) = low.iter().position(|word| word == "ago") {
        return Some(place.saturating_sub(2)..place + 1);
    }
    let starts =
        (0..low.len()).filter(|place| ["at", "on", "in", "during", "before", "after"].contains(&low[*place].as_str()));
    for place in starts {
        let end = noun_end(words, place + 1);
        let clock = low.get(place + 1).is_some_and(|word| numbers::of_word(word).is_some() || word.contains(':'));
        if is_time(&low[place..end]) || clock {
            return Some(place..end);
        }
    }
    None
}

/// The phrase after one of the prepositions; the last one that is no time.
fn after(words: &Sentence, prepositions: &[&str], times: bool) -> Option<Range<usize>> {
    let low = &words.low;
    let mut places = (1..low.len().max(1)).rev().filter(|place| {
        let verb_follows =
            low[*place] == "to" && low.get(place + 1).is_some_and(|next| is_verb(next) && next != "work");
        prepositions.contains(&low[*place].as_str()) && !verb_follows
    });
    places.find_map(|place| {
        let end = (place + 1..low.len())
            .find(|at| PREPOSITIONS.contains(&low[*at].as_str()) && low[*at] != "this")
            .unwrap_or(low.len());
        (end > place + 1 && (times || !is_time(&low[place..end]))).then_some(place..end)
    })
}

/// Answers whether something is so that was stated.
fn whether(asked: &Sentence, memory: &Memory) -> Option<Answer> {
    let first = asked.low.first()?;
    if !AUXILIARIES.contains(&first.as_str()) || asked.low.iter().any(|word| matches!(word.as_str(), "you" | "your")) {
        return None;
    }
    let question = Question { keys: Vec::new(), gap: Gap::Everything };
    let mut keys: Vec<String> = Vec::new();
    for word in &asked.low[1..] {
        let key =
            if matches!(word.as_str(), "i" | "my" | "me" | "we" | "our") { "i".to_owned() } else { meaning(word) };
        if (key == "i" || !is_little(&key)) && !keys.contains(&key) {
            keys.push(key);
        }
    }
    let question = Question { keys, ..question };
    // The question must be about a known person, or about the other side.
    let known = !memory.mentioned(asked).is_empty() || question.keys.contains(&"i".to_owned());
    if !known {
        return None;
    }
    let mut best: Option<(f64, &Clause)> = None;
    for clause in &memory.clauses {
        let (held, telling) = question.held(clause);
        if telling > 0 && best.as_ref().is_none_or(|(other, _)| held >= *other) {
            best = Some((held, clause));
        }
    }
    let (held, clause) = best?;
    let denied = clause.words.low.iter().any(|word| word == "not" || word == "never");
    let told = told(clause);
    if held > 0.99 {
        return sure(80, if denied { format!("No: {told}.") } else { format!("Yes, {told}.") });
    }
    let enough = held >= 0.55 && question.keys.iter().filter(|key| *key != "i").count() > 1;
    enough.then_some(()).and_then(|()| sure(62, format!("No, not that I know. You told me that {told}.")))
}

#[cfg(test)]
mod tests {
    use crate::skills::check;

    #[test]
    fn the_friend_of_2010_is_remembered() {
        check(
            "
            I have a friend named Harry who likes to play tennis. =>
            What time is it? =>
            I had soup for lunch. =>
            What is the name of the friend I just told you about? => Harry
            Do you know what game Harry likes to play? => Tennis
            Who likes to play tennis? => Harry
            Does Harry like tennis? => Yes
            What does my friend like to play? => Tennis
            What is my friend's name? => Harry
            ",
        );
    }

    #[test]
    fn names_are_remembered() {
        check(
            "
            My name is Joan. =>
            I have a dog called Rex. =>
            My sister's name is Anna. =>
            Tom is my cousin. =>
            Do you like cheese? =>
            What is my name? => Joan
            What is my dog called? => Rex
            What's the name of my sister? => Anna
            Who is my cousin? => Tom
            What is the name of my pet? => Rex
            ",
        );
    }

    #[test]
    fn likes_and_lives_are_remembered() {
        check(
            "
            My favourite colour is blue. =>
            My aunt Mary lives in York. =>
            She is a nurse and has three cats. =>
            My brother is seven years old. =>
            I like apples but I hate pears. =>
            My uncle works in a bank. =>
            What is my favourite colour? => Blue
            Where does my aunt live? => York
            Where does Mary live? => York
            How many cats does Mary have? => Three cats
            What is Mary's job? => nurse
            How old is my brother? => Seven
            What do I hate? => Pears
            What fruit do I like? => Apples
            Where does my uncle work? => bank
            Does Mary live in London? => No
            ",
        );
    }

    #[test]
    fn events_are_remembered() {
        check(
            "
            Yesterday I went to the zoo with my cousin Ben. =>
            We saw a lion. =>
            On Monday my neighbour bought a red bicycle for her son. =>
            My uncle gave me a book because I was ill. =>
            I ate toast for breakfast. =>
            Where did I go yesterday? => the zoo
            Who did I go to the zoo with? => Ben
            When did I go to the zoo? => Yesterday
            What animal did we see? => lion
            What did my neighbour buy? => a red bicycle
            When did my neighbour buy the bicycle? => Monday
            Who gave me a book? => uncle
            What did my uncle give me? => book
            Why did my uncle give me a book? => ill
            What did I eat for breakfast? => Toast
            What colour is the bicycle? => red
            ",
        );
    }
}
