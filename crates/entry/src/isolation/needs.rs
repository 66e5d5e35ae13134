//! Finds the files that a program needs, from its command, its `files`, and the file system.
//!
//! Two rules, so that an organiser can foresee an entry's surroundings:
//!
//! - A path relative to the contest file's folder is *copied*, under the same name, into the program's own working
//!   folder. Nothing else of the contest's folder is there. Two things are shown instead: a virtual environment,
//!   because its files contain its path, and a file of 64 MiB or more.
//! - An absolute path, or a name found in `PATH`, is *shown* at its place, read-only: of an interpreter the whole
//!   installation, of everything else the file.
//!
//! Links named in the table are followed. Links inside a copied folder are copied as links.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    io::{BufRead, BufReader, Read},
    os::unix::fs::MetadataExt,
    path::{Component, Path, PathBuf},
};

use language::Message;

use crate::digest::{Named, named};

/// The system's folders, shown to every program.
pub(super) const SYSTEM: [&str; 9] =
    ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/etc", "/nix/store", "/gnu/store"];

/// Folders of an installation that hold executables.
const PROGRAM_FOLDERS: [&str; 3] = ["bin", "sbin", "shims"];

/// Programs whose arguments are another program.
const STARTERS: [&str; 6] = ["env", "stdbuf", "nice", "setsid", "timeout", "nohup"];

/// The size from which a file is shown, not copied, in bytes.
const LARGE: u64 = 64 << 20;

/// The maximum number of files in a copy, and its maximum depth.
const THINGS_MAX: usize = 100_000;
const DEPTH_MAX: usize = 32;

/// The maximum chain of scripts, links and environments to follow.
const FOLLOWED_MAX: usize = 16;

/// The name of the working folder in a program's home.
const WORKING: &str = "program";

/// The needs of a program.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Needs {
    /// The command, as run in its working folder.
    pub(super) words: Vec<String>,
    /// Its working folder, relative to its home.
    pub(super) folder: PathBuf,
    /// The files and folders to copy.
    pub(super) copies: Vec<Copied>,
    /// Read-only mounts: the path inside, and the source. A relative path is relative to the program's home.
    pub(super) shown: BTreeMap<PathBuf, PathBuf>,
    /// Links: the path, relative to the program's home, and the target.
    pub(super) links: BTreeMap<PathBuf, PathBuf>,
    /// The total size of the copies, in bytes.
    pub(super) bytes: u64,
    /// Names in its table that cannot be provided, each with the reason.
    pub(super) lacking: Vec<(String, Message)>,
}

/// A file or folder to copy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Copied {
    /// Its real path.
    pub(super) from: PathBuf,
    /// Its destination, relative to the program's home.
    pub(super) to: PathBuf,
    /// Paths left out of a folder, relative to it.
    pub(super) left_out: Vec<PathBuf>,
}

/// The needs of a program with this command and these `files`; `folder` is the contest file's, and nothing in `hidden`
/// is provided.
pub(super) fn needs(command: &[String], files: &[PathBuf], folder: &Path, hidden: &[PathBuf]) -> Needs {
    let folder = real(folder);
    let hidden: Vec<_> = hidden.iter().map(|path| real(path)).collect();
    let names = named(command, files);
    let mut gathering = Gathering {
        up: names.iter().filter_map(|name| Some(ascends(&told(name, &folder)?))).max().unwrap_or(0),
        folder,
        hidden,
        seen: BTreeSet::new(),
        copied: BTreeSet::new(),
        things: 0,
        needs: Needs::default(),
    };
    for name in &names {
        gathering.take(name);
    }
    gathering.starter(command);
    let absolute = format!("{}/", gathering.folder.display());
    // The contest's folder has a different path inside.
    let words = command.iter().map(|word| word.replace(&absolute, ""));
    Needs { words: words.collect(), folder: gathering.working(), ..gathering.needs }
}

/// The file that the system would run for this word.
pub(super) fn program(program: &str, folder: &Path) -> Option<PathBuf> {
    if program.contains('/') {
        return Some(folder.join(program)).filter(|file| file.is_file());
    }
    let path = std::env::var_os("PATH")?;
    let found = std::env::split_paths(&path).map(|place| folder.join(place).join(program));
    found.into_iter().find(|file| fs::metadata(file).is_ok_and(|what| what.is_file() && what.mode() & 0o111 != 0))
}

