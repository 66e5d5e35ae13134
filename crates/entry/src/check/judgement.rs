//! Judges an observation: a pure function, so that a recorded failure can be reproduced.

use rulebook::{Key, key::Typed};

use super::{
    Check, Observation,
    exchange::{Exchange, exchanges},
    failure::{Failure, shortened},
    observation::{Left, Seen},
    script::{BEFORE_THE_CRASH, FIRST_JUDGE, TAKEN_BACK},
    speech,
    trace::escaped,
    trouble::trouble,
};
use crate::Incident;

/// The share of a processor, in percent, from which an idle program counts as busy.
const BUSY_PERCENT: u32 = 10;

/// The result of a check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Finding {
    Passed { found: String, remarks: Vec<String> },
    Failed(Failure),
}

/// Judges one check. `all` holds its observation and those of the checks before it.
pub(super) fn judge(check: Check, observed: &Observation, all: &[(Check, Observation)]) -> Finding {
    let mut remarks = Vec::new();
    match found(check, observed, all, &mut remarks) {
        Ok(found) => Finding::Passed { found, remarks },
        Err(failure) => Finding::Failed(failure),
    }
}

fn found(
    check: Check,
    observed: &Observation,
    all: &[(Check, Observation)],
    remarks: &mut Vec<String>,
) -> Result<String, Failure> {
    if check == Check::Flood {
        comes_to_an_end(observed)?;
    }
    trouble(observed)?;
    if check != Check::Unicode {
        let before = &all[..all.len().saturating_sub(1)];
        let is_new = before.iter().all(|(_, observed)| speech::is_utf8(observed).is_ok());
        let broken = speech::is_utf8(observed).err().filter(|_| is_new);
        remarks.extend(broken.map(|failure| format!("{}: {}", failure.why, failure.mend)));
    }
    let exchanges = exchanges(observed);
    Ok(match check {
        Check::Connect => {
            let ready = observed.find(0, |seen| *seen == Seen::Ready).map_or(0.0, |place| seconds(observed, 0, place));
            format!("ready after {ready:.1} s")
        }
        Check::Greet => {
            remarks.extend(early_words(observed));
            remarks.extend(opening(observed));
            let answer = exchanges.first().map_or("", Exchange::first_line);
            format!("answers \"{}\"", shortened(answer))
        }
        Check::MultiLine => {
            let lines = exchanges.iter().map(|exchange| exchange.answer.as_str().lines().count().to_string());
            format!("answers in {} lines", lines.collect::<Vec<_>>().join(", "))
        }
        Check::JudgeChange => {
            let second = observed.find_last(|seen| *seen == Seen::Began).unwrap_or(0);
            if let Some(place) = mentions(observed, second, FIRST_JUDGE) {
                let why =
                    format!("the second judge heard of the first: \"{FIRST_JUDGE}\" was said by the judge before");
                return Err(Failure::at(observed, place, why, observed.way.judge_change()));
            }
            "the second judge is met as a stranger".to_owned()
        }
        Check::Backspace => {
            for word in [TAKEN_BACK, "backspace"] {
                if let Some(place) = mentions(observed, 0, word) {
                    let why = format!("its answer holds \"{word}\", which the judge never said: the keys were deleted");
                    let mend = "apply BackSpace while the line is being typed: each takes the last character away, and nothing \
                                where there is none";
                    return Err(Failure::at(observed, place, why, mend));
                }
            }
            "deleted keys were not read".to_owned()
        }
        Check::EveryKey | Check::LongInput | Check::Unicode => {
            if check == Check::Unicode {
                all.iter().try_for_each(|(_, observed)| speech::is_utf8(observed))?;
            }
            let cut = observed.find(0, |seen| matches!(seen, Seen::Incident(Incident::LongLine { .. })));
            remarks.extend(cut.map(|_| "it answered with a very long line, which was cut".to_owned()));
            "answers afterwards".to_owned()
        }
        Check::Shown => {
            let answer = exchanges.last().map_or("", Exchange::first_line);
            format!("asked what was shown, it answers \"{}\"", shortened(answer))
        }
        Check::Silence => "still answers".to_owned(),
        Check::Flood => {
            let lines = exchanges.first().map_or(0, |exchange| exchange.answer.as_str().lines().count());
            format!("10 lines at once, {lines} in answer")
        }
        Check::Restart => {
            let restarted = |seen: &Seen| matches!(seen, Seen::Began | Seen::Incident(Incident::Restarted { .. }));
            let again = observed.find_last(restarted).unwrap_or(0);
            if let Some(place) = mentions(observed, again, BEFORE_THE_CRASH) {
                let why = format!("after the restart it answers what was said before it (\"{BEFORE_THE_CRASH}\")");
                let mend = "forget unanswered lines when the program starts: a judge has long gone on, and a backlog answered at \
                            once gives a machine away";
                return Err(Failure::at(observed, place, why, mend));
            }
            match observed.find_last(|seen| *seen == Seen::Crashed) {
                // No process started here could be ended.
                Some(crashed) if observed.find(crashed, |seen| *seen == Seen::Began).is_some() => {
                    "the link was opened again, and it answers nothing from before".to_owned()
                }
                _ => "is back, and answers nothing from before".to_owned(),
            }
        }
        Check::TwoHours => format!("{} lines, all answered", exchanges.len()),
        Check::CleanStop => {
            remarks.extend(is_left_well(observed)?);
            "ends when told".to_owned()
        }
        Check::WellFormed => {
            speech::is_well_formed(all)?;
            let answers = all.iter().flat_map(|(_, observed)| super::exchange::exchanges(observed));
            format!("{} answers looked at", answers.filter(Exchange::is_answered).count())
        }
    })
}

