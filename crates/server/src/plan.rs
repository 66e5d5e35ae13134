//! The plan that a contest file names, read from its file and checked.
//!
//! The file is in the folder of the contest file: no path and no link leads out of it, and no more is read than a plan
//! can have. Once a contest is opened its record holds the plan, and the file is not read again.

use std::{
    fs::File,
    io::{self, Read},
    path::{Path, PathBuf},
};

use rulebook::ContestFile;
use schedule::{GivenPlan, PlanFaults};

/// The largest file of a plan, in bytes: some 10,000 lines, more than a plan may have.
pub const PLAN_MAX: u64 = 256 * 1024;

/// The reason why the plan of a contest file cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum PlanError {
    /// The file is missing, or cannot be read.
    #[error("failed to read the plan `{path}` that the contest file names (check the path: it counts from the folder of the contest file)", path = .path.display())]
    Unread {
        /// The file, as the contest file names it.
        path: PathBuf,
        /// The cause.
        #[source]
        source: io::Error,
    },
    /// A link leads out of the folder.
    #[error("the plan `{path}` is outside of the folder of the contest file (put the file itself there, not a link)", path = .path.display())]
    Outside {
        /// The file, as the contest file names it.
        path: PathBuf,
    },
    /// The file is no plan, or breaks a rule.
    #[error("the plan `{path}` cannot be played\n{faults}", path = .path.display())]
    Faulty {
        /// The file, as the contest file names it.
        path: PathBuf,
        /// All its faults.
        faults: PlanFaults,
    },
}

/// The plan that this contest file names, with the settled labels; `None` where it names none.
///
/// # Errors
/// [`PlanError`] when there is no such file in this folder, or it holds no valid plan.
pub fn plan_of(file: &ContestFile, folder: &Path) -> Result<Option<GivenPlan>, PlanError> {
    let Some(path) = &file.plan else { return Ok(None) };
    let unread = |source| PlanError::Unread { path: path.clone(), source };
    let root = folder.canonicalize().map_err(unread)?;
    let found = root.join(path).canonicalize().map_err(unread)?;
    if !found.starts_with(&root) {
        return Err(PlanError::Outside { path: path.clone() });
    }
    let text = text(&found).map_err(unread)?;
    let given = GivenPlan::read(&text, &file.rulebook, file.settled_labels());
    given.map(Some).map_err(|faults| PlanError::Faulty { path: path.clone(), faults })
}

fn text(path: &Path) -> io::Result<String> {
    // A pipe or a device may never end, and opening one may block for ever.
    if !path.metadata()?.is_file() {
        return Err(io::Error::other("it is no file"));
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(PLAN_MAX + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > PLAN_MAX {
        return Err(io::Error::other(format!("it is larger than the {} kB that a plan may have", PLAN_MAX / 1024)));
    }
    String::from_utf8(bytes).map_err(|_| io::Error::other("it is not UTF-8 text"))
}
