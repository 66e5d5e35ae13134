//! Reading LP95, in the form of the rules and in the forms of real programs.

use rulebook::{Side, Timestamp};

use super::grammar::{Speech, marker, moment, speech, start_field, two_names};
use crate::transcript::{
    Dialogue, Line, LineFault, OffsetClock, Reading, Role, Visit, Wrong,
    clock::whole_seconds,
    fault::sessions,
    text::{decode, impossible_judge, judge_label, name, numbered},
};

/// The form of a change of judges.
const MARKER: &str = "*** JUDGEnn ***";

/// The number of lines in the heading by the rules.
const HEADING_LINES: usize = 3;

/// Reads a file. Its times are those of `clock`, as the file does not name one.
///
/// Accepted without a fault: square brackets or none in the heading, any notice, lower case, markers without blanks and
/// then a blank after the speaker's bracket, a program's name in place of `PROGRAM`, empty lines, LF. The witness counts
/// as an entry, since the file has one word for both.
#[must_use]
pub fn read(file: &[u8], clock: OffsetClock) -> Reading<Dialogue> {
    read_lines(&numbered(&decode(file)).collect::<Vec<_>>(), clock)
}

/// Reads a file with several sessions in a row: programs of 2002 appended to existing files. A session begins at the three
/// lines of a heading in a row, if neither of the first two is speech.
#[must_use]
pub fn read_all(file: &[u8], clock: OffsetClock) -> Reading<Vec<Dialogue>> {
    let text = decode(file);
    let lines: Vec<_> = numbered(&text).collect();
    let begins = |at: usize| {
        let [(_, notice), (_, names), (_, start)] = lines[at..].first_chunk::<3>().unwrap_or(&[(0, ""); 3]);
        let silent = |line: &str| !line.trim().is_empty() && speech(line).is_none() && marker(line).is_none();
        silent(notice) && silent(names) && start_field(start).and_then(moment).is_some()
    };
    sessions(&lines, begins, |line| speech(line).is_some() || marker(line).is_some(), |lines| read_lines(lines, clock))
}

fn read_lines(lines: &[(usize, &str)], clock: OffsetClock) -> Reading<Dialogue> {
    // A notice may look like speech; in the form of the rules it precedes the start.
    let above = start_by_the_rules(lines).unwrap_or(0);
    let body = lines[above..].iter().position(|(_, line)| marker(line).is_some() || speech(line).is_some());
    let (heading, body) = lines.split_at(body.map_or(lines.len(), |body| above + body));
    let mut faults = Vec::new();
    let heading = Heading::read(heading, clock, &mut faults);
    let mut reader = Lp95Reader {
        clock,
        now: heading.started,
        visits: Vec::new(),
        spaced: None,
        announced: Announced::Nobody,
        faults,
    };
    for (at, line) in body {
        reader.line(*at, line);
    }
    let dialogue = Dialogue {
        notice: heading.notice,
        witness: heading.witness,
        contestant: heading.contestant,
        role: Role::Entry,
        started: heading.started,
        clock,
        visits: reader.visits,
    };
    Reading { found: dialogue, faults: reader.faults }
}

/// The position of the start, if it is one of the three lines that the rules have above the first marker.
fn start_by_the_rules(lines: &[(usize, &str)]) -> Option<usize> {
    let is_start = |(_, line): &(usize, &str)| start_field(line).and_then(moment).is_some();
    lines.iter().take(HEADING_LINES).rposition(is_start)
}

struct Heading {
    notice: String,
    witness: String,
    contestant: String,
    started: Timestamp,
}

