//! Orders that were stated: "Anna is taller than Ben". Questions about them are the skill `skills::order`.

use crate::{
    memory::is_name,
    text::{Sentence, capital},
};

/// Dimensions: the adjective for much and the adjective for little of it, as comparatives.
const DIMENSIONS: [(&str, &str); 33] = [
    ("older", "younger"),
    ("elder", "younger"),
    ("taller", "shorter"),
    ("longer", "shorter"),
    ("bigger", "smaller"),
    ("larger", "smaller"),
    ("higher", "lower"),
    ("heavier", "lighter"),
    ("faster", "slower"),
    ("quicker", "slower"),
    ("stronger", "weaker"),
    ("richer", "poorer"),
    ("warmer", "cooler"),
    ("hotter", "colder"),
    ("wider", "narrower"),
    ("deeper", "shallower"),
    ("thicker", "thinner"),
    ("fatter", "thinner"),
    ("louder", "quieter"),
    ("brighter", "darker"),
    ("happier", "sadder"),
    ("cleverer", "sillier"),
    ("smarter", "sillier"),
    ("better", "worse"),
    ("earlier", "later"),
    ("before", "after"),
    ("nearer", "farther"),
    ("closer", "further"),
    ("newer", "older"),
    ("harder", "softer"),
    ("harder", "easier"),
    ("sweeter", "sourer"),
    ("left", "right"),
];

/// The statement that one thing has more of a quality than another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Relation {
    pub(crate) turn: usize,
    pub(crate) more: String,
    pub(crate) less: String,
    /// The comparative for much of the quality.
    pub(crate) quality: String,
}

/// All relations that were stated.
#[derive(Debug, Clone, Default)]
pub(crate) struct Orders {
    pub(crate) relations: Vec<Relation>,
}

/// The turns that may pass between two statements of one order.
const GAP_MAX: usize = 8;

/// The most relations that are kept.
const RELATIONS_MAX: usize = 500;

/// The comparative of an adjective in any degree: `old`, `older` and `oldest` give `older`.
pub(crate) fn comparative(word: &str) -> Option<String> {
    let known = |word: &str| DIMENSIONS.iter().any(|(more, less)| *more == word || *less == word);
    let from_superlative = word.strip_suffix("est").map(|stem| format!("{stem}er"));
    let doubled = word.chars().last().map(|last| format!("{word}{last}er"));
    let irregular = match word {
        "best" | "good" => Some("better"),
        "worst" | "bad" => Some("worse"),
        "eldest" => Some("elder"),
        "first" => Some("before"),
        "last" => Some("after"),
        "leftmost" => Some("left"),
        "rightmost" => Some("right"),
        "farthest" | "far" => Some("farther"),
        "furthest" => Some("further"),
        _ => None,
    };
    let from_y = word.strip_suffix('y').map(|stem| format!("{stem}ier"));
    let candidates = [
        Some(word.to_owned()),
        irregular.map(str::to_owned),
        from_superlative.clone(),
        Some(format!("{word}er")),
        Some(format!("{word}r")),
        doubled,
        from_y,
    ];
    candidates.into_iter().flatten().find(|candidate| known(candidate)).or(from_superlative).or_else(|| {
        (word.len() > 4
            && word.ends_with("er")
            && !["other", "never", "under", "rather", "whether", "water"].contains(&word))
        .then(|| word.to_owned())
    })
}

/// The quality of a comparative, and whether the comparative means much of it.
pub(crate) fn quality(comparative: &str, told: &Orders) -> (String, bool) {
    // `shorter` and `older` stand in two dimensions: the one that was spoken of is meant.
    let fitting = DIMENSIONS.iter().filter(|(more, less)| *more == comparative || *less == comparative);
    let spoken =
        fitting.clone().rev().find(|(more, _)| told.relations.iter().any(|relation| relation.quality == *more));
    match spoken.or_else(|| fitting.clone().next()) {
        Some((more, _)) => ((*more).to_owned(), *more == comparative),
        None => (comparative.to_owned(), true),
    }
}

