//! What a program needs of the file system, told from its command, its `files`, and what lies there.
//!
//! Two rules, so that an organiser can foresee what an entry finds:
//!
//! - What its table names by a path that counts from the contest file's folder is *copied*, under the same name, into a
//!   working folder of the program's own. Nothing else of the contest's folder is there. A virtual environment is shown, not
//!   copied, because its files hold its place; so is a file of 64 MiB and more.
//! - What its table names by an absolute path, or by a name that `PATH` finds, is *shown* at its place, read-only: of an
//!   interpreter the whole installation, of everything else the file.
//!
//! Links are followed where the table names them. Inside a folder that is copied they are copied as links.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    io::{BufRead, BufReader, Read},
    os::unix::fs::MetadataExt,
    path::{Component, Path, PathBuf},
};

use language::Message;

use crate::digest::{Named, named};

/// Folders that programs are made of, on every machine: shown to all.
pub(super) const SYSTEM: [&str; 9] =
    ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/etc", "/nix/store", "/gnu/store"];

/// Folders of an installation that hold what starts programs.
const PROGRAM_FOLDERS: [&str; 3] = ["bin", "sbin", "shims"];

/// Programs whose arguments are another program.
const STARTERS: [&str; 6] = ["env", "stdbuf", "nice", "setsid", "timeout", "nohup"];

/// A file of so many bytes is shown, not copied.
const LARGE: u64 = 64 << 20;

/// The most files of a copy, and the deepest.
const THINGS_MAX: usize = 100_000;
const DEPTH_MAX: usize = 32;

/// How far scripts, links and environments are followed.
const FOLLOWED_MAX: usize = 16;

/// The name of the working folder in a program's home.
const WORKING: &str = "program";

/// What a program needs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Needs {
    /// The command as it is started in its working folder.
    pub(super) words: Vec<String>,
    /// Its working folder, told from its home.
    pub(super) folder: PathBuf,
    /// What is copied.
    pub(super) copies: Vec<Copied>,
    /// What is shown read-only: where, and what. A place that is not absolute is told from the program's home.
    pub(super) shown: BTreeMap<PathBuf, PathBuf>,
    /// Links: where, told from the program's home, and to what.
    pub(super) links: BTreeMap<PathBuf, PathBuf>,
    /// How much is copied, in bytes.
    pub(super) bytes: u64,
    /// What its table names and it cannot have: the name, and why.
    pub(super) lacking: Vec<(String, Message)>,
}

/// A file or folder that is copied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Copied {
    /// Where it really is.
    pub(super) from: PathBuf,
    /// Where it comes to be, told from the program's home.
    pub(super) to: PathBuf,
    /// What of a folder is left out, told from it.
    pub(super) left_out: Vec<PathBuf>,
}

/// What a program of this command and these `files` needs; `folder` is the contest file's, and nothing that is `hidden`
/// is given to it.
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
    // The contest's folder has another name inside.
    let words = command.iter().map(|word| word.replace(&absolute, ""));
    Needs { words: words.collect(), folder: gathering.working(), ..gathering.needs }
}

/// The file that the system would start for this word.
pub(super) fn program(program: &str, folder: &Path) -> Option<PathBuf> {
    if program.contains('/') {
        return Some(folder.join(program)).filter(|file| file.is_file());
    }
    let path = std::env::var_os("PATH")?;
    let found = std::env::split_paths(&path).map(|place| folder.join(place).join(program));
    found.into_iter().find(|file| fs::metadata(file).is_ok_and(|what| what.is_file() && what.mode() & 0o111 != 0))
}

/// Whether this is part of the system, which every program sees.
pub(super) fn is_system(path: &Path) -> bool {
    SYSTEM.iter().any(|system| path.starts_with(system))
}

struct Gathering {
    folder: PathBuf,
    hidden: Vec<PathBuf>,
    /// How many folders up a name leads: so deep lies the working folder.
    up: usize,
    seen: BTreeSet<PathBuf>,
    copied: BTreeSet<PathBuf>,
    things: usize,
    needs: Needs,
}

