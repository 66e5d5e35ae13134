//! Foreign programs and packages that tests talk with; `./test --peers` installs them.

#![allow(dead_code, reason = "every test binary needs some of it")]

use std::{
    env,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// The Python that has the packages of `./test`; fails where this statement fails in it.
pub(crate) fn python(probe: &str) -> String {
    let python = format!("{}/bin/python3", env::var("VIVA_TEST_PYTHON").unwrap());
    needs(&python, &["-c", probe]);
    python
}

/// The folder of Node's packages, for `NODE_PATH`; fails where this one is not there.
pub(crate) fn node(package: &str) -> PathBuf {
    let folder = Path::new(&env::var_os("VIVA_TEST_NODE").unwrap()).join("node_modules");
    let there = folder.join(package);
    assert!(there.exists(), "the package `{package}` is not at {}: run `./test --peers`", there.display());
    folder
}

/// A foreign program that is not there is no reason to pass.
pub(crate) fn needs(program: &str, arguments: &[&str]) {
    let tried = Command::new(program).args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).status();
    let works = tried.is_ok_and(|status| status.success());
    assert!(works, "`{program} {}` does not work: run `./test --peers`", arguments.join(" "));
}

/// A file of the examples that are shipped.
pub(crate) fn example(name: &str) -> String {
    file("../../examples", name)
}

/// A file of ours that makes a foreign program an entry.
pub(crate) fn peer(name: &str) -> String {
    file("tests/peers", name)
}

/// A file below this crate's folder.
pub(crate) fn file(folder: &str, name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder).join(name);
    assert!(path.exists(), "{}", path.display());
    path.to_str().unwrap().to_owned()
}