impl Orders {
    /// Notes the relations in a sentence, which may be a statement or the condition of a question.
    pub(crate) fn note(&mut self, sentence: &Sentence, turn: usize) {
        let mut from = 0;
        let mut first_before = None;
        for place in 0..sentence.low.len() {
            let Some((comparative, length)) = told_comparative(&sentence.low, place) else { continue };
            let subject = subject(sentence, from, place).or_else(|| first_before.clone());
            let end = place + length;
            let Some((object, next)) = object(sentence, end) else { continue };
            let Some(subject) = subject else { continue };
            if subject.eq_ignore_ascii_case(&object) {
                continue;
            }
            first_before = Some(subject.clone());
            let (quality, much) = quality(&comparative.0, self);
            let much = much == comparative.1;
            let (more, less) = if much { (subject, object) } else { (object, subject) };
            self.relations.push(Relation { turn, more, less, quality });
            from = next;
        }
        if self.relations.len() > RELATIONS_MAX {
            self.relations.drain(..RELATIONS_MAX / 4);
        }
    }

    /// The relations of the order stated last in this quality that has all of the named things, or else one of them.
    pub(crate) fn latest(&self, quality: &str, named: &[String]) -> Vec<&Relation> {
        let groups = self.groups(quality);
        let has = |group: &Vec<&Relation>, name: &String| group.iter().any(|relation| relation.names(name));
        let all = groups.iter().find(|group| named.iter().all(|name| has(group, name)));
        let any = || groups.iter().find(|group| named.iter().any(|name| has(group, name)));
        all.or_else(any).cloned().unwrap_or_default()
    }

    /// The orders of a quality, the latest first: relations stated together that share things and agree.
    fn groups(&self, quality: &str) -> Vec<Vec<&Relation>> {
        let mut groups: Vec<Vec<&Relation>> = Vec::new();
        for relation in self.relations.iter().rev().filter(|relation| relation.quality == quality) {
            let joins = |group: &&mut Vec<&Relation>| {
                let Some(last) = group.last() else { return false };
                let agrees = !group.iter().any(|other| other.more == relation.less && other.less == relation.more);
                let shares = group.iter().any(|other| other.names(&relation.more) || other.names(&relation.less));
                last.turn == relation.turn || last.turn - relation.turn <= GAP_MAX && shares && agrees
            };
            match groups.last_mut().filter(joins) {
                Some(group) => group.push(relation),
                None => groups.push(vec![relation]),
            }
        }
        groups
    }
}

impl Relation {
    /// True if the relation is about this thing.
    pub(crate) fn names(&self, thing: &str) -> bool {
        self.more.eq_ignore_ascii_case(thing) || self.less.eq_ignore_ascii_case(thing)
    }
}

/// The comparative at this place of a statement, whether it is not denied, and the words up to its object.
fn told_comparative(low: &[String], place: usize) -> Option<((String, bool), usize)> {
    let word = |offset: usize| low.get(place + offset).map(String::as_str);
    let here = word(0)?;
    let before = |back: usize| place.checked_sub(back).map(|at| low[at].as_str());
    if word(1) == Some("than") {
        if matches!(before(1), Some("more" | "less")) {
            let much = before(1) == Some("more");
            return Some(((format!("more {here}"), much), 2));
        }
        return comparative(here).map(|comparative| ((comparative, before(1) != Some("not")), 2));
    }
    // `not as tall as`, `arrives before`, `to the left of`.
    if here == "as" && word(2) == Some("as") && before(1) == Some("not") {
        return comparative(word(1)?).map(|comparative| ((comparative, false), 3));
    }
    let verb = before(1)?;
    if matches!(here, "before" | "after" | "behind") && place > 1 && word(1).is_some() {
        let moves = [
            "came", "comes", "arrived", "arrives", "finished", "finishes", "left", "is", "was", "stands", "sits",
            "started", "born", "ran", "got", "in", "home", "up", "and",
        ];
        let much = here == "before";
        return moves.contains(&verb).then(|| (("before".to_owned(), much), 1));
    }
    if matches!(here, "left" | "right") && word(1) == Some("of") {
        return Some(((here.to_owned(), true), 2));
    }
    if matches!(here, "above" | "below" | "over" | "under") && matches!(verb, "is" | "lives" | "was" | "hangs") {
        return Some((("higher".to_owned(), matches!(here, "above" | "over")), 1));
    }
    None
}

