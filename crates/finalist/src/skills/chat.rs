//! Remarks on statements, and answers to questions that no other skill can answer.

use vocabulary::Vocabulary;

use crate::{
    forms::{base, is_little},
    memory::{Clause, meaning},
    mind::Mind,
    text::{Sentence, capital, turned},
};

const OPENERS: [&str; 20] = [
    "I see.",
    "Is that so?",
    "Interesting.",
    "Good to know.",
    "Fancy that.",
    "All right.",
    "Well, well.",
    "I understand.",
    "Fair enough.",
    "That is news to me.",
    "Oh, really?",
    "Hm.",
    "I can picture it.",
    "I had not thought of that.",
    "Noted.",
    "That makes sense.",
    "You surprise me.",
    "So it goes.",
    "I believe you.",
    "Go on.",
];

const FOLLOW_UPS: [&str; 24] = [
    "How long has it been like that?",
    "What do your friends say about it?",
    "Would you do it again?",
    "How did it begin?",
    "Is it far from here?",
    "Does it happen often?",
    "Who else knows?",
    "What was the best part?",
    "And what comes next?",
    "Was it your own idea?",
    "Would you recommend it?",
    "Is there more to the story?",
    "Did you expect that?",
    "What does it remind you of?",
    "When did you first notice?",
    "Is it expensive?",
    "What would you change?",
    "Does it make you happy?",
    "Is it the same every year?",
    "How do you feel about it now?",
    "Do you tell everybody?",
    "Can one learn that?",
    "What made you think of it?",
    "I should like to hear more.",
];

const ABOUT: [&str; 12] = [
    "Tell me more about {}.",
    "What is it about {}?",
    "I have been thinking about {} myself.",
    "My sister knows a lot about {}.",
    "Is {} important to you?",
    "I never know what to say about {}.",
    "{} again! Everybody talks of {} today.",
    "There was something about {} in the paper.",
    "How do you feel about {}?",
    "I used to know somebody who loved {}.",
    "Who taught you about {}?",
    "Let us stay with {} for a moment.",
];

const UNKNOWN: [&str; 24] = [
    "I honestly do not know.",
    "That is beyond me.",
    "You have me there.",
    "I would have to look that up.",
    "Ask me something about pianos instead.",
    "I never learned that.",
    "No idea, I am sorry.",
    "My sister would know.",
    "I could guess, but I would be wrong.",
    "That is a good question, and a hard one.",
    "I wish I could tell you.",
    "Let me think about that one.",
    "I used to know that.",
    "Is that what people ask nowadays?",
    "It depends on whom you ask.",
    "I have wondered about that too.",
    "Some things I leave to others.",
    "What do you think yourself?",
    "I am not the right one to ask.",
    "I would rather not guess.",
    "Nobody has ever asked me that.",
    "You will have to tell me.",
    "I do not have an answer to everything.",
    "That is not my field.",
];

const YES_NO: [&str; 16] = [
    "I should think so.",
    "Not that I know of.",
    "Sometimes, perhaps.",
    "I doubt it.",
    "Most likely.",
    "Hardly ever.",
    "I would say yes.",
    "I would say no.",
    "It may be so.",
    "Only on Sundays.",
    "Not as far as I can tell.",
    "In a way, yes.",
    "That depends.",
    "Ask me tomorrow.",
    "I could not swear to it.",
    "Why, yes.",
];

/// A remark on a statement.
pub(super) fn remark(said: &Sentence, mind: &mut Mind) -> String {
    let fresh = mind.memory.clauses.last().filter(|clause| clause.turn == mind.turn).cloned();
    let opener = mind.pick(&OPENERS);
    let follow = mind.pick(&FOLLOW_UPS);
    let choice = mind.draw(4);
    if let Some(echo) = fresh.as_ref().and_then(echo).filter(|_| choice == 0) {
        return format!("{echo} {follow}");
    }
    if let Some(thing) = thing(said).filter(|_| choice < 3) {
        mind.topic = Some(thing.clone());
        let about = mind.pick(&ABOUT).replace("{}", &thing);
        return format!("{opener} {}", capital(&about));
    }
    format!("{opener} {follow}")
}

/// The statement as a short question.
fn echo(clause: &Clause) -> Option<String> {
    let words = &clause.words;
    (words.low.len() < 9).then(|| format!("So {}?", turned(&words.raw)))
}

/// A known noun of the sentence, in the plural where it has one.
fn thing(said: &Sentence) -> Option<String> {
    let vocabulary = Vocabulary::shipped();
    let nouns = said.low.iter().rev().filter(|word| !is_little(&base(word)) && word.len() > 2);
    nouns
        .filter_map(|word| vocabulary.noun(word))
        .map(|noun| noun.plural.clone().unwrap_or_else(|| noun.word.clone()))
        .next()
}

/// An answer to a question that no skill can answer.
pub(super) fn unknown(asked: &Sentence, mind: &mut Mind) -> String {
    let is_choice = asked.low.first().is_some_and(|word| {
        ["is", "are", "do", "does", "did", "can", "will", "would", "could", "was", "were", "has", "have", "should"]
            .contains(&word.as_str())
    });
    let line = if is_choice { mind.pick(&YES_NO) } else { mind.pick(&UNKNOWN) };
    if mind.said.knows(&line) {
        // All short lines are used up: the question itself makes the answer longer.
        let follow = mind.pick(&FOLLOW_UPS);
        return match thing(asked).filter(|thing| meaning(thing) != "thing") {
            Some(thing) => format!("{line} {}", capital(&mind.pick(&ABOUT).replace("{}", &thing))),
            None => format!("{line} {follow}"),
        };
    }
    line
}
