//! The estimate shown before the checks begin: time, lines of the judge, requests to a server, and their cost.
//!
//! It is computed from the scripts, so it matches the checks that follow. An entry's thinking time and talkativeness
//! are unknown: the estimate assumes immediate answers of [`ANSWER_TOKENS`] tokens.

use std::{collections::VecDeque, time::Duration};

use rulebook::contest_file::{Chat, Protocol};

use super::{
    Plan,
    driver::{GRACE, QUIET, WATCH},
    script::{FAST, QUESTIONS, Script, ScriptAction, Tempo, script},
};
use crate::chat::{cost_micro, instructions};

/// The assumed length of an answer in tokens, if the table sets no limit: one to three sentences.
pub const ANSWER_TOKENS: u64 = 100;

/// The approximate characters per token, and the tokens that a message needs beside its text.
const CHARACTERS_PER_TOKEN: usize = 4;
const TOKENS_PER_MESSAGE: u64 = 4;

/// The approximate time for a program to become ready.
const READY: Duration = Duration::from_millis(300);

/// The effort of a plan's checks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Effort {
    /// The number of checks.
    pub checks: usize,
    /// The time they take if every answer comes at once.
    pub least: Duration,
    /// The number of answers waited for: each adds its own time.
    pub answers: u32,
    /// The number of lines that the judge types.
    pub lines: u32,
    /// The requests to a model, if the entry is one.
    pub model: Option<ModelRequests>,
}

/// The requests to a model, at most: lines typed in quick succession may share one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelRequests {
    /// The number of requests.
    pub requests: u32,
    /// The approximate tokens sent.
    pub prompt_tokens: u64,
    /// The tokens received, if every answer has the maximum length, or [`ANSWER_TOKENS`] without a maximum.
    pub completion_tokens: u64,
    /// The assumed tokens of one answer.
    pub answer_tokens: u64,
    /// The cost at the prices of the table, in millionths of the named currency; `None` without prices.
    pub cost_micro: Option<(u64, String)>,
}

impl Plan {
    /// The effort of its checks.
    #[must_use]
    pub fn effort(&self) -> Effort {
        let scripts: Vec<Script> = self.checks.iter().map(|check| script(*check)).collect();
        let least = scripts.iter().map(least).sum::<Duration>();
        let answers = scripts.iter().flat_map(|script| &script.steps).map(|step| u32::from(is_waited_for(step))).sum();
        let told = self.told_in_words();
        let said: Vec<Vec<String>> = scripts.iter().flat_map(|script| interviews(script, &told)).collect();
        let lines = said.iter().map(Vec::len).sum::<usize>();
        Effort {
            checks: self.checks.len(),
            least: self.setup.pace.real(least),
            answers,
            lines: u32::try_from(lines).unwrap_or(u32::MAX),
            model: match &self.setup.protocol {
                Protocol::Chat(chat) => Some(self.asked(chat, &said)),
                Protocol::Stdio { .. }
                | Protocol::Lpp(_)
                | Protocol::Lp95(_)
                | Protocol::WebSocket { .. }
                | Protocol::Web(_)
                | Protocol::Socketio(_) => None,
            },
        }
    }

    /// The lines sent to the program in place of files that it does not take.
    fn told_in_words(&self) -> Vec<String> {
        let takes = |kind| match &self.setup.protocol {
            Protocol::Chat(chat) => chat.takes.contains(&kind),
            // It declares the kinds that it takes only on connecting.
            Protocol::WebSocket { .. } => true,
            Protocol::Stdio { .. }
            | Protocol::Lpp(_)
            | Protocol::Lp95(_)
            | Protocol::Web(_)
            | Protocol::Socketio(_) => false,
        };
        let told = self.shows.iter().filter(|shown| !takes(shown.kind));
        told.map(|shown| shown.unseen.clone()).collect()
    }

