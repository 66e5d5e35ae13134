//! Letters of words: counting, spelling, places, rhymes, the alphabet.

use vocabulary::Vocabulary;

use super::comparison::things;
use crate::{
    answer::{Answer, sure},
    forms::bare,
    mind::Mind,
    numbers,
    text::{Sentence, capital},
};

/// Answers questions about letters.
pub(super) fn answer(asked: &Sentence, _: &mut Mind) -> Option<Answer> {
    let text = counted(asked)
        .or_else(|| spelled(asked))
        .or_else(|| placed(asked))
        .or_else(|| rhymed(asked))
        .or_else(|| alphabet(asked))
        .or_else(|| whether(asked))
        .or_else(|| longer(asked))?;
    sure(95, text)
}

fn is_vowel(c: char) -> bool {
    "aeiou".contains(c)
}

/// The letters of a capture, without the frame around a quoted word.
fn letters(part: &str) -> Option<String> {
    let part = ["the word ", "the name ", "word ", "name ", "the words "]
        .iter()
        .fold(part, |part, frame| part.strip_prefix(frame).unwrap_or(part));
    let word: String = part.chars().filter(|c| c.is_alphabetic()).collect();
    (!word.is_empty() && word.len() < 60).then_some(word)
}

fn counted(asked: &Sentence) -> Option<String> {
    if let Some(parts) = asked.first(&[
        "how many (letters|vowels|consonants|syllables) ?are|does|do|has ?there ?in ?the ?word|name + ?have|has|contain",
        "how many (letters|vowels|consonants) is|are ?in +",
        "count the (letters|vowels|consonants) in|of +",
        "what is the number of (letters|vowels|consonants) in +",
    ]) {
        let word = letters(parts[1].trim_end_matches(" have").trim_end_matches(" contain"))?;
        let vowels = word.chars().filter(|c| is_vowel(*c)).count();
        let all = word.chars().count();
        let (count, noun) = match parts[0].as_str() {
            "vowels" => (vowels, "vowel"),
            "consonants" => (all - vowels, "consonant"),
            "letters" => (all, "letter"),
            _ => return None,
        };
        let number = numbers::words(i64::try_from(count).ok()?);
        return Some(format!("{}: it has {count} {noun}{}.", capital(&number), if count == 1 { "" } else { "s" }));
    }
    let parts = asked
        .first(&[
            "how many times does|do|is ?the ?letter # ?appear|occur|come|stand|used ?up ?in ?the ?word|name +",
            "how often does|do|is ?the ?letter # ?appear|occur|come|stand ?up ?in ?the ?word|name +",
            "how many # ?'s ?are|is|does|do ?there ?in ?the ?word|name + ?have|contain",
        ])
        .filter(|parts| parts[0].chars().count() <= 2)?;
    let letter = parts[0].chars().next()?;
    let word = letters(parts[1].trim_end_matches(" have"))?;
    let count = word.chars().filter(|c| *c == letter).count();
    Some(format!("{}.", capital(&numbers::words(i64::try_from(count).ok()?))))
}

fn spelled(asked: &Sentence) -> Option<String> {
    if let Some(parts) = asked.first(&[
        "?how ?do|would|can ?you spell|write|say|type ?the ?word|name + backwards|backward|reversed",
        "what is ?the ?word|name + ?spelled|spelt|written backwards|backward|reversed ?in ?reverse",
        "what is ?the ?word|name + ?spelled|spelt|written in reverse",
        "reverse the ?letters|word ?of|in ?the ?word +",
        "?how ?is ?the ?word|name + ?spelled|spelt|written backwards|backward",
        "can|could you ?please spell ?the ?word|name + backwards|backward",
        "what ?word ?do ?you ?get ?if ?you spell|read|write ?the ?word + backwards|backward",
        "turn the letters of + around",
    ]) {
        let word = letters(&parts[0])?;
        return Some(format!("{}.", word.chars().rev().collect::<String>()));
    }
    let parts = asked.first(&[
        "how do|would|is|can you|i|one|we spell|write ?the ?word|name +",
        "spell ?out ?the ?word|name +",
        "how is ?the ?word|name + spelled|spelt",
    ])?;
    let word = letters(&parts[0])?;
    let letters: Vec<String> = word.to_uppercase().chars().map(String::from).collect();
    Some(format!("{}.", letters.join("-")))
}

