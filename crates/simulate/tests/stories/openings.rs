//! The beginnings of conversations: a classifier that reads no text must not identify a witness by the time and side of
//! an opening.

use std::collections::BTreeSet;

use contest::{conversation::Conversation, transcript::Line};
use rulebook::{Rulebook, Side};
use simulate::{
    beginnings::beginnings,
    world::{Options, World},
};
use statistics::{
    proportion::Z_95,
    timing,
    unmasking::{Sample, unmask},
};

fn rules() -> Rulebook {
    let mut rules = rulebook::shipped::rulebook("loebner-2006").unwrap();
    // Only the beginnings matter.
    rules.interview.talk = std::time::Duration::from_secs(180);
    rules
}

#[test]
#[expect(clippy::print_stdout, reason = "the figure is for whoever asks what is still given away")]
fn who_spoke_first_and_when_does_not_tell_programs_from_people() {
    let (mut samples, mut firsts) = (Vec::new(), [[0, 0], [0, 0]]);
    for seed in 1..=16 {
        let outcome = World::run(seed, &Options::calm(rules()));
        assert!(outcome.surprises.is_empty(), "{:?}", outcome.surprises);
        for beginning in beginnings(&outcome.record) {
            let kind = usize::from(beginning.is_entry);
            firsts[kind][usize::from(beginning.witness < beginning.judge)] += 1;
            let part = usize::try_from(seed).unwrap();
            let cluster = 2 * part + kind;
            let features = timing::beginning(beginning.judge, beginning.witness);
            samples.push(Sample { features, first: beginning.is_entry, cluster, part });
        }
    }
    let unmasking = unmask(&samples, [], Z_95).expect("both kinds are there");
    let share = |[judge, witness]: [u32; 2]| f64::from(witness) / f64::from(judge + witness);
    println!(
        "area {:.3}; the witness spoke first: {:?} of people, {:?} of programs",
        unmasking.area.area, firsts[0], firsts[1]
    );
    assert!(samples.len() >= 400, "{} conversations", samples.len());
    assert!((0.40..=0.60).contains(&unmasking.area.area), "area {}", unmasking.area.area);
    assert!((share(firsts[0]) - share(firsts[1])).abs() < 0.1, "{firsts:?}");
    assert!(
        firsts.iter().all(|[judge, witness]| *judge > 0 && *witness > 0),
        "either side begins now and then: {firsts:?}"
    );
}

#[test]
fn every_witness_that_is_held_to_the_words_opens_with_them_and_says_them_once() {
    let rules = rules();
    let outcome = World::run(3, &Options::calm(rules.clone()));
    let room = outcome.views.room();
    let words: BTreeSet<&str> = rules.interview.opening_words.iter().map(String::as_str).collect();
    let said = |conversation: &Conversation| -> Vec<String> {
        let witness = conversation.seen.lines.iter().filter(|line: &&Line| line.side == Side::Witness);
        witness.map(|line| line.text.clone()).collect()
    };
    let ids = beginnings(&outcome.record).len();
    assert!(ids >= 30, "{ids} conversations");
    let mut checked = 0;
    for (id, conversation) in room.conversations() {
        let lines = said(conversation);
        let Some(first) = lines.first() else { continue };
        assert!(words.contains(first.as_str()), "{id}: {first}");
        assert_eq!(lines.iter().filter(|line| words.contains(line.as_str())).count(), 1, "{id}: {lines:?}");
        checked += 1;
    }
    assert!(checked >= 30, "{checked} conversations");
}
