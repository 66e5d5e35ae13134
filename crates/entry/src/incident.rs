//! Incidents of an entry, reported to the organiser: each describes the event and the repair.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// An event that the organiser should know about an entry; never shown to a judge.
///
/// Prints as a sentence. Serialises with its kind in `kind`. Names of directories are as found, with control characters
/// replaced, cut at 255 characters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Incident {
    /// The program could not be started, or its folder could not be made.
    #[error("the entry did not start: {why}; check its command and its folder")]
    DidNotStart {
        /// The system's error.
        why: String,
    },
    /// The program must be isolated, and cannot be.
    #[error("the program cannot be kept apart and was not started: {why}")]
    NotIsolated {
        /// The missing part or the system's error, and the remedy.
        why: String,
    },
    /// The program was ended because it reached a limit.
    #[error("the program was ended at one of its `limits` ({limit}); raise it, or have the program do with less")]
    OverLimit {
        /// The limit.
        limit: String,
    },
    /// The program ended by itself.
    #[error("the program ended ({status}){}", ending(.last_words))]
    Exited {
        /// Exit status or signal.
        status: String,
        /// The end of its output on standard error, at most 2 KiB; empty without any.
        last_words: String,
    },
    /// The program was started again.
    #[error("the program was started again (restart {count}); what it was told before is lost to it")]
    Restarted {
        /// The number of restarts, from 1.
        count: u32,
    },
    /// The program was given the judge's earlier lines again, and knows them.
    #[error("the program was told {lines} earlier lines of the judge again, and its answers to them were thrown away")]
    ToldAgain {
        /// The number of lines.
        lines: usize,
    },
    /// The program was started in the middle of the interview, and does not know the earlier lines.
    #[error(
        "the program was started in mid-interview and knows nothing of the {lines} lines before; with `replay = true` it \
         would be told the judge's"
    )]
    MetAsStranger {
        /// The number of lines, of both sides.
        lines: usize,
    },
    /// The program is not started again in this interview.
    #[error("the program is not started again in this interview; its contestant should look at why it ends")]
    GaveUp,
    /// A line of the judge has no answer.
    #[error("no answer for {} s after a judge's line; see whether the program still runs", .lasting.as_secs())]
    Silent {
        /// The length of the silence, in whole milliseconds.
        #[serde(with = "rulebook::time::millis")]
        lasting: Duration,
    },
    /// The program spoke before the judge; its text was withheld.
    #[error(
        "the program spoke before it was spoken to, and its words were withheld; it should wait to be spoken to; its words \
         were: {}", quoted(.text)
    )]
    GreetedEarly {
        /// The withheld text.
        text: String,
    },
    /// The program printed bytes that are not text.
    #[error("the program printed bytes that are not UTF-8 ({invalid} in one line); it should print UTF-8 or ASCII")]
    NotText {
        /// The number of places in the line that were replaced.
        invalid: usize,
    },
    /// A line was cut.
    #[error("a line was cut after {limit} characters; the program should print shorter lines")]
    LongLine {
        /// The maximum length of a line, in characters.
        limit: usize,
    },
    /// The program says more than can be typed; the rest was dropped.
    #[error(
        "the program says more than can be typed: with {limit} keys waiting, the rest is dropped; it should say less"
    )]
    Flooded {
        /// The maximum number of waiting keys.
        limit: usize,
    },
    /// Output without an end. Reported once.
    #[error(
        "the program printed {bytes} bytes in which nothing was finished; nothing more is kept of it until it finishes \
         something, and it is read slowly; look for a loop that prints and does not read"
    )]
    Endless {
        /// The number of bytes printed when it was noticed.
        bytes: usize,
    },
    /// The program does not read its input.
    #[error(
        "the program does not read its standard input, and a judge's line was dropped; it should read while it thinks"
    )]
    NotReading,
    /// A reply had no end mark, and counted after a pause.
    #[error(
        "a reply did not end as `reply_ends` says, and counted after a pause; see what the program prints after it"
    )]
    ReplyNotEnded,
    /// A line is not a JSON object with a `text`, as configured; it was left out.
    #[error("the program printed a line that is no JSON object with a `text`, and it was left out; see `reply_ends`")]
    NotJson,
    /// A program of the terminal protocol does not echo.
    #[error(
        "the program does not echo what it is sent; set `echo = false`, so that no answer of its is taken for an echo"
    )]
    NoEcho,
    /// A directory names no key.
    #[error("`{name}` names no key and was removed; the names of keys are those of the 2010 rules")]
    UnknownKeyName {
        /// The directory.
        name: String,
    },
    /// A directory's name is not of the form `number.key.other`.
    #[error(
        "`{name}` is not of the form `number.key.other` and was removed; the entry should name number, key and extension"
    )]
    Malformed {
        /// The directory.
        name: String,
    },
    /// A file in the place of a directory. Its key counts.
    #[error("`{name}` is not a directory; it counts as a key and stays; the entry should make directories")]
    NotADirectory {
        /// The file.
        name: String,
    },
    /// A directory that cannot be removed. Its key counts once.
    #[error("`{name}` cannot be removed; it counts once; empty it, or give permission to delete in the directory")]
    CannotDelete {
        /// The directory.
        name: String,
    },
    /// A judge's key could not be passed on yet.
    #[error("`{name}` cannot be made ({why}); it is tried again; check permission and space of the directory")]
    CannotCreate {
        /// The directory.
        name: String,
        /// The system's error.
        why: String,
    },
    /// The communications directory cannot be read.
    #[error("the communications directory cannot be read ({why}); it is tried again; check that it exists")]
    CannotList {
        /// The system's error.
        why: String,
    },
    /// A number equal to that of the key before. The key counts.
    #[error(
        "`{name}` repeats the number of the key before it; it counts; the entry should number its keys one after the other"
    )]
    DuplicateNumber {
        /// The directory.
        name: String,
    },
    /// A number lower than an earlier one. The key counts in the order of arrival.
    #[error("`{name}` came after a higher number; it counts where it came; the entry should never number backwards")]
    OutOfOrder {
        /// The directory.
        name: String,
    },
    /// A name in the directory that belongs to neither side.
    #[error(
        "`{name}` is neither the entry's key nor the judge's and is left alone; the directory should hold nothing else"
    )]
    WrongExtension {
        /// The name.
        name: String,
    },
    /// The directory held old keys when the link began.
    #[error("{count} keys from earlier were found in the directory when the link began, and were removed unread")]
    LeftOver {
        /// The number of keys.
        count: usize,
    },
    /// The entry's server cannot be reached, or does not speak the protocol. Reported once for each reason.
    #[error("the entry's server cannot be used ({why}); it is tried again; check that it runs, and its `url`")]
    NotConnected {
        /// The reason.
        why: String,
    },
    /// The connection to the entry's server has ended.
    #[error("the connection to the entry's server has ended ({why}); it is made again")]
    Disconnected {
        /// The reason.
        why: String,
    },
    /// The connection was made again.
    #[error("the connection to the entry's server was made again (connection {count})")]
    Reconnected {
        /// The number of this connection in the interview, from 2.
        count: u32,
    },
    /// The judge's messages during the program's absence were not passed on.
    #[error(
        "{count} of the judge's words came while the program was away and were discarded; it should resume its session"
    )]
    BacklogDiscarded {
        /// The number of frames discarded, or of keys for a program that had never connected.
        count: u64,
    },
    /// A frame that the protocol does not define.
    #[error("a frame of the program was ignored ({why}); see the frames of its protocol")]
    BadFrame {
        /// The fault of the frame.
        why: String,
    },
    /// A file of the program could not be hashed.
    #[error("`{name}` has no digest in the record ({why}); see `command` and `files` of its table")]
    NotDigested {
        /// The file, as named in the entry's table.
        name: String,
        /// The obstacle.
        why: String,
    },
    /// A request to a server failed, and is repeated.
    #[error("no answer yet ({why}); it is asked again (attempt {attempt}); check the server if this goes on")]
    AskedAgain {
        /// The reason.
        why: String,
        /// The number of the next attempt, from 2.
        attempt: u32,
    },
    /// A server did not answer the judge's message, and its request is not repeated.
    #[error(
        "the server gave no answer ({why}), and the entry says nothing until the judge speaks again; check its table"
    )]
    NoAnswer {
        /// The reason.
        why: String,
    },
    /// A server rejects instructions in a message of their own.
    #[error(
        "the server takes no instructions in a message of their own ({why}), and the entry says nothing until the judge speaks \
         again; set `instructions_role = \"user\"` in its table"
    )]
    RoleRefused {
        /// The server's message.
        why: String,
    },
    /// The conversation is longer than the model's window.
    #[error(
        "the conversation is longer than the model's window ({why}), and is sent again with {kept} of {of} earlier messages; \
         give the server a longer context, or lower `history`"
    )]
    Shortened {
        /// The server's message.
        why: String,
        /// The number of messages left before the judge's last.
        kept: usize,
        /// The number of messages before the shortening.
        of: usize,
    },
    /// The model continued as another speaker; the answer was cut there.
    #[error(
        "an answer went on as another speaker at `{mark}`, and was cut there; give the server the model's chat template, or the \
         mark in `stop`"
    )]
    WentOn {
        /// The mark.
        mark: String,
    },
    /// An answer holds text like a model's inner notation, which was typed unchanged.
    #[error(
        "an answer holds `{mark}`, which looks like inner notation of the model, and was said; give the server the model's chat \
         template and its parser of thoughts"
    )]
    Notation {
        /// The mark.
        mark: String,
    },
    /// An answer was cut short.
    #[error(
        "an answer was cut short ({reason}), and is said as far as it came; see `max_tokens` and the server's filters"
    )]
    CutShort {
        /// The server's word for the reason: `length`, `content_filter`.
        reason: String,
    },
    /// An answer without text.
    #[error("an answer held no words, and nothing was said; see the instructions and `max_tokens`")]
    EmptyAnswer,
    /// A model called a tool.
    #[error("the model asked for a tool, which nobody has in an interview; its instructions should not speak of tools")]
    ToolWanted,
    /// A server does not report token counts. Reported once.
    #[error("the server does not count tokens, so costs are not known; see its settings")]
    NotCounted,
    /// A page of the entry cannot be used.
    #[error("the entry's page cannot be used: {why}; {mend}")]
    BadPage {
        /// The fault of the page.
        why: String,
        /// The advice.
        mend: String,
    },
    /// One kind of incident has reached the limit of its reports.
    #[error("more incidents of the kind `{of}` follow and are not listed")]
    MoreOfTheSame {
        /// The kind.
        of: String,
    },
}

