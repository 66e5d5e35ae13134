//! Roles of people: each clash names its rule.

use intake::{
    Command,
    people::{BadPeople, People, PeopleFile},
};
use rulebook::{ContestFile, read_contest_file, shipped};

use crate::desk::Desk;

/// A contest under this rulebook with these judges and confederates, and entries of these contestants.
fn contest(rulebook: &str, judges: &[&str], confederates: &[&str], contestants: &[&str]) -> ContestFile {
    let mut text = format!("name = \"Ours\"\norganiser = \"Olga\"\nrulebook = \"{rulebook}\"\n");
    for (key, names) in [("judge", judges), ("confederate", confederates)] {
        text.extend(names.iter().map(|name| format!("[[{key}]]\nname = \"{name}\"\n")));
    }
    for (at, name) in contestants.iter().enumerate() {
        text +=
            &format!("[[entry]]\nname = \"P{at}\"\ncontestant = \"{name}\"\nprotocol = \"stdio\"\ncommand = [\"p\"]\n");
    }
    let none = |_: &str| Err("there is no file".to_owned());
    read_contest_file("contest.toml", &text, &none).unwrap_or_else(|faults| panic!("{faults:?}"))
}

/// The clashes with the rules, a line each; attestations and seats only where `all`.
fn clashes(contest: &ContestFile, desk: Option<&Desk>, file: &str) -> Vec<String> {
    let rules = contest.rulebook.people.clone().unwrap();
    let people = People::of(&contest.rulebook, Some(contest), desk.map(Desk::state), &PeopleFile::read(file).unwrap());
    let told = people.unwrap().clashes(&rules).into_iter().map(|clash| clash.to_string());
    told.filter(|told| !told.contains("has not attested") && !told.contains("have the role")).collect()
}

const JUDGES: [&str; 5] = ["Ann", "Bob", "Cid", "Dot", "Eve"];

#[test]
fn rules_10_41_and_52_of_2003_nobody_is_in_two_roles_that_exclude_one_another() {
    let contest = contest("surrey-2003", &JUDGES, &["Flo", "Gus"], &["Hal", "Ivy"]);
    assert_eq!(clashes(&contest, None, ""), [""; 0]);
    let mut desk = Desk::open_under(shipped::rulebook("surrey-2003").unwrap());
    desk.fill("2003-05-01T00:00:00Z", 9);
    desk.panel("preliminary", &["ｂｏｂ", "G\u{200b}us", "Zoe"]).unwrap();
    let steering = "[[person]]\nname = \"Hal\"\nroles = [\"steering-group\"]\n";
    assert_eq!(
        clashes(&contest, Some(&desk), steering),
        [
            "rule 10: Hal cannot be contestant: steering-group at the same time",
            "rule 41: Bob cannot be judge: preliminary-judge at the same time",
            "rule 52: Gus cannot be confederate: preliminary-judge at the same time",
        ]
    );
    // A person behind a program counts as its contestant, unless the entry left.
    desk.does(Command::Withdraw { entry: rulebook::EntryId::new(1) }).unwrap();
    let judge = |n| format!("[[person]]\nname = \"Contestant {n}\"\nroles = [\"judge\"]\n");
    assert_eq!(clashes(&contest, Some(&desk), &judge(1)).len(), 2);
    assert!(clashes(&contest, Some(&desk), &judge(2)).iter().any(|told| told.contains("Contestant 2 cannot be judge")));
}

