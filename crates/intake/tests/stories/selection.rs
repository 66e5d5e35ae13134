//! Selection: the branches of every rulebook, by the number of entries that comply.

use std::fmt::Write;

use intake::{
    Command, Event, Refusal, Status, log,
    selection::{SelectionOutcome, progress},
};
use rulebook::{Authority, EntryId, JudgeId};

use crate::desk::{Desk, rulebook};

const STAMP_2003: &str = "2003-05-01T00:00:00Z";
const STAMP_2006: &str = "2006-06-10T00:00:00Z";
const STAMP_2010: &str = "2010-05-10T00:00:00Z";

fn entered(id: &str, stamp: &str, entries: usize) -> Desk {
    let mut desk = Desk::open(id);
    desk.fill(stamp, entries);
    desk
}

/// Everyone on the panel ranks their entries by their numbers, the lowest best.
pub(crate) fn ranked_by_number(desk: &Desk, stage: &str) -> String {
    let panel = desk.state().stages[stage].panel.clone().unwrap();
    let mut csv = "judge,entry,rank\n".to_owned();
    for (judge, judged) in &panel.0 {
        for (at, entry) in judged.iter().enumerate() {
            writeln!(csv, "{judge},{entry},{}", at + 1).unwrap();
        }
    }
    csv
}

/// Marks for one question, the first entry's first.
fn marks(marks: &[u16]) -> String {
    let lines = marks.iter().enumerate().map(|(at, mark)| format!("E{},1,{mark}\n", at + 1));
    format!("entry,question,score\n{}", lines.collect::<String>())
}

#[test]
fn the_branches_of_2006_by_the_number_of_entries() {
    let check = |entries, expect: &str| {
        let desk = entered("loebner-2006", STAMP_2006, entries);
        assert_eq!(desk.outcome(), expect, "{entries} entries");
    };
    check(0, "no entry: first rolls over");
    check(1, "E1 alone receives first");
    check(2, "E1 E2");
    check(4, "E1 E2 E3 E4");
    check(5, "preliminary-eight: its panel has not been drawn");
    check(8, "preliminary-eight: its panel has not been drawn");
    check(9, "prescreening: its scores are missing");
    check(32, "prescreening: its scores are missing");
    check(33, "prescreening: its scores are missing");
}

#[test]
fn with_35_entries_the_first_32_and_an_invited_one_are_prescreened_then_eight_then_four() {
    let mut desk = entered("loebner-2006", STAMP_2006, 35);
    desk.does(Command::Invite { entry: EntryId::new(34), reason: "it won last year".into() }).unwrap();
    let field = progress(desk.state()).stages[1].field.clone();
    assert_eq!(field.len(), 33);
    assert!(field.contains(&EntryId::new(34)) && !field.contains(&EntryId::new(33)));
    let mut csv = "entry,question,score\n".to_owned();
    for entry in &field {
        // E34 answers best; E1 to E9 are level, and only seven of them go on: the order of submission does not decide between them.
        let mark = if entry.number() == 34 { 2 } else { u16::from(entry.number() <= 9) };
        writeln!(csv, "{entry},1,{mark}").unwrap();
    }
    desk.scores("prescreening", &csv).unwrap();
    assert!(desk.outcome().starts_with("prescreening: "), "{}", desk.outcome());
    let order = (1..=9).map(EntryId::new).collect();
    let decided = Command::DecideTie { stage: "prescreening".into(), order, reason: "the judges asked again".into() };
    desk.does(decided).unwrap();
    assert_eq!(desk.outcome(), "preliminary-eight: its panel has not been drawn");
    let refused = desk.does(Command::Invite { entry: EntryId::new(33), reason: "a pity".into() }).unwrap_err();
    assert_eq!(refused.to_string(), "the rulebook has no later stage to which entries may be invited");
    desk.panel("preliminary-eight", &["", "", "", ""]).unwrap();
    let panel = desk.state().stages["preliminary-eight"].panel.clone().unwrap();
    let mut csv = "judge,entry,score\n".to_owned();
    for (judge, judged) in &panel.0 {
        assert_eq!(judged.len(), 8, "each of the four judges sees all eight");
        for entry in judged {
            writeln!(csv, "{judge},{entry},{}.5", entry.number()).unwrap();
        }
    }
    desk.scores("preliminary-eight", &csv).unwrap();
    assert_eq!(desk.outcome(), "E34 E7 E6 E5");
    assert_eq!(
        desk.reason(4),
        "selection rules: mean of 4.5 points, place 5 in \"Preliminary eight round\", where the first 4 stay"
    );
    assert_eq!(
        desk.reason(8),
        "selection rules: 1 marks, place 2 in \"Prescreening\", where the first 8 stay, and a panel put level entries \
         in order"
    );
    assert_eq!(
        desk.reason(33),
        "selection rules: stamp 2006-06-10T00:00:32.000Z, place 33 in \"The first 32\", where the first 32 stay"
    );
}

