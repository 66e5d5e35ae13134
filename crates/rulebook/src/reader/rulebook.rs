//! The keys of a rulebook, and which of its parts cannot go together.

use std::{collections::BTreeMap, time::Duration};

use serde::Deserialize;

use super::{
    document::{self, Kind, Value},
    fault::{Code, Faults, Place, Report},
    table::{Table, read_table},
    value::{duration, line, list, money, prose, slug, whole, word},
};
use crate::schema::{
    AwardRule, BallotRules, Design, EndBallot, Instructions, InterviewRules, Medium, Recipient, Roles, Rulebook,
    ScheduleRules, ScoreRules, TieBreak,
};

/// Reads a rulebook. `file_name` is what faults call the file.
///
/// # Errors
/// Every fault of the file at once, each with its place and how to mend it.
pub fn read_rulebook(file_name: &str, text: &str) -> Result<Rulebook, Faults> {
    let file = document::file(file_name, text);
    let mut report = Report::new(file.clone());
    let tree = document::parse(&file, &mut report);
    let rulebook = rulebook(&tree, &mut report);
    report.finish(rulebook)
}

/// The most participants of a role.
pub(super) const MOST_OF_A_ROLE: u16 = 64;

/// Reads the tree of a rulebook, with overrides already laid over it.
pub(super) fn rulebook(tree: &Value, report: &mut Report) -> Option<Rulebook> {
    let read = read_table(tree, report, |t| {
        let id = t.required("id", "\"my-rules\"", slug);
        let title = t.required("title", "\"My rules\"", line(1..=80));
        let source = t.required("source", "\"where the rules come from\"", line(1..=400));
        let roles = t.table("roles", roles);
        let schedule = t.table("schedule", schedule);
        let interview = t.table("interview", interview);
        let ballots = t.table("ballots", ballots);
        let score = t.table("score", score);
        let awards = t.tables("awards", award);
        let instructions = t.table("instructions", instructions);
        Some(Rulebook {
            id: id?,
            title: title?,
            source: source?,
            roles: roles?,
            schedule: schedule?,
            interview: interview?,
            ballots: ballots?,
            score: score?,
            awards: awards?.into_iter().collect::<Option<_>>()?,
            instructions: instructions?,
        })
    });
    // These look at single values, so that they also speak about a rulebook with other faults.
    check_design(tree, report);
    check_tie_breaks(tree, report);
    check_awards(tree, report);
    read
}

fn roles(t: &mut Table<'_>) -> Option<Roles> {
    let judges = t.required("judges", "4", whole(1..=MOST_OF_A_ROLE));
    let entries = t.required("entries", "4", whole(1..=MOST_OF_A_ROLE));
    let confederates = t.required("confederates", "4", whole(1..=MOST_OF_A_ROLE));
    Some(Roles { judges: judges?, entries: entries?, confederates: confederates? })
}

fn schedule(t: &mut Table<'_>) -> Option<ScheduleRules> {
    let design = t.required("design", "\"graeco-latin\"", word);
    let sides = t.required("sides", "\"drawn\"", word);
    Some(ScheduleRules { design: design?, sides: sides? })
}

fn interview(t: &mut Table<'_>) -> Option<InterviewRules> {
    let layout = t.required("layout", "\"pair\"", word);
    let medium = t.table("medium", medium);
    let opens = t.required("opens", "\"judge\"", word);
    let talk = t.required("talk", "\"25m\"", duration(PART_OF_A_ROUND));
    let scoring = t.required("scoring", "\"5m\"", duration(PART_OF_A_ROUND));
    Some(InterviewRules { layout: layout?, medium: medium?, opens: opens?, talk: talk?, scoring: scoring? })
}

fn medium(t: &mut Table<'_>) -> Option<Medium> {
    #[derive(Deserialize)]
    #[serde(rename_all = "kebab-case")]
    enum Kind {
        Keystrokes,
    }
    match t.required("kind", "\"keystrokes\"", word) {
        Some(Kind::Keystrokes) => {
            let keys_per_second = t.required("keys_per_second", "50", whole(1..=1000));
            let keys = t.required("keys", "20000", whole(1..=1_000_000));
            Some(Medium::Keystrokes { keys_per_second: keys_per_second?, keys: keys? })
        }
        // Which other keys belong here depends on the kind.
        None => {
            t.ask_all();
            None
        }
    }
}

