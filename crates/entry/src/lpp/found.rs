//! The items of a communications directory.

/// An item in a communications directory.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct DirectoryItem {
    /// Its name.
    pub name: String,
    /// True if it is a directory, as it should be.
    pub is_directory: bool,
}
