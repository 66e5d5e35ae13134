//! The days of a contest in one list: those of intake and those of the calendar, for people, and as iCalendar.
//!
//! A contest held under older rules has days of its own. [`replace`] puts them into the rulebook, wherever the day is
//! kept, so that refusals follow them too.
//!
//! # Source
//! RFC 5545, Internet Calendaring and Scheduling Core Object Specification (iCalendar): 3.1 (lines of at most 75 bytes), 3.3.11
//! (texts), 3.6.1 (events of whole days, whose end is the day after).

use std::{fmt::Write, str::FromStr};

use language::Message;

use crate::{
    Rulebook, Timestamp,
    schema::{Appointment, BadDate, Date, DateClock, Due, Milestone, Movable, PersonRole, Submission},
};

/// A day, or several in a row, with the people it concerns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Day<'r> {
    /// Its name: that of the calendar, or its key under `intake`, such as `closes`.
    pub id: String,
    /// The matter that is due.
    pub title: Message,
    /// The first day.
    pub from: Date,
    /// The last day; equal to `from` for a single day.
    pub until: Date,
    /// Whether it is due on the day itself, or by it at the latest.
    pub due: Due,
    /// The recorded step that belongs to it.
    pub of: Option<&'r Milestone>,
    /// The roles it concerns; empty means everyone.
    pub concerns: &'r [PersonRole],
    /// The days between which it may be moved.
    pub movable: Option<Movable>,
    /// The rule.
    pub rule: &'r str,
}

impl Day<'_> {
    /// Returns whether it concerns people in this role.
    #[must_use]
    pub fn concerns(&self, role: PersonRole) -> bool {
        self.concerns.is_empty() || self.concerns.contains(&role)
    }

    /// The date in words: `by 2003-06-30`, `on 2003-10-18`, `from 2006-09-17 to 2006-09-18`.
    #[must_use]
    pub fn when(&self) -> Message {
        let (from, until) = (self.from.to_string(), self.until.to_string());
        match self.due {
            Due::By => say!("talk-day-by", day = until),
            Due::On if self.from == self.until => say!("talk-day-on", day = from),
            Due::On => say!("talk-days", from = from, to = until),
        }
    }

    /// Returns whether it is over everywhere on Earth.
    #[must_use]
    pub fn is_over(&self, now: Timestamp) -> bool {
        now >= self.until.ends(DateClock::Anywhere)
    }
}

/// A day of a contest's own, or several in a row: `2030-06-08`, `2030-06-08..2030-06-30`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Days {
    /// The first.
    pub first: Date,
    /// The last; equal to `first` for a single day.
    pub last: Date,
}

impl From<Date> for Days {
    fn from(day: Date) -> Self {
        Self { first: day, last: day }
    }
}

impl FromStr for Days {
    type Err = BadDate;

    fn from_str(text: &str) -> Result<Self, BadDate> {
        let (first, last) = text.split_once("..").unwrap_or((text, text));
        Ok(Self { first: first.trim().parse()?, last: last.trim().parse()? })
    }
}

/// An error: a day was not replaced.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotReplaced {
    /// No rule names the day.
    #[error("the rulebook has no day `{id}` (it has: {known})")]
    NoSuchDay {
        /// The name.
        id: String,
        /// The names of the days that there are.
        known: String,
    },
    /// The rules have a single day there, and several were given.
    #[error("`{0}` is one day: write {0}=DATE")]
    OneDay(String),
}

/// The days that were moved further than the rules allow.
pub fn moved_too_far<'d, 'r>(days: &'d [Day<'r>]) -> impl Iterator<Item = (&'d Day<'r>, Movable)> {
    let moved = |day: &'d Day<'r>| day.movable.filter(|within| day.from < within.first || day.until > within.last);
    days.iter().filter_map(move |day| Some((day, moved(day)?)))
}

/// A recorded step that came before or after its day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Untimely<'r> {
    /// The day.
    pub day: Day<'r>,
    /// True if it came before its day.
    pub early: bool,
}

