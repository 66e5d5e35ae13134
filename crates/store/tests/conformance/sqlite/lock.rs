//! One server per folder.

use std::{
    io::{Read, Write},
    path::Path,
};

use store::{Limits, OpenError, SqliteStore};

use super::open;
use crate::support::{child, place_as_child};

#[test]
fn a_second_server_in_the_same_process_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let _first = open(folder.path());
    let error = SqliteStore::open(folder.path(), Limits { max_bytes: None }).unwrap_err();
    assert!(matches!(error, OpenError::Locked { .. }), "{error}");
}

#[test]
fn a_second_server_in_another_process_is_refused_and_told_why() {
    let folder = tempfile::tempdir().unwrap();
    let first = open(folder.path());
    let told = second_server(folder.path());
    assert!(told.contains("in use by another server (stop that server, or choose another folder)"), "{told}");
    assert!(told.contains(&folder.path().display().to_string()), "{told}");

    drop(first);
    let told = second_server(folder.path());
    assert!(told.contains("came in"), "{told}");
}

/// The child process of the test above; run on its own, it does nothing.
#[test]
fn a_server_that_comes_second() {
    let Some(place) = place_as_child() else { return };
    let told = match SqliteStore::open(Path::new(place.name()), Limits { max_bytes: None }) {
        Ok(_store) => "came in".to_owned(),
        Err(error) => error.to_string(),
    };
    writeln!(std::io::stdout(), "{told}").unwrap();
}

fn second_server(folder: &Path) -> String {
    let mut server = child("sqlite::lock::a_server_that_comes_second", folder.to_str().unwrap()).spawn().unwrap();
    let mut told = String::new();
    server.stdout.take().unwrap().read_to_string(&mut told).unwrap();
    assert!(server.wait().unwrap().success(), "{told}");
    told
}
