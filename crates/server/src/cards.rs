//! Join cards: a link, with a QR code to scan, and a short code to type where nothing can be scanned.
//!
//! Neither is stored. Both follow from a secret of the server and a random *issue*, which the store keeps with the
//! SHA-256 of the link's token. So a card can be shown again until it is replaced, and the store alone opens nothing.
//! See `docs/decisions/0023-cards.md`.

use std::fmt;

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::{keyring::Keyring, sessions::Token};

/// The number of words in a code, each of two syllables.
const WORDS: usize = 4;

/// The letters of a syllable: none of them is easily taken for another, in print or by ear.
const CONSONANTS: &[u8; 16] = b"bdfghjklmnprstvw";
const VOWELS: &[u8; 5] = b"aeiou";

/// The number of different syllables.
const SYLLABLES: u64 = (CONSONANTS.len() * VOWELS.len()) as u64;

/// The number of different codes: 80 to the power of 8, which is 50 bits and a half.
const CODES: u64 = SYLLABLES.pow(2 * WORDS as u32);

/// The random part of a card: 128 random bits as 32 hexadecimal digits. Without the server's secret it opens nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Issue(String);

impl Issue {
    /// A new issue from the operating system's source.
    #[must_use]
    pub fn draw() -> Self {
        Self(Token::draw().reveal().to_owned())
    }

    /// The issue from the store; `None` where an earlier version stored none.
    #[must_use]
    pub fn kept(text: &str) -> Option<Self> {
        (!text.is_empty()).then(|| Self(text.to_owned()))
    }

    /// The text for the store.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The link and the code of an invitation, for one use.
pub struct Card {
    /// The token of the link.
    pub token: Token,
    /// The code to type.
    pub code: Code,
}

/// Makes cards.
#[derive(Clone)]
pub struct Cards {
    secret: [u8; 32],
}

impl fmt::Debug for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cards").finish_non_exhaustive()
    }
}

impl Cards {
    /// The cards of a server with these keys. Servers that share a store have the same keys, so each can show the
    /// other's cards.
    #[must_use]
    pub fn of(keys: &Keyring) -> Self {
        Self { secret: keys.secret_for("join cards") }
    }

    /// The card of a participant with this issue.
    #[must_use]
    pub fn card(&self, contest: &str, participant: &str, issue: &Issue) -> Card {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.secret).expect("a key may have any length");
        // Neither ids of contests nor participants contain a zero byte.
        mac.update([contest, participant, issue.as_str()].join("\0").as_bytes());
        let bytes: [u8; 32] = mac.finalize().into_bytes().into();
        let (token, code) = bytes.split_at(16);
        let code = u128::from_be_bytes(code.try_into().expect("half of 32 bytes")) % u128::from(CODES);
        Card {
            token: Token::from_text(&hex::encode(token)).expect("32 hexadecimal digits"),
            code: Code(u64::try_from(code).expect("there are fewer codes")),
        }
    }
}

/// A short code: four words of two syllables, such as `bado-kemi-tura-lofi`. Never logged.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Code(u64);

impl Code {
    /// The code from typed text, with any separators and in any case; `None` when it can be none.
    #[must_use]
    pub fn typed(text: &str) -> Option<Self> {
        let is_between =
            |c: &char| c.is_whitespace() || matches!(c, '-' | '‐' | '‑' | '–' | '—' | '_' | '.' | ',' | '·');
        let letters: Vec<char> =
            text.chars().filter(|c| !is_between(c)).flat_map(char::to_lowercase).take(4 * WORDS + 1).collect();
        if letters.len() != 4 * WORDS {
            return None;
        }
        let place = |letters: &[u8], letter: char| letters.iter().position(|&known| char::from(known) == letter);
        letters
            .chunks(2)
            .try_fold(0, |code, syllable| {
                let syllable = place(CONSONANTS, syllable[0])? * VOWELS.len() + place(VOWELS, syllable[1])?;
                Some(code * SYLLABLES + syllable as u64)
            })
            .map(Self)
    }

    /// Its text, for a card.
    #[must_use]
    pub fn reveal(self) -> String {
        let mut rest = self.0;
        let mut letters = Vec::with_capacity(5 * WORDS);
        for syllable in 0..2 * WORDS {
            let number = usize::try_from(rest % SYLLABLES).expect("a small number");
            rest /= SYLLABLES;
            if syllable > 0 && syllable % 2 == 0 {
                letters.push(b'-');
            }
            letters.extend([VOWELS[number % VOWELS.len()], CONSONANTS[number / VOWELS.len()]]);
        }
        letters.iter().rev().map(|&letter| char::from(letter)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cards() -> Cards {
        Cards { secret: [7; 32] }
    }

    #[test]
    fn a_card_is_made_again_from_its_issue_and_from_no_other() {
        let issue = Issue::draw();
        let card = |contest, who, issue: &Issue| {
            let Card { token, code } = cards().card(contest, who, issue);
            (token.reveal().to_owned(), code.reveal())
        };
        let first = card("medal", "J1", &issue);
        assert_eq!(first, card("medal", "J1", &issue));
        for other in [
            card("medal", "J2", &issue),
            card("wager", "J1", &issue),
            card("medal", "J1", &Issue::draw()),
            { Cards { secret: [8; 32] }.card("medal", "J1", &issue) }.texts(),
        ] {
            assert_ne!(first.0, other.0);
            assert_ne!(first.1, other.1);
        }
    }

    impl Card {
        fn texts(self) -> (String, String) {
            (self.token.reveal().to_owned(), self.code.reveal())
        }
    }

    #[test]
    fn a_code_is_four_words_of_fifty_bits() {
        const { assert!(CODES > 1 << 50) };
        for code in [0, 1, 80, CODES / 3, CODES - 1].map(Code) {
            let text = code.reveal();
            assert_eq!((text.len(), text.matches('-').count()), (19, 3), "{text}");
            assert!(Code::typed(&text) == Some(code), "{text}");
        }
        assert_eq!(Code(0).reveal(), "baba-baba-baba-baba");
        assert_eq!(Code(1).reveal(), "baba-baba-baba-babe");
        assert_eq!(Code(CODES - 1).reveal(), "wuwu-wuwu-wuwu-wuwu");
    }

    #[test]
    fn a_code_is_read_in_any_case_and_however_it_is_parted() {
        let code = Code::typed("bado-kemi-tura-lofi").unwrap();
        for text in ["BADO KEMI TURA LOFI", " badokemituralofi\n", "Bado‑Kemi – tura.lofi", "ba do ke mi tu ra lo fi"]
        {
            assert!(Code::typed(text) == Some(code), "{text}");
        }
        for text in [
            "",
            "bado-kemi-tura",
            "bado-kemi-tura-lofi-a",
            "bado-kemi-tura-loxi",
            "abdo-kemi-tura-lofi",
            "бадо-kemi-tura-lofi",
        ] {
            assert!(Code::typed(text).is_none(), "{text}");
        }
    }
}
