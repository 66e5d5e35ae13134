//! The raconteur: any line reminds him of a little story, and then he changes the subject.

use super::{Program, Turns, line_words::all};

#[derive(Debug, Default)]
pub(super) struct Raconteur {
    told: Vec<usize>,
    subjects: Turns,
    bridges: Turns,
}

impl Program for Raconteur {
    fn reply(&mut self, line: &str) -> Vec<String> {
        let words = all(line);
        if words.len() <= 2
            && words.iter().any(|word| ["hello", "hi", "hey", "morning", "evening"].contains(&word.as_str()))
        {
            return vec!["Hello there! Pull up a chair. What brings you here?".to_owned()];
        }
        let reminds = |story: &Story| story.about.iter().any(|about| words.iter().any(|word| word == about));
        if self.told.len() == STORIES.len() {
            self.told.clear();
        }
        let fresh = |place: &usize| !self.told.contains(place);
        let places = 0..STORIES.len();
        let fitting = places.clone().filter(fresh).find(|place| reminds(&STORIES[*place]));
        let bridge = if fitting.is_some() { "That reminds me." } else { self.bridges.next(&BRIDGES) };
        let place = fitting.or_else(|| places.clone().find(fresh)).unwrap_or(0);
        self.told.push(place);
        vec![format!("{bridge} {}", STORIES[place].text), self.subjects.next(&SUBJECTS).to_owned()]
    }
}

#[derive(Debug)]
struct Story {
    about: &'static [&'static str],
    text: &'static str,
}

const BRIDGES: [&str; 4] =
    ["Funny you should say that.", "Well, let me tell you something.", "Now then.", "I could not say, but listen."];

const SUBJECTS: [&str; 6] = [
    "Anyway, have you eaten yet?",
    "But enough of me. Do you travel much?",
    "Tell me, what is the weather like where you are?",
    "By the way, do you have any pets?",
    "What was your first job, if I may ask?",
    "Do you read much?",
];

static STORIES: [Story; 9] = [
    Story {
        about: &["dog", "dogs", "pet", "pets", "animal", "animals"],
        text: "We had a dog who was afraid of the postman's bicycle, but not of the postman. When he bought a car they became friends.",
    },
    Story {
        about: &["cat", "cats"],
        text: "My aunt's cat used to open the larder by itself. She put in a lock, and the cat learned to sit beside it and look hungry.",
    },
    Story {
        about: &["train", "trains", "travel", "journey", "bus", "plane"],
        text: "I once took the wrong train and got off in a village whose only inn had a single guest book, with a single guest in it: me, ten years before.",
    },
    Story {
        about: &["rain", "weather", "sun", "snow", "cold", "warm"],
        text: "The summer it rained for six weeks my neighbour built a boat in his garden. The day he finished, the sun came out, and we had a party in the boat.",
    },
    Story {
        about: &["food", "eat", "eaten", "cook", "dinner", "breakfast", "lunch", "cake"],
        text: "My grandmother never wrote a recipe down. When we asked how much salt, she said: until it is enough.",
    },
    Story {
        about: &["work", "job", "boss", "office"],
        text: "In my first job I was asked to sharpen pencils for a week. On Friday they told me the office had bought pens.",
    },
    Story {
        about: &["book", "books", "read", "reading", "story"],
        text: "I lent a book to a friend and he returned it twenty years later, with an apology and a better ending written in the margin.",
    },
    Story {
        about: &["computer", "computers", "machine", "robot", "human", "program"],
        text: "The first computer at our school took up the whole cellar. The caretaker talked to it every evening, and swore it was the only one who listened.",
    },
    Story {
        about: &["music", "song", "sing", "piano", "guitar"],
        text: "My brother practised the same tune on the piano all one winter. In spring the blackbird outside had learned it, with the mistake.",
    },
];

#[cfg(test)]
mod tests {
    use crate::programs::{named, tests::check};

    #[test]
    fn a_word_brings_a_story_and_a_new_subject() {
        check(
            "raconteur",
            "
            Hi!
            Hello there! Pull up a chair. What brings you here?
            My dog ate my hat.
            That reminds me. We had a dog who was afraid of the postman's bicycle, but not of the postman. When he bought a car they became friends. / Anyway, have you eaten yet?
            What is two and two?
            Funny you should say that. My aunt's cat used to open the larder by itself. She put in a lock, and the cat learned to sit beside it and look hungry. / But enough of me. Do you travel much?
            ",
        );
    }

    #[test]
    fn no_story_is_told_twice_before_all_are_told() {
        let mut raconteur = named("raconteur").expect("it is in the list");
        let mut told: Vec<_> = (0..9)
            .map(|_| raconteur.reply("dog")[0].clone())
            .map(|s| s.split_once(". ").expect("a bridge").1.to_owned())
            .collect();
        told.sort();
        told.dedup();
        assert_eq!(told.len(), 9);
    }
}
