//! The keys of a contest file, the rulebook it names, and the check that the two agree.

use std::{collections::BTreeMap, time::Duration};

use super::{
    checks::part,
    committee,
    document::{self, Value, ValueContent, short},
    entries::{address_of_witness, check_socketio, entry},
    fault::{Code, Faults, Report, SourceSpan},
    participants,
    rulebook::rulebook,
    same_names, sources,
    table::{TableReader, read_table},
    translations,
    value::{any_text, duration, inside, line, moment, money, number, slug, switch, word, wrong_type},
    word::{closest, list_of},
};
use crate::{
    Zone,
    contest_file::{
        COSIGNERS_MAX, ContestFile, CosignerSpec, Isolation, Person, REFEREES_MAX, SCRIPTED_COUNTDOWN, SEED_MAX,
    },
    counted,
    names::identity,
    schema::Money,
    shipped,
};

/// A cosigner's key as an example of one.
const COSIGNER_KEY: &str = "\"society.example+1a2b3c4d+BA…\"";

/// The longest countdown.
const COUNTDOWN_MAX: Duration = Duration::from_secs(60 * 60);

/// The caller's lookup of a rulebook: from the path in the contest file to the name and the text of that file, or to a
/// sentence with the reason for its absence.
pub type FindRulebook<'f> = dyn Fn(&str) -> Result<(String, String), String> + 'f;

/// Reads a contest file, with the rulebook it names and its overrides of it. Faults call the file `file_name`.
///
/// A `rulebook` that ends in `.toml` is a path: `find_rulebook` gets it as it is written, and returns the name and text
/// of that file, or the reason why there is none. Any other `rulebook` is the id of a shipped one.
///
/// # Errors
/// Every fault of the file, and of the rulebook with its overrides, at once, each with its place and its remedy.
pub fn read_contest_file(file_name: &str, text: &str, find_rulebook: &FindRulebook<'_>) -> Result<ContestFile, Faults> {
    let file = document::file(file_name, text);
    let mut report = Report::new(file.clone());
    let tree = document::parse(&file, &mut report);
    let contest = read_table(&tree, &mut report, |t| {
        let name = t.required("name", "\"My contest\"", line(1..=80));
        let id = id(t, name.as_deref());
        let organiser = t.required("organiser", "\"who runs it\"", line(1..=80));
        let seed = t.optional("seed", line(1..=SEED_MAX));
        let rehearsal = t.or("rehearsal", false, switch);
        let base = t.required("rulebook", "\"loebner-2010\"", |value, report| base(value, find_rulebook, report));
        let overrides = t.ask("overrides").map(|item| &item.value);
        let carried = t.or("carried", BTreeMap::new(), carried);
        let committee = t.optional("committee", |value, report| read_table(value, report, committee::committee));
        let countdown = t.optional("countdown", duration(Duration::from_secs(1)..=COUNTDOWN_MAX));
        let begins = t.optional("begins", moment);
        let plan = t.optional("plan", inside);
        let judges = t.tables("judge", |t| person(t, 'J'));
        let confederates = t.tables("confederate", |t| person(t, 'C'));
        let referees = t.tables("referee", |t| t.required("name", "\"Olga\"", line(1..=80)));
        let cosigners = t.tables("cosigner", cosigner);
        let isolation = t.or("isolation", Isolation::default(), word);
        let entries = t.tables("entry", |t| entry(t, isolation.unwrap_or_default()));
        let reserves = t.tables("reserve", |t| entry(t, isolation.unwrap_or_default()));
        let sources = t.tables("source", sources::source);

        let mut rules = rules(base, overrides, t.report());
        let both = participants::settle(t, &tree, rules.as_mut());
        check_names(&tree, t.report());
        check_rehearsal(&tree, t.report());
        check_labels(&tree, t.report());
        check_socketio(&tree, rules.as_ref(), t.report());
        if let Some(rules) = &rules {
            check_trials(&tree, rules, t.report());
            check_openings(&tree, rules, t.report());
            check_carried(&tree, rules, t.report());
            check_baselines(&tree, rules, t.report());
            committee::check(&tree, rules, t.report());
            check_referees(&tree, rules, t.report());
            check_cosigners(&tree, rules, t.report());
            sources::check(&tree, rules, t.report());
        }
        let rulebook = rules.and_then(|rules| rulebook(&rules, t.report()));
        let judges: Vec<Person> = judges?.into_iter().collect::<Option<_>>()?;
        let confederates: Vec<Person> = confederates?.into_iter().collect::<Option<_>>()?;
        let is_scripted = judges.iter().chain(&confederates).all(|person| person.scripted);
        let mut entries: Vec<_> = isolation.and(entries)?.into_iter().collect::<Option<_>>()?;
        // Baselines become the last entries, in whatever order the file has them.
        entries.sort_by_key(|entry| entry.baseline);
        Some(ContestFile {
            name: name?,
            id: id?,
            organiser: organiser?,
            seed: seed?,
            rehearsal: rehearsal?,
            rulebook: rulebook?,
            zone: begins?.map_or(Zone::UTC, |(_, zone)| zone),
            begins: begins?.map(|(begins, _)| begins),
            plan: plan?,
            confederates: if both { judges.clone() } else { confederates },
            judges,
            referees: referees?.into_iter().collect::<Option<_>>()?,
            cosigners: cosigners?.into_iter().collect::<Option<_>>()?,
            entries,
            sources: sources?.into_iter().collect::<Option<_>>()?,
            reserves: reserves?.into_iter().collect::<Option<_>>()?,
            carried: carried?,
            committee: committee?,
            countdown: countdown?.or(is_scripted.then_some(SCRIPTED_COUNTDOWN)),
        })
    });
    report.finish(contest)
}

