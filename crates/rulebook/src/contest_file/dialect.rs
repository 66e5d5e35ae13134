//! How a program that is a child process reads and writes: what two programs may do differently over the same pipe.

use std::time::Duration;

use serde::Deserialize;

/// How a program over stdio reads and writes. The default is that of a program that reads a line of UTF-8 and prints
/// lines, each an answer.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Dialect {
    /// What ends a reply.
    pub reply_ends: ReplyEnds,
    /// Its bytes, both ways.
    pub encoding: Encoding,
    /// What it is sent for a Return.
    pub newline: Newline,
    /// How many returns end a judge's turn.
    pub turn_ends: TurnEnds,
    /// What it is told before the end, `\n` standing for `newline`. Absent: it is ended without a word.
    pub quit: Option<String>,
    /// Whether it is started under `stdbuf -o0`, so that the C library does not keep its output back.
    pub unbuffer: bool,
    /// Whether it speaks on a pseudo-terminal and not through pipes.
    pub terminal: bool,
    /// Part of its ready line; this line and those before it are no speech. Absent: readiness is seen.
    pub ready: Option<String>,
    /// The real time after each start before its first input.
    pub warm_up: Duration,
}

/// How a program of the terminal protocol of 1995 is hosted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lp95 {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// What it is sent for a Return.
    pub line_end: Newline,
    /// Whether it echoes what it is sent, as the rules ask; the echo is taken off.
    pub echo: bool,
    /// Whether it speaks on a pseudo-terminal and not through pipes.
    pub terminal: bool,
    /// How long after a finished line a judge's turn ends by itself; with zero, every line is a turn.
    pub turn: Duration,
    /// Its bytes, both ways.
    pub encoding: Encoding,
}

/// What ends a reply of a program over stdio.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReplyEnds {
    /// Every line is a reply of its own.
    #[default]
    Line,
    /// Nothing more is printed; the lines before are one reply.
    Silence,
    /// A blank line; the lines before are one reply.
    BlankLine,
    /// The next prompt; the lines before are one reply.
    Prompt,
    /// Every line is a JSON object, whose `text` is the reply.
    Json,
}

/// What a program's bytes stand for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
pub enum Encoding {
    /// UTF-8.
    #[default]
    #[serde(rename = "utf-8")]
    Utf8,
    /// ISO 8859-1, with the characters that Windows-1252 has in place of its second set of controls.
    #[serde(rename = "latin-1")]
    Latin1,
    /// Code page 437, that of the IBM PC.
    #[serde(rename = "cp437")]
    Cp437,
}

/// What stands for a Return.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
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

/// How many returns end a judge's turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TurnEnds {
    /// The Return of the line.
    #[default]
    One,
    /// That, and an empty line.
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
