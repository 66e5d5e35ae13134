//! The control: in the logs of 2012, where nothing was hidden, the classifier must separate programs from people.

use rulebook::{Draws, Seed};
use statistics::{
    auc::{Scored, area},
    proportion::Z_95,
    unmasking::{Sample, scores},
};

use crate::{
    logs::{self, Who},
    windows,
};

/// The area by which a classifier trained on the other sessions separates the windows of a session.
fn area_of(samples: &[Sample]) -> f64 {
    let kinds: Vec<bool> = samples.iter().map(|sample| sample.first).collect();
    let scored = scores(samples, &kinds).into_iter().zip(samples);
    let scored: Vec<Scored> =
        scored.map(|(score, sample)| Scored { score, first: sample.first, cluster: sample.cluster }).collect();
    area(&scored, Z_95).expect("both kinds were there").area
}

#[test]
fn programs_of_2012_are_told_from_people_with_the_tick_and_without() {
    let Some(sessions) = logs::sessions() else { return };
    let mut draws = Draws::new(Seed::from_contributions(["control"]), "jitter");
    let (mut as_logged, mut jittered) = (Vec::new(), Vec::new());
    for (number, session) in sessions.iter().enumerate() {
        for speaker in logs::speakers(session).iter().filter(|speaker| speaker.who != Who::Judge) {
            let first = speaker.who == Who::Program;
            as_logged.extend(windows::samples(&windows::presses(&speaker.lines), first, number, true));
            jittered.extend(windows::samples(&windows::jittered(&speaker.lines, &mut draws), first, number, false));
        }
    }
    let (with, without) = (area_of(&as_logged), area_of(&jittered));
    assert!(with >= 0.95, "{with}");
    assert!(without >= 0.85, "{without}");
}