/// The thing compared: the last noun before the verb.
fn subject(sentence: &Sentence, from: usize, place: usize) -> Option<String> {
    const VERBS: [&str; 33] = [
        "is", "are", "was", "were", "runs", "lives", "has", "came", "comes", "arrived", "arrives", "finished",
        "stands", "sits", "costs", "weighs", "drives", "swims", "jumps", "sings", "gets", "finishes", "left", "not",
        "also", "hangs", "much", "even", "goes", "walks", "ran", "flies", "started",
    ];
    let verb = (from..place).find(|at| VERBS.contains(&sentence.low[*at].as_str()))?;
    let words = &sentence.low[from..verb];
    let start = words.iter().rposition(|word| {
        ["and", "but", "if", "that", "while", "then", "when", "who", "which", "what"].contains(&word.as_str())
    });
    let start = from + start.map_or(0, |at| at + 1);
    thing(sentence, start, verb)
}

/// The other thing, and the place after it.
fn object(sentence: &Sentence, from: usize) -> Option<(String, usize)> {
    const ENDS: [&str; 22] = [
        "and", "but", "is", "are", "was", "who", "which", "while", "in", "at", "what", "if", "then", "so", "or",
        "than", "does", "did", "do", "because", "by", "when",
    ];
    let mut end = from;
    while end < sentence.low.len() && !ENDS.contains(&sentence.low[end].as_str()) {
        end += 1;
        if sentence.comma[end - 1] || end - from == 4 {
            break;
        }
    }
    let object = thing(sentence, from, end)?;
    let next = if sentence.low.get(end).is_some_and(|word| word == "and" || word == "but") { end + 1 } else { end };
    Some((object, next))
}

fn thing(sentence: &Sentence, from: usize, end: usize) -> Option<String> {
    let from = (from..end)
        .find(|at| !["a", "an", "well", "now", "so", "suppose", "listen"].contains(&sentence.low[*at].as_str()))?;
    let raw = sentence.raw[from..end].join(" ").replace(" 's", "'s");
    if end - from == 1
        && !["he", "she", "it", "they", "him", "her", "them", "this", "i", "you", "me", "the"]
            .contains(&sentence.low[from].as_str())
    {
        return Some(if is_name(&raw) || raw.len() < 2 { raw } else { capital(&raw) });
    }
    let low = raw.to_lowercase();
    (end > from + 1).then(|| if low.starts_with("the ") { low } else { raw })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Heard;

    fn told(line: &str) -> Vec<(String, String, String)> {
        let mut orders = Orders::default();
        Heard::read(line).sentences.iter().for_each(|sentence| orders.note(sentence, 1));
        orders.relations.into_iter().map(|told| (told.more, told.quality, told.less)).collect()
    }

    #[test]
    fn relations_are_read_from_either_side() {
        let one = |more: &str, quality: &str, less: &str| (more.to_owned(), quality.to_owned(), less.to_owned());
        assert_eq!(
            told("John is older than Mary, and Mary is older than Sarah."),
            [one("John", "older", "Mary"), one("Mary", "older", "Sarah")]
        );
        assert_eq!(told("Ann is shorter than Bob."), [one("Bob", "taller", "Ann")]);
        assert_eq!(told("Ann is not as tall as Bob."), [one("Bob", "taller", "Ann")]);
        assert_eq!(told("Tom finished before Jim."), [one("Tom", "before", "Jim")]);
        assert_eq!(told("The red box is heavier than the blue box."), [one("the red box", "heavier", "the blue box")]);
        assert_eq!(told("I like cheese."), []);
    }
}
