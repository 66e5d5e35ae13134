//! Counts, per crate, the clauses in comments that take a noun's place, and the type names with too many meanings.
//!
//! [`PROSE`] holds each crate's figures, rounded up, and they only go down. A figure mirrors the style of
//! `CONTRIBUTING.md`; a comment that avoids the words and says less is no gain.

use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
};

use crate::{parts::PARTS, sources::files_of};

/// Words that often begin a clause in a noun's place.
const CLAUSE_WORDS: [&str; 12] = [
    "what", "whatever", "whoever", "whom", "whose", "nobody", "somebody", "anew", "told", "tells", "stands", "whereby",
];

/// First words of a doc comment that opens with such a clause.
const OPENERS: [&str; 9] = ["What", "How", "Whether", "Who", "Whoever", "Whose", "That", "Where", "Of"];

/// The most definitions of one type name outside tests.
const USES_MAX: usize = 5;

/// The permitted number of type names with more than [`USES_MAX`] definitions.
const CROWDED: usize = 3;

/// The folders with more than [`Figures::LEAST`].
const PROSE: [(&str, Figures); 3] = [
    ("crates/questions", Figures { clauses: 3, openers: 2 }),
    ("crates/rulebook", Figures { clauses: 3, openers: 4 }),
    ("crates/server", Figures { clauses: 4, openers: 2 }),
];

/// The most places that a fault lists.
const LISTED: usize = 8;

/// Permitted figures of a folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Figures {
    /// Clause words per 1,000 words of comments, rounded up.
    clauses: usize,
    /// Doc comments that open with a clause, in percent, rounded up.
    openers: usize,
}

impl Figures {
    /// The figures of folders outside [`PROSE`].
    const LEAST: Self = Self { clauses: 2, openers: 2 };
}

/// Counts of comments.
#[derive(Debug, Default)]
struct Count {
    words: usize,
    docs: usize,
    /// The place of each clause word, such as `src/lib.rs:3: whose`.
    clauses: Vec<String>,
    /// The place of each doc comment that opens with a clause.
    openers: Vec<String>,
}

/// Returns a fault for every folder with more clauses in its comments than [`PROSE`] permits, or fewer, and for a type
/// name that joins the crowded ones.
pub(crate) fn check(root: &Path) -> io::Result<Vec<String>> {
    let mut faults = Vec::new();
    let mut names: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    let folders = PARTS.iter().map(|part| format!("crates/{}", part.name)).chain(["bench".into(), "xtask".into()]);
    for folder in folders {
        let mut count = Count::default();
        for file in files_of(&root.join(&folder), "rs")?.into_iter().filter(|file| !is_test(file)) {
            let text = fs::read_to_string(&file)?;
            let path = file.strip_prefix(root).unwrap_or(&file);
            count.add(path, &text);
            for name in types_in(&text) {
                names.entry(name.to_owned()).or_default().push(path.to_owned());
            }
        }
        let allowed = PROSE.iter().find(|(name, _)| *name == folder).map_or(Figures::LEAST, |(_, figures)| *figures);
        faults.extend(count.faults(&folder, allowed));
    }
    faults.extend(crowd(&names, CROWDED));
    Ok(faults)
}

fn is_test(file: &Path) -> bool {
    file.components().any(|part| part.as_os_str() == "tests") || file.to_string_lossy().ends_with("tests.rs")
}

impl Count {
    /// Adds the comments of a file. Consecutive lines are one comment.
    fn add(&mut self, path: &Path, text: &str) {
        let mut in_comment = false;
        for (line, number) in text.lines().zip(1..) {
            let Some(comment) = line.trim_start().strip_prefix("//") else {
                in_comment = false;
                continue;
            };
            let doc = comment.strip_prefix(['/', '!']);
            let body = doc.unwrap_or(comment);
            let place = format!("{}:{number}", path.display());
            if doc.is_some() && !in_comment {
                self.docs += 1;
                let first = words(body).next().unwrap_or_default();
                if body.trim_start().starts_with(first) && OPENERS.contains(&first) {
                    self.openers.push(format!("{place}: {first}"));
                }
            }
            in_comment = true;
            self.words += body
                .split(|character: char| !character.is_ascii_alphabetic() && character != '\'')
                .filter(|word| !word.is_empty())
                .count();
            let clauses = words(body).filter(|word| CLAUSE_WORDS.contains(&word.to_ascii_lowercase().as_str()));
            self.clauses.extend(clauses.map(|word| format!("{place}: {word}")));
        }
    }

