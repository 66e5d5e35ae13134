//! Pictures in the pages for people are ones that tests made: a page refers to `pictures/NAME.png`, and a test of a browser
//! leaves `artifacts/NAME.png`. `cargo xtask pictures` takes over what the last run left.

use std::{
    collections::BTreeSet,
    fs, io,
    path::{Path, PathBuf},
};

use crate::pages;

/// Where the pages have their pictures.
const PICTURES: &str = "docs/pictures";

/// Every picture that no page shows. That what a page shows is there is asked of every link.
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

/// Copies the pictures that pages show from those that tests left; a fault for each that no test left.
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

/// The pictures that pages show.
fn shown(root: &Path) -> io::Result<BTreeSet<PathBuf>> {
    let folder = root.join(PICTURES);
    let targets = pages::targets(root)?;
    Ok(targets.into_iter().filter(|target| target.starts_with(&folder)).collect())
}
