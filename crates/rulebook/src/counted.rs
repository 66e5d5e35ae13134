//! Numbers with their nouns, as people read them.

use std::fmt::Display;

/// A number and its noun: `1 fault`, `0 faults`, `12 faults`.
#[must_use]
pub fn counted(number: impl Display, one: &str, many: &str) -> String {
    let number = number.to_string();
    let noun = if number == "1" { one } else { many };
    format!("{number} {noun}")
}

#[cfg(test)]
mod tests {
    use super::counted;

    #[test]
    fn one_has_its_own_noun_and_nothing_else_has() {
        let told = [0, 1, 2, 11, 21, 101].map(|number| counted(number, "entry", "entries"));
        assert_eq!(told, ["0 entries", "1 entry", "2 entries", "11 entries", "21 entries", "101 entries"]);
    }
}
