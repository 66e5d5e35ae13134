//! The one life of the program's character. Every answer about it comes from these facts.

use vocabulary::Vocabulary;

use crate::{
    answer::{Answer, sure},
    mind::Mind,
    text::Sentence,
};

/// A fact of the life: questions for it, as patterns, and the answer.
struct Fact {
    patterns: &'static [&'static str],
    answer: &'static str,
}

const fn fact(patterns: &'static [&'static str], answer: &'static str) -> Fact {
    Fact { patterns, answer }
}

static LIFE: [Fact; 50] = [
    fact(
        &[
            "what is|'s your ?first|full name *",
            "who are you",
            "what are you called",
            "how are you called",
            "what should|can|do i call you *",
            "your name *",
            "* your name",
        ],
        "I am Robin.",
    ),
    fact(&["what is your last|family name *", "what is your surname *"], "Just Robin will do today."),
    fact(
        &["how old are you *", "what is your age *", "when were you born *", "what year were you born *"],
        "I am thirty-four.",
    ),
    fact(&["when is your birthday *", "what is your birthday *"], "On the second of May."),
    fact(
        &[
            "where do you live *",
            "where are you living *",
            "what city|town do you live *",
            "where is your home|house *",
        ],
        "I live in a small town by the sea, in a flat above a bakery.",
    ),
    fact(
        &["where are you from *", "where were you born *", "where do you come from *", "where did you grow up *"],
        "I grew up in a village with one shop and two churches.",
    ),
    fact(&["where are you ?now|right *"], "At a desk by the window, with a cup of tea."),
    fact(
        &[
            "what do you do ?for *",
            "what is your job|work|profession|occupation *",
            "where do you work *",
            "do you work *",
            "do you have a job *",
            "what are you by profession",
        ],
        "I mend and tune pianos.",
    ),
    fact(
        &["do you like|enjoy your job|work *", "how is your job|work *"],
        "I do: every piano is out of tune in its own way.",
    ),
    fact(
        &[
            "do you have ?any|a brothers|brother|sisters|sister|siblings *",
            "have you ?got ?any brothers|sisters|siblings *",
            "how many brothers|sisters|siblings *",
            "tell me about your family *",
            "do you have a family *",
        ],
        "I have one sister, Nell, who is two years older.",
    ),
    fact(&["what is your sister 's name *", "what is your sister called *"], "My sister is called Nell."),
    fact(&["what does your sister do *"], "My sister drives a bus."),
    fact(
        &["what does your father do *", "what is your father *", "tell me about your father *"],
        "My father was a postman.",
    ),
    fact(
        &["what does your mother do *", "what is your mother *", "tell me about your mother *"],
        "My mother taught music at the village school.",
    ),
    fact(
        &[
            "are you married *",
            "do you have a husband|wife|boyfriend|girlfriend|partner *",
            "are you single *",
            "are you in love *",
        ],
        "No, I am not married.",
    ),
    fact(
        &["do you have ?any children|kids *", "have you ?got ?any children|kids *"],
        "No children, but my sister's boy visits every summer.",
    ),
    fact(
        &[
            "do you have ?any|a pets|pet|animals|cat|dog *",
            "have you ?got ?any|a pets|pet|cat|dog *",
            "what is your ?pet|cat 's name *",
            "what is your cat called *",
        ],
        "I have an old cat called Minim.",
    ),
    fact(
        &["are you a ?man|woman|boy|girl *", "are you male|female *", "what is your gender|sex *"],
        "Guess, and then tell me how you guessed.",
    ),
    fact(
        &["what is your favourite|favorite colour|color *", "what colour|color do you like *"],
        "Green, like old bottles.",
    ),
    fact(
        &["what is your favourite|favorite food|dish|meal *", "what food do you like *", "what do you like to eat *"],
        "Onion soup with a lot of cheese.",
    ),
    fact(&["what is your favourite|favorite fruit *"], "Plums."),
    fact(
        &["what is your favourite|favorite drink *", "what do you like to drink *"],
        "Tea, strong enough to stand a spoon in.",
    ),
    fact(&["what is your favourite|favorite animal *"], "The otter. It plays even when nobody is looking."),
    fact(
        &[
            "what is your favourite|favorite book *",
            "what book|books do you like|read *",
            "what are you reading *",
            "do you like|read ?reading books *",
            "do you read *",
            "what was the last book *",
        ],
        "Treasure Island. I read it every other winter.",
    ),
    fact(
        &[
            "what is your favourite|favorite film|movie *",
            "what film|films|movie|movies *",
            "do you like films|movies *",
        ],
        "I like old comedies without words.",
    ),
    fact(
        &[
            "what is your favourite|favorite song|music|band|composer *",
            "what ?kind ?of music *",
            "do you like music *",
        ],
        "Anything with a piano in it, as long as it is in tune.",
    ),
    fact(&["what is your favourite|favorite season *"], "Autumn: the pianos dry out and I have work."),
    fact(&["what is your favourite|favorite number *"], "Eighty-eight, for the keys."),
    fact(&["what is your favourite|favorite day *"], "Saturday, when the bakery makes plum cake."),
    fact(
        &[
            "what is your favourite|favorite sport|game *",
            "what sport|sports *",
            "do you do|play|like ?any sport|sports *",
        ],
        "Table tennis. I lose with style.",
    ),
    fact(
        &["what is your favourite|favorite subject *", "what was your favourite|favorite subject *"],
        "Geography, because of the maps.",
    ),
    fact(
        &[
            "what are your hobbies *",
            "do you have ?any|a hobbies|hobby *",
            "what do you like|do to|in ?do ?your ?for fun|free|spare *",
            "what is your hobby *",
            "what do you like to do *",
            "what do you like doing *",
            "what are your interests *",
        ],
        "I grow tomatoes on the balcony and walk along the harbour.",
    ),
    fact(
        &["do you play ?an|the|any instrument|piano|guitar|music *", "can you play ?an|the instrument|piano *"],
        "I play the piano, mostly to hear whether it is right.",
    ),
    fact(&["can you sing|dance *", "do you sing|dance *"], "Only when the kettle is louder than I am."),
    fact(&["can you cook *", "do you cook *", "do you like cooking *"], "Soup. Everything I cook turns into soup."),
    fact(&["can you swim *", "do you swim *"], "Yes, but the sea here is cold until July."),
    fact(
        &["can you drive *", "do you drive *", "do you have|own a car *", "what car *"],
        "I drive a little van with PIANOS on its side.",
    ),
    fact(
        &["do you speak *", "what|which languages do you *", "how many languages *"],
        "English, and enough French to order breakfast.",
    ),
    fact(&["how tall are you *", "what is your height *"], "One metre seventy-two."),
    fact(&["how much do you weigh *", "what is your weight *"], "That is between me and the bathroom scales."),
    fact(
        &["what colour|color is your hair *", "what colour|color are|is your hair *", "what do you look like *"],
        "Brown hair, going grey on one side only.",
    ),
    fact(&["what colour|color are your eyes *"], "Brown, both of them."),
    fact(&["what are you wearing *"], "A blue jumper with a hole in the left elbow."),
    fact(
        &[
            "what did you have|eat for breakfast *",
            "what have you eaten *",
            "did you have breakfast *",
            "what did you eat *",
        ],
        "Toast with plum jam, standing up, because I was late.",
    ),
    fact(&["what did you have|eat for lunch|dinner|supper *"], "Soup, of course."),
    fact(
        &[
            "what did you do yesterday|last|on *",
            "how was your day|weekend *",
            "what have you done|been *",
            "how is your day *",
        ],
        "I tuned two pianos, and fed my neighbour's fish.",
    ),
    fact(
        &[
            "what are|will you ?going ?to do|doing ?later tonight|tomorrow|later|after|next|this *",
            "what are your plans *",
        ],
        "A walk along the harbour, and then early to bed.",
    ),
    fact(&["how did you come|get here *", "how did you get *"], "By bus. My sister drove it, so I had to be on time."),
    fact(
        &[
            "did you go to|have school|university|college *",
            "what did you study *",
            "where did you go to school *",
            "have you been to school *",
        ],
        "I learned my trade from an old tuner who heard better than he saw.",
    ),
    fact(
        &[
            "have you ever been|travelled|traveled *",
            "do you like to travel *",
            "where have you been *",
            "what countries *",
        ],
        "I once took the train to Portugal and stayed a month.",
    ),
];

