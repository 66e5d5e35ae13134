//! Formats an observation as lines for a reader: escaped keys and bytes, each with its time.

use std::fmt::{self, Write};

use rulebook::Key;

use super::observation::{Left, Observation, Seen};

/// The maximum number of lines shown before a failure.
const BEFORE_MAX: usize = 10;

/// The maximum length of a shown line, in characters; a longer one loses its beginning.
const TEXT_MAX: usize = 160;

impl Observation {
    /// All events, one line for each key and each piece of output: real seconds since the check began, actor and
    /// content, with tabs between. Text is in quotes, with the escapes `\n`, `\r`, `\t`, `\b`, `\xff` and `\"`.
    pub fn trace(&self) -> impl Iterator<Item = String> + '_ {
        self.moments.iter().map(|moment| {
            let (who, what) = told(&moment.seen);
            format!("{:.6}\t{who}\t{what}", moment.at.as_secs_f64())
        })
    }

    /// The last lines up to this index, with consecutive keys of one side joined.
    pub(super) fn excerpt(&self, to: usize) -> Vec<String> {
        let to = to.min(self.moments.len().saturating_sub(1));
        let mut lines: Vec<ExcerptLine> = Vec::new();
        for moment in self.moments.iter().take(to + 1) {
            let text = text_of(&moment.seen).map(|(_, text)| text);
            if let (Some(text), Some(last)) = (&text, lines.last_mut())
                && last.joins(&moment.seen)
            {
                last.text.extend_from_slice(text);
                continue;
            }
            let (who, what) = told(&moment.seen);
            let joins = text.is_some().then(|| std::mem::discriminant(&moment.seen));
            lines.push(ExcerptLine {
                seconds: moment.at.as_secs_f64(),
                who,
                what,
                joins,
                text: text.unwrap_or_default(),
            });
        }
        let first = lines.len().saturating_sub(BEFORE_MAX);
        lines[first..].iter().map(ToString::to_string).collect()
    }
}

/// A line of an excerpt.
struct ExcerptLine {
    seconds: f64,
    who: &'static str,
    what: String,
    /// The kind of event that may join this line.
    joins: Option<std::mem::Discriminant<Seen>>,
    text: Vec<u8>,
}

impl ExcerptLine {
    fn joins(&self, seen: &Seen) -> bool {
        let ended = self.text.last() == Some(&b'\n');
        let is_keys = matches!(seen, Seen::JudgeKey(_) | Seen::EntryKey(_));
        self.joins == Some(std::mem::discriminant(seen)) && !(ended && is_keys)
    }
}

impl fmt::Display for ExcerptLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:9.3} s  {:<16} ", self.seconds, self.who)?;
        match self.joins {
            Some(_) => write!(f, "\"{}\"", shortened(&escaped(&self.text))),
            None => f.write_str(&self.what),
        }
    }
}

/// The actor and the content of an event.
fn told(seen: &Seen) -> (&'static str, String) {
    if let Some((who, text)) = text_of(seen) {
        return (who, format!("\"{}\"", escaped(&text)));
    }
    let what = match seen {
        Seen::Began => "the link begins".to_owned(),
        Seen::Ready => "the entry is ready".to_owned(),
        Seen::Incident(incident) => return ("incident", format!("{}: {}", incident.kind(), one_line(incident))),
        Seen::Answered => "the answer is complete".to_owned(),
        Seen::Endless => "the answer has no end, and is not listened to any longer".to_owned(),
        Seen::NotReady { waited } => format!("not ready after {:.1} s", waited.as_secs_f64()),
        Seen::NoAnswer { waited } => format!("no answer for {:.1} s", waited.as_secs_f64()),
        Seen::NoWord { waited } => format!("nothing for {:.1} s, and nothing was needed", waited.as_secs_f64()),
        Seen::Crashed => "the program is ended, or its link, as by a crash".to_owned(),
        Seen::ToldToEnd => "the link is told to end".to_owned(),
        Seen::Ended => "the link has ended".to_owned(),
        Seen::NotEnded { waited } => format!("the link has not ended after {:.1} s", waited.as_secs_f64()),
        Seen::Left(Left::Gone) => "the program is gone".to_owned(),
        Seen::Left(Left::Running { used, watched, .. }) => {
            let (used, watched) = (used.as_secs_f64(), watched.as_secs_f64());
            format!("the program still runs, and used {used:.2} s of a processor in {watched:.2} s")
        }
        Seen::JudgeShows(shown) => return ("judge shows", one_line(&shown.seen)),
        Seen::JudgeKey(_) | Seen::EntryKey(_) | Seen::ToProgram(_) | Seen::FromProgram(_) | Seen::Complained(_) => {
            String::new()
        }
    };
    ("check", what)
}

