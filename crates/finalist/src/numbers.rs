//! Numbers in words and figures.

const ONES: [&str; 20] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];

const TENS: [&str; 8] = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];

const ORDINALS: [&str; 12] = [
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
    "twelfth",
];

/// The number that a single word means: `7`, `seven`, `twenty-three`, `dozen`.
pub(crate) fn of_word(word: &str) -> Option<i64> {
    if let Ok(number) = word.replace(',', "").parse::<i64>() {
        return (number.abs() < 1_000_000_000_000).then_some(number);
    }
    if let Some(place) = ONES.iter().position(|one| *one == word) {
        return i64::try_from(place).ok();
    }
    if let Some(place) = TENS.iter().position(|ten| *ten == word) {
        return i64::try_from(place * 10 + 20).ok();
    }
    if let Some((ten, one)) = word.split_once('-') {
        let (ten, one) = (of_word(ten)?, of_word(one)?);
        return (ten >= 20 && ten % 10 == 0 && (1..10).contains(&one)).then_some(ten + one);
    }
    match word {
        "dozen" => Some(12),
        "hundred" => Some(100),
        "thousand" => Some(1000),
        "million" => Some(1_000_000),
        _ => None,
    }
}

/// The number at the beginning of the words, and how many words it takes: `two hundred and five`.
pub(crate) fn leading(words: &[String]) -> Option<(i64, usize)> {
    let (mut total, mut group, mut taken) = (0_i64, None::<i64>, 0);
    while let Some(word) = words.get(taken) {
        let and = word == "and" && group.is_some_and(|group| group % 100 == 0 && group > 0);
        if and && words.get(taken + 1).and_then(|next| of_word(next)).is_some_and(|next| next < 100) {
            taken += 1;
            continue;
        }
        let Some(value) = of_word(word) else { break };
        group = Some(match (group, word.as_str()) {
            (Some(before), "hundred") => before.checked_mul(100)?,
            (Some(before), "dozen") => before.checked_mul(12)?,
            (before, "thousand" | "million") => {
                total = total.checked_add(before.unwrap_or(1).checked_mul(value)?)?;
                0
            }
            (None | Some(0), _) => value,
            (Some(before), _) if before % 100 == 0 && value < 100 || before % 10 == 0 && before >= 20 && value < 10 => {
                before + value
            }
            _ => break,
        });
        taken += 1;
    }
    group.map(|group| (total + group, taken))
}

/// The place that an ordinal names, from 1: `third`, `3rd`.
pub(crate) fn ordinal(word: &str) -> Option<usize> {
    if let Some(place) = ORDINALS.iter().position(|ordinal| *ordinal == word) {
        return Some(place + 1);
    }
    let digits = word.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let end = &word[digits.len()..];
    matches!(end, "st" | "nd" | "rd" | "th").then(|| digits.parse().ok()).flatten()
}

/// The ordinal in words up to twelve, in figures above.
pub(crate) fn nth(place: usize) -> String {
    if let Some(word) = place.checked_sub(1).and_then(|place| ORDINALS.get(place)) {
        return (*word).to_owned();
    }
    let end = match (place % 100, place % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    };
    format!("{place}{end}")
}

/// The number in words up to a hundred, in figures above.
pub(crate) fn words(number: i64) -> String {
    let index = |number: i64| usize::try_from(number).unwrap_or(0);
    match number {
        0..=19 => ONES[index(number)].to_owned(),
        20..=99 => {
            let ten = TENS[index(number / 10 - 2)];
            if number % 10 == 0 { ten.to_owned() } else { format!("{ten}-{}", ONES[index(number % 10)]) }
        }
        100 => "a hundred".to_owned(),
        _ => number.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_and_written() {
        let read = |text: &str| leading(&text.split(' ').map(str::to_owned).collect::<Vec<_>>());
        assert_eq!(read("twenty three apples"), Some((23, 2)));
        assert_eq!(read("two hundred and five"), Some((205, 4)));
        assert_eq!(read("three thousand four hundred"), Some((3400, 4)));
        assert_eq!(read("two dozen"), Some((24, 2)));
        assert_eq!(read("seven eight"), Some((7, 1)));
        assert_eq!(read("apples"), None);
        assert_eq!((ordinal("3rd"), ordinal("fifth"), ordinal("north")), (Some(3), Some(5), None));
        for number in 0..100 {
            assert_eq!(of_word(&words(number)), Some(number));
        }
        assert_eq!(nth(22), "22nd");
    }
}
