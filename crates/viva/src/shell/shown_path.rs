//! Paths as people see them.

use std::path::{self, Path};

use rulebook::{Visible, visible};

/// Paths made safe to print: file names come from other people too.
pub(crate) trait ShownPath {
    /// The path on one line, with its controls visible.
    fn shown(&self) -> Visible<path::Display<'_>>;
}

impl ShownPath for Path {
    fn shown(&self) -> Visible<path::Display<'_>> {
        visible(self.display())
    }
}
