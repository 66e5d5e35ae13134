//! The files that an export wrote, as JSON.

use serde::Serialize;

use crate::{
    cli::ExportOptions,
    shell::{self, Failure},
};

/// The files written by an export.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct FilesWritten {
    /// The record.
    file: String,
    /// The folder.
    out: String,
    /// The files in it.
    files: Vec<FileWritten>,
    /// The phrases to delete, with the number of deletions.
    phrases: Vec<PhraseDeleted>,
}

/// A file written by an export.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct FileWritten {
    /// The file's name in the folder.
    name: String,
    /// The number of rows; null if it is not a table.
    rows: Option<u64>,
}

impl FileWritten {
    /// A file that is not a table.
    pub(super) fn named(name: &str) -> Self {
        Self { name: name.to_owned(), rows: None }
    }

    /// A table.
    pub(super) fn table(name: String, rows: u64) -> Self {
        Self { name, rows: Some(rows) }
    }
}

/// A phrase to delete.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct PhraseDeleted {
    pub(super) phrase: String,
    /// The number of times it was found.
    pub(super) times: usize,
}

/// Prints the list of files, if JSON is wanted.
pub(super) fn tell_files(options: &ExportOptions, files: Vec<FileWritten>) -> Result<(), Failure> {
    tell_written(options, files, Vec::new())
}

pub(super) fn tell_written(
    options: &ExportOptions,
    files: Vec<FileWritten>,
    phrases: Vec<PhraseDeleted>,
) -> Result<(), Failure> {
    if options.json {
        let (file, out) = (shell::name_of(&options.file), options.out.display().to_string());
        shell::json(&FilesWritten { file, out, files, phrases })?;
    }
    Ok(())
}
