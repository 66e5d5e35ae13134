//! Facts about things: kinds, parts, colours, tastes, places and opposites.

use vocabulary::{Class, Vocabulary, Word};

use super::comparison::things;
use crate::{
    answer::{Answer, sure},
    forms::{bare, base, with_article},
    mind::Mind,
    text::{Sentence, capital, listed},
};

/// Answers questions about facts of things.
pub(super) fn answer(asked: &Sentence, mind: &mut Mind) -> Option<Answer> {
    let text = opposite(asked)
        .or_else(|| odd_one(asked))
        .or_else(|| chosen(asked))
        .or_else(|| colour(asked))
        .or_else(|| taste(asked))
        .or_else(|| place(asked))
        .or_else(|| part(asked))
        .or_else(|| member(asked, mind))
        .or_else(|| kind(asked))?;
    sure(86, text)
}

fn vocabulary() -> &'static Vocabulary {
    Vocabulary::shipped()
}

fn noun(text: &str) -> Option<&'static Word> {
    vocabulary().noun(bare(text))
}

fn opposite(asked: &Sentence) -> Option<String> {
    let parts = asked.first(&[
        "what ?word is|'s ?the opposite of ?the ?word +",
        "what|which ?word is opposite to ?the ?word +",
        "what|which ?word means the opposite of ?the ?word +",
        "what is the ?exact opposite ?for ?of ?being +",
        "what is not + but the opposite",
        "opposite of +",
        "name|give|tell ?me the opposite of ?the ?word +",
        "the opposite of ?the ?word + ?is ?what",
    ])?;
    let word = parts.last()?;
    let opposite = vocabulary().opposite(word).or_else(|| vocabulary().opposite(bare(word)))?;
    Some(format!("The opposite of {word} is {opposite}."))
}

/// The one of a list that is of no kind that the others share.
fn odd_one(asked: &Sentence) -> Option<String> {
    if !asked.is(&["* odd one *", "* not belong *", "* does not fit *", "* different from the others *", "* odd *"]) {
        return None;
    }
    let marked = asked.comma.iter().position(|comma| *comma)?;
    // The first thing comes before the first comma, or after it where the comma is a colon.
    let from =
        if asked.low[..=marked].iter().rev().take(1).any(|word| noun(word).is_some()) { marked } else { marked + 1 };
    let words: Vec<&'static Word> = asked.low[from..].iter().filter_map(|word| noun(word)).collect();
    if words.len() < 3 {
        return None;
    }
    let kinds: Vec<Vec<&str>> = words.iter().map(|word| vocabulary().kinds_of(&word.word)).collect();
    let odd = (0..words.len()).find(|out| {
        let mut others = (0..words.len()).filter(|place| place != out).map(|place| &kinds[place]);
        let Some(first) = others.next() else { return false };
        let others: Vec<_> = others.collect();
        first.iter().any(|kind| others.iter().all(|kinds| kinds.contains(kind)) && !kinds[*out].contains(kind))
    })?;
    Some(format!("{}.", capital(&words[odd].with_article())))
}

/// The one of several things that is of a kind or has a quality: `Which of these is a fruit: a ... or a ...`.
fn chosen(asked: &Sentence) -> Option<String> {
    let parts = asked.first(&[
        "what|which ?one ?thing ?of ?these|them|the ?two|three|four ?words|things is|are ?a|an ?kind|sort|type ?of # ?: + or +",
        "what|which ?one is|are ?a|an ?kind|sort|type ?of # + or +",
        "what|which ?one ?of ?these|them ?is|can|has|have|would|do ?you ?a|an # + or +",
    ])?;
    let things = things(asked)?;
    let wanted = &parts[0];
    let fits = |thing: &String| {
        let Some(noun) = noun(thing) else { return false };
        let has = |list: &[String]| list.iter().any(|item| item == wanted || base(item) == base(wanted));
        vocabulary().is_a(&noun.word, wanted)
            || has(&noun.colours)
            || has(&noun.tastes)
            || has(&noun.parts)
            || noun.uses.iter().any(|u| u.split(' ').next() == Some(wanted))
    };
    let mut fitting = things.iter().filter(|thing| fits(thing));
    let one = fitting.next()?;
    if fitting.next().is_some() {
        return None;
    }
    Some(format!("{}.", capital(one)))
}