#[test]
fn in_2003_eight_go_on_at_once_and_nine_meet_a_preliminary_round() {
    assert_eq!(entered("surrey-2003", STAMP_2003, 8).outcome(), "E1 E2 E3 E4 E5 E6 E7 E8");
    let mut desk = entered("surrey-2003", STAMP_2003, 12);
    assert_eq!(desk.outcome(), "preliminary: its panel has not been drawn");
    assert_eq!(
        desk.panel("preliminary", &["Ann", "Bob", "Cid"]).unwrap_err().to_string(),
        "3 judges are too few for 12 entries by 3 judges each, at most 10 entries a judge (find at least 4 judges)"
    );
    assert_eq!(
        desk.scores("preliminary", "judge,entry,rank\nJ1,E1,1\n").unwrap_err(),
        "draw the panel of stage `preliminary` first (`viva intake plan --stage preliminary --judges N`)"
    );
    desk.panel("preliminary", &["Ann", "Bob", "Cid", "Dot"]).unwrap();
    desk.scores("preliminary", &ranked_by_number(&desk, "preliminary")).unwrap();
    let outcome = desk.outcome();
    assert!(outcome.starts_with("E1 E2") || outcome.contains("level"), "{outcome}");
    let clashes = intake::selection::clashing_judges(desk.state(), ["Zoe", "bob ", "Eve"]);
    assert_eq!(clashes, [("bob ", "preliminary".to_owned(), JudgeId::new(2))]);
}

#[test]
fn a_tie_at_the_cut_of_2003_waits_for_the_panel_and_its_order_stands() {
    let mut desk = entered("surrey-2003", STAMP_2003, 10);
    desk.panel("preliminary", &["Ann", "Bob", "Cid"]).unwrap();
    // Three judges see all ten. E8 and E9 are level: ranks 8, 9, 8 and 9, 8, 8 cannot be, so 8, 9, 10 against 10, 8, 9.
    let orders = [[1, 2, 3, 4, 5, 6, 7, 8, 10, 9], [1, 2, 3, 4, 5, 6, 7, 9, 8, 10], [1, 2, 3, 4, 5, 6, 7, 10, 9, 8]];
    let mut csv = "judge,entry,rank\n".to_owned();
    for (judge, ranks) in (1..).zip(orders) {
        for (entry, rank) in (1..).zip(ranks) {
            writeln!(csv, "J{judge},E{entry},{rank}").unwrap();
        }
    }
    desk.scores("preliminary", &csv).unwrap();
    assert_eq!(desk.outcome(), "preliminary: E8, E9, E10 are level, and their order is undecided");
    assert_eq!(
        desk.does(Command::Announce).unwrap_err().to_string(),
        "the finalists are not known yet: in stage `preliminary`, E8, E9, E10 are level, and their order is undecided"
    );
    let order = |ids: &[u16]| ids.iter().map(|id| EntryId::new(*id)).collect();
    let decide = |ids: &[u16]| Command::DecideTie {
        stage: "preliminary".into(),
        order: order(ids),
        reason: "talked again".into(),
    };
    assert_eq!(
        desk.does(decide(&[9, 8])).unwrap_err().to_string(),
        "E9, E8 is not an order of the entries that are level at the cut of stage `preliminary`: E8, E9, E10"
    );
    desk.does(decide(&[9, 10, 8])).unwrap();
    assert_eq!(desk.outcome(), "E1 E2 E3 E4 E5 E6 E7 E9 | E10 E8");
    assert_eq!(
        desk.reason(8),
        "rule 36: mean rank 9, place 8 in \"Preliminary round\", where the first 8 stay, and a panel put level entries \
         in order; held in reserve as number 2"
    );
}