fn placed(asked: &Sentence) -> Option<String> {
    let parts = asked.first(&[
        "what|which is|'s the (#) letter of|in ?the ?word|name +",
        "what|which is the # letter of|in ?the ?word|name +",
        "what|which is the # letter from the end of|in ?the ?word|name +",
        "name|give|say|tell ?me the # letter of|in ?the ?word|name +",
    ]);
    if let Some(parts) = parts {
        let word = letters(&parts[1])?;
        if parts[1] == "the alphabet" || parts[1] == "alphabet" {
            return nth_of_alphabet(&parts[0]);
        }
        let count = word.chars().count();
        let place = match parts[0].as_str() {
            "last" => count,
            "middle" => count.div_ceil(2),
            nth => numbers::ordinal(nth)?,
        };
        let letter = word.chars().nth(place.checked_sub(1)?)?.to_uppercase().next()?;
        return Some(format!("The {} letter is {letter}.", parts[0]));
    }
    let parts = asked.first(&[
        "what|which letter does|do ?the ?word|name + (start|begin|end) with|on|in",
        "with what|which letter does ?the ?word|name + (start|begin|end)",
    ])?;
    let word = letters(&parts[0])?;
    let letter = if parts[1] == "end" { word.chars().last()? } else { word.chars().next()? };
    Some(format!("It {}s with {}.", parts[1], letter.to_uppercase()))
}

fn nth_of_alphabet(nth: &str) -> Option<String> {
    let place = if nth == "last" { 26 } else { numbers::ordinal(nth)? };
    let letter = ('A'..='Z').nth(place.checked_sub(1)?)?;
    Some(format!("The {nth} letter of the alphabet is {letter}."))
}

/// Endings that sound alike, by their most common spelling.
const SOUNDS: [(&str, &str); 66] = [
    ("ight", "ite"),
    ("yte", "ite"),
    ("ear", "eer"),
    ("ere", "eer"),
    ("air", "are"),
    ("eir", "are"),
    ("eal", "eel"),
    ("eam", "eem"),
    ("ean", "een"),
    ("eat", "eet"),
    ("ete", "eet"),
    ("ead", "ed"),
    ("aid", "ade"),
    ("ail", "ale"),
    ("ain", "ane"),
    ("eign", "ane"),
    ("ait", "ate"),
    ("eight", "ate"),
    ("aist", "aste"),
    ("aze", "aise"),
    ("oat", "ote"),
    ("oad", "ode"),
    ("oal", "ole"),
    ("oll", "ole"),
    ("oan", "one"),
    ("own", "oun"),
    ("oap", "ope"),
    ("oast", "ost"),
    ("oor", "ore"),
    ("oar", "ore"),
    ("our", "ore"),
    ("aw", "ore"),
    ("oo", "ue"),
    ("ew", "ue"),
    ("oe", "ow"),
    ("eau", "ow"),
    ("ey", "ay"),
    ("eigh", "ay"),
    ("y", "ie"),
    ("igh", "ie"),
    ("ye", "ie"),
    ("uy", "ie"),
    ("ea", "ee"),
    ("e", "ee"),
    ("ird", "urd"),
    ("ord", "urd"),
    ("irt", "urt"),
    ("ert", "urt"),
    ("irl", "url"),
    ("earl", "url"),
    ("urse", "erse"),
    ("ck", "k"),
    ("ool", "ule"),
    ("oon", "une"),
    ("oot", "ute"),
    ("uit", "ute"),
    ("ome", "um"),
    ("umb", "um"),
    ("ome", "um"),
    ("one", "one"),
    ("air", "are"),
    ("ize", "ise"),
    ("ies", "ise"),
    ("aught", "ort"),
    ("ought", "ort"),
    ("ea", "ee"),
];

