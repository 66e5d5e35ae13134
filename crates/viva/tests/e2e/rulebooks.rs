//! Rulebooks on the command line: shipped ones, and a user's own.

use std::{path::Path, process::Command};

use rulebook::{Rulebook, shipped};

use crate::{
    desk::Desk,
    support::{contest_file, stdio_entries},
};

#[test]
fn twelve_rulebooks_are_listed_and_each_can_be_read() {
    let desk = Desk::new();
    let list = desk.viva("rulebook list --json").ends(0).json();
    let ids: Vec<&str> = list.as_array().unwrap().iter().map(|one| one["id"].as_str().unwrap()).collect();
    assert_eq!(ids.len(), 12);
    let lines = desk.viva("rulebook list").ends(0);
    for id in ids {
        let shipped = shipped::rulebook(id).unwrap();
        assert!(lines.data.lines().any(|line| line.starts_with(id) && line.contains(&shipped.title)), "{lines}");
        desk.viva(&format!("rulebook show {id}")).ends(0).prints(&shipped.title).prints("INSTRUCTIONS");
        // The JSON form reads back as the same rulebook.
        let shown: Rulebook =
            serde_json::from_str(&desk.viva(&format!("rulebook show {id} --json")).ends(0).data).unwrap();
        assert_eq!(shown, shipped);
        desk.lay("shown.toml", desk.viva(&format!("rulebook show {id} --toml")).ends(0).data);
        desk.viva("rulebook check shown.toml").ends(0).prints("a rulebook without faults");
    }
}

#[test]
fn a_contradiction_names_both_keys_and_the_way_out() {
    let desk = Desk::new();
    let text = desk.viva("rulebook show loebner-2010 --toml").ends(0).data;
    desk.lay("wrong.toml", text.replace("layout = \"pair\"", "layout = \"one\""));
    for line in ["check wrong.toml", "show wrong.toml", "show wrong.toml --json"] {
        let refused = desk.viva(&format!("rulebook {line}")).ends(1).prints_nothing();
        refused
            .says("3 faults in `wrong.toml`")
            .says("`schedule.design` is `graeco-latin`, which needs the layout `pair`, but `interview.layout` is `one`")
            .says("item 1 of `ballots.interview` is a `choice` between two, but `interview.layout` is `one`")
            .says("set `interview.layout = \"pair\"`");
    }
    // No command accepts a faulty rulebook.
    desk.lay("ballots.csv", "round,judge,entry,confederate,choice\n");
    for line in
        ["schedule make wrong.toml", "score ballots.csv --rulebook wrong.toml", "rulebook new --from wrong.toml"]
    {
        desk.viva(line).ends(2).prints_nothing().says("3 faults in `wrong.toml`");
    }
}

