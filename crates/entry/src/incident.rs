//! What an organiser is told about an entry: each incident says what happened and how to mend it.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// Something the organiser should know about an entry; never shown to a judge.
///
/// Prints as a sentence. Serialises with its kind in `kind`. Names of directories are as found, control characters
/// replaced, cut at 255 characters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Incident {
    /// The program could not be started, or its folder not be made.
    #[error("the entry did not start: {why}; check its command and its folder")]
    DidNotStart {
        /// What the system said.
        why: String,
    },
    /// The program is to be kept apart, and cannot.
    #[error("the program cannot be kept apart and was not started: {why}")]
    NotIsolated {
        /// What is missing, or what the system said, and the way out.
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
        /// The end of what it wrote on standard error, at most 2 KiB; empty when it wrote nothing.
        last_words: String,
    },
    /// The program was started again.
    #[error("the program was started again (restart {count}); what it was told before is lost to it")]
    Restarted {
        /// How often, from 1.
        count: u32,
    },
    /// The program knows again what was said before, because it was told.
    #[error("the program was told {lines} earlier lines of the judge again, and its answers to them were thrown away")]
    ToldAgain {
        /// How many lines.
        lines: usize,
    },
    /// The program is met in mid-interview, and knows nothing of what was said.
    #[error(
        "the program was started in mid-interview and knows nothing of the {lines} lines before; with `replay = true` it \
         would be told the judge's"
    )]
    MetAsStranger {
        /// How many lines, of both sides.
        lines: usize,
    },
    /// The program is not started again in this interview.
    #[error("the program is not started again in this interview; its contestant should look at why it ends")]
    GaveUp,
    /// No answer to a judge's line.
    #[error("no answer for {} s after a judge's line; see whether the program still runs", .lasting.as_secs())]
    Silent {
        /// How long it has been silent, in whole milliseconds.
        #[serde(with = "rulebook::time::millis")]
        lasting: Duration,
    },
    /// It spoke before the judge; what it said was withheld.
    #[error(
        "the program spoke before it was spoken to, and its words were withheld; it should wait to be spoken to; its words \
         were: {}", quoted(.text)
    )]
    GreetedEarly {
        /// Its words.
        text: String,
    },
    /// It printed bytes that are no text.
    #[error("the program printed bytes that are not UTF-8 ({invalid} in one line); it should print UTF-8 or ASCII")]
    NotText {
        /// Places in the line that were replaced.
        invalid: usize,
    },
    /// A line was cut.
    #[error("a line was cut after {limit} characters; the program should print shorter lines")]
    LongLine {
        /// The most characters of a line.
        limit: usize,
    },
    /// It says more than can be typed; the rest was dropped.
    #[error(
        "the program says more than can be typed: with {limit} keys waiting, the rest is dropped; it should say less"
    )]
    Flooded {
        /// The most keys that wait.
        limit: usize,
    },
    /// Output without an end. Reported once.
    #[error(
        "the program printed {bytes} bytes in which nothing was finished; nothing more is kept of it until it finishes \
         something, and it is read slowly; look for a loop that prints and does not read"
    )]
    Endless {
        /// How much it had printed when that was noticed.
        bytes: usize,
    },
    /// It does not read what it is told.
    #[error(
        "the program does not read its standard input, and a judge's line was dropped; it should read while it thinks"
    )]
    NotReading,
    /// A reply had no end mark, and counted without it.
    #[error(
        "a reply did not end as `reply_ends` says, and counted after a pause; see what the program prints after it"
    )]
    ReplyNotEnded,
    /// A line that should be a JSON object with a `text` is none; it was left out.
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
    /// A file where a directory belongs. Its key counts.
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
    /// A judge's key could not be handed over yet.
    #[error("`{name}` cannot be made ({why}); it is tried again; check permission and space of the directory")]
    CannotCreate {
        /// The directory.
        name: String,
        /// What the system said.
        why: String,
    },
    /// The communications directory cannot be read.
    #[error("the communications directory cannot be read ({why}); it is tried again; check that it exists")]
    CannotList {
        /// What the system said.
        why: String,
    },
    /// A number that was used by the key before. The key counts.
    #[error(
        "`{name}` repeats the number of the key before it; it counts; the entry should number its keys one after the other"
    )]
    DuplicateNumber {
        /// The directory.
        name: String,
    },
    /// A number lower than one that came before. The key counts where it came.
    #[error("`{name}` came after a higher number; it counts where it came; the entry should never number backwards")]
    OutOfOrder {
        /// The directory.
        name: String,
    },
    /// Something in the directory that is nobody's.
    #[error(
        "`{name}` is neither the entry's key nor the judge's and is left alone; the directory should hold nothing else"
    )]
    WrongExtension {
        /// The name.
        name: String,
    },
    /// Keys from earlier were in the directory when the link began.
    #[error("{count} keys from earlier were found in the directory when the link began, and were removed unread")]
    LeftOver {
        /// How many.
        count: usize,
    },
    /// The entry's server cannot be reached, or does not speak the protocol. Told once for every reason.
    #[error("the entry's server cannot be used ({why}); it is tried again; check that it runs, and its `url`")]
    NotConnected {
        /// What happened.
        why: String,
    },
    /// The connection to the entry's server has ended.
    #[error("the connection to the entry's server has ended ({why}); it is made again")]
    Disconnected {
        /// What happened.
        why: String,
    },
    /// The connection was made again.
    #[error("the connection to the entry's server was made again (connection {count})")]
    Reconnected {
        /// Which connection of the interview this is, from 2.
        count: u32,
    },
    /// The judge's words of a time when the program was away were not given to it.
    #[error(
        "{count} of the judge's words came while the program was away and were discarded; it should resume its session"
    )]
    BacklogDiscarded {
        /// How many frames of them there were, or keys when it had never been there.
        count: u64,
    },
    /// A frame that is none of the protocol's.
    #[error("a frame of the program was ignored ({why}); see the frames of its protocol")]
    BadFrame {
        /// What is wrong with it.
        why: String,
    },
    /// A file of the program could not be hashed.
    #[error("`{name}` has no digest in the record ({why}); see `command` and `files` of its table")]
    NotDigested {
        /// The file, as the entry's table has it.
        name: String,
        /// What is in the way.
        why: String,
    },
    /// A server failed to answer, and is asked again.
    #[error("no answer yet ({why}); it is asked again (attempt {attempt}); check the server if this goes on")]
    AskedAgain {
        /// What happened.
        why: String,
        /// Which attempt at the answer comes next, from 2.
        attempt: u32,
    },
    /// A server did not answer the judge's words, and is not asked again for them.
    #[error(
        "the server gave no answer ({why}), and the entry says nothing until the judge speaks again; check its table"
    )]
    NoAnswer {
        /// What happened.
        why: String,
    },
    /// A server takes no instructions in a message of their own.
    #[error(
        "the server takes no instructions in a message of their own ({why}), and the entry says nothing until the judge speaks \
         again; set `instructions_role = \"user\"` in its table"
    )]
    RoleRefused {
        /// The server's words.
        why: String,
    },
    /// The conversation is longer than the model's window.
    #[error(
        "the conversation is longer than the model's window ({why}), and is sent again with {kept} of {of} earlier messages; \
         give the server a longer context, or lower `history`"
    )]
    Shortened {
        /// The server's words.
        why: String,
        /// The number of messages left before the judge's last.
        kept: usize,
        /// The number there would have been.
        of: usize,
    },
    /// The model went on as another speaker; the answer was cut there.
    #[error(
        "an answer went on as another speaker at `{mark}`, and was cut there; give the server the model's chat template, or the \
         mark in `stop`"
    )]
    WentOn {
        /// The mark.
        mark: String,
    },
    /// Something like a model's inner notation in an answer, said as it is.
    #[error(
        "an answer holds `{mark}`, which looks like inner notation of the model, and was said; give the server the model's chat \
         template and its parser of thoughts"
    )]
    Notation {
        /// The mark.
        mark: String,
    },
    /// An answer ended before its end.
    #[error(
        "an answer was cut short ({reason}), and is said as far as it came; see `max_tokens` and the server's filters"
    )]
    CutShort {
        /// The server's word for it: `length`, `content_filter`.
        reason: String,
    },
    /// An answer without words.
    #[error("an answer held no words, and nothing was said; see the instructions and `max_tokens`")]
    EmptyAnswer,
    /// A model wanted to use a tool.
    #[error("the model asked for a tool, which nobody has in an interview; its instructions should not speak of tools")]
    ToolWanted,
    /// A server does not say what its answers cost. Told once.
    #[error("the server does not count tokens, so costs are not known; see its settings")]
    NotCounted,
    /// A page of the entry cannot be used.
    #[error("the entry's page cannot be used: {why}; {mend}")]
    BadPage {
        /// What is wrong with it.
        why: String,
        /// What to do about it.
        mend: String,
    },
    /// One kind has been reported as often as it will be.
    #[error("more incidents of the kind `{of}` follow and are not listed")]
    MoreOfTheSame {
        /// The kind.
        of: String,
    },
}

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

    /// Whether the program does not listen after this, until its link says that it is ready.
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

/// The most characters that are quoted of words that were withheld.
const QUOTED_MAX: usize = 200;

fn quoted(text: &str) -> String {
    let end = text.char_indices().nth(QUOTED_MAX).map(|(end, _)| end);
    end.map_or_else(|| text.to_owned(), |end| format!("{}…", &text[..end]))
}

fn ending(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("; its last words were: {text}") }
}
