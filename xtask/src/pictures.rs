//! Keeps the pictures of the docs as tests made them: a page refers to `pictures/NAME.png`, and a browser test writes
//! `artifacts/NAME.png`. `cargo xtask pictures` copies the pictures of the last test run.

use std::{
    collections::BTreeSet,
    fs, io,
    path::{Path, PathBuf},
};

use crate::pages;

/// The folder of the pages' pictures.
const PICTURES: &str = "docs/pictures";

/// Returns a fault for every picture that no page shows. Missing pictures are found by the check of links.
pub(crate) fn check(root: &Path) -> io::Result<Vec<String>> {
    let shown = shown(root)?;
    let mut faults = Vec::new();
    for file in fs::read_dir(root.join(PICTURES))? {
        let file = file?.path();
        if !shown.contains(&file) {
            let path = file.strip_prefix(root).unwrap_or(&file).display();
            faults.push(format!("{path}: no page shows this picture (delete it, or show it)"));
        }
    }
    Ok(faults)
}

/// Copies the pictures that pages show from `artifacts`; returns a fault for each that is missing there.
pub(crate) fn take(root: &Path) -> io::Result<Vec<String>> {
    let mut faults = Vec::new();
    for file in shown(root)? {
        let made = root.join("artifacts").join(file.file_name().unwrap_or_default());
        if made.exists() {
            fs::copy(&made, &file)?;
        } else {
            let path = made.strip_prefix(root).unwrap_or(&made).display();
            faults.push(format!(
                "{path} is not there: no test leaves such a picture, or the tests were not run (./test)"
            ));
        }
    }
    Ok(faults)
}

/// Returns the pictures that pages show.
fn shown(root: &Path) -> io::Result<BTreeSet<PathBuf>> {
    let folder = root.join(PICTURES);
    let targets = pages::targets(root)?;
    Ok(targets.into_iter().filter(|target| target.starts_with(&folder)).collect())
}
