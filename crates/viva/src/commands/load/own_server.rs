//! A server of this same program in a temporary folder, for the duration of a load.

use std::{
    ffi::OsString,
    io::{BufRead, BufReader},
    process::{Child, Command, Stdio},
};

use load::Medium;
use tempfile::TempDir;

use super::contests;
use crate::shell::{self, Failure};

/// `viva serve` as a child process. Dropping it ends the process and removes its folder.
pub(super) struct OwnServer {
    child: Child,
    pub(super) url: String,
    pub(super) links: Vec<String>,
    _folder: TempDir,
}

impl OwnServer {
    /// Starts the server, and waits until it serves.
    pub(super) fn start(medium: Medium, count: u16, conversations: u16) -> Result<Self, Failure> {
        let folder = tempfile::Builder::new().prefix("viva-load-").tempdir().map_err(shell::failure)?;
        contests::write(folder.path(), medium, count, conversations)?;
        let mut arguments: Vec<OsString> = ["serve", "--listen", "127.0.0.1:0", "--data"].map(OsString::from).to_vec();
        arguments.push(folder.path().join("data").into());
        arguments.extend((1..=count).map(|n| folder.path().join(contests::file_name(n)).into()));
        let mut child = Command::new(std::env::current_exe().map_err(shell::failure)?)
            .args(arguments)
            .stdin(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(shell::failure)?;
        let stderr = child.stderr.take().ok_or_else(|| miette::miette!("the server says nothing"))?;
        let mut lines = BufReader::new(stderr).lines();
        let mut own = Self { child, url: String::new(), links: Vec::new(), _folder: folder };
        let mut said = String::new();
        while own.url.is_empty() {
            let Some(Ok(line)) = lines.next() else {
                return Err(miette::miette!("the server ended before it served:\n{said}"));
            };
            own.links.extend(line.contains("/join/").then(|| line.trim().to_owned()));
            if line.starts_with("serving ") {
                let url = line.split_whitespace().find(|word| word.starts_with("http"));
                url.unwrap_or_default().clone_into(&mut own.url);
            }
            said += &line;
            said.push('\n');
        }
        // The later output is passed on, so that the server never blocks on a full pipe.
        std::thread::spawn(move || lines.map_while(Result::ok).for_each(shell::talk));
        Ok(own)
    }

    pub(super) fn pid(&self) -> u32 {
        self.child.id()
    }
}

impl Drop for OwnServer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