fn ballots(t: &mut Table<'_>) -> Option<BallotRules> {
    let interview = t.required("interview", "\"choice\"", word);
    let end = t.required("end", "\"ranking\"", word);
    let end_time = match end {
        Some(EndBallot::None) => t.or("end_time", Duration::ZERO, duration(Duration::ZERO..=DAY)),
        _ => t.required("end_time", "\"15m\"", duration(PART_OF_A_ROUND)),
    };
    Some(BallotRules { interview: interview?, end: end?, end_time: end_time? })
}

fn score(t: &mut Table<'_>) -> Option<ScoreRules> {
    let by = t.required("by", "\"times-taken-for-human\"", word);
    let tie_breaks = t.or("tie_breaks", Vec::new(), list(8, word));
    Some(ScoreRules { by: by?, tie_breaks: tie_breaks? })
}

fn award(t: &mut Table<'_>) -> Option<AwardRule> {
    let id = t.required("id", "\"first\"", slug);
    let title = t.required("title", "\"First place\"", line(1..=80));
    let purse = t.optional("purse", money);
    let to = t.required("to", "{ place = 1 }", recipient);
    Some(AwardRule { id: id?, title: title?, purse: purse?, to: to? })
}

/// `"every-finalist"`, `{ place = 1 }` or `{ fooled = { judges = 2, confederates = 2 } }`.
fn recipient(value: &Value, report: &mut Report) -> Option<Recipient> {
    #[derive(Deserialize)]
    #[serde(rename_all = "kebab-case")]
    enum Everybody {
        EveryFinalist,
    }
    if matches!(value.kind, Kind::Text(_)) {
        return word(value, report).map(|Everybody::EveryFinalist| Recipient::EveryFinalist);
    }
    read_table(value, report, |t| {
        let (place_key, fooled_key) = (t.place_of("place"), t.place_of("fooled"));
        let place = t.optional("place", whole(1..=MOST_OF_A_ROLE));
        let fooled = t.optional("fooled", |value, report| read_table(value, report, fooled));
        if let (Some(place), Some(fooled)) = (place_key, fooled_key) {
            let message = format!("{} names two recipients", t.path());
            let places = [(fooled, "and this another"), (place, "this is one")];
            t.report().fault_between(Code::Contradiction, &places, message, "make two awards of it");
            return None;
        }
        match (place?, fooled?) {
            (Some(place), _) => Some(Recipient::Place { place }),
            (_, Some(fooled)) => Some(fooled),
            (None, None) => {
                t.miss(&["place", "fooled"], "write `place = 1`, or `to = \"every-finalist\"`".to_owned());
                None
            }
        }
    })
}

fn fooled(t: &mut Table<'_>) -> Option<Recipient> {
    let judges = t.required("judges", "2", whole(1..=MOST_OF_A_ROLE));
    let confederates = t.required("confederates", "2", whole(1..=MOST_OF_A_ROLE));
    Some(Recipient::Fooled { judges: judges?, confederates: confederates? })
}

fn instructions(t: &mut Table<'_>) -> Option<Instructions> {
    let judge = t.required("judge", "\"what judges are told\"", prose(1..=10_000));
    let confederate = t.required("confederate", "\"what confederates are told\"", prose(1..=10_000));
    Some(Instructions { judge: judge?, confederate: confederate? })
}

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

const PART_OF_A_ROUND: std::ops::RangeInclusive<Duration> = Duration::from_secs(1)..=DAY;