    /// The requests to a model for these lines, one list per interview.
    fn asked(&self, chat: &Chat, said: &[Vec<String>]) -> ModelRequests {
        let known = instructions(chat, &self.setup.folder, &self.setup.rules, self.setup.number).ok().flatten();
        let before = known.map_or(0, |text| tokens(&text));
        let answer_tokens = chat.max_tokens.map_or(ANSWER_TOKENS, u64::from);
        let (mut requests, mut prompt_tokens) = (0_u32, 0);
        for lines in said {
            let mut history: VecDeque<u64> = VecDeque::new();
            for line in lines.iter().filter(|line| !line.trim().is_empty()) {
                requests += 1;
                let line = tokens(line);
                prompt_tokens += before + history.iter().sum::<u64>() + line;
                history.extend([line, answer_tokens + TOKENS_PER_MESSAGE]);
                while history.len() > chat.history {
                    history.pop_front();
                }
            }
        }
        let completion_tokens = u64::from(requests) * answer_tokens;
        let cost = |price: &rulebook::contest_file::Price| {
            (cost_micro(price, prompt_tokens, completion_tokens), price.currency.clone())
        };
        let cost_micro = chat.price.as_ref().map(cost);
        ModelRequests { requests, prompt_tokens, completion_tokens, answer_tokens, cost_micro }
    }
}

/// The approximate number of tokens in a message of this text.
fn tokens(text: &str) -> u64 {
    text.chars().count().div_ceil(CHARACTERS_PER_TOKEN) as u64 + TOKENS_PER_MESSAGE
}

/// The duration of a script if every answer comes at once, at the pace of real time.
fn least(script: &Script) -> Duration {
    let of_link = |time: Duration| time.div_f64(if script.tempo == Tempo::Fast { FAST } else { 1.0 });
    let step = |step: &ScriptAction| match step {
        ScriptAction::Begins => READY,
        ScriptAction::BeginsToBeCutOff => READY + WATCH,
        ScriptAction::Asks(_) => QUIET,
        // Few entries answer an empty line.
        ScriptAction::Tries(text) if text.trim().is_empty() => GRACE,
        ScriptAction::Tries(_) => QUIET,
        // Few entries answer a file before a question about it.
        ScriptAction::Shows => GRACE,
        ScriptAction::Pauses(time) => of_link(*time),
        ScriptAction::Converses { lasts, .. } => of_link(*lasts),
        ScriptAction::Crashes => READY + QUIET,
        ScriptAction::Interrupts(_) | ScriptAction::Ends => Duration::ZERO,
    };
    script.steps.iter().map(step).sum()
}

/// True if a slow answer delays the check.
fn is_waited_for(step: &ScriptAction) -> bool {
    matches!(step, ScriptAction::Asks(_) | ScriptAction::Tries(_) | ScriptAction::Interrupts(_) | ScriptAction::Shows)
}

