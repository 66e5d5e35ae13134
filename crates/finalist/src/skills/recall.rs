//! Memories: names, likes, and events that the other side stated, however many turns ago.
//!
//! A question becomes key words and the kind of gap it asks for. The latest clause that holds the keys and can fill the gap
//! gives the answer.

use vocabulary::Vocabulary;

use super::{
    gap::filled,
    question::{AUXILIARIES, Gap, Question, key},
};
use crate::{
    answer::{Answer, sure},
    forms::{bare, base, is_little},
    memory::{Clause, Entity, Memory, meaning},
    mind::Mind,
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

/// The sentence without its frames.
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
        return match &memory.name {
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
    ])?;
    if asked.low.iter().any(|word| word == "your" || word == "yours") {
        return None;
    }
    let target = parts.last()?;
    let about_name = asked.low.iter().any(|word| word == "name");
    let entity = called(target, about_name, memory)?;
    let name = entity.name.as_ref()?;
    let whose = match entity.owner.as_str() {
        "" | "my" | "our" => "your ".to_owned(),
        owner => format!("{} ", owner.replace(" 's", "'s")),
    };
    match entity.roles.first() {
        None => sure(80, format!("{name}.")),
        Some(role) => sure(82, format!("{name}. That is the name of {whose}{role}.")),
    }
}

/// The named entity that words such as `my friend who likes golf` or `my pet` mean.
fn called<'m>(target: &str, about_name: bool, memory: &'m Memory) -> Option<&'m Entity> {
    // The head names the role, the rest tells several friends apart.
    let cut = [" who ", " that ", " which ", " with "].iter().find_map(|word| target.split_once(word));
    let (head, rest) = cut.unwrap_or((target, ""));
    let bare = bare(head).trim_end_matches(" name").trim_end_matches(" 's");
    // A question about a person known by name asks for something else than the name.
    if !bare.contains(" 's ") && memory.named(bare).is_some() && !about_name {
        return None;
    }
    let role = base(bare.rsplit(' ').next().unwrap_or(bare));
    let keys: Vec<String> = rest.split_whitespace().map(meaning).filter(|key| !is_little(key)).collect();
    let fits = |entity: &Entity| {
        let name = entity.name.as_deref().unwrap_or_default().to_lowercase();
        let has = |clause: &Clause| clause.bases.contains(&name) && keys.iter().all(|key| clause.bases.contains(key));
        keys.is_empty() || memory.clauses.iter().any(has)
    };
    let named = || memory.entities.iter().rev().filter(|entity| entity.name.is_some());
    let of_role = || named().filter(|entity| entity.roles.contains(&role));
    let vocabulary = Vocabulary::shipped();
    let of_kind = |entity: &&Entity| {
        let is_person = |role: &String| vocabulary.is_a(role, "person") || vocabulary.noun(role).is_none();
        PERSONS.contains(&role.as_str()) && entity.roles.iter().all(is_person)
            || entity.roles.iter().any(|known| vocabulary.is_a(known, &role))
            || memory.last.is_some_and(|last| memory.entities[last].name == entity.name) && !target.contains(' ')
    };
    of_role().find(|entity| fits(entity)).or_else(|| of_role().next()).or_else(|| named().find(of_kind))
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

/// Answers whether something is so that was stated.
fn whether(asked: &Sentence, memory: &Memory) -> Option<Answer> {
    let first = asked.low.first()?;
    if !AUXILIARIES.contains(&first.as_str()) || asked.low.iter().any(|word| matches!(word.as_str(), "you" | "your")) {
        return None;
    }
    let question = Question { keys: Vec::new(), gap: Gap::Everything };
    let mut keys: Vec<String> = Vec::new();
    for word in &asked.low[1..] {
        let key = key(word);
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
            Do you know what game Harry likes to play? => Tennis. You told me
            Can you tell me what Harry likes to play? => Tennis. You told me
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
            I have a friend named Isabel who likes running. =>
            I have a friend called Otto who likes golf. =>
            What is the name of my friend who likes running? => Isabel
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