const CONTESTANT: &[PersonRole] = &[PersonRole::Contestant];

/// Every day that the rulebook names, the earliest first.
#[must_use]
pub fn days(rulebook: &Rulebook) -> Vec<Day<'_>> {
    let mut all = Vec::new();
    let mut of_intake = |id: String, title: Message, (from, until): (Date, Date), due, rule| {
        all.push(Day { id, title, from, until, due, of: None, concerns: CONTESTANT, movable: None, rule });
    };
    if let Some(intake) = &rulebook.intake {
        if let Some(window) = &intake.window {
            if let Some(opens) = window.opens {
                of_intake("opens".into(), say!("course-day-opens"), (opens, opens), Due::On, &window.rule);
            }
            let closes = (window.closes, window.closes);
            of_intake("closes".into(), say!("course-day-closes"), closes, Due::By, &window.rule);
        }
        for way in &intake.submissions {
            let Some(testing) = way.testing else { continue };
            let title = say!("course-day-testing", way = &way.title);
            of_intake(format!("{}-testing", way.id), title, (testing.first, testing.last), Due::On, &way.rule);
            let title = say!("course-day-testing-agreed", way = &way.title);
            let day = (testing.agreed_before, testing.agreed_before);
            of_intake(format!("{}-agreed-before", way.id), title, day, Due::On, &way.rule);
        }
        if let Some(late) = &intake.late {
            if let Some(working) = &late.working_by {
                let day = (working.by, working.by);
                of_intake("working-by".into(), say!("course-day-working"), day, Due::By, &working.rule);
            }
            if let Some(changes) = &late.changes_until {
                let day = (changes.by, changes.by);
                of_intake("changes-until".into(), say!("course-day-changes"), day, Due::By, &changes.rule);
            }
        }
    }
    for (id, day) in &rulebook.calendar {
        all.push(Day {
            id: id.clone(),
            title: Message::verbatim(&day.title),
            from: day.day,
            until: day.day,
            due: day.due,
            of: day.of.as_ref(),
            concerns: &day.concerns,
            movable: day.movable,
            rule: &day.rule,
        });
    }
    all.sort_by(|a, b| (a.from, &a.id).cmp(&(b.from, &b.id)));
    all
}

/// Replaces the days of this name in the rulebook with the contest's own. Reading the rulebook again checks whether all
/// days fit together.
///
/// # Errors
/// [`NotReplaced`].
pub fn replace(rulebook: &mut Rulebook, id: &str, days: impl Into<Days>) -> Result<(), NotReplaced> {
    let days = days.into();
    if let Some(testing) = testing_of(rulebook, id, "-testing") {
        (testing.first, testing.last) = (days.first, days.last);
        return Ok(());
    }
    match one_day(rulebook, id) {
        Some(_) if days.first != days.last => Err(NotReplaced::OneDay(id.to_owned())),
        Some(held) => {
            *held = days.first;
            Ok(())
        }
        None => {
            let known = self::days(rulebook).into_iter().map(|item| item.id).collect::<Vec<_>>().join(", ");
            let known = if known.is_empty() { "none".into() } else { known };
            Err(NotReplaced::NoSuchDay { id: id.chars().take(40).collect(), known })
        }
    }
}

/// The days of testing whose name is that of their way of handing in, followed by `what`.
fn testing_of<'r>(rulebook: &'r mut Rulebook, id: &str, what: &str) -> Option<&'r mut Appointment> {
    let way = id.strip_suffix(what)?;
    let ways = &mut rulebook.intake.as_mut()?.submissions;
    ways.iter_mut().find(|submission| submission.id == way)?.testing.as_mut()
}

