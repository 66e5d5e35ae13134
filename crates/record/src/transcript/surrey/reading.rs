//! Reading Surrey logs, from the platform of 2003 and from programs that wrote their own logs.

use jiff::civil::DateTime;
use rulebook::{Side, Timestamp};

use crate::transcript::{
    Dialogue, Line, LineFault, OffsetClock, Reading, Role, Visit, Wrong,
    clock::time_of_day_s,
    fault::sessions,
    text::{decode, excerpt, impossible_judge, judge_label, name, number, numbered},
};

/// The maximum length of a speaker's label in bytes.
const LABEL: usize = 40;

/// Reads a file: a dialogue of one visit. Its times are those of `clock`, as the file does not name one; it starts with the
/// first utterance.
///
/// Accepted without a fault, as in files of 2003: empty lines, a notice on several lines, `JUDGE 09` for `JUDGE`, the
/// witness's name for `PROGRAM`, a colon after the time, lines without a stamp that continue an utterance (they become
/// lines of its text), LF.
#[must_use]
pub fn read(file: &[u8], clock: OffsetClock) -> Reading<Dialogue> {
    read_lines(&numbered(&decode(file)).collect::<Vec<_>>(), clock)
}

/// Reads a file with several logs in a row, as from a program that appended to its file. A log begins at a line without a
/// stamp, then a title, then an empty line.
#[must_use]
pub fn read_all(file: &[u8], clock: OffsetClock) -> Reading<Vec<Dialogue>> {
    let text = decode(file);
    let lines: Vec<_> = numbered(&text).collect();
    let begins = |at: usize| {
        let [(_, notice), title, empty] = lines[at..].first_chunk::<3>().unwrap_or(&[(0, ""); 3]);
        let unstamped = !notice.trim().is_empty() && said(notice).is_none();
        unstamped && said(title.1).is_none() && self::title(title.1).is_some() && empty.1.trim().is_empty()
    };
    sessions(&lines, begins, |line| said(line).is_some(), |lines| read_lines(lines, clock))
}

fn read_lines(lines: &[(usize, &str)], clock: OffsetClock) -> Reading<Dialogue> {
    let above = if has_plain_heading(lines) { 2 } else { 0 };
    let body = lines[above..].iter().position(|(_, line)| said(line).is_some());
    let (heading, body) = lines.split_at(body.map_or(lines.len(), |body| above + body));
    let mut reader = SurreyReader {
        clock,
        role: None,
        heading: Heading::default(),
        lines: Vec::new(),
        dated: true,
        faults: Vec::new(),
    };
    reader.heading(heading);
    for (at, line) in body {
        reader.line(*at, line);
    }
    let started = reader.lines.first().map_or(Timestamp::from_millis(0), |line| line.at);
    let visit = Visit { judge: reader.heading.judge.unwrap_or(0), lines: reader.lines };
    let dialogue = Dialogue {
        notice: reader.heading.notice,
        witness: reader.heading.witness,
        contestant: String::new(),
        role: reader.role.unwrap_or(Role::Entry),
        started,
        clock,
        visits: vec![visit],
    };
    Reading { found: dialogue, faults: reader.faults }
}

/// True if the file begins in the platform's form, with the notice, the title and an empty line. Then neither of the first
/// two is speech, even if it looks like it.
fn has_plain_heading(lines: &[(usize, &str)]) -> bool {
    matches!(lines, [_, (_, second), (_, third), ..] if title(second).is_some() && third.trim().is_empty())
}

#[derive(Default)]
struct Heading {
    notice: String,
    witness: String,
    judge: Option<u16>,
}

struct SurreyReader {
    clock: OffsetClock,
    role: Option<Role>,
    heading: Heading,
    lines: Vec<Line>,
    /// True if every time so far had a date.
    dated: bool,
    faults: Vec<LineFault>,
}

