//! The arguments of `viva judge`.

use std::path::PathBuf;

use clap::Args;

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  viva judge --terminal http://192.168.1.10:8080/join/5a2c1f0e9d8b7a6c5f4e3d2c1b0a9f8e\n  viva judge --terminal --invitation-file card.txt --session seat.json\n  viva judge --terminal --session seat.json     the same seat again, after the terminal was closed\n  viva judge --terminal --lines --session seat.json     the same, line by line\n\nExit code 0: the contest is closed; 1: the seat was left before, or lost; 2: there is no invitation to read."
)]
pub(crate) struct JudgeOptions {
    /// Judge in this terminal: on a page of the whole screen if the terminal can draw one; line by line otherwise, and
    /// through pipes. The only way so far.
    #[arg(long, required = true)]
    pub(crate) terminal: bool,
    /// Line by line, even if the terminal can draw a page: for a screen reader, or to keep the conversations in the
    /// terminal's history.
    #[arg(long)]
    pub(crate) lines: bool,
    /// The address on the judge's invitation. It works once.
    #[arg(value_name = "INVITATION", conflicts_with = "invitation_file")]
    pub(crate) invitation: Option<String>,
    /// The file with the address, to keep it out of lists of processes.
    #[arg(long, value_name = "FILE")]
    pub(crate) invitation_file: Option<PathBuf>,
    /// Keep the seat in this file, readable by you alone: it brings you back after this program has ended.
    #[arg(long, value_name = "FILE")]
    pub(crate) session: Option<PathBuf>,
}
