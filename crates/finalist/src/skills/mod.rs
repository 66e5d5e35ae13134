//! The skills, one module each: all are asked, and the most confident one speaks.

mod chat;
mod comparison;
mod gap;
mod kinds;
mod letters;
mod opinions;
mod order;
mod persona;
mod question;
mod recall;
mod rounds;
mod smalltalk;
mod sums;
mod time;
mod traps;
mod uses;

#[cfg(test)]
pub(crate) use fixture::{check, conversation};

use crate::{
    answer::Answer,
    mind::Mind,
    text::{Heard, Sentence},
};

/// A skill: an answer to one sentence, if it has one.
type Skill = fn(&Sentence, &mut Mind) -> Option<Answer>;

/// The skills that answer a sentence.
const SKILLS: [Skill; 13] = [
    time::answer,
    rounds::answer,
    order::answer,
    comparison::answer,
    letters::answer,
    sums::answer,
    recall::answer,
    uses::answer,
    kinds::answer,
    persona::answer,
    traps::answer,
    smalltalk::answer,
    opinions::answer,
];

/// Polite words around a question, which change nothing.
const AROUND: [&str; 14] = [
    "please *",
    "can|could|would|will you ?please|kindly|perhaps tell me ?again|please *",
    "do|would you ?happen ?to ?still|perhaps know|remember|recall *",
    "can|could you ?still|perhaps remember|recall|say|guess *",
    "tell me ?please|then|now|again *",
    "i want|would ?like|need to know|ask ?you *",
    "i wonder *",
    "so|and|but|well|ok|okay|now|then|oh|right|alright|yes|no *",
    "by the way *",
    "let me ask ?you ?this *",
    "here is a question|riddle ?for ?you *",
    "* please",
    "* then",
    "in your opinion *",
];

/// The answer to a whole line, where its sentences belong together.
pub(crate) fn on_line(heard: &Heard, mind: &mut Mind) -> Option<Answer> {
    sums::story(heard, mind).or_else(|| traps::on_line(heard, mind))
}

/// The answer to a question.
pub(crate) fn answer(asked: &Sentence, _: &Heard, mind: &mut Mind) -> String {
    let core = core(asked);
    let best = SKILLS
        .iter()
        .filter_map(|skill| skill(&core, mind))
        .reduce(|best, other| if other.sure > best.sure { other } else { best });
    match best {
        Some(answer) => answer.text,
        None => chat::unknown(&core, mind),
    }
}

/// The remark on a line without a question.
pub(crate) fn remark(heard: &Heard, mind: &mut Mind) -> Option<String> {
    let talks: [Skill; 3] = [traps::answer, smalltalk::answer, sums::answer];
    for sentence in &heard.sentences {
        if let Some(answer) = talks.iter().find_map(|skill| skill(sentence, mind)) {
            return Some(answer.text);
        }
    }
    heard.sentences.last().map(|sentence| chat::remark(sentence, mind))
}

/// The question without polite words around it.
fn core(asked: &Sentence) -> Sentence {
    let mut core = asked.clone();
    for _ in 0..4 {
        let found = AROUND.iter().find_map(|around| core.fits(around)).and_then(|parts| parts.into_iter().next_back());
        // Something must remain that can be asked.
        let Some(part) = found.filter(|part| part.len() > 1) else { break };
        core = core.part(&part);
    }
    core
}

/// The conversations in which skills are tested.
#[cfg(test)]
mod fixture {
    /// A conversation that begins at 10:47 on 23 October 2010, in the third of six rounds of 30 minutes.
    pub(crate) fn conversation() -> impl FnMut(&str) -> String {
        let start = jiff::civil::date(2010, 10, 23).at(9, 30, 0, 0);
        let now = jiff::civil::date(2010, 10, 23).at(10, 47, 0, 0);
        let contest = crate::Contest { start, rounds: 6, round_minutes: 30 };
        let mut finalist = crate::Finalist::new(Some(contest), 1);
        move |line| finalist.reply(line, now)
    }

    /// Plays a conversation of lines `line => part of the answer`; an empty part means any answer.
    pub(crate) fn check(lines: &str) {
        let mut talk = conversation();
        let mut wrong = Vec::new();
        for line in lines.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let (line, part) = line.split_once("=>").expect("a line has an arrow");
            let answer = talk(line.trim());
            if !answer.to_lowercase().contains(&part.trim().to_lowercase()) {
                wrong.push(format!("{line}=> {answer}   (without `{}`)", part.trim()));
            }
        }
        assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    }
}