fn colour(asked: &Sentence) -> Option<String> {
    if let Some(parts) = asked.first(&[
        "what|which colour|color|colours|colors is|are|does|do|has|have|can|would ?a|an|the + ?usually|normally|have|be",
        "what is the ?usual|normal|typical|natural|most ?common colour|color of +",
        "of what|which colour|color is|are +",
        "what does the colour|color of + look like",
    ]) {
        let things = asked.low.last().filter(|last| *last == "have" || *last == "be");
        let thing = things.map_or(parts[0].clone(), |last| parts[0].trim_end_matches(last.as_str()).trim().to_owned());
        let thing = noun(&thing).filter(|noun| !noun.colours.is_empty())?;
        let subject = thing.plural.clone().unwrap_or_else(|| thing.word.clone());
        let verb = if thing.plural.is_some() { "are" } else { "is" };
        return Some(format!("{} {verb} {}.", capital(&subject), listed(&thing.colours).replace(" and ", " or ")));
    }
    let parts = asked.first(&["is|are ?a|an|the + ?usually|normally (red|orange|yellow|green|blue|purple|pink|brown|black|white|grey|gray|gold|silver)"])?;
    let thing = noun(&parts[0]).filter(|noun| !noun.colours.is_empty())?;
    let asked_for = parts[1].replace("gray", "grey");
    let list = listed(&thing.colours).replace(" and ", " or ");
    let yes = if thing.colours.contains(&asked_for) { "Yes" } else { "No" };
    Some(format!("{yes}, {} is {list}.", thing.with_article()))
}

fn taste(asked: &Sentence) -> Option<String> {
    if let Some(parts) = asked.first(&[
        "how does|do|would ?a|an + taste",
        "what does|do|would ?a|an + taste like|of",
        "what taste does|do ?a|an + have",
        "what is the taste|flavour|flavor of +",
    ]) {
        let thing = noun(&parts[0]).filter(|noun| !noun.tastes.is_empty())?;
        return Some(format!("{} tastes {}.", capital(&thing.with_article()), listed(&thing.tastes)));
    }
    let parts = asked.first(&["is|are|does|do ?a|an + ?taste (sweet|sour|salty|bitter|hot|spicy)"])?;
    let thing = noun(&parts[0]).filter(|noun| !noun.tastes.is_empty())?;
    let yes = if thing.tastes.contains(&parts[1]) { "Yes" } else { "No" };
    Some(format!("{yes}, {} tastes {}.", thing.with_article(), listed(&thing.tastes)))
}

fn place(asked: &Sentence) -> Option<String> {
    let parts = asked.first(&[
        "where would|do|can|could|might|will|does|should you|i|we|one|people|someone|a ?person ?usually|normally|expect ?to ?go ?to find|see|look|keep|meet|buy|get|put ?for ?a|an +",
        "where is|are ?a|an + ?usually|normally|mostly found|kept",
        "where does|do ?a|an + ?usually|normally live|grow|belong|stand|swim|come",
        "in what|which ?kind|sort ?of place|room|building ?would|do|does|is|are ?you|i|we|one ?usually find|keep|a|an +",
        "in what|which ?kind|sort ?of place|room|building is|are ?a|an + ?usually found|kept",
        "what|which ?kind|sort ?of room|place|building has|holds|contains ?a|an +",
        "where is|are ?a|an + ?usually|normally|likely",
    ])?;
    let thing = noun(parts[0].trim_end_matches(" found"))?;
    let places = places(thing)?;
    let place = places.first().and_then(|place| noun(place))?;
    let shown = match place.article() {
        Some(article) => format!("{article} {}", place.word),
        None => place.word.clone(),
    };
    let on = ["beach", "road", "street", "farm", "floor", "table", "wall", "roof", "foot", "head", "face", "hand"];
    let preposition = if on.contains(&place.word.as_str()) { "on" } else { "in" };
    Some(format!("You find {} {preposition} {shown}.", thing.with_article()))
}