fn comes_to_an_end(observed: &Observation) -> Result<(), Failure> {
    let floods = |seen: &Seen| {
        matches!(seen, Seen::Endless | Seen::Incident(Incident::Flooded { .. } | Incident::Endless { .. }))
    };
    let Some(place) = observed.find(0, floods) else { return Ok(()) };
    let why = "it talks without end: thousands of characters came after a few lines of the judge";
    let mend =
        "answer a line with a line or a few, then wait for the next; look for a loop that prints and does not read";
    Err(Failure::at(observed, place, why, mend))
}

/// A remark on text that came before the judge's first key.
fn early_words(observed: &Observation) -> Option<String> {
    observed.find(0, |seen| matches!(seen, Seen::Incident(Incident::GreetedEarly { .. })))?;
    let until = observed.find(0, |seen| matches!(seen, Seen::JudgeKey(_)))?;
    let early: String =
        observed.moments[..until].iter().filter_map(|moment| moment.seen.printed()).map(escaped).collect();
    let words = if early.is_empty() { String::new() } else { format!(" (\"{}\")", shortened(&early)) };
    Some(format!("it speaks before the judge does{words}; in a contest these words are withheld"))
}

/// A remark on the entry's opening, if witnesses may open: its text, and a contest's reaction if the rulebook
/// prescribes other words.
fn opening(observed: &Observation) -> Option<String> {
    let words = observed.opening_words.as_ref()?;
    let until = observed.find(0, |seen| matches!(seen, Seen::JudgeKey(_)))?;
    let mut said = Typed::default();
    for moment in &observed.moments[..until] {
        if let Seen::EntryKey(key) = moment.seen {
            said.press(key);
        }
    }
    let said = said.as_str().lines().next().unwrap_or("").trim();
    let is_kept = words.is_empty() || words.iter().any(|words| words == said);
    match said {
        "" if words.is_empty() => None,
        "" => Some("it does not open by itself: in a contest the opening words are typed in its name".to_owned()),
        said if is_kept => Some(format!("it opens with \"{}\"", shortened(said))),
        said => Some(format!(
            "it opens with \"{}\", which is none of the opening words: in a contest these are typed in its name before that",
            shortened(said)
        )),
    }
}

/// Judges a program after it was cut off: no remark, a remark, or a failure.
fn is_left_well(observed: &Observation) -> Result<Option<String>, Failure> {
    let Some(place) = observed.find_last(|seen| matches!(seen, Seen::Left(_))) else { return Ok(None) };
    let Seen::Left(Left::Running { used, watched, rests }) = &observed.moments[place].seen else { return Ok(None) };
    // A busy machine gives a loop less time than that; but a loop is never seen at rest.
    if *rests && *used * 100 < *watched * BUSY_PERCENT {
        let remark = "when it is cut off from the contest it does not end by itself; the next interview would end it";
        return Ok(Some(remark.to_owned()));
    }
    let (used, watched) = (used.as_secs_f64(), watched.as_secs_f64());
    let why = format!(
        "cut off from the contest it runs in a loop: {used:.2} s of a processor in {watched:.2} s, with nobody to talk to"
    );
    Err(Failure::at(observed, place, why, observed.way.cut_off()))
}

