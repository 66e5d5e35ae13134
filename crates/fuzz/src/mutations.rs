//! A Bolero engine that runs a test on mutated examples.

use std::{env, fmt, fs, path::PathBuf, str::FromStr};

use bolero::{
    Engine, Test,
    bolero_engine::{driver::Options, input::Bytes, panic},
};

use crate::{chance::Chance, mutation::mutated};

/// Runs a check on a fixed number of mutated examples.
pub(crate) struct Mutations<'e> {
    examples: &'e [Vec<u8>],
    runs: u64,
    seed: u64,
    /// The folder for failing inputs.
    crashes: PathBuf,
}

impl<'e> Mutations<'e> {
    /// Makes `runs` examples from seed 1, unless `BOLERO_RANDOM_ITERATIONS` or `BOLERO_RANDOM_SEED` sets another number or seed.
    pub(crate) fn new(examples: &'e [Vec<u8>], runs: u64, crashes: PathBuf) -> Self {
        let runs = variable("BOLERO_RANDOM_ITERATIONS").unwrap_or(runs);
        let seed = variable("BOLERO_RANDOM_SEED").unwrap_or(1);
        Self { examples, runs, seed, crashes }
    }
}

impl<T: Test> Engine<T> for Mutations<'_>
where
    T::Value: fmt::Debug,
{
    type Output = ();

    fn run(self, mut test: T, options: Options) {
        panic::set_hook();
        for run in 0..self.runs {
            let input = mutated(self.examples, &mut Chance::new(self.seed, run));
            panic::forward_panic(false);
            let outcome = test.test(&mut Bytes::new(&input, &options));
            panic::forward_panic(true);
            if let Err(why) = outcome {
                let file = self.crashes.join(format!("{}-{run}", self.seed));
                fs::create_dir_all(&self.crashes)
                    .and_then(|()| fs::write(&file, &input))
                    .expect("the input can be kept");
                panic::forward_panic(false);
                let shrunk = test.shrink(input, None, &options);
                panic::forward_panic(true);
                let shrunk = shrunk.map_or_else(String::new, |shrunk| format!("\nIn short:\n{:?}", shrunk.input));
                panic!("{why}\nThe input is kept in {}.{shrunk}", file.display());
            }
        }
    }
}

fn variable<T: FromStr>(name: &str) -> Option<T> {
    env::var(name).ok()?.parse().ok()
}
