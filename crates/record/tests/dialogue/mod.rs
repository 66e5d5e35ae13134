//! A dialogue for tests: the example of the rules of 1995.

use record::transcript::{Dialogue, Line, OffsetClock, Role, Visit};
use rulebook::{Side, Timestamp};

pub(crate) fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

/// The screen of the example in the rules of 1995. Its names, day and place are invented.
pub(crate) fn sample() -> Dialogue {
    let said = [
        ("14:12:25", Side::Witness, "Welcome judge 4"),
        ("14:12:32", Side::Judge, "Do you think that the"),
        ("14:12:39", Side::Judge, "Republicans can succeed"),
        ("14:12:55", Side::Judge, "in winning the White House?"),
        ("14:12:56", Side::Judge, ""),
        ("14:13:15", Side::Witness, "Only if Newt succeeds in"),
        ("14:13:17", Side::Witness, "developing a more tolerant image."),
    ];
    let line = |(time, by, text): (&str, Side, &str)| Line {
        at: at(&format!("1995-12-16T{time}-05:00")),
        by,
        text: text.to_owned(),
    };
    Dialogue {
        notice: "(c)1995 Cambridge Center For Behavioral Studies all rights reserved".into(),
        witness: "Talker".into(),
        contestant: "Jo Doe".into(),
        role: Role::Entry,
        started: at("1995-12-16T14:12:20-05:00"),
        clock: OffsetClock::east(-300).unwrap(),
        visits: vec![Visit { judge: 4, lines: said.map(line).to_vec() }],
    }
}