/// The id of a contest: as written, or made from the name.
fn id(t: &mut TableReader<'_>, name: Option<&str>) -> Option<String> {
    match t.optional("id", slug)? {
        Some(id) => Some(id),
        None => {
            let id = to_slug(name?);
            if id.is_empty() {
                let help = "write `id = \"my-contest\"` there: none can be made from the name".to_owned();
                t.miss(&["id"], help);
                return None;
            }
            Some(id)
        }
    }
}

/// A name as an id: lower-case letters and digits, with hyphens for everything else; empty if nothing is left.
fn to_slug(name: &str) -> String {
    let plain = deunicode::deunicode(name).to_lowercase();
    let words: Vec<_> = plain.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let mut id = words.join("-");
    id.truncate(40);
    id.trim_end_matches('-').to_owned()
}

/// The tree of the rulebook that a contest file names.
fn base(value: &Value, find_rulebook: &FindRulebook<'_>, report: &mut Report) -> Option<Value> {
    let named = any_text(value, report)?;
    let (file_name, text) = if named.ends_with(".toml") {
        match find_rulebook(named) {
            Ok(found) => found,
            Err(why_not) => {
                let message = format!("{} names `{}`, which was not read: {why_not}", value.path, short(named));
                let help = "check the path; it counts from the folder of this file";
                report.fault(Code::NoRulebook, &value.place, "this file", message, help);
                return None;
            }
        }
    } else if let Some(text) = shipped::find(named) {
        (format!("{named}.toml"), text.to_owned())
    } else {
        let ids: Vec<_> = shipped::ids().collect();
        let message = format!("{} is `{}`, which is not shipped", value.path, short(named));
        let meant = closest(named, &ids).map_or(String::new(), |meant| format!("did you mean `{meant}`? "));
        let help = format!("{meant}shipped are {}; the path of a rulebook of your own ends in `.toml`", list_of(&ids));
        report.fault(Code::NoRulebook, &value.place, "no such rulebook", message, help);
        return None;
    };
    let file = document::file(&file_name, &text);
    Some(document::parse(&file, report))
}