/// True if an argument names a script by its ending: an interpreter cannot start without that file.
fn is_script(word: &str) -> bool {
    let ending = Path::new(word).extension().and_then(|ending| ending.to_str());
    !word.starts_with('-') && !word.contains(['=', ' ']) && ending.is_some_and(|ending| SCRIPTS.contains(&ending))
}

/// Whether this is part of the system, which every program sees.
pub(super) fn is_system(path: &Path) -> bool {
    SYSTEM.iter().any(|system| path.starts_with(system))
}

/// Endings of programs that an interpreter runs.
const SCRIPTS: [&str; 11] = ["jar", "js", "lua", "mjs", "php", "pl", "py", "rb", "scm", "sh", "tcl"];

struct Gathering {
    folder: PathBuf,
    hidden: Vec<PathBuf>,
    /// The most levels that a name leads upwards: the depth of the working folder.
    up: usize,
    seen: BTreeSet<PathBuf>,
    copied: BTreeSet<PathBuf>,
    things: usize,
    needs: Needs,
}

/// The path of a name relative to the folder; `None` if it is absolute and leads elsewhere, or is found in `PATH`.
fn told(name: &Named<'_>, folder: &Path) -> Option<PathBuf> {
    let path = match name {
        Named::Program(word) if !word.contains('/') => return None,
        Named::Program(word) | Named::Argument(word) => Path::new(word),
        Named::Listed(path) => path,
    };
    let path = if path.is_absolute() { path.strip_prefix(folder).ok()? } else { path };
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir if plain.file_name().is_some() => drop(plain.pop()),
            Component::ParentDir => plain.push(".."),
            Component::Normal(name) => plain.push(name),
            Component::CurDir | Component::RootDir | Component::Prefix(_) => {}
        }
    }
    Some(plain)
}

fn ascends(path: &Path) -> usize {
    path.components().filter(|part| *part == Component::ParentDir).count()
}

impl Gathering {
    fn working(&self) -> PathBuf {
        // Deep enough for names that lead upwards to stay in the program's home.
        let outer = std::iter::repeat_n("outer", self.up);
        outer.chain([WORKING]).collect()
    }

    fn take(&mut self, name: &Named<'_>) {
        let absolute = match name {
            Named::Program(word) | Named::Argument(word) => Path::new(word).is_absolute(),
            Named::Listed(path) => path.is_absolute(),
        };
        let said = match name {
            Named::Program(word) | Named::Argument(word) => (*word).to_owned(),
            Named::Listed(path) => path.display().to_string(),
        };
        match (told(name, &self.folder), name) {
            (None, Named::Program(word)) => match program(word, &self.folder) {
                Some(file) => self.installed(&file, 0),
                None => self.lacks(&said, say!("reach-lacks-program")),
            },
            (Some(_), Named::Argument(word)) if is_script(word) && !self.folder.join(word).exists() => {
                self.lacks(&said, say!("reach-lacks-file"));
            }
            // A word that only might name a file does, if there is one.
            (Some(_), Named::Argument(word)) if !self.folder.join(word).is_file() => {}
            (None, Named::Argument(word)) if !Path::new(word).is_file() => {}
            (None, _) if absolute => self.show_listed(Path::new(&said), &said),
            (None, _) => {}
            (Some(path), _) => self.copy(&path, &said, matches!(name, Named::Program(_))),
        }
    }

    fn copy(&mut self, path: &Path, said: &str, is_program: bool) {
        let from = self.folder.join(path);
        if let Some(environment) = environment_of(&from).filter(|environment| !self.holds_hidden(environment)) {
            let to = self.working().join(path);
            let up = from.strip_prefix(&environment).map_or(0, |inside| inside.components().count());
            let to = to.ancestors().nth(up).unwrap_or(&to).to_owned();
            return self.link_environment(&environment, &to, &from, 0);
        }
        let Ok(from) = fs::canonicalize(&from) else { return self.lacks(said, say!("reach-lacks-file")) };
        if self.is_hidden(&from) {
            return self.lacks(said, say!("reach-lacks-hidden"));
        }
        let Some(to) = contained_path(&self.working(), path) else {
            return self.lacks(said, say!("reach-lacks-outside"));
        };
        if self.copied.iter().any(|copied| to.starts_with(copied)) {
            return;
        }
        let left_out =
            self.hidden.iter().filter_map(|hidden| hidden.strip_prefix(&from).ok().map(Path::to_owned)).collect();
        if !self.measure(&from, &to, 0) {
            return;
        }
        if is_program {
            self.script(&from, 0);
        }
        self.copied.insert(to.clone());
        self.needs.copies.retain(|copied| !copied.to.starts_with(&to) || copied.to == to);
        self.needs.copies.push(Copied { from, to, left_out });
    }

