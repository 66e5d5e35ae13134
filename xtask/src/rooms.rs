//! Checks the imports between the files of a crate for circles: no file may import a file that, over others, imports it.
//!
//! Without circles every import runs down, so a reader meets each file after those that it needs.
//!
//! A name counts in the file that defines it, after any number of `pub use`. Imports from a parent to its own children
//! tie no circle; imports from children to their parent and to other files do.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs, io,
    path::{Path, PathBuf},
};

mod modules;
mod tokens;

use modules::Modules;

use crate::parts::PARTS;

/// The most names that a fault shows for one import.
const SHOWN: usize = 6;

type Arrows = BTreeMap<PathBuf, BTreeMap<PathBuf, BTreeSet<String>>>;

/// Returns a fault for every crate with files in circles.
pub(crate) fn check(root: &Path) -> io::Result<Vec<String>> {
    let mut faults = Vec::new();
    for part in &PARTS {
        let source = root.join("crates").join(part.name).join("src");
        faults.extend(fault(part.name, &circles(&arrows_of(&source)?)));
    }
    Ok(faults)
}

/// Returns the arrows between the files of a crate, named from its `src`.
fn arrows_of(source: &Path) -> io::Result<Arrows> {
    let mut roots: Vec<PathBuf> = vec!["lib.rs".into(), "main.rs".into()];
    if source.join("bin").is_dir() {
        for entry in fs::read_dir(source.join("bin"))? {
            roots.push(Path::new("bin").join(entry?.file_name()));
        }
    }
    roots.retain(|file| source.join(file).is_file());
    let text_of = |file: &Path| fs::read_to_string(source.join(file)).ok();
    Ok(arrows_from(&roots, &text_of))
}

fn arrows_from(roots: &[PathBuf], text_of: &dyn Fn(&Path) -> Option<String>) -> Arrows {
    let mut arrows = Arrows::new();
    for root in roots {
        for (from, to, name) in Modules::read(root, text_of).arrows() {
            arrows.entry(from.to_owned()).or_default().entry(to.to_owned()).or_default().insert(name);
        }
    }
    arrows
}

/// Returns the circles: files of which each leads to every other.
fn circles(arrows: &Arrows) -> Vec<Arrows> {
    let reached: BTreeMap<&Path, BTreeSet<&Path>> =
        arrows.keys().map(|file| (file.as_path(), reachable(arrows, file))).collect();
    let mut circles: Vec<Arrows> = Vec::new();
    for (file, beyond) in &reached {
        if !beyond.contains(file) || circles.iter().any(|circle| circle.contains_key(*file)) {
            continue;
        }
        let within =
            |other: &Path| beyond.contains(other) && reached.get(other).is_some_and(|back| back.contains(file));
        let tied = arrows.iter().filter(|(from, _)| within(from)).map(|(from, targets)| {
            let inside = targets.iter().filter(|(to, _)| within(to));
            (from.clone(), inside.map(|(to, names)| (to.clone(), names.clone())).collect())
        });
        circles.push(tied.collect());
    }
    circles
}

fn reachable<'a>(arrows: &'a Arrows, from: &Path) -> BTreeSet<&'a Path> {
    let mut reached = BTreeSet::new();
    let mut open: Vec<&Path> =
        arrows.get(from).into_iter().flat_map(|targets| targets.keys().map(PathBuf::as_path)).collect();
    while let Some(file) = open.pop() {
        if reached.insert(file) {
            open.extend(arrows.get(file).into_iter().flat_map(|targets| targets.keys().map(PathBuf::as_path)));
        }
    }
    reached
}

