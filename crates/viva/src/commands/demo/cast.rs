//! The contest file of a demonstration: as many scripts and built-in programs as the rulebook needs.

use std::{
    fmt::Write as _,
    path::{Path, PathBuf},
    time::Duration,
};

use rulebook::{
    Rulebook,
    schema::{Attestation, Combine, Matter, Medium, People},
};
use serde_json::Value;
use toml::Table;

/// The head of the contest file, with placeholders.
const HEAD: &str = include_str!("../../demo.toml");

/// The way to combine trials, and its word in a rulebook, for a rulebook that leaves it to the committee.
pub(super) const COMBINE: (Combine, &str) = (Combine::Majority, "majority");

/// The most keys per second: in fast time many contest seconds pass during one write to the disk.
const KEYS_IN_FAST_TIME: i64 = 1000;

const PEOPLE: &[&str] = &[
    "Ada", "Blaise", "Chiyo", "Diego", "Edith", "Farid", "Greta", "Hugo", "Ines", "Jonas", "Kofi", "Lena", "Mira",
    "Nils", "Olga", "Pavel", "Qing", "Rosa", "Sven", "Tara",
];

/// The protocol of a built-in program.
#[derive(Clone, Copy)]
enum Way {
    Lines,
    Directory,
    Terminal,
    WebSocket,
}

/// Built-in programs: display name, program and protocol. The first four use four protocols.
const PROGRAMS: &[(&str, &str, Way)] = &[
    ("Doctor", "doctor", Way::Lines),
    ("Finalist by directory", "finalist", Way::Directory),
    ("Raconteur at a terminal", "raconteur", Way::Terminal),
    ("Laconic on a WebSocket", "laconic", Way::WebSocket),
    ("Parrot", "parrot", Way::Lines),
];

/// The options of a demonstration's contest file.
pub(super) struct Wishes<'w> {
    /// The rulebook as a contest file names it: an id, or a path.
    pub(super) named: &'w str,
    /// The organiser's contribution to the seed.
    pub(super) seed: &'w str,
    /// True if that contribution alone fixes every draw.
    pub(super) rehearsal: bool,
    /// The executable that plays the entries: this one.
    pub(super) viva: &'w Path,
    /// Contest seconds per real second.
    pub(super) pace: f64,
    /// The talk time, if it differs from the rulebook's.
    pub(super) talk: Option<&'w str>,
    /// The first judge is a person.
    pub(super) seat: bool,
    /// Programs that take part before the built-in ones.
    pub(super) guests: &'w Guests,
}

/// Programs from a file of the user's.
#[derive(Debug, Default)]
pub(super) struct Guests {
    /// The number of programs.
    pub(super) count: u16,
    /// Their `[[entry]]` tables.
    pub(super) tables: String,
    /// The folder in which they run; `None` without programs.
    pub(super) folder: Option<PathBuf>,
}

/// The contest file of a demonstration under this rulebook.
pub(super) fn contest_file(rulebook: &Rulebook, wishes: &Wishes<'_>, source: Option<&str>) -> String {
    let mut text = HEAD.replace("{rulebook}", &quoted(wishes.named)).replace("{seed}", &quoted(wishes.seed));
    text = text.replace("{rehearsal}", if wishes.rehearsal { "true" } else { "false" });
    let roles = rulebook.roles;
    for number in 0..roles.judges {
        let (name, scripted) =
            if number == 0 && wishes.seat { ("You".to_owned(), false) } else { (person(number), true) };
        let _ = write!(text, "\n[[judge]]\nname = \"{name}\"\nscripted = {scripted}\n");
    }
    if let Some(source) = source {
        text.push_str(source);
        overrides(rulebook, wishes, &mut text);
        return text;
    }
    // If all people have both roles, the judges are also the confederates.
    let apart = if roles.people == People::Apart { roles.confederates } else { 0 };
    for number in roles.judges..roles.judges + apart {
        let _ = write!(text, "\n[[confederate]]\nname = \"{}\"\nscripted = true\n", person(number));
    }
    text.push_str(&wishes.guests.tables);
    for number in wishes.guests.count..roles.entries {
        text.push_str(&entry(rulebook, wishes, number));
    }
    committee(rulebook, &mut text);
    overrides(rulebook, wishes, &mut text);
    text
}