#[test]
fn a_finalist_of_2003_that_drops_out_is_replaced_by_reserves_then_by_confederates() {
    let mut desk = entered("surrey-2003", STAMP_2003, 10);
    desk.panel("preliminary", &["Ann", "Bob", "Cid"]).unwrap();
    desk.scores("preliminary", &ranked_by_number(&desk, "preliminary")).unwrap();
    desk.does(Command::Announce).unwrap();
    let replace = |id| Command::Replace { entry: EntryId::new(id), reason: "not ready in time".into() };
    assert_eq!(desk.does(replace(9)).unwrap_err().to_string(), "E9 has no place in the final");
    desk.does(replace(3)).unwrap();
    assert!(desk.state().final_entries.contains(&EntryId::new(9)));
    let disqualify = Command::Disqualify {
        entry: EntryId::new(4),
        by: Authority::Judges,
        rule: "rule 43".into(),
        reason: "no".into(),
    };
    desk.does(disqualify).unwrap();
    desk.does(replace(4)).unwrap();
    assert!(desk.state().final_entries.contains(&EntryId::new(10)) && desk.state().empty_places.is_empty());
    assert_eq!(desk.state().entries[&EntryId::new(4)].status, Status::Disqualified { rule: "rule 43".into() });
    desk.does(replace(9)).unwrap();
    assert_eq!((desk.state().further_confederates, desk.state().final_entries.len()), (1, 7));
    assert_eq!(desk.does(replace(9)).unwrap_err().to_string(), "E9 has no place in the final");
    // Without a rule that fills places, they stay empty.
    let mut desk = entered("loebner-2006", STAMP_2006, 3);
    desk.does(Command::Announce).unwrap();
    assert!(desk.does(replace(1)).unwrap_err().to_string().contains("does not let another entry take the place of E1"));
}

#[test]
fn entries_disqualified_one_by_one_until_none_is_left() {
    let mut desk = entered("loebner-2006", STAMP_2006, 5);
    let mut outcomes = Vec::new();
    for id in 1..=5 {
        let disqualify = Command::Disqualify {
            entry: EntryId::new(id),
            by: Authority::Organisers,
            rule: "rule 38".into(),
            reason: "it answers like another".into(),
        };
        desk.does(disqualify.clone()).unwrap();
        assert!(desk.does(disqualify).unwrap_err().to_string().contains("was disqualified"));
        outcomes.push(desk.outcome());
    }
    assert_eq!(outcomes, ["E2 E3 E4 E5", "E3 E4 E5", "E4 E5", "E5 alone receives first", "no entry: first rolls over"]);
}

#[test]
fn in_2010_the_sixteen_earliest_stamps_are_asked_whatever_came_in_first() {
    let mut desk = Desk::open("loebner-2010");
    desk.fill("2010-05-10T12:00:00Z", 16);
    desk.fill("2010-05-04T12:00:00Z", 1);
    let stages = progress(desk.state()).stages;
    assert!(stages[0].order[0].entry == EntryId::new(17) && !stages[1].field.contains(&EntryId::new(16)));
    assert_eq!(desk.outcome(), "questions: its scores are missing");
    let refused = desk.scores("questions", &marks(&[2; 16])).unwrap_err();
    assert!(refused.contains("E16 does not take part in this stage"), "{refused}");
    assert!(refused.contains("E17 has no mark for question 1"), "{refused}");
    assert!(refused.contains("question 1 must have one of these kinds: time, things, relations, memory"), "{refused}");
}

#[test]
fn when_no_entry_of_2010_can_answer_general_quality_decides() {
    let mut desk = entered("loebner-2010", STAMP_2010, 5);
    let mut csv = "entry,question,kind,score\n".to_owned();
    for entry in 1..=5 {
        for (at, kind) in ["time", "things", "relations", "memory"].iter().enumerate() {
            writeln!(csv, "E{entry},{},{kind},0", at + 1).unwrap();
        }
    }
    let order = "entry,place\nE5,1\nE4,2\nE3,3\nE2,4\nE1,5\n";
    assert!(desk.scores("questions", order).unwrap_err().contains("it is decided by marks for questions"));
    assert!(desk.scores("questions", &csv.replace("memory", "time")).unwrap_err().contains("the kind `memory`"));
    assert!(desk.scores("questions", &csv.replace("E2,1,time,0", "E2,1,time,3")).unwrap_err().contains("is above 2"));
    desk.scores("questions", &csv).unwrap();
    assert!(desk.outcome().contains("an order by general quality is needed"), "{}", desk.outcome());
    assert!(desk.scores("questions", "entry,place\nE5,1\n").unwrap_err().contains("E1 is missing from the order"));
    desk.scores("questions", order).unwrap();
    assert_eq!(desk.outcome(), "E5 E4 E3 E2");
    // Marks that come in later replace it all.
    desk.scores("questions", &csv.replace("E1,1,time,0", "E1,1,time,2")).unwrap();
    assert!(desk.outcome().starts_with("E1 "), "{}", desk.outcome());
}