/// The rulebook's place for this day, if it is a single one.
fn one_day<'r>(rulebook: &'r mut Rulebook, id: &str) -> Option<&'r mut Date> {
    if id.ends_with("-agreed-before") {
        return testing_of(rulebook, id, "-agreed-before").map(|testing| &mut testing.agreed_before);
    }
    let held = rulebook.intake.as_mut().and_then(|intake| match id {
        "opens" => intake.window.as_mut().and_then(|window| window.opens.as_mut()),
        "closes" => intake.window.as_mut().map(|window| &mut window.closes),
        "working-by" => intake.late.as_mut().and_then(|late| late.working_by.as_mut()).map(|due| &mut due.by),
        "changes-until" => intake.late.as_mut().and_then(|late| late.changes_until.as_mut()).map(|due| &mut due.by),
        _ => None,
    });
    held.or_else(|| rulebook.calendar.get_mut(id).map(|held| &mut held.day))
}

/// The overrides of a contest file that turn the days of one rulebook into those of another; `None` if anything but
/// days differs.
#[must_use]
pub fn overrides(of: &Rulebook, wanted: &Rulebook) -> Option<String> {
    let mut made = of.clone();
    let mut text = String::new();
    let mut submissions = String::new();
    let were: Vec<(String, Date, Date)> = days(of).into_iter().map(|day| (day.id, day.from, day.until)).collect();
    for day in days(wanted) {
        if were.contains(&(day.id.clone(), day.from, day.until)) {
            continue;
        }
        replace(&mut made, &day.id, Days { first: day.from, last: day.until }).ok()?;
        if day.id.ends_with("-testing") || day.id.ends_with("-agreed-before") {
            // A list is replaced as a whole.
            submissions = in_full(&wanted.intake.as_ref()?.submissions)?;
            continue;
        }
        let (table, key) = match day.id.as_str() {
            "opens" | "closes" => ("intake.window".to_owned(), day.id.as_str()),
            "working-by" => ("intake.late.working_by".to_owned(), "by"),
            "changes-until" => ("intake.late.changes_until".to_owned(), "by"),
            id => (format!("calendar.{id}"), "day"),
        };
        let header = format!("[overrides.{table}]\n");
        let line = format!("{key} = \"{}\"\n", day.from);
        match text.find(&header) {
            Some(at) => text.insert_str(at + header.len(), &line),
            None => {
                let _ = write!(text, "{header}{line}");
            }
        }
    }
    text.push_str(&submissions);
    (made == *wanted).then_some(text)
}

/// Ways of handing a program in, as overrides of a contest file.
fn in_full(ways: &[Submission]) -> Option<String> {
    let mut text = String::new();
    for way in ways {
        let table =
            crate::json::to_toml(way).ok()?.replace("\n[testing]\n", "\n[overrides.intake.submissions.testing]\n");
        let _ = writeln!(text, "[[overrides.intake.submissions]]\n{}", table.trim_end());
    }
    Some(text)
}

/// The days for which a step recorded at this moment is early or late. A day lasts as long as it does anywhere on
/// Earth.
#[must_use]
pub fn untimely<'r>(rulebook: &'r Rulebook, of: &Milestone, now: Timestamp) -> Vec<Untimely<'r>> {
    let recorded = days(rulebook).into_iter().filter(|item| item.of == Some(of));
    let judged = recorded.filter_map(|item| {
        let early = item.due == Due::On && now < item.from.begins(DateClock::Anywhere);
        let late = item.is_over(now);
        (early || late).then_some(Untimely { day: item, early })
    });
    judged.collect()
}

