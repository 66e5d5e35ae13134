//! Sums in words and figures, small stories with numbers, and sequences.

use crate::{
    answer::{Answer, sure},
    forms::base,
    mind::Mind,
    numbers::{self, leading},
    text::{Heard, Sentence, capital},
};

/// Answers a sum or a question about numbers.
pub(super) fn answer(asked: &Sentence, _: &mut Mind) -> Option<Answer> {
    let text = expression(asked).or_else(|| sequence(asked)).or_else(|| property(asked)).or_else(|| greater(asked))?;
    sure(93, text)
}

/// A part of a sum.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Part {
    Number(f64),
    Plus,
    Minus,
    Times,
    Over,
}

/// Words that may stand around a sum.
const AROUND: [&str; 44] = [
    "what",
    "is",
    "are",
    "how",
    "much",
    "many",
    "does",
    "do",
    "the",
    "sum",
    "of",
    "result",
    "calculate",
    "compute",
    "add",
    "a",
    "you",
    "get",
    "if",
    "make",
    "makes",
    "equal",
    "equals",
    "=",
    "please",
    "quickly",
    "answer",
    "to",
    "when",
    "would",
    "be",
    "work",
    "out",
    "up",
    "it",
    "solve",
    "think",
    "then",
    "come",
    "comes",
    "i",
    "we",
    "together",
    "from",
];

/// The value of a sum in the sentence, which may hold no other words than those around sums.
fn expression(asked: &Sentence) -> Option<String> {
    let low = &asked.low;
    let mut parts = Vec::new();
    let mut place = 0;
    let adds = low.iter().any(|word| word == "add" || word == "sum" || word == "together");
    let mut takes = false;
    while place < low.len() {
        if let Some((number, length)) = leading(&low[place..]) {
            parts.push(Part::Number(number as f64));
            place += length;
            continue;
        }
        let part = match low[place].as_str() {
            "plus" | "+" => Part::Plus,
            "and" if adds => Part::Plus,
            "and" if matches!(parts.last(), Some(Part::Number(_))) && low.len() < 8 => Part::Plus,
            "minus" | "-" | "less" => Part::Minus,
            "times" | "*" | "x" | "multiplied" | "\u{d7}" => Part::Times,
            "divided" | "over" | "/" | "\u{f7}" => Part::Over,
            "half" => {
                parts.extend([Part::Number(0.5), Part::Times]);
                place += 1;
                continue;
            }
            "twice" | "double" => {
                parts.extend([Part::Number(2.0), Part::Times]);
                place += 1;
                continue;
            }
            "subtract" | "take" | "subtracted" | "taken" => {
                takes = true;
                place += 1;
                continue;
            }
            "by" | "away" => {
                place += 1;
                continue;
            }
            "squared" => {
                let Some(Part::Number(number)) = parts.last().copied() else { return None };
                parts.extend([Part::Times, Part::Number(number)]);
                place += 1;
                continue;
            }
            "to" if adds => Part::Plus,
            "from" if takes => {
                // `Take two from five`: the second is the larger.
                let Some(Part::Number(first)) = parts.pop() else { return None };
                let (second, _) = leading(&low[place + 1..])?;
                return shown(second as f64 - first);
            }
            word if AROUND.contains(&word) => {
                place += 1;
                continue;
            }
            _ => return None,
        };
        if !matches!(parts.last(), Some(Part::Number(_))) {
            return None;
        }
        parts.push(part);
        place += 1;
    }
    if parts.len() < 3 {
        return None;
    }
    shown(value(&parts)?)
}

/// The value, with products before sums.
fn value(parts: &[Part]) -> Option<f64> {
    let Part::Number(first) = *parts.first()? else { return None };
    let (mut total, mut product, mut sign) = (0.0, first, 1.0);
    for pair in parts[1..].chunks(2) {
        let [operator, Part::Number(number)] = pair else { return None };
        match operator {
            Part::Times => product *= number,
            Part::Over if *number == 0.0 => return None,
            Part::Over => product /= number,
            Part::Plus | Part::Minus => {
                total += sign * product;
                product = *number;
                sign = if *operator == Part::Plus { 1.0 } else { -1.0 };
            }
            Part::Number(_) => return None,
        }
    }
    Some(total + sign * product)
}

/// The number in words with figures, or figures alone above a hundred.
fn shown(value: f64) -> Option<String> {
    if !value.is_finite() || value.abs() > 1e15 {
        return None;
    }
    if value.fract() != 0.0 {
        return Some(format!("{}.", (value * 1000.0).round() / 1000.0));
    }
    #[allow(clippy::cast_possible_truncation, reason = "it is whole and below 1e15")]
    let whole = value as i64;
    if (0..=100).contains(&whole) {
        let words = if whole == 100 { "one hundred".to_owned() } else { numbers::words(whole) };
        return Some(format!("{}, that is {whole}.", capital(&words)));
    }
    Some(format!("{whole}."))
}

