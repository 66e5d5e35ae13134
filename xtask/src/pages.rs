//! Checks Markdown files: every block of code is closed, and every link within the project leads to a file or heading.

use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
};

use crate::sources::files_of;

/// The mark that opens and closes a block of code.
const FENCE: &str = "```";

/// Returns every fault of the workspace's Markdown files.
pub(crate) fn check(root: &Path) -> io::Result<Vec<String>> {
    let pages = read(root)?;
    let headings: BTreeMap<&PathBuf, Vec<String>> =
        pages.iter().map(|(file, text)| (file, prose(text).filter_map(|(_, line)| anchor(line)).collect())).collect();
    let mut faults = Vec::new();
    for (file, text) in &pages {
        let path = file.strip_prefix(root).unwrap_or(file).display();
        faults.extend(
            open_block(text).map(|line| format!("{path}:{line}: a block of code is not closed (end it with {FENCE})")),
        );
        for (line, link) in links(text) {
            let (to, part) = link.split_once('#').unwrap_or((&link, ""));
            let to = if to.is_empty() { file.clone() } else { beside(file, to) };
            let known = headings.get(&to);
            if !to.exists() {
                faults.push(format!("{path}:{line}: `{link}` leads to no file"));
            } else if !part.is_empty() && known.is_some_and(|known| !known.iter().any(|heading| heading == part)) {
                faults.push(format!(
                    "{path}:{line}: `{link}` leads to no heading (that page has {})",
                    known.map_or_else(String::new, |known| known.join(", "))
                ));
            }
        }
    }
    Ok(faults)
}

/// Returns the files that the pages link to.
pub(crate) fn targets(root: &Path) -> io::Result<Vec<PathBuf>> {
    let pages = read(root)?;
    let of_page = |(file, text): (&PathBuf, &String)| {
        links(text).into_iter().map(|(_, link)| beside(file, &link)).collect::<Vec<_>>()
    };
    Ok(pages.iter().flat_map(of_page).collect())
}

/// Reads every Markdown file of the workspace.
fn read(root: &Path) -> io::Result<BTreeMap<PathBuf, String>> {
    files_of(root, "md")?.into_iter().map(|file| Ok((file.clone(), fs::read_to_string(file)?))).collect()
}

/// Returns the lines outside blocks of code, with their numbers.
fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut is_code = false;
    (1..).zip(text.lines()).filter(move |(_, line)| {
        let is_fence = line.trim_start().starts_with(FENCE);
        is_code ^= is_fence;
        !is_code && !is_fence
    })
}

/// Returns the first line of a block of code that is never closed, or that contains the start of another.
fn open_block(text: &str) -> Option<usize> {
    let mut begun = None;
    for (number, line) in (1..).zip(text.lines()) {
        match line.trim_start().strip_prefix(FENCE) {
            Some(kind) if begun.is_none() => begun = Some((number, kind)),
            Some("") => begun = None,
            Some(_) => break,
            None => {}
        }
    }
    begun.map(|(number, _)| number)
}

/// Returns the links within the project, with their line numbers.
fn links(text: &str) -> Vec<(usize, String)> {
    let of_line = |(number, line): (usize, &str)| {
        // Text between backticks is no link.
        let words: String = line.split('`').step_by(2).collect::<Vec<_>>().join("`");
        let targets = words.split("](").skip(1).filter_map(|rest| rest.split(')').next()).map(str::to_owned);
        targets.map(|target| (number, target)).collect::<Vec<_>>()
    };
    prose(text).flat_map(of_line).filter(|(_, target)| !target.contains(':')).collect()
}

/// Resolves a path relative to a page's folder.
fn beside(page: &Path, path: &str) -> PathBuf {
    let mut whole = page.parent().map(Path::to_path_buf).unwrap_or_default();
    for part in path.split('/') {
        match part {
            "." | "" => {}
            ".." => drop(whole.pop()),
            part => whole.push(part),
        }
    }
    whole
}

/// Returns a heading's anchor, the part of a link after `#`: lower case, hyphens for spaces, no marks but `-` and `_`.
fn anchor(line: &str) -> Option<String> {
    let heading = line.trim_start_matches('#').strip_prefix(' ').filter(|_| line.starts_with('#'))?;
    let letters = heading.trim().chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    Some(letters.flat_map(char::to_lowercase).map(|c| if c == ' ' { '-' } else { c }).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_that_is_not_closed_is_a_fault_where_it_begins() {
        assert_eq!(open_block("a\n```sh\nls\n```\n"), None);
        assert_eq!(open_block("a\n```sh\nls\n"), Some(2));
        assert_eq!(open_block("```toml\na = 1\nText.\n\n```toml\nb = 1\n```\n"), Some(1), "another one begins in it");
    }

    #[test]
    fn links_are_those_of_the_text_within_the_project() {
        let page = "See [a](b.md#c), `[no](link)`, [out](https://example.org) and [here](#d).\n```\n[x](y)\n```\n";
        assert_eq!(links(page), [(1, "b.md#c".to_owned()), (1, "#d".to_owned())]);
        assert_eq!(beside(Path::new("docs/protocols/lpp.md"), "../entries.md"), Path::new("docs/entries.md"));
    }

    #[test]
    fn a_heading_has_the_anchor_that_forges_give_it() {
        assert_eq!(anchor("## The course, of a `contest`!"), Some("the-course-of-a-contest".to_owned()));
        assert_eq!(anchor("#hashtag"), None);
        assert_eq!(anchor("Text"), None);
    }
}