#[test]
fn the_committee_of_1995_chooses_at_most_eight_and_may_choose_fewer() {
    let mut desk = entered("loebner-1995", "1995-10-01T00:00:00Z", 10);
    assert_eq!(desk.outcome(), "evaluation: its scores are missing");
    let choice = |ids: &[u16]| {
        let lines = ids.iter().enumerate().map(|(at, id)| format!("E{id},{}\n", at + 1));
        format!("entry,place\n{}", lines.collect::<String>())
    };
    desk.scores("evaluation", &choice(&[7, 3, 1])).unwrap();
    assert_eq!(desk.outcome(), "E7 E3 E1");
    assert_eq!(desk.reason(2), "announcement: it was not chosen in \"Evaluation by the committee\"");
    let nine = desk.scores("evaluation", &choice(&[10, 9, 8, 7, 6, 5, 4, 3, 2])).unwrap_err();
    assert!(nine.contains("9 entries are chosen, but at most 8 can stay"), "{nine}");
    desk.scores("evaluation", &choice(&[10, 9, 8, 7, 6, 5, 4, 3])).unwrap();
    assert_eq!(desk.outcome(), "E10 E9 E8 E7 E6 E5 E4 E3");
    assert!(desk.scores("evaluation", &choice(&[1, 1])).unwrap_err().contains("E1 is scored twice"));
    assert!(desk.scores("evaluation", &choice(&[])).unwrap_err().contains("names no entry"));
    assert!(desk.scores("evaluation", "entry,place\nE99,1\n").unwrap_err().contains("E99 does not take part"));
}

#[test]
fn ten_wrong_sheets_of_a_preliminary_round_each_get_a_sentence() {
    let mut desk = entered("surrey-2003", STAMP_2003, 9);
    desk.panel("preliminary", &["Ann", "Bob", "Cid"]).unwrap();
    let good = ranked_by_number(&desk, "preliminary");
    let replaced = |from: &str, to: &str| good.replace(from, to);
    for (sheet, expect) in [
        (String::new(), "the file is empty"),
        ("judge,entry\nJ1,E1\n".into(), "names no column `score`"),
        ("entry,place\nE1,1\n".into(), "does not take these: it is decided by judges' ranks"),
        (
            replaced("J1,E1,1", "J1,E1,2"),
            "J1 must give each of the ranks 1 to 9 once, but gave 2, 2, 3, 4, 5, 6, 7, 8, 9",
        ),
        (replaced("J1,E1,1", "J1,E1,0"), "J1 must give each of the ranks"),
        (replaced("J1,E1,1", "J1,E1,first"), "line 2: `first` in column `rank` is not a rank such as 1"),
        (replaced("J1,E1,1\n", ""), "J1 left out E1 (a judge must score all of their entries or none)"),
        (replaced("J1,E1,1", "J4,E1,1"), "J4 was not given E1 to judge"),
        (replaced("J1,E1,1", "J1,E2,1"), "E2 by J1 is scored twice"),
        (replaced("J1,E1,1", "J1,Eliza,1"), "line 2: `Eliza` in column `entry` is not an entry such as E1"),
        (
            good.lines().filter(|line| !line.starts_with("J2")).map(|line| format!("{line}\n")).collect(),
            "E1 was scored by 2 judges and needs 3",
        ),
    ] {
        let told = desk.scores("preliminary", &sheet).unwrap_err();
        assert!(told.contains(expect), "{told}\nshould contain: {expect}");
    }
    desk.scores("preliminary", &good).unwrap();
    assert_eq!(desk.outcome(), "E1 E2 E3 E4 E5 E6 E7 E8 | E9");
}

#[test]
fn a_withdrawal_in_the_middle_does_not_undo_what_was_judged() {
    let mut desk = entered("surrey-2003", STAMP_2003, 9);
    desk.panel("preliminary", &["Ann", "Bob", "Cid"]).unwrap();
    desk.does(Command::Withdraw { entry: EntryId::new(2) }).unwrap();
    assert_eq!(desk.outcome(), "preliminary: its scores are missing");
    desk.scores("preliminary", &ranked_by_number(&desk, "preliminary")).unwrap_err();
    let mut csv = "judge,entry,rank\n".to_owned();
    for judge in 1..=3 {
        for (rank, entry) in [9, 8, 7, 6, 5, 4, 3, 1].iter().enumerate() {
            writeln!(csv, "J{judge},E{entry},{}", rank + 1).unwrap();
        }
    }
    desk.scores("preliminary", &csv).unwrap();
    assert_eq!(desk.outcome(), "E9 E8 E7 E6 E5 E4 E3 E1");
    assert_eq!(desk.reason(2), "its contestant withdrew it");
    let late = crate::desk::application(&rulebook("surrey-2003"), "Late");
    let refused = desk.receive("2003-06-01T00:00:00Z", late).unwrap_err().to_string();
    assert!(refused.starts_with("the selection has begun"), "{refused}");
}

