//! Uses of things, and the things for a use.

use vocabulary::{Vocabulary, Word};

use crate::{
    answer::{Answer, sure},
    forms::{bare, base, is_little},
    mind::Mind,
    text::{Sentence, capital, listed},
};

/// Questions for the use of a thing.
const FOR_WHAT: [&str; 22] = [
    "what would|do|can|could|should|will|might|did i|you|we|one|people|someone|somebody|anyone|a ?person|children use + for",
    "what do|would you|people|we usually|normally|mostly use + for",
    "of what use is|are|would +",
    "of what use to you|me|people|anybody is +",
    "what is|are the use|purpose|point|function of +",
    "what use is|are|has|have + ?for|to|of ?you|me|people|anyone|it",
    "what is|are + ?usually|normally|mainly|mostly ?good|used|made|there|meant for",
    "what is|are + used to do",
    "what ?can|could|do|would|might|should ?i|you|we|one|people do with +",
    "what would you be able to do with +",
    "what does + do ?for ?us|people|me|you",
    "what does one|somebody|someone|a ?person do|use ?with + ?for",
    "what do you need|want|have + for",
    "why would|do|does|might|should i|you|we|one|people|anyone|someone|somebody|a ?person use|need|want|buy|own|have|take|carry +",
    "for what ?purpose do|would|can|could i|you|we|one|people use +",
    "when would|do i|you|we|one|people use|need +",
    "what could|can|may|would + be used|useful for",
    "what job|work|task does + do",
    "how do|would|can i|you|we|one|people use +",
    "what does + help ?you|us|people|me ?to ?do ?with",
    "what do|would people|you|i|we use + for ?mostly|usually",
    "why are|is + useful",
];

/// Questions for the thing of a use.
const WITH_WHAT: [&str; 10] = [
    "what ?tool|thing|object|kind|sort ?of ?tool|thing would|do|can|could|should|does|might i|you|we|one|people|someone|somebody ?a|usually ?person use to +",
    "what ?tool|thing would|do|can|could|should|does|might i|you|we|one|people|someone ?usually use for +",
    "what ?tool|thing ?would|do|does ?i|you|we|one|people need ?in ?order to +",
    "what ?tool|thing is|are used to|for +",
    "which ?tool|thing ?would|do|does|is ?i|you|we|one|people use|used|need ?in ?order to|for +",
    "name something|a|one ?thing|tool ?that ?you|people ?can|could|would|is|are use|used to|for +",
    "with what do|would|can|could i|you|we|one|people +",
    "what do|would|can|could i|you|we|one|people + with",
    "what helps|lets ?you|me|us|people ?to +",
    "what would you take to +",
];

/// Answers questions about uses.
pub(super) fn answer(asked: &Sentence, mind: &mut Mind) -> Option<Answer> {
    if let Some(thing) = asked.first(&FOR_WHAT).and_then(|mut parts| parts.pop()) {
        let alone = bare(&thing);
        let alone = alone.strip_prefix("pair of ").unwrap_or(alone);
        if let Some(noun) = Vocabulary::shipped().noun(alone).filter(|noun| !uses(noun).is_empty()) {
            mind.topic = Some(alone.to_owned());
            let uses: Vec<String> = uses(noun).into_iter().map(|u| format!("to {u}")).collect();
            return sure(90, format!("You use {} {}.", noun.with_article(), listed(&uses)));
        }
        if alone.split(' ').count() > 3 || ["it", "that", "this"].contains(&alone) {
            return None;
        }
        return sure(20, format!("I have never used {thing} for anything worth telling."));
    }
    let purpose = asked.first(&WITH_WHAT)?.pop()?;
    let things = for_purpose(&purpose);
    let first = things.first()?;
    sure(80, format!("{}.", capital(&first.with_article())))
}

/// The uses of a thing: its own, or those of its nearest kind that has some.
fn uses(noun: &Word) -> Vec<String> {
    if !noun.uses.is_empty() {
        return noun.uses.clone();
    }
    let vocabulary = Vocabulary::shipped();
    let kinds = vocabulary.kinds_of(&noun.word);
    kinds
        .into_iter()
        .filter_map(|kind| vocabulary.noun(kind))
        .find(|kind| !kind.uses.is_empty())
        .map(|kind| kind.uses.clone())
        .unwrap_or_default()
}

/// The things with uses that share the most words with a purpose.
fn for_purpose(purpose: &str) -> Vec<&'static Word> {
    let bases = |text: &str| -> Vec<String> { text.split(' ').map(base).filter(|base| !is_little(base)).collect() };
    let wanted = bases(purpose);
    let mut found: Vec<(usize, &Word)> = Vec::new();
    for word in Vocabulary::shipped().words() {
        for wording in &word.uses {
            let has = bases(wording);
            let shared = wanted.iter().filter(|base| has.contains(base)).count();
            // A use that says no more than the purpose fits best.
            if shared * 2 > wanted.len() {
                found.push((shared * 10 - has.len().min(9), word));
            }
        }
    }
    found.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
    found.into_iter().map(|(_, word)| word).collect()
}

#[cfg(test)]
mod tests {
    use crate::skills::check;

    #[test]
    fn things_have_uses() {
        check(
            "
            What would I use a hammer for? => nails
            Of what use is a taxi? => 
            What is a spoon for? => to 
            What do people do with a pencil? => write
            What do you use scissors for? => cut
            Why would I need an umbrella? => rain
            ",
        );
    }

    #[test]
    fn uses_have_things() {
        check(
            "
            What would I use to cut paper? => cissors
            What do I need to hit nails? => ammer
            ",
        );
    }
}