/// Words with an end that sounds otherwise than it is written, each with a word that it rhymes with.
const EXCEPTIONS: [(&str, &str); 16] = [
    ("bear", "care"),
    ("pear", "care"),
    ("wear", "care"),
    ("head", "bed"),
    ("bread", "bed"),
    ("comb", "home"),
    ("shoe", "blue"),
    ("two", "blue"),
    ("four", "more"),
    ("hour", "flower"),
    ("key", "bee"),
    ("heart", "part"),
    ("snow", "toe"),
    ("eye", "pie"),
    ("said", "bed"),
    ("love", "glove"),
];

/// The end of a word from its last stressed vowel, spelled so that alike sounds look alike.
fn sound(word: &str) -> String {
    let word = word.to_lowercase();
    let word = EXCEPTIONS.iter().find(|(spelled, _)| *spelled == word).map_or(word.as_str(), |(_, like)| like);
    let chars: Vec<char> = word.chars().collect();
    // A silent `e` belongs to the vowel before the last consonants.
    let silent = chars.len() > 2 && chars.last() == Some(&'e') && !is_vowel(chars[chars.len() - 2]);
    let end = if silent { chars.len() - 1 } else { chars.len() };
    let vowel = |at: usize| is_vowel(chars[at]) || chars[at] == 'y' && at > 0;
    let Some(last) = (0..end).rev().find(|at| vowel(*at)) else { return word.to_owned() };
    let mut start = last;
    while start > 0 && vowel(start - 1) {
        start -= 1;
    }
    let rime: String = chars[start..].iter().collect();
    let rime = rime.replace("ck", "k").replace("ll", "l").replace("ss", "s").replace("ff", "f");
    SOUNDS.iter().find(|(spelled, _)| *spelled == rime).map_or(rime.clone(), |(_, like)| (*like).to_owned())
}

fn rhymes(one: &str, other: &str) -> bool {
    !one.eq_ignore_ascii_case(other) && sound(one) == sound(other)
}

fn rhymed(asked: &Sentence) -> Option<String> {
    if let Some(parts) = asked.first(&[
        "do|does ?the ?word|words # and|with # rhyme ?with",
        "does|do ?the ?word # rhyme with #",
        "do|does # rhyme ?with # *",
    ]) {
        let (one, other) = (&parts[0], &parts[1]);
        let yes = rhymes(one, other);
        return Some(if yes {
            format!("Yes, {one} rhymes with {other}.")
        } else {
            format!("No, {one} does not rhyme with {other}.")
        });
    }
    let parts = asked.first(&[
        "* rhymes|rhyme|rhyming with ?the ?word # *",
        "* rhyme for|to ?the ?word # *",
        "* rhymes|rhyme|rhyming on #",
    ])?;
    let word = parts.get(1)?;
    if let Some(things) = things(asked) {
        let best = things
            .iter()
            .find(|thing| rhymes(bare(thing), word))
            .or_else(|| things.iter().max_by_key(|thing| shared_end(thing, word)))?;
        return Some(format!("{}.", capital(bare(best))));
    }
    let mut found = Vocabulary::shipped().words().iter().map(|known| known.word.as_str());
    let rhyme = found.find(|known| !known.contains(' ') && rhymes(known, word) && !known.ends_with(word.as_str()));
    let rhyme = rhyme.or_else(|| {
        Vocabulary::shipped().words().iter().map(|known| known.word.as_str()).find(|known| rhymes(known, word))
    })?;
    Some(format!("{}.", capital(rhyme)))
}

fn shared_end(one: &str, other: &str) -> usize {
    one.chars().rev().zip(other.chars().rev()).take_while(|(a, b)| a == b).count()
}