impl SurreyReader {
    fn heading(&mut self, lines: &[(usize, &str)]) {
        let title = lines.iter().rposition(|(_, line)| title(line).is_some());
        let (before, after) = lines.split_at(title.unwrap_or(lines.len()));
        let notice: Vec<_> = before.iter().map(|(_, line)| name(line)).filter(|line| !line.is_empty()).collect();
        self.heading.notice = notice.join(" ");
        let Some(((number_of_title, line), after)) = after.split_first() else {
            let (expected, without) = ("NAME conversing with Judge NN", "neither is known");
            return self.fault(lines.last().map_or(1, |(at, _)| *at), Wrong::Heading { expected, without });
        };
        if let Some((witness, judge)) = self::title(line) {
            self.heading.witness = witness;
            self.heading.judge = judge;
        }
        let judge = line.rsplit_once(" with ").map_or("", |(_, judge)| judge.trim());
        if let Some(digits) = impossible_judge(judge) {
            self.fault(*number_of_title, Wrong::judge_number(digits));
        }
        for (at, line) in after.iter().filter(|(_, line)| !line.trim().is_empty()) {
            self.fault(*at, Wrong::stray(line));
        }
    }

    fn line(&mut self, at: usize, line: &str) {
        match said(line) {
            Some(said) => self.said(at, &said),
            None if line.trim().is_empty() => {}
            None => {
                if let Some(before) = self.lines.last_mut() {
                    before.text.push('\n');
                    before.text.push_str(line);
                }
            }
        }
    }

    fn said(&mut self, at: usize, said: &SurreyLine<'_>) {
        let by = self.speaker(at, said.label);
        let before = self.lines.last().map(|line| line.at);
        let moment = match said.stamp {
            Stamp::Full(shown) => self.clock.moment(shown),
            Stamp::TimeOfDay(seconds) => {
                if self.dated {
                    self.fault(at, Wrong::NoDate);
                }
                self.dated = false;
                Some(self.clock.nearest(before.unwrap_or(Timestamp::from_millis(0)), seconds))
            }
        };
        let moment = moment.or(before).unwrap_or(Timestamp::from_millis(0));
        let back_s = before.map_or(0, |before| (before.as_millis() - moment.as_millis()) / 1000);
        if back_s > 0 {
            self.fault(at, Wrong::Backwards { seconds: back_s });
        }
        self.lines.push(Line { at: moment, by, text: said.text.to_owned() });
    }

    fn speaker(&mut self, at: usize, label: &str) -> Side {
        if let Some(digits) = impossible_judge(label) {
            self.fault(at, Wrong::judge_number(digits));
        }
        if let Some(judge) = judge_label(label) {
            match (self.heading.judge, judge) {
                (Some(announced), Some(found)) if announced != found => {
                    self.fault(at, Wrong::OtherJudge { found, announced });
                }
                (None, found) => self.heading.judge = found,
                _ => {}
            }
            return Side::Judge;
        }
        let role = match label {
            _ if label.eq_ignore_ascii_case("PROGRAM") => Role::Entry,
            _ if label.eq_ignore_ascii_case("CONFEDERATE") => Role::Confederate,
            _ => {
                if !label.eq_ignore_ascii_case(&self.heading.witness) {
                    self.fault(at, Wrong::Speaker { found: excerpt(label) });
                }
                return Side::Witness;
            }
        };
        if *self.role.get_or_insert(role) != role {
            self.fault(at, Wrong::TwoRoles);
        }
        Side::Witness
    }

    fn fault(&mut self, line: usize, wrong: Wrong) {
        self.faults.push(LineFault { line, wrong });
    }
}

/// True if a line is the title of a log.
pub(in crate::transcript) fn is_title(line: &str) -> bool {
    said(line).is_none() && title(line).is_some()
}

/// True if a line begins an utterance.
pub(in crate::transcript) fn is_speech(line: &str) -> bool {
    said(line).is_some()
}

/// An utterance, or its first line.
struct SurreyLine<'a> {
    stamp: Stamp,
    label: &'a str,
    text: &'a str,
}

enum Stamp {
    Full(DateTime),
    TimeOfDay(i64),
}

/// `STAMP LABEL: text`.
fn said(line: &str) -> Option<SurreyLine<'_>> {
    let (stamp, rest) = full_stamp(line).or_else(|| time_stamp(line))?;
    let (label, text) = rest.trim_start().split_once(':')?;
    let plain = label.chars().all(|c| c.is_alphanumeric() || matches!(c, ' ' | '_' | '-' | '.'));
    let fits = plain && !label.trim().is_empty() && label.len() <= LABEL;
    fits.then(|| SurreyLine { stamp, label: label.trim(), text: text.strip_prefix(' ').unwrap_or(text) })
}