/// Turns an organiser's contest file into a rehearsal: its people are scripts, and its seed fixes the draw.
pub(super) fn rehearsed(mut file: Table, rulebook: &Rulebook, wishes: &Wishes<'_>) -> Table {
    set(&mut file, &["rehearsal"], true);
    set(&mut file, &["seed"], wishes.seed);
    // No organiser sits at the desk to resume stopped clocks.
    file.entry("countdown").or_insert_with(|| "5s".into());
    for role in ["judge", "confederate"] {
        for (place, person) in tables(&mut file, role).enumerate() {
            let is_seat = wishes.seat && role == "judge" && place == 0;
            person.insert("scripted".to_owned(), (!is_seat).into());
        }
    }
    // The silence allowed in the file is meant for a clock in real time.
    if wishes.pace > 1.0 {
        let silence = silence(wishes.pace);
        tables(&mut file, "entry").for_each(|entry| _ = entry.insert("silence".to_owned(), silence.clone().into()));
    }
    if let Some(talk) = wishes.talk {
        set(&mut file, &["overrides", "interview", "talk"], talk);
    }
    if wishes.seat {
        set(&mut file, &["overrides", "interview", "scoring"], "1m");
        if rulebook.ballots.asks_at_end() {
            set(&mut file, &["overrides", "ballots", "end_time"], "3m");
        }
    }
    // A rehearsal has no outside cosigners.
    if rulebook.record.is_some() {
        set(&mut file, &["overrides", "record", "cosigners"], 0);
    }
    if wishes.pace > 1.0 && matches!(rulebook.interview.medium, Medium::Keystrokes { .. }) {
        set(&mut file, &["overrides", "interview", "medium", "keystrokes", "keys_per_second"], KEYS_IN_FAST_TIME);
    }
    file
}

/// The tables under this key.
fn tables<'t>(file: &'t mut Table, key: &str) -> impl Iterator<Item = &'t mut Table> {
    file.get_mut(key).and_then(toml::Value::as_array_mut).into_iter().flatten().filter_map(toml::Value::as_table_mut)
}

/// Sets the value at this path of keys, creating tables on the way.
fn set(table: &mut Table, path: &[&str], value: impl Into<toml::Value>) {
    let [before @ .., last] = path else { return };
    let mut inner = table;
    for key in before {
        let Some(next) = inner.entry(*key).or_insert_with(|| Table::new().into()).as_table_mut() else { return };
        inner = next;
    }
    inner.insert((*last).to_owned(), value.into());
}

/// The silence allowed to a program before it counts as an incident. In fast time a moment of thought lasts minutes, so
/// about a second of real time is allowed.
fn silence(pace: f64) -> String {
    format!("{}s", pace.clamp(60.0, 3600.0).round())
}

/// The longest time that a contest of this many rounds takes by its clock.
pub(super) fn length(rulebook: &Rulebook, rounds: u16) -> Duration {
    let interview = &rulebook.interview;
    let round = interview.talk + interview.scoring + Duration::from_secs(15);
    let end = if rulebook.ballots.asks_at_end() { rulebook.ballots.end_time } else { Duration::ZERO };
    round * u32::from(rounds) + end * u32::from(rulebook.trial_count())
}

fn person(number: u16) -> String {
    let number = usize::from(number);
    let again = match number / PEOPLE.len() {
        0 => String::new(),
        nth => format!(" {}", nth + 1),
    };
    format!("{}{again} (script)", PEOPLE[number % PEOPLE.len()])
}

/// True for the last entries, as many as the rulebook has baselines.
fn is_baseline(rulebook: &Rulebook, number: u16) -> bool {
    number + rulebook.roles.baselines >= rulebook.roles.entries
}

/// The place of this entry's program in [`PROGRAMS`]. A baseline is a weak program: the parrot, which is the last.
fn place(rulebook: &Rulebook, number: u16) -> usize {
    if is_baseline(rulebook, number) { PROGRAMS.len() - 1 } else { usize::from(number) % PROGRAMS.len() }
}

fn entry(rulebook: &Rulebook, wishes: &Wishes<'_>, number: u16) -> String {
    let place_here = place(rulebook, number);
    let (name, program, way) = PROGRAMS[place_here];
    // Two entries of one name would be one entry.
    let again = match (0..number).filter(|before| place(rulebook, *before) == place_here).count() {
        0 => String::new(),
        nth => format!(" {}", nth + 1),
    };
    let viva = quoted(&wishes.viva.to_string_lossy());
    let mut command = format!("\"{viva}\", \"entry\", \"play\", \"{program}\"");
    let (protocol, key) = match way {
        Way::Lines => ("stdio\"", "command"),
        Way::Directory => {
            let typing = 120.0 / wishes.pace;
            let _ = write!(command, ", \"--lpp\", \"{{directory}}\", \"--typing\", \"{typing:.3}\"");
            ("lpp\"", "command")
        }
        Way::Terminal => {
            command.push_str(", \"--lp95\"");
            ("lp95\"", "command")
        }
        Way::WebSocket => {
            command.push_str(", \"--ws\", \"127.0.0.1:{port}\"");
            ("websocket\"\nurl = \"ws://127.0.0.1:{port}/entry\"", "server")
        }
    };
    let words = &rulebook.interview.opening_words;
    if !words.is_empty() {
        let _ = write!(command, ", \"--opens-with\", \"{}\"", quoted(&words[usize::from(number) % words.len()]));
    }
    let silence = silence(wishes.pace);
    let baseline = if is_baseline(rulebook, number) { "baseline = true\n" } else { "" };
    format!(
        "\n[[entry]]\nname = \"{name}{again}\"\ncontestant = \"the house\"\nprotocol = \"{protocol}\n\
         {key} = [{command}]\nsilence = \"{silence}\"\n{baseline}"
    )
}