/// The rulebook's tree with its overrides applied.
///
/// Without a rulebook, only the overrides are checked, each by itself.
fn rules(base: Option<Value>, overrides: Option<&Value>, report: &mut Report) -> Option<Value> {
    let Some(overrides) = overrides else { return base };
    if !matches!(overrides.kind, ValueContent::Table(_)) {
        wrong_type(overrides, "a table, with keys of the rulebook", report);
        return None;
    }
    let Some(mut base) = base else {
        report.judge_part(|report| rulebook(overrides, report));
        return None;
    };
    translations::overlay(&mut base, overrides.clone());
    Some(base)
}

fn person(t: &mut TableReader<'_>, letter: char) -> Option<Person> {
    let name = t.required("name", "\"Ada\"", line(1..=80));
    let scripted = t.or("scripted", false, switch);
    let label = t.optional("label", number(letter));
    Some(Person { name: name?, scripted: scripted?, label: label? })
}

/// Money by the ids of awards.
fn carried(value: &Value, report: &mut Report) -> Option<BTreeMap<String, Money>> {
    let ValueContent::Table(items) = &value.kind else {
        wrong_type(value, "a table, with an amount for each award", report);
        return None;
    };
    let amounts: Vec<_> = items.iter().map(|(id, item)| Some((id.clone(), money(&item.value, report)?))).collect();
    amounts.into_iter().collect()
}

/// Reports money carried over to unknown awards.
fn check_carried(tree: &Value, rules: &Value, report: &mut Report) {
    let Some(ValueContent::Table(carried)) = tree.find(&["carried"]).map(|value| &value.kind) else { return };
    let awards = rules.find(&["awards"]).map_or(&[][..], Value::items);
    let ids = awards.iter().filter_map(|award| award.find(&["id"])).filter_map(|id| match &id.kind {
        ValueContent::Text(id) => Some(id.as_str()),
        _ => None,
    });
    let ids: Vec<_> = ids.collect();
    for (id, item) in carried.iter().filter(|(id, _)| !ids.contains(&id.as_str())) {
        let message = format!("`{}` in `[carried]` is no award of the rulebook", short(id));
        let help = match closest(id, &ids) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None if ids.is_empty() => "take it out: the rulebook has no awards".to_owned(),
            None => format!("the awards are {}", list_of(&ids)),
        };
        report.fault(Code::UnknownKey, &item.key, "no such award", message, help);
    }
}

/// Reports trials without a chosen `combine`.
fn check_trials(tree: &Value, rules: &Value, report: &mut Report) {
    let Some(trials) = rules.find(&["trials"]) else { return };
    if !matches!(trials.kind, ValueContent::Table(_)) || trials.find(&["combine"]).is_some() {
        return;
    }
    let message = "the rulebook leaves it to the contest in how many trials an award must be earned".to_owned();
    let help = "choose any, majority or all: set `combine` under `[overrides.trials]`";
    let named = tree.find(&["rulebook"]).map(|value| (&value.place, "not chosen for this rulebook"));
    let places: Vec<_> = named.into_iter().chain([(&trials.place, "no `combine` here")]).collect();
    report.fault_between(Code::MissingKey, &places, message, help);
}

/// Reports opening words of an entry that the rulebook does not have.
fn check_openings(tree: &Value, rules: &Value, report: &mut Report) {
    let words = part::<Vec<String>>(rules, &["interview", "opening_words"], report);
    let words = words.map_or_else(Vec::new, |(words, _)| words);
    let tables = ["entry", "reserve"].iter().filter_map(|role| tree.find(&[role]));
    for entry in tables.flat_map(Value::items) {
        let Some((chosen, at)) = part::<String>(entry, &["opening"], report) else { continue };
        if words.contains(&chosen) {
            continue;
        }
        let message = format!("{} are no opening words of the rulebook", entry.path.key("opening"));
        let known: Vec<&str> = words.iter().map(String::as_str).collect();
        let help = match known.as_slice() {
            [] => "take them out: the rulebook leaves everybody to open as they like".to_owned(),
            known => format!("the words are, to the letter, {}", list_of(known)),
        };
        report.fault(Code::Contradiction, at, "not these words", message, help);
    }
}