/// The judge's lines in each interview of a script, including the lines that describe files.
fn interviews(script: &Script, told_in_words: &[String]) -> Vec<Vec<String>> {
    let mut interviews = Vec::new();
    for step in &script.steps {
        if matches!(step, ScriptAction::Begins | ScriptAction::BeginsToBeCutOff) {
            interviews.push(Vec::new());
        }
        let Some(now): Option<&mut Vec<String>> = interviews.last_mut() else { continue };
        match step {
            ScriptAction::Asks(text) | ScriptAction::Tries(text) | ScriptAction::Interrupts(text) => {
                now.extend(text.lines().map(ToOwned::to_owned));
            }
            ScriptAction::Shows => now.extend(told_in_words.iter().cloned()),
            ScriptAction::Converses { every, lasts } => {
                let count = usize::try_from(lasts.as_secs().div_ceil(every.as_secs())).unwrap_or(usize::MAX);
                now.extend(QUESTIONS.into_iter().cycle().take(count).map(ToOwned::to_owned));
            }
            ScriptAction::Begins
            | ScriptAction::BeginsToBeCutOff
            | ScriptAction::Pauses(_)
            | ScriptAction::Crashes
            | ScriptAction::Ends => {}
        }
    }
    interviews
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use attachment::{FileKind, Format};
    use rulebook::{Decimal, contest_file::Price, shipped};

    use super::{super::Check, *};
    use crate::{JudgeFile, Pace, Setup};

    fn plan(protocol: Protocol, checks: &[Check], pace: f64) -> Plan {
        let rules = shipped::rulebook("loebner-2010").unwrap().interview;
        let setup = Setup { pace: Pace::new(pace), ..Setup::new(protocol, rules, "/nowhere") };
        Plan { setup, patience: Duration::from_secs(30), checks: checks.to_vec(), shows: Vec::new() }
    }

    fn model(history: usize, max_tokens: Option<u32>) -> Protocol {
        let decimal = |text: &str| text.parse::<Decimal>().unwrap();
        Protocol::Chat(Chat {
            start: None,
            url: "http://127.0.0.1:9/v1".to_owned(),
            model: "m".to_owned(),
            instructions: None,
            instructions_role: rulebook::contest_file::InstructionsRole::System,
            key: None,
            stream: true,
            temperature: None,
            max_tokens,
            stop: Vec::new(),
            extra: None,
            history,
            patience: Duration::from_secs(9),
            retries: 0,
            takes: std::collections::BTreeSet::new(),
            price: Some(Price { input: decimal("1"), output: decimal("2"), currency: "USD".to_owned() }),
        })
    }

    #[test]
    fn lines_and_requests_are_those_of_the_scripts() {
        let one = plan(model(40, Some(10)), &[Check::Greet], 1.0).effort();
        assert_eq!((one.checks, one.lines, one.answers), (1, 1, 1));
        // "Hello." has six characters: two tokens, and four for the message.
        let asked = one.model.unwrap();
        assert_eq!((asked.requests, asked.prompt_tokens, asked.completion_tokens), (1, 6, 10));
        assert_eq!(asked.cost_micro, Some((6 + 20, "USD".to_owned())));
        let all = plan(model(40, None), &Check::ALL, 1.0).effort();
        let quick = plan(model(40, None), &Check::QUICK, 1.0).effort();
        let requests = |effort: &Effort| effort.model.as_ref().unwrap().requests;
        assert!((240..300).contains(&requests(&all)), "{all:?}");
        assert!(requests(&quick) <= 12 && quick.least < all.least, "{quick:?}");
        assert!(all.lines > requests(&all), "blank lines are not asked");
    }

    #[test]
    fn what_is_sent_again_is_counted_and_bounded_by_the_history() {
        let prompt = |history| {
            let effort = plan(model(history, Some(10)), &[Check::TwoHours], 1.0).effort();
            effort.model.unwrap().prompt_tokens
        };
        let (none, some, more) = (prompt(0), prompt(2), prompt(4));
        assert!(none < some && some < more);
        // In 239 of the 240 requests, an answer of 10 tokens and its message come first.
        assert!(some > none + 239 * 14);
    }

    #[test]
    fn a_file_is_a_line_of_words_to_whoever_does_not_take_it() {
        let lines = |takes: &[FileKind]| {
            let Protocol::Chat(chat) = model(40, None) else { unreachable!("it is a chat") };
            let chat = Protocol::Chat(Chat { takes: takes.iter().copied().collect(), ..chat });
            let shown = JudgeFile {
                kind: FileKind::Picture,
                format: Format::Png,
                description: String::new(),
                seen: "[Look.]".to_owned(),
                unseen: "[There is a picture.]".to_owned(),
                bytes: None,
            };
            Plan { shows: vec![Arc::new(shown)], ..plan(chat, &[Check::Shown], 1.0) }.effort().lines
        };
        assert_eq!((lines(&[]), lines(&[FileKind::Picture]), lines(&[FileKind::Sound])), (3, 2, 3));
    }

    #[test]
    fn a_judge_in_a_hurry_takes_less_time_and_says_as_much() {
        let stdio = || Protocol::Stdio { command: vec![], prompts: vec![], dialect: Default::default() };
        let (slow, fast) = (plan(stdio(), &Check::ALL, 1.0).effort(), plan(stdio(), &Check::ALL, 6.0).effort());
        assert_eq!((slow.lines, slow.model), (fast.lines, None));
        assert!(slow.least > fast.least * 5 && slow.least < fast.least * 7);
        assert!((30..90).contains(&slow.least.as_secs()), "{:?}", slow.least);
    }
}
