//! Measures the directory protocol: a key from the judge to the entry and one back, through both sides of this crate,
//! compared with the bare system calls and with a poll every 50 ms, in one run.
//!
//! `bench/README.md` explains how to run it and how to read the result. It prints numbers and asserts none.

#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a benchmark prints, and stops at the first surprise")]

use std::{
    collections::VecDeque,
    fs,
    path::{Path, PathBuf},
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use entry::{FromEntry, Link, Setup, ToEntry, serve_lpp, start};
use inotify::{Inotify, WatchMask};
use rulebook::{
    Key,
    contest_file::{Lpp, Protocol},
};

/// The number of timed pairs of keys, one each way, unless the environment sets another; ten times as many are sent
/// without waiting.
const PAIRS: usize = 2_000;
/// The number of pairs for the peer that polls.
const POLLED: usize = 60;
/// The number of runs of each way, in turn; the run with the median figure counts.
const RUNS: usize = 5;
/// The sleep between two polls in the programs of those years.
const POLL: Duration = Duration::from_millis(50);

fn main() {
    let folder = std::env::var_os("LPP_BENCH_FOLDER").map_or_else(|| PathBuf::from("/dev/shm"), PathBuf::from);
    let pairs = std::env::var("LPP_BENCH_PAIRS").map_or(PAIRS, |text| text.parse().unwrap());
    let stream = pairs * 10;
    let runtime = Arc::new(tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap());
    let (mut bare, mut ours) = (Vec::new(), Vec::new());
    let (mut bare_rates, mut our_rates) = (Vec::new(), Vec::new());
    for _run in 0..RUNS {
        bare.push(in_new(&folder, |place| bare_pairs(place, pairs, Wait::Told)));
        ours.push(in_new(&folder, |place| runtime.block_on(our_pairs(place, pairs))));
        bare_rates.push(in_new(&folder, |place| bare_stream(place, stream)));
        our_rates.push(in_new(&folder, |place| runtime.block_on(our_stream(place, stream))));
    }
    let polled = in_new(&folder, |place| bare_pairs(place, POLLED, Wait::Polled));

    println!("a key there and a key back, in {}, median of {RUNS} runs:\n", folder.display());
    let (bare, ours) = (middle(bare), middle(ours));
    line("bare mkdir, inotify, rmdir", &bare, &bare);
    line("both of our sides", &ours, &bare);
    line("looking every 50 ms", &polled, &bare);
    println!("\n  ours is {:.0} times faster than looking every 50 ms\n", ratio(polled.median, ours.median));
    let (bare_rate, our_rate) = (median(bare_rates), median(our_rates));
    println!("{stream} keys each way without waiting:\n");
    println!("  bare mkdir, inotify, rmdir   {bare_rate:>9.0} pairs/s");
    println!("  both of our sides            {our_rate:>9.0} pairs/s   {:>6.2} x", our_rate / bare_rate);
}

/// The times of pairs.
struct Times {
    median: Duration,
    ninety_ninth: Duration,
}

impl Times {
    fn of(mut times: Vec<Duration>) -> Self {
        times.sort();
        Self { median: times[times.len() / 2], ninety_ninth: times[times.len() * 99 / 100] }
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Wait {
    Told,
    Polled,
}

/// One bare side: makes keys of its extension, and removes those of the other.
struct Bare {
    place: PathBuf,
    inotify: Inotify,
    wait: Wait,
    other: &'static str,
    told: VecDeque<String>,
    number: usize,
}

impl Bare {
    fn new(place: &Path, wait: Wait, other: &'static str) -> Self {
        let inotify = Inotify::init().unwrap();
        inotify.watches().add(place, WatchMask::CREATE).unwrap();
        Self { place: place.to_owned(), inotify, wait, other, told: VecDeque::new(), number: 0 }
    }

    fn make(&mut self, extension: &str) {
        self.number += 1;
        fs::create_dir(self.place.join(format!("{:018}.Return.{extension}", self.number))).unwrap();
    }

    /// Waits for a key of the other side, and removes it.
    fn take(&mut self) {
        while self.told.is_empty() {
            if self.wait == Wait::Polled {
                thread::sleep(POLL);
                let names = fs::read_dir(&self.place).unwrap().map(|item| item.unwrap().file_name());
                let names = names.filter_map(|name| name.into_string().ok());
                self.told.extend(names.filter(|name| name.ends_with(self.other)));
            } else {
                let mut buffer = [0; 4096];
                let events = self.inotify.read_events_blocking(&mut buffer).unwrap();
                let names = events.filter_map(|event| event.name?.to_str().map(str::to_owned));
                self.told.extend(names.filter(|name| name.ends_with(self.other)));
            }
        }
        let name = self.told.pop_front().unwrap();
        fs::remove_dir(self.place.join(name)).unwrap();
    }
}

fn bare_pairs(place: &Path, pairs: usize, wait: Wait) -> Times {
    let (mut judge, mut entry) = (Bare::new(place, wait, "other"), Bare::new(place, wait, "judge"));
    let answers = thread::spawn(move || {
        for _ in 0..pairs {
            entry.take();
            entry.make("other");
        }
    });
    let times = (0..pairs).map(|_| {
        let began = Instant::now();
        judge.make("judge");
        judge.take();
        began.elapsed()
    });
    let times = times.collect();
    answers.join().unwrap();
    Times::of(times)
}

fn bare_stream(place: &Path, stream: usize) -> f64 {
    let (mut judge, mut entry) = (Bare::new(place, Wait::Told, "other"), Bare::new(place, Wait::Told, "judge"));
    let answers = thread::spawn(move || {
        for _ in 0..stream {
            entry.take();
            entry.make("other");
        }
    });
    let began = Instant::now();
    // The system queues at most 16,384 events.
    for sent in 0..stream {
        judge.make("judge");
        if sent >= 1_000 {
            judge.take();
        }
    }
    (0..stream.min(1_000)).for_each(|_| judge.take());
    answers.join().unwrap();
    stream as f64 / began.elapsed().as_secs_f64()
}

/// A link whose entry answers every Return with one.
async fn ready(place: &Path) -> Link {
    let directory = place.join("communications");
    let protocol = Protocol::Lpp(Lpp::ByHand(directory.clone()));
    let mut link = start(Setup::new(protocol, rulebook::shipped::rulebook("loebner-2010").unwrap().interview, place));
    assert_eq!(link.from_entry.recv().await, Some(FromEntry::Ready));
    thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        // Ends with an error when the directory is removed.
        let _ = runtime.block_on(serve_lpp(&directory, Duration::ZERO, |_| vec![String::new()]));
    });
    // The first answer shows that it listens.
    link.to_entry.send(ToEntry::Key(Key::Return)).await.unwrap();
    assert_eq!(link.from_entry.recv().await, Some(FromEntry::Key(Key::Return)));
    link
}

async fn our_pairs(place: &Path, pairs: usize) -> Times {
    let mut link = ready(place).await;
    let mut times = Vec::with_capacity(pairs);
    for _ in 0..pairs {
        let began = Instant::now();
        link.to_entry.send(ToEntry::Key(Key::Return)).await.unwrap();
        assert_eq!(link.from_entry.recv().await, Some(FromEntry::Key(Key::Return)));
        times.push(began.elapsed());
    }
    Times::of(times)
}

async fn our_stream(place: &Path, stream: usize) -> f64 {
    let mut link = ready(place).await;
    let began = Instant::now();
    let to_entry = link.to_entry.clone();
    let send = async {
        for _ in 0..stream {
            to_entry.send(ToEntry::Key(Key::Return)).await.unwrap();
        }
    };
    let receive = async {
        for _ in 0..stream {
            assert_eq!(link.from_entry.recv().await, Some(FromEntry::Key(Key::Return)));
        }
    };
    tokio::join!(send, receive);
    stream as f64 / began.elapsed().as_secs_f64()
}

fn in_new<T>(folder: &Path, run: impl FnOnce(&Path) -> T) -> T {
    let place = tempfile::tempdir_in(folder).unwrap();
    run(place.path())
}

fn middle(mut times: Vec<Times>) -> Times {
    times.sort_by_key(|times| times.median);
    times.swap_remove(times.len() / 2)
}

fn median(mut rates: Vec<f64>) -> f64 {
    rates.sort_by(f64::total_cmp);
    rates[rates.len() / 2]
}

fn ratio(a: Duration, b: Duration) -> f64 {
    a.as_secs_f64() / b.as_secs_f64()
}

fn line(what: &str, times: &Times, bare: &Times) {
    let us = |time: Duration| time.as_secs_f64() * 1e6;
    println!(
        "  {what:<28} median {:>9.1} us, 99th {:>9.1} us   {:>7.2} x",
        us(times.median),
        us(times.ninety_ninth),
        ratio(times.median, bare.median)
    );
}