#[test]
fn rules_10_41_and_52_of_2003_neither_are_families_and_associates() {
    let contest = contest("surrey-2003", &JUDGES, &["Flo", "Gus"], &["Hal", "Ivy"]);
    let related = |one: &str, other: &str, are: &str| {
        format!("[[relation]]\nbetween = [\"{one}\", \"{other}\"]\nare = \"{are}\"\n")
    };
    assert_eq!(
        clashes(&contest, None, &related("Ivy", "ann", "family")),
        ["rule 41: Ann cannot be judge: family of Ivy, who is contestant"]
    );
    assert_eq!(
        clashes(&contest, None, &related("Olga", "Flo", "associate")),
        ["rule 52: Flo cannot be confederate: associate of Olga, who is organiser"]
    );
    // In 2003, acquaintance excludes no one, and two judges may be sisters.
    assert_eq!(clashes(&contest, None, &related("Ann", "Hal", "acquaintance")), [""; 0]);
    assert_eq!(clashes(&contest, None, &related("Ann", "Bob", "family")), [""; 0]);
    let unknown = PeopleFile::read(&related("Ann", "Nobody", "family")).unwrap();
    let found = People::of(&contest.rulebook, Some(&contest), None, &unknown).unwrap_err();
    assert_eq!(found, BadPeople::Unknown("Nobody".into()));
}

#[test]
fn rules_3_and_13_of_1995_sponsors_families_and_acquaintances() {
    let contest = contest("loebner-1995", &["Ann", "Bob"], &["Flo", "Gus"], &["Hal", "Ivy"]);
    let file = "[[person]]\nname = \"Hal\"\nroles = [\"sponsor\"]\n[[relation]]\nbetween = [\"Ann\", \"Gus\"]\nare = \"acquaintance\"\n\
                [[relation]]\nbetween = [\"Flo\", \"Gus\"]\nare = \"acquaintance\"\n";
    assert_eq!(
        clashes(&contest, None, file),
        [
            "rule 3: Hal cannot be contestant: sponsor at the same time",
            "rule 13: Ann cannot be judge: acquaintance of Gus, who is confederate",
            "rule 13: Flo cannot be confederate: acquaintance of Gus, who is confederate",
            "rule 13: Gus cannot be confederate: acquaintance of Flo, who is confederate",
        ]
    );
}

#[test]
fn rule_13_of_1995_judges_and_confederates_attest_that_they_are_strangers() {
    let contest = contest("loebner-1995", &["Ann"], &["Flo", "Gus"], &["Hal", "Ivy"]);
    let attested = |attests: &[(&str, &str)]| -> Vec<String> {
        let lines = attests.iter().map(|(name, id)| format!("[[person]]\nname = \"{name}\"\nattests = [\"{id}\"]\n"));
        let file = PeopleFile::read(&lines.collect::<String>()).unwrap();
        let people = People::of(&contest.rulebook, Some(&contest), None, &file).unwrap();
        people.clashes(contest.rulebook.people.as_ref().unwrap()).iter().map(ToString::to_string).collect()
    };
    assert_eq!(attested(&[]).len(), 3);
    let some = [("Ann", "strangers-to-judges"), ("Flo", "strangers-to-confederates")];
    assert_eq!(
        attested(&some),
        [
            "rule 13: Gus has not attested \"Before the contest I knew nothing of any contestant or of any other confederate.\" \
         (add `strangers-to-confederates` to their `attests`)"
        ]
    );
    let slip = PeopleFile::read("[[person]]\nname = \"Ann\"\nattests = [\"stranger\"]\n").unwrap();
    let told = People::of(&contest.rulebook, Some(&contest), None, &slip).unwrap_err().to_string();
    assert!(told.ends_with("(it asks for: strangers-to-judges, strangers-to-confederates)"), "{told}");
}

/// Each person has one table: a second one under the same name is refused.
#[test]
fn two_tables_of_one_name_are_a_fault_with_both_places() {
    let two = "[[person]]\nname = \"José\"\nappointed_by = \"A\"\n[[person]]\nname = \"JOSE\u{301} \"\nappointed_by = \"B\"\n";
    let told = PeopleFile::read(two).unwrap_err().to_string();
    assert!(told.contains("line 5, column 8: two people are called `JOSE"), "{told}");
    assert!(told.contains("say all of them in one table"), "{told}");
}

