//! Reads the contest files that a command line names, with their rulebooks and plans.

use std::{
    fs::File,
    path::{Path, PathBuf},
    sync::Mutex,
};

use rulebook::reader;
use server::{Submitted, plan::plan_of};

use crate::{
    misuse::Unplayable,
    shell::{self, Failure},
};

/// Reads a contest file with its rulebook; `Err` inside when it has faults. The plan that it names is not read.
pub(crate) fn submitted(path: &Path) -> Result<Result<Submitted, reader::Faults>, Failure> {
    let text = shell::read_text(path)?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    Ok(submitted_as(&shell::name_of(path), text, folder))
}

/// Reads a contest file with its rulebook and plan, ready to be served.
pub(crate) fn playable(path: &Path) -> Result<Submitted, Failure> {
    Ok(with_plan(submitted(path)??)?)
}

/// Adds the plan that a contest file names, after checking it.
pub(crate) fn with_plan(submitted: Submitted) -> Result<Submitted, Unplayable> {
    let plan = plan_of(&submitted.file, &submitted.folder)?;
    Ok(Submitted { plan, ..submitted })
}

/// Reads the text of a contest file as if it lay in this folder.
pub(crate) fn submitted_as(name: &str, text: String, folder: PathBuf) -> Result<Submitted, reader::Faults> {
    let own_rulebook = Mutex::new(String::new());
    let find = |name: &str| {
        let path = folder.join(name);
        let text = File::open(&path).and_then(shell::text_of).map_err(|why| why.to_string())?;
        if let Ok(mut own) = own_rulebook.lock() {
            own.clone_from(&text);
        }
        Ok((name.to_owned(), text))
    };
    let read = reader::read_contest_file(name, &text, &find);
    let rulebook = own_rulebook.into_inner().unwrap_or_default();
    read.map(|file| Submitted { file, text, rulebook, plan: None, folder: folder.clone() })
}
