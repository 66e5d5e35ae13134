//! A plan in a file, and a user's own contest file: checked, rehearsed, and refused with a hint.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Output,
};

use serde_json::Value;

use crate::support::{Server, contest_file, house_entries, viva};

/// A seven-round plan of the matrix of 2006.
const SEVEN: &str = include_str!("../../../schedule/tests/given/seven-rounds.csv");

/// A folder with a contest of 2006 that names a plan.
struct Desk(tempfile::TempDir);

impl Desk {
    /// With this text as the plan, and this head of the contest file.
    fn with(head: &str, plan: &str) -> Self {
        let desk = Self(tempfile::tempdir().unwrap());
        let text = contest_file(&house_entries(), "").replace("loebner-2010", "loebner-2006");
        let text = text.replace("seed = \"story\"\n", &format!("seed = \"story\"\n{head}\n"));
        fs::write(desk.path("mine.toml"), text).unwrap();
        fs::write(desk.path("plan.csv"), plan).unwrap();
        desk
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn runs(&self, arguments: &[&str]) -> (Option<i32>, String) {
        told(&viva().args(arguments).current_dir(self.0.path()).output().unwrap())
    }

    /// Checks that the check and a server refuse the contest with these words.
    fn refused(&self, expected: &[&str]) {
        let (code, said) = self.runs(&["contest", "check", "mine.toml"]);
        assert_eq!(code, Some(1), "{said}");
        let (code, served) = self.runs(&["serve", "--data", "data", "--listen", "127.0.0.1:0", "mine.toml"]);
        assert_eq!(code, Some(2), "{served}");
        let (code, shown) = self.runs(&["demo", "mine.toml", "--out", "out"]);
        assert_eq!(code, Some(2), "{shown}");
        for said in [said, served, shown] {
            let said = one_line(&said);
            for words in expected {
                assert!(said.contains(words), "{words}\n{said}");
            }
        }
        assert!(!self.path("data").exists(), "nothing is set up");
    }
}

/// The message without the line breaks and rules of its frame.
fn one_line(said: &str) -> String {
    said.split(|c: char| c.is_whitespace() || c == '│').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

fn told(output: &Output) -> (Option<i32>, String) {
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

/// Rehearses a contest file and returns its result.
fn rehearse(folder: &Path, arguments: &[&str]) -> (Value, String) {
    let output = viva().args(["demo", "--json"]).args(arguments).current_dir(folder).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{said}");
    (serde_json::from_slice(&output.stdout).unwrap(), said)
}

/// The witnesses of an interview in a result.
fn witnesses(interview: &Value) -> Vec<&str> {
    let mut all: Vec<_> = interview["seats"].as_object().unwrap().values().map(|who| who.as_str().unwrap()).collect();
    all.sort_unstable();
    all
}

/// Plays a plan of the matrix of 2006 from its file, and checks the interviews played.
fn plays_whole(plan: &str) {
    let desk = Desk::with("plan = \"plan.csv\"", plan);
    let (code, said) = desk.runs(&["contest", "check", "mine.toml"]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("planned in plan.csv: 16 interviews in 7 rounds"), "{said}");
    let (told, said) = rehearse(desk.0.path(), &["mine.toml", "--talk", "4m", "--pace", "480", "--out", "out"]);
    assert!(said.contains("a rehearsal of mine.toml: scripts play its people"), "{said}");
    let result = &told["result"];
    assert_eq!((&result["rounds"], &result["rulebook"]), (&7.into(), &"loebner-2006".into()));
    assert_eq!(result["scripted"].as_array().unwrap().len(), 8, "its people were scripts");
    assert_eq!(told["names"]["C1"]["name"], "confederate number 1");
    let interviews = result["interviews"].as_array().unwrap();
    assert_eq!(interviews.len(), 16);
    // Each round has as many as in the plan; every judge meets each witness once.
    for round in 1..=7 {
        let planned = plan.lines().filter(|line| line.starts_with(&format!("{round},"))).count();
        let played = interviews.iter().filter(|i| i["round"] == format!("R{round}") || i["round"] == round).count();
        assert_eq!(played, planned, "round {round}");
    }
    for judge in 1..=4 {
        let of_judge = interviews.iter().filter(|i| i["judge"] == format!("J{judge}"));
        let mut met: Vec<&str> = of_judge.flat_map(witnesses).collect();
        met.sort_unstable();
        assert_eq!(met, ["C1", "C2", "C3", "C4", "E1", "E2", "E3", "E4"]);
    }
    let record = told["record"].as_str().unwrap();
    let verified = viva().args(["record", "verify", record]).current_dir(desk.0.path()).output().unwrap();
    let verdict = String::from_utf8(verified.stdout).unwrap();
    assert!(verified.status.success(), "{verdict}");
    let verdict = one_line(&verdict);
    assert!(verdict.contains("who meets whom is the plan that the first event holds"), "{verdict}");
    assert!(verdict.contains("rehearsal"), "{verdict}");

    // The ballots of its record fit the matrix of the labels.
    let (code, said) = desk.runs(&["record", "export", record, "--form", "ballots", "--out", "ballots"]);
    assert_eq!(code, Some(0), "{said}");
    let arguments = ["score", "ballots/ballots.csv", "--rulebook", "ballots/rulebook.toml"];
    let (code, said) = desk.runs(&arguments);
    assert!(!said.contains("matrix"), "{code:?}: {said}");
}

#[test]
fn a_plan_of_seven_rounds_under_the_rules_of_2006_is_played_whole_from_its_file() {
    plays_whole(SEVEN);
}

#[test]
#[expect(clippy::print_stderr, reason = "a skipped test says so")]
fn the_printed_seven_rounds_of_2006_are_played_whole_from_their_file() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/schedules/printed-2006.csv");
    match fs::read_to_string(&path) {
        Ok(plan) => plays_whole(&plan),
        Err(error) => eprintln!("skipped: {} cannot be read: {error}", path.display()),
    }
}

#[test]
fn a_plan_that_is_wrong_is_refused_with_its_lines_and_how_to_mend_it() {
    let head = "plan = \"plan.csv\"";
    let changed = |change: &dyn Fn(&mut Vec<&str>)| {
        let mut lines: Vec<&str> = SEVEN.lines().collect();
        change(&mut lines);
        lines.join("\n")
    };
    let desk = Desk::with(head, "");
    desk.refused(&["the plan `plan.csv` cannot be played", "line 1: the file is empty"]);
    let check = |plan: String, expected: &[&str]| {
        fs::write(desk.path("plan.csv"), plan).unwrap();
        let (code, said) = desk.runs(&["contest", "check", "mine.toml"]);
        assert_eq!(code, Some(1), "{said}");
        let said = one_line(&said);
        for words in expected {
            assert!(said.contains(words), "{words}\n{said}");
        }
    };
    check(
        changed(&|lines| lines.push(lines[1])),
        &["lines 2 and 18: the same interview is in the plan more than once"],
    );
    check(
        changed(&|lines| lines.push("8,J1,E4,C4")),
        &["lines 2 and 18: J1 meets E4 twice (let the two meet in one of these interviews only)"],
    );
    check(changed(&|lines| _ = lines.remove(1)), &["J1 never meets E4 (add an interview in which the two meet)"]);
    check(
        changed(&|lines| lines[1] = "1,J1,E5,C4"),
        &["line 2: E5 is planned, but the contest has only 4 in that role"],
    );
    check(changed(&|lines| lines[1] = "1,Ada,E4,C4"), &["line 2: column 2: `Ada` is not a judge such as J1"]);
    check(changed(&|lines| lines[1] = "2,J1,E4,C4"), &["E4 is in 2 interviews of R2 (move all of these"]);
    check(changed(&|lines| lines[1] = "9,J1,E4,C4"), &["R8 has no interviews, though rounds follow it"]);
    check("x".repeat(300_000), &["it is larger than the 256 kB that a plan may have"]);
}

#[test]
fn a_plan_stands_in_the_folder_of_its_contest_file() {
    let desk = Desk::with("plan = \"../plan.csv\"", SEVEN);
    desk.refused(&[
        "`plan` is `../plan.csv`, which leads out of the folder of this file",
        "put the file beside this one",
    ]);
    Desk::with("plan = \"/etc/hostname\"", SEVEN).refused(&["which leads out of the folder of this file"]);

    let outside = tempfile::tempdir().unwrap();
    fs::write(outside.path().join("plan.csv"), SEVEN).unwrap();
    let desk = Desk::with("plan = \"linked.csv\"", SEVEN);
    std::os::unix::fs::symlink(outside.path().join("plan.csv"), desk.path("linked.csv")).unwrap();
    desk.refused(&["the plan `linked.csv` is outside of the folder of the contest file"]);

    let desk = Desk::with("plan = \"nowhere.csv\"", SEVEN);
    desk.refused(&["failed to read the plan `nowhere.csv`", "check the path"]);
    let desk = Desk::with("plan = \"folder\"", SEVEN);
    fs::create_dir(desk.path("folder")).unwrap();
    desk.refused(&["failed to read the plan `folder`", "it is no file"]);
    // In a subfolder, reached by a link that stays inside, it is the organiser's own.
    let desk = Desk::with("plan = \"plans/ours.csv\"", SEVEN);
    fs::create_dir(desk.path("plans")).unwrap();
    std::os::unix::fs::symlink("../plan.csv", desk.path("plans/ours.csv")).unwrap();
    let (code, said) = desk.runs(&["contest", "check", "mine.toml"]);
    assert_eq!(code, Some(0), "{said}");
}

#[test]
fn a_contest_keeps_the_plan_it_was_served_with_last_whatever_becomes_of_the_file() {
    let desk = Desk::with("plan = \"plan.csv\"", SEVEN);
    let (data, file) = (desk.path("data"), desk.path("mine.toml"));
    let server = Server::start(&data, &[file.to_str().unwrap()]);
    assert!(server.organiser_link.is_some());
    server.kill();
    // The same files again are the same contest.
    Server::start(&data, &[file.to_str().unwrap()]).kill();
    let exchanged = SEVEN.replace("\n6,", "\nx,").replace("\n7,", "\n6,").replace("\nx,", "\n7,");
    fs::write(desk.path("plan.csv"), exchanged).unwrap();
    // Before the draw another plan can replace it.
    let server = Server::start(&data, &[file.to_str().unwrap()]);
    assert!(server.said.contains("`plan.meetings` is another"), "{}", server.said);
    server.kill();
    fs::remove_file(desk.path("plan.csv")).unwrap();
    Server::start(&data, &[]).kill();
}

#[test]
fn a_label_can_be_settled_for_somebody_who_is_away_when_its_bearer_is() {
    let desk = Desk::with("plan = \"plan.csv\"", SEVEN);
    let file = desk.path("mine.toml");
    let text = fs::read_to_string(&file).unwrap();
    let labelled = |label: &str, plan: bool| {
        let text =
            text.replace("name = \"judge number 2\"\n", &format!("name = \"judge number 2\"\nlabel = \"{label}\"\n"));
        fs::write(&file, if plan { text } else { text.replace("plan = \"plan.csv\"\n", "") }).unwrap();
        let (code, said) = desk.runs(&["contest", "check", "mine.toml"]);
        (code, one_line(&said))
    };
    let (code, said) = labelled("J3", true);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("who bears its labels is drawn, but J2 bears J3"), "{said}");
    let (code, said) = labelled("J9", true);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("J2 cannot bear the label J9"), "{said}");
    assert!(labelled("C3", true).1.contains("which is none of J1, J2 and so on"));
    assert!(labelled("J3", false).1.contains("is of a plan, and the file names none"));
}