#[test]
fn nothing_is_selected_before_every_entry_is_tested() {
    let mut desk = entered("surrey-2003", STAMP_2003, 9);
    desk.receive("2003-05-05T00:00:00Z", crate::desk::application(&rulebook("surrey-2003"), "Untested")).unwrap();
    let refused = desk.panel("preliminary", &["", "", ""]).unwrap_err().to_string();
    assert_eq!(refused, "not every entry has been tested: E10 (run `viva intake check` on each)");
    desk.does(Command::Withdraw { entry: EntryId::new(10) }).unwrap();
    let unknown = desk.panel("final", &["", "", ""]).unwrap_err().to_string();
    assert_eq!(unknown, "the rulebook has no stage `final` (it has: preliminary)");
    assert!(desk.panel("preliminary", &["", "", ""]).is_ok());
    desk.does(Command::Open { name: "again".into(), rulebook: Box::new(rulebook("surrey-2003")) }).unwrap_err();
    let few = entered("loebner-2006", STAMP_2006, 3).panel("preliminary-eight", &[""]).unwrap_err().to_string();
    assert!(few.starts_with("with 3 entries, stage `preliminary-eight` is not held"), "{few}");
}

#[test]
fn a_rulebook_without_a_stage_for_so_many_says_so() {
    let mut rules = rulebook("loebner-2006");
    rules.selection.as_mut().unwrap().stages.clear();
    let mut desk = Desk::open_under(rules);
    desk.fill(STAMP_2006, 5);
    assert_eq!(desk.outcome(), "no stage for 5 entries and 4 places");
    let mut rules = rulebook("loebner-2006");
    rules.selection = None;
    let mut desk = Desk::open_under(rules);
    desk.fill(STAMP_2006, 4);
    assert_eq!(desk.outcome(), "E1 E2 E3 E4");
}

#[test]
fn level_reserves_of_2003_are_put_into_an_order_too() {
    let mut desk = entered("surrey-2003", STAMP_2003, 10);
    desk.panel("preliminary", &["Ann", "Bob", "Cid"]).unwrap();
    let orders = [[1, 2, 3, 4, 5, 6, 7, 9, 8, 10], [1, 2, 3, 4, 5, 6, 7, 8, 10, 9], [1, 2, 3, 4, 5, 6, 7, 8, 10, 9]];
    let mut csv = "judge,entry,rank\n".to_owned();
    for (judge, ranks) in (1..).zip(orders) {
        for (entry, rank) in (1..).zip(ranks) {
            writeln!(csv, "J{judge},E{entry},{rank}").unwrap();
        }
    }
    desk.scores("preliminary", &csv).unwrap();
    assert_eq!(desk.outcome(), "preliminary: E9, E10 are level, and their order is undecided");
}

#[test]
fn more_stay_than_there_are_places_only_after_a_stage_that_leads_to_the_final() {
    // All five are level, and all stay.
    let mut rules = rulebook("loebner-2006");
    let stages = &mut rules.selection.as_mut().unwrap().stages;
    stages.iter_mut().for_each(|stage| stage.ties = rulebook::schema::Tie::AllStay);
    let mut desk = Desk::open_under(rules.clone());
    desk.fill(STAMP_2006, 5);
    desk.panel("preliminary-eight", &["", "", "", ""]).unwrap();
    let rows = (1..=4).flat_map(|judge| (1..=5).map(move |entry| format!("J{judge},E{entry},50\n")));
    desk.scores("preliminary-eight", &format!("judge,entry,score\n{}", rows.collect::<String>())).unwrap();
    assert_eq!(desk.outcome(), "E1 E2 E3 E4 E5");
    // The first 32 are too many for a final of four.
    rules.selection.as_mut().unwrap().stages.truncate(1);
    let mut desk = Desk::open_under(rules);
    desk.fill(STAMP_2006, 33);
    assert_eq!(desk.outcome(), "no stage for 32 entries and 4 places");
}

#[test]
fn an_invitation_is_into_the_first_stage_to_come_that_has_them() {
    let mut rules = rulebook("loebner-2006");
    let stages = &mut rules.selection.as_mut().unwrap().stages;
    let into = stages.iter().position(|stage| stage.id == "preliminary-eight").unwrap();
    stages.iter_mut().enumerate().for_each(|(at, stage)| stage.invitations = at == into);
    let mut desk = Desk::open_under(rules);
    desk.fill(STAMP_2006, 9);
    desk.scores("prescreening", &marks(&[2, 2, 2, 2, 2, 2, 2, 2, 1])).unwrap();
    desk.does(Command::Invite { entry: EntryId::new(9), reason: "it won last year".into() }).unwrap();
    desk.panel("preliminary-eight", &["", "", "", ""]).unwrap();
    let late = Command::Invite { entry: EntryId::new(8), reason: "so did this".into() };
    assert!(desk.does(late).is_err(), "the stage has begun");
}

#[test]
fn a_stage_whose_turn_has_not_come_says_whose_turn_it_is() {
    let mut desk = entered("loebner-2006", STAMP_2006, 9);
    let told = desk.panel("preliminary-eight", &["", "", "", ""]).unwrap_err().to_string();
    assert!(told.contains("the next stage is `prescreening`"), "{told}");
}

