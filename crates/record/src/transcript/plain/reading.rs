//! Reading the plain form, exactly as the writer writes it.

use jiff::civil::{Date, DateTime, Time};
use rulebook::{Side, Timestamp};

use crate::transcript::{
    Dialogue, Line, LineFault, OffsetClock, Reading, Role, Visit, Wrong,
    fault::sessions,
    text::{decode, judge_label, number, numbered},
};

/// The two lines of a heading.
const HEADING: &str = "NAME (entry, by NAME), and below it: started YYYY-MM-DD HH:MM:SS, all times UTC";

/// Reads a file with one or more transcripts in a row. Each names its clock.
#[must_use]
pub fn read(file: &[u8]) -> Reading<Vec<Dialogue>> {
    let text = decode(file);
    let lines: Vec<_> = numbered(&text).collect();
    let begins = |at: usize| {
        let [first, second] = lines[at..].first_chunk::<2>().unwrap_or(&[(0, ""); 2]);
        witness(first.1).is_some() && started(second.1).is_some()
    };
    let end = lines.last().map(|(number, _)| *number);
    sessions(
        &lines,
        begins,
        |line| visit_of(line).is_some(),
        |part| match part.split_last() {
            // An empty line may separate two transcripts.
            Some(((number, ""), before)) if Some(*number) != end => read_lines(before),
            _ => read_lines(part),
        },
    )
}

/// True if these are the first lines of a file in this form.
pub(in crate::transcript) fn is_heading(first: &str, second: &str) -> bool {
    witness(first).is_some() && started(second).is_some()
}

fn read_lines(lines: &[(usize, &str)]) -> Reading<Dialogue> {
    let mut faults = Vec::new();
    let line = |index: usize| lines.get(index).map_or("", |(_, line)| line);
    let (head, start) = (witness(line(0)), started(line(1)));
    if head.is_none() || start.is_none() {
        let at = lines.first().map_or(1, |(at, _)| *at);
        faults.push(LineFault {
            line: at,
            wrong: Wrong::Heading { expected: HEADING, without: "no name and no clock is known" },
        });
    }
    let (witness, role, contestant) = head.unwrap_or(("", Role::Entry, ""));
    let (shown, clock) = start.unwrap_or_default();
    let heading = if start.is_some() { 2 } else { 0 };
    let notice = line(heading);
    let is_notice = start.is_some() && !notice.trim().is_empty();
    let body = &lines[(heading + usize::from(is_notice)).min(lines.len())..];
    let word = if role == Role::Entry { "entry" } else { "confederate" };
    let is_visit = |at: usize| {
        let apart = |at: Option<usize>| at.and_then(|at| body.get(at)).is_none_or(|(_, line)| line.is_empty());
        apart(at.checked_sub(1)) && apart(Some(at + 1))
    };
    let visits = || body.iter().enumerate().filter(|(at, _)| is_visit(*at)).filter_map(|(_, (_, line))| visit_of(line));
    let column = visits().map(|judge| format!("judge {judge}").len()).fold(word.len(), usize::max);
    let mut reader = PlainReader { clock, day: shown.date(), word, column, visits: Vec::new(), blank: 0, faults };
    for (at, (number, line)) in body.iter().enumerate() {
        match visit_of(line).filter(|_| is_visit(at)) {
            Some(judge) => {
                // One empty line separates the visits.
                reader.keep_empty(reader.blank.saturating_sub(1));
                reader.visits.push(Visit { judge, lines: Vec::new() });
            }
            None => reader.line(*number, line),
        }
        if !line.is_empty() {
            reader.blank = 0;
        }
    }
    reader.keep_empty(reader.blank);
    let dialogue = Dialogue {
        notice: if is_notice { notice.to_owned() } else { String::new() },
        witness: witness.to_owned(),
        contestant: contestant.to_owned(),
        role,
        started: clock.moment(shown).unwrap_or(Timestamp::from_millis(0)),
        clock,
        visits: reader.visits,
    };
    Reading { found: dialogue, faults: reader.faults }
}

struct PlainReader {
    clock: OffsetClock,
    day: Date,
    /// The word for the witness in the column of speakers.
    word: &'static str,
    /// The width of that column.
    column: usize,
    visits: Vec<Visit>,
    /// The number of empty lines before the next line.
    blank: usize,
    faults: Vec<LineFault>,
}

