//! Two hands on a keyboard: the cost of each pair of letters, which all hands share, and the indices of a hand's own
//! habits.

/// Pairs that are typed often, and therefore faster.
const FREQUENT: &str = "th he in er an re on at en nd ti es or te of is it al ar st to nt ng se ha as ou io le ve co me hi ri ro ic \
                        ne ea ra li ch be ma si om ur";

/// The letters of each finger on QWERTY.
const FINGERS: [&str; 8] = ["qaz", "wsx", "edc", "rfvtgb", "yhnujm", "ik", "ol", "p"];

/// The number of keys with habits: the letters, the apostrophe (which counts as one) and the space.
const KNOWN: usize = 28;

/// The number of pairs.
pub(super) const PAIRS: usize = KNOWN * KNOWN;

fn place(key: char) -> Option<usize> {
    match key.to_ascii_lowercase() {
        letter @ 'a'..='z' => Some(usize::from(letter as u8 - b'a')),
        '\'' => Some(26),
        ' ' => Some(27),
        _ => None,
    }
}

/// The index of a pair, in either case; `None` if one of the two has no habits.
pub(super) fn pair(first: char, second: char) -> Option<usize> {
    Some(place(first)? * KNOWN + place(second)?)
}

/// The cost of a pair within a word for every hand, as a natural logarithm.
pub(super) fn effort(first: char, second: char) -> f64 {
    let (first, second) = (first.to_ascii_lowercase(), second.to_ascii_lowercase());
    let frequent = || FREQUENT.split_ascii_whitespace().any(|pair| pair.chars().eq([first, second]));
    if first == second {
        0.0
    } else if FINGERS.iter().any(|finger| finger.contains(first) && finger.contains(second)) {
        0.20
    } else if frequent() {
        -0.10
    } else {
        0.10
    }
}

/// The rows of a QWERTY keyboard, each a little to the right of the one above it.
const ROWS: [&str; 4] = ["1234567890-=", "qwertyuiop[]", "asdfghjkl;'", "zxcvbnm,./"];

/// The keys around this one, in its case; empty for any key other than these and the space.
pub(super) fn neighbours(key: char) -> Vec<char> {
    if key == ' ' {
        return "cvbnm".chars().collect();
    }
    let at = |row: usize, column: usize| ROWS.get(row).and_then(|row| row.chars().nth(column));
    let lower = key.to_ascii_lowercase();
    let found = ROWS.iter().enumerate().find_map(|(row, keys)| Some((row, keys.find(lower)?)));
    let Some((row, column)) = found else { return Vec::new() };
    let mut around = Vec::new();
    around.extend(column.checked_sub(1).and_then(|left| at(row, left)));
    around.extend(at(row, column + 1));
    if let Some(above) = row.checked_sub(1) {
        around.extend(at(above, column));
        around.extend(at(above, column + 1));
    }
    around.extend(column.checked_sub(1).and_then(|left| at(row + 1, left)));
    around.extend(at(row + 1, column));
    if key.is_ascii_uppercase() { around.iter().map(char::to_ascii_uppercase).collect() } else { around }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_costs_what_its_fingers_and_its_frequency_say() {
        for (pair, expected) in [("th", -0.10), ("Th", -0.10), ("ll", 0.0), ("ed", 0.20), ("ca", 0.10), ("n't", 0.10)] {
            let mut keys = pair.chars();
            let (first, second) = (keys.next().unwrap(), keys.next().unwrap());
            assert!((effort(first, second) - expected).abs() < 1e-12, "{pair}");
        }
    }

    #[test]
    fn neighbours_are_the_keys_around() {
        let around = |key| neighbours(key).into_iter().collect::<String>();
        assert_eq!(around('g'), "fhtyvb");
        assert_eq!(around('G'), "FHTYVB");
        assert_eq!(around('q'), "w12a");
        assert_eq!(around('~'), "");
        for key in "abcdefghijklmnopqrstuvwxyz".chars() {
            let around = neighbours(key);
            assert!(around.len() >= 3 && !around.contains(&key), "{key}: {around:?}");
        }
    }
}