#[test]
fn the_first_that_is_chosen_is_number_one_and_reserves_that_move_up_come_after_the_finalists() {
    let mut desk = entered("loebner-1995", "1995-10-01T00:00:00Z", 10);
    desk.scores("evaluation", "entry,place\nE7,1\nE3,2\n").unwrap();
    let order = &progress(desk.state()).stages[0].order;
    let told: Vec<_> = order.iter().take(3).map(|place| place.figure.to_string()).collect();
    assert_eq!(told, ["chosen as number 1", "chosen as number 2", "not chosen"]);

    let mut desk = entered("surrey-2003", STAMP_2003, 10);
    desk.panel("preliminary", &["Ann", "Bob", "Cid"]).unwrap();
    desk.scores("preliminary", &ranked_by_number(&desk, "preliminary")).unwrap();
    desk.does(Command::Announce).unwrap();
    for entry in [1, 2] {
        desk.does(Command::Replace { entry: EntryId::new(entry), reason: "not ready".into() }).unwrap();
    }
    let SelectionOutcome::Chosen(chosen) = progress(desk.state()).outcome else { panic!("it was announced") };
    let last = &chosen.finalists[6..];
    let places: Vec<_> = last.iter().map(|finalist| (finalist.entry.number(), finalist.place)).collect();
    assert_eq!(places, [(9, Some(9)), (10, Some(10))]);
}

#[test]
fn an_entry_that_a_log_lets_in_after_a_stage_began_is_too_late_for_it() {
    let mut desk = entered("surrey-2003", STAMP_2003, 9);
    desk.panel("preliminary", &["Ann", "Bob", "Cid"]).unwrap();
    desk.scores("preliminary", &ranked_by_number(&desk, "preliminary")).unwrap();
    let (entry, received) = (EntryId::new(10), STAMP_2003.parse().unwrap());
    let private = Some(Box::new(crate::desk::application(&rulebook("surrey-2003"), "Late")));
    let intake = desk.intake.as_mut().unwrap();
    intake.apply(&Event::EntryReceived { entry, mailed: None, received, words: None, link: None, private });
    intake.apply(&Event::EntryFound { entry, breaches: vec![] });
    assert_eq!(desk.outcome(), "E1 E2 E3 E4 E5 E6 E7 E8 | E9");
    assert_eq!(desk.reason(10), "rule 36: it came in after \"Preliminary round\" had begun");
}

// Source: the rules of 2006, "Selection rules" and "Scoring": the order of submission decides who is among the first 32; the tie
// of the final is decided by the semi-final, in which level entries stay level.
#[test]
fn those_who_are_level_in_the_semi_final_of_2006_share_a_place_in_the_contest_whoever_parted_them() {
    let mut desk = entered("loebner-2006", STAMP_2006, 6);
    desk.panel("preliminary-eight", &["", "", "", ""]).unwrap();
    let panel = desk.state().stages["preliminary-eight"].panel.clone().unwrap();
    let mut csv = "judge,entry,score\n".to_owned();
    for (judge, judged) in &panel.0 {
        for entry in judged {
            // E1 is best; E2 to E5 are level, and three of them go on.
            let points = match entry.number() {
                1 => 90,
                6 => 10,
                _ => 50,
            };
            writeln!(csv, "{judge},{entry},{points}").unwrap();
        }
    }
    desk.scores("preliminary-eight", &csv).unwrap();
    assert!(desk.outcome().starts_with("preliminary-eight: "), "no stamp decides: {}", desk.outcome());
    let order = [5, 3, 2, 4].map(EntryId::new).to_vec();
    desk.does(Command::DecideTie { stage: "preliminary-eight".into(), order, reason: "a lot was drawn".into() })
        .unwrap();
    let SelectionOutcome::Chosen(chosen) = progress(desk.state()).outcome else { panic!("{}", desk.outcome()) };
    let placed: Vec<_> = chosen.finalists.iter().map(|finalist| (finalist.entry.number(), finalist.place)).collect();
    assert_eq!(placed, [(1, Some(1)), (2, Some(2)), (3, Some(2)), (5, Some(2))]);
    let file = intake::contest_file(desk.state()).unwrap();
    assert_eq!(file.matches("selection_place = 2").count(), 3, "{file}");
}