impl Heading {
    fn read(lines: &[(usize, &str)], clock: OffsetClock, faults: &mut Vec<LineFault>) -> Self {
        let guessed = || lines.iter().position(|(_, line)| start_field(line).is_some());
        let start = start_by_the_rules(lines).or_else(guessed);
        let before = &lines[..start.unwrap_or(lines.len())];
        let (names, notice) = match before.split_last() {
            Some((names, notice)) => (Some(*names), notice),
            None => (None, before),
        };
        let mut fault = |line, wrong| faults.push(LineFault { line, wrong });
        if names.is_none_or(|(_, line)| line.trim().is_empty()) {
            let (expected, without) = ("<Program Name> <Contestant Name>", "both are empty");
            fault(start.map_or(1, |start| lines[start].0), Wrong::Heading { expected, without });
        }
        let (witness, contestant) = names.map(|(_, line)| two_names(line)).unwrap_or_default();
        let mut started = Timestamp::from_millis(0);
        match start {
            None => {
                let (expected, without) = ("Start at:", "the days are counted from 1970-01-01");
                fault(lines.last().map_or(1, |(at, _)| *at), Wrong::Heading { expected, without });
            }
            Some(start) => {
                let (at, line) = lines[start];
                match start_field(line).and_then(moment).and_then(|shown| clock.moment(shown)) {
                    Some(moment) => started = moment,
                    None => fault(at, Wrong::form(line, "Start at: <YYYY/MM/DD HH:MM:SS >")),
                }
                for (at, line) in lines[start + 1..].iter().filter(|(_, line)| !line.trim().is_empty()) {
                    fault(*at, Wrong::stray(line));
                }
            }
        }
        let notice: Vec<_> = notice.iter().map(|(_, line)| name(line)).filter(|line| !line.is_empty()).collect();
        Self { notice: notice.join(" "), witness, contestant, started }
    }
}

struct Lp95Reader {
    clock: OffsetClock,
    /// The time of the line before.
    now: Timestamp,
    visits: Vec<Visit>,
    /// True if a blank follows the speaker's bracket; `None` before a marker has shown it.
    spaced: Option<bool>,
    announced: Announced,
    faults: Vec<LineFault>,
}

/// The known facts about the judge of the current visit.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Announced {
    /// There is no visit yet.
    Nobody,
    /// The witness spoke before any judge.
    Unknown,
    /// Announced, or heard.
    Judge(u16),
}

impl Lp95Reader {
    fn line(&mut self, at: usize, line: &str) {
        if let Some((judge, spaced)) = marker(line) {
            self.spaced = Some(spaced);
            match judge {
                Ok(judge) => self.begin(judge),
                Err(digits) => {
                    self.fault(at, Wrong::judge_number(digits));
                    self.visits.push(Visit { judge: 0, lines: Vec::new() });
                    self.announced = Announced::Unknown;
                }
            }
        } else if let Some(speech) = speech(line) {
            self.speech(at, &speech);
        } else if !line.trim().is_empty() {
            match self.visits.last_mut().and_then(|visit| visit.lines.last_mut()) {
                Some(before) => {
                    before.text.push('\n');
                    before.text.push_str(line);
                    self.fault(at, Wrong::unstamped(line));
                }
                None => self.fault(at, Wrong::stray(line)),
            }
        }
    }

    fn speech(&mut self, at: usize, speech: &Speech<'_>) {
        if let Some(digits) = impossible_judge(speech.label) {
            self.fault(at, Wrong::judge_number(digits));
        }
        let by = match judge_label(speech.label) {
            Some(number) => {
                self.judge_speaks(at, number);
                Side::Judge
            }
            None => {
                if self.announced == Announced::Nobody {
                    self.begin(0);
                    self.announced = Announced::Unknown;
                    self.fault(at, Wrong::NoJudge { expected: MARKER });
                }
                Side::Witness
            }
        };
        let moment = self.clock.nearest(self.now, speech.time_of_day_s);
        let back_s = (whole_seconds(self.now).as_millis() - moment.as_millis()) / 1000;
        if back_s > 0 {
            self.fault(at, Wrong::Backwards { seconds: back_s });
        }
        self.now = moment;
        let text = match self.spaced {
            Some(false) => speech.text,
            Some(true) | None => speech.text.strip_prefix(' ').unwrap_or(speech.text),
        };
        if let Some(visit) = self.visits.last_mut() {
            visit.lines.push(Line { at: moment, by, text: text.to_owned() });
        }
    }