    /// Counts the files to copy, and mounts the large ones; false if the whole is mounted or left out.
    fn measure(&mut self, from: &Path, to: &Path, depth: usize) -> bool {
        self.things += 1;
        let Ok(what) = fs::symlink_metadata(from) else { return false };
        if self.things > THINGS_MAX || depth > DEPTH_MAX || self.is_hidden(from) {
            return false;
        }
        if what.is_file() && what.len() >= LARGE {
            self.needs.shown.insert(to.to_owned(), from.to_owned());
            return false;
        }
        if what.is_file() {
            self.needs.bytes += what.len();
        }
        if what.is_dir() {
            if from.join("pyvenv.cfg").is_file() && !self.holds_hidden(from) {
                self.link_environment(from, to, &from.join("bin/python"), 0);
                return false;
            }
            for item in fs::read_dir(from).into_iter().flatten().flatten() {
                self.measure(&item.path(), &to.join(item.file_name()), depth + 1);
            }
        }
        true
    }

    /// Shows a virtual environment at its own path, because its files contain that, and links to it under the table's
    /// name.
    fn link_environment(&mut self, environment: &Path, to: &Path, program: &Path, depth: usize) {
        let place = real(environment);
        self.show(&place, &place);
        self.needs.links.insert(to.to_owned(), place.clone());
        let inside = program.strip_prefix(environment).ok().filter(|inside| !inside.as_os_str().is_empty());
        let inside = inside.unwrap_or(Path::new("bin/python"));
        self.installed(&place.join(inside), depth + 1);
    }

    /// Shows a file or folder with an absolute path in the table.
    fn show_listed(&mut self, path: &Path, said: &str) {
        match fs::canonicalize(path) {
            Ok(what) if self.is_hidden(&what) => {
                self.lacks(said, say!("reach-lacks-hidden"));
            }
            Ok(what) if self.holds_hidden(&what) => {
                self.lacks(said, say!("reach-lacks-around-hidden"));
            }
            Ok(what) if what.is_file() => self.installed(path, 0),
            Ok(what) => {
                self.show(path, &what);
                if what.join("pyvenv.cfg").is_file() {
                    self.installed(&path.join("bin/python"), 1);
                }
            }
            Err(error) => self.lacks(said, error.to_string().into()),
        }
    }

    /// Shows an installed program: every link on the way to it, the installation that contains it, and a script's
    /// interpreter.
    fn installed(&mut self, program: &Path, depth: usize) {
        let mut place = program.to_owned();
        for _ in 0..FOLLOWED_MAX {
            if !self.seen.insert(place.clone()) || depth > FOLLOWED_MAX {
                return;
            }
            if !is_system(&place) {
                match self.installation(&place) {
                    Some(folders) => folders.iter().for_each(|folder| self.show(folder, &real(folder))),
                    None => self.show(&place, &real(&place)),
                }
            }
            if let Some(home) = environment_of(&place).and_then(|environment| home_of(&environment)) {
                self.base(&home, place.file_name().map(Path::new), depth);
            }
            match fs::read_link(&place) {
                Ok(target) => place = place.parent().unwrap_or(Path::new("/")).join(target),
                Err(_) => break,
            }
        }
        // A parent folder may be a link too.
        let end = real(&place);
        if end != place {
            return self.installed(&end, depth + 1);
        }
        self.script(&end, depth);
    }

    /// Shows the installation that a virtual environment was made from.
    fn base(&mut self, home: &Path, name: Option<&Path>, depth: usize) {
        let names = [name.unwrap_or(Path::new("python")), Path::new("python3"), Path::new("python")];
        if let Some(program) = names.iter().map(|name| home.join(name)).find(|program| program.exists()) {
            self.installed(&program, depth + 1);
        }
    }

    /// Shows the interpreter of a script, from its first line.
    fn script(&mut self, file: &Path, depth: usize) {
        let Some(line) = first_line(file) else { return };
        let Some(line) = line.strip_prefix("#!") else { return };
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        if let Some(interpreter) = words.first().filter(|word| word.starts_with('/')) {
            self.installed(Path::new(interpreter), depth + 1);
        }
        self.starter(&words);
    }