#[test]
fn a_demonstration_says_what_it_cannot_play_and_what_it_can() {
    let desk = Desk::with("", SEVEN);
    let (code, said) = desk.runs(&["demo", "nowhere.toml"]);
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("failed to read `nowhere.toml`"), "{said}");
    let (code, said) = desk.runs(&["demo", "loebner-2011"]);
    assert_eq!(code, Some(2), "{said}");
    assert!(
        said.contains("no shipped rulebook and no file is called `loebner-2011`") && said.contains("loebner-2010"),
        "{said}"
    );
    let text = fs::read_to_string(desk.path("mine.toml")).unwrap();
    let without = text.split("[[entry]]").next().unwrap();
    fs::write(desk.path("none.toml"), format!("{without}\n[overrides.interview]\ndelivery = \"whole-lines\"\n"))
        .unwrap();
    let (code, said) = desk.runs(&["demo", "none.toml"]);
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("`entry`") && said.contains("[[entry]]"), "{said}");
    let (code, said) = desk.runs(&["demo", "mine.toml", "--entries", "mine.toml"]);
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("has entries of its own"), "{said}");
    let (code, said) = desk.runs(&["demo", "mine.toml", "--talk", "soon"]);
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("no duration") && said.contains("as it is rehearsed"), "{said}");
    let (code, said) = desk.runs(&["demo", "mine.toml", "--rulebook", "loebner-1995"]);
    assert_eq!(code, Some(2), "{said}");
}

