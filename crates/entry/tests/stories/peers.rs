//! Third-party programs and packages for tests; `./test --peers` installs them.

#![allow(dead_code, reason = "every test binary needs some of it")]

use std::{
    env,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// The Python with the packages of `./test`; fails if this statement fails in it.
pub(crate) fn python(probe: &str) -> String {
    let python = format!("{}/bin/python3", env::var("VIVA_TEST_PYTHON").unwrap());
    needs(&python, &["-c", probe]);
    python
}

/// The folder of Node's packages, for `NODE_PATH`; fails if this package is missing.
pub(crate) fn node(package: &str) -> PathBuf {
    let folder = Path::new(&env::var_os("VIVA_TEST_NODE").unwrap()).join("node_modules");
    let there = folder.join(package);
    assert!(there.exists(), "the package `{package}` is not at {}: run `./test --peers`", there.display());
    folder
}

/// Fails if this third-party program does not work: a missing one must not let a test pass.
pub(crate) fn needs(program: &str, arguments: &[&str]) {
    let tried = Command::new(program).args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).status();
    let works = tried.is_ok_and(|status| status.success());
    assert!(works, "`{program} {}` does not work: run `./test --peers`", arguments.join(" "));
}

/// A file of the shipped examples.
pub(crate) fn example(name: &str) -> String {
    file("../../examples", name)
}

/// A file of this project that turns a third-party program into an entry.
pub(crate) fn peer(name: &str) -> String {
    file("tests/peers", name)
}

/// A file below this crate's folder.
pub(crate) fn file(folder: &str, name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder).join(name);
    assert!(path.exists(), "{}", path.display());
    path.to_str().unwrap().to_owned()
}
