//! The weight of a conversation for a scripted judge: by its words alone, with rules that a person could follow.

use contest::transcript::Transcript;
use rulebook::Side;

use super::questions;

/// The worth of an ordinary answer, in points.
const ANSWER: i64 = 100;
/// The worth of no answer at all.
const SILENCE: i64 = -120;
/// The cost of a repeated line.
const REPEAT: i64 = 250;
/// The cost of echoing the judge's own words.
const ECHO: i64 = 200;
/// The cost of answering a question with a question.
const THROWN_BACK: i64 = 90;
/// The cost of an answer that misses the point.
const NON_ANSWER: i64 = 120;
/// The cost of one or two words.
const VERY_SHORT: i64 = 60;

/// Lines that fit any question, which programs keep for questions that they have not understood.
const EVASIONS: &[&str] = &[
    "please go on",
    "tell me more",
    "not sure i understand",
    "change the subject",
    "why do you",
    "does that",
    "how do you feel",
    "what do you think",
    "can you elaborate",
    "very interesting",
];

/// The mean worth of the answers in a conversation, in points: about 100 for a person who answers, less for repeats,
/// echoes, questions thrown back, evasions and silence. A conversation without a question weighs 0.
#[must_use]
pub fn weigh(conversation: &Transcript) -> i64 {
    let exchanges = exchanges(conversation);
    let mut said: Vec<String> = Vec::new();
    let mut sum = 0;
    for Exchange { question, replies } in &exchanges {
        sum += points(question, replies, &said);
        said.extend(replies.iter().map(|reply| reply.to_lowercase()));
    }
    match i64::try_from(exchanges.len()) {
        Ok(count) if count > 0 => sum / count,
        _ => 0,
    }
}

/// The most striking fault in a conversation, in words that follow a name.
pub(super) fn remark(conversation: &Transcript) -> &'static str {
    let mut said: Vec<String> = Vec::new();
    let mut counts = [0_usize; REMARKS.len()];
    for Exchange { question, replies } in exchanges(conversation) {
        let found = faults(question, &replies, &said);
        found.iter().zip(&mut counts).for_each(|((found, _), count)| *count += usize::from(*found));
        said.extend(replies.iter().map(|reply| reply.to_lowercase()));
    }
    let most = counts.iter().zip(REMARKS).max_by_key(|(count, _)| **count);
    most.filter(|(count, _)| **count > 0).map_or("answers what is asked, as people do", |(_, remark)| remark)
}

/// The judge's words for each kind of fault, in the order of [`faults`].
const REMARKS: [&str; 6] = [
    "does not answer",
    "says the same thing twice",
    "hands my own words back",
    "asks back instead of answering",
    "says nothing to the point",
    "says next to nothing",
];

/// A judge's line, and the replies before the judge's next one.
struct Exchange<'a> {
    question: &'a str,
    replies: Vec<&'a str>,
}

fn exchanges(conversation: &Transcript) -> Vec<Exchange<'_>> {
    let mut exchanges: Vec<Exchange<'_>> = Vec::new();
    for line in conversation.lines.iter().filter(|line| !line.text.trim().is_empty()) {
        match (line.side, exchanges.last_mut()) {
            (Side::Judge, _) => exchanges.push(Exchange { question: &line.text, replies: Vec::new() }),
            (Side::Witness, Some(exchange)) => exchange.replies.push(&line.text),
            (Side::Witness, None) => {}
        }
    }
    exchanges
}

fn points(question: &str, replies: &[&str], said: &[String]) -> i64 {
    let found = faults(question, replies, said);
    ANSWER - found.iter().filter(|(found, _)| *found).map(|(_, cost)| cost).sum::<i64>()
}

/// The faults of an answer, each with its cost.
fn faults(question: &str, replies: &[&str], said: &[String]) -> [(bool, i64); REMARKS.len()] {
    if replies.is_empty() {
        let mut faults = [(false, 0); REMARKS.len()];
        faults[0] = (true, ANSWER - SILENCE);
        return faults;
    }
    let reply = replies.join(" ").to_lowercase();
    let expected = questions::expected(question);
    let off_the_point = !expected.is_empty() && !expected.iter().any(|word| reply.contains(word));
    [
        (false, 0),
        (replies.iter().any(|line| said.contains(&line.to_lowercase())), REPEAT),
        (echoes(question, &reply), ECHO),
        (reply.trim_end().ends_with('?'), THROWN_BACK),
        (off_the_point || EVASIONS.iter().any(|evasion| reply.contains(evasion)), NON_ANSWER),
        (reply.trim().len() < 8, VERY_SHORT),
    ]
}

/// True if most of the longer words of the reply are the judge's own.
fn echoes(question: &str, reply: &str) -> bool {
    let question = question.to_lowercase();
    let asked: Vec<_> = words(&question).collect();
    let (own, other): (Vec<_>, Vec<_>) = words(reply).partition(|word| asked.contains(word));
    own.len() >= 2 && own.len() >= other.len()
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| word.len() >= 4)
}

#[cfg(test)]
mod tests {
    use rulebook::key::keys_of;

    use super::*;

    fn conversation(lines: &[(Side, &str)]) -> Transcript {
        let mut transcript = Transcript::default();
        for (side, line) in lines {
            keys_of(&format!("{line}\n")).for_each(|key| transcript.press(*side, key));
        }
        transcript
    }

    #[test]
    fn a_plain_answer_weighs_more_than_a_mirror_a_parrot_or_silence() {
        let question = (Side::Judge, "What did you have for breakfast?");
        let answered = weigh(&conversation(&[question, (Side::Witness, "toast, and half of my son's egg")]));
        let mirrored = weigh(&conversation(&[question, (Side::Witness, "Why do you ask what I have for breakfast?")]));
        let silent = weigh(&conversation(&[question]));
        let again = weigh(&conversation(&[
            question,
            (Side::Witness, "Let me think about that for a while."),
            (Side::Judge, "Which song can you not get out of your head?"),
            (Side::Witness, "Let me think about that for a while."),
        ]));
        assert!(answered > again && again > silent && again > mirrored, "{answered} {again} {silent} {mirrored}");
    }

    #[test]
    fn a_forgotten_friend_counts_against_a_witness() {
        let question = (Side::Judge, "I see. What was the name of my friend with the tortoises?");
        let remembered = weigh(&conversation(&[question, (Side::Witness, "that was Harry I think")]));
        let forgotten = weigh(&conversation(&[question, (Side::Witness, "it is a very nice name")]));
        assert!(remembered > forgotten);
    }
}
