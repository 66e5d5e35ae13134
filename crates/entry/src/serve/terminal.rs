//! An entry at a terminal of 1995.

use std::io::{self, Read, Write};

use crate::lp95::ProgramSide;

/// Answers judges at standard input and output, until the input ends: a complete entry over the terminal protocol.
/// `begins` makes the program that answers one judge; `title` is printed first; `opening`, if given, is said to each
/// judge.
///
/// # Errors
/// If reading or writing fails.
pub fn serve_terminal<P: FnMut(&str) -> Vec<String>>(
    title: &str,
    opening: Option<&str>,
    begins: impl FnMut() -> P,
) -> io::Result<()> {
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    let mut side = ProgramSide::new(begins).opening(opening);
    let mut keys = [0; 4_096];
    let mut prints = side.greeting(title);
    loop {
        output.write_all(&prints)?;
        output.flush()?;
        match input.read(&mut keys)? {
            0 => return Ok(()),
            count => prints = side.read(&keys[..count]),
        }
    }
}
