//! The names of a contest's participants, unless taken out of its record.

use std::fmt::Write;

use contest::{
    contest::Contest,
    result::{Name, Names},
};
use rulebook::{Participant, RoundNumber, Witness, visible};

/// The placeholder of a name taken out.
const REDACTED: &str = "(name taken out)";

/// Id and name on a line: `J3 Zoë`; the id alone if the names were taken out.
pub(super) fn told(contest: &Contest, who: Participant) -> String {
    visible(as_recorded(contest, who)).to_string()
}

/// The same, with the name of the person who had the label in this round.
pub(super) fn told_in(contest: &Contest, who: Participant, round: RoundNumber) -> String {
    match (who, contest.names_in(who, round)) {
        (Participant::Judge(_) | Participant::Confederate(_), Some(name)) => {
            visible(format!("{who} {name}")).to_string()
        }
        _ => told(contest, who),
    }
}

/// The same, with the name as the record has it.
pub(super) fn as_recorded(contest: &Contest, who: Participant) -> String {
    match who {
        Participant::Organiser => "the organiser".to_owned(),
        Participant::Entry(entry) => Names::of(contest).told(Witness::Entry(entry)),
        who => match contest.names_of(who) {
            Some(names) => format!("{who} {names}"),
            None => who.to_string(),
        },
    }
}

/// All participants, role by role, each program with its contestant.
pub(super) fn who_is_who(contest: &Contest) -> String {
    let mut text = String::new();
    let (names, cast) = (Names::of(contest), contest.cast());
    let named = |who: &Participant| {
        let name = match *who {
            Participant::Entry(entry) => names.get(Witness::Entry(entry)).map(|Name { name, contestant }| {
                let team = contestant.as_ref().filter(|team| !team.is_empty() && *team != name);
                format!("{name}{}", team.map(|team| format!(", by {team}")).unwrap_or_default())
            }),
            who => contest.names_of(who),
        };
        let script = if contest.scripted.contains(who) { " (a script)" } else { "" };
        let left = if contest.left.contains(who) { " (left)" } else { "" };
        format!("{who} {}{script}{left}", name.as_deref().unwrap_or(REDACTED))
    };
    let mut role = |title: &str, all: Vec<Participant>| {
        for (place, who) in all.iter().enumerate() {
            let title = if place == 0 { title } else { "" };
            let _ = writeln!(text, "  {title:<12} {}", visible(named(who)));
        }
    };
    let of = |is: fn(&Participant) -> bool| cast.iter().copied().filter(is).collect::<Vec<_>>();
    role("judges", of(|who| matches!(who, Participant::Judge(_))));
    role("confederates", of(|who| matches!(who, Participant::Confederate(_))));
    role("programs", of(|who| matches!(who, Participant::Entry(_))));
    role("referees", contest.referees());
    text
}
