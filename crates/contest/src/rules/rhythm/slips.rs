//! Slips of the fingers: wrong keys, the right ones that follow before the slip is noticed, and the BackSpace keys
//! that remove both.
//!
//! The kinds and their shares are those of 217 short corrections in the logs of 2012. Longer corrections rephrase; they
//! are content, which no rhythm can invent.

use rulebook::{Draws, Key};

use super::hands;

/// The shares of slips that are noticed after one to five keys.
const LENGTHS: [f64; 5] = [0.57, 0.24, 0.11, 0.06, 0.02];

/// The keys of a line with slips among them; `true` marks the keys that were not given.
///
/// Wrong letters are Latin, because only a Latin keyboard is known here. A line with a letter of another script has no
/// slips: a Latin letter in it would be no plausible slip.
pub(super) fn with_slips(given: &[Key], rate: f64, draws: &mut Draws) -> Vec<(Key, bool)> {
    if given.iter().any(|key| matches!(key, Key::Char(c) if c.get().is_alphabetic() && !is_latin(c.get()))) {
        return given.iter().map(|&key| (key, false)).collect();
    }
    let mut keys = Vec::with_capacity(given.len());
    for (place, &key) in given.iter().enumerate() {
        if let Key::Char(right) = key
            && draws.uniform() < rate
        {
            let rest = &given[place..];
            let right_so_far = rest.iter().take_while(|key| matches!(key, Key::Char(_))).count();
            let wrong = wrong_keys(right.get(), &rest[..right_so_far], draws);
            let length = wrong.len().min(1 + choice(&LENGTHS, draws));
            keys.extend(wrong[..length].iter().map(|&key| (key, true)));
            keys.extend(std::iter::repeat_n((Key::BackSpace, true), length));
        }
        keys.push((key, false));
    }
    keys
}

/// True for letters from Basic Latin to Latin Extended-B, by code point.
fn is_latin(letter: char) -> bool {
    letter < '\u{250}'
}

/// The keys typed instead of `rest`, which begins with `right`, until the slip is noticed; the first of them is wrong.
fn wrong_keys(right: char, rest: &[Key], draws: &mut Draws) -> Vec<Key> {
    let later = |from: usize| rest.get(from..).unwrap_or_default().iter().copied();
    // A letter that comes too early must differ from the right one.
    let next = rest.get(1).copied().filter(|&next| next != rest[0]);
    match (choice(&[0.28, 0.25, 0.20, 0.07, 0.20], draws), next) {
        (0, Some(next)) => std::iter::once(next).chain(later(2)).collect(),
        (2, _) => std::iter::once(neighbour(right, draws)).chain(later(0)).collect(),
        (3, Some(next)) => [next, rest[0]].into_iter().chain(later(2)).collect(),
        (4, _) => std::iter::once(other_letter(right, draws)).chain(later(1)).collect(),
        _ => std::iter::once(neighbour(right, draws)).chain(later(1)).collect(),
    }
}

/// A key beside the right one; any other letter if its neighbours are unknown.
fn neighbour(right: char, draws: &mut Draws) -> Key {
    let around = hands::neighbours(right);
    match around.len() {
        0 => other_letter(right, draws),
        keys => Key::printable(around[draws.index(keys)]).expect("keys of the rows are printable"),
    }
}

fn other_letter(right: char, draws: &mut Draws) -> Key {
    let letters = ('a'..='z').filter(|letter| *letter != right.to_ascii_lowercase());
    let mut letters: Vec<char> = letters.collect();
    let letter = letters.swap_remove(draws.index(letters.len()));
    Key::printable(if right.is_ascii_uppercase() { letter.to_ascii_uppercase() } else { letter }).expect("a letter")
}

/// The index of one of these shares, which sum to 1, drawn by weight.
fn choice(shares: &[f64], draws: &mut Draws) -> usize {
    let draw = draws.uniform();
    let mut sum = 0.0;
    shares
        .iter()
        .position(|share| {
            sum += share;
            draw < sum
        })
        .unwrap_or(shares.len() - 1)
}

#[cfg(test)]
mod tests {
    use rulebook::{Seed, key::keys_of};

    use super::*;

    #[test]
    fn a_line_in_another_script_has_no_latin_slips() {
        let slips = |text: &str| {
            let given: Vec<Key> = keys_of(&text.repeat(500)).collect();
            with_slips(&given, 0.013, &mut Draws::new(Seed::from_contributions(["slips"]), "test")).len() - given.len()
        };
        assert!(slips("où est le café ") > 0);
        assert_eq!(slips("где тут кафе "), 0);
    }

    #[test]
    fn slips_come_at_their_rate_and_are_as_long_as_people_s() {
        let given: Vec<Key> = keys_of(&"the cat sat on the mat ".repeat(2_000)).collect();
        let mut draws = Draws::new(Seed::from_contributions(["slips"]), "test");
        let keys = with_slips(&given, 0.013, &mut draws);
        // A correction is a run of BackSpaces; the text has none of its own.
        let mut lengths = std::collections::BTreeMap::new();
        for run in keys.chunk_by(|a, b| a.0 == b.0).filter(|run| run[0].0 == Key::BackSpace) {
            *lengths.entry(run.len()).or_insert(0_u32) += 1;
        }
        let slips: u32 = lengths.values().sum();
        let rate = f64::from(slips) / given.len() as f64;
        assert!((rate - 0.013).abs() < 0.0015, "{rate}");
        for (length, share) in (1..).zip(LENGTHS) {
            let found = f64::from(lengths.get(&length).copied().unwrap_or(0)) / f64::from(slips);
            assert!((found - share).abs() < 0.06, "{length}: {found}");
        }
    }
}
