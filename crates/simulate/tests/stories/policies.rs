//! Rules to play under: one interview under every policy of delivery.

use std::time::Duration;

use rulebook::{
    Rulebook,
    schema::{Delivery, Layout, Medium, Roles, Start},
    shipped,
};
use simulate::world::hurried;

/// A contest of one interview under every policy.
pub(crate) fn policies() -> Vec<Rulebook> {
    let keys = |id: &str, delivery| {
        let mut rules = shipped::rulebook("loebner-2010").unwrap();
        (rules.id, rules.interview.delivery) = (id.to_owned(), delivery);
        rules.interview.utterance_idle = Duration::from_secs(4);
        rules
    };
    let messages = |id: &str, delivery| Rulebook {
        interview: rulebook::schema::InterviewRules {
            medium: Medium::Messages { characters: 300, messages: 100 },
            ..keys(id, delivery).interview
        },
        ..keys(id, delivery)
    };
    let all = [
        keys("as-typed", Delivery::AsTyped),
        keys("whole-lines", Delivery::WholeLines),
        keys("at-least", Delivery::AtLeast { delay: Duration::from_secs(9) }),
        keys("at-return", Delivery::CommonRhythm { start: Start::AtReturn }),
        keys("held", Delivery::CommonRhythm { start: Start::Held }),
        messages("messages-held", Delivery::CommonRhythm { start: Start::Held }),
    ];
    all.into_iter()
        .map(|mut rules| {
            assert_eq!(rules.interview.layout, Layout::Pair);
            rules.roles = Roles::of(1, 1, 1);
            hurried(rules, Duration::from_secs(150), Duration::from_secs(20))
        })
        .collect()
}
