//! The statements of the other side, kept as clauses with the persons and things that they are about.
//!
//! A clause keeps its words; pronouns are replaced by the name they mean when the clause is stored. Questions
//! about clauses are the skill `recall`.

use crate::{forms::base, text::Sentence};

/// The most clauses that are kept; the oldest go first.
const CLAUSES_MAX: usize = 4_000;

/// A person, an animal or a thing of the other side's.
#[derive(Debug, Clone, Default)]
pub(crate) struct Entity {
    /// Its name as it was written.
    pub(crate) name: Option<String>,
    /// Nouns for it, in their base forms: `friend`, `dog`.
    pub(crate) roles: Vec<String>,
    /// The owner's words before the role: `my`, or `harry 's`.
    pub(crate) owner: String,
    /// The pronoun used for it: `he`, `she` or `it`.
    pub(crate) pronoun: Option<&'static str>,
}

/// One statement with one verb.
#[derive(Debug, Clone)]
pub(crate) struct Clause {
    /// The turn in which it was heard.
    pub(crate) turn: usize,
    /// Its words.
    pub(crate) words: Sentence,
    /// The base forms of its words, with those of its entity.
    pub(crate) bases: Vec<String>,
}

/// Everything the other side has stated.
#[derive(Debug, Clone, Default)]
pub(crate) struct Memory {
    pub(crate) clauses: Vec<Clause>,
    pub(crate) entities: Vec<Entity>,
    /// The entity mentioned last, to which pronouns refer.
    pub(crate) last: Option<usize>,
    /// The name of the other side.
    pub(crate) name: Option<String>,
}

/// Verbs that may begin the second half of a statement, in their base forms.
const VERBS: [&str; 104] = [
    "be", "have", "do", "like", "love", "hate", "live", "work", "play", "own", "eat", "drink", "go", "buy", "make",
    "take", "give", "see", "find", "lose", "meet", "visit", "drive", "ride", "fly", "write", "read", "sing", "dance",
    "paint", "cook", "bake", "run", "swim", "walk", "study", "teach", "learn", "speak", "want", "need", "collect",
    "keep", "wear", "sell", "build", "break", "fall", "win", "bring", "catch", "grow", "plant", "watch", "enjoy",
    "prefer", "come", "get", "help", "call", "name", "move", "travel", "start", "begin", "finish", "stop", "sleep",
    "wake", "sit", "stand", "stay", "leave", "put", "hide", "carry", "send", "tell", "say", "hear", "feel", "think",
    "know", "hope", "wish", "use", "open", "close", "clean", "wash", "draw", "climb", "jump", "throw", "pay", "spend",
    "save", "share", "can", "will", "would", "must", "could", "should",
];

/// Words that begin a clause of their own after `and` or a comma.
const SUBJECTS: [&str; 12] = ["i", "he", "she", "it", "we", "they", "my", "his", "her", "our", "their", "you"];

/// Beginnings that carry no statement of their own.
const PREFIXES: [&str; 13] = [
    "please ?try|do ?to remember ?that *",
    "remember ?that *",
    "do not forget ?that *",
    "never forget ?that *",
    "let me tell you ?something|that *",
    "i want|would|like ?like|to ?to tell you ?that *",
    "i ?should|must|can tell you ?that *",
    "by the way *",
    "well|oh|ok|okay|so|anyway|now|actually|also|yes|no|hello|hi *",
    "did you know that *",
    "you should know ?that *",
    "guess what *",
    "here is a fact *",
];

/// True if the base form is a common verb.
pub(crate) fn is_verb(word: &str) -> bool {
    VERBS.contains(&base(word).as_str())
}

/// True if the word is written like a name.
pub(crate) fn is_name(raw: &str) -> bool {
    raw.starts_with(char::is_uppercase) && !NO_NAMES.contains(&raw.to_lowercase().as_str())
}