/// `2003-10-18-14-02-11`, sometimes followed by a colon.
fn full_stamp(line: &str) -> Option<(Stamp, &str)> {
    let (stamp, rest) = line.split_once(' ')?;
    let stamp = stamp.strip_suffix(':').unwrap_or(stamp);
    let mut parts = stamp.split('-');
    let year = number(parts.next()?)?;
    let mut part = || number::<i8>(parts.next()?);
    let shown = DateTime::new(year, part()?, part()?, part()?, part()?, part()?, 0).ok()?;
    parts.next().is_none().then_some((Stamp::Full(shown), rest))
}

/// `2:27:23 AM`, or a 24-hour time without the letters.
fn time_stamp(line: &str) -> Option<(Stamp, &str)> {
    let (time, rest) = line.split_once(' ')?;
    let mut parts = time.split(':');
    let (hour, minute, second) = (number(parts.next()?)?, number(parts.next()?)?, number(parts.next()?)?);
    if parts.next().is_some() {
        return None;
    }
    let half = rest.split_at_checked(2).filter(|(_, rest)| rest.starts_with(' '));
    let noon = |after: i64| (1..=12).contains(&hour).then_some(hour % 12 + after);
    let (hour, rest) = match half {
        Some((letters, rest)) if letters.eq_ignore_ascii_case("AM") => (noon(0)?, rest),
        Some((letters, rest)) if letters.eq_ignore_ascii_case("PM") => (noon(12)?, rest),
        _ => (hour, rest),
    };
    Some((Stamp::TimeOfDay(time_of_day_s(hour, minute, second)?), rest))
}