    /// Begins a new visit if this judge is not the announced one; a label without a number is the announced judge's.
    fn judge_speaks(&mut self, at: usize, number: Option<u16>) {
        match (self.announced, number) {
            (Announced::Judge(announced), Some(found)) if found != announced => {
                self.fault(at, Wrong::OtherJudge { found, announced });
                self.begin(found);
            }
            (Announced::Judge(_), _) => {}
            (Announced::Unknown, found) => {
                if let (Some(found), Some(visit)) = (found, self.visits.last_mut()) {
                    visit.judge = found;
                    self.announced = Announced::Judge(found);
                }
            }
            (Announced::Nobody, found) => {
                self.fault(at, Wrong::NoJudge { expected: MARKER });
                self.begin(found.unwrap_or(0));
            }
        }
    }

    fn begin(&mut self, judge: u16) {
        self.visits.push(Visit { judge, lines: Vec::new() });
        self.announced = Announced::Judge(judge);
    }

    fn fault(&mut self, line: usize, wrong: Wrong) {
        self.faults.push(LineFault { line, wrong });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(title: &str, file: &str, says: &[&str], faults: &[&str]) {
        let reading = read(file.as_bytes(), OffsetClock::UTC);
        let mut said = Vec::new();
        for visit in &reading.found.visits {
            for line in &visit.lines {
                let time = line.at.to_string();
                said.push(format!("{} {} {}: {}", visit.judge, &time[..19], line.by, line.text));
            }
        }
        let found: Vec<_> = reading.faults.iter().map(ToString::to_string).collect();
        assert_eq!((said.as_slice(), found.as_slice()), (&says.map_owned()[..], &faults.map_owned()[..]), "{title}");
    }

    trait MapOwned {
        fn map_owned(&self) -> Vec<String>;
    }

    impl MapOwned for [&str] {
        fn map_owned(&self) -> Vec<String> {
            self.iter().map(|text| (*text).to_owned()).collect()
        }
    }

    const HEADING: &str = "(c)1998 Someone\r\n[Talker 8][Jo Doe]\r\nStart at: [1998/01/10 23:59:40]\r\n";

    #[test]
    fn what_programs_wrote_in_their_own_way_is_read() {
        check(
            "a program of 1998 writes square brackets and its own name, and talks past midnight",
            &format!("{HEADING}*** JUDGE03 ***\nHAL[23:59:41]Hello.\nJUDGE03[00:00:05]hi [12:00:00] there\n"),
            &["3 1998-01-10T23:59:41 witness: Hello.", "3 1998-01-11T00:00:05 judge: hi [12:00:00] there"],
            &[],
        );
        check(
            "the form of 2002 has no blanks in the marker and one after the bracket",
            &format!("{HEADING}\n***JUDGE04***\nPROGRAM[23:59:50] Welcome\n\nJUDGE04[23:59:51]  two blanks\n"),
            &["4 1998-01-10T23:59:50 witness: Welcome", "4 1998-01-10T23:59:51 judge:  two blanks"],
            &[],
        );
        check(
            "a program called ELIZA puts its name for PROGRAM, and a judge answers within the second",
            &format!("{HEADING}*** JUDGE03 ***\nELIZA[23:59:41]Hello.\nJUDGE03[23:59:41]Hi.\n"),
            &["3 1998-01-10T23:59:41 witness: Hello.", "3 1998-01-10T23:59:41 judge: Hi."],
            &[],
        );
        let heading = read(HEADING.as_bytes(), OffsetClock::UTC).found;
        assert_eq!((heading.witness.as_str(), heading.contestant.as_str()), ("Talker 8", "Jo Doe"));
        assert_eq!(heading.notice, "(c)1998 Someone");
        let one = read(b"(c)\n[ELIZA]\nStart at: 1998/01/10 23:59:40\n", OffsetClock::UTC);
        assert_eq!((one.found.witness.as_str(), one.faults), ("ELIZA", vec![]));
        let bare = read(b"(c)\nELIZA\nStart at: 1998/01/10 23:59:40\n", OffsetClock::UTC);
        assert_eq!((bare.found.witness.as_str(), bare.faults), ("ELIZA", vec![]));
        assert_eq!(bare.found.started.to_string(), "1998-01-10T23:59:40.000Z");
    }

    #[test]
    fn a_notice_that_looks_like_speech_is_a_notice() {
        for notice in ["PROGRAM[10:00:00]free for all", "*** JUDGE01 ***", "Start at: 2001/01/01 10:00:00"] {
            let file =
                format!("{notice}\r\n<ELIZA> <J. Doe>\r\nStart at: <1998/01/10 23:59:40 >\r\n*** JUDGE03 ***\r\n");
            let reading = read(file.as_bytes(), OffsetClock::UTC);
            assert_eq!(reading.faults, []);
            let found = reading.found;
            assert_eq!((found.notice.as_str(), found.witness.as_str(), found.visits.len()), (notice, "ELIZA", 1));
            assert_eq!(crate::transcript::lp95::write(&found), file);
        }
        check(
            "a file without a heading, in which somebody says when to start",
            "*** JUDGE03 ***\nPROGRAM[00:00:10]When?\nStart at: noon\n",
            &["3 1970-01-01T00:00:10 witness: When?\nStart at: noon"],
            &[
                "line 1: no `<Program Name> <Contestant Name>` line in the heading (add it; without it both are empty)",
                "line 1: no `Start at:` line in the heading (add it; without it the days are counted from 1970-01-01)",
                "line 3: `Start at: noon` has no speaker and time (put them in front; it is taken as part of what was said before)",
            ],
        );
    }

    #[test]
    fn what_cannot_be_a_label_is_part_of_what_was_said_before() {
        let long = "x".repeat(40);
        check(
            "a label as long as it may be",
            &format!("{HEADING}*** JUDGE03 ***\n{long}[23:59:41]Hello.\n"),
            &["3 1998-01-10T23:59:41 witness: Hello."],
            &[],
        );
        for no_label in ["", " ", "I said: now", &format!("{long}x")] {
            let line = format!("{no_label}[23:59:50]or so");
            let reading =
                read(format!("{HEADING}*** JUDGE03 ***\nPROGRAM[23:59:41]Wait\n{line}\n").as_bytes(), OffsetClock::UTC);
            assert_eq!(reading.faults, [LineFault { line: 6, wrong: Wrong::unstamped(&line) }]);
            let [said] = reading.found.visits[0].lines.as_slice() else { panic!("one line was said: {no_label}") };
            assert_eq!(said.text, format!("Wait\n{line}"));
        }
    }

    #[test]
    fn every_fault_has_its_line_and_what_can_be_kept_is_kept() {
        check(
            "a file with a fault of each kind",
            "(c)\n[A][B]\nStart at: yesterday\nlost\nPROGRAM[00:00:10]hm\nJUDGE02[00:00:09]yes\nand more\nJUDGE05[00:00:12]I\n",
            &[
                "2 1970-01-01T00:00:10 witness: hm",
                "2 1970-01-01T00:00:09 judge: yes\nand more",
                "5 1970-01-01T00:00:12 judge: I",
            ],
            &[
                "line 3: `Start at: yesterday` is not of the form `Start at: <YYYY/MM/DD HH:MM:SS >`",
                "line 4: `lost` is neither heading nor speech (it is left out)",
                "line 5: no judge was announced (put `*** JUDGEnn ***` in front)",
                "line 6: the clock runs 1 s backwards (the times are kept as they stand)",
                "line 7: `and more` has no speaker and time (put them in front; it is taken as part of what was said before)",
                "line 8: judge 5 speaks where judge 2 was announced (announce every change of judges)",
            ],
        );
        check(
            "an empty file",
            "",
            &[],
            &[
                "line 1: no `<Program Name> <Contestant Name>` line in the heading (add it; without it both are empty)",
                "line 1: no `Start at:` line in the heading (add it; without it the days are counted from 1970-01-01)",
            ],
        );
    }
}
