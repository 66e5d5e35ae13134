//! The modules of one crate: which names each defines and takes in, and in which file a path leads to its end.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
};

use super::tokens::{tokens, without_tests};

/// Keywords before an item's name.
const ITEMS: [&str; 9] = ["fn", "struct", "enum", "union", "trait", "type", "const", "static", "macro"];

/// More renamings than this lead in a circle of their own.
const DEEPEST: usize = 24;

/// The modules of a crate, its root first.
pub(super) struct Modules {
    all: Vec<Module>,
}

#[derive(Default)]
struct Module {
    file: PathBuf,
    parent: usize,
    children: BTreeMap<String, usize>,
    items: BTreeSet<String>,
    /// Imported names: the name in this file, and its path.
    uses: Vec<(String, Vec<String>)>,
    globs: Vec<Vec<String>>,
    /// Paths in code, of two words or more.
    paths: Vec<Vec<String>>,
    /// True if the file has more than `mod` and `use`.
    code: bool,
}

/// The end of a path.
#[derive(Clone, Copy)]
enum End {
    Module(usize),
    Item(usize),
}

impl Modules {
    /// Reads the crate with this root file. `text_of` gives the text of a file, if there is such a file.
    pub(super) fn read(root: &Path, text_of: &dyn Fn(&Path) -> Option<String>) -> Self {
        let mut modules = Self { all: vec![Module { file: root.to_owned(), ..Module::default() }] };
        let text = text_of(root).unwrap_or_default();
        let folder = root.parent().unwrap_or(Path::new("")).to_owned();
        modules.read_module(0, &without_tests(&tokens(&text)), &folder, text_of);
        modules
    }

    /// Returns the arrows: from a file, to another, and the name that the first takes from the second.
    pub(super) fn arrows(&self) -> BTreeSet<(&Path, &Path, String)> {
        let mut arrows = BTreeSet::new();
        for (at, module) in self.all.iter().enumerate() {
            // A file that only hands names on is a face: imports from it lead to the file behind.
            if !self.all.iter().any(|other| other.file == module.file && other.code) {
                continue;
            }
            let named = module.uses.iter().map(|(_, path)| path).chain(&module.paths);
            for path in named {
                if let Some((End::Item(other), name)) = self.resolve(at, path, 0) {
                    arrows.insert((module.file.as_path(), self.all[other].file.as_path(), name));
                }
            }
            for path in &module.globs {
                if let Some((End::Module(other) | End::Item(other), _)) = self.resolve(at, path, 0) {
                    arrows.insert((module.file.as_path(), self.all[other].file.as_path(), "*".to_owned()));
                }
            }
        }
        // Imports from a parent to its own children tie no circle.
        arrows.retain(|(from, to, _)| from != to && !self.is_inside(to, from));
        arrows
    }

    /// True if the module in the first file is inside the module in the second.
    fn is_inside(&self, inner: &Path, outer: &Path) -> bool {
        let Some(mut at) = self.all.iter().position(|module| module.file == inner) else { return false };
        while at != 0 {
            at = self.all[at].parent;
            if self.all[at].file == outer {
                return true;
            }
        }
        false
    }

    fn read_module(&mut self, at: usize, tokens: &[&str], folder: &Path, text_of: &dyn Fn(&Path) -> Option<String>) {
        let (mut place, mut depth) = (0, 0_usize);
        while place < tokens.len() {
            let rest = &tokens[place..];
            let before = place.checked_sub(1).map_or("", |before| tokens[before]);
            place += 1;
            match rest {
                ["{" | "(" | "[", ..] => depth += 1,
                ["}" | ")" | "]", ..] => depth = depth.saturating_sub(1),
                ["mod", name, ";", ..] => {
                    self.read_file(at, name, folder, text_of);
                    place += 2;
                }
                ["mod", name, "{", ..] => {
                    let length = block(&rest[2..]);
                    let child = self.add(at, name, self.all[at].file.clone());
                    self.read_module(child, &rest[3..2 + length], &folder.join(name), text_of);
                    place += 1 + length;
                }
                ["use", ..] if is_statement(before) => {
                    let length = rest.iter().position(|&token| token == ";").unwrap_or(rest.len());
                    self.read_use(at, &rest[1..length], &[]);
                    place += length;
                }
                ["macro_rules", "!", name, ..] => {
                    self.define(at, name);
                    // `#[macro_export]` puts a macro into the root, from every file.
                    if tokens[..place].ends_with(&["#", "[", "macro_export", "]", "macro_rules"]) && at != 0 {
                        let path = self.path_of(at, name);
                        self.all[0].uses.push(((*name).to_owned(), path));
                    }
                    place += 2;
                }
                [keyword, name, ..] if depth == 0 && ITEMS.contains(keyword) && !ITEMS.contains(name) => {
                    self.define(at, name);
                    place += 1;
                }
                ["impl", ..] => self.all[at].code = true,
                [first, "::", ..] if before != "::" && before != "." && is_name(first) => {
                    let path = path(rest);
                    place += path.len() * 2 - 2;
                    self.all[at].code |= depth == 0 || path.len() > 1;
                    if path.len() > 1 {
                        self.all[at].paths.push(path);
                    }
                }
                _ => {}
            }
        }
    }

    fn read_file(&mut self, at: usize, name: &str, folder: &Path, text_of: &dyn Fn(&Path) -> Option<String>) {
        let inside = folder.join(name);
        for file in [folder.join(format!("{name}.rs")), inside.join("mod.rs")] {
            if let Some(text) = text_of(&file) {
                let child = self.add(at, name, file);
                self.read_module(child, &without_tests(&tokens(&text)), &inside, text_of);
                return;
            }
        }
    }

