//! Instructions for a model: a template with the facts that any entry may know.
//!
//! No fact can name a judge: they are those of the rulebook's interview, and the number of the round.

use std::{collections::BTreeSet, time::Duration};

use minijinja::{Environment, UndefinedBehavior, Value, context};

use crate::schema::{InterviewRules, Medium, Opener, Turns};

/// The names of the facts that a template may use.
pub const FACTS: [&str; 9] =
    ["characters", "medium", "opening_words", "opens", "round", "symmetric", "talk", "talk_s", "turn_s"];

/// The most work for one rendering, in steps of the template engine: a thousand times the work for a page of text.
const STEPS_MAX: u64 = 100_000;

/// The most characters of rendered instructions.
const RENDERED_MAX: usize = 100_000;

/// Instructions with placeholders for facts, in the syntax of Jinja.
///
/// Under the rules of 2010, `You have {{ talk }}. {% if opens == 'judge' %}Wait.{% endif %}` becomes `You have 25 minutes. Wait.`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Template(String);

/// An error in a template.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadTemplate {
    /// It uses an unknown name.
    #[error("`{0}` is no fact of the contest; the facts are {list}", list = FACTS.join(", "))]
    UnknownFact(String),
    /// It cannot be parsed, or fails when rendered.
    #[error("line {line}: {what}; see the syntax of Jinja templates")]
    Syntax {
        /// The line of the error, from 1.
        line: usize,
        /// The template engine's message.
        what: String,
    },
    /// The rendered text is too long.
    #[error("it becomes longer than {RENDERED_MAX} characters; say less")]
    TooLong,
}

impl Template {
    /// Reads a template.
    ///
    /// # Errors
    /// If it cannot be parsed, or uses a name that is no fact.
    pub fn read(text: String) -> Result<Self, BadTemplate> {
        let engine = engine();
        let unknown = {
            let template = engine.template_from_str(&text).map_err(|error| syntax(&error))?;
            let known: BTreeSet<String> =
                engine.globals().map(|(name, _)| name.to_owned()).chain(FACTS.map(str::to_owned)).collect();
            // In alphabetical order, so that the same template always gives the same error.
            let used: BTreeSet<String> = template.undeclared_variables(false).into_iter().collect();
            used.difference(&known).next().cloned()
        };
        match unknown {
            Some(name) => Err(BadTemplate::UnknownFact(name)),
            None => Ok(Self(text)),
        }
    }

    /// The text of the template.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The instructions for one interview: its rules, and the number of its round, from 1.
    ///
    /// # Errors
    /// If rendering fails, never ends or makes too long a text.
    pub fn rendered(&self, rules: &InterviewRules, round: u16) -> Result<String, BadTemplate> {
        let engine = engine();
        let template = engine.template_from_str(&self.0).map_err(|error| syntax(&error))?;
        let rendered = template.render(facts(rules, round)).map_err(|error| syntax(&error))?;
        if rendered.chars().count() > RENDERED_MAX { Err(BadTemplate::TooLong) } else { Ok(rendered) }
    }
}

fn engine() -> Environment<'static> {
    let mut engine = Environment::new();
    engine.set_undefined_behavior(UndefinedBehavior::Strict);
    engine.set_fuel(Some(STEPS_MAX));
    engine
}

fn facts(rules: &InterviewRules, round: u16) -> Value {
    let (medium, characters) = match rules.medium {
        Medium::Keystrokes { .. } => ("keystrokes", None),
        Medium::Lines { characters, .. } => ("lines", Some(characters)),
        Medium::Messages { characters, .. } => ("messages", Some(characters)),
        Medium::Transcript { .. } => ("transcript", None),
    };
    let opens = match rules.opens {
        Opener::Judge => "judge",
        Opener::Anyone => "anyone",
    };
    let turn_s = match rules.turns {
        Turns::Free => None,
        Turns::Alternate { within } => Some(within.as_secs()),
    };
    context! {
        characters, medium, opens, round, turn_s,
        opening_words => rules.opening_words,
        symmetric => rules.symmetric,
        talk => in_words(rules.talk),
        talk_s => rules.talk.as_secs(),
    }
}

