//! Checks our dependencies against `deny.toml`: their licences, their registry, and that their versions are named.
//!
//! `cargo metadata` knows all of it, so that no tool has to be built for it first; cargo-deny reads the same file where the list
//! of vulnerabilities is asked (`./test --advisories`).

use std::{
    collections::{BTreeMap, BTreeSet},
    fs, io,
    path::Path,
    process::Command,
};

use serde::Deserialize;
use spdx::{Expression, ParseMode};

/// The file with the rules, in the root of the workspace.
const FILE: &str = "deny.toml";

/// The parts of `deny.toml` that this check reads.
#[derive(Deserialize)]
struct Policy {
    graph: Graph,
    licenses: Licences,
    sources: Sources,
}

#[derive(Deserialize)]
struct Graph {
    targets: Vec<String>,
}

#[derive(Deserialize)]
struct Licences {
    allow: BTreeSet<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Sources {
    allow_registry: Vec<String>,
}

/// The parts of the output of `cargo metadata` that this check reads.
#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    version: String,
    license: Option<String>,
    /// Absent in a package of this workspace.
    source: Option<String>,
    dependencies: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    name: String,
    req: String,
    /// The folder of a package of this workspace.
    path: Option<String>,
}

/// Returns a fault for each dependency that the rules do not allow, on any of the platforms in them.
pub(crate) fn check(root: &Path) -> io::Result<Vec<String>> {
    let policy = toml::from_str(&fs::read_to_string(root.join(FILE))?).map_err(io::Error::other)?;
    let mut packages = BTreeMap::new();
    for package in platforms(root, &policy)? {
        packages.insert((package.name.clone(), package.version.clone()), package);
    }
    Ok(packages.values().flat_map(|package| faults(package, &policy)).collect())
}

fn platforms(root: &Path, policy: &Policy) -> io::Result<Vec<Package>> {
    let mut packages = Vec::new();
    for target in &policy.graph.targets {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let output = Command::new(cargo)
            .current_dir(root)
            .args(["metadata", "--quiet", "--format-version", "1", "--locked", "--all-features"])
            .args(["--filter-platform", target])
            .output()?;
        if !output.status.success() {
            return Err(io::Error::other(String::from_utf8_lossy(&output.stderr).into_owned()));
        }
        let metadata: Metadata = serde_json::from_slice(&output.stdout)?;
        packages.extend(metadata.packages);
    }
    Ok(packages)
}

fn faults(package: &Package, policy: &Policy) -> Vec<String> {
    let name = format!("`{} {}`", package.name, package.version);
    let Some(source) = &package.source else {
        let any = package.dependencies.iter().filter(|dependency| dependency.req == "*" && dependency.path.is_none());
        return any.map(|any| format!("{name} takes any version of `{}` (name one)", any.name)).collect();
    };
    let mut faults = Vec::new();
    let is_allowed = |registry: &String| source.strip_prefix("registry+") == Some(registry);
    if !policy.sources.allow_registry.iter().any(is_allowed) {
        faults.push(format!("{name} comes from {source}, which `{FILE}` does not name"));
    }
    let licence = package.license.as_deref().unwrap_or_default();
    match Expression::parse_mode(licence, ParseMode::LAX) {
        Ok(parsed) if parsed.evaluate(|asked| policy.licenses.allow.contains(&asked.to_string())) => {}
        Ok(_) => faults.push(format!("{name} is under `{licence}`, which `{FILE}` does not allow")),
        Err(why) => faults.push(format!("the licence of {name}, `{licence}`, cannot be read: {}", why.reason)),
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    fn policy() -> Policy {
        let text = "[graph]\ntargets = []\n[licenses]\nallow = ['MIT', 'Apache-2.0 WITH LLVM-exception']\n\
                    [sources]\nallow-registry = ['https://index']\n";
        toml::from_str(text).unwrap()
    }

    fn package(source: Option<&str>, license: Option<&str>, dependencies: Vec<Dependency>) -> Package {
        let text = |text: &str| text.to_owned();
        Package {
            name: text("peer"),
            version: text("1.0.0"),
            license: license.map(text),
            source: source.map(text),
            dependencies,
        }
    }

    #[test]
    fn one_allowed_licence_of_several_is_enough_and_all_of_those_that_apply_together_are_needed() {
        let found = |licence| faults(&package(Some("registry+https://index"), licence, Vec::new()), &policy());
        for fine in ["MIT", "GPL-3.0-only OR MIT", "MIT/GPL-3.0", "MIT AND Apache-2.0 WITH LLVM-exception"] {
            assert_eq!(found(Some(fine)), Vec::<String>::new(), "{fine}");
        }
        for bad in [None, Some("GPL-3.0-only"), Some("MIT AND GPL-3.0-only"), Some("Apache-2.0"), Some("as you like")] {
            assert_eq!(found(bad).len(), 1, "{bad:?}");
        }
    }

    #[test]
    fn other_registries_and_versions_without_a_name_are_faults() {
        let elsewhere = faults(&package(Some("git+https://elsewhere"), Some("MIT"), Vec::new()), &policy());
        assert_eq!(elsewhere, ["`peer 1.0.0` comes from git+https://elsewhere, which `deny.toml` does not name"]);
        let any = |path: Option<&str>| {
            let path = path.map(str::to_owned);
            let any = Dependency { name: "any".to_owned(), req: "*".to_owned(), path };
            faults(&package(None, None, vec![any]), &policy())
        };
        assert_eq!(any(None), ["`peer 1.0.0` takes any version of `any` (name one)"]);
        assert_eq!(any(Some("crates/any")), Vec::<String>::new());
    }
}
