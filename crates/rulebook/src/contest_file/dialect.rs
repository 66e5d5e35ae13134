//! The dialect of a child process: the differences between two programs on the same pipe.

use std::time::Duration;

use schemars::JsonSchema;
use serde::Deserialize;

/// The way a program reads and writes over stdio. The default suits a program that reads a line of UTF-8 and prints
/// lines, each an answer.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Dialect {
    /// The end of a reply.
    pub reply_ends: ReplyEnds,
    /// Its bytes, both ways.
    pub encoding: Encoding,
    /// The characters sent to it for a Return.
    pub newline: Newline,
    /// The number of Returns that end a judge's turn.
    pub turn_ends: TurnEnds,
    /// The text sent to it before the end, with `\n` as `newline`. Absent: it is ended without one.
    pub quit: Option<String>,
    /// Whether it is started under `stdbuf -o0`, so that the C library does not buffer its output.
    pub unbuffer: bool,
    /// Whether it runs on a pseudo-terminal rather than through pipes.
    pub terminal: bool,
    /// Part of its ready line; this line and those before it are not speech. Absent: the system shows when it is ready.
    pub ready: Option<String>,
    /// The real time after each start before its first input.
    pub warm_up: Duration,
}

/// The settings for a program of the terminal protocol of 1995.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lp95 {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// The characters sent to it for a Return.
    pub line_end: Newline,
    /// Whether it echoes its input, as the rules ask; the echo is removed.
    pub echo: bool,
    /// Whether it runs on a pseudo-terminal rather than through pipes.
    pub terminal: bool,
    /// The time after a finished line at which a judge's turn ends by itself; with zero, every line is a turn.
    pub turn: Duration,
    /// Its bytes, both ways.
    pub encoding: Encoding,
}

/// The end of a reply of a program over stdio.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ReplyEnds {
    /// Every line is a reply of its own.
    #[default]
    Line,
    /// Silence; the lines before are one reply.
    Silence,
    /// A blank line; the lines before are one reply.
    BlankLine,
    /// The next prompt; the lines before are one reply.
    Prompt,
    /// Every line is a JSON object, whose `text` is the reply.
    Json,
}

/// The character encoding of a program's bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
pub enum Encoding {
    /// UTF-8.
    #[default]
    #[serde(rename = "utf-8")]
    Utf8,
    /// ISO 8859-1, with the characters that Windows-1252 puts in place of its second set of controls.
    #[serde(rename = "latin-1")]
    Latin1,
    /// Code page 437, that of the IBM PC.
    #[serde(rename = "cp437")]
    Cp437,
}

/// The characters for a Return.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Newline {
    /// A line feed.
    #[default]
    Lf,
    /// A carriage return and a line feed: one Return, not two.
    CrLf,
    /// A carriage return.
    Cr,
}

impl Newline {
    /// The characters.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Lf => "\n",
            Self::CrLf => "\r\n",
            Self::Cr => "\r",
        }
    }
}

/// The number of Returns that end a judge's turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum TurnEnds {
    /// One: the Return of the line.
    #[default]
    One,
    /// Two: that, and an empty line.
    Two,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_return_is_what_a_teletype_a_file_or_a_network_has_for_it() {
        assert_eq!([Newline::Lf, Newline::CrLf, Newline::Cr].map(Newline::as_str), ["\n", "\r\n", "\r"]);
    }
}
