//! The identity of an entry that connects to the contest's own socket.io server.

use std::path::PathBuf;

/// A client of the protocol of 2016 to 2019, which connects to us.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Socketio {
    /// The name by which it registers: 1 to 49 visible ASCII characters.
    pub id: String,
    /// The file whose first line is its secret, relative to the contest file's folder.
    pub secret_file: PathBuf,
}
