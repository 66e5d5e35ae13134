//! The contents of a result: numbers, ids and codes, and no sentence.

use proptest::prelude::*;
use serde_json::{Value, json};

use crate::{
    Fraction, Note, Reason, Score, Share, Tally,
    fixture::{any, ballots, rulebook},
    result::{Evidence, WhyCarried, WhyWithheld},
    tally,
};

/// Every value in a document, with its path.
fn every<'v>(value: &'v Value, path: String, found: &mut Vec<(String, &'v Value)>) {
    match value {
        Value::Array(items) => {
            (0..).zip(items).for_each(|(index, item): (usize, _)| every(item, format!("{path}/{index}"), found));
        }
        Value::Object(members) => {
            members.iter().for_each(|(name, member)| every(member, format!("{path}/{name}"), found));
        }
        _ => {}
    }
    found.push((path, value));
}

/// Values that a result may not have: words separated by spaces, and numbers that are not whole or too large for
/// canonical JSON.
fn not_data((path, value): &(String, &Value)) -> Option<String> {
    let is_data = match value {
        Value::String(text) => !text.contains(char::is_whitespace),
        Value::Number(number) => number.as_u64().is_some_and(|number| number < 1 << 53),
        _ => true,
    };
    (!is_data).then(|| format!("{path}: {value}"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn a_result_holds_no_sentence_and_reads_back_as_it_was(
        kind in any::kind(), ballots in any::ballots(), circumstances in any::circumstances(),
    ) {
        let found = tally(&rulebook(kind), &ballots, &circumstances);
        let written = serde_json::to_value(&found).unwrap();
        let mut values = vec![];
        every(&written, String::new(), &mut values);
        let wrong: Vec<String> = values.iter().filter_map(not_data).collect();
        prop_assert_eq!(wrong, Vec::<String>::new());
        prop_assert_eq!(serde_json::from_value::<Tally>(written).unwrap(), found);
    }

    #[test]
    fn a_result_with_one_more_member_anywhere_is_refused(
        kind in any::kind(), ballots in any::ballots(), circumstances in any::circumstances(),
    ) {
        let written = serde_json::to_value(tally(&rulebook(kind), &ballots, &circumstances)).unwrap();
        let mut values = vec![];
        every(&written, String::new(), &mut values);
        for (path, _) in values.iter().filter(|(_, value)| value.is_object()) {
            let mut more = written.clone();
            more.pointer_mut(path).unwrap()["because"] = json!("it was better");
            prop_assert!(serde_json::from_value::<Tally>(more).is_err(), "{} took one more member", path);
        }
    }
}

/// Reasons that occur in none of the kinds of contest above.
#[test]
fn a_reason_without_figures_takes_no_other_member() {
    fn refuses<T: serde::de::DeserializeOwned>(codes: &[&str]) {
        for code in codes {
            assert!(serde_json::from_value::<T>(json!({ "code": code })).is_ok(), "{code}");
            assert!(
                serde_json::from_value::<T>(json!({ "code": code, "because": "it was better" })).is_err(),
                "{code}"
            );
        }
    }
    refuses::<Note>(&["no-ballots"]);
    refuses::<WhyWithheld>(&["no-confederate-scored"]);
    refuses::<Evidence>(&["no-score"]);
    assert!(serde_json::from_value::<Reason>(json!({ "code": "liked" })).is_err());
    assert!(serde_json::from_value::<WhyCarried>(json!({ "code": "liked" })).is_err());
}

#[test]
fn forty_of_seventy_two_stay_forty_of_seventy_two() {
    let share = Score::Share(Share::new(40, 72));
    let written = json!({ "kind": "share", "part": 40, "whole": 72, "exact": { "numerator": 5, "denominator": 9 } });
    assert_eq!(serde_json::to_value(share).unwrap(), written);
    assert_eq!(serde_json::from_value::<Score>(written).unwrap(), share);
    assert_eq!((share.to_string(), share.exact()), ("0.56 (40/72)".to_owned(), Fraction::new(5, 9).unwrap()));
}

#[test]
fn a_figure_that_contradicts_itself_is_refused() {
    for wrong in [
        json!({ "kind": "share", "part": 40, "whole": 72, "exact": { "numerator": 4, "denominator": 9 } }),
        json!({ "kind": "share", "part": 40, "whole": 72 }),
        json!({ "kind": "share", "part": 73, "whole": 72, "exact": { "numerator": 73, "denominator": 72 } }),
        json!({ "kind": "mean", "exact": { "numerator": 4, "denominator": 8 }, "numbers": 8 }),
        json!({ "kind": "mean", "exact": { "numerator": 4, "denominator": 0 }, "numbers": 8 }),
        json!({ "kind": "mean", "exact": { "numerator": 4.5, "denominator": 1 }, "numbers": 8 }),
        json!({ "kind": "mean", "exact": "0.5 (4/8)", "numbers": 8 }),
    ] {
        assert!(serde_json::from_value::<Score>(wrong.clone()).is_err(), "{wrong}");
    }
}

/// A whole result in its written form: a change here is a change of the format.
#[test]
fn a_result_is_written_like_this() {
    let mut rules = rulebook("choice");
    (rules.roles.judges, rules.roles.entries) = (2, 2);
    rules.awards.retain(|award| ["first", "silver"].contains(&award.id.as_str()));
    let lines = "J1 E1 C1: choice E1\nJ1 E2 C2: choice C2\nJ2 E1 C2: choice C2\nJ2 E2 C1: choice E2\n\
                 J1 ranks E1 E2\nJ2 ranks E1 E2";
    let found = tally(&rules, &ballots(lines), &crate::Circumstances::default());
    let times = json!({ "kind": "times", "times": 1, "interviews": 2 });
    let mean = |rank: u64| json!({ "kind": "mean", "exact": { "numerator": rank, "denominator": 1 }, "numbers": 2 });
    let fooled = |witness: &str, judge: &str| {
        json!({
            "witness": witness,
            "held": false,
            "trials": [{
                "trial": 1,
                "held": false,
                "found": [{
                    "condition": { "fooled": { "judges": 2, "confederates": 2 } },
                    "held": false,
                    "evidence": { "code": "taken-by", "times": 1, "judges": [judge], "confederates": ["C1"] },
                }],
            }],
        })
    };
    let expected = json!({
        "standings": [
            { "witness": "E1", "place": 1, "score": times, "tie_breaks": [mean(1)] },
            { "witness": "E2", "place": 2, "score": times, "tie_breaks": [mean(2)] },
        ],
        "confederates": found.confederates,
        "awards": [{
            "award": "first",
            "to": ["E1"],
            "each": { "hundredths": 300_000, "currency": "USD" },
            "grounds": {
                "reason": {
                    "code": "alone",
                    "holder": { "witness": "E1", "score": times, "judges": ["J1"] },
                    "by": "times-taken-for-human",
                    "among": 2,
                    "behind": [],
                    "level_with": ["E2"],
                    "decided": [{
                        "by": { "by": "mean-rank" },
                        "between": [{ "witness": "E1", "score": mean(1) }, { "witness": "E2", "score": mean(2) }],
                        "best": "E1",
                    }],
                },
            },
        }],
        "withheld": [{
            "award": "silver",
            "reason": { "code": "not-met", "judged": [fooled("E1", "J1"), fooled("E2", "J2")] },
        }],
        "carried_over": [],
        "trials": [],
        "notes": found.notes,
    });
    assert_eq!(serde_json::to_value(&found).unwrap(), expected);
}