    fn figures(&self) -> Figures {
        Figures {
            clauses: (1000 * self.clauses.len()).div_ceil(self.words.max(1)),
            openers: (100 * self.openers.len()).div_ceil(self.docs.max(1)),
        }
    }

    fn faults(&self, folder: &str, allowed: Figures) -> Vec<String> {
        let found = self.figures();
        let mut faults = Vec::new();
        if found.clauses > allowed.clauses {
            faults.push(format!(
                "{folder}: {} clause words per 1,000 in comments, and {} are permitted (name the thing with a noun, \
                 `CONTRIBUTING.md`):{}",
                found.clauses,
                allowed.clauses,
                listed(&self.clauses)
            ));
        }
        if found.openers > allowed.openers {
            faults.push(format!(
                "{folder}: {} % of doc comments open with a clause, and {} % are permitted (open with a noun or a verb, \
                 `CONTRIBUTING.md`):{}",
                found.openers,
                allowed.openers,
                listed(&self.openers)
            ));
        }
        let better = Figures {
            clauses: found.clauses.clamp(Figures::LEAST.clauses, allowed.clauses.max(Figures::LEAST.clauses)),
            openers: found.openers.clamp(Figures::LEAST.openers, allowed.openers.max(Figures::LEAST.openers)),
        };
        if better != allowed {
            let mend = if better == Figures::LEAST {
                format!("take the line of \"{folder}\" out of `PROSE`")
            } else {
                format!("write clauses: {}, openers: {} in the line of \"{folder}\"", better.clauses, better.openers)
            };
            faults
                .push(format!("{folder}: its comments are plainer than `PROSE` says ({mend} in `xtask/src/prose.rs`)"));
        }
        faults
    }
}

/// Returns the first [`LISTED`] places, one a line.
fn listed(places: &[String]) -> String {
    let mut text: String = places.iter().take(LISTED).map(|place| format!("\n  {place}")).collect();
    if places.len() > LISTED {
        text += &format!("\n  and {} more", places.len() - LISTED);
    }
    text
}

/// Returns the words of a text as a compiler divides them: `what_is` is one word.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|character: char| !character.is_alphanumeric() && character != '_').filter(|word| !word.is_empty())
}

/// Returns the names of the structs, enums and traits at the outermost level of a file.
fn types_in(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| {
        let item = match line.strip_prefix("pub") {
            Some(rest) => rest.strip_prefix('(').map_or(rest, |rest| rest.split_once(')').map_or("", |(_, item)| item)),
            None => line,
        };
        let item = if line.starts_with("pub") { item.strip_prefix(' ')? } else { item };
        let name = ["struct ", "enum ", "trait "].iter().find_map(|keyword| item.strip_prefix(keyword))?;
        words(name).next().filter(|name| name.starts_with(|first: char| first.is_ascii_uppercase()))
    })
}