/// Words with a capital at the beginning of a sentence that are no names.
const NO_NAMES: [&str; 72] = [
    "i",
    "a",
    "an",
    "the",
    "my",
    "your",
    "his",
    "her",
    "our",
    "their",
    "he",
    "she",
    "it",
    "we",
    "they",
    "you",
    "this",
    "that",
    "these",
    "those",
    "there",
    "here",
    "yesterday",
    "today",
    "tomorrow",
    "last",
    "next",
    "when",
    "if",
    "because",
    "what",
    "who",
    "which",
    "where",
    "why",
    "how",
    "do",
    "does",
    "did",
    "is",
    "are",
    "was",
    "were",
    "in",
    "on",
    "at",
    "and",
    "but",
    "or",
    "so",
    "some",
    "every",
    "all",
    "once",
    "please",
    "yes",
    "no",
    "well",
    "one",
    "two",
    "three",
    "have",
    "has",
    "can",
    "let",
    "tell",
    "of",
    "then",
    "now",
    "after",
    "before",
    "remember",
];

const HE: [&str; 16] = [
    "father",
    "brother",
    "son",
    "uncle",
    "grandfather",
    "husband",
    "boy",
    "man",
    "nephew",
    "king",
    "boyfriend",
    "grandson",
    "postman",
    "fireman",
    "policeman",
    "grandpa",
];
const SHE: [&str; 14] = [
    "mother",
    "sister",
    "daughter",
    "aunt",
    "grandmother",
    "wife",
    "girl",
    "woman",
    "niece",
    "queen",
    "girlfriend",
    "granddaughter",
    "grandma",
    "lady",
];

impl Memory {
    /// Stores the statements of a sentence.
    pub(crate) fn note(&mut self, sentence: &Sentence, turn: usize) {
        let sentence = without_prefix(sentence);
        let mut subject: Option<Vec<String>> = None;
        for part in clauses(&sentence) {
            let mut words = part;
            if let Some(subject) = subject.as_ref().filter(|_| words.low.first().is_some_and(|first| is_verb(first))) {
                let mut raw = subject.clone();
                raw.extend(words.raw);
                words = Sentence::of(&raw);
            }
            self.store(words, turn, &mut subject);
        }
        if self.clauses.len() > CLAUSES_MAX {
            self.clauses.drain(..CLAUSES_MAX / 4);
        }
    }

    fn store(&mut self, words: Sentence, turn: usize, subject: &mut Option<Vec<String>>) {
        if words.low.len() < 2 {
            return;
        }
        let words = self.resolved(&words);
        self.introduce(&words);
        let about = self.subject(&words);
        self.last = about.or(self.last);
        let verb = words.low.iter().position(|word| is_verb(word)).unwrap_or(1).max(1);
        // `who` after a name goes on about the person introduced, not about the one who has them.
        let named = self.last.and_then(|last| self.entities.get(last)).and_then(|entity| entity.name.clone());
        *subject = match (&named, words.low.first().map(String::as_str)) {
            (Some(name), Some("i" | "we")) if words.low.iter().any(|word| *word == name.to_lowercase()) => {
                Some(vec![name.clone()])
            }
            _ => Some(words.raw[..verb.min(words.raw.len())].to_vec()),
        };
        let mut bases: Vec<String> = words.low.iter().map(|word| meaning(word)).collect();
        for entity in self.mentioned(&words).into_iter().chain(about) {
            let Some(entity) = self.entities.get(entity) else { continue };
            bases.extend(entity.roles.iter().map(|role| meaning(role)));
            bases.extend(entity.name.iter().map(|name| name.to_lowercase()));
        }
        self.clauses.push(Clause { turn, words, bases });
    }