fn alphabet(asked: &Sentence) -> Option<String> {
    if let Some(parts) = asked.first(&[
        "what|which ?letter comes|is|stands|follows ?right|directly|just|immediately (after|before) ?the ?letter # *",
        "what|which letter (follows|precedes) ?the ?letter # *",
        "what|which ?is the letter (after|before) # *",
    ])
    .filter(|parts| parts[1].len() == 1)
    {
        let letter = parts[1].chars().next().filter(char::is_ascii_lowercase)? as u8;
        let step = if matches!(parts[0].as_str(), "after" | "follows") { letter.checked_add(1)? } else { letter.checked_sub(1)? };
        return step.is_ascii_lowercase().then(|| format!("{}.", char::from(step).to_ascii_uppercase()));
    }
    if asked.is(&["how many letters ?are|does|has ?there ?in the ?english alphabet *"]) {
        return Some("There are 26.".to_owned());
    }
    if !asked
        .low
        .iter()
        .any(|word| matches!(word.as_str(), "alphabet" | "dictionary" | "alphabetically" | "alphabetical"))
    {
        return None;
    }
    let last = asked.low.iter().any(|word| word == "last" || word == "later" || word == "after");
    let things = things(asked)?;
    let key = |thing: &&String| bare(thing).to_lowercase();
    let one = if last { things.iter().max_by_key(key) } else { things.iter().min_by_key(key) }?;
    Some(format!("{}.", capital(bare(one))))
}

fn whether(asked: &Sentence) -> Option<String> {
    let parts = asked.first(&[
        "does|do ?the ?word|name # (start|begin|end) with ?the|a|an ?letter #",
        "is there|an|a ?a|an|the ?letter # (in) ?the ?word|name #",
        "does|do ?the ?word|name # (have|contain) ?the|a|an ?letter #",
    ])?;
    let (word, letter) = if parts[1] == "in" { (&parts[2], &parts[0]) } else { (&parts[0], &parts[2]) };
    if letter.chars().count() != 1 {
        return None;
    }
    let yes = match parts[1].as_str() {
        "start" | "begin" => word.starts_with(letter.as_str()),
        "end" => word.ends_with(letter.as_str()),
        _ => word.contains(letter.as_str()),
    };
    Some(if yes { "Yes, it does.".to_owned() } else { "No, it does not.".to_owned() })
}

fn longer(asked: &Sentence) -> Option<String> {
    let parts = asked.first(&["* word *", "* letters *", "* name *"])?;
    let about = parts.concat();
    let long = ["longer", "longest", "more"].iter().any(|word| about.contains(word));
    let short = ["shorter", "shortest", "fewer", "fewest"].iter().any(|word| about.contains(word));
    if !long && !short {
        return None;
    }
    let things = things(asked)?;
    let length = |thing: &&String| bare(thing).chars().filter(|c| c.is_alphabetic()).count();
    let one = if short { things.iter().min_by_key(length) } else { things.iter().max_by_key(length) }?;
    Some(format!("{}.", capital(bare(one))))
}

#[cfg(test)]
mod tests {
    use crate::skills::check;

    #[test]
    fn words_have_letters() {
        check(
            "
            How many letters are there in the name Bill? => Four
            How many letters does the word butter have? => 6
            How many vowels are in banana? => Three
            How many times does the letter a appear in banana? => Three
            Spell cat backwards. => tac
            How do you spell house? => H-O-U-S-E
            What is the third letter of the word house? => U
            What is the last letter of garden? => N
            What letter does apple start with? => A
            Does the word garden end with n? => Yes
            What letter comes after F? => G
            What is the fifth letter of the alphabet? => E
            Which word is longer, elephant or cat? => Elephant
            Which comes first in the alphabet, dog or cat? => Cat
            ",
        );
    }

    #[test]
    fn words_rhyme_by_their_sound() {
        check(
            "
            Which word rhymes with cat: dog or hat? => Hat
            Does house rhyme with mouse? => Yes
            Does kite rhyme with night? => Yes
            Does cat rhyme with dog? => No
            What rhymes with bee? => e
            ",
        );
    }
}