/// The first place, from this one on, at which the entry has typed or printed the word, in any letter case.
fn mentions(observed: &Observation, from: usize, word: &str) -> Option<usize> {
    let word = word.to_lowercase();
    let (mut typed, mut printed) = (String::new(), String::new());
    for (place, seen) in observed.iter().skip(from) {
        match (seen, seen.printed()) {
            (Seen::EntryKey(Key::Char(c)), _) => typed.push(c.get().to_ascii_lowercase()),
            (Seen::EntryKey(_), _) => typed.push(' '),
            (_, Some(bytes)) => printed.push_str(&String::from_utf8_lossy(bytes).to_lowercase()),
            (_, None) => continue,
        }
        if typed.ends_with(&word) || printed.contains(&word) {
            return Some(place);
        }
        let surplus = printed.len().saturating_sub(word.len());
        if let Some(kept) = printed.get(surplus..) {
            printed = kept.to_owned();
        }
    }
    None
}

fn seconds(observed: &Observation, from: usize, to: usize) -> f64 {
    let at = |place: usize| observed.moments[place].at;
    at(to).saturating_sub(at(from)).as_secs_f64()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use rulebook::key::keys_of;

    use super::{super::advice::Way, *};

    /// Builds the observation of a check, and expects this: `passed …`, or a failure that contains these words.
    fn check(check: Check, seen: &[Told<'_>], expected: &str) {
        let mut observed = Observation::default();
        for (second, told) in seen.iter().enumerate() {
            let at = Duration::from_secs(u64::try_from(second).unwrap());
            let keys = |text: &str, key: fn(Key) -> Seen| keys_of(text).map(key).collect::<Vec<_>>();
            let moments = match told {
                Told::Judge(text) => keys(text, Seen::JudgeKey),
                Told::Entry(text) => [keys(text, Seen::EntryKey), vec![Seen::Answered]].concat(),
                Told::Prints(bytes) => vec![Seen::FromProgram(bytes.to_vec())],
                Told::Is(seen) => vec![seen.clone()],
            };
            moments.into_iter().for_each(|seen| observed.push(at, seen));
        }
        let all = [(check, observed)];
        match judge(check, &all[0].1, &all) {
            Finding::Passed { found, remarks } => {
                let told = format!("passed {found} {}", remarks.join(" "));
                assert!(told.contains(expected), "{told}");
            }
            Finding::Failed(Failure { why, mend, seen }) => {
                assert!(why.contains(expected), "{why}");
                assert!(!mend.is_empty() && !seen.is_empty());
            }
        }
    }

    enum Told<'t> {
        Judge(&'t str),
        Entry(&'t str),
        Prints(&'t [u8]),
        Is(Seen),
    }
    use Told::{Entry, Is, Judge, Prints};

    fn exited() -> Told<'static> {
        Is(Seen::Incident(Incident::Exited { status: "exit status: 3".to_owned(), last_words: "no brain".to_owned() }))
    }

    fn waited() -> Told<'static> {
        Is(Seen::NoAnswer { waited: Duration::from_secs(20) })
    }

    #[test]
    fn a_program_that_ends_is_told_after_which_line() {
        check(
            Check::Connect,
            &[Is(Seen::Began), exited()],
            "before anybody spoke (exit status: 3; its last words were: no brain)",
        );
        check(Check::Greet, &[Is(Seen::Began), Judge("Hello.\n"), exited()], "after the judge's first line");
        let two = [Is(Seen::Began), Judge("Hello.\n"), Entry("Hi\n"), Judge("You?\n"), exited()];
        check(Check::MultiLine, &two, "after 2 lines of the judge");
    }

    #[test]
    fn silence_is_told_apart_by_what_was_printed() {
        check(Check::Greet, &[Judge("Hello.\n"), waited()], "no answer for 20.0 s after a line");
        check(Check::Greet, &[Judge("Hello.\n"), Prints(b"> "), waited()], "\"> \", is no speech");
    }

    #[test]
    fn early_words_are_a_remark_and_no_failure() {
        let early = Is(Seen::Incident(Incident::GreetedEarly { text: "Hi!".to_owned() }));
        check(
            Check::Greet,
            &[Prints(b"Hi!\n"), early, Judge("Hello.\n"), Entry("Hi\n")],
            "passed answers \"Hi\" it speaks before the judge does (\"Hi!\\n\")",
        );
    }

    #[test]
    fn an_opening_is_told_where_witnesses_may_open() {
        let words = vec!["Hello, I am Joan.".to_owned()];
        let told = |words: &[String], said: &str| {
            let mut observed = Observation::default();
            observed.opening_words = Some(words.to_vec());
            keys_of(said).for_each(|key| observed.push(Duration::ZERO, Seen::EntryKey(key)));
            keys_of("Hello.\n").for_each(|key| observed.push(Duration::ZERO, Seen::JudgeKey(key)));
            keys_of("Hi\n").for_each(|key| observed.push(Duration::ZERO, Seen::EntryKey(key)));
            let all = [(Check::Greet, observed)];
            let Finding::Passed { found, remarks } = judge(Check::Greet, &all[0].1, &all) else { panic!("it passes") };
            assert_eq!(found, "answers \"Hi\"", "an opening is no answer");
            remarks.join(" ")
        };
        assert_eq!(told(&words, "Hello, I am Joan.\n"), "it opens with \"Hello, I am Joan.\"");
        assert!(told(&words, "Good day.\n").contains("none of the opening words"));
        assert!(told(&words, "").contains("typed in its name"));
        assert_eq!(told(&[], ""), "");
    }

    #[test]
    fn a_crash_on_purpose_is_excused_once_and_the_backlog_is_not() {
        let restarted = || Is(Seen::Incident(Incident::Restarted { count: 1 }));
        let before = || {
            [
                Is(Seen::Began),
                Judge("Quicksilver?\n"),
                Entry("Quicksilver!\n"),
                Is(Seen::Crashed),
                exited(),
                restarted(),
            ]
        };
        let after = |more: Vec<Told<'static>>| before().into_iter().chain(more).collect::<Vec<_>>();
        check(Check::Restart, &after(vec![Judge("Again?\n"), Entry("Yes\n")]), "passed is back");
        check(Check::Restart, &after(vec![Prints(b"About QUICK"), Prints(b"SILVER\n")]), "what was said before");
        check(Check::Restart, &after(vec![exited()]), "the program ended");
        // A program started elsewhere is not restarted.
        let again = [Judge("Quicksilver?\n"), Entry("Quicksilver!\n"), Is(Seen::Crashed), Is(Seen::Began)];
        let again = [Is(Seen::Began)].into_iter().chain(again).chain([Judge("Again?\n"), Entry("Yes\n")]);
        check(Check::Restart, &again.collect::<Vec<_>>(), "passed the link was opened again");
    }

    #[test]
    fn advice_fits_the_protocol() {
        let mut observed = Observation::default();
        keys_of("Hello.\n").for_each(|key| observed.push(Duration::ZERO, Seen::JudgeKey(key)));
        observed.push(Duration::ZERO, Seen::NoAnswer { waited: Duration::from_secs(20) });
        for (way, words) in [
            (Way::Model, "curl"),
            (Way::Lines, "standard input"),
            (Way::Directory, ".judge"),
            (Way::Page, "`reply`"),
            (Way::Client, "`content`"),
            (Way::Frames, "`said`"),
            (Way::Terminal, "empty line"),
        ] {
            observed.way = way;
            let Finding::Failed(failure) = judge(Check::Greet, &observed, &[(Check::Greet, observed.clone())]) else {
                panic!("no answer is no failure")
            };
            assert!(failure.mend.contains(words), "{way:?}: {}", failure.mend);
        }
    }

    #[test]
    fn a_judge_hears_nothing_of_the_one_before() {
        let first = || [Is(Seen::Began), Judge("I am Zebulon.\n"), Entry("Hello Zebulon\n"), Is(Seen::Began)];
        let then = |answer| first().into_iter().chain([Judge("My name?\n"), Entry(answer)]).collect::<Vec<_>>();
        check(Check::JudgeChange, &then("How should I know?\n"), "passed");
        check(Check::JudgeChange, &then("zebulon, is it?\n"), "heard of the first");
    }

    #[test]
    fn what_was_deleted_was_never_said() {
        check(Check::Backspace, &[Judge("xyl\u{8}\u{8}\u{8}violin\n"), Entry("Violin?\n")], "passed");
        check(Check::Backspace, &[Judge("a\u{8}\n"), Entry("aBackSpace what?\n")], "never said");
    }

    #[test]
    fn a_program_that_is_cut_off_may_end_or_wait_but_not_loop() {
        let left = |used, watched, rests| {
            let (used, watched) = (Duration::from_millis(used), Duration::from_millis(watched));
            [Judge("Sea?\n"), Entry("Yes\n"), Is(Seen::Left(Left::Running { used, watched, rests }))]
        };
        check(
            Check::CleanStop,
            &[Judge("Sea?\n"), Entry("Yes\n"), Is(Seen::Left(Left::Gone))],
            "passed ends when told",
        );
        check(Check::CleanStop, &left(20, 3_000, true), "passed ends when told when it is cut off");
        check(Check::CleanStop, &left(500, 700, true), "in a loop");
        // A busy machine.
        check(Check::CleanStop, &left(20, 3_000, false), "in a loop");
    }
}
