//! Comparisons of things by size, weight and speed.

use vocabulary::{Measure, Vocabulary};

use crate::{
    answer::{Answer, sure},
    forms::{bare, is_plural, with_article},
    mind::Mind,
    text::{Sentence, capital},
};

/// Adjectives of a measure, in all degrees, with the measure and whether they mean much of it.
const ADJECTIVES: [(&str, Measure, bool); 21] = [
    ("large", Measure::Size, true),
    ("big", Measure::Size, true),
    ("long", Measure::Size, true),
    ("tall", Measure::Size, true),
    ("high", Measure::Size, true),
    ("huge", Measure::Size, true),
    ("great", Measure::Size, true),
    ("wide", Measure::Size, true),
    ("small", Measure::Size, false),
    ("short", Measure::Size, false),
    ("tiny", Measure::Size, false),
    ("little", Measure::Size, false),
    ("low", Measure::Size, false),
    ("narrow", Measure::Size, false),
    ("heavy", Measure::Weight, true),
    ("light", Measure::Weight, false),
    ("fast", Measure::Speed, true),
    ("quick", Measure::Speed, true),
    ("swift", Measure::Speed, true),
    ("rapid", Measure::Speed, true),
    ("slow", Measure::Speed, false),
];

/// Verb phrases that ask for a measure.
const PHRASES: [(&str, Measure, bool); 6] = [
    ("weighs more", Measure::Weight, true),
    ("weigh more", Measure::Weight, true),
    ("weighs less", Measure::Weight, false),
    ("weigh less", Measure::Weight, false),
    ("weighs the most", Measure::Weight, true),
    ("weighs the least", Measure::Weight, false),
];

/// Answers comparisons of things.
pub(super) fn answer(asked: &Sentence, _: &mut Mind) -> Option<Answer> {
    let line = asked.low.join(" ");
    let phrase = PHRASES
        .iter()
        .find(|(phrase, ..)| line.contains(phrase))
        .map(|(phrase, measure, much)| ((*phrase).to_owned(), *measure, *much));
    let (word, measure, much) = phrase.or_else(|| {
        asked.low.iter().find_map(|word| {
            let (_, measure, much) = ADJECTIVES.iter().find(|(adjective, ..)| is_degree(word, adjective))?;
            Some((word.clone(), *measure, *much))
        })
    })?;
    let less = line.contains(&format!("less {word}")) || line.contains(&format!("least {word}"));
    let much = much != less;
    alternatives(asked, &word, measure, much).or_else(|| whether(asked, &word, measure, much))
}

/// True if a word is the comparative, superlative or positive of the adjective.
fn is_degree(word: &str, adjective: &str) -> bool {
    let last = adjective.chars().last().unwrap_or('x');
    let stem = adjective
        .strip_suffix('y')
        .map_or_else(|| adjective.trim_end_matches('e').to_owned(), |stem| format!("{stem}i"));
    word == adjective
        || ["er", "est"].iter().any(|end| word == format!("{stem}{end}") || word == format!("{adjective}{last}{end}"))
}

/// Which of several things has more of it.
fn alternatives(asked: &Sentence, word: &str, measure: Measure, much: bool) -> Option<Answer> {
    let things = things(asked)?;
    let vocabulary = Vocabulary::shipped();
    let figure = |thing: &String| vocabulary.noun(bare(thing)).and_then(|noun| noun.figure(measure));
    let known: Vec<(&String, f64)> = things.iter().filter_map(|thing| Some((thing, figure(thing)?))).collect();
    if known.len() < things.len() || known.len() < 2 {
        return sure(
            25,
            format!("{}, I should think, but I have never put them side by side.", capital(things.last()?)),
        );
    }
    let best = known
        .iter()
        .copied()
        .reduce(|best, other| if (other.1 > best.1) == much && other.1 != best.1 { other } else { best })?;
    let thing = shown(best.0);
    let verb = if is_plural(&thing) { "are" } else { "is" };
    let degree = if word.ends_with("est") { format!("the {word}") } else { word.to_owned() };
    if word.starts_with("weigh") {
        return sure(90, format!("{} {word}.", capital(&thing)));
    }
    if asked.is(&["* (more|less|most|least) *"]) {
        return sure(90, format!("{}.", capital(&thing)));
    }
    sure(90, format!("{} {verb} {degree}.", capital(&thing)))
}