/// The next number of a sequence with equal steps or equal ratios, and neighbours of a number.
fn sequence(asked: &Sentence) -> Option<String> {
    if let Some(parts) = asked
        .first(&["what ?number comes|is|follows ?right|directly|just|one (after|before|more) ?than ?the ?number +"])
    {
        let words: Vec<String> = parts[1].split(' ').map(str::to_owned).collect();
        let (number, length) = leading(&words)?;
        if length == words.len() {
            return shown((if parts[0] == "before" { number - 1 } else { number + 1 }) as f64);
        }
    }
    if !asked.is(&["* next *", "* sequence *", "* series *", "* continue *", "* follows *", "* missing *"]) {
        return None;
    }
    let all: Vec<i64> = asked.low.iter().filter_map(|word| numbers::of_word(word)).collect();
    let [.., before, last] = all.as_slice() else { return None };
    if all.len() < 3 {
        return None;
    }
    let step = last - before;
    if all.windows(2).all(|pair| pair[1] - pair[0] == step) {
        return shown((last + step) as f64);
    }
    let ratio = *last as f64 / *before as f64;
    if all.windows(2).all(|pair| (pair[0] as f64 * ratio - pair[1] as f64).abs() < 1e-9) {
        return shown(*last as f64 * ratio);
    }
    let grows = all.windows(3).all(|three| three[2] == three[0] + three[1]);
    if grows {
        return shown((before + last) as f64);
    }
    let second: Vec<i64> = all.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let growth = second.windows(2).map(|pair| pair[1] - pair[0]).next()?;
    second
        .windows(2)
        .all(|pair| pair[1] - pair[0] == growth)
        .then(|| last + step + growth)
        .and_then(|next| shown(next as f64))
}

/// True if a number is even or odd.
fn property(asked: &Sentence) -> Option<String> {
    let parts = asked.first(&["is ?the ?number # ?an (even|odd) *"])?;
    let number = numbers::of_word(&parts[0])?;
    let even = number % 2 == 0;
    if asked.low.iter().any(|word| word == "or") {
        return Some(format!("{} is {}.", capital(&parts[0]), if even { "even" } else { "odd" }));
    }
    Some(if even == (parts[1] == "even") { "Yes, it is.".to_owned() } else { "No, it is not.".to_owned() })
}

/// The larger or smaller of several numbers.
fn greater(asked: &Sentence) -> Option<String> {
    let has = |words: &[&str]| asked.low.iter().any(|word| words.contains(&word.as_str()));
    let more = has(&["more", "larger", "bigger", "greater", "largest", "biggest", "greatest", "higher", "highest"]);
    let less = has(&["less", "smaller", "smallest", "lower", "lowest", "least", "fewer"]);
    if more == less || !has(&["or", "than"]) {
        return None;
    }
    // Between figures stand only `or` and `than`, so no thing is counted.
    let all: Vec<i64> = asked
        .low
        .iter()
        .filter_map(|word| numbers::of_word(word))
        .filter(|number| *number != 1 || !has(&["one"]))
        .collect();
    if all.len() < 2 {
        return None;
    }
    if let (true, [one, other]) = (has(&["than"]), all.as_slice()) {
        return Some(if (one > other) == more && one != other {
            "Yes, it is.".to_owned()
        } else {
            "No, it is not.".to_owned()
        });
    }
    let best = if more { all.iter().max()? } else { all.iter().min()? };
    shown(*best as f64)
}

/// Verbs of stories by which a number grows.
const GAINS: [&str; 14] =
    ["get", "buy", "find", "add", "win", "pick", "collect", "make", "bake", "gain", "come", "join", "arrive", "bring"];
/// Verbs of stories by which a number falls.
const LOSSES: [&str; 17] = [
    "eat", "lose", "sell", "spend", "drop", "break", "throw", "use", "drink", "remove", "fall", "fly", "leave", "go",
    "die", "run", "steal",
];

/// The number in several containers, where the line says how many are in one: "A box holds five eggs. How many are in six boxes?"
fn product(heard: &Heard, question: &Sentence) -> Option<i64> {
    let holds = ["hold", "have", "contain", "carry", "cost", "take", "need", "weigh", "fit"];
    let each = heard.sentences.iter().filter(|sentence| !std::ptr::eq(*sentence, question)).find_map(|sentence| {
        let verb = sentence.low.iter().position(|word| holds.contains(&base(word).as_str()))?;
        let (number, _) = leading(&sentence.low[verb + 1..])?;
        let one = matches!(sentence.low.first().map(String::as_str), Some("a" | "an" | "one" | "each" | "every"));
        one.then(|| (base(&sentence.low[verb - 1]), number))
    })?;
    let (many, length, place) = (1..question.low.len()).find_map(|place| {
        let (number, length) = leading(&question.low[place..])?;
        Some((number, length, place))
    })?;
    let noun = question.low.get(place + length)?;
    (base(noun) == each.0).then(|| each.1.checked_mul(many)).flatten()
}