#[test]
fn a_rulebook_of_ones_own_is_used_like_one_of_ours() {
    let desk = Desk::new();
    desk.viva("rulebook new --from loebner-2010 --id three-of-each --out own.toml")
        .ends(0)
        .says("viva rulebook check own.toml");
    desk.viva("rulebook new --from loebner-2010 --out own.toml").ends(2).says("choose a path that does not exist yet");
    let text = desk.read("own.toml").replace("judges = 4", "judges = 3").replace("entries = 4", "entries = 3");
    let text = text.replace("confederates = 4", "confederates = 3").replace("finalists = 4", "finalists = 3");
    let text = text.replace("keeps = 4", "keeps = 3").replace("least = 5", "least = 4");
    // A final of three has no fourth place.
    let (start, end) = (
        text.find("# Prize money.\n[[awards]]\nid = \"fourth\"").unwrap(),
        text.find("# Scoring the final four: the silver").unwrap(),
    );
    let text = format!("{}{}", &text[..start], &text[end..]).replace("fourth.title = \"Vierter Platz\"\n", "");
    desk.lay("own.toml", text);
    desk.viva("rulebook check own.toml").ends(0).prints("ok: own.toml is a rulebook without faults");
    desk.viva("rulebook show own.toml").ends(0).prints("three-of-each");
    // A copy of a copy.
    desk.viva("rulebook new --from own.toml --id again").ends(0).prints("id = \"again\"").prints("judges = 3");

    desk.lay("plan.csv", desk.viva("schedule make own.toml").ends(0).says("3 rounds").data);
    desk.viva("schedule check own.toml plan.csv").ends(0);

    let choices = desk.read("plan.csv").lines().skip(1).map(|line| format!("{line},confederate\n")).collect::<String>();
    desk.lay("ballots.csv", format!("round,judge,entry,confederate,choice\n{choices}"));
    let scored = desk.viva("score ballots.csv --rulebook own.toml").ends(0);
    scored.prints("(three-of-each)").prints("3 judges, 3 entries, 3 confederates");

    let people = |kind: &str| (1..=3).map(|n| format!("[[{kind}]]\nname = \"{kind} {n}\"\n")).collect::<String>();
    let entries = (1..=3).map(|n| {
        format!(
            "[[entry]]\nname = \"Program {n}\"\ncontestant = \"Somebody\"\nprotocol = \"stdio\"\ncommand = [\"cat\"]\n"
        )
    });
    let head = "name = \"Ours\"\norganiser = \"Us\"\nrulebook = \"own.toml\"\n";
    let entries: String = entries.collect();
    desk.lay("contest.toml", format!("{head}{}{}{entries}", people("judge"), people("confederate")));
    desk.viva("contest check contest.toml").ends(0).says("3 judges, 3 confederates, 3 entries");
    desk.lay("contest.toml", contest_file(&entries, "").replace("\"loebner-2010\"", "\"own.toml\""));
    desk.viva("contest check contest.toml").ends(1).says("contest.toml");
}

#[test]
fn what_is_no_rulebook_is_told_so() {
    let desk = Desk::new();
    desk.viva("rulebook check loebner-2006").ends(0).prints("without faults");
    for verb in ["check", "show", "new --from"] {
        desk.viva(&format!("rulebook {verb} loebner-1873")).ends(2).prints_nothing().says("choose one of audio-visual");
        desk.viva(&format!("rulebook {verb} nowhere.toml"))
            .ends(2)
            .prints_nothing()
            .says("failed to read `nowhere.toml`");
    }
    desk.viva("rulebook new --from loebner-2006 --id 'My Rules'").ends(2).says("use 1 to 40 lower-case letters");
    for line in ["rulebook new --from loebner-2006 --out no/x.toml", "contest new no/x.toml"] {
        desk.viva(line).ends(2).says("choose a path in a folder where you may write");
    }
    desk.viva("rulebook show loebner-2006 --json --toml").ends(2).prints_nothing();
}

/// Rule 8 of 1995 and rule 20 of 2003 hold in the final too.
#[test]
fn where_a_rulebook_forbids_telecommunication_it_is_shown_and_a_check_names_the_entries_that_could() {
    let desk = Desk::new();
    desk.viva("rulebook show loebner-1995").ends(0).prints("telecommunication no").prints("rule 8");
    desk.lay("mine.toml", contest_file(&stdio_entries(&["cat"], &[]), ""));
    let fault =
        "its program has network access, and section 1 forbids telecommunication beyond the site: write `hermetic";
    desk.viva("contest check mine.toml").ends(0).says(fault);
    let hermetic = stdio_entries(&["cat"], &[]).replace("silence =", "hermetic = true\nsilence =");
    desk.lay("mine.toml", contest_file(&hermetic, ""));
    let answer = desk.viva("contest check mine.toml").ends(0);
    assert!(!answer.talk.contains("telecommunication"), "{answer}");
}

/// Editors with taplo format a rulebook when it is saved: the shipped ones stay as they are.
#[test]
fn shipped_rulebooks_and_examples_have_the_format_of_taplo() {
    let taplo = Path::new(&std::env::var_os("VIVA_TEST_NODE").unwrap()).join("node_modules/.bin/taplo");
    assert!(taplo.exists(), "taplo is not installed: run `./test --peers`");
    let project = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let mut check = Command::new(taplo);
    check.args(["format", "--check", "--no-auto-config", "rulebooks/*.toml", "examples/*.toml"]).current_dir(project);
    check.arg("crates/rulebook/src/reader/*.toml");
    let output = check.output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && told.contains("found files total=15"), "{told}");
}