/// True if one thing has more of it than another.
fn whether(asked: &Sentence, word: &str, measure: Measure, much: bool) -> Option<Answer> {
    let pattern =
        format!("is|are|does|do|can|was + ?be|weigh|run|move|go|travel|fly ?much|more|less|a ?lot {word} than +");
    let parts = asked.first(&[&pattern, "does|do + (weigh|weighs) more|less than +"])?;
    let (one, other) = (parts.first()?, parts.last()?);
    let ratio = Vocabulary::shipped().compare(measure, bare(one), bare(other))?;
    let yes = (ratio > 1.0) == much;
    let (first, second) = if (ratio > 1.0) == much { (one, other) } else { (other, one) };
    let than = if word.starts_with("weigh") { " than".to_owned() } else { format!(" {word} than") };
    let verb = if word.starts_with("weigh") {
        word.to_owned()
    } else if is_plural(first) {
        "are".to_owned()
    } else {
        "is".to_owned()
    };
    sure(90, format!("{}, {} {verb}{than} {}.", if yes { "Yes" } else { "No" }, shown(first), shown(second)))
}

/// The thing as it was named, with an article where it had none.
fn shown(thing: &str) -> String {
    let alone = bare(thing);
    let noun = Vocabulary::shipped().noun(alone);
    match noun.filter(|noun| thing == alone && noun.word == alone) {
        Some(noun) => noun.with_article(),
        None if thing == alone => with_article(alone),
        None => thing.to_owned(),
    }
}

/// The things among which a question asks to choose: `a grape or a grapefruit`.
pub(super) fn things(asked: &Sentence) -> Option<Vec<String>> {
    let or = asked.low.iter().rposition(|word| word == "or")?;
    let vocabulary = Vocabulary::shipped();
    let known = |range: std::ops::Range<usize>| {
        let words = asked.low[range].join(" ");
        let is_known = vocabulary.lookup(bare(&words)).next().is_some();
        is_known.then_some(words)
    };
    // Backwards from `or`: the longest known noun that ends there, with its article.
    let before = |end: usize| {
        let starts = end.saturating_sub(4)..end;
        let found = starts.clone().find_map(|start| known(start..end).map(|words| (words, start)));
        found.or_else(|| {
            let start = starts
                .into_iter()
                .find(|at| ["a", "an", "the"].contains(&asked.low[*at].as_str()))
                .unwrap_or(end.checked_sub(1)?);
            Some((asked.low[start..end].join(" "), start))
        })
    };
    let after = or + 1;
    let ends = (after + 1..=(after + 4).min(asked.low.len())).rev();
    let last = ends
        .into_iter()
        .find_map(|end| known(after..end))
        .or_else(|| (after < asked.low.len()).then(|| asked.low[after..(after + 2).min(asked.low.len())].join(" ")))?;
    let (first, mut start) = before(or)?;
    let mut things = vec![last, first];
    while start > 0 && asked.comma[start - 1] && start > 2 && things.len() < 8 {
        let Some((thing, from)) = before(start).filter(|(thing, _)| vocabulary.lookup(bare(thing)).next().is_some())
        else {
            break;
        };
        things.push(thing);
        start = from;
    }
    things.reverse();
    Some(things)
}

#[cfg(test)]
mod tests {
    use crate::skills::check;

    #[test]
    fn things_have_size_weight_and_speed() {
        check(
            "
            Which is larger, a grape or a grapefruit? => A grapefruit
            Which is faster, a train or a plane? => A plane
            What is heavier, a feather or a brick? => A brick
            Which is smaller: an elephant or a mouse? => A mouse
            Is an elephant bigger than a mouse? => Yes
            Is a mouse heavier than a horse? => No
            Are cats bigger than ants? => Yes
            Which weighs more, a car or a bicycle? => A car
            Which of these is the biggest: a cat, a horse, or a bee? => A horse
            Can a snail move faster than a rabbit? => No
            ",
        );
    }
}
