//! Rust text as words and signs: enough to see which names a file takes from which, without comments, strings and tests.

/// Returns the words and signs of a Rust text. `::` is one sign; comments, strings, characters and lifetimes are left out.
pub(super) fn tokens(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let taken = skipped(rest);
        if taken > 0 {
            rest = &rest[taken..];
            continue;
        }
        let length = if is_word(first) {
            rest.find(|letter| !is_word(letter)).unwrap_or(rest.len())
        } else if rest.starts_with("::") {
            2
        } else {
            first.len_utf8()
        };
        if !first.is_whitespace() {
            found.push(&rest[..length]);
        }
        rest = &rest[length..];
    }
    found
}

fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// Returns the bytes of a comment, string, character or lifetime at the start of the text, or 0.
fn skipped(text: &str) -> usize {
    if text.starts_with("//") {
        return text.find('\n').unwrap_or(text.len());
    }
    if text.starts_with("/*") {
        return block_comment(text);
    }
    let prefix = ["br", "cr", "b", "c", "r"].into_iter().find(|&prefix| {
        text.strip_prefix(prefix).is_some_and(|rest| {
            let rest = if prefix.ends_with('r') { rest.trim_start_matches('#') } else { rest };
            rest.starts_with('"')
        })
    });
    let start = prefix.map_or(0, str::len);
    let quoted = &text[start..];
    if prefix.is_some_and(|prefix| prefix.ends_with('r')) {
        let hashes = quoted.len() - quoted.trim_start_matches('#').len();
        let end = format!("\"{}", "#".repeat(hashes));
        let inside = start + hashes + 1;
        return text[inside..].find(&end).map_or(text.len(), |at| inside + at + end.len());
    }
    if quoted.starts_with('"') {
        return start + until_quote(quoted, '"');
    }
    if let Some(after) = text.strip_prefix('\'') {
        let mut letters = after.chars();
        return match (letters.next(), letters.next()) {
            (Some('\\'), _) => until_quote(text, '\''),
            (Some(letter), Some('\'')) => letter.len_utf8() + 2,
            // A lifetime: its name is no name of an item.
            _ => 1 + after.find(|letter| !is_word(letter)).unwrap_or(after.len()),
        };
    }
    0
}

fn until_quote(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, letter) in text.char_indices().skip(1) {
        if letter == quote && !escaped {
            return at + 1;
        }
        escaped = letter == '\\' && !escaped;
    }
    text.len()
}

fn block_comment(text: &str) -> usize {
    let (mut depth, mut at) = (0_usize, 0);
    while at < text.len() {
        let rest = &text.as_bytes()[at..];
        if rest.starts_with(b"/*") {
            (depth, at) = (depth + 1, at + 2);
        } else if rest.starts_with(b"*/") {
            (depth, at) = (depth - 1, at + 2);
            if depth == 0 {
                return at;
            }
        } else {
            at += 1;
        }
    }
    text.len()
}

/// Returns the tokens without the items that only a test build has.
pub(super) fn without_tests<'a>(tokens: &[&'a str]) -> Vec<&'a str> {
    const ONLY_IN_TESTS: [&str; 7] = ["#", "[", "cfg", "(", "test", ")", "]"];
    let mut kept = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        if tokens[at..].starts_with(&ONLY_IN_TESTS) {
            at += item(&tokens[at..]);
        } else {
            kept.push(tokens[at]);
            at += 1;
        }
    }
    kept
}

/// Returns the length of the item at the start: up to the end of its block, or to the `;` or `,` outside brackets.
fn item(tokens: &[&str]) -> usize {
    let mut depth = 0_usize;
    for (at, &token) in tokens.iter().enumerate() {
        match token {
            "{" | "(" | "[" => depth += 1,
            "}" | ")" | "]" if depth == 0 => return at,
            "}" | ")" | "]" => {
                depth -= 1;
                if token == "}" && depth == 0 {
                    return at + 1 + usize::from(tokens.get(at + 1) == Some(&";"));
                }
            }
            ";" | "," if depth == 0 => return at + 1,
            _ => {}
        }
    }
    tokens.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_strings_characters_and_lifetimes_hold_no_names() {
        let text = r###"
            // crate::a
            /* crate::b /* crate::c */ */
            fn f<'a>(x: &'a str) { g("crate::d \" }", r#"crate::"e"#, '\'', '{', b"}", r"\"); crate::h() }
        "###;
        let found = tokens(text).concat();
        assert_eq!(found, "fnf<>(x:&str){g(,,,,,);crate::h()}");
    }

    #[test]
    fn what_only_tests_see_is_left_out() {
        let text = "use a::b; #[cfg(test)] mod tests; #[cfg(test)] mod more { fn f() { g(); } } #[cfg(test)] \
                    use c::{d, e}; struct F { g: H, #[cfg(test)] i: J, k: L }";
        assert_eq!(without_tests(&tokens(text)).join(" "), "use a :: b ; struct F { g : H , k : L }");
    }
}