#[test]
fn the_committee_of_2029_is_appointed_by_both_by_agreement_or_by_the_foundation() {
    let rulebook = shipped::rulebook("kurzweil-kapor-2029").unwrap();
    let rules = rulebook.people.clone().unwrap();
    let found = |appointed: &[&str]| -> Vec<String> {
        let members = appointed.iter().enumerate().map(|(at, by)| {
            format!("[[person]]\nname = \"M{at}\"\nroles = [\"committee\"]\nappointed_by = \"{by}\"\n")
        });
        let file = PeopleFile::read(&members.collect::<String>()).unwrap();
        let people = People::of(&rulebook, None, None, &file).unwrap();
        people.clashes(&rules).iter().map(ToString::to_string).collect()
    };
    assert_eq!(found(&["Kurzweil", "Kapor", "agreement of both members"]), [""; 0]);
    assert_eq!(found(&["Kurzweil", "Long Now Foundation", "Long Now Foundation"]), [""; 0]);
    assert_eq!(
        found(&["Kurzweil", "Kurzweil", "Kapor"]),
        ["the procedure: nobody was appointed committee by agreement of both members"]
    );
    assert_eq!(found(&["Kurzweil", "Kapor"]).len(), 2);
}

#[test]
fn rules_34_and_51_of_2003_there_is_a_chief_judge_and_a_referee() {
    let rulebook = shipped::rulebook("surrey-2003").unwrap();
    let rules = rulebook.people.clone().unwrap();
    let file =
        PeopleFile::read("[[person]]\nname = \"Cleo\"\nroles = [\"chief-judge\", \"preliminary-judge\", \"panel\"]\n")
            .unwrap();
    let found = People::of(&rulebook, None, None, &file).unwrap().clashes(&rules);
    let told: Vec<String> = found.iter().map(ToString::to_string).collect();
    assert_eq!(told, ["rule 51: 0 have the role referee, and it needs 1 at least"]);
}

#[test]
fn a_chief_judge_is_asked_for_only_where_a_preliminary_round_is_held_and_referees_of_the_contest_file_count() {
    let people = |key: &str, names: &[&str]| {
        names.iter().map(|name| format!("[[{key}]]\nname = \"{name}\"\n")).collect::<String>()
    };
    let entry = |name: &str| {
        format!("[[entry]]\nname = \"P of {name}\"\ncontestant = \"{name}\"\nprotocol = \"stdio\"\ncommand = [\"p\"]\n")
    };
    let text = format!(
        "name = \"Ours\"\norganiser = \"Olga\"\nrulebook = \"surrey-2003\"\n{}{}{}{}{}",
        people("judge", &JUDGES),
        people("confederate", &["Flo", "Gus"]),
        people("referee", &["Ray"]),
        entry("Hal"),
        entry("Ivy"),
    );
    let none = |_: &str| Err("there is no file".to_owned());
    let contest = read_contest_file("contest.toml", &text, &none).unwrap_or_else(|faults| panic!("{faults:?}"));
    let rules = contest.rulebook.people.clone().unwrap();
    let seats = |desk: Option<&Desk>| -> Vec<String> {
        let file = PeopleFile::default();
        let people = People::of(&contest.rulebook, Some(&contest), desk.map(Desk::state), &file).unwrap();
        let told = people.clashes(&rules).into_iter().map(|clash| clash.to_string());
        told.filter(|told| told.contains("have the role")).collect()
    };
    assert_eq!(seats(None), [""; 0], "nobody judged before the final, and Ray is a referee");
    let mut desk = Desk::open_under(shipped::rulebook("surrey-2003").unwrap());
    desk.fill("2003-05-01T00:00:00Z", 8);
    assert_eq!(seats(Some(&desk)), [""; 0], "eight go on at once");
    desk.fill("2003-05-02T00:00:00Z", 1);
    assert_eq!(seats(Some(&desk)), ["rule 34: 0 have the role chief-judge, and it needs 1 at least"]);
}
