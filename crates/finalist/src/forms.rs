//! Forms of English words: base forms of verbs, nouns and adjectives, articles, plurals.

/// Irregular forms and their base forms.
const IRREGULAR: [(&str, &str); 149] = [
    ("am", "be"),
    ("is", "be"),
    ("are", "be"),
    ("was", "be"),
    ("were", "be"),
    ("been", "be"),
    ("being", "be"),
    ("has", "have"),
    ("had", "have"),
    ("having", "have"),
    ("does", "do"),
    ("did", "do"),
    ("done", "do"),
    ("went", "go"),
    ("gone", "go"),
    ("goes", "go"),
    ("saw", "see"),
    ("seen", "see"),
    ("bought", "buy"),
    ("ate", "eat"),
    ("eaten", "eat"),
    ("drank", "drink"),
    ("drunk", "drink"),
    ("gave", "give"),
    ("given", "give"),
    ("took", "take"),
    ("taken", "take"),
    ("made", "make"),
    ("came", "come"),
    ("found", "find"),
    ("lost", "lose"),
    ("told", "tell"),
    ("said", "say"),
    ("met", "meet"),
    ("ran", "run"),
    ("swam", "swim"),
    ("swum", "swim"),
    ("wrote", "write"),
    ("written", "write"),
    ("drove", "drive"),
    ("driven", "drive"),
    ("rode", "ride"),
    ("ridden", "ride"),
    ("flew", "fly"),
    ("flown", "fly"),
    ("broke", "break"),
    ("broken", "break"),
    ("fell", "fall"),
    ("fallen", "fall"),
    ("left", "leave"),
    ("kept", "keep"),
    ("caught", "catch"),
    ("taught", "teach"),
    ("thought", "think"),
    ("brought", "bring"),
    ("sold", "sell"),
    ("sent", "send"),
    ("built", "build"),
    ("won", "win"),
    ("wore", "wear"),
    ("worn", "wear"),
    ("grew", "grow"),
    ("grown", "grow"),
    ("knew", "know"),
    ("known", "know"),
    ("threw", "throw"),
    ("thrown", "throw"),
    ("sang", "sing"),
    ("sung", "sing"),
    ("slept", "sleep"),
    ("spoke", "speak"),
    ("spoken", "speak"),
    ("stole", "steal"),
    ("stolen", "steal"),
    ("felt", "feel"),
    ("held", "hold"),
    ("heard", "hear"),
    ("paid", "pay"),
    ("sat", "sit"),
    ("stood", "stand"),
    ("began", "begin"),
    ("begun", "begin"),
    ("chose", "choose"),
    ("chosen", "choose"),
    ("drew", "draw"),
    ("drawn", "draw"),
    ("forgot", "forget"),
    ("forgotten", "forget"),
    ("got", "get"),
    ("hid", "hide"),
    ("hidden", "hide"),
    ("led", "lead"),
    ("lent", "lend"),
    ("lit", "light"),
    ("spent", "spend"),
    ("swept", "sweep"),
    ("woke", "wake"),
    ("became", "become"),
    ("bit", "bite"),
    ("bitten", "bite"),
    ("blew", "blow"),
    ("dug", "dig"),
    ("fed", "feed"),
    ("fought", "fight"),
    ("hung", "hang"),
    ("shot", "shoot"),
    ("showed", "show"),
    ("shown", "show"),
    ("understood", "understand"),
    ("called", "call"),
    ("named", "name"),
    ("baked", "bake"),
    ("liked", "like"),
    ("lived", "live"),
    ("loved", "love"),
    ("hated", "hate"),
    ("used", "use"),
    ("moved", "move"),
    ("danced", "dance"),
    ("arrived", "arrive"),
    ("invited", "invite"),
    ("men", "man"),
    ("women", "woman"),
    ("children", "child"),
    ("people", "person"),
    ("mice", "mouse"),
    ("feet", "foot"),
    ("teeth", "tooth"),
    ("geese", "goose"),
    ("knives", "knife"),
    ("wives", "wife"),
    ("lives", "live"),
    ("leaves", "leave"),
    ("loaves", "loaf"),
    ("wolves", "wolf"),
    ("shelves", "shelf"),
    ("oxen", "ox"),
    ("potatoes", "potato"),
    ("tomatoes", "tomato"),
    ("halves", "half"),
    ("cookies", "cookie"),
    ("favorite", "favourite"),
    ("color", "colour"),
    ("mum", "mother"),
    ("mom", "mother"),
    ("dad", "father"),
    ("shoes", "shoe"),
    ("movies", "movie"),
    ("gloves", "glove"),
];

/// Words that end like a form and are none.
const BASES: [&str; 44] = [
    "this",
    "his",
    "its",
    "yes",
    "bus",
    "gas",
    "tennis",
    "always",
    "perhaps",
    "thing",
    "king",
    "ring",
    "string",
    "spring",
    "morning",
    "evening",
    "nothing",
    "something",
    "anything",
    "everything",
    "ceiling",
    "bring",
    "sing",
    "red",
    "bed",
    "need",
    "seed",
    "feed",
    "speed",
    "wing",
    "swing",
    "sled",
    "glass",
    "class",
    "grass",
    "dress",
    "chess",
    "news",
    "us",
    "as",
    "paris",
    "during",
    "wedding",
    "building",
];

