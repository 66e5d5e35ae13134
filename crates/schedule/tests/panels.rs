//! Stories of preliminary rounds: the readers of each entry, and the evenness of their shares.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use proptest::prelude::*;
use rulebook::{Draws, Seed};
use schedule::{NoPanels, PanelFault, Panels, panel_faults, panels};

fn draws(text: &str) -> Draws {
    Draws::new(Seed::from_contributions([text]), "panels")
}

/// Makes panels, checks them with the prover, and gives the fewest and most judges that two entries share.
fn check(judges: usize, entries: usize, each: usize, most: usize) -> (usize, usize) {
    let panels = panels(judges, entries, each, most, &mut draws("1")).unwrap();
    assert_eq!(panel_faults(&panels, judges, entries, each, most), []);
    panels.together().into_inner()
}

// Source: notes.md, surrey-2003: at least three judges for every entry, at most ten entries for a judge.
#[test]
fn three_judges_read_every_entry_and_nobody_more_than_ten() {
    let (least, most) = check(9, 30, 3, 10);
    assert!(most <= least + 2, "{least} to {most}");
    check(3, 10, 3, 10);
}

// Source: the projective planes of orders 2, 3, 4, 5, 7, 8 and 9 and the biplane of 11 points.
#[test]
fn where_a_plane_exists_any_two_entries_share_the_same_number_of_judges() {
    for (entries, each, shared) in
        [(7, 3, 1), (13, 4, 1), (21, 5, 1), (31, 6, 1), (57, 8, 1), (73, 9, 1), (91, 10, 1), (11, 5, 2), (15, 7, 3)]
    {
        assert_eq!(check(entries, entries, each, 10), (shared, shared), "{entries}");
    }
    // Two base blocks: each of 26 judges reads three of 13 entries.
    assert_eq!(check(26, 13, 6, 3), (1, 1));
}

#[test]
fn small_designs_that_are_not_cyclic_are_found_too() {
    // Source: the affine plane of order 3, and the designs (6, 3, 2) and (10, 4, 2).
    assert_eq!(check(12, 9, 4, 3), (1, 1));
    assert_eq!(check(10, 6, 5, 3), (2, 2));
    assert_eq!(check(15, 10, 6, 4), (2, 2));
}

#[test]
fn too_few_judges_are_told_how_many_are_needed() {
    let few = panels(5, 30, 3, 10, &mut draws("1")).unwrap_err();
    assert_eq!(
        few.to_string(),
        "5 judges are too few for 30 entries by 3 judges each, at most 10 entries a judge (find at least 9 judges)"
    );
    assert!(panels(9, 30, 3, 10, &mut draws("1")).is_ok());
    assert!(matches!(panels(2, 1, 3, 10, &mut draws("1")), Err(NoPanels::TooFewJudges { needed: 3, .. })));
    assert_eq!(panels(2, 0, 3, 10, &mut draws("1")), Err(NoPanels::NoEntries));
    assert!(matches!(panels(0, 1, 1, 1, &mut draws("1")), Err(NoPanels::TooFewJudges { needed: 1, .. })));
    assert_eq!(panels(1, 1, 1, 0, &mut draws("1")), Err(NoPanels::NoLoad));
    assert_eq!(panels(513, 1, 1, 1, &mut draws("1")), Err(NoPanels::TooLarge(513)));
    assert_eq!(panels(1, 513, 1, 513, &mut draws("1")), Err(NoPanels::TooLarge(513)));
    check(512, 1, 1, 1);
    check(3, 1, 3, 1);
}

#[test]
fn where_no_entry_needs_a_judge_nobody_is_given_any() {
    assert_eq!(panels(2, 3, 0, 0, &mut draws("1")).unwrap().entries_of, [[0; 0]; 2]);
}

#[test]
fn the_prover_counts_for_itself() {
    let panels = Panels { entries_of: vec![vec![0, 0, 1], vec![7]], entries: 2 };
    let told: Vec<String> = panel_faults(&panels, 3, 2, 2, 2).iter().map(PanelFault::to_string).collect();
    assert_eq!(
        told,
        [
            "there are 2 panels for 3 judges",
            "J1 is given E1 twice",
            "J1 is given 3 entries, and may be given 2",
            "J2 is given E8, which does not exist",
            "E1 has 1 judges, and needs 2",
            "E2 has 1 judges, and needs 2",
            "one judge is given 1 entries, another 3",
        ]
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn whatever_the_numbers_panels_are_sound_or_refused(
        text: String, judges in 0_usize..20, entries in 0_usize..30, each in 0_usize..6, most in 0_usize..12,
    ) {
        let made = panels(judges, entries, each, most, &mut draws(&text));
        match made {
            Ok(made) => {
                prop_assert_eq!(panel_faults(&made, judges, entries, each, most), []);
                prop_assert!((0..entries).all(|entry| made.judges_of(entry).count() == each));
                prop_assert_eq!(panels(judges, entries, each, most, &mut draws(&text)), Ok(made));
            }
            Err(NoPanels::TooFewJudges { needed, .. }) => {
                prop_assert!(panels(needed, entries, each, most, &mut draws(&text)).is_ok());
                prop_assert!(needed > judges);
            }
            Err(_) => {}
        }
    }
}
