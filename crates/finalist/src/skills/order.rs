//! Conclusions from orders that were stated: who is the oldest, who is older, who is between.

use std::collections::BTreeSet;

use crate::{
    answer::{Answer, sure},
    mind::Mind,
    numbers,
    orders::{Relation, comparative, quality},
    text::{Sentence, capital, listed},
};

/// Answers questions about an order.
pub(super) fn answer(asked: &Sentence, mind: &mut Mind) -> Option<Answer> {
    if mind.orders.relations.is_empty() || !asked.asks() {
        return None;
    }
    let text = between(asked, mind)
        .or_else(|| ranked(asked, mind))
        .or_else(|| extreme(asked, mind))
        .or_else(|| pair(asked, mind))?;
    sure(94, capital(&text))
}

/// The things of an order, each with the things below it.
struct Ranks<'m> {
    relations: Vec<&'m Relation>,
    things: Vec<String>,
}

impl<'m> Ranks<'m> {
    fn new(mind: &'m Mind, quality: &str, named: &[String]) -> Option<Self> {
        let relations = mind.orders.latest(quality, named);
        let mut things: Vec<String> = Vec::new();
        for relation in relations.iter().rev() {
            for thing in [&relation.more, &relation.less] {
                if !things.iter().any(|known| known.eq_ignore_ascii_case(thing)) {
                    things.push(thing.clone());
                }
            }
        }
        (!relations.is_empty()).then_some(Self { relations, things })
    }

    /// True if the first thing has more of the quality, directly or through others.
    fn above(&self, more: &str, less: &str) -> bool {
        let mut seen = BTreeSet::new();
        let mut open = vec![more.to_lowercase()];
        while let Some(thing) = open.pop() {
            for relation in self.relations.iter().filter(|relation| relation.more.eq_ignore_ascii_case(&thing)) {
                let below = relation.less.to_lowercase();
                if below == less.to_lowercase() {
                    return true;
                }
                if seen.insert(below.clone()) {
                    open.push(below);
                }
            }
        }
        false
    }

    /// The things from the most to the least, if every pair is comparable.
    fn sorted(&self) -> Option<Vec<String>> {
        let mut things = self.things.clone();
        things.sort_by_key(|thing| self.things.iter().filter(|other| self.above(other, thing)).count());
        things.windows(2).all(|pair| self.above(&pair[0], &pair[1])).then_some(things)
    }
}

/// The things of any order that a sentence names.
fn named(asked: &Sentence, mind: &Mind) -> Vec<String> {
    let line = format!(" {} ", asked.low.join(" "));
    let mut names: Vec<(usize, String)> = Vec::new();
    for relation in &mind.orders.relations {
        for thing in [&relation.more, &relation.less] {
            let place = line.find(&format!(" {} ", thing.to_lowercase().replace("'s", " 's")));
            if let Some(place) = place.filter(|_| !names.iter().any(|(_, name)| name.eq_ignore_ascii_case(thing))) {
                names.push((place, thing.clone()));
            }
        }
    }
    names.sort();
    names.into_iter().map(|(_, name)| name).collect()
}

/// A word of a degree in a question: its quality, and whether much of it is meant.
fn degree(asked: &Sentence, mind: &Mind, superlative: bool) -> Option<(String, String, bool)> {
    for (place, word) in asked.low.iter().enumerate() {
        let before = place.checked_sub(1).map(|at| asked.low[at].as_str());
        let (full, much) = match (superlative, before) {
            (true, Some("most" | "least")) => (format!("more {word}"), before == Some("most")),
            (false, Some("more" | "less")) => (format!("more {word}"), before == Some("more")),
            _ => (String::new(), true),
        };
        if mind.orders.relations.iter().any(|relation| relation.quality == full) {
            let shown = format!("{} {word}", before.unwrap_or("most"));
            return Some((full, shown, much));
        }
        let is_superlative = word.ends_with("est") && word.len() > 4
            || ["first", "last", "best", "worst", "leftmost", "rightmost"].contains(&word.as_str());
        if is_superlative != superlative {
            continue;
        }
        let Some(comparative) = comparative(word) else { continue };
        let (quality, much) = quality(&comparative, &mind.orders);
        if mind.orders.relations.iter().any(|relation| relation.quality == quality) {
            let least = matches!(before, Some("least" | "less"));
            return Some((quality, word.clone(), much != least));
        }
    }
    None
}

/// Names the first or last of an order, or the nth: the oldest, the youngest, the second oldest.
fn extreme(asked: &Sentence, mind: &Mind) -> Option<String> {
    let (quality, word, much) = degree(asked, mind, true)?;
    let names = named(asked, mind);
    let ranks = Ranks::new(mind, &quality, &names)?;
    let nth = asked.low.windows(2).find(|pair| pair[1] == word).and_then(|pair| numbers::ordinal(&pair[0]));
    if let Some(nth) = nth.filter(|nth| *nth > 1) {
        let mut sorted = ranks.sorted()?;
        if !much {
            sorted.reverse();
        }
        return sorted.get(nth - 1).map(|thing| format!("{thing} is the {} {word}.", numbers::nth(nth)));
    }
    let pool: Vec<&String> = if names.len() > 1 {
        ranks.things.iter().filter(|thing| names.iter().any(|name| name.eq_ignore_ascii_case(thing))).collect()
    } else {
        ranks.things.iter().collect()
    };
    let beats = |other: &str, thing: &str| if much { ranks.above(other, thing) } else { ranks.above(thing, other) };
    let top: Vec<String> = pool
        .iter()
        .filter(|thing| !pool.iter().any(|other| beats(other, thing)))
        .map(|thing| (*thing).clone())
        .collect();
    match (top.as_slice(), names.as_slice()) {
        ([one], [name]) if asked.low[0] == "is" => {
            let yes = one.eq_ignore_ascii_case(name);
            Some(format!("{}, {one} is the {word}.", if yes { "yes" } else { "no" }))
        }
        ([one], _) if matches!(word.as_str(), "first" | "last") => Some(format!("{one} was {word}.")),
        ([one], _) => Some(format!("{one} is the {word}.")),
        (several, _) => Some(format!("That cannot be told: it may be {}.", listed(several).replace(" and ", " or "))),
    }
}

