//! The length of a contest's day, by the clocks of its rulebook.

use std::time::Duration;

use rulebook::Rulebook;
use schedule::{ClockTime, Plan, Timetable, sessions};

/// Rounds, interviews and hours of a plan, in a line: `30 rounds in 6 sessions of 35 min, 150 interviews: 3 h 30 min`.
///
/// The hours run from the first word to the last ballot, with changing places, pauses between sessions, and the ballots
/// at the end. If each trial has a day of its own, they are the hours of one day.
pub(super) fn told(rulebook: &Rulebook, plan: &Plan) -> String {
    let midnight = ClockTime::default();
    let timetable = Timetable::of(rulebook, plan, midnight);
    let rounds = counted(usize::from(plan.rounds()), "round");
    let interviews = counted(plan.meetings.len(), "interview");
    let held = sessions(rulebook, plan);
    let within = match held[..].as_ref() {
        [] | [_] => String::new(),
        several => {
            let lengths = several.iter().filter_map(|&session| timetable.session(session));
            let longest = lengths.map(|(from, to)| to.since(from)).max().unwrap_or_default();
            format!(" in {} sessions of {}", several.len(), hours(longest))
        }
    };
    let days = timetable.end().map_or(1, ClockTime::day);
    let trials = u64::from(rulebook.trial_count());
    let next_day = rulebook.trials.is_some_and(|trials| trials.next == rulebook::schema::NextTrial::NextDay);
    let time = if next_day && trials > 1 {
        let of_first = timetable.slots.iter().filter(|slot| slot.trial == 1);
        let day = of_first.map(|slot| slot.to.since(midnight)).max().unwrap_or_default();
        format!("{} on each of {} days", hours(day), days.max(trials))
    } else {
        hours(timetable.end().map_or(Duration::ZERO, |end| end.since(midnight)))
    };
    format!("{rounds}{within}, {interviews}: {time}, with changing places and pauses")
}

fn counted(number: usize, thing: &str) -> String {
    if number == 1 { format!("1 {thing}") } else { format!("{number} {thing}s") }
}

/// A duration in hours, minutes and seconds, without the parts that are zero: `2 h 15 min`.
fn hours(time: Duration) -> String {
    let seconds = time.as_secs();
    let parts = [(seconds / 3600, "h"), (seconds / 60 % 60, "min"), (seconds % 60, "s")];
    let some: Vec<String> =
        parts.iter().filter(|(number, _)| *number > 0).map(|(number, unit)| format!("{number} {unit}")).collect();
    if some.is_empty() { "no time".to_owned() } else { some.join(" ") }
}

#[cfg(test)]
mod tests {
    use schedule::construct;

    use super::*;

    fn check(id: &str, change: impl FnOnce(&mut Rulebook), expected: &str) {
        let mut rulebook = rulebook::shipped::rulebook(id).unwrap();
        change(&mut rulebook);
        assert_eq!(told(&rulebook, &construct(&rulebook).unwrap()), expected);
    }

    // Sources: the rules of 2010 (four rounds of thirty minutes) with an assumed quarter of an hour for the ranking;
    // notes.md for 2014 and for the wager: eight hours of interviews are a judge's day.
    #[test]
    fn the_hours_of_a_contest_are_those_of_its_clocks() {
        check("loebner-2010", |_| {}, "4 rounds, 16 interviews: 2 h 15 min, with changing places and pauses");
        let large = |rulebook: &mut Rulebook| {
            (rulebook.roles.judges, rulebook.roles.confederates) = (30, 30);
            if let Some(sessions) = &mut rulebook.schedule.sessions {
                sessions.pause = Duration::from_secs(600);
            }
        };
        // Six sessions of five rounds of seven minutes, and five pauses of ten.
        check(
            "five-minute-2014",
            large,
            "30 rounds in 6 sessions of 35 min, 150 interviews: 4 h 20 min, with changing places and pauses",
        );
        check(
            "kurzweil-kapor-2029",
            |_| {},
            "12 rounds, 36 interviews: 9 h 30 min on each of 3 days, with changing places and pauses",
        );
    }
}