/// The kinds that a clock faster than real time makes by itself: limits in contest time pass while a program thinks in real time.
pub const OF_SPEED: [&str; 5] = ["silent", "not-reading", "reply-not-ended", "backlog-discarded", "flooded"];

impl Incident {
    /// The name of its kind, as in `kind` of the serialised form.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::DidNotStart { .. } => "did-not-start",
            Self::NotIsolated { .. } => "not-isolated",
            Self::OverLimit { .. } => "over-limit",
            Self::Exited { .. } => "exited",
            Self::Restarted { .. } => "restarted",
            Self::ToldAgain { .. } => "told-again",
            Self::MetAsStranger { .. } => "met-as-stranger",
            Self::GaveUp => "gave-up",
            Self::Silent { .. } => "silent",
            Self::GreetedEarly { .. } => "greeted-early",
            Self::NotText { .. } => "not-text",
            Self::LongLine { .. } => "long-line",
            Self::Flooded { .. } => "flooded",
            Self::Endless { .. } => "endless",
            Self::NotReading => "not-reading",
            Self::ReplyNotEnded => "reply-not-ended",
            Self::NotJson => "not-json",
            Self::NoEcho => "no-echo",
            Self::UnknownKeyName { .. } => "unknown-key-name",
            Self::Malformed { .. } => "malformed",
            Self::NotADirectory { .. } => "not-a-directory",
            Self::CannotDelete { .. } => "cannot-delete",
            Self::CannotCreate { .. } => "cannot-create",
            Self::CannotList { .. } => "cannot-list",
            Self::DuplicateNumber { .. } => "duplicate-number",
            Self::OutOfOrder { .. } => "out-of-order",
            Self::WrongExtension { .. } => "wrong-extension",
            Self::LeftOver { .. } => "left-over",
            Self::NotConnected { .. } => "not-connected",
            Self::Disconnected { .. } => "disconnected",
            Self::Reconnected { .. } => "reconnected",
            Self::BacklogDiscarded { .. } => "backlog-discarded",
            Self::BadFrame { .. } => "bad-frame",
            Self::NotDigested { .. } => "not-digested",
            Self::AskedAgain { .. } => "asked-again",
            Self::NoAnswer { .. } => "no-answer",
            Self::RoleRefused { .. } => "role-refused",
            Self::Shortened { .. } => "shortened",
            Self::WentOn { .. } => "went-on",
            Self::Notation { .. } => "notation",
            Self::CutShort { .. } => "cut-short",
            Self::EmptyAnswer => "empty-answer",
            Self::ToolWanted => "tool-wanted",
            Self::NotCounted => "not-counted",
            Self::BadPage { .. } => "bad-page",
            Self::MoreOfTheSame { .. } => "more-of-the-same",
        }
    }

    /// True if the program is not ready after this incident, until its link reports it ready again.
    #[must_use]
    pub fn ends_readiness(&self) -> bool {
        matches!(
            self,
            Self::Exited { .. }
                | Self::DidNotStart { .. }
                | Self::NotIsolated { .. }
                | Self::GaveUp
                | Self::Disconnected { .. }
        )
    }
}

