//! Built-in entries: small conversational programs of different character, for rehearsals and demos.
//!
//! They are pure and deterministic: a program is a function of the lines it has received, and takes several possible
//! answers in turn. Only the [finalist](finalist()) claims to be good; the others are baselines, and the doctor is in the
//! manner of the first of its kind.

mod doctor;
mod finalist;
mod laconic;
mod line_words;
mod markov;
mod parrot;
mod raconteur;
mod script;
mod scripted;
mod silent;

pub use ::finalist::Contest;
pub use finalist::Clock;

/// A conversational program: a line in, lines out.
pub trait Program {
    /// The answer to one line of the judge, one string per line; empty for no answer.
    fn reply(&mut self, line: &str) -> Vec<String>;
}

/// A new program of this name; `None` for an unknown name, and for a program that needs a text or a clock.
#[must_use]
pub fn named(name: &str) -> Option<Box<dyn Program + Send>> {
    Some(match name {
        "doctor" => Box::new(doctor::new()),
        "parrot" => Box::new(parrot::Parrot::default()),
        "raconteur" => Box::new(raconteur::Raconteur::default()),
        "laconic" => Box::new(laconic::Laconic::default()),
        "silent" => Box::new(silent::Silent),
        _ => return None,
    })
}

/// A new program that is made from a text: `markov` or `scripted`; `None` for another name.
#[must_use]
pub fn from_text(name: &str, text: &str) -> Option<Box<dyn Program + Send>> {
    Some(match name {
        "markov" => Box::new(markov::Markov::new(text)),
        "scripted" => Box::new(scripted::Scripted::new(text)),
        _ => return None,
    })
}

/// The program of the crate `finalist`, with a clock. Without a contest it knows no rounds.
#[must_use]
pub fn finalist(contest: Option<Contest>, seed: u64, clock: Clock) -> Box<dyn Program + Send> {
    Box::new(finalist::Timed::new(contest, seed, clock))
}

/// The same program with these words before its first answer, for rulebooks that enforce opening words.
#[must_use]
pub fn opening_with(words: String, program: Box<dyn Program + Send>) -> Box<dyn Program + Send> {
    Box::new(Opening { words: Some(words), program })
}

/// A program with opening words.
struct Opening {
    words: Option<String>,
    program: Box<dyn Program + Send>,
}

impl Program for Opening {
    fn reply(&mut self, line: &str) -> Vec<String> {
        self.words.take().into_iter().chain(self.program.reply(line)).collect()
    }
}

/// The programs of the simulated world: those that need neither text nor clock and always answer, the most talkative first.
///
/// Worlds draw from this list, so that a new name changes their draws.
#[must_use]
pub fn names() -> &'static [&'static str] {
    &["doctor", "raconteur", "parrot", "laconic"]
}

/// The names of all built-in programs.
#[must_use]
pub fn all() -> &'static [&'static str] {
    &["doctor", "raconteur", "parrot", "laconic", "finalist", "silent", "markov", "scripted"]
}

/// True for a program that is made [from a text](from_text).
#[must_use]
pub fn needs_text(name: &str) -> bool {
    matches!(name, "markov" | "scripted")
}

/// A counter that takes answers in turn.
#[derive(Debug, Default)]
struct Turns(usize);

impl Turns {
    fn next<T: Copy>(&mut self, answers: &[T]) -> T {
        let answer = answers[self.0 % answers.len()];
        self.0 += 1;
        answer
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Plays a dialogue, in which judge and program alternate line by line.
    pub(super) fn check(name: &str, dialogue: &str) {
        let mut program = named(name).expect("it is in the list");
        let mut lines = dialogue.lines().map(str::trim).filter(|line| !line.is_empty());
        while let (Some(judge), Some(answer)) = (lines.next(), lines.next()) {
            assert_eq!(program.reply(judge).join(" / "), answer, "answer to `{judge}`");
        }
    }

    #[test]
    fn every_name_has_a_program_and_nothing_else_has() {
        assert!(names().iter().all(|name| named(name).is_some()));
        assert!(named("hal").is_none());
        for name in all() {
            let known = named(name).is_some() || needs_text(name) == from_text(name, "A line.").is_some();
            assert!(known, "{name}");
            assert_eq!(needs_text(name), from_text(name, "A line.").is_some(), "{name}");
        }
    }

    #[test]
    fn the_finalist_reads_its_clock() {
        let clock = || jiff::civil::date(2010, 10, 23).at(14, 5, 0, 0);
        let mut program = finalist(None, 1, Box::new(clock));
        assert_eq!(program.reply("What time is it?"), ["It is 2:05 PM."]);
        assert!(named("silent").expect("listed").reply("Hello?").is_empty());
    }

    #[test]
    fn opening_words_are_said_once_and_first() {
        let mut program = opening_with("Hello, I am here.".to_owned(), named("laconic").expect("listed"));
        assert_eq!(program.reply("Hello."), ["Hello, I am here.", "hi"]);
        assert_eq!(program.reply("Why?"), ["because"]);
    }

    proptest! {
        #[test]
        fn every_program_has_something_to_say_about_everything(lines in prop::collection::vec("\\PC{0,60}|[a-z' ,.?!]{0,60}", 1..12)) {
            for name in names() {
                let (mut one, mut two) = (named(name).expect("listed"), named(name).expect("listed"));
                for line in &lines {
                    let reply = one.reply(line);
                    prop_assert_eq!(&reply, &two.reply(line), "the same words, the same answer");
                    prop_assert!(!reply.is_empty());
                    for said in reply {
                        prop_assert!(!said.trim().is_empty() && said.len() < 600, "{}: {:?}", name, said);
                        prop_assert!(!said.contains(['\n', '\r', '(']), "{}: {:?}", name, said);
                    }
                }
            }
        }
    }
}