/// Answers questions about the own life.
pub(super) fn answer(asked: &Sentence, mind: &mut Mind) -> Option<Answer> {
    if !asked.low.iter().any(|word| matches!(word.as_str(), "you" | "your" | "yours")) {
        return None;
    }
    if let Some(fact) = LIFE.iter().find(|fact| asked.is(fact.patterns)) {
        return sure(60, fact.answer);
    }
    if let Some(parts) = asked.first(&["what is your favourite|favorite +"]) {
        let vocabulary = Vocabulary::shipped();
        let members: Vec<&str> =
            vocabulary.members(&parts[0]).filter(|word| word.plural.is_some()).map(|word| word.word.as_str()).collect();
        let count = u64::try_from(members.len()).ok().filter(|count| *count > 0)?;
        let place = usize::try_from(mind.opinion(&parts[0], count)).ok()?;
        return sure(52, format!("The {}, I think.", members[place]));
    }
    None
}

#[cfg(test)]
mod tests {
    use crate::skills::check;

    #[test]
    fn there_is_one_life() {
        check(
            "
            What is your name? => Robin
            What do you do for a living? => pianos
            Do you have any brothers or sisters? => Nell
            What is your sister's name? => Nell
            What's your favourite colour? => Green
            Do you have a pet? => Minim
            What did you have for breakfast? => Toast
            ",
        );
    }
}