/// The base form of a word in lower case: `likes`, `liked` and `liking` have the same.
///
/// The result is for comparisons: it need not be a word.
pub(crate) fn base(word: &str) -> String {
    if let Some((_, base)) = IRREGULAR.iter().find(|(form, _)| *form == word) {
        return (*base).to_owned();
    }
    if BASES.contains(&word) || !word.is_ascii() {
        return word.to_owned();
    }
    if let Some(stem) = word.strip_suffix("ies").filter(|stem| stem.len() > 1) {
        return format!("{stem}y");
    }
    for end in ["ches", "shes", "sses", "xes", "zes"] {
        if word.ends_with(end) && word.len() > end.len() {
            return word[..word.len() - 2].to_owned();
        }
    }
    if let Some(stem) = word.strip_suffix('s').filter(|stem| stem.len() > 2 && !stem.ends_with(['s', 'u', 'i'])) {
        return stem.to_owned();
    }
    if let Some(stem) = word.strip_suffix("ied").filter(|stem| stem.len() > 1) {
        return format!("{stem}y");
    }
    for end in ["ing", "ed"] {
        if let Some(stem) = word.strip_suffix(end).filter(|stem| stem.len() > 2 || *stem == "go" || *stem == "us") {
            return stemmed(stem);
        }
    }
    word.to_owned()
}

/// The base form from a stem before `ed` or `ing`: `stopp` is `stop`, `mak` is `make`.
fn stemmed(stem: &str) -> String {
    let bytes = stem.as_bytes();
    let [.., before, last] = bytes else { return stem.to_owned() };
    let vowel = |byte: u8| b"aeiou".contains(&byte);
    if before == last && !vowel(*last) && !b"lsz".contains(last) {
        return stem[..stem.len() - 1].to_owned();
    }
    let third = bytes.len().checked_sub(3).map(|place| bytes[place]);
    // A short vowel pair or a doubled consonant needs no `e`.
    let silent = b"vcgsuz".contains(last) && !stem.ends_with("ss")
        || vowel(*before)
            && !vowel(*last)
            && b"kmt".contains(last)
            && bytes.len() <= 4
            && third.is_none_or(|third| !vowel(third));
    if silent { format!("{stem}e") } else { stem.to_owned() }
}

/// The noun with its indefinite article. Plurals and words for stuff get none.
pub(crate) fn with_article(noun: &str) -> String {
    if is_plural(noun)
        || noun.split(' ').next().is_some_and(|first| ["a", "an", "the", "some", "my", "your"].contains(&first))
    {
        return noun.to_owned();
    }
    format!("{} {noun}", article(noun))
}

/// `a` or `an`.
pub(crate) fn article(word: &str) -> &'static str {
    let vowel = word.starts_with(['a', 'e', 'i', 'o', 'u']);
    let like_y = ["uni", "use", "eu", "one", "ukulele"].iter().any(|start| word.starts_with(start));
    let silent_h = ["hour", "honest", "heir"].iter().any(|start| word.starts_with(start));
    if vowel && !like_y || silent_h { "an" } else { "a" }
}

/// True if the noun looks like a plural.
pub(crate) fn is_plural(noun: &str) -> bool {
    let last = noun.rsplit(' ').next().unwrap_or(noun);
    let irregular = ["men", "women", "children", "people", "mice", "feet", "teeth", "geese", "oxen"];
    irregular.contains(&last)
        || last.ends_with('s')
            && !last.ends_with("ss")
            && !last.ends_with("us")
            && !BASES.contains(&last)
            && last.len() > 3
}

/// The words without a leading article or possessive.
pub(crate) fn bare(noun: &str) -> &str {
    let mut noun = noun.trim();
    for start in ["a ", "an ", "the ", "some ", "any ", "my ", "your ", "his ", "her ", "our ", "their "] {
        if let Some(rest) = noun.strip_prefix(start) {
            noun = rest;
            break;
        }
    }
    noun
}

/// Words that say little, which comparisons of sentences pass over.
const LITTLE: [&str; 76] = [
    "a", "an", "the", "be", "do", "have", "to", "of", "in", "on", "at", "for", "with", "and", "or", "but", "that",
    "this", "it", "i", "you", "he", "she", "they", "we", "me", "him", "her", "them", "us", "my", "your", "his",
    "their", "our", "its", "'s", "not", "so", "very", "just", "really", "also", "too", "there", "here", "what", "who",
    "which", "where", "when", "why", "how", "whom", "whose", "can", "could", "will", "would", "shall", "should", "may",
    "might", "must", "then", "than", "as", "if", "from", "by", "about", "into", "some", "any", "one", "please",
];

/// True if the base form says little.
pub(crate) fn is_little(base: &str) -> bool {
    LITTLE.contains(&base)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_one_word_have_one_base() {
        for forms in [
            &["like", "likes", "liked", "liking"][..],
            &["play", "plays", "played", "playing"],
            &["stop", "stops", "stopped", "stopping"],
            &["make", "makes", "made", "making"],
            &["bake", "bakes", "baked", "baking"],
            &["carry", "carries", "carried", "carrying"],
            &["watch", "watches", "watched", "watching"],
            &["visit", "visits", "visited", "visiting"],
            &["paint", "paints", "painted", "painting"],
            &["live", "lives", "lived", "living"],
            &["walk", "walks", "walked", "walking"],
            &["box", "boxes"],
            &["child", "children"],
        ] {
            assert!(forms.iter().all(|form| base(form) == forms[0]), "{forms:?}: {:?}", forms.map_bases());
        }
        assert_eq!(base("tennis"), "tennis");
    }

    trait Bases {
        fn map_bases(&self) -> Vec<String>;
    }

    impl Bases for &[&str] {
        fn map_bases(&self) -> Vec<String> {
            self.iter().map(|form| base(form)).collect()
        }
    }

    #[test]
    fn articles_follow_the_sound() {
        for (noun, with) in
            [("apple", "an apple"), ("hour", "an hour"), ("unicorn", "a unicorn"), ("scissors", "scissors")]
        {
            assert_eq!(with_article(noun), with);
        }
    }
}
