//! The names of the attachments of an exported record.

/// The attachment that holds the result.
pub const RESULT: &str = "result.json";

/// The attachment that holds the rulebook in force.
pub const RULEBOOK: &str = "rulebook.json";

/// The attachment that lists the versions.
pub const VERSIONS: &str = "versions.json";

/// The folder of attachments with the files that judges showed; a file's name is its SHA-256 and the extension of its
/// format.
pub const SHOWN: &str = "attachments/";