/// The places of a thing, or of its nearest kind that has some.
fn places(thing: &'static Word) -> Option<&'static [String]> {
    let kinds = vocabulary().kinds_of(&thing.word).into_iter().filter_map(|kind| vocabulary().noun(kind));
    std::iter::once(thing).chain(kinds).map(|word| word.places.as_slice()).find(|places| !places.is_empty())
}

/// The parts of a thing and of its kinds.
fn parts_of(thing: &Word) -> Vec<String> {
    let mut parts = thing.parts.clone();
    for kind in vocabulary().kinds_of(&thing.word).into_iter().filter_map(|kind| vocabulary().noun(kind)) {
        parts.extend(kind.parts.iter().cloned());
    }
    parts.dedup();
    parts
}

fn part(asked: &Sentence) -> Option<String> {
    if let Some(parts) =
        asked.first(&["does|do|has|have ?a|an|all|most + have|got ?a|an|any +", "has|have ?a|an + ?got a|an|any +"])
    {
        let (thing, wanted) = (noun(&parts[0])?, noun(&parts[1])?);
        let known = parts_of(thing);
        if known.is_empty() {
            return None;
        }
        let has = known.contains(&wanted.word);
        let part = wanted.plural.clone().unwrap_or_else(|| wanted.word.clone());
        let whole = capital(&thing.plural.clone().unwrap_or_else(|| thing.word.clone()));
        return Some(if has { format!("Yes. {whole} have {part}.") } else { format!("No. {whole} have no {part}.") });
    }
    if let Some(parts) = asked.first(&[
        "what|which parts does|do ?a|an + have",
        "?can|could|would ?you ?please name|tell|give|say ?me ?a|one|some|any part|parts of ?a|an|the +",
        "what is|are ?a|one|the part|parts of ?a|an +",
        "what is part of ?a|an +",
        "what is|are ?a|an + made up of",
    ]) {
        let thing = noun(&parts[0])?;
        let known: Vec<String> = parts_of(thing).iter().map(|part| with_article(part)).collect();
        return (!known.is_empty()).then(|| format!("{} has {}.", capital(&thing.with_article()), listed(&known)));
    }
    let parts = asked.first(&[
        "?of what|which ?thing|things ?animal|animals|vehicle has|have ?got ?a|an +",
        "what is ?a|an|the + ?a part of",
        "what|which ?thing would ?have ?a|an + belong to",
        "of what is ?a|an + ?a part",
        "what does ?a|an + belong to",
        "name|tell ?me ?a|something ?thing ?that|which|with has|have|a|an +",
    ])?;
    let wanted = noun(&parts[0]).filter(|_| parts[0].split(' ').count() < 4)?;
    let whole = vocabulary().words().iter().find(|word| word.parts.contains(&wanted.word))?;
    Some(format!("{}.", capital(&whole.with_article())))
}

/// A member of a kind, and whether a thing is one.
fn member(asked: &Sentence, mind: &mut Mind) -> Option<String> {
    if let Some(parts) = asked.first(&[
        "is|are a|an|the + ?a|an ?kind|sort|type ?of #",
        "is|are + a|an ?kind|sort|type ?of #",
        "is|are + ?kinds|sorts|types ?of #",
    ]) {
        let (thing, kind) = (noun(&parts[0])?, noun(parts.last()?)?);
        let kinds = vocabulary().kinds_of(&thing.word);
        let nearest = (*kinds.first()?).to_owned();
        let yes = kinds.contains(&kind.word.as_str()) || kind.word == thing.word;
        let own = vocabulary().noun(&nearest).map_or(nearest.clone(), Word::with_article);
        let named = thing.with_article();
        return Some(if yes {
            format!("Yes, {named} is {}.", kind.with_article())
        } else {
            format!("No, {named} is {own}.")
        });
    }
    let parts = asked.first(&[
        "?can|could ?you name|give|say ?me ?any|a|an|one|some ?example|kind|type|sort ?of ?a|an #",
        "what is|are ?an example ?of ?a|an #",
        "tell me|us ?the ?name ?of ?a|an|any|one|some ?kind|sort ?of #",
    ])?;
    let kind = noun(&parts[0])?;
    let members: Vec<&Word> = vocabulary()
        .members(&kind.word)
        .filter(|word| !word.uses.is_empty() || word.size_m.is_some() || !word.colours.is_empty())
        .collect();
    if members.is_empty() {
        return None;
    }
    let one = members[mind.draw(members.len())];
    Some(format!("{}.", capital(&one.with_article())))
}

fn kind(asked: &Sentence) -> Option<String> {
    let parts = asked.first(&[
        "what kind|sort|type of ?a ?thing|animal|object|creature|food|plant|word is|are ?a|an|the +",
        "what is|are ?a|an +",
        "what do you call ?a|an + in ?one ?word",
        "to what|which ?kind|group|sort ?of ?things ?does|do ?a|an + belong",
        "what ?kind|group|sort does|do ?a|an + belong to",
    ])?;
    let thing = noun(&parts[0]).filter(|_| bare(&parts[0]).split(' ').count() < 4)?;
    let kinds = vocabulary().kinds_of(&thing.word);
    let nearest = vocabulary().noun(kinds.first()?)?;
    let further: Vec<String> =
        kinds.iter().skip(1).take(2).filter_map(|kind| vocabulary().noun(kind)).map(Word::with_article).collect();
    let also = if further.is_empty() { String::new() } else { format!(", and so {}", listed(&further)) };
    let uses = thing
        .uses
        .first()
        .map(|u| format!(" It is used to {u}."))
        .filter(|_| thing.class == Class::Noun)
        .unwrap_or_default();
    Some(format!("{} is {}{also}.{uses}", capital(&thing.with_article()), nearest.with_article()))
}

#[cfg(test)]
mod tests {
    use crate::skills::check;

    #[test]
    fn things_have_kinds_and_qualities() {
        check(
            "
            What kind of thing is a hammer? => tool
            What is a spoon? => tool
            Is a dog an animal? => Yes
            Is a hammer an animal? => No
            Which of these is a fruit: a hammer, a grape or a train? => grape
            Which one is a bird, a dog or an owl? => owl
            What colour is a grape? => green
            How does a grape taste? => sweet
            Does a dog have a tail? => Yes
            Does a bird have wings? => Yes
            What is the opposite of big? => small
            What is the opposite of small? => big
            What is the usual colour of a lemon? => yellow
            Could you name a part of a hammer? => handle
            Where would I find a spoon? => kitchen
            Which is the odd one out: dog, cat, hammer, horse? => hammer
            ",
        );
    }
}