/// Reports referees that the rulebook does not allow, missing ones, and more than a contest may have.
fn check_referees(tree: &Value, rules: &Value, report: &mut Report) {
    let listed = tree.find(&["referee"]).map_or(&[][..], Value::items);
    let Some(last) = listed.last() else { return };
    if rules.find(&["referees"]).is_none() {
        let message = "there is a `[[referee]]`, but the rulebook has no referees".to_owned();
        let help = "take it out, or say what referees read: `read = \"confederates\"` under `[overrides.referees]`";
        report.fault(Code::Contradiction, &listed[0].place, "nobody here watches", message, help);
    }
    if listed.len() > REFEREES_MAX {
        let message = format!("{} referees are listed, and a contest has {REFEREES_MAX} at most", listed.len());
        report.fault(Code::WrongCount, &last.place, "one too many", message, "take some out");
    }
}

fn cosigner(t: &mut TableReader<'_>) -> Option<CosignerSpec> {
    let key = t.required("key", COSIGNER_KEY, line(1..=400));
    let witness = t.optional("witness", address_of_witness);
    Some(CosignerSpec { key: key?, witness: witness? })
}

/// Reports too few or too many cosigners, cosigners listed twice, and keys that are not `name+id+key`.
fn check_cosigners(tree: &Value, rules: &Value, report: &mut Report) {
    let listed = tree.find(&["cosigner"]).map_or(&[][..], Value::items);
    if let Some(last) = listed.get(COSIGNERS_MAX..).and_then(<[Value]>::last) {
        let message = format!("{} cosigners are listed, and a contest has {COSIGNERS_MAX} at most", listed.len());
        report.fault(Code::WrongCount, &last.place, "one too many", message, "take some out");
    }
    if let Some((demanded, at)) = part::<u16>(rules, &["record", "cosigners"], report)
        && usize::from(demanded) > listed.len()
    {
        let demanded = counted(demanded, "cosigner", "cosigners");
        let message = format!("the rulebook demands {demanded}, and the file lists {}", listed.len());
        let help = "name each with a `[[cosigner]]` table and its `key`, which `viva cosign --key FILE` prints";
        report.fault(Code::WrongCount, at, "so many", message, help);
    }
    let (mut keys, mut names) = (BTreeMap::<String, &SourceSpan>::new(), BTreeMap::<String, &SourceSpan>::new());
    for item in listed {
        let Some((key, at)) = part::<String>(item, &["key"], report) else { continue };
        let key = key.trim();
        let is_id = |id: &str| id.len() == 8 && id.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        let name = match key.splitn(3, '+').collect::<Vec<_>>()[..] {
            // The first byte of the decoded key is the type of a cosignature, 4, which begins with `B` in base64.
            [name, id, key] if !name.is_empty() && is_id(id) && key.starts_with('B') => Some(name.to_owned()),
            _ => {
                let message = format!("`{}` is no key of a cosigner", short(key));
                let help = "copy the whole line that `viva cosign --key FILE` prints; it has the form `name+id+key`";
                report.fault(Code::Malformed, at, "not a cosigner's key", message, help);
                None
            }
        };
        let mut twice = |before: &SourceSpan, message, help| {
            report.fault_between(Code::Duplicate, &[(at, "again"), (before, "first here")], message, help);
        };
        if let Some(before) = keys.get(key) {
            twice(before, "one cosigner is listed twice".to_owned(), "take one of them out");
            continue;
        }
        keys.insert(key.to_owned(), at);
        // A signature in a head is known by its name, so two cosigners may not share one.
        let Some(name) = name else { continue };
        let same = identity(&name);
        if let Some(before) = names.get(&same) {
            let help = "take one of them out; a cosigner that has a new key names it itself, by `viva cosign --formerly`, and two \
                        who are called alike make their keys with two names, by `--name`";
            twice(before, format!("two cosigners are called `{}`", short(&name)), help);
            continue;
        }
        names.insert(same, at);
    }
}