/// Returns a fault if the number of names with more than [`USES_MAX`] definitions is not the permitted one.
fn crowd(names: &BTreeMap<String, Vec<PathBuf>>, permitted: usize) -> Option<String> {
    let crowded: Vec<_> = names.iter().filter(|(_, files)| files.len() > USES_MAX).collect();
    if crowded.len() < permitted {
        return Some(format!(
            "{} type names have more than {USES_MAX} definitions and no longer {permitted} (write {} in `CROWDED` in \
             `xtask/src/prose.rs`)",
            crowded.len(),
            crowded.len()
        ));
    }
    (crowded.len() > permitted).then(|| {
        let lines: Vec<String> = crowded
            .iter()
            .map(|(name, files)| {
                let files: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
                format!("\n  {name} in {}", files.join(", "))
            })
            .collect();
        format!(
            "{} type names have more than {USES_MAX} definitions, and {permitted} may (say the thing in two words):{}",
            crowded.len(),
            lines.concat()
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(text: &str) -> Count {
        let mut count = Count::default();
        count.add(Path::new("src/a.rs"), text);
        count
    }

    #[test]
    fn a_clause_word_counts_in_comments_and_nowhere_else() {
        let count =
            count("//! A file whose\n//! use is plain.\nlet what = \"what\"; // told\n// What's kept, and what_not.\n");
        assert_eq!(count.clauses, ["src/a.rs:1: whose", "src/a.rs:4: What"]);
        assert_eq!(count.words, 6 + 5);
        assert_eq!(count.figures(), Figures { clauses: 182, openers: 0 }, "2 of 11 words, rounded up");
    }

    #[test]
    fn a_doc_comment_opens_once_however_many_lines_it_has() {
        let count =
            count("/// The cells.\n/// What they hold.\nfn a() {}\n    /// Of a row.\n    // How?\nfn b() {}\n");
        assert_eq!((count.docs, count.openers.as_slice()), (2, &["src/a.rs:4: Of".to_owned()][..]));
        assert_eq!(self::count("/// `What` is a name.\n/// `Other`\n").openers, [""; 0], "a name is no clause");
    }

    #[test]
    fn a_raised_figure_is_refused_with_its_places_and_a_lower_one_asks_for_the_table() {
        let count = count("/// What is kept.\n");
        let faults = count.faults("crates/tally", Figures { clauses: 200, openers: 50 });
        assert_eq!(
            faults,
            [
                "crates/tally: 334 clause words per 1,000 in comments, and 200 are permitted (name the thing with a noun, \
                 `CONTRIBUTING.md`):\n  src/a.rs:1: What",
                "crates/tally: 100 % of doc comments open with a clause, and 50 % are permitted (open with a noun or a \
                 verb, `CONTRIBUTING.md`):\n  src/a.rs:1: What",
            ]
        );
        assert_eq!(count.faults("crates/tally", Figures { clauses: 334, openers: 100 }), [""; 0]);
        assert_eq!(
            count.faults("crates/tally", Figures { clauses: 500, openers: 100 }),
            [
                "crates/tally: its comments are plainer than `PROSE` says (write clauses: 334, openers: 100 in the line of \
              \"crates/tally\" in `xtask/src/prose.rs`)"
            ]
        );
        let plain = self::count("/// The kept part.\n").faults("crates/tally", Figures { clauses: 3, openers: 2 });
        assert!(plain.concat().contains("take the line of \"crates/tally\" out"), "{plain:?}");
        assert_eq!(self::count("").faults("crates/tally", Figures::LEAST), [""; 0]);
    }

    #[test]
    fn only_types_at_the_outermost_level_count_as_names() {
        let text = "pub(crate) struct A<'a> {\nenum B;\npub trait C: D {}\n    struct Inner;\nstructure E\n// struct F\ntype G = A;\n";
        assert_eq!(types_in(text).collect::<Vec<_>>(), ["A", "B", "C"]);
    }

    #[test]
    fn a_name_with_six_definitions_is_crowded() {
        let files: Vec<PathBuf> = (0..6).map(|number| format!("{number}.rs").into()).collect();
        let five = BTreeMap::from([("Line".to_owned(), files[1..].to_vec())]);
        assert_eq!(crowd(&five, 0), None);
        let six = BTreeMap::from([("Line".to_owned(), files)]);
        assert_eq!(
            crowd(&six, 0).as_deref(),
            Some(
                "1 type names have more than 5 definitions, and 0 may (say the thing in two words):\n  \
                 Line in 0.rs, 1.rs, 2.rs, 3.rs, 4.rs, 5.rs"
            )
        );
        assert_eq!(crowd(&six, 1), None);
        assert!(crowd(&six, 2).is_some_and(|fault| fault.contains("write 1 in `CROWDED`")));
    }
}