impl PlainReader {
    fn line(&mut self, at: usize, line: &str) {
        if line.is_empty() {
            self.blank += 1;
            return;
        }
        if let Some(day) = day(line) {
            self.keep_empty(self.blank);
            self.day = day;
            return;
        }
        let margin = 8 + 2 + self.column + 2;
        let indented = line.len() > margin && line.bytes().take(margin).all(|byte| byte == b' ');
        let Some((time, by, text)) = self.speech(line) else {
            let (blank, before) = (self.blank, self.visits.last_mut().and_then(|visit| visit.lines.last_mut()));
            match before {
                Some(before) if indented => {
                    before.text.push_str(&"\n".repeat(blank + 1));
                    before.text.push_str(&line[margin..]);
                }
                _ => self.fault(at, Wrong::stray(line)),
            }
            return;
        };
        let moment = self.clock.moment(DateTime::from_parts(self.day, time)).unwrap_or(Timestamp::from_millis(0));
        self.keep_empty(self.blank);
        let Some(visit) = self.visits.last_mut() else {
            return self.fault(at, Wrong::NoJudge { expected: "judge N" });
        };
        visit.lines.push(Line { at: moment, by, text });
    }

    /// Appends this many empty lines to the last utterance, if there is one.
    fn keep_empty(&mut self, empty: usize) {
        let before = self.visits.last_mut().and_then(|visit| visit.lines.last_mut()).filter(|_| empty > 0);
        if let Some(before) = before {
            before.text.push_str(&"\n".repeat(empty + 1));
        }
    }

    /// `HH:MM:SS  SPEAKER  text`.
    fn speech(&mut self, line: &str) -> Option<(Time, Side, String)> {
        let (time, rest) = line.split_at_checked(8)?;
        let mut parts = time.split(':');
        let mut part = || number::<i8>(parts.next()?);
        let time = Time::new(part()?, part()?, part()?, 0).ok()?;
        let rest = rest.strip_prefix("  ")?;
        let judge = format!("judge {}", self.visits.last().map_or(0, |visit| visit.judge));
        let of = |label: &str| {
            let rest = rest.strip_prefix(label)?;
            let gap = self.column - label.len().min(self.column) + 2;
            let blank = rest.len() - rest.trim_start_matches(' ').len();
            (blank >= gap || rest.trim().is_empty()).then(|| rest.get(gap..).unwrap_or_default().to_owned())
        };
        let witness = of(self.word).map(|text| (time, Side::Witness, text));
        witness.or_else(|| of(&judge).map(|text| (time, Side::Judge, text)))
    }

    fn fault(&mut self, line: usize, wrong: Wrong) {
        self.faults.push(LineFault { line, wrong });
    }
}

/// `NAME (entry, by NAME)`: the name, the role, and the contestant.
fn witness(line: &str) -> Option<(&str, Role, &str)> {
    let inner = line.strip_suffix(')')?;
    for (word, role) in [("(entry", Role::Entry), ("(confederate", Role::Confederate)] {
        let whole = inner.strip_suffix(word).and_then(|name| name.strip_suffix(' '));
        if let Some(name) = whole {
            return Some((name, role, ""));
        }
        if let Some((name, contestant)) = inner.split_once(&format!(" {word}, by ")) {
            return Some((name, role, contestant));
        }
    }
    None
}

/// `started YYYY-MM-DD HH:MM:SS, all times UTC`.
fn started(line: &str) -> Option<(DateTime, OffsetClock)> {
    let (shown, clock) = line.strip_prefix("started ")?.split_once(", all times ")?;
    Some((DateTime::strptime("%Y-%m-%d %H:%M:%S", shown).ok()?, OffsetClock::named(clock)?))
}

/// `judge N`, the beginning of a visit.
fn visit_of(line: &str) -> Option<u16> {
    line.strip_prefix("judge ").filter(|_| judge_label(line).is_some()).and_then(number)
}

/// `(YYYY-MM-DD)`, the beginning of a new day.
fn day(line: &str) -> Option<Date> {
    Date::strptime("%Y-%m-%d", line.strip_prefix('(')?.strip_suffix(')')?).ok()
}
