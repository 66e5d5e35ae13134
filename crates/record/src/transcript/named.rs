//! Conversations as published by authors: lines `NAME: words`. The caller gives the names of the two speakers.
//!
//! A time in brackets or before the words, and marks of emphasis around the name, are skipped. A line without a name
//! continues the utterance before it; lines before the first name are a heading. Times are not kept: the nth utterance gets
//! the time n seconds after 1970-01-01T00:00:00Z, which keeps the order.

use rulebook::{Side, Timestamp};

use super::{
    Dialogue, Line, LineFault, OffsetClock, Reading, Role, Visit, Wrong,
    text::{decode, name, numbered},
};

/// The name of the form.
pub const NAME: &str = "names";

/// Marks of emphasis and quotation around a name.
const MARKS: &[char] = &['*', '_', '>', '#', ' ', '\t', '\u{a0}'];

/// The names of the two speakers in the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Speakers {
    /// The judge.
    pub judge: String,
    /// The witness.
    pub witness: String,
}

/// Reads a file: one conversation, with the witness taken as an entry.
#[must_use]
pub fn read(file: &[u8], speakers: &Speakers) -> Reading<Dialogue> {
    let text = decode(file);
    let (mut lines, mut faults): (Vec<Line>, Vec<LineFault>) = (Vec::new(), Vec::new());
    for (number, line) in numbered(&text).filter(|(_, line)| !line.trim().is_empty()) {
        match (speakers.speech(line), lines.last_mut()) {
            (Some((by, words)), before) => {
                let at = before.map_or(0, |before| before.at.as_millis()) + 1000;
                lines.push(Line { at: Timestamp::from_millis(at), by, text: words.to_owned() });
            }
            (None, Some(before)) => {
                faults.push(LineFault { line: number, wrong: Wrong::unstamped(line) });
                before.text.push('\n');
                before.text.push_str(line.trim());
            }
            // The heading.
            (None, None) => {}
        }
    }
    for (side, name) in speakers.sides() {
        if !lines.iter().any(|line| line.by == side) {
            faults.push(LineFault { line: 1, wrong: Wrong::NeverSpeaks { name: name.to_owned() } });
        }
    }
    faults.sort_by_key(|fault| fault.line);
    let found = Dialogue {
        notice: String::new(),
        witness: name(&speakers.witness),
        contestant: String::new(),
        role: Role::Entry,
        started: Timestamp::from_millis(0),
        clock: OffsetClock::UTC,
        visits: vec![Visit { judge: 0, lines }],
    };
    Reading { found, faults }
}

impl Speakers {
    fn sides(&self) -> [(Side, &str); 2] {
        [(Side::Judge, &self.judge), (Side::Witness, &self.witness)]
    }

    /// The speaker and the words of this line.
    fn speech<'l>(&self, line: &'l str) -> Option<(Side, &'l str)> {
        let line = without_time(line.trim_start_matches(MARKS)).trim_start_matches(MARKS);
        self.sides().into_iter().find_map(|(side, name)| Some((side, words_of(name, line)?)))
    }
}

/// The words after this name and a colon.
fn words_of<'l>(name: &str, line: &'l str) -> Option<&'l str> {
    let name = name.trim();
    let head = line.get(..name.len()).filter(|head| head.to_lowercase() == name.to_lowercase())?;
    let rest = without_time(line[head.len()..].trim_start_matches(MARKS));
    let words = rest.trim_start().strip_prefix([':', '\u{ff1a}'])?;
    // Emphasis around name and colon ends after the colon.
    let words = words.strip_prefix("**").or_else(|| words.strip_prefix("__")).unwrap_or(words);
    Some(words.trim())
}

/// The line without a time at its beginning, in brackets or as digits and colons.
fn without_time(line: &str) -> &str {
    let line = line.trim_start();
    let is_time = |text: &str| {
        let letters = text.chars().filter(|c| c.is_alphabetic()).count();
        text.contains(|c: char| c.is_ascii_digit())
            && letters <= 4
            && text.chars().all(|c| c.is_alphanumeric() || " :.,-/+".contains(c))
    };
    for (opens, closes) in [('[', ']'), ('(', ')'), ('<', '>')] {
        let inside = line.strip_prefix(opens).and_then(|rest| rest.split_once(closes));
        if let Some((_, rest)) = inside.filter(|(time, _)| is_time(time)) {
            return rest.trim_start();
        }
    }
    match line.split_once([' ', '\t']) {
        Some((time, rest)) if time.contains(':') && time.starts_with(|c: char| c.is_ascii_digit()) && is_time(time) => {
            rest.trim_start_matches([' ', '-', '\u{2013}'])
        }
        _ => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn speakers() -> Speakers {
        Speakers { judge: "Interrogator".to_owned(), witness: "Eugene".to_owned() }
    }

    fn told(text: &str) -> Vec<String> {
        let reading = read(text.as_bytes(), &speakers());
        let side = |by| if by == Side::Judge { "J" } else { "W" };
        reading.found.visits[0].lines.iter().map(|line| format!("{} {}", side(line.by), line.text)).collect()
    }

    #[test]
    fn lines_as_authors_publish_them_are_read() {
        for text in [
            "Interrogator: Hi: you?\nEugene: Fine.\n",
            "A conversation of 2014\n\n\nINTERROGATOR : Hi: you?\r\n\r\neugene:Fine.\r\n",
            "**Interrogator:** Hi: you?\n\n**Eugene:** Fine.\n",
            "**Interrogator**: Hi: you?\n> Eugene: Fine.\n",
            "[14:02:11] Interrogator: Hi: you?\n[2:02:15 PM] Eugene: Fine.\n",
            "14:02 Interrogator: Hi: you?\n14:03 - Eugene: Fine.\n",
            "Interrogator (2014-06-07 14:02): Hi: you?\nEugene [14:03]: Fine.\n",
        ] {
            assert_eq!(told(text), ["J Hi: you?", "W Fine."], "{text}");
            assert_eq!(read(text.as_bytes(), &speakers()).faults, [], "{text}");
        }
    }

    #[test]
    fn a_line_without_a_name_goes_on_and_is_named() {
        let text = "Interrogator: Hi.\nEugene: One\n  two\nNote: three\nInterrogator: Bye.";
        assert_eq!(told(text), ["J Hi.", "W One\ntwo\nNote: three", "J Bye."]);
        let lines: Vec<_> = read(text.as_bytes(), &speakers()).faults.iter().map(|fault| fault.line).collect();
        assert_eq!(lines, [3, 4]);
    }

    #[test]
    fn a_name_that_never_speaks_is_told() {
        let faults = read(b"Interrogator: Hi.\nEugenius: Ho.", &speakers()).faults;
        assert!(faults[0].to_string().contains("`Eugene` never speaks"), "{faults:?}");
        assert_eq!(faults.len(), 2);
    }

    #[test]
    fn the_order_is_kept_in_seconds() {
        let lines = &read(b"Eugene: a\nEugene: b", &speakers()).found.visits[0].lines;
        assert_eq!(lines.iter().map(|line| line.at.as_millis()).collect::<Vec<_>>(), [1000, 2000]);
    }
}
