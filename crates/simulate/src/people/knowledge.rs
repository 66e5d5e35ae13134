//! The knowledge of scripted confederates: a small life of their own, and a sensible answer to any question.

use rulebook::Draws;

use super::one_of;

/// The knowledge of one confederate, and the lines it has said.
#[derive(Debug, Clone)]
pub(super) struct Knowledge {
    town: &'static str,
    trade: &'static str,
    pet: &'static str,
    said: Vec<String>,
}

impl Knowledge {
    pub(super) fn drawn(draws: &mut Draws) -> Self {
        Self {
            town: one_of(draws, &["Reading", "Lausanne", "a village near Ghent", "Halifax", "the north side of Turin"]),
            trade: one_of(
                draws,
                &["teach geography", "repair pianos", "work in a pharmacy", "drive a tram", "edit maps"],
            ),
            pet: one_of(draws, &["an old dog", "two cats", "a parrot who sulks", "only a cactus", "three hens"]),
            said: Vec::new(),
        }
    }

    /// Forgets the lines said, for a conversation with another judge.
    pub(super) fn meet_somebody_new(&mut self) {
        self.said.clear();
    }

    /// An answer to the latest of the judge's lines, with the earlier ones in mind.
    pub(super) fn answer(&mut self, lines: &[String], draws: &mut Draws) -> String {
        let (line, earlier) = match lines.split_last() {
            Some((line, earlier)) => (line.to_lowercase(), earlier.join(" ").to_lowercase()),
            None => (String::new(), String::new()),
        };
        let remembered = MEMORY.iter().find(|(asked, told, _)| line.contains(asked) && earlier.contains(told));
        let mut choices: Vec<String> = match remembered {
            Some((.., answer)) => vec![(*answer).to_owned()],
            None => self.choices(&line),
        };
        choices.retain(|choice| !self.said.contains(choice));
        let answer = match choices.len() {
            0 => format!("sorry, I lost the thread. I {} and it was a long week", self.trade),
            count => choices.swap_remove(draws.index(count)),
        };
        self.said.push(answer.clone());
        answer
    }

    fn choices(&self, line: &str) -> Vec<String> {
        let fitting = ANSWERS.iter().find(|(cues, _)| cues.iter().any(|cue| line.contains(cue)));
        let answers = fitting.map_or(ANYTHING, |(_, answers)| answers);
        let fill = |answer: &&str| {
            answer.replace("{town}", self.town).replace("{trade}", self.trade).replace("{pet}", self.pet)
        };
        answers.iter().map(fill).collect()
    }
}

/// A cue in the question, a cue needed in an earlier line, and the answer.
const MEMORY: &[(&str, &str, &str)] = &[
    ("tortoises?", "harry", "Harry, unless he changed it since"),
    ("bicycle was", "bakery", "behind the bakery, poor thing"),
    ("sister's name", "wilma", "Wilma, the one with the boat"),
];

/// Cues and possible answers to a line with one of them; the first matching entry is used.
const ANSWERS: &[(&[&str], &[&str])] = &[
    (&["tortoise"], &["in the kitchen? no, I'd trip over them. I have {pet} and that is enough"]),
    (&["bicycle"], &["it has been wet before I suppose. mine rusts under the stairs", "buy a saddle cover and a bun"]),
    (&["sail"], &["not alone! I get sick on the ferry already", "on a lake maybe, on the sea never"]),
    (&["breakfast"], &["toast with too much marmalade", "just coffee, I overslept", "porridge, and I burnt it a bit"]),
    (&["see from"], &["a wall, a radiator and somebody's umbrella", "a car park and one brave tree"]),
    (&["get here"], &["by train from {town}, standing all the way", "walked, it is only twenty minutes from {town}"]),
    (&["laugh"], &["my nephew put his shoes on the wrong feet and walked off proud", "{pet} fell off the sofa"]),
    (&["afternoon"], &["sleep, honestly", "walk along the river and eat something fried"]),
    (&["smell"], &["floor polish and wet coats", "chalk, and the cabbage on thursdays"]),
    (&["present"], &["a calendar in march", "a jumper with my name on it, spelt wrong"]),
    (&["milk"], &["after, my grandmother would haunt me otherwise", "no milk at all, I know, I know"]),
    (&["pockets"], &["keys, a ticket and a mint of unknown age", "a tissue and 40 cents"]),
    (&["phone"], &["my mother, she wanted to know if I had eaten", "the plumber. he did not pick up"]),
    (&["song"], &["the jingle of the ice cream van in {town}", "something my daughter sings, two lines of it only"]),
    (&["weather"], &["grey and windy, there is no sun in {town} in autumn", "raining a bit when I came in"]),
    (&["what time"], &["about half past ten I'd guess", "eleven? I left my watch at home"]),
    (&["tuesday"], &["sunday", "that'd be sunday. took me a second"]),
    (&["heavier"], &["the bus, unless it's my neighbour's bread", "a bus I should hope"]),
    (&["mother's brother"], &["your cousin", "a cousin then, mine is called Ruth"]),
    (&["legs"], &["12 and then 3 or 4, depends on the stool", "fifteen if it is a milking stool"]),
    (&["lunch"], &["soon I hope, I am hungry", "long past it, I ate at my desk"]),
    (&["spring"], &["summer, and yes, apart from the wasps", "summer. too hot for me since I {trade}"]),
    (&["piano"], &["a toy one maybe", "not even with a hammer"]),
    (&["still there", "no answer"], &["yes, sorry, slow typist", "still here, was thinking"]),
];

/// Answers that fit any line.
const ANYTHING: &[&str] = &[
    "hm, hard to say. I {trade}, nobody asks me such things there",
    "never thought about it to be honest",
    "you would have to ask somebody cleverer than me",
    "maybe. in {town} people would say yes to anything",
    "that depends on the day, today rather not",
    "I had to read that twice, long morning",
];

#[cfg(test)]
mod tests {
    use rulebook::Seed;

    use super::*;

    #[test]
    fn a_confederate_remembers_what_it_was_told_and_does_not_repeat_itself() {
        let mut draws = Draws::new(Seed::from_contributions(["knowledge"]), "test");
        let mut knowledge = Knowledge::drawn(&mut draws);
        let mut lines =
            vec!["I have a friend named Harry who keeps two tortoises in his kitchen. Would you?".to_owned()];
        let first = knowledge.answer(&lines, &mut draws);
        lines.push("What was the name of my friend with the tortoises?".to_owned());
        let second = knowledge.answer(&lines, &mut draws);
        assert!(second.contains("Harry") && first != second, "{first} / {second}");
    }
}