/// Answers a story with numbers: "I have five apples and eat two. How many are left?"
pub(super) fn story(heard: &Heard, _: &mut Mind) -> Option<Answer> {
    let question = heard.sentences.iter().rev().find(|sentence| sentence.is(&["* how many *", "* how much *"]))?;
    let ask = question.low.iter().position(|word| word == "how")?;
    let mut words: Vec<&str> = Vec::new();
    for sentence in &heard.sentences {
        let end = if std::ptr::eq(sentence, question) { ask } else { sentence.low.len() };
        words.extend(sentence.low[..end].iter().map(String::as_str));
    }
    let after: Vec<&str> = question.low[ask..].iter().map(String::as_str).collect();
    // A condition may follow the question: `How many apples do I have if ...`.
    if let Some(place) = after.iter().position(|word| matches!(*word, "if" | "when" | "after")) {
        words.extend(&after[place..]);
    }
    if let Some(total) = product(heard, question) {
        return sure(91, shown(total as f64)?);
    }
    let owned: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
    let mut events: Vec<(i64, i64)> = Vec::new();
    let (mut place, mut sign, mut each) = (0, 1, false);
    let has = |words: &[&str]| owned.iter().chain(&question.low).any(|word| words.contains(&word.as_str()));
    while place < owned.len() {
        let verb = base(&owned[place]);
        if let Some((number, length)) =
            leading(&owned[place..]).filter(|_| owned[place] != "one" || place + 1 < owned.len())
        {
            events.push((sign, number));
            place += length;
            continue;
        }
        let next = owned.get(place + 1).map(String::as_str);
        if verb == "give" || verb == "lend" || verb == "hand" || verb == "send" {
            sign = if matches!(next, Some("me" | "us" | "him" | "her")) { 1 } else { -1 };
        } else if verb == "take" {
            sign = if has(&["away"]) || owned[..place].iter().any(|word| numbers::of_word(word).is_some()) {
                -1
            } else {
                1
            };
        } else if LOSSES.contains(&verb.as_str()) {
            sign = -1;
        } else if GAINS.contains(&verb.as_str()) {
            sign = 1;
        } else if verb == "each" || verb == "every" {
            each = true;
        } else if next == Some("me") && verb == "to" {
            sign = 1;
        }
        if owned[place] == "half" && !events.is_empty() && sign < 0 {
            let total: i64 = events.iter().map(|(sign, number)| sign * number).sum();
            events.push((-1, total / 2));
        }
        place += 1;
    }
    if events.len() < 2 {
        return None;
    }
    // Something comes before it is asked for.
    let total: i64 = if each
        || question.low.iter().any(|word| word == "each")
            && has(&["share", "shared", "divide", "divided", "between", "among"])
    {
        let [(_, one), (_, other), ..] = events.as_slice() else { return None };
        if has(&["share", "shared", "divide", "divided", "between", "among", "split"]) {
            let (big, small) = (one.max(other), one.min(other));
            if *small == 0 { return None } else { big / small }
        } else {
            one.checked_mul(*other)?
        }
    } else {
        events.iter().map(|(sign, number)| sign * number).sum()
    };
    sure(91, shown(total as f64)?)
}

#[cfg(test)]
mod tests {
    use crate::skills::check;

    #[test]
    fn sums_in_words_and_figures() {
        check(
            "
            What is two plus three? => Five
            How much is seven times eight? => 56
            What is 12+5? => 17
            What is 20 - 4 divided by 2? => 18
            What is twenty-one minus nine? => Twelve
            What is half of ten? => Five
            Add four and six. => Ten
            Take three from eleven. => Eight
            What is ten divided by four? => 2.5
            How much are three and four? => Seven
            What is twice eight? => Sixteen
            What number comes after nineteen? => Twenty
            What number comes next: 2, 4, 6? => Eight
            What comes next in the sequence 1, 2, 4, 8? => Sixteen
            Is seven even or odd? => odd
            Which is more, 12 or 21? => 21
            ",
        );
    }

    #[test]
    fn small_stories() {
        check(
            "
            I have five apples and eat two. How many apples are left? => Three
            Tom has three marbles. Anna gives him four more. How many marbles has Tom now? => Seven
            If I have ten pounds and spend four, how much do I have left? => Six
            There are four bags with six oranges each. How many oranges are there? => 24
            A box holds five eggs. How many eggs are there in twelve boxes? => 60
            Mary had eight cookies. She gave three to Tom. How many does she have? => Five
            Twelve sweets are shared between four children. How many does each child get? => Three
            ",
        );
    }
}
