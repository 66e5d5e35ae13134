//! Converts between a program's bytes and text in three encodings, and removes terminal codes.

use rulebook::contest_file::Encoding;

/// Code page 437 from 128 on; below it is ASCII. Source: the codec `cp437` of Python 3, after the Unicode Consortium's
/// mapping `CP437.TXT`.
const CP437: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀\
                     αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}";

/// The characters of Windows-1252 from 128 to 159 (controls in ISO 8859-1); an unassigned byte keeps its control.
const WINDOWS_1252: &str = "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8d}Ž\u{8f}\u{90}‘’“”•–—˜™š›œ\u{9d}žŸ";

/// The text of these bytes, without terminal codes and control characters other than tabs, and the number of
/// undecodable places.
pub(crate) fn text_of(bytes: &[u8], encoding: Encoding) -> (String, usize) {
    let (text, invalid) = decode(bytes, encoding);
    let mut plain = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            // ESC [ parameters, then a letter: colours and cursor movements (ECMA-48).
            '\u{1b}' if chars.as_str().starts_with('[') => {
                chars.next();
                chars.find(|c| ('@'..='~').contains(c));
            }
            '\t' => plain.push(c),
            c if c.is_control() => {}
            c => plain.push(c),
        }
    }
    (plain, invalid)
}

/// The text as bytes; a character missing from the encoding becomes `?`.
pub(crate) fn bytes_of(text: &str, encoding: Encoding) -> Vec<u8> {
    let byte = |c: char| match (encoding, u8::try_from(c)) {
        (_, Ok(byte)) if byte.is_ascii() => byte,
        (Encoding::Latin1, Ok(byte @ 0xa0..)) => byte,
        (Encoding::Latin1, _) => place(WINDOWS_1252, c),
        _ => place(CP437, c),
    };
    if encoding == Encoding::Utf8 { text.as_bytes().to_vec() } else { text.chars().map(byte).collect() }
}

/// True if the encoding has this character.
pub(crate) fn has(encoding: Encoding, c: char) -> bool {
    encoding == Encoding::Utf8 || c == '?' || bytes_of(c.encode_utf8(&mut [0; 4]), encoding) != b"?"
}

/// The text of these bytes, unfiltered, and the number of undecodable places.
pub(crate) fn decode(bytes: &[u8], encoding: Encoding) -> (String, usize) {
    let (mut text, mut invalid) = (String::with_capacity(bytes.len()), 0);
    match encoding {
        Encoding::Utf8 => {
            for chunk in bytes.utf8_chunks() {
                text.push_str(chunk.valid());
                if !chunk.invalid().is_empty() {
                    invalid += 1;
                    text.push(char::REPLACEMENT_CHARACTER);
                }
            }
        }
        Encoding::Latin1 => text.extend(bytes.iter().map(|&byte| match byte {
            0x80..0xa0 => nth(WINDOWS_1252, byte),
            _ => char::from(byte),
        })),
        Encoding::Cp437 => text.extend(bytes.iter().map(|&byte| match byte {
            0x80.. => nth(CP437, byte),
            _ => char::from(byte),
        })),
    }
    (text, invalid)
}

/// The character of a byte from 128 on.
fn nth(table: &str, byte: u8) -> char {
    table.chars().nth(usize::from(byte - 0x80)).unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// The byte of a character in the half from 128 on.
fn place(table: &str, c: char) -> u8 {
    let at = table.chars().position(|other| other == c).and_then(|at| u8::try_from(at).ok());
    at.map_or(b'?', |at| 0x80 + at)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Witness: `bytes.decode('cp437')` and `bytes.decode('cp1252')` of Python 3.11.
    #[test]
    fn bytes_of_an_old_program_are_the_characters_its_author_saw() {
        let check = |bytes: &[u8], encoding, text: &str| {
            assert_eq!(text_of(bytes, encoding), (text.to_owned(), 0));
            assert_eq!(bytes_of(text, encoding), bytes);
        };
        check(b"caf\x82 \x9c5 \xe1 \xf8", Encoding::Cp437, "café £5 ß °");
        check(b"\x80\xb0\xc4\xff", Encoding::Cp437, "Ç░─\u{a0}");
        check(b"caf\xe9 \xa35 \xdf \xb0", Encoding::Latin1, "café £5 ß °");
        check(b"\x93Hi\x94 \x97 it\x92s \x80", Encoding::Latin1, "“Hi” — it’s €");
        check("“Hi” €".as_bytes(), Encoding::Utf8, "“Hi” €");
        assert_eq!((CP437.chars().count(), WINDOWS_1252.chars().count()), (128, 32));
    }

    proptest! {
        #[test]
        fn a_text_that_was_read_is_written_back_as_it_was(text in "[ -~À-ÿ]{0,40}") {
            prop_assert_eq!(text_of(&bytes_of(&text, Encoding::Latin1), Encoding::Latin1), (text, 0));
        }

        #[test]
        fn any_bytes_are_some_text_without_controls(bytes: Vec<u8>) {
            for encoding in [Encoding::Utf8, Encoding::Latin1, Encoding::Cp437] {
                let text = text_of(&bytes, encoding).0;
                prop_assert!(!text.contains(|c: char| c.is_control() && c != '\t'));
            }
        }
    }
}