#[test]
fn a_rulebook_file_of_ones_own_is_demonstrated_with_the_programs_of_the_house() {
    let desk = Desk::with("", SEVEN);
    let arguments = ["rulebook", "new", "--from", "turing-1950", "--id", "ours", "--out", "ours.toml"];
    let (code, said) = desk.runs(&arguments);
    assert_eq!(code, Some(0), "{said}");
    let (told, said) =
        rehearse(desk.0.path(), &["ours.toml", "--seed", "1", "--talk", "1m", "--pace", "20", "--out", "out"]);
    assert_eq!(told["result"]["rulebook"], "ours", "{said}");
    assert!(told["record"].as_str().unwrap().ends_with("demo-ours-1.viva"), "{said}");
}

#[test]
fn a_contest_file_of_another_rulebook_is_rehearsed_with_its_own_people_programs_and_seed() {
    let desk = Desk::with("", SEVEN);
    let entry = house_entries().split("[[entry]]").nth(1).map(|one| format!("[[entry]]{one}")).unwrap();
    let text = format!(
        "name = \"Ours\"\norganiser = \"Nobody\"\nrulebook = \"turing-1950\"\nseed = \"a text\"\n\n\
         [[judge]]\nname = \"Ada\"\n[[judge]]\nname = \"Bob\"\n[[confederate]]\nname = \"Eve\"\n{entry}"
    );
    fs::write(desk.path("ours.toml"), text).unwrap();
    let arguments = ["ours.toml", "--talk", "1m", "--pace", "20", "--out", "out"];
    let (told, said) = rehearse(desk.0.path(), &arguments);
    assert!(said.contains("seed a text (a rehearsal: this text fixes the draw)"), "{said}");
    assert_eq!(told["result"]["rounds"], 2);
    assert!(told["record"].as_str().unwrap().ends_with("demo-ours-a-text.viva"), "{said}");
    let names = told["names"].to_string();
    assert!(["Eve", "Program 1", "Somebody"].iter().all(|name| names.contains(name)), "{names}");
}

