//! Runs a parser on inputs that are nearly right. For tests only: no part of the program depends on it.
//!
//! A target is a check that must hold for any bytes, and a folder of examples: `__fuzz__/NAME/corpus` beside the test's
//! source, where Bolero looks for it. [`target!`] runs the check on each example unchanged, then on a fixed number of mutated
//! examples, the same on each run. Bolero's own random inputs are bytes that text parsers reject early. Bolero is used to
//! shrink a failing input, and to run the same target under a fuzzer guided by coverage (`cargo bolero`).
//!
//! Bolero's variables `BOLERO_RANDOM_ITERATIONS` and `BOLERO_RANDOM_SEED` set the number of mutated examples and their seed.
//! Failing inputs are kept in `__fuzz__/NAME/crashes`, and tried first on later runs.

mod chance;
mod mutation;
mod mutations;

#[doc(hidden)]
pub use bolero;

use std::{fs, path::Path};

use bolero::{TargetLocation, TestTarget};
use mutations::Mutations;

/// Checks a parser inside a test: `target!("plan-csv", 2_000, |bytes| ...)` with the target's name, the number of mutated examples,
/// and a check that panics on a fault.
#[macro_export]
macro_rules! target {
    ($name:literal, $runs:literal, $check:expr) => {{
        let location = $crate::bolero::TargetLocation {
            package_name: env!("CARGO_PKG_NAME"),
            manifest_dir: env!("CARGO_MANIFEST_DIR"),
            module_path: module_path!(),
            file: file!(),
            line: line!(),
            item_path: $crate::bolero::__item_path__!(),
            test_name: Some($name.to_owned()),
        };
        if location.should_run() {
            $crate::run(location, $runs, $check);
        }
    }};
}

/// Runs a target, for [`target!`].
#[doc(hidden)]
pub fn run(location: TargetLocation, runs: u64, check: fn(&[u8])) {
    let folder = location.work_dir().expect("the source of a target is where it was compiled");
    let examples = examples(&folder.join("corpus"));
    // Under a fuzzer, this runs until an input fails; otherwise it tries the examples.
    bolero::test(location).with_iterations(0).for_each(check);
    TestTarget::new(Mutations::new(&examples, runs, folder.join("crashes"))).for_each(check);
}

/// The files of a folder, in the order of their names.
fn examples(corpus: &Path) -> Vec<Vec<u8>> {
    let entries = fs::read_dir(corpus).unwrap_or_else(|why| panic!("{}: {why}", corpus.display()));
    let mut files: Vec<_> = entries.map(|entry| entry.expect("the corpus can be listed").path()).collect();
    files.sort();
    assert!(!files.is_empty(), "{} is empty (a target needs an example)", corpus.display());
    files.iter().map(|file| fs::read(file).expect("an example can be read")).collect()
}