/// Compares two things of an order, or one with all others.
fn pair(asked: &Sentence, mind: &Mind) -> Option<String> {
    let (quality, word, much) = degree(asked, mind, false)?;
    let names = named(asked, mind);
    let ranks = Ranks::new(mind, &quality, &names)?;
    let beats = |one: &str, other: &str| if much { ranks.above(one, other) } else { ranks.above(other, one) };
    let than = if ["before", "after"].contains(&word.as_str()) { "" } else { " than" };
    match names.as_slice() {
        [one, other, ..] if matches!(asked.low[0].as_str(), "is" | "are" | "was" | "does" | "did") => {
            Some(if beats(one, other) {
                format!("yes, {one} is {word}{than} {other}.")
            } else if beats(other, one) {
                format!("no, {other} is {word}{than} {one}.")
            } else {
                format!("that cannot be told of {one} and {other}.")
            })
        }
        [one, other, ..] if beats(one, other) => Some(format!("{one} is {word}.")),
        [one, other, ..] if beats(other, one) => Some(format!("{other} is {word}.")),
        [one, other, ..] => Some(format!("that cannot be told of {one} and {other}.")),
        [one] => {
            let above: Vec<String> = ranks.things.iter().filter(|thing| beats(thing, one)).cloned().collect();
            if above.is_empty() {
                return Some(format!("nobody is {word}{than} {one}, as far as I know."));
            }
            let verb = if above.len() > 1 { "are" } else { "is" };
            Some(format!("{} {verb} {word}{than} {one}.", listed(&above)))
        }
        [] if ranks.things.len() == 2 => {
            let (one, other) = (&ranks.things[0], &ranks.things[1]);
            let top = if beats(one, other) { one } else { other };
            Some(format!("{top} is {word}."))
        }
        [] => None,
    }
}

/// Names the thing in the middle.
fn between(asked: &Sentence, mind: &Mind) -> Option<String> {
    if !asked.is(&["* middle *", "* in between *", "* between *", "* neither *"])
        || !asked.is(&["who|which|what|whose *", "* who|which *"])
    {
        return None;
    }
    let quality = mind.orders.relations.last()?.quality.clone();
    let sorted = Ranks::new(mind, &quality, &[])?.sorted()?;
    let ends = named(asked, mind);
    if let [one, other] = ends.as_slice() {
        let place = |name: &String| sorted.iter().position(|thing| thing.eq_ignore_ascii_case(name));
        let (low, high) = (place(one)?.min(place(other)?), place(one)?.max(place(other)?));
        let inner = sorted.get(low + 1..high).filter(|inner| !inner.is_empty())?;
        return Some(format!("{}.", listed(inner)));
    }
    (sorted.len() % 2 == 1).then(|| format!("{} is in the middle.", sorted[sorted.len() / 2]))
}

/// The whole order, from one end to the other.
fn ranked(asked: &Sentence, mind: &Mind) -> Option<String> {
    let parts = asked.first(&[
        "* from the # to the #",
        "* from # to #",
        "* from # to the #",
        "* (order|sort|list|rank) * # first",
    ])?;
    let end = parts.get(1).filter(|word| word.ends_with("est")).or(parts.get(2))?;
    let (quality, much) = quality(&comparative(end)?, &mind.orders);
    let mut sorted = Ranks::new(mind, &quality, &[])?.sorted()?;
    if !much {
        sorted.reverse();
    }
    Some(format!("{}.", sorted.join(", ")))
}

#[cfg(test)]
mod tests {
    use crate::skills::check;

    #[test]
    fn an_order_is_passed_on() {
        check(
            "
            John is older than Mary, and Mary is older than Sarah. Which of them is the oldest? => John
            Who is the youngest? => Sarah
            Who is the second oldest? => Mary
            Is Sarah older than John? => No
            Who is older, Sarah or John? => John
            Who is in the middle? => Mary
            Who is younger than John? => Mary and Sarah
            Anna is taller than Ben, Ben is taller than Carl, and Carl is taller than Dora. Who is the shortest? => Dora
            Who is taller, Carl or Anna? => Anna
            Is Ben shorter than Anna? => Yes
            Put them in order from shortest to tallest. => Dora, Carl, Ben, Anna
            ",
        );
    }

    #[test]
    fn orders_have_many_wordings() {
        check(
            "
            If Tom is heavier than Jim and Jim is heavier than Bob, who is the lightest? => Bob
            The red box is bigger than the blue box. The blue box is bigger than the green box. Which box is the smallest? => The green box
            Lisa finished before Paul. Paul finished before Nina. Who finished last? => Nina
            Eve is not as old as Max. Max is younger than Pat. Who is the oldest? => Pat
            Kim runs faster than Lee. Lee runs faster than Joe. Who is the slowest? => Joe
            My brother is older than my sister. Who is younger? => sister
            Ann is taller than Eve. Kay is taller than Eve. Who is the tallest? => cannot be told
            ",
        );
    }

    #[test]
    fn an_order_is_told_line_by_line() {
        check(
            "
            Rita is richer than Sam. =>
            What colour is grass? =>
            Sam is richer than Tina. =>
            How are you? =>
            Which of the three is the poorest? => Tina
            ",
        );
    }
}
