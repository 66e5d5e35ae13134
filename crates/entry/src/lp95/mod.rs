//! The terminal protocol of 1995: we are the terminal at which a judge sits down in front of a program. No I/O here.
//!
//! The program prints `>` when it listens, reads a line that ends with a carriage return, prints what it reads as it reads
//! it, and answers when it has read an empty line. A new judge is announced with `@@nn` and two returns. [`Host`] is our
//! side; `turn` makes turns of a judge's keys, `echo` knows the program's echo from its speech.
//!
//! In 1994 the terminals of the organisers sent CR LF for each of the two returns, and a program that waited for CR CR
//! waited for ever. Hence two rules: what is sent for a Return is said for each program and is the same everywhere; and
//! what comes back ends a line once, whether it is CR, LF or CR LF.

mod echo;
mod host;
mod program_side;
mod turn;

pub use host::Host;
pub use program_side::ProgramSide;

#[cfg(test)]
mod hostile;