/// A Graeco-Latin design has as many judges as entries as confederates, and exists for all numbers but 2 and 6.
fn check_design(tree: &Value, report: &mut Report) {
    let role = |role| peek(tree, &["roles", role], whole(1..=MOST_OF_A_ROLE));
    let (
        Some((Design::GraecoLatin, design)),
        Some((judges, judges_at)),
        Some((entries, entries_at)),
        Some(confederates),
    ) = (peek(tree, &["schedule", "design"], word), role("judges"), role("entries"), role("confederates"))
    else {
        return;
    };
    let (confederates, confederates_at) = confederates;
    let places = [
        (judges_at, &*format!("{judges} judges")),
        (entries_at, &*format!("{entries} entries")),
        (confederates_at, &*format!("{confederates} confederates")),
        (design, "this design"),
    ];
    if judges != entries || judges != confederates {
        let message = format!(
            "`schedule.design` is `graeco-latin`, which needs equal numbers, but `roles` are {judges} judges, {entries} \
             entries and {confederates} confederates"
        );
        let help = "make the three numbers equal (not 2, not 6)";
        report.fault_between(Code::Contradiction, &places, message, help);
    } else if matches!(judges, 2 | 6) {
        let message =
            format!("`schedule.design` is `graeco-latin`, which does not exist for the {judges} of each in `roles`");
        let help = "choose any other number: such a design exists for every one but 2 and 6";
        report.fault_between(Code::Contradiction, &places, message, help);
    }
}

/// A tie-break stands once, and the question that it needs is asked.
fn check_tie_breaks(tree: &Value, report: &mut Report) {
    let Some(tie_breaks) = tree.find(&["score", "tie_breaks"]) else { return };
    let tie_breaks: Vec<_> = tie_breaks.items().iter().filter_map(|item| peek(item, &[], word)).collect();
    for (index, &(tie_break, at)) in tie_breaks.iter().enumerate() {
        if let Some((_, before)) = tie_breaks[..index].iter().find(|(before, _)| *before == tie_break) {
            let message = "`score.tie_breaks` has the same word twice".to_owned();
            let places = [(at, "again"), (before, "first here")];
            report.fault_between(Code::Duplicate, &places, message, "take one out: the second decides nothing");
            continue;
        }
        let end = peek(tree, &["ballots", "end"], word);
        if let (TieBreak::MeanEndRank, Some((EndBallot::None, end))) = (tie_break, end) {
            let message = "`score.tie_breaks` needs the rankings at the end, but `ballots.end` is `none`".to_owned();
            let places = [(at, "needs rankings"), (end, "nobody ranks")];
            let help = "set `ballots.end = \"ranking\"`, or take `mean-end-rank` out of the tie-breaks";
            report.fault_between(Code::Contradiction, &places, message, help);
        }
    }
}

/// Awards have ids of their own, and conditions that the roles make possible.
fn check_awards(tree: &Value, report: &mut Report) {
    let Some(awards) = tree.find(&["awards"]) else { return };
    let mut ids: BTreeMap<String, &Place> = BTreeMap::new();
    for award in awards.items() {
        if let Some((id, at)) = peek(award, &["id"], slug) {
            if let Some(before) = ids.get(&id) {
                let message = format!("two awards have the id `{id}`");
                let places = [(at, "again"), (before, "first here")];
                report.fault_between(Code::Duplicate, &places, message, "give one of them another id");
            } else {
                ids.insert(id, at);
            }
        }
        for (condition, role) in [
            (&["to", "place"][..], "entries"),
            (&["to", "fooled", "judges"], "judges"),
            (&["to", "fooled", "confederates"], "confederates"),
        ] {
            let asked = peek(award, condition, whole(1..=MOST_OF_A_ROLE));
            let there = peek(tree, &["roles", role], whole(1..=MOST_OF_A_ROLE));
            let (Some((asked, asked_at)), Some((there, there_at))) = (asked, there) else { continue };
            if asked > there {
                let key = award.path.key(&condition.join("."));
                let message = format!("{key} is {asked}, but `roles.{role}` is {there}: nobody can receive it");
                let places = [(asked_at, "more than there are"), (there_at, "this many")];
                let help = format!("lower it to at most {there}, or drop the award");
                report.fault_between(Code::Contradiction, &places, message, help);
            }
        }
    }
}

/// The value at the end of these keys and its place, if it is there and without fault; says nothing if not.
pub(super) fn peek<'t, T>(
    tree: &'t Value,
    keys: &[&str],
    read: impl FnOnce(&Value, &mut Report) -> Option<T>,
) -> Option<(T, &'t Place)> {
    let value = tree.find(keys)?;
    let read = read(value, &mut Report::new(value.place.file.clone()))?;
    Some((read, &value.place))
}
