//! A complete entry, as its author would write it: an echo of each line.
//!
//! `echo` speaks over standard input and output; `echo DIRECTORY` over the directory protocol.

use std::{path::Path, time::Duration};

#[tokio::main(flavor = "current_thread")]
async fn main() -> std::io::Result<()> {
    let program = |line: &str| vec![format!("You said: {line}")];
    match std::env::args().nth(1) {
        None => entry::serve_stdio(program),
        Some(directory) => entry::serve_lpp(Path::new(&directory), Duration::from_millis(2), program).await,
    }
}