/// A time in words: `25 minutes`, `1 hour 30 minutes`.
fn in_words(time: Duration) -> String {
    let seconds = time.as_secs();
    let parts = [(seconds / 3600, "hour"), (seconds / 60 % 60, "minute"), (seconds % 60, "second")];
    let said = parts.into_iter().filter(|(count, _)| *count > 0);
    let said: Vec<_> = said.map(|(count, of)| format!("{count} {of}{}", if count == 1 { "" } else { "s" })).collect();
    if said.is_empty() { "no time".to_owned() } else { said.join(" ") }
}

fn syntax(error: &minijinja::Error) -> BadTemplate {
    let what = error.detail().map_or_else(|| error.kind().to_string(), str::to_owned);
    BadTemplate::Syntax { line: error.line().unwrap_or(1), what }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shipped;

    fn rendered(text: &str, rulebook: &str) -> Result<String, BadTemplate> {
        let rules = shipped::rulebook(rulebook).unwrap().interview;
        Template::read(text.to_owned())?.rendered(&rules, 3)
    }

    #[test]
    fn every_fact_has_a_value_in_every_shipped_rulebook() {
        let all = FACTS.map(|fact| format!("{{{{ {fact} }}}}")).join("|");
        for rulebook in shipped::ids() {
            let told = rendered(&all, rulebook).unwrap();
            assert_eq!(told.split('|').count(), FACTS.len(), "{rulebook}: {told}");
        }
        let rules = shipped::rulebook("loebner-2010").unwrap().interview;
        let keys: BTreeSet<String> = facts(&rules, 1).try_iter().unwrap().map(|key| key.to_string()).collect();
        assert_eq!(keys, FACTS.map(str::to_owned).into());
    }

    #[test]
    fn a_template_says_what_the_contest_is() {
        let text =
            "Round {{ round }}, {{ medium }}, {{ talk }}.{% if characters %} At most {{ characters }}.{% endif %}";
        assert_eq!(rendered(text, "loebner-2010").unwrap(), "Round 3, keystrokes, 25 minutes.");
        let waits = "You have {{ talk }}. {% if opens == 'judge' %}Wait.{% endif %}";
        assert_eq!(rendered(waits, "loebner-2010").unwrap(), "You have 25 minutes. Wait.");
        assert_eq!(in_words(Duration::from_secs(5_401)), "1 hour 30 minutes 1 second");
        assert_eq!(rendered("No places & <none>.", "turing-1950").unwrap(), "No places & <none>.");
    }

    #[test]
    fn a_template_that_cannot_work_says_why() {
        for (text, told) in [
            ("You talk to {{ judge }}.", "`judge` is no fact of the contest; the facts are characters, medium"),
            ("{% if false %}{{ seat }}{% endif %}", "`seat` is no fact"),
            ("\n{{ talk ", "line 2: "),
            ("{% if talk %}", "line 1: "),
            ("{{ talk | shout }}", "shout"),
            ("{{ talk_s + medium }}", "line 1: "),
            ("{% for a in range(10000) %}{% for b in range(10000) %}{{ a }}{% endfor %}{% endfor %}", "fuel"),
            ("{{ talk.x.y }}", "line 1: "),
            ("{% include 'x' %}", "line 1: "),
            (
                "{% for a in range(900) %}{% for b in range(9) %}{{ 'long words, many' }}{% endfor %}{% endfor %}",
                "longer",
            ),
        ] {
            let fault = rendered(text, "loebner-2010").unwrap_err().to_string();
            assert!(fault.contains(told), "{text}: {fault}");
        }
    }

    #[test]
    fn instructions_may_be_as_long_as_they_are_allowed_and_no_longer() {
        let long = "a".repeat(RENDERED_MAX);
        assert_eq!(rendered(&long, "loebner-2010").unwrap(), long);
        assert!(matches!(rendered(&format!("{long}a"), "loebner-2010"), Err(BadTemplate::TooLong)));
        assert_eq!(Template::read("{{ talk }}".to_owned()).unwrap().as_str(), "{{ talk }}");
    }
}
