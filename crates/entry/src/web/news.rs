//! The new text on a page that shows the whole conversation.

/// The texts that are new on the page, oldest first.
///
/// The page may add at its end or at its beginning, and may have dropped the oldest texts.
pub(super) fn news<'a>(before: &[String], now: &'a [String]) -> Vec<&'a str> {
    let common = before.len().min(now.len());
    let added_behind = (0..=common).rev().find(|kept| before[before.len() - kept..] == now[..*kept]).unwrap_or(0);
    let added_before = (0..=common).rev().find(|kept| before[..*kept] == now[now.len() - kept..]).unwrap_or(0);
    if added_before > added_behind {
        now[..now.len() - added_before].iter().rev().map(String::as_str).collect()
    } else {
        now[added_behind..].iter().map(String::as_str).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn new_words_are_found_wherever_a_page_adds_them() {
        let check = |before: &str, now: &str, expected: &str| {
            let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
            assert_eq!(news(&words(before), &words(now)), words(expected), "{before} -> {now}");
        };
        check("", "hello", "hello");
        check("hello", "hello yes no", "yes no");
        check("hello yes", "no hello yes", "no");
        check("b a", "d c b a", "c d");
        check("a b c", "b c d", "d");
        check("c b a", "d c b", "d");
        check("a b", "a b", "");
        check("yes", "yes yes", "yes");
        check("yes yes", "yes yes yes yes", "yes yes");
        check("a b", "x y", "x y");
        check("a b", "", "");
    }
}