/// The `[committee]` tables, if the rulebook has a committee: the demonstration settles every matter openly.
fn committee(rulebook: &Rulebook, text: &mut String) {
    let Some(rules) = &rulebook.committee else { return };
    let members: Vec<_> = (1..=rules.members).map(|number| format!("\"Member {number} (script)\"")).collect();
    let _ = write!(text, "\n[committee]\nmembers = [{}]\n\n[committee.settled]\n", members.join(", "));
    for Matter { id, .. } in &rules.settles {
        let _ = writeln!(text, "{id} = \"settled by the demonstration: {}\"", quoted(settled(id)));
    }
    text.push_str("\n[committee.attested]\n");
    for Attestation { id, .. } in &rules.attestations {
        let _ = writeln!(text, "{id} = true");
    }
}

/// The demonstration's settlement of this matter.
fn settled(matter: &str) -> &'static str {
    match matter {
        "equipment" => "one computer, on which everything runs",
        "procedure" => "as the rulebook says, with a clock that runs faster",
        "instructions" => "the scripts do what their program says",
        "verification" => "anybody can run `viva record verify`",
        "deadlock" => "nobody is divided: the members are names",
        _ => "nothing more",
    }
}

fn overrides(rulebook: &Rulebook, wishes: &Wishes<'_>, text: &mut String) {
    let mut interview = String::new();
    if let Some(talk) = wishes.talk {
        let _ = writeln!(interview, "talk = \"{}\"", quoted(talk));
    }
    if wishes.seat {
        interview.push_str("scoring = \"1m\"\n");
        if rulebook.ballots.asks_at_end() {
            text.push_str("\n[overrides.ballots]\nend_time = \"3m\"\n");
        }
    }
    if !interview.is_empty() {
        let _ = write!(text, "\n[overrides.interview]\n{interview}");
    }
    // In fast time many contest seconds pass during one write to the disk, so keys typed apart arrive together.
    if matches!(rulebook.interview.medium, Medium::Keystrokes { .. }) {
        let _ = write!(text, "\n[overrides.interview.medium.keystrokes]\nkeys_per_second = {KEYS_IN_FAST_TIME}\n");
    }
    // A demonstration has no outside cosigners.
    if rulebook.record.is_some() {
        text.push_str("\n[overrides.record]\ncosigners = 0\n");
    }
    if leaves_trials_open(rulebook) {
        let _ = write!(text, "\n[overrides.trials]\ncombine = \"{}\"\n", COMBINE.1);
    }
}

/// Returns true if the rulebook leaves it to the contest in how many trials a condition must hold.
pub(super) fn leaves_trials_open(rulebook: &Rulebook) -> bool {
    rulebook.trials.is_some_and(|trials| trials.combine.is_none())
}

/// The text escaped for the inside of a TOML string.
fn quoted(text: &str) -> String {
    let quoted = Value::from(text).to_string();
    quoted[1..quoted.len() - 1].to_owned()
}

#[cfg(test)]
mod tests {
    use rulebook::{reader::read_contest_file, shipped};

    use super::*;

    const SOURCE: &str = "\n[[source]]\npath = \"source.viva\"\n\
        sha256 = \"0000000000000000000000000000000000000000000000000000000000000000\"\n";

    #[test]
    fn every_shipped_rulebook_has_a_cast() {
        for id in shipped::ids() {
            let rulebook = shipped::rulebook(id).unwrap();
            for seat in [false, true] {
                let viva = Path::new("viva");
                let guests = &Guests::default();
                let rehearsal = seat;
                let (named, seed) = (id, "a \"seed\"");
                let wishes = Wishes { named, seed, rehearsal, viva, pace: 240.0, talk: Some("3m"), seat, guests };
                let source = rulebook.interview.is_read().then_some(SOURCE);
                let text = contest_file(&rulebook, &wishes, source);
                let read = read_contest_file("demo.toml", &text, &|_| Err("no file".to_owned()));
                let file = read.unwrap_or_else(|faults| panic!("{id}: {faults:?}\n{text}"));
                assert_eq!(file.rulebook.roles, rulebook.roles, "{id}");
                assert_eq!((file.judges[0].scripted, file.rehearsal), (!seat, rehearsal));
                assert!(file.rulebook.trials.is_none_or(|trials| trials.combine.is_some()), "{id}");
            }
        }
    }
}