fn fault(name: &str, circles: &[Arrows]) -> Option<String> {
    let files: usize = circles.iter().map(BTreeMap::len).sum();
    if files == 0 {
        return None;
    }
    let mut text = format!("`{name}` has {files} files in circles (move what ties them into a file below both):");
    for (from, to, names) in
        circles.iter().flatten().flat_map(|(from, targets)| targets.iter().map(move |(to, names)| (from, to, names)))
    {
        let shown: Vec<&str> = names.iter().take(SHOWN).map(String::as_str).collect();
        let more = if names.len() > SHOWN { format!(" and {} more", names.len() - SHOWN) } else { String::new() };
        text += &format!("\n  {} takes {}{more} from {}", from.display(), shown.join(", "), to.display());
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the circles of a crate with these files, each as its files.
    fn circles_of(files: &[(&str, &str)]) -> Vec<Vec<String>> {
        circles(&arrows(files))
            .iter()
            .map(|circle| circle.keys().map(|file| file.display().to_string()).collect())
            .collect()
    }

    fn arrows(files: &[(&str, &str)]) -> Arrows {
        let text_of = |wanted: &Path| {
            files.iter().find(|(file, _)| Path::new(file) == wanted).map(|(_, text)| (*text).to_owned())
        };
        arrows_from(&["lib.rs".into()], &text_of)
    }

    fn names(arrows: &Arrows, from: &str, to: &str) -> Vec<String> {
        let names = arrows.get(Path::new(from)).and_then(|targets| targets.get(Path::new(to)));
        names.into_iter().flatten().cloned().collect()
    }

    #[test]
    fn files_that_take_from_each_other_are_a_circle_and_a_row_of_files_is_none() {
        let row = [
            ("lib.rs", "mod a; mod b; mod c;"),
            ("a.rs", "use crate::b::{B, b as other};"),
            ("b.rs", "pub struct B; pub fn b() { super::c::c() }"),
            ("c.rs", "pub fn c() {}"),
        ];
        assert_eq!(circles_of(&row), Vec::<Vec<String>>::new());
        assert_eq!(names(&arrows(&row), "a.rs", "b.rs"), Vec::<String>::new(), "a file that defines nothing is a face");
        let mut tied = row;
        tied[1].1 = "use crate::b::{B, b as other}; pub struct A(B);";
        assert_eq!(names(&arrows(&tied), "a.rs", "b.rs"), ["B", "b"]);
        assert_eq!(circles_of(&tied), Vec::<Vec<String>>::new());
        tied[3].1 = "pub fn c() -> crate::a::A { loop {} }";
        assert_eq!(circles_of(&tied), [["a.rs", "b.rs", "c.rs"]]);
    }

    #[test]
    fn a_name_counts_where_it_is_defined_however_it_is_handed_on() {
        let files = [
            ("lib.rs", "mod a; mod inner; pub use inner::B as Handed;"),
            ("a.rs", "use crate::Handed; pub struct A(Handed);"),
            ("inner.rs", "mod b; pub(crate) use b::*;"),
            ("inner/b.rs", "use crate::a; pub struct B; pub fn f(_: a::A) {}"),
        ];
        assert_eq!(names(&arrows(&files), "a.rs", "inner/b.rs"), ["B"]);
        assert_eq!(circles_of(&files), [["a.rs", "inner/b.rs"]]);
    }

    #[test]
    fn a_parent_that_names_its_children_ties_no_circle() {
        let files = [
            ("lib.rs", "mod a; pub struct Shared; pub fn f() { a::a() }"),
            ("a.rs", "mod c; use super::Shared; use c::C; pub fn a() {} pub struct A(C);"),
            ("a/c.rs", "pub struct C(crate::Shared, super::A);"),
        ];
        assert_eq!(circles_of(&files), Vec::<Vec<String>>::new());
        assert_eq!(names(&arrows(&files), "a/c.rs", "a.rs"), ["A"]);
    }

    #[test]
    fn what_stands_in_tests_and_in_other_crates_is_no_arrow() {
        let files = [
            ("lib.rs", "mod a; mod b;"),
            (
                "a.rs",
                "pub struct A; #[cfg(test)] mod tests { use crate::b::B; } #[cfg(test)] mod more; fn f() { b::b() }",
            ),
            ("a/more.rs", "use crate::b::B; struct More;"),
            ("b.rs", "use crate::a::A; pub struct B(A); mod inline { pub fn g(_: super::B) {} }"),
        ];
        assert_eq!(arrows(&files).len(), 1);
        assert_eq!(names(&arrows(&files), "b.rs", "a.rs"), ["A"]);
    }

    #[test]
    fn a_circle_is_refused_with_the_names_that_tie_it() {
        let files = [
            ("lib.rs", "mod a; mod b;"),
            ("a.rs", "use crate::b::B; pub struct A(B);"),
            ("b.rs", "pub struct B(crate::a::A);"),
        ];
        assert_eq!(
            fault("tally", &circles(&arrows(&files))).as_deref(),
            Some(
                "`tally` has 2 files in circles (move what ties them into a file below both):\n  \
                 a.rs takes B from b.rs\n  b.rs takes A from a.rs"
            )
        );
        assert_eq!(fault("tally", &circles(&arrows(&files[..1]))), None);
    }
}
