//! Decodes a page's bytes, with a browser's rules for finding the encoding.

use rulebook::contest_file::Encoding;

use crate::encoding::{bytes_of, decode};

/// The number of bytes in which a `<meta>` may name the encoding (HTML, "prescan a byte stream").
const PRESCAN: usize = 1_024;

/// The page's text and its encoding: as named by its byte order mark, its header or its `<meta>`; otherwise UTF-8 if it
/// is valid, else Windows-1252. An unknown name counts as none.
pub(super) fn text_of(content_type: &str, bytes: &[u8]) -> (String, Encoding) {
    let marked = bytes.strip_prefix(b"\xef\xbb\xbf");
    let bytes = marked.unwrap_or(bytes);
    let encoding = marked
        .map(|_| Encoding::Utf8)
        .or_else(|| after_charset(content_type))
        .or_else(|| after_charset(&String::from_utf8_lossy(&bytes[..bytes.len().min(PRESCAN)])))
        .unwrap_or_else(|| if std::str::from_utf8(bytes).is_ok() { Encoding::Utf8 } else { Encoding::Latin1 });
    (decode(bytes, encoding).0, encoding)
}

/// The first known encoding in a list such as `accept-charset`.
pub(super) fn first_known(labels: &str) -> Option<Encoding> {
    labels.split([' ', ',', ';', '\t']).find_map(label)
}

/// The text as the bytes of a form; a character missing from the encoding becomes `&#8364;`, as in browsers.
pub(super) fn form_bytes(text: &str, encoding: Encoding) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    for c in text.chars() {
        match bytes_of(c.encode_utf8(&mut [0; 4]), encoding).as_slice() {
            b"?" if c != '?' => bytes.extend_from_slice(format!("&#{};", u32::from(c)).as_bytes()),
            known => bytes.extend_from_slice(known),
        }
    }
    bytes
}

fn after_charset(text: &str) -> Option<Encoding> {
    let text = text.to_ascii_lowercase();
    text.match_indices("charset").find_map(|(at, word)| {
        let value = text[at + word.len()..].trim_start().strip_prefix('=')?;
        let value = value.trim_start().trim_start_matches(['"', '\'']);
        label(value.split(|c: char| !c.is_ascii_alphanumeric() && !"-_:.".contains(c)).next()?)
    })
}

/// Source: WHATWG Encoding Standard, "Names and labels", the commoner ones.
fn label(name: &str) -> Option<Encoding> {
    match name.to_ascii_lowercase().as_str() {
        "utf-8" | "utf8" => Some(Encoding::Utf8),
        "iso-8859-1" | "iso8859-1" | "iso_8859-1" | "latin1" | "latin-1" | "l1" | "us-ascii" | "ascii"
        | "windows-1252" | "cp1252" | "x-cp1252" => Some(Encoding::Latin1),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_read_as_its_mark_its_header_or_its_meta_says() {
        let check = |content_type: &str, bytes: &[u8], text: &str| {
            assert_eq!(text_of(content_type, bytes).0, text, "{content_type} {bytes:?}");
        };
        check("text/html; charset=ISO-8859-1", b"caf\xe9", "café");
        check("text/html;charset=\"utf-8\"", "café".as_bytes(), "café");
        check("text/html; charset=utf-8", b"\xef\xbb\xbf<p>", "<p>");
        check("text/html", b"<META CHARSET = 'windows-1252'>\x93so\x94", "<META CHARSET = 'windows-1252'>“so”");
        check(
            "text/html",
            b"<meta http-equiv=Content-Type content='text/html; charset=latin1'>\xa3",
            "<meta http-equiv=Content-Type content='text/html; charset=latin1'>£",
        );
        check("text/html; charset=klingon", "é".as_bytes(), "é");
        check("", b"\xe9", "é");
        check("text/html; charset=utf-8", b"\xe9!", "\u{fffd}!");
    }

    #[test]
    fn what_a_form_cannot_say_is_said_by_number() {
        assert_eq!(form_bytes("é€中?", Encoding::Latin1), b"\xe9\x80&#20013;?");
        assert_eq!(form_bytes("é中", Encoding::Utf8), "é中".as_bytes());
        assert_eq!(first_known("klingon, UTF-8 latin1"), Some(Encoding::Utf8));
    }
}
