//! Chances of awards and sizes of contests on the command line.

use serde_json::Value;

use crate::support::{data, talk, viva};

/// The answer in JSON of a command that succeeds.
fn answer(arguments: &str) -> Value {
    let output = viva().args(arguments.split_whitespace()).arg("--json").output().unwrap();
    assert!(output.status.success(), "{arguments}: {}", talk(&output));
    serde_json::from_str(&data(&output)).unwrap()
}

/// The message of a command line that cannot be used.
fn refused(arguments: &str) -> String {
    let output = viva().args(arguments.split_whitespace()).output().unwrap();
    assert_eq!((output.status.code(), data(&output).as_str()), (Some(2), ""), "{arguments}: {}", talk(&output));
    talk(&output)
}

/// The chances of an award, in the order of the shares.
fn chances(told: &Value, award: &str) -> Vec<f64> {
    let awards = told["rulebooks"][0]["awards"].as_array().unwrap();
    let award = awards.iter().find(|found| found["award"] == award).unwrap();
    award["chances"].as_array().unwrap().iter().map(|at| at["met"]["chance"].as_f64().unwrap()).collect()
}

#[test]
fn silver_has_its_known_chances_and_the_wager_nine_of_sixteen() {
    for rulebook in ["loebner-2006", "loebner-2010"] {
        let told = answer(&format!("simulate {rulebook} --human 0.1,0.3,0.5 --exact"));
        let found = chances(&told, "silver");
        let near = |found: f64, expected: f64| (found - expected).abs() < 1e-9;
        assert!(
            found.iter().zip([0.0523, 0.3483, 0.6875]).all(|(found, expected)| near(*found, expected)),
            "{found:?}"
        );
        assert!(told["rulebooks"][0]["awards"][0]["chances"][0]["not_exact"].is_string());
    }
    let told = answer("simulate loebner-2010 --human 0.3 --judges-spread 0 --people-spread 0 --runs 400 --seed e2e");
    let error = (0.3483_f64 * 0.6517 / 400.0).sqrt();
    assert!((chances(&told, "silver")[0] - 0.3483).abs() < 4.0 * error, "{told}");
    let again = answer("simulate loebner-2010 --human 0.3 --judges-spread 0 --people-spread 0 --runs 400 --seed e2e");
    assert_eq!(told, again);
}

#[test]
fn rulebooks_are_compared_and_a_page_names_the_assumptions() {
    let output = viva()
        .args("simulate turing-1950 --compare two-party-2024 --human 0,1 --runs 20 --others 0.3".split(' '))
        .output()
        .unwrap();
    let page = data(&output);
    assert!(output.status.success() && !page.contains("NaN"), "{page}{}", talk(&output));
    for part in [
        "(turing-1950)",
        "(two-party-2024)",
        "E1 meets the conditions",
        "judges 0.4, people 1",
        "taken for the human at 0.3",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
}

#[test]
fn what_cannot_be_simulated_or_planned_is_refused_with_a_reason() {
    for (arguments, reason) in [
        ("simulate second-sight", "conversations that were held elsewhere"),
        ("simulate loebner-2010 --human 1.5", "a share from 0 to 1"),
        ("simulate loebner-2010 --human NaN", "a share from 0 to 1"),
        ("simulate loebner-2010 --trials 2", "has no trials"),
        ("simulate loebner-2006 --entries 7", "allows 2 to 4 entries, not 7"),
        ("simulate loebner-2010 --exact --people-spread 1", "cannot be used with"),
        ("power --share 0.5", "no number of judgements supports"),
        ("power --share 0", "above 0 and below 1"),
        ("power --share 0.6 --alpha NaN", "above 0 and below 0.5"),
        ("power --share 0.5 --sequential", "two different shares"),
        ("power --share 0.6 --rounds 8 --people 2", "only 2 people"),
    ] {
        let told = refused(arguments);
        let told = told.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(told.contains(reason), "{arguments}: {told}");
    }
}

#[test]
fn a_plan_and_its_power_are_there_and_back() {
    assert_eq!(answer("power --share 0.6")["independent"], 194);
    assert_eq!(answer("power --share 0.5 --claim near --margin 0.05")["independent"], 857);
    let told = answer("power --share 0.6 --rounds 8");
    let (judges, effect) = (told["plan"]["judges"].as_u64().unwrap(), told["plan"]["design_effect"].as_f64().unwrap());
    assert!(judges > 194 / 8 && effect > 1.0, "{told}");
    let back = answer(&format!("power --share 0.6 --judges {judges} --rounds 8"));
    let fewer = answer(&format!("power --share 0.6 --judges {} --rounds 8", judges - 1));
    assert!(back["power"].as_f64() >= Some(0.8) && fewer["power"].as_f64() < Some(0.8), "{back} {fewer}");
    let sequential = &answer("power --share 0.6 --power 0.95 --sequential")["sequential"];
    let near = |name: &str, expected: f64| (sequential[name].as_f64().unwrap() - expected).abs() < 0.000_051;
    assert!(near("upper", 2.9444) && near("taken", 0.18232) && near("not_taken", -0.22314), "{sequential}");
}