#[test]
fn an_entry_that_was_refused_is_mended_and_tested_again_until_the_announcement() {
    let mut desk = Desk::open("loebner-2010");
    let entry = EntryId::new(1);
    let mut lacking = crate::desk::application(&rulebook("loebner-2010"), "Contestant 1");
    let declaration = "waits".to_owned();
    lacking.declarations.remove(&declaration);
    desk.receive(STAMP_2010, lacking).unwrap();
    desk.does(Command::Check { entry }).unwrap();
    assert!(matches!(desk.state().entries[&entry].status, Status::Refused(_)));
    desk.does(Command::Declare { entry, declaration: declaration.clone(), yes: true }).unwrap();
    desk.does(Command::Check { entry }).unwrap();
    assert_eq!(desk.state().entries[&entry].status, Status::Compliant);
    // An entry that complies needs no second test.
    assert!(desk.does(Command::Check { entry }).is_err());
    desk.fill(STAMP_2010, 1);
    desk.does(Command::Announce).unwrap();
    let late = desk.does(Command::Declare { entry, declaration, yes: false }).unwrap_err();
    assert!(late.to_string().contains("E1"), "{late}");
}

#[test]
fn a_refusal_is_taken_back_with_a_reason_until_the_announcement_and_the_log_keeps_both() {
    let mut desk = Desk::open("loebner-2010");
    let entry = EntryId::new(1);
    let taken_back = |reason: &str| Command::TakeBack { entry, reason: reason.to_owned() };
    let mut lacking = crate::desk::application(&rulebook("loebner-2010"), "Contestant 1");
    lacking.declarations.remove("waits");
    lacking.telecommunication = true;
    desk.receive("2010-08-01T12:00:00Z", lacking).unwrap();
    let Status::Refused(found) = desk.state().entries[&entry].status.clone() else { panic!("it is late") };
    let told: Vec<_> = found.iter().map(ToString::to_string).collect();
    assert!(told.len() >= 2 && told.iter().any(|fault| fault.contains("2010-08-01")), "{told:?}");
    let letter_of = |desk: &Desk| intake::letter::of_entry(desk.state(), entry).unwrap();
    let refused = letter_of(&desk);
    assert_eq!(desk.does(taken_back(" ")), Err(Refusal::BadReason(500)));
    desk.does(taken_back("the post was on strike")).unwrap();
    let entered = &desk.state().entries[&entry];
    assert_eq!((&entered.status, entered.taken_back), (&Status::Received, true));
    assert!(entered.excused.iter().all(|breach| !breach.fault.is_mendable()) && !entered.excused.is_empty());
    let letter = letter_of(&desk);
    assert!(letter.text.contains("We take back the refusal of") && letter.hash() != refused.hash(), "{}", letter.text);
    // The fault that its contestant can mend still counts, and nothing else does.
    let left: Vec<_> = intake::breaches(desk.state(), entry).iter().map(ToString::to_string).collect();
    assert!(left.len() == 1 && left[0].contains("is not answered"), "{left:?}");
    let again = desk.does(taken_back("twice")).unwrap_err().to_string();
    assert_eq!(again, "E1 has not been tested, so it cannot be freed of a refusal");
    desk.does(Command::Check { entry }).unwrap();
    assert!(matches!(desk.state().entries[&entry].status, Status::Refused(_)));
    desk.does(taken_back("it answers tomorrow")).unwrap();
    desk.does(Command::Declare { entry, declaration: "waits".to_owned(), yes: true }).unwrap();
    desk.does(Command::Check { entry }).unwrap();
    assert_eq!(desk.state().entries[&entry].status, Status::Compliant);
    // The log tells the same story, and holds every refusal and every withdrawal of one.
    let read = log::read(desk.lines.as_bytes()).unwrap();
    assert_eq!(read.intake.as_ref(), Some(desk.state()));
    for (kind, times) in [("refusal-taken-back", 2), ("entry-found", 3), ("the post was on strike", 1)] {
        assert_eq!(desk.lines.matches(kind).count(), times, "{kind}: {}", desk.lines);
    }
}

#[test]
fn no_refusal_is_taken_back_after_the_announcement_or_where_there_is_none() {
    let mut desk = entered("loebner-2010", STAMP_2010, 2);
    let take_back = |entry: u16| Command::TakeBack { entry: EntryId::new(entry), reason: "a mistake".to_owned() };
    assert!(matches!(desk.does(take_back(1)), Err(Refusal::NotNow { .. })), "it complies");
    assert_eq!(desk.does(take_back(9)), Err(Refusal::NoEntry(EntryId::new(9))));
    let mut late = crate::desk::application(&rulebook("loebner-2010"), "Contestant 3");
    late.telecommunication = true;
    desk.receive("2010-08-01T12:00:00Z", late).unwrap();
    assert!(desk.state().can_be_taken_back(EntryId::new(3)));
    desk.does(Command::Announce).unwrap();
    assert_eq!(desk.does(take_back(3)), Err(Refusal::AnnouncedAlready));
    assert!(!desk.state().can_be_taken_back(EntryId::new(3)));
}