    /// The sentence with names in the places of pronouns.
    pub(crate) fn resolved(&self, sentence: &Sentence) -> Sentence {
        let Some(entity) = self.last.and_then(|last| self.entities.get(last)) else { return sentence.clone() };
        let of = |owner: &str, role: &str| format!("{} {role}", if owner.is_empty() { "my" } else { owner });
        let Some(known) = entity.name.clone().or_else(|| entity.roles.first().map(|role| of(&entity.owner, role)))
        else {
            return sentence.clone();
        };
        let stands = |word: &str| match word {
            "he" | "him" | "his" => entity.pronoun.is_none_or(|pronoun| pronoun == "he"),
            "she" | "her" | "hers" => entity.pronoun.is_none_or(|pronoun| pronoun == "she"),
            "it" | "its" => entity.pronoun == Some("it"),
            _ => false,
        };
        let (mut raw, mut comma): (Vec<String>, Vec<bool>) = (Vec::new(), Vec::new());
        for (place, low) in sentence.low.iter().enumerate() {
            let next = sentence.low.get(place + 1).map(String::as_str);
            let here = stands(low) && !(low == "it" && place > 0 && next.is_none_or(|next| next == "rain"));
            if !here {
                raw.push(sentence.raw[place].clone());
                comma.push(sentence.comma[place]);
                continue;
            }
            raw.extend(known.split(' ').map(str::to_owned));
            let object = next.is_none_or(|next| ["to", "in", "at", "on", "and", "a", "the", "with"].contains(&next));
            if matches!(low.as_str(), "his" | "its" | "hers") || low == "her" && !object {
                raw.push("'s".to_owned());
            }
            comma.resize(raw.len(), false);
            comma.last_mut().into_iter().for_each(|comma| *comma = sentence.comma[place]);
        }
        Sentence { comma, question: sentence.question, ..Sentence::of(&raw) }
    }

    /// Notes the persons and things that a clause introduces.
    fn introduce(&mut self, words: &Sentence) {
        if let Some(parts) = ["my name is #", "call me #", "people|friends call me #", "i am called #"]
            .iter()
            .find_map(|pattern| words.fits(pattern))
        {
            self.name = Some(crate::text::capital(&words.raw[parts[0].start]));
            return;
        }
        if let Some(parts) = words.fits("i am #").filter(|parts| is_name(&words.raw[parts[0].start])) {
            self.name = Some(words.raw[parts[0].start].clone());
            return;
        }
        for (pattern, role, name) in [
            ("* # who|which|that is named|called # *", 1, 2),
            ("* # is|are|was named|called # *", 1, 2),
            ("* # named|called # *", 1, 2),
            ("* # whose name is # *", 1, 2),
            ("* # 's name is|was # *", 1, 2),
            ("the name of * # is|was # *", 1, 2),
            ("# is|was (my|our|his|her|a|the) # *", 2, 0),
            ("# is|was (my|our) # # *", 3, 0),
        ] {
            let Some(parts) = words.fits(pattern) else { continue };
            let raw = &words.raw[parts[name].start];
            let apposed = name == 0;
            if apposed && !is_name(raw) || NO_NAMES.contains(&raw.to_lowercase().as_str()) && !is_name(raw) {
                continue;
            }
            let role = words.low[parts[role].start].clone();
            if role == "'s" || apposed && is_verb(&role) {
                continue;
            }
            // `Harry's name is ...` introduces no new person.
            let owner = owner_before(words, parts[0].end.max(1) - 1);
            self.enter(Some(crate::text::capital(raw)), &role, owner);
            return;
        }
        // `my friend Harry likes`, `my sister Anna`.
        for place in 0..words.low.len().saturating_sub(2) {
            let owner = words.low[place].as_str();
            if matches!(owner, "my" | "our") && is_name(&words.raw[place + 2]) && !is_name(&words.raw[place + 1]) {
                let role = words.low[place + 1].clone();
                self.enter(Some(words.raw[place + 2].clone()), &role, "my".to_owned());
            }
        }
        if let Some(parts) =
            words.fits("my|our # *").filter(|_| !words.fits("* is|are my|our *").is_some_and(|p| p[0].is_empty()))
        {
            let role = words.low[parts[0].start].clone();
            if words.low.get(2).is_some_and(|next| is_verb(next)) && role != "favourite" && role != "name" {
                self.enter(None, &role, "my".to_owned());
            }
        }
        if let Some(parts) = words.fits("i have|had|know|met|own a|an * # who|that|which *") {
            let role = words.low[parts[1].start].clone();
            self.enter(None, &role, "my".to_owned());
        } else if let Some(parts) =
            words.fits("i have|own ?got a|an *").filter(|parts| (1..=3).contains(&parts[0].len()))
        {
            let role = words.low[parts[0].end - 1].clone();
            self.enter(None, &role, "my".to_owned());
        }
        if is_name(&words.raw[0]) && words.low.get(1).is_some_and(|next| is_verb(next) || next == "'s") {
            self.enter(Some(words.raw[0].clone()), "", String::new());
        }
    }