#[test]
fn a_plan_made_anew_before_the_first_round_is_one_that_a_contest_file_takes() {
    let desk = Desk::with("plan = \"new.csv\"", SEVEN);
    let replan = |arguments: &[&str], out: &str| {
        let output = viva().args(["schedule", "replan"]).args(arguments).current_dir(desk.0.path()).output().unwrap();
        fs::write(desk.path(out), &output.stdout).unwrap();
        told(&output)
    };
    let (code, said) = replan(&["loebner-2006", "plan.csv", "--left", "C2", "--seed", "1"], "new.csv");
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("take C2 out, and write `plan = \"FILE.csv\"`"), "{said}");
    assert!(said.contains("write `design = \"fewest-rounds\"` under `[overrides.schedule]`"), "{said}");
    let file = desk.path("mine.toml");
    let text = fs::read_to_string(&file).unwrap();
    let text = text.replace("[[confederate]]\nname = \"confederate number 2\"\n", "")
        + "\n[overrides.roles]\nconfederates = 3\n[overrides.schedule]\ndesign = \"fewest-rounds\"\n";
    fs::write(&file, text).unwrap();
    let (code, said) = desk.runs(&["contest", "check", "mine.toml"]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("planned in new.csv: 16 interviews"), "{said}");
    // One judge fewer needs nothing else: the first rows of the matrix.
    let (code, said) = replan(&["loebner-2006", "plan.csv", "--left", "J4"], "rows.csv");
    assert_eq!(code, Some(0), "{said}");
    assert!(!said.contains("fewest-rounds"), "{said}");
    let (code, said) = replan(&["loebner-2006", "plan.csv", "--left", "J5"], "none.csv");
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("J5 is said to have left, but is not in the contest"), "{said}");
}