#[test]
fn an_entry_that_is_tested_again_does_not_take_the_place_of_a_later_one_of_the_same_person() {
    let mut desk = Desk::open("loebner-2010");
    let [first, second] = [1, 2].map(EntryId::new);
    let mut lacking = crate::desk::application(&rulebook("loebner-2010"), "Contestant 1");
    lacking.declarations.remove("waits");
    desk.receive(STAMP_2010, lacking).unwrap();
    desk.does(Command::Check { entry: first }).unwrap();
    // A refused entry does not count, so that its contestant enters another.
    desk.receive(STAMP_2010, crate::desk::application(&rulebook("loebner-2010"), "Contestant 1")).unwrap();
    desk.does(Command::Check { entry: second }).unwrap();
    assert_eq!(desk.state().entries[&second].status, Status::Compliant);
    desk.does(Command::Declare { entry: first, declaration: "waits".to_owned(), yes: true }).unwrap();
    desk.does(Command::Check { entry: first }).unwrap();
    let Status::Refused(breaches) = &desk.state().entries[&first].status else { panic!("both are in") };
    assert!(breaches[0].to_string().contains("E2"), "{breaches:?}");
}

#[test]
fn days_are_moved_together_until_the_announcement_and_never_against_each_other() {
    let mut desk = entered("loebner-2010", STAMP_2010, 2);
    let day = |id: &str, day: &str| (id.to_owned(), day.parse::<rulebook::calendar::Days>().unwrap());
    let refused = desk.does(Command::MoveDays { days: vec![day("closes", "2010-08-01")] }).unwrap_err().to_string();
    assert!(refused.contains("2010-07-05") && refused.contains("2010-08-01"), "{refused}");
    let none = desk.does(Command::MoveDays { days: vec![day("opening", "2010-08-01")] }).unwrap_err().to_string();
    assert!(none.contains("the rulebook has no day `opening`"), "{none}");
    let days = vec![day("closes", "2010-08-01"), day("final-four-announced", "2010-08-15")];
    desk.does(Command::MoveDays { days }).unwrap();
    let told: Vec<_> = rulebook::calendar::days(&desk.state().rulebook)
        .into_iter()
        .filter(|day| day.id == "closes" || day.id == "final-four-announced")
        .map(|day| day.from.to_string())
        .collect();
    assert_eq!(told, ["2010-08-01", "2010-08-15"]);
    // The log has the moved day.
    let log = intake::log::read(desk.lines.as_bytes()).unwrap();
    assert_eq!(log.intake.as_ref(), Some(desk.state()));
    desk.does(Command::Announce).unwrap();
    let late = desk.does(Command::MoveDays { days: vec![day("contest", "2010-10-30")] }).unwrap_err();
    assert!(late.to_string().contains("announced"), "{late}");
}

#[test]
fn a_sheet_of_a_spreadsheet_with_semicolons_and_decimal_commas_is_read_as_ballots_are() {
    use intake::judging::Sheet;
    let read = |text: &str| Sheet::read(text).unwrap_or_else(|faults| panic!("{faults:?}"));
    let plain = read("entry,question,kind,score\nE1,1,time,0.5\nE2,1,time,2\n");
    assert_eq!(read("entry;question;kind;score\nE1;1;time;0,5\nE2;1;time;2\n"), plain);
    assert_eq!(read("entry\tquestion\tkind\tscore\nE1\t1\ttime\t0,5\nE2\t1\ttime\t2\n"), plain);
    assert_eq!(read("entry,question,kind,score\nE1,1,time,\"0,5\"\nE2,1,time,2\n"), plain);
    assert!(Sheet::read("entry;question;kind;score\nE1;1;time;1,000.5\n").is_err());
}

#[test]
fn every_fault_of_an_application_and_of_a_file_of_people_is_told_with_its_line() {
    let why =
        intake::Application::read("program = 3\nnmae = \"x\"\n[testing]\non = 2010-06-08\n").unwrap_err().to_string();
    for told in [
        "line 1, column 11: invalid type",
        "line 2, column 8: `nmae` means nothing here",
        "line 3, column 1: `[testing]` lacks `agreed`",
        "lacks `contestant`",
    ] {
        assert!(why.contains(told), "{told}: {why}");
    }
    assert!(!why.contains("lacks `program`"), "{why}");
    let people = "[[person]]\nname = \"A\"\n[[person]]\nroles = [\"jugde\"]\n[[relation]]\nbetween = [\"A\", \"B\"]\nare = \"frends\"\n";
    let why = intake::people::PeopleFile::read(people).unwrap_err().to_string();
    for told in [
        "line 3, column 1: `[[person]]` 2 lacks `name`",
        "line 4, column 10: unknown variant `jugde` (did you mean `judge`?)",
        "line 7",
    ] {
        assert!(why.contains(told), "{told}: {why}");
    }
}
