//! The log of a conversation, in the form of 2003: written as it happens, with one entry for each message that is
//! shown.

use std::path::PathBuf;

use record::transcript::{Dialogue, Line, OffsetClock, Role, Visit, surrey};
use tokio::{
    fs::{File, OpenOptions},
    io::{self, AsyncWriteExt},
};

use super::exchange::ShownMessage;

/// The first line of a log where nobody claims the rights.
const NOTICE: &str = "Recorded by Vivavoce.";

/// The most conversations of a judge that may begin in the same second.
const SAME_SECOND_MAX: u32 = 60;

/// The log of one conversation. Its file is made with the first message.
#[derive(Debug)]
pub(super) struct Log {
    folder: PathBuf,
    dialogue: Dialogue,
    judge: u16,
    file: Option<File>,
}

impl Log {
    /// The log of a judge's conversation with the entry of this name.
    pub(super) fn new(folder: PathBuf, entry: &str, judge: u16, clock: OffsetClock) -> Self {
        let dialogue = Dialogue {
            notice: NOTICE.to_owned(),
            witness: entry.to_owned(),
            contestant: String::new(),
            role: Role::Entry,
            started: rulebook::Timestamp::from_millis(0),
            clock,
            visits: Vec::new(),
        };
        Self { folder, dialogue, judge, file: None }
    }

    /// Adds a message; it is on the disk when this returns.
    pub(super) async fn write(&mut self, said: &ShownMessage) -> io::Result<()> {
        let line = Line { at: said.at, by: said.by, text: said.text.clone() };
        let text = surrey::line(&self.dialogue, &line);
        if let Some(file) = &mut self.file {
            return append(file, &text).await;
        }
        let mut file = self.create(said).await?;
        let heading = surrey::heading(&self.dialogue, self.judge);
        append(&mut file, &(heading + &text)).await?;
        self.file = Some(file);
        Ok(())
    }

    /// A new file, named by the second of the first message, or the next second without a file.
    async fn create(&self, said: &ShownMessage) -> io::Result<File> {
        tokio::fs::create_dir_all(&self.folder).await?;
        let mut at = said.at;
        for _ in 0..SAME_SECOND_MAX {
            let lines = vec![Line { at, by: said.by, text: String::new() }];
            let name = surrey::file_name(&self.dialogue, &Visit { judge: self.judge, lines });
            match OpenOptions::new().append(true).create_new(true).open(self.folder.join(name)).await {
                Err(taken) if taken.kind() == io::ErrorKind::AlreadyExists => {
                    at = at + std::time::Duration::from_secs(1);
                }
                made => return made,
            }
        }
        Err(io::Error::other("too many conversations of this judge begin in one minute"))
    }
}

/// Writes all of it, or nothing: after a failure the file is as long as before.
async fn append(file: &mut File, text: &str) -> io::Result<()> {
    let before = file.metadata().await?.len();
    let written = async {
        file.write_all(text.as_bytes()).await?;
        file.flush().await?;
        file.sync_data().await
    };
    let written = written.await;
    if written.is_err() {
        let _ = file.set_len(before).await;
    }
    written
}

#[cfg(test)]
mod tests {
    use rulebook::Side;

    use super::*;

    #[tokio::test]
    async fn a_log_is_on_the_disk_line_by_line_and_is_read_back() {
        let folder = tempfile::tempdir().unwrap();
        let logs = folder.path().join("logs");
        let mut log = Log::new(logs.clone(), "stdio:perl a.pl", 3, OffsetClock::UTC);
        let at = |text: &str| text.parse().unwrap();
        let mut said = vec![ShownMessage {
            by: Side::Witness,
            at: at("2003-10-18T14:02:11Z"),
            text: "Hello.\nHow\u{2028}are you?".into(),
        }];
        log.write(&said[0]).await.unwrap();
        said.push(ShownMessage { by: Side::Judge, at: at("2003-10-18T14:02:20Z"), text: "JUDGE: fine".into() });
        log.write(&said[1]).await.unwrap();
        let bytes = std::fs::read(logs.join("2003-10-18-14-02-11-stdio_perl_a_pl-Judge03.log")).unwrap();
        assert!(bytes.ends_with(b"2003-10-18-14-02-20 JUDGE: JUDGE: fine\r\n"));
        let reading = surrey::read(&bytes, OffsetClock::UTC);
        assert_eq!(reading.faults, []);
        assert_eq!((reading.found.visits[0].judge, reading.found.role), (3, Role::Entry));
        let lines: Vec<_> = reading.found.visits[0].lines.iter().map(|line| (line.by, line.text.as_str())).collect();
        assert_eq!(lines, [(Side::Witness, "Hello. How are you?"), (Side::Judge, "JUDGE: fine")]);
        // Another conversation of the same judge in the same second has a file of its own.
        Log::new(logs.clone(), "stdio:perl a.pl", 3, OffsetClock::UTC).write(&said[0]).await.unwrap();
        assert_eq!(std::fs::read_dir(&logs).unwrap().count(), 2);
    }

    #[tokio::test]
    async fn a_log_that_cannot_be_written_says_so() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("taken");
        std::fs::write(&file, "").unwrap();
        let said = ShownMessage { by: Side::Judge, at: rulebook::Timestamp::from_millis(0), text: "Hi".into() };
        assert!(Log::new(file, "E", 1, OffsetClock::UTC).write(&said).await.is_err());
    }
}
