//! The lines of the log, and their spans.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::support::viva;

#[test]
fn a_line_of_the_log_says_of_which_contest_round_interview_and_entry_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let output = viva()
        // Spans are printed even if they have no line of their own level or place.
        .env("VIVA_LOG", "error,server::entries=info,server::running_contest=info")
        .args(["demo", "--json", "--seed", "1", "--talk", "2m", "--pace", "240", "--out"])
        .arg(folder.path())
        .output()
        .unwrap();
    let log = String::from_utf8(output.stderr).unwrap();
    let told: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|why| panic!("{why}: {log}"));
    let mut expected = BTreeSet::new();
    for interview in told["result"]["interviews"].as_array().unwrap() {
        let (round, judge) = (format!("R{}", interview["round"]), interview["judge"].as_str().unwrap());
        let seats = interview["seats"].as_object().unwrap().values().map(|witness| witness.as_str().unwrap());
        for entry in seats.filter(|witness| witness.starts_with('E')) {
            expected.insert(format!(
                "contest{{contest.id=\"demo\"}}:round{{round.id={round}}}:interview{{interview.id={round}-{judge}}}:\
                 entry{{entry.id={entry}}}: the link of {entry} starts"
            ));
        }
    }
    assert_eq!(expected.len(), 16);
    // The time and the level precede them.
    let spans_of = |end: &str| {
        log.lines()
            .filter(|line| line.contains(end))
            .filter_map(|line| Some(&line[line.find("contest{")?..]))
            .map(str::to_owned)
            .collect::<BTreeSet<_>>()
    };
    assert_eq!(spans_of(" starts"), expected, "{log}");
    assert!(
        spans_of("checkpoint of").iter().all(|line| line.starts_with("contest{contest.id=\"demo\"}: checkpoint")),
        "{log}"
    );
    assert!(!spans_of("checkpoint of").is_empty(), "{log}");
}