/// The actor and the text of a key or of bytes.
fn text_of(seen: &Seen) -> Option<(&'static str, Vec<u8>)> {
    let of_key = |key: &Key| match key {
        Key::Return => vec![b'\n'],
        Key::Tab => vec![b'\t'],
        Key::BackSpace => vec![8],
        Key::Char(c) => vec![u8::try_from(c.get()).unwrap_or(b'?')],
    };
    match seen {
        Seen::JudgeKey(key) => Some(("judge types", of_key(key))),
        Seen::EntryKey(key) => Some(("judge sees", of_key(key))),
        Seen::ToProgram(bytes) => Some(("program is given", bytes.clone())),
        Seen::FromProgram(bytes) => Some(("program prints", bytes.clone())),
        Seen::Complained(bytes) => Some(("standard error", bytes.clone())),
        Seen::Began
        | Seen::Ready
        | Seen::JudgeShows(_)
        | Seen::Incident(_)
        | Seen::Answered
        | Seen::Endless
        | Seen::NotReady { .. }
        | Seen::NoAnswer { .. }
        | Seen::NoWord { .. }
        | Seen::Crashed
        | Seen::ToldToEnd
        | Seen::Ended
        | Seen::NotEnded { .. }
        | Seen::Left(_) => None,
    }
}

/// Bytes as a quoted text: valid UTF-8 unchanged, everything else by its number.
pub(super) fn escaped(bytes: &[u8]) -> String {
    let mut text = String::new();
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            let _ = match c {
                '\n' => write!(text, "\\n"),
                '\r' => write!(text, "\\r"),
                '\t' => write!(text, "\\t"),
                '\u{8}' => write!(text, "\\b"),
                '"' | '\\' => write!(text, "\\{c}"),
                c if c.is_ascii_control() => write!(text, "\\x{:02x}", u32::from(c)),
                c if c.is_control() => write!(text, "\\u{{{:x}}}", u32::from(c)),
                c => write!(text, "{c}"),
            };
        }
        for byte in chunk.invalid() {
            let _ = write!(text, "\\x{byte:02x}");
        }
    }
    text
}

/// The end of a long text.
fn shortened(text: &str) -> String {
    let surplus = text.chars().count().saturating_sub(TEXT_MAX);
    if surplus == 0 { text.to_owned() } else { format!("…{}", text.chars().skip(surplus).collect::<String>()) }
}

fn one_line(text: impl ToString) -> String {
    escaped(text.to_string().as_bytes()).replace("\\\"", "\"")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use rulebook::key::keys_of;

    use super::*;

    #[test]
    fn bytes_can_be_read_whatever_they_are() {
        assert_eq!(escaped(b"caf\xc3\xa9 \xe9\x1b[1m\x07\r\n\"\\"), "café \\xe9\\x1b[1m\\x07\\r\\n\\\"\\\\");
        assert_eq!(shortened(&"x".repeat(200)).chars().count(), TEXT_MAX + 1);
    }

    #[test]
    fn an_excerpt_puts_keys_together_and_ends_at_the_failure() {
        let mut observed = Observation::default();
        observed.push(Duration::ZERO, Seen::Began);
        keys_of("Hi\nyou\n").for_each(|key| observed.push(Duration::from_millis(1_500), Seen::JudgeKey(key)));
        observed.push(Duration::from_secs(2), Seen::FromProgram(b"Hel".to_vec()));
        observed.push(Duration::from_secs(3), Seen::FromProgram(b"lo\n".to_vec()));
        observed.push(Duration::from_secs(4), Seen::Endless);
        assert_eq!(
            observed.excerpt(9),
            [
                "    0.000 s  check            the link begins",
                "    1.500 s  judge types      \"Hi\\n\"",
                "    1.500 s  judge types      \"you\\n\"",
                "    2.000 s  program prints   \"Hello\\n\"",
            ]
        );
        assert_eq!(observed.trace().nth(1).unwrap(), "1.500000\tjudge types\t\"H\"");
    }
}
