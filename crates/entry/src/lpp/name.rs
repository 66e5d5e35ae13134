//! Names of directories: `number.key.extension`, and the words for keys.

use std::{cmp::Ordering, fmt, str::FromStr};

use rulebook::{Key, key::Alphabet, key_names::key_named};

/// The side that made a directory; the other side removes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Extension {
    /// The judge's key, for the entry to remove.
    Judge,
    /// The entry's key, for the judge's side to remove.
    Other,
}

impl fmt::Display for Extension {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Judge => "judge",
            Self::Other => "other",
        })
    }
}

/// A sequence number as written: any count of digits, compared by value. Leading zeros do not matter.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Number(String);

impl Ord for Number {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.len().cmp(&other.0.len()).then_with(|| self.0.cmp(&other.0))
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Number {
    /// The number, if it is below 2^64.
    #[must_use]
    pub fn value(&self) -> Option<u64> {
        if self.0.is_empty() { Some(0) } else { self.0.parse().ok() }
    }
}

/// The name of a directory for a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    /// Its position in the sequence.
    pub number: Number,
    /// The key that was pressed.
    pub key: Key,
    /// The side that pressed it.
    pub extension: Extension,
}

/// The fault of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadName {
    /// Neither `judge` nor `other`.
    #[error("the extension is neither `judge` nor `other`")]
    WrongExtension,
    /// Not a number, a key and an extension.
    #[error("not of the form `number.key.extension`")]
    Malformed(Extension),
    /// No key of that name.
    #[error("no key has that name")]
    UnknownKey(Extension),
}

impl FromStr for Name {
    type Err = BadName;

    fn from_str(text: &str) -> Result<Self, BadName> {
        let extension = extension_of(text).ok_or(BadName::WrongExtension)?;
        let malformed = BadName::Malformed(extension);
        let (front, _) = text.rsplit_once('.').ok_or(malformed)?;
        let (digits, key) = front.split_once('.').ok_or(malformed)?;
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err(malformed);
        }
        let number = Number(digits.trim_start_matches('0').to_owned());
        let key = key_named(key).filter(|key| Alphabet::Ascii.holds(*key)).ok_or(BadName::UnknownKey(extension))?;
        Ok(Self { number, key, extension })
    }
}

/// The extension at the end of a name, in any case: file systems of those years did not distinguish.
#[must_use]
pub fn extension_of(name: &str) -> Option<Extension> {
    let (_, extension) = name.rsplit_once('.')?;
    [Extension::Judge, Extension::Other].into_iter().find(|known| extension.eq_ignore_ascii_case(&known.to_string()))
}

/// The certain part of a listing, from two listings made one after the other.
///
/// A listing that runs while keys are being made may hold a later key and miss an earlier one. The second listing holds
/// every key made before the first one ended, so its keys up to the highest of the first are complete; higher ones wait
/// for the next scan.
#[must_use]
pub fn settled(
    first: &[super::DirectoryItem],
    mut second: Vec<super::DirectoryItem>,
    extension: Extension,
) -> Vec<super::DirectoryItem> {
    let number = |found: &super::DirectoryItem| {
        found.name.parse::<Name>().ok().filter(|name| name.extension == extension).map(|name| name.number)
    };
    let highest = first.iter().filter_map(number).max();
    second.retain(|found| number(found).is_none_or(|n| highest.as_ref().is_some_and(|highest| n <= *highest)));
    second
}

#[cfg(test)]
mod tests {
    use rulebook::key::keys_of;

    use super::*;

    #[test]
    fn programs_of_those_years_are_understood() {
        let keys: Vec<_> =
            ["apostrophe", "grave", "quotedble", "quotedl", " "].map(key_named).into_iter().flatten().collect();
        assert_eq!(keys, keys_of("'`\"\" ").collect::<Vec<_>>());
        assert_eq!("7.a.OTHER".parse::<Name>().unwrap().extension, Extension::Other);
    }

    #[test]
    fn what_is_no_name_says_why() {
        for (text, why) in [
            ("5.a.txt", BadName::WrongExtension),
            ("readme", BadName::WrongExtension),
            ("5.other", BadName::Malformed(Extension::Other)),
            ("five.a.other", BadName::Malformed(Extension::Other)),
            (".a.other", BadName::Malformed(Extension::Other)),
            ("5.foo.other", BadName::UnknownKey(Extension::Other)),
            ("5.é.other", BadName::UnknownKey(Extension::Other)),
            ("108.a.b.other", BadName::UnknownKey(Extension::Other)),
        ] {
            assert_eq!(text.parse::<Name>(), Err(why), "{text}");
        }
    }

    #[test]
    fn numbers_compare_by_value_however_long() {
        let number = |text: &str| format!("{text}.a.other").parse::<Name>().unwrap().number;
        assert!(number("9") < number("0010"));
        assert_eq!(number("007"), number("7"));
        assert!(number(&"9".repeat(60)) > number(&"8".repeat(60)));
        assert_eq!(number("000").value(), Some(0));
    }

    #[test]
    fn a_key_that_a_listing_missed_is_not_overtaken() {
        let found = |names: &[&str]| -> Vec<_> {
            names
                .iter()
                .map(|name| super::super::DirectoryItem { name: (*name).to_owned(), is_directory: true })
                .collect()
        };
        let first = found(&["1.a.other", "3.c.other"]);
        let second = found(&["4.d.other", "2.b.other", "3.c.other", "1.a.other", "notes.txt"]);
        let names: Vec<_> = settled(&first, second, Extension::Other).into_iter().map(|found| found.name).collect();
        assert_eq!(names, ["2.b.other", "3.c.other", "1.a.other", "notes.txt"]);
    }
}