    /// Shows the program started by a starter such as `env`.
    fn starter(&mut self, words: &[String]) {
        let Some((first, rest)) = words.split_first() else { return };
        let name = Path::new(first).file_name().unwrap_or_default();
        if !STARTERS.iter().any(|starter| name == *starter) {
            return;
        }
        let mut words = rest.iter().filter(|word| !word.starts_with('-') && !word.contains(['=', '/']));
        if let Some(program) = words.find_map(|word| program(word, &self.folder)) {
            self.installed(&program, 1);
        }
    }

    /// The folders of the installation that contains a program; `None` if none does.
    fn installation(&self, program: &Path) -> Option<Vec<PathBuf>> {
        let folder = program.parent()?;
        let root = folder.parent()?;
        let is_program_folder = PROGRAM_FOLDERS.iter().any(|name| folder.file_name().is_some_and(|is| is == *name));
        if !is_program_folder || root.parent().is_none() || is_home(root) {
            return None;
        }
        // A personal installation lies among private files.
        let is_shared = root.file_name().is_some_and(|name| name == ".local");
        if is_shared || self.holds_hidden(&real(root)) {
            let folders = [folder.to_owned(), root.join("lib"), root.join("lib64"), root.join("pyvenv.cfg")];
            let fits = |folder: &PathBuf| folder.exists() && !self.holds_hidden(&real(folder));
            return Some(folders.into_iter().filter(fits).collect());
        }
        Some(vec![root.to_owned()])
    }

    fn show(&mut self, place: &Path, what: &Path) {
        let around = |shown: &PathBuf| place.starts_with(shown);
        let is_given = !self.is_hidden(what) && !self.holds_hidden(what);
        if !is_system(place) && what.exists() && is_given && !self.needs.shown.keys().any(around) {
            self.needs.shown.retain(|shown, _| !shown.starts_with(place));
            self.needs.shown.insert(place.to_owned(), what.to_owned());
        }
    }

    fn is_hidden(&self, path: &Path) -> bool {
        self.hidden.iter().any(|hidden| path.starts_with(hidden))
    }

    /// True if this folder contains a hidden path.
    fn holds_hidden(&self, folder: &Path) -> bool {
        self.hidden.iter().any(|hidden| hidden.starts_with(folder))
    }

    fn lacks(&mut self, said: &str, why: Message) {
        self.needs.lacking.push((said.to_owned(), why));
    }
}

/// A path relative to another, both inside the program's home; `None` if it leads outside.
fn contained_path(folder: &Path, path: &Path) -> Option<PathBuf> {
    let mut place = folder.to_owned();
    for part in path.components() {
        match part {
            Component::ParentDir => place.pop().then_some(())?,
            Component::Normal(name) => place.push(name),
            Component::CurDir | Component::RootDir | Component::Prefix(_) => {}
        }
    }
    (!place.as_os_str().is_empty()).then_some(place)
}

/// The virtual environment of a path: the nearest folder around it with a `pyvenv.cfg`.
fn environment_of(path: &Path) -> Option<PathBuf> {
    path.ancestors().take(3).find(|folder| folder.join("pyvenv.cfg").is_file()).map(Path::to_owned)
}

/// The folder of the Python programs that a virtual environment was made from.
fn home_of(environment: &Path) -> Option<PathBuf> {
    let text = fs::read_to_string(environment.join("pyvenv.cfg")).ok()?;
    let home = text.lines().find_map(|line| {
        let (key, value) = line.split_once('=')?;
        (key.trim() == "home").then(|| PathBuf::from(value.trim()))
    })?;
    home.is_absolute().then_some(home)
}

/// True if a folder is a user's home, with private files.
fn is_home(folder: &Path) -> bool {
    let own = std::env::var_os("HOME").map(PathBuf::from);
    folder == Path::new("/root") || folder.parent() == Some(Path::new("/home")) || own.as_deref() == Some(folder)
}

fn first_line(file: &Path) -> Option<String> {
    let mut line = Vec::new();
    BufReader::new(fs::File::open(file).ok()?.take(256)).read_until(b'\n', &mut line).ok()?;
    Some(String::from_utf8_lossy(&line).trim().to_owned())
}

/// The real path; the path as written if it does not exist.
fn real(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

#[cfg(test)]
mod tests;
