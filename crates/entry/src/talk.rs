//! Lets a person talk with an entry, line by line and with a judge's view, so that its author can try it out.

use std::{io, sync::Arc, time::Duration};

use rulebook::{Key, key::keys_of};
use tokio::{
    io::{AsyncBufRead, AsyncBufReadExt},
    time::Instant,
};

use crate::{FromEntry, Incident, JudgeFile, Link, Setup, ToEntry, clock::until, start};

/// The silence after a line that completes an answer.
const QUIET: Duration = Duration::from_secs(1);

/// An event while a person talks with an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TalkNotice {
    /// The entry is ready.
    Ready,
    /// A key that the judge would see.
    Key(Key),
    /// An incident that the organiser would see.
    Incident(Incident),
}

/// The behaviour at the end of the person's input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Farewell {
    /// End the conversation at once.
    AtOnce,
    /// Wait for the answer to the last line, but no longer than this; for input that does not come from a keyboard.
    AfterTheAnswer(Duration),
}

/// An event that wakes the loop.
enum TalkEvent {
    Line(io::Result<Option<String>>),
    Said(Option<FromEntry>),
    Due,
}

/// The prefix of a line that names a file to show.
const SHOW: &str = "/show ";

/// Passes lines to the entry and reports its output, until the input ends or the entry is gone for good. Lines that
/// come before the entry is ready reach it when it is. For a line `/show FILE`, the entry is shown the result of `file`
/// for this name; if that is `None`, the line has no effect.
///
/// # Errors
/// If reading the input fails.
pub async fn talk(
    setup: Setup,
    input: impl AsyncBufRead + Unpin,
    farewell: Farewell,
    file: impl Fn(&str) -> Option<JudgeFile>,
    mut hear: impl FnMut(&TalkNotice),
) -> io::Result<()> {
    let mut link = start(setup);
    let talked = carry(&mut link, input, farewell, file, &mut hear).await;
    link.leave().await;
    talked
}

async fn carry(
    Link { to_entry, from_entry }: &mut Link,
    input: impl AsyncBufRead + Unpin,
    farewell: Farewell,
    file: impl Fn(&str) -> Option<JudgeFile>,
    hear: &mut impl FnMut(&TalkNotice),
) -> io::Result<()> {
    let mut lines = input.lines();
    let mut ends_at = None;
    let mut reads = true;
    let mut owed = false;
    if to_entry.send(ToEntry::Began).await.is_err() {
        return Ok(());
    }
    loop {
        let wake = tokio::select! {
            said = from_entry.recv() => TalkEvent::Said(said),
            line = lines.next_line(), if reads => TalkEvent::Line(line),
            () = until(ends_at) => TalkEvent::Due,
        };
        match wake {
            TalkEvent::Line(Ok(Some(line))) => {
                if let Some(name) = line.strip_prefix(SHOW) {
                    let Some(shown) = file(name.trim()) else { continue };
                    if to_entry.send(ToEntry::Shown(Arc::new(shown))).await.is_err() {
                        return Ok(());
                    }
                    continue;
                }
                for key in keys_of(&line).filter(|key| *key != Key::Return).chain([Key::Return]) {
                    if to_entry.send(ToEntry::Key(key)).await.is_err() {
                        return Ok(());
                    }
                }
                owed = true;
            }
            TalkEvent::Line(Ok(None)) => match farewell {
                Farewell::AtOnce => return Ok(()),
                Farewell::AfterTheAnswer(patience) => {
                    reads = false;
                    ends_at = Some(Instant::now() + if owed { patience } else { QUIET });
                }
            },
            TalkEvent::Line(Err(error)) => return Err(error),
            TalkEvent::Said(None) | TalkEvent::Due => return Ok(()),
            TalkEvent::Said(Some(FromEntry::Ready)) => hear(&TalkNotice::Ready),
            TalkEvent::Said(Some(FromEntry::Key(key))) => {
                hear(&TalkNotice::Key(key));
                owed = false;
                if !reads {
                    ends_at = Some(Instant::now() + QUIET);
                }
            }
            // The link does the typing here.
            TalkEvent::Said(Some(FromEntry::Spent(_) | FromEntry::Line(_) | FromEntry::Told(_))) => {}
            TalkEvent::Said(Some(FromEntry::Incident(incident))) => {
                let is_over = incident == Incident::GaveUp;
                hear(&TalkNotice::Incident(incident));
                if is_over {
                    return Ok(());
                }
            }
        }
    }
}