/// Reports a rehearsal without a seed.
fn check_rehearsal(tree: &Value, report: &mut Report) {
    let Some(rehearsal) = tree.find(&["rehearsal"]) else { return };
    if matches!(rehearsal.kind, ValueContent::Switch(true)) && tree.find(&["seed"]).is_none() {
        let message = "`rehearsal` fixes the draw by `seed`, and there is no `seed`".to_owned();
        let help = "write `seed = \"a text\"` above the first table, or take `rehearsal` out";
        report.fault(Code::MissingKey, &rehearsal.place, "nothing fixes the draw", message, help);
    }
}

/// Reports labels without a plan, and labels of reserves.
fn check_labels(tree: &Value, report: &mut Report) {
    for label in tree.find(&["reserve"]).into_iter().flat_map(Value::items).filter_map(|item| item.find(&["label"])) {
        let message = format!("{} is of the plan, and a reserve is in none", label.path);
        report.fault(Code::Contradiction, &label.place, "in no plan", message, "take it out");
    }
    if tree.find(&["plan"]).is_some() {
        return;
    }
    for item in ["judge", "confederate", "entry"].iter().filter_map(|role| tree.find(&[role])).flat_map(Value::items) {
        let Some(label) = item.find(&["label"]) else { continue };
        let message = format!("{} is of a plan, and the file names none", label.path);
        let help = "write `plan = \"plan.csv\"` above the first table, or take the label out";
        report.fault(Code::MissingKey, &label.place, "of which plan?", message, help);
    }
}

/// Reports a wrong number of baselines, if the file names any, and reserves among them.
fn check_baselines(tree: &Value, rules: &Value, report: &mut Report) {
    let of = |key: &str| tree.find(&[key]).map_or(&[][..], Value::items);
    let said =
        |item: &&Value| matches!(item.find(&["baseline"]).map(|value| &value.kind), Some(ValueContent::Switch(true)));
    for item in of("reserve").iter().filter(said) {
        let help = "take the line out: whoever takes the place of a baseline is one";
        let message = format!("{} is said to be a baseline, and it is in no place yet", item.path);
        report.fault(Code::Contradiction, &item.place, "a reserve", message, help.to_owned());
    }
    let named: Vec<&Value> = of("entry").iter().filter(said).collect();
    let wanted = part::<u16>(rules, &["roles", "baselines"], report);
    let (wanted, at) = wanted.map_or((0, None), |(wanted, at)| (wanted, Some(at)));
    let Some(last) = named.last().filter(|_| named.len() != usize::from(wanted)) else { return };
    let (entries, number) = (counted(named.len(), "entry is", "entries are"), named.len());
    let message = format!("{entries} said to be a baseline, but the rulebook's `roles.baselines` is {wanted}");
    let help = format!(
        "write `baseline = true` for {wanted} of the entries, or set `baselines = {number}` under `[overrides.roles]`"
    );
    let places = [Some((&last.place, "the last of them")), at.map(|at| (at, "set here"))];
    let places: Vec<_> = places.into_iter().flatten().collect();
    report.fault_between(Code::WrongCount, &places, message, help);
}

/// Reports two people, or two entries, with the same name.
fn check_names(tree: &Value, report: &mut Report) {
    for (what, roles) in [("people", &["judge", "confederate", "referee"][..]), ("entries", &["entry", "reserve"])] {
        let items = roles.iter().filter_map(|role| tree.find(&[role])).flat_map(Value::items);
        same_names::check(what, items, "give one of them another name", report);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_made_of_what_a_name_has() {
        assert_eq!(to_slug("  Loebner Prize, 2010: Los Ángeles! "), "loebner-prize-2010-los-angeles");
        assert_eq!(to_slug(&"ab ".repeat(20)), "ab-ab-ab-ab-ab-ab-ab-ab-ab-ab-ab-ab-ab-a");
        assert_eq!(to_slug("?!"), "");
    }
}