    fn add(&mut self, parent: usize, name: &str, file: PathBuf) -> usize {
        let child = self.all.len();
        self.all[parent].children.insert(name.to_owned(), child);
        self.all.push(Module { file, parent, ..Module::default() });
        child
    }

    fn define(&mut self, at: usize, name: &str) {
        self.all[at].items.insert(name.to_owned());
        self.all[at].code = true;
    }

    /// Returns the path of an item from the crate's root.
    fn path_of(&self, at: usize, item: &str) -> Vec<String> {
        let mut path = vec![item.to_owned()];
        let mut module = at;
        while module != 0 {
            let parent = self.all[module].parent;
            let name = self.all[parent].children.iter().find(|(_, child)| **child == module);
            path.extend(name.map(|(name, _)| name.clone()));
            module = parent;
        }
        path.push("crate".to_owned());
        path.reverse();
        path
    }

    /// Reads one tree of a `use`: a path and its continuation.
    fn read_use(&mut self, at: usize, tokens: &[&str], start: &[String]) {
        let mut whole = start.to_vec();
        let mut name = None;
        let mut place = 0;
        while let Some(&token) = tokens.get(place) {
            match token {
                "{" => {
                    let length = block(&tokens[place..]);
                    for tree in branches(&tokens[place + 1..place + length]) {
                        self.read_use(at, tree, &whole);
                    }
                    return;
                }
                "*" => {
                    self.all[at].globs.push(whole);
                    return;
                }
                "as" => {
                    name = tokens.get(place + 1).map(|&name| name.to_owned());
                    break;
                }
                "self" if !whole.is_empty() => {}
                word if is_name(word) => whole.push(word.to_owned()),
                _ => {}
            }
            place += 1;
        }
        if let Some(name) = name.or_else(|| whole.last().cloned()) {
            self.all[at].uses.push((name, whole));
        }
    }

    /// Returns the file at the end of a path in a module, and the name there, if it ends in this crate.
    fn resolve(&self, at: usize, path: &[String], depth: usize) -> Option<(End, String)> {
        let (first, rest) = path.split_first()?;
        match first.as_str() {
            "crate" => self.walk(0, rest, depth),
            "self" => self.walk(at, rest, depth),
            "super" => {
                let mut above = self.all[at].parent;
                let mut rest = rest;
                while let Some(("super", more)) = rest.split_first().map(|(first, more)| (first.as_str(), more)) {
                    (above, rest) = (self.all[above].parent, more);
                }
                self.walk(above, rest, depth)
            }
            _ if depth > DEEPEST => None,
            _ => self.step(at, path, depth),
        }
    }

    fn walk(&self, at: usize, path: &[String], depth: usize) -> Option<(End, String)> {
        let Some(name) = path.first() else { return Some((End::Module(at), String::new())) };
        // A name that a macro of the module makes is not seen: the module's file has it all the same.
        self.step(at, path, depth).or_else(|| Some((End::Item(at), name.clone())))
    }

    fn step(&self, at: usize, path: &[String], depth: usize) -> Option<(End, String)> {
        if depth > DEEPEST {
            return None;
        }
        let (name, rest) = path.split_first()?;
        let module = &self.all[at];
        // A module and a function may share a name; only a module has a longer path.
        if let Some(child) = module.children.get(name).filter(|_| !rest.is_empty() || !module.items.contains(name)) {
            return self.walk(*child, rest, depth);
        }
        if module.items.contains(name) {
            return Some((End::Item(at), name.clone()));
        }
        for (_, path) in module.uses.iter().filter(|(known, _)| known == name) {
            // `use tokio::time;` names another crate and not the module itself.
            if path.len() == 1 && path[0] == *name {
                continue;
            }
            let whole: Vec<String> = path.iter().chain(rest).cloned().collect();
            if let Some(end) = self.resolve(at, &whole, depth + 1) {
                return Some(end);
            }
        }
        module.globs.iter().find_map(|glob| match self.resolve(at, glob, depth + 1) {
            Some((End::Module(other), _)) => self.step(other, path, depth + 1),
            Some((End::Item(_), _)) | None => None,
        })
    }
}

/// True if `use` may follow this token (as it may not in `impl use<'a>`).
fn is_statement(before: &str) -> bool {
    matches!(before, "" | ";" | "}" | "{" | "]" | "pub" | ")")
}

fn is_name(token: &str) -> bool {
    token.starts_with(|letter: char| letter.is_alphabetic() || letter == '_')
}

/// Returns the words of a path at the start, up to its generic arguments.
fn path(tokens: &[&str]) -> Vec<String> {
    let mut path = vec![tokens[0].to_owned()];
    let mut rest = &tokens[1..];
    while let ["::", name, more @ ..] = rest
        && is_name(name)
    {
        path.push((*name).to_owned());
        rest = more;
    }
    path
}

/// Returns the place of the bracket that closes the one at the start.
fn block(tokens: &[&str]) -> usize {
    let mut depth = 0_usize;
    for (at, &token) in tokens.iter().enumerate() {
        match token {
            "{" | "(" | "[" => depth += 1,
            "}" | ")" | "]" => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return at;
        }
    }
    tokens.len().saturating_sub(1)
}

/// Returns the trees between the braces of a `use`.
fn branches<'t, 'a>(tokens: &'t [&'a str]) -> Vec<&'t [&'a str]> {
    let mut depth = 0_usize;
    tokens
        .split(|&token| {
            match token {
                "{" => depth += 1,
                "}" => depth = depth.saturating_sub(1),
                _ => {}
            }
            token == "," && depth == 0
        })
        .filter(|tree| !tree.is_empty())
        .collect()
}
