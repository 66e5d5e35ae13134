//! Takes out what a model thinks aloud between tags: it is not said to anybody.

const OPENS: [&str; 2] = ["<think>", "<thinking>"];
const CLOSES: [&str; 2] = ["</think>", "</thinking>"];

/// The text without its thoughts. One that does not end goes on to the end; one whose beginning is missing, because the
/// server's template had said it, began at the beginning.
pub(super) fn without_thoughts(text: &str) -> String {
    // In ASCII alone, so that places in one are places in the other.
    let (mut text, mut lower) = (text.to_owned(), text.to_ascii_lowercase());
    loop {
        let (from, to) = match (first(&lower, &OPENS), first(&lower, &CLOSES)) {
            (None, None) => return text,
            (None, Some((_, end))) => (0, end),
            (Some((open, _)), Some((close, end))) if close < open => (0, end),
            (Some((open, _)), Some((_, end))) => (open, end),
            (Some((open, _)), None) => (open, text.len()),
        };
        text.drain(from..to);
        lower.drain(from..to);
    }
}

/// The first of these tags, from where to where.
fn first(text: &str, tags: &[&str]) -> Option<(usize, usize)> {
    tags.iter().filter_map(|tag| text.find(tag).map(|at| (at, at + tag.len()))).min()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn thoughts_are_not_said() {
        for (text, said) in [
            ("<think>Am I?</think>Yes.", "Yes."),
            ("A<THINK>\u{e9}\n</Think>B", "AB"),
            ("so I am\n</think>\nYes.", "\nYes."),
            ("Yes.<think>and then", "Yes."),
            ("<think>a</think>b</think>c", "c"),
            ("<thinking>a</thinking>b<think></think>", "b"),
            ("I think <this> is fine.", "I think <this> is fine."),
            ("\u{130}<think>x</think>", "\u{130}"),
        ] {
            assert_eq!(without_thoughts(text), said, "{text}");
        }
    }

    proptest! {
        #[test]
        fn no_tag_is_left(text in "(<think>|</think>|<thinking>|</THINKING>|a|\u{e9}|<){0,30}") {
            let said = without_thoughts(&text);
            prop_assert!(first(&said.to_ascii_lowercase(), &OPENS).is_none());
            prop_assert!(first(&said.to_ascii_lowercase(), &CLOSES).is_none());
        }
    }
}
