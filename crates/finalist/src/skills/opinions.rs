//! Opinions: likes, dislikes and preferences, which stay the same through a conversation.

use vocabulary::Vocabulary;

use super::comparison::things;
use crate::{
    answer::{Answer, sure},
    forms::{bare, is_plural},
    mind::Mind,
    text::{Sentence, capital, turned},
};

const LIKES: [&str; 8] = [
    "Yes, I am fond of {}.",
    "I do like {}, in small doses.",
    "{} suits me well.",
    "Oh yes. Life without {} would be dull.",
    "I like {} more than most people do.",
    "Yes, ever since I was little.",
    "Very much. Do you?",
    "I could not do without {}.",
];

const DISLIKES: [&str; 6] = [
    "Not really. {} never did much for me.",
    "No, I leave {} to others.",
    "Not much, to be honest.",
    "I have tried to like {}, and failed.",
    "{}? No, thank you.",
    "Less than I should, I suppose.",
];

const REASONS: [&str; 10] = [
    "It has always been so with me.",
    "My sister says I am stubborn; that may be the reason.",
    "I tried it once and formed a view.",
    "Because of something that happened on a ferry, long ago.",
    "It is a matter of taste, and mine is simple.",
    "I would have to think, and I like it better without.",
    "Habit, mostly.",
    "Because it makes the day shorter.",
    "Nobody has argued me out of it yet.",
    "It reminds me of home.",
];

const THOUGHTS: [&str; 10] = [
    "I think well of {} on most days.",
    "{}: useful to some, a nuisance to others.",
    "People make too much of {}.",
    "I wish I knew more about {}.",
    "I change my mind about {} every year.",
    "{} could be simpler, like most things.",
    "My sister has strong views on {}. I listen.",
    "I have nothing against {}.",
    "I met somebody once who talked of nothing but {}.",
    "There is more to {} than one sees at first.",
];

/// Answers questions for an opinion.
pub(super) fn answer(asked: &Sentence, mind: &mut Mind) -> Option<Answer> {
    if let Some(parts) = asked
        .first(&["do|would|did you ?really|also ?like|love|enjoy|fancy ?to +", "are you fond of +"])
        .filter(|_| asked.is(&["do|would|did you ?really|also like|love|enjoy|fancy *", "are you fond *"]))
    {
        let thing = about(&parts[0]);
        let likes = mind.opinion(bare(&thing), 3) > 0;
        let line = mind.pick(if likes { &LIKES } else { &DISLIKES });
        mind.topic = Some(thing.clone());
        return sure(40, capital(&line.replace("{}", &plural(&thing))));
    }
    if asked.is(&[
        "* do you prefer *",
        "* do you like better|more *",
        "* would you rather *",
        "* is better|nicer|best *",
        "would you rather|prefer *",
        "do you prefer *",
    ]) {
        let things = things(asked)?;
        let place = usize::try_from(mind.opinion(&things.join(" "), things.len() as u64)).ok()?;
        return sure(42, format!("{}, if I have to choose.", capital(&things[place])));
    }
    if let Some(parts) = asked.first(&[
        "what do you think of|about +",
        "what is your opinion of|on|about +",
        "how do you feel about +",
        "do you have an opinion on|of|about +",
    ]) {
        let thing = about(&parts[0]);
        mind.topic = Some(thing.clone());
        return sure(40, capital(&mind.pick(&THOUGHTS).replace("{}", &thing)));
    }
    if let Some(parts) = asked.first(&["do you believe in +"]) {
        let yes = mind.opinion(&parts[0], 2) == 1;
        return sure(41, if yes { "On dark evenings I do." } else { "No, though I would like to." });
    }
    if asked.is(&[
        "why",
        "why not",
        "why is that *",
        "why do you think|say|like|prefer *",
        "how come *",
        "what makes you *",
    ]) {
        return sure(34, mind.pick(&REASONS));
    }
    None
}

/// The thing from our side's view.
fn about(thing: &str) -> String {
    let words: Vec<String> = thing.split(' ').map(str::to_owned).collect();
    turned(&words)
}

/// A countable noun in the plural, as likes are spoken of.
fn plural(thing: &str) -> String {
    let noun = Vocabulary::shipped().noun(bare(thing)).filter(|_| !is_plural(thing) && thing == bare(thing));
    noun.and_then(|noun| noun.plural.clone()).unwrap_or_else(|| thing.to_owned())
}

#[cfg(test)]
mod tests {
    use crate::skills::{check, conversation};

    #[test]
    fn an_opinion_stays() {
        check(
            "
            Which do you prefer, tea or coffee? => if I have to choose
            What do you think of trains? => trains
            ",
        );
        let mut talk = conversation();
        let first = talk("Which do you prefer, cats or dogs?");
        let again = talk("Which do you prefer, cats or dogs?");
        assert!(again.contains(&first), "{first} / {again}");
    }
}
