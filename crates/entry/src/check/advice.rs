//! Advice on repairing an entry, in the words of its protocol: the author of a web page needs no advice about standard
//! output.

use rulebook::contest_file::{Lpp, Protocol};

/// The way an entry communicates, as far as advice depends on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Way {
    /// Lines on pipes, or on a pseudo-terminal.
    #[default]
    Lines,
    /// The terminal of 1995.
    Terminal,
    /// A page with a form.
    Page,
    /// A communications directory, with a program started here.
    Directory,
    /// A communications directory, with a program started by hand.
    DirectoryByHand,
    /// A client of socket.io.
    Client,
    /// A model behind an address.
    Model,
    /// A server that speaks `viva.entry.v1`.
    Frames,
}

impl Way {
    pub(super) fn of(protocol: &Protocol) -> Self {
        match protocol {
            Protocol::Stdio { .. } => Self::Lines,
            Protocol::Lp95(_) => Self::Terminal,
            Protocol::Web(_) => Self::Page,
            Protocol::Lpp(Lpp::Started(_)) => Self::Directory,
            Protocol::Lpp(Lpp::ByHand(_)) => Self::DirectoryByHand,
            Protocol::Socketio(_) => Self::Client,
            Protocol::Chat(_) => Self::Model,
            Protocol::WebSocket { .. } => Self::Frames,
        }
    }

    /// Advice for an entry that gave no answer at all.
    pub(super) fn silent(self) -> &'static str {
        match self {
            Self::Lines => {
                "read lines from standard input, answer on standard output, and print at once, not when a buffer is full: `$| = 1` \
                 in Perl, `flush=True` in Python, `stdbuf -o0 PROGRAM` for a program in C"
            }
            Self::Terminal => {
                "answer when an empty line ends the judge's turn, end the answer with an empty line, and print at once, not when a \
                 buffer is full"
            }
            Self::Page => {
                "open the page in a browser and send a line: what it answers has to stand where `reply` points, on the page that \
                 comes back; with `replies = \"all-new\"` new words count wherever they are added"
            }
            Self::Directory | Self::DirectoryByHand => {
                "list the directory again and again, remove what ends in `.judge` in the order of its numbers, and at Return make a \
                 directory NUMBER.KEY.other for every key of the answer, with Return at its end"
            }
            Self::Client => {
                "on an event `message`, emit `message` with the answer as `content` and the `id` of whoever wrote as `to`, as one \
                 JSON text"
            }
            Self::Model => {
                "ask the server by hand (`curl URL/models`), see that it knows the model of the table, and give a slow one more time \
                 with `--patience`"
            }
            Self::Frames => "answer each frame whose `type` is `said` with a frame `{\"type\":\"say\",\"text\":…}`",
        }
    }

    /// Advice for an entry that was not ready in time.
    pub(super) fn not_ready(self) -> &'static str {
        match self {
            Self::Lines => {
                "a program with `prompts` should print its first prompt at once; one that loads for long needs `--patience`"
            }
            Self::Terminal => "print the welcome, and what `prompt` says, as soon as the program can read",
            Self::Directory => {
                "list the directory as soon as the program can answer: that is how it is known to be there"
            }
            Self::DirectoryByHand => "start the program, with this directory as its own, before the check begins",
            Self::Page => "see that the page is there, in a browser, before the check begins",
            Self::Client => "start the program, with the address that is said above, and have it register",
            Self::Model => "start the server before the check begins, and see that it answers `curl URL/models`",
            Self::Frames => "start the program before the check begins; it listens at the address of its table",
        }
    }

    /// Advice for an entry that reveals the first judge's words to the second.
    pub(super) fn judge_change(self) -> &'static str {
        match self {
            Self::Page => {
                "begin a new conversation with every session (cookie or hidden field): keep no names and no words of a judge beside it"
            }
            Self::Client => "forget everything at `newRound`: the same program talks with the next judge",
            Self::Frames => "begin every conversation anew: each connection is another judge",
            Self::DirectoryByHand => {
                "begin a new conversation when the directory was emptied or nothing came for long, or be started again for each judge"
            }
            Self::Lines | Self::Terminal | Self::Directory | Self::Model => {
                "begin every conversation anew: keep no names and no words of a judge in files, in memory or in the directory when the \
                 next one comes"
            }
        }
    }

    /// Advice for an entry that keeps a processor busy after it was cut off.
    pub(super) fn cut_off(self) -> &'static str {
        match self {
            Self::Directory => "end the program when its directory is gone: a contest's machine may fail",
            Self::Frames | Self::Page | Self::Model | Self::Client => {
                "wait for the next connection without asking again and again whether there is one"
            }
            Self::Lines | Self::Terminal | Self::DirectoryByHand => {
                "end the program when reading says that the input has ended, or when printing fails: a contest's machine may fail"
            }
        }
    }
}
