//! Text from a file in a form safe for terminals: control characters are made visible, so that none can repaint the
//! screen.

use std::fmt::{self, Display, Write};

/// Returns whether a terminal acts on a character instead of printing it: moving the cursor, ringing, beginning a
/// command, ending a line, or turning the direction of writing.
#[must_use]
pub fn is_disruptive(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A value from a file, on one line: every [disruptive](is_disruptive) character is written as in Rust, such as
/// `\u{1b}` or `\n`.
#[must_use]
pub fn visible<T: Display>(value: T) -> Visible<T> {
    Visible { value, keeps: "" }
}

/// The same for a text that may have several lines and columns: line feeds and tabs stay.
#[must_use]
pub fn visible_lines<T: Display>(value: T) -> Visible<T> {
    Visible { value, keeps: "\n\t" }
}

/// A value whose disruptive characters are visible.
#[derive(Debug, Clone, Copy)]
pub struct Visible<T> {
    value: T,
    /// The disruptive characters that are kept.
    keeps: &'static str,
}

impl<T: Display> Display for Visible<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.width().is_some() || f.precision().is_some() {
            // Columns are counted after the escape.
            let mut text = String::new();
            write!(Escaping { out: &mut text, keeps: self.keeps }, "{}", self.value)?;
            return f.pad(&text);
        }
        write!(Escaping { out: f, keeps: self.keeps }, "{}", self.value)
    }
}

/// A writer that makes disruptive characters visible.
struct Escaping<'o, W> {
    out: &'o mut W,
    keeps: &'static str,
}

impl<W: Write> Write for Escaping<'_, W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let mut rest = text;
        let keeps = self.keeps;
        while let Some((at, c)) = rest.char_indices().find(|(_, c)| is_disruptive(*c) && !keeps.contains(*c)) {
            self.out.write_str(&rest[..at])?;
            match c {
                '\n' | '\r' | '\t' => write!(self.out, "{}", c.escape_default())?,
                c => write!(self.out, "{}", c.escape_unicode())?,
            }
            rest = &rest[at + c.len_utf8()..];
        }
        self.out.write_str(rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_are_visible_and_everything_else_stays() {
        let hostile = "Zoë\u{1b}[2K\u{7}\u{9b}1A\r\n\tx\u{202e}y\u{2028}\u{7f}\\n";
        let one = r"Zoë\u{1b}[2K\u{7}\u{9b}1A\r\n\tx\u{202e}y\u{2028}\u{7f}\n";
        assert_eq!(visible(hostile).to_string(), one);
        assert_eq!(visible_lines("a\tb\r\nc\u{1b}").to_string(), "a\tb\\r\nc\\u{1b}");
        let plain = "Grüße, 日本語, שלום, 👩‍🔬 and a \\ “quotation”";
        assert_eq!(visible(plain).to_string(), plain);
        assert_eq!(format!("{:<8}|{:.2}", visible("a\n"), visible("abc")), "a\\n     |ab");
    }
}
