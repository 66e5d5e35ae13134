//! Ballots exported to a file and read again: the file gives the contest's own result.

use crate::shapes;
use contest::{
    ContestResult, Room,
    result::{ballots, circumstances},
};
use rulebook::Rulebook;
use simulate::world::{Options, World};
use tally::file::{BallotFile, Conventions, Numbers, read, to_csv, to_json};

#[test]
fn ballots_written_from_any_contest_and_read_again_give_its_result() {
    let shapes = shapes::shapes(60);
    let mut closed = 0;
    for (seed, rules) in (1..).zip(shapes.iter().cycle().take(10 * shapes.len())) {
        let outcome = World::run(seed, &Options::rough_under(rules.clone()));
        let room = Room::replay(&outcome.record);
        let Some(contest) = room.contest() else { continue };
        let Some(result) = ContestResult::of(contest) else { continue };
        closed += 1;
        let (ballots, circumstances) = (ballots(contest), circumstances(contest));
        let rulebook: &Rulebook = &contest.rulebook;
        let roles = rulebook.roles;
        let numbers = Numbers {
            judges: Some(roles.judges),
            entries: Some(roles.entries),
            confederates: Some(roles.confederates),
        };
        let csv = to_csv(rulebook, &ballots, &circumstances);
        let json = to_json(rulebook, &ballots, &circumstances);
        for text in [csv, json] {
            let source = BallotFile { name: "ballots", bytes: text.as_bytes() };
            // Deadlines close missing ballots, and departures cause a new plan: the file's plan is the one that was
            // played.
            let conventions = Conventions { observed: true, ..Conventions::from(numbers) };
            let reading = read(rulebook, conventions, &[source]);
            let reading = reading.unwrap_or_else(|faults| panic!("seed {seed}, {}: {faults}\n{text}", rules.id));
            let found = tally::tally(&reading.rulebook, &reading.ballots, &reading.circumstances);
            assert_eq!(found, result.tally, "seed {seed}, {}\n{text}", rules.id);
        }
    }
    assert!(closed > 20, "{closed} contests came to their end");
}