    /// Adds an entity, or adds to the one it already is.
    fn enter(&mut self, name: Option<String>, role: &str, owner: String) {
        let role = base(role);
        let same_name = |entity: &Entity| match (&entity.name, &name) {
            (Some(one), Some(other)) => one.eq_ignore_ascii_case(other),
            _ => false,
        };
        let same_role = |entity: &Entity| {
            !role.is_empty() && entity.roles.contains(&role) && (entity.name.is_none() || name.is_none())
        };
        let found = self.entities.iter().rposition(same_name).or_else(|| self.entities.iter().rposition(same_role));
        let place = found.unwrap_or_else(|| {
            self.entities.push(Entity::default());
            self.entities.len() - 1
        });
        let entity = &mut self.entities[place];
        entity.name = name.or(entity.name.take());
        if !role.is_empty() && !entity.roles.contains(&role) {
            entity.pronoun = pronoun(&role).or(entity.pronoun);
            entity.roles.push(role);
        }
        if entity.owner.is_empty() {
            entity.owner = owner;
        }
        self.last = Some(place);
    }

    /// The entity that the clause is about.
    fn subject(&self, words: &Sentence) -> Option<usize> {
        self.mentioned(words).into_iter().next()
    }

    /// The entities that a sentence names or calls by their role, the latest first.
    pub(crate) fn mentioned(&self, words: &Sentence) -> Vec<usize> {
        let mut found = Vec::new();
        for (place, entity) in self.entities.iter().enumerate().rev() {
            let named =
                entity.name.as_ref().is_some_and(|name| words.low.iter().any(|word| *word == name.to_lowercase()));
            let called = words
                .low
                .windows(2)
                .any(|pair| (pair[0] == entity.owner || pair[0] == "the") && entity.roles.contains(&base(&pair[1])));
            if named {
                found.insert(0, place);
            } else if called && !found.iter().any(|other: &usize| shares_role(&self.entities[*other], entity)) {
                found.push(place);
            }
        }
        found
    }

    /// The latest entity with this role, in its base form.
    pub(crate) fn with_role(&self, role: &str) -> Option<&Entity> {
        self.entities.iter().rev().find(|entity| entity.roles.iter().any(|known| known == role))
    }

    /// The entity with this name.
    pub(crate) fn named(&self, name: &str) -> Option<&Entity> {
        self.entities
            .iter()
            .rev()
            .find(|entity| entity.name.as_ref().is_some_and(|known| known.eq_ignore_ascii_case(name)))
    }
}

fn shares_role(one: &Entity, other: &Entity) -> bool {
    one.roles.iter().any(|role| other.roles.contains(role))
}

fn pronoun(role: &str) -> Option<&'static str> {
    if HE.contains(&role) {
        Some("he")
    } else if SHE.contains(&role) {
        Some("she")
    } else if ["car", "bicycle", "bike", "house", "boat", "book", "garden", "room", "train", "computer"].contains(&role)
    {
        Some("it")
    } else {
        None
    }
}

fn owner_before(words: &Sentence, place: usize) -> String {
    match words.low.get(place).map(String::as_str) {
        Some("'s") if place > 0 => format!("{} 's", words.raw[place - 1]),
        _ => "my".to_owned(),
    }
}

/// The base form of a word, or of a more common word with the same meaning.
pub(crate) fn meaning(word: &str) -> String {
    let base = base(word);
    let same = match base.as_str() {
        "love" | "enjoy" | "adore" | "prefer" | "favourite" | "fond" => "like",
        "dislike" => "hate",
        "reside" | "dwell" => "live",
        "large" | "huge" => "big",
        "little" | "tiny" => "small",
        "begin" => "start",
        "movie" => "film",
        "purchase" => "buy",
        "bike" => "bicycle",
        "job" | "profession" => "work",
        "holiday" => "vacation",
        "automobile" => "car",
        "kid" => "child",
        "receive" => "get",
        other => other,
    };
    same.to_owned()
}

