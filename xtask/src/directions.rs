//! Checks that crates depend only on permitted crates: compares [`crate::parts`] with the output of `cargo tree`.

use std::{fs, io, path::Path, process::Command};

use crate::parts::{PARTS, Part};

/// Crates that bring a runtime, a socket, a database or chance.
const IMPURE: [&str; 10] =
    ["async-std", "fastrand", "getrandom", "mio", "rand", "reqwest", "rusqlite", "smol", "socket2", "tokio"];

/// Returns a fault for every dependency that is not permitted. Dependencies for tests do not count.
pub(crate) fn check(root: &Path) -> io::Result<Vec<String>> {
    let names = crate_names(root)?;
    let mut faults = Vec::new();
    for name in &names {
        let Some(part) = PARTS.iter().find(|part| part.name == name) else {
            faults
                .push(format!("crate `{name}` has no place in the architecture (give it one in `xtask/src/parts.rs`)"));
            continue;
        };
        let direct: Vec<String> = dependencies(root, name, &["--depth", "1"])?;
        faults.extend(wrong_arrows(part, &direct, &names));
        if part.pure {
            faults.extend(impurities(part, &dependencies(root, name, &[])?));
        }
    }
    Ok(faults)
}

fn wrong_arrows(part: &Part, direct: &[String], ours: &[String]) -> Vec<String> {
    direct
        .iter()
        .filter(|name| ours.contains(name) && *name != part.name && !part.uses.contains(&name.as_str()))
        .map(|name| {
            format!(
                "`{}` depends on `{name}`, which is not below it (move what it needs down, or hand it in)",
                part.name
            )
        })
        .collect()
}

fn impurities(part: &Part, all: &[String]) -> Vec<String> {
    all.iter()
        .filter(|name| IMPURE.contains(&name.as_str()))
        .map(|name| {
            format!(
                "`{0}` must stay pure and depends on `{name}` (`cargo tree -p {0} -e normal -i {name}` shows how)",
                part.name
            )
        })
        .collect()
}

fn crate_names(root: &Path) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(root.join("crates"))? {
        let entry = entry?;
        if entry.path().join("Cargo.toml").is_file() {
            names.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    names.sort();
    Ok(names)
}

fn dependencies(root: &Path, name: &str, more: &[&str]) -> io::Result<Vec<String>> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .current_dir(root)
        .args(["tree", "--quiet", "--package", name, "--all-features", "--edges", "normal,build"])
        .args(["--prefix", "none", "--format", "{p}"])
        .args(more)
        .output()?;
    if !output.status.success() {
        return Err(io::Error::other(String::from_utf8_lossy(&output.stderr).into_owned()));
    }
    Ok(names_in(&String::from_utf8_lossy(&output.stdout)))
}

/// Returns the crates of a tree, sorted, each once. A line is a name, a version, and sometimes a path or a mark.
fn names_in(tree: &str) -> Vec<String> {
    let mut names: Vec<String> =
        tree.lines().filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect();
    names.sort();
    names.dedup();
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    const TALLY: Part = Part { name: "tally", pure: true, uses: &["rulebook"] };

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(|&name| name.to_owned()).collect()
    }

    #[test]
    fn a_tree_is_read_as_names() {
        let tree =
            "tally v0.1.0 (/somewhere/crates/tally)\nrulebook v0.1.0 (/somewhere)\nserde v1.0.0 (*)\nserde v1.0.0\n";
        assert_eq!(names_in(tree), ["rulebook", "serde", "tally"]);
    }

    #[test]
    fn an_arrow_that_points_up_is_a_fault_and_one_that_points_down_is_none() {
        let ours = names(&["rulebook", "server", "tally"]);
        assert_eq!(wrong_arrows(&TALLY, &names(&["rulebook", "serde", "tally"]), &ours), Vec::<String>::new());
        let faults = wrong_arrows(&TALLY, &names(&["rulebook", "server"]), &ours);
        assert_eq!(
            faults,
            ["`tally` depends on `server`, which is not below it (move what it needs down, or hand it in)"]
        );
    }

    #[test]
    fn a_runtime_below_a_pure_part_is_a_fault() {
        let faults = impurities(&TALLY, &names(&["serde", "tokio"]));
        assert_eq!(
            faults,
            ["`tally` must stay pure and depends on `tokio` (`cargo tree -p tally -e normal -i tokio` shows how)"]
        );
    }
}