/// The days as an iCalendar file, with events of whole days. `contest` is the name of the calendar, `id` distinguishes
/// its events from those of other contests, `by` words the title of a day by which something is due, and `now` is the
/// time of writing.
#[must_use]
pub fn to_ics(days: &[Day<'_>], contest: &str, id: &str, by: impl Fn(&str) -> String, now: Timestamp) -> String {
    let plain = |day: Date| day.to_string().replace('-', "");
    let mut stamp = now.to_string().replace(['-', ':'], "");
    stamp.truncate("19950501T000000".len());
    let mut text = String::new();
    let mut line = |content: String| fold(&mut text, &content);
    line("BEGIN:VCALENDAR".into());
    line("VERSION:2.0".into());
    line("PRODID:-//Vivavoce//viva contest calendar//EN".into());
    line(format!("X-WR-CALNAME:{}", escaped(contest)));
    for item in days {
        let title = if item.due == Due::By { by(&item.title.to_string()) } else { item.title.to_string() };
        line("BEGIN:VEVENT".into());
        line(format!("UID:{}.{}@vivavoce", item.id, id));
        line(format!("DTSTAMP:{stamp}Z"));
        line(format!("DTSTART;VALUE=DATE:{}", plain(item.from)));
        line(format!("DTEND;VALUE=DATE:{}", plain(item.until.next())));
        line(format!("SUMMARY:{}", escaped(&format!("{contest}: {title}"))));
        line(format!("DESCRIPTION:{}", escaped(item.rule)));
        line("TRANSP:TRANSPARENT".into());
        line("END:VEVENT".into());
    }
    line("END:VCALENDAR".into());
    text
}

/// A text with its special characters escaped.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '\\' | ';' | ',' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            c if c.is_control() => {}
            c => out.push(c),
        }
    }
    out
}

