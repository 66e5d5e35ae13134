//! Names of people and programs in a form for comparison: one normal form for all spellings that readers cannot tell
//! apart.
//!
//! Two names are the same if their [`identity`] is: compatibility letters (full width, ligatures, composed or not)
//! become one letter, capitals become small letters, invisible characters are removed, and white space becomes one
//! blank between words.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;

/// The form of a name for comparison. The identity of an identity is itself.
#[must_use]
pub fn identity(name: &str) -> String {
    if name.bytes().all(|byte| byte.is_ascii_graphic()) {
        return name.to_ascii_lowercase();
    }
    if name.is_ascii() {
        let visible: Cow<'_, str> = match name.bytes().any(|byte| is_invisible(byte.into())) {
            true => name.chars().filter(|&c| !is_invisible(c)).collect::<String>().into(),
            false => name.into(),
        };
        return spaced(visible.to_ascii_lowercase().split_whitespace());
    }
    let mut found = folded(name);
    // Folding may give letters that join, and joined letters that fold; two passes are enough for every letter of
    // Unicode.
    for _ in 0..3 {
        let again = folded(&found);
        if again == found {
            break;
        }
        found = again;
    }
    found
}

/// The form of a name for reading: composed, without invisible characters, and with one blank between words. Capitals
/// stay.
#[must_use]
pub fn plain(name: &str) -> String {
    let visible: String = name.nfkc().filter(|&c| !is_invisible(c)).nfkc().collect();
    spaced(visible.split_whitespace())
}

/// The difference of two spellings of one name, for a reader who cannot see it: `character 4 is U+00E9 here, and U+0065
/// there`.
#[must_use]
pub fn difference(here: &str, there: &str) -> String {
    let mut places = (1..).zip(here.chars().map(Some).chain([None]).zip(there.chars().map(Some).chain([None])));
    let told = |c: Option<char>| c.map_or_else(|| "the end".to_owned(), |c| format!("U+{:04X}", u32::from(c)));
    places.find(|(_, (here, there))| here != there).map_or_else(String::new, |(place, (here, there))| {
        format!("character {place} is {} here, and {} there", told(here), told(there))
    })
}

fn folded(name: &str) -> String {
    let visible = name.nfkc().filter(|&c| !is_invisible(c));
    let folded: String = visible.flat_map(fold).nfkc().filter(|&c| !is_invisible(c)).collect();
    spaced(folded.split_whitespace())
}

/// The case-folded letter: its capital, made small again, so that `ß` is `ss` and `ς` is `σ`.
fn fold(c: char) -> impl Iterator<Item = char> {
    // The dotless `ı` is excepted: its capital is that of `i`.
    let capitals = if c == 'ı' { 'ı'.to_lowercase().collect::<Vec<_>>() } else { c.to_uppercase().collect() };
    capitals.into_iter().flat_map(char::to_lowercase)
}

fn spaced<'n>(words: impl Iterator<Item = &'n str>) -> String {
    words.collect::<Vec<_>>().join(" ")
}

/// Returns whether a character is invisible and not a blank: controls, and those that Unicode calls default ignorable.
fn is_invisible(c: char) -> bool {
    (c.is_control() && !c.is_whitespace())
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn one_name_in_several_spellings_is_one_name() {
        let spellings = [
            "José Straße",
            "Jose\u{301} Strasse",
            "  JOSÉ\u{a0} \u{2003}STRASSE\t",
            "J\u{200b}osé\u{feff} Stra\u{ad}ße",
            "ＪＯＳＥ\u{301} ＳＴＲＡＳＳＥ",
            "José\u{2066} STRAẞE\u{2069}\u{7}",
        ];
        for spelling in spellings {
            assert_eq!(identity(spelling), "josé strasse", "{spelling:?}");
        }
        assert_eq!(identity("ΟΔΥΣΣΕΥΣ"), identity("Οδυσσευς"));
        assert_eq!(identity("oﬃce"), identity("OFFICE"));
        assert_eq!(identity("\u{200b} \u{2060}"), "");
        assert_eq!(identity("Ada\u{1}  LOVELACE "), "ada lovelace");
    }

    #[test]
    fn different_names_stay_different() {
        let names = ["Ada", "Adá", "A da", "Аda", "Işıl", "Işil", "E1", "E11", "Ben-1", "Ben 1"];
        let all: std::collections::BTreeSet<String> = names.iter().map(|name| identity(name)).collect();
        assert_eq!(all.len(), names.len(), "{all:?}");
    }

    #[test]
    fn a_name_that_is_read_keeps_its_capitals() {
        assert_eq!(plain(" Ｅ１\u{200b} "), "E1");
        assert_eq!(plain("Jose\u{301}  B"), "José B");
    }

    #[test]
    fn what_nobody_sees_is_told() {
        assert_eq!(difference("José", "Jose\u{301}"), "character 4 is U+00E9 here, and U+0065 there");
        assert_eq!(difference("Ada\u{200b}", "Ada"), "character 4 is U+200B here, and the end there");
        assert_eq!(difference("Ada", "Ada"), "");
    }

    proptest! {
        #[test]
        fn an_identity_is_its_own(name in any::<String>()) {
            let once = identity(&name);
            prop_assert_eq!(identity(&once), once);
        }

        #[test]
        fn neither_form_nor_case_nor_anything_unseen_makes_another_name(name in "\\PC{0,12}", at in 0_usize..13) {
            let composed: String = name.nfc().collect();
            let apart: String = name.nfd().collect();
            prop_assert_eq!(identity(&composed), identity(&name));
            prop_assert_eq!(identity(&apart), identity(&name));
            let mut hidden: Vec<char> = composed.chars().collect();
            hidden.insert(at.min(hidden.len()), '\u{200b}');
            prop_assert_eq!(identity(&format!("  {}\t", hidden.iter().collect::<String>())), identity(&composed));
        }
    }
}
