//! Chances of awards: known ones, computed and simulated, and the reasons where there are none.

#![allow(clippy::unwrap_used, clippy::cast_precision_loss, reason = "a test may stop at the first surprise")]

use ::rulebook::{
    Rulebook, Seed,
    schema::{Combine, Trials},
    shipped,
};
use simulate::chances::{Assumptions, NotExact, NotSimulated, Outcomes, Simulator, exact};

fn assumptions() -> Assumptions {
    Assumptions { others: None, baselines: 0.2, people: 0.5, judges_spread: 0.0, people_spread: 0.0 }
}

fn rulebook(id: &str) -> Rulebook {
    shipped::rulebook(id).unwrap()
}

/// The wager with one trial, whose tests have known chances.
fn wager() -> Rulebook {
    let mut wager = rulebook("kurzweil-kapor-2029");
    wager.trials = None;
    wager
}

fn exactly(rulebook: &Rulebook, award: &str, humanness: f64) -> Result<f64, NotExact> {
    let award = rulebook.awards.iter().position(|rule| rule.id == award).unwrap();
    exact(rulebook, assumptions(), award, &[humanness, 0.9]).map(|chances| chances[0])
}

/// The share of simulated contests in which the first entry met the conditions, with its distance from the exact
/// chance in standard errors.
fn errors(rulebook: &Rulebook, award: &str, humanness: f64, expected: f64) -> f64 {
    let simulator = Simulator::new(rulebook, assumptions()).unwrap();
    let outcomes = simulator.run(humanness, Seed::from_contributions(["34"]), 0..2000);
    let met = outcomes.awards.iter().find(|of| of.award == award).unwrap().met.unwrap();
    (met as f64 / 2000.0 - expected) / (expected * (1.0 - expected) / 2000.0).sqrt()
}

/// Source: 1 - (1 - p)^4 - 4 p (1 - p)^3.
#[test]
fn silver_of_2006_and_2010_has_its_known_chances() {
    for id in ["loebner-2006", "loebner-2010"] {
        for (humanness, expected) in [(0.1, 0.0523), (0.3, 0.3483), (0.5, 0.6875)] {
            let found = exactly(&rulebook(id), "silver", humanness).unwrap();
            assert!((found - expected).abs() < 1e-9, "{id} at {humanness}: {found}");
            let errors = errors(&rulebook(id), "silver", humanness, expected);
            assert!(errors.abs() < 4.0, "{id} at {humanness}: {errors}");
        }
    }
}

/// Source: three judges who rank four candidates at random pass the rank order test in 9 of 16 cases.
#[test]
fn the_tests_of_the_wager_have_their_known_chances() {
    let (determined, ranked) = (exactly(&wager(), "human-determination", 0.5), exactly(&wager(), "rank-order", 0.5));
    assert!((determined.unwrap() - 0.5).abs() < 1e-12);
    assert!((ranked.clone().unwrap() - 9.0 / 16.0).abs() < 1e-9, "{ranked:?}");
    let errors = errors(&wager(), "rank-order", 0.5, 9.0 / 16.0);
    assert!(errors.abs() < 4.0, "{errors}");
}

#[test]
fn trials_combine_as_the_rulebook_says() {
    let mut wager = rulebook("kurzweil-kapor-2029");
    assert_eq!(exactly(&wager, "human-determination", 0.5), Err(NotExact::CombineOpen));
    for (combine, expected) in [(Combine::Any, 0.875), (Combine::All, 0.125), (Combine::Majority, 0.5)] {
        wager.trials = Some(Trials::of(3, Some(combine)));
        let found = exactly(&wager, "human-determination", 0.5).unwrap();
        assert!((found - expected).abs() < 1e-9, "{combine:?}: {found}");
    }
}

#[test]
fn chances_that_are_not_computed_say_why() {
    assert_eq!(exactly(&rulebook("loebner-2010"), "first", 0.5), Err(NotExact::NoCondition));
    assert_eq!(exactly(&rulebook("surrey-2003"), "silver", 0.5), Err(NotExact::Others));
    assert_eq!(exact(&rulebook("loebner-2010"), assumptions(), 99, &[0.5]), Err(NotExact::NoCondition));
}

#[test]
fn the_same_seed_gives_the_same_figures_however_contests_are_shared_out() {
    let spread = Assumptions { judges_spread: 0.4, people_spread: 1.0, ..assumptions() };
    let simulator = Simulator::new(&rulebook("loebner-2010"), spread).unwrap();
    let seed = Seed::from_contributions(["cores"]);
    let whole = simulator.run(0.4, seed, 0..60);
    let mut parts = Outcomes::default();
    for part in [40..60, 0..7, 7..40] {
        parts.add(&simulator.run(0.4, seed, part));
    }
    assert_eq!(parts, whole);
    assert_ne!(simulator.run(0.4, Seed::from_contributions(["other"]), 0..60), whole);
}

/// The share of a population with a spread is still the share that was asked for.
#[test]
fn a_spread_leaves_the_share_of_the_population() {
    let spread = Assumptions { judges_spread: 0.4, people_spread: 1.0, ..assumptions() };
    let mut rulebook = rulebook("turing-1950");
    (rulebook.roles.judges, rulebook.roles.confederates) = (1, 1);
    let simulator = Simulator::new(&rulebook, spread).unwrap();
    // One interview: the prediction is fulfilled whenever the entry is taken for the human.
    let outcomes = simulator.run(0.3, Seed::from_contributions(["population"]), 0..4000);
    let met = outcomes.awards[0].met.unwrap() as f64 / 4000.0;
    assert!((met - 0.3).abs() < 4.0 * (0.3 * 0.7 / 4000.0_f64).sqrt(), "{met}");
}

#[test]
fn every_shipped_rulebook_is_simulated_or_refused_with_a_reason() {
    for id in shipped::ids() {
        match Simulator::new(&rulebook(id), assumptions()) {
            Ok(simulator) => {
                for humanness in [0.0, 1.0] {
                    let outcomes = simulator.run(humanness, Seed::from_contributions([id]), 0..3);
                    assert!(outcomes.awards.iter().all(|of| of.received <= of.given && of.given <= 3), "{id}");
                }
            }
            Err(why) => assert!(matches!(why, NotSimulated::Reading | NotSimulated::NoAwards), "{id}: {why}"),
        }
    }
    let mut none = rulebook("loebner-2010");
    none.awards.clear();
    assert!(matches!(Simulator::new(&none, assumptions()), Err(NotSimulated::NoAwards)));
}

#[test]
fn a_more_human_entry_has_a_better_chance() {
    for id in ["loebner-1995", "surrey-2003", "loebner-2010", "two-party-2024"] {
        let others = Assumptions { others: Some(0.2), ..assumptions() };
        let simulator = Simulator::new(&rulebook(id), others).unwrap();
        let received = |humanness| {
            let outcomes = simulator.run(humanness, Seed::from_contributions([id]), 0..150);
            outcomes.awards.iter().map(|of| of.received).sum::<u64>()
        };
        assert!(received(0.05) < received(0.6), "{id}: {} {}", received(0.05), received(0.6));
    }
}