/// Writes a line, broken so that none has more than 75 bytes.
fn fold(text: &mut String, content: &str) {
    const MOST: usize = 75;
    let mut length = 0;
    for c in content.chars() {
        if length + c.len_utf8() > MOST {
            text.push_str("\r\n ");
            length = 1;
        }
        text.push(c);
        length += c.len_utf8();
    }
    let _ = write!(text, "\r\n");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shipped;

    fn told(id: &str) -> Vec<String> {
        let rulebook = shipped::rulebook(id).unwrap();
        days(&rulebook).iter().map(|item| format!("{} {} {}", item.from, item.id, item.rule)).collect()
    }

    #[test]
    fn a_day_is_over_when_it_has_ended_everywhere_on_earth() {
        let rulebook = shipped::rulebook("loebner-1995").unwrap();
        let closes = &days(&rulebook)[0];
        assert_eq!(closes.when().to_string(), "by 1995-11-01");
        assert!(!closes.is_over("1995-11-02T11:59:59.999Z".parse().unwrap()));
        assert!(closes.is_over("1995-11-02T12:00:00.000Z".parse().unwrap()));
    }

    #[test]
    fn every_day_that_the_five_documents_name_stands_in_the_calendar_with_its_rule() {
        assert_eq!(
            told("loebner-1995"),
            ["1995-11-01 closes rule 4", "1995-11-21 finalists-told rule 12", "1995-12-15 contest rule 12",]
        );
        assert_eq!(
            told("surrey-2003"),
            [
                "2003-04-01 opens rule 11",
                "2003-06-30 closes rule 11",
                "2003-08-15 finalists-told rule 39",
                "2003-09-15 working-by rule 23",
                "2003-10-10 changes-until rule 24",
                "2003-10-18 contest rule 32",
            ]
        );
        assert_eq!(
            told("loebner-2006"),
            [
                "2006-06-01 opens important dates",
                "2006-06-30 closes important dates",
                "2006-07-30 semi-final-announced important dates",
                "2006-09-01 final-four-announced important dates",
                "2006-09-17 contest important dates",
            ]
        );
        assert_eq!(
            told("loebner-2010"),
            [
                "2010-05-03 opens section 1",
                "2010-06-07 brings-computer-agreed-before section 1",
                "2010-06-07 closes section 1",
                "2010-06-07 installs-on-site-agreed-before section 1",
                "2010-06-08 brings-computer-testing section 1",
                "2010-06-08 installs-on-site-testing section 1",
                "2010-07-05 final-four-announced section 1",
                "2010-10-23 contest section 1",
            ]
        );
        assert_eq!(told("kurzweil-kapor-2029"), ["2029-12-31 end-of-the-wager the wager"]);
        assert!(told("turing-1950").is_empty());
    }

    #[test]
    fn rule_39_of_2003_an_announcement_after_its_last_day_is_late_and_one_before_it_is_not_early() {
        let rulebook = shipped::rulebook("surrey-2003").unwrap();
        let found = |now: &str| -> Vec<(String, bool)> {
            let untimely = untimely(&rulebook, &Milestone::Announcement, now.parse().unwrap());
            untimely.into_iter().map(|found| (found.day.rule.to_owned(), found.early)).collect()
        };
        assert_eq!(found("2003-07-01T00:00:00Z"), []);
        assert_eq!(found("2003-08-16T11:59:59Z"), []);
        assert_eq!(found("2003-08-16T12:00:00Z"), [("rule 39".to_owned(), false)]);
        // In 2010 this is a day of its own, the day of paying the finalists.
        let rulebook = shipped::rulebook("loebner-2010").unwrap();
        let early = untimely(&rulebook, &Milestone::Announcement, "2010-07-01T00:00:00Z".parse().unwrap());
        assert!(early.len() == 1 && early[0].early);
        let begins = untimely(&rulebook, &Milestone::Announcement, "2010-07-04T10:00:00Z".parse().unwrap());
        assert_eq!(begins, [], "it is that day somewhere on Earth");
    }

    #[test]
    fn a_contest_has_days_of_its_own_wherever_they_stand() {
        let mut rulebook = shipped::rulebook("surrey-2003").unwrap();
        let day: Date = "2031-03-01".parse().unwrap();
        for id in ["opens", "closes", "working-by", "changes-until", "finalists-told", "contest"] {
            replace(&mut rulebook, id, day).unwrap();
        }
        assert!(days(&rulebook).iter().all(|item| item.from == day));
        let several: Days = "2031-03-01..2031-03-02".parse().unwrap();
        let why = replace(&mut rulebook, "closes", several).unwrap_err().to_string();
        assert_eq!(why, "`closes` is one day: write closes=DATE");
        let none = replace(&mut rulebook, "contset", day).unwrap_err().to_string();
        assert!(
            none.starts_with("the rulebook has no day `contset` (it has: changes-until, closes, contest,"),
            "{none}"
        );
    }

    #[test]
    fn a_day_is_said_as_a_last_day_a_single_day_or_several() {
        let said = |id: &str, day: &str| {
            let rulebook = shipped::rulebook(id).unwrap();
            days(&rulebook).iter().find(|item| item.id == day).unwrap().when().to_string()
        };
        assert_eq!(said("surrey-2003", "closes"), "by 2003-06-30");
        assert_eq!(said("surrey-2003", "contest"), "on 2003-10-18");
        assert_eq!(said("loebner-2010", "installs-on-site-testing"), "from 2010-06-08 to 2010-06-30");
    }

    #[test]
    fn a_calendar_file_has_short_lines_and_whole_days() {
        let mut rulebook = shipped::rulebook("surrey-2003").unwrap();
        rulebook.calendar.get_mut("contest").unwrap().title =
            "Finale; für alle,\u{7} \\ überall, wo Ümläute stehen und lange Zeilen".into();
        let now = "2003-01-02T03:04:05.678Z".parse().unwrap();
        let text =
            to_ics(&days(&rulebook), "Prize, 2003", "prize-2003", |title| format!("{title} (at the latest)"), now);
        assert!(
            text.lines().all(|line| line.len() <= 75) && text.matches("\r\n").count() == text.matches('\n').count()
        );
        let unfolded = text.replace("\r\n ", "");
        for line in [
            "UID:contest.prize-2003@vivavoce",
            "DTSTAMP:20030102T030405Z",
            "DTSTART;VALUE=DATE:20031018",
            "DTEND;VALUE=DATE:20031019",
            "SUMMARY:Prize\\, 2003: Finale\\; für alle\\, \\\\ überall\\, wo Ümläute stehen und lange Zeilen",
            "SUMMARY:Prize\\, 2003: Finalists and reserves are told (at the latest)",
        ] {
            assert!(unfolded.lines().any(|found| found == line), "{line}\n{unfolded}");
        }
    }

    #[test]
    fn a_day_concerns_whom_it_names_or_else_everyone() {
        let rulebook = shipped::rulebook("surrey-2003").unwrap();
        let days = days(&rulebook);
        let concerned = |id: &str| {
            let day = days.iter().find(|day| day.id == id).unwrap();
            [PersonRole::Contestant, PersonRole::Judge].map(|role| day.concerns(role))
        };
        assert_eq!(concerned("closes"), [true, false]);
        assert!(Day { concerns: &[], ..days[0].clone() }.concerns(PersonRole::Judge));
    }

    #[test]
    fn a_contest_file_says_by_which_days_a_contest_differs_from_its_rulebook() {
        let of = shipped::rulebook("surrey-2003").unwrap();
        assert_eq!(overrides(&of, &of), Some(String::new()));
        let mut wanted = of.clone();
        for (id, day) in [
            ("opens", "2004-04-02"),
            ("closes", "2004-06-29"),
            ("working-by", "2004-09-16"),
            ("changes-until", "2004-10-11"),
            ("contest", "2004-10-19"),
        ] {
            replace(&mut wanted, id, day.parse::<Days>().unwrap()).unwrap();
        }
        let text = overrides(&of, &wanted).unwrap();
        assert_eq!(
            text,
            "[overrides.intake.window]\ncloses = \"2004-06-29\"\nopens = \"2004-04-02\"\n\
             [overrides.intake.late.working_by]\nby = \"2004-09-16\"\n\
             [overrides.intake.late.changes_until]\nby = \"2004-10-11\"\n\
             [overrides.calendar.contest]\nday = \"2004-10-19\"\n"
        );
        wanted.title.push('!');
        assert_eq!(overrides(&of, &wanted), None, "more than days differs");
        let other = shipped::rulebook("loebner-2010").unwrap();
        assert_eq!(overrides(&of, &other), None, "it has other days");
    }

    #[test]
    fn days_of_testing_are_moved_and_the_contest_file_has_every_way_of_handing_in() {
        let of = shipped::rulebook("loebner-2010").unwrap();
        let mut wanted = of.clone();
        for (id, moved) in [
            ("brings-computer-testing", "2030-06-08..2030-06-30"),
            ("brings-computer-agreed-before", "2030-06-07"),
            ("installs-on-site-testing", "2030-06-09"),
        ] {
            replace(&mut wanted, id, moved.parse::<Days>().unwrap()).unwrap();
        }
        let text = overrides(&of, &wanted).unwrap();
        let listed = |key: &str, more: &str| -> String {
            (1..=4).map(|n| format!("[[{key}]]\nname = \"{key} {n}\"\n{}", more.replace('#', &n.to_string()))).collect()
        };
        let file = format!(
            "name = \"n\"\norganiser = \"o\"\nrulebook = \"loebner-2010\"\n{}{}{}{text}",
            listed("judge", ""),
            listed("confederate", ""),
            listed("entry", "contestant = \"x #\"\nprotocol = \"stdio\"\ncommand = [\"e\"]\n"),
        );
        let read = crate::read_contest_file("contest.toml", &file, &|_| Err("there is no file".to_owned()));
        let read = read.unwrap_or_else(|why| panic!("{why:?}\n{file}"));
        assert_eq!(read.rulebook.intake, wanted.intake);
    }

    #[test]
    fn a_line_is_broken_only_where_the_next_character_would_make_it_longer_than_75_bytes() {
        let folded = |content: &str| {
            let mut text = String::new();
            fold(&mut text, content);
            text.lines().map(str::len).collect::<Vec<_>>()
        };
        assert_eq!(folded(&"a".repeat(75)), [75]);
        assert_eq!(folded(&"a".repeat(76)), [75, 2]);
        assert_eq!(folded(&"a".repeat(150)), [75, 75, 2], "the blank that begins a line counts");
        assert_eq!(folded(&"ü".repeat(38)), [74, 3]);
        assert_eq!(folded(&format!("a{}", "ü".repeat(75))), [75, 75, 3]);
    }
}
