//! The launcher alone, for tests of this crate: in the program it is `viva` itself.

fn main() {
    entry::isolation::launcher::take_over();
}
