//! The terminal protocol of 1995: the contest is the terminal at which a judge faces a program. No I/O here.
//!
//! The program prints `>` when it listens, reads a line that ends with a carriage return, echoes the keys as it reads
//! them, and answers after an empty line. A new judge is announced with `@@nn` and two returns. [`Host`] is the
//! contest's side; `turn` makes turns of a judge's keys, `echo` separates the program's echo from its text.
//!
//! In 1994 the organisers' terminals sent CR LF for each of the two returns, and a program that waited for CR CR waited
//! for ever. Hence two rules: the bytes sent for a Return are set for each program and are always the same; and
//! received CR, LF or CR LF end a line once.

mod echo;
mod host;
mod program_side;
mod turn;

pub use host::Host;
pub use program_side::ProgramSide;

#[cfg(test)]
mod hostile;
