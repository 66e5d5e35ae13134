//! The questions of scripted judges: everyday things, memory, time and relations, in our own words.

use rulebook::Draws;

use super::one_of;

/// A question and the expected answers.
#[derive(Debug, Clone, Copy)]
pub(super) struct Question {
    /// The line.
    pub(super) ask: &'static str,
    /// Words of which a good answer holds at least one; empty if any answer may be good.
    pub(super) expects: &'static [&'static str],
    /// A question about this line, to be asked some exchanges later.
    pub(super) later: Option<&'static Question>,
}

/// Draws the questions of one conversation, in order; each later question follows its first part.
pub(super) fn plan(count: usize, draws: &mut Draws) -> Vec<&'static Question> {
    let mut pool: Vec<_> = QUESTIONS.iter().collect();
    draws.shuffle(&mut pool);
    // One question of memory in each conversation, early enough for its second part.
    if let Some(memory) = pool.iter().position(|question| question.later.is_some()) {
        let early = draws.index(2);
        pool.swap(memory, early);
    }
    pool.truncate(count);
    if let Some((at, later)) = pool.iter().enumerate().find_map(|(at, question)| Some((at, question.later?)))
        && at + 2 < count
    {
        pool.insert(at + 2, later);
        pool.truncate(count);
    }
    pool
}

/// The words of which a good answer to this line holds one; empty if the line asks for no particular words.
pub(super) fn expected(line: &str) -> &'static [&'static str] {
    let all = QUESTIONS.iter().chain(QUESTIONS.iter().filter_map(|question| question.later));
    all.filter(|question| line.contains(question.ask)).map(|question| question.expects).next().unwrap_or(&[])
}

/// A judge's greeting.
pub(super) fn greeting(draws: &mut Draws) -> &'static str {
    one_of(draws, &["Hello there. ", "Hi! ", "Good morning. ", "Hello, nice to meet you. ", ""])
}

/// A judge's reaction to the last reply, before the next question.
pub(super) fn reaction(reply: &str, draws: &mut Draws) -> &'static str {
    let choices: &[&str] = match reply.trim() {
        "" => &["Still there? ", "No answer? Another one then. ", ""],
        short if short.len() < 8 => &["That was short. ", "A few more words, please. ", "Ha. "],
        question if question.ends_with('?') => &["I asked first. ", "Let us stay with my questions. ", "Perhaps. "],
        _ => &["I see. ", "Really? ", "Fair enough. ", "Ha, yes. ", "Thanks. ", ""],
    };
    one_of(draws, choices)
}

const QUESTIONS: &[Question] = &[
    told("I have a friend named Harry who keeps two tortoises in his kitchen. Would you?", &HARRY),
    told("I left my bicycle behind the bakery this morning and it is raining now. Bad idea?", &BICYCLE),
    told("My sister is called Wilma and she sails alone. Would you dare to?", &WILMA),
    open("What did you have for breakfast?"),
    open("What can you see from where you sit?"),
    open("How did you get here today?"),
    open("What made you laugh last?"),
    open("What would you do with a free afternoon?"),
    open("Which smell do you remember from your school?"),
    open("What is the worst present you ever got?"),
    open("Do you put the milk in before or after the tea?"),
    open("What is in your pockets?"),
    open("Whom did you phone last, and why?"),
    open("Which song can you not get out of your head?"),
    asks(
        "What is the weather doing outside?",
        &["rain", "sun", "cloud", "wind", "grey", "cold", "warm", "fog", "window"],
    ),
    asks("Roughly what time is it, without looking?", &["clock", "past", "half", "noon", "morning", "about", "eleven"]),
    asks("If today is Tuesday, what was the day before yesterday?", &["sunday"]),
    asks("Which is heavier, a bus or a loaf of bread?", &["bus"]),
    asks("My mother's brother has a daughter. What is she to me?", &["cousin"]),
    asks("How many legs have three cats and a stool together?", &["15", "16", "fifteen", "sixteen", "depends"]),
    asks("Is it lunch time soon, or long past it?", &["soon", "past", "lunch", "hungry", "eaten", "ate"]),
    asks("What comes after spring, and do you like it?", &["summer"]),
    asks("Can you fit a piano into a shoe box?", &["no", "not", "never", "toy"]),
];

const HARRY: Question = asks("What was the name of my friend with the tortoises?", &["harry"]);
const BICYCLE: Question = asks("By the way, where did I say my bicycle was?", &["baker"]);
const WILMA: Question = asks("What was my sister's name again?", &["wilma"]);

const fn open(ask: &'static str) -> Question {
    Question { ask, expects: &[], later: None }
}

const fn asks(ask: &'static str, expects: &'static [&'static str]) -> Question {
    Question { ask, expects, later: None }
}

const fn told(ask: &'static str, later: &'static Question) -> Question {
    Question { ask, expects: &[], later: Some(later) }
}

#[cfg(test)]
mod tests {
    use rulebook::Seed;

    use super::*;

    #[test]
    fn what_was_told_is_asked_for_two_exchanges_later() {
        for name in ["a", "b", "c", "d"] {
            let plan = plan(6, &mut Draws::new(Seed::from_contributions(["questions"]), name));
            assert_eq!(plan.len(), 6);
            let (at, later) = plan.iter().enumerate().find_map(|(at, q)| Some((at, q.later?))).unwrap();
            assert_eq!(plan[at + 2].ask, later.ask);
        }
    }

    #[test]
    fn a_judge_knows_which_words_an_answer_needs() {
        assert_eq!(expected("I see. What was my sister's name again?"), ["wilma"]);
        assert!(expected("What did you have for breakfast?").is_empty());
    }
}