/// The path that a name of a table has from the folder, if it is told from there; `None` where it is absolute and leads
/// elsewhere, or is found in `PATH`.
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
        // As deep as names lead upwards, so that they stay in the program's home.
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
        let Some(to) = beneath(&self.working(), path) else {
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

    /// Counts what is to be copied, and takes out what is shown; false where it is shown as a whole.
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

    /// A virtual environment is there at its own place, because its files hold that, and by a link where the table
    /// names it.
    fn link_environment(&mut self, environment: &Path, to: &Path, program: &Path, depth: usize) {
        let place = real(environment);
        self.show(&place, &place);
        self.needs.links.insert(to.to_owned(), place.clone());
        let inside = program.strip_prefix(environment).ok().filter(|inside| !inside.as_os_str().is_empty());
        let inside = inside.unwrap_or(Path::new("bin/python"));
        self.installed(&place.join(inside), depth + 1);
    }

    /// A file or folder that the table names by an absolute path.
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

    /// A program that is installed somewhere: every link on the way to it, the installation that it is part of, and what
    /// runs it where it is a script.
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
        // A folder on the way may be a link too.
        let end = real(&place);
        if end != place {
            return self.installed(&end, depth + 1);
        }
        self.script(&end, depth);
    }

    /// The installation that a virtual environment was made from.
    fn base(&mut self, home: &Path, name: Option<&Path>, depth: usize) {
        let names = [name.unwrap_or(Path::new("python")), Path::new("python3"), Path::new("python")];
        if let Some(program) = names.iter().map(|name| home.join(name)).find(|program| program.exists()) {
            self.installed(&program, depth + 1);
        }
    }

    /// What runs a script: the program of its first line.
    fn script(&mut self, file: &Path, depth: usize) {
        let Some(line) = first_line(file) else { return };
        let Some(line) = line.strip_prefix("#!") else { return };
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        if let Some(interpreter) = words.first().filter(|word| word.starts_with('/')) {
            self.installed(Path::new(interpreter), depth + 1);
        }
        self.starter(&words);
    }

    /// The program that a program such as `env` starts.
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

    /// The folders of the installation that a program is part of; `None` where it is no part of one.
    fn installation(&self, program: &Path) -> Option<Vec<PathBuf>> {
        let folder = program.parent()?;
        let root = folder.parent()?;
        let is_program_folder = PROGRAM_FOLDERS.iter().any(|name| folder.file_name().is_some_and(|is| is == *name));
        if !is_program_folder || root.parent().is_none() || is_home(root) {
            return None;
        }
        // What people install for themselves lies among what they keep.
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

    /// Whether something that is hidden lies in this folder.
    fn holds_hidden(&self, folder: &Path) -> bool {
        self.hidden.iter().any(|hidden| hidden.starts_with(folder))
    }

    fn lacks(&mut self, said: &str, why: Message) {
        self.needs.lacking.push((said.to_owned(), why));
    }
}

/// A place told from another, both told from the program's home; `None` where it leads out of that.
fn beneath(folder: &Path, path: &Path) -> Option<PathBuf> {
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

/// The virtual environment that a path is of, or in: the nearest folder around it with a `pyvenv.cfg`.
fn environment_of(path: &Path) -> Option<PathBuf> {
    path.ancestors().take(3).find(|folder| folder.join("pyvenv.cfg").is_file()).map(Path::to_owned)
}

/// Where the programs are from which a virtual environment was made.
fn home_of(environment: &Path) -> Option<PathBuf> {
    let text = fs::read_to_string(environment.join("pyvenv.cfg")).ok()?;
    let home = text.lines().find_map(|line| {
        let (key, value) = line.split_once('=')?;
        (key.trim() == "home").then(|| PathBuf::from(value.trim()))
    })?;
    home.is_absolute().then_some(home)
}

/// Whether a folder is somebody's home, where everything lies.
fn is_home(folder: &Path) -> bool {
    let own = std::env::var_os("HOME").map(PathBuf::from);
    folder == Path::new("/root") || folder.parent() == Some(Path::new("/home")) || own.as_deref() == Some(folder)
}

fn first_line(file: &Path) -> Option<String> {
    let mut line = Vec::new();
    BufReader::new(fs::File::open(file).ok()?.take(256)).read_until(b'\n', &mut line).ok()?;
    Some(String::from_utf8_lossy(&line).trim().to_owned())
}

/// Where a path really is; as it is written when it is not there.
fn real(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

#[cfg(test)]
mod tests;