/// The maximum length of a quotation of withheld text, in characters.
const QUOTED_MAX: usize = 200;

fn quoted(text: &str) -> String {
    shortened(text, QUOTED_MAX)
}

/// At most so many characters of a text. A longer one ends after a whole word, where it has any, and in "…".
#[must_use]
pub fn shortened(text: &str, max: usize) -> String {
    if text.chars().nth(max).is_none() {
        return text.to_owned();
    }
    let end = text.char_indices().nth(max.saturating_sub(2)).map_or(text.len(), |(end, _)| end);
    // The character after the cut counts: a cut before a space splits no word.
    let next = text[end..].chars().next();
    let whole = match next {
        Some(next) if !next.is_whitespace() => text[..end].rfind(char::is_whitespace),
        Some(_) | None => None,
    };
    format!("{} …", text[..whole.filter(|at| *at > 0).unwrap_or(end)].trim_end())
}

fn ending(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("; its last words were: {text}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kinds_that_a_fast_clock_makes_are_kinds() {
        let made = [
            Incident::Silent { lasting: Duration::ZERO },
            Incident::NotReading,
            Incident::ReplyNotEnded,
            Incident::BacklogDiscarded { count: 1 },
            Incident::Flooded { limit: 1 },
        ];
        assert_eq!(made.map(|incident| incident.kind()), OF_SPEED);
    }
}
