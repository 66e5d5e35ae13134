//! The slowest tests of a run: they decide how long `./test` takes.
//!
//! Read from the report that the test runner writes in the form of `JUnit`; its attributes are in quotes, with `&quot;` inside.

use std::{cmp::Reverse, fs, io, path::Path};

/// The number of tests that are named.
const NAMED: usize = 20;

/// A test and its time.
#[derive(Debug, PartialEq)]
struct Timed {
    milliseconds: u64,
    name: String,
}

/// Lists the slowest tests of a report, one a line, the slowest first, after the sum of all.
///
/// # Errors
/// If the report cannot be read.
pub(crate) fn list(report: &Path) -> io::Result<String> {
    let mut tests = read(&fs::read_to_string(report)?);
    tests.sort_by_key(|test| Reverse(test.milliseconds));
    let all: u64 = tests.iter().map(|test| test.milliseconds).sum();
    let mut lines = format!("{:8.1} s  all {} tests, one after the other\n", seconds(all), tests.len());
    for test in tests.iter().take(NAMED) {
        lines.push_str(&format!("{:8.1} s  {}\n", seconds(test.milliseconds), test.name));
    }
    Ok(lines)
}

fn read(report: &str) -> Vec<Timed> {
    let cases = report.split("<testcase ").skip(1);
    cases
        .filter_map(|case| {
            let case = case.split('>').next()?;
            let time: f64 = attribute(case, "time")?.parse().ok()?;
            let name = format!("{} {}", attribute(case, "classname")?, attribute(case, "name")?);
            Some(Timed { milliseconds: (time * 1000.0).round() as u64, name })
        })
        .collect()
}

/// The value of an attribute of an element, without its quotes.
fn attribute<'e>(element: &'e str, name: &str) -> Option<&'e str> {
    let mut pairs = element.split("\" ").filter_map(|pair| pair.trim_start().split_once("=\""));
    pairs.find(|(found, _)| *found == name)?.1.split('"').next()
}

fn seconds(milliseconds: u64) -> f64 {
    milliseconds as f64 / 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_names_each_test_with_its_time() {
        let report = "<testsuites name=\"n\" time=\"9.9\">\n<testsuite name=\"viva::e2e\">\n\
            <testcase name=\"days::a_day\" classname=\"viva::e2e\" timestamp=\"t\" time=\"61.250\">\n</testcase>\n\
            <testcase name=\"reveal::steps\" classname=\"contest\" time=\"0.004\"/>\n";
        let of = |milliseconds, name: &str| Timed { milliseconds, name: name.to_owned() };
        assert_eq!(read(report), [of(61_250, "viva::e2e days::a_day"), of(4, "contest reveal::steps")]);
    }
}
