//! A line as words, and words from the other person's view.

/// Contractions and their long forms, so that a script needs only the long ones.
const LONG_FORMS: [(&str, &str); 24] = [
    ("i'm", "i am"),
    ("im", "i am"),
    ("i've", "i have"),
    ("i'd", "i would"),
    ("i'll", "i will"),
    ("you're", "you are"),
    ("you've", "you have"),
    ("you'll", "you will"),
    ("don't", "do not"),
    ("dont", "do not"),
    ("doesn't", "does not"),
    ("didn't", "did not"),
    ("can't", "can not"),
    ("cant", "can not"),
    ("cannot", "can not"),
    ("won't", "will not"),
    ("isn't", "is not"),
    ("aren't", "are not"),
    ("wasn't", "was not"),
    ("couldn't", "could not"),
    ("wouldn't", "would not"),
    ("what's", "what is"),
    ("it's", "it is"),
    ("that's", "that is"),
];

/// The clauses of a line, each a list of words in lower case, contractions written out. Clauses without words are left out.
pub(super) fn clauses(line: &str) -> Vec<Vec<String>> {
    let line = line.to_lowercase().replace(['\u{2019}', '`'], "'");
    line.split(['.', ',', ';', ':', '?', '!', '(', ')', '"']).map(words).filter(|clause| !clause.is_empty()).collect()
}

/// All words of a line, as in [`clauses`].
pub(super) fn all(line: &str) -> Vec<String> {
    clauses(line).concat()
}

/// The words as the other person would say them: `i am` becomes `you are`, `your` becomes `my`.
pub(super) fn reflected(words: &[String]) -> String {
    let mut reflected: Vec<&str> = Vec::new();
    for (place, word) in words.iter().enumerate() {
        let before = place.checked_sub(1).map(|before| words[before].as_str());
        let is_last = place + 1 == words.len();
        reflected.push(match (word.as_str(), before) {
            ("i" | "me", _) => "you",
            ("my", _) => "your",
            ("mine", _) => "yours",
            ("myself", _) => "yourself",
            ("am", _) => "are",
            ("are", Some("you")) => "am",
            ("was", Some("i")) => "were",
            ("were", Some("you")) => "was",
            ("your", _) => "my",
            ("yours", _) => "mine",
            ("yourself", _) => "myself",
            ("you", Some("to" | "for" | "with" | "about" | "of" | "from" | "at" | "by")) => "me",
            ("you", _) if is_last && place > 0 => "me",
            ("you", _) => "I",
            (word, _) => word,
        });
    }
    reflected.join(" ")
}

/// The text with a capital at its beginning.
pub(super) fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

fn words(clause: &str) -> Vec<String> {
    let bare = clause.split_whitespace().map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()));
    let long = bare.filter(|word| !word.is_empty()).flat_map(|word| {
        let form = LONG_FORMS.iter().find(|(short, _)| *short == word).map_or(word, |(_, long)| *long);
        form.split(' ').map(str::to_owned)
    });
    long.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_one_says_the_other_says_back() {
        for (said, back) in [
            ("I am sad", "you are sad"),
            ("I was told you are my friend", "you were told I am your friend"),
            ("I want to talk to you", "you want to talk to me"),
            ("I like you", "you like me"),
            ("I can't stand yours", "you can not stand mine"),
        ] {
            assert_eq!(reflected(&all(said)), back);
        }
    }
}
