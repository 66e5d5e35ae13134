//! The launcher on its own, for tests of this crate. In production, `viva` itself is the launcher.

fn main() {
    entry::isolation::launcher::take_over();
}