/// `NAME conversing with Judge NN`, with any blanks, and possibly without a number.
fn title(line: &str) -> Option<(String, Option<u16>)> {
    let line = name(line);
    let (witness, judge) = match line.rsplit_once(" conversing with ") {
        Some((witness, judge)) => (witness, judge),
        None => ("", line.strip_prefix("conversing with ")?),
    };
    Some((witness.to_owned(), judge_label(judge)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twelve_is_the_first_hour_of_each_half_of_a_day() {
        let seconds = |line: &str| match time_stamp(line)? {
            (Stamp::TimeOfDay(seconds), _) => Some(seconds),
            _ => None,
        };
        assert_eq!(seconds("12:00:05 AM J: hello"), Some(5));
        assert_eq!(seconds("2:27:23 AM J: hello"), Some((2 * 60 + 27) * 60 + 23));
        assert_eq!(seconds("12:00:05 PM J: hello"), Some(12 * 3600 + 5));
        assert_eq!(seconds("2:27:23 pm J: hello"), Some((14 * 60 + 27) * 60 + 23));
        assert_eq!(seconds("14:27:23 PM J: hello"), None);
        // Other letters than AM or PM are the beginning of a name.
        assert_eq!(seconds("14:27:23 Jo hello: hello"), Some((14 * 60 + 27) * 60 + 23));
    }

    fn check(title: &str, file: &[u8], says: &[&str], faults: &[&str]) {
        let reading = read(file, OffsetClock::UTC);
        let visit = &reading.found.visits[0];
        let said = visit.lines.iter().map(|line| {
            let time = line.at.to_string();
            format!("{} {} {}: {}", visit.judge, &time[..19], line.by, line.text)
        });
        let found: Vec<_> = reading.faults.iter().map(ToString::to_string).collect();
        assert_eq!(said.collect::<Vec<_>>(), says, "{title}");
        assert_eq!(found, faults, "{title}");
    }

    /// The deviations are from the logs of 2003; the words are ours.
    #[test]
    fn what_programs_wrote_in_their_own_way_is_read() {
        check(
            "an empty line first, the notice on two lines, double blanks, a numbered judge, a name for a role, no UTF-8",
            b"\r\nCopyright (C) 2003 Someone.\r\nAll rights reserved.\r\nTalker  conversing  with Judge 09\r\n\r\n\
              2003-10-18-14-02-11 TALKER: f\xFCr \xA35\r\n2003-10-18-14-02-13 JUDGE 09: Hm: what?\r\n",
            &["9 2003-10-18T14:02:11 witness: für £5", "9 2003-10-18T14:02:13 judge: Hm: what?"],
            &[],
        );
        check(
            "a colon after the time, an utterance of several lines, an empty one",
            b"(C)\nTalker conversing with Judge 03\n\n2003-10-18-02-11-00: PROGRAM: One\ntwo: three\n\n\
              2003-10-18-02-11-05: JUDGE:\n",
            &["3 2003-10-18T02:11:00 witness: One\ntwo: three", "3 2003-10-18T02:11:05 judge: "],
            &[],
        );
        check(
            "times of twelve hours and no dates",
            b"(C)\nTalker conversing with Judge\n\n12:27:23 AM Program: Hi\n11:27:25 AM Judge 1: Hi\n",
            &["1 1970-01-01T00:27:23 witness: Hi", "1 1970-01-01T11:27:25 judge: Hi"],
            &["line 4: times without a date (days are counted from 1970-01-01)"],
        );
        check(
            "a program called ELIZA puts its name for PROGRAM",
            b"(C)\nEliza conversing with Judge 03\n\n2003-10-18-14-02-11 ELIZA: Hi\n",
            &["3 2003-10-18T14:02:11 witness: Hi"],
            &[],
        );
        let confederate =
            read(b"(C)\nJim conversing with Judge 1\n2003-10-18-14-02-11 CONFEDERATE: Hi\n", OffsetClock::UTC);
        assert_eq!((confederate.found.role, confederate.found.witness.as_str()), (Role::Confederate, "Jim"));
    }

    #[test]
    fn a_notice_and_a_name_that_look_like_speech_are_what_they_are() {
        const SPEECH: &str = "2003-10-18-14-02-11 PROGRAM: free";
        for (notice, witness) in [(SPEECH, "ELIZA"), ("(C)", SPEECH), (SPEECH, SPEECH), ("", "12:00:00 JUDGE: I")] {
            let file = format!(
                "{notice}\r\n{witness} conversing with Judge 03\r\n\r\n2003-10-18-14-02-12 PROGRAM: Hello.\r\n"
            );
            let reading = read(file.as_bytes(), OffsetClock::UTC);
            assert_eq!(reading.faults, []);
            let found = reading.found;
            assert_eq!((found.notice.as_str(), found.witness.as_str()), (notice, witness));
            assert_eq!(crate::transcript::surrey::write(&found, &found.visits[0]), file);
        }
    }

    #[test]
    fn what_cannot_be_a_label_is_part_of_what_was_said_before() {
        let long = "x".repeat(40);
        let heading = format!("(C)\n{long} conversing with Judge 03\n\n2003-10-18-14-02-11 PROGRAM: Wait");
        check(
            "a label as long as it may be",
            format!("{heading}\n2003-10-18-14-02-12 {long}: Hello.\n").as_bytes(),
            &["3 2003-10-18T14:02:11 witness: Wait", "3 2003-10-18T14:02:12 witness: Hello."],
            &[],
        );
        for no_label in ["", " ", "I said [twice]", &format!("{long}x")] {
            let line = format!("2003-10-18-14-02-12 {no_label}: or so");
            let said = format!("3 2003-10-18T14:02:11 witness: Wait\n{line}");
            check(no_label, format!("{heading}\n{line}\n").as_bytes(), &[&said], &[]);
        }
    }

    #[test]
    fn every_fault_has_its_line_and_what_can_be_kept_is_kept() {
        check(
            "a file with a fault of each kind",
            b"(C)\nTalker conversing with Judge 03\nwelcome\n2003-10-18-14-03-05 PROGRAM: a\n\
              2003-10-18-14-02-11 JUDGE 04: b\n2003-10-18-14-02-12 REFEREE: c\n2003-10-18-14-02-13 CONFEDERATE: d\n",
            &[
                "3 2003-10-18T14:03:05 witness: a",
                "3 2003-10-18T14:02:11 judge: b",
                "3 2003-10-18T14:02:12 witness: c",
                "3 2003-10-18T14:02:13 witness: d",
            ],
            &[
                "line 3: `welcome` is neither heading nor speech (it is left out)",
                "line 5: judge 4 speaks where judge 3 was announced (announce every change of judges)",
                "line 5: the clock runs 54 s backwards (the times are kept as they stand)",
                "line 6: `REFEREE` is neither the judge nor the witness (it is taken for the witness)",
                "line 7: the witness is called both `PROGRAM` and `CONFEDERATE` (the first is kept)",
            ],
        );
        let nothing =
            "line 1: no `NAME conversing with Judge NN` line in the heading (add it; without it neither is known)";
        check("an empty file", b"", &[], &[nothing]);
    }
}