fn without_prefix(sentence: &Sentence) -> Sentence {
    let mut rest = sentence.clone();
    for _ in 0..3 {
        let Some(parts) = PREFIXES.iter().find_map(|prefix| rest.fits(prefix)) else { break };
        let Some(part) = parts.last().filter(|part| part.len() > 1) else { break };
        rest = rest.part(part);
    }
    rest
}

/// The clauses of a sentence: parts with a verb of their own.
fn clauses(sentence: &Sentence) -> Vec<Sentence> {
    let low = &sentence.low;
    let mut cuts = vec![];
    for place in 1..low.len() {
        let word = low[place].as_str();
        let has_verb = low[cuts.last().map_or(0, |(_, next)| *next)..place].iter().any(|word| is_verb(word));
        let next = low.get(place + 1).map(String::as_str);
        let after = sentence.raw.get(place + 1);
        let next_is_verb = next.is_some_and(is_verb);
        let subject_next = next.is_some_and(|next| SUBJECTS.contains(&next))
            && low[place + 1..].iter().skip(1).take(4).any(|word| is_verb(word));
        let name_next = after.is_some_and(|raw| is_name(raw)) && low.get(place + 2).is_some_and(|word| is_verb(word));
        let comma = sentence.comma[place - 1];
        let joins = match word {
            "and" | "but" => has_verb && (next_is_verb && next != Some("play") || subject_next || name_next),
            "who" => has_verb && next_is_verb,
            "which" | "that" => has_verb && next_is_verb && comma,
            _ => false,
        };
        if joins {
            cuts.push((place, place + 1));
        } else if comma
            && has_verb
            && SUBJECTS.contains(&word)
            && low[place..].iter().skip(1).take(4).any(|w| is_verb(w))
        {
            cuts.push((place, place));
        }
    }
    let mut parts = Vec::new();
    let mut from = 0;
    for (end, next) in cuts.into_iter().chain([(low.len(), low.len())]) {
        if from < end {
            parts.push(Sentence { question: false, ..sentence.part(&(from..end)) });
        }
        from = next;
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Heard;

    fn told(lines: &[&str]) -> Memory {
        let mut memory = Memory::default();
        for (turn, line) in lines.iter().enumerate() {
            Heard::read(line).sentences.iter().for_each(|sentence| memory.note(sentence, turn));
        }
        memory
    }

    fn stored(lines: &[&str]) -> Vec<String> {
        told(lines).clauses.iter().map(|clause| clause.words.raw.join(" ")).collect()
    }

    #[test]
    fn a_statement_is_stored_clause_by_clause() {
        assert_eq!(
            stored(&["I have a friend named Harry who likes to play tennis."]),
            ["I have a friend named Harry", "Harry likes to play tennis"]
        );
        assert_eq!(stored(&["Harry is a doctor and lives in York."]), ["Harry is a doctor", "Harry lives in York"]);
        assert_eq!(stored(&["I like apples but I hate pears."]), ["I like apples", "I hate pears"]);
        assert_eq!(
            stored(&["My sister Anna is nine.", "She collects stamps."]),
            ["My sister Anna is nine", "Anna collects stamps"]
        );
        assert_eq!(
            stored(&["My brother plays chess.", "His favourite food is soup."])[1],
            "my brother 's favourite food is soup"
        );
    }

    #[test]
    fn persons_and_things_have_names_and_roles() {
        let memory = told(&["My dog is called Rex.", "My aunt's name is Mary.", "Tom is my cousin."]);
        for (role, name) in [("dog", "Rex"), ("aunt", "Mary"), ("cousin", "Tom")] {
            assert_eq!(memory.with_role(role).and_then(|entity| entity.name.as_deref()), Some(name), "{memory:#?}");
        }
        assert_eq!(told(&["Hello, my name is Joan."]).name.as_deref(), Some("Joan"));
    }
}
