//! `docs/result.md`: its example is a result that can be recounted, its reference is made from the types.
//!
//! `UPDATE=1 cargo test -p contest --test stories result_page` writes both.

use std::{collections::BTreeMap, env};

use contest::{ContestResult, json, result::Report};
use rulebook::{InterviewId, RoundNumber, Rulebook, Seat};
use tally::{Answers, Ballots, Circumstances, Outcome};

use crate::{
    reference::{Page, reference},
    story::{Story, rules},
};

const PAGE: Page = Page("result.md");
const EXAMPLE: [&str; 2] = ["<!-- example: a result -->\n\n```json\n", "```\n\n<!-- end of example -->"];
const SENTENCES: [&str; 2] = ["<!-- example: its sentences -->\n\n```json\n", "```\n\n<!-- end of its sentences -->"];
const REFERENCE: [&str; 2] = ["<!-- reference: made from the types -->\n\n", "\n<!-- end of reference -->"];

/// The rules of 2010 with one of each role.
fn small() -> Rulebook {
    rules("loebner-2010", |rules| {
        (rules.roles.judges, rules.roles.entries, rules.roles.confederates) = (1, 1, 1);
    })
}

#[test]
fn the_example_is_what_its_own_ballots_give() {
    if env::var_os("UPDATE").is_some() {
        let report = played();
        PAGE.replace(EXAMPLE, &String::from_utf8(json::to_json(&report.result)).unwrap());
        PAGE.replace(SENTENCES, &String::from_utf8(json::to_json(&report.sentences)).unwrap());
    }
    let written = PAGE.part(EXAMPLE);
    let result: ContestResult = serde_json::from_str(&written).unwrap();
    assert_eq!(String::from_utf8(json::to_json(&result)).unwrap(), written);

    let interviews = result.interviews.iter().map(|interview| Outcome {
        trial: interview.trial,
        interview: InterviewId { round: RoundNumber::new(interview.round), judge: interview.judge },
        witnesses: interview.seats.values().copied().collect(),
        answers: interview.answers.as_ref().map(|given| Answers { choice: given.choice, ..Answers::default() }),
    });
    let ballots = Ballots { interviews: interviews.collect(), rankings: result.rankings.clone() };
    assert_eq!(tally::tally(&small(), &ballots, &Circumstances::default()), result.tally);
    let told = tally::Sentences::new(&small(), &result.tally, &BTreeMap::<_, String>::new()).told();
    assert_eq!(String::from_utf8(json::to_json(&told)).unwrap(), PAGE.part(SENTENCES));
}

#[test]
fn the_reference_is_that_of_the_types() {
    let made = reference::<ContestResult>("The result");
    if env::var_os("UPDATE").is_some() {
        PAGE.replace(REFERENCE, &made);
    }
    assert!(PAGE.part(REFERENCE) == made, "docs/result.md is behind the types: run this test with UPDATE=1");
}

/// A contest of one round, in which the judge takes the left witness for the human.
fn played() -> Report {
    let mut story = Story::under(small());
    story.open_round().unwrap();
    story.wait_out();
    story.votes(1, Seat::Left).unwrap();
    story.wait_out();
    story.play_on();
    story.wait_out();
    Report::of(story.contest()).unwrap()
}
